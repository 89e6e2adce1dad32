"""The words of a case's position and what they mean, in any spelling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

from walstatt.games.idg.layout_check import homes
from walstatt.games.idg.troops import Scenario, spelled
from walstatt.games.idg.weather import weather_file
from walstatt.games.idg.world import Form, Ground, Phase, Status
from walstatt.kernel.content import did_you_mean
from walstatt.kernel.errors import BadRequest


def name_of(what: str, word: str, known: Mapping[str, Any]) -> str:
    """Find a word in any spelling, or say which there are."""
    found = spelled(word)
    if found not in known and found.removesuffix("s") in known:
        found = found.removesuffix("s")
    if found not in known:
        there = ", ".join(known)
        meant = did_you_mean(found, known)
        raise BadRequest(f"there is no {what} {word!r}{meant}; there are: {there}")
    return found


def word_of(what: str, word: str, known: Mapping[str, Any]) -> Any:  # noqa: ANN401 - by kind
    """Read what a word means."""
    return known[name_of(what, word, known)]


def zone_named(word: str) -> str:
    """Find a zone of the weather as the rulebook calls it, with or without its commas and ands."""
    plain = spelled(word.replace(",", " ")).replace("_and_", "_")
    found: str = word_of("zone", plain, _same(*weather_file().zones))
    return found


def home_named(word: str) -> str:
    """Find a home terrain in any spelling."""
    there = {**_same(*homes()), "mountain": "mountains", "cultivated_land": "cultivated"}
    found: str = word_of("home", word, there)
    return found


def _same(*names: str) -> dict[str, Any]:
    return {name: name for name in names}


GROUNDS: Final[dict[str, Ground]] = {
    **_same(*get_args(Ground)),
    "hill": "gentle_hill",
    "woods": "wood",
    "forest": "wood",
    "rocks": "rocky",
    "rocky_ground": "rocky",
    "field": "fields",
    "swamp": "marsh",
    "path": "road",
    "brook": "stream",
    "shore": "seashore",
    "palisade": "rampart",
}
WIDTHS: Final[dict[str, float]] = {"stream": 1.0, "river": 4.0, "gully": 4.0}
"""How wide lines are of which nothing is said, in inches."""
PHASES: Final[dict[str, Phase]] = {
    **_same(*get_args(Phase)),
    "movement": "move",
    "moves": "move",
    "retreat": "retreats",
    "arrival": "arrivals",
    "shoot": "shooting",
    "lay_out": "layout",
}
STATUSES: Final[dict[str, Status]] = {
    **_same(*get_args(Status)),
    "on_table": "table",
    "off_table": "late",
    "late_arrival": "late",
    "hidden": "concealed",
    "in_ambush": "concealed",
}
FORMS: Final[dict[str, Form]] = {
    **_same(*get_args(Form)),
    "mounted": "usual",
    "on_foot": "dismounted",
    "on_horses": "riding",
}
BATTLES: Final[dict[str, Scenario]] = {
    **_same("ambush", "open_battle", "raid", "siege"),
    "open": "open_battle",
}
WEATHERS: Final[dict[str, tuple[str, ...]]] = {
    "good": (),
    "rain": ("rain",),
    "blizzard": ("blizzard",),
    "fog": ("blizzard",),
    "mud": ("mud",),
    "ice": ("ice",),
}
ENGINES: Final = _same("siege_tower", "boat", "ship", "ladder", "flamethrower")
STRATAGEMS: Final = {
    **_same("enraged", "death_ground", "weary_foe", "majestic", "inscrutable"),
    "weary": "weary_foe",
    "majestic_as_the_forest": "majestic",
    "inscrutable_as_clouds": "inscrutable",
}
TERRORS: Final = {
    **_same("elephant", "heavy_chariot", "fire_lance_shots"),
    "fire_lance": "fire_lance_shots",
}
"""What a unit tests for once in a game."""
SHOCKS: Final = {
    **_same("rockets", "fire_lance_shots", "fire_lances", "flames", "bombs"),
    "rocket": "rockets",
    "fire_lance": "fire_lances",
    "flame": "flames",
    "flamethrower": "flames",
    "bomb": "bombs",
}
"""What further tests are due for."""
DEEDS: Final = {
    **_same("disorder", "destroyed", "advanced"),
    "caused_disorder": "disorder",
    "destroyed_element": "destroyed",
    "full_move": "advanced",
}
"""What an impetuous general may have done."""


def words_for(what: str, words: tuple[str, ...], known: Mapping[str, str]) -> tuple[str, ...]:
    """Read several words of a kind."""
    return tuple(word_of(what, word, known) for word in words)
