"""The cases of In Death Ground: every worked example and every ambiguity has one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.idg.speaking import assert_speakable
from walstatt.games.idg.options import IdgOptions
from walstatt.workshop.case_playing import play_case
from walstatt.workshop.cases import Case, load_cases

CASES = load_cases([Path(__file__).parents[3] / "cases" / "idg"])
EXAMPLES = 67
AMBIGUITIES = 71


def named(letter: str) -> set[int]:
    """List the numbers that the titles of cases begin with."""
    heads = [case.name.partition(":")[0] for case in CASES if ":" in case.name]
    return {int(n) for head in heads for n in re.findall(rf"\b{letter}(\d+)", head)}


def test_there_are_many_cases() -> None:
    assert len(CASES) >= 300


def test_every_worked_example_has_a_case() -> None:
    assert set(range(1, EXAMPLES + 1)) <= named("E")


def test_every_ambiguity_has_a_case() -> None:
    assert set(range(1, AMBIGUITIES + 1)) <= named("A")


def test_a_case_named_after_an_ambiguity_proves_it() -> None:
    for case in CASES:
        head = case.name.partition(":")[0]
        for number in re.findall(r"^A(\d+)", head):
            assert f"IDG-A{number}" in case.rules, case.name


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_names_the_rules_it_proves(case: Case) -> None:
    assert case.rules


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_all_that_happens_in_a_case_can_be_told_in_every_language(case: Case) -> None:
    now = play_case(case)
    assert_speakable([now.definition.tell(one.event) for one in now.tape])
    assert_speakable([(one.event, one.others) for one in now.tape])
    assert_speakable(now.ledgers)


def test_every_reading_of_a_switch_is_tried() -> None:
    readings = {name for name in IdgOptions.__struct_fields__ if name.startswith("var_")}
    usual = IdgOptions()
    tried = {
        name
        for case in CASES
        for name in readings
        if getattr(case.options, name) != getattr(usual, name)
    }
    assert readings == tried
