"""How likely each side of ccn is to win, as far as everybody can see."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.games.ccn.field import ALLIED, FRENCH, british, field, french
from walstatt.ai.levels import chances_of
from walstatt.ai.playing import choose
from walstatt.games import find_game
from walstatt.games.ccn.ai.chances import chances
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.game import AnyGame, new_game
from walstatt.workshop.playout import dice_for


def even(*others: dict[str, Any], **more: Any) -> AnyGame:  # noqa: ANN401 - parts of a position
    """Set up two sides that are alike, at the beginning of a French turn."""
    units = [french("a", "LN", "8,6"), british("b", "LN", "2,6"), *others]
    return field(units=units, phase="move", to_move="french", **more).game


def test_even_sides_differ_only_by_the_turn() -> None:
    found = chances(even())
    assert found[FRENCH] == pytest.approx(0.541, abs=0.001)
    assert found[FRENCH] + found[ALLIED] == pytest.approx(1)


def test_strength_and_banners_count_and_banners_near_the_end_most() -> None:
    usual = chances(even())[FRENCH]
    stronger = chances(even(french("c", "LN", "8,8")))[FRENCH]
    ahead = chances(even(banners={"french": 1}))[FRENCH]
    assert stronger == pytest.approx(0.593, abs=0.001)
    assert usual < stronger < ahead
    wins = [chances(even(banners={"french": n}))[FRENCH] for n in range(5)]
    steps = [after - before for before, after in pairwise(wins)]
    assert all(step > 0 for step in steps)
    assert wins[4] > 0.9


def test_a_battle_that_is_over_is_decided() -> None:
    definition = find_game("ccn")
    game = new_game(definition, "rolica_1", dice_for(definition, "chances"))
    while game.outcome is None:
        seat = game.to_act[0]
        game.apply(seat, choose(game, seat, "random", "chances").answer)
    (winner,) = game.outcome.winners
    assert chances(game) == {seat: float(seat == winner) for seat in (FRENCH, ALLIED)}


def test_nothing_hidden_counts() -> None:
    definition = find_game("ccn")
    game = new_game(definition, "rolica_1", dice_for(definition, "hidden"))
    for _ in range(40):
        seat = game.to_act[0]
        game.apply(seat, choose(game, seat, "random", "hidden").answer)
    guesses = [game.imagine(FRENCH, Random(n)) for n in range(10)]
    assert len({guess.world.hands[ALLIED] for guess in guesses}) > 1
    assert {chances(guess)[FRENCH] for guess in guesses} == {chances(game)[FRENCH]}


def test_games_without_a_computer_that_can_tell_have_none() -> None:
    assert chances_of("ccn") is chances
    assert chances_of("toy") is None
    with pytest.raises(BadRequest, match="there is no game 'chess'"):
        chances_of("chess")
