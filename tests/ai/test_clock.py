"""The time of a turn: every decision has its share, and no turn is longer than its limit."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from tests.games.ccn.field import FRENCH, british, field, french
from tests.games.ccn.fights import NO_STRIKES
from walstatt.ai.clock import TurnClock
from walstatt.ai.player import Budget
from walstatt.ai.searching import Effort, SearchingPlayer
from walstatt.games.ccn.ai.advisor import CcnAdvisor
from walstatt.games.ccn.ai.weights import OFFICER
from walstatt.kernel.game import AnyGame
from walstatt.kernel.ids import Seat

ALLIED = Seat("allied")


class Hours:
    """A time that passes only when somebody says so, or a little at every look."""

    def __init__(self, tick: float = 0.0) -> None:
        self.seconds = 0.0
        self.tick = tick

    def __call__(self) -> float:
        self.seconds += self.tick
        return self.seconds


def battle() -> AnyGame:
    return field(
        french("a", "LN", "5,5", ordered=True),
        british("b", "LN", "3,5", blocks=1),
        british("c", "LN", "5,7", blocks=2),
        **NO_STRIKES,
    ).game


def thought(clock: TurnClock, hours: Hours, game: AnyGame, seat: Seat, share: float = 1.0) -> int:
    """Think for a share of the time that is given, and tell how much that is."""
    with clock.deciding(game, seat) as ms:
        hours.seconds += share * ms / 1000
    return ms


def test_early_decisions_have_all_their_time_and_later_ones_less() -> None:
    hours, game = Hours(), battle()
    clock = TurnClock(2000, hours)
    given = [thought(clock, hours, game, FRENCH) for _ in range(9)]
    assert given == [2000, 2000, 2000, 2000, 2000, 2000, 1500, 1125, 843]


@pytest.mark.parametrize("decisions", [10, 100, 1000])
def test_no_turn_is_longer_than_nine_decisions(decisions: int) -> None:
    hours, game = Hours(), battle()
    clock = TurnClock(2000, hours)
    for _ in range(decisions):
        thought(clock, hours, game, FRENCH)
    assert 15 < hours.seconds <= 18


def test_whoever_answers_quickly_keeps_all_the_time() -> None:
    hours, game = Hours(), battle()
    clock = TurnClock(2000, hours)
    assert {thought(clock, hours, game, FRENCH, 0.1) for _ in range(50)} == {2000}


def test_whoever_took_too_long_answers_at_a_glance() -> None:
    hours, game = Hours(), battle()
    clock = TurnClock(1000, hours)
    thought(clock, hours, game, FRENCH, 20)
    assert thought(clock, hours, game, FRENCH) == 0


def test_every_seat_and_every_turn_has_its_own_time() -> None:
    hours, game = Hours(), battle()
    clock = TurnClock(1000, hours)
    assert [thought(clock, hours, game, FRENCH) for _ in range(20)][-1] < 100
    assert thought(clock, hours, game, ALLIED) == 1000
    game.world.turn += 1
    assert thought(clock, hours, game, FRENCH) == 1000


def test_time_counts_even_if_a_player_fails() -> None:
    hours, game = Hours(), battle()
    clock = TurnClock(1000, hours)
    with suppress(ZeroDivisionError), clock.deciding(game, FRENCH):
        hours.seconds += 8
        raise ZeroDivisionError
    assert thought(clock, hours, game, FRENCH) == 250


def tries(ms: int, hours: Hours) -> int:
    """Let a player search for a while, and tell how often it tried something out."""
    player = SearchingPlayer(CcnAdvisor(OFFICER), Effort(sure=99.0))
    told = player.choose(battle(), FRENCH, Random(1), Budget(ms, now=hours)).why[-1]
    count = told.args.get("n", 0)
    assert isinstance(count, int)
    return count


def test_a_search_ends_before_its_time_does() -> None:
    hours = Hours(tick=0.01)
    assert 3 <= tries(500, hours) <= 25
    assert 0.4 < hours.seconds <= 0.5


def test_less_time_means_fewer_tries() -> None:
    counts = [tries(ms, Hours(tick=0.01)) for ms in (0, 300, 900)]
    assert counts[0] == 0
    assert 0 < counts[1] < counts[2]
