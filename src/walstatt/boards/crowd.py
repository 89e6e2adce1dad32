"""Many bases at once: who is near, who is in the way.

A crowd lives beside a world: it is built from the poses when it is first needed, follows the moves,
and is copied cheaply. Its answers are sorted by key, so they never depend on how it came about.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Final, Generic, NamedTuple, TypeAlias

from walstatt.boards import BoardError
from walstatt.boards.contact import OVERLAP, is_upon, is_within
from walstatt.boards.paths import Course, Leg, course
from walstatt.boards.pose import Base, Key, Point, Pose
from walstatt.boards.rectangle import Box, Rectangle
from walstatt.boards.sweeps import first_hit

CELL: Final = 1_200
"""The side of a cell of the index: two frontages of 60 mm."""

_Cell: TypeAlias = tuple[int, int]


class Meeting(NamedTuple, Generic[Key]):
    """A base runs over another one of a crowd; up to this fraction of the leg it is free."""

    fraction: float
    mover: Key
    other: Key


class Crowd(Generic[Key]):
    """Bases by key, indexed by where they stand."""

    __slots__ = ("_cells", "_radius", "_rects")

    def __init__(self, rects: Mapping[Key, Rectangle] | None = None) -> None:
        self._rects = dict[Key, Rectangle]()
        self._cells = dict[_Cell, tuple[Key, ...]]()
        self._radius = 0.0
        for key, rect in (rects or {}).items():
            self.add(key, rect)

    def copy(self) -> Crowd[Key]:
        """Copy the crowd; neither follows the other."""
        twin = Crowd[Key]()
        twin._rects = self._rects.copy()
        twin._cells = self._cells.copy()
        twin._radius = self._radius
        return twin

    def __len__(self) -> int:
        return len(self._rects)

    def __contains__(self, key: object) -> bool:
        return key in self._rects

    def __getitem__(self, key: Key) -> Rectangle:
        return self._rects[key]

    def keys(self) -> list[Key]:
        """List all keys."""
        return sorted(self._rects)

    def add(self, key: Key, rect: Rectangle) -> None:
        """Put a base down."""
        if key in self._rects:
            raise BoardError(f"{key!r} stands there already")
        self._rects[key] = rect
        self._radius = max(self._radius, rect.radius)
        cell = _cell(rect.centre)
        self._cells[cell] = (*self._cells.get(cell, ()), key)

    def remove(self, key: Key) -> None:
        """Take a base away."""
        rect = self._rects.pop(key, None)
        if rect is None:
            raise BoardError(f"{key!r} does not stand there")
        cell = _cell(rect.centre)
        left = tuple(one for one in self._cells[cell] if one != key)
        if left:
            self._cells[cell] = left
        else:
            del self._cells[cell]

    def move(self, key: Key, rect: Rectangle) -> None:
        """Put a base somewhere else."""
        here = self._rects.get(key)
        if here is None or _cell(here.centre) != _cell(rect.centre):
            self.remove(key)
            self.add(key, rect)
            return
        self._rects[key] = rect
        self._radius = max(self._radius, rect.radius)

    # -- asking -----------------------------------------------------------------------------------

    def near(self, box: Box, within: float, skip: Container[Key] = ()) -> list[Key]:
        """List those no farther away than this."""
        around = self._around(box, within)
        return sorted(
            key for key, rect in around if key not in skip and is_within(box, rect, within)
        )

    def touching(self, box: Box, tolerance: float, skip: Container[Key] = ()) -> list[Key]:
        """List those that touch or overlap a box."""
        return self.near(box, tolerance, skip)

    def overlapping(
        self, box: Box, tolerance: float = OVERLAP, skip: Container[Key] = ()
    ) -> list[Key]:
        """List those that overlap a box more deeply than the tolerance."""
        around = self._around(box, 0.0)
        return sorted(
            key for key, rect in around if key not in skip and is_upon(box, rect, tolerance)
        )

    def in_way(
        self,
        leg: Leg[Key],
        before: Mapping[Key, Pose],
        bases: Mapping[Key, Base],
        tolerance: float = OVERLAP,
        skip: Container[Key] = (),
    ) -> tuple[Meeting[Key], ...]:
        """List all that moving bases run over in a leg, in order; they themselves do not count."""
        movers, others = self._ways(leg, before, bases, skip)
        met = list[Meeting[Key]]()
        for mover, way in movers:
            for other, rect in others:
                fraction = first_hit(way, rect, tolerance)
                if fraction is not None:
                    met.append(Meeting(fraction, mover, other))
        met.sort()
        return tuple(met)

    def first_in_way(
        self,
        leg: Leg[Key],
        before: Mapping[Key, Pose],
        bases: Mapping[Key, Base],
        tolerance: float = OVERLAP,
        skip: Container[Key] = (),
    ) -> Meeting[Key] | None:
        """Find the first that moving bases run over in a leg, which is quicker than all."""
        movers, others = self._ways(leg, before, bases, skip)
        first: Meeting[Key] | None = None
        until = 1.0
        for mover, way in movers:
            for other, rect in others:
                fraction = first_hit(way, rect, tolerance, until)
                if fraction is not None:
                    first, until = Meeting(fraction, mover, other), fraction
        return first

    def _ways(
        self,
        leg: Leg[Key],
        before: Mapping[Key, Pose],
        bases: Mapping[Key, Base],
        skip: Container[Key],
    ) -> tuple[list[tuple[Key, Course]], list[tuple[Key, Rectangle]]]:
        """List who moves how, and whom they may meet."""
        movers = list[tuple[Key, Course]]()
        for key in sorted(before):
            way = course(leg, key, before[key], bases[key])
            if way:
                movers.append((key, way))
        near = [one for one in self._about(movers) if one[0] not in before and one[0] not in skip]
        near.sort(key=_key)
        return movers, near

    def _around(self, box: Box, within: float) -> list[tuple[Key, Rectangle]]:
        x, y = box.centre
        reach = box.radius + within
        return self._inside(x - reach, y - reach, x + reach, y + reach)

    def _about(self, ways: list[tuple[Key, Course]]) -> list[tuple[Key, Rectangle]]:
        """List all that are anywhere near the ways."""
        if not ways:
            return []
        sides = [(*way.mid, way.wide) for _, way in ways]
        left, right = min(x - r for x, _, r in sides), max(x + r for x, _, r in sides)
        top, bottom = min(y - r for _, y, r in sides), max(y + r for _, y, r in sides)
        return self._inside(left, top, right, bottom)

    def _inside(
        self, left: float, top: float, right: float, bottom: float
    ) -> list[tuple[Key, Rectangle]]:
        """List all whose circles may reach between these lines."""
        reach, rects, cells = self._radius, self._rects, self._cells
        first, last = int((left - reach) // CELL), int((right + reach) // CELL)
        upper, lower = int((top - reach) // CELL), int((bottom + reach) // CELL)
        if (last - first + 1) * (lower - upper + 1) > len(cells):
            return list(rects.items())
        found = list[tuple[Key, Rectangle]]()
        for column in range(first, last + 1):
            for row in range(upper, lower + 1):
                for key in cells.get((column, row), ()):
                    found.append((key, rects[key]))
        return found


def _cell(point: Point) -> _Cell:
    return int(point[0] // CELL), int(point[1] // CELL)


def _key(one: tuple[Key, Rectangle]) -> Key:
    return one[0]
