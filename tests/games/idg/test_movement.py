"""The movement phase: who is activated when, and what follows from moves. IDG-7.2, IDG-8."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.games.idg.field import INCH, RED, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.boards.contact import distance
from walstatt.boards.formation import wheel
from walstatt.boards.paths import Slide, advance
from walstatt.boards.pose import Pose
from walstatt.boards.table import is_on_table
from walstatt.games.idg.activation import Face, Go, Halt, Lie, March, Stand
from walstatt.games.idg.aftermath import carry_out
from walstatt.games.idg.going import poses_of
from walstatt.games.idg.intents import nearest_stop
from walstatt.games.idg.invariants import invariants
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.movement import MovementPhase
from walstatt.games.idg.standing import contacts_between, is_coherent
from walstatt.games.idg.world import rect_of, rects_of
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B, C = UnitId("a"), UnitId("b"), UnitId("c")
WIDTH, DEPTH = 600 / INCH, 300 / INCH


def phase(*units: dict[str, Any], **more: Any) -> Playing:  # noqa: ANN401
    """Begin a movement phase."""
    return playing(field(*units, **more), MovementPhase())


def ahead(there: Playing, unit: UnitId, far: float, facing: int = 0) -> Go:
    """Go straight ahead."""
    return Go((advance(poses_of(there.ctx, unit), facing, far * INCH),))


# -- the sequence ---------------------------------------------------------------------------------


@covers("IDG-7.2.2", "IDG-7.2.3", "IDG-7.2.4", "IDG-7.2.5", "IDG-8.5.1")
def test_the_sides_take_turns_until_one_has_nothing_left() -> None:
    there = phase(
        red("a", "warrior", (20, 40)),
        blue("b", "warrior", (20, 5)),
        blue("c", "warrior", (30, 5)),
        blue("d", "warrior", (40, 5)),
        first="blue",
    )
    order = []
    for unit in ("b", "a", "c", "d"):
        order.append(there.asked())
        assert there.refusal(Stand(UnitId("x"))) == ["IDG-7.2.2"]
        there.do(Stand(UnitId(unit)))
        if unit == "b":
            assert there.refusal(Stand(B)) == ["IDG-7.2.2"]
        if unit == "a":
            assert there.refusal(Stand(B)) == ["IDG-7.2.4"]
    assert [seat for seat, _ in order] == ["blue", "red", "blue", "blue"]
    assert there.is_over
    assert there.unit("a").deed == "stood"


@covers("IDG-8.1.1", "IDG-8.5.2")
def test_a_march_is_rolled_for_and_made() -> None:
    there = phase(red("a", "skirmisher", (20, 40), size=2), blue("b", "warrior", (20, 5)))
    there.do(March(A))
    assert there.dice() == 2
    there.roll(3, 1)
    assert there.asked() == ("red", "choose_move")
    assert there.refusal(ahead(there, A, 7.01)) == ["IDG-8.1.1"]
    there = there.reloaded()
    there.do(ahead(there, A, 7))
    one = there.element("a1")
    assert (one.pose.y, one.moved, one.turned) == (33 * INCH, 7 * INCH, False)
    assert (there.unit("a").deed, there.unit("a").allowance) == ("moved", 7)
    trail = there.world.trails[A]
    assert trail.stations[0][0][1].y == 40 * INCH
    assert trail.stations[-1][0][1].y == 33 * INCH
    assert there.asked() == ("blue", "choose_activation")


def test_who_may_move_may_also_stay() -> None:
    there = phase(red("a", "warrior", (20, 40)), blue("b", "warrior", (20, 5)))
    there.do(March(A)).roll(3, 3).do(Halt())
    assert (there.unit("a").deed, there.element("a").moved) == ("stood", 0)


@covers("IDG-8.2.8")
def test_facing_needs_no_roll() -> None:
    there = phase(red("a", "warrior", (20, 40), size=2), blue("b", "warrior", (20, 5)))
    there.do(Face(A))
    assert there.asked() == ("red", "choose_move")
    spot = there.element("a1").pose.spot
    assert there.refusal(ahead(there, A, 1)) == ["IDG-8.2.8"]
    there.do(Go((Slide({"a1": Pose(*spot, 18_000)}),)))
    assert (there.element("a1").turned, there.element("a1").moved) == (True, 0)
    assert not there.element("a2").turned
    assert there.unit("a").deed == "faced"


@covers("IDG-8.1.5", "IDG-8.1.4")
def test_the_column_is_named_before_the_roll() -> None:
    wood = {"id": "w", "kind": "wood", "at": (20, 40), "size": (6, 3)}
    there = phase(
        red("a", "warrior", (20, 40)),
        red("c", "skirmisher", (40, 40)),
        blue("b", "warrior", (20, 5)),
        terrain=[wood],
    )
    assert there.refusal(March(A)) == ["IDG-8.1.5"]
    there.do(March(A, "difficult"))
    assert there.dice() == 1


@covers("IDG-13.3.6", "IDG-A16", "IDG-5.9.6", "IDG-14.2.1")
@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({"deed": "retreated"}, ["IDG-13.3.6"]),
        ({"arrived": 2}, ["IDG-5.9.6"]),
        ({"form": "remounting"}, ["IDG-14.2.1"]),
    ],
)
def test_who_may_only_turn(more: dict[str, Any], found: list[str]) -> None:
    there = phase(red("a", "heavy_cavalry", (20, 40), **more), blue("b", "warrior", (20, 5)))
    assert there.refusal(March(A)) == found
    there.do(Face(A))
    assert there.asked()[1] == "choose_move"


def test_a_retreat_need_not_use_up_the_move() -> None:
    there = phase(
        red("a", "warrior", (20, 40), deed="retreated"),
        blue("b", "warrior", (20, 5)),
        options={"var_retreat_uses_move": False},
    )
    there.do(March(A))
    assert there.dice() == 2


# -- contact --------------------------------------------------------------------------------------


@covers("IDG-11.1.1", "IDG-11.1.11", "IDG-11.1.12", "IDG-8.2.6")
def test_who_charges_is_protected_and_who_was_charged_is_not() -> None:
    there = phase(
        red("a", "warrior", (20, 26)),
        red("c", "warrior", (20 + WIDTH, 26)),
        blue("b", "warrior", (20 + WIDTH / 2, 20)),
        blue("d", "warrior", (16, 28), facing=90),
    )
    there.do(March(A)).roll(3, 3).do(ahead(there, A, 6))
    assert there.unit("a").opened
    assert there.element("a").entered
    assert there.world.melees["a|b"].by == "a"
    assert not there.unit("b").opened
    there.do(March(UnitId("d"))).roll(6, 6)
    into_flank = Go((Slide({"d": Pose(round((20 - WIDTH / 2) * INCH), 26 * INCH - 1400, 9_000)}),))
    assert "IDG-11.1.11" in there.refusal(into_flank)
    there.do(Halt())
    there.do(March(C)).roll(3, 3).do(ahead(there, C, 6))
    assert set(there.world.melees) == {"a|b", "b|c"}
    assert "idg.charged" in there.told()


@covers("IDG-11.1.10")
def test_a_unit_may_run_into_two_enemies_at_once() -> None:
    there = phase(
        red("a", "warrior", (20, 22), size=2),
        blue("b", "warrior", (20 - WIDTH / 2 - 0.1, 20)),
        blue("c", "warrior", (20 + WIDTH / 2 + 0.1, 20)),
    )
    there.do(March(A)).roll(1, 1).do(ahead(there, A, 2))
    assert set(there.world.melees) == {"a|b", "a|c"}


@covers("IDG-11.1.13")
def test_in_a_later_turn_others_join_the_melee() -> None:
    there = phase(
        red("a", "warrior", (20, 22)),
        red("c", "warrior", (20 + WIDTH, 20)),
        blue("b", "warrior", (20 + WIDTH / 2, 20)),
        melees=[{"units": ["b", "c"], "since": 1, "by": "b"}],
    )
    there.do(March(A)).roll(1, 1).do(ahead(there, A, 2))
    assert there.world.melees["a|b"].since == 2
    assert there.world.melees["b|c"].since == 1


@covers("IDG-11.1.15", "IDG-8.2.2", "IDG-A26")
def test_who_comes_at_an_angle_lines_up() -> None:
    """Turned by 10 degrees the left corner meets first; what is left of the move lays it flush."""
    there = phase(red("a", "warrior", (20, 24), facing=10), blue("b", "warrior", (20.5, 20)))
    there.do(March(A)).roll(4, 4)
    judge = Judge(there.ctx, Orders(A, rolled=8))
    straight = (advance(judge.before, 1_000, 8 * INCH),)
    there.do(Go(nearest_stop(judge, straight)))
    (met,) = [one for one in contacts_between(there.ctx, "a", "b") if one.length > 13]
    assert (met.own, met.other) == ("front", "front")
    assert there.element("a").pose.facing == 0
    assert there.element("a").turned


@covers("IDG-11.2.3", "IDG-11.2.11", "IDG-A14", "IDG-11.1.8")
def test_who_is_struck_in_the_flank_turns_round() -> None:
    there = phase(red("a", "warrior", (24, 18.6), facing=270), blue("b", "warrior", (20, 20)))
    there.do(March(A)).roll(6, 6)
    go = Go((Slide({"a": Pose(round(20 * INCH + 300), round(18.6 * INCH), 27_000)}),))
    there.do(go)
    assert there.element("b").pose.facing == 9_000
    assert not there.element("b").turned
    assert "idg.turned_to_face" in there.told()
    assert list(there.world.melees) == ["a|b"]


@covers("IDG-11.2.4", "IDG-11.2.5", "IDG-A11")
def test_a_unit_in_melee_stays_but_must_be_activated() -> None:
    there = phase(
        red("a", "warrior", (20, 20)),
        blue("b", "warrior", (20, 20)),
        turn=2,
        melees=[{"units": ["a", "b"], "since": 2, "by": "b"}],
    )
    assert there.refusal(March(A)) == ["IDG-11.2.4"]
    assert there.refusal(Face(A)) == ["IDG-11.2.6"]
    there.do(Stand(A))
    assert there.asked()[0] == "blue"


@covers("IDG-11.1.15", "IDG-8.2.7")
@pytest.mark.parametrize(("x", "flush"), [(1.2, False), (6.2, True)])
def test_an_elephant_is_not_lined_up_over_the_edge_of_the_table(x: float, flush: bool) -> None:
    foe = blue("b", "warrior", (x + 0.6, 24), facing=190)
    there = field(red("a", "elephant", (x, 30)), foe)
    legs = (advance(poses_of(there.ctx, A), 0, 1_486),)
    assert Judge(there.ctx, Orders(A, rolled=9)).flaws(legs) == []
    carry_out(there.ctx, Orders(A, rolled=9), legs)
    assert contacts_between(there.ctx, "a", "b")
    assert is_on_table(rect_of(there.ctx, "a"), there.ctx.content.table)
    assert there.element("a").pose.facing == (1_000 if flush else 0)
    assert list(invariants(there.ctx)) == []


@covers("IDG-8.1.7", "IDG-1.9.1")
def test_wheeling_to_and_fro_keeps_a_line_closed() -> None:
    there = field(red("a", "light_cavalry", (30, 30), size=6, facing=17))
    for number in range(12):
        by = 1_234 if number % 2 else -1_231
        facing = there.element("a1").pose.facing
        carry_out(there.ctx, Orders(A, rolled=30), (wheel(rects_of(there.ctx, A), facing, by),))
    rects = rects_of(there.ctx, A)
    assert max(distance(one, two) for one, two in pairwise(rects)) <= 1.5
    assert len(there.world.trails[A].stations) == 2
    assert there.world.trails[A].pivots[0] is not None


# -- what comes to light --------------------------------------------------------------------------


WOOD = {"id": "w", "kind": "wood", "at": (20, 20), "size": (10, 5)}


@covers("IDG-5.8.8", "IDG-5.8.11")
@pytest.mark.parametrize(("far", "seen"), [(5.0, False), (5.4, True)])
def test_an_ambush_is_discovered_within_two_inches(far: float, seen: bool) -> None:
    """The hidden front is at 21, two inches from it is at 23."""
    there = phase(
        red("a", "skirmisher", (20, 28.3)),
        blue("b", "skirmisher", (20, 21), status="concealed"),
        terrain=[WOOD],
    )
    there.do(March(A)).roll(3, 3).do(ahead(there, A, far))
    assert (there.unit("b").status == "table") is seen
    assert there.world.sprung == ((B,) if seen else ())


@covers("IDG-5.8.8")
@pytest.mark.parametrize(("begins", "stopped"), [(26, False), (18, True)])
def test_who_runs_into_an_ambush_stops(begins: float, stopped: bool) -> None:
    gully = {"id": "g", "kind": "gully", "at": (30, 13), "size": (10, 4)}
    there = phase(
        red("a", "light_cavalry", (30, begins)),
        blue("b", "skirmisher", (30, 14), status="concealed"),
        terrain=[gully],
    )
    there.do(March(A, "difficult")).roll(6).do(ahead(there, A, 8))
    assert (there.unit("b").status == "table") is stopped
    assert ("idg.cut_short" in there.told()) is stopped
    assert distance(rect_of(there.ctx, "a"), rect_of(there.ctx, "b")) > 13


@covers("IDG-5.8.8")
@pytest.mark.parametrize(("runs", "found"), [(True, ["b"]), (False, ["b", "c"])])
def test_who_is_stopped_by_an_ambush_does_not_find_those_beyond_it(
    runs: bool, found: list[str]
) -> None:
    """They lie one behind the other; who does not run into them goes past both."""
    rocks = {"id": "w", "kind": "rocky", "at": (30, 14), "size": (10, 12)}
    across = 30 if runs else 27.2
    there = phase(
        red("a", "warrior", (30 if runs else 23, 23)),
        blue("b", "skirmisher", (across, 17), status="concealed"),
        blue("c", "skirmisher", (across, 11.8), status="concealed"),
        terrain=[rocks],
    )
    there.do(March(A)).roll(6, 6).do(ahead(there, A, 11))
    assert [name for name in "bc" if there.unit(name).status == "table"] == found
    assert there.world.sprung == tuple(found)
    assert ("idg.cut_short" in there.told()) is runs


@covers("IDG-5.8.10", "IDG-8.5.3", "IDG-5.8.11")
def test_the_owner_springs_his_ambush_by_moving() -> None:
    there = phase(
        red("a", "warrior", (60, 40)),
        blue("b", "skirmisher", (20, 20), status="concealed"),
        terrain=[WOOD],
    )
    there.do(Stand(A))
    assert there.asked() == ("blue", "choose_activation")
    assert there.refusal(Stand(B)) == ["IDG-5.8.10"]
    there.do(March(B, "difficult"))
    assert there.unit("b").status == "table"
    assert there.world.sprung == (B,)
    there.roll(1, 1).do(Halt())
    assert there.is_over


@covers("IDG-5.8.10", "IDG-5.8.6")
@pytest.mark.parametrize(("turn", "asked"), [(3, True), (4, False)])
def test_who_could_have_concealed_units_is_asked_even_without_any(turn: int, asked: bool) -> None:
    """Otherwise not being asked would tell that nobody is hidden; from turn 4 on late ones roll."""
    there = phase(
        red("a", "warrior", (60, 40)), blue("b", "warrior", (9, 9), status="late"), turn=turn
    )
    there.do(Stand(A))
    assert there.is_over is not asked
    if asked:
        assert there.asked() == ("blue", "choose_activation")
        assert there.options() == [Lie()]
        there.do(Lie())
    assert there.is_over


@covers("IDG-5.7.12", "IDG-5.7.13")
@pytest.mark.parametrize(("far", "status"), [(1.9, "table"), (2.0, "absent")])
def test_a_dummy_vanishes_near_the_enemy(far: float, status: str) -> None:
    there = phase(red("a", "warrior", (20, 30), dummy=True), blue("b", "warrior", (20, 20)))
    there.do(March(A)).roll(3, 3).do(ahead(there, A, far))
    assert there.unit("a").status == status


@covers("IDG-5.7.13")
@pytest.mark.parametrize("dummy", ["a", "b"])
@pytest.mark.parametrize(("away", "status"), [(7.95, "absent"), (8.05, "table")])
def test_a_dummy_vanishes_when_it_passes_the_enemy_or_he_passes_it(
    dummy: str, away: float, status: str
) -> None:
    there = phase(
        red("a", "light_cavalry", (20, 30), facing=90, dummy=dummy == "a"),
        blue("b", "warrior", (31, 30 - WIDTH / 2 - away), dummy=dummy == "b"),
        red("c", "warrior", (60, 44)),
        blue("d", "warrior", (60, 4)),
    )
    there.do(March(A)).roll(6, 6, 6).do(ahead(there, A, 22, 9_000))
    assert there.element("a").pose.x == 42 * INCH
    assert there.unit(dummy).status == status


@covers("IDG-5.7.14", "IDG-5.7.15", "IDG-5.7.16", "IDG-5.7.17")
def test_a_folded_unit_unfolds_near_the_enemy() -> None:
    folded = red("a", "warrior", (20, 30), size=4, formation="column", folded=True)
    there = phase(folded, blue("b", "warrior", (20, 20)))
    there.do(March(A)).roll(3, 3)
    there.do(ahead(there, A, 2))
    assert there.asked() == ("red", "choose_places")
    there.do(there.game.pick(RED, Random(1)))
    assert not there.unit("a").folded
    rects = rects_of(there.ctx, A)
    assert len(rects) == 4
    assert is_coherent(there.ctx, A)
    foe = rect_of(there.ctx, "b")
    assert min(distance(one, foe) for one in rects) == distance(rects[0], foe) == 8 * INCH
    assert len({rect.pose for rect in rects}) == 4


@covers("IDG-5.8.9")
@pytest.mark.parametrize(("begins", "seen"), [(40.0, False), (10.0, True)])
def test_a_hill_hides_nobody_from_who_looks_behind_it(begins: float, seen: bool) -> None:
    """The hill lies across the table from 22 to 26, the hidden unit above it."""
    hill = {"id": "h", "kind": "gentle_hill", "at": (36, 24), "size": (71, 4)}
    there = phase(
        red("a", "skirmisher", (36, begins)),
        blue("b", "warrior", (36, 21.8), status="concealed"),
        terrain=[hill],
    )
    there.do(March(A)).roll(3, 3).do(ahead(there, A, 1))
    assert (there.unit("b").status == "table") is seen


# -- leaving, fear, generals ----------------------------------------------------------------------


@covers("IDG-5.3.19")
def test_who_comes_to_the_exit_edge_is_taken_off() -> None:
    there = phase(
        red("a", "warrior", (69, 20), facing=90, size=2),
        blue("b", "warrior", (20, 20)),
        battle="ambush",
        armies={"red": {"edge": "left"}, "blue": {"edge": "right"}},
    )
    there.do(March(A)).roll(2, 1).do(ahead(there, A, 3, 9_000))
    assert there.unit("a").status == "exited"
    assert len(there.unit("a").elements) == 2


@covers("IDG-12.2.4")
def test_elephants_are_feared_when_they_come_near() -> None:
    there = phase(red("a", "elephant", (20, 30)), blue("b", "heavy_cavalry", (20, 20)))
    there.do(March(A)).roll(3, 2).do(ahead(there, A, 5))
    assert there.world.scared == {B: ("elephant",)}


@covers("IDG-15.3.2", "IDG-12.2.5")
def test_so_are_heavy_chariots_but_not_by_their_like() -> None:
    there = phase(
        red("a", "heavy_chariot", (20, 30)),
        blue("b", "warrior", (20, 20)),
        blue("c", "heavy_chariot", (26, 20)),
    )
    there.do(March(A)).roll(3, 2).do(ahead(there, A, 5))
    assert there.world.scared == {B: ("heavy_chariot",)}


@covers("IDG-2.5.5")
@pytest.mark.parametrize(("go", "full"), [(6.0, True), (5.0, False), (-4.0, False)])
def test_a_general_who_goes_all_the_way_toward_an_enemy(go: float, full: bool) -> None:
    there = phase(
        red("a", "warrior", (20, 40), elements=[{"general": True}, {}]),
        blue("b", "warrior", (20, 20)),
        armies={"red": {"command": "impetuous"}},
    )
    there.do(March(A)).roll(3, 3).do(ahead(there, A, go))
    assert there.unit("a").full is full


@covers("IDG-2.5.5")
def test_a_general_who_is_stopped_by_contact_has_gone_all_the_way() -> None:
    there = phase(
        red("a", "warrior", (20, 22), elements=[{"general": True}, {}]),
        blue("b", "warrior", (20, 20)),
        armies={"red": {"command": "impetuous"}},
    )
    there.do(March(A)).roll(3, 3).do(ahead(there, A, 2))
    assert there.unit("a").full


@pytest.mark.parametrize("seed", range(6))
def test_random_phases_come_to_an_end(seed: int) -> None:
    there = phase(
        red("a", "warrior", (20, 30), size=4),
        red("c", "light_cavalry", (32, 30), size=3),
        red("d", "skirmisher", (10, 28), size=3),
        blue("b", "warrior", (20, 22), size=4),
        blue("e", "heavy_cavalry", (34, 20), size=2),
        blue("f", "elephant", (8, 20)),
        terrain=[{"id": "w", "kind": "wood", "at": (36, 26), "size": (6, 4)}],
    )
    there.finish(seed)
    world = there.world
    assert all(one.activated for one in world.units.values() if one.status == "table")
