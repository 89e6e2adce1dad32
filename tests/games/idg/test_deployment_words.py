"""Everything said while armies deploy has words in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from walstatt.games.idg import deployment_events
from walstatt.games.idg.concealment import HoldBack
from walstatt.games.idg.deployment_order import ChoosePlacing, PlaceUnit
from walstatt.games.idg.fuses import ChooseFuses
from walstatt.games.idg.order_of_march import ChooseMarch, ChooseShortEdge
from walstatt.games.idg.troops import FOLDER
from walstatt.i18n.catalogue import LANGUAGES, Catalogue, say
from walstatt.kernel.events import Deed

WORDS = Catalogue.load(
    {language: [FOLDER.parent / f"deployment.{language}.yaml"] for language in LANGUAGES}
)
SAID = re.compile(r'"(idg\.(?:no|roll)\.[a-z_.]+)"')
PARTS = re.compile(r'f"(idg\.no\.[a-z]+\.)\{')
MODULES = (
    "deployment_area",
    "deployment_check",
    "deployment_order",
    "holding_back",
    "concealment",
    "engine_setup",
    "order_of_march",
    "fuses",
)
DECISIONS = (ChooseShortEdge, ChooseMarch, ChooseFuses, HoldBack, ChoosePlacing, PlaceUnit)


def test_both_languages_say_the_same() -> None:
    assert WORDS.problems() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_and_refusal_has_a_sentence(language: str) -> None:
    known = WORDS.ids(language)
    events = [
        one
        for one in vars(deployment_events).values()
        if isinstance(one, type) and issubclass(one, Deed) and one is not Deed
    ]
    assert {str(one.__struct_config__.tag) for one in events} <= known
    sources = [Path(FOLDER.parent / f"{name}.py").read_text() for name in MODULES]
    said = {name for one in sources for name in SAID.findall(one)}
    assert len(said) > 30
    assert said <= known
    assert {name for one in sources for name in PARTS.findall(one)} == {
        "idg.no.deploy.",
        "idg.no.hold.",
    }
    for word in ("late", "none_late", "concealed", "none_concealed"):
        assert f"idg.no.hold.{word}" in known
    for word in ("elements", "folded"):
        assert f"idg.no.deploy.{word}" in known


@pytest.mark.parametrize("kind", DECISIONS)
def test_every_question_and_answer_can_be_said(kind: type) -> None:
    known = WORDS.ids("de")
    answers = kind.answers  # type: ignore[attr-defined]
    assert f"idg.ask.{kind.__struct_config__.tag}" in known  # type: ignore[attr-defined]
    assert {f"idg.do.{one.__struct_config__.tag}" for one in answers} <= known


def test_sentences_read_well() -> None:
    word = say("idg.either", en="Hastati", de="Hastati")
    other = Catalogue.load(
        {language: [FOLDER.parent / f"messages.{language}.yaml"] for language in LANGUAGES}
    )
    words = WORDS.merged(other)
    strip = say("idg.no.deploy.strip", unit=word, n=6)
    assert words.text(strip, "en") == (
        "Hastati must lie wholly within 6 inches of their own table edge."
    )
    assert words.text(strip, "de") == (
        "Hastati müssen ganz innerhalb von 6 Zoll an der eigenen Tischkante stehen."
    )
    late = say("idg.no.hold.late", n=2)
    assert words.text(late, "en") == "At most 2 units may come later."
