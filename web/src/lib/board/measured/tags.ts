import type { Outline, Point } from "../../scene/board";
import type { Squad } from "./squads";
import { pointOf } from "./units";

const LETTER_PX = 6;
const PAD_PX = 12;
const HEIGHT_PX = 17;
const BESIDE_PX = 13;
const MARKER_PX = 26;

/** What is written at a unit, in pixels of the screen around a point of the table. */
export interface Tag {
  readonly squad: Squad;
  readonly at: Point;
  readonly text: string;
  readonly width: number;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const ENDLESS: Size = { width: 1e9, height: 1e9 };

/** Where a name may stand beside its unit: behind it, at its sides, before it. */
const SPOTS: readonly Point[] = [
  [0, -1],
  [1, 0],
  [-1, 0],
  [0, 1],
];

/** A point so far beside a unit; a name that stands at a side needs room for its width. */
function beside({ frame }: Squad, [across, ahead]: Point, width: number, zoom: number): Point {
  const turn = (frame.facing * Math.PI) / 18_000;
  const level = Math.abs(across ? Math.cos(turn) : Math.sin(turn));
  const room = (BESIDE_PX + level * (width / 2 - 4)) / zoom;
  return pointOf(frame, across * (frame.width / 2 + room), ahead * (frame.depth / 2 + room));
}

const widths = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

/** How wide the words of a tag are. */
export function tagWidth(text: string): number {
  const before = widths.get(text);
  if (before !== undefined) return before;
  const width = measured(text) + PAD_PX;
  widths.set(text, width);
  return width;
}

function measured(text: string): number {
  if (typeof document === "undefined") return text.length * LETTER_PX;
  pen ??= document.createElement("canvas").getContext("2d");
  if (!pen) return text.length * LETTER_PX;
  const family = getComputedStyle(document.documentElement).getPropertyValue("--sans");
  pen.font = `600 11px ${family || "sans-serif"}`;
  return pen.measureText(text).width;
}

/**
 * Puts the names of units behind them, or where there is room. A name that would hide another unit or
 * another name is left out; the markers of a unit stay, as they mean something.
 */
export function tagsOf(
  squads: readonly Squad[],
  zoom: number,
  nameOf: (squad: Squad) => string,
  table: Size = ENDLESS,
): Tag[] {
  const taken: Box[] = [];
  const units = squads.map((squad) => ({
    squad,
    boxes: squad.outlines.map((ring) => boxAround(ring, zoom)),
  }));
  return squads.map((squad): Tag => {
    const text = nameOf(squad);
    const behind = beside(squad, [0, -1], text ? 0 : -8, zoom);
    if (!text) return { squad, at: behind, text, width: 0 };
    const hides = (box: Box) =>
      taken.some((other) => overlap(box, other)) ||
      units.some((one) => one.squad !== squad && one.boxes.some((other) => overlap(box, other)));
    const spots = SPOTS.map((spot) => tagAt(squad, text, spot, zoom, table)).filter(
      (tag) => !hides(boxOf(tag, zoom)),
    );
    const free = spots.find((tag) => isOn(tag, zoom, table)) ?? spots[0];
    if (free) taken.push(boxOf(free, zoom));
    return free ?? { squad, at: behind, text: "", width: 0 };
  });
}

/** Names a unit behind it, whatever lies there: for the one that is looked at. */
export function tagOf(squad: Squad, zoom: number, text: string, table: Size = ENDLESS): Tag {
  return tagAt(squad, text, [0, -1], zoom, table);
}

/** A name does not lie beyond the table, where it may not be seen. */
function tagAt(squad: Squad, text: string, spot: Point, zoom: number, table: Size): Tag {
  const width = tagWidth(text);
  const [x, y] = beside(squad, spot, width + markerOf(squad), zoom);
  const [left, right] = [width / 2 / zoom, (width / 2 + markerOf(squad)) / zoom];
  return { squad, at: [Math.max(left, Math.min(table.width - right, x)), y], text, width };
}

/** Whether a name lies on the table from top to bottom: beyond it there may be a ruler. */
function isOn({ at: [, y] }: Tag, zoom: number, { height }: Size): boolean {
  const half = HEIGHT_PX / 2 / zoom;
  return half <= y && y <= height - half;
}

function markerOf({ signs }: Squad): number {
  return signs.has("disorder") ? MARKER_PX : 0;
}

function boxOf({ squad, at: [x, y], width }: Tag, zoom: number): Box {
  return {
    x: x * zoom - width / 2,
    y: y * zoom - HEIGHT_PX / 2,
    width: width + markerOf(squad),
    height: HEIGHT_PX,
  };
}

function boxAround(ring: Outline, zoom: number): Box {
  const [xs, ys] = [ring.map(([x]) => x * zoom), ring.map(([, y]) => y * zoom)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
