import type { Outline } from "../scene/board";
import { type Brush, brushOf, disc, type Sheet, sheetOf, traceBlob } from "./canvas";
import { fieldOf } from "./distance";
import { type Lattice, noiseAt } from "./noise";
import { type Colour, css, mix, type Palette } from "./palette";
import { apart, type Candidate, type Extent, scattered } from "./random";

const GAP = 8.2;
const INSET = 4;
const SHAPES = 4;
const SPRITE = 12;

interface Tree {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly leaf: number;
  readonly shape: number;
}

/** Paints woods as crowns seen from above, lit from the north-west. */
export function paintWoods(
  brush: Brush,
  outlines: readonly Outline[],
  palette: Palette,
  lattice: Lattice,
  extent: Extent,
  seed: number,
  scale: number,
  stray = 1,
): void {
  const trees = treesIn(outlines, lattice, extent, seed, stray);
  const crowns = crownSheet(palette, scale);
  brush.fillStyle = css(palette.leafLow, 0.34);
  for (const { x, y, radius, shape } of trees) {
    traceBlob(brush, x + radius * 0.42, y + radius * 0.5, radius * 1.05, shape);
    brush.fill();
  }
  for (const tree of trees) drawCrown(brush, crowns, tree);
}

function treesIn(
  outlines: readonly Outline[],
  lattice: Lattice,
  extent: Extent,
  seed: number,
  stray: number,
): Tree[] {
  const field = fieldOf(outlines, lattice);
  const depth = ({ x, y }: Candidate) =>
    field.at(x, y) + (noiseAt(x / 24, y / 24, seed + 31, 2) - 0.5) * 18 * stray - INSET;
  const near = (x: number, y: number) => field.at(x, y) > -2 * GAP;
  const points = scattered(extent, GAP * 0.36, seed + 21, 1.4, near).filter((point) => depth(point) >= 0);
  const trees = apart(points, GAP).map((point) => ({
    x: point.x,
    y: point.y,
    radius: (5.2 + point.chance(4) * 3.2) * (depth(point) < 8 ? 0.86 : 1),
    leaf: Math.floor(point.chance(5) * 5),
    shape: Math.floor(point.chance(6) * SHAPES),
  }));
  return trees.sort((a, b) => a.y - b.y);
}

/** Paints each kind of crown once; a wood is then put together from copies. */
function crownSheet(palette: Palette, scale: number): Sheet {
  const size = Math.ceil(2 * SPRITE * scale);
  const sheet = sheetOf(size * palette.leaves.length, size * SHAPES);
  const brush = brushOf(sheet);
  palette.leaves.forEach((leaf, column) => {
    for (let shape = 0; shape < SHAPES; shape++) {
      brush.setTransform(scale, 0, 0, scale, (column + 0.5) * size, (shape + 0.5) * size);
      drawTree(brush, palette, 0, 0, SPRITE * 0.72, leaf, shape);
    }
  });
  return sheet;
}

function drawCrown(brush: Brush, crowns: Sheet, { x, y, radius, leaf, shape }: Tree): void {
  const size = crowns.height / SHAPES;
  const half = radius / 0.72;
  brush.drawImage(
    crowns as CanvasImageSource,
    leaf * size,
    shape * size,
    size,
    size,
    x - half,
    y - half,
    2 * half,
    2 * half,
  );
}

/** Draws one crown: dark below, lighter to the north-west, a spark of light, a thin outline. */
export function drawTree(
  brush: Brush,
  palette: Palette,
  x: number,
  y: number,
  radius: number,
  leaf: Colour,
  seed: number,
): void {
  traceBlob(brush, x, y, radius, seed, 8, 0.14);
  brush.fillStyle = css(mix(leaf, palette.leafLow, 0.34));
  brush.fill();
  brush.save();
  brush.clip();
  brush.fillStyle = css(leaf);
  traceBlob(brush, x - radius * 0.14, y - radius * 0.18, radius * 0.9, seed + 1, 8, 0.12);
  brush.fill();
  brush.fillStyle = css(mix(leaf, palette.leafHigh, 0.55), 0.9);
  traceBlob(brush, x - radius * 0.32, y - radius * 0.36, radius * 0.5, seed + 2, 7, 0.2);
  brush.fill();
  brush.fillStyle = css(mix(leaf, palette.leafHigh, 0.9), 0.7);
  disc(brush, x - radius * 0.42, y - radius * 0.46, radius * 0.2);
  brush.restore();
  brush.lineWidth = 0.7;
  brush.strokeStyle = css(palette.leafLow, 0.55);
  traceBlob(brush, x, y, radius, seed, 8, 0.14);
  brush.stroke();
}
