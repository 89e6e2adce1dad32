"""Computers at the terminal: who is there to play against, and that they play."""

from __future__ import annotations

from pathlib import Path

from tests.cli.driving import Runner, is_asked
from walstatt.cli.seating import deed
from walstatt.cli.wishes import known_players, usual_players
from walstatt.games import find_game
from walstatt.kernel.ids import Seat
from walstatt.kernel.match import Match
from walstatt.kernel.save import load


def test_the_usual_opponent_is_a_recruit_where_there_is_one() -> None:
    assert usual_players("ccn") == ("human", "recruit")
    assert usual_players("toy") == ("human", "random")
    assert known_players("ccn")[:3] == ("human", "random", "recruit")
    assert {"officer", "general", "officer:bold"} < set(known_players("ccn"))


def test_recruits_play_a_battle_to_its_end(walstatt: Runner, tmp_path: Path) -> None:
    seats = ("--seats", "recruit,recruit", "--seed", "3", "--save", "battle.save")
    ran = walstatt("play", "ccn", *seats, typed=[""])
    assert ran.code == 0
    assert "Victory: " in ran.out
    kept = load(tmp_path / "battle.save", find_game)
    assert kept.game.outcome is not None
    assert 40 < len(kept.entries) < 1500


def test_a_recruit_moves_first_if_it_is_his_turn(walstatt: Runner) -> None:
    ran = walstatt("play", "ccn", "--seed", "1", typed=["q"])
    assert ran.code == 0
    assert "Allies play " in ran.out


def test_how_to_go_on_names_only_unusual_players(walstatt: Runner) -> None:
    usual = walstatt("play", "ccn", "--save", "a.save", typed=["q"])
    assert usual.out.endswith("walstatt play --load a.save --save a.save\n")
    other = walstatt("play", "ccn", "--seats", "human,random", "--save", "b.save", typed=["q"])
    assert " ".join(other.out.split()).endswith("--save b.save --seats human,random")


def test_a_level_that_the_game_lacks_is_refused(walstatt: Runner) -> None:
    ran = walstatt("play", "toy", "--seats", "human,recruit,random")
    assert ran.code == 2
    assert "There is no player called 'recruit'. There are: human, random." in ran.err


def test_the_same_dice_and_log_give_the_same_deed() -> None:
    match = Match.start(find_game("ccn"), "rolica_1", seed=5)
    allied = Seat("allied")
    assert is_asked(match, "allied", "choose_card")
    assert deed(match, allied, "recruit") == deed(match, allied, "recruit")
    again = Match.start(find_game("ccn"), "rolica_1", seed=5)
    assert deed(again, allied, "recruit") == deed(match, allied, "recruit")
