"""What somebody does at a measured table: carrying units about, by mouse and by finger."""

from __future__ import annotations

import re

from playwright.sync_api import CDPSession, Locator, expect

from tests.web.chairs import Chair

Spot = tuple[float, float]
STEPS = 8
REST_MS = 400
"""A finger rests before it is lifted: after a fling, Chromium takes the next tap for a stop."""


class Field(Chair):
    """A chair at a table on which everything is measured."""

    @property
    def bubble(self) -> Locator:
        """Find what is said beside the unit in hand."""
        return self.page.locator(".bubble")

    def waiting(self, name: str) -> Locator:
        """Find a unit beside the table by its name."""
        return self.page.locator("button[data-steers]", has_text=name).first

    def zone(self) -> Spot:
        """Say where the middle of the zone is in which one's own units are placed."""
        x, y = self.spot(self.page.get_by_text("deploy here"))
        return x, y + 45

    def unit(self, name: str) -> Locator:
        """Find a unit on the table that can be chosen."""
        return self.choice(re.compile(f"^{name}"))

    def held(self) -> Spot:
        """Say where the front rank of the unit in hand stands."""
        ring = self.page.locator("g.selected path.line").first
        self.spot(ring)
        box = ring.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.3

    def carries(self, start: Spot, end: Spot) -> None:
        """Take something up with the mouse and hold it somewhere else."""
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=STEPS)
        self.page.mouse.move(*end, steps=STEPS)

    def drags(self, start: Spot, end: Spot) -> None:
        """Carry something somewhere and let it go there."""
        self.carries(start, end)
        self.page.mouse.up()

    def brings_up(self, name: str, end: Spot) -> None:
        """Drag a unit from beside the table to a place."""
        self.drags(self.spot(self.waiting(name)), end)

    def told(self, what: str | re.Pattern[str]) -> Locator:
        """Find lines of the report by their words."""
        return self.report().filter(has_text=what)

    def is_told(self, what: str | re.Pattern[str]) -> None:
        """Wait until the report tells something."""
        expect(self.told(what).first).to_be_attached()

    def orders(self, name: str, order: str) -> None:
        """Choose a unit and tell it what to do."""
        self.clicks(self.unit(name).first)
        self.page.get_by_role("menuitem", name=re.compile(f"{order}$")).click()


def finger(field: Field) -> CDPSession:
    """Give a finger that can be put down, moved and lifted."""
    return field.page.context.new_cdp_session(field.page)


def swipes(field: Field, start: Spot, end: Spot) -> None:
    """Pull something from one place to another with a finger."""
    hand = finger(field)
    way = [
        (start[0] + (end[0] - start[0]) * n / STEPS, start[1] + (end[1] - start[1]) * n / STEPS)
        for n in range(STEPS + 1)
    ]
    for n, (x, y) in enumerate(way):
        kind = "touchMove" if n else "touchStart"
        points = [{"x": x, "y": y}]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    field.page.wait_for_timeout(REST_MS)
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    hand.detach()
