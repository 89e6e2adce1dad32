"""What a roll brought beyond its average, so that a search does not take luck for skill."""

from __future__ import annotations

from functools import lru_cache
from math import log
from typing import Any, TypeAlias

from walstatt.games.ccn.ai.blows import rung
from walstatt.games.ccn.ai.weights import Weights
from walstatt.games.ccn.odds import BATTLE_DIE, AttackRoll, Fate, LeaderCheckRoll, Struck
from walstatt.games.ccn.world import CcnCtx
from walstatt.kernel.chance import Outcomes, Roll
from walstatt.kernel.ids import Seat
from walstatt.kernel.odds import distribution

Reading: TypeAlias = AttackRoll | LeaderCheckRoll

SHORT = 0.5
"""What is added to the banners missing, so that the last of them is not worth everything."""


def short_of(ctx: CcnCtx, side: Seat) -> float:
    """Count the banners a side is missing to victory; the first of the last are worth most."""
    return max(0, ctx.content.sides[side].banners - ctx.world.banners[side]) + SHORT


def fortune(ctx: CcnCtx, seat: Seat, weights: Weights, roll: Roll[Any], fallen: Outcomes) -> float:
    """Tell by how much a roll went better for a seat than it does on average."""
    meaning = roll.meaning
    if not isinstance(meaning, AttackRoll | LeaderCheckRoll):
        return 0.0
    gains = roll.seat
    if isinstance(meaning, LeaderCheckRoll):
        gains = ctx.content.enemy[roll.seat]
    short = short_of(ctx, gains)
    banner = weights.lead * log(short / (short - 1)) if short > 1 else 0.0
    faces = [str(face) for face in fallen]
    more = _worth(meaning, meaning.read(faces), banner, weights)
    more -= _usual(roll.count, meaning, banner, weights)
    return more if gains == seat else -more


@lru_cache(maxsize=20_000)
def _usual(count: int, meaning: Reading, banner: float, weights: Weights) -> float:
    """Reckon what a roll is worth on average."""
    odds = distribution(Roll("", "", BATTLE_DIE, count, meaning=meaning))
    return sum(float(p) * _worth(meaning, result, banner, weights) for result, p in odds.items())


def _worth(meaning: Reading, result: Struck | Fate, banner: float, weights: Weights) -> float:
    """Weigh a result as positions are weighed: blocks, banners and leaders."""
    if isinstance(result, Fate):
        return (weights.general + banner) * result.falls
    if not isinstance(meaning, AttackRoll) or meaning.target == "leader":
        return (weights.general + banner) * result.destroyed
    ladder, blocks = weights.ladder, meaning.blocks
    lost = rung(ladder, blocks) - rung(ladder, blocks - result.losses)
    return lost + banner * result.destroyed
