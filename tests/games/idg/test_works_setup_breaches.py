"""Breaches made before a siege. IDG-5.6.11 to IDG-5.6.13."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.field import INCH, RED, Field, field
from tests.games.idg.play import Playing, playing
from tests.games.idg.speaking import rules_in
from walstatt.games.idg.breaches import Breach, BreachRoll, ChooseBreach
from walstatt.games.idg.forts import forts_of
from walstatt.games.idg.going import unit_difficult, unit_forbidden
from walstatt.games.idg.ground import Mover, why_difficult, why_forbidden
from walstatt.games.idg.sight import sees
from walstatt.games.idg.works_setup import SetUpWorks, TakeEdge
from walstatt.games.idg.world import rect_of
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

WALL: dict[str, Any] = {
    "id": "w",
    "kind": "wall",
    "via": [(0, 20), (30, 20)],
    "width": 2.5,
    "side": "blue",
}
GATE: dict[str, Any] = {**WALL, "id": "g", "kind": "gate", "via": [(30, 20), (34, 20)]}
TOWER: dict[str, Any] = {**WALL, "id": "t", "kind": "tower", "via": [(34, 20), (38, 20)]}
REST: dict[str, Any] = {**WALL, "id": "w2", "via": [(38, 20), (72, 20)]}
WORKS = [WALL, GATE, TOWER, REST]


def siege(tries: int, *units: dict[str, Any], terrain: Any = WORKS) -> Field:  # noqa: ANN401
    """Lay out a siege with works that stand already."""
    armies = {"red": {"equipment": {"breaches": tries}}}
    return field(*units, battle="siege", armies=armies, terrain=terrain)


def attempts(tries: int, terrain: Any = WORKS) -> Playing:  # noqa: ANN401
    """Come to the roll for breaches."""
    return playing(siege(tries, terrain=terrain), SetUpWorks()).do(TakeEdge("top"))


# IDG-E54
@covers("IDG-5.6.11", "IDG-5.6.12")
def test_three_attempts_with_4_2_and_6_make_two_breaches() -> None:
    there = attempts(3)
    (request,) = there.rolls().values()
    assert (request.rule, request.count, request.seat) == ("IDG-5.6.11", 3, RED)
    there.roll(4, 2, 6)
    assert there.asked() == ("red", "choose_breach")
    there.do(Breach("w", 0, 0, 4 * INCH))
    assert there.asked() == ("red", "choose_breach")
    there.do(Breach("w2", 0, 4 * INCH, 2 * INCH))
    assert there.is_over
    assert sum(one.kind == "breach" for one in there.world.ground) == 2
    told = [one for one in there.told() if "breach" in one]
    assert told == ["idg.breaches_tried", "idg.breach_made", "idg.breach_made"]


@covers("IDG-5.6.11")
def test_failures_cost_the_attempt_and_nothing_is_asked() -> None:
    there = attempts(2).roll(3, 1)
    assert there.is_over
    assert not any(one.kind == "breach" for one in there.world.ground)
    assert attempts(0).is_over
    assert attempts(2, terrain=[]).is_over
    assert BreachRoll().hits((3, 4)) == (False, True)


@covers("IDG-5.6.12")
@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        (Breach("w", 0, 0, 4 * INCH), []),
        (Breach("w", 0, 26 * INCH, 4 * INCH), []),
        (Breach("w", 0, 5 * INCH, 2 * INCH), []),
        (Breach("w", 0, 0, round(1.9 * INCH)), ["IDG-5.6.12"]),
        (Breach("w", 0, 0, round(4.1 * INCH)), ["IDG-5.6.12"]),
        (Breach("w", 0, 27 * INCH, 4 * INCH), ["IDG-5.6.12"]),
        (Breach("w", 0, -1, 4 * INCH), ["IDG-5.6.12"]),
        (Breach("w", 1, 0, 4 * INCH), ["IDG-5.6.12"]),
        (Breach("t", 0, 0, 4 * INCH), ["IDG-5.6.12"]),
        (Breach("g", 0, 0, 4 * INCH), ["IDG-5.6.12"]),
        (Breach("x", 0, 0, 4 * INCH), ["IDG-5.6.12"]),
    ],
)
def test_two_to_four_inches_of_a_wall_are_breached_but_no_tower(
    answer: Breach, wanted: list[str]
) -> None:
    ctx = siege(1).ctx
    assert rules_in(ChooseBreach(RED).check(ctx, answer)) == wanted


@covers("IDG-5.6.12")
def test_everything_that_is_offered_is_allowed() -> None:
    ctx = siege(1).ctx
    offered = ChooseBreach(RED).candidates(ctx)
    assert {one.works for one in offered} == {"w", "w2"}
    assert all(not ChooseBreach(RED).check(ctx, one) for one in offered)
    assert ChooseBreach(RED).default(ctx) in offered


@covers("IDG-5.6.12")
def test_pointing_at_a_place_or_at_works_means_the_nearest_breach() -> None:
    ctx, asked = siege(1).ctx, ChooseBreach(RED)
    near = asked.wish(ctx, Target("point", f"{10 * INCH},{21 * INCH}"), None)
    assert near == Breach("w", 0, 8 * INCH, 4 * INCH)
    tower = asked.wish(ctx, Target("area", "t"), None)
    assert tower is not None
    assert rules_in(asked.check(ctx, tower)) == ["IDG-5.6.12"]
    assert asked.wish(ctx, Target("area", "nothing"), None) is None


@covers("IDG-5.6.12")
def test_what_is_left_of_the_wall_stands_on_either_side() -> None:
    there = attempts(1).roll(6).do(Breach("w", 0, 10 * INCH, 4 * INCH))
    ground = {one.id: one for one in there.world.ground}
    assert ground["w"].via == ((0, 20 * INCH), (10 * INCH, 20 * INCH))
    assert ground["breach1"].via == ((10 * INCH, 20 * INCH), (14 * INCH, 20 * INCH))
    assert ground["wall1"].via == ((14 * INCH, 20 * INCH), (30 * INCH, 20 * INCH))
    (fort,) = forts_of(there.ctx)
    assert fort.names == ("w", "breach1", "wall1", "g", "t", "w2")
    ends = attempts(1).roll(6).do(Breach("w", 0, 26 * INCH, 4 * INCH))
    assert [one.id for one in ends.world.ground] == ["w", "breach1", "g", "t", "w2"]


@covers("IDG-5.6.13")
def test_a_breach_is_open_to_sight_and_rocky_for_four_inches_square() -> None:
    troops = (
        {"id": "a", "side": "red", "type": "warrior", "at": (12, 21)},
        {"id": "k", "side": "red", "type": "heavy_chariot", "at": (50, 40)},
        {"id": "b", "side": "blue", "type": "warrior", "at": (12, 10)},
    )
    there = playing(siege(1, *troops), SetUpWorks()).do(TakeEdge("top"))
    there.roll(6).do(Breach("w", 0, 11 * INCH, 2 * INCH))
    ctx = there.ctx
    assert sees(ctx, "a", "b")
    assert unit_forbidden(ctx, UnitId("a")) is None
    # Warriors cross rocks as good ground, chariots do not.
    assert unit_difficult(ctx, UnitId("a")) is None
    found = why_difficult(ctx, Mover("heavy_chariot"), rect_of(ctx, "a"))
    assert found is not None
    assert (found.feature, found.rule) == ("breach1", "IDG-5.6.13")
    assert why_forbidden(ctx, Mover("heavy_chariot"), rect_of(ctx, "a")) is None
