"""Lines of sight: is there any free line from an edge or a base to a base, and if not, why?

All lines are examined at once (see `beams`), so a free one is found wherever there is one that can
be moved by a tenth of a millimetre at both ends and stays free. Bases, fences and opaque areas are
exact; lines through veils are searched until a beam of a fifth of a millimetre is blocked.

To see between two bases, the gap at its narrowest must be wide enough: a narrower one is closed
like a fence from base to base. A line that ends in the gap before its narrowest place is free.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count, pairwise
from math import hypot
from typing import Final, NamedTuple, TypeAlias

from walstatt.boards.beams import (
    SMALLEST,
    Beam,
    Cell,
    Frame,
    Hurdle,
    all_lines,
    hurdle,
    open_parts,
    passing,
)
from walstatt.boards.contact import distance, nearest
from walstatt.boards.polygons import (
    Bounds,
    Ring,
    Segment,
    bounds,
    centroid,
    cross,
    edges,
    meeting_point,
    stretches,
    total,
)
from walstatt.boards.pose import Point, apart
from walstatt.boards.rectangle import Box, area, cut, segment
from walstatt.boards.terrain import Area, length_inside
from walstatt.boards.veils import GRAZE, Name, Veil

Lines: TypeAlias = tuple[Cell, Segment, Segment]
"""A cell and the segments at which its lines begin and end."""

TOUCHING: Final = 1.0
"""Nearer than this nothing is between."""
FINEST: Final = 2.0
"""Beams no wider than this at both ends are not divided any more."""
MOST_BEAMS: Final = 1_000
"""After so many beams a search gives up, and the view counts as blocked."""
NARROWEST: Final = 5.0
"""A gap counts as narrowest wherever it is at most this much wider than its least width."""
INTO_BASE: Final = 2.0
"""How far a closed gap reaches into the bases at its ends, so that nothing slips through."""


class Fence(NamedTuple):
    """A line on the ground that no line of sight may cross: a crest, a wall, a rim."""

    id: Name
    via: Sequence[Point]


class Between(NamedTuple):
    """What may be in the way of one view; whatever one sees over or past is left out.

    No line may pass through a base or an opaque area, between two bases less than `gap` apart or
    across a fence, and each has to please all veils.
    """

    bases: Sequence[tuple[Name, Box]] = ()
    gap: float = 0.0
    fences: Sequence[Fence] = ()
    opaque: Sequence[Area] = ()
    veils: Sequence[Veil] = ()


class Sight(NamedTuple):
    """A line and what blocks it, nearest first: if nothing, one sees along it."""

    start: Point
    end: Point
    by: tuple[Name, ...] = ()

    @property
    def is_free(self) -> bool:
        """Does nothing block?"""
        return not self.by


# --- Looking --------------------------------------------------------------------------------------


def sight(viewer: Box | Segment, target: Box, between: Between) -> Sight:
    """Look from any point of an edge, or of a whole base, to any point of a base."""
    near, far = _shortest(viewer, target)
    if apart(near, far) < TOUCHING:
        return Sight(near, far)
    view = _view(viewer, target, between, (near, far))
    found = view.free_line((near, far))
    return Sight(*found) if found else view.blocked_line((near, far))


def free_line(viewer: Box | Segment, target: Box, between: Between) -> Segment | None:
    """Find a line along which one sees a base, without asking what blocks."""
    line = _shortest(viewer, target)
    if apart(*line) < TOUCHING:
        return line
    return _view(viewer, target, between, line).free_line(line)


def is_seen(viewer: Box | Segment, target: Box, between: Between) -> bool:
    """Tell whether one sees a base, without asking what blocks."""
    return free_line(viewer, target, between) is not None


def _shortest(viewer: Box | Segment, target: Box) -> Segment:
    return nearest(viewer if isinstance(viewer, Box) else segment(*viewer), target)


def _view(viewer: Box | Segment, target: Box, between: Between, line: Segment) -> _View:
    starts = _facing(viewer, target.corners) if isinstance(viewer, Box) else [viewer]
    ends = _facing(target, [point for start in starts for point in start])
    return _View(Frame(*line), starts, ends, between)


def _facing(box: Box, others: Iterable[Point]) -> list[Segment]:
    """List the edges of a base from which one looks outwards at any of other points."""
    points, found = list(others), list[Segment]()
    for a, b in edges(box.corners):
        ax, ay = a
        bx, by = b
        dx, dy = bx - ax, by - ay
        for x, y in points:
            if dx * (y - ay) - dy * (x - ax) < 0:
                found.append((a, b))
                break
    return found


class _View:
    """One look from some edges to others, in a frame of its own."""

    def __init__(
        self, frame: Frame, starts: list[Segment], ends: list[Segment], between: Between
    ) -> None:
        self.frame = frame
        self.starts, self.ends = starts, ends
        corners = [point for edge in (*starts, *ends) for point in edge]
        self.around = bounds(corners)
        frame.bound(frame.local(corners))
        self.near = self._near(between)
        bases = [(name, box) for _, _, name, box in self.near]
        self.between = Between(bases, between.gap, *between[2:])
        self.last: Name = ""

    def _near(self, between: Between) -> list[tuple[float, float, Name, Box]]:
        """List the bases that may be in the way or make a gap, how far along and across."""
        frame, within, found = self.frame, between.gap, []
        nx, ny, ox, oy = frame.nx, frame.ny, frame.ox, frame.oy
        left, right, low, high = frame.left, frame.right, frame.low, frame.high
        for name, box in between.bases:
            x, y = box.centre
            far = box.radius + within
            along = (x - ox) * nx + (y - oy) * ny
            if low - far < along < high + far:
                off = (x - ox) * ny - (y - oy) * nx
                if left - far < off < right + far:
                    found.append((along, off, name, box))
        return found

    def free_line(self, shortest: Segment) -> Segment | None:
        """Find a free line; the search for those that please veils may miss the shortest."""
        things = [*self._bases(), *self._fences()]
        lines = self._past(things)
        if lines and self.between.gap > 0:
            lines = self._through_gaps(lines, things)
        if not lines:
            return None
        if self.between.veils:
            if not in_the_way(*shortest, self.between):
                return shortest
            return self._search(lines)
        cell, start, end = max(lines, key=lambda line: area(line[0]))
        return self._ends(centroid(cell), start, end)

    def _past(self, things: list[Hurdle]) -> list[Lines]:
        """Find all lines that nothing stands in the way of."""
        opaque = [one for one in self.between.opaque if one.bounds.meets(self.around)]
        covered = [self.frame.known(one.rings) for one in opaque]
        rims = [hurdle(one.id, rim) for one in opaque for rim in self.frame.rims(one.rings)]
        names: list[Name] = [*(one.id for one in opaque), *(thing.id for thing in things)]
        self.last = names[0] if names else self.last
        return [
            (cell, start, end)
            for start in self._open(self.starts, things, covered)
            for end in self._open(self.ends, things, covered)
            for cell in self._cells(start, end, [*things, *rims])
        ]

    def _cells(self, start: Segment, end: Segment, things: list[Hurdle]) -> list[Cell]:
        return self._left(all_lines(self.frame, start, end), start, end, things)

    def _left(
        self, cells: list[Cell], start: Segment, end: Segment, things: list[Hurdle]
    ) -> list[Cell]:
        for thing in things:
            if not cells:
                break
            cells = passing(self.frame, cells, thing, (start, end))
            if not cells:
                self.last = thing.id
        return cells

    def _through_gaps(self, lines: list[Lines], things: list[Hurdle]) -> list[Lines]:
        """Take out the lines through gaps; if one cuts off a part of an end, look anew."""
        gaps = self._closed_gaps()
        ends = {end for line in lines for end in line[1:]}
        if any(cross(*end, *gap.points) for end in ends for gap in gaps):
            return self._past([*things, *gaps])
        return [
            (cell, start, end)
            for old, start, end in lines
            for cell in self._left([old], start, end, gaps)
        ]

    def _bases(self) -> list[Hurdle]:
        frame = self.frame
        left, right, low, high = frame.left, frame.right, frame.low, frame.high
        return [
            hurdle(name, frame.local(box.corners))
            for along, off, name, box in self.near
            if low < along + box.radius
            and along - box.radius < high
            and left < off + box.radius
            and off - box.radius < right
        ]

    def _fences(self) -> list[Hurdle]:
        return [
            hurdle(fence.id, self.frame.local(piece))
            for fence in self.between.fences
            for piece in pairwise(fence.via)
            if self.around.meets(bounds(piece))
        ]

    def _open(
        self, where: list[Segment], things: list[Hurdle], covered: list[list[Ring]]
    ) -> list[Segment]:
        found = list[Segment]()
        for edge in where:
            a, b = self.frame.local(edge)
            found += open_parts((a, b), things, covered)
        return found

    def _closed_gaps(self) -> list[Hurdle]:
        """Find the gaps near the view that are too narrow to see through."""
        gap, found = self.between.gap, []
        near = sorted(self.near, key=lambda one: one[0])
        sides = [self._side(off, box.radius + INTO_BASE) for _, off, _, box in near]
        most = 2 * max([box.radius for *_, box in near], default=0.0) + gap
        for i, (along, _, name, box) in enumerate(near):
            x, y = box.centre
            reach, here = box.radius + gap, sides[i]
            for n in range(i + 1, len(near)):
                other_along, _, _, other = near[n]
                if other_along > along + most:
                    break
                if here and here == sides[n]:
                    continue
                ox, oy = other.centre
                far = reach + other.radius
                ox, oy = ox - x, oy - y
                if ox * ox + oy * oy < far * far:
                    closed = closed_gap(box, other, gap)
                    if closed and self.around.meets(bounds(closed)):
                        found.append(hurdle(name, self.frame.local(closed)))
        return found

    def _side(self, off: float, radius: float) -> int:
        """Tell whether something is wholly to the left of the view, to the right, or neither."""
        if off - radius > self.frame.right:
            return 1
        return -1 if off + radius < self.frame.left else 0

    def _ends(self, line: Point, start: Segment, end: Segment) -> Segment:
        frame = self.frame
        return frame.table(frame.at(line, start)), frame.table(frame.at(line, end))

    def _search(self, lines: list[Lines]) -> Segment | None:
        """Look into the most promising beam first and halve it until it is decided."""
        veils = self.between.veils
        queue: list[tuple[float, int, Lines]] = []
        number = count()
        waiting = lines
        for _ in range(MOST_BEAMS):
            for line in waiting:
                ends = self._ends(centroid(line[0]), line[1], line[2])
                worst = max(veil.excess(*ends) for veil in veils)
                if worst <= 0:
                    return ends
                heappush(queue, (worst - _spread(line[0]), next(number), line))
            if not queue:
                break
            *_, line = heappop(queue)
            beam = Beam(self.frame, *line)
            blocking = next((veil for veil in veils if veil.stops(beam)), None)
            waiting = [] if blocking else _halves(line, beam)
            self.last = blocking.id if blocking else veils[0].id
        return None

    def blocked_line(self, nearest: Segment) -> Sight:
        """Name what blocks on the line with the least in its way."""
        tries = [(_midpoint(*start), _midpoint(*end)) for start in self.starts for end in self.ends]
        tries.append(nearest)
        found = [(ids, line) for line in tries if (ids := in_the_way(*line, self.between))]
        if not found:
            return Sight(*tries[-1], (self.last,))
        ids, line = min(found, key=lambda one: len(one[0]))
        return Sight(*line, ids)


def _spread(cell: Cell) -> float:
    """Tell how far the ends of a cell's lines are apart, and so about how much their excess."""
    us, vs = [u for u, _ in cell], [v for _, v in cell]
    return max(us) - min(us) + max(vs) - min(vs)


def _halves(line: Lines, beam: Beam) -> list[Lines]:
    u, most_u = beam.u
    v, most_v = beam.v
    wide, high = most_u - u, most_v - v
    if max(wide, high) < FINEST:
        return []
    cell, start, end = line
    axis, mid = ((1.0, 0.0), u + wide / 2) if wide > high else ((0.0, 1.0), v + high / 2)
    halves = (cut(cell, axis, mid), cut(cell, (-axis[0], -axis[1]), -mid))
    return [(half, start, end) for half in halves if area(half) > SMALLEST]


def _midpoint(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


# --- Gaps -----------------------------------------------------------------------------------------

_Way: TypeAlias = tuple[float, float, float, float, float]
"""How far it is from a point to a base, to which point of it, and from which."""


@lru_cache(maxsize=2_048)
def closed_gap(one: Box, other: Box, gap: float) -> Segment | None:
    """Give the narrowest place between two bases if it is too narrow, from base to base."""
    if distance(one, other) >= gap:
        return None
    a, b = waist(one, other)
    start, end = (a, b) if apart(a, b) > INTO_BASE else (one.centre, other.centre)
    length = apart(start, end) or 1.0
    dx, dy = (end[0] - start[0]) * INTO_BASE / length, (end[1] - start[1]) * INTO_BASE / length
    return (a[0] - dx, a[1] - dy), (b[0] + dx, b[1] + dy)


def waist(one: Box, other: Box) -> Segment:
    """Find the narrowest place between two bases, its middle where their sides are parallel."""
    to_other, to_one = _ways_to(other, one.corners), _ways_to(one, other.corners)
    most, many = min([way[0] for way in to_other + to_one]) + NARROWEST, 0
    ax = ay = bx = by = 0.0
    for wide, ex, ey, x, y in to_other:
        if wide <= most:
            ax, ay, bx, by, many = ax + x, ay + y, bx + ex, by + ey, many + 1
    for wide, x, y, ex, ey in to_one:
        if wide <= most:
            ax, ay, bx, by, many = ax + x, ay + y, bx + ex, by + ey, many + 1
    return (ax / many, ay / many), (bx / many, by / many)


def _ways_to(box: Box, points: Sequence[Point]) -> list[_Way]:
    """Measure from points to a base."""
    x, y = box.centre
    rx, ry = box.right
    wide, deep = box.half_width, box.half_depth
    found = list[_Way]()
    for px, py in points:
        dx, dy = px - x, py - y
        across, along = dx * rx + dy * ry, dx * ry - dy * rx
        if across > wide:
            across = wide
        elif across < -wide:
            across = -wide
        if along > deep:
            along = deep
        elif along < -deep:
            along = -deep
        nx, ny = x + across * rx + along * ry, y + across * ry - along * rx
        found.append((hypot(px - nx, py - ny), nx, ny, px, py))
    return found


# --- One line -------------------------------------------------------------------------------------


def in_the_way(a: Point, b: Point, between: Between) -> tuple[Name, ...]:
    """Name everything that blocks one line, nearest to its start first, veils last."""
    around = bounds((a, b))
    found: list[tuple[float, Name]] = []
    length = apart(a, b)
    for name, box in between.bases:
        parts = stretches([box.corners], a, b) if _is_near(box, around) else []
        if total(parts) * length > GRAZE:
            found.append((parts[0][0], name))
    for fence in between.fences:
        found += [
            (apart(a, meeting_point(a, b, c, d)) / length, fence.id)
            for c, d in pairwise(fence.via)
            if cross(a, b, c, d)
        ]
    for one in between.opaque:
        if length_inside(a, b, [one]) > GRAZE:
            found.append((stretches(one.rings, a, b)[0][0], one.id))
    found += _gaps_in_the_way(a, b, between, around)
    found.sort(key=lambda one: one[0])
    names = [name for _, name in found]
    names += [veil.id for veil in between.veils if veil.excess(a, b) > 0]
    return tuple(dict.fromkeys(names))


def is_open_ground(a: Point, b: Point, between: Between) -> bool:
    """Tell whether neither fences nor opaque areas nor veils block one line."""
    ax, ay = a
    bx, by = b
    left, right = (ax, bx) if ax < bx else (bx, ax)
    top, bottom = (ay, by) if ay < by else (by, ay)
    for fence in between.fences:
        for c, d in pairwise(fence.via):
            cx, cy = c
            dx, dy = d
            if (cx < left and dx < left) or (cx > right and dx > right):
                continue
            if (cy < top and dy < top) or (cy > bottom and dy > bottom):
                continue
            if cross(a, b, c, d):
                return False
    for one in between.opaque:
        if length_inside(a, b, [one]) > GRAZE:
            return False
    return all(veil.excess(a, b) <= 0 for veil in between.veils)


def _is_near(box: Box, around: Bounds) -> bool:
    x, y = box.centre
    far = box.radius
    return around.left - far < x < around.right + far and around.top - far < y < around.bottom + far


def _gaps_in_the_way(
    a: Point, b: Point, between: Between, around: Bounds
) -> list[tuple[float, Name]]:
    if between.gap <= 0:
        return []
    found: list[tuple[float, Name]] = []
    wide = around.grown(between.gap)
    near = [(name, box) for name, box in between.bases if _is_near(box, wide)]
    for i, (name, box) in enumerate(near):
        for other_name, other in near[i + 1 :]:
            closed = closed_gap(box, other, between.gap)
            if closed and cross(a, b, *closed):
                part = apart(a, meeting_point(a, b, *closed)) / (apart(a, b) or 1.0)
                found += [(part, name), (part, other_name)]
    return found
