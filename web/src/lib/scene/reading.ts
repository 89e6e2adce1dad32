import type { Piece, Target } from "../../generated/protocol";
import { keyOf, type Point, pieceTarget } from "./board";
import { groundTargets, placeOf, type Shape } from "./geometry";

/** The keys that move the cursor, and where each leads: degrees clockwise from the top. */
const ARROWS: Readonly<Record<string, number>> = {
  ArrowUp: 0,
  ArrowRight: 90,
  ArrowDown: 180,
  ArrowLeft: 270,
};
const LETTERS: Readonly<Record<string, number>> = { w: 0, e: 45, d: 135, s: 180, a: 225, q: 315 };

/** Things as far apart as this, in pixels of the drawings, stand in different lines. */
const LINE_PX = 30;

/** How far from the wanted bearing a thing may lie to be gone to, in degrees. */
const CONE = 62;

/** Says in which direction a key leads, if it leads anywhere; the letters are for hexes only. */
export function bearingOf(shape: Shape, key: string): number | undefined {
  return ARROWS[key] ?? (shape.grid ? LETTERS[key.toLowerCase()] : undefined);
}

/** Sorts targets as one reads: line by line from the top, each from the left. */
export function inReadingOrder<T>(
  shape: Shape,
  things: readonly T[],
  targetOf: (thing: T) => Target,
  pieces: readonly Piece[],
): T[] {
  const placed = things.map((thing) => ({
    thing,
    centre: placeOf(shape, targetOf(thing), pieces)?.centre ?? [0, 0],
  }));
  const line = ([, y]: Point) => Math.round(y / (LINE_PX * shape.unit));
  placed.sort((a, b) => line(a.centre) - line(b.centre) || a.centre[0] - b.centre[0]);
  return placed.map((one) => one.thing);
}

/** Finds where the cursor begins: at the thing given if it lies on the board, else in the middle. */
export function firstStop(shape: Shape, pieces: readonly Piece[], wish?: Target | null): Target | undefined {
  const stops = stopsOf(shape, pieces);
  const at = (wish && placeOf(shape, wish, pieces)?.centre) ?? [shape.width / 2, shape.height / 2];
  return nearest(shape, stops, pieces, at);
}

/** Finds what lies next in a direction. */
export function stepFrom(
  shape: Shape,
  from: Target,
  bearing: number,
  pieces: readonly Piece[],
): Target | undefined {
  const start = placeOf(shape, from, pieces)?.centre;
  if (!start) return undefined;
  const here = shape.grid ? nearest(shape, groundTargets(shape), pieces, start) : from;
  if (shape.grid && here) return hexStep(shape, Number(here.id), bearing);
  return freeStep(shape, from, start, bearing, pieces);
}

function stopsOf(shape: Shape, pieces: readonly Piece[]): Target[] {
  const ground = groundTargets(shape);
  return ground.length ? ground : pieces.map(pieceTarget);
}

function nearest(
  shape: Shape,
  targets: readonly Target[],
  pieces: readonly Piece[],
  [x, y]: Point,
): Target | undefined {
  let best: Target | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const target of targets) {
    const centre = placeOf(shape, target, pieces)?.centre;
    const distance = centre ? Math.hypot(centre[0] - x, centre[1] - y) : Number.POSITIVE_INFINITY;
    if (distance < least) [best, least] = [target, distance];
  }
  return best;
}

/** Steps over a hexside; straight steps between two hexsides zigzag, so that they keep their line. */
function hexStep(shape: Shape, cell: number, bearing: number): Target | undefined {
  const grid = shape.grid;
  const start = grid?.centres[cell];
  if (!grid || !start) return undefined;
  const pointy = grid.layout.top === "pointy";
  const lane = Math.round((pointy ? start[1] : start[0]) / (50 * Math.sqrt(3)));
  const lean = (lane % 2 ? -1 : 1) * (bearing === 0 || bearing === 90 ? 1 : -1);
  let best: number | undefined;
  let least = CONE;
  for (const next of grid.neighbours[cell] ?? []) {
    const centre = next === undefined ? undefined : grid.centres[next];
    const off = centre ? Math.abs(turnBetween(bearing + lean, bearingTo(start, centre))) : 360;
    if (off < least) [best, least] = [next, off];
  }
  return best === undefined ? undefined : { kind: "cell", id: String(best) };
}

function freeStep(
  shape: Shape,
  from: Target,
  start: Point,
  bearing: number,
  pieces: readonly Piece[],
): Target | undefined {
  let best: Target | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const target of stopsOf(shape, pieces)) {
    const centre = placeOf(shape, target, pieces)?.centre;
    if (!centre || keyOf(target) === keyOf(from)) continue;
    const off = Math.abs(turnBetween(bearing, bearingTo(start, centre)));
    if (off > CONE) continue;
    const cost = Math.hypot(centre[0] - start[0], centre[1] - start[1]) * (1 + off / 45);
    if (cost < least) [best, least] = [target, cost];
  }
  return best;
}

function bearingTo([ax, ay]: Point, [bx, by]: Point): number {
  return (Math.atan2(bx - ax, ay - by) * 180) / Math.PI;
}

function turnBetween(a: number, b: number): number {
  return ((((b - a) % 360) + 540) % 360) - 180;
}
