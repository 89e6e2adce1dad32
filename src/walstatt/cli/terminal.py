"""The terminal: what is written there, and what is typed; a pipe or a file will do as well."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from walstatt.i18n.catalogue import Argument, Catalogue, Message, say
from walstatt.kernel.errors import WalstattError
from walstatt.scene.pen import Pen

WIDEST: Final = 120
_CLEAR: Final = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what could be scrolled back to."""
_SAMPLE: Final = "│·▒≥\N{MINUS SIGN}ß"


class Left(WalstattError):
    """The player leaves, or nobody types any more."""


class Terminal:
    """Where a player reads and types, in one language."""

    def __init__(self, catalogue: Catalogue, language: str) -> None:
        self.catalogue = catalogue
        self.language = language
        self.is_typed = sys.stdin.isatty()
        self.is_screen = sys.stdout.isatty()
        if self.is_typed:
            _edit_lines()

    @property
    def pen(self) -> Pen:
        """Give the pen for this screen."""
        width = min(shutil.get_terminal_size((100, 24)).columns, WIDEST)
        colour = self.is_screen and not os.environ.get("NO_COLOR")
        return Pen(self.catalogue, self.language, width, colour, _knows_signs())

    def word(self, name: str, /, **args: Argument) -> str:
        """Say one of the terminal's own messages."""
        return self.pen.say(say(f"cli.{name}", **args))

    def tell(self, name: str, /, **args: Argument) -> None:
        """Write one of the terminal's own messages."""
        self.write(*self.pen.wrapped(self.word(name, **args), "", "  "))

    def say(self, message: Message) -> str:
        """Say any message."""
        return self.pen.say(message)

    def write(self, *lines: str) -> None:
        """Write lines."""
        for line in lines:
            print(line)

    def headed(self, title: str, lines: Iterable[str]) -> None:
        """Write lines under a heading, if there are any."""
        self.write(*self.pen.headed(title, lines))

    def clear(self) -> None:
        """Leave nothing to be seen of what was written."""
        if self.is_screen:
            print(_CLEAR, end="")

    def ask(self, prompt: str) -> str:
        """Let the player type a line."""
        sys.stdout.flush()
        try:
            line = input(prompt) if self.is_typed else self._next_line(prompt)
        except EOFError:
            self.write("")
            raise Left("nobody types any more") from None
        return line.strip()

    def _next_line(self, prompt: str) -> str:
        """Read a line from a pipe, and show it, so that the output reads like a conversation."""
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.write(line.rstrip("\n"))
        return line


def _edit_lines() -> None:
    """Let lines be edited and called back with the arrow keys, where that is possible."""
    with suppress(ImportError):
        import readline

        readline.set_history_length(200)


def _knows_signs() -> bool:
    try:
        _SAMPLE.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
