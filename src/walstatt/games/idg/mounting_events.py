"""What the battle report tells of horses, oxen, wagons and boats."""

from typing import ClassVar

from walstatt.i18n.catalogue import Message
from walstatt.kernel.events import Deed
from walstatt.kernel.ids import RuleId


class Dismounted(Deed, frozen=True, tag="idg.dismounted"):
    """A unit dismounts."""

    usual: ClassVar[RuleId] = "IDG-14.1.2"
    unit: Message


class Mounting(Deed, frozen=True, tag="idg.mounting"):
    """A unit begins to mount."""

    usual: ClassVar[RuleId] = "IDG-14.2.1"
    unit: Message


class Mounted(Deed, frozen=True, tag="idg.mounted"):
    """A unit is mounted again."""

    usual: ClassVar[RuleId] = "IDG-14.2.4"
    unit: Message


class NoRoomToMount(Deed, frozen=True, tag="idg.no_room_to_mount"):
    """A unit that wanted to mount is in melee by now, or has no room for its horses."""

    usual: ClassVar[RuleId] = "IDG-14.2.3"
    unit: Message


class OxLit(Deed, frozen=True, tag="idg.ox_lit"):
    """A fire ox is lit."""

    usual: ClassVar[RuleId] = "IDG-18.12.26"
    unit: Message


class Unhitched(Deed, frozen=True, tag="idg.unhitched"):
    """Wagons are unhitched for good."""

    usual: ClassVar[RuleId] = "IDG-17.1.9"
    unit: Message


class LaagerFormed(Deed, frozen=True, tag="idg.laager_formed"):
    """Wagons now form a ring."""

    usual: ClassVar[RuleId] = "IDG-17.1.9"
    unit: Message


class Embarked(Deed, frozen=True, tag="idg.embarked"):
    """A unit goes into boats."""

    usual: ClassVar[RuleId] = "IDG-17.2.3"
    unit: Message


class Sailed(Deed, frozen=True, tag="idg.sailed"):
    """The boats of a unit move."""

    usual: ClassVar[RuleId] = "IDG-17.2.2"
    unit: Message
    far: Message
    """How far the boat went that went farthest."""


class Landed(Deed, frozen=True, tag="idg.landed"):
    """A unit goes ashore."""

    usual: ClassVar[RuleId] = "IDG-17.2.3"
    unit: Message
