"""The learner of the examples gets better, and always in the same way."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("pettingzoo")

LEARN = Path(__file__).parents[2] / "examples" / "learn.py"


@pytest.fixture(name="learn", scope="module")
def learner() -> ModuleType:
    spec = importlib.util.spec_from_file_location("learn", LEARN)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["learn"] = module
    spec.loader.exec_module(module)
    return module


def test_thirty_games_are_enough_to_win_most_of_the_last_ten(learn: ModuleType) -> None:
    shares = [share for _, share, _ in learn.train("ccn", "rolica_1", 30, seed=1)]
    assert len(shares) == 3
    assert shares[-1] >= 0.7


def test_the_same_seed_learns_the_same_weights(learn: ModuleType) -> None:
    learnt = [list(learn.train("toy", "hill", 6, batch=3, seed=2))[-1][2] for _ in range(2)]
    assert learnt[0].weights.any()
    assert (learnt[0].weights == learnt[1].weights).all()
