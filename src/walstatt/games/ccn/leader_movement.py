"""How leaders move. CCN-6.3."""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.games.ccn.board import NEIGHBOURS
from walstatt.games.ccn.cards import (
    in_force,
    leader_allowance,
    leads_by_presence,
)
from walstatt.games.ccn.changes import (
    put_leader,
)
from walstatt.games.ccn.events import Joined, Moved
from walstatt.games.ccn.terrain import is_closed, must_stop
from walstatt.games.ccn.unit_movement import Reach, cite_crossing, too_far
from walstatt.games.ccn.world import (
    CcnCtx,
    called,
    ground_now,
    label,
    leader_name,
    told_place,
    unit_name,
    unit_of,
)
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.kernel.trace import cite, rule


def leader_may_move(ctx: CcnCtx, leader: UnitId) -> bool:
    """Tell whether a leader still has his move. CCN-6.3.1."""
    one = ctx.world.leaders[leader]
    if not one.ordered or one.moved:
        return False
    unit = unit_of(ctx, leader)
    return unit is None or not ctx.world.units[unit].square


@rule("CCN-6.3.2", "CCN-6.3.3", "CCN-6.3.7")
def leader_reach(ctx: CcnCtx, leader: UnitId) -> Reach:
    """Find every hex an ordered leader can move to."""
    world = ctx.world
    one = world.leaders[leader]
    ground = ground_now(ctx)
    unit_at, leader_at = world.unit_at, world.leader_at
    steps: dict[CellId, int] = {}
    opened = {one.at: 0}
    edge = [one.at]
    for step in range(1, leader_allowance(ctx) + 1):
        further: list[CellId] = []
        for here in edge:
            for to in NEIGHBOURS[here]:
                rough = to in ground.rough
                if to in opened or (rough and is_closed(ground, to, "leader")):
                    continue
                if (to in unit_at or to in leader_at) and is_hostile(ctx, one.side, to):
                    continue
                if to in leader_at:
                    cite("CCN-6.3.4")
                else:
                    steps.setdefault(to, step)
                if not (rough and must_stop(ground, to, here)):
                    opened[to] = step
                    further.append(to)
        edge = further
    return Reach(steps, opened)


@rule("CCN-6.3.6")
def is_hostile(ctx: CcnCtx, side: Seat, cell: CellId) -> bool:
    """Tell whether an enemy unit or leader holds a hex."""
    world = ctx.world
    unit, leader = world.unit_at.get(cell), world.leader_at.get(cell)
    if unit is not None and world.units[unit].side != side:
        return True
    return leader is not None and world.leaders[leader].side != side


def leader_move_violations(ctx: CcnCtx, seat: Seat, leader: UnitId) -> list[Violation]:
    """List why a leader may not move at all."""
    one = ctx.world.leaders.get(leader)
    if one is None or one.side != seat:
        return [refuse("CCN-5.5", "ccn.no.own_leader", leader=called(ctx, leader))]
    name = leader_name(ctx, leader)
    found: list[Violation] = []
    if not one.ordered:
        found.append(refuse("CCN-5.5", "ccn.no.not_ordered", unit=name))
    if one.moved:
        found.append(refuse("CCN-6.3.1", "ccn.no.moved", unit=name))
    unit = unit_of(ctx, leader)
    if unit is not None and ctx.world.units[unit].square:
        cite("CCN-14.5.9")
        found.append(refuse("CCN-5.21", "ccn.no.leader_in_square", leader=name))
    return found


def leader_destination_violation(ctx: CcnCtx, leader: UnitId, to: CellId) -> Violation:
    """Say why a leader cannot move to a hex."""
    one = ctx.world.leaders[leader]
    if not 0 <= to < len(NEIGHBOURS):
        return refuse("CCN-6.1.11", "ccn.no.off_board")
    if is_hostile(ctx, one.side, to):
        return refuse("CCN-6.3.6", "ccn.no.occupied", to=label(to))
    if to == one.at:
        hemmed = not leader_reach(ctx, leader).steps
        return refuse("CCN-6.1.3", "ccn.no.hemmed_in" if hemmed else "ccn.no.same_hex")
    if to in ctx.world.leader_at:
        return refuse("CCN-6.3.4", "ccn.no.two_leaders", to=label(to))
    if is_closed(ground_now(ctx), to, "leader"):
        return refuse("CCN-6.1.15", "ccn.no.closed", to=label(to))
    long = in_force(ctx) == "grande_manoeuvre"
    because = "CCN-17.4.11.1" if long else "CCN-6.3.2"
    return too_far(because, one.at, to, leader_allowance(ctx))


@rule("CCN-6.3.10", "CCN-5.20")
def move_leader(ctx: CcnCtx, leader: UnitId, to: CellId) -> None:
    """Move a leader; the unit he joins may not move any more this turn."""
    world = ctx.world
    left = unit_of(ctx, leader)
    if left is not None:
        cite("CCN-6.3.13" if world.units[left].moved else "CCN-5.17")
        if leads_by_presence(ctx):
            cite("CCN-17.4.10.4")
            world.units[left] = replace(world.units[left], ordered=False)
    if ctx.telling:
        names, side = (leader_name(ctx, leader), told_place(ctx, to)), world.leaders[leader].side
        ctx.emit(Moved(*names, seat=side, because="CCN-6.3.2"))
    cite_crossing(ctx, world.leaders[leader].side, world.leaders[leader].at, to)
    put_leader(ctx, leader, to)
    world.leaders[leader] = replace(world.leaders[leader], moved=True)
    joined = world.unit_at.get(to)
    if joined is None:
        return
    cite("CCN-6.3.5", "CCN-6.3.8", "CCN-6.3.9")
    if leads_by_presence(ctx):
        cite("CCN-17.4.10.5")
    world.units[joined] = replace(world.units[joined], joined=True)
    if ctx.telling:
        him = world.leaders[leader]
        ctx.emit(Joined(him.name, unit_name(ctx, joined), seat=him.side))
