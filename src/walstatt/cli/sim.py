"""`walstatt sim`: many games without people."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from walstatt.cli.trouble import UsageError
from walstatt.cli.wishes import RANDOM, game_called, options_from, players_for, scenario_called
from walstatt.kernel.options import make_options
from walstatt.workshop.playout import CRASHES, Simulation, simulate


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
    players = players_for(chosen, seats, (RANDOM,), (RANDOM,))
    options = make_options(definition.options_type, options_from(definition, option, preset))
    names = tuple(players.values())
    with progress_bar(f"{game} {chosen.id}", games, quiet=quiet) as progress:
        result = simulate(definition, chosen.id, games, seed, options, names, progress=progress)
    print(json.dumps(msgspec.to_builtins(result)))
    if not quiet:
        _summary(result)
    if result.faults:
        print(f"walstatt: {result.faults} games went wrong; see {CRASHES}/", file=sys.stderr)
    return 1 if result.faults else 0


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
