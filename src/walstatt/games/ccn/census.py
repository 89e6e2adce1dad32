"""What Napoleonic battles are measured by: a unit is worth its banner. CCN-3.2."""

from __future__ import annotations

from collections.abc import Iterable

from walstatt.games.ccn.attack import Attack
from walstatt.games.ccn.odds import AttackRoll
from walstatt.games.ccn.world import CcnCtx, kind_name, troop_of
from walstatt.kernel.census import Blow, Body
from walstatt.kernel.chance import Outcomes, Request, Roll


def census(ctx: CcnCtx) -> dict[str, Body]:
    """Weigh every unit as one banner."""
    troops = ctx.content.troops
    return {
        unit: Body(
            one.side, one.troop, kind_name(ctx.content, troops[one.troop]), one.blocks, cost=1.0
        )
        for unit, one in ctx.world.units.items()
    }


def blows(ctx: CcnCtx, request: Request, outcome: Outcomes) -> Iterable[Blow]:
    """Read the dice of fire and melee; guns that join a melee leave the credit to the unit."""
    frame = ctx.stack[-1][0]
    if not (isinstance(frame, Attack) and isinstance(request, Roll)):
        return
    meaning = request.meaning
    if isinstance(meaning, AttackRoll) and frame.target in ctx.world.units:
        lost = meaning.losses(meaning.read(outcome))  # type: ignore[arg-type]
        yield Blow(frame.unit, frame.target, lost / troop_of(ctx, frame.target).blocks)
