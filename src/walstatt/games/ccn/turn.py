"""The battle turn by turn: card, orders, moves, combats, draw. CCN-4, CCN-18."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from walstatt.games.ccn.card_foresight import card_preview
from walstatt.games.ccn.cards import in_force
from walstatt.games.ccn.changes import claim_objectives
from walstatt.games.ccn.combat import Combat
from walstatt.games.ccn.events import (
    Copied,
    CopiedNothing,
    Discarded,
    Played,
    Reshuffled,
    TurnBegan,
)
from walstatt.games.ccn.movement import Movement
from walstatt.games.ccn.tactics import CardPlayed
from walstatt.games.ccn.world import SCOUTED, UNDER_SQUARE, CcnCtx, card_name
from walstatt.i18n.catalogue import Message
from walstatt.kernel.chance import Draw
from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.frames import Flow, Frame, ask, call, done, draw
from walstatt.kernel.ids import Seat
from walstatt.kernel.prompts import Choice, Preview, Target
from walstatt.kernel.trace import cite, rule

# -- the whole battle -----------------------------------------------------------------------------


class Battle(Frame, frozen=True, tag="battle"):
    """Deal the cards, then alternate turns until somebody has his banners. CCN-4.1."""

    seat: Seat
    """Whose turn it is."""
    dealt: int = 0

    @rule("CCN-2.5")
    def begin(self, ctx: CcnCtx) -> Flow:
        """Deal each side its cards."""
        seats = ctx.content.seats
        if self.dealt == len(seats):
            return self.next_turn(ctx)
        seat = seats[self.dealt]
        count = ctx.content.sides[seat].cards
        cards = Draw("ccn.roll.deal", "CCN-2.5", ctx.world.deck, count, seat, seen_by=(seat,))
        return draw(cards, then=self.deal)

    def deal(self, ctx: CcnCtx, cards: tuple[str, ...]) -> Flow:
        """Take up a hand."""
        take_cards(ctx, ctx.content.seats[self.dealt], cards)
        return replace(self, dealt=self.dealt + 1).begin(ctx)

    @rule("CCN-4.1", "CCN-2.8")
    def next_turn(self, ctx: CcnCtx) -> Flow:
        """Play the next turn."""
        return call(Turn(self.seat), then=self.turn_over)

    def turn_over(self, ctx: CcnCtx, _: object) -> Flow:
        """It is the other side's turn."""
        return replace(self, seat=ctx.content.enemy[self.seat]).next_turn(ctx)


def take_cards(ctx: CcnCtx, seat: Seat, cards: tuple[str, ...]) -> None:
    """Move cards from the draw pile into a hand."""
    world = ctx.world
    deck = list(world.deck)
    for card in cards:
        deck.remove(card)
    world.deck = tuple(deck)
    world.hands[seat] = tuple(sorted((*world.hands[seat], *cards)))


# -- the Command phase ----------------------------------------------------------------------------


class PlayCard(Answer, frozen=True, tag="play_card"):
    """Play a card."""

    card: str


@rule("CCN-5.1")
class ChooseCard(Decision[PlayCard], frozen=True, tag="choose_card"):
    """Which card to play."""

    answers = (PlayCard,)
    auto = False

    def check(self, ctx: CcnCtx, answer: PlayCard) -> list[Violation]:
        """It must be in hand; cards under squares are not."""
        if answer.card in ctx.world.hands[self.seat]:
            return []
        if answer.card.startswith(UNDER_SQUARE):
            return [refuse("CCN-14.1.10", "ccn.no.card_under_square")]
        return [refuse("CCN-5.1", "ccn.no.card", card=called_card(ctx, answer.card))]

    def candidates(self, ctx: CcnCtx) -> list[PlayCard]:
        """Offer every different card."""
        return [PlayCard(card) for card in dict.fromkeys(ctx.world.hands[self.seat])]

    def present(self, ctx: CcnCtx, answer: PlayCard) -> Choice:
        """Show the card."""
        text = ctx.say("do.play_card", card=card_name(answer.card))
        return Choice(text, Target("card", answer.card), rolls=True)

    def preview(self, ctx: CcnCtx, answer: PlayCard) -> Preview:
        """Show whom the card could order now."""
        wrong = tuple(self.check(ctx, answer))
        if wrong:
            return Preview(wrong)
        then = ctx.clone(None)
        play_card(then, self.seat, answer.card)
        return card_preview(then, self.seat)

    def wish(self, ctx: CcnCtx, target: Target, of: Target | None) -> PlayCard | None:
        """Read a card, wherever it lies, as one to be played."""
        return PlayCard(target.id) if target.kind == "card" else None


def called_card(ctx: CcnCtx, card: str) -> Message | str:
    """Name a card, or say what it was called if there is none."""
    return card_name(card) if card in ctx.content.cards else card


class Turn(Frame, frozen=True, tag="turn"):
    """One side's turn: five phases in fixed order. CCN-4.2."""

    seat: Seat

    @rule("CCN-4.2")
    def begin(self, ctx: CcnCtx) -> Flow:
        """Gain objectives, then ask for a card."""
        world = ctx.world
        world.turn += 1
        world.active = self.seat
        ctx.emit(TurnBegan(world.turn, seat=self.seat))
        claim_objectives(ctx, self.seat)
        return self.command(ctx)

    @rule("CCN-5.25")
    def command(self, ctx: CcnCtx) -> Flow:
        """Ask for a card; there is always one to play."""
        ctx.world.phase = "command"
        return ask(ChooseCard(self.seat), then=self.played)

    def played(self, ctx: CcnCtx, answer: PlayCard) -> Flow:
        """Show the card, fix the Command value, and carry the card out."""
        play_card(ctx, self.seat, answer.card)
        return self.order(ctx)

    def order(self, ctx: CcnCtx) -> Flow:
        """Give the orders of the card."""
        ctx.world.phase = "order"
        return call(CardPlayed(self.seat), then=self.ordered)

    def ordered(self, ctx: CcnCtx, _: object) -> Flow:
        """Move, if anybody was ordered. CCN-4.6."""
        if not anybody_ordered(ctx, self.seat):
            cite("CCN-4.6")
            return self.draw(ctx)
        return self.move(ctx)

    @rule("CCN-4.4")
    def move(self, ctx: CcnCtx) -> Flow:
        """Let ordered pieces move."""
        ctx.world.phase = "move"
        return call(Movement(self.seat), then=self.moved)

    def moved(self, ctx: CcnCtx, _: object) -> Flow:
        """Fight, unless the card forbids it."""
        if in_force(ctx) == "grande_manoeuvre":
            cite("CCN-17.4.11.2")
            return self.draw(ctx)
        return self.combat(ctx)

    @rule("CCN-4.5")
    def combat(self, ctx: CcnCtx) -> Flow:
        """Let ordered units fight."""
        ctx.world.phase = "combat"
        return call(Combat(self.seat), then=self.fought)

    def fought(self, ctx: CcnCtx, _: object) -> Flow:
        """Draw."""
        return self.draw(ctx)

    def draw(self, ctx: CcnCtx) -> Flow:
        """Replace the cards played."""
        ctx.world.phase = "draw"
        clear_turn(ctx)
        return call(Drawing(self.seat), then=self.over)

    def over(self, ctx: CcnCtx, _: object) -> Flow:
        """End the turn."""
        return done()


def anybody_ordered(ctx: CcnCtx, seat: Seat) -> bool:
    """Tell whether any piece of a side was ordered."""
    world = ctx.world
    return any(one.ordered for one in world.units.values() if one.side == seat) or any(
        him.ordered for him in world.leaders.values() if him.side == seat
    )


@rule("CCN-5.10", "CCN-5.12")
def play_card(ctx: CcnCtx, seat: Seat, card: str) -> None:
    """Show a card; the Command value is the hand with it, without the cards under squares."""
    world = ctx.world
    world.command = len(world.hands[seat])
    hand = list(world.hands[seat])
    hand.remove(card)
    world.hands[seat] = tuple(hand)
    world.card = card
    ctx.emit(Played(card_name(card), seat=seat))
    world.effect = effect_of(ctx, seat, card)
    world.plain = False
    world.last_cards[seat] = card
    world.last_effects[seat] = world.effect


def effect_of(ctx: CcnCtx, seat: Seat, card: str) -> str:
    """Name the card whose text counts; Counter-attack copies one. CCN-17.4.4."""
    if card != "counter_attack":
        return card
    copied = copied_card(ctx, ctx.content.enemy[seat])
    ctx.emit(Copied(card_name(copied), seat=seat) if copied else CopiedNothing(seat=seat))
    return copied


@rule("CCN-17.4.4.1", "CCN-17.4.4.3", "CCN-17.4.4.4", "CCN-17.4.4.5", "CCN-17.4.4.6", "CCN-A11")
def copied_card(ctx: CcnCtx, enemy: Seat) -> str:
    """Name what Counter-attack copies: the enemy's last card, with left and right exchanged."""
    world = ctx.world
    last = world.last_effects.get(enemy, "")
    if world.last_cards.get(enemy) == "counter_attack" and not ctx.options.counter_attack_chain:
        return ""
    if not last:
        return ""
    mirror = ctx.content.cards[last].mirror
    if mirror:
        cite("CCN-17.4.4.2")
    return mirror or last


@rule("CCN-18.6")
def clear_turn(ctx: CcnCtx) -> None:
    """Forget who was ordered, moved and fought; squares and losses stay."""
    world = ctx.world
    for unit, one in world.units.items():
        if one.ordered or one.joined or one.barred or one.fought:
            world.units[unit] = replace(
                one,
                ordered=False,
                moved=0,
                barred=False,
                fought=False,
                joined=False,
                bonus_used=False,
            )
    for leader, him in world.leaders.items():
        if him.ordered or him.moved:
            world.leaders[leader] = replace(him, ordered=False, moved=False)


# -- the Draw phase -------------------------------------------------------------------------------


class Keep(Answer, frozen=True, tag="keep"):
    """Keep this card."""

    card: str


@rule("CCN-18.5", "CCN-17.2.1")
class ChooseKeep(Decision[Keep], frozen=True, tag="choose_keep"):
    """Which of two cards to keep after Scout. The two are the seat's own; see `Drawing`."""

    answers = (Keep,)
    auto = False

    def check(self, ctx: CcnCtx, answer: Keep) -> list[Violation]:
        """One of the two that were drawn."""
        if answer.card in ctx.world.scouted:
            return []
        card = called_card(ctx, answer.card)
        return [refuse("CCN-18.5", "ccn.no.card_drawn", card=card)]

    def candidates(self, ctx: CcnCtx) -> list[Keep]:
        """Offer both."""
        return [Keep(card) for card in dict.fromkeys(ctx.world.scouted)]

    def present(self, ctx: CcnCtx, answer: Keep) -> Choice:
        """Show the card."""
        target = Target("card", f"{SCOUTED}{answer.card}")
        return Choice(ctx.say("do.keep_card", card=card_name(answer.card)), target, rolls=True)

    def wish(self, ctx: CcnCtx, target: Target, of: Target | None) -> Keep | None:
        """Read a card that was drawn as the one to be kept."""
        drawn = target.kind == "card" and target.id.startswith(SCOUTED)
        return Keep(target.id.removeprefix(SCOUTED)) if drawn else None


Taken: TypeAlias = Callable[[Any, tuple[str, ...]], Flow]
"""A step that takes cards."""


class Drawing(Frame, frozen=True, tag="drawing"):
    """The Draw phase: discard, and draw for every card played. CCN-18."""

    seat: Seat

    @rule("CCN-18.1", "CCN-18.7")
    def begin(self, ctx: CcnCtx) -> Flow:
        """Discard the card; whoever struck first draws before the active player."""
        world = ctx.world
        if world.card:
            world.discards = (*world.discards, world.card)
            world.card = ""
            if world.effect == "elan":
                cite("CCN-17.4.5.6", "CCN-18.4")
                reshuffle(ctx)
        if world.strikes:
            cite("CCN-18.2", "CCN-17.4.7.5")
            return self.one_card(ctx, world.strikes[0], self.struck_drew)
        if world.effect and ctx.content.cards[world.effect].scout:
            return self.one_card(ctx, self.seat, self.scouted)
        return self.one_card(ctx, self.seat, self.drew)

    def one_card(self, ctx: CcnCtx, seat: Seat, then: Taken) -> Flow:
        """Draw a card for a seat; an empty draw pile is made anew. CCN-18.3."""
        if not ctx.world.deck:
            cite("CCN-18.3")
            reshuffle(ctx)
        card = Draw("ccn.roll.card", "CCN-18.1", ctx.world.deck, 1, seat, seen_by=(seat,))
        return draw(card, then=then)

    def struck_drew(self, ctx: CcnCtx, cards: tuple[str, ...]) -> Flow:
        """Take the replacement of First Strike."""
        take_cards(ctx, ctx.world.strikes[0], cards)
        ctx.world.strikes = ctx.world.strikes[1:]
        return self.begin(ctx)

    def drew(self, ctx: CcnCtx, cards: tuple[str, ...]) -> Flow:
        """Take the card; the turn is over."""
        take_cards(ctx, self.seat, cards)
        return self.finish(ctx)

    def scouted(self, ctx: CcnCtx, cards: tuple[str, ...]) -> Flow:
        """Look at a first and a second card."""
        world = ctx.world
        deck = list(world.deck)
        deck.remove(cards[0])
        world.deck = tuple(deck)
        world.scouted = (*world.scouted, *cards)
        if len(world.scouted) < 2 and (world.deck or world.discards):
            return self.one_card(ctx, self.seat, self.scouted)
        return ask(ChooseKeep(self.seat), then=self.kept)

    def kept(self, ctx: CcnCtx, answer: Keep) -> Flow:
        """Keep one, discard the other."""
        world = ctx.world
        rest = list(world.scouted)
        rest.remove(answer.card)
        world.scouted = ()
        world.hands[self.seat] = tuple(sorted((*world.hands[self.seat], answer.card)))
        world.discards = (*world.discards, *rest)
        for card in rest:
            ctx.emit(Discarded(card_name(card), seat=self.seat))
        return self.finish(ctx)

    def finish(self, ctx: CcnCtx) -> Flow:
        """Forget the card's effect."""
        ctx.world.effect = ""
        ctx.world.plain = False
        return done()


def reshuffle(ctx: CcnCtx) -> None:
    """Put the discards back into the draw pile, which has no order until drawn from."""
    world = ctx.world
    world.deck = tuple(sorted((*world.deck, *world.discards)))
    world.discards = ()
    ctx.emit(Reshuffled())
