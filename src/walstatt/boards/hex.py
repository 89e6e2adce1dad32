"""Hex grids whose cells are small integers.

Cells are numbered in reading order of their layout. Directions 0 to 5 are hexsides, clockwise as
drawn from the first one at or after north: N NE SE S SW NW on a flat-topped grid, NE E SE SW W NW
on a pointy-topped one. Corner v of a cell lies between its hexsides v and v + 1.

Inside, a cell has two integer coordinates: steps in direction 1 and steps in direction 2. They mean
the same on both kinds of grid, so all geometry but the drawing is written once.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import cos, radians, sin, sqrt
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from walstatt.boards import BoardError
from walstatt.kernel.ids import CellId

Numeral: TypeAlias = Annotated[int, Meta(ge=0, le=9999)]
Point: TypeAlias = tuple[float, float]
Offset: TypeAlias = tuple[int, int]
LineStep: TypeAlias = tuple[CellId | None] | tuple[CellId | None, CellId | None]

UNIT: Final[tuple[Offset, ...]] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))

_NOWHERE: Final = 24
_MOST_CELLS: Final = 10_000
_TO_CORNER: Final = 1 / sqrt(3)
_LANE_PITCH: Final = sqrt(3) / 2


class Run(Struct, frozen=True, forbid_unknown_fields=True):
    """Cells without a gap in one lane: `count` of them, numbered from `first`."""

    lane: Numeral
    count: Numeral
    first: Numeral = 1

    def places(self) -> list[Offset]:
        """List (lane, place) of the cells."""
        return [(self.lane, place) for place in range(self.first, self.first + self.count)]


class HexLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """How a grid is laid out and labelled.

    A lane is a row of a pointy-topped grid and a column of a flat-topped one. Shifted lanes lie
    half a cell further along. Rows count downwards unless `upward`. `without` names cells left out.
    """

    top: Literal["pointy", "flat"]
    shifted: Literal["odd", "even"]
    runs: tuple[Run, ...]
    upward: bool = False
    separator: str = ","
    digits: Annotated[int, Meta(ge=1, le=4)] = 1
    without: tuple[str, ...] = ()

    def label(self, lane: int, place: int) -> str:
        """Name the cell at a place of a lane."""
        return f"{lane:0{self.digits}}{self.separator}{place:0{self.digits}}"

    def places(self) -> list[Offset]:
        """List (lane, place) of every cell in order."""
        found = {spot: self.label(*spot) for run in self.runs for spot in run.places()}
        unknown = set(self.without).difference(found.values())
        if unknown:
            raise BoardError(f"cannot leave out unknown cells: {', '.join(sorted(unknown))}")
        return [spot for spot, label in found.items() if label not in self.without]

    def doubled(self, lane: int, place: int) -> Offset:
        """Give x and y as drawn, in half cells along the lane and whole lanes across."""
        along = 2 * place + ((lane % 2 == 1) == (self.shifted == "odd"))
        x, y = (along, lane) if self.top == "pointy" else (lane, along)
        return (x, -y) if self.upward else (x, y)

    def steps(self, lane: int, place: int) -> Offset:
        """Give the inner coordinates: steps in direction 1 and in direction 2."""
        x, y = self.doubled(lane, place)  # x + y is odd on every cell or on none
        return (x - y) // 2, y if self.top == "pointy" else (x + y) // 2


def rectangle(lanes: int, places: int, first_lane: int = 1, first: int = 1) -> tuple[Run, ...]:
    """Make the runs of a full board of equal lanes."""
    return tuple(Run(first_lane + index, places, first) for index in range(lanes))


class HexGrid:
    """An unchanging hex grid; after construction every answer is a look-up or remembered."""

    __slots__ = (
        "_arcs",
        "_at",
        "_bearings",
        "_by_label",
        "_centres",
        "_distances",
        "_labels",
        "_lines",
        "_near",
        "_neighbours",
        "_rings",
        "_sides",
        "_spots",
        "cells",
        "layout",
        "size",
    )

    def __init__(self, layout: HexLayout) -> None:
        self.layout: Final = layout
        places = layout.places()
        self.cells: Final = tuple(CellId(index) for index in range(len(places)))
        self._labels = tuple(layout.label(*place) for place in places)
        self._by_label = dict(zip(self._labels, self.cells, strict=True))
        self._spots = tuple(layout.steps(*place) for place in places)
        self._at = dict(zip(self._spots, self.cells, strict=True))
        self._require_sense()
        self._sides = tuple(self._around(cell) for cell in self.cells)
        self._neighbours = tuple(_present(sides) for sides in self._sides)
        self.size, self._centres = _drawing(layout, [layout.doubled(*place) for place in places])
        self._distances: list[array[int] | None] = [None] * len(places)
        self._bearings: list[bytes | None] = [None] * len(places)
        self._rings: dict[Offset, tuple[CellId, ...]] = {}
        self._near: dict[Offset, tuple[CellId, ...]] = {}
        self._lines: dict[Offset, tuple[LineStep, ...]] = {}
        self._arcs: dict[tuple[int, int, int, int], tuple[CellId, ...]] = {}

    def __reduce__(self) -> tuple[type["HexGrid"], tuple[HexLayout]]:
        return HexGrid, (self.layout,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HexGrid) and other.layout == self.layout

    def __hash__(self) -> int:
        return hash(self.layout)

    def __len__(self) -> int:
        return len(self.cells)

    def label(self, cell: CellId) -> str:
        """Name a cell as the players do."""
        return self._labels[cell]

    def parse(self, text: str) -> CellId:
        """Find the cell of a label, however it is spaced."""
        cell = self._by_label.get("".join(text.split()))
        if cell is None:
            raise BoardError(f"no cell {text!r} on this board ({self._example()})")
        return cell

    def neighbour(self, cell: CellId, direction: int) -> CellId | None:
        """Find the cell across a hexside, if the board has one there."""
        return self._sides[cell][direction]

    def neighbours(self, cell: CellId) -> tuple[CellId, ...]:
        """List the cells next to a cell, in order of direction."""
        return self._neighbours[cell]

    def distance(self, a: CellId, b: CellId) -> int:
        """Count the steps from a to b, off-board cells included."""
        row = self._distances[a]
        return (self._measure(a) if row is None else row)[b]

    def direction(self, a: CellId, b: CellId) -> int | None:
        """Give the direction in which b lies straight from a, or None."""
        return _STRAIGHT[self._bearing(a, b)]

    def towards(self, a: CellId, b: CellId) -> tuple[int, ...]:
        """List the one or two directions in which a shortest path from a to b can begin."""
        return _TOWARDS[self._bearing(a, b)]

    def sides(self, a: CellId, b: CellId) -> tuple[int, ...]:
        """List the hexside by which the line to b leaves a; two if it leaves by their corner."""
        return _SIDES[self._bearing(a, b)]

    def ring(self, cell: CellId, radius: int) -> tuple[CellId, ...]:
        """List the cells at exactly this distance."""
        key = cell, radius
        if key not in self._rings:
            self._rings[key] = tuple(c for c in self.cells if self.distance(cell, c) == radius)
        return self._rings[key]

    def within(self, cell: CellId, radius: int) -> tuple[CellId, ...]:
        """List the cells up to this distance, the cell itself included."""
        key = cell, radius
        if key not in self._near:
            self._near[key] = tuple(c for c in self.cells if self.distance(cell, c) <= radius)
        return self._near[key]

    def arc(self, cell: CellId, facing: int, width: int, radius: int) -> tuple[CellId, ...]:
        """List the cells in an arc of `width` sixths of a turn centred on a hexside, rims too."""
        key = cell, facing, width, radius
        if key not in self._arcs:
            self._arcs[key] = tuple(self._in_arc(*key))
        return self._arcs[key]

    def line(self, a: CellId, b: CellId) -> tuple[LineStep, ...]:
        """List what the line between two centres passes through, strictly between them.

        A step is one cell that the line crosses, or the cells to its left and right where it runs
        exactly along their common hexside. None stands for a place off the board. Cells touched at
        a corner only are not listed.
        """
        key = a, b
        if key not in self._lines:
            self._lines[key] = tuple(self._crossed(a, b))
        return self._lines[key]

    def centre(self, cell: CellId) -> Point:
        """Give the drawn centre: y grows downwards, neighbours are 1 apart, all from (0, 0) on."""
        return self._centres[cell]

    def corners(self, cell: CellId) -> tuple[Point, ...]:
        """List the six drawn corners; corner v lies between hexsides v and v + 1."""
        x, y = self._centres[cell]
        return tuple((x + dx, y + dy) for dx, dy in _CORNERS[self.layout.top])

    def _require_sense(self) -> None:
        if not 1 <= len(self.cells) <= _MOST_CELLS:
            raise BoardError(f"a board has 1 to {_MOST_CELLS} cells, not {len(self.cells)}")
        if len(self._by_label) < len(self.cells):
            raise BoardError("two cells have the same label: give it a separator or more digits")

    def _example(self) -> str:
        return f"cells are named {self._labels[0]} to {self._labels[-1]}"

    def _around(self, cell: CellId) -> tuple[CellId | None, ...]:
        u, v = self._spots[cell]
        return tuple(self._at.get((u + du, v + dv)) for du, dv in UNIT)

    def _offsets(self, cell: CellId) -> Iterator[Offset]:
        u, v = self._spots[cell]
        return ((other_u - u, other_v - v) for other_u, other_v in self._spots)

    def _measure(self, cell: CellId) -> "array[int]":
        row = array("H", (length(*offset) for offset in self._offsets(cell)))
        self._distances[cell] = row
        return row

    def _bearing(self, a: CellId, b: CellId) -> int:
        row = self._bearings[a]
        return (self._survey(a) if row is None else row)[b]

    def _survey(self, cell: CellId) -> bytes:
        row = bytes(_bearing_of(*offset) for offset in self._offsets(cell))
        self._bearings[cell] = row
        return row

    def _in_arc(self, cell: CellId, facing: int, width: int, radius: int) -> Iterator[CellId]:
        for other in self.within(cell, radius):
            turn = (self._bearing(cell, other) - 4 * facing) % 24
            if other != cell and min(turn, 24 - turn) <= 2 * width:
                yield other

    def _crossed(self, a: CellId, b: CellId) -> Iterator[LineStep]:
        u, v = self._spots[a]
        to_u, to_v = self._spots[b]
        for step in _crossings(to_u - u, to_v - v):
            found = [self._at.get((u + du, v + dv)) for du, dv in step]
            yield (found[0], found[1]) if len(found) == 2 else (found[0],)


def length(u: int, v: int) -> int:
    """Count the steps of an offset."""
    return max(abs(u), abs(v), abs(u + v))


def _present(sides: Iterable[CellId | None]) -> tuple[CellId, ...]:
    return tuple(cell for cell in sides if cell is not None)


def _bearing_of(u: int, v: int) -> int:
    """Give the bearing in 24ths: even exactly on a ray through a hexside or corner, odd between."""
    for direction, (u1, v1) in enumerate(UNIT):
        u2, v2 = UNIT[(direction + 1) % 6]
        first, second = u * v2 - v * u2, u1 * v - v1 * u
        if first > 0 and second >= 0:
            return 4 * direction + (second > 0) + (second >= first) + (second > first)
    return _NOWHERE


def _close(bearing: int, reach: int) -> tuple[int, ...]:
    near = [d for d in range(6) if min((bearing - 4 * d) % 24, (4 * d - bearing) % 24) <= reach]
    return tuple(near)


_STRAIGHT: Final = (*(b // 4 if b % 4 == 0 else None for b in range(24)), None)
_TOWARDS: Final = (*(_close(b, 3) for b in range(24)), ())
_SIDES: Final = (*(_close(b, 2) for b in range(24)), ())


@cache
def _crossings(u: int, v: int) -> tuple[tuple[Offset, ...], ...]:
    """Walk the line from (0, 0) to (u, v) and list the offsets it passes on the way."""
    heading = _forms(u, v)
    here, steps = (0, 0), list[tuple[Offset, ...]]()
    while length(u - here[0], v - here[1]) > 0:
        ways = [UNIT[direction] for direction in _exits(_forms(*here), heading)]
        steps.append(tuple((here[0] + du, here[1] + dv) for du, dv in ways))
        here = (here[0] + sum(du for du, _ in ways), here[1] + sum(dv for _, dv in ways))
        if len(ways) == 2:
            steps.append((here,))
    return tuple(steps[:-1])


def _forms(u: int, v: int) -> tuple[int, int, int]:
    """Measure across the three pairs of sides; a cell reaches 1 either way from its centre."""
    return 2 * u + v, v - u, -u - 2 * v


def _exits(centre: tuple[int, int, int], heading: tuple[int, int, int]) -> list[int]:
    """Find the hexsides by which the line leaves the cell: two when it goes on between the two."""
    scale = 1
    for slope in heading:
        scale *= abs(slope) or 1
    times = {
        axis: (centre[axis] * _sign(slope) + 1) * scale // abs(slope)
        for axis, slope in enumerate(heading)
        if slope
    }
    first = min(times.values())
    axes = [axis for axis, time in times.items() if time == first]
    if len(axes) == 2:
        drift = _sign(heading[3 - sum(axes)])
        axes = [axis for axis in axes if drift != _sign(heading[axis])]
    sides = sorted(_HEXSIDE[axis, _sign(heading[axis])] for axis in axes)
    return [5, 0] if sides == [0, 5] else sides


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _hexsides() -> Iterator[tuple[Offset, int]]:
    for direction, offset in enumerate(UNIT):
        forms = _forms(*offset)
        axis = next(axis for axis, form in enumerate(forms) if abs(form) == 2)
        yield (axis, _sign(forms[axis])), direction


_HEXSIDE: Final = dict(_hexsides())


def _ring_of_corners(first: int) -> tuple[Point, ...]:
    turns = [radians(first + 60 * corner) for corner in range(6)]
    return tuple((_TO_CORNER * sin(turn), -_TO_CORNER * cos(turn)) for turn in turns)


_CORNERS: Final = {"pointy": _ring_of_corners(60), "flat": _ring_of_corners(30)}


def _drawing(layout: HexLayout, spots: Sequence[Offset]) -> tuple[Point, tuple[Point, ...]]:
    """Scale doubled coordinates; return the size of the board and the centres of its cells."""
    pointy = layout.top == "pointy"
    xs, width = _scaled([x for x, _ in spots], along=pointy)
    ys, height = _scaled([y for _, y in spots], along=not pointy)
    return (width, height), tuple(zip(xs, ys, strict=True))


def _scaled(values: Sequence[int], *, along: bool) -> tuple[list[float], float]:
    pitch, margin = (0.5, 0.5) if along else (_LANE_PITCH, _TO_CORNER)
    low, high = min(values), max(values)
    return [margin + pitch * (value - low) for value in values], 2 * margin + pitch * (high - low)
