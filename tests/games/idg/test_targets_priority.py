"""Whom one must shoot at first. IDG-9.5.6 to IDG-9.5.13."""

from __future__ import annotations

import pytest

from tests.games.idg.field import INCH, Field, blue, field, red
from tests.games.idg.speaking import rules_in
from walstatt.boards.pose import Pose
from walstatt.games.idg.target_priority import comes_at, duty, shot_flaws
from walstatt.games.idg.world import Shot, Trail
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

X, Y = 30.0, 30.0
A, B, C = UnitId("a"), UnitId("b"), UnitId("c")


def must(there: Field, shooter: str = "a") -> tuple[str, list[str]]:
    """Tell at whom an element must shoot, and why."""
    found = duty(there.ctx, shooter)
    return found.rule, [one.target for one in found.marks]


def refused(there: Field, target: str, shooter: str = "a") -> list[str]:
    return rules_in(shot_flaws(there.ctx, shooter, target))


def two(troops: str = "skirmisher", weapon: str = "bow", *, moved: float = 0.0) -> Field:
    """Let `b` stand 4 inches away, and `c` 5 inches, which may have come straight on."""
    return field(
        red("a", troops, (X, Y), weapon=weapon),
        blue("b", "warrior", (X - 1.5, Y - 4)),
        blue("c", "warrior", (X + 1.5, Y - 5), moved=moved),
    )


@covers("IDG-9.5.8", "IDG-9.5.9")
def test_the_nearest_is_the_target() -> None:
    there = two()
    assert must(there) == ("IDG-9.5.8", ["b"])
    assert refused(there, "c") == ["IDG-9.5.8"]


@covers("IDG-9.5.6", "IDG-9.5.9")
def test_who_comes_directly_at_the_unit_goes_before_who_is_nearer() -> None:
    there = two(moved=3)
    assert must(there) == ("IDG-9.5.6", ["c"])
    assert refused(there, "c") == []
    assert refused(there, "b") == ["IDG-9.5.6"]


@covers("IDG-9.5.6", "IDG-A55")
def test_who_comes_at_another_unit_or_goes_away_does_not_come_at_this_one() -> None:
    there = field(
        red("a", "skirmisher", (X, Y), weapon="bow"),
        red("d", "warrior", (X + 3, Y - 2)),
        blue("c", "warrior", (X + 2, Y - 5), moved=3),
        blue("b", "warrior", (X - 3, Y - 3), facing=0, moved=2),
    )
    assert not comes_at(there.ctx, "c", A)
    assert comes_at(there.ctx, "c", UnitId("d"))
    assert not comes_at(there.ctx, "b", A)


@covers("IDG-9.5.6")
def test_the_way_of_a_unit_tells_whether_it_came_nearer() -> None:
    there = two(moved=1)
    nearer = Pose(round((X + 1.5) * INCH), round((Y - 4) * INCH), 18000)
    there.world.trails = {C: Trail(((("c", nearer),),))}
    assert not comes_at(there.ctx, "c", A)
    there.world.trails = {C: Trail(((("c", nearer._replace(y=nearer.y - 1000)),),))}
    assert comes_at(there.ctx, "c", A)


@covers("IDG-9.5.7", "IDG-A54")
@pytest.mark.parametrize(
    ("shot", "first"),
    [
        (Shot(2, C, A, "c"), "c"),
        (Shot(1, C, A, "c"), "c"),
        (Shot(1, C, A, "other"), "b"),
        (Shot(0, C, A, "c"), "b"),
        (Shot(2, C, UnitId("x"), "c"), "b"),
    ],
)
def test_who_shot_at_the_unit_this_turn_or_last_goes_before_who_is_nearer(
    shot: Shot, first: str
) -> None:
    there = two()
    there.world.shots = (shot,)
    assert must(there)[1] == [first]


@covers("IDG-9.5.6", "IDG-9.5.7")
def test_who_comes_goes_before_who_shot() -> None:
    there = two(moved=3)
    there.world.shots = (Shot(1, B, A, "b"),)
    assert must(there) == ("IDG-9.5.6", ["c"])


@covers("IDG-9.5.10")
def test_artillery_chooses_freely_unless_somebody_comes() -> None:
    there = two("artillery", "artillery")
    assert must(there) == ("IDG-9.5.10", ["b", "c"])
    assert refused(there, "c") == []
    there.world.shots = (Shot(1, B, A, "b"),)
    assert refused(there, "c") == []
    assert refused(two("artillery", "artillery", moved=3), "b") == ["IDG-9.5.6"]


@covers("IDG-9.5.11")
def test_who_is_out_of_range_has_no_priority() -> None:
    there = field(
        red("a", "skirmisher", (X, Y)),
        blue("b", "warrior", (X - 1.5, Y - 2)),
        blue("c", "warrior", (X + 1.5, Y - 5), moved=3),
    )
    assert must(there) == ("IDG-9.5.8", ["b"])


@covers("IDG-9.5.12")
def test_a_target_that_cannot_be_hurt_keeps_its_priority() -> None:
    there = field(
        red("a", "skirmisher", (X, Y), weapon="bow", disorder=2),
        blue("b", "warrior", (X - 1.5, Y - 4), armour="heavily_armoured"),
        blue("c", "skirmisher", (X + 1.5, Y - 5)),
    )
    assert refused(there, "c") == ["IDG-9.5.8"]


@covers("IDG-9.5.13")
def test_who_is_equally_near_is_a_free_choice() -> None:
    there = field(
        red("a", "skirmisher", (X, Y), weapon="bow"),
        blue("b", "warrior", (X, Y - 4), size=2),
    )
    assert must(there) == ("IDG-9.5.8", ["b1", "b2"])
    assert refused(there, "b1") == refused(there, "b2") == []
