"""What every computer player is: somebody who looks at a game and answers, with reasons."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Protocol

from msgspec import Struct

from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat


class Chosen(Struct, frozen=True):
    """An answer, to which standing decision if it is one, and why it was chosen."""

    answer: Answer
    kind: str = ""
    why: tuple[Message, ...] = ()


class Budget:
    """How long a player may think; whoever waits can cut it short.

    With `playouts` a player that searches thinks for so many tries instead, however long they
    take: then the same seed gives the same answer on every machine.
    """

    def __init__(
        self,
        ms: int,
        is_stopped: Callable[[], bool] | None = None,
        playouts: int | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.ms = ms
        self.playouts = playouts
        self.now = now
        self._until = now() + ms / 1000
        self._is_stopped = is_stopped

    @property
    def left(self) -> float:
        """Give the seconds that are left."""
        return max(0.0, self._until - self.now())

    @property
    def is_spent(self) -> bool:
        """Must the player answer now with the best it has?"""
        if self._is_stopped is not None and self._is_stopped():
            return True
        return self.playouts is None and not self.left


class Player(Protocol):
    """A computer player of one level.

    The game it is given is imagined (`Game.imagine`): it looks to the seat like the true one, all
    that is hidden has been guessed, and it has no dice. A player may imagine it anew as often as it
    likes and play on with dice of its own, but can learn nothing that its seat does not know.
    The same view and the same state of `rng` give the same answer, unless the budget cuts it short.
    """

    def choose(self, game: AnyGame, seat: Seat, rng: Random, budget: Budget) -> Chosen:
        """Answer what the seat is asked, or do what it may do besides."""
