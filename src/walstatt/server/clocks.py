"""Clocks: a stock of time for each seat, which runs while the game waits for it."""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.kernel.ids import Seat
from walstatt.server.records import Record
from walstatt.server.telling import left_ms


def running(record: Record) -> tuple[Seat, ...]:
    """List the seats whose time runs: people's, while the game waits for them."""
    if record.clock is None or record.state != "live":
        return ()
    return tuple(seat for seat in record.acts if record.seats[seat].occupant == "human")


def wound_up(record: Record, now: float) -> Record:
    """Give every seat its stock, at the start of a game or when a person takes a seat."""
    clock = record.clock
    if clock is None:
        return record
    for seat, place in record.seats.items():
        if place.left_ms is None and place.occupant == "human":
            record = record.with_place(seat, left_ms=1000 * clock.stock)
    return replace(record, ticked=now)


def settled(record: Record, now: float) -> Record:
    """Take off the time that has gone by."""
    if record.clock is None:
        return record
    for seat in running(record):
        left = left_ms(record, record.seats[seat], acts=True, now=now)
        record = record.with_place(seat, left_ms=left)
    return replace(record, ticked=now)


def rewarded(record: Record, seat: Seat) -> Record:
    """Add what an answer adds."""
    left = record.seats[seat].left_ms
    if record.clock is None or left is None:
        return record
    return record.with_place(seat, left_ms=left + 1000 * record.clock.added)


def fallen(record: Record, now: float) -> Seat | None:
    """Find a seat whose time is over."""
    for seat in running(record):
        if left_ms(record, record.seats[seat], acts=True, now=now) == 0:
            return seat
    return None
