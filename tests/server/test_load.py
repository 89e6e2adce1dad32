"""A server under a little load: nothing is refused, nothing fails, and every game plays again."""

from __future__ import annotations

import argparse
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tools import load
from walstatt.games import find_game
from walstatt.kernel.match import Match

SMALL = argparse.Namespace(
    tables=6, people=3, seconds=240.0, answers=12, level="random", pace=20, think=30_000
)
"""However busy the machine is, nobody runs out of time."""


def test_under_load_nothing_is_refused_and_every_table_plays_again_with_the_same_hashes() -> None:
    found = load.measured(SMALL)
    told = [found[name] for name in ("refused", "errors", "faults", "frozen", "differing")]
    assert told == [0, [], 0, 0, []]
    assert load.flaws(found) == []
    assert found["answers"] >= SMALL.answers
    assert found["replayed"] > 2 * SMALL.tables
    assert found["server"]["walstatt_tables_in_memory"] == SMALL.tables
    assert list(found["phases"]) == [
        "starting",
        "laying tables",
        "playing",
        "stopping",
        "playing again",
    ]
    assert min(found["phases"].values()) > 0


def test_a_forged_log_is_found(tmp_path: Path) -> None:
    match = Match.start(find_game("toy"), "hill", seed=1)
    match.answer(match.game.to_act[0], match.game.pick(match.game.to_act[0], Random(1)))
    path = tmp_path / "load.db"
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE tables (id, record)")
        db.execute("CREATE TABLE entries (table_id, n, data)")
        record = msgspec.json.encode({"header": match.header})
        for table in ("right", "wrong"):
            db.execute("INSERT INTO tables VALUES (?, ?)", (table, record))
            for entry in match.entries:
                forged = entry.n == 1 and table == "wrong"
                data = msgspec.json.encode(replace(entry, state="0" * 32) if forged else entry)
                db.execute("INSERT INTO entries VALUES (?, ?, ?)", (table, entry.n, data))
    figures = load.Figures()
    load.play_again(path, figures)
    assert (figures.differing, figures.entries) == (["wrong"], 4)


@pytest.mark.parametrize(
    "wrong", [{"refused": 1}, {"errors": ["x"]}, {"faults": 2}, {"frozen": 1}, {"differing": ["t"]}]
)
def test_whatever_went_wrong_is_named(wrong: dict[str, object]) -> None:
    fine: dict[str, object] = {"refused": 0, "errors": [], "faults": 0, "frozen": 0}
    found = {**fine, "differing": [], "answers": 10, **wrong}
    assert load.flaws(found) == [*wrong]


def test_a_run_with_flaws_ends_with_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["load.py", "--json"])
    fine = {"refused": 0, "errors": [], "faults": 0, "frozen": 0, "differing": []}
    monkeypatch.setattr(load, "measured", lambda _: fine)
    load.main()
    monkeypatch.setattr(load, "measured", lambda _: {**fine, "faults": 1})
    with pytest.raises(SystemExit) as ended:
        load.main()
    assert ended.value.code == 1
    assert capsys.readouterr().out.count('"faults": 1') == 1
