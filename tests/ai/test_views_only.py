"""Players see what their seat may know and nothing else: redealing the rest changes no answer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from walstatt.ai.levels import players
from walstatt.ai.player import Budget, Chosen
from walstatt.ai.playing import ask, imagined
from walstatt.games import find_game
from walstatt.games.ccn.world import CcnWorld
from walstatt.kernel.decisions import kind_of
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.ids import Seat
from walstatt.workshop.playout import dice_for

TRIES = 4
"""How often a player who searches may try something out here."""


def choose(game: AnyGame, seat: Seat, level: str, seed: str) -> Chosen:
    """Let a player answer; whoever searches counts tries, so that no clock decides."""
    return ask(imagined(game, seat, seed), seat, level, seed, Budget(0, playouts=TRIES))


def positions(game: str, scenario: str, level: str, every: int, most: int) -> Iterator[AnyGame]:
    """Play a game among computers, and stop now and then."""
    definition = find_game(game)
    played = new_game(definition, scenario, dice_for(definition, "views"))
    for n in range(most):
        if played.outcome is not None:
            return
        if n % every == 0:
            yield played
        seat = played.to_act[0]
        chosen = choose(played, seat, level, f"{n}")
        played.apply(seat, chosen.answer, chosen.kind)


def redealt(game: AnyGame, seat: Seat, number: int) -> AnyGame:
    """Give another truth that looks the same to a seat."""
    return game.imagine(seat, Random(f"another truth {number}"))


@pytest.mark.parametrize(
    ("game", "scenario", "level"),
    [
        ("ccn", "rolica_1", "recruit"),
        ("ccn", "vimiero", "recruit"),
        ("ccn", "rolica_1", "officer"),
        ("ccn", "vimiero", "officer:bold"),
        ("ccn", "rolica_1", "general"),
        ("ccn", "rolica_2", "general:cautious"),
        ("ccn", "rolica_2", "random"),
        ("toy", "hill", "random"),
    ],
)
def test_redealing_what_is_hidden_changes_no_answer(game: str, scenario: str, level: str) -> None:
    other_truths = 0
    for played in positions(game, scenario, level, 9, 100):
        seat = played.to_act[0]
        wanted = choose(played, seat, level, "seed")
        for number in range(2):
            truth = redealt(played, seat, number)
            other_truths += truth.world != played.world
            assert choose(truth, seat, level, "seed") == wanted
    assert other_truths >= 4


def test_the_same_view_and_seed_give_the_same_answer_and_other_seeds_others() -> None:
    seen = []
    for played in positions("ccn", "rolica_2", "recruit", 5, 40):
        seat = played.to_act[0]
        answers = [choose(played, seat, "recruit", "1") for _ in range(2)]
        assert answers[0] == answers[1]
        seen.append(len({str(choose(played, seat, "recruit", str(n)).answer) for n in range(4)}))
    assert max(seen) > 1


def test_an_imagined_game_has_no_dice_and_other_cards() -> None:
    definition = find_game("ccn")
    game = new_game(definition, "rolica_1", dice_for(definition, "secret"))
    (seat,) = game.to_act
    other = next(one for one in game.rules.seats if one != seat)
    guess = imagined(game, seat, "a")
    assert guess.source is None
    truth, world = game.world, guess.world
    assert isinstance(truth, CcnWorld)
    assert isinstance(world, CcnWorld)
    assert world.hands[seat] == truth.hands[seat]
    assert len(world.hands[other]) == len(truth.hands[other])
    assert any(
        imagined(game, seat, str(n)).world.hands[other] != truth.hands[other] for n in range(5)
    )


def test_every_level_of_every_game_answers_legally_all_along() -> None:
    for game, scenario in (("ccn", "river_coa"), ("toy", "field")):
        for level in players(game):
            kinds = set()
            for played in positions(game, scenario, level.id, 3, 60):
                seat = played.to_act[0]
                decision = played.decision(seat)
                assert decision is not None
                kinds.add(kind_of(decision))
                chosen = choose(played, seat, level.id, "x")
                assert played.check(seat, chosen.answer, chosen.kind) == []
                assert chosen.why
            assert len(kinds) >= 3
