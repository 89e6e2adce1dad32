"""Games with open chance."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from walstatt.envs.chance_game import CHANCE, OVER, ChanceGame, State
from walstatt.games import GAMES
from walstatt.kernel.errors import BadRequest

STEPS = {"toy": 3000, "ccn": 400, "idg": 60}


def walk(state: State, rng: Random, steps: int) -> int:
    """Play at random, chance by its probabilities; count the nodes of chance."""
    rolled = 0
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == 1
            assert all(chance > 0 for _, chance in outcomes)
            numbers = [action for action, _ in outcomes]
            weights = [float(chance) for _, chance in outcomes]
            state.apply_action(rng.choices(numbers, weights)[0])
            rolled += 1
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return rolled


def known(state: State) -> list[str]:
    players = range(state.spiel.num_players())
    return [state.information_state_string(player) for player in players]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_probabilities_add_up_and_the_actions_alone_give_the_same_state(game: str) -> None:
    spiel = ChanceGame(game)
    state = spiel.new_initial_state()
    assert walk(state, Random(1), STEPS[game]) > 0
    again = spiel.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert again.current_player() == state.current_player()
    assert again.returns() == state.returns()
    assert again.legal_actions() == state.legal_actions()
    assert known(again) == known(state)


def test_a_game_ends_with_returns_that_add_up_to_nothing() -> None:
    state = ChanceGame("toy", "hill").new_initial_state()
    walk(state, Random(2), 100_000)
    assert state.is_terminal()
    assert state.current_player() == OVER
    assert state.legal_actions() == []
    assert sum(state.returns()) == pytest.approx(0.0)
    assert max(state.returns()) > 0


def test_a_copy_goes_its_own_way() -> None:
    state = ChanceGame("ccn", "rolica_1").new_initial_state()
    walk(state, Random(3), 60)
    before = (state.history(), known(state), state.legal_actions())
    copy = state.clone()
    walk(copy, Random(4), 30)
    assert (state.history(), known(state), state.legal_actions()) == before
    assert len(copy.history()) == len(before[0]) + 30
    child = state.child(state.legal_actions()[0])
    assert child.history() == [*before[0], before[2][0]]


def test_dice_fall_one_by_one_and_a_doubled_face_twice_as_often() -> None:
    state = ChanceGame("ccn", "rolica_1").new_initial_state()
    rng = Random(5)
    while not (state.is_chance_node() and state.action_to_string(0) == "INF"):
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.current_player() == CHANCE
    chances = {state.action_to_string(n): chance for n, chance in state.chance_outcomes()}
    assert chances == {
        "INF": Fraction(1, 3),
        "CAV": Fraction(1, 6),
        "ART": Fraction(1, 6),
        "FLAG": Fraction(1, 6),
        "SABER": Fraction(1, 6),
    }


def test_what_a_player_knows_does_not_tell_the_enemys_hand() -> None:
    state = ChanceGame("ccn", "rolica_1").new_initial_state()
    walk(state, Random(6), 80)
    while state.is_chance_node():
        state.apply_action(0)
    game = state._game
    for number, seat in enumerate(state.spiel.seats):
        dealt = game.imagine(seat, Random(1))
        other = State(state.spiel, dealt, (), ())
        assert state.information_state_string(number) == other.information_state_string(number)


def test_an_action_that_is_not_legal_is_refused() -> None:
    state = ChanceGame("toy", "hill").new_initial_state()
    with pytest.raises(BadRequest, match="not legal"):
        state.apply_action(10_000)
    with pytest.raises(BadRequest, match="no player 9"):
        state.information_state_string(9)
