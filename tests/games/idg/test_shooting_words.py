"""Everything said in the shooting phase has words in both languages."""

from __future__ import annotations

import re

import pytest

from tests.games.idg.field import blue, field, red
from tests.games.idg.play import playing
from walstatt.games.idg import shooting_events
from walstatt.games.idg.shooting import ShootingPhase
from walstatt.games.idg.troops import FOLDER
from walstatt.i18n.catalogue import LANGUAGES, Catalogue
from walstatt.kernel.events import Deed
from walstatt.kernel.ledger import CONTRIBUTORS

NAMES = ("shooting", "fire", "ground", "melee", "siege")
WORDS = Catalogue.load(
    {one: [FOLDER.parent / f"{name}.{one}.yaml" for name in NAMES] for one in LANGUAGES}
)
SOURCES = ("targets", "overhead", "siege_shots", "shooting_choices", "shooting_odds")


def test_both_languages_say_the_same() -> None:
    assert WORDS.problems() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_event_and_refusal_has_a_sentence(language: str) -> None:
    known = WORDS.ids(language)
    assert {one.message for one in CONTRIBUTORS["idg.shooting_dice"]} <= known
    events = [
        one
        for one in vars(shooting_events).values()
        if isinstance(one, type) and issubclass(one, Deed) and one is not Deed
    ]
    assert {str(one.__struct_config__.tag) for one in events} <= known
    code = "".join((FOLDER.parent / f"{name}.py").read_text("utf-8") for name in SOURCES)
    said = set(re.findall(r'"(idg\.(?:no|odds|fact)\.[a-z_.]+[a-z])"', code))
    assert len(said) > 40
    assert said <= known
    assert {f"idg.no.shot.{one}" for one in ("one_comes", "one_shot", "one_nearer")} <= known
    assert {f"idg.roll.{one}" for one in ("shot", "works", "elephant_run")} <= known
    assert "idg.shooting_dice.name" in known


def test_questions_and_answers_can_be_said() -> None:
    there = field(
        red("a", "skirmisher", (30, 30), weapon="bow", size=2),
        blue("b", "warrior", (30, 26), size=2),
    )
    battle = playing(there, ShootingPhase())
    question = battle.decision()
    said = [question.prompt(battle.ctx)]
    said += [question.present(battle.ctx, one).label for one in battle.options()]
    assert len(said) > 5
    assert {one.id for one in said} <= WORDS.ids("de")
