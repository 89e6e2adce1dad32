"""Which computer players there are for which game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from msgspec import Struct, convert

from walstatt.ai.advised_player import FIRST, AdvisedPlayer
from walstatt.ai.player import Player
from walstatt.ai.random_player import RandomPlayer
from walstatt.ai.searching import Effort, Planner, SearchingPlayer, TurnAdvisor
from walstatt.games import GAMES
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.advice import Advisor, Chances
from walstatt.kernel.errors import BadRequest

RANDOM: Final = "random"
RECRUIT: Final = "recruit"
OFFICER: Final = "officer"
GENERAL: Final = "general"

LEVELS: Final = (RANDOM, RECRUIT, OFFICER, GENERAL)
"""All levels of play, the weakest first; not every game has all of them."""
_BLUR: Final = {RECRUIT: 0.4, OFFICER: 0.0}
"""How far the eye of each level is off, as a share of what it looks at."""


class Level(Struct, frozen=True):
    """A level of play: its id, and for people its name and how it plays."""

    id: str
    name: Message
    about: Message
    tempered: bool = False
    """Whether it is another temper of a level that there is as well."""


def players(game: str) -> tuple[Level, ...]:
    """List the levels a game can be played at, the weakest first."""
    return tuple(map(_level, _players(game)))


def _level(player: str) -> Level:
    level, _, temper = player.partition(":")
    name, about = say(f"ai.level.{level}"), say(f"ai.about.{level}")
    if temper:
        tempered = say(f"ai.temper.{temper}")
        name = say("ai.tempered", level=name, temper=tempered)
        about = say("ai.about.tempered", about=about, temper=say(f"ai.about.{temper}"))
    return Level(player, name, about, bool(temper))


def usual_level(game: str) -> str:
    """Name the level to play against if nobody says otherwise."""
    return RECRUIT if RECRUIT in _players(game) else RANDOM


def find_player(game: str, level: str) -> Player:
    """Find the player of a game at a level, such as `officer` or, of a temper, `officer:bold`."""
    known = _players(game)
    if level not in known:
        raise BadRequest(f"{game} has no player {level!r}; there are: {', '.join(known)}")
    return known[level]


@cache
def _players(game: str) -> Mapping[str, Player]:
    found: dict[str, Player] = {RANDOM: RandomPlayer()}
    haste, first = _haste(game), _first(game)
    for name, advisor in advisors_of(game).items():
        level, _, temper = name.partition(":")
        found[name] = AdvisedPlayer(
            advisor, _BLUR[level], haste.get(level, 0.0), first.get(level, FIRST)
        )
        if level == OFFICER and isinstance(advisor, TurnAdvisor | Planner):
            found[_tempered(GENERAL, temper)] = SearchingPlayer(advisor, _effort(game))
    return {name: found[name] for name in sorted(found, key=_rank)}


def _tempered(level: str, temper: str) -> str:
    return f"{level}:{temper}" if temper else level


def _rank(player: str) -> tuple[int, str]:
    """Order players by strength; whoever has a temper stands behind the plain one."""
    level, _, temper = player.partition(":")
    return LEVELS.index(level), temper


def advisors_of(game: str) -> Mapping[str, Advisor]:
    """Look up what a game says about playing it well: `ADVISORS` in the module `ai` beside it."""
    advisors: Mapping[str, Advisor] = getattr(_advice(game), "ADVISORS", {})
    return advisors


def _haste(game: str) -> Mapping[str, float]:
    """Look up how often each level of a game decides in haste: `HASTE` in the same module."""
    haste: Mapping[str, float] = getattr(_advice(game), "HASTE", {})
    return haste


def _first(game: str) -> Mapping[str, int]:
    """Look up among how many answers a level in haste chooses: `FIRST` in the same module."""
    first: Mapping[str, int] = getattr(_advice(game), "FIRST", {})
    return first


def _effort(game: str) -> Effort:
    """Look up how widely the general of a game searches, if not as usual: `EFFORT` there."""
    return convert(getattr(_advice(game), "EFFORT", {}), Effort)


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
