"""Rallying. IDG-13.4."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.brawl import FOOT, X, Y, brawl
from tests.games.idg.field import Field, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.games.idg.changes import give_markers
from walstatt.games.idg.rally import (
    ChooseRally,
    Encourage,
    KeepDie,
    RallyPhase,
    rally_ledger,
    rally_roll,
)
from walstatt.kernel.chance import Roll
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.odds import distribution
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

A, B, C = UnitId("a"), UnitId("b"), UnitId("c")


def unit(size: int = 4, markers: int = 3, **more: Any) -> Field:  # noqa: ANN401
    return field(red("a", "warrior", (X, Y), size=size, disorder=markers, **more))


def dice(there: Field) -> list[str]:
    return rally_ledger(there.ctx, A).explain()


@covers("IDG-13.4.1", "IDG-13.4.2", "IDG-A3")
@pytest.mark.parametrize(
    ("quality", "size", "lines"),
    [
        ("raw", 4, ["+1 IDG-13.4.1"]),
        ("ordinary", 4, ["+2 IDG-13.4.1"]),
        ("elite", 6, ["+2 IDG-13.4.1"]),
        ("ordinary", 7, ["+2 IDG-13.4.1", "+1 IDG-13.4.2"]),
        ("raw", 7, ["+1 IDG-13.4.1", "+1 IDG-13.4.2"]),
    ],
)
def test_how_many_dice_a_unit_rolls(quality: str, size: int, lines: list[str]) -> None:
    assert dice(unit(size, markers=2, quality=quality)) == lines


# IDG-E46
@covers("IDG-13.4.3", "IDG-13.4.4")
def test_seven_elements_roll_three_dice_and_two_successes_remove_two_markers() -> None:
    there = playing(unit(7), RallyPhase())
    assert there.dice() == 3
    assert there.roll(5, 6, 2).is_over
    assert there.unit("a").disorder == 1
    assert there.told() == ["kernel.rolled", "idg.rallied", "kernel.ended"]
    assert playing(unit(6), RallyPhase()).dice() == 2


# IDG-E66
@covers("IDG-1.4.8")
def test_an_elite_general_does_not_change_the_grade_of_his_unit() -> None:
    general = {"id": "g", "general": True, "quality": "elite"}
    there = unit(4, quality="raw", elements=[general])
    assert dice(there) == ["+1 IDG-13.4.1"]


@covers("IDG-13.4.2")
def test_only_the_elements_that_are_left_count() -> None:
    there = unit(7)
    there.world.units[A] = replace(there.unit("a"), elements=there.unit("a").elements[:6])
    assert dice(there) == ["+2 IDG-13.4.1"]


@covers("IDG-13.4.3")
def test_the_chances_of_a_rally_are_exact() -> None:
    assert distribution(rally_roll(unit(4, markers=3).ctx, A)) == {
        0: Fraction(4, 9),
        1: Fraction(4, 9),
        2: Fraction(1, 9),
    }
    assert distribution(rally_roll(unit(4, markers=1).ctx, A)) == {
        0: Fraction(4, 9),
        1: Fraction(5, 9),
    }


def test_who_has_no_markers_does_not_roll() -> None:
    assert playing(unit(markers=0), RallyPhase()).is_over


@covers("IDG-13.4.5")
def test_units_in_melee_rally_too() -> None:
    there = brawl(red("a", "warrior", (X, Y), disorder=2), blue("b", "warrior", (X, Y), disorder=1))
    battle = playing(there, RallyPhase()).roll(1, 4, 6, 6)
    assert (battle.unit("a").disorder, battle.unit("b").disorder) == (2, 0)
    assert "idg.rally_failed" in battle.told()


def test_side_one_rolls_first() -> None:
    there = field(
        red("a", "warrior", (X, Y), disorder=2),
        blue("b", "warrior", (X, 4), disorder=1),
        first="blue",
    )
    assert list(playing(there, RallyPhase()).rolls()) == ["b", "a"]


# IDG-E62
@covers("IDG-13.3.2")
def test_who_rallies_to_three_markers_need_not_flee() -> None:
    there = playing(unit(markers=5), RallyPhase()).roll(5, 5)
    assert (there.unit("a").disorder, there.unit("a").flight) == (3, False)
    again = playing(unit(markers=6), RallyPhase()).roll(5, 1)
    assert (again.unit("a").disorder, again.unit("a").flight) == (5, True)


# -- the general's dice ---------------------------------------------------------------------------


def led(*, exceptional: bool = False, away: float = 3.0, **more: Any) -> Playing:  # noqa: ANN401
    """Let `a` stand before the general and `c` behind him; all roll in vain."""
    there = field(
        red("a", "warrior", (X, Y - away - FOOT), size=2, disorder=2),
        red("c", "warrior", (X, Y + 5), size=2, disorder=4),
        red("g", "warrior", (X, Y), general=True),
        red("z", "warrior", (X + 30, Y), size=2, disorder=1),
        blue("b", "warrior", (X, 2), size=2, disorder=1),
        armies={"red": {"command": "organised", "exceptional": exceptional, **more}},
    )
    return playing(there, RallyPhase()).roll(*(1 for _ in range(8)))


@covers("IDG-13.4.6", "IDG-13.4.9", "IDG-A4")
def test_the_general_gives_one_die_after_the_rolls_are_seen() -> None:
    battle = led()
    assert battle.asked() == ("red", "choose_rally")
    assert battle.options() == [Encourage(C), Encourage(A), KeepDie()]
    battle.do(Encourage(A))
    assert (battle.pending(), battle.dice()) == ("roll idg.roll.rally_general", 1)
    battle.roll(5)
    assert battle.is_over
    assert (battle.unit("a").disorder, battle.unit("c").disorder) == (1, 4)
    assert battle.world.generals[Seat("red")].dice == 1


@covers("IDG-13.4.10")
def test_the_most_disordered_unit_is_helped_by_default() -> None:
    battle = led()
    assert battle.decision().default(battle.ctx) == Encourage(C)


@covers("IDG-13.4.7")
def test_an_exceptional_general_gives_two_dice_to_one_unit_or_to_two() -> None:
    battle = led(exceptional=True).do(Encourage(C)).do(Encourage(C))
    assert (list(battle.rolls()), battle.dice()) == (["c"], 2)
    assert battle.roll(6, 5).unit("c").disorder == 2
    both = led(exceptional=True).do(Encourage(A)).do(Encourage(C))
    assert (list(both.rolls()), both.dice()) == (["a", "c"], 2)
    both.roll(6, 1)
    assert (both.unit("a").disorder, both.unit("c").disorder) == (1, 4)
    one = led(exceptional=True).do(Encourage(A)).do(KeepDie())
    assert one.dice() == 1


@covers("IDG-13.4.6")
def test_who_is_too_far_or_steady_or_an_enemy_gets_no_die() -> None:
    battle = led(away=6.1)
    assert battle.refusal(Encourage(A)) == ["IDG-13.4.6"]
    assert battle.refusal(Encourage(UnitId("z"))) == ["IDG-13.4.6"]
    assert battle.refusal(Encourage(UnitId("b"))) == ["IDG-13.4.6"]
    assert battle.refusal(Encourage(UnitId("g"))) == ["IDG-13.4.1"]
    question = battle.decision()
    assert question.wish(battle.ctx, Target("piece", "z1"), None) == Encourage(UnitId("z"))


@covers("IDG-A1")
def test_with_the_range_of_the_table_four_inches_are_the_limit() -> None:
    there = field(
        red("a", "warrior", (X, Y - 5.3), size=2, disorder=2),
        red("g", "warrior", (X, Y), general=True),
        options={"var_command_ranges": "table"},
    )
    assert playing(there, RallyPhase()).roll(1, 1).is_over


@covers("IDG-13.4.8")
def test_an_impetuous_general_who_hung_back_gives_no_die() -> None:
    assert led(command="impetuous").is_over
    assert led(command="impetuous", last_deeds=["disorder"]).asked()[1] == "choose_rally"


@covers("IDG-2.5.2")
def test_a_general_may_rally_himself() -> None:
    there = field(red("g", "warrior", (X, Y), general=True, disorder=2))
    battle = playing(there, RallyPhase()).roll(1, 1)
    assert battle.options() == [Encourage(UnitId("g")), KeepDie()]


def test_the_chances_of_the_generals_dice_are_shown() -> None:
    battle = led(exceptional=True)
    shown = battle.decision().preview(battle.ctx, Encourage(C))
    assert [one.millionths for one in shown.odds] == [666_667, 333_333]
    battle.do(Encourage(C))
    question = battle.decision()
    assert isinstance(question, ChooseRally)
    assert [one.millionths for one in question.preview(battle.ctx, Encourage(C)).odds] == [
        444_444,
        444_444,
        111_111,
    ]


def test_rallying_survives_saving() -> None:
    battle = led(exceptional=True).reloaded().do(Encourage(C)).reloaded().do(Encourage(A))
    assert all(isinstance(one, Roll) for one in battle.reloaded().rolls().values())


@covers("IDG-13.2.13")
def test_who_came_to_seven_markers_never_rallies() -> None:
    there = field(red("a", "warrior", (X, Y), size=2, disorder=6), red("c", "warrior", (X, 40)))
    give_markers(there.ctx, A, 1, "IDG-12.4.2")
    assert playing(there, RallyPhase()).is_over
    assert there.unit("a").status == "destroyed"
