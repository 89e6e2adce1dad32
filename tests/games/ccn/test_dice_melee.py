"""How many dice a melee rolls: every type and nation against every arm. CCN-9.2."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ccn.field import Field, british, field, french, leader, portuguese
from tests.games.ccn.fights import NO_STRIKES, cited, lines, reckoned
from walstatt.games.ccn.dice import MELEE, escape_query
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

BY_BLOCKS = {
    ("french", "LN"): [1, 2, 3, 4],
    ("french", "LT"): [1, 2, 3, 4],
    ("french", "GR"): [2, 3, 4, 5],
    ("french", "OG"): [3, 4, 5, 6],
    ("french", "YG"): [2, 3, 4, 5],
    ("french", "MI"): [1, 2, 3, 4],
    ("french", "LC"): [1, 2, 3, 4],
    ("french", "HC"): [2, 3, 4, 5],
    ("french", "CHC"): [2, 3, 4, 5],
    ("french", "GHC"): [2, 3, 4, 5],
    ("french", "FA"): [3, 4, 4],
    ("french", "HA"): [2, 3, 3],
    ("french", "GFA"): [4, 5, 5],
    ("british", "LN"): [1, 2, 3, 4],
    ("british", "LT"): [1, 2, 3, 4, 5],
    ("british", "RL"): [1, 2, 3],
    ("british", "GG"): [2, 3, 4, 5, 6],
    ("british", "GR"): [2, 3, 4, 5],
    ("british", "LC"): [1, 2, 3],
    ("british", "HC"): [2, 3, 4],
    ("british", "GHC"): [2, 3, 4],
    ("british", "FA"): [3, 4, 4],
    ("british", "HA"): [2, 3, 3],
    ("portuguese", "LN"): [1, 2, 3, 4],
    ("portuguese", "LT"): [1, 2, 3, 4, 5],
    ("portuguese", "LC"): [1, 2, 3],
    ("portuguese", "FA"): [3, 4, 4],
}
"""The dice with 1, 2, 3 ... blocks against cavalry, artillery and lone leaders."""

FOOT, HORSE = "+3 CCN-9.2.1", "+3 CCN-9.2.6"
LINES = {
    ("french", "LN"): [FOOT],
    ("french", "LT"): [FOOT],
    ("french", "GR"): [FOOT, "+1 CCN-9.2.4"],
    ("french", "OG"): [FOOT, "+2 CCN-9.2.3"],
    ("french", "YG"): [FOOT, "+1 CCN-9.2.4"],
    ("french", "MI"): [FOOT],
    ("french", "LC"): [HORSE],
    ("french", "HC"): [HORSE, "+1 CCN-9.2.7"],
    ("french", "CHC"): [HORSE, "+1 CCN-9.2.7"],
    ("french", "GHC"): [HORSE, "+1 CCN-9.2.7"],
    ("french", "FA"): ["+4 CCN-9.2.8"],
    ("french", "HA"): ["+3 CCN-9.2.10"],
    ("french", "GFA"): ["+4 CCN-9.2.8", "+1 CCN-9.2.9"],
    ("british", "LN"): [FOOT],
    ("british", "LT"): [FOOT],
    ("british", "RL"): [FOOT],
    ("british", "GG"): [FOOT, "+1 CCN-9.2.4"],
    ("british", "GR"): [FOOT, "+1 CCN-9.2.4"],
    ("british", "LC"): [HORSE],
    ("british", "HC"): [HORSE, "+1 CCN-9.2.7"],
    ("british", "GHC"): [HORSE, "+1 CCN-9.2.7"],
    ("british", "FA"): ["+4 CCN-9.2.8"],
    ("british", "HA"): ["+3 CCN-9.2.10"],
    ("portuguese", "LN"): [FOOT],
    ("portuguese", "LT"): [FOOT],
    ("portuguese", "LC"): [HORSE],
    ("portuguese", "FA"): ["+4 CCN-9.2.8"],
}
"""The same line by line with three blocks."""

HELPERS = {"french": french, "british": british, "portuguese": portuguese}


def brawl(nation: str, code: str, foe: str = "LC", **more: Any) -> Field:  # noqa: ANN401 - fields
    """Let unit a stand next to the enemy b, in the open."""
    given = {key: more.pop(key) for key in ("terrain", "card", "options") if key in more}
    enemy = british if nation == "french" else french
    side = "french" if nation == "french" else "allied"
    a = HELPERS[nation]("a", code, "5,5", ordered=True, **more)
    return field(a, enemy("b", foe, "5,6"), to_move=side, **NO_STRIKES, **given)


@covers("CCN-9.2.1", "CCN-9.2.3", "CCN-9.2.4", "CCN-9.2.6", "CCN-9.2.7", "CCN-9.2.8")
@covers("CCN-9.2.9", "CCN-9.2.10", "CCN-9.2.12")
@pytest.mark.parametrize(("nation", "code"), BY_BLOCKS)
def test_every_unit_fights_with_these_dice(nation: str, code: str) -> None:
    for blocks, dice in enumerate(BY_BLOCKS[nation, code], 1):
        battle = brawl(nation, code, blocks=blocks)
        assert reckoned(battle, "a", "b", "melee").total == dice
        assert reckoned(battle, "a", "b", "back").total == dice


@covers("CCN-9.2.1", "CCN-9.2.3", "CCN-9.2.4", "CCN-9.2.6", "CCN-9.2.7", "CCN-9.2.8")
@covers("CCN-9.2.9", "CCN-9.2.10")
@pytest.mark.parametrize(("nation", "code"), LINES)
def test_every_unit_of_three_blocks_fights_line_by_line(nation: str, code: str) -> None:
    assert lines(brawl(nation, code, blocks=3), "a", "b", "melee") == LINES[nation, code]


@covers("CCN-9.2.12")
@pytest.mark.parametrize("nation", ["french", "british"])
def test_the_last_block_of_a_horse_battery_fights_by_its_own_rule(nation: str) -> None:
    battle = brawl(nation, "HA", blocks=1)
    assert lines(battle, "a", "b", "melee") == ["+2 CCN-9.2.12"]
    assert lines(brawl(nation, "HA", blocks=2), "a", "b", "melee") == ["+3 CCN-9.2.10"]


@covers("CCN-9.2.8", "CCN-9.2.9")
def test_the_last_block_of_a_foot_battery_fights_with_one_die_less() -> None:
    assert lines(brawl("french", "FA", blocks=1), "a", "b", "melee") == ["+3 CCN-9.2.8"]
    guard = brawl("french", "GFA", blocks=1)
    assert lines(guard, "a", "b", "melee") == ["+3 CCN-9.2.8", "+1 CCN-9.2.9"]


@covers("CCN-9.2.1")
@pytest.mark.parametrize("code", ["LN", "LT", "GR", "OG", "YG", "MI"])
def test_infantry_fights_with_all_its_blocks_after_a_move(code: str) -> None:
    standing, moved = brawl("french", code, "LC"), brawl("french", code, "LC", moved=1)
    assert lines(moved, "a", "b", "melee") == lines(standing, "a", "b", "melee")


@covers("CCN-9.2.10")
def test_a_horse_battery_that_moved_one_hex_still_rolls_three() -> None:
    assert lines(brawl("french", "HA", moved=1), "a", "b", "melee") == ["+3 CCN-9.2.10"]


@covers("CCN-9.2.5")
@pytest.mark.parametrize(("foe", "more"), [
    ("LN", 1), ("LT", 1), ("RL", 1), ("GG", 1), ("GR", 1),
    ("LC", 0), ("HC", 0), ("GHC", 0), ("FA", 0), ("HA", 0),
])  # fmt: skip
def test_french_line_fights_infantry_with_one_die_more(foe: str, more: int) -> None:
    battle = brawl("french", "LN", foe)
    expected = ["+4 CCN-9.2.1", *["+1 CCN-9.2.5"] * more]
    assert lines(battle, "a", "b", "melee") == expected
    assert lines(battle, "a", "b", "back") == expected


@covers("CCN-9.2.5")
@pytest.mark.parametrize(
    ("nation", "code"),
    [one for one in BY_BLOCKS if one != ("french", "LN")],
)
def test_nobody_but_french_line_fights_infantry_with_more(nation: str, code: str) -> None:
    for blocks, dice in enumerate(BY_BLOCKS[nation, code], 1):
        assert reckoned(brawl(nation, code, "LN", blocks=blocks), "a", "b", "melee").total == dice


@covers("CCN-9.2.5", "CCN-19.3")
def test_french_line_gets_its_die_against_a_square_but_not_against_a_leader() -> None:
    square = field(
        french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,6", square=True), **NO_STRIKES
    )
    assert lines(square, "a", "b", "melee") == ["+4 CCN-9.2.1", "+1 CCN-9.2.5"]
    alone = field(french("a", "LN", "5,5", ordered=True), leaders=[leader("hill", "allied", "5,6")])
    assert lines(alone, "a", "hill", "melee") == ["+4 CCN-9.2.1"]


@covers("CCN-9.2.14")
def test_a_square_fights_with_one_die() -> None:
    battle = brawl("french", "OG", square=True, card="elan")
    expected = ["+4 CCN-9.2.1", "+2 CCN-9.2.3", "+1 CCN-17.4.5.5", "<=1 CCN-14.3.1"]
    assert lines(battle, "a", "b", "melee") == expected
    assert "CCN-9.2.14" in cited(lambda: reckoned(battle, "a", "b", "melee"))


@covers("CCN-9.2.14", "CCN-14.3.4")
@pytest.mark.parametrize(("code", "expected"), [
    ("LC", ["+4 CCN-9.2.6", "<=1 CCN-14.3.4"]),
    ("HC", ["+4 CCN-9.2.6", "+1 CCN-9.2.7", "<=1 CCN-14.3.4"]),
    ("LT", ["+4 CCN-9.2.1"]),
    ("FA", ["+4 CCN-9.2.8"]),
])  # fmt: skip
def test_only_cavalry_rolls_one_die_against_a_square(code: str, expected: list[str]) -> None:
    battle = field(
        french("a", code, "5,5", ordered=True), british("b", "LN", "5,6", square=True), **NO_STRIKES
    )
    assert lines(battle, "a", "b", "melee") == expected
    told = "CCN-9.2.14" in cited(lambda: reckoned(battle, "a", "b", "melee"))
    assert told == (expected[-1] == "<=1 CCN-14.3.4")


@covers("CCN-9.2.15", "CCN-7.10")
def test_card_dice_come_before_terrain_in_melee() -> None:
    battle = brawl("french", "HC", card="cavalry_charge", terrain={"hill": ["5,6"]})
    expected = ["+4 CCN-9.2.6", "+1 CCN-9.2.7", "+1 CCN-17.4.3.2", "-1 CCN-16.3.2"]
    assert lines(battle, "a", "b", "melee") == expected


@covers("CCN-9.2.15")
def test_the_attackers_own_terrain_costs_dice_too() -> None:
    battle = brawl("french", "HC", terrain={"forest": ["5,5", "5,6"]})
    expected = ["+4 CCN-9.2.6", "+1 CCN-9.2.7", "-2 CCN-16.2.4", "-2 CCN-16.2.5"]
    assert lines(battle, "a", "b", "melee") == expected


@covers("CCN-7.10")
def test_terrain_leaves_no_fewer_than_no_dice_in_melee() -> None:
    battle = brawl("french", "LC", blocks=2, terrain={"building": ["5,6"]})
    expected = ["+2 CCN-9.2.6", "-3 CCN-16.5.4", ">=0 CCN-7.10"]
    assert lines(battle, "a", "b", "melee") == expected


@covers("CCN-7.10", "CCN-14.3.4")
def test_terrain_comes_after_the_cut_against_a_square() -> None:
    square = british("b", "LN", "5,6", square=True)
    battle = field(
        french("a", "LC", "5,5", ordered=True),
        square,
        french("c", "LC", "4,6", ordered=True),
        terrain={"hill": ["5,6"]},
        **NO_STRIKES,
    )
    ledger = reckoned(battle, "a", "b", "melee")
    assert ledger.explain() == ["+4 CCN-9.2.6", "<=1 CCN-14.3.4", "-1 CCN-16.3.2"]
    assert ledger.total == 0


@covers("CCN-9.5.1", "CCN-9.5.4")
def test_a_lone_leader_is_attacked_with_the_normal_dice_and_terrain_counts() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        leaders=[leader("hill", "allied", "5,6")],
        terrain={"forest": ["5,6"]},
    )
    assert lines(battle, "a", "hill", "melee") == ["+4 CCN-9.2.1", "-1 CCN-16.2.4"]
    heard = cited(lambda: reckoned(battle, "a", "hill", "melee"))
    assert {"CCN-9.5.4", "CCN-16.1.3"} <= heard


@covers("CCN-9.5.4")
def test_the_rule_of_a_leaders_terrain_is_told_of_leaders_only() -> None:
    battle = brawl("french", "LN", "LN", terrain={"forest": ["5,6"]})
    heard = cited(lambda: reckoned(battle, "a", "b", "melee"))
    assert not {"CCN-9.5.4", "CCN-16.1.3"} & heard


@covers("CCN-7.13", "CCN-9.4.12")
def test_whoever_strikes_in_the_enemys_turn_has_neither_moved_nor_a_card() -> None:
    battle = brawl("french", "LN", "FA", card="elan")
    assert lines(battle, "a", "b", "melee") == ["+4 CCN-9.2.1", "+1 CCN-17.4.5.5"]
    assert lines(battle, "b", "a", "back") == ["+4 CCN-9.2.8"]
    assert lines(battle, "a", "b", "back") == ["+4 CCN-9.2.1"]


@covers("CCN-7.13", "CCN-9.4.13")
@pytest.mark.parametrize(("nation", "code", "blocks", "dice"), [
    ("british", "FA", 3, 4), ("british", "FA", 2, 4), ("british", "FA", 1, 3),
    ("british", "HA", 3, 3), ("british", "HA", 2, 3), ("british", "HA", 1, 2),
    ("french", "GFA", 3, 5), ("french", "GFA", 2, 5), ("french", "GFA", 1, 4),
])  # fmt: skip
def test_artillery_battles_back_with_its_unmoved_dice(
    nation: str, code: str, blocks: int, dice: int
) -> None:
    battle = brawl(nation, code, blocks=blocks)
    assert reckoned(battle, "a", "b", "back").total == dice
    assert {"CCN-7.13", "CCN-9.4.13"} <= cited(lambda: reckoned(battle, "a", "b", "back"))


@covers("CCN-7.13", "CCN-9.4.13")
def test_the_rules_of_striking_back_are_told_of_such_strikes_only() -> None:
    battle = brawl("french", "FA")
    heard = cited(lambda: reckoned(battle, "a", "b", "melee"))
    assert not {"CCN-7.13", "CCN-9.4.13"} & heard
    back = cited(lambda: reckoned(battle, "b", "a", "back"))
    assert "CCN-7.13" in back
    assert "CCN-9.4.13" not in back


@covers("CCN-7.13", "CCN-11.5.9")
@pytest.mark.parametrize(("nation", "code", "more", "expected"), [
    ("french", "LN", {}, ["+4 CCN-9.2.1"]),
    ("french", "OG", {}, ["+4 CCN-9.2.1", "+2 CCN-9.2.3"]),
    ("french", "OG", {"square": True}, ["+4 CCN-9.2.1", "+2 CCN-9.2.3", "<=1 CCN-14.3.1"]),
    ("french", "HC", {}, ["+4 CCN-9.2.6", "+1 CCN-9.2.7"]),
    ("french", "FA", {"moved": 1}, ["+4 CCN-9.2.8"]),
    ("french", "HA", {"blocks": 1, "moved": 1}, ["+2 CCN-9.2.12"]),
    ("portuguese", "LN", {"blocks": 1}, ["+1 CCN-9.2.1"]),
])  # fmt: skip
def test_dice_against_an_escaping_leader_know_no_card_terrain_or_move(
    nation: str, code: str, more: dict[str, Any], expected: list[str]
) -> None:
    battle = brawl(nation, code, card="elan", terrain={"forest": ["5,5", "5,6"]}, **more)
    query = escape_query(battle.ctx, UnitId("a"))
    assert battle.ctx.reckon(MELEE, query).explain() == expected
    assert "CCN-7.13" in cited(lambda: escape_query(battle.ctx, UnitId("a")))
    assert (query.moved, query.distance, query.target, query.target_square) == (
        0, 1, "leader", False
    )  # fmt: skip


def test_what_the_nations_cards_say_of_melee_is_told_where_it_counts() -> None:
    def told(code: str, foe: str) -> set[str]:
        battle = brawl("french", code, foe)
        heard = cited(lambda: reckoned(battle, "a", "b", "melee"))
        return heard & {"CCN-19.3", "CCN-19.10", "CCN-7.8"}

    assert told("LN", "LN") == {"CCN-19.3", "CCN-7.8"}
    assert told("LN", "LC") == {"CCN-7.8"}
    assert told("HC", "LN") == {"CCN-19.10", "CCN-7.8"}
    assert told("LC", "LN") == {"CCN-7.8"}
    assert told("FA", "LN") == set()
