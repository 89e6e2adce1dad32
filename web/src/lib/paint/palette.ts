import { lerp } from "./noise";

export type Colour = readonly [number, number, number];
type Colours = readonly [Colour, ...Colour[]];
export type Theme = "light" | "dark";

/** The colours of the ground in one theme. */
export interface Palette {
  straw: Colour;
  meadow: Colour;
  lush: Colour;
  soil: Colour;
  hillLow: Colour;
  hillHigh: Colour;
  ink: Colour;
  light: Colour;
  shade: Colour;
  floor: Colour;
  leaves: Colours;
  leafHigh: Colour;
  leafLow: Colour;
  water: Colour;
  waterHigh: Colour;
  waterLow: Colour;
  shallow: Colour;
  bank: Colour;
  road: Colour;
  roadEdge: Colour;
  roofs: Colours;
  slate: Colour;
  plot: Colour;
  wall: Colour;
  fields: Colours;
  reed: Colour;
  sand: Colour;
  rock: Colour;
  wicker: Colour;
  sea: Colour;
  paper: Colour;
  /** What lies over the land beyond the board, and how thickly. */
  veil: Colour;
  veiled: number;
}

const LIGHT: Palette = {
  straw: [226, 217, 184],
  meadow: [203, 211, 168],
  lush: [182, 197, 147],
  soil: [205, 186, 146],
  hillLow: [224, 205, 158],
  hillHigh: [205, 172, 118],
  ink: [92, 66, 34],
  light: [255, 250, 228],
  shade: [70, 58, 38],
  floor: [150, 167, 116],
  leaves: [
    [86, 121, 72],
    [101, 136, 82],
    [74, 106, 66],
    [119, 148, 88],
    [132, 145, 82],
  ],
  leafHigh: [164, 186, 122],
  leafLow: [38, 58, 36],
  water: [122, 160, 178],
  waterHigh: [188, 211, 215],
  waterLow: [78, 118, 138],
  shallow: [156, 187, 193],
  bank: [173, 160, 118],
  road: [237, 226, 196],
  roadEdge: [158, 137, 98],
  roofs: [
    [178, 92, 64],
    [192, 110, 78],
    [160, 80, 58],
    [172, 120, 84],
    [134, 122, 112],
  ],
  slate: [134, 122, 112],
  plot: [188, 178, 132],
  wall: [238, 228, 205],
  fields: [
    [226, 207, 138],
    [206, 205, 142],
    [190, 200, 134],
    [214, 190, 142],
    [230, 220, 170],
  ],
  reed: [96, 112, 62],
  sand: [233, 214, 165],
  rock: [176, 168, 152],
  wicker: [176, 138, 92],
  sea: [176, 196, 202],
  paper: [251, 248, 239],
  veil: [237, 230, 214],
  veiled: 0.62,
};

const DARK: Palette = {
  straw: [92, 89, 72],
  meadow: [76, 84, 65],
  lush: [64, 77, 57],
  soil: [88, 79, 62],
  hillLow: [110, 97, 72],
  hillHigh: [146, 121, 82],
  ink: [20, 15, 8],
  light: [196, 190, 160],
  shade: [10, 10, 8],
  floor: [46, 59, 42],
  leaves: [
    [53, 78, 50],
    [62, 89, 56],
    [46, 68, 45],
    [73, 98, 60],
    [80, 93, 55],
  ],
  leafHigh: [116, 140, 88],
  leafLow: [12, 20, 12],
  water: [42, 71, 90],
  waterHigh: [82, 116, 130],
  waterLow: [24, 44, 58],
  shallow: [62, 92, 102],
  bank: [58, 56, 42],
  road: [112, 104, 84],
  roadEdge: [44, 40, 30],
  roofs: [
    [118, 66, 49],
    [128, 78, 58],
    [104, 58, 44],
    [112, 82, 60],
    [86, 82, 78],
  ],
  slate: [86, 82, 78],
  plot: [66, 64, 48],
  wall: [120, 114, 100],
  fields: [
    [92, 84, 56],
    [82, 83, 58],
    [74, 82, 56],
    [88, 77, 57],
    [94, 89, 68],
  ],
  reed: [92, 104, 66],
  sand: [112, 102, 76],
  rock: [88, 86, 80],
  wicker: [92, 72, 48],
  sea: [34, 48, 58],
  paper: [58, 56, 50],
  veil: [11, 13, 14],
  veiled: 0.6,
};

export const PALETTES: Readonly<Record<Theme, Palette>> = { light: LIGHT, dark: DARK };

/** Mixes two colours. */
export function mix(a: Colour, b: Colour, t: number): Colour {
  return [lerp(a[0], b[0], t), lerp(a[1], b[1], t), lerp(a[2], b[2], t)];
}

/** Writes a colour for a canvas. */
export function css([r, g, b]: Colour, alpha = 1): string {
  return `rgba(${r | 0},${g | 0},${b | 0},${alpha})`;
}

/** Reads a colour such as `#24427e`. */
export function colourOf(hex: string): Colour {
  const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16);
  return [part(1), part(3), part(5)];
}
