"""Terrain as shapely sees it, and ways to make up outlines of all sorts."""

from math import cos, pi, sin
from random import Random

import shapely  # type: ignore[import-untyped]
from hypothesis import strategies as st

from walstatt.boards.polygons import Ring
from walstatt.boards.pose import Base, Pose, Spot
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.boards.shapes import blob, field
from walstatt.boards.terrain import Area

BASES = (Base(600, 300), Base(600, 600), Base(600, 500), Base(600, 1_200), Base(400, 150))

randoms = st.integers(0, 2**32 - 1).map(Random)


def polygon(area: Area) -> shapely.Polygon:
    return shapely.Polygon(area.outline, area.holes)


def ring(points: Ring) -> shapely.Polygon:
    return shapely.Polygon(points)


def star(random: Random, centre: Spot, longest: int, corners: int) -> tuple[Spot, ...]:
    """Draw a jagged outline round a centre, hollow here and there."""
    spots = []
    for i in range(corners):
        angle = 2 * pi * (i + 0.8 * random.random()) / corners
        out = longest / 2 * random.uniform(0.25, 1)
        spots.append((round(centre[0] + out * sin(angle)), round(centre[1] - out * cos(angle))))
    return tuple(spots)


def any_spot(random: Random, size: int) -> Spot:
    return random.randrange(size), random.randrange(size)


def any_outline(random: Random, centre: Spot, longest: int) -> tuple[Spot, ...]:
    kind = random.randrange(3)
    if kind == 0:
        return star(random, centre, longest, random.randrange(5, 14))
    if kind == 1:
        facing = random.choice((0, 9_000, random.randrange(36_000)))
        return field(centre, longest, max(longest // random.choice((2, 3, 6)), 40), facing)
    slimness = random.uniform(0.3, 1)
    return blob(random.randrange(9_999), centre, longest, slimness, random.randrange(36_000))


def any_area(random: Random, size: int, name: str = "wood") -> Area:
    centre, longest = any_spot(random, size), random.randrange(400, max(size, 500))
    outline = any_outline(random, centre, longest)
    clearing = field(centre, longest // 12, longest // 12)
    whole = shapely.Polygon(outline)
    fits = random.random() < 0.2 and whole.contains(shapely.Polygon(clearing))
    return Area(name, "wood", outline, (clearing,) if fits else ())


def any_pose(random: Random, size: int) -> Pose:
    facing = random.choice((random.randrange(36_000), random.randrange(0, 36_000, 9_000)))
    return Pose(*any_spot(random, size), facing)


def any_base(random: Random, size: int) -> Rectangle:
    return rectangle(any_pose(random, size), random.choice(BASES))
