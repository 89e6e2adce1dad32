"""What a case may say must be true, and how each is compared with the situation."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct, structs

from walstatt.i18n.catalogue import Message
from walstatt.kernel.content import did_you_mean
from walstatt.kernel.decisions import Answer, kind_of
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.events import Event
from walstatt.kernel.ids import RuleId, Seat
from walstatt.kernel.ledger import Ledger, Line
from walstatt.workshop.case_situation import (
    NobodyAsked,
    Said,
    Situation,
    asked_now,
    completed,
    total_of,
)
from walstatt.workshop.case_values import Words, answer_text, inline, written, written_answer

GONE = (None, "gone")
"""How a case says that something is there no more."""
ROUNDED = 0.0101
"""By less than this numbers with decimals may differ: reckoned another way they are rounded so."""


class Failure(Struct, frozen=True):
    """One thing that is not as the case says; `shown` is a ledger, its differing lines marked."""

    line: int
    sentence: str
    shown: tuple[str, ...] = ()


class Check(Struct, frozen=True):
    """One thing a case says must be true."""

    line: int

    def differences(self, now: Situation) -> Iterator[str]:
        """Say everything that differs."""
        raise TypeError(f"{type(self).__name__} cannot be compared with {now}")

    def failures(self, now: Situation) -> Iterator[Failure]:
        """List what differs, with the line of the case that is wrong."""
        for sentence in self.differences(now):
            yield Failure(self.line, sentence)


class FactCheck(Check, frozen=True):
    """Something about the world: what is said must hold, `{}` means nothing, the rest is free."""

    name: str
    wanted: Any

    def differences(self, now: Situation) -> Iterator[str]:
        """Compare with the facts."""
        return _differing(now, (self.name,), self.wanted, now.facts()[self.name])


def _differing(now: Situation, path: tuple[str, ...], wanted: Any, got: object) -> Iterator[str]:  # noqa: ANN401 - plain data
    if isinstance(wanted, dict) and isinstance(got, dict) and wanted:
        for key, one in wanted.items():
            yield from _differing_entry(now, (*path, key), one, got)
    elif not _alike(wanted, got):
        yield f"{'.'.join(path)}: expected {inline(wanted)}, got {inline(got)}"


def _alike(wanted: object, got: object) -> bool:
    """Is a fact what was said, however its words are joined, and a length to the hundredth?

    A mapping names only what matters.
    """
    if isinstance(wanted, str) and isinstance(got, str):
        return wanted.replace(" ", "_").lower() == got.replace(" ", "_").lower()
    if isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        return all(map(_alike, wanted, got))
    if isinstance(wanted, dict) and isinstance(got, dict) and wanted:
        return all(key in got and _alike(one, got[key]) for key, one in wanted.items())
    if isinstance(wanted, float) or isinstance(got, float):
        return _is_as_long(wanted, got)
    return wanted == got


def _is_as_long(wanted: object, got: object) -> bool:
    if not isinstance(wanted, int | float) or not isinstance(got, int | float):
        return False
    return abs(wanted - got) < ROUNDED


def _differing_entry(
    now: Situation, path: tuple[str, ...], wanted: object, got: dict[str, object]
) -> Iterator[str]:
    key, name = path[-1], ".".join(path)
    if wanted in GONE and _is_gone(got.get(key)):
        return
    if key in got:
        yield from _differing(now, path, wanted, got[key])
    elif wanted not in GONE:
        yield f"{name}: there is no such thing{did_you_mean(key, got)}; there are: {', '.join(got)}"
    elif not now.was_there(path):
        yield f"{name}: it cannot be gone, for it never was there"


def _is_gone(fact: object) -> bool:
    """Does a thing of which facts remain say itself that it is gone?"""
    return isinstance(fact, dict) and fact.get("gone") is True


class LedgerCheck(Check, frozen=True):
    """A number with its lines: the last one reckoned under a name."""

    name: str
    total: float | None = None
    lines: tuple[str, ...] | None = None
    struck: tuple[str, ...] | None = None

    def failures(self, now: Situation) -> Iterator[Failure]:
        """Compare, and show the ledger where it differs."""
        wrong = list(self.differences(now))
        ledger = now.ledger(self.name)
        shown = () if ledger is None else self.marked(ledger)
        for place, sentence in enumerate(wrong):
            yield Failure(self.line, sentence, shown if place == 0 else ())

    def differences(self, now: Situation) -> Iterator[str]:
        """Compare the total, the lines that count and those struck out."""
        ledger = now.ledger(self.name)
        if ledger is None:
            known = list(dict.fromkeys(one.name for one in now.ledgers))
            there = f"there are: {', '.join(known) or 'none'}"
            yield f"no ledger {self.name!r} was reckoned{did_you_mean(self.name, known)}; {there}"
            return
        if self.total is not None and self.total != total_of(ledger):
            yield f"ledger {self.name}: expected total {self.total:g}, got {total_of(ledger):g}"
        if self.lines is not None and list(self.lines) != ledger.explain():
            yield f"ledger {self.name}: the lines differ"
        if self.struck is not None and not _same_strikes(self.struck, struck_lines(ledger)):
            yield f"ledger {self.name}: the lines struck out differ"

    def marked(self, ledger: Ledger) -> tuple[str, ...]:
        """Write the ledger with what is missing and what is too much."""
        total = f"{total_of(ledger):g}"
        if self.total is not None and self.total != total_of(ledger):
            total += f" (expected {self.total:g})"
        got, strikes = ledger.explain(), struck_lines(ledger)
        lines = _marks(got if self.lines is None else self.lines, got)
        fine = self.struck is None or _same_strikes(self.struck, strikes)
        struck = _marks(strikes if fine else self.struck or (), strikes, "struck out: ")
        return (f"{ledger.name}: {total}", *lines, *struck)


def shown_ledger(ledger: Ledger) -> tuple[str, ...]:
    """Write a ledger of which nothing was said."""
    return LedgerCheck(0, ledger.name).marked(ledger)


def struck_lines(ledger: Ledger) -> list[str]:
    """Write the lines that do not count, with the rule that struck them out."""
    return [_strike(line) for line in ledger.lines if line.struck is not None]


def _strike(line: Line) -> str:
    by = line.struck.rule if line.struck is not None else ""
    return f"{line.explain().strip('()')} by {by}"


def _same_strikes(wanted: Sequence[str], got: Sequence[str]) -> bool:
    """Compare lines struck out; a case need not say by which rule."""
    if len(wanted) != len(got):
        return False
    pairs = zip(wanted, got, strict=True)
    return all(one in (other, other.partition(" by ")[0]) for one, other in pairs)


def _marks(wanted: Sequence[str], got: Sequence[str], before: str = "") -> list[str]:
    """Mark what is missing with a minus and what is too much with a plus in the margin."""
    notes = {"- ": "   <- expected, missing", "+ ": "   <- not expected"}
    compared = [one for one in difflib.ndiff(wanted, got) if not one.startswith("? ")]
    return [f"  {one[:2]}{before}{one[2:]}{notes.get(one[:2], '')}" for one in compared]


class AnswersCheck(Check, frozen=True):
    """What the questions asked since the last such check came to."""

    wanted: list[Any]

    def differences(self, now: Situation) -> Iterator[str]:
        """Compare in order."""
        got, now.answers = now.answers, []
        if not _alike(self.wanted, got):
            yield f"answers: expected {inline(self.wanted)}, got {inline(got)}"


class OutcomeCheck(Check, frozen=True):
    """How the game ended, or that it goes on."""

    over: bool = True
    winners: tuple[Seat, ...] | None = None
    reason: str = ""
    scores: dict[str, int] | None = None

    def differences(self, now: Situation) -> Iterator[str]:
        """Compare winners, reason and scores."""
        got = now.game.outcome
        if got is None or not self.over:
            if self.over != (got is not None):
                yield f"outcome: the game is {'not ' if self.over else ''}over"
            return
        if self.winners is not None and sorted(self.winners) != sorted(got.winners):
            yield f"outcome: expected winners {inline(self.winners)}, got {inline(got.winners)}"
        if self.reason not in ("", got.reason.id):
            yield f"outcome: expected reason {self.reason}, got {got.reason.id}"
        if self.scores not in (None, got.scores):
            yield f"outcome: expected scores {inline(self.scores)}, got {inline(got.scores)}"


class LogCheck(Check, frozen=True):
    """Rules that must have fired, in this order."""

    rules: tuple[RuleId, ...]

    def differences(self, now: Situation) -> Iterator[str]:
        """Find each after the one before."""
        fired = iter(now.recorder.fired)
        before = ""
        for rule in self.rules:
            if rule not in fired:
                after = f" after {before}" if before else ""
                yield f"log: {rule} did not fire{after}"
                return
            before = rule


class EventsCheck(Check, frozen=True):
    """Things that must have happened, in this order, with what must be true of each."""

    wanted: tuple[tuple[str, dict[str, Any]], ...]

    def differences(self, now: Situation) -> Iterator[str]:
        """Find each after the one before."""
        told = iter([one.event for one in now.tape])
        for name, fields in self.wanted:
            if not any(_tells(now, event, name, fields) for event in told):
                known = ", ".join(dict.fromkeys(_tag(one.event) for one in now.tape))
                shown = f" {inline(fields)}" if fields else ""
                yield f"events: {name}{shown} did not happen in this order; there were: {known}"
                return


def _tells(now: Situation, event: Event, name: str, fields: dict[str, Any]) -> bool:
    prefix = f"{now.definition.id}."
    if name not in (_tag(event), _tag(event).removeprefix(prefix)):
        return False
    got = {key: _told(now, value) for key, value in structs.asdict(event).items()}
    return all(key in got and got[key] == value for key, value in fields.items())


def _told(now: Situation, value: object) -> object:
    if isinstance(value, Message):
        return now.definition.catalogue.text(now.definition.named(value), "en")
    return written(object, value, now.writers)


def _tag(event: Event) -> str:
    return str(type(event).__struct_config__.tag)


class OptionsCheck(Check, frozen=True):
    """Exactly what a seat may answer now."""

    seat: Seat | None
    wanted: tuple[Said, ...]

    def differences(self, now: Situation) -> Iterator[str]:
        """Compare as sets."""
        seats = now.game.to_act
        seat = self.seat if self.seat is not None or len(seats) != 1 else seats[0]
        if seat is None and seats:
            yield f"options: {' and '.join(seats)} are asked; write them by seat"
            return
        got = () if seat is None else now.game.options(seat)
        if got is None:
            yield "options: they cannot be listed here; use options_include and options_exclude"
            return
        yield from _options_differ(self.wanted, got, now.writers)


def _options_differ(wanted: Sequence[Said], got: Sequence[Answer], words: Words) -> Iterator[str]:
    missing = [one.text for one in wanted if one.answer not in got]
    said = [one.answer for one in wanted]
    surplus = [_text_of(one, words) for one in got if one not in said]
    if missing:
        yield f"options: not possible: {'; '.join(missing)}"
    if surplus:
        yield f"options: also possible: {'; '.join(surplus)}"


def _text_of(answer: Answer, words: Words) -> str:
    shown = written_answer(answer, words)
    return answer_text(*next(iter(shown.items()))) if isinstance(shown, dict) else str(shown)


class LegalCheck(Check, frozen=True):
    """Answers that are, or are not, allowed now."""

    said: tuple[Said, ...]
    allowed: bool

    def differences(self, now: Situation) -> Iterator[str]:
        """Judge each."""
        for one in self.said:
            why = _why_not(now, one)
            if self.allowed and why:
                yield f"options_include: {one.text} is not possible: {why}"
            if not self.allowed and not why:
                yield f"options_exclude: {one.text} is possible"


def _why_not(now: Situation, said: Said) -> str:
    if said.answer is None:
        return said.wrong
    try:
        seat = now.seat_of(said)
        answer = completed(now.game, now.casebook, said.answer)
        return now.reasons(now.game.check(seat, answer, said.kind))
    except (BadRequest, NobodyAsked) as nobody:
        return str(nobody)


class Wanted(Struct, frozen=True):
    """A question that must be asked: to whom, of which kind, about what."""

    seat: Seat | None = None
    kind: str = ""
    fields: dict[str, Any] = {}


class PendingCheck(Check, frozen=True):
    """Who is asked what now; `all` says that nobody else is."""

    wanted: tuple[Wanted, ...]
    all: bool = False

    def differences(self, now: Situation) -> Iterator[str]:
        """Compare each question."""
        seats = now.game.to_act
        expected = [one.seat for one in self.wanted]
        if self.all and sorted(map(str, expected)) != sorted(seats):
            yield f"pending: expected {_names(expected)}, but {asked_now(now.game)}"
            return
        for one in self.wanted:
            yield from _pending(now, one, seats)


def _names(seats: Iterable[Seat | None]) -> str:
    return ", ".join(str(seat) for seat in seats) or "nobody"


def _pending(now: Situation, wanted: Wanted, seats: tuple[Seat, ...]) -> Iterator[str]:
    if wanted.seat is None and len(seats) > 1:
        yield f"pending: {' and '.join(seats)} are asked; say which with `seat`"
        return
    seat = wanted.seat if wanted.seat is not None else next(iter(seats), None)
    decision = None if seat is None else now.game.decision(seat)
    if decision is None:
        yield f"pending: {seat or 'nobody'} is not asked now: {asked_now(now.game)}"
        return
    if wanted.kind not in ("", kind_of(decision)):
        yield f"pending: expected {wanted.kind}, but {asked_now(now.game)}"
        return
    got = written(type(decision), decision, now.writers)
    if wanted.fields:
        yield from _differing(now, ("pending",), wanted.fields, got)
