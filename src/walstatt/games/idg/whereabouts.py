"""Where everybody stands, worked out once and brought up to date as units move.

It lives beside the world and belongs to no part of it: whoever asks gets what fits the world as it
is now. What has not changed since the last question is known again by its records, which are never
changed in place; so it serves clones and foreseen moves alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import count
from math import inf
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from walstatt.boards.contact import is_any_upon_another, is_within
from walstatt.boards.crowd import Crowd
from walstatt.boards.formation import is_chain, majority_facing
from walstatt.boards.pose import Base, Pose
from walstatt.boards.rectangle import Box, Rectangle, rectangle
from walstatt.games.idg.content import ENEMY, SEATS, IdgContent
from walstatt.games.idg.levels import takes_ground
from walstatt.games.idg.registers import Reader, Register, stamp_of
from walstatt.games.idg.seen_last import SeenLast
from walstatt.games.idg.troops import TroopClass
from walstatt.games.idg.world import (
    IN_PLAY,
    TOUCH,
    Element,
    ElementId,
    Engine,
    IdgCtx,
    rects_of,
    shown,
    troop_of,
)
from walstatt.kernel.ids import Seat, UnitId

Hull: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom of a box along the edges of the table."""
Touching: TypeAlias = tuple[tuple[ElementId, ElementId], ...]
KEPT: Final = 2_048
_VERSIONS: Final = count()


class Place(NamedTuple):
    """One unit on the table: who shows, the ground they cover, and the box around them."""

    side: Seat
    seen: bool
    """Whether everybody sees it."""
    elements: tuple[ElementId, ...]
    rects: tuple[Rectangle, ...]
    hull: Hull
    facing: int
    """As most of its elements do. IDG-A56."""
    troop: TroopClass
    dummy: bool
    folded: bool
    marks: tuple[tuple[ElementId, float, float, Rectangle], ...]
    """Who of them takes ground, and the middle of each."""

    @property
    def taken(self) -> list[Rectangle]:
        """List the bases that take ground."""
        return [rect for _, _, _, rect in self.marks]


_Boxes: TypeAlias = dict[UnitId, tuple[tuple[UnitId, Place], float, float, float, float]]
_looks: Final = attrgetter("status", "elements", "form", "folded", "side", "dummy")
"""What a unit's place on the table depends on."""


def _stands_still(was: Element, now: Element) -> bool:
    """Is all as it was that the place of an element on the table depends on?"""
    return (
        was.pose == now.pose
        and was.profile == now.profile
        and was.aboard == now.aboard
        and was.general == now.general
        and was.unit == now.unit
    )


class Whereabouts:
    """All units on the table."""

    __slots__ = (
        "_boxes",
        "_crowd",
        "_gathered",
        "_seen",
        "content",
        "elements",
        "engines",
        "formed",
        "near",
        "places",
        "touches",
        "units",
        "version",
    )

    def __init__(self, ctx: IdgCtx) -> None:
        world = ctx.world
        self.content: IdgContent = ctx.content
        self.elements = Reader(world.elements)
        self.units = Reader(world.units)
        self.engines: dict[str, Engine] = world.engines.copy()
        self.places: dict[UnitId, Place] = {}
        self._boxes: _Boxes = {}
        """Everybody from where to where, from left to right and from top to bottom."""
        self._seen: dict[Seat, _Boxes] = {seat: {} for seat in SEATS}
        """The same of those whom everybody sees, by their side."""
        self._crowd = Crowd[ElementId]()
        self._gathered = dict[UnitId, Place]()
        """Who stands in the crowd, and where he stood when he was put there."""
        self.version = next(_VERSIONS)
        """Another one whenever anybody has changed."""
        self.near = set[tuple[UnitId, UnitId]]()
        """Pairs of enemies, both seen, whose boxes are an inch apart at most."""
        self.touches = dict[tuple[UnitId, UnitId], tuple[Place, Place, Touching]]()
        self.formed = dict[UnitId, tuple[Place, bool]]()
        """Who hangs together, as long as he does not move."""
        for unit, one in world.units.items():
            if one.status in IN_PLAY:
                self._put(ctx, unit)

    def fits(self, ctx: IdgCtx) -> bool:
        """Is it of this battle, as it is now?"""
        world = ctx.world
        if self.content is not ctx.content or self.engines != world.engines:
            return False
        elements, units = world.elements, world.units
        return self.elements.stamp == stamp_of(elements) and self.units.stamp == stamp_of(units)

    def follow(self, ctx: IdgCtx) -> None:
        """Look again at those who have changed."""
        units = ctx.world.units
        changed: set[UnitId] = set()
        elements = ctx.world.elements
        told = () if self.elements.stamp == stamp_of(elements) else self.elements.news(elements)
        for _, was, now in told:
            if was is None or now is None or not _stands_still(was, now):
                if was is not None:
                    changed.add(was.unit)
                if now is not None:
                    changed.add(now.unit)
        for unit, before, after in self.units.news(units):
            if before is None or after is None or _looks(before) != _looks(after):
                changed.add(unit)
        if changed:
            self._look_at(ctx, changed)

    def _look_at(self, ctx: IdgCtx, changed: set[UnitId]) -> None:
        """Put those anew who have changed."""
        units = ctx.world.units
        self.version = next(_VERSIONS)
        for unit in changed & self.places.keys():
            self._take_away(unit)
        for unit in units if len(changed) > 1 else changed:
            if unit in changed and units[unit].status in IN_PLAY:
                self._put(ctx, unit)

    def can_follow(self, ctx: IdgCtx) -> bool:
        """Is it of the same battle, some time before or after?"""
        return (
            self.content is ctx.content
            and self.engines == ctx.world.engines
            and self.units.has_all_of(ctx.world.units)
        )

    @property
    def crowd(self) -> Crowd[ElementId]:
        """Give the bases of all who are seen, gathered only when somebody asks for them."""
        crowd, known, places = self._crowd, self._gathered, self.places
        for unit in [unit for unit, place in known.items() if places.get(unit) is not place]:
            for element, _, _, _ in known.pop(unit).marks:
                crowd.remove(element)
        for unit, place in places.items():
            if place.seen and unit not in known:
                known[unit] = place
                for element, _, _, rect in place.marks:
                    crowd.add(element, rect)
        return crowd

    # -- one unit ---------------------------------------------------------------------------------

    def _put(self, ctx: IdgCtx, unit: UnitId) -> None:
        one, elements, engines = ctx.world.units[unit], shown(ctx, unit), ctx.world.engines
        if not elements:
            return
        rects = tuple(rects_of(ctx, unit))
        self.places[unit] = place = Place(
            one.side,
            one.status == "table",
            elements,
            rects,
            hull_of_rects(rects),
            majority_facing([rect.pose for rect in rects]),
            troop_of(ctx, unit),
            one.dummy,
            one.folded,
            tuple(
                [
                    (name, *rect.centre, rect)
                    for name, rect in zip(elements, rects, strict=True)
                    if not engines or takes_ground(ctx, name)
                ]
            ),
        )
        left, top, right, bottom = place.hull
        box = self._boxes[unit] = (unit, place), left, right, top, bottom
        if place.seen:
            self._seen[place.side][unit] = box
            self._show(ctx, unit, place)

    def _show(self, ctx: IdgCtx, unit: UnitId, place: Place) -> None:
        for other, _ in self.foes_around(place.side, place.hull, ctx.content.mu):
            self.near.add((unit, other) if unit < other else (other, unit))

    def _take_away(self, unit: UnitId) -> None:
        place = self.places.pop(unit)
        del self._boxes[unit]
        if place.seen:
            del self._seen[place.side][unit]
            if self.near:
                self.near = {pair for pair in self.near if unit not in pair}

    # -- asking -----------------------------------------------------------------------------------

    def around(self, hull: Hull, reach: float) -> list[tuple[UnitId, Place]]:
        """List the units whose boxes come so near to a box, concealed ones included."""
        return _within(self._boxes, hull, reach)

    def foes_around(self, side: Seat, hull: Hull, reach: float) -> list[tuple[UnitId, Place]]:
        """List the enemies of a side whom everybody sees and whose boxes come so near to a box."""
        return _within(self._seen[ENEMY[side]], hull, reach)

    def touching(self, unit: UnitId, other: UnitId) -> Touching:
        """List which elements of two units touch, as long as neither moves without measuring."""
        own, them = self.places.get(unit), self.places.get(other)
        if own is None or them is None:
            return ()
        known = self.touches.get((unit, other))
        if known is None or known[0] is not own or known[1] is not them:
            known = self.touches[unit, other] = own, them, _touching(own, them)
        return known[2]

    def foes_close_to(self, unit: UnitId) -> list[UnitId]:
        """List the enemies an inch away at most from a unit; both are seen."""
        return [b if a == unit else a for a, b in self.near if unit in (a, b)]


def _within(boxes: _Boxes, hull: Hull, reach: float) -> list[tuple[UnitId, Place]]:
    left, top, right, bottom = hull
    left, top, right, bottom = left - reach, top - reach, right + reach, bottom + reach
    return [
        found
        for found, low, high, near, far in boxes.values()
        if left <= high and low <= right and top <= far and near <= bottom
    ]


def _touching(own: Place, them: Place) -> Touching:
    left, top, right, bottom = them.hull
    foes = tuple(zip(them.elements, them.rects, strict=True))
    found = list[tuple[ElementId, ElementId]]()
    for one, rect in zip(own.elements, own.rects, strict=True):
        x, y = rect.centre
        far = rect.radius + TOUCH
        if left - far <= x <= right + far and top - far <= y <= bottom + far:
            found += [(one, foe) for foe, box in foes if is_within(rect, box, TOUCH)]
    return tuple(found)


def hull_of_rects(boxes: Iterable[Box]) -> Hull:
    """Give the box around several bases; the way each faces tells which corner is outermost."""
    left, top, right, bottom = inf, inf, -inf, -inf
    for box in boxes:
        rx, ry = box.right
        a, b, c, d = box.corners
        if ry < 0:
            a, b, c, d = (c, d, a, b) if rx < 0 else (b, c, d, a)
        elif rx <= 0:
            a, b, c, d = d, a, b, c
        if d[0] < left:  # noqa: PLR1730 - four times as fast as min and max
            left = d[0]
        if b[0] > right:  # noqa: PLR1730
            right = b[0]
        if a[1] < top:  # noqa: PLR1730
            top = a[1]
        if c[1] > bottom:  # noqa: PLR1730
            bottom = c[1]
    return left, top, right, bottom


def is_formed(rects: tuple[Rectangle, ...], gap: float) -> bool:
    """Do bases hang together, and none of them stand on another?"""
    x, y, _ = rects[0].pose
    poses = tuple([(one.pose[0] - x, one.pose[1] - y, one.pose[2]) for one in rects])
    return _is_formed(poses, tuple([one.base for one in rects]), gap)


@lru_cache(maxsize=KEPT)
def _is_formed(
    poses: tuple[tuple[int, int, int], ...], bases: tuple[Base, ...], gap: float
) -> bool:
    rects = [rectangle(Pose(*pose), base) for pose, base in zip(poses, bases, strict=True)]
    return not is_any_upon_another(rects) and is_chain(rects, gap)


_KEPT: Final = SeenLast()


def whereabouts(ctx: IdgCtx) -> Whereabouts:
    """Give where everybody stands now; it holds until somebody moves."""
    last = _KEPT.last
    if last is not None:
        world = ctx.world
        elements, units = world.elements, world.units
        if type(elements) is not Register or type(units) is not Register:
            if last.fits(ctx):
                return last
        elif (  # as `fits` tells, without a call: nothing is asked so often
            last.elements.stamp == elements.stamp
            and last.units.stamp == units.stamp
            and last.content is ctx.content
            and last.engines == world.engines
        ):
            return last
    _KEPT.last = None
    if last is not None and last.can_follow(ctx):
        last.follow(ctx)
    else:
        last = Whereabouts(ctx)
    _KEPT.last = last
    return last


def place_of(ctx: IdgCtx, unit: UnitId) -> Place | None:
    """Give where a unit stands; None if it is not on the table."""
    return whereabouts(ctx).places.get(unit)
