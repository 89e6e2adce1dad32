"""Compulsory retreats without a roll. IDG-13.2.3 to IDG-13.2.7, IDG-13.3."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.brawl import FOOT, WIDTH, X, Y
from tests.games.idg.field import INCH, Field, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.boards.contact import OVERLAP, overlap
from walstatt.boards.pose import Pose, facing_towards
from walstatt.games.idg.retreat_course import course_of
from walstatt.games.idg.retreats import RetreatPhase, may_only_face, retreats_due
from walstatt.games.idg.standing import unit_distance
from walstatt.games.idg.world import rect_at, rect_of
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")


def strip(kind: str, top: float, bottom: float) -> dict[str, Any]:
    """Lay a piece of terrain across the middle of the table."""
    corners = [(10, top), (60, top), (60, bottom), (10, bottom)]
    return {"id": "w", "kind": kind, "outline": corners}


def duel(kind: str = "warrior", markers: int = 4, *others: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    """Let red `a` touch blue `b` front to front; red has markers."""
    return field(
        red("a", kind, (X, Y), disorder=markers, **{"size": 2, **more.pop("own", {})}),
        blue("b", "warrior", (X, Y), **{"size": 2, **more.pop("foe", {})}),
        *others,
        **more,
    )


def retreated(there: Field) -> Playing:
    battle = playing(Field(there.ctx.clone(None)), RetreatPhase())
    assert battle.is_over, battle.pending()
    return battle


def gap(there: Field, a: str = "a", b: str = "b") -> float:
    return unit_distance(there.ctx, UnitId(a), UnitId(b)) / INCH


def shift(before: Field, after: Field, name: str) -> tuple[float, float]:
    """Tell how far an element went to the right and down, in inches."""
    was, now = before.element(name).pose, after.element(name).pose
    return (now.x - was.x) / INCH, (now.y - was.y) / INCH


# -- who and how far ------------------------------------------------------------------------------


# IDG-E47
@covers("IDG-13.2.3", "IDG-13.2.4", "IDG-13.2.5")
@pytest.mark.parametrize(
    ("kind", "markers", "goes"),
    [
        ("warrior", 3, False),
        ("skirmisher", 3, True),
        ("skirmisher", 2, False),
        ("warrior", 4, True),
        ("heavy_cavalry", 3, False),
        ("elephant", 4, True),
    ],
)
def test_who_must_retreat(kind: str, markers: int, goes: bool) -> None:
    there = duel(kind, markers)
    assert [one.unit for one in retreats_due(there.ctx)] == (["a"] if goes else [])
    battle = retreated(there)
    assert battle.unit("a").deed == ("retreated" if goes else "")
    assert (battle.world.melees == {}) is goes


@covers("IDG-13.2.5", "IDG-13.2.6", "IDG-13.3.7", "IDG-A15", "IDG-A60")
def test_out_of_a_frontal_melee_it_goes_straight_back_just_beyond_three_inches() -> None:
    before = duel()
    battle = retreated(duel())
    for name in ("a1", "a2"):
        right, down = shift(before, battle, name)
        assert right == 0
        assert 3.0 < down < 3.005
        assert battle.element(name).pose.facing == before.element(name).pose.facing
        assert battle.element(name).moved == round(down * INCH)
        assert not battle.element(name).turned
    assert 3.0 < gap(battle) < 3.005
    assert battle.unit("a").disorder == 4
    assert battle.told() == ["idg.withdrew", "kernel.ended"]


@covers("IDG-13.2.5")
@pytest.mark.parametrize(("away", "goes"), [(0.5, True), (3.0, True), (3.01, False)])
def test_only_who_has_an_enemy_within_three_inches_goes(away: float, goes: bool) -> None:
    before = field(
        red("a", "warrior", (X, Y), size=2, disorder=4), blue("b", "warrior", (X, Y - away))
    )
    battle = retreated(before)
    assert (battle.unit("a").deed == "retreated") is goes
    assert gap(battle) > 3


@covers("IDG-13.2.5", "IDG-13.2.19")
def test_an_enemy_out_of_sight_does_not_count() -> None:
    wood = strip("wood", Y - 2.75, Y - 0.25)
    units = (red("a", "warrior", (X, Y), disorder=4), blue("b", "warrior", (X, Y - 2.9)))
    assert retreats_due(field(*units, terrain=[wood]).ctx) == []
    assert len(retreats_due(field(*units).ctx)) == 1


@covers("IDG-13.2.19", "IDG-1.9.8")
def test_outside_melee_it_goes_directly_away_from_the_nearest_enemy() -> None:
    before = field(
        red("a", "warrior", (X, Y), disorder=4),
        blue("b", "warrior", (X - 3, Y + FOOT / 2), facing=90),
        blue("c", "warrior", (X, Y - 2.9)),
    )
    battle = retreated(before)
    right, down = shift(before, battle, "a")
    assert right > 1
    assert down == pytest.approx(0, abs=0.01)
    assert gap(battle) > 3
    assert gap(battle, "a", "c") > 3


@covers("IDG-13.2.6", "IDG-13.2.19")
def test_engaged_on_two_sides_it_goes_away_from_both() -> None:
    before = field(
        red("a", "warrior", (X, Y), disorder=4),
        blue("b", "warrior", (X, Y)),
        blue("c", "warrior", (X + WIDTH / 2, Y + FOOT / 2), facing=270),
    )
    battle = retreated(before)
    right, down = shift(before, battle, "a")
    assert -right == pytest.approx(down, rel=0.01)
    assert down > 3 / 2**0.5
    assert min(gap(battle), gap(battle, "a", "c")) > 3


@covers("IDG-13.2.6")
def test_between_enemies_in_front_and_rear_it_is_stuck() -> None:
    there = field(
        red("a", "warrior", (X, Y), disorder=4),
        blue("b", "warrior", (X, Y)),
        blue("c", "warrior", (X, Y + FOOT), facing=0),
    )
    battle = retreated(there)
    assert battle.element("a").moved == 0
    assert (battle.unit("a").disorder, battle.unit("a").deed) == (5, "retreated")


# -- obstacles ------------------------------------------------------------------------------------


# IDG-E49
@covers("IDG-13.2.5", "IDG-13.2.7")
def test_friends_behind_it_stop_it_and_cost_a_marker() -> None:
    before = duel("warrior", 4, red("f", "warrior", (X, Y + FOOT + 2), size=2))
    battle = retreated(before)
    assert shift(before, battle, "a1") == pytest.approx((0, 2.0), abs=0.01)
    assert battle.unit("a").disorder == 5
    assert battle.unit("a").flight
    assert battle.told()[:3] == ["idg.withdrew", "idg.retreat_blocked", "idg.disordered"]


@covers("IDG-13.2.7")
def test_each_element_stops_by_itself() -> None:
    before = duel("warrior", 4, red("f", "warrior", (X - WIDTH, Y + FOOT + 1)))
    battle = retreated(before)
    assert shift(before, battle, "a1")[1] == pytest.approx(1.0, abs=0.01)
    assert shift(before, battle, "a2")[1] > 3
    assert battle.unit("a").disorder == 5


@covers("IDG-13.2.7")
def test_the_front_rank_stops_behind_the_rear_rank_that_is_stopped() -> None:
    before = duel(
        "warrior",
        4,
        red("f", "warrior", (X, Y + 2 * FOOT + 2)),
        own={"formation": "column"},
        foe={"formation": "column"},
    )
    battle = retreated(before)
    for name in ("a1", "a2"):
        assert shift(before, battle, name)[1] == pytest.approx(2.0, abs=0.01)
    assert battle.unit("a").disorder == 5


@covers("IDG-13.2.7", "IDG-13.2.12")
def test_a_marker_too_many_scatters_the_unit() -> None:
    blocker = red("f", "warrior", (X, Y + FOOT + 0.5), size=2)
    battle = retreated(duel("warrior", 6, blocker, own={"flight": False}))
    assert battle.unit("a").status == "destroyed"
    assert "idg.scattered" in battle.told()


@covers("IDG-13.2.7", "IDG-8.4.1", "IDG-8.4.2")
@pytest.mark.parametrize(
    ("own", "friend", "passes"),
    [
        ("skirmisher", "elephant", True),
        ("skirmisher", "skirmisher", True),
        ("light_cavalry", "skirmisher", True),
        ("elephant", "skirmisher", True),
        ("skirmisher", "warrior", False),
        ("light_cavalry", "elephant", False),
        ("elephant", "warrior", False),
    ],
)
def test_friends_whom_it_may_pass_do_not_stop_it(own: str, friend: str, passes: bool) -> None:
    before = duel(own, 4, red("f", friend, (X, Y + 3.5)), own={"size": 1}, foe={"size": 1})
    battle = retreated(before)
    assert battle.unit("a").disorder == (4 if passes else 5)
    if passes:
        assert shift(before, battle, "a")[1] > 3.5


@covers("IDG-8.4.1")
def test_everybody_passes_a_general_alone() -> None:
    general = red("g", "heavy_cavalry", (X, Y + 1.5), general=True)
    battle = retreated(duel("warrior", 4, general))
    assert battle.unit("a").disorder == 4


@covers("IDG-13.3.9")
def test_water_stops_a_retreat_and_difficult_ground_does_not() -> None:
    river = {"id": "r", "kind": "river", "via": [(0, Y + 4), (72, Y + 4)], "width": 2}
    before = duel(terrain=[river])
    battle = retreated(before)
    assert shift(before, battle, "a1")[1] == pytest.approx(3 - FOOT, abs=0.02)
    assert battle.unit("a").disorder == 5
    wood = strip("wood", Y + 1, Y + 7)
    slow = retreated(duel(terrain=[wood]))
    assert (slow.unit("a").disorder, slow.element("a1").moved) == (4, round(3 * INCH) + 1)


# -- the edge -------------------------------------------------------------------------------------


@covers("IDG-13.3.3", "IDG-13.3.4", "IDG-12.2.14")
@pytest.mark.parametrize(("below", "leaves"), [(3.02, False), (2.5, True)])
def test_over_the_edge_the_whole_unit_is_gone_but_not_destroyed(below: float, leaves: bool) -> None:
    y = 48 - FOOT - below
    there = field(
        red("a", "warrior", (X, y), size=2, disorder=4), blue("b", "warrior", (X, y), size=2)
    )
    battle = retreated(there)
    assert battle.unit("a").status == ("driven_off" if leaves else "table")
    assert battle.world.losses == ()
    assert ("idg.driven_off" in battle.told()) is leaves


# -- all at once ----------------------------------------------------------------------------------


@covers("IDG-13.3.5", "IDG-13.3.8")
def test_both_may_have_to_retreat_from_each_other_and_go_all_the_way() -> None:
    battle = retreated(duel(foe={"disorder": 4}))
    assert [battle.unit(name).deed for name in "ab"] == ["retreated", "retreated"]
    assert 6.0 < gap(battle) < 6.01


@covers("IDG-13.3.8")
def test_friends_who_go_too_are_not_in_the_way() -> None:
    before = field(
        red("a", "warrior", (X, Y), disorder=4),
        red("f", "warrior", (X, Y + FOOT), size=3, disorder=5),
        blue("b", "warrior", (X, Y)),
    )
    battle = playing(Field(before.ctx.clone(None)), RetreatPhase()).roll(5, 6)
    assert (battle.unit("a").disorder, battle.unit("f").disorder) == (4, 5)
    assert shift(before, battle, "a")[1] > 3


@covers("IDG-13.3.8")
@pytest.mark.parametrize("first", ["red", "blue"])
def test_side_one_goes_first(first: str) -> None:
    there = field(
        red("a", "warrior", (X, Y), disorder=4),
        blue("b", "warrior", (X, Y), disorder=4),
        first=first,
    )
    due = [one.unit for one in retreats_due(there.ctx)]
    assert due == (["a", "b"] if first == "red" else ["b", "a"])


@covers("IDG-13.3.6", "IDG-A16")
def test_a_retreat_is_the_move_of_the_turn_unless_agreed_otherwise() -> None:
    battle = retreated(duel())
    assert may_only_face(battle.ctx, A)
    assert not may_only_face(battle.ctx, B)
    free = retreated(duel(options={"var_retreat_uses_move": False}))
    assert not may_only_face(free.ctx, A)


@covers("IDG-5.9.6")
def test_who_has_just_arrived_stays() -> None:
    assert retreats_due(duel(own={"arrived": 4}, turn=4).ctx) == []


@covers("IDG-12.2.19")
def test_elephants_that_retreat_frighten_those_they_come_near() -> None:
    there = field(
        red("a", "elephant", (X, Y), disorder=4),
        blue("b", "warrior", (X, Y)),
        blue("c", "warrior", (X, Y + 14)),
    )
    assert there.world.scared == {}
    battle = retreated(there)
    assert battle.world.scared == {"b": ("elephant",)}
    near = retreated(
        field(
            red("a", "elephant", (X, Y), disorder=4),
            blue("b", "warrior", (X, Y), feared=["elephant"]),
            blue("c", "warrior", (X + 4, Y + 10), facing=0),
        )
    )
    assert near.world.scared == {"c": ("elephant",)}


@covers("IDG-13.2.7")
def test_who_goes_back_aslant_does_not_run_into_a_comrade_who_is_stopped() -> None:
    there = field(
        red("a", "archer", (40, 40), size=2, disorder=4),
        blue("b", "warrior", (45, 45), size=1),
    )
    for name, pose in (("a1", Pose(7168, 9294, 16337)), ("a2", Pose(7505, 9506, 16337))):
        there.world.elements[name] = replace(there.element(name), pose=pose)
    there.world.elements["b"] = replace(there.element("b"), pose=Pose(7205, 9906, 16337))
    course = course_of(there.ctx, A, facing_towards((0, 0), (-39, 50)), 63)
    first, second = (rect_at(there.ctx, name, course.ends[name]) for name in ("a1", "a2"))
    assert (course.blocked, course.by) == (("a2", "a1"), ("b", "a"))
    assert overlap(first, second) <= OVERLAP


@covers("IDG-13.2.7", "IDG-13.3.9")
@pytest.mark.parametrize(("friend", "blocked_by"), [(None, ()), ((X, Y + 3.5), ("f",))])
def test_who_is_stopped_by_ground_does_not_stand_on_friends_whom_he_passes(
    friend: tuple[float, float] | None, blocked_by: tuple[str, ...]
) -> None:
    """A skirmisher goes back toward a river; an elephant may stand where he would stop."""
    river = {"id": "r", "kind": "river", "via": [(0, Y + 5), (72, Y + 5)], "width": 2}
    others = [red("f", "elephant", friend)] if friend else []
    there = field(
        red("a", "skirmisher", (X, Y), size=1, disorder=4),
        blue("b", "warrior", (X, Y), size=1),
        *others,
        terrain=[river],
    )
    course = course_of(there.ctx, A, 18_000, 8 * INCH)
    end = rect_at(there.ctx, "a", course.ends["a"])
    assert course.by == blocked_by
    assert course.blocked == ("a",)
    if friend:
        assert overlap(end, rect_of(there.ctx, "f")) <= OVERLAP
