"""Setting battles up: armies that are brought, made or ready, and what is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.games.idg.field import BLUE, RED
from walstatt.games.idg.army_file import ready_armies
from walstatt.games.idg.battles import battle_files
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.setup import set_up
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers


def plain(name: str, **changes: Any) -> Any:  # noqa: ANN401
    found = msgspec.to_builtins(ready_armies()[name])
    return {**found, **changes}


def test_a_ready_battle_has_all_units_in_reserve_with_a_general_and_baggage() -> None:
    setup = set_up("cannae", IdgOptions(), {})
    world = setup.world
    assert {one.status for one in world.units.values()} == {"reserve"}
    assert sum(one.side == RED for one in world.units.values()) == len(
        ready_armies()["cannae_carthaginians"].units
    ) + 1 + (1 if "red-general" in world.units else 0)
    assert set(world.generals) == {RED, BLUE}
    assert len(world.units[UnitId("blue-baggage")].elements) == 2
    assert world.elements[world.generals[BLUE].element].general


@pytest.mark.parametrize("name", list(battle_files()))
def test_every_element_has_a_profile_and_points_are_those_of_the_roster(name: str) -> None:
    setup = set_up(name, IdgOptions(), {})
    for one in setup.world.elements.values():
        assert one.profile in setup.content.profiles
    for seat in (RED, BLUE):
        limit = setup.content.armies[seat].army.limit
        assert 0.9 * limit < setup.content.armies[seat].points <= limit + 8


def test_chiefs_are_the_first_elements_of_their_units() -> None:
    world = set_up("teutoburg", IdgOptions(), {}).world
    chief = world.generals[BLUE].element
    assert world.units[world.elements[chief].unit].elements[0] == chief


@covers("IDG-5.1.4")
def test_players_bring_armies_of_their_own() -> None:
    rosters = {RED: plain("zama_romans"), BLUE: "cannae_carthaginians"}
    setup = set_up("open_battle", IdgOptions(), rosters)
    assert setup.content.armies[RED].list == "romans_punic_wars"
    assert setup.content.armies[BLUE].list == "carthaginians"
    assert not setup.content.ground_given


def test_the_program_makes_an_army_from_a_list_and_a_seed() -> None:
    order = {"quick": {"list": "vikings", "seed": 4}}
    first = set_up("raid", IdgOptions(), {RED: order}).content.armies[RED]
    again = set_up("raid", IdgOptions(), {RED: order}).content.armies[RED]
    other = set_up("raid", IdgOptions(), {RED: {"quick": {"list": "vikings", "seed": 5}}})
    assert first.army == again.army
    assert first.army != other.content.armies[RED].army
    assert first.army.limit == 300


@covers("IDG-5.3.1", "IDG-5.6.1", "IDG-5.2.1")
@pytest.mark.parametrize(
    ("scenario", "red", "blue"),
    [("ambush", 450, 300), ("open_battle", 450, 450), ("raid", 300, 400), ("siege", 480, 360)],
)
def test_without_rosters_both_armies_have_the_recommended_points(
    scenario: str, red: int, blue: int
) -> None:
    armies = set_up(scenario, IdgOptions(), {}).content.armies
    assert (armies[RED].army.limit, armies[BLUE].army.limit) == (red, blue)


@covers("IDG-5.4.1")
def test_armies_of_unequal_points_do_not_meet_in_an_open_battle() -> None:
    rosters = {RED: plain("zama_romans", points=600), BLUE: "cannae_carthaginians"}
    with pytest.raises(BadRequest, match="attacker of this scenario has 450, not 600"):
        set_up("open_battle", IdgOptions(), rosters)


@covers("IDG-3.3.1")
def test_armies_of_different_times_meet_only_where_nobody_minds() -> None:
    rosters = {
        RED: {"quick": {"list": "vikings", "seed": 4}},
        BLUE: {"quick": {"list": "late_sung", "seed": 4}},
    }
    armies = set_up("open_battle", IdgOptions(), rosters).content.armies
    assert (armies[RED].army.limit, armies[BLUE].army.limit) == (450, 450)
    with pytest.raises(BadRequest, match=r"army of red is not legal: IDG-3\.3\.1 "):
        set_up("open_battle", IdgOptions(opt_periods=True), rosters)


def test_an_illegal_army_is_refused_with_the_rule() -> None:
    units = [{"line": "hastati", "elements": 12}] * 9
    with pytest.raises(BadRequest, match=r"army of red is not legal: IDG-3\.1\."):
        set_up("open_battle", IdgOptions(), {RED: plain("zama_romans", units=units)})


@pytest.mark.parametrize(
    ("roster", "said"),
    [
        ("nobody", "no ready army 'nobody'"),
        ({"quick": {"list": "orcs"}}, "no list 'orcs'"),
        ({"quick": {"points": 450}}, "list"),
        ({"quick": {"list": "vikings", "points": 5}}, ">= 100"),
    ],
)
def test_bad_rosters_are_refused_clearly(roster: Any, said: str) -> None:  # noqa: ANN401
    with pytest.raises(BadRequest, match=said):
        set_up("open_battle", IdgOptions(), {RED: roster})


def test_ready_battles_take_no_other_armies() -> None:
    with pytest.raises(BadRequest, match="has its armies"):
        set_up("cannae", IdgOptions(), {RED: "zama_romans"})


def test_dice_need_lists_only() -> None:
    with pytest.raises(BadRequest, match="the program makes the armies"):
        set_up("dice", IdgOptions(), {RED: "zama_romans"})
    content = set_up("dice", IdgOptions(), {RED: {"quick": {"list": "mongols"}}}).content
    assert content.diced
    assert content.armies["red/siege/red"].army.limit == 480
    assert content.armies["red/siege/blue"].army.limit == 360
    assert content.armies["blue/open_battle"].army.limit == 450


@covers("IDG-5.3.4", "IDG-5.4.2")
def test_an_ambush_is_fought_between_the_short_edges() -> None:
    assert set_up("ambush", IdgOptions(), {}).world.edges == {RED: "left", BLUE: "right"}
    assert set_up("open_battle", IdgOptions(), {}).world.edges == {RED: "bottom", BLUE: "top"}


@covers("IDG-16.4.1")
def test_ladders_are_carried_by_foot_the_largest_units_first() -> None:
    world = set_up("nola", IdgOptions(), {}).world
    bearers = [one.unit for one in world.elements.values() if one.ladder]
    assert len(bearers) == 4
    assert {len(world.units[unit].elements) for unit in bearers} == {9}
