"""Moves that mean something in a siege: up to the wall, onto it, into a siege tower."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.idg.field import INCH, Field, blue, field, red
from walstatt.boards.pose import Pose
from walstatt.games.idg.bridgeheads import _places_at
from walstatt.games.idg.intents import sampled_moves
from walstatt.games.idg.marching import Judge, Orders, judge
from walstatt.games.idg.siege_intents import besieging, into_tower, onto_walls, up_to_walls
from walstatt.games.idg.ways import Ways
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
WALL: dict[str, Any] = {
    "id": "w",
    "kind": "wall",
    "via": [(0, 20), (72, 20)],
    "width": 2.5,
    "side": "blue",
}


def siege(*units: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    return field(*units, **{"battle": "siege", "terrain": [WALL], "turn": 3, **more})


def ways(there: Field, unit: UnitId, column: str = "good") -> Ways:
    return Ways(Judge(there.ctx, Orders(unit, column, 12)))  # type: ignore[arg-type]


@covers("IDG-16.4.3")
def test_attackers_go_square_up_to_the_wall() -> None:
    there = siege(red("a", "warrior", (30, 26), size=2, facing=10))
    own = ways(there, A)
    legs = next(up_to_walls(own))
    assert judge(there.ctx, Orders(A, "good", 12), legs) == []
    ends = own.judge.ends(legs)
    assert all(abs(one.y - round(21.25 * INCH)) <= 13 for one in ends.values())
    assert list(up_to_walls(ways(siege(blue("b", "warrior", (30, 10))), B))) == []


@covers("IDG-16.1.10")
def test_defenders_go_up_to_free_places() -> None:
    there = siege(
        blue("b", "warrior", (30, 17.5), size=3),
        blue("c", "warrior", (34, 21.25), elements=[{"aboard": "w"}]),
    )
    own = ways(there, B, "difficult")
    legs = next(onto_walls(own))
    assert judge(there.ctx, Orders(B, "difficult", 12), legs) == []
    assert {one.y for one in own.judge.ends(legs).values()} == {5398}
    assert list(onto_walls(ways(siege(blue("b", "heavy_cavalry", (30, 15))), B))) == []
    assert list(onto_walls(ways(siege(red("a", "warrior", (30, 26))), A))) == []


@covers("IDG-16.3.9")
def test_foot_goes_to_the_rear_of_its_tower() -> None:
    tower = {"id": "t", "kind": "siege_tower", "side": "red", "at": (30, 26)}
    there = siege(red("a", "warrior", (31, 33), size=2, formation="column"), engines=[tower])
    legs = next(into_tower(ways(there, A)))
    ends = Judge(there.ctx, Orders(A)).ends(legs)
    assert ends["a1"] == (30 * INCH, 26 * INCH + 600, 0)
    assert judge(there.ctx, Orders(A, "good", 12), legs) == []


def test_such_moves_are_among_the_suggestions_only_where_there_are_works() -> None:
    there = siege(red("a", "warrior", (30, 26), size=2))
    found = sampled_moves(there.ctx, Orders(A, "good", 12), Random(1), 16)
    ends = [Judge(there.ctx, Orders(A, "good", 12)).ends(one) for one in found]
    assert any(all(abs(pose.y - 5398) <= 13 for pose in one.values()) for one in ends)
    assert besieging(ways(siege(red("a", "warrior", (30, 26)), terrain=[]), A)) == []


@covers("IDG-16.3.10", "IDG-16.4.9")
@pytest.mark.parametrize(
    ("inward", "looking_in", "along", "back"),
    [
        (0, (1000, 1700), ((1150, 1700, 9000), (850, 1700, 27000)), 18000),
        (9000, (1300, 2000), ((1300, 2150, 18000), (1300, 1850, 0)), 27000),
        (18000, (1000, 2300), ((850, 2300, 27000), (1150, 2300, 9000)), 0),
    ],
)
def test_whoever_gets_onto_a_wall_stands_on_it_whichever_way_he_looks(
    inward: int,
    looking_in: tuple[int, int],
    along: tuple[tuple[int, int, int], ...],
    back: int,
) -> None:
    places = list(_places_at(Pose(1000, 2000, inward), 600, 300))
    assert places == [
        Pose(*looking_in, inward),
        *(Pose(*one) for one in along),
        Pose(1000, 2000, back),
    ]
