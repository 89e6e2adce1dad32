"""Pouring through a breach or a smashed gate: one by one, and close together behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Final, NamedTuple

from walstatt.boards.crowd import Crowd
from walstatt.boards.paths import Slide
from walstatt.boards.pose import Base, Point, Pose, apart, shifted
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.boards.terrain import is_in
from walstatt.games.idg.ai.siege import Siege, halfway
from walstatt.games.idg.burning import burning_areas
from walstatt.games.idg.forts import high_works, is_half_up, work_under
from walstatt.games.idg.land import THIN
from walstatt.games.idg.marching import Judge
from walstatt.games.idg.stopping import Legs
from walstatt.games.idg.world import ElementId, Feature

NEAR: Final = 16.0
"""How far, in inches, from a gap troops begin to think of pouring through."""
DEEPEST: Final = 14.0
"""How many inches behind a gap they look for places."""
STEP: Final = 0.4
"""How many inches apart such places are tried."""
ASIDE: Final = 10.0
"""How many inches beside the gap they are tried."""
SILL: Final = 0.1
"""How many inches before and behind a wall its gap has to be passed straight."""
SHARES: Final = (1.0, 0.75, 0.5)
"""Which parts of the way behind a gap are tried, until everybody keeps together."""
CLOSE_UP: Final = 1.02
"""How much more room than its depth an element has in the lane to a gap."""


class Lane(NamedTuple):
    """A gap as those see it who go in: its middle, facing inward, and half its width."""

    sill: Pose
    half: float

    def at(self, ahead: float, right: float = 0.0) -> Pose:
        """Give a place so far inside, or outside if negative."""
        return shifted(self.sill, ahead, right)

    def local(self, spot: Point) -> Point:
        """Tell how far to the right of the lane a point is, and how far inside."""
        box = rectangle(self.sill, Base(1, 1))
        right, ahead = box.local(spot)
        return right, ahead - box.half_depth


def lane_of(siege: Siege, gap: Feature) -> Lane | None:
    """Look at a gap from outside."""
    if siege.heart is None:
        return None
    return Lane(siege.sill_of(gap), apart(gap.via[0], gap.via[-1]) / 2)


class Storm:
    """One unit that pours through one gap."""

    def __init__(self, siege: Siege, judge: Judge, lane: Lane) -> None:
        self.siege, self.judge, self.lane = siege, judge, lane
        self.inch = judge.ctx.content.mu
        self._good: dict[Pose, bool] = {}
        bases = judge.bases.values()
        self.base = Base(max(one.width for one in bases), max(one.depth for one in bases))

    def moves(self, most: float) -> Iterator[Legs]:
        """Go in as far as may be, everybody by himself but keeping together."""
        for deep in self._depths(most):
            inside = self._inside(deep)
            queue = self._queue(inside)
            in_gap = [one for one in queue if self.lane.local(one.spot)[1] >= 0]
            for posts, onward in product(([*inside, *queue], [*inside, *in_gap]), (False, True)):
                legs = self._poured(posts, most, onward=onward)
                if legs and self.judge.is_legal(legs):
                    yield legs
                    return

    def _depths(self, most: float) -> Iterator[float]:
        """Think of how far in to go: so that the last gets in, or only the first."""
        reached = [self._deepest(one.spot, most) for one in self.judge.before.values()]
        for deep in (min(reached), max(reached)):
            for share in SHARES:
                yield min(DEEPEST * self.inch, share * max(0.0, deep))

    def _deepest(self, spot: Point, most: float) -> float:
        """Tell how far inside somebody could be, who may be inside already."""
        ahead = self.lane.local(spot)[1]
        return most + (ahead if ahead > 0 else -apart(spot, self.lane.sill.spot))

    def _poured(self, posts: Sequence[Pose], most: float, *, onward: bool) -> Legs:
        """Give everybody, the nearest first, the farthest free place within reach, or his own."""
        left = list(posts)
        found: dict[ElementId, list[Pose]] = {}
        room = Crowd[ElementId]()
        for element in self.order:
            best = self._farthest(element, left, most, onward) or self._staying(element, room)
            if best is None:
                return ()
            found[element] = best
            room.add(element, rectangle(best[-1], self.base))
            left = [one for one in left if not room.overlapping(rectangle(one, self.base))]
        return in_step(found)

    def _farthest(
        self, element: ElementId, posts: Sequence[Pose], most: float, onward: bool
    ) -> list[Pose] | None:
        start = self.judge.before[element]
        for post in posts:
            way = self.way(start, post, onward=onward)
            if _length(start, way) <= most:
                return way
        return None

    def _staying(self, element: ElementId, room: Crowd[ElementId]) -> list[Pose] | None:
        """Leave somebody where he is, if nobody takes that place."""
        start = self.judge.before[element]
        return None if room.overlapping(rectangle(start, self.base)) else [start]

    def way(self, start: Pose, post: Pose, *, onward: bool = False) -> list[Pose]:
        """Go straight through the gap, if it lies in between.

        Whoever stands in it, perhaps aslant, may go straight on, until he is clear of the walls.
        """
        (aside, begins), ends = self.lane.local(start.spot), self.lane.local(post.spot)[1]
        way = [post]
        if ends > self.clear > begins:
            is_in_gap = onward and begins > -self.sill
            on = shifted(start, self.clear - begins) if is_in_gap else self.lane.at(self.clear)
            way.insert(0, on)
            if is_in_gap:
                return way
        is_lined_up = self._is_between(aside)
        if ends > -self.sill and begins < 0 and not (is_lined_up and begins > -self.sill):
            way.insert(0, self.lane.at(-self.sill))
        return way

    @cached_property
    def clear(self) -> float:
        """Tell how far inside a front is clear of the wall with all behind it."""
        return self.base.depth + self.sill

    def _is_between(self, aside: float) -> bool:
        """Is there room for somebody so far aside between the ends of the wall?"""
        return abs(aside) + self.base.width / 2 <= self.lane.half

    @cached_property
    def sill(self) -> float:
        """Tell how far before and behind its middle a gap has to be passed straight."""
        walls = (work.feature.width or THIN for work in high_works(self.judge.ctx))
        return max(walls, default=THIN) / 2 + SILL * self.inch

    @cached_property
    def order(self) -> list[ElementId]:
        """List everybody, who is farthest in first."""
        before = self.judge.before
        sill = self.lane.sill.spot

        def late(one: ElementId) -> tuple[bool, float]:
            ahead = self.lane.local(before[one].spot)[1]
            return ahead < 0, apart(before[one].spot, sill) * (1 if ahead < 0 else -1)

        return sorted(before, key=late)

    def _inside(self, deep: float) -> list[Pose]:
        """Pack the free ground inside, from the middle or either side, as closely as may be."""
        wide = int(ASIDE / STEP)
        across = list(range(-wide, wide + 1))
        ways = (sorted(across, key=abs), across, across[::-1])
        return max((self._packed(one, deep) for one in ways), key=len)

    def _packed(self, across: Sequence[int], deep: float) -> list[Pose]:
        """Fill row after row, beginning so far inside."""
        room, found = Crowd[int](), list[Pose]()
        step, count = STEP * self.inch, len(self.judge.before)
        for row in range(int(deep / step), 0, -1):
            for offset in across:
                pose = self.lane.at(row * step, offset * step)
                if self._is_free(pose, room):
                    room.add(len(found), rectangle(pose, self.base))
                    found.append(pose)
                    if len(found) == count:
                        return found
        return found

    def _is_free(self, pose: Pose, room: Crowd[int]) -> bool:
        if pose not in self._good:
            aside, ahead = self.lane.local(pose.spot)
            fits = ahead >= self.clear or self._is_between(aside)
            self._good[pose] = fits and self._is_good(rectangle(pose, self.base))
        return self._good[pose] and not room.overlapping(rectangle(pose, self.base))

    def _is_good(self, rect: Rectangle) -> bool:
        """May somebody stand in a place inside, whoever else of his unit does?"""
        if not self.siege.is_inside(rect):
            return False
        if is_half_up(self.judge.ctx, rect) or work_under(self.judge.ctx, rect):
            return False
        if any(is_in(rect, area) for area in burning_areas(self.judge.ctx)):
            return False
        return not self.judge.crowd.overlapping(rect)

    def _queue(self, inside: Sequence[Pose]) -> list[Pose]:
        """Line up in the gap and before it."""
        taken = Crowd[int]({n: rectangle(one, self.base) for n, one in enumerate(inside)})
        deep = self.base.depth * CLOSE_UP
        count = len(self.judge.before)
        spots = [self.lane.at((2 - n) * deep) for n in range(count + 3)]
        free = [one for one in spots if not taken.overlapping(rectangle(one, self.base))]
        return [one for one in free if not self.judge.crowd.overlapping(rectangle(one, self.base))]


def in_step(ways: Mapping[ElementId, list[Pose]]) -> Legs:
    """Let everybody go his way, all arriving with the last leg."""
    steps = max(len(way) for way in ways.values())
    legs = list[Slide[ElementId]]()
    for n in range(steps):
        poses = {
            one: way[n - steps + len(way)] for one, way in ways.items() if n - steps + len(way) >= 0
        }
        legs.append(Slide(poses))
    return tuple(legs)


def _length(start: Pose, way: Sequence[Pose]) -> float:
    """Measure a way along the middle of a front."""
    gone, here = 0.0, start
    for pose in way:
        gone += apart(here.spot, pose.spot)
        here = pose
    return gone


def stormings(siege: Siege, judge: Judge, start: Point, most: float) -> Iterator[Legs]:
    """Pour through the nearest gaps."""
    near = sorted(siege.gaps, key=lambda one: apart(halfway(one), start))
    for gap in near[:2]:
        if apart(halfway(gap), start) > NEAR * judge.ctx.content.mu:
            return
        lane = lane_of(siege, gap)
        if lane is not None:
            yield from Storm(siege, judge, lane).moves(most)
