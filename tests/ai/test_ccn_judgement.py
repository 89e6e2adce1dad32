"""What the judgement of ccn says in small situations that a player can check by eye."""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.ccn.field import (
    ALLIED,
    FRENCH,
    Field,
    british,
    cell,
    field,
    french,
    leader,
    played,
)
from tests.games.ccn.fights import NO_STRIKES, fire, melee
from walstatt.games import find_game
from walstatt.games.ccn.advance import HoldGround, TakeGround
from walstatt.games.ccn.ai import ADVISORS
from walstatt.games.ccn.ai.advisor import CcnAdvisor
from walstatt.games.ccn.ai.blows import NOTHING, Target, blow
from walstatt.games.ccn.ai.weights import LATER, OFFICER
from walstatt.games.ccn.combat import EndCombat
from walstatt.games.ccn.morale import IgnoreFlags, Retreat
from walstatt.games.ccn.movement import EndMovement, Exit, Move, MoveLeader
from walstatt.games.ccn.odds import BATTLE_DIE, AttackRoll
from walstatt.games.ccn.orders import EndOrders, Order, OrderLeader
from walstatt.games.ccn.reactions import BattleBack, Decline, PlayFirstStrike, Retire, Stand
from walstatt.games.ccn.square import FormSquare, LeaveSquare
from walstatt.games.ccn.tactics import Rally, SupplyTarget, TakeSection
from walstatt.games.ccn.turn import Keep, PlayCard
from walstatt.kernel.chance import Roll
from walstatt.kernel.decisions import Answer
from walstatt.kernel.game import new_game
from walstatt.kernel.ids import UnitId
from walstatt.kernel.odds import at_least, distribution, expected
from walstatt.workshop.playout import dice_for

ADVISOR = ADVISORS["officer"]
NO_CARDS = {"allied": 0, "french": 0}


def worths(battle: Field) -> dict[str, float]:
    """Give the worth of every answer that is judged."""
    (seat,) = battle.game.to_act
    return {str(one.answer): one.worth for one in ADVISOR.advise(battle.game, seat)}


def best(battle: Field) -> Answer:
    """Give the answer that is thought best."""
    (seat,) = battle.game.to_act
    return max(ADVISOR.advise(battle.game, seat), key=lambda one: one.worth).answer


# -- one roll -------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [1, 3, 5])
@pytest.mark.parametrize("arm", ["infantry", "cavalry", "artillery"])
def test_a_blow_is_the_exact_average_of_the_dice(arm: Any, dice: int) -> None:  # noqa: ANN401
    reading = AttackRoll(arm, 3, melee=True)
    odds = distribution(Roll("", "", BATTLE_DIE, dice, meaning=reading))
    found = blow(Target(reading, 1, 1, rooted=False), dice, OFFICER.ladder)
    assert found.losses == pytest.approx(float(expected(odds, lambda one: one.losses)))
    assert found.gone == pytest.approx(float(at_least(odds, lambda one: one.losses, 3)))
    driven = sum((p for one, p in odds.items() if one.flags > 1 and not one.destroyed), Fraction(0))
    assert found.driven == pytest.approx(float(driven))
    assert found.stands == pytest.approx(1 - found.gone - found.driven)


def test_a_unit_without_a_way_back_loses_blocks_for_flags() -> None:
    reading = AttackRoll("infantry", 4, melee=False)
    free = blow(Target(reading, 0, 1, rooted=False), 3, OFFICER.ladder)
    rooted = blow(Target(reading, 0, 1, rooted=True), 3, OFFICER.ladder)
    assert rooted.losses == pytest.approx(free.losses + 3 / 6, abs=0.01)
    assert (rooted.driven, free.driven > 0.3) == (0.0, True)


def test_no_dice_do_nothing() -> None:
    assert blow(Target(AttackRoll("infantry", 4, melee=True), 0, 1, rooted=False), 0, (0.0,)) == (
        NOTHING
    )


# -- fighting -------------------------------------------------------------------------------------


def test_fire_goes_where_it_hurts_most() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        british("weak", "LN", "3,5", blocks=1),
        british("fresh", "LN", "5,7"),
        **NO_STRIKES,
    )
    assert best(battle) == fire("a", "weak")


def test_the_last_banner_is_worth_most() -> None:
    units = (
        french("a", "LN", "5,5", ordered=True),
        british("weak", "LN", "3,5", blocks=1),
        british("fresh", "LN", "5,7"),
    )
    early = worths(field(*units, **NO_STRIKES))
    late = worths(field(*units, **NO_STRIKES, banners={"french": 4, "allied": 0}))
    weak = str(fire("a", "weak"))
    assert late[weak] > 1.8 * early[weak]


def test_a_melee_that_costs_more_than_it_gains_is_not_fought() -> None:
    battle = field(
        french("a", "LN", "5,5", blocks=1, ordered=True),
        british("b", "GG", "5,6", blocks=5),
        **NO_STRIKES,
    )
    assert best(battle) == EndCombat()


def test_a_strong_unit_attacks_a_weak_one() -> None:
    battle = field(
        french("a", "OG", "5,5", ordered=True), british("b", "LN", "5,6", blocks=1), **NO_STRIKES
    )
    assert best(battle) == melee("a", "b")


def test_fire_comes_before_melee() -> None:
    battle = field(
        french("a", "OG", "5,5", ordered=True),
        french("gun", "FA", "5,3", ordered=True),
        british("b", "LN", "5,6", blocks=2),
        british("c", "LN", "3,3"),
        **NO_STRIKES,
    )
    assert best(battle) == fire("gun", "c")


def test_cavalry_minds_the_square_that_infantry_with_cards_can_form() -> None:
    horse, foot = french("a", "LC", "5,5", ordered=True), british("b", "LN", "4,5")
    three = ["attack_left", "probe_left", "scout_left"]
    safe = worths(field(horse, foot, hands=NO_CARDS))
    wary = worths(field(horse, foot, hands={"allied": three, "french": 0}))
    assert wary[str(melee("a", "b"))] < safe[str(melee("a", "b"))]


@pytest.mark.parametrize(("blocks", "joins"), [(4, True), (1, False)])
def test_guns_join_a_melee_only_if_they_do_more_there(blocks: int, joins: bool) -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        french("gun", "FA", "4,5", ordered=True),
        british("b", "LN", "5,6", blocks=blocks),
        **NO_STRIKES,
    )
    found = worths(battle)
    assert (found[str(melee("a", "b", "gun"))] > found[str(melee("a", "b"))]) == joins


# -- reactions ------------------------------------------------------------------------------------


def attacked(unit: dict[str, Any], attacker: dict[str, Any], **given: Any) -> Field:  # noqa: ANN401
    battle = field({**attacker, "ordered": True}, unit, **given).do(melee("a", "b"))
    if battle.game.waiting is None and battle.asked()[1] == "offer_first_strike":
        battle.do(Decline())
    return battle


THREE = {"allied": ["attack_left", "probe_left", "scout_left"], "french": 0}


def test_infantry_forms_square_before_a_charge_that_would_hurt() -> None:
    charge = french("a", "CHC", "5,5")
    assert best(attacked(british("b", "LN", "4,5"), charge, hands=THREE)) == FormSquare()


def test_infantry_stands_before_a_charge_that_hardly_hurts() -> None:
    weak = french("a", "LC", "5,5", blocks=1)
    assert best(attacked(british("b", "GG", "4,5"), weak, hands=THREE)) == Stand()


def test_cavalry_retires_before_strong_infantry_and_stands_before_weak() -> None:
    horse = british("b", "LC", "4,5", blocks=2)
    assert best(attacked(horse, french("a", "OG", "5,5"), hands=NO_CARDS)) == Retire()
    weak = french("a", "LN", "5,5", blocks=1)
    assert best(attacked(british("b", "HC", "4,5"), weak, hands=NO_CARDS)) == Stand()


def test_a_unit_that_stood_battles_back() -> None:
    battle = attacked(british("b", "LN", "4,5"), french("a", "LN", "5,5"), hands=NO_CARDS)
    battle.roll("CAV", *["CAV"] * (battle.dice() - 1))
    assert battle.asked() == ("allied", "offer_battle_back")
    assert best(battle) == BattleBack()


def test_first_strike_is_played_where_it_counts() -> None:
    hands = {"allied": ["first_strike", "rally"], "french": 1}
    strong, weak = british("b", "GG", "4,5"), british("b", "LN", "4,5", blocks=1)
    wounded = {**french("a", "LN", "5,5", blocks=1), "ordered": True}
    fresh = {**french("a", "LN", "5,5"), "ordered": True}
    assert best(field(wounded, strong, hands=hands).do(melee("a", "b"))) == PlayFirstStrike()
    assert best(field(fresh, weak, hands=hands).do(melee("a", "b"))) == Decline()


def flagged(*more: dict[str, Any], at: str = "4,5", blocks: int = 4) -> Field:
    """Let a French unit fire at a led British one, and a flag fall."""
    battle = field(
        french("a", "LN", "6,5", ordered=True),
        british("b", "LN", at, blocks=blocks),
        *more,
        leaders=[leader("hill", "allied", at)],
        **NO_STRIKES,
    ).do(fire("a", "b"))
    return battle.roll("FLAG", *["CAV"] * (battle.dice() - 1))


def test_a_flag_is_ignored_by_a_unit_that_stands_well() -> None:
    assert best(flagged()) == IgnoreFlags(1)


def test_a_unit_about_to_die_would_rather_go_back() -> None:
    foes = [french(f"x{n}", "OG", at) for n, at in enumerate(("5,4", "5,5", "6,3", "6,4"))]
    assert best(flagged(*foes, blocks=1)) == IgnoreFlags(0)


def test_a_retreat_ends_away_from_the_enemy() -> None:
    battle = field(
        french("a", "LN", "6,5", ordered=True),
        french("x", "OG", "4,3"),
        french("y", "OG", "3,3"),
        british("b", "LN", "4,5", blocks=2),
        **NO_STRIKES,
    ).do(fire("a", "b"))
    battle.roll("FLAG", *["CAV"] * (battle.dice() - 1))
    assert battle.asked() == ("allied", "choose_retreat")
    assert best(battle) == Retreat(UnitId("b"), (cell("3,6"),))


# -- what follows a victory -----------------------------------------------------------------------


def ground_offered(*more: dict[str, Any], **given: Any) -> Field:  # noqa: ANN401
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        british("b", "LN", "5,6", blocks=1),
        *more,
        **NO_STRIKES,
        **given,
    ).do(melee("a", "b"))
    return battle.roll("SABER", *["CAV"] * (battle.dice() - 1))


def test_ground_is_not_taken_into_the_arms_of_the_enemy() -> None:
    foes = [british(f"x{n}", "GG", at) for n, at in enumerate(("5,8", "4,7", "6,7"))]
    assert best(ground_offered(*foes)) == HoldGround()


def test_ground_is_taken_where_nobody_is_near() -> None:
    assert best(ground_offered(british("x", "LN", "5,11"))) == TakeGround()


# -- moving and ordering --------------------------------------------------------------------------


def test_a_unit_moves_into_range_of_a_target() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        british("b", "LN", "5,8", blocks=1),
        phase="move",
        **NO_STRIKES,
    )
    answer = best(battle)
    assert answer == Move(UnitId("a"), cell("5,6"))


def test_the_movement_ends_when_nothing_is_gained() -> None:
    battle = field(
        french("gun", "FA", "5,5", ordered=True),
        british("b", "LN", "5,7"),
        phase="move",
        **NO_STRIKES,
    )
    assert best(battle) == EndMovement()


def test_a_wounded_unit_leaves_the_enemys_reach() -> None:
    battle = field(
        french("a", "LC", "5,5", blocks=1, ordered=True),
        british("x", "GG", "4,6"),
        british("y", "GG", "4,7"),
        phase="move",
        **NO_STRIKES,
    )
    answer = best(battle)
    assert isinstance(answer, Move)
    assert worths(battle)[str(answer)] > 0.2


def test_objectives_draw_a_unit_and_keep_it() -> None:
    battle = field(
        british("a", "LN", "8,5", ordered=True),
        french("far", "LN", "2,2"),
        scenario="rolica_1",
        phase="move",
        to_move="allied",
        **NO_STRIKES,
    )
    assert best(battle) == Move(UnitId("a"), cell("9,6"))
    held = field(
        british("a", "LN", "9,6", ordered=True),
        french("far", "LN", "2,2"),
        scenario="rolica_1",
        phase="move",
        to_move="allied",
        **NO_STRIKES,
    )
    assert best(held) == EndMovement()


def test_a_unit_that_can_leave_for_banners_does() -> None:
    battle = field(
        british("a", "LN", "1,10", ordered=True),
        french("far", "LN", "9,2"),
        scenario="river_coa",
        phase="move",
        to_move="allied",
        **NO_STRIKES,
    )
    assert best(battle) == Exit(UnitId("a"))


def test_a_lone_leader_joins_a_unit() -> None:
    leaders = [leader("ney", "french", "5,5", ordered=True)]
    battle = field(
        french("a", "LN", "5,7"), british("b", "LN", "3,7"), leaders=leaders, phase="move"
    )
    assert best(battle) == MoveLeader(UnitId("ney"), cell("5,7"))


def test_orders_go_to_those_who_can_do_something_and_then_end() -> None:
    battle = played(
        "probe_center",
        french("a", "LN", "5,6"),
        french("b", "LN", "9,6"),
        british("x", "LN", "3,6", blocks=1),
    )
    assert best(battle) == Order(UnitId("a"))
    found = worths(battle)
    assert found[str(Order(UnitId("a")))] > found[str(Order(UnitId("b")))]


def test_orders_end_when_nobody_gains() -> None:
    assert best(played("probe_center", french("a", "LN", "5,6"))) == EndOrders()


def test_attached_leaders_are_left_with_their_units() -> None:
    battle = played(
        "probe_center",
        french("a", "LN", "5,6"),
        british("x", "LN", "3,6"),
        leaders=[leader("ney", "french", "5,6")],
    )
    assert worths(battle)[str(OrderLeader(UnitId("ney")))] == 0.0


# -- cards ----------------------------------------------------------------------------------------


def hand(*cards: str, units: tuple[dict[str, Any], ...]) -> Field:
    return field(*units, phase="command", hands={"french": list(cards), "allied": 3})


CENTER = (
    french("a", "LN", "5,6"),
    french("b", "LN", "5,7"),
    british("x", "LN", "3,6", blocks=1),
    british("y", "LN", "3,7", blocks=1),
)


def test_a_card_is_played_for_a_section_where_something_can_be_done() -> None:
    assert best(hand("attack_left", "attack_center", "attack_right", units=CENTER)) == PlayCard(
        "attack_center"
    )


def test_first_strike_and_big_cards_are_saved_when_little_can_be_done() -> None:
    quiet = (french("a", "LN", "9,6"), british("x", "LN", "1,6"))
    assert best(hand("first_strike", "scout_center", units=quiet)) == PlayCard("scout_center")
    assert best(hand("forward", "scout_center", units=quiet)) == PlayCard("scout_center")


def test_tactics_cards_are_played_for_the_arm_they_order() -> None:
    guns = (french("a", "FA", "5,6"), french("b", "FA", "5,8"), british("x", "LN", "3,7"))
    assert best(hand("bombard", "cavalry_charge", units=guns)) == PlayCard("bombard")


@pytest.mark.parametrize(
    "card",
    ["elan", "rally", "short_supply", "leadership", "cold_steel", "force_march", "fire_and_hold",
     "grande_manoeuvre", "counter_attack", "bayonet_charge"],
)  # fmt: skip
def test_every_kind_of_card_is_judged(card: str) -> None:
    units = (
        french("a", "LN", "5,6", blocks=2),
        french("b", "LC", "5,8"),
        french("c", "FA", "6,6"),
        british("x", "LN", "4,6"),
    )
    battle = field(
        *units,
        leaders=[leader("ney", "french", "5,6")],
        phase="command",
        hands={"french": [card, "first_strike"], "allied": 3},
    )
    found = worths(battle)
    assert len(found) == 2
    if card != "counter_attack":
        assert found[str(PlayCard(card))] > found[str(PlayCard("first_strike"))]


def test_the_card_of_more_use_is_kept_after_scouting() -> None:
    battle = played(
        "scout_center",
        *CENTER,
        hands={"french": ["scout_center", "rally"], "allied": 3},
    )
    battle.do(EndOrders())
    battle.roll("scout_left").roll("attack_center")
    assert best(battle) == Keep("attack_center")


def test_the_weakest_unit_is_rallied_first() -> None:
    battle = played(
        "rally",
        french("a", "LN", "5,6", blocks=1),
        french("b", "LN", "5,8", blocks=3),
        british("x", "LN", "2,6"),
        hands={"french": ["rally", "elan"], "allied": 1},
    )
    battle.roll("INF", "CAV")
    assert best(battle) == Rally(UnitId("a"))


def test_short_supply_sends_the_nearest_enemy_back() -> None:
    battle = played(
        "short_supply",
        french("a", "LN", "5,6"),
        british("near", "LN", "4,6"),
        british("far", "LN", "2,6"),
    )
    assert best(battle) == SupplyTarget(UnitId("near"))


def test_a_square_is_left_when_no_cavalry_is_near() -> None:
    battle = played(
        "force_march",
        french("a", "LN", "5,6", square=1),
        british("x", "LN", "2,6"),
        square_cards={"french": ["probe_left"]},
    )
    battle.do(TakeSection("center"))
    assert battle.asked() == ("french", "choose_square")
    assert best(battle) == LeaveSquare()


# -- the whole position ---------------------------------------------------------------------------


ON_THE_BOARD = CcnAdvisor(replace(OFFICER, hand=0.0))
"""Somebody who gives nothing for cards, of which each side knows only its own."""


def test_the_balance_of_a_position_is_the_same_from_both_sides() -> None:
    battle = field(
        french("a", "LN", "5,6", blocks=2),
        french("b", "LC", "5,8"),
        british("x", "LN", "2,6"),
        banners={"french": 2, "allied": 3},
    )
    mine, theirs = ON_THE_BOARD.worth(battle.game, FRENCH), ON_THE_BOARD.worth(battle.game, ALLIED)
    assert mine == pytest.approx(-theirs)


def apart(blocks: int = 4, **more: Any) -> Field:  # noqa: ANN401 - parts of a position
    """Let two units stand so far apart that neither has to fear the other."""
    return field(french("a", "LN", "9,6", blocks=blocks), british("x", "LN", "2,6"), **more)


def test_strength_and_banners_count() -> None:
    ahead = apart(banners={"french": 1, "allied": 0})
    needed = ahead.game.ctx.content.sides[FRENCH].banners
    assert ON_THE_BOARD.worth(apart().game, FRENCH) == 0.0
    assert ON_THE_BOARD.worth(apart(2).game, FRENCH) == pytest.approx(1.1 - 1.65)
    lead = OFFICER.lead * log((needed + 0.5) / (needed - 0.5))
    assert ON_THE_BOARD.worth(ahead.game, FRENCH) == pytest.approx(lead)


def test_who_has_to_fear_more_stands_worse_and_most_of_all_if_the_enemy_moves_next() -> None:
    def worth(to_move: str) -> float:
        units = (french("a", "LN", "5,6", blocks=1), british("x", "LN", "3,6"))
        battle = field(*units, phase="move", to_move=to_move)
        return ON_THE_BOARD.worth(battle.game, FRENCH) - (0.75 - 1.65)

    assert worth("allied") < worth("french") < 0


def test_judgements_do_not_depend_on_what_was_looked_at_before() -> None:
    definition = find_game("ccn")
    game = new_game(definition, "vimiero", dice_for(definition, "notes"))
    used = CcnAdvisor(OFFICER)
    for _ in range(60):
        seat = game.to_act[0]
        judged = used.advise(game, seat)
        assert judged == CcnAdvisor(OFFICER).advise(game, seat)
        game.apply(seat, max(judged, key=lambda one: one.worth).answer)


def test_good_cards_in_hand_count_but_only_ones_own() -> None:
    def worth(mine: str, theirs: str) -> float:
        hands = {"french": [mine], "allied": [theirs]}
        return ADVISOR.worth(apart(hands=hands).game, FRENCH)

    gap = LATER["cavalry_charge"] - LATER["scout_left"]
    better = worth("cavalry_charge", "probe_left") - worth("scout_left", "probe_left")
    assert better == pytest.approx(OFFICER.hand * gap)
    assert worth("scout_left", "cavalry_charge") == worth("scout_left", "probe_left")
