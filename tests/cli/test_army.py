"""`walstatt army`: making, checking, pricing and printing armies."""

import json
from pathlib import Path

import pytest

from tests.cli.driving import Runner
from walstatt.games.idg.army_check import check
from walstatt.games.idg.army_file import load_army, read_army, ready_armies
from walstatt.games.idg.lists import army_lists


@pytest.fixture
def army(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "walstatt-army: 1\n"
        "game: idg\n"
        "list: vikings\n"
        "name: {en: Raiders, de: Plünderer}\n"
        "points: 300\n"
        "general: {with: 1}\n"
        "units:\n"
        "  - {name: The Raven, line: swordsmen, elements: {sword: 6, sword + armoured: 2}}\n"
        "  - {line: swordsmen, elements: 8}\n"
        "  - {line: swordsmen, elements: 8}\n"
        "  - {line: swordsmen, elements: 8}\n"
        "  - {line: archers, elements: 6}\n",
        encoding="utf-8",
    )
    return path


# -- list ----------------------------------------------------------------------------------------


def test_all_lists(walstatt: Runner) -> None:
    lines = walstatt("army", "list").out.splitlines()
    assert len(lines) == 12
    assert lines[2].split(maxsplit=1) == ["carthaginians", "Carthaginians, 264 BC to 202 BC"]
    german = walstatt("army", "list", "--lang", "de").out.splitlines()
    assert german[2].split(maxsplit=1) == [
        "carthaginians",
        "Karthager, 264 v. Chr. bis 202 v. Chr.",
    ]


def test_all_lists_as_json(walstatt: Runner) -> None:
    listed = json.loads(walstatt("army", "list", "--json").out)
    assert [one["id"] for one in listed] == list(army_lists())
    assert listed[7]["name"] == "Vikings in England"
    assert listed[7]["years"] == [780, 1066]
    assert listed[7]["ready"] == ["edington_danes", "lindisfarne_vikings", "maldon_vikings"]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", army_lists())
def test_every_list_can_be_read(walstatt: Runner, name: str, language: str) -> None:
    ran = walstatt("army", "list", name, "--lang", language)
    assert (ran.code, ran.err) == (0, "")
    assert all(len(line) <= 100 for line in ran.out.splitlines())
    for line in army_lists()[name].lines:
        assert f"  {line} " in ran.out


def test_one_list_in_words(walstatt: Runner) -> None:
    out = walstatt("army", "list", "vikings").out
    assert out.startswith("vikings: Vikings in England, 780 to 1066\n")
    assert "  Command: tribal; impetuous\n" in out
    assert "  swordsmen              4-8  Swordsmen\n" in out
    assert "      sword                8  warriors, swordsmen\n" in out
    assert (
        "  irish                  0-4  Irish skirmishers, after 850, only Vikings of Dublin\n"
        in out
    )
    assert "  berserkers (+0): Berserkers: Swordsmen, at most 4 elements [IDG-18.8.4]\n" in out
    saxons = walstatt("army", "list", "anglo_saxons").out
    assert "  Or before 870: Gesiths and thanes 4 to 6 units.\n" in saxons
    assert "  Welsh foot: at most 2 units, before 700, only Wessex\n" in saxons


def test_one_list_as_json(walstatt: Runner) -> None:
    found = json.loads(walstatt("army", "list", "seljuks", "--json").out)
    assert [one["id"] for one in found["lines"]] == list(army_lists()["seljuks"].lines)
    assert found["lines"][0]["troops"] == [
        {
            "id": "ghulam",
            "what": "heavy cavalry, armoured, bows, ghulam archery",
            "points": 17,
        }
    ]
    assert found["upgrades"][0]["cost"] == 2


def test_ready_armies(walstatt: Runner) -> None:
    out = walstatt("army", "list", "--ready").out
    assert len(out.splitlines()) == len(ready_armies())
    assert "Hannibal at Cannae (Carthaginians, 450 points)\n" in out
    only = json.loads(walstatt("army", "list", "mongols", "--ready", "--json").out)
    assert {one["list"] for one in only} == {"mongols"}
    assert [one["year"] for one in only] == sorted(one["year"] for one in only)


# -- new -----------------------------------------------------------------------------------------


def test_a_new_army_is_legal_and_the_same_for_the_same_seed(walstatt: Runner) -> None:
    first = walstatt("army", "new", "seljuks", "--points", "450", "--seed", "7")
    assert (first.code, first.err) == (0, "")
    made = read_army(first.out)
    assert check(made) == []
    assert (made.list, made.points) == ("seljuks", 450)
    assert walstatt("army", "new", "seljuks", "--points", "450", "--seed", "7").out == first.out
    assert walstatt("army", "new", "seljuks", "--points", "450", "--seed", "8").out != first.out


def test_a_new_army_for_a_siege_in_a_file(walstatt: Runner) -> None:
    given = ("army", "new", "late_sung", "--scenario", "siege", "--role", "defender", "--seed", "1")
    ran = walstatt(*given, "--out", "sung.yaml")
    assert ran == (0, "Written to sung.yaml.\n", "")
    made = load_army(Path("sung.yaml"))
    assert (made.scenario, made.role, made.limit) == ("siege", "defender", 360)
    again = walstatt(*given, "--out", "sung.yaml")
    assert (again.code, again.err) == (2, "walstatt: sung.yaml exists; --force writes over it.\n")
    assert walstatt(*given, "--out", "sung.yaml", "--force").code == 0


def test_a_new_army_of_a_year_and_a_state(walstatt: Runner) -> None:
    ran = walstatt("army", "new", "anglo_saxons", "--year", "650", "--state", "mercia", "--json")
    found = json.loads(ran.out)
    assert (found["walstatt-army"], found["year"], found["state"]) == (1, 650, "mercia")
    assert check(read_army(ran.out)) == []


# -- check ---------------------------------------------------------------------------------------


def test_a_legal_army(walstatt: Runner, army: Path) -> None:
    ran = walstatt("army", "check", str(army))
    assert ran == (0, "Raiders: legal, 296 of 300 points.\n", "")
    german = walstatt("army", "check", str(army), "--lang", "de")
    assert german.out == "Plünderer: erlaubt, 296 von 300 Punkten.\n"


def test_an_illegal_army_is_told_every_reason(walstatt: Runner, army: Path) -> None:
    text = army.read_text(encoding="utf-8")
    army.write_text(text.replace("archers, elements: 6", "irish, elements: 13"), encoding="utf-8")
    ran = walstatt("army", "check", str(army))
    assert (ran.code, ran.err) == (1, "")
    told = " ".join(ran.out.split())
    assert told == (
        "Raiders: not legal, for 3 reasons."
        " IDG-1.4.1: Irish skirmishers: 13 elements; a unit has 2 to 12. (units[4])"
        " IDG-18.8.5: Irish skirmishers: only for Vikings of Dublin, not for other Vikings."
        " (units[4])"
        " IDG-3.1.3: 312 points; the limit is 300, and it may be exceeded by 2 at most"
        " (half of the cheapest element). (points)"
    )
    assert all(len(line) <= 100 for line in ran.out.splitlines())
    data = json.loads(walstatt("army", "check", str(army), "--json", "--lang", "de").out)
    assert (data["legal"], data["points"], data["limit"]) == (False, 312, 300)
    assert data["violations"][0] == {
        "rule": "IDG-1.4.1",
        "at": "units[4]",
        "message": "Irische Plänkler: 13 Elemente; eine Einheit hat 2 bis 12.",
    }


def test_options_are_respected(walstatt: Runner, army: Path) -> None:
    ran = walstatt("army", "check", str(army), "--option", "opt_dates=yes")
    assert ran.code == 1
    assert "  IDG-3.1.9: In a dated game the army needs a year. (year)\n" in ran.out


def test_a_bad_file_is_refused(walstatt: Runner, army: Path) -> None:
    text = army.read_text(encoding="utf-8")
    army.write_text(text.replace("line: archers", "line: archer"), encoding="utf-8")
    ran = walstatt("army", "check", str(army))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        f"walstatt: {army}:12: units[4].line: unknown line 'archer' (did you mean 'archers'?)\n"
    )


@pytest.mark.parametrize("name", ["cannae_romans", "diaoyu_sung"])
def test_a_ready_army_is_found_by_its_name(walstatt: Runner, name: str) -> None:
    assert walstatt("army", "check", name).code == 0


# -- price ---------------------------------------------------------------------------------------


def test_a_price_with_every_line(walstatt: Runner, army: Path) -> None:
    lines = walstatt("army", "price", str(army)).out.splitlines()
    plain = [line.replace("\N{MULTIPLICATION SIGN}", "x") for line in lines[:8]]
    assert [" ".join(line.split()) for line in plain] == [
        "+68 The Raven IDG-1.8.1",
        "+8 1 x warriors, swordsmen (general) at 8 IDG-1.8.1",
        "+6 warriors, ordinary IDG-1.8.2",
        "+2 swordsmen IDG-1.8.2",
        "+40 5 x warriors, swordsmen at 8 IDG-1.8.1",
        "+6 warriors, ordinary IDG-1.8.2",
        "+2 swordsmen IDG-1.8.2",
        "+20 2 x warriors, armoured, swordsmen at 10 IDG-1.8.1",
    ]
    assert lines[-1] == "Raiders: 296 of 300 points"


def test_a_price_as_json(walstatt: Runner, army: Path) -> None:
    found = json.loads(walstatt("army", "price", str(army), "--json").out)
    assert (found["quantity"], found["total"]) == ("idg.army_points", 296)
    assert [line["value"] for line in found["lines"]] == [68, 64, 64, 64, 36]
    assert found["lines"][4]["parts"][0]["lines"][0]["parts"][0]["total"] == 6


def test_a_printed_price_is_told_apart(walstatt: Runner) -> None:
    out = walstatt("army", "new", "early_germans", "--state", "chatti", "--seed", "2").out
    Path("chatti.yaml").write_text(out, encoding="utf-8")
    assert "chatti" in out
    told = walstatt("army", "price", "chatti.yaml").out
    assert "= 10  the list's own price" in told
    formula = walstatt("army", "price", "chatti.yaml", "--option", "var_list_points=formula").out
    assert "the list's own price" not in formula


# -- print ---------------------------------------------------------------------------------------


def test_a_roster_as_text_and_json(walstatt: Runner, army: Path) -> None:
    out = walstatt("army", "print", str(army)).out
    assert out.startswith("Raiders ")
    assert " 1  The Raven, Swordsmen " in out
    assert "38 elements in all." in out
    data = json.loads(walstatt("army", "print", str(army), "--json").out)
    assert (data["points"], data["elements"], len(data["rows"])) == (296, 38, 5)


def test_a_roster_as_a_page(walstatt: Runner, army: Path) -> None:
    ran = walstatt("army", "print", str(army), "--html", "mine.html", "--lang", "de")
    assert ran == (0, "Geschrieben nach mine.html.\n", "")
    page = Path("mine.html").read_text(encoding="utf-8")
    assert page.startswith('<!doctype html>\n<html lang="de">')
    assert "@media print" in page
    assert "http" not in page
    assert walstatt("army", "print", str(army), "--html", "mine.html").code == 2
    assert walstatt("army", "print", str(army), "--html", "mine.html", "--force").code == 0


# -- what does not exist -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("list viking", "There is no army list 'viking'. Did you mean 'vikings'?"),
        ("new viking", "There is no army list 'viking'. Did you mean 'vikings'?"),
        ("new vikings --state york", "There is no state of vikings called 'york'."),
        ("new vikings --year 1500", "vikings is a list for 780 to 1066."),
        ("new vikings --scenario duel", 'Invalid value "duel" for --scenario.'),
        ("check mine.yml", "There is no army file or ready army 'mine.yml'."),
        ("check canae_romans", "There is no army file or ready army 'canae_romans'. Did you mean"),
        ("check cannae_romans --option dates=yes", "There is no option of idg called 'dates'."),
        ("list --ready huns", "There is no army list 'huns'."),
    ],
)
def test_a_wrong_command_line_is_answered_in_one_line(
    walstatt: Runner, line: str, answer: str
) -> None:
    ran = walstatt("army", *line.split())
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"walstatt: {answer}")
    assert ran.err.count("\n") == 1


def test_too_few_points_are_refused(walstatt: Runner) -> None:
    ran = walstatt("army", "new", "mongols", "--points", "60")
    assert (ran.code, ran.err) == (1, "walstatt: no army of mongols can be made of 60 points\n")
