"""What can be told about a thing on the board, and how a game is taught."""

from walstatt.i18n.catalogue import Message
from walstatt.kernel.ids import RuleId
from walstatt.kernel.prompts import Sightline, Target
from walstatt.scene.overlays import AnyOverlay
from walstatt.scene.parts import Part


class Fact(Part, frozen=True):
    """One thing to know, and the rule that says so."""

    text: Message
    rule: RuleId = ""


class About(Part, frozen=True):
    """What a person may want to know about a piece, a cell, an area or a card."""

    title: Message
    facts: tuple[Fact, ...] = ()
    reach: tuple[Target, ...] = ()
    """Where a piece could go if it were its turn and it were allowed to."""
    range: tuple[Target, ...] = ()
    """What it could hit."""
    sight: tuple[Sightline, ...] = ()
    overlays: tuple[AnyOverlay, ...] = ()
    """What is drawn while it is told: arcs, ranges, how far it could move."""


class Term(Part, frozen=True):
    """A word of the rulebook and what it means."""

    id: str
    word: Message
    meaning: Message
    rules: tuple[RuleId, ...] = ()


class Lesson(Part, frozen=True):
    """Something a newcomer is told the first time it matters.

    It is told at the first question of this kind, or at the first event with this tag; without
    either, right at the beginning.
    """

    id: str
    title: Message
    text: Message
    kind: str = ""
    event: str = ""
    rules: tuple[RuleId, ...] = ()
