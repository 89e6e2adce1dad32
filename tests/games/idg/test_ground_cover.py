"""Cover against shooting. IDG-4.2.11 to IDG-4.2.22, IDG-9.6.11, IDG-9.6.15."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import INCH, blue, field, red
from walstatt.boards.pose import Pose
from walstatt.games.idg.ground import cover, in_buildings, is_behind_works
from walstatt.games.idg.works import works_manned
from walstatt.games.idg.world import Engine
from walstatt.kernel.ids import Seat
from walstatt.workshop.covers import covers


def covered(kind: str, troops: str, far: float, **more: Any) -> str:  # noqa: ANN401
    """Name the rule by which an element in the middle of a piece has cover."""
    terrain = [{"id": "x", "kind": kind, "at": (20, 30), "size": (14, 14)}]
    there = field(red("a", troops, (20, 30), **more), terrain=terrain)
    found = cover(there.ctx, "a", far * INCH)
    return found.rule if found else ""


@covers("IDG-4.1.3", "IDG-4.2.11", "IDG-4.2.20", "IDG-4.2.16", "IDG-4.2.22", "IDG-A21")
@pytest.mark.parametrize(
    ("kind", "near", "afar"),
    [
        ("wood", "IDG-4.2.11", "IDG-4.2.11"),
        ("village", "IDG-4.2.20", "IDG-4.2.20"),
        ("fields", "", "IDG-4.2.16"),
        ("marsh", "", "IDG-4.2.22"),
        ("rocky", "", ""),
        ("gentle_hill", "", ""),
        ("sand", "", ""),
    ],
)
def test_woods_and_villages_give_cover_fields_and_marshes_from_afar(
    kind: str, near: str, afar: str
) -> None:
    assert covered(kind, "skirmisher", 3) == near
    assert covered(kind, "skirmisher", 3.01) == afar


@covers("IDG-4.2.16", "IDG-4.2.22")
def test_fields_hide_only_foot_that_did_not_move() -> None:
    assert covered("fields", "skirmisher", 5, moved=0.5) == ""
    assert covered("fields", "skirmisher", 5, turned=True) == "IDG-4.2.16"
    assert covered("fields", "light_cavalry", 5) == ""
    assert covered("fields", "skirmisher", 5, horses=True, form="riding") == ""
    assert covered("wood", "skirmisher", 5, moved=3) == "IDG-4.2.11"
    assert covered("wood", "light_cavalry", 5) == "IDG-4.2.11"


@covers("IDG-1.9.9")
@pytest.mark.parametrize(("x", "inside"), [(20.0, True), (25.8, True), (25.9, False)])
def test_cover_needs_the_whole_base_inside(x: float, inside: bool) -> None:
    terrain = [{"id": "x", "kind": "wood", "at": (20, 30), "size": (14, 14)}]
    there = field(red("a", "skirmisher", (x, 30)), terrain=terrain)
    assert (cover(there.ctx, "a", 5 * INCH) is not None) is inside


@covers("IDG-4.2.35")
def test_a_road_takes_the_cover_away() -> None:
    terrain = [
        {"id": "x", "kind": "wood", "at": (20, 30), "size": (14, 14)},
        {"id": "r", "kind": "road", "via": [(20, 0), (20, 48)], "width": 1},
    ]
    there = field(red("a", "skirmisher", (20, 30)), terrain=terrain)
    assert cover(there.ctx, "a", 5 * INCH) is None


@covers("IDG-9.6.15", "IDG-4.2.20", "IDG-A22")
@pytest.mark.parametrize(
    ("troops", "more", "solid"),
    [
        ("warrior", {}, True),
        ("skirmisher", {}, True),
        ("heavy_cavalry", {}, False),
        ("artillery", {}, False),
        ("warrior", {"horses": True, "form": "riding"}, False),
    ],
)
def test_villages_are_solid_for_foot(troops: str, more: dict[str, Any], solid: bool) -> None:
    village = [{"id": "v", "kind": "village", "at": (20, 30), "size": (14, 14)}]
    there = field(red("a", troops, (20, 30), **more), terrain=village)
    found = in_buildings(there.ctx, "a")
    assert (found.feature if found else "") == ("v" if solid else "")
    loose = field(
        red("a", troops, (20, 30), **more), terrain=village, options={"var_village_solid": False}
    )
    assert in_buildings(loose.ctx, "a") is None
    assert cover(loose.ctx, "a", 2 * INCH) is not None


RAMPART = {"id": "x", "kind": "rampart", "via": [(10, 31), (60, 31)], "width": 0.5, "side": "red"}
WALL = {"id": "x", "kind": "wall", "via": [(10, 31), (60, 31)], "width": 1, "side": "red"}


@covers("IDG-9.6.15", "IDG-16.1.6", "IDG-16.1.9")
@pytest.mark.parametrize(
    ("troops", "behind"),
    [("warrior", True), ("artillery", True), ("skirmisher", True), ("heavy_cavalry", False)],
)
def test_foot_and_artillery_right_behind_a_rampart_are_protected(troops: str, behind: bool) -> None:
    there = field(
        red("a", troops, (20, 31.25)),
        red("b", troops, (30, 33)),
        blue("c", "skirmisher", (20, 26), weapon="bow"),
        blue("d", "skirmisher", (20, 40), weapon="bow"),
        terrain=[RAMPART],
    )
    assert is_behind_works(there.ctx, "a", "c") is behind
    assert not is_behind_works(there.ctx, "a", "d")
    assert not is_behind_works(there.ctx, "b", "c")


@covers("IDG-16.1.6")
def test_the_enemy_of_its_owner_does_not_man_a_rampart() -> None:
    there = field(
        blue("a", "warrior", (20, 30.75)),
        red("c", "skirmisher", (20, 36), weapon="bow"),
        terrain=[RAMPART],
    )
    assert works_manned(there.ctx, "a") == []
    assert not is_behind_works(there.ctx, "a", "c")


@covers("IDG-16.1.6", "IDG-9.6.15")
def test_those_on_a_wall_are_protected_from_outside() -> None:
    there = field(
        red("a", "warrior", (20, 30.5), elements=[{"aboard": "x"}]),
        red("b", "warrior", (30, 31.5)),
        blue("c", "skirmisher", (20, 26), weapon="bow"),
        blue("d", "skirmisher", (20, 40), weapon="bow"),
        terrain=[WALL],
    )
    assert is_behind_works(there.ctx, "a", "c")
    assert not is_behind_works(there.ctx, "a", "d")
    assert not is_behind_works(there.ctx, "b", "c")


@covers("IDG-16.3.7", "IDG-17.2.6")
@pytest.mark.parametrize(
    ("kind", "against_bows", "against_engines"),
    [("siege_tower", True, True), ("boat", True, False), ("ship", False, False)],
)
def test_siege_towers_and_boats_protect(
    kind: Any,  # noqa: ANN401
    against_bows: bool,
    against_engines: bool,
) -> None:
    there = field(
        red("a", "warrior", (20, 30), elements=[{"aboard": "e"}]),
        blue("c", "skirmisher", (20, 26), weapon="bow"),
        blue("d", "artillery", (30, 20)),
    )
    there.world.engines["e"] = Engine(kind, Seat("red"), Pose(20 * INCH, 30 * INCH, 0))
    assert is_behind_works(there.ctx, "a", "c") is against_bows
    assert is_behind_works(there.ctx, "a", "d") is against_engines
