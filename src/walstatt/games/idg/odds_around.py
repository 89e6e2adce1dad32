"""The odds of what dice decide around the fighting: arrivals, weather, breaches. IDG-5, IDG-6."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, get_args

from walstatt.games.idg.arrivals import arrival_dice
from walstatt.games.idg.breaches import breach_dice
from walstatt.games.idg.odds_siege import either, words
from walstatt.games.idg.troops import CommandType
from walstatt.games.idg.weather import (
    ADDED,
    SEASONS,
    clearing_dice,
    weather_dice,
    weather_file,
    weather_word,
)
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import Seat
from walstatt.kernel.odds_form import (
    Aspect,
    OddsForm,
    OddsPick,
    Reckoned,
    Values,
    choice,
    ledger_of,
    number,
)
from walstatt.kernel.options import Options

MOST_TRIES: Final = 6
ANYBODY: Final = Seat("")


def around_forms() -> tuple[OddsForm, ...]:
    """Ask who arrives, how the weather is, and how many breaches are tried."""
    commands = [OddsPick(one, say(f"idg.command.{one}")) for one in get_args(CommandType)]
    zones = [OddsPick(one, say(f"idg.zone.{one}")) for one in weather_file().zones]
    seasons = [OddsPick(one, say(f"idg.season.{one}")) for one in SEASONS]
    tries = number("tries", words("tries"), 1, MOST_TRIES, 1)
    place = choice("zone", words("zone"), zones), choice("season", words("season"), seasons)
    return (
        OddsForm("arrival", words("arrival"), (choice("command", words("command"), commands),)),
        OddsForm("weather", words("weather"), place),
        OddsForm("clearing", words("clearing"), ()),
        OddsForm("breach", words("breach"), (tries,)),
    )


def _arrival(values: Values, options: Options) -> Reckoned:
    roll = arrival_dice(values["command"], ANYBODY)
    return Reckoned(roll, either("arrival", words("arrives"), words("arrives_not")))


def _weather(values: Values, options: Options) -> Reckoned:
    roll = weather_dice(values["zone"], ledger_of(ADDED, options, values["season"]))
    return Reckoned(roll, (Aspect(words("weather"), lambda one: one, weather_word),))


def _clearing(values: Values, options: Options) -> Reckoned:
    return Reckoned(clearing_dice(), either("clearing", words("clears"), words("clears_not")))


def _breach(values: Values, options: Options) -> Reckoned:
    roll = breach_dice(values["tries"], ANYBODY)
    return Reckoned(roll, (Aspect(words("breach"), int, lambda n: say("idg.form.breaches", n=n)),))


AROUND: Final[Mapping[str, Callable[[Values, Options], Reckoned]]] = {
    "arrival": _arrival,
    "weather": _weather,
    "clearing": _clearing,
    "breach": _breach,
}
