"""What every game must pass unchanged, with every scenario and every preset of its options."""

from __future__ import annotations

import pytest

from walstatt.games import all_games
from walstatt.kernel.options import make_options
from walstatt.scene.playable import AnyPlayable
from walstatt.workshop.conformance import CHECKS, Check
from walstatt.workshop.playout import playable_scenarios, presets_of

SEED = 1
SETTINGS = [
    pytest.param(game, scenario, preset, id=f"{game.id}-{scenario}-{preset or 'default'}")
    for game in all_games()
    for scenario in playable_scenarios(game)
    for preset in presets_of(game)
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("game", "scenario", "preset"), SETTINGS)
def test_conformance(game: AnyPlayable, scenario: str, preset: str, check: Check) -> None:
    check(game, scenario, make_options(game.options_type, {}, preset), SEED)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize(("game", "scenario", "preset"), SETTINGS)
def test_conformance_of_many_games(
    game: AnyPlayable, scenario: str, preset: str, seed: int
) -> None:
    for check in CHECKS:
        check(game, scenario, make_options(game.options_type, {}, preset), seed)
