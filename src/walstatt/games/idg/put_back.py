"""Attackers whom shooting stops: they go back the way they came. IDG-13.2.14 to IDG-13.2.18.

They go back no farther than needed; where somebody stands in the meantime they go on, to the start
of their move at most, and if that is taken too, to the last free place on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Final, TypeAlias

from msgspec.structs import replace

from walstatt.boards.contact import distance, is_any_upon_another
from walstatt.boards.paths import Leg, Slide, Wheel, furthest, goes
from walstatt.boards.pose import Pose, Spot, between
from walstatt.games.idg.changes import note_contacts
from walstatt.games.idg.engines import engine_at
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.shooting_events import PutBack
from walstatt.games.idg.sight import visible_foes
from walstatt.games.idg.standing import crowd_of
from walstatt.games.idg.works import settle_aboard
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    Trail,
    foes_in_melee,
    pair_key,
    rect_at,
    rect_of,
    shown,
)
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

STOPS_AT: Final = 3
"""With how many markers a unit may not be near the enemy, and how near that is in inches."""
NEAR: Final = 3
Poses: TypeAlias = dict[ElementId, Pose]


# -- who ------------------------------------------------------------------------------------------


def put_back_units(ctx: IdgCtx, shot: Iterable[UnitId]) -> list[UnitId]:
    """List the units that shooting stops, of those that got markers by it."""
    return [unit for unit in dict.fromkeys(shot) if must_go_back(ctx, unit)]


@rule("IDG-13.2.14", "IDG-13.2.20")
def must_go_back(ctx: IdgCtx, unit: UnitId) -> bool:
    """Did a unit come near a visible enemy this turn, and has it too many markers now?"""
    one = ctx.world.units[unit]
    if one.status != "table" or one.disorder < STOPS_AT or unit not in ctx.world.trails:
        return False
    return not was_contacted(ctx, unit) and came_near(ctx, unit)


@rule("IDG-13.2.18", "IDG-A71")
def was_contacted(ctx: IdgCtx, unit: UnitId) -> bool:
    """Did an enemy's move bring a unit into melee this turn?"""
    melees = [ctx.world.melees[pair_key(unit, foe)] for foe in foes_in_melee(ctx, unit)]
    return any(one.since == ctx.world.turn and one.by != unit for one in melees)


def came_near(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is a visible enemy within three inches, and nearer than when the unit began its move?"""
    began = starts(ctx, unit)
    for foe in visible_foes(ctx, unit, NEAR):
        box = rect_of(ctx, foe)
        now = min(distance(rect_of(ctx, one), box) for one in shown(ctx, unit))
        then = min(distance(rect_at(ctx, one, pose), box) for one, pose in began.items())
        if now < then:
            return True
    return False


def starts(ctx: IdgCtx, unit: UnitId) -> Poses:
    """Give where the elements of a unit that are left began their move."""
    trail = ctx.world.trails[unit]
    known = dict(trail.stations[0]) if trail.stations else {}
    return {one: known.get(one, ctx.world.elements[one].pose) for one in shown(ctx, unit)}


# -- where to -------------------------------------------------------------------------------------


@rule("IDG-13.2.14", "IDG-13.2.15")
def place_back(ctx: IdgCtx, unit: UnitId) -> Poses:
    """Find where a unit goes back to: beyond three inches of the enemy, or where it started."""
    began, legs = starts(ctx, unit), legs_of(ctx, unit)
    if not is_clear(ctx, unit, began):
        return began if is_free(ctx, unit, began) else _goes(ctx, unit, began, legs, clear=False)
    return _goes(ctx, unit, began, legs, clear=True)


def _goes(
    ctx: IdgCtx, unit: UnitId, began: Poses, legs: tuple[Leg[ElementId], ...], *, clear: bool
) -> Poses:
    """Find the last place on the way where the unit has room, and is clear of the enemy."""

    def fits(some: tuple[Leg[ElementId], ...]) -> bool:
        poses = goes(some, began)
        return is_free(ctx, unit, poses) and (not clear or is_clear(ctx, unit, poses))

    found = furthest(legs, began, fits)
    return goes(found, began) if found or is_free(ctx, unit, began) else _poses(ctx, unit)


def legs_of(ctx: IdgCtx, unit: UnitId) -> tuple[Leg[ElementId], ...]:
    """Give the legs of a unit's move this turn, as they were made."""
    trail = ctx.world.trails[unit]
    here = _poses(ctx, unit)
    stations = [{**here, **_left(ctx, unit, station)} for station in trail.stations]
    stations.append(here)
    legs = [
        _leg(before, after, _pivot(trail, number))
        for number, (before, after) in enumerate(pairwise(stations))
    ]
    return tuple(legs)


def _left(
    ctx: IdgCtx, unit: UnitId, station: tuple[tuple[ElementId, Pose], ...]
) -> dict[ElementId, Pose]:
    left = shown(ctx, unit)
    return {one: pose for one, pose in station if one in left}


def _pivot(trail: Trail, number: int) -> Spot | None:
    return trail.pivots[number] if number < len(trail.pivots) else None


def _leg(before: Poses, after: Poses, pivot: Spot | None) -> Leg[ElementId]:
    if pivot is None:
        return Slide(after)
    one = next(iter(before))
    return Wheel(pivot, between(before[one].facing, after[one].facing))


def _poses(ctx: IdgCtx, unit: UnitId) -> Poses:
    return {one: ctx.world.elements[one].pose for one in shown(ctx, unit)}


def is_free(ctx: IdgCtx, unit: UnitId, poses: Mapping[ElementId, Pose]) -> bool:
    """Is there room for a unit at a place, where nobody of it stands on another?"""
    rects = [rect_at(ctx, one, pose) for one, pose in poses.items()]
    if is_any_upon_another(rects):
        return False
    crowd = crowd_of(ctx, without=unit)
    return not any(crowd.overlapping(rect) or engine_at(ctx, rect) for rect in rects)


def is_clear(ctx: IdgCtx, unit: UnitId, poses: Mapping[ElementId, Pose]) -> bool:
    """Would a unit be beyond three inches of every enemy it sees from a place?"""
    here = _poses(ctx, unit)
    _stand(ctx, poses)
    clear = not visible_foes(ctx, unit, NEAR)
    _stand(ctx, here)
    return clear


def _stand(ctx: IdgCtx, poses: Mapping[ElementId, Pose]) -> None:
    elements = ctx.world.elements
    for one, pose in poses.items():
        elements[one] = replace(elements[one], pose=pose)


# -- going back -----------------------------------------------------------------------------------


@rule("IDG-13.2.14", "IDG-13.2.16")
def put_back(ctx: IdgCtx, shot: Iterable[UnitId]) -> list[UnitId]:
    """Move all units back that shooting stops; their contacts end."""
    units = put_back_units(ctx, shot)
    for unit in units:
        _stand(ctx, place_back(ctx, unit))
        settle_aboard(ctx, shown(ctx, unit))
        _calm(ctx, unit)
        if ctx.telling:
            ctx.emit(PutBack(unit_name(ctx, unit), seat=ctx.world.units[unit].side))
    if units:
        note_contacts(ctx)
    return units


def _calm(ctx: IdgCtx, unit: UnitId) -> None:
    """Forget that a unit's move brought it into melee."""
    world = ctx.world
    world.units[unit] = replace(world.units[unit], opened=False)
    for one in shown(ctx, unit):
        world.elements[one] = replace(world.elements[one], entered=False)
