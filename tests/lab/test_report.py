"""The report and its tables."""

import csv
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.lab.runs import CCN, TOY, toy_report, written
from walstatt.arena.job import Job, Result
from walstatt.arena.runners import InProcess
from walstatt.arena.words import arena_catalogue
from walstatt.kernel.ids import Seat
from walstatt.lab import findings
from walstatt.lab.findings import Game
from walstatt.lab.laboratory import Written, play_run, write_report
from walstatt.lab.report import lab_catalogue
from walstatt.lab.spec import load_run

A, B = Seat("a"), Seat("b")


class Page(HTMLParser):
    """Reads a report: its sections, plots, rows and texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.sections: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.plots = self.rows = 0
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        assert tag != "script", "nothing runs"
        self.plots += tag == "svg"
        self.rows += tag == "tr"
        if tag == "section":
            self.sections.append(found["id"] or "")
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("line", "circle", "rect", "polyline")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def toy_run(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return toy_report(tmp_path_factory.mktemp("toy"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_report_is_whole_and_fetches_nothing(toy_run: Written, language: str) -> None:
    page = Page(toy_run.report(language).read_text(encoding="utf-8"))
    assert page.open == []
    assert page.sections == ["balance", "first", "length", "losses", "units", "options"]
    assert page.plots == 7
    assert all(link.startswith(("#", "report.")) for link in page.links)


def test_a_report_speaks_both_languages(toy_run: Written) -> None:
    english, german = (
        Page(toy_run.report(one).read_text(encoding="utf-8")) for one in ("en", "de")
    )
    assert "16 games in 2 scenarios" in english.text
    assert "16 Spiele in 2 Szenarien" in german.text
    assert "archers" in english.text
    assert "Bogenschützen" in german.text


def test_titles_in_both_languages(tmp_path: Path) -> None:
    text = TOY.replace("games: 4", "games: 1\ntitle: {en: The hill, de: Am Hang}")
    text = text.replace("fire\n", "fire\n    title: {en: Hold fire, de: Feuer einstellen}\n", 1)
    run = load_run(written(tmp_path, text))
    report = write_report(run, tmp_path, play_run(run, tmp_path, InProcess()))
    english, german = (Page(report.report(one).read_text(encoding="utf-8")) for one in ("en", "de"))
    assert "Am Hang" in german.text
    assert "Feuer einstellen" in german.text
    assert "Hold fire" in english.text
    assert "Am Hang" not in english.text


def test_levels_and_luck_are_told_where_two_play(tmp_path: Path) -> None:
    run = load_run(written(tmp_path, CCN))
    report = write_report(run, tmp_path, play_run(run, tmp_path, InProcess()))
    page = Page(report.report("en").read_text(encoding="utf-8"))
    assert {"balance", "levels", "luck", "units", "losses"} <= set(page.sections)
    assert "Recruit against Random" in page.text
    assert "British line infantry" in page.text


def test_tables_have_a_row_for_every_seat(toy_run: Written) -> None:
    with (toy_run.folder / "games.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 16 * 3
    by_game: dict[str, float] = {}
    for row in rows:
        by_game[row["key"]] = by_game.get(row["key"], 0.0) + float(row["points"])
    assert all(points in (1.0, 1.5) for points in by_game.values())


def test_parquet_has_the_same_rows_as_csv(toy_run: Written) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("games", "units"):
        table = parquet.read_table(toy_run.folder / f"{name}.parquet").to_pylist()
        with (toy_run.folder / f"{name}.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert [{key: str(value) for key, value in row.items()} for row in table] == rows


def test_without_pyarrow_the_rest_is_written_and_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    run = load_run(written(tmp_path, TOY.replace("games: 4", "games: 1")))
    report = write_report(run, tmp_path, play_run(run, tmp_path, InProcess()))
    assert "walstatt[lab]" in report.trouble
    assert (tmp_path / "games.csv").exists()
    assert not (tmp_path / "games.parquet").exists()
    assert "parquet" not in report.report("en").read_text(encoding="utf-8")


def test_all_words_are_there_in_both_languages() -> None:
    assert lab_catalogue().problems() == []
    assert arena_catalogue().problems() == []


# -- figures by hand ------------------------------------------------------------------------------


def game(
    number: int, winner: Seat | None, *, levels: str = "x-x", variant: str = "", turns: int = 5
) -> Game:
    job = Job(
        f"{number}/{levels}/{variant}",
        "toy",
        "hill",
        f"seed/{number}",
        dict(zip((A, B), levels.split("-"), strict=True)),
        number,
        variant=variant,
    )
    result = Result(job.key, () if winner is None else (winner,), A, turns)
    return Game(job, result)


def test_balance_counts_equal_levels_only_and_a_draw_as_half() -> None:
    games = [game(1, A), game(2, A), game(3, B), game(4, None), game(5, B, levels="x-y")]
    shares = findings.balance(games)["hill"]
    assert shares[A].value == pytest.approx(0.625)
    assert shares[A].n == 4


def test_a_scenario_is_lopsided_beyond_65_percent_if_it_is_no_chance() -> None:
    few = findings.balance([game(n, A if n % 4 else B) for n in range(4)])["hill"]
    many = findings.balance([game(n, A if n % 4 else B) for n in range(40)])["hill"]
    assert few[A].value == many[A].value == pytest.approx(0.75)
    assert not findings.is_lopsided(few)
    assert findings.is_lopsided(many)


def test_the_better_level_is_named_first() -> None:
    games = [
        game(1, A, levels="weak-strong"),
        game(1, A, levels="strong-weak"),
        game(2, B, levels="weak-strong"),
        game(2, A, levels="strong-weak"),
    ]
    pairs = findings.level_pairs(games)
    assert list(pairs) == [("strong", "weak")]
    assert pairs["strong", "weak"].value == pytest.approx(0.75)


def test_an_options_effect_is_the_mean_of_pairs_with_the_same_dice() -> None:
    games = [
        game(1, A, variant="old"),
        game(1, B, variant="new", turns=7),
        game(2, A, variant="old"),
        game(2, A, variant="new", turns=6),
        game(3, A, variant="old"),
    ]
    (effect,) = findings.effects(games, ["old", "new"])
    assert effect.pairs == 2
    assert effect.points.value == pytest.approx(-0.5)
    assert effect.turns.value == pytest.approx(1.5)


def test_lengths_are_counted_in_classes() -> None:
    games = [game(n, A, turns=turns) for n, turns in enumerate([3, 3, 4, 30])]
    counted = findings.lengths(games, classes=4)
    assert counted == [("3", 3), ("10", 0), ("17", 0), ("24", 1)]
