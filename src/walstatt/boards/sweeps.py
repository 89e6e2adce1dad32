"""What moving bases run over, and how far they get before they do.

A sweep never misses an overlap deeper than the tolerance, and never reports one that is less deep
than the tolerance by more than `ERROR`. Where nothing turns it is exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, inf
from typing import Final, Generic, NamedTuple, TypeAlias

from walstatt.boards.contact import OVERLAP, overlap
from walstatt.boards.paths import Course, Leg, course
from walstatt.boards.pose import Base, Key, Point, Pose, heading
from walstatt.boards.rectangle import Box, Rectangle, segment

SLACK: Final = 0.001
"""How much farther than needed is looked for somebody who is met first."""
ERROR: Final = 0.05
"""How much less deep than the tolerance an overlap may be and still be reported."""


class Hit(NamedTuple, Generic[Key]):
    """How far a base gets in a leg before it runs over something: the fraction still free."""

    fraction: float
    mover: Key
    box: int


def swept(
    leg: Leg[Key],
    before: Mapping[Key, Pose],
    bases: Mapping[Key, Base],
    boxes: Sequence[Box],
    tolerance: float = OVERLAP,
) -> Hit[Key] | None:
    """Find the first of some boxes that any base runs over in a leg."""
    first: Hit[Key] | None = None
    for key, pose in before.items():
        way = course(leg, key, pose, bases[key])
        for number, box in enumerate(boxes if way else ()):
            until = first.fraction if first else 1.0
            fraction = first_hit(way, box, tolerance, until) if way else None
            if fraction is not None:
                first = Hit(fraction, key, number)
    return first


def first_hit(
    way: Course, box: Box, tolerance: float = OVERLAP, until: float = 1.0
) -> float | None:
    """Give the last fraction of a way before its base overlaps a box too deeply.

    None if it does not before `until`. A base that begins deeper than the tolerance may get out,
    but no deeper.
    """
    x, y = box.centre[0] - way.mid[0], box.centre[1] - way.mid[1]
    reach = way.wide + box.radius
    if x * x + y * y >= reach * reach:
        return None
    if way.turn:
        return _turning(way, box, tolerance, until)
    deep = _overlapping(way, box, max(tolerance, overlap(way.box, box) + 1e-6))
    return max(deep[0], 0.0) if deep and deep[0] < until and deep[1] > 0.0 else None


def clear_after(rect: Rectangle, other: Box, facing: int, tolerance: float = 0.0) -> float:
    """Measure how far a base must go straight in a direction until it is clear of another."""
    deep = _overlapping(Course(rect, rect.pose.spot, heading(facing), 0.0), other, tolerance)
    return max(deep[1], 0.0) if deep and deep[0] < 0.0 else 0.0


def sides_of_table(width: int, height: int) -> tuple[Box, ...]:
    """Give the edges of a table as boxes to run over, longer than any base."""
    far = 2 * (width + height)
    return (
        segment((-far, 0), (width + far, 0)),
        segment((width, -far), (width, height + far)),
        segment((width + far, height), (-far, height)),
        segment((0, height + far), (0, -far)),
    )


def slides_free(
    own: Sequence[Box], others: Sequence[Box], by: Point, tolerance: float = OVERLAP
) -> bool:
    """Do boxes that are all shifted alike run over none of the others, nor stand on one?"""
    dx, dy = by
    far = hypot(dx, dy) / 2
    for one in own:
        x, y = one.centre
        x, y, wide = x + dx / 2, y + dy / 2, one.radius + far
        for other in others:
            ox, oy = other.centre
            reach = wide + other.radius
            if (ox - x) ** 2 + (oy - y) ** 2 < reach * reach:
                deep = meeting(one, other, by, tolerance)
                if deep and deep[0] < 1.0 and deep[1] > 0.0:
                    return False
    return True


def first_met(
    own: Sequence[Box], others: Sequence[Box], by: Point, depth: float, until: float = 1.0
) -> float | None:
    """Give after which part of the way boxes that are all shifted alike come so deep in others.

    None if they do not before `until`; what they leave behind does not count.
    """
    dx, dy = by
    long, first = hypot(dx, dy), until
    ux, uy = (dx / long, dy / long) if long else (0.0, 0.0)
    most = long * first + SLACK
    boxes = list[tuple[float, float, float, Box]]()
    for box in others:
        x, y = box.centre
        boxes.append((x * ux + y * uy, x * uy - y * ux, box.radius, box))
    for one in own:
        x, y = one.centre
        radius = one.radius
        along, across = x * ux + y * uy, x * uy - y * ux
        for far, aside, wide, other in boxes:
            reach = radius + wide
            if -reach < aside - across < reach and -reach < far - along < most + reach:
                deep = meeting(one, other, by, depth)
                if deep and deep[0] < first and deep[1] > 0.0:
                    first = deep[0]
                    most = long * first + SLACK
    return first if first < until else None


def _overlapping(way: Course, box: Box, depth: float) -> tuple[float, float] | None:
    return meeting(way.box, box, (way.dx, way.dy), depth)


def meeting(own: Box, box: Box, shift: Point, depth: float) -> tuple[float, float] | None:
    """Find from when to when a box that is shifted, but not turned, is deeper in another."""
    x, y = box.centre
    dx, dy = shift
    x, y = own.centre[0] - x, own.centre[1] - y
    rx, ry = own.right
    sx, sy = box.right
    c, s = abs(rx * sx + ry * sy), abs(rx * sy - ry * sx)
    aw, ad, bw, bd = own.half_width, own.half_depth, box.half_width, box.half_depth
    low, high = _during(aw + bw * c + bd * s - depth, x * rx + y * ry, dx * rx + dy * ry)
    if low >= high:
        return None
    enter, leave = _during(ad + bw * s + bd * c - depth, x * ry - y * rx, dx * ry - dy * rx)
    low, high = max(low, enter), min(high, leave)
    if low >= high:
        return None
    enter, leave = _during(bw + aw * c + ad * s - depth, x * sx + y * sy, dx * sx + dy * sy)
    low, high = max(low, enter), min(high, leave)
    if low >= high:
        return None
    enter, leave = _during(bd + aw * s + ad * c - depth, x * sy - y * sx, dx * sy - dy * sx)
    low, high = max(low, enter), min(high, leave)
    return (low, high) if low < high else None


def _during(half: float, at: float, by: float) -> tuple[float, float]:
    """Tell from when to when something that goes by so much is less than half away from zero."""
    if -1e-9 < by < 1e-9:
        return (-inf, inf) if -half < at < half else (inf, -inf)
    if half <= 0:
        return inf, -inf
    away = half if by > 0 else -half
    return (-away - at) / by, (away - at) / by


# -- bases that turn ------------------------------------------------------------------------------

_Gaps: TypeAlias = tuple[float, float, float, float, float, float, float, float]
"""Along each axis of the box and of the base: where the base is, and the gap between the two."""


def _gaps(way: Course, box: Box, fraction: float) -> _Gaps:
    x, y, rx, ry = way.at(fraction)
    x, y = x - box.centre[0], y - box.centre[1]
    sx, sy = box.right
    c, s = abs(rx * sx + ry * sy), abs(rx * sy - ry * sx)
    aw, ad, bw, bd = way.box.half_width, way.box.half_depth, box.half_width, box.half_depth
    e, f, g, h = x * sx + y * sy, x * sy - y * sx, x * rx + y * ry, x * ry - y * rx
    return (
        *(e, abs(e) - bw - aw * c - ad * s, f, abs(f) - bd - aw * s - ad * c),
        *(g, abs(g) - aw - bw * c - bd * s, h, abs(h) - ad - bw * s - bd * c),
    )


def _widest(gaps: _Gaps) -> float:
    return max(gaps[1], gaps[3], gaps[5], gaps[7])


def _parted(one: _Gaps, two: _Gaps, fixed: float, moving: float) -> bool:
    """Is there an edge that parts base and box at both moments, by so much at least?"""
    e, e_gap, f, f_gap, g, g_gap, h, h_gap = one
    e2, e2_gap, f2, f2_gap, g2, g2_gap, h2, h2_gap = two
    return (
        (e_gap >= fixed and e2_gap >= fixed and e * e2 > 0)
        or (f_gap >= fixed and f2_gap >= fixed and f * f2 > 0)
        or (g_gap >= moving and g2_gap >= moving and g * g2 > 0)
        or (h_gap >= moving and h2_gap >= moving and h * h2 > 0)
    )


def _turning(way: Course, box: Box, tolerance: float, until: float) -> float | None:
    """Halve the way until every piece is free or so short that its ends decide.

    Along an edge of the box the gap to a corner of the base, and along an edge of the base the gap
    to a corner of the box, bends by no more than `fixed` and `moving`; within a piece it is thus at
    most an eighth of that, times the square of the piece, below the lesser of its ends.
    """
    fixed, moving = _bends(way, box)
    free, gaps = 0.0, _gaps(way, box, 0.0)
    depth = max(tolerance, 2 * ERROR - _widest(gaps))
    ahead = [(until, _gaps(way, box, until))]
    while ahead:
        end, end_gaps = ahead[-1]
        piece = end - free
        square = piece * piece
        if not _parted(gaps, end_gaps, fixed * square - depth, moving * square - depth):
            if piece * way.speed > 2 * ERROR:
                mid = (free + end) / 2
                ahead.append((mid, _gaps(way, box, mid)))
                continue
            if _widest(end_gaps) < ERROR - depth:
                return free
        free, gaps = end, end_gaps
        ahead.pop()
    return None


def _bends(way: Course, box: Box) -> tuple[float, float]:
    turn, straight = abs(way.turn), hypot(way.dx, way.dy)
    far = hypot(box.centre[0] - way.x, box.centre[1] - way.y) + box.radius + straight
    return turn * turn * way.reach / 8, (turn * turn * far + 2 * turn * straight) / 8
