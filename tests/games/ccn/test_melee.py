"""Melee from its announcement to the roll: targets, refusals, the defender's windows. CCN-9.1."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ccn.field import ALLIED, Field, british, cell, field, french, leader
from tests.games.ccn.fights import (
    BACK,
    END,
    NO,
    NO_STRIKES,
    STAND,
    STRIKE,
    cited,
    melee,
    request,
    rolled_lines,
    targets,
    why,
)
from walstatt.games.ccn.announcing import melee_targets
from walstatt.games.ccn.events import StruckFirst
from walstatt.games.ccn.morale import Retreat
from walstatt.games.ccn.reactions import (
    OfferBattleBack,
    OfferFirstStrike,
    OfferRetire,
    OfferSquare,
    Retire,
    may_first_strike,
)
from walstatt.games.ccn.square import FormSquare
from walstatt.games.ccn.world import unit_name
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import BUTTON, Choice, Target
from walstatt.workshop.covers import covers

A, B = UnitId("a"), UnitId("b")
STRIKES: dict[str, Any] = {"hands": {"allied": ["first_strike", "scout_left"]}}
FULL_HAND = ["scout_left", "scout_left", "scout_right", "probe_left"]


def duel(mine: str, theirs: str, **given: Any) -> Field:  # noqa: ANN401 - fields of a position
    """Let French a stand next to British b and announce the attack."""
    a = {"ordered": True, **given.pop("a", {})}
    units = french("a", mine, "5,5", **a), british("b", theirs, "5,6", **given.pop("b", {}))
    return field(*units, *given.pop("units", ()), **given).do(melee("a", "b"))


# -- declaring ------------------------------------------------------------------------------------


@covers("CCN-9.1.1", "CCN-9.1.2")
@pytest.mark.parametrize(
    "code", ["LN", "LT", "GR", "OG", "MI", "LC", "HC", "CHC", "FA", "HA", "GFA"]
)
def test_every_unit_may_melee_whoever_is_adjacent(code: str) -> None:
    battle = field(
        french("a", code, "5,5", ordered=True),
        british("b", "LN", "5,6"),
        british("c", "FA", "6,4"),
        british("d", "LN", "7,5"),
        french("e", "LN", "4,4"),
        leaders=[leader("hill", "allied", "4,5"), leader("ney", "french", "6,5")],
    )
    mine = {one for one in targets(battle) if one.startswith("m")}
    assert mine == {"m a b", "m a c", "m a hill"}


@covers("CCN-9.1.1", "CCN-8.3.6")
def test_melee_needs_no_line_of_sight_but_an_adjacent_hex() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        british("b", "LN", "5,6"),
        british("c", "LN", "5,7"),
        terrain={"forest": ["5,5", "5,6"]},
    )
    assert targets(battle) == {"m a b"}
    assert why(battle, melee("a", "c")) == [("CCN-9.1.1", "ccn.no.not_adjacent")]
    assert {"CCN-8.3.6", "CCN-9.1.1"} <= cited(lambda: melee_targets(battle.ctx, A))


@covers("CCN-9.1.2")
def test_the_target_of_a_melee_is_an_enemy_who_is_there() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True),
        french("c", "LN", "6,5", ordered=True),
        british("b", "LN", "5,6", leader="hill"),
        leaders=[leader("ney", "french", "4,5")],
    )
    for target in ("a", "c", "ney", "nobody"):
        assert why(battle, melee("a", target)) == [("CCN-9.1.2", "ccn.no.enemy")]
    assert why(battle, melee("a", "hill")) == [("CCN-9.1.2", "ccn.no.attached_target")]


@covers("CCN-9.1.2")
def test_a_card_that_forbids_melee_is_named_with_every_other_reason() -> None:
    units = french("a", "LN", "5,5", ordered=True), british("b", "LN", "5,6", leader="hill")
    far = french("z", "LN", "9,1", ordered=True), british("y", "LN", "9,3")
    battle = field(*units, *far, card="fire_and_hold")
    card = ("CCN-17.4.6.6", "ccn.no.card_forbids_melee")
    assert targets(battle) == {"f z y"}
    assert why(battle, melee("a", "b")) == [card]
    assert why(battle, melee("a", "a")) == [card, ("CCN-9.1.2", "ccn.no.enemy")]
    assert why(battle, melee("a", "hill")) == [card, ("CCN-9.1.2", "ccn.no.attached_target")]
    assert why(battle, melee("a", "y")) == [card, ("CCN-9.1.1", "ccn.no.not_adjacent")]


@covers("CCN-9.1.3", "CCN-9.4.8")
def test_two_attacks_on_one_target_are_fought_and_answered_apart() -> None:
    battle = duel("LN", "LN", units=[french("c", "LN", "6,5", ordered=True)], **NO_STRIKES)
    assert battle.dice() == 5
    battle.roll("ART", "ART", "ART", "ART", "INF").do(BACK).roll("ART", "ART", "ART")
    assert targets(battle) == {"m c b"}
    battle.do(melee("c", "b"))
    assert battle.dice() == 5
    battle.roll("ART", "ART", "ART", "ART", "ART")
    assert battle.decision() == OfferBattleBack(ALLIED, B, UnitId("c"))


@covers("CCN-7.7")
def test_whoever_attacks_has_fought_when_it_is_announced() -> None:
    battle = duel("LN", "LN", **STRIKES)
    assert battle.unit("a").fought
    assert not battle.unit("b").fought


# -- First Strike ---------------------------------------------------------------------------------


@covers("CCN-9.1.4", "CCN-17.4.7.1")
def test_first_strike_is_offered_before_any_dice_fall() -> None:
    battle = duel("LN", "LN", **STRIKES)
    assert battle.decision() == OfferFirstStrike(ALLIED, B, A)
    assert battle.options() == [NO, STRIKE]
    battle.do(STRIKE)
    assert battle.world.hands[ALLIED] == ("scout_left",)
    assert battle.world.discards == ("first_strike",)
    assert battle.world.strikes == (ALLIED,)
    assert request(battle).purpose == "ccn.roll.back"
    assert rolled_lines(battle) == ["+4 CCN-9.2.1"]


@covers("CCN-17.4.7.1")
def test_who_does_not_hold_the_card_is_asked_but_cannot_play_it() -> None:
    battle = duel("LN", "LN", hands={"allied": ["scout_left"]})
    assert battle.asked() == ("allied", "offer_first_strike")
    assert battle.options() == [NO]
    assert why(battle, STRIKE) == [("CCN-17.4.7.1", "ccn.no.first_strike")]
    decision = battle.decision()
    assert [one.rule for one in decision.preview(battle.ctx, STRIKE).violations] == ["CCN-17.4.7.1"]


@covers("CCN-A16")
def test_first_strike_can_be_read_as_compulsory() -> None:
    must: dict[str, Any] = {"first_strike_compulsory": True}
    battle = duel("LN", "LN", options=must, **STRIKES)
    assert battle.options() == [STRIKE]
    assert why(battle, NO) == [("CCN-A16", "ccn.no.must_strike")]
    without = duel("LN", "LN", options=must, hands={"allied": ["scout_left"]})
    assert without.options() == [NO]
    assert why(without, NO) == []


@covers("CCN-17.4.7.6", "CCN-14.3.10")
@pytest.mark.parametrize(("given", "attacker", "asked"), [
    ({"hands": {"allied": 3}}, "LN", True),
    ({"hands": {"allied": 0}}, "LN", False),
    ({"discards": ["first_strike"]}, "LN", True),
    ({"discards": ["first_strike", "first_strike"]}, "LN", False),
    ({"discards": ["first_strike"], "card": "first_strike"}, "LN", False),
    ({"b": {"square": True}}, "LC", False),
    ({"b": {"square": True}}, "LN", True),
    ({}, "LC", True),
])  # fmt: skip
def test_first_strike_is_asked_for_as_long_as_it_might_be_there(
    given: dict[str, Any], attacker: str, asked: bool
) -> None:
    mine = dict(given)
    square = mine.pop("b", {})
    units = french("a", attacker, "5,5", ordered=True), british("b", "LN", "5,6", **square)
    battle = field(*units, **mine)
    assert may_first_strike(battle.ctx, ALLIED, A, B) == asked
    battle.do(melee("a", "b"))
    assert (battle.game.waiting is None and battle.asked()[1] == "offer_first_strike") == asked


@covers("CCN-17.4.7.3", "CCN-9.4.10")
def test_an_attacker_that_survives_first_strike_attacks_and_is_not_answered() -> None:
    battle = duel("LN", "LN", **STRIKES).do(STRIKE)
    battle.roll("INF", "ART", "ART", "ART")
    assert battle.unit("a").blocks == 3
    assert rolled_lines(battle) == ["+3 CCN-9.2.1", "+1 CCN-9.2.5"]
    heard = cited(lambda: battle.roll("ART", "ART", "ART", "ART"))
    assert battle.asked() == ("french", "choose_combat")
    assert {"CCN-9.4.10", "CCN-17.4.7.4"} <= heard


@covers("CCN-17.4.7.3")
def test_an_attacker_that_first_strike_drives_back_does_not_attack() -> None:
    battle = duel("LN", "LN", **STRIKES).do(STRIKE)
    battle.roll("FLAG", "ART", "ART", "ART").do(Retreat(A, (cell("6,5"),)))
    assert battle.asked() == ("french", "choose_combat")
    assert battle.options() == [END]


@covers("CCN-17.4.7.3", "CCN-17.4.7.7", "CCN-12.1.8")
def test_an_attacker_that_first_strike_eliminates_leaves_its_hex_empty() -> None:
    battle = duel("LN", "LN", a={"blocks": 1}, **STRIKES).do(STRIKE)
    battle.roll("INF", "ART", "ART", "ART")
    assert A not in battle.world.units
    assert battle.world.banners[ALLIED] == 1
    assert battle.at("b") == "5,6"
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-A27")
def test_an_attacker_that_cannot_go_back_attacks_unless_read_otherwise() -> None:
    behind = [french("x", "LN", "6,4"), french("y", "LN", "6,5")]
    battle = duel("LN", "LN", units=behind, **STRIKES).do(STRIKE)
    told = cited(lambda: battle.roll("FLAG", "ART", "ART", "ART"))
    # The two behind it support it: the flag could be ignored, but is not.
    assert battle.asked() == ("french", "choose_flags")
    battle.do(battle.options()[-1])
    assert battle.unit("a").blocks == 3
    assert rolled_lines(battle) == ["+3 CCN-9.2.1", "+1 CCN-9.2.5"]
    assert "CCN-A27" not in told
    other = duel("LN", "LN", units=behind, options={"blocked_retreat_repels": True}, **STRIKES)
    other.do(STRIKE).roll("FLAG", "ART", "ART", "ART")
    assert "CCN-A27" in cited(lambda: other.do(other.options()[-1]))
    assert other.asked() == ("french", "choose_combat")


@covers("CCN-A17", "CCN-13.12")
def test_after_first_strike_nobody_retires_or_forms_square_unless_so_read() -> None:
    hands = {"allied": ["first_strike", *FULL_HAND]}
    for mine, theirs, question in (("LN", "LC", "offer_retire"), ("LC", "LN", "offer_square")):
        battle = duel(mine, theirs, hands=hands).do(STRIKE)
        battle.roll(*["ART"] * battle.dice())
        assert request(battle).purpose == "ccn.roll.melee"
        other = duel(mine, theirs, hands=hands, options={"reactions_after_first_strike": True})
        other.do(STRIKE)
        heard = cited(lambda: other.roll(*["ART"] * other.dice()))  # noqa: B023
        assert other.asked() == ("allied", question)
        assert "CCN-A17" in heard


@covers("CCN-A17")
def test_a_square_formed_after_first_strike_does_not_fight_first_again() -> None:
    hands = {"allied": ["first_strike", *FULL_HAND]}
    battle = duel("LC", "LN", hands=hands, options={"reactions_after_first_strike": True})
    battle.do(STRIKE).roll("INF", "INF", "INF", "INF").do(FormSquare()).roll("scout_left")
    assert request(battle).purpose == "ccn.roll.melee"
    assert rolled_lines(battle) == ["+4 CCN-9.2.6", "<=1 CCN-14.3.4"]


# -- retire and reform, square --------------------------------------------------------------------


@covers("CCN-9.1.5", "CCN-9.1.6")
@pytest.mark.parametrize(("mine", "theirs", "question"), [
    ("LN", "LC", "offer_retire"), ("OG", "HC", "offer_retire"), ("LN", "GHC", "offer_retire"),
    ("LC", "LN", "offer_square"), ("HC", "RL", "offer_square"), ("GHC", "GG", "offer_square"),
    ("LC", "LC", ""), ("FA", "LC", ""), ("LN", "LN", ""), ("FA", "LN", ""), ("LC", "FA", ""),
    ("LN", "FA", ""),
])  # fmt: skip
def test_after_the_strike_window_cavalry_or_infantry_is_asked(
    mine: str, theirs: str, question: str
) -> None:
    battle = duel(mine, theirs, hands={"allied": FULL_HAND})
    assert battle.asked() == ("allied", "offer_first_strike")
    battle.do(NO)
    if question:
        assert battle.asked() == ("allied", question)
    else:
        assert request(battle).purpose == "ccn.roll.melee"


@covers("CCN-9.1.5", "CCN-13.5")
def test_cavalry_that_stands_is_fought_normally() -> None:
    battle = duel("LN", "LC", **NO_STRIKES)
    assert battle.decision() == OfferRetire(ALLIED, B, A)
    assert battle.options() == [STAND, Retire()]
    assert "CCN-13.5" in cited(lambda: battle.do(STAND))
    battle.roll("SABER", "ART", "ART", "ART")
    assert battle.unit("b").blocks == 2


@covers("CCN-12.1.4")
def test_infantry_may_take_the_ground_that_cavalry_left_and_has_fought() -> None:
    battle = duel("LN", "LC", **NO_STRIKES).do(Retire())
    assert "ccn.retired" in battle.told()
    battle.roll("SABER", "FLAG", "ART", "CAV").do(Retreat(B, (cell("4,6"), cell("3,6"))))
    assert (battle.unit("b").blocks, battle.at("b")) == (2, "3,6")
    assert battle.asked() == ("french", "choose_ground")
    battle.do(battle.options()[0])
    assert battle.unit("a").fought


@covers("CCN-13.17")
def test_cavalry_that_is_eliminated_while_retiring_leaves_its_hex() -> None:
    battle = duel("LN", "LC", b={"blocks": 1}, **NO_STRIKES).do(Retire())
    battle.roll("CAV", "ART", "ART", "ART")
    assert B not in battle.world.units
    assert battle.asked() == ("french", "choose_ground")


@covers("CCN-9.1.5", "CCN-14.1.8")
def test_infantry_that_does_not_form_square_is_fought_normally() -> None:
    battle = duel("LC", "LN", **NO_STRIKES)
    assert battle.decision() == OfferSquare(ALLIED, B, A)
    assert battle.options() == [STAND, FormSquare()]
    assert battle.decision().check(battle.ctx, STAND) == []
    battle.do(STAND)
    assert rolled_lines(battle) == ["+4 CCN-9.2.6"]


@covers("CCN-14.1.3", "CCN-14.1.8")
def test_infantry_that_may_not_form_square_is_not_asked() -> None:
    heard = cited(lambda: duel("LC", "LN", hands={"allied": 2}, **NO_STRIKES))
    assert "CCN-14.1.8" in heard
    battle = duel("LC", "LN", hands={"allied": 2}, **NO_STRIKES)
    assert request(battle).purpose == "ccn.roll.melee"


@covers("CCN-14.2.1", "CCN-14.1.11")
def test_a_square_that_stands_already_fights_first() -> None:
    battle = duel("LC", "LN", b={"square": True})
    assert request(battle).purpose == "ccn.roll.back"
    assert rolled_lines(battle) == ["+4 CCN-9.2.1", "<=1 CCN-14.3.1"]
    battle.roll("ART")
    assert rolled_lines(battle) == ["+4 CCN-9.2.6", "<=1 CCN-14.3.4"]
    battle.roll("ART")
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-14.2.2")
def test_cavalry_bounced_off_a_square_loses_its_attack() -> None:
    battle = duel("LC", "LN", b={"square": True}).roll("FLAG")
    heard = cited(lambda: battle.do(Retreat(A, (cell("6,5"),))))
    assert "CCN-14.2.2" in heard
    assert not heard & {"CCN-15.12", "CCN-14.2.3"}
    assert battle.asked() == ("french", "choose_combat")


@covers("CCN-A24")
@pytest.mark.parametrize(("mine", "asked"), [("FA", True), ("LN", True), ("LC", False)])
def test_cavalry_can_be_read_to_retire_from_artillery_too(mine: str, asked: bool) -> None:
    battle = duel(mine, "LC", options={"retire_from_artillery": True}, **NO_STRIKES)
    assert (battle.game.waiting is None) == asked


@covers("CCN-13.3")
def test_cavalry_with_nowhere_to_go_is_not_asked() -> None:
    units = french("a", "LN", "2,5", ordered=True), british("b", "LC", "2,6")
    battle = field(*units, **NO_STRIKES).do(melee("a", "b"))
    assert request(battle).purpose == "ccn.roll.melee"


# -- what is shown --------------------------------------------------------------------------------


def names(battle: Field) -> dict[str, Any]:
    return {"unit": unit_name(battle.ctx, B), "attacker": unit_name(battle.ctx, A)}


def test_the_questions_name_unit_and_attacker() -> None:
    strike, retire = duel("LN", "LN", **STRIKES), duel("LN", "LC", **NO_STRIKES)
    square, stood = duel("LC", "LN", **NO_STRIKES), duel("LN", "LN", **NO_STRIKES)
    stood.roll(*["ART"] * 5)
    for battle, kind in (
        (strike, "offer_first_strike"), (retire, "offer_retire"), (square, "offer_square"),
        (stood, "offer_battle_back"),
    ):  # fmt: skip
        assert battle.decision().prompt(battle.ctx) == say(f"ccn.ask.{kind}", **names(battle))


def test_the_answers_are_buttons_and_a_card() -> None:
    def shown(battle: Field, answer: Any) -> Choice:  # noqa: ANN401 - any answer
        return battle.decision().present(battle.ctx, answer)

    strike, retire = duel("LN", "LN", **STRIKES), duel("LN", "LC", **NO_STRIKES)
    square, stood = duel("LC", "LN", **NO_STRIKES), duel("LN", "LN", **NO_STRIKES)
    stood.roll(*["ART"] * 5)
    card = Target("card", "first_strike")
    assert shown(strike, NO) == Choice(say("ccn.do.decline_first_strike"), BUTTON)
    assert shown(strike, STRIKE) == Choice(say("ccn.do.first_strike"), card, rolls=True)
    stand = Choice(say("ccn.do.stand"), BUTTON, rolls=True)
    assert shown(retire, STAND) == shown(square, STAND) == stand
    assert shown(retire, Retire()) == Choice(say("ccn.do.retire"), BUTTON, rolls=True)
    assert shown(square, FormSquare()) == Choice(say("ccn.do.form_square"), BUTTON, rolls=True)
    assert shown(stood, NO) == Choice(say("ccn.do.decline_battle_back"), BUTTON)
    assert shown(stood, BACK) == Choice(say("ccn.do.battle_back"), BUTTON, rolls=True)


def test_whoever_is_away_does_not_play_first_strike() -> None:
    battle = duel("LN", "LN", **STRIKES)
    assert battle.decision().default(battle.ctx) is None
    assert battle.options()[0] == NO


def test_first_strike_is_told_to_everybody() -> None:
    battle = duel("LN", "LN", **STRIKES).do(STRIKE)
    assert [one.event for one in battle.game.tape or ()][1] == StruckFirst(seat=ALLIED)
