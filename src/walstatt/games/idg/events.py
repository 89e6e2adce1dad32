"""What the battle report tells: who did what, and the rule it follows."""

from typing import ClassVar

from walstatt.i18n.catalogue import Message
from walstatt.kernel.events import Deed
from walstatt.kernel.ids import RuleId


class TurnBegan(Deed, frozen=True, tag="idg.turn_began"):
    """A turn begins."""

    usual: ClassVar[RuleId] = "IDG-7.2.1"
    heading: ClassVar[bool] = True
    n: int


class Disordered(Deed, frozen=True, tag="idg.disordered"):
    """A unit gets disorder markers."""

    usual: ClassVar[RuleId] = "IDG-13.1.1"
    unit: Message
    n: int
    total: int
    """How many it has now."""


class ElementLost(Deed, frozen=True, tag="idg.element_lost"):
    """A unit loses an element."""

    unit: Message
    left: int


class GeneralLost(Deed, frozen=True, tag="idg.general_lost"):
    """An army loses its general."""

    usual: ClassVar[RuleId] = "IDG-2.3.11"
    name: Message


class UnitDestroyed(Deed, frozen=True, tag="idg.unit_destroyed"):
    """A unit is destroyed."""

    unit: Message


class DrivenOff(Deed, frozen=True, tag="idg.driven_off"):
    """A unit retreats over the edge of the table."""

    usual: ClassVar[RuleId] = "IDG-13.3.3"
    unit: Message


class Scattered(Deed, frozen=True, tag="idg.scattered"):
    """A unit has more disorder than it can bear and is removed."""

    usual: ClassVar[RuleId] = "IDG-13.2.12"
    unit: Message
