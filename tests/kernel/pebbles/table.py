"""A quick way to sit down at the table, and to compare what is said there."""

import re
from typing import TypeAlias

from tests.kernel.pebbles.game import PEBBLES, Rosters
from tests.kernel.pebbles.world import Ground, PebbleOptions, PebbleWorld
from walstatt.kernel.chance import Outcomes, Scripted
from walstatt.kernel.events import Emitted, Event
from walstatt.kernel.game import Game, new_game
from walstatt.kernel.ids import Seat

PebbleGame: TypeAlias = Game[PebbleWorld, Ground, PebbleOptions]


def sit_down(what: str, *dice: Outcomes, rosters: Rosters | None = None) -> PebbleGame:
    """Begin a scenario with these dice and a tape."""
    return new_game(PEBBLES, what, Scripted(dice), rosters=rosters, tape=[])


def wait_for_chance(what: str, rosters: Rosters | None = None) -> PebbleGame:
    """Begin a scenario without dice."""
    return new_game(PEBBLES, what, None, rosters=rosters, tape=[])


def told(tape: list[Emitted] | tuple[Emitted, ...] | None, seat: Seat | None) -> list[Event]:
    """List what one seat was told."""
    events = [one.for_seat(seat) for one in tape or ()]
    return [event for event in events if event is not None]


def exactly(text: str) -> str:
    """Match a sentence from its first letter to its last."""
    return f"^{re.escape(text)}$"


def begins(text: str) -> str:
    """Match a sentence from its first letter on."""
    return f"^{re.escape(text)}"
