from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.boards.base_oracle import any_base, any_pose, bases, pairs, poses, randoms, shape
from walstatt.boards import BoardError
from walstatt.boards.contact import (
    Contact,
    contact_length,
    contacts,
    distance,
    is_directly_behind,
    is_flush,
    is_level,
    overlap,
)
from walstatt.boards.formation import (
    behind,
    beside,
    block,
    column,
    conformed,
    depth_along,
    dressed,
    files,
    front_corners,
    gap,
    groups,
    is_chain,
    levelled,
    line,
    lined_up,
    majority_facing,
    opposed,
    ranks,
    ranks_before,
    turned_to_meet,
    wheel,
    width_across,
)
from walstatt.boards.paths import Wheel, after
from walstatt.boards.pose import Base, Pose, apart, turned
from walstatt.boards.rectangle import EDGES, Edge, Rectangle, rectangle

FOOT = Base(600, 300)
HORSE = Base(600, 500)
WAGON = Base(400, 800)
MU = 254
TOUCHING = 13
START = Pose(0, 0, 0)


def foot(x: int, y: int, facing: int = 0) -> Rectangle:
    return rectangle(Pose(x, y, facing), FOOT)


def feet(poses: tuple[Pose, ...]) -> list[Rectangle]:
    return [rectangle(pose, FOOT) for pose in poses]


HERE = foot(0, 0)

# -- cohesion -------------------------------------------------------------------------------------


def two_groups(apart_by: float) -> list[Rectangle]:
    """Three touching elements, a gap, and three more."""
    return feet(line(START, FOOT, 3)) + feet(line(Pose(round(1_800 + apart_by), 0, 0), FOOT, 3))


def test_groups_an_inch_and_a_half_apart_are_no_chain_of_warriors_but_one_of_skirmishers() -> None:
    rects = two_groups(1.5 * MU)
    assert gap(rects[:3], rects[3:]) == 381
    assert not is_chain(rects, MU)
    assert is_chain(rects, 2 * MU)
    assert groups(rects, MU) == ((0, 1, 2), (3, 4, 5))


def test_groups_three_inches_apart_are_no_chain_although_each_is_one() -> None:
    rects = two_groups(3 * MU)
    assert not is_chain(rects, 2 * MU)
    assert is_chain(rects[:3], 2 * MU)
    assert is_chain(rects[3:], 2 * MU)


def test_a_gap_of_exactly_the_limit_holds() -> None:
    assert is_chain(two_groups(MU), MU)
    assert not is_chain(two_groups(MU + 1), MU)
    assert is_chain([], 0)
    assert is_chain([HERE], 0)


@settings(max_examples=100)
@given(randoms, st.integers(2, 10), st.integers(0, 1_500))
def test_groups_are_what_buffers_of_half_the_gap_join(
    random: Random, count: int, most: int
) -> None:
    rects = [rectangle(any_pose(random), any_base(random)) for _ in range(count)]
    apart_by = [distance(a, b) for a in rects for b in rects]
    if any(abs(one - most) < 1 for one in apart_by):
        return
    joined = shape(rects[0]).buffer(most / 2, quad_segs=64)
    for rect in rects[1:]:
        joined = joined.union(shape(rect).buffer(most / 2, quad_segs=64))
    parts = len(joined.geoms) if joined.geom_type == "MultiPolygon" else 1
    found = groups(rects, most)
    assert sorted(number for group in found for number in group) == list(range(count))
    assert is_chain(rects, most) == (len(found) == 1)
    assert len(found) <= parts
    if not any(most < one < most * 1.001 + 1 for one in apart_by):
        assert len(found) == parts


# -- shape ----------------------------------------------------------------------------------------


def test_the_spread_is_measured_across_and_along_a_facing() -> None:
    rects = feet(block(Pose(0, 0, 9_000), FOOT, 2, 3))
    assert width_across(rects, 9_000) == pytest.approx(1_200)
    assert depth_along(rects, 9_000) == pytest.approx(900)
    assert width_across(rects, 0) == pytest.approx(900)


def test_a_column_out_of_line_by_half_an_inch_is_just_one_wide() -> None:
    rects = [foot(0, 0), foot(127, 300)]
    assert width_across(rects, 0) == 600 + 127


def test_the_majority_gives_the_facing() -> None:
    facings = (0, 9_000, 9_050, 0, 9_000)
    assert majority_facing([Pose(0, 0, facing) for facing in facings]) == 9_000
    assert majority_facing([Pose(0, 0, 35_950), Pose(0, 0, 40), Pose(0, 0, 200)]) == 35_950
    assert majority_facing([Pose(0, 0, 500), Pose(0, 0, 700)]) == 500
    with pytest.raises(BoardError, match="nobody has no facing"):
        majority_facing([])


def test_ranks_and_files_of_a_block() -> None:
    rects = feet(block(Pose(0, 0, 4_500), FOOT, 3, 2))
    assert ranks(rects, 4_500) == ((0, 1, 2), (3, 4, 5))
    assert files(rects, 4_500) == ((0, 3), (1, 4), (2, 5))
    assert ranks(rects[::-1], 4_500) == ((5, 4, 3), (2, 1, 0))


def test_a_wedge_has_one_before_two() -> None:
    wedge = [foot(-300, 300), foot(0, 0), foot(300, 300)]
    assert ranks(wedge, 0) == ((1,), (0, 2))
    lengths = [contact_length(HERE, "rear", one, "front", TOUCHING) for one in wedge[::2]]
    assert lengths == [300, 300]


@settings(max_examples=100)
@given(poses, bases, st.integers(1, 5), st.integers(1, 4), randoms)
def test_a_block_has_its_ranks_and_files_again(
    pose: Pose, base: Base, wide: int, deep: int, random: Random
) -> None:
    order = random.sample(range(wide * deep), wide * deep)
    laid = block(pose, base, wide, deep)
    rects = [rectangle(laid[number], base) for number in order]
    in_ranks = [[order[number] for number in rank] for rank in ranks(rects, pose.facing)]
    assert in_ranks == [[rank * wide + file for file in range(wide)] for rank in range(deep)]
    in_files = [[order[number] for number in file] for file in files(rects, pose.facing)]
    assert in_files == [[rank * wide + file for rank in range(deep)] for file in range(wide)]
    assert width_across(rects, pose.facing) == pytest.approx(wide * base.width, abs=2)
    assert depth_along(rects, pose.facing) == pytest.approx(deep * base.depth, abs=2)


@settings(max_examples=100)
@given(randoms)
def test_the_whole_front_is_that_of_the_first_rank(random: Random) -> None:
    facing = random.randrange(36_000)
    rects = [
        rectangle(Pose(random.randrange(3_000), random.randrange(900), facing), FOOT)
        for _ in range(random.randint(1, 8))
    ]
    first = ranks(rects, facing)[0]
    left, right = rects[first[0]].front_left, rects[first[-1]].front_right
    assert front_corners(rects, facing) == (left, right)


# -- laying out -----------------------------------------------------------------------------------


def test_a_line_a_column_and_a_block() -> None:
    assert line(START, FOOT, 2) == (Pose(-300, 0, 0), Pose(300, 0, 0))
    assert column(START, FOOT, 2) == (Pose(0, 0, 0), Pose(0, 300, 0))
    assert block(START, FOOT, 2, 2)[2:] == (Pose(-300, 300, 0), Pose(300, 300, 0))
    assert line(Pose(0, 0, 9_000), FOOT, 2) == (Pose(0, -300, 9_000), Pose(0, 300, 9_000))


@settings(max_examples=100)
@given(poses, bases, bases)
def test_neighbours_fit_to_within_rounding(pose: Pose, base: Base, other: Base) -> None:
    rect = rectangle(pose, base)
    for side, facing_side in (("left", "right"), ("right", "left")):
        near = rectangle(beside(rect, other, "left" if side == "left" else "right"), other)
        own: Edge = "left" if side == "left" else "right"
        theirs: Edge = "right" if facing_side == "right" else "left"
        assert is_level(rect, near, own, theirs, 2)
        assert abs(overlap(rect, near)) <= 0.8
    assert is_directly_behind(rectangle(behind(rect), base), rect, 1)
    assert is_flush(rect, rectangle(opposed(rect), base), 1)


def test_a_formation_wheels_on_the_inner_corner_of_its_whole_front() -> None:
    rects = feet(block(START, FOOT, 4, 2))
    assert front_corners(rects, 0) == ((-1_200, 0), (1_200, 0))
    assert wheel(rects, 0, 1_000) == Wheel((1_200, 0), 1_000)
    assert wheel(rects, 0, -1_000) == Wheel((-1_200, 0), -1_000)
    assert wheel(rects, 0, 1_000, "left") == Wheel((-1_200, 0), 1_000)


# -- lining up ------------------------------------------------------------------------------------


def test_a_base_conforms_to_the_edge_it_touched() -> None:
    attacker = foot(100, -40, 17_000)
    assert conformed(attacker, HERE, "front") == Pose(100, 0, 18_000)
    assert conformed(foot(340, 100, 26_000), HERE, "right") == Pose(300, 100, 27_000)
    assert conformed(foot(-20, 330, 300), HERE, "rear") == Pose(-20, 300, 0)
    assert conformed(foot(-330, 180, 9_400), HERE, "left") == Pose(-300, 180, 9_000)


def test_conforming_shifts_a_base_only_if_it_would_not_touch() -> None:
    assert conformed(foot(700, -40, 17_000), HERE, "front") == Pose(600, 0, 18_000)
    assert conformed(foot(700, -40, 17_000), HERE, "front", 150) == Pose(450, 0, 18_000)
    assert conformed(foot(-590, -40, 17_000), HERE, "front", 150) == Pose(-450, 0, 18_000)
    assert conformed(foot(-440, -40, 17_000), HERE, "front", 150) == Pose(-440, 0, 18_000)


def test_lining_up_goes_to_the_nearer_corners() -> None:
    assert lined_up(foot(100, -40, 17_000), HERE, "front") == Pose(0, 0, 18_000)
    wagon = rectangle(START, WAGON)
    small = Base(400, 200)
    assert lined_up(rectangle(Pose(230, 300, 27_000), small), wagon, "right") == Pose(
        200, 200, 27_000
    )
    assert lined_up(rectangle(Pose(230, 500, 27_000), small), wagon, "right") == Pose(
        200, 600, 27_000
    )


def test_a_flank_is_met_with_front_corners_level() -> None:
    horse = rectangle(Pose(350, 120, 26_500), HORSE)
    assert levelled(horse, HERE, "right") == Pose(300, 300, 27_000)
    assert levelled(rectangle(Pose(-350, 120, 9_000), HORSE), HERE, "left") == Pose(
        -300, 300, 9_000
    )


@settings(max_examples=200)
@given(pairs, st.sampled_from(EDGES))
def test_a_conformed_base_touches_flush_and_a_lined_up_one_corner_to_corner(
    pair: tuple[Rectangle, Rectangle], edge: Edge
) -> None:
    target, mover = pair
    there = rectangle(conformed(mover, target, edge, 100), mover.base)
    shared = contact_length(there, "front", target, edge, TOUCHING)
    assert shared >= 98
    assert contacts(there, target, TOUCHING) == (Contact("front", edge, shared),)
    assert abs(overlap(there, target)) <= 0.8
    level = rectangle(lined_up(mover, target, edge), mover.base)
    start, end = level.edge("front")
    ends, starts = target.edge(edge)
    assert min(apart(start, starts), apart(end, ends)) <= 1
    flank = "left" if edge in {"front", "left"} else "right"
    side = rectangle(levelled(mover, target, "left" if flank == "left" else "right"), mover.base)
    assert is_level(side, target, "front", "left" if flank == "left" else "right", 1)


def test_a_base_struck_in_the_flank_turns_to_meet_it_where_it_was_touched() -> None:
    attacker = foot(300, 100, 27_000)
    assert turned_to_meet(HERE, attacker, TOUCHING) == Pose(300, 150, 9_000)
    corner = foot(300, -200, 27_000)
    assert turned_to_meet(HERE, corner, TOUCHING) == Pose(300, 50, 9_000)
    askew = rectangle(Pose(0, 308, 0), FOOT)
    assert turned_to_meet(HERE, askew, TOUCHING) == Pose(0, 308, 18_000)


# -- dressing -------------------------------------------------------------------------------------


def test_dressing_closes_gaps_and_levels_corners() -> None:
    ragged = [foot(0, 0), foot(603, 2), foot(-598, -1), foot(1, 302), foot(5_000, 5_000)]
    assert dressed(ragged, 5) == (
        Pose(0, 0, 0),
        Pose(600, 0, 0),
        Pose(-600, 0, 0),
        Pose(0, 300, 0),
        Pose(5_000, 5_000, 0),
    )


def test_dressing_a_long_line_closes_every_gap() -> None:
    ragged = [foot(604 * number, 3 * (number % 2)) for number in range(12)]
    assert dressed(ragged, 5) == tuple(Pose(600 * number, 0, 0) for number in range(12))


def test_dressing_keeps_an_offset_and_leaves_turned_bases_alone() -> None:
    assert dressed([foot(0, 0), foot(200, 303)], 5)[1] == Pose(200, 300, 0)
    assert dressed([foot(0, 0), foot(603, 0, 50)], 13)[1] == Pose(603, 0, 50)
    assert dressed([foot(0, 0), foot(3, -3, 18_000)], 5)[1] == Pose(0, 0, 18_000)


@settings(max_examples=50)
@given(poses, st.lists(st.integers(-6_000, 6_000), min_size=15, max_size=15))
def test_a_dressed_formation_never_wheels_itself_into_overlaps(
    start: Pose, turns: list[int]
) -> None:
    facing, laid = start.facing, block(start, FOOT, 4, 2)
    for by in turns:
        leg = wheel(feet(laid), facing, by)
        wheeled = tuple(after(leg, dict(enumerate(laid))).values())
        laid, facing = dressed(feet(wheeled), 5), turned(facing, by)
    rects = feet(laid)
    assert {pose.facing for pose in laid} == {facing}
    assert max(overlap(a, b) for a in rects for b in rects if a is not b) <= 2
    assert all(is_level(rects[n], rects[n + 1], "right", "left", 5) for n in (0, 1, 2, 4, 5, 6))
    assert all(is_directly_behind(rects[n + 4], rects[n], 5) for n in range(4))


# -- ranks ahead ----------------------------------------------------------------------------------


def test_ranks_are_counted_as_far_as_the_foremost() -> None:
    first, second, third, aside = (
        rectangle(Pose(x, y, 0), FOOT) for x, y in ((0, 0), (0, 300), (100, 600), (600, 0))
    )
    ahead, back = (0.0, -1.0), (0.0, 1.0)
    assert ranks_before(first, [second, third, aside], ahead, TOUCHING) == 1
    assert ranks_before(second, [first, third, aside], ahead, TOUCHING) == 2
    assert ranks_before(third, [first, second, aside], ahead, TOUCHING) == 3
    assert ranks_before(third, [first, second], back, TOUCHING) == 1
    assert ranks_before(first, [second, third], back, TOUCHING) == 3
