"""`sim`, `replay` and `dice`."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.driving import Runner, match_where, played_out
from walstatt.games import find_game
from walstatt.kernel.luck import luck_report
from walstatt.kernel.save import load, save

EVENING = Path("evening.save")


@pytest.fixture
def evening(walstatt: Runner) -> Path:
    """Keep a finished game."""
    save(played_out(3), EVENING)
    return EVENING


@pytest.fixture
def unfinished(walstatt: Runner) -> Path:
    """Keep a game that is not over."""
    save(match_where(lambda match: len(match.entries) > 20), EVENING)
    return EVENING


# -- sim -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [(), ("--json",), ("--seats", "random,random,random")])
def test_a_simulation_prints_one_line_of_json(walstatt: Runner, more: tuple[str, ...]) -> None:
    ran = walstatt("sim", "toy", "--scenario", "hill", "--games", "5", "--seed", "3", *more)
    assert (ran.code, ran.err, ran.out.count("\n")) == (0, "", 1)
    result = json.loads(ran.out)
    assert list(result) == [
        *("games", "wins", "draws", "faults", "decisions", "seconds", "decisions_per_second"),
    ]
    assert list(result["wins"]) == ["red", "blue", "gold"]
    assert sum(result["wins"].values()) + result["draws"] == result["games"] == 5
    assert result["faults"] == 0


def test_the_same_seed_gives_the_same_simulation(walstatt: Runner) -> None:
    def wins(*more: str) -> tuple[object, object]:
        result = json.loads(walstatt("sim", "toy", "--games", "10", *more).out)
        return result["wins"], result["decisions"]

    assert wins("--seed", "5") == wins("--seed", "5")
    assert wins("--seed", "5") != wins("--seed", "6")
    assert wins("--seed", "5") != wins("--seed", "5", "--option", "rounds=1")
    assert wins("--seed", "5", "--preset", "short") == wins(
        *("--seed", "5", "--option", "rounds=3", "--option", "target=3")
    )


def test_levels_are_simulated_against_each_other(walstatt: Runner) -> None:
    """A recruit beats chance on either side."""
    wish = ("sim", "ccn", "--scenario", "rolica_1", "--games", "2")
    for seats, winner in (("recruit,random", "french"), ("random,recruit", "allied")):
        result = json.loads(walstatt(*wish, "--seats", seats).out)
        assert (result["wins"][winner], result["faults"]) == (2, 0)


# -- replay --------------------------------------------------------------------------------------


def test_a_finished_game_is_told_with_dice_and_numbers(walstatt: Runner, evening: Path) -> None:
    ran = walstatt("replay", str(evening))
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "The battle begins"
    assert any(re.fullmatch(r"\d+\. (Red|Blue|Gold): .+", line) for line in lines)
    assert any(re.fullmatch(r" +\+\d  strength \[TOY-4\.2\]", line) for line in lines)
    assert lines[-1].startswith("Score: Red ")
    assert len(re.findall(r"^  \w+, plan cards: 3 drawn face down", ran.out, re.MULTILINE)) == 0


def test_an_unfinished_game_keeps_its_secrets(walstatt: Runner, unfinished: Path) -> None:
    ran = walstatt("replay", str(unfinished))
    assert not re.search(r"plan cards: \d( \d)*$", ran.out, re.MULTILINE)
    assert "plan cards: 3 drawn face down" in ran.out
    assert re.search(r"^\d+\. (Red|Blue|Gold) acts$", ran.out, re.MULTILINE)
    assert ran.out.splitlines()[-1].startswith("The game is not over yet, after ")
    entries = json.loads(walstatt("replay", str(unfinished), "--json").out)["entries"]
    assert all(entry["answer"] is None for entry in entries)


def test_a_game_as_json(walstatt: Runner, evening: Path) -> None:
    data = json.loads(walstatt("replay", str(evening), "--json").out)
    assert list(data) == [
        *("game", "version", "scenario", "options", "seats", "entries", "outcome"),
    ]
    match = load(evening, find_game)
    assert [entry["state"] for entry in data["entries"]] == [one.state for one in match.entries]
    assert list(data["entries"][1]) == [
        *("n", "seat", "answer", "kind", "auto", "state", "events"),
    ]
    assert [entry["answer"] for entry in data["entries"]] == [one.answer for one in match.entries]
    assert data["entries"][0]["events"][-1] == {
        "text": "Round 1 begins.",
        "event": "toy.round_began",
        "n": 1,
    }
    outcome = match.game.outcome
    assert outcome is not None
    assert data["outcome"]["winners"] == list(outcome.winners)


def test_up_to_an_entry(walstatt: Runner, evening: Path) -> None:
    assert walstatt("replay", str(evening), "--to", "0").out.splitlines()[-1] == "  Round 1 begins."
    data = json.loads(walstatt("replay", str(evening), "--to", "2", "--json").out)
    assert [entry["n"] for entry in data["entries"]] == [0, 1, 2]
    ran = walstatt("replay", str(evening), "--to", "9999")
    assert ran.code == 2
    assert re.fullmatch(r"walstatt: --to is an entry from 0 to \d+, not 9999\.\n", ran.err)


def test_step_by_step(walstatt: Runner, evening: Path) -> None:
    ran = walstatt("replay", str(evening), "--step", typed=["", "b", "x", "", "q"])
    assert ran.code == 0
    assert ran.out.count("[Enter: on; b: the board; q: leave]") == 5
    assert "Legend" in ran.out
    assert "Score:" not in ran.out


def test_step_by_step_until_nobody_types(walstatt: Runner, evening: Path) -> None:
    assert walstatt("replay", str(evening), "--step", typed=[""]).code == 0


def test_in_german(walstatt: Runner, evening: Path) -> None:
    out = walstatt("replay", str(evening), "--lang", "de").out
    assert out.startswith("Die Schlacht beginnt\n")
    assert "\nStand: Rot " in out


# -- dice ----------------------------------------------------------------------------------------


def test_luck_as_json(walstatt: Runner, evening: Path) -> None:
    ran = walstatt("dice", str(evening), "--json")
    assert (ran.code, ran.err) == (0, "")
    listed = json.loads(ran.out)
    assert [one["seat"] for one in listed] == ["red", "blue", "gold"]
    assert list(listed[0]) == [
        *("seat", "rolls", "dice", "losses", "expected", "luck", "sigma"),
    ]
    for luck in luck_report(load(evening, find_game).rolls()):
        told = next(one for one in listed if one["seat"] == luck.seat)
        assert (told["rolls"], told["dice"], told["losses"]) == (luck.rolls, luck.dice, luck.losses)
        assert told["luck"] == pytest.approx(luck.losses - luck.expected)


def test_luck_for_people(walstatt: Runner, evening: Path) -> None:
    lines = walstatt("dice", str(evening)).out.splitlines()
    assert lines[0] == "Luck, in losses inflicted"
    assert lines[1].split() == ["rolls", "dice", "losses", "expected", "luck", "sigma"]
    assert [line.split()[0] for line in lines[2:]] == ["Red", "Blue", "Gold"]
    german = walstatt("dice", str(evening), "--lang", "de").out.splitlines()
    assert german[2].split()[0] == "Rot"
