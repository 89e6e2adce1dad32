"""`arena` and `lab` as commands."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.driving import Runner

ARENA = ("arena", "ccn", "--levels", "random,recruit", "--scenario", "rolica_1", "--games", "2")
HERE = ("--runner", "inprocess", "--quiet")

TOY = """\
game: toy
games: 2
scenarios: [hill]
levels: [[random, random, random]]
"""


def test_an_arena_rates_resumes_and_publishes(walstatt: Runner, tmp_path: Path) -> None:
    ran = walstatt(*ARENA, *HERE, "--json")
    assert ran.code == 0
    table = json.loads(ran.out)
    assert table["games"] == 2
    assert [one["name"] for one in table["ratings"]] == ["random", "recruit"]
    assert table["ratings"][0]["elo"] == 0
    again = walstatt(*ARENA, "--runner", "inprocess", "--publish", "ladder.md", "--lang", "de")
    assert again.code == 0
    assert "2 von 2 Spielen" in again.err
    assert "Rekrut" in again.out
    page = (tmp_path / "ladder.md").read_text(encoding="utf-8")
    assert page.count("## Commands & Colors: Napoleonics") == 1
    assert "Recruit against Random" in page
    assert "--budget-ms 1000" in page
    picture = ET.parse(tmp_path / "ladder-ccn.svg").getroot()  # noqa: S314 - our own
    assert picture.tag.endswith("svg")
    walstatt(*ARENA, *HERE, "--publish", "ladder.md")
    assert (tmp_path / "ladder.md").read_text(encoding="utf-8") == page


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--levels", "recruit"), "two different levels are needed"),
        (("--levels", "recruit,napoleon"), "napoleon"),
        (("--games", "1"), "at least 2 games"),
        (("--scenario", "rolika"), "rolika"),
    ],
)
def test_what_cannot_be_played_is_refused(
    walstatt: Runner, words: tuple[str, ...], told: str
) -> None:
    ran = walstatt("arena", "ccn", *words)
    assert ran.code == 2
    assert told in ran.err


def test_a_laboratory_writes_its_report_and_can_write_it_again(
    walstatt: Runner, tmp_path: Path
) -> None:
    (tmp_path / "run.yaml").write_text(TOY)
    early = walstatt("lab", "run.yaml", "--report-only")
    assert early.code == 1
    assert "there is no journal" in early.err
    ran = walstatt("lab", "run.yaml", *HERE)
    assert (ran.code, ran.out) == (0, "The report is run/report.en.html.\n")
    report = tmp_path / "run" / "report.en.html"
    text = report.read_text(encoding="utf-8")
    report.unlink()
    assert walstatt("lab", "run.yaml", "--report-only").code == 0
    assert report.read_text(encoding="utf-8") == text


def test_a_run_that_no_longer_fits_its_journal_is_refused(walstatt: Runner, tmp_path: Path) -> None:
    (tmp_path / "run.yaml").write_text(TOY)
    walstatt("lab", "run.yaml", *HERE)
    (tmp_path / "run.yaml").write_text(f"{TOY}seed: 5\n")
    ran = walstatt("lab", "run.yaml", *HERE)
    assert ran.code == 1
    assert "begun with seed 0, but now it is 5" in ran.err
    assert "--out" in ran.err


def test_mistakes_in_a_run_are_told_by_line(walstatt: Runner, tmp_path: Path) -> None:
    (tmp_path / "run.yaml").write_text(TOY.replace("hill", "hell"))
    ran = walstatt("lab", "run.yaml")
    assert ran.code == 1
    assert "run.yaml:3: scenarios[0]: there is no scenario 'hell'" in ran.err


def test_who_stops_a_run_is_told_how_to_go_on(
    walstatt: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    (tmp_path / "run.yaml").write_text(TOY)
    monkeypatch.setattr("sys.argv", ["walstatt", "lab", "run.yaml"])
    monkeypatch.setattr("walstatt.arena.referee.ask", stop)
    ran = walstatt("lab", "run.yaml", *HERE)
    assert ran.code == 130
    assert "Stopped after 0 of 2 games" in ran.err
    assert "walstatt lab run.yaml" in ran.err
