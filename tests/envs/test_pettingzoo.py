"""PettingZoo's own tests, for every game."""

from __future__ import annotations

import subprocess
import sys
import warnings
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from walstatt import envs
from walstatt.games import GAMES
from walstatt.kernel.codec import state_hash
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Seat

pytest.importorskip("pettingzoo")

with warnings.catch_warnings():
    # Where pygame is installed, its tests import one of its games in a way it advises against.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import (  # type: ignore[import-untyped]
        api_test,
        parallel_api_test,
        seed_test,
    )
    from pettingzoo.test.max_cycles_test import max_cycles_test  # type: ignore[import-untyped]

from walstatt.envs.battle import BattleEnv

pytestmark = [
    # Advice about names and spaces of PettingZoo's own games, which observations as dicts break.
    pytest.mark.filterwarnings("ignore::UserWarning"),
]

CYCLES = {"toy": 200, "ccn": 300, "idg": 12}
GAME_IDS = pytest.mark.parametrize("game", sorted(GAMES))


@GAME_IDS
def test_the_environment_keeps_the_api(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(envs.env(game, max_cycles=CYCLES[game]), num_cycles=CYCLES[game])
    assert "Passed API test" in capsys.readouterr().out


@GAME_IDS
def test_the_same_seed_gives_the_same_game(game: str) -> None:
    seed_test(lambda: envs.env(game, max_cycles=CYCLES[game]), num_cycles=CYCLES[game] // 2)
    first, again, other = (ended(game, seed) for seed in (3, 3, 4))
    assert first == again != other


def ended(game: str, seed: int) -> str:
    """Play a game with a seed, and give the hash of where it was cut off."""
    env = envs.raw_env(game, max_cycles=CYCLES[game] // 2)
    played_out(env, seed)
    return state_hash(env.game)


@GAME_IDS
def test_it_is_cut_off_after_max_cycles(game: str) -> None:
    module = SimpleNamespace(
        env=lambda max_cycles: envs.rounds_env(game, max_cycles=max_cycles),
        parallel_env=lambda max_cycles: envs.parallel_env(game, max_cycles=max_cycles),
    )
    max_cycles_test(module)
    env = envs.parallel_env(game, max_cycles=4)
    env.reset(seed=1)
    cut = [env.step(dict.fromkeys(env.agents, 0))[3] for _ in range(4)]
    assert [any(one.values()) for one in cut] == [False, False, False, True]
    assert all(cut[-1].values())
    assert env.agents == []


@GAME_IDS
def test_the_parallel_environment_keeps_the_api(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    parallel_api_test(envs.parallel_env(game, max_cycles=CYCLES[game]), num_cycles=CYCLES[game])
    assert "Passed Parallel API test" in capsys.readouterr().out


def played_out(env: Any, seed: int) -> list[str]:  # noqa: ANN401 - PettingZoo is untyped
    env.reset(seed=seed)
    rng = Random(seed)
    acted: list[str] = []
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        acted.append(env.agent_selection)
        env.step(rng.randrange(len(env.offered)))
    return acted


def test_a_game_ends_with_rewards_that_add_up_to_nothing() -> None:
    env = envs.raw_env("ccn", scenario="rolica_1")
    played_out(env, 7)
    winner = sole_winner(env)
    assert env.rewards == {seat: 1.0 if seat == winner else -1.0 for seat in env.agents}


def sole_winner(env: BattleEnv) -> Seat:
    outcome = env.game.outcome
    assert outcome is not None
    (winner,) = outcome.winners
    return winner


def test_three_players_share_what_the_winner_wins() -> None:
    env = envs.raw_env("toy", scenario="hill")
    played_out(env, 5)
    assert env.rewards[sole_winner(env)] == pytest.approx(1.0)
    assert sum(env.rewards.values()) == pytest.approx(0.0)


def test_shaping_rewards_what_is_scored_on_the_way() -> None:
    env = envs.raw_env("ccn", scenario="rolica_1", shaping=0.5, max_cycles=600)
    env.reset(seed=3)
    banners: dict[str, int] = dict.fromkeys(env.agents, 0)
    checked = 0
    while env.game.outcome is None and checked < 3:
        env.step(len(env.offered) // 2)
        now = dict(env.game.world.banners)
        gained = {seat: now[seat] - banners[seat] for seat in now}
        first, second = env.possible_agents
        if env.game.outcome is None:
            assert env.rewards[first] == pytest.approx(0.5 * (gained[first] - gained[second]))
            assert env.rewards[second] == pytest.approx(-env.rewards[first])
            checked += any(gained.values())
        banners = now
    assert checked == 3


def test_an_action_that_is_not_offered_is_refused() -> None:
    env = envs.raw_env("toy", scenario="hill")
    env.reset(seed=1)
    with pytest.raises(BadRequest, match="not offered"):
        env.step(len(env.offered))


def test_a_cut_off_game_is_truncated_and_nobody_wins() -> None:
    env = envs.raw_env("toy", scenario="hill", max_cycles=5)
    assert len(played_out(env, 1)) == 5
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())


def test_the_board_can_be_shown_as_text() -> None:
    env = envs.raw_env("ccn", scenario="rolica_1", render_mode="ansi", language="de")
    env.reset(seed=1)
    shown = env.render()
    assert shown is not None
    assert "Kommando-Phase" in shown
    assert envs.raw_env("toy").render() is None


def test_nothing_else_imports_the_environments() -> None:
    code = (
        "import sys, walstatt.cli.commands, walstatt.ai.playing, walstatt.games.idg.game\n"
        "ours = ('numpy', 'gymnasium', 'pettingzoo', 'walstatt.envs')\n"
        "print([name for name in ours if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_without_the_extra_an_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(envs, "find_spec", lambda name: None if name == "pettingzoo" else name)
    with pytest.raises(BadRequest, match=r"need pettingzoo; .*walstatt\[rl\]"):
        envs.env("toy")
