import type { Theme } from "./palette";
import type { Extent } from "./random";
import type { Recipe } from "./recipe";

/** How a board is to be painted. */
export interface Order {
  readonly recipe: Recipe;
  readonly theme: Theme;
  /** Device pixels per pixel of the drawing. */
  readonly scale: number;
  /** How fine the soft ground is, in pixels of the drawing per sample. */
  readonly step: number;
  /** Whether only what means something is painted, for a first look. */
  readonly sketch?: boolean;
}

/** Gives the part of the land that is painted: the board and a margin. */
export function extentOf({ width, height, margin }: Recipe): Extent {
  return { x0: -margin, y0: -margin, x1: width + margin, y1: height + margin };
}

/** Gives the part of the land that is painted beyond the board: as much again on every side. */
export function beyondExtent({ width, height }: Recipe): Extent {
  const room = Math.max(width, height);
  return { x0: -room, y0: -room, x1: width + room, y1: height + room };
}
