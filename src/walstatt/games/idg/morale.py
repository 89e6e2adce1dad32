"""Tests of morale, one after another, and what comes of them. IDG-12.3, IDG-12.4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.idg.changes import give_markers
from walstatt.games.idg.commanding import may_help
from walstatt.games.idg.morale_causes import (
    Test,
    cause_words,
    due_tests,
    later_tests,
    may_test,
)
from walstatt.games.idg.morale_events import TestFailed, TestPassed, TestRepeated, TestSkipped
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.troops import Quality
from walstatt.games.idg.world import IdgCtx, lead_profile
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.chance import D6, Meaning, Roll
from walstatt.kernel.decisions import Answer, FreeChoice
from walstatt.kernel.frames import Flow, Frame, ask, done, roll
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.ledger import Ledger, Quantity, Stage, contributes
from walstatt.kernel.odds import distribution
from walstatt.kernel.prompts import Chance, Choice, Preview, Target
from walstatt.kernel.trace import rule

FAILED: Final = 2
"""How many markers a failed test costs. IDG-12.4.2."""
AGAIN: Final = 2
"""How many failed tests a turn a stratagem lets an army repeat. IDG-5.7.8."""
DEATH_GROUND: Final = "death_ground"

# -- the number needed ----------------------------------------------------------------------------


class Nerve(Struct, frozen=True):
    """What the number needed depends on."""

    quality: Quality


NEEDED: Quantity[Nerve] = Quantity(
    "idg.morale_needed", "IDG-12.4.1", (Stage("base"), Stage("grade"))
)


@contributes(NEEDED, "IDG-12.4.1", "base")
def four_or_more(query: Nerve) -> int:
    """A test is passed on 4 or more."""
    del query
    return 4


@contributes(NEEDED, "IDG-12.4.1", "grade")
def grade(query: Nerve) -> int | None:
    """Elite units pass on 3 or more, raw ones on 5 or more."""
    return {"elite": -1, "raw": 1}.get(query.quality)


class MoraleRoll(Meaning, frozen=True, tag="idg_morale"):
    """From the number needed on the unit holds."""

    needed: int

    def read(self, faces: Sequence[int]) -> bool:
        """Tell whether it passes."""
        return faces[0] >= self.needed

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Mark the dice that pass."""
        return tuple(face >= self.needed for face in faces)


@rule("IDG-12.4.1", "IDG-1.4.8")
def needed_to_hold(ctx: IdgCtx, unit: UnitId) -> Ledger:
    """Reckon what a unit must roll."""
    return ctx.reckon(NEEDED, Nerve(lead_profile(ctx, unit).quality))


def morale_roll(ctx: IdgCtx, test: Test) -> Roll[int]:
    """Make the roll of a test."""
    needed = needed_to_hold(ctx, test.unit)
    side, meaning = ctx.world.units[test.unit].side, MoraleRoll(needed.total)
    return Roll("idg.roll.morale", test.rule, D6, 1, side, meaning, (needed,))


def morale_odds(ctx: IdgCtx, test: Test) -> tuple[Chance, ...]:
    """Give the chances to hold and to fall into disorder."""
    odds = distribution(morale_roll(ctx, test))
    return tuple(
        Chance(say(f"idg.odds.morale.{name}"), round(odds.get(held, 0) * 1_000_000))
        for name, held in (("holds", True), ("fails", False))
    )


# -- skipping -------------------------------------------------------------------------------------


@rule("IDG-12.3.1", "IDG-12.3.2", "IDG-12.3.3", "IDG-12.3.4", "IDG-A65")
def may_skip(ctx: IdgCtx, unit: UnitId) -> bool:
    """May a unit skip a test now: near its general, and none skipped yet this turn?"""
    return unit not in ctx.world.skipped and may_help(ctx, unit, "morale")


class SkipTest(Answer, frozen=True, tag="skip_test"):
    """Skip this test."""


class TakeTest(Answer, frozen=True, tag="take_test"):
    """Roll for this test."""


@rule("IDG-12.3.5")
class ChooseSkip(FreeChoice[SkipTest | TakeTest], frozen=True, tag="choose_skip"):
    """Whether a unit skips this test of morale, the only one it may skip this turn. D26."""

    answers: ClassVar[tuple[type[Answer], ...]] = (SkipTest, TakeTest)
    offers: ClassVar[tuple[Answer, ...]] = (SkipTest(), TakeTest())

    test: Test = Test(UnitId(""), "", "")
    left: int = 0
    """How many more tests it has to take."""

    def prompt(self, ctx: IdgCtx) -> Message:
        """Name the unit and the cause."""
        unit, cause = unit_name(ctx, self.test.unit), cause_words(ctx, self.test)
        return ctx.say("ask.choose_skip", unit=unit, cause=cause, n=self.left)

    def present(self, ctx: IdgCtx, answer: SkipTest | TakeTest) -> Choice:
        """Offer both as buttons."""
        if isinstance(answer, SkipTest):
            return Choice(ctx.say("do.skip_test"), Target("button", "skip"))
        return Choice(ctx.say("do.take_test"), Target("button", "take"), rolls=True)

    def preview(self, ctx: IdgCtx, answer: SkipTest | TakeTest) -> Preview:
        """Show the chances of the test."""
        if isinstance(answer, SkipTest):
            return Preview()
        return Preview(
            ledgers=(needed_to_hold(ctx, self.test.unit),), odds=morale_odds(ctx, self.test)
        )


# -- the stratagem --------------------------------------------------------------------------------


@rule("IDG-5.7.8", "IDG-12.4.3")
def may_repeat(ctx: IdgCtx, side: Seat) -> bool:
    """Does a stratagem let an army repeat one more failed test this turn?"""
    one = ctx.world.stratagems.get(side)
    return one is not None and one.works and one.chosen == DEATH_GROUND and one.used < AGAIN


class RepeatTest(Answer, frozen=True, tag="repeat_test"):
    """Roll again."""


class AcceptTest(Answer, frozen=True, tag="accept_test"):
    """Let the result stand."""


@rule("IDG-5.7.8", "IDG-12.4.3")
class ChooseRepeat(FreeChoice[RepeatTest | AcceptTest], frozen=True, tag="choose_repeat"):
    """Whether a failed test is rolled again, which an army may do twice a turn. D27."""

    answers: ClassVar[tuple[type[Answer], ...]] = (RepeatTest, AcceptTest)
    offers: ClassVar[tuple[Answer, ...]] = (RepeatTest(), AcceptTest())

    test: Test = Test(UnitId(""), "", "")

    def prompt(self, ctx: IdgCtx) -> Message:
        """Name the unit and the cause."""
        unit, cause = unit_name(ctx, self.test.unit), cause_words(ctx, self.test)
        return ctx.say("ask.choose_repeat", unit=unit, cause=cause)

    def present(self, ctx: IdgCtx, answer: RepeatTest | AcceptTest) -> Choice:
        """Offer both as buttons."""
        if isinstance(answer, AcceptTest):
            return Choice(ctx.say("do.accept_test"), Target("button", "accept"))
        return Choice(ctx.say("do.repeat_test"), Target("button", "repeat"), rolls=True)

    def preview(self, ctx: IdgCtx, answer: RepeatTest | AcceptTest) -> Preview:
        """Show the chances of the second roll."""
        if isinstance(answer, AcceptTest):
            return Preview()
        return Preview(odds=morale_odds(ctx, self.test))


# -- the phase ------------------------------------------------------------------------------------


@rule("IDG-12.1.3", "IDG-12.2.17", "IDG-12.4.4", "IDG-7.2.11")
class MoralePhase(Frame, frozen=True, tag="morale_phase"):
    """All tests of a turn, those that follow from failed ones included. T7."""

    tests: tuple[Test, ...] = ()
    """Those still to be taken."""
    seen: int = 0
    """For how many losses of this turn everybody's tests are listed."""
    rolled: int = 0
    """The die of the test that could be repeated."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """List all tests."""
        ctx.world.phase = "morale"
        tests = tuple(due_tests(ctx))
        return MoralePhase(tests, len(ctx.world.losses)).next(ctx)

    def next(self, ctx: IdgCtx) -> Flow:
        """Take the next test, or skip it."""
        left = tuple(one for one in self.tests if may_test(ctx, one.unit))
        here = replace(self, tests=left)
        if not left:
            return done()
        unit = left[0].unit
        if may_skip(ctx, unit):
            more = sum(one.unit == unit for one in left[1:])
            side = ctx.world.units[unit].side
            return ask(ChooseSkip(side, left[0], more), then=here.chosen)
        return roll(morale_roll(ctx, left[0]), then=here.tested)

    def chosen(self, ctx: IdgCtx, answer: SkipTest | TakeTest) -> Flow:
        """Skip it, or roll."""
        test = self.tests[0]
        if isinstance(answer, TakeTest):
            return roll(morale_roll(ctx, test), then=self.tested)
        ctx.world.skipped = (*ctx.world.skipped, test.unit)
        if ctx.telling:
            side = ctx.world.units[test.unit].side
            ctx.emit(TestSkipped(unit_name(ctx, test.unit), cause_words(ctx, test), seat=side))
        return replace(self, tests=self.tests[1:]).next(ctx)

    def tested(self, ctx: IdgCtx, faces: tuple[int, ...]) -> Flow:
        """Read the die; a failure may be repeated."""
        test = self.tests[0]
        side = ctx.world.units[test.unit].side
        failed = faces[0] < needed_to_hold(ctx, test.unit).total
        if failed and may_repeat(ctx, side):
            here = replace(self, rolled=faces[0])
            return ask(ChooseRepeat(side, test), then=here.repeated)
        return self.settled(ctx, faces)

    def repeated(self, ctx: IdgCtx, answer: RepeatTest | AcceptTest) -> Flow:
        """Roll once more, or let the failure stand."""
        if isinstance(answer, AcceptTest):
            return self.settled(ctx, (self.rolled,))
        unit = self.tests[0].unit
        side = ctx.world.units[unit].side
        stratagem = ctx.world.stratagems[side]
        ctx.world.stratagems[side] = replace(stratagem, used=stratagem.used + 1)
        if ctx.telling:
            ctx.emit(TestRepeated(unit_name(ctx, unit), seat=side))
        return roll(morale_roll(ctx, self.tests[0]), then=self.settled)

    def settled(self, ctx: IdgCtx, faces: tuple[int, ...]) -> Flow:
        """Give markers for a failure; whoever breaks makes others test."""
        take_test(ctx, self.tests[0], faces[0])
        tests = (*self.tests[1:], *later_tests(ctx, self.seen))
        return MoralePhase(tests, len(ctx.world.losses)).next(ctx)


@rule("IDG-12.4.1", "IDG-12.4.2", "IDG-12.4.4")
def take_test(ctx: IdgCtx, test: Test, face: int) -> bool:
    """Carry out a test with its die: two markers at once if it fails."""
    needed = needed_to_hold(ctx, test.unit).total
    passed = face >= needed
    if ctx.telling:
        told = TestPassed if passed else TestFailed
        name, cause = unit_name(ctx, test.unit), cause_words(ctx, test)
        side = ctx.world.units[test.unit].side
        ctx.emit(told(name, cause, face, needed, seat=side, because=test.rule))
    if not passed:
        give_markers(ctx, test.unit, FAILED, "IDG-12.4.2")
    return passed
