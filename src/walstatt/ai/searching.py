"""The player who tries things out: plays its likely answers to the end of the turn, many times.

Every try deals anew what is hidden, rolls dice of its own and lets the advisor answer for all
seats: an open-loop search whose moves are whole turns. All answers are tried with the same cards
and dice, the hopeless ones are dropped, and the tries go on with the rest until the budget is spent
or the best is beyond doubt.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import sqrt
from random import Random
from time import monotonic
from typing import Any, Final, Protocol, runtime_checkable

from msgspec import Struct

from walstatt.ai.player import Budget, Chosen
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.advice import Advice, Advisor
from walstatt.kernel.chance import Outcomes, Request, Roll, Seeded
from walstatt.kernel.decisions import Answer
from walstatt.kernel.errors import DeadEnd
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat

VICTORY: Final = 25.0
"""What winning is worth, in the points of the games."""
LONGEST: Final = 400
"""How many answers a try goes on for at most."""
JITTER: Final = 0.05
"""What results vary by even if a few of them happen to be the same."""


@runtime_checkable
class TurnAdvisor(Advisor, Protocol):
    """A judgement that can also tell turns apart, and luck from skill, as searching needs it."""

    def turn(self, game: AnyGame) -> Hashable:
        """Name the turn that is being played."""

    def fortune(self, game: AnyGame, seat: Seat, roll: Roll[Any], fallen: Outcomes) -> float:
        """Tell by how much a roll went better for a seat than on average, in points of worth."""


class Effort(Struct, frozen=True):
    """How widely, how far and how long a player searches."""

    width: int = 6
    """How many answers are tried at most."""
    margin: float = 0.6
    """How much worse than the best an answer may look to be tried."""
    turns: int = 1
    """How many turns a try looks ahead: one's own, the enemy's reply, ..."""
    trust: float = 4.0
    """How many tries the advisor's own word counts as much as."""
    batch: int = 2
    """How often every answer is tried before any is dropped."""
    luck: float = 1.0
    """How much of what dice brought beyond their average is taken out of every result."""
    sure: float = 2.5
    """By how many standard errors an answer must be behind to be dropped."""


class WeighedDice:
    """Dice that fall the same for the same act, and know how lucky a seat was with them."""

    def __init__(self, key: str, seat: Seat, advisor: TurnAdvisor) -> None:
        self._key = key
        self._seat = seat
        self._advisor = advisor
        self._game: AnyGame | None = None
        self._turn = self._act = self._last = ""
        self._asked: dict[str, int] = {}
        self.luck = 0.0
        """What the seat gained by them beyond the average."""

    def watch(self, game: AnyGame, answer: Answer) -> None:
        """Look on while an answer is given: what is rolled next, is rolled because of it."""
        self._game = game
        self._turn = repr(self._advisor.turn(game))
        now = repr(answer)
        self._act, self._last = f"{self._last}{now}", now

    def resolve(self, request: Request) -> Outcomes:
        """Roll or draw, and weigh what fell."""
        act = self._act if isinstance(request, Roll) else ""
        name = f"{self._key}/{self._turn}/{act}/{request.seat}/{request.purpose}"
        self._asked[name] = number = self._asked.get(name, 0) + 1
        fallen = Seeded(f"{name}/{number}").resolve(request)
        if isinstance(request, Roll) and self._game is not None:
            self.luck += self._advisor.fortune(self._game, self._seat, request, fallen)
        return fallen


class Arm:
    """An answer that is tried, with what came of it."""

    __slots__ = ("advice", "prior", "results")

    def __init__(self, advice: Advice, prior: float) -> None:
        self.advice = advice
        self.prior = prior
        """How much worse than the best it looks at a glance."""
        self.results: list[float] = []

    def lead(self, other: Arm, trust: float) -> tuple[float, float]:
        """Tell by how much it does better than another, and how far that may be off."""
        gaps = [a - b for a, b in zip(self.results, other.results, strict=False)]
        glance = trust * (self.prior - other.prior)
        if not gaps:
            return self.prior - other.prior, float("inf")
        mean = sum(gaps) / len(gaps)
        spread = sum((gap - mean) ** 2 for gap in gaps) / max(1, len(gaps) - 1)
        return (sum(gaps) + glance) / (len(gaps) + trust), sqrt((spread + JITTER) / len(gaps))


class Search:
    """One decision being thought over."""

    def __init__(
        self, advisor: TurnAdvisor, effort: Effort, game: AnyGame, seat: Seat, key: str
    ) -> None:
        self.advisor = advisor
        self.effort = effort
        self.game = game
        self.seat = seat
        self.key = key
        self.tries = 0
        self._slowest = 0.0

    def best(self, advice: Sequence[Advice], budget: Budget) -> Advice:
        """Find the answer that turns out best."""
        arms = self._arms(advice)
        number = 0
        while len(arms) > 1 and self._round(arms, number, budget):
            number += 1
            if number % self.effort.batch == 0:
                arms = self._hopeful(arms)
        return self._first(arms).advice

    def _arms(self, advice: Sequence[Advice]) -> list[Arm]:
        """Take the answers that look best, as far as they come near the very best."""
        ranked = sorted(advice, key=lambda one: -one.worth)
        top = ranked[0].worth
        near = [one for one in ranked if one.worth >= top - self.effort.margin]
        return [Arm(one, one.worth - top) for one in near[: self.effort.width]]

    def _round(self, arms: list[Arm], number: int, budget: Budget) -> bool:
        """Try every answer once with the same cards and dice, unless the budget is spent."""
        guess: AnyGame | None = None
        for arm in arms:
            if self._is_over(budget):
                return False
            if guess is None:
                guess = self.game.imagine(self.seat, Random(f"{self.key}/{number}"))
            began = monotonic()
            arm.results.append(self._tried(guess, number, arm.advice))
            self.tries += 1
            self._slowest = max(self._slowest, monotonic() - began)
        return True

    def _is_over(self, budget: Budget) -> bool:
        if budget.playouts is not None:
            return self.tries >= budget.playouts or budget.is_spent
        return budget.is_spent or budget.left < self._slowest

    def _hopeful(self, arms: list[Arm]) -> list[Arm]:
        """Drop what is too far behind the best, or comes to the same as another answer."""
        best = self._first(arms)
        kept = [best]
        for arm in arms:
            lead, error = best.lead(arm, self.effort.trust)
            if lead < self.effort.sure * error and all(arm.results != one.results for one in kept):
                kept.append(arm)
        return kept

    def _first(self, arms: list[Arm]) -> Arm:
        """Find the best so far; without tries the one that looks best."""
        best = arms[0]
        for arm in arms[1:]:
            if arm.lead(best, self.effort.trust)[0] > 0:
                best = arm
        return best

    def _tried(self, guess: AnyGame, number: int, advice: Advice) -> float:
        """Play on after an answer, as the advisor would for all, and judge where that leads."""
        dice = WeighedDice(f"{self.key}/{number}", self.seat, self.advisor)
        game = guess.clone(dice)
        now = self.advisor.turn(game)
        left = self.effort.turns
        dice.watch(game, advice.answer)
        game.apply(self.seat, advice.answer, advice.kind)
        for _ in range(LONGEST):
            if game.outcome is not None:
                return VICTORY if self.seat in game.outcome.winners else -VICTORY
            turn = self.advisor.turn(game)
            if turn != now:
                now, left = turn, left - 1
            if not left:
                break
            seat = game.to_act[0]
            best = max(self.advisor.advise(game, seat), key=_worth)
            dice.watch(game, best.answer)
            game.apply(seat, best.answer, best.kind)
        return self.advisor.worth(game, self.seat) - self.effort.luck * dice.luck


def _worth(advice: Advice) -> float:
    return advice.worth


class SearchingPlayer:
    """Answers what turned out best when it was tried."""

    def __init__(self, advisor: TurnAdvisor, effort: Effort) -> None:
        self.advisor = advisor
        self.effort = effort

    def choose(self, game: AnyGame, seat: Seat, rng: Random, budget: Budget) -> Chosen:
        """Try the likely answers for as long as the budget allows."""
        advice = self.advisor.advise(game, seat)
        if not advice:
            raise DeadEnd(f"{seat} has no legal answer to {game.decision(seat)}")
        search = Search(self.advisor, self.effort, game, seat, f"{rng.random()}")
        best = search.best(advice, budget)
        why = self.advisor.explain(game, seat, best)
        return Chosen(best.answer, best.kind, (*why, *_told(search, best, advice)))


def _told(search: Search, best: Advice, advice: Sequence[Advice]) -> tuple[Message, ...]:
    """Say what trying it out has shown, if it has shown anything."""
    if not search.tries:
        return ()
    surprising = best.worth < max(advice, key=_worth).worth
    return (say(f"ai.why.{'tried_better' if surprising else 'tried'}", n=search.tries),)
