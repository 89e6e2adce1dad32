"""`walstatt games`: what can be played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from walstatt.cli.language import chosen_language, words_of
from walstatt.cli.terminal import Terminal
from walstatt.games import all_games
from walstatt.i18n.catalogue import say
from walstatt.kernel.definition import Scenario
from walstatt.kernel.options import Switch, switches
from walstatt.scene.pen import Pen
from walstatt.scene.playable import AnyPlayable


def list_games(lang: str | None, *, as_json: bool) -> None:
    """Print every game."""
    language = chosen_language(lang)
    if as_json:
        print(json.dumps([game_data(game, language) for game in all_games()], ensure_ascii=False))
        return
    for definition in all_games():
        terminal = Terminal(words_of(definition), language)
        terminal.write(*game_lines(terminal.pen, definition), "")


def game_data(definition: AnyPlayable, language: str) -> dict[str, Any]:
    """Give a game as data."""
    text = words_of(definition).text
    return {
        "id": definition.id,
        "title": text(definition.title, language),
        "scenarios": [
            {"id": one.id, "title": text(one.title, language), "seats": list(one.seats)}
            for one in definition.scenarios().values()
        ],
        "options": [_option_data(switch) for switch in switches(definition.options_type)],
        "presets": list(definition.options_type.presets),
        "rules": len(definition.rulebook.rules),
    }


def _option_data(switch: Switch) -> dict[str, Any]:
    return {
        "name": switch.name,
        "type": switch.type,
        "default": switch.default,
        "choices": list(switch.choices),
        "rule": switch.rule,
    }


def game_lines(pen: Pen, definition: AnyPlayable) -> Iterator[str]:
    """Describe a game in lines."""
    count = pen.say(say("cli.games.rules", n=len(definition.rulebook.rules)))
    yield pen.paint(f"{definition.id}: {pen.say(definition.title)} ({count})", "head")
    scenarios = [_scenario(pen, definition, one) for one in definition.scenarios().values()]
    yield from _listed(pen, "scenarios", scenarios)
    found = [_option(pen, definition, one) for one in switches(definition.options_type)]
    yield from _listed(pen, "options", found)
    presets = definition.options_type.presets.items()
    said = [
        (name, ", ".join(f"{key}={_shown(one)}" for key, one in of.items())) for name, of in presets
    ]
    yield from _listed(pen, "presets", said)


def _listed(pen: Pen, title: str, rows: list[tuple[str, str]]) -> Iterator[str]:
    """List names with what is said about them, one under the other."""
    if rows:
        yield f"  {pen.say(say(f'cli.games.{title}'))}"
    room = max((len(name) for name, _ in rows), default=0)
    for name, said in rows:
        yield from pen.wrapped(said, f"    {name:<{room}}  ")


def _scenario(pen: Pen, definition: AnyPlayable, scenario: Scenario) -> tuple[str, str]:
    seats = ", ".join(pen.say(definition.seat_name(seat)) for seat in scenario.seats)
    only = pen.say(say("cli.games.for_cases")) if scenario.for_cases else ""
    note = "" if scenario.note is None else pen.say(scenario.note)
    said = f"{pen.say(scenario.title)}: {seats}. {only or note}"
    return scenario.id, said.strip()


def _option(pen: Pen, definition: AnyPlayable, switch: Switch) -> tuple[str, str]:
    known = f"{definition.id}.option.{switch.name}"
    named = known in pen.catalogue.entries[pen.language]
    what = f"{pen.say(say(known))} " if named else ""
    values = "|".join(switch.choices) or {"bool": "true|false", "int": "0, 1, 2 …"}[switch.type]
    said = f"{what}[{switch.rule}]: {values} ({_shown(switch.default)})"
    return switch.name, pen.spell(said)


def _shown(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
