"""A copy of a battlefield to try things out on, and what one roll would do there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from msgspec.structs import replace

from walstatt.games.ccn.ai.blows import Blow, Target, blow
from walstatt.games.ccn.ai.weights import Weights
from walstatt.games.ccn.attack import Manner, reading
from walstatt.games.ccn.dice import FIRE, MELEE, AttackDice, query_of
from walstatt.games.ccn.morale import IGNORABLE, Steadiness, steadiness, steps_back
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.terrain import crosses_works
from walstatt.games.ccn.unit_movement import takes_leader
from walstatt.games.ccn.world import CcnCtx, Unit, ground_now, troop_of
from walstatt.kernel.ids import CellId, Seat, UnitId

Totals: TypeAlias = dict[tuple[bool, AttackDice], int]

_TOTALS: dict[CcnOptions, Totals] = {}
"""Dice reckoned so far, by the readings of the rules; a pure function, so it may be kept."""
MOST_TOTALS = 50_000
_STEADY: dict[CcnOptions, dict[Steadiness, int]] = {}
"""Flags that can be ignored, by the readings of the rules: a few dozen cases."""


class Trial:
    """A battlefield to try things out on: a copy on which one unit at a time is put elsewhere."""

    def __init__(self, ctx: CcnCtx, seat: Seat, weights: Weights) -> None:
        self.ctx: CcnCtx = ctx.clone(None)
        self.world = self.ctx.world
        self.seat = seat
        self.enemy = ctx.content.enemy[seat]
        self.weights = weights
        self.stakes = {side: self._stake(side) for side in ctx.content.seats}
        self._totals = _totals(ctx.options)
        self._steadies = _STEADY.setdefault(ctx.options, {})
        self._poise: dict[tuple[UnitId, CellId, bool], tuple[int, bool]] = {}

    def _stake(self, side: Seat) -> float:
        """Tell what a banner is worth to a side: the more, the fewer are missing."""
        missing = self.ctx.content.sides[side].banners - self.world.banners[side]
        stakes = self.weights.stakes
        return self.weights.banner * (stakes[missing] if 0 <= missing < len(stakes) else 1.0)

    def units(self, side: Seat) -> list[UnitId]:
        """List the units of a side."""
        return [unit for unit, one in self.world.units.items() if one.side == side]

    # -- trying things out ------------------------------------------------------------------------

    @contextmanager
    def placed(
        self, unit: UnitId, cell: CellId, moved: int = 0, *, barred: bool = False
    ) -> Iterator[None]:
        """Let a unit stand elsewhere for a while, with its leader."""
        world = self.world
        before = world.units[unit]
        leader = world.leader_at.get(before.at)
        along = leader is not None and cell != before.at and takes_leader(self.ctx, before)
        self._put(unit, replace(before, at=cell, moved=moved, barred=barred))
        if along and leader is not None:
            self._lead(leader, before.at, cell)
        try:
            yield
        finally:
            self._put(unit, before)
            if along and leader is not None:
                self._lead(leader, cell, before.at)

    def _put(self, unit: UnitId, one: Unit) -> None:
        world = self.world
        del world.unit_at[world.units[unit].at]
        world.unit_at[one.at] = unit
        world.units[unit] = one
        self._poise.clear()

    def _lead(self, leader: UnitId, start: CellId, to: CellId) -> None:
        del self.world.leader_at[start]
        self.world.leader_at[to] = leader

    @contextmanager
    def changed(self, unit: UnitId, **fields: int | bool) -> Iterator[None]:
        """Let a unit be in another state for a while, where it stands."""
        world = self.world
        before = world.units[unit]
        world.units[unit] = replace(before, **fields)
        if "square" in fields:
            self._poise.clear()
        try:
            yield
        finally:
            world.units[unit] = before
            if "square" in fields:
                self._poise.clear()

    @contextmanager
    def under(self, card: str) -> Iterator[None]:
        """Let another card be in force for a while."""
        world = self.world
        before, world.effect = world.effect, card
        plain, world.plain = world.plain, False
        try:
            yield
        finally:
            world.effect, world.plain = before, plain

    # -- one roll ---------------------------------------------------------------------------------

    def dice(
        self,
        unit: UnitId,
        target: UnitId,
        *,
        melee: bool,
        reacting: bool = False,
        bonus: bool = False,
    ) -> int:
        """Count the dice of an attack, by the rules' own ledger."""
        query = query_of(self.ctx, unit, target, melee=melee, reacting=reacting, bonus=bonus)
        known = self._totals.get((melee, query))
        if known is None:
            known = self.ctx.reckon(MELEE if melee else FIRE, query).total
            self._totals[melee, query] = known
        return known

    def target(self, unit: UnitId, target: UnitId, manner: Manner) -> Target:
        """Look up how a target takes an attack."""
        world = self.world
        read = reading(self.ctx, unit, target, manner)
        one = world.units.get(target)
        if one is None:
            return Target(read, 0, 0, rooted=False)
        attacker = world.units[unit]
        troop = troop_of(self.ctx, target)
        bounced = manner != "fire" and attacker.square > 0 and troop.arm == "cavalry"
        steady, rooted = self.poise(target, attacker.at, bounced=bounced)
        return Target(read, steady, troop.retreat, rooted)

    def poise(self, unit: UnitId, attacker_at: CellId, *, bounced: bool) -> tuple[int, bool]:
        """Tell how many flags a unit ignores, and whether it has no way back."""
        # Only across field works does it matter where the attack comes from.
        key = unit, attacker_at if ground_now(self.ctx).works else CellId(-1), bounced
        known = self._poise.get(key)
        if known is None:
            one = self.world.units[unit]
            steady = self._steady(unit, attacker_at, bounced=bounced)
            rooted = one.square > 0 or not steps_back(self.ctx, unit, one.at)
            known = self._poise[key] = steady, rooted
        return known

    def _steady(self, unit: UnitId, attacker_at: CellId, *, bounced: bool) -> int:
        """Count the flags a unit may ignore, by the rules' own ledger."""
        works = False
        if ground_now(self.ctx).works and troop_of(self.ctx, unit).arm != "cavalry":
            works = crosses_works(self.ctx, self.world.units[unit].at, attacker_at)
        query = steadiness(self.ctx, unit, behind_works=works, bounced=bounced)
        known = self._steadies.get(query)
        if known is None:
            known = self._steadies[query] = self.ctx.reckon(IGNORABLE, query).total
        return known

    def effect(self, blow: Blow, target: UnitId) -> float:
        """Tell what a roll takes from the target's side."""
        world = self.world
        one = world.units.get(target) or world.leaders[target]
        stake = self.stakes[self.ctx.content.enemy[one.side]]
        if target in world.leaders:
            return blow.gone * (stake + self.weights.leader)
        led = 0.0
        if one.at in world.leader_at and blow.losses:
            led = (blow.gone / 6 + (blow.losses > 0) / 36) * (stake + self.weights.leader)
        return blow.damage + blow.gone * stake + blow.driven * self.weights.driven + led

    def strike(
        self,
        unit: UnitId,
        target: UnitId,
        manner: Manner,
        dice: int | None = None,
        *,
        bonus: bool = False,
    ) -> Blow:
        """Reckon the average of one roll."""
        if dice is None:
            melee, reacting = manner != "fire", manner == "back"
            dice = self.dice(unit, target, melee=melee, reacting=reacting, bonus=bonus)
        return blow(self.target(unit, target, manner), dice, self.weights.ladder)


def _totals(options: CcnOptions) -> Totals:
    known = _TOTALS.setdefault(options, {})
    if len(known) > MOST_TOTALS:
        known.clear()
    return known
