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
from typing import Any, Final, Protocol, runtime_checkable

from msgspec import Struct

from walstatt.ai.player import Budget, Chosen, Why
from walstatt.i18n.catalogue import say
from walstatt.kernel.advice import Advice, Advisor, advice_of
from walstatt.kernel.chance import Outcomes, Request, Roll, Seeded
from walstatt.kernel.decisions import Answer
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat

VICTORY: Final = 25.0
"""What winning is worth, in points of a game that says nothing else."""
LONGEST: Final = 400
"""How many answers a try goes on for at most."""
JITTER: Final = 0.05
"""What results vary by even if a few of them happen to be the same."""
HANDOVER: Final = 0.05
"""The share of the time that is kept for taking the answer to whoever asked."""


@runtime_checkable
class TurnAdvisor(Advisor, Protocol):
    """A judgement that can also tell turns apart, and luck from skill, as searching needs it."""

    def turn(self, game: AnyGame) -> Hashable:
        """Name the turn that is being played."""

    def fortune(self, game: AnyGame, seat: Seat, roll: Roll[Any], fallen: Outcomes) -> float:
        """Tell by how much a roll went better for a seat than on average, in points of worth."""


@runtime_checkable
class Planner(Advisor, Protocol):
    """A judgement that looks at a position once for all the tries that begin there."""

    def plan(self, game: AnyGame, seat: Seat) -> TurnAdvisor:
        """Give the judgement of one decision: of the game itself, and of all that is tried."""


class Effort(Struct, frozen=True):
    """How widely, how far and how long a player searches."""

    width: int = 6
    """How many answers are compared at a time."""
    most: int = 12
    """How many answers are tried at most, one after the other."""
    margin: float = 1.2
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
    tries: int | None = None
    """How often answers are tried at most, where many decisions share the time of a turn."""
    by_act: bool = True
    """Whether other acts roll other dice; if not, all answers are tried with equally good rolls."""
    victory: float = VICTORY
    """What winning is worth, in the points of the game."""


class WeighedDice:
    """Dice that fall the same for the same act, and know how lucky a seat was with them."""

    def __init__(self, key: str, seat: Seat, advisor: TurnAdvisor, *, by_act: bool = True) -> None:
        self._by_act = by_act
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
        act = self._act if self._by_act and isinstance(request, Roll) else ""
        name = f"{self._key}/{self._turn}/{act}/{request.seat}/{request.purpose}"
        self._asked[name] = number = self._asked.get(name, 0) + 1
        fallen = Seeded(f"{name}/{number}").resolve(request)
        if isinstance(request, Roll) and self._game is not None:
            self.luck += self._advisor.fortune(self._game, self._seat, request, fallen)
        return fallen


class Line(Struct, frozen=True, gc=False):
    """One try: what came of it, and which of the answers in question the seat gave in it."""

    result: float
    glance: float
    """What all that was done seemed to be worth before anything was tried."""
    deeds: frozenset[str]


class Arm:
    """An answer that is tried, with what came of it."""

    __slots__ = ("advice", "lines", "prior")

    def __init__(self, advice: Advice, prior: float) -> None:
        self.advice = advice
        self.prior = prior
        """How much worse than the best it looks at a glance."""
        self.lines: list[Line] = []

    def is_like(self, other: Arm) -> bool:
        """Tell whether it always comes to exactly the same as another."""
        pairs = zip(self.lines, other.lines, strict=False)
        return all(a.result == b.result for a, b in pairs)

    def lead(self, other: Arm, trust: float) -> tuple[float, float]:
        """Tell by how much it does better than another, and how far that may be off."""
        pairs = list(zip(self.lines, other.lines, strict=False))
        if not pairs:
            return self.prior - other.prior, float("inf")
        gaps = [a.result - b.result for a, b in pairs]
        glance = sum(a.glance - b.glance for a, b in pairs) / len(pairs)
        mean = sum(gaps) / len(gaps)
        spread = sum((gap - mean) ** 2 for gap in gaps) / max(1, len(gaps) - 1)
        lead = (sum(gaps) + trust * glance) / (len(gaps) + trust)
        return lead, sqrt((spread + JITTER) / len(gaps))


class Search:
    """One decision being thought over."""

    def __init__(
        self,
        advisor: TurnAdvisor,
        effort: Effort,
        game: AnyGame,
        seat: Seat,
        key: str,
        spare: float = 0.0,
    ) -> None:
        self.advisor = advisor
        self.effort = effort
        self.game = game
        self.seat = seat
        self.key = key
        self.spare = spare
        """The seconds that are kept for what comes after the search."""
        self.tries = 0
        self._slowest = 0.0
        self._seemed: dict[str, float] = {}
        self._guesses: list[AnyGame] = []

    def best(self, advice: Sequence[Advice], budget: Budget) -> Advice:
        """Find the answer that turns out best."""
        first, *waiting = self._arms(advice)
        if waiting and self._try(first, 1, budget):
            waiting = self._others(waiting, first.lines[0])
        arms, rounds = [first], 0
        while waiting or len(arms) > 1:
            missing = self.effort.width - len(arms)
            arms, waiting = arms + waiting[:missing], waiting[missing:]
            rounds += 1
            if not all(self._try(arm, rounds, budget) for arm in arms):
                break
            if rounds % self.effort.batch == 0:
                arms = self._hopeful(arms)
        return self._first(arms).advice

    def _arms(self, advice: Sequence[Advice]) -> list[Arm]:
        """Take the answers that come near the one that looks best, which is the first."""
        self._seemed = {repr(one.answer): one.worth for one in advice}
        ranked = sorted(advice, key=lambda one: -one.worth)
        top = ranked[0].worth
        near = [one for one in ranked if one.worth >= top - self.effort.margin]
        return [Arm(one, one.worth - top) for one in near]

    def _others(self, arms: Sequence[Arm], line: Line) -> list[Arm]:
        """Put behind what would be done anyhow, only later; what is left are other plans."""
        found = sorted(arms, key=lambda arm: repr(arm.advice.answer) in line.deeds)
        return found[: self.effort.most - 1]

    def _try(self, arm: Arm, times: int, budget: Budget) -> bool:
        """Try an answer until it was tried so many times, unless the budget is spent."""
        while len(arm.lines) < times:
            if self._is_over(budget):
                return False
            began = budget.now()
            arm.lines.append(self._tried(len(arm.lines), arm.advice))
            self.tries += 1
            self._slowest = max(self._slowest, budget.now() - began)
        return True

    def _is_over(self, budget: Budget) -> bool:
        if self.effort.tries is not None and self.tries >= self.effort.tries:
            return True
        if budget.playouts is not None:
            return self.tries >= budget.playouts or budget.is_spent
        return budget.is_spent or budget.left < self._slowest + self.spare

    def _hopeful(self, arms: list[Arm]) -> list[Arm]:
        """Drop what is too far behind the best, or comes to the same as another answer."""
        best = self._first(arms)
        kept = [best]
        for arm in arms:
            lead, error = best.lead(arm, self.effort.trust)
            if lead < self.effort.sure * error and not any(arm.is_like(one) for one in kept):
                kept.append(arm)
        return kept

    def _first(self, arms: list[Arm]) -> Arm:
        """Find the best so far; without tries the one that looks best."""
        best = arms[0]
        for arm in arms[1:]:
            if arm.lead(best, self.effort.trust)[0] > 0:
                best = arm
        return best

    def _imagined(self, number: int) -> AnyGame:
        """Deal what is hidden for a try: the same for all answers."""
        while len(self._guesses) <= number:
            rng = Random(f"{self.key}/{len(self._guesses)}")
            self._guesses.append(self.game.imagine(self.seat, rng))
        return self._guesses[number]

    def _tried(self, number: int, advice: Advice) -> Line:
        """Play on after an answer, as the advisor would for all, and judge where that leads."""
        key, by_act = f"{self.key}/{number}", self.effort.by_act
        dice = WeighedDice(key, self.seat, self.advisor, by_act=by_act)
        game = self._imagined(number).clone(dice)
        now = self.advisor.turn(game)
        left = self.effort.turns
        deeds = [repr(advice.answer)]
        dice.watch(game, advice.answer)
        game.apply(self.seat, advice.answer, advice.kind)
        for _ in range(LONGEST):
            if game.outcome is not None:
                won = self.seat in game.outcome.winners
                return self._line(self.effort.victory * (1 if won else -1), deeds)
            turn = self.advisor.turn(game)
            if turn != now:
                now, left = turn, left - 1
            if not left:
                break
            seat = game.to_act[0]
            best = max(self.advisor.advise(game, seat), key=_worth)
            if seat == self.seat:
                deeds.append(repr(best.answer))
            dice.watch(game, best.answer)
            game.apply(seat, best.answer, best.kind)
        worth = self.advisor.worth(game, self.seat)
        return self._line(worth - self.effort.luck * dice.luck, deeds)

    def _line(self, result: float, deeds: Sequence[str]) -> Line:
        known = [deed for deed in dict.fromkeys(deeds) if deed in self._seemed]
        return Line(result, sum(self._seemed[deed] for deed in known), frozenset(known))


def _worth(advice: Advice) -> float:
    return advice.worth


class SearchingPlayer:
    """Answers what turned out best when it was tried."""

    def __init__(self, advisor: TurnAdvisor | Planner, effort: Effort) -> None:
        self.advisor = advisor
        self.effort = effort

    def choose(self, game: AnyGame, seat: Seat, rng: Random, budget: Budget) -> Chosen:
        """Try the likely answers for as long as the budget allows."""
        began = budget.now()
        advisor = self._planned(game, seat)
        advice = advice_of(advisor, game, seat)
        spare = budget.now() - began  # Explaining takes about as long.
        spare += HANDOVER * budget.ms / 1000
        search = Search(advisor, self.effort, game, seat, f"{rng.random()}", spare)
        best = search.best(advice, budget)

        def reasons() -> Why:
            return (*self.advisor.explain(game, seat, best), *_told(search, best, advice))

        return Chosen(best.answer, best.kind, reasons)

    def _planned(self, game: AnyGame, seat: Seat) -> TurnAdvisor:
        advisor = self.advisor
        return advisor.plan(game, seat) if isinstance(advisor, Planner) else advisor


def _told(search: Search, best: Advice, advice: Sequence[Advice]) -> Why:
    """Say what trying it out has shown, if it has shown anything."""
    if not search.tries:
        return ()
    surprising = best.worth < max(advice, key=_worth).worth
    return (say(f"ai.why.{'tried_better' if surprising else 'tried'}", n=search.tries),)
