"""What can be wrong with the toy game's content although every file can be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from walstatt.boards import BoardError
from walstatt.games.toy.content import (
    Placed,
    ScenarioFile,
    TableMap,
    UnitType,
    UnitTypes,
    hex_field,
    table_field,
)
from walstatt.games.toy.field import BASE, Disc, Field, HexField, Place, TableField, distance
from walstatt.kernel.content import ContentError, ContentProblem, Flaw, load_with_lines

SEATS = ("red", "blue", "gold")
"""Whoever can fight. TOY-1.1."""
CARDS = range(1, 6)
"""The values of plan cards. TOY-1.4."""


def problems(folder: Path) -> list[ContentProblem]:
    """List everything that is wrong, in all files."""
    found: list[ContentProblem] = []
    types = _checked_types(folder / "units.yaml", found)
    for path in sorted((folder / "scenarios").glob("*.yaml")):
        try:
            file, lines = load_with_lines(path, ScenarioFile)
        except ContentError as error:
            found += error.problems
        else:
            found += (lines.problem(*flaw) for flaw in flaws(file, types))
    return found


def _checked_types(path: Path, found: list[ContentProblem]) -> dict[str, UnitType] | None:
    """Read the unit types; None if they cannot be read."""
    try:
        file, lines = load_with_lines(path, UnitTypes)
    except ContentError as error:
        found += error.problems
        return None
    found += (lines.problem(*flaw) for flaw in type_flaws(file.units))
    return file.units


def type_flaws(types: dict[str, UnitType]) -> Iterator[Flaw]:
    """Say what is wrong with the unit types."""
    for name, one in types.items():
        for field, least in (("strength", 1), ("moves", 0), ("range", 1), ("worth", 0)):
            if getattr(one, field) < least:
                yield f"units.{name}.{field}", f"must be at least {least}"


def flaws(file: ScenarioFile, types: dict[str, UnitType] | None) -> Iterator[Flaw]:
    """Say what is wrong with a scenario."""
    yield from _seat_flaws(file)
    yield from _card_flaws(file)
    field, wrong = _laid_out(file)
    yield from wrong
    yield from _unit_flaws(file, types)
    if field is not None:
        yield from _place_flaws(file.units, field)


def _seat_flaws(file: ScenarioFile) -> Iterator[Flaw]:
    if not file.seats:
        yield "seats", "there must be at least one seat"
    for at, seat in enumerate(file.seats):
        if seat not in SEATS:
            yield f"seats[{at}]", f"unknown seat {seat!r}; there are: {', '.join(SEATS)}"
        if seat in file.seats[:at]:
            yield f"seats[{at}]", f"seat {seat!r} stands here twice"


def _card_flaws(file: ScenarioFile) -> Iterator[Flaw]:
    """Check the deck. TOY-1.4."""
    for card, count in file.deck.items():
        if card not in CARDS:
            yield f"deck.{card}", "a card has a value from 1 to 5"
        if count < 0:
            yield f"deck.{card}", "there cannot be fewer than no cards"
    dealt, there = file.hand * len(file.seats), sum(file.deck.values())
    if file.hand < 1:
        yield "hand", "a hand holds at least one card"
    elif dealt > there:
        seats = len(file.seats)
        yield "hand", f"{seats} hands of {file.hand} take {dealt} cards, the deck has {there}"


# -- the battlefield -----------------------------------------------------------------------------


def _laid_out(file: ScenarioFile) -> tuple[Field[Any] | None, list[Flaw]]:
    """Lay the battlefield out, as far as it makes sense, and say what does not."""
    if (file.map is None) == (file.table is None):
        return None, [("", "a scenario has either a map or a table")]
    if file.table is not None:
        return table_field(file.table), list(_table_flaws(file.table))
    return _hexes(file)


def _hexes(file: ScenarioFile) -> tuple[HexField | None, list[Flaw]]:
    drawn = file.map
    if drawn is None or drawn.rows < 1 or drawn.columns < 1:
        return None, [("map", "a map has at least one row and one column")]
    field = hex_field(replace(drawn, hill="1,1", woods=()))
    wrong = list(_off_map(field, "map.hill", drawn.hill))
    for at, label in enumerate(drawn.woods):
        wrong += _off_map(field, f"map.woods[{at}]", label)
    return field, wrong


def _off_map(field: HexField, where: str, label: str) -> Iterator[Flaw]:
    try:
        field.grid.parse(label)
    except BoardError as wrong:
        yield where, str(wrong)


def _table_flaws(table: TableMap) -> Iterator[Flaw]:
    if table.width * 10 < BASE or table.height * 10 < BASE:
        yield "table", f"not even one base of {BASE // 10} mm fits on this table"
    discs = [("table.hill", table.hill)]
    discs += [(f"table.woods[{at}]", disc) for at, disc in enumerate(table.woods)]
    for where, disc in discs:
        if disc.radius < 1:
            yield where, "the radius must be at least 1 mm"
        if not _is_within(table, disc):
            yield where, "its middle is not on the table"


def _is_within(table: TableMap, disc: Disc) -> bool:
    return 0 <= disc.x <= table.width and 0 <= disc.y <= table.height


# -- units ---------------------------------------------------------------------------------------


def _unit_flaws(file: ScenarioFile, types: dict[str, UnitType] | None) -> Iterator[Flaw]:
    seen: set[str] = set()
    for at, unit in enumerate(file.units):
        if unit.id in seen:
            yield f"units[{at}].id", f"another unit is called {unit.id!r} as well"
        seen.add(unit.id)
        if unit.side not in file.seats:
            yield f"units[{at}].side", f"{unit.side!r} is no seat of this scenario"
        if types is not None and unit.type not in types:
            known = ", ".join(types)
            yield f"units[{at}].type", f"unknown unit type {unit.type!r}; there are: {known}"


def _place_flaws(units: Iterable[Placed], field: Field[Any]) -> Iterator[Flaw]:
    """Check that every unit stands somewhere, and none where another one stands. TOY-1.3."""
    taken: list[tuple[str, Place]] = []
    for at, unit in enumerate(units):
        place = _place(field, unit.at)
        if isinstance(place, str):
            yield f"units[{at}].at", place
            continue
        other = next((name for name, there in taken if _overlap(place, there)), None)
        if other is not None:
            yield f"units[{at}].at", f"{unit.id!r} stands where {other!r} stands already"
        taken.append((unit.id, place))


def _place(field: Field[Any], at: str | tuple[int, int]) -> Place | str:
    """Read a place, or say what is wrong with it."""
    if isinstance(field, TableField):
        if isinstance(at, str):
            return f"on a table a place is [x, y] in millimetres, not {at!r}"
        spot = at[0] * 10, at[1] * 10
        return spot if field.on_table(spot) else "the base would leave the table"
    if not isinstance(field, HexField) or isinstance(at, tuple):
        return "on a map a place is the label of a hex"
    try:
        return field.grid.parse(at)
    except BoardError as wrong:
        return str(wrong)


def _overlap(place: Place, other: Place) -> bool:
    if isinstance(place, tuple) and isinstance(other, tuple):
        return distance(place, other) < BASE
    return place == other
