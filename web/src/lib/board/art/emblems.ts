/** The signs of ancient and medieval troops, in a box of 24 by 16 around 0,0; on small bases they stand for figures. */

import type { TroopName } from "./figures";

/** Strokes, areas, and what is cut out of the areas. */
export interface Emblem {
  readonly strokes?: string;
  readonly areas?: string;
  readonly cuts?: string;
  readonly fine?: string;
}

const HORSE_HEAD =
  "M-5.5 8C-5.8 3-3.6.6-2.8-2.2L-3.8-6.4-.6-4.2C3-3.6 5.6-.8 7.2 3.4L5 5.6C3.8 4.6 2.6 4.2 1.4 4.2 2 5.8 3 6.8 3.2 8Z";

function spears(...at: number[]): Emblem {
  return {
    strokes: at.map((x) => `M${x} 7V-7`).join(""),
    areas: at.map((x) => `M${x}-8.2L${x - 1.7}-4.6H${x + 1.7}Z`).join(""),
  };
}

function together(...parts: Emblem[]): Emblem {
  const all = (name: keyof Emblem) => parts.map((part) => part[name] ?? "").join("");
  return { strokes: all("strokes"), areas: all("areas"), cuts: all("cuts"), fine: all("fine") };
}

function ring(x: number, y: number, r: number): string {
  return `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`;
}

const BOW: Emblem = {
  strokes: "M-5 7C2.6 4.4 2.6-4.4-5-7M-8 0H8.4",
  fine: "M-5 7V-7",
  areas: "M10 0L6.4-2V2Z",
};
const SWORD: Emblem = {
  strokes: "M6 7V-7M3.6 3.4H8.4",
  areas: "M-7.4-6C-5-7.2-2-7.2.4-6V6C-2 7.2-5 7.2-7.4 6Z",
  cuts: ring(-3.5, 0, 1.6),
};
const WHEEL: Emblem = {
  strokes: ring(0, 0, 6.4),
  areas: ring(0, 0, 1.6),
  fine: "M0-6.4V6.4M-6.4 0H6.4M-4.5-4.5L4.5 4.5M4.5-4.5L-4.5 4.5",
};
const GENERAL: Emblem = {
  areas: "M-8 8V-8H-6.2V-7.4H8L4.6-3.4 8 .6H-6.2V8Z",
  cuts: "M-2.6-3.4A2 2 0 1 1 1.4-3.4A2 2 0 1 1-2.6-3.4Z",
};
const CART: Emblem = {
  strokes: `M-9-4H9V2H-9Z${ring(-5, 5, 2.4)}${ring(5, 5, 2.4)}`,
};

/** The sign of every troop. */
export const EMBLEMS: Readonly<Record<TroopName, Emblem>> = {
  warrior: together({ strokes: ring(-1, 0, 5.6), areas: ring(-1, 0, 1.8) }, spears(8)),
  swordsmen: SWORD,
  wild: together(SWORD, { strokes: "M-10.4 7L-9 3" }),
  pikemen: spears(-8, -4, 0, 4, 8),
  bowmen: together(BOW, { strokes: "M-10.4-5V5" }),
  crossbowmen: { strokes: "M0 7V-6M-8-4C-5-7 5-7 8-4", fine: "M-8-4L0 3 8-4", areas: "M0-8.4L-1.8-4.8H1.8Z" },
  skirmisher: { strokes: "M-9 5L8-5M-5 7L10-1.6", areas: "M10-6.2L6.2-5.6 7.6-3.2ZM11.6-2.6L7.8-2 9.2.4Z" },
  slinger: { strokes: "M-8 6C-2 6-4-5 5-5M-6 7C2 7-1-3 6-3.4", areas: ring(7, -4.4, 2.5) },
  skirmisher_bow: BOW,
  light_cavalry: { strokes: HORSE_HEAD },
  horse_archer: { strokes: `${HORSE_HEAD}M-11 6C-7.4 4-7.4-4-11-6`, fine: "M-11 6V-6" },
  camel: { strokes: "M-9 7V2C-9-1-7-4-5-4S-2-2-1-1 1-4 3-4 5-1 5 2V7M5 1C7 1 7-5 8-7H11" },
  heavy_cavalry: { areas: HORSE_HEAD, cuts: ring(1, -1.4, 0.9) },
  cataphract: {
    areas: HORSE_HEAD,
    cuts: "M-4.8 4.9H3.2V5.9H-4.8ZM-4 2.3H5.4V3.3H-4ZM-3-.3H5V.7H-3ZM-2.6-2.9H2.8V-1.9H-2.6Z",
  },
  general: GENERAL,
  general_foot: GENERAL,
  elephant: {
    areas:
      "M-9.4-5.6C-11-.6-8.6 3-5 2.4-4.6 5-3 7.4-1.2 7.6-.6 5.6-.6 4 0 3 .6 4 .6 5.6 1.2 7.6 3 7.4 4.6 5 5 2.4 8.6 3 11-.6 9.4-5.6 7-7 4.6-6.8 3.4-5.4 1.4-6.8-1.4-6.8-3.4-5.4-4.6-6.8-7-7-9.4-5.6Z",
    strokes: "M-3.4 3.4C-5 6-5.6 6.6-7.4 7M3.4 3.4C5 6 5.6 6.6 7.4 7",
  },
  light_chariot: WHEEL,
  heavy_chariot: together(WHEEL, { strokes: "M-11 0H-8M8 0H11M-11-2V2M11-2V2" }),
  artillery: { strokes: "M0 7V-6M-8-5C-6-1.6-3-.6 0-.6S6-1.6 8-5M-8-5L0 3.6 8-5M-5 7L0 1 5 7" },
  siege_engine: together({ strokes: "M-9 7H9M-6 7L2-6", areas: ring(3.4, -6, 2.6) }, { strokes: "M6 7L1-1" }),
  baggage: together(CART, { areas: "M-7-4C-6-8 0-8 1-4ZM2-4C3-7 7-7 7.6-4Z" }),
  wagon: together(CART, { areas: "M-9-7H9V-5H-9Z" }),
  siege_tower: {
    strokes: "M-6 7V-7H6V7ZM-6-2H6M-6 3H6",
    areas: "M-7-8H-4V-6H-7ZM-1.5-8H1.5V-6H-1.5ZM4-8H7V-6H4Z",
  },
  boat: { areas: "M-9 1H9L6 6H-6Z", strokes: "M-3 1L-7 7M3 1L7 7" },
  ship: { areas: "M-10 2H10L7 7H-7Z", strokes: "M0 2V-7M0-7C5-6 6-2 6 0H0" },
  ladder: { strokes: "M-4 8V-8M4 8V-8M-4 5H4M-4 1H4M-4-3H4M-4-7H4" },
  flamethrower: {
    areas: "M0 7C-7 4-5-2-1-8 0-4 3-4 3.4-6 7-1 6 5 0 7Z",
    cuts: "M0 6C-3 4-2 1 0-2 2 1 3 4 0 6Z",
  },
  ox: { strokes: "M-8-6C-6-2-3-2 0-2S6-2 8-6", areas: "M-4-3H4L3 5C2 7-2 7-3 5Z" },
};
