import type { Piece } from "../../../generated/protocol";
import type { Outline, Point } from "../../scene/board";
import { footprint } from "../../scene/geometry";

/** Where the centre of a base lies on a table, and where it faces: hundredths of a degree from the top. */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly facing: number;
}

/** A base: where it stands and how large it is. */
export interface Body {
  readonly id: string;
  readonly pose: Pose;
  /** Across and along its facing. */
  readonly size: Point;
  /** Whether it has a front at all. */
  readonly faces: boolean;
}

export const FULL_TURN = 36_000;
const RADIANS = Math.PI / (FULL_TURN / 2);

/** Gives a piece as a base; nothing that has no footprint on a table is one. */
export function bodyOf(piece: Piece): Body | undefined {
  if (piece.at.on !== "point" || !piece.size) return undefined;
  const facing = piece.facing ?? 0;
  const pose = { x: piece.at.x, y: piece.at.y, facing };
  return { id: piece.id, pose, size: piece.size, faces: typeof piece.facing === "number" };
}

/** Gives the corners of a base: front left, front right, rear right, rear left. */
export function cornersOf(pose: Pose, size: Point): Outline {
  return footprint([pose.x, pose.y], size, pose.facing);
}

/** Brings an angle into one full turn. */
export function oneTurn(angle: number): number {
  return ((angle % FULL_TURN) + FULL_TURN) % FULL_TURN;
}

/** Gives the shortest turn from one facing to another, to the right if it is positive. */
export function turnBetween(from: number, to: number): number {
  return oneTurn(to - from + FULL_TURN / 2) - FULL_TURN / 2;
}

/** Turns a point around another. */
export function swungPoint([x, y]: Point, [cx, cy]: Point, by: number): Point {
  const [sin, cos] = [Math.sin(by * RADIANS), Math.cos(by * RADIANS)];
  return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
}

/** Turns a base around a point, its facing with it. */
export function swung(pose: Pose, about: Point, by: number): Pose {
  const [x, y] = swungPoint([pose.x, pose.y], about, by);
  return { x, y, facing: oneTurn(pose.facing + by) };
}

/** Gives the step of a length in a direction. */
export function stepTowards(facing: number, length: number): Point {
  return [Math.sin(facing * RADIANS) * length, -Math.cos(facing * RADIANS) * length];
}

/** Says in which direction one point lies from another. */
export function facingTowards([ax, ay]: Point, [bx, by]: Point): number {
  return oneTurn(Math.atan2(bx - ax, ay - by) / RADIANS);
}

/** Carries bases along rigidly with one of them, which goes from a pose to another. */
export function carriedAlong(poses: readonly Pose[], from: Pose, to: Pose): Pose[] {
  const by = turnBetween(from.facing, to.facing);
  return poses.map((pose) => {
    const turned = swung(pose, [from.x, from.y], by);
    return { ...turned, x: turned.x + to.x - from.x, y: turned.y + to.y - from.y };
  });
}

/** Where the bases of a unit are when one of them is held at a pose. */
export function carriedBodies(bodies: readonly Body[], grabbed: string, to: Pose): Body[] {
  const from = bodies.find((body) => body.id === grabbed)?.pose ?? bodies[0]?.pose;
  if (!from) return [];
  const poses = carriedAlong(
    bodies.map((body) => body.pose),
    from,
    to,
  );
  return bodies.map((body, index) => ({ ...body, pose: poses[index] ?? body.pose }));
}

/** Names a pose as targets of points do; without a front there is no facing to tell. */
export function poseId({ x, y, facing }: Pose, faces: boolean): string {
  const at = `${Math.round(x)},${Math.round(y)}`;
  return faces ? `${at},${Math.round(oneTurn(facing)) % FULL_TURN}` : at;
}

/** Reads the name of a pose: `x,y` or `x,y,facing`. */
export function poseNamed(id: string): { pose: Pose; faces: boolean } | undefined {
  const numbers = id.split(",").map(Number);
  const [x, y, facing] = numbers;
  if (x === undefined || y === undefined || numbers.length > 3 || !numbers.every(Number.isFinite)) {
    return undefined;
  }
  return { pose: { x, y, facing: facing ?? 0 }, faces: facing !== undefined };
}

/** Tells whether two poses are the same but for a hair's breadth: 0.2 mm and a tenth of a degree. */
export function isSamePose(a: Pose, b: Pose): boolean {
  return (
    Math.abs(a.x - b.x) <= 2 && Math.abs(a.y - b.y) <= 2 && Math.abs(turnBetween(a.facing, b.facing)) <= 10
  );
}
