import type { Outline } from "../scene/board";
import { type Brush, strokeLine } from "./canvas";
import { paintFortress } from "./fortress";
import { css, mix, type Palette } from "./palette";
import type { Extent } from "./random";
import type { Recipe } from "./recipe";
import { paintGully, paintRoads } from "./roads";
import { paintShore } from "./shores";
import { paintPloughed, paintVillage } from "./villages";

/** Paints what lies low on a table: fields, gullies, the edges of hills and rough ground, their crests. */
export function paintLow(brush: Brush, { parts, seed }: Recipe, palette: Palette): void {
  for (const field of parts.ploughed) paintPloughed(brush, field, palette);
  for (const rim of parts.rims) paintRim(brush, rim, palette);
  for (const crest of parts.crests) paintCrest(brush, crest, palette);
  parts.gullies.forEach((gully, index) => {
    paintGully(brush, gully, palette, seed + index);
  });
}

/** Paints the sea and its shore. */
export function paintShores(brush: Brush, recipe: Recipe, palette: Palette, extent: Extent): void {
  const table = { x0: 0, y0: 0, x1: recipe.width, y1: recipe.height };
  recipe.parts.shores.forEach((shore, index) => {
    paintShore(brush, shore, palette, table, extent, recipe.seed + index);
  });
}

/** Paints what people made, above water: roads and villages. */
export function paintMade(brush: Brush, { parts }: Recipe, palette: Palette): void {
  paintRoads(brush, parts.roads, palette);
  for (const village of parts.villages) paintVillage(brush, village, palette);
}

/** Paints what stands above all the rest. */
export function paintHigh(brush: Brush, { parts }: Recipe, palette: Palette): void {
  paintFortress(brush, parts.fortress, palette);
}

/** One measures to this line, so it must be seen. */
function paintRim(brush: Brush, ring: Outline, palette: Palette): void {
  strokeLine(brush, [...ring, ...ring.slice(0, 1)], 1.1, css(palette.ink, 0.44));
}

/** The crest divides a hill; it is a fine line of light with short strokes down both slopes. */
function paintCrest(brush: Brush, crest: Outline, palette: Palette): void {
  strokeLine(brush, crest, 2.6, css(palette.light, 0.34));
  brush.save();
  brush.setLineDash([7, 5]);
  strokeLine(brush, crest, 1, css(mix(palette.ink, palette.light, 0.1), 0.6));
  brush.restore();
}
