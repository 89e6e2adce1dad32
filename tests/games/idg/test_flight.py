"""Flights with five or six markers. IDG-13.2.8 to IDG-13.2.11, IDG-13.2.17."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.brawl import BIG, FOOT, WIDTH, X, Y
from tests.games.idg.field import INCH, Field, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.boards.contact import OVERLAP, overlap
from walstatt.boards.pose import between
from walstatt.games.idg.flight import column_of_flight, must_flee
from walstatt.games.idg.rally import RallyPhase
from walstatt.games.idg.retreats import Bend, RetreatPhase, retreats_due
from walstatt.games.idg.standing import unit_distance
from walstatt.games.idg.world import rects_of
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B, F = UnitId("a"), UnitId("b"), UnitId("f")


def strip(kind: str, top: float, bottom: float) -> dict[str, Any]:
    """Lay a piece of terrain across the middle of the table."""
    corners = [(10, top), (60, top), (60, bottom), (10, bottom)]
    return {"id": "w", "kind": kind, "outline": corners}


def routed(*others: dict[str, Any], own: dict[str, Any] | None = None, **more: Any) -> Field:  # noqa: ANN401
    """Let red `a`, with five markers, look at blue `b` six inches ahead."""
    unit = {"size": 2, "disorder": 5, **(own or {})}
    kind = unit.pop("type", "warrior")
    return field(
        red("a", kind, (X, Y), **unit), blue("b", "warrior", (X, Y - 6), size=2), *others, **more
    )


def fleeing(there: Field, *dice: int) -> Playing:
    battle = playing(Field(there.ctx.clone(None)), RetreatPhase())
    return battle.roll(*dice)


def middle(there: Field, unit: str = "a") -> tuple[float, float]:
    """Give the middle of a unit, in inches."""
    rects = rects_of(there.ctx, UnitId(unit))
    x = sum(one.centre[0] for one in rects) / len(rects)
    y = sum(one.centre[1] for one in rects) / len(rects)
    return x / INCH, y / INCH


def went(before: Field, after: Field) -> tuple[float, float]:
    (x, y), (now_x, now_y) = middle(before), middle(after)
    return now_x - x, now_y - y


# -- who, how far, which way ----------------------------------------------------------------------


@covers("IDG-13.2.8", "IDG-13.3.7", "IDG-13.2.19")
def test_it_flees_its_whole_roll_straight_away_and_turns_its_back() -> None:
    before = routed()
    battle = playing(Field(before.ctx.clone(None)), RetreatPhase())
    assert (battle.pending(), battle.dice()) == ("roll idg.roll.flight", 2)
    battle.roll(3, 4)
    assert battle.is_over
    assert went(before, battle) == pytest.approx((0, 7), abs=0.01)
    for name in ("a1", "a2"):
        one = battle.element(name)
        assert one.pose.facing == 18_000
        assert (one.turned, one.moved) == (True, 7 * INCH)
    assert (battle.unit("a").deed, battle.unit("a").flight) == ("retreated", False)
    assert battle.told()[1] == "idg.fled"


@covers("IDG-13.2.8")
@pytest.mark.parametrize(
    ("kind", "dice", "far"),
    [
        ({"type": "skirmisher"}, (1, 2), 6),
        ({"type": "light_cavalry"}, (1, 1, 1), 7),
        ({"type": "warrior", "armour": "heavily_armoured"}, (3,), 5),
        ({"type": "cataphract"}, (1, 1), 4),
        ({"type": "artillery", "size": 1}, (4,), 4),
    ],
)
def test_everybody_flees_with_the_dice_of_his_row(
    kind: dict[str, Any], dice: tuple[int, ...], far: int
) -> None:
    before = routed(own=kind)
    assert went(before, fleeing(before, *dice)) == pytest.approx((0, far), abs=0.01)


# IDG-E65
@covers("IDG-13.2.8", "IDG-13.2.17", "IDG-A69")
def test_it_flees_once_until_it_gets_more_markers() -> None:
    battle = fleeing(routed(), 6, 6)
    assert not must_flee(battle.ctx, A)
    assert retreats_due(battle.ctx) == []
    near = field(
        red("a", "warrior", (X, Y), disorder=5, flight=False),
        blue("b", "warrior", (X, Y - 2)),
    )
    later = playing(near, RetreatPhase())
    assert later.is_over
    assert 3 < unit_distance(later.ctx, A, B) / INCH < 3.01
    assert later.element("a").pose.facing == 0


@covers("IDG-13.3.1", "IDG-13.3.2")
def test_rallying_below_five_saves_it_from_flight() -> None:
    there = routed(own={"disorder": 5})
    rallied = playing(there, RallyPhase()).roll(5, 1)
    assert rallied.unit("a").disorder == 4
    assert retreats_due(rallied.ctx) == []


@covers("IDG-13.2.19")
@pytest.mark.parametrize(
    ("edge", "way"), [("bottom", (0, 7)), ("top", (0, -7)), ("left", (-7, 0)), ("right", (7, 0))]
)
def test_without_an_enemy_in_sight_it_runs_for_its_own_edge(
    edge: str, way: tuple[int, int]
) -> None:
    before = field(red("a", "warrior", (X, Y), disorder=5), armies={"red": {"edge": edge}})
    assert went(before, fleeing(before, 3, 4)) == pytest.approx(way, abs=0.01)


@covers("IDG-13.2.8", "IDG-13.2.6")
def test_out_of_a_melee_it_flees_straight_back() -> None:
    before = field(
        red("a", "warrior", (X, Y), size=2, disorder=6),
        blue("b", "warrior", (X + 0.8, Y), size=2),
    )
    battle = fleeing(before, 2, 2)
    assert went(before, battle) == pytest.approx((0, 4), abs=0.01)
    assert battle.world.melees == {}


@covers("IDG-13.3.9", "IDG-8.1.4")
@pytest.mark.parametrize(
    ("behind", "column"), [(0.5, "difficult"), (6.5, "difficult"), (8, "good")]
)
def test_difficult_ground_on_the_way_slows_a_flight(behind: float, column: str) -> None:
    wood = strip("wood", Y + FOOT + behind, Y + FOOT + behind + 4)
    there = routed(terrain=[wood])
    assert column_of_flight(there.ctx, A, 18_000) == column
    assert playing(there, RetreatPhase()).dice() == (1 if column == "difficult" else 2)


# IDG-E50
@covers("IDG-13.3.3", "IDG-13.3.4")
def test_who_flees_over_the_edge_is_gone_without_being_destroyed() -> None:
    there = field(
        red("a", "warrior", (X, 42), size=2, disorder=5), blue("b", "warrior", (X, 36), size=2)
    )
    battle = fleeing(there, 3, 3)
    assert battle.unit("a").status == "driven_off"
    assert battle.world.losses == ()
    held = fleeing(there, 2, 2)
    assert held.unit("a").status == "table"


# -- obstacles ------------------------------------------------------------------------------------


@covers("IDG-13.2.11")
def test_it_bends_its_way_no_more_than_needed_to_pass_friends() -> None:
    friend = red("f", "warrior", (X + 2.2, Y + 5), size=2)
    before = routed(friend, own={"size": 1})
    battle = fleeing(before, 6, 5)
    assert battle.is_over
    right, down = went(before, battle)
    assert right < -0.3
    assert down > 10
    assert right**2 + down**2 == pytest.approx(11**2, rel=0.01)
    assert battle.unit("a").disorder == 5
    # It must be 1.343 inches aside when it has gone 3.819 inches back: 19.37 degrees.
    assert between(18_000, battle.element("a").pose.facing) == pytest.approx(1_937, abs=20)


@covers("IDG-13.2.11")
def test_its_owner_chooses_between_two_ways_that_bend_equally() -> None:
    before = routed(red("f", "warrior", (X, Y + 5)), own={"size": 1})
    battle = fleeing(before, 6, 5)
    assert battle.asked() == ("red", "choose_bend")
    left, right = battle.options()
    assert isinstance(left, Bend)
    assert isinstance(right, Bend)
    assert between(18_000, left.facing) == -between(18_000, right.facing)
    assert battle.refusal(Bend(18_000)) == ["IDG-13.2.11"]
    battle = battle.reloaded().do(right)
    assert battle.is_over
    assert went(before, battle)[0] < -1


@covers("IDG-13.2.11", "IDG-13.2.7", "IDG-13.3.9")
def test_where_it_cannot_get_through_it_stops_without_a_further_marker() -> None:
    pen = [
        red("f", "warrior", (X, Y + FOOT + 3), size=3),
        red("g", "warrior", (X - WIDTH - 0.1, Y), size=6, formation="column"),
        red("h", "warrior", (X + WIDTH + 0.1, Y), size=6, formation="column"),
    ]
    before = routed(*pen, own={"size": 1})
    battle = fleeing(before, 6, 6)
    assert went(before, battle) == pytest.approx((0, 3), abs=0.02)
    assert battle.unit("a").disorder == 5
    river = {"id": "r", "kind": "river", "via": [(0, Y + 4), (72, Y + 4)], "width": 2}
    dry = routed(*pen[1:], own={"size": 1}, terrain=[river])
    wet = fleeing(dry, 6, 6)
    assert went(dry, wet)[1] == pytest.approx(3 - FOOT, abs=0.02)


@covers("IDG-13.3.7")
@pytest.mark.parametrize("across", [0.5, 1.5, 3.0, 5.0, 9.0])
def test_who_turns_makes_room_and_never_overlaps(across: float) -> None:
    there = field(
        red("a", "heavy_cavalry", (X, Y), size=6, formation="3x2", disorder=5),
        blue("b", "warrior", (X + across, Y - 5)),
    )
    battle = fleeing(there, 2, 3, 4)
    rects = rects_of(battle.ctx, A)
    for n, one in enumerate(rects):
        for other in rects[n + 1 :]:
            assert overlap(one, other) <= OVERLAP


# -- elephants ------------------------------------------------------------------------------------


def herd(*others: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    """Let a red elephant with five markers flee from blue `b`."""
    return routed(*others, own={"type": "elephant", "size": 1}, **more)


@covers("IDG-13.2.10", "IDG-8.4.4", "IDG-15.1.4")
def test_elephants_flee_straight_through_friends_and_enemies() -> None:
    before = herd(
        red("f", "warrior", (X, Y + BIG + 1), size=4),
        blue("c", "skirmisher", (X, Y + BIG + 3), size=2),
        red("z", "warrior", (X + 12, Y + BIG + 1)),
    )
    battle = fleeing(before, 6, 6)
    assert went(before, battle) == pytest.approx((0, 12), abs=0.01)
    assert [battle.unit(name).disorder for name in ("f", "c", "z", "b")] == [2, 2, 0, 0]
    assert battle.told().count("idg.trampled") == 2


@covers("IDG-8.4.8")
def test_elephants_run_on_until_they_are_clear() -> None:
    before = herd(red("f", "warrior", (X, Y + BIG + 4), size=4))
    battle = fleeing(before, 2, 3)
    assert went(before, battle)[1] == pytest.approx(4 + FOOT + BIG, abs=0.02)
    assert battle.unit("f").disorder == 2


@covers("IDG-13.2.10", "IDG-13.2.12")
def test_trampling_scatters_who_cannot_bear_it() -> None:
    battle = fleeing(
        herd(red("f", "warrior", (X, Y + BIG + 1), size=4, disorder=6, flight=False)), 6, 6
    )
    assert battle.unit("f").status == "destroyed"


@covers("IDG-13.2.10")
def test_who_is_not_run_over_is_not_trampled() -> None:
    beside = red("f", "warrior", (X + WIDTH, Y + BIG + 2))
    battle = fleeing(herd(beside), 6, 6)
    assert battle.unit("f").disorder == 0


def test_flights_survive_saving() -> None:
    battle = playing(routed(red("f", "warrior", (X, Y + 5)), own={"size": 1}), RetreatPhase())
    assert battle.reloaded().roll(6, 6).reloaded().asked()[1] == "choose_bend"


# -- whom it passes -------------------------------------------------------------------------------


@covers("IDG-5.8.8")
@pytest.mark.parametrize(("aside", "seen"), [(1.9, True), (2.1, False)])
def test_who_flees_past_a_concealed_enemy_finds_him(aside: float, seen: bool) -> None:
    hidden = blue("h", "warrior", (X + WIDTH + aside, Y + 5.3), facing=270, status="concealed")
    wood = {"id": "w", "kind": "wood", "at": (X + WIDTH + 4.5, Y + 5), "size": (6, 8)}
    there = routed(hidden, terrain=[wood])
    battle = fleeing(there, 6, 6)
    assert went(there, battle) == pytest.approx((0, 12), abs=0.01)
    assert unit_distance(battle.ctx, A, UnitId("h")) > 4 * INCH
    assert (battle.unit("h").status == "table") is seen


@covers("IDG-5.7.13")
@pytest.mark.parametrize(("aside", "seen"), [(7.9, True), (8.1, False)])
def test_who_flees_past_a_dummy_sees_what_it_is(aside: float, seen: bool) -> None:
    there = routed(blue("d", "warrior", (X + WIDTH + aside, Y + 6), facing=270, dummy=True))
    assert unit_distance(there.ctx, A, UnitId("d")) > 8 * INCH
    battle = fleeing(there, 6, 6)
    assert went(there, battle) == pytest.approx((0, 12), abs=0.01)
    assert (battle.unit("d").status == "absent") is seen
