"""The outer edges of a whole unit, whatever its formation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from walstatt.boards.formation import majority_facing
from walstatt.boards.pose import (
    HALF_TURN,
    QUARTER_TURN,
    Base,
    Pose,
    heading,
    rightward,
    rounded,
    turned,
)
from walstatt.boards.rectangle import EDGES, Edge, Rectangle, rectangle

AHEAD: Final = {"front": 0.0, "left": 0.5, "right": 0.5, "rear": 1.0}
"""Where an edge's middle lies, in depths behind the front."""
ASIDE: Final = {"front": 0.0, "left": -0.5, "right": 0.5, "rear": 0.0}
"""Where it lies across, in widths from the middle."""


def box_about(rects: Sequence[Rectangle]) -> Rectangle:
    """Draw the smallest rectangle round bases that faces as most of them do."""
    facing = majority_facing([rect.pose for rect in rects])
    (ax, ay), (rx, ry) = heading(facing), rightward(facing)
    corners = [corner for rect in rects for corner in rect.corners]
    along = [x * ax + y * ay for x, y in corners]
    across = [x * rx + y * ry for x, y in corners]
    front, middle = max(along), (min(across) + max(across)) / 2
    pose = rounded(front * ax + middle * rx, front * ay + middle * ry, facing)
    size = round(max(across) - min(across)), round(max(along) - min(along))
    return rectangle(pose, Base(*size))


def midpoint(box: Rectangle, edge: Edge) -> Pose:
    """Give the middle of an edge, as somebody stands there who faces it."""
    (ax, ay), (rx, ry) = heading(box.pose.facing), rightward(box.pose.facing)
    back, aside = AHEAD[edge] * box.base.depth, ASIDE[edge] * box.base.width
    x, y = box.pose.x - back * ax + aside * rx, box.pose.y - back * ay + aside * ry
    outward = turned(box.pose.facing, EDGES.index(edge) * QUARTER_TURN)
    return rounded(x, y, turned(outward, HALF_TURN))
