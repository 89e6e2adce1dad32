"""What the battle report tells of how armies deploy; nobody learns who is hidden or comes later."""

from typing import ClassVar

from walstatt.i18n.catalogue import Message
from walstatt.kernel.events import Deed
from walstatt.kernel.ids import RuleId


class Deploying(Deed, frozen=True, tag="idg.deploying"):
    """The armies deploy."""

    usual: ClassVar[RuleId] = "IDG-5.4.3"
    heading: ClassVar[bool] = True


class EdgeNamed(Deed, frozen=True, tag="idg.edge_named"):
    """The attacker of an ambush names the edge by which his column will come."""

    usual: ClassVar[RuleId] = "IDG-5.3.17"
    edge: Message


class MarchFixed(Deed, frozen=True, tag="idg.march_fixed"):
    """The order of march of a column is told."""

    usual: ClassVar[RuleId] = "IDG-5.3.3"
    n: int
    order: Message


class Decided(Deed, frozen=True, tag="idg.decided"):
    """A side has decided in secret who is concealed and who comes later."""

    usual: ClassVar[RuleId] = "IDG-5.4.10"


class HeldBack(Deed, frozen=True, tag="idg.held_back"):
    """The same, for the side itself."""

    usual: ClassVar[RuleId] = "IDG-5.4.10"
    late: int
    concealed: int


class FusesSet(Deed, frozen=True, tag="idg.fuses_set"):
    """The fuses of fire oxen are written down."""

    usual: ClassVar[RuleId] = "IDG-18.12.29"


class PlacesFirst(Deed, frozen=True, tag="idg.places_first"):
    """It is settled who begins to place units."""

    usual: ClassVar[RuleId] = "IDG-5.4.4"


class UnitPlaced(Deed, frozen=True, tag="idg.unit_placed"):
    """A unit is placed."""

    usual: ClassVar[RuleId] = "IDG-5.4.3"
    unit: Message


class EnginePlaced(Deed, frozen=True, tag="idg.engine_placed"):
    """A siege tower, a ship or a flamethrower is placed."""

    usual: ClassVar[RuleId] = "IDG-5.4.3"
    what: Message


class NoRoom(Deed, frozen=True, tag="idg.no_room"):
    """A unit finds no room and comes later."""

    usual: ClassVar[RuleId] = "IDG-5.9.1"
    unit: Message
