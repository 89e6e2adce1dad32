import type { Target } from "../../generated/protocol";
import { keyOf, type Point, pieceTarget } from "../scene/board";
import { groundAt, placeOf, type Shape } from "../scene/geometry";
import { covers, type Standing } from "./standing";

/** How near to an edge, a corner or a point one has to point, in pixels of the drawing. */
const NEAR_PX = 16;

/**
 * Finds what is meant by pointing somewhere. What can be chosen goes before what cannot, a piece before
 * the cell it stands on, and the uppermost piece before the others.
 */
export function targetAt(
  shape: Shape,
  standings: Iterable<Standing>,
  choosable: readonly Target[],
  point: Point,
): Target | null {
  const wanted = new Set(choosable.map(keyOf));
  const isWanted = (target: Target | undefined) => !!target && wanted.has(keyOf(target));
  const thin = nearestThin(shape, choosable, point);
  const pieces = [...standings].filter((one) => covers(one, point)).reverse();
  const targets = pieces.map((one) => pieceTarget(one.piece));
  const ground = groundAt(shape, point);
  return (
    thin ?? targets.find(isWanted) ?? (isWanted(ground) ? ground : undefined) ?? targets[0] ?? ground ?? null
  );
}

/** Finds the edge, corner or point nearby that can be chosen. */
function nearestThin(shape: Shape, choosable: readonly Target[], [x, y]: Point): Target | undefined {
  let best: Target | undefined;
  let least = NEAR_PX * shape.unit;
  for (const target of choosable) {
    if (target.kind !== "edge" && target.kind !== "vertex" && target.kind !== "point") continue;
    const centre = placeOf(shape, target)?.centre;
    const distance = centre ? Math.hypot(centre[0] - x, centre[1] - y) : Number.POSITIVE_INFINITY;
    if (distance < least) [best, least] = [target, distance];
  }
  return best;
}
