/** Pieces of terrain as answers carry them, and what can be done with them on a table. */

import type { Ground, Stroke, TableBoard } from "../../../generated/protocol";
import { stepTowards, swungPoint } from "../../board/measured/poses";
import { bandOf, crestOf, strip } from "../../paint/table_recipe";
import type { Outline, Point } from "../../scene/board";
import { contains, middleOf } from "../../scene/geometry";

export type TableEdge = "top" | "right" | "bottom" | "left";

/** A piece of terrain: an area with an outline, a line with its middle, or a strip along an edge. */
export interface TerrainPiece {
  readonly id: string;
  readonly kind: string;
  readonly outline?: Outline;
  readonly via?: Outline;
  readonly width?: number;
  readonly holes?: readonly Outline[];
  readonly top?: Outline;
  readonly edge?: string;
  readonly [more: string]: unknown;
}

/** The size of a table and its unit. */
export interface Tabletop {
  readonly width: number;
  readonly height: number;
  readonly unit: number;
}

const EDGES: readonly TableEdge[] = ["top", "right", "bottom", "left"];
const USUAL_STRIP = 3;
const THIN = 0.5;
/** How near to an edge of the table a line ends on it, in its unit. */
const ON_EDGE = 0.3;
const SMALLEST = 0.2;

export function tabletopOf({ width, height, unit = 254 }: TableBoard): Tabletop {
  return { width, height, unit };
}

/** Tells whether some data is a piece of terrain. */
export function isPiece(data: unknown): data is TerrainPiece {
  if (typeof data !== "object" || data === null) return false;
  const { id, kind, outline, via, edge } = data as Record<string, unknown>;
  const drawn = Array.isArray(outline) || Array.isArray(via) || typeof edge === "string";
  return typeof id === "string" && typeof kind === "string" && drawn;
}

/** Gives the ground that a piece covers. */
export function coverOf(piece: TerrainPiece, table: Tabletop): Outline {
  if (piece.outline?.length) return piece.outline;
  if (piece.via?.length) return strip(piece.via, piece.width || THIN * table.unit);
  return isEdge(piece.edge) ? bandAlong(piece.edge, piece.width || USUAL_STRIP * table.unit, table) : [];
}

function isEdge(name: string | undefined): name is TableEdge {
  return EDGES.some((edge) => edge === name);
}

function bandAlong(edge: TableEdge, deep: number, { width, height }: Tabletop): Outline {
  const box = {
    top: [0, 0, width, deep],
    right: [width - deep, 0, width, height],
    bottom: [0, height - deep, width, height],
    left: [0, 0, deep, height],
  } as const;
  const [x0, y0, x1, y1] = box[edge];
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}

/** Finds the uppermost piece under a point; the last one lies on top, and thin ones are easier to hit. */
export function pieceAt(
  pieces: readonly TerrainPiece[],
  at: Point,
  table: Tabletop,
  room: number,
): TerrainPiece | undefined {
  const wide = (piece: TerrainPiece) =>
    piece.via?.length ? strip(piece.via, Math.max(piece.width ?? 0, room)) : coverOf(piece, table);
  const isLine = (piece: TerrainPiece) => Number(!!piece.via?.length);
  const found = pieces.filter((piece) => contains(wide(piece), at));
  return found.toSorted((a, b) => isLine(a) - isLine(b)).at(-1);
}

/** Gives the middle round which a piece is turned: that of its longest dimension, or between its ends. */
export function pivotOf(piece: TerrainPiece, table: Tabletop): Point {
  const ends = piece.outline?.length
    ? crestOf(piece.outline)
    : piece.via?.length
      ? [piece.via[0] ?? [0, 0], piece.via.at(-1) ?? [0, 0]]
      : coverOf(piece, table);
  return middleOf(ends as Outline);
}

type Shape = (point: Point) => Point;

function reshaped(piece: TerrainPiece, shape: Shape): TerrainPiece {
  const round = (points: Outline) =>
    points.map(shape).map(([x, y]): Point => [Math.round(x) || 0, Math.round(y) || 0]);
  return {
    ...piece,
    ...(piece.outline && { outline: round(piece.outline) }),
    ...(piece.via && { via: round(piece.via) }),
    ...(piece.top && { top: round(piece.top) }),
    ...(piece.holes && { holes: piece.holes.map(round) }),
  };
}

/** Moves a piece; one that lies along an edge goes to the edge that is nearest. */
export function movedPiece(piece: TerrainPiece, [dx, dy]: Point, table: Tabletop): TerrainPiece {
  if (piece.edge) return { ...piece, edge: nearestEdge(shifted(pivotOf(piece, table), [dx, dy]), table) };
  return reshaped(piece, ([x, y]) => [x + dx, y + dy]);
}

function shifted([x, y]: Point, [dx, dy]: Point): Point {
  return [x + dx, y + dy];
}

/** Turns a piece round its middle. */
export function turnedPiece(piece: TerrainPiece, by: number, table: Tabletop): TerrainPiece {
  if (piece.edge) return piece;
  const pivot = pivotOf(piece, table);
  return reshaped(piece, (point) => swungPoint(point, pivot, by));
}

/** Makes a piece larger or smaller; a line becomes wider or narrower. */
export function scaledPiece(piece: TerrainPiece, factor: number, table: Tabletop): TerrainPiece {
  if (!piece.outline?.length) {
    const width = (piece.width || (piece.edge ? USUAL_STRIP : THIN) * table.unit) * factor;
    return { ...piece, width: Math.round(Math.max(SMALLEST * table.unit, width)) };
  }
  const [cx, cy] = pivotOf(piece, table);
  return reshaped(piece, ([x, y]) => [cx + (x - cx) * factor, cy + (y - cy) * factor]);
}

/** Moves a line as a whole; its ends stay on the edges of the table where they are. */
export function slidLine(piece: TerrainPiece, by: Point, table: Tabletop): TerrainPiece {
  const before = piece.via ?? [];
  const moved = movedPiece(piece, by, table);
  const via = (moved.via ?? []).map((point, i) => {
    const isEnd = i === 0 || i === before.length - 1;
    return isEnd ? onSameEdge(before[i] ?? point, point, table) : point;
  });
  return { ...moved, via };
}

/** Moves one end of a line; the others follow, the less the farther they are from it. */
export function pulledEnd(piece: TerrainPiece, end: 0 | 1, to: Point, table: Tabletop): TerrainPiece {
  const via = piece.via ?? [];
  const last = via.length - 1;
  const from = via[end ? last : 0] ?? to;
  const target = nearEdge(to, table);
  const pulled = via.map(([x, y], i): Point => {
    const part = last ? (end ? i / last : 1 - i / last) : 1;
    return [Math.round(x + (target[0] - from[0]) * part), Math.round(y + (target[1] - from[1]) * part)];
  });
  return { ...piece, via: pulled };
}

function edgesAt([x, y]: Point, { width, height, unit }: Tabletop): TableEdge[] {
  const near = ON_EDGE * unit;
  const away = { top: y, right: width - x, bottom: height - y, left: x };
  return EDGES.filter((edge) => Math.abs(away[edge]) <= near);
}

function onSameEdge(before: Point, [x, y]: Point, table: Tabletop): Point {
  const [edge] = edgesAt(before, table);
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  if (edge === "top") return [within(x, table.width), 0];
  if (edge === "bottom") return [within(x, table.width), table.height];
  if (edge === "left") return [0, within(y, table.height)];
  return edge === "right" ? [table.width, within(y, table.height)] : [x, y];
}

/** Lets a point that comes near an edge of the table, or beyond it, lie on it. */
function nearEdge(point: Point, table: Tabletop): Point {
  const { width, height, unit } = table;
  const [x, y] = [Math.min(width, Math.max(0, point[0])), Math.min(height, Math.max(0, point[1]))];
  const near = unit;
  const across = x < near ? 0 : x > width - near ? width : x;
  const down = y < near ? 0 : y > height - near ? height : y;
  const nearer = Math.min(x, width - x) < Math.min(y, height - y);
  if (across !== x && (down === y || nearer)) return [across, y];
  return down !== y ? [x, down] : [x, y];
}

function nearestEdge([x, y]: Point, { width, height }: Tabletop): TableEdge {
  const away = [y, width - x, height - y, x];
  return EDGES[away.indexOf(Math.min(...away))] ?? "top";
}

// -- as a scene shows them ------------------------------------------------------------------------

const LONG: ReadonlySet<string> = new Set(["road", "stream", "river", "gully", "wall", "rampart", "gate"]);

/** Gives pieces as the ground and the lines of a table. */
export function groundOf(
  pieces: readonly TerrainPiece[],
  table: Tabletop,
): { ground: Ground[]; strokes: Stroke[] } {
  const ground = pieces.flatMap((piece): Ground[] => {
    const outline = coverOf(piece, table);
    const holes = [...(piece.holes ?? []), ...(piece.top?.length ? [piece.top] : [])];
    const own: Ground = { id: piece.id, kind: piece.kind, outline, ...(holes.length && { holes }) };
    if (!outline.length) return [];
    return piece.top?.length ? [own, { id: `${piece.id}/top`, kind: "plateau", outline: piece.top }] : [own];
  });
  const strokes = pieces.flatMap((piece): Stroke[] =>
    piece.via?.length && LONG.has(piece.kind)
      ? [{ kind: piece.kind, points: piece.via, width: piece.width || THIN * table.unit }]
      : [],
  );
  return { ground, strokes };
}

/** Reads the pieces that lie on a table. */
export function piecesOn(board: TableBoard): TerrainPiece[] {
  const tops = new Map(
    (board.ground ?? [])
      .filter((one) => one.id.endsWith("/top"))
      .map((one) => [one.id.slice(0, -4), one.outline]),
  );
  const grounds = (board.ground ?? []).filter((one) => !one.id.endsWith("/top"));
  return grounds.map((ground): TerrainPiece => {
    const top = tops.get(ground.id);
    const line = lineOf(board, ground);
    const holes = (ground.holes ?? []).filter((hole) => !top || !isSame(hole, top));
    return {
      id: ground.id,
      kind: ground.kind,
      ...(line ? { via: line.points ?? [], width: line.width ?? 0 } : { outline: ground.outline }),
      ...(holes.length && { holes }),
      ...(top && { top }),
    };
  });
}

function isSame(a: Outline, b: Outline): boolean {
  return a.length === b.length && a.every(([x, y], i) => x === b[i]?.[0] && y === b[i]?.[1]);
}

/** Finds the line along which a strip of ground lies. */
function lineOf(board: TableBoard, ground: Ground): Stroke | undefined {
  const band = bandOf(ground.outline);
  const [from, to] = [band?.line[0], band?.line.at(-1)];
  if (!from || !to) return undefined;
  const near = (a: Point | undefined, b: Point) => !!a && Math.hypot(a[0] - b[0], a[1] - b[1]) < 60;
  return (board.strokes ?? []).find(({ kind, points }) => {
    const ends = [points?.[0], points?.at(-1)];
    if (kind !== ground.kind) return false;
    return (near(ends[0], from) && near(ends[1], to)) || (near(ends[0], to) && near(ends[1], from));
  });
}

// -- new ones -------------------------------------------------------------------------------------

/** How large new pieces are, in the unit of the table: length and breadth. */
const SIZES: Readonly<Record<string, Point>> = {
  gentle_hill: [18, 12],
  steep_hill: [16, 9],
  wood: [15, 9],
  woods: [15, 9],
  rocky: [14, 8],
  fields: [14, 9],
  village: [14, 9],
  marsh: [14, 8],
  sand: [14, 8],
  tower: [2, 2],
};
const WIDTHS: Readonly<Record<string, number>> = {
  stream: 1.5,
  river: 3,
  gully: 3,
  road: 0.5,
  wall: 1,
  gate: 1,
  rampart: 1,
};
const ROUND_CORNERS = 18;

/** Makes a new piece of a kind around a point, like another of its kind if there is one. */
export function newPiece(
  kind: string,
  id: string,
  at: Point,
  table: Tabletop,
  like: TerrainPiece | undefined,
): TerrainPiece {
  if (like) {
    const [x, y] = pivotOf(like, table);
    return { ...movedPiece(like, [at[0] - x, at[1] - y], table), id };
  }
  if (kind === "seashore") return { id, kind, edge: nearestEdge(at, table) };
  const wide = WIDTHS[kind];
  if (wide !== undefined)
    return { id, kind, via: across(kind, at, table), width: Math.round(wide * table.unit) };
  const [long, broad] = SIZES[kind] ?? [14, 9];
  const outline =
    kind === "fields" || kind === "tower"
      ? rectangle(at, long * table.unit, broad * table.unit)
      : blob(at, long * table.unit, broad * table.unit, id.length + kind.length);
  return { id, kind, outline };
}

/** Waters and roads lead over the table, works are short. */
function across(kind: string, [x, y]: Point, { width, height, unit }: Tabletop): Outline {
  if (kind === "wall" || kind === "gate" || kind === "rampart") {
    const half = (kind === "gate" ? 2 : 4) * unit;
    return [
      [Math.round(x - half), Math.round(y)],
      [Math.round(x + half), Math.round(y)],
    ];
  }
  const points = 8;
  return Array.from({ length: points + 1 }, (_, i): Point => {
    const part = i / points;
    const sway = Math.sin(part * Math.PI) * Math.sin(part * 7 + x) * unit * 2;
    return width > height && kind !== "road"
      ? [Math.round(x + sway), Math.round(part * height)]
      : [Math.round(part * width), Math.round(y + sway)];
  });
}

function rectangle([x, y]: Point, long: number, broad: number): Outline {
  const corners: Outline = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ];
  return corners.map(
    ([dx, dy]): Point => [Math.round(x + (dx * long) / 2), Math.round(y + (dy * broad) / 2)],
  );
}

function blob([x, y]: Point, long: number, broad: number, seed: number): Outline {
  return Array.from({ length: ROUND_CORNERS }, (_, i): Point => {
    const facing = (i / ROUND_CORNERS) * 36_000;
    const turn = (i / ROUND_CORNERS) * 2 * Math.PI;
    const out = 1 + 0.07 * Math.sin(3 * turn + seed) + 0.05 * Math.sin(5 * turn + 2 * seed);
    const [dx, dy] = stepTowards(facing, out / 2);
    return [Math.round(x + dx * long * 0.94), Math.round(y + dy * broad)];
  });
}
