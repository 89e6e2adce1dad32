/** Figures seen from above, for the bases of measured tables: in millimetres, the front towards the top. */

import { box, circle, ellipse, type Ink, line, type Mark, placedMarks } from "./strokes";

const INK: Ink = "#241a10";
const SKIN: Ink = "#d9a87c";
const BRONZE: Ink = "#d0a548";
const IRON: Ink = "#aeb5ba";
const WOOD: Ink = "#7a4e2a";
const LEATHER: Ink = "#8b6238";
const HAIR: Ink = "#5a3b22";
const CANVAS: Ink = "#e6d9b8";
const HORSES: readonly Ink[] = ["#6b4a2e", "#7f5b38", "#4f3724", "#8c6e4e", "#5b4330"];

/** A figure; the number chooses between horses and the like. */
type Drawing = (n: number) => Mark[];

function area(d: string, fill: Ink, width = 0.8): Mark {
  return { d, fill, stroke: INK, width };
}

function stroke(d: string, ink: Ink, width = 1): Mark {
  return { d, stroke: ink, width };
}

function pole(x: number, from: number, to: number, lean = 0): Mark[] {
  return [
    stroke(line(x, from, x - lean, to), WOOD),
    stroke(line(x - lean, to + 1, x - lean, to - 1.6), IRON, 1.5),
  ];
}

function man(cloth: Ink, helmet: Ink): Mark[] {
  return [
    area(ellipse(0, 0.6, 5, 3.1), cloth),
    area(circle(0, 0, 2.9), helmet),
    { d: "M-1.6 -1.4Q-0.8 -2.4 0.6 -2.2", stroke: "#ffffff", width: 0.8, opacity: 0.6 },
  ];
}

function bareheaded(cloth: Ink): Mark[] {
  return [area(ellipse(0, 0.5, 4.2, 2.6), cloth), area(circle(0, 0, 2.6), HAIR)];
}

function shield(x: number, y: number, r: number, field: Ink, boss: Ink): Mark[] {
  return [area(circle(x, y, r), field), { d: circle(x, y, r * 0.38), fill: boss }];
}

function horse(n: number, cloth?: Ink, barding?: Ink): Mark[] {
  const coat = HORSES[n % HORSES.length] ?? INK;
  const marks: Mark[] = [
    stroke("M0 11C0.6 14 -0.4 15.5 -1 16.5", coat, 2),
    area(
      "M-3.6 8C-4.6 3 -4.2 -4 -2.6 -7.6L-1.6 -12.5C-1 -15 1 -15 1.6 -12.5L2.6 -7.6C4.2 -4 4.6 3 3.6 8C2.6 11.6 -2.6 11.6 -3.6 8Z",
      barding ?? coat,
    ),
    { d: "M0 -13.5V-6", stroke: INK, width: 1.2, opacity: 0.55 },
  ];
  if (barding) {
    const bands = "M-3.6 6H3.6M-4 3H4M-4 -3H4M-3.2 -6H3.2M-1.8 -11.2H1.8";
    marks.push({ d: bands, stroke: INK, width: 0.55, opacity: 0.6 });
  }
  if (cloth) marks.push(area("M-4.3 -1.5Q0 -2.8 4.3 -1.5L4.5 5Q0 6.2 -4.5 5Z", cloth, 0.7));
  return marks;
}

function rider(marks: Mark[]): Mark[] {
  return placedMarks(marks, { x: 0, y: 2 });
}

function bow(y: number): Mark[] {
  return [
    stroke(`M-5.6 ${y}Q0 ${y - 6.5} 5.6 ${y}`, WOOD, 1.5),
    stroke(`M-5.6 ${y}L0 ${y + 2.6}L5.6 ${y}`, INK, 0.6),
    stroke(line(0, y + 2.6, 0, y - 6.5), IRON, 0.9),
  ];
}

const warrior: Drawing = () => [
  ...pole(4.2, 5, -11),
  ...man("body", BRONZE),
  ...shield(-3.2, -3, 3.5, "trim", "body"),
];

const swordsman: Drawing = () => [
  stroke(line(4.6, -1, 6.2, -7.5), IRON, 1.4),
  ...man("body", IRON),
  area("M-6 -3.4Q-1.4 -7 3.2 -3.4L3 -1.6Q-1.4 -5 -5.8 -1.6Z", "body"),
  stroke(line(-1.4, -5.2, -1.4, -3.4), "trim", 1.6),
];

const wild: Drawing = () => [
  stroke(line(4.6, 0, 7.4, -8), IRON, 1.5),
  area(ellipse(0, 0.6, 4.8, 3), SKIN),
  { d: "M-4 1.5Q0 4.5 4 1.5L3.4 3Q0 5.2 -3.4 3Z", fill: "body" },
  area(circle(0, 0, 2.8), "#b5702c"),
  area(ellipse(-3, -3.4, 3.9, 2.3), "trim"),
  stroke("M-5.6 -3.4H-0.4", "body", 1.3),
];

const pikeman: Drawing = () => [
  ...pole(3.4, 9, -25),
  ...man("body", BRONZE),
  ...shield(-2.8, -2.4, 2.7, "trim", "body"),
];

const bowman: Drawing = () => [...man("body", LEATHER), ...bow(-4)];

const crossbowman: Drawing = () => [
  ...man("body", IRON),
  stroke(line(0, -1, 0, -10), WOOD, 1.8),
  stroke("M-4.6 -6.4Q0 -9.6 4.6 -6.4", IRON, 1.3),
  stroke("M-4.6 -6.4L0 -4.4L4.6 -6.4", INK, 0.6),
];

const skirmisher: Drawing = () => [
  stroke(line(5.4, 5, 2.4, -10.5), WOOD),
  ...bareheaded("body"),
  ...shield(-3.6, -1.8, 2.3, "trim", "body"),
];

const slinger: Drawing = () => [
  stroke("M3.6 -1C8 -4 8.4 -9 5.6 -11.4", LEATHER),
  { d: circle(5.2, -11.8, 1.3), fill: "#777777" },
  ...bareheaded("body"),
  stroke("M-3.2 2.4H-1.2", "trim", 1.6),
];

const skirmisherBow: Drawing = () => [
  ...bareheaded("body"),
  stroke("M-3.2 2.4H-1.2", "trim", 1.6),
  ...bow(-3.6),
];

const lightHorse: Drawing = (n) => [
  stroke(line(5.4, 6, 3.2, -13), WOOD),
  ...horse(n),
  ...rider(bareheaded("body")),
  ...shield(-4, 0, 2.3, "trim", "body"),
];

const horseArcher: Drawing = (n) => [
  ...horse(n),
  ...rider(bareheaded("body")),
  ...placedMarks(bow(-2.4), { x: 0, y: 0 }),
];

const heavyHorse: Drawing = (n) => [
  ...pole(5.6, 8, -17, 0.6),
  ...horse(n, "body"),
  ...rider(man("trim", BRONZE)),
  ...shield(-4.6, -0.6, 3, "body", "trim"),
];

const cataphract: Drawing = (n) => [
  ...pole(5.4, 10, -22, 0.8),
  ...horse(n, undefined, "#9aa1a6"),
  ...rider(man("#8a9196", IRON)),
  stroke("M-1.4 4.6H1.4", "body", 2),
];

const camel: Drawing = () => [
  stroke(line(5.4, 6, 3.2, -13), WOOD),
  area(
    "M-3.6 8C-5 2 -4.2 -4 -2.2 -7L-1.5 -14C-1 -17 1 -17 1.5 -14L2.2 -7C4.2 -4 5 2 3.6 8C2.6 11.6 -2.6 11.6 -3.6 8Z",
    "#c19a5f",
  ),
  area(ellipse(0, 2, 3, 4), "#a98248", 0.6),
  ...rider(bareheaded("body")),
  ...shield(-4, 0, 2.3, "trim", "body"),
];

function general(n: number): Mark[] {
  return [
    ...horse(n + 2, "body"),
    area("M-4.5 1C-6.5 7 -5 12 0 13C5 12 6.5 7 4.5 1Z", "trim"),
    ...placedMarks(man("body", "#f0c356"), { x: 0, y: 1 }),
    stroke(line(6.4, 8, 6.4, -12), WOOD, 1.1),
    area("M6.4 -12H13.4L11.4 -9.4L13.4 -6.8H6.4Z", "body", 0.7),
  ];
}

const generalOnFoot: Drawing = () => [
  area("M-5 0C-7 5 -5 9 0 10C5 9 7 5 5 0Z", "trim"),
  ...man("body", "#f0c356"),
  stroke(line(6.4, 8, 6.4, -12), WOOD, 1.1),
  area("M6.4 -12H13.4L11.4 -9.4L13.4 -6.8H6.4Z", "body", 0.7),
];

const GREY: Ink = "#8e8984";

const elephant: Drawing = () => [
  stroke("M0 -24C-1 -29 2.6 -31 1 -36", "#6e6a66", 3.6),
  stroke("M-5 -25C-6 -29 -5 -31 -3.4 -32M5 -25C6 -29 5 -31 3.4 -32", "#f4ebd3", 1.8),
  ...placedMarks([area(ellipse(0, 0, 6, 7.6), "#85807b", 1)], { x: -9.5, y: -17.5, turn: 24 }),
  ...placedMarks([area(ellipse(0, 0, 6, 7.6), "#85807b", 1)], { x: 9.5, y: -17.5, turn: -24 }),
  stroke("M0 24V28", "#5f5b57", 1.6),
  area(ellipse(0, 4, 12.6, 20), GREY, 1),
  area(circle(0, -19, 7.6), "#97928d", 1),
  area("M-11 -3Q0 -6 11 -3L11.6 15Q0 18.5 -11.6 15Z", "body", 0.9),
  area(box(-7.5, -1, 15, 14), WOOD, 1),
  { d: box(-5.6, 0.9, 11.2, 10.2), fill: "#b98a54" },
  ...placedMarks(man("trim", BRONZE), { x: -2.6, y: 4, scale: 0.78 }),
  ...placedMarks(man("trim", BRONZE), { x: 2.6, y: 9, scale: 0.78 }),
  area(circle(0, -13, 2.1), HAIR, 0.7),
];

function wheels(x: number, y: number, width: number, length: number): Mark {
  return area(box(-x, y, width, length) + box(x - width, y, width, length), WOOD, 0.7);
}

const lightChariot: Drawing = () => [
  ...placedMarks(horse(0), { x: -4.6, y: -13 }),
  ...placedMarks(horse(1), { x: 4.6, y: -13 }),
  stroke(line(0, -10, 0, 8), WOOD, 1.4),
  stroke(line(-11, 14, 11, 14), WOOD, 1.6),
  wheels(12.5, 8, 2.6, 12),
  area("M-7 19V11Q0 4.5 7 11V19Z", "body", 1),
  ...placedMarks(man("trim", BRONZE), { x: -2.6, y: 14.4, scale: 0.86 }),
  ...placedMarks(man("trim", LEATHER), { x: 3, y: 13, scale: 0.86 }),
];

const heavyChariot: Drawing = () => [
  ...[-13.5, -4.5, 4.5, 13.5].flatMap((x, i) => placedMarks(horse(i), { x, y: -13 })),
  stroke(line(-14, -4, 14, -4), WOOD, 1.2),
  stroke(line(0, -4, 0, 8), WOOD, 1.6),
  stroke(line(-15, 15, 15, 15), WOOD, 1.8),
  stroke("M-17.5 15H-22M17.5 15H22", IRON, 1.8),
  wheels(17, 8, 3.2, 14),
  area("M-10.5 22V11Q0 3.5 10.5 11V22Z", "body", 1),
  ...placedMarks(man("trim", BRONZE), { x: -5, y: 15, scale: 0.9 }),
  ...placedMarks(man("trim", BRONZE), { x: 5, y: 15, scale: 0.9 }),
  ...placedMarks(man("trim", IRON), { x: 0, y: 11, scale: 0.9 }),
];

const boltThrower: Drawing = () => [
  stroke("M-11 20L0 -4L11 20", WOOD, 2.6),
  area(box(-2, -22, 4, 38), WOOD),
  area(box(-7.5, -14, 15, 5.5), HAIR),
  stroke("M-6.5 -12C-13 -12 -16 -15 -18 -18M6.5 -12C13 -12 16 -15 18 -18", WOOD, 2.6),
  stroke("M-18 -18L0 8L18 -18", INK, 0.7),
  stroke(line(0, 8, 0, -26), IRON, 1.3),
  area("M0 -29.5L-2 -25H2Z", IRON, 0.6),
  ...placedMarks(man("body", LEATHER), { x: -13, y: 6 }),
  ...placedMarks(man("body", LEATHER), { x: 13, y: 8 }),
];

const stoneThrower: Drawing = () => [
  area(box(-13, -20, 4, 44) + box(9, -20, 4, 44), WOOD),
  area(box(-13, -12, 26, 4.4) + box(-13, 14, 26, 4.4), WOOD),
  stroke("M-9 2H9", "#d8c9a0", 4.4),
  stroke("M-8 0H8M-8 2H8M-8 4H8", INK, 0.5),
  area("M-1.8 3L-1.2 -14H1.2L1.8 3Z", HAIR),
  area(circle(0, -16.5, 4), LEATHER),
  area(circle(0, -16.5, 2.5), "#9b968c"),
  wheels(16, -16, 2.8, 9),
  wheels(16, 13, 2.8, 9),
  ...placedMarks(man("body", LEATHER), { x: -21, y: 4 }),
  ...placedMarks(man("body", LEATHER), { x: 21, y: 10 }),
];

const cart: Mark[] = [
  area(box(-9, -8, 18, 24), "#b98a54", 1),
  stroke("M-9 -3H9M-9 2H9M-9 7H9M-9 12H9", INK, 0.5),
  wheels(12, 4, 2.6, 11),
  area(ellipse(-3, 0, 4.4, 3.6) + ellipse(4, 4, 4, 4.4) + ellipse(-2.6, 9.6, 4.2, 3.4), CANVAS, 0.8),
  area(box(1.6, -6, 5.6, 5.2), LEATHER, 0.7),
];

const baggage: Drawing = () => [
  ...placedMarks(horse(1), { x: -12, y: -14, scale: 0.86 }),
  ...placedMarks(horse(3), { x: -3.6, y: -14, scale: 0.86 }),
  stroke(line(-7.8, -16, -7.8, 4), WOOD, 1.4),
  ...placedMarks(cart, { x: -8, y: 8, scale: 0.94 }),
  area("M9 -10L22 -6L20 8L7 5Z", CANVAS, 1),
  stroke("M8 -2.4L21 1", INK, 0.7),
  area(box(10, 12, 7, 6), WOOD),
  area(box(18, 14, 6, 5), LEATHER),
  ...placedMarks(man("body", HAIR), { x: 20, y: -16, scale: 0.95 }),
];

const wagon: Drawing = () => [
  ...placedMarks(horse(0), { x: -6, y: -40, scale: 1.25 }),
  ...placedMarks(horse(2), { x: 6, y: -40, scale: 1.25 }),
  stroke(line(0, -46, 0, -16), WOOD, 2),
  wheels(20, -14, 4, 15),
  wheels(20, 30, 4, 15),
  area(box(-15.5, -20, 31, 68), WOOD, 1.2),
  area(box(-12.5, -17, 25, 62), "#b98a54", 0.8),
  stroke("M-12.5 -9H12.5M-12.5 0H12.5M-12.5 9H12.5M-12.5 18H12.5M-12.5 27H12.5M-12.5 36H12.5", INK, 0.5),
  area(box(-15.5, -20, 31, 6), "body", 0.9),
  ...placedMarks(man("trim", IRON), { x: -6, y: -4, scale: 1.05 }),
  ...placedMarks(man("trim", IRON), { x: 6, y: 8, scale: 1.05 }),
  ...placedMarks(man("trim", IRON), { x: -6, y: 22, scale: 1.05 }),
  ...placedMarks(man("trim", IRON), { x: 5, y: 36, scale: 1.05 }),
];

const siegeTower: Drawing = () => [
  wheels(28, -22, 4.4, 14),
  wheels(28, 10, 4.4, 14),
  area(box(-24, -26, 48, 54), WOOD, 1.4),
  area(box(-20, -22, 40, 46), "#a57c4c", 0.9),
  stroke("M-20 -14H20M-20 -6H20M-20 2H20M-20 10H20M-20 18H20", INK, 0.5),
  area(box(-13, -34, 26, 12), "#8a6238", 1),
  stroke("M-13 -31H13M-13 -27H13", INK, 0.6),
  area(box(-24, -26, 6, 54) + box(18, -26, 6, 54), "body", 0.8),
  ...placedMarks(man("trim", BRONZE), { x: -7, y: -6, scale: 1.2 }),
  ...placedMarks(man("trim", BRONZE), { x: 7, y: 8, scale: 1.2 }),
];

const hull = "M0 -52C9 -42 14 -24 14 0C14 24 11 40 7 50H-7C-11 40 -14 24 -14 0C-14 -24 -9 -42 0 -52Z";

const boat: Drawing = () => [
  stroke("M-13 -8L-26 -2M-13 6L-26 12M13 -8L26 -2M13 6L26 12", WOOD, 1.6),
  ...placedMarks([area(hull, WOOD, 2)], { x: 0, y: 0, scale: 0.56 }),
  ...placedMarks([area(hull, "#b98a54", 1)], { x: 0, y: 0, scale: 0.44 }),
  stroke("M-7 -8H7M-7.6 0H7.6M-7 8H7", WOOD, 2),
  ...placedMarks(man("body", LEATHER), { x: 0, y: -12, scale: 0.9 }),
  ...placedMarks(man("body", LEATHER), { x: 0, y: 10, scale: 0.9 }),
];

const ship: Drawing = () => [
  stroke(
    "M-13 -24L-25 -18M-14 -10L-27 -4M-14 4L-27 10M-13 18L-25 24M13 -24L25 -18M14 -10L27 -4M14 4L27 10M13 18L25 24",
    WOOD,
    1.5,
  ),
  area(hull, WOOD, 1.4),
  ...placedMarks([area(hull, "#c19a66", 0.8)], { x: 0, y: 0, scale: 0.84 }),
  stroke("M-9 -26H9M-11 -14H11M-11 14H11M-9 28H9", INK, 0.7),
  area("M-22 -2Q0 -12 22 -2L22 4Q0 -5 -22 4Z", CANVAS, 1),
  stroke("M-12 -4.4L-12 1.6M0 -7V-0.6M12 -4.4V1.6", "body", 3),
  area(circle(0, 1, 2.2), WOOD),
  ...placedMarks(man("body", BRONZE), { x: 0, y: -30, scale: 0.95 }),
  ...placedMarks(man("body", BRONZE), { x: -4, y: 22, scale: 0.95 }),
  ...placedMarks(man("body", BRONZE), { x: 4, y: 32, scale: 0.95 }),
];

const ladder: Drawing = () => [
  stroke("M-5 16V-16M5 16V-16", WOOD, 2),
  stroke("M-5 12H5M-5 7H5M-5 2H5M-5 -3H5M-5 -8H5M-5 -13H5", WOOD, 1.5),
];

const flamethrower: Drawing = () => [
  area(box(-8, -2, 16, 16), BRONZE, 1),
  stroke("M-8 4H8M-8 9H8", INK, 0.7),
  stroke(line(0, -2, 0, -16), BRONZE, 3.4),
  stroke(line(0, -2, 0, -16), INK, 0.5),
  {
    d: "M0 -15C-7 -21 -4 -26 -1 -32C1 -27 3 -28 3.4 -31C7 -25 5 -19 0 -15Z",
    fill: "#e8842c",
    stroke: "#a3281e",
    width: 0.8,
  },
  { d: "M0 -16C-3 -20 -1.6 -23 0 -26C2 -22 2.4 -19 0 -16Z", fill: "#f6d365" },
  ...placedMarks(man("body", LEATHER), { x: -14, y: 8 }),
  ...placedMarks(man("body", LEATHER), { x: 14, y: 6 }),
];

const ox: Drawing = (n) => [
  area(ellipse(0, 2, 6, 11), n % 2 ? "#6a4326" : "#8a6a4a", 1),
  area(ellipse(0, -10.5, 3.6, 4.4), n % 2 ? "#5a371e" : "#785838", 0.9),
  stroke("M-3 -12C-7 -13 -7.6 -16 -6 -18.6M3 -12C7 -13 7.6 -16 6 -18.6", "#efe6cc", 1.6),
  {
    d: "M0 12C-4 16 -2.6 19 -1 22C0.6 19 2 19.6 2.4 21C5 17 3 14 0 12Z",
    fill: "#e8842c",
    stroke: "#a3281e",
    width: 0.7,
  },
];

/** How a base is filled: who stands there, how many, how large, and whether they keep their line. */
export interface Troop {
  readonly draw: Drawing;
  readonly count: number;
  readonly scale: number;
  /** The depth of the base for which it is drawn. */
  readonly depth: number;
  readonly down?: number;
  readonly loose?: boolean;
}

const FOOT = { scale: 1.3, depth: 30, down: 3 };
const HORSE = { scale: 1.34, depth: 50, down: 3 };
const LARGE = { count: 1, scale: 1, depth: 60, down: 3 };

/** All figures there are, by name. */
export const TROOPS = {
  warrior: { draw: warrior, count: 4, ...FOOT },
  swordsmen: { draw: swordsman, count: 4, ...FOOT },
  wild: { draw: wild, count: 4, loose: true, ...FOOT },
  pikemen: { draw: pikeman, count: 4, ...FOOT },
  bowmen: { draw: bowman, count: 3, ...FOOT },
  crossbowmen: { draw: crossbowman, count: 3, ...FOOT },
  skirmisher: { draw: skirmisher, count: 2, loose: true, ...FOOT },
  slinger: { draw: slinger, count: 2, loose: true, ...FOOT },
  skirmisher_bow: { draw: skirmisherBow, count: 2, loose: true, ...FOOT },
  light_cavalry: { draw: lightHorse, count: 2, loose: true, ...HORSE },
  horse_archer: { draw: horseArcher, count: 2, loose: true, ...HORSE },
  camel: { draw: camel, count: 2, loose: true, ...HORSE },
  heavy_cavalry: { draw: heavyHorse, count: 3, ...HORSE },
  cataphract: { draw: cataphract, count: 3, ...HORSE },
  general: { draw: general, count: 1, ...HORSE, scale: 1.5 },
  general_foot: { draw: generalOnFoot, count: 1, ...FOOT, scale: 1.4 },
  elephant: { draw: elephant, ...LARGE },
  light_chariot: { draw: lightChariot, ...LARGE },
  heavy_chariot: { draw: heavyChariot, ...LARGE },
  artillery: { draw: boltThrower, ...LARGE },
  siege_engine: { draw: stoneThrower, ...LARGE, down: 1 },
  baggage: { draw: baggage, ...LARGE },
  wagon: { draw: wagon, ...LARGE, depth: 120 },
  siege_tower: { draw: siegeTower, ...LARGE, down: 2 },
  boat: { draw: boat, ...LARGE, down: 0 },
  ship: { draw: ship, ...LARGE, depth: 120, down: 0 },
  ladder: { draw: ladder, ...LARGE, depth: 40, down: 0 },
  flamethrower: { draw: flamethrower, ...LARGE },
  ox: { draw: ox, count: 3, ...HORSE, scale: 1.05 },
} as const satisfies Record<string, Troop>;

export type TroopName = keyof typeof TROOPS;
