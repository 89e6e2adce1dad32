import type { Outline, Point } from "../../scene/board";
import { contains } from "../../scene/geometry";

/** The shortest way between two things, from the edge of one to the edge of the other. */
export interface Span {
  readonly from: Point;
  readonly to: Point;
  readonly length: number;
}

/** Measures between two outlines; a single point is an outline too. Where they overlap it is nothing. */
export function spanBetween(a: Outline, b: Outline): Span {
  const inside = insideOf(a, b);
  if (inside) return { from: inside, to: inside, length: 0 };
  let best: Span = { from: a[0] ?? [0, 0], to: b[0] ?? [0, 0], length: Number.POSITIVE_INFINITY };
  const keep = (from: Point, to: Point) => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (length < best.length) best = { from, to, length };
  };
  for (const corner of a) for (const side of sidesOf(b)) keep(corner, nearestOn(side, corner));
  for (const corner of b) for (const side of sidesOf(a)) keep(nearestOn(side, corner), corner);
  return best;
}

/** Finds a point that two outlines share, if they overlap. */
function insideOf(a: Outline, b: Outline): Point | undefined {
  const corner = a.find((one) => b.length > 2 && contains(b, one));
  const other = b.find((one) => a.length > 2 && contains(a, one));
  if (corner ?? other) return corner ?? other;
  for (const one of sidesOf(a)) {
    for (const two of sidesOf(b)) {
      const found = crossing(one, two);
      if (found) return found;
    }
  }
  return undefined;
}

type Side = readonly [Point, Point];

function sidesOf(outline: Outline): Side[] {
  return outline.map((corner, index): Side => [corner, outline[(index + 1) % outline.length] ?? corner]);
}

/** Finds the point of a side that is nearest to another point. */
export function nearestOn([[ax, ay], [bx, by]]: Side, [x, y]: Point): Point {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const part = length ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return [ax + part * dx, ay + part * dy];
}

function crossing([[ax, ay], [bx, by]]: Side, [[cx, cy], [dx, dy]]: Side): Point | undefined {
  const turn = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  if (Math.abs(turn) < 1e-9) return undefined;
  const along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / turn;
  const across = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / turn;
  if (along < 0 || along > 1 || across < 0 || across > 1) return undefined;
  return [ax + along * (bx - ax), ay + along * (by - ay)];
}

/** Tells how far a point lies from an outline; 0 inside. */
export function reachOf(outline: Outline, point: Point): number {
  return spanBetween(outline, [point]).length;
}

/** Says a length in the unit of a table, with one decimal. */
export function inUnits(length: number, unit: number): number {
  return Math.round((length / unit) * 10) / 10;
}
