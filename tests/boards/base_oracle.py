"""Bases as shapely sees them, and ways to make up pairs of bases that nearly touch."""

from cmath import rect
from collections.abc import Sequence
from math import dist
from random import Random

import shapely  # type: ignore[import-untyped]
from hypothesis import strategies as st

from walstatt.boards.contact import nearest
from walstatt.boards.formation import _flush
from walstatt.boards.paths import Course
from walstatt.boards.pose import Base, Point, Pose, rounded, shifted, turned
from walstatt.boards.rectangle import EDGES, Box, Rectangle, edge_length, rectangle

WIDTHS = (400, 600)
DEPTHS = (150, 200, 300, 400, 500, 600, 800, 1200)
ORIGIN = shapely.Point(0.0, 0.0)

bases = st.builds(Base, st.sampled_from(WIDTHS), st.sampled_from(DEPTHS))
facings = st.integers(0, 35_999) | st.sampled_from((0, 9_000, 18_000, 27_000, 4_500))
coordinates = st.integers(-1_500, 1_500)
poses = st.builds(Pose, coordinates, coordinates, facings)
rectangles = st.builds(rectangle, poses, bases)
randoms = st.integers(0, 2**32 - 1).map(Random)


def shape(box: Box) -> shapely.Polygon:
    return shapely.Polygon(box.corners)


def signed_distance(one: Sequence[Point], other: Sequence[Point]) -> float:
    """Measure between convex shapes; below zero how deep they overlap."""
    return signed_distances([one], other)[0]


def signed_distances(shapes: Sequence[Sequence[Point]], other: Sequence[Point]) -> list[float]:
    """Measure from many convex shapes to one: how far the hull of all differences is from zero."""
    apart = [[(x - u, y - v) for x, y in one for u, v in other] for one in shapes]
    hulls = shapely.convex_hull(shapely.multipoints(apart))
    far = shapely.distance(shapely.boundary(hulls), ORIGIN).tolist()
    inside = shapely.covers(hulls, ORIGIN).tolist()
    return [-one if within else one for one, within in zip(far, inside, strict=True)]


def corners_at(way: Course, fraction: float) -> list[Point]:
    """Turn and shift the corners of a base as far as it has come."""
    around, by = complex(way.x, way.y), complex(way.dx, way.dy) * fraction
    turn = rect(1.0, way.turn * fraction)
    there = [(complex(*corner) - around) * turn + around + by for corner in way.box.corners]
    return [(corner.real, corner.imag) for corner in there]


def any_base(random: Random) -> Base:
    return Base(random.choice(WIDTHS), random.choice(DEPTHS))


def any_pose(random: Random, spread: int = 1_500) -> Pose:
    x, y = random.randint(-spread, spread), random.randint(-spread, spread)
    return Pose(x, y, random.choice((random.randrange(36_000), random.randrange(0, 36_000, 9_000))))


def against(random: Random, target: Rectangle, base: Base, gap: float, tilt: int) -> Rectangle:
    """Put some edge of a base on some edge of another, a little off."""
    edge = random.choice(EDGES)
    length = edge_length(target, edge)
    over = base.width // 2
    ends = (over, length - over, -over, length + over)
    at = random.choice((random.uniform(-over - 20, length + over + 20), random.choice(ends)))
    front = shifted(_flush(target, edge, at), -gap)
    return rectangle(turned_base(random, front, base, tilt), base)


def turned_base(random: Random, front: Pose, base: Base, tilt: int) -> Pose:
    """Turn a base so that another of its edges lies where its front was."""
    back = random.randrange(4)
    if back == 0:
        pose = front
    elif back == 2:
        pose = Pose(*shifted(front, -base.depth).spot, turned(front.facing, 18_000))
    else:
        side = 1 if back == 1 else -1
        pose = shifted(front, -base.width / 2, -side * base.depth / 2)
        pose = Pose(pose.x, pose.y, turned(front.facing, -side * 9_000))
    return Pose(pose.x, pose.y, turned(pose.facing, tilt))


def brought_near(random: Random, target: Rectangle, base: Base, gap: float) -> Rectangle:
    """Put a base at any angle so near to another."""
    far = rectangle(any_pose(random), base)
    away = far.pose._replace(x=far.pose.x + random.choice((-7_000, 7_000)))
    own, other = nearest(target, rectangle(away, base))
    length = dist(own, other)
    part = (length - gap) / length
    x, y = away.x + (own[0] - other[0]) * part, away.y + (own[1] - other[1]) * part
    return rectangle(rounded(x, y, away.facing), base)


def close_pair(random: Random) -> tuple[Rectangle, Rectangle]:
    """Make up two bases: apart, overlapping, nearly touching, flush or just out of parallel."""
    target = rectangle(any_pose(random), any_base(random))
    base = any_base(random)
    gap = random.choice((0, random.uniform(-4, 20), random.uniform(-1, 1), random.uniform(0, 400)))
    kind = random.randrange(5)
    if kind == 0:
        return target, rectangle(any_pose(random), base)
    if kind == 1:
        return target, brought_near(random, target, base, gap)
    tilt = random.choice((0, 0, random.randint(-400, 400), random.randint(-18_000, 18_000)))
    return target, against(random, target, base, gap, tilt)


pairs = randoms.map(close_pair)
