"""Random battles to look at, position by position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from walstatt.games.ccn.game import CCN
from walstatt.games.ccn.options import CcnOptions
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import make_options
from walstatt.workshop.playout import dice_for, random_answer

WALKS = [
    ("rolica_1", ""),
    ("manoeuvres", "other_readings"),
    ("river_coa", ""),
    ("waterloo", "leaders_at_risk"),
    ("vitoria", ""),
]
STEPS = 600


@cache
def battle(scenario: str, preset: str, every: int = 1) -> tuple[AnyGame, ...]:
    """Play a random battle and keep some of its positions, each to be cloned before it changes."""
    options = make_options(CcnOptions, {}, preset)
    game = new_game(CCN, scenario, dice_for(CCN, scenario), options)
    rng, kept = Random(scenario), list[AnyGame]()
    for step in range(STEPS):
        if game.outcome is not None:
            break
        if step % every == 0:
            kept.append(game.clone(None))
        game.apply(*random_answer(game, rng))
    return tuple(kept)


def questions(scenario: str, preset: str, every: int = 1) -> Iterator[tuple[AnyGame, Seat]]:
    """List the questions of a random battle with those who are asked."""
    for game in battle(scenario, preset, every):
        yield from ((game, seat) for seat in game.to_act)
