"""The luck report as lines and as data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import Seat
from walstatt.kernel.luck import Luck, luck_report
from walstatt.kernel.match import Match
from walstatt.scene.pen import Pen

COLUMNS: Final = ("rolls", "dice", "losses", "expected", "luck", "sigma")


def luck_of(match: Match) -> list[Luck]:
    """Reckon the luck of every seat; who never rolled for losses had none."""
    found = {luck.seat: luck for luck in luck_report(match.rolls())}
    return [found.get(seat, _none(seat)) for seat in match.game.rules.seats]


def _none(seat: Seat) -> Luck:
    return Luck(seat, 0, 0, 0, 0.0, 0.0)


def luck_data(match: Match) -> list[dict[str, Any]]:
    """Give the luck of every seat as data."""
    return [
        {"seat": luck.seat, **{name: getattr(luck, name) for name in COLUMNS}}
        for luck in luck_of(match)
    ]


def luck_lines(pen: Pen, match: Match) -> Iterator[str]:
    """Write the luck of every seat as a table."""
    head = ["", *(pen.say(say(f"cli.luck.{name}")) for name in COLUMNS)]
    rows = [head, *(_row(pen, match, luck) for luck in luck_of(match))]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        yield "  ".join(("", row[0].ljust(widths[0]), *cells))


def _row(pen: Pen, match: Match, luck: Luck) -> list[str]:
    name = pen.say(match.definition.seat_name(luck.seat))
    whole = [str(luck.rolls), str(luck.dice), str(luck.losses)]
    return [name, *whole, *(_hundredths(pen, x) for x in (luck.expected, luck.luck, luck.sigma))]


def _hundredths(pen: Pen, number: float) -> str:
    return pen.decimal(round(number * 100), 100, 2)
