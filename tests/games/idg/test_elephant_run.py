"""Elephants that are shot run. IDG-9.7.4, IDG-9.7.10."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import INCH, RED, Field, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.boards.pose import Pose
from walstatt.games.idg.elephant_run import runs_to, trampled_by, way_of
from walstatt.games.idg.shooting import ShootingPhase
from walstatt.games.idg.shooting_choices import ShootAll
from walstatt.games.idg.world import Engine, rect_of
from walstatt.workshop.covers import covers

X, Y = 30.0, 30.0


def shot(*others: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    """Let artillery stand ten inches before an elephant."""
    return field(
        red("a", "artillery", (X, Y)), blue("e", "elephant", (X, Y - 10)), *others, turn=3, **more
    )


def played(there: Field, *run: int) -> Playing:
    """Let the elephant be shot and run."""
    battle = playing(there, ShootingPhase()).do(ShootAll())
    while battle.game.asked is not None:
        battle.do(ShootAll())
    battle.roll(10)
    assert battle.pending() == "roll idg.roll.elephant_run"
    return battle.roll(*run)


@covers("IDG-9.7.4", "IDG-15.1.4", "IDG-8.4.4")
def test_a_shot_elephant_tramples_all_in_its_way_and_is_lost() -> None:
    """Its rear is 2.36 behind its front, at Y - 12.36; with 7 inches it runs to Y - 19.36."""
    there = shot(
        blue("b", "warrior", (X, Y - 15), size=2),
        blue("c", "warrior", (X, Y - 19.5)),
        blue("d", "warrior", (X + 6, Y - 15)),
    )
    battle = played(there, 3, 4)
    assert battle.is_over
    assert battle.unit("e").status == "destroyed"
    assert battle.unit("b").disorder == 2
    assert battle.unit("c").disorder == battle.unit("d").disorder == 0
    assert (battle.world.losses[0].shot, battle.world.losses[0].last) == (True, True)
    assert played(there_again := shot(blue("c", "warrior", (X, Y - 19.5))), 4, 4).is_over
    assert there_again.unit("c").disorder == 2


@covers("IDG-8.4.8", "IDG-9.7.4")
def test_a_run_that_would_end_on_troops_goes_on_until_it_is_clear_of_all() -> None:
    """With 2 inches it would end on `b`; clear of `b` it would stand on `c`, and then on nobody."""
    there = shot(
        blue("b", "warrior", (X, Y - 12.7), size=3),
        blue("c", "warrior", (X, Y - 14.4), size=3),
        blue("d", "warrior", (X, Y - 18.5), size=3),
    )
    battle = played(there, 1, 1)
    assert [battle.unit(name).disorder for name in ("b", "c", "d")] == [2, 2, 0]


@covers("IDG-8.4.8", "IDG-9.7.10")
def test_at_the_edge_of_the_table_the_run_ends_even_on_troops() -> None:
    there = field(
        red("a", "artillery", (X, 14)),
        blue("e", "elephant", (X, 5)),
        blue("b", "warrior", (X, 2), size=3),
    )
    way = way_of(there.ctx, "e", 0, 2 * INCH)
    assert abs(way.base.depth - 600 - 3.82 * INCH) < 10
    assert trampled_by(there.ctx, "e", way) == ["b"]


@covers("IDG-9.7.4")
def test_friends_of_the_shooter_are_trampled_too_and_seven_markers_remove() -> None:
    there = shot(red("f", "warrior", (X, Y - 18), disorder=5))
    battle = played(there, 3, 3)
    assert battle.unit("f").status == "destroyed"


@covers("IDG-9.7.10")
def test_it_runs_from_the_nearest_of_those_who_shot_it() -> None:
    there = shot(red("g", "artillery", (X - 8, Y - 11.18), facing=90))
    assert runs_to(there.ctx, "e", ("a",)) == 0
    assert runs_to(there.ctx, "e", ("a", "g")) == 9000


@covers("IDG-9.7.10", "IDG-18.12.35")
def test_from_a_flamethrower_it_runs_as_from_a_unit() -> None:
    there = shot()
    x, y = rect_of(there.ctx, "e").centre
    there.world.engines = {"f": Engine("flamethrower", RED, Pose(round(x) - 5 * INCH, round(y), 0))}
    assert runs_to(there.ctx, "e", ("f",)) == 9000
    assert runs_to(there.ctx, "e", ("a", "f")) == 9000


@covers("IDG-9.7.10")
@pytest.mark.parametrize(("far", "length"), [(5.0, 5.0), (40.0, 9.64)])
def test_the_run_ends_at_the_edge_of_the_table(far: float, length: float) -> None:
    there = field(red("a", "artillery", (X, 30)), blue("e", "elephant", (X, 12 - 1.18)))
    way = way_of(there.ctx, "e", 0, far * INCH)
    assert abs(way.base.depth - 600 - length * INCH) < 10
    assert trampled_by(there.ctx, "e", way) == []


@covers("IDG-9.7.10", "IDG-13.2.12")
def test_other_hits_on_units_in_the_way_come_after_the_run() -> None:
    """The bowmen hit `b` once while the elephant tramples it: three markers in all."""
    there = shot(
        blue("b", "skirmisher", (X, Y - 15), size=2),
        red("k", "skirmisher", (X, Y - 19), facing=180, weapon="bow"),
    )
    battle = playing(there, ShootingPhase()).do(ShootAll())
    battle.roll(10).roll(8).roll(3, 2)
    assert battle.is_over
    assert battle.unit("b").disorder == 3
    told = battle.told()
    assert told.index("idg.trampled") < len(told) - 1 - told[::-1].index("idg.disordered")


def test_who_stands_on_works_is_out_of_the_way() -> None:
    wall = {"id": "w", "kind": "wall", "via": [(20, 15), (40, 15)], "width": 1.2, "side": "blue"}
    there = shot(blue("b", "warrior", (X, Y - 14.5), elements=[{"aboard": "w"}]), terrain=[wall])
    way = way_of(there.ctx, "e", 0, 8 * INCH)
    assert trampled_by(there.ctx, "e", way) == []
