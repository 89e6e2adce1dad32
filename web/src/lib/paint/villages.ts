import type { Outline, Point } from "../scene/board";
import { contains, middleOf } from "../scene/geometry";
import { type Brush, disc, strokeLine, trace } from "./canvas";
import { css, mix, type Palette } from "./palette";
import { apart, type Extent, pick, rng, scattered } from "./random";
import { crestOf, type Patch } from "./table_recipe";
import { drawHouse } from "./towns";
import { drawTree } from "./woods";

const STREET = 7;
const ROOM = 19;

/** Paints a village that fills its outline: streets along and across, houses beside them, yards and trees. */
export function paintVillage(brush: Brush, { outline, seed }: Patch, palette: Palette): void {
  const chance = rng(seed);
  paintPlot(brush, outline, palette);
  const streets = streetsOf(outline);
  brush.save();
  brush.beginPath();
  trace(brush, outline);
  brush.clip();
  for (const street of streets) strokeLine(brush, street, STREET + 1.8, css(palette.roadEdge, 0.5));
  for (const street of streets) strokeLine(brush, street, STREET, css(palette.road));
  brush.restore();
  const houses = housesIn(outline, streets, seed);
  for (const { x, y } of yardsIn(outline, streets, houses, seed)) {
    brush.fillStyle = css(palette.leafLow, 0.3);
    disc(brush, x + 1.5, y + 2, 4);
    drawTree(brush, palette, x, y, 3.6 + chance() * 1.4, pick(palette.leaves, chance()), Math.floor(x + y));
  }
  for (const house of houses) drawHouse(brush, palette, house, pick(palette.roofs, chance()));
}

function paintPlot(brush: Brush, outline: Outline, palette: Palette): void {
  brush.beginPath();
  trace(brush, outline);
  brush.fillStyle = css(palette.plot, 0.62);
  brush.fill();
  strokeLine(
    brush,
    [...outline, ...outline.slice(0, 1)],
    2.4,
    css(mix(palette.wicker, palette.ink, 0.2), 0.5),
  );
  brush.save();
  brush.setLineDash([1.4, 4.2]);
  strokeLine(
    brush,
    [...outline, ...outline.slice(0, 1)],
    2.4,
    css(mix(palette.wicker, palette.ink, 0.55), 0.9),
  );
  brush.restore();
}

/** One street follows the longest dimension, one crosses it in the middle. */
function streetsOf(outline: Outline): Outline[] {
  const [a, b] = crestOf(outline);
  const [cx, cy] = middleOf(outline);
  if (!a || !b) return [];
  const [dx, dy] = [(b[0] - a[0]) / 2, (b[1] - a[1]) / 2];
  const long: Outline = [
    [cx - dx, cy - dy],
    [cx, cy],
    [cx + dx, cy + dy],
  ];
  const skew = 0.16;
  const cross: Outline = [
    [cx - dy - dx * skew, cy + dx - dy * skew],
    [cx + dy + dx * skew, cy - dx + dy * skew],
  ];
  return [long, cross];
}

interface House {
  x: number;
  y: number;
  width: number;
  depth: number;
  angle: number;
}

function extentOf(outline: Outline): Extent {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

function offStreet(streets: readonly Outline[], [x, y]: Point): { off: number; angle: number } {
  let best = { off: Number.POSITIVE_INFINITY, angle: 0 };
  for (const street of streets) {
    const [a, b] = [street[0], street.at(-1)];
    if (!a || !b) continue;
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const off = Math.abs(-(x - a[0]) * Math.sin(angle) + (y - a[1]) * Math.cos(angle));
    if (off < best.off) best = { off, angle };
  }
  return best;
}

/** Every corner of a house lies within the village. */
function housesIn(outline: Outline, streets: readonly Outline[], seed: number): House[] {
  const points = scattered(extentOf(outline), ROOM * 0.5, seed + 3, 1.2);
  const houses = apart(points, ROOM).map(({ x, y, chance }): House => {
    const { angle } = offStreet(streets, [x, y]);
    const turned = angle + (chance(6) < 0.35 ? Math.PI / 2 : 0) + (chance(7) - 0.5) * 0.24;
    return { x, y, width: 13 + chance(4) * 6, depth: 8.4 + chance(5) * 3, angle: turned };
  });
  const fits = houses.filter((house) => {
    const { off } = offStreet(streets, [house.x, house.y]);
    return (
      off > STREET / 2 + house.depth * 0.62 && cornersOf(house).every((corner) => contains(outline, corner))
    );
  });
  return fits.sort((a, b) => a.y - b.y);
}

function cornersOf({ x, y, width, depth, angle }: House): Point[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const corners: Point[] = [
    [-width / 2, -depth / 2],
    [width / 2, -depth / 2],
    [width / 2, depth / 2],
    [-width / 2, depth / 2],
  ];
  return corners.map(([dx, dy]): Point => [x + dx * c - dy * s, y + dx * s + dy * c]);
}

function yardsIn(
  outline: Outline,
  streets: readonly Outline[],
  houses: readonly House[],
  seed: number,
): { x: number; y: number }[] {
  const points = scattered(extentOf(outline), 15, seed + 5, 1.3).filter(({ chance }) => chance(4) < 0.55);
  return points.filter(
    ({ x, y }) =>
      contains(outline, [x, y]) &&
      offStreet(streets, [x, y]).off > STREET &&
      houses.every((house) => Math.hypot(house.x - x, house.y - y) > 11),
  );
}

/** Paints fields that fill their outline: strips side by side, each with its crop and its furrows. */
export function paintPloughed(brush: Brush, { outline, seed }: Patch, palette: Palette): void {
  const chance = rng(seed);
  const [a, b] = longestSide(outline);
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
  const [cx, cy] = middleOf(outline);
  const reach = Math.max(...outline.map(([x, y]) => Math.hypot(x - cx, y - cy)));
  brush.save();
  brush.beginPath();
  trace(brush, outline);
  brush.clip();
  brush.translate(cx, cy);
  brush.rotate(angle);
  for (let top = -reach; top < reach; ) {
    const depth = 17 + chance() * 20;
    paintStrip(brush, palette, reach, top, depth, chance);
    top += depth;
  }
  brush.restore();
  paintHedge(brush, outline, palette, chance);
}

function longestSide(outline: Outline): readonly [Point, Point] {
  const sides = outline.map((corner, i) => [corner, outline[(i + 1) % outline.length] ?? corner] as const);
  const length = ([[ax, ay], [bx, by]]: readonly [Point, Point]) => Math.hypot(bx - ax, by - ay);
  return sides.reduce(
    (best, one) => (length(one) > length(best) ? one : best),
    sides[0] ?? [
      [0, 0],
      [1, 0],
    ],
  );
}

function paintStrip(
  brush: Brush,
  palette: Palette,
  reach: number,
  top: number,
  depth: number,
  chance: () => number,
): void {
  const crop = pick(palette.fields, chance());
  brush.fillStyle = css(crop, 0.9);
  brush.fillRect(-reach, top, 2 * reach, depth);
  brush.lineWidth = 0.9;
  brush.strokeStyle = css(mix(crop, palette.ink, 0.5), 0.34);
  brush.beginPath();
  if (chance() < 0.24) {
    for (let at = -reach; at < reach; at += 4.6) {
      brush.moveTo(at, top);
      brush.lineTo(at, top + depth);
    }
  } else {
    for (let at = top + 2.2; at < top + depth - 1; at += 3.6) {
      brush.moveTo(-reach, at);
      brush.lineTo(reach, at);
    }
  }
  brush.stroke();
  brush.strokeStyle = css(mix(crop, palette.ink, 0.6), 0.5);
  brush.lineWidth = 1.2;
  brush.beginPath();
  brush.moveTo(-reach, top);
  brush.lineTo(reach, top);
  brush.stroke();
}

function paintHedge(brush: Brush, outline: Outline, palette: Palette, chance: () => number): void {
  strokeLine(brush, [...outline, ...outline.slice(0, 1)], 1.2, css(palette.ink, 0.45));
  outline.forEach(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length] ?? [ax, ay];
    const length = Math.hypot(bx - ax, by - ay);
    for (let at = 2; at < length; at += 6 + chance() * 9) {
      const radius = 1.5 + chance() * 1.7;
      const [x, y] = [ax + ((bx - ax) * at) / length, ay + ((by - ay) * at) / length];
      brush.fillStyle = css(palette.leafLow, 0.28);
      disc(brush, x + 0.9, y + 1.1, radius);
      brush.fillStyle = css(pick(palette.leaves, chance()), 0.95);
      disc(brush, x, y, radius);
    }
  });
}
