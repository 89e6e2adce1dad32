"""`walstatt trace`, `fuzz` and `vocabulary`: what shows that the rules are right."""

from __future__ import annotations

import json

import msgspec

from walstatt.cli.sim import progress_bar
from walstatt.cli.trouble import UsageError
from walstatt.cli.wishes import game_called
from walstatt.games import all_games
from walstatt.workshop.fuzz import fuzz
from walstatt.workshop.tracing import trace
from walstatt.workshop.vocabulary import vocabulary


def trace_rules(game: str, games: int | None, seed: int, *, as_json: bool) -> int:
    """Print where every rule is implemented, proved and used; give 1 if anything is missing."""
    count = None if games is None else _at_least_one(games)
    found = trace(game_called(game), count, seed)
    print(found.as_json().decode() if as_json else found.as_text().rstrip("\n"))
    return 1 if found.summary().missing else 0


def fuzz_games(game: str | None, games: int, seed: int, *, everything: bool, as_json: bool) -> int:
    """Play random games and print what went wrong and what was never met; give 1 for a fault."""
    if (game is None) != everything:
        raise UsageError("Name a game, or say --all.")
    chosen = all_games() if game is None else (game_called(game),)
    with progress_bar("random games", _at_least_one(games), quiet=as_json) as progress:
        report = fuzz(chosen, games, seed, progress=progress)
    print(report.as_json().decode() if as_json else report.as_text().rstrip("\n"))
    return 1 if report.faults else 0


def _at_least_one(games: int) -> int:
    if games < 1:
        raise UsageError(f"--games is at least 1, not {games}.")
    return games


def print_vocabulary(game: str, *, as_json: bool) -> None:
    """Print the vocabulary of a game's cases."""
    words = vocabulary(game_called(game))
    if as_json:
        print(json.dumps(msgspec.to_builtins(words, str_keys=True), ensure_ascii=False))
    else:
        print(words.as_text(), end="")
