"""Shots of another kind: at gates and siege towers, flames, rockets, bombs. IDG-16, IDG-18.12.

A flame is read as a strip from the nozzle; what stands between shields nobody, and friends in it
burn as well. A flamethrower whose place an enemy touches is lost and cannot be fired.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from walstatt.boards.arcs import front_strip
from walstatt.boards.contact import OVERLAP, distance, is_within, overlap
from walstatt.boards.polygons import extent
from walstatt.boards.pose import Base, Pose, between, facing_towards
from walstatt.boards.rectangle import Box, Rectangle, rectangle, segment
from walstatt.boards.terrain import is_near
from walstatt.games.idg.fire import tower_rect
from walstatt.games.idg.flames import is_taken
from walstatt.games.idg.forts import owner_of
from walstatt.games.idg.land import land_of
from walstatt.games.idg.levels import is_on_ship
from walstatt.games.idg.melee_after import GateRoll, is_shut
from walstatt.games.idg.melee_results import D10
from walstatt.games.idg.overhead import flight_to
from walstatt.games.idg.ship_shots import ship_flaws, ship_shot_roll, ships_in
from walstatt.games.idg.sight import unit_sees
from walstatt.games.idg.standing import elements_on_table, is_unit_within, mu
from walstatt.games.idg.target_priority import duty
from walstatt.games.idg.targets import ARC, foes_in_contact, reach_flaws, shooter_flaws
from walstatt.games.idg.troops import troop_file
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    IdgCtx,
    enemy_of,
    is_baggage,
    on_table,
    profile_of,
    rect_of,
    shown,
    side_of,
)
from walstatt.kernel.chance import Roll
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

NEEDED: Final = {"light_artillery": 10, "heavy_siege_engine": 9}
"""What artillery must roll to smash a gate or a siege tower. IDG-16.2.2, IDG-16.2.3."""
FLAME_REACH: Final = 6
ROCKET_REACH: Final = 24
BOMB_REACH: Final = 2

# -- gates and siege towers -----------------------------------------------------------------------


@rule("IDG-16.1.5")
def enemy_works(ctx: IdgCtx, side: Seat) -> list[str]:
    """List the shut gates and the siege towers of a side's enemy; walls cannot be destroyed."""
    gates = [one.id for one in ctx.world.ground if is_shut(one) and owner_of(ctx, one) != side]
    return gates + [
        name
        for name, engine in ctx.world.engines.items()
        if engine.kind == "siege_tower" and engine.side != side
    ]


def is_ship(ctx: IdgCtx, what: str) -> bool:
    """Is it a ship?"""
    return what in ctx.world.engines and ctx.world.engines[what].kind == "ship"


def box_of(ctx: IdgCtx, what: str) -> Box:
    """Give the ground of a gate or a siege tower."""
    if what in ctx.world.engines:
        return tower_rect(ctx, what)
    gate = next(one for one in ctx.world.ground if one.id == what)
    if gate.via:
        line = segment(gate.via[0], gate.via[-1])
        return Box(line.centre, line.right, line.half_width, gate.width / 2)
    (left, right), (top, bottom) = extent(gate.outline, (1, 0)), extent(gate.outline, (0, 1))
    centre = ((left + right) / 2, (top + bottom) / 2)
    return Box(centre, (1.0, 0.0), (right - left) / 2, (bottom - top) / 2)


@rule("IDG-16.2.2", "IDG-16.3.6")
def works_flaws(ctx: IdgCtx, shooter: ElementId, what: str) -> list[Violation]:
    """List every reason why an element may not shoot at a gate or a siege tower."""
    if is_ship(ctx, what):
        return ship_flaws(ctx, shooter, what)
    found = shooter_flaws(ctx, shooter)
    if shooter not in ctx.world.elements:
        return found
    if what not in enemy_works(ctx, side_of(ctx, shooter)):
        return [*found, refuse("IDG-16.2.2", "idg.no.shot.works_gone", what)]
    if profile_of(ctx, shooter).troop != "artillery":
        return [*found, refuse("IDG-16.2.2", "idg.no.shot.works_who", what)]
    box = box_of(ctx, what)
    found += reach_flaws(ctx, shooter, box, what)
    found += flight_to(ctx, shooter, box, (what,)).flaws
    found += _friends_at_gate(ctx, shooter, what)
    return found or _comes_first(ctx, shooter, what)


@rule("IDG-16.2.7")
def _friends_at_gate(ctx: IdgCtx, shooter: ElementId, what: str) -> Iterator[Violation]:
    """Nobody shoots at a gate that friends touch."""
    area = land_of(ctx).areas.get(what)
    if area is None:
        return
    friends = elements_on_table(ctx, side_of(ctx, shooter))
    if any(is_near(rect_of(ctx, one), area, TOUCH) for one in friends):
        yield refuse("IDG-16.2.7", "idg.no.shot.friends_at_gate", what)


@rule("IDG-9.5.10")
def _comes_first(ctx: IdgCtx, shooter: ElementId, what: str) -> list[Violation]:
    if duty(ctx, shooter).rule == "IDG-9.5.6":
        return [refuse("IDG-9.5.6", "idg.no.shot.one_comes", what)]
    return []


@rule("IDG-16.2.2", "IDG-16.2.3", "IDG-16.2.4", "IDG-15.2.3")
def works_roll(ctx: IdgCtx, shooter: ElementId, what: str) -> Roll[int]:
    """Make the roll of a shot at a gate or a siege tower: no lines, bombs no better."""
    if is_ship(ctx, what):
        return ship_shot_roll(ctx, shooter, what)
    kind = profile_of(ctx, shooter).kind
    cited = "IDG-16.3.6" if what in ctx.world.engines else "IDG-16.2.2"
    meaning = GateRoll(NEEDED.get(kind, NEEDED["light_artillery"]))
    return Roll("idg.roll.works", cited, D10, 1, side_of(ctx, shooter), meaning)


# -- flames ---------------------------------------------------------------------------------------


@rule("IDG-18.12.19")
def flame_area(ctx: IdgCtx, engine: str, facing: int) -> Rectangle:
    """Give the ground that a flame covers: six inches deep, as wide as an element."""
    x, y, _ = ctx.world.engines[engine].pose
    nozzle = rectangle(Pose(x, y, facing), Base(troop_file().frontage, 1))
    return front_strip(nozzle, round(mu(ctx, FLAME_REACH)))


def under_flame(ctx: IdgCtx, engine: str, facing: int) -> list[ElementId]:
    """List the elements, of either side, that a flame would cover in part."""
    area = flame_area(ctx, engine, facing)
    return [
        one
        for one in elements_on_table(ctx)
        if overlap(area, rect_of(ctx, one)) > OVERLAP
        and not is_baggage(ctx, ctx.world.elements[one].unit)
        and not _just_came(ctx, one)
        and not is_on_ship(ctx, one)
    ]


@rule("IDG-9.5.14")
def _just_came(ctx: IdgCtx, element: ElementId) -> bool:
    """Has an element's unit arrived this turn, so that nobody shoots at it?"""
    return ctx.world.units[ctx.world.elements[element].unit].arrived == ctx.world.turn


def ships_under(ctx: IdgCtx, engine: str, facing: int) -> list[str]:
    """List the ships that a flame would cover in part."""
    return ships_in(ctx, flame_area(ctx, engine, facing))


def flame_range(ctx: IdgCtx, engine: str, target: ElementId) -> int:
    """Measure from the nozzle to a target."""
    spot = ctx.world.engines[engine].pose.spot
    return round(distance(segment(spot, spot), rect_of(ctx, target)))


@rule("IDG-18.12.18", "IDG-18.12.35")
def flame_flaws(ctx: IdgCtx, seat: Seat, engine: str, facing: int) -> list[Violation]:
    """List every reason why a flamethrower may not be fired so."""
    one = ctx.world.engines.get(engine)
    if one is None or one.kind != "flamethrower" or one.side != seat:
        return [refuse("IDG-18.12.35", "idg.no.shot.no_flame", engine)]
    found = []
    if is_taken(ctx, engine):
        found.append(refuse("IDG-18.12.35", "idg.no.shot.flame_lost", engine))
    if abs(between(one.pose.facing, facing)) > ARC:
        found.append(refuse("IDG-18.12.35", "idg.no.shot.arc", engine))
    if not under_flame(ctx, engine, facing) and not ships_under(ctx, engine, facing):
        found.append(refuse("IDG-18.12.19", "idg.no.shot.flame_nobody", engine))
    return found


def flames(ctx: IdgCtx, seat: Seat) -> list[tuple[str, int]]:
    """List the flamethrowers of a side, each with the ways to some enemy it can be pointed."""
    found: list[tuple[str, int]] = []
    for name, engine in ctx.world.engines.items():
        if engine.kind != "flamethrower" or engine.side != seat:
            continue
        far = mu(ctx, FLAME_REACH)
        foes = [rect_of(ctx, foe) for foe in elements_on_table(ctx, enemy_of(seat))]
        spot = segment(engine.pose.spot, engine.pose.spot)
        ways = [
            facing_towards(spot.centre, box.centre) for box in foes if is_within(spot, box, far)
        ]
        found += [
            (name, way) for way in dict.fromkeys(ways) if not flame_flaws(ctx, seat, name, way)
        ]
    return found


def spares_friends(ctx: IdgCtx, engine: str, facing: int) -> bool:
    """Does a flame cover an enemy and no friend? Then it is fired as a matter of course. D38."""
    side = ctx.world.engines[engine].side
    sides = {side_of(ctx, one) for one in under_flame(ctx, engine, facing)}
    return sides == {enemy_of(side)}


# -- rockets and bombs ----------------------------------------------------------------------------


@rule("IDG-18.12.12", "IDG-9.5.14")
def rocket_flaws(ctx: IdgCtx, unit: UnitId, target: UnitId) -> list[Violation]:
    """List every reason why a detachment may not fire its rockets at a unit."""
    one, other = ctx.world.units.get(unit), ctx.world.units.get(target)
    if one is None or other is None or other.side == one.side or other.status != "table":
        return [refuse("IDG-18.12.12", "idg.no.shot.rocket_target", target)]
    found = list(_rocket_state(ctx, unit))
    if is_baggage(ctx, target) or other.arrived == ctx.world.turn:
        found.append(refuse("IDG-9.5.14", "idg.no.shot.rocket_target", target))
    if not is_unit_within(ctx, unit, target, ROCKET_REACH):
        found.append(refuse("IDG-18.12.12", "idg.no.shot.range", target, n=ROCKET_REACH))
    if not unit_sees(ctx, unit, target):
        found.append(refuse("IDG-18.12.12", "idg.no.shot.rocket_sight", target))
    return found


def _rocket_state(ctx: IdgCtx, unit: UnitId) -> Iterator[Violation]:
    """A detachment fires once in a game, and not from melee, nor when it has just arrived."""
    elements = shown(ctx, unit)
    if not all("rocket" in profile_of(ctx, one).special for one in elements):
        yield refuse("IDG-18.12.12", "idg.no.shot.no_rockets", unit)
    if unit in ctx.world.rockets:
        yield refuse("IDG-18.12.12", "idg.no.shot.rockets_gone", unit)
    if ctx.world.units[unit].arrived == ctx.world.turn:
        yield refuse("IDG-5.9.6", "idg.no.shot.arrived", unit)
    if any(foes_in_contact(ctx, one) for one in elements):
        yield refuse("IDG-9.1.4", "idg.no.shot.contact", unit)


@rule("IDG-18.12.22")
def bomb_flaws(ctx: IdgCtx, shooter: ElementId, loaded: int = 0) -> list[Violation]:
    """List every reason why a shot cannot be a bomb; `loaded` are already declared."""
    if profile_of(ctx, shooter).kind != "heavy_siege_engine":
        return [refuse("IDG-18.12.22", "idg.no.shot.bomb_who", shooter)]
    if ctx.world.bombs.get(side_of(ctx, shooter), 0) <= loaded:
        return [refuse("IDG-18.12.22", "idg.no.shot.no_bombs", shooter)]
    return []


@rule("IDG-18.12.24")
def near_bomb(ctx: IdgCtx, target: ElementId) -> list[UnitId]:
    """List the units, of either side, that a bomb on an element makes test."""
    own, far = rect_of(ctx, target), mu(ctx, BOMB_REACH)
    return [
        unit
        for unit in on_table(ctx)
        if not is_baggage(ctx, unit)
        and any(is_within(own, rect_of(ctx, one), far) for one in shown(ctx, unit))
    ]
