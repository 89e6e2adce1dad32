"""Saves of every version ever released must load, prove themselves and play on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.games.golden_saves import folder_of, moments_of
from walstatt.games import all_games, find_game
from walstatt.kernel.match import Match
from walstatt.kernel.save import from_bytes, load, to_bytes, verify_state
from walstatt.scene.playable import AnyPlayable
from walstatt.workshop.playout import random_answer

HERE = Path(__file__).parent
SAVES = sorted(HERE.glob("*/saves/*/*.save"))


def named(path: Path) -> str:
    return path.relative_to(HERE).as_posix()


@pytest.mark.parametrize("path", SAVES, ids=named)
def test_an_old_save_loads_and_verifies(path: Path) -> None:
    match = load(path, find_game)
    assert match.diverged_at is not None or verify_state(match)
    assert match.game.to_act


@pytest.mark.parametrize("path", SAVES, ids=named)
def test_an_old_save_plays_on_to_the_end(path: Path) -> None:
    match = load(path, find_game)
    rng = Random(0)
    while match.game.outcome is None:
        match.answer(*random_answer(match.game, rng))
    again = from_bytes(to_bytes(match), find_game)
    assert again.game.outcome == match.game.outcome


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_the_present_version_is_in_the_museum(game: AnyPlayable) -> None:
    for name, is_moment in moments_of(game).items():
        path = folder_of(game) / f"{name}.save"
        assert path.exists(), "make it: python -m tests.games.golden_saves"
        match: Match = load(path, find_game)
        assert is_moment(match)
