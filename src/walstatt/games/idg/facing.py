"""Turning on the spot, and what counts as going straight ahead. IDG-8.2, IDG-1.9.7."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from walstatt.boards.formation import majority_facing
from walstatt.boards.paths import Leg, Slide, after
from walstatt.boards.pose import Point, Pose, heading, rightward
from walstatt.games.idg.allowance import ASIDE
from walstatt.games.idg.standing import mu
from walstatt.games.idg.world import ElementId, IdgCtx, shown
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

Legs: TypeAlias = Sequence[Leg[ElementId]]
Poses: TypeAlias = Mapping[ElementId, Pose]

ROUNDING: Final = 0.75
"""How far rounding may take a base off a straight line in a leg."""


@rule("IDG-1.9.7", "IDG-8.2.8")
def is_turn_on_spot(leg: Leg[ElementId], before: Poses) -> bool:
    """Do all elements of a leg stay where they are, and at most turn?"""
    if not isinstance(leg, Slide):
        return leg.by == 0
    return all(pose.spot == before[key].spot for key, pose in leg.poses.items())


def turns_only(legs: Legs, before: Poses) -> bool:
    """Does nobody leave his place in any leg?"""
    return all(is_turn_on_spot(leg, before) for leg in legs)


def facing_of(ctx: IdgCtx, unit: UnitId) -> int:
    """Give the way a unit faces: as most of its elements do. IDG-A56."""
    elements = ctx.world.elements
    return majority_facing([elements[one].pose for one in shown(ctx, unit)])


@rule("IDG-8.2.1", "IDG-8.2.2", "IDG-A56")
def is_straight(ctx: IdgCtx, unit: UnitId, legs: Legs, before: Poses) -> bool:
    """Does every element go straight ahead as the unit sees it, but for half an inch aside?"""
    facing = facing_of(ctx, unit)
    ahead, right = heading(facing), rightward(facing)
    most, aside, poses = mu(ctx, ASIDE), dict.fromkeys(before, 0.0), dict(before)
    for leg in legs:
        ends = after(leg, poses)
        for key, end in ends.items():
            if end.facing != poses[key].facing or _along(poses[key], end, ahead) < -ROUNDING:
                return False
            aside[key] += max(0.0, abs(_along(poses[key], end, right)) - ROUNDING)
        poses = ends
    return all(far <= most for far in aside.values())


def _along(start: Pose, end: Pose, way: Point) -> float:
    return (end.x - start.x) * way[0] + (end.y - start.y) * way[1]
