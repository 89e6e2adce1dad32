"""Random games: the quickest way from a position to its end, and many of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final, TypeAlias

from msgspec import Struct

from walstatt.kernel.chance import ChanceSource
from walstatt.kernel.decisions import Answer, Decision, kind_of
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.errors import DeadEnd, EngineFault
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import seeded
from walstatt.kernel.options import Options
from walstatt.workshop.crash import Given, drawn_rosters, write_crash
from walstatt.workshop.sweeping import seldom_swept

Answering: TypeAlias = Callable[[AnyGame, Random, str], Given]
"""Whoever plays all seats: with dice of one's own, and a seed that every decision has."""
STANDING: Final = 0.1
"""How often some seat looks for something it may do at any time."""
CRASHES: Final = Path("crashes")


def random_answer(game: AnyGame, rng: Random) -> Given:
    """Choose a legal answer of a seat that is asked, now and then a standing action of any seat."""
    if rng.random() < STANDING:
        offer = random_standing(game, rng)
        if offer is not None:
            return offer
    seats = game.to_act
    if not seats:
        raise DeadEnd("the game is not over, but nobody is asked")
    seat = seats[0] if len(seats) == 1 else rng.choice(seats)
    return seat, game.pick(seat, rng), ""


def random_standing(game: AnyGame, rng: Random) -> Given | None:
    """Choose something that some seat may do although nobody asks it."""
    seat = rng.choice(game.rules.seats)
    for decision in game.standing(seat):
        choices = allowed(game, decision, rng)
        if choices:
            return seat, rng.choice(choices), kind_of(decision)
    return None


def allowed(game: AnyGame, decision: Decision[Any], rng: Random) -> Sequence[Answer]:
    """List the legal answers to a decision, or a sample of them."""
    listed = game.legal(decision)
    return listed if listed is not None else game.sampled(decision, rng)


def playout(game: AnyGame, rng: Random, limit: int) -> int:
    """Play at random to the end, or for so many decisions; count them."""
    for decisions in range(limit):
        if game.outcome is not None:
            return decisions
        game.apply(*random_answer(game, rng))
    return limit


def playable_scenarios(definition: AnyGameDef) -> tuple[str, ...]:
    """List the scenarios that can be played as they are."""
    return tuple(name for name, one in definition.scenarios().items() if not one.for_cases)


def presets_of(definition: AnyGameDef) -> tuple[str, ...]:
    """List the presets of the options, the default first."""
    return ("", *definition.options_type.presets)


def dice_for(definition: AnyGameDef, seed: str) -> ChanceSource:
    """Make the same dice that a match with this seed has."""
    return seeded(seed).open(definition.id, {})


class Played(Struct, frozen=True):
    """One game: how long it was, and who won."""

    decisions: int
    winners: tuple[Seat, ...] = ()
    fault: bool = False


class Simulation(Struct, frozen=True):
    """What came of many games."""

    games: int
    wins: dict[Seat, int]
    draws: int
    faults: int
    decisions: int
    seconds: float
    decisions_per_second: float


def simulate(
    definition: AnyGameDef,
    scenario: str,
    games: int,
    seed: int | str = 0,
    options: Options | None = None,
    answers: Answering | None = None,
    progress: Callable[[int], None] | None = None,
    *,
    first: int = 0,
    crashes: Path = CRASHES,
) -> Simulation:
    """Play many games from a seed; the same seed gives the same games.

    Without anybody who `answers`, all is random. `first` is the number of the first game, so that
    a run can be split; whatever goes wrong is counted and saved under `crashes`.
    """
    playing = answers or _at_random
    begun = perf_counter()
    played: list[Played] = []
    with seldom_swept():
        for number in range(first, first + games):
            one = _play(definition, scenario, f"{seed}/{number}", options, playing, crashes)
            played.append(one)
            if progress is not None:
                progress(len(played))
    seats = definition.scenario(scenario).seats
    return _added_up(played, seats, perf_counter() - begun)


def _at_random(game: AnyGame, rng: Random, _: str) -> Given:
    return random_answer(game, rng)


def _play(
    definition: AnyGameDef,
    scenario: str,
    seed: str,
    options: Options | None,
    answers: Answering,
    crashes: Path,
) -> Played:
    given: list[Given] = []
    try:
        rosters = drawn_rosters(definition, scenario, seed, options)
        game = new_game(definition, scenario, dice_for(definition, seed), options, rosters)
        rng = Random(seed)
        while game.outcome is None:
            require_end(definition, len(given))
            given.append(answers(game, rng, f"{seed}/{len(given)}"))
            game.apply(*given[-1])
    except Exception as fault:  # noqa: BLE001 - whatever it is, it is counted and saved
        write_crash(crashes, definition, scenario, seed, options, given, fault)
        return Played(len(given), fault=True)
    return Played(len(given), game.outcome.winners)


def require_end(definition: AnyGameDef, decisions: int) -> None:
    """Refuse to play on for longer than any game takes."""
    if decisions >= definition.longest:
        raise EngineFault(f"the game has not ended after {decisions} decisions")


def _added_up(played: Sequence[Played], seats: Sequence[Seat], seconds: float) -> Simulation:
    sound = [one for one in played if not one.fault]
    decisions = sum(one.decisions for one in played)
    return Simulation(
        len(played),
        {seat: sum(seat in one.winners for one in sound) for seat in seats},
        sum(not one.winners for one in sound),
        len(played) - len(sound),
        decisions,
        seconds,
        decisions / seconds if seconds else 0.0,
    )
