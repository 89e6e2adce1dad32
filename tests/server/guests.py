"""A house of tables for tests: its people, its computers, and a clock that can be moved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.asking import prompt
from walstatt.kernel.codec import plain
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.scene import patch
from walstatt.scene.model import Scene
from walstatt.server.games_told import LevelInfo
from walstatt.server.notices import Contact
from walstatt.server.protocol import (
    Accepted,
    Answer,
    AnyCommand,
    AnyWord,
    Chatted,
    Created,
    Join,
    LogLine,
    NewTable,
    Refused,
    Sitting,
    TableChanged,
    TableInfo,
    Update,
    Welcome,
)
from walstatt.server.settings import Limits, Settings
from walstatt.server.store import Store
from walstatt.server.table import Table
from walstatt.server.tables import Tables, Visitor

RED, BLUE, GOLD = Seat("red"), Seat("blue"), Seat("gold")
FRENCH, ALLIED = Seat("french"), Seat("allied")
ME, FRIEND, OPEN = Sitting("me"), Sitting("friend"), Sitting("open")
COMPUTER = Sitting("computer", "random")
SETTINGS = Settings(pace_ms=0, think_ms=1000, grace_s=60, limits=Limits(idle_s=900))
PATIENCE_S = 60.0


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += seconds


class Chosen(Struct, frozen=True):
    answer: dict[str, Any]
    kind: str = ""
    why: tuple[Message, ...] = ()


class FakeComputers:
    """Computers that answer at random, or as a test wants them to."""

    def __init__(self) -> None:
        self.asked: list[tuple[Seat, str]] = []
        self.thinking: dict[str, asyncio.Event] = {}
        self.gate: asyncio.Event | None = None
        """Set: they think until it is set, or until they are asked to hurry."""
        self.instead: Callable[[AnyGame, Seat], Chosen] | None = None

    def levels(self, game: str) -> tuple[LevelInfo, ...]:
        return tuple(LevelInfo(one, say(f"{game}.{one}")) for one in ("random", "recruit"))

    async def choose(
        self,
        game: AnyGame,
        seat: Seat,
        level: str,
        seed: str,
        budget_ms: int,
        *,
        rosters: Mapping[Seat, Any] | None = None,
        key: str = "",
    ) -> Chosen:
        assert seed
        assert rosters == {}
        assert budget_ms <= 1000
        self.asked.append((seat, level))
        rng = Random(len(self.asked))
        await self._think(key)
        if self.instead is not None:
            return self.instead(game, seat)
        why = (say("test.because"),)
        return Chosen(plain(game.imagine(seat, rng).pick(seat, rng)), "", why)

    async def _think(self, key: str) -> None:
        await asyncio.sleep(0)
        if self.gate is not None:
            hurry = self.thinking[key] = asyncio.Event()
            waits = [asyncio.ensure_future(one.wait()) for one in (self.gate, hurry)]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for one in waits:
                one.cancel()
            del self.thinking[key]

    def stop(self, key: str) -> bool:
        if key in self.thinking:
            self.thinking[key].set()
        return key in self.thinking


class FakeNotices:
    """Notices that are only written down."""

    def __init__(self) -> None:
        self.sent: list[tuple[Contact, TableInfo, Seat, str, list[str]]] = []

    async def turn(
        self, contact: Contact, table: TableInfo, seat: Seat, link: str, news: Sequence[str]
    ) -> None:
        self.sent.append((contact, table, seat, link, list(news)))


class House:
    """Tables on a store, which can be shut and opened again."""

    def __init__(self, path: Path | None = None, settings: Settings = SETTINGS) -> None:
        self.path = path
        self.settings = settings
        self.clock = Clock()
        self.computers = FakeComputers()
        self.notices = FakeNotices()
        self.store: Store
        self.tables: Tables

    async def open(self) -> Tables:
        self.store = await Store.open(self.path)
        self.tables = Tables(
            self.store, self.computers, self.notices, self.settings, now=self.clock
        )
        await self.tables.open()
        return self.tables

    async def close(self) -> None:
        await self.tables.close()
        await self.store.close()

    async def restart(self) -> Tables:
        await self.close()
        return await self.open()

    async def crash(self) -> Tables:
        """Open the store again without putting anything away, as after a kill."""
        await self.tables.hall.computers.close()
        for task in self.tables.hall._tasks:
            task.cancel()
        await self.store.close()
        return await self.open()

    # -- shortcuts -------------------------------------------------------------------------------

    async def toy(
        self,
        *,
        red: Sitting = ME,
        blue: Sitting = ME,
        gold: Sitting = ME,
        **more: Any,  # noqa: ANN401 - fields of NewTable
    ) -> Created:
        wish = NewTable("toy", "hill", {RED: red, BLUE: blue, GOLD: gold}, name="Anna", **more)
        return await self.tables.create(wish)

    async def ccn(
        self,
        *,
        french: Sitting = ME,
        allied: Sitting = ME,
        **more: Any,  # noqa: ANN401 - fields of NewTable
    ) -> Created:
        wish = NewTable("ccn", "rolica_1", {FRENCH: french, ALLIED: allied}, name="Anna", **more)
        return await self.tables.create(wish)

    async def sits(self, created: Created, seat: Seat, name: str = "Bert", nonce: str = "") -> str:
        """Let a friend sit down with his invitation, and give the key he gets for it."""
        wish = Join(name, token=created.links[seat], nonce=nonce)
        return (await self.tables.join(created.table, wish)).token

    async def guest(self, table: str, token: str = "", account: str | None = None) -> Guest:
        visitor = await self.tables.visit(table, token, account)
        guest = Guest(self.tables, visitor)
        await guest.arrive()
        return guest

    def table(self, name: str) -> Table:
        found = self.tables.hall.loaded(name)
        assert found is not None
        return found

    def match(self, name: str) -> Match:
        return self.table(name).playing_match()


class Guest:
    """Somebody with a socket, who applies what he is told as the client does."""

    def __init__(self, tables: Tables, visitor: Visitor) -> None:
        self.tables = tables
        self.visitor = visitor
        self.inbox: list[AnyWord] = []
        self.seq = 0
        self.scene: Scene | None = None
        self.lines: list[LogLine] = []
        self.table: TableInfo | None = None
        self.chat: list[Any] = []
        self.hand_over = Seat("")
        self.seat: Seat | None = None
        self.undo: Any = None

    async def arrive(self) -> Welcome:
        welcome = await self.tables.attach(self.visitor, self.hear)
        self.hear(welcome)
        return welcome

    async def leave(self) -> None:
        await self.tables.detach(self.visitor)

    def hear(self, word: AnyWord) -> None:
        self.inbox.append(word)
        if isinstance(word, Welcome):
            self._welcomed(word)
        elif isinstance(word, Update):
            self._updated(word)
        elif isinstance(word, TableChanged):
            self.table = word.table
        elif isinstance(word, Chatted):
            self.chat = [one for one in self.chat if one.id != word.line.id] + [word.line]

    def _welcomed(self, word: Welcome) -> None:
        position = word.position
        self.seq, self.scene, self.table = position.seq, position.scene, position.table
        self.lines, self.chat = list(position.log), list(position.chat)
        self.hand_over, self.undo = position.hand_over, position.undo
        self.seat = position.seat

    def _updated(self, word: Update) -> None:
        assert word.base == self.seq
        if word.cut >= 0:
            self.lines = [line for line in self.lines if line.n <= word.cut]
        if word.seat != self.seat:
            self.seat, self.lines = word.seat, []
        self.lines += word.lines
        if word.patch is not None:
            assert self.scene is not None
            self.scene = patch.apply(self.scene, word.patch)
        elif word.scene is not None:
            self.scene = word.scene
        self.seq, self.table = word.seq, word.table
        self.hand_over, self.undo = word.hand_over, word.undo

    async def do(self, command: AnyCommand) -> AnyWord:
        return await self.tables.do(self.visitor, command)

    async def accepted(self, command: AnyCommand) -> Accepted:
        word = await self.do(command)
        assert isinstance(word, Accepted), word
        return word

    async def refused(self, command: AnyCommand) -> Refused:
        word = await self.do(command)
        assert isinstance(word, Refused), word
        return word

    async def play(self, match: Match, rng: Random, seat: Seat | None = None) -> Seat:
        """Answer at random for a seat that is asked."""
        who = seat or match.game.to_act[0]
        answer = plain(match.game.pick(who, rng))
        await self.accepted(Answer(seat=who, seq=len(match.entries), answer=answer))
        return who

    async def play_on(self, match: Match, rng: Random, count: int) -> None:
        for _ in range(count):
            if match.game.outcome is not None:
                return
            await self.play(match, rng)


async def until(condition: Callable[[], object], patience: float = PATIENCE_S) -> None:
    """Wait for a condition."""

    async def wait() -> None:
        while not condition():  # noqa: ASYNC110 - any condition, not only ours
            await asyncio.sleep(0.005)

    await asyncio.wait_for(wait(), patience)


def first_choice(game: AnyGame, seat: Seat) -> dict[str, Any]:
    """Give the first thing a seat can choose."""
    asked = prompt(game, seat)
    assert asked is not None
    return asked.choices[0].answer


def told(guest: Guest) -> TableInfo:
    assert guest.table is not None
    return guest.table


def seen(guest: Guest) -> Scene:
    assert guest.scene is not None
    return guest.scene


def quick(settings: Settings = SETTINGS, **changes: Any) -> Settings:  # noqa: ANN401
    return replace(settings, **changes)
