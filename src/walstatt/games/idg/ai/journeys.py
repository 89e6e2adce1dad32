"""How units get to what they are sent for: how far it is, and by which way."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Final

from walstatt.boards.pose import Point
from walstatt.boards.rectangle import Rectangle
from walstatt.games.idg.ai.aims import HASTY, Aim
from walstatt.games.idg.ai.bodies import Body, aside, front_of, gap
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.trails import (
    Cell,
    Route,
    burning_cells,
    cell_of,
    cells_under,
    good_inches,
    is_clear,
    next_on_way,
)
from walstatt.games.idg.allowance import UNWIELDY
from walstatt.games.idg.exits import exit_edge
from walstatt.games.idg.stopping import Legs
from walstatt.games.idg.world import rects_of

ROUNDABOUT: Final = ("fight", "flank", "shoot", "prize", "exit", "storm", "wing", "gate", "wall")
"""What units are about who go round others to get there."""
DIRECT: Final = ("fight", "shoot", "prize")
"""What units are about who go for an enemy himself."""
ELBOW_ROOM: Final = 1.3
"""How many inches the middle of a column keeps from others it goes round."""
MOST_ROOM: Final = 2.8
"""The same for a unit of several files, at most."""
TIGHT: Final = 0.2
"""The same where there is little room."""
ROOMY: Final = 8.0
"""How far, in inches, units that must not stretch across the table have to go."""
SLIM: Final = 5.0
"""How many inches wide a unit may be that marches."""
SPREAD: Final = 0.35
"""What every inch more costs, in inches of the way."""
MOST_SPREAD: Final = 6.0
MINDED: Final = 14.0
"""How near, in inches, others are whom a unit goes round; those farther off will have moved."""
TAIL: Final = 4.0
"""How near, in inches, those behind bar the way back."""
LONGER: Final = 1.4
"""How much longer than without anybody in between a way may be."""
STILL_WORTH_IT: Final = 8.0
"""How many inches longer it may be besides."""
LONG: Final = 14.0
"""How long, in inches, a way must be, and how far the enemy, to form one file for it."""
SAVED: Final = 0.25
"""How much of every inch of a way troops save who march in one file."""
MOST_SAVED: Final = 7.0
TWO_ABREAST: Final = 1.5
"""From how many times the width of an element on a unit is not in one file."""
FORESEEN: Final = 8.0
"""How far ahead, in inches, troops on the march look out for bad ground."""
HINDERED: Final = 0.8
"""What each corner of a unit before which it lies costs, in inches of the way."""
ASKEW: Final = 6_000
"""How far aside a unit's goal is when it has to turn for good."""
TURNING: Final = 2.5
"""What that costs, in inches."""


class Journey:
    """The way of one unit."""

    def __init__(self, field: Field, body: Body, aim: Aim) -> None:
        self.field, self.ctx, self.body, self.aim = field, field.ctx, body, aim
        self.marches: list[Legs] | None = None
        """In column along it, once that was thought of."""

    # -- the way ----------------------------------------------------------------------------------

    @cached_property
    def route(self) -> Route | None:
        """Find the way round what stands between; none is needed if nothing does."""
        if self.aim.kind not in ROUNDABOUT or not self.aim.pull:
            return None
        start = self.body.box.centre
        found = self._route(start)
        return None if found.is_open(start, found.nearest(start)) else found

    def _route(self, start: Point) -> Route:
        """Go round everybody with room to spare, or with little, or through them if need be."""
        mover = self.field.mover(self.body.unit)
        plain = self._to_edge(start) if self.aim.kind == "exit" else self._plain(start)
        most = LONGER * plain + STILL_WORTH_IT
        wide = self.body.box.half_width / self.ctx.content.mu + TIGHT
        for room in dict.fromkeys((min(wide, MOST_ROOM), ELBOW_ROOM, TIGHT)):
            taken = self._taken(room)
            found = Route(self.ctx, mover, self._goals(taken), taken)
            if found.leads_from(start) and found.far(start) <= most:
                return found
        return Route(self.ctx, mover, self._goals(self._burning), self._burning)

    def _plain(self, start: Point) -> float:
        return self.field.way(self.body, start, self.aim.at)

    def _goals(self, taken: Collection[Cell]) -> list[Point]:
        if self.aim.kind != "exit":
            return [self.aim.at]
        width, height = self.ctx.content.table
        inch = self.ctx.content.mu
        across = range(2 * inch, (height if self._is_sideways else width) - inch, 2 * inch)
        x, y = self.aim.at
        spots = [(x, float(n)) if self._is_sideways else (float(n), y) for n in across]
        free = [spot for spot in spots if cell_of(self.ctx, spot) not in taken]
        return free or [self.aim.at]

    @property
    def _is_sideways(self) -> bool:
        return exit_edge(self.ctx, self.field.seat) in ("left", "right")

    def _taken(self, room: float) -> set[Cell]:
        """Gather where it burns, or where those stand who are not going to make room."""
        found = set(self._burning)
        for other in (*self.field.own, *self.field.foes):
            if other.unit == self.body.unit:
                continue
            if other.unit == self.aim.foe and self.aim.kind != "flank":
                continue
            if gap(self.ctx, self.body.box, other.box) > MINDED:
                continue
            if other.side == self.body.side and not self._bars(other):
                continue
            found.update(cells_under(self.ctx, other.box, room))
        return found

    @cached_property
    def _burning(self) -> set[Cell]:
        return burning_cells(self.ctx)

    def _bars(self, friend: Body) -> bool:
        """Will a friend be where he is when the unit comes there?"""
        if _stays(friend) or self._follows(friend):
            return True
        return self.field.weights.skirts and not friend.waits

    def _follows(self, friend: Body) -> bool:
        """Is a friend of the same column close behind, who makes no room for who turns back?"""
        field, body = self.field, self.body
        if self.aim.kind != "exit" or gap(self.ctx, body.box, friend.box) > TAIL:
            return False
        return field.along(friend.box.centre) < field.along(body.box.centre)

    def far(self, box: Rectangle) -> float:
        """Measure how far a unit is from what it is sent for, in inches."""
        aim, field = self.aim, self.field
        if aim.kind == "advance":
            return field.along(aim.at) - field.along(box.centre)
        if aim.kind == "exit":
            return self._to_exit(box)
        if self.route is not None:
            return self.route.far(box.centre)
        if aim.foe and aim.kind in DIRECT:
            foe = field.body(aim.foe).box
            if is_clear(self.ctx, field.mover(self.body.unit), box.centre, foe.centre):
                return gap(self.ctx, box, foe)
        return field.way(self.body, box.centre, aim.at)

    def _to_exit(self, box: Rectangle) -> float:
        """Measure from the head of a unit to where it leaves: all have left when the first has."""
        head = front_of(box)
        return self._to_edge(head) if self.route is None else self.route.far(head)

    def _to_edge(self, point: Point) -> float:
        (x, y), (ax, ay) = point, self.aim.at
        return abs(ax - x if self._is_sideways else ay - y) / self.ctx.content.mu

    def detour(self, box: Rectangle) -> float:
        """Weigh, in inches, that a unit is too wide, or not turned to where it has to go."""
        left = self.far(box) - self.aim.near
        wide = self._spread(box) if self.aim.kind in HASTY and left > ROOMY else 0.0
        wide += self._abreast(box)
        if self.aim.kind == "exit":
            wide += self._hindered(box)
        if not self.body.unwieldy or self.aim.kind == "advance":
            return wide
        point = self.point_from(box.centre, left)
        off = min(1.0, aside(box, point) / ASKEW)
        return wide + off * min(TURNING, max(0.0, left) / 4)

    def _abreast(self, box: Rectangle) -> float:
        """Weigh, in inches, what turning costs troops on a long way who are not in one file."""
        if not self.is_long or 2 * box.half_width < TWO_ABREAST * self._file:
            return 0.0
        return min(MOST_SAVED, SAVED * self._left)

    @cached_property
    def is_long(self) -> bool:
        """Is the way so long, and the enemy so far, that a column one element wide is quickest?"""
        if not self.field.weights.files or self.aim.kind not in HASTY:
            return False
        if self.body.profile.troop not in UNWIELDY or self._left < LONG:
            return False
        return self.field.nearest(self.body.box) > LONG and not self._is_rough

    @cached_property
    def _is_rough(self) -> bool:
        """Does the way lead over difficult ground, on which a file is slow for as long as it is?"""
        way = self.path(front_of(self.body.box), self._left)
        return good_inches(self.ctx, self.field.mover(self.body.unit), way) < self._left

    @cached_property
    def _left(self) -> float:
        """Tell how many inches of the way are left from where the unit stands."""
        return self.far(self.body.box) - self.aim.near

    @cached_property
    def _file(self) -> float:
        """Give the width of one element."""
        return max(rect.base.width for rect in rects_of(self.ctx, self.body.unit))

    def _hindered(self, box: Rectangle) -> float:
        """Weigh, in inches, that a unit has bad ground close before some of its front."""
        mover, (ax, ay) = self.field.mover(self.body.unit), self.field.onward
        far = FORESEEN * self.ctx.content.mu
        bad = sum(
            not is_clear(self.ctx, mover, (x, y), (x + far * ax, y + far * ay))
            for x, y in (*box.corners, box.centre)
        )
        return HINDERED * bad

    def _spread(self, box: Rectangle) -> float:
        """Weigh, in inches, that a unit is too wide to get along."""
        wide = 2 * box.half_width / self.ctx.content.mu
        return min(MOST_SPREAD, SPREAD * max(0.0, wide - SLIM))

    def point_from(self, start: Point, inches: float) -> Point:
        """Give the point to go to straight from somewhere."""
        if self.route is not None:
            return self.route.waypoint(start, inches) or self.aim.at
        mover = self.field.mover(self.body.unit)
        return next_on_way(self.ctx, mover, start, self.aim.at, inches)

    def inside(self, point: Point, room: float) -> Point:
        """Give the nearest point with so much room to the table's edges, but that one leaves by."""
        (x, y), (width, height) = point, self.ctx.content.table
        leaves = self.aim.kind == "exit"
        if not (leaves and self._is_sideways):
            x = min(max(x, room), width - room)
        if not leaves or self._is_sideways:
            y = min(max(y, room), height - room)
        return x, y

    def path(self, start: Point, inches: float) -> list[Point]:
        """List where the way turns."""
        if self.route is not None:
            return self.route.path(start, inches)
        return [start, self.point_from(start, inches)]


def _stays(friend: Body) -> bool:
    """Will somebody hardly move on?"""
    return friend.in_melee or friend.role in ("guns", "train")
