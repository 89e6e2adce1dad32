import type { Piece } from "../../../generated/protocol";
import type { Outline, Point } from "../../scene/board";
import { type Body, bodyOf, cornersOf, oneTurn, type Pose, stepTowards, swungPoint } from "./poses";

/** The rectangle around a unit along the facing of most of its bases. */
export interface Frame {
  readonly centre: Point;
  readonly facing: number;
  readonly width: number;
  readonly depth: number;
}

/** Lists all pieces that are taken in hand with one: those of its group, or itself alone. */
export function unitWith(pieces: readonly Piece[], id: string): Piece[] {
  const one = pieces.find((piece) => piece.id === id);
  if (!one) return [];
  return one.group ? pieces.filter((piece) => sameUnit(piece, one)) : [one];
}

/** Tells whether two pieces belong to one unit. */
export function sameUnit(a: Piece, b: Piece): boolean {
  return (
    a.id === b.id || (!!a.group && a.group === b.group && a.owner === b.owner && !!a.ghost === !!b.ghost)
  );
}

/** Names the unit of a piece, so that it can be kept in sets and maps. */
export function unitKey(piece: Piece): string {
  return piece.group ? `${piece.owner ?? ""}/${piece.group}/${piece.ghost ? "ghost" : ""}` : piece.id;
}

/** Gives the bases of some pieces. */
export function bodiesOf(pieces: readonly Piece[]): Body[] {
  return pieces.flatMap((piece) => bodyOf(piece) ?? []);
}

/** Finds the facing that most bases of a unit have; of several the first. */
export function majorityFacing(bodies: readonly Body[]): number {
  const counts = new Map<number, number>();
  for (const { pose } of bodies) {
    const near = Math.round(pose.facing / 100);
    counts.set(near, (counts.get(near) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return bodies.find(({ pose }) => Math.round(pose.facing / 100) === best?.[0])?.pose.facing ?? 0;
}

/** Draws the rectangle around a unit. */
export function frameOf(bodies: readonly Body[], facing = majorityFacing(bodies)): Frame {
  const flat = bodies.flatMap(({ pose, size }) =>
    cornersOf(pose, size).map((corner) => swungPoint(corner, [0, 0], -facing)),
  );
  const [left, right] = extremes(flat.map(([x]) => x));
  const [top, bottom] = extremes(flat.map(([, y]) => y));
  const centre = swungPoint([(left + right) / 2, (top + bottom) / 2], [0, 0], facing);
  return { centre, facing, width: right - left, depth: bottom - top };
}

function extremes(values: readonly number[]): [number, number] {
  return values.length ? [Math.min(...values), Math.max(...values)] : [0, 0];
}

/** Gives a point of a frame: `across` from its middle to the right, `ahead` from its middle to the front. */
export function pointOf({ centre, facing }: Frame, across: number, ahead: number): Point {
  const [ax, ay] = stepTowards(facing, ahead);
  const [rx, ry] = stepTowards(facing + 9000, across);
  return [centre[0] + ax + rx, centre[1] + ay + ry];
}

/** Gives the corners of a frame, made larger by a margin: front left, front right, rear right, rear left. */
export function frameCorners(frame: Frame, margin = 0): Outline {
  const [w, d] = [frame.width / 2 + margin, frame.depth / 2 + margin];
  return [pointOf(frame, -w, d), pointOf(frame, w, d), pointOf(frame, w, -d), pointOf(frame, -w, -d)];
}

/**
 * Puts a unit that stands nowhere yet in order: in one rank if it is small, in two if it is large. The
 * first base gets the pose, the others are beside and behind it.
 */
export function lineUp(pieces: readonly Piece[], first: Pose): Body[] {
  const sized = pieces.flatMap((piece) => (piece.size ? [{ id: piece.id, size: piece.size, piece }] : []));
  const width = Math.max(0, ...sized.map(({ size }) => size[0]));
  const depth = Math.max(0, ...sized.map(({ size }) => size[1]));
  const files = sized.length > 4 ? Math.ceil(sized.length / 2) : Math.max(1, sized.length);
  return sized.map(({ id, size, piece }, index) => {
    const [file, rank] = [index % files, Math.floor(index / files)];
    const [rx, ry] = stepTowards(first.facing + 9000, file * width);
    const [bx, by] = stepTowards(first.facing + 18_000, rank * depth);
    const pose = { x: first.x + rx + bx, y: first.y + ry + by, facing: oneTurn(first.facing) };
    return { id, size, pose, faces: typeof piece.facing === "number" || piece.at.on === "tray" };
  });
}
