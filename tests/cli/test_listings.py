"""`games`, `rules` and `check-content`."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.driving import Runner
from walstatt.games import GAMES
from walstatt.games.toy import content, game
from walstatt.games.toy.game import TOY
from walstatt.i18n.catalogue import Catalogue
from walstatt.kernel.rulebook import Rulebook, RuleEntry, RuleFile


def test_games_as_json(walstatt: Runner) -> None:
    ran = walstatt("games", "--json")
    assert (ran.code, ran.err) == (0, "")
    listed = json.loads(ran.out)
    assert [one["id"] for one in listed] == list(GAMES)
    toy = listed[list(GAMES).index("toy")]
    assert list(toy) == ["id", "title", "scenarios", "options", "presets", "rules"]
    assert toy["title"] == "Three Banners"
    assert toy["scenarios"][0] == {
        "id": "hill",
        "title": "The hill",
        "seats": ["red", "blue", "gold"],
    }
    assert toy["options"][2] == {
        "name": "cornered",
        "type": "choice",
        "default": "loses",
        "choices": ["loses", "stands"],
        "rule": "TOY-A1",
    }
    assert toy["presets"] == ["short", "stands", "no_reactions"]
    assert toy["rules"] == len(TOY.rulebook.rules)


def test_games_for_people(walstatt: Runner) -> None:
    out = walstatt("games").out
    assert out.startswith("ccn: Commands & Colors: Napoleonics (")
    assert "\ntoy: Three Banners (" in out
    assert "    hill         The hill: Red, Blue, Gold. Three bands race" in out
    assert "A clear map: Red, Blue, Gold. (only for cases)" in out
    assert "cornered       A cornered unit [TOY-A1]: loses|stands (loses)" in out
    assert "short         rounds=3, target=3" in out
    assert "no_reactions  reaction_fire=false" in out


def test_games_in_german(walstatt: Runner) -> None:
    assert "\ntoy: Drei Fahnen (" in walstatt("games", "--lang", "de").out


@pytest.mark.parametrize("wanted", ["TOY-4.2", "toy-4.2", "4.2"])
def test_one_rule(walstatt: Runner, wanted: str) -> None:
    assert walstatt("rules", "toy", wanted).out == (
        "TOY-4 Attacks\n"
        "  TOY-4.2: An attack rolls one die for each point of the attacker's strength.\n"
    )


def test_rules_that_speak_of_words(walstatt: Runner) -> None:
    assert walstatt("rules", "toy", "woods", "captain").out == (
        "TOY-4 Attacks\n  TOY-4.6: Woods do not reduce the dice of a captain.\n"
    )


def test_a_chapter(walstatt: Runner) -> None:
    lines = walstatt("rules", "toy", "toy-6", "--lang", "de").out.splitlines()
    assert lines[0] == "TOY-6 Sammeln"
    assert [line[2:9] for line in lines if line.startswith("  TOY")] == [
        *("TOY-6.1", "TOY-6.2", "TOY-6.3", "TOY-6.4"),
    ]


def test_the_whole_rulebook(walstatt: Runner) -> None:
    out = walstatt("rules", "toy").out
    assert out.count("\n  TOY-") == len(TOY.rulebook.rules)
    assert "(option cornered)" in out


def test_words_of_the_other_language_are_found_too(walstatt: Runner) -> None:
    assert "TOY-4.6: Wald verringert" in walstatt("rules", "toy", "woods", "--lang", "de").out


def test_no_such_rule(walstatt: Runner) -> None:
    assert walstatt("rules", "toy", "cavalry") == (
        1,
        "",
        "walstatt: No rule speaks of cavalry.\n",
    )
    ran = walstatt("rules", "toy", "TOY-4.22")
    assert ran.err == "walstatt: There is no rule TOY-4.22. Did you mean TOY-4.2?\n"


# -- check-content -------------------------------------------------------------------------------


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Give the toy game a copy of its content that may be broken."""
    copy = tmp_path / "content"
    shutil.copytree(content.FOLDER, copy)
    monkeypatch.setattr(game, "FOLDER", copy)
    return copy


def test_our_content_is_fine(walstatt: Runner) -> None:
    assert walstatt("check-content") == (0, f"{', '.join(GAMES)}: no problems\n", "")
    assert walstatt("check-content", "toy", "--json") == (0, "[]\n", "")


def test_every_problem_is_told_with_its_line(walstatt: Runner, folder: Path) -> None:
    (folder / "scenarios" / "hill.yaml").write_text(
        """seats: [red, blue, red]
deck: {1: 3, 7: 1}
hand: 3
map: {rows: 7, columns: 7, hill: "9,9", woods: ["3,3", "8,1"]}
units:
  - {id: a, side: red, type: captain, at: "1,4"}
  - {id: a, side: gold, type: horse, at: "1,4"}
  - {id: b, side: blue, type: foot, at: "1,9"}
  - {id: c, side: blue, type: foot, at: [10, 10]}
"""
    )
    ran = walstatt("check-content", "toy")
    assert ran.code == 1
    file = "content/scenarios/hill.yaml:"
    *problems, total = ran.out.splitlines()
    assert all(problem.startswith(file) for problem in problems)
    off = "on this board (cells are named 1,1 to 7,7)"
    assert [problem.removeprefix(file) for problem in problems] == [
        "1: seats[2]: seat 'red' stands here twice",
        "2: deck.7: a card has a value from 1 to 5",
        "3: hand: 3 hands of 3 take 9 cards, the deck has 4",
        f"4: map.hill: no cell '9,9' {off}",
        f"4: map.woods[1]: no cell '8,1' {off}",
        "7: units[1].id: another unit is called 'a' as well",
        "7: units[1].side: 'gold' is no seat of this scenario",
        "7: units[1].type: unknown unit type 'horse'; there are: captain, foot, archers",
        "7: units[1].at: 'a' stands where 'a' stands already",
        f"8: units[2].at: no cell '1,9' {off}",
        "9: units[3].at: on a map a place is the label of a hex",
    ]
    assert total == "toy: 11 problems"


def test_problems_of_a_table(walstatt: Runner, folder: Path) -> None:
    (folder / "scenarios" / "field.yaml").write_text(
        """seats: [red, green]
deck: {1: -1}
hand: 0
table: {width: 300, height: 30, hill: {x: 900, y: 10, radius: 0}, woods: [{x: 1, y: 99, radius: 9}]}
units:
  - {id: a, side: red, type: foot, at: [50, 15]}
  - {id: b, side: red, type: foot, at: "1,1"}
"""
    )
    out = walstatt("check-content", "toy").out
    assert [line.partition("field.yaml:")[2] for line in out.splitlines()[:-1]] == [
        "1: seats[1]: unknown seat 'green'; there are: red, blue, gold",
        "2: deck.1: there cannot be fewer than no cards",
        "3: hand: a hand holds at least one card",
        "4: table: not even one base of 40 mm fits on this table",
        "4: table.hill: the radius must be at least 1 mm",
        "4: table.hill: its middle is not on the table",
        "4: table.woods[0]: its middle is not on the table",
        "6: units[0].at: the base would leave the table",
        "7: units[1].at: on a table a place is [x, y] in millimetres, not '1,1'",
    ]


def test_bases_that_overlap(walstatt: Runner, folder: Path) -> None:
    path = folder / "scenarios" / "field.yaml"
    path.write_text(path.read_text().replace("at: [240, 60]", "at: [270, 60]"))
    out = walstatt("check-content", "toy").out
    assert "units[1].at: 'red-foot-1' stands where 'red-captain' stands already" in out


def test_files_that_cannot_be_read_are_told_with_all_others(walstatt: Runner, folder: Path) -> None:
    (folder / "units.yaml").write_text("units:\n  foot: {strength: many, moves: 2}\n")
    (folder / "scenarios" / "hill.yaml").write_text("seats: [red\n")
    (folder / "scenarios" / "host.yaml").write_text("seats: []\ndeck: {}\nhand: 1\n")
    ran = walstatt("check-content", "toy", "--json")
    assert (ran.code, ran.err) == (1, "")
    problems = json.loads(ran.out)
    assert all(list(one) == ["file", "line", "field", "message"] for one in problems)
    told = [(Path(one["file"]).name, one["line"], one["field"]) for one in problems]
    assert ("units.yaml", 2, "units.foot.strength") in told
    assert ("hill.yaml", 2, "") in told
    assert ("host.yaml", 1, "seats") in told
    assert {"a scenario has either a map or a table"} <= {one["message"] for one in problems}


def test_unit_types_make_sense(walstatt: Runner, folder: Path) -> None:
    (folder / "units.yaml").write_text(
        (folder / "units.yaml").read_text().replace("strength: 4", "strength: 0")
    )
    assert "units.yaml:4: units.foot.strength: must be at least 1" in walstatt("check-content").out


def test_rules_and_options_that_do_not_know_each_other(
    walstatt: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = [
        RuleEntry("TOY-2.1", "a", "b", option="weather"),
        *(RuleEntry(rule, "a", "b") for rule in ("TOY-3.5", "TOY-7.3", "WAR-1")),
    ]
    book = Rulebook(RuleFile("TOY", tuple(rules), {f"TOY-{n}": {} for n in (2, 3, 7)}))
    monkeypatch.setitem(vars(TOY), "rulebook", book)
    assert walstatt("check-content", "toy").out.splitlines() == [
        "toy:1: option cornered: belongs to rule 'TOY-A1', which does not exist",
        "toy:1: rule TOY-2.1: speaks of option 'weather', which does not exist",
        "toy:1: rule WAR-1: chapter 'WAR-1' has no title",
        "toy: 3 problems",
    ]


def test_a_message_that_lacks_a_language(
    walstatt: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    english, german = tmp_path / "m.en.yaml", tmp_path / "m.de.yaml"
    english.write_text("toy:\n  one: one\n  two: two {n}\n")
    german.write_text("toy:\n  two: zwei\n")
    broken = Catalogue.load({"en": [english], "de": [german]})
    monkeypatch.setitem(vars(TOY), "catalogue", broken)
    assert walstatt("check-content", "toy").out.splitlines() == [
        "m.en.yaml:2: toy.one: missing in de",
        "m.en.yaml:3: toy.two: parameters differ: en has n; de has none",
        "toy: 2 problems",
    ]


def test_messages_that_cannot_be_read(
    walstatt: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "bad.yaml").write_text("toy: [")
    monkeypatch.setattr(
        "walstatt.cli.checking.terminal_words",
        lambda: Catalogue.load({"en": [tmp_path / "bad.yaml"]}),
    )
    ran = walstatt("check-content")
    assert ran.code == 1
    assert ran.out.startswith("bad.yaml:1: ")
    assert ran.out.endswith(f"{', '.join(GAMES)}: 1 problems\n")
