"""What the battle report tells of weather, wind and smoke."""

from typing import ClassVar

from walstatt.i18n.catalogue import Message
from walstatt.kernel.events import Deed
from walstatt.kernel.ids import RuleId


class SeasonChosen(Deed, frozen=True, tag="idg.season_chosen"):
    """The season is settled."""

    usual: ClassVar[RuleId] = "IDG-6.1.1"
    season: Message


class SeasonDiced(Deed, frozen=True, tag="idg.season_diced"):
    """Dice decide whose season it is."""

    usual: ClassVar[RuleId] = "IDG-6.1.1"
    season: Message


class WeatherSet(Deed, frozen=True, tag="idg.weather_set"):
    """The weather of the battle is known."""

    usual: ClassVar[RuleId] = "IDG-6.1.3"
    zone: Message
    weather: Message
    n: int
    """The total."""


class BlizzardEnded(Deed, frozen=True, tag="idg.blizzard_ended"):
    """Blizzard or fog is over."""

    usual: ClassVar[RuleId] = "IDG-6.2.8"


class BlizzardLasts(Deed, frozen=True, tag="idg.blizzard_lasts"):
    """Blizzard or fog goes on."""

    usual: ClassVar[RuleId] = "IDG-6.2.8"


class WindRose(Deed, frozen=True, tag="idg.wind_rose"):
    """The wind is known."""

    usual: ClassVar[RuleId] = "IDG-10.3.2"
    where: Message


class SmokeSpread(Deed, frozen=True, tag="idg.smoke_spread"):
    """Smoke reaches farther."""

    usual: ClassVar[RuleId] = "IDG-10.3.1"
    what: Message
    n: int
    """How many inches it reaches."""
