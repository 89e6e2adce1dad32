"""Building an army in a browser: from nothing to a legal one, on paper and at the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.web.axe import violations
from tests.web.layout import broken_words, flaws
from tests.web.people import DESKTOP, LAPTOP, PHONE, Person
from walstatt.games.idg.army_file import load_army, mustered
from walstatt.games.idg.muster import Element
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.troops import FOLDER

ZAMA = FOLDER / "armies" / "zama_romans.yaml"
BAD = """walstatt-army: 1
game: idg
list: vikings
name: Danes
units:
  - {line: swordsmn, elements: 4}
"""
SCREENS = [
    (LAPTOP, "en", "light"),
    (DESKTOP, "de", "dark"),
    (PHONE, "de", "light"),
    (PHONE, "en", "dark"),
    ({"width": 1024, "height": 700}, "de", "light"),
]


class Builder:
    """Somebody who makes an army."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.units = self.page.locator("article.unit")

    def brings(self, path: Path) -> None:
        """Open a file."""
        self.page.get_by_label("Open a file").set_input_files(path)

    @property
    def points(self) -> Locator:
        """Find the sum."""
        return self.page.locator(".account .points b")

    def adds(self, line: str) -> None:
        """Add a unit of a line."""
        self.page.get_by_role("button", name=f"Add a unit: {line}", exact=True).click()


@pytest.fixture
def builder(person: Callable[..., Person]) -> Callable[..., Builder]:
    def sits_down(**context: object) -> Builder:
        who = person(**context)
        who.opens("#/armies")
        expect(who.page.locator("#armies-ready")).to_be_visible()
        return Builder(who)

    return sits_down


def test_an_army_is_made_by_hand_and_every_mistake_is_explained_where_it_is(
    builder: Callable[..., Builder],
) -> None:
    anna = builder()
    anna.person.button("New army", exact=True).first.click()
    dialog = anna.person.dialog("A new army")
    dialog.get_by_label("List").select_option(label="Vikings in England, 780 to 1066")
    dialog.get_by_role("button", name="Start empty").click()
    expect(anna.page.get_by_text("No units yet.")).to_be_visible()
    expect(anna.points).to_have_text("0")
    for _ in range(4):
        anna.adds("Swordsmen")
    expect(anna.units).to_have_count(4)
    expect(anna.points).to_have_text("224")
    first = anna.units.first
    more = first.get_by_role("button", name="One more: Warriors, swordsmen")
    for _ in range(6):
        more.click()
    expect(first.get_by_text("13 elements; a unit has 2 to 12.")).to_be_visible()
    first.get_by_role("button", name="One fewer: Warriors, swordsmen").press("ArrowDown")
    expect(first.get_by_text("a unit has 2 to 12")).to_be_hidden()
    anna.page.get_by_label("Place").select_option(label="In unit 1: Swordsmen 1")
    expect(first.get_by_text("with the general")).to_be_visible()
    expect(anna.page.get_by_text("This army may take the field.")).to_be_visible()
    expect(anna.page.locator(".account .left")).to_have_text("186 points left")


def test_steps_are_taken_back_with_keys_and_the_army_is_there_on_the_next_visit(
    builder: Callable[..., Builder],
) -> None:
    anna = builder()
    anna.brings(ZAMA)
    expect(anna.units).to_have_count(9)
    anna.adds("Leves")
    expect(anna.units).to_have_count(10)
    anna.page.keyboard.press("Control+z")
    expect(anna.units).to_have_count(9)
    anna.page.keyboard.press("Control+y")
    expect(anna.units).to_have_count(10)
    anna.page.get_by_label("Name of the army").fill("Mine")
    anna.page.keyboard.press("Tab")
    anna.page.reload()
    expect(anna.units).to_have_count(10)
    expect(anna.page.get_by_label("Name of the army")).to_have_value("Mine")


def test_the_program_makes_an_army_and_fills_one_up(builder: Callable[..., Builder]) -> None:
    anna = builder()
    anna.brings(ZAMA)
    expect(anna.units).to_have_count(9)
    for _ in range(3):
        anna.units.last.get_by_role("button", name="What to do with this unit").click()
        anna.page.get_by_role("menuitem", name="Remove").click()
        expect(anna.page.locator(".desk.stale")).to_have_count(0)
    expect(anna.units).to_have_count(6)
    anna.person.button("Fill the rest for me").first.click()
    expect(anna.page.get_by_text("This army may take the field.")).to_be_visible()
    expect(anna.units.first.locator("input.name")).to_have_value("Italian horse of Laelius")
    anna.person.button("Make me another").click()
    expect(anna.units.first.locator("input.name")).to_have_value("")
    expect(anna.page.get_by_text("This army may take the field.")).to_be_visible()


def test_a_file_that_is_no_army_is_refused_with_what_and_where(
    builder: Callable[..., Builder], tmp_path: Path
) -> None:
    anna = builder()
    anna.person.forgives("status of 400")
    bad = tmp_path / "danes.yaml"
    bad.write_text(BAD, encoding="utf-8")
    anna.brings(bad)
    dialog = anna.person.dialog("danes.yaml cannot be used")
    expect(dialog).to_contain_text(
        "Line 6, units[0].line: 'swordsmn' is unknown here; perhaps 'swordsmen'?"
    )
    anna.page.keyboard.press("Escape")
    bad.write_text("x" * 200_000, encoding="utf-8")
    anna.brings(bad)
    expect(dialog).to_contain_text("larger than 100 kB")
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_text("None yet.")).to_be_visible()


def test_an_army_is_downloaded_printed_deleted_and_brought_back(
    builder: Callable[..., Builder], tmp_path: Path
) -> None:
    anna = builder()
    anna.brings(ZAMA)
    expect(anna.units).to_have_count(9)
    with anna.page.expect_download() as loading:
        anna.person.picks_from_menu("Download", menu="More")
    copy = tmp_path / loading.value.suggested_filename
    loading.value.save_as(copy)
    assert copy.name == "scipio-at-zama.yaml"
    assert elements_in(copy) == elements_in(ZAMA)
    with anna.person.context.expect_page() as opening:
        anna.person.button("Print roster").click()
    roster = opening.value
    expect(roster.get_by_role("heading", name="Scipio at Zama")).to_be_visible()
    assert roster.evaluate("getComputedStyle(document.querySelector('table')).borderCollapse") == (
        "collapse"
    )
    roster.close()
    anna.person.picks_from_menu("Delete", menu="More")
    expect(anna.page.get_by_text("Scipio at Zama was deleted.")).to_be_visible()
    anna.person.button("Undo").click()
    expect(anna.page.get_by_role("link", name="Scipio at Zama")).to_be_visible()


def test_an_army_of_ones_own_takes_the_field(builder: Callable[..., Builder]) -> None:
    anna = builder()
    anna.brings(ZAMA)
    expect(anna.units).to_have_count(9)
    page = anna.person.opens("#/new/idg/open_battle")
    red = page.get_by_role("group", name="Army A")
    start = anna.person.button("Start the battle")
    expect(start).to_be_enabled()
    red.get_by_role("radio", name="Mine").check()
    expect(red.get_by_text("449 of 450 points")).to_be_visible()
    blue = page.get_by_role("group", name="Army B")
    blue.get_by_role("radio", name="Ready").check()
    blue.get_by_label("Which army").select_option(label="The rock of Diaoyu")
    expect(blue.get_by_text("Fortifications are only for the defender")).to_be_visible()
    expect(start).to_be_disabled()
    blue.get_by_label("Which army").select_option(label="Hannibal at Cannae")
    anna.person.chooses("Both sides here")
    expect(start).to_be_enabled()
    start.click()
    expect(page.get_by_text("Romans of the Punic Wars").first).to_be_visible()
    expect(page.get_by_text("Carthaginians").first).to_be_visible()


@pytest.mark.parametrize(("viewport", "language", "scheme"), SCREENS)
def test_every_page_of_armies_fits_every_screen_and_everybody(
    builder: Callable[..., Builder], viewport: dict[str, int], language: str, scheme: str
) -> None:
    fingers = viewport is PHONE
    anna = builder(
        viewport=viewport,
        language=language,
        color_scheme=scheme,
        bypass_csp=True,
        is_mobile=fingers,
        has_touch=fingers,
    )
    page = anna.page
    judge(anna)
    page.locator("input[type=file]").set_input_files(ZAMA)
    expect(anna.units).to_have_count(9)
    page.locator(".line button.button").first.evaluate("one => one.click()")
    expect(anna.units).to_have_count(10)
    judge(anna)
    views = page.locator(".switcher label")
    for at in range(views.count() if views.first.is_visible() else 0):
        views.nth(at).click()
        judge(anna)
    anna.person.opens("#/new/idg/siege")
    expect(page.locator(".seat").first).to_be_visible()
    judge(anna)


def elements_in(path: Path) -> list[tuple[Element, ...]]:
    """Read an army and list its bases."""
    return [body.everybody for body in mustered(load_army(path), IdgOptions()).bodies]


def judge(anna: Builder) -> None:
    """Look at a page as it is."""
    assert flaws(anna.page) == []
    assert broken_words(anna.page, "main") == []
    assert violations(anna.page) == []
