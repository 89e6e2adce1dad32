"""Refusing positions that cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from walstatt.boards import BoardError
from walstatt.boards.contact import OVERLAP, overlap
from walstatt.boards.polygons import contains, edges, nearest_points
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.boards.table import is_on_table
from walstatt.games.idg.army_words import army_catalogue
from walstatt.games.idg.content import IdgContent
from walstatt.games.idg.fire import BURNS
from walstatt.games.idg.land import compiled
from walstatt.games.idg.troops import base_of, troop_flaws
from walstatt.games.idg.world import IN_PLAY, TOUCH, Element, ElementId, IdgWorld
from walstatt.kernel.errors import BadRequest

MOST_MARKERS: Final = 6
"""With seven markers a unit is gone."""
WINDS: Final = 8
"""The winds by D8. IDG-10.3.2."""


def refuse_nonsense(content: IdgContent, world: IdgWorld) -> None:
    """Refuse a position that no battle can come to."""
    for flaw in flaws(content, world):
        raise BadRequest(flaw)


def flaws(content: IdgContent, world: IdgWorld) -> Iterator[str]:
    """Say everything that cannot be."""
    yield from troop_faults(content, world)
    yield from ground_faults(content, world)
    yield from name_faults(world)
    yield from fire_faults(content, world)
    yield from standing_faults(content, world)


def troop_faults(content: IdgContent, world: IdgWorld) -> Iterator[str]:
    """Find troops that there are not, and units with too many markers."""
    words = army_catalogue()
    for name, one in world.elements.items():
        for flaw in troop_flaws(content.profiles[one.profile]):
            yield f"element {name!r}: {words.text(flaw.message, 'en')} ({flaw.rule})"
    for unit, its in world.units.items():
        if its.status in IN_PLAY and not 0 <= its.disorder <= MOST_MARKERS:
            yield f"unit {unit!r}: on the table it has 0 to {MOST_MARKERS} markers"
        if its.status in IN_PLAY and not its.elements:
            yield f"unit {unit!r}: it has no elements, but is on the table"


def ground_faults(content: IdgContent, world: IdgWorld) -> Iterator[str]:
    """Find terrain that crosses itself."""
    try:
        compiled(world.ground, content.table, content.mu)
    except BoardError as error:
        yield f"terrain: {error}"


def name_faults(world: IdgWorld) -> Iterator[str]:
    """Find names of what is not there."""
    places = {one.id for one in world.ground} | set(world.engines)
    for name, one in world.elements.items():
        if one.aboard and one.aboard not in places:
            yield f"element {name!r}: there is no {one.aboard!r} to be aboard of"
    for fire in world.fires:
        if fire.feature not in places:
            yield f"fires: there is no {fire.feature!r}"
    named = (*world.column, *world.sprung, *world.skipped, *world.scared, *world.shaken)
    for unit in (*named, *world.holding, *world.rockets):
        if unit not in world.units:
            yield f"there is no unit {unit!r}; there are: {', '.join(world.units)}"


def fire_faults(content: IdgContent, world: IdgWorld) -> Iterator[str]:
    """Find fires where nothing burns, that are still to come, or beside what burns; and winds."""
    kinds = {one.id: one.kind for one in world.ground}
    areas = compiled(world.ground, content.table, content.mu).areas
    for fire in world.fires:
        if (kind := kinds.get(fire.feature)) and kind not in BURNS:
            yield f"fires: {fire.feature!r} does not burn (IDG-10.1.1)"
        if fire.since > world.turn:
            yield f"fires: turn {fire.since} is still to come"
        area = areas.get(fire.feature)
        if area and not contains(area.rings, fire.seat):
            here = [(fire.seat, fire.seat)]
            if min(nearest_points(edges(ring), here)[0] for ring in area.rings) > TOUCH:
                yield f"fires: the seat is not in or at {fire.feature!r}"
    if not -1 <= world.wind < WINDS:
        yield f"wind: it is 0 to {WINDS - 1}, or -1 if nobody knows it yet"


def standing_faults(content: IdgContent, world: IdgWorld) -> Iterator[str]:
    """Find elements beside the table, and elements on top of each other."""
    rects = dict(standing(content, world))
    for name, rect in rects.items():
        if not is_on_table(rect, content.table):
            yield f"element {name!r} is not on the table"
    for (name, one), (other, two) in combinations(rects.items(), 2):
        if overlap(one, two) > OVERLAP:
            yield f"elements {name!r} and {other!r} stand on each other"


def standing(content: IdgContent, world: IdgWorld) -> Iterator[tuple[ElementId, Rectangle]]:
    """List the ground of all elements on the table, but for those in boats and towers."""
    for unit in world.units.values():
        if unit.status not in IN_PLAY:
            continue
        for name in unit.elements[:1] if unit.folded else unit.elements:
            one = world.elements[name]
            if one.aboard not in world.engines:
                yield (
                    name,
                    ground(content, one, dismounted=unit.form in ("dismounted", "remounting")),
                )


def ground(content: IdgContent, one: Element, *, dismounted: bool) -> Rectangle:
    """Give the ground of an element."""
    key = content.on_foot.get(one.profile, one.profile) if dismounted else one.profile
    return rectangle(one.pose, base_of(content.profiles[key], small=content.small))
