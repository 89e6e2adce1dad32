"""`walstatt hint`: a suggested answer with its reason, for a saved game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.driving import Runner
from walstatt.ai.playing import choose
from walstatt.games import find_game
from walstatt.kernel.match import Match
from walstatt.kernel.save import save


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Keep a battle after a few officers' answers."""
    match = Match.start(find_game("ccn"), "rolica_1", seed=3)
    for n in range(6):
        seat = match.game.to_act[0]
        chosen = choose(match.game, seat, "officer", str(n))
        match.answer(seat, chosen.answer, chosen.kind)
    path = tmp_path / "evening.save"
    save(match, path)
    return path


def test_a_hint_names_the_answer_and_the_reason(walstatt: Runner, saved: Path) -> None:
    ran = walstatt("hint", str(saved), "--level", "officer:bold")
    assert ran.code == 0
    first, *reason = ran.out.splitlines()
    assert first.startswith("Suggestion for ")
    assert " ".join(reason).strip()
    german = walstatt("hint", str(saved), "--level", "officer:bold", "--lang", "de")
    assert german.out.startswith("Vorschlag für ")


def test_a_hint_for_programs_is_a_legal_answer(walstatt: Runner, saved: Path) -> None:
    ran = walstatt("hint", str(saved), "--at", "0", "--level", "officer:bold", "--json")
    told = json.loads(ran.out)
    assert (told["seat"], told["level"]) == ("allied", "officer:bold")
    assert told["answer"]["do"] == "play_card"
    assert told["why"]


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        (("--level", "marshal"), "There is no player called 'marshal'."),
        (("--at", "99"), "--at is an entry from 0 to 6, not 99."),
        (("--seat", "prussian"), "prussian is not asked there"),
    ],
)
def test_what_cannot_be_hinted_at_is_said(
    walstatt: Runner, saved: Path, given: tuple[str, str], wrong: str
) -> None:
    ran = walstatt("hint", str(saved), *given)
    assert ran.code == 2
    assert wrong in ran.err
