"""Polygons on a measured table: rings of points, inside and outside, distances, lengths.

A ring is a row of points whose last is joined to its first. Several rings together enclose what
lies inside an odd number of them, so that a ring within a ring is a hole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot, inf
from typing import NamedTuple, TypeAlias

from walstatt.boards.pose import Point

Ring: TypeAlias = Sequence[Point]
Segment: TypeAlias = tuple[Point, Point]
Interval: TypeAlias = tuple[float, float]


class Bounds(NamedTuple):
    """An upright rectangle around something."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> Bounds:
        """Widen the bounds on all sides."""
        return Bounds(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def meets(self, other: Bounds) -> bool:
        """Do the two share a point?"""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )


def bounds(points: Iterable[Point]) -> Bounds:
    """Give the smallest upright rectangle around points."""
    left, top, right, bottom = inf, inf, -inf, -inf
    for x, y in points:
        if x < left:  # noqa: PLR1730 - without a call
            left = x
        if x > right:  # noqa: PLR1730
            right = x
        if y < top:  # noqa: PLR1730
            top = y
        if y > bottom:  # noqa: PLR1730
            bottom = y
    return Bounds(left, top, right, bottom)


def extent(points: Iterable[Point], direction: Point) -> Interval:
    """Measure how far points reach along a direction of length one: least and most."""
    dx, dy = direction
    least, most = inf, -inf
    for x, y in points:
        along = x * dx + y * dy
        if along < least:  # noqa: PLR1730 - without a call
            least = along
        if along > most:  # noqa: PLR1730
            most = along
    return least, most


def edges(ring: Ring) -> Iterator[Segment]:
    """Go round a ring, edge by edge."""
    before = ring[-1]
    for point in ring:
        yield before, point
        before = point


def side(a: Point, b: Point, point: Point) -> float:
    """Tell on which side of the line through a and b a point lies: 0 on it, else by its sign."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def signed_area(ring: Ring) -> float:
    """Measure the area of a ring, positive if it goes round clockwise as drawn."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in edges(ring)) / 2


def contains(rings: Iterable[Ring], point: Point) -> bool:
    """Is a point inside? On the very outline either answer may come."""
    x, y = point
    odd = False
    for ring in rings:
        ax, ay = ring[-1]
        for bx, by in ring:
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                odd = not odd
            ax, ay = bx, by
    return odd


def is_well_inside(ring: Ring, points: Iterable[Point], by: float) -> bool:
    """Are points so far on the inner side of all edges of a ring that goes clockwise as drawn?"""
    ax, ay = ring[-1]
    for bx, by_ in ring:
        dx, dy = bx - ax, by_ - ay
        least = by * hypot(dx, dy)
        for x, y in points:
            if dx * (y - ay) - dy * (x - ax) < least:
                return False
        ax, ay = bx, by_
    return True


def stretches(rings: Iterable[Ring], a: Point, b: Point) -> list[Interval]:
    """List the stretches of a segment that are inside, as fractions of its length, in order."""
    found = _crossings(rings, a, b)
    found.sort()
    pairs = zip(found[::2], found[1::2], strict=True)
    return [(max(low, 0.0), min(high, 1.0)) for low, high in pairs if low < 1 and high > 0]


def _crossings(rings: Iterable[Ring], a: Point, b: Point) -> list[float]:
    """Find where outlines cross the endless line through a and b: always an even number of times.

    A point on the line counts as lying on its right, so nothing is crossed twice or missed.
    """
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    squared = dx * dx + dy * dy
    found: list[float] = []
    if not squared:
        return found
    for ring in rings:
        px, py = ring[-1][0] - ax, ring[-1][1] - ay
        off = dx * py - dy * px
        for point in ring:
            qx, qy = point[0] - ax, point[1] - ay
            at = dx * qy - dy * qx
            if (off > 0) != (at > 0):
                t = off / (off - at)
                x, y = px + t * (qx - px), py + t * (qy - py)
                found.append((x * dx + y * dy) / squared)
            px, py, off = qx, qy, at
    return found


def joined(intervals: Iterable[Interval]) -> list[Interval]:
    """Join intervals that overlap or touch."""
    result: list[Interval] = []
    for low, high in sorted(intervals):
        if result and low <= result[-1][1]:
            result[-1] = result[-1][0], max(high, result[-1][1])
        else:
            result.append((low, high))
    return result


def without(intervals: Sequence[Interval], gone: Sequence[Interval]) -> list[Interval]:
    """Take away from disjoint intervals, both in order."""
    result: list[Interval] = []
    for low, high in intervals:
        start = low
        for off, on in gone:
            if off >= high or on <= start:
                continue
            if off > start:
                result.append((start, off))
            start = on
            if start >= high:
                break
        if start < high:
            result.append((start, high))
    return result


def total(intervals: Iterable[Interval]) -> float:
    """Add up the lengths of intervals."""
    return sum(high - low for low, high in intervals)


def nearest_on(point: Point, a: Point, b: Point) -> Point:
    """Find the point of a segment that is nearest to a point."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    squared = dx * dx + dy * dy
    if not squared:
        return a
    t = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / squared
    if t <= 0:
        return a
    return b if t >= 1 else (a[0] + t * dx, a[1] + t * dy)


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Do two segments cross, each with its ends on either side of the other?"""
    return (side(a, b, c) > 0) != (side(a, b, d) > 0) and (side(c, d, a) > 0) != (side(c, d, b) > 0)


def nearest_points(one: Iterable[Segment], other: Sequence[Segment]) -> tuple[float, Point, Point]:
    """Find the nearest points of two sets of segments and their distance, 0 where they cross."""
    best: tuple[float, Point, Point] | None = None
    for a, b in one:
        for c, d in other:
            if cross(a, b, c, d):
                where = meeting_point(a, b, c, d)
                return 0.0, where, where
            for p, q in _ways_across(a, b, c, d):
                away = hypot(p[0] - q[0], p[1] - q[1])
                if best is None or away < best[0]:
                    best = away, p, q
    if best is None:
        raise ValueError("there are no points to measure between")
    return best


def _ways_across(a: Point, b: Point, c: Point, d: Point) -> tuple[Segment, ...]:
    return (
        (a, nearest_on(a, c, d)),
        (b, nearest_on(b, c, d)),
        (nearest_on(c, a, b), c),
        (nearest_on(d, a, b), d),
    )


def meeting_point(a: Point, b: Point, c: Point, d: Point) -> Point:
    """Give the point where the line through a and b meets the line through c and d."""
    over, under = side(a, b, c), side(a, b, d)
    if over == under:
        return a
    t = over / (over - under)
    return c[0] + t * (d[0] - c[0]), c[1] + t * (d[1] - c[1])


def distance(one: Ring, other: Ring) -> float:
    """Measure between the outlines of two polygons; 0 if they cross."""
    return nearest_points(edges(one), list(edges(other)))[0]


def convex_hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """Put a rubber band round points: the corners clockwise as drawn."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    return (*_half_hull(ordered)[:-1], *_half_hull(ordered[::-1])[:-1])


def _half_hull(ordered: Iterable[Point]) -> list[Point]:
    hull: list[Point] = []
    for point in ordered:
        x, y = point
        while len(hull) > 1:
            ax, ay = hull[-2]
            bx, by = hull[-1]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            hull.pop()
        hull.append(point)
    return hull


def longest_chord(points: Iterable[Point]) -> Segment:
    """Find the two points that are farthest from each other, in the order of their coordinates."""
    hull = sorted(convex_hull(points))
    return max(
        ((a, b) for i, a in enumerate(hull) for b in hull[i + 1 :]),
        key=lambda pair: (hypot(pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]), pair),
    )


def least_width(points: Iterable[Point]) -> float:
    """Measure the narrowest gate through which the points would fit."""
    hull = convex_hull(points)
    return min(
        max(abs(side(a, b, point)) for point in hull) / hypot(b[0] - a[0], b[1] - a[1])
        for a, b in edges(hull)
    )


def centroid(ring: Ring) -> Point:
    """Give the mean of the corners, which lies inside if the ring is convex."""
    across, along = 0.0, 0.0
    for x, y in ring:
        across += x
        along += y
    return across / len(ring), along / len(ring)


def clipped(ring: Ring, window: Ring) -> tuple[Point, ...]:
    """Cut off what lies outside a convex window whose corners go clockwise as drawn.

    Where several parts remain they stay joined by strips of no width along the window's rim.
    """
    part = list(ring)
    for a, b in edges(window):
        part = _kept(part, a, b)
        if not part:
            break
    return tuple(part)


def _kept(ring: Ring, a: Point, b: Point) -> list[Point]:
    """Keep what lies to the right of a line."""
    result: list[Point] = []
    for p, q in edges(ring) if ring else ():
        before, after = side(a, b, p), side(a, b, q)
        if (before > 0) != (after > 0) and before and after:
            t = before / (before - after)
            result.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        if after >= 0:
            result.append(q)
    return result


def meets_convex(rings: Sequence[Ring], convex: Ring) -> bool:
    """Does a convex polygon share ground with what rings enclose? Touching is not sharing."""
    return contains(rings, centroid(convex)) or _is_divided(rings, convex)


def covers_convex(rings: Sequence[Ring], convex: Ring) -> bool:
    """Does all of a convex polygon lie inside what rings enclose? It may touch the outline."""
    return contains(rings, centroid(convex)) and not _is_divided(rings, convex)


def _is_divided(rings: Sequence[Ring], convex: Ring) -> bool:
    """Do rings run through the inside of a convex polygon?"""
    left, top, right, bottom = bounds(convex)
    outline = list(edges(convex))
    for ring in rings:
        a = ax, ay = ring[-1]
        for b in ring:
            bx, by = b
            beside = (ax < left and bx < left) or (ax > right and bx > right)
            beside = beside or (ay < top and by < top) or (ay > bottom and by > bottom)
            if not beside and _runs_through(a, b, outline):
                return True
            a, ax, ay = b, bx, by
    return False


def _runs_through(a: Point, b: Point, outline: Sequence[Segment]) -> bool:
    """Does part of a segment lie inside a convex outline that goes clockwise as drawn?"""
    low, high = 0.0, 1.0
    ax, ay = a
    bx, by = b
    for (cx, cy), (ex, ey) in outline:
        dx, dy = ex - cx, ey - cy
        before, after = dx * (ay - cy) - dy * (ax - cx), dx * (by - cy) - dy * (bx - cx)
        if before <= 0 and after <= 0:
            return False
        if before < 0:
            low = max(low, before / (before - after))
        elif after < 0:
            high = min(high, before / (before - after))
    return low < high


def first_crossing(ring: Ring) -> Point | None:
    """Find where a ring runs into itself, None if nowhere."""
    outline = [(a, b, spanned(a, b)) for a, b in edges(ring)]
    count = len(outline)
    for i, (a, b, own) in enumerate(outline):
        left, top, right, bottom = own
        for j in range(i + 1, count):
            c, d, box = outline[j]
            if box[0] > right or box[2] < left or box[1] > bottom or box[3] < top:
                continue
            if j == i + 1 or (i == 0 and j == count - 1):
                away, where = (0.0, b if b == c else a) if _fold(a, b, c, d) else (1.0, a)
            else:
                away, where, _ = nearest_points([(a, b)], [(c, d)])
            if not away:
                return where
    return None


def spanned(a: Point, b: Point) -> tuple[float, float, float, float]:
    """Give left, top, right and bottom of a segment."""
    ax, ay = a
    bx, by = b
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def _fold(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Do two edges with a common point run over each other?"""
    start, shared, end = (a, b, d) if b == c else (b, a, c)
    back = (start[0] - shared[0], start[1] - shared[1])
    ahead = (end[0] - shared[0], end[1] - shared[1])
    return side(start, shared, end) == 0 and back[0] * ahead[0] + back[1] * ahead[1] > 0


def offset(via: Ring, by: float) -> list[Point]:
    """Run beside a row of points at a distance, to the right of the way they go as drawn."""
    normals = [_normal(a, b) for a, b in pairwise(via)]
    joints = [normals[0], *(_mitre(m, n) for m, n in pairwise(normals)), normals[-1]]
    return [(x + by * nx, y + by * ny) for (x, y), (nx, ny) in zip(via, joints, strict=True)]


def _normal(a: Point, b: Point) -> Point:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy)
    return -dy / length, dx / length


def _mitre(m: Point, n: Point) -> Point:
    """Give the corner between two sides that run at distance 1 along edges with these normals."""
    scale = 1 + m[0] * n[0] + m[1] * n[1]
    return (m[0] + n[0]) / scale, (m[1] + n[1]) / scale
