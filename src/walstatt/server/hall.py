"""Where the tables stand: read when somebody comes, put away when nobody has been for a while."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec
import structlog
from msgspec.structs import replace

from walstatt.games import find_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.save import resume
from walstatt.server import clocks
from walstatt.server.audience import say_to, tell_table
from walstatt.server.computers_turn import ComputersTurn
from walstatt.server.errors import Refusal, StoreError, refusal
from walstatt.server.faults import RulesFault
from walstatt.server.notifying import Bell
from walstatt.server.offers import ended_for, finish
from walstatt.server.ports import Services
from walstatt.server.protocol import Welcome
from walstatt.server.records import Filed, read_awake, read_table, update_table
from walstatt.server.table import Job, Mark, Table
from walstatt.server.telling import overdue_at
from walstatt.server.visitors import Visitor

_log = structlog.get_logger("walstatt.tables")

TICK_S: Final = 0.5
SWEEP_S: Final = 20.0
"""How often idle tables are looked for."""


class Hall:
    """The tables in memory, and the time that goes by for them."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.computers = ComputersTurn(services.settings.workers)
        self.bell = Bell(services, self.at)
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._swept = services.now()
        self._overdue: dict[str, frozenset[tuple[Seat, int]]] = {}
        """Who has been away for how many of the times after which others may act."""

    async def open(self) -> None:
        """Go on where the server stopped."""
        self.services.opened = self.services.now()
        await self.bell.open()
        self._tasks = [
            asyncio.create_task(self._wake(), name="waking tables"),
            asyncio.create_task(self._keep_time(), name="keeping time"),
        ]

    async def close(self) -> None:
        """Put everything away."""
        for task in [*self._tasks, *self._loading.values()]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._loading.values(), return_exceptions=True)
        await self.computers.close()
        await asyncio.gather(*(self._close(table) for table in self._tables.values()))

    async def _close(self, table: Table) -> None:
        async with table.lock:
            await self._put_away(table)

    # -- finding ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def at(self, name: str) -> AsyncIterator[Table]:
        """Find a table and hold its lock; it may have been put away just before."""
        while True:
            table = await self.find(name)
            async with table.lock:
                if self._tables.get(name) is table and not table.stale:
                    yield table
                    return

    async def find(self, name: str) -> Table:
        """Find a table, in memory or in the store."""
        known = self._tables.get(name)
        if known is not None and not known.stale:
            known.used = self.services.now()
            return known
        task = self._loading.get(name)
        if task is None:
            task = asyncio.create_task(self._load(name), name=f"loading {name}")
            self._loading[name] = task
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    def loaded(self, name: str) -> Table | None:
        """Give a table if it is in memory."""
        return self._tables.get(name)

    def wire(self, table: Table) -> None:
        """Let a table's changes be heard by computers and bell."""
        table.clerks.append(self.bell.jobs)
        table.listeners.append(self._changed)

    def add(self, table: Table) -> None:
        """Take in a new table."""
        self._tables[table.record.id] = table
        self.computers.poke(table)

    def _changed(self, table: Table, mark: Mark) -> None:
        self.bell.changed(table, mark)
        if self._tables.get(table.record.id) is table:
            self.computers.poke(table)

    async def _load(self, name: str) -> Table:
        """Read a table and play its log again."""
        lines = self.services.settings.limits.chat_lines
        filed = await self.services.store.read(lambda db: read_table(db, name, lines))
        if filed is None:
            self._tables.pop(name, None)
            self.bell.forget(name)
            raise refusal("gone", "no_table")
        record = replace(filed.record, ticked=self.services.now())
        match, fault = await asyncio.to_thread(_replayed, filed)
        waiting = record.state == "waiting"
        table = Table(
            self.services,
            record,
            None if waiting else match,
            filed.keys,
            filed.chat,
            filed.contacts,
            filed.spent,
            source=match if waiting else None,
        )
        self.wire(table)
        if fault is not None and record.state != "frozen":
            await table.freeze(fault, None)
        self._replace(self._tables.get(name), table)
        self.add(table)
        return table

    def _replace(self, stale: Table | None, table: Table) -> None:
        """Let the visitors of a table that had to be read again go on at the new one."""
        for visitor in [] if stale is None else list(stale.visitors):
            visitor.key = table.key_of(visitor.hashes) if visitor.hashes else visitor.key
            table.visitors.add(visitor)
            table.look(visitor)
            say_to(table, visitor, Welcome(position=table.position(visitor)))

    async def raw_entries(self, name: str) -> list[Any]:
        """Read the log of a table as it is stored."""

        def read(db: sqlite3.Connection) -> list[Any]:
            rows = db.execute("SELECT data FROM entries WHERE table_id = ? ORDER BY n", (name,))
            return [msgspec.json.decode(data) for (data,) in rows]

        return await self.services.store.read(read)

    # -- coming and going ------------------------------------------------------------------------

    def see(self, table: Table, visitor: Visitor) -> None:
        """Note that somebody is there."""
        now = self.services.now()
        for seat in visitor.key.seats:
            table.record = table.record.with_place(seat, seen=now)

    def arrived(self, table: Table, visitor: Visitor) -> None:
        """Let computers go on now that somebody watches, and show him who thinks."""
        self.computers.poke(table)
        if table.thinking is not None:
            loop = asyncio.get_running_loop()
            since = int(1000 * (loop.time() - table.thinks_since))
            loop.call_soon(say_to, table, visitor, replace(table.thinking, since_ms=since))

    async def left(self, visitor: Visitor) -> None:
        """Note that somebody has gone."""
        table = self._tables.get(visitor.key.table)
        if table is None or visitor not in table.visitors:
            return
        async with table.lock:
            self.see(table, visitor)
            table.visitors.discard(visitor)
            tell_table(table)
            if visitor.key.seats and table.record.state == "live":
                await self._store(table)

    # -- time ------------------------------------------------------------------------------------

    async def _keep_time(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            try:
                await self.tick()
            except Exception:  # noqa: BLE001 - time goes on whatever happens
                _log.exception("tick failed")

    async def tick(self) -> None:
        """See to clocks, notices and idle tables."""
        now = self.services.now()
        for table in list(self._tables.values()):
            if clocks.fallen(table.record, now) is not None:
                async with table.lock:
                    await self.check_clock(table)
            self._tell_of_absence(table, now)
        await self.bell.ring()
        if now - self._swept >= SWEEP_S:
            self._swept = now
            await self._sweep(now)

    def _tell_of_absence(self, table: Table, now: float) -> None:
        """Tell those who wait when somebody has been away for so long that they may act."""
        known = self._overdue.pop(table.record.id, frozenset())
        settings = self.services.settings
        overdue = (
            overdue_at(table.record, table.presence(), settings, now) if table.visitors else known
        )
        if overdue:
            self._overdue[table.record.id] = overdue
        if overdue != known:
            tell_table(table)

    async def check_clock(self, table: Table) -> None:
        """End the game of a seat whose time is over."""
        seat = clocks.fallen(table.record, self.services.now())
        if seat is not None:
            end = ended_for(table, seat, "time")
            await table.change(lambda: finish(table, end), None)

    async def _wake(self) -> None:
        """Read the tables where something goes on by itself, one after the other."""
        for name in await self.services.store.read(read_awake):
            try:
                await self.find(name)
            except (Refusal, StoreError):
                _log.exception("not woken", table=name)

    async def _sweep(self, now: float) -> None:
        """Put away the tables that nobody needs now, if they are idle or too many."""
        limits = self.services.settings.limits
        idle = sorted((one for one in self._tables.values() if self._is_idle(one)), key=_last_used)
        surplus = len(self._tables) - limits.tables_loaded
        for n, table in enumerate(idle):
            if n < surplus or table.used + limits.idle_s < now:
                async with table.lock:
                    if self._is_idle(table) and await self._put_away(table):
                        self._tables.pop(table.record.id, None)

    def _is_idle(self, table: Table) -> bool:
        wakes = bool(clocks.running(table.record)) or self.computers.is_busy(table)
        return not table.visitors and not wakes

    async def _put_away(self, table: Table) -> bool:
        """Write the full position and the clocks as they stand, and tell whether that is done."""
        table.record = clocks.settled(table.record, self.services.now())
        jobs = [table.snapshot_job()] if table.record.state == "live" else []
        return table.stale or await self._store(table, *jobs)

    async def _store(self, table: Table, *jobs: Job) -> bool:
        record = table.record

        def write(db: sqlite3.Connection) -> None:
            update_table(db, record)
            for job in jobs:
                job(db)

        try:
            await self.services.store.write(write)
        except (StoreError, sqlite3.Error):
            _log.exception("not stored", table=record.id)
            return False
        return True

    def stats(self) -> dict[str, int]:
        """Count what goes on."""
        tables = self._tables.values()
        return {
            "tables": len(tables),
            "live": sum(table.record.state == "live" for table in tables),
            "frozen": sum(table.record.state == "frozen" for table in tables),
            "visitors": sum(len(table.visitors) for table in tables),
            "computer_steps": self.computers.steps,
            "notices": self.bell.rung,
        }


def _last_used(table: Table) -> float:
    return table.used


def _replayed(filed: Filed) -> tuple[Match | None, RulesFault | None]:
    """Play a stored log again; what goes wrong is given, not raised."""
    record = filed.record
    if record.header is None:
        return None, None
    snapshots = {} if filed.snapshot is None else {filed.snapshot.n: filed.snapshot}
    try:
        game = find_game(record.game)
        return resume(game, record.header, filed.entries, snapshots), None
    except Exception as wrong:  # noqa: BLE001 - whatever is wrong with a table, it is frozen for it
        fault = RulesFault(str(wrong))
        fault.__cause__ = wrong
        return None, fault
