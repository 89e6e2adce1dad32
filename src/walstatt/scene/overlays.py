"""Overlays: what is drawn over a board, each for one meaning."""

from typing import Literal, TypeAlias

from walstatt.i18n.catalogue import Message
from walstatt.scene.parts import Outline, Part, Place, Spot

Meaning: TypeAlias = Literal[
    "select", "reach", "range", "target", "threat", "command", "objective", "last", "note"
]


class Overlay(Part, frozen=True, tag_field="show"):
    """Something drawn over a board for its meaning; weak ones are the lesser kind of it."""

    meaning: Meaning
    board: str = ""
    weak: bool = False
    label: Message | None = None


class Marks(Overlay, frozen=True, tag="marks"):
    """Cells, edges, areas or pieces marked, cells perhaps with a number each."""

    cells: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    """One for each cell (what it costs to get there), or none."""
    edges: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    rim: bool = False
    """Only the outer edge of all the cells together is drawn."""


class Path(Overlay, frozen=True, kw_only=True, tag="path"):
    """A way from place to place, with an arrow at its end."""

    via: tuple[Place, ...]


class Sight(Overlay, frozen=True, kw_only=True, tag="sight"):
    """A line of sight, and where it is blocked."""

    start: Place
    end: Place
    blocked: Place | None = None


class Sector(Overlay, frozen=True, kw_only=True, tag="sector"):
    """An arc: `width` is its angle, half of it on either side of the facing."""

    at: Spot
    facing: int
    width: int
    radius: int
    inner: int = 0


class Ring(Overlay, frozen=True, kw_only=True, tag="ring"):
    """A circle."""

    at: Spot
    radius: int


class Strip(Overlay, frozen=True, kw_only=True, tag="strip"):
    """A corridor between two points, with how much of a length is used and left."""

    start: Spot
    end: Spot
    width: int
    left: int = 0


class Shape(Overlay, frozen=True, kw_only=True, tag="shape"):
    """A polygon."""

    outline: Outline


class Note(Overlay, frozen=True, kw_only=True, tag="note"):
    """A label at a place."""

    at: Place


AnyOverlay: TypeAlias = Marks | Path | Sight | Sector | Ring | Strip | Shape | Note
