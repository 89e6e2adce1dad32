"""With how many dice a unit fights on open ground, as strong as it is now. CCN-8.4, CCN-9.2."""

from __future__ import annotations

from collections.abc import Iterator

from walstatt.games.ccn.content import Troop, terrains
from walstatt.games.ccn.dice import FIRE, MELEE, AttackDice, Target, rounds_up
from walstatt.games.ccn.facts import fact
from walstatt.games.ccn.ranged import range_of
from walstatt.games.ccn.world import CcnCtx, troop_of
from walstatt.kernel.ids import RuleId, UnitId
from walstatt.scene.about import Fact

RANGE_RULES = {"RL": "CCN-8.2.3", "FA": "CCN-8.2.4", "GFA": "CCN-8.2.4", "HA": "CCN-8.2.5"}
"""The rule of each type's range; other infantry has that of CCN-8.2.2."""


def dice_told(ctx: CcnCtx, unit: UnitId) -> Iterator[Fact]:
    """Tell range and dice, standing, after moving and in melee."""
    troop = troop_of(ctx, unit)
    if troop.range:
        rule = RANGE_RULES.get(troop.type, "CCN-8.2.2")
        yield fact("range", rule, n=range_of(troop, ctx.world.units[unit].moved))
    else:
        yield fact("no_range", "CCN-8.1.1")
    if troop.arm == "infantry":
        yield from _musketry(ctx, unit, troop)
    if troop.arm == "artillery":
        yield _gunnery(ctx, unit, troop)
    yield _melee(ctx, unit, troop)


def _musketry(ctx: CcnCtx, unit: UnitId, troop: Troop) -> Iterator[Fact]:
    standing, moved = (_fire(ctx, unit, 2, hexes) for hexes in (0, 1))
    yield fact("fire_standing", "CCN-8.4.1", n=standing)
    if troop.march and not ctx.world.units[unit].square:
        yield fact("fire_moved", "CCN-8.4.2", n=moved)


def _gunnery(ctx: CcnCtx, unit: UnitId, troop: Troop) -> Fact:
    """List the dice of a battery by distance."""
    distances = range(2, range_of(troop, ctx.world.units[unit].moved) + 1)
    dice = [_fire(ctx, unit, distance, 0) for distance in distances]
    shown = (" / ".join(map(str, numbers)) for numbers in (distances, dice))
    hexes, numbers = shown
    return fact("fire_guns", "CCN-8.4.7", hexes=hexes, dice=numbers)


def _melee(ctx: CcnCtx, unit: UnitId, troop: Troop) -> Fact:
    """Give the dice in melee; those against infantry too where they differ."""
    usual = _dice(ctx, unit, "cavalry")
    at_infantry = _dice(ctx, unit, "infantry")
    rule = melee_rule(ctx, unit, troop)
    if usual == at_infantry:
        return fact("melee", rule, n=usual)
    return fact("melee_infantry", rule, n=usual, more=at_infantry)


def melee_rule(ctx: CcnCtx, unit: UnitId, troop: Troop) -> RuleId:
    """Name the rule of a unit's dice in melee: the one of its first line."""
    query = query_on_open_ground(ctx, unit, "cavalry", distance=1, moved=0)
    lines = ctx.reckon(MELEE, query).lines
    return lines[0].rule if lines else f"CCN-9.2.{1 if troop.arm == 'infantry' else 6}"


def _fire(ctx: CcnCtx, unit: UnitId, distance: int, moved: int) -> int:
    query = query_on_open_ground(ctx, unit, "infantry", distance=distance, moved=moved)
    return ctx.reckon(FIRE, query).total


def _dice(ctx: CcnCtx, unit: UnitId, target: Target) -> int:
    query = query_on_open_ground(ctx, unit, target, distance=1, moved=0)
    return ctx.reckon(MELEE, query).total


def query_on_open_ground(
    ctx: CcnCtx, unit: UnitId, target: Target, *, distance: int, moved: int
) -> AttackDice:
    """Ask for the dice of a unit as it is, without card and terrain."""
    one, clear = ctx.world.units[unit], terrains()["clear"]
    troop = ctx.content.troops[one.troop]
    return AttackDice(
        troop=troop,
        blocks=one.blocks,
        moved=moved,
        distance=distance,
        in_square=one.square > 0,
        target=target,
        target_square=False,
        card=0,
        card_rule="",
        ground=clear,
        target_ground=clear,
        works_into=False,
        works_out=False,
        round_up=rounds_up(ctx.options, troop),
    )
