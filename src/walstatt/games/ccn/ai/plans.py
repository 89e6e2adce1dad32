"""What ordered units would do: where each goes, and whom it attacks from there."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.ccn.ai.field import Field
from walstatt.games.ccn.ai.fights import Assault
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.leader_movement import leader_reach
from walstatt.games.ccn.movement import unit_exit
from walstatt.games.ccn.unit_movement import is_barred, takes_leader, unit_reach
from walstatt.games.ccn.world import adjacent_lone_leaders, adjacent_units, troop_of
from walstatt.kernel.ids import CellId, UnitId

CAVALRY_IS_NEAR = 4
"""How near enemy cavalry keeps infantry in square."""


class Plan(Struct, frozen=True, gc=False):
    """What a unit would do with an order, and what that gains against doing nothing."""

    unit: UnitId
    to: CellId
    gain: float
    assault: Assault | None = None
    leaves: bool = False
    """Whether it leaves the board for banners."""
    other: tuple[CellId, float] | None = None
    """The second best hex to go to, and what that gains."""


def plan_of(field: Field, unit: UnitId) -> Plan:
    """Find the best a unit could do with an order under the card in force, or look it up."""
    one, world = field.world.units[unit], field.world
    state = one.moved, one.joined, one.fought, one.barred, takes_leader(field.ctx, one)
    key = (unit, world.effect, world.plain, world.command, *state)
    known: Plan | None = field.notes.plans.get(key)
    if known is None:
        known = field.notes.plans[key] = _planned(field, unit)
    return known


def _planned(field: Field, unit: UnitId) -> Plan:
    world = field.world
    one = world.units[unit]
    idle = field.standing(unit)
    assault = field.best_assault(unit)
    best = Plan(unit, one.at, assault.worth if assault is not None else 0.0, assault)
    if one.square or one.joined or one.moved:
        return best
    away = leaving(field, unit)
    if away is not None:
        return away
    led = takes_leader(field.ctx, one)
    for to, steps in unit_reach(field.ctx, unit).steps.items():
        barred = is_barred(field.ctx, unit, steps, to, led=led)
        with field.placed(unit, to, steps, barred=barred):
            found = field.best_assault(unit)
            gain = field.standing(unit) - idle + (found.worth if found is not None else 0.0)
        if gain > best.gain:
            best = Plan(unit, to, gain, found, other=_went(best, one.at))
        elif best.other is None or gain > best.other[1]:
            best = replace(best, other=(to, gain))
    return best


def _went(plan: Plan, at: CellId) -> tuple[CellId, float] | None:
    """Give where a plan that is no longer the best would have gone."""
    return (plan.to, plan.gain) if plan.to != at else plan.other


def leaving(field: Field, unit: UnitId) -> Plan | None:
    """Weigh leaving the board, where that brings banners."""
    way = unit_exit(field.ctx, unit)
    if way is None:
        return None
    banners = field.ctx.content.exits[way, field.world.units[unit].side].banners
    worth = banners * (field.stakes[field.seat] + 1.0)
    return Plan(unit, way, worth, leaves=True) if banners else None


def plans(field: Field, card: str) -> list[Plan]:
    """Plan for every unit of a side under a card, the best first."""
    with field.under(card):
        found = [plan_of(field, unit) for unit in field.units(field.seat)]
    return sorted(found, key=lambda plan: -plan.gain)


# -- leaders --------------------------------------------------------------------------------------


def leader_stands(field: Field, leader: UnitId, cell: CellId) -> float:
    """Weigh where a leader stands: with a unit that fights, and never alone near the enemy."""
    world, weights = field.world, field.weights
    unit = world.unit_at.get(cell)
    if unit is None:
        near = adjacent_units(field.ctx, cell, field.enemy)
        return -weights.leader * (1 + len(near)) - 0.01 * _nearest_friend(field, cell)
    one = world.units[unit]
    worth = weights.command * one.blocks / 4
    return worth + 0.02 * max(0, 6 - field.to_enemy(unit))


def _nearest_friend(field: Field, cell: CellId) -> int:
    units = (field.world.units[unit].at for unit in field.units(field.seat))
    return min((BOARD.distance(cell, at) for at in units), default=0)


def leader_plan(field: Field, leader: UnitId) -> tuple[CellId, float]:
    """Find the best hex for a leader, and what going there gains."""
    at = field.world.leaders[leader].at
    here = leader_stands(field, leader, at)
    best, most = at, 0.0
    for to in leader_reach(field.ctx, leader).steps:
        gain = leader_stands(field, leader, to) - here
        if gain > most:
            best, most = to, gain
    return best, most


# -- squares --------------------------------------------------------------------------------------


def leaves_square(field: Field, unit: UnitId) -> float:
    """Weigh leaving square: good when no enemy cavalry is anywhere near."""
    at = field.world.units[unit].at
    horse = [foe for foe in field.units(field.enemy) if troop_of(field.ctx, foe).arm == "cavalry"]
    apart = min((BOARD.distance(at, field.world.units[foe].at) for foe in horse), default=99)
    return field.weights.square_card if apart > CAVALRY_IS_NEAR else -field.weights.square_card


def is_pinned(field: Field, unit: UnitId) -> bool:
    """Tell whether an enemy stands next to a unit."""
    at = field.world.units[unit].at
    near = adjacent_units(field.ctx, at, field.enemy)
    return bool(near or adjacent_lone_leaders(field.ctx, at, field.enemy))
