"""What a person is shown when asked: a sentence, things to choose, and what would follow."""

from typing import Any, Literal

from msgspec import Struct

from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Violation
from walstatt.kernel.ids import Seat
from walstatt.kernel.ledger import Ledger

TargetKind = Literal["piece", "cell", "edge", "vertex", "area", "card", "point", "button"]
Gesture = Literal["", "path", "drag-pose", "multi-select", "quantity", "form"]


class Target(Struct, frozen=True):
    """The thing on the screen that stands for a choice."""

    kind: TargetKind
    id: str


BUTTON = Target("button", "")


class Choice(Struct, frozen=True):
    """One thing that can be chosen, and the answer it gives."""

    label: Message
    target: Target = BUTTON
    answer: dict[str, Any] = {}
    rolls: bool = False
    """Whether dice or a reveal follow, so that it cannot be undone."""


class Prompt(Struct, frozen=True):
    """One decision, ready to be shown."""

    seat: Seat
    kind: str
    text: Message
    choices: tuple[Choice, ...]
    gesture: Gesture = ""
    standing: bool = False


class Chance(Struct, frozen=True):
    """One possible result with its probability in millionths, named as a player would."""

    label: Message
    millionths: int


class Preview(Struct, frozen=True):
    """What an answer would mean: why not, with how many dice, with what odds."""

    violations: tuple[Violation, ...] = ()
    ledgers: tuple[Ledger, ...] = ()
    odds: tuple[Chance, ...] = ()
    reach: tuple[Target, ...] = ()
