"""Judging where units are deployed: area, table, ground, cohesion, and who stands there. IDG-5."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from walstatt.boards.contact import OVERLAP, overlap
from walstatt.boards.formation import majority_facing, ranks
from walstatt.boards.pose import FULL_TURN, Pose
from walstatt.boards.rectangle import Box, Rectangle
from walstatt.games.idg.deployment_area import Prospect, is_before, is_in_zone, prospect, zone_of
from walstatt.games.idg.drawing_up import Poses
from walstatt.games.idg.forts import is_half_up, work_under
from walstatt.games.idg.ground import mover, why_forbidden
from walstatt.games.idg.hulls import hull_of_rects, units_near
from walstatt.games.idg.land import land_of
from walstatt.games.idg.levels import level_of, takes_ground
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.standing import is_coherent, widest_gap
from walstatt.games.idg.troops import Profile
from walstatt.games.idg.works import may_man
from walstatt.games.idg.world import (
    TOUCH,
    IdgCtx,
    Status,
    enemy_of,
    fielded,
    in_play,
    lead_profile,
    on_table,
    profile_of,
    rect_at,
    rect_of,
    shown,
)
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

FAR: Final = 100_000
"""No table is so large; beyond that nothing is measured."""
MAILED_IN_FRONT: Final = "vikings"
"""The list whose armoured men form the front rank of mixed units. IDG-18.8.3."""


# -- who stands there already ---------------------------------------------------------------------


class Standing(NamedTuple):
    """A base that stands on the table: whose it is, and whether it is up on works."""

    unit: UnitId
    rect: Rectangle
    high: bool = False


def company(
    ctx: IdgCtx,
    seat: Seat,
    without: UnitId | None = None,
    about: Sequence[Rectangle] | None = None,
) -> list[Standing]:
    """List every base that a side knows of: its own, concealed ones too, and enemies it sees.

    Perhaps only those that might touch some ground.
    """
    units = [*in_play(ctx, seat), *on_table(ctx, enemy_of(seat))]
    if about is not None:
        units = units_near(ctx, hull_of_rects(about), units, TOUCH)
    return [
        Standing(unit, rect_of(ctx, one), level_of(ctx, one) == "works")
        for unit in units
        if unit != without
        for one in shown(ctx, unit)
        if not ctx.world.engines or takes_ground(ctx, one)
    ]


@rule("IDG-16.1.6", "IDG-16.1.9")
def works_under(ctx: IdgCtx, profile: Profile, box: Box) -> str:
    """Name the wall, tower or gate on which foot or artillery would stand there."""
    return work_under(ctx, box) if may_man(profile) else ""


# -- a unit's place -------------------------------------------------------------------------------


class Spread(NamedTuple):
    """A unit as it would stand."""

    unit: UnitId
    poses: Poses
    rects: list[Rectangle]
    high: list[str]
    """Which works each element is up on, if any."""


def spread(ctx: IdgCtx, unit: UnitId, poses: Poses) -> Spread:
    """Put the bases of a unit where they would stand."""
    rects = [rect_at(ctx, one, pose) for one, pose in poses]
    if not land_of(ctx).works:
        return Spread(unit, poses, rects, [""] * len(rects))
    high = [
        works_under(ctx, profile_of(ctx, one), rect)
        for (one, _), rect in zip(poses, rects, strict=True)
    ]
    return Spread(unit, poses, rects, high)


def deploy_flaws(ctx: IdgCtx, seat: Seat, unit: UnitId, poses: Poses) -> Iterator[Violation]:
    """List everything that is wrong with deploying a unit like this."""
    wrong = unit_flaw(ctx, seat, unit) or elements_flaw(ctx, unit, poses)
    if wrong is not None:
        yield wrong
        return
    yield from place_flaws(ctx, spread(ctx, unit, poses))


@rule("IDG-5.4.3", "IDG-5.6.4", "IDG-5.6.8")
def unit_flaw(ctx: IdgCtx, seat: Seat, unit: UnitId) -> Violation | None:
    """Say why a unit is not for this side to place."""
    one = ctx.world.units.get(unit)
    if one is None or one.side != seat:
        return refuse("IDG-5.4.3", "idg.no.deploy.not_yours")
    if one.status != "reserve":
        return refuse("IDG-5.4.3", "idg.no.deploy.not_waiting", unit, unit=unit_name(ctx, unit))
    return None


@rule("IDG-5.4.3", "IDG-5.7.14")
def elements_flaw(ctx: IdgCtx, unit: UnitId, poses: Poses) -> Violation | None:
    """Say whether other elements are placed than the unit's own, each once.

    A folded unit is placed by its first element alone.
    """
    name = unit_name(ctx, unit)
    if sorted(one for one, _ in poses) != sorted(shown(ctx, unit)):
        folded = ctx.world.units[unit].folded
        word = "folded" if folded else "elements"
        cited = "IDG-5.7.14" if folded else "IDG-5.4.3"
        return refuse(cited, f"idg.no.deploy.{word}", unit, unit=name)
    if any(_is_nowhere(pose) for _, pose in poses):
        return refuse("IDG-1.3.1", "idg.no.deploy.off_table", unit, unit=name)
    return None


def _is_nowhere(pose: Pose) -> bool:
    return not (0 <= pose.facing < FULL_TURN and abs(pose.x) < FAR and abs(pose.y) < FAR)


def place_flaws(ctx: IdgCtx, there: Spread) -> Iterator[Violation]:
    """List everything that is wrong with where a unit would stand."""
    view = prospect(ctx, ctx.world.units[there.unit].side)
    for judge in _JUDGES:
        yield from judge(ctx, view, there)


@rule("IDG-1.3.1")
def _table_flaws(ctx: IdgCtx, view: Prospect, there: Spread) -> Iterator[Violation]:
    """All of it must be on the table."""
    if not all(is_before(view, rect) for rect in there.rects):
        name = unit_name(ctx, there.unit)
        yield refuse("IDG-1.3.1", "idg.no.deploy.off_table", there.unit, unit=name)


def _zone_flaws(ctx: IdgCtx, view: Prospect, there: Spread) -> Iterator[Violation]:
    """All of it must be in its area."""
    zone = zone_of(ctx, there.unit)
    if not all(is_in_zone(view, zone, rect) for rect in there.rects):
        name = unit_name(ctx, there.unit)
        yield refuse(zone.rule, zone.refusal, there.unit, unit=name, n=zone.n)


@rule("IDG-1.9.6")
def _room_flaws(ctx: IdgCtx, view: Prospect, there: Spread) -> Iterator[Violation]:
    """No two bases may lie on each other."""
    del view
    name = unit_name(ctx, there.unit)
    if _is_tangled(there):
        yield refuse("IDG-1.9.6", "idg.no.deploy.tangled", there.unit, unit=name)
    others = company(ctx, ctx.world.units[there.unit].side, there.unit, there.rects)
    found = dict.fromkeys(_stood_on(there, others))
    for unit in found:
        other = unit_name(ctx, unit)
        yield refuse("IDG-1.9.6", "idg.no.deploy.taken", there.unit, unit=name, other=other)


def _is_tangled(there: Spread) -> bool:
    rects = there.rects
    return any(
        overlap(one, other) > OVERLAP
        for at, one in enumerate(rects)
        for place, other in enumerate(rects[:at])
        if bool(there.high[at]) == bool(there.high[place])
    )


def _stood_on(there: Spread, others: Sequence[Standing]) -> Iterator[UnitId]:
    """Name those on whom a unit would stand."""
    left, top, right, bottom = around(there.rects)
    for other in others:
        (x, y), far = other.rect.centre, other.rect.radius
        if x + far < left or x - far > right or y + far < top or y - far > bottom:
            continue
        for rect, high in zip(there.rects, there.high, strict=True):
            if bool(high) == other.high and overlap(rect, other.rect) > OVERLAP:
                yield other.unit
                break


def around(boxes: Sequence[Box]) -> tuple[float, float, float, float]:
    """Give the left, top, right and bottom of bases."""
    xs = [x for box in boxes for x, _ in box.corners]
    ys = [y for box in boxes for _, y in box.corners]
    return min(xs), min(ys), max(xs), max(ys)


def _gap_flaws(ctx: IdgCtx, view: Prospect, there: Spread) -> Iterator[Violation]:
    """A unit must be in cohesion."""
    del view
    if not is_coherent(ctx, there.unit, there.rects):
        most = widest_gap(lead_profile(ctx, there.unit))
        cited = "IDG-1.5.1" if most == 1 else "IDG-1.5.2"
        name = unit_name(ctx, there.unit)
        yield refuse(cited, "idg.no.deploy.gap", there.unit, unit=name, n=most)


def _ground_flaws(ctx: IdgCtx, view: Prospect, there: Spread) -> Iterator[Violation]:
    """No element may stand on ground where it may not be; walls are manned by foot."""
    del view
    if not ctx.world.ground and not ctx.world.engines:
        return
    riding = ctx.world.units[there.unit].form == "riding"
    causes = {
        why_forbidden(ctx, mover(profile_of(ctx, one), riding=riding), rect): None
        for (one, _), rect in zip(there.poses, there.rects, strict=True)
    }
    name = unit_name(ctx, there.unit)
    for cause in causes:
        if cause is not None:
            what = cause.words
            yield refuse(cause.rule, "idg.no.deploy.ground", there.unit, unit=name, what=what)


@rule("IDG-16.1.10")
def _wall_flaws(ctx: IdgCtx, view: Prospect, there: Spread) -> Iterator[Violation]:
    """Nobody stands half on a wall: who mans it stands there with the middle of his base."""
    del view
    if land_of(ctx).works and any(is_half_up(ctx, rect) for rect in there.rects):
        name = unit_name(ctx, there.unit)
        yield refuse("IDG-16.1.10", "idg.no.deploy.half_up", there.unit, unit=name)


def _rank_flaws(ctx: IdgCtx, view: Prospect, there: Spread) -> Iterator[Violation]:
    del view
    return rank_flaws(ctx, there)


@rule("IDG-18.8.3")
def rank_flaws(ctx: IdgCtx, there: Spread) -> Iterator[Violation]:
    """In mixed units of Vikings the armoured are in front; a general is where he likes."""
    side = ctx.world.units[there.unit].side
    if any(there.high) or fielded(ctx, side).list != MAILED_IN_FRONT:
        return
    mailed = [
        None if ctx.world.elements[one].general else profile_of(ctx, one).armour != "none"
        for one, _ in there.poses
    ]
    if not {True, False} <= set(mailed):
        return
    front, *others = ranks(there.rects, majority_facing([pose for _, pose in there.poses]))
    behind = any(mailed[one] for rank in others for one in rank)
    if behind and any(mailed[one] is False for one in front):
        name = unit_name(ctx, there.unit)
        yield refuse("IDG-18.8.3", "idg.no.deploy.mailed_in_front", there.unit, unit=name)


_JUDGES: Final[tuple[Callable[[IdgCtx, Prospect, Spread], Iterator[Violation]], ...]] = (
    _table_flaws,
    _zone_flaws,
    _gap_flaws,
    _room_flaws,
    _ground_flaws,
    _wall_flaws,
    _rank_flaws,
)


def is_free(ctx: IdgCtx, seat: Seat, unit: UnitId, poses: Poses) -> bool:
    """May a unit be deployed like this?"""
    return next(deploy_flaws(ctx, seat, unit, poses), None) is None


# -- putting it down ------------------------------------------------------------------------------


@rule("IDG-5.4.3", "IDG-5.8.6")
def put_down(ctx: IdgCtx, unit: UnitId, poses: Poses, status: Status = "table") -> None:
    """Let a unit stand, or lie concealed, where it was deployed."""
    world, there = ctx.world, spread(ctx, unit, poses)
    for (element, pose), high in zip(poses, there.high, strict=True):
        world.elements[element] = replace(world.elements[element], pose=pose, aboard=high)
    world.units[unit] = replace(world.units[unit], status=status)
