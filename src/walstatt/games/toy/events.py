"""What the battle report of the toy game tells."""

from typing import ClassVar

from walstatt.i18n.catalogue import Message
from walstatt.kernel.events import Event
from walstatt.kernel.ids import RuleId, Seat


class RoundBegan(Event, frozen=True, tag="toy.round_began"):
    """A round begins."""

    heading: ClassVar[bool] = True
    n: int


class Planned(Event, frozen=True, tag="toy.planned"):
    """A plan is shown."""

    reveals: ClassVar[bool] = True
    seat: Seat
    card: int


class TurnBegan(Event, frozen=True, tag="toy.turn_began"):
    """A seat begins to act."""

    seat: Seat
    n: int


class Moved(Event, frozen=True, tag="toy.moved"):
    """A unit moved."""

    unit: Message
    to: str


class Attacked(Event, frozen=True, tag="toy.attacked"):
    """A unit attacks another one."""

    unit: Message
    target: Message
    n: int


class Lost(Event, frozen=True, tag="toy.lost"):
    """A unit lost strength."""

    unit: Message
    n: int


class Fell(Event, frozen=True, tag="toy.fell"):
    """A unit is gone."""

    unit: Message


class Scored(Event, frozen=True, tag="toy.scored"):
    """A seat gained banners."""

    seat: Seat
    n: int
    rule: RuleId


class Rallied(Event, frozen=True, tag="toy.rallied"):
    """A unit regained strength for a card."""

    reveals: ClassVar[bool] = True
    unit: Message
    card: int


class Stances(Event, frozen=True, tag="toy.stances"):
    """Both duellists show their stances."""

    reveals: ClassVar[bool] = True
    first: Message
    second: Message


class Wounded(Event, frozen=True, tag="toy.wounded"):
    """A duellist is wounded."""

    seat: Seat
    n: int
