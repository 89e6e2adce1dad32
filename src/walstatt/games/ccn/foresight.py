"""What would follow from a move or an order, in a few words each: for previews."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from walstatt.games.ccn.announcing import melee_options
from walstatt.games.ccn.attack import Manner, attack_ledger
from walstatt.games.ccn.cards import leads_by_presence
from walstatt.games.ccn.combat import fire_options
from walstatt.games.ccn.leader_movement import leader_reach
from walstatt.games.ccn.pointing import at_cell
from walstatt.games.ccn.terrain import entry_bars
from walstatt.games.ccn.terrain_words import terrain_told
from walstatt.games.ccn.unit_movement import move_unit, unit_reach
from walstatt.games.ccn.whereabouts import arrival_told
from walstatt.games.ccn.world import (
    CcnCtx,
    ground_after,
    piece_name,
    troop_of,
    unit_name,
    unit_of,
)
from walstatt.i18n.catalogue import Message
from walstatt.kernel.ids import CellId, UnitId
from walstatt.kernel.prompts import Preview

MOST_TARGETS = 3
"""How many enemies are named whom a unit could fight."""


def unit_move_facts(ctx: CcnCtx, unit: UnitId, to: CellId) -> Iterator[Message]:
    """Tell what a unit could do after a move, what it wins there and what it gives up."""
    then = ctx.clone(None)
    move_unit(then, unit, to)
    moved = then.world.units[unit]
    if moved.barred:
        yield barred_fact(ctx, unit, to)
    else:
        yield from fights_told(then, unit)
    yield from arrival_told(ctx, then, unit)


def barred_fact(ctx: CcnCtx, unit: UnitId, to: CellId) -> Message:
    """Tell why a unit could not fight after a move: for the ground, or for the distance."""
    ground = ground_after(ctx, ctx.world.units[unit].side, to)
    if entry_bars(ground, to, troop_of(ctx, unit)):
        return ctx.say("fact.barred_here", terrain=terrain_told(ground.at[to]))
    return ctx.say("fact.barred")


def fights_told(ctx: CcnCtx, unit: UnitId) -> Iterator[Message]:
    """Name the enemies a unit could fight from its hex, those with the most dice first."""
    moved = ctx.world.units[unit].moved
    found = sorted(fights_of(ctx, unit), key=lambda fight: -fight[0])
    for dice, target, manner in found[:MOST_TARGETS]:
        when = ctx.say("after_hexes", n=moved) if moved else ctx.say("as_it_stands")
        yield ctx.say(f"fact.{manner}", n=dice, target=piece_name(ctx, target), when=when)


def fights_of(ctx: CcnCtx, unit: UnitId) -> Iterator[tuple[int, UnitId, Manner]]:
    """List whom a unit could fight alone from its hex, with how many dice and how."""
    for one in melee_options(ctx, unit):
        if not one.combined_arms:
            yield attack_ledger(ctx, unit, one.target, "melee").total, one.target, "melee"
    for shot in fire_options(ctx, unit):
        yield attack_ledger(ctx, unit, shot.target, "fire").total, shot.target, "fire"


def leader_move_facts(ctx: CcnCtx, leader: UnitId, to: CellId) -> Iterator[Message]:
    """Tell which unit a leader joins, and which loses its order when he leaves."""
    joined, left = ctx.world.unit_at.get(to), unit_of(ctx, leader)
    if joined is not None:
        yield ctx.say("fact.leader_joins", unit=unit_name(ctx, joined))
    if left is not None and leads_by_presence(ctx):
        yield ctx.say("fact.order_lost", unit=unit_name(ctx, left))


def order_preview(ctx: CcnCtx, unit: UnitId, *, leaves_square: bool) -> Preview:
    """Show where a unit could go with an order, and whom it could fight where it stands."""
    then = ctx.clone(None)
    if leaves_square:
        then.world.units[unit] = replace(then.world.units[unit], square=0)
    in_square = then.world.units[unit].square
    reach = () if in_square else tuple(map(at_cell, unit_reach(then, unit).steps))
    return Preview(reach=reach, facts=tuple(fights_told(then, unit)))


def leader_order_preview(ctx: CcnCtx, leader: UnitId) -> Preview:
    """Show where a leader could go with an order."""
    return Preview(reach=tuple(map(at_cell, leader_reach(ctx, leader).steps)))
