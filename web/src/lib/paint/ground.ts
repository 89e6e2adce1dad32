import { type Brush, brushOf, sheetOf } from "./canvas";
import { type Field, fieldOf, sample } from "./distance";
import { clamp, type Lattice, latticeOver, noiseOver, smooth } from "./noise";
import { type Colour, mix, type Palette } from "./palette";
import { hash2 } from "./random";
import type { Recipe } from "./recipe";

/** The lie of the land over a lattice. */
export interface Relief {
  readonly lattice: Lattice;
  readonly heights: Float32Array;
  readonly top: number;
}

/** Distances change slowly, so they are measured on a coarser lattice than colours. */
const FIELD_STEP = 4;
const FAR_OFF = -30;
/** How far around its outline ground can be seen, however uneven its edge is. */
const NEARBY = 34;

/** How much the top of a broad hill rises and falls. */
const SWELL = 0.5;

/** From this height on the ground is bare rock; a single hill does not reach it. */
const ROCKY = 1.05;

/** Measures distances over the part of the drawing that a lattice covers. */
function coarseField(outlines: Recipe["woods"], lattice: Lattice): Field {
  const { x0, y0, step, columns, rows } = lattice;
  const coarse = latticeOver(x0, y0, columns * step, rows * step, Math.max(FIELD_STEP, step));
  return fieldOf(outlines, coarse);
}

/** Reads a field at every sample of a finer lattice. */
function spread(field: Field, lattice: Lattice): Float32Array {
  const out = new Float32Array(lattice.columns * lattice.rows);
  let i = 0;
  for (let row = 0; row < lattice.rows; row++) {
    const y = lattice.y0 + row * lattice.step;
    for (let column = 0; column < lattice.columns; column++) {
      out[i++] = sample(field.values, field.lattice, lattice.x0 + column * lattice.step, y);
    }
  }
  return out;
}

/** A part of a lattice, whose samples lie where those of the whole do. */
interface Part {
  readonly lattice: Lattice;
  /** Gives the index in the whole lattice of a sample of the part. */
  index(i: number): number;
}

/** Cuts out the part of a lattice around some outlines: most things cover little of the land. */
function partAround(outlines: Recipe["woods"], lattice: Lattice, room: number): Part {
  const { x0, y0, step, columns, rows } = lattice;
  const [xs, ys] = [
    outlines.flatMap((ring) => ring.map(([x]) => x)),
    outlines.flatMap((ring) => ring.map(([, y]) => y)),
  ];
  const first = (least: number, start: number, most: number) =>
    clamp(Math.floor((least - room - start) / step), 0, most - 1);
  const last = (most: number, start: number, end: number) =>
    clamp(Math.ceil((most + room - start) / step), 0, end - 1);
  const [left, top] = [first(lowest(xs), x0, columns), first(lowest(ys), y0, rows)];
  const [right, bottom] = [last(highest(xs), x0, columns), last(highest(ys), y0, rows)];
  const wide = right - left + 1;
  return {
    lattice: { x0: x0 + left * step, y0: y0 + top * step, step, columns: wide, rows: bottom - top + 1 },
    index: (i) => (top + Math.floor(i / wide)) * columns + left + (i % wide),
  };
}

function lowest(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function highest(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}

/** Raises the hills: each layer rises from its noisy edge inwards. */
export function reliefOf(recipe: Recipe, lattice: Lattice): Relief {
  const heights = new Float32Array(lattice.columns * lattice.rows);
  recipe.hills.forEach((layer, index) => {
    const part = partAround(layer.outlines, lattice, -FAR_OFF);
    const inside = spread(coarseField(layer.outlines, part.lattice), part.lattice);
    const noise = noiseOver(part.lattice, 26, recipe.seed + 40 + index, 3);
    const swell = noiseOver(part.lattice, 66, recipe.seed + 60 + index, 2);
    for (let i = 0; i < inside.length; i++) {
      if ((inside[i] as number) < FAR_OFF) continue;
      const loose = recipe.stray + (1 - recipe.stray) * smooth(0, 16, inside[i] as number);
      const deep = (inside[i] as number) + ((noise[i] as number) - 0.5) * 16 * loose;
      const slope = smooth(-3, layer.run, deep) * layer.rise;
      const plateau = smooth(layer.run * 0.6, layer.run * 1.5, deep) * ((swell[i] as number) - 0.5);
      const at = part.index(i);
      heights[at] = (heights[at] as number) + slope + plateau * SWELL;
    }
  });
  return { lattice, heights, top: recipe.hills.reduce((sum, layer) => sum + layer.rise, 0) || 1 };
}

/** Tells how much the land rises to the right within two pixels of the drawing. */
export function riseAcross({ lattice, heights }: Relief, column: number, row: number): number {
  const { columns, rows, step } = lattice;
  const start = clamp(row, 0, rows - 1) * columns;
  const [left, right] = [clamp(column - 1, 0, columns - 1), clamp(column + 1, 0, columns - 1)];
  return (((heights[start + right] as number) - (heights[start + left] as number)) * 2) / step;
}

/** Tells how much the land rises downwards within two pixels of the drawing. */
export function riseDown({ lattice, heights }: Relief, column: number, row: number): number {
  const { columns, rows, step } = lattice;
  const x = clamp(column, 0, columns - 1);
  const [above, below] = [clamp(row - 1, 0, rows - 1), clamp(row + 1, 0, rows - 1)];
  return (((heights[below * columns + x] as number) - (heights[above * columns + x] as number)) * 2) / step;
}

/** A picture of three numbers per sample, on which washes of colour are laid. */
interface Wash {
  readonly lattice: Lattice;
  readonly rgb: Float32Array;
}

/** Lays a colour over one sample. */
function lay({ rgb }: Wash, i: number, colour: Colour, strength: number): void {
  const at = 3 * i;
  rgb[at] = (rgb[at] as number) + (colour[0] - (rgb[at] as number)) * strength;
  rgb[at + 1] = (rgb[at + 1] as number) + (colour[1] - (rgb[at + 1] as number)) * strength;
  rgb[at + 2] = (rgb[at + 2] as number) + (colour[2] - (rgb[at + 2] as number)) * strength;
}

/** Paints everything that is soft: meadows, hills, the floor of woods, sand and lakes. */
export function paintGround(brush: Brush, recipe: Recipe, palette: Palette, relief: Relief): void {
  const { lattice } = relief;
  const wash = { lattice, rgb: new Float32Array(3 * lattice.columns * lattice.rows) };
  const patches = noiseOver(lattice, 46, recipe.seed + 5, 3);
  layMeadows(wash, recipe, palette, patches);
  if (recipe.hills.length) layHills(wash, relief, palette);
  if (recipe.woods.length) layFloor(wash, recipe, palette, patches);
  if (recipe.rocks.length && recipe.stray < 1) layScree(wash, recipe, palette, patches);
  if (recipe.marsh.length) layMarsh(wash, recipe, palette, patches);
  if (recipe.sand.length) laySand(wash, recipe, palette);
  if (recipe.lakes.length) layLakes(wash, recipe, palette, patches);
  putDown(brush, wash);
}

function putDown(brush: Brush, { lattice, rgb }: Wash): void {
  const { columns, rows, step, x0, y0 } = lattice;
  const sheet = sheetOf(columns, rows);
  const inner = brushOf(sheet);
  const image = inner.createImageData(columns, rows);
  for (let i = 0, from = 0, to = 0; i < columns * rows; i++) {
    image.data[to++] = rgb[from++] as number;
    image.data[to++] = rgb[from++] as number;
    image.data[to++] = rgb[from++] as number;
    image.data[to++] = 255;
  }
  inner.putImageData(image, 0, 0);
  brush.imageSmoothingEnabled = true;
  brush.drawImage(sheet as CanvasImageSource, x0 - step / 2, y0 - step / 2, columns * step, rows * step);
}

function layMeadows(wash: Wash, recipe: Recipe, palette: Palette, patches: Float32Array): void {
  const broad = noiseOver(wash.lattice, 210, recipe.seed, 4);
  for (let i = 0; i < patches.length; i++) {
    const patch = patches[i] as number;
    lay(wash, i, palette.straw, 1);
    lay(wash, i, palette.meadow, smooth(0.36, 0.62, broad[i] as number));
    lay(wash, i, palette.lush, smooth(0.55, 0.8, patch) * 0.55);
    lay(wash, i, palette.soil, smooth(0.66, 0.9, 1 - patch) * 0.35);
  }
}

/** Tints high ground, and lights it from the north-west. */
function layHills(wash: Wash, relief: Relief, palette: Palette): void {
  const { columns, rows } = wash.lattice;
  const full = Math.max(1, relief.top * 0.7);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const i = row * columns + column;
      const height = relief.heights[i] as number;
      if (height < 0.004) continue;
      const tint = mix(palette.hillLow, palette.hillHigh, clamp(height / full, 0, 1));
      lay(wash, i, tint, clamp(height * 0.9, 0, 0.82));
      lay(wash, i, palette.rock, smooth(ROCKY, ROCKY + 0.9, height) * 0.6);
      const lit = (riseAcross(relief, column, row) * 0.72 + riseDown(relief, column, row) * 0.7) * 6;
      if (lit > 0) lay(wash, i, palette.light, clamp(lit, 0, 0.5));
      else lay(wash, i, palette.shade, clamp(-lit, 0, 0.4));
    }
  }
}

/** Walks over the samples in and just around some outlines, whose edge is made uneven by noise. */
function within(
  outlines: Recipe["woods"],
  { lattice }: Wash,
  noise: Float32Array,
  uneven: number,
  act: (i: number, inside: number) => void,
): void {
  const part = partAround(outlines, lattice, NEARBY);
  const depths = spread(coarseField(outlines, part.lattice), part.lattice);
  for (let i = 0; i < depths.length; i++) {
    const at = part.index(i);
    const inside = (depths[i] as number) + ((noise[at] as number) - 0.5) * uneven;
    if (inside > -9) act(at, inside);
  }
}

function layFloor(wash: Wash, recipe: Recipe, palette: Palette, patches: Float32Array): void {
  const { stray } = recipe;
  within(recipe.woods, wash, patches, 26 * stray, (i, inside) => {
    lay(wash, i, palette.floor, smooth(-8 * stray, 8 * stray, inside) * 0.78);
  });
}

/** On a table one must see where stony ground ends. */
function layScree(wash: Wash, recipe: Recipe, palette: Palette, patches: Float32Array): void {
  within(recipe.rocks, wash, patches, 4, (i, inside) =>
    lay(wash, i, palette.rock, smooth(-1, 2, inside) * 0.4),
  );
}

function layMarsh(wash: Wash, recipe: Recipe, palette: Palette, patches: Float32Array): void {
  const wet = mix(palette.lush, palette.shallow, 0.45);
  const { stray } = recipe;
  within(recipe.marsh, wash, patches, 22 * stray, (i, inside) => {
    lay(wash, i, wet, smooth(-6 * stray, 14 * stray, inside) * 0.62);
  });
}

/** Lays ripples of sand; a pit has a dark lip towards the light and a bright one away from it. */
function laySand(wash: Wash, recipe: Recipe, palette: Palette): void {
  const { columns, step, y0 } = wash.lattice;
  const drift = noiseOver(wash.lattice, 38, recipe.seed + 8, 3);
  const depths = new Float32Array(drift.length).fill(-9);
  const { stray } = recipe;
  within(recipe.sand, wash, drift, 44 * stray, (i, inside) => {
    depths[i] = inside;
    const y = y0 + Math.floor(i / columns) * step;
    const ripple = Math.sin((y + (drift[i] as number) * 70) / 2.6);
    const sand = mix(palette.sand, palette.soil, ripple > 0 ? ripple * 0.34 : 0);
    lay(wash, i, sand, smooth(-6 * stray, 7 * stray, inside) * 0.92);
  });
  const back = Math.max(1, Math.round(4 / step));
  for (let i = back * (columns + 1); i < depths.length; i++) {
    const inside = depths[i] as number;
    const rise = inside - (depths[i - back * (columns + 1)] as number);
    const lip = smooth(9, 0, Math.abs(inside - 4)) * clamp(Math.abs(rise) / 4, 0, 1);
    lay(wash, i, rise > 0 ? palette.shade : palette.light, lip * (rise > 0 ? 0.34 : 0.42));
  }
}

function layLakes(wash: Wash, recipe: Recipe, palette: Palette, patches: Float32Array): void {
  within(recipe.lakes, wash, patches, 10, (i, inside) => {
    lay(wash, i, palette.bank, smooth(-4, 0, inside) * 0.6);
    if (inside <= 0) return;
    lay(wash, i, palette.waterLow, 1);
    const deep = mix(palette.shallow, palette.water, smooth(5, 26, inside));
    lay(wash, i, deep, smooth(0, 2.5, inside));
  });
}

/** Lays a faint grain over everything, so that large washes do not look smooth. */
export function paintGrain(brush: Brush, width: number, height: number): void {
  const size = 128;
  const sheet = sheetOf(size, size);
  const inner = brushOf(sheet);
  const image = inner.createImageData(size, size);
  for (let i = 0; i < size * size; i++) {
    const grain = hash2(i % size, Math.floor(i / size), 3) - 0.5;
    image.data.fill(grain > 0 ? 255 : 0, i * 4, i * 4 + 3);
    image.data[i * 4 + 3] = Math.abs(grain) * 12;
  }
  inner.putImageData(image, 0, 0);
  const pattern = brush.createPattern(sheet as CanvasImageSource, "repeat");
  if (!pattern) return;
  brush.save();
  brush.setTransform(1, 0, 0, 1, 0, 0);
  brush.fillStyle = pattern;
  brush.fillRect(0, 0, width, height);
  brush.restore();
}
