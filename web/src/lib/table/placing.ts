/** Where the preview card may stand: in a corner of the board where it hides nothing of the fight. */

import { type Box, overlap } from "../board/framing";

export { type Box, overlap };

export interface Surroundings {
  readonly board: Box;
  /** What must stay visible: who fights and the line between them, cells one can go to. */
  readonly keep: readonly Box[];
  /** What should stay visible. */
  readonly units: readonly Box[];
  /** What the card is about. */
  readonly near: Box | null;
  /** What lies on the board already: buttons, the legend. */
  readonly taken: readonly Box[];
}

const MARGIN = 10;
const STEP = 48;
/** How many pixels farther away are worth one unit less hidden, and how many a corner. */
const UNIT = 260;
const CORNER = 200;

/** The best free place for a card, rather a corner than another; null if it would hide something everywhere. */
export function freeCorner(card: { width: number; height: number }, around: Surroundings): Box | null {
  const free = (box: Box): boolean =>
    inside(box, around.board) && ![...around.keep, ...around.taken].some((other) => overlap(box, other));
  const cost = (box: Box): number =>
    around.units.filter((unit) => overlap(box, unit)).length * UNIT +
    (around.near ? apart(box, around.near) : 0);
  const found = [
    ...corners(card, around.board).map((box) => ({ box, extra: 0 })),
    ...elsewhere(card, around.board).map((box) => ({ box, extra: CORNER })),
  ]
    .filter(({ box }) => free(box))
    .map(({ box, extra }) => ({ box, cost: cost(box) + extra }));
  return found.sort((one, other) => one.cost - other.cost)[0]?.box ?? null;
}

/** Places all over the board. */
function elsewhere(card: { width: number; height: number }, board: Box): Box[] {
  const [across, down] = [board.width - card.width - 2 * MARGIN, board.height - card.height - 2 * MARGIN];
  const steps = (room: number): number[] =>
    Array.from({ length: Math.max(0, Math.floor(room / STEP)) }, (_, step) => (step + 1) * STEP);
  return steps(across).flatMap((dx) =>
    steps(down).map((dy) => ({ x: board.x + MARGIN + dx, y: board.y + MARGIN + dy, ...card })),
  );
}

/** A place next to something that hides neither it nor some other things, if there is one, and few units. */
export function nextTo(
  at: Box,
  card: { width: number; height: number },
  room: { width: number; height: number },
  keep: readonly Box[],
  units: readonly Box[] = [],
): Box {
  const spots = [at, around([at, ...keep])]
    .flatMap((box) => sidesOf(box, card))
    .map(
      ([x, y]): Box => ({
        x: Math.max(MARGIN, Math.min(x, room.width - card.width - MARGIN)),
        y: Math.max(MARGIN, Math.min(y, room.height - card.height - MARGIN)),
        ...card,
      }),
    );
  const over = (box: Box, others: readonly Box[]): number => others.filter((one) => overlap(box, one)).length;
  const cost = (box: Box): number => over(box, [at, ...keep]) * (units.length + 1) + over(box, units);
  return spots.reduce((best, one) => (cost(one) < cost(best) ? one : best));
}

/** The box around several. */
function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

/** Where a card stands right, left, below and above a box. */
function sidesOf(box: Box, card: { width: number; height: number }): [number, number][] {
  const [middle, centre] = [box.x + (box.width - card.width) / 2, box.y + (box.height - card.height) / 2];
  return [
    [box.x + box.width + MARGIN, centre],
    [box.x - card.width - MARGIN, centre],
    [middle, box.y + box.height + MARGIN],
    [middle, box.y - card.height - MARGIN],
  ];
}

function corners(card: { width: number; height: number }, board: Box): Box[] {
  const left = board.x + MARGIN;
  const right = board.x + board.width - card.width - MARGIN;
  const top = board.y + MARGIN;
  const bottom = board.y + board.height - card.height - MARGIN;
  const middle = board.y + (board.height - card.height) / 2;
  const spots: [number, number][] = [
    [right, bottom],
    [right, top],
    [left, bottom],
    [left, top],
    [right, middle],
    [left, middle],
  ];
  return spots.map(([x, y]) => ({ x, y, width: card.width, height: card.height }));
}

function inside(box: Box, board: Box): boolean {
  return box.x >= board.x && box.y >= board.y && box.height <= board.height - 2 * MARGIN;
}

function apart(one: Box, other: Box): number {
  const dx = one.x + one.width / 2 - other.x - other.width / 2;
  const dy = one.y + one.height / 2 - other.y - other.height / 2;
  return Math.hypot(dx, dy);
}

/** Small boxes along the line between two, so that it stays visible too. */
export function along(from: Box, to: Box): Box[] {
  const steps = 8;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const part = step / steps;
    const x = from.x + from.width / 2 + (to.x + to.width / 2 - from.x - from.width / 2) * part;
    const y = from.y + from.height / 2 + (to.y + to.height / 2 - from.y - from.height / 2) * part;
    return { x: x - 8, y: y - 8, width: 16, height: 16 };
  });
}
