"""Choosing who of a unit gets onto the enemy's wall. IDG-16.3.10, IDG-16.4.9."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, TypeAlias

from msgspec import to_builtins

from walstatt.boards.pose import Pose, apart
from walstatt.games.idg.bridgeheads import (
    climb,
    climb_flaws,
    grapple,
    grapple_flaws,
    places_for,
    ready_flaws,
    step_flaws,
    step_out,
)
from walstatt.games.idg.ghosts import front_at, ghosts_of, point_at, read_point
from walstatt.games.idg.levels import engine_under
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.pairing import element_name
from walstatt.games.idg.world import ElementId, IdgCtx, is_in_play, shown
from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import rule


class StepOut(Answer, frozen=True, tag="step_out"):
    """Step onto the wall."""

    element: ElementId
    pose: Pose


class Grapple(Answer, frozen=True, tag="grapple"):
    """Fight the defenders from the bridge, or from the head of the ladder."""

    element: ElementId


class Climb(Answer, frozen=True, tag="climb"):
    """Climb a ladder."""

    element: ElementId
    ladder: str


class StayPut(Answer, frozen=True, tag="stay_put"):
    """Let the others stay where they are."""


Stepping: TypeAlias = StepOut | Grapple | Climb | StayPut
STAY: Final = StayPut()


@rule("IDG-16.3.10", "IDG-16.4.9")
class ChooseSteps(Decision[Stepping], frozen=True, tag="choose_steps"):
    """Who of a unit steps onto the wall, or climbs. D39."""

    answers: ClassVar[tuple[type[Answer], ...]] = (StepOut, Grapple, Climb, StayPut)
    gesture: ClassVar[str] = "drag-pose"
    auto: ClassVar[bool] = False

    unit: UnitId

    def check(self, ctx: IdgCtx, answer: Stepping) -> list[Violation]:
        """Judge one element's step."""
        if isinstance(answer, StayPut):
            return []
        if answer.element not in shown(ctx, self.unit):
            return [refuse("IDG-16.3.10", "idg.no.march.other_unit", answer.element)]
        if isinstance(answer, StepOut):
            return list(step_flaws(ctx, answer.element, answer.pose))
        if isinstance(answer, Grapple):
            return list(grapple_flaws(ctx, answer.element))
        return list(climb_flaws(ctx, answer.element, answer.ladder))

    def candidates(self, ctx: IdgCtx) -> Sequence[Stepping]:
        """Offer every way onto the wall, for the first of those who could take it."""
        return [*steps_of(ctx, self.unit), STAY]

    def default(self, ctx: IdgCtx) -> Stepping:
        """Go up if possible."""
        return next((one for one in self.candidates(ctx) if not self.check(ctx, one)), STAY)

    def prompt(self, ctx: IdgCtx) -> Message:
        """Name the unit."""
        return ctx.say("ask.choose_steps", unit=unit_name(ctx, self.unit))

    def present(self, ctx: IdgCtx, answer: Stepping) -> Choice:
        """Take an element in hand, then point at its place, the enemy or the ladder."""
        if isinstance(answer, StayPut):
            return Choice(ctx.say("do.stay_put"))
        name, of = element_name(ctx, answer.element), Target("piece", answer.element)
        if isinstance(answer, StepOut):
            at = point_at(ctx, answer.element, answer.pose)
            return Choice(ctx.say("do.step_out", element=name), at, of=of)
        if isinstance(answer, Grapple):
            return Choice(ctx.say("do.grapple", element=name), of=of)
        label = ctx.say("do.climb", element=name)
        return Choice(label, Target("piece", answer.ladder), of=of)

    def preview(self, ctx: IdgCtx, answer: Stepping) -> Preview:
        """Show what is wrong, and where the element would stand."""
        flaws = tuple(self.check(ctx, answer))
        if not isinstance(answer, StepOut) or answer.element not in ctx.world.elements:
            return Preview(violations=flaws)
        near = self.nearest(ctx, answer) if flaws else answer
        if near is None:
            return Preview(violations=flaws)
        ghosts = ghosts_of(ctx, {near.element: near.pose})
        instead = to_builtins(near) if flaws else None
        return Preview(violations=flaws, ghosts=ghosts, instead=instead)

    def nearest(self, ctx: IdgCtx, answer: StepOut) -> StepOut | None:
        """Find the place on the wall that comes nearest to one that is not allowed."""
        if engine_under(ctx, answer.element) is None or list(ready_flaws(ctx, answer.element)):
            return None
        steps = [StepOut(answer.element, pose) for pose in places_for(ctx, answer.element)]
        legal = [one for one in steps if not self.check(ctx, one)]
        spot = answer.pose.spot
        return min(legal, key=lambda one: apart(one.pose.spot, spot), default=None)

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> Stepping | None:
        """Read a ladder pointed at as the wish to climb it, a place as that to step there."""
        if of is None or of.id not in ctx.world.elements:
            return None
        if target.id in ctx.world.engines:
            return Climb(of.id, target.id)
        numbers = read_point(target)
        if numbers is None:
            return None
        x, y, *facing = numbers
        way = facing[0] if facing else ctx.world.elements[of.id].pose.facing
        return StepOut(of.id, front_at(ctx, of.id, Pose(x, y, way)))


def steps_of(ctx: IdgCtx, unit: UnitId) -> Iterator[Stepping]:
    """List what elements of a unit could do to get onto the wall."""
    tried: set[str] = set()
    for element in shown(ctx, unit):
        one = ctx.world.elements[element]
        if one.aboard in ctx.world.engines:
            if one.aboard not in tried and not list(ready_flaws(ctx, element)):
                tried.add(one.aboard)
                yield from (StepOut(element, pose) for pose in places_for(ctx, element))
                yield Grapple(element)
            continue
        for name, engine in ctx.world.engines.items():
            near = apart(engine.pose.spot, one.pose.spot) < 8 * ctx.content.mu
            if engine.kind == "ladder" and near:
                yield Climb(element, name)


def may_step(ctx: IdgCtx, unit: UnitId) -> bool:
    """Can anybody of a unit step onto a wall, or climb, in this activation?"""
    if not ctx.world.engines or unit not in ctx.world.units or not is_in_play(ctx, unit):
        return False
    question = ChooseSteps(ctx.world.units[unit].side, unit)
    return any(not question.check(ctx, one) for one in steps_of(ctx, unit))


@rule("IDG-16.3.10", "IDG-16.4.4")
class Steps(Frame, frozen=True, tag="steps"):
    """One after the other, elements of a unit step onto the wall or climb."""

    unit: UnitId

    def begin(self, ctx: IdgCtx) -> Flow:
        """Ask as long as anybody can."""
        if not may_step(ctx, self.unit):
            return done()
        seat = ctx.world.units[self.unit].side
        return ask(ChooseSteps(seat, self.unit), then=self.chosen)

    def chosen(self, ctx: IdgCtx, answer: Stepping) -> Flow:
        """Let it happen."""
        if isinstance(answer, StayPut):
            return done()
        if isinstance(answer, StepOut):
            step_out(ctx, answer.element, answer.pose)
        elif isinstance(answer, Grapple):
            grapple(ctx, answer.element)
        else:
            climb(ctx, answer.element, answer.ladder)
        return self.begin(ctx)
