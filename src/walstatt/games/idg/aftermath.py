"""Carrying a move out, and everything that follows from it. IDG-11.1, IDG-11.2, IDG-2.5.5."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from walstatt.boards.contact import any_upon, distance, is_any_upon_another
from walstatt.boards.formation import dressed
from walstatt.boards.paths import Slide, after, furthest, goes, travelled
from walstatt.boards.pose import Pose, Spot, apart
from walstatt.boards.rectangle import Rectangle
from walstatt.boards.table import is_on_table
from walstatt.games.idg.across import foes_met_by
from walstatt.games.idg.allowance import roughly
from walstatt.games.idg.changes import note_contacts, note_fear
from walstatt.games.idg.contacting import line_up, may_strike_flank, turn_to_face
from walstatt.games.idg.exits import exit_edge, reaches_exit
from walstatt.games.idg.facing import Legs
from walstatt.games.idg.foes_about import has_foes_beside, has_foes_near
from walstatt.games.idg.footing import dismount_caught
from walstatt.games.idg.glancing import shifted_hull
from walstatt.games.idg.going import poses_of
from walstatt.games.idg.hulls import hull_of_rects
from walstatt.games.idg.levels import is_carried
from walstatt.games.idg.marching import Judge, Orders
from walstatt.games.idg.mounting_events import Embarked, Landed, Sailed
from walstatt.games.idg.movement_events import (
    BrokeOff,
    Charged,
    CutShort,
    Evaded,
    Exited,
    Faced,
    Joined,
    Marched,
    TurnedToFace,
)
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.passing import Way
from walstatt.games.idg.revealing import (
    concealed_foes,
    discover,
    first_found,
    pass_dummies,
    recognise,
    reveal,
)
from walstatt.games.idg.sailing import judge_for
from walstatt.games.idg.siege_towers import board_towers
from walstatt.games.idg.sight import lookout
from walstatt.games.idg.standing import elements_on_table, is_coherent
from walstatt.games.idg.whereabouts import whereabouts
from walstatt.games.idg.works import settle_aboard
from walstatt.games.idg.world import (
    Deed,
    ElementId,
    IdgCtx,
    Trail,
    enemy_of,
    fielded,
    foes_in_melee,
    is_train,
    rect_at,
    rect_of,
    shown,
)
from walstatt.kernel import trace
from walstatt.kernel.events import Event
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import cite, rule

DRESSING: Final = 5
"""How far apart, in 0.1 mm, neighbours may have come by rounding."""
FULL_SLACK: Final = 5
ATTACKS: Final = ("march", "join", "enter", "run", "unhitch", "land")
"""What a unit may be about when it comes into contact."""
DEEDS: Final[dict[str, Deed]] = {
    "march": "moved",
    "enter": "moved",
    "run": "moved",
    "face": "faced",
    "evade": "evaded",
    "break_off": "broke_off",
    "join": "joined",
    "unhitch": "moved",
    "embark": "embarked",
    "sail": "sailed",
    "land": "landed",
}


TOLD: Final[dict[str, Callable[..., Event]]] = {
    "faced": Faced,
    "evaded": Evaded,
    "broke_off": BrokeOff,
    "joined": Joined,
    "embarked": Embarked,
    "landed": Landed,
}


def carry_out(ctx: IdgCtx, orders: Orders, legs: Legs) -> None:
    """Move a unit as its owner ordered, which must be legal, and do all that follows."""
    unit = orders.unit
    reveal(ctx, unit)
    legs = stopped_by_ambush(ctx, orders, legs)
    judge = judge_for(ctx, orders)
    alone = _goes_alone(ctx, judge, legs)
    needless = alone and fielded(ctx, judge.side).command != "impetuous"
    left = {} if needless else what_is_left(ctx, judge, legs)
    toward = _may_be_full(ctx, judge, legs, left) and _goes_toward_foe(ctx, judge, legs)
    if not _arrive(ctx, judge, legs, left, alone=alone):
        return
    _note_full_move(ctx, judge, left, toward=toward)
    _mark(ctx, orders, still=judge.is_still(legs))
    board_towers(ctx, unit)
    discover(ctx, unit)
    pass_dummies(ctx, unit, Way(ctx, judge.before, legs))
    recognise(ctx)
    note_fear(ctx)


def arrive(ctx: IdgCtx, judge: Judge, legs: Legs, left: Mapping[ElementId, float]) -> bool:
    """Put a unit where a move leads, and into contact; tell whether it is still on the table.

    Only what everybody sees takes part in it, so it also serves to foresee a move.
    """
    return _arrive(ctx, judge, legs, left, alone=_goes_alone(ctx, judge, legs))


def _arrive(
    ctx: IdgCtx, judge: Judge, legs: Legs, left: Mapping[ElementId, float], *, alone: bool
) -> bool:
    """Put a unit where a move leads; who goes alone comes into contact with nobody."""
    entitled = set() if alone else _entitled(ctx, judge, legs)
    still = judge.is_still(legs)
    _move(ctx, judge, legs)
    if not still and not judge.shift(legs):
        _dress(ctx, judge.unit)
    settle_aboard(ctx, judge.before)
    if _leaves(ctx, judge.unit):
        return False
    if judge.orders.purpose in ATTACKS and not still and not alone:
        _line_up(ctx, judge, left, entitled)
    _meet(ctx, judge, alone=alone)
    return True


def _goes_alone(ctx: IdgCtx, judge: Judge, legs: Legs) -> bool:
    """Is no enemy so near to the whole way that contact has to be thought of?"""
    place, shift = whereabouts(ctx).places.get(judge.unit), judge.shift(legs)
    way = shifted_hull(place.hull, shift) if place and shift else judge.way(legs)
    return not has_foes_near(ctx, judge.side, way)


# -- on the way -----------------------------------------------------------------------------------


@rule("IDG-5.8.8")
def stopped_by_ambush(ctx: IdgCtx, orders: Orders, legs: Legs) -> Legs:
    """Reveal whom the unit comes upon on its way; it stops where it may not go on through them."""
    hidden = concealed_foes(ctx, orders.unit)
    if not hidden:
        return legs
    before, left = judge_for(ctx, orders).before, legs
    while (foe := first_found(ctx, Way(ctx, before, left), hidden)) is not None:
        hidden.remove(foe)
        reveal(ctx, foe, "IDG-5.8.8")
        if not judge_for(ctx, orders).is_legal(left):
            left = furthest(left, before, judge_for(ctx, orders).is_legal)
    if left is not legs and ctx.telling:
        seat = ctx.world.units[orders.unit].side
        ctx.emit(CutShort(unit_name(ctx, orders.unit), seat=seat))
    return left


def what_is_left(ctx: IdgCtx, judge: Judge, legs: Legs) -> dict[ElementId, float]:
    """Measure what is left of everybody's move."""
    if not legs:
        return dict.fromkeys(judge.before, 0.0)
    most = judge.reckoned(legs).total * ctx.content.mu
    return {one: max(0.0, most - far) for one, far in judge.lengths(legs).items()}


def _entitled(ctx: IdgCtx, judge: Judge, legs: Legs) -> set[tuple[ElementId, ElementId]]:
    """List who may strike which enemies in flank or rear, from where they begin."""
    touched = judge.touched(goes(legs, judge.before))
    if not touched:
        return set()
    return {
        (own, foe) for own in judge.before for foe in touched if may_strike_flank(ctx, own, foe)
    }


def _move(ctx: IdgCtx, judge: Judge, legs: Legs) -> None:
    """Put the elements where they go, and remember their way."""
    world, poses, still = ctx.world, judge.before, judge.is_still(legs)
    needed = not still or trace.listener is not None
    lengths = judge.lengths(legs) if needed else dict.fromkeys(poses, 0)
    stations, pivots, turned = [tuple(poses.items())], list[Spot | None](), set[ElementId]()
    for leg in legs:
        ends = after(leg, poses)
        turned.update([one for one, end in ends.items() if end[2] != poses[one][2]])
        stations.append(tuple(ends.items()))
        pivots.append(None if isinstance(leg, Slide) else leg.pivot)
        poses = ends
    world.trails[judge.unit] = Trail(tuple(stations), tuple(pivots))
    for element, pose in poses.items():
        one = world.elements[element]
        far = one.moved if still else one.moved + lengths[element]
        changed = replace(one, pose=pose, moved=far, turned=one.turned or element in turned)
        world.elements[element] = changed


def _dress(ctx: IdgCtx, unit: UnitId) -> None:
    """Close up neighbours after the rounding of wheels, where nobody is in the way."""
    elements = [one for one in shown(ctx, unit) if not is_carried(ctx, one)]
    before = [rect_of(ctx, one) for one in elements]
    poses = dressed(before, DRESSING)
    if all(rect.pose == pose for rect, pose in zip(before, poses, strict=True)):
        return
    rects = [rect_at(ctx, one, pose) for one, pose in zip(elements, poses, strict=True)]
    if not all(is_on_table(one, ctx.content.table) for one in rects):
        return
    if _are_upon_others(ctx, unit, rects):
        return
    if is_any_upon_another(rects):
        return
    for element, pose in zip(elements, poses, strict=True):
        ctx.world.elements[element] = replace(ctx.world.elements[element], pose=pose)


def _are_upon_others(ctx: IdgCtx, unit: UnitId, rects: list[Rectangle]) -> bool:
    """Would bases of a unit stand on anybody else whom everybody sees?"""
    near = whereabouts(ctx).around(hull_of_rects(rects), 0.0)
    others = [them for other, them in near if other != unit and them.seen]
    return any(any_upon(rects, them.taken) for them in others)


@rule("IDG-5.3.19")
def _leaves(ctx: IdgCtx, unit: UnitId) -> bool:
    """Take a unit off that has come to the edge by which it may leave."""
    if exit_edge(ctx, ctx.world.units[unit].side) is None:
        return False
    if not any(reaches_exit(ctx, unit, rect_of(ctx, one)) for one in shown(ctx, unit)):
        return False
    one = ctx.world.units[unit]
    ctx.world.units[unit] = replace(one, status="exited", activated=True, deed="moved")
    note_contacts(ctx, unit)
    if ctx.telling:
        ctx.emit(Exited(unit_name(ctx, unit), seat=one.side))
    return True


# -- contact --------------------------------------------------------------------------------------


@rule("IDG-11.1.15", "IDG-8.2.2")
def _line_up(
    ctx: IdgCtx,
    judge: Judge,
    left: Mapping[ElementId, float],
    entitled: set[tuple[ElementId, ElementId]],
) -> None:
    """Lay the movers flush on the enemies they touch, if the unit stays together."""
    if not has_foes_beside(ctx, judge.unit):
        return
    was = poses_of(ctx, judge.unit)
    known = {one: _foe_units(ctx, one) for one in judge.before}

    def takes(element: ElementId, pose: Pose) -> bool:
        if element not in judge.before:
            return False
        before = ctx.world.elements[element]
        ctx.world.elements[element] = replace(before, pose=pose)
        on_table = is_on_table(rect_of(ctx, element), ctx.content.table)
        if on_table and _foe_units(ctx, element) <= known[element]:
            return True
        ctx.world.elements[element] = before
        return False

    line_up(ctx, judge.unit, left, entitled, takes)
    if is_coherent(ctx, judge.unit):
        _count_shift(ctx, judge, was)
        return
    for element, pose in was.items():
        ctx.world.elements[element] = replace(ctx.world.elements[element], pose=pose)


def _foe_units(ctx: IdgCtx, element: ElementId) -> set[UnitId]:
    return {ctx.world.elements[foe].unit for foe in foes_met_by(ctx, element)}


def _count_shift(ctx: IdgCtx, judge: Judge, was: dict[ElementId, Pose]) -> None:
    """Count lining up as part of the move."""
    shift = Slide({one: ctx.world.elements[one].pose for one in judge.before})
    began = {one: was[one] for one in judge.before}
    for element, far in travelled([shift], began, judge.bases).items():
        one = ctx.world.elements[element]
        turned = one.turned or one.pose.facing != was[element].facing
        ctx.world.elements[element] = replace(one, moved=one.moved + far, turned=turned)


@rule("IDG-11.1.1", "IDG-11.1.10", "IDG-11.1.11", "IDG-11.1.17", "IDG-A8")
def _meet(ctx: IdgCtx, judge: Judge, *, alone: bool) -> None:
    """Note new contacts, who made them, and turn those who were struck in flank or rear."""
    unit, world = judge.unit, ctx.world
    old = foes_in_melee(ctx, unit)
    note_contacts(ctx, unit)
    if alone or judge.orders.purpose not in ATTACKS or not has_foes_beside(ctx, unit):
        return
    for element, pose in judge.before.items():
        if world.elements[element].pose != pose and _fights(ctx, element):
            world.elements[element] = replace(world.elements[element], entered=True)
    new = [foe for foe in foes_in_melee(ctx, unit) if foe not in old]
    if new:
        world.units[unit] = replace(world.units[unit], opened=True)
        _tell_contacts(ctx, unit, new)
    for element in turn_to_face(ctx, unit):
        _tell_turn(ctx, element)
    dismount_caught(ctx, new)
    note_contacts(ctx, unit)


def _fights(ctx: IdgCtx, element: ElementId) -> bool:
    foes = foes_met_by(ctx, element)
    return any(not is_train(ctx, foe) for foe in foes)


def _tell_contacts(ctx: IdgCtx, unit: UnitId, foes: list[UnitId]) -> None:
    if ctx.telling:
        for foe in foes:
            name, seat = unit_name(ctx, unit), ctx.world.units[unit].side
            ctx.emit(Charged(name, unit_name(ctx, foe), seat=seat))


def _tell_turn(ctx: IdgCtx, element: ElementId) -> None:
    if ctx.telling:
        unit = ctx.world.elements[element].unit
        ctx.emit(TurnedToFace(unit_name(ctx, unit), seat=ctx.world.units[unit].side))


# -- the general, and what is told ----------------------------------------------------------------


def _may_be_full(ctx: IdgCtx, judge: Judge, legs: Legs, left: Mapping[ElementId, float]) -> bool:
    """May this be a move of the whole allowance, or one that meets an enemy?

    Only what impetuous generals may do depends on it.
    """
    general = ctx.world.generals.get(judge.side)
    if fielded(ctx, judge.side).command != "impetuous":
        return False
    if general is None or general.element not in judge.before:
        return False
    if min(left.values()) <= FULL_SLACK or foes_in_melee(ctx, judge.unit):
        return True
    ends = goes(legs, judge.before)
    hull = hull_of_rects([rect_at(ctx, one, pose) for one, pose in ends.items()])
    return has_foes_near(ctx, judge.side, hull)


def _goes_toward_foe(ctx: IdgCtx, judge: Judge, legs: Legs) -> bool:
    """Does a general with the unit come nearer to an enemy that the unit sees before it moves?"""
    general = ctx.world.generals.get(judge.side)
    if general is None or general.element not in judge.before:
        return False
    own = rect_of(ctx, general.element)
    end = rect_at(ctx, general.element, goes(legs, judge.before)[general.element])
    foes = {foe: rect_of(ctx, foe) for foe in elements_on_table(ctx, enemy_of(judge.side))}
    nearest_first = sorted(foes, key=lambda foe: apart(own.centre, foes[foe].centre))
    nearer = (foe for foe in nearest_first if distance(end, foes[foe]) < distance(own, foes[foe]))
    own_unit = shown(ctx, judge.unit)
    return lookout(ctx).any_pair((one, foe) for foe in nearer for one in own_unit)


@rule("IDG-2.5.5")
def _note_full_move(
    ctx: IdgCtx, judge: Judge, left: Mapping[ElementId, float], *, toward: bool
) -> None:
    """Note a general who went all the way toward an enemy he saw, or until he met one."""
    if not toward or judge.orders.purpose not in ("march", "enter"):
        return
    met = bool(foes_in_melee(ctx, judge.unit))
    if min(left.values()) <= FULL_SLACK or met:
        ctx.world.units[judge.unit] = replace(ctx.world.units[judge.unit], full=True)


def _mark(ctx: IdgCtx, orders: Orders, *, still: bool) -> None:
    """Note what the unit did, and tell it."""
    unit = orders.unit
    one = ctx.world.units[unit]
    deed: Deed = "faced" if still else DEEDS[orders.purpose]
    ctx.world.units[unit] = replace(one, activated=True, deed=one.deed or deed)
    if deed == "broke_off":
        cite("IDG-11.3.6")
    if not ctx.telling:
        return
    name, seat = unit_name(ctx, unit), one.side
    if deed in ("moved", "sailed"):
        far = roughly(ctx, max(ctx.world.elements[one].moved for one in shown(ctx, unit)))
        ctx.emit((Marched if deed == "moved" else Sailed)(name, far, seat=seat))
        return
    ctx.emit(TOLD[deed](name, seat=seat))
