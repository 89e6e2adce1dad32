"""A game as one seat may keep it: what it was told and what it sees, and nothing else.

A save holds everything, hands included, and stays with whoever runs the game. This copy can be
given to a player, or to a spectator (`seat` is None): it cannot be played on, but tells it all.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from walstatt.i18n.catalogue import Message
from walstatt.kernel.codec import plain
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.outcome import Outcome

FORMAT = 1


class SeatCopy(Struct, frozen=True):
    """What a seat may keep of a game."""

    format: int
    game: str
    version: int
    scenario: str
    options: dict[str, Any]
    seat: Seat | None
    told: tuple[tuple[Message, ...], ...]
    """What the seat was told at the start, and after each answer anybody gave."""
    view: dict[str, Any]
    """What the seat sees now."""
    outcome: Outcome | None


def seat_copy(match: Match, seat: Seat | None) -> SeatCopy:
    """Copy what a seat may know."""
    definition, game = match.definition, match.game
    told = tuple(
        tuple(
            definition.tell(event)
            for event in (one.for_seat(seat) for one in moment.told)
            if event is not None
        )
        for moment in match.moments
    )
    return SeatCopy(
        FORMAT,
        definition.id,
        definition.version,
        game.rules.scenario,
        plain(game.rules.options),
        seat,
        told,
        plain(definition.observe(game.scopes[0], seat)),
        game.outcome,
    )


def seat_copy_bytes(match: Match, seat: Seat | None) -> bytes:
    """Write the copy as a file's content."""
    return msgspec.json.encode(seat_copy(match, seat)) + b"\n"
