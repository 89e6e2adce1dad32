"""What one roll does to its target on average, from the exact odds of the dice."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from walstatt.games.ccn.odds import BATTLE_DIE, AttackRoll
from walstatt.kernel.chance import Roll
from walstatt.kernel.odds import distribution


class Target(Struct, frozen=True, gc=False):
    """What the effect of a roll depends on besides the dice."""

    reading: AttackRoll
    steady: int
    """How many flags it ignores."""
    back: int
    """How many hexes it goes back for each other one."""
    rooted: bool
    """Whether it cannot go back and loses blocks instead."""


class Blow(Struct, frozen=True, gc=False):
    """The average effect of a roll."""

    dice: int
    losses: float
    """Blocks lost."""
    gone: float
    """The chance that the target is wiped out."""
    driven: float
    """The chance that it lives but leaves its hex."""
    damage: float
    """What its losses are worth, without the banner."""

    @property
    def stands(self) -> float:
        """Give the chance that the target stays where it is."""
        return 1.0 - self.gone - self.driven


NOTHING = Blow(0, 0.0, 0.0, 0.0, 0.0)


@lru_cache(maxsize=20_000)
def blow(target: Target, dice: int, ladder: tuple[float, ...]) -> Blow:
    """Weigh every result of a roll with its exact chance."""
    if not dice:
        return NOTHING
    roll = Roll("", "", BATTLE_DIE, dice, meaning=target.reading)
    blocks = target.reading.blocks
    losses = gone = driven = damage = 0.0
    for struck, chance in distribution(roll).items():
        weight = float(chance)
        lost = struck.losses
        flags = max(0, struck.flags - target.steady)
        if flags and target.rooted:
            lost = min(blocks, lost + flags * target.back)
        losses += weight * lost
        damage += weight * _worth(ladder, blocks, lost)
        if lost >= blocks:
            gone += weight
        elif flags and not target.rooted:
            driven += weight
    return Blow(dice, losses, gone, driven, damage)


def _worth(ladder: tuple[float, ...], blocks: int, lost: int) -> float:
    return rung(ladder, blocks) - rung(ladder, blocks - lost)


def rung(ladder: tuple[float, ...], blocks: int) -> float:
    """Give the worth of a unit with so many blocks."""
    return ladder[blocks] if blocks < len(ladder) else ladder[-1]
