"""Every page as axe judges it: light and dark, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.server.live import LiveServer
from tests.web.axe import violations
from tests.web.chairs import ANY_SEAT, CAN, GO, TARGET, Chair, hot_seat, hurried
from tests.web.houses import FRIEND, ME, Fought, House, where
from tests.web.people import LAPTOP, PHONE, Person

LOOKS = {
    "light": ("light", LAPTOP),
    "dark": ("dark", LAPTOP),
    "phone": ("light", PHONE),
    "dark phone": ("dark", PHONE),
}
QUESTIONS = [
    ("choose_orders", "light"),
    ("choose_retreat", "dark"),
    ("choose_flags", "phone"),
    ("offer_first_strike", "dark phone"),
]


class Viewer:
    """Somebody who has every page judged that he sees."""

    def __init__(self, person: Person, house: House) -> None:
        self.person = person
        self.page = person.page
        self.house = house

    def violations(self, what: Locator) -> list[str]:
        """Wait for something, then let axe look at the page."""
        expect(what.first).to_be_visible()
        return violations(self.page)


@pytest.fixture
def viewing(person: Callable[..., Person], server: LiveServer) -> Callable[[str], Viewer]:
    def looks(look: str) -> Viewer:
        scheme, viewport = LOOKS[look]
        fingers = viewport is PHONE
        who = person(
            viewport,
            color_scheme=scheme,
            bypass_csp=True,
            is_mobile=fingers,
            has_touch=fingers,
            kept=hurried(),
        )
        return Viewer(who, House(server))

    return looks


@pytest.fixture(params=LOOKS)
def viewer(request: pytest.FixtureRequest, viewing: Callable[[str], Viewer]) -> Viewer:
    """Somebody with light or dark colours, on a desk or on a phone."""
    return viewing(request.param)


def test_axe_does_find_what_is_wrong(viewing: Callable[[str], Viewer]) -> None:
    viewer = viewing("light")
    viewer.person.opens("#/help")
    assert viewer.violations(viewer.person.heading("Keys")) == []
    viewer.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    viewer.page.evaluate("document.querySelector('main p').style.color = '#ccc'")
    found = "\n".join(violations(viewer.page))
    assert "button-name" in found
    assert "color-contrast" in found


def test_the_pages_around_the_table_have_no_violations(viewer: Viewer) -> None:
    who, page = viewer.person, viewer.page
    who.opens()
    expect(page.get_by_role("link", name="Play Corunna")).to_be_visible()
    assert viewer.violations(who.button("Start a battle", disabled=False)) == []
    who.opens("#/new/ccn/rolica_1")
    who.chooses("With a friend")
    page.get_by_text("Rules and readings").click()
    assert viewer.violations(page.get_by_role("switch")) == []
    who.opens("#/rules/ccn/CCN-8.4.1")
    assert viewer.violations(page.locator("article.current")) == []
    page.get_by_role("searchbox").fill("cavalry")
    assert viewer.violations(page.get_by_role("status").filter(has_text="rules")) == []
    who.opens("#/rules/ccn/glossary")
    assert viewer.violations(page.get_by_role("term")) == []
    who.opens("#/help")
    assert viewer.violations(who.heading("Keys")) == []
    who.opens("#/account")
    who.chooses("New account")
    who.button("New account").click()
    assert viewer.violations(page.get_by_text("The name needs at least two letters.")) == []
    who.opens("#/nowhere")
    assert viewer.violations(page.get_by_role("link", name="To the lobby")) == []


def test_a_table_that_waits_and_the_seat_of_a_friend_have_no_violations(viewer: Viewer) -> None:
    who = viewer.person
    made = viewer.house.lays({"allied": ME, "french": FRIEND})
    who.opens(f"#/t/{made['table']}/{made['token']}")
    assert viewer.violations(who.heading("Waiting for players")) == []
    who.opens_anew(f"#/t/{made['table']}/{made['links']['french']}")
    assert viewer.violations(who.heading("A seat is kept for you")) == []


def test_the_screen_to_hand_over_and_the_table_have_no_violations(viewer: Viewer) -> None:
    made = viewer.house.brings(where("choose_card", after=30))
    viewer.person.opens(f"#/t/{made['table']}/{made['token']}")
    assert viewer.violations(viewer.person.button(ANY_SEAT)) == []
    viewer.person.button(ANY_SEAT).click()
    chair = Chair(viewer.person)
    chair.asked()
    assert viewer.violations(chair.cards) == []


@pytest.mark.parametrize(("kind", "look"), QUESTIONS)
def test_the_table_has_no_violations_whatever_is_asked(
    kind: str, look: str, viewing: Callable[[str], Viewer]
) -> None:
    viewer = viewing(look)
    chair = hot_seat(viewer.person, viewer.house, where(kind, after=30))
    assert viewer.violations(chair.sentence) == []


def test_a_piece_in_hand_a_preview_and_a_confirmation_have_no_violations(viewer: Viewer) -> None:
    chair = hot_seat(viewer.person, viewer.house, where("choose_move", "allied", after=30))
    chair.clicks(chair.choice(CAN).first)
    expect(chair.choice(GO).first).to_be_attached()
    assert viewer.violations(chair.sentence) == []
    chair = hot_seat(
        viewer.person, viewer.house, where("choose_combat", "allied", choices=4, after=30)
    )
    chair.clicks(chair.choice(CAN).first)
    chair.hovers(chair.choice(TARGET).first)
    assert viewer.violations(viewer.page.get_by_role("region", name="What would follow")) == []
    chair.clicks(chair.choice(TARGET).first)
    assert viewer.violations(chair.do_it) == []


@pytest.mark.parametrize("look", ["light", "dark"])
def test_panels_menu_and_dialogs_have_no_violations(
    look: str, viewing: Callable[[str], Viewer]
) -> None:
    viewer = viewing(look)
    who = viewer.person
    chair = hot_seat(who, viewer.house, where("choose_combat", "allied", choices=4, after=30))
    chair.clicks(chair.choice(CAN).first)
    for tab in ("Unit", "Rules", "Chat", "Trays"):
        who.tab(tab).click()
        assert viewer.violations(viewer.page.get_by_role("tabpanel", name=tab)) == []
    chair.hint.click()
    expect(chair.do_that).to_be_visible()
    who.button("Menu", exact=True).click()
    assert viewer.violations(viewer.page.get_by_role("menu")) == []
    viewer.page.get_by_role("menuitem", name="Resign").click()
    assert viewer.violations(who.dialog("Resign?")) == []
    viewer.page.keyboard.press("Escape")
    who.button("Settings").click()
    assert viewer.violations(who.dialog("Settings")) == []


def test_the_dialogs_of_a_phone_have_no_violations(viewing: Callable[[str], Viewer]) -> None:
    viewer = viewing("phone")
    who = viewer.person
    hot_seat(who, viewer.house, where("choose_combat", "allied", choices=4, after=30))
    who.button("Menu", exact=True).click()
    assert viewer.violations(viewer.page.get_by_role("menu")) == []
    viewer.page.get_by_role("menuitem", name="Settings").click()
    assert viewer.violations(who.dialog("Settings")) == []


def test_the_end_and_the_replay_have_no_violations(viewer: Viewer, fought: Fought) -> None:
    who, page = viewer.person, viewer.page
    who.opens(f"#/t/{fought.own}")
    assert viewer.violations(who.button("To the replay")) == []
    who.opens(f"#/replay/{fought.own}/60")
    expect(page.get_by_role("list", name="Pieces on the board")).to_be_attached()
    assert viewer.violations(page.get_by_role("slider")) == []
    who.button("Play on from here").click()
    assert viewer.violations(who.dialog("A new game from this moment")) == []
