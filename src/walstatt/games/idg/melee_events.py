"""What the battle report tells of melee."""

from typing import ClassVar

from walstatt.i18n.catalogue import Message
from walstatt.kernel.events import Deed
from walstatt.kernel.ids import RuleId


class Fought(Deed, frozen=True, tag="idg.fought"):
    """One of a pair has the higher total; the rule says what follows."""

    unit: Message
    foe: Message
    own: str
    """The total of the winner, as it is made up."""
    other: str
    n: int
    """By how much it is higher."""


class FoughtEven(Deed, frozen=True, tag="idg.fought_even"):
    """A pair has equal totals, and both units fall into disorder."""

    usual: ClassVar[RuleId] = "IDG-11.9.1"
    unit: Message
    foe: Message
    own: str
    other: str


class Overrun(Deed, frozen=True, tag="idg.overrun"):
    """Artillery that was contacted is destroyed."""

    usual: ClassVar[RuleId] = "IDG-11.5.6"
    unit: Message
    foe: Message


class CaughtRiding(Deed, frozen=True, tag="idg.caught_riding"):
    """Foot on horses is caught in melee and dismounts."""

    usual: ClassVar[RuleId] = "IDG-14.3.3"
    unit: Message


class BaggageCaptured(Deed, frozen=True, tag="idg.baggage_captured"):
    """A baggage train is captured."""

    usual: ClassVar[RuleId] = "IDG-5.10.4"
    unit: Message
    foe: Message


class GateAttacked(Deed, frozen=True, tag="idg.gate_attacked"):
    """A gate is attacked, and holds."""

    usual: ClassVar[RuleId] = "IDG-16.2.6"
    unit: Message


class GateSmashed(Deed, frozen=True, tag="idg.gate_smashed"):
    """A gate is smashed."""

    usual: ClassVar[RuleId] = "IDG-16.2.9"
    unit: Message
