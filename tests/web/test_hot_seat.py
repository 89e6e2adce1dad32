"""Two people at one screen: before it shows the next hand, the screen is handed over."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.server.live import LiveServer
from tests.web.chairs import Chair, hurried
from tests.web.houses import House
from tests.web.people import Person
from tests.web.secrets import Ear, hand, played, seen_on
from walstatt.games import find_game
from walstatt.kernel.match import Match
from walstatt.kernel.save import from_bytes

NAMES = {"allied": "Allies", "french": "French"}


class Screen:
    """The one screen, and what the server knows of the game on it."""

    def __init__(self, owner: Person, house: House) -> None:
        self.owner = owner
        self.house = house
        self.chair = Chair(owner)
        self.handing_over = owner.heading("Hand over the screen")

    def lay(self) -> None:
        """Lay a table at which one person plays both sides."""
        page = self.owner.opens("#/new/ccn/rolica_1")
        self.owner.chooses("Both sides here")
        self.owner.button("Start the battle").click()
        expect(self.handing_over).to_be_visible()
        *_, self.table, self.token = page.url.split("/")

    def match(self) -> Match:
        """Load the whole game, hands and all."""
        content = self.house.asks(f"/tables/{self.table}/export", self.token).content
        return from_bytes(content, find_game)

    def go_on(self, seat: str) -> None:
        """Sit down at the screen that was handed over."""
        self.owner.button(f"Go on as {NAMES[seat]}").click()
        expect(self.handing_over).to_have_count(0)
        self.chair.asked()

    def play_until_handed_over(self) -> None:
        """Take advice until somebody else has to decide."""
        mine = self.owner.button("Hint", disabled=False)
        for _ in range(200):
            mine.or_(self.handing_over).or_(self.chair.over).first.wait_for()
            if not mine.is_visible():
                return
            self.chair.follows_hint()


def test_no_card_of_the_next_hand_reaches_the_screen_before_it_is_handed_over(
    server: LiveServer, person: Callable[..., Person]
) -> None:
    owner = person(kept=hurried())
    ear = Ear(owner.page)
    screen = Screen(owner, House(server))
    screen.lay()
    match = screen.match()
    assert len(hand(match, "allied")) > 2
    assert ear.heard, "the table was told over the socket"
    assert ear.cards() == set(), "nothing of any hand is sent before somebody sits down"
    assert seen_on(owner.page, hand(match, "allied") | hand(match, "french")) == set()

    shown: set[str] = set()
    for _ in range(4):
        seat = str(match.game.to_act[0])
        before = len(ear.heard)
        screen.go_on(seat)
        own = hand(screen.match(), seat)
        shown |= own
        assert own <= ear.cards(before)
        assert seen_on(owner.page, own) == own
        screen.play_until_handed_over()
        expect(screen.handing_over).to_be_visible()

        match = screen.match()
        shown |= own | hand(match, seat) | played(match)
        following = str(match.game.to_act[0])
        secret = hand(match, following) - shown
        assert secret & ear.cards() == set()
        hidden = (hand(match, "allied") | hand(match, "french")) - played(match)
        assert seen_on(owner.page, hidden) == set()
        expect(owner.page.locator("#hand .own")).to_have_count(0)


def test_the_screen_stays_hidden_after_a_reload(
    server: LiveServer, person: Callable[..., Person]
) -> None:
    owner = person(kept=hurried())
    screen = Screen(owner, House(server))
    screen.lay()
    screen.go_on("allied")
    screen.play_until_handed_over()
    owner.page.reload()
    expect(screen.handing_over).to_be_visible()
    match = screen.match()
    hidden = (hand(match, "allied") | hand(match, "french")) - played(match)
    assert hidden
    assert seen_on(owner.page, hidden) == set()
