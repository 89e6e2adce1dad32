"""Glances that decide most views at once; what they leave open is looked at thoroughly. IDG-4.3.

A glance never differs from the thorough look: it only finds free lines, or closed ranks, sooner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import hypot
from typing import Final, TypeAlias

from walstatt.boards.contact import closest, is_within, nearest
from walstatt.boards.polygons import Segment, stretches, total
from walstatt.boards.pose import Point, apart
from walstatt.boards.rectangle import Box, segment
from walstatt.boards.sightlines import Between, closed_gap, is_open_ground
from walstatt.boards.terrain import Area
from walstatt.boards.veils import Name

Eye: TypeAlias = Box | Segment
Bases: TypeAlias = Sequence[tuple[Name, Box]]
Silhouette: TypeAlias = tuple[tuple[Point, Point, Point, Point], float, float]
"""The corners of a base, how far ahead and how far aside, and from where to where ahead."""

SLACK: Final = 2.0
"""How far bases may reach back beside the viewer, or on beside the target: what rounding can do."""
PARTS: Final[tuple[float, ...]] = (0.5, 0.2, 0.8)
"""From where on an edge lines are tried."""
STARTS: Final[tuple[float, ...]] = (0.5, 0.01, 0.99)
"""From where on an edge openings are looked for."""
INWARD: Final = 0.3
"""How far to the middle of a target they aim, from its nearest point."""
EDGEWISE: Final = 0.02
"""How much of a target at either side no line is aimed at."""
BESIDE: Final = 1e9
"""The slope to what is not ahead of a viewer."""
DEEP: Final = 2.0
"""How far a line must run through a base to be blocked for certain."""
HAIR: Final = 0.1
"""How much farther off than can matter somebody has to be to be left out."""
SURELY: Final = 1.0
"""How much narrower than it must be a gap has to be to be closed for certain."""


def straight(eye: Eye, target: Box, between: Between) -> Segment | None:
    """Try the shortest line and a few others: one is free if there is room beside all of it."""
    for line in _tries(eye, target):
        if _is_free(line, between):
            return line
    return None


def glimpse(eye: Eye, target: Box, between: Between) -> bool:
    """Look right at a target, then from an edge's middle and ends through their widest openings."""
    (ax, ay), (bx, by) = _edge_at(eye, target.centre) if isinstance(eye, Box) else eye
    x, y = (ax + bx) / 2, (ay + by) / 2
    tx, ty = target.centre
    far = hypot(tx - x, ty - y)
    if far <= SLACK:
        return False
    way = (tx - x) / far, (ty - y) / far
    if _is_free(((x, y), _upon((x, y), way, target)), between):
        return True
    frame = _Frame((x, y), way)
    end, around = frame.local((ax, ay)), frame.silhouette(target)
    wide = max([abs(end[1]), *[abs(off) for _, off in around[0]]])
    others = frame.between(between.bases, -abs(end[0]), far, wide)
    for part in STARTS:
        start = ax + part * (bx - ax), ay + part * (by - ay)
        slope = _opening(frame.local(start), around, others)
        if slope is None:
            continue
        if _is_free((start, _upon(start, frame.along(slope), target)), between):
            return True
    return False


def _is_free(line: Segment, between: Between) -> bool:
    """Is there room beside all of a line, and no terrain in its way?"""
    if not _is_roomy(line, between):
        return False
    if not between.fences and not between.opaque and not between.veils:
        return True
    return is_open_ground(*line, between)


class _Frame:
    """How far ahead and aside things are of a point in a direction."""

    __slots__ = ("origin", "way")

    def __init__(self, origin: Point, way: Point) -> None:
        self.origin, self.way = origin, way

    def local(self, point: Point) -> Point:
        """Tell how far ahead and how far aside a point is."""
        x, y = self.origin
        dx, dy = self.way
        x, y = point[0] - x, point[1] - y
        return x * dx + y * dy, x * dy - y * dx

    def along(self, slope: float) -> Point:
        """Give the direction with a slope."""
        dx, dy = self.way
        return dx + slope * dy, dy - slope * dx

    def silhouette(self, box: Box) -> Silhouette:
        """Give the corners of a base."""
        ox, oy = self.origin
        dx, dy = self.way
        first, second, third, last = box.corners
        ax, ay = first
        bx, by = second
        cx, cy = third
        ex, ey = last
        ax, ay, bx, by = ax - ox, ay - oy, bx - ox, by - oy
        cx, cy, ex, ey = cx - ox, cy - oy, ex - ox, ey - oy
        a, b, c, d = ax * dx + ay * dy, bx * dx + by * dy, cx * dx + cy * dy, ex * dx + ey * dy
        corners = (
            (a, ax * dy - ay * dx),
            (b, bx * dy - by * dx),
            (c, cx * dy - cy * dx),
            (d, ex * dy - ey * dx),
        )
        least, _, _, most = sorted((a, b, c, d))
        return corners, least, most

    def between(self, bases: Bases, least: float, far: float, wide: float) -> list[Silhouette]:
        """List the bases that reach so far ahead with their middle nearer, and not so far aside."""
        ox, oy = self.origin
        dx, dy = self.way
        found: list[Silhouette] = []
        for _, box in bases:
            x, y = box.centre
            radius = box.radius
            x, y = x - ox, y - oy
            if abs(x * dy - y * dx) < wide + radius and least - radius < x * dx + y * dy < far:
                found.append(self.silhouette(box))
        return found


def _opening(start: Point, target: Silhouette, others: Sequence[Silhouette]) -> float | None:
    """Give the slope of the line from a point to a target through the widest opening."""
    if target[1] - start[0] <= SLACK:
        return None
    low, high = _slopes(start, target)
    rim = EDGEWISE * (high - low)
    low, high = low + rim, high - rim
    taken: list[Point] = []
    for one in others:
        if one[2] - start[0] > SLACK:
            ahead = one[1] - start[0] > SLACK
            first, last = _slopes(start, one) if ahead else _slopes_beside(start, one)
            if first < high and last > low:
                taken.append((first, last))
    return _widest(sorted(taken), low, high) if taken else (low + high) / 2


def _upon(start: Point, way: Point, target: Box) -> Point:
    """Give where a line comes upon a target."""
    sx, sy = start
    vx, vy = way
    tx, ty = target.centre
    rx, ry = target.right
    part = max(
        _enters((sx - tx) * rx + (sy - ty) * ry, vx * rx + vy * ry, target.half_width),
        _enters((sx - tx) * ry - (sy - ty) * rx, vx * ry - vy * rx, target.half_depth),
    )
    return sx + part * vx, sy + part * vy


def _enters(at: float, by: float, half: float) -> float:
    """Tell after how many steps one comes between two sides."""
    if abs(at) <= half or not by:
        return 0.0
    return (abs(at) - half) / abs(by)


def _slopes(start: Point, one: Silhouette) -> Point:
    """Give between which slopes a base is seen that is wholly ahead of a point."""
    along, off = start
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = one[0]
    low = high = (ay - off) / (ax - along)
    slope = (by - off) / (bx - along)
    if slope < low:
        low = slope
    else:
        high = slope
    slope = (cy - off) / (cx - along)
    if slope < low:
        low = slope
    elif slope > high:
        high = slope
    slope = (dy - off) / (dx - along)
    if slope < low:
        low = slope
    elif slope > high:
        high = slope
    return low, high


def _slopes_beside(start: Point, one: Silhouette) -> Point:
    """Give the same for a base that is beside the point too: there it is seen without end."""
    low, high = BESIDE, -BESIDE
    x, y = one[0][3]
    before, was = x - start[0], y - start[1]
    for x, y in one[0]:
        along, off = x - start[0], y - start[1]
        if (along > SLACK) != (before > SLACK):
            side = was + (off - was) * (SLACK - before) / (along - before)
            low, high = (low, BESIDE) if side > 0 else (-BESIDE, high)
        if along > SLACK:
            low, high = min(low, off / along), max(high, off / along)
        before, was = along, off
    return low, high


def _widest(taken: Sequence[tuple[float, float]], low: float, high: float) -> float | None:
    """Give the middle of the widest opening between what is taken, in order."""
    at, wide, middle = low, 0.0, None
    for first, last in (*taken, (high, high)):
        if first - at > wide:
            wide, middle = first - at, (first + at) / 2
        at = max(at, last)
    return middle


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
    x, y = end
    cx, cy = target.centre
    aim = x + INWARD * (cx - x), y + INWARD * (cy - y)
    inside = stretches([target.corners], start, aim)
    if not inside:
        return None
    part = inside[0][0]
    return start[0] + part * (aim[0] - start[0]), start[1] + part * (aim[1] - start[1])


def _is_roomy(line: Segment, between: Between) -> bool:
    """Is a line clear of all bases, and of all gaps between them that are too narrow?

    Two bases that are both on its right, or both on its left, have no gap across it.
    """
    (ax, ay), (bx, by) = line
    far, gap = hypot(ax - bx, ay - by) or 1.0, between.gap
    dx, dy = (bx - ax) / far, (by - ay) / far
    box = None
    near: list[tuple[Box, int]] = []
    for _, other in between.bases:
        x, y = other.centre
        beside = other.radius + gap + HAIR
        x, y = x - ax, y - ay
        off = x * dy - y * dx
        if off > beside or off < -beside:
            continue
        rx, ry = other.right
        wide, deep = other.half_width, other.half_depth
        turn, lean = abs(rx * dy - ry * dx), abs(rx * dx + ry * dy)
        aside = abs(off) - wide * turn - deep * lean - HAIR
        if aside > gap:
            continue
        along, half = x * dx + y * dy, wide * lean + deep * turn + gap + HAIR
        if along < -half or along > far + half:
            continue
        if aside > SLACK:
            near.append((other, 1 if off > 0 else -1))
            continue
        box = box or segment(*line)
        if is_within(box, other, SLACK):
            return False
        near.append((other, 0))
    return len(near) < 2 or not _is_closed(line, near, gap)


def _is_closed(line: Segment, near: Sequence[tuple[Box, int]], gap: float) -> bool:
    """Is there a gap across a line that is too narrow, between bases on either side of it?"""
    box = None
    for (one, side), (other, there) in combinations(near, 2):
        if side and side == there:
            continue
        x, y = one.centre
        ox, oy = other.centre
        far = one.radius + other.radius + gap + HAIR
        x, y = x - ox, y - oy
        if x * x + y * y > far * far:
            continue
        closed = closed_gap(one, other, gap)
        if closed is not None:
            box = box or segment(*line)
            if is_within(box, segment(*closed), SLACK):
                return True
    return False


def closed_rank(eye: Eye, target: Box, between: Between) -> list[Name]:
    """Find bases without a wide enough gap between them that cover the target from side to side.

    All lines run between the two that join viewer and target on the outside. Bases that stand
    wholly between the two, reach from one of these lines to the other, and are closer together than
    a gap must be, leave no way through.
    """
    own = eye.corners if isinstance(eye, Box) else eye
    x, y = own[0]
    tx, ty = target.centre
    far = apart((x, y), (tx, ty)) or 1.0
    ahead = (tx - x) / far, (ty - y) / far
    up_to = min([_along(ahead, corner) for corner in target.corners])
    return _rank_before(own, target, between, ahead, up_to)


def is_closed_off(eye: Eye, target: Box, between: Between) -> bool:
    """Tell whether such bases stand before any edge of a target that the whole viewer is before."""
    own = eye.corners if isinstance(eye, Box) else eye
    if between.opaque and _is_smoke_between(own, target, between.opaque):
        return True
    corners = target.corners
    ax, ay = corners[3]
    for bx, by in corners:
        dx, dy = ay - by, bx - ax
        far = hypot(dx, dy)
        if far and max([(x - ax) * dx + (y - ay) * dy for x, y in own]) < 0:
            ahead = dx / far, dy / far
            if _rank_before(own, target, between, ahead, ax * ahead[0] + ay * ahead[1]):
                return True
        ax, ay = bx, by
    return False


def _is_smoke_between(own: Sequence[Point], target: Box, smoke: Sequence[Area]) -> bool:
    """Does a strip of smoke, which is convex, part viewer and target from side to side?"""
    sides = _outsides(own, target)
    if len(sides) < 2:
        return False
    for one in smoke:
        across = [_middle_inside(one, *line) for line in sides]
        if across[0] is not None and across[1] is not None:
            ax, ay = across[0]
            bx, by = across[1]
            dx, dy = bx - ax, by - ay
            here = [dx * (y - ay) - dy * (x - ax) for x, y in own]
            there = [dx * (y - ay) - dy * (x - ax) for x, y in target.corners]
            if max(here) < 0 < min(there) or max(there) < 0 < min(here):
                return True
    return False


def _middle_inside(smoke: Area, a: Point, b: Point) -> Point | None:
    """Give the middle of that part of a line that is in smoke; None if it is hardly in it."""
    parts = stretches(smoke.rings, a, b)
    if total(parts) * apart(a, b) <= DEEP:
        return None
    part = (parts[0][0] + parts[-1][1]) / 2
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])


def _rank_before(
    own: Sequence[Point], target: Box, between: Between, ahead: Point, up_to: float
) -> list[Name]:
    """Find bases that cover a target and reach only so far in a direction in which it begins."""
    middle = _between(own, target, between.bases, ahead, up_to + SLACK)
    sides = _outsides(own, target) if middle else []
    if len(sides) < 2:
        return []
    left = _covering(middle, sides[0])
    right = set(_covering(middle, sides[1])) if left else set()
    return _chain(middle, left, right, between.gap - SURELY) if right else []


def _between(
    own: Sequence[Point], target: Box, bases: Bases, ahead: Point, up_to: float
) -> list[tuple[Name, Box]]:
    """List the bases that stand wholly between a viewer and so far in a direction."""
    back = _before_edge(own, target) or ahead
    least = max([_along(back, point) for point in own]) - SLACK
    hx, hy = ahead
    kx, ky = back
    found = list[tuple[Name, Box]]()
    for name, box in bases:
        x, y = box.centre
        rx, ry = box.right
        wide, deep = box.half_width, box.half_depth
        behind, beyond = x * kx + y * ky, x * hx + y * hy
        if behind < least or beyond > up_to:
            continue
        behind -= wide * abs(rx * kx + ry * ky) + deep * abs(rx * ky - ry * kx)
        if behind < least:
            continue
        if beyond + wide * abs(rx * hx + ry * hy) + deep * abs(rx * hy - ry * hx) <= up_to:
            found.append((name, box))
    return found


def _before_edge(own: Sequence[Point], target: Box) -> Point | None:
    """Give the direction straight away from a viewing edge, if the whole target is before it."""
    if len(own) != 2:
        return None
    (ax, ay), (bx, by) = own
    long = apart((ax, ay), (bx, by)) or 1.0
    way = (by - ay) / long, (ax - bx) / long
    start = _along(way, own[0])
    for corner in target.corners:
        if _along(way, corner) <= start:
            return None
    return way


def _along(way: Point, point: Point) -> float:
    return way[0] * point[0] + way[1] * point[1]


def _outsides(own: Sequence[Point], target: Box) -> list[Segment]:
    """Give the lines that join viewer and target on either side."""
    points = (*target.corners, *own)
    left = right = None
    for a, b in product(own, target.corners):
        ax, ay = a
        bx, by = b
        dx, dy = bx - ax, by - ay
        may_left, may_right = left is None, right is None
        for x, y in points:
            side = dx * (y - ay) - dy * (x - ax)
            if side < -1e-6:
                may_left = False
            elif side > 1e-6:
                may_right = False
            if not may_left and not may_right:
                break
        if may_left:
            left = a, b
        if may_right:
            right = a, b
        if left is not None and right is not None:
            return [left, right]
    return [one for one in (left, right) if one is not None]


def _covering(some: Bases, line: Segment) -> list[int]:
    """Number those of some bases through which a line runs deep enough."""
    (ax, ay), (bx, by) = line
    dx, dy, far = bx - ax, by - ay, apart(*line)
    found: list[int] = []
    for n, (_, box) in enumerate(some):
        x, y = box.centre
        reach = (box.radius + HAIR) * far
        off = dx * (y - ay) - dy * (x - ax)
        if -reach <= off <= reach and total(stretches([box.corners], *line)) * far > DEEP:
            found.append(n)
    return found


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
