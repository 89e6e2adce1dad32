/** Carrying a unit with the keyboard. */

import type { Point } from "../scene/board";
import type { Carrying } from "./carrying.svelte";

/** Hundredths of a degree that a key turns. */
export const TURN = 500;
/** Where the unit of a table is too small for steps, they are this long: half a centimetre. */
const LEAST_STEP = 50;
const SMALL_UNIT = 100;

const WAYS: Readonly<Record<string, Point>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** How far a key carries: a quarter of the table's unit, or with the shift key a whole one. */
export function stepOf(unit: number, shift: boolean): number {
  const quarter = unit < SMALL_UNIT ? LEAST_STEP : unit / 4;
  return shift ? quarter * 4 : quarter;
}

/** Does what a key means for the unit in hand; true if it means something. */
export function steer(carrying: Carrying, key: string, shift: boolean, unit: number): boolean {
  if (!carrying.stage || carrying.stage === "given" || carrying.led) return false;
  const way = WAYS[key];
  if (way) {
    const step = stepOf(unit, shift);
    carrying.shift([way[0] * step, way[1] * step]);
    return true;
  }
  if (key === "[" || key === "]") {
    carrying.turn(key === "]" ? TURN : -TURN);
    return true;
  }
  if (key !== "Enter" || !carrying.isAway) return false;
  void carrying.confirm();
  return true;
}
