"""What comes to light when units come near: ambushes and dummies. IDG-5.7, IDG-5.8."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from walstatt.boards.contact import is_within
from walstatt.boards.crowd import Crowd
from walstatt.boards.pose import FULL_TURN, Pose, heading
from walstatt.boards.rectangle import Rectangle
from walstatt.boards.table import is_on_table
from walstatt.games.idg.ground import forbidden
from walstatt.games.idg.hiding import hiding_place
from walstatt.games.idg.movement_events import DummyVanished, Revealed
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.passing import Way
from walstatt.games.idg.sight import has_line
from walstatt.games.idg.standing import crowd_of, elements_on_table, mu
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    enemy_of,
    profile_of,
    rect_at,
    rect_of,
    rects_of,
    shown,
)
from walstatt.kernel.ids import RuleId, UnitId
from walstatt.kernel.trace import rule

DISCOVERED_WITHIN: Final = 2
RECOGNISED_WITHIN: Final = 8
ROOM_STEP: Final = 50
"""How fine room is looked for, in tenths of a millimetre."""
ROOM_WAYS: Final = 16

# -- concealed units ------------------------------------------------------------------------------


@rule("IDG-5.8.7", "IDG-5.8.10", "IDG-5.8.11")
def reveal(ctx: IdgCtx, unit: UnitId, because: RuleId = "IDG-5.8.10") -> None:
    """Put a concealed unit on the table for everybody to see; enemies close by will test."""
    one = ctx.world.units[unit]
    if one.status != "concealed":
        return
    ctx.world.units[unit] = replace(one, status="table")
    make_room(ctx, unit)
    ctx.world.sprung = (*ctx.world.sprung, unit)
    if ctx.telling:
        ctx.emit(Revealed(unit_name(ctx, unit), seat=one.side, because=because))


@rule("IDG-1.9.6")
def make_room(ctx: IdgCtx, unit: UnitId) -> None:
    """Let a unit that comes to light on fleeing friends stand beside them, as near as may be."""
    elements = shown(ctx, unit)
    poses = {one: ctx.world.elements[one].pose for one in elements}
    crowd = crowd_of(ctx, without=unit)
    if any(ctx.world.elements[one].aboard for one in elements) or _is_free(ctx, crowd, poses):
        return
    found = (there for by in _nearby(ctx) if _is_free(ctx, crowd, there := _shifted(poses, by)))
    for element, pose in next(found, poses).items():
        ctx.world.elements[element] = replace(ctx.world.elements[element], pose=pose)


def _is_free(ctx: IdgCtx, crowd: Crowd[ElementId], poses: dict[ElementId, Pose]) -> bool:
    rects = {one: rect_at(ctx, one, pose) for one, pose in poses.items()}
    return all(
        is_on_table(rect, ctx.content.table)
        and not crowd.overlapping(rect)
        and not forbidden(ctx, profile_of(ctx, one), rect)
        for one, rect in rects.items()
    )


def _nearby(ctx: IdgCtx) -> Iterator[tuple[int, int]]:
    """List steps aside in growing rings, all around, across the table at most."""
    for far in range(ROOM_STEP, ctx.content.table.width, ROOM_STEP):
        for way in range(0, FULL_TURN, FULL_TURN // ROOM_WAYS):
            right, down = heading(way)
            yield round(far * right), round(far * down)


def _shifted(poses: dict[ElementId, Pose], by: tuple[int, int]) -> dict[ElementId, Pose]:
    return {one: pose._replace(x=pose.x + by[0], y=pose.y + by[1]) for one, pose in poses.items()}


def concealed_foes(ctx: IdgCtx, unit: UnitId) -> list[UnitId]:
    """List the enemy units that lie concealed."""
    units = ctx.world.units
    side = units[unit].side
    return [name for name, one in units.items() if one.status == "concealed" and one.side != side]


@rule("IDG-5.8.8")
def discovered_by(ctx: IdgCtx, rects: Iterable[Rectangle], unit: UnitId) -> bool:
    """Is a concealed unit found by enemies at these places?"""
    far, own = mu(ctx, DISCOVERED_WITHIN), [rect_of(ctx, one) for one in shown(ctx, unit)]
    return any(is_within(rect, other, far) for rect in rects for other in own)


@rule("IDG-5.8.9")
def is_overlooked(ctx: IdgCtx, mover: UnitId, unit: UnitId) -> bool:
    """Does a unit look straight at another that only a hill has hidden?"""
    edge = ctx.world.edges[ctx.world.units[mover].side]
    for element in shown(ctx, unit):
        place = hiding_place(ctx, profile_of(ctx, element), rect_of(ctx, element), edge)
        if place is not None and place.kind != "hill":
            continue
        if any(has_line(ctx, own, element) for own in shown(ctx, mover)):
            return True
    return False


@rule("IDG-5.8.8")
def first_found(ctx: IdgCtx, way: Way, hidden: Iterable[UnitId]) -> UnitId | None:
    """Name the concealed unit that is found first by enemies who go such a way."""
    far, found = mu(ctx, DISCOVERED_WITHIN), dict[UnitId, tuple[int, float]]()
    for unit in hidden:
        when = way.nears(rects_of(ctx, unit), far)
        if when is not None:
            found[unit] = when
    return min(found, key=found.__getitem__, default=None)


@rule("IDG-5.8.8")
def pass_hidden(ctx: IdgCtx, mover: UnitId, way: Way) -> None:
    """Reveal all concealed enemies by whom a unit has passed closely, as it came upon them."""
    hidden = concealed_foes(ctx, mover)
    while hidden and (unit := first_found(ctx, way, hidden)) is not None:
        hidden.remove(unit)
        reveal(ctx, unit, "IDG-5.8.8")


def discover(ctx: IdgCtx, mover: UnitId) -> None:
    """Reveal the enemies whom a unit has come upon where it stands now."""
    for unit in concealed_foes(ctx, mover):
        if discovered_by(ctx, [rect_of(ctx, one) for one in shown(ctx, mover)], unit):
            reveal(ctx, unit, "IDG-5.8.8")
        elif is_overlooked(ctx, mover, unit):
            reveal(ctx, unit, "IDG-5.8.9")


# -- dummies --------------------------------------------------------------------------------------


@rule("IDG-5.7.13")
def recognise(ctx: IdgCtx) -> None:
    """Remove dummies that have an enemy close by; who is folded unfolds in `unfolding`."""
    units = ctx.world.units.items()
    dummies = [unit for unit, one in units if one.dummy and one.status == "table"]
    for unit in dummies:
        if has_foe_near(ctx, unit):
            vanish(ctx, unit)


@rule("IDG-5.7.13")
def pass_dummies(ctx: IdgCtx, mover: UnitId, way: Way) -> None:
    """Remove the dummies that a unit has passed closely, and itself if it is one."""
    far, units = mu(ctx, RECOGNISED_WITHIN), ctx.world.units
    side = units[mover].side
    dummies = [unit for unit, one in units.items() if one.dummy and one.status == "table"]
    for unit in dummies:
        if unit == mover:
            foes = [rect_of(ctx, foe) for foe in elements_on_table(ctx, enemy_of(side))]
        else:
            foes = rects_of(ctx, unit) if units[unit].side != side else []
        if way.nears(foes, far) is not None:
            vanish(ctx, unit)


def has_foe_near(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is an enemy near enough to see what a unit really is?"""
    far, own = mu(ctx, RECOGNISED_WITHIN), [rect_of(ctx, one) for one in shown(ctx, unit)]
    foes = elements_on_table(ctx, enemy_of(ctx.world.units[unit].side))
    return any(is_within(rect, rect_of(ctx, foe), far) for foe in foes for rect in own)


def vanish(ctx: IdgCtx, unit: UnitId) -> None:
    """Take a dummy off the table."""
    one = ctx.world.units[unit]
    ctx.world.units[unit] = replace(one, status="absent")
    if ctx.telling:
        ctx.emit(DummyVanished(unit_name(ctx, unit), seat=one.side))
