"""Units that certainly have nothing to declare in the shooting phase. IDG-9.1, IDG-10.1.

It says so only where the long list of `shooting_choices` would be empty.
"""

from __future__ import annotations

from walstatt.games.idg.fire import BURNS
from walstatt.games.idg.hulls import hull_of, is_near
from walstatt.games.idg.land import land_of
from walstatt.games.idg.overhead import findings
from walstatt.games.idg.standing import mu
from walstatt.games.idg.targets import reach_of
from walstatt.games.idg.whereabouts import Hull, whereabouts
from walstatt.games.idg.world import TOUCH, IdgCtx, makeup_of
from walstatt.kernel import trace
from walstatt.kernel.ids import Seat, UnitId


def busy_among(ctx: IdgCtx, side: Seat, units: list[UnitId]) -> list[UnitId]:
    """Leave out the units of a side that have nothing to do; whoever records rules asks all."""
    if trace.listener is not None or ctx.world.engines or land_of(ctx).works:
        return units
    idle, tinder = findings(ctx).idle, _tinder(ctx)
    found = [unit for unit in units if unit not in idle and not _is_idle(ctx, side, unit, tinder)]
    idle.update(set(units).difference(found))
    return found


def _is_idle(ctx: IdgCtx, side: Seat, unit: UnitId, tinder: list[Hull]) -> bool:
    hull, farthest = hull_of(ctx, unit), 0
    for one in makeup_of(ctx, unit):
        if "rocket" in one.special:
            return False
        if one.missile is not None:
            farthest = max(farthest, reach_of(one, one.missile))
    if _is_any_near(hull, tinder):
        return False
    if not farthest:
        return True
    near = whereabouts(ctx).around(hull, mu(ctx, farthest) + TOUCH)
    return not any(place.seen and place.side != side for _, place in near)


def is_by_tinder(ctx: IdgCtx, unit: UnitId) -> bool:
    """May anybody of a unit touch what can be set on fire? Whoever records rules looks closely."""
    if trace.listener is not None or ctx.world.engines:
        return True
    return _is_any_near(hull_of(ctx, unit), _tinder(ctx))


def _tinder(ctx: IdgCtx) -> list[Hull]:
    return [plot.area.bounds for plot in land_of(ctx).plots if plot.soil in BURNS]


def _is_any_near(hull: Hull, areas: list[Hull]) -> bool:
    return any(is_near(hull, area, 2 * TOUCH) for area in areas)
