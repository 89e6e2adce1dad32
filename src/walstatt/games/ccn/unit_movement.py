"""How units move. CCN-6.1, CCN-6.2."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.ccn.board import BOARD, NEIGHBOURS
from walstatt.games.ccn.cards import (
    allowance,
    fighting_march,
    in_force,
    leads_by_presence,
)
from walstatt.games.ccn.changes import (
    put_unit,
)
from walstatt.games.ccn.content import Arm, Ground, Troop
from walstatt.games.ccn.events import Moved
from walstatt.games.ccn.terrain import entry_bars, is_closed, must_stop
from walstatt.games.ccn.world import (
    CcnCtx,
    Unit,
    called,
    ground_after,
    ground_now,
    label,
    section_of,
    told_place,
    told_unit,
    troop_of,
    unit_name,
)
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import CellId, RuleId, Seat, UnitId
from walstatt.kernel.trace import cite, rule


class Reach(Struct, frozen=True, gc=False):
    """Where a piece can go: the steps to each hex, and to those from which it could go on."""

    steps: dict[CellId, int]
    open: dict[CellId, int]


# -- units ----------------------------------------------------------------------------------------


def takes_leader(ctx: CcnCtx, one: Unit) -> bool:
    """Tell whether a leader goes along with the unit of his hex. CCN-5.19, CCN-6.3.12."""
    leader = ctx.world.leader_at.get(one.at)
    if leader is None:
        return False
    him = ctx.world.leaders[leader]
    if not him.ordered or leads_by_presence(ctx):
        return True
    cite("CCN-5.18", "CCN-6.3.12")
    return False


@rule("CCN-6.1.5", "CCN-1.1.7", "CCN-1.1.8")
def unit_reach(ctx: CcnCtx, unit: UnitId) -> Reach:
    """Find every hex a unit can move to, with the fewest steps."""
    world = ctx.world
    one = world.units[unit]
    troop = ctx.content.troops[one.troop]
    most = allowance(ctx, unit, troop)
    led = takes_leader(ctx, one)
    ground = ground_now(ctx)
    leader_at, unit_at, rough = world.leader_at, world.unit_at, ground.rough
    arm, side = troop.arm, one.side
    steps: dict[CellId, int] = {}
    opened = {one.at: 0}
    edge = [one.at]
    for step in range(1, most + 1):
        further: list[CellId] = []
        for here in edge:
            for to in NEIGHBOURS[here]:
                if to in opened:
                    continue
                if (to in unit_at or to in rough) and bars_way(ctx, ground, to, arm, side):
                    continue
                stops, passes = True, True
                if to in leader_at:
                    stops = meets_leader(ctx, side, to, led=led)
                    passes = passes_leader(ctx, side, to, led=led)
                if stops:
                    steps.setdefault(to, step)
                if passes and not (to in rough and must_stop(ground, to, here)):
                    opened[to] = step
                    further.append(to)
        edge = further
    return Reach(steps, opened)


def bars_way(ctx: CcnCtx, ground: Ground, cell: CellId, arm: Arm, side: Seat) -> bool:
    """Tell whether terrain or another unit keeps a unit out of a hex. CCN-6.1.6, CCN-6.1.7."""
    unit = ctx.world.unit_at.get(cell)
    if unit is not None:
        cite("CCN-6.1.6" if ctx.world.units[unit].side == side else "CCN-6.1.7")
        return True
    return cell in ground.rough and is_closed(ground, cell, arm)


def meets_leader(ctx: CcnCtx, side: Seat, cell: CellId, *, led: bool) -> bool:
    """Tell whether a unit may stop where a lone leader stands: with a friend, to be led by him."""
    world = ctx.world
    if world.leaders[world.leader_at[cell]].side != side:
        cite("CCN-6.1.7")
        return False
    cite("CCN-6.1.9" if led else "CCN-6.1.8")
    return not led


@rule("CCN-A6")
def passes_leader(ctx: CcnCtx, side: Seat, cell: CellId, *, led: bool) -> bool:
    """Tell whether a unit may move over a lone leader: never, but for a led one if so read."""
    world = ctx.world
    friend = world.leaders[world.leader_at[cell]].side == side
    return friend and led and ctx.options.led_units_pass_lone_leaders


def may_move(one: Unit) -> bool:
    """Tell whether a unit still has its move. CCN-6.1.2, CCN-6.3.8."""
    return one.ordered and not one.moved and not one.joined and not one.square


def unit_move_violations(ctx: CcnCtx, seat: Seat, unit: UnitId) -> list[Violation]:
    """List why a unit may not move at all."""
    one = ctx.world.units.get(unit)
    if one is None or one.side != seat:
        return [refuse("CCN-5.5", "ccn.no.own_unit", unit=called(ctx, unit))]
    name = unit_name(ctx, unit)
    found: list[Violation] = []
    if not one.ordered:
        found.append(refuse("CCN-5.5", "ccn.no.not_ordered", unit=name))
    if one.moved:
        found.append(refuse("CCN-6.1.2", "ccn.no.moved", unit=name))
    if one.joined:
        found.append(refuse("CCN-6.3.8", "ccn.no.joined", unit=name))
    if one.square:
        found.append(refuse("CCN-6.1.16", "ccn.no.in_square", unit=name))
    return found


def destination_violation(ctx: CcnCtx, unit: UnitId, to: CellId) -> Violation:
    """Say why a unit cannot move to a hex."""
    world = ctx.world
    one, troop = world.units[unit], troop_of(ctx, unit)
    if to == one.at:
        return staying_violation(ctx, unit)
    if not 0 <= to < len(NEIGHBOURS):
        return refuse("CCN-6.1.11", "ccn.no.off_board")
    there = world.unit_at.get(to)
    if there is not None:
        friend = world.units[there].side == one.side
        because = "CCN-6.1.6" if friend else "CCN-6.1.7"
        return refuse(because, "ccn.no.occupied", to=label(to))
    leader = world.leader_at.get(to)
    if leader is not None and world.leaders[leader].side != one.side:
        return refuse("CCN-6.1.7", "ccn.no.occupied", to=label(to))
    if leader is not None and takes_leader(ctx, one):
        return refuse("CCN-6.1.9", "ccn.no.two_leaders", to=label(to))
    if is_closed(ground_now(ctx), to, troop.arm):
        return refuse("CCN-6.1.15", "ccn.no.closed", to=label(to))
    most = allowance(ctx, unit, troop)
    return too_far(range_rule(ctx, troop), one.at, to, most)


def too_far(because: RuleId, at: CellId, to: CellId, most: int) -> Violation:
    """Say that a hex is too far away, or that there is no way to it."""
    apart = BOARD.distance(at, to)
    if apart <= most:
        return refuse(because, "ccn.no.no_way", to=label(to))
    return refuse(because, "ccn.no.too_far", to=label(to), apart=apart, n=most)


def staying_violation(ctx: CcnCtx, unit: UnitId) -> Violation:
    """Say why a unit stays: its card holds it, the way is barred, or it is there already."""
    troop = troop_of(ctx, unit)
    if not allowance(ctx, unit, troop):
        return refuse(range_rule(ctx, troop), "ccn.no.card_forbids_moves")
    if not unit_reach(ctx, unit).steps:
        return refuse("CCN-6.1.6", "ccn.no.hemmed_in")
    return refuse("CCN-6.1.3", "ccn.no.same_hex")


def range_rule(ctx: CcnCtx, troop: Troop) -> str:
    """Name the rule that fixes how far a unit moves."""
    card = in_force(ctx)
    special = {
        "bayonet_charge": "CCN-17.4.1.2",
        "bombard": "CCN-17.4.2.2",
        "force_march": "CCN-17.4.8.3",
        "grande_manoeuvre": "CCN-17.4.11.1",
        "fire_and_hold": "CCN-17.4.6.4",
        "cold_steel": "CCN-17.4.9.3",
    }
    if card in special:
        return special[card]
    if card == "cavalry_charge" and troop.heavy:
        return "CCN-17.4.3.3"
    return MOVE_RULES[troop.type]


MOVE_RULES = {
    **dict.fromkeys(("LN", "GR", "OG", "GG", "MI"), "CCN-6.2.1"),
    **dict.fromkeys(("LT", "YG", "RL"), "CCN-6.2.2"),
    "LC": "CCN-6.2.3",
    **dict.fromkeys(("HC", "CHC", "GHC"), "CCN-6.2.4"),
    **dict.fromkeys(("FA", "GFA"), "CCN-6.2.5"),
    "HA": "CCN-6.2.6",
}
"""The rule of each type's movement."""


@rule("CCN-6.1.4", "CCN-6.1.12", "CCN-6.1.13")
def move_unit(ctx: CcnCtx, unit: UnitId, to: CellId) -> None:
    """Move a unit by the shortest way, and note what that does to its combat."""
    steps = unit_reach(ctx, unit).steps[to]
    world = ctx.world
    one = world.units[unit]
    troop = ctx.content.troops[one.troop]
    along = takes_leader(ctx, one)
    if ctx.telling:
        name = told_unit(ctx, unit) if along else unit_name(ctx, unit)
        because = MOVE_RULES[troop.type]
        ctx.emit(Moved(name, told_place(ctx, to), seat=one.side, because=because))
    put_unit(ctx, unit, to, leader=along)
    if along:
        goes_along(ctx, world.leader_at[to])
    cite(MOVE_RULES[troop.type])
    cite_crossing(ctx, one.side, one.at, to)
    barred = is_barred(ctx, unit, steps, to, led=along)
    world.units[unit] = replace(world.units[unit], moved=steps, barred=barred)


@rule("CCN-9.2.2", "CCN-8.4.3", "CCN-8.4.6", "CCN-8.4.9", "CCN-9.2.11")
def is_barred(ctx: CcnCtx, unit: UnitId, steps: int, to: CellId, *, led: bool) -> bool:
    """Tell whether a unit may not fight any more this turn after such a move."""
    troop = troop_of(ctx, unit)
    if steps > fighting_march(ctx, unit, troop, led=led):
        return True
    because = entry_bars(ground_after(ctx, ctx.world.units[unit].side, to), to, troop)
    if because:
        cite(because)
        return True
    return False


@rule("CCN-5.13", "CCN-5.14", "CCN-5.19")
def goes_along(ctx: CcnCtx, leader: UnitId) -> None:
    """Note that a leader moved with his unit; one who was ordered by name has moved with that."""
    him = ctx.world.leaders[leader]
    if him.ordered:
        ctx.world.leaders[leader] = replace(him, moved=True)


def cite_crossing(ctx: CcnCtx, side: Seat, start: CellId, to: CellId) -> None:
    """Note when an ordered piece leaves the section it was ordered in."""
    if not {*section_of(ctx, side, start)} & {*section_of(ctx, side, to)}:
        cite("CCN-5.8", "CCN-6.1.10")
