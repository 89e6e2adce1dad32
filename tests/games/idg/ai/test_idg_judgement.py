"""What the computer players of idg think of clear positions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import RED, blue, field, red
from walstatt.games.idg.ai.aims import Aims
from walstatt.games.idg.ai.answering import rallying
from walstatt.games.idg.ai.bodies import reaches
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.moves import Moves, Thought
from walstatt.games.idg.ai.weights import BOLD, CAUTIOUS, OFFICER, RECRUIT, Weights
from walstatt.games.idg.allowance import Dice
from walstatt.games.idg.marching import Orders
from walstatt.kernel.ids import UnitId

A, B, C, S = (UnitId(name) for name in "abcs")


def look(*units: dict[str, Any], weights: Weights = OFFICER) -> Field:
    """Look at an open battle with the eyes of red."""
    there = field(*units, turn=3, scenario="open_battle")
    return Field(there.ctx, RED, weights)


def best_move(seen: Field, rolled: int) -> Thought:
    """Find what unit `a` would like to do most."""
    thoughts = Moves(seen, Aims(seen), Orders(A, "good", rolled)).thoughts()
    return max(thoughts, key=lambda one: one.worth)


def duel(own: str, foe: str, weights: Weights = OFFICER) -> float:
    """Tell what four elements of a kind gain by charging four of another."""
    seen = look(red("a", own, (20, 28), size=4), blue("b", foe, (20, 23), size=4), weights=weights)
    return seen.duel(seen.body(A), seen.body(B))


def test_warriors_gain_by_charging_skirmishers_and_lose_by_charging_elephants() -> None:
    assert duel("warrior", "skirmisher") == pytest.approx(9.47, abs=0.01)
    assert duel("warrior", "elephant") < -10


def test_the_recruit_sees_only_the_first_turn_of_a_fight() -> None:
    plain, whole = duel("warrior", "skirmisher", RECRUIT), duel("warrior", "skirmisher")
    assert 0 < plain < 0.7 * whole


def test_a_charge_that_pays_is_made_with_the_whole_front() -> None:
    seen = look(red("a", "warrior", (20, 28), size=4), blue("b", "skirmisher", (20, 23), size=4))
    best = best_move(seen, 8)
    assert best.foes == (B,)
    assert best.fights.pairs[A] == 4
    assert best.worth == pytest.approx(14.73, abs=0.01)


def test_nobody_charges_who_can_only_lose() -> None:
    seen = look(red("a", "warrior", (20, 28), size=4), blue("b", "elephant", (20, 23), size=4))
    assert not best_move(seen, 8).foes


def test_light_troops_before_the_line_make_room_for_it() -> None:
    line = red("a", "warrior", (20, 28), size=4)
    foe = blue("b", "warrior", (20, 14), size=4)
    before = look(line, red("s", "skirmisher", (20, 24), size=4), foe)
    assert Aims(before).of(S).kind == "wing"
    beside = look(line, red("s", "skirmisher", (40, 24), size=4), foe)
    assert Aims(beside).of(S).kind == "wing"
    alone = look(red("s", "skirmisher", (20, 24), size=4), foe)
    assert Aims(alone).of(S).kind == "shoot"


def test_the_generals_die_goes_to_whom_a_marker_less_helps_most() -> None:
    seen = look(
        red("a", "warrior", (20, 28), size=4, disorder=3),
        red("c", "warrior", (40, 28), size=4, disorder=1),
        blue("b", "warrior", (20, 10), size=4),
    )
    assert rallying(seen, A) == pytest.approx(1.44)
    assert rallying(seen, C) == pytest.approx(0.56)


@pytest.mark.parametrize(("inches", "chance"), [(7, 1.0), (8, 215 / 216), (22, 1 / 216), (23, 0)])
def test_reach_is_known_exactly(inches: float, chance: float) -> None:
    assert reaches(Dice(3, 4), inches) == pytest.approx(chance)


def test_the_bold_mind_dangers_less_than_the_cautious() -> None:
    fears = []
    for weights in (BOLD, OFFICER, CAUTIOUS):
        seen = look(
            red("a", "skirmisher", (20, 28), size=4),
            blue("b", "heavy_cavalry", (20, 23), size=4),
            weights=weights,
        )
        fears.append(seen.danger(seen.body(A), seen.body(A).box))
    assert 0 < fears[0] < fears[1] < fears[2]
    assert BOLD.daring > OFFICER.daring > CAUTIOUS.daring
