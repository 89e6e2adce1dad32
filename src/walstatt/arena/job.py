"""One game to be played, and what came of it, both small and plain."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from walstatt.kernel.ids import Seat


class Job(Struct, frozen=True):
    """A game to be played; its key names it within its run, its seed holds all chance in it."""

    key: str
    game: str
    scenario: str
    seed: str
    levels: dict[Seat, str]
    number: int = 0
    options: dict[str, Any] = {}
    variant: str = ""
    """What the run calls these options."""
    rosters: dict[Seat, Any] = {}
    armies: dict[Seat, str] = {}
    """What the run calls the armies that are brought."""
    budget_ms: int = 1000
    playouts: int | None = None
    """How many tries a player who searches has at each decision, instead of a time."""


class Figures(Struct, frozen=True, array_like=True):
    """What the units of one kind and seat did in a game, in the worth of units."""

    seat: Seat
    kind: str
    units: int
    cost: float
    suffered: float
    inflicted: float


class Fortune(Struct, frozen=True, array_like=True):
    """What the dice of a seat took from its enemies, and what such dice take on average."""

    rolls: int = 0
    losses: int = 0
    expected: float = 0.0
    variance: float = 0.0


class Result(Struct, frozen=True, omit_defaults=True):
    """What came of a game; the same job always gives the same result."""

    key: str
    winners: tuple[Seat, ...] = ()
    first: Seat = Seat("")
    """Who was asked first, alone."""
    turns: int = 0
    decisions: int = 0
    reason: str = ""
    losses: dict[Seat, tuple[float, ...]] = {}
    """The share of its army each seat had lost after each turn."""
    units: tuple[Figures, ...] = ()
    luck: dict[Seat, Fortune] = {}
    fault: str = ""
    """What went wrong, if the game could not be played to its end."""


def score(result: Result, seat: Seat) -> float:
    """Give a seat's part of the victory; without a winner everybody has half."""
    if not result.winners:
        return 0.5
    return 1.0 / len(result.winners) if seat in result.winners else 0.0
