from math import cos, inf, pi, sin, sqrt
from random import Random

import pytest
import shapely  # type: ignore[import-untyped]
from hypothesis import given, settings

from tests.boards.ground_oracle import any_area, any_base, any_outline, any_spot, polygon, randoms
from walstatt.boards.polygons import (
    Bounds,
    bounds,
    clipped,
    contains,
    convex_hull,
    covers_convex,
    cross,
    distance,
    edges,
    first_crossing,
    is_well_inside,
    joined,
    least_width,
    longest_chord,
    meeting_point,
    meets_convex,
    nearest_on,
    nearest_points,
    offset,
    side,
    signed_area,
    stretches,
    total,
    without,
)

SQUARE = ((0, 0), (10, 0), (10, 10), (0, 10))
HORSESHOE = ((0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (10, 10), (10, 30), (0, 30))
"""Open at the bottom, as drawn."""

# -- points and segments ---------------------------------------------------------------------------


def test_bounds_are_the_least_and_greatest_coordinates() -> None:
    assert bounds(HORSESHOE) == Bounds(0, 0, 30, 30)
    assert bounds([(3, 4)]).grown(2) == Bounds(1, 2, 5, 6)
    assert Bounds(0, 0, 10, 10).meets(Bounds(10, 10, 20, 20))
    assert not Bounds(0, 0, 10, 10).meets(Bounds(11, 0, 20, 10))
    assert not Bounds(0, 0, 10, 10).meets(Bounds(0, -20, 10, -1))


def test_the_right_hand_side_is_positive() -> None:
    assert side((0, 0), (10, 0), (5, 2)) == 20
    assert side((0, 0), (10, 0), (5, -2)) == -20
    assert side((0, 0), (10, 0), (99, 0)) == 0


def test_clockwise_areas_are_positive() -> None:
    assert signed_area(SQUARE) == 100
    assert signed_area(SQUARE[::-1]) == -100
    assert signed_area(HORSESHOE) == 900 - 200


def test_a_ring_in_a_ring_is_a_hole() -> None:
    hole = ((4, 4), (6, 4), (6, 6), (4, 6))
    assert contains([SQUARE], (5, 5))
    assert not contains([SQUARE, hole], (5, 5))
    assert contains([SQUARE, hole], (3, 5))
    assert not contains([HORSESHOE], (15, 20))
    assert contains([HORSESHOE], (15, 5))


def test_segments_cross_or_do_not() -> None:
    assert cross((0, 0), (10, 10), (0, 10), (10, 0))
    assert not cross((0, 0), (10, 10), (0, 10), (4, 6))
    assert not cross((0, 0), (10, 0), (0, 5), (10, 5))
    assert meeting_point((0, 0), (10, 10), (0, 10), (10, 0)) == (5, 5)


def test_the_nearest_point_of_a_segment_may_be_an_end() -> None:
    assert nearest_on((5, 7), (0, 0), (10, 0)) == (5, 0)
    assert nearest_on((-5, 7), (0, 0), (10, 0)) == (0, 0)
    assert nearest_on((15, 7), (0, 0), (10, 0)) == (10, 0)
    assert nearest_on((15, 7), (1, 2), (1, 2)) == (1, 2)


def test_the_distance_of_outlines_is_that_of_their_nearest_points() -> None:
    assert distance(SQUARE, [(x + 14, y + 13) for x, y in SQUARE]) == 5
    assert distance(SQUARE, [(x + 5, y + 5) for x, y in SQUARE]) == 0
    assert nearest_points([((0, 0), (10, 0))], [((4, 3), (4, 9))]) == (3, (4, 0), (4, 3))
    with pytest.raises(ValueError, match="no points"):
        nearest_points([], [])


# -- stretches -------------------------------------------------------------------------------------


def test_stretches_are_the_parts_inside() -> None:
    assert stretches([SQUARE], (-10, 5), (30, 5)) == [(0.25, 0.5)]
    assert stretches([SQUARE], (5, 5), (25, 5)) == [(0, 0.25)]
    assert stretches([SQUARE], (2, 5), (8, 5)) == [(0, 1)]
    assert stretches([SQUARE], (11, 5), (18, 5)) == []
    assert stretches([HORSESHOE], (-15, 20), (45, 20)) == [
        (0.25, pytest.approx(25 / 60)),
        (pytest.approx(35 / 60), 0.75),
    ]


def test_a_segment_along_an_edge_is_in_or_out_but_never_both() -> None:
    for a, b in edges(SQUARE):
        assert stretches([SQUARE], a, b) in ([], [(0, 1)])
    assert stretches([SQUARE], (3, 3), (3, 3)) == []


def test_intervals_are_joined_taken_away_and_added_up() -> None:
    assert joined([(5, 7), (1, 3), (2, 4), (4, 5)]) == [(1, 7)]
    assert joined([(5, 7), (1, 3)]) == [(1, 3), (5, 7)]
    assert without([(0, 10)], [(-inf, 1), (3, 4), (9, inf)]) == [(1, 3), (4, 9)]
    assert without([(0, 2), (5, 8)], [(1, 6)]) == [(0, 1), (6, 8)]
    assert without([(0, 2)], []) == [(0, 2)]
    assert total([(0, 2), (5, 8.5)]) == 5.5


# -- shapes ----------------------------------------------------------------------------------------


def test_a_hull_goes_clockwise_round_the_outermost_points() -> None:
    hull = convex_hull([*SQUARE, (5, 5), (5, 0)])
    assert sorted(hull) == sorted(SQUARE)
    assert signed_area(hull) == 100
    assert convex_hull([(1, 1), (0, 0)]) == ((0, 0), (1, 1))


def test_the_longest_chord_and_the_least_width() -> None:
    assert longest_chord([(0, 0), (40, 0), (40, 30), (5, 5)]) == ((0, 0), (40, 30))
    assert least_width([(0, 0), (40, 0), (40, 30), (0, 30)]) == 30
    assert least_width([(0, 0), (40, 0), (40, 30)]) == 24


def test_a_window_cuts_off_what_is_outside() -> None:
    part = clipped(SQUARE, ((5, -5), (25, -5), (25, 5), (5, 5)))
    assert signed_area(part) == 25
    assert clipped(SQUARE, ((50, 0), (60, 0), (60, 10))) == ()


def test_crossings_and_folds_of_an_outline_are_found() -> None:
    assert first_crossing(SQUARE) is None
    assert first_crossing(((0, 0), (10, 10), (10, 0), (0, 10))) == (5, 5)
    assert first_crossing(((0, 0), (10, 0), (4, 0), (4, 9))) == (10, 0)
    assert first_crossing(((4, 0), (4, 9), (0, 0), (10, 0))) == (10, 0)
    assert first_crossing(((0, 0), (10, 0), (10, 10), (5, 0), (0, 10))) == (5, 0)


def test_a_line_beside_another_keeps_its_distance_round_bends() -> None:
    assert offset([(0, 0), (10, 0), (10, 10)], 2) == [(0, 2), (8, 2), (8, 10)]
    assert offset([(0, 0), (10, 0), (10, 10)], -2) == [(0, -2), (12, -2), (12, 10)]


# -- shapely says the same -------------------------------------------------------------------------


def assert_points_and_segments_agree(random: Random) -> None:
    area = any_area(random, 3_000)
    shape = polygon(area)
    a, b = any_spot(random, 3_000), any_spot(random, 3_000)
    if shape.boundary.distance(shapely.Point(a)) > 1e-6:
        assert contains(area.rings, a) == shape.contains(shapely.Point(a))
    line = shapely.LineString((a, b))
    inside = total(stretches(area.rings, a, b)) * line.length
    if line.intersection(shape.boundary).length == 0:
        assert inside == pytest.approx(line.intersection(shape).length, abs=1e-6)


def assert_convex_agrees(random: Random) -> None:
    area, box = any_area(random, 3_000), any_base(random, 3_000)
    shape, base = polygon(area), shapely.Polygon(box.corners)
    common = shape.intersection(base).area
    if shape.distance(base) > 0 or common > 1e-3:
        assert meets_convex(area.rings, box.corners) == (common > 0)
    missing = base.difference(shape).area
    if missing == 0 or missing > 1e-3:
        assert covers_convex(area.rings, box.corners) == (missing == 0)
    rim = shapely.LinearRing(area.outline).distance(base.exterior)
    assert distance(area.outline, box.corners) == pytest.approx(rim, abs=1e-6)
    part = clipped(area.outline, box.corners)
    whole = shapely.Polygon(area.outline).intersection(base).area
    assert (abs(signed_area(part)) if part else 0) == pytest.approx(whole, abs=1e-3)


def assert_outline_agrees(random: Random) -> None:
    outline = any_outline(random, any_spot(random, 3_000), random.randrange(400, 3_000))
    shape = shapely.Polygon(outline)
    hull = shape.convex_hull
    assert abs(signed_area(outline)) == pytest.approx(shape.area)
    assert signed_area(convex_hull(outline)) == pytest.approx(hull.area)
    longest = shapely.LineString(longest_chord(outline)).length
    corners = shapely.MultiPoint(outline)
    assert longest == pytest.approx(
        max(shapely.hausdorff_distance(shapely.Point(spot), corners) for spot in outline)
    )
    width = min(width_across(outline, pi * i / 180) for i in range(180))
    assert width - longest * sin(pi / 180) < least_width(outline) <= width + 1e-6
    assert (first_crossing(outline) is None) == shape.is_valid


def width_across(outline: tuple[tuple[int, int], ...], angle: float) -> float:
    along = [x * cos(angle) + y * sin(angle) for x, y in outline]
    return max(along) - min(along)


@settings(max_examples=2_000)
@given(randoms)
def test_points_and_segments_agree_with_shapely(random: Random) -> None:
    assert_points_and_segments_agree(random)


@settings(max_examples=2_000)
@given(randoms)
def test_convex_polygons_agree_with_shapely(random: Random) -> None:
    assert_convex_agrees(random)


def test_a_polygon_covers_what_touches_its_outline_from_inside() -> None:
    area = ((1858, 1691), (1858, 2315), (-16, 2315), (-16, 1691))
    inside = ((1858.0, 1706.0), (1858.0, 2306.0), (1358.0, 2306.0), (1358.0, 1706.0))
    beside = ((2458.0, 1706.0), (2458.0, 2306.0), (1858.0, 2306.0), (1858.0, 1706.0))
    assert covers_convex((area,), inside)
    assert meets_convex((area,), inside)
    assert not meets_convex((area,), beside)
    halved = ((1858.0, 2306.0), (1858.0, 1706.0), (1358.0, 1706.0))
    assert not covers_convex((halved,), inside), "the outline runs from corner to corner"


@settings(max_examples=500)
@given(randoms)
def test_outlines_agree_with_shapely(random: Random) -> None:
    assert_outline_agrees(random)


@settings(max_examples=300)
@given(randoms)
def test_lines_beside_a_line_agree_with_shapely(random: Random) -> None:
    a, b, c = ((x, random.randrange(1_500)) for x in (0, 1_500, 3_000))
    line = shapely.LineString((a, b, c))
    for by in (-100.0, 100.0):
        beside = shapely.LineString(offset((a, b, c), by))
        assert line.distance(beside) == pytest.approx(100)
        assert shapely.hausdorff_distance(line, beside) < 100 * sqrt(2) + 1


@pytest.mark.nightly
@pytest.mark.timeout(3_600)
def test_a_hundred_thousand_polygons_agree_with_shapely() -> None:
    for seed in range(100_000):
        assert_points_and_segments_agree(Random(seed))
        assert_convex_agrees(Random(seed))


@given(randoms)
def test_what_is_well_inside_a_ring_is_covered_by_it(random: Random) -> None:
    ring = convex_hull(any_spot(random, 4_000) for _ in range(6))
    points = [any_spot(random, 2_000) for _ in range(2)]
    inside = shapely.Polygon(ring).buffer(-5.0).covers(shapely.MultiPoint(points))
    assert is_well_inside(ring, points, 5.0) is inside
