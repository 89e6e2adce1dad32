"""What every game must pass unchanged: with every scenario, at night with every preset as well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from tests.conformance.complaints import complaint
from walstatt.games import all_games
from walstatt.kernel.options import make_options
from walstatt.scene.playable import AnyPlayable
from walstatt.workshop.conformance import CHECKS, Check
from walstatt.workshop.playout import playable_scenarios, presets_of

SEED = 1
LONG_GAMES = {
    "idg": (
        ("cannae", ""),
        ("teutoburg", ""),
        ("lindisfarne", "everything"),
        ("nola", "other_readings"),
        ("open_battle", "no_lists"),
        ("dice", "dated"),
    )
}
"""Games whose battles take long: with each commit a few settings are tried.

At night every scenario is, with another preset for each seed, so that ten seeds try them all.
"""
BRIEF: dict[str, dict[str, Any]] = {
    "idg": {"var_open_turn_limit": 5, "var_siege_turn_limit": 5},
}
"""Switches that make such battles shorter."""
MANY = 20
"""Of more settings than these only one for each scenario is tried with each commit."""


def settings(game: AnyPlayable) -> list[tuple[str, str]]:
    """List every scenario with every preset."""
    return [
        (scenario, preset) for scenario in playable_scenarios(game) for preset in presets_of(game)
    ]


def in_turn(game: AnyPlayable, seed: int) -> list[tuple[str, str]]:
    """List every scenario with one preset: the presets take turns, from seed to seed as well."""
    presets = list(presets_of(game))
    scenarios = playable_scenarios(game)
    return [(one, presets[(seed + n) % len(presets)]) for n, one in enumerate(scenarios)]


def with_each_commit(game: AnyPlayable) -> Sequence[tuple[str, str]]:
    """List what is always tried: every setting, unless they are many or take long."""
    if game.id in LONG_GAMES:
        return LONG_GAMES[game.id]
    found = settings(game)
    return found if len(found) <= MANY else in_turn(game, SEED)


def at_night(game: AnyPlayable, seed: int) -> list[tuple[str, str]]:
    """List what is tried with a seed: every setting, or every scenario if battles take long."""
    return in_turn(game, seed) if game.id in LONG_GAMES else settings(game)


def named(game: AnyPlayable, scenario: str, preset: str) -> ParameterSet:
    """Name a setting."""
    return pytest.param(game, scenario, preset, id=f"{game.id}-{scenario}-{preset or 'default'}")


SETTINGS = [named(game, *setting) for game in all_games() for setting in with_each_commit(game)]
AT_NIGHT = [
    pytest.param(*named(game, *setting).values, seed, id=f"{named(game, *setting).id}-{seed}")
    for game in all_games()
    for seed in range(SEED, SEED + 11)
    for setting in at_night(game, seed)
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("game", "scenario", "preset"), SETTINGS)
def test_conformance(game: AnyPlayable, scenario: str, preset: str, check: Check) -> None:
    brief = BRIEF.get(game.id, {})
    options = make_options(game.options_type, brief, preset)
    assert complaint(check, game, scenario, options, SEED) == ""


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "scenario", "preset", "seed"), AT_NIGHT)
def test_conformance_of_many_games(
    game: AnyPlayable, scenario: str, preset: str, seed: int
) -> None:
    options = make_options(game.options_type, BRIEF.get(game.id, {}), preset)
    for check in CHECKS:
        assert complaint(check, game, scenario, options, seed) == ""
