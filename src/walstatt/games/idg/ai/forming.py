"""Drawing a unit up again on the move: everybody goes straight to his place in a new block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Final

from walstatt.boards.formation import block
from walstatt.boards.paths import Slide
from walstatt.boards.pose import Base, Point, Pose, apart, facing_towards, heading, rounded
from walstatt.games.idg.ai.bodies import Body
from walstatt.games.idg.drawing_up import usual_files
from walstatt.games.idg.marching import Judge
from walstatt.games.idg.standing import is_coherent
from walstatt.games.idg.stopping import Legs
from walstatt.games.idg.world import ElementId, IdgCtx

LOOSE: Final = 1.4
"""How much more ground than its bases need a unit covers that has lost its order."""
SHARES: Final = (1.0, 0.7, 0.4, 0.2, 0.0)
"""Which parts of the way are tried for a unit that forms up on it."""


def is_ragged(ctx: IdgCtx, body: Body, judge: Judge) -> bool:
    """Has a unit lost its order?"""
    if len(judge.before) < 2:
        return False
    needed = sum(base.width * base.depth for base in judge.bases.values())
    covered = body.box.base.width * body.box.base.depth
    return covered > LOOSE * needed or not is_coherent(ctx, body.unit)


def formed(judge: Judge, start: Point, goal: Point, facing: int, most: float) -> Iterator[Legs]:
    """Form up facing somewhere, as far on the way to a point as the move allows."""
    if len(judge.before) < 2:
        return
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    length = apart(start, goal) or 1.0
    for share in SHARES:
        far = min(length, most) * share / length
        middle = start[0] + far * dx, start[1] + far * dy
        legs = drawn_up(judge, front_round(judge, middle, facing))
        if max(judge.lengths(legs).values()) <= most:
            yield legs
            return


def in_column(judge: Judge, start: Point, goal: Point, most: float) -> Iterator[Legs]:
    """Go one behind the other toward a point, which is how troops get through a narrow gap."""
    if len(judge.before) < 2:
        return
    base, _, _ = shape_of(judge)
    (ax, ay), facing = heading(facing_towards(start, goal)), facing_towards(start, goal)
    for share in SHARES:
        far = most * share
        front = rounded(start[0] + far * ax, start[1] + far * ay, facing)
        places = block(front, base, 1, len(judge.before))
        legs: Legs = (Slide(taken(judge.before, places)),)
        if max(judge.lengths(legs).values()) <= most and judge.is_legal(legs):
            yield legs
            return


def shape_of(judge: Judge) -> tuple[Base, int, int]:
    """Give the room of one element in a block of a unit, and its files and ranks."""
    bases, count = judge.bases.values(), len(judge.before)
    base = Base(max(one.width for one in bases), max(one.depth for one in bases))
    files = usual_files(judge.ctx, judge.unit)
    return base, files, ceil(count / files)


def front_round(judge: Judge, middle: Point, facing: int) -> Pose:
    """Give the middle of the front of a block round a point."""
    base, _, ranks = shape_of(judge)
    ax, ay = heading(facing)
    half = ranks * base.depth / 2
    return rounded(middle[0] + half * ax, middle[1] + half * ay, facing)


def drawn_up(judge: Judge, front: Pose, files: int = 0) -> Legs:
    """Put everybody into a block behind a front, of so many files or the usual ones."""
    base, usual, _ = shape_of(judge)
    files = files or usual
    ranks = ceil(len(judge.before) / files)
    places = block(front, base, files, ranks)[: len(judge.before)]
    return (Slide(taken(judge.before, places)),)


def drawn_in(judge: Judge, front: Pose, files: int) -> Legs:
    """Put everybody into a block of so many files where he has least far to go."""
    base, _, _ = shape_of(judge)
    ranks = ceil(len(judge.before) / files)
    return (Slide(taken(judge.before, block(front, base, files, ranks))),)


def taken(before: Mapping[ElementId, Pose], places: Sequence[Pose]) -> dict[ElementId, Pose]:
    """Let everybody take a place, the nearest pairs first."""
    pairs = sorted(
        (apart(place.spot, pose.spot), number, key)
        for number, place in enumerate(places)
        for key, pose in before.items()
    )
    found, used = dict[ElementId, Pose](), set[int]()
    for _, number, key in pairs:
        if key not in found and number not in used:
            found[key] = places[number]
            used.add(number)
    return {key: found[key] for key in before}
