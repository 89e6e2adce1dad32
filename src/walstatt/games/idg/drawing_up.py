"""How a unit is drawn up: in how many ranks, who stands in the first, and carrying it about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from walstatt.boards.pose import Base, Point, Pose, heading, rounded, shifted, swung
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    base_size,
    is_mounted,
    lead_profile,
    profile_of,
    rect_at,
    shown,
)
from walstatt.kernel.ids import UnitId
from walstatt.kernel.prompts import Ghost
from walstatt.kernel.trace import rule

Poses: TypeAlias = tuple[tuple[ElementId, Pose], ...]
"""Where the elements of a unit stand."""

HARDNESS: Final = {"none": 0, "armoured": 1, "heavily_armoured": 2}
DEEP_FROM: Final = 4
"""From how many elements on a unit stands in two ranks of its own accord."""


class Shape(NamedTuple):
    """A formation: its size, and where fronts are, to the right and back of the whole front."""

    width: int
    depth: int
    places: tuple[Point, ...]


@lru_cache(maxsize=4096)
def shape(bases: tuple[Base, ...], files: int) -> Shape:
    """Lay bases out in ranks, the last one in the middle of its files."""
    width, depth, places = max(base.width for base in bases), 0, list[Point]()
    for start in range(0, len(bases), files):
        rank = bases[start : start + files]
        first = (files - len(rank)) // 2 - (files - 1) / 2
        places += [((first + file) * width, depth) for file in range(len(rank))]
        depth += max(base.depth for base in rank)
    return Shape(files * width, depth, tuple(places))


class Body(NamedTuple):
    """A unit to be drawn up: its elements in the order in which they fall in."""

    unit: UnitId
    elements: tuple[ElementId, ...]
    bases: tuple[Base, ...]

    def formed(self, files: int) -> Shape:
        """Give its formation with so many elements in a rank."""
        return shape(self.bases, files)

    def poses(self, files: int, front: Pose) -> Poses:
        """Place its elements; the pose is that of the middle of the whole front."""
        places = self.formed(files).places
        return tuple(
            (element, shifted(front, -back, aside))
            for element, (aside, back) in zip(self.elements, places, strict=True)
        )

    @property
    def widths(self) -> list[int]:
        """List every number of files that makes a difference, from a line to a column."""
        count = len(self.elements)
        return sorted({-(-count // ranks) for ranks in range(1, count + 1)}, reverse=True)


@rule("IDG-18.8.3")
def body_of(ctx: IdgCtx, unit: UnitId) -> Body:
    """Let a unit fall in: the best armoured in front, bowmen behind, the general in the middle."""
    elements = shown(ctx, unit)
    profiles = {one: profile_of(ctx, one) for one in elements}
    order = sorted(elements, key=lambda one: _eagerness(profiles[one]))
    leader = next((one for one in elements if ctx.world.elements[one].general), None)
    if leader is not None and len(order) > 1:
        order.remove(leader)
        order.insert(usual_files(ctx, unit) // 2, leader)
    return Body(unit, tuple(order), tuple(base_size(ctx, profiles[one]) for one in order))


def _eagerness(profile: Profile) -> tuple[int, bool]:
    return -HARDNESS[profile.armour], "bowmen" in profile.subtypes


def usual_files(ctx: IdgCtx, unit: UnitId, ranks: int = 2) -> int:
    """Give how many elements a unit has in a rank: light troops form a line, others ranks."""
    count, profile = len(shown(ctx, unit)), lead_profile(ctx, unit)
    if count < DEEP_FROM or profile.troop in ("skirmisher", "baggage", "wagon"):
        return count
    deep = min(ranks, 2) if is_mounted(profile) else ranks
    return -(-count // deep)


# -- carrying it about ----------------------------------------------------------------------------


def front_of(ctx: IdgCtx, element: ElementId, centre: Point, facing: int) -> Pose:
    """Give the pose of an element whose base has its centre there."""
    (x, y), (ax, ay) = centre, heading(facing)
    half = base_size(ctx, profile_of(ctx, element)).depth / 2
    return rounded(x + ax * half, y + ay * half, facing)


def carried(poses: Poses, element: ElementId, to: Pose) -> Poses:
    """Carry a formation about so that one of its elements comes to stand in a pose."""
    start = dict(poses)[element]
    by = to.facing - start.facing
    dx, dy = to.x - start.x, to.y - start.y
    found = []
    for one, pose in poses:
        x, y, facing = swung(pose, start.spot, by) if by else pose
        found.append((one, Pose(x + dx, y + dy, facing)))
    return tuple(found)


def moved(poses: Poses, dx: int, dy: int) -> Poses:
    """Shift a formation."""
    return tuple((one, Pose(pose.x + dx, pose.y + dy, pose.facing)) for one, pose in poses)


def ghosts(ctx: IdgCtx, poses: Poses | Mapping[ElementId, Pose]) -> tuple[Ghost, ...]:
    """Show where the pieces of a formation would lie."""
    places: Sequence[tuple[ElementId, Pose]] = (
        tuple(poses.items()) if isinstance(poses, Mapping) else poses
    )
    return tuple(ghost(ctx, one, pose) for one, pose in places)


def ghost(ctx: IdgCtx, element: ElementId, pose: Pose) -> Ghost:
    """Show where a piece would lie."""
    x, y = rect_at(ctx, element, pose).centre
    return Ghost(element, round(x), round(y), pose.facing)
