from itertools import pairwise
from math import cos, hypot, pi, sin

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.boards.base_oracle import bases, coordinates, corners_at, facings, poses
from walstatt.boards import BoardError
from walstatt.boards.formation import line, wheel
from walstatt.boards.paths import (
    Leg,
    Slide,
    Wheel,
    advance,
    after,
    along,
    at_most,
    corner_lengths,
    course,
    furthest,
    goes,
    part,
    travelled,
)
from walstatt.boards.pose import Base, Pose, apart
from walstatt.boards.rectangle import rectangle

FOOT = Base(600, 300)
START = Pose(0, 0, 0)
ONE = {"a": START}

# -- legs -----------------------------------------------------------------------------------------


def test_a_slide_moves_those_it_names_and_a_wheel_moves_all() -> None:
    before = {"a": START, "b": Pose(600, 0, 0)}
    assert after(Slide({"a": Pose(0, -100, 500)}), before) == {
        "a": Pose(0, -100, 500),
        "b": Pose(600, 0, 0),
    }
    assert after(Wheel((-300, 0), 9_000), before) == {
        "a": Pose(-300, 300, 9_000),
        "b": Pose(-300, 900, 9_000),
    }


def test_part_of_the_way_is_part_of_shift_and_turn() -> None:
    leg = Slide({"a": Pose(100, -1_000, 35_000)})
    assert along(leg, ONE, 0.5) == {"a": Pose(50, -500, 35_500)}
    assert along(leg, ONE, 0) == ONE
    assert along(leg, ONE, 1) == {"a": Pose(100, -1_000, 35_000)}
    assert part(Wheel((0, 0), -3_001), ONE, 0.5) == Wheel((0, 0), -1_500)


def test_legs_follow_each_other() -> None:
    legs: list[Leg[str]] = [Slide({"a": Pose(0, -500, 0)}), Wheel((-300, -500), 9_000)]
    assert goes(legs, ONE) == {"a": Pose(-300, -200, 9_000)}


def test_all_go_ahead_alike() -> None:
    before = dict(enumerate(line(Pose(0, 0, 3_000), FOOT, 3)))
    there = after(advance(before, 3_000, 1_000, 50), before)
    shifts = {(there[key].x - pose.x, there[key].y - pose.y) for key, pose in before.items()}
    assert shifts == {(543, -841)}


@given(facings, st.integers(1, 5_000), st.integers(-200, 200))
def test_going_ahead_never_goes_farther_than_asked(facing: int, ahead: int, right: int) -> None:
    leg = advance(ONE, facing, ahead, right)
    asked = hypot(ahead, right)
    assert asked - 1.5 < hypot(*leg.poses["a"].spot) < asked + 0.5
    assert travelled([leg], ONE, {"a": FOOT})["a"] <= round(asked + 0.5)
    if not right:
        assert travelled([leg], ONE, {"a": FOOT})["a"] <= ahead


def test_legs_can_be_saved() -> None:
    legs: list[Slide[str] | Wheel] = [Slide({"a": Pose(1, 2, 3)}), Wheel((4, 5), 6)]
    saved = msgspec.json.encode(legs)
    assert saved == (
        b'[{"type":"slide","poses":{"a":[1,2,3]}},{"type":"wheel","pivot":[4,5],"by":6}]'
    )
    assert msgspec.json.decode(saved, type=list[Slide[str] | Wheel]) == legs


# -- lengths --------------------------------------------------------------------------------------


def test_straight_ahead_all_corners_go_the_same_way() -> None:
    lengths = corner_lengths(Slide({"a": Pose(300, -400, 0)}), "a", START, FOOT, "all")
    assert lengths == (500, 500, 500, 500)


def test_a_turn_on_the_spot_costs_the_arc_of_the_front_corners() -> None:
    turn = Slide({"a": Pose(0, 0, 9_000)})
    assert corner_lengths(turn, "a", START, FOOT) == pytest.approx((300 * pi / 2, 300 * pi / 2))
    assert travelled([turn], ONE, {"a": FOOT}) == {"a": 471}
    assert travelled([turn], ONE, {"a": FOOT}, "all") == {"a": round(hypot(300, 300) * pi / 2)}


def test_a_wheel_costs_the_arc_of_the_outer_corner() -> None:
    before = dict(enumerate(line(START, FOOT, 4)))
    leg = wheel([rectangle(pose, FOOT) for pose in before.values()], 0, 3_000)
    assert leg == Wheel((1_200, 0), 3_000)
    costs = travelled([leg], before, dict.fromkeys(before, FOOT))
    assert list(costs.values()) == [round(pi / 6 * radius) for radius in (2_400, 1_800, 1_200, 600)]


def test_one_corner_is_followed_through_all_legs() -> None:
    # A wheel to the left and one to the right: each front corner is the outer one once.
    legs = [Wheel((-300, 0), -3_000), Wheel((-40, -150), 3_000)]
    costs = travelled(legs, ONE, {"a": FOOT})
    outer = 600 * pi / 6
    assert outer <= costs["a"] < 2 * outer
    assert travelled([], ONE, {"a": FOOT}) == {"a": 0}


def test_straight_ahead_while_turning_is_longer_for_the_outer_corner() -> None:
    left, right = corner_lengths(Slide({"a": Pose(0, -1_000, 1_000)}), "a", START, FOOT)
    assert 1_000 < left < 1_000 + 300 * pi / 18
    assert 1_000 - 300 * pi / 18 < right < 1_000


def test_a_base_that_stays_costs_nothing() -> None:
    assert corner_lengths(Slide({"a": START}), "a", START, FOOT) == (0, 0)
    assert corner_lengths(Wheel((0, 0), 0), "a", START, FOOT, "all") == (0, 0, 0, 0)
    assert course(Slide({"b": Pose(1, 1, 1)}), "a", START, FOOT) is None


@settings(max_examples=100)
@given(poses, poses, bases)
def test_lengths_agree_with_a_fine_polyline(start: Pose, end: Pose, base: Base) -> None:
    assert lengths_that_differ(Slide({"a": end}), start, base) == []


@settings(max_examples=50)
@given(poses, coordinates, coordinates, st.integers(-18_000, 18_000), bases)
def test_arcs_agree_with_a_fine_polyline(pose: Pose, x: int, y: int, by: int, base: Base) -> None:
    assert lengths_that_differ(Wheel((x, y), by), pose, base) == []


@settings(max_examples=50)
@given(facings, st.integers(-17_999, 17_999), st.integers(-20, 20), bases)
def test_lengths_hold_where_a_corner_nearly_stands_still(
    facing: int, turn: int, off: int, base: Base
) -> None:
    # The front goes as far as one of its corners turns back.
    far = abs(turn) / 18_000 * pi * base.width / 2
    x, y = far * cos(facing), far * sin(facing)
    start, end = Pose(0, 0, facing), Pose(round(x) + off, round(y), (facing + turn) % 36_000)
    assert lengths_that_differ(Slide({"a": end}), start, base) == []


@settings(max_examples=100)
@given(poses, poses, bases)
def test_front_corners_are_measured_alone_as_among_all(start: Pose, end: Pose, base: Base) -> None:
    leg = Slide({"a": end})
    four = corner_lengths(leg, "a", start, base, "all")
    assert corner_lengths(leg, "a", start, base) == pytest.approx(four[:2], abs=1e-4)


@settings(max_examples=100)
@given(poses, poses, poses, bases, st.integers(-18_000, 18_000))
def test_a_bound_is_never_less_than_the_way_itself(
    start: Pose, middle: Pose, end: Pose, base: Base, by: int
) -> None:
    legs: list[Leg[str]] = [Slide({"a": middle}), Wheel(middle.spot, by), Slide({"a": end})]
    for some in ([], legs[:1], legs):
        longest = travelled(some, {"a": start}, {"a": base})["a"]
        bound = at_most(some, {"a": start}, {"a": base})
        assert longest <= round(bound + 1e-6)


def test_a_bound_is_close_where_little_is_turned() -> None:
    leg = Slide({"a": Pose(0, -2_000, 4_500)})
    longest = max(corner_lengths(leg, "a", START, FOOT))
    assert longest < at_most([leg], ONE, {"a": FOOT}) < 1.001 * longest


def lengths_that_differ(leg: Leg[str], start: Pose, base: Base) -> list[tuple[float, float]]:
    """Compare the way of every corner with that of a fine polyline."""
    way = course(leg, "a", start, base)
    lengths = corner_lengths(leg, "a", start, base, "all")
    if way is None:
        return [(length, 0.0) for length in lengths if length]
    shapes = [corners_at(way, step / 400) for step in range(401)]
    polylines = [
        sum(apart(here[number], there[number]) for here, there in pairwise(shapes))
        for number in range(len(lengths))
    ]
    return [
        (length, steps)
        for length, steps in zip(lengths, polylines, strict=True)
        if length != pytest.approx(steps, abs=0.02 + 2e-5 * length)
    ]


@given(poses, poses, bases, st.floats(0, 1))
def test_a_way_ends_where_the_leg_ends(start: Pose, end: Pose, base: Base, cut: float) -> None:
    way = course(Slide({"a": end}), "a", start, base)
    if way is None:
        assert start == end
        return
    x, y, rx, ry = way.at(1.0)
    there = rectangle(end, base)
    assert (x, y) == pytest.approx(there.centre, abs=1e-6)
    assert (rx, ry) == pytest.approx(there.right, abs=1e-9)
    assert apart(way.at(cut)[:2], way.mid) + rectangle(start, base).radius <= way.wide + 1e-6


# -- stopping -------------------------------------------------------------------------------------


def test_a_move_is_cut_to_the_last_place_where_it_may_stop() -> None:
    legs = [Slide({"a": Pose(0, -1_000, 0)})]
    cut = furthest(legs, ONE, lambda tried: goes(tried, ONE)["a"].y >= -777)
    assert cut == (Slide({"a": Pose(0, -777, 0)}),)


def test_a_move_that_is_right_is_not_cut() -> None:
    legs: list[Leg[str]] = [Slide({"a": Pose(0, -1_000, 0)}), Wheel((300, -1_000), 100)]
    assert furthest(legs, ONE, lambda _: True) == tuple(legs)


def test_a_later_leg_is_cut_before_an_earlier_one() -> None:
    legs: list[Leg[str]] = [Slide({"a": Pose(0, -1_000, 0)}), Wheel((300, -1_000), 9_000)]
    cut = furthest(legs, ONE, lambda tried: travelled(tried, ONE, {"a": FOOT})["a"] <= 1_600)
    # An arc of 600 and less than a half is 57.29 + 0.04 degrees at a radius of 600.
    assert cut == (legs[0], Wheel((300, -1_000), 5_734))


def test_nowhere_to_stop_is_no_move() -> None:
    assert furthest([Wheel((0, 0), 500)], ONE, lambda _: False) == ()
    assert furthest([], ONE, lambda _: True) == ()
    with pytest.raises(BoardError, match="at least one step"):
        furthest([], ONE, lambda _: True, 0)


def test_a_move_may_stop_beyond_what_it_may_only_pass() -> None:
    legs = [Slide({"a": Pose(0, -1_000, 0)})]
    cut = furthest(legs, ONE, lambda tried: not 300 < -goes(tried, ONE)["a"].y < 700)
    assert cut == tuple(legs)
    short = [Slide({"a": Pose(0, -690, 0)})]
    cut = furthest(short, ONE, lambda tried: not 300 < -goes(tried, ONE)["a"].y < 700)
    assert cut == (Slide({"a": Pose(0, -300, 0)}),)


@given(poses, st.integers(-9_000, 9_000), st.integers(0, 2_500))
def test_the_last_place_is_found_to_a_tenth_of_a_millimetre(end: Pose, by: int, most: int) -> None:
    legs: list[Leg[str]] = [Slide({"a": end}), Wheel((900, -200), by)]
    bases = {"a": FOOT}
    cut = furthest(legs, ONE, lambda tried: travelled(tried, ONE, bases)["a"] <= most)
    cost, whole = travelled(cut, ONE, bases)["a"], travelled(legs, ONE, bases)["a"]
    assert cost <= most
    assert cost == whole or most - cost <= 3
