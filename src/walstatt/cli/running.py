"""Running a command, and saying in one line what went wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from cyclopts import CycloptsError

from walstatt.cli.commands import app
from walstatt.cli.trouble import Bug, UsageError, crash_dump, sentence
from walstatt.kernel.errors import EngineFault, WalstattError

FINE: Final = 0
FAILED: Final = 1
MISUSED: Final = 2
INTERRUPTED: Final = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and give its exit code: 0 fine, 1 failed, 2 called wrongly."""
    _tolerate_strange_letters()
    return _guarded(lambda: run(sys.argv[1:] if argv is None else list(argv)))


def run(argv: list[str]) -> int:
    """Run one command; whatever goes wrong is raised."""
    code = app(argv, exit_on_error=False, print_error=False, result_action="return_value")
    sys.stdout.flush()
    return code if isinstance(code, int) else FINE


def _guarded(work: Callable[[], int]) -> int:
    try:
        return work()
    except BrokenPipeError:
        return _nobody_reads()
    except KeyboardInterrupt:
        return _told("stopped", INTERRUPTED)
    except (CycloptsError, UsageError) as wrong:
        return _told(str(wrong), MISUSED)
    except EngineFault as fault:
        return _crashed(Bug(fault))
    except (WalstattError, OSError) as wrong:
        return _told(sentence(wrong), FAILED)
    except Bug as bug:
        return _crashed(bug)
    except Exception as fault:  # noqa: BLE001 - the last line of defence: no traceback for players
        return _crashed(Bug(fault))


def _told(message: str, code: int) -> int:
    """Say what went wrong, one line for each thing."""
    for line in message.splitlines() or ["something went wrong"]:
        print(f"walstatt: {line}", file=sys.stderr)
    return code


def _crashed(bug: Bug) -> int:
    """Say that it is our fault, how to report it and what to send along."""
    fault = bug.fault
    what = " ".join(f"{type(fault).__name__}: {fault}".split())
    try:
        where = f"please report it and send what is in {crash_dump(bug)}"
    except OSError as wrong:
        where = f"please report it; a crash dump could not be written ({wrong})"
    return _told(f"this is a fault of Walstatt, not yours ({what}); {where}", FAILED)


def _nobody_reads() -> int:
    """Leave quietly when the reader of our output has gone, as `head` does."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FINE


def _tolerate_strange_letters() -> None:
    """Never fail over a letter that the terminal cannot show or that came in damaged."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
