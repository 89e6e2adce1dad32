"""Reading where a person carries a unit, and the nearest place where it may really stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from walstatt.boards.pose import FULL_TURN, Pose, heading, rightward
from walstatt.games.idg.deployment_area import Prospect, prospect, zone_of
from walstatt.games.idg.deployment_check import elements_flaw, is_free
from walstatt.games.idg.drawing_up import Poses, body_of, carried, front_of, moved, usual_files
from walstatt.games.idg.placing import Room, Wanted
from walstatt.games.idg.world import ElementId, IdgCtx, rect_at, shown
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Target

RINGS: Final = (32, 64, 127, 191, 254, 381, 508, 762, 1016, 1524, 2032, 3048)
"""How far around a place others are tried."""
WAYS: Final = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
"""In which directions: along the edge first, then towards it."""
MOST_FILES: Final = 12
LEAST_PARTS, MOST_PARTS = 3, 4


# -- what is meant --------------------------------------------------------------------------------


def wished_poses(
    ctx: IdgCtx, seat: Seat, target: Target, of: Target
) -> tuple[UnitId, Poses] | None:
    """Read a piece carried to a point as its unit's place, the others carried along.

    The point is `x,y,facing` of the centre of the piece; a fourth number forms the unit up anew
    with so many elements in a rank. Of an enemy's unit nothing is told, not even how it is formed.
    """
    element, numbers = ctx.world.elements.get(of.id), numbers_of(target.id)
    if element is None or numbers is None:
        return None
    if ctx.world.units[element.unit].side != seat or of.id not in shown(ctx, element.unit):
        return element.unit, ()
    x, y, facing = numbers[:3]
    to = front_of(ctx, of.id, (x, y), facing % FULL_TURN)
    files = numbers[3] if len(numbers) == MOST_PARTS else 0
    return element.unit, carried(formation(ctx, element.unit, files), of.id, to)


def numbers_of(text: str) -> list[int] | None:
    """Read the numbers of a point."""
    parts = text.split(",")
    if not LEAST_PARTS <= len(parts) <= MOST_PARTS:
        return None
    try:
        return [round(float(part)) for part in parts]
    except (ValueError, OverflowError):
        return None


def formation(ctx: IdgCtx, unit: UnitId, files: int = 0) -> Poses:
    """Give the formation in which a unit waits, or a new one."""
    elements = shown(ctx, unit)
    waiting: Poses = tuple((one, ctx.world.elements[one].pose) for one in elements)
    if not files and len({pose for _, pose in waiting}) == len(elements):
        return waiting
    number = min(max(files, 1), len(elements)) if files else usual_files(ctx, unit)
    return body_of(ctx, unit).poses(number, Pose(0, 0, 0))


# -- where it may be ------------------------------------------------------------------------------


def nearest(
    ctx: IdgCtx, seat: Seat, unit: UnitId, poses: Poses, suits: Callable[[Poses], bool]
) -> Poses | None:
    """Find the nearest place that suits a unit, in the same formation; None if there is none near.

    It is shifted into its area first, turned to the front if it is too deep for it, and then tried
    all around.
    """
    if unit not in ctx.world.units or elements_flaw(ctx, unit, poses) is not None:
        return None
    view = prospect(ctx, seat)
    upright = carried(poses, poses[0][0], poses[0][1]._replace(facing=view.facing))
    for start in (poses, upright) if upright != poses else (poses,):
        inside = shifted_in(ctx, view, unit, start)
        if inside is not None:
            found = next((one for one in _around(ctx, view, unit, inside) if suits(one)), None)
            if found is not None:
                return found
    return None


def _around(ctx: IdgCtx, view: Prospect, unit: UnitId, poses: Poses) -> Iterator[Poses]:
    """List places in growing rings, all inside the area."""
    yield poses
    tried = {poses}
    for far in RINGS:
        for along, away in WAYS:
            there = _shifted(view, poses, along * far, away * far)
            inside = shifted_in(ctx, view, unit, there)
            if inside is not None and inside not in tried:
                tried.add(inside)
                yield inside


def _shifted(view: Prospect, poses: Poses, along: float, away: float) -> Poses:
    (rx, ry), (ax, ay) = rightward(view.facing), heading(view.facing)
    return moved(poses, round(along * rx + away * ax), round(along * ry + away * ay))


def shifted_in(ctx: IdgCtx, view: Prospect, unit: UnitId, poses: Poses) -> Poses | None:
    """Shift a formation just so far that it lies in its area; None if it is too large for it."""
    left, right, near, far = extent(ctx, view, poses)
    most = zone_of(ctx, unit).deepest
    if right - left > view.length or far - near > most:
        return None
    along = max(0, -left) - max(0, right - view.length)
    away = max(0, -near) - max(0, far - most)
    return _shifted(view, poses, _outward(along), _outward(away)) if along or away else poses


def _outward(length: float) -> int:
    """Round a shift so that it is never too short."""
    whole = int(length)
    return whole if whole == length else whole + (1 if length > 0 else -1)


def extent(
    ctx: IdgCtx, view: Prospect, poses: Sequence[tuple[ElementId, Pose]]
) -> tuple[float, float, float, float]:
    """Give from where to where a formation reaches, along the edge and away from it."""
    bounds = [view.bounds(rect_at(ctx, one, pose)) for one, pose in poses]
    left, right, near, far = zip(*bounds, strict=True)
    return min(left), max(right), min(near), max(far)


def nearest_free(ctx: IdgCtx, seat: Seat, unit: UnitId, poses: Poses) -> Poses | None:
    """Find the nearest place where a unit may be deployed; in another formation if need be."""

    def suits(there: Poses) -> bool:
        return is_free(ctx, seat, unit, there)

    found = nearest(ctx, seat, unit, poses, suits)
    if found is not None or elements_flaw(ctx, unit, poses) is not None:
        return found
    room = Room(ctx, seat)
    left, right, _, far = extent(ctx, room.view, poses)
    middle = min(max((left + right) / 2, 0), room.view.length)
    front = min(max(far, 0), room.deepest(unit))
    body = body_of(ctx, unit)
    wanted = Wanted(round(middle), round(front), 0, room.view.length)
    found = room.place_for(body, usual_files(ctx, unit), wanted)
    return found if found is not None and suits(found) else None
