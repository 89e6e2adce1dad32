import type { Outline, Point } from "./board";
import { type HexGrid, sideOf } from "./hexes";

/** Draws the outer edge of a set of cells as closed rings. */
export function rimOf(grid: HexGrid, cells: ReadonlySet<number>): Outline[] {
  const next = new Map<string, Point[]>();
  for (const cell of cells) {
    for (let side = 0; side < 6; side++) {
      const beyond = grid.neighbours[cell]?.[side];
      if (beyond !== undefined && cells.has(beyond)) continue;
      const [from, to] = sideOf(grid, cell, side);
      next.set(keyOf(from), [...(next.get(keyOf(from)) ?? []), to]);
    }
  }
  return chained(next);
}

/** Joins sides end to end; where two rings touch in a corner either way round will do. */
function chained(next: Map<string, Point[]>): Outline[] {
  const rings: Outline[] = [];
  for (const [key, ends] of next) {
    while (ends.length) {
      const ring: Point[] = [];
      let at = ends.pop();
      while (at) {
        ring.push(at);
        at = next.get(keyOf(at))?.pop();
      }
      if (ring.length > 2) rings.push(ring);
      if (!next.get(key)?.length) break;
    }
  }
  return rings;
}

function keyOf([x, y]: Point): string {
  return `${Math.round(x * 10)},${Math.round(y * 10)}`;
}
