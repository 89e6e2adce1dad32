"""Where a base stands on a measured table, and which way it faces.

Lengths are integers in tenths of a millimetre, angles integers in hundredths of a degree, clockwise
from the top of the table; x goes to the right and y downwards. A pose is that of the centre of the
front edge. Only functions calculate with fractions; whatever is kept is rounded again.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, cos, hypot, pi, sin
from typing import Annotated, Final, NamedTuple, TypeAlias, TypeVar

Key = TypeVar("Key", bound=int | str)
"""What the bases of a game are named by."""

Length: TypeAlias = Annotated[int, "length"]
"""A length, marked so that whoever writes it for people knows its unit."""
Angle: TypeAlias = Annotated[int, "angle"]
Spot: TypeAlias = tuple[int, int]
Point: TypeAlias = tuple[float, float]

FULL_TURN: Final = 36_000
HALF_TURN: Final = 18_000
QUARTER_TURN: Final = 9_000
RADIANS: Final = pi / HALF_TURN
"""How many radians a hundredth of a degree has."""

_QUARTERS: Final[tuple[Point, ...]] = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))


class Pose(NamedTuple):
    """The centre of the front edge, and the way it faces."""

    x: int
    y: int
    facing: int

    @property
    def spot(self) -> Spot:
        """Give the centre of the front edge."""
        return self.x, self.y


def posed(x: int, y: int, facing: int) -> Pose:
    """Make a pose, faster than by its name, for those who make many."""
    return tuple.__new__(Pose, (x, y, facing))


class Base(NamedTuple):
    """The size of a base: along its front, and from front to rear."""

    width: int
    depth: int


def heading(facing: int) -> Point:
    """Give the direction of a facing as a vector of length one, exact at quarter turns."""
    if facing % QUARTER_TURN == 0:
        return _QUARTERS[facing // QUARTER_TURN % 4]
    angle = facing * RADIANS
    return sin(angle), -cos(angle)


def rightward(facing: int) -> Point:
    """Give the direction to the right of a facing as a vector of length one."""
    x, y = heading(facing)
    return -y, x


def turned(facing: int, by: int) -> int:
    """Turn a facing clockwise, or counter-clockwise if negative."""
    return (facing + by) % FULL_TURN


def opposite(facing: int) -> int:
    """Turn a facing about."""
    return (facing + HALF_TURN) % FULL_TURN


def between(facing: int, other: int) -> int:
    """Give the smallest turn from one facing to another, clockwise positive."""
    return (other - facing + HALF_TURN) % FULL_TURN - HALF_TURN


def facing_towards(start: Point, end: Point) -> int:
    """Give the facing in which one looks from a point to another."""
    return round(atan2(end[0] - start[0], start[1] - end[1]) / RADIANS) % FULL_TURN


def rounded(x: float, y: float, facing: float) -> Pose:
    """Round a pose to what can be kept."""
    return posed(round(x), round(y), round(facing) % FULL_TURN)


def shifted(pose: Pose, ahead: float, right: float = 0.0) -> Pose:
    """Move a pose along and across its own facing, which it keeps."""
    ax, ay = heading(pose.facing)
    rx, ry = rightward(pose.facing)
    return rounded(pose.x + ahead * ax + right * rx, pose.y + ahead * ay + right * ry, pose.facing)


def swung(pose: Pose, pivot: Point, by: int) -> Pose:
    """Turn a pose round a point, as a base does in a wheel."""
    return swung_all({0: pose}, pivot, by)[0]


def swung_all(poses: Mapping[Key, Pose], pivot: Point, by: int) -> dict[Key, Pose]:
    """Turn poses round a point, as all bases do in a wheel."""
    angle = by * RADIANS
    px, py = pivot
    c, s = cos(angle), sin(angle)
    found = {}
    for key, (x, y, facing) in poses.items():
        dx, dy = x - px, y - py
        new_x, new_y = round(px + dx * c - dy * s), round(py + dx * s + dy * c)
        found[key] = posed(new_x, new_y, (facing + by) % FULL_TURN)
    return found


def apart(a: Point, b: Point) -> float:
    """Measure between two points."""
    return hypot(a[0] - b[0], a[1] - b[1])
