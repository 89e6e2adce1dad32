from math import inf, sqrt, tan

import pytest
import shapely  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.boards.base_oracle import facings, pairs, rectangles, shape
from walstatt.boards import BoardError
from walstatt.boards.arcs import (
    _in_zone,
    away_from,
    bearing,
    beyond,
    front_strip,
    in_range,
    is_behind_line,
    is_beyond,
    is_opposite_facing,
    is_same_facing,
    may_reach_any,
    part_in_front_zone,
    quadrant,
    range_in_front_zone,
    share_in_front_zone,
    width_ahead,
)
from walstatt.boards.contact import distance
from walstatt.boards.formation import beside, opposed
from walstatt.boards.pose import RADIANS, Base, Point, Pose, facing_towards, heading
from walstatt.boards.rectangle import Edge, Rectangle, rectangle

FOOT = Base(600, 300)
MU = 254
HALF_RIGHT = 4_500
Pair = tuple[Rectangle, Rectangle]


def foot(x: int, y: int, facing: int = 0) -> Rectangle:
    return rectangle(Pose(x, y, facing), FOOT)


HERE = foot(0, 0)

# -- zones ----------------------------------------------------------------------------------------


def test_the_strip_ahead_is_as_wide_as_the_front() -> None:
    assert part_in_front_zone(HERE, foot(0, -1_000))
    assert part_in_front_zone(HERE, foot(590, -1_000))
    assert not part_in_front_zone(HERE, foot(610, -1_000))
    assert not part_in_front_zone(HERE, foot(0, 500))


def test_bases_lined_up_with_the_strip_are_not_in_it() -> None:
    assert not part_in_front_zone(HERE, foot(600, -1_000))
    assert not part_in_front_zone(HERE, foot(599, -1_000))
    assert part_in_front_zone(HERE, foot(598, -1_000))
    assert not part_in_front_zone(HERE, foot(596, -1_000), tolerance=5)
    assert not part_in_front_zone(HERE, rectangle(beside(HERE, FOOT, "right"), FOOT))


def test_forty_five_degrees_outward_from_each_front_corner_widen_the_zone() -> None:
    # Ahead of (300, 0) the border runs through (1000, -700); a corner of the base stands there.
    assert part_in_front_zone(HERE, foot(1_290, -700), HALF_RIGHT)
    assert not part_in_front_zone(HERE, foot(1_310, -700), HALF_RIGHT)
    assert part_in_front_zone(HERE, foot(-1_290, -700), HALF_RIGHT)
    assert not part_in_front_zone(HERE, foot(-1_310, -700), HALF_RIGHT)


def test_range_is_measured_from_the_front_edge_to_what_is_in_the_zone() -> None:
    target = foot(0, -1_300, 18_000)
    assert range_in_front_zone(HERE, target) == 1_300
    assert part_in_front_zone(HERE, target, HALF_RIGHT, 1_300)
    assert not part_in_front_zone(HERE, target, HALF_RIGHT, 1_299.9)
    assert not part_in_front_zone(HERE, foot(0, -9_000), HALF_RIGHT, 3_048)
    aside = foot(1_000, -300)
    assert range_in_front_zone(HERE, aside) == inf
    assert range_in_front_zone(HERE, aside, HALF_RIGHT, 0) == inf
    assert range_in_front_zone(HERE, foot(1_000, -500), HALF_RIGHT, 0) == pytest.approx(
        400 * sqrt(2)
    )


def test_a_base_mostly_beside_is_in_range_only_with_its_part_in_the_zone() -> None:
    # Its nearest corner (400, 0) is beside the zone, which it enters at (400, -100).
    target = foot(700, 0, 18_000)
    assert range_in_front_zone(HERE, target, HALF_RIGHT, 0) == pytest.approx(100 * sqrt(2))
    assert distance(HERE, target) == 100


def test_a_base_in_contact_is_at_range_zero() -> None:
    assert range_in_front_zone(HERE, rectangle(opposed(HERE), FOOT), HALF_RIGHT) == 0
    assert range_in_front_zone(HERE, rectangle(Pose(0, 0, 18_000), Base(1_200, 300))) == 0


def test_a_quarter_turn_opens_everything_ahead() -> None:
    assert part_in_front_zone(HERE, foot(5_000, -100), 9_000)
    assert not part_in_front_zone(HERE, foot(5_000, 1), 9_000)
    with pytest.raises(BoardError, match="widened by 0 to 9000, not by 9001"):
        range_in_front_zone(HERE, HERE, 9_001)


def test_the_strip_can_be_run_over() -> None:
    zone = front_strip(HERE, 400)
    assert list(zone.corners) == [(-300, -400), (300, -400), (300, 0), (-300, 0)]


def test_the_share_in_the_strip_tells_who_is_more_in_front() -> None:
    assert share_in_front_zone(HERE, foot(0, -1_000)) == 1
    assert share_in_front_zone(HERE, foot(150, -1_000)) == pytest.approx(0.75)
    assert share_in_front_zone(HERE, foot(0, -150)) == 0.5
    assert share_in_front_zone(HERE, foot(0, 0)) == 0
    assert share_in_front_zone(HERE, foot(600, -1_000)) == 0


def test_the_width_ahead_is_counted_from_the_middle() -> None:
    assert width_ahead(HERE, foot(150, -1_000), 0) == (-150, 300)
    assert width_ahead(HERE, foot(-400, -1_000), 0) == (-300, -100)
    assert width_ahead(HERE, foot(600, -1_000)) is None


def zone_of(rect: Rectangle, widening: int) -> shapely.Polygon:
    far, out = 20_000.0, 20_000.0 * tan(widening * RADIANS)
    (ax, ay), (rx, ry) = rect.ahead, rect.right
    (lx, ly), (qx, qy) = rect.front_left, rect.front_right
    return shapely.Polygon(
        [
            (lx, ly),
            (qx, qy),
            (qx + far * ax + out * rx, qy + far * ay + out * ry),
            (lx + far * ax - out * rx, ly + far * ay - out * ry),
        ]
    )


@settings(max_examples=300)
@given(pairs, st.sampled_from((0, 1_500, 4_500, 7_000)))
def test_front_zones_agree_with_shapely(pair: Pair, widening: int) -> None:
    rect, other = pair
    part = shape(other).intersection(zone_of(rect, widening))
    share = share_in_front_zone(rect, other, widening)
    assert share == pytest.approx(part.area / shape(other).area, abs=1e-6)
    if part.area > 1:
        far = shapely.LineString(rect.edge("front")).distance(part)
        assert range_in_front_zone(rect, other, widening, 0) == pytest.approx(far, abs=1e-5)
        assert part_in_front_zone(rect, other, widening, far + 1, 0)
        assert far < 1 or not part_in_front_zone(rect, other, widening, far - 1, 0)
    elif part.is_empty:
        assert range_in_front_zone(rect, other, widening, 0) == inf


@given(pairs, st.integers(0, 8_999), st.integers(0, 8_999))
def test_a_wider_zone_holds_no_less(pair: Pair, one: int, two: int) -> None:
    low, high = sorted((one, two))
    assert share_in_front_zone(*pair, low) <= share_in_front_zone(*pair, high) + 1e-9
    assert range_in_front_zone(*pair, high) <= range_in_front_zone(*pair, low) + 1e-6


# -- extended lines -------------------------------------------------------------------------------


def test_partly_behind_is_beyond_the_extended_rear_edge() -> None:
    assert is_behind_line(HERE, foot(1_000, 10), "rear")
    assert not is_behind_line(HERE, foot(1_000, 0), "rear")
    assert not is_behind_line(HERE, foot(1_000, 2), "rear")
    assert is_behind_line(HERE, foot(1_000, -290), "front")
    assert not is_behind_line(HERE, foot(1_000, -300), "front")
    assert is_behind_line(HERE, foot(1_000, 0), "front", whole=True)
    assert not is_behind_line(HERE, foot(1_000, -10), "front", whole=True)
    assert is_behind_line(HERE, foot(1_000, 300), "rear", whole=True)
    assert not is_behind_line(HERE, foot(1_000, 290), "rear", whole=True)


@pytest.mark.parametrize(
    ("edge", "x", "y", "inward"),
    [
        ("right", 600, -500, (-1, 0)),
        ("left", -600, -500, (1, 0)),
        ("rear", 0, 300, (0, -1)),
        ("front", 0, -300, (0, 1)),
    ],
)
def test_the_whole_base_may_touch_the_line_it_must_be_beyond(
    edge: Edge, x: int, y: int, inward: Point
) -> None:
    assert is_beyond(HERE, edge, foot(x, y), 5, whole=True)
    over = foot(x + int(5 * inward[0]), y + int(5 * inward[1]))
    assert is_beyond(HERE, edge, over, 5, whole=True)
    too_far = foot(x + int(6 * inward[0]), y + int(6 * inward[1]))
    assert not is_beyond(HERE, edge, too_far, 5, whole=True)
    assert is_beyond(HERE, edge, too_far, 5)


@given(pairs)
def test_beyond_is_measured_at_right_angles_to_the_edge(pair: Pair) -> None:
    rect, other = pair
    edges: tuple[Edge, ...] = ("front", "right", "rear", "left")
    for number, edge in enumerate(edges):
        (x, y), (nx, ny) = rect.corners[number], heading(rect.pose.facing + 9_000 * number)
        past = [(px - x) * nx + (py - y) * ny for px, py in other.corners]
        assert beyond(rect, edge, other) == pytest.approx((min(past), max(past)), abs=1e-6)


# -- bearings -------------------------------------------------------------------------------------


def test_quadrants_are_quarters_of_a_turn() -> None:
    assert [quadrant(HERE, foot(x, y)) for x, y in ((0, -900), (900, 0), (0, 900), (-900, 0))] == [
        "front",
        "right",
        "rear",
        "left",
    ]
    assert bearing(foot(0, 0, 9_000), (-150, 1_000)) == 9_000


def test_directly_away_is_from_the_nearest_point_through_the_centre() -> None:
    # From the corner (600, 700) of the other through (0, 150).
    assert away_from(HERE, foot(900, 700)) == facing_towards((600, 700), (0, 150)) == 31_251
    assert away_from(HERE, foot(0, -400, 9_000)) == pytest.approx(18_000, abs=7_000)


@given(rectangles, rectangles)
def test_the_way_away_is_the_line_through_nearest_point_and_centre(
    a: Rectangle, b: Rectangle
) -> None:
    far = distance(a, b)
    if far > 1:
        x, y = heading(away_from(a, b))
        back = (a.centre[0] - 9_000 * x, a.centre[1] - 9_000 * y)
        hit = shapely.LineString([a.centre, back]).distance(shape(b))
        assert hit <= 2
        assert shape(a).distance(shape(b)) == pytest.approx(far)


@given(facings, facings)
def test_facings_are_compared_with_a_tolerance(a: int, b: int) -> None:
    assert is_same_facing(a, b, 18_000)
    assert is_opposite_facing(a, (a + 18_000) % 36_000, 0)
    assert is_same_facing(a, b, 100) == is_opposite_facing(a, (b + 18_000) % 36_000, 100)


@settings(max_examples=300)
@given(pairs | st.tuples(rectangles, rectangles), st.sampled_from((0, 1, 3_000, 4_500, 8_999)))
def test_a_quick_look_at_a_zone_agrees_with_cutting_it_out(pair: Pair, widening: int) -> None:
    own, other = pair
    assert part_in_front_zone(own, other, widening) is bool(_in_zone(own, other, widening, 2))


# -- ranges ---------------------------------------------------------------------------------------


@given(rectangles, st.lists(rectangles, max_size=6), st.floats(0, 3_000))
def test_who_is_in_range_is_so_far_away_and_in_the_zone(
    own: Rectangle, others: list[Rectangle], far: float
) -> None:
    some = list(enumerate(others))
    away = {name: round(distance(own, box)) for name, box in some}
    near = {name: away[name] for name in away if away[name] <= far}
    assert dict(in_range(own, None, some, far, HALF_RIGHT)) == near
    ahead = {name for name in near if part_in_front_zone(own, others[name], HALF_RIGHT)}
    assert {name for name, _ in in_range(own, own, some, far, HALF_RIGHT)} == ahead
    if any(distance(own, box) <= far for box in others):
        assert may_reach_any(own, some, far)


def test_circles_tell_who_may_be_in_range() -> None:
    assert may_reach_any(HERE, [("far", foot(0, -9_000)), ("near", foot(0, -1_000))], 700)
    assert not may_reach_any(HERE, [("far", foot(0, -9_000))], 700)
