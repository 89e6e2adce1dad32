import type { AreaBoard, HexBoard, Side } from "../../generated/protocol";
import { liveryOf } from "../../themes/liveries";
import type { Outline, Point } from "../scene/board";
import { CELL_PX, type Shape } from "../scene/geometry";
import { sideOf } from "../scene/hexes";
import { rimOf } from "../scene/rim";
import { hash2, seedOf } from "./random";
import { type River, riversOf, strokeRivers } from "./rivers";
import { NO_PARTS, type TableParts, tableRecipe } from "./table_recipe";
import { type Laid, laidCells, type Named } from "./terrain";

/** A layer of high ground: how wide its slope is and how high it rises. */
export interface HillLayer {
  readonly outlines: readonly Outline[];
  readonly run: number;
  readonly rise: number;
}

export interface Town {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly streets: readonly number[];
  readonly church: boolean;
  readonly seed: number;
}

export interface Bridge {
  readonly x: number;
  readonly y: number;
  /** The direction of the deck, in radians from the right. */
  readonly angle: number;
  readonly length: number;
  readonly width: number;
}

/** An area of a political map. */
export interface Land {
  readonly outlines: readonly Outline[];
  readonly sea: boolean;
  readonly owner: string;
  readonly occupier: string;
}

/** Everything that is painted of a board, in pixels of the drawing; it can be sent to a worker. */
export interface Recipe {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly seed: number;
  readonly edge: readonly Outline[];
  readonly hills: readonly HillLayer[];
  readonly contours: readonly number[];
  readonly woods: readonly Outline[];
  readonly lakes: readonly Outline[];
  readonly marsh: readonly Outline[];
  readonly sand: readonly Outline[];
  readonly rocks: readonly Outline[];
  readonly crags: readonly Outline[];
  readonly fields: readonly Outline[];
  readonly towns: readonly Town[];
  readonly rivers: readonly River[];
  readonly bridges: readonly Bridge[];
  readonly works: readonly Outline[];
  readonly stakes: readonly Outline[];
  readonly lands: readonly Land[];
  /** How far the edges of the ground stray from the lines they follow; where one measures, hardly. */
  readonly stray: number;
  readonly parts: TableParts;
}

const MARGIN = 66;
const HILL = { run: 34, rise: 1 };
const STEEP = [
  { scale: 1, run: 22, rise: 1.3 },
  { scale: 0.62, run: 20, rise: 1.1 },
] as const;
/** Cells of the same ground overlap a little, so that they grow together. */
const OVERLAP = 1.02;

/** Says what is to be painted of a board. */
export function recipeOf(shape: Shape, sides: readonly Side[] = []): Recipe {
  const { board } = shape;
  if (board.board === "hex") return hexRecipe(shape, board);
  return board.board === "table" ? tableRecipe(shape, board, plain(shape)) : mapRecipe(shape, board, sides);
}

/** Names what a recipe would paint, so that nothing is painted twice; pieces and prizes do not matter. */
export function groundKey(board: Shape["board"], sides: readonly Side[]): string {
  const parts = board.board === "hex" ? hexGround(board) : [board, sides.map((side) => side.livery)];
  return `${board.id}/${boardSeed(board)}/${seedOf(JSON.stringify(parts))}`;
}

function hexGround({ layout, cells = [], strokes = [] }: HexBoard): unknown {
  return [layout, cells.map((cell) => [cell.id, cell.terrain, cell.level, cell.dirs]), strokes];
}

/** Gives the seed of a board; it does not depend on anything that changes during a game. */
function boardSeed(board: { id: string; title?: { id: string } | null; art?: string }): number {
  return seedOf(board.art || board.title?.id || board.id) % 100_000;
}

function plain(shape: Shape): Recipe {
  const [width, height] = [shape.width / shape.unit, shape.height / shape.unit];
  const edge: Outline = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  return {
    width,
    height,
    margin: MARGIN,
    seed: boardSeed(shape.board),
    edge: [edge],
    hills: [],
    contours: [0.1, 0.5, 0.9],
    woods: [],
    lakes: [],
    marsh: [],
    sand: [],
    rocks: [],
    crags: [],
    fields: [],
    towns: [],
    rivers: [],
    bridges: [],
    works: [],
    stakes: [],
    lands: [],
    stray: 1,
    parts: NO_PARTS,
  };
}

// -- hexes ----------------------------------------------------------------------------------------

function hexRecipe(shape: Shape, board: HexBoard): Recipe {
  const base = plain(shape);
  const grid = shape.grid;
  if (!grid) return base;
  const px = (outline: Outline) => outline.map(([x, y]): Point => [x / shape.unit, y / shape.unit]);
  const laid = laidCells(grid, board.cells ?? []);
  const outlines = (name: Named, scale = OVERLAP) => laid.of(name).map((one) => px(one.outline(scale)));
  const { rivers, bridges } = riversOf(grid, laid, shape.unit, base.seed);
  const drawn = strokeRivers(board.strokes ?? [], shape);
  return {
    ...base,
    edge: rimOf(grid, new Set(grid.centres.keys())).map(px),
    ...relief(
      laid.levels().map((cells) => cells.map((one) => px(one.outline(OVERLAP)))),
      (scale) => outlines("steep", scale),
    ),
    woods: outlines("woods"),
    lakes: outlines("lake"),
    marsh: outlines("marsh"),
    sand: outlines("sand"),
    rocks: outlines("rocks"),
    crags: outlines("steep", 0.86),
    fields: outlines("fields"),
    towns: hexTowns(laid, shape, base.seed),
    rivers: [...rivers, ...drawn],
    bridges,
    works: facedSides(board, shape, "field_works").map(px),
    stakes: facedSides(board, shape, "stakes").map(px),
  };
}

type Relief = Pick<Recipe, "hills" | "contours">;

/** Lays the levels over one another, then the steep ground, which no other ground is as high as. */
function relief(levels: readonly (readonly Outline[])[], steep: (scale: number) => Outline[]): Relief {
  const layers: HillLayer[] = levels
    .filter((outlines) => outlines.length)
    .map((outlines) => ({ outlines, ...HILL }));
  for (const { scale, ...slope } of steep(1).length ? STEEP : []) {
    layers.push({ outlines: steep(scale * OVERLAP), ...slope });
  }
  const contours = layers.length > 1 ? [0.1, 0.5, 0.9, 1.4, 1.9] : [0.1, 0.5, 0.9];
  return { hills: layers, contours };
}

function hexTowns(laid: Laid, shape: Shape, seed: number): Town[] {
  const towns = laid.of("town").filter((town) => town.cell !== undefined);
  return towns.map((town, index) => {
    const [x, y] = [town.centre[0] / shape.unit, town.centre[1] / shape.unit];
    const near = towns.find((other) => other !== town && distance(other.centre, town.centre) < 110);
    const first = near ? bearing(town.centre, near.centre) : hash2(town.cell ?? 0, 3, seed) * Math.PI;
    const second = first + 1.2 + hash2(town.cell ?? 0, 5, seed) * 0.8;
    const alone = !near || index === Math.max(towns.indexOf(near), index);
    return {
      x,
      y,
      radius: CELL_PX * 0.53,
      streets: [first, second],
      church: alone,
      seed: seed + (town.cell ?? 0) * 31,
    };
  });
}

function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(bx - ax, by - ay);
}

function bearing([ax, ay]: Point, [bx, by]: Point): number {
  return Math.atan2(by - ay, bx - ax);
}

/** Draws lines inside the sides that a terrain faces, sides next to each other joined. */
function facedSides(board: HexBoard, shape: Shape, kind: string): Outline[] {
  const grid = shape.grid;
  const cells = (board.cells ?? []).filter((cell) => cell.terrain?.includes(kind));
  if (!grid) return [];
  return cells.flatMap((cell) => {
    const dirs = [...(cell.dirs?.length ? cell.dirs : [0, 1, 2, 3, 4, 5])];
    return runsOf(dirs).map((run) => {
      const points = run.map((side) => sideOf(grid, cell.id, side, 0.84));
      const start: Point = points[0]?.[0] ?? [0, 0];
      return [start, ...points.map(([, to]) => to)];
    });
  });
}

/** Joins sides that follow one another around a cell. */
export function runsOf(sides: readonly number[]): number[][] {
  const left = new Set(sides);
  const first = sides.find((side) => !left.has((side + 5) % 6)) ?? sides[0];
  const runs: number[][] = [];
  for (let turn = 0; turn < 6; turn++) {
    const side = ((first ?? 0) + turn) % 6;
    if (!left.has(side)) continue;
    const last = runs.at(-1);
    if (last && last.at(-1) === (side + 5) % 6) last.push(side);
    else runs.push([side]);
  }
  return runs;
}

// -- maps -------------------------------------------------------------------------------------------

function mapRecipe(shape: Shape, board: AreaBoard, sides: readonly Side[]): Recipe {
  const px = (outline: Outline) => outline.map(([x, y]): Point => [x / shape.unit, y / shape.unit]);
  const colour = (seat: string | undefined) =>
    seat ? liveryOf(sides.find((side) => side.seat === seat)?.livery || seat).body : "";
  const lands = board.areas.map((area) => ({
    outlines: (area.outline ?? []).map(px),
    sea: (area.terrain ?? []).some((kind) => kind === "sea" || kind === "lake"),
    owner: colour(area.owner),
    occupier: colour(area.occupier),
  }));
  return { ...plain(shape), lands };
}
