import type { Point } from "../../scene/board";
import { nearestOn } from "./measuring";
import { type Body, cornersOf } from "./poses";

/** Where a base touches another with its front. */
export interface Touch {
  readonly from: Point;
  readonly to: Point;
}

type Side = readonly [Point, Point];

/** How much of an edge must be shared to be drawn as a line, in tenths of a millimetre. */
const LINE = 40;

/** Finds where the fronts of some bases touch others, within a tolerance. */
export function touches(bodies: readonly Body[], others: readonly Body[], tolerance: number): Touch[] {
  const reach = (body: Body) => Math.hypot(...body.size) / 2;
  return bodies.flatMap((body) => {
    const [left, right] = cornersOf(body.pose, body.size);
    if (!left || !right || !body.faces) return [];
    const near = others.filter(
      (other) =>
        Math.hypot(other.pose.x - body.pose.x, other.pose.y - body.pose.y) <=
        reach(body) + reach(other) + tolerance,
    );
    return near.flatMap((other) => sharedBy([left, right], other, tolerance));
  });
}

function sharedBy(front: Side, other: Body, tolerance: number): Touch[] {
  const corners = cornersOf(other.pose, other.size);
  const found = corners.flatMap((corner, i): Touch[] => {
    const side: Side = [corner, corners[(i + 1) % corners.length] ?? corner];
    const shared = common(front, side, tolerance);
    return shared ? [shared] : [];
  });
  const lines = found.filter(({ from, to }) => length(from, to) >= LINE);
  return lines.length ? lines : found.slice(0, 1);
}

/** The part of an edge along which another edge lies. */
function common(front: Side, side: Side, tolerance: number): Touch | undefined {
  const onFront = side.map((end) => ({ end, at: nearestOn(front, end) }));
  const onSide = front.map((end) => ({ end, at: nearestOn(side, end) }));
  const points = [
    ...onFront.filter(({ end, at }) => length(end, at) <= tolerance).map(({ at }) => at),
    ...onSide.filter(({ end, at }) => length(end, at) <= tolerance).map(({ end }) => end),
  ];
  if (!points.length) return undefined;
  const along = (point: Point) => length(front[0], point);
  const sorted = points.toSorted((a, b) => along(a) - along(b));
  return { from: sorted[0] ?? front[0], to: sorted.at(-1) ?? front[1] };
}

function length([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(bx - ax, by - ay);
}
