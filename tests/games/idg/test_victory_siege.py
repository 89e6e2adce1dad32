"""Holding a fortified position. IDG-5.6.14 to IDG-5.6.19."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest

from tests.games.idg.field import BLUE, INCH, RED, Field, blue, field, red
from walstatt.boards.pose import Base, Pose
from walstatt.boards.rectangle import rectangle
from walstatt.games.idg.changes import lose_element, note_contacts
from walstatt.games.idg.victory import verdict
from walstatt.games.idg.victory_siege import count_turns, holds, position_of
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

Places: TypeAlias = list[tuple[float, float]]
SQUARE: Places = [(20, 6), (40, 6), (40, 20), (20, 20), (20, 6)]
HORSESHOE: Places = [(20, 0), (20, 20), (40, 20), (40, 0)]
CORNER: Places = [(0, 20), (30, 20), (30, 0)]
ACROSS: Places = [(0, 20), (72, 20)]
OPEN: Places = [(20, 6), (20, 20), (40, 20), (40, 6)]


def wall(via: Places, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Build a wall half an inch thick."""
    return {"id": "w", "kind": "wall", "via": via, "width": 0.5, "side": "blue", **more}


def siege(*units: dict[str, Any], works: list[dict[str, Any]] | None = None, **more: Any) -> Field:  # noqa: ANN401
    """Let red besiege blue, who has his back to the top of the table."""
    ground = [wall(SQUARE)] if works is None else works
    given = {"battle": "siege", "terrain": ground, "turn": 5, **more}
    return field(*units, blue("z", "warrior", (60, 4), size=2), **given)


def ended(there: Field) -> tuple[tuple[str, ...], str] | None:
    """Tell who has won, and how; None if the siege goes on."""
    outcome = verdict(there.ctx)
    return None if outcome is None else (outcome.winners, outcome.reason.id)


def inside(works: list[dict[str, Any]], *places: tuple[float, float]) -> list[bool]:
    """Tell for bases at these places whether they are inside."""
    position = position_of(siege(works=works).ctx)
    poses = [Pose(round(x * INCH), round(y * INCH), 0) for x, y in places]
    return [position.has(rectangle(pose, Base(600, 300))) for pose in poses]


@covers("IDG-5.6.19", "IDG-5.6.6")
@pytest.mark.parametrize(
    ("via", "expected"),
    [
        (SQUARE, [True, False, False, False, False]),
        (HORSESHOE, [True, True, False, False, False]),
        (CORNER, [True, True, True, False, False]),
        (ACROSS, [True, True, True, True, False]),
        (OPEN, [True, False, False, False, False]),
        ([(20, 20), (40, 20)], [False, False, False, False, False]),
    ],
    ids=["ring", "horseshoe", "corner", "across", "open", "straight"],
)
def test_what_works_enclose(via: Places, expected: list[bool]) -> None:
    """Inside the square, between it and the edge, left of it, right of it, and below it."""
    places = ((25, 12), (25, 3), (10, 12), (60, 12), (25, 30))
    assert inside([wall(via)], *places) == expected


@covers("IDG-5.6.19")
def test_a_base_that_is_partly_outside_is_not_inside() -> None:
    """The inner side of the wall on the left is at 20.25; half a base is 1.18 inches."""
    works = [wall(SQUARE)]
    assert inside(works, (21.44, 12), (30, 18.5), (30, 6.3)) == [True, True, True]
    assert inside(works, (20.5, 12), (30, 5.5), (30, 22)) == [False, False, False]


@covers("IDG-5.6.19")
def test_breaches_and_open_gates_do_not_open_the_position() -> None:
    walls = wall([(20, 6), (40, 6), (40, 20), (32, 20)])
    rest = wall([(28, 20), (20, 20), (20, 6)], id="v")
    for kind in ("gate", "breach"):
        gap = {"id": "g", "kind": kind, "via": [(28, 20), (32, 20)], "width": 0.5, "open": True}
        assert inside([walls, rest, {**gap, "side": "blue"}], (25, 12), (25, 30)) == [True, False]


@covers("IDG-5.6.19")
def test_works_of_the_attacker_are_no_position() -> None:
    assert inside([wall(SQUARE, side="red")], (25, 12)) == [False]
    there = siege(red("a", "warrior", (25, 12), size=2), works=[])
    assert not holds(there.ctx, UnitId("a"))


# -- who holds it ---------------------------------------------------------------------------------


@covers("IDG-5.6.19", "IDG-5.6.14")
def test_a_unit_holds_the_position_with_all_its_elements() -> None:
    there = siege(
        red("a", "warrior", (25, 12), size=2),
        red("b", "warrior", (34, 12), elements=[{}, {"at": (44, 12)}]),
        red("c", "warrior", (30, 20), size=2, elements=[{"aboard": "w"}, {"aboard": "w"}]),
        red("d", "warrior", (30, 26), size=2),
    )
    held = [name for name in "abcd" if holds(there.ctx, UnitId(name))]
    assert held == ["a", "c"]


@covers("IDG-5.6.15")
def test_who_is_in_melee_or_was_shot_at_with_effect_does_not_hold() -> None:
    there = siege(
        red("a", "warrior", (25, 12), size=2),
        red("b", "warrior", (34, 12), size=3),
        blue("c", "warrior", (25, 12), size=1),
    )
    note_contacts(there.ctx)
    assert not holds(there.ctx, UnitId("a"))
    assert holds(there.ctx, UnitId("b"))
    lose_element(there.ctx, "b3", "IDG-11.9.6")
    assert holds(there.ctx, UnitId("b"))
    lose_element(there.ctx, "b2", "IDG-9.7.2", by_shooting=True)
    assert not holds(there.ctx, UnitId("b"))


@covers("IDG-5.6.14", "IDG-5.6.19")
def test_enemies_inside_do_not_matter() -> None:
    there = siege(red("a", "warrior", (25, 12), size=2), blue("c", "warrior", (36, 12), size=3))
    assert holds(there.ctx, UnitId("a"))


@covers("IDG-5.6.14", "IDG-5.6.19")
def test_two_units_must_hold_it_for_two_turns_on_end() -> None:
    there = siege(
        red("a", "warrior", (25, 12), size=2),
        red("b", "warrior", (34, 12), size=2),
        red("t", "baggage", (30, 17), size=2),
    )
    assert ended(there) is None
    assert there.world.holding == {"a": 1, "b": 1}
    there.world.turn = 6
    assert ended(there) == (("red",), "idg.won.position")
    assert there.world.holding == {"a": 2, "b": 2}


@covers("IDG-5.6.19")
def test_it_must_be_the_same_two_units() -> None:
    there = siege(
        red("a", "warrior", (25, 12), size=2),
        red("b", "warrior", (34, 12), size=2),
        red("c", "warrior", (30, 30), size=2),
    )
    there.world.holding = {UnitId("a"): 1, UnitId("c"): 1}
    assert ended(there) is None
    assert there.world.holding == {"a": 2, "b": 1}


@covers("IDG-5.6.14")
def test_one_unit_is_not_enough_and_the_defender_takes_nothing() -> None:
    there = siege(
        red("a", "warrior", (25, 12), size=2),
        red("b", "warrior", (34, 32), size=2),
        blue("c", "warrior", (36, 12), size=3),
    )
    there.world.holding = {UnitId("a"): 7}
    count_turns(there.ctx)
    assert there.world.holding == {"a": 8}
    assert ended(there) is None


@covers("IDG-5.6.16", "IDG-A48")
@pytest.mark.parametrize(
    ("limit", "turn", "over"), [(12, 11, False), (12, 12, True), (0, 99, False), (20, 19, False)]
)
def test_the_defender_wins_if_it_takes_too_long(limit: int, turn: int, over: bool) -> None:
    there = siege(
        red("a", "warrior", (25, 42), size=2),
        red("b", "warrior", (34, 42), size=2),
        turn=turn,
        options={"var_siege_turn_limit": limit},
    )
    assert ended(there) == ((("blue",), "idg.won.out_of_time") if over else None)


@covers("IDG-5.6.16", "IDG-A48")
@pytest.mark.parametrize(("turn", "over"), [(12, False), (17, False), (18, True)])
def test_who_comes_along_the_table_has_half_as_many_turns_more(turn: int, over: bool) -> None:
    there = siege(
        red("a", "warrior", (25, 42), size=2), red("b", "warrior", (34, 42), size=2), turn=turn
    )
    there.world.edges = {RED: "left", BLUE: "right"}
    assert ended(there) == ((("blue",), "idg.won.out_of_time") if over else None)


@covers("IDG-5.6.16")
def test_the_defender_wins_if_the_attacker_has_no_chance_left() -> None:
    one = red("a", "warrior", (25, 42), size=2)
    late = red("b", "warrior", (0, 0), size=2, status="late")
    gone = red("b", "warrior", (0, 0), size=2, status="destroyed")
    train = red("t", "baggage", (40, 42), size=2)
    assert ended(siege(one, late, train)) is None
    assert ended(siege(one, gone, train)) == (("blue",), "idg.won.storm_failed")
    routed = [red(name, "warrior", (25, 42), size=2, disorder=5) for name in "ab"]
    assert ended(siege(*routed)) == (("blue",), "idg.won.storm_failed")
    assert RED == "red"
