"""Where a unit could go with its dice, and what each of these moves is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from math import hypot
from typing import Final

from msgspec import Struct

from walstatt.boards.formation import lined_up, majority_facing, opposed
from walstatt.boards.paths import Slide
from walstatt.boards.pose import (
    FULL_TURN,
    Key,
    Point,
    Pose,
    apart,
    between,
    facing_towards,
    heading,
    rightward,
    turned,
)
from walstatt.boards.rectangle import EDGES, Rectangle
from walstatt.games.idg.aftermath import arrive, what_is_left
from walstatt.games.idg.ai.aims import Aim, Aims
from walstatt.games.idg.ai.bodies import Body, aside, gap, is_behind, is_beside
from walstatt.games.idg.ai.duels import Outlook, outlook, plundered
from walstatt.games.idg.ai.field import CARES, Field
from walstatt.games.idg.ai.forming import drawn_up, formed, in_column, is_ragged
from walstatt.games.idg.ai.joining import joinings
from walstatt.games.idg.ai.trails import Cell, Route, cells_under, is_clear, next_on_way
from walstatt.games.idg.ai.volleys import volley
from walstatt.games.idg.contacting import may_strike_flank, target_flaws
from walstatt.games.idg.intents import Intents
from walstatt.games.idg.marching import Orders
from walstatt.games.idg.planning import Plan
from walstatt.games.idg.sailing import judge_for
from walstatt.games.idg.siege_towers import enemy_walls, foot_of_wall
from walstatt.games.idg.stopping import Brake, Legs
from walstatt.games.idg.surroundings import box_about
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    foes_in_melee,
    is_in_play,
    rect_of,
    rects_of,
    shown,
)
from walstatt.kernel.ids import UnitId

MOST: Final = 16
"""How many moves are looked at."""
CHARGED: Final = 3
"""How many enemies a unit thinks of charging."""
SLACK: Final = 1.02
"""How much farther a place may seem than a unit may go."""
AWRY: Final = 2_000
"""How far aside an enemy must be to turn toward him."""
FEARED: Final = 0.01
"""What a unit must have to fear, as a share of its worth, to give ground."""
FACED: Final = ("fight", "shoot", "prize", "advance")
"""What units are about who face it."""
LEAST: Final = 0.3
"""How far, in inches, somebody must go in a move that matters."""
LEAST_TURN: Final = 500
ROUNDABOUT: Final = ("fight", "flank", "shoot", "prize", "exit", "storm", "wing")
"""What units are about who go round others to get there."""
HASTY: Final = ("exit", "storm", "prize")
"""What units are about who have no time to wait until others have made room."""
DIRECT: Final = ("fight", "shoot", "prize")
"""What units are about who go for an enemy himself."""
ELBOW_ROOM: Final = 0.4
"""How many inches units keep from others they go round."""
CLEAR: Final = 0.3
"""How many inches before an enemy a unit forms up."""
ABREAST: Final = 2
"""How many strike where there is no room for more."""
BROADSIDES: Final = 2
"""How many ways to meet a whole front are tried."""
NARROW: Final = 0.3
"""What a fight counts in which only a corner of the unit takes part."""
BLOCKED: Final = 0.4
"""How much of its way a unit must get on not to try others."""
ROUND: Final = (4_500, -4_500, 8_000, -8_000)
"""By how much it then bears off."""
CALM: Final = 0.4
"""How much dangers count for a unit that is already in contact."""
THROUGH: Final = 30.0
"""What leaving over the exit edge is worth, on top of the unit itself."""


class Thought(Struct, frozen=True, gc=False):
    """A move, what it is worth against staying, and what would come of it."""

    legs: Legs
    worth: float
    box: Rectangle
    fights: Outlook = Outlook()
    foes: tuple[UnitId, ...] = ()
    """Whom it would be in contact with."""
    train: UnitId | None = None
    """Which baggage it would take."""
    leaves: bool = False
    shots: float = 0.0
    """What its shots would do from there."""
    danger: float = 0.0


class Moves:
    """Thinks about the moves of one unit."""

    def __init__(self, field: Field, aims: Aims, orders: Orders) -> None:
        self.field, self.ctx, self.orders, self.unit = field, field.ctx, orders, orders.unit
        self.judge = judge_for(self.ctx, orders)
        self.body: Body = field.body(self.unit)
        self.aim: Aim = aims.of(self.unit)

    @cached_property
    def ways(self) -> Intents:
        """Give the ways the program proposes."""
        return Intents(self.judge)

    @cached_property
    def plan(self) -> Plan:
        """Give what carries whole units about."""
        return Plan(self.judge)

    # -- judging ----------------------------------------------------------------------------------

    @cached_property
    def stay(self) -> Thought:
        """Weigh staying."""
        return self._weigh((), self.ctx)

    def thoughts(self) -> list[Thought]:
        """Weigh every move that comes to mind."""
        if not self.judge.before:
            return []
        found = dict[tuple[Pose, ...], Legs]()
        self._try(self._wishes(), found)
        if self.aim.pull and self.orders.purpose == "march" and self._is_stuck(found):
            self._try(self._round(), found)
            if self.aim.kind in HASTY and self._is_stuck(found):
                self._try(self._anything(), found)
        return [self.thought(legs) for legs in found.values()]

    def _try(self, wishes: Iterable[Legs], found: dict[tuple[Pose, ...], Legs]) -> None:
        """Cut moves short to what is allowed, and keep those that lead somewhere."""
        brake = Brake(self.judge)
        still = tuple(self.judge.before.values())
        for wish in wishes:
            legs = brake.stopped(wish)
            ends = tuple(self.judge.ends(legs).values()) if legs else still
            if self._matters(still, ends):
                found.setdefault(ends, legs)
            if len(found) >= MOST:
                return

    def _matters(self, start: tuple[Pose, ...], ends: tuple[Pose, ...]) -> bool:
        """Does anybody go far enough, or turn far enough, to be worth a thought?"""
        least = LEAST * self.ctx.content.mu
        return any(
            apart(one.spot, other.spot) > least
            or abs(between(one.facing, other.facing)) > LEAST_TURN
            for one, other in zip(start, ends, strict=True)
        )

    def _is_stuck(self, found: Iterable[tuple[Pose, ...]]) -> bool:
        """Do all ways end soon?"""
        start = next(iter(self.judge.before.values()))
        most = max((apart(start.spot, ends[0].spot) for ends in found), default=0.0)
        return most < BLOCKED * self.ways.short

    def thought(self, legs: Legs) -> Thought:
        """Weigh a legal move against staying."""
        there = self.ctx.clone(None)
        left = what_is_left(self.ctx, self.judge, legs)
        if not arrive(there, self.judge, legs, left):
            worth = self.body.points + THROUGH
            return Thought(legs, worth, self.body.box, leaves=True)
        found = self._weigh(legs, there)
        return Thought(
            legs,
            found.worth - self.stay.worth,
            found.box,
            found.fights,
            found.foes,
            found.train,
            shots=found.shots,
            danger=found.danger,
        )

    def _weigh(self, legs: Legs, there: IdgCtx) -> Thought:
        """Weigh a position in which the unit has moved like this."""
        field, body, moved = self.field, self.body, bool(legs)
        box = box_about(rects_of(there, self.unit))
        foes = tuple(foes_in_melee(there, self.unit)) if is_in_play(there, self.unit) else ()
        fights, shots = Outlook(), 0.0
        if self._touches | set(foes):
            fights = outlook(there, field.seat, field.weights, {self.unit, *foes, *self._touches})
        danger = field.danger(body, box)
        worth = fights.gain - self._short_of(box)
        train = plundered(there, self.unit) if body.role != "train" else None
        if train is not None:
            worth += field.duel(body, field.body(train))
        if foes:
            worth += field.eagerness * body.worth * self._breadth(fights) - CALM * danger
            worth += sum(field.company(body, field.body(foe)) for foe in foes)
        else:
            shots = volley(field, body, box, moved=moved)
            worth += shots + field.prospect(body, box) - danger
            worth += field.posture(body, box, self._focus)
        return Thought(legs, worth, box, fights, foes, train, shots=shots, danger=danger)

    def _breadth(self, fights: Outlook) -> float:
        """Tell how much of its front a unit brings into the fight."""
        pairs = fights.pairs.get(self.unit, 0)
        return NARROW + (1 - NARROW) * min(1.0, pairs / self.body.files)

    @cached_property
    def _touches(self) -> set[UnitId]:
        """List the enemies whom the unit is in contact with now."""
        return set(foes_in_melee(self.ctx, self.unit))

    @cached_property
    def _focus(self) -> Point | None:
        """Give the point that the unit should face."""
        return self.aim.at if self.aim.kind in FACED else None

    def _short_of(self, box: Rectangle) -> float:
        """Weigh how far a unit still is from what it is sent for."""
        if not self.aim.pull:
            return 0.0
        far = max(0.0, self.far(box) - self.aim.near)
        return self.aim.pull * self.body.points * far

    def far(self, box: Rectangle) -> float:
        """Measure how far a unit is from what it is sent for, in inches."""
        aim, field = self.aim, self.field
        if aim.kind == "advance":
            return field.along(aim.at) - field.along(box.centre)
        if self._detour is not None:
            return self._detour.far(box.centre)
        if aim.foe and aim.kind in DIRECT:
            foe = field.body(aim.foe).box
            if is_clear(self.ctx, field.mover(self.unit), box.centre, foe.centre):
                return gap(self.ctx, box, foe)
        return field.way(self.body, box.centre, aim.at)

    @cached_property
    def _detour(self) -> Route | None:
        """Find the way round those who stand between a unit and what it is sent for."""
        if self.aim.kind not in ROUNDABOUT or self.body.role not in ("light", "horse"):
            return None
        start, goal = self.body.box.centre, self.aim.at
        taken = set[Cell]()
        for other in (*self.field.own, *self.field.foes):
            if other.unit != self.unit and (other.unit != self.aim.foe or self.aim.kind == "flank"):
                taken.update(cells_under(self.ctx, other.box, ELBOW_ROOM))
        route = Route(self.ctx, self.field.mover(self.unit), goal, taken)
        return None if route.is_open(start, goal) else route

    # -- what comes to mind -----------------------------------------------------------------------

    def _wishes(self) -> Iterator[Legs]:
        purpose = self.orders.purpose
        if purpose == "join":
            yield from joinings(self.field, self.judge)
            return
        if purpose != "march":
            yield from self._anything()
            return
        if self.aim.kind != "storm" and is_ragged(self.ctx, self.body, self.judge):
            yield from self._in_order()
        yield from self._charges()
        yield from self._errand()
        yield from self._aside()
        yield from self._facing()
        yield from self._back()
        yield from self._shooting_places()

    def _in_order(self) -> Iterator[Legs]:
        """Form up again, on the way to its aim or where it is."""
        start = self.body.box.centre
        yield from formed(self.judge, start, self.aim.at, self.ways.facing, self.ways.short)
        yield from formed(self.judge, start, start, self.ways.facing, self.ways.short)
        yield from self.ways.closing_up()

    def _charges(self) -> Iterator[Legs]:
        """Charge whom it may reach, the most rewarding first."""
        if self.ctx.world.units[self.unit].form == "riding":
            return
        inches = self.ways.reach / self.ctx.content.mu
        offers = []
        for foe in self.field.foes:
            if foe.role != "train" and not self.body.may_attack:
                continue
            if any(target_flaws(self.ctx, self.unit, foe.unit)):
                continue
            if gap(self.ctx, self.body.box, foe.box) <= inches:
                bonus = 0.3 * foe.worth if foe.in_melee else 0.0
                offers.append((self.field.duel(self.body, foe) + bonus, foe.unit))
        for _, unit in sorted(offers, reverse=True)[:CHARGED]:
            yield from self._charge(unit)

    def _charge(self, foe: UnitId) -> Iterator[Legs]:
        """Lay the front on that of a unit, as much of it as can be, or strike its flank."""
        targets = {one: rect_of(self.ctx, one) for one in shown(self.ctx, foe)}
        pairs = sorted(
            (self._between(own, rect), own, one)
            for own in self.judge.before
            for one, rect in targets.items()
        )
        flanked = [(own, one) for _, own, one in pairs[:12] if may_strike_flank(self.ctx, own, one)]
        if flanked:
            yield from self._laid_on(flanked[0][0], targets[flanked[0][1]], EDGES[1:])
        yield from self._broadside(list(targets.values()))
        yield from self._laid_on(pairs[0][1], targets[pairs[0][2]], EDGES[:1])
        yield from self._front_to_front(foe)
        yield from self._narrow(list(targets.values()))
        if any(self._is_ahead(rect) for rect in targets.values()):
            yield (self.ways.ahead(self.ways.reach),)

    def _broadside(self, targets: list[Rectangle]) -> Iterator[Legs]:
        """Meet the front rank of an enemy with the own one, shifted as little as may be."""
        mine = first_rank({one: rect_of(self.ctx, one) for one in self.judge.before})
        theirs = first_rank(dict(enumerate(targets)))[::-1]
        middle, offers = len(mine) // 2, []
        own = mine[middle]
        for number, foe in enumerate(theirs):
            first = number - middle
            overlap = min(len(theirs), first + len(mine)) - max(0, first)
            pose = opposed(targets[foe])
            far = apart(self.judge.before[own].spot, pose.spot)
            if far <= self.ways.reach * SLACK:
                offers.append((-overlap, far, pose))
        for _, _, pose in sorted(offers)[:BROADSIDES]:
            yield (Slide(self.plan.carried(own, pose)),)

    def _front_to_front(self, foe: UnitId) -> Iterator[Legs]:
        """Meet a unit with the whole front, the middle of it opposite the middle of his."""
        target = self.field.body(foe).box
        if len(self.judge.before) < 2 or is_behind(target, self.body.box.centre):
            return
        legs = drawn_up(self.judge, opposed(target))
        if max(self.judge.lengths(legs).values()) <= self.ways.short:
            yield legs

    def _narrow(self, targets: list[Rectangle]) -> Iterator[Legs]:
        """Strike either end of a front two abreast, where there is no room for more."""
        if self.body.files <= ABREAST:
            return
        theirs = first_rank(dict(enumerate(targets)))
        for foe in dict.fromkeys((theirs[0], theirs[-1])):
            legs = drawn_up(self.judge, opposed(targets[foe]), ABREAST)
            if max(self.judge.lengths(legs).values()) <= self.ways.short:
                yield legs

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

    def _between(self, own: ElementId, target: Rectangle) -> float:
        rect = rect_of(self.ctx, own)
        return apart(rect.pose.spot, target.centre)

    def _laid_on(self, own: ElementId, target: Rectangle, edges: Iterable[str]) -> Iterator[Legs]:
        start = self.judge.before[own]
        for edge in edges:
            rect = rect_of(self.ctx, own)
            pose = opposed(target) if edge == "front" else lined_up(rect, target, edge)  # type: ignore[arg-type]
            if apart(start.spot, pose.spot) <= self.ways.reach * SLACK:
                yield (Slide(self.plan.carried(own, pose)),)

    def _is_ahead(self, target: Rectangle) -> bool:
        box = self.body.box
        right, ahead = box.local(target.centre)
        return ahead > 0 and abs(right) < box.half_width + target.half_width

    def _errand(self) -> Iterator[Legs]:
        """Go toward what it is sent for."""
        aim, start = self.aim, self.body.box.centre
        if aim.kind in ("wall", "gate"):
            yield from self._to_wall()
        if not aim.pull:
            return
        inch = self.ctx.content.mu
        left = self.far(self.body.box) - aim.near
        if left <= 0.2:
            return
        mover, inches = self.field.mover(self.unit), self.ways.reach / inch
        point = next_on_way(self.ctx, mover, start, aim.at, inches)
        if self._detour is not None:
            point = self._detour.waypoint(start, inches) or point
        most = min(self.ways.short, left * inch)
        if aside(self.body.box, point) < AWRY:
            yield (self.ways.ahead(min(self.ways.reach, left * inch)),)
            yield (self.ways.ahead(self.ways.reach / 2),)
        yield self._shifted(point, most)
        yield self._shifted(point, most / 2)
        if aim.kind in ("storm", "exit"):
            spots = [one.spot for one in self.judge.before.values()]
            head = min(spots, key=lambda one: apart(one, point))
            yield from in_column(self.judge, head, point, min(self.ways.short, left * inch))
        if aim.kind != "advance":
            yield from self._squared_up()
            yield self.ways.toward(point, most=left * inch)

    def _shifted(self, point: Point, far: float) -> Legs:
        """Go toward a point without turning."""
        (x, y), (px, py) = self.body.box.centre, point
        length = hypot(px - x, py - y) or 1.0
        part = min(1.0, far / length)
        dx, dy = int((px - x) * part), int((py - y) * part)
        moved = self.judge.before.items()
        return (Slide({key: Pose(one.x + dx, one.y + dy, one.facing) for key, one in moved}),)

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
                yield (Slide(self.plan.carried(own, foot)),)

    def _facing(self) -> Iterator[Legs]:
        """Turn toward its aim or the nearest enemy, as a whole or everybody for himself."""
        foe = self.field.nearest_foe(self.body.box)
        if foe is None or self.body.role == "train":
            return
        point = self._focus or foe.box.centre
        if aside(self.body.box, point) < AWRY or self.field.nearest(self.body.box) > CARES:
            return
        by = between(self.ways.facing, facing_towards(self.body.box.centre, point))
        toward = turned(self.ways.facing, by)
        start = self.body.box.centre
        yield from formed(self.judge, start, self.aim.at, toward, self.ways.short)
        yield (self.ways.turning(self.judge.before, self.ways.facing, by),)
        yield (self.ways.on_spot(by),)

    def _back(self) -> Iterator[Legs]:
        """Give ground where there is something to fear."""
        if self.stay.danger <= FEARED * self.body.worth:
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

    def _anything(self) -> Iterator[Legs]:
        """Take whatever the program proposes."""
        for family in self.ways.families():
            yield from family()

    def _round(self) -> Iterator[Legs]:
        """Bear off to either side, which helps where friends or ground are in the way."""
        start, goal = self.body.box.centre, self.aim.at
        ahead = facing_towards(start, goal)
        for by in ROUND:
            point = self._on_table(_at(start, ahead + by, self.ways.short))
            yield self._shifted(point, self.ways.short)


def first_rank(rects: Mapping[Key, Rectangle]) -> list[Key]:
    """List those of a formation who have nobody before them, from left to right."""
    facing = majority_facing([one.pose for one in rects.values()])
    (ax, ay), (rx, ry) = heading(facing), rightward(facing)
    ahead = {key: one.pose.x * ax + one.pose.y * ay for key, one in rects.items()}
    most, deep = max(ahead.values()), min(one.base.depth for one in rects.values())
    front = [key for key in rects if ahead[key] > most - deep / 2]
    return sorted(front, key=lambda key: rects[key].pose.x * rx + rects[key].pose.y * ry)


def _at(start: Point, facing: int, far: float) -> Point:
    dx, dy = heading(facing % FULL_TURN)
    return start[0] + far * dx, start[1] + far * dy
