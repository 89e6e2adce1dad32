"""A guided first battle: what a newcomer is told at Rolica the first time it matters. CCN-2.1.

The words are in `lessons.*.yaml`.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import RuleId
from walstatt.scene.about import Lesson


class Topic(Struct, frozen=True):
    """When something is explained, and which rules say it."""

    rules: tuple[RuleId, ...]
    kind: str = ""
    event: str = ""


TOPICS: Final[dict[str, Topic]] = {
    "welcome": Topic(("CCN-3.1", "CCN-3.2", "CCN-3.3")),
    "board": Topic(("CCN-1.1.10", "CCN-1.2.1", "CCN-1.2.2")),
    "pieces": Topic(("CCN-1.4.1", "CCN-7.8", "CCN-1.4.4")),
    "turn": Topic(("CCN-4.2", "CCN-4.4"), event="ccn.turn_began"),
    "hand": Topic(("CCN-5.1", "CCN-5.2", "CCN-5.3"), kind="choose_card"),
    "orders": Topic(("CCN-5.5", "CCN-5.6", "CCN-5.7"), kind="choose_orders"),
    "leaders": Topic(("CCN-5.13", "CCN-11.2.3", "CCN-10.1", "CCN-5.15"), event="ccn.ordered"),
    "moves": Topic(("CCN-6.1.1", "CCN-6.1.5", "CCN-6.2.1"), kind="choose_move"),
    "terrain": Topic(("CCN-16.2.1", "CCN-16.3.2", "CCN-16.7.3"), event="ccn.moved"),
    "combat": Topic(("CCN-7.1", "CCN-8.1.4", "CCN-8.3.3"), kind="choose_combat"),
    "turn_end": Topic(("CCN-7.5", "CCN-18.1"), kind="choose_combat"),
    "fire": Topic(("CCN-8.5.2", "CCN-8.5.3", "CCN-8.5.6"), event="ccn.fired"),
    "melee": Topic(("CCN-9.3.2", "CCN-9.1.6"), event="ccn.announced"),
    "guns": Topic(("CCN-15.1", "CCN-15.2", "CCN-15.10"), event="ccn.announced"),
    "first_strike": Topic(("CCN-17.4.7.1", "CCN-17.4.7.4"), kind="offer_first_strike"),
    "flags": Topic(("CCN-11.2.1", "CCN-11.2.3", "CCN-11.2.4"), kind="choose_flags"),
    "retreat": Topic(("CCN-11.1.2", "CCN-11.1.5", "CCN-11.1.10"), event="ccn.retreated"),
    "battle_back": Topic(("CCN-9.4.1", "CCN-9.4.11"), kind="offer_battle_back"),
    "ground": Topic(("CCN-12.1.1", "CCN-12.1.2"), kind="choose_ground"),
    "breakthrough": Topic(("CCN-12.2.1", "CCN-12.3.1"), kind="choose_breakthrough"),
    "retire": Topic(("CCN-13.1", "CCN-13.6", "CCN-13.8"), kind="offer_retire"),
    "square": Topic(("CCN-14.1.1", "CCN-14.1.9", "CCN-14.3.1"), kind="offer_square"),
    "leader_retreat": Topic(("CCN-10.8", "CCN-11.4.1", "CCN-11.5.1"), kind="leader_retreats"),
    "banners": Topic(("CCN-3.2", "CCN-3.8"), event="ccn.gained"),
    "victory": Topic(("CCN-3.6",), event="kernel.ended"),
}
"""What is explained, in the order in which it usually comes up."""


def lessons() -> tuple[Lesson, ...]:
    """List what a newcomer is told while playing."""
    return tuple(
        Lesson(
            name,
            say(f"ccn.lesson.{name}.title"),
            say(f"ccn.lesson.{name}.text"),
            topic.kind,
            topic.event,
            topic.rules,
        )
        for name, topic in TOPICS.items()
    )
