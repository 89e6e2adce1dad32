"""What is asked and answered about armies; the sheets themselves are `scene.rosters`."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from walstatt.kernel.ids import Seat
from walstatt.server.protocol import SeatName
from walstatt.server.said import Said, Wanted

Chosen: TypeAlias = dict[str, bool | int | str]
"""Options of the game that differ from what is usual."""
Seed: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
FileName: TypeAlias = Annotated[str, Meta(max_length=200)]


class ArmyWish(Wanted, frozen=True):
    """An army to be judged."""

    army: Any
    options: Chosen = {}


class ArmyOrder(Wanted, frozen=True):
    """An army to be made, or to be completed."""

    army: Any
    """What is already known of it."""
    options: Chosen = {}
    keep: bool = False
    """Whether what is there stays, and only the points that are left are used."""
    seed: Seed | None = None
    """The same seed makes the same army; nothing: chance."""


class ArmyMade(Said, frozen=True):
    """An army that the program made or read."""

    army: Any
    seed: int = 0


class ArmyText(Wanted, frozen=True):
    """A file that somebody brings."""

    text: str
    file: FileName = "army.yaml"


class ArmyKept(Wanted, frozen=True):
    """An army to be written."""

    army: Any


class ArmyFile(Said, frozen=True):
    """An army as a file, to be kept or mailed."""

    name: str
    text: str


class ArmyPrint(Wanted, frozen=True):
    """An army whose roster is to be printed."""

    army: Any
    options: Chosen = {}
    language: Literal["en", "de"] = "en"


class ArmyGathering(Wanted, frozen=True):
    """The armies that are to meet in a scenario."""

    scenario: SeatName
    rosters: dict[Seat, Any] = {}
    options: Chosen = {}
