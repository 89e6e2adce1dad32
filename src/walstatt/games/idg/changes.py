"""The verbs that change a battle: markers, losses, contacts. IDG-13.1, IDG-12.2."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from msgspec.structs import replace

from walstatt.games.idg.across import any_across, has_barriers
from walstatt.games.idg.content import SEATS, Kind
from walstatt.games.idg.events import (
    Disordered,
    DrivenOff,
    ElementLost,
    GeneralLost,
    Scattered,
    UnitDestroyed,
)
from walstatt.games.idg.hulls import hull_of, is_near, units_near
from walstatt.games.idg.laager import laagers
from walstatt.games.idg.levels import can_meet, is_ships_gun
from walstatt.games.idg.naming import general_name, unit_name
from walstatt.games.idg.standing import is_element_within
from walstatt.games.idg.whereabouts import Touching, whereabouts
from walstatt.games.idg.world import (
    ElementId,
    IdgCtx,
    Loss,
    Melee,
    Status,
    is_baggage,
    on_table,
    pair_key,
    profile_of,
    shown,
    troop_of,
)
from walstatt.kernel import trace
from walstatt.kernel.ids import RuleId, UnitId
from walstatt.kernel.trace import rule

REMOVED_AT: Final = 7
FLEES_AT: Final = 5
FEARED: Final = ("elephant", "heavy_chariot")
TERRORS: Final = Kind(lambda one: one.troop in FEARED)
FEAR_WITHIN: Final = 6
FIRST, SECOND = sorted(SEATS)
OVER_WAGONS: Final = 5
"""How far apart, in MU, enemies may be who fight across a wagon. IDG-17.1.6."""

# -- markers --------------------------------------------------------------------------------------


@rule("IDG-1.4.6", "IDG-13.1.1", "IDG-13.1.2", "IDG-17.3.9")
def give_markers(
    ctx: IdgCtx, unit: UnitId, count: int, because: RuleId, *, later: bool = False
) -> None:
    """Give a unit disorder markers: in force at once, or kept apart until `settle`."""
    one = ctx.world.units[unit]
    if count <= 0 or one.status not in ("table", "concealed") or is_baggage(ctx, unit):
        return
    if is_ships_gun(ctx, unit):
        return
    if later:
        ctx.world.units[unit] = replace(one, fresh=one.fresh + count)
        _tell_markers(ctx, unit, count, because)
        return
    _add(ctx, unit, count)
    _tell_markers(ctx, unit, count, because)
    remove_if_scattered(ctx, unit)


def _add(ctx: IdgCtx, unit: UnitId, count: int) -> None:
    one = ctx.world.units[unit]
    total = one.disorder + count
    flight = one.flight or FLEES_AT <= total < REMOVED_AT
    ctx.world.units[unit] = replace(one, disorder=total, flight=flight)


def _tell_markers(ctx: IdgCtx, unit: UnitId, count: int, because: RuleId) -> None:
    if ctx.telling:
        one = ctx.world.units[unit]
        total = one.disorder + one.fresh
        told = Disordered(unit_name(ctx, unit), count, total, seat=one.side, because=because)
        ctx.emit(told, to=(one.side,) if one.status == "concealed" else None)


@rule("IDG-13.1.2", "IDG-9.7.9")
def settle(ctx: IdgCtx, units: Iterable[UnitId]) -> None:
    """Let the markers that were kept apart take force, and remove who has too many."""
    for unit in units:
        one = ctx.world.units[unit]
        if one.fresh:
            ctx.world.units[unit] = replace(one, fresh=0)
            _add(ctx, unit, one.fresh)
            remove_if_scattered(ctx, unit)


@rule("IDG-13.2.12")
def remove_if_scattered(ctx: IdgCtx, unit: UnitId) -> None:
    """Remove a unit with seven markers or more; it counts as destroyed."""
    one = ctx.world.units[unit]
    if one.disorder >= REMOVED_AT and one.status in ("table", "concealed"):
        if ctx.telling:
            ctx.emit(Scattered(unit_name(ctx, unit), seat=one.side))
        destroy(ctx, unit)


# -- losses ---------------------------------------------------------------------------------------


def lose_element(
    ctx: IdgCtx, element: ElementId, because: RuleId, *, by_shooting: bool = False
) -> None:
    """Remove an element for good, and remember it for the morale phase. IDG-12.2.9."""
    world = ctx.world
    one = world.elements[element]
    unit = world.units[one.unit]
    left = tuple(other for other in unit.elements if other != element)
    if ctx.telling:
        name = unit_name(ctx, one.unit)
        ctx.emit(ElementLost(name, len(left), seat=unit.side, because=because))
    _remember(ctx, element, last=not left, by_shooting=by_shooting)
    world.units[one.unit] = replace(unit, elements=left)
    if unit.folded and left and element == unit.elements[0]:
        # (the next of them shows now, where the first stood)
        world.elements[left[0]] = replace(world.elements[left[0]], pose=one.pose)
    if not left:
        _leave(ctx, one.unit, "destroyed")
        if ctx.telling:
            ctx.emit(UnitDestroyed(unit_name(ctx, one.unit), seat=unit.side, because=because))
    del world.elements[element]


def destroy(ctx: IdgCtx, unit: UnitId) -> None:
    """Remove a whole unit, which counts as destroyed."""
    world = ctx.world
    elements = world.units[unit].elements
    for element in elements:
        _remember(ctx, element, last=element == elements[-1], by_shooting=False)
    _leave(ctx, unit, "destroyed")


def _remember(ctx: IdgCtx, element: ElementId, *, last: bool, by_shooting: bool) -> None:
    world = ctx.world
    one = world.elements[element]
    side = world.units[one.unit].side
    if world.units[one.unit].dummy:
        return  # nobody mourns painted canvas
    loss = Loss(side, one.unit, one.pose, one.profile, last, one.general, by_shooting)
    world.losses = (*world.losses, loss)
    if one.general and ctx.telling:
        ctx.emit(GeneralLost(general_name(ctx, side), seat=side))


@rule("IDG-13.3.3", "IDG-13.3.4")
def drive_off(ctx: IdgCtx, unit: UnitId) -> None:
    """Remove a unit that retreated over the edge; it counts neither as routed nor destroyed."""
    if ctx.telling:
        ctx.emit(DrivenOff(unit_name(ctx, unit), seat=ctx.world.units[unit].side))
    _leave(ctx, unit, "driven_off")


def _leave(ctx: IdgCtx, unit: UnitId, status: Status) -> None:
    """Take a unit off the table: its contacts end, its generals command no more."""
    world = ctx.world
    world.units[unit] = replace(world.units[unit], status=status, fresh=0)
    for key in [key for key in world.melees if unit in key.split("|")]:
        del world.melees[key]


# -- contacts -------------------------------------------------------------------------------------


@rule("IDG-11.1.1")
def note_contacts(ctx: IdgCtx, mover: UnitId | None = None) -> None:
    """Find out anew which units are in contact; new contacts are the mover's doing."""
    world = ctx.world
    known = world.melees
    found: dict[str, Melee] = {}
    for unit, other, touching in _close_pairs(ctx):
        if _meet(ctx, unit, other, touching):
            key = pair_key(unit, other)
            found[key] = known[key] if key in known else Melee(world.turn, mover or unit)
    world.melees = found


def _close_pairs(ctx: IdgCtx) -> list[tuple[UnitId, UnitId, Touching]]:
    """List the units that may be in contact, the one of the first side first, and who touches."""
    there = whereabouts(ctx)
    pairs: list[tuple[UnitId, UnitId, Touching]] = []
    near = _pairs_about_wagons(ctx) if laagers(ctx) else there.near
    if not near:
        return pairs
    barred, units = has_barriers(ctx), ctx.world.units
    for pair in near:
        unit, other = pair if units[pair[0]].side == FIRST else (pair[1], pair[0])
        touching = there.touching(unit, other)
        if touching or barred:
            pairs.append((unit, other, touching))
    if len(pairs) > 1:
        order = {unit: number for number, unit in enumerate(units)}
        pairs.sort(key=lambda pair: (order[pair[0]], order[pair[1]]))
    return pairs


def _pairs_about_wagons(ctx: IdgCtx) -> Collection[tuple[UnitId, UnitId]]:
    """List the units that may be in contact, perhaps across a wagon."""
    reach = OVER_WAGONS * ctx.content.mu
    foes = [(unit, hull_of(ctx, unit)) for unit in on_table(ctx, SECOND)]
    owns = [(unit, hull_of(ctx, unit)) for unit in on_table(ctx, FIRST)]
    return [(a, b) for a, own in owns for b, hull in foes if is_near(own, hull, reach)]


def _meet(ctx: IdgCtx, unit: UnitId, other: UnitId, touching: Touching) -> bool:
    """Do two units meet, some of whose elements touch, or who may be in contact across works?"""
    if is_baggage(ctx, unit) or is_baggage(ctx, other):
        return False
    if any(can_meet(ctx, one, foe) for one, foe in touching):
        return True
    return any_across(ctx, shown(ctx, unit), shown(ctx, other))


@rule("IDG-12.2.4", "IDG-12.2.5", "IDG-12.2.6", "IDG-12.2.8", "IDG-12.2.19", "IDG-15.3.2")
def note_fear(ctx: IdgCtx) -> None:
    """Note who for the first time has elephants or heavy chariots of the enemy close by."""
    world = ctx.world
    if trace.listener is None and not TERRORS.among(ctx.content):
        return
    far = FEAR_WITHIN * ctx.content.mu
    for terror in on_table(ctx):
        for what, dreaded in _terrors_of(ctx, terror).items():
            for unit in units_near(ctx, hull_of(ctx, terror), on_table(ctx), far):
                if _may_fear(ctx, unit, terror, what) and any(
                    is_element_within(ctx, one, unit, FEAR_WITHIN) for one in dreaded
                ):
                    world.units[unit] = replace(
                        world.units[unit], feared=(*world.units[unit].feared, what)
                    )
                    world.scared[unit] = (*world.scared.get(unit, ()), what)


def _terrors_of(ctx: IdgCtx, unit: UnitId) -> dict[str, list[ElementId]]:
    """List the elephants or heavy chariots of a unit; a general's element may be the only one."""
    found: dict[str, list[ElementId]] = {}
    for element in shown(ctx, unit):
        what = profile_of(ctx, element).troop
        if what in FEARED:
            found.setdefault(what, []).append(element)
    return found


def _may_fear(ctx: IdgCtx, unit: UnitId, terror: UnitId, what: str) -> bool:
    one = ctx.world.units[unit]
    if one.side == ctx.world.units[terror].side or what in one.feared or is_baggage(ctx, unit):
        return False
    return not (what == "heavy_chariot" and troop_of(ctx, unit) == "heavy_chariot")
