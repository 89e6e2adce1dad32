"""The player who does what its game's advisor thinks best, more or less."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from walstatt.ai.player import Budget, Chosen
from walstatt.kernel.advice import Advice, Advisor, advice_of
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat

LEAST: Final = 0.1
"""The share of its worth that is always seen in a thing."""
FIRST: Final = 3
"""How many answers come to mind first, if a game does not say otherwise."""
TIE: Final = 0.003
"""What decides between answers of the same worth."""


class AdvisedPlayer:
    """Takes the answer of most worth.

    `blur` is how far its eye for worth is off, as a share, and `haste` how often it takes one of
    the `first` answers that come to mind.
    """

    def __init__(
        self, advisor: Advisor, blur: float, haste: float = 0.0, first: int = FIRST
    ) -> None:
        self.advisor = advisor
        self.blur = blur
        self.haste = haste
        self.first = first

    def choose(self, game: AnyGame, seat: Seat, rng: Random, budget: Budget) -> Chosen:
        """Answer what seems best at a glance."""
        advice = advice_of(self.advisor, game, seat)
        best = self._picked(advice, rng)
        return Chosen(best.answer, best.kind, lambda: self.advisor.explain(game, seat, best))

    def _picked(self, advice: Sequence[Advice], rng: Random) -> Advice:
        if self.haste and rng.random() < self.haste:
            return rng.choice(sorted(advice, key=lambda one: -one.worth)[: self.first])
        seen = [(self._seen(one.worth, rng), -n) for n, one in enumerate(advice)]
        return advice[-max(seen)[1]]

    def _seen(self, worth: float, rng: Random) -> float:
        """Misjudge worth: large things by more than small ones, but never gain for loss."""
        return worth * max(LEAST, rng.gauss(1.0, self.blur)) + rng.gauss(0.0, TIE)
