"""The medieval lists: every restriction, on both sides of its limit. IDG-18.7 to 18.12."""

import pytest
from msgspec.structs import replace

from tests.games.idg.mustering import DATED, base, changed, force, of, points, reasons, said, unit
from walstatt.games.idg.army import General
from walstatt.games.idg.army_check import home_terrains
from walstatt.games.idg.lists import army_lists
from walstatt.workshop.covers import covers

# -- Anglo-Saxons --------------------------------------------------------------------------------


@covers("IDG-18.7.1")
def test_an_english_army_is_of_one_kingdom() -> None:
    army = changed(base("anglo_saxons", state="wessex"), 0, state="mercia")
    assert reasons(army) == ["IDG-18.7.1"]
    assert said(army) == ["All units are of the army's own state: Wessex."]


@covers("IDG-18.7.3")
def test_up_to_eight_elements_of_bodyguard() -> None:
    army = changed(base("anglo_saxons"), 0, elements=8, options=("bodyguard",))
    assert reasons(army) == []
    assert points(army) == 8 * 10 + 4 * 8 + 8 * 6
    assert reasons(changed(army, 0, elements=9)) == ["IDG-18.7.3"]
    split = changed(changed(army, 0, elements=5), 1, elements=4, options=("bodyguard",))
    assert reasons(split) == ["IDG-18.7.3"]


@covers("IDG-18.7.4")
@pytest.mark.parametrize(
    ("state", "most"), [("wessex", 8), ("mercia", 8), ("northumbria", 8), ("other", 12)]
)
def test_few_have_armour_before_700(state: str, most: int) -> None:
    army = base("anglo_saxons", state=state, year=699, general=General(unit=3))
    enough = changed(army, 0, elements={"armoured": most})
    assert reasons(enough, DATED) == []
    if most == 12:
        more = changed(changed(enough, 0, elements={"armoured": 11}), 1, elements={"armoured": 2})
    else:
        more = changed(enough, 0, elements={"armoured": most + 1})
    assert reasons(more, DATED) == ["IDG-18.7.4"]
    assert reasons(replace(more, year=700), DATED) == []
    assert reasons(more) == []
    led = replace(more, general=General(unit=1))
    assert reasons(led, DATED) == []  # the chief himself does not count


@covers("IDG-18.7.5", "IDG-A40")
def test_before_870_gesiths_may_replace_the_fyrd() -> None:
    army = of("anglo_saxons", *(unit("gesiths"),) * 4, year=869)
    assert reasons(army, DATED) == []
    assert reasons(replace(army, year=870), DATED) == ["IDG-3.1.6"]
    six = of("anglo_saxons", *(unit("gesiths"),) * 6, unit("fyrd"), year=869)
    assert reasons(six, DATED) == []
    assert reasons(replace(six, year=870), DATED) == ["IDG-3.1.6"] * 2
    three = of("anglo_saxons", *(unit("gesiths"),) * 3, unit("fyrd"), year=869)
    assert reasons(three, DATED) == ["IDG-3.1.6"]
    seven = of("anglo_saxons", *(unit("gesiths"),) * 7, year=869)
    assert reasons(seven, DATED) == ["IDG-3.1.6"] * 2


@covers("IDG-18.7.6")
def test_english_cavalry_is_northumbrian_and_before_700() -> None:
    army = base("anglo_saxons", unit("english_cavalry"), state="northumbria", year=699)
    assert reasons(army, DATED) == []
    assert reasons(replace(army, year=700), DATED) == ["IDG-18.7.6"]
    assert reasons(replace(army, state="mercia"), DATED) == ["IDG-18.7.6"]


@covers("IDG-18.7.8", "IDG-18.7.9")
def test_who_has_welshmen() -> None:
    def welsh(state: str, year: int, count: int, line: str = "welsh_foot") -> list[str]:
        army = base("anglo_saxons", *(unit(line, {"sword": 4}),) * count, state=state, year=year)
        return reasons(army, DATED)

    assert welsh("wessex", 600, 2) == []
    assert welsh("wessex", 600, 3) == ["IDG-18.7.8"]
    assert welsh("wessex", 700, 1) == ["IDG-18.7.8"]
    assert welsh("mercia", 626, 3) == []
    assert welsh("mercia", 700, 3) == []
    assert welsh("mercia", 625, 1) == ["IDG-18.7.9"]
    assert welsh("mercia", 701, 1) == ["IDG-18.7.9"]
    assert welsh("northumbria", 650, 1) == ["IDG-18.7.9"]
    riders = base("anglo_saxons", unit("welsh_cavalry", {"light": 4}), state="mercia", year=650)
    assert reasons(riders, DATED) == []
    assert reasons(changed(riders, 4, elements={"heavy": 4}), DATED) == []
    assert reasons(replace(riders, state="wessex"), DATED) == ["IDG-18.7.9"]
    assert reasons(replace(riders, year=625), DATED) == ["IDG-18.7.9"]


@covers("IDG-18.7.10")
def test_english_swordsmen_may_have_horses_and_the_welsh_may_not() -> None:
    army = changed(base("anglo_saxons"), 0, elements={"sword": 2, "sword + horses": 2})
    assert reasons(army) == []
    assert points(army) - points(base("anglo_saxons")) == 2 * 2
    assert force(army).bodies[0].elements[-1].profile.mounted_infantry
    welsh = base("anglo_saxons", unit("welsh_foot", 4, "horses"), state="mercia")
    assert reasons(welsh) == ["IDG-18.7.10"]
    assert reasons(changed(base("anglo_saxons"), 2, options=("horses",))) == ["IDG-18.7.10"]


@covers("IDG-18.7.11")
def test_the_home_of_the_english() -> None:
    assert home_terrains(base("anglo_saxons", state="northumbria")) == ("pasture", "mountains")
    assert home_terrains(base("anglo_saxons", state="wessex")) == ("pasture",)


@covers("IDG-18.7.12")
def test_ordinary_and_raw_fyrd_unit_by_unit() -> None:
    army = changed(base("anglo_saxons"), 3, elements={"raw": 4})
    assert reasons(army) == []
    assert points(base("anglo_saxons")) - points(army) == 4 * 2
    assert reasons(changed(army, 3, elements={"raw": 2, "spear": 2})) == ["IDG-1.4.3"]


def test_what_riders_of_some_lists_are_on_foot() -> None:
    found = {
        name: [(one.troop, one.lines, one.choices) for one in book.dismount]
        for name, book in army_lists().items()
        if book.dismount
    }
    assert found == {
        "anglo_saxons": [("heavy_cavalry", (), ("swordsmen",))],
        "first_crusade": [("heavy_cavalry", ("knights",), ("swordsmen",))],
        "late_sung": [("heavy_cavalry", (), ("swordsmen", "standard"))],
    }


# -- Vikings -------------------------------------------------------------------------------------


@covers("IDG-18.8.1")
def test_vikings_choose_between_tribal_and_impetuous_command() -> None:
    army = base("vikings")
    assert force(army).command == "tribal"
    assert force(replace(army, command="impetuous")).command == "impetuous"
    assert reasons(replace(army, command="impetuous")) == []
    assert reasons(replace(army, command="disciplined")) == ["IDG-2.1.1"]
    assert said(replace(army, command="disciplined")) == [
        "The army cannot be disciplined; possible: tribal, impetuous."
    ]


@covers("IDG-18.8.2", "IDG-18.8.3")
def test_a_quarter_of_the_swordsmen_may_be_armoured() -> None:
    army = changed(base("vikings"), 0, options=("armoured",))
    assert reasons(army) == []
    assert points(army) - points(base("vikings")) == 4 * 2
    mixed = changed(base("vikings"), 1, elements={"sword": 1, "sword + armoured": 4})
    assert reasons(mixed) == []
    assert reasons(changed(mixed, 1, elements={"sword + armoured": 5})) == ["IDG-18.8.2"]
    assert said(changed(mixed, 1, elements={"sword + armoured": 5})) == [
        "Armour: for at most 4 of 17 elements, not 5."
    ]


@covers("IDG-18.8.4")
def test_up_to_four_berserkers_without_armour() -> None:
    own = changed(base("vikings"), 0, options=("berserkers",))
    assert reasons(own) == []
    assert points(own) == points(base("vikings"))
    two = changed(changed(own, 0, elements=2), 1, elements={"sword + berserkers": 2})
    assert reasons(two) == []
    five = changed(own, 1, elements={"sword": 3, "sword + berserkers": 1})
    assert reasons(five) == ["IDG-18.8.4"]
    armoured = changed(own, 0, elements={"sword": 3, "sword + armoured": 1})
    assert reasons(armoured) == ["IDG-18.8.4"]


@covers("IDG-18.8.5")
def test_irish_fight_for_dublin_after_850() -> None:
    army = base("vikings", unit("irish"), state="dublin", year=851)
    assert reasons(army, DATED) == []
    assert reasons(replace(army, year=850), DATED) == ["IDG-18.8.5"]
    assert reasons(replace(army, state="other"), DATED) == ["IDG-18.8.5"]


@covers("IDG-18.8.6")
def test_all_but_the_irish_may_have_horses_after_850() -> None:
    army = base("vikings", unit("bowmen", 4, "horses"), unit("archers", 4, "horses"), year=851)
    army = changed(army, 0, options=("horses",))
    assert reasons(army, DATED) == []
    assert points(army) == 16 * 8 + 4 * 2 + 4 * 10 + 4 * 8
    assert reasons(replace(army, year=850), DATED) == ["IDG-18.8.6"] * 3
    irish = base("vikings", unit("irish", 4, "horses"), state="dublin")
    assert reasons(irish) == ["IDG-18.8.6"]


@covers("IDG-18.8.7")
def test_the_home_of_vikings() -> None:
    assert home_terrains(base("vikings")) == ("mountains", "coast")


# -- Seljuks -------------------------------------------------------------------------------------


@covers("IDG-18.9.2")
def test_one_unit_of_mamluks_is_elite() -> None:
    army = changed(base("seljuks", unit("ghulams")), 0, options=("mamluks",))
    assert reasons(army) == []
    army = replace(army, general=General(unit=2))
    assert points(army) == 4 * 19 + 12 * 11 + 4 * 17 + 26
    assert reasons(changed(army, 4, options=("mamluks",))) == ["IDG-18.9.2"]


@covers("IDG-18.9.3", "IDG-A37")
def test_agulani_after_1072_are_heavy_cavalry_or_cataphracts_for_14() -> None:
    for kind in ("rider", "cataphract"):
        army = base("seljuks", unit("agulani", {kind: 3}), year=1073)
        assert reasons(army, DATED) == []
        assert points(army) - points(base("seljuks")) == 3 * 14
        assert reasons(replace(army, year=1072), DATED) == ["IDG-18.9.3"]


def test_ghulams_shoot_well() -> None:
    ghulam = army_lists()["seljuks"].lines["ghulams"].troops["ghulam"]
    assert ghulam.special == ("ghulam_archery",)
    assert ghulam.points == 10 + 2 + 3 + 2


@covers("IDG-18.13.1")
def test_half_of_the_seljuk_skirmishers_may_have_bows() -> None:
    army = base("seljuks", unit("skirmishers", {"spear": 3, "bow": 3}))
    assert reasons(army) == []
    assert reasons(changed(army, 4, elements={"spear": 3, "bow": 4})) == ["IDG-18.13.1"]


# -- Crusaders -----------------------------------------------------------------------------------


@covers("IDG-2.1.1", "IDG-18.10.7")
def test_crusaders_are_tribal_before_1098_and_move_on_in_1099() -> None:
    army = base("first_crusade", year=1097)
    assert force(army).command == "tribal"
    assert force(replace(army, year=1098)).command == "organised"
    assert home_terrains(replace(army, year=1099)) == ("steppe", "coast")
    assert home_terrains(replace(army, year=1100)) == ("coast", "desert")
    undated = base("first_crusade", command="tribal")
    assert reasons(undated) == []
    assert force(undated).command == "tribal"


@covers("IDG-18.10.1", "IDG-A35")
def test_all_knights_are_wild_or_none() -> None:
    wild = unit("knights", 4, "frenzy")
    rest = base("first_crusade").units[2:]
    general = General(line="knights", options=("frenzy",))
    army = of("first_crusade", wild, wild, *rest, general=general)
    assert reasons(army) == []
    assert points(army) == 8 * 12 + 8 * 6 + 12 + 15
    assert reasons(changed(army, 1, options=())) == ["IDG-18.10.1"]
    assert reasons(replace(army, general=General(line="knights"))) == ["IDG-18.10.1"]
    profile = force(army).bodies[0].profile
    assert (profile.armour, profile.wild) == ("armoured", True)


@covers("IDG-18.10.2")
def test_knights_may_be_heavily_armoured() -> None:
    army = changed(base("first_crusade"), 0, elements={"knight": 3, "knight + heavily_armoured": 1})
    assert reasons(army) == []
    assert points(army) - points(base("first_crusade")) == 2


@covers("IDG-18.10.3")
def test_knights_on_foot_from_1097_to_1100() -> None:
    army = changed(base("first_crusade", general=General(unit=2)), 0, elements={"on_foot": 4})
    for year, legal in ((1096, False), (1097, True), (1100, True), (1101, False)):
        found = reasons(replace(army, year=year), DATED)
        assert found == ([] if legal else ["IDG-18.10.3"])
    heavy = changed(army, 1, options=("heavily_armoured",))
    assert reasons(heavy) == ["IDG-18.10.3"]
    wild = changed(army, 1, options=("frenzy",))
    assert reasons(wild) == []
    assert points(army) == points(base("first_crusade", general=General(unit=2)))


@covers("IDG-18.10.3", "IDG-18.13.4")
def test_a_general_in_heavy_armour_leads_no_knights_on_foot() -> None:
    heavy = General(line="knights", options=("heavily_armoured",))
    mounted = base("first_crusade", general=heavy)
    assert reasons(mounted) == []
    assert reasons(changed(mounted, 0, elements={"on_foot": 4})) == ["IDG-18.10.3"]
    on_foot = replace(mounted, general=General(line="knights", troop="on_foot"))
    assert reasons(on_foot) == []
    assert reasons(changed(on_foot, 0, options=("heavily_armoured",))) == ["IDG-18.10.3"]


@covers("IDG-18.10.5", "IDG-18.13.1")
def test_crossbowmen_in_mixed_or_separate_units_up_to_half() -> None:
    separate = changed(base("first_crusade"), 2, elements={"crossbow": 4})
    mixed = changed(base("first_crusade"), 2, elements={"crossbow": 2, "spear": 2})
    assert reasons(separate) == reasons(mixed) == []
    assert reasons(changed(separate, 2, elements={"crossbow": 5})) == ["IDG-18.13.1"]


@covers("IDG-18.10.6")
def test_half_of_the_frankish_foot_may_be_armoured() -> None:
    army = changed(base("first_crusade"), 2, options=("armoured",))
    assert reasons(army) == []
    assert points(army) - points(base("first_crusade")) == 4 * 2
    assert reasons(changed(army, 3, elements={"spear": 3, "spear + armoured": 1})) == [
        "IDG-18.10.6"
    ]


# -- Mongols -------------------------------------------------------------------------------------


@covers("IDG-18.11.2", "IDG-18.11.3", "IDG-18.11.4")
def test_light_and_heavy_mongols_are_equally_many_in_units_of_their_own() -> None:
    army = base("mongols")
    for at in range(3):
        army = changed(army, at, elements={"heavy": 4})
    assert reasons(army) == []
    half = base("mongols", unit("mongols", {"light": 4}))
    half = changed(changed(half, 0, elements={"heavy": 4}), 1, elements={"heavy": 4})
    assert reasons(half) == []
    assert points(half) == 8 * 16 + 8 * 14 + 4 * 11 + 46
    assert reasons(changed(half, 0, elements={"heavy": 5})) == ["IDG-18.11.3"]
    mixed = changed(base("mongols"), 0, elements={"light": 2, "heavy": 2})
    assert set(reasons(mixed)) == {"IDG-1.4.3", "IDG-18.11.3"}


@covers("IDG-18.11.5")
def test_when_the_subjects_of_the_mongols_came() -> None:
    for line in ("uighur_spearmen", "uighur_archers"):
        army = base("mongols", unit(line), year=1209)
        assert reasons(army, DATED) == []
        assert reasons(replace(army, year=1208), DATED) == ["IDG-18.11.5"]
    for origin, year in (("khitan", 1211), ("jurchen", 1215), ("georgian", 1239)):
        army = base("mongols", unit("subject_cavalry", 3, origin=origin), year=year)
        assert reasons(army, DATED) == []
        assert reasons(replace(army, year=year - 1), DATED) == ["IDG-18.11.5"]
    unnamed = base("mongols", unit("subject_cavalry", 3), year=1211)
    assert reasons(unnamed, DATED) == []
    assert reasons(replace(unnamed, year=1210), DATED) == ["IDG-18.11.5"]


# -- Sung ----------------------------------------------------------------------------------------


@covers("IDG-18.12.1")
def test_half_of_the_chinese_warriors_may_be_armoured() -> None:
    army = changed(base("late_sung"), 0, options=("armoured",))
    assert reasons(army) == []
    assert points(army) - points(base("late_sung")) == 4 * 2 * 1 + 2  # the general is one of them
    assert reasons(changed(army, 1, elements={"spear": 3, "spear + armoured": 1})) == [
        "IDG-18.12.1"
    ]


@covers("IDG-18.12.2", "IDG-18.12.3", "IDG-18.12.4")
@pytest.mark.parametrize(
    ("upgrade", "cost", "cited", "whole"),
    [
        ("swordsmen", 2, "IDG-18.12.2", "IDG-18.12.2"),
        ("crossbowmen", 3, "IDG-18.12.3", "IDG-18.12.4"),
    ],
)
def test_two_units_of_swordsmen_and_two_of_crossbowmen(
    upgrade: str, cost: int, cited: str, whole: str
) -> None:
    better = unit("warriors", 4, upgrade)
    plain = base("late_sung", general=General(unit=3))
    army = replace(plain, units=(*plain.units, better, better))
    assert reasons(army) == []
    assert points(army) - points(plain) == 8 * (4 + cost)
    three = replace(army, units=(*army.units, better))
    assert reasons(three) == [cited]
    mixed = changed(army, 4, options=(), elements={"spear": 2, f"spear + {upgrade}": 2})
    assert reasons(mixed) == [whole]


@covers("IDG-18.12.5")
def test_one_unit_of_swordsmen_may_be_wild_and_ordinary() -> None:
    wild = unit("warriors", 4, "swordsmen", "sheng_chuan")
    army = base("late_sung", wild, general=General(unit=3))
    assert reasons(army) == []
    profile = force(army).bodies[4].profile
    assert (profile.quality, profile.wild, profile.subtypes) == ("ordinary", True, ("swordsmen",))
    assert points(army) == 8 * 4 + 8 * 6 + 4 * 8 + 21
    assert reasons(changed(army, 4, options=("sheng_chuan",))) == ["IDG-18.12.5"]
    two = replace(army, units=(*army.units, wild))
    assert reasons(two) == ["IDG-18.12.5"]


@covers("IDG-18.12.7")
def test_tung_shih_from_1235() -> None:
    for kind, price in (("light", 13), ("heavy", 15)):
        army = base("late_sung", unit("tung_shih", {kind: 3}), year=1235)
        assert reasons(army, DATED) == []
        assert points(army) - points(base("late_sung")) == 3 * price
        assert reasons(replace(army, year=1234), DATED) == ["IDG-18.12.7"]


@covers("IDG-18.12.8")
def test_a_general_with_heavy_cavalry_or_wild_warriors_makes_the_army_tribal() -> None:
    wild = unit("warriors", 4, "swordsmen", "sheng_chuan")
    army = base("late_sung", unit("heavy_cavalry"), wild, unit("tung_shih", {"heavy": 3}))
    commands = {at: force(replace(army, general=General(unit=at))).command for at in range(1, 8)}
    assert [at for at, one in commands.items() if one == "tribal"] == [5, 6, 7]
    riding = replace(army, general=General(unit=5))
    assert points(riding) == points(replace(army, general=None))
    assert len(force(riding).bodies[4].everybody) == 4
    alone = replace(army, general=General(line="heavy_cavalry"))
    assert points(alone) - points(riding) == 12 + 15


@covers("IDG-18.12.10", "IDG-18.12.36")
def test_rockets_after_1250_are_a_detachment_of_two_for_12() -> None:
    army = base("late_sung", unit("rockets", 2), year=1251)
    assert reasons(army, DATED) == []
    assert points(army) - points(base("late_sung")) == 12
    assert len(force(army).bodies) == 5
    assert reasons(replace(army, year=1250), DATED) == ["IDG-18.12.10"]
    assert reasons(changed(army, 4, elements=3), DATED) == ["IDG-18.12.10"]
    assert reasons(base("late_sung", *(unit("rockets", 2),) * 2)) == ["IDG-18.12.10"]
    with_them = replace(army, general=General(unit=5, line="spear_skirmishers"))
    assert reasons(with_them, DATED) == ["IDG-1.4.2"]


@covers("IDG-18.12.13", "IDG-18.12.36", "IDG-A41")
def test_two_fire_lances_for_8_each_on_their_own_or_among_spears() -> None:
    own = base("late_sung", unit("fire_lances", 2))
    assert reasons(own) == []
    assert points(own) - points(base("late_sung")) == 16
    among = base("late_sung", unit("spear_skirmishers", {"spear": 4, "fire_lances.fire_lance": 2}))
    assert reasons(among) == []
    assert points(among) - points(base("late_sung")) == 4 * 4 + 16
    three = changed(among, 4, elements={"spear": 4, "fire_lances.fire_lance": 3})
    assert reasons(three) == ["IDG-18.12.13"]
    both = base(
        "late_sung",
        unit("fire_lances", 2),
        unit("spear_skirmishers", {"spear": 4, "fire_lances.fire_lance": 1}),
    )
    assert reasons(both) == ["IDG-18.12.13"]
    archers = changed(base("late_sung"), 2, elements={"bow": 4, "fire_lances.fire_lance": 1})
    assert reasons(archers) == ["IDG-3.1.6"]
    assert reasons(base("late_sung", unit("fire_lances", 1))) == ["IDG-18.12.13"]


@covers("IDG-18.12.25", "IDG-18.12.36")
def test_up_to_two_fire_oxen_for_20_each_are_units() -> None:
    army = base("late_sung", unit("fire_oxen", 1), unit("fire_oxen", 1))
    assert reasons(army) == []
    assert points(army) - points(base("late_sung")) == 40
    assert len(force(army).bodies) == 6
    profile = force(army).bodies[4].profile
    assert (profile.troop, profile.armour, profile.special) == (
        "heavy_cavalry",
        "armoured",
        ("fire_ox",),
    )
    three = replace(army, units=(*army.units, unit("fire_oxen", 1)))
    assert reasons(three) == ["IDG-18.12.25"]
