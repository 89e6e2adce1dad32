"""Finding places where the ground conceals a whole unit. IDG-5.8."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from walstatt.boards.polygons import stretches
from walstatt.boards.pose import Point
from walstatt.boards.rectangle import Box
from walstatt.boards.terrain import Area, is_inside
from walstatt.games.idg.deployment_area import Prospect, prospect, zone_of
from walstatt.games.idg.drawing_up import Body, Poses, body_of, usual_files
from walstatt.games.idg.holding_back import is_hidden
from walstatt.games.idg.land import land_of
from walstatt.games.idg.world import IdgCtx, enemy_of, rect_at, troop_of
from walstatt.kernel.decisions import Rng
from walstatt.kernel.ids import Seat, UnitId

TRIES: Final = 2
"""How many places are looked at closely, of those that look good at a glance."""
LOW: Final = ("marsh", "rocky")
"""What hides skirmishers only. IDG-5.8.2."""
HILLS: Final = ("gentle_hill", "steep_hill")
LOOKS: Final = (0.5, 0.0, 1.0, 0.25, 0.75)
"""From which points of the enemy's edge one looks at a place behind a hill first."""
HILLY: Final = 0.1
"""How often places behind hills are considered, which takes long and seldom succeeds."""


def hideout(ctx: IdgCtx, seat: Seat, unit: UnitId, rng: Rng) -> Poses | None:
    """Find a place in which a unit can be concealed, among a few that are likely."""
    places = list(_cover(ctx, unit, hills=rng.random() < HILLY))
    rng.shuffle(places)
    tries = 0
    for area in places:
        for poses in _offers(ctx, seat, unit, area):
            rects = [rect_at(ctx, one, pose) for one, pose in poses]
            if not _may_hide(ctx, seat, area, rects):
                continue
            if is_hidden(ctx, seat, unit, poses):
                return poses
            tries += 1
            if tries == TRIES:
                return None
    return None


def is_hideout(ctx: IdgCtx, seat: Seat, unit: UnitId, poses: Poses) -> bool:
    """Can a unit be concealed there? Where it looks hopeless nobody looks closely."""
    rects = [rect_at(ctx, one, pose) for one, pose in poses]
    places = _cover(ctx, unit, hills=True)
    hopeful = any(_may_hide(ctx, seat, area, rects) for area in places)
    return hopeful and is_hidden(ctx, seat, unit, poses)


def _may_hide(ctx: IdgCtx, seat: Seat, area: Area, rects: Sequence[Box]) -> bool:
    """Tell at a glance whether a piece of ground could hide bases."""
    if area.kind not in HILLS:
        return all(is_inside(rect, area) for rect in rects)
    (ax, ay), (bx, by) = ctx.content.table.edge(ctx.world.edges[enemy_of(seat)])
    points: list[Point] = [(ax + part * (bx - ax), ay + part * (by - ay)) for part in LOOKS]
    hills = [hill.area.rings for hill in land_of(ctx).hills]
    return all(
        any(stretches(rings, rect.centre, point) for rings in hills)
        for rect in rects
        for point in points
    )


def _cover(ctx: IdgCtx, unit: UnitId, *, hills: bool) -> Iterator[Area]:
    lies_low = troop_of(ctx, unit) == "skirmisher"
    kinds = ("wood", "gully", *(HILLS if hills else ()), *(LOW if lies_low else ()))
    land = land_of(ctx)
    return (land.areas[one.id] for one in ctx.world.ground if one.kind in kinds)


def _offers(ctx: IdgCtx, seat: Seat, unit: UnitId, area: Area) -> Iterator[Poses]:
    """Offer the middle and the quarters of a piece of ground, in some formations."""
    view, body = prospect(ctx, seat), body_of(ctx, unit)
    deepest = zone_of(ctx, unit).deepest
    formations = {usual_files(ctx, unit), usual_files(ctx, unit, 3), body.widths[-1]}
    for files in sorted(formations):
        yield from _places(view, body, files, area, deepest)


def _places(view: Prospect, body: Body, files: int, area: Area, deepest: int) -> Iterator[Poses]:
    """Offer places in a piece of ground, or right behind a hill."""
    width, depth, _ = body.formed(files)
    places = [view.place(spot) for spot in area.outline]
    left, right = min(along for along, _ in places), max(along for along, _ in places)
    near, far = min(away for _, away in places), max(away for _, away in places)
    low = 0.0 if area.kind in HILLS else max(0.0, near)
    high = min(near + (far - near) / 2 if area.kind in HILLS else far, deepest)
    left, right = max(left, 0), min(right, view.length)
    if high - low < depth or right - left < width:
        return
    for part in (0.5, 0.3, 0.7):
        for deep in (0.5, 1.0):
            along = left + width / 2 + part * (right - left - width)
            away = low + depth + deep * (high - low - depth)
            yield body.poses(files, view.pose(along, away))
