"""Where games are played one after the other the memory is swept seldom."""

import gc

import pytest

from walstatt.games import find_game
from walstatt.workshop.playout import simulate
from walstatt.workshop.sweeping import SELDOM, seldom_swept, sweep_seldom


def test_while_games_are_played_the_memory_is_swept_seldom() -> None:
    before, during = gc.get_threshold(), list[tuple[int, int, int]]()
    simulate(find_game("toy"), "hill", 2, progress=lambda _: during.append(gc.get_threshold()))
    assert during == [SELDOM, SELDOM]
    assert gc.get_threshold() == before


def test_whatever_happens_it_is_swept_as_before_afterwards() -> None:
    before = gc.get_threshold()
    with pytest.raises(ValueError, match="stop"), seldom_swept():
        raise ValueError("stop")
    assert gc.get_threshold() == before


def test_a_process_that_only_plays_never_looks_at_what_is_loaded() -> None:
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    try:
        sweep_seldom()
        assert gc.get_threshold() == SELDOM
        assert gc.get_freeze_count() > frozen
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
