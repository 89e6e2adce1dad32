"""Everything said of sieges has words in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from walstatt.games.idg import siege_events
from walstatt.games.idg.breaches import ChooseBreach
from walstatt.games.idg.engine_turns import ENGINE_ANSWERS
from walstatt.games.idg.engines import SOLID
from walstatt.games.idg.ladders import ChooseThrow
from walstatt.games.idg.ships import SailShip
from walstatt.games.idg.siege_towers import PushTower
from walstatt.games.idg.stepping import ChooseSteps
from walstatt.games.idg.troops import FOLDER
from walstatt.games.idg.works_layout import STYLES
from walstatt.games.idg.works_setup import ChooseEdge, ChooseWorks
from walstatt.i18n.catalogue import LANGUAGES, Catalogue
from walstatt.kernel.events import Deed

WORDS = Catalogue.load(
    {language: [FOLDER.parent / f"siege.{language}.yaml"] for language in LANGUAGES}
)
SAID = re.compile(
    r'"(idg\.no\.(?:works|breach|siege)\.[a-z_]+|idg\.roll\.(?:breach|tower|ship\w*|ladder))"'
)
MODULES = (
    "works_check",
    "works_setup",
    "breaches",
    "bridgeheads",
    "stepping",
    "engine_moves",
    "siege_towers",
    "ladders",
    "ships",
    "ship_shots",
    "marching",
    "activating",
    "targets",
)
ASKED = (ChooseEdge, ChooseWorks, ChooseBreach, PushTower, SailShip, ChooseSteps, ChooseThrow)


def test_both_languages_say_the_same() -> None:
    assert WORDS.problems() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_and_refusal_has_a_sentence(language: str) -> None:
    known = WORDS.ids(language)
    events = [
        one
        for one in vars(siege_events).values()
        if isinstance(one, type) and issubclass(one, Deed) and one is not Deed
    ]
    assert {str(one.__struct_config__.tag) for one in events} <= known
    sources = [Path(FOLDER.parent / f"{name}.py") for name in MODULES]
    said = {name for one in sources for name in SAID.findall(one.read_text())}
    assert len(said) > 60
    assert said <= known
    assert {f"idg.works.style.{one}" for one in STYLES} <= known
    assert {f"idg.ground.{one}" for one in SOLID} <= known


@pytest.mark.parametrize("kind", ASKED)
def test_every_question_and_answer_can_be_said(kind: type) -> None:
    known = WORDS.ids("de")
    answers = (*kind.answers, *ENGINE_ANSWERS)  # type: ignore[attr-defined]
    assert {f"idg.do.{one.__struct_config__.tag}" for one in answers} <= known
    assert f"idg.ask.{kind.__struct_config__.tag}" in known  # type: ignore[attr-defined]
