"""The luck report: what the dice gave each seat against what they give on average."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import Any, TypeAlias

from msgspec import Struct

from walstatt.kernel.chance import Meaning, Outcomes, Roll
from walstatt.kernel.events import Rolled
from walstatt.kernel.ids import Seat
from walstatt.kernel.odds import distribution, expected

_Read: TypeAlias = tuple[Roll[Any], Meaning, Outcomes]


class Luck(Struct, frozen=True):
    """How lucky one seat was, in losses inflicted."""

    seat: Seat
    rolls: int
    dice: int
    losses: int
    expected: float
    deviation: float
    """The standard deviation of the losses: two or three times this is truly unusual."""

    @property
    def luck(self) -> float:
        """Give the losses inflicted beyond the average."""
        return self.losses - self.expected

    @property
    def sigma(self) -> float:
        """Give the luck in standard deviations."""
        return self.luck / self.deviation if self.deviation else 0.0


def luck_report(rolled: Iterable[Rolled]) -> list[Luck]:
    """Add up the luck of every seat that rolled for losses, in order of first roll."""
    by_seat: dict[Seat, list[_Read]] = {}
    for event in rolled:
        roll = event.request
        if isinstance(roll, Roll) and roll.meaning is not None:
            by_seat.setdefault(roll.seat, []).append((roll, roll.meaning, event.outcome))
    return [_luck(seat, read) for seat, read in by_seat.items()]


def _luck(seat: Seat, read: list[_Read]) -> Luck:
    losses = dice = 0
    mean = variance = Fraction(0)
    for roll, meaning, outcome in read:
        dice += roll.count
        losses += meaning.losses(meaning.read(outcome))
        odds = distribution(roll)
        average = expected(odds, meaning.losses)
        mean += average
        variance += expected(odds, lambda one, m=meaning: m.losses(one) ** 2) - average**2  # type: ignore[misc]
    return Luck(seat, len(read), dice, losses, float(mean), sqrt(variance))
