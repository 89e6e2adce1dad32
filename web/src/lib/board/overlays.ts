import type { Badge, Cell, Marks, Piece, Scene, Target } from "../../generated/protocol";
import { across } from "../paint/terrain";
import { type Board, cellTarget, keyOf, type Outline, type Point } from "../scene/board";
import { placeOf, type Shape } from "../scene/geometry";
import { outlineOf } from "../scene/hexes";
import { rimOf } from "../scene/rim";
import type { Look, Mark } from "./marks";

/** What is drawn around a place: a look of a mark, or one that only scenes have. */
type SpotLook = Look | "select" | "note";

/** A place that is marked, with the outlines to draw. */
export interface MarkedSpot {
  readonly key: string;
  readonly look: SpotLook;
  readonly target: Target;
  readonly centre: Point;
  readonly outlines: readonly Outline[];
  readonly n?: number | undefined;
}

/** Lists everything marked, by the scene itself and by whoever shows it, each place and look once. */
export function spotsOf(
  shape: Shape,
  scene: Scene,
  pieces: readonly Piece[],
  marks: readonly Mark[],
): MarkedSpot[] {
  const found = new Map<string, MarkedSpot>();
  for (const { target, look, n } of [...sceneMarks(shape.board, scene), ...marks]) {
    const spot = spotOf(shape, target, pieces);
    const key = `${look}/${keyOf(target)}`;
    if (spot) found.set(key, { key, look, target, n, ...spot });
  }
  return [...found.values()];
}

type AnyMark = { target: Target; look: SpotLook; n?: number | undefined };

function sceneMarks(board: Board, scene: Scene): AnyMark[] {
  const first = scene.boards?.[0]?.id;
  const overlays = (scene.overlays ?? []).filter((one) => (one.board || first) === board.id);
  return overlays.flatMap((overlay) => (overlay.show === "marks" ? marksOf(overlay) : []));
}

function marksOf(overlay: Marks): AnyMark[] {
  if (overlay.meaning === "objective") return [];
  const look: SpotLook = overlay.meaning === "reach" && overlay.weak ? "reach-weak" : overlay.meaning;
  return [
    ...(overlay.cells ?? []).map((cell, i) => ({ target: cellTarget(cell), look, n: overlay.numbers?.[i] })),
    ...named(overlay.edges, "edge", look),
    ...named(overlay.areas, "area", look),
    ...named(overlay.pieces, "piece", look),
  ];
}

function named(ids: readonly string[] | undefined, kind: Target["kind"], look: SpotLook): AnyMark[] {
  return (ids ?? []).map((id) => ({ target: { kind, id }, look }));
}

/** A piece on hexes is marked by its cells, another one by its footprint. */
function spotOf(
  shape: Shape,
  target: Target,
  pieces: readonly Piece[],
): { centre: Point; outlines: readonly Outline[] } | undefined {
  const spot = placeOf(shape, target, pieces);
  if (!spot || target.kind !== "piece" || !shape.grid) return spot;
  const place = pieces.find((piece) => piece.id === target.id)?.at;
  const cells = place?.on === "cells" ? place.cells : [];
  const grid = shape.grid;
  return { centre: spot.centre, outlines: cells.map((cell) => outlineOf(grid, cell)) };
}

/** Draws the outer edge of everything with a look, as of one piece of land. */
export function commonRim(shape: Shape, spots: readonly MarkedSpot[]): Outline[] {
  if (!shape.grid) return spots.flatMap((spot) => spot.outlines);
  const cells = spots.flatMap((spot) => (spot.target.kind === "cell" ? [Number(spot.target.id)] : []));
  return rimOf(shape.grid, new Set(cells));
}

/** Shrinks an outline towards a point. */
export function shrunk(outline: Outline, [cx, cy]: Point, scale: number): Outline {
  return outline.map(([x, y]): Point => [cx + (x - cx) * scale, cy + (y - cy) * scale]);
}

/** Writes an outline for an SVG path. */
export function pathOf(outlines: readonly Outline[], closed = true): string {
  const ring = (points: Outline) =>
    points.map(([x, y], i) => `${i ? "L" : "M"}${round(x)} ${round(y)}`).join("") + (closed ? "Z" : "");
  return outlines.map(ring).join("");
}

/** Gives the place at which fewest pieces stand within some room of it; of equals the first. */
export function leastCrowded(
  places: readonly Point[],
  pieces: readonly Point[],
  [wide, high]: Point,
): Point | undefined {
  const crowd = ([x, y]: Point) =>
    pieces.filter(([px, py]) => Math.abs(px - x) < wide && Math.abs(py - y) < high).length;
  return places.reduce<{ at: Point; crowd: number } | undefined>((best, at) => {
    const here = crowd(at);
    return best && best.crowd <= here ? best : { at, crowd: here };
  }, undefined)?.at;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Draws a bracket at every corner of an outline. */
export function brackets(outline: Outline, share = 0.24): string {
  const at = (i: number): Point => outline[(i + outline.length) % outline.length] ?? [0, 0];
  const towards = ([ax, ay]: Point, [bx, by]: Point): Point => [
    ax + (bx - ax) * share,
    ay + (by - ay) * share,
  ];
  return pathOf(
    outline.map((corner, i) => [towards(corner, at(i - 1)), corner, towards(corner, at(i + 1))]),
    false,
  );
}

/** A place worth something, or a way off the board. */
export interface Sign {
  readonly key: string;
  readonly kind: "objective" | "exit";
  readonly centre: Point;
  readonly outline: Outline;
  readonly n?: number | undefined;
  /** The seat that has it. */
  readonly owner: string;
  /** The direction of the way out, in degrees clockwise from the top. */
  readonly out: number;
  /** Whether a piece stands in the way of the sign. */
  readonly taken: boolean;
}

/** Lists the objectives and exits of a board. */
export function signsOf(shape: Shape, scene: Scene, occupied: ReadonlySet<number>): Sign[] {
  const { board, grid } = shape;
  if (board.board !== "hex" || !grid) return [];
  const cells = new Map((board.cells ?? []).map((cell) => [cell.id, cell]));
  return objectiveCells(board, scene, cells).flatMap((id) => {
    const centre = grid.centres[id];
    const cell = cells.get(id);
    const badge = (cell?.badges ?? []).find((one) => one.kind === "objective" || one.kind === "exit");
    if (!centre) return [];
    return {
      key: String(id),
      kind: badge?.kind === "exit" ? "exit" : "objective",
      centre,
      outline: outlineOf(grid, id, 0.9),
      n: worthOf(badge),
      owner: cell?.owner ?? "",
      out: wayOut(shape, id),
      taken: occupied.has(id),
    } satisfies Sign;
  });
}

function objectiveCells(board: Board, scene: Scene, cells: ReadonlyMap<number, Cell>): number[] {
  const first = scene.boards?.[0]?.id;
  const marked = (scene.overlays ?? []).flatMap((one) =>
    one.show === "marks" && one.meaning === "objective" && (one.board || first) === board.id
      ? (one.cells ?? [])
      : [],
  );
  const badged = [...cells.values()]
    .filter((cell) => (cell.badges ?? []).some(isWorth))
    .map((cell) => cell.id);
  return [...new Set([...marked, ...badged])];
}

function isWorth(badge: Badge): boolean {
  return badge.kind === "objective" || badge.kind === "exit";
}

/** A sign says what it is worth, in its number or in its sentence. */
function worthOf(badge: Badge | undefined): number | undefined {
  const said = badge?.text?.args.n;
  return badge?.n ?? (typeof said === "number" ? said : undefined);
}

function wayOut(shape: Shape, cell: number): number {
  const grid = shape.grid;
  const [x, y] = grid?.centres[cell] ?? [0, 0];
  const free = (grid?.neighbours[cell] ?? []).flatMap((next, side) => (next === undefined ? [side] : []));
  if (!grid || !free.length) return 0;
  const [dx, dy] = free
    .map((side) => across(grid, cell, side))
    .reduce<Point>(([sx, sy], [ax, ay]) => [sx + ax - x, sy + ay - y], [0, 0]);
  return (Math.atan2(dx, -dy) * 180) / Math.PI;
}
