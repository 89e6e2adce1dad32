"""Where late arrivals may be placed, and finding them a place. IDG-5.9.4, IDG-5.9.5."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from walstatt.boards.contact import any_upon, is_any_upon_another, is_within
from walstatt.boards.pose import Point, Pose
from walstatt.boards.rectangle import Box, Rectangle, rectangle
from walstatt.boards.table import TableEdge
from walstatt.games.idg.deployment_area import HAIR, Prospect
from walstatt.games.idg.deployment_check import (
    Spread,
    company,
    elements_flaw,
    rank_flaws,
    spread,
)
from walstatt.games.idg.drawing_up import Body, Poses, body_of, usual_files
from walstatt.games.idg.entering import INWARD
from walstatt.games.idg.ground import is_water_edge, mover, why_forbidden
from walstatt.games.idg.hulls import hull_of_rects, units_near
from walstatt.games.idg.naming import unit_name
from walstatt.games.idg.standing import is_coherent, mu, widest_gap
from walstatt.games.idg.troops import base_of
from walstatt.games.idg.waters import SHALLOWS, is_afloat, waters
from walstatt.games.idg.world import (
    TOUCH,
    IdgCtx,
    enemy_of,
    lead_profile,
    on_table,
    profile_of,
    rect_of,
    rects_of,
    shown,
)
from walstatt.kernel.decisions import Violation, refuse
from walstatt.kernel.ids import Seat, UnitId
from walstatt.kernel.trace import rule

DEEP: Final = 3
"""How far from a table edge arrivals may reach, in inches. IDG-5.9.4."""
APART: Final = 12
"""How far who places second stays from enemies who have just arrived, in inches. IDG-5.9.5."""
STEP: Final = 300
"""How finely a place is sought along an edge."""
CLOCKWISE: Final[tuple[TableEdge, ...]] = ("top", "right", "bottom", "left")


class Strip(NamedTuple):
    """The ground along a table edge, as seen with one's back to it, where a side may arrive."""

    edge: TableEdge
    view: Prospect
    low: float
    """From where to where along the edge."""
    high: float
    deep: int
    front: int
    """How far from the edge a formation's front is put where nothing else is said."""
    water: bool = False
    """Whether it is water, from which only boats come."""

    def contains(self, box: Box) -> bool:
        """Does the whole base lie on it?"""
        left, right, near, far = self.view.bounds(box)
        along = self.low - HAIR <= left and right <= self.high + HAIR
        return along and near >= -HAIR and far <= self.deep + HAIR

    @property
    def middle(self) -> float:
        """Give the middle of it."""
        return (self.low + self.high) / 2


def edge_view(ctx: IdgCtx, edge: TableEdge) -> Prospect:
    """Look at the table from an edge."""
    width, height = ctx.content.table
    corners: dict[TableEdge, Point] = {
        "bottom": (0, height),
        "top": (width, 0),
        "left": (0, 0),
        "right": (width, height),
    }
    sides = (width, height) if edge in ("top", "bottom") else (height, width)
    return Prospect(corners[edge], INWARD[edge], *sides)


@rule("IDG-4.2.33", "IDG-17.2.1")
def strips(ctx: IdgCtx, seat: Seat) -> list[Strip]:
    """List where a side may arrive; from an edge that is water only boats come, so it is last."""
    found = _all_strips(ctx, seat)
    dry = [one for one in found if not one.water]
    return [*dry, *(one for one in found if one.water)] if waters(ctx) else dry


@rule("IDG-5.9.4", "IDG-1.9.11", "IDG-A58")
def _all_strips(ctx: IdgCtx, seat: Seat) -> list[Strip]:
    """List the ground along a side's base edge, and along the nearer halves of the side edges.

    Its half is always measured from its base edge.
    """
    base = ctx.world.edges[seat]
    at = CLOCKWISE.index(base)
    left, right = CLOCKWISE[(at + 1) % 4], CLOCKWISE[at - 1]
    own, other = edge_view(ctx, base), edge_view(ctx, left)
    return [
        _strip(ctx, base, 0, own.length),
        _strip(ctx, left, other.length / 2, other.length),
        _strip(ctx, right, 0, other.length / 2),
    ]


def _strip(ctx: IdgCtx, edge: TableEdge, low: float, high: float) -> Strip:
    deep, water = int(mu(ctx, DEEP)), is_water_edge(ctx, edge)
    front = int(mu(ctx, SHALLOWS)) if water else deep
    return Strip(edge, edge_view(ctx, edge), low, high, deep, front, water)


@rule("IDG-17.2.1")
def comes_by_boat(ctx: IdgCtx, unit: UnitId, poses: Poses) -> bool:
    """Would a unit arrive from the water?"""
    rects = spread(ctx, unit, poses).rects
    known = [one for one in strips(ctx, ctx.world.units[unit].side) if _holds(one, rects)]
    return bool(known) and known[0].water


def _holds(strip: Strip, rects: Sequence[Rectangle]) -> bool:
    return all(map(strip.contains, rects))


# -- judging --------------------------------------------------------------------------------------


def arrival_flaws(ctx: IdgCtx, unit: UnitId, poses: Poses) -> list[Violation]:
    """List everything that is wrong with where a unit would arrive."""
    wrong = elements_flaw(ctx, unit, poses)
    if wrong is not None:
        return [wrong]
    there = spread(ctx, unit, poses)
    return [
        *_strip_flaws(ctx, there),
        *_order_flaws(ctx, there),
        *_foe_flaws(ctx, there),
        *_room_flaws(ctx, there),
        *_ground_flaws(ctx, there),
        *rank_flaws(ctx, there),
    ]


@rule("IDG-5.9.4", "IDG-4.2.33")
def _strip_flaws(ctx: IdgCtx, there: Spread) -> Iterator[Violation]:
    """All bases lie within 3 MU of one and the same of the edges; without boats not of the sea."""
    side, name = ctx.world.units[there.unit].side, unit_name(ctx, there.unit)
    if any(_holds(one, there.rects) for one in strips(ctx, side)):
        return
    if any(_holds(one, there.rects) for one in _all_strips(ctx, side)):
        yield refuse("IDG-4.2.33", "idg.no.arrival.afloat", there.unit, unit=name)
    else:
        yield refuse("IDG-5.9.4", "idg.no.arrival.place", there.unit, unit=name, n=DEEP)


def _order_flaws(ctx: IdgCtx, there: Spread) -> Iterator[Violation]:
    """A unit must be in cohesion, and no two of its bases may lie on each other."""
    name = unit_name(ctx, there.unit)
    if not is_coherent(ctx, there.unit, there.rects):
        most = widest_gap(lead_profile(ctx, there.unit))
        cited = "IDG-1.5.1" if most == 1 else "IDG-1.5.2"
        yield refuse(cited, "idg.no.deploy.gap", there.unit, unit=name, n=most)
    if is_any_upon_another(there.rects):
        yield refuse("IDG-1.9.6", "idg.no.deploy.tangled", there.unit, unit=name)


@rule("IDG-5.9.5", "IDG-5.9.6")
def _foe_flaws(ctx: IdgCtx, there: Spread) -> Iterator[Violation]:
    """Keep away from enemies who have just arrived, and touch none."""
    name, far = unit_name(ctx, there.unit), mu(ctx, APART)
    foes = on_table(ctx, enemy_of(ctx.world.units[there.unit].side))
    for foe in units_near(ctx, hull_of_rects(there.rects), foes, far):
        others = rects_of(ctx, foe)
        if ctx.world.units[foe].arrived == ctx.world.turn and _is_near(there.rects, others, far):
            other = unit_name(ctx, foe)
            yield refuse(
                "IDG-5.9.5", "idg.no.arrival.near", there.unit, unit=name, foe=other, n=APART
            )
        elif _is_near(there.rects, others, TOUCH):
            other = unit_name(ctx, foe)
            yield refuse("IDG-5.9.6", "idg.no.arrival.contact", there.unit, unit=name, foe=other)


def _is_near(rects: Sequence[Rectangle], others: Sequence[Rectangle], far: float) -> bool:
    return any(is_within(one, other, far) for one in rects for other in others)


@rule("IDG-1.9.6")
def _room_flaws(ctx: IdgCtx, there: Spread) -> Iterator[Violation]:
    """Nobody arrives where somebody stands already, as far as his side knows."""
    name = unit_name(ctx, there.unit)
    side, units = ctx.world.units[there.unit].side, ctx.world.units
    found = {
        other.unit: None
        for other in company(ctx, side, there.unit, there.rects)
        if any_upon(there.rects, (other.rect,))
    }
    for unit in found:
        if unit in units:
            other = unit_name(ctx, UnitId(unit))
        else:
            other = ctx.say(f"terrain.{ctx.world.engines[unit].kind}")
        yield refuse("IDG-1.9.6", "idg.no.deploy.taken", there.unit, unit=name, other=other)


@rule("IDG-4.2.33", "IDG-17.2.1")
def _ground_flaws(ctx: IdgCtx, there: Spread) -> Iterator[Violation]:
    """No element arrives on ground where it may not be; boats lie in water, all of them."""
    if not ctx.world.ground:
        return
    if comes_by_boat(ctx, there.unit, there.poses):
        folded = ctx.world.units[there.unit].folded
        if folded or not all(is_afloat(ctx, rect) for rect in _boats(ctx, there)):
            name = unit_name(ctx, there.unit)
            yield refuse("IDG-4.2.33", "idg.no.arrival.afloat", there.unit, unit=name)
        return
    riding = ctx.world.units[there.unit].form == "riding"
    name = unit_name(ctx, there.unit)
    causes = {
        why_forbidden(ctx, mover(profile_of(ctx, one), riding=riding), rect): None
        for (one, _), rect in zip(there.poses, there.rects, strict=True)
    }
    for cause in causes:
        if cause is not None:
            what = cause.words
            yield refuse(cause.rule, "idg.no.deploy.ground", there.unit, unit=name, what=what)


@rule("IDG-17.2.4")
def _boats(ctx: IdgCtx, there: Spread) -> Iterator[Rectangle]:
    """Give where the boats of a unit would lie, riders being on foot in them."""
    content, elements = ctx.content, ctx.world.elements
    for element, pose in there.poses:
        key = elements[element].profile
        profile = content.profiles[content.on_foot.get(key, key)]
        yield rectangle(pose, base_of(profile, small=content.small))


@rule("IDG-5.8.8")
def found_lurking(ctx: IdgCtx, unit: UnitId, poses: Poses) -> list[UnitId]:
    """List the concealed enemies on whom a unit would arrive."""
    foe, rects = enemy_of(ctx.world.units[unit].side), spread(ctx, unit, poses).rects
    return [
        name
        for name, one in ctx.world.units.items()
        if one.side == foe
        and one.status == "concealed"
        and _is_near(rects, [rect_of(ctx, element) for element in shown(ctx, name)], TOUCH)
    ]


# -- finding a place ------------------------------------------------------------------------------


class Finder:
    """Finds places for one unit that arrives."""

    def __init__(self, ctx: IdgCtx, unit: UnitId) -> None:
        self.ctx, self.unit = ctx, unit
        self.seat = ctx.world.units[unit].side
        self.body: Body = body_of(ctx, unit)
        self.strips = strips(ctx, self.seat)
        self.taken = [other.rect for other in company(ctx, self.seat, unit)]

    @property
    def shapes(self) -> list[int]:
        """List how many may stand in a rank, the usual number first."""
        usual = usual_files(self.ctx, self.unit)
        return sorted(self.body.widths, key=lambda files: abs(files - usual))

    @rule("IDG-5.9.9")
    def usual(self) -> Poses | None:
        """Find the place nearest to the middle of the base edge; None: there is no room at all."""
        for strip in self.strips:
            found = self.on_strip(strip, strip.middle)
            if found is not None:
                return found
        return None

    def on_strip(self, strip: Strip, wanted: float, files: int | None = None) -> Poses | None:
        """Find the place on a strip that is nearest to a wanted one."""
        shapes = self.shapes if files is None else [files, *self.shapes]
        for number in shapes:
            for front in self._fronts(strip, number, wanted):
                poses = self.body.poses(number, front)
                if not arrival_flaws(self.ctx, self.unit, poses):
                    return poses
        return None

    def nearest(self, poses: Poses) -> Poses | None:
        """Find the place that is nearest to a wished one."""
        xs, ys = [pose.x for _, pose in poses], [pose.y for _, pose in poses]
        point = sum(xs) / len(xs), sum(ys) / len(ys)
        offers = sorted(self.strips, key=lambda strip: self._away(strip, point))
        for strip in offers:
            found = self.on_strip(strip, strip.view.place(point)[0])
            if found is not None:
                return found
        return None

    def _away(self, strip: Strip, point: Point) -> float:
        along, away = strip.view.place(point)
        return abs(away) + max(0.0, strip.low - along, along - strip.high)

    def _fronts(self, strip: Strip, files: int, wanted: float) -> Iterator[Pose]:
        """List where the front of a formation could be on a strip, the nearest to a place first.

        A formation that is too deep is laid along the edge, as a column marching along it.
        """
        width, depth, _ = self.body.formed(files)
        across = depth > strip.deep
        if across and width > strip.deep:
            return
        room = depth if across else width
        blocks = self._blocks(strip)
        for along in sorted(self._places(strip, room, blocks), key=lambda one: abs(one - wanted)):
            begin, end = along - room / 2 + 1, along + room / 2 - 1
            if any(left < end and right > begin for left, right in blocks):
                continue
            if across:
                yield _marching(strip, along, width, depth)
            else:
                yield strip.view.pose(along, max(strip.front, depth))

    def _blocks(self, strip: Strip) -> list[tuple[float, float]]:
        """List from where to where a strip is taken."""
        found = [strip.view.bounds(rect) for rect in self.taken]
        return [(left, right) for left, right, near, _ in found if near < strip.deep - 1]

    def _places(
        self, strip: Strip, room: float, blocks: Sequence[tuple[float, float]]
    ) -> Iterator[float]:
        first, last = strip.low + room / 2, strip.high - room / 2
        offers = [strip.middle, first, last]
        offers += [one for left, right in blocks for one in (left - room / 2, right + room / 2)]
        offers += [float(one) for one in range(round(first), round(last) + 1, STEP)]
        return (one for one in offers if first <= one <= last)


def _marching(strip: Strip, along: float, width: float, depth: float) -> Pose:
    """Give the front of a column that marches along an edge."""
    front = strip.view.pose(along + depth / 2, width / 2)
    return Pose(front.x, front.y, (front.facing + 9_000) % 36_000)
