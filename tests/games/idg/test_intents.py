"""Suggested moves: all are legal, and among them is what a player would want. IDG-8."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.idg.field import INCH, Field, blue, field, red
from walstatt.boards.pose import Pose
from walstatt.games.idg.activation import ChooseMove, Go, Halt
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.content import RED
from walstatt.games.idg.intents import carried, nearest_stop, read_wish, sampled_moves
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.standing import is_coherent
from walstatt.games.idg.world import rect_at
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
WIDTH = 600 / INCH


def crowded(**more: Any) -> Field:  # noqa: ANN401
    """Lay out a line with friends beside it, a wood, and enemies before it."""
    return field(
        red("a", "warrior", (20, 30), size=4, **more),
        red("c", "warrior", (20 + 4 * WIDTH, 30), size=4),
        blue("b", "warrior", (18, 25), size=4),
        blue("d", "light_cavalry", (32, 20), size=3),
        terrain=[{"id": "w", "kind": "wood", "at": (12, 26), "size": (4, 4)}],
    )


@pytest.mark.parametrize("column", ["good", "difficult"])
@pytest.mark.parametrize("facing", [0, 20, 185])
def test_all_suggestions_are_legal(column: Any, facing: float) -> None:  # noqa: ANN401
    there = crowded(facing=facing)
    orders = Orders(A, column, 7)
    judge = Judge(there.ctx, orders)
    found = sampled_moves(there.ctx, orders, Random(2), 40)
    assert len(found) >= 5
    for legs in found:
        assert judge.flaws(legs) == []


@covers("IDG-8.2.6")
def test_a_charge_is_among_them() -> None:
    there = field(red("a", "warrior", (20, 28), size=4), blue("b", "warrior", (20, 23), size=4))
    judge = Judge(there.ctx, Orders(A, rolled=8))
    found = sampled_moves(there.ctx, Orders(A, rolled=8), Random(1), 40)
    assert any(judge.touched(judge.ends(legs)) for legs in found)


def test_who_does_not_attack_stops_before_the_enemy() -> None:
    there = field(red("a", "skirmisher", (20, 28)), blue("b", "warrior", (20, 23)))
    judge = Judge(there.ctx, Orders(A, rolled=8))
    (legs,) = [nearest_stop(judge, read_wish(there.ctx, judge.orders, Target("piece", "b")))]
    assert not judge.touched(judge.ends(legs))
    assert judge.ends(legs)["a"].y - 23 * INCH < 20


@covers("IDG-1.5.5")
def test_a_gap_is_closed_first() -> None:
    apart = [{"at": (20, 30)}, {"at": (20 + WIDTH, 30)}, {"at": (28, 30)}]
    there = field(red("a", "warrior", (20, 30), elements=apart))
    orders = Orders(A, rolled=9)
    first = sampled_moves(there.ctx, orders, Random(1), 40)[0]
    ends = Judge(there.ctx, orders).ends(first)
    assert is_coherent(there.ctx, A, [rect_at(there.ctx, one, pose) for one, pose in ends.items()])


@pytest.mark.parametrize("purpose", ["evade", "break_off", "join", "face"])
def test_units_in_melee_have_suggestions_too(purpose: Any) -> None:  # noqa: ANN401
    there = field(
        red("a", "light_cavalry", (20, 20), size=2, formation="column", quality="elite"),
        blue("b", "warrior", (20 - WIDTH / 2, 20), size=2),
        melees=[{"units": ["a", "b"], "since": 1, "by": "a"}],
    )
    note_contacts(there.ctx, A)
    orders = Orders(A, rolled=9, purpose=purpose)
    judge = Judge(there.ctx, orders)
    found = sampled_moves(there.ctx, orders, Random(1), 12)
    assert found
    assert all(judge.flaws(legs) == [] for legs in found)


def test_a_preview_shows_where_the_unit_has_to_stop() -> None:
    there = field(red("a", "warrior", (20, 30)), blue("b", "warrior", (20, 5)))
    question = ChooseMove(RED, A, "good", 6, "march")
    answer = question.wish(there.ctx, Target("point", f"{20 * INCH},{22 * INCH}"), None)
    assert answer is not None
    shown = question.preview(there.ctx, answer)
    assert [one.rule for one in shown.violations] == ["IDG-8.1.1"]
    assert shown.ledgers[0].total == 6
    (target,) = shown.reach
    x, y, facing = (int(one) for one in target.id.partition(":")[2].split(","))
    assert (x, facing) == (20 * INCH, 0)
    assert 0 <= y - 24 * INCH <= 2


def test_a_formation_is_carried_along_with_its_first_element() -> None:
    before = {"x": Pose(0, 0, 0), "y": Pose(600, 0, 0)}
    assert carried(before, Pose(100, 50, 9_000)).poses == {
        "x": Pose(100, 50, 9_000),
        "y": Pose(100, 650, 9_000),
    }


def test_nonsense_means_nothing() -> None:
    there = field(red("a", "warrior", (20, 30)))
    question = ChooseMove(RED, A, "good", 6, "march")
    assert question.wish(there.ctx, Target("point", "here"), None) is None
    assert question.wish(there.ctx, Target("cell", "1,2"), None) is None
    assert question.check(there.ctx, Halt()) == []
    assert [one.rule for one in question.preview(there.ctx, Go(())).violations] == ["IDG-8.1.2"]
