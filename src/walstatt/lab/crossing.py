"""From a run to its games: everything crossed with everything, sides changed, dice shared."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from typing import Any, TypeAlias

from walstatt.arena.job import Job
from walstatt.arena.referee import begun
from walstatt.games import find_game
from walstatt.kernel.codec import plain
from walstatt.kernel.errors import BadRequest, WalstattError
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import make_options
from walstatt.lab.spec import Armies, Run, Variant

Pair: TypeAlias = tuple[str, ...]


def jobs_of(run: Run) -> list[Job]:
    """List all games; each round is complete in itself, so that a part of a run is fair, too."""
    chosen = {variant.name: _options(run.game, variant) for variant in run.options}
    return [
        job
        for number in range(run.games)
        for scenario in run.places
        for pair in _pairs(run.armies)
        for variant in run.options
        for levels in run.levels
        for job in _arrangements(run, scenario, pair, variant, chosen[variant.name], levels, number)
    ]


def _pairs(armies: Armies | None) -> list[Pair]:
    if armies is None:
        return [()]
    if armies.pairs == "mirrors":
        return [(name, name) for name in armies.lists]
    both = combinations if armies.pairs == "different" else combinations_with_replacement
    return list(both(armies.lists, 2))


def _arrangements(
    run: Run,
    scenario: str,
    pair: Pair,
    variant: Variant,
    options: dict[str, Any],
    levels: Pair,
    number: int,
) -> Iterator[Job]:
    """Seat levels and armies in every way; all have the same dice."""
    seats = find_game(run.game).scenario(scenario).seats
    for seated in _turned(levels):
        for brought in _turned(pair):
            yield _job(run, scenario, variant, options, seats, seated, brought, number)


def _turned(things: Pair) -> list[Pair]:
    ways = [things[n:] + things[:n] for n in range(max(len(things), 1))]
    return list(dict.fromkeys(ways))


def _job(
    run: Run,
    scenario: str,
    variant: Variant,
    options: dict[str, Any],
    seats: tuple[Seat, ...],
    levels: Pair,
    armies: Pair,
    number: int,
) -> Job:
    parts = [scenario, variant.name, "-".join(levels), *(["-".join(armies)] if armies else [])]
    shared = [str(run.seed), scenario, *sorted(armies), str(number)]
    return Job(
        key="/".join([*parts, str(number)]),
        game=run.game,
        scenario=scenario,
        seed="/".join(shared),
        levels=dict(zip(seats, levels, strict=True)),
        number=number,
        options=options,
        variant=variant.name,
        rosters={
            seat: _quick(run.armies, name, number)
            for seat, name in zip(seats, armies, strict=False)
        },
        armies=dict(zip(seats, armies, strict=False)),
        budget_ms=run.budget_ms,
        playouts=run.playouts,
    )


def _options(game: str, variant: Variant) -> dict[str, Any]:
    kind = find_game(game).options_type
    found: dict[str, Any] = plain(make_options(kind, dict(variant.set), variant.preset))
    return found


def _quick(armies: Armies | None, name: str, number: int) -> dict[str, Any]:
    """Order an army; another one from the same list in every round."""
    points = armies.points if armies is not None else None
    order: dict[str, Any] = {"list": name, "seed": number}
    return {"quick": order if points is None else {**order, "points": points}}


def require_playable(jobs: list[Job]) -> None:
    """Set every kind of game up once, so that nothing impossible shows only after hours."""
    seen: set[str] = set()
    for job in jobs:
        kind = f"{job.scenario}/{job.variant}/{'-'.join(job.armies.values())}"
        if kind in seen:
            continue
        seen.add(kind)
        try:
            begun(find_game(job.game), job)
        except WalstattError as wrong:
            raise BadRequest(f"{kind} cannot be set up: {wrong}") from None
