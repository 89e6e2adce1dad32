import type { Outline, Point } from "../scene/board";
import { middleOf } from "../scene/geometry";
import { type Brush, strokeLine, trace } from "./canvas";
import { type Colour, css, mix, type Palette } from "./palette";
import { hash2 } from "./random";
import type { Work } from "./table_recipe";
import { paintStone } from "./water";
import { along } from "./works";

/** Paints walls, ramparts, gates, breaches and towers, the towers last. */
export function paintFortress(brush: Brush, works: readonly Work[], palette: Palette): void {
  const order = ["breach", "rampart", "wall", "gate", "tower"];
  const sorted = works.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  for (const work of sorted) shadow(brush, work, palette);
  for (const work of sorted) PAINTERS[work.kind](brush, work, palette);
}

const PAINTERS: Readonly<Record<Work["kind"], (brush: Brush, work: Work, palette: Palette) => void>> = {
  wall: paintWall,
  rampart: paintRampart,
  tower: paintTower,
  gate: paintGate,
  breach: paintBreach,
};

function shadow(brush: Brush, { kind, outline }: Work, palette: Palette): void {
  if (kind === "breach") return;
  const [dx, dy] = kind === "tower" ? [4.5, 5.5] : [2.6, 3.4];
  fill(
    brush,
    outline.map(([x, y]): Point => [x + dx, y + dy]),
    css(palette.shade, 0.36),
  );
}

function fill(brush: Brush, outline: Outline, colour: string): void {
  brush.beginPath();
  trace(brush, outline);
  brush.fillStyle = colour;
  brush.fill();
}

function rim(brush: Brush, outline: Outline, width: number, colour: string): void {
  strokeLine(brush, [...outline, ...outline.slice(0, 1)], width, colour);
}

/** The stone of walls, lighter than the stones of the fields. */
function stone(palette: Palette): Colour {
  return mix(palette.rock, palette.wall, 0.45);
}

/** The walk lies between two parapets with merlons on them. */
function paintWall(brush: Brush, { outline, line, width }: Work, palette: Palette): void {
  fill(brush, outline, css(mix(stone(palette), palette.shade, 0.12)));
  brush.save();
  brush.beginPath();
  trace(brush, outline);
  brush.clip();
  courses(brush, line, width, palette);
  brush.restore();
  merlons(brush, line, width, palette);
  rim(brush, outline, 1, css(palette.ink, 0.75));
}

function courses(brush: Brush, line: Outline, width: number, palette: Palette): void {
  brush.strokeStyle = css(palette.ink, 0.2);
  brush.lineWidth = 0.7;
  brush.beginPath();
  for (const { at, nx, ny } of steps(line, 7)) {
    brush.moveTo(at[0] - nx * width * 0.3, at[1] - ny * width * 0.3);
    brush.lineTo(at[0] + nx * width * 0.3, at[1] + ny * width * 0.3);
  }
  brush.stroke();
}

interface Step {
  readonly at: Point;
  readonly nx: number;
  readonly ny: number;
}

/** Points along a line, with the direction across it. */
function steps(line: Outline, gap: number): Step[] {
  const points = along(line, gap);
  return points.map((at, i): Step => {
    const [ax, ay] = points[Math.max(0, i - 1)] ?? at;
    const [bx, by] = points[Math.min(points.length - 1, i + 1)] ?? at;
    const length = Math.hypot(bx - ax, by - ay) || 1;
    return { at, nx: -(by - ay) / length, ny: (bx - ax) / length };
  });
}

function merlons(brush: Brush, line: Outline, width: number, palette: Palette): void {
  const size = Math.min(4.2, width * 0.2);
  for (const side of [-1, 1]) {
    steps(line, size * 2.1).forEach(({ at: [x, y], nx, ny }, i) => {
      if (i % 2) return;
      const off = side * (width / 2 - size / 2);
      block(brush, [x + nx * off, y + ny * off], Math.atan2(nx, -ny), size * 1.7, size, palette);
    });
  }
}

function block(
  brush: Brush,
  [x, y]: Point,
  angle: number,
  long: number,
  deep: number,
  palette: Palette,
): void {
  brush.save();
  brush.translate(x, y);
  brush.rotate(angle);
  brush.fillStyle = css(mix(stone(palette), palette.light, 0.42));
  brush.fillRect(-long / 2, -deep / 2, long, deep);
  brush.strokeStyle = css(palette.ink, 0.6);
  brush.lineWidth = 0.7;
  brush.strokeRect(-long / 2, -deep / 2, long, deep);
  brush.restore();
}

/** A bank of earth with a row of pales on its crown. */
function paintRampart(brush: Brush, { outline, line, width }: Work, palette: Palette): void {
  fill(brush, outline, css(mix(palette.soil, palette.ink, 0.18)));
  rim(brush, outline, 0.9, css(palette.ink, 0.5));
  brush.strokeStyle = css(palette.ink, 0.36);
  brush.lineWidth = 0.8;
  brush.beginPath();
  for (const { at, nx, ny } of steps(line, 3.4)) {
    for (const side of [-1, 1]) {
      brush.moveTo(at[0] + nx * side * width * 0.48, at[1] + ny * side * width * 0.48);
      brush.lineTo(at[0] + nx * side * width * 0.22, at[1] + ny * side * width * 0.22);
    }
  }
  brush.stroke();
  strokeLine(brush, line, width * 0.3, css(mix(palette.soil, palette.light, 0.35)));
  for (const { at } of steps(line, 3.6)) {
    brush.fillStyle = css(mix(palette.wicker, palette.light, 0.25));
    brush.strokeStyle = css(palette.ink, 0.7);
    brush.lineWidth = 0.6;
    brush.beginPath();
    brush.arc(at[0], at[1], 1.7, 0, 7);
    brush.fill();
    brush.stroke();
  }
}

/** A tower is higher than its walls: a lit platform within a crown of merlons. */
function paintTower(brush: Brush, { outline }: Work, palette: Palette): void {
  const centre = middleOf(outline);
  const inner = (scale: number) =>
    outline.map(
      ([x, y]): Point => [centre[0] + (x - centre[0]) * scale, centre[1] + (y - centre[1]) * scale],
    );
  fill(brush, outline, css(mix(stone(palette), palette.light, 0.3)));
  const ring = inner(0.9);
  const size = 4.6;
  steps([...ring, ...ring.slice(0, 1)], size * 1.05).forEach(({ at, nx, ny }, i) => {
    if (i % 2 === 0) block(brush, at, Math.atan2(nx, -ny), size * 1.3, size, palette);
  });
  fill(brush, inner(0.66), css(mix(stone(palette), palette.shade, 0.22)));
  rim(brush, inner(0.66), 0.9, css(palette.ink, 0.6));
  const [a, , c] = inner(0.66);
  const [, b, , d] = inner(0.66);
  brush.strokeStyle = css(palette.ink, 0.28);
  brush.lineWidth = 0.8;
  brush.beginPath();
  for (const [from, to] of [
    [a, c],
    [b, d],
  ]) {
    if (!from || !to) continue;
    brush.moveTo(from[0], from[1]);
    brush.lineTo(to[0], to[1]);
  }
  brush.stroke();
  rim(brush, outline, 1.2, css(palette.ink, 0.85));
}

/** Two leaves of planks with iron bands, between two posts of stone. */
function paintGate(brush: Brush, { outline, line, width }: Work, palette: Palette): void {
  const [from, to] = [line[0], line.at(-1)];
  fill(brush, outline, css(mix(palette.wicker, palette.ink, 0.3)));
  if (!from || !to) return;
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
  brush.save();
  brush.translate(from[0], from[1]);
  brush.rotate(angle);
  brush.strokeStyle = css(palette.ink, 0.55);
  brush.lineWidth = 0.8;
  brush.beginPath();
  for (let at = 3; at < long; at += 3.4) {
    brush.moveTo(at, -width * 0.34);
    brush.lineTo(at, width * 0.34);
  }
  brush.stroke();
  brush.lineWidth = 1.8;
  brush.strokeStyle = css(palette.shade, 0.8);
  brush.beginPath();
  for (const off of [-0.2, 0.2]) {
    brush.moveTo(2, width * off);
    brush.lineTo(long - 2, width * off);
  }
  brush.moveTo(long / 2, -width * 0.4);
  brush.lineTo(long / 2, width * 0.4);
  brush.stroke();
  brush.restore();
  for (const at of [from, to]) block(brush, at, angle + Math.PI / 2, width * 1.16, 6, palette);
  rim(brush, outline, 1, css(palette.ink, 0.7));
}

function paintBreach(brush: Brush, { outline }: Work, palette: Palette): void {
  fill(brush, outline, css(mix(palette.rock, palette.soil, 0.5), 0.5));
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const count = Math.max(8, Math.round(((x1 - x0) * (y1 - y0)) / 46));
  for (let i = 0; i < count; i++) {
    const [x, y] = [x0 + 2 + hash2(i, 1, 5) * (x1 - x0 - 4), y0 + 2 + hash2(i, 2, 5) * (y1 - y0 - 4)];
    paintStone(brush, palette, x, y, 1.4 + hash2(i, 3, 5) * 3, i * 7);
  }
  brush.save();
  brush.setLineDash([4, 3]);
  rim(brush, outline, 1, css(palette.ink, 0.5));
  brush.restore();
}
