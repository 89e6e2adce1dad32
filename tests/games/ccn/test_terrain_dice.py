"""The dice that terrain takes from attacks. CCN-16."""

import pytest

from tests.games.ccn.field import british, field, french, leader
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.attack import Manner, attack_ledger
from walstatt.games.ccn.combat import END_COMBAT, Fire
from walstatt.games.ccn.content import Cost, TerrainType, terrains
from walstatt.kernel.ids import UnitId
from walstatt.kernel.ledger import Ledger
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
WAYS: list[tuple[str, Manner, str]] = [
    ("LN", "fire", "+4 CCN-8.4.1"),
    ("LN", "melee", "+4 CCN-9.2.1"),
    ("LC", "melee", "+4 CCN-9.2.6"),
    ("FA", "fire", "+3 CCN-8.4.7"),
    ("FA", "melee", "+4 CCN-9.2.8"),
]
"""How each arm attacks, and what it rolls against cavalry on clear ground."""


def attack(
    code: str,
    manner: Manner,
    own: str = "clear",
    target: str = "clear",
    card: str = "",
    options: dict[str, bool] | None = None,
) -> Ledger:
    """Reckon an attack of French troops on British cavalry from one terrain into another."""
    at = "5,7" if manner == "fire" else "5,6"
    tiles = {own: ["5,5"]}
    tiles[target] = [*tiles.get(target, []), at]
    units = french("a", code, "5,5", ordered=True), british("b", "LC", at)
    battle = field(*units, terrain=tiles, card=card, options=options)
    return attack_ledger(battle.ctx, A, B, manner)


# -- the table, by what the target stands in and what the attacker stands in ----------------------

INTO = {
    # infantry in fire and melee, cavalry, artillery in fire and melee
    "clear": ("", (0, 0, 0, 0, 0)),
    "forest": ("CCN-16.2.4", (-1, -1, -2, -1, -1)),
    "hill": ("CCN-16.3.2", (-1, -1, -1, 0, 0)),
    "building": ("CCN-16.5.4", (-2, -2, -3, -1, -1)),
    "shallow_river": ("CCN-16.7.5", (0, -1, -1, 0, -1)),
    "bridge": ("", (0, 0, 0, 0, 0)),
    "sand_pit": ("CCN-16.8.3", (0, -1, -2, -1, -1)),
}
OUT = {
    "clear": ("", (0, 0, 0, 0, 0)),
    "forest": ("CCN-16.2.5", (0, 0, -2, -1, -1)),
    "hill": ("CCN-16.3.3", (0, 0, -1, 0, 0)),
    "building": ("CCN-16.5.5", (0, 0, -3, -1, -1)),
    "shallow_river": ("CCN-16.7.6", (-1, -1, -1, -1, -1)),
    "bridge": ("", (0, 0, 0, 0, 0)),
    "sand_pit": ("CCN-16.8.4", (0, -1, -2)),
}
"""As above; batteries do not stand in a sand pit."""


@covers(
    "CCN-16.1.1", "CCN-16.2.4", "CCN-16.3.2", "CCN-16.5.4", "CCN-16.7.5", "CCN-16.7.9",
    "CCN-16.8.3",
)  # fmt: skip
@pytest.mark.parametrize("place", range(5), ids=lambda place: "-".join(WAYS[place][:2]))
@pytest.mark.parametrize("kind", INTO)
def test_dice_lost_by_attacking_into_terrain(kind: str, place: int) -> None:
    code, manner, base = WAYS[place]
    because, values = INTO[kind]
    line = [f"{values[place]} {because}"] if values[place] else []
    assert attack(code, manner, target=kind).explain() == [base, *line]


@covers(
    "CCN-16.1.1", "CCN-16.2.5", "CCN-16.3.3", "CCN-16.5.5", "CCN-16.7.6", "CCN-16.7.9",
    "CCN-16.8.4",
)  # fmt: skip
@pytest.mark.parametrize("kind", OUT)
def test_dice_lost_by_attacking_out_of_terrain(kind: str) -> None:
    because, values = OUT[kind]
    for (code, manner, base), value in zip(WAYS, values, strict=False):
        line = [f"{value} {because}"] if value else []
        assert attack(code, manner, own=kind).explain() == [base, *line]


@covers("CCN-16.3.4")
@pytest.mark.parametrize("place", range(5), ids=lambda place: "-".join(WAYS[place][:2]))
def test_between_two_hills_only_infantry_in_fire_loses_a_die(place: int) -> None:
    code, manner, base = WAYS[place]
    line = ["-1 CCN-16.3.4"] if (code, manner) == ("LN", "fire") else []
    assert attack(code, manner, own="hill", target="hill").explain() == [base, *line]


@covers("CCN-16.3.2", "CCN-16.3.3")
@pytest.mark.parametrize(
    ("own", "target", "lines"),
    [
        ("forest", "hill", ["-1 CCN-16.3.2", "-2 CCN-16.2.5"]),
        ("hill", "building", ["-3 CCN-16.5.4", "-1 CCN-16.3.3"]),
    ],
)
def test_hills_and_other_terrain_count_each_for_itself(
    own: str, target: str, lines: list[str]
) -> None:
    found = attack("LC", "melee", own=own, target=target)
    assert found.explain() == ["+4 CCN-9.2.6", *lines]


# -- adding up ------------------------------------------------------------------------------------


@covers("CCN-16.1.2", "CCN-A4")
def test_what_both_hexes_take_adds_up() -> None:
    found = attack("FA", "fire", own="building", target="forest")
    assert found.explain() == ["+3 CCN-8.4.7", "-1 CCN-16.2.4", "-1 CCN-16.5.5"]
    assert found.total == 1


@covers("CCN-16.1.2", "CCN-A4", "CCN-21.3")
def test_only_the_larger_counts_if_so_read() -> None:
    read = {"terrain_reductions_cumulative": False}
    found = attack("LC", "melee", own="hill", target="building", options=read)
    assert found.explain_all() == ["+4 CCN-9.2.6", "-3 CCN-16.5.4", "(-1 CCN-16.3.3)"]
    assert found.total == 1
    fire = attack("FA", "fire", own="building", target="forest", options=read)
    assert fire.explain_all() == ["+3 CCN-8.4.7", "-1 CCN-16.2.4", "(-1 CCN-16.5.5)"]


@covers("CCN-16.1.2")
def test_terrain_takes_no_more_dice_than_there_are() -> None:
    found = attack("LC", "melee", own="building", target="building")
    assert found.explain() == ["+4 CCN-9.2.6", "-3 CCN-16.5.4", "-3 CCN-16.5.5", ">=0 CCN-7.10"]
    assert found.total == 0


@covers("CCN-16.1.1")
def test_the_arm_that_attacks_decides_and_not_the_arm_attacked() -> None:
    for target in ("LN", "LC", "FA"):
        battle = field(
            french("a", "LC", "5,5", ordered=True),
            british("b", target, "5,6"),
            terrain={"forest": ["5,6"]},
        )
        assert attack_ledger(battle.ctx, A, B, "melee").total == 2


@covers("CCN-16.1.1", "CCN-16.2.5")
def test_terrain_counts_for_the_battle_back_the_other_way_round() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        british("b", "LC", "5,6"),
        terrain={"forest": ["5,6"]},
    )
    back = attack_ledger(battle.ctx, B, A, "back")
    assert back.explain() == ["+3 CCN-9.2.6", "-2 CCN-16.2.5"]


# -- leaders, guns, charges -----------------------------------------------------------------------


@covers("CCN-16.1.3")
@pytest.mark.parametrize(
    ("kind", "fewer", "because"),
    [
        ("forest", -2, "CCN-16.2.4"),
        ("hill", -1, "CCN-16.3.2"),
        ("building", -3, "CCN-16.5.4"),
        ("shallow_river", -1, "CCN-16.7.5"),
        ("sand_pit", -2, "CCN-16.8.3"),
    ],
)
def test_terrain_protects_a_lone_leader_as_well(kind: str, fewer: int, because: str) -> None:
    battle = field(
        french("a", "LC", "5,5", ordered=True),
        british("b", "LN", "1,1"),
        leaders=[leader("wellesley", "allied", "5,6")],
        terrain={kind: ["5,6"]},
    )
    found = attack_ledger(battle.ctx, A, UnitId("wellesley"), "melee")
    assert found.explain() == ["+4 CCN-9.2.6", f"{fewer} {because}"]
    assert battle.do(MeleeAttack(A, UnitId("wellesley"))).dice() == 4 + fewer


@covers("CCN-16.8.3", "CCN-A31")
def test_guns_lose_nothing_by_sand_in_melee_if_so_read() -> None:
    read = {"sand_pit_artillery_melee": False}
    assert attack("FA", "melee", target="sand_pit", options=read).total == 4
    assert attack("FA", "fire", target="sand_pit", options=read).total == 2
    assert attack("LN", "melee", target="sand_pit", options=read).total == 3
    assert attack("FA", "melee", target="forest", options=read).total == 3


@covers("CCN-16.5.6", "CCN-17.4.3.5")
@pytest.mark.parametrize(("own", "target"), [("building", "clear"), ("clear", "building")])
def test_cavalry_charge_gives_nothing_into_or_out_of_a_building(own: str, target: str) -> None:
    charge = attack("LC", "melee", own=own, target=target, card="cavalry_charge")
    because = "CCN-16.5.4" if target == "building" else "CCN-16.5.5"
    assert charge.explain_all() == ["+4 CCN-9.2.6", "(+1 CCN-17.4.3.2)", f"-3 {because}"]
    struck = charge.lines[1].struck
    assert struck is not None
    assert struck.rule == "CCN-16.5.6"
    assert charge.total == 1


@covers("CCN-16.5.6", "CCN-17.4.3.5")
def test_guard_cavalry_loses_both_dice_of_its_charge_at_a_building() -> None:
    charge = attack("GHC", "melee", target="building", card="cavalry_charge")
    assert charge.explain() == ["+4 CCN-9.2.6", "+1 CCN-9.2.7", "-3 CCN-16.5.4"]


@covers("CCN-16.5.6")
def test_other_cards_give_their_dice_at_a_building() -> None:
    found = attack("LC", "melee", target="building", card="elan")
    assert found.explain() == ["+4 CCN-9.2.6", "+1 CCN-17.4.5.5", "-3 CCN-16.5.4"]


@covers("CCN-16.5.6", "CCN-17.4.3.5")
def test_cavalry_charge_gives_its_die_in_and_out_of_other_terrain() -> None:
    for kind in ("forest", "hill", "sand_pit"):
        lines = attack("LC", "melee", own=kind, target=kind, card="cavalry_charge").explain()
        assert "+1 CCN-17.4.3.2" in lines


# -- in play --------------------------------------------------------------------------------------


@covers("CCN-16.5.4")
def test_infantry_fires_into_a_town_with_two_dice_less() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        british("b", "LN", "5,7"),
        terrain={"building": ["5,7"]},
    )
    assert battle.do(Fire(A, B)).dice() == 2


@covers("CCN-16.5.4")
@pytest.mark.parametrize(("blocks", "allowed"), [(3, True), (2, False)])
def test_fire_that_terrain_leaves_no_dice_is_not_allowed(blocks: int, allowed: bool) -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True, blocks=blocks),
        french("c", "LN", "8,5", ordered=True),
        british("b", "LN", "5,7"),
        british("d", "LN", "8,7"),
        terrain={"building": ["5,7"]},
    )
    assert (Fire(A, B) in battle.options()) is allowed
    if not allowed:
        assert battle.refusal(Fire(A, B)) == ["CCN-7.11"]


@covers("CCN-16.5.4", "CCN-16.5.5")
def test_cavalry_in_a_town_does_not_attack_a_town() -> None:
    battle = field(
        french("a", "LC", "5,5", ordered=True),
        french("c", "LN", "8,5", ordered=True),
        british("b", "LN", "5,6"),
        british("d", "LN", "8,7"),
        terrain={"building": ["5,5", "5,6"]},
    )
    assert battle.options() == [END_COMBAT, Fire(UnitId("c"), UnitId("d"))]
    assert battle.refusal(MeleeAttack(A, B)) == ["CCN-7.11"]


# -- the table as content -------------------------------------------------------------------------


def cost(fire: int, melee: int) -> Cost:
    return Cost(fire, melee)


TABLE = {
    "clear": TerrainType(),
    "forest": TerrainType(
        stops=True,
        fight_on_entry="light",
        blocks_sight=True,
        into={"infantry": cost(-1, -1), "cavalry": cost(0, -2), "artillery": cost(-1, -1)},
        out={"cavalry": cost(0, -2), "artillery": cost(-1, -1)},
        stop_rule="CCN-16.2.1",
        entry_rule="CCN-16.2.2",
        into_rule="CCN-16.2.4",
        out_rule="CCN-16.2.5",
        sight_rule="CCN-16.2.6",
    ),
    "hill": TerrainType(
        hill=True,
        into={"infantry": cost(-1, -1), "cavalry": cost(0, -1)},
        out={"cavalry": cost(0, -1)},
        open_rule="CCN-16.3.1",
        into_rule="CCN-16.3.2",
        out_rule="CCN-16.3.3",
        sight_rule="CCN-16.3.7",
    ),
    "rugged_hill": TerrainType(
        square=False,
        blocks_sight=True,
        closed=("infantry", "cavalry", "artillery", "leader"),
        closed_rule="CCN-16.4.1",
        sight_rule="CCN-16.4.3",
    ),
    "building": TerrainType(
        stops=True,
        fight_on_entry="none",
        square=False,
        blocks_sight=True,
        no_charge=True,
        into={"infantry": cost(-2, -2), "cavalry": cost(0, -3), "artillery": cost(-1, -1)},
        out={"cavalry": cost(0, -3), "artillery": cost(-1, -1)},
        stop_rule="CCN-16.5.1",
        entry_rule="CCN-16.5.3",
        into_rule="CCN-16.5.4",
        out_rule="CCN-16.5.5",
        sight_rule="CCN-16.5.7",
    ),
    "river": TerrainType(
        square=False,
        closed=("infantry", "cavalry", "artillery", "leader"),
        closed_rule="CCN-16.7.1",
        sight_rule="CCN-16.7.2",
    ),
    "shallow_river": TerrainType(
        stops=True,
        into={"infantry": cost(0, -1), "cavalry": cost(0, -1), "artillery": cost(0, -1)},
        out={"infantry": cost(-1, -1), "cavalry": cost(0, -1), "artillery": cost(-1, -1)},
        stop_rule="CCN-16.7.3",
        entry_rule="CCN-16.7.4",
        into_rule="CCN-16.7.5",
        out_rule="CCN-16.7.6",
        sight_rule="CCN-16.7.7",
    ),
    "bridge": TerrainType(open_rule="CCN-16.7.8", sight_rule="CCN-16.7.9"),
    "sand_pit": TerrainType(
        stops=True,
        closed=("artillery",),
        into={"infantry": cost(0, -1), "cavalry": cost(0, -2), "artillery": cost(-1, -1)},
        out={"infantry": cost(0, -1), "cavalry": cost(0, -2)},
        stop_rule="CCN-16.8.1",
        closed_rule="CCN-16.8.2",
        into_rule="CCN-16.8.3",
        out_rule="CCN-16.8.4",
        sight_rule="CCN-16.8.5",
    ),
}
"""The summary of chapter 16."""


@covers("CCN-16.1.1")
def test_the_terrain_chart() -> None:
    assert {name: one.type for name, one in terrains().items()} == TABLE
    assert {name: one.id for name, one in terrains().items()} == {name: name for name in TABLE}
