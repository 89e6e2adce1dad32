"""Telling people that it is their turn, by mail and by web hook; whatever fails is only logged.

A notice is put into a queue and tried again with growing pauses. A newer one for the same seat
takes the place of one that still waits, and nobody gets more than a handful in an hour, as anybody
can write down anybody's address. The store knows what waits, so that it is told after a restart;
and what is no longer in the store, because the turn is over, is not sent.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, Literal

import structlog
from msgspec import Struct
from msgspec.structs import replace

from walstatt.games import find_game
from walstatt.i18n.catalogue import LANGUAGES, Argument, Catalogue, MessageError, say
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Seat
from walstatt.server.errors import Refusal
from walstatt.server.hooks import HookError, endpoint, post
from walstatt.server.mail import Letter, MailError, composed, one_line, plain_address, send
from walstatt.server.outbox import Channel, add_notices, begin_sending, end_notice, put_off
from walstatt.server.protocol import TableInfo
from walstatt.server.settings import Settings
from walstatt.server.store import Store

PAUSES_S: Final = (5.0, 30.0, 120.0, 600.0, 1800.0)
"""How long to wait before each further attempt."""
AT_ONCE: Final = 4
WAITING: Final = 2000
"""How many notices may wait; more are given up at once."""
HOURLY: Final = 30
"""How many notices an address gets in an hour."""
CLOSING_S: Final = 5.0
NEWS: Final = 30
"""How many lines a mail tells."""
LONGEST_TEXT: Final = 1800

_HERE: Final = Path(__file__).parent / "messages"
_log = structlog.get_logger("walstatt.notices")


class Contact(Struct, frozen=True):
    """Where somebody wants to be told."""

    mail: str = ""
    hook: str = ""
    language: Literal["en", "de"] = "en"


class _Notice(Struct, frozen=True):
    """Something to be told: what is sent, and what the log may know of it."""

    table: str
    seat: Seat
    channel: Channel
    address: str
    send: Callable[[], Awaitable[None]]
    number: int = 0
    """Under which the store knows it."""

    @property
    def place(self) -> tuple[str, Seat, str]:
        """Say what a newer notice would have to share with this one to replace it."""
        return self.table, self.seat, self.channel


class Notices:
    """The queue of everything that is to be told."""

    def __init__(
        self,
        settings: Settings,
        store: Store | None = None,
        *,
        pauses: Sequence[float] = PAUSES_S,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.settings = settings
        self.store = store
        self.counts: Counter[str] = Counter()
        self._pauses = tuple(pauses)
        self._now = now
        self._quota = _Quota(now)
        self._lanes = asyncio.Semaphore(AT_ONCE)
        self._tasks: dict[tuple[str, Seat, str], asyncio.Task[None]] = {}
        self._sending: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(AT_ONCE, "walstatt-mail")

    async def open(self) -> None:
        """Say in the log what can be sent."""
        _log.info("notices", by_mail=bool(self.settings.smtp_host))

    async def close(self) -> None:
        """Let what is being sent be finished, for a moment; what waits is in the store."""
        waiting = set(self._tasks.values()) - self._sending
        for task in waiting:
            task.cancel()
        if self._sending:
            await asyncio.wait(self._sending, timeout=CLOSING_S)
        left = waiting | self._sending | set(self._tasks.values())
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def turn(
        self, contact: Contact, table: TableInfo, seat: Seat, link: str, news: Sequence[str]
    ) -> None:
        """Tell somebody that it is his turn, soon; only if it cannot be stored, this fails."""
        try:
            notices = [*self._notices(contact, table, seat, link, news)]
        except Exception:  # noqa: BLE001 - whatever is wrong with a notice, the game goes on
            _log.exception("notice cannot be written", table=table.id, seat=seat)
            return
        numbers: dict[Channel, int] = {}
        if self.store is not None:
            ways, now = [notice.channel for notice in notices], self._now()
            numbers = await self.store.write(lambda db: add_notices(db, table.id, seat, ways, now))
        for notice in notices:
            await self._queue(replace(notice, number=numbers.get(notice.channel, 0)))

    async def idle(self) -> None:
        """Wait until nothing waits any more."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    def stats(self) -> dict[str, int]:
        """Count what was sent, what failed and what waits."""
        return {
            "sent": self.counts["sent"],
            "failed": self.counts["failed"],
            "waiting": len(self._tasks),
        }

    # -- writing ---------------------------------------------------------------------------------

    def _notices(
        self, contact: Contact, table: TableInfo, seat: Seat, link: str, news: Sequence[str]
    ) -> Iterator[_Notice]:
        """Write what is to be sent, once for each way."""
        words = _Words(contact.language, table, seat, link)
        address = plain_address(contact.mail)
        if address is not None and self.settings.smtp_host:
            letter = words.letter(address, news)
            yield _Notice(table.id, seat, "mail", address, lambda: self._mail(letter))
        if contact.hook:
            content = words.content(news, int(self._now()))
            hook = contact.hook
            yield _Notice(table.id, seat, "hook", hook, lambda: self._post(hook, content))

    async def _mail(self, letter: Letter) -> None:
        message = composed(letter, self.settings.smtp_sender)
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._threads, send, message, self.settings)

    async def _post(self, hook: str, content: dict[str, Any]) -> None:
        await post(
            hook,
            content,
            at=int(self._now()),
            secret=self.settings.hook_secret,
            allow_private=self.settings.allow_private_hooks,
        )

    # -- sending ---------------------------------------------------------------------------------

    async def _queue(self, notice: _Notice) -> None:
        if len(self._tasks) >= WAITING or not self._quota.allows(notice.address):
            await self._give_up(notice, "too many notices")
            return
        older = self._tasks.get(notice.place)
        if older is not None and older not in self._sending:
            older.cancel()
        task = asyncio.create_task(self._deliver(notice))
        self._tasks[notice.place] = task
        task.add_done_callback(lambda done: self._forget(notice, done))

    def _forget(self, notice: _Notice, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        if self._tasks.get(notice.place) is task:
            del self._tasks[notice.place]

    async def _deliver(self, notice: _Notice) -> None:
        """Try until it is sent, or there is no hope, or nobody waits for it any more."""
        for pause in (*self._pauses, None):
            try:
                sent = await self._attempt(notice)
            except (HookError, MailError) as wrong:
                if wrong.final or pause is None:
                    await self._give_up(notice, str(wrong))
                    return
                if self._tasks.get(notice.place) is not asyncio.current_task():
                    return  # A newer notice has taken its place.
                await self._note(partial(put_off, number=notice.number, due=self._now() + pause))
                await asyncio.sleep(pause)
            except Exception:  # noqa: BLE001 - the same
                _log.exception("notice failed", **_told(notice))
                self.counts["failed"] += 1
                return
            else:
                self.counts["sent"] += sent
                await self._note(partial(end_notice, number=notice.number))
                return

    async def _attempt(self, notice: _Notice) -> bool:
        """Send a notice, and tell whether that was still wanted."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - only tasks come here
        async with self._lanes:
            if not await self._note(partial(begin_sending, number=notice.number)):
                return False
            self._sending.add(task)
            try:
                await notice.send()
            finally:
                self._sending.discard(task)
        return True

    async def _note(self, job: Callable[[sqlite3.Connection], bool | None]) -> bool:
        """Note in the store how far a notice is; without a store everything is wanted."""
        return True if self.store is None else bool(await self.store.write(job))

    async def _give_up(self, notice: _Notice, why: str) -> None:
        self.counts["failed"] += 1
        _log.warning("notice given up", why=why, **_told(notice))
        await self._note(partial(end_notice, number=notice.number))


class _Quota:
    """How many notices an address still gets within the hour."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._sent: dict[str, deque[float]] = {}

    def allows(self, address: str) -> bool:
        """Count one more notice for an address, unless it had enough."""
        now = self._now()
        if len(self._sent) > 10 * WAITING:
            self._sent = {key: of for key, of in self._sent.items() if of[-1] > now - 3600}
        sent = self._sent.setdefault(address, deque())
        while sent and sent[0] <= now - 3600:
            sent.popleft()
        if len(sent) >= HOURLY:
            return False
        sent.append(now)
        return True


def _told(notice: _Notice) -> dict[str, str]:
    """Say for the log whom a notice was for, without his whole address."""
    return {
        "table": notice.table,
        "seat": notice.seat,
        "channel": notice.channel,
        "to": masked(notice.address),
    }


def masked(address: str) -> str:
    """Name an address so that its owner would recognise it, and nobody else could use it."""
    if "://" not in address:
        local, _, domain = address.rpartition("@")
        return one_line(f"{local[:1]}…@{domain}")
    try:
        where = endpoint(address)
    except HookError:
        return "…"
    return f"{where.scheme}://{where.authority}/…"


def checked_contact(contact: Contact) -> Contact:
    """Refuse addresses that nothing could ever be sent to."""
    if contact.mail and plain_address(contact.mail) is None:
        raise Refusal("malformed", say("server.people.mail.bad", mail=one_line(contact.mail, 60)))
    if contact.hook:
        try:
            endpoint(contact.hook)
        except HookError:
            raise Refusal("malformed", say("server.people.hook.bad")) from None
    return contact


# -- words ---------------------------------------------------------------------------------------


@cache
def people_words() -> Catalogue:
    """Read what is said about people."""
    return Catalogue.load({one: [_HERE / f"people.{one}.yaml"] for one in LANGUAGES})


@cache
def _words_of(game: str) -> Catalogue:
    try:
        return people_words().merged(find_game(game).catalogue)
    except BadRequest:
        return people_words()


class _Words:
    """What a notice says, in one language."""

    def __init__(self, language: str, table: TableInfo, seat: Seat, link: str) -> None:
        self.language, self.table, self.seat, self.link = language, table, seat, link
        self.catalogue = _words_of(table.game)
        self.title = one_line(table.title, 60) or self._scenario()

    def _scenario(self) -> str:
        try:
            return self.catalogue.text(self.table.scenario_title, self.language)
        except MessageError:
            return self.table.scenario

    def _seat(self) -> str:
        side = next((one.side for one in self.table.seats if one.seat == self.seat), None)
        try:
            return self.seat if side is None else self.catalogue.text(side.name, self.language)
        except MessageError:
            return self.seat

    def _say(self, name: str, **args: Argument) -> str:
        return self.catalogue.text(say(f"server.people.turn.{name}", **args), self.language)

    def _news(self, news: Sequence[str], most: int) -> list[str]:
        """Tell the newest lines, and how many came before them."""
        told = [one_line(line, 500) for line in news[-most:]]
        left = len(news) - len(told)
        return [self._say("more", n=left), *told] if left > 0 else told

    def letter(self, to: str, news: Sequence[str]) -> Letter:
        """Write the letter."""
        is_key = f"/{self.table.id}/" in self.link
        return Letter(
            to,
            self.language,
            self._say("subject", table=self.title),
            self._say("greeting", table=self.title, seat=self._seat()),
            self._say("news"),
            self._news(news, NEWS),
            self._say("button"),
            self.link,
            " ".join([self._say("footer"), *([self._say("key")] if is_key else [])]),
            f"table-{self.table.id}",
        )

    def content(self, news: Sequence[str], at: int) -> dict[str, Any]:
        """Write what a web hook is told; `content` and `allowed_mentions` are for Discord."""
        greeting = self._say("greeting", table=self.title, seat=self._seat())
        lines = [greeting, *self._news(news, 5)]
        text = f"{chr(10).join(lines)[:LONGEST_TEXT]}\n{self.link}"
        return {
            "event": "turn",
            "text": text,
            "content": text,
            "allowed_mentions": {"parse": []},
            "table": self.table.id,
            "seat": self.seat,
            "link": self.link,
            "game": self.table.game,
            "title": self.title,
            "news": self._news(news, NEWS),
            "language": self.language,
            "at": at,
        }
