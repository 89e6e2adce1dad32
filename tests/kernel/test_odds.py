from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from walstatt.kernel.chance import D6, Die, Meaning, Roll, numbered
from walstatt.kernel.odds import _distribution, at_least, distribution, expected, tally

BATTLE = Die("battle", ("foot", "foot", "horse", "flag", "sabre", "gun"))


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    _distribution.cache_clear()


class Sum(Meaning, frozen=True, tag="test_odds.sum"):
    def read(self, faces: Sequence[Any]) -> int:
        return sum(faces)


class Hits(Meaning, frozen=True, tag="test_odds.hits"):
    on: str

    def read(self, faces: Sequence[Any]) -> tuple[int, int]:
        return faces.count(self.on), faces.count("flag")


class Written(Meaning, frozen=True, tag="test_odds.written"):
    """The first die is the tens, the second the ones."""

    ordered: ClassVar[bool] = True

    def read(self, faces: Sequence[Any]) -> int:
        return int("".join(str(face) for face in faces))


class Faces(Meaning, frozen=True, tag="test_odds.faces"):
    def read(self, faces: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(sorted(faces))


class Counted(Meaning, frozen=True, tag="test_odds.counted"):
    reads: ClassVar[list[tuple[Any, ...]]] = []

    def read(self, faces: Sequence[Any]) -> int:
        self.reads.append(tuple(faces))
        return 0


def roll(die: Die[Any], count: int, meaning: Meaning | None) -> Roll[Any]:
    return Roll("toy.fire", "TOY-4.1", die, count, meaning=meaning)


def brute_force(die: Die[Any], count: int, meaning: Meaning) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for faces in product(die.faces, repeat=count):
        result = meaning.read(faces)
        found[result] = found.get(result, Fraction(0)) + Fraction(1, len(die.faces) ** count)
    return found


def test_the_sum_of_two_dice() -> None:
    odds = distribution(roll(D6, 2, Sum()))
    assert odds == {two: Fraction(6 - abs(7 - two), 36) for two in range(2, 13)}


def test_hits_on_a_face_that_stands_twice() -> None:
    odds = distribution(roll(BATTLE, 2, Hits("foot")))
    assert odds == {
        (0, 0): Fraction(9, 36),
        (0, 1): Fraction(6, 36),
        (0, 2): Fraction(1, 36),
        (1, 0): Fraction(12, 36),
        (1, 1): Fraction(4, 36),
        (2, 0): Fraction(4, 36),
    }


def test_each_reading_of_the_same_dice_has_its_own_odds() -> None:
    assert distribution(roll(BATTLE, 1, Hits("foot")))[1, 0] == Fraction(1, 3)
    assert distribution(roll(BATTLE, 1, Hits("gun")))[1, 0] == Fraction(1, 6)


def test_seven_dice_are_exact() -> None:
    odds = tally(distribution(roll(BATTLE, 7, Hits("foot"))), lambda hits: hits[0])
    assert odds == {n: Fraction(comb(7, n) * 2**n * 4 ** (7 - n), 6**7) for n in range(8)}


def test_dice_that_need_no_order_are_read_once_for_each_hand() -> None:
    Counted.reads.clear()
    assert distribution(roll(D6, 7, Counted())) == {0: 1}
    assert len(Counted.reads) == len(set(Counted.reads)) == comb(7 + 5, 5)


def test_no_dice_have_one_result() -> None:
    assert distribution(roll(D6, 0, Sum())) == {0: 1}


def test_a_die_with_one_face_is_certain() -> None:
    assert distribution(roll(numbered(1), 3, Sum())) == {3: 1}


def test_dice_read_in_order_keep_their_order() -> None:
    odds = distribution(roll(numbered(3), 2, Written()))
    assert odds == dict.fromkeys([11, 12, 13, 21, 22, 23, 31, 32, 33], Fraction(1, 9))


def test_dice_read_in_order_may_repeat_faces() -> None:
    odds = distribution(roll(Die("odd", (1, 1, 2)), 2, Written()))
    assert odds == {11: Fraction(4, 9), 12: Fraction(2, 9), 21: Fraction(2, 9), 22: Fraction(1, 9)}


def test_a_roll_without_meaning_has_no_odds() -> None:
    with pytest.raises(ValueError, match=r"^the roll for toy\.fire has no meaning to compute odds"):
        distribution(roll(D6, 2, None))


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.integers(0, 4), st.booleans())
def test_odds_agree_with_counting_every_outcome(
    faces: list[int], count: int, ordered: bool
) -> None:
    die = Die("odd", tuple(faces))
    meaning = Written() if ordered and count else Faces()
    odds = distribution(roll(die, count, meaning))
    assert odds == brute_force(die, count, meaning)
    assert sum(odds.values()) == 1


def test_the_mean_of_two_dice_is_seven() -> None:
    odds = distribution(roll(D6, 2, Sum()))
    assert expected(odds, lambda pips: pips) == 7
    assert expected(odds, lambda pips: pips * pips) == Fraction(1974, 36)


def test_the_mean_of_nothing_is_zero() -> None:
    assert isinstance(expected({}, int), Fraction)
    assert expected({}, int) == 0


def test_a_tally_joins_results_that_look_alike() -> None:
    odds = distribution(roll(D6, 2, Sum()))
    assert tally(odds, lambda pips: pips % 2 == 0) == {True: Fraction(1, 2), False: Fraction(1, 2)}
    assert tally(odds, lambda pips: pips >= 10) == {False: Fraction(5, 6), True: Fraction(1, 6)}


def test_the_chance_to_reach_a_number_includes_it() -> None:
    odds = distribution(roll(D6, 2, Sum()))
    assert at_least(odds, int, 10) == Fraction(6, 36)
    assert at_least(odds, int, 2) == 1
    assert at_least(odds, int, 13) == 0
    assert isinstance(at_least(odds, int, 13), Fraction)
