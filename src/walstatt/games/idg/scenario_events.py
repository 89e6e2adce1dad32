"""What the battle report tells of roles, stratagems, arrivals and of how a battle is decided."""

from typing import ClassVar

from walstatt.i18n.catalogue import Message
from walstatt.kernel.events import Deed
from walstatt.kernel.ids import RuleId

# -- roles and sides ------------------------------------------------------------------------------


class AttackerDiced(Deed, frozen=True, tag="idg.attacker_diced"):
    """The higher die makes a side the attacker."""

    usual: ClassVar[RuleId] = "IDG-5.1.3"


class ScenarioDiced(Deed, frozen=True, tag="idg.scenario_diced"):
    """Dice decide the scenario."""

    usual: ClassVar[RuleId] = "IDG-5.1.3"
    scenario: Message


class SidesFixed(Deed, frozen=True, tag="idg.sides_fixed"):
    """A side is Side 1 for the whole battle; all are placed, and who is not is held back."""

    usual: ClassVar[RuleId] = "IDG-7.1.1"
    reveals: ClassVar[bool] = True


# -- stratagems -----------------------------------------------------------------------------------


class NothingStaked(Deed, frozen=True, tag="idg.nothing_staked"):
    """Neither side stakes anything on a stratagem."""

    usual: ClassVar[RuleId] = "IDG-5.7.6"


class Staked(Deed, frozen=True, tag="idg.staked"):
    """What a side staked comes to light, and what its die made of it."""

    usual: ClassVar[RuleId] = "IDG-5.7.2"
    reveals: ClassVar[bool] = True
    n: int
    product: int


class StratagemsEven(Deed, frozen=True, tag="idg.stratagems_even"):
    """Both sides come to the same, and nothing happens."""

    usual: ClassVar[RuleId] = "IDG-5.7.3"


class StratagemForgone(Deed, frozen=True, tag="idg.stratagem_forgone"):
    """Whoever may use a stratagem uses none."""

    usual: ClassVar[RuleId] = "IDG-5.7.4"


class StratagemWorks(Deed, frozen=True, tag="idg.stratagem_works"):
    """A stratagem works."""

    usual: ClassVar[RuleId] = "IDG-5.7.4"
    what: Message


class StratagemFails(Deed, frozen=True, tag="idg.stratagem_fails"):
    """A stratagem fails; what was staked is lost."""

    usual: ClassVar[RuleId] = "IDG-5.7.5"
    what: Message


class TooWeary(Deed, frozen=True, tag="idg.too_weary"):
    """A unit is so weary that it takes no part."""

    usual: ClassVar[RuleId] = "IDG-5.7.9"
    unit: Message


class DummiesReady(Deed, frozen=True, tag="idg.dummies_ready"):
    """A side has made dummy units, or says so."""

    usual: ClassVar[RuleId] = "IDG-5.7.10"


class Folded(Deed, frozen=True, tag="idg.folded"):
    """A side shows only one element of each unit."""

    usual: ClassVar[RuleId] = "IDG-5.7.14"


# -- late arrivals --------------------------------------------------------------------------------


class ArrivesFirst(Deed, frozen=True, tag="idg.arrives_first"):
    """Dice decide who rolls and places first this turn."""

    usual: ClassVar[RuleId] = "IDG-5.9.3"


class Arrived(Deed, frozen=True, tag="idg.arrived"):
    """A unit arrives."""

    usual: ClassVar[RuleId] = "IDG-5.9.2"
    unit: Message


class LateAnnounced(Deed, frozen=True, tag="idg.late_announced"):
    """A side names the units that were held back, before they roll for the first time."""

    usual: ClassVar[RuleId] = "IDG-5.9.1"
    reveals: ClassVar[bool] = True
    n: int
    units: Message


class NobodyLate(Deed, frozen=True, tag="idg.nobody_late"):
    """Nobody of a side was held back."""

    usual: ClassVar[RuleId] = "IDG-5.9.1"
    reveals: ClassVar[bool] = True


class StillAwaited(Deed, frozen=True, tag="idg.still_awaited"):
    """Units that were held back have not arrived."""

    usual: ClassVar[RuleId] = "IDG-5.9.1"
    n: int


class NoRoom(Deed, frozen=True, tag="idg.no_room_to_arrive"):
    """A unit finds no room to arrive and waits for another turn."""

    usual: ClassVar[RuleId] = "IDG-5.9.4"
    unit: Message


# -- the end --------------------------------------------------------------------------------------


class NoneFit(Deed, frozen=True, tag="idg.none_fit"):
    """A side has nobody left who is fit to fight."""

    usual: ClassVar[RuleId] = "IDG-5.4.8"


class BrokeThrough(Deed, frozen=True, tag="idg.broke_through"):
    """An ambushed army gets enough of its elements over the far edge."""

    usual: ClassVar[RuleId] = "IDG-5.3.12"
    n: int
    total: int


class CutOff(Deed, frozen=True, tag="idg.cut_off"):
    """An ambushed army can no longer get enough elements over the far edge."""

    usual: ClassVar[RuleId] = "IDG-5.3.14"


class ColumnRouted(Deed, frozen=True, tag="idg.column_routed"):
    """All of an ambushed army that has entered is routed or destroyed."""

    usual: ClassVar[RuleId] = "IDG-5.3.15"


class CarriedOff(Deed, frozen=True, tag="idg.carried_off"):
    """The raiders have what they came for."""

    usual: ClassVar[RuleId] = "IDG-5.5.7"


class OutOfTime(Deed, frozen=True, tag="idg.out_of_time"):
    """The attacker has not done what he came for in time."""

    usual: ClassVar[RuleId] = "IDG-5.5.8"
    n: int


class Holds(Deed, frozen=True, tag="idg.holds"):
    """A unit holds the fortified position at the end of a turn."""

    usual: ClassVar[RuleId] = "IDG-5.6.19"
    unit: Message
    n: int
    """For how many turns."""


class PositionTaken(Deed, frozen=True, tag="idg.position_taken"):
    """The attacker has held the fortified position long enough."""

    usual: ClassVar[RuleId] = "IDG-5.6.14"


class StormFailed(Deed, frozen=True, tag="idg.storm_failed"):
    """The attacker of a fortified position has no chance left."""

    usual: ClassVar[RuleId] = "IDG-5.6.16"


class Nightfall(Deed, frozen=True, tag="idg.nightfall"):
    """The agreed number of turns is over before anybody was beaten."""

    usual: ClassVar[RuleId] = "IDG-5.4.8"
    n: int
