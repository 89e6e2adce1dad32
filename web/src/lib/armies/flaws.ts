/** What is wrong with an army, and where that is shown. */

import type { ArmyFlaw, ArmySheet, ArmyUnit } from "../../generated/protocol";

/** The flaws that belong beside something. */
export function flawsAt(flaws: readonly ArmyFlaw[] | undefined, ...keys: readonly string[]): ArmyFlaw[] {
  return (flaws ?? []).filter((flaw) => (flaw.at ?? []).some((key) => keys.includes(key)));
}

/** The flaws of a unit that its fields do not show. */
export function flawsOf(flaws: readonly ArmyFlaw[] | undefined, unit: ArmyUnit): ArmyFlaw[] {
  return flawsAt(flaws, unit.key);
}

/** Where to look for a flaw, so that a list of flaws can lead there; none: everywhere. */
export function placeOf(flaw: ArmyFlaw): string {
  return flaw.at?.[0] ?? "";
}

/** Whether a flaw is about what could be had, and is shown beside the list. */
export function isOfList(sheet: ArmySheet, flaw: ArmyFlaw): boolean {
  const key = placeOf(flaw);
  return sheet.forces.some((force) => (force.lines ?? []).some((line) => line.key === key));
}

/** The id of the element on the page that shows something. */
export function anchorOf(key: string): string {
  return `army-${key.replace(/[^\w-]+/g, "_")}`;
}
