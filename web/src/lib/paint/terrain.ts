import type { Cell } from "../../generated/protocol";
import type { Outline, Point } from "../scene/board";
import type { HexGrid } from "../scene/hexes";

/** The kinds of ground that are painted apart. */
export type Named = "woods" | "hill" | "steep" | "town" | "lake" | "marsh" | "sand" | "rocks" | "fields";

const KINDS: Readonly<Record<string, Named>> = {
  forest: "woods",
  woods: "woods",
  hill: "hill",
  slope: "hill",
  rugged_hill: "steep",
  mountain: "steep",
  cliff: "steep",
  building: "town",
  town: "town",
  village: "town",
  lake: "lake",
  sea: "lake",
  marsh: "marsh",
  swamp: "marsh",
  sand: "sand",
  sand_pit: "sand",
  rocky: "rocks",
  scrub: "rocks",
  gully: "rocks",
  field: "fields",
  fields: "fields",
};

/** What does not end at the edge of the board but goes on in the land beyond. */
const GOES_ON: ReadonlySet<Named> = new Set(["woods", "hill", "steep", "lake"]);

/** A cell with its ground, or a cell of the land beyond the board, which has no number. */
export interface LaidCell {
  readonly cell?: number;
  readonly centre: Point;
  readonly kinds: readonly string[];
  readonly level: number;
  outline(scale: number): Outline;
}

export interface Laid {
  readonly cells: ReadonlyMap<number, Cell>;
  of(name: Named): LaidCell[];
  /** The cells of level one and more, of level two and more, and so on, but for the steep ones. */
  levels(): LaidCell[][];
}

/** Sorts the cells of a board by their ground, and lets the ground go on beyond the edge. */
export function laidCells(grid: HexGrid, cells: readonly Cell[]): Laid {
  const byId = new Map(cells.map((cell) => [cell.id, cell]));
  const make = (centre: Point, kinds: readonly string[], level: number, cell?: number): LaidCell => ({
    ...(cell === undefined ? {} : { cell }),
    centre,
    kinds,
    level,
    outline: (scale) => grid.corners.map(([x, y]): Point => [centre[0] + x * scale, centre[1] + y * scale]),
  });
  const inner = cells.flatMap((cell) => {
    const centre = grid.centres[cell.id];
    return centre ? [make(centre, cell.terrain ?? [], levelOf(cell), cell.id)] : [];
  });
  const outer = beyond(grid).map(({ centre, next }) => {
    const [kinds, level] = goingOn(next.map((cell) => byId.get(cell)));
    return make(centre, kinds, level);
  });
  const all = [...inner, ...outer];
  const named = (one: LaidCell) => one.kinds.map((kind) => KINDS[kind.split("/").pop() ?? kind]);
  return {
    cells: byId,
    of: (name) => all.filter((one) => named(one).includes(name)),
    levels: () => {
      const top = Math.max(0, ...all.map((one) => one.level));
      const flat = all.filter((one) => !named(one).includes("steep"));
      return Array.from({ length: top }, (_, index) => flat.filter((one) => one.level > index));
    },
  };
}

/** A hill is high ground even where the game does not count levels. */
function levelOf(cell: Cell): number {
  const high = (cell.terrain ?? []).some((kind) => KINDS[kind] === "hill");
  return Math.max(cell.level ?? 0, high ? 1 : 0);
}

interface Beyond {
  centre: Point;
  next: number[];
}

/** Lists the places around the board, each with the cells it touches. */
function beyond(grid: HexGrid): Beyond[] {
  const found = new Map<string, Beyond>();
  grid.neighbours.forEach((sides, cell) => {
    sides.forEach((neighbour, side) => {
      if (neighbour !== undefined) return;
      const centre = across(grid, cell, side);
      const key = `${Math.round(centre[0])},${Math.round(centre[1])}`;
      const known = found.get(key);
      if (known) known.next.push(cell);
      else found.set(key, { centre, next: [cell] });
    });
  });
  return [...found.values()];
}

/** Gives the centre of the place across a hexside. */
export function across(grid: HexGrid, cell: number, side: number): Point {
  const [x, y] = grid.centres[cell] ?? [0, 0];
  const [ax, ay] = grid.corners[(side + 5) % 6] ?? [0, 0];
  const [bx, by] = grid.corners[side] ?? [0, 0];
  return [x + ax + bx, y + ay + by];
}

function goingOn(next: readonly (Cell | undefined)[]): [string[], number] {
  const kinds = next.flatMap((cell) => cell?.terrain ?? []);
  const half = next.length / 2;
  const often = [...new Set(kinds)].filter((kind) => {
    const name = KINDS[kind];
    return name && GOES_ON.has(name) && kinds.filter((one) => one === kind).length > half;
  });
  const level = Math.min(...next.map((cell) => (cell ? levelOf(cell) : 0)));
  const high = often.some((kind) => KINDS[kind] === "hill");
  return [often, Math.max(level, high ? 1 : 0)];
}
