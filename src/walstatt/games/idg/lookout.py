"""Views between elements: where they stand, what can be in the way, what is. IDG-4.3.

`sight` asks; how it is read where the rules leave it open is told there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import hypot
from typing import Final, TypeAlias

from walstatt.boards.contact import is_within
from walstatt.boards.rectangle import Box
from walstatt.boards.sightlines import Between, sight
from walstatt.boards.terrain import Area, is_in, is_inside
from walstatt.games.idg.amid import amid, is_on_way
from walstatt.games.idg.glance import Eye, closed_rank, glimpse, straight
from walstatt.games.idg.hindrances import Hindrance, View, hindrance_named
from walstatt.games.idg.land import hill_under, land_of
from walstatt.games.idg.screening import (
    Stand,
    fences,
    is_shrouded,
    is_terrain_near,
    rim_between,
    veils,
)
from walstatt.games.idg.sight_memory import Look, known_lines
from walstatt.games.idg.sight_position import Position, position_of
from walstatt.games.idg.viewpoints import lurks, viewpoint
from walstatt.games.idg.works import is_on_height, works_manned
from walstatt.games.idg.world import (
    IN_PLAY,
    TOUCH,
    ElementId,
    IdgCtx,
    base_size,
    profile_of,
    rect_of,
    shown,
)
from walstatt.kernel import trace
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

Doubtful: TypeAlias = list[tuple[ElementId, ElementId, Look]]
"""Who may see whom, though not at a glance."""
NO_WORKS: Final = frozenset[str]()


class Lookout:
    """All views of one position; each is found once."""

    def __init__(self, ctx: IdgCtx, position: Position) -> None:
        self.ctx, self.position = ctx, position
        self.land, self.mu = land_of(ctx), ctx.content.mu
        self.stands, self.views, self.clear = position.stands, position.views, position.clear
        self.hidden, self.smoke = position.hidden, position.smoke
        self.lines = known_lines(self.land)

    def look(self, a: ElementId, b: ElementId) -> View:
        """Look from one element to another."""
        return self.unseen(a, b) or self.line(a, b)

    def sees(self, a: ElementId, b: ElementId) -> bool:
        """Tell whether one element sees another, without asking what blocks."""
        return self.unseen(a, b) is None and self.is_clear(a, b)

    def any_sees(self, some: Sequence[ElementId], b: ElementId) -> bool:
        """Tell whether any of some elements sees another; a glance of each comes first."""
        return self.any_pair([(a, b) for a in some])

    def sees_any(self, a: ElementId, friends: Sequence[ElementId]) -> bool:
        """Tell whether an element sees any of some friends of one unit, the first of them first.

        If he does not see that one at a glance, most often the whole unit is hidden.
        """
        doubtful: Doubtful = []
        first, *others = friends
        if self.any_glimpsed([(a, first)], doubtful):
            return True
        if not self._eye(a)[2]:
            if self._is_hidden(a, first, closely=False) or self._is_hidden(a, first, closely=True):
                return False
            others = self._along_way(a, first, others)
        return self.any_glimpsed([(a, b) for b in others], doubtful) or self._any_seen(doubtful)

    def _along_way(
        self, a: ElementId, first: ElementId, others: list[ElementId]
    ) -> list[ElementId]:
        """Put those of a unit first who are near the end of the free line found to all of it."""
        way = self.position.ways.get((a, self.ctx.world.elements[first].unit))
        if way is None:
            return others
        x, y = way[1]
        spots = {one: self.stand(one).box.centre for one in others}
        return sorted(others, key=lambda one: hypot(spots[one][0] - x, spots[one][1] - y))

    def any_pair(self, pairs: Iterable[tuple[ElementId, ElementId]]) -> bool:
        """Tell whether in any pair the first sees the second; a glance of each comes first."""
        doubtful: Doubtful = []
        showing = (pair for pair in pairs if self.unseen(*pair) is None)
        return self.any_glimpsed(showing, doubtful) or self._any_seen(doubtful)

    def any_glimpsed(
        self,
        pairs: Iterable[tuple[ElementId, ElementId]],
        doubtful: Doubtful,
    ) -> bool:
        """Tell whether in any pair the first sees the second at a glance; note who may still."""
        for a, b in pairs:
            known = self.clear.get((a, b, False))
            if known is None:
                known, looked = self._glimpse(a, self.stand(b), shot=False, skip=(a, b))
                if known is not None:
                    self.clear[a, b, False] = known
                elif looked is not None and not self._is_hidden(a, b, closely=False):
                    doubtful.append((a, b, looked))
            if known:
                return True
        return False

    def _any_seen(self, doubtful: Sequence[tuple[ElementId, ElementId, Look]]) -> bool:
        left = [one for one in doubtful if not self._is_closed(*one)]
        return any(self._is_seen(*one) for one in left)

    def _is_closed(self, a: ElementId, b: ElementId, looked: Look) -> bool:
        if (a, b, False) not in self.clear and looked.is_closed:
            self.clear[a, b, False] = self.lines[looked.key] = False
        return self.clear.get((a, b, False)) is False

    def _is_seen(self, a: ElementId, b: ElementId, looked: Look) -> bool:
        if (a, b, False) not in self.clear and not self._is_hidden(a, b, closely=True):
            self.clear[a, b, False] = self.lines[looked.key] = looked.is_seen
        return self.clear[a, b, False]

    def _is_hidden(self, a: ElementId, b: ElementId, *, closely: bool) -> bool:
        """Find out whether others hide a whole unit on level ground, which saves many looks."""
        unit = self.ctx.world.elements[b].unit
        known = self.hidden.get((a, unit, closely))
        if known is None:
            looked = self._whole(a, unit)
            known = False
            if looked is not None and not closely:
                known = looked.is_closed
            elif looked is not None:
                way = looked.free_line
                known = way is None
                if way is not None:
                    self.position.ways[a, unit] = way
            self.hidden[a, unit, closely] = known
            if known:
                self.clear.update({(a, one, False): False for one in shown(self.ctx, unit)})
        return known

    def _whole(self, a: ElementId, unit: UnitId) -> Look | None:
        """Give what to look at for a whole unit; None if it is small, or not all is level."""
        wholes = self.position.wholes
        if (a, unit) not in wholes:
            own, elements = self.stand(a), shown(self.ctx, unit)
            stands = [self.stand(one) for one in elements] if len(elements) > 2 else []
            level = not self.land.gullies and all(one.is_level for one in (own, *stands))
            wholes[a, unit] = self._past_others(a, elements, stands) if stands and level else None
        return wholes[a, unit]

    def _past_others(
        self, a: ElementId, elements: Sequence[ElementId], stands: Sequence[Stand]
    ) -> Look:
        """Look from an element to a box around others, past everybody else."""
        box, gap = _around([one.box for one in stands]), self._gap(a)
        place = Stand(box, None, high=False, gully=None, works=frozenset())
        bases = [
            one
            for one in self._bases(self.stand(a), place, gap, shot=False)
            if one[0] != a and one[0] not in elements
        ]
        return Look(viewpoint(self.ctx, a), box, Between(bases, gap), ())

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
            ctx, works = self.ctx, NO_WORKS
            if self.land.works:
                works = frozenset(work.feature.id for work in works_manned(ctx, element))
            high = bool(ctx.world.elements[element].aboard) and is_on_height(ctx, element)
            known = self._stand(rect_of(ctx, element), high=high, works=works)
            self.stands[element] = known
        return known

    def _stand(self, box: Box, *, high: bool, works: frozenset[str]) -> Stand:
        land, gully = self.land, None
        for one in land.gullies:
            if is_inside(box, one.area):
                gully = one
                break
        hill = hill_under(land, box) if land.hills else None
        return Stand(box, hill, high, gully, works)

    def unseen(self, a: ElementId, b: ElementId) -> View | None:
        """Tell why an element is not seen, line or no line."""
        ctx = self.ctx
        elements, units = ctx.world.elements, ctx.world.units
        one, other = units[elements[a].unit], units[elements[b].unit]
        if one.status not in IN_PLAY or other.status not in IN_PLAY:
            return self._blocked(a, b, Hindrance("away", b))
        if one.side == other.side:
            return None
        if other.status == "concealed":
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
        known, looked = self._glimpse(a, other, shot=shot, skip=skip)
        if looked is None:
            return bool(known)
        found = self.lines[looked.key] = not looked.is_closed and looked.is_seen
        return found

    def _glimpse(
        self, a: ElementId, other: Stand, *, shot: bool, skip: Collection[ElementId]
    ) -> tuple[bool, None] | tuple[None, Look]:
        """See at a glance that there is a free line, or none, or give what to look at closely."""
        one = self.stand(a)
        if is_within(one.box, other.box, TOUCH):
            return True, None
        if rim_between(self.mu, one, other):
            return False, None
        gap, eye, blind = self._eye(a)
        if blind or (self.smoke and self._is_shrouded(other.box)):
            return False, None
        bases = [near for near in self._bases(one, other, gap, shot=shot) if near[0] not in skip]
        smoke: tuple[Area, ...] = ()
        if self.smoke:
            smoke = tuple([dim for dim in self.smoke if is_on_way(dim.bounds, one.box, other.box)])
        key = (
            one.box,
            type(eye) is tuple,
            other.box,
            one.works,
            other.works,
            gap,
            smoke,
            tuple([box for _, box in bases]),
        )
        known = self.lines.get(key)
        if known is not None:
            return known, None
        between = self._between_near(one, other, Between(bases, gap, (), smoke))
        if glimpse(eye, other.box, between):
            self.lines[key] = True
            return True, None
        return None, Look(eye, other.box, between, key)

    def _between(
        self, one: Stand, other: Stand, gap: int, some: Iterable[tuple[ElementId, Box]]
    ) -> Between:
        """Gather what can be in the way."""
        bases = [(f"element:{name}", box) for name, box in some]
        across = list(fences(self.land, one, other))
        hiding = list(veils(self.land, self.mu, one, other))
        return Between(bases, gap, across, self.smoke, hiding)

    def _between_near(self, one: Stand, other: Stand, near: Between) -> Between:
        """Add the terrain that can be in the way, unless all of it is far off."""
        if not is_terrain_near(self.land, one, other):
            return near
        across = list(fences(self.land, one, other))
        hiding = list(veils(self.land, self.mu, one, other))
        return Between(near.bases, near.gap, across, near.opaque, hiding)

    def _found(
        self, a: ElementId, other: Stand, *, shot: bool, skip: Collection[ElementId]
    ) -> View:
        """Look: at a glance if possible, else thoroughly."""
        one = self.stand(a)
        direct = one.box.centre, other.box.centre
        if is_within(one.box, other.box, TOUCH):
            return View(*direct)
        if gully := rim_between(self.mu, one, other):
            return View(*direct, (Hindrance("gully", gully.feature),))
        gap, eye = self._gap(a), viewpoint(self.ctx, a)
        bases = [one for one in self._bases(one, other, gap, shot=shot) if one[0] not in skip]
        between = self._between(one, other, gap, bases)
        if line := straight(eye, other.box, between):
            return View(*line)
        if rank := closed_rank(eye, other.box, between):
            return View(*direct, tuple(hindrance_named(str(name)) for name in rank))
        found = sight(eye, other.box, between)
        return View(found.start, found.end, tuple(hindrance_named(str(name)) for name in found.by))

    @rule("IDG-4.3.3", "IDG-4.3.4")
    def _bases(
        self, one: Stand, other: Stand, gap: int, *, shot: bool
    ) -> list[tuple[ElementId, Box]]:
        """List the elements that can be in the way."""
        lofty = one.high or other.high
        from_above = not shot and (lofty or one.hill is not None or other.hill is not None)
        level = not lofty and not from_above and not self.land.gullies
        near = amid(self.position.places(self.ctx), one.box, other.box, gap)
        if level and not self.land.works and not self.ctx.world.engines:
            return near
        elements, found = self.ctx.world.elements, list[tuple[ElementId, Box]]()
        for name, box in near:
            if level and not elements[name].aboard:
                found.append((name, box))
                continue
            stand = self.stand(name)
            if stand.gully is not None and stand.gully not in (one.gully, other.gully):
                continue
            if (stand.high and not lofty) or (from_above and not stand.hill and not stand.high):
                continue
            found.append((name, box))
        return found

    def _eye(self, element: ElementId) -> tuple[int, Eye, bool]:
        """Give through which gap an element sees, and from where, and whether smoke blinds it."""
        if trace.listener is not None:
            return self._gap(element), viewpoint(self.ctx, element), False
        eyes = self.position.eyes
        known = eyes.get(element)
        if known is None:
            eye = viewpoint(self.ctx, element)
            points = eye.corners if isinstance(eye, Box) else eye
            blind = is_shrouded(self.smoke, points)
            known = eyes[element] = self._gap(element), eye, blind
        return known

    def _is_shrouded(self, box: Box) -> bool:
        """Is a base so deep in smoke that it is hidden? Whoever records rules looks closely."""
        if trace.listener is not None:
            return False
        shrouds = self.position.shrouds
        known = shrouds.get(box)
        if known is None:
            known = shrouds[box] = is_shrouded(self.smoke, box.corners)
        return known

    @rule("IDG-4.3.5", "IDG-A23")
    def _gap(self, element: ElementId) -> int:
        """Give how wide a gap must be for an element to see through: as deep as its base."""
        return base_size(self.ctx, profile_of(self.ctx, element)).depth


def _around(boxes: Sequence[Box]) -> Box:
    """Give a box that faces like the first of some bases around all of them."""
    rx, ry = boxes[0].right
    corners = [corner for box in boxes for corner in box.corners]
    across = [x * rx + y * ry for x, y in corners]
    along = [x * ry - y * rx for x, y in corners]
    left, right, rear, front = min(across), max(across), min(along), max(along)
    u, v = (left + right) / 2, (rear + front) / 2
    centre = u * rx + v * ry, u * ry - v * rx
    return Box(centre, (rx, ry), (right - left) / 2, (front - rear) / 2)


class _Kept:
    """The views that were asked for last."""

    latest: Lookout | None = None


_KEPT: Final = _Kept()


def lookout(ctx: IdgCtx) -> Lookout:
    """Give the views of a position; whoever records rules looks anew."""
    position, latest = position_of(ctx), _KEPT.latest
    if trace.listener is not None:
        return Lookout(ctx, position)
    if latest is None or latest.position is not position or latest.ctx is not ctx:
        latest = _KEPT.latest = Lookout(ctx, position)
    return latest
