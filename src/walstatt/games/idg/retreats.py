"""The phase of compulsory retreats. IDG-13.2, IDG-13.3.

Who must go, which way and how far, is judged from where all stand when the phase begins; then Side
1 goes first. A unit waits for those of its own side who are in its way and still have to go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from walstatt.boards.paths import Slide
from walstatt.boards.pose import Angle
from walstatt.games.idg.allowance import Column
from walstatt.games.idg.changes import drive_off, give_markers, note_contacts, note_fear
from walstatt.games.idg.flight import (
    FlightRoll,
    column_of_flight,
    elephants_course,
    faced,
    flight_roll,
    is_elephants,
    must_flee,
    trample,
    way_to_flee,
    ways_round,
)
from walstatt.games.idg.going import poses_of
from walstatt.games.idg.morale_events import Fled, RetreatBlocked, Withdrew
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.passing import Way
from walstatt.games.idg.retreat_course import Course, course_of, is_over_edge
from walstatt.games.idg.revealing import discover, pass_dummies, pass_hidden, recognise
from walstatt.games.idg.standing import mu
from walstatt.games.idg.unfolding import Unfoldings, due_to_unfold
from walstatt.games.idg.withdrawal import (
    NEAR,
    far_enough,
    foes_seen,
    is_beset,
    must_keep_away,
    nearest_seen,
    put_down,
    units_on_table,
    way_off,
)
from walstatt.games.idg.world import ElementId, IdgCtx, is_in_play
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, become, done, roll_all
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Choice, Target
from walstatt.kernel.trace import rule


class Going(Struct, frozen=True, gc=False):
    """A retreat that has to be made: a withdrawal, or a flight with its column."""

    unit: UnitId
    facing: int
    far: int = 0
    """How far, in tenths of a millimetre; of a flight once it is rolled for."""
    flees: bool = False
    column: Column = "good"
    foes: tuple[ElementId, ...] | None = None
    """The enemies in sight, to whom a flight must not come near; None: whoever is when it goes."""


# -- who must go ----------------------------------------------------------------------------------


@rule("IDG-13.3.1", "IDG-13.3.5", "IDG-13.3.8", "IDG-13.2.17")
def retreats_due(ctx: IdgCtx) -> list[Going]:
    """List all retreats of this turn, judged from where everybody stands now."""
    every = (_due(ctx, unit) for unit in units_on_table(ctx) if not _has_just_come(ctx, unit))
    found = [one for one in every if one is not None]
    if len(found) < 2:
        return found
    return [replace(one, foes=_in_sight(ctx, one.unit)) if one.flees else one for one in found]


def _in_sight(ctx: IdgCtx, unit: UnitId) -> tuple[ElementId, ...]:
    return tuple(foes_seen(ctx, unit))


def _has_just_come(ctx: IdgCtx, unit: UnitId) -> bool:
    """Did a unit arrive this turn, in which it cannot move? IDG-5.9.6."""
    return ctx.world.units[unit].arrived == ctx.world.turn


def _due(ctx: IdgCtx, unit: UnitId) -> Going | None:
    if must_flee(ctx, unit):
        facing = way_to_flee(ctx, unit, nearest_seen(ctx, unit))
        column = column_of_flight(ctx, unit, facing)
        return Going(unit, facing, flees=True, column=column)
    if not must_keep_away(ctx, unit):
        return None
    near = nearest_seen(ctx, unit, NEAR + 1)
    if not is_beset(ctx, unit, near):
        return None
    back = way_off(ctx, unit, near)
    return None if back is None else Going(unit, back, far_enough(ctx, unit, back))


# -- making them ----------------------------------------------------------------------------------


@rule("IDG-13.2.5", "IDG-13.2.7", "IDG-13.3.3", "IDG-A60")
def withdraw(ctx: IdgCtx, going: Going) -> Way:
    """Let a unit go back, facing as it did; who is stopped falls into more disorder."""
    unit = going.unit
    course = course_of(ctx, unit, going.facing, going.far)
    one, way = ctx.world.units[unit], Way(ctx, poses_of(ctx, unit), [Slide(course.ends)])
    if ctx.telling:
        because = "IDG-13.2.3" if one.disorder < 4 else ""
        far = in_inches(ctx, going.far)
        ctx.emit(Withdrew(unit_name(ctx, unit), far, seat=one.side, because=because))
    if is_over_edge(ctx, course):
        drive_off(ctx, unit)
        return way
    put_down(ctx, unit, course.ends)
    if not course.is_free:
        if ctx.telling:
            ctx.emit(RetreatBlocked(unit_name(ctx, unit), seat=one.side))
        give_markers(ctx, unit, 1, "IDG-13.2.7")
    return way


@rule("IDG-13.2.8", "IDG-13.2.17", "IDG-13.3.3", "IDG-13.3.7")
def flee(ctx: IdgCtx, going: Going, facing: int) -> Way:
    """Let a unit flee, with its back to the enemy; that is done once."""
    unit = going.unit
    one = ctx.world.units[unit]
    ctx.world.units[unit] = replace(one, flight=False)
    if ctx.telling:
        ctx.emit(Fled(unit_name(ctx, unit), in_inches(ctx, going.far), seat=one.side))
    over: tuple[UnitId, ...] = ()
    if is_elephants(ctx, unit):
        course, run = elephants_course(ctx, unit, facing, going.far)
        over = run.over
    else:
        course = course_of(ctx, unit, facing, going.far)
    way = Way(ctx, poses_of(ctx, unit), [Slide(course.ends)])
    if is_over_edge(ctx, course):
        drive_off(ctx, unit)
    else:
        put_down(ctx, unit, faced(ctx, unit, course.ends, facing).ends)
    trample(ctx, unit, over)
    return way


def in_inches(ctx: IdgCtx, far: float) -> Message:
    """Say a distance."""
    tenths = round(far * 10 / ctx.content.mu)
    return say("idg.far", whole=str(tenths // 10), tenths=str(tenths % 10))


# -- a choice -------------------------------------------------------------------------------------


class Bend(Answer, frozen=True, tag="bend"):
    """Flee this way round what is in the way."""

    facing: Angle


@rule("IDG-13.2.11")
class ChooseBend(Decision[Bend], frozen=True, tag="choose_bend"):
    """Which way round a unit flees that can bend equally far either way. D15."""

    answers: ClassVar[tuple[type[Answer], ...]] = (Bend,)
    exact: ClassVar[bool] = True

    unit: UnitId = UnitId("")
    ways: tuple[int, ...] = ()

    def check(self, ctx: IdgCtx, answer: Bend) -> list[Violation]:
        """Allow the ways that bend least."""
        del ctx
        if answer.facing in self.ways:
            return []
        return [refuse("IDG-13.2.11", "idg.no.bend", self.unit)]

    def candidates(self, ctx: IdgCtx) -> Sequence[Bend]:
        """Offer both."""
        del ctx
        return [Bend(way) for way in self.ways]

    def prompt(self, ctx: IdgCtx) -> Message:
        """Name the unit."""
        return ctx.say("ask.choose_bend", unit=unit_name(ctx, self.unit))

    def present(self, ctx: IdgCtx, answer: Bend) -> Choice:
        """Tell left from right, as those who flee see it."""
        side = "left" if answer.facing == self.ways[0] else "right"
        return Choice(ctx.say(f"do.bend_{side}"), Target("button", str(answer.facing)))


# -- the phase ------------------------------------------------------------------------------------


@rule("IDG-13.3.1", "IDG-13.3.8", "IDG-7.2.1")
class RetreatPhase(Frame, frozen=True, tag="retreat_phase"):
    """All compulsory retreats of a turn. T3."""

    going: tuple[Going, ...] = ()
    """Who still has to go."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """See who must go, and roll for all flights."""
        ctx.world.phase = "retreats"
        note_contacts(ctx)
        due = tuple(retreats_due(ctx))
        rolls = {one.unit: flight_roll(ctx, one.unit, one.column) for one in due if one.flees}
        ready = replace(self, going=due)
        return roll_all(rolls, then=ready.rolled) if rolls else ready.next(ctx)

    def rolled(self, ctx: IdgCtx, faces: dict[UnitId, tuple[int, ...]]) -> Flow:
        """Note how far everybody flees."""
        going = tuple(
            replace(one, far=_rolled(ctx, one, faces[one.unit])) if one.flees else one
            for one in self.going
        )
        return replace(self, going=going).next(ctx)

    def next(self, ctx: IdgCtx) -> Flow:
        """Let the next unit go."""
        left = tuple(one for one in self.going if is_in_play(ctx, one.unit))
        if not left:
            note_contacts(ctx)
            return become(Unfoldings()) if due_to_unfold(ctx) else done()
        one = next_to_go(ctx, left)
        rest = replace(self, going=(one, *(other for other in left if other != one)))
        if not one.flees:
            return rest.went(ctx, withdraw(ctx, one))
        ways = ways_round(ctx, one.unit, one.facing, one.far, one.foes)
        if len(ways) > 1:
            side = ctx.world.units[one.unit].side
            return ask(ChooseBend(side, one.unit, ways), then=rest.bent)
        return rest.went(ctx, flee(ctx, one, ways[0]))

    def bent(self, ctx: IdgCtx, answer: Bend) -> Flow:
        """Flee the way that was chosen."""
        return self.went(ctx, flee(ctx, self.going[0], answer.facing))

    @rule("IDG-12.2.19", "IDG-5.8.8")
    def went(self, ctx: IdgCtx, way: Way) -> Flow:
        """See who is frightened or comes to light, and go on."""
        pass_hidden(ctx, self.going[0].unit, way)
        pass_dummies(ctx, self.going[0].unit, way)
        if is_in_play(ctx, self.going[0].unit):
            discover(ctx, self.going[0].unit)
            recognise(ctx)
            note_fear(ctx)
        return replace(self, going=self.going[1:]).next(ctx)


def _rolled(ctx: IdgCtx, going: Going, faces: tuple[int, ...]) -> int:
    meaning = flight_roll(ctx, going.unit, going.column).meaning
    total = meaning.read(faces) if isinstance(meaning, FlightRoll) else 0
    return round(mu(ctx, total))


@rule("IDG-13.3.8")
def next_to_go(ctx: IdgCtx, left: Sequence[Going]) -> Going:
    """Choose the first unit in whose way nobody of its own side is who still has to go."""
    side = ctx.world.units[left[0].unit].side
    own = [one for one in left if ctx.world.units[one.unit].side == side]
    waiting = {one.unit for one in own}
    for one in own:
        if len(own) == 1 or not waiting.intersection(_in_way(ctx, one)):
            return one
    return own[0]


def _in_way(ctx: IdgCtx, going: Going) -> Sequence[UnitId]:
    course: Course = course_of(ctx, going.unit, going.facing, going.far)
    return course.by


@rule("IDG-13.3.6", "IDG-A16")
def may_only_face(ctx: IdgCtx, unit: UnitId) -> bool:
    """Has a unit made its move of this turn by retreating?"""
    return ctx.options.var_retreat_uses_move and ctx.world.units[unit].deed == "retreated"
