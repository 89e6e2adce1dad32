"""The same games for learners that want all agents to act at once: those not asked wait."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv  # type: ignore[import-untyped]

from walstatt.envs.battle import BattleEnv

WAIT = 0
"""What those do who are not asked; any action of theirs counts as this one."""


class RoundsEnv(ParallelEnv):  # type: ignore[misc]
    """A game in cycles: every seat acts, the answer of the one to act is taken, the others wait.

    An action that is not offered counts as its remainder by the number of offers, so that learners
    without masks play on.
    """

    metadata: dict[str, Any]

    def __init__(self, game: str, scenario: str = "", **settings: Any) -> None:  # noqa: ANN401
        self.inner = BattleEnv(game, scenario, **settings)
        self.metadata = {"name": f"{game}_rounds_v0", "render_modes": ["ansi"]}
        self.render_mode = self.inner.render_mode
        self.possible_agents = self.inner.possible_agents
        self.observation_spaces = self.inner.observation_spaces
        self.action_spaces = self.inner.action_spaces
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:  # noqa: ANN401 - a space
        """Give the space of observations."""
        return self.inner.observation_space(agent)

    def action_space(self, agent: str) -> Any:  # noqa: ANN401 - a space
        """Give the space of actions."""
        return self.inner.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin anew."""
        self.inner.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._told(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Take the answer of whoever is asked."""
        inner = self.inner
        inner.step(int(actions[inner.agent_selection]) % len(inner.offered))
        told = self._told()
        agents = self.agents
        result: tuple[dict[str, Any], ...] = (
            told,
            {agent: inner.rewards[agent] for agent in agents},
            {agent: inner.terminations[agent] for agent in agents},
            {agent: inner.truncations[agent] for agent in agents},
            {agent: {} for agent in agents},
        )
        if any(inner.terminations.values()) or any(inner.truncations.values()):
            self.agents = []
        return result

    def _told(self) -> dict[str, Any]:
        return {agent: self._waiting(self.inner.observe(agent)) for agent in self.agents}

    def _waiting(self, seen: dict[str, Any]) -> dict[str, Any]:
        """Let those wait who have nothing to do."""
        if not np.any(seen["action_mask"]):
            seen["action_mask"][WAIT] = 1
        return seen

    def render(self) -> str | None:
        """Show the board as the acting seat sees it, as text."""
        return self.inner.render()
