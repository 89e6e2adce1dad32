"""A run from RUN.yaml to its report, in one folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from walstatt.arena.job import Job, Result
from walstatt.arena.journal import read_journal
from walstatt.arena.runners import Runner
from walstatt.arena.running import JOURNAL, Progress, about_game, play_all, require_known
from walstatt.arena.words import Words
from walstatt.i18n.catalogue import LANGUAGES
from walstatt.lab.crossing import jobs_of, require_playable
from walstatt.lab.findings import sound_games
from walstatt.lab.report import Report, lab_catalogue
from walstatt.lab.spec import Run
from walstatt.lab.tables import write_tables

TABLES: Final = ("games", "units")


class Written:
    """What a run left behind: its report, and what is to be said about it."""

    def __init__(self, folder: Path, faults: Sequence[str], trouble: str) -> None:
        self.folder = folder
        self.faults = faults
        self.trouble = trouble
        """Why there are no tables as Parquet, if there are none."""

    def report(self, language: str) -> Path:
        """Name the report in a language."""
        return self.folder / f"report.{language}.html"


def play_run(
    run: Run, folder: Path, runner: Runner, progress: Progress | None = None
) -> dict[str, Result]:
    """Play all games of a run that its folder does not have yet."""
    jobs = jobs_of(run)
    require_playable(jobs)
    about = about_game(run.game, run.seed, run.budget_ms, run.playouts)
    about["options"] = {job.variant: job.options for job in jobs}
    about["points"] = run.armies.points if run.armies is not None else None
    return play_all(jobs, folder, about, runner, progress)


def read_results(run: Run, folder: Path) -> dict[str, Result]:
    """Read the games of a run that are played already."""
    found = read_journal(folder / JOURNAL)
    require_known(jobs_of(run), found, folder)
    return found


def write_report(run: Run, folder: Path, results: Mapping[str, Result]) -> Written:
    """Write the tables, and the report in every language."""
    jobs = jobs_of(run)
    games = sound_games(jobs, results)
    faults = [f"{one.key}: {one.fault}" for one in results.values() if one.fault]
    trouble = write_tables(folder, games)
    kinds = ("csv",) if trouble else ("csv", "parquet")
    files = [f"{name}.{kind}" for name in TABLES for kind in kinds]
    written = Written(folder, faults, trouble)
    for language in LANGUAGES:
        unfinished = _unfinished(run, jobs, results, language)
        html = Report(run, games, language).html(faults, unfinished, [*files, JOURNAL])
        written.report(language).write_text(html, encoding="utf-8")
    return written


def _unfinished(run: Run, jobs: Sequence[Job], results: Mapping[str, Result], language: str) -> str:
    if len(results) >= len(jobs):
        return ""
    words = Words(run.game, language, lab_catalogue())
    return words.word("lab.unfinished", done=len(results), total=len(jobs))
