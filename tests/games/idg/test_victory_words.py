"""Everything said of roles, stratagems, arrivals and victory has words in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from walstatt.games.idg import scenario_events
from walstatt.games.idg.announcing import AnnounceLate
from walstatt.games.idg.arrivals import ChooseArrival
from walstatt.games.idg.dummies import ChooseDummies
from walstatt.games.idg.stratagems import TRICKS, ChooseStake, ChooseTrick
from walstatt.games.idg.troops import FOLDER
from walstatt.games.idg.unfolding import ChoosePlaces
from walstatt.i18n.catalogue import LANGUAGES, Catalogue, say
from walstatt.kernel.events import Deed

WORDS = Catalogue.load(
    {language: [FOLDER.parent / f"scenarios_play.{language}.yaml"] for language in LANGUAGES}
)
SAID = re.compile(
    r'"(idg\.(?:no\.(?:stake|dummies|arrival|unfold)|roll|won)[a-z_.]*|(?:ask|do|chance)\.[a-z_]+)"'
)
MODULES = (
    "roles",
    "sides",
    "stratagems",
    "dummies",
    "arrivals",
    "arrival_places",
    "victory",
    "victory_siege",
    "unfolding",
    "announcing",
)


def test_both_languages_say_the_same() -> None:
    assert WORDS.problems() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_question_and_refusal_has_a_sentence(language: str) -> None:
    known = WORDS.ids(language)
    events = [
        one
        for one in vars(scenario_events).values()
        if isinstance(one, type) and issubclass(one, Deed) and one is not Deed
    ]
    assert len(events) == 28
    assert {str(one.__struct_config__.tag) for one in events} <= known
    sources = [Path(FOLDER.parent / f"{name}.py").read_text() for name in MODULES]
    said = {name for source in sources for name in SAID.findall(source)}
    ids = {name if name.startswith("idg.") else f"idg.{name}" for name in said}
    assert len(ids) > 30
    assert ids <= known
    won = re.findall(r'won\([^"\n]+, "([a-z_]+)"\)', sources[6])
    assert len(won) == 9
    assert {f"idg.won.{one}" for one in won} <= known


@pytest.mark.parametrize(
    "kind", [AnnounceLate, ChooseArrival, ChooseDummies, ChooseStake, ChooseTrick]
)
def test_every_answer_can_be_said(kind: type) -> None:
    answers = kind.answers  # type: ignore[attr-defined]
    assert {f"idg.do.{one.__struct_config__.tag}" for one in answers} <= WORDS.ids("de")
    assert f"idg.ask.{kind.__struct_config__.tag}" in WORDS.ids("de")  # type: ignore[attr-defined]
    assert "idg.ask.choose_places" in WORDS.ids("en")
    assert ChoosePlaces.answers


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_stratagem_has_a_name_and_is_explained(language: str) -> None:
    for trick in TRICKS:
        assert {f"idg.stratagem.{trick}", f"idg.stratagem_text.{trick}"} <= WORDS.ids(language)


def test_numbers_are_said_in_the_singular_and_in_the_plural() -> None:
    one, many = say("idg.still_awaited", n=1, seat="red"), say("idg.still_awaited", n=2, seat="red")
    assert WORDS.text(one, "en") == "1 unit of red has not arrived yet."
    assert WORDS.text(many, "de") == "2 Einheiten von red sind noch nicht eingetroffen."
