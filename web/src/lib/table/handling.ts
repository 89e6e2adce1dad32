/** What the pointer does with the unit in hand. */

import type { Piece } from "../../generated/protocol";
import type { Carry } from "../board/measured/carry";
import { baseAt, bodyAt, handleAt, handlesOf } from "../board/measured/handles";
import { bodyOf, facingTowards, type Pose, turnBetween } from "../board/measured/poses";
import { frameOf } from "../board/measured/units";
import type { Point } from "../scene/board";
import type { Carrying } from "./carrying.svelte";
import { TURN } from "./steering";

export interface How {
  /** Units of the table per pixel of the screen. */
  readonly px: number;
  readonly touch: boolean;
}

/** How far above the finger a unit is carried that is held by itself. */
const LIFT_PX = 52;
/** How near one must come to a place that is proposed. */
const PLACE_PX = 14;
/** How near a finger must come to a base. */
const NEAR_PX = 14;
/** Facings near a multiple of this are meant to be it. */
const STRAIGHT = 4500;
const NEARLY = 220;

/** Finds what is held where the pointer comes down: a handle, the unit in hand, or one that can be taken. */
export function grabAt(carrying: Carrying, pieces: readonly Piece[], at: Point, how: How): Carry | null {
  if (carrying.stage === "given") return null;
  if (carrying.stage) {
    const around = carrying.stage === "offered" ? frameOf(carrying.ghosts) : carrying.frame;
    const handles = handlesOf(around, how.px, carrying.faces, how.touch);
    const handle = handleAt(handles, at, how.px, how.touch);
    if (handle === "turn") return turning(carrying, at);
    if (handle === "move") return leading(carrying, carrying.grabbed, heldPose(carrying), at, 0);
    const reach = how.touch ? NEAR_PX * how.px : 0;
    const body = carrying.isAway || carrying.isNew ? bodyAt(carrying.bodies, at, reach) : undefined;
    const lift = how.touch ? LIFT_PX * how.px : 0;
    if (body && carrying.pose) return leading(carrying, body.id, body.pose, at, lift);
  }
  const piece = baseAt(pieces, at, how.touch ? NEAR_PX * how.px : 0);
  const pose = piece && bodyOf(piece)?.pose;
  if (!piece || !pose || !carrying.mayTake(piece.id) || carrying.lifted.has(piece.id)) return null;
  if (how.touch && !carrying.holds({ kind: "piece", id: piece.id })) return null;
  return leading(carrying, piece.id, pose, at, how.touch ? LIFT_PX * how.px : 0);
}

function heldPose(carrying: Carrying): Pose {
  const body = carrying.bodies.find((one) => one.id === carrying.grabbed) ?? carrying.bodies[0];
  return body?.pose ?? { x: 0, y: 0, facing: 0 };
}

/** Carries a unit along with the pointer; a finger that lies on it comes away from it. */
function leading(carrying: Carrying, id: string, pose: Pose, start: Point, lift: number): Carry {
  const [dx, dy] = [pose.x - start[0], pose.y - start[1]];
  let begun = false;
  const begin = (): boolean => {
    begun = carrying.take(id);
    carrying.led = begun;
    return begun;
  };
  return {
    move: ([x, y]) => {
      if (!begun && !begin()) return;
      if (!carrying.led) return;
      const far = Math.min(lift, Math.hypot(x - start[0], y - start[1]));
      const facing = carrying.bodies.find((body) => body.id === carrying.grabbed)?.pose.facing;
      carrying.lift({ x: x + dx, y: y + dy - far, facing: facing ?? pose.facing });
    },
    drop: () => {
      if (carrying.led) void carrying.drop();
    },
    cancel: () => {
      if (carrying.led) carrying.putBack();
    },
    turn: (by) => carrying.turn(by * TURN, centreOf(carrying)),
  };
}

/** While it is led, it turns around the piece that is held, so that the pointer stays on it. */
function centreOf(carrying: Carrying): Point {
  const pose = carrying.pose ?? heldPose(carrying);
  return [pose.x, pose.y];
}

/** Turns a unit around its middle; it stays where it is until that is confirmed. */
function turning(carrying: Carrying, start: Point): Carry {
  const { centre, facing } = carrying.frame;
  const first = facingTowards(centre, start);
  return {
    move: (at) => {
      const wanted = facing + turnBetween(first, facingTowards(centre, at));
      carrying.turn(turnBetween(carrying.frame.facing, straightened(wanted)), centre);
    },
    drop: () => undefined,
    cancel: () => carrying.putBack(),
  };
}

/** Helps to hit the straight facings. */
export function straightened(facing: number): number {
  const nearest = Math.round(facing / STRAIGHT) * STRAIGHT;
  return Math.abs(facing - nearest) <= NEARLY ? nearest : facing;
}

/** What clicking or tapping means for the unit in hand; true if it means something. */
export function tapAt(
  carrying: Carrying,
  pieces: readonly Piece[],
  at: Point,
  how: How,
  /** Where one click goes; these are left to whoever picks them. */
  places: readonly Point[] = [],
): boolean {
  if (!carrying.stage || carrying.stage === "given") return false;
  const room = (how.touch ? PLACE_PX * 1.6 : PLACE_PX) * how.px;
  if (places.some(([x, y]) => Math.hypot(x - at[0], y - at[1]) <= room)) return false;
  const reach = how.touch ? NEAR_PX * how.px : 0;
  const shown = carrying.stage === "offered" ? carrying.ghosts : carrying.bodies;
  if (carrying.isAway && bodyAt(shown, at, reach)) {
    void carrying.confirm();
    return true;
  }
  if (baseAt(pieces, at, reach)) return false;
  carrying.putAt(at);
  return true;
}
