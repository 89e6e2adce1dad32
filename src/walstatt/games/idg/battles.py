"""Ready battles: two armies that met, and the ground on which they did."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from walstatt.boards.pose import Spot
from walstatt.boards.shapes import across, blob, field
from walstatt.boards.table import Table, TableEdge
from walstatt.games.idg.content import RED
from walstatt.games.idg.lists import Home
from walstatt.games.idg.troops import FOLDER, Scenario
from walstatt.games.idg.world import Feature, Ground
from walstatt.kernel.content import load_folder
from walstatt.kernel.ids import Seat

Inches: TypeAlias = Annotated[float, Meta(ge=0, le=200)]
Place: TypeAlias = tuple[Inches, Inches]
INCH = 254


class Piece(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A piece of terrain as a battle file writes it; lengths are inches."""

    kind: Ground
    at: Place = (0.0, 0.0)
    """The middle of an area."""
    long: Inches = 14.0
    """Its longest dimension."""
    wide: Inches = 8.0
    facing: float = 0.0
    """Where its longest dimension points, in degrees from the top of the table."""
    seed: int = 0
    """Which of many outlines it has."""
    via: tuple[Place, ...] = ()
    """The middle of a line."""
    edges: tuple[TableEdge, TableEdge] | None = None
    """From which table edge to which a line leads."""
    along: tuple[float, float] = (0.5, 0.5)
    """How far along these edges, clockwise, it begins and ends."""
    sway: Inches = 2.0
    width: Inches = 0.0
    edge: TableEdge | Literal[""] = ""
    rocky_top: bool = False
    plateau: bool = False


class BattleFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ready battle."""

    order: int
    """Its place in the list of battles."""
    scenario: Scenario
    attacker: Seat = RED
    red: str
    """Which of the ready armies is red."""
    blue: str
    home: Home
    """The terrain whose rules the ground keeps. IDG-4.4."""
    table: Place = (72.0, 48.0)
    ground: tuple[Piece, ...] = ()


@cache
def battle_files() -> dict[str, BattleFile]:
    """Read all ready battles, by their order."""
    found = load_folder(FOLDER / "battles", BattleFile)
    return dict(sorted(found.items(), key=lambda item: item[1].order))


def laid(file: BattleFile) -> tuple[Feature, ...]:
    """Lay the ground of a battle."""
    table = Table(*(round(side * INCH) for side in file.table))
    kinds = [one.kind for one in file.ground]
    return tuple(
        _feature(one, f"{one.kind}{kinds[: at + 1].count(one.kind)}", table)
        for at, one in enumerate(file.ground)
    )


def _feature(one: Piece, name: str, table: Table) -> Feature:
    width = round(one.width * INCH)
    if one.edge:
        return Feature(name, one.kind, edge=one.edge, rocky_top=one.rocky_top)
    if one.edges is not None:
        via = across(one.seed, table, one.edges, one.along, round(one.sway * INCH))
        return Feature(name, one.kind, via=via, width=width)
    if one.via:
        return Feature(name, one.kind, via=tuple(_spot(place) for place in one.via), width=width)
    outline = _outline(one)
    top = _plateau(outline) if one.plateau else ()
    return Feature(name, one.kind, outline=outline, top=top, rocky_top=one.rocky_top)


def _outline(one: Piece) -> tuple[Spot, ...]:
    long, wide, facing = (
        round(one.long * INCH),
        round(one.wide * INCH),
        round(one.facing * 100) % 36_000,
    )
    if one.kind in ("fields", "ford"):
        return field(_spot(one.at), long, wide, facing)
    return blob(one.seed, _spot(one.at), long, one.wide / one.long, facing)


def _plateau(outline: tuple[Spot, ...]) -> tuple[Spot, ...]:
    many = len(outline)
    x, y = sum(x for x, _ in outline) // many, sum(y for _, y in outline) // many
    return tuple((x + (px - x) * 45 // 100, y + (py - y) * 45 // 100) for px, py in outline)


def _spot(place: Place) -> Spot:
    return round(place[0] * INCH), round(place[1] * INCH)
