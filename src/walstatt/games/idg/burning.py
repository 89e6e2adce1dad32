"""Where it burns and where the smoke lies. IDG-10.2, IDG-10.3."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from walstatt.boards.polygons import convex_hull, extent
from walstatt.boards.pose import Point, heading, rightward
from walstatt.boards.terrain import Area, part_near
from walstatt.games.idg.land import Land, land_of
from walstatt.games.idg.world import Fire, IdgCtx
from walstatt.kernel import trace
from walstatt.kernel.trace import rule

FIRE_REACH: Final = 6
SMOKE_GROWTH: Final = 3
SMOKE_WIDTH: Final = 12
EIGHTH: Final = 4_500
"""An eighth of a turn, by which the wind is told."""


def burning_areas(ctx: IdgCtx) -> tuple[Area, ...]:
    """List the ground that burns, each under the name of the piece it is part of."""
    fires = ctx.world.fires
    if not fires:
        return ()
    land, (known, where, areas) = land_of(ctx), _LATEST.areas
    if known is not fires or where is not land or trace.listener is not None:
        areas = tuple(area for fire in fires if (area := burning_part(ctx, fire)))
        _LATEST.areas = fires, land, areas
    return areas


class _Latest:
    """What burnt when somebody last asked, as long as the fires are the same."""

    areas: tuple[tuple[Fire, ...], Land | None, tuple[Area, ...]] = ((), None, ())


_LATEST: Final = _Latest()


@rule("IDG-10.2.1", "IDG-A47")
def burning_part(ctx: IdgCtx, fire: Fire) -> Area | None:
    """Give the part of a piece that burns: within six inches of the seat of the fire."""
    area = land_of(ctx).areas.get(fire.feature)
    return _part(area, fire.seat, FIRE_REACH * ctx.content.mu) if area else None


@lru_cache(maxsize=256)
def _part(area: Area, seat: Point, within: int) -> Area | None:
    rings = [tuple((round(x), round(y)) for x, y in ring) for ring in part_near(area, seat, within)]
    return Area(area.id, area.kind, rings[0], tuple(rings[1:])) if rings else None


def smoke_areas(ctx: IdgCtx) -> tuple[Area, ...]:
    """List the strips of smoke."""
    if not ctx.world.fires or ctx.world.wind < 0:
        return ()
    return tuple(area for fire in ctx.world.fires if (area := smoke_of(ctx, fire)))


@rule("IDG-10.3.1", "IDG-A47")
def smoke_of(ctx: IdgCtx, fire: Fire) -> Area | None:
    """Give the smoke of a fire: three inches more downwind in each turn after it was set."""
    burns = burning_part(ctx, fire)
    turns = ctx.world.turn - fire.since
    if burns is None or turns < 1 or ctx.world.wind < 0:
        return None
    return _strip(
        burns, fire.seat, ctx.world.wind, turns * SMOKE_GROWTH * ctx.content.mu, ctx.content.mu
    )


@lru_cache(maxsize=256)
def _strip(burns: Area, seat: Point, wind: int, far: int, mu: int) -> Area:
    """Give the strip downwind of a seat, as wide as the fire across the wind."""
    (ax, ay), (rx, ry) = heading(wind * EIGHTH), rightward(wind * EIGHTH)
    low, high = extent(burns.outline, (rx, ry))
    at = seat[0] * rx + seat[1] * ry
    most = SMOKE_WIDTH * mu / 2
    low, high = max(low - at, -most), min(high - at, most)
    corners = [
        (round(seat[0] + across * rx + ahead * ax), round(seat[1] + across * ry + ahead * ay))
        for across, ahead in ((low, 0), (low, far), (high, far), (high, 0))
    ]
    hull = convex_hull(corners)
    return Area(burns.id, "smoke", tuple((round(x), round(y)) for x, y in hull))
