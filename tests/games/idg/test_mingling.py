"""Dummies mingle with their army: nothing an enemy sees tells them from real units. IDG-5.7.12."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.games.idg.field import BLUE, RED, Field, blue, field, red
from tests.games.idg.play import Playing, playing
from walstatt.boards.pose import Pose
from walstatt.games import find_game
from walstatt.games.idg.census import census
from walstatt.games.idg.content import FieldedUnit
from walstatt.games.idg.dummies import Dummy, MakeDummies, decoys, kind_of_line
from walstatt.games.idg.imagining import renumbered
from walstatt.games.idg.mingling import lots, mingle
from walstatt.games.idg.scene import scene_of
from walstatt.games.idg.stratagems import Stake, StratagemContest, UseTrick
from walstatt.games.idg.view import observe, redeterminise
from walstatt.games.idg.world import General, Unit, fielded
from walstatt.kernel.codec import plain
from walstatt.kernel.game import new_game
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.covers import covers

TAIL = tuple(range(3, 10))


def army() -> Field:
    """Give two armies before the battle; red has foot, horse, its general and baggage."""
    units = (
        red("red-1", "warrior", (20, 40), size=4),
        red("red-2", "heavy_cavalry", (30, 40), size=3),
        red("red-general", "heavy_cavalry", (40, 40), general=True),
        red("red-baggage", "baggage", (50, 40), size=2),
        blue("blue-1", "warrior", (20, 4), size=4),
    )
    given = [{**one, "status": "reserve"} for one in units]
    armies = {"red": {"points": 400}, "blue": {"points": 440}}
    return field(*given, armies=armies, turn=0, options={"opt_stratagems": True})


def pretending(kind: int, size: int, *order: int) -> Playing:
    """Let red make one dummy, with these lots for its two units and the dummy."""
    play = playing(army(), StratagemContest()).do(Stake(20), "red").do(Stake(5), "blue").roll(3, 3)
    play.do(UseTrick("majestic")).roll(3)
    known = list(decoys(play.ctx, RED))
    return play.do(MakeDummies((Dummy(known[kind], size),))).roll(*order, *TAIL)


def dummies(there: Playing) -> list[UnitId]:
    """List who is not real."""
    return [unit for unit, one in there.world.units.items() if one.dummy]


def deployed(there: Playing) -> Playing:
    """Put every unit of red on the table, in places that follow from its id."""
    for at, name in enumerate(sorted(there.world.elements)):
        pose = Pose(10_000 + 4_000 * at, 100_000, 0)
        there.world.elements[name] = replace(there.world.elements[name], pose=pose)
    for unit, one in there.world.units.items():
        there.world.units[unit] = replace(one, status="table")
    return there


def known_to(there: Playing, seat: Seat | None) -> tuple[bytes, ...]:
    """Write down everything that reaches a seat: what it sees, its scene, what it was told."""
    view = observe(there.ctx, seat)
    told = [one.for_seat(seat) for one in there.game.tape or ()]
    scene = scene_of(there.ctx.rules, view)
    return tuple(msgspec.json.encode(plain(one)) for one in (view, scene, told))


@covers("IDG-1.1.7", "IDG-5.7.12")
def test_an_enemy_sees_the_same_whichever_of_two_alike_is_the_dummy() -> None:
    one, other = (deployed(pretending(0, 4, *order)) for order in ((0, 1, 2), (2, 1, 0)))
    assert dummies(one) == ["red-3"]
    assert dummies(other) == ["red-1"]
    for seat in (BLUE, None):
        assert known_to(one, seat) == known_to(other, seat)
    assert known_to(one, RED) != known_to(other, RED)
    assert [one.unit(name).names[0] for name in ("red-1", "red-3")] == [
        other.unit(name).names[0] for name in ("red-1", "red-3")
    ]


@covers("IDG-1.1.7", "IDG-5.7.12")
@pytest.mark.parametrize("size", [4, 7])
def test_a_dummy_gets_every_number_and_every_place_equally_often(size: int) -> None:
    made = [pretending(0, size, *order) for order in permutations(range(3))]
    numbers = Counter(unit for there in made for unit in dummies(there))
    assert numbers == {"red-1": 2, "red-2": 2, "red-3": 2}
    for there in made:
        assert list(there.world.units) == [
            *("red-1", "red-2", "red-general", "red-baggage"),
            *("blue-1", "red-3"),
        ]


@covers("IDG-1.1.7", "IDG-5.7.12")
def test_numbers_of_a_line_do_not_tell_the_dummy_even_if_it_differs_in_size() -> None:
    there = pretending(0, 7, 0, 1, 2)
    for unit in ("red-1", "red-3"):
        there.world.units[UnitId(unit)] = replace(there.unit(unit), names=("warriors", "Krieger"))
    last = replace(there.unit("red-3"), names=("warriors 2", "Krieger 2"))
    there.world.units[UnitId("red-3")] = last
    mingle(there.ctx, RED, (2, 1, 0, *TAIL))
    assert dummies(there) == ["red-1"]
    assert there.unit("red-1").names == ("warriors", "Krieger")
    assert there.unit("red-3").names == ("warriors 2", "Krieger 2")


def test_allies_are_called_by_the_lines_of_their_own_list() -> None:
    """Thebans serve Persia at Plataea; their hoplites are no line of the Persian list."""
    ctx = new_game(find_game("idg"), "plataea", None).ctx
    assert fielded(ctx, RED).list == "early_achaemenid_persians"
    allied = [one for one in decoys(ctx, RED).values() if one.line == "hoplites"]
    assert allied
    for one in allied:
        profile = ctx.content.profiles[one.profile]
        word = kind_of_line(ctx, RED, one.line, profile)
        assert word.id == "idg.line.classical_greeks.hoplites"


def test_units_take_their_elements_and_their_general_with_them() -> None:
    there = army()
    there.world.generals[RED] = General("red-1.1")
    there.world.elements = {
        name.replace("red-11", "red-1.1"): one for name, one in there.world.elements.items()
    }
    first = there.unit("red-1")
    there.world.units[UnitId("red-1")] = replace(first, elements=("red-1.1", *first.elements[1:]))
    profiles = [there.element(one).profile for one in there.unit("red-1").elements]
    mingle(there.ctx, RED, (1, 0, *range(2, 10)))
    moved = there.unit("red-2")
    assert moved.elements == ("red-2.1", "red-2.2", "red-2.3", "red-2.4")
    assert [there.element(one).profile for one in moved.elements] == profiles
    assert {there.element(one).unit for one in moved.elements} == {"red-2"}
    assert there.world.generals[RED].element == "red-2.1"
    assert there.unit("red-1").elements == ("red-1.1", "red-1.2", "red-1.3")
    assert len(there.world.elements) == 4 + 3 + 1 + 2 + 4


@covers("IDG-5.7.12")
def test_lots_tell_nobody_anything_not_even_how_many_units_there_are() -> None:
    request = lots(RED)
    assert (request.seen_by, request.count, len(request.pool)) == ((), 10, 10)
    there = pretending(1, 12, 1, 2, 0)
    assert [one.for_seat(RED) for one in there.game.tape or ()] == [
        one.for_seat(BLUE) for one in there.game.tape or ()
    ]


def unit(name: str, side: Seat = RED, **more: Any) -> Unit:  # noqa: ANN401
    """Give a unit with a name."""
    return Unit(side, (name, name), "line", (), **more)


def test_an_army_is_recognised_by_names_and_who_is_not_seen_gets_a_free_number() -> None:
    brought = {UnitId(f"red-{n}"): unit(name) for n, name in enumerate("xyz", 1)}
    seen = {
        UnitId("red-1"): unit("z"),
        UnitId("red-2"): unit("w"),
        UnitId("blue-1"): unit("x", BLUE),
    }
    assert renumbered(seen, brought, RED) == {"red-1": "red-4", "red-2": "red-5", "red-3": "red-1"}


@covers("IDG-1.1.7")
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_what_an_enemy_imagines_looks_as_what_he_sees(order: tuple[int, int, int]) -> None:
    there = deployed(pretending(0, 4, *order))
    _give_bodies(there)
    there.world.phase, there.world.turn = "move", 1
    view = observe(there.ctx, BLUE)
    taken = set()
    for seed in range(12):
        world = redeterminise(there.ctx.rules, view, Random(seed))
        taken |= {unit for unit, one in world.units.items() if one.dummy}
        assert list(world.units) == list(there.world.units)
    assert taken == {"red-1", "red-2", "red-3"}


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_the_census_counts_every_real_unit_and_no_dummy(order: tuple[int, int, int]) -> None:
    there = pretending(0, 4, *order)
    _give_bodies(there)
    found = {name: one.strength for name, one in census(there.ctx).items() if one.seat == RED}
    real = [unit for unit, one in there.world.units.items() if one.side == RED and not one.dummy]
    assert found == {unit: len(there.unit(unit).elements) for unit in real}


def _give_bodies(there: Playing) -> None:
    """Let the army of red know the units with which it came."""
    fresh = army()
    bodies = tuple(
        FieldedUnit(
            name,
            one.names,
            one.line,
            tuple(fresh.element(base).profile for base in one.elements),
            general=name == "red-general",
        )
        for name, one in fresh.world.units.items()
        if one.side == RED
    )
    armies = there.ctx.content.armies
    armies["red"] = replace(fielded(there.ctx, RED), bodies=bodies)
