"""The legal answers to a decision, judged one by one and only as far as anybody looks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from walstatt.kernel.decisions import Answer, Decision

TRIES = 8
"""How often a random candidate is tried before all of them are judged."""


class Legal:
    """The candidates for one decision and what is known about them, in their order.

    It holds no position: whoever asks brings the context, which may be that of a clone.
    """

    __slots__ = ("_candidates", "_decision", "_found", "_judged")

    def __init__(self, decision: Decision[Any], candidates: Sequence[Answer]) -> None:
        self._decision = decision
        self._candidates = candidates
        self._found: list[Answer] = []
        self._judged = 0

    def first(self, ctx: Any, count: int) -> Sequence[Answer]:
        """List the first ones, as many as wanted or as are known, judging no more than needed."""
        found, candidates = self._found, self._candidates
        check = self._decision.check
        while len(found) < count and self._judged < len(candidates):
            answer = candidates[self._judged]
            self._judged += 1
            if not check(ctx, answer):
                found.append(answer)
        return found

    def all(self, ctx: Any) -> tuple[Answer, ...]:
        """List them."""
        return tuple(self.first(ctx, len(self._candidates)))

    def pick(self, ctx: Any, rng: Random) -> Answer:
        """Choose one at random, each with the same chance."""
        candidates = self._candidates
        for _ in range(TRIES):
            answer = candidates[int(rng.random() * len(candidates))]
            if not self._decision.check(ctx, answer):
                return answer
        found = self.all(ctx)
        return found[int(rng.random() * len(found))]
