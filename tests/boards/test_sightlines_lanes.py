from itertools import pairwise
from random import Random

import pytest
import shapely  # type: ignore[import-untyped]
from hypothesis import given, settings

from tests.boards.ground_oracle import any_area, any_base, polygon, randoms
from walstatt.boards.lanes import lane, reaching_into
from walstatt.boards.polygons import signed_area
from walstatt.boards.pose import Base, Pose
from walstatt.boards.rectangle import EDGES, Rectangle, rectangle
from walstatt.boards.shapes import field
from walstatt.boards.terrain import Area

ARCHERS = Base(400, 200)
NOTHING = 1e-6
"""An area that is rounding alone; however little of a target lies ahead, a lane leads to it."""


def archers(x: int, y: int, facing: int = 0) -> Rectangle:
    return rectangle(Pose(x, y, facing), ARCHERS)


SHOOTER = archers(1_000, 3_000)
FRONT = SHOOTER.edge("front")


def test_the_lane_is_as_wide_as_the_target_lies_ahead() -> None:
    assert lane(FRONT, archers(1_000, 2_000, 18_000), 0) == (
        ((800, 3_000), (800, 2_000), (1_200, 2_000), (1_200, 3_000)),
    )
    assert lane(FRONT, archers(1_300, 2_000, 18_000), 0) == (
        ((1_100, 3_000), (1_100, 2_000), (1_200, 2_000), (1_200, 3_000)),
    )
    assert lane(FRONT, archers(1_300, 2_000, 18_000)) == (
        ((1_102, 2_998), (1_102, 2_002), (1_198, 2_002), (1_198, 2_998)),
    )


def test_there_is_no_lane_to_what_is_not_ahead_or_touches() -> None:
    assert lane(FRONT, archers(1_400, 2_000, 18_000), 0) == ()
    assert lane(FRONT, archers(1_398, 2_000, 18_000)) == ()
    assert lane(FRONT, archers(1_000, 4_000)) == ()
    assert lane(FRONT, archers(1_000, 2_998, 18_000)) == ()


def test_the_lane_ends_at_the_target_s_outline() -> None:
    pieces = lane(FRONT, archers(1_000, 2_000, 13_500), 0)
    assert len(pieces) == 3
    assert [round(signed_area(one)) for one in pieces] == [52_010, 131_421, 151_421]


def test_one_shoots_from_any_edge() -> None:
    right = SHOOTER.edge("right")
    assert lane(right, archers(2_000, 3_100, 27_000), 0) == (
        ((1_200, 3_000), (2_000, 3_000), (2_000, 3_200), (1_200, 3_200)),
    )


def test_whatever_reaches_into_the_lane_is_named() -> None:
    pieces = lane(FRONT, archers(1_000, 2_000, 18_000))
    wood = Area("wood", "wood", field((600, 2_500), 300, 500))
    far = Area("far", "wood", field((600, 2_500), 300, 400))
    bases: list[tuple[int | str, Rectangle]] = [
        ("in", archers(1_390, 2_500)),
        ("beside", archers(1_400, 2_500)),
        ("rounded", archers(1_398, 2_500)),
        ("level", archers(600, 3_000)),
        ("beyond", archers(1_000, 1_800, 18_000)),
    ]
    assert reaching_into(pieces, bases, [wood, far]) == ("in", "wood")
    assert reaching_into((), bases, [wood]) == ()


def disagreements(random: Random) -> list[str]:
    """Make up a lane, and name what shapely sees in another way."""
    shooter, target = any_base(random, 3_000), any_base(random, 3_000)
    other, area = any_base(random, 3_000), any_area(random, 3_000)
    edge = shooter.edge(random.choice(EDGES))
    pieces = lane(edge, target, 0)
    ground = shapely.union_all([shapely.Polygon(one) for one in pieces])
    expected = ground_ahead(edge, target)
    found = []
    if ground.symmetric_difference(expected).area >= 1 + 1e-3 * expected.area:
        found.append(f"{ground} is not {expected}")
    named = reaching_into(pieces, [("other", other)], [area])
    for name, shape in (("other", shapely.Polygon(other.corners)), ("wood", polygon(area))):
        common = ground.intersection(shape).area
        if (common == 0 or common > 1) and (name in named) != (common > 0):
            found.append(f"{name} shares {common} with the lane, which reaches into {named}")
    return found


@settings(max_examples=2_000)
@given(randoms)
def test_lanes_agree_with_shapely(random: Random) -> None:
    assert disagreements(random) == []


def ground_ahead(
    edge: tuple[tuple[float, float], tuple[float, float]], target: Rectangle
) -> shapely.Geometry:
    """Sweep the target's part of the strip ahead back to the edge, and take away the target."""
    (ax, ay), (bx, by) = edge
    width = shapely.Point(edge[0]).distance(shapely.Point(edge[1]))
    far = 20_000 / width
    dx, dy = (by - ay) * far, (ax - bx) * far
    strip = shapely.Polygon([edge[0], (ax + dx, ay + dy), (bx + dx, by + dy), edge[1]])
    body = shapely.Polygon(target.corners)
    ahead = body.intersection(strip)
    if ahead.area < NOTHING:
        return shapely.Polygon()
    shadow = shapely.union_all(
        [
            shapely.MultiPoint(
                [*part.coords, *((x - dx, y - dy) for x, y in part.coords)]
            ).convex_hull
            for part in sides_of(ahead)
        ]
    )
    return shadow.intersection(strip).difference(body)


def sides_of(shape: shapely.Polygon) -> list[shapely.LineString]:
    rim = list(shape.exterior.coords)
    return [shapely.LineString(ends) for ends in pairwise(rim)]


@pytest.mark.nightly
@pytest.mark.timeout(3_600)
def test_a_hundred_thousand_lanes_agree_with_shapely() -> None:
    for seed in range(100_000):
        assert disagreements(Random(seed)) == []
