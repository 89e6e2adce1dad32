"""Who has a data file in hand: one server at a time, or the administrator while none is running.

A lock beside the file says so. The system takes it away from a process that dies, however it dies,
and does not pass it on to the processes in which computers think.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from walstatt.server.errors import StoreError

PATIENCE_S: Final = 5.0
"""How long a server that starts waits for another to end."""

_HELD: Final[set[Path]] = set()
"""What this process holds; the system would let it hold the same again."""

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_file(data: Path) -> Path:
    """Name the file that is locked; never the data file, whose locks belong to SQLite."""
    return data.resolve().with_name(f"{data.name}.lock")


@contextmanager
def held(data: Path) -> Iterator[bool]:
    """Take the lock, if nobody has it, and tell whether it is ours."""
    path = lock_file(data)
    if path in _HELD:
        yield False
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if ours := _is_locked(file):
            _HELD.add(path)
        yield ours
    finally:
        if ours:
            _HELD.discard(path)
        os.close(file)


def _is_locked(file: int) -> bool:
    try:
        _lock(file)
    except OSError:
        return False
    return True


@contextmanager
def serving(data: Path | None, patience_s: float = PATIENCE_S) -> Iterator[None]:
    """Be the one server of a data file; what is only in memory needs no lock."""
    if data is None:
        yield
        return
    until = time.monotonic() + patience_s
    while True:
        with held(data) as ours:
            if ours:
                yield
                return
        if time.monotonic() >= until:
            raise StoreError(f"another server is working with {data}")
        time.sleep(0.05)
