"""One person beats the computer or loses to it, and goes on from the end to the replay."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.chairs import Chair, hurried
from tests.web.people import Person


def test_one_click_starts_a_battle_against_the_computer_that_one_wins_or_loses(
    person: Callable[..., Person],
) -> None:
    anna = person(kept=hurried())
    anna.opens()
    anna.button("Start a battle").click()
    chair = Chair(anna)
    expect(chair.scores.get_by_text("computer, Recruit")).to_be_visible()

    assert plays_to_the_end(chair) == "over"

    expect(chair.over).to_have_text(re.compile(r"^You have (won|lost)\.$"))
    screen = anna.page.get_by_role("region", name=re.compile("^You have"))
    expect(screen).to_contain_text("losses inflicted")
    expect(screen).to_contain_text(re.compile(r"Dice can be checked|key [0-9a-f]{64}"))
    won = chair.scores.locator(".side").filter(has_text=re.compile(r"\bwon\b"))
    mine = "you" in won.inner_text()
    assert mine == (chair.over.inner_text() == "You have won.")

    anna.button("To the replay").click()
    expect(anna.heading(re.compile("^Replay"))).to_be_visible()
    expect(anna.page.get_by_text("enough victory banners").first).to_be_visible()
    anna.page.get_by_role("link", name="Back to the table").click()
    expect(chair.over).to_be_visible()
    anna.button("Look at the board").click()
    expect(chair.over).to_have_count(0)
    expect(chair.sentence).to_have_text("The game is over.")


def plays_to_the_end(chair: Chair) -> str:
    """Take every advice; the computer plays in between."""
    for _ in range(2000):
        whose = chair.waits()
        if whose == "over":
            return whose
        if whose == "other":
            chair.person.button("Hint", disabled=False).or_(chair.over).first.wait_for()
        else:
            chair.follows_hint()
    return "endless"
