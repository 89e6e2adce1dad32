"""Army files: read completely or refused with every reason by line and field; and written."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import yaml
from msgspec.structs import replace

from walstatt.games.idg.army import FORMAT, FREE, Army, General, Name, Note, Unit, names_of
from walstatt.games.idg.lists import ArmyList, army_lists
from walstatt.games.idg.muster import (
    Muster,
    counted,
    kind_in,
    muster,
    split_key,
    unit_called,
)
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.troops import FOLDER
from walstatt.kernel.content import (
    ContentError,
    ContentProblem,
    Flaw,
    Lines,
    did_you_mean,
    load_with_lines,
    parse_with_lines,
    read_part,
)

MOST_BYTES: Final = 100_000
"""No army file is larger."""
VERSION: Final = "walstatt-army"
WIDTH: Final = 110
HEADER: Final = "# An army for In Death Ground; `walstatt army check FILE` judges it.\n"


# -- reading -------------------------------------------------------------------------------------


def load_army(path: Path) -> Army:
    """Read an army from a file, or say everything that is wrong with it."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise _refused(str(path), f"cannot be read: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise _refused(str(path), f"larger than {MOST_BYTES // 1000} kB: this is no army")
    try:
        army, lines = load_with_lines(path, Army)
    except ContentError as error:
        raise ContentError(map(_clearer, error.problems)) from None
    return _known(as_listed(army), lines)


def read_army(text: str, file: str = "army") -> Army:
    """Read an army from a text, or say everything that is wrong with it."""
    if len(text.encode(errors="surrogatepass")) > MOST_BYTES:
        raise _refused(file, f"larger than {MOST_BYTES // 1000} kB: this is no army")
    try:
        army, lines = parse_with_lines(text, Army, file)
    except ContentError as error:
        raise ContentError(map(_clearer, error.problems)) from None
    return _known(as_listed(army), lines)


def army_from(data: object, file: str = "army") -> Army:
    """Read an army from plain data, such as a roster that came with a game."""
    text = msgspec.json.encode(data)
    if len(text) > MOST_BYTES:
        raise _refused(file, f"larger than {MOST_BYTES // 1000} kB: this is no army")
    lines = Lines(file, {})
    return _known(as_listed(read_part(msgspec.json.decode(text), Army, lines, "")), lines)


def _refused(file: str, message: str) -> ContentError:
    return ContentError([ContentProblem(file, 1, "", message)])


def _clearer(problem: ContentProblem) -> ContentProblem:
    """Say it in a player's words if this is no army file, or one of another version."""
    if problem.field != VERSION:
        return problem
    message = f"this program reads army files of format {FORMAT}: {problem.message}"
    return msgspec.structs.replace(problem, message=message)


def _known(army: Army, lines: Lines) -> Army:
    flaws = [lines.problem(*flaw) for flaw in unknown_words(army)]
    if flaws:
        raise ContentError(flaws)
    return army


def mustered(army: Army, options: IdgOptions) -> Muster:
    """Muster an army, or say which of its words nobody knows."""
    return muster(_known(army, Lines("army", {})), options)


# -- words in any spelling ------------------------------------------------------------------------


def as_listed(army: Army) -> Army:
    """Write states, the theatre and an exceptional general as the lists do."""
    book = army_lists().get(army.list)
    if book is None:
        return army
    general = army.general
    if general is not None:
        general = replace(general, exceptional=book.word(general.exceptional))
    return replace(
        army,
        state=book.word(army.state),
        theatre=book.word(army.theatre),
        general=general,
        units=_of_states(army.list, army.units),
        allies=tuple(
            replace(one, state=_word_in(one.list, one.state), units=_of_states(one.list, one.units))
            for one in army.allies
        ),
    )


def _of_states(book: str, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    return tuple(replace(one, state=_word_in(book, one.state)) for one in units)


def _word_in(book: str, given: str) -> str:
    found = army_lists().get(book)
    return found.word(given) if found else given


# -- words that nobody knows ---------------------------------------------------------------------


def unknown_words(army: Army) -> Iterator[Flaw]:
    """List every word of an army that its list does not know."""
    yield from _strange_letters("name", army.name)
    yield from _strange_letters("note", army.note)
    lists = army_lists()
    if army.list not in lists and army.list != FREE:
        yield "list", _unknown("list", army.list, (*lists, FREE))
        return
    book = lists.get(army.list)
    yield from _unknown_in(book, army.state, army.theatre)
    yield from _unknown_in_units("", book, army.units)
    yield from _unknown_in_general(army, book)
    for at, one in enumerate(army.allies):
        where = f"allies[{at}]"
        if one.list not in lists:
            yield f"{where}.list", _unknown("list", one.list, lists)
            continue
        for field, message in _unknown_in(lists[one.list], one.state, ""):
            yield f"{where}.{field}", message
        yield from _unknown_in_units(f"{where}.", lists[one.list], one.units)


def _unknown(what: str, given: str, known: Iterable[str]) -> str:
    names = list(known)
    there = f"; there are: {', '.join(names)}" if names else "; there is none"
    return f"unknown {what} {given!r}{did_you_mean(given, names) or there}"


def _strange_letters(field: str, name: Name | Note) -> Iterator[Flaw]:
    for text in names_of(name):
        shown = text.replace("\n", " ") if field == "note" else text
        if any(unicodedata.category(letter) in ("Cc", "Cs", "Co") for letter in shown):
            yield field, "has letters that cannot be printed"


def _unknown_in(book: ArmyList | None, state: str, theatre: str) -> Iterator[Flaw]:
    states = book.states if book else ()
    theatres = book.theatres if book else {}
    if state and state not in states:
        yield "state", _unknown("state", state, states)
    if theatre and theatre not in theatres:
        yield "theatre", _unknown("theatre", theatre, theatres)


def _unknown_in_units(at: str, book: ArmyList | None, units: tuple[Unit, ...]) -> Iterator[Flaw]:
    for place, unit in enumerate(units):
        where = f"{at}units[{place}]"
        yield from _strange_letters(f"{where}.name", unit.name)
        yield from _kind_flaws(where, book, unit)
        if book is not None and unit.line:
            yield from _unknown_in_unit(where, book, unit)


def _kind_flaws(where: str, book: ArmyList | None, unit: Unit) -> Iterator[Flaw]:
    """A unit is of a line, or artillery in exchange, or, without a list, of any troops."""
    given = [name for name in ("line", "exchange", "troops") if getattr(unit, name)]
    allowed = ("line", "exchange") if book is not None else ("troops", "exchange")
    if len(given) != 1 or given[0] not in allowed:
        found = " and ".join(given) or "none of them"
        yield where, f"a unit has either {' or '.join(allowed)}, not {found}"
    for name in ("elements", "options", "origin"):
        if getattr(unit, name) and not unit.line:
            yield f"{where}.{name}", "is for units of a line"
    if unit.line and unit.elements is None:
        yield f"{where}.elements", "is missing: how many elements has the unit?"


def _unknown_in_unit(where: str, book: ArmyList, unit: Unit) -> Iterator[Flaw]:
    if unit.line not in book.lines:
        yield f"{where}.line", _unknown("line", unit.line, book.lines)
        return
    line = book.lines[unit.line]
    if unit.state and unit.state not in book.states:
        yield f"{where}.state", _unknown("state", unit.state, book.states)
    if unit.origin and unit.origin not in line.origins:
        yield f"{where}.origin", _unknown("origin", unit.origin, line.origins)
    yield from _unknown_options(f"{where}.options", book, unit.line, unit.options)
    for key in counted(book, unit) if unit.elements is not None else ():
        field = f"{where}.elements.{key}"
        kind, upgrades = split_key(key)
        yield from _unknown_kind(field, book, unit.line, kind)
        yield from _unknown_options(field, book, unit.line, upgrades)


def _unknown_kind(field: str, book: ArmyList, line: str, kind: str) -> Iterator[Flaw]:
    other, troop = kind_in(line, kind)
    if other not in book.lines:
        yield field, _unknown("line", other, book.lines)
    elif troop not in book.lines[other].troops:
        yield field, _unknown(f"kind of {other}", troop, book.lines[other].troops)


def _unknown_options(
    field: str, book: ArmyList, line: str, options: tuple[str, ...]
) -> Iterator[Flaw]:
    for option in options:
        if option not in book.upgrades:
            mine = [name for name, one in book.upgrades.items() if line in one.lines]
            yield field, _unknown("option", option, mine)


def _unknown_in_general(army: Army, book: ArmyList | None) -> Iterator[Flaw]:
    general = army.general
    if general is None:
        return
    yield from _strange_letters("general.name", general.name)
    if general.unit is not None and unit_called(army, general.unit) is None:
        names = [name for unit in army.units for name in names_of(unit.name) if name]
        guess = did_you_mean(general.unit, names)
        yield "general.with", f"there is no unit {general.unit!r}{guess}"
    yield from _unknown_line(general, book)


def _unknown_line(general: General, book: ArmyList | None) -> Iterator[Flaw]:
    if book is None or general.profile is not None:
        if general.line or book is not None:
            yield "general", "has a line of the list, or a profile in an army without one"
        return
    if general.line and general.line not in book.lines:
        yield "general.line", _unknown("line", general.line, book.lines)
    elif general.line and general.troop not in ("", *book.lines[general.line].troops):
        troops = book.lines[general.line].troops
        yield "general.troop", _unknown(f"kind of {general.line}", general.troop, troops)
    yield from _unknown_options("general.options", book, general.line, general.options)


# -- writing -------------------------------------------------------------------------------------


def write_army(army: Army) -> str:
    """Write an army so that people can read, change and mail it."""
    fields = {VERSION: FORMAT, **msgspec.json.decode(msgspec.json.encode(army))}
    if not fields.get("equipment"):
        fields.pop("equipment", None)
    return HEADER + "".join(_written(name, value) for name, value in fields.items())


def _written(name: str, value: object) -> str:
    """Write a field: in one line if it fits, a list with one line for each entry that does."""
    whole = _flow({name: value})
    if not value or (name not in _LISTS and len(whole) <= WIDTH):
        return whole + "\n"
    if isinstance(value, list):
        return f"{name}:\n" + "".join(_entry(one) for one in value)
    return str(yaml.dump({name: value}, default_flow_style=None, **_STYLE))


def _entry(value: object) -> str:
    line = f"  - {yaml.dump(value, default_flow_style=True, **_ONE_LINE).strip()}"
    if len(line) <= WIDTH:
        return line + "\n"
    block = yaml.dump([value], default_flow_style=None, **_STYLE)
    return "".join(f"  {row}\n" for row in block.splitlines())


def _flow(fields: dict[str, object]) -> str:
    """Write `name: value` in one line, without the braces around it."""
    return str(yaml.dump(fields, default_flow_style=True, **_ONE_LINE)).strip()[1:-1]


_LISTS: Final = ("units", "allies")
_STYLE: Final[dict[str, Any]] = {
    "sort_keys": False,
    "allow_unicode": True,
    "width": WIDTH,
    "Dumper": yaml.SafeDumper,
}
_ONE_LINE: Final[dict[str, Any]] = {**_STYLE, "width": 100_000}


# -- ready armies --------------------------------------------------------------------------------


@cache
def ready_armies() -> dict[str, Army]:
    """Read the armies that come with the game, by id."""
    paths = sorted((FOLDER / "armies").glob("*.yaml"))
    return {path.stem: load_army(path) for path in paths}
