"""The way of a unit that retreats: whom it may pass, and where each element stops. IDG-13.2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from walstatt.boards.contact import OVERLAP
from walstatt.boards.crowd import Crowd
from walstatt.boards.paths import Slide, along, part
from walstatt.boards.pose import Pose, heading, posed
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.boards.sweeps import first_met
from walstatt.boards.table import is_on_table
from walstatt.games.idg.going import unit_forbidden
from walstatt.games.idg.hulls import hull_of, units_near
from walstatt.games.idg.interpenetration import may_pass
from walstatt.games.idg.levels import engine_under, takes_ground
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    IdgCtx,
    on_table,
    rect_at,
    rect_of,
    shown,
)
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

HALVINGS: Final = 14
"""How often the place where somebody stops is halved."""


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


@rule("IDG-13.3.3")
def is_over_edge(ctx: IdgCtx, course: Course) -> bool:
    """Does any part of a retreating unit cross the table edge?"""
    table = ctx.content.table
    ends = course.ends.items()
    return any(not is_on_table(rect_at(ctx, one, pose), table) for one, pose in ends)
