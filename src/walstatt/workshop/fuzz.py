"""The fuzzer: random games of everything, with what failed and what was never met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from time import perf_counter

import msgspec
from msgspec import Struct

from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.ids import RuleId
from walstatt.kernel.rulebook import Rulebook
from walstatt.kernel.trace import recording
from walstatt.workshop.crash import write_crash
from walstatt.workshop.exploring import Exploration, Setting, settings
from walstatt.workshop.playout import CRASHES


class Fault(Struct, frozen=True):
    """A game that went wrong."""

    game: str
    scenario: str
    preset: str
    seed: str
    decision: int
    error: str
    report: str
    """Where the report lies; the save is beside it."""


class Coverage(Struct, frozen=True):
    """What the random games of one title met, and what they never did."""

    game: str
    games: int
    decisions: int
    rules: int
    """How many rules random play should reach."""
    rules_hit: int
    never_hit: tuple[RuleId, ...]
    content: int
    content_seen: int
    never_seen: tuple[str, ...]


class FuzzReport(Struct, frozen=True):
    """What came of all the random games."""

    seed: str
    games: int
    decisions: int
    seconds: float
    faults: tuple[Fault, ...]
    coverage: tuple[Coverage, ...]

    def as_json(self) -> bytes:
        """Write the report as JSON."""
        return msgspec.json.encode(self)

    def as_text(self) -> str:
        """Write the report for people."""
        return "\n".join([*_head(self), *map(_fault, self.faults), *_covered(self.coverage), ""])


def fuzz(
    definitions: Iterable[AnyGameDef],
    games: int,
    seed: int | str = 0,
    scenarios: Sequence[str] | None = None,
    presets: Sequence[str] | None = None,
    out: Path = CRASHES,
    progress: Callable[[int], None] | None = None,
) -> FuzzReport:
    """Play so many random games of each title, going round its scenarios and presets."""
    begun = perf_counter()
    faults: list[Fault] = []
    coverage: list[Coverage] = []
    for definition in definitions:
        found, covered = _fuzz_one(
            definition, list(settings(definition, games, seed, scenarios, presets)), out, progress
        )
        faults += found
        coverage.append(covered)
    return FuzzReport(
        str(seed),
        sum(one.games for one in coverage),
        sum(one.decisions for one in coverage),
        perf_counter() - begun,
        tuple(faults),
        tuple(coverage),
    )


def _fuzz_one(
    definition: AnyGameDef,
    to_play: Sequence[Setting],
    out: Path,
    progress: Callable[[int], None] | None,
) -> tuple[list[Fault], Coverage]:
    faults: list[Fault] = []
    seen: set[str] = set()
    decisions = 0
    with recording() as heard:
        for number, setting in enumerate(to_play, 1):
            explored = Exploration(definition, setting)
            try:
                explored.play()
            except Exception as error:  # noqa: BLE001 - whatever it is, it is saved and reported
                faults.append(_saved(explored, error, out))
            seen |= explored.seen
            decisions += len(explored.given)
            if progress is not None:
                progress(number)
    return faults, _coverage(definition, len(to_play), decisions, heard.hits, seen)


def _saved(explored: Exploration, error: Exception, out: Path) -> Fault:
    setting, definition = explored.setting, explored.definition
    report = write_crash(
        out,
        definition,
        setting.scenario,
        setting.seed,
        explored.options,
        explored.given,
        error,
    )
    said = f"{type(error).__name__}: {error}"
    return Fault(
        definition.id,
        setting.scenario,
        setting.preset,
        setting.seed,
        len(explored.given),
        said,
        str(report),
    )


def _coverage(
    definition: AnyGameDef, games: int, decisions: int, hits: Counter[RuleId], seen: set[str]
) -> Coverage:
    expected = expected_rules(definition.rulebook)
    never_hit = tuple(rule for rule in expected if not hits[rule])
    content = definition.content_ids()
    return Coverage(
        definition.id,
        games,
        decisions,
        len(expected),
        len(expected) - len(never_hit),
        never_hit,
        len(content),
        len(content & seen),
        tuple(sorted(content - seen)),
    )


def expected_rules(rulebook: Rulebook) -> tuple[RuleId, ...]:
    """List the rules that random play should meet."""
    return tuple(
        rule
        for rule, entry in rulebook.rules.items()
        if not entry.not_applicable and not entry.not_in_random_play
    )


# -- the report as text ---------------------------------------------------------------------------


def _head(report: FuzzReport) -> Iterator[str]:
    speed = report.decisions / report.seconds if report.seconds else 0
    yield (
        f"{report.games} games, {report.decisions} decisions in {report.seconds:.1f} s"
        f" ({speed:,.0f} a second), seed {report.seed}: {len(report.faults)} faults"
    )


def _fault(fault: Fault) -> str:
    setting = f"{fault.game} {fault.scenario} {fault.preset}".strip()
    where = f"{setting}, seed {fault.seed}, decision {fault.decision}"
    return f"FAULT {where}: {fault.error}\n  {fault.report}"


def _covered(coverage: Iterable[Coverage]) -> Iterator[str]:
    for one in coverage:
        yield (
            f"{one.game}: {one.games} games, {one.rules_hit} of {one.rules} rules hit,"
            f" {one.content_seen} of {one.content} pieces of content seen"
        )
        if one.never_hit:
            yield f"  never hit: {', '.join(one.never_hit)}"
        if one.never_seen:
            yield f"  never seen: {', '.join(one.never_seen)}"
