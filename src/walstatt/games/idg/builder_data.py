"""An army as its builder keeps it: plain data in one form, and the changes that can be made."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from walstatt.games.idg.army import FREE, Army, Contingent, General, Unit
from walstatt.games.idg.army_file import army_from
from walstatt.games.idg.lists import ArmyList, army_lists
from walstatt.games.idg.muster import counted, unit_called
from walstatt.games.idg.troops import Profile
from walstatt.kernel.content import ContentError, ContentProblem
from walstatt.scene.rosters import ArmyEdit, Edits, Plain, Way

VERSION: Final = "walstatt-army"
MOST_ELEMENTS: Final = 600
"""Five times what the largest legal army has."""


# -- one form ------------------------------------------------------------------------------------


def opened(data: Plain) -> Army:
    """Read an army that is being made: elements counted by kind, the general there, by number."""
    army = army_from(data)
    _require_few(army)
    general = army.general or General()
    place = None if general.unit is None else unit_called(army, general.unit)
    general = replace(general, unit=None if place is None else place + 1)
    return replace(
        army,
        general=general,
        units=_counted_units(army.list, army.units),
        allies=tuple(_counted_allies(one) for one in army.allies),
    )


def _require_few(army: Army) -> None:
    """Refuse what nobody could put on a table, before every base of it is looked at."""
    units = [*army.units, *(unit for one in army.allies for unit in one.units)]
    if sum(map(_elements, units)) > MOST_ELEMENTS:
        message = f"more than {MOST_ELEMENTS} elements: this is no army"
        raise ContentError([ContentProblem("army", 1, "units", message)])


def _elements(unit: Unit) -> int:
    if unit.troops:
        return sum(one.count for one in unit.troops)
    counts = unit.elements
    return sum(counts.values()) if isinstance(counts, dict) else counts or 0


def _counted_allies(one: Contingent) -> Contingent:
    return replace(one, units=_counted_units(one.list, one.units))


def _counted_units(name: str, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    book = army_lists().get(name)
    return tuple(
        replace(one, elements=counted(book, one)) if book and one.line else one for one in units
    )


def plain(army: Army) -> dict[str, Any]:
    """Give the data of an army; whatever is as usual is left out."""
    data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(army))
    if not data.get("equipment"):
        data.pop("equipment", None)
    return {VERSION: 1, **data}


def closed(data: Plain) -> Army:
    """Read an army that is to be kept or mailed: as short as people would write it."""
    army = opened(data)
    return replace(
        army,
        general=None if army.general == General() else army.general,
        units=_short_units(army.list, army.units),
        allies=tuple(replace(one, units=_short_units(one.list, one.units)) for one in army.allies),
    )


def _short_units(name: str, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    book = army_lists().get(name)
    return tuple(_short(book, one) if book and one.line else one for one in units)


def _short(book: ArmyList, unit: Unit) -> Unit:
    """Write a bare number where there is but one kind that could be meant."""
    counts = counted(book, unit)
    first, *others = book.lines[unit.line].troops
    alone = list(counts) == [first] and not others
    return replace(unit, elements=counts[first]) if alone else unit


def blank(list_id: str) -> dict[str, Any]:
    """Give an army of a list in which there is nothing yet."""
    command: Any = "organised" if list_id == FREE else None
    army = Army(format=1, game="idg", list=list_id, name="", command=command, units=())
    return plain(army)


# -- where things stand --------------------------------------------------------------------------


def key_of(at: Way) -> str:
    """Name a place as the checks of armies do: `units[2].state`."""
    text = ""
    for step in at:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


# -- changes -------------------------------------------------------------------------------------


def put(*at: str | int, to: Plain = None) -> ArmyEdit:
    """Put something in its place, or take it out."""
    return ArmyEdit(at, to)


def put_in(*at: str | int, to: Plain) -> ArmyEdit:
    """Put something into a list, before what stands there."""
    return ArmyEdit(at, to, insert=True)


def unit_deeds(army: Army, at: Way, units: tuple[Unit, ...]) -> dict[str, Edits]:
    """Give what can be done with a unit as a whole; the general stays with his men."""
    where, place = at[:-1], int(at[-1])
    last = len(units) - 1
    data = msgspec.to_builtins(units[place])
    nameless = {name: value for name, value in data.items() if name != "name"}
    own = len(at) == 2
    deeds = {
        "copy": (put_in(*where, place + 1, to=nameless), *_follow(army, place + 1, 1, own=own)),
        "remove": (put(*at), *_leave(army, place, own=own)),
    }
    if place > 0:
        deeds["up"] = _swap(army, where, place - 1, units, own=own)
    if place < last:
        deeds["down"] = _swap(army, where, place, units, own=own)
    return deeds


def _led(army: Army) -> int | None:
    number = army.general.unit if army.general else None
    return number - 1 if isinstance(number, int) else None


def _follow(army: Army, start: int, by: int, *, own: bool) -> Edits:
    """Let the general's unit keep him when those from a place on get another number."""
    led = _led(army)
    if not own or led is None or led < start:
        return ()
    return (put("general", "with", to=led + 1 + by),)


def _leave(army: Army, place: int, *, own: bool) -> Edits:
    led = _led(army)
    if own and led == place:
        return (put("general", "with"),)
    return _follow(army, place, -1, own=own)


def _swap(army: Army, where: Way, first: int, units: tuple[Unit, ...], *, own: bool) -> Edits:
    """Let a unit and the next one change places."""
    led = _led(army)
    moved = {first: first + 1, first + 1: first}
    edits = (
        put(*where, first),
        put_in(*where, first + 1, to=msgspec.to_builtins(units[first])),
    )
    if not own or led not in moved:
        return edits
    return (*edits, put("general", "with", to=moved[led] + 1))


# -- how troops look -----------------------------------------------------------------------------


def marks_of(profile: Profile, *, general: bool = False) -> tuple[str, ...]:
    """Name what is not usual about troops, as pieces on the table are marked."""
    found: list[str] = [profile.quality] if profile.quality != "ordinary" else []
    found += [profile.armour] if profile.armour != "none" else []
    found += ["wild"] if profile.wild else []
    found += ["general"] if general else []
    return tuple(found)
