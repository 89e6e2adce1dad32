"""What must hold after every decision, whatever happened."""

from __future__ import annotations

from collections.abc import Iterator

from walstatt.games.ccn.world import CcnCtx, CcnWorld, ground_now


def invariants(ctx: CcnCtx) -> Iterator[str]:
    """Say everything that is wrong with a position."""
    yield from card_faults(ctx)
    yield from place_faults(ctx)
    yield from unit_faults(ctx)
    yield from banner_faults(ctx)


def all_cards(world: CcnWorld) -> list[str]:
    """List every card, wherever it is."""
    hands = [card for hand in world.hands.values() for card in hand]
    under = [card for cards in world.square_cards.values() for card in cards if card]
    played = [world.card] if world.card else []
    return sorted((*world.deck, *world.discards, *hands, *under, *played, *world.scouted))


def card_faults(ctx: CcnCtx) -> Iterator[str]:
    """Check that no card is lost, and that squares and their cards belong together."""
    world = ctx.world
    if all_cards(world) != list(ctx.content.deck):
        yield "cards were lost or made up"
    for seat, cards in world.square_cards.items():
        slots = {number for number, card in enumerate(cards, 1) if card}
        marks = sorted(
            one.square for one in world.units.values() if one.side == seat and one.square
        )
        if sorted(slots) != marks:
            yield f"{seat} has squares {marks} but cards in slots {sorted(slots)}"


def place_faults(ctx: CcnCtx) -> Iterator[str]:
    """Check that every hex holds at most one unit and one leader of one side. CCN-1.1.9."""
    world = ctx.world
    if {one.at: unit for unit, one in world.units.items()} != world.unit_at:
        yield "units do not stand where the board says"
    if {him.at: leader for leader, him in world.leaders.items()} != world.leader_at:
        yield "leaders do not stand where the board says"
    if len(world.unit_at) != len(world.units) or len(world.leader_at) != len(world.leaders):
        yield "two pieces share a hex"
    for cell, leader in world.leader_at.items():
        unit = world.unit_at.get(cell)
        if unit is not None and world.units[unit].side != world.leaders[leader].side:
            yield f"{leader} stands with the enemy unit {unit}"


def unit_faults(ctx: CcnCtx) -> Iterator[str]:
    """Check strengths and the ground units stand on."""
    ground = ground_now(ctx)
    for unit, one in ctx.world.units.items():
        troop = ctx.content.troops[one.troop]
        if not 1 <= one.blocks <= troop.blocks:
            yield f"{unit} has {one.blocks} blocks"
        if troop.arm in ground.at[one.at].type.closed:
            yield f"{unit} stands in {ground.at[one.at].id}"
        if one.square and troop.arm != "infantry":
            yield f"{unit} is no infantry and stands in square"


def banner_faults(ctx: CcnCtx) -> Iterator[str]:
    """Check that objectives are held by units that stand on them."""
    world = ctx.world
    for number, holders in world.claims.items():
        goal = ctx.content.goals[number]
        if tuple(world.unit_at.get(cell) for cell in goal.cells) != holders:
            yield f"objective {number} is held by {holders}, who are not there"
    for seat, banners in world.banners.items():
        if banners < 0:
            yield f"{seat} has {banners} banners"
