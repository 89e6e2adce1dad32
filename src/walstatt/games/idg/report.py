"""The battle report: dice with their sum, and deeds without the rule, which stands beside them."""

from __future__ import annotations

from typing import Any

from walstatt.games.idg.dicing import EngineRoll, MoveRoll
from walstatt.games.idg.naming import name_in_words
from walstatt.i18n.catalogue import Argument, Message, say
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
    meaning = request.meaning
    who = say(f"idg.seat.{request.seat}")
    args: dict[str, Argument] = {"who": who, "purpose": Message(request.purpose)}
    numbers = [face for face in outcome if isinstance(face, int)]
    if isinstance(meaning, MoveRoll):
        args["who"] = name_in_words(*meaning.names)
        numbers += [meaning.add] if meaning.add else []
    if len(numbers) < 2 or not isinstance(meaning, MoveRoll | EngineRoll | None):
        return Message("idg.rolled.one", {**args, "faces": " ".join(map(str, outcome))})
    faces = " + ".join(map(str, numbers))
    return Message("idg.rolled.sum", {**args, "faces": faces, "n": sum(numbers)})
