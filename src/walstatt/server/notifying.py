"""Telling people who are away that it is their turn, once a turn, even across a restart."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import TypeAlias

import structlog
from msgspec.structs import replace

from walstatt.kernel.ids import Seat
from walstatt.server.errors import Refusal, StoreError
from walstatt.server.notices import Contact
from walstatt.server.outbox import (
    Channel,
    Due,
    Turn,
    forget_outbox,
    forget_turns,
    note_turns,
    read_outbox,
)
from walstatt.server.ports import Services
from walstatt.server.records import (
    NOTICE_KEYS,
    Record,
    drop_keys,
    put_keys,
    read_account_contact,
)
from walstatt.server.seats import KeptKey, hashed, new_token
from walstatt.server.table import Job, Mark, Table
from walstatt.server.telling import in_words, last_own

_log = structlog.get_logger("walstatt.notices")

Entrance: TypeAlias = Callable[[str], AbstractAsyncContextManager[Table]]


class Bell:
    """The turns that somebody may have to be told of, each with the time for it."""

    def __init__(self, services: Services, at: Entrance) -> None:
        self.services = services
        self.rung = 0
        self._at = at
        self._due: dict[Turn, Due] = {}

    async def open(self) -> None:
        """Remember what was to be told when the server stopped."""
        self._due = await self.services.store.write(read_outbox)

    # -- what a change brings --------------------------------------------------------------------

    def jobs(self, table: Table, mark: Mark) -> list[Job]:
        """Prepare to note the turns that begin and end with a change."""
        begun, over = self._turns(table, mark)
        name, seq, due = table.record.id, table.seq, self._due_at()
        jobs: list[Job] = []
        if over:
            jobs.append(lambda db: forget_turns(db, name, over))
        if begun:
            jobs.append(lambda db: note_turns(db, name, begun, seq, due))
        return jobs

    def changed(self, table: Table, mark: Mark) -> None:
        """Note the turns that began and ended, now that it is certain."""
        begun, over = self._turns(table, mark)
        for seat in over:
            self._due.pop((table.record.id, seat), None)
        for seat in begun:
            self._due[table.record.id, seat] = Due(self._due_at())

    def _turns(self, table: Table, mark: Mark) -> tuple[list[Seat], list[Seat]]:
        before, now = waited_for(mark.record), waited_for(table.record)
        begun = [seat for seat in now if seat not in before and self._is_wanted(table, seat)]
        return begun, [seat for seat in before if seat not in now]

    def _is_wanted(self, table: Table, seat: Seat) -> bool:
        return table.record.correspondence or seat in table.contacts

    def _due_at(self) -> float:
        return self.services.now() + self.services.settings.grace_s

    # -- ringing ---------------------------------------------------------------------------------

    async def ring(self) -> None:
        """Tell whoever has not come by himself."""
        now = self.services.now()
        for turn, due in list(self._due.items()):
            if due.at <= now:
                try:
                    await self._ring(*turn)
                except (Refusal, StoreError, sqlite3.Error):
                    _log.exception("not rung", table=turn[0], seat=turn[1])
                    if turn in self._due:
                        self._due[turn] = replace(due, at=self._due_at() + 1)

    async def _ring(self, name: str, seat: Seat) -> None:
        async with self._at(name) as table:
            if seat not in waited_for(table.record):
                await self._drop(name, seat)
                return
            later = self._later(table, seat)
            if later:
                self._due[name, seat] = replace(self._due[name, seat], at=later)
                return
            contact = await self._contact(table, seat)
            if contact is None:
                await self._drop(name, seat)
                return
            await self._tell(table, seat, _reached_by(contact, self._due[name, seat].channels))
            await self.services.store.write(lambda db: forget_outbox(db, name, seat))
            self._due.pop((name, seat), None)

    def _later(self, table: Table, seat: Seat) -> float:
        """Tell until when somebody who is there, or has just gone, is to be left in peace."""
        now, grace = self.services.now(), self.services.settings.grace_s
        if seat in table.presence().seats:
            return now + max(1, grace)
        gone = table.record.seats[seat].seen + grace
        return gone if gone > now else 0.0

    async def _contact(self, table: Table, seat: Seat) -> Contact | None:
        known = table.contacts.get(seat)
        if known is not None or not table.record.correspondence:
            return known
        name = table.record.id
        return await self.services.store.read(lambda db: read_account_contact(db, name, seat))

    async def _tell(self, table: Table, seat: Seat, contact: Contact) -> None:
        self.rung += 1
        link = await self._link(table, seat)
        match = table.playing_match()
        news = table.teller.since(seat, last_own(match, seat) + 1)
        words = in_words(table.definition.catalogue, news, contact.language)
        info = table.info(table.key_of(()))
        await self.services.notices.turn(contact, info, seat, link, words)

    async def _link(self, table: Table, seat: Seat) -> str:
        """Make a link that leads to the seat; only the latest few stay good."""
        token, name, now = new_token(), table.record.id, int(self.services.now())
        key = KeptKey(hashed(token), (seat,), by_notice=True)
        earlier = [one.hash for one in table.keys.values() if one.by_notice and seat in one.seats]
        gone = earlier[: max(0, len(earlier) - NOTICE_KEYS + 1)]

        def write(db: sqlite3.Connection) -> None:
            put_keys(db, name, [key], now)
            drop_keys(db, gone)

        await self.services.store.write(write)
        table.keys = {one: kept for one, kept in table.keys.items() if one not in gone}
        table.keys[key.hash] = key
        return f"{self.services.settings.url}/#/t/{name}/{token}"

    async def _drop(self, name: str, seat: Seat) -> None:
        await self.services.store.write(lambda db: forget_turns(db, name, [seat]))
        self._due.pop((name, seat), None)

    def forget(self, name: str) -> None:
        """Forget a table that is gone."""
        self._due = {turn: due for turn, due in self._due.items() if turn[0] != name}


def waited_for(record: Record) -> list[Seat]:
    """List the people the game waits for."""
    if record.state != "live":
        return []
    return [seat for seat in record.acts if record.seats[seat].occupant == "human"]


def _reached_by(contact: Contact, channels: tuple[Channel, ...]) -> Contact:
    """Leave out the ways on which somebody was told already."""
    mail = contact.mail if "mail" in channels else ""
    hook = contact.hook if "hook" in channels else ""
    return replace(contact, mail=mail, hook=hook)
