"""Going ashore from a ship: where a unit finds room beside her. IDG-17.3.4."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from walstatt.boards.crowd import Crowd
from walstatt.boards.pose import QUARTER_TURN, Pose, heading, rightward, rounded, turned
from walstatt.boards.rectangle import EDGES, Rectangle
from walstatt.boards.table import is_on_table
from walstatt.games.idg.going import poses_of
from walstatt.games.idg.ground import mover, why_forbidden
from walstatt.games.idg.standing import crowd_of, is_coherent
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    IdgCtx,
    profile_of,
    rect_at,
    side_of,
)
from walstatt.kernel.ids import UnitId

STEP: Final = 60
"""How finely room is sought, in 0.1 mm."""
FAR: Final = 2
"""How far from the ship's side one may land, in inches."""


def landing_places(ctx: IdgCtx, unit: UnitId, ship: Rectangle) -> dict[ElementId, Pose] | None:
    """Find places ashore beside a ship for all of a unit, in cohesion; None without room."""
    for edge in EDGES:
        found = _along(ctx, unit, ship, turned(ship.pose.facing, EDGES.index(edge) * QUARTER_TURN))
        if found is not None:
            return found
    return None


def _along(ctx: IdgCtx, unit: UnitId, ship: Rectangle, facing: int) -> dict[ElementId, Pose] | None:
    """Place a unit along one side, each on the first free ground, looking away from the ship."""
    crowd, found = crowd_of(ctx, without=unit), dict[ElementId, Pose]()
    for element in poses_of(ctx, unit):
        places = _places(ctx, element, ship, facing)
        pose = next((one for one in places if _is_free(ctx, crowd, element, one)), None)
        if pose is None:
            return None
        found[element] = pose
        crowd.add(element, rect_at(ctx, element, pose))
    rects = [rect_at(ctx, one, pose) for one, pose in found.items()]
    return found if is_coherent(ctx, unit, rects) else None


def _places(ctx: IdgCtx, element: ElementId, ship: Rectangle, facing: int) -> Iterator[Pose]:
    """List places off one side of a ship: the nearest to her first, from her middle outward."""
    upright = facing % (2 * QUARTER_TURN) == ship.pose.facing % (2 * QUARTER_TURN)
    half, room = (
        (ship.half_depth, ship.half_width) if upright else (ship.half_width, ship.half_depth)
    )
    depth = rect_at(ctx, element, ship.pose).base.depth
    (x, y), (ax, ay), (rx, ry) = ship.centre, heading(facing), rightward(facing)
    for away in range(0, FAR * ctx.content.mu, STEP):
        far = half + depth + away + TOUCH
        for step in range(int(room // STEP) + 1):
            for aside in (step * STEP, -step * STEP)[: 2 if step else 1]:
                yield rounded(x + far * ax + aside * rx, y + far * ay + aside * ry, facing)


def _is_free(ctx: IdgCtx, crowd: Crowd[ElementId], element: ElementId, pose: Pose) -> bool:
    """May an element land there: on the table, on ground for it, upon nobody, touching no enemy?"""
    rect = rect_at(ctx, element, pose)
    if not is_on_table(rect, ctx.content.table) or crowd.overlapping(rect):
        return False
    if why_forbidden(ctx, mover(profile_of(ctx, element)), rect) is not None:
        return False
    side = side_of(ctx, element)
    return not any(side_of(ctx, one) != side for one in crowd.touching(rect, TOUCH))
