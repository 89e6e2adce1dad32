"""One game of a batch: played as everywhere else, and measured."""

import pytest

from tests.arena.batches import SEATS, toy_jobs
from walstatt.ai.playing import battle
from walstatt.arena.job import Job
from walstatt.arena.referee import play
from walstatt.games import find_game
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import Seat


def test_a_job_is_the_game_that_the_same_seed_gives_elsewhere() -> None:
    for job in toy_jobs(5):
        result, known = play(job), battle(find_game("toy"), "hill", job.levels, job.seed)
        assert (result.winners, result.decisions) == (known.winners, known.decisions)


def test_the_same_job_gives_the_same_result() -> None:
    job = toy_jobs(1)[0]
    assert play(job) == play(job)


def test_who_took_something_with_his_dice_has_it_among_his_units() -> None:
    for job in toy_jobs(20):
        result = play(job)
        for seat in SEATS:
            luck = result.luck.get(seat)
            taken = sum(one.inflicted for one in result.units if one.seat == seat)
            assert (taken > 0) == (luck is not None and luck.losses > 0)


def test_losses_have_a_figure_for_every_turn() -> None:
    for job in toy_jobs(5):
        result = play(job)
        assert {seat: len(shares) for seat, shares in result.losses.items()} == dict.fromkeys(
            SEATS, result.turns
        )


def test_luck_compares_the_dice_with_their_average() -> None:
    result = play(toy_jobs(1)[0])
    assert result.luck, "nobody attacked"
    for luck in result.luck.values():
        assert luck.rolls > 0
        assert luck.expected > 0
        assert luck.variance > 0


def test_napoleonic_figures_count_blocks_and_banners() -> None:
    levels = {Seat("french"): "random", Seat("allied"): "random"}
    result = play(Job("one", "ccn", "rolica_1", "lab", levels))
    assert result.winners
    loser = next(seat for seat in levels if seat not in result.winners)
    lost = sum(one.suffered for one in result.units if one.seat == loser)
    assert lost >= 3, "five banners were not won for nothing"
    assert sum(one.inflicted for one in result.units) > 0


def test_a_game_that_goes_wrong_is_a_result_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("the sky fell")

    monkeypatch.setattr("walstatt.arena.referee.ask", broken)
    result = play(toy_jobs(1)[0])
    assert result.fault == "ZeroDivisionError: the sky fell"


def test_a_level_that_does_not_exist_is_refused() -> None:
    job = Job("one", "toy", "hill", "s", dict.fromkeys(SEATS, "napoleon"))
    with pytest.raises(BadRequest, match="napoleon"):
        play(job)
