/** Ledgers as they are shown: one row per line, signs as on paper. */

import type { Ledger, Line, Message } from "../../generated/protocol";

export interface Row {
  readonly value: string;
  readonly tone: "base" | "plus" | "minus";
  readonly message: Message;
  readonly rule: string;
  readonly struck: { readonly rule: string; readonly message: Message } | null;
  readonly depth: number;
}

const MINUS = "\u2212";
const HALVES: Record<number, string> = { 1: "½" };

/** The rows of a ledger, with the ledgers some lines are made of below them. */
export function rows(ledger: Ledger, depth = 0): Row[] {
  return ledger.lines.flatMap((line, place) => [
    { ...row(line, ledger.per, place === 0), depth },
    ...line.parts.flatMap((part) => rows(part, depth + 1)),
  ]);
}

function row(line: Line, per: number, first: boolean): Omit<Row, "depth"> {
  return {
    value: value(line, per, first),
    tone: first || line.op !== "add" ? "base" : line.value < 0 ? "minus" : "plus",
    message: line.message,
    rule: line.rule,
    struck: line.struck,
  };
}

function value(line: Line, per: number, first: boolean): string {
  const size = amount(Math.abs(line.value), per);
  switch (line.op) {
    case "set":
      return `= ${signed(line.value, per)}`;
    case "times":
      return `× ${line.value}${line.over > 1 ? `/${line.over}` : ""}`;
    case "cap":
      return `≤ ${signed(line.value, per)}`;
    case "floor":
      return `≥ ${signed(line.value, per)}`;
    default:
      if (line.value < 0) return `${MINUS}${size}`;
      return first ? size : `+${size}`;
  }
}

function signed(number: number, per: number): string {
  return number < 0 ? `${MINUS}${amount(-number, per)}` : amount(number, per);
}

/** A number counted in parts of a unit: 5 halves are 2½. */
export function amount(number: number, per: number): string {
  if (per === 1) return String(number);
  const whole = Math.trunc(number / per);
  const rest = number % per;
  if (!rest) return String(whole);
  if (per === 2) return `${whole || ""}${HALVES[rest] ?? ""}`;
  return String(Math.round((number / per) * 100) / 100);
}

/** The total of a ledger. */
export function total(ledger: Ledger): string {
  return signed(ledger.total, ledger.per);
}

/** The message that names what a ledger counts. */
export function unitOf(ledger: Ledger): Message {
  return { id: `${ledger.quantity}.name`, args: { n: ledger.total } };
}
