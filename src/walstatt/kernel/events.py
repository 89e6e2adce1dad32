"""Events: what happened, as each seat may know it."""

from typing import Any, ClassVar

from msgspec import Struct, structs

from walstatt.i18n.catalogue import Message
from walstatt.kernel.chance import Outcomes, Request
from walstatt.kernel.decisions import Answer
from walstatt.kernel.ids import NOBODY, RuleId, Seat


class Event(Struct, frozen=True, tag_field="event"):
    """Something that happened; its tag is the id of the sentence that tells it."""

    reveals: ClassVar[bool] = False
    """Whether somebody now knows what was hidden, so that it cannot be taken back."""

    heading: ClassVar[bool] = False
    """Whether a new part of the report begins with it: a turn, a round."""

    def message(self) -> Message:
        """Tell it as a sentence; by default the fields are the sentence's parameters."""
        tag = str(type(self).__struct_config__.tag)
        fields = structs.asdict(self)
        return Message(tag, {name: _plain(value) for name, value in fields.items()})


class Deed(Event, frozen=True, kw_only=True):
    """Something a side did or suffered; `seat` is the side of the first piece named."""

    usual: ClassVar[RuleId] = ""
    """The rule it follows, unless another one is given."""

    seat: Seat = NOBODY
    because: RuleId = ""

    @property
    def rule(self) -> RuleId:
        """Name the rule it follows."""
        return self.because or self.usual


def _plain(value: Any) -> str | int | Message:
    if isinstance(value, str | int | Message):
        return value
    if isinstance(value, tuple | list):
        return ", ".join(str(one) for one in value)
    return str(value)


class Emitted(Struct, frozen=True):
    """An event with who may know it, and what the others are told instead."""

    event: Event
    to: tuple[Seat, ...] | None = None
    others: Event | None = None

    def for_seat(self, seat: Seat | None) -> Event | None:
        """Give what this seat is told; None stands for a spectator."""
        return self.event if self.to is None or seat in self.to else self.others


class Rolled(Event, frozen=True, tag="kernel.rolled"):
    """Dice were rolled or cards drawn."""

    request: Request
    outcome: Outcomes

    def message(self) -> Message:
        """Tell for what and with what result."""
        shown = " ".join(str(face) for face in self.outcome)
        args: dict[str, str | int | Message] = {
            "purpose": Message(self.request.purpose),
            "faces": shown,
            "seat": self.request.seat,
        }
        return Message("kernel.rolled" if self.request.seat else "kernel.rolled_by_nobody", args)


class DrawnUnseen(Event, frozen=True, tag="kernel.drawn_unseen"):
    """Somebody drew what others may not see."""

    seat: Seat
    count: int
    purpose: Message

    def message(self) -> Message:
        """Tell how many and what for."""
        return Message(
            "kernel.drawn_unseen", {"seat": self.seat, "n": self.count, "purpose": self.purpose}
        )


class Forced(Event, frozen=True, tag="kernel.forced"):
    """There was only one legal answer, and it was taken."""

    seat: Seat
    kind: str
    answer: Message
    given: Answer | None = None
    """The answer itself, for whoever compares."""

    def message(self) -> Message:
        """Tell what was taken."""
        return Message("kernel.forced", {"seat": self.seat, "answer": self.answer})


class Ended(Event, frozen=True, tag="kernel.ended"):
    """The game is over."""

    winners: tuple[Seat, ...]
    reason: Message
    rule: RuleId = ""

    def message(self) -> Message:
        """Tell who won and why."""
        if not self.winners:
            return Message("kernel.ended_drawn", {"reason": self.reason})
        return Message("kernel.ended", {"winners": _seats(self.winners), "reason": self.reason})


def _seats(seats: tuple[Seat, ...]) -> Message:
    """List seats so that each can be called by its name in any language."""
    if len(seats) == 1:
        return Message("kernel.seat", {"seat": seats[0]})
    return Message("kernel.seats", {"seat": seats[0], "others": _seats(seats[1:])})
