"""Whoever records rules looks at every unit for tests of morale; others find the same."""

from __future__ import annotations

from random import Random

import pytest

from walstatt.games import find_game
from walstatt.games.idg.morale_causes import due_tests, later_tests
from walstatt.kernel.chance import Seeded
from walstatt.kernel.game import new_game
from walstatt.kernel.trace import recording
from walstatt.workshop.playout import random_answer


@pytest.mark.parametrize("scenario", ["cannae", "zama"])
def test_the_same_tests_are_due_with_and_without_a_recorder(scenario: str) -> None:
    game, rng, seen = new_game(find_game("idg"), scenario, Seeded(3)), Random(3), set[bool]()
    for decision in range(1_200):
        if game.outcome is not None:
            break
        if decision % 7 == 0:
            ctx = game.ctx
            quick = due_tests(ctx), later_tests(ctx, 0), later_tests(ctx, len(ctx.world.losses))
            with recording():
                slow = due_tests(ctx), later_tests(ctx, 0), later_tests(ctx, len(ctx.world.losses))
            assert quick == slow
            seen.add(bool(quick[0]))
        game.apply(*random_answer(game, rng))
    assert seen == {True, False}
