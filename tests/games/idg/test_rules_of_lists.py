"""What lists mean on the table, and that their rules are noted where they are applied. IDG-18."""

import pytest

from tests.games.idg.field import RED, Field, blue, field, red
from tests.games.idg.mustering import DATED, PLAIN, base, changed, force, unit
from walstatt.games.idg.army import Army, General
from walstatt.games.idg.army_check import check, home_terrains
from walstatt.games.idg.drawing_up import body_of
from walstatt.games.idg.fielding import fielded_army
from walstatt.games.idg.lists import army_lists
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.profiles import SWORDSMEN, Sorting
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.world import profile_of
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import recording
from walstatt.workshop.covers import covers


def on_foot(army: Army, place: int) -> list[Profile]:
    """Tell what the riders of a unit of an army may be on foot, the usual first."""
    sorting = Sorting()
    key = fielded_army(army, RED, PLAIN, sorting).bodies[place].profiles[-1]
    forms = [sorting.on_foot[one] for one in (key, f"{key}/swordsmen") if one in sorting.on_foot]
    return [sorting.profiles[one] for one in forms]


@covers("IDG-18.7.7")
def test_english_riders_are_swordsmen_on_foot_and_other_riders_are_not() -> None:
    english = base("anglo_saxons", unit("english_cavalry"), state="northumbria")
    assert [one.subtypes for one in on_foot(english, 4)] == [("swordsmen",)]
    germans = base("early_germans", unit("heavy_cavalry"))
    assert [one.subtypes for one in on_foot(germans, 4)] == [()]


@covers("IDG-18.10.4")
def test_knights_are_swordsmen_on_foot_and_turcopoles_skirmishers() -> None:
    army = base("first_crusade", unit("turcopoles"))
    knights, turcopoles = on_foot(army, 0), on_foot(army, 4)
    assert [(one.troop, one.armour, one.subtypes) for one in knights] == [
        ("warrior", "armoured", ("swordsmen",))
    ]
    assert [(one.troop, one.weapon) for one in turcopoles] == [("skirmisher", "bow")]


@covers("IDG-18.12.6")
def test_heavy_cavalry_of_the_sung_chooses() -> None:
    army = base("late_sung", unit("heavy_cavalry"))
    assert [one.subtypes for one in on_foot(army, 4)] == [(), ("swordsmen",)]


@covers("IDG-14.1.9", "IDG-18.12.6")
def test_riders_of_other_lists_do_not_choose_because_the_sung_do() -> None:
    sung = base("late_sung", unit("heavy_cavalry"))
    romans = base("romans_punic_wars", unit("cavalry"))
    riders = force(sung).bodies[4].profile
    assert riders == force(romans).bodies[4].profile
    for armies in ((sung, romans), (romans, sung)):
        sorting = Sorting()
        keys = {
            army.list: fielded_army(army, RED, PLAIN, sorting).bodies[4].profiles[0]
            for army in armies
        }
        assert [name for name, key in keys.items() if key + SWORDSMEN in sorting.on_foot] == [
            "late_sung"
        ]
        assert {sorting.profiles[key] for key in keys.values()} == {riders}
        assert len({sorting.on_foot[key] for key in keys.values()}) == 1


def vikings(mailed: int, count: int = 6) -> Field:
    """Place Vikings of whom the last ones have armour."""
    elements = [{"armour": "armoured" if n >= count - mailed else "none"} for n in range(count)]
    own = red("a", "warrior", (30, 40), subtypes="swordsmen", elements=elements)
    return field(own, blue("b", "warrior", (30, 5)))


@covers("IDG-18.8.3")
@pytest.mark.parametrize("mailed", [1, 2, 3])
def test_armoured_vikings_fall_in_in_the_front_rank(mailed: int) -> None:
    there = vikings(mailed)
    order = body_of(there.ctx, UnitId("a")).elements
    armour = [profile_of(there.ctx, one).armour for one in order]
    assert armour == ["armoured"] * mailed + ["none"] * (6 - mailed)


# -- what is noted --------------------------------------------------------------------------------


def noted(army: Army, options: IdgOptions = PLAIN) -> set[str]:
    """List the rules that were applied while an army was judged."""
    with recording() as heard:
        check(army, options)
    return set(heard.hits)


def test_the_rules_of_lines_troops_and_upgrades_are_noted_where_they_are_used() -> None:
    plain = noted(base("early_germans"))
    assert not {"IDG-18.5.2", "IDG-18.5.7", "IDG-A39"} & plain
    chatti = changed(base("early_germans", state="chatti"), 0, options=("chatti",))
    assert "IDG-18.5.2" in noted(chatti)
    sarmatians = base("early_germans", unit("sarmatians", 4, "heavily_armoured"))
    assert {"IDG-18.5.6", "IDG-18.5.7"} <= noted(sarmatians)
    batavians = base("early_germans", unit("batavian_cavalry"), state="batavi", year=70)
    assert {"IDG-18.5.5", "IDG-A39"} <= noted(batavians, DATED)


def test_generals_and_homes_are_noted_too() -> None:
    led = General(line="cavalry", exceptional="scipio")
    assert "IDG-18.4.1" in noted(base("romans_punic_wars", general=led))
    assert "IDG-18.4.1" not in noted(base("romans_punic_wars", general=General(line="cavalry")))
    with recording() as heard:
        home_terrains(base("mongols"))
    assert "IDG-18.11.6" in heard.hits


@pytest.mark.parametrize("name", army_lists())
def test_every_rule_of_chapter_18_that_a_list_holds_is_of_its_own_section(name: str) -> None:
    book = army_lists()[name]
    found = [
        cited
        for line, one in book.lines.items()
        for troop in one.troops
        for cited in book.rules_behind(line, troop, book.upgrades)
        if cited.startswith("IDG-18.")
    ]
    assert {cited.split(".")[1] for cited in found} <= {str(book.number)}
