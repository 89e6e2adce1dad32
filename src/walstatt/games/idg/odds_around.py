"""The odds of what dice decide around the fighting: arrivals, weather, breaches. IDG-5, IDG-6."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, get_args

from walstatt.games.idg import arrivals
from walstatt.games.idg.breaches import BreachRoll
from walstatt.games.idg.odds_siege import either, words
from walstatt.games.idg.troops import CommandType
from walstatt.games.idg.weather import (
    ADDED,
    SEASONS,
    ClearingRoll,
    WeatherRoll,
    weather_file,
    weather_word,
)
from walstatt.i18n.catalogue import say
from walstatt.kernel.chance import D6, Roll
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
    meaning = arrivals.ArrivalRoll(arrivals.NEEDED[values["command"]])
    roll = Roll("idg.roll.arrival", "IDG-5.9.2", D6, 1, meaning=meaning)
    return Reckoned(roll, either("arrival", words("arrives"), words("arrives_not")))


def _weather(values: Values, options: Options) -> Reckoned:
    ledger = ledger_of(ADDED, options, values["season"])
    meaning = WeatherRoll(values["zone"], ledger.total)
    roll = Roll("idg.roll.weather", "IDG-6.1.3", D6, 1, meaning=meaning, ledgers=(ledger,))
    return Reckoned(roll, (Aspect(words("weather"), lambda one: one, weather_word),))


def _clearing(values: Values, options: Options) -> Reckoned:
    roll = Roll("idg.roll.clearing", "IDG-6.2.8", D6, 1, meaning=ClearingRoll())
    return Reckoned(roll, either("clearing", words("clears"), words("clears_not")))


def _breach(values: Values, options: Options) -> Reckoned:
    roll = Roll("idg.roll.breach", "IDG-5.6.11", D6, values["tries"], meaning=BreachRoll())
    return Reckoned(roll, (Aspect(words("breach"), int, lambda n: say("idg.form.breaches", n=n)),))


AROUND: Final[Mapping[str, Callable[[Values, Options], Reckoned]]] = {
    "arrival": _arrival,
    "weather": _weather,
    "clearing": _clearing,
    "breach": _breach,
}
