"""Answers nobody offered: well-formed, but from another time, of another seat, or made up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from walstatt.kernel.codec import plain, read_answer
from walstatt.kernel.decisions import Answer, Decision, kind_of
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.game import AnyGame
from walstatt.workshop.crash import Given

EACH: Final = 4
"""How many strange answers are tried on each decision."""
_NUMBERS: Final = (-1, 0, 1, 7, 10**6)


def strange_answers(game: AnyGame, known: Sequence[Answer], rng: Random) -> Iterator[Given]:
    """Make answers that fit the questions in form, from known ones and by twisting those."""
    for seat in game.rules.seats:
        asked = game.decision(seat)
        for decision in ([asked] if asked is not None else []) + game.standing(seat):
            kind = "" if decision is asked else kind_of(decision)
            for answer in _for(game, decision, known, rng):
                yield seat, answer, kind


def _for(
    game: AnyGame, decision: Decision[Any], known: Sequence[Answer], rng: Random
) -> Iterator[Answer]:
    fitting = [one for one in known if type(one) in decision.answers]
    for answer in rng.sample(fitting, min(EACH, len(fitting))):
        yield answer
        other = twisted(game, answer, rng)
        if other is not None:
            yield other


def twisted(game: AnyGame, answer: Answer, rng: Random) -> Answer | None:
    """Change an answer into another one of the same form, if that is possible."""
    fields = plain(answer)
    names = [name for name in answer.__struct_encode_fields__ if name in fields]
    if not names:
        return None
    name = rng.choice(names)
    try:
        return read_answer(game.rules.game, {**fields, name: _twisted(fields[name], rng)})
    except BadRequest:
        return None


def _twisted(value: object, rng: Random) -> object:
    match value:
        case bool():
            return not value
        case int():
            return rng.choice((value + 1, value - 1, *_NUMBERS))
        case str():
            return rng.choice(("nobody", "", value.upper()))
        case list() | tuple() if value:
            return _twisted_list(list(value), rng)
        case dict() if value:
            key = rng.choice(list(value))
            return {**value, key: _twisted(value[key], rng)}
    return value


def _twisted_list(values: list[Any], rng: Random) -> list[Any]:
    at = rng.randrange(len(values))
    how = rng.randrange(3)
    if how == 0:
        return values[:at]
    if how == 1:
        return [*values, values[at]]
    return [*values[:at], _twisted(values[at], rng), *values[at + 1 :]]
