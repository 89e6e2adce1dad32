"""Everything said of moves has words in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from walstatt.games.idg import movement_events
from walstatt.games.idg.activation import ChooseActivation, ChooseMove, OfferReroll
from walstatt.games.idg.troops import FOLDER
from walstatt.i18n.catalogue import LANGUAGES, Catalogue
from walstatt.kernel.events import Deed
from walstatt.kernel.ledger import CONTRIBUTORS

WORDS = Catalogue.load(
    {language: [FOLDER.parent / f"movement.{language}.yaml"] for language in LANGUAGES}
)
FILES = ("movement", "mounting", "siege")
ALL_WORDS = Catalogue.load(
    {
        language: [
            path for one in FILES if (path := FOLDER.parent / f"{one}.{language}.yaml").exists()
        ]
        for language in LANGUAGES
    }
)
SAID = re.compile(r'"(idg\.no\.(?:march\.)?[a-z_]+|idg\.roll\.(?:move|evade|drift))"')
MODULES = (
    "activation",
    "activating",
    "choose_move",
    "marching",
    "breaking_off",
    "evading",
    "shaken",
    "contacting",
    "entering",
    "oxen",
)


def test_both_languages_say_the_same() -> None:
    assert WORDS.problems() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_event_and_refusal_has_a_sentence(language: str) -> None:
    known = WORDS.ids(language)
    assert {one.message for one in CONTRIBUTORS["idg.allowance"]} <= known
    events = [
        one
        for one in vars(movement_events).values()
        if isinstance(one, type) and issubclass(one, Deed) and not one.__subclasses__()
    ]
    assert {str(one.__struct_config__.tag) for one in events} <= known
    sources = [Path(FOLDER.parent / f"{name}.py") for name in MODULES]
    said = {name for one in sources if one.exists() for name in SAID.findall(one.read_text())}
    assert len(said) > 40
    assert said <= known


@pytest.mark.parametrize("kind", [ChooseActivation, ChooseMove, OfferReroll])
def test_every_answer_can_be_said(kind: type) -> None:
    answers = kind.answers  # type: ignore[attr-defined]
    assert {f"idg.do.{one.__struct_config__.tag}" for one in answers} <= ALL_WORDS.ids("de")
