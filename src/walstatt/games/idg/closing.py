"""Closing the gaps of a unit that has come apart: as far as its move allows. IDG-1.5.5.

Groups that are cut off go straight to the others; if that is not enough, the others come to meet
them. Who pays for turning may get farther straight ahead (IDG-8.2.1). What cannot be done because
somebody or something is in the way need not be done.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot, inf, sqrt
from typing import TYPE_CHECKING, Final

from walstatt.boards.contact import distance, nearest
from walstatt.boards.formation import groups
from walstatt.boards.paths import Slide
from walstatt.boards.pose import Point, Pose, heading
from walstatt.boards.rectangle import Rectangle
from walstatt.games.idg.facing import facing_of
from walstatt.games.idg.gaps import widest_link
from walstatt.games.idg.standing import is_coherent, mu, widest_gap
from walstatt.games.idg.world import ElementId, lead_profile, rect_of, rects_of
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.trace import rule

if TYPE_CHECKING:
    from walstatt.games.idg.marching import Judge

SLACK: Final = 0.25
"""By how many inches a gap may be wider than it would have to be."""


@rule("IDG-8.2.5", "IDG-1.5.5", "IDG-1.5.7", "IDG-2.3.2")
def cohesion_flaws(judge: Judge, rects: list[Rectangle]) -> Iterator[Violation]:
    """Keep the unit together, its general too; a gap gets as small as the move allows."""
    if is_coherent(judge.ctx, judge.unit, rects):
        return
    if is_coherent(judge.ctx, judge.unit):
        yield refuse("IDG-8.2.5", "idg.no.march.cohesion")
        return
    left = widest_link(rects)
    if left >= widest_link(rects_of(judge.ctx, judge.unit)):
        yield refuse("IDG-1.5.5", "idg.no.march.gap")
    elif left > _most_left(judge):
        yield refuse("IDG-1.5.5", "idg.no.march.gap_wide")


def _most_left(judge: Judge) -> float:
    """Give how wide the gap may be at most after a move, which is found out once."""
    if judge.gap_left is None:
        judge.gap_left = inf
        found = smallest_gap(judge)
        if found is not None:
            judge.gap_left = found and found + mu(judge.ctx, SLACK)
    return judge.gap_left


def smallest_gap(judge: Judge) -> float | None:
    """Give the widest gap that is left if it is closed as far as can be; 0: it can be closed.

    None: nothing that would help is allowed.
    """
    found = []
    for leg in closing_moves(judge):
        if judge.is_legal((leg,)):
            ends = judge.ends((leg,))
            rects = [judge.rect(one, pose) for one, pose in ends.items()]
            rects += [rect_of(judge.ctx, one) for one in judge.staying]
            found.append(0.0 if is_coherent(judge.ctx, judge.unit, rects) else widest_link(rects))
    return min(found, default=None)


def closing_moves(judge: Judge) -> Iterator[Slide[ElementId]]:
    """List moves that close gaps: those cut off go to the others, both meet, or one goes ahead."""
    parts = _Parts(judge)
    if not parts.others:
        return
    any_way, ahead = (
        max(0.0, mu(judge.ctx, judge.allowance(turns=turns).total)) for turns in (True, False)
    )
    if any_way:
        yield from parts.meeting(any_way)
    if ahead > any_way:
        yield from parts.going_ahead(ahead)


class _Parts:
    """The groups into which a unit has come apart; the main one stays, or is the largest."""

    def __init__(self, judge: Judge) -> None:
        ctx, self.before = judge.ctx, judge.before
        everybody = [*judge.before, *judge.staying]
        self.rects = {one: rect_of(ctx, one) for one in everybody}
        self.most = mu(ctx, widest_gap(lead_profile(ctx, judge.unit)))
        self.ahead = heading(facing_of(ctx, judge.unit))
        found = groups(list(self.rects.values()), self.most)
        parts = [[everybody[one] for one in part] for part in found]
        parts.sort(key=lambda part: (not set(part) & set(judge.staying), -len(part)))
        self.main, self.others = parts[0], parts[1:]

    def meeting(self, reach: float) -> Iterator[Slide[ElementId]]:
        """Let all others go to the main group by the shortest way; then the main one too."""
        alone = dict[ElementId, Pose]()
        for part in self.others:
            alone |= self._moved(part, self._way(part, self.main, reach, self.most / 2))
        yield Slide(alone)
        last = self._farthest()
        far = self._apart(last) - self.most / 2
        if far > reach and self._main_moves():
            way = self._way(self.main, last, min(reach, far - reach), 0.0)
            yield Slide(alone | self._moved(self.main, way))

    @rule("IDG-8.2.1")
    def going_ahead(self, reach: float) -> Iterator[Slide[ElementId]]:
        """Let all others go straight ahead, or else the main group."""
        alone = dict[ElementId, Pose]()
        for part in self.others:
            alone |= self._moved(part, self._way_ahead(part, self.main, reach))
        if alone:
            yield Slide(alone)
        if self._main_moves():
            way = self._way_ahead(self.main, self._farthest(), reach)
            main = self._moved(self.main, way)
            if main:
                yield Slide(main)

    def _main_moves(self) -> bool:
        return all(one in self.before for one in self.main)

    def _farthest(self) -> list[ElementId]:
        return max(self.others, key=self._apart)

    def _apart(self, part: Sequence[ElementId]) -> float:
        rects = self.rects
        return min(distance(rects[one], rects[two]) for one in part for two in self.main)

    def _moved(self, part: Iterable[ElementId], by: Point) -> dict[ElementId, Pose]:
        """Shift a group, rounded so as not to go farther; nobody if it would stay."""
        dx, dy = int(by[0]), int(by[1])
        moving = [one for one in part if one in self.before] if dx or dy else []
        poses = {one: self.before[one] for one in moving}
        return {one: Pose(was.x + dx, was.y + dy, was.facing) for one, was in poses.items()}

    def _between(self, part: Sequence[ElementId], goal: Sequence[ElementId]) -> Point:
        """Give the shortest way from a group to another."""
        rects, pairs = self.rects, ((one, two) for one in part for two in goal)
        one, two = min(pairs, key=lambda pair: distance(rects[pair[0]], rects[pair[1]]))
        (ax, ay), (bx, by) = nearest(rects[one], rects[two])
        return bx - ax, by - ay

    def _way(
        self, part: Sequence[ElementId], goal: Sequence[ElementId], reach: float, left: float
    ) -> Point:
        """Give how a group goes to another by the shortest way, until so much is left."""
        x, y = self._between(part, goal)
        far = hypot(x, y)
        go = max(0.0, min(reach, far - left))
        return (x * go / far, y * go / far) if far else (0.0, 0.0)

    def _way_ahead(
        self, part: Sequence[ElementId], goal: Sequence[ElementId], reach: float
    ) -> Point:
        """Give how a group goes straight ahead to another, until half the gap allowed is left."""
        (x, y), (ax, ay) = self._between(part, goal), self.ahead
        along, aside = x * ax + y * ay, x * ay - y * ax
        left = sqrt(max(0.0, (self.most / 2) ** 2 - aside**2))
        go = max(0.0, min(reach, along - left))
        return ax * go, ay * go
