"""The PettingZoo environment: seats are agents, and whoever is asked acts."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from walstatt.envs.encoding import Encoder
from walstatt.envs.offers import Offer, offers
from walstatt.games import find_game
from walstatt.kernel.decisions import Decision
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import Options
from walstatt.scene.playable import stage
from walstatt.scene.text import render
from walstatt.workshop.crash import drawn_rosters
from walstatt.workshop.playout import dice_for, playable_scenarios

DRAWN: Final = 4
"""How many answers are drawn where they cannot be listed."""
BOUND: Final = 1e6
"""No number in an observation is larger."""


class BattleEnv(AECEnv):  # type: ignore[misc]
    """A game as an AEC environment; an action is the place of an answer in the list of offers.

    `shaping` adds so much of every change of the score, zero-sum, to the rewards of the end;
    `drawn` is how many answers are drawn where the rules cannot list them.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        scenario: str = "",
        *,
        max_cycles: int = 0,
        shaping: float = 0.0,
        drawn: int = DRAWN,
        options: Options | None = None,
        language: str = "en",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.definition = find_game(game)
        self.scenario = scenario or playable_scenarios(self.definition)[0]
        self.max_cycles = max_cycles or self.definition.longest
        self.shaping = shaping
        self.drawn = drawn
        self.options = options
        self.language = language
        self.render_mode = render_mode
        self.possible_agents: list[str] = list(self.definition.scenario(self.scenario).seats)
        self._seeds = Random()
        self.metadata = {"name": f"{game}_v0", "render_modes": ["ansi"]}
        self._encoders: dict[str, Encoder] = {}
        self._begin("0")
        one = Encoder(self.game.rules, Seat(self.possible_agents[0]))
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(-BOUND, BOUND, (one.length,), np.float32),
                    "action_mask": Box(0, 1, (one.size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(one.size) for agent in self.possible_agents}
        self._start_over()

    def observation_space(self, agent: str) -> Dict:
        """Give the space of observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Give the space of actions."""
        return self.action_spaces[agent]

    # -- playing ---------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; without a seed the game follows from the last one."""
        if seed is not None:
            self._seeds = Random(seed)
        self._begin(str(self._seeds.getrandbits(64)))
        self._start_over()

    def _begin(self, key: str) -> None:
        self._key = key
        rosters = drawn_rosters(self.definition, self.scenario, key, self.options)
        dice = dice_for(self.definition, key)
        self.game: AnyGame = new_game(self.definition, self.scenario, dice, self.options, rosters)

    def _start_over(self) -> None:
        agents = self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self.cycles = 0
        self._offered: Sequence[Offer] = ()
        self._encoders = {seat: self._encoder_for(seat) for seat in agents}
        self._score = self._scores()
        self._select()

    def _encoder_for(self, agent: str) -> Encoder:
        """Keep an encoder as long as the game stands on the same content."""
        rules = self.game.rules
        known = self._encoders.get(agent)
        if known is not None and known.content is rules.content:
            return known
        return Encoder(rules, Seat(agent))

    def _select(self) -> None:
        """Let the first seat that is asked act next."""
        self._offered = ()
        asked = self.game.to_act
        if asked:
            self.agent_selection = asked[0]

    @property
    def offered(self) -> Sequence[Offer]:
        """List what the acting seat can do; the actions are the places in this list."""
        if not self._offered and self.game.outcome is None:
            seat = Seat(self.agent_selection)
            size = self._encoders[seat].size
            self._offered = offers(
                self.game, seat, size, min(self.drawn, size), f"{self._key}/{self.cycles}"
            )
        return self._offered

    def step(self, action: int | None) -> None:
        """Give the answer that an action stands for."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        offered = self.offered
        if action is None or not 0 <= action < len(offered):
            raise BadRequest(f"action {action} is not offered; there are {len(offered)}")
        answer, kind = offered[action]
        self._cumulative_rewards[agent] = 0.0
        self.game.apply(Seat(agent), answer, kind)
        self.cycles += 1
        if self.shaping or self.game.outcome is not None:
            self._reward()
        elif any(self.rewards.values()):
            self._clear_rewards()
        self._select()
        if self.game.outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def _reward(self) -> None:
        """Reward the end of the game, and on the way what was scored, so that the sum is zero."""
        now = self._scores()
        gains = {one: self.shaping * (now[one] - self._score[one]) for one in now}
        self._score = now
        outcome = self.game.outcome
        if outcome is not None and outcome.winners:
            for seat in outcome.winners:
                gains[seat] += 1.0 / len(outcome.winners)
        mean = sum(gains.values()) / len(gains)
        others = len(gains) / max(len(gains) - 1, 1)
        self.rewards = {agent: (gains[agent] - mean) * others for agent in self.agents}
        self._accumulate_rewards()

    def _scores(self) -> dict[str, float]:
        if not self.shaping:
            return dict.fromkeys(self.possible_agents, 0.0)
        return {seat: one.reader.score(self._view(seat)) for seat, one in self._encoders.items()}

    def _view(self, agent: str) -> Any:  # noqa: ANN401 - each game has its own
        return self.definition.observe(self.game.scopes[0], Seat(agent))

    # -- looking ---------------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, Any]:
        """Tell a seat what it may know, and what it can do if it is the one to act."""
        encoder = self._encoders[agent]
        acts = agent == self.agent_selection and self.game.outcome is None
        offered = (self._offered or self.offered) if acts else ()
        return {
            "observation": encoder.encode(self._view(agent), self.question(agent), offered),
            "action_mask": encoder.mask(offered),
        }

    def question(self, agent: str) -> type[Decision[Any]] | None:
        """Give the kind of question a seat is asked."""
        decision = self.game.decision(Seat(agent))
        return None if decision is None else type(decision)

    def encoder(self, agent: str) -> Encoder:
        """Give what writes the observations of a seat, and knows the names of their parts."""
        return self._encoders[agent]

    def render(self) -> str | None:
        """Show the board as the acting seat sees it, as text."""
        if self.render_mode != "ansi":
            return None
        scene = stage(self.game, Seat(self.agent_selection))
        return render(scene, self.definition.catalogue, self.language)
