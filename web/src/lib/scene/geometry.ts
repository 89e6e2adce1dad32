import type { Ground, HexLayout, Piece, Target } from "../../generated/protocol";
import type { Board, Outline, Place, Point } from "./board";
import { cellAt, gridOf, type HexGrid, outlineOf, sideOf } from "./hexes";

/** Everything is drawn for a hex this many pixels wide and then scaled. */
export const CELL_PX = 87;
const TABLE_PX_PER_INCH = 25;
const INCH = 254;
const MAP_PX = 1200;

/** A board as drawn, in its own units. */
export interface Shape {
  readonly board: Board;
  readonly width: number;
  readonly height: number;
  /** Units of the board per pixel of the drawings. */
  readonly unit: number;
  readonly grid?: HexGrid;
}

/** Where something lies: its centre, and its outline if it has one. */
interface Spot {
  readonly centre: Point;
  readonly outlines: readonly Outline[];
}

const grids = new WeakMap<HexLayout, HexGrid>();

/** Lays out a board. */
export function shapeOf(board: Board): Shape {
  if (board.board === "hex") return { ...hexSize(board.layout), board, unit: 100 / CELL_PX };
  const unit = board.board === "table" ? INCH / TABLE_PX_PER_INCH : board.width / MAP_PX;
  return { board, width: board.width, height: board.height, unit };
}

function hexSize(layout: HexLayout): { grid: HexGrid; width: number; height: number } {
  let grid = grids.get(layout);
  if (!grid) {
    grid = gridOf(layout);
    grids.set(layout, grid);
  }
  return { grid, width: grid.width, height: grid.height };
}

/** Finds where a target lies on a board; pieces are looked up among those given. */
export function placeOf(shape: Shape, target: Target, pieces: readonly Piece[] = []): Spot | undefined {
  switch (target.kind) {
    case "cell":
      return cellSpot(shape, Number(target.id));
    case "edge":
      return edgeSpot(shape, target.id);
    case "vertex":
      return vertexSpot(shape, target.id);
    case "area":
      return areaSpot(shape, target.id);
    case "point":
      return pointSpot(target.id);
    case "piece":
      return pieceSpot(
        shape,
        pieces.find((piece) => piece.id === target.id),
      );
    default:
      return undefined;
  }
}

/** Finds the centre of a place; nothing beside the board has one. */
export function centreOf(shape: Shape, place: Place): Point | undefined {
  switch (place.on) {
    case "cells":
      return meanCentre(shape, place.cells);
    case "area":
      return areaSpot(shape, place.area)?.centre;
    case "point":
      return [place.x, place.y];
    default:
      return undefined;
  }
}

/** Finds what lies under a point of the board itself: a cell or an area. */
export function groundAt(shape: Shape, point: Point): Target | undefined {
  if (shape.grid) {
    const cell = cellAt(shape.grid, point);
    return cell === undefined ? undefined : { kind: "cell", id: String(cell) };
  }
  if (shape.board.board === "table") {
    const piece = shape.board.ground?.findLast((one) => isOn(one, point));
    return piece && { kind: "area", id: piece.id };
  }
  if (shape.board.board !== "areas") return undefined;
  const area = shape.board.areas.find((one) => (one.outline ?? []).some((ring) => contains(ring, point)));
  return area && { kind: "area", id: area.id };
}

/** Tells whether a point lies on a piece of terrain, and in none of its holes. */
function isOn({ outline, holes }: Ground, point: Point): boolean {
  return contains(outline, point) && !(holes ?? []).some((hole) => contains(hole, point));
}

/** Lists the cells and areas of a board as targets, in the board's own order. */
export function groundTargets(shape: Shape): Target[] {
  if (shape.grid) return shape.grid.centres.map((_, cell): Target => ({ kind: "cell", id: String(cell) }));
  if (shape.board.board !== "areas") return [];
  return shape.board.areas.map((area): Target => ({ kind: "area", id: area.id }));
}

function cellSpot(shape: Shape, cell: number): Spot | undefined {
  const centre = shape.grid?.centres[cell];
  return shape.grid && centre && { centre, outlines: [outlineOf(shape.grid, cell)] };
}

function edgeSpot(shape: Shape, id: string): Spot | undefined {
  if (shape.board.board === "table") return tableEdge(shape, id);
  const [cell = Number.NaN, side = Number.NaN] = id.split(":").map(Number);
  if (!shape.grid?.centres[cell]) return undefined;
  const [a, b] = sideOf(shape.grid, cell, side);
  return { centre: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], outlines: [[a, b]] };
}

/** The edges of a table have names. */
function tableEdge({ width, height }: Shape, id: string): Spot | undefined {
  const ends: Readonly<Record<string, readonly [Point, Point]>> = {
    top: [
      [0, 0],
      [width, 0],
    ],
    right: [
      [width, 0],
      [width, height],
    ],
    bottom: [
      [width, height],
      [0, height],
    ],
    left: [
      [0, height],
      [0, 0],
    ],
  };
  const line = ends[id];
  return line && { centre: middleOf(line), outlines: [line] };
}

function vertexSpot(shape: Shape, id: string): Spot | undefined {
  const [cell = Number.NaN, corner = Number.NaN] = id.split(":").map(Number);
  if (!shape.grid?.centres[cell]) return undefined;
  const centre = outlineOf(shape.grid, cell)[corner % 6];
  return centre && { centre, outlines: [] };
}

function areaSpot(shape: Shape, id: string): Spot | undefined {
  if (shape.board.board === "table") {
    const piece = shape.board.ground?.find((one) => one.id === id);
    return piece && { centre: middleOf(piece.outline), outlines: [piece.outline] };
  }
  if (shape.board.board !== "areas") return undefined;
  const area = shape.board.areas.find((one) => one.id === id);
  if (!area) return undefined;
  const outlines = area.outline ?? [];
  return { centre: area.at ?? middleOf(outlines.flat()), outlines };
}

function pointSpot(id: string): Spot {
  const [x = 0, y = 0] = id.split(",").map(Number);
  return { centre: [x, y], outlines: [] };
}

function pieceSpot(shape: Shape, piece: Piece | undefined): Spot | undefined {
  const centre = piece && centreOf(shape, piece.at);
  if (!piece || !centre) return undefined;
  return { centre, outlines: piece.size ? [footprint(centre, piece.size, piece.facing ?? 0)] : [] };
}

/** Gives the corners of a base: front left, front right, rear right, rear left. */
export function footprint([x, y]: Point, [width, depth]: Point, facing: number): Outline {
  const turn = (facing * Math.PI) / 18000;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const corners: Point[] = [
    [-width / 2, -depth / 2],
    [width / 2, -depth / 2],
    [width / 2, depth / 2],
    [-width / 2, depth / 2],
  ];
  return corners.map(([dx, dy]): Point => [x + dx * cos - dy * sin, y + dx * sin + dy * cos]);
}

function meanCentre(shape: Shape, cells: readonly number[]): Point | undefined {
  const centres = cells.flatMap((cell) => {
    const centre = shape.grid?.centres[cell];
    return centre ? [centre] : [];
  });
  return centres.length ? middleOf(centres) : undefined;
}

/** Gives the mean of points. */
export function middleOf(points: Outline): Point {
  const n = Math.max(1, points.length);
  return [points.reduce((sum, [x]) => sum + x, 0) / n, points.reduce((sum, [, y]) => sum + y, 0) / n];
}

/** Tells whether a point lies within a ring. */
export function contains(ring: Outline, [x, y]: Point): boolean {
  let found = false;
  ring.forEach(([ax, ay], index) => {
    const [bx, by] = ring[(index + ring.length - 1) % ring.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found;
  });
  return found;
}
