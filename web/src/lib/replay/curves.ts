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

/** Thousandths as whole percents; only what is decided is 0 or 100. */
export function percentsOf(chances: readonly number[]): number[] {
  return chances.map((one) => {
    if (one === 0 || one === 1000) return one / 10;
    return Math.min(99, Math.max(1, Math.round(one / 10)));
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

/** The chance to win before and after an entry, in whole percentages; null where nobody knows it. */
export function chanceChange(chances: readonly number[], n: number): { from: number; to: number } | null {
  const [from, to] = percentsOf(chances.slice(Math.max(0, n - 1), n + 1));
  return n > 0 && from !== undefined && to !== undefined ? { from, to } : null;
}

/** The areas below curves that add up to a thousand, the first at the bottom. */
export function stackedPaths(series: readonly (readonly number[])[], frame: Frame): string[] {
  const entries = series[0]?.length ?? 0;
  let floor: readonly number[] = Array.from({ length: entries }, () => 0);
  return series.map((values) => {
    const roof = floor.map((below, n) => below + (values[n] ?? 0));
    const path = `${edge(roof, frame)}${edge(floor, frame, true)}Z`;
    floor = roof;
    return path;
  });
}

function edge(values: readonly number[], frame: Frame, backwards = false): string {
  const points = values.map((value, n) => {
    const y = frame.top + frame.height * (1 - Math.min(1000, value) / 1000);
    return `${xOf(frame, values.length, n).toFixed(1)} ${y.toFixed(1)}`;
  });
  if (backwards) points.reverse();
  return `${backwards ? "L" : "M"}${points.join("L")}`;
}
