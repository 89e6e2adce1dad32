"""A mail server in a thread of its own, for tests that are busy with a browser."""

from __future__ import annotations

import asyncio
import re
import time
from email.message import EmailMessage
from threading import Event, Thread
from types import TracebackType
from typing import Self

from tests.server.sinks import MailSink, mail_sink

PATIENCE_S = 60.0
PACE_S = 0.1


class PostOffice:
    """Takes mail on loopback and gives it out in the order it came."""

    def __init__(self) -> None:
        self._ready = Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closing = asyncio.Event()
        self._sink: MailSink | None = None
        self._thread = Thread(target=lambda: asyncio.run(self._open()), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._closing.set)
        self._thread.join(PATIENCE_S)

    async def _open(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with mail_sink() as self._sink:
            self._ready.set()
            await self._closing.wait()

    @property
    def sink(self) -> MailSink:
        """Give what has come so far."""
        assert self._sink is not None
        return self._sink

    @property
    def settings(self) -> dict[str, str]:
        """Tell a server to send its mail here, and at once."""
        return {
            "WALSTATT_SMTP_HOST": "127.0.0.1",
            "WALSTATT_SMTP_PORT": str(self.sink.port),
            "WALSTATT_SMTP_TLS": "false",
            "WALSTATT_GRACE_S": "0",
        }

    def letter(self, n: int) -> EmailMessage:
        """Wait for the letter of a number; the first is 0."""
        deadline = time.monotonic() + PATIENCE_S
        while len(self.sink.received) <= n:
            assert time.monotonic() < deadline, f"{len(self.sink.received)} letters came"
            time.sleep(PACE_S)
        return self.sink.received[n]


def text_of(letter: EmailMessage) -> str:
    """Read the plain text of a letter."""
    body = letter.get_body(("plain",))
    assert body is not None
    return " ".join(str(body.get_content()).split())


def link_in(letter: EmailMessage) -> str:
    """Find the link in the plain text of a letter."""
    found = re.search(r"http\S+#/t/\S+", text_of(letter))
    assert found is not None
    return found[0]
