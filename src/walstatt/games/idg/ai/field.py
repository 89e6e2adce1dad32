"""The battlefield as a player sees it: what to fear, what to hope for, how well units stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import hypot
from statistics import median
from typing import Final

from walstatt.boards.pose import Point, heading
from walstatt.boards.rectangle import Rectangle
from walstatt.boards.table import TableEdge
from walstatt.games.idg.ai.bodies import (
    Body,
    aside,
    body_of,
    comes_at,
    gap,
    is_beside,
    reaches,
)
from walstatt.games.idg.ai.clashes import shot_toll, shot_total
from walstatt.games.idg.ai.duels import duel, prize
from walstatt.games.idg.ai.trails import cost_at, far_to
from walstatt.games.idg.ai.weights import Weights
from walstatt.games.idg.ai.worth import Toll, army_worth, harm
from walstatt.games.idg.allowance import Dice
from walstatt.games.idg.entering import INWARD
from walstatt.games.idg.ground import Mover, movers
from walstatt.games.idg.shooting_dice import SHORT, ShotDice
from walstatt.games.idg.victory import RAID_TURNS
from walstatt.games.idg.victory_siege import siege_time
from walstatt.games.idg.world import IdgCtx, enemy_of, in_play, is_mounted, on_table
from walstatt.kernel.ids import Seat, UnitId

MOST_IMPATIENT: Final = 0.4
HURRY: Final = 3
"""How much faster a side gets impatient that has no time."""
EVEN: Final = 1.2
"""How much stronger a side must be to get bolder."""
RECKLESS: Final = 0.3
"""How much of the danger counts for an army that has to get somewhere in time."""
AT_HAND: Final = 7.0
"""How near, in inches, to an enemy friends are who can help against him."""
MOST_FRIENDS: Final = 3
MOST_HOPED: Final = 0.3
"""What a charge may be hoped to gain, as a share of the unit's worth."""
MASKED: Final = 9.0
"""How far, in inches, before the line light troops are in its way."""
JOINS: Final = 13.0
"""How near, in inches, the enemy is when the line needs room."""
QUARTER: Final = 9_000
JOINED: Final = 5.0
"""How near, in inches, the enemy is when nobody waits for the line any more."""
ABREAST: Final = {"line": 3.0, "bows": 3.0, "general": -2.0, "horse": 10.0, "light": 12.0}
"""How far, in inches, units may be ahead of the line."""
LONELY: Final = 8.0
"""How far, in inches, from its friends a unit is alone."""
CARES: Final = 14.0
"""How near, in inches, enemies are who matter to where a unit faces and stands."""
BUSY: Final = 0.25
"""How likely an enemy in melee comes for somebody else."""
SPENT: Final = 0.7
"""How much of a threat an enemy is who has made his move."""
STEP: Final = 4.0
"""How far, in inches, shooters come nearer before they shoot."""


class Field:
    """A battlefield with its dangers and chances, as far as a seat can see."""

    def __init__(self, ctx: IdgCtx, seat: Seat, weights: Weights) -> None:
        self.ctx, self.seat, self.world, self.enemy = ctx, seat, ctx.world, enemy_of(seat)
        raids = self.world.scenario == "raid" and self.world.attacker == seat
        self.weights = weights.raiding if raids else weights
        self._bodies: dict[UnitId, Body] = {}
        self._duels: dict[tuple[UnitId, UnitId], float] = {}
        self._movers: dict[UnitId, Mover] = {}
        self._dangers: dict[tuple[UnitId, Rectangle], float] = {}

    # -- who is there -----------------------------------------------------------------------------

    def body(self, unit: UnitId) -> Body:
        """Sum a unit up, once."""
        known = self._bodies.get(unit)
        if known is None:
            known = self._bodies[unit] = body_of(self.ctx, unit, self.weights)
        return known

    @cached_property
    def own(self) -> list[Body]:
        """List the own units on the table."""
        return [self.body(unit) for unit in in_play(self.ctx, self.seat)]

    @cached_property
    def foes(self) -> list[Body]:
        """List the enemies who are seen."""
        return [self.body(unit) for unit in on_table(self.ctx, self.enemy)]

    @cached_property
    def fighters(self) -> list[Body]:
        """List the enemies who fight."""
        return [foe for foe in self.foes if foe.role != "train"]

    def foes_of(self, body: Body) -> list[Body]:
        """List the enemies of a unit of either side."""
        return self.foes if body.side == self.seat else self.own

    def mover(self, unit: UnitId) -> Mover:
        """Tell what ground asks of a unit."""
        known = self._movers.get(unit)
        if known is None:
            known = self._movers[unit] = movers(self.ctx, unit)[0]
        return known

    @property
    def is_attacker(self) -> bool:
        """Is it the side on which the scenario puts the burden?"""
        return self.world.scenario == "open_battle" or self.world.attacker == self.seat

    @property
    def may_wait(self) -> bool:
        """Does time work for this side?"""
        return self.world.scenario in ("raid", "siege") and self.world.attacker != self.seat

    @property
    def has_no_time(self) -> bool:
        """Does time work against this side?"""
        return self.world.scenario != "open_battle" and self.world.attacker == self.seat

    @property
    def time_spent(self) -> float:
        """Tell what share of the time for a raid or a siege is over; nothing if it has no end."""
        scenario = self.world.scenario
        limit = siege_time(self.ctx) if scenario == "siege" else RAID_TURNS
        return self.world.turn / limit if scenario in ("raid", "siege") and limit else 0.0

    # -- fights that could be ---------------------------------------------------------------------

    def duel(self, attacker: Body, target: Body) -> float:
        """Estimate what an attacker gains by charging a unit, once."""
        key = (attacker.unit, target.unit)
        known = self._duels.get(key)
        if known is None:
            known = self._duels[key] = self._reckoned(attacker, target)
        return known

    def _reckoned(self, attacker: Body, target: Body) -> float:
        if target.role == "train":
            return prize(self.ctx, target.unit, self.weights)
        return duel(self.ctx, attacker, target, self.weights)

    @property
    def eagerness(self) -> float:
        """Tell how welcome any fight has become by waiting, as a share of a unit's worth."""
        if self.may_wait:
            return 0.0
        turns = max(0, self.world.turn - self.weights.patience)
        if self.has_no_time:
            turns = HURRY * self.world.turn
        waited = min(MOST_IMPATIENT, self.weights.impatience * turns)
        if self.has_no_time:
            waited = max(waited, self.time_spent)
        return self.weights.daring + waited + self._superior

    @cached_property
    def _superior(self) -> float:
        """Tell how much bolder a side may be that is stronger."""
        mine, theirs = self.strength(self.seat), self.strength(self.enemy)
        share = (mine - EVEN * theirs) / max(1.0, mine)
        return self.weights.boldness * max(0.0, share) ** 2

    def strength(self, side: Seat) -> float:
        """Sum up what a side can still bring into the fight."""
        return army_worth(self.ctx, side, self.weights)

    def company(self, body: Body, foe: Body) -> float:
        """Weigh the friends at hand who can fight an enemy together with a unit."""
        count = sum(
            one.may_attack and gap(self.ctx, one.box, foe.box) < AT_HAND
            for one in self.own
            if one.unit != body.unit and one.role in ("line", "horse")
        )
        return self.weights.gang * foe.worth * min(count, MOST_FRIENDS)

    # -- where a unit stands ----------------------------------------------------------------------

    def threats(self, body: Body, box: Rectangle) -> list[tuple[float, UnitId]]:
        """Weigh what each enemy could do to a unit in a place, the worst first."""
        found = []
        for foe in self.foes_of(body):
            worth = self.threat(foe, body, box)
            if worth > 0:
                found.append((worth, foe.unit))
        return sorted(found, reverse=True)

    def threat(self, foe: Body, body: Body, box: Rectangle) -> float:
        """Weigh what an enemy could do to a unit in a place."""
        return self._charge(foe, body, box) + self._shots(foe, body, box)

    def danger(self, body: Body, box: Rectangle) -> float:
        """Weigh what a unit has to fear in a place, once."""
        known = self._dangers.get((body.unit, box))
        if known is None:
            known = self._dangers[body.unit, box] = self._feared(body, box)
        return known

    def _feared(self, body: Body, box: Rectangle) -> float:
        likely = self.weights.threats
        worst = self.threats(body, box)
        fear = sum(threat * share for (threat, _), share in zip(worst, likely, strict=False))
        return self.weights.caution[body.role] * fear * self._nerve

    @cached_property
    def _nerve(self) -> float:
        """Tell how much dangers still count: less for who has no time."""
        if self.has_no_time:
            return RECKLESS
        return max(0.3, 1 - 2 * self.eagerness)

    def _charge(self, foe: Body, body: Body, box: Rectangle) -> float:
        """Weigh a charge, for which the enemy has to be willing."""
        if not foe.may_attack and body.role != "train":
            return 0.0
        likely = self._comes(foe, box)
        if not likely:
            return 0.0
        likely *= BUSY if foe.in_melee else 1.0
        likely *= 1.0 if foe.waits else SPENT
        worth = self.duel(foe, body)
        if body.role != "train" and is_beside(box, foe.box.centre):
            worth = max(0.0, worth) + self.weights.open_flank * body.worth
        return likely * max(0.0, worth)

    def _comes(self, foe: Body, box: Rectangle) -> float:
        """Give the chance that an enemy comes with his next move; the one after counts less."""
        soon, foresight = comes_at(self.ctx, foe, foe.box, box), self.weights.foresight
        if soon >= foresight:
            return soon
        twice = Dice(2 * foe.pace.dice, 2 * foe.pace.add)
        return max(soon, foresight * reaches(twice, round(gap(self.ctx, foe.box, box), 1)))

    def _shots(self, foe: Body, body: Body, box: Rectangle) -> float:
        if not foe.range or foe.in_melee or body.role == "train":
            return 0.0
        far = gap(self.ctx, foe.box, box)
        if far > foe.range + (STEP if foe.waits and foe.role != "guns" else 0.0):
            return 0.0
        toll = self.shot(foe, body, far, moved=False).times(foe.shooters)
        return self.weights.volley * harm(body.stock, toll, self.weights)

    def shot(self, shooter: Body, target: Body, far: float, *, moved: bool) -> Toll:
        """Weigh one shot of a unit at another from so many inches."""
        weapon = shooter.profile.missile
        if weapon is None:
            return Toll()
        query = ShotDice(
            shooter.profile,
            target.profile,
            weapon,
            short=far <= SHORT,
            disorder=shooter.stock.disorder,
            moved=moved,
            mounted=is_mounted(shooter.profile),
            foe_melee=target.in_melee,
            foe_works=target.walled,
        )
        elephant = target.profile.troop == "elephant"
        return shot_toll(shot_total(self.ctx, query), elephant=elephant)

    def prospect(self, body: Body, box: Rectangle) -> float:
        """Weigh the best charge a unit could make next from a place."""
        if not body.may_attack:
            return 0.0
        best, most = 0.0, MOST_HOPED * body.worth
        for foe in self.foes_of(body):
            worth = min(most, self.duel(body, foe))
            if worth > best:
                best = max(best, worth * comes_at(self.ctx, body, box, foe.box))
        return self.weights.chance * best

    def masks(self, body: Body, box: Rectangle) -> float:
        """Weigh how much light troops are in the way of the line behind them."""
        if body.role != "light":
            return 0.0
        inch, worth = self.ctx.content.mu, 0.0
        for friend in self.own:
            if friend.role not in ("line", "horse") or friend.in_melee:
                continue
            right, ahead = friend.box.local(box.centre)
            wide = friend.box.half_width + box.half_width
            covers = 0 < ahead < MASKED * inch and abs(right) < wide
            if covers and self.nearest(friend.box) < JOINS:
                worth += self.weights.mask * friend.worth
        return worth

    # -- the line ---------------------------------------------------------------------------------

    @cached_property
    def onward(self) -> Point:
        """Give the direction from the own edge to that of the enemy."""
        return heading(INWARD[self.world.edges[self.seat]])

    def straight_out(self, point: Point) -> Point:
        """Give the point of the enemy's edge that is straight ahead of another."""
        (x, y), (width, height) = point, self.ctx.content.table
        ends: dict[TableEdge, Point] = {
            "top": (x, height),
            "bottom": (x, 0.0),
            "left": (width, y),
            "right": (0.0, y),
        }
        return ends[self.world.edges[self.seat]]

    def aside(self, point: Point, other: Point) -> float:
        """Tell how far one point is to the side of another, in inches, as its side sees it."""
        (x, y), (ax, ay) = (point[0] - other[0], point[1] - other[1]), self.onward
        return abs(y * ax - x * ay) / self.ctx.content.mu

    def along(self, point: Point) -> float:
        """Tell how far from its own edge a point is, in inches, as its side sees it."""
        x, y = self.onward
        return (point[0] * x + point[1] * y) / self.ctx.content.mu

    @cached_property
    def _fronts(self) -> dict[UnitId, float]:
        line = [body for body in self.own if body.role in ("line", "bows")]
        line = line or [body for body in self.own if body.role == "horse"]
        return {body.unit: self.along(body.box.pose.spot) + _to_come(body) for body in line}

    def lead(self, body: Body, box: Rectangle) -> float:
        """Tell how many inches too far ahead of the line a unit would be."""
        others = [front for unit, front in self._fronts.items() if unit != body.unit]
        if not others or body.role not in ABREAST or self.world.scenario != "open_battle":
            return 0.0
        if self.nearest(box) < JOINED:
            return 0.0
        return max(0.0, self.along(box.pose.spot) - median(others) - ABREAST[body.role])

    def nearest(self, box: Rectangle) -> float:
        """Measure to the nearest enemy who fights, in inches."""
        return min((gap(self.ctx, box, foe.box) for foe in self.fighters), default=99.0)

    def nearest_foe(self, box: Rectangle) -> Body | None:
        """Find the nearest enemy who fights."""
        return min(self.fighters, key=lambda foe: gap(self.ctx, box, foe.box), default=None)

    def _loneliness(self, body: Body, box: Rectangle) -> float:
        friends = (one for one in self.own if one.unit != body.unit and one.role != "train")
        near = min((gap(self.ctx, box, one.box) for one in friends), default=0.0)
        return min(1.0, max(0.0, near - LONELY) / LONELY)

    def posture(self, body: Body, box: Rectangle, facing: Point | None) -> float:
        """Weigh how a unit stands: in line, among friends, facing its aim, on good ground."""
        weights = self.weights
        worth = -weights.lead * self._patience * self.lead(body, box)
        worth -= weights.alone * self._loneliness(body, box)
        worth -= self.masks(body, box) / max(1.0, body.worth)
        foe = self.nearest_foe(box)
        if foe is None:
            return worth * body.worth
        far = gap(self.ctx, box, foe.box)
        if far < CARES:
            near = 1 - far / CARES
            if body.profile.troop != "light_cavalry":
                toward = facing if facing is not None else foe.box.centre
                worth -= weights.aside * near * aside(box, toward) / QUARTER
            worth += self._footing(body, box) * near
        return worth * body.worth

    @property
    def _patience(self) -> float:
        """Tell how much keeping in line still counts; less with every turn."""
        return max(0.1, min(1.0, 1.3 - 0.1 * self.world.turn))

    def _footing(self, body: Body, box: Rectangle) -> float:
        if cost_at(self.ctx, self.mover(body.unit), box.centre) <= 1.0:
            return 0.0
        light = body.profile.troop == "skirmisher"
        return self.weights.cover if light else -self.weights.mire

    # -- measuring --------------------------------------------------------------------------------

    def way(self, body: Body, start: Point, goal: Point) -> float:
        """Measure the way of a unit, in inches, round what it may not enter."""
        return far_to(self.ctx, self.mover(body.unit), start, goal)

    def middles(self, bodies: list[Body]) -> Iterator[Point]:
        """List where units are."""
        return (body.box.centre for body in bodies)

    def apart(self, one: Point, other: Point) -> float:
        """Measure between points, in inches."""
        return hypot(one[0] - other[0], one[1] - other[1]) / self.ctx.content.mu


def _to_come(body: Body) -> float:
    """Tell how many inches a unit that is still to move will probably get on."""
    return float(body.pace.average) if body.waits and not body.in_melee else 0.0
