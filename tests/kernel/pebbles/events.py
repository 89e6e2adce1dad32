from typing import ClassVar

from walstatt.kernel.events import Event
from walstatt.kernel.ids import Seat


class Grabbed(Event, frozen=True, tag="pebbles.grabbed"):
    seat: Seat
    heap: int
    count: int


class Caught(Event, frozen=True, tag="pebbles.caught"):
    seat: Seat
    stone: str


class Shown(Event, frozen=True, tag="pebbles.shown"):
    reveals: ClassVar = True

    seat: Seat


class Tricked(Event, frozen=True, tag="pebbles.tricked"):
    seat: Seat
    what: str
