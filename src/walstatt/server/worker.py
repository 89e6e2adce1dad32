"""One process in which computers think, as the server's process handles it."""

from __future__ import annotations

import multiprocessing
from multiprocessing.connection import Connection
from threading import Lock
from typing import Final, Protocol

import structlog

from walstatt.kernel.errors import WalstattError
from walstatt.server.thinking import READY, STOP, think

_log = structlog.get_logger("walstatt.computers")

START_S: Final = 120.0
"""How long a process may take to load everything, on a very busy machine."""
END_S: Final = 1.0
"""How long an idle process may take to end by itself."""


class ComputerError(WalstattError):
    """A computer gave no answer."""


class Overdue(ComputerError):
    """It did not answer in time; its process was ended."""


class Died(ComputerError):
    """Its process ended while it was thinking."""


class Closed(ComputerError):
    """There are no computers any more: the server is closing."""


class _Process(Protocol):
    """What is needed of a process."""

    @property
    def pid(self) -> int | None:
        """Give its number."""

    def is_alive(self) -> bool:
        """Tell whether it runs."""

    def join(self, timeout: float | None = None) -> None:
        """Wait for its end."""

    def kill(self) -> None:
        """End it at once."""

    def close(self) -> None:
        """Forget it."""


class Question:
    """Something asked of a worker; it can be hurried from another thread, before or after."""

    def __init__(self, task: bytes, budget_ms: int) -> None:
        self.task = task
        self.budget_ms = budget_ms
        self._lock = Lock()
        self._connection: Connection | None = None
        self._is_hurried = False

    def put(self, connection: Connection) -> None:
        """Send it off."""
        with self._lock:
            connection.send_bytes(self.task)
            self._connection = connection
            if self._is_hurried:
                connection.send_bytes(STOP)

    def hurry(self) -> None:
        """Let whoever thinks about it answer at once with the best so far."""
        with self._lock:
            self._is_hurried = True
            if self._connection is None:
                return
            try:
                self._connection.send_bytes(STOP)
            except OSError:
                _log.info("a computer was gone before it could be hurried")

    def over(self) -> None:
        """Note that nobody thinks about it any more."""
        with self._lock:
            self._connection = None


class Worker:
    """A process; whoever asks it something waits in a thread of his own for the answer."""

    def __init__(self, grace_s: float) -> None:
        self._grace_s = grace_s
        self._lock = Lock()
        self._process: _Process | None = None
        self._connection: Connection | None = None
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """Give the number of the process, if there is one."""
        process = self._process
        return None if process is None else process.pid

    def start(self) -> Connection:
        """Start the process unless it runs, and wait until it is ready."""
        with self._lock:
            if self._is_closed:
                raise Closed("the server is closing")
            if self._connection is not None:
                return self._connection
            connection = self._spawn()
        if self._said(connection, START_S) != READY:
            self.end()
            raise Died("the process of a computer did not start")
        return connection

    def _spawn(self) -> Connection:
        """Start a fresh interpreter, which inherits neither memory nor open files of ours."""
        fresh = multiprocessing.get_context("spawn")
        ours, theirs = fresh.Pipe()
        process = fresh.Process(target=think, args=(theirs,), name="walstatt computer", daemon=True)
        process.start()
        theirs.close()
        self._process, self._connection = process, ours
        return ours

    def ask(self, question: Question) -> bytes:
        """Put a question and wait for the answer; a process that gives none is ended."""
        connection = self.start()
        try:
            question.put(connection)
            said = self._said(connection, question.budget_ms / 1000 + self._grace_s)
        except OSError as broken:
            self.end()
            raise Died("the process of a computer has ended") from broken
        finally:
            question.over()
        if said is None:
            self.end()
            raise Overdue(f"a computer gave no answer in {question.budget_ms} ms and some grace")
        return said

    def _said(self, connection: Connection, timeout_s: float) -> bytes | None:
        """Wait for a message; nothing if it does not come in time."""
        try:
            return connection.recv_bytes() if connection.poll(timeout_s) else None
        except (EOFError, OSError) as broken:
            self.end()
            raise Died("the process of a computer ended while it was thinking") from broken

    def end(self, patience_s: float = 0.0) -> None:
        """Hang up and end the process, by its id if it does not end by itself.

        Only whoever has the worker to himself may do this; the next question starts a new process.
        """
        with self._lock:
            process, connection = self._process, self._connection
            self._process = self._connection = None
        if connection is not None:
            connection.close()
        if process is None:
            return
        process.join(patience_s)
        if process.is_alive():
            process.kill()
            process.join()
        process.close()

    def close(self, *, busy: bool) -> None:
        """End the process for good; whoever waits for a busy one finds it dead, and clears up."""
        with self._lock:
            self._is_closed = True
            if busy and self._process is not None:
                self._process.kill()
        if not busy:
            self.end(END_S)
