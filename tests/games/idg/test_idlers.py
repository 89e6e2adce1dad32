"""Units that have nothing to declare are told from those that may have. IDG-9.1."""

from __future__ import annotations

import pytest

from tests.games.idg.field import blue, field, red
from walstatt.games.idg.idlers import busy_among
from walstatt.games.idg.shooting_choices import DeclareShots, HoldAll
from walstatt.games.idg.world import in_play
from walstatt.kernel.ids import Seat, UnitId

RED = Seat("red")


def busy(kind: str, away: float) -> list[UnitId]:
    """Let a red unit stand so many inches before a blue one."""
    there = field(red("a", kind, (30.0, 30.0)), blue("b", "warrior", (30.0, 30.0 - away)))
    return busy_among(there.ctx, RED, in_play(there.ctx, RED))


@pytest.mark.parametrize(
    ("kind", "away", "expected"),
    [("skirmisher", 3.0, True), ("skirmisher", 4.0, False), ("elephant", 40.0, False)],
)
def test_only_who_may_have_somebody_in_reach_has_something_to_do(
    kind: str, away: float, expected: bool
) -> None:
    assert bool(busy(kind, away)) is expected


def test_an_idle_side_is_offered_nothing_but_to_hold() -> None:
    there = field(red("a", "skirmisher", (30.0, 30.0)), blue("b", "warrior", (30.0, 10.0)))
    assert DeclareShots(RED).candidates(there.ctx) == [HoldAll()]
