"""Learn to play by trial and error, with nothing but numpy: REINFORCE over action features.

A policy gives every offered action a score, a weighted sum of what the environment says about the
action, and chooses with probabilities that grow with the score. After each batch of games against
a player who draws lots, choices that led to more reward than usual become more likely.

    pip install walstatt[rl]
    python examples/learn.py --games 300
"""

# ruff: noqa: INP001, T201 - a script on its own, and it prints

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from walstatt.envs import raw_env

Floats = NDArray[np.float64]

COLUMNS = ("near", "nearer", "beside", "number", "own strength", "target strength", "target own")
"""What the policy looks at, for each kind of action apart."""
SCALE = np.array([0.2, 0.5, 0.5, 0.5, 0.25, 0.25, 1.0])
DISCOUNT = 0.97
RATE = 0.15


class Policy:
    """Weights for every kind of action: one for the kind itself, and one for each column."""

    def __init__(self, names: tuple[str, ...], kinds: int) -> None:
        self.columns = [names.index(one) for one in COLUMNS]
        self.kind = names.index("kind")
        self.width = len(COLUMNS) + 1
        self.weights = np.zeros((kinds + 1) * self.width)
        self._speed = np.zeros_like(self.weights)

    def features(self, actions: NDArray[np.float32]) -> Floats:
        """Spread what is said of each action over the weights of its kind."""
        count = len(actions)
        spread = np.zeros((count, len(self.weights) // self.width, self.width))
        told = np.concatenate([np.ones((count, 1)), actions[:, self.columns] * SCALE], axis=1)
        spread[np.arange(count), actions[:, self.kind].astype(int)] = told
        return spread.reshape(count, -1)

    def chances(self, features: Floats) -> Floats:
        """Give the probability of each action."""
        scores = features @ self.weights
        grown = np.exp(scores - scores.max())
        chances: Floats = grown / grown.sum()
        return chances

    def learn(self, gradient: Floats) -> None:
        """Take a step whose length depends on how steep each direction usually is."""
        self._speed = 0.9 * self._speed + 0.1 * gradient**2
        self.weights += RATE * gradient / (np.sqrt(self._speed) + 1e-3)


@dataclass
class Game:
    """What came of one game: gradients of the choices, their rewards, and who won."""

    gradients: list[Floats] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    result: float = 0.0

    def returns(self) -> Floats:
        """Add up the rewards after each choice, the later the less."""
        later, total = [], 0.0
        for reward in reversed(self.rewards):
            total = reward + DISCOUNT * total
            later.append(total)
        return np.array(later[::-1])


def play(env: Any, policy: Policy, seat: int, seed: int, rng: np.random.Generator) -> Game:  # noqa: ANN401
    """Play one game: a seat by the policy, all others by lot."""
    env.reset(seed=seed)
    learner = env.possible_agents[seat]
    game = Game()
    while not (env.terminations[learner] or env.truncations[learner]):
        if env.agent_selection == learner:
            action, gradient = choose(env, policy, rng)
            game.gradients.append(gradient)
            game.rewards.append(0.0)
        else:
            action = int(rng.integers(len(env.offered)))
        env.step(action)
        if game.rewards:
            game.rewards[-1] += env.rewards[learner]
    outcome = env.game.outcome
    decided = outcome is not None and outcome.winners
    game.result = float(learner in outcome.winners) if decided else 0.5
    return game


def choose(env: Any, policy: Policy, rng: np.random.Generator) -> tuple[int, Floats]:  # noqa: ANN401
    """Choose an action, and tell how the weights make it more likely."""
    agent = env.agent_selection
    told = env.encoder(agent).actions(env.observe(agent)["observation"])
    features = policy.features(told[: len(env.offered)])
    chances = policy.chances(features)
    action = int(rng.choice(len(chances), p=chances))
    return action, features[action] - chances @ features


def train(
    game: str, scenario: str, games: int, batch: int = 10, seed: int = 0, shaping: float = 0.3
) -> Iterator[tuple[int, float, Policy]]:
    """Learn from so many games; after each batch, give how many were played and the share won."""
    env = raw_env(game, scenario=scenario, shaping=shaping)
    encoder = env.encoder(env.possible_agents[0])
    policy = Policy(encoder.action, len(encoder.kinds))
    rng = np.random.default_rng(seed)
    for first in range(0, games, batch):
        numbers = range(first, min(first + batch, games))
        played = [play(env, policy, n % len(env.possible_agents), seed + n, rng) for n in numbers]
        policy.learn(gradient_of(played))
        yield numbers.stop, float(np.mean([one.result for one in played])), policy


def gradient_of(played: list[Game]) -> Floats:
    """Average what the choices of several games teach."""
    returns = np.concatenate([one.returns() for one in played])
    better = (returns - returns.mean()) / (returns.std() + 1e-6)
    gradients = np.array([gradient for one in played for gradient in one.gradients])
    learnt: Floats = better @ gradients / len(better)
    return learnt


def main() -> None:
    """Train, and print the share of games won against lots."""
    parser = argparse.ArgumentParser(description="Learn to beat a player who draws lots.")
    parser.add_argument("--game", default="ccn")
    parser.add_argument("--scenario", default="rolica_1")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    begun = time.monotonic()
    shares: list[float] = []
    for played, share, _ in train(given.game, given.scenario, given.games, seed=given.seed):
        shares.append(share)
        if played % 50 == 0:
            won = float(np.mean(shares[-5:]))
            bar = "#" * round(40 * won)
            print(f"{played:>5} games {time.monotonic() - begun:>5.0f} s  {won:>4.0%} {bar}")


if __name__ == "__main__":
    main()
