"""Measure random play against Catanatron in the same run, as ratios; cloning; and players.

A decision is a question with more than one legal answer. Catanatron counts actions, also those
that leave no choice (to roll, to end a turn); ours takes those without asking. So both are
counted both ways: decisions against decisions, and all answers against all actions.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import IO, Any, cast

from tools.bench_players import measure_players, tell_players
from walstatt.games import all_games
from walstatt.kernel.chance import Seeded
from walstatt.kernel.events import Emitted, Forced
from walstatt.kernel.game import new_game
from walstatt.kernel.ids import Seat
from walstatt.scene.playable import AnyPlayable
from walstatt.workshop.playout import playout

ROUNDS = 24
"""How often everybody takes a turn; short turns in alternation meet the same load."""
SECONDS = 0.3
COUNTED = 12
"""How many games are played, apart from the clock, to count answers that leave no choice."""
DOUBLINGS = 8
"""How often armies are measured against others twice as large."""
OUT = Path("build/bench.json")
COMPILED = Path("build/compiled")
"""Where `make compiled` lays the program with its busiest modules compiled."""
MEASURED = {"toy": "hill", "ccn": "rolica_1", "idg": "cannae"}
"""The scenario each game is measured on; a game not named here is measured on its first one."""
LARGEST = {"toy": "host", "ccn": "waterloo", "idg": "edington"}
"""The scenario whose middle game is cloned."""
DOUBLED = {"idg": ("open_battle", ("carthaginians", "romans_punic_wars"), 450)}
"""Games whose armies can be doubled: the scenario, the lists of both sides, and their points."""


def decisions_per_second(play: Callable[[int], int], first: int) -> float:
    """Play games for a while and count decisions per second of processor time."""
    decisions, seed = 0, first
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        decisions += play(seed)
        seed += 1
    return decisions / (time.process_time() - start)


class Compiled:
    """The compiled program, measured in a process of its own between the others."""

    def __init__(self, folder: Path, game: str, scenario: str) -> None:
        self.process = subprocess.Popen(
            (sys.executable, "-m", "tools.bench_compiled", game, scenario),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(folder)},
        )

    def rate(self, first: int) -> float:
        """Have it play for a while, and hear how many decisions per second it made."""
        print(first, file=self.process.stdin, flush=True)
        return float(cast("IO[str]", self.process.stdout).readline())

    def close(self) -> None:
        """End it."""
        self.process.communicate()


def play_catanatron(seed: int) -> int:
    """Play one random four-player game of Catanatron and count its actions."""
    from catanatron import Color, Game, RandomPlayer  # noqa: PLC0415

    game = Game([RandomPlayer(color) for color in Color], seed=seed)
    game.play()
    return len(game.state.actions)


def forced_at_catanatron() -> float:
    """Count what share of Catanatron's actions leaves no choice."""
    from catanatron import Color, Game, RandomPlayer  # noqa: PLC0415

    choices: list[int] = []

    class Counting(RandomPlayer):  # type: ignore[misc]
        def decide(self, game: object, playable_actions: Sequence[object]) -> object:
            choices.append(len(playable_actions))
            return super().decide(game, playable_actions)

    for seed in range(COUNTED):
        Game([Counting(color) for color in Color], seed=seed).play()
    return sum(n == 1 for n in choices) / len(choices)


def forced_at_ours(definition: AnyPlayable, scenario: str) -> float:
    """Count what share of all answers in random games of ours leaves no choice."""
    decisions = forced = 0
    for seed in range(COUNTED):
        tape: list[Emitted] = []
        game = new_game(definition, scenario, Seeded(seed), tape=tape)
        decisions += playout(game, Random(seed), definition.longest)
        forced += sum(isinstance(emitted.event, Forced) for emitted in tape)
    return forced / (forced + decisions)


def play_ours(
    definition: AnyPlayable, scenario: str, rosters: dict[Seat, Any] | None = None
) -> Callable[[int], int]:
    """Make a function that plays one random game of ours, perhaps with armies of its own."""

    def play(seed: int) -> int:
        game = new_game(definition, scenario, Seeded(seed), rosters=rosters)
        return playout(game, Random(seed), definition.longest)

    return play


def clone_microseconds(definition: AnyPlayable, scenario: str) -> tuple[int, float]:
    """Clone a position after sixty decisions; give the number of its pieces and the time."""
    rng = Random(1)
    game = new_game(definition, scenario, Seeded(1))
    for _ in range(60):
        seat = game.to_act[0]
        game.apply(seat, rng.choice(game.choices(seat, rng)))
    best = min(_timed(lambda: game.clone(None)) for _ in range(5))
    pieces = getattr(game.world, "elements", getattr(game.world, "units", ()))
    return len(pieces), best * 1e6


def _timed(work: Callable[[], object], times: int = 2000) -> float:
    start = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - start) / times


def measure() -> dict[str, Any]:
    """Measure peers and games in turn; a ratio is the median over the turns."""
    contestants: dict[str, Callable[[int], float]] = {
        "catanatron": partial(decisions_per_second, play_catanatron)
    }
    forced = {"catanatron": forced_at_catanatron()}
    compiled: list[Compiled] = []
    for definition in all_games():
        scenario = MEASURED.get(definition.id, next(iter(definition.scenarios())))
        played = play_ours(definition, scenario)
        contestants[definition.id] = partial(decisions_per_second, played)
        forced[definition.id] = forced_at_ours(definition, scenario)
        if COMPILED.exists():
            compiled.append(Compiled(COMPILED, definition.id, scenario))
            name = f"{definition.id} compiled"
            contestants[name], forced[name] = compiled[-1].rate, forced[definition.id]
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for turn in range(ROUNDS):
        for name, rate in contestants.items():
            rates[name].append(rate(turn * 1000))
        if turn % 8 == 7:
            print(f"round {turn + 1} of {ROUNDS}", file=sys.stderr)
    for one in compiled:
        one.close()
    rates["catanatron"] = [rate * (1 - forced["catanatron"]) for rate in rates["catanatron"]]
    ratios = {
        name: median(ours / peer for ours, peer in zip(own, rates["catanatron"], strict=True))
        for name, own in rates.items()
        if name != "catanatron"
    }
    chosen = {name: 1 - share for name, share in forced.items()}
    return {
        "scaling": {
            definition.id: scaling(definition)
            for definition in all_games()
            if definition.id in DOUBLED
        },
        "ratios": {name: round(ratio, 3) for name, ratio in ratios.items()},
        "ratios_with_forced": {
            name: round(ratio * chosen["catanatron"] / chosen[name], 3)
            for name, ratio in ratios.items()
        },
        "forced": {name: round(share, 3) for name, share in forced.items()},
        "decisions_per_second": {name: round(median(own)) for name, own in rates.items()},
        "clone": {definition.id: clone(definition) for definition in all_games()},
        "players": measure_players(MEASURED, LARGEST),
    }


def scaling(definition: AnyPlayable) -> dict[str, float]:
    """Measure how many times slower decisions become when both armies have twice the points."""
    scenario, lists, points = DOUBLED[definition.id]
    seats = definition.scenario(scenario).seats
    plays = [play_ours(definition, scenario, armies(seats, lists, n * points)) for n in (1, 2)]
    for play in plays:
        play(0)
    rates = [[decisions_per_second(play, 1 + turn) for play in plays] for turn in range(DOUBLINGS)]
    once, twice = (median(own) for own in zip(*rates, strict=True))
    slower = median(small / large for small, large in rates)
    return {"once": round(once), "twice": round(twice), "slower": round(slower, 2)}


def armies(seats: Sequence[Seat], lists: Sequence[str], points: int) -> dict[Seat, Any]:
    """Have armies of some lists made, always the same ones."""
    orders = zip(seats, lists, strict=True)
    return {seat: {"quick": {"list": name, "points": points, "seed": 1}} for seat, name in orders}


def clone(definition: AnyPlayable) -> dict[str, float]:
    """Measure cloning of the largest scenario."""
    scenario = LARGEST.get(definition.id, next(iter(definition.scenarios())))
    pieces, microseconds = clone_microseconds(definition, scenario)
    return {"pieces": pieces, "microseconds": round(microseconds, 2)}


def main() -> None:
    """Measure, print a table and write the file."""
    result = measure()
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    titles = ("decisions/s", "x Catanatron", "no choice", "all answers, x")
    print("random play".ljust(14) + "".join(title.rjust(16) for title in titles))
    for name, rate in result["decisions_per_second"].items():
        ratio, whole = result["ratios"].get(name, 1), result["ratios_with_forced"].get(name, 1)
        print(f"{name:<14}{rate:>16,}{ratio:>16.2f}{result['forced'][name]:>16.0%}{whole:>16.2f}")
    for name, grown in result["scaling"].items():
        print(f"{name} with armies twice as large: {grown['slower']} times slower")
    for name, clone in result["clone"].items():
        print(f"clone of {name} with {clone['pieces']} pieces: {clone['microseconds']} us")
    for told in tell_players(result["players"]):
        print(told)
    print(f"written to {OUT}")


if __name__ == "__main__":
    main()
