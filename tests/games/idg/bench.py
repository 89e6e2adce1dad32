"""Changing the data of an army as the web client does: where a sheet says so, knowing no rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any

from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.roster_desk import IdgDesk
from walstatt.scene.rosters import ArmyEdit, ArmyField, ArmyIndex, ArmySheet, ArmyUnit, Edits, Way

DESK = IdgDesk()
PLAIN = IdgOptions()


@cache
def index() -> ArmyIndex:
    """List lists and ready armies, once."""
    return DESK.index()


def blank(list_id: str) -> dict[str, Any]:
    """Give an army of a list in which there is nothing yet."""
    found: dict[str, Any] = next(one.blank for one in index().lists if one.id == list_id)
    return deepcopy(found)


def ready(name: str) -> dict[str, Any]:
    """Give a ready army."""
    found: dict[str, Any] = next(one.army for one in index().ready if one.id == name)
    return deepcopy(found)


def judged(army: object, options: IdgOptions = PLAIN) -> ArmySheet:
    """Ask the desk."""
    return DESK.sheet(army, options)


def edited(army: Any, edits: Iterable[ArmyEdit]) -> Any:  # noqa: ANN401 - plain data
    """Change an army."""
    changed = deepcopy(army)
    for edit in edits:
        _change(changed, edit)
    return changed


def _change(army: Any, edit: ArmyEdit) -> None:  # noqa: ANN401 - plain data
    here = army
    for step, after in zip(edit.at, edit.at[1:], strict=False):
        if isinstance(here, dict):
            here = here.setdefault(step, [] if isinstance(after, int) else {})
        else:
            here = here[step]
    last = edit.at[-1]
    to = deepcopy(edit.to)
    if isinstance(here, list) and isinstance(last, int):
        here[last : last + (not edit.insert)] = [] if to is None else [to]
    elif to is None:
        here.pop(last, None)
    else:
        here[last] = to


def at(army: Any, way: Way) -> Any:  # noqa: ANN401 - plain data
    """Find what stands at a place."""
    for step in way:
        army = army[int(step)] if isinstance(army, list) else (army or {}).get(step)
    return army


def units_of(sheet: ArmySheet) -> list[ArmyUnit]:
    """List all units."""
    return [unit for force in sheet.forces for unit in force.units]


def field_of(sheet: ArmySheet, key: str) -> ArmyField:
    """Find a field."""
    return next(field for field in fields_of(sheet) if field.key == key)


def fields_of(sheet: ArmySheet) -> Iterator[ArmyField]:
    """List everything that can be set."""
    for section in sheet.sections:
        yield from section.fields
    for force in sheet.forces:
        yield from force.fields
        for unit in force.units:
            yield from unit.fields
            for part in unit.parts:
                yield from part.fields


def all_edits(sheet: ArmySheet) -> Iterator[Edits]:
    """List everything that a sheet lets one do by a click."""
    yield from (option.edits for option in sheet.offers)
    for field in fields_of(sheet):
        for option in field.options:
            yield (*option.edits, ArmyEdit(field.at, option.value))
        if field.kind == "switch":
            yield (ArmyEdit(field.at, to=True),)
        if field.kind == "count":
            yield (ArmyEdit(field.at, field.least + 1),)
    for section in sheet.sections:
        yield from (one.edits for one in section.upgrades)
    for force in sheet.forces:
        yield force.remove
        yield from (line.add for line in force.lines)
        for unit in force.units:
            yield from unit.deeds.values()
            yield from (one.edits for one in unit.upgrades)
            yield from (one.edits for one in unit.offers)
            for part in unit.parts:
                yield from (part.copy, part.remove)
                yield (ArmyEdit(part.at, part.count + 1),) if part.most > 1 else ()
                yield (
                    (ArmyEdit(part.at, part.count - 1 or None),) if part.count > part.least else ()
                )
