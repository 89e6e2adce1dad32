"""Outlines of what lies around a base: so far from it, and in its arc of fire.

Arcs are drawn as polygons whose corners lie on them, so a drawing is never larger than the rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, radians, sin
from typing import Final

from walstatt.boards.polygons import convex_hull
from walstatt.boards.pose import Point, Spot
from walstatt.boards.rectangle import Rectangle

STEP: Final = 1_500
"""The angle between two corners of an arc, in hundredths of a degree."""


def around(rect: Rectangle, far: float) -> tuple[Spot, ...]:
    """Outline everything that is no farther from a base than this."""
    facing = rect.pose.facing
    left, right, rear_right, rear_left = rect.corners
    return _rounded(
        (
            *_arc(left, far, facing - 9_000, facing),
            *_arc(right, far, facing, facing + 9_000),
            *_arc(rear_right, far, facing + 9_000, facing + 18_000),
            *_arc(rear_left, far, facing + 18_000, facing + 27_000),
        )
    )


def arc_ahead(rect: Rectangle, reach: float, widening: int) -> tuple[Spot, ...]:
    """Outline the front zone of a base: ahead of its front, widened from both its corners."""
    facing = rect.pose.facing
    left, right = rect.front_left, rect.front_right
    return _rounded(
        (
            left,
            *_arc(left, reach, facing - widening, facing),
            *_arc(right, reach, facing, facing + widening),
            right,
        )
    )


def together(outlines: Iterable[tuple[Spot, ...]]) -> tuple[Spot, ...]:
    """Outline several outlines at once, as a string around them would."""
    return _rounded(convex_hull([spot for one in outlines for spot in one]))


def _arc(centre: Point, radius: float, start: int, end: int) -> Iterator[Point]:
    steps = max(1, -(-(end - start) // STEP))
    for step in range(steps + 1):
        turn = radians((start + (end - start) * step / steps) / 100)
        yield centre[0] + radius * sin(turn), centre[1] - radius * cos(turn)


def _rounded(points: Iterable[Point]) -> tuple[Spot, ...]:
    return tuple((round(x), round(y)) for x, y in points)
