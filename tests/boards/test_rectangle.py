import pytest
import shapely  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.boards.base_oracle import coordinates, facings, rectangles, shape
from walstatt.boards.pose import Base, Pose, apart, heading, rightward
from walstatt.boards.rectangle import (
    EDGES,
    Box,
    Rectangle,
    area,
    cut,
    edge_length,
    outline,
    rectangle,
    segment,
)

FOOT = Base(600, 300)


def test_corners_go_clockwise_from_the_left_of_the_front() -> None:
    rect = rectangle(Pose(1_000, 2_000, 0), FOOT)
    assert list(rect.corners) == [(700, 2_000), (1_300, 2_000), (1_300, 2_300), (700, 2_300)]
    assert rect.corners == (rect.front_left, rect.front_right, rect.rear_right, rect.rear_left)
    assert rect.centre == (1_000, 2_150)


def test_a_turned_base_has_its_front_where_it_looks() -> None:
    rect = rectangle(Pose(0, 0, 9_000), FOOT)
    assert rect.front_left == pytest.approx((0, -300))
    assert rect.rear_right == pytest.approx((-300, 300))
    assert rect.local((100, -300)) == pytest.approx((-300, 250))


def test_edges_join_corners_clockwise() -> None:
    rect = rectangle(Pose(0, 0, 0), FOOT)
    assert [rect.edge(edge) for edge in EDGES] == [
        ((-300, 0), (300, 0)),
        ((300, 0), (300, 300)),
        ((300, 300), (-300, 300)),
        ((-300, 300), (-300, 0)),
    ]
    assert [edge_length(rect, edge) for edge in EDGES] == [600, 300, 600, 300]


def test_the_same_pose_gives_the_same_rectangle() -> None:
    assert rectangle(Pose(1, 2, 3), FOOT) is rectangle(Pose(1, 2, 3), FOOT)
    assert repr(rectangle(Pose(1, 2, 3), FOOT)).startswith("rectangle(Pose(x=1, y=2, facing=3)")


@settings(max_examples=50)
@given(rectangles)
def test_a_rectangle_has_its_sides_its_area_and_its_circle(rect: Rectangle) -> None:
    one, two, three, four = rect.corners
    assert apart(one, two) == pytest.approx(apart(three, four)) == pytest.approx(rect.base.width)
    assert apart(two, three) == pytest.approx(apart(four, one)) == pytest.approx(rect.base.depth)
    assert area(rect.corners) == pytest.approx(rect.base.width * rect.base.depth)
    assert [apart(rect.centre, corner) for corner in rect.corners] == pytest.approx(
        [rect.radius] * 4
    )
    assert rect.ahead == pytest.approx(heading(rect.pose.facing))
    assert rect.right == pytest.approx(rightward(rect.pose.facing))


@given(rectangles, coordinates, coordinates)
def test_local_places_are_measured_from_the_centre(
    rect: Rectangle, across: int, ahead: int
) -> None:
    (x, y), (rx, ry), (ax, ay) = rect.centre, rect.right, rect.ahead
    point = (x + across * rx + ahead * ax, y + across * ry + ahead * ay)
    assert rect.local(point) == pytest.approx((across, ahead), abs=1e-6)


def test_a_line_is_a_box_without_depth() -> None:
    box = segment((0, 0), (300, 400))
    assert (box.half_width, box.half_depth, box.centre) == (250, 0, (150, 200))
    assert box.corners[0] == pytest.approx((0, 0))
    assert box.corners[1] == pytest.approx((300, 400))


def test_a_point_is_a_box_without_size() -> None:
    box = segment((70, 80), (70, 80))
    assert list(box.corners) == [(70, 80)] * 4
    assert box.radius == 0


def test_an_outline_has_all_sides() -> None:
    sides = outline([(0, 0), (100, 0), (0, 50)])
    starts = [coordinate for side in sides for coordinate in side.corners[0]]
    assert starts == pytest.approx([0, 0, 100, 0, 0, 50])
    assert [side.half_width for side in sides] == pytest.approx([50, 55.9017, 25])


def test_cutting_keeps_one_side() -> None:
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    assert area(cut(square, (1.0, 0.0), 4.0)) == 60
    assert cut(square, (1.0, 0.0), 11.0) == []
    assert area(cut(square, (1.0, 0.0), -1.0)) == 100
    assert cut([], (1.0, 0.0), 0.0) == []
    assert area([]) == 0


@given(rectangles, facings, st.integers(-2_000, 2_000))
def test_cutting_agrees_with_shapely(rect: Rectangle, facing: int, least: int) -> None:
    (nx, ny), (tx, ty) = heading(facing), rightward(facing)
    far = 10_000
    x, y = least * nx, least * ny
    half_plane = shapely.Polygon(
        [
            (x + far * tx, y + far * ty),
            (x - far * tx, y - far * ty),
            (x - far * tx + far * nx, y - far * ty + far * ny),
            (x + far * tx + far * nx, y + far * ty + far * ny),
        ]
    )
    kept = area(cut(rect.corners, (nx, ny), least))
    assert kept == pytest.approx(shape(rect).intersection(half_plane).area, abs=1e-3)


def test_a_box_may_stand_anywhere() -> None:
    box = Box((0.5, 0.25), (1.0, 0.0), 2.0, 1.0)
    assert box.corners == ((-1.5, -0.75), (2.5, -0.75), (2.5, 1.25), (-1.5, 1.25))
