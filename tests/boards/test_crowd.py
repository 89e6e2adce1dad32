from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.boards.base_oracle import any_base, any_pose, randoms
from walstatt.boards import BoardError
from walstatt.boards.contact import distance, overlap
from walstatt.boards.crowd import Crowd, Meeting
from walstatt.boards.formation import block, wheel
from walstatt.boards.paths import Leg, Slide, Wheel, advance, course
from walstatt.boards.pose import Base, Pose
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.boards.sweeps import first_hit

FOOT = Base(600, 300)
TABLE = 6_000


def foot(x: int, y: int, facing: int = 0) -> Rectangle:
    return rectangle(Pose(x, y, facing), FOOT)


LINE = Crowd({f"e{number}": foot(600 * number, 0, 18_000) for number in range(5)})


def test_a_crowd_knows_who_is_near() -> None:
    here = foot(1_200, 400)
    assert LINE.near(here, 400) == ["e1", "e2", "e3"]
    assert LINE.near(here, 399) == []
    assert LINE.near(here, 400, skip={"e2"}) == ["e1", "e3"]
    assert LINE.touching(foot(1_500, 10), 13) == ["e2", "e3"]
    assert LINE.touching(foot(1_500, 14), 13) == []
    assert LINE.overlapping(foot(1_500, -2)) == []
    assert LINE.overlapping(foot(1_500, -3)) == ["e2", "e3"]
    assert LINE.overlapping(foot(1_500, -3), skip=("e3",)) == ["e2"]


def test_bases_come_move_and_go() -> None:
    crowd = Crowd[str]()
    crowd.add("a", foot(0, 0))
    crowd.add("b", foot(0, 100))
    crowd.move("a", foot(5_000, 0))
    assert crowd.near(foot(5_000, 0), 0) == ["a"]
    crowd.move("a", foot(5_010, 0))
    assert crowd["a"] == foot(5_010, 0)
    crowd.remove("a")
    assert crowd.near(foot(5_000, 0), 100) == []
    assert (len(crowd), "a" in crowd, "b" in crowd, crowd.keys()) == (1, False, True, ["b"])


def test_nobody_is_put_down_twice_or_taken_from_nowhere() -> None:
    crowd = Crowd({"a": foot(0, 0)})
    with pytest.raises(BoardError, match="'a' stands there already"):
        crowd.add("a", foot(1, 1))
    with pytest.raises(BoardError, match="'b' does not stand there"):
        crowd.remove("b")
    with pytest.raises(BoardError, match="'b' does not stand there"):
        crowd.move("b", foot(0, 0))


def test_a_copy_goes_its_own_way() -> None:
    twin = LINE.copy()
    twin.move("e0", foot(9_000, 9_000))
    twin.remove("e1")
    assert LINE.keys() == ["e0", "e1", "e2", "e3", "e4"]
    assert LINE.near(foot(0, 400), 400) == ["e0", "e1"]
    assert twin.near(foot(0, 400), 400) == []
    assert twin.keys() == ["e0", "e2", "e3", "e4"]


def test_what_is_in_the_way_is_listed_in_order() -> None:
    before = {"m0": Pose(600, 1_000, 0), "m1": Pose(1_800, 500, 0)}
    leg = advance(before, 0, 1_000)
    bases = dict.fromkeys(before, FOOT)
    met = LINE.in_way(leg, before, bases)
    assert [(round(one.fraction, 3), one.mover, one.other) for one in met] == [
        (0.502, "m1", "e3"),
    ]
    assert LINE.first_in_way(leg, before, bases) == met[0]
    assert LINE.first_in_way(leg, before, bases, skip={"e3"}) is None


def test_those_who_move_do_not_stand_in_their_own_way() -> None:
    crowd = LINE.copy()
    before = {"m0": Pose(0, 1_000, 0), "m1": Pose(0, 1_400, 0)}
    for key, pose in before.items():
        crowd.add(key, rectangle(pose, FOOT))
    bases = dict.fromkeys(before, FOOT)
    assert crowd.in_way(Slide({"m1": Pose(0, 500, 0)}), before, bases) == ()
    alone = {"m1": before["m1"]}
    met = crowd.first_in_way(Slide({"m1": Pose(0, 500, 0)}), alone, bases)
    assert met
    assert (round(met.fraction, 4), met.mover, met.other) == (round(102 / 900, 4), "m1", "m0")


def test_nobody_moves_and_nobody_is_met() -> None:
    before = {"m0": Pose(0, 0, 18_000)}
    assert LINE.in_way(Wheel((0, 0), 0), before, {"m0": FOOT}) == ()
    assert LINE.first_in_way(Slide({}), before, {"m0": FOOT}) is None


# -- against all, one by one ----------------------------------------------------------------------


def many(random: Random, count: int) -> dict[int, Rectangle]:
    return {key: rectangle(any_pose(random, TABLE), any_base(random)) for key in range(count)}


@settings(max_examples=100)
@given(randoms, st.integers(0, 120))
def test_a_crowd_finds_what_looking_at_all_finds(random: Random, count: int) -> None:
    rects = many(random, count)
    crowd = Crowd(rects)
    shuffle(random, crowd, rects)
    here = rectangle(any_pose(random, TABLE), any_base(random))
    within = random.choice((0.0, 13.0, 762.0, 3_048.0))
    near = [key for key in sorted(rects) if distance(here, rects[key]) <= within]
    assert crowd.near(here, within) == near
    assert crowd.overlapping(here, 2) == [
        key for key in sorted(rects) if overlap(here, rects[key]) > 2
    ]


def shuffle(random: Random, crowd: Crowd[int], rects: dict[int, Rectangle]) -> None:
    """Move and remove some, in the crowd and in the plain mapping."""
    for key in random.sample(sorted(rects), len(rects) // 2):
        if random.random() < 0.3:
            crowd.remove(key)
            del rects[key]
        else:
            rects[key] = rectangle(any_pose(random, TABLE), rects[key].base)
            crowd.move(key, rects[key])


@settings(max_examples=100)
@given(randoms)
def test_a_crowd_meets_whom_sweeping_over_all_meets(random: Random) -> None:
    rects = many(random, 80)
    start = any_pose(random, TABLE)
    before = {100 + number: pose for number, pose in enumerate(block(start, FOOT, 4, 2))}
    leg = any_leg(random, before)
    bases = dict.fromkeys(before, FOOT)
    met = list[Meeting[int]]()
    for mover, pose in before.items():
        way = course(leg, mover, pose, FOOT)
        for other, rect in rects.items():
            fraction = first_hit(way, rect) if way else None
            if fraction is not None:
                met.append(Meeting(fraction, mover, other))
    crowd = Crowd(rects)
    assert crowd.in_way(leg, before, bases) == tuple(sorted(met))
    first = crowd.first_in_way(leg, before, bases)
    assert (first is None) == (not met)
    if first:
        assert first.fraction == pytest.approx(min(met).fraction, abs=1e-3)


def any_leg(random: Random, before: dict[int, Pose]) -> Leg[int]:
    match random.randrange(3):
        case 0:
            return advance(before, random.randrange(36_000), random.randrange(4_000))
        case 1:
            by = random.randint(-9_000, 9_000)
            facing = next(iter(before.values())).facing
            return wheel([rectangle(pose, FOOT) for pose in before.values()], facing, by)
        case _:
            return Slide({key: any_pose(random, TABLE) for key in before})


@given(randoms)
def test_answers_do_not_depend_on_how_the_crowd_came_about(random: Random) -> None:
    rects = many(random, 60)
    grown = Crowd(rects)
    shuffle(random, grown, rects)
    afresh = Crowd({key: rects[key] for key in sorted(rects, reverse=True)})
    here = rectangle(any_pose(random, TABLE), FOOT)
    before = {100: here.pose}
    leg = any_leg(random, before)
    assert grown.near(here, 2_000) == afresh.near(here, 2_000)
    assert grown.in_way(leg, before, {100: FOOT}) == afresh.in_way(leg, before, {100: FOOT})
    assert grown.first_in_way(leg, before, {100: FOOT}) == afresh.first_in_way(
        leg, before, {100: FOOT}
    )
