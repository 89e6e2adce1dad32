"""`walstatt replay` and `walstatt dice`: a saved game told again, and its luck."""

from __future__ import annotations

import json
from pathlib import Path

from walstatt.cli.chronicle import entry_lines, outcome_lines, replay_data
from walstatt.cli.language import chosen_language, words_of
from walstatt.cli.luck_table import luck_data, luck_lines
from walstatt.cli.telling import afterwards
from walstatt.cli.terminal import Left, Terminal
from walstatt.cli.trouble import UsageError
from walstatt.games import find_game
from walstatt.kernel.match import Match
from walstatt.kernel.save import load
from walstatt.scene.playable import stage
from walstatt.scene.text import render


def tell_again(
    save: Path, lang: str | None, last: int | None, *, as_json: bool, stepping: bool
) -> None:
    """Verify a saved game and tell it from the beginning."""
    match = load(save, find_game)
    if last is not None and not 0 <= last < len(match.entries):
        raise UsageError(f"--to is an entry from 0 to {len(match.entries) - 1}, not {last}.")
    terminal = _terminal(match, lang)
    if as_json:
        data = replay_data(terminal.pen, match, afterwards(match), last)
        print(json.dumps(data, ensure_ascii=False))
        return
    end = len(match.entries) - 1 if last is None else last
    try:
        _tell(terminal, match, end, stepping=stepping)
    except Left:
        return
    if last is None:
        terminal.write(*outcome_lines(terminal.pen, match))


def _terminal(match: Match, lang: str | None) -> Terminal:
    return Terminal(words_of(find_game(match.header.game)), chosen_language(lang))


def _tell(terminal: Terminal, match: Match, end: int, *, stepping: bool) -> None:
    if match.diverged_at is not None:
        terminal.tell("replay.changed", entry=match.diverged_at)
    for n in range(end + 1):
        lines = list(entry_lines(terminal.pen, match, n, afterwards(match)))
        terminal.write(*lines)
        if stepping and lines and n < end:
            _wait(terminal, match, n)


def _wait(terminal: Terminal, match: Match, n: int) -> None:
    """Wait for Enter, and show the board as often as somebody wants to see it."""
    while line := terminal.ask(f"[{terminal.word('replay.stepping')}] ").lower():
        if line in ("q", "quit"):
            raise Left("the reader leaves")
        if line == "b":
            pen = terminal.pen
            scene = stage(match.moments[n].game, None)
            terminal.write(render(scene, pen.catalogue, pen.language, pen.width, colour=pen.colour))


def tell_luck(save: Path, lang: str | None, *, as_json: bool) -> None:
    """Report the luck of a saved game."""
    match = load(save, find_game)
    if as_json:
        print(json.dumps(luck_data(match)))
        return
    terminal = _terminal(match, lang)
    terminal.headed(terminal.word("luck.title"), luck_lines(terminal.pen, match))
