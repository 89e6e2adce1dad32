"""Works as they are manned: by whom, and whom they protect. IDG-16.1, IDG-9.6.15."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from walstatt.boards.rectangle import Box, segment
from walstatt.boards.terrain import is_near
from walstatt.games.idg.land import Work, land_of
from walstatt.games.idg.standing import elements_in_play
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.world import TOUCH, ElementId, IdgCtx, profile_of, rect_of, side_of
from walstatt.kernel.trace import rule

HIGH: Final = ("wall", "tower", "gate")
"""Works one stands on; a rampart is manned from behind."""


@rule("IDG-16.1.9")
def may_man(profile: Profile) -> bool:
    """May these troops man works: foot and artillery may?"""
    return profile.category == "foot" or profile.troop == "artillery"


def works_manned(ctx: IdgCtx, element: ElementId) -> list[Work]:
    """List the works that an element mans: those it stands on, a rampart right before it."""
    works = land_of(ctx).works
    if not works or not may_man(profile_of(ctx, element)):
        return []
    return [work for work in works if _mans(ctx, element, work)]


@rule("IDG-16.1.6", "IDG-16.1.11")
def _mans(ctx: IdgCtx, element: ElementId, work: Work) -> bool:
    one = ctx.world.elements[element]
    own = rect_of(ctx, element)
    if one.aboard:
        return one.aboard == work.feature.id or (
            is_on_works(ctx, element) and is_near(own, work.area, TOUCH)
        )
    if work.feature.kind != "rampart" or work.feature.side not in ("", side_of(ctx, element)):
        return False
    return is_near(segment(*own.edge("front")), work.area, TOUCH)


def is_on_works(ctx: IdgCtx, element: ElementId) -> bool:
    """Does an element stand on a wall, a tower or a gate?"""
    aboard = ctx.world.elements[element].aboard
    return bool(aboard) and any(
        one.id == aboard and one.kind in (*HIGH, "rampart") for one in ctx.world.ground
    )


def is_on_height(ctx: IdgCtx, element: ElementId) -> bool:
    """Does an element look down from a wall, a tower or a siege tower? IDG-16.3.4."""
    aboard = ctx.world.elements[element].aboard
    if not aboard:
        return False
    engine = ctx.world.engines.get(aboard)
    if engine is not None:
        return engine.kind == "siege_tower"
    return any(one.id == aboard and one.kind in HIGH for one in ctx.world.ground)


@rule("IDG-16.1.11")
def manning_at(ctx: IdgCtx, work: Work, box: Box) -> ElementId | None:
    """Name whoever mans one of the sections that a base touches."""
    sections = [one for one in work.sections if is_near(box, one, TOUCH)]
    for element in _who_mans(ctx, work):
        own = rect_of(ctx, element)
        if any(is_near(own, one, TOUCH) for one in sections):
            return element
    return None


def _who_mans(ctx: IdgCtx, work: Work) -> Iterator[ElementId]:
    for element in elements_in_play(ctx):
        if may_man(profile_of(ctx, element)) and _mans(ctx, element, work):
            yield element


@rule("IDG-9.6.15", "IDG-16.3.7", "IDG-17.2.6")
def is_behind_works(ctx: IdgCtx, element: ElementId, shooter: ElementId) -> bool:
    """Do works, a siege tower or a boat protect an element from a shot?

    Works protect foot and artillery who man them, from whoever is before their front; a siege tower
    protects all around, and so does a boat, but not from artillery.
    """
    if not may_man(profile_of(ctx, element)):
        return False
    engine = ctx.world.engines.get(ctx.world.elements[element].aboard)
    if engine is not None:
        return engine.kind == "siege_tower" or (
            engine.kind == "boat" and profile_of(ctx, shooter).troop != "artillery"
        )
    works = works_manned(ctx, element)
    if any(work.feature.kind == "tower" for work in works):
        return True
    return bool(works) and _is_before(rect_of(ctx, element), rect_of(ctx, shooter))


def _is_before(own: Box, other: Box) -> bool:
    """Is any part of another base ahead of this one's front?"""
    return any(own.local(corner)[1] > own.half_depth for corner in other.corners)
