"""The odds of a case: exact, before the dice, from the very reading that resolves the roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from walstatt.kernel.chance import Request, Roll, describe
from walstatt.kernel.content import did_you_mean
from walstatt.kernel.game import AnyGame
from walstatt.kernel.odds import distribution, tally
from walstatt.kernel.trace import recording
from walstatt.workshop.case_checks import Check
from walstatt.workshop.case_situation import (
    CaseStopped,
    Said,
    Situation,
    completed,
    seat_for,
)
from walstatt.workshop.case_values import key_text, written

TOLERANCE = 1e-6


class OddsCheck(Check, frozen=True):
    """The odds of the roll that answers would bring, or of the one that is waiting."""

    said: tuple[Said, ...]
    wanted: dict[str, dict[str, Fraction]]
    roll: str = ""
    """Which of several rolls is meant."""
    tolerance: float = TOLERANCE

    def differences(self, now: Situation) -> Iterator[str]:
        """Compare every probability."""
        try:
            odds = distribution(self.rolled(now))
        except (CaseStopped, ValueError) as reason:
            yield f"odds: {reason}"
            return
        for field, wanted in self.wanted.items():
            yield from self.compared(now, field, wanted, odds)

    def rolled(self, now: Situation) -> Roll[Any]:
        """Find the roll, playing the answers on a copy of the game if there are any."""
        game = now.game
        if self.said:
            game = imagined(now, self.said)
        if game.waiting is None:
            raise CaseStopped("nothing is rolled here; say with `answer` what would lead to a roll")
        return chosen(dict(game.waiting.requests), self.roll)

    def compared(
        self,
        now: Situation,
        field: str,
        wanted: Mapping[str, Fraction],
        odds: Mapping[Any, Fraction],
    ) -> Iterator[str]:
        """Compare the probabilities of one aspect of the result."""
        known = fields_of(next(iter(odds)))
        if field not in known:
            meant = did_you_mean(field, known)
            yield f"odds: nothing called {field!r} is rolled{meant}; there are: {', '.join(known)}"
            return
        tallied = tally(odds, lambda result: getattr(result, field, result))
        for value, chance in wanted.items():
            got = chance_of(now, tallied, value)
            if abs(got - chance) > self.tolerance:
                exact = f"{float(got):.6f} ({got})"
                yield f"odds: {field} {value}: expected {float(chance):.6f}, got {exact}"


def imagined(now: Situation, answers: tuple[Said, ...]) -> AnyGame:
    """Play answers on a copy that stops at the first roll, unheard by the log of the case."""
    now.require_nothing_rolled()
    game = now.game.clone(None)
    with recording():
        for said in answers:
            seat = said.seat if said.seat is not None else seat_for(game, now.casebook, said)
            if said.answer is None:
                raise CaseStopped(f"{said.text}: {said.wrong}")
            answer = completed(game, now.casebook, said.answer)
            wrong = game.check(seat, answer, said.kind)
            if wrong:
                raise CaseStopped(f"{said.text} is not allowed: {now.reasons(wrong)}")
            game.answer(seat, answer, said.kind)
    return game


def chosen(requests: Mapping[str, Request], key: str) -> Roll[Any]:
    """Find the roll that is meant."""
    if not key and len(requests) > 1:
        raise CaseStopped(f"several things are rolled; say with `roll` which: {_keys(requests)}")
    request = requests.get(key) if key else next(iter(requests.values()))
    if request is None:
        raise CaseStopped(f"nothing is rolled for {key!r}; it is for: {_keys(requests)}")
    if not isinstance(request, Roll):
        raise CaseStopped(f"{describe(request)} is no roll of dice")
    return request


def _keys(requests: Mapping[str, Request]) -> str:
    return ", ".join(filter(None, requests)) or "only one thing"


def fields_of(result: object) -> tuple[str, ...]:
    """Name what can be said of a result: its fields, or `result` where it is a bare value."""
    return result.__struct_fields__ if isinstance(result, Struct) else ("result",)


def chance_of(now: Situation, tallied: Mapping[Any, Fraction], value: str) -> Fraction:
    """Add up the probability of a value, or of all from it upwards (`>=2`)."""
    least = value.removeprefix(">=")
    if least != value:
        return sum((p for one, p in tallied.items() if one >= int(least)), Fraction(0))
    words = now.writers
    named = ((key_text(written(object, one, words)), p) for one, p in tallied.items())
    return sum((p for one, p in named if one == value), Fraction(0))
