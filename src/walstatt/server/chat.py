"""Talking at a table, under the eyes of its host, and what the server has to say about it."""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.i18n.catalogue import Argument, Message
from walstatt.kernel.ids import Seat
from walstatt.server import audience
from walstatt.server.errors import refusal
from walstatt.server.plain_text import clean_line
from walstatt.server.protocol import ChatLine, Chatted, Moderate, Say
from walstatt.server.records import put_chat, remove_chat
from walstatt.server.table import Job, Table, told_line
from walstatt.server.visitors import Visitor

WATCHERS = "watchers"


async def say(table: Table, visitor: Visitor, command: Say) -> None:
    """Say something to everybody."""
    if _is_muted(table, visitor):
        raise refusal("not_now", "muted")
    seat, text = speaking_seat(visitor), clean_line(command.text)
    number, now = _next_number(table), int(table.services.now())
    line = ChatLine(number, name_of(table, visitor, seat), text, now, seat)
    await table.change(lambda: [_add(table, line)], command, quietly=True)


def note(table: Table, why: str, /, **args: Argument) -> Job:
    """Tell everybody what happened at the table, as a part of a change."""
    number, now = _next_number(table), int(table.services.now())
    message = Message(f"server.core.note.{why}", args)
    return _add(table, ChatLine(number, "", "", now, note=message))


def _next_number(table: Table) -> int:
    return table.chat[-1].id + 1 if table.chat else 1


def _add(table: Table, line: ChatLine) -> Job:
    most, name = table.services.settings.limits.chat_lines, table.record.id
    table.chat = [*table.chat, line][-most:]
    return lambda db: put_chat(db, name, line, most)


def speaking_seat(visitor: Visitor) -> Seat:
    """Tell for which seat a visitor speaks."""
    return visitor.seat or next(iter(visitor.key.seats), Seat(""))


def name_of(table: Table, visitor: Visitor, seat: Seat) -> str:
    """Tell what a visitor is called."""
    if seat:
        return table.record.seats[seat].name
    return table.record.host if visitor.key.host else visitor.account or ""


def _is_muted(table: Table, visitor: Visitor) -> bool:
    if visitor.key.host:
        return False
    if not visitor.key.seats:
        return table.record.watchers_muted
    return any(table.record.seats[seat].muted for seat in visitor.key.seats)


async def moderate(table: Table, visitor: Visitor, command: Moderate) -> None:
    """Remove a line, or silence somebody."""
    if not visitor.key.host:
        raise refusal("not_yours", "host")
    if command.line:
        await _remove(table, command)
    if command.seat:
        await _silence(table, command)
    if not command.line and not command.seat:
        raise refusal("malformed", "nonsense")


async def _remove(table: Table, command: Moderate) -> None:
    line = next((one for one in table.chat if one.id == command.line), None)
    if line is None:
        raise refusal("malformed", "no_line")
    if line.note is not None:
        raise refusal("not_now", "note_stays")
    gone, name = replace(line, removed=True), table.record.id

    def change() -> list[Job]:
        table.chat = [gone if one.id == gone.id else one for one in table.chat]
        return [lambda db: remove_chat(db, name, gone.id)]

    await table.change(change, command, quietly=True)
    audience.say_to_all(table, Chatted(line=told_line(gone)))


async def _silence(table: Table, command: Moderate) -> None:
    if command.seat != WATCHERS and command.seat not in table.record.seats:
        raise refusal("malformed", "no_seat")

    def change() -> None:
        if command.seat == WATCHERS:
            table.record = replace(table.record, watchers_muted=command.mute)
        else:
            table.record = table.record.with_place(Seat(command.seat), muted=command.mute)

    await table.change(change, command)
