"""`walstatt sim`: many games without people."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from walstatt.ai.levels import players
from walstatt.ai.playing import choose
from walstatt.cli.trouble import UsageError
from walstatt.cli.wishes import RANDOM, game_called, options_from, players_for, scenario_called
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import make_options
from walstatt.workshop.crash import Given
from walstatt.workshop.playout import CRASHES, Answering, Simulation, simulate


def simulate_games(
    game: str,
    scenario: str | None,
    games: int,
    seats: str | None,
    seed: int,
    option: tuple[str, ...],
    preset: str | None,
    *,
    quiet: bool,
) -> int:
    """Play the games and print what came of them; give 1 if anything went wrong."""
    if games < 1:
        raise UsageError(f"--games is at least 1, not {games}.")
    definition = game_called(game)
    chosen = scenario_called(definition, scenario)
    levels = tuple(level.id for level in players(definition.id))
    seated = players_for(chosen, seats, levels, (RANDOM,))
    options = make_options(definition.options_type, options_from(definition, option, preset))
    playing = None if set(seated.values()) == {RANDOM} else computers(seated)
    with progress_bar(f"{game} {chosen.id}", games, quiet=quiet) as progress:
        result = simulate(definition, chosen.id, games, seed, options, playing, progress)
    print(json.dumps(msgspec.to_builtins(result)))
    if not quiet:
        _summary(result)
    if result.faults:
        print(f"walstatt: {result.faults} games went wrong; see {CRASHES}/", file=sys.stderr)
    return 1 if result.faults else 0


def computers(levels: Mapping[Seat, str]) -> Answering:
    """Let a level play each seat, who sees only what its seat may know."""

    def answers(game: AnyGame, _: Random, seed: str) -> Given:
        seat = game.to_act[0]
        chosen = choose(game, seat, levels[seat], f"{seed}/{seat}")
        return seat, chosen.answer, chosen.kind

    return answers


@contextmanager
def progress_bar(title: str, total: int, *, quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """Show how far the work is, if somebody watches."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.update(task, completed=done)


def _summary(result: Simulation) -> None:
    """Tell the result to whoever watches."""
    if not sys.stderr.isatty():
        return
    shares = ", ".join(f"{seat} {100 * n / result.games:.1f} %" for seat, n in result.wins.items())
    speed = f"{result.decisions_per_second:,.0f} decisions a second"
    print(f"wins: {shares}; draws: {result.draws}; {speed}", file=sys.stderr)
