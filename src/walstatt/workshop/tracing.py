"""From rule to code, tests and play: what implements, what proves it, how often it is hit."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from walstatt import games
from walstatt.games import all_games
from walstatt.kernel import trace as registry
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.errors import WalstattError
from walstatt.kernel.ids import RuleId
from walstatt.kernel.rulebook import RuleEntry
from walstatt.kernel.trace import recording
from walstatt.workshop.case_playing import heard_case
from walstatt.workshop.cases import load_cases
from walstatt.workshop.citations import (
    Citation,
    in_cases,
    in_code,
    in_content,
    in_docstrings,
    in_tests,
)
from walstatt.workshop.exploring import Exploration, settings

PREFIX: Final = re.compile(r"^prefix: *(\w+)", re.MULTILINE)
TESTS: Final = (Path("tests"),)
CASES: Final = (Path("cases"),)


class UnknownRules(WalstattError):
    """Rules are cited that the rulebook does not have."""

    def __init__(self, citations: Iterable[Citation]) -> None:
        self.citations = tuple(citations)
        lines = [f"  {one.rule} in {one.place}" for one in self.citations]
        super().__init__("\n".join(["these rules are in no rulebook:", *lines]))


class Traced(Struct, frozen=True):
    """One rule, where it is implemented and proved, and how often random play hit it."""

    entry: RuleEntry
    code: tuple[str, ...]
    tests: tuple[str, ...]
    hits: int

    @property
    def lacks(self) -> tuple[str, ...]:
        """Name what an applicable rule lacks."""
        if self.entry.not_applicable:
            return ()
        excused = bool(self.hits or self.entry.not_in_random_play)
        has = {"code": self.code, "tests": self.tests, "hits": excused}
        return tuple(name for name, found in has.items() if not found)


class Summary(Struct, frozen=True):
    """The trace in numbers."""

    rules: int
    not_applicable: int
    implemented: int
    tested: int
    hit: int
    missing: tuple[RuleId, ...]


class Ratchet(Struct, frozen=True, forbid_unknown_fields=True):
    """How many rules may still lack something; these numbers only ever shrink."""

    unimplemented: int
    untested: int
    never_hit: int


class Trace(Struct, frozen=True):
    """Every rule of a game with its code, tests and hits."""

    game: str
    games: int
    rules: tuple[Traced, ...]

    def summary(self) -> Summary:
        """Count."""
        applicable = [one for one in self.rules if not one.entry.not_applicable]
        return Summary(
            len(self.rules),
            len(self.rules) - len(applicable),
            sum(bool(one.code) for one in applicable),
            sum(bool(one.tests) for one in applicable),
            sum(bool(one.hits) for one in applicable),
            tuple(one.entry.id for one in self.rules if one.lacks),
        )

    def ratchet(self) -> Ratchet:
        """Count what is lacking."""
        lacking = [name for one in self.rules for name in one.lacks]
        return Ratchet(lacking.count("code"), lacking.count("tests"), lacking.count("hits"))

    def as_json(self) -> bytes:
        """Write the numbers as JSON."""
        return msgspec.json.encode(self.summary())

    def as_text(self) -> str:
        """Write the table, rules that lack something first."""
        order = sorted(self.rules, key=lambda one: not one.lacks)
        rows = [_row(one) for one in order]
        heads = ("rule", "code", "tests", "hits", "")
        widths = [max(len(row[at]) for row in (heads, *rows)) for at in range(len(heads))]
        lines = [_line(row, widths) for row in (heads, *rows)]
        return "\n".join([*lines, "", _total(self), ""])


def _row(one: Traced) -> tuple[str, str, str, str, str]:
    code, tests = _first(one.code), _first(one.tests)
    reason = one.entry.not_applicable or one.entry.not_in_random_play
    note = f"no {', no '.join(one.lacks)}" if one.lacks else reason
    return one.entry.id, code, tests, str(one.hits), note


def _first(places: Sequence[str]) -> str:
    """Name the first place, and how many more there are."""
    if not places:
        return "-"
    name = places[0].removeprefix("walstatt.games.").removeprefix("tests/")
    return name if len(places) == 1 else f"{name} +{len(places) - 1}"


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _total(trace: Trace) -> str:
    numbers = trace.summary()
    applicable = numbers.rules - numbers.not_applicable
    return (
        f"{trace.game}: {numbers.rules} rules, {applicable} applicable,"
        f" {numbers.implemented} implemented, {numbers.tested} tested,"
        f" {numbers.hit} hit in cases and {trace.games} random games,"
        f" {len(numbers.missing)} with a gap"
    )


# -- tracing --------------------------------------------------------------------------------------


def trace(
    definition: AnyGameDef,
    games: int | None = None,
    seed: int | str = 0,
    tests: Sequence[Path] = TESTS,
    cases: Sequence[Path] = CASES,
) -> Trace:
    """Trace every rule of a game; refuse ids that no rulebook has."""
    code = [*code_citations(definition), *in_content(definition.content_paths())]
    proofs = [*in_tests(existing(tests)), *in_cases(existing(cases), definition.id)]
    require_known(definition, [*code, *mentions(definition)], proofs)
    count = definition.trial_games if games is None else games
    hits = hits_in_play(definition, count, seed, existing(cases))
    by_code, by_test = _by_rule(code), _by_rule(proofs)
    rules = tuple(
        Traced(entry, by_code.get(rule, ()), by_test.get(rule, ()), hits.get(rule, 0))
        for rule, entry in definition.rulebook.rules.items()
    )
    return Trace(definition.id, count, rules)


def existing(paths: Iterable[Path]) -> list[Path]:
    """Leave out folders that are not there."""
    return [path for path in paths if path.exists()]


def package_of(definition: AnyGameDef) -> tuple[Path, str]:
    """Find the folder and the name of the package a game lives in."""
    module = sys.modules[type(definition).__module__]
    return Path(str(module.__file__)).parent, str(module.__package__)


def code_citations(definition: AnyGameDef) -> list[Citation]:
    """Find what a game's package cites, by reading it and by what it registered."""
    folder, package = package_of(definition)
    registered = [
        Citation(rule, place)
        for rule, places in registry.IMPLEMENTED.items()
        for place in places
        if place.startswith(f"{package}.")
    ]
    return [*in_code(folder, package), *registered]


def mentions(definition: AnyGameDef) -> list[Citation]:
    """Find the rules that docstrings mention, chapters left out; such a mention may be wrong."""
    known = definition.rulebook.rules
    chapters = {entry.chapter for entry in known.values()}
    found = in_docstrings(*package_of(definition))
    return [one for one in found if one.rule not in chapters and not _is_part(one.rule, known)]


def _is_part(rule: RuleId, known: Iterable[RuleId]) -> bool:
    return any(one.startswith(f"{rule}.") for one in known)


def require_known(
    definition: AnyGameDef, code: Iterable[Citation], proofs: Iterable[Citation]
) -> None:
    """Refuse ids of this game that its rulebook lacks, and in tests ids of no game at all."""
    own = definition.rulebook.prefix
    prefixes = {own, *(game.rulebook.prefix for game in all_games()), *written_prefixes()}
    unknown = [one for one in code if one.rule not in definition.rulebook]
    for one in proofs:
        prefix = one.rule.partition("-")[0]
        if prefix not in prefixes or (prefix == own and one.rule not in definition.rulebook):
            unknown.append(one)
    if unknown:
        raise UnknownRules(unknown)


def written_prefixes() -> set[str]:
    """Name the prefixes of all rulebooks there are, those of games in the making included."""
    books = sorted(Path(games.__file__).parent.glob("*/rules.yaml"))
    heads = (PREFIX.search(book.read_text(encoding="utf-8")) for book in books)
    return {found[1] for found in heads if found}


def hits_in_play(
    definition: AnyGameDef, games: int, seed: int | str, cases: Sequence[Path] = ()
) -> dict[RuleId, int]:
    """Count how often cases and random games apply each rule: in play, ledgers and refusals."""
    with recording() as heard:
        for case in load_cases(cases):
            if case.game == definition.id:
                heard.hits.update(heard_case(case)[1])
        for setting in settings(definition, games, seed):
            Exploration(definition, setting).play()
    return dict(heard.hits)


def _by_rule(citations: Iterable[Citation]) -> dict[RuleId, tuple[str, ...]]:
    found: dict[RuleId, dict[str, None]] = {}
    for one in citations:
        found.setdefault(one.rule, {})[one.place] = None
    return {rule: tuple(places) for rule, places in found.items()}
