/** Forms for odds: what was filled in, and what of it differs from the usual. */

import type { OddsField, OddsForm, OddsTold } from "../../generated/protocol";

export type Value = string | number | boolean;
export type Values = Record<string, Value>;

/** Everything as usual. */
export function usual(form: OddsForm): Values {
  return Object.fromEntries(form.fields.map((field) => [field.id, field.default]));
}

/** What differs from the usual; only this is asked. */
export function changed(form: OddsForm, values: Readonly<Values>): Values {
  const other = form.fields.filter((field) => (values[field.id] ?? field.default) !== field.default);
  return Object.fromEntries(other.map((field) => [field.id, values[field.id] ?? field.default]));
}

/** Keep a number within what a field allows. */
export function within(field: OddsField, number: number): number {
  return Number.isFinite(number)
    ? Math.min(field.high, Math.max(field.low, Math.round(number)))
    : Number(field.default);
}

/** A chance in percent, with as many decimals as tell something. */
export function percent(chance: number, language: string): string {
  const digits = chance > 0 && chance < 0.0995 ? 2 : 1;
  return (chance * 100).toLocaleString(language, { maximumFractionDigits: digits });
}

/** The most likely chance of all tables, to which all bars are drawn. */
export function longest(told: OddsTold): number {
  return Math.max(0.0001, ...told.tables.flatMap((table) => table.rows.map((row) => row.chance)));
}
