"""Artillery that adds its dice to a melee. CCN-15."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ccn.field import FRENCH, Field, british, cell, field, french, leader
from tests.games.ccn.fights import (
    BACK,
    END,
    NO,
    NO_STRIKES,
    STRIKE,
    cited,
    fire,
    lines,
    melee,
    reckoned,
    request,
    rolled_lines,
    targets,
    why,
)
from walstatt.games.ccn.announcing import melee_choice
from walstatt.games.ccn.combined_arms import batteries, gun_ledger, joining, may_join, reaches
from walstatt.games.ccn.morale import Retreat
from walstatt.games.ccn.reactions import Retire
from walstatt.games.ccn.world import unit_name
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Target
from walstatt.workshop.covers import covers

A, B, G = UnitId("a"), UnitId("b"), UnitId("g")


def gun(at: str = "7,6", code: str = "FA", **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Write an ordered French battery; at 7,6 it looks at 5,7 from two hexes."""
    return french("g", code, at, **{"ordered": True, **more})


def joint(*more: dict[str, Any], mine: str = "LN", theirs: str = "LN", **given: Any) -> Field:  # noqa: ANN401
    """Let French a stand next to British b at 5,7, with these batteries and others."""
    a = {"ordered": True, **given.pop("a", {})}
    b = given.pop("b", {})
    units = french("a", mine, "5,6", **a), british("b", theirs, "5,7", **b)
    quiet = {} if "hands" in given else NO_STRIKES
    return field(*units, *more, **quiet, **given)


def melees(battle: Field) -> set[str]:
    return {one for one in targets(battle) if one.startswith("m a")}


# -- who may join ---------------------------------------------------------------------------------


@covers("CCN-15.1", "CCN-15.2")
def test_an_ordered_battery_within_range_may_join() -> None:
    battle = joint(gun())
    assert melees(battle) == {"m a b", "m a b g"}
    assert why(battle, melee("a", "b", "g")) == []


@covers("CCN-15.1")
@pytest.mark.parametrize(("mine", "joins"), [
    ("LN", True), ("OG", True), ("LC", True), ("GHC", True), ("FA", False), ("HA", False),
])  # fmt: skip
def test_batteries_join_infantry_and_cavalry_but_not_batteries(mine: str, joins: bool) -> None:
    battle = joint(gun(), mine=mine)
    assert ("m a b g" in melees(battle)) == joins
    assert why(battle, melee("a", "b", "g")) == [("CCN-15.1", "ccn.no.guns_alone")] * (not joins)


@covers("CCN-15.1")
@pytest.mark.parametrize("code", ["LN", "LC"])
def test_only_batteries_join(code: str) -> None:
    battle = joint(gun(code=code))
    assert melees(battle) == {"m a b"}
    assert why(battle, melee("a", "b", "g")) == [("CCN-15.1", "ccn.no.gun_not_free")]


@covers("CCN-15.1", "CCN-15.20", "CCN-15.15")
@pytest.mark.parametrize("more", [{"ordered": False}, {"fought": True}, {"moved": 1}])
def test_a_battery_that_is_not_free_does_not_join(more: dict[str, Any]) -> None:
    battle = joint(gun(**more))
    assert melees(battle) == {"m a b"}
    assert why(battle, melee("a", "b", "g")) == [("CCN-15.1", "ccn.no.gun_not_free")]
    assert not may_join(battle.ctx, G)
    assert batteries(battle.ctx, FRENCH) == []


@covers("CCN-15.15", "CCN-15.20")
def test_the_rule_that_keeps_a_battery_from_joining_is_told() -> None:
    def told(**more: Any) -> set[str]:  # noqa: ANN401 - fields of the battery
        battle = joint(gun(**more))
        return cited(lambda: may_join(battle.ctx, G)) & {"CCN-15.15", "CCN-15.20"}

    assert told() == set()
    assert told(moved=1) == {"CCN-15.15"}
    assert told(fought=True) == {"CCN-15.20"}
    assert told(ordered=False, fought=True) == set()


@covers("CCN-15.15")
@pytest.mark.parametrize(("code", "more", "joins"), [
    ("FA", {}, True), ("FA", {"moved": 1}, False), ("GFA", {"moved": 1}, False),
    ("HA", {"moved": 1}, True), ("HA", {"moved": 2}, False), ("HA", {"blocks": 1}, True),
    ("HA", {"moved": 1, "blocks": 2}, True), ("HA", {"moved": 1, "blocks": 1}, False),
])  # fmt: skip
def test_batteries_join_as_far_as_their_move_lets_them_fight(
    code: str, more: dict[str, Any], joins: bool
) -> None:
    assert ("m a b g" in melees(joint(gun(code=code, **more)))) == joins


@covers("CCN-15.15", "CCN-8.2.6", "CCN-15.3")
@pytest.mark.parametrize(("code", "at", "moved", "joins"), [
    ("FA", "5,2", 0, True), ("FA", "5,1", 0, False),
    ("HA", "5,3", 0, True), ("HA", "5,2", 0, False),
    ("HA", "5,4", 1, True), ("HA", "5,3", 1, False),
])  # fmt: skip
def test_a_battery_joins_within_its_range(code: str, at: str, moved: int, joins: bool) -> None:
    units = french("a", "LN", "6,6", ordered=True), british("b", "LN", "5,7")
    battle = field(*units, gun(at, code, moved=moved), **NO_STRIKES)
    assert ("m a b g" in melees(battle)) == joins
    assert why(battle, melee("a", "b", "g")) == [("CCN-15.3", "ccn.no.gun_reach")] * (not joins)


@covers("CCN-15.1")
def test_only_batteries_of_ones_own_that_are_there_join_and_each_once() -> None:
    battle = joint(gun(), british("h", "FA", "1,1", ordered=True))
    for guns in (("h",), ("nobody",), ("a",), ("b",), ("g", "g")):
        assert why(battle, melee("a", "b", *guns)) == [("CCN-15.1", "ccn.no.gun")]
    assert batteries(battle.ctx, FRENCH) == [G]


@covers("CCN-15.1", "CCN-15.3")
def test_every_battery_is_refused_for_its_own_reason() -> None:
    far = french("f", "FA", "9,13", ordered=True)
    battle = joint(gun(), far)
    assert why(battle, melee("a", "b", "g", "f", "nobody", "g")) == [
        ("CCN-15.3", "ccn.no.gun_reach"),
        ("CCN-15.1", "ccn.no.gun"),
        ("CCN-15.1", "ccn.no.gun"),
    ]


@covers("CCN-15.1")
def test_several_batteries_may_join_in_every_choice() -> None:
    second = french("h", "HA", "6,8", ordered=True)
    assert melees(joint(gun(), second)) == {"m a b", "m a b g", "m a b h", "m a b g h"}


@covers("CCN-15.19")
def test_no_battery_joins_against_a_lone_leader() -> None:
    units = french("a", "LN", "5,6", ordered=True), gun()
    battle = field(*units, leaders=[leader("hill", "allied", "5,7")], **NO_STRIKES)
    assert melees(battle) == {"m a hill"}
    assert why(battle, melee("a", "hill", "g")) == [("CCN-15.19", "ccn.no.guns_at_leader")]
    assert joining(battle.ctx, [G], UnitId("hill")) == [()]
    assert "CCN-15.19" in cited(lambda: joining(battle.ctx, [G], UnitId("hill")))
    assert "CCN-15.19" not in cited(lambda: joining(battle.ctx, [], UnitId("hill")))


@covers("CCN-15.19", "CCN-15.1")
def test_a_battery_that_attacks_a_leader_with_another_is_refused_for_both() -> None:
    units = french("a", "FA", "5,6", ordered=True), gun()
    battle = field(*units, leaders=[leader("hill", "allied", "5,7")], **NO_STRIKES)
    assert why(battle, melee("a", "hill", "g")) == [
        ("CCN-15.1", "ccn.no.guns_alone"),
        ("CCN-15.19", "ccn.no.guns_at_leader"),
    ]


# -- sight ----------------------------------------------------------------------------------------


@covers("CCN-15.3")
def test_a_battery_must_see_the_target() -> None:
    battle = joint(gun(), terrain={"forest": ["6,6"]})
    assert melees(battle) == {"m a b"}
    assert why(battle, melee("a", "b", "g")) == [("CCN-15.3", "ccn.no.gun_reach")]


@covers("CCN-15.4", "CCN-16.3.6")
@pytest.mark.parametrize("terrain", ["clear", "hill"])
def test_a_battery_on_a_hill_does_not_join_over_a_friend(terrain: str) -> None:
    friend = french("f", "LN", "6,6", ordered=True)
    battle = joint(gun(), friend, terrain={terrain: ["7,6"]})
    assert "m a b g" not in melees(battle)
    assert ("f g b" in targets(battle)) == (terrain == "hill")
    heard = cited(lambda: reaches(battle.ctx, G, B))
    assert ("CCN-16.3.6" in heard) == (terrain == "hill")


@covers("CCN-15.4")
def test_the_attacker_itself_may_stand_in_the_way() -> None:
    units = french("a", "LN", "6,6", ordered=True), british("b", "LN", "5,7")
    battle = field(*units, gun(), terrain={"hill": ["7,6"]}, **NO_STRIKES)
    assert melees(battle) == {"m a b"}
    aside = field(french("a", "LN", "5,6", ordered=True), units[1], gun(), **NO_STRIKES)
    assert melees(aside) == {"m a b", "m a b g"}


@covers("CCN-15.3", "CCN-8.3.6")
def test_an_adjacent_battery_needs_no_line() -> None:
    battle = joint(gun("6,6"), terrain={"forest": ["5,7", "6,6"]})
    assert "m a b g" in melees(battle)
    assert "CCN-8.3.6" in cited(lambda: reaches(battle.ctx, G, B))


@covers("CCN-15.16", "CCN-A13")
def test_a_battery_next_to_another_enemy_does_not_join_from_afar() -> None:
    near = british("c", "LN", "7,5")
    battle = joint(gun(), near)
    assert "m a b g" not in melees(battle)
    assert why(battle, melee("a", "b", "g")) == [("CCN-15.16", "ccn.no.engaged")]
    other: dict[str, Any] = {"combined_arms_past_adjacent": True}
    assert "m a b g" in melees(joint(gun(), near, options=other))


@covers("CCN-15.16")
def test_a_battery_next_to_the_target_joins_whoever_else_is_near() -> None:
    battle = joint(gun("6,6"), british("c", "LN", "7,6"))
    assert "m a b g" in melees(battle)


@covers("CCN-15.16", "CCN-A18")
def test_a_lone_leader_next_to_a_battery_hinders_it_only_if_so_read() -> None:
    leaders = [leader("hill", "allied", "7,5")]
    assert "m a b g" in melees(joint(gun(), leaders=leaders))
    pins = joint(gun(), leaders=leaders, options={"lone_leader_pins": True})
    assert "m a b g" not in melees(pins)


@covers("CCN-17.4.9.3")
def test_under_the_cold_steel_only_adjacent_batteries_join() -> None:
    assert "m a b g" not in melees(joint(gun(), card="cold_steel"))
    assert "m a b g" in melees(joint(gun("6,6"), card="cold_steel"))


# -- dice -----------------------------------------------------------------------------------------


@covers("CCN-15.5", "CCN-15.6")
@pytest.mark.parametrize(("code", "at", "dice"), [
    ("FA", "6,6", 4), ("FA", "7,6", 3), ("FA", "8,6", 2), ("FA", "5,11", 1), ("FA", "5,12", 1),
    ("HA", "6,6", 3), ("HA", "7,6", 2), ("HA", "8,6", 1), ("HA", "5,11", 1),
    ("GFA", "6,6", 5), ("GFA", "7,6", 3),
])  # fmt: skip
def test_a_battery_adds_its_melee_dice_or_those_of_its_range(code: str, at: str, dice: int) -> None:
    battle = joint(gun(at, code))
    expected = ["+4 CCN-9.2.1", "+1 CCN-9.2.5", f"+{dice} CCN-15.5"]
    assert lines(battle, "a", "b", "melee", "g") == expected
    assert reckoned(battle, "a", "b", "melee", "g").total == 5 + dice


@covers("CCN-15.5")
def test_each_battery_reckons_with_its_own_terrain_and_is_shown_in_full() -> None:
    second = french("h", "HA", "6,7", ordered=True)
    terrain = {"forest": ["5,7", "7,6"]}
    ledger = reckoned(joint(gun(), second, terrain=terrain), "a", "b", "melee", "g", "h")
    assert ledger.explain() == [
        "+4 CCN-9.2.1", "+1 CCN-9.2.5", "-1 CCN-16.2.4", "+1 CCN-15.5", "+2 CCN-15.5"
    ]  # fmt: skip
    assert ledger.total == 7
    first_gun, second_gun = ledger.lines[-2:]
    assert first_gun.parts[0].explain() == ["+3 CCN-8.4.7", "-1 CCN-16.2.4", "-1 CCN-16.2.5"]
    assert second_gun.parts[0].explain() == ["+3 CCN-9.2.10", "-1 CCN-16.2.4"]
    assert (first_gun.stage, first_gun.message.id) == ("combined", "ccn.melee_dice.guns")


@covers("CCN-15.9", "CCN-7.11")
def test_a_unit_without_dice_may_attack_if_its_guns_have_some() -> None:
    battle = joint(gun(), mine="LC", a={"blocks": 3}, terrain={"building": ["5,7"]})
    assert melees(battle) == {"m a b g"}
    assert why(battle, melee("a", "b")) == [("CCN-7.11", "ccn.no.no_dice")]
    battle.do(melee("a", "b", "g"))
    assert rolled_lines(battle) == ["+3 CCN-9.2.6", "-3 CCN-16.5.4", "+2 CCN-15.5"]
    assert battle.dice() == 2


@covers("CCN-15.9")
def test_the_rule_of_guns_alone_is_told_when_the_unit_has_no_dice() -> None:
    none = joint(gun(), mine="LC", a={"blocks": 3}, terrain={"building": ["5,7"]})
    assert "CCN-15.9" in cited(lambda: lines(none, "a", "b", "melee", "g"))
    some = joint(gun())
    assert "CCN-15.9" not in cited(lambda: lines(some, "a", "b", "melee", "g"))


@covers("CCN-15.18")
def test_every_unit_adds_its_own_card_dice() -> None:
    elan = joint(gun(), card="elan")
    assert lines(elan, "a", "b", "melee", "g") == [
        "+4 CCN-9.2.1", "+1 CCN-9.2.5", "+1 CCN-17.4.5.5", "+4 CCN-15.5"
    ]  # fmt: skip
    charge = joint(gun(code="HA"), mine="HC", card="cavalry_charge")
    assert lines(charge, "a", "b", "melee", "g") == [
        "+4 CCN-9.2.6", "+1 CCN-9.2.7", "+1 CCN-17.4.3.2", "+2 CCN-15.5"
    ]  # fmt: skip
    assert "CCN-15.18" in cited(lambda: gun_ledger(elan.ctx, G, B, bonus=False))
    assert "CCN-15.18" not in cited(lambda: gun_ledger(charge.ctx, G, B, bonus=False))


@covers("CCN-14.3.3", "CCN-7.10")
def test_the_guns_of_a_square_come_on_top_of_its_one_die() -> None:
    battle = joint(gun(), a={"square": True})
    expected = ["+4 CCN-9.2.1", "+1 CCN-9.2.5", "<=1 CCN-14.3.1", "+3 CCN-15.5"]
    assert lines(battle, "a", "b", "melee", "g") == expected
    assert reckoned(battle, "a", "b", "melee", "g").total == 4


# -- what happens ---------------------------------------------------------------------------------


@covers("CCN-15.10", "CCN-15.20")
def test_batteries_that_joined_have_fought() -> None:
    other = french("c", "LN", "4,6", ordered=True)
    battle = joint(gun(), other)
    assert "CCN-15.10" in cited(lambda: battle.do(melee("a", "b", "g")))
    assert battle.unit("g").fought
    battle.roll(*["ART"] * 8).do(NO)
    assert targets(battle) == {"m c b"}
    assert why(battle, fire("g", "b")) == [("CCN-7.7", "ccn.no.fought")]
    assert why(battle, melee("c", "b", "g")) == [("CCN-15.1", "ccn.no.gun_not_free")]


@covers("CCN-15.7")
def test_the_sabers_of_distant_guns_hit() -> None:
    battle = joint(gun()).do(melee("a", "b", "g"))
    heard = cited(lambda: battle.roll("SABER", "SABER", "SABER", *["ART"] * 5))
    assert battle.unit("b").blocks == 1
    assert "CCN-15.7" in heard
    assert "CCN-15.8" not in heard


@covers("CCN-15.8")
def test_the_sabers_of_guns_that_join_militia_do_not_hit() -> None:
    battle = joint(gun(), mine="MI").do(melee("a", "b", "g"))
    heard = cited(lambda: battle.roll("SABER", "SABER", "SABER", *["ART"] * 4))
    assert battle.unit("b").blocks == 4
    assert "CCN-15.8" in heard
    assert "CCN-15.7" not in heard


@covers("CCN-15.11")
def test_the_target_battles_back_at_the_unit_only() -> None:
    battle = joint(gun()).do(melee("a", "b", "g"))
    assert "CCN-15.11" in cited(lambda: battle.roll(*["ART"] * 8))
    battle.do(BACK).roll("INF", "INF", "ART", "ART")
    assert (battle.unit("a").blocks, battle.unit("g").blocks) == (2, 3)
    alone = joint(gun()).do(melee("a", "b"))
    assert "CCN-15.11" not in cited(lambda: alone.roll(*["ART"] * 5))


@covers("CCN-15.12", "CCN-14.2.2")
def test_guns_are_lost_when_a_square_drives_the_cavalry_off() -> None:
    battle = joint(gun(), mine="LC", b={"square": True}).do(melee("a", "b", "g"))
    battle.roll("FLAG")
    heard = cited(lambda: battle.do(Retreat(A, (cell("6,5"),))))
    assert "CCN-15.12" in heard
    assert battle.options() == [END]
    assert battle.unit("g").fought
    assert battle.unit("b").blocks == 4


@covers("CCN-14.3.4", "CCN-15.5")
def test_guns_join_cavalry_that_a_square_did_not_drive_off() -> None:
    battle = joint(gun(), mine="LC", b={"square": True}).do(melee("a", "b", "g"))
    battle.roll("ART")
    assert rolled_lines(battle) == ["+4 CCN-9.2.6", "<=1 CCN-14.3.4", "+3 CCN-15.5"]


@covers("CCN-15.13")
def test_guns_are_lost_when_first_strike_drives_the_attacker_off() -> None:
    hands = {"allied": ["first_strike"]}
    battle = joint(gun(), hands=hands).do(melee("a", "b", "g")).do(STRIKE)
    battle.roll("FLAG", "ART", "ART", "ART")
    heard = cited(lambda: battle.do(Retreat(A, (cell("6,5"),))))
    assert "CCN-15.13" in heard
    assert battle.options() == [END]
    assert battle.unit("g").fought
    alone = joint(gun(), hands=hands).do(melee("a", "b")).do(STRIKE)
    alone.roll("FLAG", "ART", "ART", "ART")
    assert "CCN-15.13" not in cited(lambda: alone.do(Retreat(A, (cell("6,5"),))))


@covers("CCN-15.13")
def test_guns_still_join_after_a_first_strike_that_missed() -> None:
    battle = joint(gun(), hands={"allied": ["first_strike"]}).do(melee("a", "b", "g")).do(STRIKE)
    battle.roll("ART", "ART", "ART", "ART")
    assert battle.dice() == 8


@covers("CCN-15.14", "CCN-13.6")
def test_guns_shoot_at_cavalry_that_retires() -> None:
    battle = joint(gun(), theirs="LC").do(melee("a", "b", "g"))
    assert "CCN-15.14" in cited(lambda: battle.do(Retire()))
    assert battle.dice() == 7
    heard = cited(lambda: battle.roll("CAV", "CAV", "SABER", "SABER", "FLAG", "INF", "ART"))
    assert battle.unit("b").blocks == 1
    assert not heard & {"CCN-15.7", "CCN-9.3.2", "CCN-9.3.5"}
    alone = joint(gun(), theirs="LC").do(melee("a", "b"))
    assert "CCN-15.14" not in cited(lambda: alone.do(Retire()))


@covers("CCN-15.17")
def test_guns_stay_when_the_attack_advances() -> None:
    battle = joint(gun("6,6"), b={"blocks": 1}).do(melee("a", "b", "g"))
    heard = cited(lambda: battle.roll("INF", *["ART"] * 8))
    assert "CCN-15.17" in heard
    battle.do(battle.options()[1])
    assert (battle.at("a"), battle.at("g")) == ("5,7", "6,6")
    alone = joint(b={"blocks": 1}).do(melee("a", "b"))
    assert "CCN-15.17" not in cited(lambda: alone.roll("INF", *["ART"] * 4))


def test_a_melee_with_guns_is_shown_with_their_hexes() -> None:
    second = french("h", "HA", "6,8", ordered=True)
    battle = joint(gun(), second)
    choice = melee_choice(battle.ctx, melee("a", "b", "g", "h"))
    unit, target = unit_name(battle.ctx, A), unit_name(battle.ctx, B)
    words = say("ccn.do.melee_with_guns", unit=unit, target=target, guns="7,6 + 6,8")
    assert (choice.label, choice.target, choice.rolls) == (words, Target("piece", "b"), True)


def test_the_preview_of_a_melee_with_guns_has_all_dice() -> None:
    battle = joint(gun())
    preview = battle.decision().preview(battle.ctx, melee("a", "b", "g"))
    assert preview.ledgers[0].total == 8
    assert request(battle.do(melee("a", "b", "g"))).count == 8


def test_what_is_offered_with_guns_is_what_is_allowed() -> None:
    others = [french("h", "HA", "6,8", ordered=True, moved=1), french("i", "FA", "9,13")]
    battle = joint(gun(), *others, british("c", "LC", "5,5"))
    for target in ("b", "c"):
        for guns in ((), ("g",), ("h",), ("i",), ("g", "h"), ("g", "i"), ("a",)):
            answer = melee("a", target, *guns)
            assert (not why(battle, answer)) == (answer in battle.options())
