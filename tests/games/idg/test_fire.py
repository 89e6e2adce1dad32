"""Setting fires. IDG-10."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.field import INCH, Field, blue, field, red, told
from tests.games.idg.speaking import rules_in
from walstatt.boards.pose import Pose
from walstatt.games.idg.burning import burning_areas, burning_part
from walstatt.games.idg.changes import give_markers, lose_element
from walstatt.games.idg.fire import (
    burn_out,
    fire_roll,
    fire_targets,
    holds,
    is_untenable,
    may_set_fire,
    needed_to_burn,
    seat_of,
    set_fire,
)
from walstatt.games.idg.world import Engine, Fire, rect_of
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.odds import distribution
from walstatt.workshop.covers import covers

A = UnitId("a")


def piece(kind: str = "village", name: str = "v") -> dict[str, Any]:
    """Lay a piece from (14, 17) to (26, 29); an element at (20, 29) touches it."""
    return {"id": name, "kind": kind, "at": (20, 23), "size": (12, 12)}


def there_is(troops: str = "skirmisher", *others: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    terrain = more.pop("terrain", [piece()])
    y = more.pop("y", 29)
    unit = {key: more.pop(key) for key in ("general", "special", "horses", "form") if key in more}
    return field(red("a", troops, (20, y), **unit), *others, terrain=terrain, **more)


def refused(there: Field, what: str = "") -> list[str]:
    return rules_in(may_set_fire(there.ctx, "a", what))


# -- who may --------------------------------------------------------------------------------------


@covers("IDG-10.1.1", "IDG-A47")
@pytest.mark.parametrize(
    ("kind", "burns"),
    [
        ("village", True),
        ("wood", True),
        ("fields", True),
        ("marsh", False),
        ("rocky", False),
        ("gentle_hill", False),
    ],
)
def test_villages_woods_and_fields_can_be_set_on_fire(kind: str, burns: bool) -> None:
    there = there_is(terrain=[piece(kind)])
    assert fire_targets(there.ctx, "a") == (["v"] if burns else [])
    assert refused(there) == ([] if burns else ["IDG-10.1.1"])


@covers("IDG-10.1.1")
@pytest.mark.parametrize(
    ("troops", "more", "may"),
    [
        ("skirmisher", {}, True),
        ("light_cavalry", {}, True),
        ("warrior", {}, False),
        ("heavy_cavalry", {}, False),
        ("warrior", {"general": True}, True),
        ("heavy_cavalry", {"general": True}, True),
    ],
)
def test_generals_skirmishers_and_light_cavalry_may(
    troops: str, more: dict[str, Any], may: bool
) -> None:
    assert refused(there_is(troops, **more)) == ([] if may else ["IDG-10.1.1"])


@covers("IDG-10.1.1")
@pytest.mark.parametrize(("y", "may"), [(29, True), (29.05, True), (29.1, False), (20, True)])
def test_it_must_touch_the_place_or_be_in_it(y: float, may: bool) -> None:
    assert refused(there_is(y=y)) == ([] if may else ["IDG-10.1.1"])
    assert refused(there_is(), "elsewhere") == ["IDG-10.1.1"]


@covers("IDG-10.1.2")
def test_who_touches_an_enemy_fights_instead() -> None:
    beside = blue("b", "warrior", (20 + 600 / INCH, 29 + 300 / INCH))
    assert refused(there_is("skirmisher", beside)) == ["IDG-10.1.2"]


@covers("IDG-10.1.6", "IDG-6.2.10")
@pytest.mark.parametrize(
    ("weather", "rules"),
    [(["rain"], ["IDG-10.1.6"]), (["blizzard"], ["IDG-10.1.6"]), (["ice"], [])],
)
def test_no_fire_is_set_in_rain_or_blizzard(weather: list[str], rules: list[str]) -> None:
    assert refused(there_is(weather=weather)) == rules


@covers("IDG-10.1.1")
def test_every_reason_is_named() -> None:
    there = there_is("warrior", weather=["rain"], options={"opt_fire": False})
    assert refused(there) == ["IDG-10.1.1", "IDG-10.1.6", "IDG-10.1.1"]
    assert [one.message.id for one in may_set_fire(there.ctx, "a")] == [
        "idg.no.fire.off",
        "idg.no.fire.wet",
        "idg.no.fire.who",
    ]
    assert rules_in(may_set_fire(there.ctx, "nobody")) == ["IDG-10.1.1"]


# -- the attempt ----------------------------------------------------------------------------------


@covers("IDG-10.1.4", "IDG-18.12.17")
@pytest.mark.parametrize(
    ("special", "needed", "lines"),
    [
        ((), 5, ["+5 IDG-10.1.4"]),
        (("rocket",), 4, ["+5 IDG-10.1.4", "-1 IDG-18.12.17"]),
        (("fire_lance",), 4, ["+5 IDG-10.1.4", "-1 IDG-18.12.17"]),
    ],
)
def test_a_five_sets_a_fire_a_four_with_rockets_or_lances(
    special: tuple[str, ...], needed: int, lines: list[str]
) -> None:
    there = there_is(special=special)
    assert needed_to_burn(there.ctx, "a").explain() == lines
    roll = fire_roll(there.ctx, "a")
    assert (roll.count, roll.purpose) == (1, "idg.roll.fire")
    assert distribution(roll)[True] == Fraction(7 - needed, 6)
    assert not set_fire(there.ctx, "a", needed - 1)
    assert there.world.fires == ()
    assert set_fire(there.ctx, "a", needed)
    assert told(there) == ["idg.fire_failed", "idg.fire_set"]


@covers("IDG-10.1.5")
@pytest.mark.parametrize(
    ("y", "seat"), [(29.0, (20.0, 29.0)), (29.05, (20.0, 29.0)), (22.0, (20.0, 22.0))]
)
def test_the_seat_is_where_the_element_touches(y: float, seat: tuple[float, float]) -> None:
    there = there_is(y=y)
    spot = seat_of(there.ctx, "a", "v")
    assert spot[1] == pytest.approx(seat[1] * INCH, abs=2)
    assert spot[0] == seat[0] * INCH


@covers("IDG-10.2.1")
def test_the_part_within_six_inches_of_the_seat_burns() -> None:
    there = there_is(terrain=[{"id": "v", "kind": "village", "at": (20, 19), "size": (20, 20)}])
    set_fire(there.ctx, "a", 5)
    (fire,) = there.world.fires
    assert (fire.feature, fire.since) == ("v", 2)
    area = burning_part(there.ctx, fire)
    assert area is not None
    assert area.bounds.top == pytest.approx(23 * INCH, abs=4)
    assert area.bounds.bottom == pytest.approx(29 * INCH, abs=2)
    assert area.bounds.right - area.bounds.left == pytest.approx(12 * INCH, abs=4)
    assert is_untenable(there.ctx, rect_of(there.ctx, "a")) is False
    assert [one.id for one in burning_areas(there.ctx)] == ["v"]


@covers("IDG-10.2.3")
def test_what_burns_is_not_set_on_fire_again() -> None:
    there = there_is()
    set_fire(there.ctx, "a", 6)
    assert refused(there) == ["IDG-10.2.3"]


@covers("IDG-10.1.3")
@pytest.mark.parametrize(
    ("troops", "had", "got", "counts"),
    [
        ("skirmisher", 0, 0, True),
        ("skirmisher", 1, 1, True),
        ("skirmisher", 1, 2, False),
        ("light_cavalry", 1, 2, True),
        ("light_cavalry", 2, 2, False),
        ("light_cavalry", 4, 0, True),
    ],
)
def test_an_attempt_is_lost_if_shooting_makes_the_unit_retreat(
    troops: str, had: int, got: int, counts: bool
) -> None:
    there = field(red("a", troops, (20, 29), size=2, disorder=had), terrain=[piece()])
    give_markers(there.ctx, A, got, "IDG-9.7.1", later=True)
    assert holds(there.ctx, "a1", had) is counts


@covers("IDG-10.1.3")
def test_an_attempt_is_lost_with_its_element() -> None:
    there = field(red("a", "skirmisher", (20, 29), size=2), terrain=[piece()])
    lose_element(there.ctx, "a1", "IDG-9.7.2", by_shooting=True)
    assert not holds(there.ctx, "a1", 0)
    assert holds(there.ctx, "a2", 0)
    there.world.units[A] = replace(there.world.units[A], deed="retreated")
    assert not holds(there.ctx, "a2", 0)


# -- burning --------------------------------------------------------------------------------------


@covers("IDG-10.2.2")
@pytest.mark.parametrize(("turn", "lost"), [(2, []), (3, ["b1", "b2"]), (4, ["b1", "b2"])])
def test_who_is_still_inside_after_the_next_movement_is_removed(turn: int, lost: list[str]) -> None:
    there = field(
        red("a", "skirmisher", (20, 29)),
        blue("b", "warrior", (20, 26), size=3),
        blue("c", "warrior", (60, 26), size=2),
        terrain=[{"id": "v", "kind": "village", "at": (20, 23), "size": (5, 12)}],
        turn=turn,
    )
    there.world.elements["b3"] = replace(
        there.world.elements["b3"], pose=Pose(25 * INCH, 26 * INCH, 18_000)
    )
    there.world.fires = (Fire("v", (20 * INCH, 29 * INCH), 2),)
    assert burn_out(there.ctx) == lost
    assert len(there.unit("b").elements) == 3 - len(lost)
    assert [loss.unit for loss in there.world.losses] == ["b"] * len(lost)
    assert there.unit("c").status == "table"


@covers("IDG-10.2.2")
def test_the_last_element_in_a_fire_takes_its_unit_along() -> None:
    there = there_is(y=22, turn=3)
    there.world.fires = (Fire("v", (20 * INCH, 22 * INCH), 2),)
    assert burn_out(there.ctx) == ["a"]
    assert there.unit("a").status == "destroyed"


@covers("IDG-10.1.7", "IDG-16.3.8")
def test_anybody_sets_a_siege_tower_on_fire() -> None:
    there = field(
        red("a", "warrior", (20, 30)),
        red("c", "warrior", (40, 30)),
        blue("b", "warrior", (20, 28), elements=[{"aboard": "t"}]),
        turn=2,
    )
    there.world.engines["t"] = Engine(
        "siege_tower", Seat("blue"), Pose(20 * INCH, 30 * INCH, 18_000)
    )
    assert fire_targets(there.ctx, "a") == ["t"]
    assert refused(there) == []
    assert rules_in(may_set_fire(there.ctx, "c")) == ["IDG-10.1.1"]
    assert set_fire(there.ctx, "a", 5)
    assert burn_out(there.ctx) == []
    assert refused(there) == ["IDG-10.2.3"]
    there.world.turn = 3
    assert burn_out(there.ctx) == ["b"]
    assert there.world.engines == {}
    assert told(there)[-1] == "idg.tower_burnt"
