"""Retreats without a roll: who must go, which way, how far, and what is in the way. IDG-13.2.

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
from walstatt.boards.crowd import Crowd
from walstatt.boards.formation import majority_facing
from walstatt.boards.paths import Slide, along, part
from walstatt.boards.pose import Point, Pose, apart, facing_towards, heading, opposite, posed
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.boards.sweeps import first_met
from walstatt.boards.table import is_on_table
from walstatt.games.idg.across import foes_met_by
from walstatt.games.idg.foes_about import has_foes_about
from walstatt.games.idg.going import unit_forbidden
from walstatt.games.idg.hulls import hull_of, units_near
from walstatt.games.idg.interpenetration import may_pass
from walstatt.games.idg.levels import engine_under, takes_ground
from walstatt.games.idg.pairing import fighting_foes, meeting
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
HALVINGS: Final = 14
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


def gone(rect: Rectangle, facing: int, far: float) -> Rectangle:
    """Give the ground of a base that went so far in a direction, facing as before."""
    return rectangle(stepped(rect.pose, facing, far), rect.base)


def stepped(pose: Pose, facing: int, far: float) -> Pose:
    """Shift a pose in any direction; all of a unit are shifted alike."""
    x, y = heading(facing)
    return posed(pose.x + round(far * x), pose.y + round(far * y), pose.facing)


# -- through whom ---------------------------------------------------------------------------------


def passable(ctx: IdgCtx, unit: UnitId) -> list[ElementId]:
    """List the friends through whom all of a unit may pass."""
    return [
        one
        for other in on_table(ctx, ctx.world.units[unit].side)
        if other != unit and may_pass(ctx, unit, other)
        for one in shown(ctx, other)
    ]


# -- going ----------------------------------------------------------------------------------------


class Course(NamedTuple):
    """Where the elements of a unit get, and who or what keeps some of them from going on."""

    ends: dict[ElementId, Pose]
    blocked: tuple[ElementId, ...] = ()
    by: tuple[UnitId, ...] = ()
    """The units in the way."""

    @property
    def is_free(self) -> bool:
        """Is nothing in the way?"""
        return not self.blocked


class Bystanders(NamedTuple):
    """The bases of others that a unit might meet on its way, and the friends it may pass."""

    crowd: Crowd[ElementId]
    friends: frozenset[ElementId]


def bystanders(ctx: IdgCtx, unit: UnitId, far: float) -> Bystanders:
    """Gather who stands about a unit that goes so far in any direction."""
    others = [other for other in on_table(ctx) if other != unit]
    near = units_near(ctx, hull_of(ctx, unit), others, far + TOUCH)
    crowd = Crowd(
        {
            element: rect_of(ctx, element)
            for other in near
            for element in shown(ctx, other)
            if takes_ground(ctx, element)
        }
    )
    return Bystanders(crowd, frozenset(passable(ctx, unit)))


@rule("IDG-13.2.7", "IDG-13.3.9", "IDG-8.4.7")
def course_of(
    ctx: IdgCtx, unit: UnitId, facing: int, far: float, *, through: bool = False
) -> Course:
    """Follow a unit in a direction; each element stops at troops or ground it may not enter.

    `through`: whether it runs over troops, as elephants do. Who would end on friends whom he may
    pass, stops before them.
    """
    ends, blocked, by = dict[ElementId, Pose](), list[ElementId](), dict[UnitId, None]()
    for one in _strides(ctx, unit, facing, far, bystanders(ctx, unit, far), through=through):
        ends[one.element] = one.end
        if not one.is_free:
            blocked.append(one.element)
            by |= dict.fromkeys(one.met)
    return Course({one: ends[one] for one in shown(ctx, unit)}, tuple(blocked), tuple(by))


def is_way_free(
    ctx: IdgCtx, unit: UnitId, facing: int, far: float, about: Bystanders, *, through: bool = False
) -> bool:
    """Tell whether nothing is in the way of a unit in a direction."""
    strides = _strides(ctx, unit, facing, far, about, through=through, roughly=True)
    return all(one.is_free for one in strides)


class _Stride(NamedTuple):
    """How far one element of a unit gets."""

    element: ElementId
    end: Pose
    is_free: bool
    met: Sequence[UnitId] = ()


def _strides(
    ctx: IdgCtx,
    unit: UnitId,
    facing: int,
    far: float,
    about: Bystanders,
    *,
    through: bool,
    roughly: bool = False,
) -> Iterator[_Stride]:
    """Follow element by element; roughly: whoever cannot go all the way does not go at all."""
    crowd, friends = about.crowd.copy(), about.friends
    for element in _rearmost_first(ctx, unit, facing, far):
        one = ctx.world.elements[element]
        engine = engine_under(ctx, element)
        if engine is not None and engine.kind != "ladder":
            yield _Stride(element, one.pose, is_free=False)
            continue
        leg = Slide({element: stepped(one.pose, facing, far)})
        passing = None if through else friends
        fraction, met = _stop(ctx, crowd, element, leg, passing, roughly=roughly)
        end = stepped(one.pose, facing, far * fraction)
        yield _Stride(element, end, fraction >= 1, met)
        crowd.add(element, rect_at(ctx, element, end))


def _rearmost_first(ctx: IdgCtx, unit: UnitId, facing: int, far: float) -> Iterator[ElementId]:
    """Order elements so that nobody runs into a comrade who still goes on, or may be stopped."""
    x, y = heading(facing)
    rects = {one: rect_of(ctx, one) for one in shown(ctx, unit)}
    waiting = sorted(rects, key=lambda one: -x * rects[one].centre[0] - y * rects[one].centre[1])
    while waiting:
        free = (
            one
            for one in waiting
            if first_met(
                [rects[one]],
                [rects[other] for other in waiting if other != one],
                (x * far, y * far),
                OVERLAP,
            )
            is None
        )
        first = next(free, waiting[0])
        waiting.remove(first)
        yield first


def _stop(
    ctx: IdgCtx,
    crowd: Crowd[ElementId],
    element: ElementId,
    leg: Slide[ElementId],
    friends: frozenset[ElementId] | None,
    *,
    roughly: bool,
) -> tuple[float, list[UnitId]]:
    """Give the part of the way that an element can go, and the units in its way.

    It may pass the friends named; if none are, it runs over everybody.
    """
    pose = ctx.world.elements[element].pose
    if leg.poses[element] == pose:
        return 1.0, []
    if friends is None:
        fraction, met = 1.0, list[UnitId]()
    else:
        fraction, met = _stop_at_troops(ctx, crowd, element, leg, set(friends))
    if roughly and fraction < 1:
        return 0.0, met
    if not _is_barred(ctx, element, pose, leg, fraction):
        return fraction, met
    far = 0.0 if roughly else _stop_at_ground(ctx, element, pose, leg, fraction)
    if friends is None or not far:
        return far, []
    there = Slide(along(leg, {element: pose}, far))
    short, met = _stop_at_troops(ctx, crowd, element, there, set(friends))
    return far * short, met


def _stop_at_troops(
    ctx: IdgCtx,
    crowd: Crowd[ElementId],
    element: ElementId,
    leg: Slide[ElementId],
    friends: set[ElementId],
) -> tuple[float, list[UnitId]]:
    own = rect_of(ctx, element)
    before, bases = {element: own.pose}, {element: own.base}
    while True:
        met = crowd.first_in_way(leg, before, bases, skip=friends)
        fraction = 1.0
        if met:
            flush = crowd.first_in_way(leg, before, bases, 0.0, friends)
            fraction = flush.fraction if flush else met.fraction
        there = part(leg, before, fraction)
        end = there.poses[element] if isinstance(there, Slide) else own.pose
        on = friends.intersection(crowd.overlapping(rectangle(end, own.base)))
        if not on:
            return fraction, [ctx.world.elements[met.other].unit] if met else []
        friends -= on


def _is_barred(
    ctx: IdgCtx, element: ElementId, pose: Pose, leg: Slide[ElementId], fraction: float
) -> bool:
    way = part(leg, {element: pose}, fraction)
    return unit_forbidden(ctx, ctx.world.elements[element].unit, [way], {element: pose}) is not None


def _stop_at_ground(
    ctx: IdgCtx, element: ElementId, pose: Pose, leg: Slide[ElementId], high: float
) -> float:
    low = 0.0
    for _ in range(HALVINGS):
        mid = (low + high) / 2
        if _is_barred(ctx, element, pose, leg, mid):
            high = mid
        else:
            low = mid
    return low


# -- carrying it out ------------------------------------------------------------------------------


@rule("IDG-13.3.3")
def is_over_edge(ctx: IdgCtx, course: Course) -> bool:
    """Does any part of a retreating unit cross the table edge?"""
    table = ctx.content.table
    ends = course.ends.items()
    return any(not is_on_table(rect_at(ctx, one, pose), table) for one, pose in ends)


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
