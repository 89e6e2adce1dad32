"""Where everybody stands, worked out once and brought up to date as units move.

It lives beside the world and belongs to no part of it: whoever asks gets what fits the world as it
is now. What has not changed since the last question is known again by its records, which are never
changed in place; so it serves clones and foreseen moves alike.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import count
from threading import local
from typing import Final, NamedTuple, TypeAlias

from walstatt.boards.contact import OVERLAP, is_within, overlap
from walstatt.boards.crowd import Crowd
from walstatt.boards.formation import is_chain, majority_facing
from walstatt.boards.pose import Base, Pose
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.games.idg.content import IdgContent
from walstatt.games.idg.levels import takes_ground
from walstatt.games.idg.registers import Read, Register, changed_keys, read_of, stamp_of
from walstatt.games.idg.troops import TroopClass
from walstatt.games.idg.world import (
    IN_PLAY,
    TOUCH,
    Element,
    ElementId,
    Engine,
    IdgCtx,
    Unit,
    base_under,
    shown,
    troop_of,
)
from walstatt.kernel.ids import Seat, UnitId

Hull: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom of a box along the edges of the table."""
Touching: TypeAlias = tuple[tuple[ElementId, ElementId], ...]
KEPT: Final = 16_384
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


class Whereabouts:
    """All units on the table."""

    __slots__ = (
        "content",
        "crowd",
        "elements",
        "engines",
        "formed",
        "logs",
        "near",
        "places",
        "stamps",
        "touches",
        "units",
        "version",
    )

    def __init__(self, ctx: IdgCtx) -> None:
        world = ctx.world
        self.content: IdgContent = ctx.content
        self.elements: dict[ElementId, Element] = dict(world.elements)
        self.units: dict[UnitId, Unit] = dict(world.units)
        self.stamps: tuple[object, object] = ((), ())
        self.logs: tuple[Read, Read] = (None, 0), (None, 0)
        self._remember(ctx)
        self.engines: dict[str, Engine] = world.engines.copy()
        self.places: dict[UnitId, Place] = {}
        self.crowd = Crowd[ElementId]()
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
        if type(elements) is Register and type(units) is Register:
            return self.stamps[0] == elements.stamp and self.stamps[1] == units.stamp
        return self.stamps == (stamp_of(elements), stamp_of(units))

    def _remember(self, ctx: IdgCtx) -> None:
        elements, units = ctx.world.elements, ctx.world.units
        self.stamps = stamp_of(elements), stamp_of(units)
        self.logs = read_of(elements), read_of(units)

    def follow(self, ctx: IdgCtx) -> None:
        """Look again at those who have changed."""
        world, changed = ctx.world, set[UnitId]()
        for key in changed_keys(world.elements, self.elements, self.logs[0]):
            was, now = self.elements.pop(key, None), world.elements.get(key)
            if now is not None:
                self.elements[key] = now
            if was is None or now is None or (was is not now and _stands(was) != _stands(now)):
                changed |= {one.unit for one in (was, now) if one is not None}
        for unit in changed_keys(world.units, self.units, self.logs[1]):
            before, after = self.units[unit], world.units[unit]
            self.units[unit] = after
            if before is not after and _looks(before) != _looks(after):
                changed.add(unit)
        units = world.units
        self._remember(ctx)
        if changed:
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
            and self.units.keys() == ctx.world.units.keys()
        )

    # -- one unit ---------------------------------------------------------------------------------

    def _put(self, ctx: IdgCtx, unit: UnitId) -> None:
        one, elements = ctx.world.units[unit], shown(ctx, unit)
        if not elements:
            return
        poses = tuple([ctx.world.elements[name].pose for name in elements])
        rects = tuple(
            [
                rectangle(pose, base_under(ctx, name))
                for name, pose in zip(elements, poses, strict=True)
            ]
        )
        seen = one.status == "table"
        hull, facing = _hull(rects), _facing(poses)
        place = Place(
            one.side,
            seen,
            elements,
            rects,
            hull,
            facing,
            troop_of(ctx, unit),
            one.dummy,
            one.folded,
            tuple(
                [
                    (name, *rect.centre, rect)
                    for name, rect in zip(elements, rects, strict=True)
                    if not ctx.world.engines or takes_ground(ctx, name)
                ]
            ),
        )
        self.places[unit] = place
        if seen:
            self._show(ctx, unit, place)

    def _show(self, ctx: IdgCtx, unit: UnitId, place: Place) -> None:
        for element, _, _, rect in place.marks:
            self.crowd.add(element, rect)
        for other, there in self.around(place.hull, ctx.content.mu):
            if there.side != place.side and there.seen:
                self.near.add((unit, other) if unit < other else (other, unit))

    def _take_away(self, unit: UnitId) -> None:
        place = self.places.pop(unit)
        if place.seen:
            for element, _, _, _ in place.marks:
                self.crowd.remove(element)
            if self.near:
                self.near = {pair for pair in self.near if unit not in pair}

    # -- asking -----------------------------------------------------------------------------------

    def around(self, hull: Hull, reach: float) -> list[tuple[UnitId, Place]]:
        """List the units whose boxes come so near to a box, concealed ones included."""
        left, top, right, bottom = hull
        left, top, right, bottom = left - reach, top - reach, right + reach, bottom + reach
        return [
            (unit, place)
            for unit, place in self.places.items()
            if left <= (box := place.hull)[2]
            and box[0] <= right
            and top <= box[3]
            and box[1] <= bottom
        ]

    def touching(self, unit: UnitId, other: UnitId) -> Touching:
        """List which elements of two units touch, as long as neither moves without measuring."""
        own, them = self.places[unit], self.places[other]
        known = self.touches.get((unit, other))
        if known is None or known[0] is not own or known[1] is not them:
            known = self.touches[unit, other] = own, them, _touching(own, them)
        return known[2]


def _touching(own: Place, them: Place) -> Touching:
    left, top, right, bottom = them.hull
    foes = tuple(zip(them.elements, them.rects, strict=True))
    found = list[tuple[ElementId, ElementId]]()
    for one, rect in zip(own.elements, own.rects, strict=True):
        (x, y), far = rect.centre, rect.radius + TOUCH
        if left - far <= x <= right + far and top - far <= y <= bottom + far:
            found += [(one, foe) for foe, box in foes if is_within(rect, box, TOUCH)]
    return tuple(found)


def _stands(element: Element) -> tuple[object, ...]:
    """Give what the place of an element on the table depends on."""
    return element.pose, element.profile, element.aboard, element.general, element.unit


def _looks(unit: Unit) -> tuple[object, ...]:
    """Give what a unit's place on the table depends on."""
    return unit.status, unit.elements, unit.form, unit.folded, unit.side, unit.dummy


def _hull(rects: tuple[Rectangle, ...]) -> Hull:
    xs = [corner[0] for rect in rects for corner in rect.corners]
    ys = [corner[1] for rect in rects for corner in rect.corners]
    return min(xs), min(ys), max(xs), max(ys)


def _facing(poses: tuple[Pose, ...]) -> int:
    if len({pose.facing for pose in poses}) == 1:
        return poses[0].facing
    return majority_facing(poses)


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
    for number, one in enumerate(rects):
        for other in rects[:number]:
            if overlap(one, other) > OVERLAP:
                return False
    return is_chain(rects, gap)


class _Kept(local):
    """The positions that were looked at last, for each thread its own."""

    last: Whereabouts | None = None


_KEPT: Final = _Kept()


def whereabouts(ctx: IdgCtx) -> Whereabouts:
    """Give where everybody stands now; it holds until somebody moves."""
    last = _KEPT.last
    if last is not None and last.fits(ctx):
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
