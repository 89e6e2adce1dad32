"""What a unit finds, wins and gives up where it goes, in a few words each: for previews."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from walstatt.games.ccn.changes import put_unit
from walstatt.games.ccn.terrain_words import shelter_told
from walstatt.games.ccn.world import CcnCtx, leader_name, leader_of
from walstatt.i18n.catalogue import Message
from walstatt.kernel.ids import CellId, UnitId


def gone_along(ctx: CcnCtx, unit: UnitId, path: Iterable[CellId]) -> CcnCtx:
    """Imagine that a unit went along some hexes with its leader, as in retreats and advances."""
    then = ctx.clone(None)
    for to in path:
        if to != then.world.units[unit].at:
            put_unit(then, unit, to, leader=True)
    return then


def arrival_told(ctx: CcnCtx, then: CcnCtx, unit: UnitId) -> Iterator[Message]:
    """Tell how a unit fares where it has gone by then."""
    to = then.world.units[unit].at
    yield from company_told(ctx, then, unit)
    yield from goals_told(ctx, then, unit, to)
    yield from shelter_told(then, to)


def company_told(ctx: CcnCtx, then: CcnCtx, unit: UnitId) -> Iterator[Message]:
    """Tell which leader a unit joins or leaves behind."""
    before, after = leader_of(ctx, unit), leader_of(then, unit)
    if before == after:
        return
    if after is not None:
        yield ctx.say("fact.joins", leader=leader_name(ctx, after))
    if before is not None:
        yield ctx.say("fact.leaves", leader=leader_name(ctx, before))


def goals_told(ctx: CcnCtx, then: CcnCtx, unit: UnitId, to: CellId) -> Iterator[Message]:
    """Tell which banners a unit gives up by leaving its hex, or could win by staying there."""
    side = ctx.world.units[unit].side
    lost = ctx.world.banners[side] - then.world.banners[side]
    if lost:
        yield ctx.say("fact.forfeits", n=lost)
    for number, goal in enumerate(ctx.content.goals):
        held = number in then.world.claims or number in then.world.claimed
        if goal.side == side and to in goal.cells and not held:
            yield ctx.say("fact.objective", n=goal.banners)
