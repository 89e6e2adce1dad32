"""A game over days: the turn comes by mail, with a link to the seat, and tells what is new."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import convert
from playwright.sync_api import expect

from tests.server.live import LiveServer
from tests.web.chairs import Chair, hurried
from tests.web.houses import House
from tests.web.people import Person
from tests.web.post import PostOffice, link_in, text_of
from walstatt.games import find_game
from walstatt.i18n.catalogue import Message

BERT = "bert@walstatt.test"
MANY_LETTERS = 30


@pytest.fixture
def post_office() -> Iterator[PostOffice]:
    with PostOffice() as found:
        yield found


def test_a_turn_reaches_the_friend_by_mail_and_the_link_tells_what_happened(
    post_office: PostOffice,
    own_server: Callable[..., LiveServer],
    person: Callable[..., Person],
) -> None:
    server = own_server(**post_office.settings)
    anna = person(at=server.url, kept=hurried())
    invited_by_link(anna, person(at=server.url, kept=hurried()))
    game = Correspondence(House(server), Chair(anna), Chair(person(at=server.url, kept=hurried())))

    game.turn_of_the_host()
    letter = post_office.letter(0)
    assert post_office.sink.recipients == [BERT]
    assert letter["subject"] == "Rolica (French First Position): your turn"
    assert game.newest_line() in text_of(letter)
    game.comes_by(link_in(letter))
    expect(game.guest.scores.locator(".side").filter(has_text="you")).to_contain_text("Bert")

    since, news = 0, [0]
    for n in range(1, MANY_LETTERS):
        since = game.decides_and_goes()
        game.turn_of_the_host()
        game.comes_by(link_in(post_office.letter(n)))
        news = game.news(since)
        if len(news) > 2 and game.ended_a_turn(since - 1):
            break
    assert post_office.sink.recipients == [BERT] * len(post_office.sink.received)
    game.replays_what_is_new(news)
    game.replays_it_from_the_lobby(since)


def invited_by_link(host: Person, friend: Person) -> None:
    """Lay a table for a game over days; the friend sits down, leaves his address, and goes."""
    page = host.opens("#/new/ccn/rolica_1")
    host.chooses("With a friend")
    host.chooses("Over days")
    page.get_by_label("Your name").fill("Anna")
    host.button("Lay the table and get the link").click()
    host.button("Copy").click()
    friend.opens(host.clipboard())
    friend.page.get_by_label("Your name").fill("Bert")
    friend.button("Take the seat").click()
    assert Chair(friend).waits() == "other"
    friend.picks_from_menu("Notify me")
    dialog = friend.dialog("Tell me when it is my turn")
    dialog.get_by_label("Mail address").fill(BERT)
    dialog.get_by_role("button", name="Save").click()
    expect(friend.page.get_by_role("status").filter(has_text="Saved.")).to_be_visible()
    friend.context.close()


class Correspondence:
    """A host who stays at the table, and a guest who comes when a letter calls him."""

    def __init__(self, house: House, host: Chair, guest: Chair) -> None:
        self.house = house
        self.host = host
        self.guest = guest
        host.waits()
        *_, self.table, self._token = host.page.url.split("/")

    def _position(self) -> dict[str, Any]:
        return self.house.position(self.table, self._token)

    def turn_of_the_host(self) -> None:
        """Let the host decide, while the guest is gone, until it is the guest's turn."""
        expect(self.host.scores.get_by_text("away")).to_be_visible()
        assert self.host.follows_hints() == "other"

    def newest_line(self) -> str:
        """Give what was told last, in words."""
        told = convert(self._position()["log"][-1]["text"], Message)
        return find_game("ccn").catalogue.text(told, "en")

    def news(self, since: int) -> list[int]:
        """List the entries that something is told of, from one on."""
        return sorted({line["n"] for line in self._position()["log"] if line["n"] >= since})

    def ended_a_turn(self, entry: int) -> bool:
        """Did an answer end a turn? Some only react to the other's, whose turn goes on."""
        log = self._position()["log"]
        return any(line["n"] == entry and line.get("heading") and line.get("seat") for line in log)

    def comes_by(self, link: str) -> None:
        """Let the guest open the link of a letter."""
        self.guest.person.opens(link)
        assert self.guest.waits() == "mine"

    def decides_and_goes(self) -> int:
        """Let the guest decide what there is to decide, and tell which entry comes next."""
        assert self.guest.follows_hints() == "other"
        self.guest.page.goto("about:blank")
        return int(self._position()["seq"])

    def replays_what_is_new(self, news: list[int]) -> None:
        """Go through the other's turn step by step, no more and no less."""
        guest = self.guest.person
        question = self.guest.asked()
        guest.button(f"Since my last turn: {len(news)} steps", exact=True).click()
        expect(guest.page.get_by_text("What happened since your last turn")).to_be_visible()
        guest.button("Pause").click()
        back, on = guest.button("One step back"), guest.button("One step on")
        while back.is_enabled():
            back.click()
        for _ in news[1:]:
            on.click()
        expect(on).to_be_disabled()
        expect(back).to_be_enabled()
        guest.button("Back to now").click()
        assert self.guest.asked() == question

    def replays_it_from_the_lobby(self, since: int) -> None:
        """The lobby knows that it is my move, and shows the same from there."""
        page = self.guest.page
        page.get_by_role("link", name="To the lobby").click()
        expect(page.get_by_text("your move").first).to_be_visible()
        page.get_by_role("link", name="Since my last turn").click()
        timeline = page.get_by_role("slider")
        expect(timeline).to_have_attribute("aria-valuemin", str(since - 1))
        expect(timeline).to_have_attribute("aria-valuemax", str(self._position()["seq"] - 1))
