import type { Point } from "../scene/board";
import { type Brush, disc, trace, traceBlob } from "./canvas";
import { lerp } from "./noise";
import { css, mix, type Palette } from "./palette";
import { pick, rng } from "./random";
import type { Bridge } from "./recipe";
import type { River } from "./rivers";
import { directionAt } from "./spline";

/** Paints all rivers layer by layer, so that they flow into one another. */
export function paintRivers(brush: Brush, rivers: readonly River[], palette: Palette, seed: number): void {
  const banks = (extra: number, colour: string) => {
    brush.fillStyle = colour;
    for (const river of rivers) fillRiver(brush, river, (width) => width + extra * Math.min(1, width / 12));
  };
  banks(8, css(palette.bank, 0.35));
  banks(5, css(palette.bank, 0.55));
  banks(2.4, css(palette.waterLow));
  for (const river of rivers) fillWater(brush, river, palette);
  for (const river of rivers) {
    brush.fillStyle = css(palette.waterHigh, 0.28);
    fillRiver(brush, river, (width) => width * 0.6);
  }
  rivers.forEach((river, index) => {
    paintRipples(brush, river, palette, seed + 52 + index);
    paintPebbles(brush, river, palette, seed + 152 + index);
  });
}

type Widen = (width: number) => number;

/** Fills a river as one shape with round ends. */
function fillRiver(brush: Brush, river: River, widen: Widen): void {
  const line = lineOf(river);
  const side = (sign: number) =>
    river.map((reach, i): Point => {
      const [dx, dy] = directionAt(line, i);
      const half = (sign * widen(reach.width)) / 2;
      return [reach.x - dy * half, reach.y + dx * half];
    });
  brush.beginPath();
  trace(brush, [...side(1), ...side(-1).reverse()]);
  for (const end of [river[0], river.at(-1)]) {
    if (!end) continue;
    brush.moveTo(end.x, end.y);
    brush.arc(end.x, end.y, widen(end.width) / 2, 0, 7);
  }
  brush.fill();
}

/** Fills the water piece by piece, as its depth changes. */
function fillWater(brush: Brush, river: River, palette: Palette): void {
  brush.lineCap = "round";
  for (let i = 0; i + 1 < river.length; i++) {
    const [a, b] = [river[i], river[i + 1]];
    if (!a || !b) continue;
    brush.strokeStyle = css(mix(palette.shallow, palette.water, (a.depth + b.depth) / 2));
    brush.lineWidth = (a.width + b.width) / 2;
    brush.beginPath();
    brush.moveTo(a.x, a.y);
    brush.lineTo(b.x, b.y);
    brush.stroke();
  }
}

function lineOf(river: River): Point[] {
  return river.map((reach): Point => [reach.x, reach.y]);
}

function paintRipples(brush: Brush, river: River, palette: Palette, seed: number): void {
  const chance = rng(seed);
  const line = lineOf(river);
  brush.lineCap = "round";
  brush.lineWidth = 0.9;
  for (let i = 4; i < river.length - 5; i += 3) {
    const reach = river[i];
    if (!reach) continue;
    const [dx, dy] = directionAt(line, i);
    const off = (chance() - 0.5) * reach.width * 0.66;
    const length = 5 + chance() * 9;
    const [x, y] = [reach.x - dy * off, reach.y + dx * off];
    brush.strokeStyle = css(chance() < 0.5 ? palette.waterHigh : palette.waterLow, 0.5);
    brush.beginPath();
    brush.moveTo(x, y);
    const half = length / 2;
    brush.quadraticCurveTo(
      x + dx * half - dy * 1.4,
      y + dy * half + dx * 1.4,
      x + dx * length,
      y + dy * length,
    );
    brush.stroke();
  }
}

/** Strews stones and gravel where the water can be waded through. */
function paintPebbles(brush: Brush, river: River, palette: Palette, seed: number): void {
  const chance = rng(seed);
  const line = lineOf(river);
  river.forEach((reach, i) => {
    const [dx, dy] = directionAt(line, i);
    const off = (chance() - 0.5) * reach.width * 0.92;
    const size = 0.7 + chance() * 1.5;
    const tone = chance();
    if (reach.depth > 0.5 || chance() > 0.62 || reach.width < 8) return;
    const [x, y] = [reach.x - dy * off, reach.y + dx * off];
    brush.fillStyle = css(palette.waterLow, 0.4);
    disc(brush, x + 0.6, y + 0.8, size);
    brush.fillStyle = css(mix(palette.sand, palette.rock, tone), 0.85);
    disc(brush, x, y, size);
  });
}

/** Paints a bridge: shadow, stone deck with planks across, two dark rails that flare at the ends. */
export function paintBridge(brush: Brush, bridge: Bridge, palette: Palette): void {
  const [half, side] = [bridge.length / 2, bridge.width / 2];
  brush.save();
  brush.translate(bridge.x, bridge.y);
  brush.rotate(bridge.angle);
  brush.fillStyle = css(palette.shade, 0.4);
  brush.fillRect(-half + 1, -side + 3.5, 2 * half, 2 * side);
  brush.fillStyle = css(mix(palette.road, palette.rock, 0.45));
  brush.fillRect(-half, -side, 2 * half, 2 * side);
  brush.strokeStyle = css(palette.ink, 0.32);
  brush.lineWidth = 0.8;
  brush.beginPath();
  for (let at = -half + 3; at < half; at += 4) {
    brush.moveTo(at, -side);
    brush.lineTo(at, side);
  }
  brush.stroke();
  brush.strokeStyle = css(palette.ink, 0.85);
  brush.lineWidth = 2.2;
  for (const sign of [-1, 1]) {
    brush.beginPath();
    brush.moveTo(-half - 3, sign * (side + 3));
    brush.lineTo(-half + 3, sign * side);
    brush.lineTo(half - 3, sign * side);
    brush.lineTo(half + 3, sign * (side + 3));
    brush.stroke();
  }
  brush.restore();
}

/** Draws small waves on lakes and seas. */
export function paintWaves(
  brush: Brush,
  palette: Palette,
  points: readonly Point[],
  chance: () => number,
): void {
  brush.lineWidth = 0.9;
  for (const [x, y] of points) {
    const width = lerp(4, 9, chance());
    brush.strokeStyle = css(pick([palette.waterHigh, palette.waterLow], chance()), 0.5);
    brush.beginPath();
    brush.moveTo(x - width, y);
    brush.quadraticCurveTo(x - width / 2, y - 2.4, x, y);
    brush.quadraticCurveTo(x + width / 2, y - 2.4, x + width, y);
    brush.stroke();
  }
}

/** Draws a stone with its shadow. */
export function paintStone(
  brush: Brush,
  palette: Palette,
  x: number,
  y: number,
  size: number,
  seed: number,
): void {
  brush.fillStyle = css(palette.shade, 0.3);
  traceBlob(brush, x + size * 0.4, y + size * 0.45, size, seed, 5, 0.3);
  brush.fill();
  brush.fillStyle = css(mix(palette.rock, palette.light, (seed % 10) / 33));
  traceBlob(brush, x, y, size, seed, 5, 0.3);
  brush.fill();
  brush.strokeStyle = css(palette.ink, 0.45);
  brush.lineWidth = 0.7;
  brush.stroke();
}
