"""Naming units and elements in questions."""

from __future__ import annotations

from typing import NewType

from msgspec import Struct

from walstatt.boards.rectangle import Rectangle
from walstatt.games.idg.world import ElementId, IdgCtx, rect_of, shown
from walstatt.kernel.errors import BadRequest
from walstatt.kernel.ids import UnitId

Body = NewType("Body", str)
"""A unit or an element."""


class UnitQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about one unit."""

    unit: UnitId


class ElementQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about one element; a unit stands for its only, or its first one."""

    element: Body


class PairQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A question about a unit or element and another."""

    unit: Body
    target: Body


def unit_named(ctx: IdgCtx, name: str) -> UnitId:
    """Find a unit, by its name or by that of an element."""
    if name in ctx.world.units:
        return UnitId(name)
    if name in ctx.world.elements:
        return ctx.world.elements[name].unit
    known = ", ".join(ctx.world.units) or "none"
    raise BadRequest(f"there is no unit {name!r}; there are: {known}")


def element_named(ctx: IdgCtx, name: str) -> ElementId:
    """Find an element: by its name, or the first of a unit."""
    if name in ctx.world.elements:
        return name
    return elements_named(ctx, name)[0]


def elements_named(ctx: IdgCtx, name: str) -> tuple[ElementId, ...]:
    """Find the elements on the table of a unit, or a single one."""
    if name in ctx.world.elements and name not in ctx.world.units:
        return (name,)
    found = shown(ctx, unit_named(ctx, name))
    if not found:
        raise BadRequest(f"{name} has no elements left")
    return found


def rects_named(ctx: IdgCtx, name: str) -> list[Rectangle]:
    """Give the ground of a unit, or of a single element."""
    return [rect_of(ctx, one) for one in elements_named(ctx, name)]
