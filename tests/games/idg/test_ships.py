"""Ships: sailing, carrying, shooting, and being shot at. IDG-17.3."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.field import INCH, Field, blue, field, red
from tests.games.idg.play import Playing, playing
from tests.games.idg.speaking import rules_in
from walstatt.boards.contact import OVERLAP, overlap
from walstatt.boards.paths import Slide, advance
from walstatt.boards.pose import Pose
from walstatt.games.idg.activation import March, Stand
from walstatt.games.idg.changes import give_markers
from walstatt.games.idg.engine_moves import GoEngine, HaltEngine, Rest, carry
from walstatt.games.idg.engine_turns import turning_flaws
from walstatt.games.idg.engines import engine_base, engine_rect, who_is_aboard
from walstatt.games.idg.morale_causes import may_test
from walstatt.games.idg.movement import MovementPhase
from walstatt.games.idg.new_turn import turn_over
from walstatt.games.idg.rally import in_reach
from walstatt.games.idg.ship_shots import (
    ShipRoll,
    enemy_ships,
    judge_ship,
    ship_flaws,
    ship_roll,
    ship_shot_roll,
    strike_ships,
    worth_of,
)
from walstatt.games.idg.ships import (
    HOLDS,
    BoardShip,
    LeaveShip,
    Sail,
    ShipJudge,
    flow_at,
    man_ships,
    water_edge,
)
from walstatt.games.idg.shooting import ShootingPhase
from walstatt.games.idg.shooting_choices import DeclareShots, HoldAll, ShootAt, SpoutFlame
from walstatt.games.idg.stepping import ChooseSteps, StepOut, steps_of
from walstatt.games.idg.targets import marks, shooter_flaws
from walstatt.games.idg.world import Engine, rect_of
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
RED, BLUE = Seat("red"), Seat("blue")
SHORE: dict[str, Any] = {"id": "sea", "kind": "seashore", "edge": "left"}
RIVER: dict[str, Any] = {"id": "r", "kind": "river", "edge": "left", "width": 4}
HALF = 600 / INCH
"""Half a ship's width."""


def ship(y: float = 20, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Place a ship of red at the left edge, her bow there and pointing up."""
    return {"id": "s", "kind": "ship", "side": "red", "at": (HALF, y), "facing": 0, **more}


def siege(*units: dict[str, Any], water: Any = SHORE, **more: Any) -> Field:  # noqa: ANN401
    """Lay out a siege by the sea, with a ship and a piece of artillery far away."""
    gun = red("g", "artillery", (70, 46))
    given = {"battle": "siege", "terrain": [water], "engines": [ship()], "turn": 3, **more}
    there = field(*units, gun, **given)
    man_ships(there.ctx)
    return there


def aboard(count: int, kind: str = "warrior", **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Put red troops on the ship."""
    elements = [{"at": (HALF, 22), "aboard": "s"} for _ in range(count)]
    return red("a", kind, (HALF, 22), elements=elements, **more)


# -- what she is ----------------------------------------------------------------------------------


@covers("IDG-17.3.2", "IDG-17.3.5")
def test_she_has_artillery_at_bow_and_stern() -> None:
    there = siege()
    assert engine_base(there.ctx, "ship") == (1200, 2400)
    assert there.element("s.bow").pose == (600, 20 * INCH, 0)
    assert there.element("s.stern").pose == (600, 20 * INCH + 1800, 0)
    assert (there.unit("s.bow").side, there.unit("s.bow").status) == ("red", "table")
    assert there.unit("s.bow").activated
    man_ships(there.ctx)
    assert sorted(who_is_aboard(there.ctx, "s")) == ["s.bow", "s.stern"]


@covers("IDG-17.3.3")
def test_eight_elements_have_room_on_her_deck() -> None:
    there = siege(aboard(8))
    carry(there.ctx, "s")
    rects = [rect_of(there.ctx, one) for one in who_is_aboard(there.ctx, "s")]
    hull = engine_rect(there.ctx, "s")
    for at, one in enumerate(rects):
        assert all(overlap(one, other) <= OVERLAP for other in rects[:at])
        assert all(abs(x) <= 601 and abs(y) <= 1201 for x, y in map(hull.local, one.corners))


@covers("IDG-17.3.9", "IDG-17.3.2")
def test_her_artillery_is_part_of_her_and_neither_tests_nor_gets_markers() -> None:
    there = siege()
    bow = UnitId("s.bow")
    give_markers(there.ctx, bow, 2, "IDG-9.7.1")
    assert there.unit("s.bow").disorder == 0
    assert not may_test(there.ctx, bow)
    battle = playing(there, MovementPhase())
    units = {getattr(one, "unit", "") for one in battle.options()}
    assert bow not in units


# -- sailing --------------------------------------------------------------------------------------


def refused(there: Field, far: float, *, fast: bool = True, allowance: int = 12) -> list[str]:
    """List the rules that sailing straight ahead breaks."""
    judge = ShipJudge(there.ctx, "s", allowance * INCH, fast=fast)
    return rules_in(judge.flaws((advance(judge.before, 0, far * INCH),)))


@covers("IDG-17.3.4", "IDG-17.2.2")
def test_at_sea_she_sails_two_dice() -> None:
    battle = playing(siege(aboard(2)), MovementPhase())
    assert battle.refusal(Sail("s", fast=False)) == ["IDG-17.2.2"]
    battle.do(Sail("s")).roll(3, 4)
    assert battle.asked() == ("red", "sail_ship")
    judge = ShipJudge(battle.ctx, "s", 7 * INCH, fast=True)
    too_far = GoEngine((advance(judge.before, 0, 7.1 * INCH),))
    assert battle.refusal(too_far) == ["IDG-17.2.2"]
    battle.do(GoEngine((advance(judge.before, 0, 7 * INCH),)))
    assert battle.world.engines["s"].pose == (600, 13 * INCH, 0)
    assert battle.element("s.bow").pose == (600, 13 * INCH, 0)
    assert battle.element("a1").moved == 0


@covers("IDG-17.3.4", "IDG-17.2.2")
def test_on_a_river_she_goes_downstream_with_two_dice_otherwise_with_one() -> None:
    there = siege(water=RIVER)
    assert flow_at(there.ctx, engine_rect(there.ctx, "s")) == 18_000
    assert refused(there, 3) == ["IDG-17.2.2"]
    assert refused(there, -3) == []
    assert refused(there, 3, fast=False) == []
    assert refused(there, -3, fast=False) == []
    battle = playing(there, MovementPhase()).do(Sail("s", fast=False))
    assert battle.dice() == 1
    battle.roll(2).do(HaltEngine())
    assert battle.world.engines["s"].activated


@covers("IDG-17.3.1")
def test_she_keeps_to_an_edge_that_is_water() -> None:
    there = siege()
    assert water_edge(there.ctx, engine_rect(there.ctx, "s")) == "left"
    judge = ShipJudge(there.ctx, "s", 12 * INCH, fast=True)
    ashore = Slide({"s": Pose(900, 19 * INCH, 0)})
    assert rules_in(judge.flaws((ashore,))) == ["IDG-17.3.1"]
    about = Slide({"s": Pose(600, 19 * INCH, 3000)})
    assert "IDG-17.3.1" in rules_in(judge.flaws((about,)))
    dry = siege(water={"id": "x", "kind": "wood", "at": (40, 40), "size": (12, 8)})
    assert refused(dry, 3) == ["IDG-17.3.1"]
    assert refused(there, 11) == []
    assert "IDG-1.3.1" in refused(siege(engines=[ship(5)]), 6)


@covers("IDG-8.4.5", "IDG-1.9.6")
def test_she_runs_over_nobody() -> None:
    assert refused(siege(blue("b", "warrior", (2, 15))), 8) == ["IDG-8.4.5"]
    there = siege()
    other = Engine("ship", BLUE, Pose(600, 4 * INCH, 0))
    there.world.engines["o"] = other
    assert refused(there, 8) == ["IDG-1.9.6"]
    assert refused(there, 6) == []


@covers("IDG-17.3.4")
def test_suggestions_for_her_are_legal() -> None:
    battle = playing(siege(), MovementPhase()).do(Sail("s")).roll(2, 2)
    found = battle.game.sampled(battle.decision(), Random(1))
    assert HaltEngine() in found
    assert len(found) >= 3
    assert battle.decision().default(battle.ctx) == HaltEngine()


@covers("IDG-17.3.4", "IDG-7.2.3")
def test_she_needs_her_activation() -> None:
    battle = playing(siege(), MovementPhase())
    options = [one for one in battle.options() if getattr(one, "engine", "") == "s"]
    assert options == [Rest("s"), Sail("s")]
    turn_over(battle.ctx)
    assert not battle.world.engines["s"].activated
    assert battle.unit("s.bow").activated


# -- troops aboard --------------------------------------------------------------------------------


def why_not(there: Field, answer: Any) -> list[str]:  # noqa: ANN401
    """List the rules that forbid going aboard or ashore."""
    return rules_in(turning_flaws(there.ctx, RED, answer))


def beside(kind: str = "warrior", count: int = 4, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Place red troops alongside the ship."""
    places = [(1200 / INCH + 0.2, 21.2 + n * HALF) for n in range(count)]
    elements = [{"at": at, "facing": 270} for at in places]
    return red("a", kind, places[0], elements=elements, **more)


@covers("IDG-17.3.3", "IDG-17.2.3")
def test_a_unit_alongside_goes_aboard_and_ashore_in_a_turn_each() -> None:
    battle = playing(siege(beside()), MovementPhase()).do(BoardShip("s", A))
    assert battle.unit("a").deed == "embarked"
    assert sorted(who_is_aboard(battle.ctx, "s"))[:4] == ["a1", "a2", "a3", "a4"]
    assert why_not(battle, LeaveShip("s", A)) == ["IDG-7.2.4"]
    battle.world.turn = 4
    turn_over(battle.ctx)
    shore = playing(battle, MovementPhase())
    assert "IDG-16.3.9" in shore.refusal(March(A))
    shore.do(LeaveShip("s", A))
    assert shore.unit("a").deed == "landed"
    rects = [rect_of(shore.ctx, one) for one in shore.unit("a").elements]
    hull = engine_rect(shore.ctx, "s")
    for at, one in enumerate(rects):
        assert overlap(one, hull) <= OVERLAP
        assert all(overlap(one, other) <= OVERLAP for other in rects[:at])


@covers("IDG-17.3.3", "IDG-17.3.12")
def test_who_may_not_go_aboard() -> None:
    board = BoardShip("s", A)
    assert why_not(siege(beside()), board) == []
    assert why_not(siege(beside("elephant", 1)), board) == ["IDG-17.3.3"]
    assert why_not(siege(beside(general=True)), board) == ["IDG-17.3.12"]
    assert why_not(siege(red("a", "warrior", (12, 20), size=2)), board) == ["IDG-17.3.3"]
    assert why_not(siege(beside(arrived=3)), board) == ["IDG-13.3.6"]
    assert why_not(siege(beside()), BoardShip("x", A)) == ["IDG-17.3.3"]
    assert why_not(siege(), BoardShip("s", A)) == ["IDG-7.2.2"]
    full = siege(beside(count=4))
    for number in range(HOLDS - 3):
        name = f"c{number}"
        full.world.elements[name] = replace(full.element("g"), aboard="s", unit=UnitId("g"))
    assert why_not(full, board) == ["IDG-17.3.3"]
    assert why_not(siege(beside()), LeaveShip("s", A)) == ["IDG-17.3.4"]


@covers("IDG-17.3.2", "IDG-16.3.10")
def test_from_her_towers_two_elements_a_turn_step_onto_a_wall() -> None:
    wall = {
        "id": "w",
        "kind": "wall",
        "via": [(1200 / INCH + 1.25, 0), (1200 / INCH + 1.25, 22), (72, 22)],
        "width": 2.5,
        "side": "blue",
    }
    there = siege(aboard(4), terrain=[SHORE, wall], engines=[ship(10, since=2, activated=True)])
    battle = playing(there, MovementPhase()).do(Stand(A))
    assert battle.asked() == ("red", "choose_steps")
    for _ in range(2):
        step = next(one for one in battle.options() if isinstance(one, StepOut))
        battle.do(step)
    up = [one for one in battle.unit("a").elements if battle.element(one).aboard == "w"]
    assert len(up) == 2
    asked = ChooseSteps(RED, A)
    assert not [one for one in steps_of(battle.ctx, A) if not asked.check(battle.ctx, one)]


# -- shooting from her ----------------------------------------------------------------------------


@covers("IDG-17.3.5")
def test_her_artillery_shoots_all_round_and_in_a_turn_she_moves() -> None:
    there = siege(blue("b", "warrior", (12, 21)), blue("c", "warrior", (8, 36)))
    battle = playing(there, MovementPhase()).do(Sail("s")).roll(1, 1)
    judge = ShipJudge(battle.ctx, "s", 2 * INCH, fast=True)
    battle.do(GoEngine((advance(judge.before, 0, INCH),)))
    while not battle.is_over:
        battle.do(battle.options()[0])
    assert shooter_flaws(battle.ctx, "s.bow") == []
    assert {one.target for one in marks(battle.ctx, "s.bow")} == {"b"}
    assert {one.target for one in marks(battle.ctx, "s.stern")} == {"b", "c"}


@covers("IDG-17.3.6")
def test_others_aboard_shoot_though_she_moved() -> None:
    archers = aboard(2, "warrior", weapon="crossbow")
    there = siege(archers, blue("b", "warrior", (9, 22)))
    judge = ShipJudge(there.ctx, "s", 12 * INCH, fast=True)
    battle = playing(there, MovementPhase()).do(Sail("s")).roll(1, 1)
    battle.do(GoEngine((advance(judge.before, 0, INCH),)))
    assert [one.target for one in marks(battle.ctx, "a1")] == ["b"]
    assert [one.target for one in marks(battle.ctx, "a2")] == ["b"]


# -- shooting at her ------------------------------------------------------------------------------


def archers(x: float = 9, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Place blue bowmen before the ship."""
    return blue("b", "skirmisher", (x, 24), facing=270, weapon="bow", **more)


@covers("IDG-17.3.7", "IDG-17.3.8")
def test_she_is_the_target_and_nobody_aboard() -> None:
    there = siege(aboard(2), archers())
    assert enemy_ships(there.ctx, BLUE) == ["s"]
    assert enemy_ships(there.ctx, RED) == []
    assert ship_flaws(there.ctx, "b", "s") == []
    check = DeclareShots(BLUE).check
    assert "IDG-17.3.8" in rules_in(check(there.ctx, ShootAt("b", "a1")))
    assert marks(there.ctx, "b") == []
    assert check(there.ctx, ShootAt("b", "s")) == []
    assert rules_in(ship_flaws(siege(archers(18)).ctx, "b", "s")) == ["IDG-9.2.1"]
    away = siege(blue("b", "skirmisher", (9, 24), facing=90, weapon="bow"))
    assert "IDG-9.3.2" in rules_in(ship_flaws(away.ctx, "b", "s"))


@covers("IDG-17.3.7", "IDG-9.5.9")
def test_enemies_who_come_or_are_nearer_are_shot_at_first() -> None:
    nearer = siege(archers(), red("c", "warrior", (7, 24), facing=90))
    assert rules_in(ship_flaws(nearer.ctx, "b", "s")) == ["IDG-9.5.8"]
    farther = siege(archers(), red("c", "warrior", (9, 18.5), facing=180))
    assert ship_flaws(farther.ctx, "b", "s") == []


@covers("IDG-17.3.8", "IDG-A59")
def test_a_seven_is_a_hit_with_the_shooters_lines_only() -> None:
    there = siege(archers(quality="elite", disorder=2))
    roll = ship_shot_roll(there.ctx, "b", "s")
    assert roll.ledgers[0].explain() == ["+1 IDG-9.6.1", "-2 IDG-9.6.2"]
    meaning = roll.meaning
    assert meaning is not None
    assert (meaning.read((7,)), meaning.read((8,)), meaning.read((10,))) == (0, 1, 1)
    assert worth_of(siege(blue("b", "artillery", (12, 22))).ctx, "b") == 5
    lances = siege(blue("b", "skirmisher", (8, 22), special=["fire_lance"]))
    assert worth_of(lances.ctx, "b") == 5
    assert worth_of(there.ctx, "b") == 1


# IDG-E55
@covers("IDG-17.3.8", "IDG-17.3.10")
def test_three_stones_and_five_arrows_make_twenty_and_she_tests() -> None:
    there = siege(archers(), blue("c", "artillery", (14, 24), facing=270))
    hits = [("c", "s")] * 3 + [("b", "s")] * 4
    assert strike_ships(there.ctx, hits) == {}
    assert there.world.engines["s"].hits == 19
    assert strike_ships(there.ctx, [("b", "s")]) == {"s": 1}
    assert there.world.engines["s"].hits == 20
    roll = ship_roll(there.ctx, "s", 1)
    assert (roll.rule, roll.count) == ("IDG-17.3.10", 1)
    assert ShipRoll().read((3, 4)) == 1
    assert ShipRoll().hits((3, 4)) == (False, True)


@covers("IDG-17.3.10")
def test_every_multiple_of_twenty_is_a_test() -> None:
    there = siege(blue("c", "artillery", (14, 24)))
    there.world.engines["s"] = replace(there.world.engines["s"], hits=18)
    assert strike_ships(there.ctx, [("c", "s")] * 5) == {"s": 2}  # 43 in all
    assert strike_ships(there.ctx, [("c", "s")] * 3) == {}
    assert strike_ships(there.ctx, [("c", "s")]) == {"s": 1}


@covers("IDG-17.3.10", "IDG-17.3.11")
def test_after_two_failures_she_is_lost_with_everyone_aboard() -> None:
    there = siege(aboard(3))
    judge_ship(there.ctx, "s", (4,))
    assert there.world.engines["s"].failures == 0
    judge_ship(there.ctx, "s", (3,))
    assert there.world.engines["s"].failures == 1
    judge_ship(there.ctx, "s", (1,))
    assert "s" not in there.world.engines
    assert there.unit("a").status == "destroyed"
    assert there.unit("s.bow").status == "destroyed"


@covers("IDG-17.3.8", "IDG-17.3.9", "IDG-17.3.10", "IDG-17.3.11")
@pytest.mark.parametrize(("die", "lost"), [(3, True), (4, False)])
def test_in_the_shooting_phase_her_total_grows_and_she_tests(die: int, lost: bool) -> None:
    gun = blue("c", "artillery", (14, 24), facing=270)
    there = siege(aboard(2), gun, first="blue")
    there.world.engines["s"] = replace(there.world.engines["s"], hits=16, failures=1)
    battle: Playing = playing(there, ShootingPhase())
    battle.do(ShootAt("c", "s"))
    while battle.game.waiting is None:
        battle.do(HoldAll())
    battle.roll(7)
    assert battle.pending() == "roll idg.roll.ship_test"
    battle.roll(die)
    assert ("s" not in battle.world.engines) is lost
    if not lost:
        assert battle.world.engines["s"].hits == 21
        assert battle.unit("a").disorder == 0


@covers("IDG-17.3.8", "IDG-18.12.19")
def test_a_flame_counts_five() -> None:
    there = siege(aboard(2), first="blue")
    pose = Pose(round(8.5 * INCH), 24 * INCH, 27_000)
    there.world.engines["f"] = Engine("flamethrower", BLUE, pose)
    battle = playing(there, ShootingPhase())
    battle.do(SpoutFlame("f", 27_000))
    while battle.game.waiting is None:
        battle.do(HoldAll())
    assert list(battle.rolls()) == ["s"]
    battle.roll(7)
    assert battle.world.engines["s"].hits == 5
    assert battle.world.shaken == {}


@covers("IDG-17.3.12")
def test_a_general_does_not_rally_who_is_aboard() -> None:
    chief = red("k", "heavy_cavalry", (7, 22), general=True)
    there = siege(aboard(2, disorder=2), chief)
    assert in_reach(there.ctx, RED) == []
    ashore = siege(red("a", "warrior", (9, 22), size=2, disorder=2), chief)
    assert in_reach(ashore.ctx, RED) == ["a"]


@pytest.mark.parametrize("seed", range(6))
def test_ships_go_on_at_random(seed: int) -> None:
    there: Field = siege(
        beside(),
        blue("b", "warrior", (20, 20), size=4),
        blue("c", "skirmisher", (16, 30), size=4, weapon="bow"),
        blue("d", "artillery", (14, 12), facing=270),
    )
    for _ in range(3):
        for frame in (MovementPhase(), ShootingPhase()):
            there = playing(there, frame).finish(seed)
        there.world.turn += 1
        turn_over(there.ctx)
    if "s" in there.world.engines:
        assert water_edge(there.ctx, engine_rect(there.ctx, "s")) == "left"
