"""The ground a base covers: a rectangle with a front, two flanks and a rear.

A `Rectangle` is that of a base in a pose. A `Box` is a rectangle of any size anywhere; as it may be
infinitely thin, edges, the outlines of areas and single points are boxes too, and whatever measures
or sweeps boxes does the same for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot
from typing import Final, Literal, TypeAlias

from walstatt.boards.pose import Base, Point, Pose, heading, rightward

Edge: TypeAlias = Literal["front", "left", "right", "rear"]
Polygon: TypeAlias = Sequence[Point]

EDGES: Final[tuple[Edge, ...]] = ("front", "right", "rear", "left")
"""The edges clockwise; each begins at the corner of the same number."""

KEPT: Final = 8_192
"""How many rectangles are remembered."""


class Box:
    """Four corners clockwise from the left of the front, the axes, and a circle around."""

    __slots__ = (
        "ahead",
        "centre",
        "corners",
        "half_depth",
        "half_width",
        "radius",
        "right",
    )

    def __init__(self, centre: Point, right: Point, half_width: float, half_depth: float) -> None:
        self.centre = x, y = centre
        self.right = rx, ry = right
        self.ahead = ax, ay = ry, -rx
        self.half_width = half_width
        self.half_depth = half_depth
        self.radius = hypot(half_width, half_depth)
        wx, wy, dx, dy = half_width * rx, half_width * ry, half_depth * ax, half_depth * ay
        self.corners: tuple[Point, ...] = (
            (x - wx + dx, y - wy + dy),
            (x + wx + dx, y + wy + dy),
            (x + wx - dx, y + wy - dy),
            (x - wx - dx, y - wy - dy),
        )

    def local(self, point: Point) -> Point:
        """Give how far a point is to the right and ahead of the centre."""
        x, y = point[0] - self.centre[0], point[1] - self.centre[1]
        rx, ry = self.right
        return x * rx + y * ry, x * ry - y * rx

    def edge(self, edge: Edge) -> tuple[Point, Point]:
        """Give the ends of an edge, clockwise."""
        number = EDGES.index(edge)
        return self.corners[number], self.corners[(number + 1) % 4]


_Shape: TypeAlias = tuple[Point, Point, float, float, float, Point, Point, Point]
"""Right, ahead, half the width and the depth, and the radius; then from the middle of the front to
that of the base, and half the base across and along."""


@lru_cache(maxsize=16_384)
def _shape(facing: int, base: Base) -> _Shape:
    """Give what all rectangles of a base that face one way have in common."""
    ax, ay = heading(facing)
    rx, ry = rightward(facing)
    wide, deep = base.width / 2, base.depth / 2
    back, across, along = (deep * ax, deep * ay), (wide * rx, wide * ry), (deep * ry, deep * -rx)
    return (rx, ry), (ry, -rx), wide, deep, hypot(wide, deep), back, across, along


class Rectangle(Box):
    """The corners of a base, clockwise from the left of its front, and its axes.

    `ahead` and `right` are the base's own directions; `centre` and `radius` a circle around.
    """

    __slots__ = ("base", "pose")

    def __init__(self, pose: Pose, base: Base) -> None:
        self.pose = pose
        self.base = base
        x, y, facing = pose
        (
            self.right,
            self.ahead,
            self.half_width,
            self.half_depth,
            self.radius,
            (back_x, back_y),
            (wx, wy),
            (dx, dy),
        ) = _shape(facing, base)
        self.centre = cx, cy = x - back_x, y - back_y
        left_x, left_y, right_x, right_y = cx - wx, cy - wy, cx + wx, cy + wy
        self.corners = (
            (left_x + dx, left_y + dy),
            (right_x + dx, right_y + dy),
            (right_x - dx, right_y - dy),
            (left_x - dx, left_y - dy),
        )

    def __repr__(self) -> str:
        return f"rectangle({self.pose!r}, {self.base!r})"

    @property
    def front_left(self) -> Point:
        """Give the left corner of the front."""
        return self.corners[0]

    @property
    def front_right(self) -> Point:
        """Give the right corner of the front."""
        return self.corners[1]

    @property
    def rear_right(self) -> Point:
        """Give the right corner of the rear."""
        return self.corners[2]

    @property
    def rear_left(self) -> Point:
        """Give the left corner of the rear."""
        return self.corners[3]


@lru_cache(maxsize=KEPT)
def rectangle(pose: Pose, base: Base) -> Rectangle:
    """Give the ground that a base covers in a pose."""
    return Rectangle(pose, base)


def edge_length(box: Box, edge: Edge) -> float:
    """Measure an edge."""
    return 2 * (box.half_depth if edge in {"left", "right"} else box.half_width)


def segment(start: Point, end: Point) -> Box:
    """Give a line from point to point as a box without depth; equal points are one point."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = hypot(x, y)
    right = (x / length, y / length) if length else (1.0, 0.0)
    return Box(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), right, length / 2, 0.0)


def outline(polygon: Polygon) -> tuple[Box, ...]:
    """Give the sides of a polygon as boxes without depth."""
    ends = [*polygon[1:], polygon[0]]
    return tuple(segment(start, end) for start, end in zip(polygon, ends, strict=True))


def cut(polygon: Polygon, normal: Point, least: float) -> list[Point]:
    """Keep the part of a convex polygon that lies at least so far in the direction of a normal."""
    nx, ny = normal
    kept = list[Point]()
    if not polygon:
        return kept
    x0, y0 = polygon[-1]
    over0 = x0 * nx + y0 * ny - least
    for x, y in polygon:
        over = x * nx + y * ny - least
        if (over > 0) != (over0 > 0) and over != over0:
            part = over0 / (over0 - over)
            kept.append((x0 + (x - x0) * part, y0 + (y - y0) * part))
        if over >= 0:
            kept.append((x, y))
        x0, y0, over0 = x, y, over
    return kept


def area(polygon: Polygon) -> float:
    """Measure the area of a polygon."""
    if not polygon:
        return 0.0
    twice = 0.0
    x0, y0 = polygon[-1]
    for x, y in polygon:
        twice += x0 * y - x * y0
        x0, y0 = x, y
    return abs(twice) / 2
