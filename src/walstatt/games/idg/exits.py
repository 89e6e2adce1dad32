"""The edges of the table, and leaving over them where a scenario lets a unit. IDG-5.3.19."""

from __future__ import annotations

from typing import Final

from walstatt.boards.rectangle import Box
from walstatt.boards.table import ROUNDING, TABLE_EDGES, TableEdge, is_on_table
from walstatt.games.idg.world import TOUCH, IdgCtx
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

OPPOSITE: Final[dict[TableEdge, TableEdge]] = {
    "top": "bottom",
    "bottom": "top",
    "left": "right",
    "right": "left",
}


@rule("IDG-5.3.12", "IDG-5.3.19")
def exit_edge(ctx: IdgCtx, side: Seat) -> TableEdge | None:
    """Name the edge over which a side may leave: in an ambush the attacker's far one."""
    if ctx.world.scenario != "ambush" or side != ctx.world.attacker:
        return None
    return OPPOSITE[ctx.world.edges[side]]


def depth_inside(ctx: IdgCtx, box: Box, edge: TableEdge) -> float:
    """Measure how far inside an edge the nearest part of a base is; negative if outside."""
    width, height = ctx.content.table
    return {
        "top": min(y for _, y in box.corners),
        "right": width - max(x for x, _ in box.corners),
        "bottom": height - max(y for _, y in box.corners),
        "left": min(x for x, _ in box.corners),
    }[edge]


def is_off_table(ctx: IdgCtx, unit: UnitId, box: Box) -> bool:
    """Does a base stand over an edge that its unit may not leave by?"""
    if is_on_table(box, ctx.content.table):
        return False
    out = exit_edge(ctx, ctx.world.units[unit].side)
    return any(edge != out and depth_inside(ctx, box, edge) < -ROUNDING for edge in TABLE_EDGES)


def reaches_exit(ctx: IdgCtx, unit: UnitId, box: Box) -> bool:
    """Has a base come to the edge by which its unit may leave?"""
    out = exit_edge(ctx, ctx.world.units[unit].side)
    return out is not None and depth_inside(ctx, box, out) <= TOUCH
