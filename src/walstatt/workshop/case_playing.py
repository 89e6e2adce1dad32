"""Playing cases: does everything hold that a case says?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from walstatt.games import find_game
from walstatt.kernel.errors import WalstattError
from walstatt.kernel.ids import RuleId
from walstatt.kernel.trace import Recorder, recording
from walstatt.workshop.case_checks import (
    AnswersCheck,
    Failure,
    LedgerCheck,
    OutcomeCheck,
    shown_ledger,
)
from walstatt.workshop.case_format import Act, Ask, Case, Fall, Look, Refuse, Step, casebook_of
from walstatt.workshop.case_odds import OddsCheck
from walstatt.workshop.case_situation import Situation
from walstatt.workshop.case_values import block


class CaseResult(Struct, frozen=True):
    """Whether a case holds and, if not, what differs and how things stood then."""

    name: str
    file: str
    line: int
    ok: bool
    failures: tuple[str, ...] = ()
    position: str = ""
    ledgers: tuple[tuple[str, ...], ...] = ()
    """The ledgers that matter, line by line, with the differing lines marked."""
    log: tuple[str, ...] = ()
    fired: tuple[str, ...] = ()
    """The rules that were applied, in order."""

    def text(self) -> str:
        """Tell it to people."""
        where = f"{self.name} ({self.file}:{self.line})"
        return f"ok    {where}" if self.ok else "\n".join([f"FAIL  {where}", *self._report()])

    def _report(self) -> Iterator[str]:
        yield from (f"  * {failure}" for failure in self.failures)
        yield from _section("position", self.position.splitlines())
        for ledger in self.ledgers:
            yield from _section("ledger", ledger)
        yield from _section("log", self.log)
        yield from _section("rules applied", [" ".join(self.fired)] if self.fired else [])


def _section(title: str, lines: tuple[str, ...] | list[str]) -> Iterator[str]:
    if lines:
        yield f"  {title}"
        yield from (f"    {line}" for line in lines)


def run_case(case: Case) -> CaseResult:
    """Play a case and compare; whatever goes wrong is in the result, nothing is raised."""
    return heard_case(case)[0]


def heard_case(case: Case) -> tuple[CaseResult, Mapping[RuleId, int]]:
    """Play a case and compare; tell also how often it applied which rule."""
    with recording() as recorder:
        now: Situation | None = None
        failures: list[Failure] = []
        step: Step | None = None
        try:
            now = _situation(case, recorder)
            if not now.casebook.asks_as_given:
                now.start()
            for step in case.steps:
                failures += _take(now, step, last=step is case.steps[-1])
        except WalstattError as error:
            failures.append(Failure(step.line if step else case.line, str(error)))
        except Exception as fault:  # noqa: BLE001 - a fault of the rules fails this case, not all others
            sentence = f"a fault of the rules: {type(fault).__name__}: {fault}"
            failures.append(Failure(step.line if step else case.line, sentence))
        return _result(case, now, failures), recorder.hits


def play_case(case: Case) -> Situation:
    """Play a case to its end without comparing anything."""
    with recording() as recorder:
        now = _situation(case, recorder)
        if not now.casebook.asks_as_given:
            now.start()
        for step in case.steps:
            if not isinstance(step, Look):
                _take(now, step, last=False)
        now.start()
        return now


def _situation(case: Case, recorder: Recorder) -> Situation:
    definition = find_game(case.game)
    casebook = casebook_of(definition)
    setup = casebook.arrange(case.given, case.options)
    scenario = str(getattr(case.given, "scenario", ""))
    return Situation(definition, casebook, setup, case.options, scenario, recorder)


def _take(now: Situation, step: Step, *, last: bool) -> list[Failure]:
    if not _only_asks(now, step):
        now.start()
    match step:
        case Act(said=said):
            now.act(said)
        case Refuse(said=said, because=because):
            now.refuse(said, because)
        case Fall(fallen=fallen):
            now.fall(fallen)
        case Ask(question=question, params=params):
            now.ask(question, params)
        case Look():
            if any(isinstance(one, OutcomeCheck) and one.over for one in step.checks):
                now.let_end()
            if last and not _awaits_roll(step):
                now.require_over()
            return [failure for check in step.checks for failure in check.failures(now)]
    return []


def _only_asks(now: Situation, step: Step) -> bool:
    """Does a step only ask, or compare what was asked?"""
    if not isinstance(step, Look):
        return isinstance(step, Ask)
    asked = bool(now.answers or now.ledgers)
    return asked and all(isinstance(one, AnswersCheck | LedgerCheck) for one in step.checks)


def _awaits_roll(look: Look) -> bool:
    return any(isinstance(one, OddsCheck) and not one.said for one in look.checks)


def _result(case: Case, now: Situation | None, failures: list[Failure]) -> CaseResult:
    if not failures:
        return CaseResult(case.name, case.file, case.line, ok=True)
    sentences = tuple(f"line {one.line}: {one.sentence}" for one in failures)
    shown = tuple(one.shown for one in failures if one.shown)
    return CaseResult(
        case.name,
        case.file,
        case.line,
        ok=False,
        failures=sentences,
        position=block(now.facts()) if now is not None else "",
        ledgers=shown or (_last_ledgers(now) if now is not None else ()),
        log=tuple(now.log()) if now is not None else (),
        fired=tuple(now.recorder.fired) if now is not None else (),
    )


def _last_ledgers(now: Situation) -> tuple[tuple[str, ...], ...]:
    last = {ledger.name: ledger for ledger in now.ledgers}
    return tuple(shown_ledger(ledger) for ledger in last.values())
