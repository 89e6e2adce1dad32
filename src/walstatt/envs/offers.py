"""What a seat can do now, as a list short enough for a fixed space of actions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

from walstatt.kernel.decisions import Answer, kind_of
from walstatt.kernel.definition import GameDef
from walstatt.kernel.errors import DeadEnd
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat

Offer: TypeAlias = tuple[Answer, str]
"""One thing a seat can do, and the kind of the standing decision it is for, if it is for one."""


def offers(game: AnyGame, seat: Seat, size: int, drawn: int, key: str) -> Sequence[Offer]:
    """List what a seat can do, in the rules' order; more than fit are thinned out by lot.

    Where answers cannot be listed, some are drawn. The key alone decides the lots, never
    what is hidden.
    """
    found = [(answer, "") for answer in _answers(game, seat, drawn, key)]
    if type(game.scopes[-1].rules.game).standing is not GameDef.standing:
        found += _standing(game, seat)
    if not found:
        raise DeadEnd.of(seat, game.decision(seat))
    return found if len(found) <= size else thinned(found, size, key)


def _answers(game: AnyGame, seat: Seat, drawn: int, key: str) -> Sequence[Answer]:
    listed = game.options(seat)
    if listed is not None:
        return listed
    rng = Random(key)
    found: list[Answer] = []
    for _ in range(drawn):
        answer = game.pick(seat, rng)
        if answer not in found:
            found.append(answer)
    return found


def _standing(game: AnyGame, seat: Seat) -> list[Offer]:
    return [
        (answer, kind_of(decision))
        for decision in game.standing(seat)
        for answer in game.legal(decision) or ()
    ]


def thinned(found: Sequence[Offer], size: int, key: str) -> Sequence[Offer]:
    """Keep so many, chosen by lot, in their order."""
    kept = sorted(Random(key).sample(range(len(found)), size))
    return [found[n] for n in kept]
