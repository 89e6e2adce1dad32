"""What every computer player is: somebody who looks at a game and answers, with reasons."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from random import Random
from time import monotonic
from typing import Protocol, TypeAlias

from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat

Why: TypeAlias = tuple[Message, ...]


class Chosen:
    """An answer, to which standing decision if it is one, and why it was chosen.

    The reasons are thought of when somebody asks for them, which few do; the game that the player
    was given must be as it was until then.
    """

    def __init__(self, answer: Answer, kind: str, reasons: Callable[[], Why]) -> None:
        self.answer = answer
        self.kind = kind
        self._reasons = reasons

    @cached_property
    def why(self) -> Why:
        """Give the reasons, in sentences for the player."""
        return self._reasons()

    def __eq__(self, other: object) -> bool:
        """Compare the answer and the reasons."""
        if not isinstance(other, Chosen):
            return NotImplemented
        mine, theirs = (self.answer, self.kind), (other.answer, other.kind)
        return mine == theirs and self.why == other.why

    def __hash__(self) -> int:
        """Let equal ones be one in a set."""
        return hash((self.answer, self.kind))


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
