"""What each seat may know: everything but the others' hands and the order of the deck. TOY-1.4."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from walstatt.games.toy.content import ToyContent
from walstatt.games.toy.options import ToyOptions
from walstatt.games.toy.world import ToyCtx, ToyWorld, Unit
from walstatt.kernel.decisions import Rng
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.ids import Seat, UnitId


class ToyView(Struct, frozen=True):
    """The battle as one seat, or a spectator, sees it."""

    seat: Seat | None
    round: int
    units: dict[UnitId, Unit]
    banners: dict[Seat, int]
    hand: tuple[int, ...]
    hand_sizes: dict[Seat, int]
    deck_size: int
    discards: tuple[int, ...]
    plans: dict[Seat, int]
    rallied: tuple[Seat, ...]


def observe(ctx: ToyCtx, seat: Seat | None) -> ToyView:
    """Name every public thing, and the seat's own hand."""
    world = ctx.world
    return ToyView(
        seat,
        world.round,
        dict(world.units),
        dict(world.banners),
        world.hands[seat] if seat is not None else (),
        {one: len(hand) for one, hand in world.hands.items()},
        len(world.deck),
        tuple(sorted(world.discards)),
        dict(world.plans),
        world.rallied,
    )


def redeterminise(rules: Ruleset[ToyContent, ToyOptions], view: ToyView, rng: Rng) -> ToyWorld:
    """Deal the cards nobody has shown anew."""
    unseen = Counter(rules.content.cards)
    unseen.subtract((*view.hand, *view.discards, *view.plans.values()))
    cards = sorted(unseen.elements())
    rng.shuffle(cards)
    hands: dict[Seat, tuple[int, ...]] = {}
    for seat, size in view.hand_sizes.items():
        if seat == view.seat:
            hands[seat] = view.hand
            continue
        hands[seat], cards = tuple(sorted(cards[:size])), cards[size:]
    return ToyWorld(
        view.round,
        dict(view.units),
        dict(view.banners),
        hands,
        tuple(sorted(cards)),
        view.discards,
        dict(view.plans),
        view.rallied,
    )
