"""What a run's games say: shares, lengths, losses, units, options and luck."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from typing import Final, TypeVar

from msgspec import Struct

from walstatt.arena.job import Job, Result, score
from walstatt.arena.statistics import Estimate, correlation, mean, wilson
from walstatt.kernel.ids import Seat

K = TypeVar("K", bound=Hashable)
LOPSIDED: Final = 0.65
"""From which share of the games between equals on a scenario favours one side too much."""
FIFTHS: Final = 5


class Game(Struct, frozen=True):
    """A game that was played: what was to be played, and what came of it."""

    job: Job
    result: Result

    @property
    def seats(self) -> tuple[Seat, ...]:
        """List the seats."""
        return tuple(self.job.levels)

    @property
    def is_equal(self) -> bool:
        """Are all players of one level?"""
        return len(set(self.job.levels.values())) == 1

    @property
    def is_mirror(self) -> bool:
        """Have both the same army, or none of their own?"""
        return len(set(self.job.armies.values())) <= 1

    def points(self, seat: Seat) -> float:
        """Give what a seat made of it."""
        return score(self.result, seat)


def sound_games(jobs: Iterable[Job], results: Mapping[str, Result]) -> list[Game]:
    """Join jobs and results; without those that went wrong or are not played yet."""
    pairs = ((job, results.get(job.key)) for job in jobs)
    return [Game(job, one) for job, one in pairs if one is not None and not one.fault]


def grouped(games: Iterable[Game], key: Callable[[Game], K]) -> dict[K, list[Game]]:
    """Sort games into groups, in the order in which these first appear."""
    found: dict[K, list[Game]] = {}
    for game in games:
        found.setdefault(key(game), []).append(game)
    return found


def seat_share(games: Sequence[Game], seat: Seat) -> Estimate:
    """Estimate how often a seat wins."""
    return wilson(sum(game.points(seat) for game in games), len(games))


def balance(games: Iterable[Game]) -> dict[str, dict[Seat, Estimate]]:
    """Give each scenario's share of wins by seat, in games between equal levels."""
    equal = [game for game in games if game.is_equal]
    return {
        scenario: {seat: seat_share(some, seat) for seat in some[0].seats}
        for scenario, some in grouped(equal, lambda game: game.job.scenario).items()
    }


def is_lopsided(shares: Mapping[Seat, Estimate]) -> bool:
    """Does one side of a scenario for two win too often, and more than chance explains?"""
    return len(shares) == 2 and any(
        one.value > LOPSIDED and one.low > 0.5 for one in shares.values()
    )


def level_pairs(games: Iterable[Game]) -> dict[tuple[str, str], Estimate]:
    """Give the share of each level against each other one, in games for two."""
    unequal = [game for game in games if not game.is_equal and len(game.seats) == 2]
    found: dict[tuple[str, str], list[float]] = {}
    for game in unequal:
        for seat in game.seats:
            other = next(one for one in game.seats if one != seat)
            pair = (game.job.levels[seat], game.job.levels[other])
            found.setdefault(pair, []).append(game.points(seat))
    shares = {pair: wilson(sum(some), len(some)) for pair, some in found.items()}
    return {pair: one for pair, one in shares.items() if _is_told(pair, shares)}


def _is_told(pair: tuple[str, str], shares: Mapping[tuple[str, str], Estimate]) -> bool:
    """Tell each pair once, from the side of the stronger."""
    turned = shares[pair[::-1]].value
    return shares[pair].value > turned or (shares[pair].value == turned and pair[0] < pair[1])


def army_shares(games: Iterable[Game]) -> dict[str, Estimate]:
    """Give the share of each army list, against all others, between equal levels."""
    found: dict[str, list[float]] = {}
    for game in games:
        if game.is_equal and not game.is_mirror:
            for seat, army in game.job.armies.items():
                found.setdefault(army, []).append(game.points(seat))
    shares = {army: wilson(sum(some), len(some)) for army, some in found.items()}
    return dict(sorted(shares.items(), key=lambda item: -item[1].value))


def army_pairs(games: Iterable[Game]) -> dict[tuple[str, str], Estimate]:
    """Give the share of one army list against another one, between equal levels."""
    found: dict[tuple[str, str], list[float]] = {}
    for game in games:
        if game.is_equal and not game.is_mirror:
            one, other = sorted(set(game.job.armies.values()))
            seat = next(seat for seat, army in game.job.armies.items() if army == one)
            found.setdefault((one, other), []).append(game.points(seat))
    return {pair: wilson(sum(some), len(some)) for pair, some in found.items()}


def first_share(games: Sequence[Game]) -> Estimate:
    """Estimate how often whoever was asked first wins, between equal levels."""
    equal = [game for game in games if game.is_equal and game.result.first]
    return wilson(sum(game.points(game.result.first) for game in equal), len(equal))


# -- length and losses -----------------------------------------------------------------------------


def lengths(games: Sequence[Game], classes: int = 12) -> list[tuple[str, int]]:
    """Count games by their turns, in classes of equal width."""
    turns = [game.result.turns for game in games]
    low, high = min(turns), max(turns)
    wide = max(1, -(-(high - low + 1) // classes))
    starts = range(low, high + 1, wide)
    return [(str(start), sum(start <= one < start + wide for one in turns)) for start in starts]


def losses_over_time(games: Sequence[Game], seat: Seat) -> tuple[float, ...]:
    """Give the mean share of its army that a seat has lost after each turn.

    A game that is over counts on with its last figure; the longest tenth shows nothing more.
    """
    shares = [game.result.losses.get(seat, ()) for game in games]
    spans = sorted(len(one) for one in shares)
    last = spans[int(0.9 * (len(spans) - 1))] if spans else 0
    filled = [one for one in shares if one]
    return tuple(
        sum(one[min(turn, len(one) - 1)] for one in filled) / len(filled) for turn in range(last)
    )


# -- units ----------------------------------------------------------------------------------------


class Kind(Struct, frozen=True):
    """What units of one kind did for what they cost, as shares of it."""

    kind: str
    units: int
    inflicted: Estimate
    suffered: Estimate


def kinds(games: Iterable[Game]) -> list[Kind]:
    """Weigh every kind of unit, the one that took most for its cost first."""
    found: dict[str, list[tuple[int, float, float]]] = {}
    for game in games:
        for one in game.result.units:
            if one.cost:
                shares = (one.units, one.inflicted / one.cost, one.suffered / one.cost)
                found.setdefault(one.kind, []).append(shares)
    weighed = [
        Kind(
            kind,
            sum(n for n, _, _ in some),
            mean([b for _, b, _ in some]),
            mean([c for *_, c in some]),
        )
        for kind, some in found.items()
    ]
    return sorted(weighed, key=lambda one: (-one.inflicted.value, one.kind))


# -- options --------------------------------------------------------------------------------------


class Effect(Struct, frozen=True):
    """What a set of options changes against the first one, over the same dice."""

    variant: str
    seat: Seat
    points: Estimate
    """How much more of the games the seat wins."""
    turns: Estimate
    pairs: int


def effects(games: Sequence[Game], variants: Sequence[str]) -> list[Effect]:
    """Compare every set of options with the first, game by game."""
    if len(variants) < 2:
        return []
    twins = grouped(
        games, lambda game: (game.job.seed, *game.job.levels.items(), *game.job.armies.items())
    )
    found: dict[tuple[str, Seat], list[tuple[float, float]]] = {}
    for some in twins.values():
        by_variant = {game.job.variant: game for game in some}
        base = by_variant.get(variants[0])
        for name in variants[1:]:
            other = by_variant.get(name)
            if base is not None and other is not None:
                seat = base.seats[0]
                change = other.points(seat) - base.points(seat)
                longer = float(other.result.turns - base.result.turns)
                found.setdefault((name, seat), []).append((change, longer))
    return [
        Effect(name, seat, mean([a for a, _ in some]), mean([b for _, b in some]), len(some))
        for (name, seat), some in found.items()
    ]


# -- luck -----------------------------------------------------------------------------------------


class Chance(Struct, frozen=True):
    """How much dice decide: by fifths of luck, and against the difference of levels."""

    fifths: tuple[Estimate, ...]
    """How often a side wins, from its unluckiest games to its luckiest."""
    luckier: Estimate
    correlation: float
    better_lucky: Estimate
    better_unlucky: Estimate
    """How often the better level wins with the better dice, and with the worse."""


def sigma(game: Game, seat: Seat) -> float:
    """Give how far the dice favoured a seat over its enemy, in standard deviations."""
    surplus = variance = 0.0
    for one, luck in game.result.luck.items():
        sign = 1 if one == seat else -1
        surplus += sign * (luck.losses - luck.expected)
        variance += luck.variance
    return surplus / sqrt(variance) if variance else 0.0


def chance(games: Iterable[Game]) -> Chance | None:
    """Weigh luck in games for two; None where no game knows of any."""
    duels = [game for game in games if len(game.seats) == 2 and game.result.luck]
    if not duels:
        return None
    seen = [(sigma(game, game.seats[0]), game.points(game.seats[0])) for game in duels]
    better = level_pairs(duels)
    lucky = [points if luck > 0 else 1 - points for luck, points in seen if luck]
    return Chance(
        _by_fifths(seen),
        wilson(sum(lucky), len(lucky)),
        correlation([luck for luck, _ in seen], [points for _, points in seen]),
        _better(duels, better, lucky=True),
        _better(duels, better, lucky=False),
    )


def _by_fifths(seen: Sequence[tuple[float, float]]) -> tuple[Estimate, ...]:
    """Sort both sides of every game by luck; as they mirror each other, half of them count."""
    both = sorted([*seen, *((-luck, 1 - points) for luck, points in seen)])
    cuts = [len(both) * n // FIFTHS for n in range(FIFTHS + 1)]
    found: list[Estimate] = []
    for some in (both[a:b] for a, b in pairwise(cuts)):
        share = sum(points for _, points in some) / max(len(some), 1)
        n = max(len(some) // 2, 1) if some else 0
        found.append(wilson(share * n, n))
    return tuple(found)


def _better(
    games: Iterable[Game], pairs: Mapping[tuple[str, str], Estimate], *, lucky: bool
) -> Estimate:
    points: list[float] = []
    for game in games:
        for seat in game.seats:
            other = next(one for one in game.seats if one != seat)
            levels = (game.job.levels[seat], game.job.levels[other])
            if levels in pairs and (sigma(game, seat) > 0) == lucky:
                points.append(game.points(seat))
    return wilson(sum(points), len(points))
