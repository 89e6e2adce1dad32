"""From where elements look, and who lies unseen at the edge of a wood. IDG-4.2.13, IDG-9.3.1."""

from __future__ import annotations

from typing import Final

from walstatt.boards.polygons import Segment
from walstatt.boards.rectangle import Box
from walstatt.boards.terrain import Area, distance_to_outline, is_inside
from walstatt.games.idg.land import land_of
from walstatt.games.idg.levels import is_on_ship
from walstatt.games.idg.world import TORCH, ElementId, IdgCtx, profile_of, rect_of
from walstatt.kernel.trace import rule

ALL_ROUND: Final = ("light_cavalry", "light_chariot", "heavy_chariot", "elephant")
"""Who shoots, and therefore looks, in all directions. IDG-9.3.1."""
THROUGH: Final = 2
"""Through how many inches of wood or village one sees. IDG-4.2.12, IDG-4.2.19."""


@rule("IDG-9.3.1", "IDG-A51")
def viewpoint(ctx: IdgCtx, element: ElementId) -> Box | Segment:
    """Give from where an element looks: its front edge, or any edge if it shoots all round."""
    own = rect_of(ctx, element)
    all_round = profile_of(ctx, element).troop in ALL_ROUND or is_on_ship(ctx, element)
    return own if all_round else own.edge("front")


@rule("IDG-4.2.13", "IDG-A52")
def lurks(ctx: IdgCtx, element: ElementId) -> Area | None:
    """Find the wood at whose edge an element on foot lies unseen by the enemy."""
    woods = land_of(ctx).of("wood")
    if not woods or not _keeps_still(ctx, element):
        return None
    own, near = rect_of(ctx, element), THROUGH * ctx.content.mu
    for plot in woods:
        if is_inside(own, plot.area) and distance_to_outline(own, plot.area) <= near:
            return plot.area
    return None


def _keeps_still(ctx: IdgCtx, element: ElementId) -> bool:
    one = ctx.world.elements[element]
    unit = ctx.world.units[one.unit]
    if profile_of(ctx, element).category != "foot" or unit.form == "riding":
        return False
    if one.moved or one.turned:
        return False
    return all(shot.by != one.unit or shot.at == TORCH for shot in ctx.world.shots)
