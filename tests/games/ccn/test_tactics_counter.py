"""Counter-attack, which copies, and First Strike, which interrupts. CCN-17.4.4, CCN-17.4.7."""

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.advance import Breakthrough, HoldGround
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.attack import attack_ledger
from walstatt.games.ccn.combat import EndCombat
from walstatt.games.ccn.content import card_types
from walstatt.games.ccn.morale import Retreat
from walstatt.games.ccn.movement import EndMovement
from walstatt.games.ccn.orders import ChooseOrders, EndOrders, Order, OrderLeader
from walstatt.games.ccn.reactions import BattleBack, Decline, OfferFirstStrike, PlayFirstStrike
from walstatt.games.ccn.turn import PlayCard
from walstatt.kernel.chance import Draw
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B, C, D, NEY = (UnitId(name) for name in ("a", "b", "c", "d", "ney"))


def countered(last: str | None, **given: object) -> Field:
    """Let the French play Counter-attack after an Allied card."""
    position: dict[str, object] = {
        "phase": "command",
        "hands": {"french": ["counter_attack", "bombard", "forward"], "allied": ["forward"]},
        "last_cards": {"allied": last} if last else {},
        **given,
    }
    battle = field(
        french("left", "LN", "8,11", leader="ney"),
        french("center", "LN", "8,6"),
        french("right", "LN", "8,2"),
        british("z", "LN", "1,7"),
        **position,  # type: ignore[arg-type]
    )
    return battle.do(PlayCard("counter_attack"))


def orderable(battle: Field) -> set[str]:
    """Name the units that may be ordered now."""
    return {str(one.unit) for one in battle.options() if isinstance(one, Order)}


# -- what is copied -------------------------------------------------------------------------------


@covers("CCN-17.4.4.1", "CCN-17.4.4.2")
@pytest.mark.parametrize(
    ("last", "effect"),
    [
        ("scout_left", "scout_right"),
        ("scout_right", "scout_left"),
        ("scout_center", "scout_center"),
        ("probe_left", "probe_right"),
        ("probe_right", "probe_left"),
        ("probe_center", "probe_center"),
        ("attack_left", "attack_right"),
        ("attack_right", "attack_left"),
        ("assault_left", "assault_right"),
        ("assault_right", "assault_left"),
        ("coordinated_advance", "coordinated_advance"),
        ("flank_attack", "flank_attack"),
        ("forward", "forward"),
        ("recon_in_force", "recon_in_force"),
        ("bayonet_charge", "bayonet_charge"),
        ("leadership", "leadership"),
        ("rally", "rally"),
        ("short_supply", "short_supply"),
    ],
)
def test_the_copy_of_a_flank_card_means_the_same_flank_of_the_board(last: str, effect: str) -> None:
    battle = countered(last)
    assert battle.world.effect == effect
    assert battle.world.card == "counter_attack"
    assert "ccn.copied" in battle.told()


@covers("CCN-17.4.4.2")
def test_what_was_the_enemys_left_is_ordered_on_ones_own_right() -> None:
    battle = countered("attack_left")
    assert orderable(battle) == {"right"}
    assert battle.decision() == ChooseOrders(FRENCH, (("right", 3),))


@covers("CCN-17.4.4.2")
@pytest.mark.parametrize(("last", "heard"), [("attack_left", 1), ("attack_center", 0)])
def test_mirroring_is_cited_only_when_it_happens(last: str, heard: int) -> None:
    with recording() as recorder:
        countered(last)
    assert recorder.hits["CCN-17.4.4.2"] == heard


@covers("CCN-17.4.4.3")
def test_a_copied_assault_counts_ones_own_hand() -> None:
    battle = countered("assault_center")
    assert battle.decision() == ChooseOrders(FRENCH, (("center", 3),))
    assert battle.world.command == 3


@covers("CCN-17.4.4.3")
@pytest.mark.parametrize("last", ["elan", "rally"])
def test_copied_cards_roll_ones_own_command_value(last: str) -> None:
    assert countered(last).dice() == 3


@covers("CCN-17.4.4.4")
def test_on_the_first_turn_there_is_nothing_to_copy() -> None:
    battle = countered(None)
    assert battle.world.effect == ""
    assert "ccn.copied_nothing" in battle.told()
    assert "ccn.orders_nobody" in battle.told()
    assert battle.world.phase == "draw"
    assert battle.world.discards == ("counter_attack",)


@covers("CCN-17.4.4.4", "CCN-A11")
@pytest.mark.parametrize(("chain", "effect"), [(True, "attack_left"), (False, "")])
def test_a_counter_attack_on_a_counter_attack_copies_what_that_copied(
    chain: bool, effect: str
) -> None:
    battle = field(
        french("a", "LN", "8,11"),
        british("z", "LN", "1,11"),
        phase="command",
        hands={"french": ["attack_left", "counter_attack"], "allied": ["counter_attack"]},
        options={"counter_attack_chain": chain},
    )
    battle.do(PlayCard("attack_left")).do(EndOrders()).roll("rally")
    battle.do(PlayCard("counter_attack"))
    assert battle.world.effect == "attack_right"
    assert orderable(battle) == {"z"}
    battle.do(EndOrders()).roll("bombard").do(PlayCard("counter_attack"))
    assert battle.world.effect == effect
    if chain:
        assert orderable(battle) == {"a"}


@covers("CCN-17.4.4.4")
def test_copying_a_copy_of_nothing_orders_nothing() -> None:
    battle = field(
        french("a", "LN", "8,11"),
        british("z", "LN", "1,11"),
        phase="command",
        hands={"french": ["counter_attack", "rally"], "allied": ["counter_attack"]},
    )
    battle.do(PlayCard("counter_attack")).roll("bombard").do(PlayCard("counter_attack"))
    assert battle.world.effect == ""
    assert battle.told().count("ccn.copied_nothing") == 2


@covers("CCN-17.4.4.5")
def test_the_bicorne_of_a_copied_card_counts() -> None:
    battle = countered("probe_right")
    assert OrderLeader(NEY) in battle.options()
    assert OrderLeader(NEY) not in countered("bayonet_charge").options()


@covers("CCN-17.4.4.5")
def test_the_substitute_orders_of_a_copied_card_count() -> None:
    battle = countered("bombard")
    assert battle.world.plain
    assert battle.decision() == ChooseOrders(FRENCH, (("unit", 1),))


@covers("CCN-17.4.4.5")
def test_the_dice_and_moves_of_a_copied_card_count() -> None:
    battle = field(
        french("a", "OG", "5,5"),
        british("b", "LC", "5,6"),
        phase="command",
        hands={"french": ["counter_attack"], "allied": ["forward"]},
        last_cards={"allied": "bayonet_charge"},
    )
    battle.do(PlayCard("counter_attack")).do(Order(A)).do(EndMovement())
    assert attack_ledger(battle.ctx, A, B, "melee").total == 7


@covers("CCN-17.4.4.5")
@pytest.mark.parametrize("last", ["forward", "rally", "scout_left"])
def test_the_card_discarded_is_the_counter_attack(last: str) -> None:
    battle = countered(last)
    if last == "rally":
        battle.roll("SABER", "SABER", "SABER")
    else:
        battle.do(EndOrders())
    assert battle.world.discards == ("counter_attack",)


@covers("CCN-17.4.4.6", "CCN-17.4.7.9")
def test_a_copied_first_strike_orders_nothing() -> None:
    battle = countered("first_strike")
    assert battle.world.effect == "first_strike"
    assert "ccn.orders_nobody" in battle.told()
    assert battle.world.phase == "draw"


@covers("CCN-17.4.4.6", "CCN-A11")
def test_a_first_strike_played_in_reaction_is_not_the_last_card() -> None:
    battle = field(
        french("a", "LN", "5,5"),
        british("b", "LN", "4,5"),
        phase="command",
        to_move="allied",
        hands={"allied": ["probe_center"], "french": ["first_strike", "counter_attack"]},
        last_cards={"french": "rally"},
    )
    battle.do(PlayCard("probe_center")).do(Order(B)).do(EndMovement())
    battle.do(MeleeAttack(B, A)).do(PlayFirstStrike())
    assert battle.world.last_cards == {"french": "rally", "allied": "probe_center"}
    assert battle.world.last_effects == {"french": "rally", "allied": "probe_center"}


@covers("CCN-17.4.4.1")
def test_every_card_leaves_its_name_behind() -> None:
    battle = countered("attack_left")
    assert battle.world.last_cards[FRENCH] == "counter_attack"
    assert battle.world.last_effects[FRENCH] == "attack_right"


# -- First Strike as one's own card ---------------------------------------------------------------


@covers("CCN-17.4.7.9", "CCN-4.6")
def test_first_strike_as_the_card_of_the_turn_orders_nothing() -> None:
    with recording() as heard:
        battle = field(
            french("a", "LN", "5,5"),
            british("b", "LN", "4,5"),
            phase="command",
            hands={"french": ["first_strike", "rally"], "allied": ["forward"]},
        )
        battle.do(PlayCard("first_strike"))
    assert {"CCN-4.6", "CCN-17.4.7.9"} <= {*heard.fired}
    assert battle.world.phase == "draw"
    assert battle.world.discards == ("first_strike",)


@covers("CCN-17.4.7.9")
def test_only_first_strike_itself_cites_that_it_orders_nothing() -> None:
    with recording() as heard:
        countered(None)
    assert heard.hits["CCN-17.4.7.9"] == 0
    assert heard.hits["CCN-4.6"] > 0


# -- First Strike in reaction ---------------------------------------------------------------------


def struck(attacker: str = "LN", defender: str = "LN", **given: object) -> Field:
    """Let the French attack next to an Allied hand with one First Strike."""
    position: dict[str, object] = {
        "card": "probe_center",
        "hands": {"french": ["rally"], "allied": ["first_strike", "forward", "elan"]},
        **given,
    }
    battle = field(
        french("a", attacker, "5,5", ordered=True),
        british("b", defender, "4,5"),
        **position,  # type: ignore[arg-type]
    )
    return battle.do(MeleeAttack(A, B))


@covers("CCN-17.4.7.1")
def test_the_defender_is_asked_after_the_announcement_and_before_the_dice() -> None:
    battle = struck()
    assert battle.decision() == OfferFirstStrike(ALLIED, B, A)
    assert battle.options() == [Decline(), PlayFirstStrike()]
    assert battle.unit("a").fought


@covers("CCN-17.4.7.1")
def test_without_the_card_the_defender_can_only_decline() -> None:
    battle = struck(hands={"french": ["rally"], "allied": ["forward"]})
    assert battle.options() == [Decline()]
    assert battle.refusal(PlayFirstStrike()) == ["CCN-17.4.7.1"]


@covers("CCN-17.4.7.2", "CCN-17.4.7.3")
def test_the_defender_fights_first_with_its_normal_dice_and_then_the_attacker() -> None:
    battle = struck().do(PlayFirstStrike())
    assert battle.dice() == 4
    battle.roll("INF", "CAV", "CAV", "CAV")
    assert battle.unit("a").blocks == 3
    assert battle.dice() == 4
    assert battle.world.hands[ALLIED] == ("elan", "forward")
    assert battle.world.discards == ("first_strike",)
    assert battle.world.strikes == (ALLIED,)


@covers("CCN-17.4.7.2")
def test_the_strike_gets_no_dice_from_the_card_of_the_turn() -> None:
    battle = struck(card="leadership").do(PlayFirstStrike())
    assert battle.dice() == 4


@covers("CCN-17.4.7.3")
def test_an_attacker_that_is_eliminated_does_not_attack() -> None:
    battle = struck().do(PlayFirstStrike()).roll("INF", "INF", "INF", "INF")
    assert A not in battle.world.units
    assert battle.unit("b").blocks == 4
    assert battle.world.banners == {FRENCH: 0, ALLIED: 1}


@covers("CCN-17.4.7.3")
def test_an_attacker_that_is_driven_off_does_not_attack() -> None:
    battle = struck().do(PlayFirstStrike()).roll("FLAG", "CAV", "CAV", "CAV")
    battle.do(Retreat(A, (cell("6,5"),)))
    assert battle.at("a") == "6,5"
    assert battle.unit("b").blocks == 4
    assert not battle.game.waiting or isinstance(battle.game.waiting.requests[0][1], Draw)


@covers("CCN-17.4.7.3")
def test_an_attacker_that_ignores_the_flag_attacks_as_announced() -> None:
    battle = struck("GR").do(PlayFirstStrike()).roll("FLAG", "CAV", "CAV", "CAV")
    assert battle.asked() == (FRENCH, "choose_flags")
    battle.do(battle.options()[0])
    assert battle.at("a") == "5,5"
    assert battle.dice() == 5


@covers("CCN-17.4.7.4")
def test_a_unit_that_struck_first_does_not_battle_back() -> None:
    battle = struck().do(PlayFirstStrike()).roll("CAV", "CAV", "CAV", "CAV")
    battle.roll("CAV", "CAV", "CAV", "CAV", "CAV")
    assert battle.asked() == (FRENCH, "choose_combat")
    plain = struck().do(Decline()).roll("CAV", "CAV", "CAV", "CAV", "CAV")
    assert plain.asked() == (ALLIED, "offer_battle_back")


@covers("CCN-17.4.7.4")
def test_it_may_battle_back_in_the_next_melee() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        french("c", "LN", "5,6", ordered=True),
        british("b", "LN", "4,5"),
        card="probe_center",
        hands={"french": ["rally"], "allied": ["first_strike", "forward"]},
    )
    battle.do(MeleeAttack(A, B)).do(PlayFirstStrike()).roll("CAV", "CAV", "CAV", "CAV")
    battle.roll("CAV", "CAV", "CAV", "CAV", "CAV")
    battle.do(MeleeAttack(C, B)).do(Decline()).roll("CAV", "CAV", "CAV", "CAV", "CAV")
    assert battle.asked() == (ALLIED, "offer_battle_back")


@covers("CCN-17.4.7.5", "CCN-18.2")
def test_the_replacement_is_drawn_before_the_active_player_draws() -> None:
    battle = struck().do(PlayFirstStrike()).roll("CAV", "CAV", "CAV", "CAV")
    battle.roll("CAV", "CAV", "CAV", "CAV", "CAV").do(EndCombat())
    seats = []
    for card in ("attack_left", "attack_right"):
        assert battle.game.waiting is not None
        seats.append(battle.game.waiting.requests[0][1].seat)
        battle.roll(card)
    assert seats == [ALLIED, FRENCH]
    assert [len(hand) for hand in battle.world.hands.values()] == [2, 3]


@covers("CCN-17.4.7.6")
def test_there_is_one_first_strike_to_a_melee() -> None:
    hands = {"french": ["first_strike", "rally"], "allied": ["first_strike", "forward"]}
    battle = struck(hands=hands).do(PlayFirstStrike())
    battle.roll("CAV", "CAV", "CAV", "CAV").roll("CAV", "CAV", "CAV", "CAV", "CAV")
    assert "first_strike" in battle.world.hands[FRENCH]
    assert battle.asked() == (FRENCH, "choose_combat")


@covers("CCN-17.4.7.6")
def test_nobody_is_asked_when_both_copies_are_out() -> None:
    assert card_types()["first_strike"].copies == 2
    one = struck(hands={"french": ["rally"], "allied": ["forward"]}, discards=["first_strike"])
    assert one.asked() == (ALLIED, "offer_first_strike")
    both = struck(
        hands={"french": ["rally"], "allied": ["forward"]},
        discards=["first_strike", "first_strike"],
    )
    assert both.dice() == 5


@covers("CCN-17.4.7.1")
def test_a_side_without_cards_is_not_asked() -> None:
    battle = struck(hands={"french": ["rally"], "allied": []})
    assert battle.dice() == 5


@covers("CCN-17.4.7.7")
@pytest.mark.parametrize("defender", ["LN", "LC"])
def test_a_unit_that_struck_first_does_not_advance(defender: str) -> None:
    battle = struck("FA", defender).do(PlayFirstStrike())
    battle.roll(*["ART"] * battle.dice())
    assert A not in battle.world.units
    assert battle.at("b") == "4,5"
    assert battle.world.phase in ("combat", "draw")
    assert not battle.game.to_act or battle.asked()[1] == "choose_combat"


@covers("CCN-17.4.7.8")
def test_first_strike_is_not_offered_against_a_battle_back() -> None:
    hands = {"french": ["first_strike"], "allied": ["forward"]}
    battle = struck(hands=hands).do(Decline()).roll("CAV", "CAV", "CAV", "CAV", "CAV")
    battle.do(BattleBack())
    assert battle.dice() == 4


@covers("CCN-17.4.7.10")
def test_both_copies_may_be_used_against_a_melee_and_its_bonus_melee() -> None:
    battle = field(
        french("a", "LC", "5,5", ordered=True),
        british("b", "FA", "4,5", blocks=1),
        british("d", "FA", "3,5"),
        card="probe_center",
        hands={"french": ["rally"], "allied": ["first_strike", "first_strike", "forward"]},
    )
    battle.do(MeleeAttack(A, B)).do(PlayFirstStrike()).roll("ART", "ART", "ART")
    battle.roll("ART", "CAV", "INF", "INF").do(Breakthrough((cell("4,5"),)))
    battle.do(MeleeAttack(A, D))
    assert battle.decision() == OfferFirstStrike(ALLIED, D, A)
    assert PlayFirstStrike() in battle.options()
    battle.do(PlayFirstStrike())
    assert battle.world.strikes == (ALLIED, ALLIED)
    assert battle.dice() == 4


@covers("CCN-17.4.7.3")
def test_the_attacker_advances_after_a_strike_that_did_not_stop_it() -> None:
    battle = struck(defender="FA").do(PlayFirstStrike()).roll("ART", "ART", "ART", "ART")
    battle.roll("ART", "ART", "ART", "CAV")
    assert battle.asked() == (FRENCH, "choose_ground")
    battle.do(HoldGround())
    assert battle.at("a") == "5,5"


@covers("CCN-17.4.7.1")
def test_nobody_strikes_first_for_a_lone_leader() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        british("z", "LN", "1,1"),
        leaders=[leader("hill", "allied", "4,5")],
        hands={"french": ["rally"], "allied": ["first_strike"]},
    )
    assert battle.do(MeleeAttack(A, UnitId("hill"))).dice() == 4
