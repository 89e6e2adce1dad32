"""What an element costs, line by line."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.idg.mustering import PLAIN
from walstatt.games.idg.army_words import army_catalogue
from walstatt.games.idg.lists import army_lists
from walstatt.games.idg.muster import element_of
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.prices import (
    ARMY_POINTS,
    POINTS,
    UNIT_POINTS,
    ElementPrice,
    element_points,
    element_price,
    equipment_line,
    formula_points,
)
from walstatt.games.idg.troops import CommandType, Profile, Quality, TroopClass, troop_file
from walstatt.i18n.catalogue import LANGUAGES
from walstatt.kernel.ledger import CONTRIBUTORS
from walstatt.workshop.covers import covers

FORMULA = IdgOptions(var_list_points="formula")


def explained(profile: Profile, options: IdgOptions = PLAIN, **more: object) -> list[str]:
    return element_price(replace(ElementPrice(profile), **more), options).explain()


# -- the tables ----------------------------------------------------------------------------------


@covers("IDG-1.8.2")
@pytest.mark.parametrize(
    ("troop", "prices"),
    [
        ("warrior", (8, 6, 4)),
        ("skirmisher", (8, 4, 2)),
        ("light_cavalry", (10, 8, 6)),
        ("light_chariot", (10, 8, 6)),
        ("heavy_cavalry", (12, 10, 8)),
        ("cataphract", (16, 14, 12)),
        ("heavy_chariot", (16, 14, 12)),
    ],
)
def test_the_base_by_class_and_quality(troop: TroopClass, prices: tuple[int, ...]) -> None:
    qualities: tuple[Quality, ...] = ("elite", "ordinary", "raw")
    found = tuple(formula_points(Profile(troop=troop, quality=one)) for one in qualities)
    assert found == prices


@covers("IDG-1.8.2", "IDG-1.7.6")
def test_elephants_and_artillery_cost_by_kind() -> None:
    assert formula_points(Profile(troop="elephant", kind="indian")) == 25
    assert formula_points(Profile(troop="elephant", kind="african")) == 22
    assert formula_points(Profile(troop="elephant", kind="african", weapon="bow")) == 25
    light = Profile(troop="artillery", kind="light_artillery", weapon="artillery")
    heavy = Profile(troop="artillery", kind="heavy_siege_engine", weapon="artillery")
    assert (formula_points(light), formula_points(heavy)) == (20, 30)


@covers("IDG-1.8.2")
@pytest.mark.parametrize(
    ("extra", "more"),
    [
        ({"troop": "warrior", "weapon": "crossbow", "subtypes": ("bowmen",)}, 3),
        ({"troop": "warrior", "weapon": "bow", "subtypes": ("bowmen",)}, 2),
        ({"troop": "warrior", "subtypes": ("swordsmen",)}, 2),
        ({"troop": "skirmisher", "weapon": "sling"}, 2),
        ({"troop": "skirmisher", "weapon": "bow"}, 2),
        ({"troop": "skirmisher", "weapon": "crossbow"}, 3),
        ({"troop": "warrior", "mounted_infantry": True}, 2),
        ({"troop": "skirmisher", "mounted_infantry": True, "camel": True}, 2),
        ({"troop": "light_chariot", "armour": "armoured"}, 2),
        ({"troop": "skirmisher", "armour": "heavily_armoured"}, 4),
        ({"troop": "light_cavalry", "weapon": "bow"}, 3),
        ({"troop": "heavy_chariot", "weapon": "bow"}, 3),
        ({"troop": "heavy_cavalry", "weapon": "crossbow"}, 4),
    ],
)
def test_extras(extra: dict[str, Any], more: int) -> None:
    plain = Profile(troop=extra["troop"])
    assert formula_points(Profile(**extra)) - formula_points(plain) == more


@covers("IDG-1.8.3", "IDG-1.8.4")
def test_pikes_and_wildness_cost_nothing_and_say_so() -> None:
    pikes = Profile(troop="warrior", subtypes=("pikemen",))
    wild = Profile(troop="warrior", wild=True)
    assert explained(profile=pikes) == ["+6 IDG-1.8.2", "+0 IDG-1.8.3"]
    assert explained(profile=wild) == ["+6 IDG-1.8.2", "+0 IDG-1.8.4"]


# -- worked examples -----------------------------------------------------------------------------


@covers("IDG-1.8.2")
def test_example_1_an_armoured_warrior_costs_8() -> None:
    hoplite = Profile(troop="warrior", armour="armoured")
    assert explained(profile=hoplite) == ["+6 IDG-1.8.2", "+2 IDG-1.8.2"]
    assert formula_points(hoplite) == 8
    assert army_lists()["classical_greeks"].lines["hoplites"].troops["hoplite"].points == 8


@covers("IDG-1.8.2", "IDG-1.8.5", "IDG-18.6.6")
def test_example_2_a_legionary_costs_13_one_of_them_for_pila() -> None:
    book = army_lists()["early_imperial_romans"]
    legionary = element_of(book, "legionaries", "legionary", (), PLAIN)
    assert legionary.printed == 13
    assert explained(profile=legionary.profile, printed=13) == [
        "+8 IDG-1.8.2",
        "+2 IDG-1.8.2",
        "+2 IDG-1.8.2",
        "+1 IDG-18.4.9",
    ]
    plain = Profile(troop="warrior", quality="elite", armour="armoured", subtypes=("swordsmen",))
    assert formula_points(plain) == 12


@covers("IDG-1.8.2")
def test_example_3_armoured_heavy_cavalry_with_bow_costs_15() -> None:
    assert formula_points(Profile(troop="heavy_cavalry", armour="armoured", weapon="bow")) == 15


@covers("IDG-1.8.2", "IDG-18.10.3")
def test_example_4_heavily_armoured_swordsmen_cost_12() -> None:
    knight = Profile(troop="warrior", armour="heavily_armoured", subtypes=("swordsmen",))
    assert formula_points(knight) == 12
    assert army_lists()["first_crusade"].lines["knights"].troops["on_foot"].points == 12


@covers("IDG-1.8.2")
def test_example_5_skirmishers_with_crossbow_bow_and_sling() -> None:
    assert formula_points(Profile(troop="skirmisher", weapon="crossbow")) == 7
    assert formula_points(Profile(troop="skirmisher", weapon="bow")) == 6
    assert formula_points(Profile(troop="skirmisher", weapon="sling")) == 6
    assert formula_points(Profile(troop="skirmisher", weapon="bow", quality="raw")) == 4


# -- generals ------------------------------------------------------------------------------------


@covers("IDG-2.3.6", "IDG-2.2.2")
@pytest.mark.parametrize(
    ("command", "more"), [("tribal", 0), ("organised", 15), ("disciplined", 30), ("impetuous", 30)]
)
def test_what_a_general_costs_beyond_his_element(command: CommandType, more: int) -> None:
    rider = Profile(troop="heavy_cavalry")
    query = ElementPrice(rider, 10, command)
    assert element_points(query, PLAIN) == 10 + more


@covers("IDG-2.4.1")
def test_an_exceptional_general_costs_25_more() -> None:
    rider = Profile(troop="heavy_cavalry", quality="elite", armour="armoured")
    found = explained(profile=rider, printed=14, general="disciplined", exceptional=True)
    assert found == ["+12 IDG-1.8.2", "+2 IDG-1.8.2", "+30 IDG-2.3.6", "+25 IDG-2.4.1"]


# -- printed prices ------------------------------------------------------------------------------


@covers("IDG-1.8.5", "IDG-A34", "IDG-A36", "IDG-A37")
def test_printed_prices_differ_from_the_formula_only_where_it_is_known() -> None:
    differing = {}
    for name, book in army_lists().items():
        for line, one in book.lines.items():
            for kind, troop in one.troops.items():
                formula = formula_points(troop.profile(PLAIN))
                if formula != troop.points:
                    differing[name, line, kind] = (troop.points, formula)
    assert differing == {
        ("early_achaemenid_persians", "indian_chariots", "chariot"): (16, 17),
        ("mongols", "subject_cavalry", "rider"): (16, 15),
        ("mongols", "turks", "rider"): (11, 12),
    }


@covers("IDG-1.8.5", "IDG-A34")
@pytest.mark.parametrize(
    ("list_id", "line", "troop", "upgrade", "printed", "formula"),
    [
        ("early_achaemenid_persians", "indian_chariots", "chariot", "", 16, 17),
        ("early_germans", "sarmatians", "rider", "heavily_armoured", 19, 17),
        ("early_germans", "warriors", "warrior", "chatti", 10, 8),
        ("early_imperial_romans", "legionaries", "legionary", "civil_war", 11, 9),
        ("early_imperial_romans", "auxiliary_foot", "auxiliary", "civil_war", 8, 8),
        ("romans_punic_wars", "triarii", "spear", "slaves", 6, 6),
        ("romans_punic_wars", "hastati", "sword", "slaves", 7, 7),
    ],
)
def test_the_list_is_followed_unless_the_formula_is_agreed_on(
    list_id: str, line: str, troop: str, upgrade: str, printed: int, formula: int
) -> None:
    upgrades = (upgrade,) if upgrade else ()
    element = element_of(army_lists()[list_id], line, troop, upgrades, PLAIN)
    assert element_points(element.price, PLAIN) == printed
    assert element_points(element.price, FORMULA) == formula
    struck = f"={printed} IDG-1.8.5" in element_price(element.price, PLAIN).explain()
    assert struck == (printed != formula)


@covers("IDG-A36")
def test_who_shoots_like_mongols_is_read_in_two_ways() -> None:
    book = army_lists()["mongols"]
    points = IdgOptions(var_mongol_bonus_lines="points")
    specials = {
        (line, reading.var_mongol_bonus_lines): element_of(
            book, line, next(iter(book.lines[line].troops)), (), reading
        ).profile.special
        for line in ("mongols", "keshik", "turks", "subject_cavalry")
        for reading in (PLAIN, points)
    }
    archers = {key for key, special in specials.items() if special == ("mongol_archery",)}
    assert archers == {
        *((line, reading) for line in ("mongols", "keshik") for reading in ("text", "points")),
        ("turks", "text"),
        ("subject_cavalry", "points"),
    }


# -- equipment -----------------------------------------------------------------------------------


@covers(
    "IDG-16.1.2",
    "IDG-16.1.3",
    "IDG-5.6.11",
    "IDG-16.3.1",
    "IDG-16.4.1",
    "IDG-17.1.4",
    "IDG-17.3.2",
    "IDG-18.12.18",
    "IDG-18.12.22",
)
def test_what_equipment_costs() -> None:
    assert {name: equipment_line(name, 3).value for name in troop_file().equipment} == {
        "walls": 30,
        "ramparts": 30,
        "towers": 75,
        "breaches": 45,
        "siege_towers": 150,
        "ladders": 3,
        "wagons": 45,
        "ships": 150,
        "flamethrowers": 75,
        "bombs": 9,
    }


def test_every_line_of_a_price_can_be_said() -> None:
    known = army_catalogue()
    for quantity in (POINTS, UNIT_POINTS, ARMY_POINTS):
        for language in LANGUAGES:
            assert f"{quantity.id}.name" in known.ids(language)
    for one in CONTRIBUTORS[POINTS.id]:
        assert one.message in known.ids("en") or one.message == "idg.points.special"
