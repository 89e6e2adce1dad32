import pytest

from walstatt.boards import sightlines
from walstatt.boards.pose import Base, Pose, apart
from walstatt.boards.rectangle import Rectangle, rectangle, segment
from walstatt.boards.shapes import field
from walstatt.boards.sightlines import Between, Fence, Sight, in_the_way, sight, waist
from walstatt.boards.table import Table
from walstatt.boards.terrain import Area, Line, crest, crest_centre
from walstatt.boards.veils import Depth, Dome, Reach

MU = 254
FOOT = Base(600, 300)
TABLE = Table(72 * MU, 48 * MU)


def foot(x: int, y: int, facing: int = 0) -> Rectangle:
    return rectangle(Pose(x, y, facing), FOOT)


SHOOTER = foot(3_000, 6_000)
TARGET = foot(3_000, 3_000, 18_000)
"""They face each other, 3,000 apart."""


def look(between: Between, target: Rectangle = TARGET) -> Sight:
    return sight(SHOOTER.edge("front"), target, between)


def row(y: int, gap: int, count: int = 8, first: int = 3_000) -> list[tuple[int | str, Rectangle]]:
    """Put bases side by side, the first one's centre at x = first less half of them."""
    step = 600 + gap
    left = first - step * (count - 1) // 2
    return [(i, foot(left + i * step, y)) for i in range(count)]


# -- bases -----------------------------------------------------------------------------------------


def test_on_an_empty_table_one_sees_straight_ahead() -> None:
    assert look(Between()) == Sight((3_000, 6_000), (3_000, 3_000), ())
    assert look(Between()).is_free


def test_a_base_in_between_blocks_if_it_covers_the_target() -> None:
    found = look(Between([("x", foot(3_000, 3_400))]))
    assert not found.is_free
    assert found.by == ("x",)


def test_past_a_base_that_covers_less_one_sees_the_rest() -> None:
    aside = [("x", foot(3_010, 3_400))]
    found = look(Between(aside))
    assert found.is_free
    assert in_the_way(found.start, found.end, Between(aside)) == ()
    assert found.end[0] < 2_720


def test_the_narrower_the_cover_the_nearer_it_must_be() -> None:
    """From a front of 600 one looks past 600 in the middle between unless the target is smaller."""
    small = rectangle(Pose(3_000, 3_000, 18_000), Base(590, 300))
    assert not sight(SHOOTER.edge("front"), small, Between([("x", foot(3_000, 4_500))])).is_free
    wide = rectangle(Pose(3_000, 3_000, 18_000), Base(620, 300))
    assert sight(SHOOTER.edge("front"), wide, Between([("x", foot(3_000, 4_500))])).is_free


def test_what_is_behind_or_beside_the_viewer_or_the_target_is_not_in_the_way() -> None:
    beside: list[tuple[int | str, Rectangle]] = [
        ("left", foot(2_400, 6_000)),
        ("right", foot(3_600, 6_000)),
        ("behind", foot(3_000, 6_300)),
        ("far left", foot(3_600, 3_000, 18_000)),
        ("far right", foot(2_400, 3_000, 18_000)),
        ("beyond", foot(3_000, 2_700, 18_000)),
    ]
    assert look(Between(beside)) == Sight((3_000, 6_000), (3_000, 3_000), ())
    assert look(Between(beside, 300)).is_free
    assert look(Between(beside, 600)).is_free


def test_all_round_one_looks_out_of_any_edge() -> None:
    behind = foot(3_000, 9_000)
    screen = [("x", foot(3_000, 5_300)), ("y", foot(3_000, 6_000))]
    assert not sight(SHOOTER.edge("front"), behind, Between([("self", SHOOTER)])).is_free
    assert sight(SHOOTER, behind, Between(screen[:1])).is_free
    assert sight(SHOOTER, behind, Between(screen[:1])).start == pytest.approx((3_000, 6_300))


def test_bases_that_touch_see_each_other() -> None:
    found = sight(SHOOTER, foot(3_000, 5_700), Between([("x", foot(3_600, 5_700))]))
    assert found.is_free
    assert found.start == found.end
    assert sight(
        SHOOTER.edge("front"), foot(3_000, 5_700), Between(veils=[Reach("fog", 1)])
    ).is_free


def test_no_line_slips_along_the_joint_of_two_bases_that_touch() -> None:
    for gap in (0, -1, -2):
        assert not look(Between(row(4_500, gap))).is_free


def test_several_blockers_are_named_from_near_to_far() -> None:
    two = [("far", foot(3_000, 3_600)), ("near", foot(3_000, 5_400))]
    assert look(Between(two)).by == ("near", "far")


# -- gaps ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gap", "free"), [(299, False), (300, True), (450, True), (1, False)])
def test_one_sees_between_bases_only_if_the_gap_is_wide_enough(gap: int, free: bool) -> None:
    assert look(Between(row(4_500, gap), 300)).is_free is free
    assert look(Between(row(4_500, gap))).is_free


def test_a_closed_gap_blocks_with_both_bases() -> None:
    (one, a), (two, b) = row(4_500, 200, 2)
    line = ((3_000, 6_000), (3_000, 3_000))
    assert in_the_way(*line, Between([(one, a), (two, b)], 300)) == (one, two)
    assert in_the_way(*line, Between([(one, a), (two, b)], 200)) == ()


def test_one_sees_past_the_outer_end_of_a_row_with_narrow_gaps() -> None:
    assert look(Between(row(4_500, 100, 2, 3_600), 300)).is_free
    assert look(Between(row(4_500, 100, 2, 3_600), 300)).end[0] < 3_000


def test_the_gap_between_bases_one_behind_the_other_is_measured_where_it_is_narrowest() -> None:
    """They cover the whole view from side to side, but 500 apart one sees through between them."""
    steps: list[tuple[int | str, Rectangle]] = [
        ("near", foot(2_700, 5_000)),
        ("far", foot(3_310, 4_200)),
    ]
    assert apart(*waist(steps[0][1], steps[1][1])) == pytest.approx(500.1, abs=0.1)
    assert look(Between(steps, 500)).is_free
    closed = Between([*steps, ("left", foot(2_100, 5_000)), ("right", foot(3_910, 4_200))], 501)
    assert not look(closed).is_free


def test_a_target_in_the_mouth_of_a_gap_is_seen() -> None:
    jaws: list[tuple[int | str, Rectangle]] = [
        ("left", foot(2_100, 2_950, 18_000)),
        ("right", foot(3_900, 2_950, 18_000)),
    ]
    assert look(Between(jaws, 1_300)).is_free
    assert not look(Between(jaws, 1_300), foot(3_000, 2_500, 18_000)).is_free


def test_the_waist_of_parallel_sides_is_in_their_middle() -> None:
    (_, a), (_, b) = row(4_500, 200, 2)
    assert waist(a, b) == ((2_900, 4_650), (3_100, 4_650))
    assert waist(foot(0, 0), foot(900, 700)) == ((300, 300), (600, 700))


# -- fences and opaque areas -----------------------------------------------------------------------


def test_a_fence_blocks_where_it_stands_and_not_beyond_its_end() -> None:
    assert look(Between(fences=[Fence("wall", [(0, 4_500), (9_000, 4_500)])])).by == ("wall",)
    assert look(Between(fences=[Fence("wall", [(0, 4_500), (3_000, 4_500)])])).is_free
    assert look(Between(fences=[Fence("wall", [(0, 6_100), (9_000, 6_100)])])).is_free
    bent = Fence("wall", [(0, 4_500), (3_000, 5_500), (9_000, 4_000)])
    assert look(Between(fences=[bent])).by == ("wall",)


def test_whoever_stands_astride_a_crest_looks_down_on_both_sides() -> None:
    hill = Area("hill", "hill", field((3_000, 5_900), 4_000, 1_000, 9_000))
    ridge = Fence("crest", ((1_000, 6_150), (5_000, 6_150)))
    assert crest(hill)[0][0] in {1_000, 5_000}
    between = Between(fences=[ridge])
    assert sight(SHOOTER, TARGET, between).is_free
    assert sight(SHOOTER, foot(3_000, 9_000), between).is_free
    assert not sight(foot(3_000, 6_500), TARGET, between).is_free


def test_a_wall_is_no_hindrance_to_those_who_man_it() -> None:
    wall = [((i * 1_016, 5_990), ((i + 1) * 1_016, 5_990)) for i in range(6)]
    sections = [Fence(f"section {i}", ends) for i, ends in enumerate(wall)]
    assert not look(Between(fences=sections)).is_free
    manned = [one for one in sections if one.id not in {"section 2", "section 3"}]
    assert look(Between(fences=manned)).is_free


def test_smoke_blocks_completely() -> None:
    smoke = Area("smoke", "smoke", field((3_000, 4_500), 900, 1_000, 9_000))
    wide = Area("smoke", "smoke", field((3_000, 4_500), 1_000, 900))
    assert look(Between(opaque=[wide])).by == ("smoke",)
    assert look(Between(opaque=[smoke])).by == ("smoke",)
    assert look(Between(opaque=[Area("smoke", "smoke", field((3_400, 4_500), 900, 900))])).is_free


def test_nobody_in_smoke_sees_or_is_seen_but_where_he_sticks_out() -> None:
    cloud = Area("smoke", "smoke", field((3_000, 3_000), 2_000, 2_000))
    assert look(Between(opaque=[cloud])).by == ("smoke",)
    assert sight(TARGET.edge("front"), SHOOTER, Between(opaque=[cloud])).by == ("smoke",)
    half = Area("smoke", "smoke", ((3_000, 2_000), (4_000, 2_000), (4_000, 4_000), (3_000, 4_000)))
    found = look(Between(opaque=[half]))
    assert found.is_free
    assert found.end[0] <= 3_000


def test_one_sees_through_a_hole_but_not_through_the_rim() -> None:
    outline, hole = field((3_000, 4_500), 2_000, 2_000), field((3_000, 4_500), 1_500, 1_500)
    ring = Area("smoke", "smoke", outline, (hole,))
    inside = foot(3_000, 4_500)
    assert not look(Between(opaque=[ring])).is_free
    assert not look(Between(opaque=[ring]), inside).is_free
    assert sight(inside, foot(3_000, 3_850), Between(opaque=[ring])).is_free


# -- woods -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deep", "free"), [(506, True), (508, True), (512, False), (2_000, False)])
def test_through_more_than_two_inches_of_wood_nothing_is_seen(deep: int, free: bool) -> None:
    wood = Area("wood", "wood", field((3_000, 4_500), deep, 9_000))
    found = look(Between(veils=[Depth("wood", (wood,), 2 * MU)]))
    assert found.is_free is free
    assert found.by == (() if free else ("wood",))


def test_the_wood_a_line_runs_through_adds_up() -> None:
    woods = tuple(
        Area(f"w{i}", "wood", field((3_000, 4_000 + 600 * i), 255, 9_000)) for i in range(3)
    )
    assert look(Between(veils=[Depth("wood", woods[:1], 508)])).is_free
    assert not look(Between(veils=[Depth("wood", woods, 508)])).is_free
    assert look(Between(veils=[Depth(one.id, (one,), 508) for one in woods])).is_free


def test_across_the_corner_of_a_wood_one_sees_where_it_is_thin() -> None:
    wood = Area("wood", "wood", ((2_300, 4_000), (6_300, 4_000), (6_300, 8_000)))
    veil = Depth("wood", (wood,), 508)
    found = look(Between(veils=[veil]))
    assert found.is_free
    assert veil.excess(found.start, found.end) <= 0
    thicker = Area("wood", "wood", ((1_000, 4_000), (6_000, 4_000), (6_000, 9_000)))
    assert not look(Between(veils=[Depth("wood", (thicker,), 508)])).is_free


def test_the_edge_of_a_wood_is_seen_and_its_depth_is_not() -> None:
    wood = Area("wood", "wood", field((3_000, 2_000), 3_000, 9_000))
    veils = [Depth("wood", (wood,), 508)]
    assert look(Between(veils=veils), foot(3_000, 2_995, 18_000)).is_free
    assert look(Between(veils=veils), foot(3_000, 2_993, 18_000)).is_free
    assert not look(Between(veils=veils), foot(3_000, 2_985, 18_000)).is_free


def test_in_a_wood_one_sees_as_far_as_its_depth_allows() -> None:
    wood = Area("wood", "wood", field((3_000, 4_500), 9_000, 9_000))
    veils = [Depth("wood", (wood,), 508)]
    assert look(Between(veils=veils), foot(3_000, 5_492, 18_000)).is_free
    assert not look(Between(veils=veils), foot(3_000, 5_488, 18_000)).is_free
    assert look(Between(veils=veils), foot(3_500, 5_492, 18_000)).is_free
    assert not look(Between(veils=veils), foot(3_700, 5_492, 18_000)).is_free


def test_a_straight_road_gives_free_sight_along_it() -> None:
    wood = Area("wood", "wood", field((3_000, 4_500), 2_500, 9_000))
    road = Line("road", "road", ((3_100, 0), (3_100, 9_000)), 100)
    bent = Line("road", "road", ((3_100, 0), (3_100, 4_400), (5_000, 9_000)), 100)
    free = look(Between(veils=[Depth("wood", (wood,), 508, (road.area,))]))
    assert free.is_free
    assert free.start[0] == pytest.approx(3_100, abs=80)
    assert not look(Between(veils=[Depth("wood", (wood,), 508, (bent.area,))])).is_free


def test_a_search_that_takes_too_long_ends_with_nothing_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wood = Area("wood", "wood", field((1_200, 4_500), 2_000, 4_000))
    veils = [Depth("wood", (wood,), 508)]
    assert look(Between(veils=veils)).is_free
    monkeypatch.setattr(sightlines, "MOST_BEAMS", 1)
    assert look(Between(veils=veils)).by == ("wood",)


def test_a_wood_may_be_passed_on_one_side_only_if_nobody_stands_there() -> None:
    wood = Area("wood", "wood", field((4_750, 4_500), 2_000, 4_000))
    veils = [Depth("wood", (wood,), 508)]
    found = look(Between(veils=veils))
    assert found.is_free
    assert max(found.start[0], found.end[0]) < 3_300
    plug: list[tuple[int | str, Rectangle]] = [("x", foot(2_450, 4_500))]
    assert look(Between(plug, veils=veils)).by in {("x",), ("wood",), ("x", "wood")}


# -- hills and reach -------------------------------------------------------------------------------


def test_a_hill_hides_from_each_other_what_lies_lower_on_either_side() -> None:
    hill = Area("hill", "hill", field((3_000, 4_500), 1_500, 4_000))
    dome = Dome("hill", hill, (3_000, 4_500))
    assert look(Between(veils=[dome])).by == ("hill",)
    on_top = foot(3_000, 4_400)
    assert look(Between(veils=[dome]), on_top).is_free
    assert sight(on_top.edge("front"), TARGET, Between(veils=[dome])).is_free
    beside = Dome("hill", Area("h", "hill", field((9_000, 4_500), 1_500, 4_000)), (9_000, 4_500))
    assert look(Between(veils=[beside])).is_free


def test_on_the_same_slope_one_sees_up_and_down_but_not_across_the_shoulder() -> None:
    hill = Area("hill", "hill", field((3_000, 6_000), 5_000, 5_000))
    dome = Dome("hill", hill, (3_000, 6_000))
    top, low = foot(3_000, 5_000), foot(3_000, 4_000, 18_000)
    assert sight(top.edge("front"), low, Between(veils=[dome])).is_free
    left, right = foot(1_200, 5_000, 9_000), foot(4_800, 5_000, 27_000)
    assert sight(left.edge("front"), right, Between(veils=[dome])).by == ("hill",)


def test_nobody_is_seen_beyond_the_reach_of_sight() -> None:
    assert look(Between(veils=[Reach("fog", 3_000)])).is_free
    assert look(Between(veils=[Reach("fog", 2_990)])).by == ("fog",)
    far = foot(4_500, 3_000, 18_000)
    nearest = apart((3_300, 6_000), (4_200, 3_000))
    assert look(Between(veils=[Reach("fog", nearest + 2)]), far).is_free
    assert not look(Between(veils=[Reach("fog", nearest - 2)]), far).is_free


def test_dead_ground_behind_a_hill_is_seen_from_no_point_of_a_table_edge() -> None:
    hill = Area("hill", "hill", field((9_144, 4_000), 6_000, 2_000, 9_000))
    between = Between(
        fences=[Fence("crest", crest(hill))], veils=[Dome("hill", hill, crest_centre(hill))]
    )
    behind = foot(9_144, 2_600, 18_000)
    assert not sight(TABLE.edge("bottom"), behind, between).is_free
    assert sight(TABLE.edge("bottom"), foot(15_000, 2_600), between).is_free
    assert sight(TABLE.edge("top"), behind, between).is_free


def test_a_flat_box_is_an_edge_too() -> None:
    edge = segment(*SHOOTER.edge("front"))
    assert sight(edge, TARGET, Between()).is_free
    assert not sight(edge, TARGET, Between(row(4_500, 0))).is_free


def test_in_an_army_of_a_hundred_and_fifty_the_second_rank_sees_nothing() -> None:
    bases: list[tuple[int | str, Rectangle]] = [
        (i + 100 * rank, foot(1_000 + 605 * i, 7_000 + 300 * rank))
        for i in range(25)
        for rank in range(3)
    ]
    others = [(name + 1_000, foot(b.pose.x, 11_000 - b.pose.y, 18_000)) for name, b in bases]  # type: ignore[operator]
    shooters = dict(bases)
    everyone = [*bases, *others]
    seen = {}
    for name in (12, 112, 212):
        around = [one for one in everyone if one[0] not in {name, 1_012}]
        found = sight(shooters[name].edge("front"), dict(others)[1_012], Between(around, 300))
        seen[name] = found.by
    assert seen == {12: (), 112: (12,), 212: (112, 12)}


def test_lines_are_named_by_what_they_cross_once_each() -> None:
    smoke = Area("smoke", "smoke", field((3_000, 4_500), 300, 300))
    zigzag = Fence("wall", [(2_900, 5_000), (3_100, 5_100), (2_900, 5_200), (3_100, 5_300)])
    between = Between([("x", foot(3_000, 4_000))], 300, [zigzag], [smoke], [Reach("fog", 100)])
    assert in_the_way((3_000, 6_000), (3_000, 3_000), between) == ("wall", "smoke", "x", "fog")
    assert in_the_way((3_000, 6_000), (3_000, 5_950), between) == ()
