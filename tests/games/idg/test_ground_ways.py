"""The ground that moves lead over. IDG-8.1.4, IDG-8.1.6."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import INCH, Field, blue, field, red
from walstatt.boards.paths import Leg, Slide, Wheel, advance
from walstatt.boards.pose import Pose
from walstatt.games.idg.going import poses_of, unit_difficult, unit_forbidden
from walstatt.games.idg.ground import Cause
from walstatt.games.idg.world import ElementId, Fire
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A = UnitId("a")


def ahead(there: Field, far: float, facing: int = 0) -> Leg[ElementId]:
    """Move unit a straight on, so many inches."""
    return advance(poses_of(there.ctx, A), facing, far * INCH)


def slows(there: Field, *legs: Leg[ElementId]) -> str:
    """Name what slows unit a."""
    return named(unit_difficult(there.ctx, A, legs))


def bars(there: Field, *legs: Leg[ElementId]) -> str:
    """Name what bars unit a."""
    return named(unit_forbidden(there.ctx, A, legs))


def named(found: Cause | None) -> str:
    return found.feature if found else ""


STREAM = {"id": "s", "kind": "stream", "via": [(0, 25), (72, 25)], "width": 1}


@covers("IDG-4.2.27", "IDG-4.2.28", "IDG-8.1.4")
@pytest.mark.parametrize(
    ("kind", "slow"), [("warrior", "s"), ("skirmisher", ""), ("elephant", ""), ("baggage", "s")]
)
def test_crossing_a_stream_slows_all_but_skirmishers_and_elephants(kind: str, slow: str) -> None:
    there = field(red("a", kind, (20, 30)), terrain=[STREAM])
    assert slows(there) == ""
    assert slows(there, ahead(there, 4)) == ""
    assert slows(there, ahead(there, 10)) == slow


@covers("IDG-4.2.28")
def test_starting_in_a_stream_is_slow_too() -> None:
    there = field(red("a", "warrior", (20, 25)), terrain=[STREAM])
    assert slows(there, ahead(there, 6)) == "s"


@covers("IDG-8.1.4")
@pytest.mark.parametrize(("left", "slow"), [(24.6, "w"), (24.8, "w"), (27.1, ""), (28.0, "")])
def test_one_element_that_clips_a_wood_slows_its_whole_unit(left: float, slow: str) -> None:
    wood = {"id": "w", "kind": "wood", "at": (left + 6, 24), "size": (12, 4)}
    there = field(red("a", "warrior", (20, 30), size=6), terrain=[wood])
    assert slows(there) == ""
    assert slows(there, ahead(there, 10)) == slow


@covers("IDG-8.1.6")
def test_ground_that_is_bad_for_one_element_is_bad_for_its_unit() -> None:
    rocks = {"id": "x", "kind": "rocky", "at": (20, 20), "size": (12, 12)}
    marsh = {"id": "m", "kind": "marsh", "at": (60, 20), "size": (12, 12)}
    mixed = [{}, {"type": "cataphract", "general": True}]
    plain = field(red("a", "warrior", (20, 30), size=2), terrain=[rocks, marsh])
    assert slows(plain, ahead(plain, 8)) == ""
    led = field(red("a", "warrior", (20, 30), elements=mixed), terrain=[rocks, marsh])
    assert slows(led, ahead(led, 8)) == "x"
    east = Slide({"a1": Pose(60 * INCH, 20 * INCH, 0)})
    assert bars(plain, east) == ""
    assert bars(led, east) == "m"


def test_a_wheel_sweeps_over_what_its_ends_do_not_touch() -> None:
    wood = {"id": "w", "kind": "wood", "at": (25.5, 24.5), "size": (1, 1)}
    there = field(red("a", "warrior", (20, 30), size=6), terrain=[wood])
    pivot = (round((20 - 3 * 600 / INCH) * INCH), 30 * INCH)
    assert slows(there, Wheel(pivot, -1_500)) == ""
    assert slows(there, Wheel(pivot, -6_000)) == "w"


@covers("IDG-4.2.35", "IDG-4.2.10")
def test_a_column_of_chariots_follows_a_path_through_a_wood() -> None:
    wood = {"id": "w", "kind": "wood", "at": (20, 24), "size": (12, 10)}
    path = {"id": "p", "kind": "road", "via": [(20, 48), (20, 24), (22, 0)], "width": 1}
    there = field(
        red("a", "light_chariot", (20, 32), size=2, formation="column"), terrain=[wood, path]
    )
    assert slows(there, ahead(there, 9)) == ""
    assert bars(there, ahead(there, 9)) == ""
    aside = field(red("a", "light_chariot", (21, 32)), terrain=[wood, path])
    assert slows(aside, ahead(aside, 9)) == "w"
    assert bars(aside, ahead(aside, 9)) == "w"
    turning = Wheel((20 * INCH, 24 * INCH), 9_000)
    assert bars(there, ahead(there, 7), turning) == "w"


@covers("IDG-4.2.29", "IDG-4.2.30")
@pytest.mark.parametrize(("x", "bar"), [(20.0, ""), (23.0, "r")])
def test_a_unit_wades_through_a_ford_but_not_beside_it(x: float, bar: str) -> None:
    river = {"id": "r", "kind": "river", "via": [(0, 24), (72, 24)], "width": 3}
    ford = {"id": "f", "kind": "ford", "at": (20, 24), "size": (5, 4)}
    there = field(red("a", "warrior", (x, 30)), terrain=[river, ford])
    assert bars(there, ahead(there, 12)) == bar
    if not bar:
        assert slows(there, ahead(there, 12)) == "f"


@covers("IDG-10.2.3")
def test_who_is_in_a_fire_may_leave_but_nobody_enters() -> None:
    wood = {"id": "w", "kind": "wood", "at": (20, 24), "size": (12, 12)}
    inside = field(red("a", "skirmisher", (20, 24)), terrain=[wood])
    inside.world.fires = (Fire("w", (20 * INCH, 24 * INCH), 1),)
    assert bars(inside, ahead(inside, 12)) == ""
    outside = field(red("a", "skirmisher", (20, 33)), terrain=[wood])
    assert bars(outside, ahead(outside, 5)) == ""
    outside.world.fires = inside.world.fires
    assert bars(outside, ahead(outside, 5)) == "w"


@covers("IDG-6.2.4", "IDG-6.2.11")
def test_mud_slows_those_who_leave_the_hill_or_the_road() -> None:
    hill = {"id": "h", "kind": "gentle_hill", "at": (20, 28), "size": (14, 8)}
    road = {"id": "r", "kind": "road", "via": [(50, 0), (50, 48)], "width": 1}
    there = field(red("a", "warrior", (20, 30)), terrain=[hill, road], weather=["mud"])
    assert slows(there) == ""
    assert slows(there, ahead(there, 4)) == ""
    assert slows(there, ahead(there, 9)) == "mud"
    march = field(red("a", "warrior", (50, 30)), terrain=[hill, road], weather=["mud"])
    assert slows(march, ahead(march, 9)) == ""
    assert slows(march, ahead(march, 1, 9_000)) == "mud"


@covers("IDG-16.1.11", "IDG-16.1.10")
def test_a_manned_rampart_stops_foot_an_empty_one_slows_it() -> None:
    rampart: dict[str, Any] = {
        "id": "x",
        "kind": "rampart",
        "via": [(0, 25), (72, 25)],
        "width": 0.5,
        "side": "blue",
    }
    empty = field(red("a", "warrior", (20, 30)), terrain=[rampart])
    assert bars(empty, ahead(empty, 8)) == ""
    assert slows(empty, ahead(empty, 8)) == "x"
    manned = field(
        red("a", "warrior", (20, 30)), blue("b", "warrior", (20, 24.75)), terrain=[rampart]
    )
    assert bars(manned, ahead(manned, 4.7)) == ""
    assert bars(manned, ahead(manned, 5.2)) == "x"
    wall = {**rampart, "kind": "wall"}
    walled = field(red("a", "warrior", (20, 30)), terrain=[wall])
    assert bars(walled, ahead(walled, 4.7)) == ""
    assert bars(walled, ahead(walled, 8)) == "x"


@covers("IDG-6.2.6")
def test_nobody_marches_up_an_icy_road() -> None:
    hill = {"id": "h", "kind": "steep_hill", "at": (20, 24), "size": (8, 12)}
    road = {"id": "r", "kind": "road", "via": [(20, 0), (20, 48)], "width": 1}
    there = field(red("a", "warrior", (20, 35)), terrain=[hill, road], weather=["ice"])
    assert bars(there, ahead(there, 5)) == ""
    assert bars(there, ahead(there, 9)) == "r"
    aside = field(red("a", "warrior", (22, 35)), terrain=[hill, road], weather=["ice"])
    assert bars(aside, ahead(aside, 9)) == ""
