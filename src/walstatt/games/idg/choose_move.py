"""Where a unit goes with its dice. IDG-8.1.2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from walstatt.boards.paths import Slide, Wheel
from walstatt.games.idg.allowance import Column
from walstatt.games.idg.drawn_moves import drawn_move
from walstatt.games.idg.foresight import Foresight
from walstatt.games.idg.ghosts import point_at
from walstatt.games.idg.intents import read_wish, sampled_moves
from walstatt.games.idg.marching import Judge, Orders, Purpose
from walstatt.games.idg.meaning import Meaning
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.planning import Plan
from walstatt.games.idg.sailing import judge_for
from walstatt.games.idg.world import ElementId, IdgCtx
from walstatt.i18n.catalogue import Message
from walstatt.kernel.codec import plain
from walstatt.kernel.decisions import Answer, Decision, Rng, Violation
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import rule


class Go(Answer, frozen=True, tag="go"):
    """Move along legs, one after the other."""

    legs: tuple[Slide[ElementId] | Wheel, ...]


class Halt(Answer, frozen=True, tag="halt"):
    """Stay."""


@rule("IDG-8.1.2", "IDG-8.1.3", "IDG-8.2.6")
class ChooseMove(Decision[Go | Halt], frozen=True, tag="choose_move"):
    """Where a unit goes."""

    answers: ClassVar[tuple[type[Answer], ...]] = (Go, Halt)
    gesture: ClassVar[str] = "drag-pose"

    unit: UnitId
    column: Column
    rolled: int
    purpose: Purpose

    @property
    def orders(self) -> Orders:
        """Give what the unit is about."""
        return Orders(self.unit, self.column, self.rolled, self.purpose)

    def check(self, ctx: IdgCtx, answer: Go | Halt) -> list[Violation]:
        """List everything that is wrong with a move."""
        return [] if isinstance(answer, Halt) else judge_for(ctx, self.orders).flaws(answer.legs)

    def sample(self, ctx: IdgCtx, rng: Rng, count: int) -> Sequence[Go | Halt]:
        """Suggest moves that mean something."""
        return [Halt(), *(Go(legs) for legs in sampled_moves(ctx, self.orders, rng, count - 1))]

    def draw(self, ctx: IdgCtx, rng: Rng) -> Go | Halt:
        """Draw one move, or none."""
        legs = drawn_move(ctx, self.orders, rng)
        return Go(legs) if legs else Halt()

    def default(self, ctx: IdgCtx) -> Halt:
        """Stay."""
        del ctx
        return Halt()

    def prompt(self, ctx: IdgCtx) -> Message:
        """Say how far the unit may go."""
        name = unit_name(ctx, self.unit)
        if self.purpose == "face":
            return ctx.say("ask.choose_facing", unit=name)
        most = judge_for(ctx, self.orders).allowance(turns=False).total
        return ctx.say("ask.choose_move", unit=name, n=max(0, most))

    def present(self, ctx: IdgCtx, answer: Go | Halt) -> Choice:
        """Say what a move is for, and show where the first element would be."""
        return self.present_all(ctx, [answer])[0]

    def present_all(self, ctx: IdgCtx, answers: Sequence[Go | Halt]) -> Sequence[Choice]:
        """Say what all moves are for."""
        judge = judge_for(ctx, self.orders)
        return [self._presented(ctx, judge, one) for one in answers]

    def _presented(self, ctx: IdgCtx, judge: Judge, answer: Go | Halt) -> Choice:
        if isinstance(answer, Halt):
            return Choice(ctx.say("do.halt"))
        element, end = next(iter(judge.ends(answer.legs).items()))
        label = Meaning(judge, answer.legs).words()
        return Choice(label, point_at(ctx, element, end), of=Target("piece", element))

    def preview(self, ctx: IdgCtx, answer: Go | Halt) -> Preview:
        """Show what is wrong, what follows, and the nearest move that is allowed instead."""
        if isinstance(answer, Halt):
            return Preview()
        judge = judge_for(ctx, self.orders)
        flaws = tuple(judge.flaws(answer.legs))
        if not judge.is_sound(answer.legs):
            return Preview(violations=flaws)
        ledgers = () if self.purpose == "face" else (judge.reckoned(answer.legs),)
        legs = Plan(judge).nearest(answer.legs) if flaws else answer.legs
        if not legs:
            return Preview(violations=flaws, ledgers=ledgers)
        seen = Foresight(judge, legs)
        return Preview(
            violations=flaws,
            ledgers=ledgers,
            facts=tuple(seen.facts()),
            ghosts=seen.ghosts,
            instead=plain(Go(legs)) if flaws else None,
        )

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> Go | None:
        """Read where the centre of an element is put, or an enemy, as where the unit is to go."""
        legs = read_wish(ctx, self.orders, target, of)
        return Go(legs) if legs else None
