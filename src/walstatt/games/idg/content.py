"""What does not change during a battle: the table, the two armies, and what their elements are."""

from __future__ import annotations

from msgspec import Struct

from walstatt.boards.table import Table
from walstatt.games.idg.army import Army, Equipment, Name
from walstatt.games.idg.troops import CommandType, Profile, Scenario
from walstatt.kernel.ids import Seat

RED, BLUE = Seat("red"), Seat("blue")
SEATS = (RED, BLUE)
ENEMY = {RED: BLUE, BLUE: RED}


class Fielded(Struct, frozen=True):
    """An army as it takes the field."""

    army: Army
    name: Name
    list: str
    command: CommandType
    exceptional: bool
    points: int
    homes: tuple[str, ...]
    """The home terrains it may choose from. IDG-4.4.1."""
    zone: str
    """The weather of its home land. IDG-6.1.2."""
    equipment: Equipment = Equipment()


class IdgContent(Struct):
    """The fixed part of one battle."""

    scenario: Scenario
    table: Table
    armies: dict[Seat, Fielded]
    profiles: dict[str, Profile]
    on_foot: dict[str, str]
    """What each profile becomes when it dismounts, where it can. IDG-14.1.4."""
    small: bool = False
    """Whether bases have the proportions of 15 mm figures. IDG-1.2.4."""
    mu: int = 254
    """An inch, or two thirds of it on small bases, in tenths of a millimetre. IDG-1.1.3."""
