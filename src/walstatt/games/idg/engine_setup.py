"""Siege towers, ships and flamethrowers come onto the table. IDG-16.3.1, IDG-17.3.1, IDG-18.12.35.

A siege tower stands in the area where its side deploys, a flamethrower on works of its side and
looks outward, a ship lies at a table edge that is water; without such an edge, or without works,
they stay away.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from walstatt.boards.contact import OVERLAP, overlap
from walstatt.boards.pose import (
    FULL_TURN,
    HALF_TURN,
    QUARTER_TURN,
    Point,
    Pose,
    Spot,
    apart,
    between,
    heading,
    rounded,
)
from walstatt.boards.rectangle import Rectangle, rectangle
from walstatt.games.idg.deployment_area import is_before, is_in_zone, prospect, zone_for
from walstatt.games.idg.deployment_check import company
from walstatt.games.idg.engines import engine_at, engine_base
from walstatt.games.idg.entering import INWARD
from walstatt.games.idg.exits import depth_inside
from walstatt.games.idg.forts import forts_of, post_at, posts_along
from walstatt.games.idg.ground import Mover, why_difficult, why_forbidden
from walstatt.games.idg.land import land_of
from walstatt.games.idg.placing import COARSE
from walstatt.games.idg.world import TOUCH, Engine, Feature, IdgCtx, fielded
from walstatt.i18n.catalogue import Message, say
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import Seat
from walstatt.kernel.prompts import Ghost
from walstatt.kernel.trace import rule

Kind: TypeAlias = Literal["siege_tower", "ship", "flamethrower"]
KINDS: Final[dict[str, Kind]] = {
    "siege_towers": "siege_tower",
    "ships": "ship",
    "flamethrowers": "flamethrower",
}
"""What of an army's equipment stands on the table, and how it is called there."""
ROLLS: Final = Mover("heavy_chariot")
"""A siege tower goes where chariots go. IDG-16.3.3."""
NEAR: Final = 127
"""How far from its post a flamethrower may stand."""


@rule("IDG-16.3.1", "IDG-17.3.1", "IDG-18.12.18")
def engines_left(ctx: IdgCtx, seat: Seat) -> dict[str, Kind]:
    """Name the engines of a side that are still to be placed, and for which there is a place."""
    world, equipment = ctx.world, fielded(ctx, seat).equipment
    if world.scenario != "siege":
        return {}
    found: dict[str, Kind] = {}
    for field, kind in KINDS.items():
        if kind == "flamethrower" and seat == world.attacker:
            continue
        for number in range(1, getattr(equipment, field) + 1):
            name = f"{seat}-{kind}-{number}"
            if name not in world.engines and proposed_engine(ctx, seat, kind) is not None:
                found[name] = kind
    return found


def engine_name(kind: str) -> Message:
    """Name a kind of engine."""
    return say(f"idg.deployed.{kind}")


def engine_ghost(ctx: IdgCtx, name: str, kind: Kind, pose: Pose) -> Ghost:
    """Show where an engine would stand."""
    x, y = rectangle(pose, engine_base(ctx, kind)).centre
    return Ghost(name, round(x), round(y), pose.facing)


def engine_pose(ctx: IdgCtx, kind: Kind, centre: Point, facing: int) -> Pose:
    """Give the pose of an engine whose base has its centre there."""
    (ax, ay), half = heading(facing), engine_base(ctx, kind).depth / 2
    return rounded(centre[0] + ax * half, centre[1] + ay * half, facing)


# -- where it may stand ---------------------------------------------------------------------------


def engine_flaws(ctx: IdgCtx, seat: Seat, name: str, pose: Pose) -> Iterator[Violation]:
    """List everything that is wrong with placing an engine there."""
    kind = engines_left(ctx, seat).get(name)
    if kind is None:
        yield refuse("IDG-5.6.2", "idg.no.engine.none")
        return
    if not 0 <= pose.facing < FULL_TURN:
        yield refuse("IDG-1.3.1", "idg.no.engine.off_table", what=engine_name(kind))
        return
    yield from place_flaws(ctx, seat, kind, rectangle(pose, engine_base(ctx, kind)))


def place_flaws(ctx: IdgCtx, seat: Seat, kind: Kind, rect: Rectangle) -> Iterator[Violation]:
    """Say what is wrong with a place for an engine of this kind."""
    view, what = prospect(ctx, seat), engine_name(kind)
    if not is_before(view, rect):
        yield refuse("IDG-1.3.1", "idg.no.engine.off_table", what=what)
    if engine_at(ctx, rect) is not None or _is_taken(ctx, seat, kind, rect):
        yield refuse("IDG-1.9.6", "idg.no.engine.taken", what=what)
    if kind == "siege_tower":
        zone = zone_for(ctx, seat)
        if not is_in_zone(view, zone, rect):
            yield refuse(zone.rule, "idg.no.engine.zone", what=what, n=zone.n)
        barred = why_forbidden(ctx, ROLLS, rect) or why_difficult(ctx, ROLLS, rect)
        if barred and not engine_at(ctx, rect):
            yield refuse("IDG-16.3.3", "idg.no.engine.ground", what=what)
    elif kind == "flamethrower" and not _is_at_post(ctx, seat, rect.pose):
        yield refuse("IDG-18.12.35", "idg.no.engine.post", what=what)
    elif kind == "ship" and not _is_afloat(ctx, rect):
        yield refuse("IDG-17.3.1", "idg.no.engine.water", what=what)


def _is_taken(ctx: IdgCtx, seat: Seat, kind: Kind, rect: Rectangle) -> bool:
    high = kind == "flamethrower"
    return any(one.high == high and overlap(rect, one.rect) > OVERLAP for one in company(ctx, seat))


@rule("IDG-18.12.18", "IDG-18.12.35")
def _is_at_post(ctx: IdgCtx, seat: Seat, pose: Pose) -> bool:
    """Does a flamethrower stand at the face of works of its side, looking out?"""
    for works in _own_works(ctx, seat):
        x, y, facing = post_at(ctx, works, pose.spot)
        if facing == pose.facing and max(abs(x - pose.x), abs(y - pose.y)) <= NEAR:
            return True
    return False


def _own_works(ctx: IdgCtx, seat: Seat) -> list[Feature]:
    known = {work.feature.id for work in land_of(ctx).works}
    forts = [fort for fort in forts_of(ctx) if fort.side == seat]
    return [one for fort in forts for one in fort.run.pieces if one.id in known]


@rule("IDG-17.3.1")
def _is_afloat(ctx: IdgCtx, rect: Rectangle) -> bool:
    """Does a ship lie along an edge that is water?"""
    return any(
        abs(depth_inside(ctx, rect, edge)) <= TOUCH
        and (rect.pose.facing - INWARD[edge]) % HALF_TURN == QUARTER_TURN
        for edge in land_of(ctx).water
    )


# -- where it would be put ------------------------------------------------------------------------


def proposed_engine(ctx: IdgCtx, seat: Seat, kind: Kind, near: Spot | None = None) -> Pose | None:
    """Find a place for an engine: a tower in front, a flamethrower at a post, a ship at anchor.

    Where somebody has a place in mind it is the nearest.
    """
    offers = {"siege_tower": _fronts, "flamethrower": _posts, "ship": _berths}[kind](ctx, seat)
    base = engine_base(ctx, kind)
    if near is not None:
        offers = iter(sorted(offers, key=lambda pose: apart(pose.spot, near)))
    for pose in offers:
        if next(place_flaws(ctx, seat, kind, rectangle(pose, base)), None) is None:
            return pose
    return None


def _fronts(ctx: IdgCtx, seat: Seat) -> Iterator[Pose]:
    """List places from the middle of the foremost line outward, then farther back."""
    view, most = prospect(ctx, seat), zone_for(ctx, seat).deepest
    half = engine_base(ctx, "siege_tower").width // 2
    depth = engine_base(ctx, "siege_tower").depth
    middle = view.length // 2
    aside = range(0, middle - half + 1, COARSE)
    alongs = list(dict.fromkeys(middle + way * one for one in aside for way in (-1, 1)))
    for away in range(most, depth - 1, -COARSE):
        yield from (view.pose(along, away) for along in alongs)


def _posts(ctx: IdgCtx, seat: Seat) -> Iterator[Pose]:
    """List posts on the works of a side, those that look at the enemy's edge first."""
    base, facing = engine_base(ctx, "flamethrower"), prospect(ctx, seat).facing
    posts = [pose for one in _own_works(ctx, seat) for pose in posts_along(ctx, one, base)]
    return iter(sorted(posts, key=lambda pose: abs(between(pose.facing, facing))))


def _berths(ctx: IdgCtx, seat: Seat) -> Iterator[Pose]:
    """List places along the water, those nearest to the side's own edge first."""
    base, view, found = engine_base(ctx, "ship"), prospect(ctx, seat), list[Pose]()
    for edge in land_of(ctx).water:
        (ax, ay), (bx, by) = ctx.content.table.edge(edge)
        (nx, ny), length = heading(INWARD[edge]), abs(bx - ax) + abs(by - ay)
        facing = (INWARD[edge] + QUARTER_TURN) % FULL_TURN
        ahead = heading(facing)
        start = (ax, ay) if (bx - ax) * ahead[0] + (by - ay) * ahead[1] > 0 else (bx, by)
        for far in range(base.depth, length + 1, COARSE):
            x = start[0] + far * ahead[0] + nx * base.width / 2
            found.append(rounded(x, start[1] + far * ahead[1] + ny * base.width / 2, facing))
    return iter(sorted(found, key=lambda pose: view.place(pose.spot)[1]))


@rule("IDG-16.3.1", "IDG-17.3.1", "IDG-18.12.35")
def deploy_engine(ctx: IdgCtx, seat: Seat, name: str, pose: Pose) -> None:
    """Put an engine on the table."""
    ctx.world.engines[name] = Engine(engines_left(ctx, seat)[name], seat, pose)
