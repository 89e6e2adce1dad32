/** How much of a piece is drawn, by how large it is on the screen. */
export type Detail = "near" | "middle" | "far" | "speck";

const NEAR_PX = 52;
const MIDDLE_PX = 28;
const FAR_PX = 12;

/** Gives how much more a sharp screen shows of something small. */
export function acuity(): number {
  return Math.sqrt(Math.min(2, Math.max(1, globalThis.devicePixelRatio || 1)));
}

/** Chooses how much to draw of a counter that is so many pixels wide on a plain screen. */
export function detailOf(width: number): Detail {
  if (width >= NEAR_PX) return "near";
  if (width >= MIDDLE_PX) return "middle";
  return width >= FAR_PX ? "far" : "speck";
}

const FIGURES_PX = 34;
const EMBLEM_PX = 13;

/** The same for a base on a table: figures where they can be told apart, then a sign, then only its colours. */
export function baseDetailOf(width: number): Detail {
  if (width >= FIGURES_PX) return "near";
  return width >= EMBLEM_PX ? "far" : "speck";
}
