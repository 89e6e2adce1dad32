"""One legal move, drawn quickly, for games in which chance plays and nobody looks for the best.

Most units most of the time have nobody near and level ground ahead: then it is plain at a glance
that they may go. Whoever has an enemy in reach often charges him, so that armies meet.
"""

from __future__ import annotations

from itertools import combinations, islice
from math import hypot
from typing import Final

from walstatt.boards.contact import OVERLAP, overlap
from walstatt.boards.formation import wheel
from walstatt.boards.paths import Leg, Slide, advance, after
from walstatt.boards.pose import (
    HALF_TURN,
    QUARTER_TURN,
    RADIANS,
    Point,
    Pose,
    between,
    facing_towards,
    heading,
    turned,
)
from walstatt.boards.sweeps import first_met, slides_free
from walstatt.games.idg.contacting import attack_flaws, target_flaws
from walstatt.games.idg.glancing import is_together
from walstatt.games.idg.hulls import hull_of_rects
from walstatt.games.idg.intents import Intents, Legs, sampled_moves
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.planning import Plan
from walstatt.games.idg.sailing import judge_for
from walstatt.games.idg.whereabouts import Place, whereabouts
from walstatt.games.idg.world import ElementId, IdgCtx, is_baggage
from walstatt.kernel.decisions import Rng
from walstatt.kernel.ids import UnitId

STAYS: Final = 0.1
"""How often a unit stays after all."""
CHARGES: Final = 0.75
"""How often it goes against an enemy it can reach."""
AHEAD: Final = 0.75
"""How often it goes straight on, of other moves."""
HESITATES: Final = 0.4
"""How often a unit stays that is in melee or about to enter."""
WISHES: Final = 3
"""How many wishes of such a unit are followed up."""
LEAST: Final = 0.2
"""How far, in MU, a unit goes at least."""
LEAST_TURN: Final = 200
"""How far a unit wheels at least."""
STRAYS: Final = 0.3
"""How often a unit does not care for an enemy before whom it would have to turn."""
SHORT: Final = 20.0
"""How far from whoever is in its way a unit stops."""
ASKEW: Final = 2_000
"""How far from the nearest enemy a unit faces that turns to him first."""
SWINGS: Final = 4
"""How many ways of a charge that is not straight are judged."""
WHEELS: Final = 2_500
"""How far a unit wheels at most."""
TURNS: Final = (HALF_TURN, QUARTER_TURN, -QUARTER_TURN, 300, -300)


def drawn_move(ctx: IdgCtx, orders: Orders, rng: Rng) -> Legs:
    """Draw a legal move; no legs: the unit stays."""
    if rng.random() < STAYS:
        return ()
    if orders.purpose == "march":
        draw = Draw(judge_for(ctx, orders), rng)
        return draw.marched() if is_together(ctx, orders.unit) else draw.closed_up()
    if orders.purpose == "face":
        return Draw(judge_for(ctx, orders), rng).turned()
    if rng.random() < HESITATES:
        return ()
    if orders.purpose == "join":
        judge = judge_for(ctx, orders)
        return next(Intents(judge).joining(), ()) if judge.before else ()
    found = sampled_moves(ctx, orders, rng, 1, tries=WISHES)
    return found[0] if found else ()


class Draw:
    """Draws moves of one unit."""

    def __init__(self, judge: Judge, rng: Rng) -> None:
        self.judge, self.ctx, self.rng = judge, judge.ctx, rng
        self.there = whereabouts(judge.ctx)
        self.place = self.there.places[judge.unit]
        self.mu = judge.ctx.content.mu

    def marched(self) -> Legs:
        """Go against an enemy, somewhere, or wheel."""
        reach = self.judge.allowance(turns=False).total * self.mu
        if reach <= 0 or not self.judge.before:
            return ()
        if self.rng.random() < CHARGES:
            found = self._charged(reach) or self._nearer(reach)
            if found:
                return found
        for last in (False, False, True):
            legs = self._gone(reach)
            if legs and (self.judge.is_legal(legs) if last else self.judge.is_plain(legs)):
                return legs
        return self._wheeled(round((2 * self.rng.random() - 1) * WHEELS))

    def closed_up(self) -> Legs:
        """Bring those back who are cut off."""
        legs = next(Intents(self.judge).closing_up(), ()) if self.judge.before else ()
        return legs if legs and self.judge.is_legal(legs) else ()

    def _gone(self, reach: float) -> Legs:
        """Go ahead, perhaps aslant, or back."""
        chance = self.rng.random
        if chance() < AHEAD:
            return self._shifted(reach * (1 - 0.75 * chance()), 0.0)
        reach = self.judge.allowance(turns=True).total * self.mu
        far, aside = (1.4 * chance() - 0.4) * reach, (chance() - 0.5) * reach
        long = hypot(far, aside)
        if long > reach > 0:
            far, aside = far * reach / long, aside * reach / long
        return self._shifted(far, aside) if reach > 0 else ()

    def _shifted(self, far: float, aside: float) -> Legs:
        """Go so far, or as far as nobody is in the way."""
        (ax, ay), long = heading(self.place.facing), hypot(far, aside)
        by = far * ax - aside * ay, far * ay + aside * ax
        part, _ = self._first_met(by, OVERLAP - 1)
        if part < 1.0:
            part -= SHORT / long if long > SHORT else 1.0
        if part * long < LEAST * self.mu:
            return ()
        return (advance(self.judge.before, self.place.facing, far * part, aside * part),)

    def _first_met(self, by: Point, depth: float) -> tuple[float, UnitId]:
        """Find whom the unit meets first if it is shifted, and after which part of the way."""
        (left, top, right, bottom), (dx, dy) = self.place.hull, by
        hull = left + min(dx, 0), top + min(dy, 0), right + max(dx, 0), bottom + max(dy, 0)
        first, whom = 1.0, UnitId("")
        for other, them in self.there.around(hull, 0.0):
            if other == self.judge.unit or not (them.seen or them.side == self.place.side):
                continue
            part = first_met(self.place.rects, them.rects, by, depth, first)
            if part is not None:
                first, whom = part, other
        return first, whom

    def _wheeled(self, wish: int) -> Legs:
        """Wheel so far, or as far as the move lets the outer corner go."""
        left, top, right, bottom = self.place.hull
        outer = hypot(right - left, bottom - top)
        most = int(self.judge.allowance(turns=True).total * self.mu / outer / RADIANS)
        by = max(-most, min(wish, most))
        if abs(by) < LEAST_TURN:
            return ()
        leg = wheel(self.place.rects, self.place.facing, by)
        return self._if_right(leg, after(leg, self.judge.before))

    def turned(self) -> Legs:
        """Turn everybody on the spot."""
        if not self.judge.before:
            return ()
        by = TURNS[int(self.rng.random() * len(TURNS))]
        turn = {
            key: Pose(one.x, one.y, turned(one.facing, by))
            for key, one in self.judge.before.items()
        }
        return self._if_right(Slide(turn), turn)

    def _if_right(self, leg: Leg[ElementId], ends: dict[ElementId, Pose]) -> Legs:
        """Judge a leg, unless it leads onto somebody anyway."""
        if self.judge.is_plain((leg,)):
            return (leg,)
        rects = [self.judge.rect(one, pose) for one, pose in ends.items()]
        if any(overlap(a, b) > OVERLAP for a, b in combinations(rects, 2)):
            return ()
        for other, them in self.there.around(hull_of_rects(rects), 0.0):
            if other == self.judge.unit or not (them.seen or them.side == self.place.side):
                continue
            if not slides_free(rects, them.rects, (0.0, 0.0)):
                return ()
        return (leg,) if self.judge.is_legal((leg,)) else ()

    # -- against an enemy -------------------------------------------------------------------------

    def _charged(self, reach: float) -> Legs:
        """Charge an enemy in reach: straight on, or else as a unit swings there."""
        foes = [
            (unit, them)
            for unit, them in self.there.around(self.place.hull, reach)
            if them.seen and them.side != self.place.side and self._may_charge(unit)
        ]
        if not foes:
            return ()
        straight = self._straight(reach, {unit for unit, _ in foes})
        if straight and self.judge.is_legal(straight):
            return straight
        return self._swung(min(foes, key=lambda one: _between(self.place, one[1]))[1])

    def _nearer(self, reach: float) -> Legs:
        """Go toward the nearest enemy: straight on, or after a wheel."""
        foes = [one for one in self.there.places.values() if one.seen]
        foes = [one for one in foes if one.side != self.place.side]
        if not foes:
            return ()
        foe = min(foes, key=lambda one: _between(self.place, one))
        by = between(self.place.facing, facing_towards(_middle(self.place), _middle(foe)))
        if abs(by) > ASKEW:
            if self.rng.random() < STRAYS:
                return ()
            return self._wheeled(by)
        legs = self._shifted(reach * (0.5 + 0.5 * self.rng.random()), 0.0)
        return legs if legs and self.judge.is_legal(legs) else ()

    def _may_charge(self, foe: UnitId) -> bool:
        if any(target_flaws(self.ctx, self.judge.unit, foe)):
            return False
        return is_baggage(self.ctx, foe) or not any(attack_flaws(self.ctx, self.judge.unit))

    def _straight(self, reach: float, foes: set[UnitId]) -> Legs:
        """Go straight on until somebody is met, if that is an enemy."""
        ax, ay = heading(self.place.facing)
        first, whom = self._first_met((ax * reach, ay * reach), 0.0)
        if whom not in foes or first <= 0.0:
            return ()
        return (advance(self.judge.before, self.place.facing, first * reach),)

    def _swung(self, foe: Place) -> Legs:
        """Lay the nearest element on the nearest of an enemy."""
        _, own, other = min(
            (hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]), one, two)
            for one, a in zip(self.place.elements, self.place.rects, strict=True)
            for two, b in zip(foe.elements, foe.rects, strict=True)
        )
        if own not in self.judge.before:
            return ()
        plan = Plan(self.judge)
        for ends in plan.charge(own, other, self.judge.before[own]):
            for legs in islice(plan.ways_to(ends), SWINGS):
                if self.judge.is_legal(legs):
                    return legs
        return ()


def _between(one: Place, other: Place) -> float:
    """Measure roughly between two units."""
    (a, b), (c, d) = _middle(one), _middle(other)
    return hypot(a - c, b - d)


def _middle(one: Place) -> Point:
    left, top, right, bottom = one.hull
    return (left + right) / 2, (top + bottom) / 2
