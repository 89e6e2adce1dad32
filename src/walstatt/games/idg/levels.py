"""Who is up on works, in an engine, or on the ground, and who can fight whom. IDG-16.1.10.

Whoever fights from the bridge of a siege tower, or from the head of a ladder, is as high as those
on the wall before him (IDG-16.3.10, IDG-16.4.9); otherwise whoever is inside an engine is out of
reach, and a climber is still at the foot of his ladder.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from walstatt.games.idg.world import ElementId, Engine, Feature, IdgCtx
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

Level: TypeAlias = Literal["ground", "works", "shut"]
HIGH: Final = ("wall", "tower", "gate")
"""Works one stands on; a rampart is manned from behind."""


def engine_under(ctx: IdgCtx, element: ElementId) -> Engine | None:
    """Give the engine, boat or ship that an element is in or on."""
    return ctx.world.engines.get(ctx.world.elements[element].aboard)


def works_below(ctx: IdgCtx, element: ElementId) -> Feature | None:
    """Give the works on which an element stands."""
    aboard = ctx.world.elements[element].aboard
    if not aboard:
        return None
    return next((one for one in ctx.world.ground if one.id == aboard), None)


def is_on_works(ctx: IdgCtx, element: ElementId) -> bool:
    """Does an element stand on a wall, a tower, a gate or a rampart?"""
    works = works_below(ctx, element)
    return works is not None and works.kind in (*HIGH, "rampart")


def is_on_height(ctx: IdgCtx, element: ElementId) -> bool:
    """Does an element look down from a wall, a tower or a siege tower? IDG-16.3.4."""
    engine = engine_under(ctx, element)
    if engine is not None:
        return engine.kind == "siege_tower"
    works = works_below(ctx, element)
    return works is not None and works.kind in HIGH


def level_of(ctx: IdgCtx, element: ElementId) -> Level:
    """Tell whether an element can be met on the ground, on works, or not at all."""
    if not ctx.world.elements[element].aboard:
        return "ground"
    engine = engine_under(ctx, element)
    if engine is None:
        return "works" if is_on_height(ctx, element) else "ground"
    if engine.van == element:
        return "works"
    return "ground" if engine.kind == "ladder" else "shut"


@rule("IDG-16.1.10", "IDG-16.3.10", "IDG-16.4.9")
def can_meet(ctx: IdgCtx, a: ElementId, b: ElementId) -> bool:
    """Do two elements stand where they can touch: both on a wall, or both below?"""
    elements = ctx.world.elements
    if not elements[a].aboard and not elements[b].aboard:
        return True
    level = level_of(ctx, a)
    return level != "shut" and level == level_of(ctx, b)


def is_carried(ctx: IdgCtx, element: ElementId) -> bool:
    """Is an element inside a siege tower or a ship, or on a ladder, so that it does not march?"""
    aboard = ctx.world.elements[element].aboard
    engine = ctx.world.engines.get(aboard) if aboard else None
    return engine is not None and engine.kind in ("siege_tower", "ship", "ladder")


@rule("IDG-17.3.2")
def is_ships_gun(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is a unit the artillery of a ship, which is part of her?"""
    elements = ctx.world.units[unit].elements
    if not elements or elements[0] not in ctx.world.elements:
        return False
    aboard = ctx.world.elements[elements[0]].aboard
    return bool(aboard) and elements[0] in (f"{aboard}.bow", f"{aboard}.stern")


def is_on_ship(ctx: IdgCtx, element: ElementId) -> bool:
    """Is an element aboard a ship?"""
    engine = engine_under(ctx, element)
    return engine is not None and engine.kind == "ship"


def takes_ground(ctx: IdgCtx, element: ElementId) -> bool:
    """Does the base of an element cover ground, or a place on works, of its own?"""
    engine = engine_under(ctx, element)
    return engine is None or engine.kind in ("ladder", "boat")
