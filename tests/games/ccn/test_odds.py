"""How the dice of an attack are read, and the exact odds, compared with fractions by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, Field, british, field, french, leader
from tests.games.ccn.fights import BACK, NO, NO_STRIKES, STRIKE, fire, melee, reckoned, request
from walstatt.games.ccn.dice import Target
from walstatt.games.ccn.odds import (
    BATTLE_DIE,
    SYMBOL,
    AttackRoll,
    Fate,
    LeaderCheckRoll,
    Struck,
    attack_odds,
    attack_roll,
    leader_check_roll,
    leader_falls_chance,
)
from walstatt.i18n.catalogue import say
from walstatt.kernel.decisions import Answer
from walstatt.kernel.ledger import Ledger
from walstatt.kernel.odds import distribution, tally
from walstatt.kernel.prompts import Preview
from walstatt.workshop.covers import covers

NO_LEDGER = Ledger("ccn.fire_dice", (), 0)


def struck(meaning: AttackRoll, faces: str) -> tuple[int, int, int, bool]:
    """Read faces: hits, losses, flags, destroyed."""
    result = meaning.read(tuple(faces.split()))
    return result.hits, result.losses, result.flags, result.destroyed


def chances(count: int, meaning: AttackRoll, what: str) -> dict[int | bool, Fraction]:
    """Give the odds of one aspect of a roll."""
    odds = distribution(attack_roll("x", "CCN-8.5.2", FRENCH, count, meaning, NO_LEDGER))
    return tally(odds, lambda result: getattr(result, what))


def shown(preview: Preview) -> dict[str, int]:
    """Give the odds of a preview in millionths, by label."""
    found = {}
    for one in preview.odds:
        n = one.label.args.get("n", "")
        found[f"{one.label.id.removeprefix('ccn.odds.')}{n}"] = one.millionths
    return found


def previewed(battle: Field, answer: Answer) -> Preview:
    return battle.decision().preview(battle.ctx, answer)


def shares(*parts: int) -> dict[int, Fraction]:
    """Write chances as parts of their sum."""
    return {n: Fraction(part, sum(parts)) for n, part in enumerate(parts) if part}


@covers("CCN-1.3.1")
def test_a_battle_die_has_two_infantry_and_one_of_each_other_face() -> None:
    assert sorted(BATTLE_DIE.faces) == ["ART", "CAV", "FLAG", "INF", "INF", "SABER"]
    assert SYMBOL == {"infantry": "INF", "cavalry": "CAV", "artillery": "ART"}


@covers("CCN-8.5.2", "CCN-8.5.3", "CCN-8.5.4", "CCN-8.5.5")
@pytest.mark.parametrize(("target", "hits"), [("infantry", 2), ("cavalry", 3), ("artillery", 1)])
def test_in_fire_only_the_targets_symbol_hits(target: Target, hits: int) -> None:
    meaning = AttackRoll(target, 4, melee=False)
    faces = "INF INF CAV CAV CAV ART FLAG FLAG SABER SABER"
    assert struck(meaning, faces) == (hits, hits, 2, False)


@covers("CCN-9.3.1", "CCN-9.3.2", "CCN-9.3.5")
@pytest.mark.parametrize(("target", "hits"), [("infantry", 3), ("cavalry", 4), ("artillery", 2)])
def test_in_melee_sabers_hit_as_well(target: Target, hits: int) -> None:
    meaning = AttackRoll(target, 9, melee=True)
    assert struck(meaning, "INF INF CAV CAV CAV ART FLAG SABER") == (hits, hits, 1, False)


@covers("CCN-9.3.3")
def test_the_sabers_of_militia_and_rifles_do_not_hit_units() -> None:
    meaning = AttackRoll("infantry", 4, melee=True, sabers_hit=False)
    assert struck(meaning, "INF SABER SABER FLAG") == (1, 1, 1, False)


@covers("CCN-8.5.6", "CCN-9.3.7")
@pytest.mark.parametrize(("blocks", "losses", "gone"), [
    (4, 3, False), (3, 3, True), (2, 2, True), (1, 1, True),
])  # fmt: skip
def test_hits_beyond_the_blocks_are_lost(blocks: int, losses: int, gone: bool) -> None:
    for melee_or_fire in (True, False):
        meaning = AttackRoll("infantry", blocks, melee=melee_or_fire)
        assert struck(meaning, "INF INF INF FLAG") == (3, losses, 1, gone)
        assert meaning.losses(meaning.read(("INF", "INF", "INF"))) == losses


@covers("CCN-9.5.2", "CCN-9.3.4")
def test_one_saber_fells_a_lone_leader_in_melee_and_nothing_else_matters() -> None:
    meaning = AttackRoll("leader", 1, melee=True, sabers_hit=False)
    assert struck(meaning, "INF CAV ART FLAG FLAG") == (0, 0, 0, False)
    assert struck(meaning, "INF SABER FLAG") == (1, 1, 0, True)
    assert struck(meaning, "SABER SABER SABER") == (3, 1, 0, True)


@covers("CCN-21.7")
def test_in_fire_it_takes_two_sabers_to_fell_a_leader() -> None:
    meaning = AttackRoll("leader", 1, melee=False)
    assert struck(meaning, "SABER INF FLAG") == (1, 0, 0, False)
    assert struck(meaning, "SABER SABER FLAG") == (2, 1, 0, True)
    assert struck(meaning, "SABER SABER SABER") == (3, 1, 0, True)


@covers("CCN-13.6")
def test_only_cavalry_symbols_hit_cavalry_that_retires() -> None:
    meaning = AttackRoll("cavalry", 2, melee=True, retiring=True)
    assert struck(meaning, "INF SABER FLAG CAV") == (1, 1, 0, False)
    assert struck(meaning, "CAV CAV CAV FLAG") == (3, 2, 0, True)


@covers("CCN-8.5.2", "CCN-9.3.1", "CCN-9.3.2")
@pytest.mark.parametrize(("target", "in_fire", "in_melee"), [
    ("infantry", Fraction(1, 3), Fraction(1, 2)),
    ("cavalry", Fraction(1, 6), Fraction(1, 3)),
    ("artillery", Fraction(1, 6), Fraction(1, 3)),
])  # fmt: skip
def test_one_die_hits_with_this_chance(
    target: Target, in_fire: Fraction, in_melee: Fraction
) -> None:
    assert chances(1, AttackRoll(target, 4, melee=False), "losses")[1] == in_fire
    assert chances(1, AttackRoll(target, 4, melee=True), "losses")[1] == in_melee
    assert chances(1, AttackRoll(target, 4, melee=True), "flags")[1] == Fraction(1, 6)


@covers("CCN-8.5.2", "CCN-8.5.4")
def test_five_dice_of_fire_at_four_blocks_of_infantry() -> None:
    meaning = AttackRoll("infantry", 4, melee=False)
    # Each die hits with 1/3: of 243 ways 32, 80, 80, 40, 10 and 1 have 0 to 5 hits.
    assert chances(5, meaning, "losses") == shares(32, 80, 80, 40, 11)
    assert chances(5, meaning, "destroyed")[True] == Fraction(11, 243)
    # Each die shows a flag with 1/6: of 7776 ways 3125, 3125, 1250, 250, 25 and 1.
    assert chances(5, meaning, "flags") == shares(3125, 3125, 1250, 250, 25, 1)


@covers("CCN-9.3.1", "CCN-9.3.2")
def test_three_dice_of_melee_at_two_blocks_of_infantry() -> None:
    meaning = AttackRoll("infantry", 2, melee=True)
    assert chances(3, meaning, "hits") == shares(1, 3, 3, 1)
    assert chances(3, meaning, "losses") == shares(1, 3, 4)
    assert chances(3, meaning, "destroyed")[True] == Fraction(1, 2)
    assert chances(3, meaning, "flags") == shares(125, 75, 15, 1)


@covers("CCN-9.3.3")
def test_three_dice_of_rifles_at_three_blocks_of_cavalry() -> None:
    meaning = AttackRoll("cavalry", 3, melee=True, sabers_hit=False)
    assert chances(3, meaning, "losses") == shares(125, 75, 15, 1)


@covers("CCN-9.5.2")
def test_four_dice_fell_a_lone_leader_with_this_chance() -> None:
    meaning = AttackRoll("leader", 1, melee=True)
    assert chances(4, meaning, "destroyed")[True] == 1 - Fraction(5, 6) ** 4


def test_a_roll_says_what_for_by_which_rule_and_by_whom() -> None:
    meaning = AttackRoll("infantry", 4, melee=False)
    roll = attack_roll("ccn.roll.fire", "CCN-8.5.2", ALLIED, 3, meaning, NO_LEDGER)
    assert (roll.purpose, roll.rule, roll.seat) == ("ccn.roll.fire", "CCN-8.5.2", ALLIED)
    assert (roll.die, roll.count, roll.meaning, roll.ledgers) == (
        BATTLE_DIE, 3, meaning, (NO_LEDGER,)
    )  # fmt: skip


@covers("CCN-10.2", "CCN-10.3", "CCN-10.6")
@pytest.mark.parametrize(("survives", "dice", "because", "chance"), [
    (True, 2, "CCN-10.2", Fraction(1, 36)),
    (False, 1, "CCN-10.3", Fraction(1, 6)),
])  # fmt: skip
def test_a_leader_falls_if_every_die_shows_a_saber(
    survives: bool, dice: int, because: str, chance: Fraction
) -> None:
    roll = leader_check_roll(ALLIED, survives=survives)
    assert (roll.count, roll.rule, roll.seat) == (dice, because, ALLIED)
    assert (roll.purpose, roll.die) == ("ccn.roll.leader_check", BATTLE_DIE)
    assert distribution(roll)[Fate(falls=True)] == chance


@covers("CCN-10.2")
def test_one_saber_of_two_does_not_fell_a_leader() -> None:
    check = LeaderCheckRoll()
    assert not check.read(("SABER", "FLAG")).falls
    assert not check.read(("INF", "SABER")).falls
    assert check.read(("SABER", "SABER")).falls
    assert (check.losses(Fate(falls=True)), check.losses(Fate(falls=False))) == (1, 0)


@covers("CCN-8.5.8", "CCN-9.3.8")
def test_the_chance_of_a_leader_falling_weighs_both_checks() -> None:
    odds = {
        Struck(0, 0, 2, destroyed=False): Fraction(1, 4),
        Struck(1, 1, 0, destroyed=False): Fraction(1, 2),
        Struck(2, 2, 0, destroyed=True): Fraction(1, 4),
    }
    # 1/2 of the time he falls with 1/36, 1/4 of the time with 1/6.
    assert leader_falls_chance(odds, FRENCH) == Fraction(1, 72) + Fraction(1, 24)


@covers("CCN-8.5.8", "CCN-9.3.8")
def test_two_dice_of_melee_at_two_led_blocks() -> None:
    meaning = AttackRoll("infantry", 2, melee=True)
    roll = attack_roll("x", "CCN-9.3.1", FRENCH, 2, meaning, NO_LEDGER)
    labels = [(one.label, one.millionths) for one in attack_odds(roll, led=True)]
    assert labels == [
        (say("ccn.odds.losses", n=0), 250_000),
        (say("ccn.odds.losses", n=1), 500_000),
        (say("ccn.odds.losses", n=2), 250_000),
        (say("ccn.odds.flags", n=0), 694_444),  # 25/36
        (say("ccn.odds.flags", n=1), 277_778),  # 10/36
        (say("ccn.odds.flags", n=2), 27_778),  # 1/36
        (say("ccn.odds.eliminated"), 250_000),
        (say("ccn.odds.leader_falls"), 55_556),  # 1/18
    ]


def test_without_a_leader_nothing_is_said_of_one() -> None:
    roll = attack_roll("x", "", FRENCH, 1, AttackRoll("infantry", 2, melee=True), NO_LEDGER)
    labels = [one.label.id for one in attack_odds(roll, led=False)]
    assert labels == ["ccn.odds.losses"] * 2 + ["ccn.odds.flags"] * 2


def test_the_preview_of_fire_shows_its_ledger_and_odds() -> None:
    battle = field(
        french("a", "LN", "5,5", blocks=2, ordered=True),
        british("b", "LN", "5,7", blocks=1, leader="hill"),
    )
    preview = previewed(battle, fire("a", "b"))
    assert preview.violations == ()
    assert [one.explain() for one in preview.ledgers] == [["+2 CCN-8.4.1"]]
    assert shown(preview) == {
        "losses0": 444_444,
        "losses1": 555_556,
        "flags0": 694_444,
        "flags1": 277_778,
        "flags2": 27_778,
        "eliminated": 555_556,
        "leader_falls": 92_593,  # 5/9 of 1/6
    }


def test_the_preview_of_fire_at_a_unit_without_leader_says_nothing_of_one() -> None:
    battle = field(french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,7"))
    assert "leader_falls" not in shown(previewed(battle, fire("a", "b")))


def test_the_preview_of_a_melee_shows_the_battle_back_too() -> None:
    battle = field(
        french("a", "LN", "5,5", blocks=2, ordered=True, leader="ney"),
        british("b", "GG", "5,6", blocks=3, leader="hill"),
        **NO_STRIKES,
    )
    preview = previewed(battle, melee("a", "b"))
    assert [one.explain() for one in preview.ledgers] == [
        ["+2 CCN-9.2.1", "+1 CCN-9.2.5"],
        ["+3 CCN-9.2.1", "+1 CCN-9.2.4"],
    ]
    odds = shown(preview)
    assert {key: odds[key] for key in ("losses0", "losses3", "eliminated")} == {
        "losses0": 125_000, "losses3": 125_000, "eliminated": 125_000
    }  # fmt: skip
    # 6/8 of the time with 1/36, 1/8 of the time with 1/6.
    assert odds["leader_falls"] == round(1_000_000 * (Fraction(6, 288) + Fraction(1, 48)))


def test_the_preview_of_a_melee_with_a_lone_leader_knows_no_battle_back() -> None:
    battle = field(
        french("a", "LC", "5,5", blocks=1, ordered=True),
        leaders=[leader("hill", "allied", "5,6")],
    )
    preview = previewed(battle, melee("a", "hill"))
    assert [one.explain() for one in preview.ledgers] == [["+1 CCN-9.2.6"]]
    assert shown(preview) == {
        "losses0": 833_333, "losses1": 166_667, "flags0": 1_000_000, "eliminated": 166_667
    }  # fmt: skip


def test_the_preview_of_a_melee_without_leader_says_nothing_of_one() -> None:
    units = french("a", "LN", "5,5", ordered=True, leader="ney"), british("b", "LN", "5,6")
    battle = field(*units, **NO_STRIKES)
    assert "leader_falls" not in shown(previewed(battle, melee("a", "b")))


def test_the_preview_of_a_battle_back_speaks_of_the_attackers_leader() -> None:
    battle = field(
        french("a", "LN", "5,5", blocks=1, ordered=True, leader="ney"),
        british("b", "LN", "5,6", blocks=2),
        **NO_STRIKES,
    )
    battle.do(melee("a", "b")).roll("ART", "ART")
    preview = previewed(battle, BACK)
    assert [one.explain() for one in preview.ledgers] == [["+2 CCN-9.2.1"]]
    odds = shown(preview)
    assert (odds["losses0"], odds["losses1"], odds["eliminated"]) == (250_000, 750_000, 750_000)
    assert odds["leader_falls"] == 125_000  # 3/4 of 1/6
    assert previewed(battle, NO) == Preview()


def test_the_preview_of_a_battle_back_against_nobody_led() -> None:
    battle = field(
        french("a", "LN", "5,5", blocks=1, ordered=True),
        british("b", "LN", "5,6", blocks=2, leader="hill"),
        **NO_STRIKES,
    )
    battle.do(melee("a", "b")).roll("ART", "ART")
    assert "leader_falls" not in shown(previewed(battle, BACK))


def test_the_preview_of_first_strike_is_that_of_the_strike() -> None:
    battle = field(
        french("a", "LN", "5,5", blocks=1, ordered=True),
        british("b", "LN", "5,6", blocks=1),
        hands={"allied": ["first_strike"]},
    )
    battle.do(melee("a", "b"))
    preview = previewed(battle, STRIKE)
    assert [one.explain() for one in preview.ledgers] == [["+1 CCN-9.2.1"]]
    assert shown(preview)["eliminated"] == 500_000
    assert previewed(battle, NO) == Preview()


def test_the_odds_of_an_attack_without_dice_are_certain() -> None:
    battle = field(
        french("a", "LC", "5,5", blocks=1, ordered=True),
        british("b", "LN", "5,6"),
        terrain={"building": ["5,6"]},
        options={"zero_dice_attack": True},
        **NO_STRIKES,
    )
    preview = previewed(battle, melee("a", "b"))
    assert preview.ledgers[0].total == 0
    assert shown(preview) == {"losses0": 1_000_000, "flags0": 1_000_000}


def test_what_is_refused_has_reasons_and_no_odds() -> None:
    battle = field(french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,7"))
    preview = previewed(battle, fire("a", "a"))
    assert [one.rule for one in preview.violations] == ["CCN-8.1.2"]
    assert (preview.ledgers, preview.odds) == ((), ())


@covers("CCN-8.5.2", "CCN-9.3.1")
def test_the_rolls_of_fire_melee_and_battle_back_name_their_rule() -> None:
    shot = field(french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,7"))
    shot.do(fire("a", "b"))
    roll = request(shot)
    assert (roll.purpose, roll.rule, roll.seat) == ("ccn.roll.fire", "CCN-8.5.2", FRENCH)
    fight = field(french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,6"), **NO_STRIKES)
    fight.do(melee("a", "b"))
    roll = request(fight)
    assert (roll.purpose, roll.rule, roll.seat) == ("ccn.roll.melee", "CCN-9.3.1", FRENCH)
    assert roll.ledgers == (reckoned(fight, "a", "b", "melee"),)
    fight.roll(*["ART"] * 5).do(BACK)
    roll = request(fight)
    assert (roll.purpose, roll.rule, roll.seat) == ("ccn.roll.back", "CCN-9.3.1", ALLIED)
