/** Which army each seat brings, as it is chosen on the page of a new table. */

import type { ArmyIndex, Gathering, Mustered } from "../../generated/protocol";

/** `theirs` is left to whoever comes. */
export type Source = "quick" | "ready" | "mine" | "theirs";

/** What was chosen for a seat; what belongs to another source is remembered, not brought. */
export interface ArmyChoice {
  readonly source: Source;
  /** The list of an army that is made. */
  readonly list: string;
  readonly seed: number;
  /** A ready army. */
  readonly ready: string;
  /** One of my own. */
  readonly mine: string;
}

export type Choices = Readonly<Record<string, ArmyChoice>>;

/** What to begin with: whatever the server makes by itself. */
export function begun(gathering: Gathering): Choices {
  const source = gathering.sources?.includes("quick") ? "quick" : (gathering.sources?.[0] ?? "quick");
  return Object.fromEntries(
    Object.entries(gathering.armies).map(([seat, one]) => [
      seat,
      { source, list: one.verdict.list, seed: 0, ready: "", mine: "" },
    ]),
  );
}

/** What is sent for every seat; `find` gives the data of one's own armies. */
export function rostersOf(
  choices: Choices,
  points: number | undefined,
  find: (id: string) => unknown,
): Record<string, unknown> {
  const all = Object.entries(choices).map(([seat, one]) => [seat, rosterOf(one, points, find)] as const);
  return Object.fromEntries(all.filter(([, roster]) => roster !== undefined));
}

/** Change where an army comes from; what was chosen elsewhere is kept. */
export function turned(before: ArmyChoice, source: Source, index: ArmyIndex, mine: string): ArmyChoice {
  const found = index.ready.find((one) => one.verdict.list === before.list) ?? index.ready[0];
  return { ...before, source, ready: before.ready || (found?.id ?? ""), mine: before.mine || mine };
}

/** The seats whose armies are left to whoever comes. */
export function awaited(choices: Choices): readonly string[] {
  return Object.entries(choices).flatMap(([seat, one]) => (one.source === "theirs" ? [seat] : []));
}

function rosterOf(one: ArmyChoice, points: number | undefined, find: (id: string) => unknown): unknown {
  if (one.source === "theirs") return undefined;
  if (one.source === "ready") return one.ready || undefined;
  if (one.source === "mine") return one.mine ? find(one.mine) : undefined;
  const size = points === undefined ? {} : { points };
  return { quick: { list: one.list, seed: one.seed, ...size } };
}

/** How many things are wrong with all armies, and with their meeting, if none is awaited. */
export function flawsIn(gathering: Gathering, missing: readonly string[] = []): number {
  const each = Object.entries(gathering.armies)
    .filter(([seat]) => !missing.includes(seat))
    .map(([, one]: [string, Mustered]) => one.verdict.flaws?.length ?? 0);
  const together = missing.length ? 0 : (gathering.flaws?.length ?? 0);
  return each.reduce((sum, one) => sum + one, together);
}
