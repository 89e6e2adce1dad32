"""Notices that wait when the server stops are sent after its restart: once, and only in time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.guests import BLUE, GOLD, RED, Clock, FakeComputers, first_choice, until
from tests.server.sinks import MailSink, answer, hook_sink, mail_sink
from walstatt.server.deeds import perform
from walstatt.server.notices import Notices
from walstatt.server.protocol import (
    Accepted,
    Answer,
    Created,
    Join,
    NewTable,
    Notify,
    Resign,
    Sitting,
)
from walstatt.server.settings import Settings
from walstatt.server.store import Store
from walstatt.server.tables import Tables, Visitor

pytestmark = pytest.mark.anyio

LATER = "451 try again later"
MAIL = "gold@example.org"
ME, FRIEND = Sitting("me"), Sitting("friend")


class Server:
    """Tables with real notices on a file; it can be stopped, killed and started again."""

    def __init__(self, path: Path, port: int, **changes: Any) -> None:  # noqa: ANN401
        self.path, self.clock = path, Clock()
        self.settings = Settings(
            smtp_host="127.0.0.1",
            smtp_port=port,
            smtp_tls=False,
            allow_private_hooks=True,
            grace_s=60,
            **changes,
        )
        self.pauses: tuple[float, ...] = (1000.0,)
        self.store: Store
        self.notices: Notices
        self.tables: Tables

    async def start(self) -> None:
        self.store = await Store.open(self.path)
        self.notices = Notices(self.settings, self.store, pauses=self.pauses, now=self.clock)
        await self.notices.open()
        services = (self.store, FakeComputers(), self.notices, self.settings)
        self.tables = Tables(*services, now=self.clock)
        await self.tables.open()

    async def stop(self) -> None:
        await self.tables.close()
        await self.notices.close()
        await self.store.close()

    async def restart(self, seconds: float = 5000) -> None:
        """Stop and start, and let the time for the next attempt come."""
        await self.stop()
        await self.start()
        self.clock.forward(seconds)

    async def rows(self) -> list[tuple[str, int]]:
        """List what waits to be sent, and whether it may be on its way."""
        found = "SELECT channel, sending FROM notices ORDER BY id"
        return await self.store.read(lambda db: db.execute(found).fetchall())

    async def game(self, mail: str = MAIL, hook: str = "") -> tuple[Created, Visitor]:
        """Lay a table where it is gold's turn, who is away and wants to be told."""
        seats = {RED: ME, BLUE: ME, GOLD: FRIEND}
        wish = NewTable("toy", "hill", seats, name="Anna", correspondence=True)
        created = await self.tables.create(wish)
        joined = await self.tables.join(created.table, Join("Bert", token=created.links[GOLD]))
        gold = await self.tables.visit(created.table, joined.token)
        wanted = Notify(seat=GOLD, mail=mail, hook=hook)
        assert isinstance(await self.tables.do(gold, wanted), Accepted)
        self.clock.forward(120)
        await self.tables.tick()
        return created, gold

    async def answers(self, created: Created, gold: Visitor) -> None:
        """Let gold come by himself and answer."""
        table = self.tables.hall.loaded(created.table)
        assert table is not None
        game, seq = table.playing_match().game, table.seq
        given = Answer(seat=GOLD, seq=seq, answer=first_choice(game, GOLD))
        assert isinstance(await self.tables.do(gold, given), Accepted)


@asynccontextmanager
async def serving(
    path: Path,
    replies: list[str],
    **changes: Any,  # noqa: ANN401
) -> AsyncIterator[tuple[Server, MailSink]]:
    async with mail_sink(replies=replies) as sink:
        server = Server(path / "notices.sqlite3", sink.port, **changes)
        await server.start()
        try:
            yield server, sink
        finally:
            await server.stop()


async def test_a_notice_that_waits_is_sent_after_a_restart_with_a_link_that_opens_the_seat(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path, [LATER]) as (server, sink):
        created, _ = await server.game()
        await until_waiting(server, sink)
        await server.restart()
        await server.tables.tick()
        await server.notices.idle()
        (message,) = sink.received
        assert message["To"] == MAIL
        body = message.get_body(("plain",))
        assert body is not None
        text = body.get_content()
        (link,) = [line for line in text.splitlines() if line.startswith("http")]
        token = link.rpartition("/")[2]
        assert (await server.tables.visit(created.table, token)).key.seats == (GOLD,)
        assert await server.rows() == []
        for _ in range(2):
            await server.restart()
            await server.tables.tick()
            await server.notices.idle()
        assert len(sink.received) == 1


async def until_waiting(server: Server, sink: MailSink) -> None:
    """Wait until a mail was tried in vain and is to be tried again."""
    await until(lambda: sink.attempts == 1)
    await until_rows(server, [("mail", 0)])


async def until_rows(server: Server, rows: list[tuple[str, int]]) -> None:
    for _ in range(2000):
        if await server.rows() == rows:
            return
        await asyncio.sleep(0.005)
    raise AssertionError(await server.rows())


async def test_before_its_time_it_is_not_tried_again_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path, [LATER]) as (server, sink):
        await server.game()
        await until_waiting(server, sink)
        await server.restart(500)
        await server.tables.tick()
        await server.notices.idle()
        assert (sink.attempts, sink.received) == (1, [])
        server.clock.forward(501)
        await server.tables.tick()
        await server.notices.idle()
        assert len(sink.received) == 1


async def test_what_may_have_been_on_its_way_is_not_sent_twice(tmp_path: Path) -> None:
    """A server that was killed while it handed a mail over does not know whether it arrived."""
    async with serving(tmp_path, [LATER]) as (server, sink):
        await server.game()
        await until_waiting(server, sink)
        await server.store.write(lambda db: db.execute("UPDATE notices SET sending = 1"))
        await server.restart()
        await server.tables.tick()
        await server.notices.idle()
        assert sink.received == []
        assert await server.rows() == []


async def test_while_it_is_handed_over_the_store_knows_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, []) as (server, sink):
        seen: list[list[tuple[str, int]]] = []
        send = Notices._mail

        async def watched(self: Notices, letter: Any) -> None:  # noqa: ANN401
            seen.append(await server.rows())
            await send(self, letter)

        monkeypatch.setattr(Notices, "_mail", watched)
        await server.game()
        await server.notices.idle()
        assert seen == [[("mail", 1)]]
        assert (len(sink.received), await server.rows()) == (1, [])


async def test_nobody_is_told_of_a_turn_that_has_passed(tmp_path: Path) -> None:
    async with serving(tmp_path, [LATER]) as (server, sink):
        created, gold = await server.game()
        await until_waiting(server, sink)
        await server.answers(created, gold)
        assert await server.rows() == []
        await server.restart()
        await server.tables.tick()
        await server.notices.idle()
        assert sink.received == []


async def test_without_a_restart_too_a_turn_that_has_passed_is_not_told(tmp_path: Path) -> None:
    async with mail_sink(replies=[LATER]) as sink:
        server = Server(tmp_path / "notices.sqlite3", sink.port)
        server.pauses = (0.5,)
        await server.start()
        created, gold = await server.game()
        await until_waiting(server, sink)
        await server.answers(created, gold)
        await server.notices.idle()
        assert (sink.attempts, sink.received) == (1, [])
        assert server.notices.stats() == {"sent": 0, "failed": 0, "waiting": 0}
        await server.stop()


async def test_a_game_that_was_closed_calls_nobody(tmp_path: Path) -> None:
    async with serving(tmp_path, [LATER]) as (server, sink):
        created, gold = await server.game()
        await until_waiting(server, sink)
        now = server.clock()
        await server.tables.close()
        await server.store.write(lambda db: perform(db, created.table, "close", {}, now))
        await server.tables.open()
        assert await server.rows() == []
        await server.restart()
        await server.tables.tick()
        assert sink.received == []
        assert gold.key.seats == (GOLD,)


async def test_whoever_was_told_by_mail_is_later_told_by_hook_only(tmp_path: Path) -> None:
    async with hook_sink(answer(503)) as hook, serving(tmp_path, []) as (server, sink):
        await server.game(mail=MAIL, hook=f"http://127.0.0.1:{hook.port}/turn")
        await until(lambda: len(sink.received) == 1)
        await until_rows(server, [("hook", 0)])
        await server.restart()
        await server.tables.tick()
        await server.notices.idle()
        assert len(sink.received) == 1
        assert len(hook.posted) == 2
        assert await server.rows() == []


async def test_what_is_given_up_is_given_up_for_good(tmp_path: Path) -> None:
    async with serving(tmp_path, ["550 no such mailbox"]) as (server, sink):
        await server.game()
        await server.notices.idle()
        assert await server.rows() == []
        await server.restart()
        await server.tables.tick()
        await server.notices.idle()
        assert (sink.attempts, sink.received) == (1, [])


async def test_no_key_lies_in_the_store_with_a_notice_that_waits(tmp_path: Path) -> None:
    async with serving(tmp_path, [LATER]) as (server, sink):
        created, _ = await server.game()
        await until_waiting(server, sink)
        dump = await server.store.read(lambda db: "\n".join(db.iterdump()))
        assert f"#/t/{created.table}" not in dump
        assert MAIL in dump


async def test_whoever_resigns_while_a_notice_waits_is_left_in_peace(tmp_path: Path) -> None:
    async with serving(tmp_path, [LATER]) as (server, sink):
        _, gold = await server.game()
        await until_waiting(server, sink)
        assert isinstance(await server.tables.do(gold, Resign(seat=GOLD)), Accepted)
        assert await server.rows() == []
        await server.restart()
        await server.tables.tick()
        assert sink.received == []
