"""Which unit does what next, and what it then does with its dice. IDG-7.2, IDG-8.5."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from walstatt.boards.paths import Slide
from walstatt.games.idg.activating import (
    UNIT_ANSWERS,
    Activating,
    BreakOff,
    Disembark,
    Embark,
    Enter,
    Evade,
    Face,
    Join,
    Lie,
    March,
    Rolled,
    Run,
    Sail,
    Stand,
    Unhitch,
    UnitAnswer,
    activation_flaws,
    all_offers,
)
from walstatt.games.idg.aftermath import carry_out
from walstatt.games.idg.allowance import COLUMNS, Column, unit_dice
from walstatt.games.idg.boats import carry_boats
from walstatt.games.idg.choose_move import ChooseMove, Go, Halt
from walstatt.games.idg.commanding import may_reroll, spend_reroll
from walstatt.games.idg.dicing import dice_fact, move_roll
from walstatt.games.idg.engine_moves import EngineAnswer, Rest
from walstatt.games.idg.engine_turns import (
    ENGINE_ANSWERS,
    engine_answers,
    engine_choice,
    engines_waiting,
    turning_flaws,
)
from walstatt.games.idg.entering import (
    bring_to_edge,
    due_to_enter,
    edge_length,
    edge_places,
    enter_flaws,
    entry_spot,
)
from walstatt.games.idg.evading import evade_roll
from walstatt.games.idg.ferrying import ferry_choice, ferry_ghosts
from walstatt.games.idg.going import unit_difficult
from walstatt.games.idg.ground import MUD
from walstatt.games.idg.marching import Orders, Purpose
from walstatt.games.idg.movement_events import (
    Caught,
    RolledAgain,
    Stood,
    ToldTo,
    ToldToBreakOff,
    ToldToJoin,
    ToldToTurn,
    ToldToUnhitch,
)
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.oxen import burn_down, is_ox, must_run
from walstatt.games.idg.revealing import reveal
from walstatt.games.idg.sailing import judge_for
from walstatt.games.idg.siege_towers import Push
from walstatt.games.idg.wagons import unhitch
from walstatt.games.idg.waters import in_boats
from walstatt.games.idg.world import IN_PLAY, Deed, IdgCtx, Unit, shown
from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer, Decision, FreeChoice, Violation, do_of, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done, roll
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import rule

__all__ = [
    "Activating",
    "Activation",
    "Again",
    "BreakOff",
    "ChooseActivation",
    "ChooseMove",
    "Disembark",
    "Embark",
    "Enter",
    "Evade",
    "Face",
    "Go",
    "Halt",
    "Join",
    "Keep",
    "Lie",
    "March",
    "OfferReroll",
    "Rolled",
    "Run",
    "Sail",
    "Stand",
    "Unhitch",
    "end_activation",
    "is_any_waiting",
    "stand",
    "waiting",
]

# -- which unit -----------------------------------------------------------------------------------


@rule(
    "IDG-1.1.8",
    "IDG-8.5.1",
    "IDG-8.5.2",
    "IDG-8.5.3",
    "IDG-8.1.5",
    "IDG-11.2.5",
    "IDG-11.4.9",
    "IDG-A24",
)
class ChooseActivation(Decision[Activating], frozen=True, tag="choose_activation"):
    """Which unit is activated next, and what it does."""

    answers: ClassVar[tuple[type[Answer], ...]] = (*UNIT_ANSWERS, *ENGINE_ANSWERS)
    auto: ClassVar[bool] = False

    def check(self, ctx: IdgCtx, answer: Activating) -> list[Violation]:
        """Allow units of the seat that are still to be activated what they may do."""
        if type(answer) is March or type(answer) is Stand or type(answer) is Face:
            return self._unit_flaws(ctx, answer)
        if isinstance(answer, Lie):
            return [] if self.is_idle(ctx) else [refuse("IDG-8.5.1", "idg.no.march.wait")]
        if isinstance(answer, EngineAnswer):
            return turning_flaws(ctx, self.seat, answer)
        return self._unit_flaws(ctx, answer)

    def _unit_flaws(self, ctx: IdgCtx, answer: UnitAnswer) -> list[Violation]:
        unit = ctx.world.units.get(answer.unit)
        if unit is None or unit.side != self.seat:
            return [refuse("IDG-7.2.2", "idg.no.march.not_yours")]
        if isinstance(answer, Enter):
            return list(enter_flaws(ctx, self.seat, answer.unit, answer.at))
        found = list(activation_flaws(ctx, answer))
        if unit.status == "concealed" and isinstance(answer, Stand):
            found.append(refuse("IDG-5.8.10", "idg.no.march.lies_low"))
        return found

    def candidates(self, ctx: IdgCtx) -> Sequence[Activating]:
        """Offer every unit everything, and where nobody else waits to leave the concealed alone."""
        side, units = self.seat, ctx.world.units
        ready = [
            unit
            for unit, one in units.items()
            if not one.activated and one.side == side and one.status in IN_PLAY
        ]
        waits = bool(ready) and units[ready[0]].status == "table"
        found: list[Activating] = [Lie()] if not waits and self.is_idle(ctx) else []
        found += engine_answers(ctx, side)
        rough = bool(ctx.world.ground) or MUD in ctx.world.weather
        columns = COLUMNS if rough else COLUMNS[:1]
        due = due_to_enter(ctx, side)
        if due:
            far = edge_length(ctx, side)
            places = (-1,) if ctx.world.entry else (-1, far // 4, 3 * far // 4)
            found += [Enter(due, one, at) for one in columns for at in places]
        found += all_offers(ctx, ready, columns)
        return found

    def default(self, ctx: IdgCtx) -> Activating:
        """Let the first unit stand; a column has to enter, a burning ox to run."""
        units, due = waiting(ctx, self.seat), due_to_enter(ctx, self.seat)
        if due:
            return Enter(due)
        if units and must_run(ctx, units[0]):
            first = ctx.world.units[units[0]].lit == ctx.world.turn
            ahead = ctx.world.elements[shown(ctx, units[0])[0]].pose.facing
            column: Column = "difficult" if unit_difficult(ctx, units[0]) else "good"
            return Run(units[0], column, ahead if first else -1)
        engines = engines_waiting(ctx, self.seat)
        if not units and engines:
            return Rest(engines[0])
        return Stand(units[0]) if units else Lie()

    def is_idle(self, ctx: IdgCtx) -> bool:
        """Is nobody left who has to be activated?"""
        if is_any_waiting(ctx, self.seat) or engines_waiting(ctx, self.seat):
            return False
        return due_to_enter(ctx, self.seat) is None

    def present(self, ctx: IdgCtx, answer: Activating) -> Choice:
        """Take a unit in hand, then say what it does."""
        if isinstance(answer, Lie):
            return Choice(ctx.say("do.lie_low"))
        if isinstance(answer, EngineAnswer):
            return engine_choice(ctx, answer)
        if isinstance(answer, Embark | Sail | Disembark):
            return ferry_choice(ctx, answer)
        label = ctx.say(f"do.{do_of(answer)}", unit=unit_name(ctx, answer.unit))
        if isinstance(answer, Rolled) and answer.column == "difficult":
            label = ctx.say("do.difficult", what=label)
        if isinstance(answer, Enter):
            x, y = ctx.world.entry or entry_spot(ctx, self.seat, answer.at)
            return Choice(label, Target("point", f"{x},{y}"), rolls=True)
        of = Target("piece", shown(ctx, answer.unit)[0])
        lesser = isinstance(answer, Stand | Face) or needlessly_difficult(ctx, answer)
        button = Target("button", do_of(answer))
        return Choice(label, button, rolls=isinstance(answer, Rolled), of=of, weak=lesser)

    def preview(self, ctx: IdgCtx, answer: Activating) -> Preview:
        """Show where a unit would stand that embarks or lands, and what the others roll."""
        flaws = tuple(self.check(ctx, answer))
        if flaws:
            return Preview(violations=flaws)
        if isinstance(answer, Embark | Disembark):
            return Preview(ghosts=ferry_ghosts(ctx, answer))
        if isinstance(answer, Rolled):
            return Preview(facts=(dice_fact(ctx, answer.unit, answer.column),))
        return Preview()

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> Activating | None:
        """Read pointing at an own unit as the wish to move it."""
        del of
        if target.id in ctx.world.engines:
            return Push(target.id)
        element = ctx.world.elements.get(target.id)
        if element is None:
            return None
        return Sail(element.unit) if in_boats(ctx, element.unit) else March(element.unit)


def needlessly_difficult(ctx: IdgCtx, answer: Activating) -> bool:
    """Tell whether a unit on good ground would roll as in difficult ground, to go there."""
    if not isinstance(answer, Rolled) or answer.column != "difficult":
        return False
    return not unit_difficult(ctx, answer.unit)


def waiting(ctx: IdgCtx, seat: str) -> list[UnitId]:
    """List the units of a seat that are seen on the table and still to be activated."""
    return [name for name, one in ctx.world.units.items() if _waits(one, seat)]


def is_any_waiting(ctx: IdgCtx, seat: str) -> bool:
    """Is any unit of a seat seen on the table and still to be activated?"""
    for one in ctx.world.units.values():  # as `_waits` tells, without a call
        if not one.activated and one.side == seat and one.status == "table":
            return True
    return False


def _waits(one: Unit, seat: str) -> bool:
    return not one.activated and one.side == seat and one.status == "table"


# -- the dice -------------------------------------------------------------------------------------


class Keep(Answer, frozen=True, tag="keep_roll"):
    """Keep the roll."""


class Again(Answer, frozen=True, tag="roll_again"):
    """Roll again."""


@rule("IDG-8.3.5")
class OfferReroll(FreeChoice[Keep | Again], frozen=True, tag="offer_reroll"):
    """Whether the general has a move rolled again."""

    answers: ClassVar[tuple[type[Answer], ...]] = (Keep, Again)
    offers: ClassVar[tuple[Answer, ...]] = (Keep(), Again())

    unit: UnitId
    column: Column
    rolled: int

    def prompt(self, ctx: IdgCtx) -> Message:
        """Say what was rolled."""
        far = self.rolled + unit_dice(ctx, self.unit, self.column).add
        return ctx.say("ask.offer_reroll", unit=unit_name(ctx, self.unit), n=far)

    def present(self, ctx: IdgCtx, answer: Keep | Again) -> Choice:
        """Show both."""
        again = isinstance(answer, Again)
        return Choice(ctx.say(f"do.{do_of(answer)}"), rolls=again, weak=again)


# -- carrying it out ------------------------------------------------------------------------------


TOLD: Final[dict[Purpose, type[ToldTo]]] = {
    "face": ToldToTurn,
    "break_off": ToldToBreakOff,
    "join": ToldToJoin,
    "unhitch": ToldToUnhitch,
}
"""What is said of a unit that is about something else than a move."""


class Activation(Frame, frozen=True, tag="activation"):
    """One unit does something: dice, perhaps again, then the move. IDG-8.1.1."""

    unit: UnitId
    purpose: Purpose = "march"
    column: Column = "good"
    rolled: int = 0
    again: bool = False
    at: int = -1
    """Where on the edge it enters, if it is the first of its column."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """Reveal the unit if need be, and roll what has to be rolled."""
        reveal(ctx, self.unit)
        if self.purpose == "enter":
            bring_to_edge(ctx, self.unit, self.at)
        if self.purpose == "evade":
            return roll(evade_roll(ctx, self.unit), then=self.tried)
        self._tell(ctx)
        return self.choose(ctx) if self.purpose == "face" else self.throw(ctx)

    def _tell(self, ctx: IdgCtx) -> None:
        """Say what the unit is about, where it is more than a move."""
        told = TOLD.get(self.purpose)
        if told is not None and ctx.telling:
            seat = ctx.world.units[self.unit].side
            ctx.emit(told(unit_name(ctx, self.unit), seat=seat))

    @rule("IDG-11.4.4", "IDG-11.4.5", "IDG-11.4.7")
    def tried(self, ctx: IdgCtx, faces: tuple[int, ...]) -> Flow:
        """Let the unit move if it gets away; otherwise it may not move at all."""
        if evade_roll(ctx, self.unit).meaning.read(faces):  # type: ignore[union-attr]
            return self.throw(ctx)
        end_activation(ctx, self.unit, "caught")
        if ctx.telling:
            seat = ctx.world.units[self.unit].side
            ctx.emit(Caught(unit_name(ctx, self.unit), seat=seat))
        return done()

    def throw(self, ctx: IdgCtx) -> Flow:
        """Roll for the move."""
        return roll(move_roll(ctx, self.unit, self.column), then=self.thrown)

    @rule("IDG-8.3.5", "IDG-8.3.6")
    def thrown(self, ctx: IdgCtx, faces: tuple[int, ...]) -> Flow:
        """See whether the general may have it repeated."""
        now = replace(self, rolled=sum(faces))
        if self.again or not may_reroll(ctx, self.unit):
            return now.choose(ctx)
        seat = ctx.world.units[self.unit].side
        return ask(OfferReroll(seat, self.unit, self.column, now.rolled), then=now.offered)

    def offered(self, ctx: IdgCtx, answer: Keep | Again) -> Flow:
        """Roll all dice again, once, if he wishes."""
        if isinstance(answer, Keep):
            return self.choose(ctx)
        seat = ctx.world.units[self.unit].side
        spend_reroll(ctx, seat)
        if ctx.telling:
            ctx.emit(RolledAgain(unit_name(ctx, self.unit), seat=seat))
        return replace(self, again=True).throw(ctx)

    def choose(self, ctx: IdgCtx) -> Flow:
        """Ask where the unit goes."""
        one = ctx.world.units[self.unit]
        if self.purpose != "face":
            total = judge_for(ctx, self.orders).allowance(turns=False).total
            ctx.world.units[self.unit] = replace(one, allowance=max(0, total))
        return ask(
            ChooseMove(one.side, self.unit, self.column, self.rolled, self.purpose),
            then=self.chosen,
        )

    @property
    def orders(self) -> Orders:
        """Give what the unit is about."""
        return Orders(self.unit, self.column, self.rolled, self.purpose)

    def chosen(self, ctx: IdgCtx, answer: Go | Halt) -> Flow:
        """Move, or stay."""
        if isinstance(answer, Go):
            carry_out(ctx, self.orders, answer.legs)
            carry_boats(ctx, self.unit)
        elif self.purpose == "enter":
            carry_out(ctx, self.orders, (Slide(edge_places(ctx, self.unit)),))
        else:
            stand(ctx, self.unit)
        if self.purpose == "unhitch":
            unhitch(ctx, self.unit)
        return done()


def end_activation(ctx: IdgCtx, unit: UnitId, deed: Deed) -> None:
    """Note that a unit has had its turn."""
    one = ctx.world.units[unit]
    ctx.world.units[unit] = replace(one, activated=True, deed=deed if not one.deed else one.deed)


@rule("IDG-7.2.3")
def stand(ctx: IdgCtx, unit: UnitId) -> None:
    """Let a unit stand, which is its activation; a burning ox may explode."""
    end_activation(ctx, unit, "stood")
    if is_ox(ctx, unit):
        burn_down(ctx, unit)
    if ctx.telling:
        ctx.emit(Stood(unit_name(ctx, unit), seat=ctx.world.units[unit].side))
