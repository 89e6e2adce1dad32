"""What must hold after every decision, whatever happened.

Bases may overlap where the rules let them: those who wait outside the table until their unit enters
(IDG-5.3.18), those aboard something, elements of a folded unit (IDG-5.7.14), and concealed ones,
of whom others know nothing. Units may have gaps: losses and flights open them, and the next move
closes them again (IDG-1.5.5); so only those just deployed or arrived must hang together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from walstatt.boards.contact import OVERLAP, overlap
from walstatt.boards.crowd import Crowd
from walstatt.boards.table import is_on_table
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.standing import is_coherent
from walstatt.games.idg.world import (
    IN_PLAY,
    ElementId,
    IdgCtx,
    is_baggage,
    is_in_play,
    on_table,
    rect_of,
    shown,
)
from walstatt.kernel.ids import UnitId

MOST_MARKERS: Final = 6
"""With more a unit is removed at once. IDG-13.2.12."""
MOST_OVERLAP: Final = OVERLAP + 1
"""How deep bases may overlap: what a move may, and what rounding its end adds."""
GONE: Final = ("exited", "driven_off", "destroyed", "absent")


def invariants(ctx: IdgCtx) -> Iterator[str]:
    """Say everything that is wrong with a position; whoever belongs nowhere is told alone."""
    strays = [*membership_faults(ctx), *kind_faults(ctx)]
    yield from strays
    if strays:
        return
    yield from unit_faults(ctx)
    yield from general_faults(ctx)
    yield from melee_faults(ctx)
    yield from place_faults(ctx)
    yield from cohesion_faults(ctx)
    yield from ground_faults(ctx)


def membership_faults(ctx: IdgCtx) -> Iterator[str]:
    """Check that units and elements belong to each other, each element to one unit."""
    world = ctx.world
    listed = [name for one in world.units.values() for name in one.elements]
    if len(listed) != len(set(listed)):
        yield "an element belongs to two units"
    for unit, one in world.units.items():
        for name in one.elements:
            if name in world.elements and world.elements[name].unit != unit:
                yield f"{name} is listed by {unit} and belongs to {world.elements[name].unit}"
            if name not in world.elements and one.status not in GONE:
                yield f"{unit} lists {name}, which is not there"
    known = set(listed)
    yield from (f"{name} belongs to nobody" for name in world.elements if name not in known)


def kind_faults(ctx: IdgCtx) -> Iterator[str]:
    """Check that every element is of a kind that this battle knows."""
    for name, one in ctx.world.elements.items():
        if one.profile not in ctx.content.profiles:
            yield f"{name} is of no known kind"


def unit_faults(ctx: IdgCtx) -> Iterator[str]:
    """Check strengths and markers."""
    for unit, one in ctx.world.units.items():
        if one.status in GONE:
            continue
        if not one.elements or len(one.elements) > max(one.size, 1):
            yield f"{unit} has {len(one.elements)} of {one.size} elements"
        if not 0 <= one.disorder <= MOST_MARKERS:
            yield f"{unit} has {one.disorder} markers"
        if one.fresh < 0:
            yield f"{unit} has {one.fresh} new markers"
        if (one.disorder or one.fresh) and one.elements and is_baggage(ctx, unit):
            yield f"{unit} is baggage and has markers"


def general_faults(ctx: IdgCtx) -> Iterator[str]:
    """Check that every general is an element of his own side, and that there is only one."""
    world = ctx.world
    for side in SEATS:
        found = [
            name
            for name, one in world.elements.items()
            if one.general and world.units[one.unit].side == side
        ]
        general = world.generals.get(side)
        if len(found) > 1:
            yield f"{side} has {len(found)} generals"
        if general is not None and found and general.element != found[0]:
            yield f"{general.element} is no general"


def melee_faults(ctx: IdgCtx) -> Iterator[str]:
    """Check that only units of different sides, all in play, are in melee."""
    world = ctx.world
    for key, melee in world.melees.items():
        one, _, other = key.partition("|")
        for unit in (one, other):
            if unit not in world.units or not is_in_play(ctx, UnitId(unit)):
                yield f"{unit} is in melee but not on the table"
        sides = {world.units[UnitId(unit)].side for unit in (one, other) if unit in world.units}
        if len(sides) < 2:
            yield f"{one} fights {other} of its own side"
        if melee.since > world.turn:
            yield f"{one} and {other} fight since turn {melee.since}"


# -- the table ------------------------------------------------------------------------------------


def standing(ctx: IdgCtx) -> dict[ElementId, UnitId]:
    """List the elements that take room on the table: seen, not aboard, not outside its edge."""
    found: dict[ElementId, UnitId] = {}
    for unit in on_table(ctx):
        names = [name for name in shown(ctx, unit) if not ctx.world.elements[name].aboard]
        if not waits_outside(ctx, unit):
            found |= dict.fromkeys(names, unit)
    return found


def waits_outside(ctx: IdgCtx, unit: UnitId) -> bool:
    """Do all elements of a unit still stand outside the edge by which it enters?"""
    if unit not in ctx.world.column:
        return False
    table = ctx.content.table
    return not any(is_on_table(rect_of(ctx, name), table) for name in shown(ctx, unit))


def place_faults(ctx: IdgCtx) -> Iterator[str]:
    """Check that everybody stands on the table, and no two on the same ground."""
    rects = {name: rect_of(ctx, name) for name in standing(ctx)}
    table = ctx.content.table
    yield from (
        f"{name} is off the table" for name, one in rects.items() if not is_on_table(one, table)
    )
    crowd = Crowd(rects)
    for name, rect in rects.items():
        for other in crowd.overlapping(rect, skip=(name,)):
            deep = overlap(rect, rects[other])
            if name < other and deep > MOST_OVERLAP:
                yield f"{name} and {other} overlap by {deep:.1f}"


def cohesion_faults(ctx: IdgCtx) -> Iterator[str]:
    """Check that units hang together where nothing can have torn them apart yet. IDG-1.5.3."""
    if ctx.world.phase in ("move", "shooting", "melee", "morale", "victory"):
        return
    for unit in on_table(ctx):
        fresh = ctx.world.turn in (0, ctx.world.units[unit].arrived)
        turned = any(ctx.world.elements[one].turned for one in shown(ctx, unit))
        if fresh and not turned and not waits_outside(ctx, unit) and not is_coherent(ctx, unit):
            yield f"{unit} has fallen apart"


def ground_faults(ctx: IdgCtx) -> Iterator[str]:
    """Check that terrain, fires and engines have names of their own and refer to each other."""
    world = ctx.world
    names = [one.id for one in world.ground]
    if len(names) != len(set(names)):
        yield "two pieces of terrain have the same name"
    known = {*names, *world.engines}
    yield from (
        f"{one.feature} burns but is not there" for one in world.fires if one.feature not in known
    )
    for name, one in world.elements.items():
        unit = world.units.get(one.unit)
        if one.aboard and one.aboard not in known and unit is not None and unit.status in IN_PLAY:
            yield f"{name} stands on {one.aboard}, which is not there"
