"""Bases that belong together: cohesion, ranks and files, and putting them in order.

Laying out and lining up give poses, rounded one by one from the exact place, so neighbours fit to
within what rounding does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

from walstatt.boards import BoardError
from walstatt.boards.contact import Shared, distance, is_within, middle, shared_edges
from walstatt.boards.paths import Wheel
from walstatt.boards.polygons import extent
from walstatt.boards.pose import (
    QUARTER_TURN,
    Base,
    Point,
    Pose,
    between,
    heading,
    opposite,
    rightward,
    rounded,
    shifted,
    turned,
)
from walstatt.boards.rectangle import EDGES, Box, Edge, Rectangle, edge_length, rectangle

Side: TypeAlias = Literal["left", "right"]

ALIKE: Final = 100
"""How far facings may differ and still count as one: a degree."""

CHAIN_SLACK: Final = 1e-6
"""What the arithmetic of a gap may add to it."""

# -- ranks ----------------------------------------------------------------------------------------


def ranks_before(own: Box, others: Sequence[Box], way: Point, tolerance: float) -> int:
    """Count the ranks that some bases form in a direction, up to and with that of one."""
    before = [one for one in others if _is_before(own, one, way, tolerance)]
    most = 0
    for one in before:
        most = max(most, ranks_before(one, before, way, tolerance))
    return 1 + most


def _is_before(own: Box, other: Box, way: Point, tolerance: float) -> bool:
    """Does a base stand farther in a direction, and not only beside another?"""
    x, y = own.centre
    ox, oy = other.centre
    dx, dy = way
    if (ox - x) * dx + (oy - y) * dy <= min(own.half_depth, own.half_width):
        return False
    low, high = extent(own.corners, (-dy, dx))
    other_low, other_high = extent(other.corners, (-dy, dx))
    return min(high, other_high) - max(low, other_low) > tolerance


# -- cohesion -------------------------------------------------------------------------------------


def gap(some: Sequence[Box], others: Sequence[Box]) -> float:
    """Measure the shortest distance between two groups of bases."""
    return min(distance(one, other) for one in some for other in others)


def is_chain(rects: Sequence[Box], most: float) -> bool:
    """Are bases connected by gaps of at most this?"""
    return len(rects) <= 1 or len(_linked(rects, most)) == len(rects)


def groups(rects: Sequence[Box], most: float) -> tuple[tuple[int, ...], ...]:
    """List the bases, by number, that are connected by gaps of at most this."""
    left, found = list(range(len(rects))), list[tuple[int, ...]]()
    while left:
        linked = _linked([rects[number] for number in left], most)
        found.append(tuple(left[place] for place in sorted(linked)))
        left = [number for place, number in enumerate(left) if place not in linked]
    return tuple(found)


def _linked(rects: Sequence[Box], most: float) -> list[int]:
    """List the numbers of those that hang together with the first."""
    reach = most + CHAIN_SLACK
    linked, left = [0], list(range(1, len(rects)))
    for number in linked:
        one = rects[number]
        found = [other for other in left if is_within(one, rects[other], reach)]
        if found:
            linked += found
            left = [other for other in left if other not in found]
            if not left:
                break
    return linked


# -- shape ----------------------------------------------------------------------------------------


def width_across(rects: Sequence[Box], facing: int) -> float:
    """Measure the side-to-side spread of all bases, seen along a facing."""
    return _spread(rects, rightward(facing))


def depth_along(rects: Sequence[Box], facing: int) -> float:
    """Measure the spread of all bases from front to rear, seen along a facing."""
    return _spread(rects, heading(facing))


def _spread(rects: Sequence[Box], way: Point) -> float:
    across = [_along(corner, way) for rect in rects for corner in rect.corners]
    return max(across) - min(across)


def _along(point: Point, way: Point) -> float:
    return point[0] * way[0] + point[1] * way[1]


def majority_facing(poses: Sequence[Pose], tolerance: int = ALIKE) -> int:
    """Give the facing that most poses share; of several the first."""
    if not poses:
        raise BoardError("nobody has no facing")
    facings = [pose[2] for pose in poses]
    first = facings[0]
    if facings.count(first) == len(facings):
        return first
    return max(dict.fromkeys(facings), key=lambda one: _alike(one, facings, tolerance))


def _alike(facing: int, facings: Sequence[int], tolerance: int) -> int:
    """Count who faces like this, or nearly."""
    return sum([abs(between(facing, other)) <= tolerance for other in facings])


def ranks(rects: Sequence[Rectangle], facing: int) -> tuple[tuple[int, ...], ...]:
    """Sort bases, by number, into ranks from front to rear, each from left to right."""
    way, aside = heading(facing), rightward(facing)
    return _rows(rects, (-way[0], -way[1]), aside, lambda rect: rect.half_depth)


def files(rects: Sequence[Rectangle], facing: int) -> tuple[tuple[int, ...], ...]:
    """Sort bases, by number, into files from left to right, each from front to rear."""
    way, aside = heading(facing), rightward(facing)
    return _rows(rects, aside, (-way[0], -way[1]), lambda rect: rect.half_width)


def _rows(
    rects: Sequence[Rectangle], way: Point, aside: Point, half: Callable[[Rectangle], float]
) -> tuple[tuple[int, ...], ...]:
    """Sort bases into rows along a way: who is less than half a base behind the first joins it."""
    places = [_along(rect.pose.spot, way) for rect in rects]
    rows, start = list[list[int]](), 0.0
    for number in sorted(range(len(rects)), key=lambda one: places[one]):
        if not rows or places[number] - start > half(rects[rows[-1][0]]):
            rows.append([])
            start = places[number]
        rows[-1].append(number)
    for row in rows:
        row.sort(key=lambda one: _along(rects[one].pose.spot, aside))
    return tuple(tuple(row) for row in rows)


def front_corners(rects: Sequence[Rectangle], facing: int) -> tuple[Point, Point]:
    """Give the left and right corner of the whole front of a formation."""
    ax, ay = heading(facing)
    rx, ry = rightward(facing)
    behind = [rect.pose[0] * -ax + rect.pose[1] * -ay for rect in rects]
    order = sorted(range(len(rects)), key=behind.__getitem__)
    foremost, deep = behind[order[0]], rects[order[0]].half_depth
    first = [rects[number] for number in order if behind[number] - foremost <= deep]
    first.sort(key=lambda rect: rect.pose[0] * rx + rect.pose[1] * ry)
    return first[0].corners[0], first[-1].corners[1]


# -- laying out -----------------------------------------------------------------------------------


def line(pose: Pose, base: Base, count: int) -> tuple[Pose, ...]:
    """Put bases side by side from left to right; the pose is that of the whole front."""
    return block(pose, base, count, 1)


def column(pose: Pose, base: Base, count: int) -> tuple[Pose, ...]:
    """Put bases one behind the other; the pose is that of the first."""
    return block(pose, base, 1, count)


def block(pose: Pose, base: Base, in_rank: int, deep: int) -> tuple[Pose, ...]:
    """Put bases in ranks from front to rear, each from left to right."""
    first = (1 - in_rank) * base.width / 2
    return tuple(
        shifted(pose, -rank * base.depth, first + file * base.width)
        for rank in range(deep)
        for file in range(in_rank)
    )


def beside(rect: Rectangle, base: Base, side: Side) -> Pose:
    """Give the pose at a flank of a base, with the fronts in one line."""
    aside = (rect.base.width + base.width) / 2
    return shifted(rect.pose, 0.0, aside if side == "right" else -aside)


def behind(rect: Rectangle) -> Pose:
    """Give the pose directly behind a base."""
    return shifted(rect.pose, -rect.base.depth)


def opposed(rect: Rectangle) -> Pose:
    """Give the pose front to front with a base."""
    return Pose(rect.pose.x, rect.pose.y, opposite(rect.pose.facing))


def wheel(rects: Sequence[Rectangle], facing: int, by: int, side: Side | None = None) -> Wheel:
    """Wheel a formation on a corner of its whole front: the inner one unless another is named."""
    left, right = front_corners(rects, facing)
    inner: Side = "right" if by > 0 else "left"
    x, y = right if (side or inner) == "right" else left
    return Wheel((round(x), round(y)), by)


# -- lining up ------------------------------------------------------------------------------------


def conformed(moving: Rectangle, target: Rectangle, edge: Edge, least: float = 0.0) -> Pose:
    """Put a base with its front flush on an edge, shifted aside as little as possible.

    It is shifted only if less than `least` of the edge would be touched.
    """
    at = _abreast(moving, target, edge)
    past = moving.half_width - least
    return _flush(target, edge, min(max(at, -past), edge_length(target, edge) + past))


def lined_up(moving: Rectangle, target: Rectangle, edge: Edge) -> Pose:
    """Put a base with its front flush on an edge, corner to corner at the nearer end."""
    at, half, length = _abreast(moving, target, edge), moving.half_width, edge_length(target, edge)
    return _flush(target, edge, min((half, length - half), key=lambda one: abs(one - at)))


def levelled(moving: Rectangle, target: Rectangle, edge: Side) -> Pose:
    """Put a base with its front flush on a flank, front corner to front corner."""
    half = moving.half_width
    return _flush(target, edge, half if edge == "right" else edge_length(target, edge) - half)


def turned_to_meet(rect: Rectangle, attacker: Rectangle, tolerance: float) -> Pose:
    """Put a base with its front along an attacker's front, centred where it was touched."""
    start, way = attacker.front_left, attacker.right
    touched = middle(rect, attacker, tolerance)
    at = _along((touched[0] - start[0], touched[1] - start[1]), way)
    return _flush(attacker, "front", min(max(at, 0.0), 2 * attacker.half_width))


def _abreast(moving: Rectangle, target: Rectangle, edge: Edge) -> float:
    """Measure from the start of an edge to abreast of the middle of a base's front."""
    (x, y), _ = target.edge(edge)
    way = rightward(turned(target.pose.facing, EDGES.index(edge) * QUARTER_TURN))
    return _along((moving.pose.x - x, moving.pose.y - y), way)


def _flush(target: Rectangle, edge: Edge, at: float) -> Pose:
    """Give the pose that looks onto an edge, with the middle of its front so far along it."""
    (x, y), _ = target.edge(edge)
    outward = turned(target.pose.facing, EDGES.index(edge) * QUARTER_TURN)
    rx, ry = rightward(outward)
    return rounded(x + at * rx, y + at * ry, opposite(outward))


# -- dressing -------------------------------------------------------------------------------------


def dressed(rects: Sequence[Rectangle], tolerance: float) -> tuple[Pose, ...]:
    """Close up the bases that stand edge to edge, so that rounding does not add up move by move.

    Starting from the first, each base is laid anew on the one it touches: without a gap, and corner
    to corner where corners meet. None goes farther than about the tolerance for each link.
    """
    placed = list(rects)
    for number, anchor, shared in _links(rects, tolerance):
        placed[number] = _laid_on(placed[number], placed[anchor], rects[anchor], shared, tolerance)
    return tuple([rect.pose for rect in placed])


def _links(rects: Sequence[Rectangle], tolerance: float) -> list[tuple[int, int, Shared]]:
    """List who is laid on whom, and where they touch, beginning with the first of each group."""
    links, left = list[tuple[int, int, Shared]](), list(range(len(rects)))
    reached = list[int]()
    while left:
        reached.append(left.pop(0))
        for anchor in reached:
            touching = [(one, shared_edges(rects[anchor], rects[one], tolerance)) for one in left]
            joined = [one for one, shared in touching if shared]
            links += [(one, anchor, shared[0]) for one, shared in touching if shared]
            reached += joined
            left = [one for one in left if one not in joined]
    return links


def _laid_on(
    rect: Rectangle, anchor: Rectangle, before: Rectangle, shared: Shared, tolerance: float
) -> Rectangle:
    """Shift a base onto an anchor as it touched it before; turned ones are left alone."""
    if between(rect.pose.facing, anchor.pose.facing) % QUARTER_TURN:
        return rect
    dx, dy = _closing(rect, before, shared, tolerance)
    x, y = anchor.pose.x - before.pose.x, anchor.pose.y - before.pose.y
    pose = rounded(rect.pose.x + x + dx, rect.pose.y + y + dy, rect.pose.facing)
    return rectangle(pose, rect.base)


def _closing(rect: Rectangle, anchor: Rectangle, shared: Shared, tolerance: float) -> Point:
    """Give the shift that closes the gap to an anchor and makes near corners meet."""
    (x, y), end = anchor.edge(shared.own)
    length = edge_length(anchor, shared.own)
    wx, wy = (end[0] - x) / length, (end[1] - y) / length
    (far_x, far_y), (near_x, near_y) = rect.edge(shared.other)
    first = (near_x - x) * wx + (near_y - y) * wy
    last = (far_x - x) * wx + (far_y - y) * wy - length
    over = (near_x - x) * wy - (near_y - y) * wx
    aside = first if abs(first) <= tolerance else last if abs(last) <= tolerance else 0.0
    return -aside * wx - over * wy, over * wx - aside * wy
