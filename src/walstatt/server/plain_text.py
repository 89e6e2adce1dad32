"""What people write for others to read: names, titles, chat; nothing in it may deceive or hide.

Control characters could give orders to a terminal, marks of direction can make a text read
otherwise than it was written, and a name that nobody sees belongs to anybody.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from walstatt.server.errors import refusal

JOINERS: Final = frozenset("\u200c\u200d")
"""What several scripts and many emoji need between visible characters."""
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols that look like nothing at all."""
_HARMFUL: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def is_harmful(letter: str) -> bool:
    """Tell whether a character is no text: controls, direction overrides, invisible marks."""
    return unicodedata.category(letter) in _HARMFUL and letter not in JOINERS


def is_seen(letter: str) -> bool:
    """Tell whether a character by itself leaves something to be seen."""
    return unicodedata.category(letter)[0] not in "CMZ" and letter not in BLANK


def clean_name(text: str) -> str:
    """Write a player's name as it will be shown, or refuse it."""
    return _clean(text, "name")


def clean_title(text: str) -> str:
    """Write the title of a table as it will be shown, or refuse it; it may have none."""
    return _clean(text, "title") if text.strip() else ""


def clean_line(text: str) -> str:
    """Write a line of chat without what is no text, or refuse it if nothing is left to be seen."""
    spaced = "".join(" " if letter.isspace() else letter for letter in text)
    line = "".join(letter for letter in spaced if not is_harmful(letter)).strip()
    if not any(map(is_seen, line)):
        raise refusal("malformed", "line")
    return line


def _clean(text: str, what: str) -> str:
    if any(map(is_harmful, text)) or not any(map(is_seen, text)):
        raise refusal("malformed", what)
    return " ".join(text.split())
