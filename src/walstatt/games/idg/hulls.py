"""The ground that whole units cover, roughly: whoever is far away need not be measured."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from walstatt.boards.pose import Base, Pose
from walstatt.boards.rectangle import Box, rectangle
from walstatt.games.idg.world import IdgCtx, base_under, shown
from walstatt.kernel.ids import UnitId

Hull: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom of a box along the edges of the table."""
KEPT: Final = 16_384


def hull_of(ctx: IdgCtx, unit: UnitId) -> Hull:
    """Give the box around all elements of a unit that stand on the table."""
    elements = ctx.world.elements
    names = shown(ctx, unit)
    return _hull(
        tuple([elements[one].pose for one in names]),
        tuple([base_under(ctx, one) for one in names]),
    )


@lru_cache(maxsize=KEPT)
def _hull(poses: tuple[Pose, ...], bases: tuple[Base, ...]) -> Hull:
    corners = [
        corner
        for pose, base in zip(poses, bases, strict=True)
        for corner in rectangle(pose, base).corners
    ]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def hull_around(box: Box) -> Hull:
    """Give the box along the table's edges in which a base has room however it faces."""
    (x, y), far = box.centre, box.radius
    return x - far, y - far, x + far, y + far


def is_near(a: Hull, b: Hull, reach: float) -> bool:
    """May anything in one box be so near to anything in the other?"""
    return (
        a[0] - reach <= b[2]
        and b[0] - reach <= a[2]
        and a[1] - reach <= b[3]
        and b[1] - reach <= a[3]
    )


def units_near(ctx: IdgCtx, hull: Hull, units: list[UnitId], reach: float) -> list[UnitId]:
    """Keep the units that may be so near to a box."""
    return [one for one in units if is_near(hull, hull_of(ctx, one), reach)]
