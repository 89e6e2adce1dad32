"""Rallying: once a game, whenever anybody is asked something, for a card. TOY-6."""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.games.toy.events import Rallied
from walstatt.games.toy.world import ToyCtx, type_of, unit_name
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, done
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Choice, Target
from walstatt.kernel.trace import rule


class RallyWith(Answer, frozen=True, tag="rally"):
    """Give up a card to strengthen a unit."""

    unit: UnitId
    card: int


@rule("TOY-6.1")
class OfferRally(Decision[RallyWith], frozen=True, tag="offer_rally"):
    """Whether to rally a unit now."""

    answers = (RallyWith,)
    exact = True

    def check(self, ctx: ToyCtx, answer: RallyWith) -> list[Violation]:
        """It takes a card to spare and a weakened unit of one's own."""
        found: list[Violation] = []
        unit = ctx.world.units.get(answer.unit)
        if answer.card not in ctx.world.hands[self.seat]:
            found.append(refuse("TOY-6.2", "toy.no.card", card=answer.card))
        if unit is None or unit.side != self.seat:
            found.append(refuse("TOY-6.3", "toy.no.own", unit=answer.unit))
        elif unit.strength >= type_of(ctx, answer.unit).strength:
            name = unit_name(ctx, answer.unit)
            found.append(refuse("TOY-6.3", "toy.no.full_strength", unit=name))
        return found

    def candidates(self, ctx: ToyCtx) -> list[RallyWith]:
        """Offer every weakened unit with every different card."""
        types = ctx.content.types
        weak = [
            unit
            for unit, one in ctx.world.units.items()
            if one.side == self.seat and one.strength < types[one.type].strength
        ]
        cards = sorted(set(ctx.world.hands[self.seat])) if weak else []
        return [RallyWith(unit, card) for unit in weak for card in cards]

    def present(self, ctx: ToyCtx, answer: RallyWith) -> Choice:
        """Show the unit and the card."""
        label = ctx.say("do.rally", unit=unit_name(ctx, answer.unit), card=answer.card)
        return Choice(label, Target("piece", answer.unit), rolls=True)

    def act(self, ctx: ToyCtx, answer: RallyWith) -> Rally:
        """Carry it out."""
        return Rally(self.seat, answer.unit, answer.card)


class Rally(Frame, frozen=True, tag="rally"):
    """A unit regains a point of strength. TOY-6.1."""

    seat: Seat
    unit: UnitId
    card: int

    @rule("TOY-6.1", "TOY-6.4")
    def begin(self, ctx: ToyCtx) -> Flow:
        """Give up the card and strengthen the unit."""
        world = ctx.world
        hand = list(world.hands[self.seat])
        hand.remove(self.card)
        world.hands[self.seat] = tuple(hand)
        world.discards += (self.card,)
        world.rallied += (self.seat,)
        one = world.units[self.unit]
        world.units[self.unit] = replace(one, strength=one.strength + 1)
        ctx.emit(Rallied(unit_name(ctx, self.unit), self.card))
        return done()


def may_rally(ctx: ToyCtx, seat: Seat) -> bool:
    """Has this seat not rallied yet, a card to spare, and no plan lying face down? TOY-6.2."""
    if seat in ctx.world.rallied or len(ctx.world.hands[seat]) < 2:
        return False
    return not any(seat in asked.answers for asked in ctx.asked)
