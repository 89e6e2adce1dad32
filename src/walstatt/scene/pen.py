"""A pen: how text is written in one language, for one width, on one kind of terminal."""

import re
import textwrap
import unicodedata
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from walstatt.i18n.catalogue import MINUS, Argument, Catalogue, Message, say

STYLES: Final = {
    "head": "1",
    "choice": "1",
    "faint": "2",
    "struck": "9;2",
    "nobody": "37",
    "side0": "34",
    "side1": "31",
    "side2": "32",
    "side3": "33",
    "side4": "35",
    "side5": "36",
    "side6": "1;30",
    "side7": "1;34",
    "black": "1;30",
    "blue": "34",
    "brown": "33",
    "cyan": "36",
    "gold": "33",
    "green": "32",
    "purple": "35",
    "red": "31",
    "white": "37",
    "french": "34",
    "british": "31",
    "portuguese": "33",
}
"""How things are coloured: parts of the page, sides in their order, liveries by name."""
GLUE: Final = "\N{NO-BREAK SPACE}"
"""Keeps words on one line while text is wrapped; it is a blank again before it is shown."""
_PLAIN: Final = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "ß": "ss",
        MINUS: "-",
        "\N{EN DASH}": "-",
        "\N{EM DASH}": "-",
        "\N{MULTIPLICATION SIGN}": "x",
        "\N{MIDDLE DOT}": ".",
        "\N{DEGREE SIGN}": " deg",
        "\N{DOUBLE LOW-9 QUOTATION MARK}": '"',
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{SINGLE LOW-9 QUOTATION MARK}": "'",
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    }
)


def name_id(kind: str, key: str) -> str:
    """Give the message that names a key of the theme."""
    game, _, name = key.rpartition("/")
    return f"{game or 'scene'}.{kind}.{name}"


class Pen(Struct, frozen=True):
    """Where and how to write."""

    catalogue: Catalogue
    language: str
    width: int = 100
    colour: bool = False
    unicode: bool = True

    def say(self, message: Message) -> str:
        """Say a message."""
        return self.spell(self.catalogue.text(message, self.language))

    def word(self, name: str, /, **args: Argument) -> str:
        """Say one of the scene's own messages."""
        return self.say(say(f"scene.{name}", **args))

    def spell(self, text: str) -> str:
        """Write text with the letters the terminal has, all on one line."""
        text = " ".join(text.split())
        return text if self.unicode else _ascii(text)

    def sign(self, unicode: str, plain: str) -> str:
        """Choose between a sign and its stand-in."""
        return unicode if self.unicode else plain

    def named(self, kind: str, key: str) -> str:
        """Name a key of the theme: `key` as `scene.kind.key`, `game/key` as `game.kind.key`."""
        known = name_id(kind, key)
        if known in self.catalogue.entries[self.language]:
            return self.say(say(known))
        return self.spell(key.rpartition("/")[2].replace("_", " "))

    def decimal(self, number: int, parts: int, places: int) -> str:
        """Write number/parts, rounded half up, without idle zeros."""
        scaled = (2 * abs(number) * 10**places + parts) // (2 * parts)
        whole, rest = divmod(scaled, 10**places)
        tail = f"{rest:0{places}}".rstrip("0") if rest else ""
        minus = self.sign(MINUS, "-") if number < 0 and scaled else ""
        return f"{minus}{whole}{self.comma if tail else ''}{tail}"

    @property
    def comma(self) -> str:
        """Give what stands between ones and tenths."""
        return "," if self.language == "de" else "."

    def angle(self, hundredths: int) -> str:
        """Write an angle."""
        return self.word("degrees", angle=self.decimal(hundredths, 100, 2))

    def wrapped(self, text: str, first: str = "", rest: str | None = None) -> list[str]:
        """Break text into lines, each behind its margin."""
        rest = " " * len(first) if rest is None else rest
        width = max(self.width, len(first) + 12, len(rest) + 12)
        return textwrap.wrap(
            text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
        ) or [first.rstrip()]

    def headed(self, title: str, lines: Iterable[str]) -> list[str]:
        """Put a heading over lines, if there are any."""
        body = list(lines)
        return [self.paint(title, "head"), *body] if body else []

    def paint(self, text: str, style: str) -> str:
        """Colour text, where there are colours."""
        if not (self.colour and style and text):
            return text
        return f"\x1b[{STYLES[style]}m{text}\x1b[0m"


def _ascii(text: str) -> str:
    spelled = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    kept = "".join(letter for letter in spelled if not unicodedata.combining(letter))
    return re.sub(r"[^ -~]", "?", kept)
