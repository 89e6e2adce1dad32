"""All the straight lines between two segments at once, and which of them something stops.

In a frame whose y axis leads from the one segment to the other, a line is told by where it crosses
two levels below and above everything: at u below, at v above. Every point (x, y) then divides the
plane of (u, v) by a straight line into the lines that pass to its left and those to its right. So
the lines that miss convex things form convex polygons there, called cells, and are found exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, inf, sqrt
from typing import Final, TypeAlias

from walstatt.boards.polygons import (
    Interval,
    Ring,
    Segment,
    cross,
    edges,
    extent,
    joined,
    stretches,
)
from walstatt.boards.polygons import without as left_over
from walstatt.boards.pose import Point
from walstatt.boards.rectangle import area, cut

Cell: TypeAlias = Sequence[Point]
Half: TypeAlias = tuple[float, float, float]
"""Factors of u and v and the least sum that keeps a line on the right of a point."""

SMALLEST: Final = 0.25
"""A cell smaller than this, in square tenths of a millimetre, is a slit that shows nothing."""
ENOUGH: Final = 1e-3
"""Things so far apart are apart."""
SHORTEST: Final = 0.5
"""What is left of a segment must be longer than this."""
FLUSH: Final = 2.5
"""How far an edge may be inside a base beside which it stands: what rounding can do."""


class Frame:
    """Coordinates along and across a view; `low` and `high` are the levels of u and v."""

    __slots__ = (
        "_known",
        "_rims",
        "high",
        "left",
        "low",
        "nx",
        "ny",
        "ox",
        "oy",
        "right",
        "span",
    )

    def __init__(self, origin: Point, ahead: Point) -> None:
        self.ox, self.oy = origin
        dx, dy = ahead[0] - origin[0], ahead[1] - origin[1]
        length = hypot(dx, dy)
        self.nx, self.ny = dx / length, dy / length
        self.low = self.high = self.left = self.right = 0.0
        self.span = 1.0
        self._known = dict[int, list[Ring]]()
        self._rims = dict[int, list[Segment]]()

    def bound(self, points: Iterable[Point]) -> None:
        """Put the levels below and above points of the frame, from the left to the right one."""
        xs, ys = zip(*points, strict=True)
        self.low, self.high = min(ys), max(ys)
        self.left, self.right = min(xs), max(xs)
        self.span = self.high - self.low

    def local(self, ring: Ring) -> list[Point]:
        """Bring points of the table into the frame."""
        ox, oy, nx, ny = self.ox, self.oy, self.nx, self.ny
        return [((x - ox) * ny - (y - oy) * nx, (x - ox) * nx + (y - oy) * ny) for x, y in ring]

    def known(self, rings: Sequence[Ring]) -> list[Ring]:
        """Bring rings into the frame once for all beams."""
        found = self._known.get(id(rings))
        if found is None:
            found = self._known[id(rings)] = [self.local(ring) for ring in rings]
        return found

    def rims(self, rings: Sequence[Ring]) -> list[Segment]:
        """List the edges of rings that come upon the ground of the view, in the frame."""
        found = self._rims.get(id(rings))
        if found is None:
            low, high, left, right = self.low, self.high, self.left, self.right
            found = self._rims[id(rings)] = [
                (a, b)
                for ring in self.known(rings)
                for a, b in edges(ring)
                if (a[1] > low or b[1] > low)
                and (a[1] < high or b[1] < high)
                and (a[0] > left or b[0] > left)
                and (a[0] < right or b[0] < right)
            ]
        return found

    def table(self, point: Point) -> Point:
        """Bring a point of the frame back to the table."""
        x, y = point
        return self.ox + x * self.ny + y * self.nx, self.oy - x * self.nx + y * self.ny

    def halves(self, points: Ring) -> list[Half]:
        """Tell which lines pass each of some points on its right."""
        low, high, span = self.low, self.high, self.span
        return [((high - y) / span, (y - low) / span, x) for x, y in points]

    def line(self, start: Point, end: Point) -> Point:
        """Give u and v of the line through two points of the frame."""
        x, y = start
        ex, ey = end
        slope = (ex - x) / (ey - y)
        return x + slope * (self.low - y), x + slope * (self.high - y)

    def at(self, line: Point, where: Segment) -> Point:
        """Give the point where a line meets a segment of the frame."""
        (a, b, c), (d, e, f) = self.halves(where)
        u, v = line
        first, second = a * u + b * v - c, d * u + e * v - f
        t = min(max(first / (first - second), 0.0), 1.0) if first != second else 0.5
        (x, y), (ex, ey) = where
        return x + t * (ex - x), y + t * (ey - y)


class Hurdle:
    """A convex thing in a frame that no line may cross, and what it belongs to."""

    __slots__ = ("high", "id", "low", "points")

    def __init__(self, name: int | str, points: Ring, low: float, high: float) -> None:
        self.id, self.points, self.low, self.high = name, points, low, high


def hurdle(name: int | str, points: Ring) -> Hurdle:
    """Make a hurdle of points of a frame."""
    _, low = points[0]
    high = low
    for _, y in points:
        if y < low:
            low = y
        elif y > high:
            high = y
    return Hurdle(name, points, low, high)


# --- Cells ----------------------------------------------------------------------------------------


def all_lines(frame: Frame, start: Segment, end: Segment) -> list[Cell]:
    """Give the cells of all lines between two segments, the second one higher than the first."""
    a, b = start
    c, d = end
    ring = [frame.line(a, c), frame.line(a, d), frame.line(b, d), frame.line(b, c)]
    turns = [
        (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0])
        for p, q, r in zip(ring, ring[1:] + ring[:1], ring[2:] + ring[:2], strict=True)
    ]
    if min(turns) >= 0 or max(turns) <= 0:
        return [ring] if area(ring) > SMALLEST else []
    return _wedges(frame, ring, (a, b), (c, d))


def _wedges(frame: Frame, ring: Cell, start: Segment, end: Segment) -> list[Cell]:
    """Give the lines between segments one of which may be seen from either side."""
    us, vs = zip(*ring, strict=True)
    low, high, left, right = min(us), max(us), min(vs), max(vs)
    cells: list[Cell] = [[(low, left), (high, left), (high, right), (low, right)]]
    for ends in (start, end):
        one, other = frame.halves(ends)
        pairs = [_kept(_kept(cell, one, 1), other, -1) for cell in cells]
        pairs += [_kept(_kept(cell, one, -1), other, 1) for cell in cells]
        cells = [cell for cell in pairs if cell]
    return cells


def _kept(cell: Cell, half: Half, sign: int) -> Cell:
    """Keep the lines that pass a point on its right, or on its left if the sign is -1."""
    if not cell:
        return cell
    a, b, c = half
    part = cut(cell, (a, b), c) if sign > 0 else cut(cell, (-a, -b), -c)
    return part if area(part) > SMALLEST else ()


def passing(frame: Frame, cells: list[Cell], thing: Hurdle, ends: Sequence[Segment]) -> list[Cell]:
    """Take out of cells all lines that a hurdle stops between their two ends."""
    start, end = ends
    (_, a), (_, b) = start
    (_, c), (_, d) = end
    first, second = (a, b) if a < b else (b, a)
    third, last = (c, d) if c < d else (d, c)
    if thing.high <= first or thing.low >= last:
        return cells
    halves = frame.halves(thing.points)
    rest: list[Cell] = []
    stopped: list[Cell] = []
    for cell in cells:
        (rest if _is_missed(cell, halves) else stopped).append(cell)
    if stopped and thing.low < second:
        stopped = _in_order(frame, stopped, start, thing.points, rest)
    if stopped and thing.high > third:
        stopped = _in_order(frame, stopped, thing.points, end, rest)
    for cell in stopped:
        rest += _beside(cell, halves)
    return rest


def _is_missed(cell: Cell, halves: Sequence[Half]) -> bool:
    """Do all lines of a cell pass points all on the same side?"""
    a, b, c = halves[0]
    u, v = cell[0]
    if a * u + b * v > c:
        for a, b, c in halves:
            for u, v in cell:
                if a * u + b * v < c:
                    return False
        return True
    for a, b, c in halves:
        for u, v in cell:
            if a * u + b * v > c:
                return False
    return True


def _beside(cell: Cell, halves: Sequence[Half]) -> list[Cell]:
    """Keep the lines of a cell that pass points all on the right or all on the left."""
    found: list[Cell] = []
    rights: list[Half] = []
    lefts: list[Half] = []
    may_right = may_left = True
    for half in halves:
        any_left, any_right = _sides(cell, half)
        if any_right:
            lefts.append(half)
        if any_left:
            rights.append(half)
        may_right, may_left = may_right and any_right, may_left and any_left
        if not may_right and not may_left:
            return found
    for may, needed, sign in ((may_right, rights, 1), (may_left, lefts, -1)):
        part: Cell = cell if may else ()
        for half in needed:
            part = _kept(part, half, sign)
            if not part:
                break
        if part:
            found.append(part)
    return found


def _sides(cell: Cell, half: Half) -> tuple[bool, bool]:
    """Tell whether any lines of a cell pass a point on its left, and any on its right."""
    a, b, c = half
    any_left = any_right = False
    for u, v in cell:
        at = a * u + b * v
        if at > c:
            any_right = True
        elif at < c:
            any_left = True
    return any_left, any_right


def _in_order(
    frame: Frame, cells: Iterable[Cell], first: Ring, second: Ring, rest: list[Cell]
) -> list[Cell]:
    """Keep the lines that come upon one thing before another, and put all others by.

    A line that crosses both crosses what separates them, so its direction alone tells the order.
    """
    nx, ny = separator(first, second)
    half = (-nx, nx, -ny * frame.span)
    kept = []
    for cell in cells:
        u, v = cell[0]
        least = most = nx * (v - u)
        for u, v in cell:
            lean = nx * (v - u)
            if lean < least:
                least = lean
            elif lean > most:
                most = lean
        if least >= half[2]:
            kept.append(cell)
        elif most <= half[2]:
            rest.append(cell)
        else:
            kept += [part for part in (_kept(cell, half, 1),) if part]
            rest += [part for part in (_kept(cell, half, -1),) if part]
    return kept


def separator(first: Ring, second: Ring) -> Point:
    """Find the direction in which a convex thing lies most clearly beyond another."""
    best, result = -inf, (0.0, 1.0)
    for ring in (first, second):
        for nx, ny in _normals(ring):
            least, most = extent(first, (nx, ny))
            other_least, other_most = extent(second, (nx, ny))
            gap = other_least - most
            if gap > best:
                best, result = gap, (nx, ny)
            back = least - other_most if best <= ENOUGH else -inf
            if back > best:
                best, result = back, (-nx, -ny)
            if best > ENOUGH:
                return result
    return result


def _normals(ring: Ring) -> list[Point]:
    """List the directions across the edges of a thing, and along it if it is a line only."""
    found = list[Point]()
    x, y = ring[-1]
    for ex, ey in ring:
        length = hypot(ex - x, ey - y)
        if length:
            nx, ny = (ey - y) / length, (x - ex) / length
            found.append((nx, ny))
            if len(ring) == 2:
                found.append((ny, -nx))
                break
        x, y = ex, ey
    return found


def open_parts(
    where: Segment, things: Iterable[Hurdle], areas: Iterable[Sequence[Ring]]
) -> list[Segment]:
    """Divide a segment where it is crossed, and leave out what is covered.

    It may stand side by side with a hurdle, along which it lies but for what rounding can do.
    """
    (x, y), (ex, ey) = where
    gone = [part for rings in areas for part in stretches(rings, *where)]
    low, high = (y, ey) if y < ey else (ey, y)
    for thing in things:
        points = thing.points
        if thing.low > high or thing.high < low or _is_beside(where, points):
            continue
        if len(points) > 2:
            gone += stretches([points], *where)
        elif cross(*where, points[0], points[1]):
            t = _meeting(where, points)
            gone.append((t, t))
    length = hypot(ex - x, ey - y)
    parts = left_over([(0.0, 1.0)], joined(gone)) if gone else [(0.0, 1.0)]
    return [
        ((x + low * (ex - x), y + low * (ey - y)), (x + high * (ex - x), y + high * (ey - y)))
        for low, high in parts
        if (high - low) * length > SHORTEST
    ]


def _is_beside(where: Segment, ring: Ring) -> bool:
    """Does an edge lie along a base, or not within it at all, but for what rounding can do?"""
    if len(ring) < 3:
        return False
    (px, py), (qx, qy) = where
    ax, ay = ring[0]
    bx, by = ring[1]
    cx, cy = ring[2]
    turn = 1.0 if (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0 else -1.0
    ax, ay = ring[-1]
    for bx, by in ring:
        dx, dy = bx - ax, by - ay
        least = FLUSH * hypot(dx, dy)
        is_out = turn * (dx * (py - ay) - dy * (px - ax)) <= least
        if is_out and turn * (dx * (qy - ay) - dy * (qx - ax)) <= least:
            return True
        ax, ay = bx, by
    return False


def _meeting(where: Segment, points: Ring) -> float:
    (ax, ay), (bx, by) = where
    (cx, cy), (dx, dy) = points
    first = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    second = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    return first / (first - second)


# --- Beams ----------------------------------------------------------------------------------------


class Beam:
    """All lines of a frame with u and v in given ranges, from a segment to another.

    Together they cover the ground between a leftmost and a rightmost line.
    """

    __slots__ = ("end", "frame", "left", "right", "start", "u", "v")

    def __init__(self, frame: Frame, cell: Cell, start: Segment, end: Segment) -> None:
        self.frame = frame
        self.start, self.end = start, end
        us, vs = zip(*cell, strict=True)
        self.u: Interval = (min(us), max(us))
        self.v: Interval = (min(vs), max(vs))
        self.left = (self.v[0] - self.u[0]) / frame.span
        self.right = (self.v[1] - self.u[1]) / frame.span

    def clip(self, a: Point, b: Point) -> Segment | None:
        """Cut a segment down to what lies on the ground of the beam."""
        low = self.frame.low
        lean, other = a[1] - low, b[1] - low
        left, right, span = self.left, self.right, self.frame.span
        start, end = 0.0, 1.0
        for one, two in (
            (a[0] - self.u[0] - left * lean, b[0] - self.u[0] - left * other),
            (self.u[1] + right * lean - a[0], self.u[1] + right * other - b[0]),
            (lean, other),
            (span - lean, span - other),
        ):
            if one < 0:
                if two < 0:
                    return None
                start = max(start, one / (one - two))
            elif two < 0:
                end = min(end, one / (one - two))
        if start > end:
            return None
        dx, dy = b[0] - a[0], b[1] - a[1]
        return (a[0] + start * dx, a[1] + start * dy), (a[0] + end * dx, a[1] + end * dy)

    @property
    def slopes(self) -> Interval:
        """Give the least and the greatest slope of the lines: across for each step along."""
        u, most_u = self.u
        v, most_v = self.v
        span = self.frame.span
        return (v - most_u) / span, (most_v - u) / span

    @property
    def axis(self) -> Segment:
        """Give the line in the middle, from level to level."""
        frame = self.frame
        return ((sum(self.u) / 2, frame.low), (sum(self.v) / 2, frame.high))

    def is_crossed_by(self, tilt: float) -> bool:
        """Does every line cross all slices, tilted by so much along for each step across?"""
        least, most = self.slopes
        return 1 - tilt * least > 0.1 and 1 - tilt * most > 0.1

    def least_length(self, tilt: float) -> float:
        """Give the least length that any line has between two slices one step apart."""
        least, most = self.slopes
        slope = min(max(-tilt, least), most)
        return sqrt(1 + slope * slope) / (1 - tilt * slope)

    def most_length(self, tilt: float) -> float:
        """Give the greatest length that any line has between two slices one step apart."""
        return max(sqrt(1 + slope * slope) / (1 - tilt * slope) for slope in self.slopes)

    def slices(self, tilt: float) -> Interval:
        """Give the first and the last slice that every line crosses between its ends."""
        start = self.clip(*self.start) or self.start
        end = self.clip(*self.end) or self.end
        return max(y - tilt * x for x, y in start), min(y - tilt * x for x, y in end)

    def solid(
        self, inside: Sequence[Sequence[Ring]], clear: Sequence[Sequence[Ring]], tilt: float
    ) -> list[Interval]:
        """List the slices that lie wholly inside areas, and in none of the clear ones.

        Between slices that an outline touches, what holds for the middle line holds for all.
        """
        first, last = self.slices(tilt)
        if first >= last:
            return []
        within = self._on_axis(inside, tilt)
        if not within:
            return []
        outside = [*self._on_axis(clear, tilt), (-inf, first), (last, inf)]
        for rings in (*inside, *clear):
            outside += self._touched(rings, tilt)
        found = left_over(within, joined(outside))
        return [(low, high) for low, high in found if high - low > ENOUGH]

    def _on_axis(self, areas: Sequence[Sequence[Ring]], tilt: float) -> list[Interval]:
        (x, y), (ex, ey) = axis = self.axis
        start, step = y - tilt * x, ey - y - tilt * (ex - x)
        known = self.frame.known
        found = [part for rings in areas for part in stretches(known(rings), *axis)]
        return joined((start + low * step, start + high * step) for low, high in found)

    def _touched(self, rings: Sequence[Ring], tilt: float) -> Iterable[Interval]:
        for a, b in self.frame.rims(rings):
            part = self.clip(a, b)
            if part is not None:
                (x, y), (ex, ey) = part
                one, other = y - tilt * x, ey - tilt * ex
                yield (one, other) if one <= other else (other, one)

    def tilts(self, areas: Sequence[Sequence[Ring]]) -> list[float]:
        """Find tilts along which the first and the last outline on the axis would be sliced."""
        axis = self.axis
        found = [
            ((a[1] + b[1]) / 2, (b[1] - a[1]) / (b[0] - a[0]))
            for rings in areas
            for a, b in self.frame.rims(rings)
            if a[0] != b[0] and cross(*axis, a, b)
        ]
        found.sort()
        picked = {tilt for _, tilt in (found[:1] + found[-1:])}
        return [tilt for tilt in sorted(picked) if abs(tilt) < 3 and self.is_crossed_by(tilt)]
