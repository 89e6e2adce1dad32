"""What the battle report tells of fires."""

from typing import ClassVar

from walstatt.i18n.catalogue import Message
from walstatt.kernel.events import Deed
from walstatt.kernel.ids import RuleId


class FireSet(Deed, frozen=True, tag="idg.fire_set"):
    """A unit sets terrain, or a siege tower, on fire."""

    usual: ClassVar[RuleId] = "IDG-10.2.1"
    unit: Message
    what: Message


class FireFailed(Deed, frozen=True, tag="idg.fire_failed"):
    """A unit tries to set a fire in vain."""

    usual: ClassVar[RuleId] = "IDG-10.1.4"
    unit: Message
    what: Message


class FireSpoiled(Deed, frozen=True, tag="idg.fire_spoiled"):
    """Shooting keeps a unit from setting a fire."""

    usual: ClassVar[RuleId] = "IDG-10.1.3"
    unit: Message


class TowerBurnt(Deed, frozen=True, tag="idg.tower_burnt"):
    """A siege tower burns down."""

    usual: ClassVar[RuleId] = "IDG-16.3.8"
