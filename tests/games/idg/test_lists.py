"""The lists of antiquity: every restriction, on both sides of its limit. IDG-18.1 to 18.6."""

import pytest
from msgspec.structs import replace

from tests.games.idg.mustering import DATED, base, changed, force, of, points, reasons, said, unit
from walstatt.games.idg.army import General
from walstatt.games.idg.army_check import home_terrains
from walstatt.games.idg.line_check import least_of, most_of
from walstatt.games.idg.lists import When, army_lists
from walstatt.games.idg.troops import CommandType
from walstatt.workshop.covers import covers

HOPLITES = (unit("hoplites"),) * 4


# -- reading the lists ---------------------------------------------------------------------------


def test_twelve_lists_in_six_pairs() -> None:
    lists = army_lists()
    assert [one.number for one in lists.values()] == list(range(1, 13))
    for name, book in lists.items():
        assert all(name in lists[other].against for other in book.against)
    assert sum(len(book.lines) for book in lists.values()) == 92


@covers("IDG-18.13.2")
def test_after_and_before_exclude_their_year_from_and_to_include_it() -> None:
    assert [When(after=10).includes(year) for year in (9, 10, 11)] == [False, False, True]
    assert [When(before=10).includes(year) for year in (9, 10, 11)] == [True, False, False]
    assert [When(since=10).includes(year) for year in (9, 10, 11)] == [False, True, True]
    assert [When(to=10).includes(year) for year in (9, 10, 11)] == [True, True, False]


@covers("IDG-18.13.1")
def test_shares_are_taken_over_the_whole_line() -> None:
    assert [most_of("1/2", n) for n in (4, 5, 6)] == [2, 2, 3]
    assert [least_of("1/2", n) for n in (4, 5, 6)] == [2, 3, 3]
    assert [most_of("1/4", n) for n in (3, 4, 7, 8)] == [0, 1, 1, 2]
    bows = unit("levy_foot", {"bow": 4})
    army = base("early_achaemenid_persians", bows, unit("levy_foot", {"spear": 4}))
    assert reasons(army) == []
    assert reasons(changed(army, 5, elements={"spear": 3})) == ["IDG-18.13.1"]
    assert said(changed(army, 5, elements={"spear": 3})) == [
        (
            "Mesopotamian, Egyptian or Indian foot: 4 of 7 elements are warriors, raw, bowmen;"
            " at most 3 may be."
        )
    ]


@covers("IDG-18.13.1", "IDG-18.2.2", "IDG-A43")
def test_skirmishers_of_the_persians_are_at_most_half_with_spears() -> None:
    army = base("early_achaemenid_persians", unit("skirmishers", {"spear": 3, "sling": 3}))
    assert reasons(army) == []
    assert reasons(changed(army, 4, elements={"spear": 4, "bow": 3})) == ["IDG-18.13.1"]


@covers("IDG-18.13.3")
def test_armour_is_bought_by_the_element_grades_by_the_unit() -> None:
    army = base("romans_punic_wars")
    assert reasons(changed(army, 2, elements={"sword": 3, "sword + armoured": 1})) == []
    mixed = changed(army, 2, elements={"sword": 2, "sword + slaves": 2})
    assert reasons(mixed) == ["IDG-1.4.3"]
    saxons = changed(base("anglo_saxons"), 0, elements={"sword": 2, "sword + bodyguard": 2})
    assert reasons(saxons) == ["IDG-1.4.3"]


def test_an_upgrade_is_for_its_own_lines() -> None:
    army = changed(base("romans_punic_wars"), 0, options=("armoured",))
    assert reasons(army) == ["IDG-18.4.3"]
    assert said(army) == ["Armour for principes: not for these troops."]


# -- Greeks --------------------------------------------------------------------------------------


@covers("IDG-18.1.1")
@pytest.mark.parametrize(
    ("state", "command"),
    [
        ("spartan", "disciplined"),
        ("theban", "organised"),
        ("thessalian", "organised"),
        ("athenian", "organised"),
        ("sicilian", "organised"),
        ("mountain", "tribal"),
        ("cyrenean", "tribal"),
        ("other", "tribal"),
        ("", "tribal"),
    ],
)
def test_the_command_of_greek_states(state: str, command: CommandType) -> None:
    assert force(base("classical_greeks", state=state)).command == command


@covers("IDG-18.1.2", "IDG-18.1.11", "IDG-A67")
def test_spartans_with_troops_of_others_are_organised() -> None:
    army = base("classical_greeks", unit("hoplites", 4, state="other"), state="spartan")
    assert force(army).command == "organised"
    assert reasons(army) == []
    allied = base("classical_greeks", unit("hoplites", 4, state="spartan"), state="other")
    assert force(allied).command == "tribal"
    assert home_terrains(replace(army, state="sicilian")) == ("pasture",)


@covers("IDG-18.1.1", "IDG-18.1.10", "IDG-18.1.11")
@pytest.mark.parametrize(
    ("army_state", "unit_state", "command", "homes"),
    [
        ("other", "athenian", "organised", ("cultivated", "mountains", "coast")),
        ("athenian", "other", "tribal", ("cultivated", "mountains", "coast")),
        ("mountain", "sicilian", "organised", ("pasture",)),
        ("sicilian", "mountain", "tribal", ("mountains",)),
        ("other", "spartan", "organised", ("cultivated", "mountains", "coast")),
    ],
)
def test_the_generals_state_is_that_of_the_unit_he_leads(
    army_state: str, unit_state: str, command: CommandType, homes: tuple[str, ...]
) -> None:
    army = base(
        "classical_greeks",
        unit("hoplites", state=unit_state),
        state=army_state,
        general=General(unit=5),
    )
    assert force(army).command == command
    assert home_terrains(army) == homes
    assert reasons(replace(army, home=homes[0])) == []


@covers("IDG-18.1.1", "IDG-18.1.2", "IDG-18.1.11")
def test_spartans_under_a_spartan_are_disciplined_whatever_state_the_army_names() -> None:
    spartans = (unit("hoplites", state="spartan"),) * 4
    army = of("classical_greeks", *spartans, state="other")
    assert force(army).command == "disciplined"
    assert force(changed(army, 3, state="other")).command == "organised"


@covers("IDG-18.1.3")
def test_spartans_never_with_thessalians_cyreneans_with_nobody() -> None:
    army = base("classical_greeks", unit("hoplites", 4, state="thessalian"), state="spartan")
    assert reasons(army) == ["IDG-18.1.3"]
    third = base(
        "classical_greeks",
        unit("hoplites", 4, state="thessalian"),
        unit("hoplites", 4, state="spartan"),
        state="athenian",
    )
    assert reasons(third) == ["IDG-18.1.3"]
    cyrene = base("classical_greeks", unit("hoplites", 4, state="other"), state="cyrenean")
    assert reasons(cyrene) == ["IDG-18.1.3"]
    free = base("classical_greeks", unit("hoplites", 4, state="theban"), state="athenian")
    assert reasons(free) == []


@covers("IDG-18.1.4")
def test_spartans_have_up_to_three_elite_units() -> None:
    elite = unit("hoplites", 4, "spartiates")
    three = of("classical_greeks", elite, elite, elite, unit("hoplites"), state="spartan")
    assert reasons(three) == []
    assert points(three) == 12 * 10 + 4 * 8 + 40
    assert reasons(changed(three, 3, options=("spartiates",))) == ["IDG-18.1.4"]
    assert reasons(replace(three, state="theban")) == ["IDG-18.1.4"] * 3
    guests = of(
        "classical_greeks",
        unit("hoplites", 4, "spartiates", state="spartan"),
        *HOPLITES,
        state="athenian",
        general=General(unit=2),
    )
    assert reasons(guests) == []


@covers("IDG-18.1.5")
def test_athenians_have_better_light_troops() -> None:
    thracians = base("classical_greeks", unit("psiloi", 4, "thracians"), state="athenian")
    assert reasons(replace(thracians, year=-540), DATED) == ["IDG-18.1.5"]
    assert reasons(replace(thracians, year=-539), DATED) == []
    assert points(thracians) - points(replace(thracians, units=thracians.units[:4])) == 4 * 4
    two = replace(thracians, units=(*thracians.units, unit("psiloi", 4, "thracians")), year=-500)
    assert reasons(two, DATED) == ["IDG-18.1.5"]
    bows = changed(thracians, 4, elements={"bow": 4})
    assert reasons(bows) == ["IDG-18.1.5"]
    better = (unit("psiloi", 4, "light_troops"), unit("psiloi", {"bow": 4}, "light_troops"))
    later = base("classical_greeks", *better, state="athenian", year=-489)
    assert reasons(later, DATED) == []
    assert reasons(replace(later, year=-490), DATED) == ["IDG-18.1.5"] * 2
    assert reasons(replace(later, state="theban"), DATED) == ["IDG-18.1.5"] * 2


@covers("IDG-18.1.6", "IDG-A32")
def test_mountain_states_replace_hoplites_by_skirmishers() -> None:
    javelins = unit("hoplites", {"javelinman": 5})
    raw = unit("hoplites", {"raw_javelinman": 5})
    army = of("classical_greeks", javelins, javelins, raw, unit("hoplites", 5), state="mountain")
    assert reasons(army) == []
    assert points(army) == 10 * 4 + 5 * 2 + 5 * 8
    assert reasons(replace(army, state="other")) == ["IDG-18.1.6"] * 3
    mixed = changed(army, 3, elements={"hoplite": 2, "javelinman": 3})
    assert reasons(mixed) == ["IDG-1.4.3"]


@covers("IDG-18.1.7", "IDG-18.1.8")
@pytest.mark.parametrize(
    ("state", "heavy", "light"),
    [
        ("thessalian", 1, 3),
        ("sicilian", 1, 1),
        ("theban", 1, 0),
        ("cyrenean", 0, 1),
        ("spartan", 0, 0),
        ("other", 0, 0),
    ],
)
def test_greek_cavalry_by_state(state: str, heavy: int, light: int) -> None:
    for count in (1, 2):
        army = base("classical_greeks", *(unit("heavy_cavalry"),) * count, state=state)
        found = reasons(army)
        assert ("IDG-18.1.7" in found) == (heavy == 0)
        assert ("IDG-3.1.6" in found) == (count > 1)
    for count in (1, 2, 3):
        found = reasons(base("classical_greeks", *(unit("light_cavalry"),) * count, state=state))
        assert (found == []) == (count <= light)
        assert not found or set(found) == {"IDG-18.1.8"}


@covers("IDG-18.1.8", "IDG-18.1.11")
def test_every_unit_uses_the_options_of_its_own_state() -> None:
    riders = unit("light_cavalry", 4, state="thessalian")
    army = base("classical_greeks", riders, riders, state="athenian")
    assert reasons(army) == []
    one_more = replace(army, units=(*army.units, unit("light_cavalry", 4, state="sicilian")))
    assert reasons(one_more) == []
    assert reasons(changed(army, 4, state="sicilian")) == []
    assert reasons(changed(changed(army, 4, state="sicilian"), 5, state="sicilian")) == [
        "IDG-18.1.8"
    ]


@covers("IDG-18.1.9")
def test_only_cyreneans_have_chariots_after_630() -> None:
    army = base("classical_greeks", *(unit("light_chariots"),) * 3, state="cyrenean")
    assert reasons(replace(army, year=-629), DATED) == []
    assert reasons(replace(army, year=-630), DATED) == ["IDG-18.1.9"] * 3
    assert set(reasons(replace(army, state="spartan"))) == {"IDG-18.1.9"}


@covers("IDG-18.1.10")
@pytest.mark.parametrize(
    ("state", "homes"),
    [
        ("thessalian", ("cultivated",)),
        ("sicilian", ("pasture",)),
        ("mountain", ("mountains",)),
        ("cyrenean", ("steppe",)),
        ("spartan", ("cultivated", "mountains", "coast")),
        ("other", ("cultivated", "mountains", "coast")),
    ],
)
def test_the_homes_of_greeks(state: str, homes: tuple[str, ...]) -> None:
    army = base("classical_greeks", state=state)
    assert home_terrains(army) == homes
    assert reasons(replace(army, home=homes[-1])) == []
    assert reasons(replace(army, home="forest")) == ["IDG-18.1.10"]


# -- Persians ------------------------------------------------------------------------------------


@covers("IDG-18.2.1", "IDG-A33")
def test_one_unit_of_immortals_elite_and_armoured() -> None:
    army = changed(base("early_achaemenid_persians"), 2, options=("immortals",))
    assert reasons(army) == []
    profile = force(army).bodies[2].profile
    assert (profile.quality, profile.armour) == ("elite", "armoured")
    assert points(army) - points(base("early_achaemenid_persians")) == 4 * 4
    assert reasons(changed(army, 3, options=("immortals",))) == ["IDG-18.2.1"]


@covers("IDG-18.2.2", "IDG-A43")
def test_one_raw_unit_may_be_ordinary() -> None:
    army = base(
        "early_achaemenid_persians",
        unit("skirmishers", {"bow": 4}, "better_levies"),
        unit("levy_foot", {"spear": 4}),
    )
    assert reasons(army) == []
    assert force(army).bodies[4].profile.quality == "ordinary"
    assert reasons(changed(army, 5, options=("better_levies",))) == ["IDG-18.2.2"]
    assert reasons(changed(base("early_achaemenid_persians"), 2, options=("better_levies",))) == [
        "IDG-18.2.2"
    ]


@covers("IDG-18.2.3")
def test_egyptians_thracians_libyans_and_indians_come_in_525() -> None:
    for line in ("libyan_chariots", "indian_chariots"):
        army = base("early_achaemenid_persians", unit(line, 3), year=-526)
        assert reasons(army, DATED) == ["IDG-18.2.3"]
        assert reasons(replace(army, year=-525), DATED) == []
    early = base("early_achaemenid_persians", year=-540)
    for line, kind, origin in (
        ("levy_foot", "spear", "egyptian"),
        ("levy_foot", "spear", "indian"),
        ("skirmishers", "bow", "libyan"),
        ("skirmishers", "bow", "thracian"),
    ):
        named = unit(line, {kind: 4}, origin=origin)
        assert reasons(replace(early, units=(*early.units, named)), DATED) == ["IDG-18.2.3"]
        unnamed = unit(line, {kind: 4})
        assert reasons(replace(early, units=(*early.units, unnamed)), DATED) == []


@covers("IDG-18.2.4", "IDG-18.4.8", "IDG-18.5.10", "IDG-18.9.4", "IDG-18.11.6", "IDG-18.12.9")
def test_homes_that_never_change() -> None:
    lists = ("early_achaemenid_persians", "romans_punic_wars", "early_germans")
    assert [home_terrains(base(name)) for name in lists] == [("steppe",), ("pasture",), ("forest",)]
    more = [home_terrains(base(name)) for name in ("seljuks", "mongols", "late_sung")]
    assert more == [("steppe",), ("steppe",), ("cultivated",)]


# -- Carthaginians -------------------------------------------------------------------------------


@covers("IDG-18.3.1", "IDG-18.3.2")
def test_carthaginians_are_disciplined_under_hannibal_only() -> None:
    army = base("carthaginians")
    assert force(army).command == "organised"
    hannibal = replace(army, general=General(unit=1, exceptional="hannibal"))
    assert force(hannibal).command == "disciplined"
    assert points(hannibal) - points(army) == 15 + 25


@covers("IDG-18.3.3")
def test_hannibal_may_ride_the_only_elephant() -> None:
    riding = General(line="elephants", exceptional="hannibal")
    army = base("carthaginians", general=riding)
    assert reasons(army) == []
    assert points(army) - points(replace(army, general=None)) == 22 + 30 + 25
    other = base("carthaginians", unit("elephants", 1), general=riding)
    assert reasons(other) == ["IDG-18.3.3"]
    nobody = base("carthaginians", general=General(line="elephants"))
    assert reasons(nobody) == ["IDG-18.3.3"]


@covers("IDG-18.3.4", "IDG-A38")
def test_greeks_before_235_and_italians_after_217() -> None:
    for line in ("greek_hoplites", "thureophoroi"):
        army = base("carthaginians", unit(line))
        assert reasons(replace(army, year=-236), DATED) == []
        assert reasons(replace(army, year=-235), DATED) == ["IDG-18.3.4"]
    for line in (
        "italian_cavalry",
        "italian_hoplites",
        "italian_skirmishers",
        "italian_roman_style",
    ):
        army = base("carthaginians", unit(line))
        assert reasons(replace(army, year=-216), DATED) == []
        assert reasons(replace(army, year=-217), DATED) == ["IDG-18.3.4"]


@covers("IDG-18.3.5")
@pytest.mark.parametrize("stranger", ["gallic_foot", "gallic_cavalry", "italian_hoplites"])
def test_example_60_gauls_or_italians_leave_one_unit_each_of_numidians(stranger: str) -> None:
    army = base("carthaginians", unit(stranger))
    assert reasons(army) == []
    for line in ("numidian_cavalry", "numidian_skirmishers"):
        more = replace(army, units=(*army.units, unit(line)))
        assert reasons(more) == ["IDG-18.3.5"]
        assert reasons(replace(more, units=(*more.units[:4], unit(line)))) == []
    assert reasons(base("carthaginians", unit("scutarii"), unit("numidian_cavalry"))) == []


@covers("IDG-18.3.5", "IDG-18.13.4")
def test_a_gallic_general_leaves_one_unit_each_of_numidians_too() -> None:
    army = base("carthaginians", general=General(line="gallic_nobles"))
    assert reasons(army) == []
    more = replace(army, units=(*army.units, unit("numidian_cavalry")))
    assert reasons(more) == ["IDG-18.3.5"]
    assert reasons(replace(more, general=General(line="nobles"))) == []


@covers("IDG-18.3.6")
def test_roman_trained_numidians_between_213_and_203() -> None:
    army = changed(base("carthaginians", year=-213), 3, options=("roman_trained",))
    assert reasons(army, DATED) == []
    assert points(army) - points(base("carthaginians")) == 4 * 4
    assert reasons(replace(army, year=-203), DATED) == []
    assert reasons(replace(army, year=-214), DATED) == ["IDG-18.3.6"]
    assert reasons(replace(army, year=-202), DATED) == ["IDG-18.3.6"]
    trained = unit("numidian_skirmishers", 4, "roman_trained")
    three = replace(army, units=(*army.units, trained, trained))
    assert reasons(three, DATED) == ["IDG-18.3.6"]
    slings = changed(army, 3, elements={"spear": 2, "sling": 2})
    assert reasons(slings, DATED) == ["IDG-18.3.6"]


@covers("IDG-18.3.7")
def test_veterans_after_216() -> None:
    veteran = unit("libyan_spearmen", 4, "veterans")
    rest = base("carthaginians").units[2:]
    army = of("carthaginians", *(veteran,) * 3, unit("libyan_spearmen"), *rest, year=-215)
    assert reasons(army, DATED) == []
    profile = force(army).bodies[0].profile
    assert (profile.quality, profile.armour) == ("elite", "armoured")
    assert reasons(replace(army, year=-216), DATED) == ["IDG-18.3.7"] * 3
    assert reasons(changed(army, 3, options=("veterans",)), DATED) == ["IDG-18.3.7"]


@covers("IDG-18.3.8")
def test_the_home_of_carthaginians() -> None:
    army = base("carthaginians", theatre="italy", year=-216)
    assert home_terrains(army) == ("pasture",)
    assert home_terrains(replace(army, theatre="africa")) == ("steppe",)
    assert home_terrains(base("carthaginians")) == ("steppe",)
    assert reasons(army, DATED) == []
    assert home_terrains(replace(army, year=None)) == ("pasture",)
    for year in (-219, -202):
        other = replace(army, year=year)
        assert home_terrains(other) == ("steppe",)
        assert reasons(other, DATED) == []
        assert reasons(replace(other, home="pasture"), DATED) == ["IDG-18.3.8"]


@covers("IDG-18.13.1")
def test_at_least_half_of_the_numidian_skirmishers_have_spears() -> None:
    army = base("carthaginians")
    assert reasons(changed(army, 3, elements={"spear": 3, "bow": 1, "sling": 1})) == []
    assert reasons(changed(army, 3, elements={"spear": 2, "bow": 1, "sling": 2})) == ["IDG-18.13.1"]


# -- Romans of the Punic Wars --------------------------------------------------------------------


@covers("IDG-18.4.2")
def test_all_principes_are_swordsmen_after_220() -> None:
    army = changed(base("romans_punic_wars"), 2, elements={"spear": 4})
    assert reasons(replace(army, year=-220), DATED) == []
    assert reasons(replace(army, year=-219), DATED) == ["IDG-18.4.2"]


@covers("IDG-18.4.3")
def test_principes_may_be_armoured() -> None:
    army = changed(base("romans_punic_wars"), 2, options=("armoured",))
    assert reasons(army) == []
    assert points(army) - points(base("romans_punic_wars")) == 4 * 2


@covers("IDG-18.4.4")
def test_hastati_and_principes_may_be_mixed_in_a_unit() -> None:
    army = changed(base("romans_punic_wars"), 0, elements={"sword": 3, "principes.spear": 3})
    assert reasons(army) == []
    assert points(army) == 3 * 9 + 3 * 6 + 4 * 9 * 3 + 39
    triarii = changed(army, 0, elements={"sword": 3, "triarii.spear": 3})
    assert "IDG-3.1.6" in reasons(triarii)
    maniples = [body.line for body in force(army).bodies]
    assert maniples == ["hastati", "hastati", "principes", "principes"]


@covers("IDG-18.4.5")
def test_slaves_after_216_are_raw() -> None:
    army = base("romans_punic_wars", unit("triarii", 4, "slaves"), year=-215)
    army = changed(army, 0, options=("slaves",))
    assert reasons(replace(army, general=General(unit=2)), DATED) == []
    assert {force(army).bodies[at].profile.quality for at in (0, 4)} == {"raw"}
    plain = base("romans_punic_wars", unit("triarii", 4))
    assert points(plain) - points(replace(army, general=General(unit=2))) == 4 * 2 + 4 * 4
    early = replace(army, general=General(unit=2), year=-216)
    assert reasons(early, DATED) == ["IDG-18.4.5"] * 2
    assert reasons(changed(plain, 4, line="leves", options=("slaves",))) == ["IDG-18.4.5"]


@covers("IDG-18.4.6")
def test_velites_after_212_are_elite() -> None:
    army = base("romans_punic_wars", *(unit("leves", 4, "velites"),) * 4, year=-211)
    assert reasons(army, DATED) == []
    assert points(army) - points(base("romans_punic_wars")) == 16 * 8
    assert reasons(replace(army, year=-212), DATED) == ["IDG-18.4.6"] * 4


@covers("IDG-18.4.7")
def test_iberians_and_gauls_are_not_used_together() -> None:
    assert reasons(base("romans_punic_wars", unit("iberian_scutarii"))) == []
    assert reasons(base("romans_punic_wars", unit("gauls"))) == []
    both = base("romans_punic_wars", unit("gauls"), unit("iberian_scutarii"))
    assert reasons(both) == ["IDG-18.4.7"]


@covers("IDG-18.4.7", "IDG-18.13.4")
def test_iberians_are_not_led_by_a_gaul() -> None:
    iberians = base("romans_punic_wars", unit("iberian_scutarii"), general=General(line="gauls"))
    assert reasons(iberians) == ["IDG-18.4.7"]
    assert reasons(replace(iberians, general=General(line="iberian_scutarii"))) == []
    assert reasons(base("romans_punic_wars", general=General(line="gauls"))) == []


@covers("IDG-18.6.6")
def test_who_has_pila() -> None:
    found = {
        (name, line, kind)
        for name, book in army_lists().items()
        for line, one in book.lines.items()
        for kind, troop in one.troops.items()
        if "pila" in troop.special
    }
    assert found == {
        ("romans_punic_wars", "hastati", "sword"),
        ("romans_punic_wars", "principes", "sword"),
        ("early_imperial_romans", "legionaries", "legionary"),
    }


# -- Germans -------------------------------------------------------------------------------------


@covers("IDG-18.5.1")
def test_a_second_unit_of_heavy_cavalry_is_for_cimbri_and_teutones() -> None:
    army = base("early_germans", *(unit("heavy_cavalry"),) * 2, state="cimbri_teutones")
    for year in (-115, -101):
        assert reasons(replace(army, year=year), DATED) == []
    for year in (-116, -100):
        assert reasons(replace(army, year=year), DATED) == ["IDG-18.5.1"]
    assert reasons(replace(army, state="other", year=-110), DATED) == ["IDG-18.5.1"]
    assert reasons(base("early_germans", unit("heavy_cavalry"))) == []


@covers("IDG-18.5.2", "IDG-A34")
def test_warriors_of_the_chatti_may_be_elite() -> None:
    army = changed(base("early_germans", state="chatti"), 1, options=("chatti",))
    assert reasons(army) == []
    assert points(army) - points(base("early_germans")) == 4 * 4
    assert reasons(replace(army, state="cherusci")) == ["IDG-18.5.2"]
    mixed = changed(replace(army, state="other"), 1, state="chatti")
    assert reasons(mixed) == []


@covers("IDG-18.5.3")
@pytest.mark.parametrize("line", ["heavy_cavalry", "sarmatians"])
def test_chatti_fight_without_heavy_cavalry(line: str) -> None:
    army = base("early_germans", unit(line), state="chatti")
    assert "IDG-18.5.3" in reasons(army)
    guests = changed(base("early_germans", unit("heavy_cavalry")), 0, state="chatti")
    assert reasons(guests) == ["IDG-18.5.3"]
    assert reasons(base("early_germans", unit("light_cavalry"), state="chatti")) == []


AMBUSHERS = (unit("warriors", {"ambusher": 4}),) * 4


@covers("IDG-18.5.4")
def test_cherusci_and_batavians_may_all_be_ambushers() -> None:
    for state in ("cherusci", "batavi"):
        army = of("early_germans", *AMBUSHERS, state=state)
        assert reasons(army) == []
        assert points(army) == 16 * 8
        assert reasons(changed(army, 2, elements=4)) == ["IDG-18.5.4"]
    assert reasons(of("early_germans", *AMBUSHERS, state="other")) == ["IDG-18.5.4"] * 4


@covers("IDG-18.5.5", "IDG-A39")
@pytest.mark.parametrize("line", ["batavian_foot", "batavian_cavalry"])
def test_roman_trained_batavians_come_with_ambushers_after_69(line: str) -> None:
    army = of("early_germans", *AMBUSHERS, unit(line), state="batavi", year=70)
    assert reasons(army, DATED) == []
    assert reasons(replace(army, year=69), DATED) == ["IDG-18.5.5"]
    plain = base("early_germans", unit(line), state="batavi", year=70)
    assert reasons(plain, DATED) == ["IDG-18.5.5"]


@covers("IDG-18.5.6")
def test_sarmatians_after_25_bc_and_not_beside_the_named_tribes() -> None:
    army = base("early_germans", unit("sarmatians"))
    assert reasons(replace(army, year=-24), DATED) == []
    assert reasons(replace(army, year=-25), DATED) == ["IDG-18.5.6"]
    for state in ("cimbri_teutones", "cherusci", "batavi"):
        assert reasons(replace(army, state=state)) == ["IDG-18.5.6"]
        assert reasons(changed(army, 1, state=state)) == ["IDG-18.5.6"]


@covers("IDG-18.5.7", "IDG-A34")
def test_sarmatians_may_be_heavily_armoured() -> None:
    army = base("early_germans", unit("sarmatians", {"rider": 2, "rider + heavily_armoured": 2}))
    assert reasons(army) == []
    assert points(army) == 16 * 6 + 2 * 15 + 2 * 19


@covers("IDG-18.5.8")
def test_all_light_cavalry_is_wild_or_none() -> None:
    wild = unit("light_cavalry", 4, "wild_horse")
    army = base("early_germans", wild, wild)
    assert reasons(army) == []
    assert points(army) == 16 * 6 + 8 * 8
    assert reasons(changed(army, 5, options=())) == ["IDG-18.5.8"]
    assert reasons(replace(army, state="cimbri_teutones")) == ["IDG-18.5.8"] * 2


@covers("IDG-18.5.9")
def test_tribes_may_be_mixed() -> None:
    army = base("early_germans", unit("warriors", 4, "chatti", state="chatti"))
    mixed = changed(changed(army, 0, state="cherusci"), 1, state="batavi")
    assert reasons(mixed) == []


# -- Romans of the Empire ------------------------------------------------------------------------


@covers("IDG-18.6.1", "IDG-A34")
def test_the_civil_war_of_69_and_70() -> None:
    army = base("early_imperial_romans", year=69)
    army = changed(changed(army, 0, options=("civil_war",)), 2, options=("civil_war",))
    army = replace(army, general=General(unit=2))
    for year, found in ((68, 2), (69, 0), (70, 0), (71, 2)):
        assert reasons(replace(army, year=year), DATED) == ["IDG-18.6.1"] * found
    plain = base("early_imperial_romans", general=General(unit=2))
    assert points(plain) - points(army) == 8 * 2


@covers("IDG-18.6.2")
def test_elephants_under_claudius() -> None:
    army = base("early_imperial_romans", unit("elephants", 1))
    for year, legal in ((39, False), (40, True), (54, True), (55, False)):
        found = reasons(replace(army, year=year), DATED)
        assert found == ([] if legal else ["IDG-18.6.2"])


@covers("IDG-18.6.3")
def test_the_home_of_the_legions() -> None:
    army = base("early_imperial_romans")
    assert home_terrains(replace(army, theatre="europe")) == ("pasture",)
    assert home_terrains(replace(army, theatre="africa_or_east")) == ("steppe",)
