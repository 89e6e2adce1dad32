"""Glances that decide most views at once; what they leave open is looked at thoroughly. IDG-4.3.

A glance never differs from the thorough look: it only finds free lines, or closed ranks, sooner.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from walstatt.boards.contact import is_within, nearest
from walstatt.boards.polygons import Segment, side, stretches, total
from walstatt.boards.pose import Point, apart
from walstatt.boards.rectangle import Box, segment
from walstatt.boards.sightlines import Between, in_the_way
from walstatt.boards.veils import Name

Eye: TypeAlias = Box | Segment
Bases: TypeAlias = Sequence[tuple[Name, Box]]

SLACK: Final = 2.0
"""How far bases may reach back beside the viewer, or on beside the target: what rounding can do."""
DEEP: Final = 2.0
"""How far a line must run through a base to be blocked for certain."""
SURELY: Final = 1.0
"""How much narrower than it must be a gap has to be to be closed for certain."""


def straight(eye: Eye, target: Box, between: Between) -> Segment | None:
    """Try the shortest line: it is free if nothing is even near it."""
    line = nearest(eye if isinstance(eye, Box) else segment(*eye), target)
    box = segment(*line)
    if any(is_within(box, other, between.gap) for _, other in between.bases):
        return None
    return None if in_the_way(*line, between._replace(bases=())) else line


def closed_rank(eye: Eye, target: Box, between: Between) -> list[Name]:
    """Find bases without a wide enough gap between them that cover the target from side to side.

    All lines run between the two that join viewer and target on the outside. Bases that stand
    wholly between the two, reach from one of these lines to the other, and are closer together than
    a gap must be, leave no way through.
    """
    own = eye.corners if isinstance(eye, Box) else eye
    middle = _between(own, target, between.bases)
    sides = _outsides(own, target) if middle else []
    if len(sides) < 2:
        return []
    left = [n for n, (_, box) in enumerate(middle) if _covers(box, sides[0])]
    right = {n for n, (_, box) in enumerate(middle) if _covers(box, sides[1])}
    return _chain(middle, left, right, between.gap - SURELY) if left and right else []


def _between(own: Sequence[Point], target: Box, bases: Bases) -> list[tuple[Name, Box]]:
    """List the bases that stand wholly between viewer and target."""
    (x, y), (tx, ty) = own[0], target.centre
    far = apart((x, y), (tx, ty)) or 1.0
    ahead = (tx - x) / far, (ty - y) / far
    up_to = min(_along(ahead, corner) for corner in target.corners) + SLACK
    back = _before_edge(own, target) or ahead
    least = max(_along(back, point) for point in own) - SLACK
    return [
        (name, box)
        for name, box in bases
        if all(
            _along(back, corner) >= least and _along(ahead, corner) <= up_to
            for corner in box.corners
        )
    ]


def _before_edge(own: Sequence[Point], target: Box) -> Point | None:
    """Give the direction straight away from a viewing edge, if the whole target is before it."""
    if len(own) != 2:
        return None
    (ax, ay), (bx, by) = own
    long = apart((ax, ay), (bx, by)) or 1.0
    way = (by - ay) / long, (ax - bx) / long
    start = _along(way, own[0])
    if all(_along(way, corner) > start for corner in target.corners):
        return way
    return None


def _along(way: Point, point: Point) -> float:
    return way[0] * point[0] + way[1] * point[1]


def _outsides(own: Sequence[Point], target: Box) -> list[Segment]:
    """Give the lines that join viewer and target on either side."""
    points = (*own, *target.corners)
    found = []
    for sign in (1, -1):
        for a in own:
            for b in target.corners:
                if all(sign * side(a, b, point) >= -1e-6 for point in points):
                    found.append((a, b))
                    break
            else:
                continue
            break
    return found


def _covers(box: Box, line: Segment) -> bool:
    return total(stretches([box.corners], *line)) * apart(*line) > DEEP


def _chain(middle: Bases, left: list[int], right: set[int], gap: float) -> list[Name]:
    """Go from base to base, from one side to the other."""
    came: dict[int, int] = {n: n for n in left}
    waiting = list(left)
    while waiting:
        here = waiting.pop()
        if here in right:
            return _way_back(middle, came, here)
        for n, (_, box) in enumerate(middle):
            if n not in came and is_within(middle[here][1], box, gap):
                came[n] = here
                waiting.append(n)
    return []


def _way_back(middle: Bases, came: dict[int, int], here: int) -> list[Name]:
    found = [middle[here][0]]
    while came[here] != here:
        here = came[here]
        found.append(middle[here][0])
    return found[::-1]
