"""The journal of a run: results line by line, safe against being killed at any moment."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, BinaryIO, Final

import msgspec
from msgspec import Struct

from walstatt.arena.job import Result
from walstatt.kernel.errors import WalstattError

if sys.platform != "win32":
    import fcntl

FORMAT: Final = 1
BATCH: Final = 64
PATIENCE: Final = 2.0
"""After how many results, or seconds, the disk is told to keep what was written."""

_RESULT: Final = msgspec.json.Decoder(Result)


class JournalError(WalstattError):
    """A journal cannot be used: it is damaged, or belongs to another run."""


class Head(Struct, frozen=True):
    """The first line: what must be the same for the results to count."""

    format: int
    about: dict[str, Any]


class Journal:
    """Results of a run in a file; what is in it need not be played again."""

    def __init__(self, file: BinaryIO, results: dict[str, Result]) -> None:
        self._file = file
        self.results = results
        self._unsaved = 0
        self._saved_at = monotonic()

    def add(self, result: Result) -> None:
        """Write a result, safe from our own end; every now and then also from the machine's."""
        self.results[result.key] = result
        self._file.write(msgspec.json.encode(result) + b"\n")
        self._file.flush()
        self._unsaved += 1
        if self._unsaved >= BATCH or monotonic() - self._saved_at > PATIENCE:
            self.save()

    def save(self) -> None:
        """Make sure that everything is on the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._unsaved = 0
        self._saved_at = monotonic()


@contextmanager
def open_journal(path: Path, about: Mapping[str, Any]) -> Iterator[Journal]:
    """Open a run's journal to go on with it, or begin one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as file:
        _lock(file, path)
        results = _taken_up(file, path, about)
        journal = Journal(file, results)
        try:
            yield journal
        finally:
            journal.save()


def read_journal(path: Path) -> dict[str, Result]:
    """Read the results of a journal without going on with it."""
    try:
        lines = path.read_bytes().split(b"\n")[:-1]
    except FileNotFoundError:
        raise JournalError(f"{path}: there is no journal; run it first") from None
    return _results(lines[1:], path)


def _taken_up(file: BinaryIO, path: Path, about: Mapping[str, Any]) -> dict[str, Result]:
    """Read what is there, drop a line that was never finished, and write the head if need be."""
    file.seek(0)
    data = file.read()
    whole = data[: data.rfind(b"\n") + 1]
    file.truncate(len(whole))
    lines = whole.split(b"\n")[:-1]
    if not lines:
        file.write(msgspec.json.encode(Head(FORMAT, dict(about)), order="sorted") + b"\n")
        return {}
    _require_same(_head(lines[0], path), about, path)
    return _results(lines[1:], path)


def _head(line: bytes, path: Path) -> Head:
    try:
        return msgspec.json.decode(line, type=Head)
    except msgspec.DecodeError:
        raise JournalError(f"{path}:1: this is no journal of a run") from None


def _require_same(head: Head, about: Mapping[str, Any], path: Path) -> None:
    now = msgspec.json.decode(msgspec.json.encode(dict(about)))
    differs = sorted({*head.about, *now}, key=str)
    for name in differs:
        was, is_ = head.about.get(name), now.get(name)
        if was != is_:
            raise JournalError(
                f"{path}: the journal was begun with {name} {was!r}, but now it is {is_!r};"
                " put it back, or choose another folder with --out"
            )


def _results(lines: list[bytes], path: Path) -> dict[str, Result]:
    found: dict[str, Result] = {}
    for number, line in enumerate(lines, 2):
        try:
            result = _RESULT.decode(line)
        except msgspec.DecodeError as wrong:
            raise JournalError(f"{path}:{number}: the journal is damaged ({wrong})") from None
        found[result.key] = result
    return found


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep a second run out of the same journal."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise JournalError(f"{path}: another run is writing to it") from None
