"""What is plain at a glance about wheels and turns agrees with the thorough judge. IDG-8.2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from tests.games.idg.field import Field, blue, field, red
from tests.games.idg.speaking import rules_in
from walstatt.boards.formation import wheel
from walstatt.boards.paths import Leg, Slide
from walstatt.boards.pose import FULL_TURN
from walstatt.games.idg.marching import Judge, Orders, Purpose
from walstatt.games.idg.world import rects_of
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import recording

A = UnitId("a")
FAR = blue("b", "warrior", (60, 5))
Move: TypeAlias = Callable[[Field], Leg[str]]


def line(*others: dict[str, Any], at: tuple[float, float] = (30, 30), **more: Any) -> Field:  # noqa: ANN401
    """Give three cavalry in line that face up, and whoever else is there."""
    return field(red("a", "heavy_cavalry", at, size=3), *others, FAR, **more)


def wheeled(by: int) -> Move:
    """Wheel the whole line, in hundredths of a degree."""

    def move(there: Field) -> Leg[str]:
        facing = there.element("a1").pose.facing
        return wheel(rects_of(there.ctx, A), facing, by)

    return move


def turned(by: int, *some: str) -> Move:
    """Turn elements where they stand, all of them if none is named."""

    def move(there: Field) -> Leg[str]:
        names = some or there.unit("a").elements
        poses = {one: there.element(one).pose for one in names}
        return Slide(
            {one: at._replace(facing=(at.facing + by) % FULL_TURN) for one, at in poses.items()}
        )

    return move


def judged(there: Field, move: Move, purpose: Purpose, rolled: int) -> tuple[bool, list[str]]:
    """Say whether a move is plainly fine, and which rules it breaks if all are looked at."""
    orders, legs = Orders(A, rolled=rolled, purpose=purpose), (move(there),)
    plain = Judge(there.ctx, orders).is_plain(legs)
    with recording():
        found = rules_in(Judge(there.ctx, orders).flaws(legs))
    return plain, found


@pytest.mark.parametrize("by", [-4_500, -1_000, 700, 4_500])
def test_a_wheel_on_free_ground_is_plain(by: int) -> None:
    assert judged(line(), wheeled(by), "march", 12) == (True, [])


@pytest.mark.parametrize(
    ("others", "more", "rolled", "broken"),
    [
        ((), {}, 4, {"IDG-8.1.1", "IDG-8.2.1"}),
        ((red("c", "warrior", (30, 27), size=2),), {}, 12, {"IDG-8.4.5", "IDG-8.4.6"}),
        ((blue("e", "warrior", (30, 27)),), {}, 12, {"IDG-8.4.5", "IDG-8.4.6"}),
        ((), {"at": (4, 0.5)}, 12, {"IDG-8.2.7"}),
        (
            (),
            {"terrain": [{"id": "x", "kind": "steep_hill", "at": (30, 27), "size": (9, 5)}]},
            12,
            {"IDG-8.1.5", "IDG-8.1.4"},
        ),
    ],
    ids=["too far", "friend", "enemy", "edge", "ground"],
)
def test_a_wheel_that_is_not_allowed_is_never_plain(
    others: tuple[dict[str, Any], ...], more: dict[str, Any], rolled: int, broken: set[str]
) -> None:
    plain, found = judged(line(*others, **more), wheeled(4_500), "march", rolled)
    assert not plain
    assert set(found) & broken


@pytest.mark.parametrize("purpose", ["march", "face"])
def test_turning_about_where_one_stands_is_plain(purpose: Purpose) -> None:
    assert judged(line(), turned(18_000), purpose, 0) == (True, [])


def test_turning_by_a_quarter_is_looked_at_closely_if_bases_would_lie_on_each_other() -> None:
    plain, found = judged(line(), turned(4_500), "face", 0)
    assert not plain
    assert "IDG-8.4.6" in found


@pytest.mark.parametrize(
    ("others", "more", "broken"),
    [
        ((red("c", "warrior", (30, 29.9), size=3),), {}, "IDG-8.4.6"),
        ((), {"at": (30, 0.5)}, "IDG-8.2.7"),
    ],
    ids=["friend", "edge"],
)
def test_a_turn_without_room_is_never_plain(
    others: tuple[dict[str, Any], ...], more: dict[str, Any], broken: str
) -> None:
    plain, found = judged(line(*others, **more), turned(18_000), "face", 0)
    assert not plain
    assert broken in found


def test_a_part_of_a_unit_that_turns_is_looked_at_closely() -> None:
    assert judged(line(), turned(18_000, "a1"), "face", 0) == (False, [])
