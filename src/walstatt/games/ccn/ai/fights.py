"""Attacks that could be made, and what each is worth."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.ccn.ai.blows import NOTHING, Blow, Target, blow
from walstatt.games.ccn.ai.trial import Trial
from walstatt.games.ccn.attack import reading
from walstatt.games.ccn.cards import no_melee
from walstatt.games.ccn.combined_arms import gun_ledger
from walstatt.games.ccn.morale import retiring_paths
from walstatt.games.ccn.ranged import fire_targets, may_fire
from walstatt.games.ccn.square import square_violations
from walstatt.games.ccn.world import adjacent_lone_leaders, adjacent_units, troop_of
from walstatt.kernel.ids import UnitId

SQUARES = 0.6
"""How often infantry that may form square is expected to."""
RETIRES = 0.5
"""How often cavalry that may retire is expected to."""


class Assault(Struct, frozen=True, gc=False):
    """An attack that could be made, and what it is worth to whoever makes it."""

    unit: UnitId
    target: UnitId
    melee: bool
    worth: float
    blow: Blow
    back: Blow = NOTHING
    """What comes back if the target stands."""


class Fights(Trial):
    """A battlefield on which attacks are weighed."""

    def fire(self, unit: UnitId, target: UnitId) -> Assault:
        """Weigh firing at a target, which costs nothing."""
        roll = self.strike(unit, target, "fire")
        return Assault(unit, target, False, self.effect(roll, target), roll)

    def melee(
        self,
        unit: UnitId,
        target: UnitId,
        guns: tuple[UnitId, ...] = (),
        *,
        bonus: bool = False,
    ) -> Assault:
        """Weigh a melee: what it does, and what comes back."""
        dice = self.dice(unit, target, melee=True, bonus=bonus)
        dice += sum(gun_ledger(self.ctx, gun, target, bonus=bonus).total for gun in guns)
        straight = self._exchange(unit, target, dice)
        enemy = self.world.units.get(target)
        if enemy is None or enemy.square:
            return straight
        arm, other = troop_of(self.ctx, unit).arm, troop_of(self.ctx, target).arm
        if arm == "cavalry" and other == "infantry" and not square_violations(self.ctx, target):
            worth = (1 - SQUARES) * straight.worth + SQUARES * self._at_square(unit, target)
            return replace(straight, worth=worth)
        if arm == "infantry" and other == "cavalry" and retiring_paths(self.ctx, target):
            worth = (1 - RETIRES) * straight.worth + RETIRES * self._at_retiring(unit, target, dice)
            return replace(straight, worth=worth)
        return straight

    def _exchange(self, unit: UnitId, target: UnitId, dice: int) -> Assault:
        """Weigh a melee in which the target stands and fights."""
        roll = self.strike(unit, target, "melee", dice)
        gain = self.effect(roll, target)
        if target not in self.world.units:
            return Assault(unit, target, True, gain, roll)
        back = self.answer_to(target, unit, roll)
        cost = self.effect(back, unit)
        first = self.world.units[target].square and troop_of(self.ctx, unit).arm == "cavalry"
        return Assault(
            unit, target, True, gain - (1.0 if first else roll.stands) * cost, roll, back
        )

    def answer_to(self, unit: UnitId, attacker: UnitId, suffered: Blow) -> Blow:
        """Reckon the battle back of a unit that took a blow and stands."""
        dice = self.dice(unit, attacker, melee=True, reacting=True)
        if troop_of(self.ctx, unit).arm != "artillery" and not self.world.units[unit].square:
            dice = max(0, dice - round(suffered.losses))
        return self.strike(unit, attacker, "back", dice)

    def _at_square(self, unit: UnitId, target: UnitId) -> float:
        """Weigh cavalry against infantry that forms square: a die each, the square's first."""
        with self.changed(target, square=1):
            worth = self._exchange(unit, target, self.dice(unit, target, melee=True)).worth
        return worth + self.weights.square_card / 2

    def _at_retiring(self, unit: UnitId, target: UnitId, dice: int) -> float:
        """Weigh infantry against cavalry that retires: only its symbol hits, and it is gone."""
        read = reading(self.ctx, unit, target, "melee", retiring=True)
        roll = blow(Target(read, 0, 0, rooted=False), dice, self.weights.ladder)
        return self.effect(roll, target) + self.weights.ground

    def assaults(self, unit: UnitId) -> Iterator[Assault]:
        """List what a unit could attack from where it stands."""
        ctx, one = self.ctx, self.world.units[unit]
        if one.barred or one.fought:
            return
        other = ctx.content.enemy[one.side]
        near = adjacent_units(ctx, one.at, other) + adjacent_lone_leaders(ctx, one.at, other)
        if near and not no_melee(ctx):
            yield from (self.melee(unit, target) for target in near)
        elif may_fire(ctx, unit):
            yield from (self.fire(unit, target) for target in fire_targets(ctx, unit))

    def best_assault(self, unit: UnitId) -> Assault | None:
        """Find the attack that is worth most, if any is worth something."""
        best = max(self.assaults(unit), key=lambda one: one.worth, default=None)
        return best if best is not None and best.worth > 0 else None
