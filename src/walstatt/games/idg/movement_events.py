"""What the battle report tells of moves."""

from typing import ClassVar

from walstatt.i18n.catalogue import Message
from walstatt.kernel.events import Deed
from walstatt.kernel.ids import RuleId


class Marched(Deed, frozen=True, tag="idg.marched"):
    """A unit moves."""

    usual: ClassVar[RuleId] = "IDG-8.1.1"
    unit: Message
    far: Message
    """How far the element went that went farthest."""


class Stood(Deed, frozen=True, tag="idg.stood"):
    """A unit stays where it is."""

    usual: ClassVar[RuleId] = "IDG-7.2.3"
    unit: Message


class ToldTo(Deed, frozen=True):
    """A unit is activated for something else than a move."""

    unit: Message


class ToldToTurn(ToldTo, frozen=True, tag="idg.told_to_turn"):
    """A unit is activated to turn elements on the spot."""

    usual: ClassVar[RuleId] = "IDG-8.2.8"


class ToldToBreakOff(ToldTo, frozen=True, tag="idg.told_to_break_off"):
    """A unit is activated to leave its melee."""

    usual: ClassVar[RuleId] = "IDG-11.3.4"


class ToldToJoin(ToldTo, frozen=True, tag="idg.told_to_join"):
    """A unit is activated to send further elements into its melee."""

    usual: ClassVar[RuleId] = "IDG-11.2.7"


class ToldToUnhitch(ToldTo, frozen=True, tag="idg.told_to_unhitch"):
    """Wagons are activated to move a last time."""

    usual: ClassVar[RuleId] = "IDG-17.1.9"


class Faced(Deed, frozen=True, tag="idg.faced"):
    """Elements of a unit turn on the spot."""

    usual: ClassVar[RuleId] = "IDG-8.2.8"
    unit: Message


class Charged(Deed, frozen=True, tag="idg.charged"):
    """A unit moves into contact with another."""

    usual: ClassVar[RuleId] = "IDG-11.1.1"
    unit: Message
    foe: Message


class BrokeOff(Deed, frozen=True, tag="idg.broke_off"):
    """A unit leaves its melee."""

    usual: ClassVar[RuleId] = "IDG-11.3.4"
    unit: Message


class Evaded(Deed, frozen=True, tag="idg.evaded"):
    """A unit evades."""

    usual: ClassVar[RuleId] = "IDG-11.4.5"
    unit: Message


class Caught(Deed, frozen=True, tag="idg.caught"):
    """A unit tries to evade in vain."""

    usual: ClassVar[RuleId] = "IDG-11.4.7"
    unit: Message


class Joined(Deed, frozen=True, tag="idg.joined"):
    """Further elements of a unit join its melee."""

    usual: ClassVar[RuleId] = "IDG-11.2.7"
    unit: Message


class TurnedToFace(Deed, frozen=True, tag="idg.turned_to_face"):
    """An element turns to face whoever struck its flank."""

    usual: ClassVar[RuleId] = "IDG-11.2.11"
    unit: Message


class RolledAgain(Deed, frozen=True, tag="idg.rolled_again"):
    """The general has a unit's move rolled again."""

    usual: ClassVar[RuleId] = "IDG-8.3.1"
    unit: Message


class Revealed(Deed, frozen=True, tag="idg.revealed"):
    """A concealed unit comes to light."""

    usual: ClassVar[RuleId] = "IDG-5.8.10"
    reveals: ClassVar[bool] = True
    unit: Message


class DummyVanished(Deed, frozen=True, tag="idg.dummy_vanished"):
    """A unit turns out to be a dummy."""

    usual: ClassVar[RuleId] = "IDG-5.7.13"
    reveals: ClassVar[bool] = True
    unit: Message


class Unfolded(Deed, frozen=True, tag="idg.unfolded"):
    """The rest of a unit appears."""

    usual: ClassVar[RuleId] = "IDG-5.7.16"
    reveals: ClassVar[bool] = True
    unit: Message


class Exited(Deed, frozen=True, tag="idg.exited"):
    """A unit leaves the table over its exit edge."""

    usual: ClassVar[RuleId] = "IDG-5.3.19"
    unit: Message


class CutShort(Deed, frozen=True, tag="idg.cut_short"):
    """A unit runs into troops that nobody knew of, and stops."""

    usual: ClassVar[RuleId] = "IDG-5.8.8"
    unit: Message


class OxExploded(Deed, frozen=True, tag="idg.ox_exploded"):
    """A fire ox explodes."""

    usual: ClassVar[RuleId] = "IDG-18.12.30"
    unit: Message
