"""What blocks a line of sight not by standing in its way but by how the line runs.

A veil is asked about single lines and about whole beams of them. Games may have veils of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple, Protocol, TypeAlias

from walstatt.boards.beams import Beam
from walstatt.boards.polygons import Ring, Segment, stretches
from walstatt.boards.pose import Point, apart
from walstatt.boards.terrain import Area, length_inside

GRAZE: Final = 1.0
"""A line may be longer, deeper in an area or nearer to a top by this without being blocked."""

Name: TypeAlias = int | str


class Veil(Protocol):
    """Something that blocks certain lines."""

    @property
    def id(self) -> Name:
        """Give what is named as blocking."""
        ...

    def excess(self, a: Point, b: Point) -> float:
        """Tell by how much a line is too long or too deep; at most 0 if it is free."""
        ...

    def stops(self, beam: Beam) -> bool:
        """Is every line of a beam blocked for certain?"""
        ...


class Depth(NamedTuple):
    """Areas of which a line may run through so much in all; clear ones, as roads, do not count."""

    id: Name
    areas: tuple[Area, ...]
    most: float
    clear: tuple[Area, ...] = ()

    def excess(self, a: Point, b: Point) -> float:
        """Measure what a line runs too far through the areas."""
        return length_inside(a, b, self.areas, self.clear) - self.most - GRAZE

    def stops(self, beam: Beam) -> bool:
        """Do all lines of a beam run too far through the areas, where all are inside at once?"""
        inside = [one.rings for one in self.areas]
        clear = [one.rings for one in self.clear]
        if self._is_too_deep(beam, inside, clear, 0.0):
            return True
        tilts = beam.tilts((*inside, *clear))
        return any(self._is_too_deep(beam, inside, clear, tilt) for tilt in tilts)

    def _is_too_deep(
        self,
        beam: Beam,
        inside: Sequence[Sequence[Ring]],
        clear: Sequence[Sequence[Ring]],
        tilt: float,
    ) -> bool:
        deep = sum(high - low for low, high in beam.solid(inside, clear, tilt))
        return deep * beam.least_length(tilt) > self.most + GRAZE / 2


class Dome(NamedTuple):
    """A hill higher towards its centre: it hides from each other what lies lower on either side.

    A line is blocked where it is on the hill and nearer to the centre than both of its ends.
    """

    id: Name
    area: Area
    centre: Point

    def excess(self, a: Point, b: Point) -> float:
        """Measure how much of a line is on the hill and higher than its ends."""
        length = apart(a, b)
        if not length:
            return -GRAZE
        ax, ay = a
        cx, cy = self.centre
        dx, dy = (b[0] - ax) / length, (b[1] - ay) / length
        foot = (cx - ax) * dx + (cy - ay) * dy
        if not 0 < foot < length:
            return -GRAZE
        half = min(foot, length - foot)
        low, high = (foot - half) / length, (foot + half) / length
        parts = stretches(self.area.rings, a, b)
        return sum(max(min(to, high) - max(at, low), 0.0) for at, to in parts) * length - GRAZE

    def stops(self, beam: Beam) -> bool:
        """Is there a slice on the hill where all lines are nearer to the centre than at both ends?

        A point of a line is nearer than its start if it is not twice as far on as the line's point
        nearest to the centre, and so backwards from its end.
        """
        cx, cy = centre = beam.frame.local([self.centre])[0]
        tilt = -sum(beam.slopes) / 2
        if not beam.is_crossed_by(tilt):
            return False
        most = beam.most_length(tilt)
        start, end = (beam.clip(*where) or where for where in (beam.start, beam.end))
        after = min(y - tilt * x for x, y in start) + _least_foot(beam, start, centre, 1) / most
        before = max(y - tilt * x for x, y in end) - _least_foot(beam, end, centre, -1) / most
        middle = cy - tilt * cx
        return any(
            before < min(max(middle, low), high) < after
            for low, high in beam.solid([self.area.rings], (), tilt)
        )


def _least_foot(beam: Beam, where: Segment, centre: Point, sign: int) -> float:
    """Give twice the least way from an end of any line to its point nearest to a centre."""
    cx, cy = centre
    slopes = beam.slopes
    ways = [
        sign * ((cx - x) * slope + cy - y) / sqrt(1 + slope * slope)
        for x, y in where
        for slope in slopes
    ]
    return 2 * min(ways) - GRAZE


class Reach(NamedTuple):
    """A limit to how far one sees."""

    id: Name
    most: float

    def excess(self, a: Point, b: Point) -> float:
        """Measure what a line is too long."""
        return apart(a, b) - self.most - GRAZE

    def stops(self, beam: Beam) -> bool:
        """Are all lines of a beam too long?"""
        first, last = beam.slices(0.0)
        return (last - first) * beam.least_length(0.0) > self.most + GRAZE / 2
