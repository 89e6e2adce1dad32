"""The battle report: sides, dice and cards by their names, and small numbers in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from walstatt.games.ccn.odds import BATTLE_DIE
from walstatt.games.ccn.world import card_name
from walstatt.i18n.catalogue import Argument, Message, say
from walstatt.kernel.chance import Outcomes, Roll
from walstatt.kernel.events import DrawnUnseen, Ended, Event, Forced, Rolled

IN_WORDS: Final = 12
"""Up to which number the report writes words."""


def told(event: Event) -> Message:
    """Tell an event as a sentence of the report."""
    match event:
        case Rolled(outcome=()):
            return event.message()
        case Rolled(request=request, outcome=outcome):
            dice = isinstance(request, Roll)
            results = faces_told(outcome) if dice else cards_told(outcome)
            return _sentence(f"ccn.fell.{_last(request.purpose)}", request.seat, faces=results)
        case DrawnUnseen(seat=seat, count=count, purpose=purpose):
            return _sentence(f"ccn.unseen.{_last(purpose.id)}", seat, **_counted(count))
        case Forced(seat=seat, answer=answer):
            return _sentence("ccn.forced", seat, answer=answer)
        case Ended(winners=(seat,), reason=reason):
            return _sentence("ccn.ended", seat, reason=reason)
    return _deed(event.message())


def _deed(message: Message) -> Message:
    """Add the side as a sentence needs it, and the number in words; the rule stands elsewhere."""
    args = {name: value for name, value in message.args.items() if name != "because"}
    seat, number = args.get("seat"), args.get("n")
    if isinstance(number, int):
        args |= _counted(number)
    if isinstance(seat, str) and seat:
        args["who"] = _who(seat)
    return Message(message.id, args)


def _sentence(message: str, seat: str, /, **args: Argument) -> Message:
    return Message(message, {"who": _who(seat), **args})


def _last(purpose: str) -> str:
    return purpose.rpartition(".")[2]


def _who(seat: str) -> Message:
    return say(f"ccn.who.{seat}")


def _counted(number: int) -> dict[str, Argument]:
    """Give a number, and what a sentence writes for it."""
    words: Argument = say(f"ccn.count.{number}") if 0 <= number <= IN_WORDS else number
    return {"n": number, "count": words}


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
