"""Somebody looking at a table, and through whose eyes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from walstatt.kernel.ids import NOBODY, Seat
from walstatt.scene.model import Scene
from walstatt.server.protocol import AnyWord, CanUndo
from walstatt.server.seats import Key


class Visitor:
    """Somebody looking at a table, perhaps with a socket."""

    def __init__(
        self, key: Key, account: str | None = None, hashes: Collection[bytes] = ()
    ) -> None:
        self.key = key
        self.account = account
        self.hashes = frozenset(hashes)
        """The keys he came with, in case one of them loses a seat."""
        self.seat: Seat | None = None
        """Whose eyes he looks through; None is a spectator."""
        self.send: Callable[[AnyWord], None] | None = None
        self.scene: Scene | None = None
        """The scene he has."""
        self.seq = 0
        """How many entries he knows."""
        self.undo: CanUndo | None = None
        """What he knows about taking back."""
        self.hand_over = NOBODY
        """The seat that should come to his screen."""

    def look(self, humans: Sequence[Seat], acting: Sequence[Seat]) -> None:
        """Choose the eyes: his only seat's; with several, a hand-over comes before each change.

        `humans` are those of his seats that no computer plays, `acting` those of them that the
        game waits for.
        """
        mine = humans or self.key.seats
        self.hand_over = NOBODY
        if len(mine) < 2:
            self.seat = mine[0] if mine else None
            return
        if self.seat not in mine or (acting and self.seat not in acting):
            self.seat = None
        if self.seat is None and acting:
            self.hand_over = acting[0]
