"""The legs of moves on a measured table, as they are kept and written down."""

from __future__ import annotations

from typing import Generic, TypeAlias

from msgspec import Struct

from walstatt.boards.pose import Key, Pose, Spot


class Slide(Struct, Generic[Key], frozen=True, tag="slide"):
    """Bases go straight to new poses and turn evenly on the way; all others stay."""

    poses: dict[Key, Pose]


class Wheel(Struct, frozen=True, tag="wheel"):
    """All bases turn round one point, clockwise if positive."""

    pivot: Spot
    by: int


Leg: TypeAlias = Slide[Key] | Wheel
