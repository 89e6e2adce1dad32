import type { Point } from "../scene/board";
import { type Brush, brushOf, type Sheet, sheetOf, trace } from "./canvas";
import { type Field, fieldOf } from "./distance";
import { paintFields, paintStrips, paintTufts, type Taken } from "./fields";
import { paintGrain, paintGround, reliefOf } from "./ground";
import { paintSlopes } from "./hills";
import { paintMap } from "./maps";
import { type Lattice, latticeOver } from "./noise";
import { beyondExtent, extentOf, type Order } from "./order";
import { css, PALETTES, type Palette, type Theme } from "./palette";
import { type Extent, rng, scattered } from "./random";
import type { Recipe } from "./recipe";
import { laidOut, type River } from "./rivers";
import { paintHigh, paintLow, paintMade, paintShores } from "./tabletop";
import { paintTown } from "./towns";
import { paintBridge, paintRivers, paintWaves } from "./water";
import { paintWoods } from "./woods";
import { paintCrags, paintMarsh, paintRocks, paintStakes, paintWork } from "./works";

/** Trees, tufts and stones are placed by this lattice at any sharpness, so that they are always the same. */
const DETAIL_STEP = 4;
const SKETCH_STEP = 6;

/**
 * Paints a board with some of the land around it. It pauses after every step, so that whoever runs it
 * on the thread of the page can let the page breathe.
 */
export function* paint(order: Order): Generator<void, Sheet> {
  const { recipe, scale } = order;
  const palette = PALETTES[order.theme];
  const extent = extentOf(recipe);
  const sheet = sheetOf((extent.x1 - extent.x0) * scale, (extent.y1 - extent.y0) * scale);
  const brush = brushOf(sheet);
  brush.setTransform(scale, 0, 0, scale, -extent.x0 * scale, -extent.y0 * scale);
  if (recipe.lands.length) {
    paintMap(brush, recipe, palette);
    yield;
  } else {
    yield* paintLandscape(brush, order, palette, extent);
  }
  if (!order.sketch) paintGrain(brush, sheet.width, sheet.height);
  paintVeil(brush, recipe, palette, extent);
  fadeOut(brush, recipe.margin, extent);
  return sheet;
}

function* paintLandscape(brush: Brush, order: Order, palette: Palette, extent: Extent): Generator<void> {
  const { recipe } = order;
  const lattice = latticeOf(extent, order.step);
  const relief = reliefOf(recipe, lattice);
  yield;
  paintGround(brush, recipe, palette, relief);
  yield;
  if (!order.sketch) {
    if (recipe.hills.length) paintSlopes(brush, palette, relief, extent, recipe.contours, recipe.seed);
    yield;
    paintOpen(brush, recipe, palette, extent);
    yield;
  }
  paintLow(brush, recipe, palette);
  yield;
  paintShores(brush, recipe, palette, extent);
  paintWaters(brush, recipe, palette, extent, lattice);
  yield;
  paintMade(brush, recipe, palette);
  for (const town of recipe.towns) paintTown(brush, town, palette);
  yield;
  if (recipe.woods.length) {
    const lattice = latticeOf(extent, order.sketch ? SKETCH_STEP : DETAIL_STEP);
    paintWoods(brush, recipe.woods, palette, lattice, extent, recipe.seed, order.scale, recipe.stray);
  }
  paintHigh(brush, recipe, palette);
  for (const line of recipe.works) paintWork(brush, palette, line);
  for (const line of recipe.stakes) paintStakes(brush, palette, line);
}

function latticeOf(extent: Extent, step: number): Lattice {
  return latticeOver(extent.x0, extent.y0, extent.x1 - extent.x0, extent.y1 - extent.y0, step);
}

function paintOpen(brush: Brush, recipe: Recipe, palette: Palette, extent: Extent): void {
  const lattice = latticeOf(extent, DETAIL_STEP);
  const taken = takenBy(recipe, lattice);
  if (recipe.stray === 1) paintStrips(brush, palette, extent, recipe.seed, taken);
  if (recipe.fields.length) {
    const field = fieldOf(recipe.fields, lattice);
    paintFields(brush, palette, extent, recipe.seed, field.at);
  }
  paintTufts(brush, palette, extent, recipe.seed, taken);
  if (recipe.marsh.length) {
    paintMarsh(brush, palette, extent, fieldOf(recipe.marsh, lattice), recipe.seed);
  }
  if (recipe.crags.length) paintCrags(brush, palette, extent, fieldOf(recipe.crags, lattice), recipe.seed);
  if (recipe.rocks.length) paintRocks(brush, palette, extent, fieldOf(recipe.rocks, lattice), recipe.seed);
}

function paintWaters(brush: Brush, recipe: Recipe, palette: Palette, extent: Extent, lattice: Lattice): void {
  if (recipe.lakes.length) {
    const field = fieldOf(recipe.lakes, lattice);
    paintWaves(brush, palette, pointsIn(field, extent, recipe.seed), rng(recipe.seed + 5));
  }
  if (recipe.rivers.length) paintRivers(brush, recipe.rivers, palette, recipe.seed);
  for (const bridge of recipe.bridges) paintBridge(brush, bridge, palette);
}

function pointsIn(field: Field, extent: Extent, seed: number): Point[] {
  const points = scattered(extent, 34, seed + 61).filter(({ x, y }) => field.at(x, y) > 9);
  return points.map(({ x, y }): Point => [x, y]);
}

/** Keeps decoration off everything that means something. */
function takenBy(recipe: Recipe, lattice: Lattice): Taken {
  const towns = recipe.towns.map(({ x, y, radius }) => square(x, y, radius));
  const hills = recipe.hills.flatMap((layer) => layer.outlines);
  const busy = [...hills, ...recipe.woods, ...recipe.marsh, ...recipe.sand, ...recipe.lakes, ...recipe.rocks];
  const { ploughed, villages, shores, roads, gullies } = recipe.parts;
  const made = [...ploughed, ...villages, ...shores].map(({ outline }) => outline);
  const field = fieldOf([...busy, ...recipe.fields, ...towns, ...made], lattice);
  const lines = [...roads, ...gullies].flatMap(({ line, width }) =>
    laidOut(line, 14).map(([x, y]) => ({ x, y, width, depth: 0 })),
  );
  const wet = [...recipe.rivers.flatMap((river) => river.filter((_, i) => i % 3 === 0)), ...lines];
  return (x, y, room) => field.at(x, y) > -room * 0.8 || nearWater(wet, x, y, room);
}

function square(x: number, y: number, radius: number): Point[] {
  return [
    [x - radius, y - radius],
    [x + radius, y - radius],
    [x + radius, y + radius],
    [x - radius, y + radius],
  ];
}

function nearWater(wet: River, x: number, y: number, room: number): boolean {
  return wet.some((reach) => Math.hypot(reach.x - x, reach.y - y) < room * 0.7 + reach.width * 0.6);
}

/** Lays paper over the land beyond the board: it goes on, but the game does not. */
function paintVeil(brush: Brush, recipe: Recipe, palette: Palette, { x0, y0, x1, y1 }: Extent): void {
  brush.beginPath();
  brush.rect(x0, y0, x1 - x0, y1 - y0);
  for (const ring of recipe.edge) trace(brush, ring);
  brush.fillStyle = css(palette.veil, palette.veiled);
  brush.fill("evenodd");
}

/** Lets the painting end softly on all four sides. */
function fadeOut(brush: Brush, margin: number, { x0, y0, x1, y1 }: Extent): void {
  const reach = margin * 0.8;
  brush.globalCompositeOperation = "destination-out";
  const side = (fromX: number, fromY: number, toX: number, toY: number, w: number, h: number) => {
    const fade = brush.createLinearGradient(fromX, fromY, toX, toY);
    fade.addColorStop(0, "rgba(0,0,0,1)");
    fade.addColorStop(1, "rgba(0,0,0,0)");
    brush.fillStyle = fade;
    brush.fillRect(Math.min(fromX, toX), Math.min(fromY, toY), w, h);
  };
  side(x0, y0, x0 + reach, y0, reach, y1 - y0);
  side(x1, y0, x1 - reach, y0, reach, y1 - y0);
  side(x0, y0, x0, y0 + reach, x1 - x0, reach);
  side(x0, y1, x0, y1 - reach, x1 - x0, reach);
  brush.globalCompositeOperation = "source-over";
}

const BEYOND_STEP = 12;

/** Paints the land far beyond the board, without detail and under its veil; a sample is a pixel. */
export function paintBeyond(recipe: Recipe, theme: Theme): Sheet {
  const palette = PALETTES[theme];
  const extent = beyondExtent(recipe);
  const sheet = sheetOf((extent.x1 - extent.x0) / BEYOND_STEP, (extent.y1 - extent.y0) / BEYOND_STEP);
  const brush = brushOf(sheet);
  brush.setTransform(
    1 / BEYOND_STEP,
    0,
    0,
    1 / BEYOND_STEP,
    -extent.x0 / BEYOND_STEP,
    -extent.y0 / BEYOND_STEP,
  );
  if (recipe.lands.length) {
    brush.fillStyle = css(palette.sea);
    brush.fillRect(extent.x0, extent.y0, extent.x1 - extent.x0, extent.y1 - extent.y0);
  } else {
    const bare: Recipe = { ...recipe, hills: [], woods: [], marsh: [], sand: [], lakes: [], rocks: [] };
    const lattice = latticeOf(extent, BEYOND_STEP);
    paintGround(brush, bare, palette, reliefOf(bare, lattice));
  }
  brush.fillStyle = css(palette.veil, palette.veiled);
  brush.fillRect(extent.x0, extent.y0, extent.x1 - extent.x0, extent.y1 - extent.y0);
  return sheet;
}
