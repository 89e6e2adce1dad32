"""People with browsers, and what they do on any page."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from shutil import which
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    expect,
)

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
DESKTOP = {"width": 1600, "height": 1000}
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
CUT = ("ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "ERR_SOCKET", "WebSocket connection to")
"""What a browser says about a line that is cut on purpose."""

PATIENCE_MS = 90_000
"""How long anything may take on a busy machine."""

expect.set_options(timeout=PATIENCE_MS)


def chromium(playwright: Playwright) -> Browser:
    """Start the browser of the system."""
    return playwright.chromium.launch(executable_path=which("chromium"), args=list(QUIET))


class Person:
    """Somebody with a browser window of his own, whose page must not complain."""

    def __init__(self, context: BrowserContext, at: str, kept: Mapping[str, Any]) -> None:
        self.context = context
        self.at = at
        self.complaints: list[str] = []
        self.forgiven: list[str] = []
        if kept:
            context.add_init_script(_keeping(kept))
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.on("console", self._heard)
        self.page: Page = context.new_page()

    def _heard(self, message: ConsoleMessage) -> None:
        """Note errors and where they come from, except those that were expected."""
        said = f"{message.text} at {message.location['url']}"
        on_purpose = any(text in said for text in self.forgiven)
        if message.type == "error" and not on_purpose:
            self.complaints.append(said)

    def forgives(self, *texts: str) -> None:
        """Expect errors that the test brings about."""
        self.forgiven += texts

    def opens(self, place: str = "#/") -> Page:
        """Open a page of the client, by its place or by a whole link."""
        fragment = place[place.index("#") :]
        self.page.goto(f"{self.at}/{fragment}")
        return self.page

    def opens_anew(self, place: str) -> Page:
        """Open a page from nothing, not from another page of the client."""
        self.page.goto("about:blank")
        return self.opens(place)

    # -- what there is on the page ---------------------------------------------------------------

    def button(self, name: str | re.Pattern[str], **more: Any) -> Locator:  # noqa: ANN401
        """Find a button by its name."""
        return self.page.get_by_role("button", name=name, **more)

    def heading(self, name: str | re.Pattern[str]) -> Locator:
        """Find a heading by its words."""
        return self.page.get_by_role("heading", name=name)

    def dialog(self, name: str | re.Pattern[str]) -> Locator:
        """Find a dialog by its title."""
        return self.page.get_by_role("dialog", name=name)

    def tab(self, name: str | re.Pattern[str]) -> Locator:
        """Find a tab by its name."""
        return self.page.get_by_role("tab", name=name)

    def chooses(self, option: str) -> None:
        """Choose one of a few options that exclude each other."""
        self.page.get_by_role("radio", name=option, exact=True).check()

    def picks_from_menu(self, item: str | re.Pattern[str], menu: str = "Menu") -> None:
        """Open a menu and take something from it."""
        self.button(menu, exact=True).click()
        self.page.get_by_role("menuitem", name=item).click()

    def clipboard(self) -> str:
        """Read what was copied."""
        return str(self.page.evaluate("navigator.clipboard.readText()"))


def _keeping(kept: Mapping[str, Any]) -> str:
    """Write what the browser shall remember from earlier visits."""
    lines = [
        f"localStorage.getItem({json.dumps(key)}) ?? "
        f"localStorage.setItem({json.dumps(key)}, {json.dumps(json.dumps(value))});"
        for key, value in kept.items()
    ]
    return "if (location.protocol !== 'about:') {\n" + "\n".join(lines) + "\n}"
