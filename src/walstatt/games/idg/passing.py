"""Who comes near to whom on the way of a move, not only at its end. IDG-5.7.13, IDG-5.8.8."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from walstatt.boards.contact import distance, is_within
from walstatt.boards.paths import Course, Leg, after, course
from walstatt.boards.pose import Pose
from walstatt.boards.rectangle import Box, Rectangle
from walstatt.games.idg.world import ElementId, IdgCtx, rect_at

Poses: TypeAlias = Mapping[ElementId, Pose]
LEAST: Final = 2.0
"""How far a base that only just misses somebody goes between two looks, in 0.1 mm."""


class Stretch(NamedTuple):
    """One element in one leg of a way: where it begins, and its course if it does not stay."""

    leg: int
    begin: Rectangle
    course: Course | None


class Way:
    """The ways of all elements of a unit that moves, leg by leg."""

    def __init__(self, ctx: IdgCtx, before: Poses, legs: Sequence[Leg[ElementId]]) -> None:
        self.ctx, self.before, self.legs = ctx, before, legs

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """Take it apart once somebody is there whom it might come near to."""
        return tuple(_stretches(self.ctx, self.before, self.legs))

    def nears(self, boxes: Iterable[Box], reach: float) -> tuple[int, float] | None:
        """Give the leg and the part of it after which it is so near to one of them; None: never."""
        there = tuple(boxes)
        found = [(one.leg, part) for one in self.stretches for part in _parts(one, there, reach)]
        return min(found, default=None)


def _stretches(ctx: IdgCtx, before: Poses, legs: Sequence[Leg[ElementId]]) -> Iterator[Stretch]:
    poses = dict(before)
    for number, leg in enumerate(legs):
        for element, pose in poses.items():
            begin = rect_at(ctx, element, pose)
            yield Stretch(number, begin, course(leg, element, pose, begin.base))
        poses = after(leg, poses)
    for element, pose in poses.items():
        yield Stretch(len(legs), rect_at(ctx, element, pose), None)


def _parts(one: Stretch, boxes: Sequence[Box], reach: float) -> Iterator[float]:
    """Give for each of some boxes that a base comes near to how far it has gone by then."""
    for box in boxes:
        if is_within(one.begin, box, reach):
            yield 0.0
        elif one.course is not None and (part := _nearing(one.course, box, reach)) is not None:
            yield part


def _nearing(way: Course, box: Box, reach: float) -> float | None:
    """Go on by what still parts a base from another until it is near enough, or at the end."""
    (x, y), (bx, by), far = way.mid, box.centre, way.wide + box.radius + reach
    if (x - bx) ** 2 + (y - by) ** 2 > far * far:
        return None
    part = 0.0
    while part < 1.0:
        left = distance(_at(way, part), box) - reach
        if left <= 0:
            return part
        part += max(left, LEAST) / way.speed
    return None


def _at(way: Course, part: float) -> Box:
    x, y, right, down = way.at(part)
    return Box((x, y), (right, down), way.box.half_width, way.box.half_depth)
