"""Which computer players there are for which game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from msgspec import Struct

from walstatt.ai.advised_player import AdvisedPlayer
from walstatt.ai.player import Player
from walstatt.ai.random_player import RandomPlayer
from walstatt.games import GAMES
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.advice import Advisor, Chances
from walstatt.kernel.errors import BadRequest

RANDOM: Final = "random"
RECRUIT: Final = "recruit"

_BLUR: Final = {RECRUIT: 0.4}
"""How far the eye of each level is off, as a share of what it looks at."""


class Level(Struct, frozen=True):
    """A level of play: its id, and its name for people."""

    id: str
    name: Message


def players(game: str) -> tuple[Level, ...]:
    """List the levels a game can be played at, the weakest first."""
    return tuple(Level(level, say(f"ai.level.{level}")) for level in _players(game))


def usual_level(game: str) -> str:
    """Name the level to play against if nobody says otherwise."""
    return RECRUIT if RECRUIT in _players(game) else RANDOM


def find_player(game: str, level: str) -> Player:
    """Find the player of a game at a level."""
    known = _players(game)
    if level not in known:
        raise BadRequest(f"{game} has no player {level!r}; there are: {', '.join(known)}")
    return known[level]


@cache
def _players(game: str) -> Mapping[str, Player]:
    found: dict[str, Player] = {RANDOM: RandomPlayer()}
    advisors = advisors_of(game)
    found |= {
        level: AdvisedPlayer(advisors[level], _BLUR[level]) for level in _BLUR if level in advisors
    }
    return found


def advisors_of(game: str) -> Mapping[str, Advisor]:
    """Look up what a game says about playing it well: `ADVISORS` in the module `ai` beside it."""
    advisors: Mapping[str, Advisor] = getattr(_advice(game), "ADVISORS", {})
    return advisors


def chances_of(game: str) -> Chances | None:
    """Look up how a game estimates who is going to win: `CHANCES` in the same module."""
    found: Chances | None = getattr(_advice(game), "CHANCES", None)
    return found


def _advice(game: str) -> ModuleType | None:
    place = GAMES.get(game)
    if place is None:
        raise BadRequest(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
    package = place.partition(":")[0].rpartition(".")[0]
    if find_spec(f"{package}.ai") is None:
        return None
    return import_module(f"{package}.ai")
