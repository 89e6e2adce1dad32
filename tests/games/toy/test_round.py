import pytest

from tests.games.toy.battles import BLUE, GOLD, RED, A, B, C, Z, blue, field, gold, red
from walstatt.games.toy.activation import Halt
from walstatt.games.toy.casebook import GivenUnit
from walstatt.games.toy.events import RoundBegan, TurnBegan
from walstatt.games.toy.options import ToyOptions
from walstatt.games.toy.round import Activate, ChoosePlan, ChooseUnit, Pass, Plan, actions
from walstatt.i18n.catalogue import say
from walstatt.kernel.events import DrawnUnseen, Rolled
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

ONE_EACH: tuple[GivenUnit, ...] = (
    red(A, "foot", "1,1"),
    blue(B, "foot", "7,7"),
    gold(C, "foot", "1,7"),
)
HANDS = {RED: (2, 3, 4), BLUE: (4, 5), GOLD: (1, 4)}


@covers("TOY-2.1")
@pytest.mark.parametrize(("rounds", "over"), [(2, False), (1, True)])
def test_the_game_ends_after_the_last_round(rounds: int, over: bool) -> None:
    battle = field(*ONE_EACH, phase="act", options=ToyOptions(rounds=rounds))
    battle.do(RED, Pass())
    assert (battle.game.outcome is not None) is over
    assert battle.world.round == (1 if over else 2)


@covers("TOY-2.1")
def test_a_game_lasts_six_rounds_by_default() -> None:
    assert field(*ONE_EACH, phase="act", round=5).do(RED, Pass()).game.outcome is None
    assert field(*ONE_EACH, phase="act", round=6).do(RED, Pass()).game.outcome is not None


@covers("TOY-2.2")
def test_every_seat_with_units_chooses_a_card_of_its_hand_at_once() -> None:
    battle = field(*ONE_EACH[:2], hands=HANDS)
    assert battle.to_act() == (RED, BLUE)
    assert battle.options(RED) == {Plan(2), Plan(3), Plan(4)}
    assert battle.refused(RED, Plan(5)) == ["TOY-2.2"]
    assert battle.refused(BLUE, Plan(5)) == []


@covers("TOY-2.2")
def test_even_a_single_card_is_laid_by_the_player() -> None:
    battle = field(*ONE_EACH[:2], hands={RED: (3,), BLUE: (1, 2)})
    assert battle.asked(RED) == ChoosePlan(RED)


@covers("TOY-2.2", "TOY-2.3")
def test_seats_act_from_the_highest_card_to_the_lowest() -> None:
    battle = field(*ONE_EACH, hands=HANDS)
    battle.do(RED, Plan(2)).do(BLUE, Plan(5)).do(GOLD, Plan(4))
    assert battle.world.plans == {RED: 2, BLUE: 5, GOLD: 4}
    assert battle.world.hands == {RED: (3, 4), BLUE: (4,), GOLD: (1,)}
    battle.do(BLUE, Pass()).do(GOLD, Pass()).do(RED, Pass(), (1,), (1, 2), (2, 5))
    assert battle.told(TurnBegan) == [TurnBegan(BLUE, 1), TurnBegan(GOLD, 2), TurnBegan(RED, 4)]


@covers("TOY-2.4")
@pytest.mark.parametrize(
    ("dice", "first"), [((3, 5, 1), BLUE), ((2, 2, 1), RED), ((1, 4, 4), BLUE), ((1, 3, 6), GOLD)]
)
def test_equal_cards_are_settled_by_dice_then_seats(dice: tuple[int, int, int], first: str) -> None:
    battle = field(*ONE_EACH, hands=HANDS)
    battle.do(GOLD, Plan(4)).do(BLUE, Plan(4))
    battle.do(RED, Plan(4), *((face,) for face in dice))
    assert battle.to_act() == (first,)


@covers("TOY-2.4")
def test_only_seats_with_equal_cards_roll() -> None:
    battle = field(*ONE_EACH, hands=HANDS)
    battle.do(GOLD, Plan(4)).do(BLUE, Plan(5)).do(RED, Plan(4), (1,), (6,))
    battle.do(BLUE, Pass())
    assert battle.to_act() == (GOLD,)


@covers("TOY-2.4")
def test_the_roll_says_for_what_and_by_whom_it_is() -> None:
    battle = field(*ONE_EACH[:2], hands=HANDS)
    battle.do(BLUE, Plan(4)).do(RED, Plan(4), (1,), (6,))
    requests = [one.request for one in battle.told(Rolled) if isinstance(one, Rolled)]
    assert [(one.purpose, one.rule, one.seat) for one in requests] == [
        ("toy.roll.tie", "TOY-2.4", RED),
        ("toy.roll.tie", "TOY-2.4", BLUE),
    ]


@covers("TOY-2.5")
@pytest.mark.parametrize("card", [1, 2, 3, 4, 5])
def test_a_card_lets_six_less_its_value_act(card: int) -> None:
    assert actions(card) == 6 - card
    battle = field(*ONE_EACH, phase="act", plans={RED: card})
    assert battle.asked(RED) == ChooseUnit(RED, 6 - card)


@covers("TOY-2.5")
def test_units_act_in_any_order_until_the_card_is_used_up() -> None:
    units = [red(UnitId(f"r{n}"), "foot", f"1,{n}") for n in (1, 3, 5)]
    battle = field(*units, blue(Z, "foot", "7,7"), phase="act", plans={RED: 4, BLUE: 1})
    assert battle.options(RED) == {Pass(), *(Activate(one.id) for one in units)}
    battle.do(RED, Activate(UnitId("r5"))).do(RED, Halt())
    assert battle.asked(RED) == ChooseUnit(RED, 1)
    battle.do(RED, Activate(UnitId("r1"))).do(RED, Halt())
    assert battle.asked(BLUE) == ChooseUnit(BLUE, 5)


@covers("TOY-2.5")
def test_a_seat_may_stop_earlier_and_is_taken_to_stop_when_away() -> None:
    battle = field(*ONE_EACH, phase="act", plans={RED: 2, BLUE: 2})
    decision = battle.asked(RED)
    assert decision is not None
    assert decision.default(battle.ctx) == Pass()
    battle.do(RED, Pass())
    assert battle.to_act() == (BLUE,)


@covers("TOY-2.5")
def test_only_an_own_unit_can_be_activated() -> None:
    battle = field(*ONE_EACH, phase="act")
    assert battle.refused(RED, Activate(B)) == ["TOY-2.5"]
    assert battle.refused(RED, Activate(UnitId("nobody"))) == ["TOY-2.5"]


@covers("TOY-2.6")
def test_a_unit_acts_once_a_round() -> None:
    units = red(A, "foot", "1,1"), red(C, "foot", "1,5"), blue(B, "foot", "7,7")
    battle = field(*units, phase="act")
    battle.do(RED, Activate(A)).do(RED, Halt())
    assert battle[A].acted
    assert battle.refused(RED, Activate(A)) == ["TOY-2.6"]
    assert battle.options(RED) == {Pass(), Activate(C)}


@covers("TOY-2.6")
def test_a_new_round_lets_everybody_act_and_react_again() -> None:
    units = red(A, "foot", "1,1", acted=True), blue(B, "archers", "7,7", reacted=True)
    battle = field(*units, phase="act")
    assert battle.world.round == 2
    assert not battle[A].acted
    assert not battle[B].reacted
    assert battle.told(RoundBegan) == [RoundBegan(2)]


@covers("TOY-2.7")
def test_plans_are_discarded_and_hands_filled_in_seat_order() -> None:
    hands = {RED: (1,), BLUE: (2, 2), GOLD: ()}
    plans = {RED: 5, BLUE: 3}
    battle = field(*ONE_EACH[:2], phase="act", hands=hands, plans=plans, order=())
    battle.do(RED, Pass(), (4, 1), (5,))
    assert battle.world.hands == {RED: (1, 1, 4), BLUE: (2, 2, 5), GOLD: ()}
    assert battle.world.discards == (5, 3)
    assert battle.world.plans == {}
    assert len(battle.world.deck) == 15 - 6 - 2


@covers("TOY-2.7", "TOY-1.4")
def test_only_the_owner_is_told_which_cards_he_drew() -> None:
    battle = field(*ONE_EACH[:2], phase="act", hands={RED: (1,)}, plans={RED: 5})
    battle.do(RED, Pass(), (3, 3))
    (drawn,) = [one for one in battle.tape if isinstance(one.event, Rolled)]
    assert isinstance(drawn.event, Rolled)
    assert drawn.to == (RED,)
    assert drawn.event.outcome == (3, 3)
    assert drawn.others == DrawnUnseen(RED, 2, say("toy.roll.cards"))
    assert drawn.event.request.rule == "TOY-2.7"


@covers("TOY-2.8")
def test_an_empty_deck_is_made_of_the_discards() -> None:
    hands = {RED: (1, 1), BLUE: (1, 2, 2, 2, 3, 3, 3), GOLD: (4, 4, 4)}
    battle = field(*ONE_EACH[:2], phase="act", hands=hands, plans={RED: 5}, discards=(5, 5))
    assert battle.deck() == ()
    battle.do(RED, Pass(), (5,))
    assert battle.world.hands[RED] == (1, 1, 5)
    assert (battle.deck(), battle.world.discards) == ((5, 5), ())


@covers("TOY-2.8")
def test_what_is_left_of_the_deck_is_drawn_before_the_discards() -> None:
    hands = {RED: (), BLUE: (1, 1, 1, 2, 2, 2, 3, 3), GOLD: (4, 4, 4)}
    battle = field(*ONE_EACH[:2], phase="act", hands=hands, plans={RED: 5}, discards=(5,))
    assert battle.deck() == (3, 5)
    battle.do(RED, Pass(), (3, 5), (5,))
    assert battle.world.hands[RED] == (3, 5, 5)
    assert battle.deck() == (5,)
