"""Mutants: what can be wrong in a function, and putting it into the living one."""

from __future__ import annotations

import weakref
from pathlib import Path
from typing import Any

import pytest

from tools.mutants import WrongFile, difference, living, put_in
from tools.mutate import interval

TEXT = """
def same(function):
    return function


LIMIT = 3


@same
def is_near(far, limit=4):
    if far < limit:
        return True
    return (
        far == 10
    )
"""


def changes(wrong: WrongFile) -> dict[str, int]:
    made = [wrong.mutant(number) for number in range(len(wrong.mutations))]
    return {difference(one, TEXT)[-1].strip("+ "): one.number for one in made}


def written(folder: Path) -> tuple[str, dict[str, Any]]:
    file = folder / "near.py"
    file.write_text(TEXT, encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(TEXT, str(file), "exec"), names)  # noqa: S102 - the text above
    return str(file), names


def test_decorated_functions_are_mutated_and_constants_of_modules_are_not() -> None:
    found = changes(WrongFile("near.py", TEXT))
    assert set(found) == {
        "def is_near(far, limit=5):",
        "if far <= limit:",
        "return False",
        "far != 10",
        "far == 11",
    }


def test_a_dead_weak_proxy_does_not_disturb_the_search_for_functions() -> None:
    gone = weakref.proxy(WrongFile("near.py", TEXT))
    with pytest.raises(ReferenceError):
        gone.mutant(0)
    assert any(one.__name__ == "living" for one in living()[living.__code__.co_filename])


def test_a_mutant_knows_its_statement_and_where_its_function_begins() -> None:
    wrong = WrongFile("near.py", TEXT)
    found = changes(wrong)
    assert wrong.mutant(found["far == 11"]).lines == (13, 15)
    assert wrong.mutant(found["if far <= limit:"]).lines == (11, 11)
    assert {wrong.mutant(one).begins for one in found.values()} == {9}


@pytest.mark.parametrize(
    ("change", "far", "right", "wrong"),
    [
        ("if far <= limit:", 4, False, True),
        ("far == 11", 10, True, False),
        ("def is_near(far, limit=5):", 4, False, True),
    ],
)
def test_the_living_function_becomes_wrong(
    change: str, far: int, *, right: bool, wrong: bool, tmp_path: Path
) -> None:
    file, names = written(tmp_path)
    is_near = names["is_near"]
    assert is_near(far) is right
    mutants = WrongFile(file, TEXT)
    mutant = mutants.mutant(changes(mutants)[change])
    assert put_in(mutant, TEXT, file, living()[file]) == 1
    assert is_near(far) is wrong


def test_the_interval_of_a_share() -> None:
    low, high = interval(54, 60)
    assert (round(low, 3), round(high, 3)) == (0.799, 0.953)
    assert interval(0, 0) == (0.0, 1.0)
