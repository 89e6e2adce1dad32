"""A guided first battle: what a newcomer is told the first time it matters. IDG-7.2.1.

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
    "welcome": Topic(("IDG-5.4.8", "IDG-19.1.3")),
    "table": Topic(("IDG-1.1.3", "IDG-1.1.4", "IDG-1.2.1")),
    "units": Topic(("IDG-1.4.1", "IDG-1.5.1", "IDG-1.6.3")),
    "hold_back": Topic(("IDG-5.4.6", "IDG-5.4.7", "IDG-5.8.1"), kind="hold_back"),
    "deployment": Topic(("IDG-5.4.2", "IDG-5.4.3", "IDG-5.4.5"), kind="place_unit"),
    "turn": Topic(("IDG-7.2.1", "IDG-7.2.2"), event="idg.turn_began"),
    "activation": Topic(("IDG-7.2.2", "IDG-8.1.1", "IDG-8.1.5"), kind="choose_activation"),
    "moves": Topic(("IDG-8.1.2", "IDG-8.1.7", "IDG-8.2.1"), kind="choose_move"),
    "reroll": Topic(("IDG-8.3.1", "IDG-2.5.1"), kind="offer_reroll"),
    "ground": Topic(("IDG-4.1.2", "IDG-8.1.4", "IDG-11.8.17"), event="idg.marched"),
    "charge": Topic(("IDG-11.1.3", "IDG-11.1.8", "IDG-11.1.15"), event="idg.charged"),
    "evading": Topic(("IDG-11.4.1",), event="idg.evaded"),
    "shooting": Topic(("IDG-9.2.1", "IDG-9.3.3", "IDG-9.5.9"), kind="declare_shots"),
    "melee": Topic(("IDG-11.8.7", "IDG-11.8.24", "IDG-11.9.3"), event="idg.fought"),
    "disorder": Topic(("IDG-13.1.3", "IDG-13.2.1", "IDG-13.2.12"), event="idg.disordered"),
    "losses": Topic(("IDG-11.9.7", "IDG-12.2.1"), event="idg.element_lost"),
    "morale": Topic(("IDG-12.4.1", "IDG-12.4.2"), event="idg.test_failed"),
    "skip": Topic(("IDG-12.3.1", "IDG-12.3.5"), kind="choose_skip"),
    "rally": Topic(("IDG-13.4.1", "IDG-13.4.3"), event="idg.rallied"),
    "rally_die": Topic(("IDG-13.4.6", "IDG-13.4.9"), kind="choose_rally"),
    "retreat": Topic(("IDG-13.2.5", "IDG-13.3.1"), event="idg.withdrew"),
    "flight": Topic(("IDG-13.2.8", "IDG-13.3.3"), event="idg.fled"),
    "arrivals": Topic(("IDG-5.9.1", "IDG-5.9.4"), kind="choose_arrival"),
    "victory": Topic(("IDG-5.4.8",), event="kernel.ended"),
}
"""What is explained, in the order in which it usually comes up."""


def lessons() -> tuple[Lesson, ...]:
    """List what a newcomer is told while playing."""
    return tuple(
        Lesson(
            name,
            say(f"idg.lesson.{name}.title"),
            say(f"idg.lesson.{name}.text"),
            topic.kind,
            topic.event,
            topic.rules,
        )
        for name, topic in TOPICS.items()
    )
