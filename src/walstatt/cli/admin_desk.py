"""What the administrator's commands share: the data file, tables of words, times."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from walstatt.cli.trouble import UsageError
from walstatt.server.admin import Desk
from walstatt.server.deeds import AdminError
from walstatt.server.errors import Refusal
from walstatt.server.settings import Settings
from walstatt.server.words import server_catalogue


@contextmanager
def desk(data: Path | None) -> Iterator[Desk]:
    """Open the data file that is meant."""
    path = data if data is not None else Settings.from_environment().data
    if path is None:
        raise UsageError("Name a data file with --data.")
    try:
        with Desk.open(path.expanduser()) as opened:
            yield opened
    except Refusal as refused:
        raise AdminError(server_catalogue().text(refused.text, "en")) from None


def print_json(data: object) -> None:
    """Print something as one line of JSON."""
    print(json.dumps(data, ensure_ascii=False))


def print_rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows with their columns one below the other."""
    shown = [[_visible(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[n]) for row in shown) for n in range(len(head))]
    for row in shown:
        print(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        )


def print_facts(facts: Sequence[tuple[str, str]]) -> None:
    """Print what is known, each thing with its name."""
    width = max(len(name) for name, _ in facts)
    for name, fact in facts:
        print(f"{name.ljust(width)}  {_visible(fact)}")


def _visible(text: str) -> str:
    """Leave nothing in words of players that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def when(seconds: float | None) -> str:
    """Write a time as it is here."""
    if seconds is None:
        return "-"
    return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M")


def require_sure(what: str, *, sure: bool) -> None:
    """Refuse to do what cannot be undone unless it was really meant."""
    if not sure:
        raise UsageError(f"{what} cannot be undone. Add --yes to do it.")


def write_file(path: Path, content: bytes, *, force: bool) -> None:
    """Write a file, but never over another one by mistake."""
    if path.exists() and not force:
        raise AdminError(f"{path} exists already; --force writes over it")
    path.write_bytes(content)
    print(f"{path}: {len(content)} bytes")


def by_whom(served: bool) -> str:
    """Say who did what was wanted."""
    return "by the running server" if served else "no server is running"
