"""Playthroughs: a random game step by step as people see it, to be read and compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from walstatt.i18n.catalogue import Message
from walstatt.kernel.codec import plain
from walstatt.kernel.events import Emitted, Rolled
from walstatt.kernel.ledger import Ledger
from walstatt.kernel.match import Match
from walstatt.kernel.options import Options
from walstatt.scene.playable import AnyPlayable, stage
from walstatt.scene.text import render, render_events, render_ledger
from walstatt.workshop.crash import Given
from walstatt.workshop.playout import random_answer

RULER = "=" * 100


def playthrough(
    definition: AnyPlayable,
    scenario: str,
    language: str,
    steps: int = 40,
    seed: int | str = 0,
    options: Options | None = None,
) -> str:
    """Play so many random decisions and write each: what the seat saw, did, and what came of it."""
    match = Match.start(definition, scenario, seed=seed, options=plain(options or {}))
    rng = Random(str(seed))
    title = definition.catalogue.text(definition.scenario(scenario).title, language)
    parts = [f"{definition.catalogue.text(definition.title, language)}: {title}, seed {seed}"]
    parts += _told(definition, language, match.moments[0].told)
    for step in range(1, steps + 1):
        if match.game.outcome is not None:
            break
        given = random_answer(match.game, rng)
        parts += _seen(match, given, language, step)
        parts += _told(definition, language, match.answer(*given))
    return "\n\n".join(parts) + "\n"


def _seen(match: Match, given: Given, language: str, step: int) -> Iterator[str]:
    """Write what a seat sees, and what it then does."""
    definition: AnyPlayable = match.definition  # type: ignore[assignment]
    seat, answer, kind = given
    name = definition.catalogue.text(definition.seat_name(seat), language)
    yield f"{RULER}\n{step}. {name}"
    yield render(stage(match.game, seat), definition.catalogue, language)
    decision, _ = match.game.addressed(seat, answer, kind)
    label = definition.named(decision.present(match.game.ctx, answer).label)
    yield f"> {definition.catalogue.text(label, language)}  {_written(plain(answer))}"


def _written(answer: dict[str, object]) -> str:
    return " ".join(f"{name}={value}" for name, value in answer.items())


def _told(definition: AnyPlayable, language: str, told: Sequence[Emitted]) -> Iterator[str]:
    """Write what happened, as somebody knows it who sees everything, and every number's lines."""
    said: list[Message] = [definition.tell(one.event) for one in told]
    if said:
        yield render_events(said, definition.catalogue, language)
    for ledger in _ledgers(told):
        yield render_ledger(ledger, definition.catalogue, language)


def _ledgers(told: Sequence[Emitted]) -> Iterator[Ledger]:
    for one in told:
        if isinstance(one.event, Rolled):
            yield from getattr(one.event.request, "ledgers", ())
