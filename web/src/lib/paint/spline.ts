import type { Outline, Point } from "../scene/board";
import { noiseAt } from "./noise";

/** Draws a smooth line through points, one point every few pixels. */
export function spline(points: Outline, step = 6): Point[] {
  const at = (i: number): Point => points[Math.max(0, Math.min(points.length - 1, i))] ?? [0, 0];
  const out: Point[] = [];
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const n = Math.max(2, Math.floor(Math.hypot(c[0] - b[0], c[1] - b[1]) / step));
    for (let j = 0; j < n; j++) {
      out.push([catmullRom(a[0], b[0], c[0], d[0], j / n), catmullRom(a[1], b[1], c[1], d[1], j / n)]);
    }
  }
  return [...out, at(points.length - 1)];
}

function catmullRom(a: number, b: number, c: number, d: number, t: number): number {
  const curve = (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t;
  return 0.5 * (2 * b + (c - a) * t + curve);
}

/** Lets a line tremble a little. */
export function wobbled(points: Outline, amplitude: number, wavelength: number, seed: number): Point[] {
  const shift = (x: number, y: number, salt: number) =>
    (noiseAt(x / wavelength, y / wavelength, seed + salt, 2) - 0.5) * amplitude * 2;
  return points.map(([x, y]): Point => [x + shift(x, y, 0), y + shift(x, y, 9)]);
}

/** Gives the direction of a line at one of its points, as a vector of length one. */
export function directionAt(points: Outline, i: number): Point {
  const [ax, ay] = points[Math.max(0, i - 1)] ?? [0, 0];
  const [bx, by] = points[Math.min(points.length - 1, i + 1)] ?? [1, 0];
  const length = Math.hypot(bx - ax, by - ay) || 1;
  return [(bx - ax) / length, (by - ay) / length];
}
