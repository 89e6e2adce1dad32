"""What pointing means: which place, which unit, which card."""

from __future__ import annotations

import re
from typing import Final

from walstatt.games.toy.field import HexField, Place
from walstatt.games.toy.world import ToyCtx
from walstatt.kernel.ids import CellId, UnitId
from walstatt.kernel.prompts import Target

NUMBER: Final = re.compile(r"\d{1,4}")
SPOT: Final = re.compile(r"(-?\d{1,5}),(-?\d{1,5})")


def at_unit(unit: UnitId) -> Target:
    """Point at a unit."""
    return Target("piece", unit)


def at_place(place: Place) -> Target:
    """Point at a hex, or at a spot of the table."""
    if isinstance(place, tuple):
        return Target("point", f"{place[0]},{place[1]}")
    return Target("cell", str(place))


def unit_pointed(ctx: ToyCtx, target: Target) -> UnitId | None:
    """Find the unit that is meant: the one pointed at, or the one in a hex."""
    unit = UnitId(target.id)
    if target.kind == "piece":
        return unit if unit in ctx.world.units else None
    place = place_pointed(ctx, target)
    return next((one for one, its in ctx.world.units.items() if its.at == place), None)


def place_pointed(ctx: ToyCtx, target: Target) -> Place | None:
    """Find the place that is meant: itself, or that of a unit."""
    if target.kind == "piece":
        one = ctx.world.units.get(UnitId(target.id))
        return None if one is None else one.at
    if isinstance(ctx.content.field, HexField):
        return _hex(ctx.content.field, target)
    spot = SPOT.fullmatch(target.id) if target.kind == "point" else None
    return None if spot is None else (int(spot[1]), int(spot[2]))


def _hex(field: HexField, target: Target) -> CellId | None:
    if target.kind != "cell" or not NUMBER.fullmatch(target.id):
        return None
    cell = CellId(int(target.id))
    return cell if cell in field.grid.cells else None


def card_pointed(target: Target) -> int | None:
    """Find the card that is meant."""
    known = target.kind == "card" and NUMBER.fullmatch(target.id)
    return int(target.id) if known else None
