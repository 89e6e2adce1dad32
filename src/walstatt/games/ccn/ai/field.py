"""The battlefield as a player looks at it: what to fear, where to go, how well a unit stands."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from math import log

from msgspec import Struct

from walstatt.games.ccn.ai.blows import rung
from walstatt.games.ccn.ai.fights import SQUARES, Assault, Fights
from walstatt.games.ccn.ai.fortune import short_of
from walstatt.games.ccn.ai.notes import Notebook
from walstatt.games.ccn.ai.weights import LATER, USUAL, Weights
from walstatt.games.ccn.board import BOARD, NEIGHBOURS
from walstatt.games.ccn.content import Arm, Troop
from walstatt.games.ccn.ranged import fire_over, range_of
from walstatt.games.ccn.sight import sees
from walstatt.games.ccn.square import square_violations
from walstatt.games.ccn.terrain import entry_bars, is_closed, must_stop
from walstatt.games.ccn.world import CcnCtx, Unit, ground_now, troop_of
from walstatt.kernel.ids import CellId, Seat, UnitId

FAR = 99


class Foe(Struct, frozen=True, gc=False):
    """An enemy and how far it can strike."""

    unit: UnitId
    at: CellId
    reach: frozenset[CellId]
    """Where it could fall upon somebody, after a move; units on the way are not minded."""
    range: int


class Field(Fights):
    """A battlefield with its dangers, its ways and its objectives."""

    def __init__(
        self, ctx: CcnCtx, seat: Seat, weights: Weights, notebook: Notebook | None = None
    ) -> None:
        super().__init__(ctx, seat, weights)
        self.notes = (notebook or Notebook()).of(ctx, seat)

    # -- what the enemy could do ------------------------------------------------------------------

    def threats(self, unit: UnitId) -> list[float]:
        """Weigh what each enemy could do to a unit where it stands, the worst first."""
        one = self.world.units[unit]
        found = [self._threat(foe, unit, one.at) for foe in self.foes(one.side)]
        return sorted((threat for threat in found if threat > 0), reverse=True)

    def foes(self, side: Seat) -> list[Foe]:
        """List the enemies of a side, who stand still while one's own units are tried out."""
        known: list[Foe] | None = self.notes.hostile.get(side)
        if known is None:
            enemy = self.ctx.content.enemy[side]
            known = self.notes.hostile[side] = [self._foe(unit) for unit in self.units(enemy)]
        return known

    def _foe(self, unit: UnitId) -> Foe:
        troop, at = troop_of(self.ctx, unit), self.notes.at[unit]
        reach: frozenset[CellId] = frozenset()
        if not self.world.units[unit].square:
            known = self.notes.strikes.get((at, troop))
            if known is None:
                known = self.notes.strikes[at, troop] = self._struck_from(at, troop)
            reach = known
        return Foe(unit, at, reach, range_of(troop, 0))

    def _struck_from(self, at: CellId, troop: Troop) -> frozenset[CellId]:
        """Find every hex that a unit could fall upon from where it stands."""
        ground = ground_now(self.ctx)
        seen, edge, struck = {at}, [at], {*NEIGHBOURS[at]}
        for _ in range(troop.march):
            further = []
            for here in edge:
                for to in NEIGHBOURS[here]:
                    if to in seen or is_closed(ground, to, troop.arm):
                        continue
                    if not entry_bars(ground, to, troop):
                        struck.update(NEIGHBOURS[to])
                    if not must_stop(ground, to, here):
                        seen.add(to)
                        further.append(to)
            edge = further
        return frozenset(struck)

    def _threat(self, foe: Foe, unit: UnitId, at: CellId) -> float:
        apart = BOARD.distance(foe.at, at)
        shot = charge = 0.0
        if 2 <= apart <= foe.range + 1 and foe.range:
            shot = self._fire_threat(foe.unit, unit, far=apart > foe.range)
        if at in foe.reach:
            charge = self._melee_threat(foe.unit, unit)
        return max(shot, charge)

    def _fire_threat(self, foe: UnitId, unit: UnitId, *, far: bool) -> float:
        """Weigh fire; from one hex too far it comes after a move, with about half the dice."""
        enemy, one = self.world.units[foe], self.world.units[unit]
        troop = troop_of(self.ctx, foe)
        if far and (troop.arm != "infantry" or enemy.square):
            return 0.0
        if not far and not sees(self.ctx, enemy.at, one.at, fire_over(self.ctx, enemy, troop)):
            return 0.0
        dice = self.dice(foe, unit, melee=False, reacting=True) if not far else 0
        dice = dice if not far else (enemy.blocks + 1) // 2 + troop.fire_moved
        return self.effect(self.strike(foe, unit, "fire", dice), unit)

    def _melee_threat(self, foe: UnitId, unit: UnitId) -> float:
        """Weigh a charge, for which the enemy has to fear what comes back."""
        dice = self.dice(foe, unit, melee=True, reacting=True)
        roll = self.strike(foe, unit, "melee", dice)
        back = self.answer_to(unit, foe, roll)
        worth = self.effect(roll, unit) - roll.stands * self.effect(back, foe) / 2
        cavalry = troop_of(self.ctx, foe).arm == "cavalry"
        if cavalry and troop_of(self.ctx, unit).arm == "infantry":
            worth *= 1.0 if square_violations(self.ctx, unit) else 1 - SQUARES
        return worth

    def danger(self, unit: UnitId) -> float:
        """Weigh what a unit has to fear where it stands."""
        likely = self.weights.threats
        return sum(a * b for a, b in zip(self.threats(unit), likely, strict=False))

    # -- ground -----------------------------------------------------------------------------------

    def way(self, cells: Iterable[CellId], arm: Arm) -> tuple[int, ...]:
        """Measure the way from every hex to the nearest of some, around what is closed."""
        ground = ground_now(self.ctx)
        steps = dict.fromkeys(cells, 0)
        edge = deque(steps)
        while edge:
            here = edge.popleft()
            for to in NEIGHBOURS[here]:
                if to not in steps and not is_closed(ground, to, arm):
                    steps[to] = steps[here] + 1
                    edge.append(to)
        return tuple([steps.get(cell, FAR) for cell in BOARD.cells])

    def to_enemy(self, unit: UnitId) -> int:
        """Measure the way to the nearest enemy."""
        one, arm = self.world.units[unit], troop_of(self.ctx, unit).arm
        known = self.notes.near.get((one.side, arm))
        if known is None:
            known = self.way((foe.at for foe in self.foes(one.side)), arm)
            self.notes.near[one.side, arm] = known
        return known[one.at]

    def errands(self, unit: UnitId) -> list[tuple[CellId, float]]:
        """List the hexes a unit is sent to, with what each is worth."""
        if self.notes.errands is None:
            self.notes.errands = {}
            for cell, worth in self._aims():
                self._send(self.notes.errands, cell, worth)
        return self.notes.errands.get(unit, [])

    def _aims(self) -> Iterator[tuple[CellId, float]]:
        """List the hexes that bring a side banners."""
        content, world = self.ctx.content, self.world
        for number, goal in enumerate(content.goals):
            if goal.side == self.seat and number not in (*world.claims, *world.claimed):
                yield from ((cell, goal.banners / len(goal.cells)) for cell in goal.cells)
        for (cell, side), way in content.exits.items():
            if side == self.seat:
                yield from ((cell, float(way.banners)) for _ in range(3))

    def _send(
        self, errands: dict[UnitId, list[tuple[CellId, float]]], cell: CellId, worth: float
    ) -> None:
        """Choose who goes there: whoever is nearest and has nowhere to go yet."""
        free = [unit for unit in self.units(self.seat) if unit not in errands]
        free = [unit for unit in free if troop_of(self.ctx, unit).arm != "artillery"]
        at = self.notes.at
        chosen = min(free, key=lambda unit: self._steps(unit, at[unit], cell), default=None)
        if chosen is not None and self._steps(chosen, at[chosen], cell) < FAR:
            errands[chosen] = [(cell, worth)]

    def _steps(self, unit: UnitId, start: CellId, to: CellId) -> int:
        arm = troop_of(self.ctx, unit).arm
        known = self.notes.ways.get((to, arm))
        if known is None:
            known = self.notes.ways[to, arm] = self.way([to], arm)
        return known[start]

    def pull(self, unit: UnitId) -> float:
        """Weigh where a unit stands: how near to the enemy, and to what brings banners."""
        weights, troop = self.weights, troop_of(self.ctx, unit)
        at = self.world.units[unit].at
        near, eager = {"infantry": (2, 1.0), "cavalry": (3, 0.6), "artillery": (3, 0.5)}[troop.arm]
        advance = weights.advance * (1 + weights.impatience * self.world.turn) * eager
        apart = self.to_enemy(unit)
        worth = -advance * max(0, apart - near) if apart < FAR else 0.0
        for cell, banners in self.errands(unit):
            worth -= weights.march * banners * self._steps(unit, at, cell)
        return worth + self._held(unit)

    def _held(self, unit: UnitId) -> float:
        """Weigh standing on an objective: one's own, or the enemy's if he is near."""
        one, weights = self.world.units[unit], self.weights
        worth = 0.0
        for number, goal in enumerate(self.ctx.content.goals):
            if one.at not in goal.cells or number in self.world.claimed:
                continue
            share = goal.banners / len(goal.cells)
            worth += share * (
                weights.hold if goal.side == one.side else weights.deny * self._pressed(one)
            )
        return worth

    def _pressed(self, one: Unit) -> float:
        """Tell how near the enemy is to a unit: 1 if close, 0 from seven hexes on."""
        apart = min((BOARD.distance(one.at, foe.at) for foe in self.foes(one.side)), default=FAR)
        return min(1.0, max(0, 7 - apart) / 4)

    def standing(self, unit: UnitId) -> float:
        """Weigh how a unit stands, whatever it does this turn and whichever card is in force."""
        at = self.world.units[unit].at
        key = unit, at, self.world.leader_at.get(at)
        known = self.notes.standing.get(key)
        if known is None:
            weights = self.weights
            later = self._next_turn(unit)
            known = self.pull(unit) - weights.caution * self.danger(unit)
            known += weights.later * (later.worth if later is not None else 0.0)
            self.notes.standing[key] = known
        return known

    def _next_turn(self, unit: UnitId) -> Assault | None:
        """Find the best attack of next turn from the same hex."""
        with self.changed(unit, moved=0, barred=False, fought=False), self.under(""):
            return self.best_assault(unit)

    # -- everything -------------------------------------------------------------------------------

    def balance(self) -> float:
        """Estimate how much better one stands: strength, banners, cards, and who fears whom."""
        mine, weights = self.seat, self.weights
        worth = weights.lead * log(short_of(self.ctx, self.enemy) / short_of(self.ctx, mine))
        worth += weights.hand * sum(LATER.get(card, USUAL) for card in self.world.hands[mine])
        for unit, one in self.world.units.items():
            worth += self._counts(unit, one) if one.side == mine else -self._counts(unit, one)
        for him in self.world.leaders.values():
            worth += weights.general if him.side == mine else -weights.general
        return worth

    def _counts(self, unit: UnitId, one: Unit) -> float:
        """Weigh a unit: its strength, and what it has to fear, more if the enemy moves next."""
        weights = self.weights
        fear = weights.exposing if one.side == self.world.active else weights.exposed
        worth = rung(weights.ladder, one.blocks) - fear * self.danger(unit)
        return worth + (weights.place * self.pull(unit) if weights.place else 0.0)
