"""Contact across a rampart: attackers who touch it opposite its defenders. IDG-16.1.11."""

from __future__ import annotations

from collections.abc import Iterable

from walstatt.boards.contact import Contact, contacts, is_within
from walstatt.boards.terrain import Line, crosses, is_near
from walstatt.games.idg.land import THIN, Work, land_of
from walstatt.games.idg.works import works_manned
from walstatt.games.idg.world import TOUCH, ElementId, IdgCtx, rect_of
from walstatt.kernel.trace import rule


def ramparts(ctx: IdgCtx) -> list[Work]:
    """List the ramparts."""
    if not ctx.world.ground:
        return []
    return [one for one in land_of(ctx).works if one.feature.kind == "rampart"]


def any_across(ctx: IdgCtx, own: Iterable[ElementId], foes: Iterable[ElementId]) -> bool:
    """Does anybody touch a rampart opposite an enemy?"""
    if not ramparts(ctx):
        return False
    foes = list(foes)
    return any(is_across(ctx, one, foe) for one in own for foe in foes)


@rule("IDG-16.1.11", "IDG-A68")
def is_across(ctx: IdgCtx, a: ElementId, b: ElementId) -> bool:
    """Do two enemies touch the same rampart on either side, and one of them mans it?"""
    return any(_part(ctx, work, a, b) for work in ramparts(ctx))


def _part(ctx: IdgCtx, work: Work, a: ElementId, b: ElementId) -> bool:
    own, other = rect_of(ctx, a), rect_of(ctx, b)
    if not is_within(own, other, _reach(work)):
        return False
    if not is_near(own, work.area, TOUCH) or not is_near(other, work.area, TOUCH):
        return False
    one = work.feature
    if not one.via or not crosses(own.centre, other.centre, Line(one.id, one.kind, one.via)):
        return False
    return work in works_manned(ctx, a) or work in works_manned(ctx, b)


def _reach(work: Work) -> float:
    return (work.feature.width or THIN) + 2 * TOUCH


def contacts_across(ctx: IdgCtx, a: ElementId, b: ElementId) -> tuple[Contact, ...]:
    """Tell with which edges two elements meet across a rampart, and how long."""
    for work in ramparts(ctx):
        if _part(ctx, work, a, b):
            return contacts(rect_of(ctx, a), rect_of(ctx, b), _reach(work))
    return ()
