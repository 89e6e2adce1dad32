"""Field works: which sides they protect, and what that does. CCN-16.6."""

from typing import Any

import pytest

from tests.games.ccn.field import ALLIED, Field, british, cell, field, french, leader
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.attack import Manner, attack_ledger
from walstatt.games.ccn.board import BOARD, NEIGHBOURS
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.leader_movement import leader_reach
from walstatt.games.ccn.morale import IgnoreFlags, ignorable_flags
from walstatt.games.ccn.square import square_violations
from walstatt.games.ccn.terrain import crosses_works, must_stop
from walstatt.games.ccn.unit_movement import unit_reach
from walstatt.games.ccn.world import ground_now
from walstatt.kernel.ids import UnitId
from walstatt.kernel.ledger import Ledger
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
HERE = "4,6"
FRONT, BESIDE, BEHIND = ("5,6", "5,7"), ("4,5", "4,7"), ("3,6", "3,7")
"""The neighbours of the works in 4,6, as their Allied owner sees them."""
ALLIED_WORKS = [{"at": HERE, "owner": "allied"}]


def attacked(
    attacker: str, at: str, defender: str = "LN", kind: str = "clear", **given: object
) -> Field:
    """Let French troops attack British troops in works."""
    units = french("a", attacker, at, ordered=True), british("b", defender, HERE)
    position: dict[str, Any] = {"works": ALLIED_WORKS, "terrain": {kind: [HERE]}, **given}
    return field(*units, **position)


def dice(battle: Field, manner: Manner) -> Ledger:
    """Reckon the attack of a on b."""
    return attack_ledger(battle.ctx, A, B, manner)


def guarded(battle: Field, at: str) -> set[str]:
    """List the neighbours of works from which an attack crosses a protected side."""
    here = cell(at)
    near = [other for other in NEIGHBOURS[here] if crosses_works(battle.ctx, here, other)]
    return {BOARD.label(other) for other in near}


# -- the sides ------------------------------------------------------------------------------------


@covers("CCN-16.6.1")
@pytest.mark.parametrize(
    ("owner", "at", "front"),
    [
        ("allied", "4,6", {"5,6", "5,7"}),
        ("allied", "5,6", {"6,5", "6,6"}),
        ("french", "4,6", {"3,6", "3,7"}),
        ("french", "5,6", {"4,5", "4,6"}),
    ],
)
def test_works_face_the_enemy_of_their_owner(owner: str, at: str, front: set[str]) -> None:
    battle = field(
        french("a", "LN", "9,1", ordered=True),
        british("b", "LN", "1,1"),
        phase="move",
        works=[{"at": at, "owner": owner}],
    )
    assert guarded(battle, at) == front


@covers("CCN-16.6.1")
def test_works_turn_with_the_board() -> None:
    battle = field(
        french("a", "LN", "1,1", ordered=True),
        british("b", "LN", "9,1"),
        phase="move",
        top="allied",
        works=ALLIED_WORKS,
    )
    assert guarded(battle, HERE) == {*BEHIND}


@covers("CCN-16.6.1")
@pytest.mark.parametrize(
    ("side", "neighbour"),
    [
        ("forward_left", "5,6"),
        ("forward_right", "5,7"),
        ("right", "4,7"),
        ("rear_right", "3,7"),
        ("rear_left", "3,6"),
        ("left", "4,5"),
    ],
)
def test_a_scenario_may_name_other_sides(side: str, neighbour: str) -> None:
    works = [{"at": HERE, "owner": "allied", "sides": [side]}]
    battle = attacked("LN", "5,6", works=works)
    assert guarded(battle, HERE) == {neighbour}


@covers("CCN-16.6.1")
def test_works_protect_whoever_stands_in_them() -> None:
    battle = field(
        british("a", "LN", "5,6", ordered=True),
        french("b", "LN", HERE),
        to_move="allied",
        works=ALLIED_WORKS,
    )
    assert dice(battle, "melee").explain() == ["+4 CCN-9.2.1", "-1 CCN-16.6.5"]


@covers("CCN-16.6.8")
def test_a_hex_without_works_has_no_protected_side() -> None:
    battle = attacked("LN", "5,6")
    assert guarded(battle, "4,5") == set()


# -- entering -------------------------------------------------------------------------------------


@covers("CCN-16.6.2", "CCN-16.6.3")
@pytest.mark.parametrize("came_from", [*FRONT, *BESIDE, *BEHIND])
def test_whoever_enters_across_a_protected_side_must_stop(came_from: str) -> None:
    battle = attacked("LN", "9,1")
    with recording() as heard:
        stops = must_stop(ground_now(battle.ctx), cell(HERE), cell(came_from))
    assert stops is (came_from in FRONT)
    assert [*heard.hits] == ["CCN-16.6.2" if stops else "CCN-16.6.3"]


@covers("CCN-16.6.2", "CCN-16.6.3")
@pytest.mark.parametrize(
    ("start", "beyond", "steps"), [("5,6", "3,7", None), ("3,7", "5,6", 2), ("4,5", "4,7", 2)]
)
def test_cavalry_rides_through_works_only_from_an_open_side(
    start: str, beyond: str, steps: int | None
) -> None:
    walls = {*FRONT, *BESIDE, *BEHIND} - {start, beyond}
    around = [label for label in ("5,5", "5,8", "4,4", "4,8", "3,5", "3,8") if label not in walls]
    battle = field(
        french("a", "LC", start, ordered=True),
        british("b", "LN", "1,13"),
        phase="move",
        works=ALLIED_WORKS,
        terrain={"rugged_hill": sorted(walls) + around},
    )
    reach = unit_reach(battle.ctx, A).steps
    assert reach[cell(HERE)] == 1
    assert reach.get(cell(beyond)) == steps


@covers("CCN-16.6.2", "CCN-16.6.3")
@pytest.mark.parametrize(("start", "on"), [("5,6", False), ("3,7", True)])
def test_a_leader_stops_in_works_as_well(start: str, on: bool) -> None:
    beyond = "3,7" if start == "5,6" else "5,6"
    walls = [*({*FRONT, *BESIDE, *BEHIND} - {start, beyond})]
    battle = field(
        french("z", "LN", "9,13", ordered=True),
        british("b", "LN", "1,13"),
        leaders=[leader("ney", "french", start, ordered=True)],
        phase="move",
        works=ALLIED_WORKS,
        terrain={"rugged_hill": [*walls, "5,5", "3,8", "6,5", "6,6", "2,6", "2,7"]},
    )
    assert (cell(beyond) in leader_reach(battle.ctx, UnitId("ney")).steps) is on


@covers("CCN-16.6.3")
def test_leaving_works_costs_nothing() -> None:
    battle = field(
        french("a", "LC", HERE, ordered=True),
        british("b", "LN", "1,13"),
        phase="move",
        works=ALLIED_WORKS,
    )
    reach = unit_reach(battle.ctx, A).steps
    assert [reach[cell(label)] for label in ("5,6", "6,6", "7,6")] == [1, 2, 3]


@covers("CCN-16.6.2")
def test_terrain_in_a_works_hex_stops_from_every_side() -> None:
    battle = attacked("LN", "9,1", kind="forest")
    ground = ground_now(battle.ctx)
    assert all(must_stop(ground, cell(HERE), cell(near)) for near in (*FRONT, *BESIDE, *BEHIND))


@covers("CCN-16.6.4")
def test_no_square_in_works() -> None:
    for at, refused in ((HERE, ["CCN-14.1.4"]), ("4,8", [])):
        battle = field(
            french("a", "LC", "9,1", ordered=True),
            british("b", "LN", at),
            phase="move",
            works=ALLIED_WORKS,
        )
        with recording() as heard:
            assert [one.rule for one in square_violations(battle.ctx, B)] == refused
        assert heard.hits["CCN-16.6.4"] == len(refused)


# -- dice of an attack into works -----------------------------------------------------------------

ACROSS = [
    ("LN", "melee", FRONT, "-1 CCN-16.6.5"),
    ("LC", "melee", FRONT, "-2 CCN-16.6.5"),
    ("FA", "melee", FRONT, ""),
    ("LN", "fire", ("6,5", "6,6", "6,7"), "-1 CCN-16.6.5"),
    ("FA", "fire", ("6,5", "6,6", "6,7"), ""),
]


@covers("CCN-16.6.5", "CCN-16.6.11")
@pytest.mark.parametrize(("code", "manner", "places", "line"), ACROSS)
def test_dice_lost_across_a_protected_side(
    code: str, manner: Manner, places: tuple[str, ...], line: str
) -> None:
    for at in places:
        found = dice(attacked(code, at, defender="LC"), manner).explain()
        assert found[1:] == ([line] if line else [])


@covers("CCN-16.6.8")
@pytest.mark.parametrize(("code", "manner"), [("LN", "melee"), ("LC", "melee"), ("LN", "fire")])
def test_no_dice_lost_across_an_open_side(code: str, manner: Manner) -> None:
    near, far = (*BESIDE, *BEHIND), ("4,4", "4,8", "2,5", "2,6", "2,7", "3,5", "3,8")
    for at in near if manner == "melee" else far:
        found = dice(attacked(code, at, defender="LC"), manner)
        assert len(found.explain()) == 1


@covers("CCN-16.6.6")
@pytest.mark.parametrize(
    ("code", "front", "behind"),
    [
        ("LN", ["-1 CCN-16.6.5"], ["-1 CCN-16.3.2"]),
        ("LC", ["-2 CCN-16.6.5"], ["-1 CCN-16.3.2"]),
        ("FA", [], []),
    ],
)
def test_works_on_a_hill_replace_the_hill(code: str, front: list[str], behind: list[str]) -> None:
    for at, lines in (("5,6", front), ("3,6", behind)):
        found = dice(attacked(code, at, defender="LC", kind="hill"), "melee")
        assert found.explain()[1:] == lines


@covers("CCN-16.6.6", "CCN-16.6.12")
@pytest.mark.parametrize(("manner", "at"), [("melee", "5,6"), ("fire", "6,6")])
def test_works_replace_the_hill_from_another_hill_too(manner: Manner, at: str) -> None:
    battle = field(
        french("a", "LN", at, ordered=True),
        british("b", "LC", HERE),
        works=ALLIED_WORKS,
        terrain={"hill": [HERE, at]},
    )
    assert dice(battle, manner).explain()[1:] == ["-1 CCN-16.6.5"]


@covers("CCN-16.6.12")
@pytest.mark.parametrize(
    ("kind", "code", "manner", "line"),
    [
        ("building", "LN", "melee", "-2 CCN-16.5.4"),
        ("building", "LC", "melee", "-3 CCN-16.5.4"),
        ("building", "FA", "fire", "-1 CCN-16.5.4"),
        ("forest", "LN", "fire", "-1 CCN-16.6.5"),
        ("forest", "LC", "melee", "-2 CCN-16.6.5"),
        ("forest", "FA", "melee", "-1 CCN-16.2.4"),
        ("shallow_river", "LN", "fire", "-1 CCN-16.6.5"),
        ("shallow_river", "LC", "melee", "-2 CCN-16.6.5"),
        ("sand_pit", "LC", "melee", "-2 CCN-16.6.5"),
    ],
)
def test_of_works_and_other_terrain_the_larger_counts_alone(
    kind: str, code: str, manner: Manner, line: str
) -> None:
    at = "5,6" if manner == "melee" else "6,6"
    found = dice(attacked(code, at, defender="LC", kind=kind), manner)
    assert found.explain()[1:] == [line]


@covers("CCN-16.6.8")
@pytest.mark.parametrize(("kind", "line"), [("building", "-2 CCN-16.5.4"), ("clear", "")])
def test_other_terrain_counts_across_an_open_side(kind: str, line: str) -> None:
    with recording() as heard:
        found = dice(attacked("LN", "3,6", defender="LC", kind=kind), "melee")
    assert found.explain()[1:] == ([line] if line else [])
    assert heard.hits["CCN-16.6.8"] > 0


@covers("CCN-16.6.13")
def test_the_attackers_own_terrain_counts_besides_the_works() -> None:
    battle = field(
        french("a", "LC", "5,6", ordered=True),
        british("b", "LN", HERE),
        works=ALLIED_WORKS,
        terrain={"forest": ["5,6"], "hill": [HERE]},
    )
    found = dice(battle, "melee").explain()
    assert found[1:3] == ["-2 CCN-16.6.5", "-2 CCN-16.2.5"]


# -- the corner -----------------------------------------------------------------------------------


@covers("CCN-16.6.11", "CCN-A8")
@pytest.mark.parametrize("at", ["5,5", "5,8"])
@pytest.mark.parametrize(("protects", "total"), [(True, 3), (False, 4)])
def test_fire_into_the_corner_between_two_kinds_of_sides(
    at: str, protects: bool, total: int
) -> None:
    battle = attacked("LN", at, options={"works_corner_protects": protects})
    assert dice(battle, "fire").total == total
    assert ignorable_flags(battle.ctx, B, cell(at), bounced=False).total == int(protects)


@covers("CCN-16.6.11")
def test_distant_fire_crosses_the_side_by_which_its_line_enters() -> None:
    through = {"9,6": True, "8,6": True, "7,9": True, "6,9": True, "5,9": False, "4,9": False}
    battle = attacked("FA", "9,1")
    assert {at: crosses_works(battle.ctx, cell(HERE), cell(at)) for at in through} == through


# -- flags ----------------------------------------------------------------------------------------


@covers("CCN-16.6.7", "CCN-16.6.8")
@pytest.mark.parametrize(("code", "flags"), [("LN", 1), ("FA", 1), ("LC", 0)])
def test_infantry_and_artillery_ignore_a_flag_behind_works(code: str, flags: int) -> None:
    battle = attacked("LN", "5,6", defender=code)
    for at in FRONT:
        found = ignorable_flags(battle.ctx, B, cell(at), bounced=False)
        assert found.explain() == ["+1 CCN-11.2.8"] * flags
    for at in (*BESIDE, *BEHIND):
        assert ignorable_flags(battle.ctx, B, cell(at), bounced=False).total == 0


@covers("CCN-16.6.7")
def test_a_flag_is_ignored_behind_works_and_one_is_not() -> None:
    battle = attacked("LN", "5,6", defender="FA")
    battle.do(MeleeAttack(A, B)).do(battle.options()[0])
    assert battle.roll("FLAG", "FLAG", "CAV").asked() == (ALLIED, "choose_flags")
    assert battle.options() == [IgnoreFlags(1), IgnoreFlags(0)]


@covers("CCN-16.6.8")
def test_no_flag_is_ignored_when_the_works_are_taken_from_behind() -> None:
    battle = attacked("LN", "3,6", defender="FA")
    battle.do(MeleeAttack(A, B)).do(battle.options()[0])
    battle.roll("FLAG", "CAV", "CAV", "CAV")
    assert battle.at("b") == "3,7"


@covers("CCN-16.6.7")
def test_cavalry_behind_works_goes_back() -> None:
    battle = attacked("HC", "5,6", defender="LC")
    battle.do(MeleeAttack(A, B)).do(battle.options()[0])
    assert battle.roll("FLAG", "ART", "ART").asked() == (ALLIED, "choose_retreat")


# -- attacking out of works -----------------------------------------------------------------------


def sally(code: str, at: str, kind: str = "clear") -> Ledger:
    """Let British troops in works attack cavalry outside."""
    battle = field(
        british("a", code, HERE, ordered=True),
        french("b", "LC", at),
        to_move="allied",
        works=ALLIED_WORKS,
        terrain={kind: [HERE]},
    )
    return dice(battle, "fire" if BOARD.distance(cell(HERE), cell(at)) > 1 else "melee")


@covers("CCN-16.6.9")
@pytest.mark.parametrize(
    ("code", "at", "lines"),
    [
        ("LC", "5,6", ["+3 CCN-9.2.6", "-2 CCN-16.6.9"]),
        ("LC", "4,5", ["+3 CCN-9.2.6"]),
        ("LC", "3,6", ["+3 CCN-9.2.6"]),
        ("LN", "5,6", ["+4 CCN-9.2.1"]),
        ("LN", "6,6", ["+4 CCN-8.4.1", "+1 CCN-8.4.5"]),
        ("FA", "5,6", ["+4 CCN-9.2.8"]),
        ("FA", "6,6", ["+3 CCN-8.4.7"]),
    ],
)
def test_only_cavalry_loses_dice_out_of_works(code: str, at: str, lines: list[str]) -> None:
    assert sally(code, at).explain() == lines


@covers("CCN-16.6.9", "CCN-16.6.6")
@pytest.mark.parametrize(
    ("kind", "front", "behind"),
    [
        ("hill", "-2 CCN-16.6.9", "-1 CCN-16.3.3"),
        ("forest", "-2 CCN-16.6.9", "-2 CCN-16.2.5"),
        ("building", "-3 CCN-16.5.5", "-3 CCN-16.5.5"),
    ],
)
def test_out_of_works_the_larger_reduction_counts_alone(kind: str, front: str, behind: str) -> None:
    for at, line in (("5,6", front), ("3,6", behind)):
        assert sally("LC", at, kind).explain()[1:2] == [line]


@covers("CCN-16.6.9")
def test_cavalry_battles_back_out_of_works_with_two_dice_less() -> None:
    battle = attacked("LN", "5,6", defender="LC")
    back = attack_ledger(battle.ctx, B, A, "back")
    assert back.explain() == ["+3 CCN-9.2.6", "-2 CCN-16.6.9"]


@covers("CCN-16.6.10")
def test_works_between_do_not_hide() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        british("b", "LN", "5,7"),
        works=[{"at": "5,6", "owner": "allied"}],
    )
    assert Fire(A, B) in battle.options()
    assert battle.do(Fire(A, B)).dice() == 4
