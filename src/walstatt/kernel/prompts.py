"""What a person is shown when asked: a sentence, things to choose, and what would follow."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

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


class Choice(Struct, frozen=True, omit_defaults=True):
    """One thing that can be chosen, and the answer it gives."""

    label: Message
    target: Target = BUTTON
    answer: dict[str, Any] = {}
    rolls: bool = False
    """Whether dice or a reveal follow, so that it cannot be undone."""
    of: Target | None = None
    """What is taken in hand first, where the choice is for one thing among several to do."""
    n: int | None = None
    """A number to show at the target: what it costs to get there."""
    weak: bool = False
    """Whether it is the lesser kind of its kind: a move after which nothing else can be done."""


class RowKind(Struct, frozen=True):
    """What a row of a list can be, and how many of it."""

    value: str
    label: Message
    least: int
    most: int


class Rows(Struct, frozen=True):
    """How an answer is put together that is a list of things, each with a number."""

    field: str
    """The field of the answer that holds the list."""
    kind: str
    """The field of a row that says what it is."""
    count: str
    """The field of a row that says how many."""
    kinds: tuple[RowKind, ...]
    most: int
    """How many rows there may be."""


class Prompt(Struct, frozen=True):
    """One decision, ready to be shown."""

    seat: Seat
    kind: str
    text: Message
    choices: tuple[Choice, ...]
    gesture: Gesture = ""
    standing: bool = False
    rows: Rows | UnsetType = UNSET
    """Where the gesture is a form: the list that is filled in."""


class Chance(Struct, frozen=True):
    """One possible result with its probability in millionths, named as a player would."""

    label: Message
    millionths: int


class Sightline(Struct, frozen=True, omit_defaults=True):
    """A line of sight from cell to cell, and the cell that blocks it."""

    start: Target
    end: Target
    blocked: Target | None = None


class Ghost(Struct, frozen=True):
    """Where the centre of a piece would come to lie on a measured table, and its facing."""

    piece: str
    x: int
    y: int
    facing: int


class Preview(Struct, frozen=True, omit_defaults=True):
    """What an answer would mean: why not, with how many dice, with what odds."""

    violations: tuple[Violation, ...] = ()
    ledgers: tuple[Ledger, ...] = ()
    odds: tuple[Chance, ...] = ()
    reach: tuple[Target, ...] = ()
    sight: tuple[Sightline, ...] = ()
    facts: tuple[Message, ...] = ()
    """What else follows, in a few words each."""
    ghosts: tuple[Ghost, ...] = ()
    """Where pieces would stand after the answer, or after the legal one that comes nearest."""
    instead: dict[str, Any] | None = None
    """The legal answer that comes nearest, if the one asked about is not allowed."""
