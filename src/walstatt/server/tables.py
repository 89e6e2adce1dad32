"""The service: every table there is, and everything that can be done with one."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from inspect import isawaitable
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

import structlog

from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.scene.model import Scene
from walstatt.server import chat, founding, joining, offers, playing, replaying, seating
from walstatt.server.audience import tell_table
from walstatt.server.computers_turn import hint
from walstatt.server.errors import Refusal, refusal
from walstatt.server.faults import RulesFault, read_report, rules_at_work
from walstatt.server.founding import Founded
from walstatt.server.hall import Hall
from walstatt.server.ports import ComputerPlayers, NoticeSender, Services
from walstatt.server.protocol import (
    Accepted,
    Answer,
    AnyCommand,
    AnyWord,
    Ask,
    Branch,
    Claim,
    Command,
    Created,
    HandOver,
    Hello,
    Hint,
    Join,
    Joined,
    Moderate,
    NewTable,
    Notify,
    Ping,
    Policy,
    Pong,
    Position,
    Propose,
    Replay,
    Resign,
    Respond,
    Say,
    Show,
    State,
    Stop,
    TableCard,
    Tell,
    Undo,
    Welcome,
    Wish,
)
from walstatt.server.records import (
    Record,
    keep_keys,
    put_keys,
    read_by_keys,
    read_kept,
    read_listed,
)
from walstatt.server.seats import KeptKey, Key, hashed, joined_key
from walstatt.server.settings import Settings
from walstatt.server.store import Store
from walstatt.server.table import Job, Table
from walstatt.server.telling import NOBODY_THERE, table_card, table_info
from walstatt.server.visitors import Visitor

__all__ = ["Tables", "Visitor"]

_log = structlog.get_logger("walstatt.tables")
T = TypeVar("T")

_HANDLERS: Final[dict[type[Command], Callable[[Table, Visitor, Any], Any]]] = {
    Answer: playing.answer,
    Ask: playing.ask,
    Wish: playing.wish,
    Tell: playing.about,
    Show: playing.show,
    Undo: playing.undo,
    Propose: offers.propose,
    Respond: offers.respond,
    Resign: offers.resign,
    Say: chat.say,
    Moderate: chat.moderate,
    Claim: seating.claim,
    HandOver: seating.hand_over,
    Policy: seating.policy,
    Notify: seating.notify,
}
_IMPORTS: Final = 1
"""How many saves are read at the same time."""


class Tables:
    """All tables."""

    def __init__(
        self,
        store: Store,
        computers: ComputerPlayers,
        notices: NoticeSender,
        settings: Settings,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.services = Services(store, computers, notices, settings, now)
        self.hall = Hall(self.services)
        self.counts: Counter[str] = Counter()
        self._running: set[asyncio.Task[Any]] = set()
        self._lookings: WeakKeyDictionary[Match, replaying.Looking] = WeakKeyDictionary()
        self._imports = asyncio.Semaphore(_IMPORTS)

    async def open(self) -> None:
        """Go on where the server stopped: computers' turns, clocks, notices."""
        await self.hall.open()

    async def close(self) -> None:
        """Stop everything; nothing is lost."""
        while self._running:
            await asyncio.wait(self._running)
        await self.hall.close()

    async def tick(self) -> None:
        """See to clocks, notices and idle tables; a timer does it every second."""
        await self.hall.tick()

    # -- new tables ------------------------------------------------------------------------------

    async def create(self, wish: NewTable, account: str | None = None) -> Created:
        """Set up a new table."""
        founded = founding.wished(self.services, wish)
        return await self._safely(self._found(founded, account))

    async def branch(self, visitor: Visitor, wish: Branch, account: str | None) -> Created:
        """Set up a table that begins from a moment of another one."""
        async with self._at(visitor) as table:
            if table.record.state != "finished":
                _ = table.playing
                if not replaying.holds_all(table, visitor):
                    raise refusal("not_now", "not_over")
            founded = founding.branched(self.services, table, wish)
        return await self._safely(self._found(founded, account))

    async def import_save(self, content: bytes, name: str, account: str | None) -> Created:
        """Set up a table from a save; all seats are the importer's."""
        if len(content) > self.services.settings.limits.import_bytes:
            raise refusal("malformed", "too_long")
        async with self._imports:
            match = await asyncio.to_thread(founding.read_save, content)
        try:
            with rules_at_work():
                founded, match = founding.imported(self.services, match, name)
        except RulesFault as fault:
            _log.exception("not imported", game=match.header.game)
            raise refusal("malformed", "save", reason=type(fault.__cause__).__name__) from fault
        return await self._safely(self._found(founded, account, match))

    async def _found(
        self, founded: Founded, account: str | None, match: Match | None = None
    ) -> Created:
        record = founded.record
        table = Table(self.services, record, None, founded.keys, source=founded.source)
        self.hall.wire(table)

        def change() -> None:
            if match is not None:
                table.begin(match)
            elif founding.is_ready(record):
                with rules_at_work():
                    begun = founding.starting(table)
                table.begin(begun)

        try:
            await table.found(change, _key_jobs(founded, account))
        except RulesFault as fault:
            _log.exception("not started", game=record.game, scenario=record.scenario)
            raise refusal("malformed", "no_start", reason=type(fault.__cause__).__name__) from fault
        self.hall.add(table)
        return founded.created

    # -- seats -----------------------------------------------------------------------------------

    async def join(self, table: str, wish: Join, account: str | None = None) -> Joined:
        """Take a seat."""

        async def joined() -> Joined:
            async with self.hall.at(table) as found:
                kept = await self._kept_at(table, account)
                return await joining.join(found, wish, account, found.key_of(kept).seats)

        return await self._safely(joined())

    async def _kept_at(self, table: str, account: str | None) -> list[bytes]:
        """List the keys to a table that an account has."""
        if account is None:
            return []
        return await self.services.store.read(lambda db: read_kept(db, account, table))

    async def renew_link(self, visitor: Visitor, seat: Seat) -> Joined:
        """Make a new key for a seat; older ones lose it."""

        async def renewed() -> Joined:
            async with self._at(visitor) as found:
                return await joining.renew_link(found, visitor, seat)

        return await self._safely(renewed())

    # -- lists -----------------------------------------------------------------------------------

    async def cards(self, tokens: Sequence[str]) -> list[TableCard]:
        """List the tables that keys belong to."""
        hashes = {hashed(token): token for token in tokens}
        found = await self.services.store.read(lambda db: read_by_keys(db, [*hashes]))
        return [self._card(*found[one], token) for one, token in hashes.items() if one in found]

    async def listed(self, state: State | None, game: str, limit: int = 50) -> list[TableCard]:
        """List the tables everybody may see, the latest first."""
        found = await self.services.store.read(lambda db: read_listed(db, state, game, limit))
        return [self._card(record, KeptKey(b"")) for record in found]

    async def kept(self, account: str) -> list[TableCard]:
        """List the tables of an account, each once."""
        hashes = await self.services.store.read(lambda db: read_kept(db, account))
        found = await self.services.store.read(lambda db: read_by_keys(db, hashes))
        by_table: dict[str, list[tuple[Record, KeptKey]]] = {}
        for one in hashes:
            if one in found:
                by_table.setdefault(found[one][0].id, []).append(found[one])
        return [self._card_of_several(several) for several in by_table.values()]

    async def keep(self, account: str, tokens: Sequence[str]) -> list[TableCard]:
        """Keep keys with an account."""
        hashes = [hashed(token) for token in tokens]
        await self.services.store.write(lambda db: keep_keys(db, account, hashes))
        return await self.kept(account)

    def _card_of_several(self, several: list[tuple[Record, KeptKey]]) -> TableCard:
        record = several[0][0]
        key = joined_key(record.id, [key for _, key in several], record.seats)
        return self._card(record, KeptKey(b"", key.seats, key.host))

    def _card(self, record: Record, kept: KeptKey, token: str = "") -> TableCard:
        loaded = self.hall.loaded(record.id)
        key = joined_key(record.id, [kept], record.seats)
        if loaded is not None:
            return table_card(loaded.record, loaded.info(key), token)
        services = self.services
        info = table_info(record, key, NOBODY_THERE, services.settings, services.now())
        return table_card(record, info, token)

    # -- visitors --------------------------------------------------------------------------------

    async def visit(self, table: str, token: str = "", account: str | None = None) -> Visitor:
        """Let somebody in, as far as his key or account allows."""
        hashes = [hashed(token)] if token else []
        async with self.hall.at(table) as found:
            if any(one not in found.keys and one not in found.spent for one in hashes):
                raise refusal("not_yours", "key")
            kept = await self._kept_at(table, account)
            hashes += [one for one in kept if one in found.keys]
            key = found.key_of(hashes) if hashes else Key(table)
            visitor = Visitor(key, account, hashes)
            if found.is_locked_out(visitor):
                raise found.lockout(visitor)
            found.look(visitor)
            return visitor

    @asynccontextmanager
    async def _at(self, visitor: Visitor) -> AsyncIterator[Table]:
        """Hold the table of a visitor whose keys still fit it."""
        async with self.hall.at(visitor.key.table) as table:
            table.admit(visitor)
            yield table

    async def position(self, visitor: Visitor) -> Position:
        """Tell everything a visitor may know."""
        async with self._at(visitor) as table:
            return await self._position(table, visitor)

    async def _position(self, table: Table, visitor: Visitor) -> Position:
        self.hall.see(table, visitor)
        try:
            return table.position(visitor)
        except RulesFault as fault:
            if table.record.state != "frozen":
                await table.freeze(fault, None)
            return table.bare_position(visitor)

    async def attach(self, visitor: Visitor, send: Callable[[AnyWord], None]) -> Welcome:
        """Tell a visitor everything, and from now on every change."""
        async with self._at(visitor) as table:
            tell_others = visitor not in table.visitors
            visitor.send = None
            table.visitors.add(visitor)
            table.look(visitor)
            position = await self._position(table, visitor)
            if tell_others:
                tell_table(table)
            visitor.send = send
            self.hall.arrived(table, visitor)
        return Welcome(position=position)

    async def detach(self, visitor: Visitor) -> None:
        """Let a visitor go."""
        visitor.send = None
        await self._safely(self.hall.left(visitor))

    # -- commands --------------------------------------------------------------------------------

    async def do(self, visitor: Visitor, command: AnyCommand) -> AnyWord:
        """Carry out a command, or say why not."""
        self.counts["commands"] += 1
        if isinstance(command, Ping):
            return Pong(command.id)
        try:
            if isinstance(command, Hello):
                return Welcome(command.id, position=await self.position(visitor))
            if isinstance(command, Hint):
                return await hint(await self.hall.find(visitor.key.table), visitor, command)
            return await self._safely(self._obey(visitor, command))
        except Refusal as refused:
            self.counts["refused"] += 1
            return refused.word(command.id)

    async def _obey(self, visitor: Visitor, command: AnyCommand) -> AnyWord:
        async with self._at(visitor) as table:
            self.hall.see(table, visitor)
            await self.hall.check_clock(table)
            try:
                reply = self._handler(command)(table, visitor, command)
                word: AnyWord | None = await reply if isawaitable(reply) else reply
            except RulesFault as fault:
                await table.freeze(fault, command)
                raise refusal("frozen", "frozen", fault=table.record.fault) from fault
            return word or Accepted(command.id, seq=table.seq)

    def _handler(self, command: AnyCommand) -> Callable[[Table, Visitor, Any], Any]:
        if isinstance(command, Stop):
            return self.hall.computers.stop
        return _HANDLERS[type(command)]

    async def _safely(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if whoever asked does not wait for it."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    # -- looking back ----------------------------------------------------------------------------

    async def moment(self, visitor: Visitor, n: int, seat: Seat | None) -> Scene:
        """Show the board as it was after an entry."""
        async with self._at(visitor) as table:
            with _looking_back(table):
                return replaying.moment(table, visitor, n, seat)

    async def replay(self, visitor: Visitor, seat: Seat | None) -> Replay:
        """Tell a game from the start."""
        async with self._at(visitor) as table:
            match = table.playing_match()
        looking = self._lookings.get(match)
        if looking is None:
            looking = self._lookings[match] = replaying.Looking(
                table.record.game, table.record.seats
            )
        with _looking_back(table):
            return await replaying.replay(table, visitor, seat, looking)

    async def export(self, visitor: Visitor) -> tuple[str, bytes]:
        """Write the game as a file: its name and content."""
        async with self._at(visitor) as table:
            return await asyncio.to_thread(replaying.export, table, visitor)

    async def report(self, visitor: Visitor) -> tuple[str, bytes]:
        """Write what may be told about the fault of a frozen table: a file's name and content."""
        name = visitor.key.table
        async with self._at(visitor) as table:
            report = await self.services.store.read(lambda db: read_report(db, name))
            if report is None:
                raise refusal("gone", "no_report")
            return replaying.report_file(table, visitor, report)

    async def full_report(self, table: str) -> bytes:
        """Write all that is known about the fault of a frozen table, for the administrator."""
        async with self.hall.at(table) as found:
            report = await self.services.store.read(lambda db: read_report(db, table))
            if report is None:
                raise refusal("gone", "no_report")
            entries = await self.hall.raw_entries(table) if found.match is None else None
            return await asyncio.to_thread(replaying.full_report, found.match, report, entries)

    def stats(self) -> dict[str, int]:
        """Count what goes on."""
        counts = {name: self.counts[name] for name in ("commands", "refused")}
        return {**self.hall.stats(), **counts}


def _key_jobs(founded: Founded, account: str | None) -> list[Job]:
    record, keys = founded.record, founded.keys
    jobs: list[Job] = [lambda db: put_keys(db, record.id, keys, record.created)]
    if account is not None:
        jobs.append(lambda db: keep_keys(db, account, [keys[0].hash]))
    return jobs


@contextmanager
def _looking_back(table: Table) -> Iterator[None]:
    """Refuse what the rules cannot show; the game itself is none the worse for it."""
    try:
        yield
    except RulesFault as fault:
        _log.error("not shown", table=table.record.id, exc_info=fault)
        raise refusal("not_now", "not_shown") from fault
