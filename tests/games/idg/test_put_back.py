"""Attackers whom shooting stops go back. IDG-13.2.14 to IDG-13.2.18."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.field import INCH, Field, blue, field, red
from tests.games.idg.play import playing
from walstatt.boards.pose import Base, Pose, swung
from walstatt.boards.rectangle import rectangle
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.flight import about_centre
from walstatt.games.idg.put_back import is_free, must_go_back, put_back
from walstatt.games.idg.shooting import ShootingPhase
from walstatt.games.idg.shooting_choices import HoldAll, ShootAll
from walstatt.games.idg.standing import unit_distance
from walstatt.games.idg.world import ElementId, Trail
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

X, Y = 30.0, 30.0
A, B = UnitId("a"), UnitId("b")


def at(x: float, y: float, facing: int = 0) -> Pose:
    return Pose(round(x * INCH), round(y * INCH), facing)


def trail(*stations: dict[ElementId, Pose], pivots: tuple[Any, ...] = ()) -> Trail:
    return Trail(tuple(tuple(one.items()) for one in stations), pivots)


def charge(began: float = 6.0, *, disorder: int = 3, end: float = 0.0, **more: Any) -> Field:  # noqa: ANN401
    """Let `a` stand at `end` before `b`, having come straight on from `began` before it."""
    there = field(
        red("a", "warrior", (X, Y + end), disorder=disorder, moved=began - end, entered=end == 0),
        blue("b", "warrior", (X, Y)),
        *more.pop("others", ()),
        turn=3,
        **more,
    )
    there.world.trails = {A: trail({"a": at(X, Y + began)})}
    note_contacts(there.ctx, A)
    return there


def away(there: Field) -> float:
    """Tell how far the front of `a` is from that of `b`, in inches."""
    return (there.element("a").pose.y - there.element("b").pose.y) / INCH


@covers("IDG-13.2.14", "IDG-13.2.16")
def test_a_charge_that_is_stopped_ends_just_beyond_three_inches() -> None:
    there = charge(6)
    assert put_back(there.ctx, [A]) == [A]
    assert 3.0 < away(there) < 3.02
    assert there.world.melees == {}
    assert not there.element("a").entered


@covers("IDG-13.2.14")
@pytest.mark.parametrize(
    ("began", "end", "disorder", "back"),
    [
        (6.0, 0.0, 2, False),
        (6.0, 2.5, 3, True),
        (6.0, 3.1, 3, False),
        (6.0, 2.5, 5, True),
        (1.0, 2.5, 3, False),
    ],
)
def test_only_who_came_nearer_than_three_inches_with_three_markers_goes_back(
    began: float, end: float, disorder: int, back: bool
) -> None:
    assert must_go_back(charge(began, end=end, disorder=disorder).ctx, A) == back


def test_who_did_not_move_or_was_not_shot_stays() -> None:
    there = charge(6)
    assert put_back(there.ctx, []) == []
    there.world.trails = {}
    assert put_back(there.ctx, [A]) == []


@covers("IDG-13.2.15")
def test_who_began_within_three_inches_goes_back_to_the_start() -> None:
    there = charge(2)
    put_back(there.ctx, [A])
    assert away(there) == pytest.approx(2.0, abs=0.01)


@covers("IDG-13.2.18", "IDG-A71")
def test_who_was_contacted_by_an_enemy_stays_in_that_melee() -> None:
    there = charge(6)
    there.world.melees = {}
    note_contacts(there.ctx, B)
    assert put_back(there.ctx, [A]) == []
    assert away(there) == 0.0


@covers("IDG-13.2.14")
def test_a_wheel_is_undone_before_the_advance() -> None:
    """It advanced to 4 inches and wheeled, round its right corner, into 3 inches."""
    mid, pivot = at(X, Y + 3.8), (round((X + 1.18) * INCH), round((Y + 3.8) * INCH))
    end = swung(mid, pivot, 4500)
    there = field(
        red("a", "warrior", (X, Y), disorder=3, moved=5), blue("b", "warrior", (X, Y)), turn=3
    )
    there.world.elements["a"] = replace(there.element("a"), pose=end)
    there.world.trails = {A: trail({"a": at(X, Y + 8)}, {"a": mid}, pivots=(None, pivot))}
    assert must_go_back(there.ctx, A)
    put_back(there.ctx, [A])
    found = there.element("a").pose
    assert 0 < found.facing < 4500
    assert swung(mid, pivot, found.facing) == found
    assert unit_distance(there.ctx, A, B) == pytest.approx(3 * INCH, abs=4)


def test_somebody_in_the_way_sends_it_farther_back() -> None:
    there = charge(9, others=[red("c", "warrior", (X, Y + 3.5))])
    put_back(there.ctx, [A])
    assert away(there) > 3.5 + 1.18 - 0.02


@pytest.mark.parametrize(("facing", "free"), [(9_000, True), (2_000, False), (0, True)])
def test_there_is_no_room_where_elements_would_stand_on_each_other(facing: int, free: bool) -> None:
    """Two who stand one behind the other, with their width between, turn to the side."""
    there = field(red("a", "warrior", (X, Y), size=2), blue("b", "warrior", (X, Y - 20)))
    centres = ((x * 600, 0) for x in (0, 1))
    poses = {
        name: about_centre(rectangle(Pose(5_000 + x, 7_000 + y, 0), Base(600, 300)), facing)
        for name, (x, y) in zip(("a1", "a2"), centres, strict=True)
    }
    assert is_free(there.ctx, A, poses) is free


@covers("IDG-7.2.8", "IDG-13.2.16")
def test_in_the_phase_the_third_marker_stops_the_charge() -> None:
    there = charge(6, disorder=2, others=[blue("k", "skirmisher", (X + 3, Y - 1), weapon="bow")])
    battle = playing(there, ShootingPhase())
    battle.do(ShootAll())
    battle.roll(10)
    assert battle.is_over
    assert battle.unit("a").disorder == 3
    assert 3.0 < away(battle) < 4.0
    assert "idg.put_back" in battle.told()
    assert battle.world.melees == {}
    quiet = playing(charge(6, disorder=2), ShootingPhase())
    assert quiet.is_over or quiet.do(HoldAll()).is_over
    assert away(quiet) == 0.0
