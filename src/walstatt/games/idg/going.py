"""The ground that moves lead over. IDG-8.1.4, IDG-8.1.6.

A unit that starts in, enters or crosses difficult ground with any part of any element is slowed; it
may not touch forbidden ground on its way at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import ceil
from typing import Final, TypeAlias

from walstatt.boards.paths import Leg, Slide, after, along, corner_lengths, course
from walstatt.boards.polygons import Ring
from walstatt.boards.pose import Base, Pose, shifted
from walstatt.boards.rectangle import Box, Rectangle, rectangle
from walstatt.boards.table import ROUNDING
from walstatt.boards.terrain import Area, is_in, is_run_over, sweep
from walstatt.games.idg.burning import burning_areas
from walstatt.games.idg.engines import engine_areas
from walstatt.games.idg.forts import work_under
from walstatt.games.idg.ground import (
    MUD,
    Cause,
    Mover,
    cause_of,
    closed,
    hard,
    is_own_gate,
    movers,
    why_closed,
    why_difficult,
    why_obstructed,
)
from walstatt.games.idg.hulls import is_near
from walstatt.games.idg.land import Effect, Land, Plot, land_of
from walstatt.games.idg.whereabouts import place_of
from walstatt.games.idg.works import can_man
from walstatt.games.idg.world import ElementId, IdgCtx, base_size, profile_of, shown
from walstatt.kernel import trace
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

Judge: TypeAlias = Callable[[IdgCtx, list[Mover], "Step"], Cause | None]
Why: TypeAlias = Callable[[IdgCtx, Mover, Box], Cause | None]
Legs: TypeAlias = Sequence[Leg[ElementId]]
Poses: TypeAlias = Mapping[ElementId, Pose]

LOOK_EVERY: Final = 0.25
"""How many inches a base goes between two looks at whether it is still on a road or in a ford."""
ARC: Final = 250
"""How far a wheel is followed in one straight step, in hundredths of a degree."""
RIM: Final = round(ROUNDING)


@rule("IDG-8.1.4", "IDG-8.1.6")
def unit_difficult(
    ctx: IdgCtx, unit: UnitId, legs: Legs = (), before: Poses | None = None
) -> Cause | None:
    """Tell what makes a unit's move difficult, from where it stands, or where it would begin."""
    if not legs and before is None and _is_away_from_all(ctx, unit):
        return None
    who = movers(ctx, unit)
    poses = poses_of(ctx, unit) if before is None else dict(before)
    for one in who:
        for element, pose in poses.items():
            found = why_difficult(ctx, one, _rect(ctx, element, pose))
            if found:
                return found
    return _on_the_way(ctx, who, legs, poses, _slowed)


def _is_away_from_all(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is it plain that a unit stands nowhere near any ground that is difficult for it?"""
    place, weather = place_of(ctx, unit), ctx.world.weather
    if trace.listener is not None or place is None or MUD in weather:
        return False
    land, hull = land_of(ctx), place.hull
    if not [plot for plot in land.plots if is_near(hull, plot.area.bounds, ROUNDING)]:
        return True
    for who in movers(ctx, unit):
        for plot, _ in hard(land, who, ice="ice" in weather):
            if is_near(hull, plot.area.bounds, ROUNDING):
                return False
    return True


@rule("IDG-8.1.6", "IDG-10.2.3")
def unit_forbidden(
    ctx: IdgCtx, unit: UnitId, legs: Legs = (), before: Poses | None = None
) -> Cause | None:
    """Tell what forbids a unit its move; it may always leave ground where it should not be."""
    poses = poses_of(ctx, unit) if before is None else dict(before)
    return _on_the_way(ctx, movers(ctx, unit), legs, poses, _barred)


@rule("IDG-16.3.3")
def engine_hindered(
    ctx: IdgCtx, who: Mover, leg: Leg[str], engine: str, before: tuple[Pose, Base]
) -> Cause | None:
    """Tell what an engine may not cross on its way: difficult ground and obstacles alike."""
    step = Step(ctx, leg, engine, *before)
    if not step.way:
        return None
    return _slowed(ctx, [who], step) or _barred(ctx, [who], step)


def poses_of(ctx: IdgCtx, unit: UnitId) -> dict[ElementId, Pose]:
    """Give where the elements of a unit stand."""
    return {element: ctx.world.elements[element].pose for element in shown(ctx, unit)}


def _rect(ctx: IdgCtx, element: ElementId, pose: Pose) -> Rectangle:
    return rectangle(pose, base_size(ctx, profile_of(ctx, element)))


def _on_the_way(
    ctx: IdgCtx, who: list[Mover], legs: Legs, poses: Poses, judge: Judge
) -> Cause | None:
    """Follow every element through every leg and ask about the ground it treads on."""
    for leg in legs:
        for element, pose in poses.items():
            step = Step(ctx, leg, element, pose)
            found = judge(ctx, who, step) if step.way else None
            if found:
                return found
        poses = after(leg, poses)
    return None


class Step:
    """One element in one leg of a move."""

    def __init__(
        self,
        ctx: IdgCtx,
        leg: Leg[ElementId],
        element: ElementId,
        pose: Pose,
        base: Base | None = None,
    ) -> None:
        self.leg, self.element, self.pose = _own(leg, element), element, pose
        self.base = base or base_size(ctx, profile_of(ctx, element))
        self.often = LOOK_EVERY * ctx.content.mu
        self.way = course(self.leg, element, pose, self.base)

    @cached_property
    def rings(self) -> tuple[Ring, ...]:
        """Give the ground it treads on."""
        return trodden(self.leg, self.element, self.pose, self.base)

    def treads(self, area: Area) -> bool:
        """Does it come upon an area?"""
        return self._may_meet(area) and is_run_over(self.rings, area)

    def _may_meet(self, area: Area) -> bool:
        """Is an area anywhere near its way?"""
        if self.way is None:
            return False
        (x, y), far, around = self.way.mid, self.way.wide, area.bounds
        return (
            around.left - far <= x <= around.right + far
            and around.top - far <= y <= around.bottom + far
        )

    def starts_in(self, area: Area) -> bool:
        """Does it begin there?"""
        return is_in(rectangle(self.pose, self.base), area)

    def looks(self) -> Iterator[Rectangle]:
        """Give the ground it covers again and again on the way, up to the end."""
        far = max(corner_lengths(self.leg, self.element, self.pose, self.base, "all"))
        count = max(1, ceil(far / self.often))
        for n in range(1, count + 1):
            here = along(self.leg, {self.element: self.pose}, n / count)
            yield rectangle(here[self.element], self.base)


def _own(leg: Leg[ElementId], element: ElementId) -> Leg[ElementId]:
    """Leave the other elements out of a leg."""
    if isinstance(leg, Slide):
        return Slide({element: leg.poses[element]} if element in leg.poses else {})
    return leg


def trodden(leg: Leg[ElementId], element: ElementId, pose: Pose, base: Base) -> tuple[Ring, ...]:
    """Cover the ground that a base treads on in a leg, but for what rounding may do at its rim."""
    inner = Base(base.width - 2 * RIM, base.depth - 2 * RIM)
    if isinstance(leg, Slide):
        end = leg.poses.get(element, pose)
        return sweep(_inside(pose), _inside(end), inner) if end != pose else ()
    steps = ceil(abs(leg.by) / ARC)
    stops = [along(leg, {element: pose}, n / steps)[element] for n in range(steps + 1)]
    return tuple(ring for a, b in pairwise(stops) for ring in sweep(_inside(a), _inside(b), inner))


def _inside(pose: Pose) -> Pose:
    return shifted(pose, -RIM)


# -- judging --------------------------------------------------------------------------------------


def _slowed(ctx: IdgCtx, who: list[Mover], step: Step) -> Cause | None:
    """Find difficult ground on the way; on roads and in mud by looking at it step by step."""
    land, ice = land_of(ctx), "ice" in ctx.world.weather
    for one in who:
        for plot, effect in hard(land, one, ice=ice):
            if step.treads(plot.area) and not is_own_gate(ctx, one, plot):
                if not _has_way(land, plot, effect):
                    return cause_of(plot, effect, ice=ice)
                if found := _seen(ctx, one, step, why_difficult):
                    return found
    if climbed := _climbs(ctx, who, step):
        return climbed
    return _seen(ctx, who[0], step, why_difficult) if MUD in ctx.world.weather else None


def _barred(ctx: IdgCtx, who: list[Mover], step: Step) -> Cause | None:
    """Find forbidden ground on the way, other than what the element leaves."""
    land, ice = land_of(ctx), "ice" in ctx.world.weather
    for one in who:
        for plot, effect in closed(land, one, ice=ice):
            if is_own_gate(ctx, one, plot):
                continue
            if step.treads(plot.area) and not _leaves(ctx, one, step, plot):
                if not _has_way(land, plot, effect) and not _may_climb(plot, one):
                    return Cause(plot.feature, plot.soil, effect.forbidden_rule)
                if found := _seen(ctx, one, step, why_closed):
                    return found
    return _obstructed(ctx, land, who[0], step) or _burnt(ctx, step) or _blocked(ctx, step)


def _leaves(ctx: IdgCtx, who: Mover, step: Step, plot: Plot) -> bool:
    """Does the element begin on this ground although it may not be there?"""
    if not step.starts_in(plot.area):
        return False
    found = why_closed(ctx, who, rectangle(step.pose, step.base))
    return found is not None and found.feature == plot.feature


def _obstructed(ctx: IdgCtx, land: Land, who: Mover, step: Step) -> Cause | None:
    """Find manned ramparts and icy roads."""
    ramparts = [one for one in land.works if one.low]
    icy = "ice" in ctx.world.weather and land.roads and land.of("slope")
    if any(step.treads(one.area) for one in ramparts) or icy:
        return _seen(ctx, who, step, why_obstructed)
    return None


@rule("IDG-10.2.3")
def _burnt(ctx: IdgCtx, step: Step) -> Cause | None:
    """Find a fire that the element would enter; who is in it may leave."""
    for area in burning_areas(ctx) if ctx.world.fires else ():
        if not step.starts_in(area) and step.treads(area):
            return Cause(area.id, "fire", "IDG-10.2.3")
    return None


@rule("IDG-8.4.5")
def _blocked(ctx: IdgCtx, step: Step) -> Cause | None:
    """Find an engine in the way; who is on its ground may leave."""
    for area in engine_areas(ctx) if ctx.world.engines else ():
        if not step.starts_in(area) and step.treads(area):
            return Cause(area.id, area.kind, "IDG-8.4.5")
    return None


def _may_climb(plot: Plot, who: Mover) -> bool:
    return plot.soil in ("wall", "gate") and can_man(who.troop)


@rule("IDG-16.1.10")
def _climbs(ctx: IdgCtx, who: list[Mover], step: Step) -> Cause | None:
    """Tell whether an element goes up onto a wall, or down from one, on its inside."""
    if all(one.low for one in land_of(ctx).works) or not all(can_man(one.troop) for one in who):
        return None
    before = rectangle(step.pose, step.base)
    ends = along(step.leg, {step.element: step.pose}, 1.0)[step.element]
    was, now = work_under(ctx, before), work_under(ctx, rectangle(ends, step.base))
    return Cause(now or was, "wall", "IDG-16.1.10") if bool(was) != bool(now) else None


def _has_way(land: Land, plot: Plot, effect: Effect) -> bool:
    """May a road, a ford or a breach lead through?"""
    if any(one.bounds.meets(plot.area.bounds) for one in plot.open):
        return True
    return effect.road and any(one.bounds.meets(plot.area.bounds) for one in land.roads)


def _seen(ctx: IdgCtx, who: Mover, step: Step, why: Why) -> Cause | None:
    return next((found for rect in step.looks() if (found := why(ctx, who, rect))), None)
