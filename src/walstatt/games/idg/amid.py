"""Who and what may be in the way from one base to another: a quick look, by boxes. IDG-4.3."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from walstatt.boards.polygons import Bounds
from walstatt.boards.rectangle import Box
from walstatt.games.idg.whereabouts import Place
from walstatt.games.idg.world import ElementId


def amid(places: Sequence[Place], one: Box, other: Box, gap: float) -> list[tuple[ElementId, Box]]:
    """Name the elements that may be in the way, or make a gap, from one base to another."""
    ax, ay = one.centre
    bx, by = other.centre
    wide = max(one.radius, other.radius) + gap
    left, right = (ax - wide, bx + wide) if ax < bx else (bx - wide, ax + wide)
    top, bottom = (ay - wide, by + wide) if ay < by else (by - wide, ay + wide)
    dx, dy = bx - ax, by - ay
    far = hypot(dx, dy) or 1.0
    dx, dy = dx / far, dy / far
    ahead, aside = ax * dx + ay * dy, ax * dy - ay * dx
    found = list[tuple[ElementId, Box]]()
    for place in places:
        west, north, east, south = place.hull
        if west > right or east < left or north > bottom or south < top:
            continue
        for name, x, y, box in place.marks:
            reach = wide + box.radius
            if -reach < x * dy - y * dx - aside < reach:
                along = x * dx + y * dy - ahead
                if -reach < along < far + reach:
                    found.append((name, box))
    return found


def is_on_way(around: Bounds, one: Box, other: Box) -> bool:
    """May anything within these bounds be in the way from one base to another?"""
    ax, ay = one.centre
    bx, by = other.centre
    wide = max(one.radius, other.radius)
    left, top, right, bottom = around
    low, high = left - wide, right + wide
    if (ax < low and bx < low) or (ax > high and bx > high):
        return False
    low, high = top - wide, bottom + wide
    if (ay < low and by < low) or (ay > high and by > high):
        return False
    dx, dy = bx - ax, by - ay
    across, along = (right - left) / 2, (bottom - top) / 2
    off = (left + across - ax) * dy - (top + along - ay) * dx
    return abs(off) <= across * abs(dy) + along * abs(dx) + wide * hypot(dx, dy)


def is_any_on_way(some: Sequence[Bounds], one: Box, other: Box) -> bool:
    """May anything within any of several bounds be in the way?"""
    for around in some:  # noqa: SIM110 - asked for every view
        if is_on_way(around, one, other):
            return True
    return False
