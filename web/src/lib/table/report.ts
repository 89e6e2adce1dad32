/** The battle report: lines under their headings. */

import type { LogLine } from "../../generated/protocol";

/** A line that is told, with lines that belong to it below. */
export interface Item {
  readonly line: LogLine;
  /** Its place in the report, for keys. */
  readonly place: number;
}

/** A part of the report: a turn, a round. */
export interface Part {
  readonly heading: LogLine | null;
  readonly items: readonly Item[];
  readonly key: string;
}

/** Put lines under their headings. */
export function parts(lines: readonly LogLine[]): Part[] {
  const found: { heading: LogLine | null; items: Item[]; key: string }[] = [];
  lines.forEach((line, place) => {
    if (line.heading) found.push({ heading: line, items: [], key: `h${line.n}.${place}` });
    else {
      const open = found.at(-1) ?? { heading: null, items: [], key: "start" };
      if (!found.length) found.push(open);
      open.items.push({ line, place });
    }
  });
  return found;
}

/** The entries with something to tell after an entry, in order. */
export function newsAfter(lines: readonly LogLine[], n: number): number[] {
  return [...new Set(lines.filter((line) => line.n > n).map((line) => line.n))].sort((a, b) => a - b);
}

/** The entry with which a seat's last turn ended, or its last deed where turns are nobody's; null while its turn goes on. */
export function lastTurnEnd(lines: readonly LogLine[], seat: string, lastOwn: number): number | null {
  const turns = lines.filter((line) => line.heading && line.seat);
  const now = turns.at(-1);
  if (!now) return lastOwn > 0 ? lastOwn : null;
  const begun = now.seat === seat;
  if (begun && lastOwn > now.n) return null;
  const before = begun ? turns.slice(0, -1) : turns;
  const own = before.findLastIndex((turn) => turn.seat === seat);
  return own < 0 ? null : (turns[own + 1]?.n ?? null);
}

/** The entries to go through for somebody who wants to know what happened since the own last turn. */
export function news(lines: readonly LogLine[], seat: string | null, lastOwn: number): number[] {
  const end = seat ? lastTurnEnd(lines, seat, lastOwn) : null;
  return end === null ? [] : newsAfter(lines, end);
}

/** The last line that tells of an entry at or before a moment. */
export function lineAt(lines: readonly LogLine[], n: number): LogLine | null {
  return lines.findLast((line) => line.n <= n && !line.heading) ?? null;
}

/** The last heading at or before a moment. */
export function headingAt(lines: readonly LogLine[], n: number): LogLine | null {
  return lines.findLast((line) => line.n <= n && line.heading === true) ?? null;
}
