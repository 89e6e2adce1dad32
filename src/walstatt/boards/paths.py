"""Moves on a measured table: legs, how far corners travel, and what a moving base runs over.

In every leg a base goes straight on while it turns evenly round a point that goes along: in a slide
round the middle of its front, in a wheel round a pivot that stays. So all bases of a leg differ in
numbers only, and one piece of geometry serves for all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, cosh, floor, hypot, inf, pi, sin, sqrt
from typing import Final, Literal, TypeAlias

from walstatt.boards import BoardError
from walstatt.boards.legs import Leg, Slide, Wheel
from walstatt.boards.pose import (
    RADIANS,
    Base,
    Key,
    Point,
    Pose,
    Spot,
    between,
    heading,
    posed,
    rightward,
    rounded,
    swung,
    swung_all,
)
from walstatt.boards.rectangle import Rectangle, rectangle

__all__ = [
    "Corners",
    "Course",
    "Leg",
    "Slide",
    "Wheel",
    "advance",
    "after",
    "along",
    "at_most",
    "corner_lengths",
    "course",
    "furthest",
    "goes",
    "part",
    "travelled",
]

HALVINGS: Final = 12
"""How often the last step of a move is halved to find where it may stop."""

Corners: TypeAlias = Literal["front", "all"]

# -- legs -----------------------------------------------------------------------------------------


def advance(
    before: Mapping[Key, Pose], facing: int, ahead: float, right: float = 0.0
) -> Slide[Key]:
    """Shift all bases alike along and across a facing, rounded so as not to go any farther."""
    ax, ay = heading(facing)
    rx, ry = rightward(facing)
    dx, dy = _not_farther(ahead * ax + right * rx, ahead * ay + right * ry)
    return Slide({key: posed(x + dx, y + dy, way) for key, (x, y, way) in before.items()})


def _not_farther(x: float, y: float) -> Spot:
    """Round a shift to the nearest whose rounded length is not greater, of several the least."""
    most, left, top = hypot(x, y) + 0.5, floor(x), floor(y)
    least, found = inf, (left, top)
    for dx, dy in ((left, top), (left, top + 1), (left + 1, top), (left + 1, top + 1)):
        far = hypot(dx - x, dy - y)
        if far < least and hypot(dx, dy) < most:
            least, found = far, (dx, dy)
    return found


def after(leg: Leg[Key], before: Mapping[Key, Pose]) -> dict[Key, Pose]:
    """Give the poses at the end of a leg."""
    if isinstance(leg, Slide):
        return {key: leg.poses.get(key, pose) for key, pose in before.items()}
    return swung_all(before, leg.pivot, leg.by)


def part(leg: Leg[Key], before: Mapping[Key, Pose], fraction: float) -> Leg[Key]:
    """Cut a leg short."""
    if isinstance(leg, Wheel):
        return Wheel(leg.pivot, round(leg.by * fraction))
    return Slide({key: _between(before[key], end, fraction) for key, end in leg.poses.items()})


def _between(start: Pose, end: Pose, fraction: float) -> Pose:
    turn = between(start.facing, end.facing)
    x, y = start.x + (end.x - start.x) * fraction, start.y + (end.y - start.y) * fraction
    return rounded(x, y, start.facing + turn * fraction)


def along(leg: Leg[Key], before: Mapping[Key, Pose], fraction: float) -> dict[Key, Pose]:
    """Give the poses part of the way, from 0 to 1."""
    return after(part(leg, before, fraction), before)


def goes(legs: Sequence[Leg[Key]], before: Mapping[Key, Pose]) -> dict[Key, Pose]:
    """Give the poses after all the legs."""
    poses = dict(before)
    for leg in legs:
        poses = after(leg, poses)
    return poses


# -- the way of one base --------------------------------------------------------------------------


class Course:
    """The way of one base through a leg.

    A point (x, y) goes by (dx, dy) and the base turns round it by `turn` radians; (cx, cy) is from
    there to the centre. No point of the base is farther from it than `reach`, goes farther than
    `speed` or ever leaves the circle (`mid`, `wide`).
    """

    __slots__ = ("box", "cx", "cy", "dx", "dy", "mid", "reach", "speed", "turn", "wide", "x", "y")

    def __init__(self, box: Rectangle, around: Point, by: Point, turn: float) -> None:
        self.box = box
        self.x, self.y = x, y = around
        self.dx, self.dy = dx, dy = by
        self.turn = turn
        self.cx, self.cy = cx, cy = box.centre[0] - x, box.centre[1] - y
        self.reach = max(hypot(px - x, py - y) for px, py in box.corners)
        straight = hypot(dx, dy)
        self.speed = straight + abs(turn) * self.reach
        self.mid: Point = (x + dx / 2 + cx, y + dy / 2 + cy)
        self.wide = straight / 2 + box.radius
        if turn:
            c, s = cos(turn / 2), sin(turn / 2)
            self.mid = (x + dx / 2 + cx * c - cy * s, y + dy / 2 + cx * s + cy * c)
            self.wide += min(abs(turn) / 2, 2.0) * hypot(cx, cy)

    def at(self, fraction: float) -> tuple[float, float, float, float]:
        """Give the centre and the direction to the right, part of the way."""
        x, y = self.x + self.dx * fraction, self.y + self.dy * fraction
        rx, ry = self.box.right
        turn = self.turn * fraction
        c, s = cos(turn), sin(turn)
        cx, cy = self.cx, self.cy
        return x + cx * c - cy * s, y + cx * s + cy * c, rx * c - ry * s, rx * s + ry * c

    def length(self, point: Point) -> float:
        """Measure the way of a point of the base."""
        kx, ky = point[0] - self.x, point[1] - self.y
        straight, arc = hypot(self.dx, self.dy), abs(self.turn) * hypot(kx, ky)
        if not straight or not arc:
            return straight + arc
        even = straight * straight + arc * arc
        cosine = 2 * self.turn * (self.dy * kx - self.dx * ky)
        sine = -2 * self.turn * (self.dx * kx + self.dy * ky)
        return _integral(even, cosine, sine, self.turn)


def course(leg: Leg[Key], key: Key, before: Pose, base: Base) -> Course | None:
    """Give the way of a base through a leg; None if it stays."""
    if isinstance(leg, Wheel):
        turn = leg.by * RADIANS
        return Course(rectangle(before, base), leg.pivot, (0.0, 0.0), turn) if turn else None
    end = leg.poses.get(key, before)
    if end == before:
        return None
    turn = between(before.facing, end.facing) * RADIANS
    return Course(rectangle(before, base), before.spot, (end.x - before.x, end.y - before.y), turn)


# -- lengths --------------------------------------------------------------------------------------

_Nodes: TypeAlias = tuple[tuple[float, float], ...]

_FEW: Final[_Nodes] = (
    (0.2386191860831969, 0.4679139345726910),
    (0.6612093864662645, 0.3607615730481387),
    (0.9324695142031519, 0.1713244923791703),
)
"""Places and weights of Gauss's rule with 6 points, for one half."""
_MANY: Final[_Nodes] = (
    (0.0950125098376374, 0.1894506104550685),
    (0.2816035507792589, 0.1826034150449236),
    (0.4580167776572274, 0.1691565193950025),
    (0.6178762444026438, 0.1495959888165767),
    (0.7554044083550030, 0.1246289712555339),
    (0.8656312023878318, 0.0951585116824928),
    (0.9445750230732326, 0.0622535239386479),
    (0.9894009349916499, 0.0271524594117541),
)
"""The same with 16 points."""
_VERY_EVEN: Final = 1.25
_EVEN: Final = 0.5
"""How large, as a share of the turn, the hyperbolic angle of even speed to its swing must be for
few points, or for many without a division, to be wrong by less than a millionth of a millimetre."""


def _integral(even: float, cosine: float, sine: float, turn: float) -> float:
    """Integrate sqrt(even + cosine cos(turn t) + sine sin(turn t)) over t from 0 to 1.

    Where the speed comes near to zero the root has a kink; the range is divided there, which leaves
    an error of less than a thousandth of a millimetre.
    """
    swing = hypot(cosine, sine)
    if even >= swing * cosh(_VERY_EVEN * turn):
        return _summed(even, cosine, sine, turn, (0.0, 1.0), _FEW)
    if even >= swing * cosh(_EVEN * turn):
        return _summed(even, cosine, sine, turn, (0.0, 1.0), _MANY)
    places = (0.0, *_slowest(cosine, sine, turn), 1.0)
    return _summed(even, cosine, sine, turn, places, _MANY)


def _summed(
    even: float, cosine: float, sine: float, turn: float, places: Sequence[float], nodes: _Nodes
) -> float:
    """Integrate by Gauss's rule between places; nodes lie on both sides of the middle."""
    total = 0.0
    for low, high in pairwise(places):
        half, middle = (high - low) / 2, turn * (high + low) / 2
        c, s = cos(middle), sin(middle)
        level, slope = cosine * c + sine * s, sine * c - cosine * s
        for place, weight in nodes:
            angle = turn * half * place
            mean, off = even + level * cos(angle), slope * sin(angle)
            total += weight * half * (sqrt(max(mean - off, 0.0)) + sqrt(max(mean + off, 0.0)))
    return total


def _slowest(cosine: float, sine: float, turn: float) -> list[float]:
    """Find where on the way cosine cos + sine sin is least."""
    angle = atan2(-sine, -cosine) / turn
    period = 2 * pi / abs(turn)
    first = angle % period
    return [first] if 0.0 < first < 1.0 else []


def corner_lengths(
    leg: Leg[Key], key: Key, before: Pose, base: Base, corners: Corners = "front"
) -> tuple[float, ...]:
    """Measure how far corners travel in a leg, clockwise from the left of the front."""
    if isinstance(leg, Slide):
        end = leg.poses.get(key, before)
        if end[2] == before[2]:
            far = hypot(end[0] - before[0], end[1] - before[1])
            return (far, far) if corners == "front" else (far, far, far, far)
    count = 2 if corners == "front" else 4
    if isinstance(leg, Wheel):
        px, py = leg.pivot
        turn = abs(leg.by * RADIANS)
        ends = rectangle(before, base).corners[:count]
        return tuple([turn * hypot(x - px, y - py) for x, y in ends])
    if corners == "front":
        return _slid(before, leg.poses[key], base)
    way = course(leg, key, before, base)
    if way is None:
        return (0.0,) * count
    return tuple(way.length(corner) for corner in way.box.corners[:count])


def _slid(before: Pose, end: Pose, base: Base) -> tuple[float, float]:
    """Measure the ways of both front corners in a slide that turns."""
    even, cosine, sine, turn = _speed(before, end, base)
    if not cosine and not sine:
        return sqrt(even), sqrt(even)
    return _integral(even, -cosine, -sine, turn), _integral(even, cosine, sine, turn)


def _speed(before: Pose, end: Pose, base: Base) -> tuple[float, float, float, float]:
    """Give the square of the right corner's speed, as in `_integral`; the left swings opposite."""
    dx, dy = end[0] - before[0], end[1] - before[1]
    turn = between(before[2], end[2]) * RADIANS
    arc = turn * base.width / 2
    rx, ry = rightward(before[2])
    even = dx * dx + dy * dy + arc * arc
    return even, 2 * arc * (dy * rx - dx * ry), -2 * arc * (dx * rx + dy * ry), turn


def travelled(
    legs: Sequence[Leg[Key]],
    before: Mapping[Key, Pose],
    bases: Mapping[Key, Base],
    corners: Corners = "front",
) -> dict[Key, int]:
    """Measure the path of each base's farthest-travelling corner, to a tenth of a millimetre."""
    return {key: _travelled(legs, key, before[key], bases[key], corners) for key in before}


def _travelled(legs: Sequence[Leg[Key]], key: Key, pose: Pose, base: Base, corners: Corners) -> int:
    if len(legs) == 1:
        return round(max(corner_lengths(legs[0], key, pose, base, corners)))
    sums = [0.0, 0.0, 0.0, 0.0]
    for leg in legs:
        lengths = corner_lengths(leg, key, pose, base, corners)
        sums = [a + b for a, b in zip(sums, lengths, strict=False)]
        pose = after(leg, {key: pose})[key]
    return round(max(sums))


def at_most(
    legs: Sequence[Leg[Key]], before: Mapping[Key, Pose], bases: Mapping[Key, Base]
) -> float:
    """Bound how far any front corner travels, at a glance: never less, seldom much more."""
    most = 0.0
    for key, start in before.items():
        pose, left, right = start, 0.0, 0.0
        for leg in legs:
            one, other = _bounds(leg, key, pose, bases[key])
            left, right = left + one, right + other
            if len(legs) > 1:
                pose = leg.poses.get(key, pose) if isinstance(leg, Slide) else _swung(leg, pose)
        most = max(most, left, right)
    return most


def _swung(leg: Wheel, pose: Pose) -> Pose:
    return swung(pose, leg.pivot, leg.by)


def _bounds(leg: Leg[Key], key: Key, before: Pose, base: Base) -> tuple[float, float]:
    """Bound the ways of both front corners: none is longer than the mean of its squared speed."""
    end = leg.poses.get(key, before) if isinstance(leg, Slide) else None
    if end is None or end[2] == before[2]:
        left, right = corner_lengths(leg, key, before, base)
        return left, right
    even, cosine, sine, turn = _speed(before, end, base)
    swing = (cosine * sin(turn) + sine * (1 - cos(turn))) / turn
    return sqrt(max(even - swing, 0.0)), sqrt(max(even + swing, 0.0))


# -- stopping -------------------------------------------------------------------------------------


def furthest(
    legs: Sequence[Leg[Key]],
    before: Mapping[Key, Pose],
    ok: Callable[[tuple[Leg[Key], ...]], bool],
    steps: int = 8,
) -> tuple[Leg[Key], ...]:
    """Cut a move short to the last place where it may stop; no legs if there is none.

    Each leg is tried in so many steps from its end; what is right between two of them only, is not
    found. Between the last right step and the next wrong one the place is found exactly.
    """
    if steps < 1:
        raise BoardError(f"a leg is tried in at least one step, not {steps}")
    whole = tuple(legs)
    places = [
        (number, step / steps) for number in range(len(whole)) for step in range(1, steps + 1)
    ]
    starts = _starts(whole, before)
    wrong: tuple[int, float] | None = None
    best: tuple[Leg[Key], ...] = ()
    for number, fraction in reversed(places):
        best = _cut(whole, starts, number, fraction)
        if ok(best):
            break
        wrong, best = (number, fraction), ()
    if wrong is None:
        return best
    return _last(
        best, wrong[1] - 1 / steps, wrong[1], lambda f: _cut(whole, starts, wrong[0], f), ok
    )


def _starts(legs: tuple[Leg[Key], ...], before: Mapping[Key, Pose]) -> list[dict[Key, Pose]]:
    starts = [dict(before)]
    for leg in legs[:-1]:
        starts.append(after(leg, starts[-1]))
    return starts


def _cut(
    legs: tuple[Leg[Key], ...], starts: list[dict[Key, Pose]], number: int, fraction: float
) -> tuple[Leg[Key], ...]:
    last = legs[number]
    return (*legs[:number], last if fraction >= 1 else part(last, starts[number], fraction))


def _last(
    best: tuple[Leg[Key], ...],
    low: float,
    high: float,
    cut: Callable[[float], tuple[Leg[Key], ...]],
    ok: Callable[[tuple[Leg[Key], ...]], bool],
) -> tuple[Leg[Key], ...]:
    """Halve between a right and a wrong place."""
    for _ in range(HALVINGS):
        mid = (low + high) / 2
        tried = cut(mid)
        if ok(tried):
            low, best = mid, tried
        else:
            high = mid
    return best
