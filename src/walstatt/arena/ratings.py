"""Ratings on the Elo scale, by the model of Bradley and Terry with a cautious beginning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import Final

from msgspec import Struct

from walstatt.arena.statistics import Z
from walstatt.kernel.errors import BadRequest

SCALE: Final = 400 / log(10)
"""Elo points for each unit of the logistic curve: 400 points are odds of ten to one."""
PRIOR: Final = 1.0
"""Games between each pair that are taken as drawn beforehand, so that no rating is endless."""
STEPS: Final = 200
CLOSE: Final = 1e-12


class Meeting(Struct, frozen=True):
    """The games of two: how many points the first made, of how many games."""

    one: str
    other: str
    points: float
    games: float


class Rating(Struct, frozen=True):
    """How strong somebody is against the first of all, whose rating is 0, with its interval."""

    name: str
    elo: float
    low: float
    high: float


def rate(names: Sequence[str], meetings: Sequence[Meeting], prior: float = PRIOR) -> list[Rating]:
    """Rate everybody; the first is the measure of the others."""
    met = [
        Meeting(one.one, one.other, one.points + prior / 2, one.games + prior) for one in meetings
    ]
    _require_joined(names, met)
    strengths = _fit(names, met)
    spread = _covariance(names, met, strengths)
    return [
        Rating(name, *_interval(SCALE * strengths[name], SCALE * sqrt(spread.get(name, 0.0))))
        for name in names
    ]


def _interval(value: float, deviation: float) -> tuple[float, float, float]:
    return value, value - Z * deviation, value + Z * deviation


def expected_points(one: float, other: float) -> float:
    """Give the share of points somebody should make, from two ratings on the Elo scale."""
    return 1 / (1 + exp((other - one) / SCALE))


def _require_joined(names: Sequence[str], meetings: Sequence[Meeting]) -> None:
    reached = {names[0]} if names else set()
    for _ in names:
        for one in meetings:
            if one.games and reached & {one.one, one.other}:
                reached |= {one.one, one.other}
    apart = [name for name in names if name not in reached]
    if apart:
        raise BadRequest(f"{apart[0]} has met nobody who can be compared with {names[0]}")


def _fit(names: Sequence[str], meetings: Sequence[Meeting]) -> dict[str, float]:
    """Find the most likely strengths by Newton's method, the first held at 0."""
    found = dict.fromkeys(names, 0.0)
    for _ in range(STEPS):
        slope = dict.fromkeys(names, 0.0)
        for one in meetings:
            over = one.points - one.games * _chance(found, one)
            slope[one.one] += over
            slope[one.other] -= over
        step = _solve(_information(names, meetings, found), [slope[name] for name in names[1:]])
        longest = max((abs(size) for size in step), default=0.0)
        for name, size in zip(names[1:], step, strict=True):
            found[name] += size / max(1.0, longest)
        if longest < CLOSE:
            break
    return found


def _chance(strengths: Mapping[str, float], meeting: Meeting) -> float:
    return 1 / (1 + exp(strengths[meeting.other] - strengths[meeting.one]))


def _information(
    names: Sequence[str], meetings: Sequence[Meeting], strengths: Mapping[str, float]
) -> list[list[float]]:
    """Give how sharply the games tell everybody's strength, without the first."""
    at = {name: n for n, name in enumerate(names[1:])}
    table = [[0.0] * len(at) for _ in at]
    for one in meetings:
        p = _chance(strengths, one)
        weight = one.games * p * (1 - p)
        sides = [at[name] for name in (one.one, one.other) if name in at]
        for side in sides:
            table[side][side] += weight
        if len(sides) == 2:
            table[sides[0]][sides[1]] -= weight
            table[sides[1]][sides[0]] -= weight
    return table


def _covariance(
    names: Sequence[str], meetings: Sequence[Meeting], strengths: Mapping[str, float]
) -> dict[str, float]:
    table = _information(names, meetings, strengths)
    size = len(table)
    units = [[float(row == column) for row in range(size)] for column in range(size)]
    return {name: _solve(table, units[n])[n] for n, name in enumerate(names[1:])}


def _solve(table: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    """Solve linear equations by elimination."""
    rows = [[*row, value] for row, value in zip(table, wanted, strict=True)]
    size = len(rows)
    for n in range(size):
        best = max(range(n, size), key=lambda row: abs(rows[row][n]))
        rows[n], rows[best] = rows[best], rows[n]
        pivot = rows[n][n]
        rows[n] = [value / pivot for value in rows[n]]
        for other in range(size):
            if other != n:
                factor = rows[other][n]
                pairs = zip(rows[other], rows[n], strict=True)
                rows[other] = [a - factor * b for a, b in pairs]
    return [row[-1] for row in rows]
