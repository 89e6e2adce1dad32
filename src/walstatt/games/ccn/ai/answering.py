"""The enemy's turn, and what follows a fight: reactions, flags, retreats, advances."""

from __future__ import annotations

from walstatt.games.ccn.ai.blows import Blow, Target, blow
from walstatt.games.ccn.ai.field import Field
from walstatt.games.ccn.attack import reading
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.leaders import is_enemy_hex
from walstatt.games.ccn.morale import missing_hexes, retreat_paths
from walstatt.kernel.ids import CellId, UnitId

STRIKE_CARD = 0.45
"""What First Strike must gain to be worth the card."""
STRUCK = 0.35
"""How much of the first blow is a gain, since whoever strikes first does not battle back."""


def suffers(field: Field, attacker: UnitId, unit: UnitId) -> tuple[Blow, float]:
    """Reckon a melee that a unit stands: the blow it takes, and what the whole costs it."""
    roll = field.strike(attacker, unit, "melee")
    back = field.answer_to(unit, attacker, roll)
    return roll, field.effect(roll, unit) - roll.stands * field.effect(back, attacker)


def first_strike(field: Field, unit: UnitId, attacker: UnitId) -> tuple[Blow, float]:
    """Weigh striking first: what it does, and the attacks it stops; the card is lost."""
    roll = field.strike(unit, attacker, "back")
    _, cost = suffers(field, attacker, unit)
    stopped = roll.gone + roll.driven
    gain = field.effect(roll, attacker) * STRUCK + stopped * max(0.0, cost)
    return roll, gain - STRIKE_CARD


def retiring(field: Field, unit: UnitId, attacker: UnitId) -> tuple[Blow, float]:
    """Weigh retiring: only the unit's own symbol hits it, but ground is lost."""
    read = reading(field.ctx, attacker, unit, "melee", retiring=True)
    dice = field.dice(attacker, unit, melee=True)
    roll = blow(Target(read, 0, 0, rooted=False), dice, field.weights.ladder)
    return roll, field.effect(roll, unit) + field.weights.ground


def squaring(field: Field, unit: UnitId, attacker: UnitId) -> float:
    """Weigh forming square: a die against the cavalry, one against the unit, and a card."""
    with field.changed(unit, square=1):
        first = field.strike(unit, attacker, "back")
        cost = field.effect(field.strike(attacker, unit, "melee"), unit)
        repelled = first.gone + first.driven
        return (1 - repelled) * cost - field.effect(first, attacker) + field.weights.square_card


def retreated(field: Field, unit: UnitId, path: tuple[CellId, ...], hexes: int) -> float:
    """Weigh where a retreat ends, and the blocks it costs if it is too short."""
    one = field.world.units[unit]
    missing = missing_hexes(field.ctx, unit, hexes, path)
    ladder = field.weights.ladder
    left = max(0, one.blocks - missing)
    cost = ladder[min(one.blocks, len(ladder) - 1)] - ladder[min(left, len(ladder) - 1)]
    if not left:
        return -cost - field.stakes[field.ctx.content.enemy[one.side]]
    if not path:
        return field.standing(unit) - cost
    with field.placed(unit, path[-1]):
        return field.standing(unit) - cost


def going_back(field: Field, unit: UnitId, hexes: int) -> float:
    """Weigh going back so many hexes along the best way."""
    if not hexes:
        return field.standing(unit)
    if field.world.units[unit].square:
        return retreated(field, unit, (), hexes)
    return max(
        retreated(field, unit, path, hexes) for path in retreat_paths(field.ctx, unit, hexes)
    )


def advanced(field: Field, unit: UnitId, to: CellId) -> float:
    """Weigh moving into ground that was won."""
    with field.placed(unit, to):
        return field.standing(unit)


def bonus_melee(field: Field, unit: UnitId, to: CellId) -> float:
    """Weigh the bonus melee that cavalry would have at the end of its breakthrough."""
    with field.placed(unit, to), field.changed(unit, at=to, fought=False):
        best = field.best_assault(unit)
    return best.worth if best is not None else 0.0


def leader_step(field: Field, cell: CellId) -> float:
    """Weigh a hex on the way of a leader who goes back: a friend there, and enemies far."""
    world = field.world
    if is_enemy_hex(field.ctx, field.seat, cell):
        return -2.0
    unit = world.unit_at.get(cell)
    if unit is not None and world.units[unit].side == field.seat:
        return 1.0
    foes = (world.units[foe].at for foe in field.units(field.enemy))
    apart = min((BOARD.distance(cell, at) for at in foes), default=9)
    return 0.1 * min(apart, 5)
