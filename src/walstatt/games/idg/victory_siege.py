"""Holding a fortified position, by which the attacker wins a siege. IDG-5.6.14 to IDG-5.6.19.

Inside is whatever cannot be reached from the attacker's edge without crossing the works; breaches
and open gates count as parts of them. This encloses rings as well as works that run from table edge
to table edge. Works that enclose nothing, being open somewhere, are taken to enclose the ground
between them: their convex hull.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from walstatt.boards.polygons import Ring, contains, convex_hull
from walstatt.boards.pose import Point
from walstatt.boards.rectangle import Box, segment
from walstatt.boards.table import Table, TableEdge
from walstatt.boards.terrain import Area, is_inside, is_near
from walstatt.games.idg.fitness import fighting_units, fit_units
from walstatt.games.idg.land import ground_of
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.pairing import fighting_foes
from walstatt.games.idg.scenario_events import Holds, OutOfTime, PositionTaken, StormFailed
from walstatt.games.idg.works import is_on_works
from walstatt.games.idg.world import (
    IN_PLAY,
    ElementId,
    Feature,
    IdgCtx,
    enemy_of,
    rect_of,
)
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.outcome import Outcome
from walstatt.kernel.trace import rule

UNITS: Final = 2
"""How many units must hold the position."""
TURNS: Final = 2
"""For how many turns."""
WORKS: Final = ("wall", "rampart", "tower", "gate", "breach")
CELLS: Final = 2
"""How many cells of the grid an inch has."""
Cell: TypeAlias = tuple[int, int]


# -- what is inside -------------------------------------------------------------------------------


class Position(NamedTuple):
    """A fortified position: its works, and the cells of a grid that they enclose."""

    works: tuple[Area, ...]
    inside: frozenset[Cell]
    size: float
    """Of a cell."""
    hull: Area | None
    """What works enclose that are open somewhere."""

    def has(self, box: Box) -> bool:
        """Is a whole base inside the works, or on them?"""
        if self.hull is not None:
            return is_inside(box, self.hull)
        return all(self._has(corner) for corner in _within(box))

    def _has(self, point: Point) -> bool:
        cell = int(point[0] // self.size), int(point[1] // self.size)
        if cell in self.inside or any(contains(area.rings, point) for area in self.works):
            return True
        return any(self._sees(point, other) for other in _around(cell) if other in self.inside)

    def _sees(self, point: Point, cell: Cell) -> bool:
        """Can one get from a point beside the works into a cell inside without crossing them?"""
        way = segment(point, _middle(cell, self.size))
        return not any(is_near(way, area, 0) for area in self.works)


def _within(box: Box) -> Iterator[Point]:
    """List the corners of a base, a hair's breadth inside it."""
    (cx, cy) = box.centre
    return ((x + (cx - x) * 0.02, y + (cy - y) * 0.02) for x, y in box.corners)


def _around(cell: Cell) -> Iterator[Cell]:
    column, row = cell
    return ((column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


def _middle(cell: Cell, size: float) -> Point:
    return (cell[0] + 0.5) * size, (cell[1] + 0.5) * size


@rule("IDG-5.6.6", "IDG-5.6.19")
def position_of(ctx: IdgCtx) -> Position:
    """Give the fortified position of the defender."""
    world = ctx.world
    defender = enemy_of(world.attacker)
    works = tuple(one for one in world.ground if one.kind in WORKS and one.side in ("", defender))
    return _enclosed(works, ctx.content.table, ctx.content.mu, world.edges[world.attacker])


@lru_cache(maxsize=32)
def _enclosed(works: tuple[Feature, ...], table: Table, mu: int, outside: TableEdge) -> Position:
    areas = tuple(area for one in works if (area := ground_of(one, table, mu)) is not None)
    size = mu / CELLS
    columns, rows = int(table.width // size) + 1, int(table.height // size) + 1
    walls = {cell for area in areas for cell in _covered(area, size)}
    cells = {(x, y) for x in range(columns) for y in range(rows)} - walls
    reached = _flooded(cells, _edge_cells(outside, columns, rows))
    inside = frozenset(cells - reached)
    hull = None if inside or not areas else _hull(areas)
    return Position(areas, inside, size, hull)


def _covered(area: Area, size: float) -> Iterator[Cell]:
    """List the cells that works touch."""
    around = area.bounds
    for column in range(int(around.left // size) - 1, int(around.right // size) + 2):
        for row in range(int(around.top // size) - 1, int(around.bottom // size) + 2):
            middle = _middle((column, row), size)
            if is_near(Box(middle, (1.0, 0.0), size / 2, size / 2), area, 0):
                yield column, row


def _edge_cells(edge: TableEdge, columns: int, rows: int) -> set[Cell]:
    if edge in ("left", "right"):
        return {(0 if edge == "left" else columns - 1, row) for row in range(rows)}
    return {(column, 0 if edge == "top" else rows - 1) for column in range(columns)}


def _flooded(cells: set[Cell], start: set[Cell]) -> set[Cell]:
    """List the cells that can be reached from some without leaving the free ones."""
    reached = cells & start
    left = list(reached)
    while left:
        column, row = left.pop()
        for near in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
            if near in cells and near not in reached:
                reached.add(near)
                left.append(near)
    return reached


def _hull(areas: tuple[Area, ...]) -> Area:
    ring: Ring = convex_hull(spot for area in areas for spot in area.outline)
    return Area("position", "position", tuple((round(x), round(y)) for x, y in ring))


# -- who holds it ---------------------------------------------------------------------------------


@rule("IDG-5.6.15", "IDG-5.6.19")
def holds(ctx: IdgCtx, unit: UnitId) -> bool:
    """Does a unit hold the position at the end of this turn?

    All its elements are inside the works or on their walls, none is in melee, and none was lost to
    shooting this turn.
    """
    one = ctx.world.units[unit]
    shot = any(loss.unit == unit and loss.shot for loss in ctx.world.losses)
    if one.status not in IN_PLAY or shot:
        return False
    position = position_of(ctx)
    if not position.works:
        return False
    return all(
        _is_within(ctx, position, element) and not fighting_foes(ctx, element)
        for element in one.elements
    )


def _is_within(ctx: IdgCtx, position: Position, element: ElementId) -> bool:
    return is_on_works(ctx, element) or position.has(rect_of(ctx, element))


@rule("IDG-5.6.14", "IDG-5.6.19")
def count_turns(ctx: IdgCtx) -> None:
    """Count for how many turns on end units of the attacker have held the position."""
    held: dict[UnitId, int] = {}
    for unit in fighting_units(ctx, ctx.world.attacker):
        if holds(ctx, unit):
            held[unit] = ctx.world.holding.get(unit, 0) + 1
            if ctx.telling:
                name, side = unit_name(ctx, unit), ctx.world.attacker
                ctx.emit(Holds(name, held[unit], seat=side))
    ctx.world.holding = held


# -- the verdict ----------------------------------------------------------------------------------


@rule("IDG-5.6.14")
def siege_verdict(ctx: IdgCtx) -> Outcome | None:
    """The attacker wins with two units that have held the position for two turns."""
    count_turns(ctx)
    attacker = ctx.world.attacker
    if sum(turns >= TURNS for turns in ctx.world.holding.values()) >= UNITS:
        ctx.emit(PositionTaken(seat=attacker))
        return Outcome((attacker,), say("idg.won.position"))
    return _repelled(ctx, attacker)


@rule("IDG-5.6.16", "IDG-A48")
def _repelled(ctx: IdgCtx, attacker: Seat) -> Outcome | None:
    """The attacker fails who has not enough units left, nobody fit to fight, or no more time."""
    units = [unit for unit in fighting_units(ctx, attacker) if _is_left(ctx, unit)]
    if len(units) < UNITS or not fit_units(ctx, attacker, off_table=True):
        ctx.emit(StormFailed(seat=attacker))
        return Outcome((enemy_of(attacker),), say("idg.won.storm_failed"))
    limit = siege_time(ctx)
    if limit and ctx.world.turn >= limit:
        ctx.emit(OutOfTime(ctx.world.turn, seat=attacker, because="IDG-5.6.16"))
        return Outcome((enemy_of(attacker),), say("idg.won.out_of_time"))
    return None


def siege_time(ctx: IdgCtx) -> int:
    """Give how many turns a siege may last; more where the besieger comes along the table."""
    limit, table = ctx.options.var_siege_turn_limit, ctx.content.table
    if ctx.world.edges[ctx.world.attacker] in ("top", "bottom"):
        return limit
    return limit * table.width // table.height


def _is_left(ctx: IdgCtx, unit: UnitId) -> bool:
    return ctx.world.units[unit].status in (*IN_PLAY, "late", "reserve")
