"""A run: all its jobs, those that are done, and the rest, played by any runner."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from walstatt.arena.job import Job, Result
from walstatt.arena.journal import JournalError, open_journal
from walstatt.arena.runners import Runner
from walstatt.games import find_game
from walstatt.kernel.content import content_hash

JOURNAL: Final = "journal.jsonl"
Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many games are done, and of how many."""


def about_game(game: str, seed: int, budget_ms: int, playouts: int | None) -> dict[str, Any]:
    """Say what all results of a run depend on besides their jobs."""
    definition = find_game(game)
    return {
        "game": game,
        "version": definition.version,
        "content": content_hash(*definition.content_paths()),
        "seed": seed,
        "budget_ms": budget_ms,
        "playouts": playouts,
    }


def play_all(
    jobs: Sequence[Job],
    folder: Path,
    about: Mapping[str, Any],
    runner: Runner,
    progress: Progress | None = None,
) -> dict[str, Result]:
    """Play what the folder's journal does not have yet, or what went wrong; give all results."""
    with open_journal(folder / JOURNAL, about) as journal:
        require_known(jobs, journal.results, folder)
        sound = {key for key, one in journal.results.items() if not one.fault}
        left = [job for job in jobs if job.key not in sound]
        if progress is not None:
            progress(len(jobs) - len(left), len(jobs))
        for done, result in enumerate(runner.run(left), len(jobs) - len(left) + 1):
            journal.add(result)
            if progress is not None:
                progress(done, len(jobs))
        return {job.key: journal.results[job.key] for job in jobs}


def require_known(jobs: Sequence[Job], results: Mapping[str, Result], folder: Path) -> None:
    """Refuse a journal with games that the run does not have."""
    strange = sorted(set(results) - {job.key for job in jobs})
    if strange:
        raise JournalError(
            f"{folder / JOURNAL}: the journal has {len(strange)} games that this run does not have"
            f" (such as {strange[0]}); put the run back as it was, or choose another folder"
            " with --out"
        )
