"""What was found out about a position, kept as long as nobody moves or is hurt.

A turn asks a dozen questions about the same position, and a search plays it hundreds of times.
Everything kept here depends on the position alone, so that it never matters who asked first.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from walstatt.games.ccn.content import CcnContent, Troop
from walstatt.games.ccn.world import CcnCtx
from walstatt.kernel.ids import CellId, Seat, UnitId

Ways: TypeAlias = dict[tuple[object, str], tuple[int, ...]]
Strikes: TypeAlias = dict[tuple[CellId, Troop], frozenset[CellId]]

MOST_NOTES = 400
"""How many positions are remembered."""


class Notes:
    """What one side found out about one position."""

    def __init__(self, ctx: CcnCtx, ways: Ways, strikes: Strikes) -> None:
        self.at: dict[UnitId, CellId] = {unit: one.at for unit, one in ctx.world.units.items()}
        """Where everybody really stands, whoever is tried out elsewhere."""
        self.ways = ways
        self.strikes = strikes
        self.near: Ways = {}
        self.hostile: dict[Seat, list[Any]] = {}
        self.standing: dict[tuple[UnitId, CellId, UnitId | None], float] = {}
        self.plans: dict[tuple[object, ...], Any] = {}
        self.errands: dict[UnitId, list[tuple[CellId, float]]] | None = None


class Notebook:
    """The positions one player looked at lately."""

    def __init__(self) -> None:
        self._notes: dict[tuple[object, ...], Notes] = {}
        self._ways: dict[tuple[object, ...], tuple[CcnContent, Ways, Strikes]] = {}

    def of(self, ctx: CcnCtx, seat: Seat) -> Notes:
        """Open the page of a position."""
        key = (id(ctx.content), ctx.options, seat, *position(ctx))
        found = self._notes.get(key)
        if found is None:
            _, ways, strikes = self._roads(ctx)
            if len(self._notes) >= MOST_NOTES:
                self._notes.clear()
            found = self._notes[key] = Notes(ctx, ways, strikes)
        return found

    def _roads(self, ctx: CcnCtx) -> tuple[CcnContent, Ways, Strikes]:
        """Open the map of a battlefield; it is kept with its content, whose address is the key."""
        key = id(ctx.content), ctx.options, ctx.world.removed
        found = self._ways.get(key)
        if found is None:
            if len(self._ways) >= MOST_NOTES:
                self._ways.clear()
                self._notes.clear()
            found = self._ways[key] = ctx.content, {}, {}
        return found


def position(ctx: CcnCtx) -> tuple[object, ...]:
    """Tell positions apart by all that judgements of them depend on, cards in hand aside."""
    world = ctx.world
    return (
        world.turn,
        world.active,
        tuple([(unit, one.at, one.blocks, one.square) for unit, one in world.units.items()]),
        tuple([(name, one.at) for name, one in world.leaders.items()]),
        tuple(world.banners.values()),
        tuple(map(len, world.hands.values())),
        tuple("" in cards for cards in world.square_cards.values()),
        tuple(world.claims),
        world.claimed,
        world.removed,
    )
