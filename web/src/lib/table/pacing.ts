/** How long things are shown, so that one can follow and is never kept waiting. All in milliseconds. */

import type { DiceLine, LogLine } from "../../generated/protocol";

export type Speed = "full" | "short" | "off";

/** Dice that fell, with the sentences that tell what came of them. */
export interface Roll {
  readonly line: LogLine;
  readonly dice: DiceLine;
  readonly told: readonly LogLine[];
}

export interface RollTimes {
  readonly tumble: number;
  readonly read: number;
}

const TUMBLE = 700;
const EACH = 60;
const READ = 1100;
const SHORT_READ = 700;
const REST = 450;
const LINE = 350;
const LONGEST_REST = 1800;
const SHORT_REST = 220;
/** How far behind the game one may be before things go faster. */
export const PATIENCE = 3000;
/** From how many waiting steps on dice are no longer acted out. */
const MANY = 12;

/** The rolls of a step in order; lines up to the next roll belong to the roll before. */
export function rollsOf(lines: readonly LogLine[]): Roll[] {
  const found: { line: LogLine; dice: DiceLine; told: LogLine[] }[] = [];
  for (const line of lines) {
    if (line.dice?.faces.length) found.push({ line, dice: line.dice, told: [] });
    else if (!line.heading) found.at(-1)?.told.push(line);
  }
  return found;
}

/** How long dice tumble and then lie there. */
export function rollTimes(roll: Roll, speed: Speed, calm: boolean): RollTimes {
  if (speed === "off") return { tumble: 0, read: 0 };
  if (speed === "short" || calm) return { tumble: 0, read: SHORT_READ };
  const last = (roll.dice.faces.length - 1) * EACH;
  return { tumble: TUMBLE + last, read: READ + Math.min(2, roll.told.length) * 300 };
}

/** How long a step of somebody else rests on the board before the next is shown. */
export function restTime(lines: readonly LogLine[], speed: Speed): number {
  if (speed === "off" || !lines.length) return 0;
  if (speed === "short") return SHORT_REST;
  return Math.min(LONGEST_REST, REST + LINE * (lines.length - 1));
}

/** How long a step takes in all. */
export function stepTime(lines: readonly LogLine[], speed: Speed, calm: boolean): number {
  const rolls = rollsOf(lines).map((roll) => rollTimes(roll, speed, calm));
  return rolls.reduce((sum, one) => sum + one.tumble + one.read, 0) + restTime(lines, speed);
}

/** By how much to shorten everything so that what waits is shown within the patience one has. */
export function haste(waiting: number, steps: number, watching: boolean): number {
  if (watching) return 1;
  if (steps > MANY) return 0;
  return waiting <= PATIENCE ? 1 : PATIENCE / waiting;
}
