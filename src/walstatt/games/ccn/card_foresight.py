"""Whom a command card would order, as far as it can be told before it is played. CCN-17."""

from __future__ import annotations

from typing import TypeAlias

from walstatt.games.ccn.orders import (
    GiveOrders,
    Order,
    OrderLeader,
    can_be_given,
    possible_orders,
    sheet_of,
    slots_of_leader,
    slots_of_unit,
)
from walstatt.games.ccn.pointing import at_piece
from walstatt.games.ccn.tactics import CardPlayed, ChooseSection, ChooseSupply, ShortSupply
from walstatt.games.ccn.world import CcnCtx, card_name, leaders_of, units_of
from walstatt.i18n.catalogue import Message
from walstatt.kernel.frames import Ask, Become, Chance
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Preview

Foreseen: TypeAlias = tuple[list[UnitId], tuple[Message, ...]]
"""The pieces a card is about, and what else can be told."""


def card_preview(ctx: CcnCtx, seat: Seat) -> Preview:
    """Show whom the card just played could order; `ctx` is a copy that may be changed."""
    world = ctx.world
    copies = world.effect not in ("", world.card)
    copied = (ctx.say("fact.copies", card=card_name(world.effect)),) if copies else ()
    scouts = bool(world.effect) and ctx.content.cards[world.effect].scout
    scouting = (ctx.say("fact.scout"),) if scouts else ()
    pieces, facts = foreseen(ctx, seat)
    return Preview(reach=tuple(map(at_piece, pieces)), facts=(*copied, *facts, *scouting))


def foreseen(ctx: CcnCtx, seat: Seat) -> Foreseen:
    """Begin to carry the card out, and look at what it asks."""
    match CardPlayed(seat).begin(ctx):
        case Become(frame=GiveOrders() as orders):
            return _to_be_ordered(ctx, orders)
        case Become(frame=ShortSupply()):
            return [one.unit for one in ChooseSupply(seat).candidates(ctx)], ()
        case Ask(decisions=asked):
            return _asked(ctx, asked[seat])
        case Chance(requests=((_, roll),)):
            return [], (ctx.say("fact.rolls", n=roll.count),)
    ordered = [one for one in pieces_of(ctx, seat) if is_ordered(ctx, one)]
    if not ordered:
        return [], (ctx.say("fact.orders_nobody"),)
    return ordered, (ctx.say("fact.orders_all", n=len(ordered)),)


def _to_be_ordered(ctx: CcnCtx, orders: GiveOrders) -> Foreseen:
    """Count the pieces that could be ordered, and how many of them can be."""
    possible = possible_orders(ctx, orders.seat, orders.slots)
    units = dict.fromkeys(one.unit for one in possible if isinstance(one, Order))
    leaders = [one.leader for one in possible if isinstance(one, OrderLeader)]
    able = [*units, *leaders]
    plain = (ctx.say("fact.plain_order"),) if ctx.world.plain else ()
    if not able:
        return [], (*plain, ctx.say("fact.orders_nobody"))
    told = ctx.say("fact.orders", n=_most(ctx, orders, list(units), leaders), able=len(able))
    return able, (*plain, told)


def _most(ctx: CcnCtx, orders: GiveOrders, units: list[UnitId], leaders: list[UnitId]) -> int:
    """Count how many of these pieces can be ordered together."""
    sheet = sheet_of(ctx.content.homes[orders.seat], orders.slots)
    masks = [slots_of_unit(ctx, sheet, unit) for unit in units]
    masks += [slots_of_leader(ctx, sheet, leader) for leader in leaders]
    given: list[int] = []
    for mask in masks:
        if can_be_given(sheet, [*given, mask]):
            given.append(mask)
    return len(given)


def _asked(ctx: CcnCtx, asked: object) -> Foreseen:
    """Tell what a card lets its player choose from before anybody is ordered."""
    if isinstance(asked, ChooseSection):
        return [], tuple(asked.present(ctx, one).label for one in asked.candidates(ctx))
    return [], (ctx.say("fact.manoeuvre"),)


def pieces_of(ctx: CcnCtx, seat: Seat) -> list[UnitId]:
    """List the units and leaders of a side."""
    return [*units_of(ctx, seat), *leaders_of(ctx, seat)]


def is_ordered(ctx: CcnCtx, piece: UnitId) -> bool:
    """Tell whether a unit or leader is ordered."""
    return (ctx.world.units.get(piece) or ctx.world.leaders[piece]).ordered
