"""Who begins to place units, and the alternation. IDG-5.4.3, IDG-5.4.4, IDG-5.4.10."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.deploying import mustered
from tests.games.idg.field import BLUE, INCH, RED, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.boards.pose import Pose
from walstatt.games.idg.concealment import SetAside
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.deployment import Deployment
from walstatt.games.idg.deployment_events import NoRoom
from walstatt.games.idg.deployment_order import (
    Deploy,
    DeployRest,
    PlaceFirst,
    Placement,
    PlaceSecond,
    proposed,
    waiting,
)
from walstatt.games.idg.drawing_up import Poses, body_of
from walstatt.games.idg.fuses import SetFuses
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.covers import covers

HEIGHT = 48 * INCH


def placing(
    reds: int = 2,
    blues: int = 2,
    commands: tuple[str, str] = ("organised", "organised"),
    seats: tuple[Seat, ...] = SEATS,
    **more: Any,  # noqa: ANN401
) -> Playing:
    """Let both sides place some units of foot."""
    units = [red(f"r{n}", "warrior", (0, 0), size=2) for n in range(1, reds + 1)]
    units += [blue(f"b{n}", "warrior", (0, 0), size=2) for n in range(1, blues + 1)]
    gone = ({**one, "status": "reserve", "elements": []} for one in units)
    armies = {"red": {"command": commands[0]}, "blue": {"command": commands[1]}}
    return playing(field(*gone, armies=armies, **more), Placement(seats))


def at(there: Playing, unit: str, x: float) -> Deploy:
    """Place a unit so many inches from the left, at the front of its area."""
    own = there.unit(unit).side
    front = Pose(round(x * INCH), HEIGHT - 6 * INCH if own == RED else 6 * INCH, 0)
    facing = 0 if own == RED else 18_000
    poses: Poses = body_of(there.ctx, UnitId(unit)).poses(2, front._replace(facing=facing))
    return Deploy(UnitId(unit), poses)


def on_table(there: Playing) -> list[str]:
    """List the units that have been placed."""
    return [name for name, one in there.world.units.items() if one.status == "table"]


# -- who begins -----------------------------------------------------------------------------------


@covers("IDG-5.4.4", "IDG-2.1.2")
@pytest.mark.parametrize(
    ("commands", "better"),
    [
        (("disciplined", "organised"), "red"),
        (("impetuous", "organised"), "blue"),
        (("impetuous", "tribal"), "red"),
        (("tribal", "disciplined"), "blue"),
    ],
)
def test_the_better_led_side_chooses_to_place_first_or_second(
    commands: tuple[str, str], better: str
) -> None:
    other = {"red": "blue", "blue": "red"}[better]
    there = placing(commands=commands)
    assert there.asked() == (better, "choose_placing")
    assert there.options() == [PlaceSecond(), PlaceFirst()]
    assert there.do(PlaceSecond()).asked() == (other, "place_unit")
    assert placing(commands=commands).do(PlaceFirst()).asked() == (better, "place_unit")


@covers("IDG-5.4.4")
def test_between_equals_dice_decide_again_and_again_until_one_is_lower() -> None:
    there = placing()
    assert there.pending() == "roll idg.roll.placing idg.roll.placing"
    assert there.roll(4, 4).pending() == "roll idg.roll.placing idg.roll.placing"
    assert there.roll(2, 5).asked() == ("red", "place_unit")
    assert there.told()[-1] == "idg.places_first"
    assert placing().roll(5, 2).asked() == ("blue", "place_unit")


def test_with_nobody_to_wait_for_nobody_decides_who_begins() -> None:
    assert placing(blues=0).asked() == ("red", "place_unit")
    assert placing(reds=0, blues=0).is_over


# -- in turn --------------------------------------------------------------------------------------


@covers("IDG-5.4.3")
def test_units_are_placed_in_turn_one_at_a_time() -> None:
    there = placing().roll(1, 2)
    there.do(at(there, "r1", 20))
    assert there.asked() == ("blue", "place_unit")
    there.do(at(there, "b2", 20))
    assert there.asked() == ("red", "place_unit")
    there.do(at(there, "r2", 30)).do(at(there, "b1", 30))
    assert there.is_over
    assert there.told().count("idg.unit_placed") == 4
    assert there.element("r11").pose == Pose(20 * INCH - 300, HEIGHT - 6 * INCH, 0)
    assert there.element("b11").pose.facing == 18_000


@covers("IDG-5.4.10")
def test_who_has_nothing_left_to_place_is_skipped() -> None:
    there = placing(reds=1, blues=3).roll(1, 2)
    there.do(at(there, "r1", 20)).do(at(there, "b1", 20))
    assert there.asked() == ("blue", "place_unit")
    there.do(at(there, "b2", 30)).do(at(there, "b3", 40))
    assert there.is_over


@covers("IDG-5.4.3")
def test_a_unit_is_placed_only_where_it_may_stand() -> None:
    there = placing().roll(1, 2)
    wrong = at(there, "r1", 20)
    forward = Deploy(wrong.unit, tuple((one, p._replace(y=p.y - 1)) for one, p in wrong.poses))
    assert there.refusal(forward) == ["IDG-5.4.2"]
    there.do(wrong).do(at(there, "b1", 20))
    assert there.refusal(at(there, "r2", 21)) == ["IDG-1.9.6"]
    assert there.refusal(at(there, "r1", 50)) == ["IDG-5.4.3"]


def test_the_rest_is_placed_at_once_and_then_the_other_side_goes_on_choosing() -> None:
    there = placing(reds=3, blues=3).roll(1, 2)
    assert there.refusal(DeployRest((UnitId("r1"),))) == ["IDG-5.4.3"]
    there.do(DeployRest(tuple(map(UnitId, ("r1", "r2", "r3")))))
    assert on_table(there) == ["r1", "r2", "r3"]
    assert there.asked() == ("blue", "place_unit")
    there.do(at(there, "b1", 20))
    assert on_table(there) == ["r1", "r2", "r3", "b1"]
    there.do(DeployRest())
    assert there.is_over
    assert len(on_table(there)) == 6


def test_those_who_wait_hold_the_places_the_program_proposes_and_others_do_not_see_them() -> None:
    there = placing().roll(1, 2)
    places = proposed(there.ctx, RED)
    assert set(places) == {"r1", "r2"}
    assert dict(places[UnitId("r1")])["r11"] == there.element("r11").pose
    there.do(at(there, "r1", 36.5))
    again = proposed(there.ctx, RED)
    assert set(again) == {"r2"}
    there.do(DeployRest())
    there.do(Deploy(UnitId("r2"), again[UnitId("r2")]))
    assert there.is_over


def test_places_are_found_anew_where_none_are_known() -> None:
    there = placing().roll(1, 2)
    for name in ("r11", "r12", "r21", "r22"):
        there.world.elements[name] = replace(there.element(name), pose=Pose(0, 0, 0))
    assert set(proposed(there.ctx, RED)) == {"r1", "r2"}
    there.do(DeployRest()).do(DeployRest())
    assert {one.status for one in there.world.units.values()} == {"table"}


def test_a_unit_without_any_room_comes_later_and_only_its_owner_is_told() -> None:
    units = [red(f"r{n}", "elephant", (0, 0)) for n in range(1, 6)]
    waiting_units = ({**one, "status": "reserve"} for one in units)
    there = playing(field(*waiting_units, table=(4.8, 30)), Placement((RED,)))
    there.do(DeployRest())
    assert len(on_table(there)) == 4
    (late,) = [name for name, one in there.world.units.items() if one.status == "late"]
    assert late == "r5"
    told = [one for one in there.game.tape or () if one.to is not None]
    assert [type(one.for_seat(RED)) for one in told] == [NoRoom]
    assert [one.for_seat(BLUE) for one in told] == [None]


# -- scenario by scenario -------------------------------------------------------------------------


@covers("IDG-5.4.10", "IDG-5.4.2")
def test_in_an_open_battle_secrets_come_first_then_both_place_in_turn() -> None:
    there = playing(mustered("romans_punic_wars", "carthaginians", "open_battle"), Deployment())
    assert there.pending() == "red hold_back blue hold_back"
    there.do(SetAside(), "red").do(SetAside(), "blue")
    assert there.asked() == ("red", "choose_placing")
    there.do(PlaceSecond())
    assert there.asked() == ("blue", "place_unit")
    there.do(DeployRest()).do(DeployRest())
    assert there.is_over
    assert {one.status for one in there.world.units.values()} == {"table"}
    assert there.world.phase == "deployment"


@covers("IDG-5.6.4", "IDG-5.6.7", "IDG-5.6.8")
def test_in_a_siege_the_garrison_deploys_before_the_besiegers_decide_anything() -> None:
    there = playing(mustered("mongols", "seljuks", "siege"), Deployment())
    order = []
    while not there.is_over:
        order.append(there.pending())
        there.do(there.decision().default(there.ctx) or there.options()[0])
    kinds = [one for one in order if "choose_fuses" not in one]
    assert kinds[-3:] == ["red hold_back", "red place_unit", "red confirm_placing"]
    assert set(kinds[:-3]) <= {"blue hold_back", "blue place_unit", "blue confirm_placing"}
    assert kinds[-4] == "blue confirm_placing"


@covers("IDG-5.3.9", "IDG-5.3.2")
def test_in_an_ambush_only_the_defender_is_placed() -> None:
    there = playing(mustered("early_imperial_romans", "early_germans", "ambush"), Deployment())
    while not there.is_over:
        decision = there.decision()
        there.do(decision.default(there.ctx) or there.options()[0])
    kinds = {(one.side, one.status) for one in there.world.units.values()}
    assert kinds == {("red", "reserve"), ("blue", "table")}
    assert len(there.world.column) == len(waiting(there.ctx, RED))


@covers("IDG-18.12.29", "IDG-18.12.26")
def test_fuses_of_fire_oxen_are_written_down_in_secret_first() -> None:
    ox = {"special": ["fire_ox"], "armour": "armoured", "status": "reserve"}
    units = [
        red("o1", "heavy_cavalry", (0, 0), **ox),
        red("o2", "heavy_cavalry", (0, 0), **ox),
        blue("b", "warrior", (0, 0), size=2, status="reserve"),
    ]
    there = playing(field(*units), Deployment())
    assert there.asked() == ("red", "choose_fuses")
    assert len(there.options()) == 9
    assert there.options()[0] == SetFuses((3, 3))
    assert there.refusal(SetFuses((1, 3))) == ["IDG-18.12.29"]
    assert there.refusal(SetFuses((3,))) == ["IDG-18.12.29"]
    there.do(SetFuses((2, 4)))
    assert [there.unit(one).fuse for one in ("o1", "o2")] == [2, 4]
    assert there.pending() == "red hold_back blue hold_back"


def test_nothing_happens_where_everybody_stands_already() -> None:
    there = playing(
        field(red("a", "warrior", (20, 44)), blue("b", "warrior", (20, 4))), Deployment()
    )
    assert there.is_over
    assert there.told() == ["kernel.ended"]
