"""What `then` may speak of: the position in the words of cases."""

from __future__ import annotations

from typing import Any, Final

from walstatt.games.idg.commanding import deeds_now
from walstatt.games.idg.content import SEATS
from walstatt.games.idg.positions import INCH
from walstatt.games.idg.spoken import in_degrees
from walstatt.games.idg.standing import foes_touching
from walstatt.games.idg.surroundings import box_about
from walstatt.games.idg.world import (
    IN_PLAY,
    ElementId,
    Engine,
    Feature,
    Fire,
    IdgCtx,
    Stratagem,
    foes_in_melee,
    is_baggage,
    rects_of,
    shown,
    troop_of,
)
from walstatt.kernel.ids import Seat, UnitId

GONE: Final = ("destroyed", "driven_off", "exited", "absent")
"""How units are that are off the table for good."""


def facts_of(ctx: IdgCtx) -> dict[str, Any]:
    """Describe the world."""
    world = ctx.world
    return {
        "turn": world.turn,
        "phase": world.phase,
        "battle": world.scenario,
        "attacker": world.attacker,
        "side_1": world.first,
        "to_move": world.active if world.phase == "move" else "",
        "units": {unit: unit_facts(ctx, unit) for unit in world.units},
        "elements": {element: element_facts(ctx, element) for element in world.elements},
        "generals": {seat: general_facts(ctx, seat) for seat in world.generals},
        "edges": dict(world.edges),
        "terrain": {one.id: ground_facts(one) for one in world.ground},
        "engines": {name: engine_facts(one) for name, one in world.engines.items()},
        "weather": list(world.weather),
        "wind": world.wind,
        "fires": [fire_facts(one) for one in world.fires],
        "captured": list(world.captured),
        "lost": {seat: sum(one.side == seat for one in world.losses) for seat in SEATS},
        "stratagems": {
            seat: stratagem_facts(world.stratagems.get(seat, Stratagem())) for seat in SEATS
        },
        "column": list(world.column),
        "holding": dict(world.holding),
        "bombs": dict(world.bombs),
        "rockets": list(world.rockets),
    }


def unit_facts(ctx: IdgCtx, unit: UnitId) -> dict[str, Any]:
    """Describe a unit; its place is the middle of its whole front."""
    one = ctx.world.units[unit]
    there = one.status in IN_PLAY and bool(one.elements)
    front = box_about(rects_of(ctx, unit)).pose if there else None
    return {
        "side": one.side,
        "type": troop_of(ctx, unit) if one.elements else "",
        "status": one.status,
        "gone": one.status in GONE,
        "at": [inches(front.x), inches(front.y)] if front else None,
        "facing": in_degrees(front.facing) if front else None,
        "size": len(one.elements) if one.status != "destroyed" else 0,
        "elements": list(one.elements),
        "disorder": one.disorder,
        "form": one.form,
        "activated": one.activated,
        "deed": one.deed,
        "moved": inches(max((ctx.world.elements[e].moved for e in one.elements), default=0)),
        "in_contact": in_contact(ctx, unit) if there else [],
        "flight": one.flight,
        "arrived": one.arrived,
        "folded": one.folded,
        "feared": list(one.feared),
    }


def in_contact(ctx: IdgCtx, unit: UnitId) -> list[UnitId]:
    """List the enemy units that a unit fights, and the baggage in contact, which is no melee."""
    elements = ctx.world.elements
    touched = {elements[foe].unit for one in shown(ctx, unit) for foe in foes_touching(ctx, one)}
    trains = {foe for foe in touched if is_baggage(ctx, foe) or is_baggage(ctx, unit)}
    return sorted({*foes_in_melee(ctx, unit), *trains})


def element_facts(ctx: IdgCtx, element: ElementId) -> dict[str, Any]:
    """Describe an element; its place is the middle of its front."""
    one = ctx.world.elements[element]
    there = ctx.world.units[one.unit].status in IN_PLAY
    return {
        "unit": one.unit,
        "at": [inches(one.pose.x), inches(one.pose.y)] if there else None,
        "facing": in_degrees(one.pose.facing) if there else None,
        "moved": inches(one.moved),
        "turned": one.turned,
        "entered": one.entered,
        "general": one.general,
        "aboard": one.aboard,
        "ladder": one.ladder,
    }


def general_facts(ctx: IdgCtx, seat: Seat) -> dict[str, Any]:
    """Describe a general."""
    one = ctx.world.generals[seat]
    element = ctx.world.elements.get(one.element)
    return {
        "element": one.element,
        "alive": element is not None and ctx.world.units[element.unit].status != "destroyed",
        "exceptional": one.exceptional,
        "deeds": sorted(deeds_now(ctx, one)),
        "rerolls": one.rerolls,
        "dice": one.dice,
    }


def stratagem_facts(one: Stratagem) -> dict[str, Any]:
    """Describe what a side staked, and what came of it."""
    return {"stake": one.stake, "chosen": one.chosen, "works": one.works}


def ground_facts(one: Feature) -> dict[str, Any]:
    """Describe a piece of terrain."""
    return {"kind": one.kind, "open": one.open, "side": one.side}


def fire_facts(one: Fire) -> dict[str, Any]:
    """Describe a fire and where its seat is."""
    x, y = one.seat
    return {"what": one.feature, "at": [inches(x), inches(y)], "since": one.since}


def engine_facts(one: Engine) -> dict[str, Any]:
    """Describe an engine."""
    return {
        "kind": one.kind,
        "side": one.side,
        "at": [inches(one.pose.x), inches(one.pose.y)],
        "facing": in_degrees(one.pose.facing),
        "since": one.since,
        "hits": one.hits,
        "failures": one.failures,
        "activated": one.activated,
    }


def inches(length: float) -> float:
    """Write a length to the hundredth; whole numbers without decimals."""
    found = round(length / INCH, 2)
    return int(found) if found == int(found) else found
