"""Who comes near to whom on the way of a move. IDG-5.7.13, IDG-5.8.8."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from tests.games.idg.field import INCH, Field, blue, field, red
from walstatt.boards.contact import distance
from walstatt.boards.paths import Leg, Slide, Wheel, advance, after, along
from walstatt.boards.pose import Pose
from walstatt.games.idg.going import poses_of
from walstatt.games.idg.passing import Way
from walstatt.games.idg.world import ElementId, rect_at, rects_of
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
LOOKS = 400


def riders(x: float, y: float) -> Field:
    """Put two red riders at (20, 30), facing right, and a blue unit somewhere."""
    return field(
        red("a", "light_cavalry", (20, 30), facing=90, size=2), blue("b", "warrior", (x, y))
    )


def nears(there: Field, legs: Sequence[Leg[ElementId]], reach: float) -> tuple[int, float] | None:
    way = Way(there.ctx, poses_of(there.ctx, A), legs)
    return way.nears(rects_of(there.ctx, B), reach)


@covers("IDG-5.8.8")
def test_the_way_between_its_ends_counts_and_so_does_where_it_begins() -> None:
    there = riders(32, 22)
    ride: Slide[ElementId] = advance(poses_of(there.ctx, A), 9_000, 24 * INCH)
    (low,) = (min(y for one in rects_of(there.ctx, A) for _, y in one.corners),)
    away = low - 22 * INCH
    assert nears(there, [ride], away - 1) is None
    found = nears(there, [ride], away)
    assert found is not None
    assert found[0] == 0
    assert found[1] == pytest.approx((32 - 20 - 600 / INCH / 2) / 24, abs=0.02)
    assert nears(there, [], 16 * INCH) == (0, 0.0)
    assert nears(there, [], 8 * INCH) is None


@covers("IDG-5.8.8")
def test_it_does_not_matter_how_a_way_is_divided() -> None:
    there = riders(32, 22)
    before = poses_of(there.ctx, A)
    first: Slide[ElementId] = advance(before, 9_000, 18 * INCH)
    legs = [first, advance(after(first, before), 9_000, 6 * INCH)]
    whole: Slide[ElementId] = advance(before, 9_000, 24 * INCH)
    for reach in (6 * INCH, 7 * INCH, 8 * INCH):
        assert (nears(there, legs, reach) is None) is (nears(there, [whole], reach) is None)


@covers("IDG-5.8.8", "IDG-5.7.13")
@pytest.mark.parametrize("seed", range(60))
def test_it_agrees_with_looking_again_and_again(seed: int) -> None:
    rng = Random(seed)
    there = riders(rng.uniform(8, 36), rng.uniform(14, 40))
    before = poses_of(there.ctx, A)
    legs: list[Leg[ElementId]] = [
        advance(before, rng.randrange(36_000), rng.uniform(2, 14) * INCH),
        Wheel((round(rng.uniform(15, 25) * INCH), 30 * INCH), rng.randint(-12_000, 12_000)),
    ]
    least = least_on(there, before, legs)
    assert nears(there, legs, least + 5) is not None
    assert least <= 5 or nears(there, legs, least - 5) is None


def least_on(there: Field, before: dict[ElementId, Pose], legs: list[Leg[ElementId]]) -> float:
    """Measure how near the riders come, at many places of their way."""
    foes, poses, found = rects_of(there.ctx, B), before, list[float]()
    for leg in legs:
        for n in range(LOOKS + 1):
            here = along(leg, poses, n / LOOKS)
            rects = [rect_at(there.ctx, one, pose) for one, pose in here.items()]
            found += [distance(rect, foe) for rect in rects for foe in foes]
        poses = after(leg, poses)
    return min(found)
