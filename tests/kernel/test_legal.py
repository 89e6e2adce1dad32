"""Legal answers are judged one by one, and only as far as anybody looks."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from walstatt.kernel.decisions import Answer, Decision, Violation, refuse
from walstatt.kernel.ids import Seat
from walstatt.kernel.legal import TRIES, Legal

ANN = Seat("ann")


class Take(Answer, frozen=True, tag="take"):
    n: int


class Even(Decision[Take], frozen=True, tag="even"):
    """Take an even number; the context counts how often somebody asked."""

    answers = (Take,)

    def check(self, ctx: list[int], answer: Take) -> list[Violation]:
        ctx.append(answer.n)
        return [refuse("PEB-1", "odd")] if answer.n % 2 else []


def takes(*numbers: int) -> Sequence[Take]:
    return [Take(n) for n in numbers]


def test_counting_judges_no_more_than_needed() -> None:
    asked: list[int] = []
    legal = Legal(Even(ANN), takes(1, 2, 3, 4, 6))
    assert len(legal.first(asked, 1)) == 1
    assert asked == [1, 2]
    assert len(legal.first(asked, 2)) == 2
    assert asked == [1, 2, 3, 4]
    assert len(legal.first(asked, 2)) == 2
    assert asked == [1, 2, 3, 4]


def test_counting_beyond_what_there_is_judges_each_once() -> None:
    asked: list[int] = []
    legal = Legal(Even(ANN), takes(1, 2, 3))
    assert len(legal.first(asked, 2)) == 1
    assert len(legal.first(asked, 2)) == 1
    assert asked == [1, 2, 3]


def test_all_are_listed_in_order_and_judged_once() -> None:
    asked: list[int] = []
    legal = Legal(Even(ANN), takes(4, 1, 2))
    assert len(legal.first(asked, 1)) == 1
    assert legal.all(asked) == (Take(4), Take(2))
    assert legal.all(asked) == (Take(4), Take(2))
    assert asked == [4, 1, 2]


def test_nothing_legal_is_an_empty_list() -> None:
    legal = Legal(Even(ANN), takes(1, 3))
    assert (list(legal.first([], 1)), legal.all([])) == ([], ())


def picked(decision: Even, candidates: Sequence[Take], times: int) -> Counter[int]:
    rng = Random(5)
    found: Counter[int] = Counter()
    for _ in range(times):
        answer = Legal(decision, candidates).pick([], rng)
        assert isinstance(answer, Take)
        found[answer.n] += 1
    return found


def test_every_legal_answer_is_picked_equally_often_and_no_other() -> None:
    found = picked(Even(ANN), takes(1, 2, 3, 4, 5, 6), 3000)
    assert set(found) == {2, 4, 6}
    assert all(900 < count < 1100 for count in found.values())


def test_a_rare_legal_answer_is_found_after_a_few_tries() -> None:
    asked: list[int] = []
    legal = Legal(Even(ANN), takes(*range(1, 2001, 2), 2, 4))
    rng = Random(1)
    assert {legal.pick(asked, rng) for _ in range(30)} == {Take(2), Take(4)}
    assert len(asked) <= 1002 + 30 * TRIES


def test_what_is_known_is_judged_in_the_context_that_asks() -> None:
    first: list[int] = []
    second: list[int] = []
    legal = Legal(Even(ANN), takes(1, 2, 3, 4))
    legal.first(first, 1)
    assert legal.all(second) == (Take(2), Take(4))
    assert (first, second) == ([1, 2], [3, 4])
