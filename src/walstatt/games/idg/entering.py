"""The column of an ambushed army comes onto the table, one unit a turn. IDG-5.3.2 to IDG-5.3.8."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final

from msgspec.structs import replace

from walstatt.boards import BoardError
from walstatt.boards.pose import Pose, Spot, shifted
from walstatt.boards.rectangle import Rectangle
from walstatt.boards.table import TableEdge
from walstatt.games.idg.exits import depth_inside
from walstatt.games.idg.standing import crowd_of, elements_on_table
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    IdgCtx,
    base_size,
    profile_of,
    rect_at,
    rect_of,
)
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

INWARD: Final[dict[TableEdge, int]] = {"top": 18_000, "right": 27_000, "bottom": 0, "left": 9_000}
STEP: Final = 50
"""How finely a free point of the edge is sought."""


@rule("IDG-5.3.2", "IDG-5.3.5", "IDG-5.3.8")
def due_to_enter(ctx: IdgCtx, seat: Seat) -> UnitId | None:
    """Name the unit that has to enter this turn: one a turn, in the order of march.

    While those before it leave no room for it along the whole edge, it waits, and so do all behind.
    """
    world = ctx.world
    if ctx.world.scenario != "ambush" or seat != world.attacker:
        return None
    left = [unit for unit in world.column if world.units[unit].status == "reserve"]
    entered = [world.units[unit] for unit in world.column if unit not in left]
    if not left or len(entered) >= world.turn or any(one.deed == "entered" for one in entered):
        return None
    return left[0] if world.entry is None or _has_room(ctx, left[0]) else None


@rule("IDG-5.3.5", "IDG-5.3.6", "IDG-5.3.17")
def enter_flaws(ctx: IdgCtx, seat: Seat, unit: UnitId, at: int) -> Iterator[Violation]:
    """Say why a unit may not enter, or not there."""
    if due_to_enter(ctx, seat) != unit:
        yield refuse("IDG-5.3.5", "idg.no.march.not_next")
    entry = ctx.world.entry
    if entry is not None and at >= 0 and entry_spot(ctx, seat, at) != entry:
        yield refuse("IDG-5.3.6", "idg.no.march.same_point")
    if at > edge_length(ctx, seat):
        yield refuse("IDG-5.3.6", "idg.no.march.off_edge")


def edge_length(ctx: IdgCtx, seat: Seat) -> int:
    """Measure the edge by which a side enters."""
    table = ctx.content.table
    return table.height if ctx.world.edges[seat] in ("left", "right") else table.width


def entry_spot(ctx: IdgCtx, seat: Seat, at: int) -> Spot:
    """Give the point of the edge so far from the top, or from the left; its middle if negative."""
    (ax, ay), (bx, _) = ctx.content.table.edge(ctx.world.edges[seat])
    far = edge_length(ctx, seat) // 2 if at < 0 else at
    return (ax, far) if ax == bx else (far, ay)


@rule("IDG-5.3.6", "IDG-5.3.7", "IDG-5.3.18")
def bring_to_edge(ctx: IdgCtx, unit: UnitId, at: int) -> None:
    """Let all elements of a unit begin at the entry point, or at the nearest free one."""
    world, seat = ctx.world, ctx.world.units[unit].side
    if world.entry is None:
        world.entry = entry_spot(ctx, seat, at)
    element = world.units[unit].elements[0]
    pose = next(_free_places(ctx, unit, element, world.entry))
    outside = shifted(pose, -base_size(ctx, profile_of(ctx, element)).depth)
    for one in world.units[unit].elements:
        world.elements[one] = replace(world.elements[one], pose=outside)
    world.units[unit] = replace(world.units[unit], status="table", deed="entered")


def _free_places(
    ctx: IdgCtx, unit: UnitId, element: ElementId, spot: Spot, taken: tuple[Rectangle, ...] = ()
) -> Iterator[Pose]:
    """List the free places at the edge, the nearest to a point first."""
    seat = ctx.world.units[unit].side
    facing = INWARD[ctx.world.edges[seat]]
    crowd, base = crowd_of(ctx, without=unit), base_size(ctx, profile_of(ctx, element))
    for number, rect in enumerate(taken):
        crowd.add(f"{unit}.{number}", rect)
    middle = Pose(*spot, facing)
    for far in range(0, edge_length(ctx, seat), STEP):
        for aside in (far, -far) if far else (0,):
            pose = shifted(middle, base.depth, aside)
            rect = rect_at(ctx, element, pose)
            along = [x if seat_is_wide(ctx, seat) else y for x, y in rect.corners]
            on_edge = min(along) >= 0 and max(along) <= edge_length(ctx, seat)
            if on_edge and not crowd.overlapping(rect):
                yield pose


def seat_is_wide(ctx: IdgCtx, seat: Seat) -> bool:
    """Does a side enter by the top or the bottom?"""
    return ctx.world.edges[seat] in ("top", "bottom")


@rule("IDG-5.3.18")
def waits_at_edge(ctx: IdgCtx, unit: UnitId, rect: Rectangle) -> bool:
    """Does an element that has no room yet stand on the table, touching its edge?"""
    seat = ctx.world.units[unit].side
    near = depth_inside(ctx, rect, ctx.world.edges[seat])
    spot = ctx.world.entry or entry_spot(ctx, seat, -1)
    x, y = rect.centre
    aside = abs(x - spot[0]) if seat_is_wide(ctx, seat) else abs(y - spot[1])
    room = len(ctx.world.units[unit].elements) * rect.base.width
    return -TOUCH <= near <= TOUCH and aside <= room


def _has_room(ctx: IdgCtx, unit: UnitId) -> bool:
    """Can all elements of a unit stand side by side somewhere along the edge?"""
    return _line_start(ctx, unit) is not None


def _line_start(ctx: IdgCtx, unit: UnitId) -> float | None:
    """Find where along the edge all elements have room side by side, next to the entry point."""
    seat = ctx.world.units[unit].side
    bases = [base_size(ctx, profile_of(ctx, one)) for one in ctx.world.units[unit].elements]
    edge, wide = ctx.world.edges[seat], seat_is_wide(ctx, seat)
    x, y = ctx.world.entry or entry_spot(ctx, seat, -1)
    length, wished = sum(one.width for one in bases), x if wide else y
    free, starts = 0.0, list[float]()
    deep = max(one.depth for one in bases)
    for low, high in (*sorted(_taken(ctx, unit, edge, deep, wide=wide)), _end(ctx, seat)):
        if low - free >= length:
            starts.append(min(max(free, wished - length / 2), low - length))
        free = max(free, high)
    return min(starts, key=lambda one: abs(one + length / 2 - wished), default=None)


def _end(ctx: IdgCtx, seat: Seat) -> tuple[float, float]:
    """Give the end of the edge, as if somebody stood there."""
    return float(edge_length(ctx, seat)), float(edge_length(ctx, seat))


def _taken(
    ctx: IdgCtx, unit: UnitId, edge: TableEdge, depth: int, *, wide: bool
) -> Iterator[tuple[float, float]]:
    """List from where to where an edge is taken by others who stand near it."""
    for element in elements_on_table(ctx):
        rect = rect_of(ctx, element)
        if ctx.world.elements[element].unit != unit and depth_inside(ctx, rect, edge) < depth:
            along = [x if wide else y for x, y in rect.corners]
            yield min(along) - STEP, max(along) + STEP


@rule("IDG-5.3.18")
def edge_places(ctx: IdgCtx, unit: UnitId) -> dict[ElementId, Pose]:
    """Place the elements side by side along the edge, as near to the entry point as possible."""
    seat = ctx.world.units[unit].side
    far = _line_start(ctx, unit)
    if far is None:
        raise BoardError(f"{unit} has no room along the edge")
    far, found = ceil(far), dict[ElementId, Pose]()
    for element in ctx.world.units[unit].elements:
        base = base_size(ctx, profile_of(ctx, element))
        spot = entry_spot(ctx, seat, far + base.width // 2)
        found[element] = shifted(Pose(*spot, INWARD[ctx.world.edges[seat]]), base.depth)
        far += base.width
    return found


def marched_in(ctx: IdgCtx, unit: UnitId, far: float) -> dict[ElementId, Pose]:
    """Place a unit in column as far in as its move goes; who has no room waits at the edge."""
    elements = ctx.world.units[unit].elements
    outside = ctx.world.elements[elements[0]].pose
    found, taken = dict[ElementId, Pose](), tuple[Rectangle, ...]()
    left = far
    for element in elements:
        base = base_size(ctx, profile_of(ctx, element))
        if left < base.depth:
            spot = ctx.world.entry or outside.spot
            pose = next(_free_places(ctx, unit, element, spot, taken), None)
            if pose is None:
                return edge_places(ctx, unit)
            found[element] = pose
        else:
            found[element] = shifted(outside, int(left))
        taken = (*taken, rect_at(ctx, element, found[element]))
        left -= base.depth
    return found
