"""Chapter 10: whether a leader falls with the blocks of his unit."""

from fractions import Fraction

import pytest

from tests.games.ccn.field import (
    ALLIED,
    FRENCH,
    Field,
    british,
    cell,
    field,
    flags_asked,
    french,
    leader,
)
from walstatt.games.ccn.advance import HoldGround, TakeGround
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.leaders import LeaderRetreats, RetreatLeader, StopLeader
from walstatt.games.ccn.morale import ChooseRetreat, IgnoreFlags, Retreat
from walstatt.games.ccn.odds import Fate, LeaderCheckRoll, leader_check_roll
from walstatt.games.ccn.reactions import BattleBack
from walstatt.kernel.chance import Roll
from walstatt.kernel.ids import UnitId
from walstatt.kernel.odds import distribution
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B, HILL = UnitId("a"), UnitId("b"), UnitId("hill")
NO_CARDS = {"allied": 0, "french": 0}


def under_fire(dice: int, at: str = "4,5", *more: dict[str, object], **unit: object) -> Field:
    """Let French line with so many blocks fire at British line led by Hill."""
    from_ = {"4,5": "6,5", "1,6": "3,6", "2,5": "4,5"}[at]
    target = british("b", "LN", at, leader="hill", **unit)
    gun = french("a", "LN", from_, blocks=dice, ordered=True)
    return field(gun, target, *more, hands=NO_CARDS).do(Fire(A, B))


def charged(dice: int, **unit: object) -> Field:
    """Let French line with so many dice attack British line led by Hill."""
    target = british("b", "LN", "4,5", leader="hill", **unit)
    attacker = french("a", "LN", "5,5", blocks=dice - 1, ordered=True)
    return field(attacker, target, hands=NO_CARDS).do(MeleeAttack(A, B))


def request(battle: Field) -> Roll[str]:
    """Give the roll that waits."""
    assert battle.game.waiting is not None
    ((_, waiting),) = battle.game.waiting.requests
    assert isinstance(waiting, Roll)
    return waiting


@covers("CCN-10.1", "CCN-10.2")
def test_fire_that_costs_a_block_puts_the_leader_at_risk_with_two_dice() -> None:
    with recording() as noted:
        battle = under_fire(1).roll("INF")
    assert {"CCN-10.1", "CCN-8.5.8", "CCN-9.3.8"} <= set(noted.fired)
    asked = request(battle)
    assert (asked.purpose, asked.rule, asked.count) == ("ccn.roll.leader_check", "CCN-10.2", 2)


@covers("CCN-10.1", "CCN-10.2")
def test_melee_that_costs_a_block_puts_the_leader_at_risk() -> None:
    battle = charged(2).roll("SABER", "ART")
    assert (request(battle).rule, battle.dice()) == ("CCN-10.2", 2)


@covers("CCN-10.1", "CCN-10.5")
def test_a_failed_retreat_that_costs_a_block_puts_the_leader_at_risk() -> None:
    battle = under_fire(1, "1,6").roll("FLAG").do(IgnoreFlags(0))
    assert battle.unit("b").blocks == 3
    assert (request(battle).rule, battle.dice()) == ("CCN-10.2", 2)


@covers("CCN-10.1")
def test_no_block_lost_is_no_check() -> None:
    battle = under_fire(2).roll("ART", "SABER")
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-10.1")
def test_a_unit_without_leader_is_not_checked() -> None:
    units = french("a", "LN", "6,5", blocks=1, ordered=True), british("b", "LN", "4,5")
    battle = field(*units, leaders=[leader("hill", "allied", "4,6")]).do(Fire(A, B)).roll("INF")
    assert battle.asked() == ("french", "choose_combat")
    assert battle.unit("b").blocks == 3


@covers("CCN-10.2")
@pytest.mark.parametrize(
    ("faces", "lives"),
    [
        (("SABER", "SABER"), False),
        (("SABER", "FLAG"), True),
        (("INF", "SABER"), True),
        (("INF", "CAV"), True),
    ],
)
def test_only_two_sabers_fell_the_leader_of_a_unit_that_stands(
    faces: tuple[str, str], lives: bool
) -> None:
    battle = under_fire(1).roll("INF").roll(*faces)
    assert (HILL in battle.world.leaders) is lives
    assert battle.world.banners[FRENCH] == (0 if lives else 1)
    assert battle.unit("b").blocks == 3
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-10.2", "CCN-10.3")
def test_a_leader_falls_once_in_36_or_once_in_six_times() -> None:
    assert distribution(leader_check_roll(FRENCH, survives=True)) == {
        Fate(falls=True): Fraction(1, 36),
        Fate(falls=False): Fraction(35, 36),
    }
    assert distribution(leader_check_roll(FRENCH, survives=False)) == {
        Fate(falls=True): Fraction(1, 6),
        Fate(falls=False): Fraction(5, 6),
    }


@covers("CCN-10.2")
def test_the_luck_of_a_leader_check_counts_him_as_one_loss() -> None:
    assert LeaderCheckRoll().losses(Fate(falls=True)) == 1
    assert LeaderCheckRoll().losses(Fate(falls=False)) == 0


@covers("CCN-10.3", "CCN-10.7")
def test_one_saber_fells_the_leader_of_a_unit_that_is_gone() -> None:
    battle = under_fire(1, blocks=1).roll("INF")
    assert (request(battle).rule, battle.dice()) == ("CCN-10.3", 1)
    battle.roll("SABER")
    assert not battle.world.leaders
    assert battle.world.leader_at == {}
    assert battle.world.banners[FRENCH] == 2
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-10.6")
def test_the_enemy_of_the_leaders_owner_rolls() -> None:
    assert request(under_fire(1).roll("INF")).seat == FRENCH
    assert request(under_fire(1, blocks=1).roll("INF")).seat == FRENCH


@covers("CCN-10.1", "CCN-10.6")
def test_a_battle_back_puts_the_leader_of_the_attacker_at_risk() -> None:
    attacker = french("a", "LN", "5,5", blocks=2, ordered=True, leader="ney")
    battle = field(attacker, british("b", "LN", "4,5", blocks=1), hands=NO_CARDS)
    battle.do(MeleeAttack(A, B)).roll("ART", "ART", "ART").do(BattleBack()).roll("INF")
    assert (request(battle).seat, battle.dice()) == (ALLIED, 2)
    battle.roll("SABER", "SABER")
    assert battle.world.banners[ALLIED] == 1


@covers("CCN-10.4")
def test_hits_and_a_failed_retreat_of_one_roll_are_one_check() -> None:
    battle = under_fire(2, "1,6").roll("INF", "FLAG")
    assert (battle.unit("b").blocks, battle.dice()) == (3, 2)
    with recording() as noted:
        battle.roll("SABER", "INF").do(IgnoreFlags(0))
    assert battle.unit("b").blocks == 2
    assert battle.asked() == ("french", "choose_combat")
    assert "CCN-10.4" in noted.hits
    assert "CCN-10.5" not in noted.hits


@covers("CCN-10.4")
def test_a_second_attack_is_a_second_check() -> None:
    more = french("c", "LN", "6,4", blocks=1, ordered=True)
    battle = under_fire(1, "4,5", more).roll("INF").roll("ART", "ART")
    assert battle.do(Fire(UnitId("c"), B)).roll("INF").dice() == 2


@covers("CCN-10.5")
def test_the_check_comes_after_all_losses_of_a_failed_retreat() -> None:
    battle = under_fire(3, "1,6").roll("FLAG", "FLAG", "FLAG").do(IgnoreFlags(0))
    assert (battle.unit("b").blocks, battle.dice()) == (1, 2)
    battle.roll("SABER", "SABER")
    assert battle.world.banners[FRENCH] == 1
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-10.5", "CCN-10.3")
def test_a_unit_lost_to_a_failed_retreat_alone_is_checked_with_one_die() -> None:
    battle = under_fire(2, "1,6", blocks=2).roll("FLAG", "FLAG").do(IgnoreFlags(0))
    assert B not in battle.world.units
    assert (request(battle).rule, battle.dice()) == ("CCN-10.3", 1)
    battle.roll("SABER")
    assert battle.world.banners[FRENCH] == 2


@covers("CCN-10.8", "CCN-11.4.2")
def test_a_leader_who_outlives_his_unit_must_go_back() -> None:
    battle = under_fire(1, blocks=1).roll("INF").roll("FLAG")
    assert battle.decision() == LeaderRetreats(ALLIED, HILL, cell("4,5"), 0)
    battle.do(RetreatLeader(cell("3,5"))).do(StopLeader())
    assert battle.at("hill") == "3,5"
    assert battle.world.banners[FRENCH] == 1


@covers("CCN-10.9")
def test_on_his_own_baseline_he_leaves_the_board_and_gives_no_banner() -> None:
    battle = under_fire(1, "1,6", blocks=1).roll("INF").roll("INF")
    assert HILL not in battle.world.leaders
    assert battle.world.banners[FRENCH] == 1
    assert battle.told()[-1] == "ccn.leader_gone"
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-10.10")
def test_flags_against_a_unit_that_is_gone_do_not_touch_its_leader() -> None:
    battle = under_fire(3, blocks=1).roll("INF", "FLAG", "FLAG").roll("ART")
    assert battle.asked() == ("allied", "leader_retreats")
    battle.do(RetreatLeader(cell("3,6"))).do(StopLeader())
    assert battle.at("hill") == "3,6"
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-10.11")
def test_he_goes_back_from_the_hex_where_the_last_block_was_lost() -> None:
    militia = french("b", "MI", "5,5", blocks=2, leader="ney")
    friends = [french(f"f{at}", "LN", at) for at in ("6,4", "7,5", "7,6")]
    attacker = british("a", "LN", "4,5", blocks=1, ordered=True)
    battle = field(attacker, militia, *friends, to_move="allied", hands=NO_CARDS)
    battle.do(MeleeAttack(A, B)).roll("FLAG").do(IgnoreFlags(0))
    assert B not in battle.world.units
    assert battle.dice() == 1
    battle.roll("INF")
    assert battle.decision() == LeaderRetreats(FRENCH, UnitId("ney"), cell("6,5"), 0)


@covers("CCN-10.13", "CCN-11.4.4")
def test_impassable_ground_behind_him_is_his_end() -> None:
    target = british("b", "LN", "4,5", blocks=1, leader="hill")
    gun = french("a", "LN", "6,5", blocks=1, ordered=True)
    battle = field(gun, target, terrain={"river": ["3,5"], "rugged_hill": ["3,6"]})
    with recording() as noted:
        battle.do(Fire(A, B)).roll("INF").roll("INF")
    assert HILL not in battle.world.leaders
    assert battle.world.banners[FRENCH] == 2
    assert battle.told()[-2:] == ["ccn.leader_fell", "ccn.gained"]
    assert {"CCN-10.13", "CCN-11.4.4"} <= set(noted.hits)
    assert "CCN-11.4.11" not in noted.hits


@covers("CCN-10.14")
def test_the_attacker_takes_the_ground_the_leader_left() -> None:
    battle = charged(2, blocks=1).roll("INF", "ART").roll("INF")
    battle.do(RetreatLeader(cell("3,5"))).do(StopLeader())
    assert battle.options() == [HoldGround(), TakeGround()]
    battle.do(TakeGround())
    assert (battle.at("a"), battle.at("hill")) == ("4,5", "3,5")


@covers("CCN-10.14")
def test_the_attacker_takes_the_ground_where_the_leader_fell() -> None:
    battle = charged(2, blocks=1).roll("INF", "ART").roll("SABER")
    assert battle.do(TakeGround()).at("a") == "4,5"


@covers("CCN-10.16")
def test_a_leader_who_passed_is_not_checked_again_when_the_same_roll_ends_his_unit() -> None:
    friends = [british(f"f{at}", "LN", at) for at in ("3,5", "3,6")]
    battle = under_fire(2, "4,5", *friends, blocks=2).roll("INF", "FLAG")
    assert battle.dice() == 2
    battle.roll("SABER", "INF")
    with recording() as noted:
        battle.do(IgnoreFlags(0))
    assert B not in battle.world.units
    assert battle.decision() == LeaderRetreats(ALLIED, HILL, cell("4,5"), 0)
    assert "CCN-10.16" in noted.hits


@covers("CCN-10.17", "CCN-11.2.3", "CCN-11.3.1")
def test_a_leader_who_fell_no_longer_gives_his_flag() -> None:
    fallen = under_fire(2).roll("INF", "FLAG").roll("SABER", "SABER")
    assert fallen.decision() == ChooseRetreat(ALLIED, B, 1)
    fallen.do(Retreat(B, (cell("3,5"),)))
    assert fallen.at("b") == "3,5"
    alive = under_fire(2).roll("INF", "FLAG").roll("SABER", "INF")
    assert flags_asked(alive) == (ALLIED, B, 1, 1)


@covers("CCN-10.17", "CCN-11.3.1")
def test_hits_check_flags_and_retreat_follow_in_this_order() -> None:
    battle = under_fire(2).roll("INF", "FLAG").roll("INF", "INF").do(IgnoreFlags(0))
    battle.do(Retreat(B, (cell("3,6"),)))
    told = [tag for tag in battle.told() if tag.startswith(("ccn.", "kernel.rolled"))]
    assert told == ["ccn.fired", "kernel.rolled", "ccn.lost", "kernel.rolled", "ccn.retreated"]
    assert (battle.at("b"), battle.at("hill")) == ("3,6", "3,6")
