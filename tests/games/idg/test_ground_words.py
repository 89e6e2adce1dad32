"""Everything that ground, sight, lay-out, weather and fire say can be said in both languages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from walstatt.games.idg import ground
from walstatt.games.idg.hindrances import RULES
from walstatt.games.idg.land import Soil
from walstatt.games.idg.layout_check import homes
from walstatt.games.idg.weather import SEASONS, Condition, weather_file
from walstatt.games.idg.world import Ground
from walstatt.i18n.catalogue import LANGUAGES, Catalogue

FOLDER = Path(ground.__file__).parent
OWN = ("ground", "layout", "weather", "fire")
OTHERS = ("armies",)
SOURCES = (
    *("ground", "going", "hindrances", "hiding", "layout", "layout_check", "layout_events"),
    *("weather", "weather_events", "fire", "fire_events"),
)
QUOTED = re.compile(r'"(idg\.[a-z_.]+[a-z_])"')
SAID = re.compile(r'ctx\.say\("([a-z_.]+)"')
ASKED = re.compile(r'tag="(choose_[a-z]+)"')


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    files = [*OWN, *OTHERS]
    return Catalogue.load(
        {one: [FOLDER / f"{name}.{one}.yaml" for name in files] for one in LANGUAGES}
    )


def test_both_languages_say_the_same(catalogue: Catalogue) -> None:
    assert catalogue.problems() == []


def test_every_message_in_the_rules_has_words(catalogue: Catalogue) -> None:
    known = catalogue.ids("en")
    for source in SOURCES:
        text = (FOLDER / f"{source}.py").read_text()
        wanted = set(QUOTED.findall(text)) | {f"idg.{one}" for one in SAID.findall(text)}
        wanted |= {f"idg.ask.{one}" for one in ASKED.findall(text)}
        quantities = {one for one in wanted if f"{one}.name" in known}
        assert wanted - quantities <= known, source


def test_every_kind_of_thing_has_a_name(catalogue: Catalogue) -> None:
    known = catalogue.ids("de")
    wanted = {f"idg.terrain.{one}" for one in get_args(Ground)}
    wanted |= {f"idg.ground.{one}" for one in get_args(Soil)}
    wanted |= {f"idg.ground.{one}" for one in ("mud", "fire", "manned", "icy_road", "hill")}
    wanted |= {f"idg.no.sight.{one}" for one in RULES}
    wanted |= {f"idg.home.{one}" for one in homes()}
    wanted |= {f"idg.season.{one}" for one in SEASONS}
    wanted |= {f"idg.weather.{one}" for one in get_args(Condition)}
    wanted |= {f"idg.zone.{one}" for one in weather_file().zones}
    wanted |= {f"idg.wind.{one}" for one in range(8)}
    wanted |= {f"idg.do.{one}_piece" for one in ("move", "turn", "remove", "add")}
    assert wanted <= known
