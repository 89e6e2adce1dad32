"""What each seat may know: all but who lies in wait, who is held back, dummies, strengths, fuses.

Both armies are open, so a player knows what his enemy could have; what he does not know is which of
those whom he cannot see lie concealed, and where. IDG-1.1.7, IDG-5.4.10.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.idg.content import SEATS, IdgContent
from walstatt.games.idg.imagining import Guess, Imagining
from walstatt.games.idg.options import IdgOptions
from walstatt.games.idg.world import (
    Element,
    ElementId,
    IdgCtx,
    IdgWorld,
    Phase,
    Stratagem,
    Trail,
    Unit,
)
from walstatt.kernel.decisions import Rng
from walstatt.kernel.definition import Ruleset
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

FIRST_ARRIVALS: Final = 4
"""The turn in which those held back begin to roll, so that everybody is told who they are."""
UNROLLED: Final[tuple[Phase, ...]] = ("weather", "rally", "announcing")
"""The phases of that turn in which nobody has said yet who they are."""
SECRET_STAKES: Final[tuple[Phase, ...]] = ("roles", "layout", "works", "stratagems")
"""The phases in which nobody knows what the enemy has staked."""


class IdgView(Struct, frozen=True):
    """The battle as one seat, or a spectator, sees it."""

    seat: Seat | None
    world: IdgWorld
    """The world without all that the seat cannot know."""
    taken_up: bool
    """Whether the armies are there, on the table or beside it."""
    placing: dict[Seat, bool]
    """Whether each side still has something to place, which its turn to place betrays."""
    fused: dict[Seat, bool]
    """Whether each side has given its fire oxen fuses, of whatever length."""


def observe(ctx: IdgCtx, seat: Seat | None) -> IdgView:
    """Name every public thing, and what is the seat's own."""
    world = ctx.world
    units = {
        unit: seen_unit(one, seat) for unit, one in world.units.items() if knows(world, unit, seat)
    }
    placing = {side: _is_placing(world, side) for side in SEATS}
    fused = {side: _is_fused(world, side) for side in SEATS}
    return IdgView(seat, _seen_world(world, seat, units), bool(world.units), placing, fused)


def _is_placing(world: IdgWorld, side: Seat) -> bool:
    units = world.units.values()
    return any(one.side == side and one.status == "reserve" for one in units)


def _is_fused(world: IdgWorld, side: Seat) -> bool:
    return any(one.side == side and one.fuse for one in world.units.values())


@rule("IDG-1.1.7", "IDG-5.3.3", "IDG-5.4.10", "IDG-5.8.6")
def knows(world: IdgWorld, unit: UnitId, seat: Seat | None) -> bool:
    """Does a seat know where a unit is: on the table, lost, in the column, or about to arrive?"""
    one = world.units[unit]
    if one.side == seat:
        return True
    if one.status == "reserve":
        return unit in world.column
    if one.status == "late":
        return are_rolling(world)
    return one.status != "concealed"


@rule("IDG-5.9.1")
def are_rolling(world: IdgWorld) -> bool:
    """Have those held back begun to roll, each for itself?"""
    if world.turn == FIRST_ARRIVALS:
        return world.phase not in UNROLLED
    return world.turn > FIRST_ARRIVALS


@rule("IDG-5.7.13", "IDG-5.7.14", "IDG-18.12.29")
def seen_unit(one: Unit, seat: Seat | None) -> Unit:
    """Show a unit as a seat sees it: no fuse, no strength if folded, dummies like any other."""
    if one.side == seat:
        return one
    dummy = one.dummy and one.status == "absent"
    if not one.folded:
        return replace(one, dummy=dummy, fuse=0)
    return replace(one, elements=one.elements[:1], size=0, dummy=dummy, fuse=0)


def _seen_elements(world: IdgWorld, units: dict[UnitId, Unit]) -> dict[ElementId, Element]:
    shown = {element for one in units.values() for element in one.elements}
    return {name: one for name, one in world.elements.items() if name in shown}


def _seen_trails(
    world: IdgWorld, units: dict[UnitId, Unit], elements: dict[ElementId, Element]
) -> dict[UnitId, Trail]:
    return {
        unit: _seen_trail(trail, elements) if units[unit].folded else trail
        for unit, trail in world.trails.items()
        if unit in units
    }


def _seen_trail(trail: Trail, elements: dict[ElementId, Element]) -> Trail:
    stations = tuple(
        tuple((name, pose) for name, pose in station if name in elements)
        for station in trail.stations
    )
    return Trail(stations, trail.pivots)


@rule("IDG-5.7.1")
def _seen_stratagems(world: IdgWorld, seat: Seat | None) -> dict[Seat, Stratagem]:
    """Hide what the enemy has staked until both have rolled."""
    known = world.stratagems
    secret = world.phase in SECRET_STAKES
    return {
        side: known[side]
        for side in SEATS
        if side in known and (side == seat or not secret or known[side].chosen)
    }


def _seen_world(world: IdgWorld, seat: Seat | None, units: dict[UnitId, Unit]) -> IdgWorld:
    """Name everything that is public, or about units of which the seat knows."""
    elements = _seen_elements(world, units)
    generals = world.generals
    return IdgWorld(
        attacker=world.attacker,
        first=world.first,
        units=units,
        elements=elements,
        generals={
            side: generals[side]
            for side in SEATS
            if side in generals and generals[side].element in elements
        },
        edges=dict(world.edges),
        scenario=world.scenario,
        turn=world.turn,
        phase=world.phase,
        active=world.active,
        ground=world.ground,
        engines=dict(world.engines),
        melees={key: one for key, one in world.melees.items() if _both_in(key, units)},
        trails=_seen_trails(world, units, elements),
        shots=tuple(one for one in world.shots if one.by in units and one.at in units),
        declared=tuple(
            aim
            for aim in world.declared
            if aim.by in elements or aim.by in units or aim.by in world.engines
        ),
        losses=world.losses,
        sprung=tuple(unit for unit in world.sprung if unit in units),
        captured=world.captured,
        scared={unit: causes for unit, causes in world.scared.items() if unit in units},
        shaken={unit: causes for unit, causes in world.shaken.items() if unit in units},
        skipped=tuple(unit for unit in world.skipped if unit in units),
        weather=world.weather,
        wind=world.wind,
        fires=world.fires,
        stratagems=_seen_stratagems(world, seat),
        column=world.column,
        entry=world.entry,
        holding={unit: turns for unit, turns in world.holding.items() if unit in units},
        rockets=tuple(unit for unit in world.rockets if unit in units),
        bombs=dict(world.bombs),
    )


def _both_in(key: str, units: dict[UnitId, Unit]) -> bool:
    one, _, other = key.partition("|")
    return one in units and other in units


def redeterminise(rules: Ruleset[IdgContent, IdgOptions], view: IdgView, rng: Rng) -> IdgWorld:
    """Imagine where those are whom the seat does not see, and all else it does not know."""
    guess = Guess(
        view.seat,
        view.placing,
        view.fused,
        taken_up=view.taken_up,
        rolling=are_rolling(view.world),
        staking=view.world.phase in SECRET_STAKES,
    )
    return Imagining(rules, guess, view.world.clone(), rng).complete()
