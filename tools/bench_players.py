"""Measure computer players: whole games by many processes, and a turn of the slowest of them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from msgspec import Struct

from walstatt.ai.clock import TurnClock
from walstatt.ai.levels import players
from walstatt.ai.playing import choose
from walstatt.arena.job import Job
from walstatt.arena.runners import Pool
from walstatt.games import find_game
from walstatt.kernel.game import AnyGame, new_game
from walstatt.workshop.playout import dice_for

GAMES = 16
"""How many games every number of processes plays for each process."""
LEVEL = "officer"
SLOWEST = "general"
OPENING = 10
"""How many turns are over before the slowest player takes over."""
TURNS = 6
MS = 2000
"""How long it may think about an answer."""


class Turn(Struct, frozen=True):
    """A turn that was played, and the seconds it took."""

    decisions: int
    seconds: float
    longest: float
    """The longest decision."""


def measure_players(measured: dict[str, str], largest: dict[str, str]) -> dict[str, Any]:
    """Measure every game that has such players."""
    found: dict[str, Any] = {}
    for game, scenario in largest.items():
        known = {level.id for level in players(game)}
        if LEVEL in known and SLOWEST in known:
            found[game] = {
                "games_per_second": games_by_processes(game, measured[game]),
                "slowest": slowest_turn(game, scenario),
            }
    return found


def tell_players(found: dict[str, Any]) -> Iterator[str]:
    """Say in sentences what was measured."""
    for game, figures in found.items():
        for workers, rate in figures["games_per_second"].items():
            yield f"{game}, {LEVEL} against {LEVEL}, processes: {workers}, games/s: {rate}"
        one = figures["slowest"]
        yield (
            f"{game}, longest turn of {SLOWEST} at {one['scenario']}: {one['seconds']} s"
            f" ({one['decisions']} decisions), longest decision: {one['decision']} s"
        )


def games_by_processes(game: str, scenario: str) -> dict[str, float]:
    """Count games per second by one process and by one for each processor."""
    return {
        str(workers): round(games_per_second(game, scenario, workers), 2)
        for workers in sorted({1, os.cpu_count() or 1})
    }


def games_per_second(game: str, scenario: str, workers: int) -> float:
    """Play games in so many processes; their start does not count."""
    seats = find_game(game).scenario(scenario).seats
    levels = dict.fromkeys(seats, LEVEL)
    count = GAMES * workers
    jobs = [Job(f"{n}", game, scenario, f"bench {n}", levels) for n in range(count)]
    ends = []
    for result in Pool(workers).run(jobs):
        if result.fault:
            raise RuntimeError(result.fault)
        ends.append(time.perf_counter())
    return (count - workers) / (ends[-1] - ends[workers - 1])


def slowest_turn(game: str, scenario: str) -> dict[str, Any]:
    """Let the slowest player play both sides for some turns in the midst of a battle."""
    turns = list(_turns(game, scenario))
    longest = max(turns, key=lambda turn: turn.seconds)
    return {
        "scenario": scenario,
        "seconds": round(longest.seconds, 2),
        "decisions": longest.decisions,
        "decision": round(max(turn.longest for turn in turns), 2),
        "turns": [round(turn.seconds, 2) for turn in turns],
    }


def _turns(name: str, scenario: str) -> Iterator[Turn]:
    definition = find_game(name)
    game = new_game(definition, scenario, dice_for(definition, "bench"))
    clock, decisions = TurnClock(MS), 0
    while _number(game) <= OPENING:
        _decide(game, clock, LEVEL, decisions)
        decisions += 1
    for number in range(OPENING + 1, OPENING + 1 + TURNS):
        times = [time.perf_counter()]
        while _number(game) == number and game.outcome is None:
            _decide(game, clock, SLOWEST, decisions)
            decisions += 1
            times.append(time.perf_counter())
        if len(times) > 1:
            taken = [after - before for before, after in pairwise(times)]
            yield Turn(len(taken), sum(taken), max(taken))


def _number(game: AnyGame) -> int:
    return game.rules.game.turn(game.scopes[0])


def _decide(game: AnyGame, clock: TurnClock, level: str, number: int) -> None:
    seat = game.to_act[0]
    with clock.deciding(game, seat) as ms:
        chosen = choose(game, seat, level, f"bench {number}", ms)
    game.apply(seat, chosen.answer, chosen.kind)
