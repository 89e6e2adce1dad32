"""What the computer players of idg think of clear positions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import RED, blue, field, red
from walstatt.games.idg.activation import ChooseActivation, OfferReroll
from walstatt.games.idg.ai.aims import Aim, Aims
from walstatt.games.idg.ai.answering import rallying, rolling_again
from walstatt.games.idg.ai.bodies import reaches
from walstatt.games.idg.ai.columns import marches
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.journeys import Journey
from walstatt.games.idg.ai.moves import Moves, Thought
from walstatt.games.idg.ai.orders import Orders as Activations
from walstatt.games.idg.ai.weights import BOLD, CAUTIOUS, OFFICER, RECRUIT, Weights
from walstatt.games.idg.allowance import Dice
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.stopping import Legs
from walstatt.games.idg.surroundings import box_about
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
    assert duel("warrior", "skirmisher") == pytest.approx(11.84, abs=0.01)
    assert duel("warrior", "elephant") < -10


def test_the_recruit_sees_only_the_first_turn_of_a_fight() -> None:
    plain, whole = duel("warrior", "skirmisher", RECRUIT), duel("warrior", "skirmisher")
    assert 0 < plain < 0.7 * whole


def test_a_charge_that_pays_is_made_with_the_whole_front() -> None:
    seen = look(red("a", "warrior", (20, 28), size=4), blue("b", "skirmisher", (20, 23), size=4))
    best = best_move(seen, 8)
    assert best.foes == (B,)
    assert best.fights.pairs[A] == 4
    assert best.worth == pytest.approx(16.24, abs=0.01)


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


@pytest.mark.parametrize(
    ("marsh", "column"),
    [
        ([(10, 20), (19.4, 20), (19.4, 30), (10, 30)], "good"),
        ([(0, 26), (72, 26), (72, 28.5), (0, 28.5)], "difficult"),
        ([(0, 18), (72, 18), (72, 20), (0, 20)], "good"),
    ],
    ids=["beside the way", "across it, close by", "across it, far off"],
)
def test_the_good_dice_are_rolled_unless_bad_ground_is_close_before(
    marsh: list[tuple[float, float]], column: str
) -> None:
    there = field(
        red("a", "heavy_cavalry", (22, 31), size=4),
        blue("b", "warrior", (22, 8), size=4),
        terrain=[{"id": "m", "kind": "marsh", "outline": marsh}],
        turn=3,
        scenario="open_battle",
    )
    seen = Field(there.ctx, RED, OFFICER)
    orders = Activations(seen, Aims(seen), ChooseActivation(RED))
    assert orders.column(seen.body(A)) == column


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


def test_poor_dice_are_rolled_again_though_no_enemy_is_within_reach() -> None:
    seen = look(red("a", "warrior", (20, 40), size=4), blue("b", "skirmisher", (20, 6), size=4))
    assert rolling_again(seen, OfferReroll(seat=RED, unit=A, column="good", rolled=3)) > 0
    assert rolling_again(seen, OfferReroll(seat=RED, unit=A, column="good", rolled=11)) < 0


def march_past(foe: dict[str, Any] | None, inches: float) -> tuple[Journey, list[Legs], Judge]:
    """Let unit `a` march to a point straight ahead, past an enemy if there is one."""
    seen = look(red("a", "warrior", (20, 30), size=2), *((foe,) if foe else ()))
    goal = 20.0 * seen.ctx.content.mu, 8.0 * seen.ctx.content.mu
    journey = Journey(seen, seen.body(A), Aim("wing", goal, pull=0.05))
    judge = Judge(seen.ctx, Orders(A, "good", 12))
    return journey, list(marches(journey, judge, inches * seen.ctx.content.mu)), judge


def test_a_way_leads_round_an_enemy_who_bars_it() -> None:
    open_way, _, _ = march_past(None, 8)
    barred, _, _ = march_past(blue("b", "elephant", (20, 20), size=4), 8)
    assert open_way.route is None
    assert barred.route is not None
    assert barred.far(barred.body.box) > open_way.far(open_way.body.box) + 1


def test_units_march_along_a_way_that_turns_and_get_on() -> None:
    journey, found, judge = march_past(blue("b", "elephant", (20, 20), size=4), 8)
    assert found
    assert all(judge.is_legal(legs) for legs in found)
    left = []
    for legs in found:
        ends = judge.ends(legs)
        left.append(journey.far(box_about([judge.rect(one, pose) for one, pose in ends.items()])))
    assert min(left) < journey.far(journey.body.box) - 2
