"""`walstatt check-content`: everything wrong with content, rulebooks and messages, all at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from walstatt.cli.language import terminal_words
from walstatt.cli.wishes import game_called
from walstatt.games import all_games
from walstatt.i18n.catalogue import LANGUAGES, Catalogue, MessageError
from walstatt.kernel.content import ContentError, ContentProblem, load_with_lines
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.options import switches
from walstatt.scene.playable import AnyPlayable
from walstatt.scene.words import base_catalogue


def check_games(game: str | None, *, as_json: bool) -> int:
    """Print every problem of a game, or of all games and the terminal; give 1 if there are any."""
    chosen = all_games() if game is None else (game_called(game),)
    found = [problem for definition in chosen for problem in problems_of(definition)]
    if game is None:
        found += (problem for one in _shared() for problem in _word_problems(one))
    if as_json:
        print(json.dumps([msgspec.to_builtins(problem) for problem in found], ensure_ascii=False))
        return 1 if found else 0
    for problem in found:
        print(msgspec.structs.replace(problem, file=_near(problem.file)))
    names = ", ".join(definition.id for definition in chosen)
    print(f"{names}: {len(found)} problems" if found else f"{names}: no problems")
    return 1 if found else 0


def _shared() -> Iterator[Callable[[], Catalogue]]:
    yield base_catalogue
    yield terminal_words


def _near(file: str) -> str:
    """Name a file from where we are, if it lies below."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file


def problems_of(definition: AnyPlayable) -> list[ContentProblem]:
    """Load everything a game consists of and list what is wrong with it."""
    found = _caught(definition.id, lambda: _semantics(definition))
    found += _caught(definition.id, lambda: _rule_problems(definition))
    found += _word_problems(lambda: definition.catalogue)
    return found


def _semantics(definition: AnyPlayable) -> Iterable[ContentProblem]:
    """Check the content; only where nothing is wrong can the scenarios be listed."""
    found = definition.check_content()
    if not found:
        definition.scenarios()
    return found


def _caught(game: str, check: Callable[[], Iterable[ContentProblem]]) -> list[ContentProblem]:
    """Collect problems, those that prevent loading included."""
    try:
        return list(check())
    except ContentError as error:
        return list(error.problems)
    except BadRequest as error:
        return [ContentProblem(game, 1, "", str(error))]


# -- rulebooks -----------------------------------------------------------------------------------


def _rule_problems(definition: AnyPlayable) -> Iterator[ContentProblem]:
    """Check that rules, options and chapters know each other."""
    rulebook, options = definition.rulebook, switches(definition.options_type)
    names = {switch.name for switch in options}
    for switch in options:
        if switch.rule not in rulebook:
            message = f"belongs to rule {switch.rule!r}, which does not exist"
            yield ContentProblem(definition.id, 1, f"option {switch.name}", message)
    for entry in rulebook.rules.values():
        if entry.option and entry.option not in names:
            message = f"speaks of option {entry.option!r}, which does not exist"
            yield ContentProblem(definition.id, 1, f"rule {entry.id}", message)
        if entry.chapter not in rulebook.chapters:
            message = f"chapter {entry.chapter!r} has no title"
            yield ContentProblem(definition.id, 1, f"rule {entry.id}", message)


# -- messages ------------------------------------------------------------------------------------


def _word_problems(load: Callable[[], Catalogue]) -> list[ContentProblem]:
    """Check that every message can be said in every language, with the same parameters."""
    try:
        catalogue = load()
    except MessageError as error:
        file, _, message = str(error).partition(": ")
        return [ContentProblem(file, 1, "", message)]
    return [_located(catalogue, problem) for problem in catalogue.problems()]


def _located(catalogue: Catalogue, problem: str) -> ContentProblem:
    name, _, message = problem.partition(": ")
    entries = (catalogue.entries[language].get(name) for language in LANGUAGES)
    file = next((entry.file for entry in entries if entry is not None), "")
    return ContentProblem(file, _line_of(file, name), name, message)


def _line_of(file: str, name: str) -> int:
    try:
        return load_with_lines(Path(file), dict[str, Any])[1].at(name)
    except ContentError:
        return 1
