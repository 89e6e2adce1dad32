"""Whoever stands right behind others sees past them, whatever rounding does to their edges."""

from __future__ import annotations

import pytest

from walstatt.boards.pose import Base, Pose
from walstatt.boards.rectangle import Box, rectangle
from walstatt.boards.sightlines import Between, is_seen, sight
from walstatt.boards.terrain import Area
from walstatt.boards.veils import Dome

FOOT = Base(600, 300)
RANK: list[tuple[int | str, Box]] = [
    ("a", rectangle(Pose(8_844, 11_268, 0), FOOT)),
    ("b", rectangle(Pose(9_444, 11_268, 0), FOOT)),
]
"""Two side by side, with their rear edges along y = 11,568."""


def seen(y: int, target: Box) -> bool:
    """Look from right behind them, from a front edge at this height."""
    return is_seen(rectangle(Pose(9_144, y, 0), FOOT).edge("front"), target, Between(RANK, 300))


@pytest.mark.parametrize("y", [11_566, 11_567, 11_568, 11_569])
@pytest.mark.parametrize("facing", [0, 300, 1_700, 4_500])
def test_from_right_behind_a_rank_one_sees_to_the_side(y: int, facing: int) -> None:
    assert seen(y, rectangle(Pose(12_000, 11_700, facing), FOOT))


@pytest.mark.parametrize("y", [11_566, 11_567, 11_568, 11_569])
def test_from_right_behind_a_rank_one_does_not_see_through_it(y: int) -> None:
    assert not seen(y, rectangle(Pose(9_144, 9_000, 18_000), FOOT))


def test_an_edge_deep_inside_a_base_sees_nothing() -> None:
    assert not seen(11_400, rectangle(Pose(12_000, 11_700, 0), FOOT))


def test_one_sees_whoever_stands_almost_beside_though_a_hill_begins_there() -> None:
    """The line along both fronts is a tenth of a millimetre long; all others cross the crest."""
    outline = [
        *((1454, 361), (1369, 388), (1268, 398), (1206, 424), (1036, 411), (944, 353), (848, 245)),
        *((792, 170), (772, 92), (800, 38), (816, -18), (846, -77), (988, -91), (1091, -48)),
        *((1220, 49), (1302, 132), (1381, 208), (1456, 300)),
    ]
    hill = Dome("dome", Area("hill", "hill", tuple(outline)), (1150.0, 142.0))
    viewer = ((1285.0, 22.0), (1285.0, 622.0))
    target = rectangle(Pose(1285, -279, 9000), Base(600, 600))
    found = sight(viewer, target, Between(veils=[hill]))
    assert (found.start, found.end, found.by) == ((1285.0, 22.0), (1285.0, 21.0), ())
    assert is_seen(viewer, target, Between(veils=[hill]))
