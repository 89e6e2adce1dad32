"""Contact across a rampart or a wagon: attackers touch it opposite its defenders. IDG-16.1.11."""

from __future__ import annotations

from collections.abc import Iterable

from walstatt.boards.contact import Contact, contacts, is_within
from walstatt.boards.rectangle import Rectangle
from walstatt.boards.terrain import Line, crosses, is_near
from walstatt.games.idg.forts import work_under
from walstatt.games.idg.laager import contacts_over_wagon, laagers, wagon_between
from walstatt.games.idg.land import THIN, Work, land_of
from walstatt.games.idg.levels import level_of
from walstatt.games.idg.standing import foes_touching
from walstatt.games.idg.works import mans_at, works_manned
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    IdgCtx,
    enemy_of,
    on_table,
    rect_of,
    shown,
    side_of,
)
from walstatt.kernel.trace import rule


def ramparts(ctx: IdgCtx) -> list[Work]:
    """List the ramparts, and the gates in them."""
    if not ctx.world.ground:
        return []
    works = land_of(ctx).works
    return [one for one in works if one.low] if works else []


def has_barriers(ctx: IdgCtx) -> bool:
    """Is there anything across which enemies fight?"""
    return bool(ramparts(ctx) or laagers(ctx))


def any_across(ctx: IdgCtx, own: Iterable[ElementId], foes: Iterable[ElementId]) -> bool:
    """Does anybody touch a rampart, or a wagon, opposite an enemy?"""
    if not has_barriers(ctx):
        return False
    foes = list(foes)
    return any(is_across(ctx, one, foe) for one in own for foe in foes)


@rule("IDG-16.1.11", "IDG-A68")
def is_across(ctx: IdgCtx, a: ElementId, b: ElementId) -> bool:
    """Do two enemies touch the same rampart, or wagon, on either side, and one of them mans it?"""
    own = rect_of(ctx, a)
    if any(_part(ctx, work, a, b, own) for work in ramparts(ctx)):
        return True
    return wagon_between(ctx, own, b, a)


def _part(ctx: IdgCtx, work: Work, a: ElementId, b: ElementId, own: Rectangle) -> bool:
    other = rect_of(ctx, b)
    if not is_within(own, other, _reach(work)):
        return False
    if not is_near(own, work.area, TOUCH) or not is_near(other, work.area, TOUCH):
        return False
    one = work.feature
    if not one.via or not crosses(own.centre, other.centre, Line(one.id, one.kind, one.via)):
        return False
    return mans_at(ctx, a, own, work) or work in works_manned(ctx, b)


def _reach(work: Work) -> float:
    return (work.feature.width or THIN) + 2 * TOUCH


def contacts_across(ctx: IdgCtx, a: ElementId, b: ElementId) -> tuple[Contact, ...]:
    """Tell with which edges two elements meet across a rampart, and how long."""
    for work in ramparts(ctx):
        if _part(ctx, work, a, b, rect_of(ctx, a)):
            return contacts(rect_of(ctx, a), rect_of(ctx, b), _reach(work))
    return contacts_over_wagon(ctx, a, b)


# -- all contacts ---------------------------------------------------------------------------------


def foes_met_by(ctx: IdgCtx, element: ElementId) -> list[ElementId]:
    """List the enemies in contact with an element, also across a rampart."""
    return foes_touching(ctx, element) + foes_across(ctx, element, rect_of(ctx, element))


@rule("IDG-16.1.11")
def foes_across(ctx: IdgCtx, element: ElementId, own: Rectangle) -> list[ElementId]:
    """List the enemies whom an element would meet across a rampart from a place."""
    works = [work for work in ramparts(ctx) if is_near(own, work.area, TOUCH)]
    rings = laagers(ctx)
    if not (works or rings) or ctx.world.elements[element].aboard:
        return []
    foes = [
        foe for unit in on_table(ctx, enemy_of(side_of(ctx, element))) for foe in shown(ctx, unit)
    ]
    return [
        foe
        for foe in foes
        if any(_part(ctx, work, element, foe, own) for work in works)
        or (rings and wagon_between(ctx, own, foe, element))
    ]


@rule("IDG-16.1.10")
def would_meet(ctx: IdgCtx, own: Rectangle, foe: ElementId) -> bool:
    """Could a base at a place touch an enemy: both on a wall, or both below?"""
    level = "works" if work_under(ctx, own) else "ground"
    return level_of(ctx, foe) == level
