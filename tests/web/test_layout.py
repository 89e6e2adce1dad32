"""Every page fits every screen, and fingers can do on the board what a mouse can."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, WebSocketRoute, expect

from tests.server.live import LiveServer
from tests.web.chairs import ANY_SEAT, CAN, TARGET, Chair, hurried
from tests.web.houses import FRIEND, ME, Fought, House, where
from tests.web.layout import broken_words, flaws
from tests.web.people import LAPTOP, PHONE, Person
from tests.web.secrets import titles

SCREENS = [
    (1920, 1080, "en"),
    (1920, 1080, "de"),
    (1280, 800, "en"),
    (1280, 800, "de"),
    (390, 844, "en"),
    (390, 844, "de"),
    (1024, 700, "de"),
    (844, 390, "de"),
]
WORDS = {
    "en": {
        "go on": "^Go on as ",
        "board": "^What can be chosen on the board$",
        "can be": "can be chosen$",
        "target": ", target$",
        "do it": "^Do it$",
        "hint": "^Hint",
        "do that": "^Do that$",
        "menu": "^Menu$",
        "tabs": "^(Unit|Rules|Chat|Trays)",
        "dialogs": "^(Resign|Links|Keys|Notify me|Automatic answers)",
        "settings": "^Settings$",
        "branch": "^Play on from here$",
        "guided": "^Start the guided battle$",
    },
    "de": {
        "go on": "^Weiter als ",
        "board": "^Was auf dem Plan gewählt werden kann$",
        "can be": "kann gewählt werden$",
        "target": ", Ziel$",
        "do it": "^Ausführen$",
        "hint": "^Tipp",
        "do that": "^So machen$",
        "menu": "^Menü$",
        "tabs": "^(Einheit|Regeln|Chat|Ablage)",
        "dialogs": "^(Aufgeben|Links|Tasten|Benachrichtigen|Automatische Antworten)",
        "settings": "^Einstellungen$",
        "branch": "^Von hier an weiterspielen$",
        "guided": "^Begleitete Schlacht beginnen$",
    },
}


class Visitor:
    """Somebody with a screen of a certain size who walks through all pages."""

    def __init__(self, person: Person, language: str, *, fingers: bool) -> None:
        self.person = person
        self.page = person.page
        self.words = {name: re.compile(word) for name, word in WORDS[language].items()}
        self.fingers = fingers
        self.found: list[str] = []
        """What is wrong with the pages he has seen."""

    def looks(self, what: Locator) -> None:
        """Wait for the page, then note what is wrong with it."""
        expect(what.first).to_be_visible()
        self.found += [f"{self.page.url}: {flaw}" for flaw in flaws(self.page)]

    def button(self, name: str) -> Locator:
        """Find a button by what it is for."""
        return self.person.button(self.words[name])

    def sits_down(self, made: dict[str, str]) -> None:
        """Open a table at which one plays both sides."""
        self.person.opens_anew(f"#/t/{made['table']}/{made['token']}")
        self.looks(self.button("go on"))
        self.button("go on").click()
        expect(self.page.locator(".screen")).to_have_count(0)

    def choice(self, what: str) -> Locator:
        """Find something on the board that can be chosen."""
        group = self.page.get_by_role("group", name=self.words["board"])
        return group.get_by_role("button", name=self.words[what]).first

    def points(self, what: Locator) -> None:
        """Click or tap on the board, the whole of which is shown if need be."""
        expect(what).to_be_attached()
        chair = Chair(self.person)
        if not chair.is_bare(chair.spot(what)):
            self.page.locator(".zoom").get_by_role("button").last.click()
        spot = chair.spot(what)
        if self.fingers:
            self.page.touchscreen.tap(*spot)
        else:
            self.page.mouse.click(*spot)


@pytest.mark.parametrize(("width", "height", "language"), SCREENS)
def test_nothing_is_too_wide_covered_or_cut_off(
    width: int,
    height: int,
    language: str,
    server: LiveServer,
    person: Callable[..., Person],
    fought: Fought,
) -> None:
    fingers = width < 1000
    viewport = {"width": width, "height": height}
    who = person(viewport, language, is_mobile=fingers, has_touch=fingers, kept=hurried())
    visitor = Visitor(who, language, fingers=fingers)
    around_the_table(visitor)
    before_a_game(visitor, House(server))
    at_the_table(visitor, House(server))
    beside_the_board(visitor)
    after_a_game(visitor, fought)
    assert visitor.found == []


def around_the_table(visitor: Visitor) -> None:
    """Look at the lobby, the first lesson, a new table, rules, help, account and settings."""
    who, page = visitor.person, visitor.page
    who.opens()
    visitor.looks(page.get_by_role("table").get_by_role("row").nth(12))
    visitor.button("guided").click()
    visitor.looks(page.locator(".lesson, .coach"))
    who.opens("#/new/ccn/rolica_1")
    page.locator("input[type=radio][value=friend]").check()
    page.locator("details summary").first.click()
    visitor.looks(page.get_by_role("switch"))
    who.opens("#/rules/ccn/CCN-8.4.1")
    visitor.looks(page.locator("article.current"))
    who.opens("#/rules/ccn/glossary")
    visitor.looks(page.get_by_role("term"))
    who.opens("#/help")
    visitor.looks(page.locator("kbd"))
    who.opens("#/account")
    visitor.looks(page.locator("input[type=password]"))
    visitor.button("settings").click()
    visitor.looks(page.get_by_role("dialog"))
    page.keyboard.press("Escape")


def before_a_game(visitor: Visitor, house: House) -> None:
    """Look at a table that waits, and at the seat of a friend."""
    who, page = visitor.person, visitor.page
    waiting = house.lays({"allied": ME, "french": FRIEND}, name="Wellesley")
    who.opens(f"#/t/{waiting['table']}/{waiting['token']}")
    visitor.looks(page.locator(".screen li"))
    who.opens_anew(f"#/t/{waiting['table']}/{waiting['links']['french']}")
    visitor.looks(page.locator(".screen input"))


def at_the_table(visitor: Visitor, house: House) -> None:
    """Look at the hand, at a piece in hand, at what waits to be confirmed, and at a hint."""
    page = visitor.page
    visitor.sits_down(house.brings(where("choose_card", after=30)))
    visitor.looks(page.locator("#hand button"))
    visitor.sits_down(house.brings(where("choose_combat", "allied", choices=4, after=30)))
    visitor.points(visitor.choice("can be"))
    expect(visitor.choice("target")).to_be_attached()
    assert flaws(page) == []
    visitor.points(visitor.choice("target"))
    visitor.looks(visitor.button("do it"))
    page.keyboard.press("Escape")
    visitor.button("hint").click()
    visitor.looks(visitor.button("do that"))


def beside_the_board(visitor: Visitor) -> None:
    """Look at the menu, at every panel, and at the dialogs."""
    page = visitor.page
    visitor.button("menu").click()
    visitor.looks(page.get_by_role("menu"))
    deeds = page.get_by_role("menuitem", name=visitor.words["dialogs"])
    expect(deeds).to_have_count(5)
    page.keyboard.press("Escape")
    for n in range(5):
        visitor.button("menu").click()
        deeds.nth(n).click()
        visitor.looks(page.get_by_role("dialog"))
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    if visitor.fingers:
        visitor.button("menu").click()
        page.get_by_role("menuitem", name=visitor.words["tabs"]).first.click()
    for tab in page.get_by_role("tab", name=visitor.words["tabs"]).all():
        tab.click()
        visitor.looks(page.get_by_role("tabpanel"))


def after_a_game(visitor: Visitor, fought: Fought) -> None:
    """Look at the end of a battle, at its replay, and at what a branch asks."""
    who, page = visitor.person, visitor.page
    who.opens_anew(f"#/t/{fought.own}")
    visitor.looks(page.locator(".screen h2"))
    who.opens(f"#/replay/{fought.own}/60")
    expect(page.locator("ul.hidden li").first).to_be_attached()
    visitor.looks(page.get_by_role("slider"))
    visitor.button("branch").click()
    visitor.looks(page.get_by_role("dialog"))


def test_the_look_at_a_page_does_find_what_is_wrong(person: Callable[..., Person]) -> None:
    who = person()
    page = who.opens("#/account")
    expect(who.button("Log in")).to_be_visible()
    assert flaws(page) == []
    page.locator("form .button").evaluate("(one) => { one.style.marginLeft = '-900px'; }")
    page.locator("h1").evaluate(
        "(one) => { one.style.cssText = 'width: 20px; overflow: hidden; white-space: nowrap'; }"
    )
    page.locator("main p").first.evaluate(
        "(one) => { one.style.cssText = 'height: 4px; overflow: hidden'; }"
    )
    page.get_by_label("Password").evaluate(
        "(one) => { const box = one.getBoundingClientRect();"
        " const lid = document.createElement('p');"
        " lid.style.cssText = `position: fixed; left: ${box.x}px; top: ${box.y - 30}px;"
        " width: 500px; height: 70px; margin: 0; background: red`; document.body.append(lid); }"
    )
    found = "\n".join(flaws(page))
    assert "Log in: sticks out of the screen" in found
    assert re.search('"Log in" is cut off by <H1', found)
    assert re.search('"No account is needed.*" is cut off by <P', found)
    assert "Password: covered by <p" in found
    assert '"Password" is under <P' in found


# -- cards ---------------------------------------------------------------------------------------


def dealt(message: str, cards: Sequence[str]) -> str:
    """Let the Allies hold certain cards, whatever they hold."""
    faces = [
        {
            "id": card,
            "title": {"id": f"ccn.card.{card}", "args": {}},
            "text": {"id": f"ccn.cardtext.{card}", "args": {}},
            "sprite": f"ccn/tactic/{card}",
        }
        for card in cards
    ]

    def changed(found: dict[str, Any]) -> dict[str, Any]:
        return {**found, "cards": faces} if found.get("id") == "hand-allied" else found

    return json.dumps(json.loads(message, object_hook=changed))


@pytest.mark.parametrize("viewport", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_no_word_on_any_card_is_broken_in_german(
    viewport: dict[str, int], server: LiveServer, person: Callable[..., Person]
) -> None:
    made = House(server).brings(where("choose_card", "allied", after=30))
    anna = person(viewport, "de", kept=hurried())
    page = anna.page
    page.set_content("<p style='width: 4em; overflow-wrap: anywhere'>Kavallerieattacke</p>")
    assert broken_words(page, "p") == ["Kavallerieattacke"]
    hand: list[str] = []

    def passes(near: WebSocketRoute) -> None:
        far = near.connect_to_server()
        far.on_message(lambda message: near.send(dealt(str(message), hand)))

    page.route_web_socket(re.compile("/live$"), passes)
    for cards in batched(sorted(titles()), 6):
        hand[:] = cards
        anna.opens_anew(f"#/t/{made['table']}/{made['token']}")
        anna.button(re.compile(WORDS["de"]["go on"])).click()
        expect(page.locator("#hand .own .card")).to_have_count(len(cards))
        assert broken_words(page, "#hand") == []


def batched(found: Sequence[str], most: int) -> list[Sequence[str]]:
    """Divide into parts of a certain length; the last may be shorter."""
    return [found[n : n + most] for n in range(0, len(found), most)]


# -- fingers -------------------------------------------------------------------------------------


class Fingers:
    """Fingers on the board of a phone."""

    def __init__(self, person: Person) -> None:
        self.page = person.page
        self.chair = Chair(person)
        self._hand: CDPSession = person.context.new_cdp_session(person.page)

    def tap(self, what: Locator) -> None:
        """Touch something shortly."""
        self.page.touchscreen.tap(*self.chair.points_at(what))

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self._hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    def hold(self, what: Locator, until: Locator) -> None:
        """Keep a finger on something until something shows."""
        self._touch("touchStart", self.chair.points_at(what))
        expect(until).to_be_visible()
        self._touch("touchEnd")

    def pinch(self, apart: float) -> None:
        """Move two fingers from a hand's width to so many times that."""
        x, y = 195.0, 300.0
        self._touch("touchStart", (x - 40, y), (x + 40, y))
        for step in range(1, 6):
            gap = 40 * (1 + (apart - 1) * step / 5)
            self._touch("touchMove", (x - gap, y), (x + gap, y))
        self._touch("touchEnd")

    def scale(self) -> float:
        """Measure how large a hex is drawn, once the board lies still."""
        self.chair.spot(self.chair.choices.first)
        box = self.chair.choices.first.bounding_box()
        assert box is not None
        return float(box["width"])


@pytest.fixture
def fingers(server: LiveServer, person: Callable[..., Person]) -> Fingers:
    """A phone at a table where the Allies may fight."""
    made = House(server).brings(where("choose_combat", "allied", choices=5, after=30))
    anna = person(PHONE, is_mobile=True, has_touch=True, kept=hurried())
    anna.opens(f"#/t/{made['table']}/{made['token']}")
    anna.button(ANY_SEAT).click()
    found = Fingers(anna)
    found.chair.asked()
    return found


def test_tapping_takes_a_piece_in_hand_and_an_enemy_needs_a_second_tap(
    fingers: Fingers, server: LiveServer
) -> None:
    chair = fingers.chair
    *_, table, token = chair.page.url.split("/")
    house = House(server)
    before = house.position(table, token)["seq"]
    fingers.tap(chair.choice(CAN).first)
    target = chair.choice(TARGET).first
    expect(target).to_be_attached()
    fingers.tap(target)
    expect(chair.do_it).to_be_visible()
    expect(chair.page.get_by_role("region", name="What would follow")).to_be_visible()
    assert house.position(table, token)["seq"] == before
    fingers.tap(target)
    expect(chair.do_it).to_have_count(0)
    chair.person.button("Hint", disabled=False).or_(
        chair.person.heading("Hand over the screen")
    ).first.wait_for()
    assert house.position(table, token)["seq"] > before


def test_holding_a_finger_on_an_enemy_shows_what_would_follow_and_does_nothing(
    fingers: Fingers, server: LiveServer
) -> None:
    chair = fingers.chair
    *_, table, token = chair.page.url.split("/")
    before = House(server).position(table, token)["seq"]
    fingers.tap(chair.choice(CAN).first)
    preview = chair.page.get_by_role("region", name="What would follow")
    fingers.hold(chair.choice(TARGET).first, preview)
    expect(chair.do_it).to_have_count(0)
    assert House(server).position(table, token)["seq"] == before


def test_two_fingers_zoom_and_choose_nothing(fingers: Fingers, server: LiveServer) -> None:
    chair = fingers.chair
    *_, table, token = chair.page.url.split("/")
    before = House(server).position(table, token)["seq"]
    usual = fingers.scale()
    fingers.pinch(2.5)
    expect(chair.page.get_by_role("application")).to_be_visible()
    assert fingers.scale() > usual * 1.3
    fingers.pinch(0.4)
    assert fingers.scale() < usual * 1.6
    assert House(server).position(table, token)["seq"] == before
    expect(chair.do_it).to_have_count(0)
