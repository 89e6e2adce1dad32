"""Every choice comes with a sentence in both languages, whatever is asked."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.ccn.field import british, field, french, played
from tests.games.ccn.fights import NO_STRIKES
from walstatt.ai.playing import choose, imagined
from walstatt.games.ccn.ai import ADVISORS
from walstatt.games.ccn.ai.advisor import JUDGES
from walstatt.games.ccn.ai.reasons import REASONS, number
from walstatt.games.ccn.game import CCN
from walstatt.i18n.catalogue import LANGUAGES, Message
from walstatt.kernel.advice import Advice
from walstatt.kernel.decisions import Answer, Decision, kind_of
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import make_options
from walstatt.workshop.playout import dice_for

ADVISOR = ADVISORS["officer"]
SENTENCES = ("en", "de")


def said(messages: tuple[Message, ...], language: str) -> str:
    return " ".join(CCN.catalogue.text(CCN.named(one), language) for one in messages)


def why(game: AnyGame, seat: Seat, language: str) -> str:
    """Say why the best answer is the best."""
    best = max(ADVISOR.advise(game, seat), key=lambda one: one.worth)
    return said(ADVISOR.explain(game, seat, best), language)


def test_every_question_has_a_judge_and_every_answer_a_reason() -> None:
    ours = "walstatt.games.ccn."
    kinds = {tag for tag, one in CCN.types(Decision).items() if one.__module__.startswith(ours)}
    assert kinds == set(JUDGES)
    answers = {one for one in CCN.types(Answer).values() if one.__module__.startswith(ours)}
    assert answers == set(REASONS)


@pytest.mark.parametrize(
    ("scenario", "preset", "level"),
    [
        ("manoeuvres", "other_readings", "random"),
        ("river_coa", "leaders_at_risk", "random"),
        ("waterloo", "", "random"),
        ("vimiero", "older_cards", "recruit"),
    ],
)
def test_every_answer_can_be_judged_and_explained(scenario: str, preset: str, level: str) -> None:
    options = make_options(CCN.options_type, {}, preset)
    game = new_game(CCN, scenario, dice_for(CCN, "reasons"), options)
    rng = Random(scenario)
    kinds = set()
    for n in range(220):
        if game.outcome is not None:
            break
        seat = game.to_act[0]
        decision = game.decision(seat)
        assert decision is not None
        if kind_of(decision) not in kinds or n % 8 == 0:
            explained(game, seat, rng)
        kinds.add(kind_of(decision))
        chosen = choose(game, seat, level, f"{n}")
        game.apply(seat, chosen.answer, chosen.kind)
    assert len(kinds) >= 6


def explained(game: AnyGame, seat: Seat, rng: Random) -> None:
    """Let everything that could be answered be judged, and some of it be explained."""
    guess = imagined(game, seat, "s")
    advice = ADVISOR.advise(guess, seat)
    legal = game.options(seat)
    assert legal is not None
    assert {one.answer for one in advice} <= set(legal)
    assert all(abs(one.worth) < 100 for one in advice)
    for answer in rng.sample(legal, min(4, len(legal))):
        reasons = ADVISOR.explain(guess, seat, Advice(answer, 0.0))
        assert reasons
        assert all(said(reasons, language) for language in LANGUAGES)


# -- sentences -------------------------------------------------------------------------------------


def test_an_attack_is_explained_by_its_dice_and_its_average() -> None:
    battle = field(
        french("a", "LN", "5,5", ordered=True), british("b", "LN", "3,5", blocks=1), **NO_STRIKES
    )
    (seat,) = battle.game.to_act
    assert why(battle.game, seat, "en") == (
        "French line infantry (5,5) fires at British line infantry (3,5) with 4 dice:"
        " 0.8 blocks on average. That wipes it out with 80 %."
    )
    assert why(battle.game, seat, "de") == (
        "Französische Linieninfanterie (5,5) feuert mit 4 Würfeln auf Britische Linieninfanterie"
        " (3,5): im Mittel 0,8 Blöcke. Mit 80 % wird sie dabei aufgerieben."
    )


def test_a_melee_says_what_comes_back() -> None:
    battle = field(
        french("a", "OG", "5,5", ordered=True), british("b", "LN", "5,6", blocks=2), **NO_STRIKES
    )
    (seat,) = battle.game.to_act
    told = why(battle.game, seat, "en")
    assert told.startswith(
        "French Old Guard (5,5) attacks British line infantry (5,6) with 6 dice: 1.9 blocks on"
        " average, 0.0 in return."
    )


def test_doing_nothing_is_explained_too() -> None:
    battle = played("probe_center", french("a", "LN", "5,6"))
    (seat,) = battle.game.to_act
    assert why(battle.game, seat, "en") == "No other unit would gain by an order."
    assert why(battle.game, seat, "de") == "Keine andere Einheit hätte etwas von einem Befehl."


def test_a_card_says_how_many_it_orders_to_good_use() -> None:
    battle = field(
        french("a", "LN", "5,6"),
        british("x", "LN", "3,6", blocks=1),
        phase="command",
        hands={"french": ["attack_center", "attack_left"], "allied": 3},
    )
    (seat,) = battle.game.to_act
    assert why(battle.game, seat, "en").startswith(
        "Attack Center orders one unit that can make use of it. From 4,6, French line infantry"
        " (5,6) can attack British line infantry (3,6) with 5 dice:"
    )


@pytest.mark.parametrize(
    ("value", "en", "de"), [(0.04, "0.0", "0,0"), (1.96, "2.0", "2,0"), (0.75, "0.8", "0,8")]
)
def test_numbers_are_written_as_each_language_does(value: float, en: str, de: str) -> None:
    assert [said((number(value),), language) for language in SENTENCES] == [en, de]
