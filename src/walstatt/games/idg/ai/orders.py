"""Which unit to activate next, and what for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from walstatt.boards.pose import Point, facing_towards
from walstatt.games.idg import marching
from walstatt.games.idg.activating import (
    BreakOff,
    Disembark,
    Enter,
    Evade,
    Face,
    Join,
    Lie,
    March,
    Run,
    Sail,
    Stand,
    UnitAnswer,
    offers_of,
)
from walstatt.games.idg.activation import Activating, ChooseActivation, waiting
from walstatt.games.idg.ai.aims import HASTY, Aim, Aims
from walstatt.games.idg.ai.bodies import Body, aside, comes_at, front_of, gap
from walstatt.games.idg.ai.duels import outlook
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.journeys import Journey
from walstatt.games.idg.ai.moves import Moves
from walstatt.games.idg.ai.trails import (
    FILE,
    cells_under,
    cost_at,
    cost_in,
    far_to,
    good_inches,
)
from walstatt.games.idg.ai.volleys import target_of
from walstatt.games.idg.ai.warding import is_ward
from walstatt.games.idg.allowance import COLUMNS, Column, unit_dice
from walstatt.games.idg.contacting import engaged_elsewhere
from walstatt.games.idg.engine_moves import Rest
from walstatt.games.idg.engine_turns import engines_waiting
from walstatt.games.idg.entering import due_to_enter, edge_length, entry_spot
from walstatt.games.idg.going import unit_difficult
from walstatt.games.idg.ground import Mover, movers
from walstatt.games.idg.oxen import EIGHTH, must_run
from walstatt.games.idg.retreats import may_only_face
from walstatt.games.idg.siege_towers import Push, is_at_wall
from walstatt.games.idg.waters import in_boats
from walstatt.kernel.advice import Advice
from walstatt.kernel.ids import UnitId

AWRY: Final = 4_500
"""How far aside an enemy must be for a unit to turn only."""
BEFORE: Final = (2, 6, 10, 14)
BESIDE: Final = (-6, -2, 2, 6)
"""Where the ground before an entry point is looked at: how many inches ahead, and aside."""
ROOM: Final = 15.0
"""How many inches of way it is worth to enter on good ground instead of difficult one."""
LANE: Final = 20.0
"""How far aside of its way, in inches, enemies bar it to a column."""
BROAD: Final = 2.3
"""How many inches troops on the march reach to either side at most."""
HAZARD: Final = 1.0
"""How near, in inches, difficult ground may hinder the flank of a unit on the march."""
LATER: Final = 0.3
"""How much less urgent it is to move who has friends in his way."""
PER: Final = 10.0
"""How many points count as much as being one place earlier."""
FOOT: Final = 2.5
"""How much worse a fight must be for foot to break it off, which others then pursue."""
SPRING: Final = 6.0
"""What concealed troops must gain by coming out."""
AFTER: Final = 0.04
"""How urgent it is to enter: less than to make room for that."""
CLOSE: Final = 6.0
"""How near, in inches, enemies are who lose heart when troops come out of hiding."""


class Orders:
    """Thinks about all units that are still to be activated."""

    def __init__(self, field: Field, aims: Aims, question: ChooseActivation) -> None:
        self.field, self.ctx, self.world = field, field.ctx, field.world
        self.aims, self.question = aims, question

    def advice(self) -> list[Advice]:
        """Judge what every unit could be told to do now."""
        found = [Advice(one, worth) for one, worth in self._offers() if self._is_legal(one)]
        if not found:
            found = [Advice(self.question.default(self.ctx), 0.0)]
        return found

    def _is_legal(self, answer: Activating) -> bool:
        return not self.question.check(self.ctx, answer)

    def _offers(self) -> Iterator[tuple[Activating, float]]:
        seat = self.field.seat
        units = waiting(self.ctx, seat)
        due = due_to_enter(self.ctx, seat)
        if due:
            yield from self._enter(due)
        for name in engines_waiting(self.ctx, seat):
            yield from self._engine(name)
        for unit in units:
            yield from self._unit(unit)
        for body in self.field.own:
            if self.world.units[body.unit].status == "concealed":
                yield from self._hidden(body)
        if self.question.is_idle(self.ctx):
            yield Lie(), 0.01

    # -- one unit ---------------------------------------------------------------------------------

    def _unit(self, unit: UnitId) -> Iterator[tuple[Activating, float]]:
        if must_run(self.ctx, unit):
            yield from self._run(unit)
        elif is_ward(self.field, self.field.body(unit)):
            yield Stand(unit), 0.5
        elif in_boats(self.ctx, unit):
            yield from self._boats(unit)
        elif engaged_elsewhere(self.ctx, unit):
            yield from self._engaged(self.field.body(unit))
        else:
            yield from self._free(self.field.body(unit))

    def _free(self, body: Body) -> Iterator[tuple[Activating, float]]:
        """Let a unit march that is not in melee, or stand if it has nothing to do."""
        unit = body.unit
        if may_only_face(self.ctx, unit):
            foe = self.field.nearest_foe(body.box)
            turns = foe is not None and aside(body.box, foe.box.centre) > AWRY
            yield Face(unit), 0.4 if turns else 0.1
            yield Stand(unit), 0.3
            return
        urgency = self.urgency(body)
        if not self.has_business(body):
            yield Stand(unit), 0.5
            return
        worth = 1.0 + urgency
        yield March(unit, self.column(body)), LATER * worth if self.is_blocked(body) else worth

    def has_business(self, body: Body) -> bool:
        """Is there anything for a unit to move for?"""
        aim = self.aims.of(body.unit)
        if aim.pull and (self._missing(body, aim) > 0.5 or self._is_blind(body, aim)):
            return True
        if body.walled:
            return False
        danger = self.field.danger(body, body.box)
        if danger > 0.01 * body.worth and body.role != "guns":
            return True
        foe = self.field.nearest_foe(body.box)
        if foe is None or body.role in ("guns", "train"):
            return False
        return self.charge(body) > 0 or aside(body.box, foe.box.centre) > AWRY

    def _is_blind(self, body: Body, aim: Aim) -> bool:
        """Is a unit that is to shoot near enough, but has nobody before it?"""
        if aim.kind != "shoot":
            return False
        return target_of(self.field, body, body.box, moved=False) is None

    def _missing(self, body: Body, aim: Aim) -> float:
        far = self.field.apart(body.box.centre, aim.at)
        if aim.foe and aim.kind in ("shoot", "fight", "prize"):
            far = gap(self.ctx, body.box, self.field.body(aim.foe).box)
        return far - aim.near

    def urgency(self, body: Body) -> float:
        """Tell how soon a unit should move: to strike, to get away, or to make room for others."""
        near = self.field.nearest(body.box)
        first = 0.5 * max(0.0, 1 - near / 40)
        charge = max(0.0, self.charge(body))
        danger = self.field.danger(body, body.box)
        last = 0.4 if body.role in ("general", "train") else 0.0
        return first + (charge + danger / 2) / PER - last

    def is_blocked(self, body: Body) -> bool:
        """Do friends stand close before a unit who are still to move?"""
        inches = float(body.pace.average)
        return any(
            one.waits and not one.in_melee and self._is_before(body, one, inches)
            for one in self.field.own
            if one.unit != body.unit and one.role not in ("train", "guns", "general")
        )

    def _is_before(self, body: Body, friend: Body, inches: float) -> bool:
        right, ahead = body.box.local(friend.box.centre)
        wide = body.box.half_width + friend.box.half_width
        return 0 < ahead < inches * self.ctx.content.mu and abs(right) < wide

    def charge(self, body: Body) -> float:
        """Weigh the best charge that a unit might make now."""
        if not body.may_attack:
            return 0.0
        best = 0.0
        for foe in self.field.foes:
            bonus = 0.2 * foe.worth if foe.in_melee else 0.0
            worth = self.field.duel(body, foe) + bonus + self.field.company(body, foe)
            worth += self.field.eagerness * body.worth
            if worth > best:
                best = max(best, worth * comes_at(self.ctx, body, body.box, foe.box))
        return best

    def column(self, body: Body) -> Column:
        """Choose the dice: the good ones, unless difficult ground is so near that they are lost."""
        if unit_difficult(self.ctx, body.unit):
            return "difficult"
        slow = float(unit_dice(self.ctx, body.unit, "difficult").average)
        aim, mover = self.aims.of(body.unit), self.field.mover(body.unit)
        way = Journey(self.field, body, aim).path(front_of(body.box), slow)
        free = good_inches(self.ctx, mover, way, self._beside(body))
        if free < slow:
            return "difficult"
        if aim.kind not in HASTY or not self._is_at_bad_ground(body):
            return "good"
        return max(COLUMNS, key=lambda column: self._gain(body, column))

    def _is_at_bad_ground(self, body: Body) -> bool:
        """Does difficult ground begin so near that the flank of a unit might get into it?"""
        mover, cells = self.field.mover(body.unit), cells_under(self.ctx, body.box, HAZARD)
        return any(cost_in(self.ctx, mover, cell) > 1 for cell in cells)

    def _gain(self, body: Body, column: Column) -> float:
        """Weigh the best move with average dice of a column."""
        rolled = round(unit_dice(self.ctx, body.unit, column).average)
        moves = Moves(self.field, self.aims, marching.Orders(body.unit, column, rolled))
        return max((one.worth for one in moves.thoughts()), default=0.0)

    def _beside(self, body: Body) -> float:
        """Tell how many inches a unit reaches to either side that marches in few files."""
        return FILE if body.files == 1 else min(BROAD, body.box.half_width / self.ctx.content.mu)

    # -- in melee ---------------------------------------------------------------------------------

    def _engaged(self, body: Body) -> Iterator[tuple[Activating, float]]:
        """Get away from a bad fight, bring more into a good one."""
        unit = body.unit
        outcome = self.fight(body)
        columns = self._any_column(unit)
        if outcome < 0:
            loss = -outcome / PER
            yield Evade(unit, columns), 2.0 + loss
            quick = body.role in ("horse", "light", "general")
            limit = self.field.weights.disgust + self.field.eagerness / 2
            if -outcome > limit * body.worth * (1.0 if quick else FOOT):
                yield BreakOff(unit, columns), 1.5 + loss
        yield Join(unit, columns), 1.2
        yield Stand(unit), 0.5

    def fight(self, body: Body) -> float:
        """Weigh the fights of a unit as they stand."""
        return outlook(self.ctx, self.field.seat, self.field.weights, {body.unit}).gain

    def _any_column(self, unit: UnitId) -> Column:
        return "difficult" if unit_difficult(self.ctx, unit) else "good"

    # -- special cases ----------------------------------------------------------------------------

    def _hidden(self, body: Body) -> Iterator[tuple[Activating, float]]:
        """Come out of hiding where that pays: to charge, or to frighten those who are close."""
        if self.world.units[body.unit].activated:
            return
        near = [foe for foe in self.field.fighters if gap(self.ctx, foe.box, body.box) < CLOSE]
        gain = self.charge(body) + sum(0.05 * foe.worth for foe in near) - SPRING
        column = self._any_column(body.unit)
        if gain > 0:
            yield March(body.unit, column), 1.0 + gain / PER

    def _run(self, unit: UnitId) -> Iterator[tuple[Activating, float]]:
        """Send a burning ox toward the enemy."""
        body, column = self.field.body(unit), self._any_column(unit)
        foe = self.field.nearest_foe(body.box)
        way = 0
        if foe is not None:
            toward = facing_towards(body.box.centre, foe.box.centre)
            way = round(toward / EIGHTH) % 8 * EIGHTH
        yield Run(unit, column, way), 1.0
        yield Run(unit, column), 1.0

    def _boats(self, unit: UnitId) -> Iterator[tuple[Activating, float]]:
        """Go ashore as soon as possible."""
        for answer in offers_of(self.ctx, unit, COLUMNS):
            if isinstance(answer, Disembark):
                yield answer, 2.0 if answer.attack else 1.8
            elif isinstance(answer, Sail):
                yield answer, 1.0
            elif isinstance(answer, Stand):
                yield answer, 0.1

    def _engine(self, name: str) -> Iterator[tuple[Activating, float]]:
        tower = self.world.engines[name].kind == "siege_tower"
        pushes = tower and not is_at_wall(self.ctx, name)
        yield Push(name), 1.5 if pushes else 0.0
        yield Rest(name), 0.3

    def _enter(self, unit: UnitId) -> Iterator[tuple[Activating, float]]:
        """Enter where the way to the far edge is shortest and enemies are far."""
        if self.world.entry is not None:
            for column in COLUMNS:
                yield Enter(unit, column), AFTER if column == "good" else AFTER / 2
            return
        far = edge_length(self.ctx, self.field.seat)
        for eighth in range(1, 8):
            at = eighth * far // 8
            yield Enter(unit, "good", at), 2.0 + self._entry_worth(at)

    def _entry_worth(self, at: int) -> float:
        """Weigh an entry point: the way from there, and how many enemies stand about it."""
        field, spot = self.field, entry_spot(self.ctx, self.field.seat, at)
        way = self._way_from(spot)
        barred = sum(
            foe.points * max(0.0, LANE - field.aside(foe.box.centre, spot))
            for foe in field.fighters
        )
        return -(way + barred / max(1.0, sum(foe.points for foe in field.fighters))) / 60

    def _way_from(self, spot: Point) -> float:
        """Measure the way of all who enter at a point, longer if there is little room before it."""
        kinds = [kind for one in self.world.column for kind in movers(self.ctx, one)]
        out = self.field.straight_out(spot)
        ways = (far_to(self.ctx, kind, spot, out) + self._cramped(kind, spot) for kind in kinds)
        return sum(ways) / len(kinds)

    def _cramped(self, kind: Mover, spot: Point) -> float:
        """Weigh, in inches of way, how much bad ground lies before an entry point."""
        (x, y), (ax, ay), inch = spot, self.field.onward, self.ctx.content.mu
        costs = [
            cost_at(self.ctx, kind, (x + inch * (n * ax - m * ay), y + inch * (n * ay + m * ax)))
            for n in BEFORE
            for m in BESIDE
        ]
        return ROOM * (sum(costs) / len(costs) - 1)


def unit_of(answer: Activating) -> UnitId | None:
    """Name the unit of an answer, if it is about one."""
    return answer.unit if isinstance(answer, UnitAnswer) else None
