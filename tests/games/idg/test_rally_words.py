"""Everything said of rallying, retreats and morale has words in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.idg.brawl import X, Y
from tests.games.idg.field import field, red
from tests.games.idg.play import playing
from walstatt.games.idg import morale, morale_events, rally, retreats
from walstatt.games.idg.changes import lose_element
from walstatt.games.idg.morale_causes import FEAR_RULES, SPECIAL_RULES, Test, cause_words
from walstatt.games.idg.troops import FOLDER
from walstatt.i18n.catalogue import LANGUAGES, Catalogue
from walstatt.kernel.decisions import Decision
from walstatt.kernel.events import Deed
from walstatt.kernel.ids import UnitId
from walstatt.kernel.ledger import CONTRIBUTORS

WORDS = Catalogue.load(
    {language: [FOLDER.parent / f"morale.{language}.yaml"] for language in LANGUAGES}
)
A = UnitId("a")


def test_both_languages_say_the_same() -> None:
    assert WORDS.problems() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_event_and_cause_has_a_sentence(language: str) -> None:
    known = WORDS.ids(language)
    for quantity in ("idg.rally_dice", "idg.morale_needed"):
        assert {one.message for one in CONTRIBUTORS[quantity]} <= known
        assert f"{quantity}.name" in known
    events = [
        one
        for one in vars(morale_events).values()
        if isinstance(one, type) and issubclass(one, Deed) and one is not Deed
    ]
    assert {str(one.__struct_config__.tag) for one in events} <= known
    rolls = ("rally", "rally_general", "flight", "morale")
    assert {f"idg.roll.{name}" for name in rolls} <= known
    assert {f"idg.cause.{name}" for name in (*FEAR_RULES, *SPECIAL_RULES)} <= known


def test_questions_and_answers_can_be_said() -> None:
    there = field(
        red("a", "warrior", (X, Y), size=3, disorder=1),
        red("g", "warrior", (X, Y + 4), general=True),
        armies={"red": {"command": "disciplined"}},
    )
    lose_element(there.ctx, "a3", "IDG-9.7.2")
    test = Test(A, "own_element", "IDG-12.2.9")
    questions: list[Decision[Any]] = [
        rally.ChooseRally(there.unit("a").side),
        morale.ChooseSkip(there.unit("a").side, test, 1),
        morale.ChooseRepeat(there.unit("a").side, test),
        retreats.ChooseBend(there.unit("a").side, A, (17_000, 19_000)),
    ]
    said = [cause_words(there.ctx, test), retreats.in_inches(there.ctx, 700)]
    for question in questions:
        said.append(question.prompt(there.ctx))
        for answer in question.candidates(there.ctx) or ():
            said.append(question.present(there.ctx, answer).label)
            shown = question.preview(there.ctx, answer)
            said += [one.label for one in shown.odds]
    assert {one.id for one in said} <= WORDS.ids("de")
    for language in LANGUAGES:
        for one in said:
            if "unit" not in one.args:
                assert WORDS.text(one, language)


@pytest.mark.parametrize("n", [0, 1, 2])
def test_numbers_are_said_right(n: int) -> None:
    there = field(red("a", "warrior", (X, Y), size=3, disorder=3))
    battle = playing(there, rally.RallyPhase()).roll(*[5] * n, *[1] * (2 - n))
    assert battle.unit("a").disorder == 3 - n
