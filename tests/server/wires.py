"""The application spoken to as a web server would, in the test's own loop: requests and sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import Litestar
from msgspec import Struct

from tests.server.in_process import HOST
from walstatt.server.app import create_app
from walstatt.server.house import House
from walstatt.server.protocol import AnyWord
from walstatt.server.settings import Settings

PATIENCE_S = 30.0
NEWS = frozenset({"update", "table", "chat", "thinking"})
"""The words that are no reply."""


class Reply(Struct, frozen=True):
    """What came back on a request."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def json(self) -> Any:  # noqa: ANN401 - JSON
        """Read the body."""
        return msgspec.json.decode(self.body)


class HungUp(Exception):
    """The server has closed a socket."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(str(code))


class Site:
    """The whole application, without a web server before it."""

    def __init__(self, app: Litestar) -> None:
        self.app = app
        self.house: House = app.state.house
        self.statuses: list[int] = []

    async def request(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        *,
        token: str = "",
        kind: str = "application/json",
        headers: dict[str, str] | None = None,
    ) -> Reply:
        """Send a request and take the whole reply."""
        known = {"host": HOST, **(headers or {})}
        if body or method == "POST":
            known |= {"content-type": kind, "content-length": str(len(body))}
        if token:
            known["authorization"] = f"Bearer {token}"
        place, _, query = path.partition("?")
        scope = {
            **_scope("http", place, query, known),
            "method": method,
            "scheme": "http",
        }
        sent: list[dict[str, Any]] = []
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            return waiting.pop() if waiting else {"type": "http.disconnect"}

        async def send(message: Any) -> None:  # noqa: ANN401
            sent.append(message)

        await self.app(scope, receive, send)  # type: ignore[arg-type]
        head = sent[0]
        content = b"".join(part.get("body", b"") for part in sent[1:])
        self.statuses.append(head["status"])
        told = [(key.decode().lower(), one.decode("latin-1")) for key, one in head["headers"]]
        return Reply(head["status"], told, content)

    async def post(self, path: str, what: object, token: str = "") -> Any:  # noqa: ANN401 - JSON
        """Post something that has to be accepted."""
        reply = await self.request("POST", path, msgspec.json.encode(what), token=token)
        assert reply.status in {200, 201}, reply
        return reply.json()

    async def socket(self, table: str, **headers: str) -> Wire:
        """Open a socket at a table, as one of our own pages does."""
        wire = Wire(self.app, f"/api/tables/{table}/live", {"origin": f"http://{HOST}", **headers})
        await wire.open()
        return wire


def _scope(kind: str, path: str, query: str, headers: dict[str, str]) -> dict[str, Any]:
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(key.lower().encode(), one.encode("latin-1")) for key, one in headers.items()],
        "client": ("127.0.0.1", 40_000),
        "server": (HOST, 80),
        "extensions": {},
    }


class Wire:
    """One socket."""

    def __init__(self, app: Litestar, path: str, headers: dict[str, str]) -> None:
        self.scope = {
            **_scope("websocket", path, "", {"host": HOST, **headers}),
            "scheme": "ws",
            "subprotocols": [],
        }
        self.app = app
        self.news: list[dict[str, Any]] = []
        """What was told unasked."""
        self.raw: list[bytes] = []
        """Everything that was told."""
        self._to: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._from: asyncio.Queue[Any] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Knock, and wait until the door opens; a refusal hangs up."""
        await self._to.put({"type": "websocket.connect"})
        running = self.app(self.scope, self._to.get, self._from.put)  # type: ignore[arg-type]
        self._task = asyncio.create_task(running)
        await self._next()

    async def say(self, what: object) -> None:
        """Send data as they are: text, bytes, or something to be written as JSON."""
        if isinstance(what, str):
            await self._to.put({"type": "websocket.receive", "text": what})
        elif isinstance(what, bytes):
            await self._to.put({"type": "websocket.receive", "bytes": what})
        else:
            await self.say(msgspec.json.encode(what).decode())

    async def hear(self) -> dict[str, Any]:
        """Hear a word, which must be one of those that are described."""
        message = await self._next()
        text: str = message["text"]
        msgspec.json.decode(text, type=AnyWord)
        self.raw.append(text.encode())
        word: dict[str, Any] = msgspec.json.decode(text)
        return word

    async def reply(self) -> dict[str, Any]:
        """Hear words up to the first reply; the rest is news."""
        while True:
            word = await self.hear()
            if word["is"] not in NEWS:
                return word
            self.news.append(word)

    async def ask(self, what: object) -> dict[str, Any]:
        """Send something and hear the reply."""
        await self.say(what)
        return await self.reply()

    async def hello(self, token: str = "", **more: object) -> dict[str, Any]:
        """Greet."""
        return await self.ask({"do": "hello", "id": 1, "token": token, **more})

    async def heard(self) -> list[dict[str, Any]]:
        """Give all news so far, and forget them."""
        assert await self.ask({"do": "ping", "id": 999_999}) == {"is": "pong", "re": 999_999}
        news, self.news = self.news, []
        return news

    async def close(self) -> None:
        """Hang up, and wait until the other side has noticed."""
        await self._to.put({"type": "websocket.disconnect", "code": 1000})
        if self._task is not None:
            await asyncio.wait_for(self._task, PATIENCE_S)

    async def _next(self) -> Any:  # noqa: ANN401 - a message of the server
        message = await asyncio.wait_for(self._from.get(), PATIENCE_S)
        if message["type"] == "websocket.close":
            raise HungUp(message["code"])
        return message


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Site]:
    """Open the application."""
    app = create_app(settings)
    async with app.lifespan():
        yield Site(app)
