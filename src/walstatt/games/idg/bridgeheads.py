"""Onto the enemy's wall: from siege towers and ships, and up ladders. IDG-16.3.10, IDG-16.4.9.

This is part of a unit's activation, after whatever else it does. An element steps out to a free
place on the wall that its tower or ladder touches; whether it strikes a defender there in front or
flank does not matter. Where a defender stands right before it, it may also fight him from the
bridge, or from the head of the ladder, until there is room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from walstatt.boards.contact import is_within
from walstatt.boards.pose import QUARTER_TURN, Pose, apart, heading, opposite, rounded, turned
from walstatt.boards.rectangle import Box, Rectangle, segment
from walstatt.games.idg.changes import note_contacts, note_fear
from walstatt.games.idg.contacting import attack_flaws, target_flaws, turn_to_face
from walstatt.games.idg.engines import engine_at, engine_rect, who_is_aboard
from walstatt.games.idg.forts import stands_well, work_under
from walstatt.games.idg.land import Work
from walstatt.games.idg.levels import engine_under, level_of
from walstatt.games.idg.movement_events import Charged
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.shaken import marker_flaws
from walstatt.games.idg.siege_events import Climbed, Grappled, SteppedOut
from walstatt.games.idg.siege_towers import foot_of_wall, may_go_aboard, walls_reached
from walstatt.games.idg.standing import crowd_of, foes_touching, mu
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    Engine,
    IdgCtx,
    enemy_of,
    foes_in_melee,
    is_baggage,
    on_table,
    pair_key,
    rect_at,
    rect_of,
    shown,
    side_of,
)
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import RuleId
from walstatt.kernel.trace import rule

LADDER_FOOT: Final = 1.5
"""How near the foot of a ladder one must be to climb it, in inches: at its bearers' side."""
AT_ONCE: Final = {"siege_tower": 1, "ladder": 1, "ship": 2}
"""How many step out of an engine in one turn; a ship has two towers. IDG-17.3.2."""
ASIDE: Final = (0.0, -0.5, 0.5, -1.0, 1.0)
"""How far beside its tower or ladder an element tries to find room, in widths."""


# -- how often, and from where --------------------------------------------------------------------


def uses(ctx: IdgCtx, engine: Engine) -> int:
    """Count how many have climbed a ladder, or stepped out of an engine, this turn."""
    turn, count = divmod(engine.used, 10)
    return count if turn == ctx.world.turn else 0


def note_use(ctx: IdgCtx, name: str) -> None:
    """Count one more who did."""
    engine = ctx.world.engines[name]
    used = ctx.world.turn * 10 + uses(ctx, engine) + 1
    ctx.world.engines[name] = replace(engine, used=used)


def bridges(ctx: IdgCtx, name: str) -> list[Box]:
    """List the edges of an engine over which one gets to a wall."""
    engine = ctx.world.engines[name]
    if engine.kind == "ladder":
        return [segment(engine.pose.spot, engine.pose.spot)]
    rect = engine_rect(ctx, name)
    if engine.kind == "siege_tower":
        return [segment(*rect.edge("front"))]
    return [segment(*rect.edge(edge)) for edge in ("front", "left", "right", "rear")]


def walls_at(ctx: IdgCtx, name: str) -> list[Work]:
    """List the walls that an engine has reached."""
    side = ctx.world.engines[name].side
    found = (work for box in bridges(ctx, name) for work in walls_reached(ctx, side, box))
    return list({work.feature.id: work for work in found}.values())


@rule("IDG-16.3.10", "IDG-16.3.4", "IDG-16.4.9", "IDG-17.3.2")
def ready_flaws(ctx: IdgCtx, element: ElementId) -> Iterator[Violation]:
    """Say why an element may not leave its siege tower, ship or ladder for the wall now."""
    engine = engine_under(ctx, element)
    if engine is None or engine.kind not in AT_ONCE:
        yield refuse("IDG-16.3.10", "idg.no.siege.not_aboard", element)
        return
    ladder = engine.kind == "ladder"
    cited: RuleId = "IDG-16.4.9" if ladder else "IDG-16.3.10"
    if ladder and ctx.world.elements[element].moved:
        yield refuse(cited, "idg.no.siege.still_climbs", element)
    if not ladder and not (engine.since and engine.since < ctx.world.turn):
        yield refuse(cited, "idg.no.siege.just_reached", element)
    if not ladder and uses(ctx, engine) >= AT_ONCE[engine.kind]:
        yield refuse(cited, "idg.no.siege.one_a_turn", element)
    if engine.van in ctx.world.elements and foes_touching(ctx, engine.van):
        yield refuse("IDG-11.2.4", "idg.no.siege.bridge_held", element)
    if not walls_at(ctx, ctx.world.elements[element].aboard):
        yield refuse(cited, "idg.no.siege.no_wall", element)


# -- stepping out ---------------------------------------------------------------------------------


def step_flaws(ctx: IdgCtx, element: ElementId, pose: Pose) -> Iterator[Violation]:
    """List everything that is wrong with stepping out to a place."""
    found = list(ready_flaws(ctx, element))
    yield from found
    if found:
        return
    name, rect = ctx.world.elements[element].aboard, rect_at(ctx, element, pose)
    under = work_under(ctx, rect)
    if under not in [work.feature.id for work in walls_at(ctx, name)]:
        yield refuse("IDG-16.3.10", "idg.no.siege.not_on_wall", element)
        return
    if not any(is_within(rect, box, TOUCH) for box in bridges(ctx, name)):
        yield refuse("IDG-16.3.10", "idg.no.siege.too_far_off", element)
    if not stands_well(ctx, under, rect):
        yield refuse("IDG-16.1.10", "idg.no.siege.over_edge", element)
    if crowd_of(ctx).overlapping(rect) or engine_at(ctx, rect) is not None:
        yield refuse("IDG-8.4.6", "idg.no.march.overlap", element)
    yield from melee_flaws(ctx, element, _foes_on_wall(ctx, element, rect))
    unit = ctx.world.elements[element].unit
    yield from marker_flaws(ctx, unit, {element: pose})


def _foes_on_wall(ctx: IdgCtx, element: ElementId, rect: Rectangle) -> list[ElementId]:
    return [
        foe
        for unit in on_table(ctx, enemy_of(side_of(ctx, element)))
        for foe in shown(ctx, unit)
        if level_of(ctx, foe) == "works" and is_within(rect, rect_of(ctx, foe), TOUCH)
    ]


@rule("IDG-11.1.2", "IDG-11.1.4", "IDG-11.1.11")
def melee_flaws(ctx: IdgCtx, element: ElementId, foes: Sequence[ElementId]) -> Iterator[Violation]:
    """Say why an element may not move into melee with these enemies."""
    unit = ctx.world.elements[element].unit
    others = dict.fromkeys(ctx.world.elements[foe].unit for foe in foes)
    new = [foe for foe in others if pair_key(unit, foe) not in ctx.world.melees]
    if any(not is_baggage(ctx, foe) for foe in new):
        yield from attack_flaws(ctx, unit)
    for foe in others:
        yield from target_flaws(ctx, unit, foe)


def places_for(ctx: IdgCtx, element: ElementId) -> Iterator[Pose]:
    """Look for places on the wall before a siege tower or at the head of a ladder."""
    name = ctx.world.elements[element].aboard
    base, engine = rect_of(ctx, element).base, ctx.world.engines[name]
    for work in walls_at(ctx, name):
        for box in bridges(ctx, name):
            if not walls_reached(ctx, engine.side, box):
                continue
            foot = foot_of_wall(ctx, work.feature, box.centre)
            for part in ASIDE:
                yield from _places_at(_aside(foot, part * base.width), base.width, base.depth)


def _aside(pose: Pose, far: float) -> Pose:
    x, y = heading(turned(pose.facing, QUARTER_TURN))
    return rounded(pose.x + far * x, pose.y + far * y, pose.facing)


def _places_at(foot: Pose, width: int, depth: int) -> Iterator[Pose]:
    """Give the places at one point of a wall: looking in, along it either way, and out."""
    (ax, ay), inward = heading(foot.facing), foot.facing
    yield rounded(foot.x + depth * ax, foot.y + depth * ay, inward)
    for way in (QUARTER_TURN, -QUARTER_TURN):
        bx, by = heading(turned(inward, way))
        x, y = foot.x + width / 2 * ax + depth / 2 * bx, foot.y + width / 2 * ay + depth / 2 * by
        yield rounded(x, y, turned(inward, way))
    yield Pose(foot.x, foot.y, opposite(inward))


@rule("IDG-16.3.4", "IDG-16.3.10", "IDG-16.4.5")
def step_out(ctx: IdgCtx, element: ElementId, pose: Pose) -> None:
    """Let an element step onto the wall, and perhaps into melee there."""
    one = ctx.world.elements[element]
    ladder = ctx.world.engines[one.aboard].kind == "ladder"
    if not ladder:
        note_use(ctx, one.aboard)
    rect = rect_at(ctx, element, pose)
    far = max(1, round(apart(rect_of(ctx, element).centre, rect.centre)))
    ctx.world.elements[element] = replace(
        one, aboard=work_under(ctx, rect), pose=pose, moved=one.moved + far, turned=True
    )
    _release(ctx, one.aboard, element)
    if ctx.telling:
        because = "IDG-16.4.9" if ladder else ""
        seat = side_of(ctx, element)
        ctx.emit(SteppedOut(unit_name(ctx, one.unit), seat=seat, because=because))
    _meet(ctx, element)


def _release(ctx: IdgCtx, name: str, element: ElementId) -> None:
    engine = ctx.world.engines[name]
    if engine.van == element:
        ctx.world.engines[name] = replace(engine, van="")


def _meet(ctx: IdgCtx, element: ElementId) -> None:
    """Note the melee into which an element has come."""
    world, unit = ctx.world, ctx.world.elements[element].unit
    old = set(foes_in_melee(ctx, unit))
    note_contacts(ctx, unit)
    if foes_touching(ctx, element):
        world.elements[element] = replace(world.elements[element], entered=True)
    for foe in foes_in_melee(ctx, unit):
        if foe not in old:
            world.units[unit] = replace(world.units[unit], opened=True)
            if ctx.telling:
                names = unit_name(ctx, unit), unit_name(ctx, foe)
                ctx.emit(Charged(*names, seat=world.units[unit].side))
    turn_to_face(ctx, unit)
    note_contacts(ctx, unit)
    note_fear(ctx)


# -- fighting from the bridge ---------------------------------------------------------------------


@rule("IDG-16.3.10", "IDG-16.4.5", "IDG-16.4.9")
def grapple_flaws(ctx: IdgCtx, element: ElementId) -> Iterator[Violation]:
    """Say why an element may not fight the defenders right before its tower or ladder."""
    found = list(ready_flaws(ctx, element))
    yield from found
    if found:
        return
    if engine_under(ctx, element) is not None and level_of(ctx, element) == "works":
        yield refuse("IDG-16.3.10", "idg.no.siege.on_bridge", element)
    foes = _foes_on_wall(ctx, element, rect_of(ctx, element))
    if not foes:
        yield refuse("IDG-16.3.10", "idg.no.siege.nobody_there", element)
    yield from melee_flaws(ctx, element, foes)


def grapple(ctx: IdgCtx, element: ElementId) -> None:
    """Let an element fight from the bridge of its tower, or from the head of its ladder."""
    name = ctx.world.elements[element].aboard
    ladder = ctx.world.engines[name].kind == "ladder"
    if not ladder:
        note_use(ctx, name)
    ctx.world.engines[name] = replace(ctx.world.engines[name], van=element)
    if ctx.telling:
        unit, seat = ctx.world.elements[element].unit, side_of(ctx, element)
        because = "IDG-16.4.9" if ladder else ""
        ctx.emit(Grappled(unit_name(ctx, unit), seat=seat, because=because))
    _meet(ctx, element)


# -- climbing -------------------------------------------------------------------------------------


@rule("IDG-16.4.2", "IDG-16.4.4", "IDG-16.4.9")
def climb_flaws(ctx: IdgCtx, element: ElementId, ladder: str) -> Iterator[Violation]:
    """Say why an element may not climb a ladder now."""
    engine, one = ctx.world.engines.get(ladder), ctx.world.elements[element]
    if engine is None or engine.kind != "ladder" or engine.side != side_of(ctx, element):
        yield refuse("IDG-16.4.4", "idg.no.siege.no_ladder", element)
        return
    if engine.since >= ctx.world.turn:
        yield refuse("IDG-16.4.9", "idg.no.siege.new_ladder", element)
    if uses(ctx, engine) or who_is_aboard(ctx, ladder):
        yield refuse("IDG-16.4.4", "idg.no.siege.ladder_taken", element)
    if not may_go_aboard(ctx, element):
        yield refuse("IDG-16.4.2", "idg.no.siege.not_on_foot", element)
    spot = segment(engine.pose.spot, engine.pose.spot)
    if not is_within(rect_of(ctx, element), spot, mu(ctx, LADDER_FOOT)):
        yield refuse("IDG-16.4.4", "idg.no.siege.ladder_far", element)
    if one.moved:
        yield refuse("IDG-16.4.4", "idg.no.siege.moved", element)
    if foes_touching(ctx, element):
        yield refuse("IDG-11.2.4", "idg.no.siege.fights", element)


def climb(ctx: IdgCtx, element: ElementId, ladder: str) -> None:
    """Let an element climb, which takes it the whole turn; it counts as moved."""
    one = ctx.world.elements[element]
    note_use(ctx, ladder)
    ctx.world.elements[element] = replace(one, aboard=ladder, moved=ctx.content.mu)
    if ctx.telling:
        ctx.emit(Climbed(unit_name(ctx, one.unit), seat=side_of(ctx, element)))
