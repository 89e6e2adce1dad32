"""Chapter 13: cavalry that retires and reforms before infantry."""

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, french, leader
from walstatt.games.ccn.advance import HoldGround, TakeGround
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.leaders import LeaderRetreats
from walstatt.games.ccn.morale import ChooseRetreat, Retreat
from walstatt.games.ccn.reactions import (
    BattleBack,
    Decline,
    OfferRetire,
    PlayFirstStrike,
    Retire,
    Stand,
)
from walstatt.kernel.chance import Roll
from walstatt.kernel.ids import UnitId
from walstatt.workshop.covers import covers

A, B, GUN, HILL = UnitId("a"), UnitId("b"), UnitId("gun"), UnitId("hill")
NO_CARDS = {"allied": 0, "french": 0}


def attacked(
    *more: dict[str, object],
    unit: dict[str, object] | None = None,
    attacker: dict[str, object] | None = None,
    **given: object,
) -> Field:
    """Let two French blocks of line attack British light cavalry."""
    target = unit or british("b", "LC", "4,5")
    own = attacker or french("a", "LN", "5,5", blocks=2, ordered=True)
    given.setdefault("hands", NO_CARDS)
    return field(own, target, *more, **given).do(MeleeAttack(A, B))  # type: ignore[arg-type]


def way(*labels: str) -> Retreat:
    return Retreat(B, tuple(map(cell, labels)))


def request(battle: Field) -> Roll[str]:
    assert battle.game.waiting is not None
    ((_, waiting),) = battle.game.waiting.requests
    assert isinstance(waiting, Roll)
    return waiting


@covers("CCN-13.1", "CCN-13.2")
def test_cavalry_attacked_by_infantry_is_asked_before_any_dice_fall() -> None:
    battle = attacked()
    assert battle.decision() == OfferRetire(ALLIED, B, A)
    assert battle.options() == [Stand(), Retire()]
    assert battle.game.waiting is None
    assert "kernel.rolled" not in battle.told()


@covers("CCN-13.1", "CCN-13.6", "CCN-15.14")
def test_combined_arms_are_rolled_at_cavalry_that_retires() -> None:
    gun = french("gun", "FA", "4,7", ordered=True)
    units = french("a", "LN", "5,5", blocks=2, ordered=True), gun, british("b", "LC", "4,5")
    battle = field(*units, hands=NO_CARDS).do(MeleeAttack(A, B, (GUN,)))
    assert battle.decision() == OfferRetire(ALLIED, B, A)
    assert battle.do(Retire()).dice() == 5
    battle.roll("SABER", "SABER", "CAV", "CAV", "FLAG")
    assert battle.unit("b").blocks == 1


@covers("CCN-13.3")
@pytest.mark.parametrize(
    ("at", "front", "asked"), [("3,5", "4,5", True), ("2,5", "3,5", False), ("1,6", "2,6", False)]
)
def test_the_board_must_have_two_more_rows_behind(at: str, front: str, asked: bool) -> None:
    attacker = french("a", "LN", front, blocks=2, ordered=True)
    battle = attacked(unit=british("b", "LC", at), attacker=attacker)
    assert (battle.game.waiting is None) is asked


@covers("CCN-13.3")
@pytest.mark.parametrize(
    ("friends", "asked"),
    [
        (("3,5", "3,6"), False),
        (("3,5",), True),
        (("2,4", "2,5", "2,6"), False),
        (("2,4", "2,5"), True),
    ],
)
def test_occupied_hexes_can_leave_no_way_to_retire(friends: tuple[str, ...], asked: bool) -> None:
    battle = attacked(*(british(f"x{at}", "LN", at) for at in friends))
    assert (battle.game.waiting is None) is asked


@covers("CCN-13.3")
def test_impassable_terrain_can_leave_no_way_to_retire() -> None:
    assert attacked(terrain={"river": ["3,5", "3,6"]}).game.waiting is not None
    assert attacked(terrain={"river": ["3,5"]}).game.waiting is None


@covers("CCN-13.4", "CCN-13.3", "CCN-13.8")
def test_both_steps_go_back_over_free_hexes_and_both_are_made() -> None:
    battle = attacked(british("x", "LN", "3,5")).do(Retire()).roll("INF", "INF")
    assert battle.decision() == ChooseRetreat(ALLIED, B, 2, retiring=True)
    assert battle.options() == [way("3,6", "2,6"), way("3,6", "2,5")]
    assert battle.refusal(way("4,6", "3,6")) == ["CCN-13.4"]
    assert battle.refusal(way("3,6", "3,7")) == ["CCN-13.4"]
    assert battle.refusal(way("3,5", "2,5")) == ["CCN-13.3"]
    assert battle.refusal(way("3,6")) == ["CCN-13.8"]
    assert battle.refusal(way()) == ["CCN-13.8"]
    assert battle.refusal(way("3,6", "2,6", "1,6")) == ["CCN-13.8"]
    assert battle.refusal(Retreat(A, (cell("3,6"), cell("2,6")))) == ["CCN-11.1.6"]
    assert battle.at("b") == "4,5"


@covers("CCN-13.5")
def test_cavalry_that_stands_fights_in_the_normal_way() -> None:
    battle = attacked().do(Stand())
    assert request(battle).purpose == "ccn.roll.melee"
    battle.roll("SABER", "ART")
    assert battle.unit("b").blocks == 2
    assert battle.options()[0] == BattleBack()


@covers("CCN-13.5")
def test_flags_count_against_cavalry_that_stands() -> None:
    battle = attacked().do(Stand()).roll("FLAG", "ART")
    assert battle.decision() == ChooseRetreat(ALLIED, B, 1)


@covers("CCN-13.6")
@pytest.mark.parametrize(
    ("faces", "blocks"),
    [
        (("SABER", "SABER"), 3),
        (("FLAG", "FLAG"), 3),
        (("INF", "ART"), 3),
        (("CAV", "SABER"), 2),
        (("CAV", "CAV"), 1),
    ],
)
def test_only_its_own_symbol_hits_cavalry_that_retires(faces: tuple[str, str], blocks: int) -> None:
    battle = attacked().do(Retire())
    assert (battle.dice(), battle.at("b")) == (2, "4,5")
    battle.roll(*faces)
    assert (battle.unit("b").blocks, battle.at("b")) == (blocks, "4,5")
    assert battle.decision() == ChooseRetreat(ALLIED, B, 2, retiring=True)


@covers("CCN-13.7", "CCN-10.15")
def test_a_leader_is_checked_when_his_retiring_cavalry_is_hit() -> None:
    led = british("b", "LC", "4,5", leader="hill")
    battle = attacked(unit=led).do(Retire()).roll("CAV", "SABER")
    assert (request(battle).rule, battle.dice()) == ("CCN-10.2", 2)
    battle.roll("SABER", "SABER")
    assert battle.world.banners[FRENCH] == 1
    battle.do(way("3,5", "2,4"))
    assert battle.at("b") == "2,4"


@covers("CCN-13.7")
def test_a_leader_is_not_checked_when_his_retiring_cavalry_is_missed() -> None:
    led = british("b", "LC", "4,5", leader="hill")
    battle = attacked(unit=led).do(Retire()).roll("SABER", "FLAG")
    assert battle.decision() == ChooseRetreat(ALLIED, B, 2, retiring=True)


@covers("CCN-13.8", "CCN-13.17")
def test_it_moves_two_hexes_with_its_leader() -> None:
    led = british("b", "LC", "4,5", leader="hill")
    battle = attacked(unit=led).do(Retire()).roll("INF", "INF").do(way("3,6", "2,5"))
    assert battle.at("b") == battle.at("hill") == "2,5"
    assert battle.unit("b").blocks == 3


@covers("CCN-13.9", "CCN-12.1.4")
def test_the_infantry_may_take_the_ground() -> None:
    battle = attacked().do(Retire()).roll("INF", "INF").do(way("3,6", "2,5"))
    assert battle.asked() == ("french", "choose_ground")
    assert battle.options() == [HoldGround(), TakeGround()]
    assert battle.do(TakeGround()).at("a") == "4,5"


@covers("CCN-13.9")
def test_infantry_in_square_takes_no_ground() -> None:
    square = french("a", "LN", "5,5", ordered=True, square=True)
    battle = attacked(attacker=square).do(Retire()).roll("INF").do(way("3,6", "2,5"))
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-13.10", "CCN-13.13")
def test_retiring_cavalry_does_not_battle_back_even_next_to_the_attacker() -> None:
    attacker = french("a", "LN", "4,4", blocks=2, ordered=True)
    hill = leader("hill", "allied", "3,5")
    battle = attacked(attacker=attacker, leaders=[hill]).do(Retire()).roll("INF", "INF")
    battle.do(way("3,5"))
    assert (battle.at("b"), battle.unit("b").blocks) == ("3,5", 3)
    assert battle.asked() == ("french", "choose_ground")
    battle.do(HoldGround())
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-13.11", "CCN-9.4.9")
def test_cavalry_that_attacked_does_not_retire_from_a_battle_back() -> None:
    horse = french("a", "LC", "5,5", blocks=1, ordered=True)
    battle = attacked(unit=british("b", "LN", "4,5"), attacker=horse).roll("ART")
    battle.do(BattleBack())
    assert request(battle).purpose == "ccn.roll.back"
    assert battle.at("a") == "5,5"


@covers("CCN-13.12")
def test_cavalry_that_attacked_does_not_retire_from_a_first_strike() -> None:
    horse = french("a", "LC", "5,5", ordered=True)
    hands = {"allied": ["first_strike"], "french": 0}
    battle = attacked(unit=british("b", "LN", "4,5"), attacker=horse, hands=hands)
    battle.do(PlayFirstStrike())
    assert (request(battle).seat, request(battle).purpose) == (ALLIED, "ccn.roll.back")


@covers("CCN-A17", "CCN-13.5")
def test_cavalry_that_strikes_first_has_chosen_to_stand() -> None:
    hands = {"allied": ["first_strike"], "french": 0}
    declined = attacked(hands=hands).do(Decline())
    assert declined.asked() == ("allied", "offer_retire")
    struck = attacked(hands=hands).do(PlayFirstStrike()).roll("ART", "ART", "ART")
    assert request(struck).purpose == "ccn.roll.melee"


@covers("CCN-13.13")
def test_it_may_retire_one_hex_onto_a_lone_leader() -> None:
    hill = leader("hill", "allied", "3,5")
    battle = attacked(leaders=[hill]).do(Retire()).roll("INF", "INF")
    assert battle.options() == [way("3,6", "2,6"), way("3,6", "2,5"), way("3,5")]
    assert battle.refusal(way("3,5", "2,5")) == ["CCN-13.13"]
    battle.do(way("3,5"))
    assert (battle.at("b"), battle.at("hill")) == ("3,5", "3,5")


@covers("CCN-13.13", "CCN-13.3")
def test_a_lone_leader_is_a_way_to_retire_where_two_hexes_are_not() -> None:
    friends = [british(f"x{at}", "LN", at) for at in ("3,6", "2,4", "2,5")]
    hill = leader("hill", "allied", "3,5")
    assert attacked(*friends, leaders=[hill]).asked() == ("allied", "offer_retire")
    assert attacked(*friends).game.waiting is not None


@covers("CCN-13.13")
def test_cavalry_with_a_leader_does_not_retire_onto_another() -> None:
    led = british("b", "LC", "4,5", leader="hope")
    friends = [british("x", "LN", "3,6")]
    hill = leader("hill", "allied", "3,5")
    assert attacked(*friends, unit=led, leaders=[hill]).game.waiting is not None


@covers("CCN-13.17")
def test_cavalry_whose_leader_fell_may_join_another() -> None:
    led = british("b", "LC", "4,5", leader="hope")
    hill = leader("hill", "allied", "3,5")
    battle = attacked(unit=led, leaders=[hill]).do(Retire()).roll("CAV", "INF")
    battle.roll("SABER", "SABER")
    assert way("3,5") in battle.options()


@covers("CCN-13.14", "CCN-8.1.7")
def test_cavalry_does_not_retire_from_fire() -> None:
    shooter = french("a", "LN", "6,5", blocks=1, ordered=True)
    battle = field(shooter, british("b", "LC", "4,5"), hands=NO_CARDS).do(Fire(A, B))
    assert request(battle).purpose == "ccn.roll.fire"


@covers("CCN-13.14", "CCN-A24")
@pytest.mark.parametrize("code", ["LC", "FA"])
def test_cavalry_does_not_retire_from_cavalry_or_artillery(code: str) -> None:
    attacker = french("a", code, "5,5", ordered=True)
    assert request(attacked(attacker=attacker)).purpose == "ccn.roll.melee"


@covers("CCN-A24")
def test_cavalry_retires_from_artillery_but_not_from_cavalry_if_so_read() -> None:
    options = {"retire_from_artillery": True}
    guns = attacked(attacker=french("a", "FA", "5,5", ordered=True), options=options)
    assert guns.asked() == ("allied", "offer_retire")
    horse = attacked(attacker=french("a", "LC", "5,5", ordered=True), options=options)
    assert horse.game.waiting is not None
    assert attacked(options=options).asked() == ("allied", "offer_retire")


@covers("CCN-13.14")
@pytest.mark.parametrize("code", ["LN", "FA"])
def test_only_cavalry_retires(code: str) -> None:
    assert request(attacked(unit=british("b", code, "4,5"))).purpose == "ccn.roll.melee"


@covers("CCN-13.15", "CCN-14.3.1")
def test_cavalry_retires_from_a_square_that_attacks_it() -> None:
    square = french("a", "LN", "5,5", ordered=True, square=True)
    battle = attacked(attacker=square)
    assert battle.asked() == ("allied", "offer_retire")
    assert battle.do(Retire()).dice() == 1


@covers("CCN-13.16")
def test_passable_terrain_does_not_slow_it() -> None:
    ground = {"forest": ["3,5", "3,6"], "building": ["2,5"]}
    battle = attacked(terrain=ground).do(Retire()).roll("INF", "INF").do(way("3,5", "2,5"))
    assert battle.at("b") == "2,5"


@covers("CCN-13.17")
def test_infantry_takes_the_ground_of_cavalry_it_shot_down() -> None:
    battle = attacked(unit=british("b", "LC", "4,5", blocks=1)).do(Retire()).roll("CAV", "CAV")
    assert B not in battle.world.units
    assert battle.world.banners[FRENCH] == 1
    assert battle.do(TakeGround()).at("a") == "4,5"


@covers("CCN-13.17", "CCN-10.15", "CCN-10.3")
def test_the_leader_of_retiring_cavalry_that_is_shot_down_is_checked_with_one_die() -> None:
    led = british("b", "LC", "4,5", blocks=1, leader="hill")
    battle = attacked(unit=led).do(Retire()).roll("CAV", "INF")
    assert battle.dice() == 1
    battle.roll("INF")
    assert battle.decision() == LeaderRetreats(ALLIED, HILL, cell("4,5"), 0)


@covers("CCN-A28")
def test_the_attack_is_used_up_unless_so_read() -> None:
    battle = attacked().do(Retire()).roll("INF", "INF").do(way("3,6", "2,5")).do(HoldGround())
    assert battle.unit("a").fought
    alone = attacked(options={"attack_used_up": False}).do(Retire()).roll("INF", "INF")
    assert alone.do(way("3,6", "2,5")).asked() == ("french", "choose_ground")


@covers("CCN-13.1")
def test_the_question_offers_two_buttons_that_lead_to_dice() -> None:
    battle = attacked()
    asked = battle.decision()
    shown = [asked.present(battle.ctx, one) for one in battle.options()]
    assert [(one.label.id, one.rolls) for one in shown] == [
        ("ccn.do.stand", True),
        ("ccn.do.retire", True),
    ]
    assert asked.prompt(battle.ctx).id == "ccn.ask.offer_retire"
