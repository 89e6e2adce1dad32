"""Units and the whole army: sizes, mixing, numbers, points."""

import pytest
from msgspec.structs import replace

from tests.games.idg.mustering import (
    COMPULSORY,
    DATED,
    PLAIN,
    base,
    changed,
    force,
    of,
    points,
    reasons,
    said,
    unit,
)
from walstatt.games.idg.army import Army, Equipment, FreeTroops, General, Unit
from walstatt.games.idg.army_check import tolerance
from walstatt.games.idg.lists import army_lists
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.troops import Profile
from walstatt.workshop.covers import covers

FREE = IdgOptions(opt_free_armies=True)


@pytest.mark.parametrize("list_id", COMPULSORY)
def test_the_smallest_army_of_each_list_is_legal(list_id: str) -> None:
    assert reasons(base(list_id)) == []
    lines = [name for name, line in army_lists()[list_id].lines.items() if line.units[0]]
    assert lines == list(dict.fromkeys(COMPULSORY[list_id]))


# -- sizes ---------------------------------------------------------------------------------------


@covers("IDG-1.4.1", "IDG-3.1.7")
def test_a_unit_has_2_to_12_elements() -> None:
    army = base("early_germans")
    for size, broken in ((1, True), (2, False), (12, False), (13, True)):
        found = reasons(changed(army, 2, elements=size))
        assert found == (["IDG-1.4.1"] if broken else [])
    assert said(changed(army, 2, elements=13)) == ["Warriors 3: 13 elements; a unit has 2 to 12."]
    german = said(changed(army, 2, elements=13), language="de")
    assert german == ["Krieger 3: 13 Elemente; eine Einheit hat 2 bis 12."]


@covers("IDG-1.4.2", "IDG-A19", "IDG-18.12.25")
def test_elephants_artillery_and_fire_oxen_stand_alone() -> None:
    assert reasons(base("carthaginians", unit("elephants", 1))) == []
    assert reasons(base("carthaginians", unit("elephants", 2))) == ["IDG-1.4.2"]
    romans = base("early_imperial_romans", unit("artillery", 1), unit("artillery", 1))
    assert reasons(romans) == []
    assert reasons(changed(romans, 4, elements=2)) == ["IDG-1.4.2"]
    assert reasons(base("late_sung", unit("fire_oxen", 1), unit("fire_oxen", 1))) == []
    assert reasons(base("late_sung", unit("fire_oxen", 2))) == ["IDG-1.4.2"]


@covers("IDG-1.4.2", "IDG-A19")
def test_chariots_form_ordinary_units() -> None:
    cyreneans = base("classical_greeks", unit("light_chariots", 4), state="cyrenean")
    assert reasons(cyreneans) == []
    assert reasons(changed(cyreneans, 4, elements=1)) == ["IDG-1.4.1"]


# -- mixing --------------------------------------------------------------------------------------


@covers("IDG-1.4.3", "IDG-3.1.8")
def test_one_class_and_one_quality_in_a_unit() -> None:
    seljuks = base("seljuks", unit("agulani", {"rider": 2, "cataphract": 2}))
    assert reasons(seljuks) == ["IDG-1.4.3"]
    assert said(seljuks) == [
        "Agulani: all elements are of the same class, not heavy cavalry, cataphracts."
    ]
    saxons = base("anglo_saxons", unit("fyrd", {"spear": 3, "raw": 3}))
    assert reasons(saxons) == ["IDG-1.4.3"]
    assert said(saxons)[0].endswith("all elements are of the same quality, not ordinary, raw.")


@covers("IDG-1.4.4")
def test_weapons_sub_types_and_armour_may_differ_in_a_unit() -> None:
    persians = base(
        "early_achaemenid_persians",
        unit("levy_foot", {"bow": 3, "spear": 3}),
        unit("skirmishers", {"spear": 2, "bow": 1, "sling": 1}),
    )
    assert reasons(persians) == []
    romans = base("romans_punic_wars")
    assert (
        reasons(changed(romans, 2, elements={"sword + armoured": 2, "sword": 1, "spear": 2})) == []
    )


@covers("IDG-1.4.5", "IDG-18.8.4")
def test_berserkers_are_the_only_wild_troops_mixed_with_others() -> None:
    vikings = base("vikings")
    assert reasons(changed(vikings, 0, elements={"sword": 4, "sword + berserkers": 2})) == []
    germans = base("early_germans", unit("light_cavalry", {"rider": 2, "rider + wild_horse": 2}))
    assert "IDG-1.4.3" in reasons(germans)


@covers("IDG-3.1.6")
def test_a_unit_is_of_one_line() -> None:
    army = changed(base("carthaginians"), 0, elements={"spear": 2, "scutarii.sword": 2})
    assert reasons(army) == ["IDG-3.1.6"]
    strange = changed(base("romans_punic_wars"), 0, elements={"principes.sword": 4})
    assert reasons(strange) == ["IDG-3.1.6"]


@covers("IDG-3.1.6")
@pytest.mark.parametrize(("units", "legal"), [(3, False), (4, True), (9, True), (10, False)])
def test_a_list_counts_units_not_elements(units: int, legal: bool) -> None:
    extra = () if units > 3 else (unit("psiloi"),)
    army = of("classical_greeks", *(unit("hoplites", 2),) * units, *extra)
    assert reasons(army) == ([] if legal else ["IDG-3.1.6"])


# -- the whole army ------------------------------------------------------------------------------


@covers("IDG-3.1.4")
def test_an_army_has_4_to_10_units() -> None:
    sung = base("late_sung", *(unit("warriors"),) * 3, *(unit("missile_skirmishers"),) * 2)
    more = (unit("light_cavalry", 3), unit("spear_skirmishers"))
    assert reasons(replace(sung, units=(*sung.units, *more[:1]))) == []
    assert reasons(replace(sung, units=(*sung.units, *more))) == ["IDG-3.1.4"]
    three = replace(base("vikings"), units=(unit("swordsmen"),) * 3)
    assert reasons(three) == ["IDG-3.1.4", "IDG-3.1.6"]


@covers("IDG-3.1.5", "IDG-5.10.7")
def test_baggage_and_an_independent_general_are_no_units_and_baggage_is_free() -> None:
    general = General(line="kurds")
    ten = base("seljuks", *(unit("turkomans", 2),) * 5, unit("kurds", 2), general=general)
    assert reasons(replace(ten, baggage=6)) == []
    assert len(force(ten).bodies) == 10
    assert points(replace(ten, baggage=6)) == points(replace(ten, baggage=2))


@covers("IDG-3.1.1", "IDG-3.1.3")
def test_example_7_half_of_the_cheapest_element_may_be_too_much() -> None:
    # The cheapest element of this army costs 9, so 454 points are legal and 455 are not.
    army = of(
        "romans_punic_wars",
        *(unit("hastati", 12),) * 2,
        *(unit("principes", {"sword": 9}),) * 2,
        general=General(line="hastati"),
    )
    assert force(army).cheapest == 9
    assert tolerance(force(army)) == 4
    total = points(army)
    assert total == 24 * 9 + 18 * 9 + 39
    assert reasons(replace(army, points=total - 4)) == []
    assert reasons(replace(army, points=total - 5)) == ["IDG-3.1.3"]
    assert said(replace(army, points=total - 5)) == [
        (
            f"{total} points; the limit is {total - 5}, and it may be exceeded by 4 at most"
            " (half of the cheapest element)."
        )
    ]


@covers("IDG-3.1.3")
def test_the_general_s_surcharge_does_not_make_an_element_dearer() -> None:
    army = base("early_germans")
    assert force(army).cheapest == 6
    assert tolerance(force(base("first_crusade", unit("pilgrims", 4)))) == 1


@covers("IDG-1.8.1")
def test_points_are_counted_by_the_element() -> None:
    army = base("early_germans")
    assert points(army) == 16 * 6
    assert points(changed(army, 0, elements=5)) == 17 * 6


@covers("IDG-3.1.10")
def test_a_list_may_be_used_for_bigger_games() -> None:
    big = of("early_germans", *(unit("warriors", 12),) * 8, *(unit("skirmishers", 12),) * 2)
    assert points(big) == 96 * 6 + 24 * 4
    assert reasons(replace(big, points=672)) == []


@covers("IDG-3.1.9")
def test_dates_count_only_where_they_are_agreed_on() -> None:
    army = base("seljuks", unit("agulani", 3), year=1050)
    assert reasons(army, PLAIN) == []
    assert reasons(army, DATED) == ["IDG-18.9.3"]
    assert reasons(replace(army, year=None), DATED) == ["IDG-3.1.9"]
    assert reasons(replace(army, year=1154), DATED) == ["IDG-3.1.9"]
    assert reasons(replace(army, year=1073), DATED) == []
    assert said(replace(army, year=1154), DATED) == ["Seljuks: 1037 to 1153; the army is of 1154."]


@covers("IDG-3.1.2")
def test_an_army_without_a_list_must_be_agreed_on() -> None:
    pikes = Unit(
        name="Pikes", troops=(FreeTroops(troop="warrior", subtypes=("pikemen",), count=8),)
    )
    army = Army(
        format=1,
        game="idg",
        list="free",
        name="Successors",
        command="disciplined",
        points=450,
        general=General(profile=Profile(troop="heavy_cavalry", armour="armoured"), elite=True),
        units=(pikes,) * 4,
    )
    assert reasons(army, FREE) == []
    assert points(army, FREE) == 4 * 8 * 6 + 14 + 30
    assert reasons(army, PLAIN) == ["IDG-3.1.1"]
    assert reasons(replace(army, command=None), FREE) == ["IDG-2.1.1"]
    wagons = Unit(troops=(FreeTroops(troop="wagon", count=4),))
    assert reasons(replace(army, units=(*army.units, wagons)), FREE) == ["IDG-1.4.3"]
    heavy = Unit(troops=(FreeTroops(troop="elephant", armour="armoured"),))
    found = reasons(replace(army, units=(*army.units, heavy)), FREE)
    assert found == ["IDG-1.7.4", "IDG-1.7.6"]


def test_every_reason_is_given_at_once() -> None:
    army = of(
        "carthaginians",
        unit("libyan_spearmen", 13),
        unit("gallic_foot", 6),
        unit("numidian_cavalry"),
        unit("numidian_cavalry"),
        points=100,
        general=None,
        baggage=0,
        equipment=Equipment(walls=3, wagons=9),
    )
    assert sorted(set(reasons(army))) == [
        "IDG-1.4.1",
        "IDG-16.1.1",
        "IDG-17.1.1",
        "IDG-17.1.4",
        "IDG-18.3.5",
        "IDG-2.1.3",
        "IDG-3.1.3",
        "IDG-3.1.6",
        "IDG-5.4.5",
    ]
