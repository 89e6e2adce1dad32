"""The odds of the toy game for any attack. TOY-4."""

from __future__ import annotations

from typing import Final

from walstatt.games.toy.combat import DICE, AttackDice, AttackRoll
from walstatt.i18n.catalogue import say
from walstatt.kernel.chance import D6, Roll
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.odds_form import (
    Aspect,
    OddsForm,
    Reckoned,
    Values,
    ledger_of,
    number,
    yes,
)
from walstatt.kernel.options import Options

MOST: Final = 9


class ToyOdds:
    """Reckons attacks."""

    def forms(self) -> tuple[OddsForm, ...]:
        """There is one kind of attack."""
        fields = (
            number("strength", say("toy.form.strength"), 1, MOST, 3),
            yes("charging", say("toy.form.charging")),
            yes("led", say("toy.form.led")),
            yes("target_in_woods", say("toy.form.target_in_woods")),
            yes("ignores_woods", say("toy.form.ignores_woods")),
            number("target_strength", say("toy.form.target_strength"), 1, MOST, 3),
        )
        return (OddsForm("attack", say("toy.form.attack"), fields),)

    def reckon(self, form: str, values: Values, options: Options) -> Reckoned:
        """Reckon an attack."""
        if form != "attack":
            raise BadRequest(f"there are no odds for {form!r}")
        query = AttackDice(
            values["strength"],
            values["charging"],
            values["led"],
            values["target_in_woods"],
            values["ignores_woods"],
        )
        dice = ledger_of(DICE, options, query)
        meaning = AttackRoll(values["target_strength"])
        roll = Roll("toy.roll.attack", "TOY-4.8", D6, dice.total, meaning=meaning, ledgers=(dice,))
        losses = Aspect(
            say("toy.form.losses"),
            lambda result: result.losses,
            lambda n: say("toy.odds.losses", n=n),
        )
        return Reckoned(roll, (losses,))


DESK: Final = ToyOdds()
