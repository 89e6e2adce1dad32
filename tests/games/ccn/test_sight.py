"""Line of sight: what lies on a line, obstacles beside it, hills. CCN-8.3, CCN-16.3."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.ccn.field import FRENCH, Field, british, cell, field, french, leader
from tests.games.ccn.fights import cited
from walstatt.games.ccn.board import BOARD, ROW, WIDE
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.sight import hides, plateau, sees, sight_line
from walstatt.kernel.ids import CellId, Seat, UnitId
from walstatt.workshop.covers import covers

CROWD = ("unit of ours", "enemy unit", "our leader", "enemy leader")


def ground(*units: dict[str, Any], **given: Any) -> Field:  # noqa: ANN401 - fields of a position
    """Lay terrain out with units, and two far off so that it is a battle."""
    far = french("far", "LN", "9,13", ordered=True), british("foe", "LN", "9,11")
    return field(*units, *far, **given)


def look(battle: Field, a: str, b: str, over: Seat | None = None) -> bool:
    """Look both ways, which must agree unless somebody fires over his friends."""
    there = sees(battle.ctx, cell(a), cell(b), over)
    if over is None:
        assert sees(battle.ctx, cell(b), cell(a)) == there
    return there


def block(battle: Field, at: str, what: str) -> Field:
    """Put somebody into a hex of a battle that has units a, e and leaders ney, hill."""
    world = battle.world
    name = UnitId({"unit of ours": "u", "enemy unit": "e", "our leader": "ney"}.get(what, "hill"))
    spot = cell(at)
    if name in world.units:
        del world.unit_at[world.units[name].at]
        world.units[name] = replace(world.units[name], at=spot)
        world.unit_at[spot] = name
    else:
        del world.leader_at[world.leaders[name].at]
        world.leaders[name] = replace(world.leaders[name], at=spot)
        world.leader_at[spot] = name
    return battle


def stocked(**given: Any) -> Field:  # noqa: ANN401 - fields of a position
    """Lay out a battle with somebody of every kind who can be put into the way."""
    units = french("u", "LN", "9,1"), british("e", "LN", "1,1")
    leaders = leader("ney", "french", "9,2"), leader("hill", "allied", "1,2")
    return ground(*units, leaders=list(leaders), **given)


# -- the line itself, drawn anew with fractions ---------------------------------------------------

CORNERS = ((0, 2), (3, 1), (3, -1), (0, -2), (-3, -1), (-3, 1))
"""A hex in thirds of a row and of half a column; straight lines stay straight in this drawing."""


def drawn(spot: CellId) -> tuple[int, int]:
    return 3 * WIDE[spot], 3 * ROW[spot]


def side(a: tuple[int, int], b: tuple[int, int], point: tuple[int, int]) -> int:
    """Tell on which side of the line from a to b a point lies: 1 left, -1 right, 0 on it."""
    cross = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
    return (cross > 0) - (cross < 0)


def along(a: tuple[int, int], b: tuple[int, int], point: tuple[int, int]) -> Fraction:
    """Measure how far along the line from a to b a point lies."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return Fraction(dx * (point[0] - a[0]) + dy * (point[1] - a[1]), dx * dx + dy * dy)


def met(a: CellId, b: CellId, other: CellId) -> str:
    """Tell how the line between two centres meets a third hex, by its corners."""
    start, stop, middle = drawn(a), drawn(b), drawn(other)
    if not 0 < along(start, stop, middle) < 1:
        return ""
    corners = [(middle[0] + x, middle[1] + y) for x, y in CORNERS]
    sides = [side(start, stop, corner) for corner in corners]
    if 1 in sides and -1 in sides:
        return "crossed"
    if sides.count(0) == 2:
        return "left" if 1 in sides else "right"
    return ""


@covers("CCN-8.3.1", "CCN-8.3.2", "CCN-8.3.4", "CCN-8.3.5", "CCN-1.1.6")
@pytest.mark.parametrize("start", ["1,1", "1,13", "2,1", "5,7", "6,6", "6,12", "9,1", "8,12"])
def test_lines_pass_what_geometry_says(start: str) -> None:
    a, empty = cell(start), ground()
    for b in BOARD.within(a, 6):
        if a == b:
            continue
        line = sight_line(empty.ctx.content.ground, CcnOptions(), a, b)
        crossed = {one for one in BOARD.cells if met(a, b, one) == "crossed"} - {a, b}
        assert set(line.crossed) == crossed
        touched = {(one, met(a, b, one)) for one in BOARD.cells} - {(a, ""), (b, "")}
        beside = {(one, how) for one, how in touched if how in ("left", "right")}
        found = {(one, "left") for one, _, _, _ in line.beside}
        other = {(one, "right") for _, _, one, _ in line.beside}
        assert {pair for pair in found | other if pair[0] is not None} in (
            beside,
            {(one, "right" if how == "left" else "left") for one, how in beside},
        )


@covers("CCN-8.3.6")
def test_adjacent_hexes_see_each_other_whatever_they_are() -> None:
    battle = ground(terrain={"forest": ["5,5"], "building": ["5,6"], "hill": ["4,5"]})
    for other in ("5,6", "4,5", "4,4", "6,4", "6,5", "5,4"):
        assert look(battle, "5,5", other)


# -- obstacles ------------------------------------------------------------------------------------


@covers("CCN-8.3.2", "CCN-8.3.3")
@pytest.mark.parametrize("what", CROWD)
def test_whoever_stands_between_hides_the_target(what: str) -> None:
    battle = stocked()
    assert look(battle, "5,5", "5,7")
    assert not look(block(battle, "5,6", what), "5,5", "5,7")


@covers("CCN-8.3.2")
@pytest.mark.parametrize("what", CROWD)
def test_whoever_stands_at_an_end_or_beyond_hides_nothing(what: str) -> None:
    for at in ("5,5", "5,7", "5,8", "5,4"):
        assert look(block(stocked(), at, what), "5,5", "5,7")


@covers("CCN-8.3.2", "CCN-8.3.3")
@pytest.mark.parametrize(("terrain", "blocks"), [
    ("forest", "CCN-16.2.6"), ("building", "CCN-16.5.7"), ("rugged_hill", "CCN-16.4.3"),
    ("river", ""), ("shallow_river", ""), ("bridge", ""), ("sand_pit", ""), ("clear", ""),
])  # fmt: skip
def test_terrain_between_blocks_or_not(terrain: str, blocks: str) -> None:
    battle = ground(terrain={terrain: ["5,6"]})
    heard = cited(lambda: sees(battle.ctx, cell("5,5"), cell("5,7")))
    assert look(battle, "5,5", "5,7") == (not blocks)
    assert not blocks or blocks in heard


@covers("CCN-8.3.2")
def test_terrain_at_both_ends_blocks_nothing() -> None:
    battle = ground(terrain={"forest": ["5,5", "5,7"], "building": ["5,8"]})
    assert look(battle, "5,5", "5,7")


@covers("CCN-8.3.2")
def test_a_far_obstacle_on_a_long_line_blocks_too() -> None:
    for at in ("5,6", "5,7", "5,8", "5,9"):
        assert not look(ground(terrain={"forest": [at]}), "5,5", "5,10")
        assert not look(block(stocked(), at, "enemy unit"), "5,5", "5,10")


@covers("CCN-8.3.5")
def test_a_hex_touched_at_a_corner_does_not_block() -> None:
    # The line from 5,5 to 4,9 meets 4,6 and 5,8 in one point each, on either side.
    assert look(ground(terrain={"forest": ["4,6", "5,8"]}), "5,5", "4,9")
    for crossed in ("5,6", "5,7", "4,7", "4,8"):
        assert not look(ground(terrain={"forest": [crossed]}), "5,5", "4,9")


# -- along hexsides -------------------------------------------------------------------------------


@covers("CCN-8.3.4")
@pytest.mark.parametrize(("hexes", "open_line"), [
    ([], True), (["4,4"], True), (["4,5"], True), (["4,4", "4,5"], False),
])  # fmt: skip
def test_a_line_along_a_hexside_is_blocked_on_both_sides_only(
    hexes: list[str], open_line: bool
) -> None:
    assert look(ground(terrain={"forest": hexes}), "3,5", "5,5") == open_line
    units = [french(f"x{n}", "LN", at) for n, at in enumerate(hexes)]
    assert look(ground(*units), "3,5", "5,5") == open_line


@covers("CCN-8.3.4")
def test_a_unit_on_one_side_and_forest_on_the_other_block() -> None:
    unit = british("x", "LN", "4,4")
    assert not look(ground(unit, terrain={"forest": ["4,5"]}), "3,5", "5,5")
    assert look(ground(unit, terrain={"forest": ["4,4"]}), "3,5", "5,5")


@covers("CCN-8.3.4", "CCN-A30", "CCN-21.9")
@pytest.mark.parametrize(("hexes", "staggered", "facing"), [
    (["3,6", "5,6"], True, True),
    (["3,7", "5,7"], True, True),
    (["3,6", "5,7"], False, True),
    (["3,7", "5,6"], False, True),
    (["3,6", "3,7"], False, False),
    (["5,6", "5,7"], False, False),
    (["4,6"], False, False),
])  # fmt: skip
def test_obstacles_on_both_sides_may_be_staggered(
    hexes: list[str], staggered: bool, facing: bool
) -> None:
    units = [british(f"x{n}", "LN", at) for n, at in enumerate(hexes)]
    assert look(ground(*units), "2,6", "6,6") == staggered
    other: dict[str, Any] = {"los_staggered_sides_block": False}
    assert look(ground(*units, options=other), "2,6", "6,6") == facing


@covers("CCN-A5", "CCN-8.3.3")
@pytest.mark.parametrize(("a", "b", "at"), [("1,1", "3,1", "2,1"), ("3,13", "5,13", "4,12")])
def test_the_edge_of_the_board_is_an_obstacle_beside_a_line(a: str, b: str, at: str) -> None:
    blocked = ground(terrain={"forest": [at]})
    assert not look(blocked, a, b)
    assert look(ground(), a, b)
    read_otherwise = ground(terrain={"forest": [at]}, options={"board_edge_blocks_sight": False})
    assert look(read_otherwise, a, b)
    assert "CCN-A5" in cited(lambda: sight_line(blocked.ctx.content.ground, CcnOptions(),
                                                cell(a), cell(b)))  # fmt: skip


# -- hills ----------------------------------------------------------------------------------------


@covers("CCN-16.3.7", "CCN-16.3.9", "CCN-8.3.7", "CCN-16.3.13")
@pytest.mark.parametrize(("hills", "open_line"), [
    (["5,6"], False),
    (["5,5", "5,6"], False),
    (["5,6", "5,7"], False),
    (["5,5", "5,6", "5,7"], True),
    (["5,5"], True),
    (["5,7"], True),
    (["5,5", "5,7"], True),
])  # fmt: skip
def test_a_hill_between_hides_unless_both_ends_stand_on_hills(
    hills: list[str], open_line: bool
) -> None:
    assert look(ground(terrain={"hill": hills}), "5,5", "5,7") == open_line


@covers("CCN-16.3.8")
def test_lower_ground_and_the_first_hill_hex_see_each_other() -> None:
    battle = ground(terrain={"hill": ["5,8", "5,9"]})
    assert look(battle, "5,5", "5,8")
    assert not look(battle, "5,5", "5,9")


@covers("CCN-16.3.9")
def test_the_second_hill_hex_is_hidden_from_below_in_both_directions() -> None:
    battle = ground(terrain={"hill": ["5,7", "5,8"]})
    assert not sees(battle.ctx, cell("5,6"), cell("5,8"))
    assert not sees(battle.ctx, cell("5,8"), cell("5,6"))


@covers("CCN-16.3.10")
def test_a_plateau_does_not_hide_its_own_hexes() -> None:
    hills = ["5,5", "5,6", "5,7", "5,8"]
    assert look(ground(terrain={"hill": hills}), "5,5", "5,8")
    other: dict[str, Any] = {"separate_hills_block": True}
    assert look(ground(terrain={"hill": hills}, options=other), "5,5", "5,8")


@covers("CCN-16.3.11")
def test_two_hills_see_each_other_over_empty_lower_hexes() -> None:
    hills = {"hill": ["5,5", "5,8"]}
    assert look(ground(terrain=hills), "5,5", "5,8")
    assert not look(ground(terrain={**hills, "forest": ["5,6"]}), "5,5", "5,8")
    assert not look(ground(british("x", "LN", "5,7"), terrain=hills), "5,5", "5,8")


@covers("CCN-16.3.12")
@pytest.mark.parametrize("what", CROWD)
def test_whoever_stands_on_the_hill_between_hides_as_well(what: str) -> None:
    battle = block(stocked(terrain={"hill": ["5,5", "5,6", "5,7"]}), "5,6", what)
    assert not look(battle, "5,5", "5,7")
    assert "CCN-16.3.12" in cited(lambda: look(battle, "5,5", "5,7"))


@covers("CCN-16.3.12")
def test_the_rule_of_units_on_hills_is_told_on_hills_only() -> None:
    battle = block(stocked(), "5,6", "enemy unit")
    assert "CCN-16.3.12" not in cited(lambda: look(battle, "5,5", "5,7"))


@covers("CCN-A7", "CCN-16.3.13")
def test_a_separate_hill_between_two_hills_can_be_read_to_block() -> None:
    hills = {"hill": ["5,4", "5,6", "5,8"]}
    assert look(ground(terrain=hills), "5,4", "5,8")
    assert not look(ground(terrain=hills, options={"separate_hills_block": True}), "5,4", "5,8")


@covers("CCN-A7", "CCN-16.3.10")
def test_a_hill_of_either_ends_plateau_is_no_separate_hill() -> None:
    other: dict[str, Any] = {"separate_hills_block": True}
    for hills in (
        ["5,4", "5,5", "5,8"],
        ["5,4", "5,7", "5,8"],
        ["5,4", "4,4", "4,5", "5,6", "5,8"],
    ):
        assert look(ground(terrain={"hill": hills}, options=other), "5,4", "5,8")


@covers("CCN-16.3.10")
def test_a_plateau_is_all_hills_that_hang_together() -> None:
    battle = ground(terrain={"hill": ["5,5", "5,6", "4,6", "4,8"]})
    whole = {cell(at) for at in ("5,5", "5,6", "4,6")}
    assert plateau(battle.ctx.content.ground, cell("5,5")) == whole
    assert plateau(battle.ctx.content.ground, cell("4,6")) == whole
    assert plateau(battle.ctx.content.ground, cell("4,8")) == {cell("4,8")}


@covers("CCN-16.3.7", "CCN-16.3.10", "CCN-16.3.11", "CCN-8.3.7", "CCN-A7")
@pytest.mark.parametrize(("hills", "told"), [
    (["5,6"], {"CCN-16.3.7", "CCN-16.3.9", "CCN-8.3.7"}),
    (["5,5", "5,6", "5,7"], {"CCN-16.3.10", "CCN-8.3.7"}),
    (["5,5", "5,7"], {"CCN-16.3.11"}),
    ([], set()),
])  # fmt: skip
def test_the_rule_that_decides_about_a_hill_is_told(hills: list[str], told: set[str]) -> None:
    battle = ground(terrain={"hill": hills})
    at = battle.ctx.content.ground
    heard = cited(lambda: hides(at, CcnOptions(), cell("5,5"), cell("5,7"), cell("5,6")))
    assert heard == {"CCN-16.3.13", *told}


@covers("CCN-A7")
def test_a_separate_hill_tells_of_the_ambiguity() -> None:
    at = ground(terrain={"hill": ["5,4", "5,6", "5,8"]}).ctx.content.ground
    heard = cited(lambda: hides(at, CcnOptions(), cell("5,4"), cell("5,8"), cell("5,6")))
    assert "CCN-A7" in heard
    assert "CCN-16.3.10" not in heard


@covers("CCN-16.3.8")
@pytest.mark.parametrize(("hills", "told"), [
    (["5,7"], True), (["5,5"], True), ([], False), (["5,5", "5,7"], False), (["5,6", "5,7"], False),
])  # fmt: skip
def test_the_first_hill_hex_is_told_when_it_is_seen_from_below(
    hills: list[str], told: bool
) -> None:
    at = ground(terrain={"hill": hills}).ctx.content.ground
    heard = cited(lambda: sight_line(at, CcnOptions(), cell("5,5"), cell("5,7")))
    assert ("CCN-16.3.8" in heard) == told


# -- firing over friends --------------------------------------------------------------------------


@covers("CCN-16.3.5")
@pytest.mark.parametrize(("what", "passes"), [
    ("unit of ours", True), ("our leader", True), ("enemy unit", False), ("enemy leader", False),
])  # fmt: skip
def test_from_a_hill_one_fires_over_friends_only(what: str, passes: bool) -> None:
    battle = block(stocked(terrain={"hill": ["5,5"]}), "5,6", what)
    assert look(battle, "5,5", "5,8", FRENCH) == passes
    assert not look(battle, "5,5", "5,8")


@covers("CCN-16.3.5")
def test_one_fires_over_the_next_hex_only() -> None:
    battle = block(stocked(terrain={"hill": ["5,5"]}), "5,7", "unit of ours")
    assert not look(battle, "5,5", "5,8", FRENCH)


@covers("CCN-16.3.5")
@pytest.mark.parametrize("terrain", ["forest", "building", "hill"])
def test_one_does_not_fire_over_friends_who_stand_high_or_hidden(terrain: str) -> None:
    tiles = {"hill": ["5,5", "5,8"]}
    tiles[terrain] = [*tiles.get(terrain, []), "5,6"]
    assert not look(block(stocked(terrain=tiles), "5,6", "unit of ours"), "5,5", "5,8", FRENCH)
    clear = {"hill": ["5,5", "5,8"], "shallow_river": ["5,6"]}
    assert look(block(stocked(terrain=clear), "5,6", "unit of ours"), "5,5", "5,8", FRENCH)


@covers("CCN-16.3.5", "CCN-8.3.4")
def test_friends_beside_a_line_along_a_hexside_do_not_hide_from_a_hill() -> None:
    units = french("x", "LN", "4,4"), french("y", "LN", "4,5")
    battle = ground(*units, terrain={"hill": ["5,5"]})
    assert look(battle, "5,5", "3,5", FRENCH)
    assert not look(battle, "5,5", "3,5")


# -- looked up once -------------------------------------------------------------------------------


def test_lines_are_remembered_for_each_set_of_tiles_and_reading() -> None:
    battle = ground(terrain={"forest": ["5,6"]})
    assert not look(battle, "5,5", "5,7")
    battle.world.removed = (cell("5,6"),)
    assert look(battle, "5,5", "5,7")
    battle.world.removed = ()
    assert not look(battle, "5,5", "5,7")
    assert len(battle.ctx.content.sight_lines) == 2
