"""Trays: what lies beside the board."""

from typing import TypeAlias

from walstatt.i18n.catalogue import Message
from walstatt.kernel.ids import NOBODY, Seat
from walstatt.scene.parts import Badge, Count, Part


class Foldable(Part, frozen=True, kw_only=True):
    """Something that need not be seen all the time."""

    folded: bool = False
    """Whether it is background, which clients show when asked for it."""


class Tray(Foldable, frozen=True, tag_field="tray"):
    """Something beside the board."""

    id: str
    title: Message
    owner: Seat = NOBODY


class Card(Part, frozen=True):
    """A card that can be seen."""

    id: str
    title: Message
    text: Message | None = None
    sprite: str = ""
    badges: tuple[Badge, ...] = ()
    n: int = 1


class Hand(Tray, frozen=True, tag="hand"):
    """Cards: those seen, and how many lie face down."""

    cards: tuple[Card, ...] = ()
    down: int = 0


class Pool(Tray, frozen=True, tag="pool"):
    """A box of things: counted ones here, pieces by their place."""

    counts: tuple[Count, ...] = ()


class Marker(Part, frozen=True):
    """Where something stands on a track."""

    id: str
    at: int
    name: Message
    owner: Seat = NOBODY
    sprite: str = ""


class Track(Tray, frozen=True, tag="track"):
    """A row of numbered spaces, some of them named, with markers on it."""

    first: int = 0
    last: int = 0
    names: tuple[Message, ...] = ()
    """One for each space, or none."""
    markers: tuple[Marker, ...] = ()


class Row(Part, frozen=True):
    """One entry of a roster; it may stand for a piece."""

    id: str
    name: Message
    owner: Seat = NOBODY
    note: Message | None = None
    piece: str = ""
    sprite: str = ""
    now: int | None = None
    most: int | None = None
    badges: tuple[Badge, ...] = ()


class Roster(Tray, frozen=True, tag="roster"):
    """A list of units, leaders or seats."""

    rows: tuple[Row, ...] = ()


class Matrix(Tray, frozen=True, tag="matrix"):
    """A table with heads; the rows are as long as the columns are many."""

    columns: tuple[Message, ...] = ()
    heads: tuple[Message, ...] = ()
    rows: tuple[tuple[Message | int | None, ...], ...] = ()


class Counter(Part, frozen=True):
    """A number that is kept, perhaps towards a goal."""

    id: str
    name: Message
    now: int
    most: int | None = None
    owner: Seat = NOBODY
    sprite: str = ""


class Counters(Tray, frozen=True, tag="counters"):
    """Numbers that are kept: victory points, losses, rounds."""

    counters: tuple[Counter, ...] = ()


AnyTray: TypeAlias = Hand | Pool | Track | Roster | Matrix | Counters
