"""The rolls of a shooting phase, unit by unit, and the terror they cause. IDG-9.6, IDG-18.12."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from walstatt.games.idg.changes import lose_element
from walstatt.games.idg.engines import remove_engine
from walstatt.games.idg.melee_after import smash_gate
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.ship_shots import ship_flame_roll
from walstatt.games.idg.shooting_events import (
    BombBurst,
    FlamesSpouted,
    GateShot,
    GateShotDown,
    LancesFelt,
    RocketsFired,
    TowerShot,
    TowerShotDown,
    Volley,
)
from walstatt.games.idg.shooting_results import Hit, How, Struck, flame_roll, rule_of, shot_roll
from walstatt.games.idg.siege_events import ShipShotAt
from walstatt.games.idg.siege_shots import (
    flame_range,
    is_ship,
    near_bomb,
    ships_under,
    under_flame,
    works_roll,
)
from walstatt.games.idg.world import Aim, ElementId, IdgCtx, is_baggage, profile_of
from walstatt.kernel.chance import Roll
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import cite, rule

Dice: TypeAlias = dict[str, tuple[int, ...]]
ROCKETS: Final = "rockets"
LANCE_FIRE: Final = "fire_lance_shots"
FLAMES: Final = "flames"
BOMBS: Final = "bombs"


class Group(Struct, frozen=True):
    """The shots that are rolled for together: those of a unit, or all of a flamethrower."""

    by: str
    aims: tuple[Aim, ...]


def volleys_of(ctx: IdgCtx, aims: Sequence[Aim]) -> list[Group]:
    """Sort the shots by the units that shoot, in the order of declaration."""
    found: dict[str, list[Aim]] = {}
    for aim in aims:
        if aim.how in ("shot", "bomb", "works"):
            found.setdefault(ctx.world.elements[aim.by].unit, []).append(aim)
        elif aim.how == "flame":
            found[aim.by] = [aim]
    return [Group(by, tuple(some)) for by, some in found.items()]


def rolls_of(ctx: IdgCtx, group: Group) -> dict[str, Roll[int]]:
    """Make the rolls of a group: by the shooter, for a flame by the target."""
    first = group.aims[0]
    if first.how == "flame":
        return {
            one: flame_roll(ctx, group.by, one, flame_range(ctx, group.by, one))
            for one in under_flame(ctx, group.by, first.facing)
        } | {
            ship: ship_flame_roll(ctx, group.by, ship)
            for ship in ships_under(ctx, group.by, first.facing)
        }
    return {
        aim.by: works_roll(ctx, aim.by, aim.at)
        if aim.how == "works"
        else shot_roll(ctx, aim.by, aim.at)
        for aim in group.aims
    }


@rule("IDG-18.12.23")
def strike(ctx: IdgCtx, group: Group, faces: Mapping[str, tuple[int, ...]]) -> tuple[Hit, ...]:
    """Read the dice of a group."""
    rolls = rolls_of(ctx, group)
    if group.aims[0].how == "flame":
        targets = [one for one in rolls if one in ctx.world.elements]
        found = [_hit(ctx, group.by, one, rolls[one], faces[one]) for one in targets]
        burnt = [
            Hit(group.by, one, UnitId(""), 0, how="ship")
            for one in rolls
            if one not in targets and _hits(rolls[one], faces[one])
        ]
        return (*(replace(hit, how="flame") for hit in found if hit is not None), *burnt)
    hits: list[Hit] = []
    for aim in group.aims:
        if aim.how == "works":
            hits += _works_hit(ctx, aim, rolls[aim.by], faces[aim.by])
            continue
        hit = _hit(ctx, aim.by, aim.at, rolls[aim.by], faces[aim.by])
        if hit is not None:
            hits.append(replace(hit, how="bomb") if aim.how == "bomb" else hit)
    return tuple(hits)


def _hit(
    ctx: IdgCtx, by: str, target: ElementId, request: Roll[int], faces: tuple[int, ...]
) -> Hit | None:
    result = request.meaning.read(faces) if request.meaning else None
    if not isinstance(result, Struck) or not result.hit:
        return None
    cite(rule_of(result))
    unit = ctx.world.elements[target].unit
    return Hit(by, target, unit, result.markers, result.lost, result.runs)


@rule("IDG-16.2.9", "IDG-16.3.6")
def _works_hit(ctx: IdgCtx, aim: Aim, request: Roll[int], faces: tuple[int, ...]) -> list[Hit]:
    if not _hits(request, faces):
        return []
    engine = ctx.world.engines.get(aim.at)
    how: How = "gate" if engine is None else "ship" if engine.kind == "ship" else "tower"
    return [Hit(aim.by, aim.at, UnitId(""), 0, how=how)]


def _hits(request: Roll[int], faces: tuple[int, ...]) -> bool:
    return request.meaning is not None and bool(request.meaning.read(faces))


# -- works ----------------------------------------------------------------------------------------


@rule("IDG-16.2.9", "IDG-16.3.6")
def strike_works(ctx: IdgCtx, hits: Sequence[Hit]) -> None:
    """Open the gates that were hit, destroy the siege towers and everyone inside."""
    for hit in hits:
        if hit.how == "gate":
            smash_gate(ctx, hit.target)
        elif hit.how == "tower" and hit.target in ctx.world.engines:
            for element in [
                one for one, it in ctx.world.elements.items() if it.aboard == hit.target
            ]:
                lose_element(ctx, element, "IDG-16.3.6", by_shooting=True)
            remove_engine(ctx, hit.target)


# -- terror ---------------------------------------------------------------------------------------


@rule("IDG-18.12.12")
def fire_rockets(ctx: IdgCtx, aims: Sequence[Aim]) -> None:
    """Let units at whom rockets are fired test; the rockets are gone."""
    for aim in aims:
        if aim.how == "rocket":
            unit, target = UnitId(aim.by), UnitId(aim.at)
            ctx.world.rockets = (*ctx.world.rockets, unit)
            shake(ctx, [target], ROCKETS)
            names = unit_name(ctx, unit), unit_name(ctx, target)
            ctx.emit(RocketsFired(*names, seat=ctx.world.units[unit].side))


def note_terrors(ctx: IdgCtx, aims: Sequence[Aim], hits: Sequence[Hit]) -> None:
    """Note who has to test for fire lances, flames and bombs."""
    _note_lances(ctx, aims)
    for aim in aims:
        if aim.how == "flame":
            cite("IDG-18.12.21")
            shake(ctx, _units(ctx, under_flame(ctx, aim.by, aim.facing)), FLAMES)
    for hit in hits:
        if hit.how == "bomb":
            shake(ctx, near_bomb(ctx, hit.target), BOMBS)
            seat = ctx.world.units[hit.unit].side
            ctx.emit(BombBurst(unit_name(ctx, hit.unit), seat=seat))


@rule("IDG-18.12.15")
def _note_lances(ctx: IdgCtx, aims: Sequence[Aim]) -> None:
    """Note the units that come under fire from fire lances for the first time in the game."""
    targets = [
        aim.at
        for aim in aims
        if aim.how == "shot" and "fire_lance" in profile_of(ctx, aim.by).special
    ]
    for unit in _units(ctx, targets):
        one = ctx.world.units[unit]
        if LANCE_FIRE not in one.feared:
            ctx.world.units[unit] = replace(one, feared=(*one.feared, LANCE_FIRE))
            shake(ctx, [unit], LANCE_FIRE)
            ctx.emit(LancesFelt(unit_name(ctx, unit), seat=one.side))


def _units(ctx: IdgCtx, elements: Iterable[ElementId]) -> list[UnitId]:
    return list(dict.fromkeys(ctx.world.elements[one].unit for one in elements))


def shake(ctx: IdgCtx, units: Iterable[UnitId], cause: str) -> None:
    """Note a test that units have to take this turn, once for each cause."""
    for unit in units:
        known = ctx.world.shaken.get(unit, ())
        if cause not in known and not is_baggage(ctx, unit):
            ctx.world.shaken = {**ctx.world.shaken, unit: (*known, cause)}


# -- telling --------------------------------------------------------------------------------------


def tell_volley(ctx: IdgCtx, group: Group, faces: Dice, hits: Sequence[Hit]) -> None:
    """Tell what a unit shot at, and how often it hit."""
    if not ctx.telling:
        return
    if group.aims[0].how == "flame":
        _tell_flames(ctx, group, list(faces), hits)
        return
    unit = UnitId(group.by)
    name, seat = unit_name(ctx, unit), ctx.world.units[unit].side
    shots = [aim for aim in group.aims if aim.how != "works"]
    for foe in _units(ctx, (aim.at for aim in shots)):
        count = sum(ctx.world.elements[aim.at].unit == foe for aim in shots)
        good = sum(hit.unit == foe for hit in hits)
        ctx.emit(Volley(name, unit_name(ctx, foe), count, good, seat=seat))
    for aim in group.aims:
        if aim.how == "works":
            _tell_works(ctx, aim, hits)


def _tell_flames(
    ctx: IdgCtx, group: Group, targets: Sequence[ElementId], hits: Sequence[Hit]
) -> None:
    seat = ctx.world.engines[group.by].side
    targets = [one for one in targets if one in ctx.world.elements]
    for foe in _units(ctx, targets):
        count = sum(ctx.world.elements[one].unit == foe for one in targets)
        good = sum(hit.unit == foe for hit in hits)
        ctx.emit(FlamesSpouted(unit_name(ctx, foe), count, good, seat=seat))


def _tell_works(ctx: IdgCtx, aim: Aim, hits: Sequence[Hit]) -> None:
    unit = ctx.world.elements[aim.by].unit
    name, seat = unit_name(ctx, unit), ctx.world.units[unit].side
    good = any(hit.by == aim.by for hit in hits)
    if is_ship(ctx, aim.at):
        ctx.emit(ShipShotAt(name, int(good), seat=seat))
    elif aim.at in ctx.world.engines:
        ctx.emit(TowerShotDown(name, seat=seat) if good else TowerShot(name, seat=seat))
    else:
        ctx.emit(GateShotDown(name, seat=seat) if good else GateShot(name, seat=seat))
