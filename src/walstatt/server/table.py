"""One live table: its match, its visitors, and how a change becomes safe and is told.

Whatever changes goes the same way: it is made in memory, written, and only then told. If it cannot
be written, the table is what it was. All of that happens under the table's lock.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import structlog
from msgspec import Struct
from msgspec.structs import replace

from walstatt.ai.clock import TurnClock
from walstatt.games import find_game
from walstatt.i18n.catalogue import Message
from walstatt.kernel.codec import dump
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Entry, Match, Moment
from walstatt.kernel.save import Snapshot
from walstatt.scene.model import Scene
from walstatt.scene.patch import Patch
from walstatt.scene.playable import AnyPlayable
from walstatt.server import clocks
from walstatt.server.audience import say_to_all, tell_change
from walstatt.server.errors import NotStored, Refusal, StoreError, refusal
from walstatt.server.faults import RulesFault, insert_report, report_of, rules_at_work
from walstatt.server.notices import Contact
from walstatt.server.ports import Services
from walstatt.server.protocol import (
    CanUndo,
    ChatLine,
    Chatted,
    Command,
    LogLine,
    Position,
    TableInfo,
    Thinking,
)
from walstatt.server.records import (
    Place,
    Record,
    append_entries,
    cut_entries,
    insert_table,
    put_snapshot,
    update_table,
)
from walstatt.server.seats import KeptKey, Key, joined_key
from walstatt.server.showing import Showing
from walstatt.server.telling import Presence, Teller, can_undo, end_of, last_own, table_info
from walstatt.server.visitors import Visitor

_log = structlog.get_logger("walstatt.tables")

Job: TypeAlias = Callable[[sqlite3.Connection], object]


class Mark(Struct, frozen=True):
    """A table as it was before a change."""

    record: Record
    match: Match | None
    log: tuple[list[Entry], list[Moment]]
    keys: dict[bytes, KeptKey]
    chat: list[ChatLine]
    contacts: dict[Seat, Contact]
    spent: dict[bytes, Seat]


class Table:
    """A table in memory."""

    def __init__(
        self,
        services: Services,
        record: Record,
        match: Match | None,
        keys: Iterable[KeptKey] = (),
        chat: Iterable[ChatLine] = (),
        contacts: dict[Seat, Contact] | None = None,
        spent: dict[bytes, Seat] | None = None,
        source: Match | None = None,
    ) -> None:
        self.services = services
        self.record = record
        self.keys = {key.hash: key for key in keys}
        self.chat = list(chat)
        self.contacts = dict(contacts or {})
        self.spent = dict(spent or {})
        """The invitations that somebody has sat down with."""
        self.source = source
        """While a branch waits for players: the game it goes on from."""
        self.visitors: set[Visitor] = set()
        self.lock = asyncio.Lock()
        self.used = services.now()
        self.stale = False
        """Whether the store knows better, so that the table has to be read again."""
        self.listeners: list[Callable[[Table, Mark], None]] = []
        """Who is told of every change once it is stored."""
        self.clerks: list[Callable[[Table, Mark], list[Job]]] = []
        """Who has something to store with every change."""
        self.thinking: Thinking | None = None
        self.thinks_since = 0.0
        """When the computer that thinks began, by the loop's clock."""
        self.turn_clock = TurnClock(services.settings.think_ms)
        self.hinting: set[Seat] = set()
        """The seats that wait for a hint."""
        self.match: Match | None = None
        self._teller: Teller | None = None
        self._showing: Showing | None = None
        self.previews: dict[tuple[Any, ...], Any] = {}
        self._take_up(match)

    # -- looking ---------------------------------------------------------------------------------

    @property
    def definition(self) -> AnyPlayable:
        """Give the game that is played."""
        return find_game(self.record.game)

    @property
    def seq(self) -> int:
        """Count the entries."""
        return 0 if self.match is None else len(self.match.entries)

    @property
    def playing(self) -> Match:
        """Give the match, which must be under way."""
        if self.record.state == "frozen":
            raise refusal("frozen", "frozen", fault=self.record.fault)
        if self.match is None:
            raise refusal("not_now", "waiting")
        if self.record.state == "finished":
            raise refusal("not_now", "over")
        return self.match

    @property
    def teller(self) -> Teller:
        """Give the report of the match, which must have begun."""
        if self._teller is None:
            raise refusal("not_now", "waiting")
        return self._teller

    def is_computer(self, seat: Seat) -> bool:
        """Tell whether a computer plays a seat."""
        place = self.record.seats.get(seat)
        return place is not None and place.occupant == "computer"

    def is_computers(self, entry: Entry) -> bool:
        """Tell whether an entry was made by the computer that plays its seat now."""
        return self.is_computer(entry.seat) and entry.n >= self.record.seats[entry.seat].since

    def presence(self) -> Presence:
        """Tell who is there."""
        there = frozenset(seat for visitor in self.visitors for seat in visitor.key.seats)
        humans = frozenset(one for one in there if self.record.seats[one].occupant == "human")
        watchers = sum(not visitor.key.seats for visitor in self.visitors)
        since = 0.0 if self.record.correspondence else self.services.opened
        return Presence(humans, watchers, since)

    def info(self, key: Key) -> TableInfo:
        """Describe the table to somebody."""
        services = self.services
        return table_info(self.record, key, self.presence(), services.settings, services.now())

    def key_of(self, hashes: Iterable[bytes]) -> Key:
        """Tell what keys are good for."""
        known = [self.keys[one] for one in hashes if one in self.keys]
        return joined_key(self.record.id, known, self.record.seats)

    def admit(self, visitor: Visitor) -> None:
        """Let somebody go on as far as his keys are good now; one may have lost its seat since."""
        if not visitor.hashes:
            return
        key = self.key_of(visitor.hashes)
        if key != visitor.key:
            visitor.key = key
            self.look(visitor)
        if self.is_locked_out(visitor):
            raise self.lockout(visitor)

    def is_locked_out(self, visitor: Visitor) -> bool:
        """Tell whether somebody's keys do not fit a table that not everybody may watch."""
        return not self.record.listed and visitor.hashes.isdisjoint(self.keys)

    def lockout(self, visitor: Visitor) -> Refusal:
        """Say why somebody may not even watch."""
        why = self.why_watching(visitor)
        return refusal("not_yours", "key") if why is None else Refusal("not_yours", why)

    def why_watching(self, visitor: Visitor) -> Message | None:
        """Say why somebody who came with an invitation has no seat: it was taken with it."""
        seat = next((self.spent[one] for one in visitor.hashes if one in self.spent), None)
        if seat is None or visitor.key.seats:
            return None
        return self.link_used(seat)

    def link_used(self, seat: Seat) -> Message:
        """Say that somebody has sat down with an invitation already."""
        return Message("server.core.refused.link_used", {"seat": self.definition.seat_name(seat)})

    def look(self, visitor: Visitor) -> None:
        """Choose through whose eyes a visitor looks."""
        seats = self.record.seats
        humans = [seat for seat in visitor.key.seats if seats[seat].occupant == "human"]
        live = self.record.state == "live"
        acting = [seat for seat in self.record.acts if live and seat in humans]
        visitor.look(humans, acting)

    def scene(self, seat: Seat | None) -> Scene | None:
        """Show the board to a seat; it is asked only while a person plays it."""
        if self._showing is None:
            return None
        asked = (
            seat is not None
            and self.record.state == "live"
            and self.record.seats[seat].occupant == "human"
        )
        return self._showing.scene(seat, asked=asked)

    def patch(self, old: Scene, new: Scene) -> Patch | None:
        """Say what turns one scene into another."""
        return None if self._showing is None else self._showing.patch(old, new)

    def position(self, visitor: Visitor) -> Position:
        """Tell a visitor everything; what follows builds on it."""
        with rules_at_work():
            scene = self.scene(visitor.seat)
            lines = () if self._teller is None else self._teller.since(visitor.seat, 0)
        visitor.scene, visitor.seq, visitor.undo = scene, self.seq, self.undo_of(visitor)
        return self.bare_position(visitor, scene, lines)

    def bare_position(
        self, visitor: Visitor, scene: Scene | None = None, lines: tuple[LogLine, ...] = ()
    ) -> Position:
        """Tell a visitor what can be told although the board cannot be shown."""
        return Position(
            self.info(visitor.key),
            self.seq,
            scene,
            visitor.seat,
            visitor.key.seats,
            visitor.hand_over,
            lines,
            tuple(told_line(line) for line in self.chat),
            self.undo_of(visitor),
            0 if self.match is None else last_own(self.match, visitor.seat),
            self.why_watching(visitor),
        )

    def undo_of(self, visitor: Visitor) -> CanUndo | None:
        """Tell whether a visitor can take something back."""
        if self.match is None or visitor.seat is None or self.record.state != "live":
            return None
        return can_undo(self.match, visitor.seat, self.is_computers)

    # -- changing --------------------------------------------------------------------------------

    def mark(self) -> Mark:
        """Remember everything, in case a change cannot be kept."""
        known = self.match or self.source
        log = ([], []) if known is None else known.mark()
        return Mark(
            self.record,
            self.match,
            log,
            self.keys.copy(),
            self.chat.copy(),
            self.contacts.copy(),
            self.spent.copy(),
        )

    def go_back(self, mark: Mark) -> None:
        """Make everything what it was."""
        self.record, self.keys, self.chat = mark.record, mark.keys, mark.chat
        self.contacts, self.spent = mark.contacts, mark.spent
        if mark.match is not None and mark.match.entries != mark.log[0]:
            mark.match.return_to(mark.log)
        self._take_up(mark.match)

    async def change(
        self,
        change: Callable[[], Iterable[Job] | None],
        by: Command | None,
        *,
        quietly: bool = False,
    ) -> None:
        """Carry out a change: make it, write it, tell it; or leave everything as it was.

        What is done quietly concerns neither the game nor the seats.
        """
        mark = self.mark()
        self.record = clocks.settled(self.record, self.services.now())
        try:
            jobs = [*(change() or ())]
            if not quietly:
                self._take_stock(mark)
                self._prepare()
        except RulesFault as fault:
            self.go_back(mark)
            await self.freeze(fault, by)
            raise refusal("frozen", "frozen", fault=self.record.fault) from fault
        except BaseException:
            self.go_back(mark)
            raise
        await self._write(mark, jobs)
        if not quietly:
            self._tell(mark)
        self._tell_chat(mark)

    def _tell_chat(self, mark: Mark) -> None:
        last = mark.chat[-1].id if mark.chat else 0
        for line in self.chat:
            if line.id > last:
                say_to_all(self, Chatted(line=line))

    def _tell(self, mark: Mark) -> None:
        moments = [] if self.match is None else self.match.moments
        first = first_difference(mark.log[1], moments)
        tell_change(self, first, new_keys=mark.keys != self.keys)
        self._announce(mark)

    async def found(self, change: Callable[[], None], jobs: Iterable[Job]) -> None:
        """Store a new table, with its game if that begins at once."""
        nothing = Mark(self.record, None, ([], []), {}, [], {}, {})
        change()
        self._take_stock(nothing)
        wanted = [*jobs]
        if self.match is None and self.source is not None:
            name, entries = self.record.id, self.source.entries.copy()
            wanted.append(lambda db: append_entries(db, name, entries))
        await self._write(nothing, wanted, write_table=insert_table)
        self._announce(nothing)

    def _announce(self, mark: Mark) -> None:
        for hear in self.listeners:
            hear(self, mark)

    async def _write(
        self,
        mark: Mark,
        jobs: list[Job],
        write_table: Callable[[sqlite3.Connection, Record], None] = update_table,
    ) -> None:
        """Write a change; if that fails, nothing has changed."""
        wanted = [
            *self._log_jobs(mark),
            *jobs,
            *(job for clerk in self.clerks for job in clerk(self, mark)),
        ]
        record = self.record

        def write(db: sqlite3.Connection) -> None:
            write_table(db, record)
            for job in wanted:
                job(db)

        try:
            await self.services.store.write(write)
        except (StoreError, sqlite3.Error) as wrong:
            self.go_back(mark)
            self.stale = isinstance(wrong, sqlite3.IntegrityError)
            _log.exception("not stored", table=record.id, seq=record.seq)
            raise NotStored from wrong
        except BaseException:
            self.go_back(mark)
            self.stale = True
            raise

    def _log_jobs(self, mark: Mark) -> list[Job]:
        """Find out which entries are to be removed and which to be written."""
        match, table = self.match, self.record.id
        if match is None:
            return []
        first = self._first_change(mark)
        fresh = match.entries[first:]
        jobs: list[Job] = []
        if first < len(mark.log[0]):
            jobs.append(lambda db: cut_entries(db, table, first))
        if fresh:
            jobs.append(lambda db: append_entries(db, table, fresh))
        if match.diverged_at is not None and jobs:
            jobs.append(self.snapshot_job())
        return jobs

    def snapshot_job(self) -> Job:
        """Prepare to write the full position."""
        if self.match is None:
            return lambda _: None
        table, match = self.record.id, self.match
        n, version = len(match.entries) - 1, match.definition.version
        snapshot = Snapshot(n, version, dump(match.game))
        return lambda db: put_snapshot(db, table, snapshot)

    def _first_change(self, mark: Mark) -> int:
        """Find the first entry that differs from what was."""
        return first_difference(mark.log[0], [] if self.match is None else self.match.entries)

    def begin(self, match: Match) -> None:
        """Let the game begin, as a part of a change."""
        now = self.services.now()
        self.record = clocks.wound_up(replace(self.record, state="live"), now)
        self.adopt(match)

    def adopt(self, match: Match) -> None:
        """Go on with a match, as a part of a change."""
        self.record = replace(self.record, header=match.header, dice=match.header.dice)
        self._take_up(match)

    def _take_up(self, match: Match | None) -> None:
        """Play a match from now on."""
        if match is not self.match or match is None:
            self._teller = None if match is None else Teller(match)
            self._showing = None if match is None else Showing(match)
        self.match = match
        self.previews = {}
        self.follow_policies()

    def follow_policies(self) -> None:
        """Let the match answer what people want answered for them."""
        if self.match is not None:
            self.match.policies = {
                seat: set(place.policies)
                for seat, place in self.record.seats.items()
                if place.occupant == "human"
            }

    def _take_stock(self, mark: Mark) -> None:
        """Note on the table what follows from the match."""
        now = self.services.now()
        record = replace(self.record, changed=int(now))
        if self.match is not None and self.record.state in ("live", "waiting"):
            record = self._with_position(record, mark)
        live = record.state == "live"
        acts = record.acts if live else ()
        seats = {
            seat: _up_to_date(place, now, self.seq, is_asked=seat in acts)
            for seat, place in record.seats.items()
        }
        self.record = replace(record, seats=seats, acts=acts, offer=record.offer if live else None)
        self.previews = {}

    def _with_position(self, record: Record, mark: Mark) -> Record:
        match = self.playing_match()
        first = self._first_change(mark)
        is_changed = first < len(match.entries) or first < len(mark.log[0])
        if not is_changed:
            return replace(record, acts=match.game.to_act)
        offer = record.offer
        if offer is not None and offer.what == "undo":
            offer = None
        end = record.end or end_of(match)
        return replace(
            record,
            seq=len(match.entries),
            acts=match.game.to_act,
            offer=offer,
            end=end,
            state="live" if end is None else "finished",
            turn=self._turn(record, first),
        )

    def playing_match(self) -> Match:
        """Give the match, whatever its state."""
        if self.match is None:
            raise refusal("not_now", "waiting")
        return self.match

    def _turn(self, record: Record, first: int) -> Message | None:
        """Say where the game stands, anew whenever a new part of the report began."""
        match = self.playing_match()
        told = (one.event for moment in match.moments[first:] for one in moment.told)
        fresh = record.turn is None or first >= len(match.entries)
        if not fresh and not any(event.heading for event in told) and match.game.outcome is None:
            return record.turn
        return self.status()

    def status(self) -> Message | None:
        """Say where the game stands, as a spectator sees it."""
        with rules_at_work():
            scene = self.scene(None)
        return scene.status[0] if scene is not None and scene.status else None

    def _prepare(self) -> None:
        """Make the scenes that are about to be shown, so that a fault in them is found in time."""
        if self.match is not None:
            with rules_at_work():
                for seat in {visitor.seat for visitor in self.visitors}:
                    self.scene(seat)
                    self.teller.since(seat, len(self.match.entries) - 1)

    # -- faults ----------------------------------------------------------------------------------

    async def freeze(self, fault: BaseException, by: Command | None) -> None:
        """Stop a table whose rules have failed, and keep what is needed to find out why."""
        mark = self.mark()
        report = report_of(fault, self.record.id, by, self.services.now())
        _log.error("frozen", table=report.table, report=report.id, seq=self.seq, exc_info=fault)
        self.record = replace(self.record, state="frozen", fault=report.id, acts=(), offer=None)
        record = self.record

        def write(db: sqlite3.Connection) -> None:
            update_table(db, record)
            insert_report(db, report)

        try:
            await self.services.store.write(write)
        except (StoreError, sqlite3.Error):
            _log.exception("report not stored", table=report.table, report=report.id)
        self._tell(mark)


def first_difference(old: Sequence[object], new: Sequence[object]) -> int:
    """Count how many things two lists share at their beginning, which mostly is all or nothing."""
    shared = min(len(old), len(new))
    if shared and old[shared - 1] is new[shared - 1]:
        return shared
    return next((n for n in range(shared) if old[n] is not new[n]), shared)


def told_line(line: ChatLine) -> ChatLine:
    """Leave out what a removed line said."""
    return replace(line, text="") if line.removed else line


def _up_to_date(place: Place, now: float, seq: int, *, is_asked: bool) -> Place:
    """Note since when the game waits for a seat; what was taken back no computer has played."""
    if place.since > seq:
        place = replace(place, since=seq)
    if is_asked == bool(place.asked):
        return place
    return replace(place, asked=now if is_asked else 0.0)
