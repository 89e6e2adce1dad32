"""Wagons that stand in a ring, and whom they protect. IDG-17.1.6, IDG-17.1.9.

A ring is closed by neighbours who are at most an inch apart, taken in order round their middle; its
inside lies within the line that joins the wagons lengthwise. It is fought across like a rampart
(IDG-A68): who touches a wagon from outside, opposite foot that touches it from inside, is in
contact with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2
from typing import Final, NamedTuple

from walstatt.boards.contact import Contact, contacts, is_within, nearest
from walstatt.boards.formation import groups
from walstatt.boards.polygons import contains, stretches
from walstatt.boards.pose import Point, Pose
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.games.idg.content import Kind
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    IdgCtx,
    on_table,
    profile_of,
    rect_of,
    shown,
)
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

LEAST: Final = 3
"""How few wagons may enclose anything."""
WAGONS: Final = Kind(lambda one: one.troop == "wagon")


class Laager(NamedTuple):
    """A ring of wagons: who they are, and the line that joins them lengthwise."""

    wagons: tuple[ElementId, ...]
    line: tuple[Point, ...]

    def holds(self, rect: Rectangle) -> bool:
        """Is a base wholly inside?"""
        return all(contains((self.line,), corner) for corner in rect.corners)


def is_wagons(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is a unit a train of wagons?"""
    if not WAGONS.among(ctx.content):
        return False
    first = ctx.world.elements[ctx.world.units[unit].elements[0]]
    return ctx.content.profiles[first.profile].troop == "wagon"


@rule("IDG-17.1.2", "IDG-17.1.3")
def is_hitched(ctx: IdgCtx, unit: UnitId) -> bool:
    """Have wagons their teams before them? Only those of an ambushed column do, at first."""
    world = ctx.world
    one = world.units[unit]
    comes = world.scenario == "ambush" and one.side == world.attacker
    return comes and not one.unhitched and is_wagons(ctx, unit)


@rule("IDG-17.1.9")
def laagers(ctx: IdgCtx) -> list[Laager]:
    """List the rings of wagons on the table."""
    if not WAGONS.among(ctx.content):
        return []
    found = list[Laager]()
    for train in on_table(ctx):
        if is_wagons(ctx, train) and not is_hitched(ctx, train):
            wagons = shown(ctx, train)
            rects = tuple(rect_of(ctx, one) for one in wagons)
            for ring in _rings(rects, ctx.content.mu):
                names = tuple(wagons[one] for one in ring)
                found.append(Laager(names, _line([rects[one] for one in ring])))
    return found


@lru_cache(maxsize=256)
def _rings(rects: tuple[Rectangle, ...], mu: int) -> tuple[tuple[int, ...], ...]:
    """Find the rings that wagons form, by their numbers, in order."""
    rings = [_round(rects, group) for group in groups(rects, mu)]
    return tuple(tuple(one) for one in rings if len(one) >= LEAST and _is_closed(rects, one, mu))


def _round(rects: Sequence[Rectangle], group: tuple[int, ...]) -> list[int]:
    """Put wagons in order round their middle."""
    x, y = _middle([rects[one] for one in group])
    return sorted(group, key=lambda one: atan2(rects[one].centre[1] - y, rects[one].centre[0] - x))


def _middle(rects: Sequence[Rectangle]) -> Point:
    xs, ys = [one.centre[0] for one in rects], [one.centre[1] for one in rects]
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _line(rects: list[Rectangle]) -> tuple[Point, ...]:
    """Give the line from end to end of all wagons, in order round their middle."""
    x, y = _middle(rects)
    ends = list[Point]()
    for one in rects:
        (cx, cy), (ax, ay), deep = one.centre, one.ahead, one.half_depth
        ends += [(cx + ax * deep, cy + ay * deep), (cx - ax * deep, cy - ay * deep)]
    return tuple(sorted(ends, key=lambda end: atan2(end[1] - y, end[0] - x)))


def _is_closed(rects: Sequence[Rectangle], order: list[int], most: float) -> bool:
    following = [*order[1:], order[0]]
    pairs = zip(order, following, strict=True)
    return all(is_within(rects[one], rects[other], most) for one, other in pairs)


@rule("IDG-17.1.6")
def shelter_of(ctx: IdgCtx, element: ElementId, other: ElementId) -> Laager | None:
    """Find the ring that protects foot from somebody who is not inside it as well."""
    rings = laagers(ctx)
    if not rings or profile_of(ctx, element).category != "foot" or _rides(ctx, element):
        return None
    own, foe = rect_of(ctx, element), rect_of(ctx, other)
    return next((one for one in rings if one.holds(own) and not one.holds(foe)), None)


def _rides(ctx: IdgCtx, element: ElementId) -> bool:
    return ctx.world.units[ctx.world.elements[element].unit].form == "riding"


@rule("IDG-17.1.6", "IDG-A68")
def wagon_between(ctx: IdgCtx, rect: Rectangle, b: ElementId, a: ElementId) -> bool:
    """Would two enemies touch the same wagon on either side, one of them foot in the ring?

    `rect` is where the second of them, `a`, stands or would stand.
    """
    rings = laagers(ctx)
    if not rings:
        return False
    other = rect_of(ctx, b)
    return any(_divides(ctx, ring, (a, rect), (b, other)) for ring in rings)


def _divides(
    ctx: IdgCtx,
    ring: Laager,
    one: tuple[ElementId, Rectangle],
    other: tuple[ElementId, Rectangle],
) -> bool:
    inside = [who for who in (one, other) if ring.holds(who[1])]
    if len(inside) != 1 or profile_of(ctx, inside[0][0]).category != "foot":
        return False
    return any(_is_between(rect_of(ctx, wagon), one[1], other[1]) for wagon in ring.wagons)


def _is_between(wagon: Rectangle, one: Rectangle, other: Rectangle) -> bool:
    if not is_within(wagon, one, TOUCH) or not is_within(wagon, other, TOUCH):
        return False
    return bool(stretches((wagon.corners,), one.centre, other.centre))


def contacts_over_wagon(ctx: IdgCtx, a: ElementId, b: ElementId) -> tuple[Contact, ...]:
    """Tell with which edges two enemies meet across a wagon: as if it were not there."""
    own, other = rect_of(ctx, a), rect_of(ctx, b)
    if not wagon_between(ctx, own, b, a):
        return ()
    (x, y), (ox, oy) = nearest(own, other)
    pose = own.pose
    there = Pose(round(pose.x + ox - x), round(pose.y + oy - y), pose.facing)
    return contacts(rectangle(there, own.base), other, TOUCH)
