from math import sqrt

import pytest

from walstatt.boards.contact import (
    Contact,
    contact_length,
    contacts,
    distance,
    is_directly_behind,
    is_flush,
    is_level,
    is_within,
    middle,
    nearest,
    overlap,
    touches,
    way_out,
    whole_edge,
)
from walstatt.boards.formation import beside, opposed
from walstatt.boards.pose import Base, Pose, heading, opposite
from walstatt.boards.rectangle import Edge, Rectangle, rectangle, segment

FOOT = Base(600, 300)
HORSE = Base(600, 500)
TOUCHING = 13
"""The tolerance of In Death Ground: 0.05 inches."""


def foot(x: int, y: int, facing: int = 0) -> Rectangle:
    return rectangle(Pose(x, y, facing), FOOT)


HERE = foot(0, 0)

# -- measuring ------------------------------------------------------------------------------------


def test_distance_is_measured_between_edges_or_corners() -> None:
    assert distance(HERE, foot(1_000, 0)) == 400
    assert distance(HERE, foot(0, -400)) == 100
    assert distance(HERE, foot(900, 700)) == 500
    assert distance(HERE, foot(500, 200)) == 0


def test_distance_to_a_turned_base_is_that_to_its_corner() -> None:
    assert distance(HERE, foot(0, -1_000, 4_500)) == pytest.approx(1_000 - 600 / sqrt(2))
    assert distance(HERE, foot(0, -1_000, 18_000)) == 1_000


def test_overlap_is_how_deep_bases_are_in_each_other() -> None:
    assert overlap(HERE, foot(590, 0)) == 10
    assert overlap(HERE, foot(590, 297)) == 3
    assert overlap(HERE, foot(600, 0)) == 0
    assert overlap(HERE, foot(650, 0)) == -50
    assert overlap(HERE, foot(9_000, 0)) < 0


def test_bases_are_within_reach_or_not() -> None:
    assert is_within(HERE, foot(900, 700), 500)
    assert not is_within(HERE, foot(900, 700), 499.9)
    assert is_within(HERE, foot(100, 100), 0)


def test_nearest_points_face_each_other() -> None:
    assert nearest(HERE, foot(900, 700)) == ((300, 300), (600, 700))
    own, other = nearest(HERE, foot(100, -400))
    assert (own[1], other[1]) == (0, -100)
    assert own[0] == other[0]


def test_overlapping_bases_have_a_common_point() -> None:
    assert nearest(HERE, foot(500, 200)) == ((250, 250), (250, 250))
    assert nearest(HERE, foot(600, 0))[0][0] == 300


def test_a_point_and_a_line_are_measured_like_a_base() -> None:
    assert distance(HERE, segment((0, -77), (0, -77))) == 77
    assert distance(HERE, segment((-500, -200), (500, -200))) == 200
    assert distance(segment(*HERE.edge("front")), foot(0, 800)) == 800


def test_the_way_out_is_the_least_shift() -> None:
    assert way_out(foot(590, 0), HERE) == (10, 0)
    assert way_out(foot(-590, 3), HERE) == (-10, 0)
    assert way_out(foot(0, -295), HERE) == (0, -5)
    assert way_out(foot(600, 0), HERE) == (0, 0)
    assert way_out(foot(2_000, 0), HERE) == (0, 0)


# -- touching -------------------------------------------------------------------------------------

FLUSH = Contact("front", "front", 600)


def test_flush_fronts_touch_along_their_whole_length_and_nowhere_else() -> None:
    assert contacts(HERE, foot(0, 0, 18_000), TOUCHING) == (FLUSH,)
    assert is_flush(HERE, foot(0, 0, 18_000), TOUCHING)


@pytest.mark.parametrize("gap", [-13, -2, 0, 5, 13])
def test_touching_is_touching_within_the_tolerance(gap: int) -> None:
    enemy = foot(0, -gap, 18_000)
    assert touches(HERE, enemy, TOUCHING)
    assert contacts(HERE, enemy, TOUCHING) == (FLUSH,)


def test_beyond_the_tolerance_nothing_touches() -> None:
    assert contacts(HERE, foot(0, -14, 18_000), TOUCHING) == ()
    assert not touches(HERE, foot(0, -14, 18_000), TOUCHING)


def test_bases_that_overlap_too_deeply_have_no_contact() -> None:
    assert contacts(HERE, foot(0, 14, 18_000), TOUCHING) == ()
    assert touches(HERE, foot(0, 14, 18_000), TOUCHING)


@pytest.mark.parametrize(("aside", "length"), [(100, 500), (300, 300), (-450, 150), (586, 14)])
def test_offset_fronts_touch_along_part_of_their_length(aside: int, length: int) -> None:
    enemy = foot(aside, 0, 18_000)
    assert contacts(HERE, enemy, TOUCHING) == (Contact("front", "front", length),)
    assert contact_length(HERE, "front", enemy, "front", TOUCHING) == length
    assert contact_length(HERE, "front", enemy, "left", TOUCHING) == 0
    assert not is_flush(HERE, enemy, TOUCHING)


@pytest.mark.parametrize("aside", [587, 600, 610, -587, -600, -613])
def test_fronts_that_meet_with_a_corner_touch_front_to_front_without_length(aside: int) -> None:
    met = Contact("front", "front", 0, own_corner=True, other_corner=True)
    assert contacts(HERE, foot(aside, 0, 18_000), TOUCHING) == (met,)


def test_a_supporter_touches_the_enemy_with_a_corner_and_its_friend_with_its_flank() -> None:
    enemy = rectangle(opposed(HERE), FOOT)
    supporter = rectangle(beside(HERE, FOOT, "left"), FOOT)
    assert contacts(supporter, enemy, TOUCHING) == (Contact("front", "front", 0, True, True),)
    assert contacts(supporter, HERE, TOUCHING) == (Contact("right", "left", 300),)


@pytest.mark.parametrize(
    ("x", "y", "facing", "edge"),
    [(300, 150, 27_000, "right"), (-300, 150, 9_000, "left"), (0, 300, 0, "rear")],
)
def test_a_front_on_a_flank_or_rear(x: int, y: int, facing: int, edge: Edge) -> None:
    attacker = foot(x, y, facing)
    length = 600 if edge == "rear" else 300
    assert contacts(attacker, HERE, TOUCHING) == (Contact("front", edge, length),)
    assert contacts(HERE, attacker, TOUCHING) == (Contact(edge, "front", length),)


def test_an_element_touched_on_its_front_and_longer_on_its_flank_knows_both() -> None:
    enemy_ahead = foot(600 - 254, 0, 18_000)
    enemy_aside = foot(-300, 100, 9_000)
    assert contacts(HERE, enemy_ahead, TOUCHING) == (Contact("front", "front", 254),)
    assert contacts(HERE, enemy_aside, TOUCHING) == (Contact("left", "front", 300),)


def test_a_front_that_reaches_past_the_corner_still_touches_only_the_flank() -> None:
    attacker = foot(300, 0, 27_000)
    assert contacts(attacker, HERE, TOUCHING) == (Contact("front", "right", 300),)
    halfway = foot(300, -200, 27_000)
    assert contacts(halfway, HERE, TOUCHING) == (Contact("front", "right", 100),)


def test_an_attacker_level_with_the_front_touches_its_corner_which_counts_as_front() -> None:
    attacker = foot(300, -300, 27_000)
    assert contacts(attacker, HERE, TOUCHING) == (Contact("front", "front", 0, True, True),)


def test_flank_against_flank_touches_along_the_depth_they_share() -> None:
    assert contacts(HERE, foot(600, 100), TOUCHING) == (Contact("right", "left", 200),)
    assert contacts(HERE, foot(600, 300, 18_000), TOUCHING) == (Contact("right", "right", 300),)


@pytest.mark.parametrize(
    ("x", "y", "facing", "edge"),
    [
        (600, 300, 0, "right"),
        (-600, 300, 0, "left"),
        (300, 600, 27_000, "rear"),
        (-300, 600, 9_000, "rear"),
    ],
)
def test_a_corner_behind_counts_as_the_side_on_which_the_other_lies_farther(
    x: int, y: int, facing: int, edge: Edge
) -> None:
    (met,) = contacts(HERE, foot(x, y, facing), TOUCHING)
    assert (met.own, met.length, met.own_corner) == (edge, 0, True)


def test_a_base_at_an_angle_touches_a_front_with_its_corner_only() -> None:
    attacker = foot_with_corner_at(0, 0, 16_000)
    assert contacts(attacker, HERE, TOUCHING) == (
        Contact("front", "front", 0, own_corner=True, other_corner=False),
    )
    assert contacts(HERE, attacker, TOUCHING) == (
        Contact("front", "front", 0, own_corner=False, other_corner=True),
    )


def foot_with_corner_at(x: int, y: int, facing: int) -> Rectangle:
    """Put the corner of the front that comes first at a point."""
    rect = foot(0, 0, facing)
    corner = max(rect.corners[:2], key=lambda point: point[1])
    return foot(round(x - corner[0]), round(y - corner[1]), facing)


def test_the_corner_of_a_front_in_a_flank_counts_as_front() -> None:
    enemy = foot_with_corner_in_left_flank()
    assert contacts(enemy, HERE, TOUCHING) == (
        Contact("front", "left", 0, own_corner=True, other_corner=False),
    )


def foot_with_corner_in_left_flank() -> Rectangle:
    rect = foot(0, 0, 4_500)
    corner = max(rect.corners, key=lambda point: point[0])
    assert corner in rect.corners[:2]
    return foot(round(-300 - corner[0]), round(150 - corner[1]), 4_500)


def test_a_front_corner_that_pokes_into_a_flank_is_met_by_the_flank() -> None:
    assert contacts(HERE, foot_with_corner_in_left_flank(), TOUCHING) == (
        Contact("left", "front", 0, own_corner=False, other_corner=True),
    )


def test_a_rear_corner_belongs_to_the_edge_that_faces_the_other() -> None:
    aside, behind = foot(610, 305), foot(605, 605, 9_000)
    assert contacts(HERE, aside, TOUCHING) == (Contact("right", "front", 0, True, True),)
    assert contacts(HERE, behind, TOUCHING) == (Contact("rear", "rear", 0, True, True),)


def test_edges_out_of_parallel_touch_where_they_are_close_until_it_is_a_corner_only() -> None:
    lengths = [
        contact_length(HERE, "front", foot_with_corner_at(200, 0, 18_000 + tilt), "front", TOUCHING)
        for tilt in (0, 100, 200, 300, 301)
    ]
    assert lengths[0] == 500
    assert lengths[1] == pytest.approx(500, abs=3)
    assert lengths[2] == pytest.approx(13 / 0.0349, abs=25)
    assert lengths[3] == pytest.approx(13 / 0.0524, abs=20)
    assert lengths[4] == 0


def test_the_middle_of_a_contact_is_where_it_is() -> None:
    assert middle(HERE, foot(400, 0, 18_000), TOUCHING) == (200, 0)
    assert middle(HERE, foot(600, 0, 18_000), TOUCHING) == pytest.approx((300, 0))
    assert middle(HERE, foot(0, -100, 18_000), TOUCHING)[1] == -50


# -- alignment ------------------------------------------------------------------------------------


def test_directly_behind_is_corner_to_corner() -> None:
    assert is_directly_behind(foot(0, 300), HERE, 5)
    assert is_directly_behind(foot(3, 303), HERE, 5)
    assert not is_directly_behind(foot(6, 300), HERE, 5)
    assert not is_directly_behind(foot(0, 300, 18_000), HERE, 5)


def test_a_flank_is_met_level_with_the_front_corners() -> None:
    level = rectangle(Pose(300, 300, 27_000), HORSE)
    assert is_level(level, HERE, "front", "right", 5)
    assert not is_level(rectangle(Pose(300, 306, 27_000), HORSE), HERE, "front", "right", 5)
    assert is_level(HERE, foot(600, 4), "right", "left", 5)
    assert not is_level(HERE, foot(600, 6), "right", "left", 5)
    assert not is_level(foot(0, 300), HERE, "front", "rear", 5)
    assert not is_level(HERE, foot(700, 0), "right", "left", 5)
    assert contact_length(HERE, "right", foot(700, 0), "left", 5) == 0


def test_groups_touch_along_the_whole_of_the_shorter_edge() -> None:
    assert whole_edge(HERE, rectangle(Pose(600, 0, 0), HORSE), 5) == Contact("right", "left", 300)
    assert whole_edge(HERE, rectangle(Pose(600, 6, 0), HORSE), 5) is None
    assert whole_edge(HERE, foot(4, 300), 5) == Contact("rear", "front", 596)


def test_contacts_do_not_depend_on_where_the_table_lies() -> None:
    for facing in range(0, 36_000, 1_111):
        ax, ay = heading(facing)
        own = foot(5_000, 5_000, facing)
        enemy = foot(5_000 + round(3 * ax), 5_000 + round(3 * ay), opposite(facing))
        (contact,) = contacts(own, enemy, TOUCHING)
        assert contact[:2] == ("front", "front")
        assert contact.length == pytest.approx(600, abs=1)
