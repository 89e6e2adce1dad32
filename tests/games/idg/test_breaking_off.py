"""Breaking off, joining a melee. IDG-11.2, IDG-11.3."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import INCH, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.boards.paths import Slide, advance
from walstatt.boards.pose import Pose
from walstatt.games.idg.activation import BreakOff, Go, Halt, Join, March
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.going import poses_of
from walstatt.games.idg.movement import MovementPhase
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
WIDTH = 600 / INCH


def melee(*units: dict[str, Any], since: int = 1, **more: Any) -> Playing:  # noqa: ANN401
    """Begin a movement phase of turn 2 with units in melee."""
    old = [{"units": ["a", "b"], "since": since, "by": "a"}]
    there = field(*units, turn=2, melees=old, **more)
    note_contacts(there.ctx, A)
    return playing(there, MovementPhase())


@covers("IDG-11.3.4", "IDG-11.3.5", "IDG-11.3.6", "IDG-11.3.9")
def test_a_unit_breaks_off_and_may_be_followed() -> None:
    there = melee(red("a", "warrior", (20, 20), size=2), blue("b", "warrior", (20, 20), size=2))
    there.do(BreakOff(A)).roll(3, 3)
    there.do(Go((advance(poses_of(there.ctx, A), 0, -4 * INCH),)))
    assert there.unit("a").deed == "broke_off"
    assert there.world.melees == {}
    assert there.element("a1").moved == 4 * INCH
    there.do(March(B)).roll(2, 2).do(Go((advance(poses_of(there.ctx, B), 18_000, 4 * INCH),)))
    assert there.world.melees["a|b"].by == "b"
    assert there.unit("b").opened


@covers("IDG-11.3.4", "IDG-A11")
@pytest.mark.parametrize(("since", "more"), [(2, {}), (1, {"activated": True})])
def test_who_was_just_contacted_or_comes_too_late_stays(since: int, more: dict[str, Any]) -> None:
    there = melee(
        red("a", "warrior", (20, 20)), blue("b", "warrior", (20, 20), **more), since=since
    )
    assert there.refusal(BreakOff(A)) == ["IDG-11.3.4"]


@covers("IDG-11.3.9")
def test_who_does_not_get_clear_stays() -> None:
    there = melee(red("a", "warrior", (20, 20)), blue("b", "warrior", (20, 20)))
    there.do(BreakOff(A)).roll(1, 1)
    assert there.refusal(Go((advance(poses_of(there.ctx, A), 0, -0.04 * INCH),))) == ["IDG-11.3.9"]
    there.do(Halt())
    assert list(there.world.melees) == ["a|b"]


@covers("IDG-11.2.7", "IDG-11.2.9", "IDG-11.1.17", "IDG-A8")
def test_the_second_rank_comes_up() -> None:
    there = melee(
        red("a", "warrior", (20, 20), size=2, formation="column"),
        blue("b", "warrior", (20 - WIDTH / 2, 20), size=2),
    )
    there.do(Join(A)).roll(5, 5)
    up = Slide({"a2": Pose(round((20 - WIDTH) * INCH), 20 * INCH, 0)})
    there.do(Go((up,)))
    assert there.unit("a").deed == "joined"
    assert there.element("a2").entered
    assert not there.element("a1").entered
    assert not there.unit("a").opened
    assert there.world.melees["a|b"].since == 1


@covers("IDG-11.2.7", "IDG-11.2.12")
@pytest.mark.parametrize(
    ("kind", "more", "since", "found"),
    [
        ("warrior", {"disorder": 3}, 1, ["IDG-11.2.12"]),
        ("skirmisher", {}, 1, ["IDG-11.2.12"]),
        ("warrior", {}, 2, ["IDG-11.2.7"]),
        ("warrior", {"size": 1}, 1, ["IDG-11.2.7"]),
    ],
)
def test_who_sends_nobody_up(kind: str, more: dict[str, Any], since: int, found: list[str]) -> None:
    own = {"size": 2, "formation": "column", **more}
    there = melee(red("a", kind, (20, 20), **own), blue("b", "warrior", (20, 20)), since=since)
    assert there.refusal(Join(A)) == found


@covers("IDG-11.2.8")
def test_who_joins_meets_nobody_new() -> None:
    there = melee(
        red("a", "warrior", (20, 20), size=2, formation="column"),
        blue("b", "warrior", (20, 20)),
        blue("c", "warrior", (20.2 + WIDTH, 20)),
    )
    there.do(Join(A)).roll(5, 5)
    up = Slide({"a2": Pose(round((20.2 + WIDTH) * INCH), 20 * INCH, 0)})
    assert "IDG-11.2.8" in there.refusal(Go((up,)))


@covers("IDG-1.5.7", "IDG-11.2.9")
def test_who_joins_stays_with_his_unit() -> None:
    there = melee(
        red("a", "warrior", (20, 20), size=2, formation="column"),
        blue("b", "warrior", (20 + WIDTH, 20), size=3),
    )
    there.do(Join(A)).roll(6, 6)
    apart = Slide({"a2": Pose(round((21.1 + WIDTH) * INCH), 20 * INCH, 0)})
    assert there.refusal(Go((apart,))) == ["IDG-8.2.5"]
    there.do(Go((Slide({"a2": Pose(round((20.9 + WIDTH) * INCH), 20 * INCH, 0)}),)))
    assert there.element("a2").entered


@covers("IDG-11.3.8")
def test_who_has_no_foe_left_marches_freely() -> None:
    there = playing(
        field(red("a", "warrior", (20, 20)), blue("c", "warrior", (20, 17))), MovementPhase()
    )
    there.do(March(A)).roll(2, 1).do(Go((advance(poses_of(there.ctx, A), 0, 3 * INCH),)))
    assert list(there.world.melees) == ["a|c"]
