"""What the toy game is measured by."""

from __future__ import annotations

from collections.abc import Iterable

from walstatt.games.toy.combat import Attack, AttackRoll
from walstatt.games.toy.world import ToyCtx, type_of
from walstatt.i18n.catalogue import say
from walstatt.kernel.census import Blow, Body
from walstatt.kernel.chance import Outcomes, Request, Roll


def census(ctx: ToyCtx) -> dict[str, Body]:
    """Weigh units by the banners they are worth."""
    return {
        unit: Body(
            one.side,
            one.type,
            say(f"toy.type.{one.type}"),
            one.strength,
            ctx.content.types[one.type].worth,
        )
        for unit, one in ctx.world.units.items()
    }


def blows(ctx: ToyCtx, request: Request, outcome: Outcomes) -> Iterable[Blow]:
    """Read an attack's dice."""
    frame = ctx.stack[-1][0]
    if isinstance(frame, Attack) and isinstance(request, Roll):
        meaning = request.meaning
        if isinstance(meaning, AttackRoll):
            lost = meaning.losses(meaning.read(outcome))  # type: ignore[arg-type]
            yield Blow(frame.unit, frame.target, lost / type_of(ctx, frame.target).strength)
