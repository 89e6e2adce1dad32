"""Before anything is done the page tells what would follow, and why something is not possible."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.server.live import LiveServer
from tests.web.chairs import CAN, GO, TARGET, Chair, hot_seat, hurried
from tests.web.houses import House, at, battle, moments_of, where
from tests.web.keys import Keyboard
from tests.web.people import Person
from tests.web.secrets import Ear
from walstatt.kernel.asking import prompt, wished
from walstatt.kernel.ids import Seat
from walstatt.kernel.prompts import Target
from walstatt.scene.parts import AtCells
from walstatt.scene.playable import stage

START = AtCells((67,))
"""The hex 6,5, where the light infantry stands before it moves."""


class Previewing:
    """Somebody who points, and everything the page was told about it."""

    def __init__(self, who: Person, house: House, moment: bytes) -> None:
        self.page = who.page
        self._ear = Ear(who.page)
        self.chair: Chair = hot_seat(who, house, moment)
        self.card: Locator = who.page.get_by_role("region", name="What would follow")

    def told(self) -> dict[str, Any]:
        """Give the last preview that came."""
        words = [json.loads(frame) for frame in self._ear.heard]
        found: dict[str, Any] = [word for word in words if word["is"] == "preview"][-1]["preview"]
        return found


@pytest.fixture
def fight(server: LiveServer, person: Callable[..., Person]) -> Previewing:
    """The Allies may fight; their artillery is in hand."""
    moment = where("choose_combat", "allied", choices=5, after=30)
    return guns_in_hand(Previewing(person(kept=hurried()), House(server), moment))


def guns_in_hand(found: Previewing) -> Previewing:
    """Take the artillery in hand."""
    found.chair.clicks(found.chair.choice(re.compile("^British foot artillery.*can be")).first)
    expect(found.chair.choice(TARGET).first).to_be_attached()
    return found


def test_every_line_of_the_dice_names_its_rule_and_the_odds_are_exact(fight: Previewing) -> None:
    for target in range(fight.chair.choice(TARGET).count()):
        fight.chair.hovers(fight.chair.choice(TARGET).nth(target))
        name = fight.chair.choice(TARGET).nth(target).get_attribute("aria-label") or ""
        place = re.findall(r"at (\d+,\d+)", name)[-1]
        expect(fight.card.get_by_role("heading", level=3)).to_contain_text(f"({place})")
        is_told_in_full(fight.card, fight.told())


def is_told_in_full(card: Locator, preview: dict[str, Any]) -> None:
    """Compare a card with what the server said: dice, rules and odds."""
    (ledger,) = preview["ledgers"]
    rows = card.get_by_role("row")
    expect(rows).to_have_count(len(ledger["lines"]) + 1)
    for line in ledger["lines"]:
        expect(rows.filter(has_text=line["rule"])).not_to_have_count(0)
    expect(rows.last.get_by_role("cell").first).to_have_text(str(ledger["total"]))
    odds = [one for one in preview["odds"] if one["label"]["id"] == "ccn.odds.losses"]
    assert sum(one["millionths"] for one in odds) == pytest.approx(1_000_000, abs=5)
    for one in odds:
        losses = one["label"]["args"]["n"]
        percent = one["millionths"] / 10_000
        row = card.get_by_role("listitem", name=re.compile(rf"^{losses} blocks? lost: "))
        shown = re.search(r"(<?)([\d.]+)%", row.get_attribute("aria-label") or "")
        assert shown is not None
        about = 0.0 if shown[1] else float(shown[2])
        assert about == pytest.approx(percent, abs=0.5)
    mean = sum(one["label"]["args"]["n"] * one["millionths"] for one in odds) / 1_000_000
    expect(card).to_contain_text(f"{mean:.2f}".rstrip("0").rstrip(".") + " to be expected")


def test_a_rule_in_the_preview_opens_its_statement(fight: Previewing) -> None:
    fight.chair.clicks(fight.chair.choice(TARGET).first)
    expect(fight.chair.do_it).to_be_visible()
    link = fight.card.get_by_role("button", name=re.compile("^Rule CCN-")).first
    rule = str(link.inner_text())
    link.click()
    sheet = fight.page.get_by_role("dialog", name=f"Rule {rule}")
    expect(sheet.locator("article.current")).to_contain_text(rule)


def test_what_is_not_possible_is_explained_with_its_rule(
    server: LiveServer, person: Callable[..., Person]
) -> None:
    fight = guns_in_hand(Previewing(person(kept=hurried()), House(server), unseen_by_guns()))
    keys = Keyboard(fight.chair.person)
    lines = fight.chair.report().count()
    keys.board.focus()
    keys.walks("ArrowLeft", "3,6")
    keys.walks("ArrowUp", "6,5, clear, French light infantry")
    keys.press("Enter")
    reason = fight.page.get_by_role("alert")
    expect(reason).to_contain_text("French light infantry (6,5) cannot be seen from there.")
    expect(reason.get_by_role("button", name="Rule CCN-8.1.2")).to_be_visible()
    expect(fight.chair.report()).to_have_count(lines)
    expect(fight.chair.do_it).to_have_count(0)


def unseen_by_guns() -> bytes:
    """Save a battle in which guns may fire, but do not see the light infantry at 6,5."""
    light = Target("piece", "french-lt-1")
    for seed in range(1, 20):
        for n in moments_of("choose_combat", "allied", choices=4, seed=seed):
            game = battle(seed).moments[n].game
            question, decision = prompt(game, Seat("allied")), game.decision(Seat("allied"))
            assert question is not None
            assert decision is not None
            guns = [one.of for one in question.choices if one.of and "-fa-" in one.of.id]
            wish = wished(game, Seat("allied"), light, guns[0]) if guns else None
            stands = any(one.id == light.id and one.at == START for one in stage(game, None).pieces)
            if wish and stands and [one.rule for one in decision.check(game.ctx, wish)]:
                return at(n, seed)
    raise AssertionError("the guns see everything in all battles")


def test_a_hint_says_what_the_computer_would_do_and_why(fight: Previewing) -> None:
    chair = fight.chair
    lines = chair.report().count()
    chair.hint.click()
    hint = fight.page.get_by_role("status").filter(has_text="The computer would: ")
    expect(hint).to_be_visible()
    assert all(text.strip() for text in hint.locator("p").all_inner_texts())
    expect(hint.locator("p").first).to_be_visible()
    hint.get_by_role("button", name="Close").click()
    expect(hint).to_have_count(0)
    expect(chair.report()).to_have_count(lines)


def test_pointing_at_a_piece_shows_where_it_can_go(
    server: LiveServer, person: Callable[..., Person]
) -> None:
    moment = where("choose_move", "allied", choices=12, after=30)
    moving = Previewing(person(kept=hurried()), House(server), moment)
    chair = moving.chair
    pieces = chair.choice(CAN)
    assert pieces.count() > 1
    expect(chair.choice(GO)).to_have_count(0)
    chair.hovers(pieces.first)
    expect(chair.choice(GO).first).to_be_attached()
    chair.clicks(pieces.first)
    reach = [one.get_attribute("aria-label") for one in chair.choice(GO).all()]
    assert len(reach) in reaches("choose_move", "allied", choices=12, after=30)
    assert len(reach) > 1


def reaches(kind: str, seat: str, choices: int, after: int) -> set[int]:
    """Count for each piece where the rules let it go."""
    game = battle().moments[next(moments_of(kind, seat, choices, after))].game
    question = prompt(game, Seat(seat))
    assert question is not None
    ways = {(choice.of, choice.target) for choice in question.choices if choice.of}
    return {*Counter(of for of, _ in ways).values()}
