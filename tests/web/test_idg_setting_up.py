"""Before a battle of In Death Ground: the ground is laid out, units are placed by hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.live import LiveServer
from tests.web import clashes
from tests.web.axe import violations
from tests.web.chairs import ANY_SEAT, hurried
from tests.web.houses import FRIEND, ME, House
from tests.web.layout import flaws
from tests.web.measured import Field
from tests.web.people import LAPTOP, PHONE, Person
from walstatt.games.idg.content import BLUE, RED


@pytest.fixture
def field(person: Callable[..., Person], server: LiveServer) -> Callable[..., Field]:
    """Sit somebody down at a moment of the small battle, with all seats his own."""

    def sits_down(moment: bytes, **context: Any) -> Field:  # noqa: ANN401 - as a browser can be
        who = person(kept=hurried(), bypass_csp=True, **context)
        made = House(server).brings(moment)
        who.opens(f"#/t/{made['table']}/{made['token']}")
        who.button(ANY_SEAT).click()
        found = Field(who)
        found.asked()
        return found

    return sits_down


def test_the_ground_is_laid_out_by_hand_and_a_bad_one_says_why(field: Callable[..., Field]) -> None:
    here = field(clashes.at("choose_layout"))
    say = here.page.locator
    here.person.button("Empty table").click()
    here.person.button("wood", exact=True).click()
    wood = here.page.locator("svg text", has_text="wood")
    expect(wood).to_be_visible()
    x, y = here.spot(wood)
    here.drags((x, y), (x + 140, y + 90))
    moved = here.spot(wood)
    assert abs(moved[0] - x - 140) < 8
    assert abs(moved[1] - y - 90) < 8
    done = here.person.button(re.compile("^Lay it out like this"))
    expect(say(".terrain, section, aside").get_by_text("IDG-4.").first).to_be_visible()
    here.person.button("Proposal 1").click()
    expect(here.page.get_by_text("This battlefield is allowed.")).to_be_visible()
    done.click()
    here.is_told(re.compile("lays out the battlefield"))


def test_units_are_placed_by_dragging_and_every_bad_place_is_refused_with_its_rule(
    field: Callable[..., Field],
) -> None:
    here = field(clashes.at("place_unit", RED))
    x, y = here.zone()
    here.brings_up("Red riders", (x, y))
    here.is_told("Army A places Red riders")
    riders = [text for text in here.pieces() if text.startswith("Red riders")]
    assert len(riders) == 5, "all its bases were placed as one formation"
    bad = {
        (x, y - 250): "within 6 inches of their own table edge. IDG-5.4.2",
        (x, y + 40): "would not be on the table. IDG-1.3.1",
        (x + 30, y): "would stand on Red riders. IDG-1.9.6",
    }
    for place, why in bad.items():
        here.brings_up("Red archers", place)
        expect(here.bubble).to_contain_text(why)
        expect(here.person.button("Place it here instead")).to_be_visible()
        here.page.keyboard.press("Escape")
        expect(here.bubble).to_have_count(0)
    here.brings_up("Red archers", (x - 300, y - 250))
    here.person.button("Place it here instead").click()
    here.is_told("Army A places Red archers")
    here.person.button("Have the rest placed").click()
    here.is_told(re.compile("is Side 1 for the whole battle"))


def test_who_is_concealed_is_not_on_the_enemys_table(
    person: Callable[..., Person], server: LiveServer
) -> None:
    house = House(server)
    seats: dict[str, dict[str, str]] = {RED: FRIEND, BLUE: ME}
    made = house.lays(seats, game="idg", scenario="teutoburg")
    joined = house.joins(made["table"], made["links"][RED], "Bert")
    keys: dict[str, str] = {RED: joined["token"], BLUE: made["token"]}
    hidden = hides_somebody(house, made["table"], keys)
    own, enemy = (seen_by(house, made["table"], keys[seat], hidden) for seat in (BLUE, RED))
    assert own, "its owner sees where it lies"
    assert enemy == []
    tables = []
    for seat in (BLUE, RED):
        who = person(kept=hurried())
        who.opens(f"#/t/{made['table']}/{keys[seat]}")
        tables.append(Field(who))
        tables[-1].waits()
    concealed = [[text for text in one.pieces() if "concealed" in text] for one in tables]
    assert concealed[0]
    assert concealed[1] == []


def hides_somebody(house: House, table: str, keys: dict[str, str]) -> str:
    """Take whatever is offered first until somebody can be concealed, and conceal him."""
    for _ in range(10):
        (seat,) = (
            one["seat"]
            for one in house.position(table, keys[BLUE])["table"]["seats"]
            if one.get("acts")
        )
        position = house.position(table, keys[seat])
        choices = position["scene"]["prompt"]["choices"]
        hides = [one for one in choices if one["label"]["id"] == "idg.do.conceal"]
        answer = (hides or choices)[0]["answer"]
        word = {"do": "answer", "seat": seat, "seq": position["seq"], "answer": answer}
        assert house.does(table, keys[seat], word)["is"] == "accepted"
        if hides:
            return str(answer["unit"])
    raise AssertionError("nobody could be concealed")


def seen_by(house: House, table: str, token: str, unit: str) -> list[str]:
    """List the bases of a unit that lie on the table for somebody."""
    pieces = house.position(table, token)["scene"].get("pieces", [])
    lying = [one for one in pieces if one["at"]["on"] != "tray"]
    return [one["id"] for one in lying if unit in (one.get("group"), one["id"])]


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE])
def test_dummies_are_listed_one_by_one(
    field: Callable[..., Field], viewport: dict[str, int]
) -> None:
    here = field(clashes.majestic(), viewport=viewport)
    rows = here.page.locator(".rows .row")
    expect(rows).to_have_count(3)
    assert violations(here.page) == []
    assert flaws(here.page) == []
    words = ("^Add one", "^Remove it", "^One less", "^Confirm")
    add, remove, less, done = (here.person.button(re.compile(one)) for one in words)
    expect(add).to_have_count(0)
    remove.last.click()
    remove.last.click()
    expect(rows).to_have_count(1)
    rows.locator("select").select_option(index=1)
    less.first.click(click_count=2)
    expect(rows.locator("output")).to_have_text("10")
    add.click()
    expect(rows.locator("output")).to_have_text(["10", "12"])
    remove.last.click()
    done.click()
    expect(rows).to_have_count(0)
    expect(here.page.get_by_text("light cavalry 3").first).to_be_attached()


@pytest.mark.parametrize(
    ("viewport", "scheme", "language"), [(LAPTOP, "light", "en"), (PHONE, "dark", "en")]
)
def test_placing_fits_every_screen_and_everybody(
    field: Callable[..., Field], viewport: dict[str, int], scheme: str, language: str
) -> None:
    fingers = viewport is PHONE
    here = field(
        clashes.at("place_unit", RED),
        viewport=viewport,
        color_scheme=scheme,
        language=language,
        is_mobile=fingers,
        has_touch=fingers,
    )
    assert violations(here.page) == []
    assert flaws(here.page) == []
    tray = here.waiting("Red riders")
    if fingers:
        tray.tap()
    else:
        tray.click()
    place = here.person.button(re.compile("^Place it here"))
    expect(place).to_be_visible()
    assert violations(here.page) == []
    if fingers:
        place.tap()
    else:
        place.click()
    expect(here.page.get_by_role("listitem").filter(has_text="Red riders, Army A")).to_have_count(5)
