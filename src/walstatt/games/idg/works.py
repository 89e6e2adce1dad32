"""Works as they are manned: by whom, and whom they protect. IDG-16.1, IDG-9.6.15."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from walstatt.boards.rectangle import Box, Rectangle, segment
from walstatt.boards.terrain import is_near
from walstatt.games.idg.forts import owner_of, stands_well, work_under
from walstatt.games.idg.laager import shelter_of
from walstatt.games.idg.land import Work, land_of
from walstatt.games.idg.levels import HIGH, is_on_height, is_on_works
from walstatt.games.idg.standing import elements_in_play
from walstatt.games.idg.troops import Profile, TroopClass, troop_file
from walstatt.games.idg.world import TOUCH, ElementId, IdgCtx, profile_of, rect_of, side_of
from walstatt.kernel.trace import rule

__all__ = [
    "HIGH",
    "can_man",
    "is_behind_works",
    "is_on_height",
    "is_on_works",
    "manning_at",
    "mans_at",
    "may_be_up",
    "may_man",
    "settle_aboard",
    "works_manned",
]


@rule("IDG-16.1.9")
def may_man(profile: Profile) -> bool:
    """May these troops man works: foot and artillery may?"""
    return profile.category == "foot" or profile.troop == "artillery"


@rule("IDG-16.1.9", "IDG-16.1.10")
def may_be_up(ctx: IdgCtx, troop: TroopClass, works: str, box: Box) -> bool:
    """May troops be on a wall, or on their way up from the inside, where a base lies?"""
    return can_man(troop) and stands_well(ctx, works, box)


def can_man(troop: TroopClass) -> bool:
    """Is it a class that mans works?"""
    return troop == "artillery" or troop_file().classes[troop].category == "foot"


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
    return mans_at(ctx, element, own, work)


@rule("IDG-16.1.11")
def mans_at(ctx: IdgCtx, element: ElementId, own: Rectangle, work: Work) -> bool:
    """Would an element man a rampart, or a gate in one, from a place on the ground?"""
    if not work.low or _holder(ctx, work) not in ("", side_of(ctx, element)):
        return False
    if not may_man(profile_of(ctx, element)):
        return False
    return is_near(segment(*own.edge("front")), work.area, TOUCH)


def _holder(ctx: IdgCtx, work: Work) -> str:
    """Tell who alone mans works; where nobody defends anything, whoever is there does."""
    if ctx.world.scenario in ("raid", "siege"):
        return owner_of(ctx, work.feature)
    return work.feature.side


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


@rule("IDG-9.6.15", "IDG-16.3.7", "IDG-17.1.6", "IDG-17.2.6")
def is_behind_works(ctx: IdgCtx, element: ElementId, shooter: ElementId) -> bool:
    """Do works, a siege tower, a laager or a boat protect an element from a shot?

    Works protect foot and artillery who man them, from whoever is before their front; a siege tower
    protects all around, a laager its foot from all outside, and a boat too, but not from artillery.
    """
    if not may_man(profile_of(ctx, element)):
        return False
    engine = ctx.world.engines.get(ctx.world.elements[element].aboard)
    if engine is not None:
        return engine.kind == "siege_tower" or (
            engine.kind == "boat" and profile_of(ctx, shooter).troop != "artillery"
        )
    if shelter_of(ctx, element, shooter):
        return True
    works = works_manned(ctx, element)
    if any(work.feature.kind == "tower" for work in works):
        return True
    return bool(works) and _is_before(rect_of(ctx, element), rect_of(ctx, shooter))


def _is_before(own: Box, other: Box) -> bool:
    """Is any part of another base ahead of this one's front?"""
    return any(own.local(corner)[1] > own.half_depth for corner in other.corners)


# -- going up and down ----------------------------------------------------------------------------


@rule("IDG-16.1.10")
def settle_aboard(ctx: IdgCtx, elements: Iterable[ElementId]) -> None:
    """Note who has come up onto a wall, or down from one, by where he stands now."""
    if not ctx.world.ground or not land_of(ctx).works:
        return
    for name in elements:
        one = ctx.world.elements[name]
        if one.aboard in ctx.world.engines:
            continue
        under = work_under(ctx, rect_of(ctx, name)) if may_man(profile_of(ctx, name)) else ""
        if under != one.aboard:
            ctx.world.elements[name] = replace(one, aboard=under)
