"""A battle looked at again: stepping, jumping, curves, luck, and playing on from a moment."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.server.live import LiveServer
from tests.web.chairs import Chair, hurried
from tests.web.houses import COMPUTER, ME, Fought, House, battle, moments_of
from tests.web.people import Person
from walstatt.kernel.events import Rolled
from walstatt.kernel.luck import luck_report
from walstatt.kernel.match import Match
from walstatt.scene.model import AtCells
from walstatt.scene.playable import stage

NAMES = {"french": "French", "allied": "Allies"}


class Film:
    """The replay page, as its viewer handles it."""

    def __init__(self, viewer: Person) -> None:
        self.viewer = viewer
        self.page = viewer.page
        self.timeline = self.page.get_by_role("slider")
        self.where = self.page.locator(".where")
        self.listed = self.page.get_by_role("list", name="Pieces on the board")

    def now(self) -> int:
        """Read at which step it stands."""
        return int(self.timeline.get_attribute("aria-valuenow") or "")

    def leaves(self, n: int) -> int:
        """Wait until another step than this one is shown, and tell which."""
        expect(self.timeline).not_to_have_attribute("aria-valuenow", str(n))
        return self.now()

    def stands_at(self, n: int) -> None:
        """Wait until a step is shown, with as many pieces as there were."""
        expect(self.timeline).to_have_attribute("aria-valuenow", str(n))
        pieces = [
            one
            for one in stage(battle().moments[n].game, None).pieces
            if isinstance(one.at, AtCells)
        ]
        expect(self.listed.get_by_role("listitem")).to_have_count(len(pieces))

    def label(self, seat: str) -> Locator:
        """Find what the curve of a side says."""
        return self.timeline.locator("text.label").filter(has_text=NAMES[seat])


@pytest.fixture
def film(person: Callable[..., Person], fought: Fought) -> Film:
    """A finished battle, opened in the replay."""
    anna = person(kept=hurried())
    anna.opens(f"#/replay/{fought.own}")
    found = Film(anna)
    found.stands_at(0)
    return found


# -- moving in time ------------------------------------------------------------------------------


def test_a_replay_steps_on_and_back_and_goes_to_both_ends(film: Film) -> None:
    last = len(battle().entries) - 1
    viewer = film.viewer
    viewer.button("A step on").click()
    first = film.leaves(0)
    viewer.button("A step on").click()
    assert film.leaves(first) > first > 0
    viewer.button("A step back").click()
    film.stands_at(first)
    viewer.button("To the end").click()
    film.stands_at(last)
    expect(film.where).to_contain_text(f"step {last} of {last}")
    viewer.button("To the beginning").click()
    film.stands_at(0)


def test_arrows_jump_from_turn_to_turn(film: Film) -> None:
    starts = [0]
    expect(film.where).to_contain_text(re.compile(r"^\s*Turn 1: "))
    for number in (2, 3, 4):
        film.page.keyboard.press("ArrowDown")
        starts.append(film.leaves(starts[-1]))
        expect(film.where).to_contain_text(re.compile(rf"^\s*Turn {number}: "))
    assert starts == sorted(starts)
    film.page.keyboard.press("ArrowUp")
    film.stands_at(starts[2])
    expect(film.where).to_contain_text(re.compile(r"^\s*Turn 3: "))


def test_a_replay_plays_by_itself_and_faster_where_wanted(film: Film) -> None:
    viewer = film.viewer
    for speed in ("2", "4"):
        viewer.button(re.compile("^Speed ")).click()
        expect(viewer.button(re.compile(f"^Speed {speed} "))).to_be_visible()
    viewer.button("Play", exact=True).click()
    expect(viewer.button("Pause")).to_be_visible()
    first = film.leaves(0)
    assert film.leaves(first) > first
    viewer.button("Pause").click()
    expect(viewer.button("Play", exact=True)).to_be_visible()


def test_a_line_of_the_report_and_the_timeline_lead_to_their_moments(film: Film) -> None:
    lines = film.page.get_by_role("button").filter(has_text=re.compile("loses"))
    lines.last.click()
    late = film.leaves(0)
    assert late > 100
    film.stands_at(late)
    box = film.timeline.bounding_box()
    assert box is not None
    film.page.mouse.click(box["x"] + 60, box["y"] + 60)
    early = film.leaves(late)
    assert 0 < early < 60
    film.stands_at(early)


# -- what it tells -------------------------------------------------------------------------------


def strengths(match: Match, seat: str) -> list[int]:
    """Add up what a side had on the board after every entry."""
    scenes = (stage(moment.game, None) for moment in match.moments)
    return [sum(one.now or 0 for one in scene.pieces if one.owner == seat) for scene in scenes]


@pytest.mark.parametrize("seat", NAMES)
def test_the_curves_show_what_each_side_has_lost_at_every_moment(seat: str, film: Film) -> None:
    had = strengths(battle(), seat)
    falls = [n for n in range(1, len(had)) if had[n] != had[n - 1]]
    assert len(falls) > 5
    expect(film.label(seat)).to_have_text(re.compile(f"{NAMES[seat]} lost 0"))
    curves = film.timeline.locator("path.curve:not(.casing)")
    steps = [str(one.get_attribute("d")).count("V") for one in curves.all()]
    assert len(steps) == len(NAMES)
    assert len(falls) in steps
    film.viewer.button("To the end").click()
    expect(film.label(seat)).to_have_text(re.compile(f"{NAMES[seat]} lost {had[0] - had[-1]}$"))


def test_the_chances_of_both_sides_end_with_the_victory_of_one(film: Film) -> None:
    expect(film.timeline).to_have_accessible_name("Timeline: each side's chance to win")
    expect(film.timeline.locator("path.area")).to_have_count(2)
    film.viewer.button("To the end").click()
    changes = film.page.get_by_role("listitem").filter(has_text="chance of the ")
    outcome = battle().game.outcome
    assert outcome is not None
    for seat, name in NAMES.items():
        at_last = 100 if seat in outcome.winners else 0
        wanted = re.compile(rf"^\s*\d+% → {at_last}%")
        expect(changes.filter(has_text=name)).to_have_text(wanted)


def test_once_a_battle_is_over_it_can_be_seen_with_the_eyes_of_either_side(film: Film) -> None:
    moment = next(moments_of("choose_card", "french", after=60))
    film.viewer.opens_anew(f"{film.page.url.rsplit('/', 1)[0]}/{moment}")
    film.stands_at(moment)
    told = film.page.get_by_role("button").filter(has_text=re.compile("^The French draw "))
    film.page.get_by_label("Whose view").select_option(label="View: spectator")
    expect(told.filter(has_text="draw a card").first).to_be_visible()
    known = told.filter(has_not_text="draw a card")
    expect(known).to_have_count(0)
    film.page.get_by_label("Whose view").select_option(label="View: French")
    expect(known.first).to_be_visible()
    film.stands_at(moment)


def test_the_luck_of_each_side_is_what_its_dice_gave_against_the_average(film: Film) -> None:
    heard = (told.for_seat(None) for moment in battle().moments for told in moment.told)
    reckoned = luck_report(event for event in heard if isinstance(event, Rolled))
    assert {one.seat for one in reckoned} == {*NAMES}
    for one in reckoned:
        sentence = (
            f"{NAMES[one.seat]}: {one.losses} losses inflicted, {one.expected:.1f} to be expected"
        )
        expect(film.page.get_by_role("listitem", name=sentence, exact=True)).to_be_visible()


# -- going elsewhere -----------------------------------------------------------------------------


def test_a_moment_can_be_shared_and_opens_there(
    fought: Fought, person: Callable[..., Person]
) -> None:
    carl, bert = person(kept=hurried()), person(kept=hurried())
    carl.opens(f"#/replay/{fought.watched}")
    film = Film(carl)
    film.stands_at(0)
    carl.page.keyboard.press("ArrowDown")
    there = film.leaves(0)
    carl.button("Copy a link to this moment").click()
    expect(carl.page.get_by_text("The link is copied.")).to_be_visible()
    bert.opens(carl.clipboard())
    Film(bert).stands_at(there)


def test_the_key_to_a_seat_is_never_shared(film: Film) -> None:
    film.page.evaluate("navigator.clipboard.writeText('as before')")
    film.viewer.button("Copy a link to this moment").click()
    expect(film.page.get_by_text("Your own link would hand over your seat").first).to_be_visible()
    assert film.viewer.clipboard() == "as before"


def test_branching_from_a_moment_starts_a_table_of_its_own(film: Film) -> None:
    moment = next(moments_of("choose_card", "allied", after=60))
    old = film.page.url.split("/")[-3]
    film.viewer.opens_anew(f"{film.page.url.rsplit('/', 1)[0]}/{moment}")
    film.stands_at(moment)
    standing = film.listed.get_by_role("listitem").all_text_contents()
    film.viewer.button("Play on from here").click()
    dialog = film.viewer.dialog("A new game from this moment")
    dialog.get_by_label("French").select_option(label="computer: Recruit")
    dialog.get_by_label("Allies").select_option(label="me")
    dialog.get_by_role("button", name="Begin").click()
    chair = Chair(film.viewer)
    assert chair.waits() == "mine"
    assert "command card" in chair.asked()
    expect(chair.scores.get_by_text("computer, Recruit")).to_be_visible()
    assert old not in film.page.url
    assert chair.pieces() == standing
    assert chair.follows_hints(most=1) == "mine"


def test_nobody_can_branch_from_a_game_that_hides_something(
    server: LiveServer, person: Callable[..., Person]
) -> None:
    made = House(server).lays({"allied": ME, "french": COMPUTER})
    anna = person()
    anna.opens(f"#/replay/{made['table']}/{made['token']}")
    expect(anna.button("A step on")).to_be_visible()
    expect(anna.page.get_by_role("list", name="Pieces on the board")).to_be_attached()
    expect(anna.button("Play on from here")).to_have_count(0)
