import { type Brush, disc } from "./canvas";
import { css, mix, type Palette } from "./palette";
import { type Candidate, type Extent, pick, rng, scattered } from "./random";
import { drawTree } from "./woods";

/** Tells whether there is something within a distance of a point that must not be painted over. */
export type Taken = (x: number, y: number, room: number) => boolean;

const PATCH_GAP = 92;
const TUFT_GAP = 40;

/** Strews ploughed strips over the open ground; they mean nothing and stay faint. */
export function paintStrips(
  brush: Brush,
  palette: Palette,
  extent: Extent,
  seed: number,
  taken: Taken,
): void {
  for (const point of scattered(extent, PATCH_GAP, seed + 11)) {
    if (point.chance(7) < 0.22 || taken(point.x, point.y, 46)) continue;
    paintPatch(brush, palette, point, (point.chance(4) - 0.5) * 1.6, 1);
  }
}

/** Covers a place with fields that do mean something. */
export function paintFields(
  brush: Brush,
  palette: Palette,
  extent: Extent,
  seed: number,
  inside: (x: number, y: number) => number,
): void {
  for (const point of scattered(extent, 40, seed + 13, 0.4)) {
    if (inside(point.x, point.y) > 16) paintPatch(brush, palette, point, (point.chance(4) - 0.5) * 0.5, 1.7);
  }
}

/** Paints a turned rectangle of one to three strips with fine furrows, sometimes with a hedge. */
function paintPatch(
  brush: Brush,
  palette: Palette,
  { x, y, chance: give }: Candidate,
  angle: number,
  strength: number,
): void {
  const chance = rng(Math.floor(give(8) * 1e9));
  const [width, depth] = [46 + chance() * 44, 26 + chance() * 26];
  const strips = 1 + Math.floor(chance() * 3);
  brush.save();
  brush.translate(x, y);
  brush.rotate(angle);
  for (let strip = 0; strip < strips; strip++) {
    const top = -depth / 2 + (strip * depth) / strips;
    paintStrip(brush, palette, width, top, depth / strips, chance, strength);
  }
  if (chance() < 0.22) paintHedge(brush, palette, width, depth / 2 + 1, chance, strength);
  brush.restore();
}

function paintStrip(
  brush: Brush,
  palette: Palette,
  width: number,
  top: number,
  depth: number,
  chance: () => number,
  strength: number,
): void {
  const [half, skew, bottom] = [width / 2, (chance() - 0.5) * 8, top + depth - 1];
  brush.beginPath();
  brush.moveTo(-half + skew, top);
  brush.lineTo(half + skew, top + (chance() - 0.5) * 4);
  brush.lineTo(half - skew, bottom);
  brush.lineTo(-half - skew, bottom);
  brush.closePath();
  brush.fillStyle = css(pick(palette.fields, chance()), 0.42);
  brush.fill();
  brush.strokeStyle = css(palette.ink, 0.1 * strength);
  brush.lineWidth = 0.8;
  brush.stroke();
  brush.save();
  brush.clip();
  brush.strokeStyle = css(palette.ink, 0.085 * strength);
  paintFurrows(brush, half, top, depth, chance() < 0.3);
  brush.restore();
}

function paintFurrows(brush: Brush, half: number, top: number, depth: number, upright: boolean): void {
  brush.beginPath();
  if (upright) {
    for (let at = -half; at < half; at += 4.2) {
      brush.moveTo(at, top);
      brush.lineTo(at + 3, top + depth);
    }
  } else {
    for (let at = top + 2; at < top + depth; at += 3.4) {
      brush.moveTo(-half, at);
      brush.lineTo(half, at + 0.8);
    }
  }
  brush.stroke();
}

function paintHedge(
  brush: Brush,
  palette: Palette,
  width: number,
  y: number,
  chance: () => number,
  strength: number,
): void {
  for (let at = -width / 2; at < width / 2; at += 6 + chance() * 5) {
    brush.fillStyle = css(pick(palette.leaves, chance()), Math.min(1, 0.75 * strength));
    disc(brush, at, y, 1.6 + chance() * 1.2);
  }
}

/** Strews tufts of grass and a bush here and there. */
export function paintTufts(brush: Brush, palette: Palette, extent: Extent, seed: number, taken: Taken): void {
  const blades = [];
  for (const { x, y, chance } of scattered(extent, TUFT_GAP, seed + 91, 1.3)) {
    if (taken(x, y, 8)) continue;
    if (chance(4) >= 0.12) {
      blades.push({ x, y });
      continue;
    }
    const radius = 2.2 + chance(5) * 1.6;
    brush.fillStyle = css(palette.leafLow, 0.25);
    disc(brush, x + 1, y + 1.2, radius + 0.2);
    drawTree(brush, palette, x, y, radius, pick(palette.leaves, chance(6)), Math.floor(chance(7) * 99));
  }
  brush.strokeStyle = css(mix(palette.lush, palette.ink, 0.35), 0.5);
  brush.lineWidth = 0.8;
  brush.beginPath();
  for (const { x, y } of blades) {
    for (const lean of [-1.6, 0, 1.6]) {
      brush.moveTo(x + lean * 0.6, y);
      brush.lineTo(x + lean * 1.3, y - 3 + Math.abs(lean) * 0.5);
    }
  }
  brush.stroke();
}
