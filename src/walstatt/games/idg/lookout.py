"""Views between elements: where they stand, what can be in the way, what is. IDG-4.3.

`sight` asks; how it is read where the rules leave it open is told there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from operator import is_
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from walstatt.boards.contact import is_within
from walstatt.boards.polygons import Segment
from walstatt.boards.pose import Point
from walstatt.boards.rectangle import Box
from walstatt.boards.sightlines import Between, Fence, sight
from walstatt.boards.terrain import Area, distance_to_outline, is_in, is_inside, is_near
from walstatt.boards.veils import Depth, Dome, Reach, Veil
from walstatt.games.idg.burning import smoke_areas
from walstatt.games.idg.glance import closed_rank, straight
from walstatt.games.idg.land import Gully, Hill, Land, Plot, hill_under, is_piece_on_hill, land_of
from walstatt.games.idg.levels import is_on_ship, takes_ground
from walstatt.games.idg.standing import elements_on_table
from walstatt.games.idg.works import is_on_height, works_manned
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    IdgCtx,
    IdgWorld,
    base_size,
    is_in_play,
    profile_of,
    rect_of,
    side_of,
)
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import RuleId
from walstatt.kernel.trace import cite, rule

ALL_ROUND: Final = ("light_cavalry", "light_chariot", "heavy_chariot", "elephant")
"""Who shoots, and therefore looks, in all directions. IDG-9.3.1."""
THROUGH: Final = 2
"""Through how many inches of wood or village one sees. IDG-4.2.12, IDG-4.2.19."""
ON_HILL: Final = 4
"""How many inches one sees on one hill. IDG-4.2.5."""
NEAR_RIM: Final = 2
"""From how many inches one looks into a gully. IDG-4.2.31."""

Screen: TypeAlias = Literal[
    "element",
    "crest",
    "hill",
    "same_hill",
    "wood",
    "village",
    "gully",
    "smoke",
    "works",
    "lurking",
    "concealed",
    "away",
]
RULES: Final[dict[Screen, RuleId]] = {
    "element": "IDG-4.3.4",
    "crest": "IDG-4.2.3",
    "hill": "IDG-4.2.4",
    "same_hill": "IDG-4.2.5",
    "wood": "IDG-4.2.12",
    "village": "IDG-4.2.19",
    "gully": "IDG-4.2.31",
    "smoke": "IDG-4.3.7",
    "works": "IDG-4.3.8",
    "lurking": "IDG-4.2.13",
    "concealed": "IDG-5.8.6",
    "away": "IDG-4.3.2",
}


class Hindrance(NamedTuple):
    """What blocks a view: an element, or a piece of terrain by one of its rules."""

    screen: Screen
    id: str

    @property
    def rule(self) -> RuleId:
        """Name the rule by which it blocks."""
        return RULES[self.screen]


class View(NamedTuple):
    """A line from element to element and what blocks it, nearest first; if nothing, it is free."""

    start: Point
    end: Point
    by: tuple[Hindrance, ...] = ()

    @property
    def is_free(self) -> bool:
        """Does nothing block?"""
        return not self.by

    def violations(self, at: str = "") -> list[Violation]:
        """Say what blocks, as reasons why something is not allowed."""
        return [
            refuse(one.rule, f"idg.no.sight.{one.screen}", at)
            for one in {one.screen: one for one in self.by}.values()
        ]


# -- looking --------------------------------------------------------------------------------------


class Stand(NamedTuple):
    """Where somebody stands, as far as sight is concerned."""

    box: Box
    hill: Hill | None
    high: bool
    """Whether it is on a wall or a tower."""
    gully: Gully | None
    works: frozenset[str]
    """Works that do not hide it: those it mans, or is."""


class Position:
    """What is known already of the views of one position."""

    def __init__(self, ctx: IdgCtx, key: tuple[object, ...]) -> None:
        self.rules = ctx.rules
        self.key = key
        self.stands = dict[ElementId, Stand]()
        self.views = dict[tuple[ElementId, ElementId, bool], View]()
        boxes = ((one, rect_of(ctx, one)) for one in elements_on_table(ctx))
        self.elements = tuple((one, box.centre, box.radius) for one, box in boxes)
        self.smoke = _smoke(ctx)


@rule("IDG-4.3.7", "IDG-10.3.3")
def _smoke(ctx: IdgCtx) -> list[Area]:
    """List the smoke, through which nobody sees."""
    return [replace(one, id=f"smoke:{one.id}") for one in smoke_areas(ctx)]


class Lookout:
    """All views of one position; each is found once."""

    def __init__(self, ctx: IdgCtx, position: Position) -> None:
        self.ctx = ctx
        self.land = land_of(ctx)
        self.stands, self.views = position.stands, position.views
        self.others, self.smoke = position.elements, position.smoke

    def look(self, a: ElementId, b: ElementId) -> View:
        """Look from one element to another."""
        return self.unseen(a, b) or self.line(a, b)

    def line(
        self,
        a: ElementId,
        b: ElementId,
        *,
        shot: bool = False,
        over: Collection[ElementId] = (),
    ) -> View:
        """Find a free line, over the elements named, or what blocks."""
        if over:
            return self._found(a, self.stand(b), shot=shot, skip=(a, b, *over))
        known = self.views.get((a, b, shot))
        if known is None:
            known = self._found(a, self.stand(b), shot=shot, skip=(a, b))
            self.views[a, b, shot] = known
        return known

    def line_to(
        self,
        a: ElementId,
        box: Box,
        works: Collection[str] = (),
        *,
        shot: bool = False,
        over: Collection[ElementId] = (),
    ) -> View:
        """Find a free line to any place, or to some works."""
        place = self._stand(box, high=False, works=frozenset(works))
        return self._found(a, place, shot=shot, skip=(a, *over))

    def stand(self, element: ElementId) -> Stand:
        """Give where an element stands."""
        known = self.stands.get(element)
        if known is None:
            manned = works_manned(self.ctx, element) if self.land.works else ()
            known = self.stands[element] = self._stand(
                rect_of(self.ctx, element),
                high=is_on_height(self.ctx, element),
                works=frozenset(work.feature.id for work in manned),
            )
        return known

    def _stand(self, box: Box, *, high: bool, works: frozenset[str]) -> Stand:
        gully = next((one for one in self.land.gullies if is_inside(box, one.area)), None)
        return Stand(box, hill_under(self.land, box), high, gully, works)

    def unseen(self, a: ElementId, b: ElementId) -> View | None:
        """Tell why an element is not seen, line or no line."""
        ctx = self.ctx
        one, other = ctx.world.elements[a], ctx.world.elements[b]
        if not is_in_play(ctx, one.unit) or not is_in_play(ctx, other.unit):
            return self._blocked(a, b, Hindrance("away", b))
        if side_of(ctx, a) == side_of(ctx, b):
            return None
        if ctx.world.units[other.unit].status == "concealed":
            return self._blocked(a, b, Hindrance("concealed", b))
        wood = lurks(ctx, b)
        if wood is None or is_in(self.stand(a).box, wood) or self._touch(a, b):
            return None
        return self._blocked(a, b, Hindrance("lurking", wood.id))

    def _touch(self, a: ElementId, b: ElementId) -> bool:
        return is_within(self.stand(a).box, self.stand(b).box, TOUCH)

    def _blocked(self, a: ElementId, b: ElementId, by: Hindrance) -> View:
        return View(rect_of(self.ctx, a).centre, rect_of(self.ctx, b).centre, (by,))

    def _found(
        self, a: ElementId, other: Stand, *, shot: bool, skip: Collection[ElementId]
    ) -> View:
        """Look: at a glance if possible, else thoroughly."""
        one = self.stand(a)
        direct = one.box.centre, other.box.centre
        if is_within(one.box, other.box, TOUCH):
            return View(*direct)
        if gully := self._rim_between(one, other):
            return View(*direct, (Hindrance("gully", gully.feature),))
        gap = self._gap(a)
        bases = [
            (f"element:{name}", box)
            for name, box in self._bases(one, other, gap, shot=shot)
            if name not in skip
        ]
        fences, veils = list(self._fences(one, other)), list(self._veils(one, other))
        between = Between(bases, gap, fences, self.smoke, veils)
        eye = viewpoint(self.ctx, a)
        if line := straight(eye, other.box, between):
            return View(*line)
        if rank := closed_rank(eye, other.box, between):
            return View(*direct, tuple(_read(str(name)) for name in rank))
        found = sight(eye, other.box, between)
        return View(found.start, found.end, tuple(_read(str(name)) for name in found.by))

    @rule("IDG-4.2.31")
    def _rim_between(self, one: Stand, other: Stand) -> Gully | None:
        """Find the gully into which, or out of which, one does not see from so far."""
        if one.gully is other.gully:
            return None
        near = NEAR_RIM * self.ctx.content.mu
        for inside, outside in ((one, other), (other, one)):
            gully = inside.gully
            if gully and (outside.gully or not is_near(outside.box, gully.area, near)):
                return gully
        return None

    @rule("IDG-4.3.3", "IDG-4.3.4")
    def _bases(
        self, one: Stand, other: Stand, gap: int, *, shot: bool
    ) -> Iterator[tuple[ElementId, Box]]:
        """List the elements that can be in the way."""
        lofty = one.high or other.high
        from_above = not shot and (lofty or one.hill is not None or other.hill is not None)
        for name in self._amid(one.box, other.box, gap):
            stand = self.stand(name)
            if stand.gully is not None and stand.gully not in (one.gully, other.gully):
                continue
            if not takes_ground(self.ctx, name):
                continue
            if (stand.high and not lofty) or (from_above and not stand.hill and not stand.high):
                continue
            yield name, stand.box

    @rule("IDG-4.3.5", "IDG-A23")
    def _gap(self, element: ElementId) -> int:
        """Give how wide a gap must be for an element to see through: as deep as its base."""
        return base_size(self.ctx, profile_of(self.ctx, element)).depth

    def _amid(self, one: Box, other: Box, gap: int) -> Iterator[ElementId]:
        """Name the elements that may be in the way, or make a gap, from one base to another."""
        (ax, ay), (bx, by) = one.centre, other.centre
        dx, dy = bx - ax, by - ay
        squared = dx * dx + dy * dy or 1.0
        wide = max(one.radius, other.radius) + gap
        for name, (cx, cy), radius in self.others:
            x, y, reach = cx - ax, cy - ay, wide + radius
            part = (x * dx + y * dy) / squared
            part = 0.0 if part < 0.0 else min(part, 1.0)
            if (x - part * dx) ** 2 + (y - part * dy) ** 2 < reach * reach:
                yield name

    @rule("IDG-4.2.2", "IDG-4.2.3", "IDG-4.3.8")
    def _fences(self, one: Stand, other: Stand) -> Iterator[Fence]:
        """List the lines across which nobody sees: crests, works, the rims of a gully."""
        for hill in self.land.hills:
            yield Fence(f"crest:{hill.feature}", hill.crest)
        if one.gully and one.gully is other.gully:
            for rim in one.gully.rims:
                yield Fence(f"gully:{one.gully.feature}", rim)
        if one.hill or other.hill:
            return
        for work in self.land.works:
            name = work.feature.id
            if name not in one.works and name not in other.works:
                for stretch in work.fence:
                    yield Fence(f"works:{name}", stretch)

    @rule("IDG-4.2.4", "IDG-4.2.5", "IDG-4.2.6", "IDG-4.2.12", "IDG-4.2.19", "IDG-4.2.36")
    def _veils(self, one: Stand, other: Stand) -> Iterator[Veil]:
        """List what hides by how a line runs: hills, woods, villages."""
        land, mu = self.land, self.ctx.content.mu
        for hill in land.hills:
            yield Dome(f"hill:{hill.feature}", hill.area, hill.centre)
        if one.hill is not None and one.hill is other.hill:
            yield Reach(f"same_hill:{one.hill.feature}", ON_HILL * mu)
        roads = tuple(road.area for road in land.roads)
        for soil in ("wood", "village"):
            areas = tuple(_screens(land, land.of(soil), one, other))
            if areas:
                yield Depth(f"{soil}:{areas[0].id}", areas, THROUGH * mu, roads)


def _read(name: str) -> Hindrance:
    screen, _, what = name.partition(":")
    known: Screen = next(one for one in RULES if one == screen)
    cite(RULES[known])
    return Hindrance(known, what)


@rule("IDG-4.3.3")
def _screens(land: Land, plots: Iterable[Plot], one: Stand, other: Stand) -> Iterator[Area]:
    """List the pieces through which a view runs and not over: from a hill those on level ground."""
    from_above = one.hill is not None or other.hill is not None
    for plot in plots:
        if (
            not from_above
            or is_piece_on_hill(land, plot.area)
            or is_in(one.box, plot.area)
            or is_in(other.box, plot.area)
        ):
            yield plot.area


@rule("IDG-9.3.1", "IDG-A51")
def viewpoint(ctx: IdgCtx, element: ElementId) -> Box | Segment:
    """Give from where an element looks: its front edge, or any edge if it shoots all round."""
    own = rect_of(ctx, element)
    all_round = profile_of(ctx, element).troop in ALL_ROUND or is_on_ship(ctx, element)
    return own if all_round else own.edge("front")


@rule("IDG-4.2.13", "IDG-A52")
def lurks(ctx: IdgCtx, element: ElementId) -> Area | None:
    """Find the wood at whose edge an element on foot lies unseen by the enemy."""
    woods = land_of(ctx).of("wood")
    if not woods or not _keeps_still(ctx, element):
        return None
    own, near = rect_of(ctx, element), THROUGH * ctx.content.mu
    for plot in woods:
        if is_inside(own, plot.area) and distance_to_outline(own, plot.area) <= near:
            return plot.area
    return None


def _keeps_still(ctx: IdgCtx, element: ElementId) -> bool:
    one = ctx.world.elements[element]
    unit = ctx.world.units[one.unit]
    if profile_of(ctx, element).category != "foot" or unit.form == "riding":
        return False
    if one.moved or one.turned:
        return False
    return all(shot.by != one.unit for shot in ctx.world.shots)


# -- one position at a time -----------------------------------------------------------------------


def _key(world: IdgWorld) -> tuple[object, ...]:
    """Give everything on which views depend."""
    return (
        *world.elements.values(),
        *world.units.values(),
        *world.engines.values(),
        world.ground,
        world.fires,
        world.shots,
        world.turn,
        world.wind,
    )


_LATEST: list[Position] = []


def lookout(ctx: IdgCtx) -> Lookout:
    """Give the views of a position; as long as nothing changes, they are kept."""
    latest, key = _LATEST[0] if _LATEST else None, _key(ctx.world)
    if latest is None or latest.rules is not ctx.rules or not _is_same(latest.key, key):
        latest = Position(ctx, key)
        _LATEST[:] = [latest]
    return Lookout(ctx, latest)


def _is_same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return len(one) == len(other) and all(map(is_, one, other))
