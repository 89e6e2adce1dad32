"""Closing the gaps of a unit that has come apart: as far as its move allows. IDG-1.5.5.

Groups that are cut off go straight to the others; if that is not enough, the others come to meet
them. What cannot be done because somebody or something is in the way need not be done.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot, inf
from typing import TYPE_CHECKING, Final

from walstatt.boards.contact import distance, nearest
from walstatt.boards.formation import groups
from walstatt.boards.paths import Slide
from walstatt.boards.pose import Point, Pose
from walstatt.boards.rectangle import Rectangle
from walstatt.games.idg.gaps import widest_link
from walstatt.games.idg.standing import is_coherent, mu, widest_gap
from walstatt.games.idg.world import ElementId, lead_profile, rect_of, rects_of
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.trace import rule

if TYPE_CHECKING:
    from walstatt.games.idg.marching import Judge

SLACK: Final = 0.25
"""By how many inches a gap may be wider than it would have to be."""
HAIR: Final = 2
"""Rounding may take an element this much too far, in 0.1 mm."""


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
    """List moves that close gaps: those cut off go to the others, or both meet half-way."""
    ctx = judge.ctx
    everybody = [*judge.before, *judge.staying]
    rects = {one: rect_of(ctx, one) for one in everybody}
    inch, most = mu(ctx, 1), mu(ctx, widest_gap(lead_profile(ctx, judge.unit)))
    reach = max(0.0, judge.allowance(turns=True).total * inch)
    parts = [[everybody[one] for one in part] for part in groups(list(rects.values()), most)]
    parts.sort(key=lambda part: (not set(part) & set(judge.staying), -len(part)))
    main, others = parts[0], parts[1:]
    if not others or not reach:
        return
    alone = dict[ElementId, Pose]()
    for part in others:
        alone |= _moved(part, _way(rects, part, main, reach, most), judge.before)
    yield Slide(alone)
    last = max(others, key=lambda part: _apart(rects, part, main))
    far = _apart(rects, last, main) - most / 2
    if far > reach and all(one in judge.before for one in main):
        way = _way(rects, main, last, min(reach, far - reach + HAIR), 0.0)
        yield Slide(alone | _moved(main, way, judge.before))


def _moved(
    part: Iterable[ElementId], by: Point, before: Mapping[ElementId, Pose]
) -> dict[ElementId, Pose]:
    dx, dy = round(by[0]), round(by[1])
    return {
        one: Pose(before[one].x + dx, before[one].y + dy, before[one].facing)
        for one in part
        if one in before
    }


def _apart(
    rects: Mapping[ElementId, Rectangle], part: Sequence[ElementId], other: Sequence[ElementId]
) -> float:
    return min(distance(rects[one], rects[two]) for one in part for two in other)


def _way(
    rects: Mapping[ElementId, Rectangle],
    part: Sequence[ElementId],
    goal: Sequence[ElementId],
    reach: float,
    most: float,
) -> Point:
    """Give how a group goes straight to another, until only half the gap allowed is left."""
    pairs = ((one, two) for one in part for two in goal)
    one, two = min(pairs, key=lambda pair: distance(rects[pair[0]], rects[pair[1]]))
    (ax, ay), (bx, by) = nearest(rects[one], rects[two])
    far = hypot(bx - ax, by - ay)
    go = max(0.0, min(reach - HAIR, far - most / 2))
    return ((bx - ax) * go / far, (by - ay) * go / far) if far else (0.0, 0.0)
