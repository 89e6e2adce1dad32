"""Two people play Rolica from the lobby to the end, whatever happens to page, line and server."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server.live import LiveServer
from tests.web.chairs import Chair
from tests.web.deeds import Deeds
from tests.web.houses import House
from tests.web.people import CUT, Person
from tests.web.wire import Wire
from walstatt.games import find_game
from walstatt.kernel.save import from_bytes, verify_state

MANY_STEPS = 2000


def test_two_people_play_rolica_through_a_reload_a_lost_line_and_a_killed_server(
    own_server: Callable[..., LiveServer], person: Callable[..., Person]
) -> None:
    server = own_server()
    with Wire(server.port) as wire:
        anna, bert = person(at=server.url), person(at=wire.url)
        for one in (anna, bert):
            one.forgives(*CUT)
        link = lays_the_table(anna)
        sits_down(bert, link)
        expect(anna.heading("Waiting for players")).to_have_count(0)
        pair = Pair(Chair(anna), Chair(bert))
        pair.without_animations()

        pair.play_by_hand()
        reload_the_page(pair)
        cut_and_mend(pair, wire)
        kill_and_start(pair, server)
        pair.play_to_the_end()

        both_see_the_same(pair)
        token = anna.page.url.rsplit("/", 1)[-1]
        table = anna.page.url.rsplit("/", 2)[-2]
        the_log_vouches_for_itself(House(server), pair, table, token)


# -- from the lobby ------------------------------------------------------------------------------


def lays_the_table(host: Person) -> str:
    """Choose Rolica in the lobby, keep a seat for a friend, and copy the link to it."""
    page = host.opens()
    page.get_by_role("link", name="Play Rolica (French First Position)").click()
    host.chooses("With a friend")
    page.get_by_label("Your name").fill("Anna")
    host.button("Lay the table and get the link").click()
    expect(host.heading("Waiting for players")).to_be_visible()
    host.button("Copy").click()
    expect(page.get_by_role("status").filter(has_text="Copied.")).to_be_visible()
    link = host.clipboard()
    assert page.url.rsplit("/", 1)[-1] not in link, "the host's own key is not given away"
    return link


def sits_down(friend: Person, link: str) -> None:
    """Open the link that was sent, say who one is, and sit down."""
    friend.opens(link)
    expect(friend.heading("A seat is kept for you")).to_be_visible()
    expect(friend.page.get_by_text("Anna invites you to this battle.")).to_be_visible()
    friend.page.get_by_label("Your name").fill("Bert")
    friend.button("Take the seat").click()
    expect(friend.heading("A seat is kept for you")).to_have_count(0)


# -- playing -------------------------------------------------------------------------------------


class Pair:
    """Two people at one table, of whom one is asked something at a time."""

    def __init__(self, *chairs: Chair) -> None:
        self.chairs = chairs
        self.deeds = Deeds()

    def to_act(self) -> Chair | None:
        """Find out who has to decide; nobody if the game is over.

        For a moment both may still wait for each other, until each has been told of the last move.
        """
        for _ in range(MANY_STEPS):
            waits = [chair.waits() for chair in self.chairs]
            if "mine" in waits:
                return self.chairs[waits.index("mine")]
            if "over" in waits:
                return None
            self.chairs[0].page.wait_for_timeout(50)
        pytest.fail("both wait for each other")

    def other(self, than: Chair) -> Chair:
        """Give the one who waits."""
        return next(chair for chair in self.chairs if chair is not than)

    def without_animations(self) -> None:
        """Let both switch animations off, as anybody may."""
        for chair in self.chairs:
            chair.person.button("Settings").click()
            settings = chair.person.dialog("Settings")
            settings.get_by_role("radio", name="Off").check()
            settings.get_by_role("button", name="Close").click()

    def play_by_hand(self) -> None:
        """Play with the mouse until everything was done once that a turn consists of."""
        for _ in range(MANY_STEPS):
            chair = self.to_act()
            assert chair is not None, f"the game was over before {self.deeds.missing}"
            self.deeds.decide(chair)
            if not self.deeds.missing:
                return
        pytest.fail(f"never came to {self.deeds.missing}")

    def play(self, steps: int) -> None:
        """Let the computer advise both for a while."""
        for _ in range(steps):
            chair = self.to_act()
            assert chair is not None
            chair.follows_hint()

    def play_to_the_end(self) -> None:
        """Let the computer advise both until the game is over."""
        for _ in range(MANY_STEPS):
            chair = self.to_act()
            if chair is None:
                return
            chair.follows_hints()
        pytest.fail("the game does not end")


# -- what happens in the middle ------------------------------------------------------------------


def reload_the_page(pair: Pair) -> None:
    """One of them loads his page anew and finds everything as it was."""
    chair = pair.to_act()
    assert chair is not None
    question, pieces, lines = chair.asked(), chair.pieces(), chair.report().count()
    chair.page.reload()
    assert chair.asked() == question
    assert chair.pieces() == pieces
    expect(chair.report()).to_have_count(lines)
    pair.play(4)


def cut_and_mend(pair: Pair, wire: Wire) -> None:
    """The line of one is cut while the other plays on; it comes back with all the news."""
    anna, bert = pair.chairs
    while pair.to_act() is not anna:
        pair.play(1)
    wire.cut()
    expect(bert.strip).to_be_visible()
    expect(bert.hint).to_be_disabled()
    expect(anna.scores.get_by_text("away")).to_be_visible()
    anna.follows_hints(most=3)
    wire.mend()
    expect(bert.strip).to_have_count(0)
    expect(bert.report()).to_have_count(anna.report().count())
    assert bert.pieces() == anna.pieces()
    expect(anna.scores.get_by_text("away")).to_have_count(0)
    pair.play(4)


def kill_and_start(pair: Pair, server: LiveServer) -> None:
    """The server is killed right after an answer was sent, and started again."""
    chair = pair.to_act()
    assert chair is not None
    chair.follows_hint()
    server.kill()
    for one in pair.chairs:
        expect(one.strip).to_be_visible()
    seen = max(one.report().count() for one in pair.chairs)
    server.start()
    for one in pair.chairs:
        expect(one.strip).to_have_count(0)
    assert pair.to_act() is not None
    first, second = pair.chairs
    expect(second.report()).to_have_count(first.report().count())
    assert first.report().count() >= seen, "what anybody has seen is not lost"
    assert first.pieces() == second.pieces()


# -- the end -------------------------------------------------------------------------------------


def both_see_the_same(pair: Pair) -> None:
    """One has won, the other has lost, and both see the same board, banners and report."""
    titles = sorted(chair.over.inner_text() for chair in pair.chairs)
    assert titles == ["You have lost.", "You have won."]
    screens = [
        chair.page.get_by_role("region", name=re.compile("^You have")) for chair in pair.chairs
    ]
    for one in screens:
        expect(one.get_by_role("heading", name="Luck")).to_be_visible()
    told = {re.sub(r"You have \w+\.", "", one.inner_text()) for one in screens}
    assert len(told) == 1, "the same reason, the same luck, the same proof of the dice"
    first, second = pair.chairs
    expect(first.scores.get_by_text("won")).to_have_count(1)
    assert first.banners() == second.banners()
    assert "5 of 5 Victory banners" in first.banners()
    assert first.pieces() == second.pieces()
    assert len(first.pieces()) > 5
    assert first.report().count() == second.report().count() > 100


def the_log_vouches_for_itself(house: House, pair: Pair, table: str, token: str) -> None:
    """The saved game plays again with the same dice to the same end, hash by hash."""
    match = from_bytes(house.asks(f"/tables/{table}/export", token).content, find_game)
    assert match.diverged_at is None
    assert verify_state(match)
    assert match.header.dice.source == "commit-reveal"
    assert set(match.header.dice.nonces) == {"french", "allied"}
    assert match.game.outcome is not None
    position = house.position(table, token)
    assert position["seq"] == len(match.entries)
    assert position["table"]["end"]["winners"] == list(match.game.outcome.winners)
    winner = next(chair for chair in pair.chairs if chair.over.inner_text() == "You have won.")
    mine = winner.scores.locator(".side").filter(has_text="you")
    names = {"french": "French", "allied": "Allies"}
    expect(mine).to_contain_text(names[match.game.outcome.winners[0]])
