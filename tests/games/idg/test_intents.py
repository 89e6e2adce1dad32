"""Suggested moves: all are legal, and among them is what a player would want. IDG-8."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.idg.field import INCH, Field, blue, field, red
from tests.games.idg.speaking import rules_in
from walstatt.games.idg.activation import ChooseMove, Go, Halt
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.content import RED
from walstatt.games.idg.intents import nearest_stop, read_wish, sampled_moves
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
    shape, aside = ("line", 1.5 * WIDTH) if purpose == "face" else ("column", WIDTH / 2)
    there = field(
        red("a", "light_cavalry", (20, 20), size=2, formation=shape, quality="elite"),
        blue("b", "warrior", (20 - aside, 20), size=2),
        melees=[{"units": ["a", "b"], "since": 1, "by": "a"}],
    )
    note_contacts(there.ctx, A)
    orders = Orders(A, rolled=9, purpose=purpose)
    judge = Judge(there.ctx, orders)
    found = sampled_moves(there.ctx, orders, Random(1), 12)
    assert found
    assert all(judge.flaws(legs) == [] for legs in found)


# -- what is offered, in words --------------------------------------------------------------------


def offered(there: Field, rolled: int = 8, count: int = 12) -> dict[str, Go]:
    """List the kinds of moves that are offered, and the first of each."""
    question = ChooseMove(RED, A, "good", rolled, "march")
    answers = question.sample(there.ctx, Random(0), count)
    found = dict[str, Go]()
    for answer, choice in zip(answers, question.present_all(there.ctx, answers), strict=True):
        if isinstance(answer, Go):
            found.setdefault(choice.label.id.rpartition(".")[2], answer)
            assert choice.of == Target("piece", "a1")
            assert choice.target.kind == "point"
    return found


def test_each_family_is_offered_with_its_own_words() -> None:
    there = field(
        red("a", "warrior", (20, 30), size=4),
        red("c", "warrior", (34, 32), size=3, facing=15),
        blue("b", "warrior", (20, 24), size=4),
        blue("d", "warrior", (34, 22), size=4),
    )
    found = offered(there)
    assert {"go_charge", "go_back", "go_left", "go_align", "go_toward"} <= set(found)
    assert len(found) >= 7
    judge = Judge(there.ctx, Orders(A, rolled=8))
    assert judge.touched(judge.ends(found["go_charge"].legs))
    back = judge.ends(found["go_back"].legs)["a1"]
    assert back.y == 36 * INCH


def test_a_column_is_offered_to_form_a_line() -> None:
    there = field(red("a", "skirmisher", (20, 30), size=4, formation="column"))
    found = offered(there, 12)
    ends = Judge(there.ctx, Orders(A, rolled=12)).ends(found["form_line"].legs)
    assert {pose.y for pose in ends.values()} == {30 * INCH}
    assert sorted(pose.x for pose in ends.values()) == [20 * INCH + n * 600 - 900 for n in range(4)]
    there = field(red("a", "skirmisher", (20, 30), size=4))
    assert "form_column" in offered(there, 12, 24)
    assert "form_ranks" in offered(there, 12, 24)


def test_archers_are_offered_to_come_into_range() -> None:
    there = field(
        red("a", "skirmisher", (20, 30), size=2, weapon="bow"), blue("b", "warrior", (20, 15))
    )
    found = offered(there, 7)
    judge = Judge(there.ctx, Orders(A, rolled=7))
    assert judge.ends(found["go_shoot"].legs)["a1"].y <= 21 * INCH


def test_cover_and_the_way_out_are_offered() -> None:
    wood = {"id": "w", "kind": "wood", "at": (20, 26), "size": (8, 6)}
    there = field(red("a", "skirmisher", (20, 30), size=2), terrain=[wood])
    question = ChooseMove(RED, A, "difficult", 9, "march")
    answers = question.sample(there.ctx, Random(0), 12)
    labels = [one.label.id for one in question.present_all(there.ctx, answers)]
    assert "idg.do.go_cover" in labels
    there = field(
        red("a", "warrior", (66, 20), facing=90, size=2),
        battle="ambush",
        armies={"red": {"edge": "left"}, "blue": {"edge": "right"}},
    )
    assert "go_out" in offered(there)


@pytest.mark.parametrize(("by", "word"), [(18_000, "go_about"), (9_000, "go_turn"), (0, "go_face")])
def test_turns_on_the_spot_are_named(by: int, word: str) -> None:
    there = field(red("a", "warrior", (20, 30), size=2), blue("b", "warrior", (20, 5)))
    question = ChooseMove(RED, A, "good", 0, "face")
    at = Target("point", f"{20 * INCH},{30 * INCH},{by or 500}")
    answer = question.wish(there.ctx, at, Target("piece", "a1"))
    assert isinstance(answer, Go)
    assert question.present(there.ctx, answer).label.id == f"idg.do.{word}"


def test_nonsense_means_nothing() -> None:
    there = field(red("a", "warrior", (20, 30)))
    question = ChooseMove(RED, A, "good", 6, "march")
    assert question.wish(there.ctx, Target("point", "here"), None) is None
    assert question.wish(there.ctx, Target("cell", "1,2"), None) is None
    assert question.check(there.ctx, Halt()) == []
    assert rules_in(question.preview(there.ctx, Go(())).violations) == ["IDG-8.1.2"]
