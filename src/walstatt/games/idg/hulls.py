"""The ground that whole units cover, roughly: whoever is far away need not be measured."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from walstatt.boards.rectangle import Box
from walstatt.games.idg.whereabouts import Hull, hull_of_rects, place_of, whereabouts
from walstatt.games.idg.world import IdgCtx, rects_of
from walstatt.kernel.ids import Seat, UnitId

__all__ = [
    "Hull",
    "foes_near",
    "hull_around",
    "hull_distance",
    "hull_of",
    "hull_of_rects",
    "in_order",
    "is_any_near",
    "is_near",
    "units_near",
]


def hull_of(ctx: IdgCtx, unit: UnitId) -> Hull:
    """Give the box around all elements of a unit that stand on the table."""
    place = place_of(ctx, unit)
    return hull_of_rects(rects_of(ctx, unit)) if place is None else place.hull


def hull_around(box: Box) -> Hull:
    """Give the box along the table's edges in which a base has room however it faces."""
    x, y = box.centre
    far = box.radius
    return x - far, y - far, x + far, y + far


def is_near(a: Hull, b: Hull, reach: float) -> bool:
    """May anything in one box be so near to anything in the other?"""
    return (
        a[0] - reach <= b[2]
        and b[0] - reach <= a[2]
        and a[1] - reach <= b[3]
        and b[1] - reach <= a[3]
    )


def is_any_near(hull: Hull, others: Iterable[Hull], reach: float) -> bool:
    """May anything in a box be so near to anything in one of others?"""
    left, top, right, bottom = hull
    left, top, right, bottom = left - reach, top - reach, right + reach, bottom + reach
    for box in others:
        if left <= box[2] and box[0] <= right and top <= box[3] and box[1] <= bottom:
            return True
    return False


def hull_distance(a: Hull, b: Hull) -> float:
    """Measure between two boxes: nothing in them is nearer."""
    x = max(a[0] - b[2], b[0] - a[2], 0.0)
    return hypot(x, max(a[1] - b[3], b[1] - a[3], 0.0))


def foes_near(ctx: IdgCtx, side: Seat, hull: Hull, reach: float) -> list[UnitId]:
    """List the enemies of a side whom everybody sees and who may be so near to a box."""
    around = whereabouts(ctx).foes_around(side, hull, reach)
    return in_order(ctx, [unit for unit, _ in around])


def in_order(ctx: IdgCtx, units: list[UnitId]) -> list[UnitId]:
    """Put units into the order in which the battle knows them."""
    return [unit for unit in ctx.world.units if unit in units] if len(units) > 1 else units


def units_near(ctx: IdgCtx, hull: Hull, units: list[UnitId], reach: float) -> list[UnitId]:
    """Keep the units that may be so near to a box."""
    there = whereabouts(ctx)
    near, known = {unit for unit, _ in there.around(hull, reach)}, there.places
    return [
        one
        for one in units
        if one in near or (one not in known and is_near(hull, hull_of(ctx, one), reach))
    ]
