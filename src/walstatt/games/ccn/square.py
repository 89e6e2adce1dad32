"""Forming and leaving square. CCN-14."""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.games.ccn.changes import leave_square
from walstatt.games.ccn.events import Squared
from walstatt.games.ccn.world import (
    CcnCtx,
    adjacent_units,
    ground_now,
    troop_of,
    unit_name,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel.chance import Draw
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, done, draw
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Choice
from walstatt.kernel.trace import cite, rule

FEWEST_CARDS = 3
"""The least hand from which a square may be formed. CCN-14.1.3."""


class FormSquare(Answer, frozen=True, tag="form_square"):
    """Form square."""


@rule("CCN-14.1.4", "CCN-14.1.12")
def square_violations(ctx: CcnCtx, unit: UnitId) -> list[Violation]:
    """List why infantry that cavalry attacks may not form square."""
    one = ctx.world.units[unit]
    ground = ground_now(ctx)
    found: list[Violation] = []
    if len(ctx.world.hands[one.side]) < FEWEST_CARDS:
        cite("CCN-14.1.3", "CCN-5.25")
        found.append(refuse("CCN-14.1.3", "ccn.no.square_cards"))
    kind = ground.at[one.at].type
    if not kind.square:
        cite("CCN-16.5.2")
        found.append(refuse("CCN-14.1.4", "ccn.no.square_ground"))
    elif one.at in ground.works:
        cite("CCN-16.6.4")
        found.append(refuse("CCN-14.1.4", "ccn.no.square_ground"))
    if "" not in ctx.world.square_cards[one.side]:
        cite("CCN-14.1.7")
        found.append(refuse("CCN-14.1.7", "ccn.no.square_markers"))
    return found


class Squaring(Frame, frozen=True, tag="squaring"):
    """Infantry forms square; the enemy draws a card from its owner's hand. CCN-14.1.9."""

    unit: UnitId
    enemy: Seat

    @rule("CCN-14.1.9", "CCN-14.1.13")
    def begin(self, ctx: CcnCtx) -> Flow:
        """Draw a card unseen; each is equally likely."""
        owner = ctx.world.units[self.unit].side
        hand = ctx.world.hands[owner]
        taken = Draw("ccn.roll.square", "CCN-14.1.9", hand, 1, self.enemy, seen_by=(owner,))
        return draw(taken, then=self.formed)

    def formed(self, ctx: CcnCtx, cards: tuple[str, ...]) -> Flow:
        """Lay it on the square board, and its marker with the unit. CCN-14.1.10, CCN-1.5.3."""
        world = ctx.world
        one = world.units[self.unit]
        hand = list(world.hands[one.side])
        hand.remove(cards[0])
        world.hands[one.side] = tuple(hand)
        under = list(world.square_cards[one.side])
        slot = under.index("")
        under[slot] = cards[0]
        world.square_cards[one.side] = tuple(under)
        world.units[self.unit] = replace(one, square=slot + 1)
        cite("CCN-14.1.10", "CCN-1.5.2", "CCN-1.5.3", "CCN-5.11")
        ground = ground_now(ctx).at[one.at]
        if ground.id == "forest":
            cite("CCN-16.2.3")
        if ctx.telling:
            ctx.emit(Squared(unit_name(ctx, self.unit), slot + 1, seat=one.side))
        return done()


# -- leaving square -------------------------------------------------------------------------------


@rule("CCN-14.5.5")
def cavalry_near(ctx: CcnCtx, unit: UnitId) -> bool:
    """Tell whether enemy cavalry next to a square keeps it from being left."""
    one = ctx.world.units[unit]
    near = adjacent_units(ctx, one.at, ctx.content.enemy[one.side])
    return any(troop_of(ctx, enemy).arm == "cavalry" for enemy in near)


def leaving_violations(ctx: CcnCtx, unit: UnitId) -> list[Violation]:
    """List why a unit may not leave square now."""
    if not ctx.world.units[unit].square:
        return [refuse("CCN-14.5.4", "ccn.no.not_in_square", unit=unit_name(ctx, unit))]
    if cavalry_near(ctx, unit):
        return [refuse("CCN-14.5.5", "ccn.no.cavalry_near", unit=unit_name(ctx, unit))]
    return []


class LeaveSquare(Answer, frozen=True, tag="leave_square"):
    """Leave square."""


class StayInSquare(Answer, frozen=True, tag="stay_in_square"):
    """Stay in square."""


@rule("CCN-5.23", "CCN-14.5.4")
class ChooseSquare(Decision[LeaveSquare | StayInSquare], frozen=True, tag="choose_square"):
    """Whether an ordered square is left."""

    unit: UnitId

    answers = (StayInSquare, LeaveSquare)
    exact = True

    def prompt(self, ctx: CcnCtx) -> Message:
        """Ask about the unit."""
        return ctx.say("ask.choose_square", unit=unit_name(ctx, self.unit))

    def check(self, ctx: CcnCtx, answer: LeaveSquare | StayInSquare) -> list[Violation]:
        """It may be left unless enemy cavalry is near."""
        if isinstance(answer, StayInSquare):
            return []
        return leaving_violations(ctx, self.unit)

    def candidates(self, ctx: CcnCtx) -> list[LeaveSquare | StayInSquare]:
        """Offer both, staying first."""
        return [StayInSquare(), LeaveSquare()]

    def present(self, ctx: CcnCtx, answer: LeaveSquare | StayInSquare) -> Choice:
        """Show two buttons."""
        if isinstance(answer, StayInSquare):
            return Choice(ctx.say("do.stay_in_square"))
        return Choice(ctx.say("do.leave_square"))


class OrderedSquares(Frame, frozen=True, tag="ordered_squares"):
    """Ask for each square that a card ordered by itself whether it is left. CCN-17.4.8.1."""

    seat: Seat
    left: tuple[UnitId, ...]

    def begin(self, ctx: CcnCtx) -> Flow:
        """Ask for the next one that could be left."""
        left = self.left
        while left and cavalry_near(ctx, left[0]):
            left = left[1:]
        if not left:
            return done()
        return ask(ChooseSquare(self.seat, left[0]), then=replace(self, left=left).chosen)

    def chosen(self, ctx: CcnCtx, answer: LeaveSquare | StayInSquare) -> Flow:
        """Leave it or not, and ask for the next."""
        if isinstance(answer, LeaveSquare):
            cite("CCN-14.5.7")
            leave_square(ctx, self.left[0])
        return replace(self, left=self.left[1:]).begin(ctx)
