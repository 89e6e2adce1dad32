from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from walstatt.games.toy.game import TOY
from walstatt.kernel.rulebook import RuleEntry
from walstatt.workshop.citations import in_cases, in_code, in_content, in_docstrings, in_tests
from walstatt.workshop.tracing import Trace, Traced, UnknownRules, trace

CODE = '''
"""A chapter. TOY-4."""
WIDTH = about("TOY-1.3")

@rule("TOY-2.1", "TOY-2.2")
class Round:
    """A round. See TOY-2.3 and TOY-9.9."""

    @rule("TOY-2.4")
    def begin(self):
        cite("TOY-2.5")
        return "TOY-2.6 is no text of its own"
'''
TESTS = """
@covers("TOY-2.1", "TOY-2.2")
def test_rounds(): ...

class TestRound:
    @workshop.covers("TOY-2.3")
    @pytest.mark.nightly
    async def test_more(self): ...

def test_nothing(): ...
"""
CASES = """
- {case: One, game: toy, rules: [TOY-2.1]}
- {case: Another, game: toy, rules: [TOY-2.1, TOY-2.2]}
- {case: Of another game, game: ccn, rules: [CCN-1.1]}
- {case: Of nothing, game: toy}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "round.py").write_text(CODE)
    (tmp_path / "test_round.py").write_text(TESTS)
    (tmp_path / "cases.yaml").write_text(CASES)
    (tmp_path / "cards.yaml").write_text("cards: [{id: scout, rules: [TOY-5.1], text: by TOY-5.2}]")
    return tmp_path


# -- citations ------------------------------------------------------------------------------------


def test_ids_in_code_are_found_where_they_stand(folder: Path) -> None:
    found = {one.rule: one.place for one in in_code(folder / "code", "toy")}
    assert found == {
        "TOY-1.3": "toy.round",
        "TOY-2.1": "toy.round.Round",
        "TOY-2.2": "toy.round.Round",
        "TOY-2.4": "toy.round.Round.begin",
        "TOY-2.5": "toy.round.Round.begin",
    }


def test_ids_in_docstrings_are_mentions(folder: Path) -> None:
    found = [(one.rule, one.place) for one in in_docstrings(folder / "code", "toy")]
    assert found == [
        ("TOY-4", "toy.round"),
        ("TOY-2.3", "toy.round.Round"),
        ("TOY-9.9", "toy.round.Round"),
    ]


def test_tests_say_what_they_cover(folder: Path) -> None:
    found = [(one.rule, one.place.rpartition("/")[2]) for one in in_tests([folder])]
    assert found == [
        ("TOY-2.1", "test_round.py::test_rounds"),
        ("TOY-2.2", "test_round.py::test_rounds"),
        ("TOY-2.3", "test_round.py::test_more"),
    ]


def test_cases_say_what_they_prove(folder: Path) -> None:
    found = [(one.rule, one.place.rpartition(": ")[2]) for one in in_cases([folder], "toy")]
    assert found == [("TOY-2.1", "One"), ("TOY-2.1", "Another"), ("TOY-2.2", "Another")]


def test_cases_are_read_as_when_they_are_run(tmp_path: Path) -> None:
    """Two cases of a file may give the same name to parts of theirs."""
    text = (
        "- {case: a, game: toy, rules: &r [TOY-1.1]}\n- {case: b, game: toy, rules: &r [TOY-1.2]}\n"
    )
    (tmp_path / "twice.yaml").write_text(text, encoding="utf-8")
    assert [one.rule for one in in_cases([tmp_path], "toy")] == ["TOY-1.1", "TOY-1.2"]


def test_content_cites_rules(folder: Path) -> None:
    found = [one.rule for one in in_content([folder / "cards.yaml"])]
    assert found == ["TOY-5.1"]


# -- the trace ------------------------------------------------------------------------------------


def traced(rule: str, *, code: bool, tests: bool, hits: int, **why: str) -> Traced:
    entry = RuleEntry(rule, "", "", **why)
    return Traced(entry, ("toy.x",) * code, ("tests/x.py::y", "tests/x.py::z") * tests, hits)


FOUND = Trace(
    "toy",
    50,
    (
        traced("TOY-1.1", code=False, tests=False, hits=0, not_applicable="a picture"),
        traced("TOY-1.2", code=True, tests=True, hits=3),
        traced("TOY-1.3", code=False, tests=True, hits=3),
        traced("TOY-1.4", code=True, tests=False, hits=3),
        traced("TOY-1.5", code=True, tests=True, hits=0),
        traced("TOY-1.6", code=True, tests=True, hits=0, not_in_random_play="too rare"),
    ),
)


def test_a_rule_lacks_code_tests_or_hits_unless_excused() -> None:
    lacks = {one.entry.id: one.lacks for one in FOUND.rules if one.lacks}
    assert lacks == {"TOY-1.3": ("code",), "TOY-1.4": ("tests",), "TOY-1.5": ("hits",)}


def test_the_json_has_exactly_these_fields() -> None:
    assert msgspec.json.decode(FOUND.as_json()) == {
        "rules": 6,
        "not_applicable": 1,
        "implemented": 4,
        "tested": 4,
        "hit": 3,
        "missing": ["TOY-1.3", "TOY-1.4", "TOY-1.5"],
    }


def test_the_table_begins_with_what_is_missing() -> None:
    lines = FOUND.as_text().splitlines()
    assert [line.split()[0] for line in lines[:7]] == [
        "rule",
        "TOY-1.3",
        "TOY-1.4",
        "TOY-1.5",
        "TOY-1.1",
        "TOY-1.2",
        "TOY-1.6",
    ]
    assert lines[1].split()[1:] == ["-", "x.py::y", "+1", "3", "no", "code"]
    assert lines[6].endswith("too rare")
    assert "6 rules, 5 applicable, 4 implemented, 4 tested, 3 hit in cases" in lines[-1]


def test_the_toy_game_can_be_traced() -> None:
    found = trace(TOY, games=6)
    by_id = {one.entry.id: one for one in found.rules}
    assert set(by_id) == set(TOY.rulebook.rules)
    assert "walstatt.games.toy.combat.woods_take_a_die" in by_id["TOY-4.4"].code
    assert "walstatt.games.toy.round.ChoosePlan" in by_id["TOY-2.2"].code
    assert by_id["TOY-2.2"].hits > 10
    assert by_id["TOY-1.1"].lacks == ()


def test_refusals_and_ledgers_are_hits() -> None:
    hits = {one.entry.id: one.hits for one in trace(TOY, games=6).rules}
    assert hits["TOY-2.6"] > 0, "a unit that has acted is never offered, only refused"
    assert hits["TOY-4.2"] > 0, "the first line of every attack's ledger"


def test_rules_that_nobody_knows_are_refused(folder: Path) -> None:
    (folder / "test_wrong.py").write_text(
        '@covers("TOY-9.9", "TYO-1.1", "TOY-2.1")\ndef test(): ...'
    )
    with pytest.raises(UnknownRules) as refused:
        trace(TOY, games=0, tests=[folder / "test_wrong.py"], cases=[])
    assert [one.rule for one in refused.value.citations] == ["TOY-9.9", "TYO-1.1"]
    assert "TOY-9.9 in " in str(refused.value)
    assert "test_wrong.py::test" in str(refused.value)


def test_cases_with_rules_that_nobody_knows_are_refused(folder: Path) -> None:
    (folder / "cases.yaml").write_text("{case: Odd, game: toy, rules: [TOY-2.1, TOY-77]}")
    with pytest.raises(UnknownRules, match=r"TOY-77 in .*cases\.yaml: Odd"):
        trace(TOY, games=0, tests=[], cases=[folder])


def test_folders_that_are_not_there_are_no_problem(tmp_path: Path) -> None:
    found = trace(TOY, games=0, tests=[tmp_path / "none"], cases=[tmp_path / "none"])
    assert found.summary().tested == 0
