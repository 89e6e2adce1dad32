"""A canvas of characters."""

from collections.abc import Iterator
from itertools import groupby

from walstatt.scene.pen import Pen


class Canvas:
    """Signs in rows and columns, each with a style; it grows to the right and downwards."""

    def __init__(self) -> None:
        self._signs: dict[tuple[int, int], tuple[str, str]] = {}
        self._rows = 0

    def put(self, column: int, row: int, text: str, style: str = "") -> None:
        """Write text from a place on."""
        self._rows = max(self._rows, row + 1)
        for index, sign in enumerate(text):
            self._signs[column + index, row] = sign, style

    def at(self, column: int, row: int) -> str:
        """Give the sign at a place, a blank if there is none."""
        return self._signs.get((column, row), (" ", ""))[0]

    def lines(self, pen: Pen) -> list[str]:
        """Give the rows as text, with nothing behind the last sign."""
        return [self._line(row, pen) for row in range(self._rows)]

    def _line(self, row: int, pen: Pen) -> str:
        runs = groupby(self._row(row), key=lambda one: one[1])
        return "".join(pen.paint("".join(sign for sign, _ in run), style) for style, run in runs)

    def _row(self, row: int) -> Iterator[tuple[str, str]]:
        used = [
            column for (column, at), (sign, _) in self._signs.items() if at == row and sign != " "
        ]
        for column in range(max(used, default=-1) + 1):
            sign, style = self._signs.get((column, row), (" ", ""))
            yield sign, "" if sign == " " else style
