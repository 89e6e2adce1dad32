"""What the administrator wants changed, done by whoever has the tables in hand.

While a server is running, it has the tables in its memory, and nobody else may change them: the
administrator's wish is left in the store, the server takes it from there, takes the table out of
its memory, does the deed and leaves a reply. While no server is running, the administrator does
the same deed himself. Accounts are never kept in memory and need none of this.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
import structlog
from msgspec import Struct

from walstatt.server import clocks
from walstatt.server.audience import say_to, say_to_all
from walstatt.server.deeds import AdminError, perform
from walstatt.server.errors import Refusal, refusal
from walstatt.server.hall import Hall
from walstatt.server.records import update_table
from walstatt.server.serving import held
from walstatt.server.store import Store
from walstatt.server.table import Table

EVERY_S: Final = 0.5
"""How often a server looks for wishes."""
PATIENCE_S: Final = 30.0
"""How long the administrator waits for a reply; after that a wish is no longer carried out."""

_log = structlog.get_logger("walstatt.control")


class Reply(Struct, frozen=True):
    """What came of a wish."""

    wrong: str = ""


class Wanted(Struct, frozen=True):
    """A wish as it lies in the store."""

    id: int
    table: str
    deed: str
    args: dict[str, Any]


# -- the server's side ---------------------------------------------------------------------------


class Control:
    """Carries out what the administrator wants while the server is running."""

    def __init__(self, store: Store, hall: Hall, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.hall = hall
        self._now = now
        self._task: asyncio.Task[None] | None = None
        self._waking: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Look for wishes from now on; there can be none if everything is in memory only."""
        if self.store.path is not None:
            self._task = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """Look no longer."""
        tasks = [*self._waking, *([self._task] if self._task else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            try:
                await self.work()
            except Exception:  # noqa: BLE001 - one wish that fails must not end all control
                _log.exception("control failed")
            await asyncio.sleep(EVERY_S)

    async def work(self) -> int:
        """Carry out what is wanted now; count it."""
        since = self._now() - PATIENCE_S
        wanted = await self.store.read(lambda db: _waiting(db, since))
        for one in wanted:
            await self._carry_out(one)
        return len(wanted)

    async def _carry_out(self, wanted: Wanted) -> None:
        now = self._now()
        if not await self.store.write(lambda db: _take(db, wanted.id, now)):
            return
        try:
            await self._apart(wanted, now)
        except AdminError as wrong:
            reply = Reply(str(wrong))
        except Exception as fault:  # noqa: BLE001 - told to the administrator
            _log.exception("control failed", table=wanted.table, deed=wanted.deed)
            reply = Reply(f"the server failed: {type(fault).__name__}: {fault}")
        else:
            reply = Reply()
        _log.info("control", table=wanted.table, deed=wanted.deed, done=not reply.wrong)
        await self.store.write(lambda db: _reply(db, wanted.id, reply))

    async def _apart(self, wanted: Wanted, now: float) -> None:
        """Do a deed while nobody else can do anything at the table, and read the table again."""
        try:
            async with self.hall.at(wanted.table) as table:
                record = clocks.settled(table.record, now)

                def write(db: sqlite3.Connection) -> None:
                    update_table(db, record)
                    perform(db, wanted.table, wanted.deed, wanted.args, now)

                await self.store.write(write)
                table.stale = True
        except Refusal:
            raise AdminError(f"there is no table {wanted.table!r}") from None
        await self._read_again(table)

    async def _read_again(self, stale: Table) -> None:
        """Let everybody go on at the table as it is now, or tell them that it is gone."""
        try:
            table = await self.hall.find(stale.record.id)
        except Refusal as gone:
            say_to_all(stale, gone.word())
            return
        for visitor in list(table.visitors):
            if not table.record.listed and visitor.hashes.isdisjoint(table.keys):
                say_to(table, visitor, refusal("not_yours", "key").word())
                table.visitors.discard(visitor)
        waking = asyncio.create_task(self._wake(table))
        self._waking.add(waking)
        waking.add_done_callback(self._waking.discard)

    async def _wake(self, table: Table) -> None:
        """Let computers go on, as soon as one that thought about the old table has noticed."""
        for _ in range(20 + table.services.settings.think_ms // 100):
            await asyncio.sleep(0.1)
            if self.hall.loaded(table.record.id) is not table or table.record.state != "live":
                return
            self.hall.computers.poke(table)


def _waiting(db: sqlite3.Connection, since: float) -> list[Wanted]:
    rows = db.execute(
        "SELECT id, table_id, deed, args FROM control WHERE taken IS NULL AND asked > ?"
        " ORDER BY id",
        (since,),
    )
    return [Wanted(n, table, deed, msgspec.json.decode(args)) for n, table, deed, args in rows]


def _take(db: sqlite3.Connection, wanted: int, now: float) -> bool:
    """Begin with a wish, unless the administrator has withdrawn it; sweep old ones."""
    db.execute("DELETE FROM control WHERE asked <= ?", (now - 10 * PATIENCE_S,))
    found = db.execute("UPDATE control SET taken = ? WHERE id = ? AND taken IS NULL", (now, wanted))
    return found.rowcount == 1


def _reply(db: sqlite3.Connection, wanted: int, reply: Reply) -> None:
    db.execute("UPDATE control SET reply = ? WHERE id = ?", (msgspec.json.encode(reply), wanted))


# -- the administrator's side --------------------------------------------------------------------


def have_done(
    db: sqlite3.Connection, data: Path, table: str, deed: str, args: dict[str, Any]
) -> bool:
    """Do a deed, or have it done by the server that is running; tell whether a server did it."""
    with held(data) as ours:
        if ours:
            db.execute("BEGIN IMMEDIATE")
            with db:
                perform(db, table, deed, args, time.time())
            return False
    wanted = _ask(db, table, deed, args)
    reply = _await(db, wanted)
    if reply.wrong:
        raise AdminError(reply.wrong)
    return True


def _ask(db: sqlite3.Connection, table: str, deed: str, args: dict[str, Any]) -> int:
    found = db.execute(
        "INSERT INTO control (table_id, deed, args, asked) VALUES (?, ?, ?, ?)",
        (table, deed, msgspec.json.encode(args), time.time()),
    )
    return int(found.lastrowid or 0)


def _await(db: sqlite3.Connection, wanted: int) -> Reply:
    """Wait for the reply; if none comes, withdraw the wish, if it is still there."""
    try:
        for _ in range(int(PATIENCE_S * 10)):
            (reply,) = db.execute("SELECT reply FROM control WHERE id = ?", (wanted,)).fetchone()
            if reply is not None:
                return msgspec.json.decode(reply, type=Reply)
            time.sleep(0.1)
    finally:
        db.execute("DELETE FROM control WHERE id = ?", (wanted,))
    raise AdminError(
        f"a server is working with these data, but did not answer within {PATIENCE_S:.0f} seconds"
    )
