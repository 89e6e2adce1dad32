"""A server killed with SIGKILL under load loses nothing that it had acknowledged."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest
import websockets
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.server.live import LiveServer
from tests.server.unlimited import UNLIMITED
from walstatt.games import find_game
from walstatt.kernel.match import Entry, Header, Match

LOG = logging.getLogger(__name__)


class Acknowledged:
    """What one client was told to be safe: the answers by their place in the log."""

    def __init__(self, table: str, token: str, seed: int) -> None:
        self.table = table
        self.token = token
        self.rng = random.Random(seed)
        self.answers: dict[int, dict[str, Any]] = {}
        self.over = False


async def play_until_cut(server: str, client: Acknowledged) -> None:
    """Answer as fast as possible until the connection breaks."""
    address = f"{server.replace('http', 'ws')}/api/tables/{client.table}/live"
    try:
        async with websockets.connect(address, max_size=2**22) as socket:
            await socket.send(json.dumps({"do": "hello", "token": client.token}))
            await Conversation(socket, client).go_on()
    except (ConnectionClosed, OSError):
        return


class Conversation:
    """One connection of a client: what it sees, and what it waits for."""

    def __init__(self, socket: ClientConnection, client: Acknowledged) -> None:
        self.socket = socket
        self.client = client
        self.seq = 0
        self.prompt: dict[str, Any] | None = None
        self.sent: tuple[int, dict[str, Any]] | None = None

    async def go_on(self) -> None:
        while not self.client.over:
            await self._heed(json.loads(await self.socket.recv()))
            if self.prompt is not None and self.sent is None:
                await self._answer(self.prompt)

    async def _heed(self, word: dict[str, Any]) -> None:
        match word["is"]:
            case "welcome":
                await self._see(word["position"], word["position"]["scene"])
            case "update":
                await self._see(word, word.get("scene") or word.get("patch") or {})
            case "accepted" if self.sent is not None and word.get("re") == self.sent[0] + 1:
                self.client.answers[self.sent[0]] = self.sent[1]
                self.sent = None
            case "refused":
                raise AssertionError(word)

    async def _see(self, word: dict[str, Any], scene: dict[str, Any]) -> None:
        self.seq = word["seq"]
        self.client.over = word["table"]["state"] != "live"
        if "prompt" in scene or scene is word.get("scene"):
            self.prompt = scene.get("prompt")
        if word.get("hand_over"):
            await self.socket.send(json.dumps({"do": "show", "seat": word["hand_over"]}))

    async def _answer(self, prompt: dict[str, Any]) -> None:
        answer = self.client.rng.choice(prompt["choices"])["answer"]
        self.sent, self.prompt = (self.seq, answer), None
        wish = {"do": "answer", "id": self.seq + 1, "seat": prompt["seat"], "seq": self.seq}
        await self.socket.send(json.dumps({**wish, "answer": answer}))


def create(server: LiveServer, scenario: str, seats: dict[str, Any]) -> dict[str, Any]:
    game, name = scenario.split("/")
    wish = {"game": game, "scenario": name, "seats": seats, "name": "Kill"}
    reply = httpx2.post(f"{server.url}/api/tables", json=wish, timeout=30)
    reply.raise_for_status()
    made: dict[str, Any] = reply.json()
    return made


def sit_down(server: LiveServer) -> list[Acknowledged]:
    """Sit down at tables where one plays both sides, and at some against the computer."""
    me, computer = {"occupant": "me"}, {"occupant": "computer", "level": "random"}
    enemies = [me, me, me, me, computer, computer]
    made = [create(server, "ccn/rolica_1", {"french": one, "allied": me}) for one in enemies]
    return [Acknowledged(one["table"], one["token"], n) for n, one in enumerate(made)]


async def killed_under_load(server: LiveServer, clients: list[Acknowledged], more: int) -> None:
    """Let everybody play, and kill the server after so many more acknowledgements."""
    playing = [asyncio.create_task(play_until_cut(server.url, one)) for one in clients]
    enough = acknowledged_by(clients) + more
    async with asyncio.timeout(120):
        while acknowledged_by(clients) < enough and not all(one.done() for one in playing):  # noqa: ASYNC110 - many clients, one count
            await asyncio.sleep(0.002)
    server.kill()
    await asyncio.gather(*playing)


def acknowledged_by(clients: list[Acknowledged]) -> int:
    return sum(len(client.answers) for client in clients)


def stored(path: Path, table: str) -> list[Entry]:
    with closing(sqlite3.connect(path)) as database:
        rows = database.execute(
            "SELECT data FROM entries WHERE table_id = ? ORDER BY n", (table,)
        ).fetchall()
    return [msgspec.json.decode(data, type=Entry) for (data,) in rows]


def header_of(path: Path, table: str) -> Header:
    with closing(sqlite3.connect(path)) as database:
        (record,) = database.execute("SELECT record FROM tables WHERE id = ?", (table,)).fetchone()
    return msgspec.convert(msgspec.json.decode(record)["header"], Header)


def lost(path: Path, client: Acknowledged) -> list[int]:
    """Name the acknowledged answers that are not in the log."""
    by_place = {entry.n: entry.answer for entry in stored(path, client.table)}
    return [
        n for n, answer in client.answers.items() if msgspec.to_builtins(by_place.get(n)) != answer
    ]


def kill_again_and_again(path: Path, times: int) -> int:
    """Kill a server so many times while people play; count what it had acknowledged."""
    rng, began = random.Random(times), time.monotonic()
    with LiveServer(path, environment=UNLIMITED) as server:
        everybody = clients = sit_down(server)
        for _ in range(times):
            asyncio.run(killed_under_load(server, clients, rng.randint(1, 40)))
            for client in clients:
                assert lost(path, client) == []
            server.start()
            clients = [client for client in clients if not client.over]
            if len(clients) < 4:
                fresh = sit_down(server)
                everybody, clients = [*everybody, *fresh], [*clients, *fresh]
    entries = sum(plays_again(path, client) for client in everybody)
    acknowledged = acknowledged_by(everybody)
    LOG.info(
        "%s kills: %s commands acknowledged, %s entries at %s tables, %.0f s",
        *(times, acknowledged, entries, len(everybody), time.monotonic() - began),
    )
    return acknowledged


def plays_again(path: Path, client: Acknowledged) -> int:
    """Play the log of a table again, compare its hashes, and count its entries."""
    entries = stored(path, client.table)
    replayed = Match.replay(find_game("ccn"), header_of(path, client.table), entries)
    assert replayed.chain == entries[-1].chain
    assert len(entries) > max(client.answers, default=0)
    assert lost(path, client) == []
    return len(entries)


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    assert kill_again_and_again(tmp_path / "killed.db", 5) > 20


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_a_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    assert kill_again_and_again(tmp_path / "killed.db", 100) > 1000
