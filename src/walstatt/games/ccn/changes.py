"""The verbs that change a battle: going somewhere, losing blocks, gaining banners. CCN-3."""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.games.ccn.events import (
    Eliminated,
    Forfeited,
    Gained,
    Joined,
    LeaderFell,
    LeaderGone,
    LeftBoard,
    Lost,
    TileRemoved,
    Unsquared,
)
from walstatt.games.ccn.world import CcnCtx, leader_name, told_place, told_unit, unit_name
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import CellId, RuleId, Seat, UnitId
from walstatt.kernel.outcome import Outcome
from walstatt.kernel.trace import cite, rule

# -- going somewhere ------------------------------------------------------------------------------


def put_unit(ctx: CcnCtx, unit: UnitId, to: CellId, *, leader: bool) -> None:
    """Put a unit into another hex, with the leader of its hex or without him. CCN-5.13."""
    world = ctx.world
    one = world.units[unit]
    waits = world.leader_at.get(to)
    if leader and one.at in world.leader_at:
        put_leader(ctx, world.leader_at[one.at], to)
    del world.unit_at[one.at]
    world.unit_at[to] = unit
    world.units[unit] = replace(one, at=to)
    if ctx.telling and waits is not None:
        ctx.emit(Joined(world.leaders[waits].name, unit_name(ctx, unit), seat=one.side))
    if world.claims:
        release_objectives(ctx, unit)
    if ctx.content.removals:
        remove_tile(ctx, to, one.side)


def put_leader(ctx: CcnCtx, leader: UnitId, to: CellId) -> None:
    """Put a leader into another hex."""
    world = ctx.world
    one = world.leaders[leader]
    del world.leader_at[one.at]
    world.leader_at[to] = leader
    world.leaders[leader] = replace(one, at=to)


def remove_tile(ctx: CcnCtx, cell: CellId, side: Seat) -> None:
    """Take a tile away where the scenario says so. CCN-2.3."""
    if (cell, side) in ctx.content.removals and cell not in ctx.world.removed:
        cite("CCN-2.3", "CCN-20.4")
        ctx.world.removed = (*ctx.world.removed, cell)
        ctx.emit(TileRemoved(told_place(ctx, cell), seat=side))


# -- losing ---------------------------------------------------------------------------------------


@rule("CCN-8.5.6", "CCN-9.3.7")
def lose_blocks(ctx: CcnCtx, unit: UnitId, hits: int) -> int:
    """Remove a block for each hit; further hits are lost; tell how many blocks are left."""
    one = ctx.world.units[unit]
    left = max(one.blocks - hits, 0)
    if ctx.telling:
        ctx.emit(Lost(unit_name(ctx, unit), one.blocks - left, seat=one.side))
    if left:
        ctx.world.units[unit] = replace(one, blocks=left)
    else:
        eliminate(ctx, unit)
    return left


@rule("CCN-3.2")
def eliminate(ctx: CcnCtx, unit: UnitId) -> None:
    """Remove a unit; its enemy gains a banner."""
    world = ctx.world
    one = world.units[unit]
    if ctx.telling:
        ctx.emit(Eliminated(unit_name(ctx, unit), seat=one.side))
    if one.square:
        cite("CCN-14.5.8")
        leave_square(ctx, unit)
    del world.unit_at[one.at]
    del world.units[unit]
    if world.claims:
        release_objectives(ctx, unit)
    gain_banners(ctx, ctx.content.enemy[one.side], 1, "CCN-3.2")


@rule("CCN-3.3", "CCN-10.7")
def leader_falls(ctx: CcnCtx, leader: UnitId) -> None:
    """Remove a leader; his enemy gains a banner."""
    one = ctx.world.leaders[leader]
    if ctx.telling:
        ctx.emit(LeaderFell(leader_name(ctx, leader), seat=one.side))
    take_leader_off(ctx, leader)
    gain_banners(ctx, ctx.content.enemy[one.side], 1, "CCN-3.3")


@rule("CCN-3.4")
def leader_flees(ctx: CcnCtx, leader: UnitId) -> None:
    """Remove a leader who left over his own edge in a retreat; nobody gains a banner."""
    if ctx.telling:
        ctx.emit(LeaderGone(leader_name(ctx, leader), seat=ctx.world.leaders[leader].side))
    take_leader_off(ctx, leader)


def take_leader_off(ctx: CcnCtx, leader: UnitId) -> None:
    """Take a leader off the board."""
    del ctx.world.leader_at[ctx.world.leaders[leader].at]
    del ctx.world.leaders[leader]


def take_unit_off(ctx: CcnCtx, unit: UnitId) -> None:
    """Take a unit off the board that was not eliminated."""
    del ctx.world.unit_at[ctx.world.units[unit].at]
    del ctx.world.units[unit]
    if ctx.world.claims:
        release_objectives(ctx, unit)


@rule("CCN-20.3", "CCN-A25")
def unit_leaves_board(ctx: CcnCtx, unit: UnitId, way: CellId, *, leader: bool) -> None:
    """Let a unit leave over an exit hex, with its leader or without him; both give banners."""
    world = ctx.world
    one = world.units[unit]
    him = world.leader_at.get(one.at)
    if ctx.telling:
        name = told_unit(ctx, unit) if leader else unit_name(ctx, unit)
        ctx.emit(LeftBoard(name, seat=one.side))
    take_unit_off(ctx, unit)
    gain_banners(ctx, one.side, ctx.content.exits[way, one.side].banners, "CCN-20.3")
    if leader and him is not None:
        leader_leaves_board(ctx, him, way)


def leader_leaves_board(ctx: CcnCtx, leader: UnitId, way: CellId) -> None:
    """Let a leader leave over an exit hex of his side. CCN-A25."""
    one = ctx.world.leaders[leader]
    if ctx.telling:
        ctx.emit(LeftBoard(leader_name(ctx, leader), seat=one.side))
    take_leader_off(ctx, leader)
    if ctx.options.leaving_leader_banner:
        banners = ctx.content.exits[way, one.side].leader_banners
        gain_banners(ctx, one.side, banners, "CCN-20.3")


# -- squares --------------------------------------------------------------------------------------


@rule("CCN-14.5.6", "CCN-5.11")
def leave_square(ctx: CcnCtx, unit: UnitId) -> None:
    """Take the marker back, and the card of that number into the owner's hand."""
    world = ctx.world
    one = world.units[unit]
    under = list(world.square_cards[one.side])
    card = under[one.square - 1]
    under[one.square - 1] = ""
    world.square_cards[one.side] = tuple(under)
    world.hands[one.side] = tuple(sorted((*world.hands[one.side], card)))
    world.units[unit] = replace(one, square=0)
    if ctx.telling:
        ctx.emit(Unsquared(unit_name(ctx, unit), seat=one.side))


# -- banners --------------------------------------------------------------------------------------


@rule("CCN-3.1", "CCN-3.7")
def gain_banners(ctx: CcnCtx, seat: Seat, banners: int, because: RuleId) -> None:
    """Give banners; whoever reaches his target wins at that very moment. CCN-3.6."""
    held = ctx.world.banners
    held[seat] += banners
    ctx.emit(Gained(banners, seat=seat, because=because))
    if held[seat] >= ctx.content.sides[seat].banners:
        cite("CCN-3.6")
        ctx.end(Outcome((seat,), say("ccn.won.banners"), dict(held)))


@rule("CCN-3.8")
def release_objectives(ctx: CcnCtx, unit: UnitId) -> None:
    """Take back the banners of an objective whose holder left its hex or is gone."""
    world = ctx.world
    for goal, holders in list(world.claims.items()):
        if unit not in holders:
            continue
        one = ctx.content.goals[goal]
        del world.claims[goal]
        world.banners[one.side] -= one.banners
        ctx.emit(Forfeited(one.banners, seat=one.side))


@rule("CCN-4.3")
def claim_objectives(ctx: CcnCtx, seat: Seat) -> None:
    """Gain the objectives that a side holds at the start of its turn. CCN-3.5, CCN-3.8."""
    world = ctx.world
    for number, goal in enumerate(ctx.content.goals):
        if goal.side != seat or number in world.claims or number in world.claimed:
            continue
        holders = [world.unit_at.get(cell) for cell in goal.cells]
        own = tuple(unit for unit in holders if unit and world.units[unit].side == seat)
        if len(own) < len(goal.cells):
            if any(cell in world.leader_at and cell not in world.unit_at for cell in goal.cells):
                cite("CCN-3.9")
            continue
        cite("CCN-3.5", "CCN-3.8", "CCN-3.10")
        if goal.kind == "permanent":
            world.claimed = (*world.claimed, number)
        else:
            world.claims[number] = own
        gain_banners(ctx, seat, goal.banners, "CCN-3.8")
