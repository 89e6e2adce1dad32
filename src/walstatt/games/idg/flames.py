"""Flamethrowers on the works, and losing them. IDG-18.12.18, IDG-18.12.35."""

from __future__ import annotations

from walstatt.boards.contact import is_within
from walstatt.games.idg.engines import engine_rect
from walstatt.games.idg.forts import work_under
from walstatt.games.idg.levels import level_of
from walstatt.games.idg.siege_events import FlamethrowerLost
from walstatt.games.idg.standing import elements_on_table
from walstatt.games.idg.world import TOUCH, IdgCtx, enemy_of, rect_of
from walstatt.kernel.trace import rule


@rule("IDG-18.12.35")
def is_taken(ctx: IdgCtx, engine: str) -> bool:
    """Has an enemy come to the place of a flamethrower: along the wall, or behind the rampart?"""
    one, own = ctx.world.engines[engine], engine_rect(ctx, engine)
    level = "works" if work_under(ctx, own) else "ground"
    foes = [
        foe for foe in elements_on_table(ctx, enemy_of(one.side)) if level_of(ctx, foe) == level
    ]
    near = [box for box in (rect_of(ctx, foe) for foe in foes) if is_within(own, box, TOUCH)]
    return any(level == "works" or own.local(box.centre)[1] <= own.half_depth for box in near)


@rule("IDG-18.12.35")
def lose_flamethrowers(ctx: IdgCtx) -> None:
    """Remove the flamethrowers whose place the enemy has taken."""
    names = [name for name, one in ctx.world.engines.items() if one.kind == "flamethrower"]
    for name in [name for name in names if is_taken(ctx, name)]:
        side = ctx.world.engines.pop(name).side
        if ctx.telling:
            ctx.emit(FlamethrowerLost(seat=side))
