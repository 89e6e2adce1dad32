"""Charges man by man: everybody to a free place before an enemy, the rest close behind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import pi
from typing import Final

from walstatt.boards.crowd import Crowd
from walstatt.boards.formation import lined_up, opposed
from walstatt.boards.paths import Slide
from walstatt.boards.pose import HALF_TURN, Pose, apart, between, rightward, shifted
from walstatt.boards.rectangle import EDGES, Rectangle, rectangle
from walstatt.games.idg.marching import Judge
from walstatt.games.idg.stopping import Legs
from walstatt.games.idg.world import ElementId, rect_of

TRIES: Final = 5
"""How many charges against one enemy are tried."""
GRABS: Final = 8
"""How many places beside baggage are tried."""
BEST_GRABS: Final = 2
"""With how many of them a unit is content."""
RUN_UP: Final = 3.0
"""How many inches before it troops turn toward baggage they cannot come at straight."""


def swarms(judge: Judge, targets: Sequence[Rectangle], most: float) -> Iterator[Legs]:
    """Bring as many as may be to the fronts of some enemies."""
    places = free_places(judge, targets)
    widths = range(min(len(places), len(judge.before)), 0, -1)
    tried = set[tuple[tuple[ElementId, Pose], ...]]()
    for wide in widths:
        found = filled(judge, places[:wide], most)
        key = tuple(sorted(found.items()))
        if not found or key in tried:
            continue
        tried.add(key)
        legs: Legs = (Slide(found),)
        if judge.is_legal(legs):
            yield legs
            return
        if len(tried) == TRIES:
            return


def grabs(judge: Judge, targets: Sequence[Rectangle], most: float) -> Iterator[Legs]:
    """Bring one man to any side of baggage, the rest one behind the other."""
    inch, found = judge.ctx.content.mu, 0
    for place in _sides(judge, targets)[:GRABS]:
        taken = filled(judge, [place], most)
        if not taken:
            continue
        before = {one: shifted(pose, -RUN_UP * inch) for one, pose in taken.items()}
        for legs in ((Slide(taken),), (Slide(before), Slide(taken))):
            if judge.is_legal(legs):
                yield legs
                found += 1
                break
        if found == BEST_GRABS:
            return


def _sides(judge: Judge, targets: Sequence[Rectangle]) -> list[Pose]:
    """List the free places beside enemies, the nearest first."""
    base = next(iter(judge.bases.values()))
    spots = [one.spot for one in judge.before.values()]
    own = rectangle(next(iter(judge.before.values())), base)
    places = [lined_up(own, one, edge) for one in targets for edge in EDGES]
    free = [one for one in places if _is_free(judge, rectangle(one, base))]
    return sorted(free, key=lambda one: min(apart(one.spot, spot) for spot in spots))


def free_places(judge: Judge, targets: Sequence[Rectangle]) -> list[Pose]:
    """List the places before enemies where nobody stands, the nearest first."""
    base = next(iter(judge.bases.values()))
    spots = [one.spot for one in judge.before.values()]
    found = [opposed(one) for one in targets]
    free = [one for one in found if _is_free(judge, rectangle(one, base))]
    return sorted(free, key=lambda one: min(apart(one.spot, spot) for spot in spots))


def filled(judge: Judge, fronts: Sequence[Pose], most: float) -> dict[ElementId, Pose]:
    """Fill places, and rank after rank behind them, with those who can be there."""
    deep = max(one.depth for one in judge.bases.values())
    left, found = dict(judge.before), dict[ElementId, Pose]()
    rank = list(fronts)
    while left and rank:
        taken = _matched(judge, left, rank, most)
        found |= taken
        left = {one: pose for one, pose in left.items() if one not in taken}
        behind = [shifted(one, -deep) for one in taken.values()]
        base = next(iter(judge.bases.values()))
        rank = [one for one in behind if _is_free(judge, rectangle(one, base))]
    return found


def _matched(
    judge: Judge, left: Mapping[ElementId, Pose], places: Sequence[Pose], most: float
) -> dict[ElementId, Pose]:
    """Let the nearest take some places, from left to right as they stand."""
    x = sum(one.x for one in places) / len(places)
    y = sum(one.y for one in places) / len(places)
    near = sorted(left, key=lambda one: apart(left[one].spot, (x, y)))[: len(places)]
    rx, ry = rightward(places[0].facing)
    owns = sorted(near, key=lambda one: left[one].x * rx + left[one].y * ry)
    spots = sorted(places, key=lambda one: one.x * rx + one.y * ry)
    pairs = zip(owns, spots, strict=False)
    return {own: spot for own, spot in pairs if _length(judge, own, spot) <= most}


def _is_free(judge: Judge, rect: Rectangle) -> bool:
    """Does nobody stand there, of other units or among those of the own who fight on?"""
    if judge.crowd.overlapping(rect):
        return False
    fighting = Crowd[ElementId]({one: rect_of(judge.ctx, one) for one in judge.staying})
    return not fighting.overlapping(rect)


def _length(judge: Judge, element: ElementId, place: Pose) -> float:
    """Measure about how far the corners of a front go."""
    start = judge.before[element]
    turn = abs(between(start.facing, place.facing)) * pi / HALF_TURN
    return apart(start.spot, place.spot) + turn * judge.bases[element].width / 2
