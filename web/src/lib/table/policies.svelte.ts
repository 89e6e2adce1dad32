/** Which questions this browser has asked to be answered by themselves; the server does not tell. */

import { keep, kept } from "../storage";

type Policies = Record<string, readonly string[]>;

const PLACE = "walstatt.policies";
const known: Policies = $state(restored());

export function policiesOf(table: string, seat: string): readonly string[] {
  return known[`${table}/${seat}`] ?? [];
}

export function setPolicy(table: string, seat: string, kind: string, on: boolean): void {
  const others = policiesOf(table, seat).filter((one) => one !== kind);
  known[`${table}/${seat}`] = on ? [...others, kind] : others;
  keep(PLACE, $state.snapshot(known));
}

function restored(): Policies {
  const found = kept(PLACE);
  if (typeof found !== "object" || found === null) return {};
  const sound = Object.entries(found).filter((pair): pair is [string, string[]] => Array.isArray(pair[1]));
  return Object.fromEntries(sound);
}
