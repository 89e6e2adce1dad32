"""Scaling ladders: raised at the end of a turn, thrown down, fallen with their bearers. IDG-16.4.

A ladder belongs to the element that carries it. It stands while that element is at its foot, on it,
or up on the wall; if it is removed, driven back or marches away, the ladder falls and whoever was
climbing is down again, unhurt. First defenders throw down what stands, then new ladders are raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from walstatt.boards.contact import is_within
from walstatt.boards.rectangle import segment
from walstatt.games.idg.engines import who_is_aboard
from walstatt.games.idg.levels import level_of
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.pairing import fighting_foes
from walstatt.games.idg.siege_events import (
    LadderFell,
    LadderHeld,
    LadderRaised,
    LadderThrown,
)
from walstatt.games.idg.siege_towers import walls_reached
from walstatt.games.idg.standing import elements_on_table, mu
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    Engine,
    IdgCtx,
    enemy_of,
    is_in_play,
    profile_of,
    rect_of,
    side_of,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel import trace
from walstatt.kernel.chance import D6, Meaning, Roll
from walstatt.kernel.decisions import Answer, FreeChoice
from walstatt.kernel.frames import Flow, Frame, ask, done, roll_all
from walstatt.kernel.ids import NOBODY, Seat
from walstatt.kernel.prompts import Choice, Target
from walstatt.kernel.trace import rule

NAME: Final = "ladder-"
NEEDED: Final = 4
REACH: Final = 1
"""How near a ladder a defender must be to throw it down, in inches. IDG-16.4.8."""


def ladder_of(element: ElementId) -> str:
    """Name the ladder that an element carries."""
    return f"{NAME}{element}"


def bearer_of(ladder: str) -> ElementId:
    """Name the element that carries a ladder."""
    return ladder.removeprefix(NAME)


def ladders(ctx: IdgCtx) -> list[str]:
    """List the ladders that stand."""
    return [name for name, one in ctx.world.engines.items() if one.kind == "ladder"]


# -- who has been idle ----------------------------------------------------------------------------


@rule("IDG-16.2.6", "IDG-16.4.8")
def was_free(ctx: IdgCtx, element: ElementId, fought: Sequence[ElementId]) -> bool:
    """Did an element do nothing else this turn: it stood there, shot at nobody, fought nobody?"""
    one = ctx.world.elements[element]
    if one.moved or element in fought or fighting_foes(ctx, element):
        return False
    unit, turn = ctx.world.units[one.unit], ctx.world.turn
    shot = any(
        shot.turn == turn and shot.by == one.unit and shot.element in ("", element)
        for shot in ctx.world.shots
    )
    return not shot and unit.arrived != turn


# -- raising --------------------------------------------------------------------------------------


@rule("IDG-16.4.3", "IDG-16.4.9", "IDG-16.1.4")
def raise_ladders(ctx: IdgCtx, fallen: Sequence[str] = ()) -> None:
    """Set up the ladders of all who have reached a wall; what fell this turn waits for the next."""
    if trace.listener is None and not [one for one in ctx.world.elements.values() if one.ladder]:
        return
    for element in list(elements_on_table(ctx)):
        name = ladder_of(element)
        if name in ctx.world.engines or name in fallen or not _can_raise(ctx, element):
            continue
        one, side = ctx.world.elements[element], side_of(ctx, element)
        ctx.world.engines[name] = Engine("ladder", side, one.pose, since=ctx.world.turn)
        if ctx.telling:
            ctx.emit(LadderRaised(unit_name(ctx, one.unit), seat=side))


def _can_raise(ctx: IdgCtx, element: ElementId) -> bool:
    """Does foot with a ladder stand before a wall, in melee with nobody?"""
    return is_bearer_at_wall(ctx, element) and not fighting_foes(ctx, element)


@rule("IDG-16.4.2")
def is_bearer_at_wall(ctx: IdgCtx, element: ElementId) -> bool:
    """Does foot that carries a ladder stand with the middle of its front at an enemy's wall?"""
    one = ctx.world.elements[element]
    if not one.ladder or one.aboard or profile_of(ctx, element).category != "foot":
        return False
    if ctx.world.units[one.unit].form == "riding":
        return False
    foot = segment(one.pose.spot, one.pose.spot)
    return bool(walls_reached(ctx, side_of(ctx, element), foot))


def bearers_at_wall(ctx: IdgCtx, side: Seat) -> list[ElementId]:
    """List the elements of a side that bring a ladder up to a wall."""
    return [one for one in elements_on_table(ctx, side) if is_bearer_at_wall(ctx, one)]


# -- falling --------------------------------------------------------------------------------------


@rule("IDG-16.4.7")
def drop_ladders(ctx: IdgCtx) -> list[str]:
    """Let the ladders fall whose bearers are gone."""
    if not ctx.world.engines:
        return []
    fallen = [name for name in ladders(ctx) if not _is_borne(ctx, name)]
    for name in fallen:
        side = ctx.world.engines[name].side
        take_down(ctx, name)
        if ctx.telling:
            ctx.emit(LadderFell(seat=side))
    return fallen


def _is_borne(ctx: IdgCtx, ladder: str) -> bool:
    bearer = bearer_of(ladder)
    one = ctx.world.elements.get(bearer)
    if one is None or not is_in_play(ctx, one.unit):
        return False
    if one.aboard == ladder or level_of(ctx, bearer) == "works":
        return True
    spot = ctx.world.engines[ladder].pose.spot
    return not one.aboard and is_within(rect_of(ctx, bearer), segment(spot, spot), TOUCH)


def take_down(ctx: IdgCtx, ladder: str) -> None:
    """Remove a ladder; whoever was on it is at the foot of the wall."""
    for element in who_is_aboard(ctx, ladder):
        ctx.world.elements[element] = replace(ctx.world.elements[element], aboard="")
    del ctx.world.engines[ladder]


# -- throwing down --------------------------------------------------------------------------------


@rule("IDG-16.4.8")
def throwers(
    ctx: IdgCtx, ladder: str, fought: Sequence[ElementId], busy: Sequence[ElementId] = ()
) -> list[ElementId]:
    """List the defenders on the wall who are near a ladder and did nothing else this turn."""
    engine = ctx.world.engines[ladder]
    head, near = segment(engine.pose.spot, engine.pose.spot), mu(ctx, REACH)
    return [
        one
        for one in elements_on_table(ctx, enemy_of(engine.side))
        if one not in busy
        and level_of(ctx, one) == "works"
        and is_within(rect_of(ctx, one), head, near)
        and was_free(ctx, one, fought)
    ]


class ThrowRoll(Meaning, frozen=True, tag="idg_throw"):
    """A ladder is thrown down with 4 or more. IDG-16.4.8."""

    def read(self, faces: Sequence[int]) -> bool:
        """Tell whether it is thrown down."""
        return max(faces) >= NEEDED

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Show the dice that throw it down."""
        return tuple(face >= NEEDED for face in faces)


def throw_roll(ctx: IdgCtx, element: ElementId) -> Roll[int]:
    """Make the roll of one defender."""
    return throw_dice(1, side_of(ctx, element))


def throw_dice(defenders: int, seat: Seat = NOBODY) -> Roll[int]:
    """Make the roll of so many defenders at once, one of whom is enough."""
    return Roll("idg.roll.ladder", "IDG-16.4.8", D6, defenders, seat, ThrowRoll())


class ThrowDown(Answer, frozen=True, tag="throw_down"):
    """Try to throw the ladder down."""


class LetStand(Answer, frozen=True, tag="let_stand"):
    """Leave the ladder alone."""


@rule("IDG-16.4.8")
class ChooseThrow(FreeChoice[ThrowDown | LetStand], frozen=True, tag="choose_throw"):
    """Whether defenders try to throw a ladder down. D39."""

    answers: ClassVar[tuple[type[Answer], ...]] = (ThrowDown, LetStand)
    offers: ClassVar[tuple[Answer, ...]] = (ThrowDown(), LetStand())

    ladder: str = ""
    count: int = 1

    def prompt(self, ctx: IdgCtx) -> Message:
        """Say how many can try."""
        return ctx.say("ask.choose_throw", n=self.count)

    def present(self, ctx: IdgCtx, answer: ThrowDown | LetStand) -> Choice:
        """Point at the ladder to throw it down."""
        if isinstance(answer, LetStand):
            return Choice(ctx.say("do.let_stand"))
        return Choice(ctx.say("do.throw_down"), Target("piece", self.ladder), rolls=True)


# -- the end of a turn ----------------------------------------------------------------------------


@rule("IDG-16.4.3", "IDG-16.4.8")
class LadderPhase(Frame, frozen=True, tag="ladder_phase"):
    """Ladders fall, are thrown down, and are raised. T6b."""

    fought: tuple[ElementId, ...] = ()
    """Who fought in this turn's melees."""
    left: tuple[str, ...] = ()
    """The ladders that may still be thrown down."""
    fallen: tuple[str, ...] = ()
    busy: tuple[ElementId, ...] = ()
    """The defenders who have tried."""

    def begin(self, ctx: IdgCtx) -> Flow:
        """See which ladders stand."""
        fallen = tuple(drop_ladders(ctx))
        return replace(self, left=tuple(ladders(ctx)), fallen=fallen).next_ladder(ctx)

    def next_ladder(self, ctx: IdgCtx) -> Flow:
        """Ask the defenders of the next ladder that somebody could throw down."""
        for at, name in enumerate(self.left):
            able = throwers(ctx, name, self.fought, self.busy)
            if able:
                now = replace(self, left=self.left[at:])
                seat = side_of(ctx, able[0])
                return ask(ChooseThrow(seat, name, len(able)), then=now.chosen)
        raise_ladders(ctx, self.fallen)
        return done()

    def chosen(self, ctx: IdgCtx, answer: ThrowDown | LetStand) -> Flow:
        """Roll for everybody who tries."""
        if isinstance(answer, LetStand):
            return replace(self, left=self.left[1:]).next_ladder(ctx)
        able = throwers(ctx, self.left[0], self.fought, self.busy)
        return roll_all({one: throw_roll(ctx, one) for one in able}, then=self.thrown)

    def thrown(self, ctx: IdgCtx, faces: dict[ElementId, tuple[int, ...]]) -> Flow:
        """Throw it down if anybody rolled high enough."""
        name = self.left[0]
        down = any(ThrowRoll().read(one) for one in faces.values())
        first = next(iter(faces))
        unit, seat = unit_name(ctx, ctx.world.elements[first].unit), side_of(ctx, first)
        if down:
            take_down(ctx, name)
        if ctx.telling:
            ctx.emit(LadderThrown(unit, seat=seat) if down else LadderHeld(unit, seat=seat))
        fallen = (*self.fallen, name) if down else self.fallen
        now = replace(self, left=self.left[1:], fallen=fallen, busy=(*self.busy, *faces))
        return now.next_ladder(ctx)
