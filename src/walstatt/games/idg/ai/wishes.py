"""The moves that come to mind to a unit: toward its aim, into order, out of danger, into range."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import hypot
from typing import Final

from walstatt.boards.formation import opposed
from walstatt.boards.paths import Slide
from walstatt.boards.pose import (
    FULL_TURN,
    Point,
    Pose,
    apart,
    between,
    facing_towards,
    heading,
    turned,
)
from walstatt.games.idg.ai.aims import Aim
from walstatt.games.idg.ai.bodies import Body, aside, gap, is_beside
from walstatt.games.idg.ai.charges import SLACK, Charges
from walstatt.games.idg.ai.columns import marches
from walstatt.games.idg.ai.field import CARES, Field
from walstatt.games.idg.ai.forming import drawn_in, drawn_up, formed, front_round, is_ragged
from walstatt.games.idg.ai.joining import joinings
from walstatt.games.idg.ai.journeys import Journey
from walstatt.games.idg.ai.siege import Siege
from walstatt.games.idg.ai.storming import stormings
from walstatt.games.idg.intents import Intents
from walstatt.games.idg.marching import Judge
from walstatt.games.idg.siege_towers import enemy_walls, foot_of_wall
from walstatt.games.idg.stopping import Legs
from walstatt.games.idg.world import ElementId

AWRY: Final = 2_000
"""How far aside an enemy must be to turn toward him."""
OBLIQUE: Final = 6_000
"""How far aside its way may lead a unit that had better go straight ahead."""
FEARED: Final = 0.01
"""What a unit must have to fear, as a share of its worth, to give ground."""
FACED: Final = ("fight", "shoot", "prize", "advance")
"""What units are about who face it."""
CLEAR: Final = 0.3
"""How many inches before an enemy a unit forms up."""
ROUND: Final = (4_500, -4_500, 8_000, -8_000)
"""By how much a unit bears off whose way is blocked."""
IN_COLUMN: Final = ("storm", "exit", "prize", "flank", "gate", "wall", "wing")
"""What units are about who march in column, however near the enemy is."""
FILED: Final = 9.0
"""How far, in inches, the enemy must be for others to march in column."""
BACKWARD: Final = (10_000, -10_000)
"""By how much it bears off to get out of a crowd, if nothing else helps."""
SQUEEZED: Final = (0.7, 0.35)
"""Which parts of its move a unit goes that gets out of a crowd."""
DRAWN_IN: Final = (0.5, 0.2, 0.0)
"""Which parts of its move a broad unit goes on while it is drawn in."""
NARROW: Final = 2
"""How many files it forms for that, if the usual ones find no room."""
SIDELONG: Final = 3_000
"""How far aside their goal must be for that."""


class Wishes:
    """Thinks of moves of one unit; they may be too long, or lead through others."""

    def __init__(self, field: Field, body: Body, aim: Aim, judge: Judge) -> None:
        self.field, self.ctx, self.body, self.aim, self.judge = field, field.ctx, body, aim, judge
        self.unit = body.unit

    @cached_property
    def ways(self) -> Intents:
        """Give the ways the program proposes."""
        return Intents(self.judge)

    @cached_property
    def charges(self) -> Charges:
        """Give the charges that could be made."""
        hurries = self.aim.kind == "exit"
        return Charges(self.field, self.body, self.ways, hurries=hurries)

    @cached_property
    def journey(self) -> Journey:
        """Give the way to the aim."""
        return Journey(self.field, self.body, self.aim)

    @cached_property
    def focus(self) -> Point | None:
        """Give the point that the unit should face."""
        return self.aim.at if self.aim.kind in FACED else None

    def all(self, danger: float) -> Iterator[Legs]:
        """Think of everything, with so much to fear where the unit stands."""
        purpose = self.judge.orders.purpose
        if purpose == "join":
            yield from joinings(self.field, self.judge)
            return
        if purpose != "march":
            yield from self.anything()
            return
        if self.aim.kind != "storm" and is_ragged(self.ctx, self.body, self.judge):
            yield from self._in_order()
        yield from self.charges.all()
        yield from self._errand()
        yield from self._aside()
        yield from self._facing()
        yield from self._back(danger)
        yield from self._shooting_places()

    def _in_order(self) -> Iterator[Legs]:
        """Form up again, on the way to its aim or where it is."""
        start = self.body.box.centre
        yield from formed(self.judge, start, self.aim.at, self.ways.facing, self.ways.short)
        yield from formed(self.judge, start, start, self.ways.facing, self.ways.short)
        yield from self.ways.closing_up()

    def _squared_up(self) -> Iterator[Legs]:
        """Form up on the way to an enemy's front, so as to meet it with the whole line."""
        if self.aim.kind != "fight" or len(self.judge.before) < 2:
            return
        target = self.field.body(self.aim.foe).box
        if is_beside(target, self.body.box.centre) or gap(self.ctx, self.body.box, target) > CARES:
            return
        pose = opposed(target)
        ax, ay = heading(pose.facing)
        back = self.body.box.half_depth + CLEAR * self.ctx.content.mu
        goal = pose.x - back * ax, pose.y - back * ay
        start = self.body.box.centre
        yield from formed(self.judge, start, goal, pose.facing, self.ways.short)

    def _errand(self) -> Iterator[Legs]:
        """Go toward what it is sent for."""
        aim, start = self.aim, self.body.box.centre
        if aim.kind in ("wall", "gate"):
            yield from self._to_wall()
        if aim.kind == "storm":
            yield from stormings(Siege(self.field), self.judge, start, self.ways.short)
        if not aim.pull:
            return
        inch = self.ctx.content.mu
        left = self.journey.far(self.body.box) - aim.near
        if left <= 0.2:
            return
        point = self.journey.point_from(start, self.ways.reach / inch)
        most = min(self.ways.short, left * inch)
        if aside(self.body.box, point) < (OBLIQUE if self._turns_dearly else AWRY):
            yield (self.ways.ahead(min(self.ways.reach, left * inch)),)
            yield (self.ways.ahead(self.ways.reach / 2),)
        if self._files():
            yield from self.in_files()
        yield self._shifted(point, most)
        yield self._shifted(point, most / 2)
        if aim.kind == "advance":
            return
        if aside(self.body.box, point) >= AWRY:
            yield from formed(self.judge, start, point, facing_towards(start, point), most)
            yield from self._each_turned(point, most)
        yield from self._squared_up()
        yield self.ways.toward(point, most=left * inch)

    @property
    def _turns_dearly(self) -> bool:
        """Would turning cost most of its move?"""
        return self.ways.short < self.ways.reach / 2

    def in_files(self) -> Iterator[Legs]:
        """March along the way, which may turn, in few files."""
        yield from marches(self.journey, self.judge, self.ways.short)

    def _files(self) -> bool:
        """Would a unit rather march in column?"""
        if self.aim.kind in IN_COLUMN:
            return True
        far = self.field.nearest(self.body.box)
        point = self.journey.point_from(self.body.box.centre, far)
        return (
            self.aim.kind in ("fight", "shoot", "guard")
            and far > FILED
            and aside(self.body.box, point) > SIDELONG
        )

    def _shifted(self, point: Point, far: float) -> Legs:
        """Go toward a point without turning."""
        return _carried(self.judge.before, self.body.box.centre, point, far)

    def _each_turned(self, point: Point, most: float) -> Iterator[Legs]:
        """Let everybody turn where he stands, which costs narrow bases least, and go on."""
        start = self.body.box.centre
        turn = self.ways.on_spot(between(self.ways.facing, facing_towards(start, point)))
        left = most - max(self.judge.lengths((turn,)).values())
        if len(self.judge.before) < 2 or left <= 0:
            return
        yield (turn, *_carried(self.judge.ends((turn,)), start, point, left))

    def _to_wall(self) -> Iterator[Legs]:
        """Go to the foot of a wall with those who carry ladders, or of a gate."""
        elements = self.field.world.elements
        bearers = [one for one in self.judge.before if elements[one].ladder]
        for wall in enemy_walls(self.ctx, self.body.side):
            if (wall.kind == "gate") != (self.aim.kind == "gate"):
                continue
            own = min(
                bearers or self.judge.before,
                key=lambda one: apart(elements[one].pose.spot, self.aim.at),
            )
            foot = foot_of_wall(self.ctx, wall, elements[own].pose.spot)
            if apart(foot.spot, elements[own].pose.spot) <= self.ways.reach * SLACK:
                yield (Slide(self.charges.plan.carried(own, foot)),)

    def _facing(self) -> Iterator[Legs]:
        """Turn toward its aim or the nearest enemy, as a whole or everybody for himself."""
        foe = self.field.nearest_foe(self.body.box)
        if foe is None or self.body.role == "train":
            return
        point = self.focus or foe.box.centre
        if aside(self.body.box, point) < AWRY or self.field.nearest(self.body.box) > CARES:
            return
        by = between(self.ways.facing, facing_towards(self.body.box.centre, point))
        toward = turned(self.ways.facing, by)
        start = self.body.box.centre
        yield from formed(self.judge, start, self.aim.at, toward, self.ways.short)
        yield (self.ways.turning(self.judge.before, self.ways.facing, by),)
        yield (self.ways.on_spot(by),)

    def _back(self, danger: float) -> Iterator[Legs]:
        """Give ground where there is something to fear."""
        if danger <= FEARED * self.body.worth:
            return
        yield (self.ways.ahead(-self.ways.short),)
        yield (self.ways.ahead(-self.ways.short / 2),)
        foe = self.field.nearest_foe(self.body.box)
        if foe is not None and self.body.role in ("light", "general", "train", "horse"):
            (x, y), (fx, fy) = self.body.box.centre, foe.box.centre
            yield self.ways.toward(self._on_table((2 * x - fx, 2 * y - fy)))

    def _aside(self) -> Iterator[Legs]:
        """Let light troops make room for the line behind them."""
        if not self.field.masks(self.body, self.body.box):
            return
        (x, y), (ax, ay) = self.body.box.centre, self.field.onward
        for way in (1, -1):
            point = x - way * ay * self.ways.short, y + way * ax * self.ways.short
            yield self._shifted(self._on_table(point), self.ways.short)

    def _on_table(self, point: Point) -> Point:
        width, height = self.ctx.content.table
        return min(max(point[0], 0.0), width), min(max(point[1], 0.0), height)

    def _shooting_places(self) -> Iterator[Legs]:
        if self.body.range and self.body.role != "guns":
            yield from self.ways.into_range()

    def anything(self) -> Iterator[Legs]:
        """Take whatever the program proposes."""
        for family in self.ways.families():
            yield from family()

    def bearing_off(self) -> Iterator[Legs]:
        """Bear off to either side, which helps where friends or ground are in the way."""
        start, goal = self.body.box.centre, self.aim.at
        ahead = facing_towards(start, goal)
        for by in ROUND:
            point = self._on_table(_at(start, ahead + by, self.ways.short))
            yield self._shifted(point, self.ways.short)

    def drawing_in(self) -> Iterator[Legs]:
        """Draw a broad unit in, to as few files as its move allows."""
        start, most = self.body.box.centre, self.ways.short
        way = self.journey.point_from(start, most / self.ctx.content.mu)
        ahead, facing = facing_towards(start, way), self.ways.facing
        for files in range(NARROW, self.body.files):
            for share in DRAWN_IN:
                front = front_round(self.judge, _at(start, ahead, share * most), facing)
                legs = drawn_in(self.judge, front, files)
                if max(self.judge.lengths(legs).values()) <= most and self.judge.is_legal(legs):
                    yield legs
                    return

    def squeezing_by(self) -> Iterator[Legs]:
        """Get out of a crowd man by man: form up wherever there is room, broad or narrow."""
        if len(self.judge.before) < 2:
            return
        start, most = self.body.box.centre, self.ways.short
        ahead = facing_towards(start, self.journey.point_from(start, most / self.ctx.content.mu))
        for by in (0, *ROUND, *BACKWARD):
            for share in SQUEEZED:
                middle = self._on_table(_at(start, ahead + by, share * most))
                for files in (0, NARROW):
                    legs = drawn_up(self.judge, front_round(self.judge, middle, ahead), files)
                    if max(self.judge.lengths(legs).values()) <= most:
                        yield legs


def _carried(poses: Mapping[ElementId, Pose], start: Point, point: Point, far: float) -> Legs:
    """Carry bases so far from one point toward another, facing as they do."""
    (x, y), (px, py) = start, point
    part = min(1.0, far / (hypot(px - x, py - y) or 1.0))
    dx, dy = int((px - x) * part), int((py - y) * part)
    return (Slide({key: Pose(one.x + dx, one.y + dy, one.facing) for key, one in poses.items()}),)


def _at(start: Point, facing: int, far: float) -> Point:
    dx, dy = heading(facing % FULL_TURN)
    return start[0] + far * dx, start[1] + far * dy
