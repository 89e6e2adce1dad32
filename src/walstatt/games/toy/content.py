"""Unit types and scenarios, read from YAML."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from walstatt.boards.hex import HexGrid, HexLayout, rectangle
from walstatt.games.toy.field import Disc, Field, HexField, TableField
from walstatt.kernel.content import load_content, load_folder
from walstatt.kernel.ids import Seat

FOLDER = Path(__file__).parent / "content"


class UnitType(Struct, frozen=True):
    """What every unit of a type can do."""

    strength: int
    moves: int
    range: int = 1
    charges: bool = False
    ignores_woods: bool = False
    worth: int = 1
    leads: bool = False


class UnitTypes(Struct, frozen=True):
    """The file of unit types."""

    units: dict[str, UnitType]


class Placed(Struct, frozen=True):
    """A unit as a scenario places it: by hex, or by millimetres."""

    id: str
    side: Seat
    type: str
    at: str | tuple[int, int]


class HexMap(Struct, frozen=True):
    """A map of hexes."""

    rows: int
    columns: int
    hill: str
    woods: tuple[str, ...] = ()


class TableMap(Struct, frozen=True):
    """A table, in millimetres."""

    width: int
    height: int
    hill: Disc
    woods: tuple[Disc, ...] = ()


class ScenarioFile(Struct, frozen=True):
    """A scenario."""

    seats: tuple[Seat, ...]
    deck: dict[int, int]
    hand: int
    map: HexMap | None = None
    table: TableMap | None = None
    units: tuple[Placed, ...] = ()


class ToyContent:
    """What one scenario stands on."""

    def __init__(self, types: dict[str, UnitType], field: Field[Any], file: ScenarioFile) -> None:
        self.types = types
        self.field = field
        self.file = file
        self.reach = max((kind.range for kind in types.values()), default=1)
        self.cards = tuple(card for card, count in sorted(file.deck.items()) for _ in range(count))


@cache
def unit_types() -> dict[str, UnitType]:
    """Read the unit types."""
    return load_content(FOLDER / "units.yaml", UnitTypes).units


@cache
def scenario_files() -> dict[str, ScenarioFile]:
    """Read the scenarios."""
    return load_folder(FOLDER / "scenarios", ScenarioFile)


@cache
def toy_content(scenario: str) -> ToyContent:
    """Read everything a scenario stands on."""
    file = scenario_files()[scenario]
    return ToyContent(unit_types(), field_of(file), file)


def field_of(file: ScenarioFile) -> Field[Any]:
    """Lay out a scenario's battlefield."""
    if file.table is not None:
        return table_field(file.table)
    if file.map is None:
        raise ValueError("a scenario has either a map or a table")
    return hex_field(file.map)


def hex_field(drawn: HexMap) -> HexField:
    """Lay out hexes."""
    layout = HexLayout("pointy", "even", rectangle(drawn.rows, drawn.columns))
    grid = HexGrid(layout)
    return HexField(grid, frozenset(map(grid.parse, drawn.woods)), grid.parse(drawn.hill))


def table_field(drawn: TableMap) -> TableField:
    """Lay out a table."""
    woods = tuple(_tenths(wood) for wood in drawn.woods)
    return TableField(drawn.width * 10, drawn.height * 10, woods, _tenths(drawn.hill))


def _tenths(disc: Disc) -> Disc:
    return Disc(disc.x * 10, disc.y * 10, disc.radius * 10)
