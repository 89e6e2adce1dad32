"""The roster: text and page."""

from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from tests.games.idg.mustering import allies, base, changed, force, unit
from walstatt.games.idg.army import Equipment, General, Unit
from walstatt.games.idg.army_file import mustered, ready_armies
from walstatt.games.idg.army_words import ready_words, unit_word
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.roster import as_text, roster
from walstatt.games.idg.roster_page import as_page
from walstatt.i18n.catalogue import LANGUAGES


class Page(HTMLParser):
    """Counts tags and checks that they are closed."""

    VOID = {"meta", "rect"}

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.count: dict[str, int] = {}
        self.words: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ready_armies())
def test_every_ready_army_has_a_roster(name: str, language: str) -> None:
    force = mustered(ready_armies()[name], IdgOptions())
    sheet = roster(force, language)
    assert sheet.points == sum(row.points for row in sheet.rows) + sum(n for _, n in sheet.things)
    assert sheet.elements == len(list(force.elements()))
    page = Page(as_page(sheet))
    assert page.open == []
    assert page.links == []
    bases = sheet.elements
    assert page.count["rect"] == 2 * bases
    assert page.count["i"] == 7 * len(sheet.rows)
    assert all(len(line) <= 100 for line in as_text(sheet, 100))


def test_a_roster_as_text() -> None:
    army = base(
        "early_imperial_romans",
        Unit(exchange="heavy_siege_engine"),
        name="The legion",
        year=10,
        theatre="europe",
        scenario="siege",
        role="attacker",
        points=450,
        general=General(name="Varus", unit=1),
        allies=allies("early_germans", unit("warriors", 6)),
        equipment=Equipment(ladders=4),
    )
    army = changed(army, 0, name="Legio XVII")
    lines = as_text(roster(force(army), "en"), 70)
    assert [line.replace("\N{MULTIPLICATION SIGN}", "x") for line in lines] == [
        "The legion                                           305 of 450 points",
        "",
        "List          Early Imperial Romans",
        "Year          AD 10",
        "Theatre       Europe",
        "Command       Disciplined",
        "General       Varus, in the unit “Legio XVII”",
        "Home terrain  Pasture",
        "Scenario      Siege, attacker",
        "",
        " 1  Legio XVII, Legionaries                                         95",
        "      1 x Warriors, elite, armoured, swordsmen, pila (43), general",
        "      4 x Warriors, elite, armoured, swordsmen, pila (13)",
        "",
        " 2  Legionaries 2                                                   52",
        "      4 x Warriors, elite, armoured, swordsmen, pila (13)",
        "",
        " 3  Auxiliary foot                                                  40",
        "      4 x Warriors, armoured, swordsmen (10)",
        "",
        " 4  Auxiliary cavalry                                               48",
        "      4 x Heavy cavalry, armoured (12)",
        "",
        " 5  Heavy siege engine                                              30",
        "      1 x Heavy siege engine (30)",
        "",
        " 6  Warriors (Allies)                                               36",
        "      6 x Warriors (6)",
        "",
        "    Ladders for 4 elements                                           4",
        "    Baggage train of 2 elements",
        "",
        "24 elements in all.",
        "Pila: +1 in melee in the first turn of contact with an enemy in front,",
        "  whoever made the contact. [IDG-18.4.9]",
    ]


def test_names_cannot_break_the_page() -> None:
    army = changed(base("vikings", name="<script>alert(1)</script>"), 0, name="A & B <b>")
    army = replace(army, note='"quoted" & <i>', general=General(unit=1, name="<u>"))
    page = as_page(roster(force(army), "en"))
    assert "<script>" not in page
    assert "A &amp; B &lt;b&gt;" in page
    assert Page(page).open == []


def test_names_of_ready_armies_are_messages_in_both_languages() -> None:
    words = ready_words()
    assert words.problems() == []
    assert {one.split(".")[2] for one in words.ids("en")} == set(ready_armies())
    force = mustered(ready_armies()["cannae_carthaginians"], IdgOptions())
    second = unit_word(force.bodies[1], "cannae_carthaginians")
    assert words.text(second, "en") == "Libyans on the right"
    assert words.text(second, "de") == "Libyer rechts"
