"""The battle report: dice and cards by their names instead of the faces of a roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from walstatt.games.ccn.odds import BATTLE_DIE
from walstatt.games.ccn.world import card_name
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.chance import Outcomes, Roll
from walstatt.kernel.events import Event, Rolled


def told(event: Event) -> Message:
    """Tell an event; faces of dice are counted, and cards named."""
    message = event.message()
    if not isinstance(event, Rolled) or not event.outcome:
        return message
    dice = isinstance(event.request, Roll)
    results = faces_told(event.outcome) if dice else cards_told(event.outcome)
    return Message(message.id, {**message.args, "faces": results})


def faces_told(faces: Outcomes) -> Message:
    """Count equal faces, in the order of the die. CCN-1.3.1."""
    counts = Counter(map(str, faces))
    shown = [face for face in dict.fromkeys(BATTLE_DIE.faces) if face in counts]
    return listed([say(f"ccn.face.{face}", n=counts[face]) for face in shown])


def cards_told(cards: Outcomes) -> Message:
    """Name cards."""
    return listed([card_name(str(card)) for card in sorted(map(str, cards))])


def listed(messages: Sequence[Message]) -> Message:
    """Join messages with commas."""
    first, *rest = messages
    return say("ccn.listed", first=first, rest=listed(rest)) if rest else first
