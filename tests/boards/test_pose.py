from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.boards.base_oracle import facings, poses
from walstatt.boards.pose import (
    Point,
    Pose,
    apart,
    between,
    facing_towards,
    heading,
    opposite,
    posed,
    rightward,
    rounded,
    shifted,
    swung,
    turned,
)


@pytest.mark.parametrize(
    ("facing", "ahead", "right"),
    [
        (0, (0, -1), (1, 0)),
        (9_000, (1, 0), (0, 1)),
        (18_000, (0, 1), (-1, 0)),
        (27_000, (-1, 0), (0, -1)),
    ],
)
def test_facings_go_clockwise_from_the_top(facing: int, ahead: Point, right: Point) -> None:
    assert heading(facing) == heading(facing - 36_000) == ahead
    assert rightward(facing) == right


def test_the_smallest_turn_goes_either_way_and_a_half_turn_to_the_left() -> None:
    assert between(35_000, 1_000) == 2_000
    assert between(1_000, 35_000) == -2_000
    assert between(0, 18_000) == between(9_000, 27_000) == -18_000


@given(facings, facings)
def test_turning_by_what_lies_between_leads_from_one_facing_to_the_other(a: int, b: int) -> None:
    assert turned(a, between(a, b)) == b
    assert -18_000 <= between(a, b) < 18_000


@given(facings)
def test_the_opposite_of_the_opposite_is_the_same(facing: int) -> None:
    assert opposite(opposite(facing)) == facing
    assert heading(opposite(facing)) == pytest.approx([-way for way in heading(facing)])


@given(facings, st.integers(3_000, 20_000))
def test_one_faces_where_one_looks(facing: int, far: int) -> None:
    x, y = heading(facing)
    assert facing_towards((100, 200), (100 + far * x, 200 + far * y)) == facing


def test_a_pose_goes_along_and_across_its_own_facing() -> None:
    assert shifted(Pose(0, 0, 9_000), 100, 30) == Pose(100, 30, 9_000)
    assert shifted(Pose(0, 0, 4_500), 100) == Pose(71, -71, 4_500)


def test_a_pose_swings_round_a_point() -> None:
    assert swung(Pose(600, 0, 0), (0, 0), 9_000) == Pose(0, 600, 9_000)
    assert swung(Pose(600, 0, 0), (0, 0), -9_000) == Pose(0, -600, 27_000)


@given(poses, st.integers(-18_000, 18_000))
def test_swinging_there_and_back_costs_no_more_than_rounding(pose: Pose, by: int) -> None:
    back = swung(swung(pose, (200, -300), by), (200, -300), -by)
    assert back.facing == pose.facing
    assert apart(back.spot, pose.spot) <= 2


def test_what_is_kept_is_rounded_and_within_a_full_turn() -> None:
    assert rounded(1.4, -1.6, 36_000.4) == Pose(1, -2, 0)
    assert rounded(0.0, 0.0, -1.0) == Pose(0, 0, 35_999)
    assert isclose(apart((0, 0), (3, 4)), 5)


@given(poses)
def test_a_pose_made_quickly_is_like_any_other(pose: Pose) -> None:
    made = posed(*pose)
    assert made == pose
    assert type(made) is Pose
    assert (made.x, made.y, made.facing, made.spot) == (*pose, (pose.x, pose.y))
