"""Who on or with a ladder is within reach of the defenders above. IDG-16.4.6."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from walstatt.boards.contact import is_within
from walstatt.boards.rectangle import Box, segment
from walstatt.games.idg.ladders import bearers_at_wall
from walstatt.games.idg.standing import elements_on_table, mu
from walstatt.games.idg.world import TOUCH, ElementId, IdgCtx, enemy_of, rect_of, side_of
from walstatt.kernel.trace import rule

LADDER_HEAD: Final = 1
"""How near the head of a ladder a defender must be to use anything as a missile. IDG-16.4.6."""


@rule("IDG-16.4.6", "IDG-16.4.10")
def on_ladders(ctx: IdgCtx, shooter: ElementId) -> list[ElementId]:
    """List the enemies on or with a ladder whose head is within reach of an element on the wall.

    While its bearers raise it, its head is above the middle of their front.
    """
    one = ctx.world.elements[shooter]
    if not any(work.id == one.aboard for work in ctx.world.ground):
        return []
    own, near = rect_of(ctx, shooter), mu(ctx, LADDER_HEAD)
    found: dict[ElementId, None] = {}
    for name, engine in ctx.world.engines.items():
        head = segment(engine.pose.spot, engine.pose.spot)
        if engine.kind != "ladder" or engine.side == side_of(ctx, shooter):
            continue
        if is_within(own, head, near):
            found |= dict.fromkeys(_at_ladder(ctx, name, head))
    for foe in bearers_at_wall(ctx, enemy_of(side_of(ctx, shooter))):
        spot = ctx.world.elements[foe].pose.spot
        if is_within(own, segment(spot, spot), near):
            found[foe] = None
    return list(found)


def _at_ladder(ctx: IdgCtx, name: str, head: Box) -> Iterator[ElementId]:
    for foe in elements_on_table(ctx, ctx.world.engines[name].side):
        one = ctx.world.elements[foe]
        carries = one.ladder and is_within(rect_of(ctx, foe), head, TOUCH)
        if one.aboard == name or carries:
            yield foe
