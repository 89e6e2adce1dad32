"""Asking players, and whole games among them; each sees only what its seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec import Struct

from walstatt.ai.clock import TurnClock
from walstatt.ai.levels import find_player
from walstatt.ai.player import Budget, Chosen
from walstatt.kernel.definition import AnyGameDef
from walstatt.kernel.game import AnyGame, new_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import Options
from walstatt.workshop.playout import dice_for, require_end

USUAL_MS = 1000
"""How long a player may think if nobody says otherwise."""


def imagined(game: AnyGame, seat: Seat, seed: str) -> AnyGame:
    """Guess what a seat cannot know; nothing else may ever be shown to a player."""
    return game.imagine(seat, Random(f"{seed}/imagined"))


def ask(guess: AnyGame, seat: Seat, level: str, seed: str, budget: Budget) -> Chosen:
    """Let a player of a level answer in a game that was imagined for it."""
    player = find_player(guess.rules.game.id, level)
    return player.choose(guess, seat, Random(seed), budget)


def choose(game: AnyGame, seat: Seat, level: str, seed: str, budget_ms: int = USUAL_MS) -> Chosen:
    """Let a player answer for a seat of the true game, which it is not shown."""
    return ask(imagined(game, seat, seed), seat, level, seed, Budget(budget_ms))


class Battle(Struct, frozen=True):
    """What came of one game."""

    winners: tuple[Seat, ...]
    decisions: int


def battle(
    definition: AnyGameDef,
    scenario: str,
    levels: Mapping[Seat, str],
    seed: str,
    options: Options | None = None,
    budget_ms: int = USUAL_MS,
) -> Battle:
    """Play a game to its end; the same seed gives the same game."""
    game = new_game(definition, scenario, dice_for(definition, seed), options)
    clock, decisions = TurnClock(budget_ms), 0
    while game.outcome is None:
        require_end(definition, decisions)
        seat = game.to_act[0]
        with clock.deciding(game, seat) as ms:
            chosen = choose(game, seat, levels[seat], f"{seed}/{decisions}/{seat}", ms)
        game.apply(seat, chosen.answer, chosen.kind)
        decisions += 1
    return Battle(game.outcome.winners, decisions)
