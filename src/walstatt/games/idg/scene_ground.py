"""The table as a scene: every piece of terrain as ground, and lines drawn along what is long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from walstatt.boards.table import TABLE_EDGES
from walstatt.games.idg.land import THIN, land_of
from walstatt.games.idg.world import Feature, IdgCtx
from walstatt.i18n.catalogue import Message, say
from walstatt.scene.model import Ground, Stroke, TableBoard

BOARD: Final = "field"
KINDS: Final = {"wood": "woods", "seashore": "sand"}
"""What clients call kinds of terrain, where the rulebook has another word."""
LEVELS: Final = {"gentle_hill": 1, "steep_hill": 2}
LONG: Final = ("road", "stream", "river", "gully", "wall", "rampart", "gate")
"""What is drawn as a line if it has a middle line; its ground is there to be pointed at."""


def board_of(ctx: IdgCtx) -> TableBoard:
    """Show the table with its terrain."""
    width, height = ctx.content.table
    return TableBoard(
        BOARD,
        width,
        height,
        tuple(grounds_of(ctx)),
        tuple(strokes_of(ctx)),
        unit=ctx.content.mu,
        unit_name=say("idg.scene.mu"),
        title=say(f"idg.scenario.{ctx.rules.scenario}"),
        art="idg",
    )


def kind_of(one: Feature) -> str:
    """Name a kind of terrain as clients know it."""
    if one.kind == "seashore" and one.rocky_top:
        return "rocky"
    return KINDS.get(one.kind, one.kind)


def name_of(one: Feature) -> Message:
    """Name a piece of terrain."""
    return say("idg.scene.smashed_gate" if one.open else f"idg.terrain.{one.kind}")


def own_name(one: Feature) -> Message | None:
    """Name a piece of terrain that is not called like all of its kind."""
    return name_of(one) if one.open or one.kind == "seashore" else None


def grounds_of(ctx: IdgCtx) -> Iterator[Ground]:
    """Show every piece of terrain: hills first, then what lies on them, works last."""
    areas = land_of(ctx).areas
    for one in sorted(ctx.world.ground, key=_height):
        area = areas.get(one.id)
        if area is not None:
            holes = (*one.holes, one.top) if one.top else area.holes
            yield Ground(
                one.id,
                kind_of(one),
                area.outline,
                holes,
                LEVELS.get(one.kind, 0),
                one.side,
                own_name(one),
            )
        if one.top:
            yield plateau_of(one)


def _height(one: Feature) -> int:
    if one.kind in LEVELS:
        return 0
    return 2 if one.side or one.kind in ("wall", "rampart", "tower", "gate", "breach") else 1


def plateau_of(one: Feature) -> Ground:
    """Show the plateau of a steep hill, rocky or not. IDG-4.2.8."""
    name = say("idg.ground.plateau" if one.rocky_top else "idg.scene.plateau")
    return Ground(
        f"{one.id}/top", "rocky" if one.rocky_top else "plateau", one.top, level=2, name=name
    )


def strokes_of(ctx: IdgCtx) -> Iterator[Stroke]:
    """Show roads, water, gullies and works along their middle, and the sea along its edge."""
    for one in ctx.world.ground:
        if one.kind in LONG and one.via:
            yield Stroke(kind_of(one), points=one.via, width=one.width or THIN, name=own_name(one))
        edge = next((edge for edge in TABLE_EDGES if edge == one.edge), None)
        if edge is not None:
            ends = ctx.content.table.edge(edge)
            yield Stroke("sea", points=ends, width=ctx.content.mu, name=name_of(one))
