"""Measure random play and cloning against Catanatron in the same run, as ratios."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from walstatt.games import all_games
from walstatt.kernel.chance import Seeded
from walstatt.kernel.game import new_game
from walstatt.scene.playable import AnyPlayable
from walstatt.workshop.playout import playout

ROUNDS = 5
SECONDS = 1.5
OUT = Path("build/bench.json")
MEASURED = {"toy": "hill"}
"""The scenario each game is measured on; a game not named here is measured on its first one."""
LARGEST = {"toy": "host"}
"""The scenario whose middle game is cloned."""


def decisions_per_second(play: Callable[[int], int]) -> float:
    """Play games for a while and count decisions."""
    decisions = seed = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        decisions += play(seed)
        seed += 1
    return decisions / (time.perf_counter() - start)


def play_catanatron(seed: int) -> int:
    """Play one random four-player game of Catanatron."""
    from catanatron import Color, Game, RandomPlayer  # noqa: PLC0415

    game = Game([RandomPlayer(color) for color in Color], seed=seed)
    game.play()
    return len(game.state.actions)


def play_ours(definition: AnyPlayable, scenario: str) -> Callable[[int], int]:
    """Make a function that plays one random game of ours."""

    def play(seed: int) -> int:
        return playout(
            new_game(definition, scenario, Seeded(seed)), Random(seed), definition.longest
        )

    return play


def clone_microseconds(definition: AnyPlayable, scenario: str) -> tuple[int, float]:
    """Clone a position after sixty decisions; give the number of its pieces and the time."""
    rng = Random(1)
    game = new_game(definition, scenario, Seeded(1))
    for _ in range(60):
        seat = game.to_act[0]
        game.apply(seat, rng.choice(game.choices(seat, rng)))
    best = min(_timed(lambda: game.clone(None)) for _ in range(ROUNDS))
    return len(getattr(game.world, "units", ())), best * 1e6


def _timed(work: Callable[[], object], times: int = 2000) -> float:
    start = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - start) / times


def measure() -> dict[str, Any]:
    """Measure everything, peers and games in turn, and keep the best of each."""
    contestants: dict[str, Callable[[int], int]] = {"catanatron": play_catanatron}
    for definition in all_games():
        scenario = MEASURED.get(definition.id, next(iter(definition.scenarios())))
        contestants[definition.id] = play_ours(definition, scenario)
    best = dict.fromkeys(contestants, 0.0)
    for turn in range(1, ROUNDS + 1):
        for name, play in contestants.items():
            best[name] = max(best[name], decisions_per_second(play))
        print(f"round {turn} of {ROUNDS}", file=sys.stderr)
    peer = best["catanatron"]
    clones = {
        definition.id: clone_microseconds(
            definition, LARGEST.get(definition.id, next(iter(definition.scenarios())))
        )
        for definition in all_games()
    }
    return {
        "ratios": {name: round(best[name] / peer, 3) for name in best if name != "catanatron"},
        "decisions_per_second": {name: round(rate) for name, rate in best.items()},
        "clone": {
            name: {"pieces": pieces, "microseconds": round(time_, 2)}
            for name, (pieces, time_) in clones.items()
        },
    }


def main() -> None:
    """Measure, print a table and write the file."""
    result = measure()
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    rates = result["decisions_per_second"]
    print(f"{'random play':<14}{'decisions/s':>14}{'x Catanatron':>14}")
    for name, rate in rates.items():
        ratio = result["ratios"].get(name)
        print(f"{name:<14}{rate:>14,}{'' if ratio is None else f'{ratio:.2f}':>14}")
    for name, clone in result["clone"].items():
        print(f"clone of {name} with {clone['pieces']} pieces: {clone['microseconds']} us")
    print(f"written to {OUT}")


if __name__ == "__main__":
    main()
