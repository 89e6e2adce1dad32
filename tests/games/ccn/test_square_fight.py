"""Chapters 14.2 to 14.4: squares in combat."""

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, cell, field, flags_asked, french
from walstatt.games.ccn.advance import Breakthrough
from walstatt.games.ccn.announcing import MeleeAttack
from walstatt.games.ccn.attack import attack_ledger
from walstatt.games.ccn.combat import Fire
from walstatt.games.ccn.morale import ChooseRetreat, IgnoreFlags, Retreat
from walstatt.games.ccn.reactions import BattleBack, Decline, PlayFirstStrike, Stand
from walstatt.games.ccn.square import FormSquare
from walstatt.kernel.chance import Roll
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers

A, B, GUN = UnitId("a"), UnitId("b"), UnitId("gun")
NO_CARDS = {"allied": 0, "french": 0}
HORSE = french("a", "LC", "5,5", ordered=True)
SQUARE = british("b", "LN", "4,5", square=True)


def charged(
    *more: dict[str, object],
    unit: dict[str, object] | None = None,
    horse: dict[str, object] | None = None,
    guns: tuple[UnitId, ...] = (),
    **given: object,
) -> Field:
    """Let French light cavalry attack a British square."""
    given.setdefault("hands", NO_CARDS)
    battle = field(horse or HORSE, unit or SQUARE, *more, **given)  # type: ignore[arg-type]
    return battle.do(MeleeAttack(A, B, guns))


def attacking(
    target: dict[str, object],
    *more: dict[str, object],
    guns: tuple[UnitId, ...] = (),
    **given: object,
) -> Field:
    """Let a French square attack a British unit."""
    square = french("a", "LN", "5,5", ordered=True, square=True)
    given.setdefault("hands", NO_CARDS)
    battle = field(square, target, *more, **given)  # type: ignore[arg-type]
    return battle.do(MeleeAttack(A, B, guns))


def request(battle: Field) -> Roll[str]:
    assert battle.game.waiting is not None
    ((_, waiting),) = battle.game.waiting.requests
    assert isinstance(waiting, Roll)
    return waiting


def way(*labels: str, unit: UnitId = A) -> Retreat:
    return Retreat(unit, tuple(map(cell, labels)))


def dice(battle: Field, unit: UnitId, target: UnitId, manner: str = "melee") -> list[str]:
    return attack_ledger(battle.ctx, unit, target, manner).explain()  # type: ignore[arg-type]


@covers("CCN-14.2.1")
def test_the_square_fights_first_with_one_die() -> None:
    battle = charged()
    asked = request(battle)
    assert (asked.count, asked.seat, asked.purpose) == (1, ALLIED, "ccn.roll.back")


@covers("CCN-14.2.3", "CCN-14.3.4")
def test_cavalry_that_was_missed_then_rolls_one_die() -> None:
    battle = charged().roll("ART")
    asked = request(battle)
    assert (asked.count, asked.seat, asked.purpose) == (1, FRENCH, "ccn.roll.melee")
    battle.roll("INF")
    assert battle.unit("b").blocks == 3


@covers("CCN-14.2.3")
@pytest.mark.parametrize("face", ["CAV", "SABER"])
def test_cavalry_that_lost_a_block_still_attacks(face: str) -> None:
    battle = charged().roll(face)
    assert (battle.unit("a").blocks, battle.dice()) == (3, 1)


@covers("CCN-14.2.2")
def test_cavalry_that_is_gone_has_lost_its_attack() -> None:
    battle = charged(horse=french("a", "LC", "5,5", blocks=1, ordered=True)).roll("CAV")
    assert A not in battle.world.units
    assert battle.world.banners[ALLIED] == 1
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-14.2.2", "CCN-14.3.5", "CCN-14.3.6")
def test_cavalry_that_bounces_off_has_lost_its_attack() -> None:
    battle = charged().roll("FLAG")
    assert battle.decision() == ChooseRetreat(FRENCH, A, 1)
    battle.do(way("6,5"))
    assert battle.at("a") == "6,5"
    assert battle.asked() == ("french", "choose_combat")
    assert battle.unit("b").blocks == 4


@covers("CCN-14.2.2", "CCN-15.12")
@pytest.mark.parametrize("face", ["FLAG", "CAV"])
def test_the_guns_lose_their_dice_with_the_cavalry(face: str) -> None:
    gun = french("gun", "FA", "4,7", ordered=True)
    horse = french("a", "LC", "5,5", blocks=1, ordered=True)
    battle = charged(gun, horse=horse, guns=(GUN,)).roll(face)
    if face == "FLAG":
        battle.do(way("6,5"))
    assert battle.asked() == ("french", "choose_combat")
    assert battle.unit("gun").fought
    assert battle.unit("b").blocks == 4


@covers("CCN-14.2.4")
def test_the_square_does_not_battle_back() -> None:
    battle = charged().roll("ART").roll("ART")
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-14.2.5")
def test_a_square_that_falls_opens_the_way_for_breakthrough_and_bonus_melee() -> None:
    units = british("x", "FA", "3,4"), british("y", "LN", "1,1")
    weak = british("b", "LN", "4,5", blocks=1, square=True)
    battle = charged(*units, unit=weak).roll("ART").roll("INF")
    assert battle.world.banners[FRENCH] == 1
    assert battle.asked() == ("french", "choose_breakthrough")
    battle.do(Breakthrough((cell("4,5"), cell("4,4"))))
    assert battle.asked() == ("french", "choose_bonus_melee")
    assert MeleeAttack(A, UnitId("x")) in battle.options()


@covers("CCN-14.3.7", "CCN-A27")
def test_cavalry_that_cannot_bounce_back_loses_a_block_and_attacks() -> None:
    horse = french("a", "LC", "9,5", ordered=True, leader="ney")
    with recording() as noted:
        battle = charged(unit=british("b", "LN", "8,5", square=True), horse=horse).roll("FLAG")
    assert battle.unit("a").blocks == 3
    assert battle.dice() == 2
    battle.roll("INF", "INF")
    assert (battle.dice(), request(battle).seat) == (1, FRENCH)
    assert {"CCN-14.3.5", "CCN-14.3.7"} <= set(noted.fired)


@covers("CCN-A27")
def test_cavalry_that_cannot_bounce_back_is_repelled_if_so_read() -> None:
    horse = french("a", "LC", "9,5", ordered=True)
    square = british("b", "LN", "8,5", square=True)
    battle = charged(unit=square, horse=horse, options={"blocked_retreat_repels": True})
    battle.roll("FLAG")
    assert battle.unit("a").blocks == 3
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-14.3.1", "CCN-8.4.10", "CCN-9.2.14")
def test_no_bonus_raises_the_one_die_of_a_square() -> None:
    guard = french("a", "OG", "5,5", ordered=True, square=True)
    near, far = british("b", "LN", "4,5"), british("c", "LN", "7,5")
    melee = field(guard, near, card="bayonet_charge", hands=NO_CARDS)
    assert dice(melee, A, B) == [
        "+4 CCN-9.2.1",
        "+2 CCN-9.2.3",
        "+1 CCN-17.4.1.4",
        "<=1 CCN-14.3.1",
    ]
    fire = field(guard, far, card="fire_and_hold", hands=NO_CARDS)
    assert dice(fire, A, UnitId("c"), "fire") == [
        "+4 CCN-8.4.1",
        "+1 CCN-8.4.4",
        "+1 CCN-17.4.6.2",
        "<=1 CCN-14.3.1",
    ]


@covers("CCN-14.3.1")
def test_a_square_of_one_block_rolls_its_one_die() -> None:
    square = british("b", "LN", "4,5", square=True, blocks=1)
    battle = field(HORSE, square, hands=NO_CARDS)
    assert dice(battle, B, A, "back") == ["+1 CCN-9.2.1"]


@covers("CCN-14.3.2", "CCN-7.10")
@pytest.mark.parametrize("ground", ["forest", "hill", "building"])
def test_terrain_can_take_the_last_die_of_a_square(ground: str) -> None:
    battle = field(HORSE, SQUARE, terrain={ground: ["5,5"]}, hands=NO_CARDS)
    ledger = attack_ledger(battle.ctx, B, A, "back")
    assert ledger.explain()[:2] == ["+4 CCN-9.2.1", "<=1 CCN-14.3.1"]
    assert ledger.total == 0


@covers("CCN-14.3.2", "CCN-14.2.1")
def test_a_square_without_a_die_rolls_nothing_and_the_attack_goes_on() -> None:
    gun = french("gun", "FA", "4,7", ordered=True)
    battle = charged(gun, guns=(GUN,), terrain={"hill": ["5,5"]})
    assert battle.told()[-2:] == ["ccn.no_dice", "ccn.charged"]
    assert (battle.dice(), request(battle).seat) == (3, FRENCH)


@covers("CCN-14.3.2", "CCN-14.3.4", "CCN-A12")
def test_a_new_square_and_cavalry_without_dice_end_the_melee() -> None:
    ground = {"hill": ["5,5"]}
    hands = {"allied": ["attack_left", "probe_left", "scout_left"], "french": 0}
    battle = charged(unit=british("b", "LN", "4,5"), terrain=ground, hands=hands)
    battle.do(Decline()).do(FormSquare()).roll("probe_left")
    assert battle.told().count("ccn.no_dice") == 2
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-14.3.4", "CCN-7.11")
def test_cavalry_without_a_die_may_not_attack_a_square_alone() -> None:
    other = french("c", "LN", "9,9", ordered=True)
    target = british("d", "LN", "9,10")
    battle = field(HORSE, SQUARE, other, target, terrain={"hill": ["5,5"]}, hands=NO_CARDS)
    assert battle.refusal(MeleeAttack(A, B)) == ["CCN-7.11"]


@covers("CCN-14.3.3", "CCN-14.5.3", "CCN-15.5")
def test_the_dice_of_guns_are_added_to_the_die_of_a_square() -> None:
    gun = french("gun", "FA", "4,7", ordered=True)
    battle = attacking(british("b", "LN", "4,5"), gun, guns=(GUN,))
    assert battle.dice() == 4


@covers("CCN-14.3.4")
@pytest.mark.parametrize(
    ("code", "card", "lines"),
    [
        ("LC", "", ["+4 CCN-9.2.6", "<=1 CCN-14.3.4"]),
        ("HC", "", ["+4 CCN-9.2.6", "+1 CCN-9.2.7", "<=1 CCN-14.3.4"]),
        ("HC", "cavalry_charge", None),
    ],
)
def test_no_bonus_raises_the_one_die_of_cavalry_against_a_square(
    code: str, card: str, lines: list[str] | None
) -> None:
    horse = french("a", code, "5,5", ordered=True)
    battle = field(horse, SQUARE, card=card, hands=NO_CARDS)
    assert attack_ledger(battle.ctx, A, B, "melee").total == 1
    if lines is not None:
        assert dice(battle, A, B) == lines


@covers("CCN-14.3.4", "CCN-15.5", "CCN-15.9")
@pytest.mark.parametrize(("ground", "count"), [({}, 4), ({"hill": ["4,5"]}, 3)])
def test_guns_add_to_the_die_of_cavalry_that_terrain_can_take(
    ground: dict[str, list[str]], count: int
) -> None:
    gun = french("gun", "FA", "4,7", ordered=True)
    heavy = french("a", "HC", "5,5", ordered=True)
    battle = charged(gun, horse=heavy, guns=(GUN,), terrain=ground, card="cavalry_charge")
    assert battle.roll("ART").dice() == count


@covers("CCN-14.3.4", "CCN-14.3.1")
@pytest.mark.parametrize(("code", "count"), [("LN", 5), ("FA", 4)])
def test_infantry_and_artillery_roll_all_their_dice_at_a_square(code: str, count: int) -> None:
    assert charged(horse=french("a", code, "5,5", ordered=True)).dice() == count


@covers("CCN-14.3.5", "CCN-14.3.6", "CCN-11.2.12")
def test_nothing_helps_against_the_flag_of_a_square() -> None:
    guard = french("a", "GHC", "5,5", ordered=True, leader="ney")
    friends = [french(f"x{at}", "LN", at) for at in ("5,4", "5,6")]
    with recording() as noted:
        battle = charged(*friends, horse=guard).roll("FLAG")
    assert battle.decision() == ChooseRetreat(FRENCH, A, 1)
    assert {"CCN-14.3.5", "CCN-11.2.12"} <= set(noted.fired)
    assert "CCN-14.3.8" not in noted.fired


@covers("CCN-14.3.5")
def test_a_square_that_attacks_in_its_own_turn_bounces_cavalry_too() -> None:
    battle = attacking(british("b", "LC", "4,5", leader="hill")).do(Stand()).roll("FLAG")
    assert battle.decision() == ChooseRetreat(ALLIED, B, 1)


@covers("CCN-14.3.5")
def test_infantry_ignores_flags_of_a_square_as_any_others() -> None:
    battle = attacking(british("b", "LN", "4,5", leader="hill")).roll("FLAG")
    assert flags_asked(battle) == (ALLIED, B, 1, 1)


@covers("CCN-14.3.5")
def test_flags_of_infantry_that_is_not_in_square_do_not_bounce() -> None:
    units = (
        french("a", "LN", "5,5", blocks=1, ordered=True),
        british("b", "LC", "4,5", leader="hill"),
    )
    battle = field(*units, hands=NO_CARDS).do(MeleeAttack(A, B)).do(Stand()).roll("FLAG")
    assert flags_asked(battle) == (ALLIED, B, 1, 1)


@covers("CCN-14.3.5")
def test_flags_of_a_square_that_fires_do_not_bounce() -> None:
    square = french("a", "LN", "6,5", ordered=True, square=True)
    battle = field(square, british("b", "LC", "4,5", leader="hill"), hands=NO_CARDS)
    battle.do(Fire(A, B)).roll("FLAG")
    assert flags_asked(battle) == (ALLIED, B, 1, 1)


@covers("CCN-14.3.7")
def test_a_bounced_cavalry_that_goes_back_all_the_way_loses_nothing() -> None:
    with recording() as noted:
        battle = charged().roll("FLAG").do(way("6,4"))
    assert battle.unit("a").blocks == 4
    assert "CCN-14.3.7" not in noted.fired


@covers("CCN-14.3.8", "CCN-15.1")
def test_all_flags_of_a_square_with_guns_bounce() -> None:
    gun = french("gun", "FA", "4,7", ordered=True)
    guard = british("b", "GHC", "4,5", leader="hill")
    with recording() as noted:
        battle = attacking(guard, gun, guns=(GUN,)).do(Stand()).roll("FLAG", "FLAG", "ART", "ART")
    assert battle.decision() == ChooseRetreat(ALLIED, B, 2)
    assert "CCN-14.3.8" in noted.fired


@covers("CCN-14.3.9")
def test_cavalry_may_strike_first_at_a_square_with_one_die() -> None:
    hands = {"allied": ["first_strike"], "french": 0}
    battle = attacking(british("b", "HC", "4,5"), hands=hands)
    assert battle.asked() == ("allied", "offer_first_strike")
    battle.do(PlayFirstStrike())
    assert (battle.dice(), request(battle).seat) == (1, ALLIED)


@covers("CCN-14.3.10", "CCN-A17")
def test_a_square_attacked_by_cavalry_cannot_strike_first_by_card() -> None:
    battle = charged(hands={"allied": ["first_strike"], "french": 0})
    assert (battle.dice(), request(battle).seat) == (1, ALLIED)


@covers("CCN-14.3.10")
@pytest.mark.parametrize("code", ["LN", "FA"])
def test_a_square_may_strike_first_at_infantry_and_artillery(code: str) -> None:
    attacker = french("a", code, "5,5", ordered=True)
    battle = charged(horse=attacker, hands={"allied": ["first_strike"], "french": 0})
    battle.do(PlayFirstStrike())
    assert (battle.dice(), request(battle).seat) == (1, ALLIED)
    battle.roll("CAV")
    count = battle.dice()
    assert request(battle).seat == FRENCH
    battle.roll(*["CAV"] * count)
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-14.4.1")
def test_fire_at_a_square_rolls_the_normal_dice() -> None:
    square = british("b", "LN", "4,5", square=True)
    shooters = french("a", "LT", "6,5", ordered=True), french("gun", "FA", "4,8", ordered=True)
    battle = field(*shooters, square, hands=NO_CARDS)
    assert dice(battle, A, B, "fire") == ["+4 CCN-8.4.1", "+1 CCN-8.4.4"]
    assert battle.do(Fire(GUN, B)).dice() == 2


@covers("CCN-14.4.2")
def test_infantry_fights_a_square_first_and_the_square_battles_back_with_one_die() -> None:
    battle = charged(horse=french("a", "LN", "5,5", blocks=1, ordered=True))
    assert (battle.dice(), request(battle).seat) == (2, FRENCH)
    battle.roll("INF", "ART")
    assert battle.asked() == ("allied", "offer_battle_back")
    assert battle.do(BattleBack()).dice() == 1


@covers("CCN-14.4.3", "CCN-11.1.16")
@pytest.mark.parametrize("flags", [1, 2, 3])
def test_a_square_loses_a_block_for_every_flag(flags: int) -> None:
    shooter = french("a", "LN", "6,5", blocks=flags, ordered=True)
    battle = field(shooter, SQUARE, hands=NO_CARDS).do(Fire(A, B)).roll(*["FLAG"] * flags)
    assert (battle.unit("b").blocks, battle.at("b")) == (4 - flags, "4,5")
    assert battle.unit("b").square == 1


@covers("CCN-14.4.3")
def test_a_square_of_militia_loses_three_blocks_for_a_flag() -> None:
    units = british("a", "LN", "4,5", blocks=1, ordered=True), french("b", "MI", "6,5", square=True)
    battle = field(*units, to_move="allied", hands=NO_CARDS).do(Fire(A, B)).roll("FLAG", "ART")
    assert battle.unit("b").blocks == 1


@covers("CCN-14.4.4", "CCN-11.2.7")
def test_support_does_not_help_a_square_but_its_leader_does() -> None:
    friends = [british(f"x{at}", "LN", at) for at in ("4,4", "4,6")]
    led = british("b", "LN", "4,5", square=True, leader="hill")
    shooter = french("a", "LN", "6,5", blocks=2, ordered=True)
    battle = field(shooter, led, *friends, hands=NO_CARDS).do(Fire(A, B)).roll("FLAG", "FLAG")
    assert flags_asked(battle) == (ALLIED, B, 2, 1)
    battle.do(IgnoreFlags(1))
    assert battle.unit("b").blocks == 3
    assert battle.dice() == 2


@covers("CCN-14.4.5")
def test_a_square_that_lost_blocks_to_flags_battles_back() -> None:
    battle = charged(horse=french("a", "LN", "5,5", blocks=1, ordered=True)).roll("FLAG", "FLAG")
    assert battle.unit("b").blocks == 2
    assert battle.options() == [BattleBack(), Decline()]


@covers("CCN-14.4.3", "CCN-14.5.8")
def test_a_square_can_fall_to_flags_and_its_card_returns() -> None:
    weak = british("b", "LN", "4,5", square=2, blocks=1)
    shooter = french("a", "LN", "6,5", blocks=1, ordered=True)
    cards = {"allied": ["", "rally"]}
    battle = field(shooter, weak, hands=NO_CARDS, square_cards=cards).do(Fire(A, B)).roll("FLAG")
    assert B not in battle.world.units
    assert battle.world.hands[ALLIED] == ("rally",)
    assert battle.world.square_cards[ALLIED] == ("", "", "", "")
    assert battle.world.banners[FRENCH] == 1
