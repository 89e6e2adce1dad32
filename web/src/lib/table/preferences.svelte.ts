/** How somebody wants to play at the table; kept by the browser. */

import { keep, kept } from "../storage";

export interface TablePreferences {
  /** Whether choices that cannot be taken back are confirmed. */
  confirm: boolean;
  /** Whether the panel at the side is folded. */
  folded: boolean;
  /** Whether lessons are wanted at all. */
  lessons: boolean;
  /** The lessons that were told already, by game. */
  told: Record<string, string[]>;
}

const PLACE = "walstatt.table";

export const preferences: TablePreferences = $state(restored());

/** Change something and keep it. */
export function prefer(change: Partial<TablePreferences>): void {
  Object.assign(preferences, change);
  keep(PLACE, $state.snapshot(preferences));
}

/** Note that a lesson was told. */
export function noteTold(game: string, lesson: string): void {
  const known = preferences.told[game] ?? [];
  prefer({ told: { ...preferences.told, [game]: [...known.filter((one) => one !== lesson), lesson] } });
}

function restored(): TablePreferences {
  const found = kept(PLACE) as Partial<TablePreferences> | undefined;
  return {
    confirm: found?.confirm !== false,
    folded: found?.folded === true,
    lessons: found?.lessons !== false,
    told: isTold(found?.told) ? found.told : {},
  };
}

function isTold(value: unknown): value is Record<string, string[]> {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).every((one) => Array.isArray(one));
}
