"""`case`, `vocabulary`, `trace` and `fuzz`."""

import json
from pathlib import Path
from typing import NoReturn

import pytest

from tests.cli.driving import Runner, played_out
from walstatt.games import GAMES
from walstatt.games.toy.round import Battle
from walstatt.kernel.save import save

FAILING = """
- case: Nobody has banners
  game: toy
  given: {units: [{id: a, side: red, type: foot, at: "1,1"}]}
  then: {banners: {red: 0}}
- case: Red has won already
  game: toy
  given: {units: [{id: a, side: red, type: foot, at: "1,1"}]}
  then: {banners: {red: 5}}
"""


def test_a_template_holds(walstatt: Runner) -> None:
    template = walstatt("case", "new", "toy")
    assert (template.code, template.err) == (0, "")
    Path("my.yaml").write_text(template.out)
    ran = walstatt("case", "run", "my.yaml")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == "1 passed, 0 failed"


def test_a_position_of_a_game_holds(walstatt: Runner) -> None:
    save(played_out(3), Path("my.save"))
    for at in ("0", "5", "20"):
        Path("my.yaml").write_text(walstatt("case", "from", "my.save", "--at", at).out)
        assert walstatt("case", "run", "my.yaml").code == 0
    ran = walstatt("case", "from", "my.save", "--at", "9999")
    assert ran.code == 2
    assert ran.err.startswith("walstatt: --at is an entry from 0 to ")


def test_cases_that_fail(walstatt: Runner) -> None:
    Path("cases").mkdir()
    Path("cases/two.yaml").write_text(FAILING)
    ran = walstatt("case", "run", "cases")
    assert (ran.code, ran.err) == (1, "")
    assert "FAIL  Red has won already (cases/two.yaml:6)" in ran.out
    assert ran.out.splitlines()[-1] == "1 passed, 1 failed"


def test_cases_as_json(walstatt: Runner) -> None:
    Path("two.yaml").write_text(FAILING)
    ran = walstatt("case", "run", "two.yaml", "--json")
    assert ran.code == 1
    result = json.loads(ran.out)
    assert (result["passed"], result["failed"]) == (1, 1)
    assert [(one["name"], one["file"], one["ok"]) for one in result["cases"]] == [
        ("Nobody has banners", "two.yaml", True),
        ("Red has won already", "two.yaml", False),
    ]
    assert result["cases"][1]["failures"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("case: [", "bad.yaml:2: not YAML: "),
        ("case: x\ngame: ccc\nthen: {}\n", "bad.yaml:2: game: there is no game 'ccc'"),
        ("", "bad.yaml:1: "),
        (None, "bad.yaml:1: cannot be read: No such file or directory"),
    ],
)
def test_a_bad_case_file(walstatt: Runner, content: str | None, told: str) -> None:
    if content is not None:
        Path("bad.yaml").write_text(content)
    ran = walstatt("case", "run", "bad.yaml")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"walstatt: {told}")
    assert ran.err.count("\n") == 1


def test_no_cases_at_all(walstatt: Runner) -> None:
    Path("cases").mkdir()
    assert walstatt("case", "run", "cases").code == 1
    assert walstatt("case", "run").code == 2


def test_the_vocabulary(walstatt: Runner) -> None:
    assert walstatt("vocabulary", "toy").out.startswith("Three Banners (toy)\n")
    words = json.loads(walstatt("vocabulary", "toy", "--json").out)
    assert words["game"] == "toy"
    assert {"phases", "given", "decisions", "ledgers", "questions", "options"} <= set(words)


def test_the_trace(walstatt: Runner) -> None:
    ran = walstatt("trace", "toy", "--games", "2", "--json")
    result = json.loads(ran.out)
    assert list(result) == ["rules", "not_applicable", "implemented", "tested", "hit", "missing"]
    assert ran.code == 1
    assert result["missing"]
    for_people = walstatt("trace", "toy", "--games", "2")
    assert for_people.code == 1
    assert for_people.out.splitlines()[-1].startswith("toy: ")
    assert walstatt("trace", "toy", "--games", "0").code == 2


def test_fuzzing(walstatt: Runner) -> None:
    ran = walstatt("fuzz", "toy", "--games", "2", "--seed", "4")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("2 games, ")
    result = json.loads(walstatt("fuzz", "--all", "--games", "1", "--json").out)
    assert (result["games"], result["faults"]) == (len(GAMES), [])
    assert walstatt("fuzz", "toy", "--games", "0").code == 2
    assert walstatt("fuzz", "toy", "--all").code == 2


def test_fuzzing_finds_faults(walstatt: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> NoReturn:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(Battle, "acted", broken)
    ran = walstatt("fuzz", "toy", "--games", "2")
    assert ran.code == 1
    assert "\nFAULT toy hill, seed 0/0, decision " in ran.out
    assert list(Path("crashes").glob("*.save"))
