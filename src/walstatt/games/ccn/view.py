"""What each seat may know: all but the enemy's hand, his cards under squares, and the draw pile."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from walstatt.games.ccn.content import CcnContent
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.world import CcnCtx, CcnWorld, Leader, Phase, Unit
from walstatt.kernel.decisions import Rng
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.ids import CellId, Seat, UnitId


class CcnView(Struct, frozen=True):
    """The battle as one seat, or a spectator, sees it."""

    seat: Seat | None
    turn: int
    active: Seat
    phase: Phase
    units: dict[UnitId, Unit]
    leaders: dict[UnitId, Leader]
    hand: tuple[str, ...]
    hand_sizes: dict[Seat, int]
    square_cards: tuple[str, ...]
    """The seat's own cards under its squares. CCN-14.1.10."""
    squares: dict[Seat, tuple[bool, ...]]
    """Which slots of each square board are taken."""
    deck_size: int
    discards: tuple[str, ...]
    banners: dict[Seat, int]
    card: str
    effect: str
    plain: bool
    command: int
    last_cards: dict[Seat, str]
    last_effects: dict[Seat, str]
    claims: dict[int, tuple[UnitId, ...]]
    claimed: tuple[int, ...]
    strikes: tuple[Seat, ...]
    scouted: tuple[str, ...]
    """The cards the seat may choose from after Scout."""
    scouting: int
    """How many cards somebody is choosing from."""
    removed: tuple[CellId, ...]


def observe(ctx: CcnCtx, seat: Seat | None) -> CcnView:
    """Name every public thing, and what is the seat's own."""
    world = ctx.world
    return CcnView(
        seat,
        world.turn,
        world.active,
        world.phase,
        dict(world.units),
        dict(world.leaders),
        world.hands[seat] if seat is not None else (),
        {one: len(hand) for one, hand in world.hands.items()},
        world.square_cards[seat] if seat is not None else (),
        {one: tuple(map(bool, cards)) for one, cards in world.square_cards.items()},
        len(world.deck),
        tuple(sorted(world.discards)),
        dict(world.banners),
        world.card,
        world.effect,
        world.plain,
        world.command,
        dict(world.last_cards),
        dict(world.last_effects),
        dict(world.claims),
        world.claimed,
        world.strikes,
        world.scouted if seat == world.active else (),
        len(world.scouted),
        world.removed,
    )


def redeterminise(rules: Ruleset[CcnContent, CcnOptions], view: CcnView, rng: Rng) -> CcnWorld:
    """Deal the cards nobody has shown anew."""
    unseen = Counter(rules.content.deck)
    unseen.subtract((*view.hand, *view.square_cards, *view.discards, *view.scouted, view.card))
    cards = sorted(unseen.elements())  # without "", of which there are fewer than none
    rng.shuffle(cards)

    def take(count: int) -> tuple[str, ...]:
        nonlocal cards
        taken, cards = tuple(cards[:count]), cards[count:]
        return taken

    hands: dict[Seat, tuple[str, ...]] = {}
    under: dict[Seat, tuple[str, ...]] = {}
    for seat, size in view.hand_sizes.items():
        if seat == view.seat:
            hands[seat], under[seat] = view.hand, view.square_cards
            continue
        hands[seat] = tuple(sorted(take(size)))
        under[seat] = tuple(take(1)[0] if taken else "" for taken in view.squares[seat])
    scouted = view.scouted or take(view.scouting)
    return CcnWorld(
        turn=view.turn,
        active=view.active,
        phase=view.phase,
        units=dict(view.units),
        leaders=dict(view.leaders),
        unit_at={one.at: unit for unit, one in view.units.items()},
        leader_at={one.at: leader for leader, one in view.leaders.items()},
        hands=hands,
        deck=tuple(sorted(cards)),
        square_cards=under,
        banners=dict(view.banners),
        discards=view.discards,
        card=view.card,
        effect=view.effect,
        plain=view.plain,
        command=view.command,
        last_cards=dict(view.last_cards),
        last_effects=dict(view.last_effects),
        claims=dict(view.claims),
        claimed=view.claimed,
        strikes=view.strikes,
        scouted=scouted,
        removed=view.removed,
    )
