"""The battle report: what happened, as a seat, a spectator or an all-knowing reader hears it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from walstatt.i18n.catalogue import Message
from walstatt.kernel.chance import Roll
from walstatt.kernel.codec import read_answer
from walstatt.kernel.events import Emitted, Ended, Event, Rolled
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.scene.pen import Pen
from walstatt.scene.text_ledgers import ledger_lines


class Reader(Struct, frozen=True):
    """Who is told: a seat, a spectator (no seat), or somebody who may know everything."""

    seat: Seat | None = None
    everything: bool = False

    def hears(self, told: Emitted) -> Event | None:
        """Give an event as this reader may know it; how the game ended is told apart."""
        event = told.event if self.everything else told.for_seat(self.seat)
        return None if isinstance(event, Ended) else event


SPECTATOR: Final = Reader()
ALL_KNOWING: Final = Reader(everything=True)


def afterwards(match: Match) -> Reader:
    """Let everything be known once a game is over, and only what is public before."""
    return SPECTATOR if match.game.outcome is None else ALL_KNOWING


def events_at(match: Match, n: int, reader: Reader) -> list[Event]:
    """List what happened at an entry."""
    heard = (reader.hears(told) for told in match.moments[n].told)
    return [event for event in heard if event is not None]


def news(match: Match, seat: Seat, reader: Reader) -> list[Message]:
    """Tell what happened since a seat's last action, what came of that included."""
    return [
        match.definition.tell(event)
        for n in range(_last_action(match, seat), len(match.entries))
        for event in events_at(match, n, reader)
    ]


def _last_action(match: Match, seat: Seat) -> int:
    """Find the last entry that a seat made itself; the set-up if there is none."""
    own = (one.n for one in reversed(match.entries) if one.seat == seat and not one.auto)
    return next(own, 0)


def deed(match: Match, n: int, reader: Reader) -> Message | None:
    """Name what was answered at an entry, unless that could be a secret to the reader."""
    entry = match.entries[n]
    told = reader.everything or reader.seat == entry.seat
    if n == 0 or not told or is_past_telling(match, n):
        return None
    answer = read_answer(match.definition, entry.answer)
    before = match.moments[n - 1].game
    decision, _ = before.addressed(entry.seat, answer, entry.kind)
    return match.definition.named(decision.present(before.ctx, answer).label)


def is_past_telling(match: Match, n: int) -> bool:
    """Was this played under rules that are no longer ours?"""
    return match.diverged_at is not None and n >= match.diverged_at


def event_lines(pen: Pen, match: Match, event: Event, indent: str = "") -> Iterator[str]:
    """Tell an event, and below a roll the numbers it was made of."""
    yield from pen.wrapped(pen.say(match.definition.tell(event)), indent, f"{indent}  ")
    if isinstance(event, Rolled) and isinstance(event.request, Roll):
        for ledger in event.request.ledgers:
            yield from ledger_lines(pen, ledger, f"{indent}    ")
