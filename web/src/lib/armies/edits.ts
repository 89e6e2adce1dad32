/** Changing the data of an army where its sheet says so; nothing here knows what an army is. */

import type { ArmyEdit } from "../../generated/protocol";

/** Data as JSON knows it. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain };
/** An army: an object whose fields only the server understands. */
export type Army = { readonly [name: string]: Plain };
type Way = readonly (string | number)[];

/** What stands at a place; undefined if nothing does. */
export function valueAt(data: Plain | undefined, way: Way): Plain | undefined {
  let here: Plain | undefined = data;
  for (const step of way) {
    if (here === null || typeof here !== "object") return undefined;
    here = Array.isArray(here)
      ? (here as readonly Plain[])[Number(step)]
      : own(here as Record<string, Plain>, String(step));
  }
  return here;
}

/** Make changes one after the other; what was there before stays as it was. */
export function applied(army: Army, edits: readonly ArmyEdit[]): Army {
  return edits.reduce<Plain>((data, edit) => changed(data, edit.at, edit), army) as Army;
}

/** Whether places get other numbers, so that what was said about places no longer holds. */
export function isStructural(edits: readonly ArmyEdit[]): boolean {
  return edits.some((edit) => edit.insert || (isNothing(edit.to) && typeof edit.at.at(-1) === "number"));
}

/** A change that puts something in its place, or takes it out. */
export function put(at: Way, to: Plain | undefined): ArmyEdit {
  return to === undefined ? { at } : { at, to };
}

function changed(data: Plain | undefined, way: Way, edit: ArmyEdit): Plain {
  const [step, ...rest] = way;
  if (step === undefined) return edit.to as Plain;
  if (typeof step === "number") return changedList(Array.isArray(data) ? data : [], step, rest, edit);
  const fields = isFields(data) ? { ...data } : {};
  if (rest.length === 0 && isNothing(edit.to)) delete fields[step];
  else fields[step] = changed(own(fields, step), rest, edit);
  return fields;
}

function changedList(list: readonly Plain[], place: number, rest: Way, edit: ArmyEdit): Plain[] {
  const copy = [...list];
  if (rest.length > 0) copy[place] = changed(copy[place], rest, edit);
  else if (edit.insert) copy.splice(place, 0, edit.to as Plain);
  else if (isNothing(edit.to)) copy.splice(place, 1);
  else copy[place] = edit.to as Plain;
  return copy;
}

function isFields(data: Plain | undefined): data is { readonly [name: string]: Plain } {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

function own(fields: { readonly [name: string]: Plain }, name: string): Plain | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}
