"""What follows a melee attack: battle back, and attacks on lone leaders. CCN-9.4, CCN-9.5."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from tests.games.ccn.fights import (
    BACK,
    END,
    NO,
    NO_STRIKES,
    cited,
    melee,
    request,
    rolled_lines,
    targets,
)
from walstatt.games.ccn.advance import HoldGround, TakeGround
from walstatt.games.ccn.leaders import RetreatLeader, StopLeader
from walstatt.games.ccn.morale import IgnoreFlags, Retreat
from walstatt.games.ccn.reactions import OfferBattleBack
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
MISS = "ART"


def attack(mine: str, theirs: str, *faces: str, **given: Any) -> Field:  # noqa: ANN401 - fields
    """Let French a attack British b and roll these faces, the rest missing."""
    a = {"ordered": True, **given.pop("a", {})}
    units = french("a", mine, "5,5", **a), british("b", theirs, "5,6", **given.pop("b", {}))
    battle = field(*units, *given.pop("units", ()), **NO_STRIKES, **given).do(melee("a", "b"))
    return battle.roll(*faces, *[MISS] * (battle.dice() - len(faces)))


# -- battle back ----------------------------------------------------------------------------------


@covers("CCN-9.4.1", "CCN-9.4.11")
def test_a_unit_that_stood_may_battle_back_or_not() -> None:
    battle = attack("LN", "LN", "INF", "INF", "INF")
    assert battle.unit("b").blocks == 1
    assert battle.decision() == OfferBattleBack(ALLIED, B, A)
    assert battle.options() == [BACK, NO]
    battle.do(NO)
    assert battle.unit("a").blocks == 4
    assert battle.options() == [END]


@covers("CCN-9.4.1", "CCN-9.3.7")
def test_a_unit_that_is_gone_does_not_battle_back() -> None:
    battle = attack("LN", "LN", "INF", "INF", b={"blocks": 2})
    assert B not in battle.world.units
    assert battle.asked() == ("french", "choose_ground")
    assert battle.world.banners[FRENCH] == 1


@covers("CCN-9.4.2")
def test_a_battle_back_is_rolled_and_read_like_an_attack() -> None:
    battle = attack("LN", "GG", "INF", a={"blocks": 3}).do(BACK)
    roll = request(battle)
    assert (roll.seat, roll.purpose, roll.count) == (ALLIED, "ccn.roll.back", 5)
    assert rolled_lines(battle) == ["+4 CCN-9.2.1", "+1 CCN-9.2.4"]
    battle.roll("INF", "SABER", "FLAG", "CAV", "ART")
    assert battle.unit("a").blocks == 1
    battle.do(Retreat(A, (cell("6,5"),)))
    assert battle.at("a") == "6,5"
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-9.4.2", "CCN-9.2.5")
def test_french_line_battles_back_at_infantry_with_its_extra_die() -> None:
    battle = field(
        british("a", "LN", "5,5", ordered=True), french("b", "LN", "5,6"), to_move="allied",
        **NO_STRIKES,
    )  # fmt: skip
    battle.do(melee("a", "b")).roll("ART", "ART", "ART", "ART").do(BACK)
    assert rolled_lines(battle) == ["+4 CCN-9.2.1", "+1 CCN-9.2.5"]


@covers("CCN-9.4.2")
def test_terrain_takes_dice_from_a_battle_back_too() -> None:
    battle = attack("LN", "LN", terrain={"forest": ["5,5"]}).do(BACK)
    assert rolled_lines(battle) == ["+4 CCN-9.2.1", "-1 CCN-16.2.4"]


@covers("CCN-9.4.2", "CCN-7.11")
@pytest.mark.parametrize(("blocks", "asked"), [(2, False), (3, True)])
def test_a_unit_without_dice_is_not_asked_to_battle_back(blocks: int, asked: bool) -> None:
    battle = attack("LN", "LN", b={"blocks": blocks}, terrain={"building": ["5,5"]})
    assert (battle.asked()[1] == "offer_battle_back") == asked


@covers("CCN-9.4.3", "CCN-9.4.7", "CCN-9.4.9")
@pytest.mark.parametrize(("mine", "theirs"), [("LC", "LN"), ("LN", "LC"), ("LN", "LN")])
def test_nobody_answers_a_battle_back(mine: str, theirs: str) -> None:
    battle = field(
        french("a", mine, "5,5", ordered=True),
        british("b", theirs, "5,6"),
        hands={
            "french": ["first_strike", "scout_left", "scout_left", "scout_right"],
            "allied": ["probe_left", "probe_left", "probe_right", "probe_right"],
        },
    )
    battle.do(melee("a", "b")).do(NO)
    if battle.game.waiting is None:
        battle.do(battle.options()[0])
    battle.roll(*[MISS] * battle.dice()).do(BACK)
    assert request(battle).purpose == "ccn.roll.back"
    battle.roll(*[MISS] * battle.dice())
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-9.4.4")
def test_a_unit_driven_from_its_hex_does_not_battle_back() -> None:
    battle = attack("LN", "LN", "FLAG")
    heard = cited(lambda: battle.do(Retreat(B, (cell("4,5"),))))
    assert battle.at("b") == "4,5"
    assert battle.asked() == ("french", "choose_ground")
    assert "CCN-9.4.4" in heard


@covers("CCN-9.4.4")
def test_only_a_unit_that_lives_is_told_to_have_left_its_hex() -> None:
    heard = cited(lambda: attack("LN", "LN", "INF", b={"blocks": 1}))
    assert "CCN-9.4.4" not in heard


@covers("CCN-9.4.5")
def test_a_unit_that_could_not_go_back_battles_back() -> None:
    def pinned() -> Field:
        units = french("a", "LN", "1,5", ordered=True), british("b", "LN", "1,6")
        battle = field(*units, **NO_STRIKES).do(melee("a", "b"))
        return battle.roll("FLAG", "FLAG", "ART", "ART", "ART")

    battle = pinned()
    assert battle.unit("b").blocks == 2
    assert battle.decision() == OfferBattleBack(ALLIED, B, A)
    assert battle.do(BACK).dice() == 2
    assert "CCN-9.4.5" in cited(pinned)
    assert "CCN-9.4.5" not in cited(lambda: attack("LN", "LN"))


@covers("CCN-9.4.4")
def test_a_unit_that_went_back_one_hex_of_two_does_not_battle_back() -> None:
    units = french("a", "LN", "2,5", ordered=True), british("b", "LN", "2,6")
    battle = field(*units, **NO_STRIKES).do(melee("a", "b"))
    battle.roll("FLAG", "FLAG", "ART", "ART", "ART").do(Retreat(B, (cell("1,6"),)))
    assert (battle.unit("b").blocks, battle.at("b")) == (3, "1,6")
    assert battle.asked() == ("french", "choose_ground")


@covers("CCN-9.4.6", "CCN-12.1.8", "CCN-12.2.6")
@pytest.mark.parametrize("code", ["LN", "LC"])
def test_whoever_battles_back_takes_no_ground(code: str) -> None:
    battle = field(
        french("a", "LC", "5,5", ordered=True, blocks=1),
        british("b", code, "5,6"),
        french("z", "LN", "9,1", ordered=True),
        british("y", "LN", "9,3"),
        hands={"allied": 0},
    ).do(melee("a", "b"))
    battle.roll(MISS).do(BACK).roll("CAV", *[MISS] * (battle.unit("b").blocks - 1))
    assert A not in battle.world.units
    assert (battle.at("b"), battle.world.banners[ALLIED]) == ("5,6", 1)
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-9.4.12")
def test_the_attackers_card_does_not_help_a_battle_back() -> None:
    battle = attack("LN", "LN", card="elan")
    heard = cited(lambda: battle.do(BACK))
    assert rolled_lines(battle) == ["+4 CCN-9.2.1"]
    assert "CCN-9.4.6" in heard
    assert "CCN-9.4.12" in cited(lambda: attack("LN", "LN", card="elan"))
    assert "CCN-9.4.12" not in cited(lambda: attack("LN", "LN"))


@covers("CCN-9.4.13", "CCN-7.13")
@pytest.mark.parametrize(("code", "blocks", "dice"), [
    ("FA", 3, 4), ("FA", 1, 3), ("HA", 2, 3), ("HA", 1, 2),
])  # fmt: skip
def test_a_battery_that_moved_battles_back_with_its_melee_dice(
    code: str, blocks: int, dice: int
) -> None:
    units = (
        french("a", "LT", "5,5", ordered=True, blocks=1),
        british("b", code, "5,6", blocks=blocks, moved=1),
    )
    battle = field(*units, **NO_STRIKES).do(melee("a", "b")).roll("INF")
    assert battle.unit("b").barred == (code == "FA" or blocks == 1)
    assert battle.do(BACK).dice() == dice


@covers("CCN-9.4.13")
def test_the_last_block_of_a_horse_battery_battles_back_with_two_dice() -> None:
    units = french("a", "LT", "5,5", ordered=True, blocks=1), british("b", "HA", "5,6", blocks=1)
    battle = field(*units, **NO_STRIKES).do(melee("a", "b")).roll("INF").do(BACK)
    assert rolled_lines(battle) == ["+2 CCN-9.2.12"]


@covers("CCN-9.4.1")
def test_the_flags_a_defender_ignores_let_it_battle_back() -> None:
    battle = attack("LN", "LN", "FLAG", b={"leader": "hill"})
    battle.do(IgnoreFlags(1))
    assert battle.asked() == ("allied", "offer_battle_back")


@covers("CCN-9.4.1", "CCN-9.4.2", "CCN-9.4.3", "CCN-9.4.8")
def test_the_rules_of_a_battle_back_are_told_when_it_is_offered_and_made() -> None:
    offered = {"CCN-9.4.1", "CCN-9.4.2", "CCN-9.4.8"}
    assert offered <= cited(lambda: attack("LN", "LN"))
    assert not offered & cited(lambda: attack("LN", "LN", "INF", b={"blocks": 1}))
    made = {"CCN-9.4.3", "CCN-9.4.6", "CCN-9.4.7", "CCN-9.4.9", "CCN-12.1.8", "CCN-12.2.6"}
    battle = attack("LN", "LN")
    assert made <= cited(lambda: battle.do(BACK))


@covers("CCN-12.1.1", "CCN-12.2.1")
def test_the_rule_of_the_ground_won_fits_the_arm() -> None:
    both = {"CCN-12.1.1", "CCN-12.2.1"}
    assert cited(lambda: attack("LN", "LN", "INF", b={"blocks": 1})) & both == {"CCN-12.1.1"}
    few: dict[str, Any] = {"hands": {"allied": 2}}
    ride = cited(lambda: attack("LC", "LN", "INF", b={"blocks": 1}, **few))
    assert ride & both == {"CCN-12.2.1"}


# -- lone leaders ---------------------------------------------------------------------------------


def assault(code: str, *faces: str, at: str = "5,6", **given: Any) -> Field:  # noqa: ANN401
    """Let French a attack the lone British leader."""
    unit = french("a", code, "5,5", ordered=True, **given.pop("a", {}))
    leaders = [leader("hill", "allied", at), *given.pop("leaders", ())]
    battle = field(unit, *given.pop("units", ()), leaders=leaders, **given).do(melee("a", "hill"))
    return battle.roll(*faces, *["INF"] * (battle.dice() - len(faces)))


@covers("CCN-9.5.1", "CCN-9.5.5")
def test_a_lone_leader_is_attacked_at_once_with_the_normal_dice() -> None:
    unit = french("a", "OG", "5,5", ordered=True)
    battle = field(
        unit,
        leaders=[leader("hill", "allied", "5,6")],
        hands={"allied": ["first_strike", "scout_left"]},
    ).do(melee("a", "hill"))
    assert rolled_lines(battle) == ["+4 CCN-9.2.1", "+2 CCN-9.2.3"]
    assert request(battle).purpose == "ccn.roll.melee"


@covers("CCN-9.5.2", "CCN-3.3")
@pytest.mark.parametrize("code", ["LN", "MI"])
def test_a_saber_eliminates_a_lone_leader_for_one_banner(code: str) -> None:
    battle = assault(code, "SABER", "SABER")
    assert UnitId("hill") not in battle.world.leaders
    assert battle.world.banners == {FRENCH: 1, ALLIED: 0}
    assert battle.asked() == ("french", "choose_ground")


@covers("CCN-9.5.2", "CCN-9.5.3")
def test_a_lone_leader_who_is_not_hit_must_retreat() -> None:
    battle = assault("LN", "FLAG", "INF", "CAV", "ART")
    assert battle.asked() == ("allied", "leader_retreats")
    battle.do(RetreatLeader(cell("4,6"))).do(StopLeader())
    assert battle.at("hill") == "4,6"
    assert battle.world.banners == {FRENCH: 0, ALLIED: 0}
    assert battle.asked() == ("french", "choose_ground")


@covers("CCN-9.5.3", "CCN-11.4.10")
def test_a_lone_leader_on_his_baseline_leaves_the_board() -> None:
    unit = french("a", "LN", "2,5", ordered=True)
    battle = field(unit, leaders=[leader("hill", "allied", "1,6")]).do(melee("a", "hill"))
    battle.roll("INF", "INF", "INF", "INF")
    assert UnitId("hill") not in battle.world.leaders
    assert battle.world.banners[FRENCH] == 0
    assert battle.asked() == ("french", "choose_ground")


@covers("CCN-9.5.6", "CCN-12.1.5")
def test_infantry_may_take_the_ground_of_a_lone_leader() -> None:
    battle = assault("LN", "SABER")
    assert battle.options() == [HoldGround(), TakeGround()]
    battle.do(TakeGround())
    assert battle.at("a") == "5,6"
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-9.5.6", "CCN-12.2.5")
def test_cavalry_may_break_through_where_a_lone_leader_was() -> None:
    battle = assault("LC", "SABER")
    assert battle.asked() == ("french", "choose_breakthrough")


@covers("CCN-9.5.6", "CCN-12.1.5", "CCN-12.2.5")
def test_the_rule_of_the_ground_a_leader_left_fits_the_arm() -> None:
    both = {"CCN-9.5.6", "CCN-12.1.5", "CCN-12.2.5"}
    assert cited(lambda: assault("LN", "SABER")) & both == {"CCN-9.5.6", "CCN-12.1.5"}
    assert cited(lambda: assault("LC", "SABER")) & both == {"CCN-9.5.6", "CCN-12.2.5"}


@covers("CCN-12.1.7")
def test_artillery_that_fells_a_leader_stays() -> None:
    battle = assault("FA", "SABER")
    assert battle.asked() == ("french", "choose_combat")
    assert battle.at("a") == "5,5"


@covers("CCN-9.5.5")
def test_a_lone_leader_does_not_battle_back() -> None:
    battle = assault("LN", "INF")
    battle.do(RetreatLeader(cell("4,5"))).do(StopLeader()).do(HoldGround())
    # He stands next to the attacker again and says nothing.
    assert battle.asked() == ("french", "choose_combat")
    assert targets(battle) == set()


@covers("CCN-10.14")
def test_the_hex_a_leader_left_in_melee_is_told_to_be_empty() -> None:
    battle = attack("LN", "LN", "INF", b={"blocks": 1, "leader": "hill"}).roll("ART")
    battle.do(RetreatLeader(cell("4,5")))
    heard = cited(lambda: battle.do(StopLeader()))
    assert battle.asked() == ("french", "choose_ground")
    assert "CCN-10.14" in heard


def test_a_leader_attacked_without_dice_stays_where_he_is() -> None:
    unit = french("a", "LC", "5,5", ordered=True, blocks=1)
    battle = field(
        unit,
        leaders=[leader("hill", "allied", "5,6")],
        terrain={"building": ["5,6"]},
        options={"zero_dice_attack": True},
    ).do(melee("a", "hill"))
    assert battle.at("hill") == "5,6"
    assert battle.asked() == ("french", "choose_combat")
