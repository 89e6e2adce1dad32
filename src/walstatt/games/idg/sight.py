"""Who sees whom, and what is in the way. IDG-4.3.

Where the rules leave it open, sight is read as at the table:
- An element stands on a hill, and a piece lies on one, if its middle does.
- From a hill one sees over all that is on level ground: woods, villages, works and elements
  (IDG-4.3.3 names areas and buildings; that shots over troops are forbidden "even over lower
  ground", IDG-9.5.5, says that one sees over troops too). In the same way one is seen up there.
  Only the wood or village in which the other stands still hides him. Elements on hills are no
  lower than others on hills, so they block. From walls and towers one sees over elements alone.
- An element is in a gully if it is wholly inside; then elements outside neither see it from afar
  nor are in its way, nor it in theirs, and to others in the gully it looks along it.
- Foot lurks at the edge of a wood for the enemy only, and only if it lies wholly inside and neither
  moved nor turned this turn, nor its unit shot in this turn or the last.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from walstatt.boards.contact import is_within
from walstatt.boards.rectangle import Box
from walstatt.games.idg.hindrances import Hindrance, View
from walstatt.games.idg.hulls import hull_of, units_near
from walstatt.games.idg.lookout import Lookout, lookout
from walstatt.games.idg.standing import elements_on_table
from walstatt.games.idg.viewpoints import lurks, viewpoint
from walstatt.games.idg.whereabouts import place_of
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    enemy_of,
    is_in_play,
    on_table,
    rect_of,
    rects_of,
    shown,
)
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

__all__ = [
    "Hindrance",
    "Lookout",
    "View",
    "general_sees",
    "has_line",
    "line_to",
    "look",
    "lookout",
    "lurks",
    "seen_among",
    "sees",
    "shooting_line",
    "unit_sees",
    "viewpoint",
    "visible_foes",
]


@rule("IDG-4.3.1", "IDG-4.3.2", "IDG-4.3.6", "IDG-A51")
def look(ctx: IdgCtx, a: ElementId, b: ElementId) -> View:
    """Look from one element to another, however far: is any part of it seen, and if not, why?"""
    return lookout(ctx).look(a, b)


def sees(ctx: IdgCtx, a: ElementId, b: ElementId) -> bool:
    """Does one element see another?"""
    return lookout(ctx).sees(a, b)


def has_line(ctx: IdgCtx, a: ElementId, b: ElementId) -> bool:
    """Would one element see another if that were not concealed or lurking? IDG-5.8.9."""
    return lookout(ctx).is_clear(a, b)


@rule("IDG-9.1.3", "IDG-9.5.5")
def shooting_line(
    ctx: IdgCtx, shooter: ElementId, target: ElementId, over: Collection[ElementId] = ()
) -> View:
    """Look along a shot: it goes over no elements but those named, not even over lower ground."""
    there = lookout(ctx)
    return there.unseen(shooter, target) or there.line(shooter, target, shot=True, over=over)


def unit_sees(ctx: IdgCtx, unit: UnitId, other: UnitId) -> bool:
    """Does any element of a unit see any of another?"""
    there = lookout(ctx)
    own, others = shown(ctx, unit), shown(ctx, other)
    return there.any_pair([(a, b) for b in others for a in own])


def general_sees(ctx: IdgCtx, side: Seat, unit: UnitId) -> bool:
    """Does the general of a side see any element of a unit? He always knows his own."""
    general = ctx.world.generals.get(side)
    if general is None or general.element not in ctx.world.elements:
        return False
    own = ctx.world.elements[general.element].unit
    if own == unit or not is_in_play(ctx, own):
        return is_in_play(ctx, own)
    place = place_of(ctx, unit)
    if place is None:
        return False
    x, y = rect_of(ctx, general.element).centre
    squares = {
        one: (box.centre[0] - x) ** 2 + (box.centre[1] - y) ** 2
        for one, box in zip(place.elements, place.rects, strict=True)
    }
    nearest_first = sorted(squares, key=squares.__getitem__)
    return lookout(ctx).sees_any(general.element, nearest_first)


def visible_foes(ctx: IdgCtx, unit: UnitId, within: float | None = None) -> list[ElementId]:
    """List the enemy elements that a unit sees, perhaps only those so near, in inches."""
    enemy = enemy_of(ctx.world.units[unit].side)
    if within is None:
        return seen_among(ctx, unit, elements_on_table(ctx, enemy))
    return seen_among(ctx, unit, _near(ctx, unit, enemy, within * ctx.content.mu))


def seen_among(ctx: IdgCtx, unit: UnitId, foes: Iterable[ElementId]) -> list[ElementId]:
    """List those of some enemies on the table whom a unit sees."""
    there, own = lookout(ctx), shown(ctx, unit)
    return [foe for foe in foes if there.any_sees(own, foe)]


def _near(ctx: IdgCtx, unit: UnitId, enemy: Seat, far: float) -> list[ElementId]:
    near = units_near(ctx, hull_of(ctx, unit), on_table(ctx, enemy), far)
    if not near:
        return []
    own = rects_of(ctx, unit)
    foes = (foe for one in near for foe in shown(ctx, one))
    return [
        foe
        for foe in foes
        if any(is_within(one, rect, far) for rect in [rect_of(ctx, foe)] for one in own)
    ]


def line_to(
    ctx: IdgCtx,
    element: ElementId,
    box: Box,
    works: Collection[str] = (),
    *,
    shot: bool = False,
    over: Collection[ElementId] = (),
) -> View:
    """Look from an element to any place; works that are looked at, as a gate, are named."""
    return lookout(ctx).line_to(element, box, works, shot=shot, over=over)
