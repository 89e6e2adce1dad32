"""Who sees whom, and what is in the way. IDG-4.3."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.field import INCH, RED, Field, blue, field, red
from tests.games.idg.speaking import rules_in
from walstatt.boards.pose import Base, Pose
from walstatt.boards.rectangle import rectangle
from walstatt.games.idg.sight import (
    general_sees,
    has_line,
    line_to,
    look,
    sees,
    shooting_line,
    unit_sees,
    visible_foes,
)
from walstatt.games.idg.world import Fire, Shot
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
WIDTH, DEPTH = 600 / INCH, 300 / INCH


def screens(there: Field, a: str = "a", b: str = "b") -> set[str]:
    """Name what keeps an element from seeing another."""
    return {one.screen for one in look(there.ctx, a, b).by}


def facing(*terrain: dict[str, Any], gap: float = 20, **more: Any) -> Field:  # noqa: ANN401
    """Put red warriors and blue warriors opposite each other, the middle between at (36, 24)."""
    return field(
        red("a", "warrior", (36, 24 + gap / 2)),
        blue("b", "warrior", (36, 24 - gap / 2)),
        terrain=terrain,
        **more,
    )


def across(kind: str, deep: float, y: float = 24.0, name: str = "x") -> dict[str, Any]:
    """Lay a piece so deep across the whole table."""
    return {"id": name, "kind": kind, "at": (36, y), "size": (72, deep)}


# -- lines ----------------------------------------------------------------------------------------


@covers("IDG-4.3.1")
def test_on_open_ground_one_sees_from_edge_to_edge() -> None:
    there = field(red("a", "warrior", (2, 46)), blue("b", "warrior", (70, 2)))
    assert sees(there.ctx, "a", "b")
    assert sees(there.ctx, "b", "a")


@covers("IDG-4.3.2", "IDG-A51", "IDG-9.3.1", "IDG-4.2.12")
@pytest.mark.parametrize(("kind", "free"), [("elephant", True), ("artillery", False)])
def test_one_looks_from_the_front_or_if_one_shoots_all_round_from_any_edge(
    kind: str, free: bool
) -> None:
    wood = {"id": "w", "kind": "wood", "at": (20, 27.2), "size": (30, 10)}
    there = field(red("a", kind, (20, 30)), blue("b", "warrior", (20, 40)), terrain=[wood])
    assert sees(there.ctx, "a", "b") is free


@covers("IDG-4.3.4", "IDG-4.3.6")
@pytest.mark.parametrize("between", ["warrior", "skirmisher", "elephant", "baggage"])
@pytest.mark.parametrize("viewer", ["warrior", "elephant"])
def test_any_element_in_between_blocks(between: str, viewer: str) -> None:
    for screen in (red("c", between, (36, 28)), blue("c", between, (36, 28))):
        there = field(red("a", viewer, (36, 34)), blue("b", "elephant", (36, 14)), screen)
        assert screens(there) == {"element"}
        assert look(there.ctx, "a", "b").by[0].id == "c"
        assert not sees(there.ctx, "b", "a")


@covers("IDG-4.3.2", "IDG-4.3.4")
def test_a_part_of_the_target_is_enough() -> None:
    there = field(
        red("a", "warrior", (36, 34)),
        blue("b", "warrior", (36, 14), size=2),
        red("c", "warrior", (34, 28)),
    )
    assert sees(there.ctx, "a", "b2")


@covers("IDG-4.3.5", "IDG-A23")
@pytest.mark.parametrize(
    ("viewer", "gap", "free"),
    [
        ("warrior", 1.17, False),
        ("warrior", 1.19, True),
        ("heavy_cavalry", 1.9, False),
        ("heavy_cavalry", 2.0, True),
        ("elephant", 2.3, False),
        ("elephant", 2.4, True),
    ],
)
def test_a_gap_must_be_as_wide_as_the_viewer_is_deep(viewer: str, gap: float, free: bool) -> None:
    off = (gap + WIDTH) / 2
    there = field(
        red("a", viewer, (36, 40)),
        blue("b", "warrior", (36, 20)),
        red("c", "warrior", (36 - off, 30)),
        blue("d", "warrior", (36 + off, 30 + DEPTH)),
    )
    assert sees(there.ctx, "a", "b") is free


@covers("IDG-4.3.4")
def test_the_second_rank_sees_nothing_past_the_first() -> None:
    there = field(
        red("a", "warrior", (36, 34), size=6, formation="3x2"),
        blue("b", "warrior", (36, 14), size=3),
    )
    assert sees(there.ctx, "a2", "b2")
    assert not sees(there.ctx, "a5", "b2")
    assert sees(there.ctx, "a4", "b1") is False
    assert unit_sees(there.ctx, A, B)


def test_elements_in_contact_see_each_other_whatever_is_around() -> None:
    there = field(
        red("a", "warrior", (36, 24)), blue("b", "warrior", (36, 24)), terrain=[across("wood", 30)]
    )
    assert sees(there.ctx, "a", "b")


# -- hills ----------------------------------------------------------------------------------------

HILL = {
    "id": "h",
    "kind": "gentle_hill",
    "outline": [(24, 24), (30, 20), (42, 20), (48, 24), (42, 28), (30, 28)],
}
"""Its crest runs from (24, 24) to (48, 24)."""


@covers("IDG-4.2.2", "IDG-4.2.3", "IDG-4.2.7")
@pytest.mark.parametrize("kind", ["gentle_hill", "steep_hill"])
def test_nobody_sees_across_a_crest(kind: str) -> None:
    hill = {**HILL, "kind": kind}
    assert "crest" in screens(facing(hill))
    for y, free in ((27.0, True), (25.2, True), (24.6, True), (23.9, False), (22.0, False)):
        there = field(red("a", "warrior", (36, 36)), blue("b", "warrior", (36, y)), terrain=[hill])
        assert sees(there.ctx, "a", "b") is free, y


@covers("IDG-4.2.4")
def test_a_hill_hides_what_lies_lower_on_either_side() -> None:
    there = field(
        red("a", "warrior", (20, 22), facing=90),
        blue("b", "warrior", (52, 22), facing=270),
        red("c", "warrior", (20, 30), facing=90),
        blue("d", "warrior", (52, 30), facing=270),
        terrain=[HILL],
    )
    assert screens(there) == {"hill"}
    assert sees(there.ctx, "c", "d")


@covers("IDG-4.2.5", "IDG-4.2.6")
def test_on_one_hill_one_sees_four_inches_but_down_to_the_plain_farther() -> None:
    def at(x: float, y: float) -> Field:
        return field(
            red("a", "warrior", (38, 26), facing=90),
            blue("b", "warrior", (x, y), facing=270),
            terrain=[HILL],
        )

    assert sees(at(41.9, 26).ctx, "a", "b")
    assert screens(at(42.2, 26)) == {"same_hill"}
    assert sees(at(50, 26).ctx, "a", "b")
    assert sees(at(60, 30).ctx, "b", "a")


@covers("IDG-4.3.3")
def test_from_a_hill_one_sees_over_what_is_below() -> None:
    wood = {"id": "w", "kind": "wood", "at": (36, 34), "size": (40, 6)}
    troops = [red("a", "warrior", (36, 26), facing=180), blue("b", "warrior", (36, 42), facing=0)]
    assert sees(field(*troops, terrain=[HILL, wood]).ctx, "a", "b")
    assert sees(field(*troops, terrain=[HILL, wood]).ctx, "b", "a")
    assert screens(field(*troops, terrain=[wood])) == {"wood"}
    village = {**wood, "kind": "village"}
    assert sees(field(*troops, terrain=[HILL, village]).ctx, "a", "b")


@covers("IDG-4.3.3", "IDG-4.3.4", "IDG-9.5.5")
def test_from_a_hill_one_sees_over_troops_but_does_not_shoot_over_them() -> None:
    def screened(y: float, *terrain: dict[str, Any]) -> Field:
        return field(
            red("a", "warrior", (36, 26), facing=180),
            blue("b", "warrior", (36, 42), facing=0),
            red("c", "warrior", (36, y), facing=180),
            terrain=terrain,
        )

    below = screened(34, HILL)
    assert sees(below.ctx, "a", "b")
    assert sees(below.ctx, "b", "a")
    assert [one.screen for one in shooting_line(below.ctx, "a", "b").by] == ["element"]
    assert shooting_line(below.ctx, "a", "b", over=("c",)).is_free
    assert screens(screened(34)) == {"element"}
    assert screens(screened(27.9, HILL)) == {"element"}


@covers("IDG-4.3.3", "IDG-4.2.12")
def test_from_a_hill_one_does_not_see_those_deep_in_a_wood() -> None:
    wood = {"id": "w", "kind": "wood", "at": (36, 36), "size": (40, 12)}

    def at(y: float) -> Field:
        return field(
            red("a", "warrior", (36, 26), facing=180),
            blue("b", "heavy_cavalry", (36, y), facing=0),
            terrain=[HILL, wood],
        )

    assert screens(at(33)) == {"wood"}
    assert sees(at(31.9).ctx, "a", "b")
    assert sees(at(43).ctx, "a", "b")


@covers("IDG-4.2.14", "IDG-4.3.3")
def test_a_wood_on_a_hill_hides_also_from_above() -> None:
    wood = {"id": "w", "kind": "wood", "at": (36, 26.4), "size": (12, 2.8)}
    there = field(
        red("a", "heavy_cavalry", (36, 24.4), facing=180),
        blue("b", "warrior", (36, 42), facing=0),
        terrain=[HILL, wood],
    )
    assert screens(there) == {"wood"}


# -- woods and villages ---------------------------------------------------------------------------


@covers("IDG-4.2.12", "IDG-4.2.19")
@pytest.mark.parametrize("kind", ["wood", "village"])
@pytest.mark.parametrize(("deep", "free"), [(1.98, True), (2.02, False)])
def test_one_sees_through_two_inches_of_wood_or_village(kind: str, deep: float, free: bool) -> None:
    there = facing(across(kind, deep))
    assert screens(there) == (set() if free else {kind})
    assert sees(there.ctx, "b", "a") is free


@covers("IDG-4.2.12")
def test_several_woods_count_together_but_not_wood_and_village() -> None:
    assert screens(facing(across("wood", 1.2, 22), across("wood", 1.2, 28, "y"))) == {"wood"}
    assert sees(facing(across("wood", 1.2, 22), across("village", 1.2, 28, "y")).ctx, "a", "b")


@covers("IDG-4.2.15", "IDG-4.2.16", "IDG-4.2.22", "IDG-4.2.25", "IDG-4.1.1")
@pytest.mark.parametrize("kind", ["rocky", "fields", "marsh", "sand", "stream", "river", "ford"])
def test_other_terrain_hides_nobody(kind: str) -> None:
    assert sees(facing(across(kind, 14)).ctx, "a", "b")


@covers("IDG-4.2.13", "IDG-A52")
def test_foot_at_the_edge_of_a_wood_sees_out_and_is_not_seen() -> None:
    wood = {"id": "w", "kind": "wood", "at": (36, 40), "size": (30, 16)}
    troops = [red("a", "warrior", (36, 33.5)), blue("b", "warrior", (36, 20))]
    there = field(*troops, terrain=[wood])
    assert sees(there.ctx, "a", "b")
    assert screens(there, "b", "a") == {"lurking"}
    assert has_line(there.ctx, "b", "a")
    deep = field(red("a", "warrior", (36, 34.1)), troops[1], terrain=[wood])
    assert screens(deep, "b", "a") == {"wood"}
    out = field(red("a", "warrior", (36, 31.9)), troops[1], terrain=[wood])
    assert sees(out.ctx, "b", "a")


@covers("IDG-4.2.13", "IDG-A52")
@pytest.mark.parametrize(
    ("troops", "more", "seen"),
    [
        ("skirmisher", {}, False),
        ("skirmisher", {"moved": 1}, True),
        ("skirmisher", {"turned": True}, True),
        ("light_cavalry", {}, True),
        ("skirmisher", {"horses": True, "form": "riding"}, True),
    ],
)
def test_who_moves_turns_or_rides_at_the_edge_is_seen(
    troops: str, more: dict[str, Any], seen: bool
) -> None:
    wood = {"id": "w", "kind": "wood", "at": (36, 40), "size": (30, 16)}
    there = field(
        red("a", troops, (36, 33), **more),
        blue("b", "warrior", (36, 20)),
        red("c", "warrior", (50, 20), facing=180),
        blue("d", "warrior", (38, 36)),
        terrain=[wood],
    )
    assert sees(there.ctx, "b", "a") is seen
    assert sees(there.ctx, "c", "a"), "friends know where it is"
    assert sees(there.ctx, "d", "a"), "from inside it is seen"


@covers("IDG-4.2.13")
def test_who_shot_from_the_edge_is_seen() -> None:
    wood = {"id": "w", "kind": "wood", "at": (36, 40), "size": (30, 16)}
    there = field(
        red("a", "skirmisher", (36, 33)), blue("b", "warrior", (36, 28)), terrain=[wood], turn=3
    )
    assert not sees(there.ctx, "b", "a")
    there.world.shots = (Shot(2, A, B),)
    assert sees(there.ctx, "b", "a")


@covers("IDG-4.2.36")
def test_one_sees_along_a_straight_road_through_a_wood() -> None:
    wood = across("wood", 12)
    straight = {"id": "r", "kind": "road", "via": [(36, 0), (36, 48)], "width": 1}
    bent = {"id": "r", "kind": "road", "via": [(36, 0), (44, 24), (36, 48)], "width": 1}
    assert sees(facing(wood, straight).ctx, "a", "b")
    assert screens(facing(wood, bent)) == {"wood"}
    assert "crest" in screens(facing(wood, straight, HILL))


# -- gullies, smoke, works ------------------------------------------------------------------------

GULLY = {"id": "g", "kind": "gully", "via": [(0, 24), (72, 24)], "width": 5}


@covers("IDG-4.2.31")
@pytest.mark.parametrize(("rim", "free"), [(0.5, True), (1.95, True), (2.05, False), (8.0, False)])
def test_only_those_near_its_rim_see_into_a_gully(rim: float, free: bool) -> None:
    there = field(
        red("a", "warrior", (36, 26.5 + rim)), blue("b", "warrior", (36, 24)), terrain=[GULLY]
    )
    assert sees(there.ctx, "a", "b") is free
    assert sees(there.ctx, "b", "a") is free
    assert screens(there) == (set() if free else {"gully"})


@covers("IDG-4.2.31")
def test_a_gully_hides_nothing_beyond_it_nor_what_looks_out_of_it() -> None:
    across_it = field(
        red("a", "warrior", (36, 32)),
        blue("b", "warrior", (36, 16)),
        red("c", "warrior", (36, 23.5)),
        terrain=[GULLY],
    )
    assert sees(across_it.ctx, "a", "b")
    half_out = field(red("a", "warrior", (36, 36)), blue("b", "warrior", (36, 27)), terrain=[GULLY])
    assert sees(half_out.ctx, "a", "b")


@covers("IDG-4.2.31", "IDG-4.2.36")
def test_in_a_gully_one_looks_along_it() -> None:
    straight = field(
        red("a", "warrior", (20, 24), facing=90),
        blue("b", "warrior", (50, 24), facing=270),
        terrain=[GULLY],
    )
    assert sees(straight.ctx, "a", "b")
    bent = {**GULLY, "via": [(0, 24), (36, 44), (72, 24)]}
    round_the_bend = field(
        red("a", "warrior", (12, 30.5), facing=119),
        blue("b", "warrior", (60, 30.5), facing=241),
        terrain=[bent],
    )
    assert screens(round_the_bend) == {"gully"}


@covers("IDG-4.3.7", "IDG-10.3.3", "IDG-A47")
def test_smoke_blocks_every_view() -> None:
    village = {"id": "v", "kind": "village", "at": (12, 24), "size": (8, 12)}
    there = facing(village, wind=2, turn=9)
    there.world.fires = (Fire("v", (12 * INCH, 24 * INCH), 2),)
    assert sees(there.ctx, "a", "b"), "21 inches of smoke from x = 12 do not yet reach them"
    there.world.turn = 11
    assert screens(there) == {"smoke"}
    there.world.wind = 6
    assert sees(there.ctx, "a", "b")


WALL = {"id": "w", "kind": "wall", "via": [(20, 24), (52, 24)], "width": 1, "side": "blue"}


@covers("IDG-4.3.8", "IDG-16.1.6")
@pytest.mark.parametrize("kind", ["wall", "rampart", "gate", "tower"])
def test_works_block_sight_both_ways_except_for_those_who_man_them(kind: str) -> None:
    works = {**WALL, "kind": kind}
    there = facing(works)
    assert screens(there) == {"works"}
    assert not sees(there.ctx, "b", "a")
    manning = field(
        red("a", "warrior", (36, 34)),
        blue("b", "warrior", (36, 24.5), elements=[{"aboard": "w"}]),
        blue("c", "heavy_cavalry", (42, 23.5)),
        terrain=[works],
    )
    assert sees(manning.ctx, "b", "a")
    assert sees(manning.ctx, "a", "b")
    assert not sees(manning.ctx, "c", "a")


@covers("IDG-4.3.8", "IDG-16.1.11")
def test_a_rampart_is_manned_from_behind() -> None:
    there = field(
        red("a", "warrior", (36, 34)),
        blue("b", "warrior", (36, 23.5)),
        blue("c", "warrior", (42, 20)),
        terrain=[{**WALL, "kind": "rampart"}],
    )
    assert sees(there.ctx, "b", "a")
    assert sees(there.ctx, "a", "b")
    assert not sees(there.ctx, "c", "a")


@covers("IDG-5.6.13", "IDG-16.2.9")
def test_one_sees_through_breaches_and_smashed_gates() -> None:
    breach = {"id": "x", "kind": "breach", "via": [(34, 24), (38, 24)]}
    assert sees(facing(WALL, breach).ctx, "a", "b")
    gate = {"id": "x", "kind": "gate", "via": [(34, 24), (38, 24)], "width": 1}
    assert not sees(facing(gate).ctx, "a", "b")
    assert sees(facing({**gate, "open": True}).ctx, "a", "b")


@covers("IDG-16.1.7", "IDG-4.3.4")
def test_from_a_wall_one_looks_over_the_troops_before_it() -> None:
    there = field(
        red("a", "warrior", (36, 34)),
        blue("b", "warrior", (36, 24.5), elements=[{"aboard": "w"}]),
        red("c", "warrior", (36, 28)),
        terrain=[WALL],
    )
    assert sees(there.ctx, "b", "a")
    assert sees(there.ctx, "a", "b")
    assert not shooting_line(there.ctx, "b", "a").is_free
    assert shooting_line(there.ctx, "b", "a", over=("c",)).is_free


# -- units and hidden ones ------------------------------------------------------------------------


@covers("IDG-5.8.6", "IDG-1.1.7")
def test_concealed_units_are_seen_by_their_own_side_only_and_block_nobody() -> None:
    there = field(
        red("a", "warrior", (36, 34)),
        blue("b", "warrior", (36, 28), status="concealed"),
        blue("c", "warrior", (36, 14)),
    )
    assert screens(there, "a", "b") == {"concealed"}
    assert has_line(there.ctx, "a", "b")
    assert sees(there.ctx, "b", "a")
    assert sees(there.ctx, "c", "b")
    assert sees(there.ctx, "a", "c")


def test_who_is_not_on_the_table_is_not_seen() -> None:
    there = facing()
    there.world.units[B] = replace(there.world.units[B], status="late")
    assert screens(there) == {"away"}
    assert rules_in(look(there.ctx, "a", "b").violations()) == ["IDG-4.3.2"]


def test_a_general_sees_his_own_unit_and_whatever_his_element_sees() -> None:
    there = field(
        red("a", "warrior", (36, 34), size=2, general=True),
        red("c", "warrior", (10, 34)),
        red("d", "warrior", (36, 20)),
        red("e", "warrior", (36, 10)),
        terrain=[across("wood", 3, 15)],
    )
    assert general_sees(there.ctx, RED, A)
    assert general_sees(there.ctx, RED, UnitId("c"))
    assert general_sees(there.ctx, RED, UnitId("d"))
    assert not general_sees(there.ctx, RED, UnitId("e"))
    del there.world.generals[RED]
    assert not general_sees(there.ctx, RED, A)


def test_visible_foes_are_listed_element_by_element() -> None:
    there = field(
        red("a", "warrior", (36, 34), size=2),
        blue("b", "warrior", (36, 24), size=4, formation="2x2"),
        blue("c", "warrior", (36, 4)),
        blue("d", "warrior", (60, 30)),
    )
    assert visible_foes(there.ctx, A) == ["b1", "b2", "d"]
    assert visible_foes(there.ctx, A, within=12) == ["b1", "b2"]


def test_what_blocks_is_told_as_reasons() -> None:
    there = facing(across("wood", 3), HILL)
    rules = set(rules_in(look(there.ctx, "a", "b").violations("b")))
    assert rules == {"IDG-4.2.3", "IDG-4.2.4", "IDG-4.2.12"}


def test_views_follow_every_move() -> None:
    there = field(
        red("a", "warrior", (36, 34)), blue("b", "warrior", (36, 14)), red("c", "warrior", (36, 26))
    )
    assert not sees(there.ctx, "a", "b")
    other = there.ctx.clone(None)
    there.world.elements["c"] = replace(there.world.elements["c"], pose=Pose(0, 0, 0))
    assert sees(there.ctx, "a", "b")
    assert not sees(other, "a", "b")
    assert sees(there.ctx, "a", "b")


@covers("IDG-16.2.2", "IDG-4.3.8")
def test_a_gate_itself_can_be_seen_and_what_is_behind_it_cannot() -> None:
    gate = {"id": "g", "kind": "gate", "via": [(34, 24), (38, 24)], "width": 1, "side": "blue"}
    there = field(
        red("a", "artillery", (36, 34)), red("c", "warrior", (36, 30)), terrain=[WALL, gate]
    )
    spot = rectangle(Pose(36 * INCH, round(24.4 * INCH), 0), Base(600, 200))
    behind = rectangle(Pose(36 * INCH, 20 * INCH, 0), Base(600, 200))
    assert line_to(there.ctx, "a", spot, ("g", "w"), over=("c",)).is_free
    assert not line_to(there.ctx, "a", spot, ("g", "w")).is_free
    assert line_to(there.ctx, "a", behind, over=("c",)).by[0].screen == "works"
