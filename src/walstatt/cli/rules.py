"""`walstatt rules`: the rulebook of a game."""

from __future__ import annotations

from walstatt.cli.language import chosen_language, words_of
from walstatt.cli.lookup import find_rules, nothing_found, rule_lines
from walstatt.cli.terminal import Terminal
from walstatt.cli.wishes import game_called
from walstatt.kernel.errors import BadRequest


def tell_rules(game: str, wanted: str, lang: str | None) -> None:
    """Print the rules that are wanted."""
    definition = game_called(game)
    terminal = Terminal(words_of(definition), chosen_language(lang))
    found = find_rules(definition.rulebook, wanted, terminal.language)
    if not found:
        raise BadRequest(nothing_found(terminal.pen, definition.rulebook, wanted))
    terminal.write(*rule_lines(terminal.pen, definition.rulebook, found))
