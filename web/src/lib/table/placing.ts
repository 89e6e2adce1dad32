/** Where the preview card may stand: in a corner of the board where it hides nothing of the fight. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

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
/** How many pixels farther away are worth one unit less hidden. */
const UNIT = 260;

/** The best free corner for a card; null if it would hide something everywhere. */
export function freeCorner(card: { width: number; height: number }, around: Surroundings): Box | null {
  const fits = corners(card, around.board)
    .filter((box) => inside(box, around.board))
    .filter((box) => ![...around.keep, ...around.taken].some((other) => overlap(box, other)));
  const cost = (box: Box): number =>
    around.units.filter((unit) => overlap(box, unit)).length * UNIT +
    (around.near ? apart(box, around.near) : 0);
  return fits.sort((one, other) => cost(one) - cost(other))[0] ?? null;
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

export function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
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
