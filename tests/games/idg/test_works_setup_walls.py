"""Walls and towers in battle: manning them, going up and down, fighting along them. IDG-16.1."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import INCH, Field, blue, field, red
from tests.games.idg.play import playing
from tests.games.idg.speaking import rules_in
from walstatt.boards.paths import Slide, advance
from walstatt.boards.pose import Pose
from walstatt.games.idg.activation import Go, March
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.forts import (
    forts_of,
    is_half_up,
    outward,
    post_at,
    posts_along,
    runs_of,
    work_under,
)
from walstatt.games.idg.levels import can_meet, level_of
from walstatt.games.idg.marching import Judge, Orders, judge
from walstatt.games.idg.melee_odds import bouts
from walstatt.games.idg.movement import MovementPhase
from walstatt.games.idg.overhead import flight
from walstatt.games.idg.shooting_dice import shot_ledger
from walstatt.games.idg.standing import foes_touching
from walstatt.games.idg.works import settle_aboard
from walstatt.games.idg.world import base_size, profile_of, rect_at, rect_of
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
X = 30.0
FRONT = 21.25
"""Where the outer face of the wall is: red is outside, below it."""
WALL: dict[str, Any] = {
    "id": "w",
    "kind": "wall",
    "via": [(0, 20), (30, 20), (72, 20)],
    "width": 2.5,
    "side": "blue",
}


def up(*where: tuple[float, float], facing: float = 180, name: str = "b") -> dict[str, Any]:
    """Put a blue unit on the wall, each element by the middle of its front."""
    elements = [{"at": at, "facing": facing, "aboard": "w"} for at in where]
    return blue(name, "warrior", where[0], elements=elements)


def siege(*units: dict[str, Any], works: Any = (WALL,), **more: Any) -> Field:  # noqa: ANN401
    """Lay out a siege; blue holds the top of the table."""
    return field(*units, **{"battle": "siege", "terrain": list(works), "turn": 3, **more})


def ahead(there: Field, unit: UnitId, far: float, column: str = "difficult") -> list[str]:
    """List the rules that a move straight ahead breaks."""
    orders = Orders(unit, column, 12)  # type: ignore[arg-type]
    before = Judge(there.ctx, orders).before
    facing = next(iter(before.values())).facing
    return rules_in(judge(there.ctx, orders, (advance(before, facing, far * INCH),)))


def put(there: Field, element: str, at: tuple[float, float], facing: float) -> list[str]:
    """List the rules that moving one element straight to a place breaks."""
    pose = Pose(round(at[0] * INCH), round(at[1] * INCH), round(facing * 100))
    unit = there.element(element).unit
    orders = Orders(unit, "difficult", 12)
    return rules_in(judge(there.ctx, orders, (Slide({element: pose}),)))


# -- lines of works -------------------------------------------------------------------------------


@covers("IDG-5.6.6", "IDG-5.6.19")
def test_works_belong_together_where_their_ends_meet() -> None:
    far = {**WALL, "id": "x", "via": [(0, 4), (8, 4)]}
    gate = {**WALL, "id": "g", "kind": "gate", "via": [(8, 0), (8, 4)]}
    there = siege(works=(WALL, far, gate))
    runs = runs_of(there.world.ground)
    assert [[one.id for one in run.pieces] for run in runs] == [["w"], ["x", "g"]]
    wall, corner = forts_of(there.ctx)
    assert wall.inside is not None
    assert corner.inside is not None
    # From side to side the smaller part is enclosed, here the top 20 inches.
    assert max(y for _, y in wall.inside.outline) == 20 * INCH
    assert max(y for _, y in wall.hull.outline) == round(FRONT * INCH)
    assert (0, 0) in corner.inside.outline


@covers("IDG-5.6.6")
def test_a_ring_encloses_what_is_in_it_and_a_line_that_ends_nowhere_nothing() -> None:
    ring = {**WALL, "via": [(20, 4), (28, 4), (28, 12), (20, 12), (20, 4)]}
    (fort,) = forts_of(siege(works=(ring,)).ctx)
    assert fort.inside is not None
    assert min(fort.hull.outline) == (round(18.75 * INCH), round(2.75 * INCH))
    lone = {**WALL, "via": [(20, 10), (28, 10)]}
    there = siege(works=(lone,))
    (fort,) = forts_of(there.ctx)
    assert fort.inside is None
    assert outward(there.ctx, there.world.ground[0], (24 * INCH, 10 * INCH)) == 18_000


@covers("IDG-16.1.6", "IDG-16.1.9")
def test_posts_are_at_the_outer_face_and_look_out() -> None:
    there = siege(blue("b", "warrior", (60, 5)))
    wall = there.world.ground[0]
    assert post_at(there.ctx, wall, (10 * INCH, 3 * INCH)) == (10 * INCH, 5398, 18_000)
    base = base_size(there.ctx, profile_of(there.ctx, "b"))
    posts = posts_along(there.ctx, wall, base)
    assert len(posts) == 12 + 17  # on 30 and on 42 inches
    rects = [rect_at(there.ctx, "b", pose) for pose in posts]
    assert all(work_under(there.ctx, rect) == "w" for rect in rects)


@covers("IDG-16.1.11")
def test_a_rampart_is_manned_from_behind_it() -> None:
    rampart = {**WALL, "kind": "rampart", "width": 0.5}
    there = siege(works=(rampart,))
    _, y, facing = post_at(there.ctx, there.world.ground[0], (10 * INCH, 0))
    assert (y, facing) == (round(19.75 * INCH), 18_000)
    gate = {**rampart, "id": "g", "kind": "gate", "via": [(72, 20), (72, 24)]}
    there = siege(works=(rampart, gate))
    _, y, _ = post_at(there.ctx, there.world.ground[1], (72 * INCH, 22 * INCH))
    assert work_under(there.ctx, rect_of(siege(red("a", "warrior", (72, 22))).ctx, "a")) == ""


# -- going up and down ----------------------------------------------------------------------------


@covers("IDG-16.1.10", "IDG-16.1.5")
@pytest.mark.parametrize("kind", ["wall", "tower", "gate"])
def test_nobody_crosses_a_wall_from_outside(kind: str) -> None:
    there = siege(red("a", "warrior", (X, 26)), works=({**WALL, "kind": kind},))
    assert ahead(there, A, 4.7) == []
    assert "IDG-16.1.10" in ahead(there, A, 5.5) or "IDG-16.2.1" in ahead(there, A, 5.5)
    assert ahead(there, A, 9)


@covers("IDG-16.1.10")
def test_troops_go_up_and_down_on_the_inside_as_in_difficult_ground() -> None:
    there = siege(blue("b", "warrior", (X, 15)))
    # The front comes to the outer face after six and a quarter inches.
    assert ahead(there, B, 6.25) == []
    assert ahead(there, B, 6.25, "good") == ["IDG-8.1.5"]
    assert "IDG-16.1.10" in ahead(there, B, 6.4)
    assert ahead(there, B, 3.7, "good") == []
    assert ahead(there, B, 4.1) == ["IDG-16.1.10"]  # half on it and half off
    down = siege(up((X, FRONT)))
    assert put(down, "b", (X, 17), 180) == []
    assert "IDG-16.1.10" in put(down, "b", (X, 26), 180)


@covers("IDG-16.1.10")
def test_along_the_wall_the_ground_is_good() -> None:
    there = siege(up((X, FRONT)))
    orders = Orders(B, "good", 12)
    pose = Pose(round((X - 5) * INCH), round(FRONT * INCH), 18_000)
    assert judge(there.ctx, orders, (Slide({"b": pose}),)) == []


@covers("IDG-16.1.9")
@pytest.mark.parametrize(
    ("kind", "may"),
    [("warrior", True), ("skirmisher", True), ("artillery", True), ("heavy_cavalry", False)],
)
def test_only_foot_and_artillery_go_up(kind: str, may: bool) -> None:
    there = siege(blue("b", kind, (X, 15)))
    assert ("IDG-16.1.10" not in ahead(there, B, 6.25)) is may
    assert ahead(there, B, 3) == []  # inside the perimeter anybody may be


@covers("IDG-16.1.10")
def test_who_has_gone_up_stands_on_the_wall_and_who_came_down_does_not() -> None:
    there = siege(blue("b", "warrior", (X, 17), size=2))
    battle = playing(there, MovementPhase()).do(March(B, "difficult")).roll(6)
    battle.do(Go((advance(Judge(battle.ctx, Orders(B)).before, 18_000, round(4.2 * INCH)),)))
    assert (battle.element("b1").aboard, battle.element("b2").aboard) == ("w", "w")
    assert level_of(battle.ctx, "b1") == "works"


@covers("IDG-16.1.10")
def test_a_base_stands_on_a_wall_if_its_middle_does() -> None:
    there = siege(blue("b", "warrior", (X, 19.9)))
    assert work_under(there.ctx, rect_of(there.ctx, "b")) == "w"
    half = siege(blue("b", "warrior", (X, 19.2)))
    assert work_under(half.ctx, rect_of(half.ctx, "b")) == ""
    assert is_half_up(half.ctx, rect_of(half.ctx, "b"))
    assert not is_half_up(there.ctx, rect_of(there.ctx, "b"))
    settle_aboard(there.ctx, ["b"])
    assert there.element("b").aboard == "w"
    horse = siege(blue("b", "heavy_cavalry", (X, 19.9)))
    settle_aboard(horse.ctx, ["b"])
    assert horse.element("b").aboard == ""


GATED: tuple[dict[str, Any], ...] = (
    {**WALL, "id": "w1", "via": [(0, 20), (28, 20)]},
    {**WALL, "id": "g", "kind": "gate", "via": [(28, 20), (32, 20)]},
    {**WALL, "id": "w2", "via": [(32, 20), (72, 20)]},
)


@covers("IDG-5.6.10")
@pytest.mark.parametrize("kind", ["warrior", "heavy_cavalry", "elephant"])
def test_the_besieged_sally_by_their_own_gate_and_come_back(kind: str) -> None:
    out = siege(blue("b", kind, (X, 18)), works=GATED)
    assert ahead(out, B, 10, "good") == []
    # Nobody stops in the gateway; foot goes up there, as in difficult ground.
    assert ahead(out, B, 2, "good") == ["IDG-8.1.5" if kind == "warrior" else "IDG-16.1.10"]
    back = siege(blue("b", kind, (X, 26), facing=0), works=GATED)
    assert ahead(back, B, 10, "good") == []
    enemy = siege(red("a", kind, (X, 26)), works=GATED)
    assert ahead(enemy, A, 9)
    beside = siege(blue("b", kind, (X - 3, 18)), works=GATED)
    assert ahead(beside, B, 10, "good")


@covers("IDG-5.6.10", "IDG-16.2.1")
def test_by_a_gate_in_a_rampart_the_way_is_good() -> None:
    low = tuple(
        {**one, "width": 0.5, "kind": "rampart" if one["kind"] == "wall" else "gate"}
        for one in GATED
    )
    out = siege(blue("b", "heavy_cavalry", (X, 18)), works=low)
    assert ahead(out, B, 6, "good") == []
    enemy = siege(red("a", "warrior", (X, 23)), works=low)
    assert ahead(enemy, A, 6, "good") == ["IDG-8.1.5"]
    assert ahead(enemy, A, 6) == []


# -- contact --------------------------------------------------------------------------------------


@covers("IDG-16.1.10", "IDG-16.1.4")
def test_troops_on_a_wall_are_not_contacted_from_the_ground() -> None:
    there = siege(red("a", "warrior", (X, 26)), up((X, FRONT)))
    battle = playing(there, MovementPhase()).do(March(A, "good")).roll(6, 6)
    battle.do(Go((advance(Judge(battle.ctx, Orders(A)).before, 0, round(4.75 * INCH)),)))
    assert battle.element("a").pose.y == pytest.approx(FRONT * INCH, abs=2)
    assert foes_touching(battle.ctx, "a") == []
    assert battle.world.melees == {}
    assert not can_meet(battle.ctx, "a", "b")


@covers("IDG-16.1.10")
def test_troops_on_a_wall_are_contacted_along_it() -> None:
    there = siege(
        red("a", "warrior", (X - 8, 20), elements=[{"aboard": "w", "facing": 90}]),
        up((X, FRONT)),
    )
    assert ahead(there, A, 6.5, "good") == []
    battle = playing(there, MovementPhase()).do(March(A, "good")).roll(6, 6)
    touching = X - 600 / 2 / INCH - (X - 8)
    battle.do(Go((advance(Judge(battle.ctx, Orders(A)).before, 9_000, touching * INCH),)))
    assert list(battle.world.melees) == ["a|b"]
    assert [one.elements for one in bouts(battle.ctx)] == [("a", "b")]


@covers("IDG-16.1.10", "IDG-8.4.6")
def test_two_elements_do_not_stand_on_each_other_on_a_wall() -> None:
    there = siege(up((X, FRONT)), up((X + 5, FRONT), name="c"))
    assert "IDG-8.4.6" in put(there, "c", (X + 1, FRONT), 180)
    assert put(there, "c", (X + 600 / INCH, FRONT), 180) == []


@covers("IDG-16.1.11", "IDG-11.1.2", "IDG-11.1.4")
def test_moving_up_to_a_manned_rampart_is_moving_into_melee() -> None:
    rampart = {**WALL, "kind": "rampart", "width": 0.5}

    def there(kind: str, **more: Any) -> list[str]:  # noqa: ANN401
        field_ = siege(
            red("a", kind, (X, 25), **more),
            blue("b", "warrior", (X, 19.75)),
            works=(rampart,),
        )
        return ahead(field_, A, 4.75)

    assert there("warrior") == []
    assert there("skirmisher") == ["IDG-11.1.4"]
    assert there("skirmisher", quality="elite") == []
    assert "IDG-11.1.2" in there("warrior", disorder=3)
    empty = siege(red("a", "skirmisher", (X, 25)), works=(rampart,))
    assert ahead(empty, A, 4.75) == []


@covers("IDG-16.1.11", "IDG-A8")
def test_who_charges_a_rampart_has_entered_a_melee() -> None:
    rampart = {**WALL, "kind": "rampart", "width": 0.5}
    there = siege(red("a", "warrior", (X, 25)), blue("b", "warrior", (X, 19.75)), works=(rampart,))
    battle = playing(there, MovementPhase()).do(March(A, "good")).roll(6, 6)
    battle.do(Go((advance(Judge(battle.ctx, Orders(A)).before, 0, round(4.75 * INCH)),)))
    assert battle.element("a").entered
    assert battle.unit("a").opened
    assert list(battle.world.melees) == ["a|b"]


@covers("IDG-16.2.1")
def test_a_gate_is_like_the_works_it_is_in() -> None:
    rampart = {**WALL, "kind": "rampart", "width": 0.5, "via": [(0, 20), (28, 20)]}
    gate = {**rampart, "id": "g", "kind": "gate", "via": [(28, 20), (32, 20)]}
    rest = {**rampart, "id": "r", "via": [(32, 20), (72, 20)]}
    there = siege(
        red("a", "warrior", (X, 20.25)),
        blue("b", "warrior", (X, 19.75)),
        works=(rampart, gate, rest),
    )
    note_contacts(there.ctx, A)
    assert [one.elements for one in bouts(there.ctx)] == [("a", "b")]
    walls = [{**one, "kind": "wall"} if one is not gate else one for one in (rampart, gate, rest)]
    there = siege(red("a", "warrior", (X, 20.25)), blue("b", "warrior", (X, 19.75)), works=walls)
    note_contacts(there.ctx, A)
    assert there.world.melees == {}


# -- shooting -------------------------------------------------------------------------------------


# IDG-E64
@covers("IDG-9.6.4", "IDG-9.6.9", "IDG-9.6.15", "IDG-9.6.18")
def test_armoured_warriors_behind_a_rampart_cannot_be_hurt_by_bows() -> None:
    rampart = {**WALL, "kind": "rampart", "width": 0.5}
    there = siege(
        red("a", "skirmisher", (X, 25), weapon="bow"),
        blue("b", "warrior", (X, 19.75), armour="armoured"),
        works=(rampart,),
    )
    ledger = shot_ledger(there.ctx, "a", "b")
    assert ledger.explain() == ["-1 IDG-9.6.4", "-2 IDG-9.6.9", "-3 IDG-9.6.15"]
    assert ledger.total == -6
    assert ledger.total + 10 < 7


@covers("IDG-16.1.6", "IDG-16.1.7", "IDG-9.5.4")
def test_from_a_wall_one_shoots_over_those_before_it() -> None:
    there = siege(
        blue("b", "skirmisher", (X, FRONT), weapon="bow", elements=[{"aboard": "w"}]),
        red("c", "warrior", (X, 23), size=5),
        red("a", "skirmisher", (X, 26), weapon="bow"),
    )
    assert flight(there.ctx, "b", "a").overhead
    assert shot_ledger(there.ctx, "a", "b").explain() == ["-1 IDG-9.6.3", "-3 IDG-9.6.15"]
    inside = siege(
        blue("b", "skirmisher", (X, 17), weapon="bow"),
        red("a", "skirmisher", (X, 26), weapon="bow"),
    )
    assert [one.screen for one in flight(inside.ctx, "b", "a").view.by] == ["works"]


def test_seats_are_known() -> None:
    assert Seat("blue") == forts_of(siege().ctx)[0].side
