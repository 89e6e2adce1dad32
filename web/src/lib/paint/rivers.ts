import type { Stroke } from "../../generated/protocol";
import type { Outline, Point } from "../scene/board";
import { CELL_PX, contains, type Shape } from "../scene/geometry";
import type { HexGrid } from "../scene/hexes";
import { atEdge, coursesOf } from "./courses";
import { hash2 } from "./random";
import type { Bridge } from "./recipe";
import { directionAt, spline, wobbled } from "./spline";
import { across, type Laid } from "./terrain";

/** A point of a river: where, how wide, and how deep from 0 (to be waded) to 1. */
interface Reach {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly depth: number;
}

export type River = readonly Reach[];

const DEEP: ReadonlySet<string> = new Set(["river"]);
const SHALLOW: ReadonlySet<string> = new Set(["shallow_river", "stream", "ford"]);
const WIDTH = { deep: 31, shallow: 20 };
const DECK = { length: 84, width: 27 };
const STEP = 5;
const EDGE_PX = 4;
/** Waters narrower than two inches of a table are streams. */
const NARROW = 51;
const MEANDER = 12;

interface Bend {
  readonly at: Point;
  readonly depth: number;
  readonly width: number;
}

/** Draws the waters of a hex board through its cells, out over the edge or to a spring. */
export function riversOf(
  grid: HexGrid,
  laid: Laid,
  unit: number,
  seed: number,
): { rivers: River[]; bridges: Bridge[] } {
  const depths = waterDepths(grid, laid);
  const bend = (cell: number): Bend => ({
    at: meandering(grid, laid, cell, unit, seed),
    ...size(depths.get(cell) ?? 0),
  });
  const joined = new Set<number>();
  const rivers: River[] = [];
  const bridges: Bridge[] = [];
  for (const course of coursesOf(grid, new Set(depths.keys()))) {
    const branch = joined.has(course[0] ?? -1);
    const bends = [
      ...(branch ? [] : ending(grid, course.toReversed(), bend, unit).toReversed()),
      ...course.map(bend),
      ...ending(grid, course, bend, unit),
    ];
    const river = flowing(bends, seed);
    rivers.push(river);
    bridges.push(
      ...course.filter((cell) => isBridge(laid, cell)).map((cell) => bridgeAt(river, bend(cell).at)),
    );
    for (const cell of course) joined.add(cell);
  }
  return { rivers, bridges };
}

/** Finds the cells with water; a bridge without a word about its water spans that of its neighbours. */
function waterDepths(grid: HexGrid, laid: Laid): Map<number, number> {
  const depths = new Map<number, number>();
  for (const [id, cell] of laid.cells) {
    const kinds = cell.terrain ?? [];
    if (kinds.some((kind) => DEEP.has(kind))) depths.set(id, 1);
    else if (kinds.some((kind) => SHALLOW.has(kind))) depths.set(id, 0);
  }
  for (const id of laid.cells.keys()) {
    if (!isBridge(laid, id) || depths.has(id)) continue;
    const near = (grid.neighbours[id] ?? []).flatMap((next) => depths.get(next ?? -1) ?? []);
    depths.set(id, near.length ? Math.max(...near) : 1);
  }
  return depths;
}

function isBridge(laid: Laid, cell: number): boolean {
  return laid.cells.get(cell)?.terrain?.includes("bridge") ?? false;
}

function size(depth: number): { depth: number; width: number } {
  return { depth, width: depth > 0 ? WIDTH.deep : WIDTH.shallow };
}

/** Shifts the water a little out of the middle of its cell, but for bridges. */
function meandering(grid: HexGrid, laid: Laid, cell: number, unit: number, seed: number): Point {
  const [x, y] = grid.centres[cell] ?? [0, 0];
  const shift = isBridge(laid, cell) ? 0 : MEANDER;
  const off = (salt: number) => (hash2(cell, salt, seed) - 0.5) * 2 * shift;
  return [x / unit + off(11), y / unit + off(12)];
}

/** Leads the end of a course over the edge of the board, or lets it rise from a spring. */
function ending(
  grid: HexGrid,
  course: readonly number[],
  bend: (cell: number) => Bend,
  unit: number,
): Bend[] {
  const last = course.at(-1) ?? 0;
  const { at, depth, width } = bend(last);
  const [dx, dy] = course.length > 1 ? heading(bend(course.at(-2) ?? 0).at, at) : [0, -1];
  if (!atEdge(grid, last)) {
    const reach = CELL_PX * 0.3;
    return [{ at: [at[0] + dx * reach, at[1] + dy * reach], depth, width: width * 0.2 }];
  }
  const way = outwards(grid, last, [dx, dy]);
  const out = (cells: number): Bend => ({
    at: [at[0] + (way[0] / unit) * cells, at[1] + (way[1] / unit) * cells],
    depth,
    width,
  });
  return [out(0.62), out(1.35)];
}

function heading([ax, ay]: Point, [bx, by]: Point): Point {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  return [(bx - ax) / length, (by - ay) / length];
}

/** Chooses the free hexside that goes on best in a direction. */
function outwards(grid: HexGrid, cell: number, [dx, dy]: Point): Point {
  const [x, y] = grid.centres[cell] ?? [0, 0];
  const free = (grid.neighbours[cell] ?? []).flatMap((next, side) => (next === undefined ? [side] : []));
  const ways = free.map((side): Point => {
    const [ax, ay] = across(grid, cell, side);
    return [ax - x, ay - y];
  });
  return ways.reduce((a, b) => (b[0] * dx + b[1] * dy > a[0] * dx + a[1] * dy ? b : a), ways[0] ?? [0, -100]);
}

/** Makes a smooth stream of bends. */
function flowing(bends: readonly Bend[], seed: number): River {
  const line = spline(
    bends.map((bend) => bend.at),
    STEP,
  );
  const shaken = wobbled(line, 4.5, 40, seed + 51);
  return shaken.map(([x, y], i) => {
    const along = (i / Math.max(1, line.length - 1)) * (bends.length - 1);
    return { x, y, ...between(bends, along) };
  });
}

function between(bends: readonly Bend[], along: number): { width: number; depth: number } {
  const a = bends[Math.floor(along)];
  const b = bends[Math.min(bends.length - 1, Math.floor(along) + 1)] ?? a;
  const t = along % 1;
  if (!a || !b) return { width: WIDTH.shallow, depth: 0 };
  return { width: a.width + (b.width - a.width) * t, depth: a.depth + (b.depth - a.depth) * t };
}

function bridgeAt(river: River, [x, y]: Point): Bridge {
  let nearest = 0;
  river.forEach((reach, i) => {
    const best = river[nearest] ?? reach;
    if (Math.hypot(reach.x - x, reach.y - y) < Math.hypot(best.x - x, best.y - y)) nearest = i;
  });
  const line = river.map((reach): Point => [reach.x, reach.y]);
  const [dx, dy] = directionAt(line, nearest);
  const at = river[nearest] ?? { x, y };
  return { x: at.x, y: at.y, angle: Math.atan2(dx, -dy), ...DECK };
}

/**
 * Draws the waters of a table: they keep to their lines, as one measures to their banks. Where a ford lies
 * across them they can be waded through.
 */
export function straightRivers(
  bands: readonly { line: Outline; width: number }[],
  fords: readonly Outline[],
  shape: Shape,
): River[] {
  return bands.map(({ line, width }) => {
    const whole = [...flowingOn(line.toReversed(), shape).toReversed(), ...line, ...flowingOn(line, shape)];
    const shallow = width < NARROW;
    return laidOut(softened(whole), STEP).map(([x, y]) => {
      const wade = fords.some((ford) => contains(ford, [x, y]));
      return { x, y, width, depth: wade ? 0 : shallow ? 0.55 : 1 };
    });
  });
}

/** Cuts the corners of a line a little, so that it does not look broken. */
export function softened(line: Outline): Outline {
  if (line.length < 3) return line;
  const part = ([ax, ay]: Point, [bx, by]: Point, t: number): Point => [
    ax + (bx - ax) * t,
    ay + (by - ay) * t,
  ];
  const inner = line.slice(1, -1).flatMap((corner, i) => {
    const [before, after] = [line[i] ?? corner, line[i + 2] ?? corner];
    return [part(corner, before, 0.22), part(corner, corner, 0), part(corner, after, 0.22)].map((at, k) =>
      k === 1 ? part(at, part(before, after, 0.5), 0.1) : at,
    );
  });
  return [line[0] ?? [0, 0], ...inner, line.at(-1) ?? [0, 0]];
}

/** Lays points along a line, corner by corner. */
export function laidOut(line: Outline, step: number): Point[] {
  const found: Point[] = [];
  line.slice(1).forEach(([bx, by], i) => {
    const [ax, ay] = line[i] ?? [bx, by];
    const n = Math.max(1, Math.round(Math.hypot(bx - ax, by - ay) / step));
    for (let k = 0; k < n; k++) found.push([ax + ((bx - ax) * k) / n, ay + ((by - ay) * k) / n]);
  });
  return [...found, ...line.slice(-1)];
}

/** Draws the waters that a board gives as lines; those that end at its edge flow on beyond it. */
export function strokeRivers(strokes: readonly Stroke[], shape: Shape): River[] {
  const waters = strokes.filter((stroke) => DEEP.has(stroke.kind) || SHALLOW.has(stroke.kind));
  return waters.map((stroke) => {
    const points: Outline = stroke.cells?.length
      ? stroke.cells.flatMap((cell) => (shape.grid?.centres[cell] ? [shape.grid.centres[cell]] : []))
      : (stroke.points ?? []);
    const line = points.map(([x, y]): Point => [x / shape.unit, y / shape.unit]);
    const usual = size(DEEP.has(stroke.kind) ? 1 : 0);
    const width = stroke.width ? stroke.width / shape.unit : usual.width;
    const whole = [...flowingOn(line.toReversed(), shape).toReversed(), ...line, ...flowingOn(line, shape)];
    return flowing(
      whole.map((at) => ({ at, depth: usual.depth, width })),
      7,
    );
  });
}

/** Leads the end of a line over the edge of the board, if it ends there. */
function flowingOn(line: readonly Point[], { width, height, unit }: Shape): Point[] {
  const [before, last] = [line.at(-2), line.at(-1)];
  if (!before || !last) return [];
  const near = (at: number, size: number) => at < EDGE_PX || at > size / unit - EDGE_PX;
  if (!near(last[0], width) && !near(last[1], height)) return [];
  const [dx, dy] = heading(before, last);
  return [[last[0] + dx * CELL_PX, last[1] + dy * CELL_PX]];
}
