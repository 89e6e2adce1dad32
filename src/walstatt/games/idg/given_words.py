"""The words of a case's position and what they mean, in any spelling."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, get_args

from walstatt.games.idg.troops import Scenario
from walstatt.games.idg.world import Form, Ground, Phase, Status
from walstatt.kernel.content import did_you_mean
from walstatt.kernel.errors import BadRequest


def spelled(word: str) -> str:
    """Spell a word as all are spelled here."""
    return re.sub(r"[\s_-]+", "_", word.strip().lower())


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
