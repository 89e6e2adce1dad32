import type { Outline, Point } from "../scene/board";
import { type Brush, disc, strokeLine } from "./canvas";
import type { Field } from "./distance";
import { noiseAt } from "./noise";
import { css, mix, type Palette } from "./palette";
import { type Extent, scattered } from "./random";
import { paintStone } from "./water";

/** Paints flat pools and tufts of reeds, half of each. */
export function paintMarsh(brush: Brush, palette: Palette, extent: Extent, field: Field, seed: number): void {
  for (const { x, y, chance } of scattered(extent, 12, seed + 71, 1.2)) {
    if (field.at(x, y) < 5 + (noiseAt(x / 20, y / 20, 5, 2) - 0.5) * 10) continue;
    if (chance(4) < 0.45) {
      brush.fillStyle = css(palette.water, 0.6);
      brush.beginPath();
      brush.ellipse(x, y, 4 + chance(5) * 8, 1.4 + chance(6) * 2, 0, 0, 7);
      brush.fill();
    } else {
      paintReeds(brush, palette, x, y);
    }
  }
}

function paintReeds(brush: Brush, palette: Palette, x: number, y: number): void {
  brush.strokeStyle = css(palette.reed, 0.85);
  brush.lineWidth = 1;
  brush.beginPath();
  for (const lean of [-2.6, -0.9, 0.9, 2.6]) {
    brush.moveTo(x + lean * 0.5, y);
    brush.lineTo(x + lean * 1.25, y - (5.5 - Math.abs(lean) * 0.7));
  }
  brush.moveTo(x - 4, y + 0.8);
  brush.lineTo(x + 4, y + 0.8);
  brush.stroke();
}

export function paintRocks(brush: Brush, palette: Palette, extent: Extent, field: Field, seed: number): void {
  for (const { x, y, chance } of scattered(extent, 13, seed + 81, 1.3)) {
    if (field.at(x, y) < 4) continue;
    paintStone(brush, palette, x, y, 1.6 + chance(4) * 4, Math.floor(chance(5) * 1000));
  }
}

/** Paints outcrops of rock on steep ground: groups of stones, larger than those of a stony field. */
export function paintCrags(brush: Brush, palette: Palette, extent: Extent, field: Field, seed: number): void {
  const near = (x: number, y: number) => field.at(x, y) > 0;
  for (const { x, y, chance } of scattered(extent, 19, seed + 83, 1.1, near)) {
    const size = 3.4 + chance(4) * 3.4;
    if (field.at(x, y) < size || chance(5) < 0.3) continue;
    const salt = Math.floor(chance(6) * 1000);
    paintStone(brush, palette, x - size, y + size * 0.5, size * 0.55, salt + 1);
    paintStone(brush, palette, x, y, size, salt);
    paintStone(brush, palette, x + size * 0.8, y + size * 0.7, size * 0.5, salt + 2);
  }
}

/** Paints a bank of earth with a row of gabions on it. */
export function paintWork(brush: Brush, palette: Palette, line: Outline): void {
  const shifted = line.map(([x, y]): Point => [x + 1.2, y + 2.2]);
  strokeLine(brush, shifted, 12.5, css(palette.shade, 0.32));
  strokeLine(brush, line, 11, css(mix(palette.soil, palette.ink, 0.3)));
  strokeLine(brush, line, 8, css(mix(palette.soil, palette.light, 0.3)));
  brush.lineWidth = 0.8;
  for (const [x, y] of along(line, 6.4)) {
    brush.fillStyle = css(palette.wicker);
    brush.strokeStyle = css(palette.ink, 0.75);
    disc(brush, x, y, 3.5);
    brush.stroke();
    brush.fillStyle = css(mix(palette.soil, palette.ink, 0.35));
    disc(brush, x, y, 1.7);
  }
}

/** Paints a row of slanting stakes with pale points. */
export function paintStakes(brush: Brush, palette: Palette, line: Outline): void {
  for (const [index, [x, y]] of along(line, 4.6).entries()) {
    const lean = index % 2 ? 2.2 : -0.6;
    brush.lineWidth = 1.8;
    brush.strokeStyle = css(mix(palette.wicker, palette.ink, 0.5));
    brush.beginPath();
    brush.moveTo(x - lean, y + 3.4);
    brush.lineTo(x + lean, y - 3.4);
    brush.stroke();
    brush.lineWidth = 1.3;
    brush.strokeStyle = css(mix(palette.sand, palette.light, 0.5));
    brush.beginPath();
    brush.moveTo(x + lean * 0.5, y - 1.7);
    brush.lineTo(x + lean, y - 3.6);
    brush.stroke();
  }
}

/** Lists points at even distances along a line. */
export function along(line: Outline, gap: number): Point[] {
  const found: Point[] = [];
  for (let i = 0; i + 1 < line.length; i++) {
    const [[ax, ay], [bx, by]] = [line[i] ?? [0, 0], line[i + 1] ?? [0, 0]];
    const steps = Math.max(1, Math.round(Math.hypot(bx - ax, by - ay) / gap));
    for (let k = i === 0 ? 0 : 1; k <= steps; k++) {
      found.push([ax + ((bx - ax) * k) / steps, ay + ((by - ay) * k) / steps]);
    }
  }
  return found;
}
