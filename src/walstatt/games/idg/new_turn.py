"""What is forgotten when a turn is over. IDG-7.2."""

from __future__ import annotations

from msgspec.structs import replace

from walstatt.games.idg.boats import drop_empty_boats, return_to_boats
from walstatt.games.idg.commanding import deeds_now
from walstatt.games.idg.footing import finish_mounting
from walstatt.games.idg.ships import man_ships
from walstatt.games.idg.standing import elements_in_play
from walstatt.games.idg.works import settle_aboard
from walstatt.games.idg.world import IdgCtx
from walstatt.kernel.trace import rule


@rule("IDG-7.2.4", "IDG-A31")
def turn_over(ctx: IdgCtx) -> None:
    """Prepare the turn whose number was just set: nobody has done anything in it yet.

    What generals did is kept one turn longer for rallying, and shots for the choice of targets.
    """
    return_to_boats(ctx)
    drop_empty_boats(ctx)
    _generals(ctx)
    _units(ctx)
    finish_mounting(ctx)
    man_ships(ctx)
    settle_aboard(ctx, elements_in_play(ctx))
    world = ctx.world
    world.trails, world.scared, world.shaken = {}, {}, {}
    world.losses, world.sprung, world.captured, world.skipped = (), (), (), ()
    world.shots = tuple(shot for shot in world.shots if shot.turn >= world.turn - 1)
    for seat, stratagem in world.stratagems.items():
        world.stratagems[seat] = replace(stratagem, used=0)
    for name, engine in world.engines.items():
        world.engines[name] = replace(engine, activated=False)


def _generals(ctx: IdgCtx) -> None:
    for seat, general in ctx.world.generals.items():
        ctx.world.generals[seat] = replace(
            general, rerolls=0, dice=0, deeds=(), last_deeds=deeds_now(ctx, general)
        )


def _units(ctx: IdgCtx) -> None:
    world = ctx.world
    for unit, one in world.units.items():
        if one.activated or one.deed or one.opened or one.allowance != -1 or one.full:
            world.units[unit] = replace(
                one, activated=False, deed="", opened=False, allowance=-1, full=False
            )
    for element, base in world.elements.items():
        if base.moved or base.turned or base.entered or base.moved_before:
            world.elements[element] = replace(
                base, moved=0, turned=False, entered=False, moved_before=base.moved > 0
            )
