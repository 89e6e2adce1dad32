"""Army files: what is read, what is refused, and that writing and reading agree."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.idg.mustering import COMPULSORY, base, changed, force, points, unit
from walstatt.games.idg.army import Army, General, text_of
from walstatt.games.idg.army_check import check
from walstatt.games.idg.army_file import (
    MOST_BYTES,
    army_from,
    load_army,
    read_army,
    ready_armies,
    write_army,
)
from walstatt.games.idg.army_price import price
from walstatt.games.idg.army_words import army_catalogue
from walstatt.games.idg.lists import army_lists
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.quick_army import quick_army
from walstatt.games.idg.roster import roster
from walstatt.games.idg.roster_page import as_page
from walstatt.i18n.catalogue import LANGUAGES, say
from walstatt.kernel.content import ContentError
from walstatt.workshop.covers import covers

TEXT = """\
walstatt-army: 1
game: idg
list: carthaginians
name: {en: My army, de: Meine Armee}
year: -210
general: {with: The veterans, line: libyan_spearmen, options: [veterans]}
units:
  - {name: The veterans, line: libyan_spearmen, options: [veterans], elements: 6}
  - {line: libyan_spearmen, elements: {spear: 5}}
  - {line: numidian_cavalry, elements: 4}
  - {line: numidian_skirmishers, elements: {spear: 3, sling: 1}}
"""


def problems(text: str) -> list[str]:
    with pytest.raises(ContentError) as caught:
        read_army(text, "a.yaml")
    return [str(one) for one in caught.value.problems]


def test_an_army_is_read() -> None:
    army = read_army(TEXT)
    assert check(army, IdgOptions(opt_dates=True)) == []
    assert text_of(army.name, "de") == "Meine Armee"
    assert force(army).led == 0
    assert [len(body.elements) for body in force(army).bodies] == [6, 5, 4, 4]
    assert army.limit == 450


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("list: carth", "list: cart", "3: list: unknown list 'cartaginians'"),
        (
            "line: numidian_cavalry",
            "line: numidian_calvary",
            "10: units[2].line: unknown line 'numidian_calvary' (did you mean 'numidian_cavalry'?)",
        ),
        (
            "options: [veterans], elements: 6",
            "options: [veteran], elements: 6",
            "8: units[0].options: unknown option 'veteran' (did you mean 'veterans'?)",
        ),
        (
            "{spear: 3, sling: 1}",
            "{spear: 3, slings: 1}",
            (
                "11: units[3].elements.slings: unknown kind of numidian_skirmishers 'slings'"
                " (did you mean 'sling'?)"
            ),
        ),
        (
            "{spear: 3, sling: 1}",
            "{spear + romantrained: 3}",
            (
                "11: units[3].elements.spear + romantrained: unknown option 'romantrained'"
                " (did you mean 'roman_trained'?)"
            ),
        ),
        ("elements: 6", "elements: 0", "8: units[0].elements: expected at least 1, got 0"),
        (
            "elements: 6",
            "elements: six",
            "8: units[0].elements: expected int or mapping or nothing, got 'six'",
        ),
        ("elements: 6", "elements: 61", "8: units[0].elements: expected at most 60, got 61"),
        (", elements: 4", "", "10: units[2].elements: is missing: how many elements has the unit?"),
        (
            "with: The veterans",
            "with: The veteran",
            "6: general.with: there is no unit 'The veteran' (did you mean 'The veterans'?)",
        ),
        ("with: The veterans", "with: 5", "6: general.with: there is no unit 5"),
        (
            "line: libyan_spearmen, options: [veterans]}\nunits",
            "line: libyans}\nunits",
            "6: general.line: unknown line 'libyans'",
        ),
        (
            "options: [veterans]}\nunits",
            "options: [vets]}\nunits",
            "6: general.options: unknown option 'vets'",
        ),
        ("year: -210", "yaer: -210", "5: yaer: unknown field (did you mean 'year'?)"),
        ("year: -210", "state: rome", "5: state: unknown state 'rome'; there is none"),
        (
            "year: -210",
            "theatre: itly",
            "5: theatre: unknown theatre 'itly' (did you mean 'italy'?)",
        ),
        ("year: -210", "scenario: sieges", "5: scenario: expected one of 'ambush', 'open_battle'"),
        ("year: -210", "points: 10", "5: points: expected at least 50, got 10"),
        ("year: -210", "equipment: {wals: 3}", "5: equipment.wals: unknown field"),
        ("year: -210", "baggage: 13", "5: baggage: expected at most 12, got 13"),
        (
            "walstatt-army: 1",
            "walstatt-army: 2",
            "1: walstatt-army: this program reads army files of format 1: expected one of 1, got 2",
        ),
        (
            "walstatt-army: 1\n",
            "",
            "1: walstatt-army: this program reads army files of format 1: is missing",
        ),
        ("game: idg", "game: hnh", "2: game: expected one of 'idg', got 'hnh'"),
        ("game: idg\n", "game: idg\ngame: idg\n", "3: game: given twice, first in line 2"),
        (
            "{line: numidian_cavalry, elements: 4}",
            "{exchange: light_artillery, line: numidian_cavalry, elements: 4}",
            "10: units[2]: a unit has either line or exchange, not line and exchange",
        ),
        (
            "{line: numidian_cavalry, elements: 4}",
            "{troops: [{class: warrior}]}",
            "10: units[2]: a unit has either line or exchange, not troops",
        ),
        (
            "{line: numidian_cavalry, elements: 4}",
            "{exchange: light_artillery, options: [veterans]}",
            "10: units[2].options: is for units of a line",
        ),
        (
            "{line: numidian_cavalry, elements: 4}",
            "{line: numidian_cavalry, elements: 4, origin: spanish}",
            "10: units[2].origin: unknown origin 'spanish'; there is none",
        ),
        ("My army", '"My \\x1b[31m army"', "4: name: has letters that cannot be printed"),
        ("name: The veterans,", 'name: "a\\tb",', "8: units[0].name: has letters"),
    ],
)
def test_a_bad_file_is_refused_with_line_field_and_reason(old: str, new: str, message: str) -> None:
    found = problems(TEXT.replace(old, new, 1))
    assert any(one.startswith(f"a.yaml:{message}") for one in found), found


def test_all_mistakes_are_named_at_once() -> None:
    text = TEXT.replace("numidian_", "numdian_").replace("-210", "early").replace("idg", "xyz")
    found = problems(text)
    assert len(found) == 2  # types first
    text = TEXT.replace("line: numidian_", "line: numdian_").replace("[veterans]", "[vets]")
    assert len(problems(text)) == 4


@pytest.mark.parametrize(
    "text", ["", "[]", "just words", "a: [", "name: &a [*a]", "- walstatt-army: 1", "\x00"]
)
def test_what_is_no_army_is_refused(text: str) -> None:
    assert problems(text)


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    path.write_text(TEXT + "# " + "x" * MOST_BYTES, encoding="utf-8")
    with pytest.raises(ContentError, match="larger than 100 kB"):
        load_army(path)
    with pytest.raises(ContentError, match="larger than 100 kB"):
        read_army(path.read_text(encoding="utf-8"))
    with pytest.raises(ContentError, match="cannot be read"):
        load_army(tmp_path / "nothing.yaml")
    with pytest.raises(ContentError, match="larger than 100 kB"):
        army_from({"name": "x" * MOST_BYTES})


def test_too_many_units_are_refused() -> None:
    more = "  - {line: numidian_cavalry, elements: 4}\n" * 40
    assert problems(TEXT + more) == [
        "a.yaml:7: units: expected a length of at most 40, got a list of 44"
    ]


@covers("IDG-3.2.4")
def test_allies_have_no_general_and_no_allies() -> None:
    allies = "allies: [{list: early_germans, general: {with: 1}, units: []}]\n"
    assert problems(TEXT + allies) == ["a.yaml:12: allies[0].general: unknown field"]
    allies = "allies: [{list: early_germans, allies: [], units: []}]\n"
    assert problems(TEXT + allies)[0].startswith("a.yaml:12: allies[0].allies: unknown field")
    strange = "allies: [{list: germans, units: []}, {list: early_germans, state: x, units: []}]\n"
    found = problems(TEXT + strange)
    assert [one.split(": ")[1] for one in found] == ["allies[0].list", "allies[1].state"]


def strange(value: object, words: list[object], rng: Random) -> object:
    """Change something somewhere in plain data."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        if rng.random() < 0.15:
            return {str(rng.choice(words)) if one == key else one: v for one, v in value.items()}
        return {**value, key: strange(value[key], words, rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        return [*value[:at], strange(value[at], words, rng), *value[at + 1 :]]
    alike = [one for one in words if type(one) is type(value)]
    return rng.choice(alike if alike and rng.random() < 0.9 else words)


def test_whatever_is_read_can_be_judged_priced_and_printed() -> None:
    rng = Random(7)
    plain = [msgspec.json.decode(msgspec.json.encode(one)) for one in ready_armies().values()]
    named = ["siege", "raid", "defender", "light_artillery", "hannibal", "tribal", "free", "en"]
    for book in army_lists().values():
        named += [*book.states, *book.theatres, *book.lines, *book.upgrades]
        named += [kind for line in book.lines.values() for kind in line.troops]
    numbers = [1, 2, 3, 7, 12, 13, 40, -479, 9, 991, 1239]
    words: list[object] = [*named, *numbers, None, True, [], {}, ""]
    accepted = 0
    for _ in range(800):
        data = rng.choice(plain)
        for _ in range(rng.randint(1, 3)):
            data = strange(data, words, rng)
        try:
            army = army_from(data)
        except ContentError:
            continue
        accepted += 1
        for options in (IdgOptions(), IdgOptions(opt_dates=True, opt_free_armies=True)):
            check(army, options)
            price(army, options)
            as_page(roster(force(army, options), "de"))
        assert read_army(write_army(army)) == army
    assert accepted > 60


# -- writing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("list_id", COMPULSORY)
def test_what_is_written_is_read_again(list_id: str) -> None:
    for seed in range(5):
        rng = Random(f"{list_id}{seed}")
        army = quick_army(list_id, None, ("siege", "attacker"), rng, IdgOptions())
        assert read_army(write_army(army)) == army
        assert army_from(msgspec.json.decode(msgspec.json.encode(army))) == army


@given(name=st.text(max_size=60), note=st.text(max_size=200))
def test_every_name_that_is_allowed_survives_writing(name: str, note: str) -> None:
    army = replace(base("vikings"), name={"en": name, "de": "Heer"}, note=note)
    army = changed(army, 0, name=name)
    try:
        known = army_from(msgspec.json.decode(msgspec.json.encode(army)))
    except (ContentError, UnicodeEncodeError):
        return
    if "\n" in note or "\r" in note or "\x85" in note:
        return
    assert read_army(write_army(known)) == known


def test_a_written_army_reads_well() -> None:
    army = base("vikings", unit("archers", 3), command="impetuous", general=General(line="archers"))
    assert write_army(army) == (
        "# An army for In Death Ground; `walstatt army check FILE` judges it.\n"
        "walstatt-army: 1\n"
        "game: idg\n"
        "list: vikings\n"
        "name: An army\n"
        "command: impetuous\n"
        "points: 900\n"
        "general: {line: archers}\n"
        "units:\n"
        + "  - {line: swordsmen, elements: 4}\n" * 4
        + "  - {line: archers, elements: 3}\n"
    )


def test_the_example_of_the_documentation_is_a_legal_army() -> None:
    page = (Path(__file__).parents[3] / "docs/armies.md").read_text(encoding="utf-8")
    example = page.split("```yaml\n")[1].split("```")[0]
    assert check(read_army(example), IdgOptions(opt_dates=True)) == []


@covers("IDG-2.4.1")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("list_id", army_lists())
def test_great_men_states_and_theatres_are_known_by_their_names(
    list_id: str, language: str
) -> None:
    book, words = army_lists()[list_id], army_catalogue()
    for hero in book.exceptional:
        assert book.word(words.text(say(f"idg.leader.{hero}"), language)) == hero
    for word in (*book.states, *book.theatres, "nobody", ""):
        assert book.word(word) == word
    assert book.word("Nobody Knows") == "Nobody Knows"


def test_states_and_great_men_may_be_spelled_as_people_do() -> None:
    greek = read_army(
        TEXT.replace("carthaginians", "classical_greeks").split("general:")[0]
        + """\
state: Aetolians
general: {with: 1}
units:
  - {line: hoplites, state: Athens, elements: 4}
"""
    )
    assert (greek.state, greek.units[0].state) == ("mountain", "athenian")
    punic = read_army(TEXT.replace("options: [veterans]}\nunits", "exceptional: Hannibal}\nunits"))
    assert punic.general is not None
    assert punic.general.exceptional == "hannibal"


def test_a_unit_is_called_by_its_number_or_by_its_name_in_any_language() -> None:
    army = changed(base("vikings"), 2, name={"en": "Raven", "de": "Rabe"})
    for called in (3, "Raven", "Rabe"):
        assert force(replace(army, general=General(unit=called))).led == 2
    for called in (0, 5, "en", ""):
        with pytest.raises(ContentError, match="there is no unit"):
            force(replace(army, general=General(unit=called)))


# -- ready armies --------------------------------------------------------------------------------


def test_there_are_at_least_two_ready_armies_of_every_list_at_two_sizes() -> None:
    by_list: dict[str, list[Army]] = {}
    for army in ready_armies().values():
        by_list.setdefault(army.list, []).append(army)
    assert set(by_list) == set(COMPULSORY)
    for armies in by_list.values():
        assert len(armies) >= 2
        limits = {army.limit for army in armies}
        assert 450 in limits
        assert limits & {300, 360, 400, 480}


@pytest.mark.parametrize("name", ready_armies())
def test_ready_armies_are_legal_and_use_their_points(name: str) -> None:
    army = ready_armies()[name]
    assert check(army, IdgOptions()) == []
    assert check(army, IdgOptions(opt_dates=True)) == []
    assert points(army) >= 0.97 * army.limit
    assert army.year is not None
    assert army.scenario is not None
    assert army.role is not None
    for one in (army.name, army.note, *(body.name for body in army.units)):
        assert text_of(one, "en")
        assert text_of(one, "de")
        assert isinstance(one, dict)


def test_four_scenarios_have_both_sides_ready() -> None:
    roles = {(army.scenario, army.role) for army in ready_armies().values()}
    assert len(roles) == 8
