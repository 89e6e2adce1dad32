"""Who may move into contact with whom, lining up, and turning to face. IDG-11.1, IDG-11.2."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from walstatt.boards.arcs import is_behind_line
from walstatt.boards.contact import Contact, contacts, is_within, way_out
from walstatt.boards.formation import conformed, turned_to_meet
from walstatt.boards.paths import Slide, travelled
from walstatt.boards.pose import Pose
from walstatt.boards.rectangle import Rectangle
from walstatt.boards.table import is_on_table
from walstatt.games.idg.across import foes_across, would_meet
from walstatt.games.idg.engines import engine_at
from walstatt.games.idg.forts import is_half_up, stands_well, work_under
from walstatt.games.idg.hulls import foes_near, hull_around
from walstatt.games.idg.levels import level_of
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.pairing import is_engaged_in_front
from walstatt.games.idg.standing import (
    crowd_of,
    foes_touching,
    mu,
    touches_front,
)
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    IdgCtx,
    foes_in_melee,
    is_baggage,
    is_train,
    lead_profile,
    pair_key,
    profile_of,
    rect_at,
    rect_of,
    shown,
    side_of,
    troop_of,
)
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import UnitId
from walstatt.kernel.trace import rule

EAGER: Final = ("warrior", "heavy_cavalry", "cataphract", "heavy_chariot", "elephant")
MOST_DISORDER: Final = 2
FREE_SHIFT: Final = 0.5
"""How far, in MU, an element may be shifted to line up without using its move. IDG-8.2.2."""

# -- who may attack -------------------------------------------------------------------------------


@rule("IDG-11.1.3", "IDG-11.1.4", "IDG-A45")
def is_eager(ctx: IdgCtx, unit: UnitId) -> bool:
    """May troops of this kind move into melee of their own will?"""
    profile = lead_profile(ctx, unit)
    if profile.troop in ("artillery", "baggage", "wagon"):
        return False
    return profile.quality == "elite" or profile.troop in EAGER


def attack_flaws(ctx: IdgCtx, unit: UnitId) -> Iterator[Violation]:
    """Say why a unit may not move into contact with enemies who fight."""
    one = ctx.world.units[unit]
    if one.disorder > MOST_DISORDER:
        yield refuse("IDG-11.1.2", "idg.no.too_disordered", n=one.disorder)
    if not is_eager(ctx, unit):
        yield refuse("IDG-11.1.4", "idg.no.not_eager", unit=unit_name(ctx, unit))
    if one.form == "riding":
        yield refuse("IDG-14.3.2", "idg.no.riding", unit=unit_name(ctx, unit))
    if one.dummy:
        yield refuse("IDG-5.7.12", "idg.no.dummy")


@rule("IDG-11.1.12", "IDG-11.1.13", "IDG-A12")
def target_flaws(ctx: IdgCtx, unit: UnitId, foe: UnitId) -> Iterator[Violation]:
    """Say why an enemy unit may not be contacted by this one now: it came, or attacked, itself."""
    other = ctx.world.units[foe]
    if other.arrived == ctx.world.turn and other.arrived:
        yield refuse("IDG-11.1.14", "idg.no.just_arrived", unit=unit_name(ctx, foe))
    if other.opened and pair_key(unit, foe) not in ctx.world.melees:
        yield refuse("IDG-11.1.11", "idg.no.protected", unit=unit_name(ctx, foe))


# -- flank and rear -------------------------------------------------------------------------------


@rule("IDG-11.1.8", "IDG-11.1.9", "IDG-11.2.10", "IDG-A13")
def may_strike_flank(ctx: IdgCtx, element: ElementId, foe: ElementId) -> bool:
    """May an element contact an enemy's flank or rear from where it begins its move?

    Part of it must lie behind the enemy, or its unit must be in contact with the enemy's already.
    """
    unit, other = ctx.world.elements[element].unit, ctx.world.elements[foe].unit
    if pair_key(unit, other) in ctx.world.melees:
        return True
    line = ctx.options.var_flank_line
    return is_behind_line(rect_of(ctx, foe), rect_of(ctx, element), line)


@rule("IDG-11.1.16")
def touches_only_front(own: Rectangle, foe: Rectangle) -> bool:
    """Is only the front edge of an enemy, or a corner of it, touched?"""
    found = contacts(foe, own, TOUCH)
    return not found or touches_front(found)


@rule("IDG-11.1.5", "IDG-11.1.6", "IDG-11.1.7")
def contact_flaws(ctx: IdgCtx, unit: UnitId, ends: Mapping[ElementId, Pose]) -> Iterator[Violation]:
    """Say what is wrong with the contacts that a move would end in.

    Anybody may be contacted who is reached, baggage by all. Who is not eager may neither begin a
    melee nor need he leave one.
    """
    touched: dict[UnitId, None] = {}
    for element, pose in ends.items():
        own = rect_at(ctx, element, pose)
        for foe in _foes_at(ctx, element, own):
            other = ctx.world.elements[foe].unit
            touched.setdefault(other)
            if not is_baggage(ctx, other):
                yield from _edge_flaws(ctx, element, own, foe)
    fighting = [foe for foe in touched if not is_baggage(ctx, foe)]
    new = [foe for foe in fighting if pair_key(unit, foe) not in ctx.world.melees]
    if new:
        yield from attack_flaws(ctx, unit)
    for foe in touched:
        yield from target_flaws(ctx, unit, foe)


def _edge_flaws(
    ctx: IdgCtx, element: ElementId, own: Rectangle, foe: ElementId
) -> Iterator[Violation]:
    if not touches_only_front(own, rect_of(ctx, foe)) and not may_strike_flank(ctx, element, foe):
        other = unit_name(ctx, ctx.world.elements[foe].unit)
        yield refuse("IDG-11.1.8", "idg.no.flank", at=element, unit=other)


def _foes_at(ctx: IdgCtx, element: ElementId, own: Rectangle) -> list[ElementId]:
    found = [
        foe
        for other in foes_near(ctx, side_of(ctx, element), hull_around(own), TOUCH)
        for foe in shown(ctx, other)
        if is_within(own, rect_of(ctx, foe), TOUCH) and would_meet(ctx, own, foe)
    ]
    return found + foes_across(ctx, element, own)


# -- lining up ------------------------------------------------------------------------------------


@rule("IDG-11.1.15", "IDG-8.2.2", "IDG-A26")
def line_up(
    ctx: IdgCtx,
    unit: UnitId,
    left: Mapping[ElementId, float],
    entitled: Container[tuple[ElementId, ElementId]] | None = None,
    takes: Callable[[ElementId, Pose], bool] = lambda _element, _pose: True,
) -> dict[ElementId, Pose]:
    """Give the poses of elements that can lie flush on the enemy they touch.

    `left` is what remains of each element's move, in 0.1 mm; half an inch more is free. An element
    stays as it is where it has no room or not enough of its move left. `entitled` says who may
    strike whom in the flank if that was judged before the move; `takes`, whether an element goes
    there, on which the room of the others depends.
    """
    crowd = crowd_of(ctx)
    found: dict[ElementId, Pose] = {}
    for element in shown(ctx, unit):
        pose = _flush_pose(ctx, element, left.get(element, 0.0), entitled)
        if pose is None:
            continue
        rect = rect_at(ctx, element, pose)
        if crowd.overlapping(rect, skip=(element,)) or not keeps_footing(ctx, element, rect):
            continue
        if takes(element, pose):
            crowd.move(element, rect)
            found[element] = pose
    return found


def _flush_pose(
    ctx: IdgCtx,
    element: ElementId,
    left: float,
    entitled: Container[tuple[ElementId, ElementId]] | None,
) -> Pose | None:
    own = rect_of(ctx, element)
    foes = [foe for foe in foes_touching(ctx, element) if not is_train(ctx, foe)]
    if not foes or any(_is_flush(own, rect_of(ctx, foe)) for foe in foes):
        return None
    foe = min(foes, key=lambda one: -_length(own, rect_of(ctx, one)))
    target = rect_of(ctx, foe)
    met = contacts(target, own, TOUCH)
    edge = met[0].own if met else "front"
    if edge != "front" and not _is_entitled(ctx, element, foe, entitled):
        edge = "front"
    pose = conformed(own, target, edge, least=2 * TOUCH)
    length = travelled([Slide({element: pose})], {element: own.pose}, {element: own.base})[element]
    return pose if length <= left + mu(ctx, FREE_SHIFT) else None


def _is_entitled(
    ctx: IdgCtx,
    element: ElementId,
    foe: ElementId,
    entitled: Container[tuple[ElementId, ElementId]] | None,
) -> bool:
    if entitled is None:
        return may_strike_flank(ctx, element, foe)
    return (element, foe) in entitled


def _is_flush(own: Rectangle, foe: Rectangle) -> bool:
    return any(one.own == "front" and one.length > TOUCH for one in contacts(own, foe, TOUCH))


def _length(own: Rectangle, foe: Rectangle) -> float:
    return max((one.length for one in contacts(own, foe, TOUCH)), default=0.0)


@rule("IDG-16.1.10")
def keeps_footing(ctx: IdgCtx, element: ElementId, rect: Rectangle) -> bool:
    """Would an element lined up or turned stay on the table, on or off its wall, off engines?"""
    if not is_on_table(rect, ctx.content.table) or engine_at(ctx, rect) is not None:
        return False
    under = work_under(ctx, rect)
    if under:
        return level_of(ctx, element) == "works" and stands_well(ctx, under, rect)
    return level_of(ctx, element) != "works" and not is_half_up(ctx, rect)


# -- turning to face ------------------------------------------------------------------------------


@rule("IDG-11.2.3", "IDG-11.2.11", "IDG-A14")
def turn_to_face(ctx: IdgCtx, mover: UnitId) -> list[ElementId]:
    """Turn enemies whom the mover struck on flank or rear, if they fight nobody in front.

    Neither a move nor an activation. Who has no room stays as he is, and takes no flank penalty.
    """
    return [
        foe
        for element in shown(ctx, mover)
        for foe in foes_touching(ctx, element)
        if _has_to_turn(ctx, foe, element) and _swing(ctx, foe, element)
    ]


@rule("IDG-11.2.2")
def _has_to_turn(ctx: IdgCtx, foe: ElementId, attacker: ElementId) -> bool:
    """Is an element struck on flank or rear that is not engaged in front?"""
    if is_train(ctx, foe) or troop_of(ctx, ctx.world.elements[foe].unit) == "artillery":
        return False
    if not _struck(contacts(rect_of(ctx, foe), rect_of(ctx, attacker), TOUCH)):
        return False
    return not is_engaged_in_front(ctx, foe)


def _struck(found: tuple[Contact, ...]) -> bool:
    return bool(found) and not touches_front(found)


def _swing(ctx: IdgCtx, foe: ElementId, attacker: ElementId) -> bool:
    """Swing an element round to the attacker's front, shifting its comrades aside if need be."""
    pose = turned_to_meet(rect_of(ctx, foe), rect_of(ctx, attacker), TOUCH)
    rect = rect_at(ctx, foe, pose)
    if not keeps_footing(ctx, foe, rect):
        return False
    crowd = crowd_of(ctx)
    in_way = crowd.overlapping(rect, skip=(foe,))
    own = ctx.world.elements[foe].unit
    if any(ctx.world.elements[one].unit != own for one in in_way):
        return False
    shifted = _shifted_aside(ctx, foe, rect, in_way)
    if shifted is None:
        return False
    for element, place in {**shifted, foe: pose}.items():
        ctx.world.elements[element] = replace(ctx.world.elements[element], pose=place)
    return True


def _shifted_aside(
    ctx: IdgCtx, foe: ElementId, rect: Rectangle, in_way: list[ElementId]
) -> dict[ElementId, Pose] | None:
    """Shift comrades out of the way by the least distance; None if there is no room."""
    crowd = crowd_of(ctx)
    crowd.move(foe, rect)
    found: dict[ElementId, Pose] = {}
    for element in in_way:
        own = rect_of(ctx, element)
        dx, dy = way_out(own, rect)
        pose = Pose(round(own.pose.x + dx), round(own.pose.y + dy), own.pose.facing)
        there = rect_at(ctx, element, pose)
        if crowd.overlapping(there, skip=(element,)) or not keeps_footing(ctx, element, there):
            return None
        crowd.move(element, there)
        found[element] = pose
    return found


def engaged_elsewhere(ctx: IdgCtx, unit: UnitId) -> list[UnitId]:
    """List the enemy units that a unit fights, baggage aside."""
    return [foe for foe in foes_in_melee(ctx, unit) if not is_baggage(ctx, foe)]


def is_mobile_enough(ctx: IdgCtx, unit: UnitId) -> bool:
    """Is a unit more mobile than every enemy in contact with it? IDG-11.4.1 to IDG-11.4.3."""
    own = mobility(ctx, unit)
    foes = engaged_elsewhere(ctx, unit)
    return bool(foes) and all(mobility(ctx, foe) < own for foe in foes)


MOBILITY: Final = {"light_cavalry": 3, "light_chariot": 2, "skirmisher": 2}


@rule("IDG-11.4.2", "IDG-A28")
def mobility(ctx: IdgCtx, unit: UnitId) -> int:
    """Give how mobile a unit is, from 1 to 3; the least of its elements counts."""
    return min(MOBILITY.get(profile_of(ctx, one).troop, 1) for one in shown(ctx, unit))
