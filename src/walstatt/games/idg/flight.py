"""Flights: how fast, round what, through whom, and which way those who flee look. IDG-13.2.8."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor
from typing import Final, NamedTuple, TypeAlias

from walstatt.boards.contact import OVERLAP, distance, overlap, way_out
from walstatt.boards.crowd import Crowd
from walstatt.boards.paths import Slide
from walstatt.boards.pose import Pose, apart, between, heading, opposite, rounded, turned
from walstatt.boards.rectangle import Rectangle
from walstatt.boards.sweeps import clear_after
from walstatt.boards.table import TableEdge, is_on_table
from walstatt.games.idg.allowance import Column, unit_dice
from walstatt.games.idg.changes import FLEES_AT, REMOVED_AT, give_markers
from walstatt.games.idg.going import poses_of, unit_difficult
from walstatt.games.idg.ground import movers, why_forbidden
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.retreat_course import (
    Course,
    bystanders,
    course_of,
    gone,
    is_over_edge,
    is_way_free,
    stepped,
)
from walstatt.games.idg.shooting_events import Trampled
from walstatt.games.idg.standing import crowd_of, elements_on_table, mu
from walstatt.games.idg.withdrawal import is_noticed, way_off
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    enemy_of,
    rect_at,
    rect_of,
    rects_of,
    shown,
    troop_of,
)
from walstatt.kernel.chance import D6, Meaning, Roll
from walstatt.kernel.ids import RuleId, UnitId
from walstatt.kernel.trace import rule

_Good: TypeAlias = Callable[[int], bool]
TRAMPLED: Final = 2
WIDEST: Final = 9_000
"""How far a flight bends at most."""
STEP: Final = 500
FINEST: Final = 20
"""Two bends that differ by less are equally wide, in hundredths of a degree."""
ROUNDS: Final = 8
HEADINGS: Final[dict[TableEdge, int]] = {
    "top": 0,
    "right": 9_000,
    "bottom": 18_000,
    "left": 27_000,
}

# -- who, and how fast ----------------------------------------------------------------------------


@rule("IDG-13.2.8", "IDG-13.2.17", "IDG-A69")
def must_flee(ctx: IdgCtx, unit: UnitId) -> bool:
    """Has a unit come to 5 or 6 markers, or got more of them, since it last fled?"""
    one = ctx.world.units[unit]
    return one.flight and FLEES_AT <= one.disorder < REMOVED_AT


@rule("IDG-13.2.19")
def way_to_flee(ctx: IdgCtx, unit: UnitId, foes: Sequence[ElementId]) -> int:
    """Give the direction of a flight; toward the own base edge if no enemy is in sight."""
    facing = way_off(ctx, unit, foes)
    if facing is not None:
        return facing
    return HEADINGS[ctx.world.edges[ctx.world.units[unit].side]]


@rule("IDG-13.3.9")
def column_of_flight(ctx: IdgCtx, unit: UnitId, facing: int) -> Column:
    """Tell by which column a flight is rolled.

    Difficult ground slows it where the unit stands in it, or would come upon it in an average move.
    """
    far = mu(ctx, float(unit_dice(ctx, unit, "good").average))
    ends = {one: stepped(pose, facing, far) for one, pose in poses_of(ctx, unit).items()}
    return "difficult" if unit_difficult(ctx, unit, [Slide(ends)]) else "good"


class FlightRoll(Meaning, frozen=True, tag="idg_flight"):
    """The dice of the unit's row and its fixed number; there is no deduction for turning."""

    add: int

    def read(self, faces: Sequence[int]) -> int:
        """Give the MU."""
        return max(0, sum(faces) + self.add)


def flight_roll(ctx: IdgCtx, unit: UnitId, column: Column) -> Roll[int]:
    """Make the roll of a flight."""
    dice = unit_dice(ctx, unit, column)
    side = ctx.world.units[unit].side
    return Roll("idg.roll.flight", "IDG-13.2.8", D6, dice.dice, side, FlightRoll(dice.add))


# -- bending --------------------------------------------------------------------------------------


def is_elephants(ctx: IdgCtx, unit: UnitId) -> bool:
    """Do they flee straight through troops? IDG-13.2.10."""
    return troop_of(ctx, unit) == "elephant"


@rule("IDG-13.2.8", "IDG-13.2.11", "IDG-13.3.9")
def ways_round(
    ctx: IdgCtx, unit: UnitId, facing: int, far: float, seen: Sequence[ElementId] | None
) -> tuple[int, ...]:
    """List the directions in which a unit gets through, bent as little as possible.

    The straight one if it is free, or if there is none; two if it can bend equally far either way.
    """
    through, about = is_elephants(ctx, unit), bystanders(ctx, unit, far)
    if is_way_free(ctx, unit, facing, far, about, through=through):
        return (facing,)
    foes = _Foes(ctx, unit, seen)

    def is_good(by: int) -> bool:
        there = turned(facing, by)
        way_is_free = is_way_free(ctx, unit, there, far, about, through=through)
        return way_is_free and not foes.are_neared(there, far)

    for wide in range(STEP, WIDEST + 1, STEP):
        found = [_least(is_good, sign, wide) for sign in (-1, 1) if is_good(sign * wide)]
        if found:
            least = min(abs(by) for by in found)
            return tuple(turned(facing, by) for by in found if abs(by) - least <= FINEST)
    return (facing,)


def _least(is_good: _Good, sign: int, wide: int) -> int:
    low, high = wide - STEP, wide
    while high - low > FINEST:
        mid = (low + high) // 2
        if is_good(sign * mid):
            high = mid
        else:
            low = mid
    return sign * high


class _Foes:
    """The enemies in sight of a unit that flees; they are looked at as it might come near them."""

    def __init__(self, ctx: IdgCtx, unit: UnitId, seen: Sequence[ElementId] | None) -> None:
        self.ctx, self.unit, self.is_known = ctx, unit, seen is not None
        enemy = enemy_of(ctx.world.units[unit].side)
        names = elements_on_table(ctx, enemy) if seen is None else seen
        rects = {foe: rect_of(ctx, foe) for foe in names}
        self.own = rects_of(ctx, unit)
        self.away = {
            foe: min(distance(one, rect) for one in self.own) for foe, rect in rects.items()
        }
        self.rects = {foe: rects[foe] for foe in sorted(rects, key=self.away.__getitem__)}
        self.noticed = dict[ElementId, bool]()

    @rule("IDG-13.2.9")
    def are_neared(self, facing: int, far: float) -> bool:
        """Would the unit come nearer to any of them?"""
        after = [gone(one, facing, far) for one in self.own]
        seen = [foe for foe, noticed in self.noticed.items() if noticed]
        if any(self._is_neared(foe, after) for foe in seen):
            return True
        return any(self._is_neared(foe, after) and self._is_seen(foe) for foe in self.rects)

    def _is_neared(self, foe: ElementId, after: Sequence[Rectangle]) -> bool:
        rect, before = self.rects[foe], self.away[foe]
        least = min(apart(one.centre, rect.centre) - one.radius for one in after) - rect.radius
        return least < before - 1 and min(distance(one, rect) for one in after) < before - 1

    def _is_seen(self, foe: ElementId) -> bool:
        if self.is_known:
            return True
        if foe not in self.noticed:
            self.noticed[foe] = is_noticed(self.ctx, self.unit, foe)
        return self.noticed[foe]


# -- looking back ---------------------------------------------------------------------------------


@rule("IDG-13.3.7")
def faced(ctx: IdgCtx, unit: UnitId, ends: dict[ElementId, Pose], facing: int) -> Course:
    """Turn those who fled into the direction of their flight.

    They turn on the spot and make a little room for each other; where there is none they turn right
    about or stay as they are, whichever looks more that way.
    """
    turned_ends = {one: about_centre(rect_at(ctx, one, pose), facing) for one, pose in ends.items()}
    roomy = _spread(ctx, turned_ends)
    if _fits(ctx, unit, roomy):
        return Course(roomy)
    return Course(
        {
            one: about_centre(rect_at(ctx, one, pose), _nearer(pose.facing, facing))
            for one, pose in ends.items()
        }
    )


def about_centre(rect: Rectangle, facing: int) -> Pose:
    """Turn a base about its middle."""
    (x, y), (ax, ay) = rect.centre, heading(facing)
    return rounded(x + ax * rect.half_depth, y + ay * rect.half_depth, facing)


def _nearer(facing: int, wanted: int) -> int:
    return facing if abs(between(facing, wanted)) <= WIDEST else opposite(facing)


def _spread(ctx: IdgCtx, ends: dict[ElementId, Pose]) -> dict[ElementId, Pose]:
    """Push bases of a unit apart that overlap."""
    found = dict(ends)
    names = list(found)
    for _ in range(ROUNDS):
        pushed = False
        for n, one in enumerate(names):
            for other in names[n + 1 :]:
                fixed, loose = rect_at(ctx, one, found[one]), rect_at(ctx, other, found[other])
                if overlap(loose, fixed) > OVERLAP:
                    found[other] = _pushed(loose, way_out(loose, fixed))
                    pushed = True
        if not pushed:
            break
    return found


def _pushed(rect: Rectangle, by: tuple[float, float]) -> Pose:
    return rounded(rect.pose.x + by[0], rect.pose.y + by[1], rect.pose.facing)


def _fits(ctx: IdgCtx, unit: UnitId, ends: dict[ElementId, Pose]) -> bool:
    crowd, table, who = crowd_of(ctx, without=unit), ctx.content.table, movers(ctx, unit)
    for element, pose in ends.items():
        rect = rect_at(ctx, element, pose)
        if crowd.overlapping(rect) or not is_on_table(rect, table):
            return False
        if any(why_forbidden(ctx, one, rect) for one in who):
            return False
        crowd.add(element, rect)
    return True


# -- elephants ------------------------------------------------------------------------------------


class Run(NamedTuple):
    """How far elephants ran, and over whom."""

    pose: Pose
    over: tuple[UnitId, ...]


@rule("IDG-8.4.8")
def clear_run(
    ctx: IdgCtx, own: Rectangle, facing: int, far: float, crowd: Crowd[ElementId]
) -> float:
    """Give how far a forced run goes that is so long at least and does not end on anybody."""
    limit = ctx.content.table.width + ctx.content.table.height
    while far < limit:
        there = gone(own, facing, far)
        under = crowd.overlapping(there)
        if not under:
            break
        clear = max(far + clear_after(there, crowd[one], facing) for one in under)
        far = float(floor(clear) + 1)
    return far


@rule("IDG-13.2.10", "IDG-8.4.4", "IDG-15.1.4")
def run_through(ctx: IdgCtx, element: ElementId, facing: int, far: float) -> Run:
    """Follow elephants that flee straight through everybody, until they are clear of all.

    Nothing changes yet: see `trample`.
    """
    own = rect_of(ctx, element)
    unit = ctx.world.elements[element].unit
    crowd = crowd_of(ctx, without=unit)
    end = stepped(own.pose, facing, clear_run(ctx, own, facing, far, crowd))
    met = crowd.in_way(Slide({element: end}), {element: own.pose}, {element: own.base})
    units = (ctx.world.elements[one.other].unit for one in met)
    return Run(end, tuple(dict.fromkeys(units)))


@rule("IDG-13.2.10", "IDG-8.4.4")
def trample(
    ctx: IdgCtx,
    unit: UnitId,
    over: Sequence[UnitId],
    because: RuleId = "IDG-13.2.10",
    *,
    later: bool = False,
) -> None:
    """Give every unit that elephants ran through two markers, friend or enemy."""
    for other in over:
        if ctx.telling:
            one, side = unit_name(ctx, other), ctx.world.units[unit].side
            ctx.emit(Trampled(unit_name(ctx, unit), one, seat=side, because=because))
        give_markers(ctx, other, TRAMPLED, because, later=later)


def elephants_course(ctx: IdgCtx, unit: UnitId, facing: int, far: float) -> tuple[Course, Run]:
    """Follow fleeing elephants; ground that they may not enter stops them before the troops."""
    (element,) = shown(ctx, unit)[:1]
    course = course_of(ctx, unit, facing, far, through=True)
    if not course.is_free:
        return course_of(ctx, unit, facing, far), Run(course.ends[element], ())
    run = run_through(ctx, element, facing, far)
    (ax, ay) = heading(facing)
    start = ctx.world.elements[element].pose
    whole = (run.pose.x - start.x) * ax + (run.pose.y - start.y) * ay
    further = course_of(ctx, unit, facing, whole, through=True)
    if further.is_free or is_over_edge(ctx, further):
        return further, run
    return course_of(ctx, unit, facing, far), Run(start, ())
