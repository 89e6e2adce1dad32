"""What the types of a case's fields are called in the vocabulary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from walstatt.boards.paths import Slide, Wheel
from walstatt.boards.pose import Angle, Length, Pose, Spot
from walstatt.games.idg.asking_names import Body
from walstatt.games.idg.concealment import Hidden
from walstatt.games.idg.dummies import Dummy
from walstatt.games.idg.given import (
    ArmourWord,
    BattleWord,
    Degrees,
    EngineWord,
    FormationWord,
    FormWord,
    GroundWord,
    Inches,
    KindWord,
    PhaseWord,
    Place,
    Point,
    QualityWord,
    SpecialWord,
    StatusWord,
    StratagemWord,
    SubtypeWord,
    Troops,
    WeaponWord,
    WeatherWord,
)
from walstatt.games.idg.given_words import (
    BATTLES,
    ENGINES,
    FORMS,
    GROUNDS,
    PHASES,
    STATUSES,
    STRATAGEMS,
    WEATHERS,
)
from walstatt.games.idg.layout import Add, Remove, Shift
from walstatt.games.idg.spoken import LEG_WORDS, PLACE_WORDS
from walstatt.games.idg.troop_words import ARMOURS, QUALITIES, SPECIALS, WEAPONS
from walstatt.games.idg.world import ElementId, Feature


def listed(words: Iterable[str]) -> str:
    """Name the choices."""
    return " | ".join(dict.fromkeys(words))


def plain(words: Iterable[str]) -> str:
    """Name the choices as people write them."""
    return listed(word.replace("_", " ") for word in words)


TYPE_NAMES: Final[Mapping[Any, str]] = {
    Place: "[x, y] or [x, y, facing]",
    Point: "[x, y]",
    Inches: "inches",
    Degrees: "degrees clockwise from the top",
    Troops: "troops as an army list calls them",
    QualityWord: listed(QUALITIES),
    ArmourWord: listed(ARMOURS),
    WeaponWord: listed(WEAPONS.values()),
    SubtypeWord: "swordsmen | pikemen | bowmen",
    KindWord: "indian | african | light artillery | heavy siege engine",
    SpecialWord: plain(SPECIALS.values()),
    GroundWord: plain(GROUNDS),
    PhaseWord: listed(PHASES.values()),
    StatusWord: plain(STATUSES),
    FormWord: plain(FORMS),
    BattleWord: plain(BATTLES.values()),
    WeatherWord: listed(WEATHERS),
    StratagemWord: plain(STRATAGEMS),
    EngineWord: plain(ENGINES),
    FormationWord: (
        "line | line of 4 | column | column of 3 | 3x2 (three files side by side, two ranks deep)"
    ),
    Body: "unit or element",
    Slide[ElementId]: LEG_WORDS,
    Wheel: "the same",
    dict[ElementId, Pose]: PLACE_WORDS,
    tuple[tuple[ElementId, Pose], ...]: PLACE_WORDS,
    Pose: "[x, y, facing]",
    Spot: "[x, y]",
    Length: "inches",
    Angle: "degrees clockwise from the top",
    Feature: "a piece of terrain as in `given`",
    Shift: "{change: shift, piece: id, by: [x, y], turn: degrees, edge: table edge}",
    Remove: "{change: remove, piece: id}",
    Add: "{change: add, piece: a piece of terrain as in `given`}",
    Hidden: f"{{unit: id, poses: {PLACE_WORDS}}}",
    Dummy: "{kind: troops of its army that it pretends to be, size: how many elements}",
}
"""By type, what it is called."""
