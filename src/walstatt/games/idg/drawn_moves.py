"""One legal move, drawn quickly, for games in which chance plays and nobody looks for the best.

Most units most of the time have nobody near and level ground ahead: then it is plain at a glance
that they may go, and the long judgement of `marching` can be spared.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from walstatt.boards.paths import Slide, advance
from walstatt.boards.pose import Pose
from walstatt.boards.table import Table
from walstatt.games.idg.allowance import allowance
from walstatt.games.idg.facing import facing_of
from walstatt.games.idg.hulls import Hull, hull_of, is_near
from walstatt.games.idg.intents import Legs, sampled_moves
from walstatt.games.idg.land import SHORE
from walstatt.games.idg.marching import Orders
from walstatt.games.idg.shaken import WARY_AT
from walstatt.games.idg.standing import is_coherent
from walstatt.games.idg.world import (
    TOUCH,
    ElementId,
    Feature,
    IdgCtx,
    foes_in_melee,
    in_play,
    shown,
)
from walstatt.kernel.decisions import Rng

STAYS: Final = 0.1
"""How often a unit stays after all."""
AHEAD: Final = 0.75
"""How often it goes straight on."""
PLAIN: Final = ("gentle_hill", "fields", "road")
"""Ground that hinders nobody."""


def drawn_move(ctx: IdgCtx, orders: Orders, rng: Rng) -> Legs:
    """Draw a legal move; no legs: the unit stays."""
    if rng.random() < STAYS:
        return ()
    plain = _plain_move(ctx, orders, rng)
    if plain:
        return plain
    found = sampled_moves(ctx, orders, rng, 1)
    return found[0] if found else ()


def _plain_move(ctx: IdgCtx, orders: Orders, rng: Rng) -> Legs:
    """Draw a move on which nobody and nothing is met, if it can be told at a glance."""
    unit = orders.unit
    if not _is_untroubled(ctx, orders):
        return ()
    straight = rng.random() < AHEAD
    ledger = allowance(ctx, unit, orders.column, orders.rolled, turns=not straight)
    far = max(0, ledger.total) * ctx.content.mu * (0.25 + 0.75 * rng.random())
    if far < 1:
        return ()
    aside = 0.0 if straight else far * (2 * rng.random() - 1) * 0.7
    on = (far * far - aside * aside) ** 0.5
    poses = {one: ctx.world.elements[one].pose for one in shown(ctx, unit)}
    slide = advance(poses, facing_of(ctx, unit), on, aside)
    return (slide,) if _is_clear(ctx, orders, slide, poses) else ()


def _is_untroubled(ctx: IdgCtx, orders: Orders) -> bool:
    """Is there nothing about a unit that makes its moves special?"""
    world = ctx.world
    one = world.units[orders.unit]
    return (
        orders.purpose == "march"
        and orders.column == "good"
        and one.disorder < WARY_AT
        and not (world.weather or world.fires or world.engines)
        and not foes_in_melee(ctx, orders.unit)
        and is_coherent(ctx, orders.unit)
    )


def _is_clear(
    ctx: IdgCtx, orders: Orders, slide: Slide[ElementId], before: dict[ElementId, Pose]
) -> bool:
    """Is nobody near the way, nothing on it, and the table under it?"""
    key, start = next(iter(before.items()))
    end = slide.poses[key]
    way = _swept(hull_of(ctx, orders.unit), end.x - start.x, end.y - start.y)
    width, height = ctx.content.table
    if way[0] < 0 or way[1] < 0 or way[2] > width or way[3] > height:
        return False
    for hard in hard_ground(ctx.world.ground, ctx.content.table, ctx.content.mu):
        if is_near(way, hard, TOUCH):
            return False
    others = in_play(ctx)
    return not any(
        is_near(way, hull_of(ctx, other), 2 * TOUCH) for other in others if other != orders.unit
    )


def _swept(hull: Hull, dx: float, dy: float) -> Hull:
    left, top, right, bottom = hull
    return (
        left + min(dx, 0.0),
        top + min(dy, 0.0),
        right + max(dx, 0.0),
        bottom + max(dy, 0.0),
    )


@lru_cache(maxsize=256)
def hard_ground(ground: tuple[Feature, ...], table: Table, mu: int) -> tuple[Hull, ...]:
    """Give boxes around all ground that may hinder somebody."""
    return tuple(_around(one, table, mu) for one in ground if one.kind not in PLAIN)


def _around(one: Feature, table: Table, mu: int) -> Hull:
    if one.edge:
        deep = SHORE * mu
        return {
            "top": (0.0, 0.0, table.width, deep),
            "bottom": (0.0, table.height - deep, table.width, table.height),
            "left": (0.0, 0.0, deep, table.height),
            "right": (table.width - deep, 0.0, table.width, table.height),
        }[one.edge]
    spots = one.outline or one.via
    wide = max(one.width, mu)
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return min(xs) - wide, min(ys) - wide, max(xs) + wide, max(ys) + wide
