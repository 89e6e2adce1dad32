"""Answers: what is offered is accepted, what is accepted works, and the game always goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import Any, Final

from msgspec import Struct

from walstatt.kernel.codec import plain, state_hash
from walstatt.kernel.decisions import Answer, Decision, kind_of
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.errors import BadRequest, DeadEnd
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import Options
from walstatt.workshop.conformance.strange import strange_answers
from walstatt.workshop.conformance.walk import (
    Position,
    Walk,
    described,
    explained,
    offers,
    refused,
    walk,
)
from walstatt.workshop.crash import Given

MOST_TRIED: Final = 12
"""How many offers are tried out at a position."""
DRAWN: Final = 5
"""How many answers are drawn for each question."""
STRANGE: Final = 24
"""At how many positions answers are made up."""


def check_options(definition: AnyGameDef, scenario: str, options: Options, seed: int | str) -> None:
    """Every listed option is accepted when it comes back from the player."""
    _accepted(walk(definition, scenario, options, seed), listed=True)


def check_samples(definition: AnyGameDef, scenario: str, options: Options, seed: int | str) -> None:
    """Every sampled answer is accepted where answers cannot be listed."""
    _accepted(walk(definition, scenario, options, seed), listed=False)


def _accepted(taken: Walk, *, listed: bool) -> None:
    for position in taken.unfinished():
        game = position.copy()
        for given, decision in offers(game, taken.rng(position.n)):
            if (game.legal(decision) is not None) is listed:
                why = refused(game, *given)
                if why:
                    what = "option" if listed else "sample"
                    taken.fail(position.n, f"the {what} {described(given)} is refused: {why}")


def check_draws(definition: AnyGameDef, scenario: str, options: Options, seed: int | str) -> None:
    """Every answer drawn for random play is accepted, though nobody judges it there."""
    taken = walk(definition, scenario, options, seed)
    for position in taken.unfinished():
        game, rng = position.copy(), taken.rng(position.n)
        for seat in game.to_act:
            decision = game.decision(seat)
            for _ in range(DRAWN if decision is not None else 0):
                drawn = decision.draw(game.ctx, rng)  # type: ignore[union-attr]
                why = drawn is not None and refused(game, seat, drawn, "")
                if why:
                    taken.fail(position.n, f"drawn, {drawn} is refused: {why}")


def check_strange_answers(
    definition: AnyGameDef, scenario: str, options: Options, seed: int | str
) -> None:
    """Any well-formed answer is judged without a fault."""
    taken = walk(definition, scenario, options, seed)
    for position in taken.unfinished(STRANGE):
        game = position.copy()
        for given in strange_answers(game, taken.answers, taken.rng(position.n)):
            try:
                game.check(*given)
            except BadRequest:
                continue
            except Exception as error:  # noqa: BLE001 - refusals are values, so this is a fault
                taken.fail(position.n, f"judging {described(given)} failed: {explained(error)}")


# -- what the offers lead to ----------------------------------------------------------------------


class Trial(Struct, frozen=True):
    """An offer that could not be carried out."""

    n: int
    given: Given | None
    error: Exception

    def __str__(self) -> str:
        after = "looking for answers" if self.given is None else described(self.given)
        return f"{explained(self.error)} after {after}"


@lru_cache(maxsize=64)
def trials(taken: Walk) -> tuple[Trial, ...]:
    """Try out what is offered along a walk, and list what went wrong."""
    found = [Trial(*_fields(taken))] if taken.fault is not None else []
    for position in taken.unfinished():
        found += _tried(taken, position)
    return tuple(found)


def _fields(taken: Walk) -> tuple[int, Given | None, Exception]:
    fault = taken.fault
    if fault is None:
        raise ValueError("nothing went wrong")
    return fault.n, fault.given, fault.error


def _tried(taken: Walk, position: Position) -> Iterator[Trial]:
    rng = taken.rng(position.n)
    try:
        offered = [given for given, _ in offers(position.copy(), rng)]
    except Exception as error:  # noqa: BLE001 - it is listed for the check it concerns
        yield Trial(position.n, None, error)
        return
    for given in (*_some(offered, rng), *_legal_though_strange(taken, position, rng)):
        if refused(position.copy(), *given):
            continue
        try:
            position.copy(taken.dice(position.n)).apply(*given)
        except Exception as error:  # noqa: BLE001 - the same
            yield Trial(position.n, given, error)


def _legal_though_strange(taken: Walk, position: Position, rng: Random) -> list[Given]:
    """Find answers that nobody offered but that pass their check all the same."""
    game = position.copy()
    made_up = list(strange_answers(game, taken.answers, rng))
    return [one for one in made_up if _passes(game, one)]


def _passes(game: AnyGame, given: Given) -> bool:
    try:
        return not game.check(*given)
    except Exception:  # noqa: BLE001 - `check_strange_answers` reports it
        return False


def _some(offered: list[Given], rng: Random) -> list[Given]:
    return offered if len(offered) <= MOST_TRIED else rng.sample(offered, MOST_TRIED)


def check_checked_answers_never_raise(
    definition: AnyGameDef, scenario: str, options: Options, seed: int | str
) -> None:
    """Whatever passes its check can be carried out."""
    taken = walk(definition, scenario, options, seed)
    for trial in trials(taken):
        if not isinstance(trial.error, DeadEnd):
            taken.fail(trial.n, str(trial))


def check_no_dead_ends(
    definition: AnyGameDef, scenario: str, options: Options, seed: int | str
) -> None:
    """Somebody is always asked, has a legal answer, and one can be given for whoever is away."""
    taken = walk(definition, scenario, options, seed)
    for trial in trials(taken):
        if isinstance(trial.error, DeadEnd):
            taken.fail(trial.n, str(trial))
    for position in taken.unfinished():
        if not position.game.to_act:
            taken.fail(position.n, "the game is not over, but nobody is asked")
        for seat in position.game.to_act:
            if not _can_be_away(position.game, seat):
                what = f"{seat} is asked {kind_of_asked(position.game, seat)}"
                taken.fail(position.n, f"{what} and nothing can be answered for it")


def kind_of_asked(game: AnyGame, seat: Seat) -> str:
    """Name what a seat is asked."""
    decision = game.decision(seat)
    return "nothing" if decision is None else kind_of(decision)


def _can_be_away(game: AnyGame, seat: Seat) -> bool:
    if game.options(seat):
        return True
    decision = game.decision(seat)
    default: Answer | None = None if decision is None else decision.default(game.ctx)
    return default is not None and not refused(game, seat, default, "")


# -- the course of the game -----------------------------------------------------------------------


def check_bounded_length(
    definition: AnyGameDef, scenario: str, options: Options, seed: int | str
) -> None:
    """Random play ends within the longest game."""
    taken = walk(definition, scenario, options, seed)
    if taken.end is not None and taken.end.outcome is None and taken.fault is None:
        taken.fail(len(taken.steps), "the game has not ended within the longest game allowed")


def check_invariants(
    definition: AnyGameDef, scenario: str, options: Options, seed: int | str
) -> None:
    """What must always hold holds after every step."""
    taken = walk(definition, scenario, options, seed)
    for n, wrong in taken.broken:
        doing = f" after {described(taken.steps[n - 1].given)}" if n else ""
        taken.fail(n, f"{wrong}{doing}")


def check_outcome(definition: AnyGameDef, scenario: str, options: Options, seed: int | str) -> None:
    """Only seats win and score, and nobody is asked anything after the end."""
    taken = walk(definition, scenario, options, seed)
    game = taken.end
    if game is None or game.outcome is None:
        return
    for wrong in _strange_outcome(game):
        taken.fail(len(taken.steps), f"{wrong}: {plain(game.outcome)}")


def _strange_outcome(game: AnyGame) -> Iterator[str]:
    outcome, seats = game.outcome, game.rules.seats
    if outcome is None:
        return
    if not set(outcome.winners) <= set(seats) or len(set(outcome.winners)) < len(outcome.winners):
        yield "the winners are not seats of this game, each once"
    if not set(outcome.scores) <= set(seats):
        yield "there are scores for nobody's seat"
    if any(type(score) is not int for score in outcome.scores.values()):
        yield "scores are not whole numbers"
    if game.to_act or any(game.standing(seat) or game.options(seat) for seat in seats):
        yield "somebody is still asked after the end"


def check_looking_changes_nothing(
    definition: AnyGameDef, scenario: str, options: Options, seed: int | str
) -> None:
    """Listing, sampling, judging and previewing leave the position as it was."""
    taken = walk(definition, scenario, options, seed)
    for position in taken.unfinished():
        game = position.copy()
        before = state_hash(game)
        for given, decision in offers(game, taken.rng(position.n)):
            _looked_at(game, given, decision)
            if state_hash(game) != before:
                taken.fail(position.n, f"looking at what {described(given)} changed the position")


def _looked_at(game: AnyGame, given: Given, decision: Decision[Any]) -> None:
    answer = given[1]
    for look in (decision.check, decision.present, decision.preview):
        with suppress(Exception):  # Other checks report it.
            look(game.ctx, answer)
    with suppress(Exception):
        decision.prompt(game.ctx)
        decision.default(game.ctx)
