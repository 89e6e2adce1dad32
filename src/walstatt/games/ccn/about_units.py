"""What can be told about a unit or a leader: what it is, can do and has done. CCN-6 to CCN-15."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from walstatt.games.ccn.about_dice import dice_told
from walstatt.games.ccn.about_ground import shelter_facts
from walstatt.games.ccn.board import BOARD, NEIGHBOURS
from walstatt.games.ccn.cards import allowance, fighting_march, leader_allowance
from walstatt.games.ccn.combat import barred_by
from walstatt.games.ccn.content import Troop
from walstatt.games.ccn.facts import fact
from walstatt.games.ccn.leader_movement import leader_reach
from walstatt.games.ccn.morale import IGNORABLE, retreat_paths, steadiness
from walstatt.games.ccn.pointing import at_cell, sightline
from walstatt.games.ccn.ranged import fire_over, is_engaged, range_of
from walstatt.games.ccn.sight import obstacle, sees
from walstatt.games.ccn.unit_movement import MOVE_RULES, range_rule, takes_leader, unit_reach
from walstatt.games.ccn.world import (
    CcnCtx,
    Unit,
    card_name,
    leader_name,
    leader_of,
    troop_of,
    unit_name,
    unit_of,
)
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import RuleId, UnitId
from walstatt.kernel.prompts import Sightline, Target
from walstatt.scene.about import About, Fact

# -- units ----------------------------------------------------------------------------------------


def about_unit(ctx: CcnCtx, unit: UnitId) -> About:
    """Tell what a unit is, how it moves and fights, what shelters it and what it has done."""
    facts = (
        *_kind(ctx, unit),
        *_movement(ctx, unit),
        *dice_told(ctx, unit),
        *_abilities(troop_of(ctx, unit)),
        *_steadiness(ctx, unit),
        *_place(ctx, unit),
        *_status(ctx, unit),
    )
    reach, field = _reach(ctx, unit), _field_of_fire(ctx, unit)
    return About(unit_name(ctx, unit), facts, reach, field, tuple(_sights(ctx, unit)))


def _kind(ctx: CcnCtx, unit: UnitId) -> Iterator[Fact]:
    one, troop = ctx.world.units[unit], troop_of(ctx, unit)
    yield fact("strength", "CCN-19.1", n=one.blocks, most=troop.blocks)
    yield fact(f"hit_by.{troop.arm}", "CCN-1.4.2")
    leader = leader_of(ctx, unit)
    if leader is not None:
        yield fact("led", "CCN-5.14", leader=ctx.world.leaders[leader].name)


def _movement(ctx: CcnCtx, unit: UnitId) -> Iterator[Fact]:
    """Tell how far it moves, in the normal way and under the card that ordered it."""
    one, troop = ctx.world.units[unit], troop_of(ctx, unit)
    yield moves_told(troop.march, troop.most, MOVE_RULES[troop.type])
    if troop.horse and one.blocks == 1:
        yield fact("last_gun", "CCN-6.2.7")
    if not one.ordered or not ctx.world.effect:
        return
    most = allowance(ctx, unit, troop)
    march = fighting_march(ctx, unit, troop, led=takes_leader(ctx, one))
    if (march, most) != (troop.march, troop.most):
        words = moves_told(min(march, most), most, range_rule(ctx, troop))
        name = card_name(ctx.world.effect)
        yield Fact(say("ccn.about.by_card", card=name, what=words.text), words.rule)


def moves_told(march: int, most: int, because: RuleId) -> Fact:
    """Tell how far a unit moves, and how far if it wants to fight."""
    if not most:
        return fact("move.none", because)
    if march >= most:
        return fact("move.all", because, n=most)
    if march < 0:
        return fact("move.no_fight", because, n=most)
    return fact("move.some" if march else "move.stand", because, march=march, n=most)


def _abilities(troop: Troop) -> Iterator[Fact]:
    """List what its type and arm may do that others may not."""
    if troop.light:
        yield fact("light", "CCN-16.2.2")
    if troop.guard:
        yield fact("guard", "CCN-19.8")
    if troop.no_sabers:
        yield fact("no_sabers", "CCN-9.3.3")
    if troop.retreat > 1:
        yield fact("flees", "CCN-11.1.3", n=troop.retreat)
    match troop.arm:
        case "infantry":
            yield fact("forms_square", "CCN-14.1.1")
            yield fact("takes_ground", "CCN-12.1.1")
        case "cavalry":
            yield fact("retires", "CCN-13.1")
            yield fact("breaks_through", "CCN-12.2.1")
        case "artillery":
            yield fact("joins_melee", "CCN-15.1")


def _steadiness(ctx: CcnCtx, unit: UnitId) -> Iterator[Fact]:
    """List why it may ignore flags now, line by line, and whether it has a way back."""
    for line in ctx.reckon(IGNORABLE, steadiness(ctx, unit)).lines:
        if line.op == "add":
            yield fact("ignores", line.rule, n=line.value, why=line.message)
    if not ctx.world.units[unit].square and retreat_paths(ctx, unit, 1) == [()]:
        yield fact("no_way_back", "CCN-11.1.10")


def _place(ctx: CcnCtx, unit: UnitId) -> Iterator[Fact]:
    """Tell what its hex does for it, and whether an enemy next to it keeps it from firing."""
    one, troop = ctx.world.units[unit], troop_of(ctx, unit)
    yield from shelter_facts(ctx, one.at, troop.arm)
    if fire_over(ctx, one, troop):
        yield fact("fires_over", "CCN-16.3.5")
    if troop.range and is_engaged(ctx, one.side, one.at):
        yield fact("engaged", "CCN-8.1.4")


def _status(ctx: CcnCtx, unit: UnitId) -> Iterator[Fact]:
    """Tell what it has done this turn, and what it may not do any more."""
    one = ctx.world.units[unit]
    if one.square:
        yield fact("in_square", "CCN-14.3.1", n=one.square)
        yield fact("square_stays", "CCN-14.4.3")
    if one.ordered:
        yield fact("ordered", "CCN-5.5")
    if one.moved:
        yield fact("moved", "CCN-6.1.2", n=one.moved)
    if one.joined:
        yield fact("joined", "CCN-6.3.8")
    if one.fought:
        yield fact("fought", "CCN-7.7")
    elif one.barred:
        yield fact("barred", barred_by(ctx, one))


# -- reach and range ------------------------------------------------------------------------------


def fresh(ctx: CcnCtx, unit: UnitId) -> CcnCtx:
    """Imagine that a unit were ordered now and had done nothing yet.

    The card in play counts only for units that it has really ordered.
    """
    then = ctx.clone(None)
    one = then.world.units[unit]
    if not one.ordered:
        then.world.effect = ""
    then.world.units[unit] = Unit(one.side, one.troop, one.blocks, one.at, one.square, ordered=True)
    return then


def _reach(ctx: CcnCtx, unit: UnitId) -> tuple[Target, ...]:
    if ctx.world.units[unit].square:
        return ()
    return tuple(map(at_cell, unit_reach(fresh(ctx, unit), unit).steps))


def _field_of_fire(ctx: CcnCtx, unit: UnitId) -> tuple[Target, ...]:
    """List the hexes in which it could hit somebody from where it stands, far and near."""
    one, troop = ctx.world.units[unit], troop_of(ctx, unit)
    near = NEIGHBOURS[one.at]
    if not troop.range or is_engaged(ctx, one.side, one.at):
        return tuple(map(at_cell, near))
    reach, over = range_of(troop, one.moved), fire_over(ctx, one, troop)
    far = [
        cell
        for cell in BOARD.cells
        if 2 <= BOARD.distance(one.at, cell) <= reach and sees(ctx, one.at, cell, over)
    ]
    return tuple(map(at_cell, (*near, *far)))


def _sights(ctx: CcnCtx, unit: UnitId) -> Iterator[Sightline]:
    """Draw the lines of sight to the enemies within range, open and blocked ones."""
    one, troop = ctx.world.units[unit], troop_of(ctx, unit)
    reach, over = range_of(troop, one.moved), fire_over(ctx, one, troop)
    for other in ctx.world.units.values():
        if other.side != one.side and 2 <= BOARD.distance(one.at, other.at) <= reach:
            yield sightline(one.at, other.at, obstacle(ctx, one.at, other.at, over))


# -- leaders --------------------------------------------------------------------------------------


def about_leader(ctx: CcnCtx, leader: UnitId) -> About:
    """Tell with whom a leader is, what he does for them, how he moves and what he is worth."""
    unit = unit_of(ctx, leader)
    company = _attached(ctx, unit) if unit is not None else _alone()
    facts = (*company, fact("leader_falls", "CCN-3.3"), *_leader_moves(ctx, leader, unit))
    return About(leader_name(ctx, leader), facts, _leader_reach(ctx, leader, unit))


def _attached(ctx: CcnCtx, unit: UnitId) -> Iterator[Fact]:
    yield fact("with_unit", "CCN-5.14", unit=unit_name(ctx, unit))
    yield fact("leader_steadies", "CCN-11.2.3")
    yield fact("leader_check", "CCN-10.1")


def _alone() -> Iterator[Fact]:
    yield fact("alone", "CCN-7.9")
    yield fact("alone_supports", "CCN-11.2.5")
    yield fact("alone_attacked", "CCN-9.5.2")


def _leader_moves(ctx: CcnCtx, leader: UnitId, unit: UnitId | None) -> Iterator[Fact]:
    one = ctx.world.leaders[leader]
    yield fact("leader_move", "CCN-6.3.2", n=leader_allowance(ctx))
    if unit is not None:
        square = ctx.world.units[unit].square
        yield fact("stays_in_square", "CCN-5.21") if square else fact("detaches", "CCN-5.15")
    if one.ordered:
        yield fact("ordered", "CCN-5.5")
    if one.moved:
        yield fact("leader_moved", "CCN-6.3.1")


def _leader_reach(ctx: CcnCtx, leader: UnitId, unit: UnitId | None) -> tuple[Target, ...]:
    if unit is not None and ctx.world.units[unit].square:
        return ()
    then = ctx.clone(None)
    one = then.world.leaders[leader]
    if not one.ordered:
        then.world.effect = ""
    then.world.leaders[leader] = replace(one, ordered=True, moved=False)
    return tuple(map(at_cell, leader_reach(then, leader).steps))
