"""Seeing quickly that a unit may not end its move where it would, or that somebody is in its way.

It finds nothing wrong that the long judgement of `marching` does not; where it is in doubt, that
has to be asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from walstatt.boards.contact import any_upon, is_upon
from walstatt.boards.paths import Course, Leg, after, course
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.boards.sweeps import first_hit
from walstatt.games.idg.exits import is_off_table
from walstatt.games.idg.facing import Legs, is_turn_on_spot
from walstatt.games.idg.glancing import is_on_table
from walstatt.games.idg.hulls import Hull, hull_of_rects
from walstatt.games.idg.interpenetration import may_pass

if TYPE_CHECKING:
    from walstatt.boards.pose import Pose
    from walstatt.games.idg.marching import Judge
    from walstatt.games.idg.world import ElementId

Room: TypeAlias = Literal["none", "doubtful", "enough"]
NO_ROOM: Final[Room] = "none"
DOUBTFUL: Final[Room] = "doubtful"
ENOUGH: Final[Room] = "enough"


def room_at(judge: Judge, ends: dict[ElementId, Pose]) -> Room:
    """Tell whether there is room where everybody would end: on the table, upon nobody else.

    It is doubtful who stands on somebody already through whom his unit may go.
    """
    ctx, unit, before = judge.ctx, judge.unit, judge.before
    rects = {one: rectangle(pose, judge.bases[one]) for one, pose in ends.items()}
    some = list(rects.values())
    hull, found = hull_of_rects(some), ENOUGH
    if not is_on_table(ctx, hull):
        for element, rect in rects.items():
            if ends[element] != before[element] and is_off_table(ctx, unit, rect):
                return NO_ROOM
    for other, boxes in judge.known_near(hull):
        if any_upon(some, boxes):
            if not may_pass(ctx, unit, other) or _comes_upon(judge, rects, boxes):
                return NO_ROOM
            found = DOUBTFUL
    return found


def _comes_upon(
    judge: Judge, rects: dict[ElementId, Rectangle], boxes: Sequence[Rectangle]
) -> bool:
    """Does anybody come to stand on others on whom he did not stand before?"""
    for element, rect in rects.items():
        was = rectangle(judge.before[element], judge.bases[element])
        for box in boxes if rect is not was else ():
            if is_upon(rect, box) and not is_upon(was, box):
                return True
    return False


def is_barred(judge: Judge, legs: Legs) -> bool:
    """Is anybody in the way through whom the unit may not go?"""
    poses = judge.before
    for leg in legs:
        ends = after(leg, poses)
        if is_turn_on_spot(leg, poses):
            rects = [rectangle(pose, judge.bases[one]) for one, pose in ends.items()]
            for boxes in _closed(judge, hull_of_rects(rects)):
                if any_upon(rects, boxes):
                    return True
        elif _runs_over(judge, leg, poses):
            return True
        poses = ends
    return False


def _runs_over(judge: Judge, leg: Leg[ElementId], poses: dict[ElementId, Pose]) -> bool:
    """Does anybody run over others in a leg through whom the unit may not go?"""
    ways, hull = list[Course](), (inf, inf, -inf, -inf)
    for element, pose in poses.items():
        way = course(leg, element, pose, judge.bases[element])
        if way is not None:
            x, y = way.mid
            far = way.wide
            left, top, right, bottom = hull
            hull = min(left, x - far), min(top, y - far), max(right, x + far), max(bottom, y + far)
            ways.append(way)
    for boxes in _closed(judge, hull):
        for way in ways:
            for box in boxes:
                if first_hit(way, box) is not None:
                    return True
    return False


def _closed(judge: Judge, hull: Hull) -> Iterator[Sequence[Rectangle]]:
    """Go through the ground of those near a box through whom the unit may not go."""
    for other, boxes in judge.known_near(hull):
        if not may_pass(judge.ctx, judge.unit, other):
            yield boxes
