"""What a game can say about playing it well; the computer players are built on it.

A game declares its advisors in a module `ai` beside its definition, as `ADVISORS`: one for each
level of play it knows. Players look them up by name, so that no player has to know any game. There
too it may declare, as `CHANCES`, how it estimates who is going to win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from msgspec import Struct

from walstatt.i18n.catalogue import Message
from walstatt.kernel.decisions import Answer
from walstatt.kernel.errors import DeadEnd
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat


class Advice(Struct, frozen=True, gc=False):
    """One legal answer, and what it is thought to be worth in the game's own points."""

    answer: Answer
    worth: float
    kind: str = ""
    """The kind of a standing decision, if it answers one."""


class Advisor(Protocol):
    """A judgement of positions and answers.

    Every game it is given is an imagined one: it looks to the seat like the true game, but what is
    hidden has been guessed. The same game gives the same judgement.
    """

    def advise(self, game: AnyGame, seat: Seat) -> Sequence[Advice]:
        """Judge the answers a seat might well give now, in no order; there is at least one."""

    def explain(self, game: AnyGame, seat: Seat, advice: Advice) -> tuple[Message, ...]:
        """Say why an answer was thought good, in sentences for the player."""

    def worth(self, game: AnyGame, seat: Seat) -> float:
        """Estimate how much better a seat stands than its enemies, in the game's own points."""


def advice_of(advisor: Advisor, game: AnyGame, seat: Seat) -> Sequence[Advice]:
    """Ask an advisor, and insist on an answer."""
    advice = advisor.advise(game, seat)
    if not advice:
        raise DeadEnd.of(seat, game.decision(seat))
    return advice


Chances: TypeAlias = Callable[[AnyGame], dict[Seat, float]]
"""How likely each seat is to win, between 0 and 1, judged only by what every seat can see."""
