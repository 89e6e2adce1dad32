"""Late arrivals: their dice, their places, and what they may do. IDG-5.9."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.field import BLUE, INCH, RED, Field, blue, field, red
from tests.games.idg.play import Playing, playing
from tests.games.idg.speaking import rules_in
from walstatt.boards.pose import Pose
from walstatt.games.idg.activating import March
from walstatt.games.idg.announcing import Announce, AnnounceLate, awaited
from walstatt.games.idg.arrival_places import Finder, arrival_flaws, strips
from walstatt.games.idg.arrivals import (
    ANYWHERE,
    AnnouncingPhase,
    ArrivalsPhase,
    Arrive,
    ChooseArrival,
    arrival_roll,
    put_down,
)
from walstatt.games.idg.contacting import target_flaws
from walstatt.games.idg.drawing_up import Poses
from walstatt.games.idg.entering import due_to_enter
from walstatt.games.idg.invariants import invariants
from walstatt.games.idg.morale_causes import due_tests
from walstatt.games.idg.movement import MovementPhase
from walstatt.games.idg.standing import is_coherent
from walstatt.games.idg.target_priority import shot_flaws
from walstatt.games.idg.turn import turn_from
from walstatt.games.idg.view import knows
from walstatt.games.idg.waters import in_boats
from walstatt.games.idg.world import rect_at, rect_of
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
FOOT = 300 / INCH
WIDE = 600 / INCH
SEA = {"id": "s", "kind": "seashore", "edge": "left"}


def late(*units: dict[str, Any], **more: Any) -> Field:  # noqa: ANN401
    """Lay a position out in turn 4, with a red and a blue unit held back if nothing is said."""
    some = units or (
        red("a", "warrior", (0, 0), size=4, status="late"),
        blue("b", "warrior", (0, 0), size=2, status="late"),
        red("c", "warrior", (20, 40), size=2),
        blue("d", "warrior", (20, 8), size=2),
    )
    return field(*some, **{"turn": 4, "phase": "arrivals", **more})


def phase(*units: dict[str, Any], **more: Any) -> Playing:  # noqa: ANN401
    """Begin a phase of arrivals."""
    return playing(late(*units, **more), ArrivalsPhase())


def at(*places: tuple[str, float, float, int]) -> Poses:
    """Write poses in inches."""
    return tuple((name, Pose(round(x * INCH), round(y * INCH), way)) for name, x, y, way in places)


def pair(x: float, y: float, way: int = 0, name: str = "a") -> Poses:
    """Put two elements of foot side by side, facing up or down."""
    return at((f"{name}1", x, y, way), (f"{name}2", x + WIDE, y, way))


def rules(there: Field, unit: UnitId, poses: Poses) -> list[str]:
    """List the rules by which a place is refused."""
    return rules_in(arrival_flaws(there.ctx, unit, poses))


# -- the front rank of Vikings --------------------------------------------------------------------


@covers("IDG-18.8.3")
@pytest.mark.parametrize(("book", "cited"), [("vikings", ["IDG-18.8.3"]), ("free", [])])
def test_armoured_vikings_do_not_arrive_behind_the_others(book: str, cited: list[str]) -> None:
    mail: list[dict[str, str]] = [{}, {}, {"armour": "armoured"}, {"armour": "armoured"}]
    there = late(
        red("a", "warrior", (0, 0), subtypes="swordsmen", elements=mail, status="late"),
        blue("d", "warrior", (20, 8), size=2),
    )
    armies = there.ctx.content.armies
    armies[RED] = replace(armies[RED], list=book)
    places = [(x, y) for y in (45.5, 45.5 + FOOT) for x in (30, 30 + WIDE)]
    for order, found in (("1234", cited), ("1324", cited), ("3412", []), ("4312", [])):
        poses = at(*((f"a{n}", x, y, 0) for n, (x, y) in zip(order, places, strict=True)))
        assert rules(there, A, poses) == found
    usual = Finder(there.ctx, A).usual()
    assert usual is not None
    assert {name for name, _ in usual[:2]} == {"a3", "a4"}


# -- the dice -------------------------------------------------------------------------------------


@covers("IDG-5.9.1")
@pytest.mark.parametrize(("turn", "rolls"), [(1, False), (3, False), (4, True), (9, True)])
def test_nobody_arrives_before_turn_four(turn: int, rolls: bool) -> None:
    there = phase(red("a", "warrior", (0, 0), size=2, status="late"), turn=turn)
    assert there.is_over is not rolls
    if rolls:
        assert list(there.rolls()) == ["a"]


@covers("IDG-5.9.1", "IDG-5.4.10")
def test_before_the_first_dice_everybody_who_is_not_seen_is_named_or_stays_hidden() -> None:
    units = (
        red("a", "warrior", (0, 0), size=2, status="late"),
        blue("b", "warrior", (20, 8), size=2, status="concealed"),
    )
    there = playing(late(*units, phase="announcing"), turn_from("announcing"))
    assert there.pending() == "red announce_late blue announce_late"
    assert not knows(there.ctx.world, A, BLUE)
    assert there.refusal(Announce(), "red") == ["IDG-5.9.1"]
    assert there.refusal(Announce((B,)), "blue") == ["IDG-5.9.1"]
    there.do(Announce(), "blue").do(Announce((A,)), "red")
    assert [one for one in there.told() if "late" in one] == [
        "idg.late_announced",
        "idg.nobody_late",
    ]
    assert knows(there.ctx.world, A, BLUE)
    assert not knows(there.ctx.world, B, RED)
    assert list(there.rolls()) == ["a"]


@covers("IDG-5.9.1")
@pytest.mark.parametrize("turn", [3, 5])
def test_who_was_held_back_is_named_only_once(turn: int) -> None:
    assert playing(late(turn=turn), AnnouncingPhase()).is_over


def test_naming_those_held_back_offers_only_the_truth() -> None:
    there = late()
    question = AnnounceLate(RED)
    (only,) = question.candidates(there.ctx)
    assert only == question.default(there.ctx) == Announce((A,))
    assert question.present(there.ctx, only).label.args == {"n": 1}
    assert question.present(there.ctx, Announce()).label.id == "idg.do.announce_nobody"


@covers("IDG-5.9.1")
def test_every_unit_rolls_until_it_arrives() -> None:
    units = [red(name, "warrior", (0, 0), size=2, status="late") for name in "abc"]
    there = phase(*units).roll(5, 4, 6)
    assert there.asked() == ("red", "choose_arrival")
    there.do(ANYWHERE)
    assert {name: there.unit(name).status for name in "abc"} == {
        "a": "table",
        "b": "late",
        "c": "table",
    }
    assert awaited(there.ctx, RED) == ["b"]
    assert "idg.still_awaited" in there.told()


@covers("IDG-5.9.2")
@pytest.mark.parametrize(
    ("command", "need"), [("tribal", 6), ("impetuous", 6), ("organised", 5), ("disciplined", 4)]
)
def test_the_command_decides_how_easily_units_arrive(command: str, need: int) -> None:
    unit = red("a", "warrior", (0, 0), size=2, status="late")
    for face in range(1, 7):
        there = phase(unit, armies={"red": {"command": command}}).roll(face)
        assert there.is_over is (face < need)
        assert there.unit("a").status == "late"
    other = late(unit, armies={"red": {"command": command}})
    meaning = arrival_roll(other.ctx, RED).meaning
    assert meaning is not None
    assert meaning.hits((need,)) == (True,)
    assert meaning.hits((need - 1,)) == (False,)


@covers("IDG-5.3.8", "IDG-5.9.1")
def test_a_column_of_march_does_not_roll() -> None:
    column = red("a", "warrior", (0, 0), size=2, status="reserve")
    assert phase(column, battle="ambush", armies={"red": {"edge": "left"}}).is_over


@covers("IDG-5.9.3")
@pytest.mark.parametrize("attacker", ["red", "blue"])
@pytest.mark.parametrize("battle", ["raid", "siege", "ambush"])
def test_the_attacker_is_first(attacker: str, battle: str) -> None:
    there = phase(battle=battle, attacker=attacker)
    assert [one.seat for one in there.rolls().values()] == [attacker]


@covers("IDG-5.9.3")
def test_in_an_open_battle_dice_decide_who_is_first() -> None:
    there = phase()
    assert there.pending() == "roll idg.roll.arrives_first idg.roll.arrives_first"
    there.roll(2, 2)
    assert there.pending() == "roll idg.roll.arrives_first idg.roll.arrives_first"
    there.roll(2, 3)
    assert [one.seat for one in there.rolls().values()] == ["blue"]
    there.roll(5)
    assert there.asked() == ("blue", "choose_arrival")
    there.do(ANYWHERE)
    assert [one.seat for one in there.rolls().values()] == ["red"]
    there.roll(1)
    assert there.is_over


def test_no_dice_are_needed_if_only_one_side_waits() -> None:
    there = phase(red("a", "warrior", (0, 0), size=2, status="late"), attacker="blue")
    assert there.pending() == "roll idg.roll.arrival"


# -- places ---------------------------------------------------------------------------------------


@covers("IDG-5.9.4", "IDG-1.9.11")
@pytest.mark.parametrize(
    ("poses", "found"),
    [
        (pair(30, 45), []),
        (pair(30, 44.99), ["IDG-5.9.4"]),
        (pair(30, 48 - FOOT), []),
        (at(("a1", WIDE / 2, 24.0, 0), ("a2", WIDE / 2, 24.0 + FOOT, 0)), []),
        (at(("a1", WIDE / 2, 23.99, 0), ("a2", WIDE / 2, 23.99 + FOOT, 0)), ["IDG-5.9.4"]),
        (at(("a1", 3, 30, 9_000), ("a2", 3, 30 + WIDE, 9_000)), []),
        (at(("a1", 3.01, 30, 9_000), ("a2", 3.01, 30 + WIDE, 9_000)), ["IDG-5.9.4"]),
        (at(("a1", 69, 30, 27_000), ("a2", 69, 30 + WIDE, 27_000)), []),
        (at(("a1", 69, 20, 27_000), ("a2", 69, 20 + WIDE, 27_000)), ["IDG-5.9.4"]),
        (pair(30, 3, 18_000), ["IDG-5.9.4"]),
    ],
)
def test_units_arrive_at_the_edges_of_their_own_half(poses: Poses, found: list[str]) -> None:
    """Both bases lie within 3 inches of the bottom, or of the lower half of a side edge."""
    there = late(red("a", "warrior", (0, 0), size=2, status="late"))
    assert rules(there, A, poses) == found


@covers("IDG-5.9.4", "IDG-A58")
@pytest.mark.parametrize(
    ("edge", "sides"),
    [
        ("bottom", {"left": (24, 48), "right": (0, 24)}),
        ("top", {"right": (24, 48), "left": (0, 24)}),
        ("left", {"top": (36, 72), "bottom": (0, 36)}),
        ("right", {"bottom": (36, 72), "top": (0, 36)}),
    ],
)
def test_a_half_is_measured_from_the_base_edge(
    edge: str, sides: dict[str, tuple[float, float]]
) -> None:
    """Seen with the back to it, the nearer half of the left edge is its right part."""
    there = late(armies={"red": {"edge": edge}})
    base, *others = strips(there.ctx, RED)
    assert base.edge == edge
    assert {one.edge: (one.low / INCH, one.high / INCH) for one in others} == sides
    assert base.high - base.low == base.view.length


@covers("IDG-4.2.33")
def test_where_boats_are_not_used_nobody_arrives_from_the_sea() -> None:
    there = late(terrain=[SEA], options={"opt_ships_boats": "never"})
    assert [one.edge for one in strips(there.ctx, RED)] == ["bottom", "right"]
    poses = at(*((f"a{n}", 3, 28 + n * WIDE, 9_000) for n in range(1, 5)))
    assert rules(there, A, poses) == ["IDG-4.2.33"]


@covers("IDG-4.2.33", "IDG-17.2.1", "IDG-17.2.4")
@pytest.mark.parametrize(("kind", "form"), [("warrior", "usual"), ("light_cavalry", "afloat")])
def test_from_the_sea_units_arrive_in_boats(kind: str, form: str) -> None:
    there = late(red("a", kind, (0, 0), size=2, status="late"), terrain=[SEA])
    assert [one.edge for one in strips(there.ctx, RED)] == ["bottom", "right", "left"]
    x = 500 / INCH
    ashore = at(("a1", x + 2, 30.0, 9_000), ("a2", x + 2, 30.0 + WIDE, 9_000))
    assert rules(there, A, ashore) == ["IDG-5.9.4"]
    dry = at(("a1", 3.0, 30.0, 9_000), ("a2", 3.0, 30.0 + WIDE, 9_000))
    assert rules(there, A, dry) == ["IDG-4.2.33"]
    poses = at(("a1", x, 30.0, 9_000), ("a2", x, 30.0 + WIDE, 9_000))
    assert rules(there, A, poses) == []
    put_down(there.ctx, A, poses)
    assert in_boats(there.ctx, A)
    assert there.unit("a").form == form
    assert len(there.world.engines) == 2
    assert list(invariants(there.ctx)) == []


@covers("IDG-17.2.9", "IDG-5.9.4")
def test_elephants_swim_ashore() -> None:
    there = late(red("a", "elephant", (0, 0), status="late"), terrain=[SEA])
    sea = strips(there.ctx, RED)[-1]
    poses = Finder(there.ctx, A).on_strip(sea, sea.middle)
    assert poses is not None
    put_down(there.ctx, A, poses)
    assert in_boats(there.ctx, A)
    assert list(invariants(there.ctx)) == []


def test_whoever_can_arrives_by_land() -> None:
    poses = Finder(late(terrain=[SEA | {"edge": "bottom"}]).ctx, A).usual()
    assert poses is not None
    assert all(pose.y < 45 * INCH for _, pose in poses)


@covers("IDG-5.9.5")
@pytest.mark.parametrize(("apart", "found"), [(12.0, ["IDG-5.9.5"]), (12.01, [])])
def test_who_places_second_stays_away_from_new_enemies(apart: float, found: list[str]) -> None:
    there = late(
        red("a", "warrior", (0, 0), size=2, status="late"),
        blue("b", "warrior", (3, 22), facing=90, size=1, arrived=4),
    )
    below = rect_of(there.ctx, "b").corners
    y = max(corner[1] for corner in below) / INCH + apart
    poses = at(("a1", 3, y + WIDE / 2, 9_000), ("a2", 3, y + 1.5 * WIDE, 9_000))
    assert rules(there, A, poses) == found
    there.world.turn = 5
    assert rules(there, A, poses) == []


@covers("IDG-5.9.5", "IDG-5.9.6")
def test_neither_may_be_near_the_other_nor_do_anything() -> None:
    """The first has placed a unit on his left; the second must keep 12 inches away."""
    there = phase(
        red("a", "warrior", (0, 0), size=2, status="late"),
        blue("b", "skirmisher", (0, 0), size=2, weapon="bow", status="late"),
    )
    there.roll(6, 1).roll(5)
    there.do(Arrive(A, at(("a1", 3, 26, 9_000), ("a2", 3, 26 + WIDE, 9_000))))
    there.roll(6)
    near = at(("b1", 3, 20, 9_000), ("b2", 3, 20 - WIDE, 9_000))
    assert there.refusal(Arrive(B, near)) == ["IDG-5.9.5"]
    there.do(ANYWHERE)
    assert there.is_over
    assert there.unit("b").arrived == 4
    flaws = shot_flaws(there.ctx, "b1", "a1")
    assert {"IDG-5.9.6", "IDG-9.5.14"} <= set(rules_in(flaws))
    moving = playing(there, MovementPhase())
    assert moving.refusal(March(A)) == ["IDG-5.9.6"]


@covers("IDG-5.9.6")
def test_nobody_arrives_in_contact_with_an_enemy() -> None:
    there = late(
        red("a", "warrior", (0, 0), size=2, status="late"),
        blue("b", "warrior", (30, 45 - FOOT), facing=0, size=1),
    )
    assert rules(there, A, pair(30, 45)) == ["IDG-5.9.6"]
    assert rules(there, A, pair(30, 45.1)) == []


@covers("IDG-5.9.4", "IDG-1.9.6")
def test_a_unit_arrives_together_on_free_and_passable_ground() -> None:
    river = {"id": "r", "kind": "river", "via": [(50, 20), (50, 48)], "width": 4}
    there = late(
        red("a", "warrior", (0, 0), size=2, status="late"),
        red("c", "warrior", (20, 45), size=2),
        red("e", "warrior", (30, 45), status="concealed"),
        terrain=[river],
    )
    assert rules(there, A, pair(20, 45)) == ["IDG-1.9.6"]
    assert rules(there, A, pair(30, 45)) == ["IDG-1.9.6"]
    assert rules(there, A, at(("a1", 40, 45, 0), ("a2", 40, 45, 0))) == ["IDG-1.9.6"]
    assert rules(there, A, at(("a1", 38, 45, 0), ("a2", 42, 45, 0))) == ["IDG-1.5.1"]
    assert rules(there, A, pair(50, 45)) == ["IDG-4.2.29"]
    assert rules(there, A, pair(40, 45)[:1]) == ["IDG-5.4.3"]


# -- placing --------------------------------------------------------------------------------------


@covers("IDG-5.9.9")
def test_by_itself_a_unit_arrives_in_the_middle_of_its_base_edge() -> None:
    there = phase(red("a", "skirmisher", (0, 0), size=3, status="late")).roll(5)
    assert there.decision().default(there.ctx) == ANYWHERE
    there.do(ANYWHERE)
    one = there.unit("a")
    assert (one.status, one.arrived, one.deed) == ("table", 4, "arrived")
    poses = [there.element(name).pose for name in one.elements]
    assert [(pose.x - 36 * INCH, pose.y, pose.facing) for pose in poses] == [
        (-600, 45 * INCH, 0),
        (0, 45 * INCH, 0),
        (600, 45 * INCH, 0),
    ]


@covers("IDG-5.9.9")
def test_who_finds_the_middle_taken_arrives_beside_it() -> None:
    there = phase(
        red("a", "skirmisher", (0, 0), size=2, status="late"),
        red("c", "warrior", (36, 45), size=4),
    )
    there.roll(5).do(ANYWHERE)
    xs = sorted(there.element(name).pose.x for name in ("a1", "a2"))
    assert xs == [36 * INCH - 2100, 36 * INCH - 1500]


@covers("IDG-5.9.9")
def test_the_owner_places_his_units_one_by_one_where_he_likes() -> None:
    units = [red(name, "warrior", (0, 0), size=2, status="late") for name in "ac"]
    there = phase(*units).roll(5, 6)
    assert there.refusal(Arrive(B, pair(20, 45, name="b"))) == ["IDG-5.9.2"]
    there.do(Arrive(UnitId("c"), pair(20, 46, name="c")))
    assert there.asked() == ("red", "choose_arrival")
    assert there.refusal(Arrive(UnitId("c"), pair(20, 46, name="c"))) == ["IDG-5.9.2"]
    there.do(Arrive(A, at(("a1", 50, 46.5, 9_000), ("a2", 50 - FOOT, 46.5, 9_000))))
    assert there.is_over
    assert there.element("a2").pose.facing == 9_000


def test_a_unit_for_which_there_is_no_room_waits() -> None:
    """The edges of this small table are full."""
    there = phase(
        red("a", "heavy_cavalry", (0, 0), size=4, status="late"),
        red("c", "warrior", (6, 10), size=5),
        red("d", "warrior", (6, 7), size=5),
        table=(12, 12),
    )
    there.roll(6)
    assert there.is_over
    assert there.unit("a").status == "late"
    assert "idg.no_room_to_arrive" in there.told()


@covers("IDG-5.8.8")
def test_who_arrives_on_hidden_enemies_finds_them_and_is_placed_anew() -> None:
    there = phase(
        red("a", "warrior", (0, 0), size=2, status="late"),
        blue("b", "warrior", (30, 46), facing=0, size=1, status="concealed"),
    )
    there.roll(6).do(Arrive(A, pair(30, 45)))
    assert there.unit("b").status == "table"
    assert there.asked() == ("red", "choose_arrival")
    assert there.unit("a").status == "late"
    there.do(ANYWHERE)
    assert there.unit("a").status == "table"


@covers("IDG-5.8.8", "IDG-5.7.13", "IDG-12.2.19")
def test_who_arrives_sees_what_is_near_him() -> None:
    there = phase(
        red("a", "elephant", (0, 0), status="late"),
        blue("b", "warrior", (31, 43), size=1, status="concealed"),
        blue("d", "warrior", (30, 39.5), size=1, dummy=True),
        blue("e", "warrior", (36, 42), size=1),
    )
    there.roll(6).do(Arrive(A, at(("a", 30, 45.5, 0))))
    assert there.unit("b").status == "table"
    assert there.unit("d").status == "absent"
    assert there.world.scared[UnitId("e")] == ("elephant",)


@covers("IDG-5.7.14")
def test_a_folded_unit_arrives_with_one_element() -> None:
    there = phase(red("a", "warrior", (0, 0), size=4, status="late", folded=True)).roll(6)
    assert there.refusal(Arrive(A, pair(30, 45))) == ["IDG-5.7.14"]
    there.do(Arrive(A, at(("a1", 30, 45, 0))))
    assert there.is_over
    assert there.unit("a").folded


@covers("IDG-5.9.7")
def test_new_arrivals_take_their_tests() -> None:
    there = phase(red("a", "warrior", (0, 0), size=2, status="late")).roll(6).do(ANYWHERE)
    there.world.captured = (RED,)
    assert [(test.unit, test.rule) for test in due_tests(there.ctx)] == [("a", "IDG-12.2.15")]


@covers("IDG-5.9.8")
def test_enemies_may_turn_to_new_arrivals_but_not_attack_them() -> None:
    there = phase(
        red("a", "warrior", (0, 0), size=2, status="late"),
        blue("b", "warrior", (30, 38), size=2),
        first="blue",
    )
    there.roll(6).do(Arrive(A, pair(30, 45)))
    moving = playing(there, MovementPhase())
    assert moving.asked() == ("blue", "choose_activation")
    allowed = {str(one.__struct_config__.tag) for one in moving.options()}
    assert {"face", "march", "stand"} <= allowed
    assert rules_in(target_flaws(moving.ctx, B, A)) == ["IDG-11.1.14"]


# -- by hand --------------------------------------------------------------------------------------


def test_a_drag_is_read_as_the_place_of_the_whole_unit() -> None:
    there = phase().roll(3, 2).roll(6)
    decision: Any = there.decision()
    point = Target("point", f"{20 * INCH},{46 * INCH},0")
    wish = decision.wish(there.ctx, point, Target("piece", "a1"))
    assert isinstance(wish, Arrive)
    x, y = rect_of_pose(there, "a1", dict(wish.poses)["a1"])
    assert (x, y) == (20 * INCH, 46 * INCH)
    assert decision.check(there.ctx, wish) == []
    preview = decision.preview(there.ctx, wish)
    assert not preview.violations
    assert ("a1", x, y) in [(one.piece, one.x, one.y) for one in preview.ghosts]
    assert decision.wish(there.ctx, point, Target("piece", "c1")) is None
    assert decision.wish(there.ctx, Target("button", ""), Target("piece", "a1")) is None


def test_a_place_that_is_not_allowed_is_answered_with_the_nearest_that_is() -> None:
    there = phase().roll(3, 2).roll(6)
    decision: Any = there.decision()
    point = Target("point", f"{20 * INCH},{38 * INCH},0")
    wish = decision.wish(there.ctx, point, Target("piece", "a1"))
    preview = decision.preview(there.ctx, wish)
    assert rules_in(preview.violations) == ["IDG-5.9.4"]
    assert preview.instead is not None
    assert preview.instead["do"] == "arrive"
    assert abs(preview.ghosts[0].x - 20 * INCH) <= 300
    assert all(ghost.y > 45 * INCH for ghost in preview.ghosts)


def rect_of_pose(there: Field, element: str, pose: Pose) -> tuple[int, int]:
    """Give the centre of an element in a pose."""
    x, y = rect_at(there.ctx, element, pose).centre
    return round(x), round(y)


@pytest.mark.parametrize("kind", ["warrior", "heavy_cavalry", "elephant", "wagon", "baggage"])
def test_suggestions_are_legal_for_all_kinds_of_troops(kind: str) -> None:
    there = late(
        red("a", kind, (0, 0), size={"elephant": 1, "wagon": 4}.get(kind, 8), status="late"),
        red("c", "warrior", (36, 46), size=6),
        blue("d", "warrior", (20, 40), size=6, arrived=4),
        armies={"red": {"edge": "bottom"}},
    )
    finder = Finder(there.ctx, A)
    assert finder.usual() is not None
    found = ChooseArrival(RED, (A,)).sample(there.ctx, Random(5), 12)
    assert len(found) >= 3
    assert not any(ChooseArrival(RED, (A,)).check(there.ctx, one) for one in found)


@pytest.mark.parametrize("seed", range(60))
def test_random_arrivals_come_to_an_end(seed: int) -> None:
    rng = Random(seed)
    kinds = ("warrior", "skirmisher", "heavy_cavalry", "light_chariot", "elephant")
    units = []
    for number in range(8):
        kind = rng.choice(kinds)
        size = 1 if kind == "elephant" else rng.randint(2, 12)
        units.append((red if number % 2 else blue)(f"u{number}", kind, (0, 0), size=size))
    given = [{**one, "status": "late", "folded": seed % 7 == 0} for one in units]
    wood = {"id": "w", "kind": "wood", "at": (36, 45), "size": (20, 6)}
    there = phase(
        *given,
        red("x", "warrior", (36, 30), size=6),
        blue("y", "warrior", (30, 30), size=6),
        terrain=[wood],
        battle=rng.choice(["open_battle", "raid", "siege"]),
    )
    there.finish(seed)
    assert there.is_over
    for name, one in there.world.units.items():
        if one.arrived == 4 and not one.folded:
            assert is_coherent(there.ctx, name)
    assert {one.status for one in there.world.units.values()} <= {"late", "table"}


@covers("IDG-5.3.5", "IDG-5.3.18")
@pytest.mark.parametrize(("standing", "due"), [(18, "a"), (19, None), (20, None)])
def test_a_column_waits_while_its_edge_is_full(standing: int, due: str | None) -> None:
    """Twenty bases fill the short edge; a unit of two needs room for both, and a little to fit."""
    there = field(
        red("a", "warrior", (0, 0), size=2, status="reserve"),
        red("c", "warrior", (1.2, standing * WIDE / 2), facing=90, size=standing),
        battle="ambush",
        armies={"red": {"edge": "left"}, "blue": {"edge": "right"}},
        turn=4,
    )
    there.world.column = (UnitId("c"), A)
    there.world.entry = (0, 24 * INCH)
    assert due_to_enter(there.ctx, RED) == due
