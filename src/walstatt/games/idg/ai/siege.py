"""The works of a siege as both sides see them: where one gets in, and what has to be guarded."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import inf
from typing import Final, Literal, TypeAlias

from walstatt.boards.pose import (
    HALF_TURN,
    Point,
    Pose,
    Spot,
    apart,
    facing_towards,
    heading,
    rounded,
    shifted,
)
from walstatt.boards.rectangle import Box
from walstatt.games.idg.ai.bodies import Body
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.trails import Cell, cell_of, cells_under, middle_of, way_to
from walstatt.games.idg.forts import owner_of
from walstatt.games.idg.melee_after import is_shut
from walstatt.games.idg.siege_towers import enemy_walls, foot_of_wall
from walstatt.games.idg.troops import base_of
from walstatt.games.idg.victory_siege import TURNS, UNITS, Position, position_of, siege_time
from walstatt.games.idg.world import Feature, IdgCtx, rects_of, shown
from walstatt.kernel.ids import UnitId

Way: TypeAlias = Literal["storm", "gate", "wall", "hold"]
Goal: TypeAlias = tuple[str, Way, Point]
"""By which piece of the works one gets in, how, and where one goes for that."""

THROUGH_GAP: Final = 4
"""How many units try to get through each gap."""
FEWEST: Final = 3
"""How many do so at least."""
LEAST_TURNS: Final = 3.0
TURN: Final = 10.0
"""How many square inches more of a unit count as much as being there a turn later."""
RIDING: Final = 2.0
"""How many turns longer heavy horse takes, for which the rubble of a breach is hard going."""
BARRED: Final = 5.0
"""How near, in inches, to what is open enemies bar it."""
PACKED: Final = 0.75
"""How much of the ground inside can be filled."""
QUEUE: Final = 9.0
"""How many inches of way it is worth to go by a gap that one unit less, or no enemy, is at."""
ENTRY: Final = 3.0
"""How many inches behind a gap those are in who have come through it."""
GAP: Final = 10.0
"""How many square inches a gap adds to that."""
FIGHTERS: Final = ("line", "horse")
"""Who gets through a gap that enemies bar."""
ROOM: Final = 0.6
"""How many inches round others are not free."""
AT_GATE: Final = 2
"""How many units crowd before one gate."""


class Siege:
    """The fortified position of the defender."""

    def __init__(self, field: Field) -> None:
        self.field, self.ctx = field, field.ctx

    @cached_property
    def position(self) -> Position:
        """Give the works and what they enclose."""
        return position_of(self.ctx)

    @cached_property
    def heart(self) -> Point | None:
        """Give the middle of what is enclosed."""
        cells = self.position.inside
        if not cells:
            hull = self.position.hull
            spots = hull.outline if hull is not None else ()
            return _middle([(float(x), float(y)) for x, y in spots])
        size = self.position.size
        middle = _middle([((x + 0.5) * size, (y + 0.5) * size) for x, y in cells])
        if middle is None:
            return None
        x, y = min(
            cells, key=lambda one: apart(middle, ((one[0] + 0.5) * size, (one[1] + 0.5) * size))
        )
        return (x + 0.5) * size, (y + 0.5) * size

    def is_inside(self, box: Box) -> bool:
        """Is a unit inside the works?"""
        return bool(self.position.works) and self.position.has(box)

    # -- getting in -------------------------------------------------------------------------------

    def goal(self, body: Body, taken: Mapping[UnitId, int]) -> Goal | None:
        """Tell how a unit of the attacker gets in; None if there is nothing for it to do yet."""
        heart = self.heart
        if heart is None or body.role == "guns":
            return None
        if self.holds(body):
            far = self.far_end if self._holders < UNITS else None
            return ("", "hold", body.box.centre) if far is None else ("", "storm", far)
        if body.role == "general" or self.is_inside(body.box):
            return "", "storm", self.room_for(body) or heart
        if body.unit in self.entries:
            return "", "storm", self.entries[body.unit]
        return self._over(body) or self._at_gate(body, taken)

    def holds(self, body: Body) -> bool:
        """Is all of a unit inside?"""
        return all(self.is_inside(rect) for rect in rects_of(self.ctx, body.unit))

    def has_others_inside(self, body: Body) -> bool:
        """Is all of another unit inside?"""
        others = (one for one in self.field.own if one.unit != body.unit and one.role != "train")
        return any(self.holds(one) for one in others)

    @cached_property
    def _holders(self) -> int:
        """Count the units that are inside as a whole."""
        return sum(self.holds(one) for one in self.field.own if one.role != "train")

    @cached_property
    def far_end(self) -> Point | None:
        """Give the point inside that is farthest from what is open, to make room there."""
        gaps = [halfway(one) for one in self.gaps]
        spots = [middle_of(self.ctx, cell) for cell in self._cells]
        if not gaps or not spots:
            return None
        return max(spots, key=lambda one: min(apart(one, gap) for gap in gaps))

    @cached_property
    def stormers(self) -> list[UnitId]:
        """Choose who goes through what is open: who is in time and fits in, the small first."""
        if self.heart is None or not self.gaps:
            return []
        late = max(LEAST_TURNS, siege_time(self.ctx) - TURNS - self.field.world.turn)
        away = {body.unit: self._turns_away(body) for body in self.field.own}
        able = [one for one in self.field.own if one.role not in ("guns", "train", "general")]
        if self._is_barred:
            able = [one for one in able if one.may_attack and one.role in FIGHTERS] or able
        left, found = self._room, list[UnitId]()
        ranked = {one.unit: self._ground(one) / TURN + away[one.unit] for one in able}
        for body in sorted(able, key=lambda one: (away[one.unit] > late, ranked[one.unit])):
            if away[body.unit] == inf:
                continue
            left -= self._ground(body)
            enough = len(found) >= THROUGH_GAP * len(self.gaps)
            if len(found) >= FEWEST and (left < 0 or enough):
                break
            found.append(body.unit)
        return found

    @cached_property
    def entries(self) -> dict[UnitId, Point]:
        """Tell by which gap each of those gets in, so that they do not all queue up at one."""
        found = dict[UnitId, Point]()
        ways = {
            one.id: shifted(self.sill_of(one), ENTRY * self.ctx.content.mu).spot
            for one in self.gaps
        }
        queues = {one.id: QUEUE if self._bars(one) else 0.0 for one in self.gaps}
        for unit in self.stormers:
            body = self.field.body(unit)
            far = {
                gap: self.field.way(body, body.box.centre, at) + queues[gap]
                for gap, at in ways.items()
            }
            best = min(far, key=lambda gap: far[gap])
            queues[best] += QUEUE
            found[unit] = ways[best]
        return found

    def sill_of(self, gap: Feature) -> Pose:
        """Give the middle of a gap, facing inward."""
        (ax, ay), (bx, by) = gap.via[0], gap.via[-1]
        x, y = halfway(gap)
        across = facing_towards((ay, -ax), (by, -bx))
        inward = rounded(x, y, across)
        hx, hy = self.heart or (x, y)
        dx, dy = heading(inward.facing)
        return inward if dx * (hx - x) + dy * (hy - y) >= 0 else rounded(x, y, across + HALF_TURN)

    def _bars(self, gap: Feature) -> bool:
        """Do enemies stand in a gap, or close to it?"""
        near = BARRED * self.ctx.content.mu
        return any(apart(halfway(gap), foe.box.centre) < near for foe in self.field.fighters)

    @cached_property
    def _is_barred(self) -> bool:
        """Do enemies stand in all that is open, or close to it?"""
        return all(self._bars(gap) for gap in self.gaps)

    def _turns_away(self, body: Body) -> float:
        """Estimate in how many turns a unit could be inside."""
        way = way_to(self.ctx, self.field.mover(body.unit), self.heart or (0.0, 0.0))
        far = way.get(cell_of(self.ctx, body.box.centre), inf)
        late = RIDING if body.role == "horse" else 0.0
        return far / float(body.pace.average) + late

    def _ground(self, body: Body) -> float:
        """Measure the ground that a unit covers, in square inches."""
        return sum(one.base.width * one.base.depth for one in rects_of(self.ctx, body.unit)) / (
            self.ctx.content.mu**2
        )

    @cached_property
    def _room(self) -> float:
        """Estimate how many square inches inside and in the gaps can be filled."""
        cell = (self.position.size / self.ctx.content.mu) ** 2
        inside = len(self.position.inside) * cell + GAP * len(self.gaps)
        return PACKED * inside

    def room_for(self, body: Body) -> Point | None:
        """Find free ground inside, as near to the middle as may be."""
        heart = self.heart
        if heart is None:
            return None
        others = (one for one in (*self.field.own, *self.field.foes) if one.unit != body.unit)
        full = {cell for one in others for cell in cells_under(self.ctx, one.box, ROOM)}
        free = [cell for cell in self._cells if cell not in full]
        spots = [middle_of(self.ctx, cell) for cell in free]
        return min(spots, key=lambda one: apart(one, heart), default=None)

    @cached_property
    def _cells(self) -> set[Cell]:
        """Name the cells of ways that are inside."""
        size = self.position.size
        inside = self.position.inside
        found = {cell_of(self.ctx, ((x + 0.5) * size, (y + 0.5) * size)): None for x, y in inside}
        middles = {cell: middle_of(self.ctx, cell) for cell in found}
        return {
            cell for cell, (x, y) in middles.items() if (int(x // size), int(y // size)) in inside
        }

    def _over(self, body: Body) -> Goal | None:
        """Go to the nearest wall with ladders."""
        bearers = [
            one for one in shown(self.ctx, body.unit) if self.field.world.elements[one].ladder
        ]
        walls = enemy_walls(self.ctx, body.side)
        if not bearers or not walls:
            return None
        feet = [(one.id, foot_of_wall(self.ctx, one, body.box.centre).spot) for one in walls]
        name, foot = min(feet, key=lambda one: apart(one[1], body.box.centre))
        return name, "wall", foot

    def target(self, body: Body) -> Point | None:
        """Find the nearest gate to shoot at."""
        middles = [halfway(one) for one in self.gates]
        return min(middles, key=lambda one: apart(one, body.box.centre), default=None)

    def _at_gate(self, body: Body, taken: Mapping[UnitId, int]) -> Goal | None:
        """Go to the nearest gate that is shut, unless others crowd there."""
        if body.profile.troop not in ("warrior", "elephant"):
            return None
        gates = [one for one in self.gates if taken.get(UnitId(one.id), 0) < AT_GATE]
        feet = [(one.id, foot_of_wall(self.ctx, one, body.box.centre).spot) for one in gates]
        if not feet:
            return None
        name, foot = min(feet, key=lambda one: apart(one[1], body.box.centre))
        return name, "gate", foot

    @cached_property
    def gates(self) -> list[Feature]:
        """List the gates that are shut."""
        attacker = self.field.world.attacker
        return [
            one
            for one in self.field.world.ground
            if is_shut(one) and owner_of(self.ctx, one) != attacker and len(one.via) > 1
        ]

    @cached_property
    def gaps(self) -> list[Feature]:
        """List what is open and wide enough for a base: breaches and smashed gates."""
        return [
            one
            for one in self.field.world.ground
            if (one.kind == "breach" or (one.kind == "gate" and one.open))
            and one.via
            and is_passable(self.ctx, one.via[0], one.via[-1])
        ]

    # -- keeping them out -------------------------------------------------------------------------

    def gap_to_guard(self, body: Body) -> Point | None:
        """Find the nearest breach or open gate behind which defenders should stand."""
        gaps, heart = self.gaps, self.heart
        if not gaps or heart is None or not self.is_inside(body.box):
            return None
        middles = [halfway(one) for one in gaps]
        x, y = min(middles, key=lambda one: apart(one, body.box.centre))
        far = max(1.0, apart((x, y), heart))
        part = min(1.0, 4 * self.ctx.content.mu / far)
        return x + part * (heart[0] - x), y + part * (heart[1] - y)


def is_passable(ctx: IdgCtx, one: Spot, other: Spot) -> bool:
    """Does a base, as broad as all bases, fit through a gap between two points?"""
    return apart(one, other) > base_of("warrior", small=ctx.content.small).width


def halfway(one: Feature) -> Point:
    """Give the middle of a straight piece of the works."""
    (ax, ay), (bx, by) = one.via[0], one.via[-1]
    return (ax + bx) / 2, (ay + by) / 2


def _middle(points: list[Point]) -> Point | None:
    if not points:
        return None
    count = len(points)
    return sum(x for x, _ in points) / count, sum(y for _, y in points) / count
