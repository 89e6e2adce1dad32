"""Fire oxen on the move. IDG-18.12.25 to IDG-18.12.37."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import INCH, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.games.idg.activation import March, Run, Stand
from walstatt.games.idg.mounting import Light, MoveStart, Ready
from walstatt.games.idg.movement import MovementPhase
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A = UnitId("a")


def ox(*others: dict[str, Any], turn: int = 2, **more: Any) -> Playing:  # noqa: ANN401
    """Begin a movement phase with a fire ox."""
    beast = red("a", "heavy_cavalry", (20, 30), special=["fire_ox"], **{"fuse": 3, **more})
    return playing(field(beast, *others, turn=turn), MovementPhase())


@covers("IDG-18.12.25", "IDG-18.12.26")
def test_an_ox_stands_until_it_is_lit() -> None:
    there = ox()
    assert there.refusal(Run(A, "good", 0)) == ["IDG-18.12.26"]
    assert there.refusal(March(A)) == ["IDG-18.12.26"]
    there.do(Stand(A))
    assert there.is_over


@covers("IDG-18.12.27", "IDG-18.12.37")
def test_its_first_run_is_straight_where_the_owner_likes() -> None:
    there = ox(lit=2)
    assert there.refusal(Stand(A)) == ["IDG-18.12.37"]
    assert there.refusal(Run(A)) == ["IDG-18.12.27"]
    there.do(Run(A, "good", 9_000))
    assert there.dice() == 3
    there.roll(3, 3, 4)
    assert there.element("a").pose == (30 * INCH, 30 * INCH, 9_000)
    assert there.unit("a").status == "table"


@covers("IDG-18.12.28")
@pytest.mark.parametrize(
    ("face", "facing"),
    [(1, 31_500), (2, 31_500), (3, 4_500), (4, 4_500), (5, 0), (6, 0)],
)
def test_later_it_drifts(face: int, facing: int) -> None:
    there = ox(lit=1, fuse=4)
    assert there.refusal(Run(A, "good", 0)) == ["IDG-18.12.28"]
    there.do(Run(A)).roll(face).roll(1, 1, 1)
    assert there.element("a").pose.facing == facing
    assert there.element("a").moved in (3 * INCH, 3 * INCH - 1)


@covers("IDG-18.12.37", "IDG-1.9.6")
@pytest.mark.parametrize(
    ("facing", "pose"),
    [
        (18_000, (20 * INCH, 30 * INCH + 500, 18_000)),
        (9_000, (20 * INCH + 250, 30 * INCH + 250, 9_000)),
        (4_500, (20 * INCH, 30 * INCH, 0)),
    ],
)
def test_it_cannot_turn_into_its_friends(facing: int, pose: tuple[int, int, int]) -> None:
    """Between friends, with others before it, it turns about, but not half aside."""
    wide = 600 / INCH
    there = ox(
        red("b", "warrior", (20 - wide, 30)),
        red("c", "warrior", (20 + wide, 30)),
        red("d", "warrior", (20, 30 - 400 / INCH)),
        lit=2,
    )
    there.do(Run(A, "good", facing))
    assert there.element("a").pose == pose
    assert there.unit("a").activated is (facing == 4_500)


@covers("IDG-18.12.37", "IDG-11.1.2")
def test_it_stops_on_contact_and_minds_no_markers() -> None:
    there = ox(blue("b", "warrior", (20, 25)), lit=2, disorder=4)
    there.do(Run(A, "good", 0)).roll(6, 6, 6)
    assert list(there.world.melees) == ["a|b"]
    assert there.element("a").pose.y == pytest.approx(25 * INCH, abs=13)
    there = ox(red("c", "warrior", (20, 25)), blue("b", "warrior", (50, 5)), lit=2)
    there.do(Run(A, "good", 0)).roll(6, 6, 6)
    assert there.element("a").pose.y == pytest.approx(25 * INCH + 300, abs=3)


@covers("IDG-18.12.29", "IDG-18.12.30", "IDG-18.12.32", "IDG-A42")
@pytest.mark.parametrize(("fuse", "explodes"), [(2, True), (3, False)])
def test_it_explodes_after_its_run(fuse: int, explodes: bool) -> None:
    """The ox ends at 25; a friend and an enemy are an inch and a half to its sides."""
    side = 600 / INCH + 1.5
    there = ox(
        red("c", "warrior", (20 - side, 25)),
        blue("b", "warrior", (20 + side, 26)),
        blue("d", "warrior", (20, 10)),
        lit=1,
        fuse=fuse,
    )
    there.do(Run(A)).roll(6).roll(2, 2, 1)
    markers = 2 if explodes else 0
    assert (there.unit("c").disorder, there.unit("b").disorder) == (markers, markers)
    assert there.unit("d").disorder == 0
    assert there.unit("a").status == ("destroyed" if explodes else "table")
    assert len(there.world.losses) == int(explodes)


# -- lighting ---------------------------------------------------------------------------


def kept(*others: dict[str, Any], **more: Any) -> Playing:  # noqa: ANN401
    """Begin the start of a movement phase with a fire ox."""
    beast = red("a", "heavy_cavalry", (20, 30), special=["fire_ox"], **more)
    return playing(field(beast, *others, turn=2), MoveStart())


@covers("IDG-18.12.26")
def test_it_is_lit_at_the_start_of_a_movement_phase() -> None:
    there = kept(red("c", "warrior", (30, 30)), fuse=3)
    assert there.options() == [Ready(), Light(A)]
    assert there.refusal(Light(UnitId("c"))) == ["IDG-18.12.26"]
    there.do(Light(A))
    assert there.unit("a").lit == 2
    assert "idg.ox_lit" in there.told()
    assert there.is_over
    there = kept(red("c", "light_cavalry", (30, 30)), fuse=3, lit=1)
    assert there.refusal(Light(A)) == ["IDG-18.12.26"]


@covers("IDG-18.12.25")
def test_nobody_gets_off_an_ox() -> None:
    assert kept(fuse=3, lit=1).is_over


@covers("IDG-18.12.29")
def test_without_a_fuse_written_down_it_burns_three_turns() -> None:
    there = kept().do(Light(A))
    assert there.unit("a").fuse == 3
    assert kept(fuse=2).do(Light(A)).unit("a").fuse == 2
