"""Siege towers, ships and other engines as they stand on the table: what ground they cover.

The rules give no sizes. A siege tower or a flamethrower covers as much as an elephant; a ship is
two elements wide and long enough for its two engines, at bow and stern, and four ranks of two
between them (IDG-17.3.2, IDG-17.3.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from walstatt.boards.contact import OVERLAP, overlap
from walstatt.boards.pose import Base, Spot
from walstatt.boards.rectangle import Box, Rectangle, rectangle
from walstatt.boards.table import ROUNDING
from walstatt.boards.terrain import Area
from walstatt.games.idg.troops import base_of
from walstatt.games.idg.world import ElementId, Engine, IdgCtx
from walstatt.kernel.trace import rule

SOLID: Final = ("siege_tower", "ship", "flamethrower")
"""What nobody marches through."""
RIM: Final = ROUNDING


def engine_base(ctx: IdgCtx, kind: str) -> Base:
    """Give the ground that an engine covers."""
    gun = base_of("elephant", small=ctx.content.small)
    if kind == "ship":
        deck = base_of("warrior", small=ctx.content.small)
        return Base(2 * deck.width, 2 * gun.depth + 4 * deck.depth)
    if kind in ("ladder", "boat"):
        return Base(1, 1)
    return gun


def engine_rect(ctx: IdgCtx, name: str) -> Rectangle:
    """Give the ground of an engine where it stands."""
    engine = ctx.world.engines[name]
    return rectangle(engine.pose, engine_base(ctx, engine.kind))


def solid_engines(ctx: IdgCtx) -> Iterator[tuple[str, Engine]]:
    """Name the engines through which nobody goes."""
    return ((name, one) for name, one in ctx.world.engines.items() if one.kind in SOLID)


def engine_areas(ctx: IdgCtx) -> list[Area]:
    """List the ground of all solid engines, each under its kind."""
    return [
        Area(name, one.kind, _spots(engine_rect(ctx, name))) for name, one in solid_engines(ctx)
    ]


def _spots(rect: Rectangle) -> tuple[Spot, ...]:
    """Give the corners, a trifle outside, so that rounding lets nobody in."""
    wide = Box(rect.centre, rect.right, rect.half_width + RIM, rect.half_depth + RIM)
    return tuple((round(x), round(y)) for x, y in wide.corners)


@rule("IDG-1.9.6", "IDG-8.4.5")
def engine_at(ctx: IdgCtx, box: Box) -> str | None:
    """Name the engine on whose ground a base would be."""
    if not ctx.world.engines:
        return None
    found = (name for name, _ in solid_engines(ctx))
    return next((name for name in found if overlap(box, engine_rect(ctx, name)) > OVERLAP), None)


def remove_engine(ctx: IdgCtx, name: str) -> Engine:
    """Take an engine off the table, and the fire in it."""
    world = ctx.world
    world.fires = tuple(one for one in world.fires if one.feature != name)
    return world.engines.pop(name)


def who_is_aboard(ctx: IdgCtx, name: str) -> list[ElementId]:
    """List the elements in or on an engine."""
    return [one for one, it in ctx.world.elements.items() if it.aboard == name]
