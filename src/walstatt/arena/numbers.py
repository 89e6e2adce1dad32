"""Numbers as people write them, in their language."""

from __future__ import annotations

from msgspec import Struct

from walstatt.arena.statistics import Estimate
from walstatt.i18n.catalogue import MINUS


class Numbers(Struct, frozen=True):
    """Writes numbers in a language."""

    language: str

    def decimal(self, value: float, places: int = 1) -> str:
        """Write a number with so many places."""
        text = f"{value:,.{places}f}"
        if float(text.replace(",", "")) == 0:
            text = text.lstrip("-")
        if self.language == "de":
            text = text.translate(str.maketrans(",.", ".,"))
        return text.replace("-", MINUS)

    def whole(self, value: float) -> str:
        """Write a whole number."""
        return self.decimal(value, 0)

    def percent(self, share: float, places: int = 0) -> str:
        """Write a share of one."""
        space = "\N{NO-BREAK SPACE}" if self.language == "de" else ""
        return f"{self.decimal(100 * share, places)}{space}%"

    def signed(self, value: float, places: int = 1) -> str:
        """Write a number with its sign."""
        text = self.decimal(value, places)
        if text == self.decimal(0, places):
            return f"\N{PLUS-MINUS SIGN}{text}"
        return text if text[0] == MINUS else f"+{text}"

    def span(self, estimate: Estimate, places: int = 0) -> str:
        """Write an interval of shares."""
        low, high = estimate.low, estimate.high
        return f"{self.decimal(100 * low, places)}\N{EN DASH}{self.percent(high, places)}"
