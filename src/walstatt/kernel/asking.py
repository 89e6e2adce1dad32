"""What a seat is shown: its prompt, what it may do besides, and previews of answers."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from walstatt.kernel.codec import plain
from walstatt.kernel.decisions import Answer, Decision, kind_of
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.kernel.prompts import Preview, Prompt, Rows, Target
from walstatt.kernel.trace import musing


def prompt(game: AnyGame, seat: Seat) -> Prompt | None:
    """Put the question a seat is asked, with everything it can choose."""
    decision = game.decision(seat)
    return None if decision is None else put(game, decision, game.options(seat))


def standing_prompts(game: AnyGame, seat: Seat) -> tuple[Prompt, ...]:
    """Offer what a seat may do without being asked."""
    offers = [put(game, one, game.legal(one), standing=True) for one in game.standing(seat)]
    return tuple(offer for offer in offers if offer.choices or offer.gesture)


def put(
    game: AnyGame,
    decision: Decision[Any],
    options: tuple[Answer, ...] | None,
    *,
    standing: bool = False,
) -> Prompt:
    """Make a prompt of a decision."""
    ctx = game.ctx
    definition = game.rules.game
    with musing():
        rows = decision.rows(ctx)
        shown = options if options is not None else game.sampled(decision, Random(0))
        choices = decision.present_all(ctx, shown)
        text = definition.named(decision.prompt(ctx))
    named = tuple(
        replace(choice, label=definition.named(choice.label), answer=plain(answer))
        for choice, answer in zip(choices, shown, strict=True)
    )
    gesture: Any = decision.gesture
    return Prompt(
        decision.seat, kind_of(decision), text, named, gesture, standing, _named(definition, rows)
    )


def _named(definition: AnyGameDef, rows: Rows | None) -> Rows | UnsetType:
    if rows is None:
        return UNSET
    kinds = tuple(replace(one, label=definition.named(one.label)) for one in rows.kinds)
    return replace(rows, kinds=kinds)


def preview(game: AnyGame, seat: Seat, answer: Answer, kind: str = "") -> Preview:
    """Tell what an answer would mean, without giving it."""
    decision, _ = game.addressed(seat, answer, kind)
    with musing():
        return decision.preview(game.ctx, answer)


def wished(game: AnyGame, seat: Seat, target: Target, of: Target | None = None) -> Answer | None:
    """Read what a seat points at as the answer it means, legal or not."""
    decision = game.decision(seat)
    if decision is None:
        return None
    with musing():
        found: Answer | None = decision.wish(game.ctx, target, of)
    return found
