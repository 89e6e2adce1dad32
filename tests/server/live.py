"""A real server in a process of its own, which can be killed and started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx2

STARTING_S = 60.0
"""How long a start may take on a busy machine."""
PACE_S = 0.05


class LiveServer:
    """`walstatt serve` on a free port of the loopback, with its data in a file.

    Used as a context manager it is started at once and gone at the end. After `kill` (SIGKILL) or
    `stop` (SIGTERM) it can be started again on the same data and the same port.
    """

    def __init__(self, data: Path, environment: Mapping[str, str] | None = None) -> None:
        self.data = data
        self.log = data.with_suffix(".log")
        self.environment = dict(environment or {})
        self.port = 0
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def socket_url(self, table: str) -> str:
        """Where a table is played live."""
        return f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, and wait until it is well."""
        written = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "walstatt.cli", "serve", "--no-open"),
                    *("--port", str(self.port), "--data", str(self.data)),
                ],
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                env=_clean() | self.environment,
                start_new_session=True,
            )
        self._wait_until_well(written)

    def stop(self) -> int:
        """End it with SIGTERM and give its exit code."""
        return self._end(signal.SIGTERM)

    def interrupt(self) -> int:
        """End it as Ctrl-C does and give its exit code."""
        return self._end(signal.SIGINT)

    def kill(self) -> None:
        """Kill it at once, and whatever it started."""
        if self.process is not None:
            self._end(signal.SIGKILL)

    def logged(self) -> str:
        """Give everything it wrote so far, over all its lives."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def _end(self, how: signal.Signals) -> int:
        process = self._running()
        process.send_signal(how)
        code = process.wait(STARTING_S)
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            self.process = None
            return code
        self.process = None
        return code

    def _running(self) -> subprocess.Popen[bytes]:
        if self.process is None:
            raise RuntimeError("the server is not running")
        return self.process

    def _wait_until_well(self, written: int) -> None:
        deadline = time.monotonic() + STARTING_S
        while time.monotonic() < deadline:
            if self._running().poll() is not None:
                break
            if self._is_well(written):
                return
            time.sleep(PACE_S)
        raise RuntimeError(f"the server did not start:\n{self.logged()[-4000:]}")

    def _is_well(self, written: int) -> bool:
        told = self.log.read_bytes()[written:].decode(errors="replace")
        found = re.search(r"Walstatt is at http://127\.0\.0\.1:(\d+)/", told)
        if found is None:
            return False
        self.port = int(found[1])
        try:
            return httpx2.get(f"{self.url}/healthz", timeout=10).status_code == 200
        except httpx2.TransportError:
            return False


def _clean() -> dict[str, str]:
    """Give our environment without settings of ours."""
    return {name: value for name, value in os.environ.items() if not name.startswith("WALSTATT_")}
