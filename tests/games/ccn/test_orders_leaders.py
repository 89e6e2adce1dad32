import pytest

from tests.games.ccn.field import FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.events import Ordered
from walstatt.games.ccn.movement import EndMovement, Move, MoveLeader
from walstatt.games.ccn.orders import (
    FOR_LEADERS,
    ChooseOrders,
    EndOrders,
    Order,
    OrderLeader,
    Slots,
    orderable_leaders,
)
from walstatt.games.ccn.square import square_violations
from walstatt.games.ccn.tactics import LongMove
from walstatt.games.ccn.turn import PlayCard
from walstatt.games.ccn.world import leader_name
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B, C, N, M = UnitId("a"), UnitId("b"), UnitId("c"), UnitId("n"), UnitId("m")
ENEMY = british("b", "LN", "1,7")


def led(card: str, *, square: bool = False, at: str = "5,7") -> Field:
    """Begin the Order phase of a French card; Ney leads a unit, and another one stands behind."""
    units = french("a", "LN", at, leader="n", square=square), french("c", "LN", "9,7")
    return field(*units, ENEMY, phase="order", card=card, command=5)


def alone(card: str, at: str = "5,7") -> Field:
    """Begin the Order phase of a French card; Ney stands alone, and a unit behind."""
    lone = leader("n", "french", at)
    units = french("c", "LN", "9,7"), french("g", "FA", "9,6"), french("h", "LC", "9,5")
    return field(*units, ENEMY, leaders=[lone], phase="order", card=card, command=5)


# -- who can be ordered --------------------------------------------------------------------------


@covers("CCN-5.24")
def test_a_lone_leader_takes_one_of_the_orders_of_a_section_card() -> None:
    battle = alone("probe_center").do(OrderLeader(N))
    assert battle.leader("n").ordered
    battle.do(Order(C))
    assert battle.asked() == ("french", "choose_move")
    told = [one.event for one in battle.game.tape or () if isinstance(one.event, Ordered)]
    name = leader_name(battle.ctx, N)
    assert told[0] == Ordered(name, seat=FRENCH, because="CCN-17.2.2")


@covers("CCN-5.2", "CCN-5.24")
@pytest.mark.parametrize(("at", "rules"), [("5,7", []), ("5,2", ["CCN-5.2"]), ("4,4", [])])
def test_a_leader_is_ordered_in_the_section_he_stands_in(at: str, rules: list[str]) -> None:
    battle = alone("probe_center", at)
    assert [one.rule for one in battle.game.check(FRENCH, OrderLeader(N))] == rules
    assert (OrderLeader(N) in battle.options()) is (rules == [])


@covers("CCN-5.24")
def test_a_leader_beyond_the_number_of_the_card_is_refused() -> None:
    lone = [leader("n", "french", "5,7"), leader("m", "french", "5,8")]
    units = french("c", "LN", "9,2"), ENEMY
    battle = field(*units, leaders=lone, phase="order", card="recon_in_force")
    battle.do(OrderLeader(N))
    assert battle.refusal(OrderLeader(M)) == ["CCN-17.2.8"]
    assert battle.options() == [EndOrders(), Order(C)]


@covers("CCN-5.15")
def test_detaching_a_leader_costs_an_order_of_its_own() -> None:
    battle = led("probe_center").do(Order(A)).do(OrderLeader(N))
    assert battle.asked() == ("french", "choose_move")
    assert (battle.unit("a").ordered, battle.leader("n").ordered) == (True, True)
    assert not battle.unit("c").ordered


@covers("CCN-5.15")
def test_scout_orders_either_the_unit_or_its_leader() -> None:
    battle = led("scout_center").do(OrderLeader(N))
    assert battle.asked() == ("french", "choose_move")
    assert (battle.unit("a").ordered, battle.leader("n").ordered) == (False, True)


@covers("CCN-5.13")
def test_a_unit_and_its_leader_need_one_order() -> None:
    battle = led("scout_center").do(Order(A)).do(Move(A, cell("5,8")))
    assert (battle.at("a"), battle.at("n")) == ("5,8", "5,8")


@covers("CCN-5.17")
def test_ordering_a_leader_to_detach_does_not_order_his_unit() -> None:
    battle = led("probe_center").do(OrderLeader(N)).do(EndOrders())
    assert not battle.unit("a").ordered
    battle.do(MoveLeader(N, cell("5,8")))
    assert battle.refusal(Move(A, cell("6,7"))) == ["CCN-5.5"]


@covers("CCN-5.17")
def test_the_unit_a_leader_leaves_may_take_a_second_order() -> None:
    battle = led("probe_center").do(OrderLeader(N)).do(Order(A))
    battle.do(MoveLeader(N, cell("5,8"))).do(Move(A, cell("5,6")))
    assert (battle.at("a"), battle.at("n")) == ("5,6", "5,8")


# -- cards with and without the bicorne ----------------------------------------------------------

SECTION_CARDS = (
    "scout_center probe_center attack_center assault_center"
    " coordinated_advance forward recon_in_force"
)


@covers("CCN-5.16")
@pytest.mark.parametrize("card", SECTION_CARDS.split())
def test_every_section_card_lets_leaders_detach(card: str) -> None:
    assert OrderLeader(N) in led(card).options()


@covers("CCN-5.16")
def test_flank_attack_lets_leaders_on_the_flanks_detach() -> None:
    assert OrderLeader(N) in led("flank_attack", at="5,2").options()
    assert led("flank_attack", at="5,2").refusal(OrderLeader(UnitId("c"))) == ["CCN-5.2"]


@covers("CCN-5.16")
@pytest.mark.parametrize("card", ["bayonet_charge", "fire_and_hold"])
def test_a_card_without_the_bicorne_lets_no_leader_detach(card: str) -> None:
    battle = led(card)
    assert battle.refusal(OrderLeader(N)) == ["CCN-5.16"]
    assert battle.options() == [EndOrders(), Order(A), Order(C)]


@covers("CCN-5.16", "CCN-1.4.4")
@pytest.mark.parametrize(
    ("card", "rule"),
    [
        ("bayonet_charge", "CCN-17.4.1.1"),
        ("bombard", "CCN-17.4.2.1"),
        ("cavalry_charge", "CCN-17.4.3.1"),
        ("fire_and_hold", "CCN-17.4.6.1"),
    ],
)
def test_a_card_for_units_does_not_order_a_lone_leader(card: str, rule: str) -> None:
    battle = alone(card)
    assert battle.refusal(OrderLeader(N)) == [rule]
    assert battle.refusal(Order(N)) == ["CCN-5.2"]
    assert not any(isinstance(one, OrderLeader) for one in battle.options())


@covers("CCN-5.16", "CCN-1.4.4")
def test_the_one_unit_of_choice_is_no_leader() -> None:
    units = french("c", "LN", "9,7", leader="n"), ENEMY
    lone = [leader("m", "french", "5,7")]
    battle = field(*units, leaders=lone, phase="order", card="bombard")
    assert battle.options() == [EndOrders(), Order(C)]
    assert battle.refusal(OrderLeader(M)) == ["CCN-17.4.14"]
    assert battle.refusal(OrderLeader(N)) == ["CCN-5.16"]


@covers("CCN-5.16")
def test_la_grande_manoeuvre_lets_a_leader_detach() -> None:
    battle = led("grande_manoeuvre").do(LongMove()).do(OrderLeader(N))
    assert battle.leader("n").ordered
    assert not battle.unit("a").ordered


@covers("CCN-5.16")
@pytest.mark.parametrize(("face", "allowed"), [("FLAG", True), ("INF", False)])
def test_a_flag_of_elan_lets_a_leader_detach(face: str, allowed: bool) -> None:
    units = french("a", "LN", "5,7", leader="n"), french("c", "LN", "9,7"), ENEMY
    battle = field(*units, phase="order", card="elan", command=2)
    battle.roll(face, "SABER")
    if allowed:
        battle.do(OrderLeader(N))
        assert battle.leader("n").ordered
    else:
        assert battle.refusal(OrderLeader(N)) == ["CCN-5.16"]


def test_the_kinds_of_orders_that_go_to_leaders() -> None:
    assert FOR_LEADERS == ("left", "center", "right", "any", "manoeuvre")


# -- squares -------------------------------------------------------------------------------------


@covers("CCN-5.21")
def test_a_leader_cannot_be_ordered_out_of_a_square() -> None:
    battle = led("probe_center", square=True)
    assert battle.refusal(OrderLeader(N)) == ["CCN-5.21"]
    assert OrderLeader(N) not in battle.options()
    assert orderable_leaders(battle.ctx, FRENCH) == []


@covers("CCN-5.21")
def test_all_reasons_against_an_order_to_a_leader_are_given() -> None:
    assert led("bayonet_charge", square=True).refusal(OrderLeader(N)) == ["CCN-5.21", "CCN-5.16"]
    flank = led("probe_center", square=True, at="5,2")
    assert flank.refusal(OrderLeader(N)) == ["CCN-5.21", "CCN-5.2"]
    slots: Slots = (("center", 1),)
    full = led("probe_center", square=True).do(Order(C))
    refused = ChooseOrders(FRENCH, slots).check(full.ctx, OrderLeader(N))
    assert [one.rule for one in refused] == ["CCN-5.21", "CCN-17.2.2"]


@covers("CCN-5.21")
def test_an_ordered_square_that_is_not_left_keeps_its_leader() -> None:
    battle = led("attack_center", square=True).do(Order(A))
    assert battle.refusal(OrderLeader(N)) == ["CCN-5.21"]


@covers("CCN-5.22")
def test_a_leader_may_be_detached_once_the_square_is_left() -> None:
    battle = led("probe_center", square=True).do(Order(A, leave_square=True))
    battle.do(OrderLeader(N)).do(MoveLeader(N, cell("5,8"))).do(Move(A, cell("5,6")))
    assert (battle.at("a"), battle.at("n")) == ("5,6", "5,8")


@covers("CCN-5.21")
def test_which_leaders_can_still_be_ordered() -> None:
    battle = field(
        french("a", "LN", "5,7", leader="n", square=True),
        french("c", "LN", "9,7", leader="m"),
        ENEMY,
        leaders=[leader("l", "french", "5,1"), leader("w", "allied", "1,1")],
        phase="command",
    )
    assert orderable_leaders(battle.ctx, FRENCH) == ["m", "l"]
    units = french("a", "LN", "5,7", leader="n"), ENEMY
    lone = [leader("o", "french", "5,5", ordered=True)]
    other = field(*units, leaders=lone, phase="command")
    assert orderable_leaders(other.ctx, FRENCH) == ["n"]


@covers("CCN-5.25")
@pytest.mark.parametrize(("cards", "rules"), [(2, ["CCN-14.1.3"]), (3, [])])
def test_a_square_is_formed_only_from_a_hand_that_leaves_a_card_to_play(
    cards: int, rules: list[str]
) -> None:
    units = french("a", "LN", "5,7"), ENEMY
    battle = field(*units, phase="command", to_move="allied", hands={"french": cards})
    assert [one.rule for one in square_violations(battle.ctx, A)] == rules


@covers("CCN-5.25")
def test_the_card_played_is_replaced_so_that_there_is_always_one() -> None:
    hands = {"french": ["first_strike"], "allied": ["first_strike"]}
    battle = field(french("a", "LN", "5,7"), ENEMY, phase="command", hands=hands)
    battle.do(PlayCard("first_strike"))
    assert battle.world.hands[FRENCH] == ()
    battle.roll("elan").do(PlayCard("first_strike")).roll("rally")
    assert battle.options() == [PlayCard("elan")]


@covers("CCN-5.19")
def test_a_leader_without_an_order_goes_with_his_unit_and_cannot_leave_it() -> None:
    battle = led("probe_center").do(Order(A)).do(EndOrders())
    assert battle.refusal(MoveLeader(N, cell("6,7"))) == ["CCN-5.5"]
    battle.do(Move(A, cell("5,8"))).do(EndMovement())
    assert battle.at("n") == "5,8"
