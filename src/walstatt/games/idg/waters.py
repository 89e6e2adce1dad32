"""Water that boats use: rivers, and the sea along a shore. IDG-4.2.29, IDG-4.2.33, IDG-17.2.

A river flows along its course from the first point to the last, one along a table edge from left to
right or from top to bottom. Of a seashore the outer two inches count as water where boats are used.
Ice leaves none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from walstatt.boards.polygons import contains, nearest_on
from walstatt.boards.pose import Point, between, facing_towards
from walstatt.boards.rectangle import Box
from walstatt.boards.table import TABLE_EDGES, Table, TableEdge, band
from walstatt.boards.terrain import Area, crest, is_in
from walstatt.games.idg.land import ground_of
from walstatt.games.idg.world import ElementId, Feature, IdgCtx, shown
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

SHALLOWS: Final = 2
"""How much of a seashore counts as water for boats, in MU."""
DOWN: Final = 4_500
"""How far from the current a course still goes downstream."""
ALONG: Final[dict[TableEdge, int]] = {
    "top": 9_000,
    "bottom": 9_000,
    "left": 18_000,
    "right": 18_000,
}


class Water(NamedTuple):
    """Water: where it is, and the middle of its course; the sea has none."""

    area: Area
    course: tuple[Point, ...] = ()
    flow: int | None = None
    """The way it flows everywhere, if that is the same."""


_LAST: Final[list[tuple[tuple[Feature, ...], Table, int, tuple[Water, ...]]]] = []
"""The water of the battlefield asked about last, known again by its pieces."""


def waters(ctx: IdgCtx) -> tuple[Water, ...]:
    """List the water of the table on which boats move."""
    if not ctx.world.ground or ctx.options.opt_ships_boats == "never":
        return ()
    if "ice" in ctx.world.weather:
        return ()
    ground, table, mu = ctx.world.ground, ctx.content.table, ctx.content.mu
    last = _LAST[0] if _LAST else None
    if last is None or last[0] is not ground or last[1:3] != (table, mu):
        last = ground, table, mu, _waters(ground, table, mu)
        _LAST[:] = [last]
    return last[3]


@lru_cache(maxsize=64)
def _waters(ground: tuple[Feature, ...], table: Table, mu: int) -> tuple[Water, ...]:
    found = []
    for one in ground:
        edge = next((edge for edge in TABLE_EDGES if edge == one.edge), None)
        if one.kind == "seashore" and edge:
            found.append(Water(Area(one.id, "sea", band(table, edge, SHALLOWS * mu))))
        elif one.kind == "river":
            found.append(_river(one, edge, table, mu))
    return tuple(found)


def _river(one: Feature, edge: TableEdge | None, table: Table, mu: int) -> Water:
    area = ground_of(one, table, mu)
    if area is None:
        raise ValueError(f"the river {one.id} lies nowhere")
    if one.via:
        return Water(area, one.via)
    return Water(area, (), ALONG[edge]) if edge else Water(area, tuple(sorted(crest(area))))


def is_afloat(ctx: IdgCtx, box: Box) -> bool:
    """Does a boat lie in water: its middle does?"""
    return water_at(ctx, box.centre) is not None


def water_at(ctx: IdgCtx, point: Point) -> Water | None:
    """Find the water at a point."""
    return next((one for one in waters(ctx) if contains(one.area.rings, point)), None)


def is_wet(ctx: IdgCtx, box: Box) -> bool:
    """Is any part of a base in a river? The shore of the sea is land for those on foot."""
    return any(is_in(box, one.area) for one in waters(ctx) if one.area.kind != "sea")


@rule("IDG-17.2.2")
def goes_down(ctx: IdgCtx, start: Point, end: Point) -> bool:
    """Does a boat that goes from a point to another stay at sea, or go downstream?"""
    if hypot(end[0] - start[0], end[1] - start[1]) < 1:
        return True
    water = water_at(ctx, start)
    flow = flow_at(water, start) if water is not None else None
    return flow is None or abs(between(flow, facing_towards(start, end))) <= DOWN


def flow_at(water: Water, point: Point) -> int | None:
    """Give the way water flows at a point; the sea does not."""
    if water.flow is not None or len(water.course) < 2:
        return water.flow
    a, b = min(pairwise(water.course), key=lambda leg: _off(point, leg))
    return facing_towards(a, b)


def _off(point: Point, leg: Sequence[Point]) -> float:
    x, y = nearest_on(point, leg[0], leg[1])
    return hypot(point[0] - x, point[1] - y)


# -- who is in boats ------------------------------------------------------------------------------


def boat_of(ctx: IdgCtx, element: ElementId) -> str:
    """Name the boat an element is in."""
    aboard = ctx.world.elements[element].aboard
    engine = ctx.world.engines.get(aboard) if aboard else None
    return aboard if engine is not None and engine.kind == "boat" else ""


def in_boats(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is a unit in boats? It is as a whole, or not at all."""
    return bool(ctx.world.engines) and any(boat_of(ctx, one) for one in shown(ctx, unit))
