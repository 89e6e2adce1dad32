"""Seeing at a glance that a move is right: everybody goes alike, and meets nobody and nothing.

It says yes only where the long judgement of `marching` finds nothing wrong; where it does not, that
has to be asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot, sin, sqrt
from typing import Final, NamedTuple

from walstatt.boards.contact import any_upon, is_any_upon_another, is_within
from walstatt.boards.paths import Leg, Slide, Wheel, after, course
from walstatt.boards.polygons import meets_convex
from walstatt.boards.pose import HALF_TURN, RADIANS, Base, Point, Pose, Spot, heading
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.boards.sweeps import first_hit, slides_free
from walstatt.boards.table import ROUNDING
from walstatt.boards.terrain import Area
from walstatt.games.idg.allowance import ASIDE, Column
from walstatt.games.idg.burning import burning_areas
from walstatt.games.idg.facing import ROUNDING as OFF_LINE
from walstatt.games.idg.ground import MUD, Mover, closed, hard, movers
from walstatt.games.idg.hulls import hull_of_rects, is_any_near
from walstatt.games.idg.laager import WAGONS, laagers
from walstatt.games.idg.land import Land, land_of
from walstatt.games.idg.shaken import WARY_AT
from walstatt.games.idg.standing import widest_gap
from walstatt.games.idg.whereabouts import Hull, Place, Whereabouts, is_formed, whereabouts
from walstatt.games.idg.world import TOUCH, ElementId, IdgCtx, lead_profile
from walstatt.kernel.ids import UnitId

CLOSE: Final = 2.0 * TOUCH
"""Who is farther away than this cannot be met."""
HARMLESS: Final = 1.0
"""How far from ground that is none of its business a unit has to stay."""


class Limit(NamedTuple):
    """How far a unit may go, and whether it goes slowly enough for difficult ground."""

    most: float
    slow: bool


def shift_of(leg: Leg[ElementId], before: Mapping[ElementId, Pose]) -> Spot | None:
    """Give how far all go alike; None if anybody turns, stays or goes elsewhere."""
    if not isinstance(leg, Slide) or len(leg.poses) != len(before):
        return None
    shift: Spot | None = None
    for key, (x, y, facing) in leg.poses.items():
        start = before.get(key)
        if start is None or start[2] != facing:
            return None
        if shift is None:
            shift = x - start[0], y - start[1]
        elif x - start[0] != shift[0] or y - start[1] != shift[1]:
            return None
    return shift if shift and shift != (0, 0) else None


def is_straight_shift(ctx: IdgCtx, facing: int, shift: Spot) -> bool:
    """Is it straight ahead as the unit sees it, but for half an inch aside? IDG-8.2.2."""
    ax, ay = heading(facing)
    dx, dy = shift
    ahead, aside = dx * ax + dy * ay, abs(dy * ax - dx * ay)
    return ahead >= -OFF_LINE and aside - OFF_LINE <= ASIDE * ctx.content.mu


def is_quiet(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is there nothing about a unit or the weather that makes moves special?"""
    if ctx.world.units[unit].disorder >= WARY_AT or not _is_firm(ctx):
        return False
    return not WAGONS.among(ctx.content) or not laagers(ctx)


def is_free_shift(
    ctx: IdgCtx, unit: UnitId, shift: Spot, column: Column, *, swept: bool = False
) -> bool:
    """Is it plain that a whole unit may go so far, as to the table, the ground and everybody?

    If it was swept already, nobody is in the way and the unit is known to be together.
    """
    there = whereabouts(ctx)
    place = there.places.get(unit)
    if place is None or not is_quiet(ctx, unit):
        return False
    way = _way(ctx, place.hull, shift)
    if way is None or not _is_easy(ctx, unit, way, slow=column == "difficult"):
        return False
    ends: list[Rectangle] = []
    for other, them in there.around(way, CLOSE):
        if other == unit or not (them.seen or them.side == place.side):
            continue
        if not swept and not slides_free(place.rects, them.rects, shift):
            return False
        if them.side != place.side:
            ends = ends or _ends(place, shift)
            if _touches(ends, them.rects):
                return False
    return swept or _is_formed(ctx, there, unit, place)


def is_free_wheel(
    ctx: IdgCtx, unit: UnitId, leg: Wheel, before: Mapping[ElementId, Pose], limit: Limit
) -> bool:
    """Is it plain that a whole unit may wheel, and meets nobody?"""
    there = whereabouts(ctx)
    place = there.places.get(unit)
    if place is None or not is_quiet(ctx, unit):
        return False
    start, turn, most = place.hull, abs(leg.by) * RADIANS, limit.most - HARMLESS
    if not is_on_table(ctx, _wheeled(leg, start, start)[0]):
        return False
    if _farthest(start, leg.pivot) * turn > most and _outermost(place, leg) * turn > most:
        return False
    bases = {one: rect.base for one, rect in zip(place.elements, place.rects, strict=True)}
    ends = [rectangle(pose, bases[one]) for one, pose in after(leg, before).items()]
    end = hull_of_rects(ends)
    way = _around([start, end, *_wheeled(leg, start, end)])
    if not is_on_table(ctx, way) or not _is_room(there, unit, ends, end):
        return False
    if not _is_easy(ctx, unit, way, slow=limit.slow):
        return False
    others = [them for other, them in there.around(way, CLOSE) if other != unit]
    if others and not _swings_free(leg, place, before, others):
        return False
    return is_formed(tuple(ends), widest_gap(lead_profile(ctx, unit)) * ctx.content.mu)


def _outermost(place: Place, leg: Wheel) -> float:
    """Measure from the pivot of a wheel to the outermost corner of a unit."""
    px, py = leg.pivot
    corners = [corner for rect in place.rects for corner in rect.corners]
    return sqrt(max([(x - px) * (x - px) + (y - py) * (y - py) for x, y in corners]))


def _swings_free(
    leg: Wheel, place: Place, before: Mapping[ElementId, Pose], others: Sequence[Place]
) -> bool:
    """Does a unit that wheels run over nobody whom it knows of?"""
    boxes = [box for them in others if them.seen or them.side == place.side for box in them.rects]
    for one, rect in zip(place.elements, place.rects, strict=True):
        way = course(leg, one, before[one], rect.base)
        if way is None or any(first_hit(way, box) is not None for box in boxes):
            return False
    return True


def _is_room(there: Whereabouts, unit: UnitId, ends: Sequence[Rectangle], hull: Hull) -> bool:
    """May a unit end there, in a box: upon nobody whom it knows of, and touching no enemy?"""
    side = there.places[unit].side
    for other, them in there.around(hull, CLOSE):
        if other == unit or not (them.seen or them.side == side):
            continue
        if any_upon(ends, them.rects):
            return False
        if them.side != side and _touches(ends, them.rects):
            return False
    return True


def is_free_turn(
    ctx: IdgCtx,
    unit: UnitId,
    ends: Mapping[ElementId, Pose],
    apart: Sequence[Rectangle] | None = None,
) -> bool:
    """Is it plain that a whole unit may turn like this where it stands?

    Bases that were found apart already need not be looked at again.
    """
    there = whereabouts(ctx)
    place = there.places.get(unit)
    if place is None or not is_quiet(ctx, unit):
        return False
    bases = {one: rect.base for one, rect in zip(place.elements, place.rects, strict=True)}
    way = _turning({}, ends, bases)
    if not is_on_table(ctx, way) or not _is_easy(ctx, unit, way, slow=True):
        return False
    if apart is None:
        apart = [rectangle(pose, bases[one]) for one, pose in ends.items()]
        if is_any_upon_another(apart):
            return False
    return _is_room(there, unit, apart, hull_of_rects(apart))


def is_together(ctx: IdgCtx, unit: UnitId) -> bool:
    """Do all of a unit on the table hang together, and does nobody stand on another?"""
    there = whereabouts(ctx)
    place = there.places.get(unit)
    return place is not None and _is_formed(ctx, there, unit, place)


def _is_formed(ctx: IdgCtx, there: Whereabouts, unit: UnitId, place: Place) -> bool:
    """Look whether a unit hangs together, once as long as it does not move."""
    formed = there.formed
    known = formed.get(unit)
    if known is None or known[0] is not place:
        gap = widest_gap(lead_profile(ctx, unit)) * ctx.content.mu
        known = formed[unit] = place, is_formed(place.rects, gap)
    return known[1]


def way_of(
    legs: Sequence[Leg[ElementId]],
    before: Mapping[ElementId, Pose],
    bases: Mapping[ElementId, Base],
    start: Hull | None = None,
) -> Hull:
    """Give a box that nobody leaves on a way, whatever its legs are; its start may be known."""
    poses, boxes = before, [start or _box(before, bases)]
    for leg in legs:
        ends = after(leg, poses)
        if isinstance(leg, Wheel):
            boxes += _wheeled(leg, boxes[-1], _box(ends, bases))
        elif any(end[2] != poses[key][2] for key, end in ends.items()):
            boxes.append(_turning(poses, ends, bases))
        boxes.append(_box(ends, bases))
        poses = ends
    return _around(boxes)


def _around(boxes: Sequence[Hull]) -> Hull:
    """Give the box around several boxes."""
    left, top, right, bottom = boxes[0]
    for west, north, east, south in boxes:
        if west < left:  # noqa: PLR1730 - without a call
            left = west
        if north < top:  # noqa: PLR1730
            top = north
        if east > right:  # noqa: PLR1730
            right = east
        if south > bottom:  # noqa: PLR1730
            bottom = south
    return left, top, right, bottom


def _box(poses: Mapping[ElementId, Pose], bases: Mapping[ElementId, Base]) -> Hull:
    return hull_of_rects([rectangle(pose, bases[key]) for key, pose in poses.items()])


def _wheeled(leg: Wheel, start: Hull, end: Hull) -> list[Hull]:
    """Give boxes that hold the arcs of a wheel: the first half is near its start, then its end."""
    x, y = leg.pivot
    far = _farthest(start, leg.pivot)
    if abs(leg.by) >= HALF_TURN:
        return [(x - far, y - far, x + far, y + far)]
    out = far * 2 * sin(abs(leg.by) * RADIANS / 4) + ROUNDING
    return [
        (left - out, top - out, right + out, bottom + out)
        for left, top, right, bottom in (start, end)
    ]


def _farthest(hull: Hull, point: Point) -> float:
    """Measure from a point to the farthest corner of a box."""
    left, top, right, bottom = hull
    x, y = point
    return hypot(max(abs(left - x), abs(right - x)), max(abs(top - y), abs(bottom - y)))


def _turning(
    poses: Mapping[ElementId, Pose],
    ends: Mapping[ElementId, Pose],
    bases: Mapping[ElementId, Base],
) -> Hull:
    """Give a box that holds bases which turn about the middle of their fronts on their way."""
    out = max([hypot(base.width / 2, base.depth) for base in bases.values()])
    spots = [*poses.values(), *ends.values()]
    xs, ys = [one[0] for one in spots], [one[1] for one in spots]
    return min(xs) - out, min(ys) - out, max(xs) + out, max(ys) + out


def is_on_table(ctx: IdgCtx, way: Hull, tolerance: float = 0.0) -> bool:
    """Does a box lie wholly on the table?"""
    left, top, right, bottom = way
    width, height = ctx.content.table
    if left < -tolerance or top < -tolerance:
        return False
    return right <= width + tolerance and bottom <= height + tolerance


def is_easy_ground(ctx: IdgCtx, unit: UnitId, way: Hull, *, slow: bool) -> bool:
    """Is it plain that nothing on the ground hinders a unit, slow or not, anywhere in a box?"""
    return _is_firm(ctx) and _is_easy(ctx, unit, way, slow=slow)


def is_open_to(ctx: IdgCtx, who: Iterable[Mover], way: Hull) -> bool:
    """Is it plain that nothing on the ground in a box is forbidden to troops?"""
    return _is_firm(ctx) and _is_free_of(ctx, way, who, slow=True)


def _is_firm(ctx: IdgCtx) -> bool:
    """Is the ground as it usually is, without engines, mud and ice?"""
    world = ctx.world
    if world.engines:
        return False
    return not world.weather or (MUD not in world.weather and "ice" not in world.weather)


def _way(ctx: IdgCtx, hull: Hull, shift: Spot) -> Hull | None:
    """Give a box around the whole way of a unit; None if it leaves the table."""
    left, top, right, bottom = hull
    dx, dy = shift
    width, height = ctx.content.table
    if left + dx < -ROUNDING or top + dy < -ROUNDING:
        return None
    if right + dx > width + ROUNDING or bottom + dy > height + ROUNDING:
        return None
    return shifted_hull(hull, shift)


def shifted_hull(hull: Hull, shift: Spot) -> Hull:
    """Give a box around the way of a box that is shifted."""
    left, top, right, bottom = hull
    dx, dy = shift
    return (
        left + dx if dx < 0 else left,
        top + dy if dy < 0 else top,
        right + dx if dx > 0 else right,
        bottom + dy if dy > 0 else bottom,
    )


def _is_easy(ctx: IdgCtx, unit: UnitId, way: Hull, *, slow: bool) -> bool:
    """Is no ground near the way that is forbidden to the unit or slows it, no works, no fire?

    A unit that goes slowly, or only turns, does not mind difficult ground.
    """
    return _is_free_of(ctx, way, movers(ctx, unit), slow=slow)


def _is_free_of(ctx: IdgCtx, way: Hull, who: Iterable[Mover], *, slow: bool) -> bool:
    if ctx.world.fires and _comes_upon(way, burning_areas(ctx)):
        return False
    if not ctx.world.ground:
        return True
    land = land_of(ctx)
    if land.works and is_any_near(way, [work.area.bounds for work in land.works], CLOSE):
        return False
    for one in who:  # noqa: SIM110 - without a generator
        if _comes_upon(way, _hindering(land, one, slow=slow)):
            return False
    return True


def _hindering(land: Land, who: Mover, *, slow: bool) -> tuple[Area, ...]:
    """List the ground that is forbidden to troops or, unless they go slowly, difficult."""
    known = land.hindering.get((who, slow))
    if known is None:
        found = closed(land, who, ice=False) + (() if slow else hard(land, who, ice=False))
        known = land.hindering[who, slow] = tuple([plot.area for plot, _ in found])
    return known


def _comes_upon(way: Hull, areas: Iterable[Area]) -> bool:
    """Does a box come so near to an area that it may matter?"""
    left, top = way[0] - HARMLESS, way[1] - HARMLESS
    right, bottom = way[2] + HARMLESS, way[3] + HARMLESS
    for area in areas:
        around = area.bounds
        if left <= around[2] and around[0] <= right and top <= around[3] and around[1] <= bottom:
            corners = (left, top), (right, top), (right, bottom), (left, bottom)
            if meets_convex(area.rings, corners):
                return True
    return False


def _ends(place: Place, shift: Spot) -> list[Rectangle]:
    dx, dy = shift
    return [
        rectangle(Pose(one.pose.x + dx, one.pose.y + dy, one.pose.facing), one.base)
        for one in place.rects
    ]


def _touches(ends: Sequence[Rectangle], foes: tuple[Rectangle, ...]) -> bool:
    return any(is_within(one, foe, TOUCH) for one in ends for foe in foes)


def reach_of(shift: Point) -> int:
    """Measure how far a shift leads, as moves are measured."""
    return round(hypot(*shift))
