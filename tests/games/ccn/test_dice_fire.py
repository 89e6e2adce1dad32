"""How many dice fire rolls: every type and nation, moved and not, at every range. CCN-8.4."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ccn.field import Field, british, field, french, leader, portuguese
from tests.games.ccn.fights import cited, lines, reckoned
from walstatt.games.ccn.attack import Manner
from walstatt.games.ccn.dice import FIRE, MELEE
from walstatt.games.ccn.options import CcnOptions
from walstatt.workshop.covers import covers

INFANTRY = {
    ("french", "LN"): ([1, 2, 3, 4], [1, 1, 2, 2]),
    ("french", "LT"): ([2, 3, 4, 5], [2, 2, 3, 3]),
    ("french", "GR"): ([2, 3, 4, 5], [2, 2, 3, 3]),
    ("french", "OG"): ([2, 3, 4, 5], [2, 2, 3, 3]),
    ("french", "YG"): ([2, 3, 4, 5], [2, 2, 3, 3]),
    ("french", "MI"): ([1, 2, 3, 4], [1, 1, 2, 2]),
    ("british", "LN"): ([2, 3, 4, 5], [1, 1, 2, 2]),
    ("british", "LT"): ([2, 3, 4, 5, 6], [2, 2, 3, 3, 4]),
    ("british", "RL"): ([2, 3, 4], [2, 2, 3]),
    ("british", "GG"): ([2, 3, 4, 5, 6], [2, 2, 3, 3, 4]),
    ("british", "GR"): ([2, 3, 4, 5], [2, 2, 3, 3]),
    ("portuguese", "LN"): ([1, 2, 3, 4], [0, 1, 1, 2]),
    ("portuguese", "LT"): ([2, 3, 4, 5, 6], [1, 2, 2, 3, 3]),
}
"""The dice with 1, 2, 3 ... blocks, standing and moved."""

STANDING, MOVED = "+4 CCN-8.4.1", "+2 CCN-8.4.2"
PICKED, STEADY = "+1 CCN-8.4.4", "+1 CCN-8.4.5"

GUNS = {
    ("FA", 3): {2: 3, 3: 2, 4: 1, 5: 1},
    ("FA", 2): {2: 3, 3: 2, 4: 1, 5: 1},
    ("FA", 1): {2: 2, 3: 1, 4: 1, 5: 1},
    ("GFA", 3): {2: 3, 3: 2, 4: 1, 5: 1},
    ("GFA", 2): {2: 3, 3: 2, 4: 1, 5: 1},
    ("GFA", 1): {2: 2, 3: 1, 4: 1, 5: 1},
    ("HA", 3): {2: 2, 3: 1, 4: 1},
    ("HA", 2): {2: 2, 3: 1, 4: 1},
    ("HA", 1): {2: 1, 3: 1, 4: 1},
}
"""The dice of a battery with so many blocks, by distance."""
LONGER = {2: 3, 3: 2, 4: 2, 5: 1}
OTHER_GUNS = {**GUNS} | {(code, blocks): LONGER for code in ("FA", "GFA") for blocks in (2, 3)}
"""The same by the other table: two dice at four hexes."""


def shot(
    nation: str,
    code: str,
    distance: int = 2,
    options: dict[str, Any] | None = None,
    **more: Any,  # noqa: ANN401 - fields of the unit, terrain and card
) -> Field:
    """Let unit a stand so many hexes from the enemy b; others keep the phase from ending."""
    given = {key: more.pop(key) for key in ("terrain", "card") if key in more}
    unit = {"french": french, "british": british, "portuguese": portuguese}[nation]
    foe = british if nation == "french" else french
    side = "french" if nation == "french" else "allied"
    a = unit("a", code, "5,5", ordered=True, **more)
    b = foe("b", "LN", f"5,{5 + distance}")
    others = unit("c", "LN", "1,1", ordered=True), foe("d", "LN", "1,3")
    return field(a, b, *others, to_move=side, options=options, **given)


@covers("CCN-8.4.1", "CCN-8.4.2", "CCN-8.4.4", "CCN-8.4.5")
@pytest.mark.parametrize(("nation", "code"), INFANTRY)
def test_infantry_fires_with_these_dice(nation: str, code: str) -> None:
    standing, moved = INFANTRY[nation, code]
    for blocks, dice in enumerate(standing, 1):
        assert reckoned(shot(nation, code, blocks=blocks), "a", "b", "fire").total == dice
    for blocks, dice in enumerate(moved, 1):
        assert reckoned(shot(nation, code, blocks=blocks, moved=1), "a", "b", "fire").total == dice


@covers("CCN-8.4.1", "CCN-8.4.4", "CCN-8.4.5")
@pytest.mark.parametrize(("nation", "code", "expected"), [
    ("french", "LN", [STANDING]),
    ("french", "MI", [STANDING]),
    ("french", "LT", [STANDING, PICKED]),
    ("french", "GR", [STANDING, PICKED]),
    ("french", "OG", [STANDING, PICKED]),
    ("french", "YG", [STANDING, PICKED]),
    ("british", "LN", [STANDING, STEADY]),
    ("british", "LT", [STANDING, PICKED]),
    ("british", "GG", [STANDING, PICKED]),
    ("british", "GR", [STANDING, PICKED]),
    ("british", "RL", ["+3 CCN-8.4.1", PICKED]),
    ("portuguese", "LN", [STANDING]),
    ("portuguese", "LT", [STANDING, PICKED]),
])  # fmt: skip
def test_standing_infantry_fires_line_by_line(nation: str, code: str, expected: list[str]) -> None:
    blocks = 3 if code == "RL" else 4
    assert lines(shot(nation, code, blocks=blocks), "a", "b", "fire") == expected


@covers("CCN-8.4.2", "CCN-8.4.4", "CCN-8.4.5")
@pytest.mark.parametrize(("nation", "code", "expected"), [
    ("french", "LN", [MOVED]),
    ("french", "MI", [MOVED]),
    ("french", "LT", [MOVED, PICKED]),
    ("french", "GR", [MOVED, PICKED]),
    ("french", "OG", [MOVED, PICKED]),
    ("french", "YG", [MOVED, PICKED]),
    ("british", "LN", [MOVED]),
    ("british", "LT", [MOVED, PICKED]),
    ("british", "GG", [MOVED, PICKED]),
    ("british", "GR", [MOVED, PICKED]),
    ("british", "RL", [MOVED, PICKED]),
    ("portuguese", "LN", ["+1 CCN-8.4.2"]),
    ("portuguese", "LT", ["+1 CCN-8.4.2", PICKED]),
])  # fmt: skip
def test_moved_infantry_of_three_blocks_fires_line_by_line(
    nation: str, code: str, expected: list[str]
) -> None:
    assert lines(shot(nation, code, blocks=3, moved=1), "a", "b", "fire") == expected


@covers("CCN-8.4.2")
def test_one_block_of_portuguese_line_that_moved_has_no_dice() -> None:
    assert lines(shot("portuguese", "LN", blocks=1, moved=1), "a", "b", "fire") == ["+0 CCN-8.4.2"]


@covers("CCN-8.4.4")
def test_the_young_guard_is_light_and_guard_and_still_gets_one_die_only() -> None:
    assert lines(shot("french", "YG"), "a", "b", "fire") == [STANDING, PICKED]


@covers("CCN-8.4.7")
@pytest.mark.parametrize(("code", "blocks"), GUNS)
def test_standing_batteries_fire_by_their_table(code: str, blocks: int) -> None:
    for distance, dice in GUNS[code, blocks].items():
        battle = shot("french", code, distance, blocks=blocks)
        assert lines(battle, "a", "b", "fire") == [f"+{dice} CCN-8.4.7"]


@covers("CCN-8.4.7")
@pytest.mark.parametrize(("nation", "code"), [("british", "FA"), ("portuguese", "FA")])
def test_foot_batteries_of_the_allies_fire_like_french_ones(nation: str, code: str) -> None:
    for distance, dice in GUNS["FA", 3].items():
        assert reckoned(shot(nation, code, distance), "a", "b", "fire").total == dice


@covers("CCN-8.4.7")
def test_british_horse_batteries_fire_like_french_ones() -> None:
    for distance, dice in GUNS["HA", 3].items():
        assert reckoned(shot("british", "HA", distance), "a", "b", "fire").total == dice


@covers("CCN-8.4.8")
@pytest.mark.parametrize("blocks", [2, 3])
def test_a_horse_battery_that_moved_one_hex_fires_normally_at_two_and_three(blocks: int) -> None:
    for distance, dice in ((2, 2), (3, 1)):
        battle = shot("french", "HA", distance, blocks=blocks, moved=1)
        assert lines(battle, "a", "b", "fire") == [f"+{dice} CCN-8.4.7"]
        assert "CCN-8.4.8" in cited(lambda: reckoned(battle, "a", "b", "fire"))  # noqa: B023


@covers("CCN-8.4.8")
def test_the_rule_of_moved_horse_batteries_is_told_of_those_only() -> None:
    standing = shot("french", "HA")
    assert "CCN-8.4.8" not in cited(lambda: reckoned(standing, "a", "b", "fire"))
    near = shot("french", "HA", 1, moved=1)
    assert "CCN-8.4.8" not in cited(lambda: reckoned(near, "a", "b", "melee"))


@covers("CCN-A2", "CCN-21.4")
@pytest.mark.parametrize(("code", "blocks"), OTHER_GUNS)
def test_batteries_can_fire_by_the_other_table(code: str, blocks: int) -> None:
    for distance, dice in OTHER_GUNS[code, blocks].items():
        battle = shot("french", code, distance, {"artillery_table": "variant_b"}, blocks=blocks)
        assert lines(battle, "a", "b", "fire") == [f"+{dice} CCN-21.4"]


@covers("CCN-A1", "CCN-21.2")
def test_french_grenadiers_lose_their_die_where_the_older_card_is_followed() -> None:
    older: dict[str, Any] = {"grenadier_fire_bonus": False}
    assert lines(shot("french", "GR", options=older), "a", "b", "fire") == [STANDING]
    for nation, code in (("british", "GR"), ("french", "OG"), ("french", "YG"), ("french", "LT")):
        battle = shot(nation, code, options=older)
        assert lines(battle, "a", "b", "fire") == [STANDING, PICKED]


@covers("CCN-A1", "CCN-21.2")
def test_only_french_grenadiers_are_told_of_the_older_card() -> None:
    for nation, code, told in (("french", "GR", True), ("british", "GR", False)):
        battle = shot(nation, code)
        heard = cited(lambda: reckoned(battle, "a", "b", "fire"))  # noqa: B023
        assert {"CCN-A1", "CCN-21.2"} <= heard or not told
        assert told or not {"CCN-A1", "CCN-21.2"} & heard


@covers("CCN-A14")
def test_rifles_that_moved_can_be_rounded_down() -> None:
    down: dict[str, Any] = {"rifle_rounding": "down"}
    for blocks, up_dice, down_dice in ((3, 3, 2), (2, 2, 2), (1, 2, 1)):
        up = shot("british", "RL", blocks=blocks, moved=1)
        assert reckoned(up, "a", "b", "fire").total == up_dice
        battle = shot("british", "RL", options=down, blocks=blocks, moved=1)
        assert reckoned(battle, "a", "b", "fire").total == down_dice
    line = shot("british", "LN", options=down, blocks=3, moved=1)
    assert lines(line, "a", "b", "fire") == [MOVED]


@covers("CCN-A32")
@pytest.mark.parametrize("distance", [2, 3, 4, 5])
def test_a_guard_battery_can_be_given_a_die_in_fire(distance: int) -> None:
    more: dict[str, Any] = {"guard_artillery_fire_bonus": True}
    dice = GUNS["GFA", 3][distance]
    guard = shot("french", "GFA", distance, more)
    assert lines(guard, "a", "b", "fire") == [f"+{dice} CCN-8.4.7", "+1 CCN-A32"]
    foot = shot("french", "FA", distance, more)
    assert lines(foot, "a", "b", "fire") == [f"+{dice} CCN-8.4.7"]
    old_guard = shot("french", "OG", 2, more)
    assert lines(old_guard, "a", "b", "fire") == [STANDING, PICKED]


@covers("CCN-8.4.10", "CCN-8.4.11", "CCN-7.10")
def test_a_square_fires_with_one_die_whatever_type_and_card_add() -> None:
    battle = shot("french", "LT", square=True, card="elan")
    expected = [STANDING, PICKED, "+1 CCN-17.4.5.5", "<=1 CCN-14.3.1"]
    assert lines(battle, "a", "b", "fire") == expected
    assert "CCN-8.4.10" in cited(lambda: reckoned(battle, "a", "b", "fire"))


@covers("CCN-8.4.10")
def test_the_square_of_the_target_does_not_cut_the_fire_at_it() -> None:
    battle = field(french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,7", square=True))
    assert lines(battle, "a", "b", "fire") == [STANDING]
    assert "CCN-8.4.10" not in cited(lambda: reckoned(battle, "a", "b", "fire"))


@covers("CCN-8.4.11", "CCN-7.10")
def test_card_dice_come_before_terrain() -> None:
    battle = shot("french", "GFA", card="bombard", terrain={"forest": ["5,5", "5,7"]})
    expected = ["+3 CCN-8.4.7", "+3 CCN-17.4.2.3", "-1 CCN-16.2.4", "-1 CCN-16.2.5"]
    assert lines(battle, "a", "b", "fire") == expected


@covers("CCN-8.4.11", "CCN-9.2.15")
def test_the_rule_that_adds_cards_and_terrain_is_told_where_there_are_any() -> None:
    def told(manner: Manner, **more: Any) -> set[str]:  # noqa: ANN401 - card or terrain
        battle = shot("french", "LT", **more)
        heard = cited(lambda: reckoned(battle, "a", "b", manner))
        return heard & {"CCN-8.4.11", "CCN-9.2.15"}

    assert told("fire") == told("melee") == set()
    for more in ({"card": "elan"}, {"terrain": {"forest": ["5,7"]}}):
        assert told("fire", **more) == {"CCN-8.4.11"}
        assert told("melee", **more) == {"CCN-9.2.15"}


@covers("CCN-7.10")
def test_terrain_leaves_no_fewer_than_no_dice() -> None:
    battle = shot("french", "LN", blocks=1, terrain={"building": ["5,7"]})
    expected = ["+1 CCN-8.4.1", "-2 CCN-16.5.4", ">=0 CCN-7.10"]
    assert lines(battle, "a", "b", "fire") == expected


@covers("CCN-7.10")
def test_terrain_comes_after_the_square_is_cut_to_one_die() -> None:
    battle = shot("french", "LT", square=True, terrain={"forest": ["5,7"]})
    ledger = reckoned(battle, "a", "b", "fire")
    assert ledger.explain() == [STANDING, PICKED, "<=1 CCN-14.3.1", "-1 CCN-16.2.4"]
    assert ledger.total == 0


@covers("CCN-21.3")
def test_only_the_worse_ground_counts_in_fire_if_so_read() -> None:
    read_so: dict[str, Any] = {"terrain_reductions_cumulative": False}
    ford = shot("french", "LN", options=read_so, terrain={"shallow_river": ["5,5", "5,7"]})
    assert lines(ford, "a", "b", "fire") == [STANDING, "-1 CCN-16.7.6"]
    battle = shot("french", "FA", options=read_so, terrain={"forest": ["5,5", "5,7"]})
    ledger = reckoned(battle, "a", "b", "fire")
    assert ledger.total == 2
    assert ledger.explain_all() == ["+3 CCN-8.4.7", "-1 CCN-16.2.4", "(-1 CCN-16.2.5)"]


def test_the_lines_of_terrain_name_the_ground_they_come_from() -> None:
    def words(a: str, b: str, **given: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - the ground
        units = french("a", "HC", a, ordered=True), british("b", "LN", b)
        far = french("c", "LN", "9,1", ordered=True), british("d", "LN", "9,3")
        ledger = reckoned(field(*units, *far, **given), "a", "b", "melee")
        found = [one.message for one in ledger.lines if one.stage == "terrain"]
        named = [(one.id, one.args["terrain"]) for one in found]
        return [(text, str(getattr(ground, "id", ground))) for text, ground in named]

    into, out = "ccn.dice.into", "ccn.dice.out"
    both = {"forest": ["5,5"], "building": ["4,5"]}
    assert words("5,5", "4,5", terrain=both) == [
        (into, "ccn.terrain.building"), (out, "ccn.terrain.forest")
    ]  # fmt: skip
    works = [{"at": "4,5", "owner": "allied"}, {"at": "5,5", "owner": "french"}]
    assert words("5,5", "4,5", works=works) == [
        (into, "ccn.terrain.field_works"), (out, "ccn.terrain.field_works")
    ]  # fmt: skip
    assert words("5,5", "4,5", works=works, terrain={"building": ["4,5"]}) == [
        (into, "ccn.terrain.building"), (out, "ccn.terrain.field_works")
    ]  # fmt: skip


@covers("CCN-7.8")
def test_base_dice_are_the_blocks_of_units_that_are_no_battery() -> None:
    standing, battery = shot("french", "LN"), shot("french", "FA")
    assert "CCN-7.8" in cited(lambda: reckoned(standing, "a", "b", "fire"))
    assert "CCN-7.8" not in cited(lambda: reckoned(battery, "a", "b", "fire"))


def test_what_the_nations_cards_say_is_told_where_it_counts() -> None:
    def told(nation: str, code: str, card: str = "", moved: int = 0) -> set[str]:
        battle = shot(nation, code, card=card, moved=moved)
        heard = cited(lambda: reckoned(battle, "a", "b", "fire"))
        return heard & {"CCN-19.2", "CCN-19.4", "CCN-19.5", "CCN-17.4.8.5"}

    assert told("french", "LN") == set()
    assert told("french", "LN", moved=1) == {"CCN-19.2"}
    assert told("british", "LN") == {"CCN-19.4"}
    assert told("french", "LT") == {"CCN-19.5"}
    assert told("french", "OG") == set()
    assert told("french", "LN", moved=1, card="force_march") == {"CCN-19.2", "CCN-17.4.8.5"}
    assert told("french", "LN", card="force_march") == set()


@covers("CCN-21.7")
def test_fire_at_a_lone_leader_is_reckoned_like_fire_at_a_unit() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        leaders=[leader("hill", "allied", "5,7")],
        terrain={"forest": ["5,7"]},
        options={"lone_leader_can_be_shot": True},
    )
    assert lines(battle, "a", "hill", "fire") == [STANDING, "-1 CCN-16.2.4"]


@covers("CCN-7.10")
def test_the_stages_of_the_dice_stand_in_the_order_of_the_rules() -> None:
    fire = [(stage.name, stage.op) for stage in FIRE.stages]
    assert fire == [
        ("base", "add"),
        ("type", "add"),
        ("card", "add"),
        ("square", "cap"),
        ("terrain", "add"),
        ("least", "floor"),
    ]
    assert [(stage.name, stage.op) for stage in MELEE.stages] == [*fire, ("combined", "add")]
    assert (FIRE.id, FIRE.rule, MELEE.id, MELEE.rule) == (
        "ccn.fire_dice", "CCN-7.10", "ccn.melee_dice", "CCN-7.10"
    )  # fmt: skip


def test_the_default_readings_are_those_of_the_rulebook() -> None:
    options = CcnOptions()
    assert (options.grenadier_fire_bonus, options.artillery_table) == (True, "default")
    assert (options.rifle_rounding, options.guard_artillery_fire_bonus) == ("up", False)
