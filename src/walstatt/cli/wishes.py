"""What a command line asks for: a game, a scenario, options and seats, each found or refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from walstatt.ai.levels import players, usual_level
from walstatt.cli.trouble import UsageError, unknown
from walstatt.games import GAMES, find_game
from walstatt.kernel.definition import AnyGameDef, Scenario
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Seat
from walstatt.kernel.options import Switch, make_options, switches
from walstatt.scene.playable import AnyPlayable

_TRUE: Final = ("true", "yes", "on", "1")
_FALSE: Final = ("false", "no", "off", "0")

HUMAN: Final = "human"
RANDOM: Final = "random"


def game_called(name: str) -> AnyPlayable:
    """Find a game."""
    if name not in GAMES:
        raise unknown("game", name, GAMES)
    return find_game(name)


def scenario_called(definition: AnyGameDef, name: str | None) -> Scenario:
    """Find a scenario that can be played; without a name the first one."""
    scenarios = definition.scenarios()
    playable = [one.id for one in scenarios.values() if not one.for_cases]
    if name is not None and name not in scenarios:
        raise unknown(f"scenario of {definition.id} called", name, playable)
    if name is not None and name not in playable:
        raise UsageError(f"Scenario {name} is only for cases: nothing stands there to play with.")
    return scenarios[name or playable[0]]


def options_from(
    definition: AnyGameDef, given: Iterable[str], preset: str | None = None
) -> dict[str, Any]:
    """Read `name=value` wishes over a preset, and refuse what the game does not know."""
    presets = definition.options_type.presets
    if preset is not None and preset not in presets:
        raise unknown(f"preset of {definition.id} called", preset, presets)
    known = {switch.name: switch for switch in switches(definition.options_type)}
    wished = dict(_option(definition, known, one) for one in given)
    chosen = {**presets.get(preset or "", {}), **wished}
    try:
        make_options(definition.options_type, chosen)
    except BadRequest as wrong:
        raise UsageError(str(wrong)) from None
    return chosen


def _option(
    definition: AnyGameDef, known: dict[str, Switch], given: str
) -> tuple[str, bool | int | str]:
    name, equals, value = given.partition("=")
    if not equals:
        raise UsageError(f"--option takes name=value, not {given!r}.")
    if name not in known:
        raise unknown(f"option of {definition.id} called", name, known)
    return name, _value(known[name], value)


def _value(switch: Switch, text: str) -> bool | int | str:
    if switch.type == "choice":
        if text not in switch.choices:
            raise unknown(f"value of option {switch.name} called", text, switch.choices)
        return text
    if switch.type == "bool":
        return _truth(switch, text.lower())
    try:
        return int(text)
    except ValueError:
        raise UsageError(f"Option {switch.name} is a whole number, not {text!r}.") from None


def _truth(switch: Switch, text: str) -> bool:
    if text not in (*_TRUE, *_FALSE):
        raise UsageError(f"Option {switch.name} is true or false, not {text!r}.")
    return text in _TRUE


def known_players(game: str) -> tuple[str, ...]:
    """Name whoever can sit down to play a game: people, and computers of all its levels."""
    return (HUMAN, *(level.id for level in players(game)))


def usual_players(game: str) -> tuple[str, ...]:
    """Name who plays if nobody says otherwise; the last one fills the other seats."""
    return (HUMAN, usual_level(game))


def players_for(
    scenario: Scenario, given: str | None, kinds: tuple[str, ...], otherwise: tuple[str, ...]
) -> dict[Seat, str]:
    """Read who sits where; without a word `otherwise`, whose last one fills the other seats."""
    seats = scenario.seats
    if given is None:
        filled = (*otherwise, *(otherwise[-1:] * len(seats)))
        return dict(zip(seats, filled, strict=False))
    names = [name.strip() for name in given.split(",")]
    for name in names:
        if name not in kinds:
            raise unknown("player called", name, kinds)
    if len(names) != len(seats):
        raise UsageError(
            f"Scenario {scenario.id} has {len(seats)} seats ({', '.join(seats)}),"
            f" but --seats names {len(names)}."
        )
    return dict(zip(seats, names, strict=True))
