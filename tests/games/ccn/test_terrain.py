"""Entering terrain, fighting after it, squares in it, and seeing past it. CCN-16."""

import pytest

from tests.games.ccn.field import ALLIED, Field, british, cell, field, french, leader
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.board import BOARD
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.content import terrains
from walstatt.games.ccn.leader_movement import leader_reach
from walstatt.games.ccn.movement import Move, MoveLeader
from walstatt.games.ccn.square import FormSquare, square_violations
from walstatt.games.ccn.terrain import entry_bars, is_closed, must_stop
from walstatt.games.ccn.unit_movement import unit_reach
from walstatt.games.ccn.world import ground_now
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B, NEY = UnitId("a"), UnitId("b"), UnitId("ney")
FAR = french("z", "LN", "9,13", ordered=True)
ENEMY = british("b", "LN", "1,13")
STOPS = [
    ("clear", False),
    ("forest", True),
    ("hill", False),
    ("building", True),
    ("shallow_river", True),
    ("bridge", False),
    ("sand_pit", True),
]
RULE_OF_STOP = {
    "forest": "CCN-16.2.1",
    "building": "CCN-16.5.1",
    "shallow_river": "CCN-16.7.3",
    "sand_pit": "CCN-16.8.1",
}


def reach(battle: Field, name: str) -> dict[str, int]:
    """Tell how many steps a piece needs to each hex it can move to."""
    piece = UnitId(name)
    found = (unit_reach if piece in battle.world.units else leader_reach)(battle.ctx, piece)
    return {BOARD.label(to): steps for to, steps in found.steps.items()}


def corridor(kind: str, code: str = "LC") -> Field:
    """Lay a strip of terrain between rugged hills, with a unit at its western end."""
    walls = [f"{row},{column}" for row in (8, 6) for column in range(1, 5)]
    strip = {"rugged_hill": walls, kind: ["7,2"]}
    return field(french("a", code, "7,1", ordered=True), ENEMY, phase="move", terrain=strip)


# -- stopping -------------------------------------------------------------------------------------


@covers("CCN-16.2.1", "CCN-16.3.1", "CCN-16.5.1", "CCN-16.7.3", "CCN-16.7.8", "CCN-16.8.1")
@pytest.mark.parametrize(("kind", "stops"), STOPS)
def test_a_unit_must_stop_in_some_terrain(kind: str, stops: bool) -> None:
    expected = {"7,2": 1} if stops else {"7,2": 1, "7,3": 2, "7,4": 3}
    assert reach(corridor(kind), "a") == expected


@covers("CCN-16.2.1", "CCN-16.3.1", "CCN-16.5.1", "CCN-16.7.3", "CCN-16.7.8", "CCN-16.8.1")
@pytest.mark.parametrize(("kind", "stops"), STOPS)
def test_a_leader_must_stop_in_the_same_terrain(kind: str, stops: bool) -> None:
    walls = [f"{row},{column}" for row in (8, 6) for column in range(1, 5)]
    battle = field(
        FAR,
        ENEMY,
        leaders=[leader("ney", "french", "7,1", ordered=True)],
        phase="move",
        terrain={"rugged_hill": walls, kind: ["7,2"]},
    )
    assert ("7,3" in reach(battle, "ney")) is not stops
    assert reach(battle, "ney")["7,2"] == 1


@covers("CCN-16.2.1", "CCN-16.5.1", "CCN-16.7.3", "CCN-16.8.1")
@pytest.mark.parametrize(("kind", "because"), RULE_OF_STOP.items())
def test_the_stop_names_its_rule(kind: str, because: str) -> None:
    battle = corridor(kind)
    with recording() as heard:
        assert must_stop(ground_now(battle.ctx), cell("7,2"), cell("7,1"))
    assert [*heard.hits] == ["CCN-6.1.14", because]


@covers("CCN-16.3.1", "CCN-16.7.8")
@pytest.mark.parametrize(
    ("kind", "heard"), [("hill", "CCN-16.3.1"), ("bridge", "CCN-16.7.8"), ("clear", None)]
)
def test_open_ground_names_its_rule(kind: str, heard: str | None) -> None:
    battle = corridor(kind)
    with recording() as recorder:
        assert not must_stop(ground_now(battle.ctx), cell("7,2"), cell("7,1"))
    assert [*recorder.hits] == ([heard] if heard else [])


@covers("CCN-16.2.1")
def test_leaving_a_forest_costs_nothing() -> None:
    battle = field(
        french("a", "LC", "7,2", ordered=True), ENEMY, phase="move", terrain={"forest": ["7,2"]}
    )
    assert reach(battle, "a")["7,5"] == 3


@covers("CCN-16.2.1")
def test_a_unit_refused_beyond_a_forest_is_told_how_far_it_moves() -> None:
    battle = corridor("forest")
    assert battle.refusal(Move(A, cell("7,3"))) == ["CCN-6.2.3"]
    assert battle.at("a") == "7,1"


# -- impassable -----------------------------------------------------------------------------------


@covers("CCN-16.4.1", "CCN-16.7.1")
@pytest.mark.parametrize("kind", ["rugged_hill", "river"])
@pytest.mark.parametrize("code", ["LN", "LC", "FA"])
def test_no_unit_enters_a_rugged_hill_or_a_river(kind: str, code: str) -> None:
    battle = field(
        french("a", code, "7,1", ordered=True), ENEMY, phase="move", terrain={kind: ["7,2"]}
    )
    assert "7,2" not in reach(battle, "a")
    assert battle.refusal(Move(A, cell("7,2"))) == ["CCN-6.1.15"]


@covers("CCN-16.4.1", "CCN-16.7.1")
@pytest.mark.parametrize("kind", ["rugged_hill", "river"])
def test_no_leader_enters_a_rugged_hill_or_a_river(kind: str) -> None:
    battle = field(
        FAR,
        ENEMY,
        leaders=[leader("ney", "french", "7,1", ordered=True)],
        phase="move",
        terrain={kind: ["7,2"]},
    )
    assert "7,2" not in reach(battle, "ney")
    assert battle.refusal(MoveLeader(NEY, cell("7,2"))) == ["CCN-6.1.15"]


@covers("CCN-16.4.1", "CCN-16.7.1", "CCN-16.8.2")
@pytest.mark.parametrize(
    ("kind", "arm", "rules"),
    [
        ("rugged_hill", "infantry", ["CCN-6.1.15", "CCN-16.4.1"]),
        ("rugged_hill", "leader", ["CCN-6.1.15", "CCN-16.4.1"]),
        ("river", "cavalry", ["CCN-6.1.15", "CCN-16.7.1"]),
        ("sand_pit", "artillery", ["CCN-6.1.15", "CCN-16.8.2"]),
        ("sand_pit", "leader", []),
        ("forest", "infantry", []),
    ],
)
def test_closed_ground_names_its_rule(kind: str, arm: str, rules: list[str]) -> None:
    battle = corridor(kind)
    with recording() as heard:
        assert is_closed(ground_now(battle.ctx), cell("7,2"), arm) is bool(rules)
    assert [*heard.hits] == rules


@covers("CCN-16.7.1", "CCN-16.7.8")
@pytest.mark.parametrize(
    ("crossing", "reached"),
    [("bridge", {"6,3", "7,2", "7,3", "7,4", "8,3"}), ("shallow_river", {"7,2"})],
)
def test_a_river_is_crossed_at_a_bridge_or_a_ford(crossing: str, reached: set[str]) -> None:
    banks = [f"{row},2" for row in range(1, 10) if row != 7]
    tiles = {"river": [*banks, "7,2"] if crossing == "bridge" else banks, crossing: ["7,2"]}
    battle = field(french("a", "LC", "7,1", ordered=True), ENEMY, phase="move", terrain=tiles)
    assert {label for label in reach(battle, "a") if not label.endswith(",1")} == reached


@covers("CCN-16.7.8")
@pytest.mark.parametrize("below", ["river", "shallow_river"])
def test_a_bridge_replaces_the_river_below_it(below: str) -> None:
    battle = field(FAR, ENEMY, phase="move", terrain={"bridge": ["5,5"], below: ["5,5", "5,6"]})
    ground = ground_now(battle.ctx)
    assert [ground.at[cell(label)].id for label in ("5,5", "5,6")] == ["bridge", below]


@covers("CCN-16.8.2")
@pytest.mark.parametrize(("code", "enters"), [("FA", False), ("HA", False), ("LN", True)])
def test_artillery_does_not_enter_a_sand_pit(code: str, enters: bool) -> None:
    assert ("7,2" in reach(corridor("sand_pit", code), "a")) is enters


@covers("CCN-16.8.2")
def test_a_battery_that_cannot_go_back_for_sand_loses_a_block() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        british("b", "FA", "5,7"),
        terrain={"sand_pit": ["4,6", "4,7"]},
    )
    battle.do(Fire(A, B)).roll("FLAG", "CAV", "CAV", "CAV")
    assert (battle.at("b"), battle.unit("b").blocks) == ("5,7", 2)


@covers("CCN-16.4.1", "CCN-16.7.1")
@pytest.mark.parametrize("kind", ["rugged_hill", "river"])
def test_nobody_goes_back_over_closed_ground(kind: str) -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        british("b", "LN", "5,7"),
        terrain={kind: ["4,6", "4,7"]},
    )
    battle.do(Fire(A, B)).roll("FLAG", "CAV", "CAV", "CAV")
    assert (battle.at("b"), battle.unit("b").blocks) == ("5,7", 3)


@covers("CCN-16.4.2", "CCN-16.7.2")
@pytest.mark.parametrize("kind", ["rugged_hill", "river"])
@pytest.mark.parametrize("code", ["LN", "LC", "FA"])
def test_nobody_can_ever_stand_and_fight_on_closed_ground(kind: str, code: str) -> None:
    with pytest.raises(BadRequest, match="stand"):
        field(
            french("a", "LN", "5,5", ordered=True),
            british("b", code, "5,6"),
            terrain={kind: ["5,6"]},
        )
    assert {*terrains()[kind].type.closed} == {"infantry", "cavalry", "artillery", "leader"}


# -- fighting in the turn of entry ----------------------------------------------------------------

MAY_FIGHT = {
    "clear": "LN LT YG RL GR OG GG MI LC HC HA",
    "forest": "LT YG RL",
    "hill": "LN LT YG RL GR OG GG MI LC HC HA",
    "building": "",
    "shallow_river": "LN LT YG RL GR OG GG MI LC HC HA",
    "bridge": "LN LT YG RL GR OG GG MI LC HC HA",
    "sand_pit": "LN LT YG RL GR OG GG MI LC HC",
}


@covers("CCN-16.2.2", "CCN-16.5.3", "CCN-16.7.4", "CCN-19.9")
@pytest.mark.parametrize(("kind", "codes"), MAY_FIGHT.items())
def test_who_may_fight_in_the_turn_of_entry(kind: str, codes: str) -> None:
    british_only = ("RL", "GG")
    able = []
    for code in MAY_FIGHT["clear"].split():
        if kind == "sand_pit" and code == "HA":
            continue
        make = british if code in british_only else french
        side = "allied" if code in british_only else "french"
        unit = make("a", code, "7,1", ordered=True)
        enemies = [british("b", "LN", "1,13"), french("c", "LN", "9,13")]
        battle = field(unit, *enemies, phase="move", to_move=side, terrain={kind: ["7,2"]})
        battle.do(Move(A, cell("7,2")))
        if not battle.unit("a").barred:
            able.append(code)
    assert " ".join(able) == codes


@covers("CCN-16.2.2")
def test_light_infantry_fires_from_the_forest_it_entered_with_half_its_blocks() -> None:
    battle = field(
        french("a", "LT", "5,5", ordered=True, moved=1),
        british("b", "LN", "5,7"),
        terrain={"forest": ["5,5"]},
    )
    assert Fire(A, B) in battle.options()
    assert battle.do(Fire(A, B)).dice() == 3


@covers("CCN-16.2.2")
def test_light_infantry_that_moved_two_hexes_into_a_forest_does_not_fight() -> None:
    battle = field(
        french("a", "LT", "5,5", ordered=True, moved=2),
        french("c", "LN", "8,8", ordered=True),
        british("b", "LN", "5,7"),
        british("d", "LN", "7,8"),
        terrain={"forest": ["5,5"]},
    )
    assert battle.refusal(Fire(A, B)) == ["CCN-6.2.2"]


@covers("CCN-16.2.2", "CCN-16.5.3")
@pytest.mark.parametrize(("kind", "code"), [("forest", "LN"), ("building", "LT")])
def test_a_unit_that_entered_cover_is_refused_its_fight(kind: str, code: str) -> None:
    battle = field(
        french("a", code, "5,5", ordered=True, moved=1),
        french("c", "LN", "8,8", ordered=True),
        british("b", "LN", "5,7"),
        british("d", "LN", "7,8"),
        terrain={kind: ["5,5"]},
    )
    assert battle.refusal(Fire(A, B)) == ["CCN-7.12"]


@covers("CCN-16.2.2", "CCN-16.5.3")
@pytest.mark.parametrize("kind", ["forest", "building"])
def test_a_unit_that_stood_in_cover_all_along_may_fight(kind: str) -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,7"), terrain={kind: ["5,5"]}
    )
    assert battle.do(Fire(A, B)).dice() == 4


@covers("CCN-16.2.2", "CCN-16.5.3", "CCN-16.7.4")
@pytest.mark.parametrize(
    ("kind", "code", "because", "heard"),
    [
        ("forest", "LN", "CCN-16.2.2", []),
        ("forest", "LT", "", ["CCN-16.2.2", "CCN-19.9"]),
        ("building", "LT", "CCN-16.5.3", []),
        ("shallow_river", "LN", "", ["CCN-16.7.4"]),
        ("clear", "LN", "", []),
    ],
)
def test_the_bar_on_entry_names_its_rule(
    kind: str, code: str, because: str, heard: list[str]
) -> None:
    battle = corridor(kind, code)
    with recording() as recorder:
        troop = battle.ctx.content.troops[f"french.{code}"]
        assert entry_bars(ground_now(battle.ctx), cell("7,2"), troop) == because
    assert [*recorder.hits] == ["CCN-7.12", *heard]


# -- squares --------------------------------------------------------------------------------------


@covers("CCN-16.2.3", "CCN-16.3.1", "CCN-16.5.2", "CCN-16.7.4", "CCN-16.7.8", "CCN-16.8.1")
@pytest.mark.parametrize(
    ("kind", "allowed"),
    [
        ("clear", True),
        ("forest", True),
        ("hill", True),
        ("building", False),
        ("shallow_river", True),
        ("bridge", True),
        ("sand_pit", True),
    ],
)
def test_where_infantry_may_form_square(kind: str, allowed: bool) -> None:
    battle = field(
        french("a", "LC", "5,5", ordered=True),
        british("b", "LN", "5,6"),
        hands={"allied": ["forward", "rally", "bombard"]},
        terrain={kind: ["5,6"]},
    )
    found = [one.rule for one in square_violations(battle.ctx, B)]
    assert found == ([] if allowed else ["CCN-14.1.4"])


@covers("CCN-16.2.3")
def test_infantry_in_a_forest_is_asked_about_a_square_and_infantry_in_a_town_is_not() -> None:
    for kind, asked in (("forest", "offer_square"), ("building", "offer_battle_back")):
        battle = field(
            french("a", "LC", "5,5", ordered=True),
            british("b", "LN", "5,6"),
            hands={"allied": ["forward", "rally", "bombard"]},
            terrain={kind: ["5,6"]},
        )
        battle.do(MeleeAttack(A, B)).do(battle.options()[0])
        if kind == "building":
            battle.roll("CAV")
        assert battle.asked() == (ALLIED, asked)
        assert (FormSquare() in battle.options()) is (kind == "forest")


# -- line of sight --------------------------------------------------------------------------------


@covers(
    "CCN-16.2.6", "CCN-16.4.3", "CCN-16.5.7", "CCN-16.6.10", "CCN-16.7.2", "CCN-16.7.7",
    "CCN-16.7.9", "CCN-16.8.5",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "blocks"),
    [
        ("clear", False),
        ("forest", True),
        ("rugged_hill", True),
        ("building", True),
        ("field_works", False),
        ("river", False),
        ("shallow_river", False),
        ("bridge", False),
        ("sand_pit", False),
    ],
)
def test_which_terrain_between_hides(kind: str, blocks: bool) -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        french("c", "FA", "8,5", ordered=True),
        british("b", "LN", "5,7"),
        british("d", "LN", "8,8"),
        terrain={kind: ["5,6"]},
    )
    assert (Fire(A, B) in battle.options()) is not blocks
    if blocks:
        assert battle.refusal(Fire(A, B)) == ["CCN-8.1.2"]


@covers("CCN-16.2.6", "CCN-16.5.7")
@pytest.mark.parametrize("kind", ["forest", "building"])
def test_cover_at_either_end_does_not_hide(kind: str) -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        british("b", "LN", "5,7"),
        terrain={kind: ["5,5", "5,7"]},
    )
    assert Fire(A, B) in battle.options()


# -- tiles stay -----------------------------------------------------------------------------------


@covers("CCN-16.1.4")
def test_tiles_stay_when_units_come_and_go() -> None:
    battle = corridor("forest")
    battle.do(Move(A, cell("7,2")))
    assert ground_now(battle.ctx).at[cell("7,2")].id == "forest"
    assert battle.world.removed == ()
