from collections import Counter
from itertools import product
from math import inf, sqrt

import pytest

from tests.games.ccn.field import british, cell, field, french, leader
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.board import (
    BASELINE,
    BOARD,
    NEIGHBOURS,
    REAR,
    ROW,
    SECTIONS_OF,
    SIDES,
    WIDE,
    Home,
    Section,
)
from walstatt.games.ccn.content import troop_file, troops
from walstatt.games.ccn.game import CCN
from walstatt.games.ccn.movement import Move
from walstatt.games.ccn.odds import BATTLE_DIE, SYMBOL
from walstatt.games.ccn.reactions import Decline
from walstatt.games.ccn.unit_movement import unit_reach
from walstatt.games.ccn.world import NO_CARDS, Leader, Unit, is_lone, leader_of, unit_of
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.workshop.covers import covers

PLACES = [(row, column) for row in range(1, 10) for column in range(1, 14 if row % 2 else 13)]


def labels(cells: tuple[CellId, ...]) -> set[str]:
    return {BOARD.label(one) for one in cells}


# -- hexes ---------------------------------------------------------------------------------------


@covers("CCN-1.1.1", "CCN-1.1.3")
def test_nine_rows_of_13_and_12_hexes_make_113() -> None:
    assert len(BOARD) == 113
    assert [BOARD.label(one) for one in BOARD.cells] == [f"{r},{c}" for r, c in PLACES]
    assert Counter(ROW) == {row: 13 if row % 2 else 12 for row in range(1, 10)}


@covers("CCN-1.1.3")
def test_row_1_is_the_baseline_of_the_bottom_army_and_row_9_of_the_top_army() -> None:
    assert BASELINE == {"bottom": 1, "top": 9}


@covers("CCN-1.1.2")
def test_inside_the_board_two_neighbours_lie_ahead_two_beside_and_two_behind() -> None:
    for row, column in PLACES:
        here = cell(f"{row},{column}")
        if len(NEIGHBOURS[here]) == 6:
            steps = sorted(ROW[near] - row for near in NEIGHBOURS[here])
            assert steps == [-1, -1, 0, 0, 1, 1]
    assert Counter(map(len, NEIGHBOURS)) == {2: 4, 3: 6, 4: 22, 5: 8, 6: 73}


@covers("CCN-1.1.4")
@pytest.mark.parametrize("place", PLACES)
def test_the_neighbours_of_every_hex(place: tuple[int, int]) -> None:
    row, column = place
    shift = (-1, 0) if row % 2 else (0, 1)
    around = {(row, column - 1), (row, column + 1)}
    around |= {(row + up, column + aside) for up, aside in product((-1, 1), shift)}
    on_board = around.intersection(PLACES)
    assert labels(NEIGHBOURS[cell(f"{row},{column}")]) == {f"{r},{c}" for r, c in on_board}


@covers("CCN-1.1.4")
def test_neighbours_of_an_odd_and_an_even_row() -> None:
    assert labels(NEIGHBOURS[cell("5,5")]) == {"5,4", "5,6", "4,4", "4,5", "6,4", "6,5"}
    assert labels(NEIGHBOURS[cell("4,5")]) == {"4,4", "4,6", "3,5", "3,6", "5,5", "5,6"}


@covers("CCN-1.1.5")
def test_the_distance_follows_from_double_width_coordinates() -> None:
    for (row, column), (to_row, to_column) in product(PLACES, PLACES):
        wide, to_wide = 2 * column + (row % 2 == 0), 2 * to_column + (to_row % 2 == 0)
        dy, dx = abs(row - to_row), abs(wide - to_wide)
        here, there = cell(f"{row},{column}"), cell(f"{to_row},{to_column}")
        assert BOARD.distance(here, there) == dy + max(0, (dx - dy) // 2)
        assert WIDE[here] == wide


@covers("CCN-1.1.5")
def test_hexes_at_distance_one_are_adjacent() -> None:
    for here in BOARD.cells:
        near = tuple(there for there in BOARD.cells if BOARD.distance(here, there) == 1)
        assert set(near) == set(NEIGHBOURS[here])


def crossed(start: tuple[float, float], end: tuple[float, float], at: tuple[float, float]) -> bool:
    """Clip the line between two points with the inside of a hex of side 1."""
    first, last = 0.0, 1.0
    for nx, ny in ((1, 0), (0.5, sqrt(3) / 2), (0.5, -sqrt(3) / 2)):
        away = nx * (start[0] - at[0]) + ny * (start[1] - at[1])
        along = nx * (end[0] - start[0]) + ny * (end[1] - start[1])
        bounds = [sqrt(3) / 2 - 1e-9 - away, -(sqrt(3) / 2 - 1e-9) - away]
        if abs(along) < 1e-9:
            times = [-inf, inf] if bounds[1] < 0 < bounds[0] else [inf, -inf]
        else:
            times = sorted(bound / along for bound in bounds)
        first, last = max(first, times[0]), min(last, times[1])
    return last - first > 1e-6


@covers("CCN-1.1.6")
@pytest.mark.parametrize("start", ["5,7", "4,3", "1,1", "9,13"])
def test_a_line_crosses_the_hexes_that_lie_between_the_centres(start: str) -> None:
    centre = [(WIDE[one] * sqrt(3) / 2, 1.5 * ROW[one]) for one in BOARD.cells]
    here = cell(start)
    for there in BOARD.cells:
        found = {step[0] for step in BOARD.line(here, there) if len(step) == 1} - {None}
        line = centre[here], centre[there]
        between = (one for one in BOARD.cells if one not in {here, there})
        assert found == {one for one in between if crossed(*line, centre[one])}


@covers("CCN-1.1.6")
def test_a_line_along_hexsides_runs_between_two_hexes() -> None:
    assert BOARD.line(cell("5,5"), cell("5,7")) == ((cell("5,6"),),)
    assert BOARD.line(cell("3,5"), cell("5,5")) == ((cell("4,4"), cell("4,5")),)
    assert BOARD.line(cell("1,1"), cell("3,1")) == ((None, cell("2,1")),)


# -- directions ----------------------------------------------------------------------------------


@covers("CCN-1.1.10")
def test_the_bottom_army_goes_back_towards_row_1_and_the_top_army_towards_row_9() -> None:
    here = cell("5,5")
    assert labels(REAR["bottom"][here]) == {"4,4", "4,5"}
    assert labels(REAR["top"][here]) == {"6,4", "6,5"}
    assert [REAR["bottom"][cell("1,5")], REAR["top"][cell("9,5")]] == [(), ()]
    assert labels(REAR["bottom"][cell("2,1")]) == {"1,1", "1,2"}
    assert labels(REAR["top"][cell("1,1")]) == {"2,1"}


@covers("CCN-1.1.10")
@pytest.mark.parametrize(
    ("home", "around"),
    [
        ("bottom", "6,4 6,5 5,6 4,5 4,4 5,4"),
        ("top", "4,5 4,4 5,4 6,4 6,5 5,6"),
    ],
)
def test_a_side_names_the_hexsides_as_it_sees_them(home: Home, around: str) -> None:
    names = "forward_left forward_right right rear_right rear_left left"
    found: dict[str, str] = {}
    for name, side in SIDES[home].items():
        near = BOARD.neighbour(cell("5,5"), side)
        assert near is not None
        found[name] = BOARD.label(near)
    assert found == dict(zip(names.split(), around.split(), strict=True))


@covers("CCN-1.1.7")
def test_a_unit_moves_in_all_six_directions() -> None:
    battle = field(french("a", "LN", "5,5", ordered=True), british("b", "LN", "1,1"), phase="move")
    assert set(unit_reach(battle.ctx, UnitId("a")).steps) == set(NEIGHBOURS[cell("5,5")])


@covers("CCN-1.1.8")
def test_enemies_neither_stop_nor_slow_a_unit_that_passes_them() -> None:
    enemies = british("b", "LN", "4,5"), british("c", "LN", "6,6"), british("d", "LN", "4,3")
    battle = field(french("a", "LC", "5,4", ordered=True), *enemies, phase="move")
    steps = unit_reach(battle.ctx, UnitId("a")).steps
    assert [steps[cell(to)] for to in ("5,5", "5,6", "5,7")] == [1, 2, 3]
    battle.do(Move(UnitId("a"), cell("5,7")))
    assert battle.unit("a").moved == 3


@covers("CCN-1.1.9")
def test_two_pieces_of_a_kind_in_one_hex_are_an_impossible_position() -> None:
    battle = field(french("a", "LN", "5,5", leader="n"), british("b", "LN", "1,1"), phase="draw")
    assert list(CCN.invariants(battle.ctx)) == []
    battle.world.units[UnitId("b")] = battle.unit("a")
    assert list(CCN.invariants(battle.ctx)) == ["units do not stand where the board says"]


@covers("CCN-1.1.9")
def test_a_hex_holds_a_unit_and_one_leader() -> None:
    lone = leader("m", "french", "5,7")
    battle = field(french("a", "LN", "5,5", leader="n"), leaders=[lone], phase="draw")
    assert leader_of(battle.ctx, UnitId("a")) == "n"
    assert unit_of(battle.ctx, UnitId("n")) == "a"
    assert [is_lone(battle.ctx, UnitId(one)) for one in "nm"] == [False, True]


# -- sections ------------------------------------------------------------------------------------

ODD = "left " * 4 + "center " * 5 + "right " * 4
EVEN = "left " * 3 + "left+center " + "center " * 4 + "center+right " + "right " * 3


@covers("CCN-1.2.1", "CCN-1.2.2", "CCN-1.2.3")
@pytest.mark.parametrize("row", range(1, 10))
def test_the_sections_of_every_hex_as_the_bottom_army_sees_them(row: int) -> None:
    seen = ["+".join(SECTIONS_OF["bottom"][one]) for one in BOARD.cells if ROW[one] == row]
    assert seen == (ODD if row % 2 else EVEN).split()


@covers("CCN-1.2.1", "CCN-1.2.4")
def test_for_the_top_army_left_and_right_are_exchanged() -> None:
    mirror: dict[Section, Section] = {"left": "right", "center": "center", "right": "left"}
    for one in BOARD.cells:
        seen = {mirror[section] for section in SECTIONS_OF["bottom"][one]}
        assert set(SECTIONS_OF["top"][one]) == seen
    assert SECTIONS_OF["bottom"][cell("5,1")] == SECTIONS_OF["top"][cell("5,13")] == ("left",)


@covers("CCN-1.2.2", "CCN-1.2.3")
def test_eight_hexes_are_cut_by_the_section_lines() -> None:
    both = [BOARD.label(one) for one in BOARD.cells if len(SECTIONS_OF["bottom"][one]) == 2]
    assert both == ["2,4", "2,9", "4,4", "4,9", "6,4", "6,9", "8,4", "8,9"]
    assert {WIDE[cell(one)] for one in both} == {9, 19}


# -- dice and pieces -----------------------------------------------------------------------------


@covers("CCN-1.3.1")
def test_a_battle_die_shows_infantry_twice_and_four_other_symbols_once() -> None:
    assert Counter(BATTLE_DIE.faces) == {"INF": 2, "CAV": 1, "ART": 1, "FLAG": 1, "SABER": 1}


def test_more_dice_are_rolled_than_the_box_holds() -> None:
    battle = field(
        british("g", "GG", "5,5", ordered=True),
        british("h", "FA", "4,5", ordered=True),
        french("f", "LN", "5,6"),
        to_move="allied",
    )
    battle.do(MeleeAttack(UnitId("g"), UnitId("f"), (UnitId("h"),))).do(Decline())
    assert battle.dice() == 10


ARMS = {
    "infantry": ("INF", "LN LT RL GR GG OG YG MI"),
    "cavalry": ("CAV", "LC HC CHC GHC"),
    "artillery": ("ART", "FA HA GFA"),
}


@covers("CCN-1.4.2")
@pytest.mark.parametrize("arm", ARMS)
def test_the_class_of_a_unit_decides_which_symbol_hits_it(arm: str) -> None:
    face, codes = ARMS[arm]
    assert SYMBOL[arm] == face
    assert [code for code, kind in troop_file().types.items() if kind.arm == arm] == codes.split()
    assert {one.type for one in troops().values() if one.arm == arm} == set(codes.split())


QUALITIES = {
    "militia": "MI",
    "regular": "LN LC HC FA HA",
    "elite": "LT RL GR CHC",
    "guard": "GG OG YG GHC GFA",
}


@covers("CCN-1.4.3")
@pytest.mark.parametrize("quality", QUALITIES)
def test_militia_regulars_elites_and_guards(quality: str) -> None:
    found = [code for code, kind in troop_file().types.items() if kind.quality == quality]
    assert found == QUALITIES[quality].split()


@covers("CCN-1.4.7")
def test_what_is_known_of_a_unit_that_has_done_nothing_yet() -> None:
    battle = field(french("a", "OG", "5,5"), british("b", "LN", "1,1"), phase="draw")
    assert battle.unit("a") == Unit(Seat("french"), "french.OG", 4, cell("5,5"))
    fresh = battle.unit("a")
    assert (fresh.square, fresh.moved) == (0, 0)
    assert not any((fresh.ordered, fresh.barred, fresh.fought, fresh.joined, fresh.bonus_used))


@covers("CCN-1.4.8")
def test_what_is_known_of_a_leader_who_has_done_nothing_yet() -> None:
    battle = field(british("b", "LN", "1,1"), leaders=[leader("n", "french", "5,5")], phase="draw")
    ney = battle.leader("n")
    assert ney == Leader(Seat("french"), "n", cell("5,5"))
    assert (ney.ordered, ney.moved) == (False, False)


@covers("CCN-1.5.2")
def test_each_side_has_a_square_board_with_four_slots() -> None:
    battle = field(british("b", "LN", "1,1"), phase="draw")
    assert battle.world.square_cards == {"french": NO_CARDS, "allied": NO_CARDS}
    assert NO_CARDS == ("", "", "", "")
