"""How well the recruit plays, counted in battles won against somebody who draws lots."""

from __future__ import annotations

import pytest

from walstatt.ai.playing import battle
from walstatt.arena.referee import play
from walstatt.arena.tournament import Tournament, jobs_of, table_of
from walstatt.games import find_game
from walstatt.workshop.playout import playable_scenarios

CCN = find_game("ccn")


def won(scenario: str, games: int, level: str = "recruit", other: str = "random") -> int:
    """Count the games a level wins, with sides swapped after each."""
    seats = CCN.scenario(scenario).seats
    count = 0
    for n in range(games):
        mine, theirs = seats[n % 2], seats[1 - n % 2]
        result = battle(CCN, scenario, {mine: level, theirs: other}, f"strength {n // 2}")
        count += result.winners == (mine,)
    return count


def test_the_recruit_beats_random_play() -> None:
    assert won("rolica_1", 8) >= 7


def test_recruits_finish_a_battle_against_each_other() -> None:
    seats = CCN.scenario("rolica_1").seats
    result = battle(CCN, "rolica_1", dict.fromkeys(seats, "recruit"), "mirror")
    assert len(result.winners) == 1
    assert result.decisions < 1500


@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_the_officer_beats_the_recruit() -> None:
    scenarios = playable_scenarios(CCN)
    assert sum(won(one, 6, "officer", "recruit") for one in scenarios) >= 0.65 * 6 * len(scenarios)


@pytest.mark.nightly
@pytest.mark.timeout(7200)
def test_the_general_beats_the_officer() -> None:
    levels = ("general", "officer")
    tournament = Tournament("ccn", levels, playable_scenarios(CCN), games=36, playouts=60)
    jobs = jobs_of(tournament)
    (pair,) = table_of(tournament, jobs, {job.key: play(job) for job in jobs}).pairs
    assert pair.games == 36
    assert pair.wins >= 20


@pytest.mark.nightly
def test_the_recruit_wins_nine_of_ten_battles_of_rolica() -> None:
    assert won("rolica_1", 60) >= 54


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("scenario", playable_scenarios(CCN))
def test_the_recruit_beats_random_play_everywhere(scenario: str) -> None:
    assert won(scenario, 12) >= 10
