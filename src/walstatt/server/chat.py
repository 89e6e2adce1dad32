"""Talking at a table, under the eyes of its host."""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.kernel.ids import Seat
from walstatt.server import audience
from walstatt.server.errors import refusal
from walstatt.server.protocol import ChatLine, Chatted, Moderate, Say
from walstatt.server.records import put_chat, remove_chat
from walstatt.server.table import Job, Table, told_line
from walstatt.server.visitors import Visitor

WATCHERS = "watchers"


async def say(table: Table, visitor: Visitor, command: Say) -> None:
    """Say something to everybody."""
    if _is_muted(table, visitor):
        raise refusal("not_now", "muted")
    seat = speaking_seat(visitor)
    number = table.chat[-1].id + 1 if table.chat else 1
    now = int(table.services.now())
    line = ChatLine(number, name_of(table, visitor, seat), command.text, now, seat)
    most = table.services.settings.limits.chat_lines
    name = table.record.id

    def change() -> list[Job]:
        table.chat = [*table.chat, line][-most:]
        return [lambda db: put_chat(db, name, line, most)]

    await table.change(change, command, quietly=True)
    audience.say_to_all(table, Chatted(line=line))


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
