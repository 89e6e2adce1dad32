"""Golden playthroughs: games as people see them; a change of behaviour is a diff to be read.

`make golden` writes the files anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from walstatt.games import all_games
from walstatt.scene.playable import AnyPlayable
from walstatt.workshop.playout import playable_scenarios
from walstatt.workshop.playthrough import playthrough

HERE = Path(__file__).parent
UPDATE = os.environ.get("WALSTATT_UPDATE_GOLDEN") == "1"
STEPS = 40
FEWER_STEPS = {"idg": 16}
"""Games whose pages are long show fewer of them."""
SEEDS = {
    "toy": {"hill": 375, "field": 365},
    "ccn": {"vimiero": 85},
    "idg": {"lindisfarne": 3},
}
"""Which games are shown, from which seeds: those in which much happens."""


def shown(game: AnyPlayable) -> dict[str, int]:
    """Choose scenarios and seeds; without a choice it is the first scenario."""
    return SEEDS.get(game.id, {playable_scenarios(game)[0]: 0})


SETTINGS = [
    pytest.param(game, scenario, seed, language, id=f"{game.id}-{scenario}-{language}")
    for game in all_games()
    for scenario, seed in shown(game).items()
    for language in game.languages
]


@pytest.mark.parametrize(("game", "scenario", "seed", "language"), SETTINGS)
def test_golden_playthrough(game: AnyPlayable, scenario: str, seed: int, language: str) -> None:
    path = HERE / game.id / "golden" / f"{scenario}.{language}.txt"
    text = playthrough(game, scenario, language, FEWER_STEPS.get(game.id, STEPS), seed)
    if UPDATE:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), "there is no golden file yet: make golden"
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines(), "see: make golden"


def test_no_golden_file_is_left_over() -> None:
    known = {
        HERE / game.id / "golden" / f"{scenario}.{language}.txt"
        for game in all_games()
        for scenario in shown(game)
        for language in game.languages
    }
    assert set(HERE.glob("*/golden/*.txt")) <= known
