"""The ground a scenario lays out, its goals, and what is looked up by cell. CCN-16.1.4."""

from msgspec.structs import replace

from tests.games.ccn.field import ALLIED, FRENCH, british, cell, field, french
from walstatt.games.ccn.content import (
    CcnContent,
    Exit,
    Force,
    Ground,
    Objective,
    Removal,
    ScenarioFile,
    Works,
    ground_of,
    scenario_files,
    turned,
)
from walstatt.games.ccn.movement import Move
from walstatt.games.ccn.world import ground_now
from walstatt.kernel.ids import Seat, UnitId
from walstatt.workshop.covers import covers

EMPTY = scenario_files()["empty"]
HOMES = CcnContent(EMPTY).homes


def laid(ground: Ground, *labels: str) -> list[str]:
    """Name the terrain of some hexes."""
    return [ground.at[cell(label)].id for label in labels]


# -- tiles ----------------------------------------------------------------------------------------


@covers("CCN-16.1.4")
def test_every_tile_lies_in_its_hex_and_all_else_is_clear() -> None:
    file = replace(EMPTY, terrain={"forest": ("5,5", "6,5"), "hill": ("1,1",)})
    ground = ground_of(file, HOMES)
    assert laid(ground, "5,5", "6,5", "1,1", "5,6") == ["forest", "forest", "hill", "clear"]
    assert len(ground.at) == 113
    assert sum(one.id == "clear" for one in ground.at) == 110


@covers("CCN-16.7.8")
def test_a_bridge_lies_on_top_in_whatever_order_tiles_are_named() -> None:
    for terrain in (
        {"river": ("5,5", "5,6"), "bridge": ("5,5",)},
        {"bridge": ("5,5",), "river": ("5,5", "5,6")},
    ):
        ground = ground_of(replace(EMPTY, terrain=terrain), HOMES)
        assert laid(ground, "5,5", "5,6") == ["bridge", "river"]


@covers("CCN-16.6.1")
def test_works_are_laid_by_hex_with_two_sides() -> None:
    works = (Works("4,6", ALLIED), Works("6,6", FRENCH, ("left",)))
    ground = ground_of(replace(EMPTY, works=works), HOMES)
    assert ground.works == {cell("4,6"): frozenset({5, 0}), cell("6,6"): frozenset({1})}


@covers("CCN-16.1.4")
def test_a_tile_taken_away_leaves_clear_ground_and_no_works() -> None:
    file = replace(
        EMPTY,
        terrain={"forest": ("5,5", "6,5")},
        works=(Works("5,5", ALLIED), Works("4,6", ALLIED)),
    )
    before = ground_of(file, HOMES)
    after = before.without((cell("5,5"),))
    assert laid(after, "5,5", "6,5") == ["clear", "forest"]
    assert [*after.works] == [cell("4,6")]
    assert laid(before, "5,5") == ["forest"]
    assert len(before.works) == 2


def test_ground_without_tiles_is_made_once() -> None:
    content = CcnContent(replace(EMPTY, terrain={"forest": ("5,5", "6,5")}))
    one, both = (cell("5,5"),), (cell("5,5"), cell("6,5"))
    assert content.ground_without(()) is content.ground
    assert content.ground_without(one) is content.ground_without(one)
    assert laid(content.ground_without(one), "5,5", "6,5") == ["clear", "forest"]
    assert laid(content.ground_without(both), "5,5", "6,5") == ["clear", "clear"]


@covers("CCN-16.1.4")
def test_only_a_tile_that_the_scenario_removes_goes_when_its_enemy_comes() -> None:
    battle = field(
        french("a", "LN", "5,4", ordered=True),
        french("c", "LN", "7,4", ordered=True),
        british("b", "LN", "1,1"),
        phase="move",
        terrain={"building": ["5,5", "7,5"]},
        removals=[{"at": "5,5", "by": "french"}],
    )
    battle.do(Move(UnitId("a"), cell("5,5"))).do(Move(UnitId("c"), cell("7,5")))
    assert [ground_now(battle.ctx).at[cell(label)].id for label in ("5,5", "7,5")] == [
        "clear",
        "building",
    ]
    assert laid(ground_now(battle.ctx), "5,5") == ["clear"]


# -- sides and goals ------------------------------------------------------------------------------


def a_scenario() -> ScenarioFile:
    """Write a scenario with one of everything that is looked up by cell."""
    return replace(
        EMPTY,
        objectives=(
            Objective(ALLIED, "temporary", 1, ("9,6", "9,8")),
            Objective(FRENCH, "temporary_group", 2, ("1,6", "1,7")),
            Objective(ALLIED, "permanent", 3, ("5,5", "5,6")),
        ),
        exits=(Exit("1,10", ALLIED, 1, 2),),
        removals=(Removal("3,5", FRENCH), Removal("3,6", ALLIED)),
        units=(Force(FRENCH, "french", "LN", ("9,1",)),),
    )


def test_hexes_that_count_one_by_one_are_goals_of_their_own() -> None:
    goals = CcnContent(a_scenario()).goals
    found = [(one.side, one.kind, one.banners, one.cells) for one in goals]
    assert found == [
        ("allied", "temporary", 1, (cell("9,6"),)),
        ("allied", "temporary", 1, (cell("9,8"),)),
        ("french", "temporary_group", 2, (cell("1,6"), cell("1,7"))),
        ("allied", "permanent", 3, (cell("5,5"),)),
        ("allied", "permanent", 3, (cell("5,6"),)),
    ]


def test_exits_and_removals_are_found_by_cell_and_side() -> None:
    content = CcnContent(a_scenario())
    assert {*content.exits} == {(cell("1,10"), "allied")}
    way = content.exits[cell("1,10"), ALLIED]
    assert (way.banners, way.leader_banners) == (1, 2)
    assert content.removals == {(cell("3,5"), "french"), (cell("3,6"), "allied")}


def test_each_side_has_its_edge_its_notes_and_its_enemy() -> None:
    content = CcnContent(EMPTY)
    assert content.seats == ("french", "allied")
    assert content.homes == {"french": "top", "allied": "bottom"}
    assert content.enemy == {"french": "allied", "allied": "french"}
    assert {seat: side.army for seat, side in content.sides.items()} == {
        "french": "french",
        "allied": "allied",
    }
    assert len(content.deck) == 70


def test_a_turned_board_exchanges_the_edges() -> None:
    content = CcnContent(turned(EMPTY))
    assert content.homes == {"allied": "top", "french": "bottom"}
    assert content.seats == (Seat("allied"), Seat("french"))
    assert content.enemy == {"french": "allied", "allied": "french"}
