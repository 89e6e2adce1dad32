"""Shares and means with the intervals in which the truth lies, 19 times in 20."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from msgspec import Struct

Z: Final = 1.959963984540054
"""Standard deviations to either side that hold 95 % of a normal distribution."""


class Estimate(Struct, frozen=True):
    """A figure with its 95 % interval, and from how many games it comes."""

    value: float
    low: float
    high: float
    n: int


def wilson(wins: float, n: int, z: float = Z) -> Estimate:
    """Estimate a share by Wilson's interval; a draw is half a win."""
    if not n:
        return Estimate(0.5, 0.0, 1.0, 0)
    share = wins / n
    spread = z * z / n
    centre = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / n + spread / (4 * n))
    return Estimate(share, max(0.0, centre - half), min(1.0, centre + half), n)


def mean(values: Sequence[float], z: float = Z) -> Estimate:
    """Estimate a mean by the normal distribution; one value alone tells nothing of its spread."""
    n = len(values)
    if not n:
        return Estimate(0.0, 0.0, 0.0, 0)
    average = sum(values) / n
    if n == 1:
        return Estimate(average, average, average, 1)
    variance = sum((one - average) ** 2 for one in values) / (n - 1)
    half = z * sqrt(variance / n)
    return Estimate(average, average - half, average + half, n)


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Give Pearson's correlation; 0 where either never changes."""
    n = len(one)
    if n < 2:
        return 0.0
    mean_one, mean_other = sum(one) / n, sum(other) / n
    both = sum((a - mean_one) * (b - mean_other) for a, b in zip(one, other, strict=True))
    spread = sqrt(sum((a - mean_one) ** 2 for a in one) * sum((b - mean_other) ** 2 for b in other))
    return both / spread if spread else 0.0
