"""The two kinds of battlefield: hexes, and a measured table in tenths of a millimetre."""

from collections.abc import Container, Mapping
from math import isqrt
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from msgspec import Struct

from walstatt.boards.hex import HexGrid
from walstatt.kernel.ids import CellId, UnitId

Spot: TypeAlias = tuple[int, int]
Place: TypeAlias = CellId | Spot
P = TypeVar("P")
P_co = TypeVar("P_co", covariant=True)

STEP = 600
"""What a hex is on the table: units this close fight hand to hand."""
BASE = 400
"""The width of a base; two centres are never closer."""


class Stands(Protocol[P_co]):
    """Whatever stands somewhere."""

    @property
    def at(self) -> P_co:
        """Give where it stands."""
        ...


class Field(Protocol[P]):
    """What the rules ask of a battlefield."""

    def gap(self, a: P, b: P) -> int:
        """Count the hexes, or hex-lengths begun, between two places."""
        ...

    def zone(self, place: P, reach: int) -> Container[P]:
        """Give every place within so many hexes of this one."""
        ...

    def wooded(self, place: P) -> bool:
        """Is this a place in the woods?"""
        ...

    def on_hill(self, place: P) -> bool:
        """Is this a place on the hill?"""
        ...

    def away(self, place: P, enemy: P) -> tuple[P, ...]:
        """List the places one step further from an enemy."""
        ...

    def occupant(self, units: Mapping[UnitId, Stands[Any]], place: P) -> UnitId | None:
        """Name a unit in the way of another one at this place."""
        ...


class HexField:
    """A battlefield of hexes."""

    def __init__(self, grid: HexGrid, woods: frozenset[CellId], hill: CellId) -> None:
        self.grid = grid
        self.woods = woods
        self.hill = hill
        self._zones: dict[int, list[frozenset[CellId]]] = {}

    def gap(self, a: CellId, b: CellId) -> int:
        """Count the hexes between two hexes."""
        return self.grid.distance(a, b)

    def zone(self, place: CellId, reach: int) -> Container[CellId]:
        """Give every hex within reach."""
        if reach not in self._zones:
            cells = self.grid.cells
            self._zones[reach] = [frozenset(self.grid.within(cell, reach)) for cell in cells]
        return self._zones[reach][place]

    def wooded(self, place: CellId) -> bool:
        """Is this hex in the woods?"""
        return place in self.woods

    def on_hill(self, place: CellId) -> bool:
        """Is this the hill?"""
        return place == self.hill

    def away(self, place: CellId, enemy: CellId) -> tuple[CellId, ...]:
        """List the neighbours further from an enemy."""
        gap = self.gap(place, enemy)
        return tuple(one for one in self.grid.neighbours(place) if self.gap(one, enemy) > gap)

    def occupant(self, units: Mapping[UnitId, Stands[Any]], place: CellId) -> UnitId | None:
        """Name the unit in a hex."""
        for unit, one in units.items():
            if one.at == place:
                return unit
        return None


class Disc(Struct, frozen=True):
    """A round piece of terrain."""

    x: int
    y: int
    radius: int

    def __contains__(self, spot: object) -> bool:
        x, y = cast("Spot", spot)
        return (self.x - x) ** 2 + (self.y - y) ** 2 <= self.radius**2


class TableField:
    """A measured battlefield."""

    def __init__(self, width: int, height: int, woods: tuple[Disc, ...], hill: Disc) -> None:
        self.width = width
        self.height = height
        self.woods = woods
        self.hill = hill

    def gap(self, a: Spot, b: Spot) -> int:
        """Count the hex-lengths begun between two centres."""
        return -(-distance(a, b) // STEP)

    def zone(self, place: Spot, reach: int) -> Container[Spot]:
        """Give every spot within reach."""
        return Disc(*place, reach * STEP)

    def wooded(self, place: Spot) -> bool:
        """Is this spot in the woods?"""
        return any(place in wood for wood in self.woods)

    def on_hill(self, place: Spot) -> bool:
        """Is this spot on the hill?"""
        return place in self.hill

    def away(self, place: Spot, enemy: Spot) -> tuple[Spot, ...]:
        """Give the spot one step straight back from an enemy, if it is on the table."""
        apart = max(distance(place, enemy), 1)
        back = tuple(p + (p - e) * STEP // apart for p, e in zip(place, enemy, strict=True))
        spot = (back[0], back[1])
        return (spot,) if self.on_table(spot) else ()

    def on_table(self, spot: Spot) -> bool:
        """Does a base fit here?"""
        return all(
            BASE // 2 <= at <= size - BASE // 2
            for at, size in zip(spot, (self.width, self.height), strict=True)
        )

    def occupant(self, units: Mapping[UnitId, Stands[Any]], place: Spot) -> UnitId | None:
        """Name a unit whose base would overlap."""
        near = (unit for unit, one in units.items() if distance(one.at, place) < BASE)
        return next(near, None)


def distance(a: Spot, b: Spot) -> int:
    """Measure between two centres, rounded up to a tenth of a millimetre."""
    square = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    root = isqrt(square)
    return root if root * root == square else root + 1
