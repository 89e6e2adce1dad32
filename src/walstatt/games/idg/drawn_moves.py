"""One legal move, drawn quickly, for games in which chance plays and nobody looks for the best.

Most units most of the time have nobody near and level ground ahead: then it is plain at a glance
that they may go. Whoever has an enemy in reach often charges him, so that armies meet.
"""

from __future__ import annotations

from itertools import islice
from math import hypot, inf
from typing import Final

from walstatt.boards.contact import OVERLAP, any_upon, is_any_upon_another
from walstatt.boards.formation import wheel
from walstatt.boards.paths import Leg, Slide, Wheel, advance
from walstatt.boards.pose import (
    FULL_TURN,
    HALF_TURN,
    QUARTER_TURN,
    RADIANS,
    Point,
    between,
    facing_towards,
    heading,
    posed,
    swung,
)
from walstatt.boards.rectangle import rectangle
from walstatt.boards.sweeps import first_met
from walstatt.games.idg.contacting import attack_flaws, target_flaws
from walstatt.games.idg.glancing import (
    Limit,
    is_free_shift,
    is_free_turn,
    is_free_wheel,
    is_quiet,
    is_together,
)
from walstatt.games.idg.intents import Intents, Legs, sampled_moves
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.planning import Plan
from walstatt.games.idg.sailing import judge_for
from walstatt.games.idg.whereabouts import Place, whereabouts
from walstatt.games.idg.world import ElementId, IdgCtx, is_baggage
from walstatt.kernel import trace
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
PEDANTIC: Final = 0.1
"""How often a move that is not plainly right is judged at length."""
ROUNDED: Final = 4.0
"""How much shorter than its allowance a wheel is, so that rounding does not matter."""
LEAST: Final = 0.2
"""How far, in MU, a unit goes at least."""
LEAST_TURN: Final = 200
"""How far a unit wheels at least."""
STRAYS: Final = 0.3
"""How often a unit does not care for an enemy before whom it would have to turn."""
HAIR: Final = 1e-6
"""How much more of a way is looked at than needed."""
SHORT: Final = 20.0
"""How far from whoever is in its way a unit stops."""
ASKEW: Final = 2_000
"""How far from the nearest enemy a unit faces that turns to him first."""
SWERVES: Final = 0.3
"""How often a unit that cannot charge straight on looks for another way."""
ABREAST: Final = 900.0
"""How far, in 0.1 mm, the middles of two bases are apart at most that touch."""
SWINGS: Final = 3
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
        self.plain = (
            trace.listener is None and not judge.staying and is_quiet(judge.ctx, judge.unit)
        )
        """Whether a glance may tell what is right."""

    def marched(self) -> Legs:
        """Go against an enemy, somewhere, or wheel."""
        reach = self.judge.allowance(turns=False).total * self.mu
        if reach <= 0 or not self.judge.before:
            return ()
        if self.rng.random() < CHARGES:
            found = self._charged(reach) or self._nearer(reach)
            if found:
                return found
        legs = self._ahead(reach) if self.rng.random() < AHEAD else self._aslant()
        if legs or not (self.plain or trace.listener is not None):
            return legs
        return self._aslant() or self._wheeled(round((2 * self.rng.random() - 1) * WHEELS))

    def closed_up(self) -> Legs:
        """Bring those back who are cut off."""
        legs = next(Intents(self.judge).closing_up(), ()) if self.judge.before else ()
        return legs if legs and self.judge.is_legal(legs) else ()

    def _ahead(self, reach: float) -> Legs:
        return self._shifted(reach * (1 - 0.75 * self.rng.random()), 0.0)

    def _aslant(self) -> Legs:
        """Go ahead, aside or back."""
        chance = self.rng.random
        reach = self.judge.allowance(turns=True).total * self.mu
        far, aside = (1.4 * chance() - 0.4) * reach, (chance() - 0.5) * reach
        long = hypot(far, aside)
        if long > reach > 0:
            far, aside = far * reach / long, aside * reach / long
        return self._shifted(far, aside) if reach > 0 else ()

    def _shifted(self, far: float, aside: float) -> Legs:
        """Go so far, or as far as the table reaches and nobody is in the way."""
        ax, ay = heading(self.place.facing)
        long = hypot(far, aside)
        by = far * ax - aside * ay, far * ay + aside * ax
        edge, least = self._to_edge(by), LEAST * self.mu
        if edge * long < least:
            return ()
        short = SHORT / long if long > SHORT else 1.0
        part, _ = self._first_met(by, OVERLAP - 1, min(edge + short + HAIR, 1.0))
        part = min(part - short, edge) if part < 1.0 else edge
        if part * long < least:
            return ()
        leg = advance(self.judge.before, self.place.facing, far * part, aside * part)
        return (leg,) if self._may_go(leg) else ()

    def _to_edge(self, by: Point) -> float:
        """Measure after which part of the way a unit comes to an edge of the table."""
        left, top, right, bottom = self.place.hull
        width, height = self.ctx.content.table
        dx, dy = by
        part = 1.0
        if dx:
            part = min(part, (width - right) / dx if dx > 0 else -left / dx)
        if dy:
            part = min(part, (height - bottom) / dy if dy > 0 else -top / dy)
        return part

    def _may_go(self, leg: Slide[ElementId]) -> bool:
        """May a unit go along a way that was found free of others?"""
        if self.plain:
            key, (x, y, _) = next(iter(leg.poses.items()))
            shift = x - self.judge.before[key].x, y - self.judge.before[key].y
            column = self.judge.orders.column
            if is_free_shift(self.ctx, self.judge.unit, shift, column, swept=True):
                return True
        return self._is_judged_right(leg)

    def _is_judged_right(self, leg: Leg[ElementId]) -> bool:
        """Judge a leg that is not plainly right; mostly it is wrong, and not worth the pains."""
        if self.plain and self.rng.random() > PEDANTIC:
            return False
        return self.judge.is_right((leg,))

    def _first_met(self, by: Point, depth: float, until: float = 1.0) -> tuple[float, UnitId]:
        """Find whom the unit meets first if it is shifted, and after which part of the way.

        The whole of it, if it meets nobody before the part until which is looked.
        """
        left, top, right, bottom = self.place.hull
        dx, dy = by[0] * until, by[1] * until
        hull = left + min(dx, 0), top + min(dy, 0), right + max(dx, 0), bottom + max(dy, 0)
        first, whom = until, UnitId("")
        for other, them in self.there.around(hull, 0.0):
            if other == self.judge.unit or not (them.seen or them.side == self.place.side):
                continue
            part = first_met(self.place.rects, them.rects, by, depth, first)
            if part is not None:
                first, whom = part, other
        return first if whom else 1.0, whom

    def _wheeled(self, wish: int) -> Legs:
        """Wheel so far, or as far as the move lets the outer corner go."""
        left, top, right, bottom = self.place.hull
        outer = hypot(right - left, bottom - top)
        reach = self.judge.allowance(turns=True).total * self.mu
        most = int((reach - ROUNDED) / outer / RADIANS)
        by = max(-most, min(wish, most))
        if abs(by) < LEAST_TURN:
            return ()
        leg, limit = wheel(self.place.rects, self.place.facing, by), Limit(reach, self._is_slow)
        if self._is_hemmed_in(leg):
            return ()
        before = self.judge.before
        if self.plain and is_free_wheel(self.ctx, self.judge.unit, leg, before, limit):
            return (leg,)
        return (leg,) if self._is_judged_right(leg) else ()

    def _is_hemmed_in(self, leg: Wheel) -> bool:
        """Would one of the outermost of the unit end on somebody, who is then in the way?"""
        place, before = self.place, self.judge.before
        near = self.there.around(place.hull, 0.0)
        boxes = [
            base
            for other, them in near
            if other != self.judge.unit and (them.seen or them.side == place.side)
            for base in them.taken
        ]
        for number in (0, -1) if boxes else ():
            element, rect = place.elements[number], place.rects[number]
            if element in before:
                end = rectangle(swung(before[element], leg.pivot, leg.by), rect.base)
                if any_upon((end,), boxes):
                    return True
        return False

    @property
    def _is_slow(self) -> bool:
        return self.judge.orders.column == "difficult"

    def turned(self) -> Legs:
        """Turn everybody on the spot."""
        if not self.judge.before:
            return ()
        by = TURNS[int(self.rng.random() * len(TURNS))]
        turn = {
            key: posed(x, y, (facing + by) % FULL_TURN)
            for key, (x, y, facing) in self.judge.before.items()
        }
        bases = self.judge.bases
        rects = [rectangle(pose, bases[one]) for one, pose in turn.items()]
        if is_any_upon_another(rects):
            return ()
        leg = Slide(turn)
        if self.plain and is_free_turn(self.ctx, self.judge.unit, turn, rects):
            return (leg,)
        return (leg,) if self._is_judged_right(leg) else ()

    # -- against an enemy -------------------------------------------------------------------------

    def _charged(self, reach: float) -> Legs:
        """Charge an enemy in reach: straight on, or else as a unit swings there."""
        foes = [
            (unit, them)
            for unit, them in self.there.foes_around(self.place.side, self.place.hull, reach)
            if self._may_charge(unit)
        ]
        if not foes:
            return ()
        straight = self._straight(reach, {unit for unit, _ in foes})
        if straight and self.judge.is_right(straight):
            return straight
        if self.rng.random() > SWERVES:
            return ()
        return self._swung(min(foes, key=lambda one: _between(self.place, one[1]))[1])

    def _nearer(self, reach: float) -> Legs:
        """Go toward the nearest enemy: straight on, or after a wheel."""
        foe = self._nearest_foe()
        if foe is None:
            return ()
        by = between(self.place.facing, facing_towards(_middle(self.place), _middle(foe)))
        if abs(by) > ASKEW:
            if self.rng.random() < STRAYS:
                return ()
            return self._wheeled(by)
        return self._shifted(reach * (0.5 + 0.5 * self.rng.random()), 0.0)

    def _nearest_foe(self) -> Place | None:
        """Find the enemy in sight of all whose middle is nearest."""
        left, top, right, bottom = self.place.hull
        side = self.place.side
        x, y, least, found = left + right, top + bottom, inf, None
        for one in self.there.places.values():
            if one.side != side and one.seen:
                left, top, right, bottom = one.hull
                far = (left + right - x) ** 2 + (top + bottom - y) ** 2
                if far < least:
                    least, found = far, one
        return found

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
        far, own, other = min(
            (hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]), one, two)
            for one, a in zip(self.place.elements, self.place.rects, strict=True)
            for two, b in zip(foe.elements, foe.rects, strict=True)
        )
        reach = self.judge.allowance(turns=False).total * self.mu
        if own not in self.judge.before or far > reach + ABREAST:
            return ()
        plan = Plan(self.judge)
        for ends in plan.charge(own, other, self.judge.before[own]):
            for legs in islice(plan.ways_to(ends), SWINGS):
                if self.judge.is_legal(legs):
                    return legs
        return ()


def _between(one: Place, other: Place) -> float:
    """Measure roughly between two units."""
    a, b = _middle(one)
    c, d = _middle(other)
    return hypot(a - c, b - d)


def _middle(one: Place) -> Point:
    left, top, right, bottom = one.hull
    return (left + right) / 2, (top + bottom) / 2
