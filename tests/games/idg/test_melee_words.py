"""Everything said in melee has words in both languages."""

from __future__ import annotations

import pytest

from tests.games.idg.brawl import WIDTH, X, Y, brawl
from tests.games.idg.field import blue, red
from tests.games.idg.play import playing
from walstatt.games.idg import melee_events
from walstatt.games.idg.melee import MeleePhase
from walstatt.games.idg.melee_choices import Engage, EngageAll
from walstatt.games.idg.melee_odds import foresee
from walstatt.games.idg.troops import FOLDER
from walstatt.i18n.catalogue import LANGUAGES, Catalogue
from walstatt.kernel.events import Deed
from walstatt.kernel.ledger import CONTRIBUTORS

WORDS = Catalogue.load(
    {language: [FOLDER.parent / f"melee.{language}.yaml"] for language in LANGUAGES}
)


def test_both_languages_say_the_same() -> None:
    assert WORDS.problems() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_and_event_has_a_sentence(language: str) -> None:
    known = WORDS.ids(language)
    assert {one.message for one in CONTRIBUTORS["idg.melee_dice"]} <= known
    events = [
        one
        for one in vars(melee_events).values()
        if isinstance(one, type) and issubclass(one, Deed) and one is not Deed
    ]
    assert {str(one.__struct_config__.tag) for one in events} <= known
    assert {"idg.roll.melee", "idg.roll.gate", "idg.melee_dice.name"} <= known


def test_questions_answers_and_chances_can_be_said() -> None:
    there = brawl(
        red("a", "warrior", (X, Y), size=2), blue("b", "warrior", (X + WIDTH / 2, Y), size=2)
    )
    battle = playing(there, MeleePhase())
    question = battle.decision()
    shown = foresee(battle.ctx, "a1", "b2")
    said = [
        question.prompt(battle.ctx),
        question.present(battle.ctx, EngageAll()).label,
        question.present(battle.ctx, Engage("a2", "b1")).label,
        *(one.label for one in shown.odds),
        *shown.facts,
    ]
    assert {one.id for one in said} <= WORDS.ids("de")
