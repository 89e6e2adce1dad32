"""The computers' turns: one task a table, all of them together never in anybody's way.

A step of a computer takes the event loop a millisecond or two. Hundreds of them could be ready at
once, so they pass a turnstile: one at a time, with a pause as long as the last step took.
"""

from __future__ import annotations

import asyncio
import heapq
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Final

import structlog

from walstatt.kernel.codec import plain
from walstatt.kernel.decisions import Answer as GivenAnswer
from walstatt.kernel.errors import BadRequest, DeadEnd
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.server import audience
from walstatt.server.errors import NotStored, Refusal, refusal
from walstatt.server.faults import RulesFault, rules_at_work
from walstatt.server.playing import choice_label, given_answer, judge, play, require_player
from walstatt.server.ports import ChosenAnswer
from walstatt.server.protocol import Answer, Hint, Hinted, Stop, Thinking
from walstatt.server.seating import level_of
from walstatt.server.table import Table
from walstatt.server.visitors import Visitor

_log = structlog.get_logger("walstatt.computers")

UNWATCHED: Final = 10
"""How many times faster computers play where nobody watches."""
RETRY_S: Final = 5.0
"""How long to wait after something could not be stored."""


class Turnstile:
    """Lets waiting tasks pass one by one, those in view of a person first.

    `places` bounds how many may be inside at the same time.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []
        self._count = 0

    async def enter(self, *, urgent: bool) -> None:
        """Wait for a place."""
        if self._free > 0 and not self._waiting:
            self._free -= 1
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._count += 1
        heapq.heappush(self._waiting, (not urgent, self._count, future))
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.leave()
            raise

    def leave(self) -> None:
        """Give the place to the next."""
        while self._waiting:
            _, _, future = heapq.heappop(self._waiting)
            if not future.done():
                future.set_result(None)
                return
        self._free += 1

    @asynccontextmanager
    async def inside(self, *, urgent: bool) -> AsyncIterator[None]:
        """Hold a place for a while."""
        await self.enter(urgent=urgent)
        try:
            yield
        finally:
            self.leave()


class ComputersTurn:
    """Everything computers do by themselves."""

    def __init__(self, workers: int) -> None:
        self.steps = 0
        self._is_closed = False
        self._thinking = Turnstile(max(1, workers) + 1)
        self._stepping = Turnstile(1)
        self._tasks: dict[Table, asyncio.Task[None]] = {}

    def poke(self, table: Table) -> None:
        """See to it that computers play where it is their turn."""
        if table not in self._tasks and to_move(table) is not None:
            name = f"computers of {table.record.id}"
            task = asyncio.create_task(self._drive(table), name=name)
            self._tasks[table] = task
            task.add_done_callback(lambda _: self._done(table))

    def _done(self, table: Table) -> None:
        """Forget a task; it may be a computer's turn again by now."""
        del self._tasks[table]
        if not self._is_closed:
            self.poke(table)

    def is_busy(self, table: Table) -> bool:
        """Tell whether computers play at a table now."""
        return table in self._tasks

    async def close(self) -> None:
        """Stop all of them; they go on when the server does."""
        self._is_closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _drive(self, table: Table) -> None:
        """Play until it is a person's turn."""
        try:
            while (seat := to_move(table)) is not None:
                await self._turn(table, seat)
        except asyncio.CancelledError:
            raise
        except Exception:  # noqa: BLE001 - one table must not stop the others
            _log.exception("computer gave up", table=table.record.id)

    async def _turn(self, table: Table, seat: Seat) -> None:
        """Think, wait a little where somebody watches, and answer if nothing has changed."""
        match = table.playing_match()
        chain = match.chain
        started = asyncio.get_running_loop().time()
        chosen = await self._think(table, match, seat)
        await self._pace(table, started)
        try:
            async with table.lock:
                if to_move(table) == seat and table.match is match and match.chain == chain:
                    await self._step(table, match, seat, chosen)
        except NotStored:
            await asyncio.sleep(RETRY_S)

    async def _think(self, table: Table, match: Match, seat: Seat) -> ChosenAnswer | None:
        """Ask a computer; one that fails has nothing to say."""
        record, game = table.record, match.game
        level = record.seats[seat].level
        try:
            async with self._thinking.inside(urgent=bool(table.visitors)):
                with table.turn_clock.deciding(game, seat) as most:
                    table.thinking = Thinking(seat=seat, since_ms=0, most_ms=most)
                    table.thinks_since = asyncio.get_running_loop().time()
                    audience.say_to_all(table, table.thinking)
                    return await table.services.computers.choose(
                        game, seat, level, _seed(), most, rosters=record.rosters, key=record.id
                    )
        except Exception:  # noqa: BLE001 - whatever a computer trips over, play goes on
            _log.exception("computer failed", table=record.id, seat=seat, level=level)
            return None
        finally:
            table.thinking = None

    async def _pace(self, table: Table, started: float) -> None:
        """Leave people the time to see what happens."""
        loop = asyncio.get_running_loop()
        pace = table.services.settings.pace_ms / 1000
        if not table.visitors:
            pace /= UNWATCHED
        left = started + pace - loop.time()
        if left > 0:
            await asyncio.sleep(left)
        async with self._stepping.inside(urgent=bool(table.visitors)):
            before = loop.time()
            await asyncio.sleep(0)
            # What others needed of the loop in the meantime, they may well need again.
            await asyncio.sleep(min(0.05, loop.time() - before))

    async def _step(
        self, table: Table, match: Match, seat: Seat, chosen: ChosenAnswer | None
    ) -> None:
        """Give the computer's answer, or the one for a seat that is away."""
        self.steps += 1
        try:
            if chosen is None or not await _took(table, match, seat, chosen):
                given = fallback(match, seat)
                await play(table, seat, given, by=_command(table, seat, given))
        except RulesFault as fault:
            await table.freeze(fault, None)
        except Refusal as refused:
            if refused.code != "frozen":
                raise

    # -- what people ask of them -----------------------------------------------------------------

    def stop(self, table: Table, visitor: Visitor, command: Stop) -> None:
        """Let a thinking computer answer at once."""
        if not visitor.key.seats and not visitor.key.host:
            raise refusal("not_yours", "seat")
        thinking, computers = table.thinking, table.services.computers
        if thinking is None or thinking.seat != command.seat or not computers.stop(table.record.id):
            raise refusal("not_now", "not_thinking")


async def _took(table: Table, match: Match, seat: Seat, chosen: ChosenAnswer) -> bool:
    """Give a computer's answer and tell whether the rules took it."""
    try:
        given = given_answer(match, chosen.answer)
        judge(match, seat, given, chosen.kind)
    except Refusal as refused:
        _log.warning("computer refused", table=table.record.id, seat=seat, exc_info=refused)
        return False
    await play(table, seat, given, chosen.kind, by=_command(table, seat, given))
    return True


async def hint(table: Table, visitor: Visitor, command: Hint) -> Hinted:
    """Tell what a computer would do; the table goes on meanwhile.

    A seat waits for one hint at a time, so that nobody keeps the computers from the others.
    """
    async with table.lock:
        table.admit(visitor)
        match = require_player(table, visitor, command.seat)
        game = match.game
        if game.decision(command.seat) is None:
            raise refusal("not_now", "not_asked")
        level = level_of(table.services.computers, table.record.game, command.level)
        if command.seat in table.hinting:
            raise refusal("too_fast", "no_hint")
        table.hinting.add(command.seat)
    try:
        return await _hinted(table, match, game, level, command)
    finally:
        table.hinting.discard(command.seat)


async def _hinted(table: Table, match: Match, game: AnyGame, level: str, command: Hint) -> Hinted:
    most = table.services.settings.think_ms
    try:
        chosen = await table.services.computers.choose(
            game, command.seat, level, _seed(), most, rosters=table.record.rosters
        )
    except Exception as wrong:
        _log.exception("no hint", table=table.record.id, level=level)
        raise refusal("not_now", "no_hint") from wrong
    label = choice_label(match.definition, game, command.seat, chosen)
    return Hinted(command.id, answer=chosen.answer, label=label, why=chosen.why)


def to_move(table: Table) -> Seat | None:
    """Find a computer's seat that the game waits for."""
    if table.record.state != "live" or table.stale:
        return None
    return next((seat for seat in table.record.acts if table.is_computer(seat)), None)


def fallback(match: Match, seat: Seat) -> GivenAnswer:
    """Find an answer for a computer that has none."""
    with rules_at_work():
        try:
            return match.default(seat)
        except BadRequest:
            found = match.game.choices(seat, Random(0))
        if not found:
            raise DeadEnd(f"no legal answer of {seat} was found")
        return found[0]


def _command(table: Table, seat: Seat, given: GivenAnswer) -> Answer:
    """Write an answer down as though it had been sent."""
    return Answer(seat=seat, seq=table.seq, answer=plain(given))


def _seed() -> str:
    return secrets.token_hex(16)
