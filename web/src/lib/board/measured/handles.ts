import type { Piece } from "../../../generated/protocol";
import type { Outline, Point } from "../../scene/board";
import { contains } from "../../scene/geometry";
import { reachOf } from "./measuring";
import { type Body, bodyOf, cornersOf } from "./poses";
import { type Frame, frameCorners, pointOf } from "./units";

/** Where a unit in hand is turned and carried, on the table. */
export interface Handles {
  readonly turn: Point | null;
  /** For fingers, which would hide what they carry. */
  readonly move: Point | null;
}

export type HandleName = keyof Handles;

const TURN_PX = 30;
const MOVE_PX = 46;
const MOUSE_PX = 15;
const FINGER_PX = 28;

/** Puts the handles around a unit: one before its front, and for fingers one below it. */
export function handlesOf(frame: Frame, px: number, faces: boolean, touch: boolean): Handles {
  const corners = frameCorners(frame);
  const bottom = Math.max(...corners.map(([, y]) => y));
  const move: Point | null = touch ? [frame.centre[0], bottom + MOVE_PX * px] : null;
  return { turn: faces ? turnAt(frame, px, move) : null, move };
}

/** Before the front, unless the other handle is there; then at a side. */
function turnAt(frame: Frame, px: number, move: Point | null): Point {
  const room = (move ? TURN_PX * 1.3 : TURN_PX) * px;
  const ahead = pointOf(frame, 0, frame.depth / 2 + room);
  const clash = !!move && Math.hypot(move[0] - ahead[0], move[1] - ahead[1]) < 2 * FINGER_PX * px;
  return clash ? pointOf(frame, -frame.width / 2 - room, 0) : ahead;
}

/** Finds the handle at a point, the one for carrying first. */
export function handleAt(handles: Handles, [x, y]: Point, px: number, touch: boolean): HandleName | null {
  const room = (touch ? FINGER_PX : MOUSE_PX) * px;
  const isNear = (at: Point | null) => !!at && Math.hypot(at[0] - x, at[1] - y) <= room;
  if (isNear(handles.move)) return "move";
  return isNear(handles.turn) ? "turn" : null;
}

/** Finds the base under a point; of several the uppermost, and if there is none the nearest within reach. */
export function baseAt(pieces: readonly Piece[], at: Point, reach = 0): Piece | undefined {
  const bases = pieces.filter((piece) => !piece.ghost && bodyOf(piece));
  const sorted = bases.toSorted((a, b) => (b.layer ?? 0) - (a.layer ?? 0));
  const under = sorted.find((piece) => contains(outlineOf(piece), at));
  if (under || !reach) return under;
  let best: Piece | undefined;
  let least = reach;
  for (const piece of sorted) {
    const apart = reachOf(outlineOf(piece), at);
    if (apart < least) [best, least] = [piece, apart];
  }
  return best;
}

function outlineOf(piece: Piece): Outline {
  const body = bodyOf(piece);
  return body ? cornersOf(body.pose, body.size) : [];
}

/** Finds the base of a unit under a point, or the nearest within reach. */
export function bodyAt(bodies: readonly Body[], at: Point, reach = 0): Body | undefined {
  const outlines = bodies.map((body) => ({ body, outline: cornersOf(body.pose, body.size) }));
  const under = outlines.find(({ outline }) => contains(outline, at));
  if (under || !reach) return under?.body;
  return outlines.find(({ outline }) => reachOf(outline, at) <= reach)?.body;
}
