"""Units that certainly have nothing to declare in the shooting phase. IDG-9.1, IDG-10.1.

It says so only where the long list of `shooting_choices` would be empty.
"""

from __future__ import annotations

from functools import lru_cache

from walstatt.games.idg.fire import BURNS
from walstatt.games.idg.hulls import hull_of, is_any_near
from walstatt.games.idg.land import land_of
from walstatt.games.idg.overhead import findings
from walstatt.games.idg.standing import mu
from walstatt.games.idg.targets import reach_of
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.whereabouts import Hull, whereabouts
from walstatt.games.idg.world import TOUCH, IdgCtx, makeup_of
from walstatt.kernel import trace
from walstatt.kernel.ids import Seat, UnitId


def busy_among(ctx: IdgCtx, side: Seat, units: list[UnitId]) -> list[UnitId]:
    """Leave out the units of a side that have nothing to do; whoever records rules asks all."""
    if trace.listener is not None or ctx.world.engines or land_of(ctx).works:
        return units
    known, key = findings(ctx).busy, tuple(units)
    if key not in known:
        tinder, places = _tinder(ctx), whereabouts(ctx).places
        foes = [one.hull for one in places.values() if one.side != side and one.seen]
        known[key] = [unit for unit in units if not _is_idle(ctx, unit, foes, tinder)]
    return known[key]


def _is_idle(ctx: IdgCtx, unit: UnitId, foes: list[Hull], tinder: list[Hull]) -> bool:
    farthest, hull = _farthest(makeup_of(ctx, unit)), hull_of(ctx, unit)
    if farthest is None or is_any_near(hull, tinder, 2 * TOUCH):
        return False
    if not farthest:
        return True
    return not is_any_near(hull, foes, mu(ctx, farthest) + TOUCH)


@lru_cache(maxsize=4_096)
def _farthest(makeup: tuple[Profile, ...]) -> int | None:
    """Tell how far any of some troops shoots; None if they have rockets."""
    if any("rocket" in one.special for one in makeup):
        return None
    return max([reach_of(one, one.missile) for one in makeup if one.missile], default=0)


def is_by_tinder(ctx: IdgCtx, unit: UnitId) -> bool:
    """May anybody of a unit touch what can be set on fire? Whoever records rules looks closely."""
    if trace.listener is not None or ctx.world.engines:
        return True
    return is_any_near(hull_of(ctx, unit), _tinder(ctx), 2 * TOUCH)


def _tinder(ctx: IdgCtx) -> list[Hull]:
    found = findings(ctx)
    if found.tinder is None:
        plots = land_of(ctx).plots
        found.tinder = [plot.area.bounds for plot in plots if plot.soil in BURNS]
    return found.tinder
