"""The player who does what its game's advisor thinks best, more or less."""

from __future__ import annotations

from random import Random
from typing import Final

from walstatt.ai.player import Budget, Chosen
from walstatt.kernel.advice import Advisor
from walstatt.kernel.errors import DeadEnd
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat

LEAST: Final = 0.1
"""The share of its worth that is always seen in a thing."""
TIE: Final = 0.003
"""What decides between answers of the same worth."""


class AdvisedPlayer:
    """Takes the answer of most worth; `blur` is how far its eye for worth is off, as a share."""

    def __init__(self, advisor: Advisor, blur: float) -> None:
        self.advisor = advisor
        self.blur = blur

    def choose(self, game: AnyGame, seat: Seat, rng: Random, budget: Budget) -> Chosen:
        """Answer what seems best at a glance."""
        advice = self.advisor.advise(game, seat)
        if not advice:
            raise DeadEnd(f"{seat} has no legal answer to {game.decision(seat)}")
        seen = [(self._seen(one.worth, rng), -n) for n, one in enumerate(advice)]
        best = advice[-max(seen)[1]]
        return Chosen(best.answer, best.kind, self.advisor.explain(game, seat, best))

    def _seen(self, worth: float, rng: Random) -> float:
        """Misjudge worth: large things by more than small ones, but never gain for loss."""
        return worth * max(LEAST, rng.gauss(1.0, self.blur)) + rng.gauss(0.0, TIE)
