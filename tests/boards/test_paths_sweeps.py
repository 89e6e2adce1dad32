from random import Random

import pytest
from hypothesis import given, settings

from tests.boards.base_oracle import (
    any_base,
    any_pose,
    brought_near,
    close_pair,
    corners_at,
    randoms,
    signed_distances,
)
from walstatt.boards.contact import overlap
from walstatt.boards.formation import beside
from walstatt.boards.paths import Course, Leg, Slide, Wheel, course
from walstatt.boards.pose import Base, Pose, heading, turned
from walstatt.boards.rectangle import Box, Rectangle, outline, rectangle, segment
from walstatt.boards.sweeps import (
    ERROR,
    Hit,
    clear_after,
    first_hit,
    first_met,
    meeting,
    sides_of_table,
    slides_free,
    swept,
)

FOOT = Base(600, 300)
START = Pose(0, 0, 0)
SAMPLES = 60


def foot(x: int, y: int, facing: int = 0) -> Rectangle:
    return rectangle(Pose(x, y, facing), FOOT)


def way(leg: Leg[str], pose: Pose = START, base: Base = FOOT) -> Course:
    found = course(leg, "a", pose, base)
    assert found
    return found


AHEAD = way(Slide({"a": Pose(0, -1_000, 0)}))

# -- straight on ----------------------------------------------------------------------------------


def test_a_base_gets_as_far_as_the_tolerance_lets_it_into_what_is_in_the_way() -> None:
    assert first_hit(AHEAD, foot(0, -600)) == pytest.approx(0.302)
    assert first_hit(AHEAD, foot(0, -600), 0) == pytest.approx(0.3)
    assert first_hit(AHEAD, foot(590, -600), 13) is None
    assert first_hit(AHEAD, foot(590, -600)) == pytest.approx(0.302)


def test_many_that_go_alike_meet_the_first_of_many() -> None:
    own, others = [foot(0, 0), foot(600, 0)], [foot(600, -900), foot(0, -600), foot(5_000, 0)]
    assert first_met(own, others, (0, -1_000), 0) == pytest.approx(0.3)
    assert first_met(own, others, (0, -1_000), 0, until=0.3) is None
    assert first_met(own, others, (0, 1_000), 0) is None
    assert first_met(own, others[:1], (0, -1_000), 0) == pytest.approx(0.6)


@given(randoms)
@settings(max_examples=100)
def test_whoever_slides_free_hits_nothing_on_the_way(random: Random) -> None:
    own, other = close_pair(random)
    by = random.randint(-1_000, 1_000), random.randint(-1_000, 1_000)
    end = Pose(own.pose.x + by[0], own.pose.y + by[1], own.pose.facing)
    if by != (0, 0) and overlap(own, other) <= 2:
        hit = first_hit(way(Slide({"a": end}), own.pose, own.base), other)
        assert slides_free([own], [other], by) == (hit is None)


def test_whoever_stands_on_another_does_not_slide_free() -> None:
    assert not slides_free([foot(0, 0)], [foot(0, 100)], (0, -1_000))
    assert slides_free([foot(0, 0)], [foot(0, 300)], (0, -1_000))


def test_what_is_passed_by_is_not_hit() -> None:
    assert first_hit(AHEAD, foot(600, -600)) is None
    assert first_hit(AHEAD, foot(0, 302)) is None
    assert first_hit(AHEAD, foot(0, -1_300)) is None
    assert first_hit(AHEAD, foot(9_000, 0)) is None


def test_a_base_slides_along_a_friend_it_stands_flush_with() -> None:
    friend = rectangle(beside(foot(0, 0, 3_333), FOOT, "right"), FOOT)
    along = Pose(round(1_000 * heading(3_333)[0]), round(1_000 * heading(3_333)[1]), 3_333)
    assert first_hit(way(Slide({"a": along}), Pose(0, 0, 3_333)), friend) is None


def test_a_base_that_begins_in_another_may_get_out_but_not_deeper() -> None:
    behind = foot(0, 250)
    assert overlap(foot(0, 0), behind) == 50
    assert first_hit(AHEAD, behind) is None
    assert first_hit(way(Slide({"a": Pose(0, 100, 0)})), behind) == pytest.approx(0, abs=1e-6)


def test_a_hit_after_the_given_fraction_does_not_count() -> None:
    assert first_hit(AHEAD, foot(0, -600), until=0.3) is None
    assert first_hit(AHEAD, foot(0, -600), until=0.31) == pytest.approx(0.302)
    turn = way(Wheel((0, 2_000), 9_000))
    fraction = first_hit(turn, foot(1_000, 0))
    assert fraction is not None
    assert first_hit(turn, foot(1_000, 0), until=fraction - 0.001) is None
    assert first_hit(turn, foot(1_000, 0), until=fraction + 0.001) == pytest.approx(
        fraction, abs=1e-4
    )


# -- turning --------------------------------------------------------------------------------------


def test_a_turn_on_the_spot_swings_a_rear_corner_into_the_neighbour() -> None:
    turn = way(Slide({"a": Pose(0, 0, 9_000)}))
    # Its rear left corner is 424 from the middle of the front and comes as far left as -424.
    left, right = first_hit(turn, foot(-600, 0)), first_hit(turn, foot(600, 0))
    assert left == pytest.approx(0, abs=0.01)
    assert right is None
    assert first_hit(turn, foot(-600 - 124, 0)) is None
    assert first_hit(turn, foot(-600 - 120, 0)) == pytest.approx(0.45, abs=0.06)


def test_a_wheel_stops_where_the_outer_corner_meets_the_enemy() -> None:
    # The left front corner, 600 from the pivot, reaches 297 + 2 ahead of the line at asin(.4983).
    fraction = first_hit(way(Wheel((300, 0), 9_000)), foot(-300, -597))
    assert fraction == pytest.approx(29.89 / 90, abs=0.001)


def test_a_quick_turn_does_not_jump_over_a_thin_thing() -> None:
    wall = segment((500, -200), (500, 200))
    assert first_hit(way(Wheel((0, 0), 36_000), Pose(0, -480, 0)), wall) is not None
    there_and_beyond = way(Slide({"a": Pose(30_000, 0, 17_000)}))
    assert first_hit(there_and_beyond, segment((15_000, -1_000), (15_000, 1_000))) is not None


# -- against shapely ------------------------------------------------------------------------------


def flaws(taken: Course, box: Box, tolerance: float, samples: int) -> list[str]:
    """Compare with closely spaced shapes along the way, and say what is wrong.

    If the base begins clear of the box, nothing deeper than the tolerance may be missed; if it
    begins about as deep as that or deeper, nothing deeper than it begins.
    """
    places = [step / samples for step in range(samples + 1)]
    depths = depths_at(taken, box, places)
    begins = depths[0]
    most = tolerance if begins < tolerance - 3 * ERROR else max(tolerance, begins) + 3 * ERROR
    free = first_hit(taken, box, tolerance)
    too_deep = [at for at, deep in zip(places, depths, strict=True) if deep > most + 1e-6]
    if free is None:
        return [f"too deep at {at}, and missed" for at in too_deep]
    found = [f"free until {free}, yet too deep at {at}" for at in too_deep if at < free]
    at_last, past = depths_at(taken, box, [free, min(free + 2 * ERROR / taken.speed, 1.0)])
    if at_last > most + 1e-6:
        found.append(f"{at_last} deep at {free}, which is more than {most}")
    if past < tolerance - 1.01 * ERROR:
        found.append(f"only {past} deep beyond {free}, not {tolerance}")
    return found


def depths_at(taken: Course, box: Box, places: list[float]) -> list[float]:
    shapes = [corners_at(taken, at) for at in places]
    return [-far for far in signed_distances(shapes, box.corners)]


def any_leg(random: Random, pose: Pose) -> Leg[str]:
    kind = random.randrange(4)
    if kind == 0:
        x, y = random.randint(-2_000, 2_000), random.randint(-2_000, 2_000)
        return Slide({"a": Pose(pose.x + x, pose.y + y, pose.facing)})
    if kind == 1:
        return Slide(
            {"a": pose._replace(facing=turned(pose.facing, random.randint(-17_999, 18_000)))}
        )
    if kind == 2:
        return Slide({"a": any_pose(random)})
    pivot = (pose.x + random.randint(-2_000, 2_000), pose.y + random.randint(-2_000, 2_000))
    return Wheel(pivot, random.randint(-18_000, 18_000))


def any_sweep(random: Random) -> tuple[Course, Box]:
    """Make up a way, often from beside something or grazing it."""
    while True:
        taken, box = any_leg_by(random)
        if taken is not None:
            return taken, box


def any_leg_by(random: Random) -> tuple[Course | None, Box]:
    if random.random() < 0.4:
        box, mover = close_pair(random)
    else:
        mover = rectangle(any_pose(random), any_base(random))
        box = rectangle(any_pose(random), any_base(random))
    leg = any_leg(random, mover.pose)
    taken = course(leg, "a", mover.pose, mover.base)
    if taken and random.random() < 0.4:
        box = grazed(random, taken)
    return taken, box


def grazed(random: Random, taken: Course) -> Rectangle:
    """Put a base where the way only just touches it."""
    x, y, rx, ry = taken.at(random.random())
    half = taken.box.half_depth
    pose = Pose(round(x + ry * half), round(y - rx * half), taken.box.pose.facing)
    midway = rectangle(pose, taken.box.base)
    return brought_near(random, midway, any_base(random), random.uniform(-6, 3))


@settings(max_examples=250)
@given(randoms)
def test_a_sweep_misses_nothing_that_shapely_sees(random: Random) -> None:
    taken, box = any_sweep(random)
    assert flaws(taken, box, random.choice((0.5, 2, 5)), SAMPLES) == []


@pytest.mark.nightly
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("seed", range(5))
def test_no_sweep_of_many_misses_anything(seed: int) -> None:
    random = Random(1_000 + seed)
    for _ in range(1_000):
        taken, box = any_sweep(random)
        assert flaws(taken, box, random.choice((0.5, 2, 5)), 250) == []


def test_the_made_up_sweeps_hit_and_miss() -> None:
    random = Random(4)
    sweeps = [any_sweep(random) for _ in range(500)]
    free = [first_hit(taken, box) for taken, box in sweeps]
    assert 120 < free.count(None) < 380
    assert sum(fraction is not None and fraction > 0 for fraction in free) > 100


# -- many at once ---------------------------------------------------------------------------------


def rounded_hit(hit: Hit[str] | None) -> tuple[float, str, int] | None:
    return hit and (round(hit.fraction, 3), hit.mover, hit.box)


def test_the_first_of_several_boxes_is_found() -> None:
    before = {"a": START, "b": Pose(600, 0, 0)}
    leg = Slide({key: Pose(pose.x, -1_000, 0) for key, pose in before.items()})
    boxes = [foot(0, -800), foot(700, -600), foot(3_000, 0)]
    bases = dict.fromkeys(before, FOOT)
    assert rounded_hit(swept(leg, before, bases, boxes)) == (0.302, "b", 1)
    assert swept(leg, before, bases, boxes[2:]) is None
    alone = Slide({"a": Pose(0, -1_000, 0)})
    assert rounded_hit(swept(alone, before, bases, boxes)) == (0.502, "a", 0)


def test_the_border_of_an_area_is_run_over_from_without_and_within() -> None:
    field = outline([(-1_000, -2_000), (1_000, -2_000), (1_000, -500), (0, -700), (-1_000, -500)])
    bases = {"a": FOOT}
    into = swept(Slide({"a": Pose(0, -1_000, 0)}), {"a": START}, bases, field)
    # The notch is 60 less deep where the corners of the front go.
    assert into
    assert into.fraction == pytest.approx(0.642, abs=0.001)
    assert into.box in {2, 3}
    out_of = swept(Slide({"a": Pose(0, -2_200, 0)}), {"a": Pose(0, -1_200, 0)}, bases, field)
    assert rounded_hit(out_of) == (0.802, "a", 0)


def test_a_base_reaches_the_edge_of_the_table() -> None:
    table = sides_of_table(18_288, 12_192)
    ahead = Slide({"a": Pose(1_000, -500, 0)})
    hit = swept(ahead, {"a": Pose(1_000, 500, 0)}, {"a": FOOT}, table)
    assert rounded_hit(hit) == (0.502, "a", 0)
    askew = Slide({"a": Pose(-1_000, -1_000, 31_500)})
    hit = swept(askew, {"a": Pose(1_000, 1_000, 31_500)}, {"a": FOOT}, table)
    # A corner of the front is 212 nearer to each edge than its middle.
    assert hit
    assert hit.fraction == pytest.approx((1_000 - 212 + 2) / 2_000, abs=0.002)


def test_a_base_is_clear_after_so_far() -> None:
    assert clear_after(foot(0, 0), foot(0, 200), 0) == pytest.approx(100)
    assert clear_after(foot(0, 0), foot(0, 200), 18_000) == pytest.approx(500)
    assert clear_after(foot(0, 0), foot(0, 200), 9_000) == pytest.approx(600)
    assert clear_after(foot(0, 0), foot(0, -600), 0) == 0
    assert clear_after(foot(0, 0), foot(0, 302), 18_000) == 0


@given(randoms)
def test_whom_bases_meet_first_is_the_first_of_all_meetings(rng: Random) -> None:
    def some() -> list[Rectangle]:
        return [
            foot(rng.randrange(-2_000, 2_000), rng.randrange(-2_000, 2_000), rng.randrange(36_000))
            for _ in range(3)
        ]

    own, others, depth = some(), some(), rng.choice((0.0, 1.0))
    by = rng.randrange(-2_000, 2_000), rng.randrange(-2_000, 2_000)
    met = [meeting(one, other, by, depth) for one in own for other in others]
    parts = [part[0] for part in met if part and part[0] < 1.0 and part[1] > 0.0]
    assert first_met(own, others, by, depth) == min(parts, default=None)
