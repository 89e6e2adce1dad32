"""Weather: season, zone and roll; blizzards that end; wind and smoke at the start of a turn. IDG-6.

The weather of a battle is a tuple of `rain`, `blizzard`, `mud` and `ice`; nothing is good weather.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar, Final, Literal, TypeAlias

from msgspec import Struct

from walstatt.games.idg.burning import SMOKE_GROWTH
from walstatt.games.idg.content import BLUE, RED, SEATS
from walstatt.games.idg.troops import FOLDER
from walstatt.games.idg.weather_events import (
    BlizzardEnded,
    BlizzardLasts,
    SeasonChosen,
    SeasonDiced,
    SmokeSpread,
    WeatherSet,
    WindRose,
)
from walstatt.games.idg.world import (
    IdgCtx,
    enemy_of,
    fielded,
)
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.chance import D6, Meaning, Roll, numbered
from walstatt.kernel.content import load_content
from walstatt.kernel.decisions import Answer, Decision, Violation
from walstatt.kernel.frames import Flow, Frame, ask_all, done, roll, roll_all
from walstatt.kernel.ids import RuleId, Seat
from walstatt.kernel.ledger import Ledger, Quantity, Stage, contributes
from walstatt.kernel.prompts import Choice
from walstatt.kernel.trace import cite, rule

Season: TypeAlias = Literal["spring", "summer", "autumn", "winter"]
Condition: TypeAlias = Literal["rain", "blizzard", "mud", "ice"]
SEASONS: Final[tuple[Season, ...]] = ("summer", "spring", "autumn", "winter")
D8: Final = numbered(8)
CLEARS: Final = 5
"""From which roll on a blizzard ends. IDG-6.2.8."""
RAIN_REACH: Final = 3


class WeatherFile(Struct, frozen=True):
    """The table of weather."""

    seasons: dict[Season, int]
    zones: dict[str, tuple[tuple[Condition, ...], ...]]


@cache
def weather_file() -> WeatherFile:
    """Read the table of weather."""
    return load_content(FOLDER / "weather.yaml", WeatherFile)


# -- the table ------------------------------------------------------------------------------------

ADDED: Quantity[Season] = Quantity("idg.weather_roll", "IDG-6.1.3", (Stage("season"),))


@contributes(ADDED, "IDG-6.1.3", "season")
def season_adds(season: Season) -> int | None:
    """The season adds to the die, except in summer."""
    return weather_file().seasons[season] or None


@rule("IDG-6.1.3", "IDG-6.2.1", "IDG-6.2.9")
def weather_for(zone: str, total: int) -> tuple[Condition, ...]:
    """Read the table; a blizzard may be fog, or a cloudburst in summer."""
    return weather_file().zones[zone][total - 1]


class WeatherRoll(Meaning, frozen=True, tag="idg_weather"):
    """The die and the season together name the weather."""

    zone: str
    added: int

    def read(self, faces: Sequence[int]) -> tuple[Condition, ...]:
        """Read the weather."""
        return weather_for(self.zone, faces[0] + self.added)


def weather_roll(ctx: IdgCtx, season: Season) -> Roll[int]:
    """Give the roll for the weather of a battle."""
    return weather_dice(zone_of(ctx), ctx.reckon(ADDED, season))


def weather_dice(zone: str, added: Ledger) -> Roll[int]:
    """Give the roll for the weather of a zone, with what the season adds."""
    meaning = WeatherRoll(zone, added.total)
    return Roll("idg.roll.weather", "IDG-6.1.3", D6, 1, meaning=meaning, ledgers=(added,))


@rule("IDG-6.1.2")
def zone_of(ctx: IdgCtx) -> str:
    """Give the zone of the battle: that of the defender's home land."""
    return fielded(ctx, enemy_of(ctx.world.attacker)).zone


# -- what it does ---------------------------------------------------------------------------------


@rule("IDG-6.2.2", "IDG-6.2.3")
def hinders_shot(ctx: IdgCtx, distance: float) -> RuleId | None:
    """Name the rule by which weather hinders a shot at a distance in tenths of a millimetre."""
    if "blizzard" in ctx.world.weather:
        return "IDG-6.2.3"
    if "rain" in ctx.world.weather and distance > RAIN_REACH * ctx.content.mu:
        return "IDG-6.2.2"
    return None


@rule("IDG-6.2.10", "IDG-10.1.6")
def is_too_wet(ctx: IdgCtx) -> bool:
    """Does rain or a blizzard keep everything from burning?"""
    return "rain" in ctx.world.weather or "blizzard" in ctx.world.weather


def weather_word(weather: Sequence[str]) -> Message:
    """Name the weather."""
    if not weather:
        return say("idg.weather.good")
    words = [say(f"idg.weather.{one}") for one in weather]
    return words[0] if len(words) == 1 else say("idg.weather.both", a=words[0], b=words[1])


# -- before the battle ----------------------------------------------------------------------------


class PreferSeason(Answer, frozen=True, tag="prefer_season"):
    """Fight in this season."""

    season: Season


@rule("IDG-6.1.1")
class ChooseSeason(Decision[PreferSeason], frozen=True, tag="choose_season"):
    """Which season a player prefers. D07."""

    answers = (PreferSeason,)
    exact: ClassVar[bool] = True

    def check(self, ctx: IdgCtx, answer: PreferSeason) -> list[Violation]:
        """Allow every season."""
        del ctx, answer
        return []

    def candidates(self, ctx: IdgCtx) -> list[PreferSeason]:
        """Offer all seasons, summer first."""
        del ctx
        return [PreferSeason(season) for season in SEASONS]

    def present(self, ctx: IdgCtx, answer: PreferSeason) -> Choice:
        """Name the season."""
        return Choice(ctx.say(f"season.{answer.season}"))


class SetWeather(Frame, frozen=True, tag="set_weather"):
    """Season, zone and weather before the battle, if it is played with weather. IDG-6.1."""

    wishes: tuple[Season, ...] = ()
    """What red and blue prefer."""
    season: Season = "summer"

    def begin(self, ctx: IdgCtx) -> Flow:
        """Ask both players for the season they prefer."""
        if not ctx.options.opt_weather:
            return done()
        return ask_all({seat: ChooseSeason(seat) for seat in SEATS}, then=self.preferred)

    @rule("IDG-6.1.1")
    def preferred(self, ctx: IdgCtx, answers: dict[Seat, PreferSeason]) -> Flow:
        """Take the season they agree on, or roll for it."""
        red, blue = answers[RED].season, answers[BLUE].season
        if red != blue:
            return SetWeather((red, blue)).contest(ctx)
        ctx.emit(SeasonChosen(say(f"idg.season.{red}")))
        return SetWeather((red, blue), red).cast(ctx)

    def contest(self, ctx: IdgCtx) -> Flow:
        """Roll a die each."""
        del ctx
        dice = {seat: Roll("idg.roll.season", "IDG-6.1.1", D6, 1, seat) for seat in SEATS}
        return roll_all(dice, then=self.contested)

    def contested(self, ctx: IdgCtx, faces: dict[Seat, tuple[int, ...]]) -> Flow:
        """Let the higher roll decide; equal ones are rolled again."""
        if faces[RED] == faces[BLUE]:
            return self.contest(ctx)
        winner = RED if faces[RED] > faces[BLUE] else BLUE
        season = self.wishes[SEATS.index(winner)]
        ctx.emit(SeasonDiced(say(f"idg.season.{season}"), seat=winner))
        return SetWeather(self.wishes, season).cast(ctx)

    def cast(self, ctx: IdgCtx) -> Flow:
        """Roll for the weather."""
        return roll(weather_roll(ctx, self.season), then=self.known)

    @rule("IDG-6.1.3", "IDG-6.2.7")
    def known(self, ctx: IdgCtx, faces: tuple[int, ...]) -> Flow:
        """Let the weather be so for the whole battle, or until the blizzard ends."""
        total = faces[0] + ctx.reckon(ADDED, self.season).total
        zone = zone_of(ctx)
        ctx.world.weather = weather_for(zone, total)
        where, what = say(f"idg.zone.{zone}"), weather_word(ctx.world.weather)
        ctx.emit(WeatherSet(where, what, total))
        return done()


# -- at the start of a turn -----------------------------------------------------------------------


class ClearingRoll(Meaning, frozen=True, tag="idg_clearing"):
    """On a 5 or 6 blizzard and fog are over."""

    def read(self, faces: Sequence[int]) -> bool:
        """Tell whether it ends."""
        return faces[0] >= CLEARS

    def hits(self, faces: Sequence[int]) -> tuple[bool, ...]:
        """Mark the dice that end it."""
        return tuple(face >= CLEARS for face in faces)


def clearing_dice() -> Roll[int]:
    """Give the roll that may end a blizzard."""
    return Roll("idg.roll.clearing", "IDG-6.2.8", D6, 1, meaning=ClearingRoll())


class WeatherPhase(Frame, frozen=True, tag="weather_phase"):
    """The start of a turn: a blizzard may end, smoke spreads. IDG-7.2.1, T0."""

    @rule("IDG-6.2.7", "IDG-6.2.8")
    def begin(self, ctx: IdgCtx) -> Flow:
        """Roll for a blizzard from the second turn on."""
        ctx.world.phase = "weather"
        if "blizzard" in ctx.world.weather and ctx.world.turn > 1:
            return roll(clearing_dice(), then=self.cleared)
        return self.smoke(ctx)

    def cleared(self, ctx: IdgCtx, faces: tuple[int, ...]) -> Flow:
        """End the blizzard for good, or not."""
        if ClearingRoll().read(faces):
            ctx.world.weather = tuple(one for one in ctx.world.weather if one != "blizzard")
            ctx.emit(BlizzardEnded())
        else:
            ctx.emit(BlizzardLasts())
        return self.smoke(ctx)

    @rule("IDG-10.3.1", "IDG-10.3.2")
    def smoke(self, ctx: IdgCtx) -> Flow:
        """Roll for the wind as soon as there is smoke."""
        smoking = any(fire.since < ctx.world.turn for fire in ctx.world.fires)
        if smoking and ctx.world.wind < 0:
            return roll(Roll("idg.roll.wind", "IDG-10.3.2", D8, 1), then=self.blows)
        return self.spread(ctx)

    @rule("IDG-10.3.2", "IDG-A47")
    def blows(self, ctx: IdgCtx, faces: tuple[int, ...]) -> Flow:
        """Let the wind blow that way for the rest of the battle."""
        ctx.world.wind = faces[0] - 1
        ctx.emit(WindRose(say(f"idg.wind.{ctx.world.wind}")))
        return self.spread(ctx)

    def spread(self, ctx: IdgCtx) -> Flow:
        """Tell how far the smoke of every fire reaches now."""
        cite("IDG-10.3.1")
        for fire in ctx.world.fires:
            turns = ctx.world.turn - fire.since
            kind = next((one.kind for one in ctx.world.ground if one.id == fire.feature), "")
            if turns > 0 and kind and ctx.telling:
                ctx.emit(SmokeSpread(say(f"idg.terrain.{kind}"), turns * SMOKE_GROWTH))
        return done()
