"""Secrets: what a seat cannot know makes no difference to anything it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from walstatt.kernel.asking import prompt, standing_prompts
from walstatt.kernel.decisions import Answer, Decision, kind_of
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import Options
from walstatt.scene.model import Scene
from walstatt.scene.playable import stage
from walstatt.workshop.conformance.failure import difference, packed
from walstatt.workshop.conformance.walk import Position, Walk, explained, walk
from walstatt.workshop.playout import allowed

MOST: Final = 16
"""How many positions are imagined anew."""
TIMES: Final = 2
"""How often each of them is, for every seat."""
PREVIEWS: Final = 5
MOST_JUDGED: Final = 12

Shown: TypeAlias = Callable[[AnyGame, Seat | None], Any]


def check_views(definition: AnyGameDef, scenario: str, options: Options, seed: int | str) -> None:
    """An imagined game is seen exactly as the true one."""
    taken = walk(definition, scenario, options, seed)
    for position in taken.positions(MOST):
        for seat in taken.seats():
            try:
                position.game.imagine(seat, taken.rng(position.n))
            except Exception as error:  # noqa: BLE001 - a view must always be enough
                taken.fail(position.n, f"{_whom(seat)} cannot imagine a game: {explained(error)}")
    compare(taken, "sees", views)


def check_prompts(definition: AnyGameDef, scenario: str, options: Options, seed: int | str) -> None:
    """Questions, options, refusals and previews tell nothing that a seat cannot know."""
    taken = walk(definition, scenario, options, seed)
    compare(taken, "is asked", partial(asked, known=taken.answers))


def check_scenes(definition: AnyGameDef, scenario: str, options: Options, seed: int | str) -> None:
    """The scene shows nothing that a seat cannot know."""
    compare(walk(definition, scenario, options, seed), "is shown", _scene)


def compare(taken: Walk, verb: str, shown: Shown, most: int = MOST) -> None:
    """Show every seat positions in truth and as it imagines them: both must look the same."""
    for position in taken.positions(most):
        for seat in taken.seats():
            true = _looked(shown, position.copy(), seat)
            for game in imagined(taken, position, seat):
                guessed = _looked(shown, game, seat)
                if packed(guessed) != packed(true):
                    what = f"{_whom(seat)} {verb} what it cannot know"
                    where = difference(true, guessed)
                    taken.fail(position.n, f"{what}, in truth and as imagined: {where}")


def _looked(shown: Callable[[Any, Any], object], *at: object) -> object:
    """Look, and take being unable to as something seen: other checks report that."""
    try:
        return shown(*at)
    except Exception as error:  # noqa: BLE001
        return type(error).__name__


def _whom(seat: Seat | None) -> str:
    return "a spectator" if seat is None else seat


def imagined(taken: Walk, position: Position, seat: Seat | None) -> Iterator[AnyGame]:
    """Imagine a position anew, if that is possible at all."""
    for time in range(TIMES):
        try:
            yield position.game.imagine(seat, taken.rng(f"{position.n}/{seat}/{time}"))
        except Exception:  # noqa: BLE001 - `check_views` reports it
            return


# -- what a seat is shown -------------------------------------------------------------------------


def views(game: AnyGame, seat: Seat | None) -> list[Any]:
    """Look at every game under way as a seat does."""
    return [scope.rules.game.observe(scope, seat) for scope in game.scopes]


def _scene(game: AnyGame, seat: Seat | None) -> Scene:
    return replace(stage(game, seat), prompt=None, standing=())


def asked(game: AnyGame, seat: Seat | None, known: Sequence[Answer] = ()) -> dict[str, Any]:
    """Put together everything about its questions that a seat is shown or can find out."""
    shown: dict[str, Any] = {"outcome": game.outcome}
    if game.asked is not None and game.asked.mode != "all":
        # (Who has answered in secret has to do so again in an imagined game.)
        shown["to act"] = game.to_act
    if seat is None:
        return shown
    decision = game.decision(seat)
    besides = game.standing(seat)
    shown["prompt"] = prompt(game, seat)
    shown["standing"] = standing_prompts(game, seat)
    shown["options"] = game.options(seat)
    for one in ([decision] if decision is not None else []) + besides:
        kind = "" if one is decision else kind_of(one)
        shown[f"verdicts {kind}"] = _verdicts(game, one, known)
        shown[f"previews {kind}"] = _previews(game, one)
    return shown


def _verdicts(game: AnyGame, decision: Decision[Any], known: Sequence[Answer]) -> list[Any]:
    """Judge what might be legal and what was so at other times: refusals can tell secrets."""
    found = decision.candidates(game.ctx)
    if found is None:
        found = decision.sample(game.ctx, Random(0), MOST_JUDGED)
    strange = [answer for answer in known if type(answer) in decision.answers]
    tried = (*found[:MOST_JUDGED], *strange[:MOST_JUDGED])
    return [(answer, _looked(decision.check, game.ctx, answer)) for answer in tried]


def _previews(game: AnyGame, decision: Decision[Any]) -> list[Any]:
    chosen: list[Answer] = list(allowed(game, decision, Random(0)))[:PREVIEWS]
    return [(answer, decision.preview(game.ctx, answer)) for answer in chosen]
