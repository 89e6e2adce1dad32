"""Reading where somebody wants a unit to stand as a way to get there.

A unit is dragged as a whole. It swings there in one curve, or everybody goes straight and turns on
the way; it wheels and goes on, or goes on and wheels, or turns about first: whatever is allowed and
comes nearest. Whoever is dragged onto an enemy charges him and lays his front on the edge that may
be struck.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import cos, hypot, sin
from typing import Final, TypeAlias

from walstatt.boards.contact import distance, overlap
from walstatt.boards.formation import conformed, front_corners
from walstatt.boards.paths import Slide, Wheel, after
from walstatt.boards.pose import (
    FULL_TURN,
    QUARTER_TURN,
    RADIANS,
    Point,
    Pose,
    Spot,
    between,
    swung,
)
from walstatt.boards.rectangle import EDGES, Rectangle
from walstatt.games.idg.contacting import attack_flaws, may_strike_flank, target_flaws
from walstatt.games.idg.facing import facing_of
from walstatt.games.idg.ghosts import centre_at
from walstatt.games.idg.marching import Judge
from walstatt.games.idg.stopping import Brake, Legs
from walstatt.games.idg.world import TOUCH, ElementId, is_baggage, rect_of

Poses: TypeAlias = dict[ElementId, Pose]

SNAP: Final = 0.5
"""How near an enemy, in MU, a unit is dragged that means to charge him."""
JUDGED: Final = 4
"""How many ways are judged before places on the best of them are tried."""
FAR: Final = 40_000
"""How far away, in 0.1 mm, a unit still turns about a point; from farther it goes straight."""
SPREAD: Final = 600.0
"""What a turn by a radian counts for, in 0.1 mm, where places are compared."""


class Plan:
    """Finds ways for one unit."""

    def __init__(self, judge: Judge) -> None:
        self.judge, self.ctx = judge, judge.ctx
        self.brake = Brake(judge)

    @cached_property
    def rects(self) -> dict[ElementId, Rectangle]:
        """Give the ground of the elements that move, where they stand now."""
        return {one: self.judge.rect(one, pose) for one, pose in self.judge.before.items()}

    # -- reading a wish ---------------------------------------------------------------------------

    def dragged(self, element: ElementId, numbers: tuple[int, ...]) -> Poses:
        """Carry all who move along with an element whose centre is put somewhere."""
        here = centre_at(self.ctx, element, self.judge.before[element])
        x, y, *more = numbers
        by = between(here.facing, more[0] % FULL_TURN) if more else 0
        if self.judge.orders.purpose == "face":
            return {key: _faced(pose, by) for key, pose in self.judge.before.items()}
        if self.judge.orders.purpose == "join":
            pose = self.judge.before[element]
            return {element: _carried(pose, here.spot, by, (x - here.x, y - here.y))}
        shift = (x - here.x, y - here.y)
        moved = self.judge.before.items()
        return {key: _carried(pose, here.spot, by, shift) for key, pose in moved}

    def meant(self, ends: Poses) -> Legs:
        """Give the way to some places: one that is allowed, or the plainest of all."""
        first: Legs = ()
        for number, legs in enumerate(self.ways(ends)):
            first = first or legs
            if number < JUDGED and self.judge.is_legal(legs):
                return legs
        return first

    def nearest(self, legs: Legs) -> Legs:
        """Find the allowed move that comes nearest to where one would lead."""
        ends = self.judge.ends(legs)
        tried = list[tuple[float, int, Legs]]()
        others = (way for way in self.ways(ends) if way != legs)
        for number, way in enumerate((legs, *others)):
            found = self.brake.measured(way)
            if found:
                tried.append((self._off(found, ends), number, found))
        tried.sort(key=lambda one: one[:2])
        for _, _, found in tried[:JUDGED]:
            for cut in (found, self.brake.clear(found)):
                if cut and self.judge.is_legal(cut):
                    return cut
        return self.brake.sought(tried[0][2]) if tried else ()

    def _off(self, legs: Legs, ends: Poses) -> float:
        """Measure how far a move ends from some places, turns included."""
        found = self.judge.ends(legs)
        total = 0.0
        for key, pose in ends.items():
            there = found[key]
            total += hypot(there.x - pose.x, there.y - pose.y)
            total += abs(between(there.facing, pose.facing)) * RADIANS * SPREAD
        return total

    # -- ways -------------------------------------------------------------------------------------

    def ways(self, ends: Poses) -> Iterator[Legs]:
        """Propose ways to some places, those of a charge first."""
        if self.judge.orders.purpose in ("face", "join", "enter"):
            yield (Slide(ends),)
            return
        for aim in (*self.charges(ends), ends):
            if len(aim) == len(self.judge.before):
                yield from self.ways_to(aim)

    def ways_to(self, ends: Poses) -> Iterator[Legs]:
        """Propose ways that end in just these places."""
        before = self.judge.before
        first = next(iter(before))
        by = between(before[first].facing, ends[first].facing)
        pole = _pole(before[first], ends[first], by) if by and len(before) > 1 else None
        if pole is not None:
            yield (Wheel(pole, by),)
        yield (Slide(ends),)
        if not by:
            return
        pivot = self._inner_corner(by)
        wheel = Wheel(pivot, by)
        turned = after(wheel, before)
        yield (wheel, Slide(ends)) if turned != ends else (wheel,)
        dx, dy = ends[first].x - turned[first].x, ends[first].y - turned[first].y
        moved = {key: Pose(one.x + dx, one.y + dy, one.facing) for key, one in before.items()}
        yield Slide(moved), Wheel((pivot[0] + dx, pivot[1] + dy), by)
        if abs(by) > QUARTER_TURN:
            yield self._about(ends, by)

    def _inner_corner(self, by: int) -> Spot:
        facing = facing_of(self.ctx, self.judge.unit)
        left, right = front_corners(list(self.rects.values()), facing)
        x, y = right if by > 0 else left
        return round(x), round(y)

    def _about(self, ends: Poses, by: int) -> Legs:
        """Let everybody turn on the spot, then take the nearest of the places."""
        spun = {key: _faced(pose, by) for key, pose in self.judge.before.items()}
        left, taken = dict(ends), Poses()
        for key, pose in spun.items():
            base = self.judge.bases[key]
            fit = [one for one in left if self.judge.bases[one] == base] or list(left)
            near = min(fit, key=lambda one: hypot(left[one].x - pose.x, left[one].y - pose.y))
            taken[key] = left.pop(near)
        return Slide(spun), Slide(taken)

    # -- charging ---------------------------------------------------------------------------------

    def charges(self, ends: Poses) -> Iterator[Poses]:
        """Propose places in contact with the enemies upon whom a unit was put."""
        met = self._nearest_foe(ends)
        if met is not None:
            yield from self.charge(*met, ends[met[0]])

    def charge(self, element: ElementId, foe: ElementId, wished: Pose) -> Iterator[Poses]:
        """Propose places for all if an element lays its front on an enemy, as near as can be."""
        if not self._may_charge(foe):
            return
        target, own = rect_of(self.ctx, foe), self.judge.rect(element, wished)
        flank = may_strike_flank(self.ctx, element, foe)
        edges = EDGES if flank else EDGES[:1]
        poses = [conformed(own, target, edge, least=2 * TOUCH) for edge in edges]
        pose = min(poses, key=lambda one: _apart(one, wished))
        yield self.carried(element, pose)

    def carried(self, element: ElementId, end: Pose) -> Poses:
        """Carry all who move along with one of them."""
        start = self.judge.before[element]
        by, shift = between(start.facing, end.facing), (end.x - start.x, end.y - start.y)
        moved = self.judge.before.items()
        return {key: _carried(pose, start.spot, by, shift) for key, pose in moved}

    def turned_about(self, by: int, around: Point) -> Poses:
        """Turn all who move round a point."""
        moved = self.judge.before.items()
        return {key: _carried(pose, around, by, (0, 0)) for key, pose in moved}

    def _nearest_foe(self, ends: Poses) -> tuple[ElementId, ElementId] | None:
        """Find the enemy upon whom, or near to whom, somebody was put."""
        far = SNAP * self.ctx.content.mu
        units, elements = self.ctx.world.units, self.ctx.world.elements
        found = list[tuple[float, ElementId, ElementId]]()
        for key, pose in ends.items():
            rect = self.judge.rect(key, pose)
            for foe in self.judge.crowd.near(rect, far):
                if units[elements[foe].unit].side != self.judge.side:
                    other = self.judge.crowd[foe]
                    found.append((distance(rect, other) - max(0.0, overlap(rect, other)), key, foe))
        if not found:
            return None
        _, key, foe = min(found)
        return key, foe

    def _may_charge(self, foe: ElementId) -> bool:
        unit = self.ctx.world.elements[foe].unit
        if any(target_flaws(self.ctx, self.judge.unit, unit)):
            return False
        return is_baggage(self.ctx, unit) or not any(attack_flaws(self.ctx, self.judge.unit))


def _faced(pose: Pose, by: int) -> Pose:
    return Pose(pose.x, pose.y, (pose.facing + by) % FULL_TURN)


def _carried(pose: Pose, around: Point, by: int, shift: Spot) -> Pose:
    """Turn a pose round a point, then shift it."""
    turned = swung(pose, around, by) if by else pose
    return Pose(turned.x + shift[0], turned.y + shift[1], turned.facing)


def _pole(start: Pose, end: Pose, by: int) -> Spot | None:
    """Find the point about which a turn takes one pose to the other; None if it is too far away."""
    c, s = cos(by * RADIANS), sin(by * RADIANS)
    x, y = end.x - (c * start.x - s * start.y), end.y - (s * start.x + c * start.y)
    twice = 2 * (1 - c)
    if twice < 1e-9:
        return None
    px, py = ((1 - c) * x - s * y) / twice, (s * x + (1 - c) * y) / twice
    return (round(px), round(py)) if hypot(px - start.x, py - start.y) < FAR else None


def _apart(one: Pose, other: Pose) -> float:
    turn = abs(between(one.facing, other.facing)) * RADIANS
    return hypot(one.x - other.x, one.y - other.y) + turn * SPREAD
