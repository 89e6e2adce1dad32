"""A line between a browser and a server that can be cut and mended."""

from __future__ import annotations

import socket
import struct
from contextlib import suppress
from select import select
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Self

CHUNK = 65_536
AT_ONCE = struct.pack("ii", 1, 0)
"""Closing without a farewell, as a pulled plug does."""


class Wire:
    """A small proxy on loopback; while it is cut, nobody gets through and all hear of it."""

    def __init__(self, port: int) -> None:
        self._to = ("127.0.0.1", port)
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=64)
        self._whole = Event()
        self._lock = Lock()
        self._ends: set[socket.socket] = set()
        self._threads = [Thread(target=self._accept, daemon=True)]

    @property
    def url(self) -> str:
        """Where it begins, without a slash at the end."""
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def __enter__(self) -> Self:
        self._whole.set()
        self._threads[0].start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._threads[0].join(20)
        self._listening.close()
        self.cut()
        for thread in self._threads:
            thread.join(20)

    def cut(self) -> None:
        """Break every connection, and let nobody through any more."""
        with self._lock:
            self._whole.clear()
            for end in self._ends:
                _break(end)

    def mend(self) -> None:
        """Let everybody through again."""
        self._whole.set()

    # -- carrying --------------------------------------------------------------------------------

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            thread = Thread(target=self._connect, args=(near,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _connect(self, near: socket.socket) -> None:
        with near:
            if not self._whole.is_set():
                _break(near)
                return
            with suppress(OSError), socket.create_connection(self._to, timeout=20) as far:
                self._hold(near, far)

    def _hold(self, *ends: socket.socket) -> None:
        with self._lock:
            self._ends |= {*ends}
        try:
            _carry(*ends)
        finally:
            with self._lock:
                self._ends -= {*ends}


def _carry(near: socket.socket, far: socket.socket) -> None:
    """Pass on what either says, until one hangs up or is cut off."""
    across = {near: far, far: near}
    while True:
        for end in select([near, far], [], [])[0]:
            content = end.recv(CHUNK)
            if not content:
                return
            across[end].sendall(content)


def _break(end: socket.socket) -> None:
    """Let both sides of a connection know at once that it is gone."""
    with suppress(OSError):  # The other side was quicker.
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        end.shutdown(socket.SHUT_RDWR)
