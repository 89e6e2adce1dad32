"""One roll against one target: hits, the leader, flags and retreat, in this order. CCN-8.5, 9.3."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ccn.field import FRENCH, Field, british, cell, field, french, leader
from tests.games.ccn.fights import BACK, NO_STRIKES, cited, fire, lines, melee, request
from walstatt.games.ccn.attack import Attack, Manner, reading
from walstatt.games.ccn.morale import IgnoreFlags, Retreat
from walstatt.games.ccn.odds import AttackRoll
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")


def shot(*more: dict[str, Any], target: dict[str, Any] | None = None, **given: Any) -> Field:  # noqa: ANN401
    """Let French light infantry of two blocks fire three dice at British b."""
    unit = french("a", "LT", "5,5", ordered=True, blocks=2)
    foe = target or british("b", "LN", "5,7")
    battle = field(unit, foe, *more, **given)
    return battle.do(fire("a", "b"))


def fight(*more: dict[str, Any], code: str = "LN", **given: Any) -> Field:  # noqa: ANN401
    """Let a French unit of two blocks attack British b in melee."""
    unit = french("a", code, "5,5", ordered=True, blocks=2)
    target = given.pop("target", british("b", "FA", "5,6"))
    return field(unit, target, *more, **NO_STRIKES, **given)


def back(unit: str, *path: str) -> Retreat:
    return Retreat(UnitId(unit), tuple(map(cell, path)))


# -- reading --------------------------------------------------------------------------------------


@covers("CCN-9.3.3", "CCN-9.3.4")
@pytest.mark.parametrize(("code", "sabers"), [("LN", True), ("MI", False), ("LC", True)])
def test_how_dice_are_read_depends_on_attacker_and_target(code: str, sabers: bool) -> None:
    battle = field(
        french("a", code, "5,5", ordered=True),
        british("b", "HC", "5,6", blocks=2),
        leaders=[leader("hill", "allied", "4,5")],
    )
    ctx, hill = battle.ctx, UnitId("hill")
    assert reading(ctx, A, B, "fire") == AttackRoll("cavalry", 2, False, sabers)
    assert reading(ctx, A, B, "melee") == AttackRoll("cavalry", 2, True, sabers)
    assert reading(ctx, A, B, "back", retiring=True) == AttackRoll("cavalry", 2, True, sabers, True)
    assert reading(ctx, A, hill, "melee") == AttackRoll("leader", 1, True)
    assert reading(ctx, A, hill, "fire") == AttackRoll("leader", 1, False)


@covers("CCN-9.3.3")
def test_rifles_do_not_hit_units_with_sabers_in_play() -> None:
    battle = field(
        british("a", "RL", "5,5", ordered=True), french("b", "LN", "5,6"), to_move="allied",
        **NO_STRIKES,
    )  # fmt: skip
    battle.do(melee("a", "b")).roll("SABER", "SABER", "INF")
    assert battle.unit("b").blocks == 3


# -- hits -----------------------------------------------------------------------------------------


@covers("CCN-8.5.2", "CCN-8.5.3", "CCN-8.5.5", "CCN-8.5.6")
@pytest.mark.parametrize(("code", "left"), [("LN", 3), ("LC", 1), ("FA", 3)])
def test_fire_takes_a_block_for_each_symbol_of_the_target(code: str, left: int) -> None:
    battle = shot(target=british("b", code, "5,7", blocks=3 if code != "LN" else 4))
    battle.roll("CAV", "CAV", "INF")
    assert battle.unit("b").blocks == left
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-8.5.6", "CCN-3.2")
def test_hits_beyond_the_last_block_are_lost_and_give_one_banner() -> None:
    battle = shot(target=british("b", "LN", "5,7", blocks=2))
    battle.roll("INF", "INF", "INF")
    assert B not in battle.world.units
    assert battle.world.banners == {"french": 1, "allied": 0}


@covers("CCN-8.5.3")
def test_sabers_miss_in_fire() -> None:
    battle = shot().roll("SABER", "SABER", "SABER")
    assert (battle.unit("b").blocks, battle.at("b")) == (4, "5,7")


@covers("CCN-8.5.4", "CCN-8.5.7", "CCN-11.1.2")
def test_flags_of_fire_drive_back_and_cost_no_block() -> None:
    battle = shot().roll("FLAG", "ART", "SABER")
    assert battle.asked() == ("allied", "choose_retreat")
    battle.do(back("b", "4,6"))
    assert (battle.unit("b").blocks, battle.at("b")) == (4, "4,6")


@covers("CCN-8.5.7", "CCN-9.3.6", "CCN-11.3.1")
def test_hits_come_off_before_the_flags_are_decided() -> None:
    battle = shot().roll("FLAG", "INF", "INF")
    assert battle.asked() == ("allied", "choose_retreat")
    assert battle.unit("b").blocks == 2


@covers("CCN-8.5.7")
def test_flags_against_a_unit_that_is_gone_do_nothing() -> None:
    battle = shot(target=british("b", "LN", "5,7", blocks=1)).roll("FLAG", "INF", "FLAG")
    assert battle.asked() == ("french", "choose_combat")
    assert battle.world.banners[FRENCH] == 1


@covers("CCN-9.3.1", "CCN-9.3.2", "CCN-9.3.7")
def test_melee_hits_with_symbol_and_saber() -> None:
    battle = fight().do(melee("a", "b"))
    battle.roll("ART", "SABER")
    assert battle.unit("b").blocks == 1


@covers("CCN-9.3.5", "CCN-9.3.6")
def test_flags_of_melee_drive_back() -> None:
    battle = fight().do(melee("a", "b"))
    battle.roll("FLAG", "SABER").do(back("b", "4,5"))
    assert (battle.unit("b").blocks, battle.at("b")) == (2, "4,5")


# -- what is told ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("faces", "told"), [
    ("INF INF INF", {"CCN-8.5.2", "CCN-8.5.7"}),
    ("INF INF CAV", {"CCN-8.5.2", "CCN-8.5.5", "CCN-8.5.7"}),
    ("INF INF ART", {"CCN-8.5.2", "CCN-8.5.5", "CCN-8.5.7"}),
    ("INF INF SABER", {"CCN-8.5.2", "CCN-8.5.3", "CCN-8.5.7"}),
    ("INF FLAG INF", {"CCN-8.5.2", "CCN-8.5.4", "CCN-8.5.7"}),
])  # fmt: skip
def test_the_rules_that_read_the_faces_of_fire_are_told(faces: str, told: set[str]) -> None:
    battle = shot()
    heard = cited(lambda: battle.roll(*faces.split()))
    assert {one for one in heard if one.startswith("CCN-8.5.")} - {"CCN-8.5.6", "CCN-8.5.9"} == told


@pytest.mark.parametrize(("code", "faces", "told"), [
    ("LN", "INF ART", {"CCN-9.3.1", "CCN-9.3.6"}),
    ("LN", "SABER INF", {"CCN-9.3.1", "CCN-9.3.2", "CCN-9.3.6"}),
    ("MI", "SABER INF", {"CCN-9.3.1", "CCN-9.3.3", "CCN-9.3.6"}),
    ("LN", "FLAG INF", {"CCN-9.3.1", "CCN-9.3.5", "CCN-9.3.6"}),
])  # fmt: skip
def test_the_rules_that_read_the_faces_of_melee_are_told(
    code: str, faces: str, told: set[str]
) -> None:
    battle = fight(code=code).do(melee("a", "b"))
    heard = cited(lambda: battle.roll(*faces.split()))
    assert {one for one in heard if one.startswith("CCN-9.3.")} - {"CCN-9.3.7"} == told


@covers("CCN-9.3.4")
@pytest.mark.parametrize(("code", "faces", "told"), [
    ("MI", "SABER ART", True), ("LN", "SABER ART", False), ("MI", "FLAG ART", False),
])  # fmt: skip
def test_the_sabers_of_militia_against_a_leader_are_told(code: str, faces: str, told: bool) -> None:
    unit = french("a", code, "5,5", ordered=True, blocks=2)
    battle = field(unit, leaders=[leader("hill", "allied", "5,6")]).do(melee("a", "hill"))
    heard = cited(lambda: battle.roll(*faces.split()))
    assert ("CCN-9.3.4" in heard) == told
    assert not heard & {"CCN-9.3.1", "CCN-9.3.2", "CCN-9.3.3", "CCN-9.3.5"}


def test_the_battle_report_names_fire_melee_and_battle_back() -> None:
    assert shot().told()[-1] == "ccn.fired"
    battle = fight().do(melee("a", "b"))
    assert battle.told()[-1] == "ccn.charged"
    battle.roll("INF", "INF")
    assert battle.told()[-1] == "ccn.unhurt"
    battle.do(BACK)
    assert battle.told()[-1] == "ccn.battled_back"
    battle.roll("FLAG", "ART", "ART", "ART")
    assert "ccn.unhurt" not in battle.told()[battle.told().index("ccn.battled_back") :]


def test_flags_ignored_retreats_and_losses_are_told() -> None:
    led = shot(target=british("b", "LN", "5,7", leader="hill")).roll("FLAG", "ART", "ART")
    assert led.do(IgnoreFlags(1)).told()[-1] == "ccn.ignored"
    gone = shot(target=british("b", "LN", "5,7", leader="hill")).roll("FLAG", "ART", "ART")
    gone.do(IgnoreFlags(0)).do(back("b", "4,6"))
    assert "ccn.ignored" not in gone.told()
    assert gone.told()[-1] == "ccn.retreated"
    assert gone.at("hill") == "4,6"
    unit = french("a", "LT", "1,5", ordered=True, blocks=2)
    edge = field(unit, british("b", "LN", "1,7")).do(fire("a", "b")).roll("FLAG", "ART", "ART")
    assert edge.told()[-2:] == ["ccn.cornered", "ccn.lost"]


def test_an_attack_without_dice_is_told_and_hits_nobody() -> None:
    battle = field(
        french("a", "LC", "5,5", ordered=True, blocks=1),
        british("b", "LN", "5,6"),
        terrain={"building": ["5,6"]},
        options={"zero_dice_attack": True},
        **NO_STRIKES,
    )
    battle.do(melee("a", "b"))
    assert "ccn.no_dice" in battle.told()
    assert "ccn.charged" not in battle.told()
    assert battle.asked() == ("allied", "offer_battle_back")


# -- the leader of the target ---------------------------------------------------------------------


@covers("CCN-8.5.8", "CCN-10.2")
def test_a_leader_is_checked_when_his_unit_loses_a_block() -> None:
    battle = shot(target=british("b", "LN", "5,7", leader="hill")).roll("INF", "ART", "ART")
    roll = request(battle)
    assert (roll.purpose, roll.count, roll.seat) == ("ccn.roll.leader_check", 2, "french")
    battle.roll("SABER", "SABER")
    assert UnitId("hill") not in battle.world.leaders
    assert battle.world.banners[FRENCH] == 1


@covers("CCN-8.5.8", "CCN-9.3.8")
def test_a_leader_is_not_checked_when_no_block_is_lost() -> None:
    battle = shot(target=british("b", "LN", "5,7", leader="hill")).roll("SABER", "ART", "ART")
    assert battle.game.waiting is None
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-9.3.8", "CCN-10.17", "CCN-11.3.1")
def test_the_check_comes_before_the_flags() -> None:
    target = british("b", "LN", "5,6", leader="hill")
    battle = fight(target=target).do(melee("a", "b"))
    battle.roll("INF", "FLAG", "ART")
    assert request(battle).purpose == "ccn.roll.leader_check"
    battle.roll("SABER", "ART")
    assert battle.asked() == ("allied", "choose_flags")
    battle.do(IgnoreFlags(1))
    assert battle.at("b") == "5,6"
    fallen = fight(target=target).do(melee("a", "b"))
    fallen.roll("INF", "FLAG", "ART").roll("SABER", "SABER")
    assert fallen.asked() == ("allied", "choose_retreat")


@covers("CCN-10.3", "CCN-10.8")
def test_a_leader_whose_unit_is_gone_is_checked_with_one_die_and_retreats() -> None:
    target = british("b", "LN", "5,7", leader="hill", blocks=1)
    battle = shot(target=target).roll("INF", "FLAG", "ART")
    assert request(battle).count == 1
    lives = cited(lambda: battle.roll("ART"))
    assert battle.asked() == ("allied", "leader_retreats")
    assert "CCN-10.14" not in lives
    fallen = shot(target=target).roll("INF", "FLAG", "ART").roll("SABER")
    assert fallen.world.banners[FRENCH] == 2
    assert fallen.asked() == ("french", "choose_combat")


@covers("CCN-10.10")
@pytest.mark.parametrize(("flag", "told"), [("FLAG", True), ("ART", False)])
def test_flags_against_a_leader_whose_unit_is_gone_are_told_to_do_nothing(
    flag: str, told: bool
) -> None:
    battle = shot(target=british("b", "LN", "5,7", leader="hill", blocks=1))
    assert ("CCN-10.10" in cited(lambda: battle.roll("INF", flag, "ART"))) == told
    alone = shot(target=british("b", "LN", "5,7", blocks=1))
    assert "CCN-10.10" not in cited(lambda: alone.roll("INF", flag, "ART"))


@covers("CCN-10.4")
def test_hits_and_losses_of_one_roll_bring_one_check() -> None:
    target = british("b", "LN", "1,7", leader="hill")
    unit = french("a", "LT", "1,5", ordered=True, blocks=2)
    battle = field(unit, target).do(fire("a", "b")).roll("INF", "FLAG", "FLAG")
    battle.roll("ART", "SABER").do(IgnoreFlags(0))
    assert battle.unit("b").blocks == 1
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-10.5")
def test_losses_without_hits_bring_a_check_after_them() -> None:
    target = british("b", "LN", "1,7", leader="hill")
    unit = french("a", "LT", "1,5", ordered=True, blocks=2)
    battle = field(unit, target).do(fire("a", "b")).roll("ART", "FLAG", "FLAG")
    battle.do(IgnoreFlags(0))
    assert battle.unit("b").blocks == 2
    assert request(battle).count == 2
    battle.roll("SABER", "SABER")
    assert battle.world.banners[FRENCH] == 1
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-10.5", "CCN-10.9")
def test_a_unit_lost_by_flags_alone_brings_the_check_with_one_die() -> None:
    target = british("b", "LN", "1,7", leader="hill", blocks=1)
    unit = french("a", "LT", "1,5", ordered=True, blocks=2)
    battle = field(unit, target).do(fire("a", "b")).roll("ART", "FLAG", "ART")
    battle.do(IgnoreFlags(0))
    assert request(battle).count == 1
    battle.roll("INF")
    assert UnitId("hill") not in battle.world.leaders
    assert battle.world.banners[FRENCH] == 1


@covers("CCN-10.16")
def test_a_leader_checked_once_is_not_checked_again_when_his_unit_goes() -> None:
    target = british("b", "LN", "1,7", leader="hill", blocks=2)
    unit = french("a", "LT", "1,5", ordered=True, blocks=2)
    battle = field(unit, target).do(fire("a", "b")).roll("INF", "FLAG", "ART")
    battle.roll("ART", "ART")
    heard = cited(lambda: battle.do(IgnoreFlags(0)))
    assert "CCN-10.16" in heard
    assert B not in battle.world.units
    assert UnitId("hill") not in battle.world.leaders
    assert battle.world.banners[FRENCH] == 1
    assert battle.asked() == ("french", "choose_combat")


# -- lone leaders ---------------------------------------------------------------------------------


@covers("CCN-21.7")
@pytest.mark.parametrize(
    ("faces", "falls"), [("SABER FLAG INF INF", False), ("SABER SABER INF INF", True)]
)
def test_a_lone_leader_who_is_shot_at_stays_unless_two_sabers_fall(faces: str, falls: bool) -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        leaders=[leader("hill", "allied", "5,7")],
        options={"lone_leader_can_be_shot": True},
    )
    battle.do(fire("a", "hill")).roll(*faces.split())
    assert (UnitId("hill") not in battle.world.leaders) == falls
    assert battle.world.banners[FRENCH] == int(falls)
    assert battle.asked() == ("french", "choose_combat")


# -- the dice of an attack ------------------------------------------------------------------------


@covers("CCN-7.13")
def test_fire_melee_and_strikes_back_are_reckoned_in_their_own_way() -> None:
    battle = field(
        french("a", "LT", "5,5", ordered=True, moved=1), british("b", "LN", "5,7"), card="elan"
    )
    card = "+1 CCN-17.4.5.5"
    assert lines(battle, "a", "b", "fire") == ["+2 CCN-8.4.2", "+1 CCN-8.4.4", card]
    assert lines(battle, "a", "b", "melee") == ["+4 CCN-9.2.1", card]
    assert lines(battle, "a", "b", "back") == ["+4 CCN-9.2.1"]


@covers("CCN-14.3.5")
@pytest.mark.parametrize(("unit", "manner", "target", "bounces"), [
    ("s", "back", "c", True), ("s", "melee", "c", True), ("s", "fire", "c", False),
    ("s", "back", "i", False), ("n", "back", "c", False), ("gone", "back", "c", False),
])  # fmt: skip
def test_only_a_square_in_melee_bounces_cavalry(
    unit: str,
    manner: Manner,
    target: str,
    bounces: bool,
) -> None:
    battle = field(
        british("s", "LN", "5,5", square=True),
        british("n", "LN", "3,5"),
        french("c", "LC", "5,6", ordered=True),
        french("i", "LN", "6,5", ordered=True),
    )
    attack = Attack(UnitId(unit), UnitId(target), manner)
    assert attack.bounced(battle.ctx) == bounces
