import type { Outline, Point } from "../scene/board";
import { type Brush, disc, strokeLine, trace } from "./canvas";
import { noiseAt } from "./noise";
import { css, mix, type Palette } from "./palette";
import { type Extent, scattered } from "./random";
import type { Shore } from "./table_recipe";
import { paintStone, paintWaves } from "./water";

/** Paints a strip of beach, the surf on it, and the sea beyond the edge of the table. */
export function paintShore(
  brush: Brush,
  shore: Shore,
  palette: Palette,
  table: Extent,
  extent: Extent,
  seed: number,
): void {
  if (shore.outline.length) paintBeach(brush, shore, palette, seed);
  paintSea(brush, shore, table, palette, extent, seed);
}

function paintBeach(brush: Brush, shore: Shore, palette: Palette, seed: number): void {
  const box = boxOf(shore.outline);
  brush.save();
  brush.beginPath();
  trace(brush, shore.outline);
  brush.fillStyle = css(palette.sand, 0.96);
  brush.fill();
  brush.clip();
  paintRipples(brush, box, palette, seed);
  if (shore.rocky) strewRocks(brush, box, palette, seed);
  else strewShells(brush, box, palette, seed);
  brush.restore();
  strokeLine(brush, inland(shore, box), 1.2, css(palette.ink, 0.34));
}

function boxOf(outline: Outline): Extent {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

function inland({ edge }: Shore, { x0, y0, x1, y1 }: Extent): Outline {
  if (edge === "top")
    return [
      [x0, y1],
      [x1, y1],
    ];
  if (edge === "bottom")
    return [
      [x0, y0],
      [x1, y0],
    ];
  return edge === "left"
    ? [
        [x1, y0],
        [x1, y1],
      ]
    : [
        [x0, y0],
        [x0, y1],
      ];
}

function paintRipples(brush: Brush, { x0, y0, x1, y1 }: Extent, palette: Palette, seed: number): void {
  brush.strokeStyle = css(mix(palette.sand, palette.soil, 0.7), 0.5);
  brush.lineWidth = 0.9;
  const across = x1 - x0 > y1 - y0;
  const [from, to, start, end] = across ? [x0, x1, y0, y1] : [y0, y1, x0, x1];
  brush.beginPath();
  for (let row = start + 4; row < end; row += 6.5) {
    for (let at = from; at <= to; at += 6) {
      const off = row + (noiseAt(at / 40, row / 20, seed, 2) - 0.5) * 9;
      const [x, y] = across ? [at, off] : [off, at];
      if (at === from) brush.moveTo(x, y);
      else brush.lineTo(x, y);
    }
  }
  brush.stroke();
}

function strewRocks(brush: Brush, box: Extent, palette: Palette, seed: number): void {
  for (const { x, y, chance } of scattered(box, 12, seed + 3, 1.3)) {
    paintStone(brush, palette, x, y, 1.6 + chance(4) * 3.6, Math.floor(chance(5) * 999));
  }
}

function strewShells(brush: Brush, box: Extent, palette: Palette, seed: number): void {
  brush.fillStyle = css(mix(palette.sand, palette.light, 0.7), 0.8);
  for (const { x, y, chance } of scattered(box, 26, seed + 3, 1.3)) disc(brush, x, y, 0.7 + chance(4) * 0.9);
}

/** The line along which land and sea meet, a little uneven. */
function surf({ edge }: Shore, { x0, y0, x1, y1 }: Extent, off: number, seed: number): Point[] {
  const across = edge === "top" || edge === "bottom";
  const [from, to] = across ? [x0 - 80, x1 + 80] : [y0 - 80, y1 + 80];
  const found: Point[] = [];
  for (let at = from; at <= to; at += 7) {
    const wave = (noiseAt(at / 34, off / 9, seed, 2) - 0.5) * 7 + off;
    if (edge === "top") found.push([at, y0 + wave]);
    else if (edge === "bottom") found.push([at, y1 - wave]);
    else found.push(edge === "left" ? [x0 + wave, at] : [x1 - wave, at]);
  }
  return found;
}

function paintSea(
  brush: Brush,
  shore: Shore,
  box: Extent,
  palette: Palette,
  extent: Extent,
  seed: number,
): void {
  const line = surf(shore, box, 5, seed);
  const far = farCorners(shore, extent);
  brush.beginPath();
  trace(brush, [...line, ...far]);
  brush.fillStyle = css(palette.water, 0.92);
  brush.fill();
  strokeLine(brush, surf(shore, box, 7.5, seed), 3.4, css(palette.waterHigh, 0.5));
  strokeLine(brush, line, 1.8, css(mix(palette.light, palette.waterHigh, 0.35), 0.95));
  strokeLine(brush, surf(shore, box, -4, seed + 1), 1.3, css(palette.waterHigh, 0.8));
  const waves = scattered(extent, 30, seed + 9).filter(({ x, y }) => isAtSea(shore, box, x, y));
  paintWaves(
    brush,
    palette,
    waves.map(({ x, y }): Point => [x, y]),
    () => 0.5,
  );
}

function farCorners({ edge }: Shore, { x0, y0, x1, y1 }: Extent): Point[] {
  const [left, right, top, bottom] = [x0 - 90, x1 + 90, y0 - 90, y1 + 90];
  if (edge === "top")
    return [
      [right, top],
      [left, top],
    ];
  if (edge === "bottom")
    return [
      [right, bottom],
      [left, bottom],
    ];
  return edge === "left"
    ? [
        [left, bottom],
        [left, top],
      ]
    : [
        [right, bottom],
        [right, top],
      ];
}

function isAtSea({ edge }: Shore, box: Extent, x: number, y: number): boolean {
  if (edge === "top") return y < box.y0 - 6;
  if (edge === "bottom") return y > box.y1 + 6;
  return edge === "left" ? x < box.x0 - 6 : x > box.x1 + 6;
}
