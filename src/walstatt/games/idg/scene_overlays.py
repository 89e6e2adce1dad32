"""What is drawn over the table: command, fire and smoke, where to deploy, what is fought for."""

from __future__ import annotations

from collections.abc import Iterator

from walstatt.boards.table import Table, TableEdge, band
from walstatt.games.idg.burning import burning_areas, smoke_areas
from walstatt.games.idg.commanding import general_of, ranges
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.deployment_area import zone_for
from walstatt.games.idg.fielding import OPPOSITE
from walstatt.games.idg.outlines import around
from walstatt.games.idg.scene_ground import BOARD
from walstatt.games.idg.world import IN_PLAY, IdgCtx, enemy_of, is_baggage, rect_of, shown
from walstatt.i18n.catalogue import say
from walstatt.kernel.ids import Seat
from walstatt.scene.model import AnyOverlay, AtPoint, Marks, Note, Shape, Strip


def overlays_of(ctx: IdgCtx, seat: Seat | None) -> Iterator[AnyOverlay]:
    """Show what matters all the time; arcs and ranges belong to whoever is pointed at."""
    yield from fires(ctx)
    sides = SEATS if seat is None else (seat,)
    for side in sides:
        if ctx.world.phase == "deployment":
            yield from zone(ctx, side)
        yield from command(ctx, side)
    yield from goals(ctx)


def command(ctx: IdgCtx, side: Seat) -> Iterator[AnyOverlay]:
    """Show how far a general reaches: to rally and steady, and farther to hurry. IDG-2.5.2."""
    general = general_of(ctx, side)
    if general is None:
        return
    reach, rect = ranges(ctx), rect_of(ctx, general.element)
    for far in sorted({reach.rally, reach.morale, reach.reroll}):
        label, outline = say("idg.scene.command", n=far), around(rect, far * ctx.content.mu)
        yield Shape("command", BOARD, weak=far == reach.reroll, label=label, outline=outline)


def fires(ctx: IdgCtx) -> Iterator[AnyOverlay]:
    """Show what burns, and where its smoke lies. IDG-10.2.1, IDG-10.3.1."""
    for area in burning_areas(ctx):
        yield Shape("threat", BOARD, label=say("idg.scene.fire"), outline=area.outline)
    for area in smoke_areas(ctx):
        yield Shape("note", BOARD, label=say("idg.scene.smoke"), outline=area.outline)


def zone(ctx: IdgCtx, side: Seat) -> Iterator[AnyOverlay]:
    """Show where a side deploys. IDG-5.4.2."""
    edge = ctx.world.edges.get(side)
    if edge is not None:
        outline = band(ctx.content.table, edge, zone_for(ctx, side).deepest)
        yield Shape("reach", BOARD, weak=True, label=say("idg.scene.zone"), outline=outline)


# -- what is fought for ---------------------------------------------------------------------------


def goals(ctx: IdgCtx) -> Iterator[AnyOverlay]:
    """Show the edge that a column must reach, its entry, or the baggage that raiders want."""
    world = ctx.world
    if world.scenario == "ambush" and world.attacker in world.edges:
        yield from _way_out(ctx, OPPOSITE[world.edges[world.attacker]])
    if world.scenario == "raid":
        yield from _booty(ctx, enemy_of(world.attacker))


def _way_out(ctx: IdgCtx, edge: TableEdge) -> Iterator[AnyOverlay]:
    start, end = _inside(ctx.content.table, edge, ctx.content.mu // 2)
    label = say("idg.scene.exit")
    yield Strip("objective", BOARD, label=label, start=start, end=end, width=ctx.content.mu)
    if ctx.world.entry is not None:
        entry = AtPoint(*ctx.world.entry, BOARD)
        yield Note("note", BOARD, label=say("idg.scene.entry"), at=entry)


def _inside(table: Table, edge: TableEdge, by: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Give the ends of a line so far inside an edge."""
    corners = band(table, edge, by)
    return {
        "top": (corners[3], corners[2]),
        "bottom": (corners[0], corners[1]),
        "left": (corners[1], corners[2]),
        "right": (corners[0], corners[3]),
    }[edge]


def _booty(ctx: IdgCtx, side: Seat) -> Iterator[AnyOverlay]:
    pieces = tuple(
        element
        for unit, one in ctx.world.units.items()
        if one.side == side and one.status in IN_PLAY and is_baggage(ctx, unit)
        for element in shown(ctx, unit)
    )
    if pieces:
        yield Marks("objective", BOARD, label=say("idg.scene.booty"), pieces=pieces)
