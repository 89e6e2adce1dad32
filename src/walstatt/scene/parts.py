"""Pieces, the places they can be at, and what every part of a scene has in common."""

from typing import TypeAlias

from msgspec import Struct

from walstatt.i18n.catalogue import Message
from walstatt.kernel.ids import NOBODY, Seat

Spot: TypeAlias = tuple[int, int]
Outline: TypeAlias = tuple[Spot, ...]


class Part(Struct, frozen=True, omit_defaults=True):
    """A part of a scene; what is as usual is left out of the JSON."""


class AtCells(Part, frozen=True, tag_field="on", tag="cells"):
    """On one cell of a hex board, or on several; the board `""` is the first one."""

    cells: tuple[int, ...]
    board: str = ""


class AtArea(Part, frozen=True, tag_field="on", tag="area"):
    """In an area of a map, perhaps at a special spot of it (a harbour)."""

    area: str
    spot: str = ""
    board: str = ""


class AtPoint(Part, frozen=True, tag_field="on", tag="point"):
    """At a point of a board: where the centre of the piece lies."""

    x: int
    y: int
    board: str = ""


class InTray(Part, frozen=True, tag_field="on", tag="tray"):
    """Beside the board, in a tray."""

    tray: str


Place: TypeAlias = AtCells | AtArea | AtPoint | InTray


class Badge(Part, frozen=True):
    """A small sign on a piece, card, area or row: its kind is a theme key."""

    kind: str
    n: int | None = None
    text: Message | None = None


class Count(Part, frozen=True):
    """So many of one kind."""

    sprite: str
    n: int
    name: Message | None = None


class Piece(Part, frozen=True):
    """Something that stands on a board."""

    id: str
    sprite: str
    at: Place
    owner: Seat = NOBODY
    name: Message | None = None
    code: str = ""
    """Two or three letters for the terminal; without them the sprite's name is used."""
    facing: int | None = None
    size: Spot | None = None
    """Width and depth of the footprint, in the unit of the board."""
    layer: int = 0
    """Higher ones lie on top."""
    inside: str = ""
    """The piece that carries this one."""
    group: str = ""
    """The unit it belongs to: pieces of one group are taken in hand and moved together."""
    now: int | None = None
    """The strength it has."""
    most: int | None = None
    """The strength it had at full."""
    badges: tuple[Badge, ...] = ()
    labels: tuple[Message, ...] = ()
    counts: tuple[Count, ...] = ()
    """What a stack holds, by kind."""
    ghost: bool = False
    """Not there: where it was or could be."""
    hidden: bool = False
    """Face down: its kind is unknown to the seat."""
    livery: str = ""
    """Its colours, where they are not those of its side: allies who fight on one side."""
