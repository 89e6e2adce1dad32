"""Reading cases from files, with everything wrong in all of them listed by file and line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from walstatt.games import find_game
from walstatt.kernel.chance import Outcomes
from walstatt.kernel.content import (
    ContentError,
    ContentProblem,
    Lines,
    load_with_lines,
    parse_with_lines,
)
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Face
from walstatt.workshop.case_desk import Desk
from walstatt.workshop.case_format import (
    SIDE_WORDS,
    STEP_WORDS,
    Act,
    Ask,
    Case,
    CaseError,
    Fall,
    Look,
    RawCase,
    Refuse,
    Step,
    casebook_of,
)
from walstatt.workshop.case_situation import Fallen
from walstatt.workshop.case_then import checks
from walstatt.workshop.case_values import inline

_FILE: type[RawCase | list[RawCase]] = RawCase | list[RawCase]  # type: ignore[assignment]
Reading: TypeAlias = Callable[[Desk, str, dict[str, object]], Step | None]


def load_cases(paths: Sequence[Path]) -> list[Case]:
    """Read the cases of files and folders, or raise every problem of all of them."""
    cases: list[Case] = []
    problems: list[ContentProblem] = []
    for path in paths:
        files = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        if not files:
            problems.append(ContentProblem(str(path), 1, "", "there are no cases in this folder"))
        for file in files:
            try:
                cases += _cases(*load_with_lines(file, _FILE))
            except (ContentError, CaseError) as error:
                problems += error.problems
    if problems:
        raise CaseError(problems)
    return cases


def parse_cases(text: str, file: str) -> list[Case]:
    """Read the cases of a text; `file` is its name in problems."""
    try:
        return _cases(*parse_with_lines(text, _FILE, file))
    except ContentError as error:
        raise CaseError(error.problems) from None


def _cases(raw: RawCase | list[RawCase], lines: Lines) -> list[Case]:
    several = (
        {"": raw} if isinstance(raw, RawCase) else {f"[{n}]": one for n, one in enumerate(raw)}
    )
    cases: list[Case] = []
    problems: list[ContentProblem] = []
    for prefix, one in several.items():
        try:
            cases.append(_case(one, lines, prefix))
        except CaseError as error:
            problems += error.problems
    if problems:
        raise CaseError(problems)
    return cases


def _case(raw: RawCase, lines: Lines, prefix: str) -> Case:
    desk = _desk(raw, lines, prefix)
    rules = desk.rules("rules", raw.rules)
    options = desk.part("options", raw.options, desk.definition.options_type)
    given = desk.part("given", raw.given, desk.casebook.given_type)
    if given is not None:
        desk.lay_out(given, options or desk.definition.options_type())
    steps = _steps(desk, raw)
    if desk.problems or options is None or given is None:
        raise CaseError(desk.problems)
    return Case(raw.case, lines.file, desk.line("case"), raw.game, rules, options, given, steps)


def _desk(raw: RawCase, lines: Lines, prefix: str) -> Desk:
    try:
        definition = find_game(raw.game)
        return Desk(definition, casebook_of(definition), lines, prefix)
    except BadRequest as error:
        raise CaseError([lines.problem(f"{prefix}.game".strip("."), str(error))]) from None


def _steps(desk: Desk, raw: RawCase) -> tuple[Step, ...]:
    read = [_step(desk, f"when[{place}]", one) for place, one in enumerate(raw.when)]
    proves = any(isinstance(one, dict) and ("illegal" in one or "then" in one) for one in raw.when)
    if not raw.then and not proves:
        desk.wrong("then", "is missing: a case says what must be true")
    steps = [one for one in read if one is not None]
    return (*steps, Look(desk.line("then"), checks(desk, "then", raw.then)))


def _step(desk: Desk, path: str, raw: object) -> Step | None:
    step = {raw: {}} if isinstance(raw, str) else desk.mapping(path, raw, "a step")
    words = [word for word in step if word in STEP_WORDS]
    if not words:
        said = desk.said(path, raw) if isinstance(raw, str | dict) else None
        return None if said is None else Act(desk.line(path), said)
    if len(words) > 1:
        desk.wrong(path, f"these are several steps: {', '.join(words)}")
        return None
    (word,) = words
    beside = SIDE_WORDS if word == "illegal" else ()
    desk.forbid(path, [key for key in step if key != word], beside)
    return _READ[word](desk, path, step)


def _dice(desk: Desk, path: str, step: dict[str, object]) -> Step | None:
    word = "dice" if "dice" in step else "draw"
    value, here = step[word], f"{path}.{word}"
    if not isinstance(value, dict):
        return Fall(desk.line(path), Fallen(word, _faces(desk, here, value)))
    by_key = {str(key): _faces(desk, f"{here}.{key}", one) for key, one in value.items()}
    return Fall(desk.line(path), Fallen(word, by_key=by_key))


def _faces(desk: Desk, path: str, raw: object) -> Outcomes:
    listed = raw if isinstance(raw, list) else [raw]
    faces: list[Face] = [one for one in listed if isinstance(one, int | str)]
    if len(faces) != len(listed):
        desk.wrong(path, f"expected faces, got {inline(raw)}")
    return tuple(faces)


def _illegal(desk: Desk, path: str, step: dict[str, object]) -> Step | None:
    if "because" not in step:
        desk.wrong(
            path, "`because` is missing: the rules it breaks, or [] if it is no answer at all"
        )
    because = desk.rules(f"{path}.because", step.get("because", []))
    beside = {key: step[key] for key in ("seat", "kind") if key in step}
    raw = step["illegal"]
    tried = {raw: {}} if isinstance(raw, str) else raw
    merged = {**tried, **beside} if isinstance(tried, dict) else tried
    said = desk.said(f"{path}.illegal", merged, lenient=True)
    return None if said is None else Refuse(desk.line(path), said, because)


def _ask(desk: Desk, path: str, step: dict[str, object]) -> Step | None:
    here = f"{path}.ask"
    raw = step["ask"]
    asked = {raw: {}} if isinstance(raw, str) else desk.mapping(here, raw, "a question")
    questions = {one.name: one for one in desk.casebook.questions()}
    if len(asked) != 1:
        desk.wrong(here, f"expected one question, got {', '.join(asked) or 'none'}")
        return None
    ((name, given),) = asked.items()
    question = desk.known(here, name, questions, "question")
    if question is None or desk.scope is None:
        return None
    params: Struct | None = None
    with desk.noting(f"{here}.{name}"):
        translated = desk.translated(question.params, {} if given is None else given)
        params = desk.part(f"{here}.{name}", translated, question.params)
    return None if params is None else Ask(desk.line(path), question, params)


def _then(desk: Desk, path: str, step: dict[str, object]) -> Step | None:
    return Look(desk.line(path), checks(desk, f"{path}.then", step["then"]))


_READ: dict[str, Reading] = {
    "dice": _dice,
    "draw": _dice,
    "illegal": _illegal,
    "ask": _ask,
    "then": _then,
}
