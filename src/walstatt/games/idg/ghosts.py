"""Bases as they are shown and dragged: by their centres, not by the middle of their fronts."""

from __future__ import annotations

from collections.abc import Mapping

from walstatt.boards.pose import Pose, shifted
from walstatt.games.idg.world import ElementId, IdgCtx, base_size, profile_of
from walstatt.kernel.prompts import Ghost, Target


def centre_at(ctx: IdgCtx, element: ElementId, pose: Pose) -> Pose:
    """Give the centre of an element's base, and its facing, if it stands in a pose."""
    return shifted(pose, -_half(ctx, element))


def front_at(ctx: IdgCtx, element: ElementId, centre: Pose) -> Pose:
    """Give the pose in which the centre of an element's base would be there."""
    return shifted(centre, _half(ctx, element))


def _half(ctx: IdgCtx, element: ElementId) -> float:
    return base_size(ctx, profile_of(ctx, element)).depth / 2


def ghosts_of(ctx: IdgCtx, poses: Mapping[ElementId, Pose]) -> tuple[Ghost, ...]:
    """Show where elements would stand."""
    centres = {one: centre_at(ctx, one, pose) for one, pose in poses.items()}
    return tuple(Ghost(one, at.x, at.y, at.facing) for one, at in centres.items())


def point_at(ctx: IdgCtx, element: ElementId, pose: Pose) -> Target:
    """Point at where the centre of an element would lie."""
    at = centre_at(ctx, element, pose)
    return Target("point", f"{at.x},{at.y},{at.facing}")


def read_point(target: Target) -> tuple[int, ...] | None:
    """Read the numbers of a point: two for a place, three with a facing."""
    numbers = target.id.rpartition(":")[2].split(",")
    if target.kind != "point" or len(numbers) not in (2, 3):
        return None
    if not all(one.lstrip("-").isdecimal() for one in numbers):
        return None
    return tuple(int(one) for one in numbers)
