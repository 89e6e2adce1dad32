"""Elephants that are shot: they run through everybody, and are lost. IDG-9.7.4, IDG-9.7.10.

The elephant turns to face the way it runs and runs straight on, whatever the ground, until it is
clear of all troops; every unit on its way is trampled once, and who lies concealed there comes to
light before. Whoever stands on works or in an engine is out of its way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from walstatt.boards.contact import OVERLAP, closest, distance, overlap
from walstatt.boards.crowd import Crowd
from walstatt.boards.paths import Slide
from walstatt.boards.pose import Base, Point, facing_towards, heading, rounded
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.games.idg.changes import give_markers, lose_element
from walstatt.games.idg.flight import about_centre, clear_run
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.passing import Way
from walstatt.games.idg.revealing import pass_dummies, pass_hidden
from walstatt.games.idg.shooting_events import ElephantRan, Trampled
from walstatt.games.idg.shooting_results import Hit
from walstatt.games.idg.standing import elements_in_play, mu
from walstatt.games.idg.world import ElementId, IdgCtx, rect_of, rects_of, side_of
from walstatt.kernel.chance import D6, Roll
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

TRAMPLED: Final = 2
"""How many markers a unit gets through which an elephant runs. IDG-9.7.4."""


def runs_of(hits: Sequence[Hit]) -> dict[ElementId, tuple[str, ...]]:
    """List the elephants that run, with all who made them."""
    found: dict[ElementId, tuple[str, ...]] = {}
    for hit in hits:
        if hit.runs:
            found[hit.target] = (*found.get(hit.target, ()), hit.by)
    return found


@rule("IDG-9.7.4")
def run_roll(ctx: IdgCtx, element: ElementId) -> Roll[int]:
    """Make the roll for how far an elephant runs."""
    return Roll("idg.roll.elephant_run", "IDG-9.7.4", D6, 2, side_of(ctx, element))


@rule("IDG-9.7.10", "IDG-1.9.8")
def runs_to(ctx: IdgCtx, element: ElementId, by: Iterable[str]) -> int:
    """Give the facing straight away from the nearest of the units that shot it."""
    own = rect_of(ctx, element)
    nearest = min(_shooters(ctx, by), key=lambda box: distance(own, box))
    return facing_towards(closest(nearest, own.centre), own.centre)


def _shooters(ctx: IdgCtx, by: Iterable[str]) -> list[Rectangle]:
    """Give the ground of all units that shot; a flamethrower is its own."""
    found: list[Rectangle] = []
    for name in by:
        if name in ctx.world.elements:
            found += rects_of(ctx, ctx.world.elements[name].unit)
        else:
            found.append(rectangle(ctx.world.engines[name].pose, Base(1, 1)))
    return found


@rule("IDG-9.7.10")
def way_of(ctx: IdgCtx, element: ElementId, facing: int, far: float) -> Rectangle:
    """Give the ground an elephant runs over until it is clear of all, or at the table edge."""
    own = rect_of(ctx, element)
    (x, y), (ax, ay) = own.centre, heading(facing)
    begun, crowd = rectangle(about_centre(own, facing), own.base), Crowd(_others(ctx, element))
    run = min(clear_run(ctx, begun, facing, far, crowd), _to_edge(ctx, own.centre, (ax, ay)))
    half = own.half_depth
    front = rounded(x + ax * (half + run), y + ay * (half + run), facing)
    return rectangle(front, Base(own.base.width, round(own.base.depth + run)))


def _to_edge(ctx: IdgCtx, centre: Point, way: Point) -> float:
    table = ctx.content.table
    left = [
        (limit - at) / step
        for at, step, far in zip(centre, way, (table.width, table.height), strict=True)
        for limit in (0, far)
        if step and (limit - at) / step >= 0
    ]
    return min(left)


def trampled_by(ctx: IdgCtx, element: ElementId, way: Rectangle) -> list[UnitId]:
    """List the units, of either side, through which an elephant runs."""
    others = _others(ctx, element).items()
    met = [other for other, rect in others if overlap(way, rect) > OVERLAP]
    return list(dict.fromkeys(ctx.world.elements[other].unit for other in met))


def _others(ctx: IdgCtx, element: ElementId) -> dict[ElementId, Rectangle]:
    """Give the ground of all others whom an elephant may run over, concealed ones included."""
    elements, own = ctx.world.elements, ctx.world.elements[element].unit
    return {
        other: rect_of(ctx, other)
        for other in elements_in_play(ctx)
        if elements[other].unit != own and not elements[other].aboard
    }


@rule("IDG-5.8.8", "IDG-5.7.13")
def find_on_way(ctx: IdgCtx, element: ElementId, way: Rectangle) -> None:
    """Reveal the concealed enemies, and remove the dummies, past whom an elephant runs."""
    own = rect_of(ctx, element)
    begun = about_centre(own, way.pose.facing)
    course = Way(ctx, {element: begun}, (Slide({element: way.pose}),))
    unit = ctx.world.elements[element].unit
    pass_hidden(ctx, unit, course)
    pass_dummies(ctx, unit, course)


@rule("IDG-9.7.4", "IDG-8.4.4", "IDG-12.2.18")
def run(ctx: IdgCtx, element: ElementId, by: Sequence[str], inches: int) -> None:
    """Let an elephant run, trample all in its way, not yet in force, and be removed at the end."""
    unit = ctx.world.elements[element].unit
    name, seat = unit_name(ctx, unit), ctx.world.units[unit].side
    way = way_of(ctx, element, runs_to(ctx, element, by), mu(ctx, inches))
    ctx.emit(ElephantRan(name, inches, seat=seat))
    find_on_way(ctx, element, way)
    for other in trampled_by(ctx, element, way):
        ctx.emit(Trampled(name, unit_name(ctx, other), seat=seat))
        give_markers(ctx, other, TRAMPLED, "IDG-9.7.4", later=True)
    ctx.world.elements[element] = replace(ctx.world.elements[element], pose=way.pose)
    lose_element(ctx, element, "IDG-9.7.4", by_shooting=True)
