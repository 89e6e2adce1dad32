"""Retreats without a roll: who must go, which way, and how far. IDG-13.2.

A unit retreats as a whole in one direction; each element stops by itself where it cannot go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import hypot
from typing import Final, NamedTuple

from msgspec.structs import replace

from walstatt.boards.arcs import is_same_facing
from walstatt.boards.contact import OVERLAP, closest, distance, is_within, least_distance, overlap
from walstatt.boards.formation import majority_facing
from walstatt.boards.pose import Point, Pose, apart, facing_towards, heading, opposite
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.games.idg.across import foes_met_by
from walstatt.games.idg.foes_about import has_foes_about
from walstatt.games.idg.hulls import hull_of, units_near
from walstatt.games.idg.pairing import fighting_foes, meeting
from walstatt.games.idg.retreat_course import passable, stepped
from walstatt.games.idg.sight import seen_among, visible_foes
from walstatt.games.idg.standing import (
    elements_on_table,
    mu,
    touches_front,
)
from walstatt.games.idg.works import settle_aboard
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    IdgCtx,
    enemy_of,
    is_baggage,
    on_table,
    profile_of,
    rect_at,
    rect_of,
    rects_of,
    shown,
    troop_of,
)
from walstatt.kernel import trace
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

NEAR: Final = 3
"""How many MU disordered units keep away from enemies."""
WITHDRAWS_AT: Final = 4
ALIKE: Final = 100
CLEARLY: Final = 2.0
"""By how much somebody has to be left behind so that rounding cannot matter."""

# -- who must go ----------------------------------------------------------------------------------


@rule("IDG-13.2.3", "IDG-13.2.4", "IDG-13.2.5")
def must_keep_away(ctx: IdgCtx, unit: UnitId) -> bool:
    """Has a unit so many markers that it must be clear of enemies? Skirmishers with 3 already."""
    least = WITHDRAWS_AT - (troop_of(ctx, unit) == "skirmisher")
    return ctx.world.units[unit].disorder >= least


def foes_seen(ctx: IdgCtx, unit: UnitId) -> list[ElementId]:
    """List the enemies that a unit sees; those in contact in any case."""
    return list(dict.fromkeys((*visible_foes(ctx, unit), *_touching(ctx, unit))))


def _touching(ctx: IdgCtx, unit: UnitId) -> list[ElementId]:
    if not has_foes_about(ctx, unit):
        return []
    return [foe for own in shown(ctx, unit) for foe in foes_met_by(ctx, own)]


def is_noticed(ctx: IdgCtx, unit: UnitId, foe: ElementId) -> bool:
    """Does a unit see an enemy, or is it in contact with him?"""
    return bool(seen_among(ctx, unit, [foe])) or foe in _touching(ctx, unit)


def nearest_seen(ctx: IdgCtx, unit: UnitId, within: float | None = None) -> list[ElementId]:
    """List the nearest enemies that a unit sees, if they are so near, and those in contact."""
    own, foes = rects_of(ctx, unit), on_table(ctx, enemy_of(ctx.world.units[unit].side))
    if within is not None:
        foes = units_near(ctx, hull_of(ctx, unit), foes, mu(ctx, within))
    away = {
        foe: least_distance(rect_of(ctx, foe), own) for other in foes for foe in shown(ctx, other)
    }
    if within is not None:
        away = {foe: far for foe, far in away.items() if far <= mu(ctx, within)}
    found: dict[ElementId, float] = {}
    for foe in sorted(away, key=away.__getitem__):
        if found and away[foe] > min(found.values()) + TOUCH:
            break
        if seen_among(ctx, unit, [foe]):
            found[foe] = away[foe]
    nearest = [foe for foe in away if foe in found]
    return list(dict.fromkeys((*nearest, *_touching(ctx, unit))))


def _foes_on_way(ctx: IdgCtx, unit: UnitId, facing: int) -> list[ElementId]:
    """List the enemies whom a unit may come near on its way."""
    way, own = heading(facing), rects_of(ctx, unit)
    return [
        foe
        for foe in elements_on_table(ctx, enemy_of(ctx.world.units[unit].side))
        if _may_meet(own, rect_of(ctx, foe), way, mu(ctx, NEAR))
    ]


def _may_meet(own: Sequence[Rectangle], foe: Rectangle, way: Point, near: float) -> bool:
    fx, fy = foe.centre
    for one in own:
        x, y, far = fx - one.centre[0], fy - one.centre[1], near + one.radius + foe.radius + TOUCH
        if x * way[0] + y * way[1] >= -far and abs(x * way[1] - y * way[0]) <= far:
            return True
    return False


@rule("IDG-13.2.5")
def is_beset(ctx: IdgCtx, unit: UnitId, foes: Sequence[ElementId]) -> bool:
    """Is any of these enemies within 3 MU?"""
    far = mu(ctx, NEAR)
    others = [rect_of(ctx, foe) for foe in foes]
    return any(is_within(own, foe, far) for own in rects_of(ctx, unit) for foe in others)


# -- which way ------------------------------------------------------------------------------------


@rule("IDG-13.2.6", "IDG-13.2.19", "IDG-1.9.8")
def way_off(ctx: IdgCtx, unit: UnitId, foes: Sequence[ElementId]) -> int | None:
    """Give the direction of a retreat; None if there is no enemy to go away from.

    Out of a melee to the front straight back, out of one on several sides away from all enemies in
    contact, else directly away from the nearest enemy in sight.
    """
    met = [(own, foe) for own in shown(ctx, unit) for foe in fighting_foes(ctx, own)]
    if met:
        return _straight_back(ctx, met) if _only_in_front(ctx, met) else _from_all(ctx, unit, met)
    pairs = [(own, rect_of(ctx, foe)) for own in rects_of(ctx, unit) for foe in foes]
    if not pairs:
        return None
    least = min(distance(own, foe) for own, foe in pairs) + TOUCH
    nearest = [(own, foe) for own, foe in pairs if distance(own, foe) <= least]
    own, foe = min(
        nearest, key=lambda pair: apart(closest(pair[1], pair[0].centre), pair[0].centre)
    )
    return facing_towards(closest(foe, own.centre), own.centre)


def _only_in_front(ctx: IdgCtx, met: Sequence[tuple[ElementId, ElementId]]) -> bool:
    facings = [ctx.world.elements[own].pose.facing for own, _ in met]
    alike = all(is_same_facing(facings[0], one, ALIKE) for one in facings)
    return alike and all(touches_front(meeting(ctx, own, foe)) for own, foe in met)


def _straight_back(ctx: IdgCtx, met: Sequence[tuple[ElementId, ElementId]]) -> int:
    return opposite(ctx.world.elements[met[0][0]].pose.facing)


def _from_all(ctx: IdgCtx, unit: UnitId, met: Sequence[tuple[ElementId, ElementId]]) -> int:
    """Go against the sum of all directions in which enemies are; straight back if they cancel."""
    x, y = 0.0, 0.0
    for own, foe in met:
        dx, dy = _towards(rect_of(ctx, own), rect_of(ctx, foe))
        x, y = x + dx, y + dy
    if hypot(x, y) < 1e-6:
        return opposite(majority_facing([one.pose for one in rects_of(ctx, unit)]))
    return facing_towards((x, y), (0.0, 0.0))


def _towards(own: Rectangle, foe: Rectangle) -> Point:
    (x, y), (cx, cy) = closest(foe, own.centre), own.centre
    long = hypot(x - cx, y - cy) or 1.0
    return (x - cx) / long, (y - cy) / long


# -- how far --------------------------------------------------------------------------------------


@rule("IDG-13.2.5", "IDG-A15")
def far_enough(ctx: IdgCtx, unit: UnitId, facing: int) -> int:
    """Measure how far a unit must go to be just beyond 3 MU of all enemies in sight.

    It does not stop on friends through whom it may pass.
    """
    near, own = mu(ctx, NEAR), rects_of(ctx, unit)
    others = [(rect_of(ctx, foe), near, foe) for foe in _foes_on_way(ctx, unit, facing)]
    others += [(rect_of(ctx, friend), -OVERLAP, "") for friend in passable(ctx, unit)]
    snags = [_Snag(rect, *other) for rect in own for other in others]
    limit = 2 * (ctx.content.table.width + ctx.content.table.height)
    return _first_clear(snags, facing, limit, cache(lambda foe: is_noticed(ctx, unit, foe)))


class _Snag(NamedTuple):
    """A base that goes back, and another one to which it is too near for a part of its way."""

    own: Rectangle
    other: Rectangle
    reach: float
    """How near is too near; below zero, how deep it may stand on the other."""
    foe: ElementId = ""
    """Whom it keeps away from if it sees him; nobody if the other is a friend."""

    def is_met(self, facing: int, far: int, slack: float = 0.0) -> bool:
        """Is it too near after so much of the way?"""
        pose, reach = stepped(self.own.pose, facing, far), self.reach + slack
        (x, y), (ox, oy) = self.own.centre, self.other.centre
        x, y = x + pose.x - self.own.pose.x - ox, y + pose.y - self.own.pose.y - oy
        most = self.own.radius + self.other.radius + max(reach, 0.0) + 1
        if x * x + y * y > most * most:
            return False
        there = rectangle(pose, self.own.base)
        return (
            is_within(there, self.other, reach) if self.foe else overlap(there, self.other) > -reach
        )

    def left_at(self, facing: int, low: int, high: int) -> int:
        """Find where it is left behind, between a place where it is met and one beyond it."""
        while high - low > 1:
            mid = (low + high) // 2
            if self.is_met(facing, mid):
                low = mid
            else:
                high = mid
        return high

    def ahead(self, way: Point) -> float:
        """Measure how far ahead the other is."""
        (x, y), (ox, oy) = self.own.centre, self.other.centre
        return (ox - x) * way[0] + (oy - y) * way[1]


def _first_clear(
    snags: Sequence[_Snag], facing: int, limit: int, is_seen: Callable[[ElementId], bool]
) -> int:
    """Find the first place without any snag; what is left behind once is not met again."""
    way, far, last = heading(facing), 0, -1
    longest_first = sorted(snags, key=lambda one: -one.ahead(way))
    while last < far < limit:
        last, far = far, _past(longest_first, facing, (far, limit), is_seen)
    return far


def _past(
    snags: Sequence[_Snag],
    facing: int,
    between: tuple[int, int],
    is_seen: Callable[[ElementId], bool],
) -> int:
    """Find where all snags of a place are left behind; only whoever is left last is looked for."""
    far, limit = between
    past = far
    for snag in snags:
        if not snag.is_met(facing, far):
            continue
        if past > far and not snag.is_met(facing, past, CLEARLY):
            continue
        end = snag.left_at(facing, far, limit)
        if end > past and (not snag.foe or is_seen(snag.foe)):
            past = end
    return past


# -- carrying it out ------------------------------------------------------------------------------


@rule("IDG-13.3.6", "IDG-A16")
def put_down(ctx: IdgCtx, unit: UnitId, ends: dict[ElementId, Pose]) -> None:
    """Put the elements where they retreated to; that was the unit's move of this turn."""
    world = ctx.world
    for element, pose in ends.items():
        one = world.elements[element]
        was, now = rect_of(ctx, element).centre, rect_at(ctx, element, pose).centre
        moved = round(hypot(now[0] - was[0], now[1] - was[1]))
        world.elements[element] = replace(
            one,
            pose=pose,
            moved=one.moved + moved,
            turned=one.turned or pose.facing != one.pose.facing,
            aboard="" if moved else one.aboard,
        )
    settle_aboard(ctx, ends)
    world.units[unit] = replace(world.units[unit], deed="retreated")


def units_on_table(ctx: IdgCtx) -> Iterator[UnitId]:
    """Name the units that could have to retreat, Side 1 first; not those that are in good order.

    Neither baggage nor fire oxen ever do.
    """
    world = ctx.world
    for side in (world.first, *(one for one in ctx.rules.seats if one != world.first)):
        for unit, one in world.units.items():
            if one.side == side and one.status == "table" and _may_retreat(ctx, unit):
                yield unit


def _may_retreat(ctx: IdgCtx, unit: UnitId) -> bool:
    """Tell roughly whether a unit may have to go; whoever records rules has everybody judged."""
    one = ctx.world.units[unit]
    if one.disorder < WITHDRAWS_AT - 1 and trace.listener is None:
        return False
    return not is_baggage(ctx, unit) and "fire_ox" not in profile_of(ctx, one.elements[0]).special
