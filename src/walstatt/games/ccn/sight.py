"""Line of sight. CCN-8.3, CCN-16.3."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from walstatt.games.ccn.board import BOARD, NEIGHBOURS
from walstatt.games.ccn.content import Ground
from walstatt.games.ccn.options import CcnOptions
from walstatt.games.ccn.world import CcnCtx, ground_now
from walstatt.kernel import trace
from walstatt.kernel.ids import CellId, Seat
from walstatt.kernel.trace import cite, rule

Beside: TypeAlias = tuple[CellId | None, bool, CellId | None, bool]
"""The hexes left and right of a line along a hexside, each with whether its terrain blocks."""


class SightLine(Struct, frozen=True, gc=False):
    """What lies on a line between two hexes, as far as terrain alone decides."""

    blocked: bool
    """Whether the terrain of a hex that is crossed blocks it."""
    crossed: tuple[CellId, ...]
    beside: tuple[Beside, ...]


@rule("CCN-8.3.1", "CCN-8.3.2", "CCN-8.3.5", "CCN-1.1.6")
def sight_line(ground: Ground, options: CcnOptions, a: CellId, b: CellId) -> SightLine:
    """Draw the line from centre to centre and look at the terrain strictly between."""
    blocked = False
    crossed: list[CellId] = []
    beside: list[Beside] = []
    for step in BOARD.line(a, b):
        if len(step) == 1:
            cell = step[0]
            if cell is None or hides(ground, options, a, b, cell):
                blocked = True
            else:
                crossed.append(cell)
        else:
            left, right = step
            sides = (
                _side_hides(ground, options, a, b, left),
                _side_hides(ground, options, a, b, right),
            )
            beside.append((left, sides[0], right, sides[1]))
    if not blocked and ground.at[a].type.hill != ground.at[b].type.hill:
        cite("CCN-16.3.8")
    return SightLine(blocked, tuple(crossed), tuple(beside))


def _side_hides(
    ground: Ground, options: CcnOptions, a: CellId, b: CellId, cell: CellId | None
) -> bool:
    """Tell whether a hex beside the line hides; off the board the edge does. CCN-A5."""
    if cell is None:
        cite("CCN-A5")
        return options.board_edge_blocks_sight
    return hides(ground, options, a, b, cell)


@rule("CCN-16.3.13")
def hides(ground: Ground, options: CcnOptions, a: CellId, b: CellId, cell: CellId) -> bool:
    """Tell whether the terrain of a hex between two others hides them from each other."""
    kind = ground.at[cell].type
    if kind.sight_rule and not kind.hill:
        cite(kind.sight_rule)
    if cell in ground.works:
        cite("CCN-16.6.10")
    if kind.blocks_sight:
        return True
    hilltops = ground.at[a].type.hill and ground.at[b].type.hill
    if not kind.hill:
        if hilltops:
            cite("CCN-16.3.11")
        return False
    cite("CCN-8.3.7")
    if not hilltops:
        cite("CCN-16.3.7", "CCN-16.3.9")
        return True
    if cell in plateau(ground, a) or cell in plateau(ground, b):
        cite("CCN-16.3.10")
        return False
    cite("CCN-A7")
    return options.separate_hills_block


def plateau(ground: Ground, cell: CellId) -> set[CellId]:
    """Find the connected hill hexes around one of them. CCN-16.3.10."""
    found, edge = {cell}, [cell]
    while edge:
        for near in NEIGHBOURS[edge.pop()]:
            if near not in found and ground.at[near].type.hill:
                found.add(near)
                edge.append(near)
    return found


def _line(ctx: CcnCtx, a: CellId, b: CellId) -> SightLine:
    """Look a line up, or draw it once; whoever traces the rules sees it drawn every time."""
    options = ctx.options
    if trace.listener is not None:
        return sight_line(ground_now(ctx), options, a, b)
    key = ctx.world.removed, options.board_edge_blocks_sight, options.separate_hills_block
    known = ctx.content.sight_lines.get(key)
    if known is None:
        known = ctx.content.sight_lines[key] = {}
    line = known.get((a, b))
    if line is None:
        line = known[a, b] = sight_line(ground_now(ctx), options, a, b)
    return line


@rule("CCN-8.3.2", "CCN-8.3.3")
def sees(ctx: CcnCtx, a: CellId, b: CellId, over: Seat | None = None) -> bool:
    """Tell whether two hexes see each other.

    `over` is the side of artillery on a hill that may fire over friends on lower ground next to
    it; see CCN-16.3.5.
    """
    line = _line(ctx, a, b)
    if line.blocked:
        return False
    for cell in line.crossed:
        if _occupied(ctx, a, cell, over):
            return False
    if not line.beside:
        return True
    return not _hidden_on_both_sides(ctx, line, a, over)


def obstacle(ctx: CcnCtx, a: CellId, b: CellId, over: Seat | None = None) -> CellId | None:
    """Name the hex that keeps two hexes from seeing each other, the nearest one first.

    Whether they do is for `sees` to say. Of two hexes on either side of a line, or of obstacles
    that block it only together, one is named.
    """
    if sees(ctx, a, b, over):
        return None
    found: list[CellId] = []
    for step in BOARD.line(a, b):
        bars = [_bars(ctx, a, b, cell, over) for cell in step]
        here = [cell for cell, so in zip(step, bars, strict=True) if so and cell is not None]
        if here and all(bars):
            return here[0]
        found += here
    return found[-1] if found else b


def _bars(ctx: CcnCtx, a: CellId, b: CellId, cell: CellId | None, over: Seat | None) -> bool:
    """Tell whether the edge of the board, terrain or somebody in a hex is an obstacle."""
    ground = ground_now(ctx)
    return _side_hides(ground, ctx.options, a, b, cell) or _occupied(ctx, a, cell, over)


@rule("CCN-8.3.4", "CCN-A30", "CCN-21.9")
def _hidden_on_both_sides(ctx: CcnCtx, line: SightLine, a: CellId, over: Seat | None) -> bool:
    """Tell whether obstacles stand on both sides of a line along hexsides."""
    left = right = False
    for left_cell, left_hides, right_cell, right_hides in line.beside:
        on_left = left_hides or _occupied(ctx, a, left_cell, over)
        on_right = right_hides or _occupied(ctx, a, right_cell, over)
        if on_left and on_right:
            return True
        left, right = left or on_left, right or on_right
    return left and right and ctx.options.los_staggered_sides_block


def _occupied(ctx: CcnCtx, a: CellId, cell: CellId | None, over: Seat | None) -> bool:
    """Tell whether somebody who cannot be fired over stands in a hex. CCN-16.3.12."""
    world = ctx.world
    if cell is None or (cell not in world.unit_at and cell not in world.leader_at):
        return False
    if over is not None and _fires_over(ctx, a, cell, over):
        return False
    if ground_now(ctx).at[cell].type.hill:
        cite("CCN-16.3.12")
    return True


@rule("CCN-16.3.5")
def _fires_over(ctx: CcnCtx, a: CellId, cell: CellId, side: Seat) -> bool:
    """Tell whether artillery on a hill fires over a friend on a lower hex next to it."""
    world = ctx.world
    if cell not in NEIGHBOURS[a]:
        return False
    terrain = ground_now(ctx).at[cell].type
    if terrain.hill or terrain.blocks_sight:
        return False
    unit, leader = world.unit_at.get(cell), world.leader_at.get(cell)
    standing = world.units[unit].side if unit else world.leaders[leader].side if leader else side
    return standing == side
