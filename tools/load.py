"""Puts a server under load and says how long the answers of human seats take.

    python tools/load.py [--tables 200] [--people 60] [--seconds 60] [--json]

A server of its own is started on loopback with a fresh file. Most tables are computer against
computer; at the others scripted clients sit, each on a websocket, who think for a moment, choose
one of the offered answers, and measure the time until it is acknowledged - that is, until it is
safe on disk. In the end the server is stopped, and every game in the file is played again: the
hashes must be the same. Whatever was refused, failed or differs makes the exit code 1.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import httpx2
import msgspec
import websockets
from msgspec import Struct
from websockets.asyncio.client import ClientConnection

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.live import LiveServer
from tests.server.unlimited import UNLIMITED
from walstatt.games import find_game
from walstatt.kernel.errors import WalstattError
from walstatt.kernel.match import Entry, Header, Match

Summary: TypeAlias = dict[str, Any]

THINKING = (0.2, 1.0)
"""How many seconds a scripted client thinks, at least and at most."""


class Figures(Struct):
    """What was measured."""

    answers: list[float] = []
    refused: int = 0
    finished: int = 0
    errors: list[str] = []
    differing: list[str] = []
    """The tables that do not play again as they were stored."""
    entries: int = 0
    """How many entries were played again."""
    phases: dict[str, float] = {}
    """The seconds that each part of the run took."""

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Measure a part of the run."""
        started = time.monotonic()
        yield
        self.phases[name] = round(time.monotonic() - started, 2)


def percentile(values: list[float], part: float) -> float:
    """Give the value below which a part of all values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


class ScriptedClient:
    """Somebody at a table who answers at random."""

    def __init__(self, server: str, made: dict[str, Any], figures: Figures, seed: int) -> None:
        self.address = f"{server.replace('http', 'ws')}/api/tables/{made['table']}/live"
        self.token = made["token"]
        self.figures = figures
        self.rng = random.Random(seed)
        self.prompt: dict[str, Any] | None = None
        self.seq = 0
        self.sent_at: dict[int, float] = {}
        self.over = False

    async def play(self, until: float, enough: float) -> None:
        """Play until the time is up, all have given enough answers, or the game is over."""
        figures = self.figures
        async with websockets.connect(self.address, max_size=2**22, open_timeout=60) as socket:
            await socket.send(json.dumps({"do": "hello", "token": self.token}))
            number = 0
            due = 0.0
            while time.monotonic() < until and not self.over and len(figures.answers) < enough:
                now = time.monotonic()
                if self.prompt is not None and not self.sent_at and now >= due:
                    number += 1
                    await self._answer(socket, number)
                    due = time.monotonic() + self.rng.uniform(*THINKING)
                await self._hear(socket, min(until, max(due, now + 0.02)))

    async def _answer(self, socket: ClientConnection, number: int) -> None:
        prompt = self.prompt or {}
        answer = self.rng.choice(prompt["choices"])["answer"]
        wish = {"do": "answer", "id": number, "seat": prompt["seat"], "seq": self.seq}
        self.sent_at[number] = time.monotonic()
        await socket.send(json.dumps({**wish, "answer": answer}))

    async def _hear(self, socket: ClientConnection, until: float) -> None:
        try:
            async with asyncio.timeout(until - time.monotonic()):
                self._heed(json.loads(await socket.recv()))
        except TimeoutError:
            return

    def _heed(self, word: dict[str, Any]) -> None:
        match word["is"]:
            case "welcome":
                self._see(word["position"].get("scene"), word["position"])
            case "update":
                self._see(word.get("scene") or word.get("patch"), word)
            case "accepted" | "refused":
                sent = self.sent_at.pop(word.get("re", 0), None)
                if sent is not None:
                    self.figures.answers.append(time.monotonic() - sent)
                self.figures.refused += word["is"] == "refused"

    def _see(self, scene: dict[str, Any] | None, word: dict[str, Any]) -> None:
        self.seq = word["seq"]
        self.over = word["table"]["state"] != "live"
        whole = scene is word.get("scene")
        if scene is not None and (whole or "prompt" in scene):
            self.prompt = scene.get("prompt")


async def create(http: httpx2.AsyncClient, first: str, second: str, level: str) -> dict[str, Any]:
    """Start a table of Rolica."""
    seats = {
        "french": {"occupant": first, "level": level if first == "computer" else ""},
        "allied": {"occupant": second, "level": level if second == "computer" else ""},
    }
    wish = {"game": "ccn", "scenario": "rolica_1", "seats": seats, "name": "Load"}
    reply = await http.post("/api/tables", json=wish)
    reply.raise_for_status()
    made: dict[str, Any] = reply.json()
    return made


async def under_load(server: str, options: argparse.Namespace, figures: Figures) -> None:
    """Fill the server with tables, then play."""
    with figures.phase("laying tables"):
        made = await _laid(server, options)
    with figures.phase("playing"):
        until = time.monotonic() + options.seconds
        clients = [ScriptedClient(server, one, figures, n) for n, one in enumerate(made)]
        playing = (one.play(until, options.answers or float("inf")) for one in clients)
        done = await asyncio.gather(*playing, return_exceptions=True)
    figures.errors += [repr(one) for one in done if one is not None]
    figures.finished = sum(one.over for one in clients)


async def _laid(server: str, options: argparse.Namespace) -> list[dict[str, Any]]:
    """Lay all tables; give those at which somebody sits."""
    async with httpx2.AsyncClient(base_url=server, timeout=60) as http:
        for _ in range(options.tables - options.people):
            await create(http, "computer", "computer", options.level)
        return [await create(http, "me", "computer", options.level) for _ in range(options.people)]


def summary(figures: Figures, metrics: dict[str, float], options: argparse.Namespace) -> Summary:
    """Give the figures that matter, in milliseconds."""
    in_ms = [1000 * one for one in figures.answers]
    return {
        "tables": options.tables,
        "people": options.people,
        "seconds": options.seconds,
        "answers": len(in_ms),
        "refused": figures.refused,
        "errors": figures.errors,
        "faults": int(metrics["walstatt_faults_total"]),
        "frozen": int(metrics["walstatt_tables_frozen"]),
        "replayed": figures.entries,
        "differing": figures.differing,
        "p50_ms": round(percentile(in_ms, 0.5), 2),
        "p95_ms": round(percentile(in_ms, 0.95), 2),
        "p99_ms": round(percentile(in_ms, 0.99), 2),
        "most_ms": round(max(in_ms, default=0.0), 2),
        "phases": figures.phases,
        "server": metrics,
    }


def flaws(found: Summary) -> list[str]:
    """Name what must not happen, however slow the machine is."""
    return [name for name in ("refused", "errors", "faults", "frozen", "differing") if found[name]]


def measured(options: argparse.Namespace) -> Summary:
    """Run a server, put it under load, check what it stored, and give the figures."""
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        times = {"WALSTATT_PACE_MS": str(options.pace), "WALSTATT_THINK_MS": str(options.think)}
        data = Path(folder) / "load.db"
        with figures.phase("starting"):
            server = LiveServer(data, environment={**UNLIMITED, **times})
            server.start()
        try:
            asyncio.run(under_load(server.url, options, figures))
            metrics = _metrics(server)
            with figures.phase("stopping"):
                server.stop()
        finally:
            server.kill()
        figures.errors += _complaints(server.logged())
        with figures.phase("playing again"):
            play_again(data, figures)
    return summary(figures, metrics, options)


def _metrics(server: LiveServer) -> dict[str, float]:
    lines = httpx2.get(f"{server.url}/metrics", timeout=60).text.splitlines()
    kept = [line.split() for line in lines if line.startswith("walstatt_") and "{" not in line]
    return {name: float(value) for name, value in kept}


def play_again(data: Path, figures: Figures) -> None:
    """Play every stored game again and compare its hashes."""
    with closing(sqlite3.connect(data)) as db:
        for table, record in db.execute("SELECT id, record FROM tables").fetchall():
            rows = db.execute("SELECT data FROM entries WHERE table_id = ? ORDER BY n", (table,))
            entries = [msgspec.json.decode(one, type=Entry) for (one,) in rows]
            header = msgspec.convert(msgspec.json.decode(record)["header"], Header)
            if not _is_same(header, entries):
                figures.differing.append(table)
            figures.entries += len(entries)


def _is_same(header: Header, entries: list[Entry]) -> bool:
    """Tell whether a log leads to its own hashes; replaying compares those of every position."""
    try:
        match = Match.replay(find_game(header.game), header, entries)
    except WalstattError:
        return False
    return match.chain == entries[-1].chain


def _complaints(log: str) -> list[str]:
    """Find what the server did not expect."""
    return [line for line in log.splitlines() if '"level": "error"' in line]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--people", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--answers", type=int, default=0, help="stop after so many; 0: in time")
    parser.add_argument("--level", default="recruit")
    parser.add_argument("--pace", type=int, default=500, help="ms between a computer's moves")
    parser.add_argument("--think", type=int, default=2000, help="ms a computer may think")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measured(options)
    if options.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:10} {value}")
    if flaws(found):
        sys.exit(1)


if __name__ == "__main__":
    main()
