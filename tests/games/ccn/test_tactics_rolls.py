"""Élan and Rally, which roll for their orders. CCN-17.4.5, CCN-17.4.12."""

import pytest

from tests.games.ccn.field import FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.advance import Breakthrough
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.attack import attack_ledger
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.movement import EndMovement, Move, MoveLeader
from walstatt.games.ccn.odds import BATTLE_DIE
from walstatt.games.ccn.orders import ChooseOrders, EndOrders, Order, OrderLeader
from walstatt.games.ccn.reactions import Decline
from walstatt.games.ccn.square import ChooseSquare, LeaveSquare
from walstatt.games.ccn.tactics import ChooseRally, Rally, Rallying, reduced
from walstatt.games.ccn.turn import PlayCard
from walstatt.kernel.chance import Roll
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B, C, D, NEY = (UnitId(name) for name in ("a", "b", "c", "d", "ney"))
ENEMY = british("z", "LN", "1,7")
HOST = [
    french("a", "LN", "8,2", leader="ney"),
    french("b", "LC", "8,4"),
    french("c", "FA", "8,6"),
    french("d", "LN", "8,8"),
]


def played(card: str, *units: dict[str, object], others: int = 2, **given: object) -> Field:
    """Let the French play a card from a hand with some others."""
    hand = [card, *["forward", "forward", "bombard", "bombard", "scout_left"][:others]]
    position: dict[str, object] = {
        "phase": "command",
        "hands": {"french": hand, "allied": ["probe_left"]},
        **given,
    }
    battle = field(*units, **position)  # type: ignore[arg-type]
    return battle.do(PlayCard(card))


def rolling(battle: Field) -> Roll[str]:
    """Give the roll that is waiting."""
    assert battle.game.waiting is not None
    ((_, request),) = battle.game.waiting.requests
    assert isinstance(request, Roll)
    return request


def ordered(battle: Field) -> set[str]:
    """Name the units that are ordered."""
    return {str(name) for name, one in battle.world.units.items() if one.ordered}


# -- rolling --------------------------------------------------------------------------------------


@covers("CCN-17.4.5.1", "CCN-17.4.12.1")
@pytest.mark.parametrize("others", [0, 1, 5])
@pytest.mark.parametrize(
    ("card", "because"), [("elan", "CCN-17.4.5.1"), ("rally", "CCN-17.4.12.1")]
)
def test_as_many_dice_as_the_command_value(card: str, because: str, others: int) -> None:
    roll = rolling(played(card, *HOST, ENEMY, others=others))
    assert roll.count == others + 1
    assert (roll.purpose, roll.rule, roll.seat) == (f"ccn.roll.{card}", because, FRENCH)
    assert roll.die == BATTLE_DIE


@covers("CCN-17.4.5.1", "CCN-17.4.12.1")
@pytest.mark.parametrize("card", ["elan", "rally"])
def test_cards_under_squares_roll_no_dice(card: str) -> None:
    battle = played(card, french("a", "LN", "8,2", square=True), ENEMY, others=2)
    assert battle.dice() == 3


# -- Élan -----------------------------------------------------------------------------------------


@covers("CCN-17.4.5.2", "CCN-17.4.5.3", "CCN-17.4.5.4")
@pytest.mark.parametrize(
    ("faces", "slots"),
    [
        ("INF CAV ART", (("infantry", 1), ("cavalry", 1), ("artillery", 1))),
        ("INF INF FLAG", (("infantry", 2), ("any", 1))),
        ("FLAG FLAG FLAG", (("any", 3),)),
        ("SABER SABER ART", (("artillery", 1),)),
        ("CAV SABER CAV", (("cavalry", 2),)),
    ],
)
def test_each_symbol_orders_a_unit_of_its_arm_and_each_flag_anybody(
    faces: str, slots: tuple[tuple[str, int], ...]
) -> None:
    battle = played("elan", *HOST, ENEMY).roll(*faces.split())
    assert battle.decision() == ChooseOrders(FRENCH, slots)


@covers("CCN-17.4.5.4", "CCN-4.6")
def test_sabers_alone_order_nobody() -> None:
    battle = played("elan", *HOST, ENEMY).roll("SABER", "SABER", "SABER")
    assert "ccn.orders_nobody" in battle.told()
    assert battle.world.phase == "draw"
    assert battle.world.discards == ()


@covers("CCN-17.4.5.2")
def test_a_symbol_orders_one_unit_and_no_leader() -> None:
    battle = played("elan", *HOST, ENEMY).roll("INF", "ART", "SABER")
    assert [one for one in battle.options() if isinstance(one, Order)] == [
        Order(A),
        Order(C),
        Order(D),
    ]
    battle.do(Order(D))
    assert battle.refusal(Order(A)) == ["CCN-17.4.5.1"]
    assert battle.refusal(Order(B)) == ["CCN-17.4.5.1"]
    assert battle.refusal(OrderLeader(NEY)) == ["CCN-5.16"]
    assert battle.do(Order(C)).asked() == (FRENCH, "choose_move")


@covers("CCN-17.4.5.3")
def test_a_flag_detaches_a_leader_whose_unit_another_symbol_orders() -> None:
    battle = played("elan", *HOST, ENEMY).roll("FLAG", "INF", "SABER")
    battle.do(OrderLeader(NEY)).do(Order(A))
    battle.do(MoveLeader(NEY, cell("8,5"))).do(Move(A, cell("7,2")))
    assert (battle.at("ney"), battle.at("a")) == ("8,5", "7,2")


@covers("CCN-17.4.5.3")
def test_a_flag_orders_any_unit_or_a_lone_leader() -> None:
    battle = played(
        "elan", *HOST, ENEMY, leaders=[leader("soult", "french", "8,10")], others=0
    ).roll("FLAG")
    offered = battle.options()
    for name in "abcd":
        assert Order(UnitId(name)) in offered
    assert OrderLeader(UnitId("soult")) in offered
    assert OrderLeader(NEY) in offered


@covers("CCN-17.4.5.2")
def test_a_symbol_without_its_arm_is_lost() -> None:
    battle = played("elan", french("a", "LN", "8,2"), ENEMY).roll("CAV", "ART", "CAV")
    assert battle.world.phase == "draw"
    assert ordered(battle) == set()


@covers("CCN-17.4.5.2", "CCN-17.4.5.3")
def test_orders_of_elan_may_be_left_unused() -> None:
    battle = played("elan", *HOST, ENEMY).roll("INF", "INF", "FLAG")
    battle.do(EndOrders())
    assert battle.world.phase == "draw"


@covers("CCN-17.4.5.5")
def test_elan_adds_a_die_to_fire_melee_bonus_melee_and_guns() -> None:
    fire = played("elan", french("a", "LN", "5,5"), british("b", "LN", "5,7"), others=0)
    fire.roll("INF").do(Order(A)).do(EndMovement()).do(Fire(A, B))
    assert fire.dice() == 5
    battle = played(
        "elan",
        french("a", "LC", "5,5"),
        french("c", "FA", "5,3"),
        british("b", "FA", "4,5", blocks=1),
        british("d", "FA", "3,5"),
        others=1,
    )
    battle.roll("CAV", "ART").do(Order(A)).do(Order(C)).do(EndMovement())
    found = attack_ledger(battle.ctx, A, B, "melee", (C,))
    assert found.explain() == ["+4 CCN-9.2.6", "+1 CCN-17.4.5.5", "+3 CCN-15.5"]
    battle.do(MeleeAttack(A, B)).do(Decline()).roll("ART", *["CAV"] * 4)
    battle.do(Breakthrough((cell("4,5"),))).do(MeleeAttack(A, D)).do(Decline())
    assert battle.dice() == 5


@covers("CCN-17.4.5.5")
def test_elan_does_not_help_the_battle_back() -> None:
    battle = played("elan", french("a", "LN", "5,5"), british("b", "LN", "5,6"), others=0)
    battle.roll("INF").do(Order(A)).do(EndMovement())
    assert attack_ledger(battle.ctx, B, A, "back").total == 4


@covers("CCN-17.4.5.6", "CCN-18.4")
def test_elan_is_shuffled_into_the_new_draw_pile() -> None:
    battle = played("elan", *HOST, ENEMY, discards=["attack_left"]).roll("SABER", "SABER", "SABER")
    assert "elan" in battle.world.deck
    assert battle.world.deck.count("attack_left") == 4
    assert battle.roll("elan").world.hands[FRENCH] == ("elan", "forward", "forward")


# -- Rally ----------------------------------------------------------------------------------------

WORN = [
    french("a", "LN", "8,2", blocks=2),
    french("b", "LC", "8,4", blocks=1),
    french("c", "FA", "8,6", blocks=2),
    french("d", "LN", "8,8", blocks=3),
    french("e", "OG", "8,10"),
]


@covers("CCN-17.4.12.2", "CCN-17.4.12.4")
def test_each_symbol_returns_a_block_of_its_arm_and_orders_the_unit() -> None:
    battle = played("rally", *WORN, ENEMY).roll("INF", "CAV", "ART")
    assert battle.decision() == ChooseRally(FRENCH, "infantry", 1)
    assert battle.options() == [Rally(A), Rally(D)]
    battle.do(Rally(D))
    assert [battle.unit(name).blocks for name in "abcde"] == [2, 2, 3, 4, 4]
    assert ordered(battle) == {"b", "c", "d"}
    assert battle.asked() == (FRENCH, "choose_move")
    assert battle.told().count("ccn.rallied") == 3


@covers("CCN-17.4.12.6")
def test_blocks_may_go_to_one_unit_or_several() -> None:
    one = played("rally", *WORN, ENEMY).roll("INF", "INF", "SABER")
    assert one.decision() == ChooseRally(FRENCH, "infantry", 2)
    one.do(Rally(A))
    assert one.decision() == ChooseRally(FRENCH, "infantry", 1)
    one.do(Rally(A))
    assert [one.unit(name).blocks for name in "ad"] == [4, 3]
    several = played("rally", *WORN, ENEMY).roll("INF", "INF", "SABER")
    several.do(Rally(A)).do(Rally(D))
    assert [several.unit(name).blocks for name in "ad"] == [3, 4]


@covers("CCN-17.4.12.3", "CCN-19.1")
def test_no_unit_grows_beyond_its_full_strength_and_the_rest_is_lost() -> None:
    battle = played("rally", french("a", "LN", "8,2", blocks=3), french("b", "LC", "8,4"), ENEMY)
    battle.roll("INF", "INF", "CAV")
    assert [battle.unit(name).blocks for name in "ab"] == [4, 4]
    assert ordered(battle) == {"a"}


@covers("CCN-17.4.12.2", "CCN-17.4.12.3")
def test_who_cannot_be_rallied() -> None:
    battle = played("rally", *WORN, british("z", "LN", "1,7", blocks=1)).roll("INF", "INF", "INF")
    before = {name: one.blocks for name, one in battle.world.units.items()}
    assert battle.refusal(Rally(UnitId("nobody"))) == ["CCN-17.4.12.2"]
    assert battle.refusal(Rally(UnitId("z"))) == ["CCN-17.4.12.2"]
    assert battle.refusal(Rally(B)) == ["CCN-17.4.12.2"]
    assert battle.refusal(Rally(UnitId("e"))) == ["CCN-17.4.12.3"]
    assert {name: one.blocks for name, one in battle.world.units.items()} == before


@covers("CCN-17.4.12.2", "CCN-17.4.12.3")
def test_a_full_unit_of_another_arm_is_refused_for_both_reasons() -> None:
    units = [*WORN[:4], french("e", "HC", "8,10")]
    battle = played("rally", *units, ENEMY).roll("INF", "SABER", "SABER")
    assert battle.refusal(Rally(UnitId("e"))) == ["CCN-17.4.12.2", "CCN-17.4.12.3"]


@covers("CCN-17.4.12.5", "CCN-A9")
def test_flags_and_sabers_return_nothing() -> None:
    battle = played("rally", *WORN, ENEMY).roll("FLAG", "SABER", "FLAG")
    assert [battle.unit(name).blocks for name in "abcde"] == [2, 1, 2, 3, 4]
    assert ordered(battle) == set()
    assert battle.world.phase == "draw"


@covers("CCN-17.4.12.5", "CCN-A9", "CCN-21.5")
def test_a_flag_returns_a_block_of_any_arm_if_so_read() -> None:
    with recording() as heard:
        battle = played("rally", *WORN, ENEMY, options={"rally_flag_any": True})
        battle.roll("FLAG", "INF", "SABER")
    assert heard.hits["CCN-21.5"] == 1
    battle.do(Rally(A))
    assert battle.decision() == ChooseRally(FRENCH, "any", 1)
    assert battle.options() == [Rally(A), Rally(B), Rally(C), Rally(D)]
    assert battle.refusal(Rally(UnitId("e"))) == ["CCN-17.4.12.3"]
    battle.do(Rally(C))
    assert battle.unit("c").blocks == 3


@covers("CCN-21.5")
def test_the_other_reading_of_flags_is_cited_only_if_used() -> None:
    with recording() as heard:
        played("rally", *WORN, ENEMY).roll("FLAG", "INF", "SABER")
    assert heard.hits["CCN-21.5"] == 0


@covers("CCN-17.4.12.4")
def test_rallied_units_move_and_fight_as_usual() -> None:
    battle = played(
        "rally", french("a", "LN", "6,5", blocks=2), british("b", "LC", "4,5"), others=0
    ).roll("INF")
    battle.do(Move(A, cell("5,5"))).do(EndMovement())
    assert attack_ledger(battle.ctx, A, B, "melee").explain() == ["+3 CCN-9.2.1"]


@covers("CCN-17.4.12.6")
def test_a_square_next_to_cavalry_regains_a_block_and_stays_in_square() -> None:
    battle = played(
        "rally",
        french("a", "LN", "5,5", blocks=2, square=True),
        british("b", "LC", "5,6"),
        others=0,
    ).roll("INF")
    assert (battle.unit("a").blocks, battle.unit("a").square) == (3, 1)
    assert battle.asked() == (FRENCH, "choose_combat")


@covers("CCN-17.4.12.4", "CCN-17.4.12.6")
def test_a_rallied_square_may_be_left_and_other_squares_are_not_asked() -> None:
    battle = played(
        "rally",
        french("a", "LN", "8,2", blocks=2, square=True),
        french("c", "LN", "8,4", square=True),
        ENEMY,
        others=0,
    ).roll("INF")
    assert battle.decision() == ChooseSquare(FRENCH, A)
    battle.do(LeaveSquare())
    assert battle.asked() == (FRENCH, "choose_move")
    assert (battle.unit("a").square, battle.unit("c").square) == (0, 2)


@covers("CCN-17.4.12.4", "CCN-4.6")
def test_with_nobody_to_rally_nobody_is_ordered() -> None:
    battle = played("rally", french("a", "LN", "8,2"), ENEMY).roll("INF", "INF", "CAV")
    assert battle.world.phase == "draw"


@covers("CCN-17.4.12.6")
def test_reduced_units_are_ones_own_of_the_arm() -> None:
    battle = played("rally", *WORN, british("z", "LN", "1,7", blocks=1))
    assert reduced(battle.ctx, FRENCH, "infantry") == [A, D]
    assert reduced(battle.ctx, FRENCH, "cavalry") == [B]
    assert reduced(battle.ctx, FRENCH, "any") == [A, B, C, D]


@covers("CCN-17.4.12.2")
def test_symbols_are_worked_off_arm_by_arm() -> None:
    battle = played("rally", *WORN, ENEMY)
    frame = Rallying(FRENCH, (("infantry", 0), ("cavalry", 0), ("artillery", 1)))
    flow = frame.begin(battle.ctx)
    assert flow.decisions == {FRENCH: ChooseRally(FRENCH, "artillery", 1)}  # type: ignore[union-attr]
