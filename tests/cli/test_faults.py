"""Faults of our own: no traceback, but a crash dump with the game in it."""

import re
from pathlib import Path
from typing import NoReturn

import pytest

from tests.cli.driving import Ran, Runner
from walstatt.cli import seating
from walstatt.games import find_game
from walstatt.games.toy.round import ChoosePlan
from walstatt.kernel.errors import BrokenInvariant
from walstatt.kernel.save import from_bytes
from walstatt.workshop import playout


def dump_of(ran: Ran) -> Path:
    """Find the crash dump that the player is told to send."""
    found = re.search(r"; please report it and send what is in (\S+)\n$", ran.err)
    assert found, ran.err
    return Path(found[1])


def test_a_fault_in_the_rules(walstatt: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> NoReturn:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(ChoosePlan, "present", broken)
    ran = walstatt("play", "toy", "--seed", "1", typed=["1"])
    assert ran.code == 1
    assert ran.err.startswith(
        "walstatt: this is a fault of Walstatt, not yours (ZeroDivisionError: oops); "
    )
    assert ran.err.count("\n") == 1
    folder = dump_of(ran)
    report = (folder / "report.txt").read_text()
    assert report.startswith("Walstatt 0.1.0, Python 3.")
    assert "Traceback (most recent call last):" in report
    assert from_bytes((folder / "game.save").read_bytes(), find_game).header.scenario == "hill"


def test_a_broken_invariant(walstatt: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> NoReturn:
        raise BrokenInvariant("a card is lost")

    monkeypatch.setattr(seating, "deed", broken)
    ran = walstatt("play", "toy")
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert "(BrokenInvariant: a card is lost)" in ran.err
    assert (dump_of(ran) / "game.save").exists()


def test_a_fault_outside_of_a_game(walstatt: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("walstatt.cli.games.game_lines", None)
    ran = walstatt("games")
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert sorted(path.name for path in dump_of(ran).iterdir()) == ["report.txt"]


def test_a_dump_that_cannot_be_written(walstatt: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("walstatt.cli.games.game_lines", None)
    monkeypatch.setattr("tempfile.tempdir", "/nowhere")
    ran = walstatt("games")
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert "a crash dump could not be written" in ran.err


def test_simulated_games_that_go_wrong(walstatt: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> NoReturn:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(playout, "random_answer", broken)
    ran = walstatt("sim", "toy", "--games", "2")
    assert ran.code == 1
    assert '"faults": 2' in ran.out
    assert ran.err == "walstatt: 2 games went wrong; see crashes/\n"


def test_stopping_a_command(walstatt: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("walstatt.cli.sim.simulate", stopped)
    assert walstatt("sim", "toy") == (130, "", "walstatt: stopped\n")


def test_stopping_a_game(walstatt: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("walstatt.cli.terminal.Terminal.ask", stopped)
    ran = walstatt("play", "toy", "--save", "a.save")
    assert (ran.code, ran.err) == (0, "")
    assert "Goodbye. The game is kept in a.save" in ran.out
