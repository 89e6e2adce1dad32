"""Who stands where: distances, contacts, and who is engaged with whom. IDG-1.9."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from walstatt.boards.contact import Contact, contacts, distance, is_within
from walstatt.boards.crowd import Crowd
from walstatt.boards.formation import is_chain
from walstatt.boards.rectangle import Rectangle
from walstatt.games.idg.hulls import foes_near, hull_around, hull_of, in_order, is_near
from walstatt.games.idg.levels import can_meet
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.whereabouts import place_of, whereabouts
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    IdgCtx,
    in_play,
    lead_profile,
    on_table,
    rect_of,
    rects_of,
    shown,
    side_of,
)
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

KEPT: Final = 4_096

# -- measuring ------------------------------------------------------------------------------------


@rule("IDG-1.1.3")
def mu(ctx: IdgCtx, inches: float) -> float:
    """Turn inches into tenths of a millimetre."""
    return inches * ctx.content.mu


def inches(ctx: IdgCtx, length: float) -> float:
    """Turn tenths of a millimetre into inches."""
    return length / ctx.content.mu


@rule("IDG-1.9.2")
def element_distance(ctx: IdgCtx, a: ElementId, b: ElementId) -> float:
    """Measure between two elements, from base to base."""
    return distance(rect_of(ctx, a), rect_of(ctx, b))


@rule("IDG-1.9.2")
def unit_distance(ctx: IdgCtx, a: UnitId, b: UnitId) -> float:
    """Measure between two units, from their nearest elements."""
    return min(distance(one, other) for one in rects_of(ctx, a) for other in rects_of(ctx, b))


def is_unit_within(ctx: IdgCtx, a: UnitId, b: UnitId, reach: float) -> bool:
    """Are two units at most so many inches apart?"""
    far = mu(ctx, reach)
    if not is_near(hull_of(ctx, a), hull_of(ctx, b), far):
        return False
    others = rects_of(ctx, b)
    return any(is_within(one, other, far) for one in rects_of(ctx, a) for other in others)


def is_element_within(ctx: IdgCtx, element: ElementId, unit: UnitId, reach: float) -> bool:
    """Is an element at most so many inches from a unit?"""
    far, own, place = mu(ctx, reach), rect_of(ctx, element), place_of(ctx, unit)
    if place is None:
        return any(is_within(own, other, far) for other in rects_of(ctx, unit))
    if not is_near(hull_around(own), place.hull, far):
        return False
    (x, y), square = own.centre, far * far
    for other in place.rects:
        ox, oy = other.centre
        if (ox - x) ** 2 + (oy - y) ** 2 <= square or is_within(own, other, far):
            return True
    return False


# -- who is there ---------------------------------------------------------------------------------


def elements_on_table(ctx: IdgCtx, side: Seat | None = None) -> Iterator[ElementId]:
    """Name every element that everybody sees on the table."""
    for unit in on_table(ctx, side):
        yield from shown(ctx, unit)


def elements_in_play(ctx: IdgCtx, side: Seat | None = None) -> Iterator[ElementId]:
    """Name every element on the table, concealed ones included."""
    for unit in in_play(ctx, side):
        yield from shown(ctx, unit)


def crowd_of(ctx: IdgCtx, *, without: UnitId | None = None) -> Crowd[ElementId]:
    """Gather the bases that stand on the table or on works, perhaps all but those of one unit."""
    there = whereabouts(ctx)
    crowd = there.crowd.copy()
    place = there.places.get(without) if without is not None else None
    for element in place.elements if place else ():
        if element in crowd:
            crowd.remove(element)
    return crowd


# -- contact --------------------------------------------------------------------------------------


@rule("IDG-1.9.3")
def foes_touching(ctx: IdgCtx, element: ElementId) -> list[ElementId]:
    """List the enemy elements in contact with an element."""
    there, unit = whereabouts(ctx), ctx.world.elements[element].unit
    place = there.places.get(unit)
    if place is not None and place.seen and element in place.elements:
        close = in_order(ctx, there.foes_close_to(unit))
        return [
            foe
            for other in close
            for one, foe in there.touching(unit, other)
            if one == element and can_meet(ctx, element, foe)
        ]
    own = rect_of(ctx, element)
    return [
        foe
        for unit in foes_near(ctx, side_of(ctx, element), hull_around(own), TOUCH)
        for foe in shown(ctx, unit)
        if is_within(own, rect_of(ctx, foe), TOUCH) and can_meet(ctx, element, foe)
    ]


@rule("IDG-1.9.4")
def contacts_between(ctx: IdgCtx, element: ElementId, other: ElementId) -> tuple[Contact, ...]:
    """Tell with which edges two elements touch, and how long."""
    return _contacts(rect_of(ctx, element), rect_of(ctx, other))


@lru_cache(maxsize=KEPT)
def _contacts(one: Rectangle, other: Rectangle) -> tuple[Contact, ...]:
    return contacts(one, other, TOUCH)


def touches_front(found: tuple[Contact, ...]) -> bool:
    """Is it the front edge, or a corner of it, that is touched? IDG-1.9.4."""
    return any(one.own == "front" for one in found)


def is_in_melee(ctx: IdgCtx, element: ElementId) -> bool:
    """Is an element in contact with an enemy who fights?"""
    return bool(foes_touching(ctx, element))


@rule("IDG-1.9.13")
def strikes_flank(found: tuple[Contact, ...]) -> bool:
    """Is the other's front edge on this one's side or rear along some length?"""
    return any(one.own != "front" and one.other == "front" and one.length > TOUCH for one in found)


# -- cohesion -------------------------------------------------------------------------------------


@rule("IDG-1.5.1", "IDG-1.5.2")
def widest_gap(profile: Profile) -> int:
    """Give how many inches may be between neighbours of a unit."""
    return 1 if profile.troop in ("warrior", "cataphract") else 2


@rule("IDG-1.5.3", "IDG-1.5.4")
def is_coherent(ctx: IdgCtx, unit: UnitId, rects: list[Rectangle] | None = None) -> bool:
    """Do all elements of a unit form one chain without gaps that are too wide?"""
    found = rects if rects is not None else rects_of(ctx, unit)
    return is_chain(found, mu(ctx, widest_gap(lead_profile(ctx, unit))))
