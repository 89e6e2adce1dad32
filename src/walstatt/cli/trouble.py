"""What goes wrong on a command line, and what is kept when it is our own fault."""

from __future__ import annotations

import difflib
import platform
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from walstatt import __version__
from walstatt.kernel.errors import EngineFault, WalstattError


class UsageError(WalstattError):
    """The command line asks for something that does not exist or does not fit."""


class Bug(Exception):
    """A fault of the program, with the save of the game it happened in."""

    def __init__(self, fault: Exception, save: bytes = b"") -> None:
        self.fault = fault
        self.save = save
        super().__init__(str(fault))


def sentence(error: Exception) -> str:
    """Say what went wrong; with a file, its name comes first."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


@contextmanager
def keeping(save: Callable[[], bytes]) -> Iterator[None]:
    """Keep the game for the crash dump if the program fails inside the block."""
    try:
        yield
    except EngineFault as fault:
        raise Bug(fault, save()) from fault
    except (WalstattError, OSError):
        raise
    except Exception as fault:
        raise Bug(fault, save()) from fault


def crash_dump(bug: Bug) -> Path:
    """Write down all that helps to find a fault, and say where."""
    folder = Path(tempfile.mkdtemp(prefix="walstatt-crash-"))
    (folder / "report.txt").write_text(_report(bug.fault), encoding="utf-8", errors="replace")
    if bug.save:
        (folder / "game.save").write_bytes(bug.save)
    return folder


def _report(fault: Exception) -> str:
    lines = (
        f"Walstatt {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"Called as: {sys.argv}",
        "",
        *traceback.format_exception(fault),
    )
    return "\n".join(line.rstrip("\n") for line in lines) + "\n"


def unknown(what: str, name: str, known: Iterable[str]) -> UsageError:
    """Say that there is no such thing, what was perhaps meant, and what there is."""
    names = list(known)
    close = difflib.get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    meant = f" Did you mean {close[0]!r}?" if close else ""
    return UsageError(
        f"There is no {what} {name!r}.{meant} There are: {', '.join(names) or 'none'}."
    )
