"""Where a unit can be concealed before the battle. IDG-5.8.1 to IDG-5.8.5."""

from __future__ import annotations

from collections.abc import Sequence

from walstatt.boards.rectangle import Box
from walstatt.boards.sightlines import Between, Fence, sight
from walstatt.boards.table import TableEdge
from walstatt.boards.terrain import is_in, is_inside
from walstatt.boards.veils import Dome
from walstatt.games.idg.ground import Cause, mover, why_forbidden
from walstatt.games.idg.land import Hill, land_of
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.world import IdgCtx
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import RuleId
from walstatt.kernel.trace import rule


@rule("IDG-5.8.1", "IDG-5.8.2", "IDG-5.8.5")
def hiding_place(
    ctx: IdgCtx, profile: Profile, box: Box, foe: TableEdge, *, riding: bool = False
) -> Cause | None:
    """Name what hides the whole base of an element from an enemy with this table edge."""
    land = land_of(ctx)
    for gully in land.gullies:
        if is_inside(box, gully.area):
            return Cause(gully.feature, "gully_floor", "IDG-5.8.1")
    lies_low = profile.troop == "skirmisher" and not riding
    for plot in land.plots:
        cited = _cited(plot.soil, lies_low=lies_low)
        if cited and is_inside(box, plot.area):
            return Cause(plot.feature, plot.soil, cited)
    hill = dead_ground(ctx, box, foe)
    return Cause(hill.feature, "hill", "IDG-5.8.1") if hill else None


def _cited(soil: str, *, lies_low: bool) -> RuleId | None:
    if soil == "wood":
        return "IDG-5.8.1"
    return "IDG-5.8.2" if lies_low and soil in ("marsh", "rocky", "plateau") else None


@rule("IDG-5.8.1")
def dead_ground(ctx: IdgCtx, box: Box, foe: TableEdge) -> Hill | None:
    """Find the hill behind which no point of a table edge sees any part of a base."""
    hills = land_of(ctx).hills
    fences = [Fence(hill.feature, hill.crest) for hill in hills]
    domes = [Dome(hill.feature, hill.area, hill.centre) for hill in hills]
    seen = sight(ctx.content.table.edge(foe), box, Between(fences=fences, veils=domes))
    return next((hill for hill in hills if hill.feature in seen.by), None)


def concealment_flaws(
    ctx: IdgCtx,
    troops: Sequence[tuple[Profile, Box]],
    foe: TableEdge,
    at: str = "",
    *,
    riding: bool = False,
) -> list[Violation]:
    """List every reason why elements cannot be concealed where they are."""
    found = []
    if any(not hiding_place(ctx, profile, box, foe, riding=riding) for profile, box in troops):
        found.append(refuse("IDG-5.8.5", "idg.no.hiding.seen", at))
    if any(_bars(ctx, profile, box, riding=riding) for profile, box in troops):
        found.append(refuse("IDG-5.8.3", "idg.no.hiding.forbidden", at))
    if any(is_by_man(ctx, box) for _, box in troops):
        found.append(refuse("IDG-5.8.4", "idg.no.hiding.man_made", at))
    return found


@rule("IDG-5.8.3")
def _bars(ctx: IdgCtx, profile: Profile, box: Box, *, riding: bool) -> bool:
    """May these troops not be on this ground at all?"""
    return why_forbidden(ctx, mover(profile, riding=riding), box) is not None


@rule("IDG-5.8.4")
def is_by_man(ctx: IdgCtx, box: Box) -> bool:
    """Is any part of a base in a village or on works?"""
    land = land_of(ctx)
    built = [plot.area for plot in land.of("village")] + [work.area for work in land.works]
    return any(is_in(box, area) for area in built)
