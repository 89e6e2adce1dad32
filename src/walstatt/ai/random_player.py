"""The player who draws lots."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from walstatt.ai.player import Budget, Chosen
from walstatt.i18n.catalogue import say
from walstatt.kernel.decisions import Answer, kind_of
from walstatt.kernel.errors import DeadEnd
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat
from walstatt.workshop.playout import STANDING, allowed


class RandomPlayer:
    """Answers at random, and now and then does what it may do unasked."""

    def choose(self, game: AnyGame, seat: Seat, rng: Random, budget: Budget) -> Chosen:
        """Draw one of the legal answers."""
        if rng.random() < STANDING:
            for decision in game.standing(seat):
                offers = allowed(game, decision, rng)
                if offers:
                    return _drawn(offers, rng, kind_of(decision))
        listed = game.options(seat)
        if listed is None:
            return Chosen(game.pick(seat, rng), "", lambda: (say("ai.why.any"),))
        if not listed:
            raise DeadEnd.of(seat, game.decision(seat))
        return _drawn(listed, rng)


def _drawn(choices: Sequence[Answer], rng: Random, kind: str = "") -> Chosen:
    answer, count = rng.choice(choices), len(choices)
    return Chosen(answer, kind, lambda: (say("ai.why.lot", n=count),))
