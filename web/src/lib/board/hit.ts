import type { Target } from "../../generated/protocol";
import { keyOf, type Point, pieceTarget } from "../scene/board";
import { footprint, groundAt, placeOf, type Shape } from "../scene/geometry";
import { nearestOn, reachOf } from "./measured/measuring";
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
  /** How far beside a base one may point, in units of the board: a finger is not exact. */
  slack = 0,
): Target | null {
  const wanted = new Set(choosable.map(keyOf));
  const isWanted = (target: Target | undefined) => !!target && wanted.has(keyOf(target));
  const thin = nearestThin(shape, choosable, point);
  const all = [...standings];
  const under = all.filter((one) => covers(one, point)).reverse();
  const pieces = under.length || !slack ? under : nearBases(all, point, slack);
  const targets = pieces.map((one) => pieceTarget(one.piece));
  const ground = groundAt(shape, point);
  return (
    thin ?? targets.find(isWanted) ?? (isWanted(ground) ? ground : undefined) ?? targets[0] ?? ground ?? null
  );
}

/** Lists the bases near a point, the nearest first. */
function nearBases(standings: readonly Standing[], point: Point, slack: number): Standing[] {
  return standings
    .filter(
      (one) => one.role === "base" && Math.hypot(one.x - point[0], one.y - point[1]) < slack + reach(one),
    )
    .map((one) => ({
      one,
      away: reachOf(footprint([one.x, one.y], one.piece.size ?? [0, 0], one.piece.facing ?? 0), point),
    }))
    .filter(({ away }) => away <= slack)
    .sort((a, b) => a.away - b.away)
    .map(({ one }) => one);
}

function reach({ piece }: Standing): number {
  return Math.hypot(...(piece.size ?? [0, 0])) / 2;
}

/** Finds the edge, corner or point nearby that can be chosen. */
function nearestThin(shape: Shape, choosable: readonly Target[], [x, y]: Point): Target | undefined {
  let best: Target | undefined;
  let least = NEAR_PX * shape.unit;
  for (const target of choosable) {
    if (target.kind !== "edge" && target.kind !== "vertex" && target.kind !== "point") continue;
    const spot = placeOf(shape, target);
    if (!spot) continue;
    const [from, to] = spot.outlines[0] ?? [];
    const [cx, cy] = from && to && !shape.grid ? nearestOn([from, to], [x, y]) : spot.centre;
    const distance = Math.hypot(cx - x, cy - y);
    if (distance < least) [best, least] = [target, distance];
  }
  return best;
}
