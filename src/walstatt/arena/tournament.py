"""Levels against each other: over all scenarios, with sides swapped and the same seeds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from msgspec import Struct

from walstatt.ai.levels import find_player
from walstatt.arena.job import Job, Result, score
from walstatt.arena.ratings import Meeting, Rating, rate
from walstatt.arena.statistics import Estimate, wilson
from walstatt.games import find_game
from walstatt.kernel.errors import BadRequest
from walstatt.workshop.playout import playable_scenarios


class Tournament(Struct, frozen=True):
    """Who meets whom how often, and where."""

    game: str
    levels: tuple[str, ...]
    scenarios: tuple[str, ...]
    games: int
    """Of each pair; always an even number, since every game is played from both sides."""
    seed: int = 0
    budget_ms: int = 1000
    playouts: int | None = None
    options: dict[str, Any] = {}
    neighbours: bool = False
    """Whether only levels meet that are named next to each other."""


class Standing(Struct, frozen=True):
    """What one level made against another, everywhere or in one scenario."""

    one: str
    other: str
    wins: int
    draws: int
    games: int
    share: Estimate
    scenario: str = ""


class Table(Struct, frozen=True):
    """What came of a tournament."""

    game: str
    levels: tuple[str, ...]
    ratings: tuple[Rating, ...]
    pairs: tuple[Standing, ...]
    places: tuple[Standing, ...]
    games: int
    faults: tuple[str, ...] = ()


def duels(game: str, scenarios: Iterable[str] = ()) -> tuple[str, ...]:
    """List the scenarios for two, or check those that are named."""
    definition = find_game(game)
    named = tuple(scenarios) or playable_scenarios(definition)
    return tuple(name for name in named if len(definition.scenario(name).seats) == 2)


def require_possible(tournament: Tournament) -> None:
    """Refuse what cannot be played."""
    levels = tournament.levels
    if len(set(levels)) < 2 or len(set(levels)) != len(levels):
        raise BadRequest("two different levels are needed at least, each named once")
    for level in levels:
        find_player(tournament.game, level)
    if not tournament.scenarios:
        raise BadRequest("there is no scenario for two among them")
    if tournament.games < 2:
        raise BadRequest(f"each pair plays at least 2 games, not {tournament.games}")


def jobs_of(tournament: Tournament) -> list[Job]:
    """List all games: the pairs take turns, and the scenarios within each pair."""
    rounds, levels = (tournament.games + 1) // 2, tournament.levels
    pairs = list(pairwise(levels) if tournament.neighbours else combinations(levels, 2))
    return [
        job
        for number in range(rounds)
        for pair in pairs
        for job in _both_sides(tournament, pair, number)
    ]


def _both_sides(tournament: Tournament, pair: tuple[str, str], number: int) -> Iterator[Job]:
    places = tournament.scenarios
    scenario, game = places[number % len(places)], number // len(places)
    seats = find_game(tournament.game).scenario(scenario).seats
    for sides in (pair, pair[::-1]):
        yield Job(
            key=f"{scenario}/{'-'.join(sides)}/{game}",
            game=tournament.game,
            scenario=scenario,
            seed=f"{tournament.seed}/{scenario}/{game}",
            levels=dict(zip(seats, sides, strict=True)),
            number=game,
            options=tournament.options,
            budget_ms=tournament.budget_ms,
            playouts=tournament.playouts,
        )


def table_of(tournament: Tournament, jobs: Sequence[Job], results: Mapping[str, Result]) -> Table:
    """Add everything up."""
    pairs: dict[tuple[str, ...], list[float]] = {}
    sound = [job for job in jobs if job.key in results and not results[job.key].fault]
    for job in sound:
        one, other = sorted(job.levels.values(), key=tournament.levels.index)
        seat = next(seat for seat, level in job.levels.items() if level == one)
        points = score(results[job.key], seat)
        pairs.setdefault((one, other), []).append(points)
        pairs.setdefault((one, other, job.scenario), []).append(points)
    standings = [_standing(key, points) for key, points in pairs.items()]
    overall = tuple(one for one in standings if not one.scenario)
    meetings = [Meeting(one.one, one.other, one.wins + one.draws / 2, one.games) for one in overall]
    return Table(
        tournament.game,
        tournament.levels,
        tuple(rate(tournament.levels, meetings)),
        overall,
        tuple(one for one in standings if one.scenario),
        len(sound),
        tuple(f"{one.key}: {one.fault}" for one in results.values() if one.fault),
    )


def _standing(key: tuple[str, ...], points: Sequence[float]) -> Standing:
    one, other, *scenario = key
    wins, draws = points.count(1.0), points.count(0.5)
    share = wilson(sum(points), len(points))
    return Standing(one, other, wins, draws, len(points), share, "".join(scenario))
