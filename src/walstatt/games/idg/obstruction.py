"""Seeing quickly that a unit may not end its move where it would, or that somebody is in its way.

It finds nothing wrong that the long judgement of `marching` does not; where it is in doubt, that
has to be asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from walstatt.boards.contact import OVERLAP, overlap
from walstatt.boards.paths import after
from walstatt.boards.rectangle import rectangle
from walstatt.games.idg.exits import is_off_table
from walstatt.games.idg.facing import Legs, is_turn_on_spot

if TYPE_CHECKING:
    from walstatt.boards.pose import Pose
    from walstatt.games.idg.marching import Judge
    from walstatt.games.idg.world import ElementId

Room: TypeAlias = Literal["none", "doubtful", "enough"]
NO_ROOM: Final = "none"
ENOUGH: Final = "enough"


def room_at(judge: Judge, ends: dict[ElementId, Pose]) -> Room:
    """Tell whether there is room where everybody would end: on the table, upon nobody else.

    It is doubtful who stands on somebody already through whom his unit may go.
    """
    found: Room = "enough"
    for element, pose in ends.items():
        before = judge.before[element]
        rect = rectangle(pose, judge.bases[element])
        moved = pose != before
        if moved and is_off_table(judge.ctx, judge.unit, rect):
            return "none"
        for other in judge.crowd.overlapping(rect):
            if other not in judge.passable:
                return "none"
            was = overlap(rectangle(before, judge.bases[element]), judge.crowd[other])
            if moved and was <= OVERLAP:
                return "none"
            found = "doubtful"
    return found


def is_barred(judge: Judge, legs: Legs) -> bool:
    """Is anybody in the way through whom the unit may not go?"""
    poses, crowd, passable = judge.before, judge.crowd, judge.passable
    for leg in legs:
        ends = after(leg, poses)
        if is_turn_on_spot(leg, poses):
            rects = [rectangle(pose, judge.bases[one]) for one, pose in ends.items()]
            if any(crowd.overlapping(rect, skip=passable) for rect in rects):
                return True
        elif crowd.first_in_way(leg, poses, judge.bases, skip=passable) is not None:
            return True
        poses = ends
    return False
