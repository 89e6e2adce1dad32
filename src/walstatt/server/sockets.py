"""Playing live: one socket for each open page at a table.

A socket says `hello` first. Then it reads commands one after the other and sends their replies and
everything that happens. Nothing here ever makes a table wait: what is to be sent goes into a short
queue, and whoever reads too slowly loses the queue and is told everything anew.
"""

import asyncio
import time
from collections import deque
from contextlib import suppress
from itertools import count
from typing import Annotated, Any, Final

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import PathParameter

from walstatt.i18n.catalogue import Message, say
from walstatt.server.errors import Code, Refusal
from walstatt.server.house import House
from walstatt.server.limits import Bucket
from walstatt.server.protocol import AnyCommand, AnyWord, Hello, Hint, Refused, TableId, Welcome
from walstatt.server.routes_tables import obeyed
from walstatt.server.security import client_address, header
from walstatt.server.tables import Visitor
from walstatt.server.troubles import UNREADABLE, misread, new_incident

LOG: Final = structlog.get_logger("walstatt.socket")
COMMANDS: Final = msgspec.json.Decoder(AnyCommand)
WORDS: Final = msgspec.json.Encoder()

TOO_LONG: Final = 1009
UNEXPECTED: Final = 1011
TRY_LATER: Final = 1013
MALFORMED: Final = 4400
LOGGED_OUT: Final = 4401
NOT_YOURS: Final = 4403
GONE: Final = 4404
SILENT: Final = 4408
TOO_SLOW: Final = 4409
TOO_FAST: Final = 4429

SENDING_S: Final = 30.0
"""How long one message may take to be sent before the reader counts as gone."""
HINTS: Final = 2
"""How many hints a socket may wait for at the same time, each for another seat."""
SESSION_S: Final = 15.0
"""How often it is made sure that a silent listener is still logged in."""

_CLOSED_WITH: Final = {"not_yours": NOT_YOURS, "gone": GONE}
_NUMBERS: Final = count(1)


class Hangup(Exception):
    """The socket has to be closed, and why."""

    def __init__(self, code: int, reason: str) -> None:
        self.code = code
        self.reason = reason
        super().__init__(f"{code} {reason}")


class Outbox:
    """What waits to be sent to one visitor."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.words: deque[AnyWord] = deque()
        self.behind = False
        """Whether news were lost, so that everything has to be told anew."""
        self.full = False
        """Whether even replies pile up."""
        self.ready = asyncio.Event()

    def put(self, word: AnyWord) -> None:
        """Add a word; when there are too many, news are dropped, and replies are kept."""
        if self.behind and not word.re:
            return
        if len(self.words) >= self.most:
            self._drop_news()
        self.words.append(word)
        self.ready.set()

    def _drop_news(self) -> None:
        self.behind = True
        self.caught_up(still_behind=True)
        self.full = len(self.words) >= self.most

    def caught_up(self, *, still_behind: bool = False) -> None:
        """Forget the news that wait, as their reader is told everything instead."""
        self.words = deque(word for word in self.words if word.re)
        self.behind = still_behind

    async def wait(self) -> None:
        """Wait until there is something to send."""
        while not self.words and not self.behind:
            self.ready.clear()
            await self.ready.wait()


class Line:
    """One open socket."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], house: House, table: str, address: str
    ) -> None:
        self.socket = socket
        self.house = house
        self.table = table
        self.address = address
        self.limits = house.settings.limits
        self.outbox = Outbox(self.limits.outgoing)
        self.bucket = Bucket(self.limits.socket_rate, self.limits.socket_burst, time.monotonic())
        self.visitor: Visitor | None = None
        self.session = ""
        """The session of an account that the visitor came with."""
        self.malformed = 0
        self.hasty = 0
        self.hints: set[asyncio.Task[None]] = set()

    # -- from beginning to end -------------------------------------------------------------------

    async def run(self) -> None:
        """Greet, then read and write until either side hangs up."""
        try:
            visitor = await self._greet()
            await self._talk(visitor)
        except Hangup as why:
            await self._close(why.code, why.reason)
        except (WebSocketDisconnect, WebSocketException):
            return
        finally:
            await self._leave()

    async def _leave(self) -> None:
        for task in self.hints:
            task.cancel()
        if self.visitor is not None:
            await self.house.tables.detach(self.visitor)

    async def _close(self, code: int, reason: str) -> None:
        LOG.info("hung up", code=code, reason=reason)
        try:
            async with asyncio.timeout(SENDING_S):
                await self.socket.close(code, reason)
        except (OSError, WebSocketException, RuntimeError):
            LOG.info("was gone already")

    # -- greeting --------------------------------------------------------------------------------

    async def _greet(self) -> Visitor:
        try:
            async with asyncio.timeout(self.limits.hello_s):
                data = await self._receive()
        except TimeoutError:
            raise Hangup(SILENT, "no hello in time") from None
        hello = self._hello(data)
        if isinstance(hello, Message):
            await self._send(Refused(code="malformed", text=hello))
            raise Hangup(MALFORMED, "the first message has to be hello")
        try:
            return await self._let_in(hello)
        except Refusal as refusal:
            self.house.metrics.refusals[refusal.code] += 1
            await self._send(refusal.word(hello.id))
            raise Hangup(_CLOSED_WITH.get(refusal.code, NOT_YOURS), refusal.code) from None

    def _hello(self, data: str | bytes) -> Hello | Message:
        """Read the greeting, or say what is wrong with it."""
        try:
            command = COMMANDS.decode(data)
        except UNREADABLE as wrong:
            return misread(str(wrong))
        return command if isinstance(command, Hello) else say("server.web.hello")

    async def _let_in(self, hello: Hello) -> Visitor:
        """Find out who is there and tell him everything, and every change from now on."""
        if not (header(self.socket.scope, b"origin") or hello.token or hello.session):
            raise Refusal("not_yours", say("server.web.token"))
        _require_id(self.table)
        account = await self.house.accounts.whose(hello.session) if hello.session else None
        visitor = await self.house.tables.visit(self.table, hello.token, account)
        self.visitor = visitor
        self.session = hello.session if account is not None else ""
        welcome = await self.house.tables.attach(visitor, self.outbox.put)
        self.outbox.words.appendleft(msgspec.structs.replace(welcome, re=hello.id))
        return visitor

    # -- talking ---------------------------------------------------------------------------------

    async def _talk(self, visitor: Visitor) -> None:
        """Read and write at the same time; when one of them ends, both do."""
        tasks = {
            asyncio.create_task(self._read_on(visitor)),
            asyncio.create_task(self._write_on(visitor)),
        }
        if self.session:
            tasks.add(asyncio.create_task(self._watch_session()))
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    async def _watch_session(self) -> None:
        """Hang up when the account logs out, here or anywhere else."""
        with self.house.accounts.watched(self.session) as ended:
            while not ended.is_set():
                await self._require_session()
                with suppress(TimeoutError):
                    async with asyncio.timeout(SESSION_S):
                        await ended.wait()
        raise Hangup(LOGGED_OUT, "logged out")

    async def _require_session(self) -> None:
        """Hang up if the visitor came with a session that has ended since."""
        if self.session and await self.house.accounts.whose(self.session) is None:
            raise Hangup(LOGGED_OUT, "logged out")

    async def _read_on(self, visitor: Visitor) -> None:
        while True:
            data = await self._receive()
            if self._is_hasty():
                self._too_fast(data)
                continue
            try:
                command = COMMANDS.decode(data)
            except UNREADABLE as wrong:
                self._misread(data, misread(str(wrong)))
                continue
            await self._require_session()
            await self._obey(visitor, command)

    def _is_hasty(self) -> bool:
        """Tell whether too much comes from this socket, or from all of its address."""
        own = self.bucket.take(time.monotonic())
        return bool(own or self.house.rates.wait("messages", self.address))

    async def _obey(self, visitor: Visitor, command: AnyCommand) -> None:
        """Carry out a command; a hint may take its time while others go on."""
        if not isinstance(command, Hint):
            await self._reply(visitor, command)
        elif len(self.hints) >= HINTS:
            self._refuse("too_fast", say("server.web.too_fast_socket"), command.id)
        else:
            task = asyncio.create_task(self._reply(visitor, command))
            self.hints.add(task)
            task.add_done_callback(self.hints.discard)

    async def _reply(self, visitor: Visitor, command: AnyCommand) -> None:
        try:
            word = await obeyed(self.house, visitor, command)
        except Exception:
            incident = new_incident()
            do = type(command).__struct_config__.tag
            LOG.exception("unexpected", incident=incident, do=do)
            self.house.metrics.faults += 1
            text = say("server.web.unexpected", incident=incident)
            word = Refused(command.id, code="not_now", text=text)
        self.outbox.put(word)

    async def _write_on(self, visitor: Visitor) -> None:
        while True:
            await self.outbox.wait()
            if self.outbox.full:
                raise Hangup(TOO_SLOW, "replies are not read")
            if self.outbox.behind:
                await self._tell_all(visitor)
            else:
                await self._send(self.outbox.words.popleft())

    async def _tell_all(self, visitor: Visitor) -> None:
        """Tell everything anew; what waited is part of it, as nothing happens in between."""
        try:
            position = await self.house.tables.position(visitor)
        except Refusal as refusal:
            raise Hangup(_CLOSED_WITH.get(refusal.code, NOT_YOURS), refusal.code) from None
        self.outbox.caught_up()
        self.house.metrics.resyncs += 1
        await self._send(Welcome(position=position))

    # -- the wire --------------------------------------------------------------------------------

    async def _receive(self) -> str | bytes:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="disconnect")
        data = message.get("text") or message.get("bytes") or ""
        if not isinstance(data, str | bytes):
            raise WebSocketDisconnect(detail="no message")
        if len(data) > self.limits.message_bytes or _is_long(data, self.limits.message_bytes):
            raise Hangup(TOO_LONG, "the message is too long")
        return data

    async def _send(self, word: AnyWord) -> None:
        try:
            async with asyncio.timeout(SENDING_S):
                await self.socket.send_data(WORDS.encode(word).decode(), mode="text")
        except TimeoutError:
            raise Hangup(TOO_SLOW, "nothing is read") from None
        except OSError as gone:  # So says ASGI that the other side went away in the meantime.
            raise WebSocketDisconnect(detail="gone while being told something") from gone

    def _too_fast(self, data: str | bytes) -> None:
        self.hasty += 1
        self._refuse("too_fast", say("server.web.too_fast_socket"), _id_of(data))
        if self.hasty > self.limits.too_fast:
            raise Hangup(TOO_FAST, "too many messages")

    def _misread(self, data: str | bytes, why: Message) -> None:
        self.malformed += 1
        self._refuse("malformed", why, _id_of(data))
        if self.malformed >= self.limits.malformed:
            raise Hangup(MALFORMED, "too many messages that cannot be read")

    def _refuse(self, code: Code, text: Message, re: int) -> None:
        self.house.metrics.refusals[code] += 1
        self.outbox.put(Refused(re, code=code, text=text))


class _Numbered(msgspec.Struct):
    id: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0


_NUMBERED: Final = msgspec.json.Decoder(_Numbered)


def _id_of(data: str | bytes) -> int:
    """Give the id of a command that is refused unread, if it has one."""
    try:
        return _NUMBERED.decode(data).id
    except UNREADABLE:
        return 0


def _is_long(data: str | bytes, most: int) -> bool:
    return isinstance(data, str) and 4 * len(data) > most and len(data.encode()) > most


def _require_id(table: str) -> None:
    try:
        msgspec.convert(table, TableId)
    except msgspec.ValidationError:
        raise Refusal("gone", say("server.web.not_found")) from None


@websocket("/api/tables/{table:str}/live")
async def live(socket: WebSocket[Any, Any, Any], table: Annotated[str, PathParameter()]) -> None:
    """Play or watch a table live."""
    house: House = socket.app.state.house
    address = client_address(socket.scope, trusted_proxy=house.settings.trusted_proxy)
    await socket.accept()
    if house.rates.wait("sockets", address) or not house.places.enter(address):
        await socket.close(TRY_LATER, "too many connections")
        return
    house.metrics.sockets += 1
    with structlog.contextvars.bound_contextvars(table=table[:10], socket=next(_NUMBERS)):
        LOG.info("opened", address=address)
        try:
            await Line(socket, house, table, address).run()
        except Exception:
            house.metrics.faults += 1
            LOG.exception("unexpected", incident=new_incident())
            await socket.close(UNEXPECTED)
        finally:
            house.metrics.sockets -= 1
            house.places.leave(address)
            LOG.info("closed")
