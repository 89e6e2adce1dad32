"""A whole game in words: its log, its replay and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from walstatt.cli.telling import Reader, deed, event_lines, events_at, is_past_telling
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.codec import plain
from walstatt.kernel.events import Event
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.outcome import Outcome
from walstatt.scene.pen import Pen


def log_lines(pen: Pen, match: Match, reader: Reader) -> Iterator[str]:
    """Tell all that happened, a sentence a line."""
    for n in range(len(match.entries)):
        for event in events_at(match, n, reader):
            yield from pen.wrapped(pen.say(match.definition.tell(event)), "  ", "    ")


def entry_lines(pen: Pen, match: Match, n: int, reader: Reader) -> Iterator[str]:
    """Tell one entry: who did what, what happened, with all dice and the numbers behind them."""
    what, events = deed(match, n, reader), events_at(match, n, reader)
    if n and what is None and not events and not is_past_telling(match, n):
        return
    heading = pen.wrapped(pen.say(_heading(match, n, what)))
    yield from (pen.paint(line, "head") for line in heading)
    if is_past_telling(match, n):
        yield f"  {pen.say(say('cli.replay.other_rules'))}"
    for event in events:
        yield from event_lines(pen, match, event, "  ")


def _heading(match: Match, n: int, what: Message | None) -> Message:
    entry = match.entries[n]
    if n == 0:
        return say("cli.replay.begin")
    name = match.definition.seat_name(entry.seat)
    if what is None:
        return say("cli.replay.acts", entry=n, name=name)
    form = "cli.replay.auto" if entry.auto else "cli.replay.does"
    return say(form, entry=n, name=name, what=what)


def replay_lines(pen: Pen, match: Match, reader: Reader) -> Iterator[str]:
    """Tell a game from the beginning, entry by entry."""
    for n in range(len(match.entries)):
        yield from entry_lines(pen, match, n, reader)


# -- how it ended --------------------------------------------------------------------------------


def outcome_lines(pen: Pen, match: Match) -> Iterator[str]:
    """Tell how a game ended, or that it goes on."""
    outcome = match.game.outcome
    if outcome is None:
        yield pen.say(say("cli.outcome.open", entries=len(match.entries) - 1))
        return
    yield from (pen.paint(line, "head") for line in pen.wrapped(pen.say(verdict(match, outcome))))
    scores = [f"{_name(pen, match, seat)} {score}" for seat, score in outcome.scores.items()]
    if scores:
        yield from pen.wrapped(pen.say(say("cli.outcome.scores", scores=", ".join(scores))))


def verdict(match: Match, outcome: Outcome) -> Message:
    """Say who won and why."""
    reason = match.definition.named(outcome.reason)
    if not outcome.winners:
        return say("cli.outcome.draw", reason=reason)
    first, *others = (match.definition.seat_name(seat) for seat in outcome.winners)
    together: Message = first
    for name in others:
        together = say("cli.outcome.and", first=together, second=name)
    return say("cli.outcome.won", n=len(outcome.winners), winners=together, reason=reason)


def _name(pen: Pen, match: Match, seat: Seat) -> str:
    return pen.say(match.definition.seat_name(seat))


# -- as data -------------------------------------------------------------------------------------


def replay_data(pen: Pen, match: Match, reader: Reader, last: int | None = None) -> dict[str, Any]:
    """Give a game as data: every entry with what happened, and how it ended."""
    header = match.header
    outcome = match.game.outcome
    count = len(match.entries) if last is None else last + 1
    return {
        "game": header.game,
        "version": header.version,
        "scenario": header.scenario,
        "options": header.options,
        "seats": list(match.game.rules.seats),
        "entries": [_entry_data(pen, match, n, reader) for n in range(count)],
        "outcome": None if outcome is None else _outcome_data(pen, match, outcome),
    }


def _entry_data(pen: Pen, match: Match, n: int, reader: Reader) -> dict[str, Any]:
    entry = match.entries[n]
    is_known = reader.everything or reader.seat == entry.seat
    return {
        "n": n,
        "seat": entry.seat,
        "answer": entry.answer if is_known else None,
        "kind": entry.kind,
        "auto": entry.auto,
        "state": entry.state,
        "events": [_event_data(pen, match, event) for event in events_at(match, n, reader)],
    }


def _event_data(pen: Pen, match: Match, event: Event) -> dict[str, Any]:
    return {"text": pen.say(match.definition.tell(event)), **msgspec.to_builtins(event)}


def _outcome_data(pen: Pen, match: Match, outcome: Outcome) -> dict[str, Any]:
    told = pen.say(match.definition.named(outcome.reason))
    return {"winners": list(outcome.winners), "scores": plain(outcome.scores), "reason": told}
