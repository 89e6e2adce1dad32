"""Fits the weights of `games/ccn/ai/chances.py` to battles between recruits, and tries them.

    python tools/fit_chances.py [GAMES]

Every scenario is played GAMES times; even games teach, odd ones judge. Printed are the weights, and
for the games that were not learnt from: how far off the forecasts were (Brier; a coin has 0.25),
and how often the side that was given so much of a chance did win.
"""

from __future__ import annotations

import math
import sys

from msgspec import Struct

from walstatt.ai.playing import choose
from walstatt.games import find_game
from walstatt.games.ccn.ai.chances import WEIGHTS, Features, features
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.game import new_game
from walstatt.workshop.playout import dice_for

STEPS = 30
LEVEL = "recruit"
BINS = 5


class Example(Struct, frozen=True):
    """A position at the beginning of a turn, and whether the first side won in the end."""

    features: Features
    won: float


def play(definition: AnyGameDef, scenario: str, seed: str) -> list[Example]:
    """Play a battle and take down each turn's position."""
    game = new_game(definition, scenario, dice_for(definition, seed))
    seen: list[Features] = []
    turn = first = None
    while game.outcome is None:
        if game.ctx.world.turn != turn:
            turn, first = game.ctx.world.turn, game.ctx.content.seats[0]
            seen.append(features(game.ctx, first))
        seat = game.to_act[0]
        chosen = choose(game, seat, LEVEL, f"{seed}/{len(seen)}/{seat}")
        game.apply(seat, chosen.answer, chosen.kind)
    winners = game.outcome.winners
    won = 0.5 if len(winners) != 1 else float(winners[0] == first)
    return [Example(one, won) for one in seen]


def forecast(weights: Features, one: Example) -> float:
    """Give the chance of the first side."""
    return 1 / (1 + math.exp(-sum(w * f for w, f in zip(weights, one.features, strict=True))))


def fitted(examples: list[Example]) -> Features:
    """Fit by gradient steps of Newton's kind on the diagonal, which is enough for three weights."""
    weights = list(WEIGHTS)
    for _ in range(STEPS * 10):
        for k in range(len(weights)):
            slope = bend = 0.0
            now = (weights[0], weights[1], weights[2])
            for one in examples:
                chance, value = forecast(now, one), one.features[k]
                slope += (one.won - chance) * value
                bend += chance * (1 - chance) * value * value
            weights[k] += slope / max(bend, 1e-9)
    return weights[0], weights[1], weights[2]


def judged(weights: Features, examples: list[Example]) -> str:
    """Say how good forecasts are."""
    both = [(forecast(weights, one), one.won) for one in examples]
    both += [(1 - chance, 1 - won) for chance, won in both]
    brier = sum((chance - won) ** 2 for chance, won in both) / len(both)
    lines = [f"{len(examples)} positions, Brier {brier:.3f}"]
    for n in range(BINS):
        bin_ = [one for one in both if n / BINS <= one[0] < (n + 1) / BINS]
        if bin_:
            mean, won = (sum(one[k] for one in bin_) / len(bin_) for k in (0, 1))
            lines.append(f"  forecast {mean:.2f}: won {won:.2f} ({len(bin_)})")
    return "\n".join(lines)


def main(games: int) -> None:
    """Play, fit, judge."""
    definition = find_game("ccn")
    scenarios = [name for name, one in definition.scenarios().items() if not one.for_cases]
    known: list[Example] = []
    unseen: list[Example] = []
    for scenario in scenarios:
        for n in range(games):
            (unseen if n % 2 else known).extend(play(definition, scenario, f"fit/{scenario}/{n}"))
        print(f"{scenario}: {len(known)} + {len(unseen)} positions", flush=True)
    weights = fitted(known)
    print("weights", tuple(round(one, 3) for one in weights))
    print(judged(weights, unseen))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8)
