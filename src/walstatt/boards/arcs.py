"""What lies before, beside and behind a base: front zones, extended edge lines, bearings.

A front zone is the half-strip ahead of the front edge, widened by an angle outward from each front
corner: 0 leaves the strip, a quarter turn makes it everything ahead of the front line. Another base
is in the zone if it reaches into it by the tolerance or more; merely touching its border is not
enough, so that bases lined up side by side never see each other by an error of rounding.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot, inf, sqrt, tan
from typing import Final, Literal, TypeAlias

from walstatt.boards import BoardError
from walstatt.boards.contact import OVERLAP, distance, nearest
from walstatt.boards.pose import (
    HALF_TURN,
    QUARTER_TURN,
    RADIANS,
    Base,
    Key,
    Point,
    between,
    facing_towards,
    shifted,
)
from walstatt.boards.rectangle import EDGES, Box, Edge, Rectangle, area, cut, rectangle

Line: TypeAlias = Literal["front", "rear"]

_EIGHTH: Final = QUARTER_TURN // 2

SURELY: Final = 0.01
"""How far inside or outside a zone something has to be to need no cutting."""

# -- zones ----------------------------------------------------------------------------------------


def front_strip(rect: Rectangle, reach: int) -> Rectangle:
    """Give the ground straight ahead of a base, as far as this, as a rectangle."""
    return rectangle(shifted(rect.pose, reach), Base(rect.base.width, reach))


def part_in_front_zone(
    rect: Rectangle,
    other: Box,
    widening: int = 0,
    reach: float = inf,
    tolerance: float = OVERLAP,
) -> bool:
    """Is part of another base in the front zone and no farther from the front edge than this?"""
    if reach == inf:
        sure = _is_surely_in_zone(rect, other, widening, tolerance)
        return bool(_in_zone(rect, other, widening, tolerance)) if sure is None else sure
    if other.radius + reach + rect.half_width < _to_front(rect, other):
        return False
    far = range_in_front_zone(rect, other, widening, tolerance)
    return far < inf and far <= reach


def in_range(
    origin: Box, own: Rectangle | None, some: Iterable[tuple[Key, Box]], far: float, widening: int
) -> list[tuple[Key, int]]:
    """List who of some is no farther away than this, and how far; perhaps only in a front zone."""
    x, y = origin.centre
    reach, found = origin.radius + far + 1, list[tuple[Key, int]]()
    for name, box in some:
        ox, oy = box.centre
        ox, oy, most = ox - x, oy - y, reach + box.radius
        if ox * ox + oy * oy > most * most:
            continue
        if own is None or part_in_front_zone(own, box, widening):
            away = round(distance(origin, box))
            if away <= far:
                found.append((name, away))
    return found


def may_reach_any(own: Box, some: Iterable[tuple[Key, Box]], far: float) -> bool:
    """May any of some be no farther away than this, by circles around?"""
    x, y = own.centre
    reach = own.radius + far
    for _, box in some:
        ox, oy = box.centre
        ox, oy, most = ox - x, oy - y, reach + box.radius
        if ox * ox + oy * oy <= most * most:
            return True
    return False


def range_in_front_zone(
    rect: Rectangle, other: Box, widening: int = 0, tolerance: float = OVERLAP
) -> float:
    """Measure from the front edge to the nearest part in the front zone; infinite if none is."""
    part = _in_zone(rect, other, widening, tolerance)
    if not part:
        return inf
    half = rect.half_width
    least = min(hypot(max(abs(x) - half, 0.0), y) for x, y in part)
    return min(least, _to_sides((-half, 0.0), part), _to_sides((half, 0.0), part))


def share_in_front_zone(rect: Rectangle, other: Box, widening: int = 0) -> float:
    """Give the share of another base's ground that is in the front zone, from 0 to 1."""
    return area(_in_zone(rect, other, widening, 0.0)) / (4 * other.half_width * other.half_depth)


def width_ahead(
    rect: Rectangle, other: Box, tolerance: float = OVERLAP
) -> tuple[float, float] | None:
    """Give from where to where across the strip ahead another base lies in it; 0 is the middle."""
    across = [x for x, _ in _in_zone(rect, other, 0, tolerance)]
    return (min(across), max(across)) if across else None


def _is_surely_in_zone(rect: Rectangle, other: Box, widening: int, tolerance: float) -> bool | None:
    """Tell by its centre and the circle around it whether a base is in a front zone; None: cut."""
    if not 0 <= widening < QUARTER_TURN:
        return None
    x, y = other.centre
    ox, oy = rect.centre
    rx, ry = rect.right
    x, y = x - ox, y - oy
    ahead, depth, radius = x * ry - y * rx, rect.half_depth, other.radius
    if ahead + radius < depth:
        return False
    ahead -= depth
    slope = tan(widening * RADIANS)
    inside = slope * ahead + rect.half_width - tolerance - abs(x * rx + y * ry)
    lean = sqrt(1 + slope * slope)
    if inside < -(radius + SURELY) * lean:
        return False
    return True if ahead > SURELY and inside > SURELY * lean else None


def _to_front(rect: Rectangle, other: Box) -> float:
    """Measure from the middle of the front edge to the centre of another base."""
    return hypot(other.centre[0] - rect.pose.x, other.centre[1] - rect.pose.y)


def _in_zone(rect: Rectangle, other: Box, widening: int, tolerance: float) -> list[Point]:
    """Cut out what is in the front zone, as seen from the middle of the front edge."""
    if not 0 <= widening <= QUARTER_TURN:
        raise BoardError(f"a front zone is widened by 0 to {QUARTER_TURN}, not by {widening}")
    depth = rect.half_depth
    if rect.local(other.centre)[1] + other.radius < depth:
        return []
    seen = [rect.local(corner) for corner in other.corners]
    part = cut([(x, y - depth) for x, y in seen], (0.0, 1.0), 0.0)
    if widening == QUARTER_TURN:
        return part
    slope, least = tan(widening * RADIANS), tolerance - rect.half_width
    return cut(cut(part, (1.0, slope), least), (-1.0, slope), least)


def _to_sides(point: Point, polygon: list[Point]) -> float:
    """Measure from a point to the nearest side of a polygon."""
    least, start = inf, polygon[-1]
    for end in polygon:
        least = min(least, _to_side(point, start, end))
        start = end
    return least


def _to_side(point: Point, start: Point, end: Point) -> float:
    x, y = point[0] - start[0], point[1] - start[1]
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    part = min(max((x * dx + y * dy) / square, 0.0), 1.0) if square else 0.0
    return hypot(x - part * dx, y - part * dy)


# -- extended lines -------------------------------------------------------------------------------


def beyond(rect: Rectangle, edge: Edge, other: Box) -> tuple[float, float]:
    """Give how far beyond the extended line of an edge another base lies: least and most."""
    flank, outward = edge in {"left", "right"}, edge in {"front", "right"}
    seen = [rect.local(corner)[0 if flank else 1] for corner in other.corners]
    half = rect.half_width if flank else rect.half_depth
    return (
        (min(seen) - half, max(seen) - half) if outward else (-max(seen) - half, -min(seen) - half)
    )


def is_beyond(
    rect: Rectangle, edge: Edge, other: Box, tolerance: float = OVERLAP, *, whole: bool = False
) -> bool:
    """Is part of another base, or the whole of it, beyond the extended line of an edge?

    Part of it must be there by more than the tolerance; the whole may stand over by as much.
    """
    least, most = beyond(rect, edge, other)
    return least >= -tolerance if whole else most > tolerance


def is_behind_line(
    rect: Rectangle, other: Box, line: Line, tolerance: float = OVERLAP, *, whole: bool = False
) -> bool:
    """Is part of another base, or the whole, behind the extended front or rear edge?"""
    if line == "rear":
        return is_beyond(rect, "rear", other, tolerance, whole=whole)
    least, most = beyond(rect, "front", other)
    return most <= tolerance if whole else least < -tolerance


# -- bearings -------------------------------------------------------------------------------------


def bearing(rect: Rectangle, point: Point) -> int:
    """Give the angle from a base's facing to a point seen from its centre, clockwise positive."""
    return between(rect.pose.facing, facing_towards(rect.centre, point))


def quadrant(rect: Rectangle, other: Box) -> Edge:
    """Say to which side of a base the centre of another lies, in quarters of a turn."""
    return EDGES[(bearing(rect, other.centre) + _EIGHTH) // QUARTER_TURN % 4]


def away_from(rect: Box, other: Box) -> int:
    """Give the facing directly away: from the nearest point of the other through the centre."""
    _, near = nearest(rect, other)
    return facing_towards(near, rect.centre)


def is_same_facing(facing: int, other: int, tolerance: int) -> bool:
    """Do two facings differ by no more than this?"""
    return abs(between(facing, other)) <= tolerance


def is_opposite_facing(facing: int, other: int, tolerance: int) -> bool:
    """Are two facings opposite, but for this?"""
    return HALF_TURN - abs(between(facing, other)) <= tolerance
