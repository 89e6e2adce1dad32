import { hash2 } from "./random";

/** A regular lattice of samples over a part of the drawing, in pixels of the drawing. */
export interface Lattice {
  readonly x0: number;
  readonly y0: number;
  readonly step: number;
  readonly columns: number;
  readonly rows: number;
}

/** Makes a lattice that covers a rectangle. */
export function latticeOver(x0: number, y0: number, width: number, height: number, step: number): Lattice {
  return { x0, y0, step, columns: Math.ceil(width / step) + 1, rows: Math.ceil(height / step) + 1 };
}

const OCTAVE = 2.03;

export function lerp(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

export function clamp(x: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, x));
}

/** Rises smoothly from 0 at `a` to 1 at `b`. */
export function smooth(a: number, b: number, x: number): number {
  const t = clamp((x - a) / (b - a), 0, 1);
  return t * t * (3 - 2 * t);
}

function valueNoise(x: number, y: number, seed: number): number {
  const [xi, yi] = [Math.floor(x), Math.floor(y)];
  const u = ease(x - xi);
  const v = ease(y - yi);
  const upper = lerp(hash2(xi, yi, seed), hash2(xi + 1, yi, seed), u);
  const lower = lerp(hash2(xi, yi + 1, seed), hash2(xi + 1, yi + 1, seed), u);
  return lerp(upper, lower, v);
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}

/** Gives layered noise between 0 and 1 at a point; lengths are in wavelengths of the first layer. */
export function noiseAt(x: number, y: number, seed: number, octaves: number): number {
  let [sum, weight, frequency, total] = [0, 0.5, 1, 0];
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * valueNoise(x * frequency, y * frequency, seed + octave * 17);
    total += weight;
    weight /= 2;
    frequency *= OCTAVE;
  }
  return sum / total;
}

/** Gives the same noise for all samples of a lattice, many times faster than point by point. */
export function noiseOver(lattice: Lattice, wavelength: number, seed: number, octaves: number): Float32Array {
  const out = new Float32Array(lattice.columns * lattice.rows);
  let [weight, frequency, total] = [0.5, 1, 0];
  for (let octave = 0; octave < octaves; octave++) {
    addOctave(out, lattice, wavelength / frequency, seed + octave * 17, weight);
    total += weight;
    weight /= 2;
    frequency *= OCTAVE;
  }
  for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) / total;
  return out;
}

interface Axis {
  /** For each sample the index of the knot before it, and how far it lies beyond. */
  readonly knot: Int32Array;
  readonly part: Float32Array;
  readonly first: number;
  readonly knots: number;
}

function axisOf(start: number, step: number, samples: number, wavelength: number): Axis {
  const first = Math.floor(start / wavelength);
  const knot = new Int32Array(samples);
  const part = new Float32Array(samples);
  for (let i = 0; i < samples; i++) {
    const at = (start + i * step) / wavelength;
    const whole = Math.floor(at);
    knot[i] = whole - first;
    part[i] = ease(at - whole);
  }
  return { knot, part, first, knots: (knot[samples - 1] ?? 0) + 2 };
}

function addOctave(
  out: Float32Array,
  lattice: Lattice,
  wavelength: number,
  seed: number,
  weight: number,
): void {
  const across = axisOf(lattice.x0, lattice.step, lattice.columns, wavelength);
  const down = axisOf(lattice.y0, lattice.step, lattice.rows, wavelength);
  const knots = knotValues(across, down, seed);
  const { columns, rows } = lattice;
  for (let row = 0; row < rows; row++) {
    const upper = (down.knot[row] ?? 0) * across.knots;
    const lower = upper + across.knots;
    const v = down.part[row] ?? 0;
    for (let column = 0; column < columns; column++) {
      const k = across.knot[column] ?? 0;
      const u = across.part[column] ?? 0;
      const top = knots[upper + k] as number;
      const bottom = knots[lower + k] as number;
      const a = top + ((knots[upper + k + 1] as number) - top) * u;
      const b = bottom + ((knots[lower + k + 1] as number) - bottom) * u;
      const i = row * columns + column;
      out[i] = (out[i] as number) + weight * (a + (b - a) * v);
    }
  }
}

function knotValues(across: Axis, down: Axis, seed: number): Float32Array {
  const values = new Float32Array(across.knots * down.knots);
  for (let row = 0; row < down.knots; row++) {
    for (let column = 0; column < across.knots; column++) {
      values[row * across.knots + column] = hash2(across.first + column, down.first + row, seed);
    }
  }
  return values;
}
