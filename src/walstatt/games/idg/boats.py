"""Embarking, and going ashore again. IDG-17.2.

Every element has a boat of its own (IDG-A49). A unit that embarks or lands goes straight toward the
water, or toward the bank, as it stands, no farther than six inches: that takes it its whole turn.
Riders do so on foot, their mounts are in the boats with them, and are mounted again when the turn
after the landing begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from walstatt.boards.paths import Slide, advance, after, part
from walstatt.boards.polygons import Interval, stretches
from walstatt.boards.pose import FULL_TURN, Pose, between, heading
from walstatt.games.idg.aftermath import carry_out, stopped_by_ambush
from walstatt.games.idg.contacting import engaged_elsewhere
from walstatt.games.idg.footing import dismounted_places, is_up
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.sailing import judge_for
from walstatt.games.idg.standing import mu
from walstatt.games.idg.waters import in_boats, is_afloat, is_wet, waters
from walstatt.games.idg.world import ElementId, Engine, IdgCtx, on_table, rect_of, shown
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

WITHIN: Final = 6
"""How far, in MU, a unit goes to its boats, or from them."""
STEP: Final = 0.25
"""How finely, in MU, a place is looked for."""
EIGHTH: Final = FULL_TURN // 8
APART: Final = FULL_TURN // 4
"""How different ways are that lead to different banks."""
ROUNDING: Final = 2.0

# -- embarking ------------------------------------------------------------------------------------


@rule("IDG-17.2.1", "IDG-17.2.3")
def embark_flaws(ctx: IdgCtx, unit: UnitId, way: int) -> Iterator[Violation]:
    """Say why a unit may not go into boats that way."""
    name = unit_name(ctx, unit)
    if in_boats(ctx, unit):
        yield refuse("IDG-17.2.3", "idg.no.boat.aboard", unit=name)
        return
    for foe in engaged_elsewhere(ctx, unit)[:1]:
        yield refuse("IDG-11.2.4", "idg.no.march.in_melee", unit=unit_name(ctx, foe))
    if not waters(ctx) or boat_places(ctx, unit, way) is None:
        yield refuse("IDG-17.2.1", "idg.no.boat.no_water", unit=name, n=WITHIN)


def embarking_ways(ctx: IdgCtx, unit: UnitId) -> list[int]:
    """List the ways that lead a unit into water, the shortest of each side; not all may do."""
    return _ways(ctx, unit, into=True)


def boat_places(ctx: IdgCtx, unit: UnitId, way: int) -> dict[ElementId, Pose] | None:
    """Give where the boats of a unit lie if it embarks that way; None if it cannot."""
    there = on_foot(ctx, unit)
    judge = judge_for(there, Orders(unit, purpose="embark"))
    for poses in _steps(there, judge, way):
        rects = [judge.rect(one, pose) for one, pose in poses.items()]
        afloat = all(is_afloat(there, rect) for rect in rects)
        if afloat and judge.is_legal((Slide(poses),)):
            return poses
    return None


def on_foot(ctx: IdgCtx, unit: UnitId) -> IdgCtx:
    """Imagine that the riders of a unit have dismounted."""
    if not is_up(ctx, unit):
        return ctx
    there = ctx.clone(None)
    _lead_mounts(there, unit)
    return there


@rule("IDG-17.2.4")
def _lead_mounts(ctx: IdgCtx, unit: UnitId) -> None:
    """Let riders be on foot, with their mounts at hand."""
    if not is_up(ctx, unit):
        return
    poses = dismounted_places(ctx, unit)
    ctx.world.units[unit] = replace(ctx.world.units[unit], form="afloat")
    for element, pose in poses.items():
        ctx.world.elements[element] = replace(ctx.world.elements[element], pose=pose)


@rule("IDG-17.2.3", "IDG-17.2.4", "IDG-17.2.9", "IDG-A49")
def embark(ctx: IdgCtx, unit: UnitId, way: int) -> None:
    """Put a unit into boats, unless an ambush stops it; improvised ones do as well."""
    places = boat_places(ctx, unit, way)
    if places is None:
        raise ValueError(f"{unit} cannot embark towards {way}")
    _lead_mounts(ctx, unit)
    carry_out(ctx, Orders(unit, purpose="embark"), (Slide(places),))
    if all(is_afloat(ctx, rect_of(ctx, one)) for one in shown(ctx, unit)):
        put_in_boats(ctx, unit)


def put_in_boats(ctx: IdgCtx, unit: UnitId) -> None:
    """Give every element of a unit a boat where it is, as those have who come by sea."""
    side = ctx.world.units[unit].side
    for element in shown(ctx, unit):
        one, name = ctx.world.elements[element], f"{element}.boat"
        ctx.world.engines[name] = Engine("boat", side, one.pose, since=ctx.world.turn)
        ctx.world.elements[element] = replace(one, aboard=name)


@rule("IDG-17.2.1", "IDG-17.2.4", "IDG-4.2.33")
def come_by_boat(ctx: IdgCtx, unit: UnitId) -> None:
    """Let a unit that has just arrived on water be in boats, riders beside their mounts."""
    _lead_mounts(ctx, unit)
    put_in_boats(ctx, unit)


def carry_boats(ctx: IdgCtx, unit: UnitId) -> None:
    """Let boats be where their elements have gone."""
    for element in shown(ctx, unit):
        one = ctx.world.elements[element]
        boat = ctx.world.engines.get(one.aboard)
        if boat is not None:
            ctx.world.engines[one.aboard] = replace(boat, pose=one.pose)


@rule("IDG-13.2.14", "IDG-17.2.3")
def return_to_boats(ctx: IdgCtx) -> None:
    """Put those into their boats again who landed this turn and were driven back off the bank."""
    for unit in on_table(ctx):
        if ctx.world.units[unit].deed == "landed" and not in_boats(ctx, unit):
            rects = [rect_of(ctx, one) for one in shown(ctx, unit)]
            if all(is_afloat(ctx, rect) for rect in rects) and not engaged_elsewhere(ctx, unit):
                put_in_boats(ctx, unit)


@rule("IDG-17.2.7")
def drop_empty_boats(ctx: IdgCtx) -> None:
    """Take boats away whose elements are lost."""
    if not ctx.world.engines:
        return
    used = {one.aboard for one in ctx.world.elements.values()}
    for name, engine in list(ctx.world.engines.items()):
        if engine.kind == "boat" and name not in used:
            del ctx.world.engines[name]


# -- landing --------------------------------------------------------------------------------------


@rule("IDG-17.2.3", "IDG-17.2.5")
def landing_flaws(ctx: IdgCtx, unit: UnitId, way: int, *, attack: bool) -> Iterator[Violation]:
    """Say why a unit may not go ashore that way, or not into melee."""
    name = unit_name(ctx, unit)
    if not in_boats(ctx, unit):
        yield refuse("IDG-17.2.3", "idg.no.boat.ashore_already", unit=name)
    elif attack:
        yield from _attack_flaws(ctx, unit, way)
    elif shore_places(ctx, unit, way, attack=False) is None:
        yield refuse("IDG-17.2.3", "idg.no.boat.no_landing", unit=name, n=WITHIN)


@rule("IDG-17.2.5")
def _attack_flaws(ctx: IdgCtx, unit: UnitId, way: int) -> Iterator[Violation]:
    """Say that nobody is met that way, or why the unit may not move into contact with him."""
    judge = judge_for(ctx, Orders(unit, purpose="land"))
    poses = _contact_places(ctx, judge, way)
    if poses is None:
        yield refuse("IDG-17.2.5", "idg.no.boat.no_fight", unit=unit_name(ctx, unit), n=WITHIN)
    else:
        yield from judge.flaws((Slide(poses),))


def landing_ways(ctx: IdgCtx, unit: UnitId) -> list[int]:
    """List the ways that lead a unit out of the water, the shortest to each bank."""
    return _ways(ctx, unit, into=False)


def shore_places(
    ctx: IdgCtx, unit: UnitId, way: int, *, attack: bool
) -> dict[ElementId, Pose] | None:
    """Give where a unit stands that goes ashore that way; None if it cannot."""
    judge = judge_for(ctx, Orders(unit, purpose="land"))
    if attack:
        met = _contact_places(ctx, judge, way)
        return met if met is not None and judge.is_legal((Slide(met),)) else None
    for poses in _steps(ctx, judge, way):
        rects = [judge.rect(one, pose) for one, pose in poses.items()]
        if any(is_afloat(ctx, rect) or is_wet(ctx, rect) for rect in rects):
            continue
        if judge.is_legal((Slide(poses),)) and not judge.touched(poses):
            return poses
    return None


@rule("IDG-17.2.5")
def _contact_places(ctx: IdgCtx, judge: Judge, way: int) -> dict[ElementId, Pose] | None:
    """Go on until an enemy is met; None if there is nobody."""
    leg = advance(judge.before, way, mu(ctx, WITHIN))
    met = judge.crowd.first_in_way(leg, judge.before, judge.bases)
    if met is None:
        return None
    back = ROUNDING / mu(ctx, WITHIN)
    poses = after(part(leg, judge.before, max(0.0, met.fraction - back)), judge.before)
    return poses if judge.touched(poses) else None


@rule("IDG-17.2.3", "IDG-17.2.5")
def land(ctx: IdgCtx, unit: UnitId, way: int, *, attack: bool) -> None:
    """Bring a unit ashore, where those who meet it may fight it at once."""
    places = shore_places(ctx, unit, way, attack=attack)
    if places is None:
        raise ValueError(f"{unit} cannot land towards {way}")
    orders = Orders(unit, purpose="land")
    legs = stopped_by_ambush(ctx, orders, (Slide(places),))
    if not legs:
        one = ctx.world.units[unit]
        ctx.world.units[unit] = replace(one, activated=True, deed="landed")
        return
    for element in shown(ctx, unit):
        ctx.world.engines.pop(ctx.world.elements[element].aboard, None)
        ctx.world.elements[element] = replace(ctx.world.elements[element], aboard="")
    carry_out(ctx, orders, legs)


# -- looking for places ---------------------------------------------------------------------------


def _ways(ctx: IdgCtx, unit: UnitId, *, into: bool) -> list[int]:
    """List the eighths of a turn in which the middle of a unit enters, or leaves, the water."""
    rects = [rect_of(ctx, one) for one in shown(ctx, unit)]
    x = sum(rect.centre[0] for rect in rects) / len(rects)
    y = sum(rect.centre[1] for rect in rects) / len(rects)
    far = mu(ctx, WITHIN)
    found = dict[int, float]()
    for water in waters(ctx):
        around = water.area.bounds
        if not (around.left - far <= x <= around.right + far):
            continue
        if not (around.top - far <= y <= around.bottom + far):
            continue
        for way in range(0, FULL_TURN, EIGHTH):
            ax, ay = heading(way)
            wet = stretches(water.area.rings, (x, y), (x + ax * far, y + ay * far))
            at = _change(wet, into=into)
            if at is not None:
                found[way] = min(at, found.get(way, 1.0))
    return _different(found)


def _change(wet: list[Interval], *, into: bool) -> float | None:
    """Give the part of a way at which the water begins, or ends; None if it does not."""
    if not wet:
        return None
    if into:
        return wet[0][0] if wet[0][0] > 0 else None
    return wet[0][1] if wet[0][1] < 1 else None


def _steps(ctx: IdgCtx, judge: Judge, way: int) -> Iterator[dict[ElementId, Pose]]:
    """Give the places on a way, one after the other."""
    count = round(WITHIN / STEP)
    for number in range(1, count + 1):
        yield dict(advance(judge.before, way, mu(ctx, STEP * number)).poses)


def _different(found: dict[int, float]) -> list[int]:
    """Keep the shortest ways, of those that lead alike only one."""
    kept = list[int]()
    for way in sorted(found, key=lambda one: (found[one], one)):
        if all(abs(between(way, one)) > APART for one in kept):
            kept.append(way)
    return kept
