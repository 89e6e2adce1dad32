"""The time of a turn, shared among the decisions in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from msgspec import Struct

from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat

TURN: Final = 9
"""How many times as long as one decision a whole turn may take."""
SHARE: Final = 4
"""A decision may take one in so many parts of what is left of its turn."""


class Spent(Struct, frozen=True):
    """What a seat has used of a turn, in milliseconds."""

    turn: int
    ms: float = 0.0


class TurnClock:
    """Tells how long players may think, so that no turn lasts longer than nine long decisions.

    The first decisions of a turn, which matter most, have all the time of a decision. Later ones
    have less if much was used, but always some: however many there are, the turn keeps its limit.
    """

    def __init__(self, ms: int, now: Callable[[], float] = monotonic) -> None:
        self.ms = ms
        self._now = now
        self._spent: dict[Seat, Spent] = {}

    @contextmanager
    def deciding(self, game: AnyGame, seat: Seat) -> Iterator[int]:
        """Give the milliseconds a decision may take, and watch how many it does."""
        spent = self._of(game, seat)
        began = self._now()
        try:
            yield self._allowed(spent)
        finally:
            used = 1000 * (self._now() - began)
            self._spent[seat] = Spent(spent.turn, spent.ms + used)

    def _of(self, game: AnyGame, seat: Seat) -> Spent:
        turn = game.rules.game.turn(game.scopes[0])
        known = self._spent.get(seat)
        return known if known is not None and known.turn == turn else Spent(turn)

    def _allowed(self, spent: Spent) -> int:
        left = max(0.0, TURN * self.ms - spent.ms)
        return min(self.ms, int(left / SHARE))
