"""A turn of In Death Ground in a browser: moving by hand, measuring, shooting, fighting."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.server.live import LiveServer
from tests.web import clashes
from tests.web.axe import violations
from tests.web.chairs import ANY_SEAT, hurried
from tests.web.houses import COMPUTER, ME, House
from tests.web.layout import flaws
from tests.web.measured import Field, swipes
from tests.web.people import PHONE, Person
from walstatt.games.idg.content import BLUE, RED

MOST = 150
"""How many questions two or three turns may have."""


@pytest.fixture
def riders(person: Callable[..., Person], server: LiveServer) -> Callable[..., Field]:
    """Sit somebody down whose riders have rolled for their move."""

    def sits_down(**context: object) -> Field:
        who = person(kept=hurried(), bypass_csp=True, **context)
        made = House(server).brings(clashes.at("choose_move"))
        who.opens(f"#/t/{made['table']}/{made['token']}")
        who.button(ANY_SEAT).click()
        found = Field(who)
        expect(found.sentence).to_contain_text("Where do Red riders go, up to")
        return found

    return sits_down


def test_a_move_that_is_too_long_says_why_and_the_nearest_place_is_offered(
    riders: Callable[..., Field],
) -> None:
    here = riders()
    x, y = here.held()
    before = here.pieces()
    here.carries((x, y), (x, y - 420))
    expect(here.bubble).to_contain_text(re.compile(r"An element would go [\d.]+ inches"))
    expect(here.bubble).to_contain_text("IDG-8.1.1")
    here.page.mouse.up()
    expect(here.person.button("Move here instead")).to_be_visible()
    assert here.pieces() == before, "nobody has moved yet"
    here.page.keyboard.press("Escape")
    expect(here.bubble).to_have_count(0)
    here.carries((x, y), (x, y - 60))
    expect(here.bubble).to_contain_text(re.compile(r"[\d.]+ inches used, [\d.]+ left"))
    here.page.mouse.up()
    here.is_told(re.compile(r"Red riders move [\d.]+ inches"))
    assert here.pieces() != before


def test_all_bases_of_a_unit_are_carried_together_and_no_other_unit(
    riders: Callable[..., Field],
) -> None:
    here = riders()
    x, y = here.held()
    before = here.pieces()
    here.drags((x, y), (x, y - 420))
    here.person.button("Move here instead").click()
    here.is_told(re.compile(r"Red riders (move|charge)"))
    here.person.button(ANY_SEAT).click()
    here.asked()
    moved = [text for text in here.pieces() if text not in before]
    assert len(moved) == 5, "four riders and their general keep their formation"
    assert {text.partition(",")[0] for text in moved} == {"Red riders"}
    left = {text for text in before if not text.startswith("Red riders")}
    assert left <= set(here.pieces()), "the others stay where they are"


def test_a_move_in_hand_stays_there_when_somebody_comes_and_goes(
    person: Callable[..., Person], server: LiveServer
) -> None:
    made = House(server).brings(clashes.at("choose_move"))
    anna, bert = person(kept=hurried()), person()
    anna.opens(f"#/t/{made['table']}/{made['token']}")
    anna.button(ANY_SEAT).click()
    here = Field(anna)
    expect(here.sentence).to_contain_text("Where do Red riders go, up to")
    x, y = here.held()
    here.drags((x, y), (x, y - 420))
    instead = anna.button("Move here instead")
    expect(instead).to_be_visible()
    watching = here.page.get_by_text("1 spectator")
    bert.opens(f"#/t/{made['table']}/{made['watch']}")
    expect(watching).to_have_count(1)
    bert.page.close()
    expect(watching).to_have_count(0)
    instead.click()
    here.is_told(re.compile(r"Red riders (move|charge)"))


def test_anything_is_measured_without_touching_it(riders: Callable[..., Field]) -> None:
    here = riders()
    before = here.pieces()
    x, y = here.held()
    here.page.keyboard.press("m")
    here.page.mouse.click(x + 200, y - 100)
    expect(
        here.page.locator("svg text").filter(has_text=re.compile(r"^\d+\.\d MU$"))
    ).to_be_visible()
    assert here.pieces() == before
    here.page.keyboard.press("Escape")


def test_a_unit_is_moved_with_a_finger_on_a_phone(riders: Callable[..., Field]) -> None:
    here = riders(viewport=PHONE, is_mobile=True, has_touch=True, color_scheme="dark")
    assert flaws(here.page) == []
    assert violations(here.page) == []
    before = here.pieces()
    x, y = here.held()
    swipes(here, (x, y), (x, y - 150))
    expect(here.bubble).to_contain_text("IDG-8.1.1")
    instead = here.person.button("Move here instead")
    here.spot(instead)
    instead.tap()
    expect(here.bubble).to_have_count(0)
    expect(here.sentence.filter(has_text="Where do Red riders go")).to_have_count(0)
    assert here.pieces() != before


class Turn:
    """Somebody who does each thing by hand once, and is advised for the rest."""

    def __init__(self, here: Field) -> None:
        self.here = here
        self.missing = {"order", "move", "shoot"}

    def decides(self) -> None:
        """Answer the question."""
        question = self.here.asked()
        for words, deed in (
            ("Which unit is next", "order"),
            ("up to", "move"),
            ("Who shoots at whom", "shoot"),
        ):
            if words in question and deed in self.missing and self._can(deed):
                getattr(self, f"_{deed}s")()
                self.missing.discard(deed)
                return
        self.here.follows_hint()

    def _can(self, deed: str) -> bool:
        """Tell whether there is anything to do: asked who shoots, perhaps nobody usually would."""
        return deed != "shoot" or self._volley.count() > 0

    @property
    def _volley(self) -> Locator:
        return self.here.page.get_by_role("button", name=re.compile(r"^Shoot as usual \([1-9]"))

    def _orders(self) -> None:
        self.here.orders("Red archers", "move")
        self.here.is_told(re.compile("^Red archers, move:"))

    def _moves(self) -> None:
        x, y = self.here.held()
        self.here.drags((x, y), (x, y - 400))
        self.here.person.button("Move here instead").click()
        self.here.is_told(re.compile("^Red archers "))

    def _shoots(self) -> None:
        lines = self.here.report().count()
        self._volley.click()
        self.here.do_it.click()
        expect(self.here.report()).not_to_have_count(lines)


def test_whole_turns_with_movement_shooting_and_melee_against_the_computer(
    person: Callable[..., Person], server: LiveServer
) -> None:
    made = House(server).goes_on(clashes.at("choose_mounts", turn=2), {RED: ME, BLUE: COMPUTER})
    anna = person(kept=hurried())
    anna.opens(f"#/t/{made['table']}/{made['token']}")
    here = Field(anna)
    turn = Turn(here)
    fought = here.told(re.compile("IDG-11"))
    for _ in range(MOST):
        whose = here.waits()
        if whose == "over" or (not turn.missing and fought.count()):
            break
        if whose == "mine":
            turn.decides()
        else:
            here.page.wait_for_function(
                "!/^Waiting for/.test(document.querySelector('p.sentence')?.innerText)"
            )
    assert turn.missing == set()
    assert here.told(re.compile("IDG-9")).count(), "somebody was shot at"
    assert fought.count(), "somebody fought hand to hand"


def test_a_friend_brings_an_army_of_his_own(
    person: Callable[..., Person], server: LiveServer
) -> None:
    anna = person()
    page = anna.opens("#/new/idg/open_battle")
    anna.chooses("With a friend")
    page.get_by_label("Your name").fill("Anna")
    blue = page.get_by_role("group", name="Army B")
    blue.get_by_role("radio", name="Theirs").check()
    expect(blue.get_by_text("brings an army of the same size")).to_be_visible()
    with page.expect_response(re.compile("/api/tables$")) as creating:
        anna.button(re.compile("link", re.IGNORECASE)).last.click()
    made = creating.value.json()
    bert = person()
    page = bert.opens(f"#/t/{made['table']}/{made['links'][BLUE]}")
    mine = page.get_by_role("group", name="Your army")
    mine.get_by_role("radio", name="Ready").check()
    mine.get_by_label("Which army").select_option(label="The rock of Diaoyu")
    expect(mine.get_by_text("Fortifications are only for the defender")).to_be_visible()
    sit = bert.button("Take the seat")
    expect(sit).to_be_disabled()
    mine.get_by_label("Which army").select_option(label="Hannibal at Cannae")
    page.get_by_label("Your name").fill("Bert")
    expect(sit).to_be_enabled()
    sit.click()
    expect(page.get_by_text("Carthaginians").first).to_be_visible()
