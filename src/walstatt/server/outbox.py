"""What the store knows of turns that people have to be told of.

A turn lies in the outbox until its time has come, and then, for each way of telling, among the
notices until it was told. What the notices say is not kept, as it holds a key to the seat. One that
may have been on its way when the server stopped is not sent again: nobody is told twice.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from walstatt.kernel.ids import Seat

Channel: TypeAlias = Literal["mail", "hook"]
Turn: TypeAlias = tuple[str, Seat]
"""A table, and the seat that it waits for."""


class Due(Struct, frozen=True):
    """When somebody is to be told, and how."""

    at: float
    channels: tuple[Channel, ...] = ("mail", "hook")


def note_turns(db: sqlite3.Connection, table: str, seats: list[Seat], seq: int, due: float) -> None:
    """Note turns that have begun."""
    db.executemany(
        "INSERT OR REPLACE INTO outbox (table_id, seat, seq, due) VALUES (?, ?, ?, ?)",
        [(table, seat, seq, due) for seat in seats],
    )


def forget_outbox(db: sqlite3.Connection, table: str, seat: Seat) -> None:
    """Forget a turn that nobody has to be told of any more, or that is being told."""
    db.execute("DELETE FROM outbox WHERE table_id = ? AND seat = ?", (table, seat))


def forget_turns(db: sqlite3.Connection, table: str, seats: Iterable[Seat]) -> None:
    """Forget turns that are over; whatever still waits to be sent is not sent any more."""
    turns = [(table, seat) for seat in seats]
    db.executemany("DELETE FROM outbox WHERE table_id = ? AND seat = ?", turns)
    db.executemany("DELETE FROM notices WHERE table_id = ? AND seat = ?", turns)


def drop_notices(db: sqlite3.Connection, table: str) -> None:
    """Tell nobody of anything at a table."""
    db.execute("DELETE FROM outbox WHERE table_id = ?", (table,))
    db.execute("DELETE FROM notices WHERE table_id = ?", (table,))


def read_outbox(db: sqlite3.Connection) -> dict[Turn, Due]:
    """Read what was to be told when the server stopped; what may have been told is left out."""
    db.execute("DELETE FROM notices WHERE sending")
    found = {
        (table, Seat(seat)): Due(due)
        for table, seat, due in db.execute("SELECT table_id, seat, due FROM outbox")
    }
    rows = db.execute("SELECT table_id, seat, due, channel FROM notices ORDER BY id")
    for table, seat, due, channel in rows.fetchall():
        known = found.get((table, Seat(seat)), Due(due, ()))
        found[table, Seat(seat)] = Due(min(known.at, due), (*known.channels, channel))
    return found


# -- one notice ----------------------------------------------------------------------------------


def add_notices(
    db: sqlite3.Connection, table: str, seat: Seat, channels: Sequence[Channel], now: float
) -> dict[Channel, int]:
    """Take a turn out of the outbox: from now on it waits to be sent, once for each way."""
    forget_turns(db, table, [seat])
    numbers: dict[Channel, int] = {}
    for channel in channels:
        found = db.execute(
            "INSERT INTO notices (table_id, seat, channel, due) VALUES (?, ?, ?, ?)",
            (table, seat, channel, now),
        )
        numbers[channel] = int(found.lastrowid or 0)
    return numbers


def begin_sending(db: sqlite3.Connection, number: int) -> bool:
    """Note that a notice is on its way, unless it is no longer wanted."""
    return db.execute("UPDATE notices SET sending = 1 WHERE id = ?", (number,)).rowcount == 1


def put_off(db: sqlite3.Connection, number: int, due: float) -> None:
    """Note that a notice was certainly not sent, and when to try again."""
    db.execute("UPDATE notices SET sending = 0, due = ? WHERE id = ?", (due, number))


def end_notice(db: sqlite3.Connection, number: int) -> None:
    """Forget a notice that was sent, or given up."""
    db.execute("DELETE FROM notices WHERE id = ?", (number,))
