"""A chair at a table: what somebody who sits there reads, points at and presses."""

from __future__ import annotations

import re
from typing import Literal

from playwright.sync_api import Locator, expect

from tests.web.houses import House
from tests.web.people import Person

Whose = Literal["mine", "other", "over"]
OVER = re.compile(r"^You have (won|lost)\.$|^The game ends in a draw\.$|^Victory: ")
OTHER = re.compile(r"^(Waiting for (?!players)|To act: )")
CAN = re.compile("can be chosen$")
GO = re.compile("can go there")
TARGET = re.compile(", target$")
ANY_SEAT = re.compile("^Go on as ")
STRIP = re.compile(r"Connection lost\. Your last move is safe\.")
AT_REST = """
async (one) => {
  const middle = () => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  for (let [x, y] = middle(); ; ) {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const [nowX, nowY] = middle();
    if (Math.abs(nowX - x) + Math.abs(nowY - y) < 0.5) return [nowX, nowY];
    [x, y] = [nowX, nowY];
  }
}
"""
"""Where the middle of something is, once it does not move any more."""


class Chair:
    """Where a person plays; everything goes through the page as he sees it."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.sentence: Locator = self.page.locator("p.sentence")
        self.hint: Locator = person.button("Hint")
        self.undo: Locator = person.button("Undo")
        self.do_it: Locator = person.button("Do it", exact=True)
        self.do_that: Locator = person.button("Do that")
        self.strip: Locator = self.page.get_by_role("status").filter(has_text=STRIP)
        self.over: Locator = person.heading(OVER)
        self.hand: Locator = self.page.locator("#hand")
        self.scores: Locator = self.page.get_by_role("region", name="Who plays")

    # -- whose turn it is ------------------------------------------------------------------------

    def waits(self) -> Whose:
        """Wait until something is asked of me or of the other, or the game is over."""
        mine = self.person.button("Hint", disabled=False)
        other = self.page.locator("p.sentence").filter(has_text=OTHER)
        mine.or_(other).or_(self.over).first.wait_for()
        if self.over.is_visible():
            return "over"
        return "mine" if mine.is_visible() else "other"

    def asked(self) -> str:
        """Read the question once it can be answered."""
        expect(self.hint).to_be_enabled()
        expect(self.sentence).not_to_be_empty()
        return str(self.sentence.inner_text())

    # -- what can be pointed at ------------------------------------------------------------------

    @property
    def choices(self) -> Locator:
        """Everything on the board that can be chosen now."""
        return self.page.get_by_role("group", name="What can be chosen on the board").get_by_role(
            "button"
        )

    def choice(self, what: str | re.Pattern[str]) -> Locator:
        """Find things on the board by what is said of them."""
        return self.page.get_by_role("group", name="What can be chosen on the board").get_by_role(
            "button", name=what
        )

    @property
    def cards(self) -> Locator:
        """The cards that can be played now."""
        return self.hand.get_by_role("button", pressed=False)

    def points_at(self, what: Locator) -> tuple[float, float]:
        """Say where on the screen something on the board is drawn; look around if it is not."""
        spot = self.spot(what)
        if not self.is_bare(spot):
            self.person.button("The whole board").click()
            spot = self.spot(what)
            assert self.is_bare(spot), "it can be seen on the board"
        return spot

    def spot(self, what: Locator) -> tuple[float, float]:
        """Say where something on the board lies once it lies still, in sight or not."""
        x, y = what.evaluate(AT_REST)
        return float(x), float(y)

    def is_bare(self, spot: tuple[float, float]) -> bool:
        """Tell whether a click there would reach the board."""
        return bool(
            self.page.evaluate(
                "([x, y]) => !!document.elementFromPoint(x, y)?.closest('[role=application]')",
                list(spot),
            )
        )

    def hovers(self, what: Locator) -> None:
        """Rest the mouse on something on the board."""
        self.page.mouse.move(*self.points_at(what))

    def clicks(self, what: Locator) -> None:
        """Click on something on the board, as it is drawn there."""
        self.page.mouse.click(*self.points_at(what))

    # -- going on --------------------------------------------------------------------------------

    def follows_hint(self) -> None:
        """Ask the computer for advice and take it."""
        self.hint.click()
        self.do_that.click()
        if self.do_it.is_visible():
            self.do_it.click()

    def follows_hints(self, most: int = 10_000) -> Whose:
        """Take the computer's advice while something is asked, at most so often."""
        whose = self.waits()
        while whose == "mine" and most > 0:
            self.follows_hint()
            most -= 1
            whose = self.waits()
        return whose

    # -- what there is to be seen ----------------------------------------------------------------

    def pieces(self) -> list[str]:
        """Read the list of pieces that a screen reader is given."""
        listed = self.page.get_by_role("list", name="Pieces on the board").get_by_role("listitem")
        return [str(text) for text in listed.all_text_contents()]

    def report(self) -> Locator:
        """Find the lines of the battle report."""
        return self.page.get_by_role("tabpanel").locator(".line")

    def banners(self) -> list[str]:
        """Read what each side has won so far."""
        counted = self.scores.locator(".count")
        return [" ".join(text.split()) for text in counted.all_text_contents()]


def hurried() -> dict[str, object]:
    """Remember the wish of somebody who does not want to watch dice fall."""
    return {"walstatt.settings": {"speed": "off"}}


def hot_seat(viewer: Person, house: House, moment: bytes) -> Chair:
    """Sit down alone at a saved game, at which all seats are one's own."""
    made = house.brings(moment)
    viewer.opens(f"#/t/{made['table']}/{made['token']}")
    viewer.button(ANY_SEAT).click()
    chair = Chair(viewer)
    chair.asked()
    return chair
