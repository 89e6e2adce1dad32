"""A spectator watches live and never learns a card of any hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server.live import LiveServer
from tests.web.chairs import Chair, hurried
from tests.web.houses import FRIEND, ME, House
from tests.web.people import Person
from tests.web.secrets import Ear, seen_on, titles

SEATS = ("allied", "french")


def test_a_spectator_sees_every_move_and_no_hand(
    server: LiveServer, person: Callable[..., Person]
) -> None:
    house = House(server)
    made = house.lays({"allied": ME, "french": FRIEND})
    table = made["table"]
    keys = {"allied": made["token"]}
    keys["french"] = house.joins(table, made["links"]["french"], "Bert")["token"]
    anna, carl = person(kept=hurried()), person(kept=hurried())
    anna.opens(f"#/t/{table}/{made['token']}")
    ear = Ear(carl.page)
    carl.opens(f"#/t/{table}/{made['watch']}")
    player, watcher = Chair(anna), Chair(carl)
    expect(watcher.sentence).to_contain_text("You are watching.")
    expect(carl.button("Undo")).to_have_count(0)
    expect(player.scores.get_by_text("1 spectator")).to_be_visible()

    held = {seat: house.hand(table, keys[seat]) for seat in SEATS}
    assert all(held.values())
    ear.waits()
    assert ear.cards() == set()
    assert seen_on(carl.page, titles()) == set()

    told = watcher.report().or_(carl.page.locator(".report h3"))
    while len(house.played(table, keys["allied"])) < 4:
        assert house.follows_hint(table, keys)
        expect(told).to_have_count(len(house.position(table, made["watch"])["log"]))
        expect(player.report()).to_have_count(watcher.report().count())
        assert watcher.pieces() == player.pieces()

    now = {card for seat in SEATS for card in house.hand(table, keys[seat])}
    secret = now - {*house.played(table, keys["allied"])}
    assert len(secret) > 3
    assert ear.cards() & secret == set()
    assert seen_on(carl.page, secret) == set()


@pytest.mark.parametrize("listed", [True, False])
def test_a_table_can_be_watched_without_a_key_only_if_it_is_listed(
    server: LiveServer, person: Callable[..., Person], listed: bool
) -> None:
    made = House(server).lays({"allied": ME, "french": ME}, listed=listed)
    carl = person()
    carl.opens(f"#/t/{made['table']}")
    watched = Chair(carl).sentence.filter(has_text="You are watching.")
    gone = carl.heading("This table is not to be had")
    expect(watched if listed else gone).to_be_visible()
