"""Chapter 14.5: acting in square and leaving it."""

import pytest

from tests.games.ccn.field import ALLIED, Field, british, cell, field, french, leader
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.movement import EndMovement, Move
from walstatt.games.ccn.orders import EndOrders, Order, OrderLeader
from walstatt.games.ccn.square import (
    ChooseSquare,
    LeaveSquare,
    OrderedSquares,
    StayInSquare,
    cavalry_near,
    leaving_violations,
)
from walstatt.games.ccn.tactics import LongMove, SupplyTarget, TakeSection
from walstatt.kernel.frames import Ask, Done
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B, C = UnitId("a"), UnitId("b"), UnitId("c")
CARDS = {"allied": ["", "rally"]}
SQUARE = british("b", "LN", "4,6", square=2)
FAR = british("c", "LN", "2,6")


def ordering(*units: dict[str, object], card: str = "attack_center", **given: object) -> Field:
    """Let the Allies give orders, with a square at 4,6."""
    given.setdefault("hands", {"allied": ["scout_left"], "french": 0})
    given.setdefault("square_cards", CARDS)
    more = {"phase": "order", "to_move": "allied", "card": card, **given}
    return field(SQUARE, FAR, *units, **more)  # type: ignore[arg-type]


@covers("CCN-14.5.4", "CCN-14.5.6", "CCN-5.23")
def test_a_square_is_left_with_an_order_and_its_card_returns() -> None:
    battle = ordering()
    assert Order(B) in battle.options()
    assert Order(B, leave_square=True) in battle.options()
    battle.do(Order(B, leave_square=True))
    assert (battle.unit("b").square, battle.unit("b").ordered) == (0, True)
    assert battle.world.square_cards[ALLIED] == ("", "", "", "")
    assert battle.world.hands[ALLIED] == ("rally", "scout_left")
    assert battle.told()[-1] == "ccn.unsquared"


@covers("CCN-14.5.4")
def test_an_order_alone_does_not_dissolve_a_square() -> None:
    battle = ordering().do(Order(B))
    assert (battle.unit("b").square, battle.unit("b").ordered) == (2, True)
    assert battle.world.square_cards[ALLIED] == ("", "rally", "", "")


@covers("CCN-14.5.4")
def test_a_unit_not_in_square_cannot_leave_one() -> None:
    battle = ordering()
    assert battle.refusal(Order(C, leave_square=True)) == ["CCN-14.5.4"]
    assert Order(C, leave_square=True) not in battle.options()


@covers("CCN-14.5.5")
@pytest.mark.parametrize(
    ("enemy", "near"),
    [
        (french("a", "LC", "4,7"), True),
        (french("a", "GHC", "5,6"), True),
        (french("a", "LC", "4,8"), False),
        (french("a", "LN", "4,7"), False),
        (french("a", "HA", "4,7"), False),
        (british("a", "LC", "4,7"), False),
    ],
)
def test_enemy_cavalry_next_to_a_square_keeps_it_there(
    enemy: dict[str, object], near: bool
) -> None:
    battle = ordering(enemy)
    assert cavalry_near(battle.ctx, B) is near
    assert [one.rule for one in leaving_violations(battle.ctx, B)] == (
        ["CCN-14.5.5"] if near else []
    )
    assert (Order(B, leave_square=True) in battle.options()) is not near
    if near:
        assert battle.refusal(Order(B, leave_square=True)) == ["CCN-14.5.5"]
        assert Order(B) in battle.options()


@covers("CCN-14.5.7")
def test_a_unit_that_left_square_fires_as_one_that_did_not_move() -> None:
    target = french("a", "LN", "6,6")
    battle = ordering(target).do(Order(B, leave_square=True)).do(EndOrders()).do(EndMovement())
    assert battle.do(Fire(B, A)).dice() == 5


@covers("CCN-14.5.7")
def test_a_unit_that_left_square_moves() -> None:
    battle = ordering().do(Order(B, leave_square=True)).do(EndOrders())
    battle.do(Move(B, cell("5,6")))
    assert battle.at("b") == "5,6"


@covers("CCN-14.5.2", "CCN-6.1.16")
def test_a_square_does_not_move() -> None:
    battle = ordering().do(Order(B)).do(Order(C))
    assert not [one for one in battle.options() if isinstance(one, Move) and one.unit == B]
    assert battle.refusal(Move(B, cell("5,6"))) == ["CCN-6.1.16"]


@covers("CCN-14.5.2", "CCN-12.1.6")
def test_a_square_takes_no_ground() -> None:
    square = british("b", "LN", "4,5", square=True, ordered=True)
    target = french("a", "LN", "5,5", blocks=1)
    battle = field(square, target, to_move="allied", hands={"allied": 0, "french": 0})
    battle.do(MeleeAttack(B, A)).roll("INF")
    assert A not in battle.world.units
    assert battle.asked() == ("allied", "choose_combat")


@covers("CCN-14.5.1")
def test_a_square_fires_with_one_die_if_no_enemy_unit_is_next_to_it() -> None:
    square = british("b", "LN", "4,5", square=True, ordered=True)
    far, near = french("a", "LN", "6,5"), french("c", "LN", "4,6")
    given = {"to_move": "allied", "hands": {"allied": 0, "french": 0}}
    alone = field(square, far, **given)  # type: ignore[arg-type]
    assert alone.do(Fire(B, A)).dice() == 1
    engaged = field(square, far, near, **given)  # type: ignore[arg-type]
    assert engaged.refusal(Fire(B, A)) == ["CCN-8.1.4"]
    assert engaged.do(MeleeAttack(B, C)).dice() == 1


@covers("CCN-14.5.3")
def test_a_square_leads_a_combined_arms_attack() -> None:
    square = british("b", "LN", "4,5", square=True, ordered=True)
    units = square, british("g", "FA", "4,3", ordered=True), french("a", "LN", "5,5")
    battle = field(*units, to_move="allied", hands={"allied": 0, "french": 0})
    assert MeleeAttack(B, A, (UnitId("g"),)) in battle.options()


@covers("CCN-14.5.6", "CCN-14.5.8", "CCN-5.11")
def test_the_card_of_its_own_number_returns_when_a_square_falls() -> None:
    weak = british("b", "LN", "4,5", square=3, blocks=1)
    other = british("c", "LN", "1,1", square=1)
    cards = {"allied": ["forward", "", "rally"]}
    shooter = french("a", "LN", "6,5", blocks=1, ordered=True)
    hands = {"allied": ["scout_left"], "french": 0}
    battle = field(shooter, weak, other, hands=hands, square_cards=cards).do(Fire(A, B))
    battle.roll("INF")
    assert battle.world.hands[ALLIED] == ("rally", "scout_left")
    assert battle.world.square_cards[ALLIED] == ("forward", "", "", "")


@covers("CCN-14.5.9", "CCN-5.21")
def test_a_leader_may_not_detach_from_a_square() -> None:
    hill = leader("hill", "allied", "4,6")
    battle = ordering(leaders=[hill])
    assert battle.refusal(OrderLeader(UnitId("hill"))) == ["CCN-5.21"]
    assert OrderLeader(UnitId("hill")) not in battle.options()


@covers("CCN-14.5.9", "CCN-5.22")
def test_he_may_when_the_square_was_left() -> None:
    hill = leader("hill", "allied", "4,6")
    battle = ordering(leaders=[hill]).do(Order(B, leave_square=True))
    assert OrderLeader(UnitId("hill")) in battle.options()


@covers("CCN-14.5.10", "CCN-17.4.11.3")
def test_la_grande_manoeuvre_orders_no_square() -> None:
    battle = ordering(card="grande_manoeuvre").do(LongMove())
    assert Order(C) in battle.options()
    assert Order(B) not in battle.options()
    assert battle.refusal(Order(B)) == ["CCN-17.4.11.3"]


@covers("CCN-14.5.10", "CCN-17.4.13.5")
def test_short_supply_moves_no_square() -> None:
    battle = ordering(french("a", "LN", "8,8"), card="short_supply")
    assert SupplyTarget(C) in battle.options()
    assert SupplyTarget(B) not in battle.options()
    assert battle.refusal(SupplyTarget(B)) == ["CCN-17.4.13.5"]


@covers("CCN-14.5.4", "CCN-14.5.7", "CCN-5.23")
def test_a_card_that_orders_by_itself_asks_for_each_square() -> None:
    other = british("d", "LN", "2,7", square=1)
    battle = ordering(other, card="force_march", square_cards={"allied": ["forward", "rally"]})
    battle.do(TakeSection("center"))
    assert battle.decision() == ChooseSquare(ALLIED, B)
    assert battle.options() == [StayInSquare(), LeaveSquare()]
    with recording() as noted:
        battle.do(StayInSquare())
    assert {"CCN-5.23", "CCN-14.5.4", "CCN-14.5.5"} <= set(noted.fired)
    assert "CCN-14.5.7" not in noted.fired
    assert battle.decision() == ChooseSquare(ALLIED, UnitId("d"))
    with recording() as noted:
        battle.do(LeaveSquare())
    assert (battle.unit("b").square, battle.unit("d").square) == (2, 0)
    assert battle.world.hands[ALLIED] == ("forward", "scout_left")
    assert battle.asked() == ("allied", "choose_move")
    assert {"CCN-14.5.7", "CCN-14.5.6"} <= set(noted.fired)


@covers("CCN-14.5.5")
def test_a_card_that_orders_by_itself_does_not_ask_next_to_enemy_cavalry() -> None:
    other = british("d", "LN", "2,7", square=1)
    horse = french("a", "LC", "4,7")
    cards = {"allied": ["forward", "rally"]}
    battle = ordering(other, horse, card="force_march", square_cards=cards)
    battle.do(TakeSection("center"))
    assert battle.decision() == ChooseSquare(ALLIED, UnitId("d"))
    battle.do(StayInSquare())
    assert battle.asked() == ("allied", "choose_move")


@covers("CCN-14.5.5")
def test_squares_are_passed_over_until_one_could_be_left() -> None:
    other = british("d", "LN", "2,7", square=1)
    battle = ordering(
        other, french("a", "LC", "4,7"), square_cards={"allied": ["forward", "rally"]}
    )
    asked = OrderedSquares(ALLIED, (B, UnitId("d"))).begin(battle.ctx)
    assert isinstance(asked, Ask)
    assert asked.decisions == {ALLIED: ChooseSquare(ALLIED, UnitId("d"))}
    assert isinstance(OrderedSquares(ALLIED, (B, B)).begin(battle.ctx), Done)
    assert isinstance(OrderedSquares(ALLIED, ()).begin(battle.ctx), Done)


@covers("CCN-14.5.5")
def test_the_choice_is_refused_next_to_enemy_cavalry() -> None:
    battle = ordering(french("a", "LC", "4,7"))
    asked = ChooseSquare(ALLIED, B)
    assert [one.rule for one in asked.check(battle.ctx, LeaveSquare())] == ["CCN-14.5.5"]
    assert asked.check(battle.ctx, StayInSquare()) == []


@covers("CCN-14.5.4")
def test_the_choice_is_shown_with_two_buttons() -> None:
    battle = ordering(card="force_march").do(TakeSection("center"))
    asked = battle.decision()
    shown = [asked.present(battle.ctx, one).label.id for one in battle.options()]
    assert shown == ["ccn.do.stay_in_square", "ccn.do.leave_square"]
    assert asked.prompt(battle.ctx).id == "ccn.ask.choose_square"
