"""Pointing: whatever a person points at is read and told about without a fault, and no secret."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, Final

from walstatt.kernel.asking import prompt, wished
from walstatt.kernel.decisions import Answer
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import Options
from walstatt.kernel.prompts import BUTTON, Choice, Target
from walstatt.scene.model import AreaBoard, HexBoard, Scene
from walstatt.scene.playable import stage, told_about
from walstatt.workshop.conformance.secrets import compare
from walstatt.workshop.conformance.walk import Walk, described, explained, refused, walk

POINTED: Final = 6
"""At how many positions somebody points at things."""
TARGETS: Final = 12
"""At how many things."""
HELD: Final = 3
"""With how many things in hand, besides nothing."""
STRANGE: Final = (
    Target("piece", "nobody"),
    Target("cell", "nowhere"),
    Target("cell", "99999999"),
    Target("card", "nothing"),
    Target("point", "here"),
    BUTTON,
)
"""What nobody can point at, but anybody can say."""


def check_wishes(definition: AnyGameDef, scenario: str, options: Options, seed: int | str) -> None:
    """Pointing is read as an answer to the question, legal where it is a choice, and no secret."""
    taken = walk(definition, scenario, options, seed)
    for position in taken.unfinished(POINTED):
        game = position.copy()
        for seat in game.to_act:
            for target, of in gestures(game, seat, taken.rng(position.n)):
                _read(taken, position.n, game, (seat, target, of))
            _choices_mean_themselves(taken, position.n, game, seat)
    compare(taken, "is understood to mean", partial(wishes, taken.rng("wishes").random()), POINTED)


def _read(taken: Walk, n: int, game: AnyGame, pointed: tuple[Seat, Target, Target | None]) -> None:
    """Read one gesture, and judge and preview what it means."""
    seat, target, of = pointed
    doing = f"{seat} pointing at {target} with {of}"
    try:
        answer = wished(game, seat, target, of)
        if answer is not None:
            game.check(seat, answer)
    except Exception as error:  # noqa: BLE001 - pointing must never fail
        taken.fail(n, f"{doing} failed: {explained(error)}")
    decision = game.decision(seat)
    if answer is not None and decision is not None and type(answer) not in decision.answers:
        taken.fail(n, f"{doing} is read as {answer}, which is no answer to the question")


def _choices_mean_themselves(taken: Walk, n: int, game: AnyGame, seat: Seat) -> None:
    for choice, answer in _shown(game, seat):
        meant = wished(game, seat, choice.target, choice.of)
        if meant is None or meant == answer:
            continue
        why = refused(game, seat, meant, "")
        if why:
            what = f"the choice of {described((seat, answer, ''))} is read as {meant}"
            taken.fail(n, f"{what}, which is refused: {why}")


def _shown(game: AnyGame, seat: Seat) -> Iterator[tuple[Choice, Answer]]:
    """List the choices of a seat that are pointed at, with their answers."""
    options, asked = game.options(seat), prompt(game, seat)
    if options is None or asked is None:
        return
    for choice, answer in zip(asked.choices, options, strict=True):
        if choice.target.kind != "button":
            yield choice, answer


def wishes(salt: float, game: AnyGame, seat: Seat | None) -> list[Any]:
    """Read many gestures of a seat that is asked."""
    if seat is None or game.decision(seat) is None:
        return []
    found = gestures(game, seat, Random(salt))
    return [(target, of, wished(game, seat, target, of)) for target, of in found]


# -- what there is to be told ---------------------------------------------------------------------


def check_abouts(definition: AnyGameDef, scenario: str, options: Options, seed: int | str) -> None:
    """About everything in sight something can be told, or nothing, and no secret."""
    taken = walk(definition, scenario, options, seed)
    for position in taken.positions(POINTED):
        game = position.copy()
        for seat in taken.seats():
            for target in some_targets(game, seat, taken.rng(position.n)):
                try:
                    told_about(game, seat, target)
                except Exception as error:  # noqa: BLE001 - asking must never fail
                    what = f"nothing can be told {seat} about {target}"
                    taken.fail(position.n, f"{what}: {explained(error)}")
    compare(taken, "is told", partial(abouts, taken.rng("abouts").random()), POINTED)


def abouts(salt: float, game: AnyGame, seat: Seat | None) -> list[Any]:
    """Ask about many things."""
    targets = some_targets(game, seat, Random(salt))
    return [(target, told_about(game, seat, target)) for target in targets]


# -- what can be pointed at -----------------------------------------------------------------------


def gestures(game: AnyGame, seat: Seat, rng: Random) -> list[tuple[Target, Target | None]]:
    """Combine things to point at with things to have in hand."""
    targets = some_targets(game, seat, rng)
    asked = prompt(game, seat)
    held = [one.of for one in asked.choices if one.of is not None] if asked is not None else []
    pieces = [one for one in targets if one.kind == "piece"]
    hands: list[Target | None] = [None, *_some([*dict.fromkeys(held), *pieces], HELD, rng)]
    return [(target, of) for of in hands for target in targets]


def some_targets(game: AnyGame, seat: Seat | None, rng: Random) -> list[Target]:
    """Choose things that a seat sees, and things that are not there."""
    with suppress(Exception):  # `check_rendering` reports it.
        return [*_some(list(targets_of(stage(game, seat))), TARGETS, rng), *STRANGE]
    return list(STRANGE)


def _some(things: list[Any], most: int, rng: Random) -> list[Any]:
    return things if len(things) <= most else rng.sample(things, most)


def targets_of(scene: Scene) -> Iterator[Target]:
    """List everything on a scene that can be pointed at."""
    for piece in scene.pieces:
        yield Target("piece", piece.id)
    board = scene.board if scene.boards else None
    if isinstance(board, HexBoard):
        places = board.layout.places()
        yield from (Target("cell", str(number)) for number in range(len(places)))
    if isinstance(board, AreaBoard):
        yield from (Target("area", area.id) for area in board.areas)
    for tray in scene.trays:
        yield from (Target("card", card.id) for card in getattr(tray, "cards", ()))
