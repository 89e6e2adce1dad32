"""The games: each a package of its own, found by its id."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from walstatt.kernel.errors import BadRequest
from walstatt.scene.playable import AnyPlayable

GAMES: dict[str, str] = {
    "ccn": "walstatt.games.ccn.game:CCN",
    "idg": "walstatt.games.idg.game:IDG",
    "toy": "walstatt.games.toy.game:TOY",
}
"""Where each game's definition is found: module and name."""


@cache
def find_game(game: str) -> AnyPlayable:
    """Find a game by its id."""
    place = GAMES.get(game)
    if place is None:
        raise BadRequest(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
    module, _, name = place.partition(":")
    found: AnyPlayable = getattr(import_module(module), name)
    return found


def all_games() -> tuple[AnyPlayable, ...]:
    """List every game."""
    return tuple(find_game(game) for game in GAMES)
