/** Curves over the entries of a game, as paths for SVG. */

import type { Turn } from "../../generated/protocol";

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Band {
  readonly x: number;
  readonly width: number;
  readonly seat: string;
  readonly number: number;
  readonly n: number;
}

/** The place of an entry along a frame. */
export function xOf(frame: Frame, entries: number, n: number): number {
  return frame.left + (frame.width * n) / Math.max(1, entries - 1);
}

/** The entry nearest to a place along a frame. */
export function entryAt(frame: Frame, entries: number, x: number): number {
  const part = (x - frame.left) / Math.max(1, frame.width);
  return Math.round(Math.min(1, Math.max(0, part)) * Math.max(0, entries - 1));
}

/** What a side has lost after every entry: its greatest strength so far less what it has. */
export function lossesOf(strength: readonly number[]): number[] {
  let most = 0;
  return strength.map((now) => {
    most = Math.max(most, now);
    return most - now;
  });
}

/** A scale that ends at a round number not below the greatest value. */
export function roundTop(values: readonly number[]): number {
  const most = Math.max(1, ...values);
  const unit = most <= 10 ? 5 : most <= 50 ? 10 : 10 ** Math.floor(Math.log10(most));
  return Math.ceil(most / unit) * unit;
}

/** A curve that changes in steps: it stays as it is until the next entry that differs. */
export function steppedPath(values: readonly number[], top: number, frame: Frame): string {
  if (values.length === 0) return "";
  const y = (value: number): string => (frame.top + frame.height * (1 - value / top)).toFixed(1);
  const parts = [`M${xOf(frame, values.length, 0).toFixed(1)} ${y(values[0] ?? 0)}`];
  for (let n = 1; n < values.length; n++) {
    if (values[n] === values[n - 1]) continue;
    parts.push(`H${xOf(frame, values.length, n).toFixed(1)}V${y(values[n] ?? 0)}`);
  }
  parts.push(`H${xOf(frame, values.length, values.length - 1).toFixed(1)}`);
  return parts.join("");
}

/** The parts of the report as bands along a frame. */
export function bandsOf(turns: readonly Turn[], entries: number, frame: Frame): Band[] {
  return turns.map((turn, index) => {
    const x = xOf(frame, entries, turn.n);
    const end = xOf(frame, entries, turns[index + 1]?.n ?? entries - 1);
    return { x, width: Math.max(0, end - x), seat: turn.seat ?? "", number: index + 1, n: turn.n };
  });
}
