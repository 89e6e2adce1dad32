"""What the battle report tells of sieges: works, breaches, siege towers, ladders, ships."""

from typing import ClassVar

from walstatt.i18n.catalogue import Message
from walstatt.kernel.events import Deed
from walstatt.kernel.ids import RuleId

# -- before the battle ----------------------------------------------------------------------------


class EdgeTaken(Deed, frozen=True, tag="idg.edge_taken"):
    """The besieged choose their table edge."""

    usual: ClassVar[RuleId] = "IDG-5.6.3"
    edge: Message


class WorksLaid(Deed, frozen=True, tag="idg.works_laid"):
    """Works are set up: so many inches of them."""

    usual: ClassVar[RuleId] = "IDG-5.6.4"
    far: Message
    gates: int
    towers: int


class NoWorks(Deed, frozen=True, tag="idg.no_works"):
    """No works are set up."""

    usual: ClassVar[RuleId] = "IDG-5.5.11"


class BreachesTried(Deed, frozen=True, tag="idg.breaches_tried"):
    """The besiegers try to breach the works before the battle."""

    usual: ClassVar[RuleId] = "IDG-5.6.11"
    n: int
    hits: int


class BreachMade(Deed, frozen=True, tag="idg.breach_made"):
    """A section is breached."""

    usual: ClassVar[RuleId] = "IDG-5.6.12"
    what: Message


# -- siege towers ---------------------------------------------------------------------------------


class TowerPushed(Deed, frozen=True, tag="idg.tower_pushed"):
    """A siege tower is pushed on."""

    usual: ClassVar[RuleId] = "IDG-16.3.3"
    far: Message


class TowerReached(Deed, frozen=True, tag="idg.tower_reached"):
    """A siege tower has reached the wall."""

    usual: ClassVar[RuleId] = "IDG-16.3.4"


class TowerBoarded(Deed, frozen=True, tag="idg.tower_boarded"):
    """Elements of a unit go into a siege tower."""

    usual: ClassVar[RuleId] = "IDG-16.3.9"
    unit: Message
    n: int


class SteppedOut(Deed, frozen=True, tag="idg.stepped_out"):
    """An element steps onto the wall."""

    usual: ClassVar[RuleId] = "IDG-16.3.10"
    unit: Message


class Grappled(Deed, frozen=True, tag="idg.grappled"):
    """An element fights the defenders from the bridge of a tower, or from the head of a ladder."""

    usual: ClassVar[RuleId] = "IDG-16.3.10"
    unit: Message


# -- ladders --------------------------------------------------------------------------------------


class LadderRaised(Deed, frozen=True, tag="idg.ladder_raised"):
    """A ladder stands against the wall."""

    usual: ClassVar[RuleId] = "IDG-16.4.3"
    unit: Message


class LadderFell(Deed, frozen=True, tag="idg.ladder_fell"):
    """A ladder falls because its bearers are gone."""

    usual: ClassVar[RuleId] = "IDG-16.4.7"


class LadderThrown(Deed, frozen=True, tag="idg.ladder_thrown"):
    """Defenders throw a ladder down."""

    usual: ClassVar[RuleId] = "IDG-16.4.8"
    unit: Message


class LadderHeld(Deed, frozen=True, tag="idg.ladder_held"):
    """Defenders try in vain to throw a ladder down."""

    usual: ClassVar[RuleId] = "IDG-16.4.8"
    unit: Message


class Climbed(Deed, frozen=True, tag="idg.climbed"):
    """An element climbs a ladder."""

    usual: ClassVar[RuleId] = "IDG-16.4.4"
    unit: Message


class FlamethrowerLost(Deed, frozen=True, tag="idg.flamethrower_lost"):
    """The enemy takes the place of a flamethrower."""

    usual: ClassVar[RuleId] = "IDG-18.12.35"


# -- ships ----------------------------------------------------------------------------------------


class ShipSailed(Deed, frozen=True, tag="idg.ship_sailed"):
    """A ship moves."""

    usual: ClassVar[RuleId] = "IDG-17.3.4"
    far: Message


class ShipShotAt(Deed, frozen=True, tag="idg.ship_shot_at"):
    """An element shoots at a ship; whether it hits."""

    usual: ClassVar[RuleId] = "IDG-17.3.7"
    unit: Message
    hits: int


class ShipStruck(Deed, frozen=True, tag="idg.ship_struck"):
    """A ship is hit; what it has taken in all."""

    usual: ClassVar[RuleId] = "IDG-17.3.8"
    n: int
    total: int


class ShipTested(Deed, frozen=True, tag="idg.ship_tested"):
    """A ship fails a test."""

    usual: ClassVar[RuleId] = "IDG-17.3.10"
    n: int


class ShipHeld(Deed, frozen=True, tag="idg.ship_held"):
    """A ship passes a test."""

    usual: ClassVar[RuleId] = "IDG-17.3.10"


class ShipLost(Deed, frozen=True, tag="idg.ship_lost"):
    """A ship is lost with everyone aboard."""

    usual: ClassVar[RuleId] = "IDG-17.3.11"


class ShipBoarded(Deed, frozen=True, tag="idg.ship_boarded"):
    """A unit goes aboard a ship."""

    usual: ClassVar[RuleId] = "IDG-17.3.3"
    unit: Message


class ShipLeft(Deed, frozen=True, tag="idg.ship_left"):
    """A unit goes ashore."""

    usual: ClassVar[RuleId] = "IDG-17.3.4"
    unit: Message
