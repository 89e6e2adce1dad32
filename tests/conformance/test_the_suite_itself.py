from __future__ import annotations

import pytest

from tests.conformance.broken import VARIANTS, Variant
from walstatt.games.toy.game import TOY
from walstatt.games.toy.options import ToyOptions
from walstatt.kernel.definition import AnyGameDef
from walstatt.workshop.conformance import CHECKS, ConformanceFailure

SEED = 3
SHORT = ToyOptions(rounds=3)


def failing(game: AnyGameDef, scenario: str) -> dict[str, str]:
    """Give what each check says that fails."""
    said: dict[str, str] = {}
    for check in CHECKS:
        try:
            check(game, scenario, SHORT, SEED)
        except ConformanceFailure as failure:
            said[check.__name__] = str(failure)
    return said


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_broken_game_fails_exactly_the_checks_it_should(variant: Variant) -> None:
    with variant.broken() as game:
        said = failing(game, variant.scenario)
    found = frozenset(said) if variant.only else variant.caught_by & frozenset(said)
    assert found == variant.caught_by, said


@pytest.mark.parametrize("scenario", ["hill", "field"])
def test_the_healthy_game_passes_all(scenario: str) -> None:
    assert failing(TOY, scenario) == {}


def test_every_check_can_fail() -> None:
    proved = frozenset[str]().union(*(variant.caught_by for variant in VARIANTS))
    assert {check.__name__ for check in CHECKS} == proved


def test_a_failure_names_the_game_the_seed_and_the_decision() -> None:
    variant = next(one for one in VARIANTS if one.name == "an invariant that does not hold")
    with variant.broken() as game:
        (sentence,) = failing(game, "hill").values()
    assert sentence.startswith(f"toy hill, seed {SEED}, decision ")
    assert "the second round is cursed after " in sentence
