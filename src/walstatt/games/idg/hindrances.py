"""What blocks a view, and by which rule. IDG-4.2, IDG-4.3."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from walstatt.boards.pose import Point
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import RuleId
from walstatt.kernel.trace import cite

Screen: TypeAlias = Literal[
    "element",
    "crest",
    "hill",
    "same_hill",
    "wood",
    "village",
    "gully",
    "smoke",
    "works",
    "lurking",
    "concealed",
    "away",
]
RULES: Final[dict[Screen, RuleId]] = {
    "element": "IDG-4.3.4",
    "crest": "IDG-4.2.3",
    "hill": "IDG-4.2.4",
    "same_hill": "IDG-4.2.5",
    "wood": "IDG-4.2.12",
    "village": "IDG-4.2.19",
    "gully": "IDG-4.2.31",
    "smoke": "IDG-4.3.7",
    "works": "IDG-4.3.8",
    "lurking": "IDG-4.2.13",
    "concealed": "IDG-5.8.6",
    "away": "IDG-4.3.2",
}


class Hindrance(NamedTuple):
    """What blocks a view: an element, or a piece of terrain by one of its rules."""

    screen: Screen
    id: str

    @property
    def rule(self) -> RuleId:
        """Name the rule by which it blocks."""
        return RULES[self.screen]


class View(NamedTuple):
    """A line from element to element and what blocks it, nearest first; if nothing, it is free."""

    start: Point
    end: Point
    by: tuple[Hindrance, ...] = ()

    @property
    def is_free(self) -> bool:
        """Does nothing block?"""
        return not self.by

    def violations(self, at: str = "") -> list[Violation]:
        """Say what blocks, as reasons why something is not allowed."""
        return [
            refuse(one.rule, f"idg.no.sight.{one.screen}", at)
            for one in {one.screen: one for one in self.by}.values()
        ]


def hindrance_named(name: str) -> Hindrance:
    """Read what blocks from the name it has on a line of sight, and cite its rule."""
    screen, _, what = name.partition(":")
    known: Screen = next(one for one in RULES if one == screen)
    cite(RULES[known])
    return Hindrance(known, what)
