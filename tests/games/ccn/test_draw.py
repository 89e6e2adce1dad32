"""The end of a turn: discarding, drawing, shuffling, and what is forgotten. CCN-18."""

import pytest
from msgspec.structs import replace

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, field, french, leader
from walstatt.games.ccn.content import full_deck
from walstatt.games.ccn.events import Discarded
from walstatt.games.ccn.invariants import invariants
from walstatt.games.ccn.orders import EndOrders
from walstatt.games.ccn.turn import ChooseKeep, Drawing, Keep, PlayCard, clear_turn, reshuffle
from walstatt.games.ccn.world import Leader, Unit, card_name
from walstatt.kernel.chance import Draw
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B, NEY = UnitId("a"), UnitId("b"), UnitId("ney")
HANDS = {"french": ["forward", "rally"], "allied": ["bombard", "elan", "probe_left"]}


def ending(card: str = "probe_center", **given: object) -> Field:
    """End a French turn in which a card was played."""
    position: dict[str, object] = {"phase": "draw", "card": card, "hands": HANDS, **given}
    return field(
        french("a", "LN", "8,6"),
        british("b", "LN", "2,6"),
        **position,  # type: ignore[arg-type]
    )


def drawing(battle: Field) -> Draw[str]:
    """Give the draw that is waiting."""
    assert battle.game.waiting is not None
    ((_, request),) = battle.game.waiting.requests
    assert isinstance(request, Draw)
    return request


def cards(battle: Field) -> dict[str, tuple[str, ...]]:
    """List both hands."""
    return {str(seat): hand for seat, hand in battle.world.hands.items()}


# -- drawing --------------------------------------------------------------------------------------


@covers("CCN-18.1", "CCN-18.7")
def test_the_card_is_discarded_and_one_is_drawn() -> None:
    battle = ending()
    assert battle.world.discards == ("probe_center",)
    assert battle.world.card == ""
    battle.roll("cold_steel")
    assert cards(battle)["french"] == ("cold_steel", "forward", "rally")
    assert "cold_steel" not in battle.world.deck
    assert battle.asked() == (ALLIED, "choose_card")


@covers("CCN-18.1")
def test_a_card_is_drawn_from_the_draw_pile_and_only_its_drawer_sees_it() -> None:
    battle = ending()
    asked = drawing(battle)
    assert (asked.purpose, asked.rule, asked.count) == ("ccn.roll.card", "CCN-18.1", 1)
    assert (asked.seat, asked.seen_by) == (FRENCH, (FRENCH,))
    assert asked.pool == battle.world.deck
    assert len(asked.pool) == 64


@covers("CCN-18.1")
def test_nothing_is_discarded_twice() -> None:
    battle = ending(discards=["forward"])
    battle.roll("cold_steel")
    assert sorted(battle.world.discards) == ["forward", "probe_center"]
    assert [*invariants(battle.ctx)] == []


@covers("CCN-18.1")
def test_the_turn_after_the_draw_belongs_to_the_other_side() -> None:
    battle = ending().roll("cold_steel")
    battle.do(PlayCard("probe_left"))
    assert drawing(battle).seat == ALLIED
    battle.roll("attack_left")
    assert battle.asked() == (FRENCH, "choose_card")


@covers("CCN-18.1")
def test_the_effect_of_the_card_ends_with_the_turn() -> None:
    battle = ending("bombard", hands={"french": ["forward"], "allied": 3}, plain=True)
    assert (battle.world.effect, battle.world.plain) == ("bombard", True)
    battle.roll("cold_steel")
    assert (battle.world.effect, battle.world.plain) == ("", False)


@covers("CCN-18.7")
@pytest.mark.parametrize("squares", [0, 2])
def test_hand_and_square_cards_stay_as_many(squares: int) -> None:
    units = [french(f"s{n}", "LN", f"8,{n + 1}", square=True) for n in range(squares)]
    battle = field(
        french("a", "LN", "8,6"),
        *units,
        british("b", "LN", "2,6"),
        phase="command",
        hands={"french": ["forward", "rally", "probe_left"]},
    )
    battle.do(PlayCard("forward")).do(EndOrders()).roll("cold_steel")
    assert len(battle.world.hands[FRENCH]) == 3
    assert sum(map(bool, battle.world.square_cards[FRENCH])) == squares


# -- First Strike ---------------------------------------------------------------------------------


@covers("CCN-18.2", "CCN-17.4.7.5")
def test_whoever_struck_first_draws_before_the_active_player() -> None:
    battle = ending(strikes=["allied"])
    assert drawing(battle).seat == ALLIED
    battle.roll("attack_left")
    assert drawing(battle).seat == FRENCH
    assert cards(battle)["allied"] == ("attack_left", "bombard", "elan", "probe_left")
    battle.roll("attack_right")
    assert cards(battle)["french"] == ("attack_right", "forward", "rally")
    assert battle.world.strikes == ()


@covers("CCN-18.2", "CCN-18.7", "CCN-17.4.7.5")
def test_two_strikes_draw_two_cards() -> None:
    battle = ending(strikes=["allied", "allied"])
    seats = []
    for card in ("attack_left", "attack_left", "attack_right"):
        seats.append(drawing(battle).seat)
        battle.roll(card)
    assert seats == [ALLIED, ALLIED, FRENCH]
    assert [len(hand) for hand in battle.world.hands.values()] == [3, 5]


@covers("CCN-18.2")
def test_drawing_for_a_strike_names_its_rules() -> None:
    for strikes, heard in (([], False), (["allied"], True)):
        with recording() as recorder:
            ending(strikes=strikes)
        assert ({"CCN-18.2", "CCN-17.4.7.5"} <= {*recorder.hits}) is heard


@covers("CCN-18.2", "CCN-18.1")
def test_the_card_played_is_discarded_before_a_strike_is_replaced() -> None:
    battle = ending(strikes=["allied"], deck=0)
    assert drawing(battle).pool.count("probe_center") == 6
    assert battle.world.discards == ()


# -- shuffling ------------------------------------------------------------------------------------


@covers("CCN-18.3")
def test_an_empty_draw_pile_is_made_of_the_discards() -> None:
    battle = ending(deck=0)
    assert battle.world.discards == ()
    assert len(battle.world.deck) == 65
    assert "probe_center" in battle.world.deck
    assert "ccn.reshuffled" in battle.told()
    battle.roll("probe_center")
    assert cards(battle)["french"] == ("forward", "probe_center", "rally")


@covers("CCN-18.3")
def test_a_draw_pile_with_one_card_is_used_up_first() -> None:
    battle = ending(deck=1)
    (last,) = battle.world.deck
    assert "ccn.reshuffled" not in battle.told()
    battle.roll(last)
    assert battle.world.deck == ()
    assert len(battle.world.discards) == 64


@covers("CCN-18.3")
def test_shuffling_is_cited_only_when_it_happens() -> None:
    for deck, heard in ((1, 0), (0, 1)):
        with recording() as recorder:
            ending(deck=deck)
        assert recorder.hits["CCN-18.3"] == heard


@covers("CCN-18.3")
def test_shuffling_joins_both_piles_and_sorts_them() -> None:
    battle = ending(deck=3)
    before = sorted((*battle.world.deck, *battle.world.discards))
    reshuffle(battle.ctx)
    assert list(battle.world.deck) == before
    assert battle.world.discards == ()


@covers("CCN-18.4", "CCN-17.4.5.6")
def test_after_elan_both_piles_are_shuffled_before_drawing() -> None:
    hands = {"french": ["forward", "rally"], "allied": ["bombard", "cold_steel"]}
    battle = ending("elan", hands=hands, discards=["attack_left", "first_strike"])
    assert battle.world.discards == ()
    assert {"elan", "attack_left", "first_strike"} <= {*battle.world.deck}
    assert len(battle.world.deck) == 66
    assert battle.told().count("ccn.reshuffled") == 1
    battle.roll("elan")
    assert cards(battle)["french"] == ("elan", "forward", "rally")


@covers("CCN-18.4", "CCN-17.4.5.6")
def test_after_elan_a_strike_is_replaced_from_the_new_pile() -> None:
    hands = {"french": ["forward"], "allied": ["bombard"]}
    battle = ending("elan", hands=hands, discards=["first_strike"], strikes=["allied"])
    battle.roll("first_strike").roll("elan")
    assert cards(battle) == {"french": ("elan", "forward"), "allied": ("bombard", "first_strike")}
    assert battle.told().count("ccn.reshuffled") == 1


@covers("CCN-18.4")
@pytest.mark.parametrize("card", ["rally", "forward", "leadership"])
def test_after_other_cards_the_discards_stay(card: str) -> None:
    hands = {"french": ["probe_left"], "allied": ["bombard"]}
    battle = ending(card, hands=hands, discards=["attack_left"])
    assert battle.world.discards == ("attack_left", card)


# -- Scout ----------------------------------------------------------------------------------------


@covers("CCN-18.5", "CCN-17.2.1")
@pytest.mark.parametrize("card", ["scout_left", "scout_center", "scout_right"])
def test_after_scout_two_cards_are_drawn_one_kept_and_the_other_discarded(card: str) -> None:
    battle = ending(card)
    battle.roll("attack_left").roll("cold_steel")
    assert battle.decision() == ChooseKeep(FRENCH)
    assert list(battle.world.scouted) == ["attack_left", "cold_steel"]
    assert battle.options() == [Keep("attack_left"), Keep("cold_steel")]
    battle.do(Keep("cold_steel"))
    assert cards(battle)["french"] == ("cold_steel", "forward", "rally")
    assert battle.world.discards == (card, "attack_left")
    assert "ccn.put_down" in battle.told()
    assert battle.world.scouted == ()
    assert [*invariants(battle.ctx)] == []


@covers("CCN-18.5")
def test_the_second_card_of_scout_comes_from_what_is_left() -> None:
    battle = ending("scout_left")
    first = drawing(battle)
    battle.roll("cold_steel")
    second = drawing(battle)
    assert (first.count, second.count) == (1, 1)
    assert second.seat == FRENCH
    assert len(second.pool) == len(first.pool) - 1
    assert "cold_steel" not in second.pool


@covers("CCN-18.5")
def test_a_card_that_was_not_drawn_cannot_be_kept() -> None:
    battle = ending("scout_left").roll("attack_left").roll("cold_steel")
    for card in ("forward", "leadership", "nonsense"):
        assert battle.refusal(Keep(card)) == ["CCN-18.5"]
    assert battle.world.scouted == ("attack_left", "cold_steel")


@covers("CCN-18.5")
def test_two_equal_cards_are_one_choice_and_still_asked() -> None:
    battle = ending("scout_left").roll("attack_left").roll("attack_left")
    assert battle.options() == [Keep("attack_left")]
    battle.do(Keep("attack_left"))
    assert cards(battle)["french"].count("attack_left") == 1
    assert battle.world.discards == ("scout_left", "attack_left")


@covers("CCN-18.5", "CCN-18.3")
def test_scout_shuffles_for_its_second_card() -> None:
    battle = ending("scout_left", deck=1)
    (last,) = battle.world.deck
    battle.roll(last)
    assert len(drawing(battle).pool) == 64
    assert "scout_left" in drawing(battle).pool
    assert battle.world.discards == ()


@covers("CCN-18.5")
def test_scout_with_a_single_card_in_all_piles_keeps_that() -> None:
    battle = ending("scout_left")
    battle.world.deck = battle.world.deck[:1]
    battle.world.discards = ()
    flow = Drawing(FRENCH).scouted(battle.ctx, battle.world.deck)
    assert flow.decisions == {FRENCH: ChooseKeep(FRENCH)}  # type: ignore[union-attr]


@covers("CCN-18.5", "CCN-18.2")
def test_a_strike_is_replaced_before_the_scout_draws() -> None:
    battle = ending("scout_left", strikes=["allied"])
    seats: list[Seat | None] = []
    for card in ("attack_left", "attack_left", "attack_right"):
        seats.append(drawing(battle).seat)
        battle.roll(card)
    assert seats == [ALLIED, FRENCH, FRENCH]
    assert battle.asked() == (FRENCH, "choose_keep")


@covers("CCN-18.5", "CCN-17.4.4.5")
def test_a_copied_scout_draws_two_and_the_counter_attack_is_discarded() -> None:
    battle = ending("counter_attack", last_cards={"allied": "scout_left"})
    battle.roll("attack_left").roll("cold_steel").do(Keep("attack_left"))
    assert cards(battle)["french"] == ("attack_left", "forward", "rally")
    assert battle.world.discards == ("counter_attack", "cold_steel")


@covers("CCN-18.4", "CCN-17.4.4.5", "CCN-17.4.5.6")
def test_a_copied_elan_shuffles_with_the_counter_attack() -> None:
    hands = {"french": ["forward"], "allied": ["bombard"]}
    battle = ending("counter_attack", hands=hands, last_cards={"allied": "elan"}, discards=["elan"])
    assert battle.world.discards == ()
    assert {"elan", "counter_attack"} <= {*battle.world.deck}


# -- forgetting -----------------------------------------------------------------------------------


@covers("CCN-18.6")
@pytest.mark.parametrize("mark", ["ordered", "barred", "fought", "joined"])
def test_whatever_a_unit_did_is_forgotten(mark: str) -> None:
    battle = ending()
    rest = Unit(FRENCH, "french.LN", 3, battle.unit("a").at, square=1)
    done = replace(rest, moved=2, bonus_used=True, **{mark: True})
    battle.world.units[A] = done
    clear_turn(battle.ctx)
    assert battle.unit("a") == rest


@covers("CCN-18.6")
@pytest.mark.parametrize("mark", ["ordered", "moved"])
def test_whatever_a_leader_did_is_forgotten(mark: str) -> None:
    battle = ending(leaders=[leader("ney", "french", "8,6")])
    rest = Leader(FRENCH, "Ney", battle.leader("ney").at)
    battle.world.leaders[NEY] = replace(rest, **{mark: True})
    clear_turn(battle.ctx)
    assert battle.leader("ney") == rest


@covers("CCN-18.6")
def test_both_sides_are_cleared_and_blocks_and_squares_stay() -> None:
    battle = field(
        french("a", "LN", "8,6", blocks=2, ordered=True, moved=1),
        british("b", "LN", "2,6", blocks=3, square=2, fought=True),
        phase="draw",
        card="probe_center",
    )
    assert (battle.unit("a").ordered, battle.unit("a").moved, battle.unit("a").blocks) == (
        False,
        0,
        2,
    )
    assert (battle.unit("b").fought, battle.unit("b").square, battle.unit("b").blocks) == (
        False,
        2,
        3,
    )


@covers("CCN-18.6")
def test_the_marks_are_gone_before_cards_are_drawn() -> None:
    battle = field(
        french("a", "LN", "8,6", ordered=True, moved=1),
        british("b", "LN", "2,6"),
        phase="draw",
        card="probe_center",
    )
    assert drawing(battle).seat == FRENCH
    assert not battle.unit("a").ordered
    assert battle.world.phase == "draw"


def test_all_cards_are_somewhere_after_many_draws() -> None:
    battle = ending("scout_left", strikes=["allied"], deck=1)
    (last,) = battle.world.deck
    battle.roll(last)
    for _ in range(2):
        battle.roll(drawing(battle).pool[0])
    battle.do(battle.options()[-1])
    everywhere = [*battle.world.deck, *battle.world.discards]
    everywhere += [card for hand in battle.world.hands.values() for card in hand]
    assert sorted(everywhere) == list(full_deck())


@covers("CCN-18.5")
def test_what_scout_discards_is_seen_by_all_so_that_it_cannot_be_taken_back() -> None:
    assert Discarded.reveals
    battle = ending("scout_left")
    battle.roll("attack_left").roll("cold_steel").do(Keep("cold_steel"))
    shown = [one.for_seat(None) for one in battle.game.tape or ()]
    assert Discarded(card_name("attack_left"), seat=FRENCH) in shown
