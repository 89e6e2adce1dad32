"""Ways that a unit may take: ahead, about, toward a point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from walstatt.boards.formation import wheel
from walstatt.boards.paths import Leg, Slide, advance, after
from walstatt.boards.pose import (
    HALF_TURN,
    QUARTER_TURN,
    Point,
    Pose,
    between,
    facing_towards,
    turned,
)
from walstatt.games.idg.facing import facing_of
from walstatt.games.idg.marching import Judge
from walstatt.games.idg.world import ElementId, rect_at

Legs: TypeAlias = tuple[Leg[ElementId], ...]


class Ways:
    """Makes ways for one unit; they may go too far, or through others."""

    def __init__(self, judge: Judge) -> None:
        self.judge, self.ctx, self.unit = judge, judge.ctx, judge.unit
        self.before = judge.before
        self.facing = facing_of(self.ctx, self.unit)
        self.rects = [rect_at(self.ctx, one, pose) for one, pose in self.before.items()]
        inch = self.ctx.content.mu
        self.reach = max(0, judge.allowance(turns=False).total) * inch
        self.short = max(0, judge.allowance(turns=True).total) * inch

    def ahead(self, far: float) -> Slide[ElementId]:
        """Go straight ahead, or back."""
        return advance(self.before, self.facing, far)

    def on_spot(self, by: int) -> Slide[ElementId]:
        """Turn every element where it is."""
        return Slide(
            {key: Pose(one.x, one.y, turned(one.facing, by)) for key, one in self.before.items()}
        )

    def looking_at(self, point: Point) -> Slide[ElementId]:
        """Turn every element on the spot toward a point."""
        return Slide(
            {
                key: Pose(one.x, one.y, facing_towards(one.spot, point))
                for key, one in self.before.items()
            }
        )

    def toward(self, point: Point, share: float = 1.0, most: float | None = None) -> Legs:
        """Wheel toward a point, about first if it lies behind, then go straight on."""
        legs: Legs = ()
        poses, facing = self.before, self.facing
        by = between(facing, facing_towards(middle([pose.spot for pose in poses.values()]), point))
        if abs(by) > QUARTER_TURN:
            legs = (self.on_spot(HALF_TURN),)
            facing, by = turned(facing, HALF_TURN), by - HALF_TURN if by > 0 else by + HALF_TURN
            poses = after(legs[0], poses)
        if by:
            legs = (*legs, self.turning(poses, facing, by))
            poses, facing = after(legs[-1], poses), turned(facing, by)
        spent = max(self.judge.lengths(legs).values()) if legs else 0
        left = (self.short if legs else self.reach) - spent
        far = left * share if most is None else min(left, most)
        return (*legs, advance(poses, facing, far)) if far > 0 else legs

    def turning(self, poses: dict[ElementId, Pose], facing: int, by: int) -> Leg[ElementId]:
        """Wheel, or turn on the spot if it is a single element."""
        if len(poses) == 1:
            return Slide(
                {key: Pose(one.x, one.y, turned(one.facing, by)) for key, one in poses.items()}
            )
        rects = [rect_at(self.ctx, one, pose) for one, pose in poses.items()]
        return wheel(rects, facing, by)


def middle(points: Sequence[Point]) -> Point:
    """Give the middle of some points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
