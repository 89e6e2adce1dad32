"""A chair without a mouse: everything is done with keys, and read out."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.chairs import Chair
from tests.web.people import Person

NAME_OF_FOCUSED = """
() => {
  const one = document.activeElement;
  if (one === document.body) return '';
  return (one.getAttribute('aria-label') ?? one.textContent).trim();
}
"""


class Keyboard:
    """Somebody without a mouse."""

    def __init__(self, person: Person) -> None:
        self.page = person.page
        self.chair = Chair(person)
        self.board = self.page.get_by_role("application")

    def press(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)

    def focused(self) -> str:
        """Read the name of what has the focus; nothing if only the page has it."""
        name: Any = self.page.evaluate(NAME_OF_FOCUSED)
        return str(name)

    def goes_to(self, what: re.Pattern[str], most: int = 120) -> str:
        """Press Tab until something of that name has the focus."""
        for _ in range(most):
            self.press("Tab")
            name = self.focused()
            if what.search(name):
                return name
        pytest.fail(f"Tab never led to {what.pattern!r}")

    def ends(self, what: str) -> None:
        """Find the button that ends a part of the turn, and press it."""
        question = self.chair.asked()
        self.goes_to(re.compile(f"^End the {what}"))
        self.press("Enter")
        expect(self.chair.sentence).not_to_have_text(question)

    def spoken(self) -> str:
        """Read what the board says about the place under the cursor."""
        described = self.board.get_attribute("aria-activedescendant")
        return str(self.page.locator(f"[id='{described}']").get_attribute("aria-label"))

    def walks(self, key: str, to: str, most: int = 12) -> None:
        """Press an arrow until the cursor of the board is somewhere."""
        for _ in range(most):
            self.press(key)
            if self.spoken().startswith(to):
                return
        pytest.fail(f"the cursor never came to {to}")
