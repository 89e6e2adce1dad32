"""How likely each side is to win, as far as everybody at the table can see.

Strength, banners still missing and the turn decide; their weights were fitted to battles between
recruits (`tools/fit_chances.py`), half of which they had not seen when they were tried.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from walstatt.games.ccn.ai.blows import rung
from walstatt.games.ccn.ai.weights import RECRUIT
from walstatt.games.ccn.world import CcnCtx
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat

Features = tuple[float, float, float]

WEIGHTS: Final[Features] = (0.129, 1.753, 0.165)
"""What a unit of strength, a halving of the banners missing, and having the turn count for."""


def chances(game: AnyGame) -> dict[Seat, float]:
    """Estimate how likely each side is to win; a battle that is over is decided."""
    ctx: CcnCtx = game.ctx
    seats = ctx.content.seats
    if game.outcome is not None:
        winners = game.outcome.winners
        return {seat: 1 / len(winners) if seat in winners else 0.0 for seat in seats}
    first, second = seats
    lead = sum(w * f for w, f in zip(WEIGHTS, features(ctx, first), strict=True))
    chance = 1 / (1 + exp(-lead))
    return {first: chance, second: 1 - chance}


def features(ctx: CcnCtx, seat: Seat) -> Features:
    """Compare a side with its enemy: strength, banners, and whose turn it is."""
    enemy = ctx.content.enemy[seat]
    stronger = _strength(ctx, seat) - _strength(ctx, enemy)
    closer = log((_missing(ctx, enemy) + 0.5) / (_missing(ctx, seat) + 0.5))
    return stronger, closer, 1.0 if ctx.world.active == seat else -1.0


def _strength(ctx: CcnCtx, seat: Seat) -> float:
    return sum(
        rung(RECRUIT.ladder, one.blocks) for one in ctx.world.units.values() if one.side == seat
    )


def _missing(ctx: CcnCtx, seat: Seat) -> int:
    return max(0, ctx.content.sides[seat].banners - ctx.world.banners[seat])
