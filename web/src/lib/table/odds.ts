/** Odds as they are shown: percentages, grouped by what they count. */

import type { Chance, Message } from "../../generated/protocol";

export interface Bar {
  readonly label: Message;
  /** The number counted, if the label is a count. */
  readonly n: number | null;
  readonly percent: number;
  readonly millionths: number;
}

/** One distribution: columns if it counts something, bars with words if not. */
export interface Distribution {
  readonly columns: boolean;
  readonly bars: readonly Bar[];
}

export interface Odds {
  readonly distributions: readonly Distribution[];
  /** Chances that stand alone: "wiped out 5 %". */
  readonly alone: readonly Bar[];
}

const ALL = 1_000_000;
/** Up to how many columns are shown; what is beyond goes into the last one. */
const MOST = 8;

/** Sort chances into distributions and single ones. */
export function arrange(chances: readonly Chance[]): Odds {
  const groups = new Map<string, Chance[]>();
  for (const chance of chances) {
    const known = groups.get(chance.label.id);
    if (known) known.push(chance);
    else groups.set(chance.label.id, [chance]);
  }
  const counted = [...groups.values()].filter((group) => group.length > 1);
  const single = [...groups.values()].filter((group) => group.length === 1).flat();
  return gathered(counted, single);
}

/** Single chances that make up the whole between them are a distribution in words. */
function gathered(counted: readonly Chance[][], single: readonly Chance[]): Odds {
  const columns = counted.map((group) => ({ columns: isCount(group), bars: shaped(group) }));
  const sum = single.reduce((total, chance) => total + chance.millionths, 0);
  if (single.length > 1 && Math.abs(sum - ALL) < 1000) {
    return { distributions: [...columns, { columns: false, bars: shaped(single) }], alone: [] };
  }
  return { distributions: columns, alone: single.map(bar) };
}

function isCount(group: readonly Chance[]): boolean {
  return group.every((chance) => typeof chance.label.args.n === "number");
}

function shaped(group: readonly Chance[]): Bar[] {
  const shown = group.slice(0, MOST);
  const rest = group.slice(MOST);
  const last = shown.at(-1);
  const folded =
    last && rest.length
      ? [
          ...shown.slice(0, -1),
          { ...last, millionths: [last, ...rest].reduce((sum, one) => sum + one.millionths, 0) },
        ]
      : shown;
  return folded.map(bar);
}

function bar(chance: Chance): Bar {
  const n = chance.label.args.n;
  const { label, millionths } = chance;
  return { label, n: typeof n === "number" ? n : null, percent: percentOf(millionths), millionths };
}

/** Whole percentages, and halves where they are exact: what is equally likely reads the same. */
export function percentOf(millionths: number): number {
  const halves = millionths / 5000;
  return Number.isInteger(halves) ? halves / 2 : Math.round(halves / 2);
}

/** A percentage in a language: German puts a space before the sign. */
export function percentText(percent: number, language: "en" | "de", millionths = percent * 10_000): string {
  const number =
    percent === 0 && millionths > 0 ? "<1" : percent === 100 && millionths < ALL ? ">99" : `${percent}`;
  return language === "de" ? `${number.replace(".", ",")}\u00a0%` : `${number}%`;
}

/** What is to be expected of a count. */
export function expectation(distribution: Distribution): number | null {
  if (!distribution.columns) return null;
  return distribution.bars.reduce((sum, one) => sum + ((one.n ?? 0) * one.millionths) / ALL, 0);
}
