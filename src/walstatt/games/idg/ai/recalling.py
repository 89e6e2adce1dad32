"""A battlefield seen again and again: units that are as they were need not be looked at anew."""

from __future__ import annotations

from typing import Any, NamedTuple

from walstatt.boards.rectangle import Rectangle
from walstatt.games.idg.ai.bodies import Body
from walstatt.games.idg.ai.field import Field
from walstatt.games.idg.ai.weights import Weights
from walstatt.games.idg.world import IdgCtx, foes_in_melee
from walstatt.kernel.ids import Seat, UnitId


class Looks(NamedTuple):
    """All that decides what is seen in a unit."""

    turn: int
    unit: object
    elements: tuple[object, ...]
    foes: list[UnitId]
    leader: object
    """The element of the general of its army."""
    led: str
    """Whether he is on the table."""


class Memory:
    """What was seen in the position from which everything is tried."""

    def __init__(self, ctx: IdgCtx) -> None:
        self.ctx = ctx
        self.looks: dict[UnitId, Looks] = {}
        self.bodies: dict[UnitId, Body] = {}
        self.duels: dict[tuple[UnitId, UnitId], float] = {}
        self.threats: dict[tuple[Seat, UnitId, UnitId], float] = {}

    def is_known(self, body: Body) -> bool:
        """Is a unit as it was?"""
        return self.bodies.get(body.unit) is body


class Recalled(Field):
    """A battlefield with a memory: it tells the same of everything as one without."""

    def __init__(self, ctx: IdgCtx, seat: Seat, weights: Weights, memory: Memory) -> None:
        super().__init__(ctx, seat, weights)
        self.memory = memory

    def body(self, unit: UnitId) -> Body:
        """Sum a unit up, or recall it."""
        known = self._bodies.get(unit)
        if known is None:
            known = self._bodies[unit] = self._seen(unit)
        return known

    def _seen(self, unit: UnitId) -> Body:
        memory, looks = self.memory, looks_of(self.ctx, unit)
        if memory.looks.get(unit) == looks:
            return memory.bodies[unit]
        found = super().body(unit)
        if self.ctx is memory.ctx:
            memory.looks[unit], memory.bodies[unit] = looks, found
        return found

    def duel(self, attacker: Body, target: Body) -> float:
        """Estimate what an attacker gains by charging a unit, or recall it."""
        memory, key = self.memory, (attacker.unit, target.unit)
        if not (memory.is_known(attacker) and memory.is_known(target)):
            return super().duel(attacker, target)
        known = memory.duels.get(key)
        if known is None:
            known = memory.duels[key] = super().duel(attacker, target)
        return known

    def threat(self, foe: Body, body: Body, box: Rectangle) -> float:
        """Weigh what an enemy could do to a unit in a place, or recall it."""
        memory, key = self.memory, (self.seat, foe.unit, body.unit)
        if box is not body.box or not (memory.is_known(foe) and memory.is_known(body)):
            return super().threat(foe, body, box)
        known = memory.threats.get(key)
        if known is None:
            known = memory.threats[key] = super().threat(foe, body, box)
        return known


def looks_of(ctx: IdgCtx, unit: UnitId) -> Looks:
    """Gather what decides how a unit looks."""
    world = ctx.world
    one = world.units[unit]
    general = world.generals.get(one.side)
    leader: Any = world.elements.get(general.element) if general else None
    elements = world.elements
    return Looks(
        world.turn,
        one,
        tuple([elements[element] for element in one.elements]),
        foes_in_melee(ctx, unit),
        leader,
        world.units[leader.unit].status if leader else "",
    )
