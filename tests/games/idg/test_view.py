"""Nobody sees what lies hidden: concealed units, those held back, dummies, strengths, fuses."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tests.games.idg.field import BLUE, RED, Field, blue, field, red
from walstatt.games.idg.game import IDG
from walstatt.games.idg.holding_back import counted, hidden_flaws, laid_poses
from walstatt.games.idg.imagining import inserted
from walstatt.games.idg.invariants import invariants
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.view import IdgView, are_rolling, observe, redeterminise
from walstatt.games.idg.world import IdgCtx, IdgWorld, Phase, Status, Stratagem, Unit
from walstatt.kernel.ctx import Ctx
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.covers import covers


def battle(scenario: str = "teutoburg", *, tricks: bool = False, **armies: str) -> IdgCtx:
    """Begin a battle, perhaps with stratagems or other armies; nobody is on the table yet."""
    chosen = IdgOptions(opt_stratagems=tricks)
    setup = IDG.setup(scenario, chosen, {Seat(seat): name for seat, name in armies.items()})
    rules = Ruleset(IDG, scenario, chosen, setup.content, setup.seats)
    return Ctx(rules, setup.world)


def put(ctx: IdgCtx, unit: str, status: Status, **more: object) -> None:
    """Put a unit somewhere."""
    one = ctx.world.units[UnitId(unit)]
    ctx.world.units[UnitId(unit)] = replace(one, status=status, **more)


def all_to(ctx: IdgCtx, side: Seat, status: Status) -> None:
    """Put all units of a side somewhere, in rows on its half of the table."""
    x, y = 400, 7_500 if side == RED else 300
    for unit, one in ctx.world.units.items():
        if one.side != side:
            continue
        put(ctx, unit, status)
        for name in one.elements:
            pose = ctx.world.elements[name].pose._replace(x=x, y=y)
            ctx.world.elements[name] = replace(ctx.world.elements[name], pose=pose)
            x += 610
            if x > 17_500:
                x, y = 400, y + 1_300


def packed(thing: object) -> bytes:
    return msgspec.msgpack.encode(thing)


def again(ctx: IdgCtx, view: IdgView, seed: int) -> IdgCtx:
    """Imagine a battle from a view."""
    return Ctx(ctx.rules, redeterminise(ctx.rules, view, Random(seed)))


# -- what is seen ---------------------------------------------------------------------------------


def hiding(turn: int = 2, phase: Phase = "move") -> Field:
    """Lay out a battle in which blue has something of everything to hide."""
    return field(
        red("a", "warrior", (20, 40), size=4),
        red("r", "skirmisher", (30, 44), size=2, status="concealed"),
        blue("b", "warrior", (20, 8), size=4),
        blue("c", "warrior", (52, 8), size=3, status="concealed", general=True),
        blue("l", "warrior", (60, 8), size=3, status="late"),
        blue("d", "warrior", (40, 8), size=5, dummy=True),
        blue("f", "warrior", (30, 8), size=6, folded=True),
        blue("o", "heavy_cavalry", (65, 8), special=["fire_ox"], fuse=3, lit=1),
        turn=turn,
        phase=phase,
    )


@covers("IDG-1.1.7", "IDG-5.8.6")
def test_the_enemy_sees_neither_concealed_units_nor_their_elements_nor_their_general() -> None:
    view = observe(hiding().ctx, RED)
    assert set(view.world.units) == {"a", "r", "b", "d", "f", "o"}
    assert set(view.world.elements) == {
        *(f"a{n}" for n in (1, 2, 3, 4)),
        *("r1", "r2"),
        *(f"b{n}" for n in (1, 2, 3, 4)),
        *(f"d{n}" for n in (1, 2, 3, 4, 5)),
        *("f1", "o"),
    }
    assert not view.world.generals


@covers("IDG-1.1.7")
def test_the_owner_sees_everything_of_his_own() -> None:
    view = observe(hiding().ctx, BLUE)
    assert set(view.world.units) == {"a", "b", "c", "l", "d", "f", "o"}
    assert view.world.generals[BLUE].element == "c1"
    units = view.world.units
    assert units[UnitId("d")].dummy
    assert len(units[UnitId("f")].elements) == 6
    assert units[UnitId("o")].fuse == 3


def test_a_spectator_sees_only_what_both_see() -> None:
    view = observe(hiding().ctx, None)
    assert set(view.world.units) == {"a", "b", "d", "f", "o"}
    assert not any(one.dummy or one.fuse for one in view.world.units.values())


@covers("IDG-5.7.13", "IDG-5.7.14", "IDG-18.12.29")
def test_dummies_look_real_folded_units_show_one_element_and_fuses_are_secret() -> None:
    units = observe(hiding().ctx, RED).world.units
    assert units[UnitId("d")].dummy is False
    folded = units[UnitId("f")]
    assert (folded.elements, folded.size, folded.folded) == (("f1",), 0, True)
    assert (units[UnitId("o")].fuse, units[UnitId("o")].lit) == (0, 1)


@covers("IDG-5.7.13")
def test_a_dummy_that_vanished_is_known_to_have_been_one() -> None:
    there = hiding()
    put(there.ctx, "d", "absent")
    assert observe(there.ctx, RED).world.units[UnitId("d")].dummy


@covers("IDG-5.9.1")
@pytest.mark.parametrize(
    ("turn", "phase", "known"),
    [(3, "move", False), (4, "rally", False), (4, "arrivals", True), (5, "weather", True)],
)
def test_those_held_back_are_known_once_they_roll(turn: int, phase: Phase, known: bool) -> None:
    there = hiding(turn, phase)
    assert are_rolling(there.world) is known
    assert ("l" in observe(there.ctx, RED).world.units) is known


@covers("IDG-5.3.3")
def test_everybody_knows_the_order_of_march() -> None:
    there = field(red("a", "warrior", (20, 40), size=2, status="reserve"), battle="ambush")
    assert "a" not in observe(there.ctx, BLUE).world.units
    there.world.column = (UnitId("a"),)
    assert observe(there.ctx, BLUE).world.units[UnitId("a")].size == 2
    assert observe(there.ctx, None).world.column == ("a",)


def test_nothing_that_is_kept_of_hidden_units_reaches_the_enemy() -> None:
    there = hiding()
    world, c = there.world, UnitId("c")
    world.scared = {c: ("elephant",)}
    world.shaken = {c: ("bombs",)}
    world.skipped = world.sprung = world.rockets = (c,)
    world.holding = {c: 1}
    assert b'"c"' not in msgspec.json.encode(observe(there.ctx, RED))
    assert b'"c"' in msgspec.json.encode(observe(there.ctx, BLUE))


@covers("IDG-5.7.1")
def test_stakes_are_secret_until_they_are_revealed() -> None:
    there = field(red("a", "warrior", (20, 40)), phase="stratagems", turn=0)
    there.world.stratagems = {RED: Stratagem(stake=10), BLUE: Stratagem(stake=40)}
    assert observe(there.ctx, RED).world.stratagems == {RED: Stratagem(stake=10)}
    there.world.stratagems[BLUE] = Stratagem(stake=40, chosen="enraged")
    assert observe(there.ctx, RED).world.stratagems[BLUE].stake == 40
    there.world.phase = "deployment"
    there.world.stratagems[BLUE] = Stratagem(stake=30)
    assert observe(there.ctx, None).world.stratagems[BLUE].stake == 30


def test_changing_a_view_changes_no_battle() -> None:
    there = hiding()
    before = packed(there.world)
    view = observe(there.ctx, RED)
    view.world.units.clear()
    view.world.engines["x"] = None  # type: ignore[assignment]
    assert packed(there.world) == before


# -- what is imagined -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("seat", [RED, BLUE, None])
def test_before_deployment_everybody_imagined_waits_to_be_placed(seat: Seat, seed: int) -> None:
    ctx = battle()
    view = observe(ctx, seat)
    there = again(ctx, view, seed)
    assert packed(observe(there, seat)) == packed(view)
    assert list(there.world.units) == list(ctx.world.units)
    assert list(there.world.elements) == list(ctx.world.elements)
    assert {one.status for one in there.world.units.values()} == {"reserve"}
    assert not list(invariants(there))


@covers("IDG-5.8.6")
@pytest.mark.parametrize("seed", range(12))
def test_ambushers_who_are_not_seen_are_imagined_late_or_where_the_ground_hides_them(
    seed: int,
) -> None:
    ctx = battle()
    world = ctx.world
    all_to(ctx, RED, "table")
    all_to(ctx, BLUE, "concealed")
    world.phase, world.turn = "move", 1
    view = observe(ctx, RED)
    there = again(ctx, view, seed)
    assert packed(observe(there, RED)) == packed(view)
    unseen = [unit for unit in counted(there, BLUE) if unit not in view.world.units]
    assert len(unseen) == len(counted(ctx, BLUE)) > 3
    states = {unit: there.world.units[unit].status for unit in unseen}
    assert set(states.values()) <= {"late", "concealed"}
    lie = [unit for unit, status in states.items() if status == "concealed"]
    for unit in lie:
        assert not list(hidden_flaws(there, BLUE, unit, laid_poses(there, unit)))


def test_imagined_ambushers_lie_at_many_places_and_in_many_numbers() -> None:
    ctx = battle()
    all_to(ctx, RED, "table")
    all_to(ctx, BLUE, "concealed")
    ctx.world.phase, ctx.world.turn = "move", 1
    view = observe(ctx, RED)
    worlds = [redeterminise(ctx.rules, view, Random(seed)) for seed in range(12)]
    numbers = {_count(world, BLUE, "concealed") for world in worlds}
    assert len(numbers) > 3
    poses = {packed(world.elements) for world in worlds}
    assert len(poses) > 8


def _count(world: IdgWorld, side: Seat, status: Status) -> int:
    return sum(one.side == side and one.status == status for one in world.units.values())


@covers("IDG-5.4.6", "IDG-5.4.7")
@pytest.mark.parametrize("seed", range(12))
def test_no_more_are_imagined_concealed_or_late_than_a_scenario_allows(seed: int) -> None:
    ctx = battle("vetera")
    all_to(ctx, RED, "table")
    all_to(ctx, BLUE, "table")
    for unit in ("blue-1", "blue-2", "blue-3"):
        put(ctx, unit, "late")
    ctx.world.phase, ctx.world.turn = "move", 2
    world = redeterminise(ctx.rules, observe(ctx, RED), Random(seed))
    assert _count(world, BLUE, "late") + _count(world, BLUE, "concealed") == 3
    assert _count(world, BLUE, "concealed") <= 1


@covers("IDG-5.9.1")
@pytest.mark.parametrize("seed", range(6))
def test_who_does_not_roll_in_turn_four_must_lie_concealed(seed: int) -> None:
    ctx = battle("vetera")
    all_to(ctx, RED, "table")
    all_to(ctx, BLUE, "table")
    put(ctx, "blue-1", "late")
    put(ctx, "blue-2", "concealed")
    ctx.world.phase, ctx.world.turn = "arrivals", 4
    view = observe(ctx, RED)
    there = again(ctx, view, seed)
    assert packed(observe(there, RED)) == packed(view)
    states = there.world.units
    assert (states[UnitId("blue-1")].status, states[UnitId("blue-2")].status) == (
        "late",
        "concealed",
    )
    assert not list(invariants(there))


@pytest.mark.parametrize("seed", range(8))
def test_while_a_side_places_somebody_is_left_to_be_placed(seed: int) -> None:
    ctx = battle("vetera")
    all_to(ctx, RED, "table")
    all_to(ctx, BLUE, "table")
    put(ctx, "blue-3", "reserve")
    put(ctx, "blue-4", "late")
    ctx.world.phase = "deployment"
    view = observe(ctx, RED)
    assert view.placing == {RED: False, BLUE: True}
    there = again(ctx, view, seed)
    assert packed(observe(there, RED)) == packed(view)
    assert _count(there.world, BLUE, "reserve") >= 1
    hidden = {UnitId("blue-3"), UnitId("blue-4")}
    assert {u for u in there.world.units if there.world.units[u].status != "table"} == hidden


@pytest.mark.parametrize("seed", range(8))
def test_an_ambusher_who_still_places_has_somebody_to_place(seed: int) -> None:
    ctx = battle("teutoburg")
    ctx.world.column = tuple(unit for unit, one in ctx.world.units.items() if one.side == RED)
    ctx.world.phase = "deployment"
    for seat in (RED, None):
        view = observe(ctx, seat)
        assert view.placing == {RED: True, BLUE: True}
        there = again(ctx, view, seed)
        assert packed(observe(there, seat)) == packed(view)
        assert _count(there.world, BLUE, "reserve") >= 1
        assert _count(there.world, RED, "reserve") == len(ctx.world.column)


@covers("IDG-5.7.14")
def test_folded_units_are_imagined_with_the_strength_they_have() -> None:
    ctx = battle("vetera")
    all_to(ctx, RED, "table")
    all_to(ctx, BLUE, "table")
    put(ctx, "blue-1", "table", folded=True)
    view = observe(ctx, RED)
    there = again(ctx, view, 1)
    assert packed(observe(there, RED)) == packed(view)
    true = ctx.world.units[UnitId("blue-1")]
    assert there.world.units[UnitId("blue-1")].elements == true.elements
    assert there.world.units[UnitId("blue-1")].size == true.size > 1
    assert list(there.world.elements) == list(ctx.world.elements)


@covers("IDG-5.7.10", "IDG-5.7.13")
def test_any_unit_far_away_may_be_one_of_the_dummies() -> None:
    ctx = battle("vetera", tricks=True)
    all_to(ctx, RED, "table")
    all_to(ctx, BLUE, "table")
    world = ctx.world
    world.stratagems = {BLUE: Stratagem(stake=10, chosen="majestic", works=True)}
    one = world.units[UnitId("blue-1")]
    element = world.elements[one.elements[0]]
    world.elements["blue-99"] = replace(element, unit=UnitId("blue-99"))
    world.units[UnitId("blue-99")] = Unit(
        BLUE, one.names, one.line, ("blue-99",), "table", size=1, dummy=True
    )
    world.phase, world.turn = "move", 1
    view = observe(ctx, RED)
    taken: set[str] = set()
    for seed in range(20):
        there = again(ctx, view, seed)
        assert packed(observe(there, RED)) == packed(view)
        dummies = [unit for unit, it in there.world.units.items() if it.dummy]
        assert len(dummies) == 1
        taken |= set(dummies)
    assert len(taken) > 3
    assert "blue-baggage" not in taken


@covers("IDG-18.12.29")
def test_imagined_fuses_have_not_burnt_down_yet() -> None:
    ctx = battle("open_battle", red="kalka_mongols", blue="xiangyang_sung")
    ox = next(
        unit
        for unit, one in ctx.world.units.items()
        if "fire_ox" in ctx.content.profiles[ctx.world.elements[one.elements[0]].profile].special
    )
    side = ctx.world.units[ox].side
    foe = RED if side == BLUE else BLUE
    put(ctx, ox, "table", fuse=4, lit=3)
    ctx.world.turn, ctx.world.phase = 4, "move"
    fuses = {
        redeterminise(ctx.rules, observe(ctx, foe), Random(seed)).units[ox].fuse
        for seed in range(20)
    }
    assert fuses == {2, 3, 4}
    put(ctx, ox, "table", activated=True)
    fuses = {
        redeterminise(ctx.rules, observe(ctx, foe), Random(seed)).units[ox].fuse
        for seed in range(20)
    }
    assert fuses == {3, 4}


@covers("IDG-5.7.1")
def test_a_secret_stake_is_imagined_up_to_a_fifth_of_the_points() -> None:
    ctx = battle("vetera", tricks=True)
    ctx.world.phase = "stratagems"
    view = observe(ctx, RED)
    stakes = {
        redeterminise(ctx.rules, view, Random(seed)).stratagems[BLUE].stake for seed in range(40)
    }
    most = ctx.content.armies[BLUE].points // 5
    assert len(stakes) > 10
    assert min(stakes) >= 1
    assert max(stakes) <= most


def test_entries_are_inserted_behind_whom_they_follow() -> None:
    known = {"b": 2, "x": 9, "d": 4}
    assert list(inserted(known, {"a": 1, "c": 3, "e": 5}, ["a", "b", "c", "d", "e"])) == [
        *("a", "b", "c", "x", "d", "e")
    ]
