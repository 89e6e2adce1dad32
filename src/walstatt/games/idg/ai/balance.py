"""How a side stands as a whole: what it has left, what its fights promise, how its units stand."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from walstatt.boards.pose import Point
from walstatt.games.idg.ai.bodies import Body, comes_at, gap
from walstatt.games.idg.ai.duels import Outlook, outlook, prize
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.journeys import Journey
from walstatt.games.idg.ai.moves import CALM, INSIDE, NARROW, THROUGH
from walstatt.games.idg.ai.siege import Siege
from walstatt.games.idg.ai.volleys import volley
from walstatt.games.idg.ai.wishes import FACED
from walstatt.games.idg.ai.worth import stock_of
from walstatt.games.idg.melee_after import captor_of
from walstatt.games.idg.world import foes_in_melee, is_baggage, on_table, rects_of
from walstatt.kernel.ids import Seat, UnitId

Ways: TypeAlias = Callable[[UnitId], Journey | None]
"""The way each unit is sent, if it was there when the plan was made."""

HOPED: Final = 0.8
"""What a charge counts that a unit can still make this turn, against one that is made."""
AT_EASE: Final = 0.5
"""How much dangers count for a unit that can still move out of them."""
HELD: Final = 0.2
"""What it is worth more to charge an enemy who is already held, as a share of his worth."""


class Charge(NamedTuple):
    """The best charge a unit could make: what it would gain, how far it is, how likely it comes."""

    gain: float = 0.0
    far: float = 0.0
    comes: float = 0.0

    @property
    def worth(self) -> float:
        """Give what may be expected of it."""
        return self.gain * self.comes


NO_CHARGE: Final = Charge()


def best_charge(field: Field, body: Body) -> Charge:
    """Find the best charge that a unit which is still to move could make."""
    if not body.may_attack or body.in_melee or body.role in ("general", "train"):
        return NO_CHARGE
    best = NO_CHARGE
    for foe in field.foes_of(body):
        comes = comes_at(field.ctx, body, body.box, foe.box)
        if comes:
            held = HELD * foe.worth if foe.in_melee else 0.0
            gain = field.duel(body, foe) + held + field.eagerness * body.worth
            if gain * comes > best.worth:
                best = Charge(gain, gap(field.ctx, body.box, foe.box), comes)
    return best


class Balance:
    """Weighs a position for one side, as its officers weigh moves, but all units at once."""

    def __init__(self, field: Field, ways: Ways) -> None:
        self.field, self.ctx, self.ways = field, field.ctx, ways

    def total(self) -> float:
        """Weigh the whole position."""
        seat, enemy = self.field.seat, self.field.enemy
        fights = outlook(self.ctx, seat, self.field.weights)
        worth = self._left(seat) - self._left(enemy) + fights.gain
        return worth + sum(self._place(body, fights) for body in self.field.own)

    def _left(self, side: Seat) -> float:
        """Sum up what a side still has and has brought away, and the baggage it still holds."""
        worth = self.field.strength(side)
        for unit, one in self.ctx.world.units.items():
            if one.side == side and one.status == "exited" and one.elements:
                worth += stock_of(self.ctx, unit, self.field.weights).points + THROUGH
        for unit in on_table(self.ctx, side):
            if is_baggage(self.ctx, unit) and captor_of(self.ctx, unit) is None:
                worth += prize(self.ctx, unit, self.field.weights)
        return worth

    def _place(self, body: Body, fights: Outlook) -> float:
        """Weigh how a unit stands: what it fears, hopes and hits, and how far it has to go."""
        field, box = self.field, body.box
        danger = field.danger(body, box)
        worth = self._inside(body) - self._way_left(body)
        if body.in_melee:
            return worth + self._eager(body, fights) - CALM * danger
        worth += volley(field, body, box, moved=body.moved)
        worth += field.posture(body, box, self._focus(body))
        if body.waits:
            return worth + HOPED * best_charge(field, body).worth - AT_EASE * danger
        return worth + field.prospect(body, box) - danger

    def _focus(self, body: Body) -> Point | None:
        """Give the point that a unit should face."""
        journey = self.ways(body.unit)
        return journey.aim.at if journey is not None and journey.aim.kind in FACED else None

    def _eager(self, body: Body, fights: Outlook) -> float:
        """Weigh that a unit fights, with how much of its front and in what company."""
        field = self.field
        pairs = fights.pairs.get(body.unit, 0)
        breadth = NARROW + (1 - NARROW) * min(1.0, pairs / body.files)
        foes = foes_in_melee(self.ctx, body.unit)
        company = sum(field.company(body, field.body(foe)) for foe in foes)
        return field.eagerness * body.worth * breadth + company

    def _way_left(self, body: Body) -> float:
        """Weigh how far a unit has to go; who has not moved is thought to get on as usual."""
        journey = self.ways(body.unit)
        if journey is None or not journey.aim.pull:
            return 0.0
        aim = journey.aim
        far = max(0.0, journey.far(body.box) - aim.near)
        if body.waits or (body.in_melee and not body.moved):
            far = max(0.0, far - float(body.pace.average))
        return aim.pull * body.points * (far + journey.detour(body.box))

    def _inside(self, body: Body) -> float:
        """Weigh how many of a unit that storms works are inside."""
        journey = self.ways(body.unit)
        if journey is None or journey.aim.kind != "storm":
            return 0.0
        rects = rects_of(self.ctx, body.unit)
        inside = sum(self._siege.is_inside(one) for one in rects) / len(rects)
        return INSIDE * body.points * (inside + (inside == 1))

    @cached_property
    def _siege(self) -> Siege:
        return Siege(self.field)
