"""The odds of attacks on gates, ladders and ships. IDG-16, IDG-17."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from walstatt.games.idg.ladders import throw_dice
from walstatt.games.idg.melee_after import AXE, TUSKS, gate_dice
from walstatt.games.idg.melee_results import D10
from walstatt.games.idg.ship_shots import HEAVY, ShipShot, worth_by
from walstatt.games.idg.shooting_dice import SHOT, ShotDice
from walstatt.games.idg.siege_shots import NEEDED
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.chance import Roll
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

MEANS: Final[Mapping[str, int]] = {"axes": AXE, **TUSKS, **NEEDED}
"""What each means of smashing a gate has to roll."""


def words(name: str) -> Message:
    """Give what a form says."""
    return say(f"idg.form.{name}")


def gate_form() -> OddsForm:
    """Ask with what a gate is attacked."""
    means = [OddsPick(one, words(f"means.{one}")) for one in MEANS]
    tries = number("dice", words("tries"), 1, 4, 1)
    return OddsForm("gate", words("gate"), (choice("means", words("by_means"), means), tries))


def ladder_form() -> OddsForm:
    """Ask how many defenders try."""
    return OddsForm("ladder", words("ladder"), (number("dice", words("defenders"), 1, 4, 1),))


def gate_odds(values: Values, options: Options) -> Reckoned:
    """Reckon an attack on a gate; each roll is one attempt, and one is enough."""
    roll = gate_dice(MEANS[values["means"]], "IDG-16.2.6", values["dice"])
    return Reckoned(roll, either("gate", words("smashed"), words("holds")))


def ladder_odds(values: Values, options: Options) -> Reckoned:
    """Reckon whether a ladder is thrown down."""
    roll = throw_dice(values["dice"])
    return Reckoned(roll, either("ladder", words("thrown"), words("stays")))


def ship_odds(shot: ShotDice, options: Options) -> Reckoned:
    """Reckon a shot at a ship: with the lines of the shooter, and none of the target."""
    ledger = ledger_of(SHOT, options, shot)
    worth = HEAVY if shot.weapon == "flame" else worth_by(shot.own)
    meaning = ShipShot(ledger.total, worth)
    roll = Roll("idg.roll.shot", "IDG-17.3.8", D10, 1, meaning=meaning, ledgers=(ledger,))
    return Reckoned(roll, (Aspect(words("ship_hits"), int, lambda n: say("idg.form.points", n=n)),))


def either(label: str, good: Message, bad: Message) -> tuple[Aspect, ...]:
    """Tell success and failure, success first."""
    return (Aspect(words(label), lambda one: not one, lambda failed: bad if failed else good),)
