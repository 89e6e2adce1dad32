"""Reading what a case says must be true."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, TypeAlias

from msgspec import Struct

from walstatt.kernel.content import did_you_mean
from walstatt.kernel.decisions import Decision
from walstatt.kernel.events import Event
from walstatt.workshop.case_checks import (
    AnswersCheck,
    Check,
    EventsCheck,
    FactCheck,
    LedgerCheck,
    LegalCheck,
    LogCheck,
    OptionsCheck,
    OutcomeCheck,
    PendingCheck,
    Wanted,
)
from walstatt.workshop.case_desk import Desk
from walstatt.workshop.case_odds import TOLERANCE, OddsCheck
from walstatt.workshop.case_values import inline, key_text, normal

Reading: TypeAlias = Callable[[Desk, str, object], Iterable[Check]]


def checks(desk: Desk, path: str, raw: object) -> tuple[Check, ...]:
    """Read a `then` block."""
    found: list[Check] = []
    for key, value in desk.mapping(path, raw, "what must be true").items():
        here = f"{path}.{key}"
        read = THEN_WORDS.get(key)
        if read is not None:
            found += read(desk, here, value)
        elif fact_is_known(desk, here, key):
            found.append(FactCheck(desk.line(here), key, normal(value)))
    return tuple(found)


def fact_is_known(desk: Desk, path: str, key: str) -> bool:
    """Note a word that is neither a check nor a fact of the game."""
    if desk.scope is None:
        return False
    known = [*desk.casebook.facts(desk.scope), *THEN_WORDS]
    if key not in known:
        there = ", ".join(known)
        desk.wrong(path, f"nothing is called so{did_you_mean(key, known)}; there are: {there}")
    return key in known


class LedgerWords(Struct, forbid_unknown_fields=True):
    """A ledger as a case writes it."""

    total: int | float | None = None
    lines: list[str] | None = None
    struck: list[str] | None = None


def ledgers(desk: Desk, path: str, raw: object) -> Iterator[Check]:
    """Read `ledger: {dice: {total: 3, lines: [...]}}`, or only the total."""
    for name, value in desk.mapping(path, raw, "ledgers by name").items():
        here = f"{path}.{name}"
        given = value if isinstance(value, dict) else {"total": value}
        words = desk.part(here, given, LedgerWords)
        if words is not None:
            lines, struck = (
                None if some is None else tuple(desk.cited(here, line) for line in some)
                for some in (words.lines, words.struck)
            )
            yield LedgerCheck(desk.line(here), name, words.total, lines, struck)


def answers(desk: Desk, path: str, raw: object) -> Iterator[Check]:
    """Read `answers: [10, true]`."""
    listed = [normal(one) for one in desk.listing(path, raw, "answers to the questions asked")]
    yield AnswersCheck(desk.line(path), listed)


def options(desk: Desk, path: str, raw: object) -> Iterator[Check]:
    """Read `options: [...]` of the one seat asked, or by seat."""
    if not isinstance(raw, dict):
        yield OptionsCheck(desk.line(path), None, desk.answers(path, raw))
        return
    for name, value in raw.items():
        seat = desk.seat(f"{path}.{name}", name)
        yield OptionsCheck(desk.line(path), seat, desk.answers(f"{path}.{name}", value))


def options_include(desk: Desk, path: str, raw: object) -> Iterator[Check]:
    """Read `options_include: [...]`."""
    yield LegalCheck(desk.line(path), desk.answers(path, raw), allowed=True)


def options_exclude(desk: Desk, path: str, raw: object) -> Iterator[Check]:
    """Read `options_exclude: [...]`."""
    yield LegalCheck(desk.line(path), desk.answers(path, raw, lenient=True), allowed=False)


def pending(desk: Desk, path: str, raw: object) -> Iterator[Check]:
    """Read `pending: {seat: red, kind: march}`, a list of such for all who are asked, or nobody."""
    if isinstance(raw, dict):
        yield PendingCheck(desk.line(path), (wanted(desk, path, raw),))
        yield from pending_options(desk, path, raw)
        return
    listed = [] if raw in (None, "nobody") else desk.listing(path, raw, "questions")
    found: list[Wanted] = []
    for place, one in enumerate(listed):
        here = f"{path}[{place}]"
        question = desk.mapping(here, one, "a question")
        found.append(wanted(desk, here, question))
        yield from pending_options(desk, here, question)
    yield PendingCheck(desk.line(path), tuple(found), all=True)


def wanted(desk: Desk, path: str, raw: dict[str, object]) -> Wanted:
    """Read one question that must be asked."""
    kind = raw.get("kind", "")
    if kind:
        desk.known(f"{path}.kind", kind, desk.definition.types(Decision), "kind of decision")
    seat = desk.seat(f"{path}.seat", raw.get("seat"))
    known = ("seat", "kind", "options")
    return Wanted(seat, str(kind), {key: normal(raw[key]) for key in raw if key not in known})


def pending_options(desk: Desk, path: str, raw: dict[str, object]) -> Iterator[Check]:
    """Read the options of a question that must be asked."""
    if "options" in raw:
        here = f"{path}.options"
        seat = desk.seat(f"{path}.seat", raw.get("seat"))
        yield OptionsCheck(desk.line(here), seat, desk.answers(here, raw["options"]))


def log(desk: Desk, path: str, raw: object) -> Iterator[Check]:
    """Read `log: [TOY-4.8]`."""
    yield LogCheck(desk.line(path), desk.rules(path, raw))


class OutcomeWords(Struct, forbid_unknown_fields=True):
    """An outcome as a case writes it."""

    winners: list[str] | None = None
    reason: str = ""
    scores: dict[str, int] | None = None


def outcome(desk: Desk, path: str, raw: object) -> Iterator[Check]:
    """Read `outcome: {winners: [red]}`, or nothing where the game must go on."""
    if raw is None:
        yield OutcomeCheck(desk.line(path), over=False)
        return
    words = desk.part(path, raw, OutcomeWords)
    if words is not None:
        seats = [desk.seat(f"{path}.winners", one) for one in words.winners or ()]
        winners = None if words.winners is None else tuple(one for one in seats if one is not None)
        line = desk.line(path)
        yield OutcomeCheck(line, winners=winners, reason=words.reason, scores=words.scores)


def events(desk: Desk, path: str, raw: object) -> Iterator[Check]:
    """Read `events: [toy.fell, {toy.lost: {n: 2}}]`."""
    found: list[tuple[str, dict[str, Any]]] = []
    tags = {**desk.definition.types(Event)}
    tags |= {tag.removeprefix(f"{desk.definition.id}."): event for tag, event in tags.items()}
    for place, one in enumerate(desk.listing(path, raw, "events")):
        here = f"{path}[{place}]"
        named = {one: {}} if isinstance(one, str) else desk.mapping(here, one, "an event")
        for name, fields in named.items():
            if desk.known(here, name, tags, "event") is not None:
                given = desk.mapping(f"{here}.{name}", fields, f"the fields of {name}")
                found.append((name, {key: normal(value) for key, value in given.items()}))
    yield EventsCheck(desk.line(path), tuple(found))


def odds(desk: Desk, path: str, raw: object) -> Iterator[Check]:
    """Read `odds: {answer: {...}, losses: {2: 0.25}}`, or a list of such."""
    if isinstance(raw, list):
        for place, one in enumerate(raw):
            yield from odds(desk, f"{path}[{place}]", one)
        return
    given = dict(desk.mapping(path, raw, "odds"))
    answer, roll = given.pop("answer", []), given.pop("roll", "")
    tolerance = chance(desk, f"{path}.tolerance", given.pop("tolerance", TOLERANCE))
    several = answer if isinstance(answer, list) else [answer]
    said = [desk.said(f"{path}.answer", one) for one in several]
    fields = {key: probabilities(desk, f"{path}.{key}", one) for key, one in given.items()}
    if not fields:
        desk.wrong(path, "of what? for example `losses: {2: 0.25}`")
    known = tuple(one for one in said if one is not None)
    yield OddsCheck(desk.line(path), known, fields, str(roll), float(tolerance))


def probabilities(desk: Desk, path: str, raw: object) -> dict[str, Fraction]:
    """Read `{2: 0.25, ">=3": 1/8}`."""
    given = desk.mapping(path, raw, "probabilities by value")
    return {key_text(key): chance(desk, f"{path}.{key}", one) for key, one in given.items()}


def chance(desk: Desk, path: str, raw: object) -> Fraction:
    """Read a probability: a number, or a fraction such as 1/36."""
    try:
        found = Fraction(str(raw).replace(" ", ""))
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if not 0 <= found <= 1:
        desk.wrong(path, f"expected a probability from 0 to 1, got {inline(raw)}")
    return found


THEN_WORDS: dict[str, Reading] = {
    "ledger": ledgers,
    "answers": answers,
    "options": options,
    "options_include": options_include,
    "options_exclude": options_exclude,
    "pending": pending,
    "odds": odds,
    "log": log,
    "outcome": outcome,
    "events": events,
}
"""What can be checked in every game; no game may call a fact so."""
