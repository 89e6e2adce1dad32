"""The battle report: dice with their sum, and deeds without the rule, which stands beside them."""

from __future__ import annotations

from typing import Any

from walstatt.i18n.catalogue import Argument, Message
from walstatt.kernel.chance import Outcomes, Roll
from walstatt.kernel.events import Event, Rolled


def told(event: Event) -> Message:
    """Tell an event as a sentence of the report."""
    match event:
        case Rolled(request=Roll() as request, outcome=outcome) if outcome and request.seat:
            return _rolled(request, outcome)
        case Rolled():
            return event.message()
    message = event.message()
    args = {name: value for name, value in message.args.items() if name != "because"}
    return Message(message.id, args)


def _rolled(request: Roll[Any], outcome: Outcomes) -> Message:
    """Tell what fell; several dice of one roll count together, except where each has its own."""
    args: dict[str, Argument] = {"seat": request.seat, "purpose": Message(request.purpose)}
    numbers = [face for face in outcome if isinstance(face, int)]
    if len(numbers) < 2 or request.meaning is not None:
        return Message("idg.rolled.one", {**args, "faces": " ".join(map(str, outcome))})
    faces = " + ".join(map(str, numbers))
    return Message("idg.rolled.sum", {**args, "faces": faces, "n": sum(numbers)})
