"""Nothing but keys and what is read out suffices to play; and where it is wanted, all is calm."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.server.live import LiveServer
from tests.web.chairs import CAN, GO, TARGET, hot_seat, hurried
from tests.web.houses import FRIEND, ME, House, battle, moments_of, where
from tests.web.keys import Keyboard
from tests.web.people import Person
from walstatt.kernel.prompts import Prompt
from walstatt.scene.model import AtCells
from walstatt.scene.playable import stage

SECTION_CARD = re.compile("Assault|Attack|Probe", re.IGNORECASE)


@pytest.fixture
def keyboard(server: LiveServer, person: Callable[..., Person]) -> Callable[[bytes], Keyboard]:
    def sits_down(moment: bytes) -> Keyboard:
        house = House(server)
        made = house.goes_on(moment, {"allied": ME, "french": FRIEND})
        house.joins(made["table"], made["links"]["french"], "Bert")
        anna = person(kept=hurried())
        anna.opens(f"#/t/{made['table']}/{made['token']}")
        found = Keyboard(anna)
        found.chair.asked()
        return found

    return sits_down


# -- playing -------------------------------------------------------------------------------------


def test_a_whole_turn_is_played_with_nothing_but_keys(
    keyboard: Callable[[bytes], Keyboard],
) -> None:
    keys = keyboard(where("choose_card", "allied", fits=has_section_card))
    chair = keys.chair
    plays_a_card(keys)
    name = orders_somebody(keys)
    before, lines = chair.pieces(), moved(keys).count()
    assert name.split(",")[0] in "".join(before)
    moves(keys)
    assert chair.pieces() != before
    keys.press("u")
    expect(moved(keys)).to_have_count(lines)
    chair.asked()
    assert chair.pieces() == before
    moves(keys)
    if "end the movement" in chair.asked():
        keys.ends("movement")
    if chair.waits() == "mine":
        keys.ends("combat")
    assert chair.waits() == "other"
    expect(chair.sentence).to_have_text("Waiting for Bert.")
    expect(keys.page.get_by_role("heading", name=re.compile(r"^Turn \d+:")).last).to_have_text(
        re.compile("French$")
    )


def has_section_card(question: Prompt) -> bool:
    """Tell whether the hand has a card that orders units of one section."""
    return any(SECTION_CARD.match(choice.target.id) for choice in question.choices)


def plays_a_card(keys: Keyboard) -> None:
    """Go to the hand, choose a card for a section, and confirm it."""
    chair = keys.chair
    keys.press("k")
    assert keys.focused() in {text.strip() for text in chair.cards.all_text_contents()}
    if not SECTION_CARD.match(keys.focused()):
        keys.goes_to(SECTION_CARD)
    keys.press("Enter")
    expect(chair.do_it).to_be_visible()
    keys.press("Enter")
    expect(chair.sentence).to_contain_text("give an order")


def orders_somebody(keys: Keyboard) -> str:
    """Give one order and no more, and tell to whom."""
    chair = keys.chair
    chair.asked()
    name = keys.goes_to(CAN)
    keys.press("Enter")
    expect(chair.report().last).to_contain_text("receives orders")
    keys.ends("orders")
    expect(chair.sentence).to_contain_text("Move an ordered piece")
    chair.asked()
    return name


def moves(keys: Keyboard) -> None:
    """Take the piece in hand, if it is not, and send it somewhere."""
    chair = keys.chair
    if not chair.choice(GO).count():
        keys.goes_to(CAN)
        keys.press("Enter")
        expect(chair.choice(GO).first).to_be_attached()
    lines = moved(keys).count()
    keys.goes_to(GO)
    keys.press("Enter")
    expect(moved(keys)).to_have_count(lines + 1)


def moved(keys: Keyboard) -> Locator:
    """Find the lines of the report that tell of moves."""
    return keys.chair.report().filter(has_text="moves to")


def test_a_fight_is_chosen_looked_at_and_confirmed_with_keys(
    keyboard: Callable[[bytes], Keyboard],
) -> None:
    keys = keyboard(where("choose_combat", "allied", choices=5, after=30))
    chair = keys.chair
    keys.goes_to(CAN)
    keys.press("Enter")
    keys.goes_to(TARGET)
    preview = keys.page.get_by_role("region", name="What would follow")
    expect(preview).to_be_visible()
    expect(preview).to_contain_text("to be expected")
    keys.press("Enter")
    expect(chair.do_it).to_be_visible()
    keys.press("Escape")
    expect(chair.do_it).to_have_count(0)
    lines = chair.report().count()
    keys.goes_to(TARGET)
    keys.press("Enter")
    expect(chair.do_it).to_be_visible()
    expect(chair.report()).to_have_count(lines)
    keys.press("Enter")
    expect(chair.report()).not_to_have_count(lines)


# -- what is read out ----------------------------------------------------------------------------


def test_the_cursor_walks_over_the_board_and_is_read_out(
    keyboard: Callable[[bytes], Keyboard],
) -> None:
    keys = keyboard(where("choose_move", "allied", after=30))
    keys.board.focus()
    keys.press("ArrowUp")
    first = keys.spoken()
    keys.press("ArrowRight")
    assert keys.spoken() != first
    keys.press("ArrowLeft")
    assert keys.spoken() == first
    assert re.match(r"\d+,\d+, \w+", first)


def test_every_piece_is_read_out_with_its_strength_and_place(
    keyboard: Callable[[bytes], Keyboard],
) -> None:
    moment = next(moments_of("choose_move", "allied", after=30))
    keys = keyboard(where("choose_move", "allied", after=30))
    told = keys.chair.pieces()
    standing = [
        one
        for one in stage(battle().moments[moment].game, None).pieces
        if isinstance(one.at, AtCells)
    ]
    assert len(told) == len(standing)
    strong = [one for one in standing if one.now is not None]
    for one in {(piece.now, piece.most) for piece in strong}:
        wanted = [piece for piece in strong if (piece.now, piece.most) == one]
        assert len([line for line in told if f", {one[0]} of {one[1]}, " in line]) == len(wanted)
    assert all(re.search(r"at \d+,\d+", line) for line in told)
    ordered = [line for line in told if "ordered" in line]
    assert ordered
    assert len(ordered) < len(told)


def test_the_prompt_and_what_happens_are_announced(
    keyboard: Callable[[bytes], Keyboard],
) -> None:
    keys = keyboard(where("choose_card", "allied"))
    expect(keys.chair.sentence).to_have_attribute("aria-live", "polite")
    told = keys.page.locator("p.sr-only[aria-live='polite']")
    keys.chair.follows_hint()
    expect(told).to_contain_text("The Allies play")


# -- calm ----------------------------------------------------------------------------------------

WATCHING = """
window.seen = {slides: 0, tumbles: 0};
const usual = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if ([].concat(frames).some((frame) => "transform" in frame)) window.seen.slides += 1;
  return usual.call(this, frames, options);
};
new MutationObserver(() => {
  if (document.body?.textContent.includes("Dice are rolling.")) window.seen.tumbles += 1;
}).observe(document, {childList: true, subtree: true, characterData: true});
"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_slides_or_tumbles_where_reduced_motion_is_wanted(
    motion: str, person: Callable[..., Person], server: LiveServer
) -> None:
    viewer = person(reduced_motion=motion)
    viewer.context.add_init_script(WATCHING)
    chair = hot_seat(viewer, House(server), where("choose_move", "allied", after=30))
    if chair.choice(CAN).count():
        chair.clicks(chair.choice(CAN).first)
    chair.clicks(chair.choice(GO).last)
    expect(chair.report().last).to_contain_text("moves to")
    chair.asked()
    chair = hot_seat(viewer, House(server), where("choose_combat", "allied", choices=4, after=30))
    if chair.choice(CAN).count():
        chair.clicks(chair.choice(CAN).first)
    chair.clicks(chair.choice(TARGET).first)
    lines = chair.report().count()
    chair.do_it.click()
    expect(chair.report()).not_to_have_count(lines)
    seen = viewer.page.evaluate("window.seen")
    assert (seen["slides"] > 0) == (motion == "no-preference")
    assert (seen["tumbles"] > 0) == (motion == "no-preference")
