"""The lane of a shot straight ahead: the ground between an edge of a base and its target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from walstatt.boards.polygons import Ring, Segment, edges, meets_convex
from walstatt.boards.pose import Point, apart
from walstatt.boards.rectangle import Box
from walstatt.boards.table import ROUNDING
from walstatt.boards.terrain import Area, overlaps
from walstatt.boards.veils import Name


def lane(edge: Segment, target: Box, tolerance: float = ROUNDING) -> tuple[Ring, ...]:
    """Give the ground straight ahead of an edge as far as the target, where the target is ahead.

    The edge goes clockwise round its base, as `Box.edge` gives it. The lane comes in convex pieces,
    narrower and shorter than in truth by the tolerance on all sides; it has none where the target
    is not ahead, or so near that nothing is between.
    """
    (x, y), width = edge[0], apart(*edge)
    rx, ry = (edge[1][0] - x) / width, (edge[1][1] - y) / width
    local = [
        ((px - x) * rx + (py - y) * ry, (px - x) * ry - (py - y) * rx) for px, py in target.corners
    ]
    pieces = _strips(local, width, tolerance)
    return tuple(
        tuple((x + s * rx + h * ry, y + s * ry - h * rx) for s, h in one) for one in pieces
    )


def _strips(corners: Sequence[Point], width: float, tolerance: float) -> Iterable[Ring]:
    """Divide the lane at the target's corners: points to the right and ahead, clockwise."""
    left = max(min(s for s, _ in corners), 0.0) + tolerance
    right = min(max(s for s, _ in corners), width) - tolerance
    if left >= right:
        return
    stops = [left, *sorted(s for s, _ in corners if left < s < right), right]
    for low, high in pairwise(stops):
        one, other = (_nearest(corners, s) - 2 * tolerance for s in (low, high))
        if one <= 0 and other <= 0:
            continue
        # Where the target comes back to the edge, the lane ends in a point.
        turn = low + (high - low) * one / (one - other) if one * other < 0 else low
        start, end = (turn, high) if one < 0 else (low, turn if one * other < 0 else high)
        tops = (start, max(one, 0.0) + tolerance), (end, max(other, 0.0) + tolerance)
        yield tuple(dict.fromkeys(((start, tolerance), *tops, (end, tolerance))))


def _nearest(corners: Sequence[Point], across: float) -> float:
    """Tell how far ahead the outline of a target is, so far to the right."""
    ahead = [h for s, h in corners if s == across]
    for (s, h), (t, g) in edges(corners):
        if (s < across) != (t < across):
            ahead.append(h + (across - s) * (g - h) / (t - s))
    return min(ahead)


def reaching_into(
    pieces: Sequence[Ring], bases: Iterable[tuple[Name, Box]], areas: Iterable[Area] = ()
) -> tuple[Name, ...]:
    """Name the bases and areas that reach into a lane."""
    found: list[Name] = [
        name for name, box in bases if any(meets_convex([box.corners], one) for one in pieces)
    ]
    found += [area.id for area in areas if any(overlaps(one, area) for one in pieces)]
    return tuple(found)
