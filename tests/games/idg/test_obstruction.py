"""Whether a move is legal is found quickly, and never otherwise than by the thorough judge."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.idg.field import Field, blue, field, red
from walstatt.boards.paths import Leg, Slide, Wheel
from walstatt.boards.pose import FULL_TURN, Pose
from walstatt.games.idg.ai.striding import Stride
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.obstruction import is_barred, room_at
from walstatt.games.idg.stopping import Brake, Legs
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import recording

A = UnitId("a")
REACH = 4_000


def crowded() -> Field:
    """Give a line near the edge of the table, among friends and enemies, and skirmishers before."""
    return field(
        red("a", "light_cavalry", (8, 12), size=3),
        red("c", "skirmisher", (8, 9), size=2),
        red("d", "warrior", (15, 12), size=2),
        blue("b", "warrior", (8, 4), size=2),
        blue("e", "heavy_cavalry", (18, 6), size=1),
    )


def legs_of(judge: Judge, rng: Random) -> Legs:
    """Draw a move of one or two legs, right or wrong."""
    found, poses = list[Leg[str]](), judge.before
    for _ in range(rng.choice((1, 1, 2))):
        kind = rng.random()
        dx, dy, by = (rng.randint(-REACH, REACH) // 2 for _ in range(3))
        some = list(poses) if rng.random() < 0.8 else list(poses)[:1]
        if kind < 0.2:
            found.append(Wheel(poses[some[0]].spot, by))
            continue
        turn = by if kind < 0.5 else 0
        moved = {
            one: Pose(at.x + dx, at.y + dy, (at.facing + turn) % FULL_TURN)
            for one, at in poses.items()
            if one in some
        }
        found.append(Slide(moved))
        poses = {**poses, **moved}
    return tuple(found)


def is_right(there: Field, orders: Orders, legs: Legs) -> bool:
    """Ask the thorough judge."""
    with recording():
        return not Judge(there.ctx, orders).flaws(legs)


@pytest.mark.parametrize("seed", range(4))
def test_the_quick_judge_agrees_with_the_thorough_one(seed: int) -> None:
    there, rng = crowded(), Random(seed)
    orders = Orders(A, rolled=9)
    judge = Judge(there.ctx, orders)
    moves = [legs_of(judge, rng) for _ in range(60)]
    quick = [judge.is_legal(legs) for legs in moves]
    assert quick == [is_right(there, orders, legs) for legs in moves]
    assert 3 < sum(quick) < 57


@pytest.mark.parametrize(
    ("to", "room", "barred"),
    [
        ((0, 300), "enough", False),
        ((0, -1_000), "none", False),
        ((-3_000, 0), "none", False),
        ((1_700, 0), "none", True),
        ((0, -2_200), "none", True),
        ((0, -1_500), "enough", False),
    ],
    ids=["back", "on_skirmishers", "off_table", "on_friends", "on_foes", "past_skirmishers"],
)
def test_there_is_room_where_nobody_stands(to: tuple[int, int], room: str, *, barred: bool) -> None:
    judge = Judge(crowded().ctx, Orders(A, rolled=9))
    legs = (Slide({k: Pose(p.x + to[0], p.y + to[1], p.facing) for k, p in judge.before.items()}),)
    assert (room_at(judge, judge.ends(legs)), is_barred(judge, legs)) == (room, barred)


def test_a_stride_ends_legally_and_hardly_shorter_than_it_might() -> None:
    there, rng = crowded(), Random(7)
    orders = Orders(A, rolled=9)
    judge = Judge(there.ctx, orders)
    found = 0
    for legs in (legs_of(judge, rng)[:1] for _ in range(60)):
        stride, most = Stride(judge).stopped(legs), Brake(judge).stopped(legs)
        assert not stride or is_right(there, orders, stride)
        far = [max(judge.lengths(one).values(), default=0) if one else 0 for one in (stride, most)]
        assert far[0] >= 0.85 * far[1] - 100
        found += bool(stride)
    assert found > 30


@pytest.mark.parametrize("seed", range(3))
def test_the_quick_judge_of_turns_agrees_with_the_thorough_one(seed: int) -> None:
    there, rng = crowded(), Random(seed)
    orders = Orders(A, purpose="face")
    judge = Judge(there.ctx, orders)
    moves: list[Legs] = []
    for _ in range(40):
        some = rng.sample(list(judge.before), rng.randint(1, 3))
        turns = {one: judge.before[one]._replace(facing=rng.randrange(FULL_TURN)) for one in some}
        if rng.random() < 0.2:
            turns[some[0]] = turns[some[0]]._replace(x=turns[some[0]].x + 100)
        moves.append((Slide(turns),))
    quick = [judge.is_legal(legs) for legs in moves]
    assert quick == [is_right(there, orders, legs) for legs in moves]
    assert 1 < sum(quick) < 39
