import type { Outline, Point } from "../../scene/board";

/** Ticks along a ruler, in pixels of the screen. */
export interface Tick {
  readonly at: number;
  /** What is written beside it; nothing at small ones. */
  readonly label: string;
}

const CROWDED_PX = 9;
const LABEL_PX = 46;
const STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600];
const SCALE_STEPS = [1, 2, 5, 6, 10, 12, 20, 24, 50, 100, 200, 500];
const SCALE_PX = { least: 70, most: 190 };

/** Lays ticks along an edge: `start` is where the table begins, `unit` how long its unit is, in pixels. */
export function ticksOf(start: number, unit: number, length: number, room: number): Tick[] {
  const step = STEPS.find((one) => one * unit >= CROWDED_PX) ?? 600;
  const labelled = STEPS.find((one) => one >= step && one * unit >= LABEL_PX && one % step === 0) ?? step;
  const first = Math.max(0, Math.ceil(-start / (unit * step)));
  const last = Math.min(Math.floor(length / step), Math.floor((room - start) / (unit * step)));
  const found: Tick[] = [];
  for (let n = first; n <= last; n++) {
    const value = n * step;
    found.push({ at: start + value * unit, label: value % labelled === 0 ? String(value) : "" });
  }
  return found;
}

/** Chooses how long a scale bar is: a round number of units. */
export function scaleOf(unit: number): { units: number; px: number } {
  const units =
    SCALE_STEPS.find((one) => one * unit >= SCALE_PX.least && one * unit <= SCALE_PX.most) ??
    SCALE_STEPS.find((one) => one * unit >= SCALE_PX.least) ??
    500;
  return { units, px: units * unit };
}

/** A ruler on a table: its line, a tick for every unit, and numbers at some of them. */
export interface Ruler {
  readonly line: Outline;
  readonly ticks: readonly Outline[];
  readonly numbers: readonly { readonly at: Point; readonly n: number }[];
}

const BESIDE_PX = 17;
const TICK_PX = 5;
const NUMBER_PX = 17;
const NUMBERED = 2;

/** Lays a ruler beside a way, away from what has gone it; short ways need none. */
export function rulerBeside(way: Outline, gone: Point, unit: number, px: number): Ruler | null {
  const [from, to] = way;
  if (!from || !to) return null;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length < unit) return null;
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const inside = (gone[0] - to[0]) * -dy + (gone[1] - to[1]) * dx > 0;
  const [nx, ny] = inside ? [dy, -dx] : [-dy, dx];
  const at = (along: number, off: number): Point => [
    from[0] + dx * along + nx * off * px,
    from[1] + dy * along + ny * off * px,
  ];
  const each = STEPS.find((one) => (one * unit) / px >= CROWDED_PX) ?? 600;
  const step = each * unit;
  const steps = Array.from({ length: Math.floor(length / step + 1e-6) + 1 }, (_, n) => n);
  const tick = (n: number): Outline => [
    at(n * step, BESIDE_PX),
    at(n * step, BESIDE_PX + (n % NUMBERED ? TICK_PX : TICK_PX * 1.6)),
  ];
  return {
    line: [at(0, BESIDE_PX), at(length, BESIDE_PX)],
    ticks: steps.map(tick),
    numbers: steps
      .filter((n) => n % NUMBERED === 0)
      .map((n) => ({ at: at(n * step, BESIDE_PX + NUMBER_PX), n: n * each })),
  };
}
