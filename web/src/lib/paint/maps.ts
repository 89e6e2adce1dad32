import type { Outline } from "../scene/board";
import { type Brush, trace } from "./canvas";
import { colourOf, css, type Palette } from "./palette";
import type { Land, Recipe } from "./recipe";

const SHORES = [
  [26, 0.12],
  [17, 0.16],
  [9, 0.22],
] as const;

/** Paints a political map: sea with shore lines, land in the colours of its owners, borders. */
export function paintMap(brush: Brush, recipe: Recipe, palette: Palette): void {
  const lands = recipe.lands.filter((land) => !land.sea);
  brush.fillStyle = css(palette.sea);
  const { width, height, margin } = recipe;
  brush.fillRect(-margin, -margin, width + 2 * margin, height + 2 * margin);
  for (const [width, alpha] of SHORES) {
    brush.lineWidth = width;
    brush.lineJoin = "round";
    brush.strokeStyle = css(palette.waterLow, alpha);
    for (const land of lands) outline(brush, land.outlines, () => brush.stroke());
  }
  for (const land of recipe.lands) paintBorder(brush, land, palette);
  for (const land of lands) paintLand(brush, land, palette);
}

function outline(brush: Brush, outlines: readonly Outline[], act: () => void): void {
  brush.beginPath();
  for (const ring of outlines) trace(brush, ring);
  act();
}

function paintBorder(brush: Brush, land: Land, palette: Palette): void {
  brush.lineWidth = 1.2;
  brush.strokeStyle = css(palette.ink, land.sea ? 0.2 : 0.6);
  outline(brush, land.outlines, () => brush.stroke());
}

function paintLand(brush: Brush, land: Land, palette: Palette): void {
  brush.save();
  brush.fillStyle = css(palette.paper);
  outline(brush, land.outlines, () => brush.fill());
  brush.clip();
  if (land.owner) {
    const body = colourOf(land.owner);
    brush.fillStyle = css(body, 0.46);
    outline(brush, land.outlines, () => brush.fill());
    brush.lineWidth = 14;
    brush.strokeStyle = css(body, 0.5);
    outline(brush, land.outlines, () => brush.stroke());
  }
  if (land.occupier) paintStripes(brush, land, colourOf(land.occupier));
  brush.restore();
  paintBorder(brush, land, palette);
}

/** Occupied land keeps its colour and is striped in that of the occupier. */
function paintStripes(brush: Brush, land: Land, colour: readonly [number, number, number]): void {
  const points = land.outlines.flat();
  const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  const [top, bottom] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  brush.lineWidth = 4.4;
  brush.strokeStyle = css(colour, 0.86);
  brush.beginPath();
  for (let x = left - (bottom - top); x < right; x += 9 * Math.SQRT2) {
    brush.moveTo(x, bottom);
    brush.lineTo(x + (bottom - top), top);
  }
  brush.stroke();
}
