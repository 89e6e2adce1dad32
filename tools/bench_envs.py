"""Measure steps of environments per second beside Catanatron's Gym and PettingZoo's chess.

Everybody takes short turns in the same run, so that all meet the same load; what counts is the
ratio. The peers are optional: Catanatron's Gym is the package catanatron_gym, and the chess of
PettingZoo needs chess and pygame.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

from walstatt.envs import raw_env

ROUNDS = 12
SECONDS = 0.5
GYM, CHESS = "catanatron gym", "pettingzoo chess"
SCENARIOS = {"toy": "hill", "ccn": "rolica_1", "idg": "cannae"}
"""What each game is measured on."""


def steps_of_aec(env: Any) -> Iterator[None]:  # noqa: ANN401 - PettingZoo is untyped
    """Play an AEC environment at random for ever, and yield after each step."""
    rng, seed = Random(1), 0
    env.reset(seed=seed)
    while True:
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            seed += 1
            env.reset(seed=seed)
            continue
        allowed = seen["action_mask"].nonzero()[0]
        env.step(int(allowed[int(rng.random() * len(allowed))]))
        yield


def steps_of_gym() -> Iterator[None]:
    """Play Catanatron's Gym at random for ever."""
    rng, seed = Random(1), 0
    env = import_module("catanatron_gym.envs.catanatron_env").CatanatronEnv()
    env.reset(seed=seed)
    while True:
        _, _, terminated, truncated, _ = env.step(rng.choice(env.get_valid_actions()))
        if terminated or truncated:
            seed += 1
            env.reset(seed=seed)
        yield


def steps_of_chess() -> Iterator[None]:
    """Play PettingZoo's chess at random for ever."""
    yield from steps_of_aec(import_module("pettingzoo.classic.chess_v6").raw_env())


def steps_of_game(game: str) -> Callable[[], Iterator[None]]:
    """Make what plays one of our games."""
    return lambda: steps_of_aec(raw_env(game, scenario=SCENARIOS.get(game, "")))


def steps_per_second(game: str, seconds: float = SECONDS) -> float:
    """Measure one of our games alone."""
    return _rate(steps_of_game(game)(), seconds)


def _rate(steps: Iterator[None], seconds: float) -> float:
    done = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        next(steps)
        done += 1
    return done / (time.process_time() - start)


def measure(
    rounds: int = ROUNDS, seconds: float = SECONDS, games: tuple[str, ...] = tuple(SCENARIOS)
) -> dict[str, dict[str, float]]:
    """Measure all in turn: steps per second, and the ratios to the peers that are installed."""
    players: dict[str, Callable[[], Iterator[None]]] = {GYM: steps_of_gym, CHESS: steps_of_chess}
    running: dict[str, Iterator[None]] = {}
    for name, make in (players | {game: steps_of_game(game) for game in games}).items():
        try:
            running[name] = make()
            next(running[name])
        except ImportError as missing:
            del running[name]
            print(f"{name} is not measured: {missing}", file=sys.stderr)
    rates: dict[str, list[float]] = {name: [] for name in running}
    for _ in range(rounds):
        for name, steps in running.items():
            rates[name].append(_rate(steps, seconds))
    result: dict[str, dict[str, float]] = {
        "steps_per_second": {name: round(median(own)) for name, own in rates.items()}
    }
    for peer in players:
        if peer in rates:
            result[peer] = {game: _ratio(rates[game], rates[peer]) for game in games}
    return result


def _ratio(own: list[float], peer: list[float]) -> float:
    return round(median(a / b for a, b in zip(own, peer, strict=True)), 3)


def main() -> None:
    """Measure and print a table."""
    result = measure(games=tuple(sys.argv[1:]) or tuple(SCENARIOS))
    peers = [name for name in result if name != "steps_per_second"]
    print(f"{'environment':<20}{'steps/s':>10}" + "".join(f"{'x ' + one:>20}" for one in peers))
    for name, rate in result["steps_per_second"].items():
        ratios = "".join(f"{result[one].get(name, ''):>20}" for one in peers)
        print(f"{name:<20}{rate:>10,}{ratios}")


if __name__ == "__main__":
    main()
