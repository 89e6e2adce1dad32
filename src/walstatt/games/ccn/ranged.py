"""Who may fire at whom. CCN-8.1, CCN-8.2."""

from __future__ import annotations

from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.cards import no_fire
from walstatt.games.ccn.content import Troop
from walstatt.games.ccn.sight import sees
from walstatt.games.ccn.world import (
    CcnCtx,
    Unit,
    adjacent_lone_leaders,
    adjacent_units,
    called,
    ground_now,
    is_lone,
    piece_name,
    unit_name,
)
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.trace import cite, rule


@rule("CCN-8.2.1", "CCN-8.2.2", "CCN-8.2.3", "CCN-8.2.4", "CCN-8.2.5")
def range_of(troop: Troop, moved: int) -> int:
    """Tell how far a unit fires: its range, less for a horse battery that moved."""
    if troop.horse and moved:
        cite("CCN-8.2.6")
        return troop.range - 1
    return troop.range


@rule("CCN-8.1.4", "CCN-A18")
def is_engaged(ctx: CcnCtx, side: Seat, cell: CellId) -> bool:
    """Tell whether an enemy unit next to a hex keeps whoever stands there from firing."""
    enemy = ctx.content.enemy[side]
    if adjacent_units(ctx, cell, enemy):
        return True
    return ctx.options.lone_leader_pins and bool(adjacent_lone_leaders(ctx, cell, enemy))


def fire_over(ctx: CcnCtx, one: Unit, troop: Troop) -> Seat | None:
    """Name the side a battery on a hill may fire over. CCN-16.3.5."""
    if troop.arm == "artillery" and ground_now(ctx).at[one.at].type.hill:
        return one.side
    return None


def may_fire(ctx: CcnCtx, unit: UnitId) -> bool:
    """Tell whether a unit may fire at all, wherever its targets are."""
    one = ctx.world.units[unit]
    troop = ctx.content.troops[one.troop]
    if not troop.range:
        cite("CCN-8.1.1")
        return False
    if no_fire(ctx, troop):
        return False
    return not is_engaged(ctx, one.side, one.at)


@rule("CCN-8.1.2", "CCN-8.1.3")
def fire_targets(ctx: CcnCtx, unit: UnitId) -> list[UnitId]:
    """List the enemies a unit that may fire can fire at."""
    world = ctx.world
    one = world.units[unit]
    troop = ctx.content.troops[one.troop]
    reach = range_of(troop, one.moved)
    over = fire_over(ctx, one, troop)
    found = []
    for target, enemy in world.units.items():
        if enemy.side == one.side:
            continue
        apart = BOARD.distance(one.at, enemy.at)
        if 2 <= apart <= reach and sees(ctx, one.at, enemy.at, over):
            found.append(target)
    if ctx.options.lone_leader_can_be_shot:
        return found + _lone_targets(ctx, one.side, one.at, reach, over)
    if ctx.world.leaders:
        cite("CCN-8.1.5")
    return found


@rule("CCN-21.7")
def _lone_targets(
    ctx: CcnCtx, side: Seat, at: CellId, reach: int, over: Seat | None
) -> list[UnitId]:
    """List the lone leaders that can be shot at, if that rule is used."""
    return [
        leader
        for leader, one in ctx.world.leaders.items()
        if one.side != side
        and is_lone(ctx, leader)
        and 2 <= BOARD.distance(at, one.at) <= reach
        and sees(ctx, at, one.at, over)
    ]


def fire_violations(ctx: CcnCtx, unit: UnitId, target: UnitId) -> list[Violation]:
    """List why a unit may not fire at a target. CCN-8.1."""
    one = ctx.world.units[unit]
    troop = ctx.content.troops[one.troop]
    name = unit_name(ctx, unit)
    found: list[Violation] = []
    if not troop.range:
        return [refuse("CCN-8.1.1", "ccn.no.cannot_fire", unit=name)]
    forbidden = no_fire(ctx, troop)
    if forbidden:
        found.append(refuse(forbidden, "ccn.no.card_forbids_fire"))
    enemy = ctx.world.units.get(target) or ctx.world.leaders.get(target)
    if enemy is None or enemy.side == one.side:
        return [*found, refuse("CCN-8.1.2", "ccn.no.enemy", unit=called(ctx, target))]
    goal = piece_name(ctx, target)
    if target not in ctx.world.units and not ctx.options.lone_leader_can_be_shot:
        found.append(refuse("CCN-8.1.5", "ccn.no.lone_leader_safe", leader=goal))
    elif target not in ctx.world.units and not is_lone(ctx, target):
        found.append(refuse("CCN-8.1.2", "ccn.no.attached_target", leader=goal))
    apart = BOARD.distance(one.at, enemy.at)
    if apart == 1:
        found.append(refuse("CCN-8.1.3", "ccn.no.adjacent_fire", unit=goal))
    if is_engaged(ctx, one.side, one.at):
        found.append(refuse("CCN-8.1.4", "ccn.no.engaged", unit=name))
    if apart > range_of(troop, one.moved):
        reach = range_of(troop, one.moved)
        found.append(refuse("CCN-8.1.2", "ccn.no.out_of_range", unit=goal, apart=apart, n=reach))
    elif not sees(ctx, one.at, enemy.at, fire_over(ctx, one, troop)):
        found.append(refuse("CCN-8.1.2", "ccn.no.not_seen", unit=goal))
    return found
