import type { Outline } from "../scene/board";
import { clamp, type Lattice } from "./noise";

const FAR = 1e9;

/** How far points lie inside (positive) or outside (negative) a set of outlines. */
export interface Field {
  readonly lattice: Lattice;
  /** The distances at the samples of the lattice, in pixels of the drawing. */
  readonly values: Float32Array;
  at(x: number, y: number): number;
}

/** Measures the distance to the edge of a union of outlines over a lattice. */
export function fieldOf(outlines: readonly Outline[], lattice: Lattice): Field {
  const values = outlines.length ? signedDistances(outlines, lattice) : nowhere(lattice);
  return { lattice, values, at: (x, y) => sample(values, lattice, x, y) };
}

function nowhere(lattice: Lattice): Float32Array {
  return new Float32Array(lattice.columns * lattice.rows).fill(-1e4);
}

function signedDistances(outlines: readonly Outline[], lattice: Lattice): Float32Array {
  const mask = maskOf(outlines, lattice);
  const outer = squaresTo(mask, 1, lattice);
  const inner = squaresTo(mask, 0, lattice);
  const signed = new Float32Array(mask.length);
  for (let i = 0; i < signed.length; i++) {
    signed[i] = (Math.sqrt(inner[i] as number) - Math.sqrt(outer[i] as number)) * lattice.step;
  }
  return signed;
}

/** Reads a value between the samples. */
export function sample(values: Float32Array, lattice: Lattice, x: number, y: number): number {
  const { columns, rows, step } = lattice;
  const px = clamp((x - lattice.x0) / step, 0, columns - 1.001);
  const py = clamp((y - lattice.y0) / step, 0, rows - 1.001);
  const [column, row] = [Math.floor(px), Math.floor(py)];
  const [fx, fy] = [px - column, py - row];
  const i = row * columns + column;
  const upper = (values[i] ?? 0) * (1 - fx) + (values[i + 1] ?? 0) * fx;
  const lower = (values[i + columns] ?? 0) * (1 - fx) + (values[i + columns + 1] ?? 0) * fx;
  return upper * (1 - fy) + lower * fy;
}

/** Marks the samples that lie in any of the outlines. */
function maskOf(outlines: readonly Outline[], lattice: Lattice): Uint8Array {
  const mask = new Uint8Array(lattice.columns * lattice.rows);
  for (const outline of outlines) fillOutline(mask, outline, lattice);
  return mask;
}

function fillOutline(mask: Uint8Array, outline: Outline, lattice: Lattice): void {
  const { columns, rows, step, x0, y0 } = lattice;
  const ys = outline.map(([, y]) => (y - y0) / step);
  const first = Math.max(0, Math.ceil(Math.min(...ys)));
  const last = Math.min(rows - 1, Math.floor(Math.max(...ys)));
  for (let row = first; row <= last; row++) {
    const crossings = crossingsAt(outline, y0 + row * step);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const from = Math.max(0, Math.ceil(((crossings[i] ?? 0) - x0) / step));
      const to = Math.min(columns - 1, Math.floor(((crossings[i + 1] ?? 0) - x0) / step));
      if (to >= from) mask.fill(1, row * columns + from, row * columns + to + 1);
    }
  }
}

function crossingsAt(outline: Outline, y: number): number[] {
  const found: number[] = [];
  outline.forEach(([ax, ay], index) => {
    const [bx, by] = outline[(index + 1) % outline.length] ?? [ax, ay];
    if (ay > y !== by > y) found.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
  });
  return found.sort((a, b) => a - b);
}

/** Gives the square of the exact distance of every sample to the nearest one with this mark. */
function squaresTo(mask: Uint8Array, mark: 0 | 1, { columns, rows }: Lattice): Float64Array {
  const squares = new Float64Array(mask.length);
  for (let i = 0; i < mask.length; i++) squares[i] = mask[i] === mark ? 0 : FAR;
  const sweep = lowerEnvelope(Math.max(columns, rows));
  for (let column = 0; column < columns; column++) sweep(squares, column, columns, rows);
  for (let row = 0; row < rows; row++) sweep(squares, row * columns, 1, columns);
  return squares;
}

type Sweep = (squares: Float64Array, start: number, stride: number, length: number) => void;

/** Prepares the one-dimensional transform of Felzenszwalb and Huttenlocher. */
function lowerEnvelope(longest: number): Sweep {
  const given = new Float64Array(longest);
  const apex = new Int32Array(longest);
  const bound = new Float64Array(longest + 1);
  return (squares, start, stride, length) => {
    for (let q = 0; q < length; q++) given[q] = squares[start + q * stride] as number;
    let k = 0;
    apex[0] = 0;
    bound[0] = -FAR;
    bound[1] = FAR;
    for (let q = 1; q < length; q++) {
      let meet = meeting(given, apex[k] as number, q);
      while (meet <= (bound[k] as number) && k > 0) meet = meeting(given, apex[--k] as number, q);
      k = meet <= (bound[k] as number) ? k : k + 1;
      apex[k] = q;
      bound[k] = meet;
      bound[k + 1] = FAR;
    }
    k = 0;
    for (let q = 0; q < length; q++) {
      while ((bound[k + 1] as number) < q) k++;
      const r = apex[k] as number;
      squares[start + q * stride] = (q - r) * (q - r) + (given[r] as number);
    }
  };
}

function meeting(given: Float64Array, r: number, q: number): number {
  return ((given[q] as number) + q * q - (given[r] as number) - r * r) / (2 * q - 2 * r);
}
