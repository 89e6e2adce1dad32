"""What comes to light when units come near: ambushes, dummies, folded units. IDG-5.7, IDG-5.8."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from walstatt.boards.contact import distance, is_within
from walstatt.boards.formation import is_chain
from walstatt.boards.pose import Pose, shifted
from walstatt.boards.rectangle import Rectangle
from walstatt.boards.table import is_on_table
from walstatt.games.idg.hiding import hiding_place
from walstatt.games.idg.movement_events import DummyVanished, Revealed, Unfolded
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.sight import has_line, visible_foes
from walstatt.games.idg.standing import crowd_of, elements_on_table, is_coherent, mu
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    enemy_of,
    on_table,
    profile_of,
    rect_at,
    rect_of,
    shown,
)
from walstatt.kernel.ids import RuleId, UnitId
from walstatt.kernel.trace import rule

DISCOVERED_WITHIN: Final = 2
RECOGNISED_WITHIN: Final = 8

# -- concealed units ------------------------------------------------------------------------------


@rule("IDG-5.8.7", "IDG-5.8.10", "IDG-5.8.11")
def reveal(ctx: IdgCtx, unit: UnitId, because: RuleId = "IDG-5.8.10") -> None:
    """Put a concealed unit on the table for everybody to see; enemies close by will test."""
    one = ctx.world.units[unit]
    if one.status != "concealed":
        return
    ctx.world.units[unit] = replace(one, status="table")
    ctx.world.sprung = (*ctx.world.sprung, unit)
    if ctx.telling:
        ctx.emit(Revealed(unit_name(ctx, unit), seat=one.side, because=because))


def concealed_foes(ctx: IdgCtx, unit: UnitId) -> list[UnitId]:
    """List the enemy units that lie concealed."""
    foe = enemy_of(ctx.world.units[unit].side)
    units = ctx.world.units.items()
    return [name for name, one in units if one.side == foe and one.status == "concealed"]


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


def discover(ctx: IdgCtx, mover: UnitId) -> None:
    """Reveal the enemies whom a unit has come upon."""
    for unit in concealed_foes(ctx, mover):
        if discovered_by(ctx, [rect_of(ctx, one) for one in shown(ctx, mover)], unit):
            reveal(ctx, unit, "IDG-5.8.8")
        elif is_overlooked(ctx, mover, unit):
            reveal(ctx, unit, "IDG-5.8.9")


# -- dummies and folded units ---------------------------------------------------------------------


@rule("IDG-5.7.13", "IDG-5.7.16")
def recognise(ctx: IdgCtx) -> None:
    """Remove dummies, and unfold units, that have an enemy close by."""
    for unit in on_table(ctx):
        one = ctx.world.units[unit]
        if (one.dummy or one.folded) and _has_foe_near(ctx, unit):
            if one.dummy:
                vanish(ctx, unit)
            else:
                unfold(ctx, unit)


def _has_foe_near(ctx: IdgCtx, unit: UnitId) -> bool:
    far, own = mu(ctx, RECOGNISED_WITHIN), [rect_of(ctx, one) for one in shown(ctx, unit)]
    foes = elements_on_table(ctx, enemy_of(ctx.world.units[unit].side))
    return any(is_within(rect, rect_of(ctx, foe), far) for foe in foes for rect in own)


def vanish(ctx: IdgCtx, unit: UnitId) -> None:
    """Take a dummy off the table."""
    one = ctx.world.units[unit]
    ctx.world.units[unit] = replace(one, status="absent")
    if ctx.telling:
        ctx.emit(DummyVanished(unit_name(ctx, unit), seat=one.side))


@rule("IDG-5.7.16", "IDG-5.7.17")
def unfold(ctx: IdgCtx, unit: UnitId) -> None:
    """Place the rest of a unit beside and behind its first element, wherever there is room."""
    one = ctx.world.units[unit]
    first, rest = one.elements[0], one.elements[1:]
    placed = {first: ctx.world.elements[first].pose}
    foes = [rect_of(ctx, foe) for foe in visible_foes(ctx, unit)]
    for element in rest:
        placed[element] = _place_for(ctx, unit, element, placed, foes)
    ctx.world.units[unit] = replace(one, folded=False)
    for element, pose in placed.items():
        ctx.world.elements[element] = replace(ctx.world.elements[element], pose=pose)
    if ctx.telling:
        ctx.emit(Unfolded(unit_name(ctx, unit), seat=one.side))


def _place_for(
    ctx: IdgCtx,
    unit: UnitId,
    element: ElementId,
    placed: dict[ElementId, Pose],
    foes: list[Rectangle],
) -> Pose:
    """Find the first free place of a growing formation; without any it stands on its first."""
    rects = [rect_at(ctx, one, pose) for one, pose in placed.items()]
    crowd = crowd_of(ctx, without=unit)
    for number, rect in enumerate(rects):
        crowd.add(f"{unit}.{number}", rect)
    nearest = [distance(rects[0], foe) for foe in foes]
    for pose in _places(rects[0]):
        rect = rect_at(ctx, element, pose)
        if crowd.overlapping(rect) or not is_on_table(rect, ctx.content.table):
            continue
        if any(distance(rect, foe) < near - 1 for foe, near in zip(foes, nearest, strict=True)):
            continue
        if is_chain([*rects, rect], mu(ctx, 1)) and is_coherent(ctx, unit, [*rects, rect]):
            return pose
    return rects[0].pose


def _places(first: Rectangle) -> Iterator[Pose]:
    """List places from the first rank to the last, each from the middle outward."""
    width, depth = first.base
    for rank in range(8):
        for file in (0, 1, -1, 2, -2, 3, -3, 4, -4):
            yield shifted(first.pose, -rank * depth, file * width)
