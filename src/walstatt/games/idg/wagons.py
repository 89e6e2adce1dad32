"""Wagons of an ambushed column: unhitching them, and forming a ring. IDG-17.1."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, hypot, pi, sin, tan
from typing import Final

from msgspec.structs import replace

from walstatt.boards.pose import RADIANS, Pose, facing_towards, rounded, turned
from walstatt.boards.rectangle import Rectangle
from walstatt.games.idg.laager import LEAST, is_hitched, is_wagons, laagers
from walstatt.games.idg.mounting_events import LaagerFormed, Unhitched
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.sight import visible_foes
from walstatt.games.idg.world import ElementId, IdgCtx, on_table, rect_of, shown
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

GAP: Final = 0.4
"""How far apart, in MU, wagons are put that form a ring."""


@rule("IDG-17.1.2", "IDG-17.1.9")
def standing_flaws(ctx: IdgCtx, unit: UnitId) -> Iterator[Violation]:
    """Say why wagons do not move: without their teams they stay for the whole game."""
    if is_wagons(ctx, unit) and not is_hitched(ctx, unit):
        yield refuse("IDG-17.1.2", "idg.no.wagon.stays", unit=unit_name(ctx, unit))


@rule("IDG-17.1.5", "IDG-17.1.9")
def unhitch_flaws(ctx: IdgCtx, unit: UnitId) -> Iterator[Violation]:
    """Say why a unit may not be unhitched and form a ring."""
    if not is_wagons(ctx, unit):
        yield refuse("IDG-17.1.9", "idg.no.wagon.none", unit=unit_name(ctx, unit))
    elif is_hitched(ctx, unit) and not is_alarmed(ctx, ctx.world.units[unit].side):
        yield refuse("IDG-17.1.5", "idg.no.wagon.no_alarm")


@rule("IDG-17.1.5")
def is_alarmed(ctx: IdgCtx, side: Seat) -> bool:
    """Does a unit of a side see an enemy, or was one shot at, this turn or in the last?"""
    units = ctx.world.units
    if any(shot.at in units and units[shot.at].side == side for shot in ctx.world.shots):
        return True
    return any(visible_foes(ctx, unit) for unit in on_table(ctx, side))


@rule("IDG-17.1.9")
def unhitch(ctx: IdgCtx, unit: UnitId) -> None:
    """Take the teams away for good, wherever the wagons stand now."""
    one = ctx.world.units[unit]
    ctx.world.units[unit] = replace(one, unhitched=True)
    if not ctx.telling:
        return
    formed = any(set(ring.wagons) & set(one.elements) for ring in laagers(ctx))
    name = unit_name(ctx, unit)
    ctx.emit(LaagerFormed(name, seat=one.side) if formed else Unhitched(name, seat=one.side))


# -- the ring -------------------------------------------------------------------------------------


def ring_places(ctx: IdgCtx, unit: UnitId) -> dict[ElementId, Pose]:
    """Put wagons in a ring round their middle, side by side, each as near as can be.

    Seen from the middle they stand lengthwise, so that few enclose much.
    """
    wagons = shown(ctx, unit)
    if len(wagons) < LEAST:
        return {}
    rects = {one: rect_of(ctx, one) for one in wagons}
    x = sum(rect.centre[0] for rect in rects.values()) / len(rects)
    y = sum(rect.centre[1] for rect in rects.values()) / len(rects)
    places = _ring(ctx, rects[wagons[0]].base.depth, len(wagons), _start(rects, x, y))
    free, found = dict(enumerate(places)), dict[ElementId, Pose]()
    for one, rect in rects.items():
        cx, cy = rect.centre
        near = min(free, key=lambda n: hypot(x + free[n][0] - cx, y + free[n][1] - cy))
        found[one] = _lengthwise(rect.pose, rect.base.depth, (x, y), free.pop(near))
    return found


def _start(rects: dict[ElementId, Rectangle], x: float, y: float) -> float:
    cx, cy = next(iter(rects.values())).centre
    return atan2(cy - y, cx - x)


def _ring(ctx: IdgCtx, long: int, count: int, start: float) -> list[tuple[float, float]]:
    """List the middles of wagons in a ring about nowhere."""
    side = long + GAP * ctx.content.mu
    radius = side / (2 * tan(pi / count)) + ctx.content.mu
    return [
        (radius * cos(start + 2 * pi * n / count), radius * sin(start + 2 * pi * n / count))
        for n in range(count)
    ]


def _lengthwise(
    pose: Pose, long: int, middle: tuple[float, float], at: tuple[float, float]
) -> Pose:
    """Put a wagon along the ring, facing whichever way is nearer to how it faces now."""
    outward = facing_towards((0.0, 0.0), at)
    ways = (turned(outward, 9_000), turned(outward, 27_000))
    facing = min(ways, key=lambda one: abs((one - pose.facing + 18_000) % 36_000 - 18_000))
    ahead = long / 2
    x = middle[0] + at[0] + ahead * sin(facing * RADIANS)
    y = middle[1] + at[1] - ahead * cos(facing * RADIANS)
    return rounded(x, y, facing)
