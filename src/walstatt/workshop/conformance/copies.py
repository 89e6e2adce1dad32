"""Copies of a game: clones, positions as data, saves and replays are the game itself."""

from __future__ import annotations

from typing import Any

import msgspec

from walstatt.kernel.codec import dump, plain, restore, state_hash
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.errors import SaveError, WalstattError
from walstatt.kernel.game import AnyGame
from walstatt.kernel.match import Match
from walstatt.kernel.options import Options
from walstatt.kernel.save import from_bytes, to_bytes
from walstatt.workshop.conformance.chance import some_outcomes
from walstatt.workshop.conformance.failure import difference, packed
from walstatt.workshop.conformance.walk import (
    Position,
    Step,
    Walk,
    described,
    explained,
    offers,
    played_on,
    walk,
)

AHEAD = 8
"""How far copies are played on."""


def check_clone_independence(
    definition: AnyGameDef, scenario: str, options: Options, seed: int | str
) -> None:
    """Playing a clone never changes the original, nor the other way round."""
    taken = walk(definition, scenario, options, seed)
    for position in taken.unfinished():
        original = position.copy()
        clone = original.clone(taken.dice(position.n))
        _untouched(taken, position, original, clone, "a clone changed its original")
        original.source = taken.dice(position.n)
        clone = original.clone(None)
        _untouched(taken, position, clone, original, "playing changed an earlier clone")


def _untouched(taken: Walk, position: Position, still: AnyGame, moved: AnyGame, what: str) -> None:
    before = state_hash(still), packed(_worlds(still)), plain(_worlds(still))
    given = played_on(moved, taken.rng(position.n), AHEAD)
    if (state_hash(still), packed(_worlds(still))) != before[:2]:
        where = difference(before[2], _worlds(still))
        taken.fail(position.n, f"{what} after {len(given)} decisions: {where}")


def _worlds(game: AnyGame) -> list[Any]:
    return [scope.world for scope in game.scopes]


def check_clone_equality(
    definition: AnyGameDef, scenario: str, options: Options, seed: int | str
) -> None:
    """A clone that gets the same answers and the same dice stays equal."""
    taken = walk(definition, scenario, options, seed)
    for position in taken.unfinished():
        original = position.copy(taken.dice(position.n))
        clone = original.clone(taken.dice(position.n))
        _stays_equal(taken, position.n, original, clone, "a clone")


def _stays_equal(taken: Walk, n: int, original: AnyGame, copy: AnyGame, name: str) -> None:
    """Play two games alike and compare them after every decision."""
    rng = taken.rng(n)
    if state_hash(original) != state_hash(copy):
        taken.fail(n, f"{name} differs: {difference(dump(original), dump(copy))}")
    for _ in range(AHEAD):
        given = played_on(original, rng, 1)
        if not given:
            return
        try:
            copy.apply(*given[0])
        except Exception as error:  # noqa: BLE001 - that is the difference
            taken.fail(n, f"{name} refuses what {described(given[0])}: {error}")
        if state_hash(original) != state_hash(copy):
            where = difference(dump(original), dump(copy))
            taken.fail(n, f"{name} differs after {described(given[0])}: {where}")


# -- positions as data ----------------------------------------------------------------------------


def check_serialising(
    definition: AnyGameDef, scenario: str, options: Options, seed: int | str
) -> None:
    """A position written as JSON and read again is the same, also while dice are awaited."""
    taken = walk(definition, scenario, options, seed)
    for position in taken.positions():
        copy = _reread(taken, position.n, position.game)
        copy.source = taken.dice(position.n)
        _stays_equal(
            taken, position.n, position.copy(taken.dice(position.n)), copy, "a reread game"
        )
        for waiting in _waiting(taken, position):
            _forced_alike(taken, position.n, waiting, _reread(taken, position.n, waiting))


def _reread(taken: Walk, n: int, game: AnyGame) -> AnyGame:
    try:
        written = msgspec.json.encode(dump(game))
        copy = restore(game.rules, msgspec.json.decode(written), None)
    except Exception as error:  # noqa: BLE001 - whatever it is, the position cannot be kept
        taken.fail(n, f"the position cannot be written and read: {error}")
    if state_hash(copy) != state_hash(game):
        where = difference(dump(game), dump(copy))
        taken.fail(n, f"the position is another one after writing and reading: {where}")
    return copy


def _waiting(taken: Walk, position: Position) -> list[AnyGame]:
    """Find a position in which dice are awaited."""
    for given, _ in offers(position.copy(), taken.rng(position.n)):
        game = position.copy()
        try:
            game.apply(*given)
        except Exception:  # noqa: BLE001, S112 - faults have a check of their own
            continue
        if game.waiting is not None:
            return [game]
    return []


def _forced_alike(taken: Walk, n: int, game: AnyGame, copy: AnyGame) -> None:
    waiting = game.waiting
    if waiting is None:
        return
    for outcome in some_outcomes(waiting, taken.rng(n))[:1]:
        try:
            game.force(*outcome)
            copy.force(*outcome)
        except Exception:  # noqa: BLE001 - faults have a check of their own
            return
        if state_hash(game) != state_hash(copy):
            where = difference(dump(game), dump(copy))
            taken.fail(n, f"a reread game differs after dice {outcome}: {where}")


# -- saves and replays ----------------------------------------------------------------------------


def check_save_and_load(
    definition: AnyGameDef, scenario: str, options: Options, seed: int | str
) -> None:
    """A save loads as the same match and goes on in the same way."""
    taken = walk(definition, scenario, options, seed)
    match = begun(taken)
    cuts = {len(taken.steps) * part // 4 for part in (1, 2, 3, 4)}
    for n, step in enumerate(taken.steps, 1):
        answer_again(taken, n, match, step)
        if n in cuts:
            _loads(taken, n, match)


def _loads(taken: Walk, n: int, match: Match) -> None:
    try:
        loaded = from_bytes(to_bytes(match), lambda _: taken.definition)
    except SaveError as error:
        taken.fail(n, f"the save does not load: {error}")
    if loaded.chain != match.chain or state_hash(loaded.game) != state_hash(match.game):
        where = difference(dump(match.game), dump(loaded.game))
        taken.fail(n, f"the loaded game is another one: {where}")
    for step in taken.steps[n : n + AHEAD]:
        answer_again(taken, n, loaded, step)
        if loaded.entries[-1].state != step.state:
            taken.fail(n, f"the loaded game goes on differently after {described(step.given)}")


def begun(taken: Walk) -> Match:
    """Begin the match that a walk is."""
    return Match.start(
        taken.definition, taken.scenario, seed=taken.seed, options=plain(taken.options)
    )


def answer_again(taken: Walk, n: int, match: Match, step: Step) -> None:
    """Do in a match what was done on a walk."""
    try:
        match.answer(*step.given)
    except WalstattError as error:
        taken.fail(n, f"played again, {described(step.given)} no more: {explained(error)}")


def check_replay(definition: AnyGameDef, scenario: str, options: Options, seed: int | str) -> None:
    """The same answers with the same dice give the same positions: as a match, and replayed."""
    taken = walk(definition, scenario, options, seed)
    if taken.start is None:
        return
    match = begun(taken)
    for n, step in enumerate((taken.start, *taken.steps)):
        if n:
            answer_again(taken, n, match, step)
        if match.entries[-1].state != step.state:
            taken.fail(n, f"played again it differs after {described(step.given)}")
    try:
        Match.replay(definition, match.header, match.entries)
    except SaveError as error:
        taken.fail(len(taken.steps), f"the log does not replay: {error}")
