"""Units that certainly have nothing to declare in the shooting phase. IDG-9.1, IDG-10.1.

It says so only where the long list of `shooting_choices` would be empty.
"""

from __future__ import annotations

from walstatt.games.idg.fire import BURNS
from walstatt.games.idg.hulls import hull_of, is_near
from walstatt.games.idg.land import land_of
from walstatt.games.idg.overhead import findings
from walstatt.games.idg.standing import mu
from walstatt.games.idg.targets import BOWMEN_REACH, REACH
from walstatt.games.idg.whereabouts import Hull, whereabouts
from walstatt.games.idg.world import TOUCH, IdgCtx, profile_of, shown
from walstatt.kernel import trace
from walstatt.kernel.ids import Seat, UnitId


def busy_among(ctx: IdgCtx, side: Seat, units: list[UnitId]) -> list[UnitId]:
    """Leave out the units of a side that have nothing to do; whoever records rules asks all."""
    land = land_of(ctx)
    if trace.listener is not None or ctx.world.engines or land.works:
        return units
    idle = findings(ctx).idle
    foes = [
        place.hull
        for place in whereabouts(ctx).places.values()
        if place.seen and place.side != side
    ]
    tinder: list[Hull] = [plot.area.bounds for plot in land.plots if plot.soil in BURNS]
    found = list[UnitId]()
    for unit in units:
        if unit not in idle:
            if _is_idle(ctx, unit, foes, tinder):
                idle.add(unit)
            else:
                found.append(unit)
    return found


def _is_idle(ctx: IdgCtx, unit: UnitId, foes: list[Hull], tinder: list[Hull]) -> bool:
    hull = hull_of(ctx, unit)
    if any(is_near(hull, area, 2 * TOUCH) for area in tinder):
        return False
    profiles = [profile_of(ctx, one) for one in shown(ctx, unit)]
    if any("rocket" in one.special for one in profiles):
        return False
    if all(one.missile is None for one in profiles):
        return True
    artillery = any(one.missile == "artillery" for one in profiles)
    far = mu(ctx, REACH["artillery"] if artillery else BOWMEN_REACH) + TOUCH
    return not any(is_near(hull, foe, far) for foe in foes)
