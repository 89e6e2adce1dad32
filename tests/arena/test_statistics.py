"""Intervals and ratings against figures reckoned by hand."""

from math import log, log10, sqrt

import pytest

from walstatt.arena.ratings import SCALE, Meeting, expected_points, rate
from walstatt.arena.statistics import Z, correlation, mean, wilson
from walstatt.kernel.errors import BadRequest


def test_wilsons_interval_of_eight_wins_in_ten() -> None:
    share = wilson(8, 10)
    assert share.value == pytest.approx(0.8)
    assert share.low == pytest.approx(0.4902, abs=1e-4)
    assert share.high == pytest.approx(0.9433, abs=1e-4)


def test_wilsons_interval_of_no_win_in_ten_begins_at_nothing() -> None:
    share = wilson(0, 10)
    assert share.low == 0.0
    assert share.high == pytest.approx(Z * Z / (10 + Z * Z))


def test_without_games_anything_is_possible() -> None:
    share = wilson(0, 0)
    assert (share.low, share.high, share.n) == (0.0, 1.0, 0)


def test_a_mean_with_its_interval() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0])
    assert found.value == pytest.approx(2.5)
    assert found.high - found.value == pytest.approx(Z * sqrt(5 / 3 / 4))


def test_correlation_of_what_goes_together_and_of_what_never_changes() -> None:
    assert correlation([1, 2, 3], [2, 4, 6]) == pytest.approx(1.0)
    assert correlation([1, 2, 3], [3, 2, 1]) == pytest.approx(-1.0)
    assert correlation([1, 2, 3], [5, 5, 5]) == 0.0


def test_three_wins_of_four_are_190_points() -> None:
    weak, strong = rate(["weak", "strong"], [Meeting("weak", "strong", 25, 100)], prior=0)
    assert weak.elo == weak.low == weak.high == 0.0
    assert strong.elo == pytest.approx(400 * log10(3))
    assert strong.high - strong.elo == pytest.approx(Z * SCALE / sqrt(100 * 0.25 * 0.75))


def test_a_drawn_game_beforehand_keeps_a_whitewash_finite() -> None:
    _, strong = rate(["weak", "strong"], [Meeting("weak", "strong", 0, 10)], prior=1)
    assert strong.elo == pytest.approx(SCALE * log(10.5 / 0.5))


def test_ratings_of_three_add_up() -> None:
    meetings = [Meeting("a", "b", 25, 100), Meeting("b", "c", 25, 100), Meeting("a", "c", 10, 100)]
    ratings = {one.name: one.elo for one in rate(["a", "b", "c"], meetings, prior=0)}
    assert ratings["b"] == pytest.approx(400 * log10(3), abs=1e-6)
    assert ratings["c"] == pytest.approx(800 * log10(3), abs=1e-6)
    assert expected_points(ratings["c"], ratings["a"]) == pytest.approx(0.9)


def test_order_of_meetings_and_their_direction_do_not_matter() -> None:
    one = [Meeting("a", "b", 30, 100), Meeting("b", "c", 45, 80), Meeting("a", "c", 7, 20)]
    other = [Meeting("c", "a", 13, 20), Meeting("c", "b", 35, 80), Meeting("b", "a", 70, 100)]
    names = ["a", "b", "c"]
    for first, second in zip(rate(names, one), rate(names, other), strict=True):
        assert first.elo == pytest.approx(second.elo)
        assert first.high == pytest.approx(second.high)


def test_who_met_nobody_cannot_be_rated() -> None:
    with pytest.raises(BadRequest, match="c has met nobody"):
        rate(["a", "b", "c"], [Meeting("a", "b", 1, 2)])
