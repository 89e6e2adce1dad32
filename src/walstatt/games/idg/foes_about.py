"""Whether any enemy is so close to a unit that contact has to be thought of at all."""

from __future__ import annotations

from walstatt.games.idg.laager import laagers
from walstatt.games.idg.whereabouts import Hull, whereabouts
from walstatt.games.idg.world import IdgCtx
from walstatt.kernel import trace
from walstatt.kernel.ids import Seat, UnitId


def has_foes_about(ctx: IdgCtx, unit: UnitId) -> bool:
    """May a unit touch an enemy, or meet one across works or wagons?"""
    place = whereabouts(ctx).places.get(unit)
    return place is not None and has_foes_near(ctx, place.side, place.hull)


def has_foes_near(ctx: IdgCtx, side: Seat, hull: Hull) -> bool:
    """May anybody of a side in this box touch an enemy, or meet one across works or wagons?

    Whoever writes down which rules are applied is to see all of them, so then it is yes.
    """
    if trace.listener is not None or laagers(ctx):
        return True
    near = whereabouts(ctx).around(hull, ctx.content.mu)
    return any(them.seen and them.side != side for _, them in near)
