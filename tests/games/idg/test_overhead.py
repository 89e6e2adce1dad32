"""Ranks, and shooting over others. IDG-9.5.1 to IDG-9.5.5."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import INCH, Field, blue, field, red
from tests.games.idg.speaking import rules_in
from walstatt.games.idg.overhead import flight, friends_before, rank_of
from walstatt.games.idg.target_priority import shot_flaws
from walstatt.games.idg.targets import marks, range_to
from walstatt.games.idg.world import rect_of
from walstatt.workshop.covers import covers

X, Y = 30.0, 30.0
FOOT, HORSE, WIDTH = 300 / INCH, 500 / INCH, 600 / INCH


def refused(there: Field, shooter: str, target: str = "b") -> list[str]:
    return rules_in(shot_flaws(there.ctx, shooter, target))


def overhead(there: Field, shooter: str, target: str = "b") -> bool:
    line = flight(there.ctx, shooter, target)
    assert line.is_free, line.flaws
    return line.overhead


@covers("IDG-9.5.1", "IDG-9.5.2")
def test_two_ranks_of_bowmen_shoot_the_second_overhead() -> None:
    there = field(
        red("a", "warrior", (X, Y), size=3, formation="column", weapon="bow"),
        blue("b", "warrior", (X, Y - 4)),
    )
    assert refused(there, "a1") == refused(there, "a2") == []
    assert (overhead(there, "a1"), overhead(there, "a2")) == (False, True)
    assert "IDG-9.5.1" in refused(there, "a3")


@covers("IDG-9.2.3")
def test_range_is_measured_from_the_shooter_himself() -> None:
    there = field(
        red("a", "warrior", (X, Y), size=2, formation="column", weapon="bow"),
        blue("b", "warrior", (X, Y - 7)),
    )
    assert range_to(there.ctx, "a2", rect_of(there.ctx, "b")) == 7 * INCH + 300
    assert refused(there, "a1") == []
    assert refused(there, "a2") == ["IDG-9.2.1"]


@covers("IDG-9.5.2")
@pytest.mark.parametrize(
    ("troops", "weapon", "allowed"),
    [
        ("warrior", "bow", True),
        ("heavy_cavalry", "crossbow", True),
        ("heavy_cavalry", "spear", False),
        ("light_cavalry", "bow", False),
    ],
)
def test_bowmen_and_heavy_cavalry_shoot_over_their_front_rank(
    troops: str, weapon: str, allowed: bool
) -> None:
    there = field(
        red("a", troops, (X, Y), size=2, formation="column", weapon=weapon),
        blue("b", "warrior", (X, Y - 0.9)),
    )
    assert (refused(there, "a2") == []) == allowed


@covers("IDG-9.5.2")
def test_the_front_rank_need_not_shoot_but_must_be_of_the_same_unit_and_see() -> None:
    spears: dict[str, Any] = {"weapon": "spear", "subtypes": []}
    mixed = field(
        red("a", "warrior", (X, Y), weapon="bow", size=2, formation="column", elements=[spears]),
        blue("b", "warrior", (X, Y - 4)),
    )
    assert overhead(mixed, "a2")
    others = field(
        red("c", "warrior", (X, Y)),
        red("a", "warrior", (X, Y + FOOT), weapon="bow"),
        blue("b", "warrior", (X, Y - 4)),
    )
    assert refused(others, "a") == ["IDG-9.5.5"]
    blind = field(
        red("a", "warrior", (X, Y), weapon="bow", size=2, formation="column"),
        red("c", "warrior", (X - WIDTH, Y - 1), size=3),
        blue("b", "warrior", (X, Y - 4)),
    )
    assert refused(blind, "a2") == ["IDG-9.5.5", "IDG-9.5.2"]


@covers("IDG-9.5.2")
@pytest.mark.parametrize(("gap", "turn", "count"), [(0.0, 0.0, 1), (0.2, 0.0, 0), (0.0, 12.0, 0)])
def test_it_must_touch_the_front_rank_and_face_the_same_way(
    gap: float, turn: float, count: int
) -> None:
    behind = {"at": (X, Y + FOOT + gap)}
    there = field(
        red(
            "a", "warrior", (X, Y), weapon="bow", elements=[{"at": (X, Y), "facing": turn}, behind]
        ),
        blue("b", "warrior", (X, Y - 4)),
    )
    assert len(friends_before(there.ctx, "a2")) == count
    if gap:
        assert "IDG-9.5.5" in refused(there, "a2")


@covers("IDG-9.5.3")
def test_skirmishers_shoot_over_any_friends_they_stand_behind() -> None:
    there = field(
        red("c", "heavy_cavalry", (X, Y), size=2),
        red("a", "skirmisher", (X, Y + HORSE), weapon="sling"),
        blue("b", "warrior", (X, Y - 3)),
    )
    assert refused(there, "a") == []
    assert overhead(there, "a")
    assert marks(there.ctx, "a")[0].overhead


@covers("IDG-9.5.3")
def test_one_of_those_shot_over_must_see_the_target() -> None:
    there = field(
        red("c", "warrior", (X, Y), size=2, formation="column"),
        red("d", "warrior", (X - WIDTH, Y - 1), size=3),
        red("a", "skirmisher", (X, Y + 2 * FOOT), weapon="bow"),
        blue("b", "warrior", (X, Y - 3)),
    )
    assert refused(there, "a") == ["IDG-9.5.5", "IDG-9.5.3"]


@covers("IDG-9.5.3")
@pytest.mark.parametrize("ranks", [2, 3])
def test_skirmishers_shoot_over_all_ranks_of_those_they_stand_behind(ranks: int) -> None:
    there = field(
        red("c", "warrior", (X, Y), size=ranks, formation="column"),
        red("a", "skirmisher", (X, Y + ranks * FOOT), weapon="bow"),
        blue("b", "warrior", (X, Y - 2)),
    )
    assert refused(there, "a") == []
    assert overhead(there, "a")


@covers("IDG-9.5.3", "IDG-9.5.5")
@pytest.mark.parametrize(("units", "gap"), [(("c", "d"), 0.0), (("c",), 0.3)])
def test_over_other_units_before_those_or_ranks_apart_from_them_they_do_not(
    units: tuple[str, ...], gap: float
) -> None:
    """One rank before the other: two units, or one unit whose ranks do not touch."""
    places = [(X, Y), (X, Y + FOOT + gap)]
    troops = (
        [red(name, "warrior", at) for name, at in zip(units, places, strict=True)]
        if len(units) > 1
        else [red("c", "warrior", (X, Y), elements=[{"at": at} for at in places])]
    )
    there = field(
        *troops,
        red("a", "skirmisher", (X, Y + 2 * FOOT + gap), weapon="bow"),
        blue("b", "warrior", (X, Y - 2)),
    )
    assert "IDG-9.5.5" in refused(there, "a")


@covers("IDG-9.5.5")
def test_nobody_shoots_over_friends_on_lower_ground() -> None:
    hill = {"id": "h", "kind": "gentle_hill", "at": (X, Y + 4), "size": (8, 10)}
    there = field(
        red("a", "skirmisher", (X, Y + 2), weapon="bow"),
        red("c", "warrior", (X - WIDTH, Y - 1), size=3),
        blue("b", "warrior", (X, Y - 3)),
        terrain=[hill],
    )
    assert refused(there, "a") == ["IDG-9.5.5"]


WALL = {"id": "w", "kind": "wall", "via": [(20, 30), (40, 30)], "width": 1.2, "side": "red"}


@covers("IDG-9.5.4", "IDG-16.1.7")
def test_from_a_wall_and_at_a_wall_one_shoots_over_troops_on_level_ground() -> None:
    there = field(
        red("a", "skirmisher", (X, 29.4), weapon="bow", elements=[{"aboard": "w"}]),
        blue("c", "warrior", (X - WIDTH, 27.5), size=3),
        blue("b", "skirmisher", (X, 25), weapon="bow"),
        terrain=[WALL],
        battle="siege",
    )
    assert overhead(there, "a", "b")
    assert overhead(there, "b", "a")
    assert refused(there, "b", "a") == []
    assert refused(there, "a", "b") == ["IDG-9.5.8"]


@covers("IDG-9.5.4")
def test_over_troops_on_a_hill_nobody_shoots_from_a_wall() -> None:
    hill = {"id": "h", "kind": "gentle_hill", "at": (X, 27), "size": (3, 9)}
    there = field(
        red("a", "skirmisher", (X, 29.4), weapon="bow", elements=[{"aboard": "w"}]),
        blue("c", "warrior", (X - WIDTH, 27), size=3),
        blue("b", "warrior", (X, 25)),
        terrain=[WALL, hill],
        battle="siege",
    )
    assert "IDG-9.5.5" in refused(there, "a", "b")


@covers("IDG-9.5.1")
@pytest.mark.parametrize(("troops", "rank"), [("light_chariot", 1), ("light_cavalry", 2)])
def test_ranks_are_counted_toward_the_target(troops: str, rank: int) -> None:
    """Three in a column shoot to the front from so many ranks, to the flank all together."""
    there = field(
        red(
            "a",
            troops,
            (X, Y),
            weapon="bow",
            elements=[{"at": (X, Y)}, {"at": (X + 1, Y + 4)}, {"at": (X, Y + 8)}],
        ),
        blue("b", "warrior", (X, Y - 1.2)),
        blue("c", "warrior", (X + 7, Y + 8), facing=270),
    )
    ahead, beside = rect_of(there.ctx, "b"), rect_of(there.ctx, "c")
    assert [rank_of(there.ctx, one, ahead) for one in ("a1", "a2", "a3")] == [1, 2, 3]
    assert rank_of(there.ctx, "a3", beside) == 1
    shooting = [one for one in ("a1", "a2", "a3") if "IDG-9.5.1" not in refused(there, one)]
    assert len(shooting) == rank
