"""Which unit does what next, and what it then does with its dice. IDG-7.2, IDG-8.5."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, Final, TypeAlias

from msgspec.structs import replace

from walstatt.boards.paths import Slide, Wheel
from walstatt.boards.pose import FULL_TURN
from walstatt.games.idg.aftermath import carry_out
from walstatt.games.idg.allowance import COLUMNS, Column, unit_dice
from walstatt.games.idg.breaking_off import break_off_flaws, join_flaws
from walstatt.games.idg.commanding import spend_reroll
from walstatt.games.idg.contacting import engaged_elsewhere
from walstatt.games.idg.dicing import move_roll
from walstatt.games.idg.entering import (
    bring_to_edge,
    due_to_enter,
    edge_length,
    edge_places,
    enter_flaws,
    entry_spot,
)
from walstatt.games.idg.evading import evade_flaws, evade_roll
from walstatt.games.idg.going import unit_difficult
from walstatt.games.idg.ground import MUD
from walstatt.games.idg.intents import nearest_stop, read_wish, sampled_moves
from walstatt.games.idg.marching import Judge, Orders, Purpose, who_moves
from walstatt.games.idg.movement_events import Caught, RolledAgain, Stood
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.oxen import EIGHTH, burn_down, is_ox, must_run, run_flaws
from walstatt.games.idg.rerolls import may_reroll
from walstatt.games.idg.revealing import reveal
from walstatt.games.idg.world import Deed, ElementId, IdgCtx, in_play, shown
from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer, Decision, FreeChoice, Rng, Violation, do_of, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done, roll
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import rule

# -- which unit -----------------------------------------------------------------------------------


class UnitAnswer(Answer, frozen=True):
    """Something that one unit is to do."""

    purpose: ClassVar[Purpose] = "march"
    unit: UnitId


class Stand(UnitAnswer, frozen=True, tag="stand"):
    """Let a unit stand. IDG-7.2.3."""


class Face(UnitAnswer, frozen=True, tag="face"):
    """Turn elements of a unit on the spot. IDG-8.2.8."""

    purpose: ClassVar[Purpose] = "face"


class Rolled(UnitAnswer, frozen=True):
    """Something for which the unit's move is rolled."""

    column: Column = "good"


class March(Rolled, frozen=True, tag="march"):
    """Move a unit."""


class Evade(Rolled, frozen=True, tag="evade"):
    """Let a unit try to evade. IDG-11.4.1."""

    purpose: ClassVar[Purpose] = "evade"


class BreakOff(Rolled, frozen=True, tag="break_off"):
    """Let a unit leave its melee. IDG-11.3.4."""

    purpose: ClassVar[Purpose] = "break_off"


class Join(Rolled, frozen=True, tag="join"):
    """Send further elements of a unit into its melee. IDG-11.2.7."""

    purpose: ClassVar[Purpose] = "join"


class Run(Rolled, frozen=True, tag="run"):
    """Let a burning ox run, the first time into a chosen direction. IDG-18.12.27."""

    purpose: ClassVar[Purpose] = "run"
    facing: int = -1


class Enter(Rolled, frozen=True, tag="enter"):
    """Bring the next unit of the column onto the table. IDG-5.3.18."""

    purpose: ClassVar[Purpose] = "enter"
    at: int = -1
    """Where on the edge, for the first unit."""


class Lie(Answer, frozen=True, tag="lie_low"):
    """Leave all concealed units where they are."""


Activating: TypeAlias = Stand | Face | March | Evade | BreakOff | Join | Run | Enter | Lie
ROLLED: Final[tuple[type[Rolled], ...]] = (March, Evade, BreakOff, Join)


def activation_flaws(ctx: IdgCtx, answer: UnitAnswer) -> Iterator[Violation]:
    """Say why a unit may not do this now."""
    unit = answer.unit
    if unit not in in_play(ctx):
        yield refuse("IDG-7.2.4", "idg.no.march.gone")
        return
    one = ctx.world.units[unit]
    if one.activated:
        yield refuse("IDG-7.2.4", "idg.no.march.done", unit=unit_name(ctx, unit))
    if isinstance(answer, Stand):
        if must_run(ctx, unit):
            yield refuse("IDG-18.12.37", "idg.no.march.must_run", unit=unit_name(ctx, unit))
        return
    if isinstance(answer, Run):
        yield from run_flaws(ctx, unit, answer.facing)
        return
    if isinstance(answer, Face):
        yield from _facing_flaws(ctx, unit)
        return
    yield from _moving_flaws(ctx, unit)
    if isinstance(answer, Rolled) and answer.column == "good" and unit_difficult(ctx, unit):
        yield refuse("IDG-8.1.5", "idg.no.march.starts_difficult", unit=unit_name(ctx, unit))
    yield from PURPOSES[type(answer)](ctx, unit)


@rule("IDG-11.2.6")
def _facing_flaws(ctx: IdgCtx, unit: UnitId) -> Iterator[Violation]:
    """Say why no element of a unit may turn."""
    if not who_moves(ctx, Orders(unit, purpose="face")):
        yield refuse("IDG-11.2.6", "idg.no.march.all_fight")


@rule("IDG-13.3.6", "IDG-5.9.6", "IDG-14.2.1", "IDG-18.12.26", "IDG-A16")
def _moving_flaws(ctx: IdgCtx, unit: UnitId) -> Iterator[Violation]:
    """Say why a unit may not move at all this turn."""
    one, name = ctx.world.units[unit], unit_name(ctx, unit)
    if one.deed == "retreated" and ctx.options.var_retreat_uses_move:
        yield refuse("IDG-13.3.6", "idg.no.march.retreated", unit=name)
    if one.arrived and one.arrived == ctx.world.turn:
        yield refuse("IDG-5.9.6", "idg.no.march.arrived", unit=name)
    if one.form == "remounting":
        yield refuse("IDG-14.2.1", "idg.no.march.remounting", unit=name)
    if is_ox(ctx, unit):
        yield refuse("IDG-18.12.26", "idg.no.march.ox", unit=name)


@rule("IDG-11.2.4", "IDG-A11")
def _free_flaws(ctx: IdgCtx, unit: UnitId) -> Iterator[Violation]:
    """Keep a unit in its melee."""
    for foe in engaged_elsewhere(ctx, unit)[:1]:
        yield refuse("IDG-11.2.4", "idg.no.march.in_melee", unit=unit_name(ctx, foe))


Flaws: TypeAlias = Callable[[IdgCtx, UnitId], Iterator[Violation]]
PURPOSES: Final[dict[type[UnitAnswer], Flaws]] = {
    March: _free_flaws,
    Evade: evade_flaws,
    BreakOff: break_off_flaws,
    Join: join_flaws,
}


@rule("IDG-8.5.1", "IDG-8.5.2", "IDG-8.5.3", "IDG-8.1.5", "IDG-11.2.5", "IDG-11.4.9")
class ChooseActivation(Decision[Activating], frozen=True, tag="choose_activation"):
    """Which unit is activated next, and what it does."""

    answers: ClassVar[tuple[type[Answer], ...]] = (
        Stand,
        Face,
        March,
        Evade,
        BreakOff,
        Join,
        Run,
        Enter,
        Lie,
    )
    auto: ClassVar[bool] = False

    def check(self, ctx: IdgCtx, answer: Activating) -> list[Violation]:
        """Allow units of the seat that are still to be activated what they may do."""
        if isinstance(answer, Lie):
            return [] if self.is_idle(ctx) else [refuse("IDG-8.5.1", "idg.no.march.wait")]
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
        found: list[Activating] = [Lie()] if self.is_idle(ctx) else []
        rough = bool(ctx.world.ground) or MUD in ctx.world.weather
        columns = COLUMNS if rough else COLUMNS[:1]
        due = due_to_enter(ctx, self.seat)
        if due:
            far = edge_length(ctx, self.seat)
            places = (-1,) if ctx.world.entry else (-1, far // 4, 3 * far // 4)
            found += [Enter(due, one, at) for one in columns for at in places]
        for unit in in_play(ctx, self.seat):
            if not ctx.world.units[unit].activated:
                found += [Stand(unit), Face(unit)]
                found += self._runs(ctx, unit, columns)
                found += [kind(unit, one) for kind in ROLLED for one in columns]  # type: ignore[misc]
        return found

    def _runs(self, ctx: IdgCtx, unit: UnitId, columns: Sequence[Column]) -> list[Activating]:
        """Offer a burning ox its eight directions, or the way it takes by itself."""
        if not must_run(ctx, unit):
            return []
        first = ctx.world.units[unit].lit == ctx.world.turn
        ways = range(0, FULL_TURN, EIGHTH) if first else (-1,)
        return [Run(unit, one, way) for one in columns for way in ways]

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
        return Stand(units[0]) if units else Lie()

    def is_idle(self, ctx: IdgCtx) -> bool:
        """Is nobody left who has to be activated?"""
        return not waiting(ctx, self.seat) and due_to_enter(ctx, self.seat) is None

    def present(self, ctx: IdgCtx, answer: Activating) -> Choice:
        """Take a unit in hand, then say what it does."""
        if isinstance(answer, Lie):
            return Choice(ctx.say("do.lie_low"))
        label = ctx.say(f"do.{do_of(answer)}", unit=unit_name(ctx, answer.unit))
        if isinstance(answer, Rolled) and answer.column == "difficult":
            label = ctx.say("do.difficult", what=label)
        if isinstance(answer, Enter):
            x, y = ctx.world.entry or entry_spot(ctx, self.seat, answer.at)
            return Choice(label, Target("point", f"{x},{y}"), rolls=True)
        of = Target("piece", shown(ctx, answer.unit)[0])
        return Choice(
            label, Target("button", do_of(answer)), rolls=isinstance(answer, Rolled), of=of
        )

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> Activating | None:
        """Read pointing at an own unit as the wish to move it."""
        del of
        element = ctx.world.elements.get(target.id)
        return March(element.unit) if element is not None else None


def waiting(ctx: IdgCtx, seat: str) -> list[UnitId]:
    """List the units of a seat that are seen on the table and still to be activated."""
    units = ctx.world.units.items()
    return [
        name
        for name, one in units
        if one.side == seat and one.status == "table" and not one.activated
    ]


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
        return Choice(ctx.say(f"do.{do_of(answer)}"), rolls=isinstance(answer, Again))


# -- the move -------------------------------------------------------------------------------------


class Go(Answer, frozen=True, tag="go"):
    """Move along legs, one after the other."""

    legs: tuple[Slide[ElementId] | Wheel, ...]


class Halt(Answer, frozen=True, tag="halt"):
    """Stay."""


@rule("IDG-8.1.2", "IDG-8.1.3")
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
        return [] if isinstance(answer, Halt) else Judge(ctx, self.orders).flaws(answer.legs)

    def sample(self, ctx: IdgCtx, rng: Rng, count: int) -> Sequence[Go | Halt]:
        """Suggest moves that mean something."""
        return [Halt(), *(Go(legs) for legs in sampled_moves(ctx, self.orders, rng, count - 1))]

    def default(self, ctx: IdgCtx) -> Halt:
        """Stay."""
        del ctx
        return Halt()

    def prompt(self, ctx: IdgCtx) -> Message:
        """Say how far the unit may go."""
        name = unit_name(ctx, self.unit)
        if self.purpose == "face":
            return ctx.say("ask.choose_facing", unit=name)
        most = Judge(ctx, self.orders).allowance(turns=False).total
        return ctx.say("ask.choose_move", unit=name, n=max(0, most))

    def present(self, ctx: IdgCtx, answer: Go | Halt) -> Choice:
        """Show where the first element would be."""
        if isinstance(answer, Halt):
            return Choice(ctx.say("do.halt"))
        judge = Judge(ctx, self.orders)
        element = next(iter(judge.before))
        end = judge.ends(answer.legs)[element]
        at = Target("point", f"{end.x},{end.y},{end.facing}")
        return Choice(ctx.say("do.go"), at, of=Target("piece", element))

    def preview(self, ctx: IdgCtx, answer: Go | Halt) -> Preview:
        """Show what is wrong, how far the unit may go, and where it would have to stop."""
        if isinstance(answer, Halt):
            return Preview()
        flaws = self.check(ctx, answer)
        judge = Judge(ctx, self.orders)
        if not judge.is_sound(answer.legs):
            return Preview(violations=tuple(flaws))
        legs = nearest_stop(judge, answer.legs) if flaws else answer.legs
        return Preview(
            violations=tuple(flaws),
            ledgers=(judge.reckoned(answer.legs),),
            reach=tuple(
                Target("point", f"{one}:{pose.x},{pose.y},{pose.facing}")
                for one, pose in judge.ends(legs).items()
            ),
        )

    def wish(self, ctx: IdgCtx, target: Target, of: Target | None) -> Go | None:
        """Read a place, or an enemy, as where the unit is to go."""
        del of
        legs = read_wish(ctx, self.orders, target)
        return Go(legs) if legs else None


# -- carrying it out ------------------------------------------------------------------------------


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
        return self.choose(ctx) if self.purpose == "face" else self.throw(ctx)

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
            total = Judge(ctx, self.orders).allowance(turns=False).total
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
        elif self.purpose == "enter":
            carry_out(ctx, self.orders, (Slide(edge_places(ctx, self.unit)),))
        else:
            stand(ctx, self.unit)
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
