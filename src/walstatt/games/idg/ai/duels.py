"""Fights: what two units would do to each other, and what all who are in contact will do."""

from __future__ import annotations

from collections.abc import Collection
from threading import local
from typing import Final

from msgspec import Struct

from walstatt.games.idg.ai.bodies import Body
from walstatt.games.idg.ai.clashes import Exchange, fought_on
from walstatt.games.idg.ai.weights import Weights
from walstatt.games.idg.ai.worth import NO_TOLL, Toll, harm, stock_of
from walstatt.games.idg.melee_after import captor_of
from walstatt.games.idg.melee_dice import MeleeDice, query_of
from walstatt.games.idg.melee_odds import bouts
from walstatt.games.idg.registers import stamp_of
from walstatt.games.idg.support import MATRIX, Bout, profits
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.world import (
    IdgCtx,
    enemy_of,
    fielded,
    foes_in_melee,
    is_baggage,
    on_table,
    troop_of,
)
from walstatt.kernel.ids import Seat, UnitId


class Outlook(Struct, frozen=True, gc=False):
    """What comes of fights, seen by one side: what it gains, and what units suffer."""

    gain: float = 0.0
    tolls: dict[UnitId, Toll] = {}
    """Of the first turn."""
    pairs: dict[UnitId, int] = {}
    """How many elements of each unit fight."""


# -- two units ------------------------------------------------------------------------------------


def duel(ctx: IdgCtx, attacker: Body, target: Body, weights: Weights) -> float:
    """Estimate what an attacker gains by moving into contact with a unit's front."""
    if target.role in ("train", "guns"):
        return target.worth
    if attacker.role in ("train", "guns"):
        return -attacker.worth
    width = min(attacker.files, target.files)
    both = encounter(ctx, attacker, target, weights.later, width).times(width)
    return harm(target.stock, both.foe, weights) - harm(attacker.stock, both.own, weights)


def encounter(ctx: IdgCtx, attacker: Body, target: Body, later: float, pairs: int = 1) -> Exchange:
    """Weigh the fight of one element of each, where so many pairs fight."""
    own = _query(ctx, attacker, target)
    foe = _query(ctx, target, attacker)
    return fought_on(
        ctx,
        _charging(own, target),
        _charged(foe, target),
        later,
        pairs,
    )


def _query(ctx: IdgCtx, own: Body, foe: Body) -> MeleeDice:
    backed = own.ranks > 1 and backs(own.profile, foe.profile)
    pikes = backed and "pikemen" in own.profile.subtypes
    general = ctx.world.generals.get(own.side)
    return MeleeDice(
        own.profile,
        foe.profile,
        wild=own.profile.wild,
        behind=int(backed),
        pikes=int(pikes),
        general=own.inspired,
        exceptional=own.inspired and general is not None and general.exceptional,
        disorder=own.stock.disorder,
        works=foe.walled,
    )


def backs(profile: Profile, foe: Profile) -> bool:
    """Does the second rank of such troops help against an enemy?"""
    return any(allows(profile, profile) for allows in MATRIX) and profits(profile, profile, foe)


def _charging(query: MeleeDice, target: Body) -> MeleeDice:
    return _replaced(query, moved=True, entered=True, foe_moved=target.moved)


def _charged(query: MeleeDice, target: Body) -> MeleeDice:
    return _replaced(query, moved=target.moved, entered=False, foe_moved=True)


def _replaced(query: MeleeDice, *, moved: bool, entered: bool, foe_moved: bool) -> MeleeDice:
    return MeleeDice(
        query.own,
        query.foe,
        wild=query.wild,
        moved=moved,
        entered=entered,
        foe_moved=foe_moved,
        new=True,
        behind=query.behind,
        pikes=2 if query.pikes and entered else query.pikes,
        general=query.general,
        exceptional=query.exceptional,
        disorder=query.disorder,
        works=query.works,
    )


# -- all who are in contact -----------------------------------------------------------------------


class _Last(local):
    """The fights that were looked at last, and when; for each thread its own."""

    bouts: tuple[Bout, ...] = ()
    at: tuple[object, ...] = ()


_LAST: Final = _Last()


def _bouts(ctx: IdgCtx) -> tuple[Bout, ...]:
    """List the fights, once as long as nothing has changed."""
    world = ctx.world
    now = world, stamp_of(world.elements), stamp_of(world.units), tuple(world.melees)
    was = _LAST.at
    if not was or was[0] is not world or was[1:] != now[1:]:
        _LAST.bouts, _LAST.at = bouts(ctx), now
    return _LAST.bouts


def outlook(
    ctx: IdgCtx, side: Seat, weights: Weights, among: Collection[UnitId] | None = None
) -> Outlook:
    """Weigh the fights there are, or those in which some units take part, for two turns."""
    if not ctx.world.melees:
        return Outlook()
    first: dict[UnitId, Toll] = {}
    whole: dict[UnitId, Toll] = {}
    pairs: dict[UnitId, int] = {}
    fights = list[tuple[Bout, list[UnitId]]]()
    for bout in _bouts(ctx):
        units = [ctx.world.elements[one].unit for one in bout.elements]
        if among is not None and not any(unit in among for unit in units):
            continue
        fights.append((bout, units))
        for unit in units:
            pairs[unit] = pairs.get(unit, 0) + 1
    for bout, units in fights:
        many = round(sum(pairs[unit] for unit in units) / len(units))
        _add(ctx, bout, weights, units, many, first, whole)
    gain = 0.0
    for unit, toll in whole.items():
        lost = harm(stock_of(ctx, unit, weights), toll, weights)
        gain += -lost if ctx.world.units[unit].side == side else lost
    return Outlook(gain + _broken_up(ctx, side, weights, among), first, pairs)


def _add(
    ctx: IdgCtx,
    bout: Bout,
    weights: Weights,
    units: list[UnitId],
    pairs: int,
    first: dict[UnitId, Toll],
    whole: dict[UnitId, Toll],
) -> None:
    """Add what both of a pair suffer to their units."""
    one, other = query_of(ctx, bout.one), query_of(ctx, bout.other)
    for later, tolls in ((0.0, first), (weights.later, whole)):
        result = fought_on(ctx, one, other, later, pairs)
        for unit, toll in zip(units, result, strict=True):
            tolls[unit] = tolls.get(unit, NO_TOLL).plus(toll)


def _broken_up(
    ctx: IdgCtx, side: Seat, weights: Weights, among: Collection[UnitId] | None
) -> float:
    """Count the artillery that enemies are in contact with."""
    gain = 0.0
    for unit in on_table(ctx):
        foes = foes_in_melee(ctx, unit) if troop_of(ctx, unit) == "artillery" else []
        if foes and (among is None or unit in among or any(foe in among for foe in foes)):
            worth = prize(ctx, unit, weights)
            gain += -worth if ctx.world.units[unit].side == side else worth
    return gain


def plundered(ctx: IdgCtx, unit: UnitId) -> UnitId | None:
    """Name the baggage that a unit takes where it stands, if it does."""
    for train in on_table(ctx, enemy_of(ctx.world.units[unit].side)):
        if is_baggage(ctx, train):
            captor = captor_of(ctx, train)
            if captor is not None and ctx.world.elements[captor].unit == unit:
                return train
    return None


def prize(ctx: IdgCtx, unit: UnitId, weights: Weights) -> float:
    """Tell what it is worth to take a unit that cannot fight."""
    if not is_baggage(ctx, unit):
        return stock_of(ctx, unit, weights).points
    owner = ctx.world.units[unit].side
    if ctx.world.scenario == "raid" and owner != ctx.world.attacker:
        return weights.prize
    return weights.train * fielded(ctx, owner).points
