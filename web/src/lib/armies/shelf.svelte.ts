/** The armies that this browser keeps. */

import { keep, kept, onOtherTabs } from "../storage";
import type { Army } from "./edits";

const PLACE = "walstatt.armies";
const MOST = 200;
const LONGEST = 120_000;

/** What is known of an army without asking the server. */
export interface Summary {
  readonly title: Readonly<Record<string, string>>;
  readonly list: string;
  readonly points: number;
  readonly limit: number;
  readonly units: number;
  readonly elements: number;
  /** How many things are wrong with it. */
  readonly flaws: number;
}

/** An army of one's own. */
export interface KeptArmy {
  readonly id: string;
  readonly game: string;
  readonly army: Army;
  /** Options of the game that differ from what is usual. */
  readonly options: Readonly<Record<string, boolean | number | string>>;
  /** When it was last changed. */
  readonly at: number;
  readonly summary: Summary | null;
}

let shelf: readonly KeptArmy[] = $state.raw(restored(kept(PLACE)));

onOtherTabs(PLACE, (value) => {
  shelf = restored(value);
});

/** All armies of one's own, the last changed first. */
export function myArmies(game?: string): readonly KeptArmy[] {
  const mine = game ? shelf.filter((one) => one.game === game) : shelf;
  return [...mine].sort((one, other) => other.at - one.at);
}

/** Find an army. */
export function findArmy(id: string): KeptArmy | undefined {
  return shelf.find((one) => one.id === id);
}

/** Put a new army on the shelf; null if the browser has no room for it. */
export function shelve(
  game: string,
  army: Army,
  options: KeptArmy["options"] = {},
  summary: Summary | null = null,
): KeptArmy | null {
  const made: KeptArmy = { id: newId(), game, army, options, at: Date.now(), summary };
  return store([...shelf, made]) ? made : null;
}

/** Keep what has changed about an army; false if the browser has no room for it. */
export function rekeep(id: string, changes: Partial<Omit<KeptArmy, "id" | "game">>): boolean {
  return store(shelf.map((one) => (one.id === id ? { ...one, ...changes } : one)));
}

/** What was deleted last, and how it comes back. */
export const removed: { name: string; restore: (() => void) | null } = $state({ name: "", restore: null });

/** Take an army from the shelf; until the next one is taken it can be put back. */
export function remove(id: string, name: string): void {
  const gone = findArmy(id);
  store(shelf.filter((one) => one.id !== id));
  removed.name = name;
  removed.restore = () => {
    if (gone && !findArmy(id)) store([...shelf, gone]);
  };
}

function store(next: readonly KeptArmy[]): boolean {
  if (next.length > MOST && next.length > shelf.length) return false;
  if (!keep(PLACE, next)) return false;
  shelf = next;
  return true;
}

/** Take over only what can be an army. */
export function restored(found: unknown): KeptArmy[] {
  return Array.isArray(found) ? found.flatMap((one) => keptArmy(one) ?? []) : [];
}

function keptArmy(found: unknown): KeptArmy | undefined {
  if (typeof found !== "object" || found === null) return undefined;
  const { id, game, army, options, at, summary } = found as Partial<Record<keyof KeptArmy, unknown>>;
  if (typeof id !== "string" || typeof game !== "string" || !isFields(army)) return undefined;
  if (JSON.stringify(army).length > LONGEST) return undefined;
  return {
    id,
    game,
    army: army as Army,
    options: isFields(options) ? (options as KeptArmy["options"]) : {},
    at: typeof at === "number" ? at : 0,
    summary: isSummary(summary) ? summary : null,
  };
}

function isSummary(found: unknown): found is Summary {
  if (!isFields(found)) return false;
  const counted = ["points", "limit", "units", "elements", "flaws"].every(
    (name) => typeof found[name] === "number",
  );
  return counted && typeof found.list === "string" && isFields(found.title);
}

function isFields(found: unknown): found is Record<string, unknown> {
  return typeof found === "object" && found !== null && !Array.isArray(found);
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(5));
  return [...bytes].map((one) => one.toString(36).padStart(2, "0")).join("");
}
