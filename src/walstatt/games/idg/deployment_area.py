"""Where armies deploy: the area of each side, and the table as it lies before its eyes. IDG-5."""

from __future__ import annotations

from typing import Final, NamedTuple

from walstatt.boards.polygons import extent
from walstatt.boards.pose import Point, Pose, heading, rightward
from walstatt.boards.rectangle import Box
from walstatt.boards.table import TableEdge
from walstatt.games.idg.entering import INWARD
from walstatt.games.idg.world import IdgCtx, troop_of
from walstatt.kernel.ids import RuleId, Seat, UnitId
from walstatt.kernel.trace import rule

DEEP: Final = 6
"""How deep an army deploys along its edge, in inches. IDG-5.4.2."""
AWAY: Final = 12
"""How far ambushers stay from the edge their enemy comes from, in inches. IDG-5.3.9."""
WAGONS: Final = 12
"""How far wagons may stand from the base edge, in inches. IDG-17.1.2."""
HAIR: Final = 1e-6
"""What arithmetic may add to a length."""


# -- the table as a side sees it ------------------------------------------------------------------


class Prospect(NamedTuple):
    """The table seen from a base edge: how far along it from the left, and how far away from it."""

    corner: Point
    """The left end of the edge, for who has it behind him."""
    facing: int
    length: int
    """Of the edge."""
    reach: int
    """From the edge to the opposite one."""

    def pose(self, along: float, away: float) -> Pose:
        """Give the pose of who looks inward from there."""
        (rx, ry), (ax, ay) = rightward(self.facing), heading(self.facing)
        x, y = self.corner
        return Pose(
            round(x + along * rx + away * ax), round(y + along * ry + away * ay), self.facing
        )

    def place(self, point: Point) -> Point:
        """Tell how far along the edge, and how far away from it, a point is."""
        (rx, ry), (ax, ay) = rightward(self.facing), heading(self.facing)
        x, y = point[0] - self.corner[0], point[1] - self.corner[1]
        return x * rx + y * ry, x * ax + y * ay

    def bounds(self, box: Box) -> tuple[float, float, float, float]:
        """Give from where to where along the edge, then away from it, a base reaches."""
        (rx, ry), (ax, ay), (x0, y0) = rightward(self.facing), heading(self.facing), self.corner
        steps = [(x - x0, y - y0) for x, y in box.corners]
        return (*extent(steps, (rx, ry)), *extent(steps, (ax, ay)))


def prospect(ctx: IdgCtx, seat: Seat) -> Prospect:
    """Look at the table from the base edge of a side."""
    edge, (width, height) = ctx.world.edges[seat], ctx.content.table
    corners: dict[TableEdge, Point] = {
        "bottom": (0, height),
        "top": (width, 0),
        "left": (0, 0),
        "right": (width, height),
    }
    sides = (width, height) if edge in ("top", "bottom") else (height, width)
    return Prospect(corners[edge], INWARD[edge], *sides)


# -- the areas ------------------------------------------------------------------------------------


class Zone(NamedTuple):
    """How far from its base edge the bases of a side may reach, and the rule that says so."""

    depth: float
    rule: RuleId
    refusal: str
    n: int = 0
    """How many inches the refusal names."""
    open: bool = False
    """Whether they may not even touch the line itself."""

    @property
    def deepest(self) -> int:
        """Give the farthest line of the table's grid that may be reached."""
        return int(self.depth) - 1 if self.open else int(self.depth)


@rule("IDG-1.9.11", "IDG-5.3.9", "IDG-5.4.2", "IDG-5.5.2", "IDG-5.6.4", "IDG-5.6.8", "IDG-17.1.2")
def zone_of(ctx: IdgCtx, unit: UnitId) -> Zone:
    """Give the area in which a unit may be deployed.

    Whole bases lie within it. Not to be within 12 inches of an edge means that no part of a base
    is: it must be farther away.
    """
    if troop_of(ctx, unit) == "wagon":
        return _strip(ctx, WAGONS, "IDG-17.1.2")
    return zone_for(ctx, ctx.world.units[unit].side)


def zone_for(ctx: IdgCtx, seat: Seat) -> Zone:
    """Give the area in which a side deploys its troops."""
    scenario = ctx.world.scenario
    if scenario == "open_battle":
        return _strip(ctx, DEEP, "IDG-5.4.2")
    if scenario == "raid":
        return _strip(ctx, DEEP, "IDG-5.5.2")
    reach = prospect(ctx, seat).reach
    if scenario == "ambush":
        far = reach - AWAY * ctx.content.mu
        return Zone(far, "IDG-5.3.9", "idg.no.deploy.near_road", AWAY, open=True)
    if seat == ctx.world.attacker:
        return _strip(ctx, DEEP, "IDG-5.6.8")
    return Zone(reach / 2, "IDG-5.6.4", "idg.no.deploy.half")


def _strip(ctx: IdgCtx, inches: int, cited: RuleId) -> Zone:
    return Zone(inches * ctx.content.mu, cited, "idg.no.deploy.strip", inches)


def is_in_zone(view: Prospect, zone: Zone, box: Box) -> bool:
    """Does the whole base lie in an area, however far it may be off the table elsewhere?"""
    far = view.bounds(box)[3]
    return far < zone.depth - HAIR if zone.open else far <= zone.depth + HAIR


def is_before(view: Prospect, box: Box) -> bool:
    """Does the whole base lie on the table?"""
    left, right, near, far = view.bounds(box)
    return (
        left >= -HAIR and near >= -HAIR and right <= view.length + HAIR and far <= view.reach + HAIR
    )
