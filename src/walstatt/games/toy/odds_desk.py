"""The odds of the toy game for any attack and any bout of a duel. TOY-4, TOY-5."""

from __future__ import annotations

from typing import Final, get_args

from walstatt.games.toy.combat import DICE, AttackDice, AttackRoll
from walstatt.games.toy.duel import BONUS, BoutRoll, StanceName, Swing
from walstatt.i18n.catalogue import say
from walstatt.kernel.chance import D6, Roll
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.odds_form import (
    Aspect,
    OddsForm,
    OddsPick,
    Reckoned,
    Values,
    choice,
    ledger_of,
    number,
    yes,
)
from walstatt.kernel.options import Options

MOST: Final = 9
WOUNDED: Final = {-1: "toy.form.first", 0: "toy.form.nobody", 1: "toy.form.second"}
"""Who is wounded, by who was better."""


class ToyOdds:
    """Reckons attacks and bouts."""

    def forms(self) -> tuple[OddsForm, ...]:
        """There is one kind of attack, and the bout of a duel."""
        attack = (
            number("strength", say("toy.form.strength"), 1, MOST, 3),
            yes("charging", say("toy.form.charging")),
            yes("led", say("toy.form.led")),
            yes("target_in_woods", say("toy.form.target_in_woods")),
            yes("ignores_woods", say("toy.form.ignores_woods")),
            number("target_strength", say("toy.form.target_strength"), 1, MOST, 3),
        )
        stances = [OddsPick(one, say(f"duel.stance.{one}")) for one in get_args(StanceName)]
        duel = (
            choice("stance", say("toy.form.stance"), stances),
            choice("other_stance", say("toy.form.other_stance"), stances),
        )
        return (
            OddsForm("attack", say("toy.form.attack"), attack),
            OddsForm("duel", say("toy.form.duel"), duel),
        )

    def reckon(self, form: str, values: Values, options: Options) -> Reckoned:
        """Reckon an attack, or a bout."""
        if form == "duel":
            return self._bout(values, options)
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

    def _bout(self, values: Values, options: Options) -> Reckoned:
        own, other = values["stance"], values["other_stance"]
        ledgers = tuple(
            ledger_of(BONUS, options, query) for query in (Swing(own, other), Swing(other, own))
        )
        meaning = BoutRoll(*(ledger.total for ledger in ledgers))
        roll = Roll("duel.roll", "TOY-5.4", D6, 2, meaning=meaning, ledgers=ledgers)
        heads = say("toy.form.first"), say("toy.form.second")
        wounded = Aspect(
            say("toy.form.wounded"), lambda better: (better,), lambda one: say(WOUNDED[one[0]])
        )
        return Reckoned(roll, (wounded,), heads=heads)


DESK: Final = ToyOdds()
