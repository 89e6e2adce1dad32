"""Views between elements: where they stand, what can be in the way, what is. IDG-4.3.

`sight` asks; how it is read where the rules leave it open is told there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import hypot
from typing import Final, Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from walstatt.boards.contact import is_within
from walstatt.boards.polygons import Bounds, bounds
from walstatt.boards.pose import Point
from walstatt.boards.rectangle import Box
from walstatt.boards.sightlines import Between, Fence, is_seen, sight
from walstatt.boards.terrain import Area, is_in, is_inside, is_near
from walstatt.boards.veils import Depth, Dome, Reach, Veil
from walstatt.games.idg.burning import smoke_areas
from walstatt.games.idg.glance import closed_rank, straight
from walstatt.games.idg.land import (
    Gully,
    Hill,
    Land,
    Plot,
    Soil,
    hill_under,
    is_piece_on_hill,
    land_of,
)
from walstatt.games.idg.sight_memory import Look, known_lines
from walstatt.games.idg.viewpoints import THROUGH, lurks, viewpoint
from walstatt.games.idg.whereabouts import whereabouts
from walstatt.games.idg.works import is_on_height, works_manned
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    IdgCtx,
    base_size,
    is_in_play,
    on_table,
    profile_of,
    rect_of,
    shown,
    side_of,
)
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import RuleId, UnitId
from walstatt.kernel.trace import cite, rule

ON_HILL: Final = 4
"""How many inches one sees on one hill. IDG-4.2.5."""
SCREENS: Final[tuple[Soil, ...]] = ("wood", "village")
"""Ground into which one sees only so far. IDG-4.2.12, IDG-4.2.19."""
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
        self.clear = dict[tuple[ElementId, ElementId, bool], bool]()
        self.hidden = dict[tuple[ElementId, UnitId, bool], bool]()
        places = whereabouts(ctx).places
        self.elements = [
            mark
            for unit in on_table(ctx)
            if (place := places.get(unit)) is not None
            for mark in place.marks
        ]
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
        self.stands, self.views, self.clear = position.stands, position.views, position.clear
        self.others, self.smoke = position.elements, position.smoke
        self.hidden = position.hidden
        self.lines = {} if self.smoke else known_lines(self.land)

    def look(self, a: ElementId, b: ElementId) -> View:
        """Look from one element to another."""
        return self.unseen(a, b) or self.line(a, b)

    def sees(self, a: ElementId, b: ElementId) -> bool:
        """Tell whether one element sees another, without asking what blocks."""
        return self.unseen(a, b) is None and self.is_clear(a, b)

    def any_sees(self, some: Sequence[ElementId], b: ElementId) -> bool:
        """Tell whether any of some elements sees another; a glance of each comes first."""
        return self.any_pair([(a, b) for a in some])

    def any_pair(self, pairs: Iterable[tuple[ElementId, ElementId]]) -> bool:
        """Tell whether in any pair the first sees the second; a glance of each comes first."""
        doubtful = []
        for a, b in pairs:
            if self.unseen(a, b) is not None:
                continue
            known = self.clear.get((a, b, False))
            if known is None:
                known, looked = self._glance(a, self.stand(b), shot=False, skip=(a, b))
                if looked is not None:
                    doubtful.append((a, b, looked))
                elif known is not None:
                    self.clear[a, b, False] = known
                if not known:
                    self._is_hidden(a, b, closely=False)
            if known:
                return True
        return any(self._is_seen(a, b, looked) for a, b, looked in doubtful)

    def _is_seen(self, a: ElementId, b: ElementId, looked: Look) -> bool:
        if (a, b, False) not in self.clear and not self._is_hidden(a, b, closely=True):
            self.clear[a, b, False] = self._looked(looked)
        return self.clear[a, b, False]

    def _is_hidden(self, a: ElementId, b: ElementId, *, closely: bool) -> bool:
        """Find out whether others hide a whole unit on level ground, which saves many looks."""
        unit = self.ctx.world.elements[b].unit
        known = self.hidden.get((a, unit, closely))
        if known is None:
            elements = shown(self.ctx, unit)
            stands = [self.stand(one) for one in (a, *elements)]
            level = all(not one.high and not one.hill for one in stands) and not self.land.gullies
            known = len(elements) > 2 and level and self._hides(a, elements, closely=closely)
            self.hidden[a, unit, closely] = known
            if known:
                self.clear.update({(a, one, False): False for one in elements})
        return known

    def _hides(self, a: ElementId, elements: Sequence[ElementId], *, closely: bool) -> bool:
        """Look from an element to a box around others, past everybody else."""
        box, gap = _around([self.stand(one).box for one in elements]), self._gap(a)
        place = Stand(box, None, high=False, gully=None, works=frozenset())
        bases = [
            (name, base)
            for name, base in self._bases(self.stand(a), place, gap, shot=False)
            if name != a and name not in elements
        ]
        eye, between = viewpoint(self.ctx, a), Between(bases, gap)
        return not is_seen(eye, box, between) if closely else bool(closed_rank(eye, box, between))

    def is_clear(
        self,
        a: ElementId,
        b: ElementId,
        *,
        shot: bool = False,
        over: Collection[ElementId] = (),
    ) -> bool:
        """Tell whether there is a free line, over the elements named."""
        if over:
            return self._is_open(a, self.stand(b), shot=shot, skip=(a, b, *over))
        known = self.clear.get((a, b, shot))
        if known is None:
            view = self.views.get((a, b, shot))
            known = self.clear[a, b, shot] = (
                self._is_open(a, self.stand(b), shot=shot, skip=(a, b))
                if view is None
                else view.is_free
            )
        return known

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

    def _is_open(
        self, a: ElementId, other: Stand, *, shot: bool, skip: Collection[ElementId]
    ) -> bool:
        known, looked = self._glance(a, other, shot=shot, skip=skip)
        return bool(known) if looked is None else self._looked(looked)

    def _looked(self, what: Look) -> bool:
        found = self.lines[what.key] = is_seen(what.eye, what.box, what.between)
        return found

    def _glance(
        self, a: ElementId, other: Stand, *, shot: bool, skip: Collection[ElementId]
    ) -> tuple[bool, None] | tuple[None, Look]:
        """Decide at a glance whether there is a free line, or give what to look at thoroughly."""
        one = self.stand(a)
        if is_within(one.box, other.box, TOUCH):
            return True, None
        if self._rim_between(one, other):
            return False, None
        gap, eye = self._gap(a), viewpoint(self.ctx, a)
        bases = [one for one in self._bases(one, other, gap, shot=shot) if one[0] not in skip]
        key = (
            one.box,
            isinstance(eye, Box),
            other.box,
            one.works,
            other.works,
            gap,
            tuple([box for _, box in bases]),
        )
        known = self.lines.get(key)
        if known is not None:
            return known, None
        between = self._between_near(one, other, gap, bases)
        if straight(eye, other.box, between):
            known = True
        elif closed_rank(eye, other.box, between):
            known = False
        else:
            return None, Look(eye, other.box, between, key)
        self.lines[key] = known
        return known, None

    def _between(
        self, one: Stand, other: Stand, gap: int, some: Iterable[tuple[ElementId, Box]]
    ) -> Between:
        """Gather what can be in the way."""
        bases = [(f"element:{name}", box) for name, box in some]
        fences, veils = list(self._fences(one, other)), list(self._veils(one, other))
        return Between(bases, gap, fences, self.smoke, veils)

    def _between_near(
        self, one: Stand, other: Stand, gap: int, bases: Sequence[tuple[ElementId, Box]]
    ) -> Between:
        """Gather what can be in the way, but for terrain that is nowhere near."""
        land, around = self.land, bounds((*one.box.corners, *other.box.corners))
        plots = [plot.area for soil in SCREENS for plot in land.of(soil)]
        near = land.works or any(area.bounds.meets(around) for area in plots)
        near = near or one.gully is not None or any(_is_by(hill, around) for hill in land.hills)
        if near:
            return self._between(one, other, gap, bases)
        return Between(bases, gap, (), self.smoke, ())

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
        gap, eye = self._gap(a), viewpoint(self.ctx, a)
        bases = (one for one in self._bases(one, other, gap, shot=shot) if one[0] not in skip)
        between = self._between(one, other, gap, bases)
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
        level = not lofty and not from_above and not self.land.gullies
        elements = self.ctx.world.elements
        for name, box in self._amid(one.box, other.box, gap):
            if level and not elements[name].aboard:
                yield name, box
                continue
            stand = self.stand(name)
            if stand.gully is not None and stand.gully not in (one.gully, other.gully):
                continue
            if (stand.high and not lofty) or (from_above and not stand.hill and not stand.high):
                continue
            yield name, stand.box

    @rule("IDG-4.3.5", "IDG-A23")
    def _gap(self, element: ElementId) -> int:
        """Give how wide a gap must be for an element to see through: as deep as its base."""
        return base_size(self.ctx, profile_of(self.ctx, element)).depth

    def _amid(self, one: Box, other: Box, gap: int) -> list[tuple[ElementId, Box]]:
        """Name the elements that may be in the way, or make a gap, from one base to another."""
        (ax, ay), (bx, by) = one.centre, other.centre
        dx, dy = bx - ax, by - ay
        far = hypot(dx, dy) or 1.0
        dx, dy = dx / far, dy / far
        wide = max(one.radius, other.radius) + gap
        ahead, aside = ax * dx + ay * dy, ax * dy - ay * dx
        found = list[tuple[ElementId, Box]]()
        for name, x, y, box in self.others:
            reach = wide + box.radius
            if -reach < x * dy - y * dx - aside < reach:
                along = x * dx + y * dy - ahead
                if -reach < along < far + reach:
                    found.append((name, box))
        return found

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
        for soil in SCREENS:
            areas = tuple(_screens(land, land.of(soil), one, other))
            if areas:
                yield Depth(f"{soil}:{areas[0].id}", areas, THROUGH * mu, roads)


def _is_by(hill: Hill, around: Bounds) -> bool:
    return hill.area.bounds.meets(around) or bounds(hill.crest).meets(around)


def _around(boxes: Sequence[Box]) -> Box:
    """Give a box along the edges of the table around bases."""
    xs = [corner[0] for box in boxes for corner in box.corners]
    ys = [corner[1] for box in boxes for corner in box.corners]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    centre = (left + right) / 2, (top + bottom) / 2
    return Box(centre, (1.0, 0.0), (right - left) / 2, (bottom - top) / 2)


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


# -- one position at a time -----------------------------------------------------------------------


def _key(ctx: IdgCtx) -> tuple[object, ...]:
    """Give everything on which views depend."""
    world = ctx.world
    return (
        whereabouts(ctx).version,
        *world.engines.values(),
        world.ground,
        world.fires,
        world.turn if world.fires else 0,
        world.wind,
    )


_LATEST: list[Position] = []


def lookout(ctx: IdgCtx) -> Lookout:
    """Give the views of a position; as long as nothing changes, they are kept."""
    latest, key = _LATEST[0] if _LATEST else None, _key(ctx)
    if latest is None or latest.rules is not ctx.rules or latest.key != key:
        latest = Position(ctx, key)
        _LATEST[:] = [latest]
    return Lookout(ctx, latest)
