"""Where units may be deployed. IDG-5.3 to IDG-5.6, IDG-1.9.11."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.field import BLUE, INCH, RED, Field, blue, field, red
from tests.games.idg.speaking import rules_in
from walstatt.boards.pose import Pose
from walstatt.games.idg.deployment_check import deploy_flaws, put_down
from walstatt.games.idg.drawing_up import Poses, body_of
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.covers import covers

HEIGHT, WIDTH = 48 * INCH, 72 * INCH
MIDDLE = 36 * INCH


def waiting(*units: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    """Lay out a position in which these units wait to be placed."""
    return field(*({**one, "status": one.get("status", "reserve")} for one in units), **more)


def lined(there: Field, unit: str, x: float, y: float, facing: int = 0, files: int = 0) -> Poses:
    """Draw a unit up with the middle of its front there, in tenths of a millimetre."""
    body = body_of(there.ctx, UnitId(unit))
    return body.poses(files or len(body.elements), Pose(round(x), round(y), facing))


def rules(there: Field, unit: str, poses: Poses, seat: Seat = RED) -> list[str]:
    """List the rules that placing a unit like this would break."""
    return rules_in(deploy_flaws(there.ctx, seat, UnitId(unit), poses))


# -- the areas ------------------------------------------------------------------------------------


@covers("IDG-5.4.2", "IDG-1.9.11")
def test_whole_bases_lie_within_six_inches_of_the_long_edge() -> None:
    there = waiting(red("a", "warrior", (0, 0), size=4), blue("b", "warrior", (0, 0), size=2))
    line = HEIGHT - 6 * INCH
    assert rules(there, "a", lined(there, "a", MIDDLE, line)) == []
    assert rules(there, "a", lined(there, "a", MIDDLE, line - 1)) == ["IDG-5.4.2"]
    assert rules(there, "b", lined(there, "b", MIDDLE, 6 * INCH, 18_000), BLUE) == []
    assert rules(there, "b", lined(there, "b", MIDDLE, 6 * INCH + 1, 18_000), BLUE) == ["IDG-5.4.2"]


@covers("IDG-5.4.2")
def test_a_single_corner_outside_the_area_is_enough_to_be_refused() -> None:
    there = waiting(red("a", "warrior", (0, 0)))
    line = HEIGHT - 6 * INCH
    assert rules(there, "a", lined(there, "a", MIDDLE, line + 30, 500)) == []
    assert rules(there, "a", lined(there, "a", MIDDLE, line + 10, 500)) == ["IDG-5.4.2"]


@covers("IDG-5.5.2")
def test_a_raid_is_deployed_like_an_open_battle() -> None:
    there = waiting(red("a", "warrior", (0, 0), size=4), battle="raid")
    line = HEIGHT - 6 * INCH
    assert rules(there, "a", lined(there, "a", MIDDLE, line)) == []
    assert rules(there, "a", lined(there, "a", MIDDLE, line - 1)) == ["IDG-5.5.2"]


@covers("IDG-5.3.9")
def test_ambushers_stay_more_than_twelve_inches_from_the_edge_the_column_comes_by() -> None:
    armies = {"red": {"edge": "left"}, "blue": {"edge": "right"}}
    there = waiting(blue("b", "warrior", (0, 0)), battle="ambush", armies=armies)
    face = 27_000
    at = 12 * INCH
    assert rules(there, "b", lined(there, "b", at + 1, 6000, face), BLUE) == []
    assert rules(there, "b", lined(there, "b", at, 6000, face), BLUE) == ["IDG-5.3.9"]
    assert rules(there, "b", lined(there, "b", WIDTH - 300, 300, face), BLUE) == []


@covers("IDG-5.6.4", "IDG-5.6.8", "IDG-5.6.18")
def test_the_besieged_have_their_half_and_the_besiegers_six_inches() -> None:
    there = waiting(
        red("a", "warrior", (0, 0)), blue("b", "warrior", (0, 0)), battle="siege", attacker="red"
    )
    half, line = HEIGHT // 2, HEIGHT - 6 * INCH
    assert rules(there, "b", lined(there, "b", MIDDLE, half, 18_000), BLUE) == []
    assert rules(there, "b", lined(there, "b", MIDDLE, half + 1, 18_000), BLUE) == ["IDG-5.6.4"]
    assert rules(there, "a", lined(there, "a", MIDDLE, line)) == []
    assert rules(there, "a", lined(there, "a", MIDDLE, line - 1)) == ["IDG-5.6.8"]


@covers("IDG-17.1.2")
def test_wagons_stand_within_twelve_inches_of_the_base_edge() -> None:
    there = waiting(red("w", "wagon", (0, 0), size=3))
    line = HEIGHT - 12 * INCH
    assert rules(there, "w", lined(there, "w", MIDDLE, line)) == []
    assert rules(there, "w", lined(there, "w", MIDDLE, line - 1)) == ["IDG-17.1.2"]


@covers("IDG-1.3.1")
def test_all_of_a_unit_must_be_on_the_table() -> None:
    there = waiting(red("a", "warrior", (0, 0), size=2))
    assert rules(there, "a", lined(there, "a", 600, HEIGHT - 300)) == []
    assert rules(there, "a", lined(there, "a", 599, HEIGHT - 300)) == ["IDG-1.3.1"]
    assert rules(there, "a", lined(there, "a", 600, HEIGHT - 299)) == ["IDG-1.3.1"]
    assert rules(there, "a", lined(there, "a", WIDTH - 599, HEIGHT - 300)) == ["IDG-1.3.1"]


# -- the unit itself ------------------------------------------------------------------------------


@covers("IDG-1.5.1", "IDG-1.5.2", "IDG-1.5.3")
@pytest.mark.parametrize(
    ("troops", "gap", "broken"),
    [
        ("warrior", 1.0, []),
        ("warrior", 1.5, ["IDG-1.5.1"]),
        ("skirmisher", 1.5, []),
        ("skirmisher", 2.0, []),
        ("skirmisher", 3.0, ["IDG-1.5.2"]),
        ("cataphract", 1.5, ["IDG-1.5.1"]),
        ("light_cavalry", 1.5, []),
    ],
)
def test_a_unit_is_deployed_in_cohesion(troops: str, gap: float, broken: list[str]) -> None:
    there = waiting(red("a", troops, (0, 0), size=6))
    left = lined(there, "a", MIDDLE, HEIGHT - 5 * INCH)
    far = round(gap * INCH)
    apart = tuple(
        (one, pose._replace(x=pose.x + (far if number >= 3 else 0)))
        for number, (one, pose) in enumerate(left)
    )
    assert rules(there, "a", apart) == broken


@covers("IDG-1.9.6")
def test_nobody_is_placed_on_anybody() -> None:
    there = waiting(
        red("a", "warrior", (0, 0), size=2),
        red("c", "warrior", (36, 44), size=2, status="table"),
        red("d", "warrior", (30, 44), status="concealed"),
    )
    flush = lined(there, "a", MIDDLE + 1200, 44 * INCH)
    assert rules(there, "a", flush) == []
    assert rules(there, "a", lined(there, "a", MIDDLE + 1196, 44 * INCH)) == ["IDG-1.9.6"]
    assert rules(there, "a", lined(there, "a", 30 * INCH, 44 * INCH)) == ["IDG-1.9.6"]
    twice = tuple((one, Pose(5000, HEIGHT - 600, 0)) for one in ("a1", "a2"))
    assert rules(there, "a", twice) == ["IDG-1.9.6"]


@covers("IDG-4.2.29", "IDG-4.2.10")
def test_nobody_is_placed_on_forbidden_ground() -> None:
    wood = {"id": "w", "kind": "wood", "at": (20, 44), "size": (8, 8)}
    river = {"id": "r", "kind": "river", "via": [(40, 0), (40, 48)], "width": 3}
    there = waiting(
        red("a", "warrior", (0, 0), size=2),
        red("e", "elephant", (0, 0)),
        terrain=[wood, river],
    )
    assert rules(there, "a", lined(there, "a", 20 * INCH, HEIGHT - 1000)) == []
    assert rules(there, "e", lined(there, "e", 20 * INCH, HEIGHT - 1000)) == ["IDG-4.2.10"]
    assert rules(there, "a", lined(there, "a", 40 * INCH, HEIGHT - 1000)) == ["IDG-4.2.29"]


@covers("IDG-5.4.3")
def test_only_the_units_own_elements_are_placed_each_once_and_only_if_they_wait() -> None:
    there = waiting(
        red("a", "warrior", (0, 0), size=2),
        red("c", "warrior", (36, 44), status="table"),
        blue("b", "warrior", (0, 0), size=2),
    )
    good = lined(there, "a", MIDDLE, HEIGHT - 600)
    assert rules(there, "a", good[:1]) == ["IDG-5.4.3"]
    assert rules(there, "a", (*good, good[0])) == ["IDG-5.4.3"]
    assert rules(there, "a", (good[0], ("b1", good[1][1]))) == ["IDG-5.4.3"]
    assert rules(there, "b", lined(there, "b", MIDDLE, HEIGHT - 600)) == ["IDG-5.4.3"]
    assert rules(there, "c", lined(there, "c", MIDDLE, HEIGHT - 600)) == ["IDG-5.4.3"]
    assert rules(there, "nobody", good) == ["IDG-5.4.3"]
    assert rules(there, "a", (good[0], ("a2", Pose(10**9, 0, 0)))) == ["IDG-1.3.1"]


def test_every_reason_is_named_at_once() -> None:
    wood = {"id": "w", "kind": "wood", "at": (36, 36), "size": (8, 8)}
    there = waiting(
        red("a", "light_chariot", (0, 0), size=2),
        red("c", "warrior", (36, 36), status="table"),
        terrain=[wood],
    )
    here, away = Pose(36 * INCH, 36 * INCH, 0), Pose(36 * INCH, 30 * INCH, 0)
    found = rules(there, "a", (("a1", here), ("a2", away)))
    assert found == ["IDG-5.4.2", "IDG-1.5.2", "IDG-1.9.6", "IDG-4.2.10"]


@covers("IDG-5.7.14")
def test_a_folded_unit_is_placed_by_its_first_element_alone() -> None:
    there = waiting(red("a", "warrior", (0, 0), size=6, folded=True))
    at = Pose(MIDDLE, HEIGHT - 600, 0)
    assert rules(there, "a", (("a1", at),)) == []
    every = tuple((f"a{n}", at._replace(x=at.x + 600 * n)) for n in range(1, 7))
    assert rules(there, "a", every) == ["IDG-5.7.14"]
    assert rules(there, "a", (("a2", at),)) == ["IDG-5.7.14"]


@covers("IDG-5.10.1")
def test_baggage_is_placed_as_one_unit() -> None:
    there = waiting(red("g", "baggage", (0, 0), size=3))
    poses = lined(there, "g", MIDDLE, HEIGHT - 600)
    assert rules(there, "g", poses[:2]) == ["IDG-5.4.3"]
    assert rules(there, "g", poses) == []
    put_down(there.ctx, UnitId("g"), poses)
    assert there.unit("g").status == "table"
    assert [there.element(f"g{n}").pose.x for n in (1, 2, 3)] == [
        MIDDLE - 600,
        MIDDLE,
        MIDDLE + 600,
    ]


# -- works ----------------------------------------------------------------------------------------

WALL = {"id": "w", "kind": "wall", "via": [(0, 14), (72, 14)], "width": 2.5, "side": "blue"}


@covers("IDG-16.1.9", "IDG-16.1.6")
def test_foot_and_artillery_man_walls_and_nobody_else() -> None:
    there = waiting(
        blue("f", "warrior", (0, 0), size=2),
        blue("m", "artillery", (0, 0)),
        blue("h", "heavy_cavalry", (0, 0), size=2),
        battle="siege",
        terrain=[WALL],
    )
    face = round((14 + 1.25) * INCH)
    for unit in ("f", "m"):
        poses = lined(there, unit, MIDDLE if unit == "f" else 3000, face, 18_000)
        assert rules(there, unit, poses, BLUE) == []
        put_down(there.ctx, UnitId(unit), poses)
    assert {there.element(one).aboard for one in ("f1", "f2", "m")} == {"w"}
    riders = lined(there, "h", 12_000, face, 18_000)
    assert rules(there, "h", riders, BLUE) == ["IDG-16.1.10"]


@covers("IDG-16.1.10")
def test_nobody_stands_half_on_a_wall_or_beyond_its_outer_face() -> None:
    there = waiting(blue("f", "warrior", (0, 0)), battle="siege", terrain=[WALL])
    inner, face = round(12.75 * INCH), round(15.25 * INCH)
    assert rules(there, "f", lined(there, "f", MIDDLE, inner, 18_000), BLUE) == []
    assert rules(there, "f", lined(there, "f", MIDDLE, inner + 100, 18_000), BLUE) == [
        "IDG-16.1.10"
    ]
    assert rules(there, "f", lined(there, "f", MIDDLE, face, 18_000), BLUE) == []
    assert rules(there, "f", lined(there, "f", MIDDLE, face + 100, 18_000), BLUE) == ["IDG-16.1.10"]


def test_who_stands_behind_a_wall_is_not_in_the_way_of_who_stands_on_it() -> None:
    there = waiting(
        blue("f", "warrior", (0, 0)),
        blue("h", "warrior", (36, 12.75), status="table"),
        battle="siege",
        terrain=[WALL],
    )
    up = lined(there, "f", MIDDLE, round(15.25 * INCH) - 300, 18_000)
    assert rules(there, "f", up, BLUE) == []


# -- the front rank of Vikings --------------------------------------------------------------------


@covers("IDG-18.8.3")
@pytest.mark.parametrize(("book", "cited"), [("vikings", ["IDG-18.8.3"]), ("free", [])])
def test_armoured_vikings_are_not_placed_behind_the_others(book: str, cited: list[str]) -> None:
    mail: list[dict[str, str]] = [{}, {}, {"armour": "armoured"}, {"armour": "armoured"}]
    there = waiting(red("a", "warrior", (0, 0), subtypes="swordsmen", elements=mail))
    armies = there.ctx.content.armies
    armies[RED] = replace(armies[RED], list=book)
    in_front = lined(there, "a", MIDDLE, HEIGHT - 5 * INCH, files=2)
    assert [one for one, _ in in_front[:2]] == ["a3", "a4"]
    assert rules(there, "a", in_front) == []
    poses = [pose for _, pose in in_front]
    for order in (("a1", "a2", "a3", "a4"), ("a1", "a3", "a2", "a4")):
        assert rules(there, "a", tuple(zip(order, poses, strict=True))) == cited
    column = lined(there, "a", MIDDLE, HEIGHT - 5 * INCH, files=1)
    assert rules(there, "a", column) == []
