"""Ways across the table, round what troops may not enter, on a coarse grid."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise, product
from math import ceil, hypot, inf
from typing import Final, NamedTuple, TypeAlias

from walstatt.boards.pose import Point
from walstatt.boards.rectangle import Box
from walstatt.boards.terrain import is_in
from walstatt.games.idg.burning import burning_areas
from walstatt.games.idg.ground import Mover, closed, hard, is_open, road_under
from walstatt.games.idg.land import Effect, Land, Plot, land_of
from walstatt.games.idg.world import IdgCtx

Cell: TypeAlias = tuple[int, int]
Costs: TypeAlias = dict[Cell, float]
Steps: TypeAlias = list[list[tuple[int, float]]]
"""From every cell to those around it that are open, and what that costs; cells by their numbers."""

CELL: Final = 2
"""How many inches a cell is wide."""
SLOW: Final = 3.0
"""What an inch of difficult ground counts for."""
PINCHED: Final = 2.0
"""How many times as much a cell counts that has bad ground, or none, on two opposite sides."""
NEAR: Final[tuple[tuple[int, int, float], ...]] = tuple(
    (dx, dy, hypot(dx, dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy
)

OUT_OF_CROWD: Final = 3
"""How many cells away a unit looks for free ground."""
PACE: Final = 0.5
"""How many inches apart the ground of a way is looked at."""
FILE: Final = 1.0
"""How many inches the ground is looked at to either side of a column."""
AT: Final = 0.2
"""How near, in inches, to a point somebody is there."""
SHUT: Final = -1.0
"""What stands for the way from a cell that may not be entered."""
MOST_KNOWN: Final = 200
LINES: Final = ("wall", "gate", "tower", "rampart", "river")
"""Ground so narrow that it might slip through between the middles of cells."""


class _Survey(NamedTuple):
    """A battlefield as troops of one kind see it, and the ways that were measured on it."""

    land: Land
    costs: Costs
    plain: bool
    """Whether all of it is good ground."""
    ways: dict[Cell, Costs]
    steps: Steps
    rows: int
    """How many cells there are in a column: they are numbered column by column."""

    def measured(self, goals: Iterable[Cell], shut: Iterable[Cell] = ()) -> Costs:
        """Measure the way from every cell to the nearest goal, through no cell that is shut."""
        steps, rows = self.steps, self.rows
        far = [inf] * len(steps)
        for x, y in shut:
            far[x * rows + y] = SHUT
        left = [(0.0, x * rows + y) for x, y in goals]
        for _, goal in left:
            far[goal] = 0.0
        while left:
            gone, here = heappop(left)
            if gone > far[here]:
                continue
            for there, cost in steps[here]:
                total = gone + cost
                if total < far[there]:
                    far[there] = total
                    heappush(left, (total, there))
        return {divmod(n, rows): cost for n, cost in enumerate(far) if SHUT < cost < inf}


_SURVEYS: dict[tuple[int, Mover, bool], _Survey] = {}


def cell_of(ctx: IdgCtx, point: Point) -> Cell:
    """Name the cell in which a point lies."""
    size = CELL * ctx.content.mu
    width, height = ctx.content.table
    x = min(max(point[0], 0.0), width - 1)
    y = min(max(point[1], 0.0), height - 1)
    return int(x // size), int(y // size)


def middle_of(ctx: IdgCtx, cell: Cell) -> Point:
    """Give the middle of a cell."""
    size = CELL * ctx.content.mu
    return (cell[0] + 0.5) * size, (cell[1] + 0.5) * size


def _survey(ctx: IdgCtx, who: Mover) -> _Survey:
    """Look at the ground as troops do; it is looked at once."""
    land, ice = land_of(ctx), "ice" in ctx.world.weather
    key = (id(land), who, ice)
    known = _SURVEYS.get(key)
    if known is None or known.land is not land:
        if len(_SURVEYS) >= MOST_KNOWN:
            _SURVEYS.clear()
        found = _surveyed(ctx, land, who, ice=ice)
        columns, rows = _cells(ctx)
        plain = len(found) == columns * rows and max(found.values()) == 1.0
        steps = _steps(found, columns, rows)
        known = _SURVEYS[key] = _Survey(land, found, plain, {}, steps, rows)
    return known


def _steps(price: Costs, columns: int, rows: int) -> Steps:
    costs = {cell: CELL * one * _pinch(price, cell) for cell, one in price.items()}
    found: Steps = []
    for x, y in product(range(columns), range(rows)):
        near = (((x + dx, y + dy), step) for dx, dy, step in NEAR)
        found.append(
            [(a * rows + b, step * costs[a, b]) for (a, b), step in near if (a, b) in price]
        )
    return found


def _pinch(price: Costs, cell: Cell) -> float:
    """Tell how many times as much a cell counts because there is little room beside it."""
    x, y = cell
    pairs = (((x - 1, y), (x + 1, y)), ((x, y - 1), (x, y + 1)))
    tight = any(all(price.get(one, inf) > price[cell] for one in pair) for pair in pairs)
    return PINCHED if tight else 1.0


def _cells(ctx: IdgCtx) -> Cell:
    size = CELL * ctx.content.mu
    width, height = ctx.content.table
    return int((width - 1) // size) + 1, int((height - 1) // size) + 1


def _surveyed(ctx: IdgCtx, land: Land, who: Mover, *, ice: bool) -> Costs:
    size = CELL * ctx.content.mu
    columns, rows = _cells(ctx)
    found: Costs = {}
    shut, slow = closed(land, who, ice=ice), hard(land, who, ice=ice)
    for cell in product(range(columns), range(rows)):
        middle = middle_of(ctx, cell)
        whole, core = (Box(middle, (1.0, 0.0), size / n, size / n) for n in (2, 4))
        if any(_is_under(land, one, effect, whole, core) for one, effect in shut):
            continue
        under = any(_is_under(land, one, effect, whole, whole) for one, effect in slow)
        found[cell] = SLOW if under else 1.0
    return found


def _is_under(land: Land, plot: Plot, effect: Effect, whole: Box, core: Box) -> bool:
    box = whole if plot.soil in LINES else core
    if not is_in(box, plot.area):
        return False
    if plot.open and is_open(plot, box):
        return False
    return not (effect.road and road_under(land, core))


def way_to(ctx: IdgCtx, who: Mover, goal: Point) -> Costs:
    """Measure the way from every cell to a point, in inches."""
    survey, cell = _survey(ctx, who), cell_of(ctx, goal)
    known = survey.ways.get(cell)
    if known is None:
        if len(survey.ways) >= MOST_KNOWN:
            survey.ways.clear()
        known = survey.ways[cell] = survey.measured((cell,))
    return known


def is_clear(ctx: IdgCtx, who: Mover, start: Point, end: Point) -> bool:
    """Can troops go straight from a point to another, over nothing but good ground?"""
    survey = _survey(ctx, who)
    if survey.plain:
        return True
    size = CELL * ctx.content.mu / 2
    steps = max(1, int(hypot(end[0] - start[0], end[1] - start[1]) // size))
    for n in range(1, steps):
        part = n / steps
        at = start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
        if survey.costs.get(cell_of(ctx, at), inf) > 1.0:
            return False
    return True


def far_to(ctx: IdgCtx, who: Mover, start: Point, goal: Point) -> float:
    """Measure the way from a point to another, in inches, round what is in the way."""
    straight = hypot(goal[0] - start[0], goal[1] - start[1]) / ctx.content.mu
    if is_clear(ctx, who, start, goal):
        return straight
    way = way_to(ctx, who, goal)
    here = cell_of(ctx, start)
    best = inf
    for dx, dy, _ in (*NEAR, (0, 0, 0.0)):
        cell = here[0] + dx, here[1] + dy
        if cell in way:
            x, y = middle_of(ctx, cell)
            step = hypot(x - start[0], y - start[1]) / ctx.content.mu
            best = min(best, way[cell] + step)
    return max(straight, best) if best < inf else straight * 3


def next_on_way(ctx: IdgCtx, who: Mover, start: Point, goal: Point, inches: float) -> Point:
    """Give the farthest point of the way that can be gone to straight within so many inches."""
    if is_clear(ctx, who, start, goal):
        return goal
    way = way_to(ctx, who, goal)
    here, gone, seen = cell_of(ctx, start), 0.0, goal
    while gone < inches:
        near = [(here[0] + dx, here[1] + dy) for dx, dy, _ in NEAR]
        steps = [one for one in near if one in way]
        best = min(steps, key=lambda one: way[one], default=None)
        if best is None or way[best] >= way.get(here, inf):
            break
        here, point = best, middle_of(ctx, best)
        gone = hypot(point[0] - start[0], point[1] - start[1]) / ctx.content.mu
        seen = point
    return seen


def cost_at(ctx: IdgCtx, who: Mover, point: Point) -> float:
    """Tell what an inch of ground costs troops at a point; forbidden ground like difficult one."""
    return cost_in(ctx, who, cell_of(ctx, point))


def cost_in(ctx: IdgCtx, who: Mover, cell: Cell) -> float:
    """Tell what an inch of ground costs troops in a cell; forbidden ground like difficult one."""
    return _survey(ctx, who).costs.get(cell, SLOW)


def good_inches(ctx: IdgCtx, who: Mover, way: Sequence[Point], room: float = FILE) -> float:
    """Tell how far along a way troops get before they come upon difficult ground."""
    land, inch = land_of(ctx), ctx.content.mu
    slow = hard(land, who, ice="ice" in ctx.world.weather)
    beside = (0.0,) if room <= FILE else (FILE - room, room - FILE)
    gone, half = 0.0, FILE * inch
    for (x, y), (px, py) in pairwise(way):
        long = hypot(px - x, py - y) / inch
        ax, ay = (px - x) / max(1.0, long * inch), (py - y) / max(1.0, long * inch)
        for n in range(1, ceil(long / PACE) + 1):
            part = min(1.0, n * PACE / long)
            ahead, asides = part * long * inch, [one * inch for one in beside]
            files = [
                Box((x + ax * ahead - ay * off, y + ay * ahead + ax * off), (-ay, ax), half, half)
                for off in asides
            ]
            if any(_is_under(land, one, effect, box, box) for one, effect in slow for box in files):
                return gone + part * long
        gone += long
    return inf


class Route:
    """The ways to a goal, or the nearest of several, round everybody who stands in between."""

    def __init__(
        self, ctx: IdgCtx, who: Mover, goals: Collection[Point], taken: Collection[Cell]
    ) -> None:
        self.ctx, self.goals = ctx, tuple(goals)
        self._ends = tuple(dict.fromkeys(cell_of(ctx, goal) for goal in goals))
        self.taken = set(taken).difference(self._ends)
        survey = _survey(ctx, who)
        self._survey, self._price = survey, survey.costs

    @cached_property
    def _way(self) -> Costs:
        return self._survey.measured(self._ends, self.taken)

    def is_open(self, start: Point, end: Point) -> bool:
        """Is the straight way free and good, but for where it begins?"""
        return self._is_fair(start, end, 0)

    def _is_fair(self, start: Point, end: Point, slow: int) -> bool:
        """Is the straight way free, with no more than so many cells of difficult ground?"""
        between = {*cells_between(self.ctx, start, end)} - {cell_of(self.ctx, start)}
        if not between.isdisjoint(self.taken):
            return False
        prices = [self._price.get(cell, inf) for cell in between]
        return inf not in prices and sum(price > 1.0 for price in prices) <= slow

    def _is_slow(self, cell: Cell) -> bool:
        return self._price.get(cell, SLOW) > 1.0

    def leads_from(self, start: Point) -> bool:
        """Is there any way from a point?"""
        return bool(self._near(start))

    def nearest(self, start: Point) -> Point:
        """Give the goal that is nearest as the crow flies."""
        return min(self.goals, key=lambda one: hypot(one[0] - start[0], one[1] - start[1]))

    def far(self, start: Point) -> float:
        """Measure the way from a point, in inches; much longer than straight if there is none."""
        goal = self.nearest(start)
        straight = hypot(goal[0] - start[0], goal[1] - start[1]) / self.ctx.content.mu
        best = min((self._from(start, one) for one in self._near(start)), default=2 * straight)
        return max(straight, best)

    def _from(self, start: Point, cell: Cell) -> float:
        x, y = middle_of(self.ctx, cell)
        return self._way[cell] + hypot(x - start[0], y - start[1]) / self.ctx.content.mu

    def _near(self, start: Point) -> list[Cell]:
        """List the free cells round a point, from farther away if there are none close by."""
        x, y = cell_of(self.ctx, start)
        for far in range(1, OUT_OF_CROWD + 1):
            around = product(range(x - far, x + far + 1), range(y - far, y + far + 1))
            found = [cell for cell in around if cell in self._way]
            if found:
                return found
        return []

    def path(self, start: Point, inches: float) -> list[Point]:
        """List the points where a way of so many inches turns, the start first; or only that."""
        found, gone = [start], 0.0
        while gone < inches:
            point = self._next(found[-1], inches - gone)
            if point is None:
                break
            step = hypot(point[0] - found[-1][0], point[1] - found[-1][1]) / self.ctx.content.mu
            if step < AT:
                break
            gone += step
            found.append(point)
        return found

    def _next(self, start: Point, inches: float) -> Point | None:
        goal = self.nearest(start)
        straight = hypot(goal[0] - start[0], goal[1] - start[1]) / self.ctx.content.mu
        if straight <= inches and self.is_open(start, goal):
            return goal
        return self.waypoint(start, inches)

    def waypoint(self, start: Point, inches: float) -> Point | None:
        """Give the farthest point of the way that can be gone to straight."""
        near = self._near(start)
        if not near:
            return None
        here = min(near, key=lambda cell: self._from(start, cell))
        found, slow = middle_of(self.ctx, here), int(self._is_slow(here))
        while self._way[here] > 0:
            steps = [(here[0] + dx, here[1] + dy) for dx, dy, _ in NEAR]
            here = min((one for one in steps if one in self._way), key=lambda one: self._way[one])
            point, slow = middle_of(self.ctx, here), slow + self._is_slow(here)
            gone = hypot(point[0] - start[0], point[1] - start[1]) / self.ctx.content.mu
            if gone > inches + CELL or not self._is_fair(start, point, slow):
                there = hypot(found[0] - start[0], found[1] - start[1]) / self.ctx.content.mu
                return point if there < AT else found
            found = point
        return found


def cells_between(ctx: IdgCtx, start: Point, end: Point) -> Iterator[Cell]:
    """Name the cells on a straight way."""
    size = CELL * ctx.content.mu / 2
    steps = max(1, int(hypot(end[0] - start[0], end[1] - start[1]) // size))
    for n in range(steps + 1):
        part = n / steps
        at = start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])
        yield cell_of(ctx, at)


def burning_cells(ctx: IdgCtx) -> set[Cell]:
    """Name the cells that nobody may enter because something burns there."""
    half = CELL * ctx.content.mu / 2
    found = set[Cell]()
    for area in burning_areas(ctx):
        left, top, right, bottom = area.bounds
        (first, high), (last, low) = cell_of(ctx, (left, top)), cell_of(ctx, (right, bottom))
        for cell in product(range(first, last + 1), range(high, low + 1)):
            if is_in(Box(middle_of(ctx, cell), (1.0, 0.0), half, half), area):
                found.add(cell)
    return found


def cells_under(ctx: IdgCtx, box: Box, margin: float) -> Iterator[Cell]:
    """Name the cells whose middles are in a box, or so many inches from it."""
    more = margin * ctx.content.mu
    far = box.radius + more
    left, top = cell_of(ctx, (box.centre[0] - far, box.centre[1] - far))
    right, bottom = cell_of(ctx, (box.centre[0] + far, box.centre[1] + far))
    for cell in product(range(left, right + 1), range(top, bottom + 1)):
        x, y = box.local(middle_of(ctx, cell))
        if abs(x) <= box.half_width + more and abs(y) <= box.half_depth + more:
            yield cell
