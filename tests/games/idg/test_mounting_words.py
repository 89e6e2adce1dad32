"""Everything said of horses, oxen, wagons and boats has words in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from walstatt.games.idg import mounting_events
from walstatt.games.idg.mounting import ChooseMounts
from walstatt.games.idg.troops import FOLDER
from walstatt.i18n.catalogue import LANGUAGES, Catalogue
from walstatt.kernel.events import Deed

WORDS = Catalogue.load(
    {language: [FOLDER.parent / f"mounting.{language}.yaml"] for language in LANGUAGES}
)
SAID = re.compile(r'"(idg\.no\.(?:mount|wagon|boat)\.[a-z_]+|idg\.roll\.sail)"')
MODULES = ("mounting", "footing", "oxen", "wagons", "boats", "sailing", "laager")


def test_both_languages_say_the_same() -> None:
    assert WORDS.problems() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_and_refusal_has_a_sentence(language: str) -> None:
    known = WORDS.ids(language)
    events = [
        one
        for one in vars(mounting_events).values()
        if isinstance(one, type) and issubclass(one, Deed) and one is not Deed
    ]
    assert {str(one.__struct_config__.tag) for one in events} <= known
    sources = [Path(FOLDER.parent / f"{name}.py") for name in MODULES]
    said = {name for one in sources if one.exists() for name in SAID.findall(one.read_text())}
    assert len(said) > 10
    assert said <= known


@pytest.mark.parametrize("kind", [ChooseMounts])
def test_every_answer_can_be_said(kind: type) -> None:
    answers = kind.answers  # type: ignore[attr-defined]
    assert {f"idg.do.{one.__struct_config__.tag}" for one in answers} <= WORDS.ids("de")
