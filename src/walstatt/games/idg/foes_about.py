"""Whether any enemy is so close to a unit that contact has to be thought of at all."""

from __future__ import annotations

from walstatt.games.idg.across import has_barriers
from walstatt.games.idg.laager import laagers
from walstatt.games.idg.whereabouts import Hull, whereabouts
from walstatt.games.idg.world import IdgCtx
from walstatt.kernel import trace
from walstatt.kernel.ids import Seat, UnitId


def has_foes_about(ctx: IdgCtx, unit: UnitId) -> bool:
    """May a unit touch an enemy, or meet one across works or wagons?"""
    place = whereabouts(ctx).places.get(unit)
    return place is not None and has_foes_near(ctx, place.side, place.hull)


def has_foes_beside(ctx: IdgCtx, unit: UnitId) -> bool:
    """Does a unit touch an enemy, or may it meet one across works or wagons?"""
    there = whereabouts(ctx)
    place = there.places.get(unit)
    if trace.listener is not None or place is None or not place.seen or has_barriers(ctx):
        return has_foes_about(ctx, unit)
    for foe in there.foes_close_to(unit):  # noqa: SIM110 - without a generator
        if there.touching(unit, foe):
            return True
    return False


def has_foes_near(ctx: IdgCtx, side: Seat, hull: Hull) -> bool:
    """May anybody of a side in this box touch an enemy, or meet one across works or wagons?

    Whoever writes down which rules are applied is to see all of them, so then it is yes.
    """
    if trace.listener is not None or laagers(ctx):
        return True
    return bool(whereabouts(ctx).foes_around(side, hull, ctx.content.mu))
