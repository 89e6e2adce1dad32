"""Observations tell what a seat may know, and never more."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from walstatt import envs
from walstatt.games import GAMES, find_game
from walstatt.kernel.ids import Seat

pytest.importorskip("pettingzoo")

from walstatt.envs.encoding import Encoder
from walstatt.envs.offers import offers, thinned
from walstatt.envs.readers import READERS

STEPS = {"toy": 120, "ccn": 250, "idg": 40}


def after(game: str, steps: int, seed: int = 5) -> Any:  # noqa: ANN401 - PettingZoo is untyped
    env = envs.raw_env(game)
    env.reset(seed=seed)
    rng = Random(seed)
    for _ in range(steps):
        if env.game.outcome is not None:
            env.reset(seed=seed + 1)
        env.step(rng.randrange(len(env.offered)))
    return env


def observed(game: Any, seat: Seat) -> tuple[Any, Any]:  # noqa: ANN401
    """Observe with an encoder that has seen nothing before."""
    encoder = Encoder(game.rules, seat)
    offered = offers(game, seat, encoder.size, 4, "key") if seat in game.to_act else ()
    decision = game.decision(seat)
    view = game.rules.game.observe(game.scopes[0], seat)
    kind = None if decision is None else type(decision)
    return encoder.encode(view, kind, offered), encoder.mask(offered)


def test_every_game_has_a_reader() -> None:
    assert READERS.keys() == GAMES.keys()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_is_hidden_changes_nothing(game: str) -> None:
    env = envs.raw_env(game)
    env.reset(seed=11)
    rng = Random(11)
    compared = 0
    for step in range(STEPS[game]):
        if env.game.outcome is not None:
            break
        if step % 10 == 0:
            for seat in env.game.rules.seats:
                true, mask = observed(env.game, seat)
                dealt = env.game.imagine(seat, Random(step))
                guessed, other = observed(dealt, seat)
                assert np.array_equal(true, guessed)
                assert np.array_equal(mask, other)
                compared += 1
        env.step(rng.randrange(len(env.offered)))
    assert compared >= 8


def test_hidden_cards_are_redealt_in_that_comparison() -> None:
    env = after("ccn", 40)
    seat, other = env.game.rules.seats
    hands = {env.game.imagine(seat, Random(n)).world.hands[other] for n in range(5)}
    assert len(hands) > 1


@pytest.mark.parametrize("game", sorted(GAMES))
def test_remembered_pieces_are_written_as_if_seen_for_the_first_time(game: str) -> None:
    env = envs.raw_env(game)
    env.reset(seed=2)
    rng = Random(2)
    for _ in range(STEPS[game]):
        if env.game.outcome is not None:
            break
        agent = env.agent_selection
        seen = env.observe(agent)["observation"]
        fresh = Encoder(env.game.rules, Seat(agent))
        again = fresh.encode(env._view(agent), env.question(agent), env.offered)
        assert np.array_equal(seen, again)
        env.step(rng.randrange(len(env.offered)))


def test_a_unit_is_told_with_side_strength_and_place() -> None:
    env = envs.raw_env("ccn", scenario="rolica_1")
    env.reset(seed=1)
    seat = env.agent_selection
    encoder = env.encoder(seat)
    table = env.observe(seat)["observation"][len(encoder.facts) :]
    rows = table[: encoder.rows * encoder.width].reshape(encoder.rows, encoder.width)
    world = env.game.world
    names = sorted({**world.units, **world.leaders})
    for row, name in zip(rows, names, strict=False):
        told = dict(zip(encoder.columns, row.tolist(), strict=True))
        unit = world.units.get(name)
        piece = unit or world.leaders[name]
        assert told["own"] == (1.0 if piece.side == seat else -1.0)
        assert told["leader"] == float(unit is None)
        if unit is not None:
            assert told["strength"] == unit.blocks
    assert rows[:, 0].sum() == len(names)


def test_either_side_sees_its_own_baseline_below() -> None:
    env = envs.raw_env("ccn", scenario="rolica_1")
    env.reset(seed=1)
    for seat in env.possible_agents:
        encoder = env.encoder(seat)
        table = env.observe(seat)["observation"][len(encoder.facts) :]
        rows = table[: encoder.rows * encoder.width].reshape(encoder.rows, encoder.width)
        own, y = encoder.columns.index("own"), encoder.columns.index("y")
        assert rows[rows[:, own] > 0][:, y].mean() < rows[rows[:, own] < 0][:, y].mean()


def test_an_attack_tells_who_attacks_whom() -> None:
    env = envs.raw_env("ccn", scenario="rolica_1")
    env.reset(seed=4)
    rng = Random(4)
    found = 0
    while found < 5 and env.game.outcome is None:
        seat = env.agent_selection
        encoder = env.encoder(seat)
        told = encoder.actions(env.observe(seat)["observation"])
        for row, (answer, _) in zip(told, env.offered, strict=False):
            if hasattr(answer, "target") and hasattr(answer, "unit"):
                action = dict(zip(encoder.action, row.tolist(), strict=True))
                units = env.game.world.units
                if answer.target in units:
                    assert action["target strength"] == units[answer.target].blocks
                    assert action["own strength"] == units[answer.unit].blocks
                    assert action["target own"] == -1.0
                    found += 1
        env.step(rng.randrange(len(env.offered)))
    assert found >= 5


def test_more_answers_than_fit_are_thinned_out_by_lot_and_in_order() -> None:
    many: Any = [(n, "") for n in range(100)]
    kept = thinned(many, 30, "a")
    assert len(kept) == 30
    assert list(kept) == sorted(kept)
    assert kept == thinned(many, 30, "a")
    assert kept != thinned(many, 30, "b")


def test_a_standing_action_is_offered_to_whoever_is_asked() -> None:
    definition = find_game("toy")
    kinds = set()
    env = envs.raw_env("toy", scenario="hill")
    rng = Random(1)
    for seed in range(6):
        env.reset(seed=seed)
        while env.game.outcome is None:
            kinds |= {kind for _, kind in env.offered}
            env.step(rng.randrange(len(env.offered)))
    assert definition.id == "toy"
    assert len(kinds - {""}) == 1
