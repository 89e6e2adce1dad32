"""What a seat may know about a thing it points at: a unit, an engine, the ground."""

from __future__ import annotations

from walstatt.boards.pose import Spot
from walstatt.games.idg.about_ground import about_engine, about_ground, about_spot
from walstatt.games.idg.about_units import about_unit
from walstatt.games.idg.content import IdgContent
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.scene import seen
from walstatt.games.idg.view import IdgView
from walstatt.games.idg.world import IdgCtx
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.prompts import Target
from walstatt.scene.about import About


def about(rules: Ruleset[IdgContent, IdgOptions], view: IdgView, target: Target) -> About | None:
    """Tell about a thing, from what the seat sees and nothing else."""
    ctx = seen(rules, view)
    if target.kind == "piece":
        return _about_piece(ctx, view.seat, target.id)
    if target.kind == "area":
        return about_ground(ctx, target.id.partition("/")[0])
    spot = spot_pointed(target)
    return None if spot is None else about_spot(ctx, spot)


def _about_piece(ctx: IdgCtx, seat: Seat | None, piece: str) -> About | None:
    if piece in ctx.world.engines:
        return about_engine(ctx, piece)
    element = ctx.world.elements.get(piece)
    if element is not None:
        return about_unit(ctx, element.unit, seat)
    unit = UnitId(piece)
    known = ctx.world.units.get(unit)
    return about_unit(ctx, unit, seat) if known is not None and known.elements else None


def spot_pointed(target: Target) -> Spot | None:
    """Read a point of the table; whatever else is said is none."""
    if target.kind != "point":
        return None
    parts = target.id.split(",")[:2]
    if len(parts) != 2 or not all(part.lstrip("-").isdecimal() and len(part) < 9 for part in parts):
        return None
    return int(parts[0]), int(parts[1])
