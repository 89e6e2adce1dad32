"""What the battle report tells of shooting."""

from typing import ClassVar

from walstatt.i18n.catalogue import Message
from walstatt.kernel.events import Deed
from walstatt.kernel.ids import RuleId


class AimTaken(Deed, frozen=True, tag="idg.aim_taken"):
    """The side that declares first says at whom a unit will shoot; the other one knows it then."""

    usual: ClassVar[RuleId] = "IDG-9.5.7"
    unit: Message
    foe: Message
    n: int
    aims: str
    """Who aims at what, exactly."""


class FireAnnounced(Deed, frozen=True, tag="idg.fire_announced"):
    """The side that declares first says that a unit will set a fire."""

    usual: ClassVar[RuleId] = "IDG-10.1.2"
    unit: Message
    what: Message
    aims: str


class FlameAimed(Deed, frozen=True, tag="idg.flame_aimed"):
    """The side that declares first says where to a flamethrower will spout."""

    usual: ClassVar[RuleId] = "IDG-18.12.19"
    aims: str


class Volley(Deed, frozen=True, tag="idg.volley"):
    """A unit shoots at another."""

    usual: ClassVar[RuleId] = "IDG-9.1.1"
    unit: Message
    foe: Message
    n: int
    hits: int


class FlamesSpouted(Deed, frozen=True, tag="idg.flames_spouted"):
    """A flamethrower covers a unit with flames."""

    usual: ClassVar[RuleId] = "IDG-18.12.19"
    foe: Message
    n: int
    hits: int


class RocketsFired(Deed, frozen=True, tag="idg.rockets_fired"):
    """A detachment fires its rockets."""

    usual: ClassVar[RuleId] = "IDG-18.12.12"
    unit: Message
    foe: Message


class LancesFelt(Deed, frozen=True, tag="idg.lances_felt"):
    """A unit comes under fire from fire lances for the first time."""

    usual: ClassVar[RuleId] = "IDG-18.12.15"
    unit: Message


class BombBurst(Deed, frozen=True, tag="idg.bomb_burst"):
    """A bomb bursts amid a unit."""

    usual: ClassVar[RuleId] = "IDG-18.12.24"
    unit: Message


class GateShot(Deed, frozen=True, tag="idg.gate_shot"):
    """Artillery shoots at a gate, which holds."""

    usual: ClassVar[RuleId] = "IDG-16.2.2"
    unit: Message


class GateShotDown(Deed, frozen=True, tag="idg.gate_shot_down"):
    """Artillery smashes a gate."""

    usual: ClassVar[RuleId] = "IDG-16.2.9"
    unit: Message


class TowerShot(Deed, frozen=True, tag="idg.tower_shot"):
    """Artillery shoots at a siege tower, which holds."""

    usual: ClassVar[RuleId] = "IDG-16.3.6"
    unit: Message


class TowerShotDown(Deed, frozen=True, tag="idg.tower_shot_down"):
    """Artillery destroys a siege tower and everyone inside."""

    usual: ClassVar[RuleId] = "IDG-16.3.6"
    unit: Message


class ShotFromHiding(Deed, frozen=True, tag="idg.shot_from_hiding"):
    """A concealed unit shoots and is seen."""

    usual: ClassVar[RuleId] = "IDG-5.8.7"
    reveals: ClassVar[bool] = True
    unit: Message


class ElephantRan(Deed, frozen=True, tag="idg.elephant_ran"):
    """A shot elephant runs."""

    usual: ClassVar[RuleId] = "IDG-9.7.4"
    unit: Message
    n: int


class Trampled(Deed, frozen=True, tag="idg.trampled"):
    """An elephant runs through a unit."""

    usual: ClassVar[RuleId] = "IDG-9.7.4"
    unit: Message
    foe: Message


class PutBack(Deed, frozen=True, tag="idg.put_back"):
    """Shooting stops an attack; the unit goes back."""

    usual: ClassVar[RuleId] = "IDG-13.2.14"
    unit: Message
