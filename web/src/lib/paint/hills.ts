import type { Point } from "../scene/board";
import type { Brush } from "./canvas";
import { type Relief, riseAcross, riseDown } from "./ground";
import { clamp, lerp } from "./noise";
import { css, type Palette } from "./palette";
import { type Extent, hash2 } from "./random";

const HACHURE_GAP = 5.2;
const GENTLE = 0.035;
const SHADES = 6;

interface Hachure {
  readonly x: number;
  readonly y: number;
  /** Half the stroke, as a vector up the slope. */
  readonly dx: number;
  readonly dy: number;
  readonly shade: number;
  readonly strength: number;
}

/** Draws hachures down the slopes and contour lines around them. */
export function paintSlopes(
  brush: Brush,
  palette: Palette,
  relief: Relief,
  extent: Extent,
  contours: readonly number[],
  seed: number,
): void {
  brush.lineCap = "round";
  drawHachures(brush, palette, hachures(relief, extent, seed + 77));
  brush.strokeStyle = css(palette.ink, 0.34);
  brush.lineWidth = 0.9;
  for (const level of contours) drawContour(brush, relief, level);
}

/** Strews strokes over the slopes; each depends on its own place alone. */
function hachures(relief: Relief, extent: Extent, seed: number): Hachure[] {
  const found: Hachure[] = [];
  for (let row = Math.floor(extent.y0 / HACHURE_GAP); row * HACHURE_GAP < extent.y1; row++) {
    for (let column = Math.floor(extent.x0 / HACHURE_GAP); column * HACHURE_GAP < extent.x1; column++) {
      const x = (column + hash2(column, row, seed)) * HACHURE_GAP;
      const y = (row + hash2(column, row, seed + 1)) * HACHURE_GAP;
      const stroke = hachureAt(relief, x, y);
      if (stroke) found.push(stroke);
    }
  }
  return found;
}

function hachureAt(relief: Relief, x: number, y: number): Hachure | undefined {
  const { lattice } = relief;
  const column = Math.round((x - lattice.x0) / lattice.step);
  const row = Math.round((y - lattice.y0) / lattice.step);
  const across = riseAcross(relief, column, row);
  const down = riseDown(relief, column, row);
  const steepness = Math.hypot(across, down);
  if (steepness < GENTLE) return undefined;
  const half = (1.6 + steepness * 11) / steepness;
  const light = (across * 0.72 + down * 0.7) / steepness;
  return {
    x,
    y,
    dx: across * half,
    dy: down * half,
    shade: clamp(0.5 - light * 0.55, 0, 1),
    strength: clamp(steepness * 2.1, 0, 1),
  };
}

/** Draws strokes of like shade and strength together: the fewer changes of ink, the faster. */
function drawHachures(brush: Brush, palette: Palette, strokes: readonly Hachure[]): void {
  const groups = new Map<number, Hachure[]>();
  for (const stroke of strokes) {
    const key = Math.round(stroke.shade * SHADES) * (SHADES + 1) + Math.round(stroke.strength * SHADES);
    const group = groups.get(key);
    if (group) group.push(stroke);
    else groups.set(key, [stroke]);
  }
  for (const [key, group] of groups) {
    const shade = Math.floor(key / (SHADES + 1)) / SHADES;
    const strength = (key % (SHADES + 1)) / SHADES;
    brush.lineWidth = lerp(0.5, 1.15, shade);
    brush.strokeStyle = css(palette.ink, strength * lerp(0.12, 0.46, shade));
    brush.beginPath();
    for (const { x, y, dx, dy } of group) {
      brush.moveTo(x - dx, y - dy);
      brush.lineTo(x + dx, y + dy);
    }
    brush.stroke();
  }
}

/** Draws the line where the land has one height, square by square. */
function drawContour(brush: Brush, { lattice, heights }: Relief, level: number): void {
  const { columns, rows, step, x0, y0 } = lattice;
  brush.beginPath();
  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const i = row * columns + column;
      const a = (heights[i] as number) > level;
      const b = (heights[i + 1] as number) > level;
      const c = (heights[i + columns + 1] as number) > level;
      const d = (heights[i + columns] as number) > level;
      if (a === b && b === c && c === d) continue;
      const corners = [i, i + 1, i + columns + 1, i + columns].map((j) => (heights[j] as number) - level);
      const ends = crossings(corners, x0 + column * step, y0 + row * step, step);
      for (let k = 0; k + 1 < ends.length; k += 2) {
        const [from, to] = [ends[k] ?? [0, 0], ends[k + 1] ?? [0, 0]];
        brush.moveTo(from[0], from[1]);
        brush.lineTo(to[0], to[1]);
      }
    }
  }
  brush.stroke();
}

/** Finds where a contour crosses the sides of a square whose corners go clockwise. */
function crossings(corners: readonly number[], x: number, y: number, step: number): Point[] {
  const at: readonly Point[] = [
    [x, y],
    [x + step, y],
    [x + step, y + step],
    [x, y + step],
  ];
  const found: Point[] = [];
  for (let side = 0; side < 4; side++) {
    const next = (side + 1) % 4;
    const [a, b] = [corners[side] ?? 0, corners[next] ?? 0];
    if (a > 0 === b > 0) continue;
    const t = a / (a - b);
    const [p, q] = [at[side] ?? [0, 0], at[next] ?? [0, 0]];
    found.push([lerp(p[0], q[0], t), lerp(p[1], q[1], t)]);
  }
  return found;
}
