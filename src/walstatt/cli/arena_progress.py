"""How far a batch is: a bar on a screen, a line now and then elsewhere, and how to go on."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import monotonic
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from walstatt.arena.running import Progress as Told
from walstatt.arena.words import Words

EVERY: Final = 10.0
"""Seconds between two lines where no bar can be shown."""


@contextmanager
def showing(words: Words, command: list[str], *, quiet: bool) -> Iterator[Told]:
    """Show how far a batch is; when it is stopped, say how to go on."""
    seen = [0, 0]
    with nullcontext() if quiet else _shown(words) as show:

        def note(done: int, total: int) -> None:
            seen[:] = [done, total]
            if show is not None:
                show(done, total)

        try:
            yield note
        except KeyboardInterrupt:
            _tell_how_to_go_on(words, seen, command)
            raise


def _tell_how_to_go_on(words: Words, seen: list[int], command: list[str]) -> None:
    done, total = seen
    how = shlex.join(["walstatt", *command])
    print(words.word("arena.stopped", done=done, total=total, command=how), file=sys.stderr)


def _shown(words: Words) -> AbstractContextManager[Told]:
    return _bar(words) if sys.stderr.isatty() else _lines(words)


@contextmanager
def _bar(words: Words) -> Iterator[Told]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task(words.title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def _lines(words: Words) -> Iterator[Told]:
    last = [monotonic()]

    def show(done: int, total: int) -> None:
        if done == total or monotonic() - last[0] > EVERY:
            last[0] = monotonic()
            print(words.word("arena.done_of", done=done, total=total), file=sys.stderr)

    yield show
