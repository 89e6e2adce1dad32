"""Who may shoot at whom: weapons, ranges, arcs, moves. IDG-9.1 to IDG-9.5.

Read as at the table: contact with baggage is no melee, but who is in it does not shoot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from walstatt.boards.arcs import in_range, may_reach_any, part_in_front_zone
from walstatt.boards.contact import distance, is_within
from walstatt.boards.rectangle import Box, Rectangle, segment
from walstatt.games.idg.across import has_barriers, is_across
from walstatt.games.idg.hulls import foes_near as enemies_near
from walstatt.games.idg.hulls import hull_of
from walstatt.games.idg.ladder_marks import on_ladders
from walstatt.games.idg.levels import can_meet, is_on_ship
from walstatt.games.idg.melee_dice import is_new
from walstatt.games.idg.overhead import (
    findings,
    flight,
    is_all_round,
    rank_flaws,
    shot_of,
)
from walstatt.games.idg.standing import mu
from walstatt.games.idg.troops import Profile, Weapon
from walstatt.games.idg.whereabouts import whereabouts
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    IdgCtx,
    is_baggage,
    is_in_play,
    makeup_of,
    profile_of,
    rect_of,
    shown,
)
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

ARC: Final = 4_500
"""By how much the arc of fire widens from each front corner. IDG-9.3.3."""
REACH: Final[dict[Weapon, int]] = {"spear": 3, "sling": 6, "bow": 6, "crossbow": 6, "artillery": 12}
BOWMEN_REACH: Final = 8
BARRIERS: Final = 12
"""No rampart and no wagon keeps enemies in contact farther apart, in MU."""


Foe: TypeAlias = tuple[ElementId, Rectangle]
"""An enemy, and where he stands."""


class Mark(NamedTuple):
    """An enemy who can be shot at: how far away, and whether over others."""

    target: ElementId
    distance: int
    overhead: bool = False


# -- measuring ------------------------------------------------------------------------------------


@rule("IDG-9.2.1", "IDG-15.1.2")
def reach_of(profile: Profile, weapon: Weapon) -> int:
    """Give how many inches troops shoot."""
    if profile.troop == "warrior" and weapon in ("bow", "crossbow"):
        return BOWMEN_REACH
    return REACH[weapon]


def range_to(ctx: IdgCtx, shooter: ElementId, target: Box) -> int:
    """Measure a shot, in tenths of a millimetre."""
    return round(distance(origin_of(ctx, shooter), target))


@rule("IDG-9.2.2", "IDG-9.2.3", "IDG-17.3.5")
def origin_of(ctx: IdgCtx, shooter: ElementId) -> Box:
    """Give from where shots are measured: from the front edge, or from the nearest one."""
    own = rect_of(ctx, shooter)
    return own if is_all_round(ctx, shooter) else segment(*own.edge("front"))


def is_in_arc(ctx: IdgCtx, shooter: ElementId, target: Box) -> bool:
    """Is part of a target where an element can shoot?"""
    own = arc_of(ctx, shooter)
    return own is None or part_in_front_zone(own, target, ARC)


@rule("IDG-9.3.1", "IDG-9.3.2", "IDG-9.3.3", "IDG-15.3.1")
def arc_of(ctx: IdgCtx, shooter: ElementId) -> Rectangle | None:
    """Give the base in whose front zone an element shoots; None if it shoots all round."""
    return None if is_all_round(ctx, shooter) else rect_of(ctx, shooter)


@rule("IDG-9.1.4")
def foes_in_contact(ctx: IdgCtx, element: ElementId) -> list[ElementId]:
    """List the enemies in contact with an element, also across a rampart."""
    contacts = findings(ctx).contacts
    known = contacts.get(element)
    if known is None:
        known = contacts[element] = _foes_in_contact(ctx, element)
    return known


def _foes_in_contact(ctx: IdgCtx, element: ElementId) -> list[ElementId]:
    unit = ctx.world.elements[element].unit
    barred, close = _units_close(ctx, unit)
    if not close:
        return []
    if barred:
        own = rect_of(ctx, element)
        met = [
            foe
            for other in close
            for foe in shown(ctx, other)
            if is_within(own, rect_of(ctx, foe), TOUCH) or is_across(ctx, element, foe)
        ]
    else:
        there = whereabouts(ctx)
        met = [foe for other in close for one, foe in there.touching(unit, other) if one == element]
    return [foe for foe in met if can_meet(ctx, element, foe)]


@rule("IDG-9.1.5", "IDG-A45")
def foes_in_melee(ctx: IdgCtx, element: ElementId) -> list[ElementId]:
    """List the enemies in contact with whom an element fights: not baggage."""
    elements, met = ctx.world.elements, foes_in_contact(ctx, element)
    return [foe for foe in met if not is_baggage(ctx, elements[foe].unit)]


def _units_close(ctx: IdgCtx, unit: UnitId) -> tuple[bool, list[UnitId]]:
    """Tell whether there are barriers, and list who may be in contact; a quick first look."""
    units = findings(ctx).units_close
    known = units.get(unit)
    if known is None:
        barred, side = has_barriers(ctx), ctx.world.units[unit].side
        reach = mu(ctx, BARRIERS) if barred else TOUCH
        known = units[unit] = barred, enemies_near(ctx, side, hull_of(ctx, unit), reach)
    return known


# -- who shoots -----------------------------------------------------------------------------------


@rule("IDG-9.1.1", "IDG-9.1.2")
def shooter_flaws(ctx: IdgCtx, element: ElementId, *, armed: bool = False) -> list[Violation]:
    """List every reason why an element may not shoot at anybody; `armed`: whatever it carries."""
    one = ctx.world.elements.get(element)
    if one is None or not is_in_play(ctx, one.unit):
        return [refuse("IDG-9.1.1", "idg.no.shot.gone", element)]
    found = list(_state_flaws(ctx, element))
    if not armed and profile_of(ctx, element).missile is None:
        found.append(_unarmed(profile_of(ctx, element), element))
    if foes_in_contact(ctx, element):
        found.append(refuse("IDG-9.1.4", "idg.no.shot.contact", element))
    return found + list(_move_flaws(ctx, element))


@rule("IDG-5.7.12", "IDG-5.9.6", "IDG-14.2.1", "IDG-14.2.5", "IDG-14.3.2", "IDG-17.2.3")
def _state_flaws(ctx: IdgCtx, element: ElementId) -> Iterator[Violation]:
    """Dummies, newcomers, riders on their way, those who mount or use boats do not shoot.

    Riders of whom there are only models on foot dismount to shoot.
    """
    unit = ctx.world.units[ctx.world.elements[element].unit]
    if unit.dummy:
        yield refuse("IDG-5.7.12", "idg.no.shot.dummy", element)
    if unit.arrived == ctx.world.turn:
        yield refuse("IDG-5.9.6", "idg.no.shot.arrived", element)
    if unit.form == "remounting":
        yield refuse("IDG-14.2.1", "idg.no.shot.remounting", element)
    if unit.form == "riding" and not ctx.options.opt_models_only:
        yield refuse("IDG-14.3.2", "idg.no.shot.riding", element)
    if unit.deed in ("embarked", "landed"):
        yield refuse("IDG-17.2.3", "idg.no.shot.boats", element)


@rule("IDG-9.1.6", "IDG-9.1.7", "IDG-18.12.11", "IDG-5.10.2")
def _unarmed(profile: Profile, element: ElementId) -> Violation:
    if "rocket" in profile.special:
        return refuse("IDG-18.12.11", "idg.no.shot.rockets", element)
    if profile.troop == "warrior":
        return refuse("IDG-9.1.7", "idg.no.shot.warriors", element)
    if profile.troop == "cataphract":
        return refuse("IDG-9.1.6", "idg.no.shot.cataphracts", element)
    return refuse("IDG-5.10.2", "idg.no.shot.baggage", element)


@rule("IDG-9.4.1", "IDG-9.4.2", "IDG-9.4.3", "IDG-9.4.4", "IDG-9.4.5", "IDG-9.4.6")
def _move_flaws(ctx: IdgCtx, element: ElementId) -> Iterator[Violation]:
    """Artillery must have stood still, crossbowmen on foot must not have moved."""
    one, profile = ctx.world.elements[element], profile_of(ctx, element)
    if profile.troop == "artillery" and not is_all_round(ctx, element):
        if one.moved:
            yield refuse("IDG-9.4.1", "idg.no.shot.artillery_moved", element)
        if one.turned:
            yield refuse("IDG-9.4.2", "idg.no.shot.artillery_turned", element)
        if one.moved_before and ctx.world.turn > 1:
            yield refuse("IDG-9.4.1", "idg.no.shot.artillery_moved_before", element)
    if profile.troop == "warrior" and profile.missile == "crossbow" and one.moved:
        yield refuse("IDG-9.4.3", "idg.no.shot.crossbow_moved", element)


# -- at whom --------------------------------------------------------------------------------------


def target_flaws(ctx: IdgCtx, target: ElementId) -> list[Violation]:
    """List every reason why nobody may shoot at an element."""
    return [*_never(ctx, target), *_melee_flaws(ctx, target)]


def is_target(ctx: IdgCtx, target: ElementId) -> bool:
    """May an element be shot at, by whoever can?"""
    targets = findings(ctx).targets
    known = targets.get(target)
    if known is None:
        known = targets[target] = not target_flaws(ctx, target)
    return known


@rule("IDG-9.5.14", "IDG-5.10.3", "IDG-5.9.6", "IDG-17.3.8")
def _never(ctx: IdgCtx, target: ElementId) -> Iterator[Violation]:
    """Baggage and newcomers are never targets, nor who is aboard a ship."""
    unit = ctx.world.elements[target].unit
    if is_baggage(ctx, unit):
        yield refuse("IDG-9.5.14", "idg.no.shot.at_baggage", target)
    if ctx.world.units[unit].arrived == ctx.world.turn:
        yield refuse("IDG-9.5.14", "idg.no.shot.at_arrived", target)
    if is_on_ship(ctx, target):
        yield refuse("IDG-17.3.8", "idg.no.siege.at_ship", target)


@rule("IDG-9.1.5")
def _melee_flaws(ctx: IdgCtx, target: ElementId) -> Iterator[Violation]:
    """An element that was in melee before this turn is safe."""
    if not all(is_new(ctx, target, foe) for foe in foes_in_melee(ctx, target)):
        yield refuse("IDG-9.1.5", "idg.no.shot.at_melee", target)


@rule("IDG-9.1.3", "IDG-9.5.11")
def aim_flaws(ctx: IdgCtx, shooter: ElementId, target: ElementId) -> list[Violation]:
    """List every reason why an element cannot hit another: range, arc, ranks, what is between."""
    box = rect_of(ctx, target)
    found = reach_flaws(ctx, shooter, box, target)
    return [*found, *rank_flaws(ctx, shooter, box, target), *flight(ctx, shooter, target).flaws]


def reach_flaws(ctx: IdgCtx, shooter: ElementId, box: Box, at: str) -> list[Violation]:
    """Refuse what is out of range or outside the arc."""
    found, reach = [], reach_with(ctx, shooter)
    if range_to(ctx, shooter, box) > mu(ctx, reach):
        found.append(refuse("IDG-9.2.1", "idg.no.shot.range", at, n=reach))
    if not is_in_arc(ctx, shooter, box):
        found.append(refuse("IDG-9.3.2", "idg.no.shot.arc", at))
    return found


@rule("IDG-16.4.10", "IDG-18.12.14")
def weapon_of(ctx: IdgCtx, shooter: ElementId) -> Weapon:
    """Give the weapon of a shot; whoever has none throws what he finds, like a spear."""
    return profile_of(ctx, shooter).missile or "spear"


def reach_with(ctx: IdgCtx, shooter: ElementId) -> int:
    """Give how many inches an element shoots."""
    return reach_of(profile_of(ctx, shooter), weapon_of(ctx, shooter))


def may_shoot(ctx: IdgCtx, element: ElementId) -> bool:
    """May an element shoot at all?"""
    return not shooter_flaws(ctx, element)


def marks(ctx: IdgCtx, shooter: ElementId) -> list[Mark]:
    """List the enemies an element could shoot at if it were free to choose, the nearest first."""
    known = findings(ctx).marks
    if shooter not in known:
        known[shooter] = [
            mark for one in in_reach(ctx, shooter) if (mark := proved(ctx, shooter, one))
        ]
    found: list[Mark] = known[shooter]
    return found


def may_aim(ctx: IdgCtx, element: ElementId) -> bool:
    """Has an element missiles, or is it up on something from where one throws what one finds?"""
    return bool(ctx.world.elements[element].aboard) or profile_of(ctx, element).missile is not None


def may_reach(ctx: IdgCtx, unit: UnitId, elements: Sequence[ElementId]) -> frozenset[ElementId]:
    """Name those of a unit's elements that may have enemies within reach; a quick first look."""
    foes = foes_near(ctx, unit)
    if not foes:
        return frozenset()
    found = list[ElementId]()
    known: tuple[Profile, str] | None = None
    aims, far = False, 0.0
    for one in elements:
        kind = profile_of(ctx, one), ctx.world.elements[one].aboard
        if kind != known:
            known, aims, far = kind, may_aim(ctx, one), mu(ctx, reach_with(ctx, one))
        if aims and may_reach_any(rect_of(ctx, one), foes, far):
            found.append(one)
    return frozenset(found)


def foes_near(ctx: IdgCtx, unit: UnitId) -> list[Foe]:
    """List the enemies who may be within reach of any shooter of a unit; a quick first look."""
    foes = findings(ctx).foes_near
    known = foes.get(unit)
    if known is None:
        side, hull = ctx.world.units[unit].side, hull_of(ctx, unit)
        farthest = max([reach_of(one, one.missile or "spear") for one in makeup_of(ctx, unit)])
        near = enemies_near(ctx, side, hull, mu(ctx, farthest) + TOUCH)
        places = whereabouts(ctx).places
        known = foes[unit] = [
            foe for one in near for foe in zip(places[one].elements, places[one].rects, strict=True)
        ]
    return known


def in_reach(ctx: IdgCtx, shooter: ElementId) -> list[Mark]:
    """List the enemies within range and arc, the nearest first, whatever is in between."""
    if not may_aim(ctx, shooter):
        return []
    if may_shoot(ctx, shooter):
        far = mu(ctx, reach_with(ctx, shooter))
        foes = foes_near(ctx, ctx.world.elements[shooter].unit)
    elif not shooter_flaws(ctx, shooter, armed=True):
        far = mu(ctx, REACH["spear"])
        foes = [(foe, rect_of(ctx, foe)) for foe in on_ladders(ctx, shooter)]
    else:
        return []
    near = in_range(origin_of(ctx, shooter), arc_of(ctx, shooter), foes, far, ARC)
    found = [Mark(foe, away) for foe, away in near]
    if len(found) > 1:
        found.sort(key=_how_far)
    return found


_how_far: Final = attrgetter("distance")


def proved(ctx: IdgCtx, shooter: ElementId, mark: Mark) -> Mark | None:
    """Keep an enemy within reach if he may be shot at and the line is free."""
    target = mark.target
    if not is_target(ctx, target) or rank_flaws(ctx, shooter, rect_of(ctx, target)):
        return None
    shot = shot_of(ctx, shooter, target)
    if shot == "overhead":
        return Mark(target, mark.distance, overhead=True)
    return mark if shot == "direct" else None
