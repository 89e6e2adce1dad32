"""Short Supply, which sends a unit back to its baseline. CCN-17.4.13."""

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.tactics import (
    ChoosePlace,
    ChooseSupply,
    PlaceUnit,
    ShortSupply,
    SupplyTarget,
    is_empty,
    supply_hexes,
)
from walstatt.games.ccn.turn import PlayCard
from walstatt.kernel.frames import Done
from walstatt.kernel.ids import CellId, UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B, C = UnitId("a"), UnitId("b"), UnitId("c")


def supplied(*units: dict[str, object], **given: object) -> Field:
    """Let the French play Short Supply."""
    position: dict[str, object] = {
        "phase": "command",
        "hands": {"french": ["short_supply", "rally"], "allied": ["forward"]},
        **given,
    }
    battle = field(*units, **position)  # type: ignore[arg-type]
    return battle.do(PlayCard("short_supply"))


def hexes(battle: Field, unit: UnitId) -> str:
    """Name the hexes a unit may be sent back to."""
    return " ".join(map(BOARD.label, supply_hexes(battle.ctx, unit)))


def row(number: int, *columns: int) -> str:
    """Name some hexes of a row."""
    return " ".join(f"{number},{column}" for column in columns)


# -- whom -----------------------------------------------------------------------------------------


@covers("CCN-17.4.13.1")
def test_any_unit_of_either_side_may_be_chosen() -> None:
    battle = supplied(french("a", "LN", "5,5"), british("b", "LC", "4,2"), french("c", "FA", "7,7"))
    assert battle.decision() == ChooseSupply(FRENCH)
    assert battle.options() == [SupplyTarget(B), SupplyTarget(A), SupplyTarget(C)]


@covers("CCN-17.4.13.5")
def test_squares_and_lone_leaders_cannot_be_chosen() -> None:
    battle = supplied(
        french("a", "LN", "5,5"),
        british("b", "LN", "4,2", square=True),
        british("c", "LN", "4,8"),
        leaders=[leader("hill", "allied", "4,4")],
    )
    assert battle.options() == [SupplyTarget(C), SupplyTarget(A)]
    assert battle.refusal(SupplyTarget(B)) == ["CCN-17.4.13.5"]
    assert battle.refusal(SupplyTarget(UnitId("hill"))) == ["CCN-17.4.13.5"]
    assert battle.refusal(SupplyTarget(UnitId("nobody"))) == ["CCN-17.4.13.5"]


@covers("CCN-17.4.13.7")
def test_a_unit_with_no_room_behind_cannot_be_chosen() -> None:
    rows = {"rugged_hill": [*row(1, 1, 2, 3, 4).split(), *row(2, 1, 2, 3, 4).split()]}
    battle = supplied(
        french("a", "LN", "5,5"), british("b", "LN", "5,2"), british("c", "LN", "5,7"), terrain=rows
    )
    assert battle.options() == [SupplyTarget(C), SupplyTarget(A)]
    assert battle.refusal(SupplyTarget(B)) == ["CCN-17.4.13.7"]


@covers("CCN-17.4.13.5", "CCN-17.4.13.6")
def test_if_nobody_can_be_chosen_the_turn_ends() -> None:
    battle = supplied(french("a", "LN", "8,5", square=True), british("b", "LN", "2,5", square=True))
    assert battle.world.phase == "draw"


# -- where to -------------------------------------------------------------------------------------


@covers("CCN-17.4.13.1", "CCN-17.4.13.7")
@pytest.mark.parametrize(
    ("at", "french_hexes", "allied_hexes"),
    [
        ("5,2", row(9, 1, 2, 3, 4), row(1, 1, 2, 3, 4)),
        ("5,7", row(9, 5, 6, 7, 8, 9), row(1, 5, 6, 7, 8, 9)),
        ("5,12", row(9, 10, 11, 12, 13), row(1, 10, 11, 12, 13)),
    ],
)
def test_a_unit_goes_to_its_own_baseline_in_the_section_where_it_stands(
    at: str, french_hexes: str, allied_hexes: str
) -> None:
    own = supplied(french("a", "LN", at), british("b", "LN", "4,6"))
    assert hexes(own, A) == french_hexes
    enemy = supplied(french("a", "LN", "6,6"), british("b", "LN", at))
    assert hexes(enemy, B) == allied_hexes


@covers("CCN-17.4.13.1")
def test_the_owner_of_the_unit_picks_the_hex() -> None:
    battle = supplied(french("a", "LN", "8,5"), british("b", "LN", "5,2"))
    battle.do(SupplyTarget(B))
    assert battle.decision() == ChoosePlace(ALLIED, B)
    assert battle.options() == [PlaceUnit(cell(f"1,{column}")) for column in (1, 2, 3, 4)]
    battle.do(PlaceUnit(cell("1,3")))
    assert battle.at("b") == "1,3"
    own = supplied(french("a", "LN", "8,5"), british("b", "LN", "5,2")).do(SupplyTarget(A))
    assert own.decision() == ChoosePlace(FRENCH, A)


@covers("CCN-17.4.13.1")
@pytest.mark.parametrize("to", ["1,5", "2,2", "9,2", "5,2"])
def test_other_hexes_are_refused(to: str) -> None:
    battle = supplied(french("a", "LN", "8,5"), british("b", "LN", "5,2")).do(SupplyTarget(B))
    assert battle.refusal(PlaceUnit(cell(to))) == ["CCN-17.4.13.1"]
    assert battle.at("b") == "5,2"


@covers("CCN-17.4.13.1")
@pytest.mark.parametrize("to", [-1, 113, 9999])
def test_hexes_off_the_board_are_refused(to: int) -> None:
    battle = supplied(french("a", "LN", "8,5"), british("b", "LN", "5,2")).do(SupplyTarget(B))
    assert battle.refusal(PlaceUnit(CellId(to))) == ["CCN-17.4.13.1"]


@covers("CCN-17.4.13.1", "CCN-17.4.13.2")
def test_hexes_that_are_taken_or_closed_are_not_empty() -> None:
    battle = supplied(
        french("a", "LN", "8,5"),
        british("b", "LN", "5,2"),
        british("c", "LN", "1,1"),
        leaders=[leader("hill", "allied", "1,2")],
        terrain={"river": ["1,3"]},
    )
    assert hexes(battle, B) == "1,4"
    assert [is_empty(battle.ctx, B, cell(f"1,{column}")) for column in (1, 2, 3, 4)] == [
        False,
        False,
        False,
        True,
    ]


@covers("CCN-17.4.13.2")
def test_a_sand_pit_is_closed_to_a_battery_only() -> None:
    tiles = {"sand_pit": ["1,1", "1,2", "1,3"]}
    guns = supplied(french("a", "LN", "8,5"), british("b", "FA", "5,2"), terrain=tiles)
    assert hexes(guns, B) == "1,4"
    foot = supplied(french("a", "LN", "8,5"), british("b", "LN", "5,2"), terrain=tiles)
    assert hexes(foot, B) == row(1, 1, 2, 3, 4)


@covers("CCN-17.4.13.2")
@pytest.mark.parametrize(
    ("full", "unit", "next_row"),
    [
        (row(1, 1, 2, 3, 4), B, row(2, 1, 2, 3, 4)),
        (row(9, 5, 6, 7, 8, 9), A, row(8, 4, 5, 6, 7, 8, 9)),
    ],
)
def test_behind_a_full_baseline_there_is_the_next_row(
    full: str, unit: UnitId, next_row: str
) -> None:
    units = french("a", "LN", "5,6"), british("b", "LN", "5,2")
    battle = supplied(*units, terrain={"rugged_hill": full.split()})
    assert hexes(battle, unit) == next_row
    assert hexes(supplied(*units), unit) == full


@covers("CCN-17.4.13.2")
def test_one_empty_hex_of_the_baseline_is_enough() -> None:
    battle = supplied(
        french("a", "LN", "8,5"),
        british("b", "LN", "5,2"),
        terrain={"rugged_hill": row(1, 1, 2, 3).split()},
    )
    assert hexes(battle, B) == "1,4"


@covers("CCN-17.4.13.7", "CCN-A19")
@pytest.mark.parametrize(
    ("line", "places"),
    [("owner", row(1, 1, 2, 3, 4, 5, 6, 7, 8, 9)), ("center", row(1, 5, 6, 7, 8, 9))],
)
def test_from_a_section_line_the_owner_may_use_either_section(line: str, places: str) -> None:
    battle = supplied(
        french("a", "LN", "8,5"), british("b", "LN", "4,4"), options={"short_supply_line": line}
    )
    assert hexes(battle, B) == places


@covers("CCN-17.4.13.7", "CCN-A19")
def test_the_other_reading_of_the_line_leaves_single_sections_alone() -> None:
    read = {"short_supply_line": "center"}
    battle = supplied(french("a", "LN", "8,5"), british("b", "LN", "4,3"), options=read)
    assert hexes(battle, B) == row(1, 1, 2, 3, 4)


@covers("CCN-17.4.13.2", "CCN-A19")
def test_from_a_section_line_each_section_has_its_own_next_row() -> None:
    battle = supplied(
        french("a", "LN", "8,5"),
        british("b", "LN", "4,4"),
        terrain={"rugged_hill": row(1, 1, 2, 3, 4).split()},
    )
    assert hexes(battle, B) == f"{row(1, 5, 6, 7, 8, 9)} {row(2, 1, 2, 3, 4)}"


# -- what follows ---------------------------------------------------------------------------------


@covers("CCN-17.4.13.3")
def test_an_attached_leader_goes_with_the_unit() -> None:
    battle = supplied(french("a", "LN", "8,5"), british("b", "LN", "5,2", leader="hill"))
    battle.do(SupplyTarget(B)).do(PlaceUnit(cell("1,2")))
    assert (battle.at("b"), battle.at("hill")) == ("1,2", "1,2")


@covers("CCN-17.4.13.6", "CCN-4.6")
def test_nobody_is_ordered_and_the_turn_ends() -> None:
    with recording() as heard:
        battle = supplied(
            french("a", "LN", "5,5"), french("c", "LN", "5,7"), british("b", "LN", "4,6")
        )
        battle.do(SupplyTarget(A)).do(PlaceUnit(cell("9,6")))
    assert battle.at("a") == "9,6"
    assert battle.world.phase == "draw"
    assert "ccn.supplied" in battle.told()
    assert {"CCN-17.4.13.3", "CCN-17.4.13.4", "CCN-17.4.13.6"} <= {*heard.fired}
    assert battle.roll("cold_steel").asked() == (ALLIED, "choose_card")


@covers("CCN-17.4.13.4")
def test_a_unit_sent_back_may_not_fight_this_turn() -> None:
    battle = supplied(french("a", "LN", "5,5"), british("b", "LN", "4,6"))
    flow = ShortSupply(FRENCH, A).placed(battle.ctx, PlaceUnit(cell("9,6")))
    assert isinstance(flow, Done)
    assert battle.unit("a").barred
    assert battle.at("a") == "9,6"
    assert not battle.unit("a").ordered


@covers("CCN-17.4.13.1")
def test_blocks_are_kept() -> None:
    battle = supplied(french("a", "LN", "5,5", blocks=2), british("b", "LN", "4,6"))
    battle.do(SupplyTarget(A)).do(PlaceUnit(cell("9,6")))
    assert battle.unit("a").blocks == 2
