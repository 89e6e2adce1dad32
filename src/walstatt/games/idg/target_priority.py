"""Whom one must shoot at first, and every reason why a shot may not be made. IDG-9.5.

Read as at the table: whoever comes "directly" at a unit (IDG-A55) has it in the front zone that
also is an arc of fire, and no other unit of that side there is nearer; equally near is who is not
farther by more than contact allows.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Final, NamedTuple

from walstatt.boards.arcs import part_in_front_zone
from walstatt.boards.contact import least_distance
from walstatt.boards.pose import Pose, shifted
from walstatt.games.idg.hulls import hull_around, hull_distance, hull_of
from walstatt.games.idg.ladder_marks import on_ladders
from walstatt.games.idg.overhead import findings
from walstatt.games.idg.targets import (
    ARC,
    Mark,
    aim_flaws,
    in_reach,
    marks,
    proved,
    shooter_flaws,
    target_flaws,
)
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    IdgCtx,
    enemy_of,
    on_table,
    profile_of,
    rect_at,
    rect_of,
    rects_of,
    shown,
    side_of,
)
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import RuleId, UnitId
from walstatt.kernel.trace import cite, rule


class Duty(NamedTuple):
    """Among whom a shooter must choose, and by which rule."""

    rule: RuleId
    marks: tuple[Mark, ...]


# -- whom first -----------------------------------------------------------------------------------


def duty(ctx: IdgCtx, shooter: ElementId) -> Duty:
    """Tell at whom an element must shoot if it shoots; at any of them if several are equal."""
    duties = findings(ctx).duties
    known: Duty | None = duties.get(shooter)
    if known is None:
        known = duties[shooter] = _duty(ctx, shooter)
    return known


@rule("IDG-9.5.9", "IDG-9.5.10", "IDG-9.5.12", "IDG-9.5.13")
def _duty(ctx: IdgCtx, shooter: ElementId) -> Duty:
    every, unit = in_reach(ctx, shooter), ctx.world.elements[shooter].unit
    coming = (one for one in every if comes_at(ctx, one.target, unit))
    if found := nearest_of(ctx, shooter, coming):
        return Duty("IDG-9.5.6", found)
    if profile_of(ctx, shooter).troop == "artillery":
        return Duty("IDG-9.5.10", tuple(marks(ctx, shooter)))
    shooting = (one for one in every if shot_at(ctx, one.target, unit))
    if found := nearest_of(ctx, shooter, shooting):
        return Duty("IDG-9.5.7", found)
    return Duty("IDG-9.5.8", nearest_of(ctx, shooter, every))


def nearest_of(ctx: IdgCtx, shooter: ElementId, some: Iterable[Mark]) -> tuple[Mark, ...]:
    """Find the nearest who may be shot at, and whoever is equally near."""
    found: list[Mark] = []
    for one in some:
        if found and one.distance > found[0].distance + TOUCH:
            break
        mark = proved(ctx, shooter, one)
        if mark is not None:
            found.append(mark)
    return tuple(found)


@rule("IDG-9.5.6", "IDG-A55")
def comes_at(ctx: IdgCtx, foe: ElementId, unit: UnitId) -> bool:
    """Did an enemy move directly toward a unit this turn?"""
    if not ctx.world.elements[foe].moved:
        return False
    coming = findings(ctx).comes_at
    known = coming.get((foe, unit))
    if known is None:
        known = coming[foe, unit] = _heads_for(ctx, foe, unit)
    return known


def _heads_for(ctx: IdgCtx, foe: ElementId, unit: UnitId) -> bool:
    now, then = rect_of(ctx, foe), rect_at(ctx, foe, start_of(ctx, foe))
    own = rects_of(ctx, unit)
    if least_distance(now, own) >= least_distance(then, own):
        return False
    known = findings(ctx).heads_for
    if foe not in known:
        known[foe] = _nearest_before(ctx, foe)
    return unit in known[foe]


def start_of(ctx: IdgCtx, element: ElementId) -> Pose:
    """Give where an element began its move; without a trail, straight behind it."""
    one = ctx.world.elements[element]
    trail = ctx.world.trails.get(one.unit)
    if trail is not None and trail.stations:
        return dict(trail.stations[0]).get(element, one.pose)
    return shifted(one.pose, -one.moved)


def _nearest_before(ctx: IdgCtx, foe: ElementId) -> list[UnitId]:
    own = rect_of(ctx, foe)
    around = hull_around(own)
    units = {one: hull_of(ctx, one) for one in on_table(ctx, enemy_of(side_of(ctx, foe)))}
    found: dict[UnitId, float] = {}
    least = inf
    for unit in sorted(units, key=lambda one: hull_distance(around, units[one])):
        if hull_distance(around, units[unit]) > least + TOUCH:
            break
        boxes = [box for box in rects_of(ctx, unit) if part_in_front_zone(own, box, ARC)]
        if boxes:
            found[unit] = least_distance(own, boxes)
            least = min(least, found[unit])
    return [unit for unit, away in found.items() if away <= least + TOUCH]


@rule("IDG-9.5.7", "IDG-A54")
def shot_at(ctx: IdgCtx, foe: ElementId, unit: UnitId) -> bool:
    """Did an enemy shoot at a unit this turn, as far as is declared, or in the last?"""
    by, since = ctx.world.elements[foe].unit, ctx.world.turn - 1
    for shot in ctx.world.shots:
        if shot.at == unit and shot.by == by and shot.turn >= since and shot.element in ("", foe):
            return True
    return False


# -- all together ---------------------------------------------------------------------------------


def shot_flaws(ctx: IdgCtx, shooter: ElementId, target: ElementId) -> list[Violation]:
    """List every reason why an element may not shoot at another."""
    world = ctx.world
    if shooter not in world.elements or target not in world.elements:
        return [refuse("IDG-9.1.1", "idg.no.shot.gone", target)]
    if side_of(ctx, shooter) == side_of(ctx, target):
        return [refuse("IDG-9.1.1", "idg.no.shot.own", target)]
    found = shooter_flaws(ctx, shooter, armed=target in on_ladders(ctx, shooter))
    if target not in shown(ctx, world.elements[target].unit):
        return [*found, refuse("IDG-9.1.1", "idg.no.shot.gone", target)]
    found += [*target_flaws(ctx, target), *aim_flaws(ctx, shooter, target)]
    return found or _priority_flaws(ctx, shooter, target)


def _priority_flaws(ctx: IdgCtx, shooter: ElementId, target: ElementId) -> list[Violation]:
    must = duty(ctx, shooter)
    if target in [one.target for one in must.marks]:
        cite(must.rule)
        return []
    return [refuse(must.rule, f"idg.no.shot.{_PRIORITY[must.rule]}", target)]


_PRIORITY: Final[dict[RuleId, str]] = {
    "IDG-9.5.6": "one_comes",
    "IDG-9.5.7": "one_shot",
    "IDG-9.5.8": "one_nearer",
    "IDG-9.5.10": "one_nearer",
}
