"""What can be told about a command card: its text, what it does now, what else to know. CCN-17."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from walstatt.games.ccn.card_foresight import card_preview
from walstatt.games.ccn.facts import fact
from walstatt.games.ccn.turn import copied_card, play_card
from walstatt.games.ccn.view import CcnView
from walstatt.games.ccn.world import UNDER_SQUARE, CcnCtx, card_name
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import RuleId, Seat
from walstatt.kernel.prompts import Preview
from walstatt.scene.about import About, Fact

NOTES: Final[dict[str, tuple[tuple[str, RuleId], ...]]] = {
    "bayonet_charge": (("melee_only", "CCN-17.4.1.3"), ("substitute", "CCN-17.4.1.5")),
    "bombard": (("both_kinds", "CCN-17.4.2.5"), ("substitute", "CCN-17.4.2.4")),
    "cavalry_charge": (
        ("not_buildings", "CCN-17.4.3.5"),
        ("bonus_too", "CCN-12.3.10"),
        ("substitute", "CCN-17.4.3.6"),
    ),
    "counter_attack": (
        ("mirrored", "CCN-17.4.4.2"),
        ("own_command", "CCN-17.4.4.3"),
        ("nothing_to_copy", "CCN-17.4.4.4"),
    ),
    "elan": (
        ("flag_orders", "CCN-17.4.5.3"),
        ("saber_orders", "CCN-17.4.5.4"),
        ("reshuffles", "CCN-17.4.5.6"),
    ),
    "fire_and_hold": (("no_moves", "CCN-17.4.6.4"), ("no_fight_near", "CCN-17.4.6.6")),
    "first_strike": (("still_attacks", "CCN-17.4.7.3"), ("replaced", "CCN-17.4.7.5")),
    "force_march": (("squares_too", "CCN-17.4.8.1"), ("halves_fire", "CCN-17.4.8.5")),
    "cold_steel": (("units_only", "CCN-17.4.9.1"), ("not_bonus", "CCN-17.4.9.4")),
    "leadership": (("leaving_costs", "CCN-17.4.10.4"), ("substitute", "CCN-17.4.10.6")),
    "grande_manoeuvre": (("terrain_counts", "CCN-17.4.11.5"), ("no_squares", "CCN-17.4.11.3")),
    "rally": (("no_more", "CCN-17.4.12.3"), ("no_flags", "CCN-17.4.12.5")),
    "short_supply": (("second_row", "CCN-17.4.13.2"), ("not_these", "CCN-17.4.13.5")),
}
"""What is easily overlooked about the tactics cards, each point with its rule."""


def about_card(ctx: CcnCtx, view: CcnView, target: str) -> About | None:
    """Tell about a card that can be seen: in hand, in play, under a square or discarded."""
    if target.startswith(UNDER_SQUARE):
        return _under_square(ctx, view, target.removeprefix(UNDER_SQUARE))
    name = target.rpartition("/")[2]
    if name not in ctx.content.cards:
        return None
    now = _now(ctx, view, name) if target in view.hand else Preview()
    facts = (*card_facts(ctx, name), *_told_now(ctx, view, name, now))
    return About(card_name(name), facts, now.reach)


def _under_square(ctx: CcnCtx, view: CcnView, number: str) -> About | None:
    """Tell about a card under a square to its owner; nobody else has one to point at."""
    cards = {str(place): card for place, card in enumerate(view.square_cards, 1) if card}
    name = cards.get(number)
    if name is None:
        return None
    title = say("ccn.square_card", n=int(number), card=card_name(name))
    return About(title, (fact("card.under_square", "CCN-14.1.10"), *card_facts(ctx, name)))


def card_facts(ctx: CcnCtx, name: str) -> Iterator[Fact]:
    """Tell what a card says and what is easily overlooked about it."""
    card = ctx.content.cards[name]
    yield Fact(say(f"ccn.cardtext.{name}"), card.rule)
    yield fact(f"card.{card.kind}", "CCN-17.1.1", n=card.copies)
    if card.bicorne:
        yield fact("card.bicorne", "CCN-5.16")
    if "command" in card.orders.values():
        yield fact("card.command", "CCN-5.10")
    for note, rule in NOTES.get(name, ()):
        yield fact(f"card_note.{note}", rule)


def _now(ctx: CcnCtx, view: CcnView, name: str) -> Preview:
    """Look whom a card of one's hand would order if it were played now."""
    if view.seat is None:
        return Preview()
    then = ctx.clone(None)
    play_card(then, view.seat, name)
    return card_preview(then, view.seat)


def _told_now(ctx: CcnCtx, view: CcnView, name: str, now: Preview) -> Iterator[Fact]:
    rule = ctx.content.cards[name].rule
    for one in now.facts:
        yield Fact(say("ccn.about.card.now", what=one), rule)
    seat = _player(ctx, view)
    if name == "counter_attack" and not now.facts and seat is not None:
        copied = copied_card(ctx, ctx.content.enemy[seat])
        if copied:
            yield fact("card.copies", "CCN-17.4.4.1", card=card_name(copied))


def _player(ctx: CcnCtx, view: CcnView) -> Seat | None:
    return view.seat if view.seat in ctx.content.seats else None
