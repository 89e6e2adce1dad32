import type { HexLayout } from "../../generated/protocol";
import type { Outline, Point } from "./board";

/** Hundredths of the distance between neighbouring centres: the unit of a hex board. */
const CELL = 100;
const TO_CORNER = CELL / Math.sqrt(3);
const LANE_PITCH = (CELL * Math.sqrt(3)) / 2;

/** Steps in doubled coordinates to the neighbours across hexsides 0 to 5. */
const STEPS = {
  pointy: [
    [1, -1],
    [2, 0],
    [1, 1],
    [-1, 1],
    [-2, 0],
    [-1, -1],
  ],
  flat: [
    [0, -2],
    [1, -1],
    [1, 1],
    [0, 2],
    [-1, 1],
    [-1, -1],
  ],
} as const;

const FIRST_CORNER = { pointy: 60, flat: 30 } as const;

/** A hex grid as drawn: where its cells lie and what they are called. */
export interface HexGrid {
  readonly layout: HexLayout;
  readonly width: number;
  readonly height: number;
  readonly labels: readonly string[];
  readonly centres: readonly Point[];
  /** For each cell the cells across its six hexsides. */
  readonly neighbours: readonly (readonly (number | undefined)[])[];
  /** The corners of a cell around its centre; corner v lies between hexsides v and v + 1. */
  readonly corners: Outline;
}

/** Lays out the cells as the server does, numbered in the order of the runs. */
export function gridOf(layout: HexLayout): HexGrid {
  const cells = cellsOf(layout);
  const spots = cells.map(({ lane, place }) => doubled(layout, lane, place));
  const pointy = layout.top === "pointy";
  const [xs, width] = scaled(
    spots.map(([x]) => x),
    pointy,
  );
  const [ys, height] = scaled(
    spots.map(([, y]) => y),
    !pointy,
  );
  return {
    layout,
    width,
    height,
    labels: cells.map((cell) => cell.label),
    centres: spots.map((_, index): Point => [xs[index] ?? 0, ys[index] ?? 0]),
    neighbours: neighboursOf(layout, spots),
    corners: cornersOf(layout),
  };
}

/** Gives the outline of a cell, shrunk towards its centre if wanted. */
export function outlineOf(grid: HexGrid, cell: number, scale = 1): Outline {
  const [x, y] = grid.centres[cell] ?? [0, 0];
  return grid.corners.map(([dx, dy]): Point => [x + dx * scale, y + dy * scale]);
}

/** Gives the two ends of a hexside. */
export function sideOf(grid: HexGrid, cell: number, side: number, scale = 1): readonly [Point, Point] {
  const outline = outlineOf(grid, cell, scale);
  return [outline[(side + 5) % 6] ?? [0, 0], outline[side % 6] ?? [0, 0]];
}

/** Finds the cell in which a point lies. */
export function cellAt(grid: HexGrid, [x, y]: Point): number | undefined {
  let best: number | undefined;
  let nearest = TO_CORNER * TO_CORNER;
  grid.centres.forEach(([cx, cy], cell) => {
    const distance = (cx - x) ** 2 + (cy - y) ** 2;
    if (distance < nearest) [best, nearest] = [cell, distance];
  });
  return best !== undefined && inside(grid, best, x, y) ? best : undefined;
}

function inside(grid: HexGrid, cell: number, x: number, y: number): boolean {
  const [cx, cy] = grid.centres[cell] ?? [0, 0];
  const [dx, dy] = [Math.abs(x - cx), Math.abs(y - cy)];
  const [along, across] = grid.layout.top === "pointy" ? [dx, dy] : [dy, dx];
  return along <= CELL / 2 + 0.001 && across <= TO_CORNER - along / Math.sqrt(3) + 0.001;
}

interface LaidCell {
  lane: number;
  place: number;
  label: string;
}

function cellsOf(layout: HexLayout): LaidCell[] {
  const without = new Set(layout.without);
  const found = new Map<string, LaidCell>();
  for (const run of layout.runs) {
    for (let place = run.first; place < run.first + run.count; place++) {
      const label = labelOf(layout, run.lane, place);
      if (!without.has(label) && !found.has(label)) found.set(label, { lane: run.lane, place, label });
    }
  }
  return [...found.values()];
}

function labelOf(layout: HexLayout, lane: number, place: number): string {
  const numeral = (n: number) => String(n).padStart(layout.digits, "0");
  return `${numeral(lane)}${layout.separator}${numeral(place)}`;
}

function doubled(layout: HexLayout, lane: number, place: number): Point {
  const shifted = (lane % 2 === 1) === (layout.shifted === "odd");
  const along = 2 * place + (shifted ? 1 : 0);
  const [x, y] = layout.top === "pointy" ? [along, lane] : [lane, along];
  return layout.upward ? [x, -y] : [x, y];
}

function scaled(values: readonly number[], along: boolean): [number[], number] {
  const [pitch, margin] = along ? [CELL / 2, CELL / 2] : [LANE_PITCH, TO_CORNER];
  const low = Math.min(...values);
  const high = Math.max(...values);
  return [values.map((value) => margin + pitch * (value - low)), 2 * margin + pitch * (high - low)];
}

function neighboursOf(layout: HexLayout, spots: readonly Point[]): (number | undefined)[][] {
  const at = new Map(spots.map(([x, y], cell) => [`${x},${y}`, cell]));
  return spots.map(([x, y]) => STEPS[layout.top].map(([dx, dy]) => at.get(`${x + dx},${y + dy}`)));
}

function cornersOf(layout: HexLayout): Outline {
  return [0, 1, 2, 3, 4, 5].map((corner): Point => {
    const turn = ((FIRST_CORNER[layout.top] + 60 * corner) * Math.PI) / 180;
    return [TO_CORNER * Math.sin(turn), -TO_CORNER * Math.cos(turn)];
  });
}
