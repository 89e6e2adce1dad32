"""Random games that also look around: invariants, strange answers, and what comes into sight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from msgspec import Struct

from walstatt.kernel.decisions import Answer
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.errors import BadRequest, BrokenInvariant, EngineFault
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.options import make_options
from walstatt.workshop.conformance.strange import strange_answers
from walstatt.workshop.crash import Given, drawn_rosters
from walstatt.workshop.playout import (
    dice_for,
    playable_scenarios,
    presets_of,
    random_answer,
    require_end,
)

STRANGE: Final = 0.15
"""How often answers are judged that nobody offered."""
REMEMBERED: Final = 60
"""How many answers are remembered to make strange ones of."""


class Setting(Struct, frozen=True):
    """One game to be played: what, how, and with which dice."""

    scenario: str
    preset: str
    seed: str


def settings(
    definition: AnyGameDef,
    games: int,
    seed: int | str,
    scenarios: Sequence[str] | None = None,
    presets: Sequence[str] | None = None,
) -> Iterator[Setting]:
    """Go round scenarios and presets until so many games are set; every scenario comes first.

    Which preset a scenario begins with depends on the seed, so that many short runs see them all.
    """
    scenarios = scenarios or playable_scenarios(definition)
    presets = presets or presets_of(definition)
    first = seed if isinstance(seed, int) else 0
    for number in range(games):
        turn, place = divmod(number, len(scenarios))
        preset = presets[(first + turn + place) % len(presets)]
        yield Setting(scenarios[place], preset, f"{seed}/{number}")


class Exploration:
    """One random game, with everything noticed on the way."""

    def __init__(self, definition: AnyGameDef, setting: Setting) -> None:
        self.definition = definition
        self.setting = setting
        self.options = make_options(definition.options_type, {}, setting.preset)
        self.given: list[Given] = []
        self.seen: set[str] = set()
        self._known: list[Answer] = []
        self._rng = Random(setting.seed)

    def play(self) -> None:
        """Play to the end; whatever is wrong is raised."""
        dice = dice_for(self.definition, self.setting.seed)
        scenario = self.setting.scenario
        rosters = drawn_rosters(self.definition, scenario, self.setting.seed, self.options)
        game = new_game(self.definition, scenario, dice, self.options, rosters)
        self._look(game)
        while game.outcome is None:
            require_end(self.definition, len(self.given))
            if self._rng.random() < STRANGE:
                self._ask_strange_things(game)
            self.given.append(random_answer(game, self._rng))
            game.apply(*self.given[-1])
            self._remember(self.given[-1][1])
            self._look(game)

    def _look(self, game: AnyGame) -> None:
        for scope in game.scopes:
            inner = scope.rules.game
            self.seen.update(inner.content_seen(scope))
            for wrong in inner.invariants(scope):
                raise BrokenInvariant(wrong)

    def _remember(self, answer: Answer) -> None:
        if len(self._known) < REMEMBERED:
            self._known.append(answer)
        else:
            self._known[self._rng.randrange(REMEMBERED)] = answer

    def _ask_strange_things(self, game: AnyGame) -> None:
        """Let answers be judged that nobody offered; that must never fail."""
        for seat, answer, kind in strange_answers(game, self._known, self._rng):
            try:
                game.check(seat, answer, kind)
            except BadRequest:
                continue
            except Exception as error:
                raise EngineFault(f"judging {answer} of {seat} failed: {error}") from error
