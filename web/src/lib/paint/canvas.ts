import type { Outline } from "../scene/board";
import { hash2 } from "./random";

export type Brush = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
export type Sheet = HTMLCanvasElement | OffscreenCanvas;

/** Makes a canvas, in a worker as on a page. */
export function sheetOf(width: number, height: number): Sheet {
  const [w, h] = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(w, h);
  const sheet = document.createElement("canvas");
  sheet.width = w;
  sheet.height = h;
  return sheet;
}

/** Takes the brush of a canvas. */
export function brushOf(sheet: Sheet): Brush {
  const brush = sheet.getContext("2d") as Brush | null;
  if (!brush) throw new Error("this browser does not paint");
  return brush;
}

/** Lays a path along points. */
export function trace(brush: Brush, points: Outline, close = true): void {
  points.forEach(([x, y], index) => {
    if (index) brush.lineTo(x, y);
    else brush.moveTo(x, y);
  });
  if (close) brush.closePath();
}

/** Draws a line with round ends. */
export function strokeLine(brush: Brush, points: Outline, width: number, colour: string): void {
  brush.lineCap = "round";
  brush.lineJoin = "round";
  brush.lineWidth = width;
  brush.strokeStyle = colour;
  brush.beginPath();
  trace(brush, points, false);
  brush.stroke();
}

/** Lays a path around a rough round shape. */
export function traceBlob(
  brush: Brush,
  x: number,
  y: number,
  radius: number,
  seed: number,
  lobes = 9,
  rough = 0.18,
): void {
  const start = hash2(1, 2, seed) * 6.28;
  const reach = (i: number) => radius * (1 - rough + rough * 2 * hash2(i % lobes, 7, seed));
  brush.beginPath();
  for (let i = 0; i <= lobes; i++) {
    const turn = start + (i / lobes) * 6.283;
    const [px, py] = [x + Math.cos(turn) * reach(i), y + Math.sin(turn) * reach(i)];
    const half = start + ((i - 0.5) / lobes) * 6.283;
    const out = radius * 1.16;
    if (i === 0) brush.moveTo(px, py);
    else brush.quadraticCurveTo(x + Math.cos(half) * out, y + Math.sin(half) * out, px, py);
  }
  brush.closePath();
}

export function disc(brush: Brush, x: number, y: number, radius: number): void {
  brush.beginPath();
  brush.arc(x, y, radius, 0, 7);
  brush.fill();
}
