"""What nobody but its owner may know: the cards of a hand, and where a leak would show them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from playwright.sync_api import Page, WebSocket

from walstatt.games import find_game
from walstatt.games.ccn.events import Copied, Discarded, Played, StruckFirst
from walstatt.games.ccn.reactions import FIRST_STRIKE
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.scene.playable import stage
from walstatt.scene.trays import Hand

CARD = re.compile(r"ccn\.card(?:text)?\.(\w+)|ccn/(?:section|tactic)/(\w+)")


class Ear:
    """Writes down everything a page is told over its sockets."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        self.page = page
        page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def waits(self) -> None:
        """Wait until the page has been told anything at all."""
        for _ in range(200):
            if self.heard:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("nothing came over the sockets of the page")

    def cards(self, since: int = 0) -> set[str]:
        """Name the cards that were mentioned in any way."""
        found = CARD.findall("\n".join(self.heard[since:]))
        return {one or other for one, other in found}


def hand(match: Match, seat: str) -> set[str]:
    """Name the cards a seat holds."""
    trays = stage(match.game, Seat(seat)).trays
    held = next(tray for tray in trays if isinstance(tray, Hand) and tray.id == f"hand-{seat}")
    return {card.id for card in held.cards}


def played(match: Match) -> set[str]:
    """Name the cards that were laid open on the table at some time, or copied there."""
    tapes = (moment.told for moment in match.moments)
    events = [told.for_seat(None) for tape in tapes for told in tape]
    opened = [event for event in events if isinstance(event, (Played, Discarded, Copied))]
    struck = any(isinstance(event, StruckFirst) for event in events)
    cards = {event.card.id.removeprefix("ccn.card.") for event in opened}
    return cards | {FIRST_STRIKE} if struck else cards


@cache
def titles() -> dict[str, str]:
    """Give every card's title as it is printed in English."""
    catalogue = find_game("ccn").catalogue
    names = [name for name in catalogue.ids("en") if name.startswith("ccn.card.")]
    return {name.removeprefix("ccn.card."): catalogue.text(say(name), "en") for name in names}


def seen_on(page: Page, cards: Iterable[str]) -> set[str]:
    """Name those of some cards whose titles stand anywhere in a page."""
    content = str(page.content())
    text = " ".join(re.sub(r"<[^>]+>", "", content).split())
    return {card for card in cards if titles()[card] in text or titles()[card] in content}
