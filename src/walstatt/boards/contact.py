"""How far bases are apart, how deep they overlap, and which edges of theirs touch.

Two edges touch along a length where they face each other and are no farther apart than the
tolerance. A shared length that is itself within the tolerance is a corner only, and edges at more
than `PARALLEL` to each other touch only with a corner: what the tolerance adds there is no length.
A corner of the front counts as front; one of the rear belongs to the edge that faces the other
base more.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf, sqrt
from typing import Final, NamedTuple, TypeAlias

from walstatt.boards.pose import QUARTER_TURN, Point, apart, between
from walstatt.boards.rectangle import EDGES, Box, Edge, Rectangle, cut, edge_length

OVERLAP: Final = 2
"""How deep bases may overlap before it counts: what the rounding of poses can do."""

PARALLEL: Final = 300
"""How far two edges may be out of parallel and still touch along a length."""

# -- measuring ------------------------------------------------------------------------------------


def overlap(a: Box, b: Box) -> float:
    """Measure how deep two boxes overlap; if they are apart, at least by so much below zero."""
    x, y = a.centre
    bx, by = b.centre
    x, y = bx - x, by - y
    reach = a.radius + b.radius
    square = x * x + y * y
    if square >= reach * reach:
        return reach - sqrt(square)
    return _depth(a, b, x, y)


def _depth(a: Box, b: Box, x: float, y: float) -> float:
    rx, ry = a.right
    sx, sy = b.right
    c, s = abs(rx * sx + ry * sy), abs(rx * sy - ry * sx)
    aw, ad, bw, bd = a.half_width, a.half_depth, b.half_width, b.half_depth
    least = aw + bw * c + bd * s - abs(x * rx + y * ry)
    depth = ad + bw * s + bd * c - abs(x * ry - y * rx)
    if depth < least:  # noqa: PLR1730 - without a call
        least = depth
    depth = bw + aw * c + ad * s - abs(x * sx + y * sy)
    if depth < least:  # noqa: PLR1730
        least = depth
    depth = bd + aw * s + ad * c - abs(x * sy - y * sx)
    return min(least, depth)


def is_upon(a: Box, b: Box, depth: float = OVERLAP) -> bool:
    """Do two boxes overlap by more than this?"""
    x, y = a.centre
    bx, by = b.centre
    x, y = bx - x, by - y
    reach = a.radius + b.radius
    return x * x + y * y < reach * reach and _is_deep(a, b, x, y, depth)


def _is_deep(a: Box, b: Box, x: float, y: float, depth: float) -> bool:
    rx, ry = a.right
    sx, sy = b.right
    c, s = abs(rx * sx + ry * sy), abs(rx * sy - ry * sx)
    aw, ad, bw, bd = a.half_width, a.half_depth, b.half_width, b.half_depth
    return (
        aw + bw * c + bd * s - abs(x * rx + y * ry) > depth
        and ad + bw * s + bd * c - abs(x * ry - y * rx) > depth
        and bw + aw * c + ad * s - abs(x * sx + y * sy) > depth
        and bd + aw * s + ad * c - abs(x * sy - y * sx) > depth
    )


def any_upon(some: Sequence[Box], others: Sequence[Box], depth: float = OVERLAP) -> bool:
    """Does any of some boxes overlap any of others by more than this?"""
    for one in some:
        x, y = one.centre
        radius = one.radius
        for other in others:
            dx, dy = other.centre
            reach = radius + other.radius
            dx, dy = dx - x, dy - y
            if dx * dx + dy * dy < reach * reach and _is_deep(one, other, dx, dy, depth):
                return True
    return False


def is_any_upon_another(boxes: Sequence[Box], depth: float = OVERLAP) -> bool:
    """Does any of several boxes overlap another of them by more than this?"""
    known: list[tuple[float, float, float, Box]] = []
    for one in boxes:
        x, y = one.centre
        radius = one.radius
        for dx, dy, reach, other in known:
            dx -= x  # noqa: PLW2901 - each with each
            dy -= y  # noqa: PLW2901
            reach += radius  # noqa: PLW2901
            if dx * dx + dy * dy < reach * reach and _is_deep(one, other, dx, dy, depth):
                return True
        known.append((x, y, radius, one))
    return False


def distance(a: Box, b: Box) -> float:
    """Measure between the nearest points of two boxes; 0 if they overlap."""
    if overlap(a, b) >= 0:
        return 0.0
    return sqrt(min(_to_corners(a, b), _to_corners(b, a)))


def _to_corners(a: Box, b: Box) -> float:
    """Measure from a box to the nearest corner of another, squared."""
    x0, y0 = a.centre
    rx, ry = a.right
    w, d = a.half_width, a.half_depth
    least = 1e30
    for x, y in b.corners:
        x -= x0  # noqa: PLW2901 - the innermost loop of all measuring
        y -= y0  # noqa: PLW2901
        across, along = x * rx + y * ry, x * ry - y * rx
        across = across - w if across > 0 else -across - w
        along = along - d if along > 0 else -along - d
        square = across * across if across > 0 else 0.0
        if along > 0:
            square += along * along
        if square < least:  # noqa: PLR1730
            least = square
    return least


def is_within(a: Box, b: Box, reach: float) -> bool:
    """Are two boxes no farther apart than this?"""
    x, y = a.centre
    bx, by = b.centre
    x, y = bx - x, by - y
    most = a.radius + b.radius + reach
    if x * x + y * y > most * most:
        return False
    rx, ry = a.right
    sx, sy = b.right
    c, s = abs(rx * sx + ry * sy), abs(rx * sy - ry * sx)
    aw, ad, bw, bd = a.half_width, a.half_depth, b.half_width, b.half_depth
    least = aw + bw * c + bd * s - abs(x * rx + y * ry)
    if least < -reach:
        return False
    depth = ad + bw * s + bd * c - abs(x * ry - y * rx)
    if depth < -reach:
        return False
    least = min(least, depth)
    depth = bw + aw * c + ad * s - abs(x * sx + y * sy)
    if depth < -reach:
        return False
    least = min(least, depth)
    depth = bd + aw * s + ad * c - abs(x * sy - y * sx)
    if depth < -reach:
        return False
    if least >= 0 and depth >= 0:
        return True
    square = reach * reach
    return _to_corners(a, b) <= square or _to_corners(b, a) <= square


def nearest(a: Box, b: Box) -> tuple[Point, Point]:
    """Give the nearest points of two boxes; one common point twice if they overlap."""
    if overlap(a, b) >= 0:
        return (_common(a, b),) * 2
    least, found = 1e30, (a.centre, b.centre)
    for corner in a.corners:
        point = closest(b, corner)
        far = hypot(corner[0] - point[0], corner[1] - point[1])
        if far < least:
            least, found = far, (corner, point)
    for corner in b.corners:
        point = closest(a, corner)
        far = hypot(corner[0] - point[0], corner[1] - point[1])
        if far < least:
            least, found = far, (point, corner)
    return found


def closest(box: Box, point: Point) -> Point:
    """Give the point of a box that is nearest to a point."""
    x, y = box.centre
    rx, ry = box.right
    wide, deep = box.half_width, box.half_depth
    dx, dy = point[0] - x, point[1] - y
    across, along = dx * rx + dy * ry, dx * ry - dy * rx
    across = -wide if across < -wide else min(across, wide)
    along = -deep if along < -deep else min(along, deep)
    return x + across * rx + along * ry, y + across * ry - along * rx


def _common(a: Box, b: Box) -> Point:
    """Give the middle of what two overlapping boxes have in common."""
    x, y = b.centre
    rx, ry = b.right
    ax, ay = b.ahead
    common = cut(a.corners, (rx, ry), x * rx + y * ry - b.half_width)
    common = cut(common, (-rx, -ry), -x * rx - y * ry - b.half_width)
    common = cut(common, (ax, ay), x * ax + y * ay - b.half_depth)
    common = cut(common, (-ax, -ay), -x * ax - y * ay - b.half_depth)
    if not common:
        return closest(b, closest(a, b.centre))
    return sum(x for x, _ in common) / len(common), sum(y for _, y in common) / len(common)


def way_out(a: Box, b: Box) -> Point:
    """Give the least shift by which the first box gets clear of the second; none if it is."""
    x, y = a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]
    least, way = 1e30, (0.0, 0.0)
    for nx, ny in (a.right, a.ahead, b.right, b.ahead):
        along = x * nx + y * ny
        depth = _extent(a, nx, ny) + _extent(b, nx, ny) - abs(along)
        if depth < least:
            least, way = depth, ((nx, ny) if along >= 0 else (-nx, -ny))
    return (way[0] * least, way[1] * least) if least > 0 else (0.0, 0.0)


def _extent(box: Box, nx: float, ny: float) -> float:
    rx, ry = box.right
    ax, ay = box.ahead
    return box.half_width * abs(rx * nx + ry * ny) + box.half_depth * abs(ax * nx + ay * ny)


def least_distance(box: Box, others: Sequence[Box]) -> float:
    """Measure from a box to the nearest of others; those whose circles are farther are left out."""
    x, y = box.centre
    radius, least = box.radius, inf
    for other in others:
        ox, oy = other.centre
        reach = least + radius + other.radius + 1
        if (ox - x) ** 2 + (oy - y) ** 2 <= reach * reach:
            least = min(least, distance(box, other))
    return least


# -- touching -------------------------------------------------------------------------------------


class Contact(NamedTuple):
    """How two bases touch: by which edges and how far, or with whose corner (length 0)."""

    own: Edge
    other: Edge
    length: float
    own_corner: bool = False
    other_corner: bool = False


class Shared(NamedTuple):
    """A stretch along which two edges touch."""

    own: Edge
    other: Edge
    start: Point
    end: Point

    @property
    def length(self) -> float:
        """Measure the stretch."""
        return apart(self.start, self.end)


def touches(a: Box, b: Box, tolerance: float) -> bool:
    """Do two boxes touch or overlap?"""
    return is_within(a, b, tolerance)


def contacts(a: Rectangle, b: Rectangle, tolerance: float) -> tuple[Contact, ...]:
    """List every pair of edges by which two bases touch; none if they overlap too deeply."""
    if not is_within(a, b, tolerance) or is_upon(a, b, tolerance):
        return ()
    shared = shared_edges(a, b, tolerance)
    if shared:
        return tuple(Contact(one.own, one.other, one.length) for one in shared)
    return tuple(contact for contact, _ in _at_corners(a, b, tolerance))


def contact_length(a: Rectangle, own: Edge, b: Rectangle, other: Edge, tolerance: float) -> float:
    """Measure how far two given edges touch; 0 for a corner or nothing."""
    if not is_within(a, b, tolerance):
        return 0.0
    pairs = shared_edges(a, b, tolerance)
    return sum(one.length for one in pairs if (one.own, one.other) == (own, other))


def middle(a: Rectangle, b: Rectangle, tolerance: float) -> Point:
    """Give the middle of where two bases touch; of their nearest points if they do not."""
    for one in shared_edges(a, b, tolerance):
        return (one.start[0] + one.end[0]) / 2, (one.start[1] + one.end[1]) / 2
    for _, point in _at_corners(a, b, tolerance):
        return point
    own, other = nearest(a, b)
    return (own[0] + other[0]) / 2, (own[1] + other[1]) / 2


def shared_edges(a: Rectangle, b: Rectangle, tolerance: float) -> tuple[Shared, ...]:
    """List the stretches of more than the tolerance along which edges of two bases touch."""
    x, y = a.centre
    bx, by = b.centre
    reach = a.radius + b.radius + 2 * tolerance
    if (bx - x) ** 2 + (by - y) ** 2 > reach * reach:
        return ()
    turn = between(a.pose.facing, b.pose.facing)
    quarters = round(turn / QUARTER_TURN)
    if abs(turn - quarters * QUARTER_TURN) > PARALLEL:
        return ()
    pairs = [(number, (number + 2 - quarters) % 4) for number in range(4)]
    found = [_stretch(a, own, b, other, tolerance) for own, other in pairs]
    return tuple(one for one in found if one is not None)


def _stretch(a: Rectangle, own: int, b: Rectangle, other: int, tolerance: float) -> Shared | None:
    """Find where two edges that face each other touch, seen from the first."""
    x0, y0 = a.corners[own]
    dx, dy = a.ahead if own % 2 else a.right
    if own in {1, 2}:
        dx, dy = -dx, -dy
    px, py = b.corners[other]
    qx, qy = b.corners[(other + 1) % 4]
    px, py, qx, qy = px - x0, py - y0, qx - x0, qy - y0
    last, first = px * dx + py * dy, qx * dx + qy * dy
    first_gap, last_gap = qx * dy - qy * dx, px * dy - py * dx
    if first_gap > tolerance < last_gap or first_gap < -tolerance > last_gap:
        return None
    length = 2 * (a.half_depth if own % 2 else a.half_width)
    low, high = _close(first, first_gap, last, last_gap, tolerance)
    low, high = max(low, 0.0), min(high, length)
    if high - low <= tolerance:
        return None
    start, end = (x0 + low * dx, y0 + low * dy), (x0 + high * dx, y0 + high * dy)
    return Shared(EDGES[own], EDGES[other], start, end)


def _close(
    first: float, first_gap: float, last: float, last_gap: float, tolerance: float
) -> tuple[float, float]:
    """Give from where to where a gap that changes evenly is within the tolerance."""
    slope = (last_gap - first_gap) / (last - first)
    if abs(slope) < 1e-9:
        return (first, last) if abs(first_gap) <= tolerance else (first, first)
    ends = sorted(first + (gap - first_gap) / slope for gap in (-tolerance, tolerance))
    return max(first, ends[0]), min(last, ends[1])


# -- corners --------------------------------------------------------------------------------------

_Meets: TypeAlias = tuple[int | None, int | None]
"""The numbers of two corners that meet; None if it is not a corner."""


def _at_corners(a: Rectangle, b: Rectangle, tolerance: float) -> list[tuple[Contact, Point]]:
    """List the contacts with a corner, and where; one that meets a corner meets nothing else."""
    met = dict[_Meets, Point]()
    for number, meets, point in _corners_at(a, b, tolerance):
        met[number, meets] = point
    for number, meets, point in _corners_at(b, a, tolerance):
        met.setdefault((meets, number), point)
    pairs = [pair for pair in met if None not in pair]
    owns, others = [own for own, _ in pairs], [other for _, other in pairs]
    alone = [(own, other) for own, other in met if own not in owns and other not in others]
    return [(_with_corner(a, b, pair, met[pair]), met[pair]) for pair in pairs + alone]


def _corners_at(a: Box, b: Box, tolerance: float) -> list[tuple[int, int | None, Point]]:
    """List the corners of a box that touch another, each with the corner it meets."""
    found = list[tuple[int, int | None, Point]]()
    for number, corner in enumerate(a.corners):
        x, y = b.local(corner)
        across, along = abs(x) - b.half_width, abs(y) - b.half_depth
        if hypot(max(across, 0.0), max(along, 0.0)) <= tolerance:
            meets = across >= -tolerance and along >= -tolerance
            found.append((number, _corner_at(x, y) if meets else None, corner))
    return found


def _corner_at(x: float, y: float) -> int:
    if y > 0:
        return 1 if x > 0 else 0
    return 2 if x > 0 else 3


def _with_corner(a: Box, b: Box, meets: _Meets, point: Point) -> Contact:
    own, other = meets
    return Contact(
        _edge_at(a, point) if own is None else _edge_of_corner(a, own, b),
        _edge_at(b, point) if other is None else _edge_of_corner(b, other, a),
        0.0,
        own_corner=own is not None,
        other_corner=other is not None,
    )


def _edge_at(box: Box, point: Point) -> Edge:
    """Say on which edge a point lies."""
    x, y = box.local(point)
    if abs(x) - box.half_width > abs(y) - box.half_depth:
        return "right" if x > 0 else "left"
    return "front" if y > 0 else "rear"


def _edge_of_corner(box: Box, number: int, other: Box) -> Edge:
    """Say what a corner of a base counts as."""
    if number <= 1:
        return "front"
    side, ahead = box.local(other.centre)
    aside = (side if number == 2 else -side) - box.half_width
    if -ahead - box.half_depth >= aside:
        return "rear"
    return "right" if number == 2 else "left"


# -- alignment ------------------------------------------------------------------------------------


def is_flush(
    a: Rectangle, b: Rectangle, tolerance: float, own: Edge = "front", other: Edge = "front"
) -> bool:
    """Do two edges touch along their full length, corner to corner?"""
    start, end = a.edge(own)
    meets_end, meets_start = b.edge(other)
    return apart(start, meets_start) <= tolerance and apart(end, meets_end) <= tolerance


def is_directly_behind(a: Rectangle, b: Rectangle, tolerance: float) -> bool:
    """Does the front of the first base coincide with the rear of the second?"""
    return is_flush(a, b, tolerance, "front", "rear")


def is_level(a: Rectangle, b: Rectangle, own: Edge, other: Edge, tolerance: float) -> bool:
    """Do two edges touch along a length, with front corners that meet?"""
    if contact_length(a, own, b, other, tolerance) <= 0:
        return False
    fronts = [
        (mine, theirs) for mine in _front_corners(a, own) for theirs in _front_corners(b, other)
    ]
    return any(apart(mine, theirs) <= tolerance for mine, theirs in fronts)


def _front_corners(box: Box, edge: Edge) -> tuple[Point, ...]:
    left, right = box.corners[0], box.corners[1]
    match edge:
        case "front":
            return left, right
        case "left":
            return (left,)
        case "right":
            return (right,)
        case _:
            return ()


def whole_edge(a: Rectangle, b: Rectangle, tolerance: float) -> Contact | None:
    """Find the contact of two bases along the whole of the shorter of the touching edges."""
    for contact in contacts(a, b, tolerance):
        shorter = min(edge_length(a, contact.own), edge_length(b, contact.other))
        if contact.length >= shorter - tolerance:
            return contact
    return None
