"""Fortified positions: lines of works, the ground they enclose, places on walls. IDG-16.1.

Works belong together where their ends meet. A ring encloses what is in it; a line whose ends rest
on table edges encloses the smaller part that it cuts off (IDG-5.6.19); any other line has its
inside toward the base edge of its owner. A base stands on a wall if its middle does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from walstatt.boards.polygons import contains, nearest_on, offset, signed_area
from walstatt.boards.pose import Base, Point, Pose, Spot, apart, facing_towards, heading, rounded
from walstatt.boards.rectangle import Box
from walstatt.boards.table import Table, TableEdge, edge_at
from walstatt.boards.terrain import Area, is_in, is_inside
from walstatt.games.idg.land import THIN, WORKS, Land, Work, land_of
from walstatt.games.idg.world import TOUCH, Feature, IdgCtx, enemy_of
from walstatt.kernel.ids import Seat
from walstatt.kernel.trace import rule

LINKS: Final = (*WORKS, "breach")
"""What makes up a line of works."""
INNER: Final = 3
"""How many inches behind a wall that encloses nothing belong to it."""
PROBE: Final = 30
"""How far beside works one looks to find out what is there, in 0.1 mm."""


class Run(NamedTuple):
    """Works that hang together, one after the other, and the line they follow."""

    pieces: tuple[Feature, ...]
    via: tuple[Spot, ...]

    @property
    def is_closed(self) -> bool:
        """Is it a ring?"""
        return len(self.via) > 3 and apart(self.via[0], self.via[-1]) <= TOUCH


class Fort(NamedTuple):
    """A run of works with the ground it encloses, up to the outer faces of its walls."""

    run: Run
    side: Seat
    hull: Area
    inside: Area | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Name its pieces."""
        return tuple(one.id for one in self.run.pieces)


# -- which works hang together --------------------------------------------------------------------


def runs_of(pieces: Sequence[Feature]) -> list[Run]:
    """Join works where their ends meet; where three meet, lines end."""
    left = [one for one in pieces if one.kind in LINKS and len(one.via) > 1]
    joints = _joints(left)
    found: list[Run] = []
    while left:
        start = next((one for one in left if _free_end(one, joints) is not None), left[0])
        found.append(_followed(start, left, joints))
    return found


def _joints(pieces: Sequence[Feature]) -> list[tuple[Spot, int]]:
    """List where ends are, and how many meet there."""
    found: list[tuple[Spot, int]] = []
    for end in (end for one in pieces for end in (one.via[0], one.via[-1])):
        at = next((n for n, (spot, _) in enumerate(found) if apart(spot, end) <= TOUCH), None)
        if at is None:
            found.append((end, 1))
        else:
            found[at] = (found[at][0], found[at][1] + 1)
    return found


def _meeting(spot: Spot, joints: Sequence[tuple[Spot, int]]) -> int:
    return next((n for at, n in joints if apart(at, spot) <= TOUCH), 0)


def _free_end(one: Feature, joints: Sequence[tuple[Spot, int]]) -> Spot | None:
    ends = (one.via[0], one.via[-1])
    return next((end for end in ends if _meeting(end, joints) != 2), None)


def _followed(start: Feature, left: list[Feature], joints: Sequence[tuple[Spot, int]]) -> Run:
    """Follow works from piece to piece, and take them out of those that are left."""
    left.remove(start)
    free = _free_end(start, joints)
    via = start.via[::-1] if free == start.via[-1] != start.via[0] else start.via
    pieces, line = [start], list(via)
    while _meeting(line[-1], joints) == 2 and apart(line[0], line[-1]) > TOUCH:
        more = next((one for one in left if _is_at(one, line[-1])), None)
        if more is None:
            break
        left.remove(more)
        on = more.via if apart(more.via[0], line[-1]) <= TOUCH else more.via[::-1]
        pieces.append(more)
        line += on[1:]
    return Run(tuple(pieces), tuple(line))


def _is_at(one: Feature, spot: Spot) -> bool:
    return apart(one.via[0], spot) <= TOUCH or apart(one.via[-1], spot) <= TOUCH


# -- what they enclose ----------------------------------------------------------------------------


@rule("IDG-5.6.6", "IDG-5.6.19")
def enclosed_by(run: Run, table: Table) -> tuple[Spot, ...]:
    """Give the outline of the ground that a run encloses, with the corners of the table in it.

    A ring encloses what is in it, a line from edge to edge the smaller part; others nothing.
    """
    if run.is_closed:
        return run.via[:-1]
    corners = border_between(run, table)
    return (*run.via, *corners) if corners is not None else ()


def border_between(run: Run, table: Table) -> tuple[Spot, ...] | None:
    """Name the corners of the table between the ends of a line, None if they are on no edges."""
    ends = [_round_table(spot, table) for spot in (run.via[-1], run.via[0])]
    if None in ends:
        return None
    last, first = (end or 0 for end in ends)
    clockwise = _corners(last, first, table)
    back = tuple(reversed(_corners(first, last, table)))
    ways = (clockwise, back)
    return min(ways, key=lambda way: abs(signed_area((*run.via, *way))))


def _round_table(spot: Spot, table: Table) -> int | None:
    """Measure clockwise round the table from its top left corner to a spot on an edge."""
    edge, (x, y), (w, h) = edge_at(spot, table), spot, table
    if edge is None:
        return None
    return {"top": x, "right": w + y, "bottom": 2 * w + h - x, "left": 2 * (w + h) - y}[edge]


def _corners(start: int, end: int, table: Table) -> tuple[Spot, ...]:
    w, h = table
    whole = 2 * (w + h)
    places: tuple[tuple[int, Spot], ...] = ((0, (0, 0)), (w, (w, 0)), (w + h, (w, h)))
    places = (*places, (2 * w + h, (0, h)))
    far = (end - start) % whole or whole
    passed = [((at - start) % whole, spot) for at, spot in places]
    return tuple(spot for away, spot in sorted(passed) if 0 < away < far)


def forts_of(ctx: IdgCtx) -> tuple[Fort, ...]:
    """List the fortified positions on the table."""
    land = land_of(ctx)
    if not land.works:
        return ()
    edges = tuple(ctx.world.edges.items())
    known = _FORTS.get(id(land))
    if known is None or known[0] is not land or known[1] != edges:
        if len(_FORTS) >= MOST_KNOWN:
            _FORTS.clear()
        runs = runs_of(ctx.world.ground)
        known = _FORTS[id(land)] = (land, edges, tuple(_fort(ctx, run) for run in runs))
    return known[2]


MOST_KNOWN: Final = 64
_FORTS: Final[dict[int, tuple[Land, tuple[tuple[Seat, TableEdge], ...], tuple[Fort, ...]]]] = {}


def owner_of(ctx: IdgCtx, works: Feature) -> Seat:
    """Tell whose works they are: the defender's if nobody says otherwise."""
    return works.side or enemy_of(ctx.world.attacker)


def _fort(ctx: IdgCtx, run: Run) -> Fort:
    side, table = owner_of(ctx, run.pieces[0]), ctx.content.table
    ring = enclosed_by(run, table)
    name = run.pieces[0].id
    sign = _outer_side(run, _inner_point(ctx, side, run, ring))
    wide = max(one.width or THIN for one in run.pieces if one.kind != "breach")
    hull = Area(name, "hull", _spots(_hull(ctx, run, ring, sign, wide / 2)))
    return Fort(run, side, hull, Area(name, "inside", ring) if ring else None)


def _inner_point(ctx: IdgCtx, side: Seat, run: Run, ring: tuple[Spot, ...]) -> Point:
    """Find a point beside the longest stretch of a run, on its inside."""
    (ax, ay), (bx, by) = max(pairwise(run.via), key=lambda pair: apart(*pair))
    mx, my = (ax + bx) / 2, (ay + by) / 2
    nx, ny = _normal((ax, ay), (bx, by))
    sides = [(mx + way * PROBE * nx, my + way * PROBE * ny) for way in (1, -1)]
    if ring:
        return next((one for one in sides if contains([ring], one)), sides[0])
    edge = ctx.world.edges.get(side, "top")
    toward = 1 if edge in ("top", "left") else -1
    return min(sides, key=lambda one: toward * one[edge in ("top", "bottom")])


def _normal(a: Point, b: Point) -> Point:
    """Give the direction to the right of a way as it is drawn, as `offset` counts it."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy) or 1.0
    return -dy / length, dx / length


def _outer_side(run: Run, inner: Point) -> int:
    """Tell whether the outside is to the right of a run (1) or to its left (-1)."""
    a, b = max(pairwise(run.via), key=lambda pair: apart(*pair))
    nx, ny = _normal(a, b)
    return -1 if (inner[0] - a[0]) * nx + (inner[1] - a[1]) * ny > 0 else 1


def _hull(ctx: IdgCtx, run: Run, ring: tuple[Spot, ...], sign: int, half: float) -> Sequence[Point]:
    if run.is_closed:
        wrapped = (run.via[-2], *run.via, run.via[1])
        return offset(wrapped, sign * half)[1:-2]
    outer = offset(run.via, sign * half)
    if ring:
        return [*outer, *ring[len(run.via) :]]
    return [*outer, *reversed(offset(run.via, -sign * INNER * ctx.content.mu))]


def _spots(points: Sequence[Point]) -> tuple[Spot, ...]:
    return tuple((round(x), round(y)) for x, y in points)


# -- asking ---------------------------------------------------------------------------------------


def fort_with(ctx: IdgCtx, works: str) -> Fort | None:
    """Find the position to which works belong."""
    return next((one for one in forts_of(ctx) if works in one.names), None)


def high_works(ctx: IdgCtx) -> Iterator[Work]:
    """Name the walls, towers and gates on which troops can stand."""
    return (work for work in land_of(ctx).works if not work.low)


def work_under(ctx: IdgCtx, box: Box) -> str:
    """Name the wall, tower or gate on which a base stands: its middle does."""
    if not ctx.world.ground or not land_of(ctx).works:
        return ""
    x, y = box.centre
    for work in high_works(ctx):
        around = work.area.bounds
        if (
            around.left <= x <= around.right
            and around.top <= y <= around.bottom
            and contains(work.area.rings, (x, y))
            and not _is_breached(ctx, (x, y))
        ):
            return work.feature.id
    return ""


def _is_breached(ctx: IdgCtx, point: Point) -> bool:
    return any(contains(plot.area.rings, point) for plot in land_of(ctx).of("breach"))


def stands_well(ctx: IdgCtx, works: str, box: Box) -> bool:
    """Does a base on a wall, or on its way up there, reach nowhere beyond the outer face?"""
    fort = fort_with(ctx, works)
    return fort is not None and is_inside(box, fort.hull)


@rule("IDG-16.1.10")
def is_half_up(ctx: IdgCtx, box: Box) -> bool:
    """Is a base partly on a wall although it does not stand there?"""
    if not ctx.world.ground or not land_of(ctx).works or work_under(ctx, box):
        return False
    breaches = land_of(ctx).of("breach")
    return any(
        is_in(box, work.area) and not any(is_in(box, one.area) for one in breaches)
        for work in high_works(ctx)
    )


# -- places on walls ------------------------------------------------------------------------------


def nearest_stretch(works: Feature, point: Point) -> tuple[Spot, Spot]:
    """Find the straight stretch of works that is nearest to a point."""
    return min(pairwise(works.via), key=lambda pair: apart(point, nearest_on(point, *pair)))


def outward(ctx: IdgCtx, works: Feature, point: Point) -> int:
    """Give the facing out of the position at a point of its works."""
    a, b = nearest_stretch(works, point)
    nx, ny = _normal(a, b)
    fort = fort_with(ctx, works.id)
    x, y = nearest_on(point, a, b)
    far = (works.width or THIN) / 2 + PROBE
    if fort is not None and contains([fort.hull.outline], (x + far * nx, y + far * ny)):
        nx, ny = -nx, -ny
    return facing_towards((0.0, 0.0), (nx, ny))


def post_at(ctx: IdgCtx, works: Feature, point: Point) -> Pose:
    """Give the pose of who mans works nearest to a point: at their outer face, looking out.

    Who mans a rampart stands behind it.
    """
    facing = outward(ctx, works, point)
    x, y = nearest_on(point, *nearest_stretch(works, point))
    low = any(one.low and one.feature.id == works.id for one in land_of(ctx).works)
    far = (works.width or THIN) / 2 * (-1 if low else 1)
    ax, ay = heading(facing)
    return rounded(x + far * ax, y + far * ay, facing)


def posts_along(ctx: IdgCtx, works: Feature, base: Base) -> list[Pose]:
    """List places side by side along works, each at least so wide, from one end to the other."""
    found: list[Pose] = []
    for a, b in pairwise(works.via):
        room = apart(a, b)
        count = int((room + TOUCH) // base.width)
        first = (room - count * base.width) / 2 + base.width / 2
        for n in range(count):
            part = (first + n * base.width) / room
            at = (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]))
            found.append(post_at(ctx, works, at))
    return found
