import pytest

from tests.games.toy.battles import BLUE, GOLD, RED, A, B, C, Field, Z, attacking, blue, field, red
from walstatt.games.toy.activation import Strike
from walstatt.games.toy.combat import GiveWay, PushedBack
from walstatt.games.toy.duel import Accept
from walstatt.games.toy.events import Rallied
from walstatt.games.toy.rally import OfferRally, RallyWith
from walstatt.games.toy.round import Activate, ChooseUnit, Pass, Plan
from walstatt.games.toy.world import unit_name
from walstatt.kernel.errors import BadRequest
from walstatt.workshop.covers import covers

WEAK = red(A, "foot", "1,1", strength=2), blue(B, "foot", "7,7", strength=1)
HANDS = {RED: (1, 2), BLUE: (4, 5, 5), GOLD: ()}


def waiting() -> Field:
    return field(*WEAK, red(C, "foot", "3,3"), phase="act", hands=HANDS)


@covers("TOY-6.1")
def test_any_seat_may_rally_while_one_is_asked() -> None:
    battle = waiting()
    assert battle.game.standing(BLUE) == [OfferRally(BLUE)]
    battle.do(BLUE, RallyWith(B, 5))
    assert battle[B].strength == 2
    assert battle.world.hands[BLUE] == (4, 5)
    assert battle.world.discards == (5,)


@covers("TOY-6.1")
def test_a_seat_rallies_once_a_game() -> None:
    battle = waiting().do(BLUE, RallyWith(B, 5))
    assert battle.game.standing(BLUE) == []
    assert battle.game.standing(RED) == [OfferRally(RED)]
    with pytest.raises(BadRequest):
        battle.do(BLUE, RallyWith(B, 4))
    assert field(*WEAK, phase="act", hands=HANDS, rallied=(BLUE,)).game.standing(BLUE) == []


@covers("TOY-6.1")
def test_each_seat_has_a_rally_of_its_own() -> None:
    units = *WEAK, red(C, "foot", "3,3")
    battle = field(*units, phase="act", hands=HANDS, discards=(3,))
    battle.do(BLUE, RallyWith(B, 5)).do(RED, RallyWith(A, 1))
    assert battle.world.rallied == (BLUE, RED)
    assert battle.world.discards == (3, 5, 1)
    assert battle.told(Rallied) == [
        Rallied(unit_name(battle.ctx, B), 5),
        Rallied(unit_name(battle.ctx, A), 1),
    ]


@covers("TOY-6.1")
def test_nobody_rallies_during_a_duel() -> None:
    captains = red(A, "captain", "4,3"), blue(B, "captain", "4,4", strength=1)
    battle = attacking(*captains, hands=HANDS).do(RED, Strike(B))
    assert battle.game.standing(BLUE) == [OfferRally(BLUE)]
    battle.do(BLUE, Accept())
    assert battle.game.standing(BLUE) == []


@covers("TOY-6.1")
def test_one_rallies_even_in_the_middle_of_an_attack() -> None:
    units = red(A, "foot", "4,3"), blue(B, "foot", "4,4"), red(C, "foot", "1,1")
    battle = attacking(*units, hands=HANDS).do(RED, Strike(B), (6, 6, 1, 1))
    battle.do(BLUE, RallyWith(B, 4))
    assert battle[B].strength == 3
    assert battle.asked(BLUE) == PushedBack(BLUE, B, A)
    battle.do(BLUE, GiveWay(battle.cell("4,5")))
    assert battle.at(B) == "4,5"


@covers("TOY-6.2")
@pytest.mark.parametrize(("hand", "may"), [((3,), False), ((3, 4), True), ((), False)])
def test_a_seat_needs_two_cards(hand: tuple[int, ...], may: bool) -> None:
    battle = field(*WEAK, red(C, "foot", "3,3"), phase="act", hands={**HANDS, BLUE: hand})
    assert battle.game.standing(BLUE) == ([OfferRally(BLUE)] if may else [])


@covers("TOY-6.2")
def test_the_card_must_be_in_the_hand() -> None:
    battle = waiting()
    assert battle.refused(BLUE, RallyWith(B, 3)) == ["TOY-6.2"]
    assert battle.refused(BLUE, RallyWith(B, 4)) == []


@covers("TOY-6.2")
def test_a_seat_with_its_plan_face_down_cannot_rally() -> None:
    battle = field(*WEAK, hands=HANDS).do(BLUE, Plan(4))
    assert battle.game.standing(BLUE) == []
    assert battle.game.standing(RED) == [OfferRally(RED)]


@covers("TOY-6.3")
def test_only_an_own_weakened_unit_is_rallied() -> None:
    battle = waiting()
    assert battle.refused(RED, RallyWith(A, 1)) == []
    assert battle.refused(RED, RallyWith(C, 1)) == ["TOY-6.3"]
    assert battle.refused(RED, RallyWith(B, 1)) == ["TOY-6.3"]
    assert battle.refused(RED, RallyWith(Z, 1)) == ["TOY-6.3"]
    assert battle.refused(RED, RallyWith(Z, 5)) == ["TOY-6.2", "TOY-6.3"]


@covers("TOY-6.3")
def test_every_weakened_unit_is_offered_with_every_different_card() -> None:
    battle = waiting()
    (offer,) = battle.game.standing(BLUE)
    assert battle.game.legal(offer) == (RallyWith(B, 4), RallyWith(B, 5))


@covers("TOY-6.4")
def test_after_a_rally_the_same_question_is_asked_again() -> None:
    battle = waiting()
    before = battle.options(RED)
    battle.do(BLUE, RallyWith(B, 5))
    assert battle.asked(RED) == ChooseUnit(RED, 5)
    assert battle.options(RED) == before == {Pass(), Activate(A), Activate(C)}


@covers("TOY-6.4")
def test_one_s_own_rally_changes_what_one_can_plan() -> None:
    battle = field(*WEAK, hands=HANDS).do(RED, RallyWith(A, 1))
    assert battle.to_act() == (RED, BLUE)
    assert battle.options(RED) == {Plan(2)}
