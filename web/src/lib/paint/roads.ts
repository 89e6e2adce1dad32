import type { Outline, Point } from "../scene/board";
import { type Brush, strokeLine, trace } from "./canvas";
import { css, mix, type Palette } from "./palette";
import { hash2 } from "./random";
import { laidOut, softened } from "./rivers";
import { directionAt } from "./spline";
import type { Band } from "./table_recipe";
import { paintStone } from "./water";

/** Paints all roads layer by layer, so that they run into one another. */
export function paintRoads(brush: Brush, roads: readonly Band[], palette: Palette): void {
  const lines = roads.map(({ line, width }) => ({ line: laidOut(softened(line), 6), width }));
  for (const { line, width } of lines) strokeLine(brush, line, width + 1.8, css(palette.roadEdge, 0.62));
  for (const { line, width } of lines) strokeLine(brush, line, width, css(palette.road, 0.96));
  for (const { line, width } of lines) {
    brush.save();
    brush.setLineDash([9, 7]);
    for (const side of [-0.22, 0.22]) {
      strokeLine(brush, beside(line, width * side), Math.max(0.7, width * 0.09), css(palette.roadEdge, 0.26));
    }
    brush.restore();
  }
}

function beside(line: Outline, by: number): Point[] {
  return line.map(([x, y], i): Point => {
    const [dx, dy] = directionAt(line, i);
    return [x - dy * by, y + dx * by];
  });
}

/** Paints a gully: a sunken floor, and strokes down both of its banks. */
export function paintGully(brush: Brush, { line: given, width }: Band, palette: Palette, seed: number): void {
  const line = laidOut(softened(given), 4);
  const half = width / 2;
  brush.save();
  brush.lineCap = "butt";
  strokeFlat(brush, line, width, css(mix(palette.hillHigh, palette.shade, 0.3), 0.8));
  strokeFlat(brush, line, width * 0.52, css(mix(palette.soil, palette.straw, 0.4), 0.95));
  for (const side of [-1, 1]) {
    const lit = side * (directionAt(line, Math.floor(line.length / 2))[0] - 0.2) > 0;
    brush.strokeStyle = css(palette.ink, lit ? 0.34 : 0.6);
    brush.lineWidth = lit ? 0.8 : 1.1;
    brush.beginPath();
    line.forEach(([x, y], i) => {
      const [dx, dy] = directionAt(line, i);
      const long = half * (0.3 + hash2(i, side, seed) * 0.24);
      const [nx, ny] = [-dy * side, dx * side];
      brush.moveTo(x + nx * half, y + ny * half);
      brush.lineTo(x + nx * (half - long), y + ny * (half - long));
    });
    brush.stroke();
    strokeLine(brush, beside(line, side * half), 1.3, css(palette.ink, 0.55));
  }
  line.forEach(([x, y], i) => {
    if (hash2(i, 3, seed) > 0.1) return;
    const off = (hash2(i, 4, seed) - 0.5) * width * 0.36;
    const [dx, dy] = directionAt(line, i);
    paintStone(brush, palette, x - dy * off, y + dx * off, 1.3 + hash2(i, 5, seed) * 1.8, seed + i);
  });
  brush.restore();
}

function strokeFlat(brush: Brush, line: Outline, width: number, colour: string): void {
  brush.lineWidth = width;
  brush.lineJoin = "round";
  brush.strokeStyle = colour;
  brush.beginPath();
  trace(brush, line, false);
  brush.stroke();
}
