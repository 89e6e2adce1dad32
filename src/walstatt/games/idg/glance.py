"""Glances that decide most views at once; what they leave open is looked at thoroughly. IDG-4.3.

A glance never differs from the thorough look: it only finds free lines, or closed ranks, sooner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from walstatt.boards.contact import closest, is_within, nearest
from walstatt.boards.polygons import Segment, stretches, total
from walstatt.boards.pose import Point, apart
from walstatt.boards.rectangle import Box, segment
from walstatt.boards.sightlines import Between, closed_gap, in_the_way
from walstatt.boards.veils import Name

Eye: TypeAlias = Box | Segment
Bases: TypeAlias = Sequence[tuple[Name, Box]]

SLACK: Final = 2.0
"""How far bases may reach back beside the viewer, or on beside the target: what rounding can do."""
PARTS: Final = (0.5, 0.2, 0.8)
"""From where on an edge lines are tried."""
INWARD: Final = 0.3
"""How far to the middle of a target they aim, from its nearest point."""
DEEP: Final = 2.0
"""How far a line must run through a base to be blocked for certain."""
HAIR: Final = 0.1
"""How much farther off than can matter somebody has to be to be left out."""
SURELY: Final = 1.0
"""How much narrower than it must be a gap has to be to be closed for certain."""


def straight(eye: Eye, target: Box, between: Between) -> Segment | None:
    """Try the shortest line and a few others: one is free if there is room beside all of it."""
    is_open = not between.fences and not between.opaque and not between.veils
    bare = between._replace(bases=())
    for line in _tries(eye, target):
        if _is_roomy(line, between) and (is_open or not in_the_way(*line, bare)):
            return line
    return None


def _tries(eye: Eye, target: Box) -> Iterator[Segment]:
    """Suggest lines: the shortest, then from the middle and the parts of the nearest edge."""
    shortest = nearest(eye if isinstance(eye, Box) else segment(*eye), target)
    yield shortest
    (ax, ay), (bx, by) = _edge_at(eye, shortest[0]) if isinstance(eye, Box) else eye
    for part in PARTS:
        start = ax + part * (bx - ax), ay + part * (by - ay)
        end = _entered(start, closest(target, start), target)
        if end is not None:
            yield start, end


def _edge_at(eye: Box, point: Point) -> Segment:
    """Give the edge of a base on which a point of its outline lies."""
    across, along = eye.local(point)
    if eye.half_depth - abs(along) < eye.half_width - abs(across):
        return eye.edge("front" if along > 0 else "rear")
    return eye.edge("right" if across > 0 else "left")


def _entered(start: Point, end: Point, target: Box) -> Point | None:
    """Aim a little to the inside of a target; give where the line comes upon it."""
    (x, y), (cx, cy) = end, target.centre
    aim = x + INWARD * (cx - x), y + INWARD * (cy - y)
    inside = stretches([target.corners], start, aim)
    if not inside:
        return None
    part = inside[0][0]
    return start[0] + part * (aim[0] - start[0]), start[1] + part * (aim[1] - start[1])


def _is_roomy(line: Segment, between: Between) -> bool:
    """Is a line clear of all bases, and of all gaps between them that are too narrow?"""
    (ax, ay), (bx, by) = line
    far, gap = apart(*line) or 1.0, between.gap
    nx, ny = (by - ay) / far, (ax - bx) / far
    least = ax * nx + ay * ny
    box = segment(*line)
    near = list[Box]()
    for _, other in between.bases:
        x, y = other.centre
        if abs(x * nx + y * ny - least) <= other.radius + gap + HAIR and is_within(box, other, gap):
            if is_within(box, other, SLACK):
                return False
            near.append(other)
    if len(near) < 2:
        return True
    gaps = (closed_gap(one, other, gap) for one, other in combinations(near, 2))
    return not any(one is not None and is_within(box, segment(*one), SLACK) for one in gaps)


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
        if _along(back, box.centre) >= least
        and _along(ahead, box.centre) <= up_to
        and all(
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
    left = right = None
    for a in own:
        for b in target.corners:
            (ax, ay), (bx, by) = a, b
            dx, dy = bx - ax, by - ay
            sides = [dx * (y - ay) - dy * (x - ax) for x, y in points]
            if left is None and min(sides) >= -1e-6:
                left = a, b
            if right is None and max(sides) <= 1e-6:
                right = a, b
    return [one for one in (left, right) if one is not None]


def _covers(box: Box, line: Segment) -> bool:
    (ax, ay), (bx, by) = line
    x, y = box.centre
    off = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    if abs(off) > (box.radius + HAIR) * apart(*line):
        return False
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
