import shutil
from pathlib import Path

import pytest

from walstatt.games.ccn.board import BOARD, ROW
from walstatt.games.ccn.content import FOLDER
from walstatt.games.ccn.content_check import problems
from walstatt.workshop.covers import covers

SMALL = """number: "1"
date: "1808-08-17"
set: booklet
top: {army: french, commander: Delaborde, cards: 5, banners: 5}
bottom: {army: allied, commander: Wellesley, cards: 6, banners: 5}
first: allied
status:
  {title: own, forces: own, tiles: own, places: own, cards: own, first: own, banners: own,
  objectives: own, exits: own}
terrain:
  forest: ["5,5"]
  river: ["4,1", "4,2"]
  bridge: ["4,2"]
  sand_pit: ["3,9"]
  shallow_river: ["5,3"]
units:
  - {side: french, nation: french, type: LN, at: ["7,5", "7,6"]}
  - {side: allied, nation: british, type: FA, at: ["3,5"]}
leaders:
  - {name: Delaborde, side: french, nation: french, at: "7,5"}
  - {name: Wellesley, side: allied, nation: british, at: "2,5"}
works: [{at: "3,5", owner: allied}]
objectives: [{side: allied, kind: temporary, banners: 1, at: ["9,6"]}]
exits: [{at: "1,10", side: allied, banners: 1, leader_banners: 1}]
landmarks: [{at: "5,5", name: farm}]
removals: [{at: "3,5", by: french}]
special: [river_is_shallow, river_impassable_except_bridge, fortress_is_building, tiles_are_removed]
"""
OFF = "on this board (cells are named 1,1 to 9,13)"
KINDS = "clear, forest, hill, rugged_hill, building, river, shallow_river, bridge, sand_pit"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Copy the content, with one small scenario."""
    copy = tmp_path / "content"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("scenarios"))
    (copy / "scenarios").mkdir()
    (copy / "scenarios" / "small.yaml").write_text(SMALL)
    return copy


def found(folder: Path, old: str, new: str, file: str = "scenarios/small.yaml") -> list[str]:
    """Change a file and tell what is wrong with it then."""
    path = folder / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    wrong = problems(folder)
    assert {one.file for one in wrong} <= {str(path)}
    return [f"{one.line}: {one.field}: {one.message}" for one in wrong]


def test_the_small_scenario_is_in_order(folder: Path) -> None:
    assert problems(folder) == []


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("cards: 5", "cards: 1", "4: top.cards: a side has 2 to 8 cards, not 1"),
        ("cards: 6", "cards: 9", "5: bottom.cards: a side has 2 to 8 cards, not 9"),
        ("banners: 5", "banners: 0", "4: top.banners: at least one banner is needed to win"),
        ("first: allied", "first: british", "6: first: 'british' is no army of this scenario"),
        ("title: own, ", "", "7: status: title is missing"),
        ("forces: own, ", "", "7: status: forces is missing"),
        ("tiles: own, ", "", "7: status: tiles is missing"),
        ("places: own, ", "", "7: status: places is missing"),
        ("cards: own, ", "", "7: status: cards is missing"),
        ("first: own, ", "", "7: status: first is missing"),
        ("banners: own,", "", "7: status: banners is missing"),
        ("objectives: own, ", "", "7: status: objectives is missing"),
        (", exits: own", "", "7: status: exits is missing"),
        ("exits: own", "exits: own, maps: own", "9: status.maps: unknown value"),
    ],
)
def test_flaws_of_battle_notes(folder: Path, old: str, new: str, wrong: str) -> None:
    assert found(folder, old, new) == [wrong]


def test_an_unknown_army(folder: Path) -> None:
    first, *others = found(folder, "army: french", "army: russian")
    assert first == "4: top.army: unknown army 'russian'; there are: french, allied"
    assert others == [
        f"{where}: 'french' is no army of this scenario"
        for where in ("17: units[0].side", "20: leaders[0].side", "26: removals[0].by")
    ]


def test_one_army_at_both_edges(folder: Path) -> None:
    first, *others = found(folder, "army: allied", "army: french")
    assert first == "5: bottom.army: 'french' is at the top already"
    places = ["6: first", "18: units[1].side", "21: leaders[1].side"]
    places += ["23: objectives[0].side", "22: works[0].owner", "24: exits[0].side"]
    assert others == [f"{where}: 'allied' is no army of this scenario" for where in places]


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ('["5,5"]', '["5,14"]', f"11: terrain.forest[0]: no cell '5,14' {OFF}"),
        ('"7,6"]', '"8,13"]', f"17: units[0].at[1]: no cell '8,13' {OFF}"),
        ('"2,5"', '"0,5"', f"21: leaders[1].at: no cell '0,5' {OFF}"),
        ('[{at: "3,5", o', '[{at: "3,5", owner: allied}, {at: x, o', f"'x' {OFF}"),
        ('["9,6"]', '["9,6", "10,1"]', f"23: objectives[0].at[1]: no cell '10,1' {OFF}"),
        ('"1,10"', '"1,14"', f"24: exits[0].at: no cell '1,14' {OFF}"),
        ('"5,5", name', '"5,0", name', f"25: landmarks[0].at: no cell '5,0' {OFF}"),
        ('"3,5", by', '"3,15", by', f"26: removals[0].at: no cell '3,15' {OFF}"),
    ],
)
def test_hexes_off_the_board(folder: Path, old: str, new: str, wrong: str) -> None:
    (only,) = found(folder, old, new)
    assert only.endswith(wrong)


@covers("CCN-2.3")
@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("forest:", "wood:", f"11: terrain.wood: unknown terrain 'wood'; there are: {KINDS}"),
        ("5,5", '5,3", "5,5', "15: terrain.shallow_river[0]: 5,3 has a forest already"),
        ("5,5", '5,5", "5,5', "11: terrain.forest[1]: 5,5 has a forest already"),
        ("3,9", "4,2", "14: terrain.sand_pit[0]: 4,2 has a bridge and a river already"),
        (
            "s: [{at",
            's: [{at: "3,5", owner: allied}, {at',
            "22: works[1].at: 3,5 has field works already",
        ),
        ('"3,5", by', '"3,6", by', "26: removals[0].at: 3,6 has no tile that could be taken away"),
    ],
)
def test_tiles_that_cannot_lie_there(folder: Path, old: str, new: str, wrong: str) -> None:
    assert found(folder, old, new) == [wrong]


@covers("CCN-16.7.8")
def test_a_bridge_may_lie_on_a_shallow_river(folder: Path) -> None:
    assert found(folder, 'bridge: ["4,2"]', 'bridge: ["4,2", "5,3"]') == []


@covers("CCN-20.6")
@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("7,6", "7,5", "17: units[0].at[1]: another unit stands at 7,5 already"),
        ("7,6", "5,4", "18: units[1].at[0]: too close to the enemy at 5,4: 2 of at least 3 hexes"),
        ("7,6", "4,1", "17: units[0].at[1]: infantry cannot enter 4,1"),
        ('FA, at: ["3,5', 'FA, at: ["3,9', "18: units[1].at[0]: artillery cannot enter 3,9"),
        ("2,5", "4,1", "21: leaders[1].at: a leader cannot enter 4,1"),
        ("2,5", "7,6", "21: leaders[1].at: an enemy unit stands at 7,6"),
        ("french, type: LN", "french, type: RL", "17: units[0].type: french troops have no RL"),
        (
            "side: allied, nation: british",
            "side: allied, nation: french",
            "18: units[1].nation: french troops do not fight in the allied army",
        ),
        (
            "Delaborde, side: french, nation: french",
            "Delaborde, side: french, nation: british",
            "20: leaders[0].nation: british troops do not fight in the french army",
        ),
    ],
)
def test_pieces_that_cannot_stand_there(folder: Path, old: str, new: str, wrong: str) -> None:
    assert found(folder, old, new) == [wrong]


@covers("CCN-20.6")
def test_units_three_hexes_apart_are_far_enough(folder: Path) -> None:
    assert found(folder, "7,6", "6,5") == []


@covers("CCN-20.6")
def test_two_leaders_in_one_hex(folder: Path) -> None:
    wrong = found(
        folder, "works:", "  - {name: Hill, side: allied, nation: british, at: '2,5'}\nworks:"
    )
    assert wrong == ["22: leaders[2].at: another leader stands at 2,5 already"]


def test_a_leader_twice_on_a_side(folder: Path) -> None:
    again = "  - {name: Wellesley, side: allied, nation: british, at: '2,6'}\nworks:"
    wrong = found(folder, "works:", again)
    assert wrong == ["22: leaders[2].name: allied has a leader 'Wellesley' already"]


@covers("CCN-1.5.6")
@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("french, type: LN", "french, type: MI", "17: units[0].at: 2 french MI, the box has 0"),
        ("FA, at: [", 'FA, at: ["3,6", "3,7", ', "18: units[1].at: 3 british FA, the box has 2"),
    ],
)
def test_more_units_than_the_box_has(folder: Path, old: str, new: str, wrong: str) -> None:
    assert found(folder, old, new) == [wrong]


@covers("CCN-1.5.6")
def test_more_leaders_than_the_box_has(folder: Path) -> None:
    more = [
        f"  - {{name: N{at}, side: allied, nation: portuguese, at: '1,{at}'}}\n"
        for at in range(1, 5)
    ]
    wrong = found(folder, "works:", "".join(more) + "works:")
    assert wrong == ["19: leaders: 4 portuguese leaders, the box has 3"]


@covers("CCN-1.5.6")
def test_more_tiles_than_the_box_has_works_and_bridges_included(folder: Path) -> None:
    hills = ", ".join(f'"{BOARD.label(cell)}"' for cell in BOARD.cells if ROW[cell] >= 6)
    assert found(folder, "forest:", f"hill: [{hills}]\n  forest:") == [
        f"10: terrain: {12 + 13 + 12 + 13 + 7} tiles, the box has 56"
    ]


@covers("CCN-1.5.6")
def test_our_own_scenarios_may_use_more_than_the_box_has(folder: Path) -> None:
    text = SMALL.replace("french, type: LN", "french, type: MI")
    assert found(folder, SMALL, text.replace("set: booklet", "set: own")) == []


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("1,10", "2,11", "24: exits[0].at: 2,11 is not at the edge of the board"),
        ("1,10", "4,1", "24: exits[0].at: no unit can enter 4,1"),
        ("9,6", "4,1", "23: objectives[0].at[0]: no unit can enter 4,1"),
        ('["9,6"]', "[]", "23: objectives[0].at: an objective has at least one hex"),
        (
            "temporary, banners: 1",
            "temporary, banners: 0",
            "23: objectives[0].banners: an objective gives at least one banner",
        ),
        (
            "objectives: [{side: allied",
            "objectives: [{side: spanish",
            "23: objectives[0].side: 'spanish' is no army of this scenario",
        ),
    ],
)
def test_goals_that_cannot_be(folder: Path, old: str, new: str, wrong: str) -> None:
    assert found(folder, old, new) == [wrong]


@covers("CCN-20.3")
@pytest.mark.parametrize("label", ["1,1", "9,7", "2,12", "5,1", "5,13"])
def test_an_exit_may_lie_at_any_edge(folder: Path, label: str) -> None:
    assert found(folder, "1,10", label) == []


@covers("CCN-20.4")
@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("  shallow_river:", "  hill:", "special[0]: river_is_shallow needs a shallow river"),
        (
            '  river: ["4,1", "4,2"]',
            "  river: []",
            "special[1]: river_impassable_except_bridge needs a river",
        ),
        ('[{at: "5,5", name: farm}]', "[]", "special[2]: fortress_is_building needs a landmark"),
        ('[{at: "3,5", by: french}]', "[]", "special[3]: tiles_are_removed needs removals"),
        (
            "[river_is_shallow",
            "[brown_blocks_are_dutch_belgian",
            "special[0]: brown_blocks_are_dutch_belgian needs brown blocks",
        ),
    ],
)
def test_special_rules_that_speak_of_nothing(folder: Path, old: str, new: str, wrong: str) -> None:
    assert found(folder, old, new) == [f"27: {wrong}"]


@covers("CCN-2.3")
def test_a_removal_that_no_special_rule_tells(folder: Path) -> None:
    wrong = found(folder, ", tiles_are_removed", "")
    assert wrong == ["26: removals: the special rule tiles_are_removed is missing"]


# -- troops, terrain and cards -------------------------------------------------------------------

MILITIA = "  MI: {arm: infantry, quality: militia, march: 1, most: 1, range: 2, no_sabers: true}\n"


@pytest.mark.parametrize(
    ("file", "old", "new", "wrong"),
    [
        (
            "troops.yaml",
            "quality: regular, march: 1, most: 1",
            "quality: regular, march: 2, most: 1",
            "types.LN.march: marches 2 hexes and fights, but moves 1 at most",
        ),
        (
            "troops.yaml",
            "LN: {blocks: 4",
            "LN: {blocks: 0",
            "nations.french.units.LN.blocks: a unit has at least one block",
        ),
        ("troops.yaml", MILITIA, "", "nations.french.units.MI: there is no type MI"),
        (
            "troops.yaml",
            "    GFA: {full: [5, 3, 2, 2, 1], last: [4, 2, 1, 1, 1]}\n",
            "",
            "guns.variant_b: no dice for GFA",
        ),
        ("terrain.yaml", "stop_rule: CCN-16.2.1", "", "terrain.forest.stops: stop_rule"),
        ("terrain.yaml", "entry_rule: CCN-16.2.2", "", "terrain.forest.fight_on_entry: entry_rule"),
        ("terrain.yaml", "sight_rule: CCN-16.2.6", "", "terrain.forest.blocks_sight: sight_rule"),
        ("terrain.yaml", "into_rule: CCN-16.2.4", "", "terrain.forest.into: into_rule"),
        ("terrain.yaml", "out_rule: CCN-16.2.5", "", "terrain.forest.out: out_rule"),
        ("terrain.yaml", "closed_rule: CCN-16.8.2", "", "terrain.sand_pit.closed: closed_rule"),
        (
            "cards.yaml",
            "orders: {left: 2}, ",
            "",
            "cards.probe_left: a section card says how many it orders where",
        ),
        (
            "cards.yaml",
            "rule: CCN-17.4.12.1",
            "rule: CCN-17.4.12.1, orders: {left: 1}",
            "cards.rally.orders: a tactics card orders nothing by sections",
        ),
        (
            "cards.yaml",
            "elan: {kind: tactic, copies: 1",
            "elan: {kind: tactic, copies: 2",
            "cards: 23 tactic cards, the deck has 22",
        ),
        (
            "cards.yaml",
            "forward: {kind: section, copies: 2",
            "forward: {kind: section, copies: 1",
            "cards: 47 section cards, the deck has 48",
        ),
        (
            "cards.yaml",
            "mirror: probe_right, ",
            "",
            "cards.probe_right.mirror: 'probe_left' does not name 'probe_right' as its mirror",
        ),
    ],
)
def test_flaws_of_the_other_files(folder: Path, file: str, old: str, new: str, wrong: str) -> None:
    (only,) = found(folder, old, new, file)
    assert only.partition(": ")[2].replace("needs a rule: ", "").startswith(wrong)


def test_a_mirror_that_does_not_exist(folder: Path) -> None:
    first, _ = found(folder, "mirror: probe_right", "mirror: prob_right", "cards.yaml")
    assert first.endswith("there is no card 'prob_right' (did you mean 'probe_right'?)")


def test_what_needs_an_unreadable_file_is_not_checked(folder: Path) -> None:
    (folder / "troops.yaml").write_text("types: [\n")
    (folder / "terrain.yaml").write_text("terrain: 3\n")
    path = folder / "scenarios" / "small.yaml"
    path.write_text(SMALL.replace('"7,6"', '"4,1"').replace("cards: 5", "cards: 0"))
    wrong = [(Path(one.file).name, one.field) for one in problems(folder)]
    assert wrong == [("troops.yaml", ""), ("terrain.yaml", "terrain"), ("small.yaml", "top.cards")]
