"""Clocks: a stock of time for each seat, which runs while the game waits for it.

Where a computer plays for a person, its thinking counts too, but it never loses on time: of the
time until its answer only as much is taken off as it may think, so that waiting in our queue costs
nothing, and the last seconds stay. Who takes the seat back in the middle of a question pays for
all of the time since it was asked; otherwise handing over would stop one's clock.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from walstatt.kernel.ids import Seat
from walstatt.server.records import Record
from walstatt.server.telling import left_ms

RESERVE_MS: Final = 10_000
"""What a computer leaves on the clock of the person it plays for."""


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
    """Take off the time that has gone by, and note how long computers have thought."""
    if record.clock is None:
        return record
    for seat in running(record):
        left = left_ms(record, record.seats[seat], acts=True, now=now)
        record = record.with_place(seat, left_ms=left)
    gone = int(1000 * max(0.0, now - record.ticked))
    for seat in _lent(record):
        record = record.with_place(seat, thought_ms=record.seats[seat].thought_ms + gone)
    return replace(record, ticked=now)


def _lent(record: Record) -> tuple[Seat, ...]:
    """List the seats of people for whom a computer is thinking now."""
    if record.state != "live":
        return ()
    acting = ((seat, record.seats[seat]) for seat in record.acts)
    return tuple(
        seat for seat, place in acting if place.occupant == "computer" and place.left_ms is not None
    )


def answered(record: Record, seat: Seat, think_ms: int) -> Record:
    """Add what an answer adds; a computer's thinking is taken off first."""
    place = record.seats[seat]
    if record.clock is None or place.left_ms is None:
        return record
    thought = min(place.thought_ms, think_ms)
    left = max(min(place.left_ms, RESERVE_MS), place.left_ms - thought)
    return record.with_place(seat, left_ms=left + 1000 * record.clock.added, thought_ms=0)


def taken_back(record: Record, seat: Seat) -> Record | None:
    """Let a person take his seat back; nothing if his time for this question is over."""
    place = record.seats[seat]
    if record.clock is None or place.left_ms is None:
        return record
    left = place.left_ms - (place.thought_ms if seat in record.acts else 0)
    return None if left <= 0 else record.with_place(seat, left_ms=left, thought_ms=0)


def fallen(record: Record, now: float) -> Seat | None:
    """Find a seat whose time is over."""
    for seat in running(record):
        if left_ms(record, record.seats[seat], acts=True, now=now) == 0:
            return seat
    return None
