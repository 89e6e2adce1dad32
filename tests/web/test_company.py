"""Life at a table: chat, moderation, offers, resigning, seats that change hands, faults."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.live import LiveServer
from tests.web.chairs import Chair, hurried
from tests.web.houses import FRIEND, ME, House, asked_back, at
from tests.web.people import Person

EVIL = """<img src=x onerror="window.hit=1"><script>window.hit=2</script>"""
BREAKS_AT = 3


class Two:
    """Anna, the host, with the Allies, and Bert with the French."""

    def __init__(
        self,
        server: LiveServer,
        person: Callable[..., Person],
        moment: bytes = b"",
        clock: dict[str, int] | None = None,
    ) -> None:
        self.house = House(server)
        seats = {"allied": ME, "french": FRIEND}
        made = self.house.goes_on(moment, seats) if moment else self.house.lays(seats, clock=clock)
        self.table = made["table"]
        self.watch = made["watch"]
        joined = self.house.joins(self.table, made["links"]["french"], "Bert")
        self.keys = {"allied": made["token"], "french": joined["token"]}
        self.anna = self._sits(person(at=server.url, kept=hurried()), "allied")
        self.bert = self._sits(person(at=server.url, kept=hurried()), "french")

    def _sits(self, who: Person, seat: str) -> Chair:
        who.opens(f"#/t/{self.table}/{self.keys[seat]}")
        chair = Chair(who)
        chair.waits()
        return chair


@pytest.fixture
def two(server: LiveServer, person: Callable[..., Person]) -> Two:
    return Two(server, person)


# -- chat ----------------------------------------------------------------------------------------


def says(chair: Chair, text: str) -> None:
    """Say something to everybody at the table."""
    chair.person.tab("Chat").click()
    chair.page.get_by_label("Write something").fill(text)
    chair.person.button("Send").click()
    expect(chair.page.get_by_role("log").get_by_text(text, exact=True)).to_be_visible()


def test_what_is_said_is_shown_as_text_whatever_it_is(two: Two) -> None:
    expect(two.bert.person.tab("Chat")).to_have_text(re.compile(r"^Chat$"))
    says(two.anna, EVIL)
    expect(two.bert.person.tab(re.compile("Chat"))).to_contain_text("1")
    two.bert.person.tab(re.compile("Chat")).click()
    log = two.bert.page.get_by_role("log")
    expect(log.get_by_text(EVIL, exact=True)).to_be_visible()
    expect(log.locator("img, script")).to_have_count(0)
    assert two.bert.page.evaluate("window.hit") is None
    assert two.anna.page.evaluate("window.hit") is None


def test_a_name_that_is_code_stays_a_name(
    server: LiveServer, person: Callable[..., Person]
) -> None:
    name = "<b onclick=alert(1)>Anna</b>"
    made = House(server).lays({"allied": ME, "french": FRIEND}, name=name, title="<i>table</i>")
    bert = person()
    bert.opens(f"#/t/{made['table']}/{made['links']['french']}")
    expect(bert.page.get_by_text(f"{name} invites you to this battle.")).to_be_visible()
    bert.page.get_by_label("Your name").fill("<u>Bert</u>")
    bert.button("Take the seat").click()
    chair = Chair(bert)
    expect(chair.scores).to_contain_text(name)
    expect(chair.scores).to_contain_text("<u>Bert</u>")
    expect(bert.page.get_by_text("<i>table</i>")).to_be_visible()
    assert bert.page.locator("header i, section b[onclick], section u").count() == 0


def test_the_host_removes_a_line_and_silences_somebody(two: Two) -> None:
    says(two.bert, "Your cavalry is asleep")
    anna = two.anna.person
    anna.tab(re.compile("Chat")).click()
    anna.button("Remove this line").click()
    for chair in (two.anna, two.bert):
        log = chair.page.get_by_role("log")
        expect(log.get_by_text("removed by the host")).to_be_visible()
        expect(log.get_by_text("Your cavalry is asleep")).to_have_count(0)
    expect(two.bert.person.button("Remove this line")).to_have_count(0)
    two.anna.page.get_by_text("Moderate").click()
    anna.button("Silence Bert").click()
    expect(two.bert.page.get_by_text("The host has silenced you.")).to_be_visible()
    anna.button("Let Bert speak again").click()
    says(two.bert, "Sorry")
    expect(two.anna.page.get_by_role("log").get_by_text("Sorry")).to_be_visible()


# -- offers and resigning ------------------------------------------------------------------------


def test_a_draw_is_offered_declined_withdrawn_and_agreed(two: Two) -> None:
    anna, bert = two.anna.person, two.bert.person
    asked = two.bert.page.get_by_role("status").filter(has_text="Anna offers a draw.")
    own = two.anna.page.get_by_role("status").filter(has_text="You have offered a draw.")
    anna.picks_from_menu("Offer a draw")
    expect(own).to_be_visible()
    asked.get_by_role("button", name="Decline").click()
    expect(own).to_have_count(0)
    anna.picks_from_menu("Offer a draw")
    expect(asked).to_be_visible()
    own.get_by_role("button", name="Withdraw").click()
    expect(asked).to_have_count(0)
    anna.picks_from_menu("Offer a draw")
    asked.get_by_role("button", name="Agree").click()
    for one in (anna, bert):
        expect(one.heading("The game ends in a draw.")).to_be_visible()
        expect(one.page.get_by_text("The players agreed to a draw.")).to_be_visible()


def test_resigning_is_asked_twice_and_ends_the_game(two: Two) -> None:
    bert = two.bert.person
    bert.picks_from_menu("Resign")
    bert.dialog("Resign?").get_by_role("button", name="Play on").click()
    assert two.anna.waits() == "mine"
    bert.picks_from_menu("Resign")
    bert.dialog("Resign?").get_by_role("button", name="Resign").click()
    expect(bert.heading("You have lost.")).to_be_visible()
    expect(two.anna.person.heading("You have won.")).to_be_visible()
    expect(two.anna.page.get_by_text("French: resigned.")).to_be_visible()


def test_a_decision_is_taken_back_by_consent_once_the_other_has_acted(
    server: LiveServer, person: Callable[..., Person]
) -> None:
    entry = asked_back("allied")
    two = Two(server, person, at(entry))
    assert two.anna.waits() == "mine"
    lines = two.anna.report().count()
    two.anna.person.button("Ask to undo").click()
    asked = two.bert.page.get_by_role("status").filter(has_text="take back a decision")
    asked.get_by_role("button", name="Decline").click()
    expect(asked).to_have_count(0)
    expect(two.anna.report()).to_have_count(lines)
    two.anna.person.button("Ask to undo").click()
    asked.get_by_role("button", name="Agree").click()
    for chair in (two.anna, two.bert):
        expect(chair.report()).not_to_have_count(lines)
        assert chair.report().count() < lines
    assert two.house.position(two.table, two.keys["allied"])["seq"] < entry


def test_only_the_clock_of_the_one_who_decides_runs(
    server: LiveServer, person: Callable[..., Person]
) -> None:
    two = Two(server, person, clock={"stock": 600, "added": 5})
    assert two.anna.waits() == "mine"
    for chair in (two.anna, two.bert):
        side = chair.scores.locator(".side")
        expect(side.filter(has_text="Anna")).to_contain_text(re.compile(r"\b[5-9]:\d\d"))
        expect(side.filter(has_text="Bert")).to_contain_text("10:00")


def test_two_pages_of_one_player_show_the_same_game(two: Two) -> None:
    other = two.anna.person.context.new_page()
    other.goto(two.anna.page.url)
    question = other.locator("p.sentence")
    expect(question).to_have_text(two.anna.asked())
    two.anna.follows_hint()
    told = two.anna.page.get_by_role("tabpanel").locator(".line")
    expect(told).not_to_have_count(2)
    expect(other.get_by_role("tabpanel").locator(".line")).to_have_count(told.count())
    expect(question).to_have_text(two.anna.sentence.inner_text())
    expect(two.bert.scores.get_by_text("away")).to_have_count(0)
    two.anna.page.close()
    expect(two.bert.report()).to_have_count(other.get_by_role("tabpanel").locator(".line").count())
    expect(two.bert.scores.get_by_text("away")).to_have_count(0)


# -- seats that change hands ---------------------------------------------------------------------


def test_an_invitation_seats_one_person_and_nobody_after_that(
    server: LiveServer, person: Callable[..., Person]
) -> None:
    made = House(server).lays({"allied": ME, "french": FRIEND})
    invitation = made["links"]["french"]
    bert, dora = person(kept=hurried()), person(kept=hurried())
    bert.opens(f"#/t/{made['table']}/{invitation}")
    bert.page.get_by_label("Your name").fill("Bert")
    bert.button("Take the seat").click()
    chair = Chair(bert)
    assert chair.waits() == "other"
    assert invitation not in bert.page.url
    bert.page.reload()
    assert chair.waits() == "other"
    expect(chair.scores.locator(".side").filter(has_text="you")).to_contain_text("Bert")

    dora.opens(f"#/t/{made['table']}/{invitation}")
    expect(dora.page.get_by_text("somebody sat down with this link").first).to_be_visible()
    expect(Chair(dora).sentence).to_contain_text("You are watching.")
    expect(dora.button("Take the seat")).to_have_count(0)
    expect(dora.page.locator("#hand .own")).to_have_count(0)


def test_a_seat_goes_to_the_computer_and_comes_back(two: Two) -> None:
    anna = two.anna.person
    anna.picks_from_menu("Let the computer play my seat")
    anna.dialog("Let the computer play on?").get_by_role("button", name="Hand over").click()
    expect(two.bert.hint).to_be_enabled()
    expect(two.bert.scores.get_by_text(re.compile("computer"))).to_be_visible()
    anna.picks_from_menu("Take my seat back from the computer")
    expect(two.bert.scores.get_by_text(re.compile("computer"))).to_have_count(0)
    assert two.bert.follows_hints() == "other"
    assert two.anna.waits() == "mine"


def test_the_seat_of_somebody_who_is_gone_can_be_given_away(
    own_server: Callable[..., LiveServer], person: Callable[..., Person]
) -> None:
    two = Two(own_server(WALSTATT_CLAIM_AFTER_LIVE_S="1"), person)
    two.anna.page.goto("about:blank")
    bert = two.bert.person
    expect(two.bert.scores.get_by_text("away")).to_be_visible()
    is_claimable(two, "allied")
    bert.picks_from_menu("Give the seat of Anna away")
    dialog = bert.dialog("Anna is gone")
    dialog.get_by_role("button", name="To the computer").click()
    expect(bert.button("Hint", disabled=False)).to_be_visible()
    expect(two.bert.scores.get_by_text(re.compile("computer"))).to_be_visible()


def is_claimable(two: Two, seat: str) -> None:
    """Wait until somebody has been away for too long."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        seats = two.house.position(two.table, two.keys["french"])["table"]["seats"]
        if any(one["seat"] == seat and one.get("claimable") for one in seats):
            return
        time.sleep(0.2)
    pytest.fail("the seat cannot be claimed")


# -- when the rules fail -------------------------------------------------------------------------


def test_a_table_whose_rules_fail_is_frozen_and_tells_what_can_be_told(
    own_server: Callable[..., LiveServer], person: Callable[..., Person], tmp_path: Path
) -> None:
    two = Two(own_server(PYTHONPATH=str(breaking(tmp_path))), person)
    for chair in (two.anna, two.bert):
        chair.person.forgives("frozen")
    frozen = two.anna.person.heading("This should not have happened.")
    while not frozen.is_visible():
        two.anna.person.button("Hint", disabled=False).or_(frozen).first.wait_for()
        if not frozen.is_visible():
            two.anna.follows_hint()
    expect(two.bert.person.heading("This should not have happened.")).to_be_visible()
    number = two.anna.page.get_by_text(re.compile(r"^Report [0-9a-f]{8}$"))
    expect(number).to_be_visible()
    with two.anna.page.expect_download() as download:
        two.anna.person.button("Download the report").click()
    told = json.loads(Path(download.value.path()).read_bytes())
    assert told["report"] == number.inner_text().removeprefix("Report ")
    assert told["fault"] == "ArithmeticError"
    assert told["command"]["seat"] == "allied"
    assert len(told["game_so_far"]["told"]) == BREAKS_AT
    assert "Traceback" not in json.dumps(told)
    two.anna.page.reload()
    expect(frozen).to_be_visible()


def breaking(folder: Path) -> Path:
    """Write a patch that lets the rules of every game fail at the same entry."""
    (folder / "sitecustomize.py").write_text(
        "from walstatt.kernel.match import Match\n"
        "usual = Match._play\n"
        "def play(self, *given, **more):\n"
        f"    if len(self.entries) == {BREAKS_AT}:\n"
        "        raise ArithmeticError('broken by a test')\n"
        "    return usual(self, *given, **more)\n"
        "Match._play = play\n",
        encoding="utf-8",
    )
    return folder
