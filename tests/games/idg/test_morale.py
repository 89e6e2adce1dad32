"""Tests of morale. IDG-12."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.idg.brawl import FOOT, X, Y
from tests.games.idg.field import Field, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.games.idg.changes import destroy, drive_off, give_markers, lose_element, note_fear
from walstatt.games.idg.morale import (
    AcceptTest,
    MoralePhase,
    RepeatTest,
    SkipTest,
    TakeTest,
    morale_roll,
    needed_to_hold,
)
from walstatt.games.idg.morale_causes import Test, due_tests, may_test
from walstatt.games.idg.morale_events import TestFailed
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.odds import distribution
from walstatt.workshop.covers import covers

A, B, F, G = UnitId("a"), UnitId("b"), UnitId("f"), UnitId("g")


def strip(kind: str, top: float, bottom: float) -> dict[str, Any]:
    """Lay a piece of terrain across the middle of the table."""
    corners = [(10, top), (60, top), (60, bottom), (10, bottom)]
    return {"id": "w", "kind": kind, "outline": corners}


def due(there: Field) -> list[tuple[str, str]]:
    """List who tests by which rule."""
    return [(test.unit, test.rule) for test in due_tests(there.ctx)]


def friends(away: float = 5.0, *others: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    """Put red `f` so far behind red `a`, which looks away from it."""
    return field(
        red("a", "warrior", (X, Y), **{"size": 2, **more.pop("own", {})}),
        red("f", "warrior", (X, Y + FOOT + away), **{"size": 2, **more.pop("friend", {})}),
        *others,
        **more,
    )


# -- the test -------------------------------------------------------------------------------------


# IDG-E45
@covers("IDG-12.4.1", "IDG-12.4.2")
@pytest.mark.parametrize(("quality", "needed"), [("elite", 3), ("ordinary", 4), ("raw", 5)])
@pytest.mark.parametrize("die", [3, 4, 5])
def test_the_number_needed_goes_by_grade(quality: str, needed: int, die: int) -> None:
    there = field(red("a", "warrior", (X, Y), size=3, quality=quality))
    lose_element(there.ctx, "a3", "IDG-9.7.2")
    battle = playing(there, MoralePhase())
    assert battle.pending() == "roll idg.roll.morale"
    battle.roll(die)
    assert battle.is_over
    assert battle.unit("a").disorder == (0 if die >= needed else 2)


@covers("IDG-12.4.1")
@pytest.mark.parametrize("kind", ["elephant", "artillery"])
def test_troops_without_a_grade_need_four(kind: str) -> None:
    assert needed_to_hold(field(red("a", kind, (X, Y))).ctx, A).total == 4


@covers("IDG-12.4.1")
def test_the_chances_are_exact() -> None:
    there = field(red("a", "warrior", (X, Y), quality="elite"))
    odds = distribution(morale_roll(there.ctx, Test(A, "baggage", "IDG-12.2.15")))
    assert odds == {True: Fraction(2, 3), False: Fraction(1, 3)}


# IDG-E66
@covers("IDG-1.4.8")
def test_an_elite_general_does_not_steady_his_ordinary_unit() -> None:
    general = {"id": "g", "general": True, "quality": "elite"}
    there = field(red("a", "warrior", (X, Y), size=3, elements=[general]))
    assert needed_to_hold(there.ctx, A).explain() == ["+4 IDG-12.4.1"]


def test_a_test_is_told_with_its_cause_and_rule() -> None:
    there = field(red("a", "warrior", (X, Y), size=3))
    lose_element(there.ctx, "a3", "IDG-9.7.2")
    battle = playing(there, MoralePhase()).roll(2)
    told = next(one for one in battle.events() if isinstance(one, TestFailed))
    assert (told.rule, told.cause.id, told.n, told.needed) == (
        "IDG-12.2.9",
        "idg.cause.own_element",
        2,
        4,
    )
    assert battle.told() == ["kernel.rolled", "idg.test_failed", "idg.disordered", "kernel.ended"]


@covers("IDG-12.1.1", "IDG-12.1.2", "IDG-18.12.34", "IDG-5.10.2")
def test_who_never_tests() -> None:
    there = field(
        red("g", "heavy_cavalry", (X, Y), general=True),
        red("t", "baggage", (X, Y + 10), size=2),
        red("o", "heavy_cavalry", (X + 10, Y), special=["fire_ox"]),
        red("a", "warrior", (X - 10, Y), size=2),
        red("e", "elephant", (X - 20, Y)),
    )
    there.world.captured = (Seat("red"),)
    assert {unit for unit in there.world.units if may_test(there.ctx, unit)} == {"a", "e"}
    assert [unit for unit, _ in due(there)] == ["a", "e"]


@covers("IDG-12.1.3", "IDG-12.2.9")
def test_a_unit_tests_once_for_each_element_it_lost() -> None:
    there = field(red("a", "warrior", (X, Y), size=4))
    lose_element(there.ctx, "a4", "IDG-9.7.2")
    lose_element(there.ctx, "a3", "IDG-11.9.7")
    assert due(there) == [("a", "IDG-12.2.9")] * 2
    battle = playing(there, MoralePhase()).roll(3).roll(3)
    assert battle.is_over
    assert battle.unit("a").disorder == 4


# -- friends destroyed ----------------------------------------------------------------------------


@covers("IDG-12.2.1", "IDG-12.2.2", "IDG-12.2.18")
@pytest.mark.parametrize(("away", "tests"), [(11.9, True), (12.0, True), (12.1, False)])
def test_who_sees_friends_destroyed_within_twelve_inches_tests(away: float, tests: bool) -> None:
    scattered, lost = friends(away), friends(away)
    give_markers(scattered.ctx, F, 7, "IDG-12.4.2")
    lose_element(lost.ctx, "f1", "IDG-9.7.2")
    assert due(lost) == [("f", "IDG-12.2.9")]
    lose_element(lost.ctx, "f2", "IDG-9.7.2")
    for there in (scattered, lost):
        assert due(there) == ([("a", "IDG-12.2.1")] if tests else [])


@covers("IDG-12.2.1")
def test_who_does_not_see_it_does_not_test() -> None:
    wood = strip("wood", Y + FOOT + 2, Y + FOOT + 6)
    for terrain, expected in ((wood, []), (None, [("a", "IDG-12.2.1")])):
        there = friends(8, terrain=[terrain] if terrain else [])
        destroy(there.ctx, F)
        assert due(there) == expected


@covers("IDG-12.2.1")
def test_enemies_rejoice_and_every_unit_lost_counts() -> None:
    there = friends(2, red("h", "warrior", (X + 6, Y)), blue("b", "warrior", (X, Y - 3)))
    destroy(there.ctx, F)
    destroy(there.ctx, UnitId("h"))
    assert due(there) == [("a", "IDG-12.2.1"), ("a", "IDG-12.2.1")]


@covers("IDG-A5", "IDG-12.2.1")
def test_in_the_other_reading_every_element_lost_in_sight_counts() -> None:
    there = friends(options={"var_witness": "element"}, friend={"size": 4})
    lose_element(there.ctx, "f4", "IDG-9.7.2")
    assert due(there) == [("a", "IDG-12.2.1"), ("f", "IDG-12.2.9")]
    destroy(there.ctx, F)
    assert due(there) == [("a", "IDG-12.2.1")] * 2


# IDG-E50
@covers("IDG-12.2.14", "IDG-13.3.4")
def test_nobody_tests_for_those_who_left_the_table() -> None:
    there = friends()
    drive_off(there.ctx, F)
    assert due(there) == []


@covers("IDG-18.12.32", "IDG-A70")
def test_a_fire_ox_that_is_killed_counts_as_a_unit() -> None:
    ox = red("o", "heavy_cavalry", (X, Y + 6), special=["fire_ox"], lit=2)
    there = field(red("a", "warrior", (X, Y), size=2), ox)
    lose_element(there.ctx, "o", "IDG-9.7.2")
    assert due(there) == [("a", "IDG-12.2.1")]


# -- the general ----------------------------------------------------------------------------------


def led(command: str = "organised", **more: Any) -> Field:  # noqa: ANN401
    """Put the general into `g`, `a` near him, and `f` far away."""
    return field(
        red("g", "warrior", (X, Y), general=True, **{"size": 3, **more}),
        red("a", "warrior", (X, Y + 8), size=2),
        red("f", "warrior", (X + 25, Y), size=2),
        blue("b", "warrior", (X, 2), size=2),
        armies={"red": {"command": command}},
    )


@covers("IDG-12.2.10", "IDG-12.2.12", "IDG-A30")
@pytest.mark.parametrize(("command", "times"), [("tribal", 1), ("impetuous", 2)])
def test_when_the_general_falls_units_within_twelve_inches_test(command: str, times: int) -> None:
    there = led(command)
    lose_element(there.ctx, "g1", "IDG-9.7.2")
    found = due(there)
    assert found.count(("a", "IDG-12.2.10")) == times
    assert found.count(("g", "IDG-12.2.10")) == times
    assert found.count(("g", "IDG-12.2.9")) == 1
    assert not [one for one in found if one[0] in ("f", "b")]


@covers("IDG-12.2.10")
def test_for_the_general_sight_is_not_needed() -> None:
    wood = strip("wood", Y + 3, Y + 7)
    hidden = field(
        red("g", "warrior", (X, Y), general=True, size=3),
        red("a", "warrior", (X, Y + 8), size=2),
        terrain=[wood],
    )
    lose_element(hidden.ctx, "g1", "IDG-9.7.2")
    assert ("a", "IDG-12.2.10") in due(hidden)


@covers("IDG-12.2.11", "IDG-12.2.12", "IDG-12.2.13", "IDG-A30")
@pytest.mark.parametrize(("command", "times"), [("disciplined", 1), ("impetuous", 2)])
def test_when_he_falls_with_his_unit_the_whole_army_tests(command: str, times: int) -> None:
    there = led(command)
    destroy(there.ctx, G)
    found = due(there)
    assert found.count(("a", "IDG-12.2.11")) == found.count(("f", "IDG-12.2.11")) == times
    assert found.count(("a", "IDG-12.2.1")) == 1
    assert "IDG-12.2.10" not in [rule for _, rule in found]
    assert ("b", "IDG-12.2.11") not in found


@covers("IDG-A30", "IDG-12.2.13")
def test_for_an_independent_general_only_those_near_him_test() -> None:
    there = led(size=1)
    lose_element(there.ctx, "g", "IDG-9.7.5")
    assert sorted(due(there)) == [("a", "IDG-12.2.1"), ("a", "IDG-12.2.10")]


@covers("IDG-A65", "IDG-12.3.1")
def test_nobody_skips_a_test_when_the_general_is_gone() -> None:
    there = led("disciplined", size=1)
    lose_element(there.ctx, "g", "IDG-9.7.5")
    battle = playing(there, MoralePhase())
    assert battle.pending() == "roll idg.roll.morale"


# -- fear and other causes ------------------------------------------------------------------------


@covers("IDG-12.2.3", "IDG-5.8.11")
@pytest.mark.parametrize(("away", "tests"), [(6.0, 1), (6.1, 0)])
def test_an_ambush_within_six_inches_is_one_cause(away: float, tests: int) -> None:
    there = field(
        red("a", "warrior", (X, Y), size=2),
        blue("b", "warrior", (X, Y - away)),
        blue("c", "warrior", (X + 2.4, Y - away)),
    )
    there.world.sprung = (B, UnitId("c"))
    assert due(there) == [("a", "IDG-12.2.3")] * tests


@covers("IDG-12.2.4", "IDG-12.2.5", "IDG-12.2.6", "IDG-12.2.7", "IDG-12.2.8", "IDG-A29")
def test_elephants_and_heavy_chariots_frighten_once_each() -> None:
    there = field(
        red("a", "warrior", (X, Y), size=2),
        red("h", "heavy_chariot", (X + 5, Y), size=2),
        red("e", "elephant", (X - 5, Y)),
        blue("x", "elephant", (X, Y - 5)),
        blue("y", "heavy_chariot", (X + 4, Y - 5)),
    )
    note_fear(there.ctx)
    found = due(there)
    assert found.count(("a", "IDG-12.2.4")) == found.count(("a", "IDG-12.2.5")) == 1
    assert [rule for unit, rule in found if unit == "h"] == ["IDG-12.2.4"]
    assert [rule for unit, rule in found if unit == "e"] == ["IDG-12.2.4"]
    assert {rule for unit, rule in found if unit == "x"} == {"IDG-12.2.4", "IDG-12.2.5"}
    there.world.scared = {}
    note_fear(there.ctx)
    assert [one for one in due(there) if one[0] == "a"] == []


@covers("IDG-12.2.15", "IDG-5.10.5", "IDG-A63")
def test_when_the_baggage_is_captured_the_whole_army_tests() -> None:
    there = friends(20, blue("b", "warrior", (X, 4)))
    there.world.captured = (Seat("red"),)
    assert due(there) == [("a", "IDG-12.2.15"), ("f", "IDG-12.2.15")]


@covers(
    "IDG-12.2.16",
    "IDG-18.12.12",
    "IDG-18.12.15",
    "IDG-18.12.16",
    "IDG-18.12.21",
    "IDG-18.12.24",
)
def test_special_arms_are_causes_of_their_own() -> None:
    there = field(red("a", "warrior", (X, Y), size=2))
    there.world.shaken = {A: ("rockets", "fire_lance_shots", "fire_lances", "flames", "bombs")}
    assert [rule for _, rule in due(there)] == [
        "IDG-18.12.12",
        "IDG-18.12.15",
        "IDG-18.12.16",
        "IDG-18.12.21",
        "IDG-18.12.24",
    ]


@covers("IDG-18.12.33")
@pytest.mark.parametrize(("lit", "away", "tests"), [(2, 2.0, 1), (2, 2.1, 0), (0, 1.0, 0)])
def test_a_lit_fire_ox_within_two_inches_frightens_both_sides(
    lit: int, away: float, tests: int
) -> None:
    there = field(
        red("o", "heavy_cavalry", (X, Y), special=["fire_ox"], lit=lit),
        red("a", "warrior", (X, Y + 500 / 254 + away)),
        blue("b", "warrior", (X, Y - away)),
    )
    assert due(there) == [("a", "IDG-18.12.33"), ("b", "IDG-18.12.33")] * tests


@covers("IDG-7.2.11")
def test_side_one_tests_first() -> None:
    there = field(red("a", "warrior", (X, Y)), blue("b", "warrior", (X, 4)), first="blue")
    there.world.captured = (Seat("red"), Seat("blue"))
    assert [unit for unit, _ in due(there)] == ["b", "a"]


# -- cascades -------------------------------------------------------------------------------------


@covers("IDG-12.2.17", "IDG-12.4.4", "IDG-12.2.2")
def test_who_breaks_by_a_test_makes_others_test_even_again() -> None:
    there = friends(5, own={"disorder": 0}, friend={"disorder": 5, "size": 3})
    there.world.captured = (Seat("red"),)
    battle = playing(there, MoralePhase())
    assert list(battle.rolls()) == [""]
    battle.roll(6)  # a holds
    battle.roll(1)  # f breaks with seven markers
    assert battle.unit("f").status == "destroyed"
    battle.roll(2)  # a tests again, for f
    assert battle.pending() == "over"
    assert battle.unit("a").disorder == 2
    failed = [one for one in battle.events() if isinstance(one, TestFailed)]
    assert [one.rule for one in failed] == ["IDG-12.2.15", "IDG-12.2.1"]


@covers("IDG-12.4.4")
def test_who_is_gone_takes_no_more_tests() -> None:
    there = field(red("a", "warrior", (X, Y), size=5, disorder=5))
    for name in ("a5", "a4", "a3"):
        lose_element(there.ctx, name, "IDG-9.7.2")
    battle = playing(there, MoralePhase()).roll(1)
    assert battle.is_over
    assert battle.unit("a").status == "destroyed"


# -- skipping -------------------------------------------------------------------------------------


def steady(command: str = "disciplined", away: float = 5.0, **more: Any) -> Field:  # noqa: ANN401
    """Let two units near their general lose two elements each."""
    there = field(
        red("a", "warrior", (X, Y + 500 / 254 + away), size=4),
        red("f", "warrior", (X, Y - away - FOOT), size=4),
        red("g", "heavy_cavalry", (X, Y), general=True),
        armies={"red": {"command": command, **more}},
    )
    for name in ("a4", "a3", "f4"):
        lose_element(there.ctx, name, "IDG-9.7.2")
    return there


@covers("IDG-12.3.1", "IDG-12.3.2", "IDG-12.3.4", "IDG-12.3.5")
@pytest.mark.parametrize("exceptional", [False, True])
def test_every_unit_near_the_general_may_skip_one_test(exceptional: bool) -> None:
    battle = playing(steady(exceptional=exceptional), MoralePhase())
    assert battle.asked() == ("red", "choose_skip")
    assert battle.decision().candidates(battle.ctx) == (SkipTest(), TakeTest())
    battle.do(SkipTest())
    assert battle.pending() == "roll idg.roll.morale"
    battle.roll(4)
    assert battle.asked() == ("red", "choose_skip")
    battle.do(SkipTest())
    assert battle.is_over
    assert battle.world.skipped == ("a", "f")
    assert battle.told().count("idg.test_skipped") == 2


@covers("IDG-12.3.5")
def test_the_owner_may_keep_the_skip_for_a_later_test() -> None:
    battle = playing(steady(), MoralePhase()).do(TakeTest()).roll(1)
    assert battle.unit("a").disorder == 2
    assert battle.asked() == ("red", "choose_skip")
    shown = battle.decision().preview(battle.ctx, TakeTest())
    assert [one.millionths for one in shown.odds] == [500_000, 500_000]


@covers("IDG-12.3.1", "IDG-A2")
def test_farther_away_only_the_range_of_the_table_helps() -> None:
    assert playing(steady(away=6.1), MoralePhase()).pending() == "roll idg.roll.morale"
    far = field(
        red("a", "warrior", (X, Y - 12), size=2),
        red("g", "heavy_cavalry", (X, Y), general=True),
        armies={"red": {"command": "disciplined"}},
        options={"var_command_ranges": "table"},
    )
    lose_element(far.ctx, "a2", "IDG-9.7.2")
    assert playing(far, MoralePhase()).asked()[1] == "choose_skip"


@covers("IDG-12.3.1", "IDG-12.3.3")
@pytest.mark.parametrize(
    ("command", "more", "skips"),
    [
        ("organised", {}, False),
        ("tribal", {}, False),
        ("organised", {"exceptional": True}, True),
        ("impetuous", {}, False),
        ("impetuous", {"deeds": ["disorder"]}, True),
        ("impetuous", {"exceptional": True}, False),
    ],
)
def test_whose_general_lets_units_skip(command: str, more: dict[str, Any], skips: bool) -> None:
    battle = playing(steady(command, **more), MoralePhase())
    assert battle.pending().endswith("choose_skip") is skips


# -- the stratagem --------------------------------------------------------------------------------


def desperate() -> Playing:
    there = field(
        red("a", "warrior", (X, Y), size=6),
        armies={"red": {"stratagem": "death_ground"}},
    )
    for name in ("a6", "a5", "a4"):
        lose_element(there.ctx, name, "IDG-9.7.2")
    return playing(there, MoralePhase())


@covers("IDG-5.7.8", "IDG-12.4.3")
def test_on_death_ground_two_failed_tests_a_turn_are_rolled_again() -> None:
    battle = desperate().roll(1)
    assert battle.asked() == ("red", "choose_repeat")
    battle.do(RepeatTest()).roll(6)
    assert battle.unit("a").disorder == 0
    battle.roll(2).do(RepeatTest()).roll(2)
    assert battle.unit("a").disorder == 2
    assert battle.world.stratagems[Seat("red")].used == 2
    battle.roll(1)
    assert battle.is_over
    assert battle.unit("a").disorder == 4


@covers("IDG-5.7.8")
def test_a_failed_test_may_be_let_stand() -> None:
    battle = desperate().roll(1).reloaded().do(AcceptTest())
    assert battle.unit("a").disorder == 2
    assert battle.world.stratagems[Seat("red")].used == 0
    assert battle.roll(5).pending() == "roll idg.roll.morale"


@pytest.mark.parametrize("seed", range(4))
def test_a_morale_phase_with_many_losses_comes_to_an_end(seed: int) -> None:
    units = [red(f"r{n}", "warrior", (6 + 6 * n, Y), size=2, disorder=n % 6) for n in range(8)]
    there = field(*units, blue("b", "warrior", (X, 4)))
    there.world.captured = (Seat("red"),)
    destroy(there.ctx, UnitId("r4"))
    battle = playing(there, MoralePhase()).finish(seed)
    for unit in battle.world.units.values():
        assert unit.disorder < 7 or unit.status == "destroyed"
