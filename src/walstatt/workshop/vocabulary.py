"""The words of a game's cases, taken from its code so that they cannot be wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec import Struct

from walstatt.kernel.casebook import Casebook
from walstatt.kernel.chance import Die, Meaning
from walstatt.kernel.content import parse_content
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.decisions import Decision
from walstatt.kernel.definition import AnyGameDef, Ruleset
from walstatt.kernel.ids import RuleId, Seat
from walstatt.kernel.ledger import CONTRIBUTORS, Contributor, Quantity
from walstatt.kernel.options import Switch, switches
from walstatt.scene.playable import AnyPlayable
from walstatt.workshop.case_format import casebook_of
from walstatt.workshop.case_values import inline
from walstatt.workshop.case_words import (
    PLAIN,
    Describer,
    FieldWord,
    RecordWord,
    about,
    inner_records,
)

T = TypeVar("T")


class DecisionWord(Struct, frozen=True):
    """A kind of question to a seat, and what can be answered."""

    kind: str
    about: str
    answers: tuple[RecordWord, ...]


class LineWord(Struct, frozen=True):
    """A line that a ledger may have."""

    rule: RuleId
    stage: str
    about: str


class LedgerWord(Struct, frozen=True):
    """A number with its lines."""

    name: str
    rule: RuleId
    stages: tuple[str, ...]
    lines: tuple[LineWord, ...]


class ScenarioWord(Struct, frozen=True):
    """A scenario."""

    id: str
    title: str
    seats: tuple[Seat, ...]


class DieWord(Struct, frozen=True):
    """A die."""

    id: str
    faces: tuple[int | str, ...]


class OddsWord(Struct, frozen=True):
    """How a roll is read, and what `odds` may say of it."""

    roll: str
    about: str
    fields: tuple[FieldWord, ...]


class FactWord(Struct, frozen=True):
    """Something `then` may speak of."""

    name: str
    type: str


class Vocabulary(Struct, frozen=True):
    """Every word that a case of a game may use."""

    game: str
    title: str
    seats: tuple[Seat, ...]
    scenarios: tuple[ScenarioWord, ...]
    options: tuple[Switch, ...]
    phases: dict[str, str]
    given: tuple[FieldWord, ...]
    records: tuple[RecordWord, ...]
    decisions: tuple[DecisionWord, ...]
    questions: tuple[RecordWord, ...]
    ledgers: tuple[LedgerWord, ...]
    dice: tuple[DieWord, ...]
    odds: tuple[OddsWord, ...]
    facts: tuple[FactWord, ...]

    def as_text(self) -> str:
        """Write it as a page for people."""
        return "\n".join(_page(self)) + "\n"


def vocabulary(definition: AnyPlayable) -> Vocabulary:
    """Collect every word that a case of a game may use."""
    casebook = casebook_of(definition)
    words = Describer(casebook.type_names)
    text = definition.catalogue.text
    listed = definition.scenarios().values()
    scenarios = tuple(ScenarioWord(one.id, text(one.title, "en"), one.seats) for one in listed)
    return Vocabulary(
        definition.id,
        text(definition.title, "en"),
        tuple(dict.fromkeys(seat for one in scenarios for seat in one.seats)),
        scenarios,
        switches(definition.options_type),
        dict(casebook.phases),
        words.fields(casebook.given_type),
        tuple(words.record(one) for one in inner_records(casebook.given_type)),
        tuple(_decision(words, one) for one in definition.types(Decision).values()),
        tuple(_questions(words, casebook)),
        tuple(_ledgers(definition)),
        tuple(DieWord(one.id, one.faces) for one in _defined(definition, Die)),
        tuple(_odds(words, one) for one in definition.types(Meaning).values()),
        tuple(_facts(definition, casebook)),
    )


# -- what the game defines ---------------------------------------------------------------------


def _decision(words: Describer, cls: type[Decision[Any]]) -> DecisionWord:
    answers = tuple(words.record(one, _tag(one)) for one in cls.answers)
    return DecisionWord(_tag(cls), about(cls), answers)


def _questions(words: Describer, casebook: Casebook[Any]) -> Iterator[RecordWord]:
    """Describe the questions: by what is asked, or by what is done where several ask alike."""
    questions = casebook.questions()
    for one in questions:
        alone = sum(other.params is one.params for other in questions) == 1
        said = about(one.params) if alone else about(one.ask)
        yield RecordWord(one.name, said, words.fields(one.params))


def _tag(cls: type[Struct]) -> str:
    return str(cls.__struct_config__.tag)


def _ledgers(definition: AnyGameDef) -> Iterator[LedgerWord]:
    quantities = {one.id: one for one in _defined(definition, Quantity)}
    places = {module.__name__ for module in modules_of(definition)}
    for name, statements in CONTRIBUTORS.items():
        own = [one for one in statements if one.apply.__module__ in places]
        if own or name in quantities:
            yield _ledger(name, quantities.get(name), own)


def _ledger(name: str, quantity: Quantity[Any] | None, own: list[Contributor]) -> LedgerWord:
    used = tuple(dict.fromkeys(one.stage.name for one in own))
    stages = used if quantity is None else tuple(stage.name for stage in quantity.stages)
    lines = (LineWord(one.rule, one.stage.name, about(one.apply)) for one in own)
    in_order = sorted(lines, key=lambda line: stages.index(line.stage))
    rule = "" if quantity is None else quantity.rule
    return LedgerWord(name.rpartition(".")[2], rule, stages, tuple(in_order))


def _odds(words: Describer, cls: type[Meaning]) -> OddsWord:
    """Name the fields of what a roll is read into, or `result` where that is a bare value."""
    result = get_type_hints(cls.read)["return"]
    if isinstance(result, type) and issubclass(result, Struct):
        return OddsWord(_tag(cls), about(cls), words.fields(result))
    return OddsWord(
        _tag(cls), about(cls), (FieldWord("result", words.type(result), required=True),)
    )


def _defined(definition: AnyGameDef, cls: type[T]) -> list[T]:
    """List what the modules of a game name that is of a type."""
    named = (one for module in modules_of(definition) for one in vars(module).values())
    found: list[T] = []
    for one in named:
        if isinstance(one, cls) and one not in found:
            found.append(one)
    return found


def modules_of(definition: AnyGameDef) -> list[ModuleType]:
    """List the modules of a game and of the games played inside it."""
    packages = {sys.modules[type(one).__module__].__package__ for one in _family(definition)}
    inside = tuple(f"{package}." for package in packages)
    known = sorted(sys.modules.items())
    return [module for name, module in known if f"{name}.".startswith(inside)]


def _family(definition: AnyGameDef) -> Iterator[AnyGameDef]:
    yield definition
    for inner in definition.subgames().values():
        yield from _family(inner)


class _Example(Struct):
    given: dict[str, Any] = {}
    when: list[Any] = []
    then: dict[str, Any] = {}


def _facts(definition: AnyPlayable, casebook: Casebook[Any]) -> Iterator[FactWord]:
    """Name the facts by looking at the position of the game's example."""
    if not casebook.example:
        return
    given = parse_content(casebook.example, _Example, f"the example of {definition.id}").given
    read = msgspec.convert(given, casebook.given_type)
    options = definition.options_type()
    setup = casebook.arrange(read, options)
    scenario = str(given.get("scenario", ""))
    rules: Ruleset[Any, Any] = Ruleset(definition, scenario, options, setup.content, setup.seats)
    for name, value in casebook.facts(Ctx(rules, setup.world)).items():
        yield FactWord(name, shape(value))


def shape(value: object) -> str:
    """Describe plain data by its form."""
    if isinstance(value, Mapping):
        inner = next(iter(value.values()), None)
        if isinstance(inner, Mapping):
            return f"for each {{{', '.join(map(str, inner))}}}"
        return f"for each {shape(inner)}"
    if isinstance(value, list | tuple):
        return "list"
    return PLAIN.get(type(value), type(value).__name__)


# -- the page ----------------------------------------------------------------------------------


def _page(words: Vocabulary) -> Iterator[str]:
    yield f"{words.title} ({words.game})"
    yield f"seats: {', '.join(words.seats)}"
    yield from _section("scenarios", (f"{one.id}: {one.title}" for one in words.scenarios))
    yield from _section("options", map(_switch_line, words.options))
    yield from _section("phases", (f"{name}: {what}" for name, what in words.phases.items()))
    yield from _section("given", map(_field_line, words.given))
    for one in words.records:
        yield from _section(f"{one.name}: {one.about}", map(_field_line, one.fields))
    yield from _section("decisions and their answers", _decision_lines(words.decisions))
    yield from _section("questions (ask)", _record_lines(words.questions))
    yield from _section("ledgers", _ledger_lines(words.ledgers))
    yield from _section("dice", (f"{one.id}: {inline(one.faces)}" for one in words.dice))
    yield from _section("odds (then)", _odds_lines(words.odds))
    yield from _section("facts (then)", (f"{one.name}: {one.type}" for one in words.facts))


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    yield ""
    yield title
    yield from (f"  {line}" for line in lines)


def _switch_line(one: Switch) -> str:
    choices = f" ({' | '.join(one.choices)})" if one.choices else f" ({one.type})"
    return f"{one.name}{choices} = {inline(one.default)}, {one.rule}"


def _field_line(one: FieldWord) -> str:
    default = "" if one.required else f" = {one.default}"
    note = f". {one.note}" if one.note else ""
    return f"{one.name}: {one.type}{default}{note}"


def _decision_lines(decisions: Iterable[DecisionWord]) -> Iterator[str]:
    for one in decisions:
        yield f"{one.kind}: {one.about}"
        yield from (f"  {line}" for line in _record_lines(one.answers))


def _odds_lines(rolls: Iterable[OddsWord]) -> Iterator[str]:
    for one in rolls:
        yield f"{one.roll}: {one.about}"
        yield from (f"  {field.name}: {field.type}" for field in one.fields)


def _record_lines(records: Iterable[RecordWord]) -> Iterator[str]:
    for one in records:
        named = ", ".join(_field_line(field) for field in one.fields)
        yield f"{one.name}: {{{named}}}. {one.about}" if named else f"{one.name}. {one.about}"


def _ledger_lines(ledgers: Iterable[LedgerWord]) -> Iterator[str]:
    for one in ledgers:
        yield f"{one.name} ({one.rule}): {', '.join(one.stages)}"
        yield from (f"  {line.rule}, {line.stage}: {line.about}" for line in one.lines)
