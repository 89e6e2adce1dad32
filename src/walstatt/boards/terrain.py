"""Terrain on a measured table: areas and lines, and what bases and segments have to do with them.

Everything that is kept is an integer in tenths of a millimetre, so a piece is its own compact form
in YAML and JSON. What a kind of terrain means is the games' affair.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import ceil, cos, hypot, sin, sqrt
from typing import Final, TypeAlias

from msgspec import Struct, structs

from walstatt.boards import BoardError
from walstatt.boards.polygons import (
    Bounds,
    Interval,
    Ring,
    Segment,
    bounds,
    clipped,
    contains,
    convex_hull,
    covers_convex,
    cross,
    edges,
    joined,
    least_width,
    longest_chord,
    meets_convex,
    nearest_points,
    offset,
    stretches,
    total,
    without,
)
from walstatt.boards.pose import RADIANS, Base, Point, Pose, Spot, apart, between
from walstatt.boards.rectangle import EDGES, Box, Edge, rectangle
from walstatt.boards.table import ROUNDING

CORNERS_OF_A_CIRCLE: Final = 48
BENDS: Final = 12
"""In how many pieces a crest is that cannot be straight."""
UNEVEN: Final = 3
"""By how much the diagonals of a turned rectangle may differ because its corners are rounded."""
HAIR: Final = 1e-6
"""What touches is not in: the least that counts."""
SWEEP_ERROR: Final = 10.0
"""How far a sweep may reach beyond the ground that a base really runs over."""


class Area(Struct, frozen=True, dict=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of terrain with an outline, perhaps with clearings."""

    id: str
    kind: str
    outline: tuple[Spot, ...]
    holes: tuple[tuple[Spot, ...], ...] = ()

    @cached_property
    def rings(self) -> tuple[Ring, ...]:
        """List the outline and the holes."""
        return (self.outline, *self.holes)

    @cached_property
    def bounds(self) -> Bounds:
        """Give the upright rectangle around the piece."""
        return bounds(self.outline)

    @property
    def area(self) -> Area:
        """Give the ground covered: the piece itself."""
        return self


class Line(Struct, frozen=True, dict=True, forbid_unknown_fields=True, omit_defaults=True):
    """A road, a watercourse or a wall: points joined in a row, and how wide it is."""

    id: str
    kind: str
    via: tuple[Spot, ...]
    width: int = 0

    @cached_property
    def area(self) -> Area:
        """Give the ground covered, as a strip with mitred bends."""
        if not self.width:
            raise BoardError(f"{self.kind} {self.id!r} has no width and covers no ground")
        left, right = offset(self.via, -self.width / 2), offset(self.via, self.width / 2)
        outline = tuple((round(x), round(y)) for x, y in (*left, *reversed(right)))
        return Area(self.id, self.kind, outline)

    @cached_property
    def bounds(self) -> Bounds:
        """Give the upright rectangle around the line."""
        return self.area.bounds if self.width else bounds(self.via)


Piece: TypeAlias = Area | Line


# --- Bases and areas ------------------------------------------------------------------------------


def shrunk(box: Box, by: float) -> Ring:
    """Give the corners of a base made smaller on all sides, but never turned inside out."""
    x, y = box.centre
    half, deep = max(box.half_width - by, 0.01), max(box.half_depth - by, 0.01)
    (ax, ay), (rx, ry) = box.ahead, box.right
    rx, ry, ax, ay = rx * half, ry * half, ax * deep, ay * deep
    return (
        (x - rx + ax, y - ry + ay),
        (x + rx + ax, y + ry + ay),
        (x + rx - ax, y + ry - ay),
        (x - rx - ax, y - ry - ay),
    )


def is_in(box: Box, area: Area, tolerance: float = ROUNDING) -> bool:
    """Does any part of a base reach into an area by more than the tolerance?"""
    return _may_meet(box, area, 0) and meets_convex(area.rings, shrunk(box, tolerance + HAIR))


def is_inside(box: Box, area: Area, tolerance: float = ROUNDING) -> bool:
    """Does the whole base lie inside an area, but for the tolerance at its rim?"""
    return _may_meet(box, area, 0) and covers_convex(area.rings, shrunk(box, tolerance + HAIR))


def overlaps(polygon: Ring, area: Area) -> bool:
    """Does a convex polygon share ground with an area? If they only touch either may come."""
    return area.bounds.meets(bounds(polygon)) and meets_convex(area.rings, polygon)


def distance_to_outline(box: Box, area: Area) -> float:
    """Measure from a base to the nearest outline of an area, from inside or outside."""
    rim = list(edges(box.corners))
    return min(nearest_points(edges(ring), rim)[0] for ring in area.rings)


def distance_to(box: Box, area: Area) -> float:
    """Measure from a base to an area; 0 if any part is in it."""
    if is_in(box, area, 0):
        return 0.0
    return distance_to_outline(box, area)


def is_near(box: Box, area: Area, within: float) -> bool:
    """Is any part of a base so near to an area, or in it?"""
    if not _may_meet(box, area, within):
        return False
    if not meets_convex(area.rings, shrunk(box, -within - HAIR)):
        return False
    return distance_to(box, area) <= within


def _may_meet(box: Box, area: Area, within: float) -> bool:
    (x, y), far = box.centre, box.radius + within
    left, top, right, bottom = area.bounds
    return left - far <= x <= right + far and top - far <= y <= bottom + far


# --- Segments and areas ---------------------------------------------------------------------------


def length_inside(a: Point, b: Point, areas: Iterable[Area], clear: Iterable[Area] = ()) -> float:
    """Measure how much of a segment lies in areas, counted once, and in none of the clear ones."""
    ways = bounds((a, b))
    inside = joined(
        part for area in areas if area.bounds.meets(ways) for part in stretches(area.rings, a, b)
    )
    if not inside:
        return 0.0
    gone = joined(
        part for area in clear if area.bounds.meets(ways) for part in stretches(area.rings, a, b)
    )
    return total(without(inside, gone)) * apart(a, b)


def part_near(area: Area, spot: Point, within: float) -> tuple[Ring, ...]:
    """Cut out the part of an area within a distance of a spot: outline and holes.

    The circle is a polygon of 48 corners that lies inside by at most 1/460 of its radius.
    """
    window = circle(spot, within)
    parts = (clipped(ring, window) for ring in area.rings)
    return tuple(part for part in parts if len(part) > 2)


def circle(centre: Point, radius: float, corners: int = CORNERS_OF_A_CIRCLE) -> Ring:
    """Give a circle as a polygon whose corners lie on it, clockwise."""
    turn = 36_000 * RADIANS / corners
    x, y = centre
    return tuple((x + radius * sin(i * turn), y - radius * cos(i * turn)) for i in range(corners))


# --- The shape of pieces --------------------------------------------------------------------------


def longest_dimension(area: Area) -> float:
    """Measure a piece where it is longest."""
    return apart(*_lengthwise(area.outline))


def least_dimension(area: Area) -> float:
    """Measure a piece where it is narrowest from side to side."""
    return least_width(area.outline)


def crest(area: Area) -> tuple[Point, ...]:
    """Give the line that divides a piece along its longest dimension.

    It is straight, unless the outline is so hollow that a tenth of it would be off the piece; then
    it runs through the middle of the piece, as broad as that is across the longest dimension.
    """
    a, b = _lengthwise(area.outline)
    if total(_chord_inside(area.outline, a, b)) >= 0.9:
        return a, b
    return a, *(_middle_across(area.outline, a, b, i / BENDS) for i in range(1, BENDS)), b


def _lengthwise(ring: Ring) -> Segment:
    """Find where a piece is longest: a rectangle along its middle, any other between corners."""
    if not _is_rectangle(ring):
        return longest_chord(ring)
    p, q, r, s = ring
    if apart(p, q) < apart(q, r):
        p, q, r, s = q, r, s, p
    a, b = sorted((_between(q, r, 0.5), _between(s, p, 0.5)))
    return a, b


def _is_rectangle(ring: Ring) -> bool:
    """Are an outline's diagonals equally long, and halve each other, but for rounding?"""
    if len(ring) != 4:
        return False
    p, q, r, s = ring
    uneven = abs(apart(p, r) - apart(q, s))
    return max(uneven, apart(_between(p, r, 0.5), _between(q, s, 0.5))) <= UNEVEN


def _chord_inside(ring: Ring, a: Point, b: Point) -> list[Interval]:
    """Find the inside of a chord between two corners, trusting neither end's crossings."""
    cuts = sorted({0.0, 1.0, *(end for part in stretches([ring], a, b) for end in part)})
    return [
        (low, high)
        for low, high in pairwise(cuts)
        if contains([ring], _between(a, b, (low + high) / 2))
    ]


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])


def _middle_across(ring: Ring, a: Point, b: Point, part: float) -> Point:
    """Find the middle of a piece where it is broadest across a chord, part of the way along."""
    (x, y), dx, dy = _between(a, b, part), b[0] - a[0], b[1] - a[1]
    start, end = (x - dy, y + dx), (x + dy, y - dx)
    found = stretches([ring], start, end)
    low, high = max(found, key=lambda one: one[1] - one[0])
    return _between(start, end, (low + high) / 2)


def crest_centre(area: Area) -> Point:
    """Give the middle of a hill's crest."""
    (ax, ay), (bx, by) = longest_chord(area.outline)
    return (ax + bx) / 2, (ay + by) / 2


def moved(area: Area, by: Spot = (0, 0), turn: int = 0) -> Area:
    """Move an area and turn it round the middle of its longest dimension."""
    pivot = crest_centre(area)
    return structs.replace(
        area,
        outline=_moved_points(area.outline, pivot, by, turn),
        holes=tuple(_moved_points(hole, pivot, by, turn) for hole in area.holes),
    )


def moved_line(line: Line, by: Spot = (0, 0), turn: int = 0) -> Line:
    """Move a line and turn it round the middle between its ends."""
    (ax, ay), (bx, by_) = line.via[0], line.via[-1]
    pivot = (ax + bx) / 2, (ay + by_) / 2
    return structs.replace(line, via=_moved_points(line.via, pivot, by, turn))


def _moved_points(ring: Ring, pivot: Point, by: Spot, turn: int) -> tuple[Spot, ...]:
    c, s = cos(turn * RADIANS), sin(turn * RADIANS)
    (px, py), (dx, dy) = pivot, by
    return tuple(
        (
            round(px + (x - px) * c - (y - py) * s + dx),
            round(py + (x - px) * s + (y - py) * c + dy),
        )
        for x, y in ring
    )


# --- Lines ----------------------------------------------------------------------------------------


def crosses(a: Point, b: Point, line: Line) -> bool:
    """Does a segment cross the centre line of a road, watercourse or wall?"""
    return line.bounds.meets(bounds((a, b))) and any(
        cross(a, b, c, d) for c, d in pairwise(line.via)
    )


def is_on_line(box: Box, line: Line, tolerance: float = ROUNDING) -> bool:
    """Is any part of a base on the strip of a line, or over its centre line if it has no width?"""
    if line.width:
        return is_in(box, line.area, tolerance)
    inner = shrunk(box, tolerance)
    return any(
        contains([inner], a) or any(cross(a, b, c, d) for c, d in edges(inner))
        for a, b in pairwise((*line.via, line.via[-1]))
    )


def edges_crossed(box: Box, line: Line) -> tuple[Edge, ...]:
    """Name the edges of a base through which the centre line of a line passes, clockwise."""
    return tuple(edge for edge in EDGES if crosses(*box.edge(edge), line))


# --- Bases on the way -----------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def sweep(before: Pose, after: Pose, base: Base, error: float = SWEEP_ERROR) -> tuple[Ring, ...]:
    """Cover the ground of a base that goes straight from a pose to another and turns evenly.

    The convex pieces leave out nothing and reach at most `error` too far. In a step that turns by
    an angle, a corner at distance r from the pose strays at most r * angle * angle / 8 from its
    chord, and the hull of a base's two rectangles reaches at most a quarter of its diagonal times
    the angle too far; so the way is cut into steps small enough, each widened by what may stray.
    """
    turn = between(before.facing, after.facing)
    angle = abs(turn) * RADIANS
    arm = hypot(base.width / 2, base.depth)
    steps = max(1, ceil(angle * 4), ceil(angle * 0.3 * hypot(base.width, base.depth) / error))
    stray = arm * (angle / steps) ** 2 / 8
    stops = [_corners_between(before, after, base, turn, i / steps) for i in range(steps + 1)]
    return tuple(_widened(convex_hull((*a, *b)), stray) for a, b in pairwise(stops))


def _corners_between(
    before: Pose, after: Pose, base: Base, turn: int, fraction: float
) -> Sequence[Point]:
    if fraction in {0.0, 1.0}:
        return rectangle(after if fraction else before, base).corners
    x = before.x + fraction * (after.x - before.x)
    y = before.y + fraction * (after.y - before.y)
    facing = (before.facing + turn * fraction) * RADIANS
    rx, ry, half, depth = cos(facing), sin(facing), base.width / 2, base.depth
    front_left, front_right = (x - half * rx, y - half * ry), (x + half * rx, y + half * ry)
    back = -depth * ry, depth * rx
    return (
        front_left,
        front_right,
        (front_right[0] + back[0], front_right[1] + back[1]),
        (front_left[0] + back[0], front_left[1] + back[1]),
    )


def _widened(hull: Ring, by: float) -> Ring:
    """Push the edges of a convex polygon outwards, cutting no corner."""
    if not by:
        return hull
    diagonal = by * sqrt(2)
    return convex_hull(
        (x + dx, y + dy)
        for x, y in hull
        for dx, dy in ((diagonal, 0.0), (-diagonal, 0.0), (0.0, diagonal), (0.0, -diagonal))
    )


def is_run_over(pieces: Iterable[Ring], area: Area) -> bool:
    """Does a sweep come upon an area?"""
    return any(overlaps(piece, area) for piece in pieces)
