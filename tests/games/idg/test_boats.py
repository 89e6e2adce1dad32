"""Boats: embarking, sailing, landing, and being shot at in them. IDG-17.2."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.idg.field import INCH, Field, blue, field, red
from tests.games.idg.play import Playing, playing
from tests.games.idg.speaking import rules_in
from walstatt.boards.contact import OVERLAP, overlap
from walstatt.boards.paths import Slide, advance
from walstatt.games.idg.activation import (
    Disembark,
    Embark,
    Face,
    Go,
    Halt,
    March,
    Sail,
    Stand,
)
from walstatt.games.idg.allowance import unit_dice
from walstatt.games.idg.boats import embarking_ways, landing_ways, put_in_boats
from walstatt.games.idg.changes import lose_element
from walstatt.games.idg.going import poses_of
from walstatt.games.idg.movement import MovementPhase
from walstatt.games.idg.new_turn import turn_over
from walstatt.games.idg.shooting_dice import query_of
from walstatt.games.idg.targets import shooter_flaws, target_flaws
from walstatt.games.idg.waters import goes_down, in_boats, is_afloat, waters
from walstatt.games.idg.world import profile_of, rect_of
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
RIVER = {"id": "r", "kind": "river", "via": [(0, 24), (72, 24)], "width": 5}
"""From 21.5 to 26.5, flowing to the right."""
NORTH, EAST, SOUTH, WEST = 0, 9_000, 18_000, 27_000


def phase(*units: dict[str, Any], **more: Any) -> Playing:  # noqa: ANN401
    """Begin a movement phase at the river."""
    return playing(field(*units, **{"terrain": [RIVER], **more}), MovementPhase())


def afloat(*units: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    """Lay out a position in which unit `a` is in boats."""
    there = field(*units, **{"terrain": [RIVER], **more})
    put_in_boats(there.ctx, A)
    return there


def next_turn(there: Field) -> None:
    """Begin the next turn."""
    there.world.turn += 1
    turn_over(there.ctx)


# -- embarking ------------------------------------------------------------------------------------


@covers("IDG-17.2.1", "IDG-17.2.3", "IDG-A49")
def test_a_unit_at_the_bank_embarks_in_a_turn() -> None:
    there = phase(red("a", "warrior", (30, 27), size=3), blue("b", "warrior", (60, 5)))
    (way,) = embarking_ways(there.ctx, A)
    assert way == NORTH
    assert Embark(A, NORTH) in there.options()
    shown = there.decision().preview(there.ctx, Embark(A, NORTH))
    there.do(Embark(A, NORTH))
    assert there.unit("a").deed == "embarked"
    assert there.unit("a").activated
    assert in_boats(there.ctx, A)
    assert sorted(there.world.engines) == ["a1.boat", "a2.boat", "a3.boat"]
    for element in there.unit("a").elements:
        assert is_afloat(there.ctx, rect_of(there.ctx, element))
        assert there.world.engines[f"{element}.boat"].pose == there.element(element).pose
    centres = [rect_of(there.ctx, one).centre for one in there.unit("a").elements]
    assert [(ghost.x, ghost.y) for ghost in shown.ghosts] == [
        (round(x), round(y)) for x, y in centres
    ]
    assert "idg.embarked" in there.told()


@covers("IDG-17.2.1")
@pytest.mark.parametrize(
    ("at", "options", "may"),
    [
        (27.0, {}, True),
        (31.0, {}, True),
        (40.0, {}, False),
        (27.0, {"opt_ships_boats": "never"}, False),
    ],
)
def test_boats_are_free_wherever_there_is_water(
    at: float, options: dict[str, Any], may: bool
) -> None:
    there = phase(red("a", "warrior", (30, at), size=2), options=options)
    found = [one for one in there.options() if isinstance(one, Embark)]
    assert bool(found) is may
    if not may:
        assert there.refusal(Embark(A, NORTH)) == ["IDG-17.2.1"]


@covers("IDG-17.2.1", "IDG-4.2.27")
def test_a_stream_or_a_frozen_river_bears_no_boats() -> None:
    stream = {**RIVER, "kind": "stream", "width": 2}
    assert waters(field(red("a", "warrior", (30, 27)), terrain=[stream]).ctx) == ()
    icy = field(red("a", "warrior", (30, 27)), terrain=[RIVER], weather=["ice"])
    assert waters(icy.ctx) == ()


@covers("IDG-17.2.3")
def test_nobody_embarks_out_of_a_melee() -> None:
    there = field(
        red("a", "warrior", (30, 27)),
        blue("b", "warrior", (30, 27 + 300 / INCH), facing=0),
        terrain=[RIVER],
        melees=[{"units": ["a", "b"], "since": 1, "by": "b"}],
    )
    assert "IDG-11.2.4" in playing(there, MovementPhase()).refusal(Embark(A, NORTH))


@covers("IDG-17.2.3")
def test_who_is_in_boats_neither_marches_nor_turns() -> None:
    there = playing(afloat(red("a", "warrior", (30, 24), size=2)), MovementPhase())
    assert there.refusal(March(A)) == ["IDG-17.2.3"]
    assert there.refusal(Face(A)) == ["IDG-17.2.3"]
    assert there.refusal(Embark(A, NORTH)) == ["IDG-17.2.3"]
    there = phase(red("a", "warrior", (30, 30), size=2))
    assert there.refusal(Sail(A)) == ["IDG-17.2.2"]
    assert there.refusal(Disembark(A, NORTH)) == ["IDG-17.2.3"]


@covers("IDG-17.2.4", "IDG-17.2.9", "IDG-14.1.4")
def test_riders_are_on_foot_in_boats_and_mounted_after_landing() -> None:
    there = phase(red("a", "heavy_cavalry", (30, 27), size=2), blue("b", "warrior", (60, 5)))
    there.do(Embark(A, NORTH))
    assert there.unit("a").form == "afloat"
    assert profile_of(there.ctx, "a1").troop == "warrior"
    there.do(Stand(B))
    next_turn(there)
    assert there.unit("a").form == "afloat"
    again = playing(there, MovementPhase())
    again.do(Disembark(A, landing_ways(again.ctx, A)[0]))
    assert profile_of(again.ctx, "a1").troop == "warrior"
    assert not again.world.engines
    next_turn(again)
    assert again.unit("a").form == "usual"
    assert profile_of(again.ctx, "a1").troop == "heavy_cavalry"


@covers("IDG-17.2.9")
def test_elephants_swim() -> None:
    there = phase(red("a", "elephant", (30, 27)))
    there.do(Embark(A, NORTH))
    assert in_boats(there.ctx, A)
    assert there.unit("a").form == "usual"


# -- sailing --------------------------------------------------------------------------------------


@covers("IDG-17.2.2")
@pytest.mark.parametrize(
    ("kind", "column", "dice"),
    [
        ("warrior", "good", 2),
        ("warrior", "difficult", 1),
        ("skirmisher", "good", 2),
        ("elephant", "difficult", 1),
    ],
)
def test_all_boats_have_the_same_dice(kind: str, column: Any, dice: int) -> None:  # noqa: ANN401
    there = afloat(red("a", kind, (30, 24)))
    found = unit_dice(there.ctx, A, column)
    assert (found.dice, found.add) == (dice, 0)


@covers("IDG-17.2.2")
@pytest.mark.parametrize(
    ("way", "down"), [(EAST, True), (4_600, True), (NORTH, False), (WEST, False)]
)
def test_downstream_is_where_the_river_flows(way: int, down: bool) -> None:
    there = afloat(red("a", "warrior", (30, 24)))
    leg = advance(poses_of(there.ctx, A), way, 1 * INCH)
    start, end = there.element("a").pose.spot, leg.poses["a"].spot
    assert goes_down(there.ctx, start, end) is down


def go(there: Playing, way: int, far: float) -> Go:
    """Move the boats of `a` straight in a direction."""
    return Go((advance(poses_of(there.ctx, A), way, far * INCH),))


@covers("IDG-17.2.2")
def test_two_dice_take_boats_downstream_only() -> None:
    there = playing(afloat(red("a", "warrior", (30, 24), size=2)), MovementPhase())
    there.do(Sail(A, "good")).roll(4, 4)
    assert set(there.refusal(go(there, WEST, 2))) == {"IDG-17.2.2"}
    assert there.refusal(go(there, EAST, 8.1)) == ["IDG-8.1.1"]
    there.do(go(there, EAST, 8))
    assert there.element("a1").pose.x == round(38 * INCH) - 300
    assert there.world.engines["a1.boat"].pose == there.element("a1").pose
    assert there.unit("a").deed == "sailed"
    assert "idg.sailed" in there.told()


@covers("IDG-17.2.2", "IDG-4.2.29")
def test_one_die_takes_boats_anywhere_in_the_water() -> None:
    there = playing(afloat(red("a", "warrior", (30, 24.6), size=2)), MovementPhase())
    there.do(Sail(A, "difficult")).roll(5)
    assert set(there.refusal(go(there, NORTH, 4))) == {"IDG-4.2.29"}
    assert there.refusal(go(there, WEST, 5.1)) == ["IDG-8.1.1"]
    there.do(go(there, WEST, 5))
    assert there.element("a1").pose.x == round(25 * INCH) - 300


@covers("IDG-17.2.8")
def test_boats_keep_away_from_enemies() -> None:
    there = playing(
        afloat(red("a", "warrior", (30, 24)), blue("b", "warrior", (30, 21.4))), MovementPhase()
    )
    there.do(Sail(A, "difficult")).roll(6)
    assert "IDG-17.2.8" in there.refusal(go(there, NORTH, 2.6 - 0.02))
    there.do(Halt())


@covers("IDG-17.2.2", "IDG-4.2.33")
def test_at_sea_boats_go_two_dice_anywhere() -> None:
    shore = {"id": "s", "kind": "seashore", "edge": "bottom"}
    there = field(red("a", "warrior", (30, 46.5), size=2), terrain=[shore])
    put_in_boats(there.ctx, A)
    game = playing(there, MovementPhase())
    game.do(Sail(A, "good")).roll(3, 3)
    assert "IDG-4.2.29" in game.refusal(go(game, NORTH, 3))
    game.do(go(game, WEST, 6))
    assert game.element("a1").pose.x == round(24 * INCH) - 300


@covers("IDG-17.2.2")
def test_moves_of_boats_are_offered() -> None:
    there = playing(afloat(red("a", "warrior", (30, 24), size=2)), MovementPhase())
    there.do(Sail(A, "difficult")).roll(4)
    found = there.decision().sample(there.ctx, Random(0), 12)
    moves = [one for one in found if isinstance(one, Go)]
    assert len(moves) >= 3
    assert all(there.decision().check(there.ctx, one) == [] for one in moves)
    labels = {one.label.id for one in there.decision().present_all(there.ctx, moves)}
    assert labels == {"idg.do.go_by_boat"}


# -- landing --------------------------------------------------------------------------------------


@covers("IDG-17.2.3")
def test_a_unit_goes_ashore_on_either_bank() -> None:
    there = playing(afloat(red("a", "warrior", (30, 24), size=2)), MovementPhase())
    assert set(landing_ways(there.ctx, A)) == {NORTH, SOUTH}
    shore = [one for one in there.options() if isinstance(one, Disembark)]
    assert {(one.way, one.attack) for one in shore} == {(NORTH, False), (SOUTH, False)}
    there.do(Disembark(A, NORTH))
    assert not in_boats(there.ctx, A)
    assert not there.world.engines
    front = there.element("a1").pose.y / INCH
    assert 19.8 < front + 300 / INCH <= 21.5
    assert there.unit("a").deed == "landed"
    assert "idg.landed" in there.told()
    assert "IDG-17.2.3" in rules_in(shooter_flaws(there.ctx, "a1"))


@covers("IDG-17.2.3")
def test_landing_needs_room() -> None:
    line = [blue(f"b{n}", "warrior", (22 + n * 2.4, 21.4)) for n in range(8)]
    rear = [blue(f"c{n}", "warrior", (22 + n * 2.4, 20.1)) for n in range(8)]
    there = playing(afloat(red("a", "skirmisher", (30, 24)), *line, *rear), MovementPhase())
    assert there.refusal(Disembark(A, NORTH)) == ["IDG-17.2.3"]
    shore = [one for one in there.options() if isinstance(one, Disembark)]
    assert shore == [Disembark(A, SOUTH)]


@covers("IDG-17.2.5", "IDG-11.8.3")
def test_who_lands_may_fight_at_once() -> None:
    there = playing(
        afloat(red("a", "warrior", (30, 24), size=2), blue("b", "warrior", (30, 21), size=2)),
        MovementPhase(),
    )
    assert Disembark(A, NORTH, attack=True) in there.options()
    there.do(Disembark(A, NORTH, attack=True))
    assert list(there.world.melees) == ["a|b"]
    assert there.element("a1").entered
    assert there.unit("a").opened
    assert not in_boats(there.ctx, A)


@covers("IDG-17.2.5", "IDG-11.1.4")
def test_who_does_not_attack_lands_beside_the_enemy_only() -> None:
    there = playing(
        afloat(red("a", "skirmisher", (30, 24)), blue("b", "warrior", (30, 21))), MovementPhase()
    )
    assert there.refusal(Disembark(A, NORTH, attack=True)) == ["IDG-11.1.4"]
    assert there.refusal(Disembark(A, SOUTH, attack=True)) == ["IDG-17.2.5"]
    assert not any(isinstance(one, Disembark) and one.attack for one in there.options())


# -- being shot at --------------------------------------------------------------------------------


@covers("IDG-17.2.6", "IDG-17.2.7", "IDG-9.6.15")
@pytest.mark.parametrize(("kind", "safe"), [("warrior", True), ("artillery", False)])
def test_a_boat_protects_from_all_but_artillery(kind: str, safe: bool) -> None:
    bow = {"weapon": "bow"} if kind == "warrior" else {}
    there = afloat(red("a", "warrior", (30, 24)), blue("b", kind, (30, 19), **bow))
    assert query_of(there.ctx, "b", "a").foe_works is safe
    assert target_flaws(there.ctx, "a") == []


@covers("IDG-17.2.7")
def test_the_boat_of_a_lost_element_is_gone() -> None:
    there = afloat(red("a", "warrior", (30, 24), size=2))
    lose_element(there.ctx, "a1", "IDG-9.7.2")
    next_turn(there)
    assert list(there.world.engines) == ["a2.boat"]


@covers("IDG-17.2.8")
def test_nobody_walks_into_a_boat() -> None:
    there = field(
        red("a", "warrior", (30, 26), facing=0),
        blue("b", "warrior", (30, 29), facing=0),
        terrain=[RIVER],
    )
    put_in_boats(there.ctx, A)
    game = playing(there, MovementPhase())
    game.do(Stand(A)).do(March(B)).roll(3, 3)
    pose = game.element("b").pose
    near = Slide({"b": pose._replace(y=there.element("a").pose.y + 302)})
    game.do(Go((near,)))
    assert game.world.melees == {}


@covers("IDG-13.2.14", "IDG-17.2.3")
@pytest.mark.parametrize(("deed", "aboard"), [("landed", True), ("moved", False)])
def test_who_is_driven_off_the_bank_is_in_his_boats_again(deed: str, aboard: bool) -> None:
    there = field(red("a", "warrior", (30, 24), size=2, deed=deed), terrain=[RIVER])
    next_turn(there)
    assert in_boats(there.ctx, A) is aboard


@pytest.mark.parametrize("seed", range(15))
def test_random_turns_at_a_river_come_to_an_end(seed: int) -> None:
    there = field(
        red("a", "warrior", (30, 28), size=3),
        red("c", "light_cavalry", (44, 28), size=3),
        red("d", "elephant", (20, 28)),
        red("e", "baggage", (54, 28), size=2),
        blue("b", "skirmisher", (30, 20), size=3),
        blue("f", "heavy_cavalry", (44, 20), size=4, formation="2x2"),
        terrain=[RIVER],
    )
    for turn in range(4):
        there = playing(there, MovementPhase()).finish(seed * 10 + turn)
        rects = [rect_of(there.ctx, one) for one in there.world.elements]
        assert max(overlap(a, b) for n, a in enumerate(rects) for b in rects[:n]) <= OVERLAP + 1
        for element, one in there.world.elements.items():
            if one.aboard:
                assert is_afloat(there.ctx, rect_of(there.ctx, element))
                assert there.world.engines[one.aboard].pose == one.pose
        next_turn(there)
