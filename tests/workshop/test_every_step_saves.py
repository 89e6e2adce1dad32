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


def lost_steps(setting: Setting) -> list[int]:
    """Save and load before every answer of a random game; name the steps that then differ."""
    match = Match.start(TOY, setting.scenario, seed=setting.seed, preset=setting.preset)
    rng = Random(setting.seed)
    lost = []
    while match.game.outcome is None:
        step, loaded = len(match.entries), from_bytes(to_bytes(match), lambda _: TOY)
        given = random_answer(match.game, rng)
        told = loaded.answer(*given), match.answer(*given)
        if told[0] != told[1] or loaded.chain != match.chain:
            lost.append(step)
    if from_bytes(to_bytes(match), lambda _: TOY).game.outcome != match.game.outcome:
        lost.append(len(match.entries))
    return lost


@pytest.mark.parametrize("part", range(8))
def test_a_save_at_every_step_plays_on_identically(part: int) -> None:
    for setting in FEW[part::8]:
        assert lost_steps(setting) == [], setting


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(16))
def test_a_save_at_every_step_of_many_games_plays_on_identically(part: int) -> None:
    for setting in MANY[part::16]:
        assert lost_steps(setting) == [], setting
