"""The round: plan in secret, act in order, score the hill, draw. TOY-2."""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.games.toy.activation import Activation
from walstatt.games.toy.events import Planned, RoundBegan, TurnBegan
from walstatt.games.toy.pointing import card_pointed, unit_pointed
from walstatt.games.toy.world import ToyCtx, alive, outcome, place_name, score, unit_name
from walstatt.i18n.catalogue import Message
from walstatt.kernel.chance import D6, Draw, Roll
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, ask_all, call, done, draw, end, roll_all
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Choice, Target
from walstatt.kernel.trace import cite, rule


class Plan(Answer, frozen=True, tag="plan"):
    """Lay a plan card face down."""

    card: int


@rule("TOY-2.2")
class ChoosePlan(Decision[Plan], frozen=True, tag="choose_plan"):
    """Which card to plan with."""

    answers = (Plan,)
    exact = True
    auto = False

    def check(self, ctx: ToyCtx, answer: Plan) -> list[Violation]:
        """Only a card in hand can be planned."""
        if answer.card in ctx.world.hands[self.seat]:
            return []
        return [refuse("TOY-2.2", "toy.no.card", card=answer.card)]

    def candidates(self, ctx: ToyCtx) -> list[Plan]:
        """Offer every different card in hand."""
        return [Plan(card) for card in sorted(set(ctx.world.hands[self.seat]))]

    def present(self, ctx: ToyCtx, answer: Plan) -> Choice:
        """Show a card with what it gives."""
        label = ctx.say("do.plan", card=answer.card, n=actions(answer.card))
        return Choice(label, Target("card", str(answer.card)))

    def wish(self, ctx: ToyCtx, target: Target, of: Target | None) -> Plan | None:
        """Read a card as the plan."""
        card = card_pointed(target)
        return None if card is None else Plan(card)


class Activate(Answer, frozen=True, tag="activate"):
    """Let a unit act."""

    unit: UnitId


class Pass(Answer, frozen=True, tag="pass"):
    """Stop acting this round."""


@rule("TOY-2.5")
class ChooseUnit(Decision[Activate | Pass], frozen=True, tag="choose_unit"):
    """Which unit acts next."""

    left: int

    answers = (Activate, Pass)
    exact = True

    def prompt(self, ctx: ToyCtx) -> Message:
        """Ask, with how many may still act."""
        return ctx.say("ask.choose_unit", n=self.left)

    def check(self, ctx: ToyCtx, answer: Activate | Pass) -> list[Violation]:
        """A unit must be one's own and not have acted."""
        if not isinstance(answer, Activate):
            return []
        unit = ctx.world.units.get(answer.unit)
        if unit is None or unit.side != self.seat:
            return [refuse("TOY-2.5", "toy.no.own", unit=answer.unit)]
        if unit.acted:
            return [refuse("TOY-2.6", "toy.no.again", unit=unit_name(ctx, answer.unit))]
        return []

    def candidates(self, ctx: ToyCtx) -> list[Activate | Pass]:
        """Offer every own unit that has not acted, and passing."""
        units = ctx.world.units.items()
        fresh = [unit for unit, one in units if one.side == self.seat and not one.acted]
        return [*map(Activate, fresh), Pass()]

    def default(self, ctx: ToyCtx) -> Pass:
        """Pass for a player who is away."""
        return Pass()

    def present(self, ctx: ToyCtx, answer: Activate | Pass) -> Choice:
        """Show a unit, or the button to stop."""
        if isinstance(answer, Pass):
            return Choice(ctx.say("do.pass"))
        place = place_name(ctx, ctx.world.units[answer.unit].at)
        label = ctx.say("do.activate", unit=unit_name(ctx, answer.unit), to=place)
        return Choice(label, Target("piece", answer.unit))

    def wish(self, ctx: ToyCtx, target: Target, of: Target | None) -> Activate | None:
        """Read a unit, anybody's, as the one to act."""
        unit = unit_pointed(ctx, target)
        return None if unit is None else Activate(unit)


def actions(card: int) -> int:
    """Count the units a card lets act. TOY-2.5."""
    return 6 - card


class Battle(Frame, frozen=True, tag="battle"):
    """The whole game, round by round. TOY-2.1."""

    @rule("TOY-1.4")
    def begin(self, ctx: ToyCtx) -> Flow:
        """Deal the hands, then begin the first round."""
        return call(DrawCards(ctx.rules.seats), then=self.next_round)

    @rule("TOY-2.1")
    def next_round(self, ctx: ToyCtx, _: object) -> Flow:
        """Begin a round, or end the game after the last one."""
        if ctx.world.round >= ctx.options.rounds:
            return most_banners(ctx)
        ctx.world.round += 1
        ctx.emit(RoundBegan(ctx.world.round))
        for unit, one in ctx.world.units.items():
            if one.acted or one.reacted:
                ctx.world.units[unit] = replace(one, acted=False, reacted=False)
        return ask_all({seat: ChoosePlan(seat) for seat in alive(ctx)}, then=self.planned)

    @rule("TOY-2.3")
    def planned(self, ctx: ToyCtx, plans: dict[Seat, Plan]) -> Flow:
        """Show all plans, and roll where two are equal."""
        world = ctx.world
        for seat, plan in plans.items():
            hand = list(world.hands[seat])
            hand.remove(plan.card)
            world.hands[seat] = tuple(hand)
            world.plans[seat] = plan.card
            ctx.emit(Planned(seat, plan.card))
        values = list(world.plans.values())
        tied = [seat for seat in world.plans if values.count(world.plans[seat]) > 1]
        if not tied:
            return self.ordered(ctx, {})
        rolls = {seat: Roll("toy.roll.tie", "TOY-2.4", D6, 1, seat) for seat in tied}
        return roll_all(rolls, then=self.ordered)

    def ordered(self, ctx: ToyCtx, ties: dict[Seat, tuple[int, ...]]) -> Flow:
        """Act from the highest card to the lowest; equal cards by die, then in seat order."""
        if ties:
            cite("TOY-2.4")
        plans = ctx.world.plans
        order = sorted(
            plans, key=lambda seat: (-plans[seat], [-face for face in ties.get(seat, ())])
        )
        return call(Turns(tuple(order)), then=self.acted)

    @rule("TOY-7.1")
    def acted(self, ctx: ToyCtx, _: object) -> Flow:
        """Score the hill, put the plans away and draw."""
        for one in list(ctx.world.units.values()):
            if ctx.content.field.on_hill(one.at):
                score(ctx, one.side, 1, "TOY-7.1")
        ctx.world.discards += tuple(ctx.world.plans.values())
        ctx.world.plans = {}
        return call(DrawCards(alive(ctx)), then=self.next_round)


@rule("TOY-7.4")
def most_banners(ctx: ToyCtx) -> Flow:
    """End the game after the last round: most banners win, a tie is a draw."""
    best = max(ctx.world.banners.values())
    first = tuple(seat for seat, banners in ctx.world.banners.items() if banners == best)
    winners = first if len(first) == 1 else ()
    return end(outcome(ctx, winners, "toy.won.rounds" if winners else "toy.won.nobody"))


class DrawCards(Frame, frozen=True, tag="draw_cards"):
    """Every seat draws up to a full hand, unseen by the others. TOY-2.7."""

    seats: tuple[Seat, ...]

    @rule("TOY-2.7")
    def begin(self, ctx: ToyCtx) -> Flow:
        """Draw for the first seat that lacks cards."""
        world = ctx.world
        for seat in self.seats:
            lacking = ctx.content.file.hand - len(world.hands[seat])
            if lacking > 0 and (world.deck or world.discards):
                return self.for_seat(ctx, seat, lacking)
        return done()

    def for_seat(self, ctx: ToyCtx, seat: Seat, lacking: int) -> Flow:
        """Draw, from the discards where the deck is empty."""
        world = ctx.world
        if not world.deck:
            cite("TOY-2.8")
            world.deck, world.discards = tuple(sorted(world.discards)), ()
        count = min(lacking, len(world.deck))
        request = Draw("toy.roll.cards", "TOY-2.7", world.deck, count, seat, seen_by=(seat,))
        return draw(request, then=Drawing(self.seats, seat).drawn)


class Drawing(DrawCards, frozen=True, tag="drawing"):
    """One seat's cards are on their way. TOY-2.7."""

    seat: Seat

    def drawn(self, ctx: ToyCtx, cards: tuple[int, ...]) -> Flow:
        """Take them into the hand, then go on with the next seat."""
        world = ctx.world
        left = list(world.deck)
        for card in cards:
            left.remove(card)
        world.deck = tuple(left)
        world.hands[self.seat] = tuple(sorted((*world.hands[self.seat], *cards)))
        return DrawCards(self.seats).begin(ctx)


class Turns(Frame, frozen=True, tag="turns"):
    """The seats act one after the other. TOY-2.3."""

    seats: tuple[Seat, ...]
    acted: int = 0

    def begin(self, ctx: ToyCtx) -> Flow:
        """Begin the first seat's turn."""
        return self.turn(ctx)

    def turn(self, ctx: ToyCtx) -> Flow:
        """Begin the next seat's turn, or end."""
        if not self.seats:
            return done()
        seat = self.seats[0]
        ctx.emit(TurnBegan(seat, actions(ctx.world.plans[seat])))
        return self.offer(ctx)

    def offer(self, ctx: ToyCtx) -> Flow:
        """Ask which unit acts, as long as the card allows."""
        seat = self.seats[0]
        left = actions(ctx.world.plans[seat]) - self.acted
        if left <= 0:
            return Turns(self.seats[1:]).turn(ctx)
        return ask(ChooseUnit(seat, left), then=self.chosen, again=self.offer)

    def chosen(self, ctx: ToyCtx, answer: Activate | Pass) -> Flow:
        """Let the unit act, or go to the next seat."""
        if not isinstance(answer, Activate):
            return Turns(self.seats[1:]).turn(ctx)
        unit = ctx.world.units[answer.unit]
        ctx.world.units[answer.unit] = replace(unit, acted=True)
        return call(Activation(answer.unit), then=self.unit_acted)

    def unit_acted(self, ctx: ToyCtx, _: object) -> Flow:
        """Count the unit and offer the next."""
        return Turns(self.seats, self.acted + 1).offer(ctx)
