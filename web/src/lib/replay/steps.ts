/** Where a replay stands and how it goes on. Nothing here knows a screen. */

import type { LogLine, Turn } from "../../generated/protocol";

export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

/** How long a step is shown at normal speed: longer if dice fell. */
const STEP_MS = 900;
const DICE_MS = 1900;

export interface Span {
  readonly first: number;
  readonly last: number;
}

/** Keep a number of an entry within a span. */
export function within(span: Span, n: number): number {
  return Math.min(span.last, Math.max(span.first, Math.round(n)));
}

/** The entries at which something happened that a person can be told, in order. */
export function told(lines: readonly LogLine[], span: Span): number[] {
  const found = new Set<number>([span.first, span.last]);
  for (const line of lines) if (line.n >= span.first && line.n <= span.last) found.add(line.n);
  return [...found].sort((a, b) => a - b);
}

/** The next told entry in a direction; the end of the span if there is none. */
export function stepFrom(stops: readonly number[], n: number, direction: 1 | -1): number {
  const ahead = direction > 0 ? stops.find((stop) => stop > n) : stops.findLast((stop) => stop < n);
  return ahead ?? (direction > 0 ? (stops.at(-1) ?? n) : (stops[0] ?? n));
}

/** The turn an entry belongs to. */
export function turnAt(turns: readonly Turn[], n: number): Turn | null {
  return turns.findLast((turn) => turn.n <= n) ?? null;
}

/** Where the turn before or after this one begins. */
export function turnFrom(turns: readonly Turn[], span: Span, n: number, direction: 1 | -1): number {
  const starts = turns.map((turn) => turn.n);
  const found = direction > 0 ? starts.find((start) => start > n) : starts.findLast((start) => start < n);
  return within(span, found ?? (direction > 0 ? span.last : span.first));
}

/** The lines that tell of one entry. */
export function linesOf(lines: readonly LogLine[], n: number): LogLine[] {
  return lines.filter((line) => line.n === n);
}

/** How long to rest at an entry before the next. */
export function restMs(lines: readonly LogLine[], n: number, speed: Speed): number {
  const dice = linesOf(lines, n).some((line) => line.dice);
  return (dice ? DICE_MS : STEP_MS) / speed;
}

/** What happened since an entry: from it to the end. */
export function news(known: number, seq: number): Span {
  return { first: Math.max(0, Math.min(known, seq - 1)), last: Math.max(0, seq - 1) };
}
