"""How disorder limits voluntary moves. IDG-13.2.1, IDG-13.2.2, IDG-13.2.9."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import Final

from msgspec.structs import replace

from walstatt.boards.contact import distance
from walstatt.boards.pose import Pose
from walstatt.boards.rectangle import Rectangle
from walstatt.games.idg.hulls import hull_of_rects, units_near
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.sight import sees
from walstatt.games.idg.standing import mu
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    enemy_of,
    on_table,
    rect_at,
    rect_of,
    rects_of,
    shown,
)
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

WARY_AT: Final = 3
ROUTED_AT: Final = 5
KEEPS_AWAY: Final = 3
"""How many MU a disordered unit keeps away from enemies it sees."""
ROUNDING: Final = 1.0


@rule("IDG-13.2.1", "IDG-13.2.2", "IDG-13.2.9", "IDG-13.2.20", "IDG-A17")
def marker_flaws(ctx: IdgCtx, unit: UnitId, ends: Mapping[ElementId, Pose]) -> Iterator[Violation]:
    """Say why a unit with three markers or more may not go so near to enemies it sees."""
    markers = ctx.world.units[unit].disorder
    if markers < WARY_AT:
        return
    began, far = rects_of(ctx, unit), mu(ctx, KEEPS_AWAY)
    ended = [rect_at(ctx, one, ends.get(one, rect_of(ctx, one).pose)) for one in shown(ctx, unit)]
    for foe in _foes_about(ctx, unit, ended, inf if markers >= ROUTED_AT else far):
        was, now = _away(began, rect_of(ctx, foe)), _away(ended, rect_of(ctx, foe))
        if now >= was - ROUNDING or (now > far and markers < ROUTED_AT):
            continue
        if not _is_seen(ctx, unit, ends, foe):
            continue
        name = unit_name(ctx, ctx.world.elements[foe].unit)
        if was <= far:
            yield refuse("IDG-13.2.2", "idg.no.march.nearer", n=markers, unit=name)
        elif now <= far:
            yield refuse("IDG-13.2.1", "idg.no.march.too_near", n=markers, unit=name)
        if markers >= ROUTED_AT:
            yield refuse("IDG-13.2.9", "idg.no.march.routed", n=markers, unit=name)


def _foes_about(
    ctx: IdgCtx, unit: UnitId, ended: list[Rectangle], reach: float
) -> Iterator[ElementId]:
    """List the enemies who may be so near to where a unit ends."""
    foes = on_table(ctx, enemy_of(ctx.world.units[unit].side))
    for foe in units_near(ctx, hull_of_rects(ended), foes, reach):
        yield from shown(ctx, foe)


def _away(own: list[Rectangle], foe: Rectangle) -> float:
    return min(distance(one, foe) for one in own)


def _is_seen(ctx: IdgCtx, unit: UnitId, ends: Mapping[ElementId, Pose], foe: ElementId) -> bool:
    """Does the unit see an enemy before its move, or would it after it?"""
    if any(sees(ctx, one, foe) for one in shown(ctx, unit)):
        return True
    there = ctx.clone(None)
    for element, pose in ends.items():
        there.world.elements[element] = replace(there.world.elements[element], pose=pose)
    return any(sees(there, one, foe) for one in shown(ctx, unit))
