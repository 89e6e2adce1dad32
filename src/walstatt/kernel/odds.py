"""Exact odds, from the very reading that resolves the roll."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import factorial
from typing import Any

from walstatt.kernel.chance import Die, Meaning, Outcomes, Roll, outcomes
from walstatt.kernel.ids import Face


def distribution(roll: Roll[Any]) -> Mapping[Any, Fraction]:
    """Give every result of a roll with its exact probability."""
    if roll.meaning is None:
        raise ValueError(f"the roll for {roll.purpose} has no meaning to compute odds from")
    return _distribution(roll.die.faces, roll.count, roll.meaning)


@lru_cache(maxsize=4096)
def _distribution(faces: tuple[Face, ...], count: int, meaning: Meaning) -> Mapping[Any, Fraction]:
    ways = _in_order(faces, count) if meaning.ordered else _multisets(faces, count)
    result: dict[Any, Fraction] = {}
    for outcome, chance in ways:
        read = meaning.read(outcome)
        result[read] = result.get(read, Fraction(0)) + chance
    return result


def _in_order(faces: tuple[Face, ...], count: int) -> Iterator[tuple[Outcomes, Fraction]]:
    return outcomes(Roll("", "", Die("", faces), count))


def _multisets(faces: tuple[Face, ...], count: int) -> Iterator[tuple[Outcomes, Fraction]]:
    weights: dict[Face, int] = {}
    for face in faces:
        weights[face] = weights.get(face, 0) + 1
    every = Fraction(factorial(count), len(faces) ** count)
    yield from _share(list(weights.items()), count, (), every)


def _share(
    weights: list[tuple[Face, int]], left: int, sofar: Outcomes, chance: Fraction
) -> Iterator[tuple[Outcomes, Fraction]]:
    (face, weight), rest = weights[0], weights[1:]
    if not rest:
        yield sofar + (face,) * left, chance * weight**left / factorial(left)
        return
    for times in range(left + 1):
        part = chance * weight**times / factorial(times)
        yield from _share(rest, left - times, sofar + (face,) * times, part)


def expected(odds: Mapping[Any, Fraction], value: Callable[[Any], int]) -> Fraction:
    """Give the mean of a value over a distribution."""
    return sum((chance * value(result) for result, chance in odds.items()), Fraction(0))


def tally(odds: Mapping[Any, Fraction], value: Callable[[Any], Any]) -> dict[Any, Fraction]:
    """Give the distribution of one aspect of the results."""
    counted: dict[Any, Fraction] = {}
    for result, chance in odds.items():
        key = value(result)
        counted[key] = counted.get(key, Fraction(0)) + chance
    return counted


def at_least(odds: Mapping[Any, Fraction], value: Callable[[Any], int], least: int) -> Fraction:
    """Give the probability that a value reaches a number."""
    return sum((chance for result, chance in odds.items() if value(result) >= least), Fraction(0))
