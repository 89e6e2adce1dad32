"""`walstatt case`: rules questions as files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import msgspec

from walstatt.cli.trouble import UsageError
from walstatt.cli.wishes import game_called
from walstatt.games import find_game
from walstatt.kernel.save import load
from walstatt.workshop.cases import CaseResult, case_from, load_cases, new_case, run_case


def run_cases(paths: Sequence[Path], *, as_json: bool) -> int:
    """Run cases and print which hold; give 1 unless all do."""
    results = [run_case(case) for case in load_cases(paths)]
    failed = sum(not result.ok for result in results)
    if as_json:
        print(json.dumps(_data(results, failed), ensure_ascii=False))
        return 1 if failed else 0
    for result in results:
        print(result.text())
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


def _data(results: Sequence[CaseResult], failed: int) -> dict[str, object]:
    cases = [msgspec.to_builtins(result) for result in results]
    return {"passed": len(results) - failed, "failed": failed, "cases": cases}


def print_template(game: str) -> None:
    """Print a commented case to begin with."""
    print(new_case(game_called(game)), end="")


def print_position(save: Path, at: int) -> None:
    """Print a position of a saved game as a case."""
    match = load(save, find_game)
    if not 0 <= at < len(match.entries):
        raise UsageError(f"--at is an entry from 0 to {len(match.entries) - 1}, not {at}.")
    print(case_from(match, at), end="")
