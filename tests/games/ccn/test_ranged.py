"""Who may fire at whom: range, sight, enemies next to the firer, lone leaders. CCN-8.1, CCN-8.2."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.ccn.field import FRENCH, Field, british, cell, field, french, leader, portuguese
from tests.games.ccn.fights import END, cited, fire, melee, targets, why
from walstatt.games.ccn.content import troops
from walstatt.games.ccn.ranged import (
    fire_over,
    fire_targets,
    fire_violations,
    is_engaged,
    may_fire,
    range_of,
)
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A = UnitId("a")
HELPERS = {"french": french, "british": british, "portuguese": portuguese}

RANGES = {
    "french": {"LN": 2, "LT": 2, "GR": 2, "OG": 2, "YG": 2, "MI": 2, "FA": 5, "HA": 4, "GFA": 5},
    "british": {"LN": 2, "LT": 2, "RL": 3, "GG": 2, "GR": 2, "FA": 5, "HA": 4},
    "portuguese": {"LN": 2, "LT": 2, "FA": 5},
}


def range_of_fire(nation: str, code: str, **more: Any) -> set[int]:  # noqa: ANN401 - fields
    """List the distances at which a unit finds a target on open ground."""
    foe = british if nation == "french" else french
    found = set()
    for distance in range(1, 8):
        unit = HELPERS[nation]("a", code, "5,5", ordered=True, **more)
        far = HELPERS[nation]("z", "LN", "9,1", ordered=True), foe("y", "LN", "9,3")
        side = "french" if nation == "french" else "allied"
        battle = field(unit, foe("b", "LN", f"5,{5 + distance}"), *far, to_move=side)
        legal = not battle.decision().check(battle.ctx, fire("a", "b"))
        assert legal == ("f a b" in targets(battle))
        if legal:
            found.add(distance)
    return found


def facing(code: str = "LN", **given: Any) -> Field:  # noqa: ANN401 - fields of a position
    """Let French a stand two hexes from British b."""
    units = french("a", code, "5,5", ordered=True), british("b", "LN", "5,7")
    return field(*units, *given.pop("units", ()), **given)


# -- range ----------------------------------------------------------------------------------------


@covers("CCN-8.1.2", "CCN-8.2.1", "CCN-8.2.2", "CCN-8.2.3", "CCN-8.2.4", "CCN-8.2.5")
@pytest.mark.parametrize(
    ("nation", "code", "reach"),
    [(nation, code, reach) for nation, codes in RANGES.items() for code, reach in codes.items()],
)
def test_every_type_fires_from_two_hexes_up_to_its_range(
    nation: str, code: str, reach: int
) -> None:
    assert range_of_fire(nation, code) == set(range(2, reach + 1))


@covers("CCN-8.2.2", "CCN-8.2.3", "CCN-8.4.8")
@pytest.mark.parametrize(("nation", "code", "reach"), [
    ("french", "LN", 2), ("french", "LT", 2), ("british", "RL", 3), ("portuguese", "LT", 2),
])  # fmt: skip
def test_infantry_that_moved_keeps_its_range(nation: str, code: str, reach: int) -> None:
    assert range_of_fire(nation, code, moved=1) == set(range(2, reach + 1))


@covers("CCN-8.2.6", "CCN-8.4.8")
@pytest.mark.parametrize("nation", ["french", "british"])
def test_a_horse_battery_that_moved_does_not_fire_at_four(nation: str) -> None:
    assert range_of_fire(nation, "HA") == {2, 3, 4}
    assert range_of_fire(nation, "HA", moved=1) == {2, 3}


@covers("CCN-8.4.9", "CCN-6.2.7", "CCN-8.4.6", "CCN-8.4.3")
@pytest.mark.parametrize(("code", "more"), [
    ("HA", {"moved": 2}), ("HA", {"moved": 1, "blocks": 1}), ("FA", {"moved": 1}),
    ("GFA", {"moved": 1}), ("LT", {"moved": 2}), ("YG", {"moved": 2}),
])  # fmt: skip
def test_these_do_not_fire_after_such_a_move(code: str, more: dict[str, int]) -> None:
    assert range_of_fire("french", code, **more) == set()


@covers("CCN-8.2.6")
def test_only_a_moved_horse_battery_is_told_of_its_shorter_range() -> None:
    horse, foot = troops()["french.HA"], troops()["french.FA"]
    assert (range_of(horse, 0), range_of(horse, 1), range_of(foot, 0), range_of(foot, 1)) == (
        4, 3, 5, 5
    )  # fmt: skip
    assert "CCN-8.2.6" in cited(lambda: range_of(horse, 1))
    assert "CCN-8.2.6" not in cited(lambda: range_of(horse, 0))
    assert "CCN-8.2.6" not in cited(lambda: range_of(foot, 1))


@covers("CCN-8.1.2", "CCN-8.2.1")
def test_a_target_out_of_range_is_refused_with_the_distances() -> None:
    battle = facing("LN", units=[british("c", "LN", "5,8")])
    (refused,) = fire_violations(battle.ctx, A, UnitId("c"))
    assert (refused.rule, refused.message.id) == ("CCN-8.1.2", "ccn.no.out_of_range")
    assert (refused.message.args["apart"], refused.message.args["n"]) == (3, 2)


@covers("CCN-8.2.6")
def test_a_moved_horse_battery_is_refused_at_four_hexes() -> None:
    gun, far = french("a", "HA", "5,5", ordered=True, moved=1), british("c", "LN", "5,9")
    battle = field(gun, far, british("b", "LN", "3,5"))
    (refused,) = fire_violations(battle.ctx, A, UnitId("c"))
    assert (refused.rule, refused.message.args["n"]) == ("CCN-8.1.2", 3)


# -- who and whom ---------------------------------------------------------------------------------


@covers("CCN-8.1.1")
@pytest.mark.parametrize(("nation", "code"), [
    ("french", "LC"), ("french", "HC"), ("french", "CHC"), ("french", "GHC"),
    ("british", "LC"), ("british", "HC"), ("british", "GHC"), ("portuguese", "LC"),
])  # fmt: skip
def test_cavalry_cannot_fire(nation: str, code: str) -> None:
    assert range_of_fire(nation, code) == set()


@covers("CCN-8.1.1")
def test_cavalry_is_refused_for_that_alone() -> None:
    battle = field(french("a", "LC", "5,5", ordered=True), british("b", "LN", "5,6"))
    assert why(battle, fire("a", "b")) == [("CCN-8.1.1", "ccn.no.cannot_fire")]
    assert not may_fire(battle.ctx, A)


@covers("CCN-8.1.1", "CCN-7.9")
def test_a_leader_cannot_fire() -> None:
    battle = facing(leaders=[leader("ney", "french", "6,6", ordered=True)])
    assert why(battle, fire("ney", "b")) == [("CCN-7.9", "ccn.no.leader_fights")]


@covers("CCN-8.1.2")
def test_only_an_enemy_that_is_there_can_be_fired_at() -> None:
    battle = facing(units=[french("c", "LN", "6,6")])
    for target in ("a", "c", "nobody"):
        assert why(battle, fire("a", target)) == [("CCN-8.1.2", "ccn.no.enemy")]


@covers("CCN-8.1.2")
def test_a_target_out_of_sight_is_refused() -> None:
    battle = facing(terrain={"forest": ["5,6"]}, units=[british("c", "LN", "3,5")])
    assert targets(battle) == {"f a c"}
    assert why(battle, fire("a", "b")) == [("CCN-8.1.2", "ccn.no.not_seen")]


@covers("CCN-8.1.2")
def test_a_target_out_of_range_and_sight_is_refused_for_its_range() -> None:
    hidden = british("c", "LN", "5,9")
    battle = facing(units=[hidden])
    assert why(battle, fire("a", "c")) == [("CCN-8.1.2", "ccn.no.out_of_range")]


@covers("CCN-8.1.3", "CCN-8.1.4")
def test_a_unit_next_to_an_enemy_fires_at_nobody() -> None:
    battle = facing(units=[british("c", "LN", "4,5")])
    assert targets(battle) == {"m a c"}
    assert why(battle, fire("a", "b")) == [("CCN-8.1.4", "ccn.no.engaged")]
    assert why(battle, fire("a", "c")) == [
        ("CCN-8.1.3", "ccn.no.adjacent_fire"),
        ("CCN-8.1.4", "ccn.no.engaged"),
    ]


@covers("CCN-8.1.4")
def test_an_enemy_two_hexes_away_or_a_friend_next_door_hinders_nobody() -> None:
    battle = facing(units=[french("c", "LN", "4,5")])
    assert targets(battle) == {"f a b"}
    assert not is_engaged(battle.ctx, FRENCH, cell("5,5"))
    assert is_engaged(battle.ctx, FRENCH, cell("5,6"))


@covers("CCN-8.1.4")
def test_every_reason_against_fire_is_named() -> None:
    units = french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,8")
    battle = field(*units, british("c", "LN", "4,5"), card="bayonet_charge")
    assert why(battle, fire("a", "b")) == [
        ("CCN-17.4.1.3", "ccn.no.card_forbids_fire"),
        ("CCN-8.1.4", "ccn.no.engaged"),
        ("CCN-8.1.2", "ccn.no.out_of_range"),
    ]
    assert why(battle, fire("a", "nobody")) == [
        ("CCN-17.4.1.3", "ccn.no.card_forbids_fire"),
        ("CCN-8.1.2", "ccn.no.enemy"),
    ]


@covers("CCN-8.1.4")
def test_a_card_that_forbids_fire_leaves_no_targets() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        french("g", "FA", "7,5", ordered=True),
        british("b", "LN", "5,7"),
        card="bayonet_charge",
    )
    assert targets(battle) == {"f g b"}
    assert not may_fire(battle.ctx, A)
    assert may_fire(battle.ctx, UnitId("g"))


# -- lone leaders ---------------------------------------------------------------------------------


@covers("CCN-8.1.5")
def test_a_lone_leader_is_no_target_of_fire() -> None:
    battle = facing(leaders=[leader("hill", "allied", "6,6")])
    assert targets(battle) == {"f a b"}
    assert why(battle, fire("a", "hill")) == [("CCN-8.1.5", "ccn.no.lone_leader_safe")]


@covers("CCN-8.1.5", "CCN-8.1.3")
def test_a_lone_leader_next_door_is_refused_for_both_reasons() -> None:
    battle = facing(leaders=[leader("hill", "allied", "6,5")])
    assert why(battle, fire("a", "hill")) == [
        ("CCN-8.1.5", "ccn.no.lone_leader_safe"),
        ("CCN-8.1.3", "ccn.no.adjacent_fire"),
    ]


@covers("CCN-8.1.5")
def test_an_attached_leader_is_no_target_by_himself() -> None:
    battle = field(french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,7", leader="hill"))
    assert targets(battle) == {"f a b"}
    assert why(battle, fire("a", "hill")) == [("CCN-8.1.5", "ccn.no.lone_leader_safe")]


@covers("CCN-21.7")
def test_lone_leaders_can_be_shot_at_if_that_rule_is_used() -> None:
    leaders = [
        leader("near", "allied", "6,6"),
        leader("far", "allied", "5,2"),
        leader("next", "allied", "5,4"),
        leader("hidden", "allied", "3,6"),
        leader("ours", "french", "7,5"),
    ]
    options: dict[str, Any] = {"lone_leader_can_be_shot": True}
    units = [british("c", "LN", "3,4", leader="led"), british("d", "LN", "9,12")]
    battle = facing(leaders=leaders, options=options, units=units, terrain={"forest": ["4,5"]})
    assert targets(battle) == {"f a b", "f a c", "f a near", "m a next"}
    assert why(battle, fire("a", "led")) == [("CCN-8.1.2", "ccn.no.attached_target")]
    assert why(battle, fire("a", "ours")) == [("CCN-8.1.2", "ccn.no.enemy")]
    assert why(battle, fire("a", "far")) == [("CCN-8.1.2", "ccn.no.out_of_range")]
    assert why(battle, fire("a", "hidden")) == [("CCN-8.1.2", "ccn.no.not_seen")]
    assert why(battle, fire("a", "next")) == [("CCN-8.1.3", "ccn.no.adjacent_fire")]


@covers("CCN-A18", "CCN-8.1.4")
def test_a_lone_enemy_leader_keeps_nobody_from_firing_unless_so_read() -> None:
    leaders = [leader("hill", "allied", "6,5")]
    assert targets(facing(leaders=leaders)) == {"f a b", "m a hill"}
    pins: dict[str, Any] = {"lone_leader_pins": True}
    battle = facing(leaders=leaders, options=pins)
    assert targets(battle) == {"m a hill"}
    assert why(battle, fire("a", "b")) == [("CCN-8.1.4", "ccn.no.engaged")]
    ours = facing(leaders=[leader("ney", "french", "6,5")], options=pins)
    assert targets(ours) == {"f a b"}


# -- from a hill ----------------------------------------------------------------------------------


@covers("CCN-16.3.5")
@pytest.mark.parametrize(("code", "terrain", "over"), [
    ("FA", "hill", True), ("HA", "hill", True), ("GFA", "hill", True),
    ("FA", "clear", False), ("LN", "hill", False), ("LT", "hill", False),
])  # fmt: skip
def test_only_artillery_on_a_hill_fires_over_friends(code: str, terrain: str, over: bool) -> None:
    battle = facing(code, units=[french("c", "LN", "5,6")], terrain={terrain: ["5,5"]})
    one = battle.world.units[A]
    troop = battle.ctx.content.troops[one.troop]
    assert fire_over(battle.ctx, one, troop) == (FRENCH if over else None)
    assert (fire_targets(battle.ctx, A) == [UnitId("b")]) == over
    if not over:
        assert why_not(battle) == ["CCN-8.1.2"]


def why_not(battle: Field) -> list[str]:
    return [one.rule for one in fire_violations(battle.ctx, A, UnitId("b"))]


@covers("CCN-16.3.5", "CCN-21.7")
def test_from_a_hill_one_fires_over_friends_at_lone_leaders_as_well() -> None:
    battle = facing(
        "FA",
        units=[french("c", "LN", "4,5"), french("d", "LN", "4,4")],
        leaders=[leader("hill", "allied", "3,5")],
        terrain={"hill": ["5,5"]},
        options={"lone_leader_can_be_shot": True},
    )
    assert targets(battle) == {"f a b", "f a hill"}


# -- nobody answers fire --------------------------------------------------------------------------


@covers("CCN-8.1.6", "CCN-8.1.7", "CCN-8.5.9")
def test_fire_at_cavalry_is_answered_by_nobody() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        british("b", "LC", "5,7"),
        hands={"allied": ["first_strike", "scout_left", "scout_left", "scout_right"]},
    )
    battle.do(fire("a", "b"))
    assert battle.dice() == 4
    battle.roll("INF", "INF", "SABER", "ART")
    assert (battle.unit("b").blocks, battle.at("b")) == (3, "5,7")
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-8.5.9")
def test_nobody_takes_ground_after_fire() -> None:
    battle = facing()
    battle.world.units[UnitId("b")] = replace(battle.unit("b"), blocks=1)
    battle.do(fire("a", "b")).roll("INF", "INF", "ART", "ART")
    assert UnitId("b") not in battle.world.units
    assert battle.asked() == ("french", "choose_combat")
    assert battle.at("a") == "5,5"


@covers("CCN-8.1.8", "CCN-7.7")
def test_units_that_fire_at_one_target_do_so_one_after_the_other() -> None:
    battle = facing(units=[french("c", "LN", "7,6", ordered=True)])
    battle.do(fire("a", "b"))
    assert battle.dice() == 4
    battle.roll("ART", "ART", "ART", "CAV")
    assert why(battle, fire("a", "b")) == [("CCN-7.7", "ccn.no.fought")]
    battle.do(fire("c", "b"))
    assert battle.dice() == 4
    battle.roll("INF", "ART", "ART", "CAV")
    assert battle.options() == [END]
    assert why(battle, melee("c", "b"))[0] == ("CCN-7.7", "ccn.no.fought")


# -- what is told ---------------------------------------------------------------------------------


@covers("CCN-8.1.1", "CCN-8.1.5")
def test_the_rules_that_keep_targets_away_are_told_where_they_count() -> None:
    horse = field(french("a", "LC", "5,5", ordered=True), british("b", "LN", "5,6"))
    assert "CCN-8.1.1" in cited(lambda: may_fire(horse.ctx, A))
    plain, led = facing(), facing(leaders=[leader("hill", "allied", "6,6")])
    assert "CCN-8.1.1" not in cited(lambda: may_fire(plain.ctx, A))
    assert "CCN-8.1.5" not in cited(lambda: fire_targets(plain.ctx, A))
    assert "CCN-8.1.5" in cited(lambda: fire_targets(led.ctx, A))
