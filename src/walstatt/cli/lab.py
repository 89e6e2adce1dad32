"""`walstatt lab`: a run of the laboratory and its report."""

from __future__ import annotations

import sys
from pathlib import Path

from walstatt.arena.runners import runner_called
from walstatt.arena.words import Words
from walstatt.cli.arena_progress import showing
from walstatt.cli.language import chosen_language
from walstatt.lab.laboratory import Written, play_run, read_results, write_report
from walstatt.lab.report import lab_catalogue
from walstatt.lab.spec import load_run


def run_laboratory(
    path: Path,
    out: Path | None,
    runner: str,
    workers: int | None,
    lang: str | None,
    *,
    report_only: bool,
    quiet: bool,
) -> int:
    """Play a run, or what is left of it, and write its report; give 1 if a game went wrong."""
    run = load_run(path)
    folder = out or path.with_suffix("")
    words = Words(run.game, chosen_language(lang), lab_catalogue())
    if report_only:
        results = read_results(run, folder)
    else:
        with showing(words, sys.argv[1:], quiet=quiet) as progress:
            results = play_run(run, folder, runner_called(runner, workers), progress)
    written = write_report(run, folder, results)
    _tell(written, words)
    return 1 if written.faults else 0


def _tell(written: Written, words: Words) -> None:
    if written.trouble:
        print(words.word("lab.parquet", why=written.trouble), file=sys.stderr)
    if written.faults:
        print(words.word("lab.faults", n=len(written.faults)), *written.faults, sep="\n  ")
    print(words.word("lab.written", file=str(written.report(words.language))))
