"""Mistakes in lists and ready armies are found with file, line and field."""

import shutil
from pathlib import Path

import pytest

from walstatt.games.idg.list_check import problems
from walstatt.games.idg.troops import FOLDER


def test_nothing_is_wrong_with_troops_lists_and_armies() -> None:
    assert problems(FOLDER) == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "content"))


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("troops", "depth: 300", "depth: 0", "depth: expected at least 1"),
        ("lists/vikings", "years: [780, 1066]", "years: [1066, 780]", "years: the first year"),
        ("lists/vikings", "units: [4, 8]", "units: [8, 4]", "units: the least is more"),
        ("lists/vikings", "states: [dublin]", "states: [dubln]", "did you mean 'dublin'?"),
        (
            "lists/early_germans",
            "batavian: batavi",
            "batavian: batav",
            "called: there is no 'batav'",
        ),
        ("lists/vikings", "lines: [swordsmen], most", "lines: [swords], most", "no 'swords'"),
        ("lists/vikings", "not_with: [armoured]", "not_with: [armour]", "no 'armour'"),
        ("lists/vikings", "subtypes: [bowmen], weapon: bow", "weapon: bow", "are bowmen"),
        ("lists/vikings", "against: [anglo_saxons]", "against: [saxons]", "no 'saxons'"),
        ("lists/vikings", "  archers:\n", "  bowyers:\n", "has no name"),
        ("lists/mongols", "as_many_light", "as_much_light", "no 'as_much_light"),
        ("lists/mongols", "{all: north_east_asia}", "{x: north_east_asia}", "the zone for all"),
        (
            "lists/first_crusade",
            "  - {type: organised, rule: IDG-2.1.1}\n",
            "",
            "the last command type must hold for everybody else",
        ),
        (
            "lists/carthaginians",
            "  - {terrain: [steppe], rule: IDG-18.3.8}\n",
            "",
            "the last home terrain",
        ),
        (
            "lists/late_sung",
            "set: {subtypes: [bowmen], weapon: crossbow}",
            "set: {weapon: crossbow}",
            "makes impossible troops",
        ),
        ("lists/late_sung", "equipment: [flame", "equipment: [fire", "no 'firethrowers'"),
        ("armies/kalka_mongols", "heavy: 4", "heavy: 3", "[IDG-18.11.3]"),
        ("armies/kalka_mongols", "line: turks", "line: turk", "unknown line 'turk'"),
    ],
)
def test_a_mistake_is_found(folder: Path, file: str, old: str, new: str, message: str) -> None:
    path = folder / f"{file}.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = problems(folder)
    assert any(message in str(one) for one in found), found
    assert all(one.file == str(path) for one in found)
