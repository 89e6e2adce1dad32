from collections import Counter
from itertools import product

import pytest

from walstatt.games.ccn.board import BOARD, SECTIONS_OF
from walstatt.games.ccn.content import (
    FOLDER,
    Nation,
    ScenarioFile,
    card_types,
    ccn_content,
    full_deck,
    scenario_files,
    terrains,
    troop_file,
    troops,
)
from walstatt.games.ccn.content_check import problems
from walstatt.i18n.catalogue import LANGUAGES, Catalogue
from walstatt.workshop.covers import covers

BOOKLET = {name: one for name, one in scenario_files().items() if one.set == "booklet"}

# -- the box -------------------------------------------------------------------------------------


def test_nothing_is_wrong_with_the_content() -> None:
    assert problems(FOLDER) == []


@covers("CCN-1.5.1", "CCN-17.1.1")
def test_the_deck_has_48_section_cards_and_22_tactics_cards() -> None:
    deck = full_deck()
    assert len(deck) == 70
    assert Counter(card_types()[name].kind for name in deck) == {"section": 48, "tactic": 22}
    assert [deck.count(name) for name in ("probe_center", "cavalry_charge", "elan")] == [6, 3, 1]


@covers("CCN-1.5.5")
def test_the_units_of_the_box_use_every_block_that_is_not_spare() -> None:
    nations = troop_file().nations
    british = nations["british"].units
    assert [british[code].box * british[code].blocks for code in ("LN", "LT", "RL")] == [36, 10, 6]
    blocks: Counter[str] = Counter()
    for card in nations.values():
        for code, values in card.units.items():
            blocks[troop_file().types[code].arm] += values.box * values.blocks
    assert blocks == {"infantry": 180, "cavalry": 77, "artillery": 30}
    assert sum(card.leaders for card in nations.values()) == 20


@covers("CCN-19.1")
@pytest.mark.parametrize(
    ("nation", "blocks"),
    [
        ("french", "LN4 LT4 GR4 OG4 YG4 MI4 LC4 HC4 CHC4 GHC4 FA3 HA3 GFA3"),
        ("british", "LN4 LT5 RL3 GG5 GR4 LC3 HC3 GHC3 FA3 HA3"),
        ("portuguese", "LN4 LT5 LC3 FA3"),
    ],
)
def test_a_unit_has_as_many_blocks_as_its_national_card_says(nation: str, blocks: str) -> None:
    found = [one for one in troops().values() if one.nation == nation]
    assert " ".join(f"{one.type}{one.blocks}" for one in found) == blocks


# -- the battles ---------------------------------------------------------------------------------


@covers("CCN-20.1")
def test_fifteen_battles_from_rolica_to_waterloo_in_order_of_date() -> None:
    ordered = sorted(BOOKLET.values(), key=lambda one: int(one.number))
    assert [one.number for one in ordered] == [str(number) for number in range(1, 16)]
    dates = [one.date for one in ordered]
    assert dates == sorted(dates)
    assert (dates[0], dates[-1]) == ("1808-08-17", "1815-06-18")
    others = {name: one.set for name, one in scenario_files().items() if name not in BOOKLET}
    assert others == {
        "barrosa": "extra",
        "fuentes_de_onoro": "extra",
        "empty": "own",
        "manoeuvres": "own",
    }


@covers("CCN-20.1")
@pytest.mark.parametrize("name", BOOKLET)
def test_the_french_fight_the_british_and_their_allies(name: str) -> None:
    fighting: dict[str, set[Nation]] = {"french": set(), "allied": set()}
    for force in BOOKLET[name].units:
        fighting[force.side].add(force.nation)
    assert fighting["french"] == {"french"}
    assert {"british"} <= fighting["allied"] <= {"british", "portuguese"}


NOTES = {
    # French cards, Allied cards, who moves first, banners that win
    "rolica_1": (5, 6, "allied", 5),
    "rolica_2": (5, 6, "allied", 5),
    "vimiero": (5, 6, "french", 6),
    "corunna": (5, 5, "french", 6),
    "talavera": (5, 6, "french", 7),
    "river_coa": (4, 4, "allied", 6),
    "bussaco_reynier": (5, 5, "french", 6),
    "bussaco_ney": (5, 5, "french", 6),
    "redinha": (5, 6, "allied", 6),
    "salamanca_left": (5, 6, "french", 6),
    "salamanca_right": (5, 6, "allied", 6),
    "vitoria": (4, 6, "allied", 7),
    "sorauren": (5, 5, "french", 6),
    "quatre_bras": (5, 5, "french", 9),
    "waterloo": (6, 6, "french", 8),
}


@covers("CCN-20.2")
@pytest.mark.parametrize(("name", "notes"), NOTES.items())
def test_the_battle_notes(name: str, notes: tuple[int, int, str, int]) -> None:
    file = BOOKLET[name]
    assert (file.top.cards, file.bottom.cards, file.first, file.top.banners) == notes
    assert file.bottom.banners == file.top.banners
    assert "" not in {file.top.commander, file.bottom.commander}


STRENGTHS = {
    # French units and leaders, Allied units and leaders, tiles
    "rolica_1": (9, 2, 14, 3, 38),
    "rolica_2": (9, 2, 14, 4, 35),
    "vimiero": (16, 3, 17, 3, 31),
    "corunna": (15, 3, 12, 3, 44),
    "talavera": (17, 4, 14, 4, 32),
    "river_coa": (15, 3, 13, 3, 22),
    "bussaco_reynier": (16, 4, 14, 3, 39),
    "bussaco_ney": (17, 4, 16, 3, 39),
    "redinha": (14, 3, 18, 4, 37),
    "salamanca_left": (15, 3, 16, 4, 31),
    "salamanca_right": (14, 2, 17, 3, 35),
    "vitoria": (17, 3, 18, 4, 30),
    "sorauren": (17, 3, 14, 3, 36),
    "quatre_bras": (18, 4, 20, 3, 32),
    "waterloo": (23, 5, 25, 5, 22),  # a second brigade of guards: with one the French won 28 of 39
    "barrosa": (13, 3, 13, 3, 21),
    "fuentes_de_onoro": (19, 4, 19, 4, 28),
    "manoeuvres": (12, 3, 12, 3, 27),
    "empty": (0, 0, 0, 0, 0),
}


def units(file: ScenarioFile, side: str) -> list[str]:
    return [label for force in file.units if force.side == side for label in force.at]


@covers("CCN-20.2")
@pytest.mark.parametrize(("name", "numbers"), STRENGTHS.items())
def test_so_many_units_leaders_and_tiles(name: str, numbers: tuple[int, ...]) -> None:
    file = scenario_files()[name]
    found: list[int] = []
    for side in ("french", "allied"):
        found += [len(units(file, side)), sum(one.side == side for one in file.leaders)]
    tiles = sum(map(len, file.terrain.values())) + len(file.works)
    assert (*found, tiles) == numbers


@covers("CCN-2.2", "CCN-20.5")
@pytest.mark.parametrize("name", scenario_files())
def test_the_french_are_at_the_top_and_the_allies_at_the_bottom(name: str) -> None:
    assert ccn_content(name).homes == {"french": "top", "allied": "bottom"}


@covers("CCN-20.5")
def test_low_columns_are_the_allied_left_and_the_french_right() -> None:
    west, east = BOARD.parse("5,1"), BOARD.parse("5,13")
    assert [SECTIONS_OF["bottom"][cell] for cell in (west, east)] == [("left",), ("right",)]
    assert [SECTIONS_OF["top"][cell] for cell in (west, east)] == [("right",), ("left",)]


@covers("CCN-20.6")
@pytest.mark.parametrize("name", scenario_files())
def test_enemies_start_three_hexes_apart(name: str) -> None:
    file = scenario_files()[name]
    french, allied = ([*map(BOARD.parse, units(file, side))] for side in ("french", "allied"))
    assert all(BOARD.distance(*pair) >= 3 for pair in product(french, allied))


@covers("CCN-20.3")
def test_the_board_can_be_left_only_over_the_coa_and_in_the_manoeuvres() -> None:
    exits = [(name, exit_) for name, one in scenario_files().items() for exit_ in one.exits]
    assert {name: (one.at, one.side, one.banners, one.leader_banners) for name, one in exits} == {
        "river_coa": ("1,10", "allied", 1, 1),
        "manoeuvres": ("9,2", "allied", 1, 1),
    }


@covers("CCN-20.4")
def test_which_battles_have_special_rules() -> None:
    found: dict[str, list[str]] = {}
    for name, one in sorted(scenario_files().items()):
        for rule in one.special:
            found.setdefault(rule, []).append(name)
    assert found["river_impassable_except_bridge"] == [
        "manoeuvres",
        "river_coa",
        "salamanca_left",
        "vitoria",
    ]
    assert len(found["river_is_shallow"]) == 10
    assert found["brown_blocks_are_dutch_belgian"] == ["quatre_bras", "waterloo"]
    assert found["fortress_is_building"] == ["river_coa"]
    assert found["tiles_are_removed"] == ["manoeuvres"]


@covers("CCN-20.4")
def test_objectives_field_works_and_a_fortress_with_their_owners() -> None:
    vimiero, coa = scenario_files()["vimiero"], scenario_files()["river_coa"]
    (town,) = vimiero.objectives
    assert (town.side, town.kind, town.banners) == ("french", "temporary_group", 2)
    assert town.at == ("3,6", "3,7")
    assert {(one.at, one.owner) for one in coa.works} == {("4,10", "allied"), ("4,11", "allied")}
    assert [one.at for one in coa.landmarks] == ["6,1", "7,1"]
    assert {"6,1", "7,1"} <= {*coa.terrain["building"]}
    kinds = Counter(one.kind for file in BOOKLET.values() for one in file.objectives)
    assert kinds == {"temporary": 13, "temporary_group": 1}


TILES = {
    "rolica_2": {"forest": 10, "hill": 12, "rugged_hill": 13},
    "corunna": {"forest": 5, "hill": 18, "shallow_river": 17, "building": 4},
    "river_coa": {"forest": 2, "hill": 9, "river": 5, "bridge": 1, "building": 3},
    "bussaco_reynier": {"forest": 5, "hill": 28, "shallow_river": 5, "building": 1},
    "salamanca_left": {"forest": 3, "hill": 18, "river": 8, "bridge": 1, "building": 1},
    "salamanca_right": {
        "forest": 2,
        "hill": 16,
        "shallow_river": 12,
        "bridge": 1,
        "building": 4,
    },
}


@pytest.mark.parametrize(("name", "tiles"), TILES.items())
def test_tiles_are_as_many_as_published(name: str, tiles: dict[str, int]) -> None:
    file = BOOKLET[name]
    assert {kind: len(labels) for kind, labels in file.terrain.items()} == tiles
    assert file.status["tiles"] == "published"


def test_what_is_published_and_what_is_ours() -> None:
    def ours(value: str) -> list[str]:
        return [name for name, one in BOOKLET.items() if one.status[value] == "reconstructed"]

    assert ours("title") == ["sorauren", "vitoria"]
    assert len(ours("places")) == 15
    assert len(ours("forces")) == 7
    assert len(ours("tiles")) == 8
    assert len(ours("cards")) == 7
    assert len(ours("first")) == 8
    assert len(ours("banners")) == 5


def test_every_kind_of_terrain_and_goal_is_in_the_manoeuvres() -> None:
    file = scenario_files()["manoeuvres"]
    assert {*file.terrain} == {*terrains()} - {"clear"}
    types = {f"{force.nation}.{force.type}" for force in file.units}
    assert {*troops()} - types == {"french.FA", "portuguese.LC", "portuguese.FA"}
    assert [(one.kind, one.side) for one in file.objectives] == [
        ("permanent", "french"),
        ("temporary", "allied"),
    ]
    assert [(one.at, one.by) for one in file.removals] == [("3,10", "french")]
    standing = {*units(file, "french"), *units(file, "allied")}
    assert [one.name for one in file.leaders if one.at not in standing] == ["Lasalle", "Colborne"]


def test_everything_said_of_a_scenario_has_words_in_both_languages() -> None:
    words = Catalogue.load({lang: [FOLDER.parent / f"scenarios.{lang}.yaml"] for lang in LANGUAGES})
    wanted: set[str] = set()
    for name, one in scenario_files().items():
        wanted |= {f"scenario.{name}", f"note.{name}"}
        wanted |= {f"place.{goal.name}" for goal in one.objectives if goal.name}
        wanted |= {f"place.{mark.name}" for mark in one.landmarks}
        wanted |= {f"special.{rule}" for rule in one.special}
        wanted |= {f"statusof.{value}" for value in one.status}
    wanted |= {f"status.{status}" for status in ("source", "published", "reconstructed", "own")}
    assert words.problems() == []
    assert words.ids("de") == {f"ccn.{word}" for word in wanted}


# -- Rolica --------------------------------------------------------------------------------------


@covers("CCN-2.1")
def test_the_first_battle_is_rolica() -> None:
    file = scenario_files()["rolica_1"]
    assert (file.number, file.date) == ("1", "1808-08-17")
    assert (file.top.commander, file.bottom.commander) == ("Delaborde", "Wellesley")


@covers("CCN-2.3")
def test_the_tiles_of_rolica_lie_as_mapped_and_all_else_is_clear() -> None:
    at = ccn_content("rolica_1").ground.at
    laid: dict[str, str] = {}
    for cell in BOARD.cells:
        laid[at[cell].id] = f"{laid.get(at[cell].id, '')} {BOARD.label(cell)}".strip()
    assert len(laid.pop("clear").split()) == 113 - 38
    assert laid == {
        "forest": "2,8 3,11 5,3 6,3 7,10 8,4 8,10",
        "hill": "4,12 5,1 5,2 5,12 5,13 6,1 6,2 6,6 6,7 6,12 7,1 7,6 7,7 7,8 7,12 9,6 9,8",
        "building": "8,6 8,7",
        "shallow_river": "1,3 2,3 3,4 4,4 4,5 4,6 4,7 4,8 5,9 5,10 5,11 6,11",
    }


@covers("CCN-2.4")
def test_the_units_of_rolica_stand_in_their_hexes() -> None:
    file = scenario_files()["rolica_1"]
    assert {f"{one.side} {one.nation} {one.type}": " ".join(one.at) for one in file.units} == {
        "french french LN": "6,6 6,7 7,8 8,6",
        "french french LT": "6,5 6,8",
        "french french LC": "8,3 8,11",
        "french french FA": "7,7",
        "allied british LN": "3,5 3,7 3,9 2,1 3,2",
        "allied british LT": "2,6",
        "allied british HC": "1,7",
        "allied british FA": "3,6 3,8",
        "allied british HA": "2,2",
        "allied portuguese LN": "2,10 3,12",
        "allied portuguese LT": "2,11",
        "allied portuguese LC": "2,12",
    }


@covers("CCN-2.4")
def test_the_leaders_of_rolica_stand_with_their_units() -> None:
    file = scenario_files()["rolica_1"]
    assert {one.name: f"{one.nation} {one.at}" for one in file.leaders} == {
        "Delaborde": "french 7,8",
        "Brenier": "french 6,6",
        "Wellesley": "british 3,7",
        "Fergusson": "british 3,2",
        "Trant": "portuguese 2,10",
    }


def test_two_hills_on_the_french_baseline_are_allied_objectives() -> None:
    goals = ccn_content("rolica_1").goals
    assert [(g.side, g.kind, g.banners) for g in goals] == [("allied", "temporary", 1)] * 2
    assert [g.cells for g in goals] == [(BOARD.parse("9,6"),), (BOARD.parse("9,8"),)]
