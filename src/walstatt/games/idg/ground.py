"""The ground under the feet: difficult or forbidden for whom, and cover. IDG-4.1, IDG-4.2.

Every answer names the piece of terrain and the rule, so that whoever refuses a move can say why.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from walstatt.boards.polygons import clipped, contains, edges, nearest_on
from walstatt.boards.pose import Point, apart
from walstatt.boards.rectangle import Box
from walstatt.boards.table import ROUNDING, TableEdge
from walstatt.boards.terrain import Area, Line, is_in, is_inside
from walstatt.games.idg.burning import burning_areas
from walstatt.games.idg.engines import engine_at
from walstatt.games.idg.forts import owner_of
from walstatt.games.idg.land import Effect, Land, Plot, Whom, effects, land_of
from walstatt.games.idg.troops import Profile, TroopClass
from walstatt.games.idg.works import is_behind_works, manning_at, may_be_up
from walstatt.games.idg.world import ElementId, Feature, IdgCtx, makeup_of, profile_of, rect_of
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel import trace
from walstatt.kernel.ids import RuleId, UnitId
from walstatt.kernel.trace import cite, register, rule

__all__ = [
    "MUD",
    "Cause",
    "Mover",
    "cause_of",
    "closed",
    "cover",
    "difficult",
    "forbidden",
    "hard",
    "in_buildings",
    "is_behind_works",
    "is_own_gate",
    "is_water_edge",
    "mover",
    "movers",
    "road_under",
    "why_closed",
    "why_difficult",
    "why_forbidden",
    "why_obstructed",
]

MUD: Final = "mud"
FROM_AFAR: Final = 3
LEAST_ROAD: Final = 254
"""How wide even the narrowest path counts for those who march on it."""


class Cause(NamedTuple):
    """What makes ground difficult or forbidden, or gives cover: the piece, its kind, the rule."""

    feature: str
    kind: str
    rule: RuleId

    @property
    def words(self) -> Message:
        """Name it."""
        return say(f"idg.ground.{self.kind}")


class Mover(NamedTuple):
    """What ground asks of troops."""

    troop: TroopClass
    camel: bool = False
    side: str = ""
    """Whose troops they are, where that is known: gates are open to their owner's. IDG-5.6.10."""


@rule("IDG-4.1.2", "IDG-4.2.26", "IDG-A66")
def mover(profile: Profile, *, riding: bool = False) -> Mover:
    """Give what ground asks of troops: foot on horses or camels are mounted. IDG-14.3."""
    mounted = profile.category == "mounted"
    return Mover(
        "light_cavalry" if riding else profile.troop, profile.camel and (mounted or riding)
    )


def movers(ctx: IdgCtx, unit: UnitId) -> list[Mover]:
    """List what the elements of a unit are to the ground, each kind once. IDG-8.1.6."""
    one = ctx.world.units[unit]
    find = _movers if trace.listener is None else _movers.__wrapped__
    return list(find(makeup_of(ctx, unit), one.side, riding=one.form == "riding"))


@lru_cache(maxsize=256)
def _movers(who: tuple[Profile, ...], side: str, *, riding: bool) -> tuple[Mover, ...]:
    found = [mover(one, riding=riding) for one in who]
    return tuple([one._replace(side=side) for one in dict.fromkeys(found)])


# -- where one stands -----------------------------------------------------------------------------


def difficult(ctx: IdgCtx, profile: Profile, rect: Box, *, riding: bool = False) -> str | None:
    """Name the piece that makes ground difficult for troops, if any; mud is one too."""
    found = why_difficult(ctx, mover(profile, riding=riding), rect)
    return found.feature if found else None


def forbidden(ctx: IdgCtx, profile: Profile, rect: Box, *, riding: bool = False) -> str | None:
    """Name the piece on which troops may not be at all, if any."""
    found = why_forbidden(ctx, mover(profile, riding=riding), rect)
    return found.feature if found else None


@rule("IDG-4.1.1", "IDG-4.1.4", "IDG-1.3.3")
def why_difficult(ctx: IdgCtx, who: Mover, box: Box) -> Cause | None:
    """Tell which piece makes ground difficult, and by which rule; the first of several."""
    land, ice = land_of(ctx), "ice" in ctx.world.weather
    for plot, effect in hard(land, who, ice=ice):
        if is_in(box, plot.area) and not _leads_through(land, plot, effect, box):
            if is_own_gate(ctx, who, plot):
                continue
            return cause_of(plot, effect, ice=ice)
    return _mud(land, box) if MUD in ctx.world.weather else None


def cause_of(plot: Plot, effect: Effect, *, ice: bool) -> Cause:
    """Say that a stretch of ground is difficult."""
    cited = "IDG-6.2.5" if ice and effect.frozen else effect.rule
    cite(cited)
    return Cause(plot.feature, plot.soil, cited)


def _leads_through(land: Land, plot: Plot, effect: Effect, box: Box) -> bool:
    """Does a road, a ford or a breach take a base through?"""
    if plot.open and is_open(plot, box):
        return True
    return effect.road and road_under(land, box) is not None


def hard(land: Land, who: Mover, *, ice: bool) -> tuple[tuple[Plot, Effect], ...]:
    """List the ground that is difficult for troops."""
    known = land.hard.get((who, ice))
    if known is None:
        known = tuple(
            (plot, effect)
            for plot in land.plots
            if _slows(effect := effects()[plot.soil], who, ice=ice)
        )
        land.hard[who, ice] = known
    return known


@rule("IDG-6.2.5", "IDG-6.2.11")
def _slows(effect: Effect, who: Mover, *, ice: bool) -> bool:
    """Is a kind of ground difficult for troops? Ice is, for all."""
    if ice and effect.frozen:
        return True
    return _names(effect.difficult, who) and not _names(effect.unless, who)


def _names(whom: Iterable[Whom], who: Mover) -> bool:
    return any(one in ("all", who.troop) or (one == "camel" and who.camel) for one in whom)


@rule("IDG-6.2.4", "IDG-6.2.11")
def _mud(land: Land, box: Box) -> Cause | None:
    """Tell whether mud makes level ground difficult: not on the slope of a hill, nor on a road."""
    if road_under(land, box):
        return None
    for hill in land.hills:
        if is_inside(box, hill.area) and not (hill.top and is_in(box, hill.top)):
            return None
    return Cause(MUD, MUD, "IDG-6.2.4")


@rule("IDG-4.2.10", "IDG-4.2.23", "IDG-4.2.29", "IDG-16.1.10", "IDG-16.1.11")
def why_forbidden(ctx: IdgCtx, who: Mover, box: Box) -> Cause | None:
    """Tell on which piece troops may not be, and by which rule."""
    found = why_closed(ctx, who, box) or why_obstructed(ctx, who, box)
    return found or _fire(box, burning_areas(ctx)) or _engine(ctx, box)


def why_closed(ctx: IdgCtx, who: Mover, box: Box) -> Cause | None:
    """Tell on which ground troops may not be, whoever is in the way there."""
    land, ice = land_of(ctx), "ice" in ctx.world.weather
    for plot, effect in closed(land, who, ice=ice):
        if is_in(box, plot.area) and not _leads_through(land, plot, effect, box):
            if plot.soil in ("wall", "gate") and may_be_up(ctx, who.troop, plot.feature, box):
                continue
            if is_own_gate(ctx, who, plot):
                continue
            cite(effect.forbidden_rule)
            return Cause(plot.feature, plot.soil, effect.forbidden_rule)
    return None


def why_obstructed(ctx: IdgCtx, who: Mover, box: Box) -> Cause | None:
    """Tell whether somebody mans the works in the way, or ice covers a road up a steep hill."""
    land = land_of(ctx)
    if found := _manned(ctx, land, who, box):
        return found
    return _icy_road(land, box) if "ice" in ctx.world.weather else None


def closed(land: Land, who: Mover, *, ice: bool) -> tuple[tuple[Plot, Effect], ...]:
    """List the ground that is forbidden to troops."""
    known = land.shut.get((who, ice))
    if known is None:
        known = tuple(
            (plot, effect)
            for plot in land.plots
            if _names((effect := effects()[plot.soil]).forbidden, who)
            and not (ice and effect.frozen)
        )
        land.shut[who, ice] = known
    return known


@rule("IDG-16.1.11")
def _manned(ctx: IdgCtx, land: Land, who: Mover, box: Box) -> Cause | None:
    """Tell whether somebody mans the rampart on which a base would be."""
    for work in land.works:
        if not work.low or not is_in(box, work.area) or _opens_to(ctx, who, work.feature):
            continue
        if manning_at(ctx, work, box):
            return Cause(work.feature.id, "manned", "IDG-16.1.11")
    return None


@rule("IDG-5.6.10")
def is_own_gate(ctx: IdgCtx, who: Mover, plot: Plot) -> bool:
    """Is it a gate of their own, by which troops go in and out at any time?"""
    if not who.side or plot.soil not in ("gate", "rampart"):
        return False
    return any(one.id == plot.feature and _opens_to(ctx, who, one) for one in ctx.world.ground)


def _opens_to(ctx: IdgCtx, who: Mover, works: Feature) -> bool:
    return works.kind == "gate" and bool(who.side) and owner_of(ctx, works) == who.side


@rule("IDG-6.2.6")
def _icy_road(land: Land, box: Box) -> Cause | None:
    """Tell whether a base is on an icy road up a steep hill."""
    for plot in land.of("slope"):
        if is_in(box, plot.area) and (road := road_under(land, box)):
            return Cause(road.id, "icy_road", "IDG-6.2.6")
    return None


@rule("IDG-8.4.5")
def _engine(ctx: IdgCtx, box: Box) -> Cause | None:
    """Tell whether an engine stands where a base would be."""
    found = engine_at(ctx, box)
    return Cause(found, ctx.world.engines[found].kind, "IDG-8.4.5") if found else None


@rule("IDG-10.2.3")
def _fire(box: Box, areas: Iterable[Area]) -> Cause | None:
    """Tell whether a base is where it burns."""
    found = next((area for area in areas if is_in(box, area)), None)
    return Cause(found.id, "fire", "IDG-10.2.3") if found else None


# -- roads, fords and breaches --------------------------------------------------------------------


@rule("IDG-4.2.35")
def road_under(land: Land, box: Box) -> Line | None:
    """Find the road that a base is on: the whole of it, or the middle of its front and rear.

    Troops on a road march astride of it, however wide their bases are.
    """
    for road in land.roads:
        if _is_astride(box, road) or is_inside(box, road.area):
            return road
    return None


def _is_astride(box: Box, road: Line) -> bool:
    half = max(road.width, LEAST_ROAD) / 2
    (x, y), (ax, ay), deep = box.centre, box.ahead, box.half_depth
    ends = ((x + ax * deep, y + ay * deep), (x - ax * deep, y - ay * deep))
    return all(_off(end, road) <= half for end in ends)


def _off(point: Point, road: Line) -> float:
    return min(apart(point, nearest_on(point, a, b)) for a, b in pairwise(road.via))


def is_open(plot: Plot, box: Box) -> bool:
    """Is a base only where a river can be forded, or a wall is breached?"""
    parts = [part for ring in plot.area.rings if (part := clipped(ring, box.corners))]
    return all(any(_is_on(point, area) for area in plot.open) for part in parts for point in part)


def _is_on(point: Point, area: Area) -> bool:
    if contains(area.rings, point):
        return True
    return any(apart(point, nearest_on(point, a, b)) <= ROUNDING for a, b in edges(area.outline))


@rule("IDG-4.2.33", "IDG-4.2.29")
def is_water_edge(ctx: IdgCtx, edge: TableEdge) -> bool:
    """Is a table edge sea or river, where only boats come in?"""
    return edge in land_of(ctx).water


# -- cover ----------------------------------------------------------------------------------------


register(
    ("IDG-4.2.11", "IDG-4.2.16", "IDG-4.2.20", "IDG-4.2.22"),
    f"{__name__}.cover",
)


@rule("IDG-4.1.3", "IDG-1.9.9", "IDG-A21")
def cover(ctx: IdgCtx, element: ElementId, distance: float) -> Cause | None:
    """Tell which terrain gives an element cover from a shot at a distance, in tenths of a mm.

    It must lie wholly inside. Only skirmishers profit (IDG-9.6.11), others from buildings and works
    alone (IDG-9.6.15).
    """
    land, own = land_of(ctx), rect_of(ctx, element)
    far = distance > FROM_AFAR * ctx.content.mu
    for plot in land.plots:
        rules = _COVER.get(plot.soil)
        if rules is None or not is_inside(own, plot.area) or _is_road_through(land, plot, own):
            continue
        if plot.soil in ("wood", "village") or (far and _lies_low(ctx, element)):
            cite(rules)
            return Cause(plot.feature, plot.soil, rules)
    return None


_COVER: Final[dict[str, RuleId]] = {
    "wood": "IDG-4.2.11",
    "village": "IDG-4.2.20",
    "fields": "IDG-4.2.16",
    "marsh": "IDG-4.2.22",
}


def _is_road_through(land: Land, plot: Plot, box: Box) -> bool:
    return effects()[plot.soil].road and road_under(land, box) is not None


def _lies_low(ctx: IdgCtx, element: ElementId) -> bool:
    """Is it foot that did not move?"""
    on_foot = profile_of(ctx, element).category == "foot" and not _rides(ctx, element)
    return on_foot and not ctx.world.elements[element].moved


def _rides(ctx: IdgCtx, element: ElementId) -> bool:
    return ctx.world.units[ctx.world.elements[element].unit].form == "riding"


@rule("IDG-9.6.15", "IDG-A22")
def in_buildings(ctx: IdgCtx, element: ElementId) -> Cause | None:
    """Tell in which solid buildings an element on foot stands, wholly."""
    if not ctx.options.var_village_solid or _rides(ctx, element):
        return None
    if profile_of(ctx, element).category != "foot":
        return None
    land, own = land_of(ctx), rect_of(ctx, element)
    for plot in land.of("village"):
        if is_inside(own, plot.area) and not _is_road_through(land, plot, own):
            return Cause(plot.feature, plot.soil, "IDG-9.6.15")
    return None
