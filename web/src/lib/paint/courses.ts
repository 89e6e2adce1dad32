import type { HexGrid } from "../scene/hexes";

/** How many steps the search for the best way through a water may take. */
const BUDGET = 6000;

/** What a way is worth: cells on it, ends at the edge of the board, and how it turns. */
const CELL_WORTH = 10;
const EDGE_WORTH = 7;
const TURN_COST = [0, 0.6, 7] as const;

/**
 * Finds the courses of the waters among some cells: one for each main stream, and one for each branch,
 * which begins in the cell where it joins. Every cell is on a course.
 */
export function coursesOf(grid: HexGrid, cells: ReadonlySet<number>): number[][] {
  return waters(grid, cells).flatMap((water) => {
    const stem = bestWay(grid, water, startsOf(grid, water), []);
    return [stem, ...branches(grid, water, new Set(stem))];
  });
}

/** Tells whether a cell lies at the edge of the board. */
export function atEdge(grid: HexGrid, cell: number): boolean {
  return (grid.neighbours[cell] ?? []).some((next) => next === undefined);
}

function branches(grid: HexGrid, water: ReadonlySet<number>, done: Set<number>): number[][] {
  const rest = new Set([...water].filter((cell) => !done.has(cell)));
  return waters(grid, rest).flatMap((part) => {
    const joints = [...part].flatMap((cell) => around(grid, cell, done).map((joint) => [joint, cell]));
    const ways = joints.map(([joint = 0, cell = 0]) => bestWay(grid, part, [cell], [joint]));
    const best = ways.reduce((a, b) => (worth(grid, b) > worth(grid, a) ? b : a), ways[0] ?? []);
    const found = new Set([...done, ...best]);
    return [best, ...branches(grid, new Set([...part, ...best]), found)];
  });
}

function waters(grid: HexGrid, cells: ReadonlySet<number>): Set<number>[] {
  const left = new Set(cells);
  const found: Set<number>[] = [];
  for (const first of cells) {
    if (!left.delete(first)) continue;
    const water = new Set([first]);
    for (const cell of water) {
      for (const next of around(grid, cell, left)) {
        left.delete(next);
        water.add(next);
      }
    }
    found.push(water);
  }
  return found;
}

function around(grid: HexGrid, cell: number, among: ReadonlySet<number>): number[] {
  return (grid.neighbours[cell] ?? []).filter(
    (next): next is number => next !== undefined && among.has(next),
  );
}

/** Streams begin at the edge of the board or at a dead end, if there is any. */
function startsOf(grid: HexGrid, water: ReadonlySet<number>): number[] {
  const likely = [...water].filter((cell) => atEdge(grid, cell) || around(grid, cell, water).length < 2);
  return likely.length ? likely : [...water];
}

function bestWay(
  grid: HexGrid,
  water: ReadonlySet<number>,
  starts: readonly number[],
  before: readonly number[],
): number[] {
  let best: number[] = [];
  let most = Number.NEGATIVE_INFINITY;
  let steps = 0;
  const walk = (way: number[], used: Set<number>) => {
    const value = worth(grid, way);
    if (value > most) [best, most] = [[...way], value];
    if (++steps > BUDGET) return;
    for (const next of around(grid, way.at(-1) ?? 0, water)) {
      if (used.has(next)) continue;
      used.add(next);
      walk([...way, next], used);
      used.delete(next);
    }
  };
  for (const start of starts) {
    steps = 0;
    walk([...before, start], new Set([...before, start]));
  }
  return best;
}

function worth(grid: HexGrid, way: readonly number[]): number {
  const ends = [way[0], way.at(-1)].filter((cell) => cell !== undefined && atEdge(grid, cell)).length;
  let value = way.length * CELL_WORTH + ends * EDGE_WORTH;
  for (let i = 2; i < way.length; i++) value -= TURN_COST[turnAt(grid, way, i)] ?? 0;
  return value;
}

/** Counts the sixths of a turn at a cell of a way. */
function turnAt(grid: HexGrid, way: readonly number[], i: number): number {
  const side = (from: number, to: number) => (grid.neighbours[from] ?? []).indexOf(to);
  const [a = 0, b = 0, c = 0] = [way[i - 2], way[i - 1], way[i]];
  const turn = Math.abs(side(a, b) - side(b, c));
  return Math.min(turn, 6 - turn);
}
