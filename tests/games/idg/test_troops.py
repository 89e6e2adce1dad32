"""Troops: what there can be, what it is, and the base it stands on."""

import pytest
from msgspec.structs import replace

from tests.games.idg.speaking import rules_in
from walstatt.boards.pose import Base
from walstatt.games.idg.army_words import army_catalogue
from walstatt.games.idg.troops import (
    Profile,
    TroopClass,
    base_of,
    category_of,
    class_info,
    in_words,
    missile_of,
    troop_file,
    troop_flaws,
)
from walstatt.workshop.covers import covers


def flaws(troop: TroopClass, **fields: object) -> list[str]:
    return rules_in(troop_flaws(replace(Profile(troop=troop), **fields)))


# -- bases ---------------------------------------------------------------------------------------


@covers("IDG-1.2.2")
def test_all_elements_have_a_frontage_of_60_mm() -> None:
    assert {base_of(name).width for name in troop_file().classes} == {600}
    assert round(600 / 254, 2) == 2.36


@covers("IDG-1.2.3", "IDG-17.1.4")
def test_the_depth_of_a_base_depends_on_the_class() -> None:
    depths = {name: base_of(name).depth for name in troop_file().classes}
    assert depths == {
        **dict.fromkeys(("warrior", "skirmisher"), 300),
        **dict.fromkeys(("light_cavalry", "heavy_cavalry", "cataphract"), 500),
        **dict.fromkeys(("light_chariot", "heavy_chariot", "elephant", "artillery"), 600),
        "baggage": 600,
        "wagon": 1200,
    }
    assert base_of(Profile(troop="elephant", kind="indian")) == Base(600, 600)


@covers("IDG-1.2.4")
def test_small_figures_have_bases_in_their_own_proportions() -> None:
    # 40 mm wide, 20, 30 or 40 mm deep, measured in two thirds of an inch.
    small = {name: base_of(name, small=True) for name in ("warrior", "heavy_cavalry", "elephant")}
    assert small == {
        "warrior": Base(600, 300),
        "heavy_cavalry": Base(600, 450),
        "elephant": Base(600, 600),
    }


# -- classes -------------------------------------------------------------------------------------


@covers("IDG-1.6.1", "IDG-1.6.2")
def test_foot_and_mounted_troops() -> None:
    found = {name: category_of(Profile(troop=name)) for name in troop_file().classes}
    assert [name for name, one in found.items() if one == "foot"] == ["warrior", "skirmisher"]
    assert [name for name, one in found.items() if one == "mounted"] == [
        "light_cavalry",
        "heavy_cavalry",
        "cataphract",
        "light_chariot",
        "heavy_chariot",
        "elephant",
    ]
    charging = [name for name, one in troop_file().classes.items() if one.charges]
    assert charging == ["warrior", "heavy_cavalry", "cataphract", "heavy_chariot", "elephant"]


@covers("IDG-1.6.3")
def test_sub_types_are_for_warriors_who_may_have_several() -> None:
    assert flaws(troop="warrior", subtypes=("swordsmen", "pikemen")) == []
    assert flaws(troop="warrior") == []
    assert flaws(troop="skirmisher", subtypes=("swordsmen",)) == ["IDG-1.6.3"]
    assert flaws(troop="heavy_cavalry", subtypes=("pikemen",)) == ["IDG-1.6.3"]


@covers("IDG-1.6.4")
def test_warriors_with_bow_or_crossbow_are_bowmen() -> None:
    for weapon in ("bow", "crossbow"):
        assert flaws(troop="warrior", weapon=weapon, subtypes=("bowmen",)) == []
        assert flaws(troop="warrior", weapon=weapon) == ["IDG-1.6.4"]
    assert flaws(troop="warrior", subtypes=("bowmen",)) == ["IDG-1.6.4"]


@covers("IDG-1.6.5")
def test_cataphracts_shoot_with_nothing() -> None:
    assert missile_of(Profile(troop="cataphract")) is None
    assert flaws(troop="cataphract", weapon="bow") == ["IDG-1.6.5"]


@covers("IDG-1.6.6", "IDG-1.6.7", "IDG-18.12.11")
def test_who_shoots_with_what() -> None:
    assert Profile(troop="warrior").missile is None
    assert Profile(troop="warrior", weapon="bow", subtypes=("bowmen",)).missile == "bow"
    assert Profile(troop="skirmisher").missile == "spear"
    assert Profile(troop="light_cavalry").missile == "spear"
    assert Profile(troop="skirmisher", weapon="sling").missile == "sling"
    assert Profile(troop="elephant", kind="african").missile == "spear"
    assert Profile(troop="skirmisher", special=("rocket",)).missile is None
    assert Profile(troop="baggage").missile is None


@pytest.mark.parametrize("troop", ["warrior", "light_cavalry", "elephant"])
def test_slings_are_for_skirmishers(troop: TroopClass) -> None:
    assert "IDG-1.8.2" in flaws(troop=troop, weapon="sling", kind="african" * (troop == "elephant"))
    assert flaws(troop="skirmisher", weapon="sling") == []


@covers("IDG-1.6.9")
def test_camels_are_for_cavalry_and_for_foot_that_rides() -> None:
    for troop in ("light_cavalry", "heavy_cavalry", "cataphract"):
        assert flaws(troop=troop, camel=True) == []
    assert flaws(troop="warrior", camel=True, mounted_infantry=True) == []
    assert flaws(troop="warrior", camel=True) == ["IDG-1.6.9"]
    assert flaws(troop="light_chariot", camel=True) == ["IDG-1.6.9"]


@covers("IDG-14.3.1")
def test_horses_to_ride_to_battle_are_for_warriors_and_skirmishers() -> None:
    assert flaws(troop="warrior", mounted_infantry=True) == []
    assert flaws(troop="skirmisher", mounted_infantry=True) == []
    assert flaws(troop="heavy_cavalry", mounted_infantry=True) == ["IDG-14.3.1"]


# -- quality and armour --------------------------------------------------------------------------


@covers("IDG-1.7.1", "IDG-1.7.2", "IDG-1.7.3")
def test_nothing_said_means_ordinary_unarmoured_and_not_wild() -> None:
    plain = Profile(troop="warrior")
    assert (plain.quality, plain.armour, plain.wild, plain.weapon) == (
        "ordinary",
        "none",
        False,
        "spear",
    )
    for quality in ("elite", "ordinary", "raw"):
        assert flaws(troop="warrior", quality=quality, wild=True) == []


@covers("IDG-1.7.4")
def test_elephants_are_ordinary_and_unarmoured() -> None:
    assert flaws(troop="elephant", kind="indian") == []
    assert flaws(troop="elephant", kind="indian", armour="armoured") == ["IDG-1.7.4"]
    assert flaws(troop="elephant", kind="indian", quality="elite") == ["IDG-1.7.4"]
    assert flaws(troop="elephant", kind="indian", quality="raw") == ["IDG-1.7.4"]


@covers("IDG-1.7.5")
def test_artillery_is_ordinary_and_unarmoured() -> None:
    light = {"kind": "light_artillery", "weapon": "artillery"}
    assert flaws("artillery", **light) == []
    better = flaws("artillery", **light, armour="armoured", quality="elite")
    assert better == ["IDG-1.7.5", "IDG-1.7.5"]


@covers("IDG-1.7.6")
def test_elephants_are_indian_or_african() -> None:
    assert flaws(troop="elephant", kind="african") == []
    assert flaws(troop="elephant") == ["IDG-1.7.6"]
    assert flaws(troop="elephant", kind="light_artillery") == ["IDG-1.7.6"]
    assert flaws(troop="warrior", kind="indian") == ["IDG-1.7.6"]


def test_cataphracts_and_heavy_chariots_need_no_more_armour() -> None:
    assert flaws(troop="cataphract", armour="armoured") == ["IDG-1.8.2"]
    assert flaws(troop="heavy_chariot", armour="armoured") == ["IDG-1.8.2"]
    assert class_info(Profile(troop="light_chariot")).armour


# -- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("profile", "english", "german"),
    [
        (Profile(troop="warrior"), "warriors", "Krieger"),
        (
            Profile(
                troop="warrior",
                quality="elite",
                armour="armoured",
                subtypes=("swordsmen",),
                special=("pila",),
            ),
            "warriors, elite, armoured, swordsmen, pila",
            "Krieger, Elite, gerüstet, Schwertkämpfer, Pila",
        ),
        (
            Profile(troop="warrior", weapon="bow", subtypes=("bowmen",), mounted_infantry=True),
            "warriors, bowmen, with horses",
            "Krieger, Bogenschützen, mit Pferden",
        ),
        (
            Profile(troop="skirmisher", quality="raw", weapon="crossbow"),
            "skirmishers, raw, crossbows",
            "Plänkler, unerfahren, Armbrüste",
        ),
        (
            Profile(troop="heavy_cavalry", wild=True, camel=True),
            "heavy cavalry, wild, on camels",
            "schwere Reiterei, wild, auf Kamelen",
        ),
        (Profile(troop="elephant", kind="indian"), "Indian elephant", "indischer Elefant"),
    ],
)
def test_troops_in_words(profile: Profile, english: str, german: str) -> None:
    words = army_catalogue()
    assert words.text(in_words(profile), "en") == english
    assert words.text(in_words(profile), "de") == german
