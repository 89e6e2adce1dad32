"""Doubles: games that look the same to a seat are told alike, hold no secrets and can be played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from walstatt.kernel.asking import prompt
from walstatt.kernel.chance import Outcomes, Recorded
from walstatt.kernel.ctx import Asked
from walstatt.kernel.decisions import kind_of
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.events import Emitted
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import Options
from walstatt.workshop.conformance.answers import trials
from walstatt.workshop.conformance.failure import difference, packed
from walstatt.workshop.conformance.secrets import MOST, imagined, views
from walstatt.workshop.conformance.walk import (
    Listening,
    Position,
    Walk,
    accepted_answer,
    described,
    explained,
    offers,
    refused,
    taping,
    walk,
)
from walstatt.workshop.crash import Given

AHEAD: Final = 12
"""How far imagined games are played."""
OFFERS: Final = 6
"""How many answers of one seat are compared."""


def check_events(definition: AnyGameDef, scenario: str, options: Options, seed: int | str) -> None:
    """Unless something is revealed, the same deed is told alike in every game that looks alike."""
    taken = walk(definition, scenario, options, seed)
    for position in taken.unfinished():
        if position.n < len(taken.steps) and not _is_secret(position.game):
            _told_alike(taken, position, taken.steps[position.n].given)


def _is_secret(game: AnyGame) -> bool:
    return game.asked is not None and game.asked.mode == "all"


def _told_alike(taken: Walk, position: Position, given: Given) -> None:
    heard = Listening(taken.dice(position.n))
    game = position.copy(heard)
    true = taping(game)
    try:
        game.apply(*given)
    except Exception:  # noqa: BLE001 - with other dice than on the walk; faults have their own check
        return
    fallen = [outcome for _, outcome in heard.take()]
    for seat in taken.seats():
        for other in imagined(taken, position, seat):
            told = _told(other, given, fallen)
            if told is None or any(one.event.reveals for one in (*true, *told)):
                continue
            here, there = _for(true, seat), _for(told, seat)
            if packed(here) != packed(there):
                what = f"when {described(given)}, {seat} is told what it cannot know"
                taken.fail(position.n, f"{what}: {difference(here, there)}")


def _told(game: AnyGame, given: Given, fallen: list[Outcomes]) -> list[Emitted] | None:
    """Do the same in an imagined game, if it can be done there."""
    if refused(game, *given):
        return None
    game.source = Recorded(fallen)
    tape = taping(game)
    try:
        game.apply(*given)
    except Exception:  # noqa: BLE001 - other cards were left there, or `check_imagined_play` reports it
        return None
    return tape


def _for(tape: list[Emitted], seat: Seat | None) -> list[Any]:
    return [one.for_seat(seat) for one in tape]


# -- frames ---------------------------------------------------------------------------------------


def check_frames(definition: AnyGameDef, scenario: str, options: Options, seed: int | str) -> None:
    """Two deeds that look the same to a seat leave the same frames and questions behind.

    Imagined games keep them, so they may hold nothing that was not told or can be seen.
    """
    taken = walk(definition, scenario, options, seed)
    for position in taken.unfinished():
        for actor in position.game.to_act:
            _leave_alike(taken, position, actor)


def _leave_alike(taken: Walk, position: Position, actor: Seat) -> None:
    deeds = list(_deeds(taken, position, actor))
    for seat in taken.seats():
        if seat == actor:
            continue
        left: dict[bytes, tuple[Given, Any]] = {}
        for given, game, tape in deeds:
            public = _public(game, seat)
            known, other = left.setdefault(_impression(game, tape, seat), (given, public))
            if packed(public) != packed(other):
                same = f"{described(known)} or {described(given)} looks the same to {seat}"
                what = f"{same}, but a frame or question tells which"
                taken.fail(position.n, f"{what}: {difference(other, public)}")


def _deeds(
    taken: Walk, position: Position, actor: Seat
) -> Iterator[tuple[Given, AnyGame, list[Emitted]]]:
    """Let a seat do several things, with several dice."""
    every = (one for one, _ in offers(position.copy(), taken.rng(position.n)) if one[0] == actor)
    for given in islice(every, OFFERS):
        for luck in range(2):
            game = position.copy(taken.dice(f"{position.n}/{luck}"))
            tape = taping(game)
            try:
                game.apply(*given)
            except Exception:  # noqa: BLE001 - faults have a check of their own
                break
            yield given, game, tape


def _impression(game: AnyGame, tape: list[Emitted], seat: Seat | None) -> bytes:
    """Put together all that a seat noticed of a deed."""
    own = None if seat is None else prompt(game, seat)
    questions = {} if game.asked is None else game.asked.decisions
    kinds = [(one, kind_of(decision)) for one, decision in questions.items()]
    noticed = [_for(tape, seat), views(game, seat), game.to_act, kinds, own, game.outcome]
    return packed(noticed)


def _public(game: AnyGame, seat: Seat | None) -> list[Any]:
    return [(s.stack, [_without_answers(one, seat) for one in s.asked]) for s in game.scopes]


def _without_answers(asked: Asked, seat: Seat | None) -> Asked:
    own = {one: answer for one, answer in asked.answers.items() if one == seat}
    return replace(asked, answers=own)


# -- playing imagined games -----------------------------------------------------------------------


def check_imagined_play(
    definition: AnyGameDef, scenario: str, options: Options, seed: int | str
) -> None:
    """A game imagined by any seat can be played on, and nothing in it is wrong."""
    taken = walk(definition, scenario, options, seed)
    if trials(taken) or taken.broken:
        return  # The rules themselves are at fault, which other checks report.
    for position in taken.unfinished(MOST):
        for seat in taken.seats():
            for game in islice(imagined(taken, position, seat), 1):
                _plays(taken, position, seat, game)


def _plays(taken: Walk, position: Position, seat: Seat | None, game: AnyGame) -> None:
    game.source = taken.dice(position.n)
    rng = taken.rng(position.n)
    for _ in range(AHEAD):
        wrong = [w for scope in game.scopes for w in scope.rules.game.invariants(scope)]
        if wrong:
            taken.fail(position.n, f"in a game imagined by {seat}, {wrong[0]}")
        if game.outcome is not None:
            return
        try:
            game.apply(*accepted_answer(game, rng))
        except Exception as error:  # noqa: BLE001 - whatever it is, no search could go on
            taken.fail(position.n, f"a game imagined by {seat} fails with {explained(error)}")
