import type { Outline, Point } from "../../scene/board";
import { type Body, cornersOf } from "./poses";
import { frameCorners, frameOf } from "./units";

/** The way of a unit from where it stands to where it is held. */
export interface Way {
  /** The ground that its front runs over. */
  readonly outline: Outline;
  /** The ways of its two front corners. */
  readonly sides: readonly [Outline, Outline];
  /** How far the corner goes that goes farthest, as the crow flies. */
  readonly length: number;
}

/** Measures the way of a unit; the bases must be the same, in the same order. */
export function wayBetween(before: readonly Body[], after: readonly Body[]): Way {
  const [a, b] = [frontOf(before), frontOf(after)];
  return {
    outline: [a[0], b[0], b[1], a[1]],
    sides: [
      [a[0], b[0]],
      [a[1], b[1]],
    ],
    length: Math.max(0, ...before.map((body, i) => farthest(body, after[i] ?? body))),
  };
}

function frontOf(bodies: readonly Body[]): readonly [Point, Point] {
  const [left, right] = frameCorners(frameOf(bodies));
  return [left ?? [0, 0], right ?? [0, 0]];
}

/** How far the front corners of a base go; what has no front is measured at its middle. */
function farthest(before: Body, after: Body): number {
  const ends = (body: Body): Outline =>
    body.faces ? cornersOf(body.pose, body.size).slice(0, 2) : [[body.pose.x, body.pose.y]];
  const [from, to] = [ends(before), ends(after)];
  return Math.max(
    ...from.map(([x, y], i) => {
      const [tx, ty] = to[i] ?? [x, y];
      return Math.hypot(tx - x, ty - y);
    }),
  );
}
