import type { Piece, Target } from "../../generated/protocol";
import { type Point, pieceTarget } from "../scene/board";
import { CELL_PX, middleOf, placeOf, type Shape } from "../scene/geometry";
import type { Standings } from "./animation.svelte";
import type { Camera, Seen } from "./camera.svelte";
import { halfSize } from "./standing";

const ZOOM_STEP = 1.3;
const PAN_STEP = 90;

/** A rectangle on the screen, in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** Gives the width of a cell in units of its board; boards without cells have one of the same size. */
export function cellSize({ unit }: Shape): number {
  return CELL_PX * unit;
}

/** Finds what to look at first: what can be chosen, else one's own pieces, else the middle. */
export function startingPoint(
  shape: Shape,
  pieces: readonly Piece[],
  choices: readonly Target[],
  seat: string | undefined,
): Point {
  const own = pieces.filter((piece) => piece.owner && piece.owner === seat).map(pieceTarget);
  const wanted = choices.length ? choices : own;
  const points = wanted
    .map((target) => placeOf(shape, target, pieces)?.centre)
    .filter((at) => at !== undefined);
  return points.length ? middleOf(points) : [shape.width / 2, shape.height / 2];
}

/** Gives the smallest part of the board that holds all of some things; null if none lies on it. */
export function partOf(shape: Shape, targets: readonly Target[], pieces: readonly Piece[]): Seen | null {
  const half = cellSize(shape) / 2;
  const points = targets.flatMap((target): Point[] => {
    const spot = placeOf(shape, target, pieces);
    if (!spot) return [];
    const [x, y] = spot.centre;
    return [[x - half, y - half], [x + half, y + half], ...spot.outlines.flat()];
  });
  if (!points.length) return null;
  const [across, down] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { x0: Math.min(...across), y0: Math.min(...down), x1: Math.max(...across), y1: Math.max(...down) };
}

/** Tells where on the screen something is drawn, or will be when the camera has come to rest. */
export function boxOf(
  camera: Camera,
  shape: Shape,
  standings: Standings,
  pieces: readonly Piece[],
  target: Target,
): Box | null {
  const standing = target.kind === "piece" ? standings.get(target.id) : undefined;
  const at = standing ? ([standing.x, standing.y] as const) : placeOf(shape, target, pieces)?.centre;
  if (!at) return null;
  const half = cellSize(shape) / 2;
  const [w, h] = standing ? halfSize(standing) : [half, half];
  const { x, y, zoom } = camera.goal;
  return { x: x + (at[0] - w) * zoom, y: y + (at[1] - h) * zoom, width: 2 * w * zoom, height: 2 * h * zoom };
}

/** Tells whether any land beyond the board is in sight of a view of this size. */
export function seesBeyond(camera: Camera, shape: Shape, width: number, height: number): boolean {
  const [right, bottom] = camera.toScreen([shape.width, shape.height]);
  return camera.x > 0 || camera.y > 0 || right < width || bottom < height;
}

/** What the keys do that look around; the arrows do it only while nothing else wants them. */
export function lookByKey(camera: Camera, shape: Shape, key: string, arrows: boolean): boolean {
  const keys: Readonly<Record<string, () => void>> = {
    "+": () => camera.zoomAt(ZOOM_STEP, ...camera.middle),
    "=": () => camera.zoomAt(ZOOM_STEP, ...camera.middle),
    "-": () => camera.zoomAt(1 / ZOOM_STEP, ...camera.middle),
    0: () => camera.fit(),
    1: () => camera.actual(shape.unit),
    ...(arrows && {
      ArrowLeft: () => camera.pan(PAN_STEP, 0),
      ArrowRight: () => camera.pan(-PAN_STEP, 0),
      ArrowUp: () => camera.pan(0, PAN_STEP),
      ArrowDown: () => camera.pan(0, -PAN_STEP),
    }),
  };
  const look = keys[key];
  look?.();
  return look !== undefined;
}
