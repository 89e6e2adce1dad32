"""Command types and generals."""

import pytest
from msgspec.structs import replace

from tests.games.idg.mustering import DATED, base, changed, force, points, reasons, said, unit
from walstatt.games.idg.army import Army, General
from walstatt.games.idg.command import (
    BEST_FIRST,
    counts_in_unit,
    is_better,
    may_be_independent,
    surcharge,
)
from walstatt.games.idg.lists import army_lists
from walstatt.games.idg.troops import CommandType
from walstatt.workshop.covers import covers


def led(army: Army, **fields: object) -> Army:
    return replace(army, general=General(**fields))  # type: ignore[arg-type]


# -- command types -------------------------------------------------------------------------------


@covers("IDG-2.1.1")
@pytest.mark.parametrize(
    ("list_id", "command"),
    [
        ("classical_greeks", "tribal"),
        ("early_achaemenid_persians", "organised"),
        ("carthaginians", "organised"),
        ("romans_punic_wars", "disciplined"),
        ("early_germans", "tribal"),
        ("early_imperial_romans", "disciplined"),
        ("anglo_saxons", "tribal"),
        ("vikings", "tribal"),
        ("seljuks", "organised"),
        ("first_crusade", "organised"),
        ("mongols", "disciplined"),
        ("late_sung", "organised"),
    ],
)
def test_every_army_has_one_command_type(list_id: str, command: CommandType) -> None:
    army = base(list_id)
    assert force(army).command == command
    other = next(one for one in BEST_FIRST if one not in (command, "impetuous", "tribal"))
    assert reasons(replace(army, command=other)) == ["IDG-2.1.1"]


@covers("IDG-2.1.2")
def test_the_order_of_command_types() -> None:
    assert BEST_FIRST == ("disciplined", "organised", "impetuous", "tribal")
    assert is_better("organised", "impetuous")
    assert not is_better("tribal", "impetuous")
    assert not is_better("tribal", "tribal")


@covers("IDG-2.1.3")
def test_an_army_has_a_general() -> None:
    for list_id in ("vikings", "mongols"):
        assert reasons(replace(base(list_id), general=None)) == ["IDG-2.1.3"]
    elements = list(force(base("mongols")).elements())
    assert sum(one.general is not None for one in elements) == 1


# -- chiefs --------------------------------------------------------------------------------------


@covers("IDG-2.2.1")
def test_a_chief_belongs_to_a_unit() -> None:
    army = base("early_germans")
    assert reasons(led(army, line="warriors")) == ["IDG-2.2.1"]
    assert not may_be_independent("tribal")
    assert force(led(army, unit=3)).led == 2


@covers("IDG-2.2.2")
def test_a_chief_costs_what_his_element_costs_and_is_no_better() -> None:
    army = base("early_germans")
    assert points(army) == 16 * 6
    assert reasons(led(army, unit=1, elite=True)) == ["IDG-2.2.2"]
    assert reasons(led(army, unit=1, line="light_cavalry")) == ["IDG-2.2.2"]
    vikings = changed(base("vikings"), 0, elements={"sword": 4, "sword + berserkers": 1})
    chief = force(led(vikings, unit=1, options=("berserkers",))).leader
    assert chief is not None
    assert chief.profile.wild
    assert reasons(led(vikings, unit=2, options=("berserkers",))) == ["IDG-2.2.2"]


@covers("IDG-2.2.3", "IDG-2.3.5")
def test_a_chief_counts_in_his_unit_and_any_other_general_does_not() -> None:
    germans = changed(base("early_germans"), 0, elements=12)
    assert reasons(germans) == []
    assert len(force(germans).bodies[0].everybody) == 12
    romans = changed(base("romans_punic_wars"), 0, elements=12)
    assert reasons(romans) == []
    assert len(force(romans).bodies[0].everybody) == 13
    assert counts_in_unit("tribal")
    assert not counts_in_unit("impetuous")
    alone = changed(base("romans_punic_wars"), 0, elements=1)
    assert reasons(alone) == ["IDG-1.4.1"]


# -- other generals ------------------------------------------------------------------------------


@covers("IDG-2.3.1", "IDG-2.3.6")
def test_such_a_general_is_with_a_unit_or_on_his_own() -> None:
    army = base("romans_punic_wars", unit("cavalry", 3))
    attached, alone = led(army, unit=5, line="cavalry"), led(army, line="cavalry")
    assert reasons(attached) == reasons(alone) == []
    assert force(alone).is_independent
    assert not force(attached).is_independent
    assert points(attached) == points(alone) == 16 * 9 + 3 * 12 + 12 + 30


@covers("IDG-2.3.3", "IDG-18.13.4")
def test_his_element_is_one_that_the_army_may_have() -> None:
    army = base("romans_punic_wars")
    assert reasons(led(army, line="triarii")) == []
    assert reasons(led(army)) == ["IDG-2.3.3"]
    greeks = base("classical_greeks", state="athenian")
    assert reasons(led(greeks, line="heavy_cavalry")) == ["IDG-18.1.7"]
    assert reasons(led(greeks, line="hoplites", options=("spartiates",))) == ["IDG-18.1.4"]
    veteran = led(base("carthaginians", year=-210), line="libyan_spearmen", options=("veterans",))
    leader = force(veteran).leader
    assert leader is not None
    assert (leader.profile.quality, leader.profile.armour, leader.printed) == (
        "elite",
        "armoured",
        10,
    )
    assert reasons(veteran, DATED) == []


@covers("IDG-2.3.3", "IDG-18.12.10", "IDG-18.12.13", "IDG-18.12.25")
@pytest.mark.parametrize(("line", "size"), [("rockets", 2), ("fire_lances", 2), ("fire_oxen", 1)])
def test_he_is_not_one_of_those_of_whom_there_are_only_so_many(line: str, size: int) -> None:
    army = base("late_sung", unit(line, size))
    assert reasons(led(army, unit=1)) == []
    assert reasons(led(army, line=line)) == ["IDG-2.3.3"]
    assert "IDG-2.3.3" in reasons(led(army, unit=5))


@covers("IDG-2.3.3", "IDG-18.12.13")
def test_he_is_no_fire_lance_among_spears_either() -> None:
    among = unit("spear_skirmishers", {"spear": 3, "fire_lances.fire_lance": 2})
    army = base("late_sung", among)
    assert reasons(led(army, unit=5)) == []
    assert reasons(led(army, unit=5, troop="fire_lance")) == ["IDG-2.3.3"]


@covers("IDG-2.3.3", "IDG-18.1.11", "IDG-18.13.4")
def test_with_a_unit_he_is_of_its_state() -> None:
    thebans = base("classical_greeks", unit("heavy_cavalry", state="theban"), state="athenian")
    assert reasons(led(thebans, unit=5)) == []
    assert reasons(led(thebans, unit=5, line="heavy_cavalry")) == []
    assert reasons(led(thebans, line="heavy_cavalry")) == ["IDG-18.1.7"]
    athenians = base("classical_greeks", unit("hoplites", state="athenian"), state="theban")
    assert reasons(led(athenians, unit=5, line="heavy_cavalry")) == ["IDG-18.1.7"]
    assert reasons(led(athenians, unit=1, line="heavy_cavalry")) == []


@covers("IDG-2.3.4", "IDG-A50")
def test_his_class_is_that_of_his_unit_save_among_warriors_and_heavy_cavalry() -> None:
    army = base("carthaginians", unit("gallic_cavalry"))
    rider = {"line": "gallic_cavalry"}
    assert reasons(led(army, unit=1, **rider)) == []  # with Libyan spearmen
    assert reasons(led(army, unit=5, line="libyan_spearmen")) == []  # with heavy cavalry
    assert reasons(led(army, unit=3, **rider)) == ["IDG-2.3.4"]  # with Numidian light cavalry
    assert reasons(led(army, unit=4, **rider)) == ["IDG-2.3.4"]  # with Numidian skirmishers
    assert reasons(led(army, unit=3, line="iberian_cavalry")) == []


@covers("IDG-1.4.5")
def test_an_attached_general_has_the_grade_of_his_unit() -> None:
    army = base("carthaginians", unit("nobles"))
    assert reasons(led(army, unit=5, line="nobles")) == []
    assert reasons(led(army, unit=1, line="nobles")) == ["IDG-1.4.5"]
    assert said(led(army, unit=1, line="nobles")) == [
        (
            "The general has the grade of the unit he is attached to: ordinary"
            " (Libyan or Carthaginian spearmen 1)."
        )
    ]


@covers("IDG-2.3.7")
def test_an_independent_general_may_be_bought_as_elite() -> None:
    army = base("early_achaemenid_persians")
    elite, plain = led(army, line="nobles", elite=True), led(army, line="nobles")
    assert reasons(elite) == []
    assert points(elite) - points(plain) == 2
    leader = force(elite).leader
    assert leader is not None
    assert (leader.profile.quality, leader.printed) == ("elite", 17)
    skirmisher = led(army, line="skirmishers", troop="bow", elite=True)
    assert points(skirmisher) - points(led(army, line="skirmishers", troop="bow")) == 6
    assert reasons(led(army, unit=1, elite=True)) == ["IDG-2.3.7"]
    elephant = led(base("carthaginians", year=-210), line="elephants", elite=True)
    assert "IDG-1.7.4" in reasons(elephant)


@covers("IDG-2.3.8", "IDG-1.4.5")
def test_example_66_an_impetuous_general_is_elite_whatever_his_unit() -> None:
    army = base("vikings", command="impetuous")
    assert reasons(army) == []
    body, leader = force(army).bodies[0], force(army).leader
    assert leader is not None
    assert leader.profile.quality == "elite"
    assert body.profile.quality == "ordinary"
    assert points(army) == 16 * 8 + 10 + 30
    alone = led(army, line="archers")
    assert points(alone) - 16 * 8 == 10 + 30
    assert surcharge("impetuous") == 30


@covers("IDG-2.3.6", "IDG-2.3.7", "IDG-2.4.1", "IDG-3.1.5")
def test_example_6_a_disciplined_exceptional_general_on_elite_armoured_cavalry() -> None:
    army = base("romans_punic_wars", year=-205)
    general = led(army, line="cavalry", elite=True, exceptional="scipio")
    assert reasons(general, DATED) == []
    assert points(general) - 16 * 9 == 14 + 30 + 25 == 69
    assert len(force(general).bodies) == 4


# -- exceptional generals ------------------------------------------------------------------------


@covers("IDG-2.4.1")
def test_only_generals_whom_the_list_names_are_exceptional() -> None:
    army = base("romans_punic_wars")
    assert reasons(led(army, unit=1, exceptional="hannibal")) == ["IDG-2.4.1"]
    assert said(led(army, unit=1, exceptional="hannibal")) == [
        "There is no exceptional general hannibal in this list; only: Scipio Africanus."
    ]
    assert reasons(led(base("vikings"), unit=1, exceptional="olaf")) == ["IDG-2.4.1"]
    named = {name for book in army_lists().values() for name in book.exceptional}
    assert named == {
        *("hannibal", "scipio", "penda", "alfred", "alp_arslan", "genghis_khan", "subotai"),
    }


@covers("IDG-2.4.2", "IDG-18.4.1", "IDG-18.9.1", "IDG-18.11.1", "IDG-18.3.2", "IDG-18.7.2")
@pytest.mark.parametrize(
    ("list_id", "name", "first", "last", "state"),
    [
        ("carthaginians", "hannibal", -221, -202, ""),
        ("romans_punic_wars", "scipio", -210, -202, ""),
        ("anglo_saxons", "penda", 626, 655, "mercia"),
        ("anglo_saxons", "alfred", 870, 899, "wessex"),
        ("seljuks", "alp_arslan", 1063, 1072, ""),
        ("mongols", "genghis_khan", 1206, 1227, ""),
        ("mongols", "subotai", 1206, 1245, ""),
    ],
)
def test_exceptional_generals_lead_in_their_own_years(
    list_id: str, name: str, first: int, last: int, state: str
) -> None:
    army = led(base(list_id, state=state), unit=1, exceptional=name)
    assert reasons(army) == []
    assert points(army) - points(led(army, unit=1)) == (40 if name == "hannibal" else 25)
    for year in (first, last):
        assert "IDG-2.4.2" not in reasons(replace(army, year=year), DATED)
    for year in (first - 1, last + 1):
        book = army_lists()[list_id]
        if book.years[0] <= year <= book.years[1]:
            assert "IDG-2.4.2" in reasons(replace(army, year=year), DATED)


@covers("IDG-18.7.2")
def test_penda_leads_mercia_and_alfred_wessex() -> None:
    for state in ("wessex", "northumbria", "other"):
        army = led(base("anglo_saxons", state=state), unit=1, exceptional="penda")
        assert reasons(army) == ["IDG-18.7.2"]
    alfred = led(base("anglo_saxons", state="mercia"), unit=1, exceptional="alfred")
    assert said(alfred) == ["Alfred of Wessex leads only this army: Wessex."]
