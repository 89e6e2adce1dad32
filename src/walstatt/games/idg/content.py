"""What does not change during a battle: the table, the two armies, and what their elements are."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from walstatt.boards.pose import Base
from walstatt.boards.table import Table
from walstatt.games.idg.army import Army, Equipment, Name
from walstatt.games.idg.troops import CommandType, Profile, Scenario
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import cite

RED, BLUE = Seat("red"), Seat("blue")
SEATS = (RED, BLUE)
ENEMY = {RED: BLUE, BLUE: RED}


class FieldedUnit(Struct, frozen=True):
    """A unit as it takes the field: what its elements are, the general's first if he is there."""

    id: UnitId
    names: tuple[str, str]
    line: str
    profiles: tuple[str, ...]
    """Of its elements, one by one, as keys of the content's profiles."""
    general: bool = False
    """Whether its first element is the army's general."""
    ladders: int = 0
    """How many of its elements carry ladders, from the last."""
    horses: bool = False
    """Whether it begins on the horses it was given. IDG-14.3.1."""


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
    bodies: tuple[FieldedUnit, ...] = ()
    """Its units as they will stand on the table."""


class IdgContent(Struct):
    """The fixed part of one battle."""

    table: Table
    armies: dict[str, Fielded]
    """By seat; where dice decide roles and scenario, by `muster_key` for all they may decide."""
    profiles: dict[str, Profile]
    on_foot: dict[str, str]
    """What each profile becomes when it dismounts, where it can. IDG-14.1.4."""
    small: bool = False
    """Whether bases have the proportions of 15 mm figures. IDG-1.2.4."""
    mu: int = 254
    """An inch, or two thirds of it on small bases, in tenths of a millimetre. IDG-1.1.3."""
    diced: bool = False
    """Whether dice decide who attacks, and in which scenario. IDG-5.1.1."""
    ground_given: bool = False
    """Whether the battlefield lies already, so that nobody lays it out."""
    bases: dict[str, Base] = {}
    """The sizes of bases by profile, as they are first needed."""
    mounts: dict[tuple[str, ...], tuple[bool, bool]] = {}
    """Whether units of some profiles have riders, and foot with horses, as is first needed."""
    makeups: dict[tuple[tuple[str, ...], bool, bool], tuple[Profile, ...]] = {}
    """The different profiles of units, mounted or on foot, as they are first needed."""
    deployed: bool = False
    """Whether everybody stands already where the battle begins."""


class Kind:
    """A kind of troops; whether there are any of it in a battle at all is asked all the time."""

    def __init__(self, includes: Callable[[Profile], bool]) -> None:
        self.includes = includes
        self._latest: tuple[IdgContent | None, int, bool] = (None, 0, False)

    def among(self, content: IdgContent) -> bool:
        """Tell whether anybody is of it; looked through once, as long as no profile is added."""
        known, count, found = self._latest
        if known is not content or count != len(content.profiles):
            found = any(self.includes(one) for one in content.profiles.values())
            self._latest = (content, len(content.profiles), found)
        return found


def cite_the_table(*, small: bool) -> None:
    """Note the rules that the table, the bases and the records of units embody."""
    cite("IDG-1.1.1", "IDG-1.1.2", "IDG-1.1.3", "IDG-1.2.1", "IDG-1.2.2", "IDG-1.3.1", "IDG-1.4.7")
    if small:
        cite("IDG-1.3.2")


def muster_key(seat: Seat, scenario: Scenario, attacker: Seat) -> str:
    """Name the army a side brings to a scenario in a role, where dice decide both."""
    return f"{seat}/{scenario}" if scenario == "open_battle" else f"{seat}/{scenario}/{attacker}"
