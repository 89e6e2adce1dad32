"""A save made after any step of a random game loads, and the game goes on as if unsaved."""

from __future__ import annotations

from random import Random

import pytest

from walstatt.games.toy.game import TOY
from walstatt.kernel.match import Match
from walstatt.kernel.save import from_bytes, to_bytes
from walstatt.workshop.exploring import Setting, settings
from walstatt.workshop.playout import random_answer

FEW = list(settings(TOY, 40, "every step", ["hill", "field"], ["short", "stands"]))
MANY = list(settings(TOY, 200, "every step, often"))


def saves_at_every_step(setting: Setting) -> None:
    match = Match.start(TOY, setting.scenario, seed=setting.seed, preset=setting.preset)
    rng = Random(setting.seed)
    while match.game.outcome is None:
        loaded = from_bytes(to_bytes(match), lambda _: TOY)
        given = random_answer(match.game, rng)
        assert loaded.answer(*given) == match.answer(*given)
        assert loaded.chain == match.chain
    assert from_bytes(to_bytes(match), lambda _: TOY).game.outcome == match.game.outcome


@pytest.mark.parametrize("part", range(8))
def test_a_save_at_every_step_plays_on_identically(part: int) -> None:
    for setting in FEW[part::8]:
        saves_at_every_step(setting)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(16))
def test_a_save_at_every_step_of_many_games_plays_on_identically(part: int) -> None:
    for setting in MANY[part::16]:
        saves_at_every_step(setting)
