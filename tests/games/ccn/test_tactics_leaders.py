"""Give Them The Cold Steel, and Leadership. CCN-17.4.9, CCN-17.4.10."""

import pytest

from tests.games.ccn.field import FRENCH, Field, british, cell, french, leader, played
from walstatt.games.ccn.advance import Breakthrough, TakeGround
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.attack import attack_ledger
from walstatt.games.ccn.combat import EndCombat, Fire
from walstatt.games.ccn.leader_movement import leader_reach
from walstatt.games.ccn.morale import Retreat
from walstatt.games.ccn.movement import EndMovement, Move, MoveLeader
from walstatt.games.ccn.orders import ChooseOrders, Order
from walstatt.games.ccn.reactions import Decline
from walstatt.games.ccn.square import ChooseSquare, LeaveSquare, StayInSquare
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B, C, D, NEY = (UnitId(name) for name in ("a", "b", "c", "d", "ney"))
ENEMY = british("z", "LN", "1,7")


def ordered(battle: Field) -> set[str]:
    """Name the pieces that are ordered."""
    world = battle.world
    units = {str(name) for name, one in world.units.items() if one.ordered}
    return units | {str(name) for name, him in world.leaders.items() if him.ordered}


# -- Cold Steel -----------------------------------------------------------------------------------


@covers("CCN-17.4.9.1")
def test_cold_steel_orders_every_unit_next_to_an_enemy_unit() -> None:
    battle = played(
        "cold_steel",
        french("ln", "LN", "5,5"),
        french("fa", "FA", "5,7"),
        french("lc", "LC", "4,6"),
        french("far", "LN", "7,6"),
        french("led", "LN", "8,9", leader="ney"),
        british("b", "LN", "5,6"),
        leaders=[leader("hill", "allied", "8,10")],
    )
    assert ordered(battle) == {"ln", "fa", "lc"}
    assert battle.asked() == (FRENCH, "choose_combat")


@covers("CCN-17.4.9.1", "CCN-4.6")
def test_a_lone_leader_is_no_enemy_unit_and_there_is_no_substitute() -> None:
    battle = played(
        "cold_steel",
        french("a", "LN", "5,5"),
        ENEMY,
        leaders=[leader("hill", "allied", "5,6")],
        options={"lone_leader_pins": True},
    )
    assert ordered(battle) == set()
    assert (battle.world.phase, battle.world.plain) == ("draw", False)


@covers("CCN-17.4.9.2", "CCN-17.4.9.3")
@pytest.mark.parametrize(("code", "dice"), [("LN", 5), ("LC", 5), ("HC", 6), ("FA", 5)])
def test_cold_steel_fights_at_once_with_one_die_more(code: str, dice: int) -> None:
    battle = played("cold_steel", french("a", code, "5,5"), british("b", "FA", "5,6"))
    battle.do(MeleeAttack(A, B)).do(Decline())
    assert battle.dice() == dice


@covers("CCN-17.4.9.3")
def test_cold_steel_does_not_fire() -> None:
    battle = played(
        "cold_steel", french("a", "LN", "5,5"), british("b", "LN", "5,6"), british("d", "LN", "5,3")
    )
    assert battle.options() == [EndCombat(), MeleeAttack(A, B)]
    assert battle.refusal(Fire(A, D)) == ["CCN-17.4.9.3", "CCN-8.1.4"]


@covers("CCN-17.4.9.3", "CCN-17.4.9.5")
def test_an_ordered_unit_whose_enemy_is_gone_does_not_fire_either() -> None:
    battle = played(
        "cold_steel",
        french("a", "LN", "5,5"),
        french("c", "LN", "6,6"),
        british("b", "LN", "5,6"),
        british("d", "LN", "5,3"),
    )
    battle.do(MeleeAttack(A, B)).do(Decline()).roll("FLAG", "FLAG", "CAV", "CAV", "CAV", "CAV")
    battle.do(Retreat(B, (cell("4,6"), cell("3,6"))))
    battle.do(battle.options()[0])
    assert battle.unit("c").ordered
    assert battle.options() == [EndCombat()]


@covers("CCN-17.4.9.5")
def test_a_unit_that_an_enemy_comes_next_to_later_is_not_ordered() -> None:
    battle = played(
        "cold_steel",
        french("a", "LN", "6,5"),
        french("c", "LN", "3,5"),
        british("b", "LN", "5,5"),
    )
    assert ordered(battle) == {"a"}
    battle.do(MeleeAttack(A, B)).do(Decline()).roll("FLAG", *["CAV"] * 5)
    battle.do(Retreat(B, (cell("4,5"),))).do(battle.options()[0])
    assert not battle.unit("c").ordered
    assert battle.refusal(MeleeAttack(C, B)) == ["CCN-5.5"]


@covers("CCN-17.4.9.4")
def test_infantry_takes_ground_with_cold_steel() -> None:
    battle = played("cold_steel", french("a", "LN", "5,5"), british("b", "FA", "4,5", blocks=1))
    battle.do(MeleeAttack(A, B)).do(Decline()).roll("ART", "CAV", "CAV", "CAV", "CAV")
    assert battle.do(TakeGround()).at("a") == "4,5"


@covers("CCN-17.4.9.4")
def test_the_bonus_melee_of_cold_steel_has_the_standard_dice() -> None:
    battle = played(
        "cold_steel",
        british("a", "HC", "4,5"),
        french("b", "FA", "5,5", blocks=1),
        french("d", "FA", "6,5"),
        to_move="allied",
        hands={"allied": ["cold_steel", "rally"], "french": ["forward"]},
    )
    battle.do(MeleeAttack(A, B)).do(Decline())
    assert battle.dice() == 5
    battle.roll("ART", "CAV", "CAV", "CAV", "CAV").do(Breakthrough((cell("5,5"),)))
    battle.do(MeleeAttack(A, D)).do(Decline())
    assert battle.dice() == 4


@covers("CCN-17.4.9.1")
def test_a_square_ordered_by_cold_steel_is_asked_unless_cavalry_is_near() -> None:
    near = played("cold_steel", french("a", "LN", "5,5", square=True), british("b", "LN", "5,6"))
    assert near.decision() == ChooseSquare(FRENCH, A)
    near.do(LeaveSquare()).do(MeleeAttack(A, B)).do(Decline())
    assert near.dice() == 6
    horse = played("cold_steel", french("a", "LN", "5,5", square=True), british("b", "LC", "5,6"))
    assert horse.asked() == (FRENCH, "choose_combat")
    assert attack_ledger(horse.ctx, A, B, "melee").total == 1


@covers("CCN-17.4.9.2")
def test_a_battery_next_to_the_target_adds_its_die_of_cold_steel() -> None:
    battle = played(
        "cold_steel", french("a", "LN", "5,5"), french("c", "FA", "5,7"), british("b", "LC", "5,6")
    )
    found = attack_ledger(battle.ctx, A, B, "melee", (C,))
    assert found.explain() == ["+4 CCN-9.2.1", "+1 CCN-17.4.9.2", "+5 CCN-15.5"]


@covers("CCN-17.4.9.4")
def test_a_battery_that_joins_the_bonus_melee_has_its_standard_dice() -> None:
    battle = played(
        "cold_steel", french("a", "LC", "5,5"), french("c", "FA", "5,7"), british("b", "LC", "5,6")
    )
    found = attack_ledger(battle.ctx, A, B, "melee", (C,), bonus=True)
    assert found.explain() == ["+4 CCN-9.2.6", "+4 CCN-15.5"]


# -- Leadership: who ------------------------------------------------------------------------------


@covers("CCN-17.4.10.1", "CCN-17.4.10.2")
def test_leadership_orders_all_leaders_and_the_units_they_are_with() -> None:
    with recording() as heard:
        battle = played(
            "leadership",
            french("a", "LN", "8,2", leader="ney"),
            french("c", "LC", "8,12", leader="soult"),
            french("d", "LN", "8,6"),
            british("z", "LN", "1,7", leader="hill"),
            leaders=[leader("junot", "french", "8,8")],
        )
    assert ordered(battle) == {"a", "c", "ney", "soult", "junot"}
    assert battle.asked() == (FRENCH, "choose_move")
    assert {"CCN-17.4.10.1", "CCN-17.4.10.2"} <= {*heard.fired}


@covers("CCN-17.4.10.6", "CCN-17.4.14")
def test_without_leaders_leadership_orders_one_unit_of_choice() -> None:
    with recording() as heard:
        battle = played(
            "leadership",
            french("a", "LN", "5,5"),
            french("c", "LN", "8,6"),
            british("b", "LN", "5,7", leader="hill"),
        )
    assert {"CCN-17.4.10.6", "CCN-17.4.14"} <= {*heard.fired}
    assert battle.decision() == ChooseOrders(FRENCH, (("unit", 1),))
    battle.do(Order(A)).do(EndMovement())
    assert battle.do(Fire(A, B)).dice() == 4


@covers("CCN-17.4.10.1")
def test_lone_leaders_alone_are_enough() -> None:
    battle = played(
        "leadership", french("a", "LN", "8,2"), ENEMY, leaders=[leader("ney", "french", "8,8")]
    )
    assert ordered(battle) == {"ney"}
    assert max(leader_reach(battle.ctx, NEY).steps.values()) == 3


# -- Leadership: moving ---------------------------------------------------------------------------


@covers("CCN-17.4.10.2", "CCN-17.4.10.4")
def test_a_unit_takes_its_leader_along_who_then_may_not_leave_it() -> None:
    battle = played("leadership", french("a", "LC", "8,2", leader="ney"), ENEMY)
    battle.do(Move(A, cell("6,2")))
    assert battle.at("ney") == "6,2"
    assert battle.leader("ney").moved
    assert battle.unit("a").ordered
    assert battle.refusal(MoveLeader(NEY, cell("6,4"))) == ["CCN-6.3.1"]


@covers("CCN-17.4.10.4")
def test_a_unit_that_its_leader_left_is_not_ordered() -> None:
    battle = played(
        "leadership",
        french("a", "LN", "5,5", leader="ney"),
        french("c", "LN", "8,9", leader="soult"),
        british("b", "LN", "5,7"),
        british("d", "LN", "7,9"),
    )
    battle.do(MoveLeader(NEY, cell("6,5")))
    assert battle.at("ney") == "6,5"
    assert not battle.unit("a").ordered
    assert battle.refusal(Move(A, cell("4,5"))) == ["CCN-5.5"]
    battle.do(EndMovement())
    assert battle.refusal(Fire(A, B)) == ["CCN-5.5"]
    assert MeleeAttack(C, D) in battle.options()


@covers("CCN-17.4.10.5")
def test_a_unit_that_a_leader_joins_is_not_ordered() -> None:
    battle = played(
        "leadership",
        french("a", "LN", "5,5", leader="ney"),
        french("c", "LN", "5,4"),
        french("e", "LN", "8,9", leader="soult"),
        british("b", "LN", "4,4"),
        british("d", "LN", "7,9"),
    )
    battle.do(MoveLeader(NEY, cell("5,4")))
    assert battle.unit("c").joined
    assert not battle.unit("c").ordered
    battle.do(EndMovement())
    assert battle.refusal(MeleeAttack(C, B)) == ["CCN-5.5"]


@covers("CCN-17.4.10.4", "CCN-17.4.10.5")
def test_a_unit_that_changes_its_leader_is_not_ordered() -> None:
    battle = played(
        "leadership",
        french("a", "LN", "5,5", leader="ney"),
        ENEMY,
        leaders=[leader("soult", "french", "5,6")],
    )
    battle.do(MoveLeader(NEY, cell("6,5"))).do(MoveLeader(UnitId("soult"), cell("5,5")))
    assert battle.at("soult") == "5,5"
    assert not battle.unit("a").ordered


# -- Leadership: fighting -------------------------------------------------------------------------


@covers("CCN-17.4.10.3")
def test_leadership_adds_a_die_to_fire_melee_and_bonus_melee() -> None:
    fire = played("leadership", french("a", "LN", "5,5", leader="ney"), british("b", "LN", "5,7"))
    fire.do(EndMovement()).do(Fire(A, B))
    assert fire.dice() == 5
    battle = played(
        "leadership",
        french("a", "LC", "5,5", leader="ney"),
        british("b", "FA", "4,5", blocks=1),
        british("d", "FA", "3,5"),
    )
    battle.do(EndMovement()).do(MeleeAttack(A, B)).do(Decline())
    assert battle.dice() == 5
    battle.roll("ART", *["CAV"] * 4).do(Breakthrough((cell("4,5"),)))
    battle.do(MeleeAttack(A, D)).do(Decline())
    assert battle.dice() == 5


@covers("CCN-17.4.10.2")
def test_a_led_square_is_asked_and_its_leader_leaves_only_if_it_is_left() -> None:
    for answer, refused in ((StayInSquare(), ["CCN-5.21"]), (LeaveSquare(), [])):
        battle = played(
            "leadership",
            french("a", "LN", "8,5", square=True, leader="ney"),
            french("c", "LN", "8,9", leader="soult"),
            ENEMY,
        )
        assert battle.decision() == ChooseSquare(FRENCH, A)
        battle.do(answer)
        if refused:
            assert battle.refusal(MoveLeader(NEY, cell("7,5"))) == refused
        else:
            assert battle.do(MoveLeader(NEY, cell("7,5"))).at("ney") == "7,5"
